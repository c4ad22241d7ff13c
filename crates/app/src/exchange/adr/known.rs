//! Files that memory already has: found by their origin, or by their text if they were moved since.

use std::collections::{HashMap, HashSet};

use super::text::Original;
use crate::workspace::{Error, Workspace};
use git_memory_model::keys;
use git_memory_model::record::{Record, front_matter};
use git_memory_model::scope::Scope;
use git_memory_text::path::stem;

/// A record that an earlier import made.
pub(crate) struct Imported<'a> {
    pub(crate) record: &'a Record,
    /// git's id of the text that it was made of; older imports did not keep it.
    pub(crate) blob: Option<String>,
}

/// The records of earlier imports into one scope.
pub(crate) struct Known<'a> {
    workspace: &'a Workspace,
    by_origin: HashMap<&'a str, Imported<'a>>,
    /// The origins that are no longer among the files, by the blob.
    gone: HashMap<String, Vec<&'a str>>,
}

/// A file that memory has.
pub(crate) struct Match<'k, 'a> {
    pub(crate) imported: &'k Imported<'a>,
    /// Earlier path of the file, if it was moved.
    pub(crate) moved_from: Option<&'a str>,
}

impl<'a> Known<'a> {
    /// Collects the records that imports made; `origins` are the files of this import.
    pub(crate) fn of(
        workspace: &'a Workspace,
        records: &'a [Record],
        scope: &Scope,
        origins: &HashSet<&str>,
    ) -> Result<Self, Error> {
        let mut known = Self {
            workspace,
            by_origin: HashMap::new(),
            gone: HashMap::new(),
        };
        for record in records {
            let Some(from) = &record.header.imported_from else {
                continue;
            };
            if record.header.scope != *scope || record.id().is_none() {
                continue;
            }
            let blob = blob(workspace, record)?;
            if let Some(blob) = &blob
                && !origins.contains(from.as_str())
                && !is_there(workspace, from.as_str())?
            {
                known
                    .gone
                    .entry(blob.clone())
                    .or_default()
                    .push(from.as_str());
            }
            known
                .by_origin
                .insert(from.as_str(), Imported { record, blob });
        }
        Ok(known)
    }

    /// The record of the file at a path with this text.
    pub(crate) fn find(&self, origin: &str, original: &Original) -> Option<Match<'_, 'a>> {
        if let Some(imported) = self.by_origin.get(origin) {
            return Some(Match {
                imported,
                moved_from: None,
            });
        }
        // A copy beside the original is another file; only what is gone can have been moved.
        let [from] = self.moved(origin, original)[..] else {
            return None;
        };
        Some(Match {
            imported: self.by_origin.get(from)?,
            moved_from: Some(from),
        })
    }

    /// The origins that are gone and may be this file: with the same text, else with the same name
    /// and most of the text.
    fn moved(&self, origin: &str, original: &Original) -> Vec<&'a str> {
        if let Some(same) = self.gone.get(&original.blob) {
            return same.clone();
        }
        let mut found = Vec::new();
        for (blob, origins) in &self.gone {
            let mut named = origins.iter().filter(|from| called(from) == called(origin));
            if let Some(from) = named.next()
                && self.is_like(blob, &original.text)
            {
                found.push(*from);
            }
        }
        found
    }

    /// True if most lines of a text are also in a blob: each service may have a file of that name.
    fn is_like(&self, blob: &str, text: &str) -> bool {
        let Ok(id) = blob.parse() else { return false };
        // The old text cannot be compared if git has deleted the blob.
        let Ok(bytes) = self.workspace.store().objects().blob(id) else {
            return false;
        };
        let old = String::from_utf8_lossy(&bytes);
        let old: HashSet<&str> = old.lines().map(str::trim).collect();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let (mut all, mut same) = (0_usize, 0_usize);
        for line in lines {
            all += 1;
            same += usize::from(old.contains(line));
        }
        same * 2 > all
    }
}

/// Returns a file's name; for the page of a folder, its whole path.
fn called(path: &str) -> &str {
    let stem = stem(path);
    if stem.eq_ignore_ascii_case("readme") || stem.eq_ignore_ascii_case("index") {
        return path;
    }
    stem
}

/// The blob that a record names as its original.
fn blob(workspace: &Workspace, record: &Record) -> Result<Option<String>, Error> {
    let bytes = workspace.read(&record.path)?;
    let text = String::from_utf8_lossy(&bytes);
    // `check` reports an unreadable record; it must not lead to a second import.
    let Ok(parts) = front_matter::split(&text) else {
        return Ok(None);
    };
    let Ok(values) = front_matter::mapping(&text, &parts) else {
        return Ok(None);
    };
    let blob = values.get(keys::IMPORTED_BLOB.name);
    Ok(blob.and_then(|blob| blob.as_str()).map(str::to_owned))
}

/// True if the work tree has a file at a path.
fn is_there(workspace: &Workspace, path: &str) -> Result<bool, Error> {
    let store = workspace.store();
    Ok(store.has_work_tree()
        && store.work_files()?.find(path)? != git_memory_store::AtPath::Nothing)
}
