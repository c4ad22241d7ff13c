//! Memory for prompts: one bounded Markdown text.

use super::RepoMemory;
use crate::context::{ContextQuestion, Pack, pack};
use crate::records::pathspecs::paths_from_top;
use crate::workspace::Error;
use git_memory_text::advice::{Advice, Wording};

/// Advice by its code.
pub(super) const CODES: Wording = Wording {
    door: "library",
    call: code,
    sentence: code,
};

impl RepoMemory {
    /// The memory that a session should begin with, within the limits of the settings
    /// (`memory.maxLines`). If the settings turn contexts off, its text is empty and `is_off` is set.
    ///
    /// # Errors
    /// Memory or history that cannot be read. Faults of single files are in the answer.
    pub fn load_memory_for_prompt(&self) -> Result<Pack, Error> {
        self.context(ContextQuestion::default())
    }

    /// Memory for a prompt in at most `max_chars` characters, counted without secrets.
    ///
    /// # Errors
    /// As for [`load_memory_for_prompt`](Self::load_memory_for_prompt).
    pub fn build_context_from_memory(&self, max_chars: usize) -> Result<Pack, Error> {
        self.context(ContextQuestion {
            max_chars: Some(max_chars),
            ..ContextQuestion::default()
        })
    }

    /// The memory that is relevant to a task: its words, the files that it touches, limits in
    /// characters, lines and tokens.
    ///
    /// # Errors
    /// As for [`load_memory_for_prompt`](Self::load_memory_for_prompt); [`Error::OutsideRepository`]
    /// for a file.
    pub fn context(&self, mut question: ContextQuestion) -> Result<Pack, Error> {
        self.settled(|workspace| {
            question.paths = paths_from_top(workspace, &question.paths)?;
            pack(workspace, &question, self.wording, &|_read, _of| {})
        })
    }
}

/// The name of an advice in JSON: `list-records`.
fn code(advice: &Advice) -> String {
    match serde_json::to_value(advice) {
        Ok(value) => value["code"].as_str().unwrap_or_default().to_owned(),
        Err(error) => error.to_string(),
    }
}
