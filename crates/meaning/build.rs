//! Build script: hashes the sources of this crate, as vectors of other sources may be others.
//!
//! Crates that they use stay out. `fearless_simd` adds and multiplies as it is told, which has one
//! result, and the tables of Unicode differ from one version to the next in new characters, which no
//! model knows.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::{fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    let files = fs::read_dir("src")?.map(|entry| Ok(entry?.path()));
    let mut files = files.collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| !file.to_string_lossy().ends_with("tests.rs"));
    files.sort();
    let mut hash = DefaultHasher::new();
    for file in files {
        fs::read(file)?.hash(&mut hash);
    }
    println!("cargo::rustc-env=GIT_MEMORY_VECTORS={:016x}", hash.finish());
    Ok(())
}
