//! A canary: a made-up secret is planted in a scratch repository with the nets of this one, and
//! every net has to hold it. A net that holds everything, or that nobody asked, is no net: what is
//! clean has to pass it.

use std::fs;

use super::State;
use crate::app::hooks;
use crate::app::hooks::{Duty, Hook, Place};
use crate::app::workspace::{Error, Workspace};
use crate::domain::hook_file;
use crate::domain::layout::FILTERED;
use crate::git::Scratch;

/// git's arguments that take the filter out of the way of the nets behind it.
const UNFILTERED: [&str; 4] = [
    "-c",
    "filter.git-memory.process=",
    "-c",
    "filter.git-memory.required=false",
];
const FILE: &str = "memory/canary.txt";

pub(crate) fn look(workspace: &Workspace) -> Result<State, Error> {
    let scratch = Scratch::like(&workspace.repo)?;
    let nets = hang_nets(workspace, &scratch)?;
    let write = |path: &str, text: &str| {
        let file = scratch.path().join(path);
        let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
        folder
            .and_then(|()| fs::write(&file, text))
            .map_err(|source| Error::Input { path: file, source })
    };
    let git = |arguments: &[&str]| scratch.git(arguments);
    let unfiltered = |arguments: &[&str]| scratch.git(&[&UNFILTERED, arguments].concat());
    write("memory/.gitattributes", FILTERED)?;
    write(FILE, "Nothing to see here.\n")?;
    for clean in [
        vec!["add", "memory"],
        vec!["commit", "-q", "-m", "Clean"],
        vec!["push", "-q", "../remote", "HEAD:refs/heads/main"],
    ] {
        let ended = git(&clean)?;
        if !ended.is_good {
            return Ok(State::Bad(format!(
                "'git {}' does not let pass what is clean: {}",
                clean[0],
                ended.said.trim()
            )));
        }
    }
    // Made here and now: no scanner finds it in this program, and it opens nothing.
    let canary = format!("{}_{}", "ghp", workspace.random_word(36));
    write(FILE, &format!("{canary}\n"))?;
    let mut held = Vec::new();
    let mut missed = Vec::new();
    let mut note = |net: &'static str, duty: Duty, ended: crate::git::Ended| {
        let is_held = !ended.is_good && ended.said.contains(FILE) && !ended.said.contains(&canary);
        match (is_held, nets.contains(&duty)) {
            (true, _) => held.push(net),
            (false, true) => missed.push(format!("{net} lets a secret through")),
            (false, false) => missed.push(format!("{net} is not installed")),
        }
    };
    note("the clean filter", Duty::Filter, git(&["add", FILE])?);
    unfiltered(&["add", FILE])?;
    note(
        "pre-commit",
        Duty::Guard,
        unfiltered(&["commit", "-q", "-m", "Canary"])?,
    );
    // A commit that no ref has: what the nets behind have to hold.
    let tree = git(&["write-tree"])?.answer;
    let commit = git(&["commit-tree", &tree, "-p", "HEAD", "-m", "Canary"])?.answer;
    note(
        "pre-push",
        Duty::Push,
        git(&[
            "push",
            "-q",
            "../remote",
            &format!("{commit}:refs/heads/main"),
        ])?,
    );
    if nets.contains(&Duty::Transaction) {
        note(
            "reference-transaction",
            Duty::Transaction,
            git(&["update-ref", "refs/heads/canary", &commit])?,
        );
    }
    Ok(if missed.is_empty() {
        State::Good(format!("held by {}", held.join(", ")))
    } else {
        State::Bad(missed.join("; "))
    })
}

/// Puts the nets of this repository into the scratch one, as they stand here; nobody else's hook is
/// taken along. Gives the duties that are served.
fn hang_nets(workspace: &Workspace, scratch: &Scratch) -> Result<Vec<Duty>, Error> {
    let folder = scratch.path().join(".git/hooks");
    // A folder that all repositories share is somebody else's too.
    scratch.git(&["config", "core.hooksPath", &folder.to_string_lossy()])?;
    let mut nets = Vec::new();
    for installed in hooks::status(workspace)? {
        let Hook { name, duty } = installed.hook;
        match installed.place {
            Place::Settings => {
                for (key, value) in hooks::settings(installed.hook) {
                    scratch.git(&[
                        "config",
                        &key,
                        workspace
                            .repo
                            .settings()?
                            .get(&key.to_ascii_lowercase())
                            .unwrap_or(&value),
                    ])?;
                }
            }
            Place::File(file) => {
                let text = fs::read_to_string(&file)
                    .map_err(|source| Error::Input { path: file, source })?;
                let section = hook_file::section(&text).unwrap_or_default();
                hooks::write_new(&folder.join(name), &format!("#!/bin/sh\n{section}"))?;
            }
            Place::Missing | Place::Foreign(..) => continue,
        }
        nets.push(duty);
    }
    Ok(nets)
}
