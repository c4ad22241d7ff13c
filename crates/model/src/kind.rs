//! The kinds of records: one table, which code, command line, checks and documentation iterate
//! over.
//!
//! A new kind is a new row of `KINDS` and its constant; docs/architecture.md names the lists that
//! cannot be made of the table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::keys;
use git_memory_guard::Token;

/// Meaning of a status for a record, whatever its kind calls it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lifecycle {
    /// It applies: decided, in use, or being worked on.
    #[default]
    Current,
    /// It is listed with the current ones, but is not decided yet.
    Proposed,
    /// It came to its intended end: a loop closed, a plan carried out.
    Finished,
    /// It was given up or turned down.
    Dropped,
    /// Another record has replaced it.
    Superseded,
    /// It was put away.
    Archived,
}

impl Lifecycle {
    /// True if a record like this is listed among the current ones.
    #[must_use]
    pub fn is_current(self) -> bool {
        matches!(self, Self::Current | Self::Proposed)
    }

    /// Meaning of a status for a record: by its kind's row, else by the first kind that has such a
    /// status. An unknown status means nothing, so the record counts as current.
    #[must_use]
    pub fn of(kind: Option<Kind>, status: &str) -> Self {
        let own = kind.and_then(|kind| kind.status(status));
        match own.or_else(|| Kind::all().find_map(|kind| kind.status(status))) {
            Some(row) => row.lifecycle,
            // The words of the Open Knowledge Format (its section 5.4).
            None if status == "draft" => Self::Proposed,
            None if status == "deprecated" => Self::Archived,
            // Better shown with a doubtful status, which 'check' reports, than lost from every
            // list.
            None => Self::Current,
        }
    }
}

/// The status of records that apply, in the kinds that are not worked through.
pub const ACTIVE: &str = "active";
/// The status of a decision that is not made yet.
pub const PROPOSED: &str = "proposed";
/// The status of a record that another one has replaced.
pub const SUPERSEDED: &str = "superseded";
/// The status of a decision that was turned down.
pub const REJECTED: &str = "rejected";
/// The status of a record that was put away.
pub const ARCHIVED: &str = "archived";

/// One status that a kind of record can have.
#[derive(Debug)]
pub struct Status {
    /// As front matter spells it.
    pub name: &'static str,
    /// Meaning of the status for the record.
    pub lifecycle: Lifecycle,
}

/// A body section, or a front matter key of its own, that an add command takes as a flag.
#[derive(Debug)]
pub struct Part {
    /// The flag's name, without the dashes.
    pub flag: &'static str,
    /// The section's heading, or the front matter key.
    pub name: &'static str,
    /// Text of the flag's help.
    pub help: &'static str,
    /// True if readers need the part: a record without it leaves a question open.
    pub is_needed: bool,
}

#[derive(Debug)]
struct Row {
    name: &'static str,
    one: &'static str,
    plural: &'static str,
    folder: &'static str,
    prefix: &'static str,
    add: Option<&'static str>,
    statuses: &'static [Status],
    sections: &'static [Part],
    keys: &'static [Part],
}

