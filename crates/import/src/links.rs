//! The links of a Markdown text that moves: each keeps its target. Every other byte stays.

use std::ops::Range;

use pulldown_cmark::{BrokenLink, Event, LinkType, Options, Parser, Tag, TagEnd};

use git_memory_text::pattern::{Pattern, compiled};

/// Targets of links from the new place of their text.
pub trait Leading {
    /// The new target of a link; `None` if it leads to the same from everywhere.
    fn target(&self, target: &str) -> Option<String>;
    /// Target of `[ADR-0032]`, which nothing in the text defines.
    fn named(&self, words: &str) -> Option<String>;
}

/// A part of the text and its replacement.
struct Change {
    range: Range<usize>,
    text: String,
}

/// A link or a picture.
#[derive(Debug)]
struct Link {
    range: Range<usize>,
    /// End of the text between its brackets.
    inner_end: usize,
    /// Target of the link, if the text states it in the same place.
    target: Option<String>,
}

/// A part of the text, and a name or a target in it.
#[derive(Debug)]
struct Part {
    range: Range<usize>,
    says: String,
}

/// The links of a text, and the files that it names.
#[derive(Debug, Default)]
pub struct Links {
    /// Links that state their target in the same place, and pictures.
    own: Vec<Link>,
    html: Vec<Range<usize>>,
    definitions: Vec<Part>,
    /// Undefined links: `[ADR-0032]`.
    undefined: Vec<Part>,
    named: Vec<String>,
}

impl Links {
    /// Reads a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut found = Self::default();
        let mut undefined: Vec<Part> = Vec::new();
        let on_broken = |link: BrokenLink<'_>| {
            undefined.push(Part {
                range: link.span.clone(),
                says: link.reference.to_string(),
            });
            None
        };
        let parser = Parser::new_with_broken_link_callback(text, Options::empty(), Some(on_broken));
        let mut open: Vec<Link> = Vec::new();
        let mut events = parser.into_offset_iter();
        for (event, range) in events.by_ref() {
            if let Some(link) = open.last_mut()
                && !matches!(event, Event::End(_))
            {
                link.inner_end = link.inner_end.max(range.end);
            }
            match event {
                Event::Code(code) => found.name(&code),
                Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    ..
                }) => {
                    found.name(&dest_url);
                    open.push(begun(range, link_type, &dest_url));
                }
                Event::Start(Tag::Image {
                    link_type,
                    dest_url,
                    ..
                }) => open.push(begun(range, link_type, &dest_url)),
                Event::End(TagEnd::Link | TagEnd::Image) => {
                    let Some(link) = open.pop() else { continue };
                    if let Some(outer) = open.last_mut() {
                        outer.inner_end = outer.inner_end.max(link.range.end);
                    }
                    found.own.push(link);
                }
                Event::Html(_) | Event::InlineHtml(_) => found.html.push(range),
                _ => {}
            }
        }
        for (_, definition) in events.reference_definitions().iter() {
            found.definitions.push(Part {
                range: definition.span.clone(),
                says: definition.dest.to_string(),
            });
        }
        drop(events);
        found.undefined = undefined;
        found
    }

    /// Names in code spans and links, in order, each once: files, mostly.
    #[must_use]
    pub fn named(&self) -> &[String] {
        &self.named
    }

    fn name(&mut self, name: &str) {
        let is_name = name.contains(['/', '.']) && !name.contains(char::is_whitespace);
        // A text that names thousands is a list of files.
        if is_name && self.named.len() < 500 && !self.named.iter().any(|known| known == name) {
            self.named.push(name.to_owned());
        }
    }

    /// The text that was read, with its links changed.
    #[must_use]
    pub fn rewritten(&self, text: &str, leading: &dyn Leading) -> String {
        let mut changes: Vec<Change> = Vec::new();
        for link in &self.own {
            changes.extend(change_of_link(text, link, leading));
        }
        for range in &self.html {
            changes_of_html(text, range, leading, &mut changes);
        }
        for definition in &self.definitions {
            changes.extend(change_of_definition(text, definition, leading));
        }
        for name in &self.undefined {
            changes.extend(change_of_name(text, name, leading));
        }
        applied(text, changes)
    }
}

/// A link that begins here.
fn begun(range: Range<usize>, link_type: LinkType, target: &str) -> Link {
    Link {
        inner_end: range.start + 1,
        range,
        target: (link_type == LinkType::Inline).then(|| target.to_owned()),
    }
}

