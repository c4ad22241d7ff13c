//! The sections of a text, and the mark at the end of a cut one, which names the missing sections:
//! `[… also: Rationale · Links · 2 more]`.

use std::ops::Range;

use git_memory_text::floor;
use git_memory_text::markdown::{Heading, Outline};

/// The mark if no whole section is missing.
pub const CUT: &str = "[…]";

const NAMING: &str = "[… also: ";
const BETWEEN: &str = " · ";
const MORE: &str = " more";
/// The longest name in a mark, in characters: `show --section` takes the beginning of one.
const NAME: usize = 40;
/// Length of the part of a text that is searched for sections, in bytes: a page may be a megabyte
/// long.
const LOOKED_AT: usize = 64 << 10;

/// A section, as byte ranges of a body.
pub(crate) struct Section<'a> {
    pub(crate) title: &'a str,
    pub(crate) range: Range<usize>,
}

/// The mark of a text that is cut at `end` (in bytes): it names at most `most` of the sections that
/// begin after that, with those that an earlier cut of it has named.
#[must_use]
pub fn mark(text: &str, end: usize, most: usize) -> String {
    let mut names: Vec<String> = Vec::new();
    for section in sections(&text[..floor(text, LOOKED_AT)]) {
        if section.range.start >= end {
            let name: String = section.title.trim().chars().take(NAME).collect();
            names.push(name.trim_end().to_owned());
        }
    }
    let mut more = 0;
    if let Some((at, list)) = earlier_mark(text)
        && at >= end
    {
        for name in list.split(BETWEEN) {
            let number = name
                .strip_suffix(MORE)
                .and_then(|number| number.parse().ok());
            match number {
                Some(number) => more = number,
                None => names.push(name.to_owned()),
            }
        }
    }
    more += names.len().saturating_sub(most);
    names.truncate(most);
    if names.is_empty() {
        return CUT.to_owned();
    }
    if more > 0 {
        names.push(format!("{more}{MORE}"));
    }
    format!("{NAMING}{}]", names.join(BETWEEN))
}

/// The mark at the end of a text: its place, and the names in it.
fn earlier_mark(text: &str) -> Option<(usize, &str)> {
    let last = text.trim_end().rsplit('\n').next()?;
    let names = last.strip_prefix(NAMING)?.strip_suffix(']')?;
    Some((text.trim_end().len() - last.len(), names))
}

/// The sections below a text's own title.
pub(crate) fn sections(body: &str) -> Vec<Section<'_>> {
    let headings = Outline::of(body).headings;
    let Some(level) = level_of_sections(&headings) else {
        return Vec::new();
    };
    let own: Vec<&Heading> = headings
        .iter()
        .filter(|heading| heading.level <= level)
        .collect();
    let mut sections = Vec::new();
    for (nth, heading) in own.iter().enumerate() {
        let end = match own.get(nth + 1) {
            Some(next) => next.range.start,
            None => body.len(),
        };
        if heading.level == level {
            sections.push(Section {
                title: heading.title,
                range: heading.range.start..end,
            });
        }
    }
    sections
}

/// The level of the headings that divide a text: the highest one that is not only its title's.
fn level_of_sections(headings: &[Heading<'_>]) -> Option<usize> {
    let highest = headings.iter().map(|heading| heading.level).min()?;
    let mut of_highest = headings.iter().filter(|heading| heading.level == highest);
    let is_title = of_highest.nth(1).is_none() && headings[0].level == highest;
    let below = headings
        .iter()
        .map(|heading| heading.level)
        .filter(|level| *level > highest);
    if is_title {
        return Some(below.min().unwrap_or(highest));
    }
    Some(highest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_names_what_begins_after_the_cut() {
        let text = "# T\n\nIntro.\n\n## Decision\n\nA.\n\n### Part\n\nB.\n\n## Rationale\n\nC.\n\n\
                    ## Links and everything that was said about them\n\nD.";
        let after = |words: &str| text.find(words).unwrap() + words.len();
        let long = "Links and everything that was said about";
        for (words, named, expected) in [
            (
                "Intro.",
                5,
                format!("[… also: Decision · Rationale · {long}]"),
            ),
            ("Intro.", 1, "[… also: Decision · 2 more]".to_owned()),
            // A subsection of a section that has begun is not a section of its own.
            ("A.", 5, format!("[… also: Rationale · {long}]")),
            ("C.", 5, format!("[… also: {long}]")),
            ("D.", 5, CUT.to_owned()),
        ] {
            assert_eq!(mark(text, after(words), named), expected, "{words}");
        }
        assert_eq!(mark("no heading", 3, 5), CUT);
    }

    #[test]
    fn sections_named_by_an_earlier_cut_are_named_again() {
        let text = "## A\n\na\n\n## B\n\nb\n\n[… also: C · D · 3 more]";
        let at = text.find("## B").unwrap();
        assert_eq!(mark(text, at, 5), "[… also: B · C · D · 3 more]");
        assert_eq!(mark(text, at, 2), "[… also: B · C · 4 more]");
        assert_eq!(mark(text, at + 5, 5), "[… also: C · D · 3 more]");
        assert_eq!(mark(text, text.len(), 5), CUT);
    }
}
