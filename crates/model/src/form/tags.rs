//! The tags of a document: in its front matter, in its header, or in a line of its own.

use serde_yaml::Mapping;

use super::fields::{self, Field};
use super::front_matter;
use super::markdown::Document;
use super::vocabulary::TAGS;
use git_memory_text::plain::plain;

/// A tag without the `#` that many programs write before it.
#[must_use]
pub fn tag(text: &str) -> &str {
    let text = text.trim();
    match text.strip_prefix('#') {
        // `#` alone, and `##`, are no sign of a tag.
        Some(name) if name.starts_with(char::is_alphanumeric) => name,
        _ => text,
    }
}

/// The tags that a text lists: between commas, or as words that begin with `#`.
#[must_use]
pub fn listed(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let are_signed = words.len() > 1 && words.iter().all(|word| is_signed(word));
    let parts = if are_signed {
        words
    } else {
        text.split([',', '，', ';']).collect()
    };
    let mut tags = Vec::new();
    for part in parts {
        let tag = tag(part.trim_end_matches(','));
        if !tag.is_empty() {
            tags.push(tag.to_owned());
        }
    }
    tags
}

/// The tags of a document: the first source that has some counts.
#[must_use]
pub fn told(front: &Mapping, document: &Document<'_>, fields: &[Field]) -> Vec<String> {
    if let Some(value) = front_matter::value(front, &["tags"]) {
        let texts = front_matter::texts(value);
        return match texts.as_slice() {
            [one] if value.is_string() => listed(one),
            _ => texts.iter().map(|text| tag(text).to_owned()).collect(),
        };
    }
    if let Some(value) = fields::value(fields, TAGS) {
        let value = value.trim_matches(['[', ']', ' ']);
        // Markup would take a `#` for a mark of its own.
        let is_marked = value.contains(['*', '`', '[', '_']);
        return listed(&if is_marked {
            plain(value)
        } else {
            value.to_owned()
        });
    }
    // Further down, such a line belongs to its section.
    let end = match document.headings.get(1) {
        Some(second) => second.start.min(fields::head_end(document)),
        None => fields::head_end(document),
    };
    for line in &document.lines[..end] {
        let mut words = line.text.split_whitespace().peekable();
        if !line.code && words.peek().is_some() && words.all(is_signed) {
            return listed(&line.text);
        }
    }
    Vec::new()
}

/// True for `#word`: a heading has a space after its sign, and `#12` is an issue.
fn is_signed(word: &str) -> bool {
    let word = word.trim_end_matches(',');
    let name = word.strip_prefix('#');
    name.is_some_and(|name| {
        name.starts_with(char::is_alphabetic)
            && name
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_found_in_each_form() {
        for (yaml, text, expected) in [
            ("tags: [a, '#b', 1.10]", "", "a|b|1.10"),
            ("tags: '#a #b'", "- Tags: c\n", "a|b"),
            ("tags: a, b c", "", "a|b c"),
            (
                "",
                "# T\n\n- Status: x\n- Tags: build, `tooling`\n",
                "build|tooling",
            ),
            ("", "# T\n\n**Tags:** #a, #b/c\n", "a|b/c"),
            ("", "# T\n\n#one #two\n\nText.\n", "one|two"),
            ("", "# T\n\n#12 is done\n\n## A\n\n#late\n", ""),
            ("", "#!shebang\n", ""),
        ] {
            let front = front_matter::parse(yaml).unwrap();
            let document = Document::parse(text);
            let found = told(&front, &document, &fields::read(&document));
            assert_eq!(found.join("|"), expected, "{yaml} {text}");
        }
    }
}
