//! Content of one commit of a chain.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::message::Message;
use crate::kind::Kind;
use crate::record::RecordId;
use git_memory_guard::{Clean, Guard, Token, clean, is_redacted, redact};
use git_memory_text as text;
use git_memory_text::limits;

/// The prefix of the id of an entry that is not a record.
pub const ID_PREFIX: &str = "sum";

/// True if a name is the id of an entry, not of a record, or the beginning of one.
#[must_use]
pub fn is_id(name: &str) -> bool {
    let id = name.strip_prefix(ID_PREFIX);
    id.is_some_and(|id| id.starts_with('-'))
}

/// The keys of an entry's trailers.
pub mod key {
    /// The entry's id: `sum-…`, or that of the record.
    pub const ID: &str = "Memory-Id";
    /// Kind of the entry.
    pub const KIND: &str = "Memory-Kind";
    /// The run that it belongs to.
    pub const RUN: &str = "Run-Id";
    /// The step of the run.
    pub const STEP: &str = "Step-Id";
    /// The name of the agent that did the step.
    pub const AGENT: &str = "Agent";
    /// Status of the step, a name of [`Status`](super::Status).
    pub const STATUS: &str = "Status";
    /// Once or more: a step of the run that has to be done first.
    pub const AFTER: &str = "After";
    /// The agent that is to do the step.
    pub const ASSIGNEE: &str = "Assignee";
    /// How long the agent has the step, counted from its newest entry, in seconds.
    pub const LEASE: &str = "Lease";
    /// The id of the entry that this one was written after, on another branch.
    pub const FOLLOWS: &str = "Follows";
    /// The repository, work tree and branch that it was written in.
    pub const REPO: &str = "Repo-Hash";
    /// The commit that HEAD was at.
    pub const HEAD: &str = "Head";
    /// In a compaction, once or more: the newest entries that it replaces.
    pub const COMPACTS: &str = "Compacts";
    /// In a fold: the branch that was folded in.
    pub const FOLDED: &str = "Folded";
    /// In a forgetting, and in a join that brings one along, once or more: the ids of the entries
    /// that nothing shows any more.
    pub const FORGETS: &str = "Forgets";
    /// In a fold: the last commit of that branch's own work that was merged.
    pub const MERGED: &str = "Merged";
}

/// Kinds of commits of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// Events of a step.
    Summary,
    /// One entry in place of older ones of its run.
    Compaction,
    /// A private record of this kind, whose file is in the tree of the commit.
    Record(Kind),
    /// Two chains joined: no entry of its own.
    Join,
    /// Entries are hidden: no entry of its own either.
    Forgetting,
    /// An entry that is encrypted, and could not be read here.
    Sealed,
}

impl EntryKind {
    /// Its name, as the trailer has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Compaction => "compaction",
            Self::Record(kind) => kind.name(),
            Self::Join => "join",
            Self::Forgetting => "forget",
            Self::Sealed => "encrypted",
        }
    }

    fn named(name: &str) -> Self {
        for kind in [Self::Compaction, Self::Join, Self::Forgetting, Self::Sealed] {
            if kind.name() == name {
                return kind;
            }
        }
        match Kind::by_name(name) {
            Some(kind) => Self::Record(kind),
            // A later version may write other kinds. As a summary it is at least shown; an unknown
            // kind would have to be left out or stop the whole log.
            None => Self::Summary,
        }
    }
}

impl fmt::Display for EntryKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl Token for EntryKind {}

/// Status of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The step is to be done by any agent.
    Planned,
    /// It is to be done by one agent.
    Assigned,
    /// It is in progress.
    Started,
    /// It cannot go on until something else happens.
    Blocked,
    /// It is done, as it was meant to be.
    Ok,
    /// It was given up, or came to a wrong end.
    Failed,
    /// It is in progress again after it failed.
    Retry,
    /// It is not to be done any more.
    Cancelled,
}

impl Status {
    /// Every status, in the order of a step.
    pub const ALL: [Self; 8] = [
        Self::Planned,
        Self::Assigned,
        Self::Started,
        Self::Blocked,
        Self::Ok,
        Self::Failed,
        Self::Retry,
        Self::Cancelled,
    ];

    /// Its name, as the trailer has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Assigned => "assigned",
            Self::Started => "started",
            Self::Blocked => "blocked",
            Self::Ok => "ok",
            Self::Failed => "failed",
            Self::Retry => "retry",
            Self::Cancelled => "cancelled",
        }
    }

    /// The status of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

impl Token for Status {}

/// A number of seconds, as a trailer has it.
#[derive(Clone, Copy, Debug)]
pub struct Seconds(pub i64);

