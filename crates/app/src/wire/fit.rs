//! Documents within a budget of tokens: long texts are cut first, then the last items of lists are
//! left out, and the document counts them. One hit always stays, the best.

use serde_json::{Map, Value, json};

use crate::workspace::Error;
use git_memory_model::context::pack;
use git_memory_text::budget::Size;

/// The keys of texts that are of use only as a whole.
const WHOLE: [&str; 10] = [
    "blob",
    "code",
    "copy_of",
    "document_path",
    "id",
    "path",
    "record_path",
    "rest",
    "same_id",
    "scope",
];
/// The keys of a document that are dropped entirely if there is room for only one item.
const SPARE: [&str; 19] = [
    "_meta",
    "category",
    "confidence",
    "created",
    "description",
    "folder_structure",
    "freshness",
    "kind",
    "more",
    "near",
    "record_path",
    "related",
    "replaced",
    "score",
    "source",
    "tags",
    "updated",
    "view",
    "why",
];
/// The key of the list whose first items matter most.
const HITS: &str = "hits";
/// The fewest characters of a hit's text: a shorter passage is useless.
const PASSAGE: usize = 240;
/// The fewest characters of any other text, where all items stay.
const LINE: usize = 100;
/// The most characters that a text is cut to.
const LONGEST: usize = 40_000;
/// Precision of the lengths of texts, in characters.
const STEP: usize = 25;
/// From how many characters on a cut text names the sections that it lacks.
const NAMING: usize = 300;

/// The smallest form of a document has no room: it needs so many tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed(pub u64);

/// The way to what an answer leaves out.
#[derive(Clone, Copy)]
pub enum Rest<'a> {
    /// More tokens in the same call, or another call for one item.
    Again(&'a str),
    /// Only another call: the same one would write once more.
    Other(&'a str),
}

impl Rest<'_> {
    /// The sentence about it, where the whole answer needs so many tokens.
    fn sentence(self, all: u64) -> String {
        match self {
            Self::Again("") => format!("all of it: max_tokens {all}"),
            Self::Again(one) => format!("all of it: max_tokens {all}; {one}"),
            Self::Other(one) => one.to_owned(),
        }
    }

    /// The way to all of it.
    fn of_all(self) -> Self {
        match self {
            Self::Again(_) => Self::Again(""),
            Self::Other(one) => Self::Other(one),
        }
    }
}

/// Returns the part of a document that `tokens` have room for, measured on the result of `sent`.
///
/// # Errors
/// Where not even its smallest form has room.
pub fn fitted(
    document: Value,
    tokens: usize,
    rest: Rest<'_>,
    sent: &dyn Fn(&Value) -> String,
) -> Result<Value, Needed> {
    let most = Size::at_most(None, None, Some(tokens));
    let size = |document: &Value| most.measure(&sent(document));
    let whole = size(&document);
    if most.holds(whole) {
        return Ok(document);
    }
    let all = whole.most_tokens();
    let full = rest.sentence(all);
    let shaped = |items: usize, steps: usize| {
        let shape = Shape {
            items,
            length: steps * STEP,
            is_bare: false,
        };
        shape.of(&document, &full)
    };
    let fits = |items: usize, steps: usize| most.holds(size(&shaped(items, steps)));
    let (least, longest) = (LINE / STEP, LONGEST / STEP);
    let Some(items) = largest(1, longest_list(&document), |items| fits(items, least)) else {
        let rest = rest.of_all().sentence(all);
        return bare(&document, &rest, &|it| most.holds(size(it)))
            .ok_or_else(|| Needed(smallest(&document, &size)));
    };
    let steps = largest(least, longest, |steps| fits(items, steps)).unwrap_or(least);
    Ok(shaped(items, steps))
}

/// A document of hits, as JSON in one line, that has at most so many tokens.
///
/// # Errors
/// As for [`too_small`].
pub fn within(document: &str, tokens: usize) -> Result<String, Error> {
    let parsed = match serde_json::from_str(document) {
        Ok(parsed) => parsed,
        Err(error) => return Err(Error::BadValue(error.to_string())),
    };
    let sent = |document: &Value| format!("{document}\n");
    match fitted(parsed, tokens, Rest::Again("one of them: its id"), &sent) {
        Ok(fitting) => Ok(sent(&fitting)),
        Err(needed) => Err(too_small(tokens, needed)),
    }
}

