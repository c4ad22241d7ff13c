//! One entry in place of older ones of a run: their titles, outputs and open follow-ups,
//! bounded.

use std::collections::HashSet;

use super::summary::{FOLLOW_UP, HAPPENED, OUTPUTS, indented};
use super::{Entry, EntryKind, Status};
use crate::domain::record::draft::sections;

// In characters. Three sections of this length fit into one entry (64 KiB) even where each
// character takes four bytes, so a compaction is never refused for its size.
const SECTION_LIMIT: usize = 5000;
// In characters. Without it, one item with a whole report in it would push all others out.
const ITEM_LIMIT: usize = 300;

/// What a compaction says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compaction {
    /// How many steps it is made of, and of which run.
    pub title: String,
    /// What happened, what came of it, and what is open: one section each.
    pub body: String,
}

/// Makes one entry of several, the oldest first; an earlier compaction among them is taken over.
#[must_use]
pub fn compaction(run: Option<&str>, entries: &[&Entry]) -> Compaction {
    let mut happened = Vec::new();
    let mut outputs = Vec::new();
    for entry in entries {
        happened.extend(happened_in(entry));
        outputs.extend(entry.items(OUTPUTS));
    }
    let of_run = match run {
        Some(run) => format!(" of run {run}"),
        None => String::new(),
    };
    let (done, results, follow_ups) = (
        bounded(&happened),
        bounded(&outputs),
        bounded(&open_follow_ups(entries)),
    );
    let mut parts = vec![
        (HAPPENED, done.as_str()),
        (OUTPUTS, results.as_str()),
        (FOLLOW_UP, follow_ups.as_str()),
    ];
    parts.retain(|(_, text)| !text.is_empty());
    Compaction {
        title: format!("{} steps{of_run}, in short", happened.len()),
        body: sections(parts),
    }
}

/// What an entry says happened: its title on one line; the lines of a compaction as they are.
fn happened_in(entry: &Entry) -> Vec<String> {
    if entry.kind == EntryKind::Compaction {
        return entry.items(HAPPENED);
    }
    let mut line = String::new();
    if let Some(step) = &entry.step {
        line.extend([step.as_str(), ": "]);
    }
    line.push_str(&entry.title);
    // Nearly every step ends well: only what did not is worth its room.
    if let Some(status) = entry.status
        && status != Status::Ok
    {
        line.extend([" (", status.name(), ")"]);
    }
    vec![line]
}

/// The follow-ups of some entries, the oldest first, that nobody has ticked off (`[x]`) or done: a
/// later step that is ok has that title.
#[must_use]
pub fn open_follow_ups(entries: &[&Entry]) -> Vec<String> {
    let mut open: Vec<String> = Vec::new();
    for entry in entries {
        if entry.status == Some(Status::Ok) {
            open.retain(|item| *item != *entry.title);
        }
        for item in entry.items(FOLLOW_UP) {
            let FollowUp { text, is_done } = FollowUp::read(&item);
            // Said again, it moves to the end, where it is the last to be cut.
            open.retain(|known| known != text);
            if !is_done {
                open.push(text.to_owned());
            }
        }
    }
    open
}

/// An item of the section of follow-ups, without its check box.
pub(crate) struct FollowUp<'a> {
    pub(crate) text: &'a str,
    is_done: bool,
}

impl<'a> FollowUp<'a> {
    pub(crate) fn read(item: &'a str) -> Self {
        // As GitHub and GitLab write task lists.
        for (mark, is_done) in [("[x]", true), ("[X]", true), ("[ ]", false)] {
            if let Some(text) = item.strip_prefix(mark) {
                let text = text.trim();
                return Self { text, is_done };
            }
        }
        Self {
            text: item.trim(),
            is_done: false,
        }
    }
}

/// A list of the items, each once, cut to the newest that fit.
fn bounded(items: &[String]) -> String {
    let mut seen = HashSet::new();
    let mut lines = Vec::new();
    let mut room = SECTION_LIMIT;
    let mut left_out = 0;
    // From the newest back. Once one has no room, no older one is taken, however short: the list
    // would have a gap in the middle that its last line does not tell of.
    for item in items.iter().rev() {
        if !seen.insert(item) {
            continue;
        }
        let line = format!("- {}\n", indented(&cut(item)));
        let length = line.chars().count();
        if left_out > 0 || length > room {
            left_out += 1;
        } else {
            room -= length;
            lines.push(line);
        }
    }
    if left_out > 0 {
        lines.push(format!("- … and {left_out} before\n"));
    }
    lines.reverse();
    lines.concat()
}

/// An item of at most the limit, with a mark where it was cut.
fn cut(item: &str) -> String {
    match item.char_indices().nth(ITEM_LIMIT) {
        Some((end, _)) => format!("{}…", &item[..end]),
        None => item.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(title: &str, body: &str) -> Entry {
        Entry::parse(&format!("{title}\n\n{body}\n\nStep-Id: s\nStatus: ok\n"), 1)
    }

    #[test]
    fn it_takes_over_what_is_still_worth_knowing() {
        let one = step(
            "Read it",
            "## Outputs\n\n- a.txt\n\n## Follow-up\n\n- Write it\n- Ask\n- Look again",
        );
        let two = step(
            "Write it",
            "## Outputs\n\n- a.txt\n- b.txt\n\n## Follow-up\n\n- [x] Ask",
        );
        let compact = compaction(Some("r1"), &[&one, &two]);
        assert_eq!(compact.title, "2 steps of run r1, in short");
        let body = "## What happened\n\n- s: Read it\n- s: Write it\n\n## Outputs\n\n- a.txt\n- b.txt\n\n\
                    ## Follow-up\n\n- Look again\n";
        assert_eq!(compact.body, body);

        let earlier = Entry::parse(
            &format!(
                "{}\n\n{}\n\nMemory-Kind: compaction\n",
                compact.title, compact.body
            ),
            1,
        );
        let again = compaction(Some("r1"), &[&earlier, &step("Ship it", "")]);
        assert_eq!(again.title, "3 steps of run r1, in short");
        assert!(
            again
                .body
                .contains("- s: Read it\n- s: Write it\n- s: Ship it\n")
                && again.body.contains("- Look again")
        );
    }

    #[test]
    fn it_is_bounded() {
        let many: Vec<Entry> = (0..2000)
            .map(|nth| step(&format!("Step {nth} {}", "x".repeat(500)), ""))
            .collect();
        let body = compaction(None, &many.iter().collect::<Vec<_>>()).body;
        assert!(body.chars().count() < SECTION_LIMIT + 100);
        assert!(
            body.contains("… and 19") && body.contains("Step 1999"),
            "{}",
            &body[..200]
        );
    }
}
