//! Tells from a path that a source file was made elsewhere or by a program, or that it is a test.

use crate::project::is_made_elsewhere;

/// The ends of the names of files that programs write.
const ENDS: [&str; 9] = [
    ".bundle.js",
    ".d.ts",
    ".generated.ts",
    ".g.cs",
    ".min.js",
    ".pb.cc",
    ".pb.go",
    ".pb.h",
    "_pb2.py",
];

/// Folders of tests and examples.
const TEST_FOLDERS: [&str; 9] = [
    "__tests__",
    "benches",
    "e2e",
    "examples",
    "fixtures",
    "spec",
    "test",
    "testdata",
    "tests",
];
/// The last words of the names of folders whose documents show or try something.
const SAMPLES: [&str; 13] = [
    "asset",
    "assets",
    "e2e",
    "example",
    "examples",
    "fixture",
    "fixtures",
    "sample",
    "samples",
    "template",
    "templates",
    "testdata",
    "tests",
];
/// The ends of the names of tests, without the last ending.
const TEST_ENDS: [&str; 5] = [".spec", ".test", "_spec", "_test", "Test"];

/// True if a path belongs to a test, or to an example.
pub(crate) fn is_test(path: &str) -> bool {
    let mut parts = path.split('/');
    let name = parts.next_back().unwrap_or(path);
    let stem = match name.rsplit_once('.') {
        Some((stem, _)) => stem,
        None => name,
    };
    parts.any(|part| TEST_FOLDERS.contains(&part))
        || stem.starts_with("test_")
        || matches!(stem, "conftest" | "tests")
        || TEST_ENDS.iter().any(|end| stem.ends_with(end))
}

/// True if a folder, given by its path from the top, holds only files that were made elsewhere or
/// by a program.
#[must_use]
pub fn is_foreign_folder(folder: &str) -> bool {
    folder.split('/').any(is_made_elsewhere)
}

/// True if a folder, given by its path from the top, holds what a program is tried with, shows or
/// copies: documents in it are not about the project itself.
#[must_use]
pub fn is_sample_folder(folder: &str) -> bool {
    folder.split('/').any(|part| {
        let words = part.trim_matches('_').rsplit(['-', '_']);
        words.take(1).any(|last| SAMPLES.contains(&last))
    })
}

/// True if the name of a file shows that a program wrote it.
#[must_use]
pub fn is_generated(path: &str) -> bool {
    ENDS.iter().any(|end| path.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_ends_of_names_say_it() {
        for folder in ["vendor", "web/node_modules/x", "a/dist", "ios/Pods"] {
            assert!(is_foreign_folder(folder), "{folder}");
        }
        for folder in ["", "src", "distance", "a/vendors"] {
            assert!(!is_foreign_folder(folder), "{folder}");
        }
        for folder in [
            "a/integration-tests/docs/adr",
            "init/assets",
            "__tests__/adr",
        ] {
            assert!(is_sample_folder(folder), "{folder}");
        }
        for folder in ["", "docs/adr", "docs/testing/adr", "template-engine/adr"] {
            assert!(!is_sample_folder(folder), "{folder}");
        }
        for path in ["api/v1.pb.go", "a.min.js"] {
            assert!(is_generated(path), "{path}");
        }
        assert!(!is_generated("pb.go"));
    }

    #[test]
    fn tests_are_known_by_folder_or_name() {
        for path in [
            "tests/a.rs",
            "src/x/tests.rs",
            "a_test.go",
            "web/a.spec.ts",
            "py/test_a.py",
            "src/FooTest.java",
        ] {
            assert!(is_test(path), "{path}");
        }
        for path in ["src/latest.rs", "contest/a.py", "tests.d/a.rs", "a.rs"] {
            assert!(!is_test(path), "{path}");
        }
    }
}
