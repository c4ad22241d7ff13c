//! The faults of memory: one table of codes, each with its severity and the way to fix it.

use serde::{Deserialize, Serialize};

use git_memory_text as text;
use git_memory_text::advice::Advice;

/// Severity of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information for the reader; not a fault.
    Notice,
    /// Worth a look; nothing is stopped.
    Warning,
    /// Stops a commit, and makes `check` exit with 1.
    Error,
}

impl Severity {
    /// `notice`, `warning` or `error`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

macro_rules! codes {
    ($(
        $(#[doc = $what:literal])+
        $code:ident = $name:literal, $severity:ident, $advice:expr;
    )+) => {
        /// The kinds of faults.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Code { $($(#[doc = $what])+ $code,)+ }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Code] = &[$(Code::$code,)+];

            /// The name that a finding has in brackets.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Code::$code => $name,)+ }
            }

            /// Severity of the fault.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Code::$code => Severity::$severity,)+ }
            }

            /// Way to fix it.
            #[must_use]
            pub fn advice(self) -> Advice {
                match self { $(Code::$code => $advice,)+ }
            }
        }
    };
}

const fn by_hand(text: &'static str) -> Advice {
    Advice::by_hand(text)
}

codes! {
    /// A record whose front matter is not closed, or a text without front matter in the place of a
    /// record.
    NoFrontMatter = "no-front-matter", Error,
        by_hand("begin the file with '---', the required keys, and '---' again");
    /// A page whose front matter is not a mapping of keys to values.
    UnreadKeys = "unread-front-matter", Notice,
        by_hand("correct the YAML, so that the page's own title and tags are read");
    /// A page with a second block of front matter, as two programs leave it that do not see each
    /// other's.
    SecondFrontMatter = "second-front-matter", Notice,
        by_hand("join both blocks of front matter in the first one");
    /// A page: it has no id of ours.
    Page = "page", Notice,
        Advice::Adopt;
    /// A record without a section or key that its kind needs.
    Incomplete = "incomplete-record", Notice,
        by_hand("write the missing part");
    /// Two current records whose sentences contradict each other.
    // A notice: a person has to tell which of them applies.
    Contested = "may-contradict", Notice,
        by_hand(
            "let one replace the other ('supersede'), or, if both apply, name one in the other's \
             'related'"
        );
    /// Two current records that took the place of the same one, as two branches leave them.
    // A warning: unlike two sentences, it is certain.
    TwoSuccessors = "two-successors", Warning,
        by_hand(
            "let one replace the other ('supersede'), or, if both apply, name one in the other's \
             'related'"
        );
    /// Documents of one folder whose file names have one number.
    // A notice: the records have ids of their own, so only names such as "ADR 7" are ambiguous.
    DoubleNumber = "double-number", Notice,
        by_hand("give the later one the next free number, and correct the links to it");
    /// A pathspec of a record that is not valid, or that fits no file that git tracks.
    // A notice: files come and go, and the record may be older or newer than its files.
    Unmatched = "unmatched-path", Notice,
        by_hand("correct the path from the top of the repository, or remove it");
    /// A record about files that a range of commits changed, which the range did not change.
    Touched = "touched", Notice,
        Advice::ConfirmTouched;
    /// A commit's trailer that names no record of this repository.
    // A warning: the commit is made, and its other half may come with another branch.
    UnknownRecord = "unknown-record", Warning,
        by_hand("give the id of a record here, or a number such as 'ADR 32'; reword the commit");
    /// A comment of a source file that cites an id which no record has.
    // A notice: the record may come with another branch.
    UnknownCitation = "unknown-citation", Notice,
        by_hand("cite a record of this repository, or take the id out of the comment");
    /// A page about a folder whose front matter cannot be read.
    // A warning: its title and abstract stand for all contents of the folder.
    UnreadOverview = "unread-overview", Warning,
        by_hand("correct the YAML, so that the folder's own title and abstract are read");
    /// A page about a folder without keys that its readers look for.
    BareOverview = "incomplete-overview", Notice,
        by_hand("add the keys to the front matter of the OVERVIEW.md");
    /// A file that a merge left with two versions of some lines, or that git has not merged yet.
    InConflict = "in-conflict", Error,
        Advice::ResolveConflict;
    /// A file in which a merge left two records, each in full.
    TwoRecords = "two-records", Error,
        Advice::PartRecords;
    /// A record that a merge gave a text which no side has, although both did not change it.
    // A warning: the change may have been intended in the merge.
    ChangedInMerge = "changed-in-merge", Warning,
        by_hand(
            "compare it with both sides of the merge, and commit the right text; the change may \
             belong to another record"
        );
    /// A record that one side of a merge added, about the files or the subject of one that the
    /// other side added.
    // A notice: neither author saw the other's record.
    AddedBeside = "added-beside", Notice,
        by_hand(
            "let one replace the other ('supersede'), or, if both apply, name one in the other's \
             'related'"
        );
    /// Front matter that the YAML library does not read.
    BadYaml = "bad-yaml", Error,
        by_hand("correct the YAML; a value with ': ' or '#' in it needs quotes");
    /// A check of code that cannot be run.
    BrokenCheck = "broken-check", Error,
        by_hand("correct the entry of 'checks' in the front matter");
    /// A required key is not there.
    MissingKey = "missing-key", Error,
        by_hand("add the key to the front matter");
    /// A key has a value that it cannot have.
    BadValue = "bad-value", Error,
        by_hand("correct the value");
    /// A status that the record's kind does not have.
    UnknownStatus = "unknown-status", Error,
        by_hand("use one of the kind's statuses");
    /// A character that hides or reorders what a reader sees.
    HiddenCharacter = "hidden-character", Error,
        by_hand("remove the character");
    /// A single invisible character, as word processors and web pages leave them.
    // A notice: it hides nothing, and in an imported document it cannot be found by looking.
    InvisibleCharacter = "invisible-character", Notice,
        by_hand("remove the character unless the text needs it");
    /// A mark of text direction that is common in right-to-left text.
    DirectionMark = "direction-mark", Warning,
        by_hand("remove the mark unless the text needs it");
    /// A sentence that orders an agent to do what nobody asked it to do.
    // A warning: a person has to tell whether the record means it.
    Instruction = "order-to-agents", Warning,
        by_hand("see in the file's history who brought it; remove the sentence, or quote it");
    /// A hash of a password, in the whole form of its scheme.
    // A notice: it is made to be kept, but a weak password can be found from it.
    PasswordHash = "password-hash", Notice,
        by_hand("keep it out of memory unless it belongs to a test");
    /// Something that looks like a secret.
    Secret = "secret", Error,
        by_hand(
            "remove the value, and rotate the credential: everyone who could read the file has it"
        );
    /// Two records with one id.
    DoubleId = "double-id", Error,
        by_hand("give one of them another id");
    /// A link of supersession that only one end knows.
    OneSided = "one-sided", Error,
        by_hand("name each record in the other: 'supersedes' there, 'superseded_by' here");
    /// A record that replaces one of a parent.
    // A notice: a team may decide otherwise, and a reader of the parent's record has to know.
    ReplacesParent = "replaces-parent", Notice,
        by_hand("read both; nothing has to be done if this repository does decide otherwise");
    /// A record that replaces one of a parent and does not say why.
    NoReason = "no-reason", Error,
        by_hand("write below the heading 'Rationale' why this repository decides otherwise");
    /// Records that supersede each other in a circle.
    Circle = "circle", Error,
        by_hand("remove one of the links");
    /// Supersession that names a record that is not there.
    MissingEnd = "missing-end", Error,
        by_hand("restore the record that is named, or remove the link");
    /// `related` that names a record that is not there, or a document that names a successor which
    /// is not there.
    // A warning: unlike supersession it decides nothing, and a record may be removed at any time.
    Dangling = "dangling-link", Warning,
        by_hand("restore what it names, or correct or remove the link");
    /// A record that does not belong at the top of memory, or whose scope is not its folder's.
    Misplaced = "misplaced", Error,
        by_hand("move the file, or correct 'id' or 'scope'");
    /// A record in the folder of another kind than its id's.
    // A warning: the folder decides, and the id still names the record.
    OtherKind = "other-kind", Warning,
        by_hand(
            "'adopt' with the path gives it an id of that kind, and keeps this one as an alias; or \
             move the file back"
        );
    /// A symbolic link below `memory/`.
    SymbolicLink = "symbolic-link", Error,
        by_hand("replace the link with the file itself");
    /// Something else below `memory/` that is not a file: a pipe, a device, an object of git's that
    /// is not in this clone or is of another type.
    NotAFile = "not-a-file", Error,
        by_hand("replace it with a file, or remove it; 'git fsck' names what git lacks");
    /// A submodule below `memory/`.
    Submodule = "submodule", Error,
        by_hand("move the submodule out of 'memory'");
    /// A record larger than 1 MiB.
    TooLarge = "too-large", Error,
        by_hand("keep records under 1 MiB; put large material elsewhere and link to it");
    /// More than a limit of the program, which leaves the rest out.
    BeyondLimit = "beyond-limit", Notice,
        by_hand("docs/reference.md lists the limits");
    /// A file or a file name that is not UTF-8.
    NotUtf8 = "not-utf8", Error,
        by_hand("convert the file to UTF-8");
    /// A line of the team's settings that has no effect, or one that the file may not have.
    BadSetting = "bad-setting", Error,
        Advice::ReadSettings;
    /// A line of the team's settings that keeps memory from its readers.
    // A notice: a team may well mean it, and a pull request may have brought it unseen.
    TeamSetting = "team-setting", Notice,
        by_hand("see in the file's history who set it; remove the line unless the team wants it");
    /// A file that has the name of a derived one, and that this program did not make.
    Foreign = "foreign-derived", Warning,
        by_hand(
            "'adopt' with its path keeps the text as a page, and lets the derived one be written"
        );
    /// A tracked derived file that is out of date.
    Stale = "stale-derived", Error,
        Advice::RefreshAndStage;
    /// The summary links to a record that has been superseded.
    OldLink = "old-link", Warning,
        by_hand("link to the record that replaced it");
    /// A broken link in the summary.
    DeadLink = "dead-link", Warning,
        by_hand("correct the link, or remove it");
    /// A summary that people wrote, without the text for one of its fields.
    // A notice: what a project has to say about itself is up to its people.
    EmptyFields = "empty-fields", Notice,
        by_hand("write the text below a heading of this name");
    /// A document without the type that the Open Knowledge Format requires.
    NoType = "no-type", Error,
        Advice::AddTypes;
    /// A listing or history of a folder that is not written as the Open Knowledge Format has it.
    Reserved = "reserved-name", Error,
        by_hand("write it as in sections 8 and 9 of the format, or rename the file");
    /// An alias that is the id of another record.
    // A warning: the id goes before it wherever a record is looked up.
    TakenAlias = "taken-alias", Warning,
        by_hand("remove it from 'alias': it is the id of that record");
}

