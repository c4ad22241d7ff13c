//! Places of values in a document: found where a reader looks for them, and written.

use std::ops::Range;

use serde_yaml::{Mapping, Value as Yaml};

use super::front::{Block, newline_of, parted};
use super::value::{ByHand, Link, Value};
use crate::form::fields::{self, Field};
use crate::form::front_matter::{self, normal, texts};
use crate::form::markdown::Document;
use crate::form::status::StatusWords;
use crate::form::tables;
use crate::form::vocabulary::{self, STATES, STATUS, STATUS_SECTIONS};
use crate::record::patch::Field as Patch;
use git_memory_text::plain::plain;

/// A place for a value.
pub(super) enum Spot {
    /// A key of the front matter, as written.
    Front(String),
    /// A value in the header, as a range of the text.
    Line(Range<usize>),
    /// The first line of a section, likewise.
    Section(Range<usize>),
}

/// A document in its parts.
pub(super) struct Form<'a> {
    text: &'a str,
    pub(super) block: Option<Block>,
    front: Mapping,
    pub(super) document: Document<'a>,
    fields: Vec<Field>,
    /// Ranges of the text's lines from the body on, without their ends.
    lines: Vec<Range<usize>>,
}

impl<'a> Form<'a> {
    pub(super) fn read(text: &'a str) -> Result<Self, ByHand> {
        let (block, front, body) = parted(text)?;
        let mut at = text.len() - body.len();
        let mut lines = Vec::new();
        for line in body.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']);
            lines.push(at..at + content.len());
            at += line.len();
        }
        let document = Document::parse(body);
        let fields = fields::read(&document);
        Ok(Self {
            text,
            block,
            front,
            document,
            fields,
            lines,
        })
    }

    /// The place of a value that goes by one of some names.
    pub(super) fn find(&self, names: &[&str]) -> Option<Spot> {
        for name in names {
            for key in self.front.keys().filter_map(Yaml::as_str) {
                if normal(key) == normal(name) {
                    return Some(Spot::Front(key.to_owned()));
                }
            }
        }
        for name in names {
            for field in &self.fields {
                if field.key == *name
                    && let Some(range) = self.range_of(field)
                {
                    return Some(Spot::Line(range));
                }
            }
        }
        None
    }

    /// The place that tells the status, in the order in which a reader looks.
    pub(super) fn status_spot(&self) -> Option<Spot> {
        if let Some(spot) = self.find(STATUS) {
            return Some(spot);
        }
        for state in STATES {
            let said = front_matter::text(&self.front, &[state]);
            if said.is_some_and(|said| StatusWords::default().mean(&said).is_some()) {
                return self.find(&[state]);
            }
        }
        let section = self.document.find(STATUS_SECTIONS)?;
        let first = self.document.headings[section].end;
        for (nth, line) in self.document.under(section).iter().enumerate() {
            if line.code {
                return None;
            }
            if !line.text.trim().is_empty() {
                let range = self.lines.get(first + nth)?.clone();
                let words = words_in(&self.text[range.clone()]);
                return Some(Spot::Section(
                    range.start + words.start..range.start + words.end,
                ));
            }
        }
        None
    }

    /// The value of a field, as a range of the text.
    fn range_of(&self, field: &Field) -> Option<Range<usize>> {
        let range = self.lines.get(field.line)?.clone();
        let line = &self.text[range.clone()];
        if line.trim_start().starts_with('|') {
            return self.cell_of(field);
        }
        let (key, mut value) = fields::ranges(line)?;
        if vocabulary::key(&line[key]) != field.key {
            return None;
        }
        // A comment behind the value is no part of it.
        if !line[value.clone()].starts_with(&field.value) {
            return None;
        }
        value.end = value.start + field.value.len();
        // The end of an emphasis that began before the value.
        for mark in ["**", "__"] {
            let text = &line[value.clone()];
            if text.ends_with(mark) && !text.starts_with(mark) && text.len() > mark.len() {
                value.end -= mark.len();
            }
        }
        let value = without_emphasis(line, value);
        Some(range.start + value.start..range.start + value.end)
    }

    /// The cell of a table with the value of a field: beside its key, or below it.
    fn cell_of(&self, field: &Field) -> Option<Range<usize>> {
        let mut rows = Vec::new();
        for range in &self.lines[field.line..] {
            let line = &self.text[range.clone()];
            if !line.trim_start().starts_with('|') {
                break;
            }
            let mut cells = tables::ranges(line);
            for cell in &mut cells {
                *cell = range.start + cell.start..range.start + cell.end;
            }
            rows.push(cells);
        }
        let is_value = |cell: &&Range<usize>| self.text[(*cell).clone()] == field.value;
        for (nth, row) in rows.iter().enumerate() {
            let mut keys = row.iter();
            let is_key = |cell: &Range<usize>| {
                let key = plain(&self.text[cell.clone()]);
                vocabulary::key(&key) == field.key
            };
            let Some(at) = keys.position(is_key) else {
                continue;
            };
            let beside = row.get(at + 1).filter(is_value);
            let mut below = rows[nth + 1..].iter().filter_map(|row| row.get(at));
            return beside.or_else(|| below.find(is_value)).cloned();
        }
        None
    }

    /// The words at a place.
    pub(super) fn said(&self, spot: &Spot) -> String {
        match spot {
            Spot::Front(key) => match self.front.get(key.as_str()) {
                Some(value) => texts(value).join(", "),
                None => String::new(),
            },
            Spot::Line(range) | Spot::Section(range) => self.text[range.clone()].to_owned(),
        }
    }

    /// A list with the items that a place has before the new ones; `None` if it has them all.
    pub(super) fn with_present(&self, spot: &Spot, new: &Value) -> Option<Value> {
        let said = self.said(spot);
        match (spot, new) {
            (Spot::Front(key), new) => {
                let mut items = self.front.get(key.as_str()).map(texts)?;
                let before = items.len();
                let Patch::List(added) = new.of_front_matter() else {
                    return Some(new.clone());
                };
                items.extend(added.into_iter().filter(|item| !said.contains(item)));
                (items.len() > before).then_some(Value::List(items))
            }
            (_, Value::Links(links)) => {
                let mut line = said.clone();
                for link in links.iter().filter(|link| !said.contains(&link.target)) {
                    line = joined(&line, &link.markdown());
                }
                (line != said).then_some(Value::Text(line))
            }
            (_, Value::List(items)) => {
                let present: Vec<&str> = said.split(',').map(str::trim).collect();
                let mut line = said.clone();
                for item in items.iter().filter(|it| !present.contains(&it.as_str())) {
                    line = joined(&line, item);
                }
                (line != said).then_some(Value::Text(line))
            }
            (_, Value::Text(_)) => Some(new.clone()),
        }
    }

    /// The text with a value at its place, or at a new one.
    pub(super) fn with_at(
        &self,
        spot: Option<Spot>,
        names: &[&str],
        label: &str,
        value: &Value,
        hand: &str,
    ) -> Result<String, ByHand> {
        let by_hand = || ByHand(hand.to_owned());
        match spot {
            Some(Spot::Front(key)) => self.with_key(&key, value, hand),
            Some(Spot::Line(range) | Spot::Section(range)) => {
                let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
                // `- Tags:` has a space before its first value.
                let space = if before.ends_with([' ', '\t', '|', '*', '_', '`', '\n']) {
                    ""
                } else {
                    " "
                };
                let space = if range.is_empty() { space } else { "" };
                Ok(format!("{before}{space}{}{after}", value.of_line()))
            }
            None if self.block.is_some() => {
                let key = label.to_lowercase().replace(' ', "_");
                let key = match names {
                    // A key of the team's own.
                    [own] => *own,
                    _ if key == "last_updated" => "updated",
                    _ => &key,
                };
                self.with_key(key, value, hand)
            }
            None => self.with_line(label, value).ok_or_else(by_hand),
        }
    }

    fn with_key(&self, key: &str, value: &Value, hand: &str) -> Result<String, ByHand> {
        let mut value = value.of_front_matter();
        // One text with commas stays one.
        if let (Some(Yaml::String(_)), Patch::List(items)) = (self.front.get(key), &value) {
            value = Patch::Text(items.join(", "));
        }
        let new = match &self.block {
            Some(block) => block.with_key(self.text, &self.front, key, &value),
            None => None,
        };
        new.ok_or_else(|| ByHand(hand.to_owned()))
    }

    /// The text with one more line of its header, after the last one and in its form.
    fn with_line(&self, label: &str, value: &Value) -> Option<String> {
        let is_field = |field: &Field| vocabulary::is_key(&field.key) || field.key == "tags";
        let known = self.fields.iter().rposition(is_field)?;
        // Other lines of the header may follow, with keys of the team's own.
        let mut last = &self.fields[known];
        for next in &self.fields[known + 1..] {
            if next.line == last.line + 1 {
                last = next;
            }
        }
        let range = self.lines.get(last.line)?.clone();
        let line = &self.text[range.clone()];
        let (key, given) = fields::ranges(line)?;
        if line.trim_start().starts_with('|') || given.is_empty() {
            return None;
        }
        let lower = line[key.clone()].starts_with(char::is_lowercase);
        let label = if lower {
            label.to_lowercase()
        } else {
            label.to_owned()
        };
        let newline = newline_of(self.text);
        let (before, between) = (&line[..key.start], &line[key.end..given.start]);
        Some(format!(
            "{}{newline}{before}{label}{between}{}{}",
            &self.text[..range.end],
            value.of_line(),
            &self.text[range.end..]
        ))
    }

    /// The text with links at the end of its section about the status, a paragraph each, as
    /// adr-tools writes them; `None` without such a section.
    pub(super) fn with_links_below_status(&self, label: &str, links: &[Link]) -> Option<String> {
        let Some(Spot::Section(_)) = self.status_spot() else {
            return None;
        };
        let section = self.document.find(STATUS_SECTIONS)?;
        let first = self.document.headings[section].end;
        let under = self.document.under(section);
        let last = under
            .iter()
            .rposition(|line| !line.text.trim().is_empty())?;
        let end = self.lines.get(first + last)?.end;
        let newline = newline_of(self.text);
        let mut added = String::new();
        for link in links.iter().map(Link::markdown) {
            if !self.text.contains(&link) {
                added.extend([newline, newline, label, " ", &link]);
            }
        }
        let (before, after) = self.text.split_at(end);
        Some(format!("{before}{added}{after}"))
    }
}

/// The words of a status in its line, without the mark of a list, a quotation or an emphasis.
fn words_in(line: &str) -> Range<usize> {
    let mut range = tables::trimmed(line, 0..line.len());
    for mark in ["> ", "- ", "* ", "+ "] {
        if line[range.clone()].starts_with(mark) {
            range = tables::trimmed(line, range.start + mark.len()..range.end);
        }
    }
    without_emphasis(line, range)
}

/// A range of a line without the marks of an emphasis around all of it.
fn without_emphasis(line: &str, mut range: Range<usize>) -> Range<usize> {
    for mark in ["**", "__", "*", "_", "`"] {
        let text = &line[range.clone()];
        let inner = text.strip_prefix(mark).and_then(|it| it.strip_suffix(mark));
        if inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(mark)) {
            range = range.start + mark.len()..range.end - mark.len();
        }
    }
    range
}

fn joined(line: &str, item: &str) -> String {
    if line.trim().is_empty() {
        item.to_owned()
    } else {
        format!("{line}, {item}")
    }
}
