//! Examples in texts: what they name is shown, and not meant.

use std::borrow::Cow;

use crate::form::reference::{number_of, words_of};
use git_memory_text::path::last;
use git_memory_text::slug;

/// Words that make an example of the sentence or the brackets they stand in.
const MARKS: [&str; 4] = ["e.g.", "eg.", "for example", "for instance"];
/// Endings of the files of decisions.
const ENDINGS: [&str; 4] = [".md", ".rst", ".adoc", ".html"];

/// The longest line whose examples are found, in bytes: no person writes more in one, and each
/// example takes a walk.
const LONGEST: usize = 8 << 10;

/// A line of a text without its examples.
pub(super) fn without_examples(line: &str) -> Cow<'_, str> {
    let mut rest = Cow::Borrowed(line);
    if line.len() > LONGEST {
        return rest;
    }
    // Each turn takes one mark away.
    while let Some((start, end)) = example(&rest) {
        rest = Cow::Owned(format!("{} {}", &rest[..start], &rest[end..]));
    }
    rest
}

/// The place of the first example of a line: the brackets with a mark, else its sentence.
fn example(line: &str) -> Option<(usize, usize)> {
    let lowered = line.to_ascii_lowercase();
    let is_word = |at: &usize| !lowered[..*at].ends_with(char::is_alphanumeric);
    let places = MARKS
        .iter()
        .filter_map(|mark| Some((lowered.find(mark)?, mark.len())));
    let (at, length) = places.filter(|(at, _)| is_word(at)).min()?;
    let (before, after) = (&line[..at], &line[at + length..]);
    if let Some(open) = before.rfind('(')
        && !before[open..].contains(')')
    {
        let end = after.find(')').map_or(line.len(), |end| at + length + end);
        return Some((open, end));
    }
    let start = ends(before).last().unwrap_or(0);
    let end = ends(after)
        .next()
        .map_or(line.len(), |end| at + length + end);
    Some((start, end))
}

/// The ends of the sentences of a text that others follow.
fn ends(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices(['.', '!', '?', ';'])
        .filter_map(|(at, _)| {
            let rest = &text[at + 1..];
            let is_end =
                rest.starts_with(' ') && rest.trim_start().starts_with(|c: char| c.is_uppercase());
            is_end.then_some(at + 1)
        })
}

/// True if a name stands between quotation marks or backticks; `before` and `after` are the texts
/// around it. A quotation may have begun in the line before.
pub(super) fn is_quoted(before: &str, after: &str) -> bool {
    let is_open = |mark: char| before.matches(mark).count() % 2 == 1 && after.contains(mark);
    ['`', '"'].into_iter().any(is_open) || before.ends_with('\'')
}

/// The words of a file's name that go on after a number, or of the file that the number is the link
/// to, as a slug; `None` where no file follows.
pub(super) fn words_of_file(after: &str) -> Option<String> {
    let words = if let Some(link) = after.strip_prefix("](") {
        let name = last(link.split([')', '#', '?', ' ']).next()?);
        number_of(name)?;
        words_of(without_ending(name)?)
    } else {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let name = &after[..after.find(|c| !is_part(c)).unwrap_or(after.len())];
        without_ending(name.strip_prefix(['-', '_'])?)?
    };
    Some(slug(words)).filter(|words| !words.is_empty())
}

fn without_ending(name: &str) -> Option<&str> {
    let stems = ENDINGS.iter().filter_map(|ending| name.split_once(ending));
    stems.map(|(stem, _)| stem).next()
}
