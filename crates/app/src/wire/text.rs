//! Values of the domain as the texts that they are written as, without copies.

use std::fmt::Display;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use git_memory_text::date::{Date, rfc3339};

/// A value as text: an id, a path, a day, a clean string.
#[derive(Clone, Copy)]
pub struct Text<'a>(pub(crate) &'a dyn Display);

impl<'a> Text<'a> {
    /// Each value as text.
    pub fn list<T: Display>(values: &'a [T]) -> Vec<Self> {
        let mut texts = Vec::with_capacity(values.len());
        for value in values {
            texts.push(Self(value));
        }
        texts
    }

    /// The text of a value that need not be there.
    pub(crate) fn option<T: Display>(value: Option<&'a T>) -> Option<Self> {
        value.map(|value| Self(value))
    }
}

/// A day, or a moment as RFC 3339 writes it in UTC: what came with a time of day goes with one.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum When<'a> {
    /// `2026-11-20`.
    Day(Text<'a>),
    /// `2026-11-20T10:00:00Z`.
    Moment(String),
}

impl<'a> When<'a> {
    /// The day, or the moment (in seconds since 1970) where that is known.
    pub(crate) fn option(day: Option<&'a Date>, moment: Option<i64>) -> Option<Self> {
        match (day, moment) {
            (None, _) => None,
            (Some(_), Some(moment)) => Some(Self::Moment(rfc3339(moment))),
            (Some(day), None) => Some(Self::Day(Text(day))),
        }
    }

    /// The same as text; empty where no day is known.
    #[must_use]
    pub fn text(day: Option<&'a Date>, moment: Option<i64>) -> String {
        match Self::option(day, moment) {
            None => String::new(),
            Some(Self::Day(Text(day))) => day.to_string(),
            Some(Self::Moment(moment)) => moment,
        }
    }
}

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self.0)
    }
}

impl JsonSchema for Text<'_> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}
