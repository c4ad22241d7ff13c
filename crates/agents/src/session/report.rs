//! A session in few words: what a private summary says of it.

use super::call::is_record;
use super::commands::{Failure, Mended, check_of};
use super::story::Story;
use git_memory_text::one_line;

/// The longest of each, in characters.
const TITLE: usize = 72;
const LINE: usize = 240;
const COMMAND: usize = 80;
const SAID: usize = 100;
const LAST: usize = 600;
/// The most of each.
const FILES: usize = 20;
const COMMITS: usize = 10;
const MENDED: usize = 5;
const RECORDS: usize = 10;
const FOLLOW_UPS: usize = 10;
/// Beginning of the line with a prompt.
const ASKED: &str = "asked: ";
/// Beginning of the line with the agent's last message.
const TOLD: &str = "said: ";
/// Beginning of the line with a failure that was mended.
const WORKED: &str = "failed, then worked: ";
/// End of the follow-up of a check that fails, behind the command in backticks.
const FAILS: &str = " fails";
/// Words by which a line of output says what went wrong.
const WRONG: [&str; 3] = ["error", "failed", "fatal"];

/// The report of a session; no line of it has a line break.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The first prompt.
    pub title: String,
    /// Prompts, the agent's last message, and failures that were mended.
    pub happened: Vec<String>,
    /// How much of what was asked after the first is not told.
    pub(super) forgotten: usize,
    /// Commits, records that were written, and other files that were changed.
    pub outputs: Vec<String>,
    /// Tasks that are to be done; one that was and is done now has `[x]` before it.
    pub follow_ups: Vec<String>,
}

impl Report {
    /// Returns the report of a story. Files are named from `top`, the work tree's folder, and those
    /// elsewhere not at all; `redact` takes the secrets out of a text. `open` are the follow-ups of
    /// earlier steps that are open.
    #[must_use]
    pub fn of(story: &Story, top: &str, open: &[String], redact: &dyn Fn(&str) -> String) -> Self {
        let short = |text: &str, most: usize| one_line(&redact(text), most);
        let mut report = Self::default();
        if let Some(first) = &story.first {
            report.title = short(first, TITLE);
            let line = format!("{ASKED}{}", short(first, LINE));
            report.happened.push(line);
        }
        report.forget(story.forgotten);
        for asked in &story.asked {
            let line = format!("{ASKED}{}", short(asked, LINE));
            report.happened.push(line);
        }
        if let Some(said) = &story.said {
            report.happened.push(format!("{TOLD}{}", short(said, LAST)));
        }
        for mended in newest(&story.commands.mended, MENDED) {
            report.happened.push(mended_line(mended, redact));
        }
        for commit in newest(&story.commands.commits, COMMITS) {
            let line = format!("commit {} {}", commit.id, short(&commit.subject, LINE / 2));
            report.outputs.push(line);
        }
        report.outputs.extend(changed(story, top, redact));
        for text in open {
            let is_passed = |check: String| story.commands.passed().any(|it| it == check);
            let is_done = match failing_command(text) {
                Some(command) => check_of(command).is_some_and(is_passed),
                None => story.tasks.done().any(|task| short(task, LINE) == *text),
            };
            if is_done {
                report.follow_ups.push(format!("[x] {text}"));
            }
        }
        for text in story.tasks.open() {
            report.follow_ups.push(short(text, LINE));
        }
        for failure in story.commands.failing() {
            report.follow_ups.push(still_fails(failure, redact));
        }
        report.follow_ups.truncate(FOLLOW_UPS);
        report
    }

    /// True if there was a step: something was changed, learned, left to do, or done at last.
    #[must_use]
    pub fn is_step(&self) -> bool {
        let has_learned = self.happened.iter().any(|line| line.starts_with(WORKED));
        has_learned || !self.outputs.is_empty() || !self.follow_ups.is_empty()
    }

    /// Counts what was asked after the first and is not told, and says so behind the first.
    fn forget(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        if self.forgotten > 0 {
            self.happened.remove(1);
        }
        self.forgotten += count;
        let line = format!("… and {} more", self.forgotten);
        self.happened.insert(1.min(self.happened.len()), line);
    }

    /// Leaves out what was asked after the first; not the last, which says what it came to.
    fn forget_oldest(&mut self) -> bool {
        let mut asked = Vec::new();
        for (nth, line) in self.happened.iter().enumerate() {
            if line.starts_with(ASKED) {
                asked.push(nth);
            }
        }
        let [_, oldest, _, ..] = asked.as_slice() else {
            return false;
        };
        self.happened.remove(*oldest);
        self.forget(1);
        true
    }

