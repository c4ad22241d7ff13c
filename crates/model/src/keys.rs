//! The keys of a record's front matter: one table, which reading, `set`, merging, drafts, imports
//! and recall take their names and rules from.
//!
//! A new key is a new constant and its place in [`KEYS`]. Other keys are kept unchanged, and can be
//! set as texts.

/// Form of a key's value in writing and reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The record's own id.
    Id,
    /// Any text, on one line or several.
    Text,
    /// The title: one line of text.
    Title,
    /// One of the kind's statuses.
    Status,
    /// A scope: `project`, or a slash path.
    Scope,
    /// One of [`SOURCES`].
    Source,
    /// A day, `YYYY-MM-DD`.
    Day,
    /// A list of texts.
    Texts,
    /// A list of record ids.
    Records,
}

/// Program or person that changes a key once its record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setter {
    /// Any user: `set` takes a value for it.
    Anyone,
    /// Only the program. The text is the reason why `set` refuses it, or the way to do it.
    Program(&'static str),
    /// Only a supersession, which changes both of its records at once.
    Supersession,
}

/// Places where a key's value is shown without the record's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// In `impressions.jsonl`, under the same name.
    Impressions,
    /// In the page `index.md`, in words.
    Index,
}

/// A key of front matter.
#[derive(Debug)]
pub struct Key {
    /// As the program writes it.
    pub name: &'static str,
    /// Other names that are read as the same key; a record may have been written elsewhere.
    pub aliases: &'static [&'static str],
    /// Form of its value.
    pub shape: Shape,
    /// True if a record without it is faulty.
    pub is_required: bool,
    /// Program or person that changes it once the record is written.
    pub setter: Setter,
    /// Weight of each of its words in `recall`, relative to 1 for the body; 0 if its words are not
    /// searched.
    pub weight: u32,
    /// Places where its value is shown.
    pub shown: &'static [Shown],
    /// Its description, for documentation.
    pub about: &'static str,
}

impl Key {
    const fn new(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self {
            name,
            aliases: &[],
            shape,
            is_required: false,
            setter: Setter::Anyone,
            weight: 0,
            shown: &[],
            about,
        }
    }

    const fn required(self) -> Self {
        Self {
            is_required: true,
            ..self
        }
    }

