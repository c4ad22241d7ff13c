//! Folder, address and records of a site.

use std::path::Path;

use crate::exchange::folders::must_be_apart;
use crate::recall::following::following;
use crate::recall::review::grounds;
use crate::records::Tier;
use crate::records::list::Sort;
use crate::records::listing::{ListQuestion, list};
use crate::records::show::{Shown, Wanted, in_conflict};
use crate::workspace::{Error, Workspace};
use git_memory_model::record::Record;
use git_memory_store::{SiteFolder, View};
use git_memory_text::visible;

/// Schemes of site addresses.
const SCHEMES: [&str; 2] = ["https://", "http://"];

/// The question to a build of a site.
pub struct Plan<'a> {
    /// The revision whose memory it shows.
    pub revision: &'a str,
    /// Public address of the site, such as `https://example.org/memory/`.
    pub base: Option<&'a str>,
}

/// Takes a file of a site: its name below the folder, and its text.
pub type Put<'a> = dyn FnMut(&str, &str) -> Result<(), Error> + 'a;

/// Opens a folder, which is relative to the working folder, for the files of a site.
///
/// # Errors
/// [`Error::InMemory`], [`Error::InGit`]; if the folder is not ours to write, or unreadable.
pub fn folder(workspace: &Workspace, folder: &Path) -> Result<SiteFolder, Error> {
    let folder = workspace.invocation().path(folder);
    must_be_apart(workspace, &folder)?;
    Ok(SiteFolder::open(folder)?)
}

/// Every record and page of a view, by path, each with its text, its ground, and the commits that follow it:
/// as if each of them was shown, but read at once.
pub fn whole(workspace: &Workspace, view: &View) -> Result<Vec<Shown>, Error> {
    let question = ListQuestion {
        rev: view.revision().map(str::to_owned),
        sort: Some(Sort::Path),
        ..ListQuestion::default()
    };
    let listing = list(workspace, &question)?.with_all_pages();
    let texts = listing.texts(workspace)?;
    let records: Vec<&Record> = listing.records().collect();
    let grounds = grounds(workspace, view, &listing.memory, &records)?;
    let followed = following(workspace, view, &records)?;
    let judged = grounds.into_iter().zip(followed);
    let mut all = Vec::with_capacity(records.len());
    for ((record, text), (ground, followed)) in records.into_iter().zip(texts).zip(judged) {
        let path = record.path.as_str();
        let double = listing.doubles.iter().find(|it| it.has(path));
        let conflict = if listing.conflicts.files.contains_key(&record.path) {
            in_conflict(workspace, view, record, &text, &Wanted::Tier(Tier::T2))?
        } else {
            None
        };
        all.push(Shown {
            place: None,
            record: record.clone(),
            text: text.into_string(),
            double: double.cloned(),
            is_private: false,
            parent: None,
            blob: None,
            conflict,
            ground: Some(ground),
            followers: Some(followed),
        });
    }
    Ok(all)
}

/// The address below which a site will be.
///
/// # Errors
/// [`Error::BadValue`] for a text that is not the address of a host, or has more than a path.
pub fn address(given: &str) -> Result<&str, Error> {
    let below = SCHEMES.iter().find_map(|it| given.strip_prefix(it));
    let is_host = below
        .is_some_and(|below| below.starts_with(char::is_alphanumeric) || below.starts_with('['));
    if is_host && given.bytes().all(is_of_address) {
        return Ok(given);
    }
    Err(Error::BadValue(format!(
        "'{}' is not the address of a site, such as https://example.org/memory/",
        visible(given)
    )))
}

/// True if a byte may be in an address without a query (RFC 3986).
fn is_of_address(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~:/[]@!$&'()*+,;=%".contains(&byte)
}