    /// Returns the report in at most so many bytes: the last lines of the longest list go first,
    /// but where that list tells what was asked, its oldest prompt goes.
    #[must_use]
    pub fn within(mut self, most: usize) -> Self {
        while self.bytes() > most {
            let others = [&self.outputs, &self.follow_ups].map(|list| bytes_of(list));
            let happened = bytes_of(&self.happened);
            if others.iter().all(|other| *other <= happened) && self.forget_oldest() {
                continue;
            }
            let lists = [&mut self.happened, &mut self.outputs, &mut self.follow_ups];
            let longest = lists.into_iter().max_by_key(|list| bytes_of(list));
            match longest {
                // The first line of each list is short enough to stay.
                Some(list) if list.len() > 1 => {
                    list.pop();
                }
                _ => break,
            }
        }
        self
    }

    fn bytes(&self) -> usize {
        let lists = [&self.happened, &self.outputs, &self.follow_ups];
        let lists: usize = lists.into_iter().map(|list| bytes_of(list)).sum();
        self.title.len() + lists
    }
}

/// The bytes of a list with the marks of its items and its heading.
fn bytes_of(list: &[String]) -> usize {
    let lines: usize = list.iter().map(|line| line.len() + 3).sum();
    lines + 20
}

fn newest<T>(items: &[T], most: usize) -> &[T] {
    &items[items.len().saturating_sub(most)..]
}

/// The records that were written, a line each, and the other files that were changed, on one.
fn changed(story: &Story, top: &str, redact: &dyn Fn(&str) -> String) -> Vec<String> {
    let mut named: Vec<&str> = Vec::new();
    for file in &story.files {
        let below = match file.strip_prefix(top) {
            Some(rest) if !top.is_empty() => rest.strip_prefix('/'),
            _ if file.starts_with(['/', '~']) || file.contains(":\\") => None,
            _ => Some(file.as_str()),
        };
        if let Some(below) = below
            && !below.starts_with("../")
            && !named.contains(&below)
        {
            named.push(below);
        }
    }
    let (records, mut named): (Vec<&str>, Vec<&str>) = named
        .into_iter()
        .partition(|file| is_record(&story.memory, file));
    let mut lines = Vec::new();
    for record in newest(&records, RECORDS) {
        lines.push(format!("recorded {}", one_line(&redact(record), LINE)));
    }
    if named.is_empty() {
        return lines;
    }
    let more = match named.len().saturating_sub(FILES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    named.truncate(FILES);
    let files = one_line(&redact(&named.join(", ")), 4 * LINE);
    lines.push(format!("changed {files}{more}"));
    lines
}

fn mended_line(mended: &Mended, redact: &dyn Fn(&str) -> String) -> String {
    let command = |text: &str| one_line(&redact(text), COMMAND).replace('`', "'");
    let failed = command(&mended.failure.command);
    let worked = command(&mended.worked);
    let mut line = format!("{WORKED}`{failed}`");
    if let Some(said) = said(&mended.failure, redact) {
        line.extend([" (", &said, ")"]);
    }
    if worked != failed {
        line.extend(["; `", &worked, "`"]);
    }
    line
}

fn still_fails(failure: &Failure, redact: &dyn Fn(&str) -> String) -> String {
    let command = one_line(&redact(&failure.command), COMMAND).replace('`', "'");
    format!("`{command}`{FAILS}")
}

/// The command of a follow-up that says that a check fails.
fn failing_command(follow_up: &str) -> Option<&str> {
    follow_up
        .strip_suffix(FAILS)?
        .strip_prefix('`')?
        .strip_suffix('`')
}

/// The line of a failure that says most.
fn said(failure: &Failure, redact: &dyn Fn(&str) -> String) -> Option<String> {
    // As a whole: a secret may take several lines.
    let output = redact(&failure.output);
    let mut lines = output.lines().filter(|line| !line.starts_with("Exit code"));
    let mut last = None;
    let telling = lines.find(|line| {
        last = Some(*line);
        let line = line.to_lowercase();
        WRONG.iter().any(|word| line.contains(word))
    });
    let line = one_line(telling.or(last)?, SAID);
    (!line.is_empty()).then_some(line)
}
