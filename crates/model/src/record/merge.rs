//! The three-way merge of a record that changed on two sides: front matter key by key, the body
//! line by line. The same sides give the same result, whichever of them is called ours.
//!
//! If both sides changed a key, lists are joined, and the later day of the last change counts. All
//! other values and lines that both changed need a person's decision, and both versions are marked;
//! or, if no person is there to decide, the side with the later `updated` counts for a key, and of
//! a body both versions stay, one after the other.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_yaml::{Mapping, Value};

use super::front_matter;
use super::marks::{Marks, Merged};
use super::version::{File, Form, Plain};
use crate::keys;
use crate::record::blocks::{Block, blocks};
use crate::record::header::scalar;
use crate::record::patch::{Field, line};
use git_memory_text::date::{Date, moment_of_text};
use git_memory_text::three_way::{self, Piece};
use git_memory_text::yaml;

/// Way to treat a value, or lines, that both sides changed.
#[derive(Clone, Copy)]
enum Decision<'a> {
    /// It is settled here and now.
    Settled,
    /// Both versions are marked for people.
    Marked(&'a Marks),
}

/// Merges two versions of a record's file; `base` is the common base, if there is one. It never
/// fails, and leaves no conflict.
#[must_use]
pub fn merge(base: Option<&str>, ours: &str, theirs: &str) -> String {
    if let Some(merged) = merge_by_key(base, ours, theirs, Decision::Settled) {
        return merged.text;
    }
    match (front_matter::split(ours), front_matter::split(theirs)) {
        (Ok(_), Err(_)) => ours.to_owned(),
        (Err(_), Ok(_)) => theirs.to_owned(),
        // Any order will do that does not ask which of the two is ours: both machines have to come
        // to the same text, or they would merge each other's merges for ever.
        _ => ours.max(theirs).to_owned(),
    }
}

/// Merges for people, who decide about everything that both sides changed: in front matter, the
/// value of `ours` stays, and the body begins with a block of the lines that `theirs` has; in the
/// body, both versions are marked. `None` if front matter cannot be merged key by key.
#[must_use]
pub fn merge_marked(base: Option<&str>, ours: &str, theirs: &str, marks: &Marks) -> Option<Merged> {
    if !(is_by_line(ours) && is_by_line(theirs)) {
        return None;
    }
    let merged = merge_by_key(base, ours, theirs, Decision::Marked(marks))?;
    // Values may refer to each other, and then their lines cannot be put together freely.
    is_by_line(&merged.text).then_some(merged)
}

/// True if front matter can be read, and every key of it begins a line.
fn is_by_line(text: &str) -> bool {
    let Ok(parts) = front_matter::split(text) else {
        return false;
    };
    let Ok(values) = front_matter::mapping(text, &parts) else {
        return false;
    };
    let mut names: Vec<&str> = Vec::new();
    for block in blocks(&text[parts.yaml]) {
        if !block.name.is_empty() {
            names.push(block.name);
        }
    }
    names.len() == values.len() && names.iter().all(|name| values.contains_key(*name))
}

fn merge_by_key(
    base: Option<&str>,
    ours: &str,
    theirs: &str,
    decision: Decision<'_>,
) -> Option<Merged> {
    let (ours, theirs) = (Plain::of(ours), Plain::of(theirs));
    let base = base.map(Plain::of);
    let form = Form::merged(base.as_ref().map(|base| base.form), ours.form, theirs.form);
    // Without a readable base, all values count as added.
    let base = match &base {
        Some(base) => File::read_base(&base.text),
        None => File::default(),
    };
    let (ours, theirs) = (File::read(&ours.text)?, File::read(&theirs.text)?);
    let merged = Sides::of(&base, ours, theirs).merged(decision);
    Some(Merged {
        text: form.of(&merged.text),
        ..merged
    })
}

/// Two versions of a file, and their base. The later one is the skeleton: nothing depends on which
/// of the two is ours, except the parts that people decide.
struct Sides<'a> {
    base: &'a File<'a>,
    later: File<'a>,
    earlier: File<'a>,
    is_later_ours: bool,
}

impl<'a> Sides<'a> {
    fn of(base: &'a File<'a>, ours: File<'a>, theirs: File<'a>) -> Self {
        let is_later_ours = ours.rank() >= theirs.rank();
        let (later, earlier) = if is_later_ours {
            (ours, theirs)
        } else {
            (theirs, ours)
        };
        Self {
            base,
            later,
            earlier,
            is_later_ours,
        }
    }

    fn merged(&self, decision: Decision<'_>) -> Merged {
        let mut text = self.later.opening.to_owned();
        // The lines that the other side has for keys that people decide about.
        let mut undecided = String::new();
        let only_earlier = self.earlier.keys.iter();
        let only_earlier = only_earlier.filter(|key| !self.later.keys.contains(key));
        for key in self.later.keys.iter().chain(only_earlier) {
            let versions = Versions {
                key,
                base: self.base.block(key),
                later: self.later.block(key),
                earlier: self.earlier.block(key),
            };
            match versions.chosen(decision) {
                Chosen::Lines(lines) => text.push_str(&lines),
                Chosen::Undecided { later, earlier } => {
                    let (ours, theirs) = self.ours_first(later, earlier);
                    text.push_str(ours);
                    undecided.push_str(theirs);
                }
            }
        }
        text.push_str(self.later.closing);
        if let (Decision::Marked(marks), false) = (decision, undecided.is_empty()) {
            push_lines(&mut text, &marks.keys(&undecided));
        }
        let body = self.body(decision);
        push_lines(&mut text, &body.text);
        Merged {
            text,
            is_clean: body.is_clean && undecided.is_empty(),
        }
    }

