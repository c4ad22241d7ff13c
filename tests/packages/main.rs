//! Packages of the program, installed as people install them: from each, git finds the program, man
//! its page, README's commands do what they show, and nothing is left when the package is removed.
//! The packages are made of the program under test, by the script that makes those of a release.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod archives;
#[path = "../common/mod.rs"]
mod common;
mod launcher;
mod npm;
mod system;
mod wheel;

use std::env::consts::ARCH;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use common::{BINARY, World, begins, page};

/// Stands for a program that this machine cannot run: the header of an ELF file that needs no
/// library.
const ELSEWHERE: [u8; 64] = {
    let mut header = [0; 64];
    let known = *b"\x7fELF\x02\x01\x01";
    let mut at = 0;
    while at < known.len() {
        header[at] = known[at];
        at += 1;
    }
    header
};

/// Runs a program of the machine's, with its own environment; fails the test unless it succeeds.
#[track_caller]
fn run<A: AsRef<OsStr>>(program: impl AsRef<OsStr>, arguments: impl IntoIterator<Item = A>) {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

/// True if the machine has a program; a test that is skipped has to say so.
#[allow(clippy::print_stderr, reason = "a test that is skipped has to say so")]
fn has_program(program: &str) -> bool {
    let is_here = place_of(program).is_some();
    if !is_here {
        eprintln!("skipped: {program} is not here");
    }
    is_here
}

fn place_of(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(program));
    places.find(|place| place.is_file())
}

/// The folder of the packages, made once; `None` where the script cannot run.
fn packages() -> Option<&'static Path> {
    static MADE: OnceLock<Option<PathBuf>> = OnceLock::new();
    let make = || {
        if !has_program("python3") || !has_program("readelf") {
            return None;
        }
        // A path with a space, as people have them.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program packages");
        let _ = fs::remove_dir_all(&folder);
        for target in targets() {
            let triple = target["triple"].as_str().unwrap();
            let name = if triple.contains("windows") {
                "git-memory.exe"
            } else {
                "git-memory"
            };
            fs::create_dir_all(folder.join(triple)).unwrap();
            let program = folder.join(triple).join(name);
            if triple == format!("{ARCH}-unknown-linux-gnu") {
                symlink(BINARY, program).unwrap();
            } else if triple.ends_with("-gnu") {
                symlink(place_of("true").unwrap(), program).unwrap();
            } else {
                fs::write(program, ELSEWHERE).unwrap();
            }
        }
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/packaging/program.py");
        let (from, out) = (folder.as_os_str(), folder.join("made"));
        let arguments = [script.as_ref(), from, "--out".as_ref()];
        run("python3", arguments.into_iter().chain([out.as_os_str()]));
        Some(out)
    };
    MADE.get_or_init(make).as_deref()
}

/// The package whose name has this beginning and this end.
#[track_caller]
fn package(beginning: &str, end: &str) -> PathBuf {
    let mut found = fs::read_dir(packages().unwrap()).unwrap();
    let fits = |name: &str| name.starts_with(beginning) && name.ends_with(end);
    let entry = found.find_map(|entry| {
        let entry = entry.unwrap();
        fits(entry.file_name().to_str().unwrap()).then(|| entry.path())
    });
    entry.unwrap()
}

/// The rows of the table.
fn targets() -> Vec<serde_json::Value> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/packaging/program.py");
    let mut table = Command::new("python3");
    let rows = table.args([script, "--targets"]).output().unwrap().stdout;
    serde_json::from_slice(&rows).unwrap()
}

/// A world that has its program from an installation, and no other on PATH.
fn world(programs: &Path, tools: &[&str]) -> World {
    let mut world = World::new();
    let root = world.root();
    fs::remove_file(root.join("bin/git-memory")).unwrap();
    for tool in tools {
        symlink(place_of(tool).unwrap(), root.join("tools").join(tool)).unwrap();
    }
    let path = format!("{}:{}/tools", programs.display(), root.display());
    world.set("PATH", &path);
    world
}

/// Follows README from beginning to end with an installation.
#[track_caller]
fn walks(programs: &Path, tools: &[&str]) {
    let world = world(programs, tools);
    let version = format!("git-memory {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(world.git("memory --version").ok(), version);
    if let Some(man) = place_of("man") {
        let page = world.shell(&format!("'{}' -w git-memory", man.display()));
        let installed = programs.parent().unwrap().to_str().unwrap();
        begins(&page.ok(), installed);
    }
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    page::follow(&world, "README.md", &fs::read_to_string(readme).unwrap());
}

/// Files and folders below a folder that have our name.
fn left(folder: &Path) -> Vec<PathBuf> {
    let mut ours = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path
            .file_name()
            .unwrap()
            .to_string_lossy()
            .replace('_', "-");
        if name.contains("git-memory") {
            ours.push(path);
        } else if path.is_dir() && !path.is_symlink() {
            ours.extend(left(&path));
        }
    }
    ours
}
