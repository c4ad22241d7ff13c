//! The sections of a pack: one table of their order and their shares, and the calls that show a
//! reader the items that were left out.

use crate::context::fence::fenced;
use crate::record::sections::CUT;
use git_memory_text::advice::{Advice, Wording};
use git_memory_text::counted;

/// A part of a pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Section {
    /// Answers to what was asked for, the best first, whatever its kind.
    Answers,
    /// Messages of commits, if they are asked for and no record answers.
    Commits,
    /// Notes of one person for all repositories.
    User,
    /// The project in one page.
    Summary,
    /// Limits for tools, and the commands for testing and building the project.
    Policy,
    /// Decisions that are in force or proposed.
    Decisions,
    /// Ways of doing things.
    Conventions,
    /// Open questions.
    OpenLoops,
    /// Work in progress.
    Plans,
    /// Lessons that still hold.
    Lessons,
    /// Commands that are known to work.
    Recipes,
    /// Notes that are not put away.
    Notes,
    /// Context pages, which are there only as answers.
    ContextPages,
    /// The names of topics.
    Topics,
    /// Events, which are there only as answers.
    Events,
    /// Records without a kind, which are there only as answers.
    #[default]
    Others,
    /// Records of parents.
    Parents,
    /// The source files and their definitions, if they are asked for.
    Map,
    /// Decisions of the base about the work in progress.
    Incoming,
    /// The last steps.
    Recent,
}

struct Row {
    section: Section,
    heading: &'static str,
    /// The hundredths of the project's room that are its own; user memory is not part of the
    /// project.
    share: usize,
    one: &'static str,
    many: &'static str,
    /// The kind whose records it holds, if there is exactly one.
    kind: Option<&'static str>,
}

const fn row(
    section: Section,
    heading: &'static str,
    share: usize,
    names: (&'static str, &'static str),
    kind: Option<&'static str>,
) -> Row {
    Row {
        section,
        heading,
        share,
        one: names.0,
        many: names.1,
        kind,
    }
}

/// Each section at its place in the order of a pack, which is that of [`Section`].
// Sections that change most come last: caches of prompts keep the text before the first change.
static ROWS: [Row; Section::Recent as usize + 1] = [
    row(Section::Answers, "", 0, ("result", "results"), None),
    row(Section::Commits, "Commits", 0, ("commit", "commits"), None),
    row(
        Section::User,
        "User memory",
        0,
        ("user memory file", "user memory files"),
        None,
    ),
    row(
        Section::Summary,
        "Summary",
        15,
        ("summary", "summaries"),
        None,
    ),
    row(Section::Policy, "Policy", 6, ("policy", "policies"), None),
    row(
        Section::Decisions,
        "Decisions",
        22,
        ("decision", "decisions"),
        Some("decision"),
    ),
    row(
        Section::Conventions,
        "Conventions",
        14,
        ("convention", "conventions"),
        Some("convention"),
    ),
    row(
        Section::OpenLoops,
        "Open questions",
        8,
        ("open question", "open questions"),
        Some("open-loop"),
    ),
    row(Section::Plans, "Plans", 5, ("plan", "plans"), Some("plan")),
    row(
        Section::Lessons,
        "Lessons",
        10,
        ("lesson", "lessons"),
        Some("lesson"),
    ),
    row(
        Section::Recipes,
        "Recipes",
        4,
        ("recipe", "recipes"),
        Some("recipe"),
    ),
    row(Section::Notes, "Notes", 3, ("note", "notes"), Some("note")),
    row(
        Section::ContextPages,
        "Context pages",
        0,
        ("context page", "context pages"),
        Some("context"),
    ),
    row(
        Section::Topics,
        "Topics",
        4,
        ("topic", "topics"),
        Some("topic"),
    ),
    row(
        Section::Events,
        "Events",
        0,
        ("event", "events"),
        Some("event"),
    ),
    row(
        Section::Others,
        "Other records",
        0,
        ("other record", "other records"),
        None,
    ),
    row(
        Section::Parents,
        "Of parents",
        0,
        ("record of a parent", "records of parents"),
        None,
    ),
    row(Section::Map, "Map", 0, ("map", "maps"), None),
    row(
        Section::Incoming,
        "Landed on the base",
        2,
        ("record that landed", "records that landed"),
        None,
    ),
    row(
        Section::Recent,
        "Recent work",
        7,
        ("recent step", "recent steps"),
        None,
    ),
];

