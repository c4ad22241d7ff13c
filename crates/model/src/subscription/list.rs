//! Changes of the list of parents in the text of the team's settings, line by line.

use super::{ParentName, SUBSCRIPTIONS, Subscription, Written};
use git_memory_text::yaml::{self, scalar};

impl Subscription {
    /// The lines of a new entry, with this indent.
    fn lines(&self, indent: &str) -> String {
        let of = |key: &str, value: &str| format!("{key}: {}\n", scalar(value, false));
        let mut lines = [
            format!("{indent}- {}", of("name", self.name.as_str())),
            format!("{indent}  {}", of("url", &self.url)),
            format!("{indent}  {}", of("commit", &self.commit)),
        ]
        .concat();
        if let Some(rev) = &self.rev {
            lines.extend([indent, "  ", &of("rev", rev)]);
        }
        if !self.folders.is_empty() {
            lines.extend([indent, "  folders:\n"]);
            for folder in &self.folders {
                let folder = scalar(&folder.to_string(), false);
                lines.extend([indent, "    - ", &folder, "\n"]);
            }
        }
        lines
    }
}

/// A change of the list.
#[derive(Clone, Copy, Debug)]
pub enum ListChange<'a> {
    /// A new entry.
    Add(&'a Subscription),
    /// An entry gets another commit.
    Pin(&'a ParentName, &'a str),
    /// An entry is taken out.
    Remove(&'a ParentName),
}

/// The text of the team's settings after a change of the list: all other lines stay. `None` if the
/// list is not written as an item with a line for each key, or does not have the entry.
#[must_use]
pub fn changed_list(config: &str, change: ListChange<'_>) -> Option<String> {
    let mut lines: Vec<&str> = config.split_inclusive('\n').collect();
    let is_key = |line: &&str| {
        let rest = line.strip_prefix(SUBSCRIPTIONS);
        rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
    };
    let Some(key) = lines.iter().position(is_key) else {
        let ListChange::Add(new) = change else {
            return None;
        };
        let end = if config.is_empty() || config.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        return Some(format!(
            "{config}{end}{SUBSCRIPTIONS}:\n{}",
            new.lines("  ")
        ));
    };
    let items = items(&lines, key + 1);
    let rest = lines[key].trim_end().strip_prefix(SUBSCRIPTIONS)?;
    let is_open = rest.trim_start().trim_start_matches(':').trim_start();
    if items.is_empty() || !(is_open.is_empty() || is_open.starts_with('#')) {
        return None;
    }
    let named = |name: &ParentName| {
        let mut found = items.iter().filter(|item| {
            let text = lines[item.start..item.end].concat();
            let read: Option<Vec<Written>> = yaml::read(&text).ok();
            matches!(read.as_deref(), Some([one]) if one.name == name.as_str())
        });
        found.next()
    };
    let text = match change {
        ListChange::Add(new) => {
            let last = items.last()?;
            let first = lines[last.start];
            let indent = " ".repeat(first.len() - first.trim_start().len());
            let end = if lines[last.end - 1].ends_with('\n') {
                ""
            } else {
                "\n"
            };
            let (before, after) = lines.split_at(last.end);
            [&before.concat(), end, &new.lines(&indent), &after.concat()].concat()
        }
        ListChange::Pin(name, commit) => {
            let item = named(name)?;
            let is_commit = |line: &&str| {
                let key = line.trim_start().trim_start_matches("- ").trim_start();
                key.starts_with("commit:")
            };
            let nth = lines[item.start..item.end].iter().position(is_commit)?;
            let line = lines[item.start + nth];
            let (key, old) = line.split_once("commit:")?;
            let comment = old.split_once(" #").map_or("", |(_, comment)| comment);
            let comment = comment.trim_end();
            let note = if comment.is_empty() { "" } else { " #" };
            let changed = format!("{key}commit: {}{note}{comment}\n", scalar(commit, false));
            lines[item.start + nth] = &changed;
            lines.concat()
        }
        ListChange::Remove(name) => {
            let item = named(name)?;
            let (start, end) = (item.start, item.end);
            // An empty list would be no list.
            let start = if items.len() == 1 { key } else { start };
            lines.drain(start..end);
            lines.concat()
        }
    };
    Some(text)
}

/// The lines of an item, from its first to the one after its last.
#[derive(Debug)]
struct ItemLines {
    start: usize,
    end: usize,
}

/// The items of the list whose first line is `from`.
fn items(lines: &[&str], from: usize) -> Vec<ItemLines> {
    let mut items: Vec<ItemLines> = Vec::new();
    let mut indent = None;
    for (nth, line) in lines.iter().enumerate().skip(from) {
        let words = line.trim_start();
        if words.trim_end().is_empty() || words.starts_with('#') {
            continue;
        }
        let own = line.len() - words.len();
        let is_item = words.starts_with("- ");
        match indent {
            None if is_item => indent = Some(own),
            Some(of_items) if own > of_items || (own == of_items && is_item) => {}
            _ => break,
        }
        if is_item && indent == Some(own) {
            items.push(ItemLines {
                start: nth,
                end: nth + 1,
            });
        } else if let Some(last) = items.last_mut() {
            last.end = nth + 1;
        }
    }
    items
}
