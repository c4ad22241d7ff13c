//! The npm packages, from a registry on loopback that has those of several platforms.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::{has_program, left, packages, run, walks};

/// A running registry, which ends with the test.
struct Registry {
    process: Child,
    address: String,
}

impl Registry {
    fn new() -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packages/registry.py");
        let mut command = Command::new("python3");
        command.arg(script).arg(packages().unwrap());
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut port = String::new();
        let mut said = BufReader::new(process.stdout.take().unwrap());
        said.read_line(&mut port).unwrap();
        let address = format!("http://127.0.0.1:{}", port.trim());
        Self { process, address }
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Installs the package for everyone below a folder, as README says; `None` without npm.
pub fn install() -> Option<TempDir> {
    if packages().is_none() || !has_program("node") || !has_program("npm") {
        return None;
    }
    let folder = TempDir::with_prefix("a prefix").unwrap();
    let registry = Registry::new();
    npm(folder.path(), "install", &registry.address);
    Some(folder)
}

fn npm(prefix: &Path, verb: &str, registry: &str) {
    let prefix = prefix.to_str().unwrap();
    // A cache of its own: another run had other packages of this version.
    let cache = format!("{prefix}/cache");
    let place = ["--global", "--prefix", prefix, "--cache", &cache];
    let quiet = ["--no-audit", "--no-fund", "--no-update-notifier"];
    let call = [
        &[verb, "git-memory", "--registry", registry][..],
        &place,
        &quiet,
    ]
    .concat();
    run("npm", call);
}

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn the_npm_package_works_and_leaves_nothing() {
    let Some(folder) = install() else { return };
    let inside = folder
        .path()
        .join("lib/node_modules/git-memory/node_modules");
    let platforms = left(&inside);
    assert_eq!(platforms.len(), 1, "{platforms:?}");
    walks(&folder.path().join("bin"), &["node"]);
    npm(folder.path(), "uninstall", "http://127.0.0.1:1");
    std::fs::remove_dir_all(folder.path().join("cache")).unwrap();
    assert!(left(folder.path()).is_empty(), "{:?}", left(folder.path()));
}
