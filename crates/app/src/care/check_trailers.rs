//! Trailers of commits (`Decision: ID`) that name no record of this repository.

use crate::workspace::{Error, Workspace, sanitize};
use git_memory_git::ObjectId;
use git_memory_model::evidence::Citation;
use git_memory_model::evidence::trailer::{Trailer, exemptions, trailers};
use git_memory_model::record::Code;
use git_memory_model::record::check::Finding;
use git_memory_store::{Memory, View};
use git_memory_text::limits;

/// Maximum number of trailers in a report.
const MOST: usize = 100;
/// The longest trailer in a report, in characters.
const LONGEST: usize = 80;

/// The trailers of the commits that `to` reaches and `from` does not which name no record that
/// either of them has.
pub(crate) fn in_range(
    workspace: &Workspace,
    from: ObjectId,
    to: ObjectId,
) -> Result<Vec<Finding>, Error> {
    let history = workspace.store().history();
    let guard = workspace.guard()?;
    let mut memories: Option<Vec<Memory>> = None;
    let mut findings = Vec::new();
    let mut waivers = 0;
    for id in history.between(to, &[from])? {
        let message = history.commit(id)?.message;
        let trailers = trailers(&message);
        if trailers.len() == limits::TRAILERS {
            let (short, most) = (id.short(), limits::TRAILERS);
            let message = format!("commit {short} has {most} trailers or more: those are read");
            findings.push(finding(workspace, message));
        }
        waivers += exemptions(&message).len();
        for trailer in trailers {
            // Most commits have none, and then memory need not be read.
            let memories = match &mut memories {
                Some(memories) => memories,
                None => memories.insert(read(workspace, &[to, from])?),
            };
            if memories.iter().any(|memory| names_record(&trailer, memory)) {
                continue;
            }
            let line = format!("{}: {}", trailer.key, trailer.value);
            let line = sanitize::line(guard, &line, LONGEST);
            let message = format!("commit {} says '{line}', which names no record", id.short());
            findings.push(finding(workspace, message));
            if findings.len() == MOST {
                let message =
                    format!("{MOST} trailers name no record; the others are not looked at");
                findings.push(finding(workspace, message));
                return Ok(findings);
            }
        }
    }
    if waivers > limits::WAIVERS {
        let most = limits::WAIVERS;
        let message = format!("{waivers} waivers (Decision-Exempt): the newest {most} count");
        findings.push(finding(workspace, message));
    }
    Ok(findings)
}

fn finding(workspace: &Workspace, message: String) -> Finding {
    let of_all = workspace.folder().as_path();
    Finding::of_file(of_all, Code::UnknownRecord, message)
}

fn read(workspace: &Workspace, commits: &[ObjectId]) -> Result<Vec<Memory>, Error> {
    let mut memories = Vec::new();
    for commit in commits {
        memories.push(workspace.memory(&View::Revision(commit.to_string()))?);
    }
    Ok(memories)
}

/// True if a trailer has names, and each is the name of a record.
fn names_record(trailer: &Trailer, memory: &Memory) -> bool {
    let is_known = |name: &Citation| memory.records.iter().any(|record| name.names(record));
    !trailer.names.is_empty() && trailer.names.iter().all(is_known)
}
