//! `memory_write`.

use super::Call;
use crate::app::private::settle::settle;
use crate::app::private::summary;
use crate::app::records::put::put;
use crate::app::records::topic::{self, Page};
use crate::app::user;
use crate::app::workspace::{At, Error};
use crate::wire::ask::{WriteQuestion, WriteRequest};
use crate::wire::{AppendedAnswer, PathAnswer, PutAnswer, WrittenAnswer};

pub(crate) fn run(call: &Call) -> Result<String, Error> {
    let workspace = call.workspace;
    // The record that is named may be a private one.
    settle(workspace)?;
    match call
        .question::<WriteQuestion>()?
        .request(workspace, call.writer())?
    {
        WriteRequest::Record(request) => {
            let written = put(workspace, request)?;
            call.document(PutAnswer::from(&written))
        }
        WriteRequest::Topic {
            name,
            text,
            scope,
            is_appended,
        } => {
            let page = Page {
                name: &name,
                text: &text,
                is_appended,
                scope,
            };
            let written = topic::write(workspace, &page, true)?;
            call.document(WrittenAnswer::from(&written))
        }
        WriteRequest::Summary(summary) => {
            let appended = summary::append(workspace, summary)?;
            call.document(AppendedAnswer::from(&appended))
        }
        WriteRequest::User {
            name,
            text,
            is_appended,
        } => {
            let path = user::write(At::Repository(workspace), &name, &text, is_appended)?;
            call.document(PathAnswer {
                path: path.to_string(),
            })
        }
    }
}
