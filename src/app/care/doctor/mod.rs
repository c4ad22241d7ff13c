//! Looking after an installation: a table of checks, each with what is wrong, how to mend it, and
//! whether we may.

mod canary;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use super::init;
use crate::app::hooks;
use crate::app::hooks::{Duty, Place};
use crate::app::workspace::{Error, Workspace};
use crate::domain::layout::{DERIVED, FILTER};
use crate::domain::path::MEMORY;
use crate::domain::private::chain::{NOTES, REFS};
use crate::git::Version;
use crate::store::STALE;

/// Mends what a check found.
type Fix = fn(&Workspace) -> Result<(), Error>;

/// One row of the table.
struct Check {
    name: &'static str,
    /// Says what is good, or what is wrong.
    look: fn(&Workspace) -> Result<State, Error>,
    mend: &'static str,
    /// What `--fix` does, where it may.
    fix: Option<Fix>,
}

/// What a check saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// All is well: what was seen.
    Good(String),
    /// Something is wrong: what.
    Bad(String),
}

/// What a check came to.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The check.
    pub name: &'static str,
    /// What it saw, after mending where that was asked for.
    pub state: State,
    /// How to mend it.
    pub mend: &'static str,
    /// Whether `--fix` could do that.
    pub can_fix: bool,
    /// Whether it has.
    pub is_fixed: bool,
}

const CHECKS: [Check; 8] = [
    Check {
        name: "git",
        look: git,
        mend: "install git 2.39 or newer",
        fix: None,
    },
    Check {
        name: "program",
        look: program,
        mend: "put git-memory on PATH",
        fix: None,
    },
    Check {
        name: "memory",
        look: memory,
        mend: "run 'git memory init'",
        fix: Some(make_ready),
    },
    Check {
        name: "hooks",
        look: hooks,
        mend: "run 'git memory hooks install'",
        fix: Some(install),
    },
    Check {
        name: "filter",
        look: filter,
        mend: "run 'git memory init', and commit what it writes",
        fix: Some(make_ready),
    },
    Check {
        name: "locks",
        look: locks,
        mend: "keep the git folder on a file system with advisory locks",
        fix: None,
    },
    Check {
        name: "refs",
        look: refs,
        mend: "remove them while no git process runs",
        fix: Some(unlock_refs),
    },
    Check {
        name: "canary",
        look: canary::look,
        mend: "run 'git memory hooks install'; see README's table of ways in",
        fix: Some(install),
    },
];

/// Runs every check; mends what is wrong and may be mended where `fix` says so.
#[must_use]
pub fn doctor(workspace: &Workspace, fix: bool) -> Vec<Diagnosis> {
    CHECKS
        .iter()
        .map(|check| diagnose(workspace, check, fix))
        .collect()
}

fn diagnose(workspace: &Workspace, check: &Check, fix: bool) -> Diagnosis {
    let look = |workspace: &Workspace| {
        (check.look)(workspace).unwrap_or_else(|error| State::Bad(error.to_string()))
    };
    let mut state = look(workspace);
    let mut is_fixed = false;
    if let (State::Bad(_), true, Some(mend)) = (&state, fix, check.fix) {
        // Settings are read once in a workspace's life: a new one sees what has changed.
        let mended = mend(workspace).and_then(|()| Workspace::open());
        state = mended.map_or_else(
            |error| State::Bad(error.to_string()),
            |workspace| look(&workspace),
        );
        is_fixed = matches!(state, State::Good(_));
    }
    Diagnosis {
        name: check.name,
        state,
        mend: check.mend,
        can_fix: check.fix.is_some(),
        is_fixed,
    }
}

fn git(workspace: &Workspace) -> Result<State, Error> {
    let version = workspace.repo.git_version()?;
    Ok(if version >= Version::OLDEST {
        State::Good(format!("git {version}"))
    } else {
        State::Bad(format!("git {version} is too old"))
    })
}

/// Hooks and filters run what stands on PATH, which need not be this program.
#[allow(
    clippy::unnecessary_wraps,
    reason = "every row of the table has this shape"
)]
fn program(_desk: &Workspace) -> Result<State, Error> {
    let ours = env!("CARGO_PKG_VERSION");
    Ok(match crate::git::version_of("git-memory") {
        Some(version) if version == ours => State::Good(format!("git-memory {version} is on PATH")),
        Some(version) => State::Bad(format!("git-memory on PATH is {version}, this is {ours}")),
        None => State::Bad("git-memory is not on PATH, so hooks and filters step aside".to_owned()),
    })
}

