//! Reading a record or page, a topic, or user memory.

use super::Request;
use crate::private::settle::settle;
use crate::private::summary;
use crate::records::{show, topic};
use crate::wire::ask::{ReadQuestion, ReadRequest};
use crate::wire::{EntryAnswer, ReadAnswer, RecordAnswer, TextAnswer, TopicTextAnswer};
use crate::workspace::{At, Error};
use crate::{View, user};
use git_memory_model::private::entry::is_id;

/// Reads what is named; the index where nothing is.
pub fn read(request: &Request) -> Result<String, Error> {
    let workspace = request.workspace;
    match request.question::<ReadQuestion>()?.request()? {
        ReadRequest::Record {
            view,
            name,
            wanted,
            has_followers,
        } => {
            settle(workspace)?;
            let mut shown = match show::show(workspace, view.clone(), &name, &wanted) {
                // Search finds steps of the work log, too, which are not records.
                Err(unknown @ Error::UnknownRecord(_)) if view == View::WorkTree => {
                    return entry(request, &name)?.ok_or(unknown);
                }
                shown => shown?,
            };
            if has_followers {
                show::add_followers(workspace, &view, std::slice::from_mut(&mut shown))?;
            }
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

/// The entry of this branch's private memory with a name; `None` without one.
fn entry(request: &Request, name: &str) -> Result<Option<String>, Error> {
    if !is_id(name) {
        return Ok(None);
    }
    let logged = match summary::find(request.workspace, name) {
        Err(Error::UnknownEntry(_)) => return Ok(None),
        logged => logged?,
    };
    let content = summary::content(request.workspace, &logged)?;
    let entry = EntryAnswer::from(&logged).with_content(&content);
    let document = request.document(ReadAnswer::Entry(Box::new(entry)))?;
    Ok(Some(document))
}
