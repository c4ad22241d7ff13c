//! The table of checks, each with what is wrong, how to fix it, and whether we may.

use crate::care::doctor::state::State;
use crate::care::doctor::{running, surroundings, two_records};
use crate::care::init;
use crate::context::build_all;
use crate::hooks;
use crate::private::fetching;
use crate::workspace::{Error, Workspace};
use git_memory_model::layout::{BYTES_CHANGED, DERIVED, FILTER, MERGE_DRIVER};
use git_memory_store::View;
use git_memory_text::advice::Advice;
use git_memory_text::counted;

/// Fixes the fault that a check found; returns an additional message, if there is one.
type Fix = fn(&Workspace) -> Result<Option<String>, Error>;

/// One row of the table.
struct Check {
    name: &'static str,
    /// Looks at the state: good, or wrong.
    look: fn(&Workspace) -> Result<State, Error>,
    advice: Advice,
    /// The repair that `--fix` makes, if there is one.
    fix: Option<Fix>,
}

/// Result of a check.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The check.
    pub name: &'static str,
    /// The state that the check saw, after repair if that was requested.
    pub state: State,
    /// Advice on how to fix it.
    pub advice: Advice,
    /// True if `--fix` can repair it.
    pub can_fix: bool,
    /// True if `--fix` has repaired it.
    pub is_fixed: bool,
}

static CHECKS: [Check; 18] = [
    Check {
        name: "git",
        look: running::git,
        advice: Advice::by_hand("install git 2.39 or newer"),
        fix: None,
    },
    Check {
        name: "storage",
        look: surroundings::storage,
        advice: Advice::by_hand("correct git's settings"),
        fix: None,
    },
    Check {
        name: "program",
        look: program,
        advice: Advice::by_hand("put git-memory on PATH"),
        fix: None,
    },
    Check {
        name: "memory",
        look: memory,
        advice: Advice::Init,
        fix: Some(make_ready),
    },
    Check {
        name: "hooks",
        look: running::hooks,
        advice: Advice::InstallHooks,
        fix: Some(install),
    },
    Check {
        name: "filter",
        look: filter,
        advice: Advice::SetUpFilter,
        fix: Some(make_ready),
    },
    Check {
        name: "merges",
        look: merges,
        advice: Advice::SetUpFilter,
        fix: Some(make_ready),
    },
    Check {
        name: "names",
        look: two_records::look,
        advice: Advice::by_hand("give each of them a file of its own"),
        fix: Some(two_records::part),
    },
    Check {
        name: "locks",
        look: locks,
        advice: Advice::by_hand("keep the git folder on a file system with advisory locks"),
        fix: None,
    },
    Check {
        name: "caches",
        look: surroundings::caches,
        advice: Advice::by_hand("let this user write there; without caches, commands are slower"),
        fix: None,
    },
    Check {
        name: "model",
        look: surroundings::model,
        advice: Advice::ListModels,
        fix: None,
    },
    Check {
        name: "refs",
        look: refs,
        advice: Advice::by_hand("remove them while no git process runs"),
        fix: Some(unlock_refs),
    },
    Check {
        name: "work-log",
        look: private,
        advice: Advice::by_hand(
            "restore the objects from a backup or another clone; --fix goes on without them",
        ),
        fix: Some(mend_private),
    },
    Check {
        name: "fetch",
        look: surroundings::fetch,
        advice: Advice::by_hand("leave refs/memory/* and refs/notes/memory* out of it"),
        fix: Some(guard),
    },
    Check {
        name: "notes",
        look: surroundings::notes,
        advice: Advice::InstallHooks,
        fix: Some(mend_notes),
    },
    Check {
        name: "agents",
        look: surroundings::agents,
        advice: Advice::BuildRules,
        fix: Some(rebuild_rules),
    },
    Check {
        name: "manual",
        look: surroundings::manual,
        advice: Advice::InstallManual,
        fix: None,
    },
    Check {
        name: "canary",
        look: running::nets,
        advice: Advice::ReinstallHooks,
        fix: Some(install),
    },
];

/// Runs every check, and with `fix` repairs the faults that can be repaired.
pub fn doctor(workspace: &Workspace, fix: bool) -> Result<Vec<Diagnosis>, Error> {
    let mut diagnoses: Vec<Diagnosis> = Vec::new();
    let mut renewed: Option<Workspace> = None;
    for check in &CHECKS {
        let workspace = match &renewed {
            Some(renewed) => renewed,
            None => workspace,
        };
        let seen = diagnose(workspace, check, fix);
        if seen.is_fixed {
            // Settings are read once in a workspace's life, and may have changed with that.
            renewed = Some(workspace.next(workspace.invocation())?);
        }
        diagnoses.push(seen);
    }
    Ok(diagnoses)
}

