//! Answers about user memory, and plain texts and paths.

use schemars::JsonSchema;
use serde::Serialize;

use crate::app::user::UserFile;
use crate::wire::text::Text;

/// The answer of `user list`.
#[derive(Serialize, JsonSchema)]
pub struct UserFilesAnswer<'a> {
    /// The files, the index first.
    pub files: Vec<UserFileItem<'a>>,
}

/// One file of user memory.
#[derive(Serialize, JsonSchema)]
pub struct UserFileItem<'a> {
    path: Text<'a>,
    title: &'a str,
}

impl<'a> From<&'a UserFile> for UserFileItem<'a> {
    fn from(file: &'a UserFile) -> Self {
        Self {
            path: Text(&file.path),
            title: &file.title,
        }
    }
}

/// A path: the answer of `user path` and `user write`.
#[derive(Serialize, JsonSchema)]
pub struct PathAnswer {
    /// Absolute, or as the command was given it.
    pub path: String,
}

/// A text: the answer of `user read` and `summary latest`.
#[derive(Serialize, JsonSchema)]
pub struct TextAnswer<'a> {
    /// Markdown.
    pub text: &'a str,
}
