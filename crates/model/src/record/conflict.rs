//! Conflicts that a merge leaves in a file that two sides changed: both versions of some lines,
//! between marks (git-merge(1), "How conflicts are presented").

use std::{fmt, mem};

use super::blocks::with_lines;
use super::fault::{Code, Fault, number};
use super::front_matter::{self, front_matter_and_body};
use super::id::RecordId;
use super::marks::{KeysInConflict, mark_size};
use git_memory_text as text;

const OURS: char = '<';
const BASE: char = '|';
const BETWEEN: char = '=';
const THEIRS: char = '>';
/// Text that every conflict contains.
const SHORTEST: &str = "<<<<<<<";

/// The longest name of a side, in characters.
const NAME: usize = 80;

/// A text with the marks of a merge in it, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The line of the first mark, from 1.
    pub line: u32,
    /// Names of the two sides in the marks.
    pub sides: Sides,
    /// The text of the one side, if they differ.
    pub ours: String,
    /// As the other side has it.
    pub theirs: String,
}

/// The names of the two sides of a merge; empty if they are unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// The present side: the current branch, or the commit that a rebase puts commits on.
    pub ours: String,
    /// The side that comes.
    pub theirs: String,
}

impl Sides {
    /// Takes both names in a form that can be shown, no matter who chose them.
    #[must_use]
    pub fn new(ours: &str, theirs: &str) -> Self {
        let shown = |name: &str| text::visible(&text::one_line(name, NAME)).into_owned();
        Self {
            ours: shown(ours),
            theirs: shown(theirs),
        }
    }

    /// The message that a file holds two records, as one line.
    #[must_use]
    pub fn of_two(&self, [ours, theirs]: &[RecordId; 2]) -> String {
        if self.are_known() {
            format!(
                "two records in one file: {ours} of '{}' and {theirs} of '{}'",
                self.ours, self.theirs
            )
        } else {
            format!("two records in one file: {ours} and {theirs}")
        }
    }

    /// True if both names are known.
    #[must_use]
    pub fn are_known(&self) -> bool {
        !self.ours.is_empty() && !self.theirs.is_empty()
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("in conflict")?;
        if self.are_known() {
            write!(out, " between '{}' and '{}'", self.ours, self.theirs)?;
        }
        Ok(())
    }
}

impl Conflict {
    /// The conflicts in a text; `None` if there are none. Marks in a block of code are an example,
    /// and incomplete ones were written by a person.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        // Nearly every text has none, and is looked through once, quickly.
        if !text.contains(SHORTEST) {
            return None;
        }
        let mut reader = Reader::default();
        for (nth, line) in text.split_inclusive('\n').enumerate() {
            reader.read(nth + 1, line);
        }
        let mut conflict = reader.finish()?;
        conflict.put_keys_in_place(text);
        Some(conflict)
    }

    /// Puts lines of front matter that were in conflict into their place.
    fn put_keys_in_place(&mut self, text: &str) {
        let (_, body) = front_matter_and_body(text);
        let Some(keys) = KeysInConflict::at_top_of(body) else {
            return;
        };
        let (_, body) = front_matter_and_body(&self.theirs);
        let Some(rest) = body.strip_prefix(keys.theirs) else {
            return;
        };
        let head = &self.theirs[..self.theirs.len() - body.len()];
        let theirs = format!("{}{rest}", with_lines(head, keys.theirs));
        self.theirs = theirs;
    }

    /// The conflict as a fault of the file.
    #[must_use]
    pub fn fault(&self) -> Fault {
        let (code, message) = match self.ids() {
            Some(ids) => (Code::TwoRecords, self.sides.of_two(&ids)),
            None => (Code::InConflict, self.sides.to_string()),
        };
        Fault::at(code, (self.line, 1), message)
    }

    /// The ids of both versions, if they are two records and not two versions of one.
    #[must_use]
    pub fn ids(&self) -> Option<[RecordId; 2]> {
        let (ours, theirs) = (
            front_matter::id(&self.ours)?,
            front_matter::id(&self.theirs)?,
        );
        (ours != theirs).then_some([ours, theirs])
    }
}

/// Place of a line in a conflict.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum At {
    #[default]
    Outside,
    Ours,
    /// The common base, which some styles of conflicts show.
    Base,
    Theirs,
}

/// One conflict as far as it was read.
#[derive(Default)]
struct Hunk {
    line: usize,
    /// The length of its marks: all of them have the same.
    size: usize,
    name: String,
    /// Every line of it, in case it is not a conflict.
    raw: String,
    ours: String,
    theirs: String,
}

#[derive(Default)]
struct Reader {
    at: At,
    hunk: Hunk,
    /// The fence that the current block of code has to end with.
    fence: Option<String>,
    ours: String,
    theirs: String,
    /// The line of the first conflict, and the names of its sides.
    first: Option<(usize, Sides)>,
}

impl Reader {
    fn read(&mut self, nth: usize, line: &str) {
        if self.fence.is_none()
            && let Some(size) = mark_size(line, OURS)
            && (self.at == At::Outside || size == self.hunk.size)
        {
            // The conflict that was begun before has no end.
            self.give_up();
            self.at = At::Ours;
            self.hunk.line = nth;
            self.hunk.size = size;
            name_after(line, size).clone_into(&mut self.hunk.name);
            self.hunk.raw.push_str(line);
            return;
        }
        if self.at == At::Outside {
            self.ours.push_str(line);
            self.theirs.push_str(line);
            self.pass(line);
            return;
        }
        self.hunk.raw.push_str(line);
        let is_mark = |sign| mark_size(line, sign) == Some(self.hunk.size);
        match self.at {
            At::Ours if is_mark(BASE) => self.at = At::Base,
            At::Ours | At::Base
                if is_mark(BETWEEN) && name_after(line, self.hunk.size).is_empty() =>
            {
                self.at = At::Theirs;
            }
            At::Theirs if is_mark(THEIRS) => self.end(name_after(line, self.hunk.size)),
            At::Theirs => self.hunk.theirs.push_str(line),
            At::Ours => self.hunk.ours.push_str(line),
            At::Base | At::Outside => {}
        }
    }

