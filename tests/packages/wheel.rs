//! The wheel, in a virtual environment of its own.

use std::env::consts::ARCH;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::common::packages::of_python;
use crate::{left, package, packages, run, walks};

/// Looks at the symbols of a wheel's programs, for the versions of libraries that they need.
const AUDIT: &str = "auditwheel==6.8.2";

/// The wheel with the program under test.
fn the_wheel() -> PathBuf {
    let version = env!("CARGO_PKG_VERSION");
    let beginning = format!("git_memory_cli-{version}-py3-none-manylinux");
    package(&beginning, &format!("{ARCH}.whl"))
}

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn the_wheel_works_and_leaves_nothing() {
    if packages().is_none() {
        return;
    }
    let folder = TempDir::with_prefix("a wheel").unwrap();
    let wheel = the_wheel();
    let wheel = wheel.to_str().unwrap();
    run("python3", ["-m", "venv", folder.path().to_str().unwrap()]);
    let pip = |arguments: &[&str]| {
        let python = folder.path().join("bin/python");
        let usual = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
        run(python, usual.iter().chain(arguments));
    };
    pip(&["install", "--no-index", wheel]);
    walks(&folder.path().join("bin"), &[]);
    pip(&["uninstall", "--yes", "git-memory-cli"]);
    assert!(left(folder.path()).is_empty(), "{:?}", left(folder.path()));
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
#[allow(clippy::print_stderr, reason = "a test that is skipped has to say so")]
fn the_wheels_name_is_true_about_the_c_library() {
    let (Some(_), Some(programs)) = (packages(), of_python(&[AUDIT], "auditwheel")) else {
        eprintln!("skipped: auditwheel needs Python and pip's registry");
        return;
    };
    let wheel = the_wheel();
    let mut audit = std::process::Command::new(programs.join("auditwheel"));
    let said = audit.arg("show").arg(&wheel).output().unwrap();
    let said = String::from_utf8_lossy(&said.stdout);
    let name = wheel.file_stem().unwrap().to_string_lossy();
    let (_, platform) = name.rsplit_once('-').unwrap();
    assert!(said.contains(platform), "{name}: {said}");
}