/// The error of a budget that has no room for anything.
#[must_use]
pub fn too_small(tokens: usize, Needed(needed): Needed) -> Error {
    Error::BadValue(format!(
        "nothing fits into {tokens} tokens: the smallest answer needs {needed}"
    ))
}

/// A document that is sent whatever room there is: as much of it as fits; otherwise its names, and
/// the beginning of its texts.
pub fn told(
    document: &Value,
    tokens: usize,
    rest: Rest<'_>,
    sent: &dyn Fn(&Value) -> String,
) -> Value {
    fitted(document.clone(), tokens, rest, sent).unwrap_or_else(|_| {
        let shape = Shape {
            items: 1,
            length: PASSAGE,
            is_bare: true,
        };
        let all = Size::of(&sent(document)).most_tokens();
        shape.of(document, &rest.of_all().sentence(all))
    })
}

/// The first item of each list with what names it, and as much of its text as fits.
fn bare(document: &Value, rest: &str, fits: &dyn Fn(&Value) -> bool) -> Option<Value> {
    let shaped = |length: usize| {
        let shape = Shape {
            items: 1,
            length,
            is_bare: true,
        };
        shape.of(document, rest)
    };
    let length = largest(1, LINE, |steps| fits(&shaped(steps * STEP)))?;
    Some(shaped(length * STEP))
}

/// Number of tokens that the smallest form needs.
fn smallest(document: &Value, size: &dyn Fn(&Value) -> Size) -> u64 {
    let shape = Shape {
        items: 1,
        length: STEP,
        is_bare: true,
    };
    size(&shape.of(document, "all of it: max_tokens 1000")).most_tokens() + 1
}

