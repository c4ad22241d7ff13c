//! prepare-commit-msg: the records that a commit is about go into the editor's text as comments,
//! and never into the message.

use std::path::Path;

use crate::evidence::change::Change;
use crate::recall::suggest::{BROUGHT, Suggestion, suggest};
use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::citations;
use git_memory_text as text;

/// Maximum number of records that are offered.
const MOST: usize = 3;
/// The longest reason in a comment.
const REASON: usize = 120;

/// The settings for the sign of a comment in a message; git reads both.
const SIGNS: [&str; 2] = ["core.commentstring", "core.commentchar"];
/// The setting for the clean-up of messages.
const CLEANUP: &str = "commit.cleanup";

/// Source of a commit's message, as git tells the hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MessageSource {
    /// An editor, which begins with nothing, or with a template.
    Editor,
    /// The command line, or a file.
    Given,
    /// A merge, another commit, or several of them.
    Other,
}

/// A record that the commit may name.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The trailer that names it.
    pub trailer: String,
}

/// Puts what a commit is about into the message's file, where an editor is about to show it. Where
/// the message is given already, the record that it could name.
pub fn prepare(workspace: &Workspace, arguments: &[String]) -> Result<Option<Offer>, Error> {
    let Some(file) = arguments.first() else {
        return Ok(None);
    };
    let source = match arguments.get(1).map(String::as_str) {
        None | Some("" | "template") => MessageSource::Editor,
        Some("message") => MessageSource::Given,
        Some(_) => MessageSource::Other,
    };
    // git reuses a message that was written before.
    let store = workspace.store();
    if source == MessageSource::Other || store.operation()?.is_some() {
        return Ok(None);
    }
    let Some(message) = store.message_file(Path::new(file))? else {
        return Ok(None);
    };
    if is_reverting(&message.text) || !citations(&message.text).is_empty() {
        return Ok(None);
    }
    let mut suggested = suggest(workspace, &Change::Staged, usize::MAX, true, &|_, _| {})?;
    // A message need not name the records that its commit adds.
    let is_brought = |it: &Suggestion| it.reasons.iter().any(|reason| reason == BROUGHT);
    suggested.records.retain(|it| !is_brought(it));
    suggested.records.truncate(MOST);
    if source == MessageSource::Given {
        return Ok(suggested.records.iter().find_map(offer));
    }
    let mut lines = Vec::new();
    for line in comments(&suggested.records) {
        lines.push(workspace.guard()?.redact(&line));
    }
    if lines.is_empty() || keeps_comments(workspace)? {
        return Ok(None);
    }
    message.add_comments(sign(workspace)?.as_deref(), &lines)?;
    Ok(None)
}

/// True if git itself wrote the message of a revert: without a conflict, it leaves no other trace
/// of that.
fn is_reverting(text: &str) -> bool {
    ["Revert \"", "Reapply \""]
        .iter()
        .any(|begin| text.starts_with(begin))
}

/// Returns the comments for the message; empty if there is nothing to offer.
fn comments(records: &[Suggestion]) -> Vec<String> {
    let mut lines = Vec::new();
    for record in records {
        if let (Some(trailer), Some(reason)) = (&record.trailer, record.reasons.first()) {
            let about = format!("{}: {reason}", record.hit.title);
            let about = text::one_line(&about, REASON);
            lines.push(format!("  {}", text::visible(&about)));
            lines.push(trailer.clone());
        }
    }
    if !lines.is_empty() {
        let head = "This commit may follow a decision. To cite it, uncomment a line:";
        lines.insert(0, head.to_owned());
    }
    lines
}

fn offer(record: &Suggestion) -> Option<Offer> {
    Some(Offer {
        id: record.hit.id.clone(),
        title: record.hit.title.to_string(),
        trailer: record.trailer.clone()?,
    })
}

/// True if git leaves comments in messages.
fn keeps_comments(workspace: &Workspace) -> Result<bool, Error> {
    let settings = workspace.store().configuration().settings()?;
    Ok(matches!(
        settings.get(CLEANUP),
        Some("scissors" | "verbatim" | "whitespace")
    ))
}

/// Returns the sign that begins a comment; `None` if git chooses it for each message.
fn sign(workspace: &Workspace) -> Result<Option<String>, Error> {
    let settings = workspace.store().configuration().settings()?;
    let sign = SIGNS.iter().find_map(|key| settings.get(key));
    Ok(match sign {
        Some("auto") => None,
        Some(sign) if !sign.is_empty() => Some(sign.to_owned()),
        _ => Some("#".to_owned()),
    })
}
