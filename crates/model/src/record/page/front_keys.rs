//! The keys of a page's front matter, as values of its fields.

use serde_yaml::{Mapping, Value};

use crate::form::front::front;
use crate::form::status::meaning;
use crate::form::tags::{listed, tag};
use crate::form::title;
use crate::form::told::Told;
use crate::keys::{self, Key};
use crate::kind::Lifecycle;
use crate::record::header::scalar;
use git_memory_guard::{Assembly, Clean, Guard};
use git_memory_text as text;
use git_memory_text::date::{Date, moment_of_text};
use git_memory_text::limits;
use git_memory_text::markdown::Outline;

/// The keys of a page's front matter, read as far as they can be.
pub(super) struct Keys<'a> {
    pub(super) guard: &'a Guard,
    pub(super) values: &'a Mapping,
}

impl Keys<'_> {
    fn value(&self, key: &Key) -> Option<&Value> {
        key.names().find_map(|name| self.values.get(name))
    }

    /// A text on one line, if it is not empty.
    pub(super) fn line(&self, key: &Key) -> Option<Clean> {
        let text = scalar(self.value(key)?)?;
        let line = text::one_line(&self.guard.redact(&text), limits::TITLE_CHARS);
        (!line.is_empty()).then(|| self.guard.redact(&line))
    }

    /// The title: its key, else the first heading. A `name` such as `deploy-window` is a key for
    /// programs, and counts only without a heading.
    pub(super) fn title(&self, body: &str) -> Option<Clean> {
        let given = self.line(&keys::TITLE);
        let has_title = self.values.contains_key(keys::TITLE.name);
        let is_words = |given: &Clean| has_title || !title::is_identifier(given);
        let heading = || first_heading(self.guard, body);
        match given {
            Some(given) if is_words(&given) => Some(given),
            given => heading().or(given),
        }
    }

    /// The words of the status, and their meaning.
    pub(super) fn status(&self, told: Option<&Told>) -> (Option<Clean>, Option<Lifecycle>) {
        /// The most characters of words that are not understood: a section may be a long text.
        const SHOWN: usize = 60;
        if let Some((words, meant)) = told.and_then(Told::stated) {
            let words = text::one_line(&self.guard.redact(words), SHOWN);
            return (Some(self.guard.redact(&words)), meant);
        }
        let words = self.line(&keys::STATUS);
        let meant = words.as_ref().and_then(|words| meaning(words));
        (words, meant)
    }

    /// The tags, without the sign that some write before them.
    pub(super) fn tags(&self) -> Vec<Clean> {
        let names = match self.value(&keys::TAGS) {
            Some(Value::String(text)) => listed(text),
            _ => lines_of(self.values, &keys::TAGS),
        };
        names
            .iter()
            .map(|name| self.guard.redact(tag(name)))
            .collect()
    }

    pub(super) fn texts(&self, key: &Key) -> Vec<Clean> {
        let texts = lines_of(self.values, key);
        texts.iter().map(|text| self.guard.redact(text)).collect()
    }

    pub(super) fn day(&self, key: &Key) -> Option<Date> {
        day_of(&scalar(self.value(key)?)?)
    }

    /// Time of writing the content, in the key of the Open Knowledge Format (its section 5.2), or
    /// that of its version 0.1.
    pub(super) fn generated_at(&self) -> Option<String> {
        let generated = self.values.get("generated").and_then(|one| one.get("at"));
        scalar(generated.or_else(|| self.values.get("timestamp"))?)
    }

    pub(super) fn moment(&self, key: &Key) -> Option<i64> {
        moment_of_text(&scalar(self.value(key)?)?)
    }
}

/// The day of a date, or of a moment as tools write it: `2026-11-20 10:00`.
pub(in crate::record) fn day_of(text: &str) -> Option<Date> {
    Date::of_text(text).or_else(|| Date::of_text(text.get(..10)?))
}

/// The texts of a list; a single text is a list of the words between its commas, as other tools
/// write tags.
pub(in crate::record) fn lines_of(values: &Mapping, key: &Key) -> Vec<String> {
    match key.names().find_map(|name| values.get(name)) {
        Some(Value::Sequence(items)) => items.iter().filter_map(scalar).collect(),
        Some(one) => {
            let text = scalar(one).unwrap_or_default();
            let parts = text.split(',').map(str::trim);
            parts
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect()
        }
        None => Vec::new(),
    }
}

/// The names in one of the lists of records of a text's front matter; none if it has no front
/// matter that can be read.
#[must_use]
pub fn names_in(text: &str, key: &Key) -> Vec<String> {
    lines_of(&front(text).values, key)
}

fn first_heading(guard: &Guard, body: &str) -> Option<Clean> {
    let outline = Outline::of(body);
    let title = outline.headings.first()?.title;
    let title = text::one_line(&guard.redact(title), limits::TITLE_CHARS);
    (!title.is_empty()).then(|| guard.redact(&title))
}

/// A word of the program itself, which need not be looked through for secrets.
pub(super) fn literal(word: &'static str) -> Clean {
    let mut text = Assembly::new();
    text.literal(word);
    text.finish()
}