fn diagnose(workspace: &Workspace, check: &Check, fix: bool) -> Diagnosis {
    let mut state = state_of((check.look)(workspace));
    let mut is_fixed = false;
    if let (State::Bad(_) | State::Otherwise(..), true, Some(fix)) = (&state, fix, check.fix) {
        state = state_of(look_after(workspace, check, fix));
        is_fixed = state.is_good();
    }
    let (advice, can_fix) = match &state {
        State::Foreign(_, advice) | State::Idle(_, advice) => (advice.clone(), false),
        State::Otherwise(_, advice) => (advice.clone(), check.fix.is_some()),
        _ => (check.advice.clone(), check.fix.is_some()),
    };
    Diagnosis {
        name: check.name,
        state,
        advice,
        can_fix,
        is_fixed,
    }
}

/// Fixes it, and looks again.
fn look_after(workspace: &Workspace, check: &Check, fix: Fix) -> Result<State, Error> {
    let done = fix(workspace)?;
    // Settings are read once in a workspace's life: a new one sees what has changed.
    let state = (check.look)(&workspace.next(workspace.invocation())?)?;
    Ok(match (state, done) {
        (State::Good(seen), Some(done)) => State::Good(format!("{seen}; {done}")),
        (state, _) => state,
    })
}

/// Turns the error of a failed check into its message.
fn state_of(seen: Result<State, Error>) -> State {
    match seen {
        Ok(state) => state,
        Err(error) => State::Bad(error.to_string()),
    }
}

/// Hooks and filters run the program that is on PATH, which need not be this one.
#[allow(
    clippy::unnecessary_wraps,
    reason = "every row of the table has this shape"
)]
fn program(workspace: &Workspace) -> Result<State, Error> {
    let ours = env!("CARGO_PKG_VERSION");
    let found = workspace
        .store()
        .configuration()
        .program_version("git-memory");
    Ok(match found {
        Some(version) if version == ours => State::Good(format!("git-memory {version} is on PATH")),
        Some(version) => State::Bad(format!("git-memory on PATH is {version}, this is {ours}")),
        None => State::Bad("git-memory is not on PATH, so hooks and filters do nothing".to_owned()),
    })
}

fn memory(workspace: &Workspace) -> Result<State, Error> {
    let memory = workspace.memory(&View::WorkTree)?;
    let left_out = workspace.left_out()?;
    if !workspace.has_memory() {
        return Ok(State::Bad("this repository has no memory yet".to_owned()));
    }
    let tracked = workspace.store().staging().memory_files()?;
    for name in DERIVED {
        let path = workspace.folder().join(name);
        // Neither they nor what ignores them is there.
        if workspace.store().is_left_out()? {
            break;
        }
        let is_tracked = tracked.iter().any(|entry| entry.path == path.as_bytes());
        // Neither: `git add .` would commit it on one branch, and merges would conflict on it.
        if !is_tracked && !workspace.store().configuration().is_ignored(&path)? {
            return Ok(State::Bad(format!("{path} is neither ignored nor tracked")));
        }
    }
    let mut seen = counted(memory.records.len(), "record");
    if let Some(line) = left_out {
        seen.push_str("; ");
        seen.push_str(&line);
    }
    // They do no harm, and may be what another tool lives by.
    for path in workspace.store().foreign_derived()? {
        seen.push_str("; ");
        seen.push_str(&path);
        seen.push_str(" was not written by git-memory, and stays as it is");
    }
    Ok(State::Good(seen))
}

fn filter(workspace: &Workspace) -> Result<State, Error> {
    // The attribute comes with the files, the filter's command with no clone: both have to be here.
    let configuration = workspace.store().configuration();
    let process = format!("filter.{FILTER}.process");
    let is_set = configuration.settings()?.get(&process).is_some();
    let memory = workspace.folder();
    let path = memory.join("notes/any.md");
    for name in BYTES_CHANGED {
        let value = configuration.attribute(name, &path)?;
        if !matches!(value.as_str(), "unspecified" | "unset") {
            let what = format!("files below {memory}/ have the attribute '{name}' ({value})");
            return Ok(State::Otherwise(what, Advice::Init));
        }
    }
    let attribute = configuration.attribute("filter", &path)?;
    Ok(match (is_set, attribute == FILTER) {
        (true, true) => State::Good(format!("files below {memory}/ go through it")),
        (false, is_named) => unset("the clean filter", is_named),
        (_, false) => State::Bad(format!(
            "files below {memory}/ have the filter '{attribute}'"
        )),
    })
}

/// Returns the state for a setting that clones do not bring along, if this clone lacks it. If the
/// attributes name it, nothing has to be committed.
fn unset(what: &str, is_named: bool) -> State {
    let what = format!("{what} is not set up in this clone");
    if is_named {
        State::Otherwise(what, Advice::InstallHooks)
    } else {
        State::Bad(what)
    }
}

/// The merge driver: like the filter, half of it comes with the files.
fn merges(workspace: &Workspace) -> Result<State, Error> {
    let memory = workspace.folder();
    let configuration = workspace.store().configuration();
    let attribute = configuration.attribute("merge", &memory.join("notes/any.md"))?;
    let driver = format!("merge.{MERGE_DRIVER}.driver");
    Ok(if attribute == "unspecified" {
        State::Bad(format!(
            "{memory}/.gitattributes does not name the merge driver"
        ))
    } else if attribute != MERGE_DRIVER {
        // The author of another value chose it on purpose.
        State::Good(format!(
            "records are merged by '{attribute}', as attributes say"
        ))
    } else if configuration.settings()?.get(&driver).is_none() {
        unset("the merge driver", true)
    } else if hooks::outdated(workspace)?.contains(&"merge-driver") {
        let what = "the merge driver is that of another version".to_owned();
        State::Otherwise(what, Advice::InstallHooks)
    } else {
        State::Good("records are merged by their keys".to_owned())
    })
}

