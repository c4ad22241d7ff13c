//! The kinds of records: one table, which code, command line, checks and documentation iterate
//! over.
//!
//! A new kind is a new row of [`KINDS`], nothing else. The rows are those of the contract, section
//! 3.1.

use std::fmt;

use crate::domain::secrets::Token;

/// One status that a kind of record can have.
#[derive(Debug)]
pub struct Status {
    /// As it stands in front matter.
    pub name: &'static str,
    /// Whether a record with this status still holds (it is listed among the active ones).
    pub current: bool,
}

/// A body section, or a front matter key of its own, that an add command takes as a flag.
#[derive(Debug)]
pub struct Part {
    /// The flag's name, without the dashes.
    pub flag: &'static str,
    /// The section's heading, or the front matter key.
    pub name: &'static str,
    /// What the flag's help says.
    pub help: &'static str,
}

#[derive(Debug)]
struct Row {
    name: &'static str,
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

const fn on(name: &'static str) -> Status {
    Status {
        name,
        current: true,
    }
}

const fn off(name: &'static str) -> Status {
    Status {
        name,
        current: false,
    }
}

const fn part(flag: &'static str, name: &'static str, help: &'static str) -> Part {
    Part { flag, name, help }
}

const KEPT: &[Status] = &[on("active"), off("archived")];
const REPLACED: &[Status] = &[on("active"), off("superseded"), off("archived")];

static KINDS: [Row; 10] = [
    Row {
        name: "decision",
        plural: "decisions",
        folder: "decisions",
        prefix: "dec",
        add: Some("add-decision"),
        statuses: &[
            on("active"),
            on("proposed"),
            off("superseded"),
            off("rejected"),
            off("archived"),
        ],
        sections: &[
            part("decision", "Decision", "What was decided"),
            part("rationale", "Rationale", "Why it was decided so"),
            part("consequences", "Consequences", "What follows from it"),
            part("related-text", "Related", "Text of the section 'Related'"),
        ],
        keys: &[],
    },
    Row {
        name: "convention",
        plural: "conventions",
        folder: "conventions",
        prefix: "con",
        add: Some("add-convention"),
        statuses: REPLACED,
        sections: &[],
        keys: &[],
    },
    Row {
        name: "lesson",
        plural: "lessons",
        folder: "lessons",
        prefix: "les",
        add: Some("add-lesson"),
        statuses: REPLACED,
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
        plural: "open loops",
        folder: "open-loops",
        prefix: "loop",
        add: Some("add-loop"),
        statuses: &[on("open"), on("blocked"), off("closed")],
        sections: &[
            part("why", "Why it matters", "Why it matters"),
            part("related-text", "Related", "Text of the section 'Related'"),
        ],
        keys: &[
            part(
                "owner",
                "owner",
                "Who looks after it (default: git's user.name)",
            ),
            part(
                "next-trigger",
                "next_trigger",
                "What brings it up again: a date, a release, an event",
            ),
        ],
    },
    Row {
        name: "plan",
        plural: "plans",
        folder: "plans",
        prefix: "plan",
        add: Some("add-plan"),
        statuses: &[
            on("new"),
            on("in_progress"),
            on("partial"),
            off("done"),
            off("abandoned"),
        ],
        sections: &[],
        keys: &[],
    },
    Row {
        name: "note",
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
        plural: "recipes",
        folder: "recipes",
        prefix: "rec",
        add: Some("add-recipe"),
        statuses: &[on("active"), on("broken"), off("archived")],
        sections: &[
            part("command", "Command", "The command, as it is run"),
            part("when", "When to use", "When to use it"),
            part("verified", "Verified", "When and where it was seen to work"),
        ],
        keys: &[],
    },
    Row {
        name: "event",
        plural: "events",
        folder: "events",
        prefix: "evt",
        add: Some("add-event"),
        statuses: &[on("recorded")],
        sections: &[],
        keys: &[],
    },
    Row {
        name: "context",
        plural: "context pages",
        folder: "context",
        prefix: "ctx",
        add: None,
        statuses: KEPT,
        sections: &[],
        keys: &[],
    },
    Row {
        name: "topic",
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
    /// Every kind, in the order of the table.
    pub fn all() -> impl Iterator<Item = Kind> {
        KINDS.iter().map(Kind)
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

    /// The kind that lives in this folder; a leading `_` makes no difference.
    #[must_use]
    pub fn by_folder(folder: &str) -> Option<Kind> {
        let folder = folder.strip_prefix('_').unwrap_or(folder);
        Self::find(|row| row.folder == folder)
    }

    /// Its name: `decision`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Its name for several: `open loops`.
    #[must_use]
    pub fn plural(self) -> &'static str {
        self.0.plural
    }

    /// The folder below `memory/` (or below a scope's folder).
    #[must_use]
    pub fn folder(self) -> &'static str {
        self.0.folder
    }

    /// What its ids begin with.
    #[must_use]
    pub fn prefix(self) -> &'static str {
        self.0.prefix
    }

    /// The command that adds one, where there is one.
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

    /// The row of a status, or `None` where this kind has no such status.
    #[must_use]
    pub fn status(self, name: &str) -> Option<&'static Status> {
        self.0.statuses.iter().find(|status| status.name == name)
    }

    /// The status of one that is put away: `archived`, else the last one that does not hold any
    /// more.
    #[must_use]
    pub fn retired_status(self) -> Option<&'static str> {
        let archived = self.status("archived");
        archived
            .or_else(|| self.0.statuses.iter().rfind(|status| !status.current))
            .map(|status| status.name)
    }

    /// The names of its statuses, joined by commas, for messages.
    #[must_use]
    pub fn status_names(self) -> String {
        let names: Vec<_> = self.0.statuses.iter().map(|status| status.name).collect();
        names.join(", ")
    }

    /// Its body sections that have a flag; none where the body is free.
    #[must_use]
    pub fn sections(self) -> &'static [Part] {
        self.0.sections
    }

    /// Front matter keys that only this kind has and that have a flag.
    #[must_use]
    pub fn keys(self) -> &'static [Part] {
        self.0.keys
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.0.prefix == other.0.prefix
    }
}

impl Eq for Kind {}

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
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_found_by_each_of_its_names() {
        for kind in Kind::all() {
            assert_eq!(Kind::by_name(kind.name()), Some(kind));
            assert_eq!(Kind::by_prefix(kind.prefix()), Some(kind));
            assert_eq!(Kind::by_folder(kind.folder()), Some(kind));
            assert_eq!(Kind::by_folder(&format!("_{}", kind.folder())), Some(kind));
            assert!(
                kind.status(kind.default_status())
                    .is_some_and(|s| s.current)
            );
        }
    }
}
