//! A piece of a record's text: the section below one heading, or the paragraphs around some words.

use crate::evidence::naming::names_symbol;
use crate::record::sections::CUT;
use git_memory_text::markdown::Outline;
use git_memory_text::{floor, tokens};

/// The longest paragraph that is a passage as a whole, in bytes.
const PASSAGE: usize = 600;
/// The longest label before a list of files, in words.
const LABEL: usize = 4;
/// Length of the beginning of a piece that is read where there is little room, in bytes.
const BEGINNING: usize = 600;

/// Why a text has no such piece.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoExcerpt {
    /// No heading of this name; with the existing ones.
    #[error("no section '{name}'; there are: {known}")]
    Section {
        /// Name that was asked for.
        name: String,
        /// The headings, joined by commas.
        known: String,
    },
    /// No headings at all.
    #[error("no section '{name}': the record has no sections")]
    NoSections {
        /// Name that was asked for.
        name: String,
    },
    /// None of the words is in the text.
    #[error("none of the words is in the text")]
    Words,
}

/// The section below a heading of this name (in any case; its beginning is enough if it is unique),
/// with the heading, down to the next heading of its level.
///
/// # Errors
/// [`NoExcerpt::Section`], [`NoExcerpt::NoSections`].
pub fn section<'a>(body: &'a str, name: &str) -> Result<&'a str, NoExcerpt> {
    let headings = Outline::of(body).headings;
    let wanted = name.trim().to_lowercase();
    let (mut exact, mut beginnings) = (None, Vec::new());
    for (nth, heading) in headings.iter().enumerate() {
        let title = heading.title.to_lowercase();
        if title == wanted && exact.is_none() {
            exact = Some(nth);
        }
        if !wanted.is_empty() && title.starts_with(&wanted) {
            beginnings.push(nth);
        }
    }
    let found = match (exact, beginnings.as_slice()) {
        (Some(exact), _) => exact,
        (None, [only]) => *only,
        (None, _) => {
            let name = name.chars().take(80).collect();
            if headings.is_empty() {
                return Err(NoExcerpt::NoSections { name });
            }
            let known: Vec<&str> = headings.iter().map(|heading| heading.title).collect();
            let known = known.join(", ");
            return Err(NoExcerpt::Section { name, known });
        }
    };
    let (start, level) = (headings[found].range.start, headings[found].level);
    let mut later = headings[found + 1..].iter();
    let end = match later.find(|heading| heading.level <= level) {
        Some(next) => next.range.start,
        None => body.len(),
    };
    Ok(body[start..end].trim_end())
}

/// The paragraph that has most of some words, with its neighbours and the heading above it.
///
/// # Errors
/// [`NoExcerpt::Words`].
pub fn around(body: &str, words: &str) -> Result<String, NoExcerpt> {
    let wanted = folded(words);
    let paragraphs = paragraphs(body);
    let (mut best, mut most) = (None, 0);
    for (nth, paragraph) in paragraphs.iter().enumerate() {
        let has = folded(paragraph);
        let count = wanted.iter().filter(|word| has.contains(word)).count();
        // The first of several that have as many.
        if count > most {
            (best, most) = (Some(nth), count);
        }
    }
    let Some(nth) = best else {
        return Err(NoExcerpt::Words);
    };
    let mut shown = vec![paragraphs[nth]];
    // A heading ends the part of its section around the words.
    if let Some(next) = paragraphs.get(nth + 1).filter(|next| !is_heading(next)) {
        shown.push(next);
    }
    for before in paragraphs[..nth].iter().rev() {
        if is_heading(shown[0]) {
            break;
        }
        if is_heading(before) || shown[0] == paragraphs[nth] {
            shown.insert(0, before);
        }
    }
    Ok(shown.join("\n\n"))
}

