//! Arguments of a server's request, and its answer: one JSON document without secrets.

use std::ffi::OsString;

use serde::Serialize;
use serde_json::Value;

use super::document::{Texts, document};
use crate::workspace::{Error, Redaction, Workspace};

/// Texts in the arguments of a request, which may come back in an answer.
pub struct Asked {
    texts: Vec<OsString>,
}

impl Asked {
    /// The texts among the arguments of a request.
    pub fn new(arguments: &Value) -> Self {
        let mut texts = Vec::new();
        gather(arguments, &mut texts);
        Self { texts }
    }

    /// An answer as a document without secrets. `workspace` is where it was made.
    pub fn document(
        &self,
        workspace: Option<&Workspace>,
        answer: impl Serialize,
    ) -> Result<String, Error> {
        self.document_of(workspace, answer, Texts::Unknown)
    }

    /// Returns a document for an answer whose texts are already clean.
    pub(crate) fn clean_document(
        &self,
        workspace: &Workspace,
        answer: impl Serialize,
    ) -> Result<String, Error> {
        self.document_of(Some(workspace), answer, Texts::Clean)
    }

    fn document_of(
        &self,
        workspace: Option<&Workspace>,
        answer: impl Serialize,
        texts: Texts,
    ) -> Result<String, Error> {
        match document(&self.redaction(workspace), answer, texts, false) {
            Ok(document) => Ok(document),
            Err(error) => Err(Error::BadValue(error.to_string())),
        }
    }

    /// A text that is shown, without secrets.
    pub fn text(&self, workspace: Option<&Workspace>, text: &str) -> String {
        self.redaction(workspace).message(text)
    }

    /// What takes secrets out of the texts of an answer. `workspace` is where it is made.
    pub fn redaction<'w>(&self, workspace: Option<&'w Workspace>) -> Redaction<'w> {
        let redaction = Redaction::new(self.texts.clone());
        if let Some(workspace) = workspace {
            redaction.open(workspace);
        }
        redaction
    }
}

/// Every text in a value.
fn gather(value: &Value, texts: &mut Vec<OsString>) {
    match value {
        Value::String(text) => texts.push(text.into()),
        Value::Array(values) => values.iter().for_each(|value| gather(value, texts)),
        Value::Object(values) => values.values().for_each(|value| gather(value, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
