//! Citations of records in source files: an id, or a number such as `ADR 12` or `@adr 12`, in a
//! comment. The file says by them which records apply to it.

use super::citation::{Citation, placed};
use super::comments::Comments;
use super::example::{is_quoted, without_examples, words_of_file};
use crate::form::reference::words_of;
use crate::record::Record;
use git_memory_text::path::{last, stem};
use git_memory_text::slug;

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
    /// The words that the comment gives the file of this number: `use-x` of `adr/0012-use-x.md`.
    file: Option<String>,
    /// True if it is an id that the comment shows between quotation marks or backticks.
    is_quoted: bool,
}

impl SourceCitation {
    /// True if the name may be that of a record.
    #[must_use]
    pub fn may_name(&self, record: &Record) -> bool {
        match &self.name {
            CitedName::Record(citation) => citation.names(record) && self.may_be_file_of(record),
            CitedName::File(name) => record.path.file_name().starts_with(name.as_str()),
        }
    }

    /// True unless the comment calls the record's file by other words: in `[ADR-5](0005-example.md)`
    /// and in a path of another project.
    #[must_use]
    pub fn may_be_file_of(&self, record: &Record) -> bool {
        let Some(file) = &self.file else { return true };
        let header = &record.header;
        let path = header.imported_from.as_deref();
        let paths = [Some(record.path.as_str()), path];
        let mut names = paths
            .into_iter()
            .flatten()
            .map(|it| slug(words_of(stem(it))));
        names.any(|name| name == *file) || slug(&header.title) == *file
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
/// All of a text in prose counts as a comment, except for its blocks of code. An example cites
/// nothing.
#[must_use]
pub fn cited_in_source(path: &str, text: &str) -> Vec<SourceCitation> {
    let is_prose = is_prose(path);
    let mut found: Vec<SourceCitation> = Vec::new();
    let mut comments = Comments::default();
    let mut is_fenced = false;
    for (line, text) in (1_u32..).zip(text.lines()) {
        if is_prose {
            let is_fence = text.trim_start().starts_with("```");
            is_fenced ^= is_fence;
            if !is_fenced {
                add_cited(&mut found, text, line);
            }
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
    let comment = &without_examples(comment);
    let mut add = |name, file: Option<String>, is_quoted| {
        let link = link.clone();
        match found.iter().position(|known| known.name == name) {
            Some(at) => {
                let known = &mut found[at];
                known.link = known.link.take().or(link);
                known.file = known.file.take().or(file);
            }
            None if found.len() < MOST => found.push(SourceCitation {
                name,
                line: number,
                link,
                file,
                is_quoted,
            }),
            None => {}
        }
    };
    for (citation, at) in placed(comment) {
        let is_number = matches!(citation, Citation::Number(_));
        let (before, after) = (&comment[..at.start], &comment[at.end..]);
        let file = words_of_file(after).filter(|_| is_number);
        let is_quoted = is_quoted(before, after);
        // A number between quotation marks shows how one is written.
        if !(is_number && is_quoted && file.is_none()) {
            add(CitedName::Record(citation), file, is_quoted);
        }
    }
    if let Some(name) = tagged(comment) {
        add(CitedName::File(name), None, false);
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::sample::record;

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

    #[test]
    fn an_example_cites_nothing() {
        for (path, text, expected) in [
            (
                "a.sh",
                "## E.g. to create one that amends ADR 5:\n",
                &[][..],
            ),
            (
                "a.md",
                "If it replaces one (ADR 9, for example), say so\n",
                &[],
            ),
            ("a.md", "As `adr-0001.md` or `ADR-0002 - Title`.\n", &[]),
            ("a.md", "```\nADR 3\n```\nADR 4\n", &["adr#4"]),
            ("a.yml", "# status: \"superseded by ADR-0123\"\n", &[]),
            ("a.rs", "// For example, ADR 1. See ADR 2.\n", &["adr#2"]),
            ("a.rs", "// As ADR 2 (e.g. with ADR 1) says\n", &["adr#2"]),
            ("a.rs", "// `docs/adr/0007-use-x.md`\n", &["adr#7"]),
            ("a.rs", "// the \"old\n// one\" (ADR 7)\n", &["adr#7"]),
        ] {
            let found: Vec<String> = cited(path, text).into_iter().map(|(key, _)| key).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_line_of_a_megabyte_is_not_searched_for_examples() {
        let text = format!("// {}", "(e.g. ADR 1) ".repeat(100_000));
        assert_eq!(cited("a.rs", &text), [("adr#1".to_owned(), 1)]);
    }

    #[test]
    fn a_number_beside_a_file_means_that_file() {
        let record = record(
            "memory/decisions/0005-use-x.md",
            "dec-7k3m9q",
            "Use X",
            "",
            "",
        );
        for (text, expected) in [
            ("// See [ADR-0005](0005-use-x.md)", true),
            ("// See [ADR-0005](../adr/0005-use-x.md#why)", true),
            ("// docs/adr/0005-use-x.md", true),
            ("// ADR 5-like", true),
            ("// See [ADR-0005](/adr/5)", true),
            ("// See [ADR-0005](0005-example.md)", false),
            ("// other/adr/0005-example.md", false),
        ] {
            let found = cited_in_source("a.rs", text);
            let is_meant = found.iter().any(|it| it.may_name(&record));
            assert_eq!(is_meant, expected, "{text}");
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
