//! The piece of a text that answers best, on one line and without the marks of Markdown, with the
//! words of the question marked.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use aho_corasick::AhoCorasick;

use super::expand::Sought;
use git_memory_text::markdown::{Before, ends, words};
use git_memory_text::{Language, floor, is_hidden, tokens};

/// Approximate length of a snippet, in bytes.
const WIDTH: usize = 240;
/// Distance before the first marked word within which it may begin at the start of a line or
/// sentence.
const LEAD: usize = 80;
/// Distance from [`WIDTH`] within which it may end with a sentence: before it, and after it.
const NEAR: [usize; 2] = [100, 40];

/// A piece of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snippet {
    /// The words of the piece; white space is single spaces, ` · ` is between blocks, `…` marks
    /// left-out text, but after a whole sentence.
    pub text: String,
    /// The marked words, as bytes of `text`, in order.
    pub marks: Vec<Range<usize>>,
}

impl Snippet {
    /// A whole text, with no word marked.
    #[must_use]
    pub fn whole(text: &str) -> Self {
        cut(text, 0..text.len(), &[])
    }

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

/// A word of the question in a text.
struct Occurrence {
    /// In bytes.
    span: Range<usize>,
    /// The number of the term.
    term: usize,
    weight: f64,
}

/// The piece of a text that contains the most of some terms, by their weights; `None` if it
/// contains none of them, or only in parts that readers do not see, as in the target of a link.
#[must_use]
pub fn snippet(text: &str, language: Language, terms: &[Sought]) -> Option<Snippet> {
    let occurrences = occurrences(text, language, terms);
    let first = best_start(&occurrences, terms.len())?;
    let word = occurrences[first].span.start;
    let start = beginning(text, word);
    let mut terms_in_it = HashSet::new();
    let mut told = word;
    for Occurrence { span, term, .. } in &occurrences[first..] {
        // A repeated word tells nothing more.
        if span.end <= word + WIDTH && terms_in_it.insert(term) {
            told = span.end;
        }
    }
    let end = ending(text, start..word + WIDTH, told);
    let mut spans: Vec<Range<usize>> = Vec::new();
    for Occurrence { span, .. } in occurrences {
        if span.start < start || span.end > end {
            continue;
        }
        // Overlapping words are marked once.
        match spans.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => spans.push(span),
        }
    }
    let snippet = cut(text, start..end, &spans);
    (!snippet.marks.is_empty()).then_some(snippet)
}

/// Spelling of each of some stems at its first place in a text; `None` for a stem that the text
/// does not have.
#[must_use]
pub fn as_written<'t>(text: &'t str, language: Language, stems: &[&str]) -> Vec<Option<&'t str>> {
    let mut terms = Vec::with_capacity(stems.len());
    for stem in stems {
        terms.push(Sought::stem((*stem).to_owned()));
    }
    let mut written = vec![None; stems.len()];
    for Occurrence { span, term, .. } in occurrences(text, language, &terms) {
        written[term].get_or_insert(&text[span]);
    }
    written
}

/// The words of a text that are terms of a question, in order.
fn occurrences(text: &str, language: Language, terms: &[Sought]) -> Vec<Occurrence> {
    let mut stems: HashMap<String, usize> = HashMap::new();
    for (nth, term) in terms.iter().enumerate() {
        let stem = term.in_language(language).into_owned();
        // If several words have one stem, the first is the one that was typed.
        stems.entry(stem).or_insert(nth);
    }
    let sieve = Sieve::new(stems.keys());
    let mut occurrences = Vec::new();
    for (start, piece) in pieces(text) {
        if !sieve.passes(piece) {
            continue;
        }
        tokens(piece, |token| {
            if !sieve.begins(token.form) {
                return;
            }
            let stem = language.stem(token.form);
            if let Some(&term) = stems.get(stem.as_ref()) {
                let span = start + token.span.start..start + token.span.end;
                let weight = terms[term].weight;
                occurrences.push(Occurrence { span, term, weight });
            }
        });
    }
    occurrences
}

/// A text in pieces of some hundred bytes, each with its offset; each ends with white space, so no
/// word goes on in the next.
// Not in lines: a text may be one line of a megabyte, which a single word would let through the
// sieve.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    const LEAST: usize = 256;
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= text.len() {
            return None;
        }
        let at = start;
        let least = floor(text, start + LEAST);
        let mut rest = text[least..].char_indices();
        start = match rest.find(|(_, c)| c.is_whitespace()) {
            Some((length, space)) => least + length + space.len_utf8(),
            None => text.len(),
        };
        Some((at, &text[at..start]))
    })
}

/// Tells cheaply of most pieces and words that they are not in the question.
// Stemmers change only the ends of words, so a stem begins as its words do.
struct Sieve {
    firsts: HashSet<char>,
    /// `None` if pieces cannot be told apart: any may contain a word.
    beginnings: Option<AhoCorasick>,
}

