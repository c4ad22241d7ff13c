//! Parents: other repositories whose memory is read with this one's. The team's settings list them
//! below `subscriptions`, each with the commit that is read.
//!
//! The list comes with any pull request: an address is refused here if git would take it for an
//! option, or would start a program for it.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde_yaml::Value as Yaml;

use crate::roots::Root;
use git_memory_text::yaml::{self, scalar};

/// The key of the team's settings.
pub const SUBSCRIPTIONS: &str = "subscriptions";
/// Folder of the refs that hold what was fetched of parents.
pub const UPSTREAM: &str = "refs/memory-upstream/";
/// The most parents of one repository, with those of its parents.
pub const PARENTS: usize = 16;
/// The most levels of parents above a repository.
pub const LEVELS: usize = 3;
/// The longest name, and the longest address, in bytes.
const NAME: usize = 40;
const ADDRESS: usize = 1000;
/// The most folders that are read beside a parent's memory.
const FOLDERS: usize = 20;
/// Protocols that git speaks without a program of its own for each.
const SCHEMES: [&str; 5] = ["https", "ssh", "git", "http", "file"];

/// The name of a parent: `org`; of a parent's parent: `org.base`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParentName(String);

/// A fault of a subscription, as a sentence about it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadSubscription(String);

/// A parent as the team's settings name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The name that its records have here.
    pub name: ParentName,
    /// The address as it is written: a URL, or a path from the top of the work tree.
    pub url: String,
    /// The commit that is read, in hexadecimal digits.
    pub commit: String,
    /// The branch or tag that updates follow; its HEAD without one.
    pub rev: Option<String>,
    /// The folders that are read beside its memory, in place of those that it names.
    pub folders: Vec<Root>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    url: String,
    commit: String,
    rev: Option<String>,
    #[serde(default)]
    folders: Vec<String>,
}

impl ParentName {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The ref that holds what was fetched of it.
    #[must_use]
    pub fn ref_name(&self) -> String {
        format!("{UPSTREAM}{self}")
    }

    /// The name of a ref below [`UPSTREAM`]; `None` for any other ref.
    #[must_use]
    pub fn of_ref(name: &str) -> Option<Self> {
        Self::of_levels(name.strip_prefix(UPSTREAM)?)
    }

    /// Reads a name of any level; `None` for a text that is none.
    #[must_use]
    pub fn of_levels(text: &str) -> Option<Self> {
        let parts = text.split('.');
        let mut names = parts.map(str::parse::<Self>);
        let first = names.next()?.ok()?;
        names.try_fold(first, |child, parent| Some(child.of(&parent.ok()?)))
    }

    /// The name of this parent's own parent.
    #[must_use]
    pub fn of(&self, parent: &Self) -> Self {
        Self(format!("{self}.{parent}"))
    }

    /// The name of the parent that the repository itself subscribes to.
    #[must_use]
    pub fn first(&self) -> &str {
        self.0.split('.').next().unwrap_or(&self.0)
    }

    /// Number of repositories between this parent and the repository, with the parent.
    #[must_use]
    pub fn level(&self) -> usize {
        self.0.split('.').count()
    }

    /// The name that a record or path of this parent has here.
    #[must_use]
    pub fn with(&self, name: &str) -> String {
        [&self.0, ":", name].concat()
    }
}

impl FromStr for ParentName {
    type Err = BadSubscription;

    fn from_str(text: &str) -> Result<Self, BadSubscription> {
        let begins_well = text.starts_with(|letter: char| letter.is_ascii_lowercase());
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        if begins_well && text.len() <= NAME && text.bytes().all(is_plain) {
            return Ok(Self(text.to_owned()));
        }
        let shown: String = text.chars().take(NAME).collect();
        Err(BadSubscription(format!(
            "'{shown}' is not the name of a parent: expected a-z, then a-z, 0-9 and '-', at most \
             {NAME} in all"
        )))
    }
}

impl fmt::Display for ParentName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Subscription {
    /// Reads an entry of the list.
    ///
    /// # Errors
    /// [`BadSubscription`] with its first fault.
    pub fn of_yaml(entry: &Yaml) -> Result<Self, BadSubscription> {
        let written = Written::deserialize(entry);
        let written = written.map_err(|error| BadSubscription(error.to_string()))?;
        let bad = |why: String| Err(BadSubscription(format!("'{}': {why}", written.name)));
        let name: ParentName = written.name.parse()?;
        if let Some(why) = fault_of_address(&written.url) {
            return bad(format!("its url {why}"));
        }
        if !is_commit(&written.commit) {
            return bad("its commit is not a whole commit id".to_owned());
        }
        if let Some(why) = written.rev.as_deref().and_then(fault_of_address) {
            return bad(format!("its rev {why}"));
        }
        if written.folders.len() > FOLDERS {
            return bad(format!("it has more than {FOLDERS} folders"));
        }
        let mut folders = Vec::new();
        for folder in &written.folders {
            match folder.parse() {
                Ok(root) => folders.push(root),
                Err(why) => return bad(format!("{why}")),
            }
        }
        Ok(Self {
            name,
            url: written.url,
            commit: written.commit,
            rev: written.rev,
            folders,
        })
    }

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

/// True if a text is the whole id of a commit, of either format.
#[must_use]
pub fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64)
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Why an address may not be given to git, as the rest of a sentence about it; `None` if it may.
#[must_use]
pub fn fault_of_address(url: &str) -> Option<&'static str> {
    if url.is_empty() || url.len() > ADDRESS {
        return Some("is empty, or longer than 1000 bytes");
    }
    if url.starts_with('-') {
        return Some("begins with '-', as an option does");
    }
    if url.contains(|letter: char| letter.is_control() || letter.is_whitespace()) {
        return Some("has white space or control characters");
    }
    // git starts a program of this name for it.
    if let Some((helper, _)) = url.split_once("::")
        && !helper.contains(['/', '['])
    {
        return Some("names a transport helper, which may start any program");
    }
    match url.split_once("://") {
        Some((scheme, _)) if !SCHEMES.contains(&scheme) => {
            Some("has a protocol that is not https, ssh, git, http or file")
        }
        _ => None,
    }
}

/// True if an address is a path here: git takes a colon before the first slash for the end of a
/// host's name.
#[must_use]
pub fn is_path(url: &str) -> bool {
    let host = url.split_once(':').map(|(host, _)| host);
    !url.contains("://") && host.is_none_or(|host| host.contains('/') || host.len() == 1)
}

/// A name for a parent, made of its address.
#[must_use]
pub fn name_of(url: &str) -> Option<ParentName> {
    let end = url.trim_end_matches('/').trim_end_matches(".git");
    let end = end.trim_end_matches('/');
    let last = end.rsplit(['/', ':', '\\']).next()?;
    let letters = last
        .chars()
        .map(|letter| match letter.to_ascii_lowercase() {
            plain if plain.is_ascii_alphanumeric() => plain,
            _ => '-',
        });
    let name: String = letters.collect();
    name.trim_matches(|letter: char| !letter.is_ascii_lowercase() && !letter.is_ascii_digit())
        .trim_start_matches(|letter: char| !letter.is_ascii_lowercase())
        .parse()
        .ok()
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

#[cfg(test)]
mod tests;
