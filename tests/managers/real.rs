//! The managers themselves, from their packages.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::common::{World, packages};
use crate::stories::{self, Tool};
use crate::{script, world};

/// The packages of Node and of Python, with the versions that these tests are written for.
const OF_NODE: [&str; 2] = ["husky@9.1.7", "lefthook@2.2.2"];
const OF_PYTHON: [&str; 2] = ["pre-commit==4.7.0", "prek==0.5.11"];

/// A manager from its package.
struct Real {
    name: &'static str,
    config: &'static str,
    text: &'static str,
    install: &'static str,
    uninstall: &'static str,
}

const HUSKY: Real = Real {
    name: "husky",
    config: ".husky/pre-commit",
    text: "echo theirs >>../ran\n",
    install: "husky",
    uninstall: "rm -rf .husky/_ && git config --unset core.hooksPath",
};
const LEFTHOOK: Real = Real {
    name: "lefthook",
    config: "lefthook.yml",
    text: "# ours\npre-commit:\n  commands:\n    theirs: # first\n      run: echo theirs >>../ran\n",
    install: "lefthook install",
    uninstall: "lefthook uninstall; rm -f .git/info/lefthook.checksum",
};
const CONFIG: &str = "\
# ours
repos: # all
  - repo: local
    hooks:
      - id: theirs # first
        name: theirs
        entry: sh -c 'echo theirs >>../ran'
        language: system
        always_run: true
        pass_filenames: false
";
const PRE_COMMIT: Real = Real {
    name: "pre-commit",
    config: ".pre-commit-config.yaml",
    text: CONFIG,
    install: "pre-commit install",
    uninstall: "pre-commit uninstall",
};
const PREK: Real = Real {
    name: "prek",
    config: ".pre-commit-config.yaml",
    text: CONFIG,
    install: "prek install",
    uninstall: "prek uninstall",
};

impl Tool for Real {
    fn name(&self) -> &str {
        self.name
    }

    fn config(&self) -> &str {
        self.config
    }

    fn text(&self) -> &str {
        self.text
    }

    fn begin(&self, world: &World) {
        world.write(self.config, self.text);
        let folder = match self.name {
            "husky" | "lefthook" => node().unwrap(),
            _ => python().unwrap(),
        };
        // The program's own tools come after those of the world.
        let path = path_without_the_program();
        let program = folder.join(self.name);
        let lines = format!(
            "#!/bin/sh\nPATH=$PATH:'{path}' exec '{}' \"$@\"\n",
            program.display()
        );
        let place = world.root().join("bin").join(self.name);
        script(world, &place.to_string_lossy(), &lines);
    }

    fn install(&self, world: &World) {
        world.shell(self.install).ok();
    }

    fn uninstall(&self, world: &World) {
        world.shell(self.uninstall).ok();
    }
}

/// Returns `PATH` without the folders that contain git-memory: a world without it has none.
fn path_without_the_program() -> String {
    let path = std::env::var_os("PATH").unwrap();
    let folders = std::env::split_paths(&path).filter(|it| !it.join("git-memory").exists());
    let rest = std::env::join_paths(folders).unwrap();
    rest.into_string().unwrap()
}

/// The folder of Node's programs; `None` where they cannot be had.
fn node() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = FOLDER.get_or_init(|| packages::of_node(&OF_NODE, "lefthook"));
    found.as_deref()
}

/// The folder of Python's programs; `None` where they cannot be had.
fn python() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = FOLDER.get_or_init(|| packages::of_python(&OF_PYTHON, "prek"));
    found.as_deref()
}

/// Returns the managers that can be installed here, and prints the others.
#[allow(clippy::print_stderr, reason = "a test that is skipped has to say so")]
fn here() -> Vec<Real> {
    let mut here = Vec::new();
    match node() {
        Some(_) => here.extend([HUSKY, LEFTHOOK]),
        None => eprintln!("skipped: husky and lefthook, which need Node and npm's registry"),
    }
    match python() {
        Some(_) => here.extend([PRE_COMMIT, PREK]),
        None => eprintln!("skipped: pre-commit and prek, which need Python and pip's registry"),
    }
    here
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn the_managers_themselves_are_told_to_call_us() {
    for manager in here() {
        stories::manager_first(&world(), &manager);
    }
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn the_managers_themselves_are_noticed_when_they_come_later() {
    for manager in here() {
        if matches!(manager.name, "husky" | "lefthook") {
            stories::manager_later(&world(), &manager);
        } else {
            stories::keeper_later(&world(), &manager);
        }
    }
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn the_managers_themselves_leave_no_trace_of_us() {
    for manager in here() {
        stories::we_leave_first(&world(), &manager);
        stories::manager_leaves_first(&world(), &manager);
    }
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn the_managers_themselves_let_those_pass_who_lack_the_program() {
    for manager in here() {
        stories::without_the_program(&world(), &manager);
    }
}
