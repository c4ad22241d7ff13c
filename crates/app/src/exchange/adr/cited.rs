//! The files that were changed by commits whose messages cite a decision's number: one walk
//! through history for all of them.

use std::collections::{HashMap, HashSet};

use super::arrival::Arrival;
use super::paths::Tree;
use crate::workspace::{Error, Workspace};
use git_memory_import::adr::Adr;

/// A commit that changed more files was about something larger than one decision.
const FILES: usize = 40;
/// Maximum number of decisions that share a file, if that is more than one in ten of the decisions
/// with files: a file of many, such as a setting or a list, does not tell them apart.
const SHARED: usize = 3;

/// The files of the tree that commits changed which cite `adr-32` and its like, the most often
/// changed first, by that name.
pub(crate) fn cited(
    workspace: &Workspace,
    arrivals: &[Arrival],
    tree: &Tree,
) -> Result<HashMap<String, Vec<String>>, Error> {
    let mut labels: Vec<&str> = Vec::new();
    let mut counts: HashMap<String, HashMap<String, usize>> = HashMap::new();
    let mut double: HashSet<&str> = HashSet::new();
    for arrival in arrivals {
        if let Some((name, label)) = numbered(&arrival.adr) {
            // An ambiguous number or label names no decision.
            if counts.insert(name.to_owned(), HashMap::new()).is_some() {
                double.insert(name);
            }
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
    }
    if labels.is_empty() {
        return Ok(HashMap::new());
    }
    for commit in workspace.store().history().citing(&labels)? {
        if commit.paths.len() > FILES {
            continue;
        }
        for name in names(&commit.message, &labels) {
            let Some(count) = counts.get_mut(&name) else {
                continue;
            };
            for path in &commit.paths {
                let is_memory = workspace.folder().holds(path);
                let is_text = arrivals.iter().any(|arrival| arrival.origin == *path);
                if !is_memory && !is_text && tree.is_telling(path) {
                    *count.entry(path.clone()).or_default() += 1;
                }
            }
        }
    }
    let mut cited = HashMap::new();
    for (name, count) in counts {
        if double.contains(name.as_str()) {
            continue;
        }
        let mut paths: Vec<(String, usize)> = count.into_iter().collect();
        paths.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        cited.insert(name, paths.into_iter().map(|(path, _)| path).collect());
    }
    leave_shared(&mut cited);
    Ok(cited)
}

/// Takes out the files that too many decisions share.
fn leave_shared(cited: &mut HashMap<String, Vec<String>>) {
    let mut shares: HashMap<String, usize> = HashMap::new();
    for path in cited.values().flatten() {
        *shares.entry(path.clone()).or_default() += 1;
    }
    let all = cited.values().filter(|paths| !paths.is_empty()).count();
    for paths in cited.values_mut() {
        paths.retain(|path| shares[path] <= SHARED || shares[path] * 10 <= all);
    }
}

/// The name with the number of a decision, and what is before the number.
pub(crate) fn numbered(adr: &Adr) -> Option<(&str, &str)> {
    adr.number?;
    let name = adr.aliases.first()?;
    Some((name, name.rsplit_once('-')?.0))
}

/// The decisions that a message cites: `ADR-0032`, `adr 32` and `ADR #32` are `adr-32`.
fn names(message: &str, labels: &[&str]) -> Vec<String> {
    let message = message.to_lowercase();
    let mut names = Vec::new();
    for label in labels {
        for (at, _) in message.match_indices(label) {
            let is_word = !message[..at].ends_with(char::is_alphanumeric);
            let rest = message[at + label.len()..].trim_start_matches(['-', ' ', '#', '_']);
            let end = rest.find(|letter: char| !letter.is_ascii_digit());
            let digits = &rest[..end.unwrap_or(rest.len())];
            // A decision's number has at most nine digits.
            if is_word && let Ok(number) = digits.parse::<u32>() {
                names.push(format!("{label}-{number}"));
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_many_decisions_share_is_none_of_theirs() {
        for (decisions, sharing, is_left) in [(4, 3, true), (8, 4, false), (40, 4, true)] {
            let mut cited = HashMap::new();
            for nth in 0..decisions {
                let mut paths = vec![format!("src/{nth}.rs")];
                if nth < sharing {
                    paths.push("lint.yaml".to_owned());
                }
                cited.insert(format!("adr-{nth}"), paths);
            }
            leave_shared(&mut cited);
            let count = if is_left { 2 } else { 1 };
            assert_eq!(cited["adr-0"].len(), count, "{sharing} of {decisions}");
        }
    }

    #[test]
    fn a_message_cites_by_number() {
        let message = "Queue (ADR-0032)\n\nAs adr 7 and ADR #7 say, not cadr-9 or adr.\n";
        assert_eq!(names(message, &["adr"]), ["adr-32", "adr-7"]);
    }
}
