//! pre-push and reference-transaction: what is about to leave this clone, or to be reached by a
//! ref, is scanned.

use crate::secrets::scan::{Target, memory_folders, retain_memory, scan, scan_text};
use crate::workspace::settings::scans_all;
use crate::workspace::{Error, Report, Workspace};
use git_memory_git::{ObjectId, Reach};
use git_memory_model::private::chain::{NOTES, REFS, REMOTES};
use git_memory_model::private::entry::key;
use git_memory_model::private::message::Message;

/// The refs whose commits hold what only git-memory writes: all of it is scanned, messages too.
const OURS: [&str; 2] = [REFS, NOTES];

/// Path of a finding in the name of a ref.
pub(crate) const REF_NAME: &str = "<ref>";

/// A ref that is about to move.
struct RefMove<'a> {
    name: &'a str,
    /// The ids in git's form; all zeros for none.
    new: &'a str,
    old: &'a str,
}

/// A line of git's input to a pre-push hook (githooks(5)): a ref that goes to a remote. Ids are in
/// git's form, all zeros for none.
pub(crate) struct PushLine<'a> {
    pub(crate) name: &'a str,
    pub(crate) new: &'a str,
    pub(crate) remote_name: &'a str,
    /// The id that the remote has under that name.
    pub(crate) old: &'a str,
}

/// The refs of a push.
pub(crate) fn push_lines(lines: &str) -> impl Iterator<Item = PushLine<'_>> {
    lines.lines().filter_map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, new, remote_name, old] = words[..] else {
            return None;
        };
        Some(PushLine {
            name,
            new,
            remote_name,
            old,
        })
    })
}

/// The refs of private memory that a push would write or delete on the remote. `lines` are git's
/// (githooks(5)).
#[must_use]
pub fn leaving(lines: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for pushed in push_lines(lines) {
        // Check both names: a deletion has ours on the remote's side.
        for name in [pushed.name, pushed.remote_name] {
            if name.starts_with(REFS) || name.starts_with(REMOTES) {
                names.push(name);
            }
        }
    }
    // Mostly a ref has one name on both sides.
    names.dedup();
    names
}

/// Returns the local names of refs with which a push would send a work log under another name.
/// `lines` are git's (githooks(5)).
#[must_use]
pub fn leaving_by_id(workspace: &Workspace, lines: &str) -> Vec<String> {
    let mut names = Vec::new();
    for PushLine { name, new, .. } in push_lines(lines) {
        let history = workspace.store().history();
        // A tag may be put on a chain, too. Blobs and deletions have no commit; an unreadable
        // object stops the scan that follows.
        let commit = history.resolve(&format!("{new}^{{commit}}"));
        let Ok(commit) = commit.and_then(|id| history.commit(id)) else {
            continue;
        };
        // No commit but those of chains has such a trailer.
        if Message::parse(&commit.message).trailer(key::KIND).is_some() {
            names.push(name.to_owned());
        }
    }
    names
}

/// Scans what a push to `remote` would send. `lines` are git's (githooks(5)).
///
/// # Errors
/// Where git cannot walk there; the push has to stop then.
pub fn pushed(workspace: &Workspace, remote: &str, lines: &str) -> Result<Report, Error> {
    let mut moves = Vec::new();
    for PushLine { name, new, old, .. } in push_lines(lines) {
        moves.push(RefMove { name, new, old });
    }
    // The remote already has the commits that its branches had at the last fetch.
    scan_reached(workspace, &moves, &format!("--remotes={remote}"))
}

/// Scans what refs would reach that none reaches now. `lines` are git's: old id, new id, ref
/// (githooks(5)).
///
/// # Errors
/// Where git cannot walk there; the refs have to stay then.
pub fn transaction(workspace: &Workspace, lines: &str) -> Result<Report, Error> {
    let mut moves = Vec::new();
    for line in lines.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let [old, new, name] = words[..]
            && (name.starts_with("refs/heads/") || is_ours(name))
        {
            moves.push(RefMove { name, new, old });
        }
    }
    scan_reached(workspace, &moves, "--all")
}

fn is_ours(name: &str) -> bool {
    OURS.iter().any(|prefix| name.starts_with(prefix))
}

/// Scans everything that the moved refs reach; `known` are commits that the other side already has,
/// as arguments of git-rev-list(1).
fn scan_reached(workspace: &Workspace, moves: &[RefMove], known: &str) -> Result<Report, Error> {
    let not = vec![known.to_owned()];
    let mut ours = Reach {
        not: not.clone(),
        ..Reach::default()
    };
    // Without that setting, only memory is scanned.
    let is_all = scans_all(workspace)?;
    let folders = if is_all {
        Vec::new()
    } else {
        memory_folders(workspace)?
    };
    let mut branches = Reach {
        not,
        folders,
        ..Reach::default()
    };
    for moved in moves {
        let reach = if is_ours(moved.name) {
            &mut ours
        } else {
            &mut branches
        };
        // A ref that is deleted reaches nothing any more.
        if is_there(moved.new) {
            reach.from.push(moved.new.to_owned());
        }
        // The ref's earlier commits were scanned, or are older than our hooks.
        if is_there(moved.old) {
            reach.not.push(moved.old.to_owned());
        }
    }
    let mut report = Report::default();
    for (reach, has_messages) in [(branches, false), (ours, true)] {
        if reach.from.is_empty() {
            continue;
        }
        let target = Target::Reach {
            reach,
            has_messages,
        };
        let mut scanned = scan(workspace, &target, &mut |_, _| {})?;
        if !is_all && !has_messages {
            retain_memory(workspace, &mut scanned)?;
        }
        report.add(scanned);
    }
    // The name of a branch is that of its chain, and goes where the chain goes.
    for moved in moves {
        if is_ours(moved.name) && is_there(moved.new) {
            report.add(scan_text(workspace, REF_NAME, moved.name)?);
        }
    }
    Ok(report)
}

/// The id of an object; `None` for git's zeros.
pub(crate) fn id_of(text: &str) -> Option<ObjectId> {
    let id: ObjectId = text.parse().ok()?;
    (!id.is_zero()).then_some(id)
}

fn is_there(id: &str) -> bool {
    id_of(id).is_some()
}
