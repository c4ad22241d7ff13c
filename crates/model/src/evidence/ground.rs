//! Tells if the files of a record have changed since the record was last confirmed.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;

use crate::record::RecordId;
use git_memory_guard::Clean;
use git_memory_text::renames::Rename;

/// Verdict about a record's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its files have not changed since it was last confirmed.
    Holds,
    /// They are not.
    Moved,
    /// Nothing fits its paths any more.
    Gone,
    /// Another record has taken its place.
    Superseded,
    /// Another current record contradicts it, or replaced the same one.
    Contested,
    /// It cannot be told.
    Unknown,
}

impl Verdict {
    /// Its name in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "current",
            Self::Moved => "changed",
            Self::Gone => "deleted",
            Self::Superseded => "superseded",
            Self::Contested => "conflict",
            Self::Unknown => "unknown",
        }
    }
}

/// Why nothing can be told of a record that names nothing of its files, which have changed.
pub const NAMES_NOTHING: &str = "its files have changed, and it names nothing in them";
/// Why nothing can be told of a record that covers and names no files.
pub const NO_PATHS: &str = "no files linked";
/// Why nothing can be told of very many changes.
pub const TOO_MUCH: &str = "too many of its files have changed to compare them";
/// Why nothing can be told in a clone that lacks a part of the history.
pub const SHALLOW: &str = "this shallow clone lacks the history of the record";
/// Why nothing can be told in a clone that lacks objects.
pub const PARTIAL: &str = "this partial clone lacks older versions of the files";

/// A verdict, with what it is told from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it cannot be told; empty if it can.
    pub reason: &'static str,
    /// Changes since it was last confirmed, if any.
    pub changes: Changes,
    /// The records that contradict it, where the verdict is [`Verdict::Contested`].
    pub rivals: Vec<Rival>,
}

/// A current record that cannot apply together with this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// Its id.
    pub id: RecordId,
    /// Its title.
    pub title: Clean,
    /// Reasons, in words.
    pub why: Vec<&'static str>,
    /// The sentences that contradict each other: that of this record, and that of the rival.
    pub sentences: Option<[Clean; 2]>,
}

/// Changes since a record was last confirmed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// How many of the newest commits changed its files; `None` where they were not counted, as
    /// the changes tell nothing.
    pub commits: Option<usize>,
    /// True if older commits, which were not looked at, may have changed them, too.
    pub is_more: bool,
    /// The newest of these commits.
    pub newest: Option<NewestChange>,
    /// Files that differ, as committed; a few of many.
    pub files: Vec<String>,
    /// Files with changes that are not committed; a few of many.
    pub uncommitted: Vec<String>,
    /// One of its files that were moved, with its path since; none if any is left or deleted.
    pub moved: Option<Rename>,
    /// Things that the record names and that its files do not have any more; a few of many.
    pub named: Vec<NamedChange>,
    /// True if more than half of the lines of its files are gone.
    pub is_rewritten: bool,
}

/// A thing that a record names, and that its files do not have any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedChange {
    /// The thing.
    pub name: Clean,
    /// The sentence of the record that names it.
    pub sentence: Clean,
    /// The file that had it.
    pub path: Clean,
    /// The line that had it.
    pub before: Clean,
    /// The line that took its place; empty if there is none.
    pub after: Clean,
}

impl NamedChange {
    /// The change in words.
    #[must_use]
    pub fn words(&self) -> String {
        let Self {
            name, path, after, ..
        } = self;
        if name == path {
            format!("{path} was deleted")
        } else if after.is_empty() {
            format!("{name} is gone from {path}")
        } else {
            format!("{name} is gone from {path}, where a line is now: {after}")
        }
    }
}

/// The newest commit that changed a record's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewestChange {
    /// Its id.
    pub commit: String,
    /// The beginning of its id, for people.
    pub short: String,
    /// The first line of its message.
    pub subject: Clean,
}

