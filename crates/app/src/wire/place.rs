//! The repository of an answer that may come from several.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::workspace::listed::ListedRepository;

/// The repository of an answer, if several were asked.
#[derive(Default, Serialize, JsonSchema)]
pub(super) struct PlaceItem<'a> {
    /// Its name, for `NAME:ID`.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    /// Its folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    repository: Option<Cow<'a, str>>,
}

impl<'a> From<Option<&'a ListedRepository>> for PlaceItem<'a> {
    fn from(place: Option<&'a ListedRepository>) -> Self {
        Self {
            name: place.map(|place| place.name.as_str()),
            repository: place.map(|place| place.folder.to_string_lossy()),
        }
    }
}
