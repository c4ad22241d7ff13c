//! The three-way merge of a record that changed on two sides: front matter key by key, the body
//! line by line. The same sides give the same result, whichever of them is called ours.
//!
//! Where both sides changed a key, lists are joined, and of the days of the last change the later
//! one counts. What else both changed, somebody has to decide about, and both versions are marked;
//! or, where nobody is there to decide, the side with the later `updated` counts for a key, and of
//! a body both versions stay, one after the other.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_yaml::{Mapping, Value};

use super::front_matter;
use super::marks::{Marks, Merged};
use super::version::{File, Form, Plain};
use crate::domain::date::{Date, moment_of_text};
use crate::domain::keys;
use crate::domain::record::blocks::{Block, blocks};
use crate::domain::record::header::scalar;
use crate::domain::record::patch::{Field, line};
use crate::domain::text::three_way::{self, Piece};
use crate::domain::yaml;

/// What becomes of a value, or of lines, that both sides changed.
#[derive(Clone, Copy)]
enum Decision<'a> {
    /// It is settled here and now.
    Settled,
    /// Both versions are marked for people.
    Marked(&'a Marks),
}

/// Merges two versions of a record's file; `base` is the version that both come from, where there
/// is one. It never fails, and leaves nothing to decide.
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

/// The same where people decide what both sides changed: in front matter, the value of `ours`
/// stays, and the body begins with a block of the lines that `theirs` has; in the body, both
/// versions are marked. `None` where front matter cannot be merged key by key.
#[must_use]
pub fn merge_marked(base: Option<&str>, ours: &str, theirs: &str, marks: &Marks) -> Option<Merged> {
    if !(is_by_line(ours) && is_by_line(theirs)) {
        return None;
    }
    let merged = merge_by_key(base, ours, theirs, Decision::Marked(marks))?;
    // Values may refer to each other, and then their lines cannot be put together at will.
    is_by_line(&merged.text).then_some(merged)
}

/// Whether front matter can be read, and every key of it begins a line.
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
    // Without a base that can be read, whatever either side has was added by it.
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

/// Two versions of a file, and what both come from. The later one is the skeleton: nothing depends
/// on which of the two is ours, but for what people have to decide.
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

/// One key in each version; `None` where the version does not have it.
struct Versions<'a> {
    key: &'a str,
    base: Option<Block<'a>>,
    later: Option<Block<'a>>,
    earlier: Option<Block<'a>>,
}