impl Code {
    /// True for a single character that readers do not see.
    #[must_use]
    pub fn is_of_character(self) -> bool {
        matches!(
            self,
            Self::HiddenCharacter | Self::InvisibleCharacter | Self::DirectionMark
        )
    }
}

/// One thing that is wrong in one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Kind of the fault.
    pub code: Code,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The fault in words, in one line.
    pub message: String,
}

impl Fault {
    /// A fault at a place of a file.
    #[must_use]
    pub fn at(code: Code, (line, column): (u32, u32), message: impl Into<String>) -> Self {
        Self {
            code,
            line,
            column,
            message: message.into(),
        }
    }
}

/// Line and column (both from 1; the column in characters) of a byte offset in a text.
#[must_use]
pub fn position(text: &str, offset: usize) -> (u32, u32) {
    // A library's offset may be inside a character, or beyond the end.
    let before = &text[..text::floor(text, offset)];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before[line_start..].chars().count() + 1;
    (number(line), number(column))
}

/// A line or a column in the form that a fault holds.
pub fn number(value: usize) -> u32 {
    // A file is far smaller; in a larger one, the last place that can be named is near enough.
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_counted_in_characters_wherever_the_offset_is() {
        let text = "ä\nbö\n";
        for (offset, expected) in [
            (0, (1, 1)),
            (1, (1, 1)),
            (3, (2, 1)),
            (5, (2, 2)),
            (99, (3, 1)),
        ] {
            assert_eq!(position(text, offset), expected, "{offset}");
        }
    }
}
