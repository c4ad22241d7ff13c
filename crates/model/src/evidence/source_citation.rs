//! Citations of records in source files: an id, or a number such as `ADR 12` or `@adr 12`, in a
//! comment. The file says by them which records apply to it.

use super::citation::{Citation, citations};
use super::comments::Comments;
use crate::record::Record;
use git_memory_text::path::last;

/// Maximum number of citations of one file that are read.
const MOST: usize = 32;
/// Endings of files whose whole text is prose.
const PROSE: [&str; 6] = [".md", ".mdx", ".rst", ".adoc", ".txt", ".org"];

/// The tag of a comment that names a record's file: `@adr 20200927-avoid-default-exports`.
const TAG: &str = "@adr";

/// The name by which a source file cites a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CitedName {
    /// An id or a number.
    Record(Citation),
    /// The name of its file, without the ending.
    File(String),
}

/// A record as a source file cites it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCitation {
    /// The cited name.
    pub name: CitedName,
    /// The line of its first citation, from 1.
    pub line: u32,
    /// A link in a comment of the file that has the name in it: `ADR 31` may be of another project.
    pub link: Option<String>,
    /// True if it is an id that the comment shows between quotation marks or backticks.
    is_quoted: bool,
}

impl SourceCitation {
    /// True if the name may be that of a record.
    #[must_use]
    pub fn may_name(&self, record: &Record) -> bool {
        match &self.name {
            CitedName::Record(citation) => citation.names(record),
            CitedName::File(name) => record.path.file_name().starts_with(name.as_str()),
        }
    }

    /// True if the name can only be that of a record: an id that is no word, and no example.
    /// `top-bottom` has the form of an id, too, and one between backticks may show that form.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        let CitedName::Record(Citation::Id(id)) = &self.name else {
            return false;
        };
        let random = id.random_part();
        let is_word = !random.contains(|c: char| c.is_ascii_digit())
            && random.contains(['a', 'e', 'i', 'o', 'u']);
        !self.is_quoted && !is_word
    }
}

/// True if the whole text of a file with this path is prose.
#[must_use]
pub fn is_prose(path: &str) -> bool {
    let name = last(path).to_ascii_lowercase();
    PROSE.iter().any(|ending| name.ends_with(ending))
}

/// The records that the comments of a file cite, each once, in the order of the text; at most 32.
/// All of a text in prose counts as a comment.
#[must_use]
pub fn cited_in_source(path: &str, text: &str) -> Vec<SourceCitation> {
    let is_prose = is_prose(path);
    let mut found: Vec<SourceCitation> = Vec::new();
    let mut comments = Comments::default();
    for (line, text) in (1_u32..).zip(text.lines()) {
        if is_prose {
            add_cited(&mut found, text, line);
            continue;
        }
        for comment in comments.of_line(text) {
            add_cited(&mut found, comment, line);
        }
    }
    found
}

/// Adds the records that a comment cites; `number` is that of its line.
fn add_cited(found: &mut Vec<SourceCitation>, comment: &str, number: u32) {
    // An id has a hyphen, and a number a digit.
    if !comment.contains(|c: char| c == '-' || c.is_ascii_digit()) {
        return;
    }
    let link = comment.find("://").map(|_| comment.to_owned());
    let records = citations(comment).into_iter().map(CitedName::Record);
    for name in records.chain(tagged(comment).map(CitedName::File)) {
        let link = link.clone();
        match found.iter().position(|known| known.name == name) {
            Some(at) => found[at].link = found[at].link.take().or(link),
            None if found.len() < MOST => found.push(SourceCitation {
                is_quoted: is_quoted(comment, &name),
                name,
                line: number,
                link,
            }),
            None => {}
        }
    }
}

/// The name of a file after the tag in a comment.
fn tagged(comment: &str) -> Option<String> {
    let at = comment.find(TAG)?;
    let name = comment[at + TAG.len()..].trim_start_matches([' ', ':', '=']);
    let name = name.split_whitespace().next()?.trim_end_matches(".md");
    let is_name = name.contains('-') && name.len() > TAG.len();
    is_name.then(|| name.to_owned())
}

