//! The fields of the form for a new record, as a browser sends them, and the question that they ask.

use serde_json::{Map, Value, json};

use git_memory_app::call::Call;
use git_memory_app::records::put::{Plan, Put};
use git_memory_app::records::write::{Wrote, answer};
use git_memory_app::verbs::parsed;
use git_memory_app::workspace::Error;

pub(super) const KIND: &str = "kind";
pub(super) const TITLE: &str = "title";
pub(super) const SUPERSEDES: &str = "supersedes";
/// The id of the new record.
pub(super) const NEW: &str = "new";
/// The ids of records that the sender was told of.
pub(super) const TOLD: &str = "told";
/// The button that was pressed.
const DO: &str = "do";
const PREVIEW: &str = "preview";
/// Beginning of the names of fields for parts of the record.
const PARTS: &str = "parts.";

/// A form, by the names of its fields.
pub(crate) struct Form {
    fields: Vec<(String, String)>,
}

impl Form {
    /// Reads the body of a request (URL standard, 5.1). Browsers send each line end as two
    /// characters.
    pub(crate) fn read(body: &[u8]) -> Self {
        let fields = form_urlencoded::parse(body);
        let fields = fields.map(|(name, value)| (name.into_owned(), value.replace("\r\n", "\n")));
        Self {
            fields: fields.collect(),
        }
    }

    /// The fields as parameters of a page.
    pub(crate) fn parameters(&self) -> Map<String, Value> {
        let fields = self.fields.iter().cloned();
        fields.map(|(name, value)| (name, value.into())).collect()
    }

    /// The value of a field that is filled in.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.fields.iter().find(|(known, _)| known == name)?;
        let value = value.trim();
        (!value.is_empty()).then_some(value)
    }

    /// True if nothing is to be written yet.
    pub(super) fn is_preview(&self) -> bool {
        self.get(DO) == Some(PREVIEW)
    }

    /// True if the sender was told of a record.
    pub(super) fn has_told(&self, id: &str) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|(name, value)| name == TOLD && value == id)
    }

    /// The record that would be written.
    ///
    /// # Errors
    /// As for writing it.
    pub(super) fn plan(&self, call: &Call) -> Result<Plan, Error> {
        match self.put(call, true)? {
            Put::Planned(plan) => Ok(plan),
            _ => Err(no_record()),
        }
    }

    /// Writes the record; returns its id.
    ///
    /// # Errors
    /// As the use case; nothing was written then.
    pub(super) fn write(&self, call: &Call) -> Result<String, Error> {
        Ok(self.put(call, false)?.id().to_owned())
    }

    fn put(&self, call: &Call, is_dry: bool) -> Result<Put, Error> {
        match answer(call, &parsed(&self.question(is_dry))?)? {
            Wrote::Record(put) => Ok(put),
            _ => Err(no_record()),
        }
    }

    fn question(&self, is_dry: bool) -> Value {
        let items = |name: &str, between: char| -> Vec<&str> {
            let all = self.get(name).unwrap_or_default().split(between);
            all.map(str::trim).filter(|it| !it.is_empty()).collect()
        };
        let parts = self.fields.iter().filter_map(|(name, value)| {
            Some((name.strip_prefix(PARTS)?.to_owned(), value.clone().into()))
        });
        let parts: Map<String, Value> = parts.collect();
        json!({
            "kind": self.get(KIND),
            "title": self.get(TITLE),
            "id": self.get(NEW),
            "supersedes": self.get(SUPERSEDES),
            "parts": parts,
            "body": self.get("body"),
            "paths": items("paths", '\n'),
            "tags": items("tags", ','),
            "dry_run": is_dry,
        })
    }
}

/// The error of a form that was changed on its way.
fn no_record() -> Error {
    Error::BadValue("this form writes records".to_owned())
}
