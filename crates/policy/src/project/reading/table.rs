//! The table of files that are read: which reader understands which.

use std::sync::OnceLock;

use super::said::{Part, Said};
use super::{cargo, ci, make, node, others, python};
use crate::project::Purpose::{self, Build, Lint, Run, Test};
use crate::project::pattern::fits;
use git_memory_text::path::{folder, last};

use Reading::{Form, Lines};

/// Way to read a text.
#[derive(Clone, Copy)]
pub(crate) enum Reading {
    /// Line by line: nothing can be wrong with it.
    Lines(fn(&str, &Part<'_>) -> Said),
    /// As a whole, in a form that it may not have.
    Form(fn(&str, &Part<'_>) -> Result<Said, String>),
}

impl Reading {
    /// Reads a text. The error is the end of a sentence that begins with the file's path.
    pub(crate) fn read(self, text: &str, part: &Part<'_>) -> Result<Said, String> {
        match self {
            Self::Lines(read) => Ok(read(text, part)),
            Self::Form(read) => read(text, part),
        }
    }
}

struct Reader {
    /// Names, or paths from the top with a `*` in place of the beginning of the name.
    files: &'static [&'static str],
    read: Reading,
}

static READERS: [Reader; 19] = [
    Reader {
        files: &["Cargo.toml"],
        read: Form(cargo::manifest),
    },
    Reader {
        files: &["package.json"],
        read: Form(node::package),
    },
    Reader {
        files: &["pnpm-workspace.yaml"],
        read: Form(node::pnpm_workspace),
    },
    Reader {
        files: &["deno.json"],
        read: Form(node::deno),
    },
    Reader {
        files: &["pyproject.toml"],
        read: Form(python::pyproject),
    },
    Reader {
        files: &["tox.ini"],
        read: Lines(python::tox),
    },
    Reader {
        files: &["setup.cfg"],
        read: Lines(python::setup),
    },
    Reader {
        files: &["composer.json"],
        read: Form(others::composer),
    },
    Reader {
        files: &["go.mod"],
        read: Form(others::go_mod),
    },
    Reader {
        files: &["go.work"],
        read: Lines(others::go_work),
    },
    Reader {
        files: &["build.gradle", "build.gradle.kts", "pom.xml"],
        read: Lines(others::kotlin),
    },
    Reader {
        files: &["CMakeLists.txt"],
        read: Lines(others::cmake),
    },
    Reader {
        files: &["meson.build"],
        read: Lines(others::meson),
    },
    Reader {
        files: &["Rakefile"],
        read: Lines(make::rakefile),
    },
    Reader {
        files: &["Makefile", "makefile", "GNUmakefile"],
        read: Lines(make::makefile),
    },
    Reader {
        files: &["justfile", "Justfile", ".justfile"],
        read: Lines(make::justfile),
    },
    Reader {
        files: &["Taskfile.yml", "Taskfile.yaml"],
        read: Form(make::taskfile),
    },
    Reader {
        files: &[".github/workflows/*.yml", ".github/workflows/*.yaml"],
        read: Form(ci::workflow),
    },
    Reader {
        files: &["/.gitlab-ci.yml", ".circleci/config.yml"],
        read: Form(ci::pipeline),
    },
];

/// Scripts that are commands by their place, with their purpose.
pub(crate) static SCRIPTS: [(&str, Purpose); 17] = [
    (".ci/run", Test),
    ("ci/run", Test),
    ("script/test", Test),
    ("script/cibuild", Test),
    ("scripts/test", Test),
    ("scripts/test.sh", Test),
    ("bin/test", Test),
    ("test.sh", Test),
    ("run-tests.sh", Test),
    ("run_tests.sh", Test),
    ("script/build", Build),
    ("scripts/build.sh", Build),
    ("build.sh", Build),
    ("script/lint", Lint),
    ("scripts/lint.sh", Lint),
    ("script/server", Run),
    ("bin/dev", Run),
];

/// A row of the table, taken apart.
struct FileName {
    /// The folder that it is in; `None` for any.
    folder: Option<&'static str>,
    /// Its name, or `*` and an ending.
    name: &'static str,
    read: Reading,
}

/// All rows in their order: thousands of files are looked up.
fn file_names() -> &'static [FileName] {
    static NAMES: OnceLock<Vec<FileName>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names = Vec::new();
        for reader in &READERS {
            for file in reader.files {
                let (folder, name) = match file.rsplit_once('/') {
                    // Only at the top, as nothing is before the slash.
                    Some((folder, name)) => (Some(folder), name),
                    None => (None, *file),
                };
                let read = reader.read;
                names.push(FileName { folder, name, read });
            }
        }
        names
    })
}

/// Reader for a file; `None` if we read nothing from its text.
pub(crate) fn reader_of(path: &str) -> Option<Reading> {
    let (folder, name) = (folder(path), last(path));
    let is_meant = |file: &&FileName| match file.folder {
        None => file.name == name,
        Some(other) => other == folder && fits(file.name, name),
    };
    Some(file_names().iter().find(is_meant)?.read)
}
