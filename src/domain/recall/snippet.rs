//! The piece of a text that answers best, on one line, with the words of the question marked.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use aho_corasick::AhoCorasick;

use super::expand::Sought;
use crate::domain::text::{Language, floor, tokens};

/// About how long a snippet is, in bytes.
const WIDTH: usize = 240;
/// How far before the first marked word it may begin, where a line or sentence begins there.
const LEAD: usize = 80;

/// A piece of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snippet {
    /// The piece; white space is single spaces, `…` stands for what is left out.
    pub text: String,
    /// The marked words, as bytes of `text`, in order.
    pub marks: Vec<Range<usize>>,
}

impl Snippet {
    /// The text with its marked words between two marks.
    #[must_use]
    pub fn marked(&self, before: &str, after: &str) -> String {
        let mut marked = String::with_capacity(self.text.len() + self.marks.len() * 4);
        let mut from = 0;
        for mark in &self.marks {
            marked.push_str(&self.text[from..mark.start]);
            marked.push_str(before);
            marked.push_str(&self.text[mark.clone()]);
            marked.push_str(after);
            from = mark.end;
        }
        marked.push_str(&self.text[from..]);
        marked
    }
}

/// The piece of a text that holds the most of some terms, by their weights; `None` where it holds
/// none.
#[must_use]
pub fn snippet(text: &str, language: Language, terms: &[Sought]) -> Option<Snippet> {
    let mut stems: HashMap<String, (usize, f64)> = HashMap::new();
    for (nth, term) in terms.iter().enumerate() {
        stems
            .entry(term.in_language(language).into_owned())
            .or_insert((nth, term.weight));
    }
    let may_hold = Sieve::new(stems.keys());
    let mut places: Vec<(Range<usize>, usize, f64)> = Vec::new();
    for (start, piece) in pieces(text).filter(|(_, piece)| may_hold.passes(piece)) {
        tokens(piece, |token| {
            if !may_hold.begins(token.form) {
                return;
            }
            if let Some(&(nth, weight)) = stems.get(language.stem(token.form).as_ref()) {
                places.push((
                    start + token.span.start..start + token.span.end,
                    nth,
                    weight,
                ));
            }
        });
    }
    let first = best_start(&places, terms.len())?;
    let start = beginning(text, places[first].0.start);
    let end = ending(text, (places[first].0.start + WIDTH).max(start + WIDTH));
    let spans = places
        .into_iter()
        .map(|(span, ..)| span)
        .filter(|span| span.start >= start && span.end <= end);
    Some(cut(text, start..end, spans))
}

/// A text in pieces of some hundred bytes, with their places; each ends with white space, so no
/// word goes on in the next.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    const LEAST: usize = 256;
    let mut start = 0;
    std::iter::from_fn(move || {
        let (at, least) = (start, floor(text, start + LEAST));
        let space = text[least..]
            .char_indices()
            .find(|(_, c)| c.is_whitespace());
        start = space.map_or(text.len(), |(nth, c)| least + nth + c.len_utf8());
        (at < text.len()).then(|| (at, &text[at..start]))
    })
}

/// Tells cheaply of most pieces and words that they are none of the question. Stemmers change the
/// ends of words alone, so how a stem begins, its words do.
struct Sieve {
    firsts: HashSet<char>,
    beginnings: Option<AhoCorasick>,
}

impl Sieve {
    fn new<'a>(stems: impl Iterator<Item = &'a String>) -> Self {
        const LETTERS: usize = 3;
        let (mut firsts, mut beginnings) = (HashSet::new(), Vec::new());
        for stem in stems {
            firsts.extend(stem.chars().next());
            beginnings.push(stem.chars().take(LETTERS).collect::<String>());
        }
        // A text may write other letters otherwise; only of ASCII is the writing known.
        let is_ascii = beginnings.iter().all(|beginning| beginning.is_ascii());
        let made = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(beginnings);
        Self {
            firsts,
            beginnings: made.ok().filter(|_| is_ascii),
        }
    }

    /// Whether a piece may hold a word of the question.
    fn passes(&self, piece: &str) -> bool {
        !piece.is_ascii()
            || self
                .beginnings
                .as_ref()
                .is_none_or(|beginnings| beginnings.is_match(piece))
    }

    /// Whether a form may be one.
    fn begins(&self, form: &str) -> bool {
        form.starts_with(|first| self.firsts.contains(&first))
    }
}

