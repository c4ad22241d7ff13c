//! Differences between the format's documents and our records: keys that an export adds, and that
//! an import of the exported document removes again, so that the same bytes come back.
//!
//! The export notes the changes in the document, under a key of its own (producers may have some,
//! section 4.1 of the specification): the added keys, and the former lines of `status`.

use std::fmt::Write as _;

use serde_yaml::{Mapping, Value};

use super::status;
use super::type_name::newline_of;
use git_memory_model::keys;
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::front_matter::{self, Parts};
use git_memory_model::record::header::scalar as scalar_of;
use git_memory_model::record::patch::{Field, line};
use git_memory_text::yaml;
use git_memory_text::yaml::{quoted, scalar};

/// The key that notes the changes.
const NOTE: &str = "git_memory";
const ADDED: &str = "added";
const STATUS: &str = "status";
/// Stands for the whole front matter in the list of added keys.
const FRONT_MATTER: &str = "front-matter";
const GENERATED: &str = "generated";
const VERIFIED: &str = "verified";
/// The key of the moment from which a document is out of date.
pub const STALE_AFTER: &str = "stale_after";
/// Keys that may have been added; a stranger's note removes no others.
const ADDABLE: [&str; 5] = ["type", GENERATED, VERIFIED, STALE_AFTER, NOTE];

/// An actor, and the time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The actor (section 7 of the specification).
    pub by: String,
    /// The moment, as RFC 3339 writes it.
    pub at: String,
}

/// Keys that are added to a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Computed {
    /// Its type, if it has none.
    pub type_name: Option<String>,
    /// The writer of its content, and the time.
    pub generated: Option<Event>,
    /// The people and programs that have confirmed it.
    pub verified: Vec<Event>,
    /// The moment from which it is out of date.
    pub stale_after: Option<String>,
    /// Its status, in the format's words.
    pub status: Option<&'static str>,
}

impl Event {
    fn flow(&self) -> String {
        format!("{{ by: {}, at: {} }}", scalar(&self.by, true), self.at)
    }
}

impl Computed {
    /// The text with all of this added; existing keys stay unchanged. `None` if its front matter
    /// cannot be changed in place so that the text can be restored.
    #[must_use]
    pub fn add_to(&self, text: &str) -> Option<String> {
        let added = match front_matter::split(text) {
            Ok(parts) => self.add_keys(text, &parts)?,
            Err(_) => self.add_front_matter(text)?,
        };
        // Nothing may be lost on the way back.
        (restored(&added).as_deref() == Some(text)).then_some(added)
    }

    fn add_front_matter(&self, text: &str) -> Option<String> {
        let content = front_matter::without_bom(text);
        let mark = &text[..text.len() - content.len()];
        let end = newline_of(content);
        let type_name = Field::Text(self.type_name.clone()?);
        let type_line = line(keys::TYPE.name, &type_name, end);
        let note = format!("{NOTE}: {{ {ADDED}: [{FRONT_MATTER}] }}{end}");
        Some(format!("{mark}---{end}{type_line}{note}---{end}{content}"))
    }

    fn add_keys(&self, text: &str, parts: &Parts) -> Option<String> {
        let end = parts.newline;
        let yaml = &text[parts.yaml.clone()];
        let values = mapping(yaml)?;
        let mut added = self.fields();
        added.retain(|(key, _)| !values.contains_key(*key));
        let added: Vec<String> = added
            .iter()
            .map(|(key, value)| format!("{key}: {value}"))
            .collect();
        let mut yaml = yaml.to_owned();
        let mut said = None;
        if let Some(status) = self.status
            && values
                .get(STATUS)
                .is_some_and(|own| own.as_str() != Some(status))
        {
            let range = front_matter::key_lines(&yaml, STATUS)?;
            said = Some(yaml[range.clone()].to_owned());
            yaml.replace_range(range, &format!("{STATUS}: {status}{end}"));
        }
        if added.is_empty() && said.is_none() {
            return Some(text.to_owned());
        }
        let said = said.map_or_else(String::new, |said| {
            format!(", {STATUS}: {}", quoted(said.trim_end_matches(end)))
        });
        for line in &added {
            yaml.extend([line, end]);
        }
        let added = added.join(", ");
        // Writing to a String cannot fail.
        let _ = write!(yaml, "{NOTE}: {{ {ADDED}: {{{added}}}{said} }}{end}");
        // YAML that is not written by lines, such as a flow mapping, cannot be added to by lines.
        mapping(&yaml)?;
        let (start, rest) = (&text[..parts.yaml.start], &text[parts.yaml.end..]);
        Some(format!("{start}{yaml}{rest}"))
    }

    fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        if let Some(type_name) = &self.type_name {
            fields.push((keys::TYPE.name, scalar(type_name, true)));
        }
        if let Some(generated) = &self.generated {
            fields.push((GENERATED, generated.flow()));
        }
        if !self.verified.is_empty() {
            let events: Vec<String> = self.verified.iter().map(Event::flow).collect();
            fields.push((VERIFIED, format!("[{}]", events.join(", "))));
        }
        if let Some(moment) = &self.stale_after {
            fields.push((STALE_AFTER, moment.clone()));
        }
        fields
    }
}

/// The text as it was before an export added to it, with later changes of other programs; `None` if
/// the additions are not known.
#[must_use]
pub fn restored(text: &str) -> Option<String> {
    let parts = front_matter::split(text).ok()?;
    let mut yaml = text[parts.yaml.clone()].to_owned();
    let values = mapping(&yaml)?;
    // Without a note, nothing was added, and the text is unchanged.
    let Some(note) = values.get(NOTE) else {
        return Some(text.to_owned());
    };
    let mut added = added(&values, note.get(ADDED)?)?;
    let content = front_matter::without_bom(text);
    if added == [FRONT_MATTER] {
        let is_ours = values.len() == 2 && values.contains_key(keys::TYPE.name);
        let mark = &text[..text.len() - content.len()];
        return is_ours.then(|| format!("{mark}{}", &text[parts.body]));
    }
    added.push(NOTE);
    if let Some(said) = note.get(STATUS) {
        let said = format!("{}{}", said.as_str()?, parts.newline);
        // A note cannot bring in any other key.
        let own = mapping(&said).filter(|own| own.len() == 1)?;
        let own = scalar_of(own.get(STATUS)?).unwrap_or_default();
        let range = front_matter::key_lines(&yaml, STATUS)?;
        let written = status::word(Lifecycle::of(None, &own));
        // A status that another program has written meanwhile is kept.
        if values.get(STATUS).and_then(Value::as_str) == Some(written) {
            yaml.replace_range(range, &said);
        }
    }
    for key in added {
        if !ADDABLE.contains(&key) {
            return None;
        }
        let range = front_matter::key_lines(&yaml, key)?;
        yaml.replace_range(range, "");
    }
    let (start, rest) = (&text[..parts.yaml.start], &text[parts.yaml.end..]);
    Some(format!("{start}{yaml}{rest}"))
}

/// The keys that an export added and that still have its values.
fn added<'a>(values: &Mapping, note: &'a Value) -> Option<Vec<&'a str>> {
    match note {
        Value::Mapping(written) => {
            let same = written
                .iter()
                .filter(|(key, value)| values.get(key) == Some(value));
            same.map(|(key, _)| key.as_str()).collect()
        }
        // As it was noted before, without the values.
        note => note.as_sequence()?.iter().map(Value::as_str).collect(),
    }
}

