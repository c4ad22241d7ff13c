//! Values of the domain as the texts that they are written as, without copies.

use std::fmt::Display;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// A value as text: an id, a path, a day, a clean string.
#[derive(Clone, Copy)]
pub struct Text<'a>(pub(crate) &'a dyn Display);

impl<'a> Text<'a> {
    /// Each value as text.
    pub(crate) fn list<T: Display>(values: &'a [T]) -> Vec<Self> {
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