impl fmt::Display for Seconds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl Token for Seconds {}

/// A name that no [`Status`] has.
#[derive(Debug, thiserror::Error)]
#[error("one of: {}", Status::ALL.map(Status::name).join(", "))]
pub struct UnknownStatus;

impl FromStr for Status {
    type Err = UnknownStatus;

    fn from_str(name: &str) -> Result<Self, UnknownStatus> {
        // What `runs` says of such a step.
        if name == "done" {
            return Ok(Self::Ok);
        }
        Self::by_name(name).ok_or(UnknownStatus)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The name of a run, a step or an agent: the value of a trailer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(String);

/// A text that cannot be a [`Label`].
#[derive(Debug, thiserror::Error)]
#[error("invalid name '{0}': 1 to 100 printable characters")]
pub struct BadLabel(String);

impl Label {
    /// The name, without white space around it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Label {
    type Err = BadLabel;

    fn from_str(given: &str) -> Result<Self, BadLabel> {
        let label = given.trim();
        // It is written as the value of a trailer: a line break would begin a trailer of its own.
        let is_plain = !label.contains(['\n', '\r']) && text::hidden(label).next().is_none();
        if is_plain && (1..=limits::LABEL_CHARS).contains(&label.chars().count()) {
            Ok(Self(label.to_owned()))
        } else {
            Err(BadLabel(
                text::visible_line(&text::one_line(given, 40)).into_owned(),
            ))
        }
    }
}

/// An entry as its message states it. Every text went through the rules of the secret guard: a
/// commit of another writer may hold anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Kind of the entry.
    pub kind: EntryKind,
    /// Its id, if it has one.
    pub id: Option<Clean>,
    /// The run that it belongs to.
    pub run: Option<Clean>,
    /// The step of the run.
    pub step: Option<Clean>,
    /// The name of the agent that did the step.
    pub agent: Option<Clean>,
    /// Status of the step.
    pub status: Option<Status>,
    /// Steps of the run that have to be done before this one.
    pub after: Vec<Clean>,
    /// The agent that is to do the step.
    pub assignee: Option<Clean>,
    /// How long the agent has the step, counted from its newest entry, in seconds.
    pub lease: Option<i64>,
    /// The id of the entry on another branch that this one was written after.
    pub follows: Option<String>,
    /// The commit that HEAD was at, in hex.
    pub head: Option<String>,
    /// The repository, work tree and branch that it was written in.
    pub repo_hash: Option<String>,
    /// In a compaction, the newest entries that it replaces, in hex; it also replaces the entries
    /// that they reach.
    pub compacts: Vec<String>,
    /// In a forgetting, and in a join that brings one along, the ids of the entries that are
    /// hidden.
    pub forgets: Vec<String>,
    /// In a fold, the branch.
    pub folded: Option<Clean>,
    /// In a fold, the last commit of the branch's own work that was merged, in hex.
    pub merged: Option<String>,
    /// Its title, on one line.
    pub title: Clean,
    /// Its text, Markdown, without the trailers.
    pub body: Clean,
}

impl Entry {
    /// Reads a commit's message; `parents` is the number of the commit's parents.
    #[must_use]
    pub fn parse(text: &str, parents: usize) -> Self {
        Self::parse_by(&Guard::new(), text, parents)
    }

    /// Reads an entry by a guard that knows more than the rules, or lets more pass.
    #[must_use]
    pub fn parse_by(guard: &Guard, text: &str, parents: usize) -> Self {
        let redacted = |text: &str| guard.redact(text);
        let message = Message::parse(text);
        let kind = match message.trailer(key::KIND) {
            Some(name) => EntryKind::named(name),
            // 'git merge' joins two chains without a trailer.
            None if parents > 1 => EntryKind::Join,
            None => EntryKind::Summary,
        };
        let compacts = message.all(key::COMPACTS).filter(|value| is_hex(value));
        let mut forgets = Vec::new();
        // Other entries may end with a line of text that only looks like this trailer.
        if matches!(kind, EntryKind::Forgetting | EntryKind::Join) {
            forgets.extend(message.all(key::FORGETS).map(str::to_owned));
        }
        Self {
            kind,
            id: message.trailer(key::ID).map(clean_id),
            run: message.trailer(key::RUN).map(redacted),
            step: message.trailer(key::STEP).map(redacted),
            agent: message.trailer(key::AGENT).map(redacted),
            status: message.trailer(key::STATUS).and_then(Status::by_name),
            after: message
                .all(key::AFTER)
                .take(limits::STEPS_BEFORE)
                .map(redacted)
                .collect(),
            assignee: message.trailer(key::ASSIGNEE).map(redacted),
            lease: message.trailer(key::LEASE).and_then(seconds),
            follows: message.trailer(key::FOLLOWS).map(str::to_owned),
            head: hex(&message, key::HEAD),
            repo_hash: hex(&message, key::REPO),
            compacts: compacts.map(str::to_owned).collect(),
            forgets,
            folded: message.trailer(key::FOLDED).map(redacted),
            merged: hex(&message, key::MERGED),
            title: redacted(&message.subject),
            body: redacted(&message.body),
        }
    }

