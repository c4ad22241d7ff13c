//! A view in a file: which documents of which segments, and where each lies. Paths are read one by
//! one, as few are asked.
//!
//! In order: a head; a row with the sets and totals; the paths' places, four bytes each; the paths,
//! each a row. The file is disposable: whatever does not fit is not there.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::IndexView;
use crate::domain::recall::{Members, Totals};
use crate::store::index::files::read_at;
use crate::store::state::checksummed_rows;

const HEAD: &[u8] = b"git-memory view 2\n";
/// A row's length and checksum.
const ROW_HEAD: usize = 8;

#[derive(Serialize, Deserialize)]
struct DiskCache<'a> {
    #[serde(borrow)]
    parts: Vec<(&'a str, &'a [u8])>,
    totals: (u64, u64, u32),
    paths: usize,
    strays: Vec<&'a str>,
}

/// What a kept view says.
pub(super) struct Opened {
    pub(super) parts: Vec<(String, Members)>,
    pub(super) totals: Totals,
    pub(super) strays: Vec<String>,
}

/// Where the documents of a view lie, in their order.
pub(super) enum Paths {
    InMemory(Vec<Arc<str>>),
    InFile {
        file: File,
        /// Where the places of paths begin, and where the paths do.
        places: u64,
        rows: u64,
    },
}

impl Paths {
    /// The path of the nth document.
    pub(super) fn nth(&self, nth: usize) -> Option<String> {
        match self {
            Self::InMemory(paths) => paths.get(nth).map(ToString::to_string),
            Self::InFile { file, places, rows } => {
                let read = |at: u64, length: usize| -> Option<Vec<u8>> {
                    let mut bytes = vec![0; length];
                    read_at(file, &mut bytes, at).ok()?;
                    Some(bytes)
                };
                let place = |nth: usize| -> Option<u64> {
                    let raw = read(places + nth as u64 * 4, 4)?;
                    Some(u64::from(u32::from_le_bytes(raw.try_into().ok()?)))
                };
                let (start, end) = (place(nth)?, place(nth + 1)?);
                // A path of git's is never longer than this; a damaged place is.
                let length = usize::try_from(end.checked_sub(start)?)
                    .ok()
                    .filter(|length| *length <= 1 << 16)?;
                let row = read(rows + start, length)?;
                let path = checksummed_rows::rows(&row, 0).next()?;
                String::from_utf8(path.to_vec()).ok()
            }
        }
    }
}

/// The bytes of a view's file; `None` where its paths are in a file already.
pub(super) fn bytes<'a>(
    parts: impl Iterator<Item = (&'a String, &'a Members)>,
    view: &IndexView,
) -> Option<Vec<u8>> {
    let (totals, Paths::InMemory(paths)) = (&view.totals, &view.paths) else {
        return None;
    };
    let parts: Vec<(&String, Vec<u8>)> = parts
        .map(|(name, members)| (name, members.to_bytes()))
        .collect();
    let kept = DiskCache {
        parts: parts
            .iter()
            .map(|(name, members)| (name.as_str(), members.as_slice()))
            .collect(),
        totals: (totals.documents, totals.length, totals.languages),
        paths: paths.len(),
        strays: view.strays.iter().map(String::as_str).collect(),
    };
    let mut file = HEAD.to_vec();
    checksummed_rows::push(&mut file, &checksummed_rows::encode(&kept));
    let mut rows = Vec::new();
    for path in paths {
        file.extend_from_slice(&u32::try_from(rows.len()).ok()?.to_le_bytes());
        checksummed_rows::push(&mut rows, path.as_bytes());
    }
    file.extend_from_slice(&u32::try_from(rows.len()).ok()?.to_le_bytes());
    file.extend(rows);
    Some(file)
}

/// Opens a view's file.
pub(super) fn open(path: &Path) -> Option<(Opened, Paths)> {
    let file = File::open(path).ok()?;
    let mut head = vec![0; HEAD.len() + ROW_HEAD];
    read_at(&file, &mut head, 0).ok()?;
    let length = u32::from_le_bytes(head.strip_prefix(HEAD)?.get(..4)?.try_into().ok()?);
    let length = usize::try_from(length)
        .ok()
        .filter(|length| *length as u64 <= file.metadata().map_or(0, |it| it.len()))?;
    let mut row = vec![0; ROW_HEAD + length];
    read_at(&file, &mut row, HEAD.len() as u64).ok()?;
    let kept: DiskCache = checksummed_rows::decode(checksummed_rows::rows(&row, 0).next()?)?;
    let (documents, length, languages) = kept.totals;
    let totals = Totals {
        documents,
        length,
        languages,
    };
    let parts = kept
        .parts
        .iter()
        .map(|(name, members)| ((*name).to_owned(), Members::from_bytes(members)))
        .collect();
    let places = (HEAD.len() + row.len()) as u64;
    let rows = places + (kept.paths as u64 + 1) * 4;
    let strays = kept.strays.into_iter().map(str::to_owned).collect();
    Some((
        Opened {
            parts,
            totals,
            strays,
        },
        Paths::InFile { file, places, rows },
    ))
}