/// Keys and values; `None` for a text that is not a mapping.
fn mapping(yaml: &str) -> Option<Mapping> {
    match yaml::read(yaml) {
        Ok(Value::Mapping(values)) => Some(values),
        Ok(Value::Null) => Some(Mapping::new()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn computed() -> Computed {
        let event = |by: &str| Event {
            by: by.to_owned(),
            at: "2026-11-20T00:00:00Z".to_owned(),
        };
        Computed {
            type_name: Some("Decision".to_owned()),
            generated: Some(event("codex/unknown")),
            verified: vec![event("human:Ann Lee")],
            stale_after: Some("2026-11-21T00:00:00Z".to_owned()),
            status: Some("stable"),
        }
    }

    #[test]
    fn added_keys_come_last() {
        let text = "---\nid: dec-7k3m9q\nstatus:  'active' # yes\nx: {a: 1}\n---\nB";
        let expected = "---\nid: dec-7k3m9q\nstatus: stable\nx: {a: 1}\ntype: Decision\n\
            generated: { by: codex/unknown, at: 2026-11-20T00:00:00Z }\n\
            verified: [{ by: \"human:Ann Lee\", at: 2026-11-20T00:00:00Z }]\n\
            stale_after: 2026-11-21T00:00:00Z\n\
            git_memory: { added: {type: Decision, \
            generated: { by: codex/unknown, at: 2026-11-20T00:00:00Z }, \
            verified: [{ by: \"human:Ann Lee\", at: 2026-11-20T00:00:00Z }], \
            stale_after: 2026-11-21T00:00:00Z}, \
            status: \"status:  'active' # yes\" }\n---\nB";
        assert_eq!(computed().add_to(text).unwrap(), expected);
        assert_eq!(restored(expected).unwrap(), text);
        // Earlier exports noted only the keys.
        let start = expected.find("{type").unwrap();
        let end = expected.find(", status: \"").unwrap();
        let keys = "[type, generated, verified, stale_after]";
        let earlier = format!("{}{keys}{}", &expected[..start], &expected[end..]);
        assert_eq!(restored(&earlier).unwrap(), text);
    }

    #[test]
    fn every_text_comes_back() {
        for text in [
            "# T\n",
            "\u{feff}# T\r\n",
            "---\n---\n",
            "---\n# only said\n---\nB\n",
            "\u{feff}---\r\nstatus: active\r\n# last\r\n---\r\nB",
            "---\nstatus: >-\n  act\n  ive\ntags:\n- a\n...\nB",
            "---\ntype: x\ngenerated: {by: a, at: b}\nstatus: stable\n---\n",
        ] {
            let added = computed().add_to(text).unwrap();
            assert_eq!(restored(&added).unwrap(), text);
        }
        for text in [
            "---\n{a: 1}\n---\n",
            "---\na: [\n---\n",
            "---\ngit_memory: 1\n---\n",
        ] {
            assert!(computed().add_to(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_status_that_was_changed_since_stays() {
        let text = "---\nid: dec-7k3m9q\nstatus: active\n---\nB";
        let added = computed().add_to(text).unwrap();
        let changed = added.replace("status: stable\n", "status: deprecated\n");
        assert_eq!(
            restored(&changed).unwrap(),
            text.replace("active", "deprecated")
        );
        let quoted = added.replace("status: stable\n", "status: 'stable'\n");
        assert_eq!(restored(&quoted).unwrap(), text);
    }

    #[test]
    fn changes_of_added_keys_stay() {
        let text = "---\nid: dec-7k3m9q\nstatus: active\n---\nB";
        let added = computed().add_to(text).unwrap();
        let confirmed = "verified: [{ by: bot/2, at: 2026-11-22T00:00:00Z }]\n";
        let mut changed = String::new();
        for line in added.split_inclusive('\n') {
            match line.split_once(':') {
                Some(("verified", _)) => changed.push_str(confirmed),
                Some(("stale_after", _)) => {}
                _ => changed.push_str(line),
            }
        }
        let expected = format!("---\nid: dec-7k3m9q\nstatus: active\n{confirmed}---\nB");
        assert_eq!(restored(&changed).unwrap(), expected);
    }

    #[test]
    fn a_strangers_note_takes_out_nothing_of_theirs() {
        for text in [
            "---\nid: a\ngit_memory: { added: [id] }\n---\n",
            "---\nid: a\ngit_memory: { added: {id: a} }\n---\n",
            "---\nstatus: a\ngit_memory: { added: [], status: \"id: dec-aaaaaa\" }\n---\n",
            "---\ntype: a\nb: c\ngit_memory: { added: [front-matter] }\n---\n",
            "---\ngit_memory: all\n---\n",
        ] {
            assert!(restored(text).is_none(), "{text}");
        }
        let plain = "---\ntype: a\n---\n";
        assert_eq!(restored(plain).as_deref(), Some(plain));
    }

    proptest! {
        #[test]
        fn no_byte_is_lost(status in "[ -~]{0,12}", more in "[ -~\n]{0,40}", body in any::<String>()) {
            let text = format!("---\nstatus: {status}\n{more}\n---\n{body}");
            if let Some(added) = computed().add_to(&text) {
                prop_assert_eq!(restored(&added).unwrap(), text);
            }
        }
    }
}
