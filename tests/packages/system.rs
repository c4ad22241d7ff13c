//! The deb and the rpm, each in a root of its own.

use std::env::consts::ARCH;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::{has_program, left, package, packages, run, walks};

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn the_deb_works_and_leaves_nothing() {
    if packages().is_none() || !has_program("dpkg") {
        return;
    }
    let debs = match ARCH {
        "x86_64" => "amd64.deb",
        _ => "arm64.deb",
    };
    let folder = TempDir::with_prefix("a root").unwrap();
    let root = folder.path();
    for needed in ["updates", "info", "triggers", "alternatives"] {
        fs::create_dir_all(root.join("var/lib/dpkg").join(needed)).unwrap();
    }
    fs::write(root.join("var/lib/dpkg/status"), "").unwrap();
    let dpkg = |arguments: &[&str]| {
        let own = format!("--root={}", root.display());
        // What it depends on is outside of this root, where tools of the system's are not found.
        let forced = "--force-not-root,depends,bad-path";
        run("dpkg", [&[own.as_str(), forced], arguments].concat());
    };
    dpkg(&["--install", package("git-memory_", debs).to_str().unwrap()]);
    must_have_completions(root, "zsh/vendor-completions");
    walks(&root.join("usr/bin"), &[]);
    dpkg(&["--purge", "git-memory"]);
    assert!(left(root).is_empty(), "{:?}", left(root));
    assert!(!root.join("usr").exists(), "its folders are left");
}

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn the_rpm_works_and_leaves_nothing() {
    if packages().is_none() || !has_program("rpmbuild") || !has_program("rpm") {
        return;
    }
    let rpms = format!("{ARCH}.rpm");
    let folder = TempDir::with_prefix("root").unwrap();
    let root = folder.path();
    let rpm = |arguments: &[&str]| {
        let own = ["--root", root.to_str().unwrap(), "--nodeps"];
        run("rpm", [&own[..], arguments].concat());
    };
    rpm(&["--install", package("git-memory-", &rpms).to_str().unwrap()]);
    must_have_completions(root, "zsh/site-functions");
    walks(&root.join("usr/bin"), &[]);
    rpm(&["--erase", "git-memory"]);
    assert!(left(root).is_empty(), "{:?}", left(root));
}

#[track_caller]
fn must_have_completions(root: &Path, zsh: &str) {
    let share = root.join("usr/share");
    assert!(
        share
            .join("bash-completion/completions/git-memory")
            .is_file()
    );
    assert!(share.join("fish/vendor_conf.d/git-memory.fish").is_file());
    assert!(share.join(zsh).join("_git-memory").is_file());
}