impl Ground {
    /// A verdict that needs no more words.
    #[must_use]
    pub fn plain(verdict: Verdict) -> Self {
        Self {
            verdict,
            reason: "",
            changes: Changes::default(),
            rivals: Vec::new(),
        }
    }

    /// That it cannot be told, and why.
    #[must_use]
    pub fn unknown(reason: &'static str) -> Self {
        Self {
            reason,
            ..Self::plain(Verdict::Unknown)
        }
    }

    /// The ground together with what changed.
    #[must_use]
    pub fn with(self, changes: Changes) -> Self {
        Self { changes, ..self }
    }

    /// True if changes of its files are told with it: touched files alone say nothing.
    #[must_use]
    pub fn tells_changes(&self) -> bool {
        self.verdict == Verdict::Gone || self.changes.matter()
    }

    /// True if the record names nothing that could be compared with its files.
    #[must_use]
    pub fn names_nothing(&self) -> bool {
        matches!(self.reason, NAMES_NOTHING | NO_PATHS)
    }

    /// True if its files have changed, but nothing that tells if the record is still true.
    #[must_use]
    pub fn is_only_touched(&self) -> bool {
        let is_touched = !self.changes.files.is_empty() || !self.changes.uncommitted.is_empty();
        is_touched && !self.tells_changes()
    }

    /// The verdict together with records that may contradict this one: a conflict is reported only
    /// for a record that would otherwise apply.
    #[must_use]
    pub fn contested_by(self, rivals: Vec<Rival>) -> Self {
        match self.verdict {
            Verdict::Superseded | Verdict::Gone => self,
            _ if rivals.is_empty() => self,
            _ => Self {
                verdict: Verdict::Contested,
                rivals,
                ..self
            },
        }
    }

    /// True if the verdict is unknown only because this clone lacks history or objects. A record
    /// without paths never has a verdict, and one about uncommitted files has none yet.
    #[must_use]
    pub fn is_lacking(&self) -> bool {
        matches!(self.reason, SHALLOW | PARTIAL)
    }

    /// The verdict with its evidence, on one line.
    #[must_use]
    pub fn words(&self) -> String {
        match self.verdict {
            Verdict::Holds | Verdict::Superseded => self.verdict.name().to_owned(),
            Verdict::Gone => "its files were deleted".to_owned(),
            Verdict::Unknown => format!("freshness unknown: {}", self.reason),
            Verdict::Moved => self.changes.words(),
            Verdict::Contested => {
                let mut words = vec![rivals_in_words(&self.rivals)];
                if self.changes.matter() {
                    words.push(self.changes.words());
                }
                words.join("; ")
            }
        }
    }
}

/// The first of some records in full, and how many more there are.
fn rivals_in_words(rivals: &[Rival]) -> String {
    let Some((first, more)) = rivals.split_first() else {
        return String::new();
    };
    let Rival { id, title, why, .. } = first;
    let more = match more.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    match &first.sentences {
        Some([own, other]) => {
            let (own, other) = (own.as_str(), other.as_str());
            let said = format!("it says \u{201c}{other}\u{201d}, this one \u{201c}{own}\u{201d}");
            format!("conflicts with {id}{more}: {said}")
        }
        None => format!("conflicts with {id}{more} ({}): {title}", why.join(", ")),
    }
}

impl Changes {
    /// True if they concern what the record says.
    #[must_use]
    pub fn matter(&self) -> bool {
        self.is_rewritten || !self.named.is_empty() || self.moved.is_some()
    }

