//! One key of a document's front matter, YAML or TOML: its value changes, and its line keeps its
//! form.

use std::ops::Range;

use serde_yaml::{Mapping, Value as Yaml};

use super::value::ByHand;
use crate::form::front::{toml_block, toml_values};
use crate::record::front_matter;
use crate::record::patch::{self, Field as Patch};

/// Front matter: a range of the text, and its language.
pub(super) struct Block {
    range: Range<usize>,
    is_toml: bool,
    newline: &'static str,
}

/// The front matter of a text, its values, and the text after it.
pub(super) fn parted(text: &str) -> Result<(Option<Block>, Mapping, &str), ByHand> {
    let unreadable = |why: &str| ByHand(format!("correct its front matter ({why}), and try again"));
    if let Some((range, body)) = toml_block(text) {
        let front = toml_values(&text[range.clone()]).map_err(|why| unreadable(&why))?;
        let block = Block {
            range,
            is_toml: true,
            newline: newline_of(text),
        };
        return Ok((Some(block), front, body));
    }
    let Ok(parts) = front_matter::split(text) else {
        return Ok((None, Mapping::new(), text));
    };
    let front = front_matter::mapping(text, &parts).map_err(|it| unreadable(&it.message))?;
    let block = Block {
        range: parts.yaml,
        is_toml: false,
        newline: parts.newline,
    };
    Ok((Some(block), front, &text[parts.body]))
}

/// The line ends of a text.
pub(super) fn newline_of(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

impl Block {
    /// The text with another value of a key; `None` where the key cannot be changed alone.
    pub(super) fn with_key(
        &self,
        text: &str,
        front: &Mapping,
        key: &str,
        value: &Patch,
    ) -> Option<String> {
        if self.is_toml {
            return self.with_toml(text, key, value);
        }
        if let Patch::Text(new) = value
            && let Some(text) = self.with_form_kept(text, front, key, new)
        {
            return Some(text);
        }
        patch::set(text, key, value).ok()
    }

    /// The text with another value of a key of TOML that stands on one line.
    fn with_toml(&self, text: &str, key: &str, value: &Patch) -> Option<String> {
        let toml = &text[self.range.clone()];
        let mut wanted: toml::Table = toml.parse().ok()?;
        let new: toml::Value = match value {
            Patch::Text(text) | Patch::Word(text) => text.as_str().into(),
            Patch::List(items) => items.clone().into(),
        };
        wanted.insert(key.to_owned(), new);
        // What follows a table's name belongs to the table.
        let end = match toml.find("\n[") {
            Some(at) => at + 1,
            None if toml.starts_with('[') => 0,
            None => toml.len(),
        };
        let lines = toml_line(&toml[..end], key).unwrap_or(end..end);
        let line = format!("{key} = {}{}", in_quotes(value), self.newline);
        let changed = format!("{}{line}{}", &toml[..lines.start], &toml[lines.end..]);
        let is_right = changed
            .parse::<toml::Table>()
            .is_ok_and(|got| got == wanted);
        let (before, after) = (&text[..self.range.start], &text[self.range.end..]);
        is_right.then(|| format!("{before}{changed}{after}"))
    }

    /// The text with another value of YAML between the quotes, and after the spaces, of the present
    /// one.
    fn with_form_kept(&self, text: &str, front: &Mapping, key: &str, new: &str) -> Option<String> {
        let yaml = &text[self.range.clone()];
        let lines = front_matter::key_lines(yaml, key)?;
        let Yaml::String(old) = front.get(key)? else {
            return None;
        };
        let line = yaml[lines.clone()].trim_end_matches(['\n', '\r']);
        if old.is_empty() || line.contains('\n') || new.contains(['"', '\'', '\\', '\n']) {
            return None;
        }
        let colon = line.find(':')? + 1;
        let start = line[colon..].find(|letter: char| !letter.is_whitespace())? + colon;
        let quote = line[start..]
            .chars()
            .next()
            .filter(|it| matches!(it, '"' | '\''));
        let start = start + quote.map_or(0, char::len_utf8);
        if !line[start..].starts_with(old.as_str()) {
            return None;
        }
        let start = self.range.start + lines.start + start;
        let (before, after) = (&text[..start], &text[start + old.len()..]);
        let changed = format!("{before}{new}{after}");
        // A plain value may need quotes: then the library's reading differs.
        let mut wanted = front.clone();
        wanted.insert(Yaml::from(key), Yaml::from(new));
        let (_, got, _) = parted(&changed).ok()?;
        (got == wanted).then_some(changed)
    }
}

/// The line of a key of TOML.
fn toml_line(toml: &str, key: &str) -> Option<Range<usize>> {
    let mut at = 0;
    for line in toml.split_inclusive('\n') {
        let rest = line.strip_prefix(key);
        if rest.is_some_and(|rest| rest.trim_start().starts_with('=')) {
            return Some(at..at + line.len());
        }
        at += line.len();
    }
    None
}

/// A value in the quotes and with the escapes that JSON and TOML share.
fn in_quotes(value: &Patch) -> String {
    let quoted = |text: &String| serde_json::Value::from(text.as_str()).to_string();
    match value {
        Patch::Text(text) | Patch::Word(text) => quoted(text),
        Patch::List(items) => {
            let items: Vec<_> = items.iter().map(quoted).collect();
            format!("[{}]", items.join(", "))
        }
    }
}
