//! Notes on commits: one JSON object a line in the note that git keeps for the commit
//! (git-notes(1)).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use git_memory_guard::{Guard, is_redacted};

/// One note. Keys that this version does not know stay unchanged in the line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Note {
    /// Its id; empty in a note that another program wrote.
    pub id: String,
    /// Its text, Markdown.
    pub text: String,
    /// Its author, from git's `user.name`.
    pub author: String,
    /// When it was written, RFC 3339 in UTC.
    pub created: String,
    /// The commit that it was written for, in hex: it may be found on another one by now.
    pub commit: String,
    /// The patch id of that commit (git-patch-id(1)), by which it is found again; empty if it
    /// has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub patch_id: String,
}

impl Note {
    /// Reads a line, without the secrets in it. A line that is not such an object is the text of a
    /// note that was written with `git notes`.
    #[must_use]
    pub fn read(line: &str) -> Self {
        Self::read_by(&Guard::new(), line)
    }

    /// Reads a line by a guard that knows more than the rules, or lets more pass.
    #[must_use]
    pub fn read_by(guard: &Guard, line: &str) -> Self {
        let line = guard.redact_json_lines(line);
        match serde_json::from_str(&line) {
            Ok(note) => note,
            // Not an error: the ref is git's own, and people use it by hand.
            Err(_) => Self {
                text: line.into_string(),
                ..Self::default()
            },
        }
    }

    /// True if redaction changed its text.
    #[must_use]
    pub fn is_redacted(&self) -> bool {
        is_redacted(&self.text)
    }

    /// The line that holds it, without a line end.
    #[must_use]
    pub fn line(&self) -> String {
        // A struct of strings can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The lines of a commit's note, without empty ones (git puts some between joined notes).
pub fn lines(note: &str) -> impl Iterator<Item = &str> {
    note.lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
}

/// A commit's note with more lines, each once; `None` if it holds all of them already.
#[must_use]
pub fn with_lines(note: &str, more: &[String]) -> Option<String> {
    let mut all: Vec<&str> = lines(note).collect();
    let before = all.len();
    let mut known: BTreeSet<&str> = all.iter().copied().collect();
    let more = more.iter().map(String::as_str);
    all.extend(more.filter(|line| known.insert(line)));
    (all.len() > before).then(|| joined(&all))
}

/// The three-way merge of a commit's note, line by line: lines that both have, lines that either
/// added, without lines that either removed. It does not depend on which side is ours.
#[must_use]
pub fn merged(base: &str, ours: &str, theirs: &str) -> String {
    // Not as git's `cat_sort_uniq` does it: that would bring back lines that one side has removed.
    let in_base: BTreeSet<&str> = lines(base).collect();
    let in_ours: BTreeSet<&str> = lines(ours).collect();
    let in_theirs: BTreeSet<&str> = lines(theirs).collect();
    let mut all: Vec<&str> = Vec::new();
    for line in lines(base) {
        if in_ours.contains(line) && in_theirs.contains(line) {
            all.push(line);
        }
    }
    // Sorted, so that both sides come to the same text.
    for line in in_ours.union(&in_theirs) {
        if !in_base.contains(line) {
            all.push(line);
        }
    }
    joined(&all)
}

fn joined(lines: &[&str]) -> String {
    let mut note = String::new();
    for line in lines {
        note.push_str(line);
        note.push('\n');
    }
    note
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_of_any_writer_is_a_note() {
        let note = Note {
            id: "note-1".into(),
            text: "a \"b\"\nc".into(),
            ..Note::default()
        };
        assert!(!note.line().contains('\n'));
        assert_eq!(Note::read(&note.line()), note);
        assert_eq!(Note::read("just text").text, "just text");
        assert_eq!(Note::read("{\"text\": \"x\", \"more\": 1}").text, "x");
    }

    #[test]
    fn a_line_is_there_once() {
        assert_eq!(
            with_lines("a\n\nb\n", &["b".into(), "c".into()]).as_deref(),
            Some("a\nb\nc\n")
        );
        assert_eq!(with_lines("a\n\nb", &["b".into()]), None);
        assert_eq!(
            with_lines("", &["a".into(), "a".into()]).as_deref(),
            Some("a\n")
        );
    }

    #[test]
    fn both_sides_of_a_merge_count() {
        assert_eq!(merged("a\nb\n", "a\nb\nc\n", "b\nd\n"), "b\nc\nd\n");
        assert_eq!(merged("", "x\n", ""), "x\n");
        assert_eq!(merged("a\n", "", "a\n"), "");
    }

    proptest! {
        #[test]
        fn merging_is_symmetric(base in "([a-d]\n){0,4}", ours in "([a-f]\n){0,4}", theirs in "([a-f]\n){0,4}") {
            let one = merged(&base, &ours, &theirs);
            prop_assert_eq!(&one, &merged(&base, &theirs, &ours));
            let again = merged(&base, &one, &one);
            prop_assert_eq!(lines(&again).collect::<std::collections::BTreeSet<_>>(), lines(&one).collect());
        }
    }
}
