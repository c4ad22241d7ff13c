//! Build script of the crates that keep caches. It hashes the sources that a crate is made of, so
//! that a build reads only what builds of the same sources have kept.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Beginning of the names of the workspace's crates; the rest is their folder.
const OURS: &str = "git-memory-";

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let crates = own.parent().unwrap_or(&own);
    let mut folders = BTreeSet::new();
    add(crates, own.clone(), &mut folders)?;
    let mut files = BTreeSet::new();
    for folder in folders {
        files.insert(folder.join("Cargo.toml"));
        list(&folder.join("src"), &mut files)?;
    }
    // Another version of a stemmer or a grammar reads the same text in another way.
    let lock = crates.join("../Cargo.lock");
    if lock.exists() {
        files.insert(lock);
    }
    let mut hash = DefaultHasher::new();
    for file in &files {
        file.strip_prefix(crates).unwrap_or(file).hash(&mut hash);
        fs::read(file)?.hash(&mut hash);
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rustc-env=GIT_MEMORY_BUILD={:016x}", hash.finish());
    Ok(())
}

/// Adds the folder of a crate, and those of the crates that it uses.
fn add(crates: &Path, folder: PathBuf, folders: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
    let (used, _) = manifest
        .split_once("[dev-dependencies]")
        .unwrap_or((&manifest, ""));
    if folders.insert(folder) {
        for line in used.lines() {
            if let Some(rest) = line.strip_prefix(OURS) {
                let end = rest.find(['.', ' ', '=']).unwrap_or(rest.len());
                add(crates, crates.join(&rest[..end]), folders)?;
            }
        }
    }
    Ok(())
}

/// Adds the files of a folder.
fn list(folder: &Path, files: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}
