//! The newest entries as one bounded text, for the next step's prompt.

use super::Entry;
use git_memory_text as text;
use git_memory_text::date::rfc3339;

/// The mark at the end of a text that was cut.
const CUT: &str = "…\n";

/// The entries (each with its time, in seconds since 1970) as Markdown, in the order given, in at
/// most `most` characters. The rest is cut at the end.
#[must_use]
pub fn latest<'a>(entries: impl IntoIterator<Item = (&'a Entry, i64)>, most: usize) -> String {
    let mut whole = String::new();
    for (entry, time) in entries {
        // The rest would be cut away again, and a chain may have thousands of entries.
        if whole.chars().nth(most).is_some() {
            break;
        }
        if !whole.is_empty() {
            whole.push('\n');
        }
        whole.push_str(&block(entry, time));
    }
    cut(whole, most)
}

fn block(entry: &Entry, time: i64) -> String {
    let labels = [
        ("run", &entry.run),
        ("step", &entry.step),
        ("agent", &entry.agent),
    ];
    let mut about: Vec<String> = Vec::new();
    for (name, value) in labels {
        if let Some(value) = value {
            about.push(format!("{name} {value}"));
        }
    }
    about.extend(entry.status.map(|status| status.to_string()));
    about.push(rfc3339(time));
    let mut block = format!("## {}\n\n{}\n", entry.title, about.join(" · "));
    if !entry.body.is_empty() {
        block.push('\n');
    }
    for line in entry.body.lines() {
        // The body's headings go below the entry's own.
        if line.starts_with('#') {
            block.push('#');
        }
        block.push_str(line);
        block.push('\n');
    }
    // A model reads this: invisible text must not reach it.
    block.retain(|c| !text::is_hidden(c));
    block
}

fn cut(text: String, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text;
    }
    let mark = CUT.chars().count();
    if most < mark {
        // The beginning without its mark would look like the whole.
        return String::new();
    }
    let kept: String = text.chars().take(most - mark).collect();
    format!("{kept}{CUT}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(body: &str) -> Entry {
        Entry::parse(&format!("Did it\n\n{body}\n\nRun-Id: r1\nStatus: ok\n"), 1)
    }

    #[test]
    fn an_entry_is_a_section() {
        let text = latest(
            [
                (&entry("## Outputs\n\n- a\u{1b}[0m"), 0),
                (&Entry::parse("Two", 1), 0),
            ],
            1000,
        );
        let expected = "## Did it\n\nrun r1 · ok · 1970-01-01T00:00:00Z\n\n### Outputs\n\n- a[0m\n\n\
                        ## Two\n\n1970-01-01T00:00:00Z\n";
        assert_eq!(text, expected);
    }

    proptest! {
        #[test]
        fn it_is_never_longer_than_asked(body in "[a-zäß日#\n -]{0,200}", most in 0usize..400) {
            let entries = [entry(&body), entry(&body)];
            let text = latest(entries.iter().map(|entry| (entry, 0)), most);
            prop_assert!(text.chars().count() <= most);
        }
    }
}
