//! The repository map: the source files, what each defines, and what is most used first.

mod coverage;
mod decided;
mod making;
mod shares;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use git_memory_guard::Clean;
use git_memory_store::View;
use git_memory_text::budget::Size;

pub use coverage::{CoveredFile, Defined, coverage, defined};
pub use making::{MapQuestion, answer, make, named};

/// Reads sources for another process of this program, on the standard streams, until that ends.
///
/// # Errors
/// An invalid question of that process, or a source that took too long.
pub fn read_symbols() -> Result<(), crate::workspace::Error> {
    Ok(git_memory_store::answer_symbols()?)
}

/// Default length of a map, in estimated tokens.
pub const TOKENS: usize = 1000;

/// The question for a map.
#[derive(Clone, Debug, Serialize)]
pub struct MapRequest {
    /// From where the sources are seen.
    pub view: View,
    /// The files and folders that the task touches, from the top of the work tree.
    pub paths: Vec<String>,
    /// The task, in any words.
    pub query: String,
    /// The room for its text.
    pub most: Size,
    /// True if the map marks files with the records about them.
    pub has_decisions: bool,
}

/// A map.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Map {
    /// Its text, within the budget; empty where there is nothing to show, or no room for it.
    pub text: Clean,
    /// Files in the text, the most used first.
    pub files: Vec<MappedFile>,
    /// Number of source files that are left out.
    pub files_left: usize,
    /// Number of symbols that are left out.
    pub symbols_left: usize,
    /// The paths of source files that take a parser too long, or too much memory: they are part of
    /// the map without symbols.
    pub unread: Vec<String>,
    /// Decision coverage of the source files, if the request has decisions.
    pub shares: Option<Shares>,
}

/// Decision coverage of the source files.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Shares {
    /// Coverage of all files.
    pub whole: Share,
    /// Coverage of the upper folders and their subfolders, by path.
    pub folders: Vec<FolderShare>,
    /// Number of these folders that are left out.
    pub folders_left: usize,
}

/// Decision coverage of some files.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Share {
    /// Number of files.
    pub files: usize,
    /// Number of files with a current record about them.
    pub decided: usize,
    /// Number of those with a record whose files have changed.
    pub moved: usize,
}

/// Decision coverage of a folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FolderShare {
    /// The folder, from the top of the work tree.
    pub path: String,
    /// Coverage of the files in it and below it.
    pub share: Share,
}

/// A file of a map.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MappedFile {
    /// From the top of the work tree.
    pub path: String,
    /// Use from other files, as a share of all files, in millionths.
    pub rank: u64,
    /// The symbols that are shown, the most used first.
    pub symbols: Vec<MappedSymbol>,
    /// The records about it, where they were asked for.
    pub decisions: Vec<MappedRecord>,
}

/// A symbol of a map.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MappedSymbol {
    /// Its name.
    pub name: String,
    /// Kind of the symbol: `class`, `function`.
    pub kind: Cow<'static, str>,
    /// The enclosing symbol.
    pub container: Option<String>,
    /// From 1.
    pub line: u32,
    /// True if another file uses it.
    pub is_used: bool,
}

/// A record about a file of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MappedRecord {
    /// Its id.
    pub id: String,
    /// Its title, on one line.
    pub title: String,
}