/// The text with changes made; of two that overlap, the first one.
fn applied(text: &str, mut changes: Vec<Change>) -> String {
    changes.sort_by_key(|change| change.range.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for change in changes {
        if change.range.start < at {
            continue;
        }
        out.push_str(&text[at..change.range.start]);
        out.push_str(&change.text);
        at = change.range.end;
    }
    out + &text[at..]
}

/// `[text](target)`.
fn change_of_link(text: &str, link: &Link, leading: &dyn Leading) -> Option<Change> {
    let target = leading.target(link.target.as_deref()?)?;
    let after = text.get(link.inner_end..link.range.end)?;
    // A label may end with brackets of its own that no event reports.
    let opening = after.find("](")? + 2;
    let written = written(after, opening)?;
    Some(Change {
        range: link.inner_end + written.start..link.inner_end + written.end,
        text: as_target(&target),
    })
}

/// `[label]: target`.
fn change_of_definition(text: &str, definition: &Part, leading: &dyn Leading) -> Option<Change> {
    let Part { range: span, says } = definition;
    let target = leading.target(says)?;
    let definition = text.get(span.clone())?;
    let opening = definition.find("]:")? + 2;
    let written = written(definition, opening)?;
    Some(Change {
        range: span.start + written.start..span.start + written.end,
        text: as_target(&target),
    })
}

/// `[ADR-0032]` or `[text][ADR-0032]`.
fn change_of_name(text: &str, name: &Part, leading: &dyn Leading) -> Option<Change> {
    let Part { range: span, says } = name;
    let written = text.get(span.clone())?;
    // A task of a list, or a complete link.
    if text[span.end..].starts_with(['(', '[', ':']) || !written.starts_with('[') {
        return None;
    }
    let target = as_target(&leading.named(says)?);
    let words = match written.find("][") {
        Some(end) => &written[..=end],
        None => written,
    };
    Some(Change {
        range: span.clone(),
        text: format!("{words}({target})"),
    })
}

/// Place of the target that follows at `from`: without spaces, title and `<>`.
fn written(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let start = from + rest.len() - rest.trim_start().len();
    let rest = &text[start..];
    if rest.starts_with('<') {
        return Some(start..start + rest.find('>')? + 1);
    }
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices() {
        match letter {
            _ if is_escaped => {}
            letter if letter.is_whitespace() => return Some(start..start + at),
            '(' => depth += 1,
            ')' if depth == 0 => return Some(start..start + at),
            ')' => depth -= 1,
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    Some(start..text.len())
}

/// A target as Markdown writes it.
fn as_target(target: &str) -> String {
    if target.contains([' ', '(', ')']) {
        return format!("<{target}>");
    }
    target.to_owned()
}

/// `<img src="…">`, `<a href="…">`.
fn changes_of_html(
    text: &str,
    range: &Range<usize>,
    leading: &dyn Leading,
    changes: &mut Vec<Change>,
) {
    static ATTRIBUTE: Pattern =
        compiled!(r#"(?i)\b(?:href|src)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')"#);
    let Some(html) = text.get(range.clone()) else {
        return;
    };
    for parts in ATTRIBUTE.captures_iter(html) {
        let Some(value) = parts.get(1).or(parts.get(2)) else {
            continue;
        };
        if let Some(target) = leading.target(value.as_str())
            // It would end the value.
            && !target.contains(['"', '\'', '<', '>'])
        {
            changes.push(Change {
                range: range.start + value.start()..range.start + value.end(),
                text: target,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rewritten(text: &str, leading: &dyn Leading) -> String {
        Links::of(text).rewritten(text, leading)
    }

    struct Moved;

    impl Leading for Moved {
        fn target(&self, target: &str) -> Option<String> {
            let is_relative = !target.contains(':') && !target.starts_with('#');
            is_relative.then(|| format!("../{target}"))
        }

        fn named(&self, words: &str) -> Option<String> {
            (words == "ADR-3").then(|| "3.md".to_owned())
        }
    }

    #[test]
    fn links_change_and_nothing_else() {
        for (text, expected) in [
            ("a [b](c.md#d \"T\") e", "a [b](../c.md#d \"T\") e"),
            (
                "![p](i/p.png) [x](https://h/y) [z](#z)",
                "![p](../i/p.png) [x](https://h/y) [z](#z)",
            ),
            ("[![p](i.png)](a.md)", "[![p](../i.png)](../a.md)"),
            ("[a `b]` c](<d e.md>)", "[a `b]` c](<../d e.md>)"),
            ("[a](b(1).md)", "[a](<../b(1).md>)"),
            (
                "[a][r] [r]\n\n[r]: b.md 'T'\n",
                "[a][r] [r]\n\n[r]: ../b.md 'T'\n",
            ),
            (
                "See [ADR-3], [it][ADR-3] and [ADR-4].",
                "See [ADR-3](3.md), [it](3.md) and [ADR-4].",
            ),
            (
                "`[a](b.md)`\n\n    [a](b.md)\n",
                "`[a](b.md)`\n\n    [a](b.md)\n",
            ),
            (
                "<img src=\"a.png\"> <a href='b.md'>",
                "<img src=\"../a.png\"> <a href='../b.md'>",
            ),
            ("[](a.md) [e]( b.md )", "[](../a.md) [e]( ../b.md )"),
            ("- [x] done [ADR-3]\n", "- [x] done [ADR-3](3.md)\n"),
        ] {
            assert_eq!(rewritten(text, &Moved), expected, "{text}");
        }
    }

    #[test]
    fn files_are_named_in_code_and_links() {
        let text = "`src/a.rs`, `x`, [b](../b.c), `a b/c`, `src/a.rs`\n\n```\nno/file\n```\n";
        assert_eq!(Links::of(text).named(), ["src/a.rs", "../b.c"]);
    }

    struct Nothing;

    impl Leading for Nothing {
        fn target(&self, _: &str) -> Option<String> {
            None
        }

        fn named(&self, _: &str) -> Option<String> {
            None
        }
    }

    proptest! {
        #[test]
        fn nothing_changes_where_nothing_moves(text in "(\\[|\\]|\\(|\\)|a|!|<|>|\"|\n|: |`|é|href=| ){0,40}") {
            prop_assert_eq!(rewritten(&text, &Nothing), text.clone());
            let _ = rewritten(&text, &Moved);
        }
    }
}
