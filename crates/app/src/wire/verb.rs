//! A verb as servers ask for it: a question in JSON in, one document out. The file of a verb has its
//! question, its answer, and what leads from one to the other.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Asked;
use super::ask::By;
use crate::workspace::{Error, Workspace};
use git_memory_text::advice::Wording;

/// One request.
pub struct Request<'a> {
    /// The repository that is asked.
    pub workspace: &'a Workspace,
    /// The question, an object.
    pub question: Value,
    /// Texts that may come back in the answer.
    pub asked: &'a Asked,
    /// The writer, for requests that write.
    pub by: &'a dyn Fn(&Workspace) -> By,
    /// Wording of advice.
    pub wording: Wording,
    /// Called with the number of items read, and of all.
    pub progress: &'a dyn Fn(usize, usize),
}

impl Request<'_> {
    /// The question as its type.
    ///
    /// # Errors
    /// [`Error::BadValue`] for keys and values that it does not have.
    pub(crate) fn question<T: DeserializeOwned>(&self) -> Result<T, Error> {
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

    /// The key of the question whose value has this fault: the parser's message lacks it.
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
    pub(crate) fn document(&self, answer: impl Serialize) -> Result<String, Error> {
        self.asked.document(Some(self.workspace), answer)
    }
}
