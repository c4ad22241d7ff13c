//! A call of a verb, as doors make it: what a question is asked with.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::records::writer::By;
use crate::workspace::Workspace;
use git_memory_text::advice::Wording;

/// A call of a verb.
pub struct Call<'a> {
    /// The repository that is asked.
    pub workspace: &'a Workspace,
    /// The writer, for verbs that write.
    pub by: &'a dyn Fn(&Workspace) -> By,
    /// Wording of advice.
    pub wording: Wording,
    /// Called with the number of items read, and of all.
    pub progress: &'a dyn Fn(usize, usize),
}

impl Call<'_> {
    /// The writer.
    pub(crate) fn by(&self) -> By {
        (self.by)(self.workspace)
    }
}

/// A question without keys.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NoQuestion {}
