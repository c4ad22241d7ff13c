//! Writing a record, a topic, a private summary, or a file of user memory.

use super::Request;
use crate::private::follow_ups;
use crate::private::settle::settle;
use crate::records::put::put;
use crate::records::topic::{self, Page};
use crate::user;
use crate::wire::ask::{WriteQuestion, WriteRequest};
use crate::wire::{PathAnswer, WriteAnswer};
use crate::workspace::{At, Error};

/// Writes what is given. What is tracked is staged, never committed.
///
/// # Errors
/// As the use case; nothing was written then.
pub fn write(request: &Request) -> Result<String, Error> {
    let workspace = request.workspace;
    // The record that is named may be a private one.
    settle(workspace)?;
    match request
        .question::<WriteQuestion>()?
        .request(workspace, (request.by)(workspace))?
    {
        WriteRequest::Record(put_request) => {
            let written = put(workspace, put_request)?;
            request.document(WriteAnswer::Record((&written).into()))
        }
        WriteRequest::Topic {
            name,
            text,
            scope,
            is_appended,
            by,
        } => {
            let page = Page {
                name: &name,
                text: &text,
                is_appended,
                scope,
                source: Some(by.source()),
                writer: by.writer(),
            };
            let written = topic::write(workspace, &page, true)?;
            request.document(WriteAnswer::Topic((&written).into()))
        }
        WriteRequest::Summary(summary) => {
            let appended = follow_ups::append(workspace, summary)?;
            request.document(WriteAnswer::Summary((&appended).into()))
        }
        WriteRequest::User {
            name,
            text,
            is_appended,
        } => {
            let path = user::write(At::Repository(workspace), &name, &text, is_appended)?;
            let path = path.to_string();
            request.document(WriteAnswer::User(PathAnswer { path }))
        }
    }
}
