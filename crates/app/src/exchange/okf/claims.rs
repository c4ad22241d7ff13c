//! A record's claims in the words of the format: its author and its approver, as git knows them,
//! and whether it is still current.

use std::collections::HashMap;

use crate::evidence::ground::{Grounds, Subject};
use crate::records::trust::{Depth, Trusts};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_git::ObjectId;
use git_memory_import::okf::computed::{Computed, Event};
use git_memory_import::okf::{actor, status};
use git_memory_model::evidence::ground::{Ground, Verdict};
use git_memory_model::record::{Record, more};
use git_memory_model::trust::Trust;
use git_memory_store::{Memory, View};
use git_memory_text::date::rfc3339;
use git_memory_text::path::RepoPath;

/// The longest name of a person or an agent, in characters.
const NAME: usize = 100;
/// The key of the agent that wrote a record.
const AGENT: &str = git_memory_model::keys::WRITER.name;

/// The claims of the records that have an id of ours, by their paths.
pub(crate) fn claims(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
) -> Result<HashMap<RepoPath, Computed>, Error> {
    // The default branch depends on the last fetch; the export must be the same everywhere.
    let trusts = Trusts::of(workspace, view, Depth::default())?;
    let records: Vec<&Record> = memory.records.iter().filter(|one| !one.is_page()).collect();
    let subjects: Vec<Subject> = records
        .iter()
        .map(|record| Subject::of(record, memory.blob(record)))
        .collect();
    let grounds = Grounds::of_view(workspace, view)?
        .committed()
        .of(&subjects)?;
    let mut claims = HashMap::new();
    for (record, ground) in records.into_iter().zip(grounds) {
        let told = trusts.told(record.path.as_str(), memory.blob(record))?;
        let commit = match told.commit {
            Some(id) => Some(author(workspace, id)?),
            None => None,
        };
        let computed = Computed {
            type_name: Some(record.place.kind_of_page().type_name()),
            generated: generated(record, commit.as_ref()),
            verified: match (told.trust, commit) {
                (Trust::Agent | Trust::Uncommitted, _) | (_, None) => Vec::new(),
                (_, Some((name, time))) => vec![Event {
                    by: actor::of_author(&name),
                    at: rfc3339(time),
                }],
            },
            stale_after: stale_after(workspace, &ground)?,
            status: Some(status::word(record.lifecycle())),
        };
        claims.insert(record.path.clone(), computed);
    }
    Ok(claims)
}

/// The name of who wrote a commit, and when it was committed.
fn author(workspace: &Workspace, id: ObjectId) -> Result<(String, i64), Error> {
    let commit = workspace.store().history().commit(id)?;
    let name = sanitize::line(workspace.guard()?, &commit.author, NAME);
    Ok((name.into_string(), commit.time))
}

/// Author and day of a record's current text; the day is in the record, so every copy has it.
fn generated(record: &Record, commit: Option<&(String, i64)>) -> Option<Event> {
    let header = &record.header;
    let at = match (header.updated_at, header.updated) {
        (Some(moment), _) => rfc3339(moment),
        (None, Some(day)) => format!("{day}T00:00:00Z"),
        (None, None) => return None,
    };
    let more = header.more.as_ref().map(|text| more::read(text));
    let agent = more.as_ref().and_then(|more| more.get(AGENT)?.as_str());
    let author = commit.map(|(name, _)| name.as_str());
    let by = actor::of_record(header.source.as_deref(), agent, author)?;
    Some(Event { by, at })
}

/// The moment at which a record's ground went away: that of the newest commit that changed it.
fn stale_after(workspace: &Workspace, ground: &Ground) -> Result<Option<String>, Error> {
    let (Verdict::Moved | Verdict::Gone, Some(newest)) = (ground.verdict, &ground.changes.newest)
    else {
        return Ok(None);
    };
    let history = workspace.store().history();
    let commit = history.commit(history.resolve(&newest.commit)?)?;
    Ok(Some(rfc3339(commit.time)))
}