    /// True if redaction changed its texts.
    #[must_use]
    pub fn is_redacted(&self) -> bool {
        let short = [&self.run, &self.step, &self.agent, &self.folded];
        let mut short = short.into_iter().flatten();
        is_redacted(&self.title) || is_redacted(&self.body) || short.any(|text| is_redacted(text))
    }

    /// The items of one of the body's sections: texts after `- ` below `## <heading>`. Further
    /// lines of an item are indented by two spaces.
    #[must_use]
    pub fn items(&self, heading: &str) -> Vec<String> {
        let mut items: Vec<String> = Vec::new();
        let mut is_inside = false;
        for line in self.body.lines() {
            if let Some(title) = line.strip_prefix("## ") {
                is_inside = title.trim() == heading;
                continue;
            }
            if !is_inside {
                continue;
            }
            if let Some(item) = line.strip_prefix("- ") {
                items.push(item.trim().to_owned());
            } else if let Some(more) = line.strip_prefix("  ")
                && let Some(item) = items.last_mut()
            {
                item.push('\n');
                item.push_str(more);
            }
        }
        items
    }
}

fn clean_id(given: &str) -> Clean {
    // The rules may take the random part of an id for a secret, and an entry whose id is redacted
    // could not be named any more.
    match given.parse::<RecordId>() {
        Ok(id) => clean(&id),
        Err(_) => redact(given),
    }
}

/// The value of a trailer that holds an object id.
fn hex(message: &Message, key: &str) -> Option<String> {
    // The commit may be from another writer, and these values are looked up in git: only object ids
    // must get there.
    let value = message.trailer(key)?;
    is_hex(value).then(|| value.to_owned())
}

/// A number of seconds; `None` for a value that no program of ours writes.
fn seconds(value: &str) -> Option<i64> {
    value.parse().ok().filter(|seconds| *seconds >= 0)
}

fn is_hex(text: &str) -> bool {
    // The longest hash that git knows has 64 digits.
    !text.is_empty() && text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_of_anybody_reads_as_an_entry() {
        let plain = Entry::parse("Just a commit\n", 1);
        assert_eq!(
            (plain.kind, plain.id, plain.title.as_str()),
            (EntryKind::Summary, None, "Just a commit")
        );
        assert_eq!(Entry::parse("Merge", 2).kind, EntryKind::Join);
        let record = Entry::parse("T\n\nMemory-Kind: decision\nHead: $(rm)\nStatus: odd\n", 1);
        assert_eq!(
            (record.kind.name(), record.head, record.status),
            ("decision", None, None)
        );
        assert_eq!(
            Entry::parse("T\n\nMemory-Kind: of the future", 1).kind,
            EntryKind::Summary
        );
    }

    #[test]
    fn a_step_waits_for_so_many_others() {
        let after = "After: x\n".repeat(limits::STEPS_BEFORE + 1);
        let entry = Entry::parse(&format!("T\n\n{after}"), 1);
        assert_eq!(entry.after.len(), limits::STEPS_BEFORE);
    }

    #[test]
    fn items_are_read_from_their_section() {
        let entry = Entry::parse(
            "T\n\n## Outputs\n\n- a\n- b\n  more\n\n## Follow-up\n\n- c\n\nStatus: ok\n",
            1,
        );
        assert_eq!(entry.items("Outputs"), ["a", "b\nmore"]);
        assert_eq!(entry.items("Follow-up"), ["c"]);
        assert_eq!(entry.items("Other"), Vec::<String>::new());
    }

    #[test]
    fn a_label_is_one_plain_line() {
        for good in ["r1", " padded ", "run of 2026-11-20", "日本"] {
            assert!(good.parse::<Label>().is_ok(), "{good}");
        }
        for bad in [
            "",
            "  ",
            "a\nb",
            "a\u{1b}[0m",
            "a\u{202e}b",
            "x".repeat(limits::LABEL_CHARS + 1).as_str(),
        ] {
            assert!(bad.parse::<Label>().is_err(), "{bad:?}");
        }
    }
}
