//! The archives of a release, and the list of checksums.

use std::env::consts::ARCH;
use std::fs;

use crate::common::has;
use crate::{packages, run, targets};

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn binstall_finds_each_archive() {
    let Some(made) = packages() else { return };
    let manifest = fs::read_to_string(MANIFEST).unwrap();
    for target in targets() {
        let triple = target["triple"].as_str().unwrap();
        let end = if triple.contains("windows") {
            ".zip\""
        } else {
            ".tar.gz\""
        };
        let mut urls = manifest.lines().filter(|line| line.starts_with("pkg-url"));
        let url = urls.find(|line| line.ends_with(end)).unwrap();
        let (_, name) = url.trim_end_matches('"').rsplit_once('/').unwrap();
        let name = name.replace("{ version }", env!("CARGO_PKG_VERSION"));
        let archive = made.join(name.replace("{ target }", triple));
        assert!(archive.is_file(), "{}", archive.display());
    }
}

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn an_archive_has_program_pages_completions_and_licences() {
    let Some(made) = packages() else { return };
    let name = format!(
        "git-memory-{}-{ARCH}-unknown-linux-gnu",
        env!("CARGO_PKG_VERSION")
    );
    let mut tar = std::process::Command::new("tar");
    let archive = made.join(format!("{name}.tar.gz"));
    let listed = tar.arg("-tzf").arg(archive).output().unwrap().stdout;
    let listed = String::from_utf8(listed).unwrap();
    for path in [
        "git-memory",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "LICENSES-OF-LIBRARIES",
        "share/man/man1/git-memory.1",
        "share/man/man1/git-memory-recall.1",
        "share/bash-completion/completions/git-memory",
        "share/zsh/site-functions/_git-memory",
        "share/fish/vendor_conf.d/git-memory.fish",
        "share/powershell/git-memory.ps1",
    ] {
        has(&listed, &format!("{name}/{path}\n"));
    }
}

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn the_checksums_are_those_of_the_files() {
    let Some(made) = packages() else { return };
    let check = "cd \"$0\" && sha256sum --check --strict --quiet SHA256SUMS";
    run("sh", ["-c", check, made.to_str().unwrap()]);
    let sums = fs::read_to_string(made.join("SHA256SUMS")).unwrap();
    let files = fs::read_dir(made).unwrap().count();
    assert_eq!(sums.lines().count(), files - 1, "each file but the list");
}
