//! Requests of servers: a question in JSON in, one document out. Every server answers with these,
//! so that the same question gets the same bytes, whichever door it came through.

mod adopt;
mod context;
mod feedback;
mod files;
mod history;
mod list;
mod map;
mod policy;
mod private;
mod read;
mod recall;
mod related;
mod review;
mod status;
mod whole;
mod why;
mod write;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Asked;
use super::ask::By;
use super::vocabulary::Wording;
use crate::workspace::{Error, Workspace};

pub(crate) use adopt::{AdoptQuestion, PublishQuestion, adopt, publish};
pub(crate) use context::context;
pub(crate) use feedback::{FeedbackQuestion, feedback};
pub(crate) use files::{FilesQuestion, files};
pub(crate) use history::{DiffQuestion, LogQuestion, diff, log};
pub(crate) use list::ListQuestion;
pub(crate) use list::{count, list};
pub(crate) use map::{MapQuestion, map};
pub(crate) use policy::policy;
pub(crate) use policy::{PathsQuestion, check_paths};
pub(crate) use private::{EntriesQuestion, EntryQuestion, entries, entry, runs};
pub(crate) use read::read;
pub(crate) use recall::{recall, too_small};
pub(crate) use related::{GraphQuestion, RelatedQuestion, graph, related};
pub(crate) use review::{ConfirmQuestion, ReviewQuestion, confirm, review};
pub(crate) use status::{NoQuestion, stats, status};
pub(crate) use whole::{all_files, whole};
pub(crate) use why::{WhyQuestion, why};
pub(crate) use write::write;

/// One request.
pub(crate) struct Request<'a> {
    pub(crate) workspace: &'a Workspace,
    /// The question, an object.
    pub(crate) question: Value,
    /// What of it may come back in the answer.
    pub(crate) asked: &'a Asked,
    /// Who asks, where something is written.
    pub(crate) by: &'a dyn Fn(&Workspace) -> By,
    /// How advice is worded.
    pub(crate) wording: Wording,
    /// Told how much has been read so far, and of how much.
    pub(crate) progress: &'a dyn Fn(usize, usize),
}

impl Request<'_> {
    /// The question as its type.
    ///
    /// # Errors
    /// [`Error::BadValue`] for keys and values that it does not have.
    fn question<T: DeserializeOwned>(&self) -> Result<T, Error> {
        match serde_json::from_value(self.question.clone()) {
            Ok(question) => Ok(question),
            Err(error) => {
                let why = error.to_string();
                let said = why.replace("expected usize", "expected a whole number");
                Err(Error::BadValue(match self.key_of_fault::<T>(&why) {
                    Some(key) => format!("'{key}': {said}"),
                    None => said,
                }))
            }
        }
    }

    /// The key of the question whose value alone has this fault: what reads values does not say.
    fn key_of_fault<T: DeserializeOwned>(&self, why: &str) -> Option<&str> {
        let mut values = self.question.as_object()?.iter();
        let found = values.find(|(key, value)| {
            let alone = Value::Object([((*key).clone(), (*value).clone())].into_iter().collect());
            serde_json::from_value::<T>(alone).is_err_and(|error| error.to_string() == why)
        });
        // One that is not known is named by its fault.
        found
            .map(|(key, _)| key.as_str())
            .filter(|key| !why.contains(&format!("`{key}`")))
    }

    /// An answer as a document.
    fn document(&self, answer: impl Serialize) -> Result<String, Error> {
        self.asked.document(Some(self.workspace), answer)
    }
}
