//! The answer of `map`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::map::{FolderShare, Map, MappedFile, MappedRecord, MappedSymbol, Share, Shares};
use git_memory_text::budget::tokens;

/// The answer of `map`.
#[derive(Serialize, JsonSchema)]
pub struct MapAnswer<'a> {
    /// The map as it is printed.
    text: &'a str,
    /// An estimate, for the text.
    tokens: usize,
    /// The files of the text, the most used first.
    files: Vec<MappedFileItem<'a>>,
    /// Number of source files that are left out.
    files_left: usize,
    /// Number of symbols that are left out.
    symbols_left: usize,
    /// The source files that take a parser too long, or too much memory: they have no symbols.
    unread: &'a [String],
    /// With `--decisions`: how much of all source files is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<DecidedItem<'a>>,
}

/// Decision coverage of the source files.
#[derive(Serialize, JsonSchema)]
struct DecidedItem<'a> {
    #[serde(flatten)]
    whole: ShareItem,
    /// The folders of the two upper levels, by path; a folder counts what is below it, too.
    folders: Vec<FolderItem<'a>>,
    /// Number of these folders that are left out; they have the fewest files.
    folders_left: usize,
}

/// Decision coverage of a folder.
#[derive(Serialize, JsonSchema)]
struct FolderItem<'a> {
    path: &'a str,
    #[serde(flatten)]
    share: ShareItem,
}

/// Decision coverage of some files.
#[derive(Serialize, JsonSchema)]
struct ShareItem {
    files: usize,
    /// Number of files with a current record about them, by its `paths`.
    decided: usize,
    /// Number of these that have a record whose freshness is `changed`.
    changed: usize,
}

/// A source file.
#[derive(Serialize, JsonSchema)]
struct MappedFileItem<'a> {
    path: &'a str,
    /// Use from other files, as a share of all files, in millionths.
    rank: u64,
    /// The symbols that the text shows, the most used first.
    symbols: Vec<SymbolItem<'a>>,
    /// With `--decisions`: the records about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    decisions: Vec<DecisionItem<'a>>,
}

/// Something that a file defines.
#[derive(Serialize, JsonSchema)]
struct SymbolItem<'a> {
    name: &'a str,
    /// `class`, `interface`, `type`, `method`, `function`, `macro`, `constant` or `module`.
    kind: &'a str,
    /// The enclosing symbol: a class, a type.
    #[serde(skip_serializing_if = "Option::is_none")]
    container: Option<&'a str>,
    line: u32,
    /// True if another file uses it.
    used: bool,
}

/// A record about a file.
#[derive(Serialize, JsonSchema)]
struct DecisionItem<'a> {
    id: &'a str,
    title: &'a str,
}

impl<'a> From<&'a Map> for MapAnswer<'a> {
    fn from(map: &'a Map) -> Self {
        Self {
            text: &map.text,
            tokens: tokens(&map.text),
            files: map.files.iter().map(Into::into).collect(),
            files_left: map.files_left,
            symbols_left: map.symbols_left,
            unread: &map.unread,
            decided: map.shares.as_ref().map(Into::into),
        }
    }
}

impl<'a> From<&'a Shares> for DecidedItem<'a> {
    fn from(shares: &'a Shares) -> Self {
        Self {
            whole: shares.whole.into(),
            folders: shares.folders.iter().map(Into::into).collect(),
            folders_left: shares.folders_left,
        }
    }
}

impl<'a> From<&'a FolderShare> for FolderItem<'a> {
    fn from(folder: &'a FolderShare) -> Self {
        Self {
            path: &folder.path,
            share: folder.share.into(),
        }
    }
}

impl From<Share> for ShareItem {
    fn from(share: Share) -> Self {
        Self {
            files: share.files,
            decided: share.decided,
            changed: share.moved,
        }
    }
}

impl<'a> From<&'a MappedFile> for MappedFileItem<'a> {
    fn from(file: &'a MappedFile) -> Self {
        Self {
            path: &file.path,
            rank: file.rank,
            symbols: file.symbols.iter().map(Into::into).collect(),
            decisions: file.decisions.iter().map(Into::into).collect(),
        }
    }
}

impl<'a> From<&'a MappedSymbol> for SymbolItem<'a> {
    fn from(symbol: &'a MappedSymbol) -> Self {
        Self {
            name: &symbol.name,
            kind: &symbol.kind,
            container: symbol.container.as_deref(),
            line: symbol.line,
            used: symbol.is_used,
        }
    }
}

impl<'a> From<&'a MappedRecord> for DecisionItem<'a> {
    fn from(record: &'a MappedRecord) -> Self {
        Self {
            id: &record.id,
            title: &record.title,
        }
    }
}
