//! One entry in place of older ones of a run: their titles, outputs and open follow-ups,
//! bounded.

use std::collections::HashSet;

use super::summary::{FOLLOW_UP, HAPPENED, OUTPUTS, indented};
use super::{Entry, EntryKind, Status};
use crate::record::draft::sections;

// In characters. Three sections of this length fit into one entry (64 KiB) even if each character
// takes four bytes, so a compaction is never refused for its size.
const SECTION_LIMIT: usize = 5000;
// In characters. Without it, one item with a whole report in it would push all others out.
const ITEM_LIMIT: usize = 300;

/// The mark of a follow-up that is done, as GitHub and GitLab write task lists.
pub const DONE: &str = "[x]";

/// Content of a compaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compaction {
    /// Number of its steps, and the run that they belong to.
    pub title: String,
    /// The events, their results, and the open points: one section each.
    pub body: String,
}

/// Makes one entry of several, the oldest first; an earlier compaction among them is included.
/// `chain` is made of all entries of the chain: follow-ups that another run did are no longer open,
/// and those that these did for another run stay done.
#[must_use]
pub fn compaction(run: Option<&str>, entries: &[&Entry], chain: &FollowUps) -> Compaction {
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
        bounded(&follow_ups_in(entries, chain)),
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

/// Events of an entry: its title on one line; the lines of a compaction unchanged.
fn happened_in(entry: &Entry) -> Vec<String> {
    if entry.kind == EntryKind::Compaction {
        return entry.items(HAPPENED);
    }
    let mut line = String::new();
    if let Some(step) = &entry.step {
        line.extend([step.as_str(), ": "]);
    }
    line.push_str(&entry.title);
    // Nearly every step ends well: only other outcomes are worth their room.
    if let Some(status) = entry.status
        && status != Status::Ok
    {
        line.extend([" (", status.name(), ")"]);
    }
    vec![line]
}

/// The lines of a compaction's section: open follow-ups, and those that were done for another run.
fn follow_ups_in(entries: &[&Entry], chain: &FollowUps) -> Vec<String> {
    let own = follow_ups(entries);
    let is_foreign = |text: &String| {
        chain.all.contains(text) && !own.all.contains(text) && !chain.open.contains(text)
    };
    let mut lines: Vec<String> = own
        .done
        .iter()
        .filter(|text| is_foreign(text))
        .cloned()
        .collect();
    for line in &mut lines {
        line.insert_str(0, &format!("{DONE} "));
    }
    lines.extend(
        own.open
            .into_iter()
            .filter(|text| chain.open.contains(text)),
    );
    lines
}

/// Follow-ups of some entries.
#[derive(Debug, Default)]
pub struct FollowUps {
    /// Every text.
    pub all: HashSet<String>,
    /// Open ones, in order.
    pub open: Vec<String>,
    /// Ticked ones, and the titles of steps that are ok.
    done: Vec<String>,
}

/// The follow-ups of some entries, the oldest first. One is open until it is ticked off (`[x]`), or
/// a later step that is ok has its text as title.
#[must_use]
pub fn follow_ups(entries: &[&Entry]) -> FollowUps {
    let mut found = FollowUps::default();
    for entry in entries {
        if entry.status == Some(Status::Ok) {
            found.open.retain(|item| *item != *entry.title);
            found.done.push(entry.title.to_string());
        }
        for item in entry.items(FOLLOW_UP) {
            let FollowUp { text, is_done } = FollowUp::read(&item);
            // A repeated item moves to the end, where it is the last to be cut.
            found.open.retain(|known| known != text);
            if is_done {
                found.done.push(text.to_owned());
            } else {
                found.open.push(text.to_owned());
                found.all.insert(text.to_owned());
            }
        }
    }
    found
}

/// An item of the section of follow-ups, without its check box.
pub struct FollowUp<'a> {
    /// Its text, without the box.
    pub text: &'a str,
    is_done: bool,
}

impl<'a> FollowUp<'a> {
    /// Reads an item of the list.
    #[must_use]
    pub fn read(item: &'a str) -> Self {
        for (mark, is_done) in [(DONE, true), ("[X]", true), ("[ ]", false)] {
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

/// An item of at most the limit, with a mark at the cut.
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
        let whole = |entries: &[&Entry]| compaction(Some("r1"), entries, &follow_ups(entries));
        let compact = whole(&[&one, &two]);
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
        let again = whole(&[&earlier, &step("Ship it", "")]);
        assert_eq!(again.title, "3 steps of run r1, in short");
        assert!(
            again
                .body
                .contains("- s: Read it\n- s: Write it\n- s: Ship it\n")
                && again.body.contains("- Look again")
        );
    }

    #[test]
    fn work_of_one_run_for_another_stays_done() {
        let left = step("Look", "## Follow-up\n\n- Ask\n- Write it\n- Wait");
        let did = step("Write it", "## Follow-up\n\n- [x] Ask\n- [x] nobody's");
        let chain = follow_ups(&[&left, &did]);
        assert_eq!(chain.open, ["Wait"]);
        let first = compaction(None, &[&left], &chain);
        assert!(
            first.body.ends_with("## Follow-up\n\n- Wait\n"),
            "{}",
            first.body
        );
        let second = compaction(None, &[&did], &chain);
        assert!(
            second
                .body
                .ends_with("## Follow-up\n\n- [x] Write it\n- [x] Ask\n"),
            "{}",
            second.body
        );
    }

    #[test]
    fn it_is_bounded() {
        let many: Vec<Entry> = (0..2000)
            .map(|nth| step(&format!("Step {nth} {}", "x".repeat(500)), ""))
            .collect();
        let many: Vec<&Entry> = many.iter().collect();
        let body = compaction(None, &many, &follow_ups(&many)).body;
        assert!(body.chars().count() < SECTION_LIMIT + 100);
        assert!(
            body.contains("… and 19") && body.contains("Step 1999"),
            "{}",
            &body[..200]
        );
    }
}
