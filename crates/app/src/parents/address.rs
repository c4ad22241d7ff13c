//! The place of a parent: an address as it is written leads from the top of the work tree, or from
//! the parent that writes it.

use std::path::Path;

use crate::records::lookup::path_from_top;
use crate::workspace::{Error, Workspace};
use git_memory_model::subscription::is_path;

/// An address that a person types, as the list has it: paths of the command line begin at the
/// current folder.
pub(super) fn typed(workspace: &Workspace, given: &str) -> Result<String, Error> {
    if !is_path(given) || is_absolute(given) {
        return Ok(given.to_owned());
    }
    match path_from_top(workspace, Path::new("."))? {
        Some(folder) if !folder.is_empty() && folder != "." => Ok(joined(&folder, given)),
        _ => Ok(given.to_owned()),
    }
}

/// The address that git is given for one that this repository lists.
pub(super) fn own(workspace: &Workspace, url: &str) -> String {
    if !is_path(url) || is_absolute(url) {
        return url.to_owned();
    }
    let top = workspace.store().root();
    format!("{}/{url}", top.to_string_lossy())
}

/// The address that git is given for one that a parent lists; `None` for a path of this machine that
/// a parent elsewhere names.
pub(super) fn of_parent(parent: &str, url: &str) -> Option<String> {
    if !is_path(url) {
        return Some(url.to_owned());
    }
    if is_absolute(url) {
        return is_path(parent).then(|| url.to_owned());
    }
    Some(joined(parent, url))
}

fn is_absolute(path: &str) -> bool {
    path.starts_with(['/', '\\']) || path.as_bytes().get(1) == Some(&b':')
}

/// A relative address, from another one: `..` goes up, at most to the host.
fn joined(base: &str, relative: &str) -> String {
    let host = match base.split_once("://") {
        Some((scheme, rest)) => scheme.len() + 3 + rest.find('/').map_or(rest.len(), |at| at + 1),
        None if is_path(base) => usize::from(base.starts_with('/')),
        None => base.find(':').map_or(0, |at| at + 1),
    };
    let (host, path) = base.split_at(host);
    let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            // There is nothing above a host, or above the root.
            ".." if !host.is_empty() => {}
            part => parts.push(part),
        }
    }
    let slash = if host.contains("://") && !host.ends_with('/') {
        "/"
    } else {
        ""
    };
    [host, slash, &parts.join("/")].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_address_leads_from_another_one() {
        for (base, relative, expected) in [
            (
                "https://a.org/x/org.git",
                "../base.git",
                "https://a.org/x/base.git",
            ),
            ("https://a.org", "../../base", "https://a.org/base"),
            ("git@a.org:x/org", "../base", "git@a.org:x/base"),
            ("/srv/org", "../base", "/srv/base"),
            ("sub", "../../org", "../org"),
            ("sub/deep", "org/", "sub/deep/org"),
        ] {
            assert_eq!(joined(base, relative), expected);
        }
    }

    #[test]
    fn a_parent_elsewhere_names_no_path_of_this_machine() {
        assert_eq!(of_parent("https://a.org/x", "/home/secret"), None);
        assert_eq!(
            of_parent("/srv/org", "/srv/base").as_deref(),
            Some("/srv/base")
        );
    }
}
