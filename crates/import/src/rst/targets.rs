//! Targets of the named links in a reStructuredText.

use std::collections::HashMap;

use git_memory_text::pattern::{Pattern, compiled};

/// The targets of links by name, and those of links without one, in order.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    named: HashMap<String, String>,
    anonymous: Vec<String>,
}

impl Targets {
    /// Reads every `.. _name: target` and `` `name <target>`_ `` of a text.
    pub(crate) fn of(text: &str) -> Self {
        static EXPLICIT: Pattern =
            compiled!(r"(?m)^[ \t]*\.\. _(?:`([^`\n]+)`|([^:\n`]+|__?)):[ \t]+(\S[^\n]*)$");
        static ANONYMOUS: Pattern = compiled!(r"(?m)^[ \t]*__ (\S+)[ \t]*$");
        static EMBEDDED: Pattern = compiled!(r"`([^`<]+)<([^<>`]+)>`_(?:[^_]|$)");
        let mut targets = Self::default();
        for parts in EXPLICIT.captures_iter(text) {
            let target = parts[3].trim().to_owned();
            match parts.get(1).or(parts.get(2)).map(|name| name.as_str()) {
                Some("_") | None => targets.anonymous.push(target),
                Some(name) => {
                    targets.named.insert(normal(name), target);
                }
            }
        }
        for parts in ANONYMOUS.captures_iter(text) {
            targets.anonymous.push(parts[1].to_owned());
        }
        for parts in EMBEDDED.captures_iter(text) {
            let name = normal(&parts[1]);
            targets.named.entry(name).or_insert(parts[2].to_owned());
        }
        targets
    }

    /// Target of a name; one name may stand for another.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        // Two names may stand for each other.
        const STEPS: usize = 4;
        let mut target = self.named.get(&normal(name))?;
        for _ in 0..STEPS {
            match target.strip_suffix('_') {
                Some(other) => target = self.named.get(&normal(other.trim_matches('`')))?,
                None => return Some(target),
            }
        }
        None
    }

    /// Target of the link without a name at this place (from 0).
    pub(crate) fn anonymous(&self, nth: usize) -> Option<&str> {
        self.anonymous.get(nth).map(String::as_str)
    }
}

/// A name in the form for comparing: case and white space make no difference.
fn normal(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}
