//! Telling a folder of source code that happens to be called `memory` from one with a project's
//! memory.

/// The ends of file names that programs are written in. Scripts of shells are left out: they lie
/// beside notes as well.
const ENDS: [&str; 33] = [
    "asm", "c", "cc", "cpp", "cs", "cu", "cxx", "dart", "ex", "exs", "f90", "go", "h", "hh", "hpp",
    "hs", "java", "jl", "js", "jsx", "kt", "lua", "m", "ml", "php", "py", "rb", "rs", "scala",
    "swift", "ts", "tsx", "zig",
];
/// Files by which such a folder is built.
const NAMES: [&str; 5] = [
    "BUILD.bazel",
    "CMakeLists.txt",
    "Kconfig",
    "Makefile",
    "meson.build",
];

/// True if a slash path names source code.
#[must_use]
pub fn is_source_code(path: &str) -> bool {
    let name = match path.rsplit_once('/') {
        Some((_, name)) => name,
        None => path,
    };
    let end = name.rsplit_once('.').map(|(_, end)| end);
    NAMES.contains(&name) || end.is_some_and(|end| ENDS.contains(&end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_code_is_known_by_its_name() {
        for path in [
            "memory/mod.rs",
            "memory/pool.c",
            "memory/a/Makefile",
            "x.py",
        ] {
            assert!(is_source_code(path), "{path}");
        }
        for path in [
            "memory/notes/rs",
            "memory/a.md",
            "memory/run.sh",
            "memory/c.txt",
            "py",
        ] {
            assert!(!is_source_code(path), "{path}");
        }
    }
}
