//! pre-push and reference-transaction: what is about to leave this clone, or to be reached by a
//! ref, is scanned.

use crate::app::care::scan::{Target, scan};
use crate::app::workspace::Report;
use crate::app::workspace::settings::scans_all;
use crate::app::workspace::{Error, Workspace};
use crate::domain::path::MEMORY;
use crate::domain::private::chain::{NOTES, REFS, REMOTES};
use crate::git::{ObjectId, Reach};

/// The refs whose commits hold what only git-memory writes: all of it is scanned, messages too.
const OURS: [&str; 2] = [REFS, NOTES];

/// The refs of private memory that a push would write or delete on the remote. `lines` are git's
/// (githooks(5)).
#[must_use]
pub fn leaving(lines: &str) -> Vec<&str> {
    // Under which name it would go is no matter; a deletion has ours on the other side.
    let names = lines
        .lines()
        .flat_map(|line| [line.split(' ').next(), line.split(' ').nth(2)])
        .flatten();
    let mut names: Vec<&str> = names
        .filter(|name| name.starts_with(REFS) || name.starts_with(REMOTES))
        .collect();
    names.dedup();
    names
}

/// Scans what a push to `remote` would send. `lines` are git's: local ref, its id, remote ref, its
/// id (githooks(5)).
///
/// # Errors
/// Where git cannot walk there; the push has to stop then.
pub fn pushed(workspace: &Workspace, remote: &str, lines: &str) -> Result<Report, Error> {
    let moves = lines
        .lines()
        .filter_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [name, new, _, old] => Some((name, new, old)),
            _ => None,
        });
    // What its branches had when they were last fetched is there already.
    let known = format!("--remotes={remote}");
    reached(workspace, moves, &[known])
}

/// Scans what refs would reach that none reaches now. `lines` are git's: old id, new id, ref
/// (githooks(5)).
///
/// # Errors
/// Where git cannot walk there; the refs have to stay then.
pub fn transaction(workspace: &Workspace, lines: &str) -> Result<Report, Error> {
    let moves = lines
        .lines()
        .filter_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [old, new, name] if name.starts_with("refs/heads/") || is_ours(name) => {
                Some((name, new, old))
            }
            _ => None,
        });
    reached(workspace, moves, &["--all".to_owned()])
}

fn is_ours(name: &str) -> bool {
    OURS.iter().any(|prefix| name.starts_with(prefix))
}

fn reached<'a>(
    workspace: &Workspace,
    moves: impl Iterator<Item = (&'a str, &'a str, &'a str)>,
    known: &[String],
) -> Result<Report, Error> {
    let folder = if scans_all(workspace)? {
        None
    } else {
        Some(MEMORY)
    };
    let mut ours = Reach {
        not: known.to_vec(),
        ..Reach::default()
    };
    let mut branches = Reach {
        not: known.to_vec(),
        folder,
        ..Reach::default()
    };
    for (name, new, old) in moves {
        let is_there = |id: &&str| id.parse::<ObjectId>().is_ok_and(|id| !id.is_zero());
        let reach = if is_ours(name) {
            &mut ours
        } else {
            &mut branches
        };
        reach
            .from
            .extend(Some(new).filter(is_there).map(str::to_owned));
        reach
            .not
            .extend(Some(old).filter(is_there).map(str::to_owned));
    }
    let mut report = Report::default();
    for (reach, has_messages) in [(branches, false), (ours, true)] {
        if !reach.from.is_empty() {
            report.add(scan(
                workspace,
                &Target::Reach {
                    reach,
                    has_messages,
                },
                &mut |_, _| {},
            )?);
        }
    }
    Ok(report)
}