/// True if an id stands between quotation marks or backticks in a comment.
fn is_quoted(comment: &str, name: &CitedName) -> bool {
    let CitedName::Record(Citation::Id(id)) = name else {
        return false;
    };
    let before = comment.split(id.as_str()).next().unwrap_or_default();
    let is_open = |mark: char| before.matches(mark).count() % 2 == 1;
    ['`', '"'].into_iter().any(is_open) || before.ends_with('\'')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cited(path: &str, text: &str) -> Vec<(String, u32)> {
        let key = |name| match name {
            CitedName::Record(citation) => citation.key(),
            CitedName::File(name) => name,
        };
        let found = cited_in_source(path, text).into_iter();
        found.map(|it| (key(it.name), it.line)).collect()
    }

    #[test]
    fn comments_cite_records_in_every_language() {
        for (path, text, expected) in [
            (
                "a.c",
                "/* dec-7k3m9q: keep it */\nint b;\n",
                &[("dec-7k3m9q", 1)][..],
            ),
            ("a.rs", "fn a() {} // see ADR-0012\n", &[("adr#12", 1)]),
            (
                "a.ts",
                "\n/**\n * Text.\n * @adr 0012\n */\n",
                &[("adr#12", 4)],
            ),
            (
                "a.py",
                "\"\"\"Text.\n\nAs les-0q4m2x says.\n\"\"\"\n",
                &[("les-0q4m2x", 3)],
            ),
            ("a.py", "x = 1  # ADR 7, ADR 7\n", &[("adr#7", 1)]),
            ("a.sql", "-- RFC 5\nselect 1;\n", &[("rfc#5", 1)]),
            (
                "a.html",
                "<p>\n<!--\ndec-7k3m9q\n-->\ndec-zzzzz9\n",
                &[("dec-7k3m9q", 3)],
            ),
            ("a.md", "As dec-7k3m9q says.\n", &[("dec-7k3m9q", 1)]),
            (
                "a.js",
                "x, // @adr 20200927-avoid-x\n",
                &[("20200927-avoid-x", 1)],
            ),
            ("a.rs", "let a = \"dec-7k3m9q\";\n", &[]),
            ("a.c", "int a = adr + 12;\n", &[]),
        ] {
            let expected: Vec<(String, u32)> = expected
                .iter()
                .map(|(key, line)| ((*key).to_owned(), *line))
                .collect();
            assert_eq!(cited(path, text), expected, "{path}: {text}");
        }
    }

    #[test]
    fn a_link_beside_a_number_tells_whose_it_is() {
        let found = cited_in_source("a.go", "// See ADR 31\n// https://x.org/a/adr-031-y.md\n");
        assert_eq!(found.len(), 1);
        assert!(found[0].link.as_ref().unwrap().contains("adr-031-y.md"));
        assert_eq!(cited_in_source("a.go", "// See ADR 31\n")[0].link, None);
    }

    #[test]
    fn a_word_with_a_hyphen_and_an_example_are_no_certain_ids() {
        for (text, expected) in [
            ("// dec-7k3m9q", true),
            ("// dec-zzzzzz", true),
            ("// top-bottom", false),
            ("// ADR 12", false),
            ("// An id, such as `dec-7k3m9q`.", false),
            ("// `a` and dec-7k3m9q", true),
            ("// `Decision: dec-7k3m9q`", false),
            ("// \"dec-7k3m9q\"", false),
        ] {
            let found = cited_in_source("a.rs", text);
            assert_eq!(
                found.iter().any(SourceCitation::is_certain),
                expected,
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(//|/\\*|\\*/|\"\"\"|#|dec-7k3m9q|adr 1|é|\n| ){0,40}") {
            let lines = u32::try_from(text.lines().count()).unwrap();
            for found in cited_in_source("a.rs", &text) {
                prop_assert!((1..=lines).contains(&found.line));
            }
        }
    }
}