fn locks(workspace: &Workspace) -> Result<State, Error> {
    // Nothing but taking it shows whether there are any: some network file systems have none.
    workspace.store().lock()?;
    Ok(State::Good("the git folder has advisory locks".to_owned()))
}

/// Lock files of our refs that a killed process left: git would wait for them for ever.
fn refs(workspace: &Workspace) -> Result<State, Error> {
    let stale = workspace.private()?.stale_locks()?;
    Ok(if stale.is_empty() {
        State::Good("no lock file was left behind".to_owned())
    } else {
        let names: Vec<String> = stale
            .iter()
            .map(|lock| format!("{} ({} s)", lock.path.display(), lock.age.as_secs()))
            .collect();
        State::Bad(format!(
            "left behind by a killed process: {}",
            names.join(", ")
        ))
    })
}

/// Removes them while we hold our own lock.
fn unlock_refs(workspace: &Workspace) -> Result<Option<String>, Error> {
    let private = workspace.private()?;
    // Under our own lock no process of ours can be in the middle of a write, so the owners of stale
    // locks have ended.
    let lock = private.lock()?;
    private.remove_stale_locks(&lock)?;
    Ok(None)
}

/// Private memory, every object of it.
fn private(workspace: &Workspace) -> Result<State, Error> {
    let private = workspace.private()?;
    let damage = private.damage()?;
    let gone = private.gone()?;
    if damage.is_empty() && !gone.is_empty() {
        let lines = gone
            .iter()
            .map(|it| format!("{} was deleted; it was at {}", it.name, it.tip));
        let what = lines.collect::<Vec<_>>().join("; ");
        let advice = Advice::by_hand("create the ref again at that commit");
        return Ok(State::Otherwise(what, advice));
    }
    if !damage.is_empty() {
        let names: Vec<String> = damage
            .iter()
            .map(|damaged| format!("'{}': {}", damaged.chain, damaged.what))
            .collect();
        return Ok(State::Bad(format!("cannot be read: {}", names.join("; "))));
    }
    let chains = private.chains()?;
    let former: Vec<String> = chains
        .iter()
        .filter(|(chain, _)| chain.is_former())
        .map(|(chain, _)| chain.to_string())
        .collect();
    let branches = match chains.len() - former.len() {
        1 => "1 branch".to_owned(),
        count => format!("{count} branches"),
    };
    let mut seen = format!("{branches}; every entry can be read");
    if !former.is_empty() {
        seen.extend(["; kept beside them: ", &former.join(", ")]);
    }
    Ok(State::Good(seen))
}

fn mend_private(workspace: &Workspace) -> Result<Option<String>, Error> {
    let private = workspace.private()?;
    let lock = private.lock()?;
    // Look again under the lock: another process may have written or repaired since.
    let damage = private.damage()?;
    private.mend(&lock, &damage)?;
    let mut done = Vec::new();
    for damaged in &damage {
        done.push(format!(
            "deleted: of '{}' {}",
            damaged.chain,
            damaged.gone()
        ));
    }
    // After that: what was lost may be in a chain again.
    let gone = private.gone()?;
    private.bring_back(&lock, &gone)?;
    done.extend(gone.iter().map(|gone| format!("restored: {}", gone.name)));
    Ok((!done.is_empty()).then(|| done.join("; ")))
}

fn mend_notes(workspace: &Workspace) -> Result<Option<String>, Error> {
    let private = workspace.private()?;
    let bad = private.mend_notes(&private.lock()?)?;
    install(workspace)?;
    Ok(bad.map(|bad| bad.outcome()))
}

/// Leaves private memory out of what fetches bring.
fn guard(workspace: &Workspace) -> Result<Option<String>, Error> {
    let mut added = Vec::new();
    for remote in fetching::guard(workspace)? {
        let refspecs = remote.fetching.lacking.join(", ");
        added.push(format!("added {refspecs} to {}", remote.setting()));
    }
    Ok((!added.is_empty()).then(|| added.join("; ")))
}

fn make_ready(workspace: &Workspace) -> Result<Option<String>, Error> {
    init::init(
        workspace,
        &init::Request {
            hooks: true,
            roots: Vec::new(),
            // The team decides if derived files are tracked, and the index has its choice.
            track_derived: false,
            rules: false,
            is_staged: true,
            is_forced: false,
        },
    )?;
    Ok(None)
}

fn rebuild_rules(workspace: &Workspace) -> Result<Option<String>, Error> {
    build_all(workspace, &[])?;
    Ok(None)
}

fn install(workspace: &Workspace) -> Result<Option<String>, Error> {
    // Nothing is put into files of others unasked.
    hooks::install(workspace, hooks::Allowed::default())?;
    Ok(None)
}