impl Sieve {
    fn new<'a>(stems: impl Iterator<Item = &'a String>) -> Self {
        const LETTERS: usize = 3;
        let mut firsts = HashSet::new();
        let mut beginnings: Vec<String> = Vec::new();
        for stem in stems {
            firsts.extend(stem.chars().next());
            beginnings.push(stem.chars().take(LETTERS).collect());
        }
        // A text may write other letters otherwise; only of ASCII is the writing known.
        if !beginnings.iter().all(|beginning| beginning.is_ascii()) {
            return Self {
                firsts,
                beginnings: None,
            };
        }
        let search = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(beginnings);
        Self {
            firsts,
            // Without it more pieces are read, with the same answer.
            beginnings: search.ok(),
        }
    }

    /// True if a piece may contain a word of the question.
    fn passes(&self, piece: &str) -> bool {
        match &self.beginnings {
            Some(beginnings) if piece.is_ascii() => beginnings.is_match(piece),
            _ => true,
        }
    }

    /// True if a form may be a word of the question.
    fn begins(&self, form: &str) -> bool {
        form.starts_with(|first| self.firsts.contains(&first))
    }
}

/// The number of the occurrence at which the best window begins: of those with the same words, the
/// first of the shortest.
fn best_start(occurrences: &[Occurrence], terms: usize) -> Option<usize> {
    // Sums of the same weights differ by the order in which they came.
    const EVEN: f64 = 1e-6;
    let mut counts = vec![0_u32; terms];
    let mut best = 0.0_f64;
    let mut length = usize::MAX;
    let mut found = None;
    let mut held = 0.0_f64;
    let mut first = 0;
    for (nth, last) in occurrences.iter().enumerate() {
        while is_beyond(&occurrences[first], last) {
            let out = &occurrences[first];
            counts[out.term] -= 1;
            if counts[out.term] == 0 {
                held -= out.weight;
            }
            first += 1;
        }
        counts[last.term] += 1;
        if counts[last.term] == 1 {
            held += last.weight;
        }
        if held <= best - EVEN {
            continue;
        }
        let start = shortest(&occurrences[first..=nth], terms) + first;
        let span = last.span.end - occurrences[start].span.start.min(last.span.end);
        if held > best + EVEN || span < length {
            (best, length) = (held, span);
            found = Some(start);
        }
    }
    found
}

/// The last occurrence of a window from which on it still has all of its words.
fn shortest(window: &[Occurrence], terms: usize) -> usize {
    let mut seen = vec![false; terms];
    let mut start = 0;
    for (nth, occurrence) in window.iter().enumerate().rev() {
        if !std::mem::replace(&mut seen[occurrence.term], true) {
            start = nth;
        }
    }
    start
}

/// True if a word is too far before another one to be in a window with it.
fn is_beyond(one: &Occurrence, other: &Occurrence) -> bool {
    // A word that is longer than a window is a window of its own.
    one.span.start + WIDTH < other.span.end && one.span.start < other.span.start
}

/// Start of a piece around a word: the start of the paragraph or sentence, if that is near, else a
/// word before it.
fn beginning(text: &str, word: usize) -> usize {
    let lowest = floor(text, word.saturating_sub(LEAD));
    let lead = &text[lowest..word];
    let paragraph = match lead.rfind("\n\n") {
        Some(at) => Some(at + 2),
        None => lead.rfind("\n#").map(|at| at + 1),
    };
    let sentence = lead.rfind(". ").map(|at| at + 2);
    // The later one is nearer to the word.
    let start = match paragraph.max(sentence) {
        Some(at) => at,
        None if lowest == 0 => 0,
        None => match lead.find(char::is_whitespace) {
            Some(space) => space + 1,
            None => return word,
        },
    };
    floor(text, lowest + start)
}

/// End of a piece, at `told` or later: after a sentence, an item or a block that ends near its
/// present end, else before a word that would be cut, unless it is long.
fn ending(text: &str, piece: Range<usize>, told: usize) -> usize {
    const LONG: usize = 40;
    let end = piece.end;
    if end >= text.len() {
        return text.len();
    }
    let [before, after] = NEAR;
    let nearest = told.max(end.saturating_sub(before));
    let window = &text[piece.start..floor(text, end + after)];
    let is_whole = piece.start + window.len() == text.len();
    // The window's own end is that of a sentence only by chance.
    let most = if is_whole {
        window.len()
    } else {
        window.trim_end().len().saturating_sub(1)
    };
    let ends = ends(window).into_iter().filter(|at| *at <= most);
    let ends = ends.map(|at| piece.start + at);
    if let Some(near) = ends
        .filter(|at| *at >= nearest)
        .min_by_key(|at| at.abs_diff(end))
    {
        return near;
    }
    let end = floor(text, end);
    match text[..end].rfind(char::is_whitespace) {
        Some(space) if space + LONG > end => space,
        _ => end,
    }
}

