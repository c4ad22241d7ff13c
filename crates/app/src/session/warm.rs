//! The reading that hooks of a session begin with: of a long history, more than they have time for.
//! A process of its own does it where a hook ran out of time, and ahead of the first session of a
//! clone. In clones of 5,000 commits on a busy machine, the first hook about a file took 0.4 s after
//! it, and without it ran out of 0.9 s each time.

use std::path::Path;

use super::Session;
use super::asked::wants;
use super::start::first_question;
use crate::context::{ContextQuestion, governing, pack};
use crate::project;
use crate::workspace::{Error, Invocation, Workspace};
use git_memory_agents::agent::event::AgentEvent;
use git_memory_git::{ObjectId, start_alone};
use git_memory_text::advice::Wording;

/// The name of the hook that does it.
pub const NAME: &str = "warm-up";
/// The least number of commits for which it is worth a process.
const LONG: usize = 500;
/// The steps of it, for who watches.
const STEPS: usize = 4;

/// Starts a process that does it in the folder of a session, and counts that a hook was late.
///
/// # Errors
/// A missing folder, or a process that cannot be started.
pub fn start_late(
    invocation: &Invocation,
    folder: Option<&Path>,
    late: AgentEvent,
) -> Result<(), Error> {
    let moved = match folder {
        Some(folder) => invocation.at(folder)?,
        None => invocation.clone(),
    };
    let arguments = ["hook", NAME, late.name()];
    Ok(start_alone(moved.environment(), &arguments)?)
}

/// Does it, unless another process does, or it was done just now. `late` is a hook that ran out of
/// time.
pub fn warm_up(
    invocation: &Invocation,
    late: Option<AgentEvent>,
    wording: Wording,
) -> Result<(), Error> {
    let Some(workspace) = Session::default().open(invocation)? else {
        return Ok(());
    };
    if let Some(late) = late {
        workspace
            .store()
            .count_late(late.name(), invocation.now())?;
    }
    let Some(tip) = workspace.store().history().head_commit()? else {
        return Ok(());
    };
    fill(workspace, tip, wording, &|_, _| {})
}

/// Starts the reading ahead of time in a detached process: at the first command or switch of a
/// clone with a long history.
pub fn start_ahead(workspace: &Workspace) -> Result<(), Error> {
    if wanted(workspace)?.is_some() {
        start_alone(workspace.invocation().environment(), &["hook", NAME])?;
    }
    Ok(())
}

/// Does the reading ahead of time, and reports the number of steps done, and of all.
pub fn do_ahead(
    workspace: &Workspace,
    wording: Wording,
    progress: &dyn Fn(usize, usize),
) -> Result<(), Error> {
    match wanted(workspace)? {
        Some(tip) => fill(workspace, tip, wording, progress),
        None => Ok(()),
    }
}

/// The commit for which it is to be done ahead; `None` where it was done before, or is quick enough
/// for the first hook.
fn wanted(workspace: &Workspace) -> Result<Option<ObjectId>, Error> {
    let store = workspace.store();
    if store.was_warmed() || !wants(workspace)? {
        return Ok(None);
    }
    let Some(tip) = store.history().head_commit()? else {
        return Ok(None);
    };
    if store.history().is_longer(tip, LONG)? {
        return Ok(Some(tip));
    }
    // It is not counted again.
    if let Some(nothing) = store.begin_warm_up(tip, workspace.invocation().now()) {
        nothing.done();
    }
    Ok(None)
}

fn fill(
    workspace: &Workspace,
    tip: ObjectId,
    wording: Wording,
    progress: &dyn Fn(usize, usize),
) -> Result<(), Error> {
    let now = workspace.invocation().now();
    let Some(warming) = workspace.store().begin_warm_up(tip, now) else {
        return Ok(());
    };
    progress(0, STEPS);
    project::index::load(workspace)?;
    progress(1, STEPS);
    pack(workspace, &first_question(false), wording, &|_, _| {})?;
    // The question of a prompt, and that of a file.
    for (done, (query, paths)) in (2..).zip([("memory", &[][..]), ("", &["README.md"])]) {
        progress(done, STEPS);
        let request = ContextQuestion {
            query: query.to_owned(),
            paths: paths.iter().map(ToString::to_string).collect(),
            only: true,
            ..ContextQuestion::default()
        };
        governing(workspace, &request, &|_, _| true)?;
    }
    warming.done();
    Ok(())
}