fn memory(workspace: &Workspace) -> Result<State, Error> {
    let memory = workspace.memory(&crate::store::View::WorkTree)?;
    let is_there = workspace.repo.work_tree()?.join(MEMORY).is_dir();
    let tracked = workspace.repo.index(MEMORY)?;
    let is_hidden = |path: &&str| {
        tracked.iter().any(|entry| entry.path == path.as_bytes()) || workspace.repo.is_ignored(path)
    };
    Ok(if !is_there {
        State::Bad("this repository has no memory yet".to_owned())
    } else if let Some(path) = DERIVED.iter().find(|path| !is_hidden(path)) {
        State::Bad(format!("{path} is neither ignored nor tracked"))
    } else {
        State::Good(format!("{} records", memory.records.len()))
    })
}

fn hooks(workspace: &Workspace) -> Result<State, Error> {
    let is_strict = crate::app::workspace::settings::is_strict(workspace)?;
    let wanted = |duty: Duty| duty != Duty::Filter && (is_strict || duty != Duty::Transaction);
    let hooks = hooks::status(workspace)?;
    let missing = hooks
        .iter()
        .filter(|installed| wanted(installed.hook.duty) && installed.place == Place::Missing);
    let missing: Vec<&str> = missing.map(|installed| installed.hook.name).collect();
    Ok(if missing.is_empty() {
        State::Good("all are in".to_owned())
    } else {
        State::Bad(format!("not installed: {}", missing.join(", ")))
    })
}

fn filter(workspace: &Workspace) -> Result<State, Error> {
    let is_set = workspace
        .repo
        .settings()?
        .get(&format!("filter.{FILTER}.process"))
        .is_some();
    let attribute = workspace
        .repo
        .attribute("filter", &format!("{MEMORY}/notes/any.md"))?;
    Ok(match (is_set, attribute == FILTER) {
        (true, true) => State::Good("files below memory/ go through it".to_owned()),
        (false, _) => State::Bad("the clean filter is not set up in this clone".to_owned()),
        (_, false) => State::Bad(format!("files below memory/ have the filter '{attribute}'")),
    })
}

fn locks(workspace: &Workspace) -> Result<State, Error> {
    workspace.store().lock()?;
    Ok(State::Good("the git folder has advisory locks".to_owned()))
}

/// Lock files of our refs that a killed process left: git would wait for them for ever.
#[allow(
    clippy::unnecessary_wraps,
    reason = "every row of the table has this shape"
)]
fn refs(workspace: &Workspace) -> Result<State, Error> {
    let stale = stale_locks(workspace);
    Ok(if stale.is_empty() {
        State::Good("no lock file was left behind".to_owned())
    } else {
        let names: Vec<String> = stale
            .iter()
            .map(|(file, age)| format!("{} ({} s)", file.display(), age.as_secs()))
            .collect();
        State::Bad(format!(
            "left behind by a killed process: {}",
            names.join(", ")
        ))
    })
}

/// The lock files of refs of ours that are older than any move of a ref takes.
fn stale_locks(workspace: &Workspace) -> Vec<(PathBuf, Duration)> {
    let mut locks = workspace.repo.ref_locks(REFS.trim_end_matches('/'));
    locks.extend(workspace.repo.ref_lock(NOTES));
    locks.retain(|(_, age)| *age > STALE);
    locks.sort();
    locks
}

/// Removes them while we hold our own lock, under which every process of ours moves these refs:
/// none of them can be the owner, and no other program takes a minute.
fn unlock_refs(workspace: &Workspace) -> Result<(), Error> {
    let private = workspace.private()?;
    let _lock = private.lock()?;
    for (file, _) in stale_locks(workspace) {
        fs::remove_file(&file)
            .map_err(|source| crate::store::Error::Write { path: file, source })?;
    }
    Ok(())
}

fn make_ready(workspace: &Workspace) -> Result<(), Error> {
    init::init(
        workspace,
        init::Request {
            hooks: true,
            track_derived: false,
            rules: false,
            is_staged: true,
        },
    )
    .map(drop)
}

fn install(workspace: &Workspace) -> Result<(), Error> {
    hooks::install(workspace).map(drop)
}
