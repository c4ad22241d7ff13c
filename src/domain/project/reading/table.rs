//! The table of files that are read: which reader understands which.

use super::said::{Part, Said};
use super::{cargo, ci, make, node, others, python};
use crate::domain::path::last;
use crate::domain::project::Purpose::{self, Build, Lint, Run, Test};
use crate::domain::project::pattern::fits;

use Reading::{Form, Lines};

/// How a text is read.
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
    /// Names, or paths from the top with a `*` in place of what the name begins with.
    files: &'static [&'static str],
    read: Reading,
}

static READERS: [Reader; 18] = [
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
        read: Lines(others::rake),
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

/// Scripts that are commands by their place, and what for.
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

/// What reads a file; `None` where its text says nothing to us.
pub(crate) fn reader_of(path: &str) -> Option<Reading> {
    let (name, parts) = (last(path), path.rsplit_once('/'));
    let is_meant = |file: &str| match file.rsplit_once('/') {
        None => file == name,
        // At the top alone.
        Some(("", name)) => name == path,
        Some((folder, pattern)) => match parts {
            Some((other, name)) => other == folder && (fits(pattern, name)),
            None => false,
        },
    };
    let mut readers = READERS.iter();
    let found = readers.find(|reader| reader.files.iter().any(|file| is_meant(file)))?;
    Some(found.read)
}
