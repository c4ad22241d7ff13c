//! Findings that the commits of a range introduce: in the files that they changed, findings that
//! are new, and secrets in each of the commits.

use std::collections::{HashMap, HashSet};

use crate::care::brought::Change;
use crate::care::check::{check_by, sort};
use crate::care::{check_citations, check_merges, check_trailers};
use crate::evidence::touched::{End, touched};
use crate::secrets::scan::{memory_folders, retain_memory, scan_reach};
use crate::workspace::{Error, Workspace};
use git_memory_git::{BlobAt, EntryKind, ObjectId, Reach, TreeEntry};
use git_memory_guard::Guard;
use git_memory_model::record::check::Finding;
use git_memory_model::record::fault::number;
use git_memory_model::record::{Code, Fault};
use git_memory_store::View;
use git_memory_text as text;
use git_memory_text::limits;
use git_memory_text::path::RepoPath;

/// Number of an object id's digits in a message.
const SHORT: usize = 10;

/// Both ends of `a..b`, as commits.
pub(crate) struct Range {
    /// From where the newer end left the older one: what the other branch did since is not the
    /// range's doing.
    pub(crate) base: ObjectId,
    pub(crate) from: ObjectId,
    pub(crate) to: ObjectId,
}

/// The names of both ends of `a..b` or `a...b`, each empty where it is left out; `None` if it is no
/// range.
#[must_use]
pub fn ends(range: &str) -> Option<(&str, &str)> {
    // No name of a revision has two dots in it (git-check-ref-format(1)).
    let since_left = range.split_once("...");
    since_left.or_else(|| range.split_once(".."))
}

/// Every finding that the commits of `range` (`a..b`; HEAD where an end is left out) brought,
/// sorted by path, line and column.
///
/// # Errors
/// An unknown revision, or where memory cannot be read.
pub fn check_range(workspace: &Workspace, from: &str, to: &str) -> Result<Vec<Finding>, Error> {
    let range = Range::read(workspace, from, to)?;
    // An allowance of the range does not count for the range itself.
    let guard = workspace.guard_of(&range.from.to_string())?;
    let mut findings = brought(workspace, Some(guard), range.base, range.to)?;
    for changed in changed_in_merges(workspace, &range)? {
        if !findings.contains(&changed) {
            findings.push(changed);
        }
    }
    for secret in secrets(workspace, &range)? {
        let is_known = findings.iter().any(|finding| is_same(finding, &secret));
        if !is_known {
            findings.push(secret);
        }
    }
    findings.extend(touched_by(workspace, &range)?);
    findings.extend(cited_by(workspace, &range)?);
    findings.extend(check_trailers::in_range(workspace, range.from, range.to)?);
    sort(&mut findings);
    Ok(findings)
}

/// The records that the range is about, and does not bring up to date.
fn touched_by(workspace: &Workspace, range: &Range) -> Result<Vec<Finding>, Error> {
    let (before, after) = (
        View::Revision(range.base.to_string()),
        View::Revision(range.to.to_string()),
    );
    let new = workspace.memory(&after)?;
    // Most changes are only of code: then both ends have one memory.
    let is_same = changed(&entries(workspace, &before)?, &entries(workspace, &after)?).is_empty();
    let old = if is_same {
        None
    } else {
        Some(workspace.memory(&before)?)
    };
    let (before, after) = (
        End {
            view: &before,
            memory: old.as_ref().unwrap_or(&new),
        },
        End {
            view: &after,
            memory: &new,
        },
    );
    let mut findings = Vec::new();
    for touched in touched(workspace, before, after)? {
        let mut files = touched.files.join(", ");
        if let Some(more @ 1..) = touched.count.checked_sub(touched.files.len()) {
            files.extend([" and ", &more.to_string(), " more"]);
        }
        let id = &touched.record.header.id;
        let message = format!("{id} applies to these changed files: {files}");
        let message = text::visible(&message).into_owned();
        findings.push(Finding::of_file(
            &touched.record.path,
            Code::Touched,
            message,
        ));
    }
    Ok(findings)
}

/// The ids that files which the range changed cite, and that no record has.
fn cited_by(workspace: &Workspace, range: &Range) -> Result<Vec<Finding>, Error> {
    let (before, after) = (
        View::Revision(range.base.to_string()),
        View::Revision(range.to.to_string()),
    );
    let history = workspace.store().history();
    let mut paths = history.files_between(range.base, range.to)?;
    paths.retain(|path| !workspace.folder().holds(path));
    let count = paths.len();
    paths.truncate(limits::CITING_FILES);
    let mut findings = check_citations::brought(workspace, &before, &after, &paths)?;
    for (most, what) in [
        (limits::CITING_FILES, "citations of unknown records"),
        (limits::CHANGED_FILES, "records that apply to them"),
    ] {
        if count > most {
            let message =
                format!("the range changes {count} files; {most} are searched for {what}");
            let of_all = workspace.folder().as_path();
            findings.push(Finding::of_file(of_all, Code::BeyondLimit, message));
        }
    }
    Ok(findings)
}