/// A kind of record: a row of the table.
#[derive(Clone, Copy)]
pub struct Kind(&'static Row);

const fn status(name: &'static str, lifecycle: Lifecycle) -> Status {
    Status { name, lifecycle }
}

const fn current(name: &'static str) -> Status {
    status(name, Lifecycle::Current)
}

const IS_SUPERSEDED: Status = status(SUPERSEDED, Lifecycle::Superseded);
const IS_ARCHIVED: Status = status(ARCHIVED, Lifecycle::Archived);

const fn part(flag: &'static str, name: &'static str, help: &'static str) -> Part {
    Part {
        flag,
        name,
        help,
        is_needed: false,
    }
}

const fn needed(flag: &'static str, name: &'static str, help: &'static str) -> Part {
    Part {
        is_needed: true,
        ..part(flag, name, help)
    }
}

/// Names of the kinds that people meet first.
const FIRST: [&str; 4] = ["decision", "lesson", "convention", "note"];

const KEPT: &[Status] = &[current(ACTIVE), IS_ARCHIVED];
const REPLACEABLE: &[Status] = &[current(ACTIVE), IS_SUPERSEDED, IS_ARCHIVED];

// Rows are added at the end: the index keeps a kind by its number. The first status of each is that
// of a new record.
static KINDS: [Row; 10] = [
    Row {
        name: "decision",
        one: "a decision",
        plural: "decisions",
        folder: "decisions",
        prefix: "dec",
        add: Some("add-decision"),
        statuses: &[
            current(ACTIVE),
            status(PROPOSED, Lifecycle::Proposed),
            IS_SUPERSEDED,
            status(REJECTED, Lifecycle::Dropped),
            IS_ARCHIVED,
        ],
        sections: &[
            // The title says what was decided; the section has room for more.
            part("decision", "Decision", "What was decided"),
            needed("rationale", "Rationale", "Why it was decided so"),
            part("consequences", "Consequences", "What follows from it"),
            part(
                "related-text",
                "Related",
                "Links to records and pages that belong to it",
            ),
        ],
        keys: &[],
    },
    Row {
        name: "convention",
        one: "a convention",
        plural: "conventions",
        folder: "conventions",
        prefix: "con",
        add: Some("add-convention"),
        statuses: REPLACEABLE,
        sections: &[],
        keys: &[],
    },
    Row {
        name: "lesson",
        one: "a lesson",
        plural: "lessons",
        folder: "lessons",
        prefix: "les",
        add: Some("add-lesson"),
        statuses: REPLACEABLE,
        sections: &[
            part("happened", "What happened", "What happened"),
            part("cause", "Root cause", "The root cause"),
            part(
                "instead",
                "What to do differently",
                "What to do differently",
            ),
        ],
        keys: &[],
    },
    Row {
        name: "open-loop",
        one: "an open question or task",
        plural: "open questions",
        folder: "open-loops",
        prefix: "loop",
        add: Some("add-loop"),
        statuses: &[
            current("open"),
            current("blocked"),
            status("closed", Lifecycle::Finished),
        ],
        sections: &[
            needed("why", "Why it matters", "Why it matters"),
            part(
                "related-text",
                "Related",
                "Links to records and pages that belong to it",
            ),
        ],
        keys: &[
            part(
                "owner",
                keys::OWNER.name,
                "Who owns it (default: git's user.name)",
            ),
            needed(
                "next-trigger",
                keys::NEXT_TRIGGER.name,
                "When to return to it: a date, a release, an event",
            ),
        ],
    },
    Row {
        name: "plan",
        one: "a plan",
        plural: "plans",
        folder: "plans",
        prefix: "plan",
        add: Some("add-plan"),
        statuses: &[
            current("new"),
            current("in_progress"),
            current("partial"),
            status("done", Lifecycle::Finished),
            status("abandoned", Lifecycle::Dropped),
        ],
        sections: &[],
        keys: &[],
    },
    Row {
        name: "note",
        one: "a note",
        plural: "notes",
        folder: "notes",
        prefix: "note",
        add: Some("add-note"),
        statuses: KEPT,
        sections: &[],
        keys: &[],
    },
    Row {
        name: "recipe",
        one: "a recipe",
        plural: "recipes",
        folder: "recipes",
        prefix: "rec",
        add: Some("add-recipe"),
        statuses: &[current(ACTIVE), current("broken"), IS_ARCHIVED],
        sections: &[
            part("command", "Command", "The command, as it is run"),
            part("when", "When to use", "When to use it"),
            part("verified", "Verified", "When and where it was seen to work"),
        ],
        keys: &[],
    },
    Row {
        name: "event",
        one: "an event",
        plural: "events",
        folder: "events",
        prefix: "evt",
        add: Some("add-event"),
        statuses: &[current("recorded"), IS_ARCHIVED],
        sections: &[],
        keys: &[],
    },
    Row {
        name: "context",
        one: "a context page",
        plural: "context pages",
        folder: "context",
        prefix: "ctx",
        add: Some("add-context"),
        statuses: KEPT,
        sections: &[],
        keys: &[],
    },
    Row {
        name: "topic",
        one: "a topic",
        plural: "topics",
        folder: "topics",
        prefix: "top",
        add: None,
        statuses: KEPT,
        sections: &[],
        keys: &[],
    },
];

impl Kind {
    /// A decision, and its reasons.
    pub const DECISION: Kind = Kind(&KINDS[0]);
    /// A way of doing things.
    pub const CONVENTION: Kind = Kind(&KINDS[1]);
    /// A mistake, and what to do instead.
    pub const LESSON: Kind = Kind(&KINDS[2]);
    /// An open question.
    pub const OPEN_LOOP: Kind = Kind(&KINDS[3]);
    /// Work that is going to be done.
    pub const PLAN: Kind = Kind(&KINDS[4]);
    /// A free text; its statuses also serve a record whose kind is not known.
    pub const NOTE: Kind = Kind(&KINDS[5]);
    /// A command that works.
    pub const RECIPE: Kind = Kind(&KINDS[6]);
    /// A thing that happened on a day.
    pub const EVENT: Kind = Kind(&KINDS[7]);
    /// A page to know before anything else.
    pub const CONTEXT: Kind = Kind(&KINDS[8]);
    /// The page of a topic.
    pub const TOPIC: Kind = Kind(&KINDS[9]);

    /// Every kind, in the order of the table.
    pub fn all() -> impl Iterator<Item = Kind> + Clone {
        KINDS.iter().map(Kind)
    }

    /// Every kind, those that people meet first before the others.
    pub fn shown() -> impl Iterator<Item = Kind> + Clone {
        let first = FIRST.into_iter().filter_map(Kind::by_name);
        first.chain(Kind::all().filter(|kind| !FIRST.contains(&kind.name())))
    }

    fn find(wanted: impl Fn(&Row) -> bool) -> Option<Kind> {
        KINDS.iter().find(|row| wanted(row)).map(Kind)
    }

    /// The kind with this name (`open-loop`), or with this folder's name (`open-loops`).
    #[must_use]
    pub fn by_name(name: &str) -> Option<Kind> {
        Self::find(|row| row.name == name || row.folder == name)
    }

    /// The kind whose ids begin with this prefix.
    #[must_use]
    pub fn by_prefix(prefix: &str) -> Option<Kind> {
        Self::find(|row| row.prefix == prefix)
    }

    /// Value of `type` in a record of the kind, for other programs: `Open Loop`.
    #[must_use]
    pub fn type_name(self) -> String {
        let mut out = String::with_capacity(self.name().len());
        for word in self.name().split('-') {
            if !out.is_empty() {
                out.push(' ');
            }
            let (first, rest) = word.split_at(1);
            out.push_str(&first.to_ascii_uppercase());
            out.push_str(rest);
        }
        out
    }

    /// The kind that lives in this folder; a leading `_` makes no difference.
    #[must_use]
    pub fn by_folder(folder: &str) -> Option<Kind> {
        let folder = folder_name(folder);
        Self::find(|row| row.folder == folder)
    }

    /// Its name in front matter, options and JSON: `decision`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// One record of this kind as messages call it, with its article: `an open question or task`.
    #[must_use]
    pub fn one(self) -> &'static str {
        self.0.one
    }

    /// Its name for several: `open questions`.
    #[must_use]
    pub fn plural(self) -> &'static str {
        self.0.plural
    }

    /// The folder below `memory/` (or below a scope's folder).
    #[must_use]
    pub fn folder(self) -> &'static str {
        self.0.folder
    }

    /// Prefix of its ids.
    #[must_use]
    pub fn prefix(self) -> &'static str {
        self.0.prefix
    }

    /// The command that adds one, if there is one.
    #[must_use]
    pub fn add_command(self) -> Option<&'static str> {
        self.0.add
    }

    /// The statuses it can have, the default first.
    #[must_use]
    pub fn statuses(self) -> &'static [Status] {
        self.0.statuses
    }

    /// The status of a new record.
    #[must_use]
    pub fn default_status(self) -> &'static str {
        self.0.statuses[0].name
    }

    /// The status of a new record, also if its kind is not known.
    #[must_use]
    pub fn default_status_of(kind: Option<Self>) -> &'static str {
        match kind {
            Some(kind) => kind.default_status(),
            // A note is the kind that promises nothing of its records.
            None => Self::NOTE.default_status(),
        }
    }

    /// The row of a status, or `None` if this kind has no such status.
    #[must_use]
    pub fn status(self, name: &str) -> Option<&'static Status> {
        self.0.statuses.iter().find(|status| status.name == name)
    }

    /// Its first status with this meaning.
    #[must_use]
    pub fn status_for(self, lifecycle: Lifecycle) -> Option<&'static str> {
        let mut statuses = self.0.statuses.iter();
        let found = statuses.find(|status| status.lifecycle == lifecycle)?;
        Some(found.name)
    }

    /// True if a record of this kind can be replaced by another one.
    #[must_use]
    pub fn is_replaceable(self) -> bool {
        self.status_for(Lifecycle::Superseded).is_some()
    }

    /// The status of an archived record, or the nearest one of this kind; `None` if its records
    /// always apply.
    #[must_use]
    pub fn retired_status(self) -> Option<&'static str> {
        // Dropped before finished: a plan that is cleared away need not have been carried out.
        let ends = [Lifecycle::Archived, Lifecycle::Dropped, Lifecycle::Finished];
        ends.into_iter().find_map(|end| self.status_for(end))
    }

    /// The names of its statuses, joined by commas, for messages.
    #[must_use]
    pub fn status_names(self) -> String {
        let names: Vec<_> = self.0.statuses.iter().map(|status| status.name).collect();
        names.join(", ")
    }

    /// Its body sections that have a flag; none if the body is free.
    #[must_use]
    pub fn sections(self) -> &'static [Part] {
        self.0.sections
    }

    /// Front matter keys that only this kind has and that have a flag.
    #[must_use]
    pub fn keys(self) -> &'static [Part] {
        self.0.keys
    }

    /// The sections and keys without which a record of this kind is incomplete, sections first.
    pub fn needed(self) -> impl Iterator<Item = &'static Part> {
        let parts = self.0.sections.iter().chain(self.0.keys);
        parts.filter(|part| part.is_needed)
    }
}

/// The name that a folder has to this program: without the underscore that it may begin with.
#[must_use]
pub fn folder_name(folder: &str) -> &str {
    match folder.strip_prefix('_') {
        Some(name) => name,
        None => folder,
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        // No two rows share a prefix, or an id would not tell its kind.
        self.0.prefix == other.0.prefix
    }
}

impl Eq for Kind {}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A name that no kind has; the message lists the valid ones.
#[derive(Debug, thiserror::Error)]
#[error("the kinds are: {}", Kind::shown().map(Kind::name).collect::<Vec<_>>().join(", "))]
pub struct UnknownKind;

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        Self::by_name(name).ok_or(UnknownKind)
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let no_kind = |known| de::Error::custom(format_args!("no kind '{name}'; {known}"));
        name.parse().map_err(no_kind)
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0.name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0.name)
    }
}

/// A name of the table.
impl Token for Kind {}

#[cfg(test)]
mod tests;
