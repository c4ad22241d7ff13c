//! On which branch HEAD was at a moment, as far as git's reflogs tell: they know the second, and no
//! more.

use crate::Error;
use git_memory_git::reflog_words::{Switch, switch};
use git_memory_git::{HeadLog, RefLine, Repo};
use git_memory_model::private::Chain;

/// Seconds between two lines that one command wrote.
const SLACK: i64 = 1;

/// The chains of what HEAD may have been at when `line` was written into the reflog of `branch`, in
/// the work tree where that was done. Sorted; empty where nothing is known.
pub(crate) fn head_at(repo: &Repo, branch: &str, line: &RefLine) -> Result<Vec<Chain>, Error> {
    let heads = repo.heads()?;
    for head in &heads {
        if let Some(place) = switched_away(head, branch, line) {
            return Ok(vec![place]);
        }
    }
    // A HEAD that has never been at the commit can hardly have made a branch there; where none has
    // (reflogs expire), the first one that says anything is taken.
    let mut fallback = Vec::new();
    for head in &heads {
        let places = places(repo, head, branch, line)?;
        let was_there = head
            .lines
            .iter()
            .any(|moved| moved.time <= line.time && moved.new == line.new);
        if !places.is_empty() && was_there {
            return Ok(places);
        }
        if fallback.is_empty() {
            fallback = places;
        }
    }
    Ok(fallback)
}

/// Chain that HEAD was at when `git switch -c` made the branch: it writes both lines at once.
fn switched_away(head: &HeadLog, branch: &str, line: &RefLine) -> Option<Chain> {
    // The oldest such line: a later switch to the branch writes one, too.
    for moved in head.lines.iter().rev() {
        let is_at_once = moved.new == line.new && (moved.time - line.time).abs() <= SLACK;
        match switch(&moved.message) {
            Some(Switch { from, to }) if is_at_once && to == branch => return Some(left(from)),
            _ => {}
        }
    }
    None
}

/// Chains that one HEAD may have been at when `line` was written.
fn places(repo: &Repo, head: &HeadLog, branch: &str, line: &RefLine) -> Result<Vec<Chain>, Error> {
    let mut left_later = None;
    let mut entered_before = None;
    let mut places = Vec::new();
    // Newest first: of what came later the last match is the nearest one, of what came before the
    // first.
    for moved in &head.lines {
        let Some(Switch { from, to }) = switch(&moved.message) else {
            continue;
        };
        if moved.time >= line.time {
            left_later = Some(from);
        } else if entered_before.is_none() {
            entered_before = Some(to);
        }
        // Within the same second, either side of the switch is possible.
        if moved.time == line.time {
            places.push(entered(repo, to)?);
        }
    }
    match (left_later, entered_before) {
        (Some(from), _) => places.push(left(from)),
        (None, Some(to)) => places.push(entered(repo, to)?),
        // A HEAD that never moved is where it was.
        (None, None) => places.extend(head.branch.clone().map(Chain::Branch)),
    }
    // `git switch -c` goes to the branch in the second in which it makes it; it is not made from
    // itself.
    places.retain(|chain| chain.branch() != Some(branch));
    places.sort();
    places.dedup();
    Ok(places)
}

/// The chain of what HEAD left: git writes a detached HEAD as a whole object id.
fn left(from: &str) -> Chain {
    let is_id = matches!(from.len(), 40 | 64) && from.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_id {
        Chain::Detached
    } else {
        Chain::Branch(from.to_owned())
    }
}

/// The chain of what HEAD went to: a branch, or a commit or tag by whatever name.
fn entered(repo: &Repo, to: &str) -> Result<Chain, Error> {
    let branch = Chain::Branch(to.to_owned());
    let is_branch = repo.reference(&format!("refs/heads/{to}"))?.is_some()
        || repo.reference(&branch.ref_name())?.is_some();
    Ok(if is_branch { branch } else { Chain::Detached })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_head_left_is_a_branch_or_a_commit() {
        assert_eq!(left(&"a".repeat(40)), Chain::Detached);
        assert_eq!(left("v1"), Chain::Branch("v1".to_owned()));
    }
}