const _: () = {
    let mut place = 0;
    while place < ROWS.len() {
        assert!(ROWS[place].section as usize == place);
        place += 1;
    }
};

impl Section {
    fn row(self) -> &'static Row {
        &ROWS[self.place()]
    }

    /// Its place in the order of a pack.
    pub(super) fn place(self) -> usize {
        self as usize
    }

    /// The hundredths of the project's room that are its own.
    pub(super) fn share(self) -> usize {
        self.row().share
    }

    /// The section of a kind's records.
    #[must_use]
    pub fn of_kind(kind: &str) -> Self {
        for row in &ROWS {
            if row.kind == Some(kind) {
                return row.section;
            }
        }
        Self::Others
    }

    /// Every section that holds records, in the order of a pack.
    pub fn of_records() -> impl Iterator<Item = Self> {
        let rows = ROWS.iter().map(|row| row.section);
        rows.filter(|section| !section.is_loose())
    }

    /// True if the section is part of the project's memory.
    pub(super) fn is_of_memory(self) -> bool {
        !matches!(
            self,
            Self::User | Self::Policy | Self::Parents | Self::Map | Self::Commits
        )
    }

    /// True if the section holds something other than records.
    fn is_loose(self) -> bool {
        matches!(
            self,
            Self::User
                | Self::Summary
                | Self::Policy
                | Self::Parents
                | Self::Map
                | Self::Commits
                | Self::Incoming
                | Self::Recent
        )
    }

    /// True if the section has room for records that were not asked for.
    #[must_use]
    pub fn is_usual(self) -> bool {
        self.row().share > 0
    }

    /// True if it has only the names of its records.
    #[must_use]
    pub fn is_list(self) -> bool {
        self == Self::Topics
    }

    /// Fenced text of its items in short form, each on a line that begins with its origin.
    pub(super) fn lines(self, lines: &str) -> String {
        fenced(self.row().many, lines)
    }

    /// Its heading, with the empty line after it; answers have none.
    pub(super) fn heading(self) -> String {
        match self.row().heading {
            "" => String::new(),
            heading => format!("## {heading}\n\n"),
        }
    }
}

/// Origin of a pack's text, and the wording of its advice.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The revision that all of it is from; `None` for the work tree.
    pub revision: Option<&'a str>,
    /// Way in which the reader of the pack calls this program.
    pub wording: Wording,
    /// First step if nothing is remembered yet.
    pub begin: &'a Advice,
    /// Number of rules, which agents read in files of their own.
    pub rules: usize,
}

impl Source<'_> {
    fn call(&self, advice: &Advice) -> String {
        (self.wording.call)(advice)
    }

    /// The calls that find what a section lacks.
    fn calls_for(&self, section: Section) -> String {
        let all = self.call(&self.all(section));
        if section.is_loose() {
            all
        } else {
            format!("{}, {all}", self.call(&Advice::Recall))
        }
    }

    /// Advice that shows all of a section.
    fn all(&self, section: Section) -> Advice {
        let revision = self.revision.map(str::to_owned);
        match section {
            Section::User => Advice::ListUserFiles,
            Section::Summary => Advice::ShowSummary { revision },
            Section::Policy => Advice::ShowPolicy,
            Section::Parents => Advice::ListParentRecords,
            Section::Map => Advice::ShowMap { revision },
            Section::Incoming => Advice::ListIncoming,
            Section::Recent => Advice::ListEntries,
            _ => Advice::ListRecords {
                kind: None,
                revision,
            },
        }
    }

    /// Advice that shows one item of a section as a whole.
    fn whole(&self, section: Section) -> Advice {
        let revision = self.revision.map(str::to_owned);
        match section {
            Section::User => Advice::ReadUserFile,
            Section::Summary => Advice::ShowSummary { revision },
            Section::Policy => Advice::ShowPolicy,
            Section::Parents => Advice::ShowRecord { revision: None },
            Section::Map => Advice::ShowMap { revision },
            Section::Incoming => Advice::ListIncoming,
            Section::Recent => Advice::ShowEntry,
            _ => Advice::ShowRecord { revision },
        }
    }
}

