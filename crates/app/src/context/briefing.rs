//! A page to hand work over to another agent: `briefing`.

use crate::context::gist::{Gist, gist};
use crate::context::landed::landed_lines;
use crate::context::steps::step_line;
use crate::private::follow_ups::{self, OpenStep};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_git::ChangedFiles;
use git_memory_guard::{Clean, Guard, redact};
use git_memory_model::context::briefing::{Caps, Parts, briefing};
use git_memory_text::advice::Wording;

/// The longest line, in characters.
const LINE: usize = 240;
/// The maximum number of commits that are asked for: more fit on no page.
const COMMITS: usize = 10_000;
/// The maximum number of paths that are named of changes that are not committed.
const PATHS: usize = 8;

/// A briefing.
#[derive(Clone, Debug, Default)]
pub struct Briefing {
    /// The Markdown; empty where the caps leave no room for anything.
    pub text: Clean,
    /// Faults of its sources, one line each.
    pub faults: Vec<Clean>,
}

/// Makes a briefing. `messages` is the conversation, one message a line; where it is not given, the
/// last steps of the private log take its place. `wording` is how the door words advice.
pub fn make(
    workspace: &Workspace,
    messages: Option<&str>,
    caps: Caps,
    wording: Wording,
    progress: &dyn Fn(usize, usize),
) -> Result<Briefing, Error> {
    gather(workspace, messages, caps, progress)?.page(workspace, caps, wording)
}

/// Makes a briefing of at most `most` characters: of half as many lines, and again, where it has
/// more.
pub(crate) fn make_within(
    workspace: &Workspace,
    mut caps: Caps,
    most: usize,
    wording: Wording,
) -> Result<Briefing, Error> {
    let gathered = gather(workspace, None, caps, &|_, _| {})?;
    loop {
        let made = gathered.page(workspace, caps, wording)?;
        // Zero lines cannot get shorter.
        if caps.lines == 0 || made.text.chars().count() <= most {
            return Ok(made);
        }
        caps.lines /= 2;
    }
}

/// Parts of a briefing, and faults of their sources.
struct Gathered {
    parts: Parts,
    faults: Vec<Clean>,
}

impl Gathered {
    fn page(&self, workspace: &Workspace, caps: Caps, wording: Wording) -> Result<Briefing, Error> {
        let guard = workspace.guard()?;
        Ok(Briefing {
            text: guard.redact(&briefing(&self.parts, caps, wording)),
            faults: self.faults.clone(),
        })
    }
}

fn gather(
    workspace: &Workspace,
    messages: Option<&str>,
    caps: Caps,
    progress: &dyn Fn(usize, usize),
) -> Result<Gathered, Error> {
    // git looks for it while memory is read.
    let uncommitted = uncommitted(workspace);
    let guard = workspace.guard()?;
    let Gist {
        mut facts,
        records,
        lines,
        mut faults,
    } = gist(workspace, caps.lines, progress)?;
    if let Some(line) = workspace.left_out()? {
        faults.push(redact(&line));
    }
    // The page counts the records that it leaves out; lines of the summary do not count.
    let others = facts.len();
    facts.extend(lines);
    let messages = match messages {
        // Redacted as a whole: a secret may take several lines.
        Some(text) => {
            let clean = guard.redact(text);
            let mut messages = short_lines(guard, clean.lines());
            messages.retain(|line| !line.is_empty());
            messages
        }
        None => steps(workspace, caps.messages, &mut faults)?,
    };
    let changes = uncommitted.and_then(|them| changes(workspace, them, caps.changes));
    let changes = or_fault(changes, &mut faults);
    let parts = Parts {
        memory: short_lines(guard, facts.iter().map(String::as_str)),
        records,
        others,
        changes: short_lines(guard, changes.iter().map(String::as_str)),
        messages,
    };
    Ok(Gathered { parts, faults })
}

/// Lines of the page; where they cannot be read, the page names why and does without.
// A handover matters most when something is broken.
fn or_fault(lines: Result<Vec<String>, Error>, faults: &mut Vec<Clean>) -> Vec<String> {
    match lines {
        Ok(lines) => lines,
        Err(error) => {
            faults.push(redact(&error.to_string()));
            Vec::new()
        }
    }
}

fn short_lines<'a>(guard: &Guard, lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut short = Vec::new();
    for line in lines {
        short.push(sanitize::line(guard, line, LINE).into_string());
    }
    short
}

/// Starts the search for uncommitted changes; `None` without a work tree.
fn uncommitted(workspace: &Workspace) -> Result<Option<ChangedFiles>, Error> {
    let store = workspace.store();
    let has_work_tree = store.has_work_tree();
    let started = has_work_tree.then(|| store.staging().uncommitted_files());
    Ok(started.transpose()?)
}

/// Returns the changes: uncommitted files in one line, decisions of the base, then the last
/// commits.
fn changes(
    workspace: &Workspace,
    uncommitted: Option<ChangedFiles>,
    most: usize,
) -> Result<Vec<String>, Error> {
    let store = workspace.store();
    let mut changes = Vec::new();
    // Uncommitted changes come first: the next agent could overwrite them unknowingly.
    if let Some(uncommitted) = uncommitted {
        let paths = uncommitted.paths()?;
        let more = if paths.len() > PATHS {
            format!(" and {} more", paths.len() - PATHS)
        } else {
            String::new()
        };
        if !paths.is_empty() {
            let named = paths[..paths.len().min(PATHS)].join(", ");
            changes.push(format!("not committed: {named}{more}"));
        }
    }
    // Decisions on the base branch follow.
    changes.extend(landed_lines(workspace)?);
    let most = most.saturating_sub(changes.len()).min(COMMITS);
    for commit in store.history().last_commits(most)? {
        let id = commit.id.short();
        changes.push(format!("{id} {} {}", commit.day, commit.subject));
    }
    Ok(changes)
}

/// The last steps of the private log that can be read, the oldest first.
fn steps(
    workspace: &Workspace,
    most: usize,
    faults: &mut Vec<Clean>,
) -> Result<Vec<String>, Error> {
    let guard = workspace.guard()?;
    let mut newest = follow_ups::steps(workspace, most);
    for fault in workspace.take_private_faults() {
        faults.push(redact(&fault));
    }
    if let Some(error) = newest.fault {
        faults.push(redact(&error.to_string()));
    }
    // The oldest that left nothing to do make way for older ones that did.
    let mut over = newest.steps.len().saturating_sub(most);
    while over > 0
        && let Some(at) = newest.steps.iter().rposition(|step| step.open.is_empty())
    {
        newest.steps.remove(at);
        over -= 1;
    }
    newest.steps.truncate(most);
    // The log is read from its end, a page from its top.
    let oldest_first = newest.steps.iter().rev();
    Ok(oldest_first.map(|given| step(guard, given)).collect())
}

fn step(guard: &Guard, given: &OpenStep) -> String {
    let entry = &given.logged.entry;
    let mut text = String::new();
    if let Some(agent) = entry.agent.as_deref() {
        text = format!("{agent}: ");
    }
    let follow_ups = &given.open;
    let room = if follow_ups.is_empty() {
        LINE
    } else {
        LINE / 2
    };
    text.push_str(&step_line(guard, entry, room));
    if let Some(status) = entry.status {
        text.extend([" (", status.name(), ")"]);
    }
    if !follow_ups.is_empty() {
        text.extend(["; to do: ", &follow_ups.join("; ")]);
    }
    sanitize::line(guard, &text, LINE).into_string()
}
