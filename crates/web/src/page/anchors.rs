//! The names by which links lead to the headings of a text, as git hosts make them. Those of a page's
//! own parts are apart from them: a text that says 'Results' is no list of results.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, Tag, TagEnd};

/// Prefix of the names of headings.
const OF_TEXT: &str = "text-";

/// The name of each heading, in order.
pub(super) fn anchors(events: &[Event]) -> Vec<String> {
    let mut anchors = Vec::new();
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut heading: Option<String> = None;
    for event in events {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::Text(text) | Event::Code(text), Some(heading)) => heading.push_str(text),
            (Event::End(TagEnd::Heading(_)), Some(text)) => {
                let name = anchor(text);
                let count = counts.entry(name.clone()).or_default();
                anchors.push(match *count {
                    0 => name,
                    nth => format!("{name}-{nth}"),
                });
                *count += 1;
                heading = None;
            }
            _ => {}
        }
    }
    anchors
}

/// The name that the part of a link after `#` means.
pub(super) fn meant(part: &str) -> String {
    anchor(&percent_decode_str(part).decode_utf8_lossy())
}

fn anchor(heading: &str) -> String {
    let mut name = OF_TEXT.to_owned();
    for letter in heading.trim().to_lowercase().chars() {
        match letter {
            ' ' => name.push('-'),
            '-' | '_' => name.push(letter),
            letter if letter.is_alphanumeric() => name.push(letter),
            _ => {}
        }
    }
    name
}
