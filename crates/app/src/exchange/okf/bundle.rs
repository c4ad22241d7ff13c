//! Memory as a bundle: documents that came with what the format asks of them stay as they are, our
//! records get what it asks besides.

use std::collections::BTreeMap;
use std::path::Path;

use crate::exchange::export::{Exported, LeftOut, exported, must_be_there};
use crate::exchange::folders::must_be_apart;
use crate::exchange::okf::claims::claims;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_import::okf::computed::Computed;
use git_memory_import::okf::index::listing;
use git_memory_import::okf::{is_reserved, is_typed, nested, type_of};
use git_memory_model::layout::{self, Part};
use git_memory_store::{View, bundle as files};
use git_memory_text::path::{MemoryFolder, RepoPath, is_below};

/// The listing of a folder.
const LISTING: &str = "index.md";

/// The files of a bundle, not written yet.
#[derive(Debug)]
pub struct Bundle {
    /// The texts by their paths from the bundle's root.
    pub files: BTreeMap<String, Clean>,
    /// The files out of which something was taken that looks like a secret.
    pub redacted: Vec<RepoPath>,
    /// Whatever else is there.
    pub left_out: Vec<LeftOut>,
    /// The documents whose front matter could not be added to: the bundle has them as they are.
    pub unchanged: Vec<RepoPath>,
}

/// The memory of a view, or one folder of it, as a bundle. The same commit gives the same bytes
/// everywhere.
pub fn bundle(workspace: &Workspace, view: &View, from: Option<&str>) -> Result<Bundle, Error> {
    let memory = &workspace.store().folder_at(view)?;
    let root = match from {
        Some(from) => folder(memory, from)?,
        None => memory.to_string(),
    };
    must_be_there(workspace, view)?;
    let mut all = workspace.store().all_files(view)?;
    all.retain(|file| is_below(file.path(), &root));
    if all.is_empty() {
        return Err(Error::NothingReadable {
            what: format!("nothing is in '{root}'"),
            remedy: "name a folder of memory that has files",
        });
    }
    let Exported {
        files,
        records,
        redacted,
        mut left_out,
        ..
    } = exported(workspace, view, all)?;
    let claims = claims(workspace, view, &workspace.memory(view)?)?;
    let mut bundle = Bundle {
        files: BTreeMap::new(),
        redacted,
        left_out: Vec::new(),
        unchanged: Vec::new(),
    };
    for (path, text) in files {
        let part = layout::part(memory, &path);
        if part == Part::Setting {
            let path = path.to_string();
            let why = "it is a setting of this repository";
            left_out.push(LeftOut { path, why });
            continue;
        }
        let below = path.as_str()[root.len()..].trim_start_matches('/');
        let text = match claims.get(&path) {
            // A bundle of its own inside of this one.
            _ if path.file_name() == LISTING && below != LISTING => match nested::enclosed(&text) {
                Some(enclosed) => workspace.guard()?.redact(&enclosed),
                None => text,
            },
            _ if part == Part::Other || is_reserved(path.file_name()) => text,
            Some(computed) => bundle.with(workspace, &path, text, computed)?,
            None if is_typed(&text) => text,
            None => {
                let computed = Computed {
                    type_name: Some(type_of(memory, &path)),
                    ..Computed::default()
                };
                bundle.with(workspace, &path, text, &computed)?
            }
        };
        bundle.files.insert(below.to_owned(), text);
    }
    bundle.left_out = left_out;
    // A folder's listing came with it, or there was none.
    if root == memory.as_str() && !bundle.files.contains_key(LISTING) {
        bundle
            .files
            .insert(LISTING.to_owned(), listing(&records, memory));
    }
    Ok(bundle)
}

fn folder(memory: &MemoryFolder, from: &str) -> Result<String, Error> {
    let below = from.trim_end_matches('/');
    let below = memory.below(below).unwrap_or(below);
    Ok(memory.path(below)?.to_string())
}

impl Bundle {
    fn with(
        &mut self,
        workspace: &Workspace,
        path: &RepoPath,
        text: Clean,
        computed: &Computed,
    ) -> Result<Clean, Error> {
        if let Some(added) = computed.add_to(&text) {
            return Ok(workspace.guard()?.redact(&added));
        }
        self.unchanged.push(path.clone());
        Ok(text)
    }

    /// Writes the files into a new folder: all of them, or nothing.
    ///
    /// # Errors
    /// [`Error::InMemory`], [`Error::InGit`], or if the folder is not empty, or cannot be written.
    pub fn write(&self, workspace: &Workspace, folder: &Path) -> Result<(), Error> {
        let folder = workspace.invocation().path(folder);
        must_be_apart(workspace, &folder)?;
        let texts = self.files.iter().map(|(path, text)| (path.as_str(), text));
        Ok(files::write_new(&folder, texts)?)
    }
}
