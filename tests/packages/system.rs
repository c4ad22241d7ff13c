//! The deb and the rpm, each in a root of its own.

use std::env::consts::ARCH;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::{has_program, left, package, packages, run, walks};

/// dpkg with a root of its own, which has no packages yet.
fn dpkg(root: &Path) -> impl Fn(&[&str]) {
    for needed in ["updates", "info", "triggers"] {
        fs::create_dir_all(root.join("var/lib/dpkg").join(needed)).unwrap();
    }
    fs::write(root.join("var/lib/dpkg/status"), "").unwrap();
    let own = format!("--root={}", root.display());
    // What a package depends on is outside of this root, where dpkg finds no tools of the system's.
    let usual = ["--force-not-root,depends,bad-path", "--log=/dev/null"];
    move |arguments| run("dpkg", [&[own.as_str()], &usual[..], arguments].concat())
}

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
    let dpkg = dpkg(root);
    dpkg(&["--install", package("git-memory_", debs).to_str().unwrap()]);
    must_have_completions(root, "zsh/vendor-completions");
    walks(&root.join("usr/bin"), &[]);
    dpkg(&["--purge", "git-memory"]);
    assert!(left(root).is_empty(), "{:?}", left(root));
    assert!(!root.join("usr").exists(), "its folders are left");
}

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn a_model_is_installed_beside_the_program() {
    if !has_program("python3") || !has_program("dpkg") {
        return;
    }
    let folder = TempDir::with_prefix("a root").unwrap();
    let root = folder.path();
    for file in ["model.onnx", "vocab.txt", "LICENSE"] {
        fs::write(root.join(file), file).unwrap();
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/packaging/model.py");
    let here = root.to_str().unwrap();
    let named = ["tiny", "1.0.0", here, "--licence", "MIT", "--out", here];
    run("python3", [&[script], &named[..]].concat());
    let deb = root.join("git-memory-model-tiny_1.0.0_all.deb");
    let dpkg = dpkg(root);
    dpkg(&["--install", deb.to_str().unwrap()]);
    let added = root.join("usr/share/git-memory/models/tiny");
    assert!(added.join("model.onnx").is_file());
    dpkg(&["--purge", "git-memory-model-tiny"]);
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
