//! Reading a record or page, a topic, or user memory.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::app::private::settle::settle;
use crate::app::records::covered::covered as covers;
use crate::app::records::{show, topic};
use crate::app::user;
use crate::app::workspace::{At, Error};
use crate::wire::ask::{ReadQuestion, ReadRequest, view};
use crate::wire::{CoveredAnswer, ReadAnswer, RecordAnswer, TextAnswer, TopicTextAnswer};

/// Reads what is named; the index where nothing is.
///
/// # Errors
/// As the use case.
pub(crate) fn read(request: &Request) -> Result<String, Error> {
    let workspace = request.workspace;
    match request.question::<ReadQuestion>()?.request()? {
        ReadRequest::Record(view, id, wanted) => {
            settle(workspace)?;
            let shown = show::show(workspace, view, &id, &wanted)?;
            request.document(ReadAnswer::Record(Box::new(RecordAnswer::from(&shown))))
        }
        ReadRequest::Topic(view, name) => {
            let text = topic::read(workspace, &view, name.as_deref())?;
            request.document(ReadAnswer::Topic(TopicTextAnswer {
                topic: name.as_deref(),
                text: &text,
            }))
        }
        ReadRequest::User(name) => {
            let text = user::read(At::Repository(workspace), Some(&name))?;
            let text = text.unwrap_or_default();
            request.document(ReadAnswer::Text(TextAnswer { text: &text }))
        }
    }
}

/// Of which record.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FilesQuestion {
    /// The record.
    id: String,
    /// Files as of this revision.
    rev: Option<String>,
}

/// The tracked files that a record's paths cover.
///
/// # Errors
/// As the use case.
pub(crate) fn files(request: &Request) -> Result<String, Error> {
    let question = request.question::<FilesQuestion>()?;
    settle(request.workspace)?;
    let covered = covers(request.workspace, &view(question.rev), &question.id)?;
    request.document(CoveredAnswer::from([covered].as_slice()))
}
