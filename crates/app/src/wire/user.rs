//! Answers about user memory, and plain texts and paths.

use schemars::JsonSchema;
use serde::Serialize;

use crate::user::UserFile;
use crate::versions::TextVersion;
use crate::wire::text::Text;
use git_memory_text::date::rfc3339;

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

/// The answer of `topic log` and `user log`.
#[derive(Serialize, JsonSchema)]
pub struct VersionsAnswer<'a> {
    /// The texts that the file had before, newest first.
    pub versions: Vec<VersionItem<'a>>,
}

/// A text that a file had before.
#[derive(Serialize, JsonSchema)]
pub struct VersionItem<'a> {
    number: u32,
    /// When another text took its place (RFC 3339, UTC).
    replaced: String,
    title: &'a str,
}

impl<'a> From<&'a TextVersion> for VersionItem<'a> {
    fn from(version: &'a TextVersion) -> Self {
        Self {
            number: version.number,
            replaced: rfc3339(version.replaced),
            title: &version.title,
        }
    }
}

/// A path: the answer of `user path`, `user restore` and `user write`.
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
