//! A transcript as a private summary: what came after the part that was summarized before.

use std::ops::ControlFlow;

use crate::private::summary::label;
use crate::private::{follow_ups, summary};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_agents::session::{Event, Report, Story, events, whole};
use git_memory_model::private::entry::Label;
use git_memory_model::private::summary::Summary;
use git_memory_store::Transcript;
use git_memory_text::path::MemoryFolder;

/// The most bytes of a summary's text: with title and trailers it stays within 4 KiB.
const BYTES: usize = 3_400;
/// The most entries of a chain that are looked through for an earlier part.
const ENTRIES: usize = 300;
/// Prefix of a part's name; the position of its last byte follows.
const PART: &str = "bytes-";

/// A transcript that was read.
pub(crate) struct Read {
    pub(crate) story: Story,
    /// Position of its end, in bytes.
    pub(crate) end: u64,
}

/// Reads a transcript whose beginning, up to a byte, was summarized before.
pub fn read(memory: &MemoryFolder, transcript: Transcript, told: u64) -> Result<Read, Error> {
    let mut story = Story::default();
    story.memory = memory.clone();
    let mut end = 0;
    // A transcript that has become shorter is a new one.
    let mut is_marked = told == 0 || told > transcript.size();
    let mut heed = |line: &[u8], line_end| {
        if !is_marked && line_end > told {
            story.mark();
            is_marked = true;
        }
        for event in events(line) {
            story.heed(event);
        }
        end = line_end;
    };
    if transcript.is_whole() {
        let bytes = transcript.bytes()?;
        let Some(whole) = whole(&bytes) else {
            return Err(transcript.unfit("is no session of Gemini CLI").into());
        };
        for (message, end) in whole.messages {
            heed(message, end as u64);
        }
        story.heed(Event::Named(whole.session));
    } else {
        transcript.each_line(heed)?;
    }
    if !is_marked {
        story.mark();
    }
    story.end();
    Ok(Read { story, end })
}

/// Summary of a story; `None` where it was no step.
pub(crate) fn made(
    workspace: &Workspace,
    run: &Label,
    agent: Option<&str>,
    read: &Read,
) -> Result<Option<Summary>, Error> {
    let open = if read.story.may_close() {
        follow_ups::open(workspace)?
    } else {
        Vec::new()
    };
    let guard = workspace.writing_guard()?;
    let files = workspace.store().work_files()?;
    let top = files.top().to_string_lossy().into_owned();
    let redact = |text: &str| sanitize::whole(guard, text).into_string();
    let report = Report::of(&read.story, &top, &open, &redact).within(BYTES);
    if !report.is_step() {
        return Ok(None);
    }
    let title = if report.title.is_empty() {
        "The session went on".to_owned()
    } else {
        report.title
    };
    let mut happened = String::new();
    for line in &report.happened {
        happened.extend(["- ", line, "\n"]);
    }
    Ok(Some(Summary {
        agent: match agent {
            Some(agent) => Some(label(agent)?),
            None => None,
        },
        title: Some(title),
        happened: Some(happened),
        outputs: report.outputs,
        follow_ups: report.follow_ups,
        ..Summary::new(run.clone(), label(&format!("{PART}{}", read.end))?)
    }))
}

/// The name under which the summaries of a session are kept.
pub(crate) fn run_of(session: &str) -> Result<Label, Error> {
    // Any text may be an id: what no label can be is cut down to one.
    let plain: String = session
        .chars()
        .filter(char::is_ascii_graphic)
        .take(80)
        .collect();
    label(&plain)
}

/// End of the part of the session's transcript that entries of the current branch summarize, in
/// bytes, by its newest entries.
pub(crate) fn told_by_chain(workspace: &Workspace, run: &Label) -> Result<u64, Error> {
    let (mut told, mut looked_at) = (0, 0);
    summary::each(workspace, |logged| {
        let entry = &logged.entry;
        if entry.run.as_deref() == Some(run.as_str()) {
            let step = entry.step.as_deref().unwrap_or_default();
            let part = step.strip_prefix(PART).map(str::parse);
            if let Some(Ok(part)) = part {
                told = part;
                return ControlFlow::Break(());
            }
        }
        looked_at += 1;
        if looked_at == ENTRIES {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    Ok(told)
}
