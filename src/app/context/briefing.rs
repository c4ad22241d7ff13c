//! A page to hand work over to another agent: `briefing`.

use std::ops::ControlFlow;

use super::{Gist, gist};
use crate::app::private::summary;
use crate::app::workspace::{Error, Workspace, sanitize};
use crate::domain::advice::Wording;
use crate::domain::context::briefing::{Caps, Parts, briefing};
use crate::domain::private::EntryKind;
use crate::domain::secrets::Clean;
use crate::domain::text::first_paragraph;

/// The longest line, in characters.
const LINE: usize = 240;
/// More commits fit on no page.
const COMMITS: usize = 10_000;
/// So many paths of changes that are not committed are named.
const PATHS: usize = 8;

/// Makes a briefing; beside it what is wrong with what it was made from, one line each. `messages`
/// is what was said, one message a line; where it is not given, the last steps of the private log
/// are.
///
/// # Errors
/// Where memory or git cannot be read.
pub fn make(
    workspace: &Workspace,
    messages: Option<&str>,
    caps: Caps,
    wording: Wording,
    progress: &dyn Fn(usize, usize),
) -> Result<(Clean, Vec<Clean>), Error> {
    let guard = workspace.guard()?;
    let line = |text: &str| sanitize::line(guard, text, LINE).into_string();
    let Gist {
        facts,
        records,
        lines,
        faults,
    } = gist(workspace, caps.lines, progress)?;
    let others = facts.len();
    let memory = facts.iter().chain(&lines).map(|text| line(text)).collect();
    let messages = match messages {
        // A secret may take several lines.
        Some(text) => guard
            .redact(text)
            .lines()
            .map(line)
            .filter(|line| !line.is_empty())
            .collect(),
        None => steps(workspace, caps.messages)?,
    };
    let changes = changes(workspace, caps.changes)?
        .iter()
        .map(|text| line(text))
        .collect();
    Ok((
        guard.redact(&briefing(
            &Parts {
                memory,
                records,
                others,
                changes,
                messages,
            },
            caps,
            wording,
        )),
        faults,
    ))
}

/// What changed: what is not committed in one line, then the last commits.
fn changes(workspace: &Workspace, most: usize) -> Result<Vec<String>, Error> {
    let mut changes = Vec::new();
    if workspace.repo.work_tree().is_ok() {
        let paths = workspace.repo.changed_files()?;
        let more = if paths.len() > PATHS {
            format!(" and {} more", paths.len() - PATHS)
        } else {
            String::new()
        };
        let named: Vec<&str> = paths.iter().take(PATHS).map(String::as_str).collect();
        changes.extend(
            (!named.is_empty()).then(|| format!("not committed: {}{more}", named.join(", "))),
        );
    }
    let commits = workspace
        .repo
        .last_commits(most.saturating_sub(changes.len()).min(COMMITS))?;
    changes.extend(
        commits
            .into_iter()
            .map(|commit| format!("{} {} {}", commit.id.short(), commit.day, commit.subject)),
    );
    Ok(changes)
}

/// The last steps of the private log, the oldest first.
fn steps(workspace: &Workspace, most: usize) -> Result<Vec<String>, Error> {
    let guard = workspace.guard()?;
    let mut steps = Vec::new();
    summary::each(workspace, |logged| {
        if steps.len() >= most {
            return ControlFlow::Break(());
        }
        let entry = &logged.entry;
        if matches!(entry.kind, EntryKind::Summary | EntryKind::Compaction) {
            let agent = entry
                .agent
                .as_deref()
                .map(|agent| format!("{agent}: "))
                .unwrap_or_default();
            let status = entry
                .status
                .map(|status| format!(" ({})", status.name()))
                .unwrap_or_default();
            let brief =
                sanitize::title_line(guard, &entry.title, &first_paragraph(&entry.body), LINE);
            steps.push(
                sanitize::line(guard, &format!("{agent}{}{status}", &*brief), LINE).into_string(),
            );
        }
        ControlFlow::Continue(())
    })?;
    steps.reverse();
    Ok(steps)
}
