//! What a pull request is told: the decisions that it touches, what it changes in memory, broken
//! checks and secrets, and whether it may pass.
//!
//! The records, the settings and the allowances of its base count; a change cannot lift what judges
//! it. `naming` puts together what is told of each decision: `governing` finds them, `decided` who made
//! them. `judging` adds all other findings, and `gate` says how each counts.

mod decided;
mod differences;
mod found;
pub mod gate;
mod governing;
mod judging;
mod naming;
mod widespread;

use std::collections::BTreeSet;

pub use decided::Decided;
pub use found::{Found, Named, PullRequest, Waived};
pub use gate::{Kind, Level};

use crate::care::check_range::{Range, ends};
use crate::evidence::altered::Altered;
use crate::recall::decides;
use crate::records::base::own_base;
use crate::records::diff;
use crate::workspace::{Error, Workspace};
use gate::Gate;
use git_memory_git::ObjectId;
use git_memory_model::changes::What;
use git_memory_store::{Memory, View};
use git_memory_text::pathspec::Coverage;

const HEAD: &str = "HEAD";

/// The change in question.
#[derive(Clone, Debug, Default)]
pub struct PrRequest {
    /// `BASE..HEAD`; where it is not given, from the branch's own base to HEAD.
    pub range: Option<String>,
    /// Pathspecs of the files that count; all where there is none. Memory counts always.
    pub paths: Vec<String>,
}

/// A change, read from git.
struct Change<'a> {
    workspace: &'a Workspace,
    /// Where it left its base.
    base: ObjectId,
    /// The newest commit of its base.
    tip: ObjectId,
    /// Its own newest commit.
    head: ObjectId,
    /// The views of `base` and `head`.
    views: [View; 2],
    /// The memory of both.
    old: Memory,
    new: Memory,
    altered: Altered,
    /// The files that count.
    paths: BTreeSet<String>,
    gate: Gate,
}

/// Tells what a change has to do with decisions; `None` if no range is given, and the branch has no
/// base. `progress` is called with how many of how many texts were read.
///
/// # Errors
/// An unknown revision, or where memory or git cannot be read.
pub fn pr(
    workspace: &Workspace,
    request: &PrRequest,
    progress: &dyn Fn(usize, usize),
) -> Result<Option<PullRequest>, Error> {
    let Some(range) = range(workspace, request.range.as_deref())? else {
        return Ok(None);
    };
    let views = [range.base, range.to].map(|it| View::Revision(it.to_string()));
    let altered = Altered::between(workspace, range.base, range.to)?;
    let coverage = Coverage::of(request.paths.iter().map(String::as_str));
    let roots = workspace.store().roots()?;
    // Records are told by what the change makes of them.
    let is_record = |path: &str| path.parse().is_ok_and(|path| roots.place(&path).is_some());
    let counts =
        |path: &&String| (request.paths.is_empty() || coverage.covers(path)) && !is_record(path);
    let paths: BTreeSet<String> = altered.files.keys().filter(counts).cloned().collect();
    let change = Change {
        workspace,
        base: range.base,
        tip: range.from,
        head: range.to,
        old: workspace.memory(&views[0])?,
        new: workspace.memory(&views[1])?,
        views,
        altered,
        paths,
        gate: Gate::at(workspace, range.from)?,
    };
    change.judge(progress).map(Some)
}

/// Both ends of the change.
fn range(workspace: &Workspace, range: Option<&str>) -> Result<Option<Range>, Error> {
    let Some(range) = range else {
        let Some(base) = own_base(workspace)? else {
            return Ok(None);
        };
        return Range::read(workspace, &base.tip.to_string(), HEAD).map(Some);
    };
    let (from, to) = ends(range).unwrap_or((range, HEAD));
    Range::read(workspace, from, to).map(Some)
}

impl Change<'_> {
    /// The records that the change changes, those that decide something first. A mere move is no
    /// news.
    fn changes(&self) -> Result<Vec<diff::RecordChange>, Error> {
        let [before, after] = self.views.clone();
        let range = diff::Range {
            before: Some(before),
            after,
        };
        let mut changes = diff::changes(self.workspace, &range, [&self.old, &self.new], 0)?;
        changes.retain(|it| it.what != What::Moved);
        changes.sort_by_key(|it| !decides(&it.record));
        Ok(changes)
    }
}