/// The records that merges in the range changed themselves.
fn changed_in_merges(workspace: &Workspace, range: &Range) -> Result<Vec<Finding>, Error> {
    let history = workspace.store().history();
    let commits = history.between(range.to, &[range.from])?;
    let memory = workspace.memory(&View::Revision(range.to.to_string()))?;
    check_merges::in_commits(workspace, &commits, &memory)
}

/// The findings of one commit that another one, from which it comes, did not have: those in files
/// that differ, and those that other files got by that. They have no order.
pub(crate) fn brought(
    workspace: &Workspace,
    guard: Option<&Guard>,
    base: ObjectId,
    to: ObjectId,
) -> Result<Vec<Finding>, Error> {
    let before = View::Revision(base.to_string());
    let after = View::Revision(to.to_string());
    let (old, new) = (entries(workspace, &before)?, entries(workspace, &after)?);
    let changed = changed(&old, &new);
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for TreeEntry { path, id, kind, .. } in new {
        if kind == EntryKind::File && changed.contains(&path) {
            files.push(BlobAt { id, path });
        }
    }
    let change = Change {
        before: &old,
        paths: &changed,
        files: &files,
    };
    let found = check_by(workspace, guard, &after)?;
    change.brought(workspace, found, || check_by(workspace, guard, &before))
}

impl Range {
    pub(crate) fn read(workspace: &Workspace, from: &str, to: &str) -> Result<Self, Error> {
        let history = workspace.store().history();
        let [from, to] = [from, to].map(|name| if name.is_empty() { "HEAD" } else { name });
        let (from, to) = (history.resolve(from)?, history.resolve(to)?);
        let base = match history.merge_base(&from.to_string(), &to.to_string()) {
            Ok(base) => base,
            // Histories that share nothing: all that is there now was brought.
            Err(_) => from,
        };
        Ok(Self { base, from, to })
    }
}

/// Returns the files of a view below `memory/` and below its roots.
fn entries(workspace: &Workspace, view: &View) -> Result<Vec<TreeEntry>, Error> {
    let mut entries = workspace.store().entries(view)?;
    entries.extend(workspace.store().root_entries(view)?);
    Ok(entries)
}

/// The paths of memory that two revisions do not have in common, or not with the same
/// content.
fn changed(before: &[TreeEntry], after: &[TreeEntry]) -> HashSet<Vec<u8>> {
    let mut old: HashMap<&[u8], (EntryKind, ObjectId)> = HashMap::new();
    for entry in before {
        old.insert(&entry.path, (entry.kind, entry.id));
    }
    let mut changed = HashSet::new();
    for entry in after {
        if old.remove(entry.path.as_slice()) != Some((entry.kind, entry.id)) {
            changed.insert(entry.path.clone());
        }
    }
    changed.extend(old.into_keys().map(<[u8]>::to_vec));
    changed
}

/// Secrets in what any commit of the range holds of memory: one that the next commit took out again
/// is pushed all the same.
fn secrets(workspace: &Workspace, range: &Range) -> Result<Vec<Finding>, Error> {
    let reach = Reach {
        from: vec![range.to.to_string()],
        not: vec![range.from.to_string()],
        folders: memory_folders(workspace)?,
        ..Reach::default()
    };
    let guard = workspace.guard_of(&range.from.to_string())?;
    let mut findings = Vec::new();
    let mut report = scan_reach(workspace, guard, &reach)?;
    retain_memory(workspace, &mut report)?;
    for found in report.found {
        let path: RepoPath = match found.path.parse() {
            Ok(path) => path,
            Err(_) => workspace.folder().as_path().clone(),
        };
        let secret = &found.finding;
        let mut message = format!("{} looks like a secret ({})", secret.masked, secret.rule);
        if let Some(object) = found.object.as_deref().and_then(|id| id.get(..SHORT)) {
            message.push_str(" in object ");
            message.push_str(object);
        }
        let place = (number(secret.line), number(secret.column));
        findings.push(Finding {
            path,
            fault: Fault::at(Code::Secret, place, message),
        });
    }
    Ok(findings)
}

/// True if two findings are of one secret; the second message also names an object.
fn is_same(known: &Finding, secret: &Finding) -> bool {
    let (one, other) = (&known.fault, &secret.fault);
    known.path == secret.path
        && one.code == other.code
        && (one.line, one.column) == (other.line, other.column)
        && other.message.starts_with(&one.message)
}
