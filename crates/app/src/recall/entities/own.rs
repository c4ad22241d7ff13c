//! Ties that a record has by itself, without the rest of its repository. Who asks many
//! repositories looks names up in that.

use std::collections::BTreeSet;

use super::owned::{forms, normal};
use super::people::owners;
use git_memory_model::evidence::web::{addresses, leads};
use git_memory_model::graph::Tie;
use git_memory_model::record::Record;
use git_memory_text::limits;
use git_memory_text::path::folder;

/// Returns the ties of a record to other records, scopes, owners, and the addresses in its text,
/// each with the name as [`sought`] gives it; at most [`limits::TIES`].
#[must_use]
pub fn own_ties(record: &Record, text: &str) -> BTreeSet<(Tie, String)> {
    let header = &record.header;
    let mut ties = BTreeSet::new();
    let mut add = |tie: Tie, name: &str| {
        let name = sought(name);
        if !name.is_empty() && name.len() <= limits::TIED_NAME && ties.len() < limits::TIES {
            ties.insert((tie, name));
        }
    };
    for owner in owners(record) {
        for name in forms(&owner) {
            add(Tie::OwnedBy, name);
        }
    }
    for (tie, ids) in [
        (Tie::Supersedes, &header.supersedes),
        (Tie::Names, &header.related),
    ] {
        for id in ids {
            add(tie, id.as_str());
        }
    }
    if record.is_current() {
        let mut scope = header.scope.as_str();
        while !scope.is_empty() {
            add(Tie::AppliesTo, scope);
            scope = folder(scope);
        }
    }
    for address in addresses(text) {
        for place in leads(address) {
            add(Tie::LinksTo, place);
        }
    }
    ties
}

/// Returns the ties of what a person has brought.
#[must_use]
pub fn author_ties(author: &str, email: &str) -> BTreeSet<(Tie, String)> {
    let names = [author, email].map(sought).into_iter();
    let names = names.filter(|it| !it.is_empty() && it.len() <= limits::TIED_NAME);
    names.map(|name| (Tie::BroughtBy, name)).collect()
}

/// Returns a name as ties have it: no letter's case, no scheme, no slash at its end.
#[must_use]
pub fn sought(name: &str) -> String {
    let name = name.split_once("://").map_or(name, |(_, rest)| rest);
    normal(name.trim().trim_end_matches('/'))
}