/// Where the best window begins, as the number of a place.
fn best_start(places: &[(Range<usize>, usize, f64)], terms: usize) -> Option<usize> {
    let mut counts = vec![0_u32; terms];
    let (mut best, mut held, mut first, mut found) = (0.0_f64, 0.0_f64, 0, None);
    for (span, nth, weight) in places {
        while places[first].0.start + WIDTH < span.end && places[first].0.start < span.start {
            let (_, out, weight) = &places[first];
            counts[*out] -= 1;
            held -= if counts[*out] == 0 { *weight } else { 0.0 };
            first += 1;
        }
        counts[*nth] += 1;
        held += if counts[*nth] == 1 { *weight } else { 0.0 };
        if held > best {
            (best, found) = (held, Some(first));
        }
    }
    found
}

/// Where a piece around a word begins: the paragraph or sentence, where that is near, else a word
/// before it.
fn beginning(text: &str, word: usize) -> usize {
    let lowest = floor(text, word.saturating_sub(LEAD));
    let lead = &text[lowest..word];
    let line = lead
        .rfind("\n\n")
        .map(|at| at + 2)
        .or_else(|| lead.rfind("\n#").map(|at| at + 1));
    let sentence = lead.rfind(". ").map(|at| at + 2);
    let at = match (line, sentence) {
        (Some(line), sentence) => Some(line.max(sentence.unwrap_or(0))),
        (None, Some(sentence)) => Some(sentence),
        (None, None) if lowest == 0 => Some(0),
        (None, None) => lead.find(char::is_whitespace).map(|at| at + 1),
    };
    at.map_or(word, |at| floor(text, lowest + at))
}

fn ending(text: &str, end: usize) -> usize {
    if end >= text.len() {
        return text.len();
    }
    let end = floor(text, end);
    text[..end]
        .rfind(char::is_whitespace)
        .filter(|at| *at + 40 > end)
        .unwrap_or(end)
}

/// A piece on one line, with the marks of some spans; what overlaps is marked once.
fn cut(text: &str, piece: Range<usize>, spans: impl Iterator<Item = Range<usize>>) -> Snippet {
    let mut snippet = Snippet::default();
    let mut merged: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    snippet
        .text
        .push_str(if text[..piece.start].trim().is_empty() {
            ""
        } else {
            "…"
        });
    let mut marks = merged.into_iter().peekable();
    let mut open = 0;
    let mut is_gap = false;
    for (at, c) in text[piece.clone()]
        .char_indices()
        .map(|(at, c)| (at + piece.start, c))
    {
        if marks.peek().is_some_and(|mark| mark.end == at) {
            snippet.marks.push(open..snippet.text.len());
            marks.next();
        }
        if c.is_whitespace() {
            is_gap = true;
            continue;
        }
        if is_gap && !snippet.text.is_empty() {
            snippet.text.push(' ');
        }
        is_gap = false;
        if marks.peek().is_some_and(|mark| mark.start == at) {
            open = snippet.text.len();
        }
        snippet.text.push(c);
    }
    if marks.peek().is_some_and(|mark| mark.end == piece.end) {
        snippet.marks.push(open..snippet.text.len());
    }
    snippet
        .text
        .push_str(if text[piece.end..].trim().is_empty() {
            ""
        } else {
            "…"
        });
    snippet
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(text: &str, terms: &[&str]) -> Option<String> {
        let terms: Vec<Sought> = terms.iter().map(|term| sought(term)).collect();
        snippet(text, Language::ENGLISH, &terms).map(|snippet| snippet.marked("[", "]"))
    }

    fn sought(word: &str) -> Sought {
        Sought::stem(Language::ENGLISH.stem(word).into_owned())
    }

    #[test]
    fn a_snippet_is_the_piece_that_answers() {
        let filler = "Nothing of it here. ".repeat(30);
        let text = format!(
            "# Title\n\nEvents once.\n\n{filler}\n\nThe events are\nstored in event_store. {filler}"
        );
        let found = of(&text, &["events", "store"]).unwrap();
        assert!(
            found.starts_with("…The [events] are [stored] in [event]_[store]. Nothing"),
            "{found}"
        );
        assert!(found.ends_with('…'));
        assert_eq!(of("One word", &["word"]).unwrap(), "One [word]");
        assert_eq!(of("One word", &["other"]), None);
    }

    proptest! {
        #[test]
        fn marks_hold_words_of_the_question(text in "([a-c]{1,3}[ \n.]|é|事件){0,200}") {
            let terms = [sought("a"), sought("bc"), sought("事件")];
            if let Some(snippet) = snippet(&text, Language::ENGLISH, &terms) {
                prop_assert!(!snippet.marks.is_empty());
                prop_assert!(snippet.marks.windows(2).all(|pair| pair[0].end <= pair[1].start));
                for mark in &snippet.marks {
                    prop_assert!(!snippet.text[mark.clone()].is_empty());
                }
            }
        }
    }
}