/// The first paragraph that names a path, a module or a symbol, with the nearest heading above it;
/// of a long paragraph, such as a list, only the line. `None` if no paragraph does, or only lists of
/// files, which say nothing about them.
#[must_use]
pub fn naming<'a>(body: &'a str, name: &str) -> Option<(Option<&'a str>, &'a str)> {
    let name = name.trim_end_matches('/');
    naming_by(body, |text| names_symbol(text, name))
}

/// The first paragraph of a text that names something, as [`naming`] does.
pub fn naming_by(body: &str, is_named: impl Fn(&str) -> bool) -> Option<(Option<&str>, &str)> {
    let mut heading = None;
    for paragraph in paragraphs(body) {
        if is_heading(paragraph) {
            heading = paragraph.lines().next();
        }
        if !is_named(paragraph) || is_of_names(paragraph) {
            continue;
        }
        let mut lines = paragraph.lines();
        let passage = match lines.find(|line| is_named(line)) {
            Some(line) if paragraph.len() > PASSAGE => line,
            _ => paragraph,
        };
        return Some((heading.filter(|it| !passage.starts_with(it)), passage));
    }
    None
}

/// A record for a prompt with the passage first that names something, unless its beginning does.
#[must_use]
pub fn with_passage(piece: String, body: &str, name: &str) -> String {
    let beginning = &piece[..floor(&piece, BEGINNING)];
    if naming(beginning, name).is_some() {
        return piece;
    }
    let (Some((heading, passage)), Some((title, rest))) =
        (naming(body, name), piece.split_once('\n'))
    else {
        return piece;
    };
    let heading = heading.map(|it| format!("{it}\n")).unwrap_or_default();
    format!("{title}\n{heading}{passage}\n\n{CUT}\n\n{rest}")
}

/// True if all words of a paragraph are labels, links, paths and code:
/// `- Tests: [a](src/a.rs), src/b.rs`.
fn is_of_names(paragraph: &str) -> bool {
    let mut lines = paragraph.lines().filter(|line| !is_heading(line));
    lines.all(|line| {
        let line =
            line.trim_start_matches(|letter: char| !letter.is_alphanumeric() && letter != '[');
        let rest = match line.split_once(':') {
            Some((label, rest)) if is_label(label) => rest,
            _ => line,
        };
        rest.split_whitespace().all(is_name)
    })
}

/// True for a few words before a colon.
fn is_label(text: &str) -> bool {
    text.split_whitespace().count() <= LABEL && !text.contains(['[', '`', '/'])
}

/// True for a link, a piece of code or a path, and for signs between them.
fn is_name(word: &str) -> bool {
    let word = word.trim_end_matches([',', ';', '.']);
    !word.contains(char::is_alphanumeric)
        || word.contains("](")
        || word.starts_with('`') && word.ends_with('`')
        || word.contains('/')
}

fn is_heading(paragraph: &str) -> bool {
    paragraph.starts_with('#')
}

/// The pieces of a text between empty lines; a block of code stays whole.
fn paragraphs(body: &str) -> Vec<&str> {
    // Both are in the order of the text: each block is passed once, however many there are.
    let mut blocks = Outline::of(body).code.into_iter().peekable();
    let mut paragraphs = Vec::new();
    let mut start = 0;
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        let end = at + line.len();
        // Files of Windows have a carriage return on an empty line.
        if line.trim_matches(LINE_END).is_empty() {
            while blocks.next_if(|block| block.end <= end).is_some() {}
            if blocks.peek().is_none_or(|block| at <= block.start) {
                paragraphs.push(body[start..at].trim_matches(LINE_END));
                start = end;
            }
        }
        at = end;
    }
    paragraphs.push(body[start..].trim_matches(LINE_END));
    paragraphs.retain(|paragraph| !paragraph.trim().is_empty());
    paragraphs
}

/// Characters that may end a line.
const LINE_END: [char; 2] = ['\r', '\n'];