/// The largest number in a range that has room, where less room never has more; `None` where the
/// smallest has none.
fn largest(least: usize, most: usize, has_room: impl Fn(usize) -> bool) -> Option<usize> {
    if !has_room(least) {
        return None;
    }
    let (mut low, mut high) = (least, most.max(least));
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if has_room(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Some(low)
}

/// The length of the longest list in a document.
fn longest_list(document: &Value) -> usize {
    match document {
        Value::Array(items) => items
            .len()
            .max(items.iter().map(longest_list).max().unwrap_or(0)),
        Value::Object(values) => values.values().map(longest_list).max().unwrap_or(0),
        _ => 0,
    }
}

/// Size of the part of a document.
struct Shape {
    /// The most items of a list.
    items: usize,
    /// The most characters of a text.
    length: usize,
    /// True if only what names an item, and its text, is left of it.
    is_bare: bool,
}

/// The losses of a shape.
#[derive(Default)]
struct Lost {
    items: usize,
    is_cut: bool,
}

impl Shape {
    /// The document in this shape, with what it lacks.
    fn of(&self, document: &Value, rest: &str) -> Value {
        let mut lost = Lost::default();
        let mut shaped = self.value("", document, self.length, &mut lost);
        let Some(object) = shaped.as_object_mut() else {
            return shaped;
        };
        if lost.items > 0 {
            object.insert("left_out".to_owned(), json!(lost.items));
        }
        if lost.items > 0 || lost.is_cut {
            object.insert("rest".to_owned(), json!(rest));
        }
        shaped
    }

    fn value(&self, key: &str, value: &Value, length: usize, lost: &mut Lost) -> Value {
        match value {
            Value::String(text) if !WHOLE.contains(&key) => {
                let cut = cut(text, length);
                lost.is_cut |= cut.is_some();
                Value::String(cut.unwrap_or_else(|| text.clone()))
            }
            Value::Array(items) => self.list(key, items, length, lost),
            Value::Object(values) => {
                let mut kept = Map::new();
                for (key, value) in values {
                    if self.is_bare && SPARE.contains(&key.as_str()) {
                        lost.is_cut = true;
                        continue;
                    }
                    kept.insert(key.clone(), self.value(key, value, length, lost));
                }
                Value::Object(kept)
            }
            other => other.clone(),
        }
    }

    fn list(&self, key: &str, items: &[Value], length: usize, lost: &mut Lost) -> Value {
        let mut kept = Vec::new();
        let has_passages = key == HITS && !self.is_bare;
        let mut length = length;
        for item in items.iter().take(self.items) {
            if has_passages {
                length = length.max(PASSAGE);
            }
            kept.push(self.value(key, item, length, lost));
            // As in a pack, each of several passages gets half of the room of the one before.
            if has_passages {
                length /= 2;
            }
        }
        lost.items += items.len() - kept.len();
        Value::Array(kept)
    }
}

/// The beginning of a text that is longer: of a long one as in a pack, with the sections that it
/// lacks.
pub fn cut(text: &str, length: usize) -> Option<String> {
    let (end, _) = text.char_indices().nth(length)?;
    if length >= NAMING
        && let Some(cut) = pack::cut(text, Size::at_most(Some(length), None, None))
    {
        return Some(cut);
    }
    let word = text[..end]
        .rfind(char::is_whitespace)
        .filter(|at| *at > end / 2);
    let end = word.unwrap_or(end);
    Some(format!("{}…", text[..end].trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fit(document: &Value, tokens: usize) -> Result<Value, Needed> {
        fitted(
            document.clone(),
            tokens,
            Rest::Again("one: read"),
            &Value::to_string,
        )
    }

    fn hits(count: usize, words: usize) -> Value {
        let hit = |nth: usize| {
            json!({"id": format!("dec-{nth:06}"), "title": format!("Number {nth}"),
            "text": "## Decision\n\nwords of it ".to_owned() + &"and more ".repeat(words)})
        };
        json!({"schema_version": 1, "hits": (0..count).map(hit).collect::<Vec<_>>(), "near": []})
    }

    #[test]
    fn the_best_hit_has_most_of_the_room() {
        let all = hits(4, 300);
        let some = fit(&all, 900).unwrap();
        let length = |nth: usize| some["hits"][nth]["text"].as_str().unwrap_or_default().len();
        assert!(length(1) > 0 && length(0) + 100 > 2 * length(1), "{some}");
        let one = fit(&all, 150).unwrap();
        assert_eq!(one["hits"][0]["id"], "dec-000000");
        assert_eq!(one["left_out"], 3);
        let text = one["hits"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("## Decision"), "{one}");
        assert!(
            one["rest"].as_str().unwrap().contains("max_tokens"),
            "{one}"
        );
    }

    #[test]
    fn a_cut_text_names_the_sections_that_it_lacks() {
        let page = "## Decision\n\n".to_owned() + &"word ".repeat(400) + "\n\n## Rationale\n\nWhy.";
        let cut = fit(&json!({"id": "dec-1", "content": page}), 300).unwrap();
        assert!(
            cut["content"]
                .as_str()
                .unwrap()
                .ends_with("[… also: Rationale]"),
            "{cut}"
        );
        let Err(Needed(needed)) = fit(&json!({"id": "dec-1", "content": page}), 5) else {
            panic!("nothing fits into five tokens");
        };
        assert!(
            fit(
                &json!({"id": "dec-1", "content": page}),
                usize::try_from(needed).unwrap()
            )
            .is_ok()
        );
    }

    proptest! {
        #[test]
        fn what_fits_is_within_its_budget(count in 0_usize..12, words in 0_usize..400, tokens in 0_usize..3000) {
            let all = hits(count, words);
            let most = Size::at_most(None, None, Some(tokens));
            match fit(&all, tokens) {
                Ok(some) => {
                    prop_assert!(most.holds(Size::of(&some.to_string())));
                    let left = some["left_out"].as_u64().unwrap_or(0);
                    let kept = some["hits"].as_array().unwrap().len();
                    prop_assert_eq!(kept as u64 + left, count as u64);
                    prop_assert!(kept > 0 || count == 0);
                }
                Err(Needed(needed)) => prop_assert!(needed > tokens as u64 && needed < 200, "{}", needed),
            }
        }
    }
}