/// A piece on one line, with the marks of some spans, which are sorted and do not overlap.
fn cut(text: &str, piece: Range<usize>, spans: &[Range<usize>]) -> Snippet {
    let mut line = Line::default();
    if !text[..piece.start].trim().is_empty() {
        line.snippet.text.push('…');
    }
    let mut spans = spans.iter().peekable();
    for words in words(text, piece.clone()) {
        match words.before {
            Before::Nothing => {}
            Before::Line => line.is_gap = true,
            Before::Block => line.is_border = true,
        }
        for (at, c) in text[words.range.clone()].char_indices() {
            let at = words.range.start + at;
            while spans.next_if(|span| span.end <= at).is_some() {
                line.close();
            }
            let is_marked = spans.peek().is_some_and(|span| span.start <= at);
            // A reader does not see it, and a terminal would show its number.
            if !is_hidden(c) {
                line.push(c, is_marked);
            }
        }
    }
    line.close();
    let is_whole = line.snippet.text.ends_with(['.', '!', '?', '。']);
    if !is_whole && !text[piece.end..].trim().is_empty() {
        line.snippet.text.push('…');
    }
    line.snippet
}

/// A snippet in the making.
#[derive(Default)]
struct Line {
    snippet: Snippet,
    /// Start of the open mark.
    open: Option<usize>,
    /// True if the next letter comes after white space.
    is_gap: bool,
    /// True if the next letter begins a block.
    is_border: bool,
}

impl Line {
    fn push(&mut self, c: char, is_marked: bool) {
        if c.is_whitespace() {
            self.is_gap = true;
            return;
        }
        let text = &mut self.snippet.text;
        // A sign that ends a left-out piece tells nothing.
        if text == "…" && matches!(c, ')' | ']' | ',' | '.' | ';' | ':') {
            return;
        }
        // Blocks cannot be seen in one line: a heading would run into its text.
        let ends_by_itself = text.ends_with(['.', ':', ';', ',', '!', '?', '…']);
        if text.is_empty() {
            // Nothing to be parted from.
        } else if self.is_border && !ends_by_itself {
            text.push_str(" · ");
        } else if self.is_gap || (self.is_border && !text.ends_with('…')) {
            text.push(' ');
        }
        (self.is_gap, self.is_border) = (false, false);
        if is_marked && self.open.is_none() {
            self.open = Some(text.len());
        }
        text.push(c);
    }

    fn close(&mut self) {
        if let Some(start) = self.open.take() {
            self.snippet.marks.push(start..self.snippet.text.len());
        }
    }
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
        assert!(found.ends_with(" Nothing of it here."), "{found}");
        assert_eq!(of("One word", &["word"]).unwrap(), "One [word]");
        assert_eq!(of("[a](https://word.example)", &["word"]), None);
        assert_eq!(of("One word", &["other"]), None);
    }

    #[test]
    fn of_pieces_with_the_same_words_the_one_that_has_them_together_answers() {
        let filler = "Nothing of it here. ".repeat(30);
        let text = format!(
            "Events are kept for a week, and for some days more in the store. {filler}\n\n\
             The store has events.\n"
        );
        let found = of(&text, &["events", "store"]).unwrap();
        assert_eq!(found, "…The [store] has [events].");
    }

    #[test]
    fn a_snippet_ends_with_a_sentence_an_item_or_a_word() {
        let long = |rest: &str| format!("Events {}{rest}", "go on and ".repeat(22));
        let piece = |rest: &str| of(&long(rest), &["events"]).unwrap();
        assert!(piece("on. Then much more is said").ends_with("go on and on."));
        assert!(piece("off\n\nThen much more is said about it").ends_with("and off…"));
        let words = piece("on with this and that and whatever else there is to say about them");
        assert!(words.ends_with("on with this…"), "{words}");
        // A word of the question is not left out for a sentence.
        let text = format!(
            "Events {}on. And then {}stores.",
            "go ".repeat(55),
            "x ".repeat(12)
        );
        let both = of(
            &format!("{text} {}", "More ".repeat(30)),
            &["events", "stores"],
        )
        .unwrap();
        assert!(both.ends_with("[stores]."), "{both}");
    }

    #[test]
    fn a_snippet_has_no_marks_of_markdown() {
        let text = "# Title\n\n## **Decision**\n\nUse `events` of [the store](https://x.example):\n\n\
                    - one *event*\n- two\n\n| a | store |\n|---|---|\n| c | d |\n";
        assert_eq!(
            of(text, &["events", "store"]).unwrap(),
            "…Use [events] of the [store]: one [event] · two · a · [store] · c · d"
        );
        assert_eq!(Snippet::whole("Use **it**: `a`").text, "Use it: a");
        assert_eq!(Snippet::whole("a\u{200b}b \u{ad}c").text, "ab c");
    }

    proptest! {
        #[test]
        fn marks_hold_words_of_the_question(text in "([a-c]{1,3}[ \n.*`_]|é|事件|\\[a\\]\\(b\\)){0,200}") {
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
