//! The newest entries as one bounded text, for the next step's prompt.

use super::Entry;
use crate::domain::date::rfc3339;
use crate::domain::text;

/// What stands where the text was cut.
const CUT: &str = "…\n";

/// The entries (each with its time, in seconds since 1970) as Markdown, in the order given, in at
/// most `most` characters. What does not fit is cut at the end.
#[must_use]
pub fn latest<'a>(entries: impl IntoIterator<Item = (&'a Entry, i64)>, most: usize) -> String {
    let mut whole = String::new();
    for (entry, time) in entries {
        if whole.chars().nth(most).is_some() {
            break;
        }
        let gap = if whole.is_empty() { "" } else { "\n" };
        whole.push_str(gap);
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
    let mut about: Vec<String> = labels
        .iter()
        .filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?)))
        .collect();
    about.extend(entry.status.map(|status| status.to_string()));
    about.push(rfc3339(time));
    // The body's headings go below the entry's own.
    let deeper = |line: &str| {
        if line.starts_with('#') {
            format!("#{line}\n")
        } else {
            format!("{line}\n")
        }
    };
    let body: String = entry.body.lines().map(deeper).collect();
    let gap = if body.is_empty() { "" } else { "\n" };
    let block = format!("## {}\n\n{}\n{gap}{body}", entry.title, about.join(" · "));
    block.chars().filter(|&c| !text::is_hidden(c)).collect()
}

fn cut(text: String, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text;
    }
    let mark = CUT.chars().count();
    if most < mark {
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