    fn ours_first<T>(&self, later: T, earlier: T) -> (T, T) {
        if self.is_later_ours {
            (later, earlier)
        } else {
            (earlier, later)
        }
    }

    fn body(&self, decision: Decision<'_>) -> Merged {
        if let Decision::Marked(marks) = decision {
            let (ours, theirs) = self.ours_first(self.later.body, self.earlier.body);
            return marks.merged(three_way::merge(self.base.body, ours, theirs));
        }
        let mut text = String::new();
        for piece in three_way::merge(self.base.body, self.later.body, self.earlier.body) {
            match piece {
                Piece::Agreed(lines) => push_lines(&mut text, &lines),
                // Both versions of the lines stay.
                Piece::Differing(lines) => {
                    push_lines(&mut text, &lines.ours);
                    push_lines(&mut text, &lines.theirs);
                }
            }
        }
        Merged::clean(text)
    }
}

/// Adds lines to a text whose last one may lack its end.
fn push_lines(text: &mut String, lines: &str) {
    if !lines.is_empty() && !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(lines);
}

/// One key in each version; `None` if the version does not have it.
struct Versions<'a> {
    key: &'a str,
    base: Option<Block<'a>>,
    later: Option<Block<'a>>,
    earlier: Option<Block<'a>>,
}

/// The lines that a key gets; none if the side that counts has removed it.
enum Chosen<'a> {
    Lines(Cow<'a, str>),
    Undecided { later: &'a str, earlier: &'a str },
}

impl<'a> Versions<'a> {
    fn chosen(&self, decision: Decision<'_>) -> Chosen<'a> {
        let [base, later, earlier] = [self.base, self.later, self.earlier].map(lines);
        if later == earlier || earlier == base {
            return Chosen::Lines(later.into());
        }
        if later == base {
            return Chosen::Lines(earlier.into());
        }
        // A list that is written anew loses the remarks of both sides.
        let may_join =
            matches!(decision, Decision::Settled) || !(has_comment(later) || has_comment(earlier));
        if may_join && let Some(joined) = self.joined() {
            return Chosen::Lines(joined.into());
        }
        // One side removed a value that the other changed: a change is the later thought.
        if later.is_empty() {
            return Chosen::Lines(earlier.into());
        }
        if earlier.is_empty() || matches!(decision, Decision::Settled) {
            return Chosen::Lines(later.into());
        }
        if self.key == keys::UPDATED.name
            && let (Some(of_later), Some(of_earlier)) = (day(self.later), day(self.earlier))
        {
            let is_later = of_later >= of_earlier;
            return Chosen::Lines(if is_later { later } else { earlier }.into());
        }
        Chosen::Undecided { later, earlier }
    }

    /// The lists of both sides as one; `None` if the key or one of its values is not a list.
    fn joined(&self) -> Option<String> {
        if !keys::read_as(self.key)?.is_list() {
            return None;
        }
        let name = self.later.or(self.earlier)?.name;
        let (base, later, earlier) = (list(self.base)?, list(self.later)?, list(self.earlier)?);
        // Items that both still have, and that either added. Sorted, as their orders may differ.
        let mut all = BTreeSet::new();
        all.extend(later.intersection(&earlier).cloned());
        all.extend(later.difference(&base).cloned());
        all.extend(earlier.difference(&base).cloned());
        Some(line(name, &Field::List(all.into_iter().collect()), "\n"))
    }
}

fn lines(block: Option<Block<'_>>) -> &str {
    match block {
        Some(block) => block.lines,
        None => "",
    }
}

fn has_comment(lines: &str) -> bool {
    lines.starts_with('#') || lines.contains(" #") || lines.contains("\t#") || lines.contains("\n#")
}

/// Value of a block; `None` if its lines are not valid YAML without the others.
fn value(block: Block<'_>) -> Option<Value> {
    // Such lines are taken over whole, like any other value.
    let mut values: Mapping = yaml::read(block.lines).ok()?;
    values.remove(block.name)
}

/// The items of a key's list; no lines, no items. `None` if the value is not a list of texts.
fn list(block: Option<Block<'_>>) -> Option<BTreeSet<String>> {
    let Some(block) = block else {
        return Some(BTreeSet::new());
    };
    match value(block)? {
        Value::Sequence(items) => {
            let mut texts = BTreeSet::new();
            for item in items {
                texts.insert(item.as_str()?.to_owned());
            }
            Some(texts)
        }
        Value::String(item) => Some(BTreeSet::from([item])),
        _ => None,
    }
}

/// The day of a key's value, and the moment, if it has one.
fn day(block: Option<Block<'_>>) -> Option<(Date, Option<i64>)> {
    let text = scalar(&value(block?)?)?;
    Some((Date::of_text(&text)?, moment_of_text(&text)))
}

#[cfg(test)]
mod tests;