    const fn read_as(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    const fn set_by(self, setter: Setter) -> Self {
        Self { setter, ..self }
    }

    const fn searched(self, weight: u32) -> Self {
        Self { weight, ..self }
    }

    const fn shown(self, shown: &'static [Shown]) -> Self {
        Self { shown, ..self }
    }

    /// Its own name, then the others.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// True if its value is a list.
    #[must_use]
    pub fn is_list(&self) -> bool {
        matches!(self.shape, Shape::Texts | Shape::Records)
    }
}

/// Values of `source`: a person, an agent, or a program such as an import.
pub const SOURCES: [&str; 3] = [MANUAL, AGENT, TOOL];
/// The source of a record that a person wrote.
pub const MANUAL: &str = "manual";
/// The source of a record that an agent wrote.
pub const AGENT: &str = "agent";
/// The source of a record that a program made.
pub const TOOL: &str = "tool";

/// The id, which names the record wherever its file lies.
pub const ID: Key = Key::new("id", Shape::Id, "the record's id; never changes")
    .required()
    .set_by(Setter::Program("an id never changes"))
    .shown(&[Shown::Impressions, Shown::Index]);
/// Type of the record, in a word or two for readers of other programs: the Open Knowledge Format
/// asks it of every document (its section 4.1). Our own reading goes by the folder and the id.
// Not searched: every record of a kind has the same.
pub const TYPE: Key = Key::new(
    "type",
    Shape::Text,
    "the type, for programs that read the Open Knowledge Format",
);
/// The title. A title of a few words tells the subject of a text: three to four times the weight of
/// the text was best over collections.
pub const TITLE: Key = Key::new("title", Shape::Title, "the title, on one line")
    .required()
    .read_as(&["name"])
    .searched(3)
    .shown(&[Shown::Impressions, Shown::Index]);
/// The abstract (T0), if its author wrote one.
pub const DESCRIPTION: Key = Key::new(
    "description",
    Shape::Text,
    "the abstract; without it, the first paragraph",
)
.searched(1);
/// The status, one of the kind's.
pub const STATUS: Key = Key::new("status", Shape::Status, "one of the kind's statuses")
    .required()
    .shown(&[Shown::Impressions, Shown::Index]);
/// The scope, which is also that of its folder.
pub const SCOPE: Key = Key::new(
    "scope",
    Shape::Scope,
    "'project', or a part of the repository",
)
.required()
.shown(&[Shown::Impressions, Shown::Index]);
/// The category. Short fields are written for searching, so each word counts more than the text's.
pub const CATEGORY: Key =
    Key::new("category", Shape::Text, "a word to sort records by").searched(2);
/// The tags: words to find it by that its text need not have.
pub const TAGS: Key = Key::new("tags", Shape::Texts, "words to find it by").searched(2);
/// The pathspecs of the files that it is about, relative to the top of the work tree.
// Each of its words is likely to be typed: people ask by the names of files.
pub const PATHS: Key = Key::new(
    "paths",
    Shape::Texts,
    "pathspecs of the files that it applies to",
)
.read_as(&["impactedPaths"])
.searched(2);
/// Kind of its author, one of [`SOURCES`].
pub const SOURCE: Key = Key::new(
    "source",
    Shape::Source,
    "who wrote it: manual, agent or tool",
);
/// The day it was made.
pub const CREATED: Key = Key::new("created", Shape::Day, "the day it was made").read_as(&["date"]);
/// The day of its last change.
pub const UPDATED: Key = Key::new("updated", Shape::Day, "the day of its last change")
    .required()
    .set_by(Setter::Program(
        "every change sets it; only 'updated=today' can be set, to confirm the record",
    ))
    .shown(&[Shown::Impressions]);
/// The ids of the records that it replaces; each of them names this record in [`SUPERSEDED_BY`].
pub const SUPERSEDES: Key = Key::new("supersedes", Shape::Records, "the records that it replaces")
    .set_by(Setter::Supersession);
/// The ids of the records that replaced it; each of them names this record in [`SUPERSEDES`].
pub const SUPERSEDED_BY: Key = Key::new(
    "superseded_by",
    Shape::Records,
    "the records that replaced it",
)
.set_by(Setter::Supersession)
.shown(&[Shown::Index]);
/// Records that it is related to.
pub const RELATED: Key = Key::new(
    "related",
    Shape::Records,
    "other records worth reading with it",
);
/// The owner of an open question.
pub const OWNER: Key = Key::new("owner", Shape::Text, "owner of an open question");
/// The day an open loop began.
pub const OPENED: Key = Key::new("opened", Shape::Day, "the day an open question was opened");
/// Event that brings an open question up again.
pub const NEXT_TRIGGER: Key = Key::new(
    "next_trigger",
    Shape::Text,
    "when to return to an open question: a date, a release, an event",
);
/// The agent that wrote it.
pub const WRITER: Key = Key::new("agent", Shape::Text, "the agent that wrote it");
/// The session in which it did.
pub const SESSION: Key = Key::new(
    "session",
    Shape::Text,
    "the session in which that agent wrote it",
);
/// Other names of it.
pub const ALIAS: Key = Key::new(
    "alias",
    Shape::Texts,
    "other names that people call it by, such as a number",
)
.read_as(&["aliases"]);
/// File or entry that an import took a record from.
// Not the id: the entry of another program has none of ours, and its file may have been renamed
// here.
pub const IMPORTED_FROM: Key = Key::new(
    "imported_from",
    Shape::Text,
    "the origin of an imported record, by which a second import recognizes it",
);
/// git's id of the text that an imported record was made of.
// The path is not enough to tell if the text has changed since, or to find it after a move.
pub const IMPORTED_BLOB: Key = Key::new(
    "imported_blob",
    Shape::Text,
    "git's id of the imported text; shows whether that has changed since",
);
/// The status that an imported record had.
pub const ORIGINAL_STATUS: Key = Key::new(
    "original_status",
    Shape::Text,
    "the status in the imported file",
);
/// The source that an imported record had.
pub const ORIGINAL_SOURCE: Key = Key::new(
    "original_source",
    Shape::Text,
    "the source in the imported entry",
);

/// Every key, in the order in which the program writes them.
// Keys that readers want first come first; those that imports leave come last.
pub static KEYS: [&Key; 25] = [
    &ID,
    &TYPE,
    &TITLE,
    &DESCRIPTION,
    &STATUS,
    &SCOPE,
    &CATEGORY,
    &TAGS,
    &PATHS,
    &SOURCE,
    &CREATED,
    &UPDATED,
    &SUPERSEDES,
    &SUPERSEDED_BY,
    &RELATED,
    &OWNER,
    &OPENED,
    &NEXT_TRIGGER,
    &WRITER,
    &SESSION,
    &ALIAS,
    &IMPORTED_FROM,
    &IMPORTED_BLOB,
    &ORIGINAL_STATUS,
    &ORIGINAL_SOURCE,
];

/// The key of this name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Key> {
    KEYS.into_iter().find(|key| key.name == name)
}

/// The key that is read under this name, its own or another one.
#[must_use]
pub fn read_as(name: &str) -> Option<&'static Key> {
    KEYS.into_iter()
        .find(|key| key.names().any(|own| own == name))
}

/// True if a text can be a key at all: a letter, then letters, digits, `_` and `-` of ASCII.
#[must_use]
pub fn is_key(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_keys_share_a_name() {
        let mut names: Vec<&str> = KEYS.into_iter().flat_map(Key::names).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        assert!(names.into_iter().all(is_key));
    }

    #[test]
    fn a_key_is_found_by_each_of_its_names() {
        for key in KEYS {
            assert_eq!(by_name(key.name).map(|found| found.name), Some(key.name));
            for name in key.names() {
                assert_eq!(read_as(name).map(|found| found.name), Some(key.name));
            }
        }
        assert!(by_name("impactedPaths").is_none() && read_as("impactedPaths").is_some());
    }
}
