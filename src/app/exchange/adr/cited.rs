//! The files that were changed by commits whose messages cite a decision's number: one walk
//! through history for all of them.

use std::collections::{HashMap, HashSet};

use super::arrival::Arrival;
use crate::app::workspace::{Error, Workspace};
use crate::domain::import::adr::Adr;
use crate::domain::path::MEMORY;

/// A commit that changed more files was about something larger than one decision.
const FILES: usize = 40;
/// The files of the commits that cite `adr-32` and its like, the most often changed first, by that
/// name.
///
/// # Errors
/// Where git cannot walk the history.
pub(crate) fn cited(
    workspace: &Workspace,
    arrivals: &[Arrival],
) -> Result<HashMap<String, Vec<String>>, Error> {
    let mut labels: Vec<&str> = Vec::new();
    let mut counts: HashMap<String, HashMap<String, usize>> = HashMap::new();
    let mut double: HashSet<&str> = HashSet::new();
    for arrival in arrivals {
        if let Some((name, label)) = numbered(&arrival.adr) {
            // What could mean two of them means neither.
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
                let is_memory = path.split('/').next() == Some(MEMORY);
                let is_text = arrivals.iter().any(|arrival| arrival.origin == *path);
                if !is_memory && !is_text {
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
    Ok(cited)
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
            // What is no number of at most nine digits is no decision's.
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
    fn a_message_cites_by_number() {
        let message = "Queue (ADR-0032)\n\nAs adr 7 and ADR #7 say, not cadr-9 or adr.\n";
        assert_eq!(names(message, &["adr"]), ["adr-32", "adr-7"]);
    }
}