/// Left-out part of a section.
#[derive(Clone, Copy)]
pub(super) struct Left {
    pub(super) section: Section,
    /// Number of items.
    pub(super) count: usize,
}

/// Line with the left-out part of each section, the sections of cut texts, and the calls that show
/// both; empty if nothing was left out.
pub(super) fn last_line(left: &[Left], cut: &[Section], source: Source) -> String {
    // Neighbours are shown by the same call, as most sections hold records.
    let mut parts: Vec<(String, String)> = Vec::new();
    for &Left { section, count } in left {
        // Tools are held to the policy, whether or not a reader has seen it.
        if count == 0 || section == Section::Policy {
            continue;
        }
        let Row { one, many, .. } = section.row();
        let name = if count == 1 { one } else { many };
        let call = source.calls_for(section);
        match parts.last_mut() {
            Some((what, last)) if *last == call => {
                what.extend([", ", &count.to_string(), " ", name]);
            }
            _ => parts.push((format!("{count} {name}"), call)),
        }
    }
    let mut calls: Vec<String> = Vec::new();
    for section in cut {
        let call = source.call(&source.whole(*section));
        if calls.last() != Some(&call) {
            calls.push(call);
        }
    }
    if !calls.is_empty() {
        parts.push((format!("what follows {CUT}"), calls.join(", ")));
    }
    if parts.is_empty() {
        return String::new();
    }
    let parts: Vec<String> = parts
        .iter()
        .map(|(what, call)| format!("{what} ({call})"))
        .collect();
    format!("Left out: {}\n", parts.join(", "))
}

/// Line for an empty memory, with the first step.
pub(super) fn first_line(source: Source) -> String {
    let begin = source.call(source.begin);
    match source.rules {
        0 => format!("Memory is empty; to begin: {begin}\n"),
        count => {
            let rules = counted(count, "rule");
            format!("Memory has {rules} and no records; to add one: {begin}\n")
        }
    }
}

/// Line for a budget that has no room for the names of the sections.
pub(super) fn shortest_line(source: Source) -> String {
    let call = source.call(&source.all(Section::Others));
    format!("Left out: everything ({call})\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_make_a_whole() {
        assert_eq!(ROWS.iter().map(|row| row.share).sum::<usize>(), 100);
        for row in &ROWS {
            assert_eq!(
                (row.section.row().heading, row.section.share()),
                (row.heading, row.share)
            );
        }
    }

    #[test]
    fn the_last_line_advises_what_shows_the_rest_there() {
        let call = |advice: &Advice| match advice {
            Advice::ListRecords {
                kind,
                revision: None,
            } => format!("list {}", kind.unwrap_or("all")),
            Advice::ListRecords { .. } => "list at".to_owned(),
            Advice::ShowRecord { revision } => format!("show at {revision:?}"),
            Advice::ReadUserFile => "read".to_owned(),
            Advice::Recall => "find".to_owned(),
            other => format!("{other:?}"),
        };
        let wording = Wording {
            door: "test",
            call,
            sentence: call,
        };
        let here = Source {
            revision: None,
            wording,
            begin: &Advice::Init,
            rules: 0,
        };
        let left = |section, count| Left { section, count };
        let none = [left(Section::Lessons, 0), left(Section::Policy, 1)];
        let left = [
            left(Section::Summary, 1),
            left(Section::Decisions, 1),
            left(Section::Lessons, 2),
        ];
        let cut = [Section::User, Section::Answers, Section::Lessons];
        assert_eq!(
            last_line(&left, &cut, here),
            "Left out: 1 summary (ShowSummary { revision: None }), 1 decision, 2 lessons \
             (find, list all), what follows […] (read, show at None)\n"
        );
        let there = Source {
            revision: Some("HEAD"),
            wording,
            begin: &Advice::Init,
            rules: 0,
        };
        assert_eq!(
            last_line(&left[1..], &cut[1..], there),
            "Left out: 1 decision, 2 lessons (find, list at), \
             what follows […] (show at Some(\"HEAD\"))\n"
        );
        assert_eq!(last_line(&none, &[], here), "");
    }
}