/// The lines that a key gets; none where the side that counts has removed it.
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
        // One side removed what the other changed: a change is the later thought.
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

    /// The lists of both sides as one; `None` where the key or one of its values is not a list.
    fn joined(&self) -> Option<String> {
        if !keys::read_as(self.key)?.is_list() {
            return None;
        }
        let name = self.later.or(self.earlier)?.name;
        let (base, later, earlier) = (list(self.base)?, list(self.later)?, list(self.earlier)?);
        // What both still have, and what either added. Sorted, as their orders may differ.
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

/// What a block says; `None` where its lines are not YAML by themselves.
fn value(block: Block<'_>) -> Option<Value> {
    // Such lines are taken over whole, like any other value.
    let mut values: Mapping = yaml::read(block.lines).ok()?;
    values.remove(block.name)
}

/// The items of a key's list; no lines, no items. `None` where the value is not a list of texts.
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

/// The day that a key's value names, and the moment, where it names one.
fn day(block: Option<Block<'_>>) -> Option<(Date, Option<i64>)> {
    let text = scalar(&value(block?)?)?;
    Some((Date::of_text(&text)?, moment_of_text(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BASE: &str = "---\nid: note-abc123\ntitle: One\nstatus: active\ntags: [a, b]\n\
                        updated: 2026-11-20\n---\nx\ny\nz\n";

    #[test]
    fn what_one_side_changed_counts() {
        let ours = BASE.replace("One", "Two").replace("x\n", "X\n");
        let theirs = BASE
            .replace("active", "archived")
            .replace("z\n", "z\nmore\n")
            .replace("a, b", "b, c");
        let merged = merge(Some(BASE), &ours, &theirs);
        let expected = "---\nid: note-abc123\ntitle: Two\nstatus: archived\n\
                        tags: [b, c]\nupdated: 2026-11-20\n---\nX\ny\nz\nmore\n";
        assert_eq!(merged, expected);
        assert_eq!(merge(Some(BASE), BASE, &ours), ours);
    }

    #[test]
    fn where_both_changed_the_later_counts_and_nothing_of_the_body_is_lost() {
        let ours = BASE
            .replace("One", "Ours")
            .replace("11-20", "11-22")
            .replace("y\n", "ours\n")
            .replace("a, b", "a, b, c");
        let theirs = BASE
            .replace("One", "Theirs")
            .replace("11-20", "11-21")
            .replace("y\n", "theirs\n")
            .replace("a, b", "b, d");
        let merged = merge(Some(BASE), &ours, &theirs);
        let expected = "---\nid: note-abc123\ntitle: Ours\nstatus: active\n\
                        tags: [b, c, d]\nupdated: 2026-11-22\n---\nx\nours\ntheirs\nz\n";
        assert_eq!(merged, expected);
    }

    #[test]
    fn a_record_counts_more_than_what_cannot_be_read_as_one() {
        let broken = "zzz: not a record";
        assert_eq!(merge(Some(BASE), BASE, broken), BASE);
        assert_eq!(merge(Some(BASE), broken, BASE), BASE);
        assert_eq!(merge(None, "a", "b"), merge(None, "b", "a"));
    }

    #[test]
    fn a_list_is_joined_whatever_its_key_is_called() {
        let base = BASE.replace("tags: [a, b]", "impactedPaths: [a, b]");
        let ours = base.replace("a, b", "a, b, c");
        let theirs = base.replace("a, b", "b, d");
        let merged = merge(Some(&base), &ours, &theirs);
        assert!(merged.contains("impactedPaths: [b, c, d]\n"), "{merged}");
    }

    proptest! {
        #[test]
        fn it_is_symmetric_and_reads_as_a_record(
            lines in proptest::collection::vec("[a-c]", 0..4),
            sides in proptest::array::uniform2((
                "[A-C]",
                20..23u32,
                proptest::collection::vec("[a-e]", 0..4),
            )),
        ) {
            let file = |title: &str, day: u32, lines: &[String]| {
                let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
                format!(
                    "---\nid: note-abc123\ntitle: {title}\nstatus: active\nscope: project\n\
                     updated: 2026-11-{day}\n---\n{body}"
                )
            };
            let base = file("A", 20, &lines);
            let [ours, theirs] = sides.map(|(title, day, lines)| file(&title, day, &lines));
            let merged = merge(Some(&base), &ours, &theirs);
            prop_assert_eq!(&merged, &merge(Some(&base), &theirs, &ours));
            let reading = crate::domain::record::reading::read(merged.as_bytes());
            prop_assert!(reading.faults.is_empty(), "{}", merged);
            prop_assert_eq!(merge(Some(&base), &ours, &ours), ours);
        }
    }

    fn marks() -> Marks {
        Marks::new(7, ["HEAD", "base", "topic"])
    }

    fn marked(base: &str, ours: &str, theirs: &str) -> Merged {
        merge_marked(Some(base), ours, theirs, &marks()).unwrap()
    }

    #[test]
    fn what_people_decide_about_is_marked_and_front_matter_stays_valid() {
        let ours = BASE
            .replace("One", "Ours")
            .replace("y\n", "ours\n")
            .replace("11-20", "11-21");
        let theirs = BASE
            .replace("One", "Theirs")
            .replace("y\n", "theirs\n")
            .replace("11-20", "11-22")
            .replace("a, b", "b");
        let merged = marked(BASE, &ours, &theirs);
        let expected = "---\nid: note-abc123\ntitle: Ours\nstatus: active\ntags: [b]\n\
                        updated: 2026-11-22\n---\n\
                        <<<<<<< HEAD\n=======\ntitle: Theirs\n>>>>>>> topic\n\
                        x\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> topic\nz\n";
        assert_eq!(merged.text, expected);
        assert!(!merged.is_clean);
        let conflict = crate::domain::record::conflict::Conflict::of(&merged.text).unwrap();
        let side = |text: &str| text.replace("11-21", "11-22").replace("a, b", "b");
        assert_eq!(conflict.ours, side(&ours));
        assert_eq!(conflict.theirs, side(&theirs));
    }

    #[test]
    fn a_change_outlives_a_removal_and_remarks_are_not_lost() {
        let base = BASE.replace("tags", "owner: ann\ntags");
        let ours = BASE.to_owned();
        let theirs = base.replace("ann", "bob");
        assert_eq!(
            marked(&base, &ours, &theirs)
                .text
                .matches("owner: bob")
                .count(),
            1
        );
        let ours = BASE.replace("a, b]", "a, b, c] # why");
        let theirs = BASE.replace("a, b]", "b]");
        let merged = marked(BASE, &ours, &theirs);
        assert!(
            merged.text.contains("# why") && !merged.is_clean,
            "{}",
            merged.text
        );
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_are_those_of_the_side_that_changed_them() {
        let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let ours = BASE.replace("x\n", "X\n");
        let theirs = BASE.replace("z\n", "Z\n");
        let both = ours.replace("z\n", "Z\n");
        for (base, ours, theirs, expected) in [
            (
                windows(BASE),
                windows(&ours),
                windows(&theirs),
                windows(&both),
            ),
            (
                BASE.to_owned(),
                windows(&ours),
                theirs.clone(),
                windows(&both),
            ),
            (windows(BASE), ours.clone(), windows(&theirs), both.clone()),
            (BASE.to_owned(), ours.clone(), windows(BASE), windows(&ours)),
        ] {
            assert_eq!(marked(&base, &ours, &theirs).text, expected);
            assert_eq!(marked(&base, &theirs, &ours).text, expected);
        }
        let last = |text: &str| text.trim_end().to_owned();
        assert_eq!(
            marked(&last(BASE), &last(&ours), &last(BASE)).text,
            last(&ours)
        );
    }

    #[test]
    fn front_matter_that_is_not_written_by_lines_is_nobodys_to_take_apart() {
        for odd in [
            "text\n",
            "---\n{id: note-abc123}\n---\n",
            "---\nid: note-abc123\n\"title\": x\n---\n",
            "---\nid: note-abc123\nid: note-abc123\n---\n",
            "---\nid: note-abc123\n",
        ] {
            assert_eq!(merge_marked(Some(BASE), BASE, odd, &marks()), None, "{odd}");
            assert_eq!(merge_marked(Some(BASE), odd, BASE, &marks()), None, "{odd}");
        }
        // Each side alone is fine; together nobody knows what `*x` is.
        let base = BASE.replace("active", "&x active");
        let theirs = base.replace("updated", "category: *x\nupdated");
        assert_eq!(merge_marked(Some(&base), BASE, &theirs, &marks()), None);
    }

    #[test]
    fn what_was_in_conflict_in_the_base_is_not_lost() {
        // Two merges of the same two branches, each decided otherwise, and merged in turn: git
        // merges the two bases first, and what it gets is the base.
        let (one, two) = (BASE.replace("One", "1"), BASE.replace("One", "2"));
        let base = merge_marked(Some(BASE), &one, &two, &Marks::new(9, ["a", "b", "c"])).unwrap();
        for (ours, theirs) in [(&one, &two), (&two, &one)] {
            let merged = marked(&base.text, ours, theirs);
            assert!(!merged.is_clean, "{}", merged.text);
            assert!(marked(&base.text, ours, ours).is_clean);
        }
    }

    proptest! {
        #[test]
        fn a_marked_merge_is_symmetric_and_loses_nothing(
            sides in proptest::array::uniform3((
                "[A-C]", 20..23u32, proptest::collection::vec("[a-e]", 0..6),
                proptest::collection::btree_set("[s-w]", 0..4), proptest::bool::ANY,
            )),
        ) {
            let [base, ours, theirs] = sides.map(|(title, day, lines, tags, is_windows)| {
                let tags: Vec<String> = tags.into_iter().collect();
                let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
                let text = format!(
                    "---\nid: note-abc123\ntitle: {title}\nstatus: active\nscope: project\n\
                     tags: [{}]\nupdated: 2026-11-{day}\n---\n{body}", tags.join(", "));
                if is_windows { text.replace('\n', "\r\n") } else { text }
            });
            let merged = marked(&base, &ours, &theirs);
            let turned = marked(&base, &theirs, &ours);
            prop_assert_eq!(merged.is_clean, turned.is_clean);
            if merged.is_clean {
                prop_assert_eq!(&merged.text, &turned.text);
            }
            let sorted = |text: &str| {
                let mut lines: Vec<String> = text.lines().map(|line| line.replace("HEAD", "topic")
                    .replace('>', "<")).collect();
                lines.sort();
                lines
            };
            prop_assert_eq!(sorted(&merged.text), sorted(&turned.text));
            let reading = crate::domain::record::reading::read(merged.text.as_bytes());
            prop_assert!(reading.header.is_some(), "{}", merged.text);
            prop_assert_eq!(reading.faults.is_empty(), merged.is_clean);
            // Every line of a side is there, but for those that the other side took out.
            for (side, other) in [(&ours, &theirs), (&theirs, &ours)] {
                for line in side.lines() {
                    if line.len() != 1 && !line.starts_with("title") {
                        continue;
                    }
                    let is_taken = base.lines().any(|old| old == line)
                        && !other.lines().any(|own| own == line);
                    let is_there = merged.text.lines().any(|own| own == line);
                    prop_assert!(is_taken || is_there, "{} of\n{}", line, merged.text);
                }
            }
            for (ours, theirs, expected) in [
                (&ours, &base, &ours),
                (&base, &theirs, &theirs),
                (&ours, &ours, &ours),
            ] {
                prop_assert_eq!(&marked(&base, ours, theirs).text, expected);
            }
        }
    }
}
