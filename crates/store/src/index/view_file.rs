//! A view in a file: which documents of which segments, and where each lies. Paths are read one by
//! one, as few are asked for.
//!
//! In order: a head; a row with the sets and totals; the offsets of the paths' rows, four bytes
//! each; the rows. The file is disposable: one that does not fit is an error, and made again.

use std::fs::File;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::bytes::read_at;
use super::view::{NamedView, Paths, Twin, damaged, number};
use crate::state::{VERSION, checksummed_rows};
use git_memory_recall::{Members, Totals};

const HEAD: &[u8] = VERSION.as_bytes();
/// A row's length and checksum.
const ROW_HEAD: usize = 8;

#[derive(Serialize, Deserialize)]
struct Row<'a> {
    /// The name of each segment, and its members' bytes.
    #[serde(borrow)]
    parts: Vec<(&'a str, &'a [u8])>,
    /// Documents, length, languages.
    totals: (u64, u64, u32),
    paths: usize,
    strays: Vec<&'a str>,
    /// Part, document, path.
    twins: Vec<(usize, u32, &'a str)>,
}

/// The contents of a view's file.
pub(crate) struct Opened {
    pub(crate) parts: Vec<OpenedPart>,
    pub(crate) totals: Totals,
    pub(crate) strays: Vec<String>,
    pub(crate) twins: Vec<Twin>,
    pub(crate) paths: Paths,
}

/// The members of a segment.
pub(crate) struct OpenedPart {
    /// The segment's name.
    pub(crate) name: String,
    pub(crate) members: Members,
}

/// The bytes of a view's file.
///
/// # Errors
/// Where its paths are in a file already, or are more than a file of this format can have.
pub(crate) fn bytes(named: &NamedView) -> io::Result<Vec<u8>> {
    let view = &named.view;
    // Paths in a file are those of a view that is kept already.
    let Paths::InMemory(paths) = &view.paths else {
        return Err(io::ErrorKind::AlreadyExists.into());
    };
    let mut members: Vec<Vec<u8>> = Vec::with_capacity(view.parts.len());
    for part in &view.parts {
        members.push(part.members.to_bytes());
    }
    let Totals {
        documents,
        length,
        languages,
    } = view.totals;
    let row = Row {
        parts: named_members(&named.names, &members),
        totals: (documents, length, languages),
        paths: paths.len(),
        strays: view.strays.iter().map(String::as_str).collect(),
        twins: twin_rows(&view.twins),
    };
    let mut file = HEAD.to_vec();
    checksummed_rows::push(&mut file, &checksummed_rows::encode(&row)?);
    // Offsets first: a path is found without reading those before it.
    let mut rows = Vec::new();
    for path in paths {
        push_offset(&mut file, rows.len())?;
        checksummed_rows::push(&mut rows, path.as_bytes());
    }
    push_offset(&mut file, rows.len())?;
    file.extend(rows);
    Ok(file)
}

fn twin_rows(twins: &[Twin]) -> Vec<(usize, u32, &str)> {
    let mut rows = Vec::with_capacity(twins.len());
    for twin in twins {
        rows.push((twin.part, twin.document, twin.path.as_str()));
    }
    rows
}

fn named_members<'a>(names: &'a [String], members: &'a [Vec<u8>]) -> Vec<(&'a str, &'a [u8])> {
    let names = names.iter().map(String::as_str);
    names.zip(members.iter().map(Vec::as_slice)).collect()
}

fn push_offset(file: &mut Vec<u8>, offset: usize) -> io::Result<()> {
    let offset = u32::try_from(offset).map_err(io::Error::other)?;
    file.extend_from_slice(&offset.to_le_bytes());
    Ok(())
}

/// Opens a view's file.
pub(crate) fn open(path: &Path) -> io::Result<Opened> {
    let file = File::open(path)?;
    let whole = file.metadata()?.len();
    let head = read_at(&file, 0, HEAD.len() + ROW_HEAD)?;
    let row_head = head.strip_prefix(HEAD).ok_or_else(damaged)?;
    let length = number(&row_head[..4])?;
    // A damaged length must not ask for more memory than the file has.
    if u64::from(length) > whole {
        return Err(damaged());
    }
    let row = read_at(&file, HEAD.len() as u64, ROW_HEAD + length as usize)?;
    let bytes = checksummed_rows::rows(&row, 0).next().ok_or_else(damaged)?;
    let said: Row = checksummed_rows::decode(bytes).ok_or_else(damaged)?;
    let (documents, length, languages) = said.totals;
    let mut parts = Vec::with_capacity(said.parts.len());
    for (name, members) in said.parts {
        parts.push(OpenedPart {
            name: name.to_owned(),
            members: Members::from_bytes(members),
        });
    }
    let mut twins = Vec::with_capacity(said.twins.len());
    for (part, document, path) in said.twins {
        let path = path.to_owned();
        twins.push(Twin {
            part,
            document,
            path,
        });
    }
    let offsets = (HEAD.len() + row.len()) as u64;
    let rows = offsets + (said.paths as u64 + 1) * 4;
    Ok(Opened {
        parts,
        totals: Totals {
            documents,
            length,
            languages,
        },
        strays: said.strays.into_iter().map(str::to_owned).collect(),
        twins,
        paths: Paths::InFile {
            file,
            offsets,
            rows,
        },
    })
}