    fn words(&self) -> String {
        if let Some(Rename { from, to }) = &self.moved {
            return format!("its files were moved: {from} is now {to}");
        }
        let mut words = Vec::new();
        if let (Some(newest), Some(count)) = (&self.newest, self.commits) {
            let commits = match (count, self.is_more) {
                (1, false) => "1 commit".to_owned(),
                (count, false) => format!("{count} commits"),
                (count, true) => format!("at least {count} commits"),
            };
            words.push(format!(
                "changed since in {commits}, the newest {} ({})",
                newest.short, newest.subject
            ));
        } else if let Some(file) = self.files.first() {
            words.push(format!("changed since: {file}"));
        }
        if let Some((first, more)) = self.named.split_first() {
            let more = match more.len() {
                0 => String::new(),
                count => format!(" (and {count} more)"),
            };
            words.push(format!("{}{more}", first.words()));
        } else if self.is_rewritten {
            words.push("more than half of the lines are other ones".to_owned());
        }
        if let Some(file) = self.uncommitted.first() {
            words.push(format!("uncommitted changes in {file}"));
        }
        words.join("; ")
    }
}

/// Commits that one reaches.
pub type Reached<T> = HashSet<T, RandomState>;

/// The commits of a list that `from` reaches, itself included, as far as the list shows it.
#[must_use]
pub fn reached<T: Copy + Eq + Hash, S: BuildHasher>(
    parents: &HashMap<T, Vec<T>, S>,
    from: T,
) -> Reached<T> {
    let mut reached = Reached::default();
    let mut open = vec![from];
    while let Some(commit) = open.pop() {
        if reached.insert(commit)
            && let Some(parents) = parents.get(&commit)
        {
            open.extend(parents);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use git_memory_guard::redact;

    #[test]
    fn changes_are_told_in_words() {
        let newest = NewestChange {
            commit: "abc".repeat(10),
            short: "abcabcabca".to_owned(),
            subject: redact("Use a queue"),
        };
        let of = |count, is_more| Changes {
            commits: Some(count),
            is_more,
            newest: Some(newest.clone()),
            ..Changes::default()
        };
        let uncommitted = Changes {
            uncommitted: vec!["a.rs".to_owned()],
            ..Changes::default()
        };
        let gone = Changes {
            files: vec!["b.rs".to_owned()],
            named: vec![NamedChange {
                name: redact("retries = 3"),
                sentence: redact("Try `retries = 3` times."),
                path: redact("b.rs"),
                before: redact("let retries = 3;"),
                after: redact("let retries = 5;"),
            }],
            ..Changes::default()
        };
        let old = Changes {
            files: vec!["b.rs".to_owned()],
            is_more: true,
            ..Changes::default()
        };
        let deleted = Changes {
            files: vec!["b.rs".to_owned()],
            named: vec![NamedChange {
                name: redact("b.rs"),
                sentence: redact("As b.rs has it."),
                path: redact("b.rs"),
                before: redact("b.rs"),
                after: redact(""),
            }],
            ..Changes::default()
        };
        for (changes, expected) in [
            (deleted, "changed since: b.rs; b.rs was deleted"),
            (
                of(1, false),
                "changed since in 1 commit, the newest abcabcabca (Use a queue)",
            ),
            (
                of(3, true),
                "changed since in at least 3 commits, the newest abcabcabca (Use a queue)",
            ),
            (uncommitted, "uncommitted changes in a.rs"),
            (old, "changed since: b.rs"),
            (
                gone,
                "changed since: b.rs; retries = 3 is gone from b.rs, where a line is now: \
                 let retries = 5;",
            ),
        ] {
            let ground = Ground::plain(Verdict::Moved).with(changes);
            assert_eq!(ground.words(), expected);
        }
        assert_eq!(Ground::plain(Verdict::Holds).words(), "current");
        assert_eq!(Ground::unknown("why").words(), "freshness unknown: why");
    }

    #[test]
    fn a_commit_reaches_what_its_parents_reach() {
        let parents = HashMap::from([(5, vec![4, 3]), (4, vec![2]), (3, vec![2]), (2, vec![1])]);
        assert_eq!(reached(&parents, 4), HashSet::from_iter([4, 2, 1]));
        assert_eq!(reached(&parents, 9), HashSet::from_iter([9]));
    }
}
