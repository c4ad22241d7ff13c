//! Memory in single lines, for a handover.

use crate::context::materials::Materials;
use crate::context::pack::view;
use crate::context::records::{RecordSource, Records};
use crate::context::request::ContextQuestion;
use crate::recall::{Sources, with_index};
use crate::workspace::{Error, Workspace};
use git_memory_guard::{Clean, redact};
use git_memory_model::context::pack::Section;
use git_memory_model::context::sanitize::without_sections;
use git_memory_text::markdown;

/// Sections of a summary with only links: they would be useless on one line.
const LINKS: [&str; 2] = ["Linked decisions", "Linked open loops"];

/// Memory in single lines.
#[derive(Clone, Default)]
pub(crate) struct Gist {
    /// The summary, a line for each of its sections.
    pub(crate) facts: Vec<String>,
    /// Number of current records in the sections of packs.
    pub(crate) records: usize,
    /// Some of them, the most useful first.
    pub(crate) lines: Vec<String>,
    /// Faults of its sources, one line each.
    pub(crate) faults: Vec<Clean>,
}

/// Returns the memory of the work tree (of HEAD in a bare repository) in lines, with about `most`
/// records.
pub(crate) fn gist(
    workspace: &Workspace,
    most: usize,
    progress: &dyn Fn(usize, usize),
) -> Result<Gist, Error> {
    let Some(view) = view(workspace, false)? else {
        return Ok(Gist::default());
    };
    let materials = Materials::summary_alone(workspace, &view)?;
    let facts = match &materials.summary {
        Some(summary) => facts(summary),
        None => Vec::new(),
    };
    with_index(workspace, view.revision(), progress, |index| {
        let source = RecordSource {
            view: &view,
            tracked: workspace.store().indexed(index, &view)?,
            feedback: String::new(),
            user: Vec::new(),
            usual: index.usual(),
            most,
            history: None,
            is_prompt: false,
            parents: Sources::default(),
        };
        let records = Records::choose(workspace, source, &ContextQuestion::default())?;
        let mut faults = materials.faults.clone();
        let lines = lines(&records, most, &mut faults);
        Ok(Gist {
            facts: facts.clone(),
            records: records.queues().iter().map(|queue| queue.current).sum(),
            lines,
            faults,
        })
    })
}

/// Lines of records, in turn one of each section, of decisions two; at least `most` of them
/// where there are as many.
fn lines(records: &Records, most: usize, faults: &mut Vec<Clean>) -> Vec<String> {
    let queues = records.queues();
    let counts: Vec<usize> = queues.iter().map(|it| it.count).collect();
    let decisions = queues
        .iter()
        .position(|it| it.section == Section::Decisions);
    let mut next = vec![0; counts.len()];
    let mut lines = Vec::new();
    // In turn, so that no section fills the whole page; decisions count twice, as everything else
    // follows from them.
    while lines.len() < most && next.iter().zip(&counts).any(|(nth, count)| nth < count) {
        for section in decisions.into_iter().chain(0..counts.len()) {
            match records.line(section, next[section]) {
                Ok(line) => lines.extend(line),
                // One unreadable file must not prevent a handover.
                Err(error) => faults.push(redact(&error.to_string())),
            }
            next[section] += 1;
        }
    }
    lines
}

/// A summary as lines: each heading of the second level with the text below it.
fn facts(page: &str) -> Vec<String> {
    let page = without_sections(page, &LINKS);
    let mut facts: Vec<String> = Vec::new();
    for part in markdown::parts(&page) {
        if let Some(heading) = part.heading
            && heading.level == 2
        {
            facts.push(format!("{}:", heading.title));
        }
        // Text above the first heading of the second level belongs to no fact.
        let Some(fact) = facts.last_mut() else {
            continue;
        };
        for line in part.body.lines() {
            if !line.trim().is_empty() {
                fact.push(' ');
                fact.push_str(line.trim());
            }
        }
    }
    facts
}