    fn end(&mut self, name: &str) {
        let hunk = mem::take(&mut self.hunk);
        self.at = At::Outside;
        self.ours.push_str(&hunk.ours);
        self.theirs.push_str(&hunk.theirs);
        // Following lines are in the block of code that either side left open.
        for line in hunk.ours.lines() {
            self.pass(line);
        }
        if self.first.is_none() {
            self.first = Some((hunk.line, Sides::new(&hunk.name, name)));
        }
    }

    /// Takes the lines of an unfinished conflict for ordinary lines.
    fn give_up(&mut self) {
        let hunk = mem::take(&mut self.hunk);
        self.at = At::Outside;
        self.ours.push_str(&hunk.raw);
        self.theirs.push_str(&hunk.raw);
    }

    /// Notes the beginnings and ends of blocks of code.
    fn pass(&mut self, line: &str) {
        let line = line.trim_start_matches(' ').trim_end();
        match &self.fence {
            Some(fence) => {
                let is_end = line.starts_with(fence.as_str())
                    && line.chars().all(|sign| fence.starts_with(sign));
                if is_end {
                    self.fence = None;
                }
            }
            None => self.fence = opening_fence(line),
        }
    }

    fn finish(mut self) -> Option<Conflict> {
        self.give_up();
        let (line, sides) = self.first?;
        Some(Conflict {
            line: number(line),
            sides,
            ours: self.ours,
            theirs: self.theirs,
        })
    }
}

/// The fence that a line begins a block of code with.
fn opening_fence(line: &str) -> Option<String> {
    for sign in ['`', '~'] {
        let fence: String = line.chars().take_while(|letter| *letter == sign).collect();
        // Three backticks with another one after them are code within a line.
        let is_inline = sign == '`' && line[fence.len()..].contains(sign);
        if fence.len() >= 3 && !is_inline {
            return Some(fence);
        }
    }
    None
}

/// Text after a mark of a given length at the beginning of a line, without the space between them.
fn name_after(line: &str, size: usize) -> &str {
    let name = line[size..].trim_end_matches(['\r', '\n']);
    match name.strip_prefix(' ') {
        Some(name) => name,
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn both_versions_are_read_with_the_names_of_their_sides() {
        let text = "a\n<<<<<<< HEAD\nb\n=======\nc\nd\n>>>>>>> topic\ne\n\
                    <<<<<<< HEAD\n||||||| 1234\nold\n=======\nf\n>>>>>>> topic\n";
        let conflict = Conflict::of(text).unwrap();
        assert_eq!(conflict.line, 2);
        assert_eq!(
            conflict.sides.to_string(),
            "in conflict between 'HEAD' and 'topic'"
        );
        assert_eq!(conflict.ours, "a\nb\ne\n");
        assert_eq!(conflict.theirs, "a\nc\nd\ne\nf\n");
        let windows = Conflict::of(&text.replace('\n', "\r\n")).unwrap();
        assert_eq!(windows.ours, "a\r\nb\r\ne\r\n");
        assert_eq!(windows.sides, conflict.sides);
    }

    #[test]
    fn look_alikes_of_conflicts_are_text() {
        let whole = "<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n";
        assert!(Conflict::of(whole).is_some());
        for text in [
            "",
            "Title\n=======\n\ntext\n",
            "<<<<<<< a\nb\n=======\nc\n",
            "<<<<<<< a\nb\n>>>>>>> d\n",
            "<<<<<<<< a\nb\n=======\nc\n>>>>>>>> d\n",
            &format!("```\n{whole}```\n"),
            &format!("~~~~ text\n~~~\n{whole}~~~~\n"),
            &whole.replace('<', " <"),
        ] {
            assert_eq!(Conflict::of(text), None, "{text}");
        }
        // A conflict without an end does not hide the next one.
        let conflict = Conflict::of(&format!("<<<<<<< x\n{whole}")).unwrap();
        assert_eq!((conflict.line, &*conflict.ours), (2, "<<<<<<< x\nb\n"));
        let after = format!("```\ncode\n```\n{whole}```\n{whole}```\n");
        assert_eq!(Conflict::of(&after).unwrap().line, 4);
    }

    #[test]
    fn a_name_hides_nothing_and_has_an_end() {
        let text = format!(
            "<<<<<<< \u{202e}\u{1b}[0m\n=======\n>>>>>>> {}\n",
            "x".repeat(999)
        );
        let sides = Conflict::of(&text).unwrap().sides;
        assert!(!sides.to_string().chars().any(text::is_hidden), "{sides}");
        assert!(sides.theirs.chars().count() <= NAME, "{sides}");
        let nameless = Conflict::of("<<<<<<<\n=======\n>>>>>>>\n").unwrap();
        assert_eq!(nameless.sides.to_string(), "in conflict");
    }

    proptest! {
        #[test]
        fn any_text_is_read(lines in proptest::collection::vec("[<=>|`~]{0,8}( [a-z])?\r?", 0..30)) {
            let text = lines.join("\n");
            if let Some(conflict) = Conflict::of(&text) {
                prop_assert!(conflict.ours.len() < text.len());
                prop_assert!(conflict.theirs.len() < text.len());
            }
        }
    }
}
