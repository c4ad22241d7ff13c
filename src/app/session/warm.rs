//! What the hooks of a session read first: of a long history, more than they have time for. Where
//! one ran out of time, a process of its own does it, so that the next one finds it done.

use std::path::Path;

use super::Session;
use crate::app::context::{PackRequest, governing, pack};
use crate::app::project;
use crate::app::workspace::{Error, Invocation};
use crate::domain::advice::Wording;
use crate::domain::agent::AgentEvent;
use crate::git::start_alone;

/// The name of the hook that does it.
pub const NAME: &str = "warm-up";

/// Starts a process that does it in the folder of a session, and counts that a hook was late.
///
/// # Errors
/// Where there is no such folder, or no process can be started.
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
///
/// # Errors
/// Where memory or git cannot be read.
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
    let now = invocation.now();
    let Some(warming) = workspace.store().begin_warm_up(tip, now) else {
        return Ok(());
    };
    project::index::load(workspace)?;
    pack(workspace, &PackRequest::default(), wording, &|_, _| {})?;
    // What a prompt asks, and what a file does.
    for (query, paths) in [("memory", &[][..]), ("", &["README.md"])] {
        let request = PackRequest {
            query: query.to_owned(),
            paths: paths.iter().map(ToString::to_string).collect(),
            is_only: true,
            ..PackRequest::default()
        };
        governing(workspace, &request, &[])?;
    }
    warming.done();
    Ok(())
}