/// The words of a text in the form for searching.
fn folded(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    tokens(text, |token| words.push(token.form.to_owned()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "Intro.\n\n## Context\n\nOld.\n\n## Decision\n\nWe use Postgres.\n\n\
                        ### Details\n\n```\na\n\nb\n```\n\n## Decision drivers\n\nSpeed.\n";

    #[test]
    fn a_passage_is_the_paragraph_or_the_line_that_names_something() {
        let body = "# Guide\n\nAll of docs.\n\n## Languages\n\nIn `docs/ja/`, be polite.\n\nMore.";
        let passage = Some((Some("## Languages"), "In `docs/ja/`, be polite."));
        assert_eq!(naming(body, "docs/ja/"), passage);
        assert_eq!(naming(body, "docs/j"), None);
        let list = format!(
            "{}- docs/ja: polite\n- End\n",
            "- Item of a list.\n".repeat(40)
        );
        assert_eq!(naming(&list, "docs/ja"), Some((None, "- docs/ja: polite")));
        assert_eq!(with_passage(body.to_owned(), body, "docs/ja/"), body);
        let long = body.replace("All of", &"All of ".repeat(200));
        let told = with_passage(long.clone(), &long, "docs/ja/");
        let first = "# Guide\n## Languages\nIn `docs/ja/`, be polite.\n\n[…]\n\n\nAll of";
        assert!(told.starts_with(first), "{told}");
    }

    #[test]
    fn a_list_of_files_is_no_passage() {
        for (list, is_passage) in [
            (
                "- Code: [src/a.rs](../src/a.rs), `src/b.rs`\n- Tests: src/c.rs",
                false,
            ),
            (
                "**Implementierung und Tests:** [src/a.rs](../src/a.rs)",
                false,
            ),
            ("* src/a.rs\n* src/b.rs", false),
            ("- src/a.rs keeps the index", true),
            ("Note: src/a.rs must not panic", true),
        ] {
            let list = list.replace("src/c.rs", "src/a.rs");
            assert_eq!(naming(&list, "src/a.rs").is_some(), is_passage, "{list}");
        }
        let text = "# T\n\nAll of it.\n\n## Tests\n- Code: src/a.rs";
        let piece = "# T\nAll of it.\n".to_owned();
        assert_eq!(with_passage(piece.clone(), text, "src/a.rs"), piece);
    }

    #[test]
    fn a_section_is_found_by_its_name_or_the_beginning_of_it() {
        assert_eq!(
            section(BODY, "decision").unwrap(),
            "## Decision\n\nWe use Postgres.\n\n### Details\n\n```\na\n\nb\n```"
        );
        assert_eq!(
            section(BODY, "Decision d").unwrap(),
            "## Decision drivers\n\nSpeed."
        );
        let error = section(BODY, "d").unwrap_err().to_string();
        assert_eq!(
            error,
            "no section 'd'; there are: Context, Decision, Details, Decision drivers"
        );
        let error = section("text", "d").unwrap_err().to_string();
        assert_eq!(error, "no section 'd': the record has no sections");
    }

    #[test]
    fn words_are_found_with_what_is_around_them() {
        assert_eq!(
            around(BODY, "postgres").unwrap(),
            "## Decision\n\nWe use Postgres."
        );
        assert_eq!(
            around(BODY, "speed of nothing").unwrap(),
            "## Decision drivers\n\nSpeed."
        );
        assert!(around(BODY, "b").unwrap().contains("```\na\n\nb\n```"));
        assert_eq!(
            around("one\n\ntwo\n\n# H\n\nthree\n\nfour\n\nfive", "five").unwrap(),
            "# H\n\nfour\n\nfive"
        );
        let windows = "One.\r\n\r\n# H\r\n\r\nTwo\r\nlines.\r\n\r\nThree.\r\n";
        assert_eq!(
            around(windows, "lines").unwrap(),
            "# H\n\nTwo\r\nlines.\n\nThree."
        );
        assert_eq!(around(BODY, "pelican").unwrap_err(), NoExcerpt::Words);
        assert_eq!(around("", "x").unwrap_err(), NoExcerpt::Words);
    }
}
