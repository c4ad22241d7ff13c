//! `memory_read`.

use super::Call;
use crate::app::private::settle::settle;
use crate::app::records::{show, topic};
use crate::app::user;
use crate::app::workspace::{At, Error};
use crate::wire::ask::{ReadQuestion, ReadRequest};
use crate::wire::{ReadAnswer, RecordAnswer, TextAnswer, TopicTextAnswer};

pub(crate) fn run(call: &Call) -> Result<String, Error> {
    let workspace = call.workspace;
    match call.question::<ReadQuestion>()?.request()? {
        ReadRequest::Record(view, id, wanted) => {
            settle(workspace)?;
            let shown = show::show(workspace, view, &id, &wanted)?;
            call.document(ReadAnswer::Record(Box::new(RecordAnswer::from(&shown))))
        }
        ReadRequest::Topic(view, name) => {
            let text = topic::read(workspace, &view, name.as_deref())?;
            call.document(ReadAnswer::Topic(TopicTextAnswer {
                topic: name.as_deref(),
                text: &text,
            }))
        }
        ReadRequest::User(name) => {
            let text = user::read(At::Repository(workspace), Some(&name))?;
            let text = text.unwrap_or_default();
            call.document(ReadAnswer::Text(TextAnswer { text: &text }))
        }
    }
}
