//! Files of which little is read: `composer.json`, `go.mod`, `go.work`, and builds that name their
//! language.

use serde_json::{Map, Value};

use super::node::object_of;
use super::said::{Part, Said};
use super::words::{is_plain_name, purpose_of};
use crate::project::Purpose;

/// Reads the scripts of a package of Composer.
pub(crate) fn composer(text: &str, _: &Part<'_>) -> Result<Said, String> {
    let object = object_of(text)?;
    let mut said = Said::default();
    let scripts = object.get("scripts").and_then(Value::as_object);
    for name in scripts.into_iter().flat_map(Map::keys) {
        if let Some(purpose) = purpose_of(name)
            && is_plain_name(name)
        {
            said.add(purpose, format!("composer run {name}"));
        }
    }
    Ok(said)
}

/// Checks that a file can be a module of Go (the Go reference, "go.mod files"): it names itself,
/// and no line begins as those of a conflict do.
pub(crate) fn go_mod(text: &str, _: &Part<'_>) -> Result<Said, String> {
    let names_module = |line: &str| {
        let after = line.trim().strip_prefix("module");
        after.is_some_and(|rest| rest.starts_with([' ', '\t', '(']))
    };
    let is_odd = |line: &str| line.starts_with(['<', '=', '>']);
    if text.lines().any(names_module) && !text.lines().any(is_odd) {
        Ok(Said::default())
    } else {
        Err("is not a valid go.mod".to_owned())
    }
}

/// Reads the modules of a workspace of Go (the Go reference, "Workspaces").
pub(crate) fn go_work(text: &str, _: &Part<'_>) -> Said {
    let mut said = Said::default();
    let mut is_in_list = false;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        if line == "use (" {
            is_in_list = true;
        } else if line == ")" {
            is_in_list = false;
        } else if let Some(one) = line.strip_prefix("use ") {
            said.members.push(one.trim().to_owned());
        } else if is_in_list && !line.is_empty() {
            said.members.push(line.to_owned());
        }
    }
    said
}

/// Sees whether a build of Java's tools is one of Kotlin, and of Java besides.
pub(crate) fn kotlin(text: &str, _: &Part<'_>) -> Said {
    let mut said = Said::default();
    let has = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    if has(&["org.jetbrains.kotlin", "kotlin(\"", "kotlin-maven-plugin"]) {
        said.stacks.push("kotlin");
    }
    // The plugins of Gradle by their names; the folder, if Maven or Gradle names it.
    let plugins = ["\"java", "'java", "`java"];
    // Maven builds Java unless another language is named, except for a parent of modules.
    let is_maven = has(&["<project"]) && !has(&["<packaging>pom<"]);
    if has(&plugins)
        || has(&["src/main/java"])
        || text.lines().any(|line| line.trim() == "java")
        || is_maven && said.stacks.is_empty()
    {
        said.stacks.push("java");
    }
    said
}

/// Reads a build of `CMake` (its documentation, "project").
pub(crate) fn cmake(text: &str, _: &Part<'_>) -> Said {
    let build = "cmake -S . -B build && cmake --build build";
    native(text, build, "ctest --test-dir build")
}

/// Reads a build of Meson (its reference, `project()`).
pub(crate) fn meson(text: &str, _: &Part<'_>) -> Said {
    let build = "meson setup build && meson compile -C build";
    native(text, build, "meson test -C build")
}

/// A build of C's tools: it is of C or of C++ if it says so, and is run if it is a project. In the
/// folders of a project, files of the same name say what is in them.
fn native(text: &str, build: &str, testing: &str) -> Said {
    let mut said = Said::default();
    // `project(name LANGUAGES C CXX)`, `project('name', 'cpp')`
    if ["CXX", "'cpp'", ".cpp", ".cc"]
        .iter()
        .any(|mark| text.contains(mark))
    {
        said.stacks.push("c++");
    }
    if text.lines().any(names_c) {
        said.stacks.push("c");
    }
    let calls = |line: &str| {
        let line = line.trim_start().to_ascii_lowercase();
        let after = line.strip_prefix("project");
        after.is_some_and(|rest| rest.trim_start().starts_with('('))
    };
    if text.lines().any(calls) {
        said.add(Purpose::Build, build);
        said.add(Purpose::Test, testing);
    }
    said
}

/// True if a line of a build names C, or a source file of C; `.C` is an ending of C++.
fn names_c(line: &str) -> bool {
    let code = line.split('#').next().unwrap_or_default();
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_-+./'".contains(letter);
    let mut words = code.split(|letter| !is_part(letter));
    words.any(|word| {
        let file = word.trim_matches('\'').rsplit_once('.');
        matches!(word, "C" | "'c'") || file.is_some_and(|(_, ending)| ending == "c")
    })
}
