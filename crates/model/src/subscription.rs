//! Parents: other repositories whose memory is read with this one's. The team's settings list them
//! below `subscriptions`, each with the commit that is read.
//!
//! The list comes with any pull request: an address is refused here if git would take it for an
//! option, or would start a program for it.

use serde::Deserialize;
use serde_yaml::Value as Yaml;

pub use crate::parent_name::{BadSubscription, ParentName, UPSTREAM};
use crate::roots::Root;
use git_memory_text::limits;

mod list;

pub use list::{ListChange, changed_list};

/// The key of the team's settings.
pub const SUBSCRIPTIONS: &str = "subscriptions";
/// Protocols that git speaks without a program of its own for each.
const SCHEMES: [&str; 5] = ["https", "ssh", "git", "http", "file"];

/// A parent as the team's settings name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The name that its records have here.
    pub name: ParentName,
    /// The address as it is written: a URL, or a path from the top of the work tree.
    pub url: String,
    /// The commit that is read, in hexadecimal digits.
    pub commit: String,
    /// The branch or tag that updates follow; its HEAD without one.
    pub rev: Option<String>,
    /// The folders that are read beside its memory, in place of those that it names.
    pub folders: Vec<Root>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    url: String,
    commit: String,
    rev: Option<String>,
    #[serde(default)]
    folders: Vec<String>,
}

impl Subscription {
    /// Reads an entry of the list.
    ///
    /// # Errors
    /// [`BadSubscription`] with its first fault.
    pub fn of_yaml(entry: &Yaml) -> Result<Self, BadSubscription> {
        let written = Written::deserialize(entry);
        let written = written.map_err(|error| BadSubscription(error.to_string()))?;
        let bad = |why: String| Err(BadSubscription(format!("'{}': {why}", written.name)));
        let name: ParentName = written.name.parse()?;
        if let Some(why) = fault_of_address(&written.url) {
            return bad(format!("its url {why}"));
        }
        if !is_commit(&written.commit) {
            return bad("its commit is not a whole commit id".to_owned());
        }
        if let Some(why) = written.rev.as_deref().and_then(fault_of_address) {
            return bad(format!("its rev {why}"));
        }
        if written.folders.len() > limits::PARENT_FOLDERS {
            return bad(format!(
                "it has more than {} folders",
                limits::PARENT_FOLDERS
            ));
        }
        let mut folders = Vec::new();
        for folder in &written.folders {
            match folder.parse() {
                Ok(root) => folders.push(root),
                Err(why) => return bad(format!("{why}")),
            }
        }
        Ok(Self {
            name,
            url: written.url,
            commit: written.commit,
            rev: written.rev,
            folders,
        })
    }
}

/// True if a text is the whole id of a commit, of either format.
#[must_use]
pub fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64)
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Why an address may not be given to git, as the rest of a sentence about it; `None` if it may.
#[must_use]
pub fn fault_of_address(url: &str) -> Option<&'static str> {
    if url.is_empty() || url.len() > limits::PARENT_ADDRESS_BYTES {
        return Some("is empty, or longer than 1000 bytes");
    }
    if url.starts_with('-') {
        return Some("begins with '-', as an option does");
    }
    if url.contains(|letter: char| letter.is_control() || letter.is_whitespace()) {
        return Some("has white space or control characters");
    }
    // git starts a program of this name for it.
    if let Some((helper, _)) = url.split_once("::")
        && !helper.contains(['/', '['])
    {
        return Some("names a transport helper, which may start any program");
    }
    match url.split_once("://") {
        Some((scheme, _)) if !SCHEMES.contains(&scheme) => {
            Some("has a protocol that is not https, ssh, git, http or file")
        }
        _ => None,
    }
}

/// True if an address is a path here: git takes a colon before the first slash for the end of a
/// host's name.
#[must_use]
pub fn is_path(url: &str) -> bool {
    let host = url.split_once(':').map(|(host, _)| host);
    !url.contains("://") && host.is_none_or(|host| host.contains('/') || host.len() == 1)
}

/// A name for a parent, made of its address.
#[must_use]
pub fn name_of(url: &str) -> Option<ParentName> {
    let end = url.trim_end_matches('/').trim_end_matches(".git");
    let end = end.trim_end_matches('/');
    let last = end.rsplit(['/', ':', '\\']).next()?;
    let letters = last
        .chars()
        .map(|letter| match letter.to_ascii_lowercase() {
            plain if plain.is_ascii_alphanumeric() => plain,
            _ => '-',
        });
    let name: String = letters.collect();
    name.trim_matches(|letter: char| !letter.is_ascii_lowercase() && !letter.is_ascii_digit())
        .trim_start_matches(|letter: char| !letter.is_ascii_lowercase())
        .parse()
        .ok()
}

#[cfg(test)]
mod tests;
