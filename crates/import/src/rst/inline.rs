//! The inside of a line of reStructuredText: literals, links, roles, footnotes.

use std::cell::Cell;

use regex::Captures;

use super::targets::Targets;
use git_memory_text::path;
use git_memory_text::pattern::{Pattern, compiled};

/// Turns lines into Markdown; it knows the targets of the links in the whole text.
pub(crate) struct Inline {
    targets: Targets,
    /// Number of earlier links without a name.
    anonymous: Cell<usize>,
}

impl Inline {
    pub(crate) fn of(text: &str) -> Self {
        Self {
            targets: Targets::of(text),
            anonymous: Cell::new(0),
        }
    }

    /// A line, or lines, as Markdown.
    pub(crate) fn markdown(&self, text: &str) -> String {
        // Letters are ASCII's and all characters beyond it that are not signs: the classes of
        // Unicode make a pattern of thousands of states, and each search clears room for all of
        // them.
        static MARKUP: Pattern = compiled!(
            r"(?x)
              `` (?<literal> .+? ) `` (?: [^`] | $ )
            | : (?<role> [a-zA-Z][0-9A-Za-z_:.+-]* ) : ` (?<content> [^`]+ ) `
            | ` (?<text> [^`]+ ) ` (?<reference> __? )?
            | \[ (?<note> \#?[0-9A-Za-zÀ-\u{1fff}\u{3040}-\u{10ffff}_.-]* | \* ) \]_
            | (?-u:\b) (?<word> [0-9A-Za-zÀ-\u{1fff}\u{3040}-\u{10ffff}]
                (?: [0-9A-Za-zÀ-\u{1fff}\u{3040}-\u{10ffff}_.-]*
                    [0-9A-Za-zÀ-\u{1fff}\u{3040}-\u{10ffff}] )? )
              (?<mark> __? ) (?: [^0-9A-Za-zÀ-\u{1fff}\u{3040}-\u{10ffff}_] | $ )
            | \\ (?<escaped> . )
            | (?<tag> < ) [A-Za-z/!]"
        );
        // Most lines are plain.
        if !text.contains(['`', '_', '\\', '<']) {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(parts) = MARKUP.captures_at(text, at) {
            let Some(whole) = parts.get(0) else { break };
            out.push_str(&text[at..whole.start()]);
            // Some alternatives look at one character more than they take.
            let (markdown, end) = self.piece(&parts, text);
            out.push_str(&markdown);
            at = end.max(whole.start() + 1).min(text.len());
            while !text.is_char_boundary(at) {
                at += 1;
            }
        }
        out.push_str(&text[at.min(text.len())..]);
        out
    }

    /// One match as Markdown, and the start of the rest of the text.
    fn piece(&self, parts: &Captures<'_>, text: &str) -> (String, usize) {
        let whole = parts.get(0).map_or(0..0, |whole| whole.range());
        let as_written = (text[whole.clone()].to_owned(), whole.end);
        if let Some(literal) = parts.name("literal") {
            return (code(literal.as_str()), literal.end() + 2);
        }
        if let (Some(role), Some(content)) = (parts.name("role"), parts.name("content")) {
            return (role_text(role.as_str(), content.as_str()), whole.end);
        }
        if let Some(content) = parts.name("text") {
            let markdown = match parts.name("reference") {
                Some(mark) => self.phrase(content.as_str(), mark.as_str()),
                None => code(content.as_str()),
            };
            return (markdown, whole.end);
        }
        if let Some(note) = parts.name("note") {
            let name = note.as_str().trim_start_matches('#');
            // `[#]_` gets its number automatically, which Markdown's notes do not.
            let name = if name.is_empty() { "note" } else { name };
            return (format!("[^{name}]"), whole.end);
        }
        if let (Some(word), Some(mark)) = (parts.name("word"), parts.name("mark")) {
            let named = self.targets.get(word.as_str());
            return match named {
                Some(target) => (link(word.as_str(), target), mark.end()),
                // A name of a program may end so; it is a link only if a target has that name.
                None => (text[whole.start..mark.end()].to_owned(), mark.end()),
            };
        }
        if let Some(escaped) = parts.name("escaped") {
            // An escaped space joins its neighbours.
            let letter = escaped.as_str().trim();
            let markdown = if letter.is_empty() {
                String::new()
            } else {
                format!("\\{letter}")
            };
            return (markdown, whole.end);
        }
        if let Some(tag) = parts.name("tag") {
            // Only Markdown would take it for HTML, and not show it.
            return ("\\<".to_owned(), tag.end());
        }
        as_written
    }

    /// `` `text <target>`_ ``, or a name that is defined elsewhere.
    fn phrase(&self, content: &str, mark: &str) -> String {
        if let Some((text, target)) = with_target(content) {
            if let Some(name) = target.strip_suffix('_') {
                return match self.targets.get(name.trim_matches('`')) {
                    Some(target) => link(text, target),
                    // A section of this text.
                    None => text.to_owned(),
                };
            }
            return link(text, target);
        }
        let target = if mark == "__" {
            let nth = self.anonymous.get();
            self.anonymous.set(nth + 1);
            self.targets.anonymous(nth)
        } else {
            self.targets.get(content)
        };
        match target {
            Some(target) => link(content, target),
            // It leads to a section of this text.
            None => content.to_owned(),
        }
    }
}

/// The text and the target of `text <target>`.
fn with_target(content: &str) -> Option<(&str, &str)> {
    let (text, target) = content.trim().strip_suffix('>')?.rsplit_once('<')?;
    let text = text.trim();
    // A bare `<target>` is its own text.
    Some((if text.is_empty() { target } else { text }, target.trim()))
}

/// A link of Markdown.
fn link(text: &str, target: &str) -> String {
    let text = text.replace(['[', ']', '\n'], " ");
    if target.contains([' ', '(', ')']) {
        return format!("[{}](<{target}>)", text.trim());
    }
    format!("[{}]({target})", text.trim())
}

fn code(text: &str) -> String {
    // A code span ends at the first mark of its own length.
    if text.contains('`') {
        return format!("`` {text} ``");
    }
    format!("`{text}`")
}

/// Markdown of a role such as ``:pep:`8` ``.
fn role_text(role: &str, content: &str) -> String {
    let (text, target) = match with_target(content) {
        Some((text, target)) => (Some(text), target),
        None => (None, content.trim()),
    };
    let shown = text.unwrap_or(target);
    let number = target.split_once('#').map_or(target, |(number, _)| number);
    match role.to_lowercase().as_str() {
        "pep" => match text {
            Some(text) => format!("[{text}](pep-{number:0>4}.rst)"),
            None => format!("[PEP {number}](pep-{number:0>4}.rst)"),
        },
        // An RFC of the IETF, never the project's own.
        "rfc" => {
            let own = format!("RFC {number}");
            let page = format!("https://www.rfc-editor.org/rfc/rfc{number}");
            link(text.unwrap_or(&own), &page)
        }
        // Of another site.
        "doc" if target.contains(':') => shown.to_owned(),
        "doc" => {
            let name = path::last(target);
            link(text.unwrap_or(name), &format!("{target}.rst"))
        }
        "download" => link(shown, target),
        "ref" | "numref" | "term" | "any" | "abbr" | "title" => {
            shown.trim_start_matches('!').to_owned()
        }
        "strong" => format!("**{content}**"),
        "emphasis" => format!("*{content}*"),
        "sup" | "superscript" | "sub" | "subscript" => content.to_owned(),
        // All other roles name code: a function, a class, a file.
        _ => code(shown.trim_start_matches(['~', '!', '.']).trim()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_the_same_in_markdown() {
        let text = "\n.. _site: https://example.org/a_b\n.. _`two words`: other.rst\n.. _alias: site_\n__ anon.rst\n";
        let inline = Inline::of(text);
        for (rst, expected) in [
            ("Use ``a_b`` and `x`.", "Use `a_b` and `x`."),
            ("``", "``"),
            (
                "See `the text <../0001.rst>`_.",
                "See [the text](../0001.rst).",
            ),
            (
                "See site_, `Two  words`_.",
                "See [site](https://example.org/a_b), [Two  words](other.rst).",
            ),
            (
                "alias_ and `this`__",
                "[alias](https://example.org/a_b) and [this](anon.rst)",
            ),
            (
                "`Some section`_ and snake_case and end_",
                "Some section and snake_case and end_",
            ),
            (
                ":pep:`8` and :pep:`the guide <8>`",
                "[PEP 8](pep-0008.rst) and [the guide](pep-0008.rst)",
            ),
            (
                ":doc:`../a/b` :ref:`here <x>` :class:`~a.B`",
                "[b](../a/b.rst) here `a.B`",
            ),
            (
                ":rfc:`2119`",
                "[RFC 2119](https://www.rfc-editor.org/rfc/rfc2119)",
            ),
            ("note [1]_ and [#a]_", "note [^1] and [^a]"),
            ("re\\ ``x``\\ s \\* Vec<T> é", "re`x`s \\* Vec\\<T> é"),
        ] {
            assert_eq!(inline.markdown(rst), expected, "{rst}");
        }
    }
}
