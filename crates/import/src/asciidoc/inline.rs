//! The inside of a line of AsciiDoc: links, references, pictures, emphasis.

use regex::Captures;

use git_memory_text::pattern::{Pattern, compiled};

/// A line as Markdown.
pub(crate) fn markdown(text: &str) -> String {
    static MARKUP: Pattern = compiled!(
        r"(?x)
          `\+? (?<literal> [^`]+? ) \+?`
        | (?: link | xref ) : (?<target> [^\s\[\]]+ ) \[ (?<text> [^\]]* ) \]
        | (?<url> https?:// [^\s\[\]<>]+ ) \[ (?<title> [^\]]* ) \]
        | << (?<place> [^<>,]+ ) (?: , \s* (?<name> [^<>]+ ) )? >>
        | image : :? (?<picture> [^\s\[\]]+ ) \[ (?<words> [^\]]* ) \]
        | (?<before> ^ | [\s(] ) \* (?<strong> [^\s*] (?: [^*]* [^\s*] )? ) \*
        | \[\[ [^\]]+ \]\] | \[\#[^\]]+\]
        | (?<attribute> \{ (?: nbsp | sp | empty | zwsp ) \} )"
    );
    if !text.contains(['`', '[', '<', '*', '{']) {
        return text.to_owned();
    }
    MARKUP.replace_all(text, piece).into_owned()
}

fn piece(parts: &Captures<'_>) -> String {
    // Empty if the match is another piece.
    let group = |name| parts.name(name).map_or("", |part| part.as_str());
    let (literal, target, url) = (group("literal"), group("target"), group("url"));
    let (place, picture, strong) = (group("place"), group("picture"), group("strong"));
    if !literal.is_empty() {
        format!("`{literal}`")
    } else if !target.is_empty() {
        link(group("text"), target)
    } else if !url.is_empty() {
        link(group("title"), url)
    } else if place.contains(".adoc") || place.contains(".asciidoc") {
        link(group("name"), place)
    } else if !place.is_empty() {
        // It leads to a section of this text.
        let name = group("name");
        if name.is_empty() { place } else { name }.to_owned()
    } else if !picture.is_empty() {
        let words = group("words");
        let words = words.split_once(',').map_or(words, |(words, _)| words);
        format!("![{}]({picture})", words.trim_matches('"'))
    } else if !strong.is_empty() {
        format!("{}**{strong}**", group("before"))
    } else if group("attribute").is_empty() {
        // A mark that names a place.
        String::new()
    } else {
        " ".to_owned()
    }
}

/// A link of Markdown. The text after a comma is about the browser.
fn link(text: &str, target: &str) -> String {
    let mut text = text.trim().trim_end_matches('^').trim();
    if let Some((words, _)) = text.split_once(", window=") {
        text = words;
    }
    let text = text.trim_matches('"').replace("**", "");
    if text.is_empty() {
        return format!("[{target}]({target})");
    }
    format!("[{text}]({target})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_the_same_in_markdown() {
        for (text, expected) in [
            ("Use `a_b` and *bold*.", "Use `a_b` and **bold**."),
            (
                "See link:../1/README.adoc[JEP-1].",
                "See [JEP-1](../1/README.adoc).",
            ),
            ("xref:0002-b.adoc#top[that]", "[that](0002-b.adoc#top)"),
            (
                "https://example.org[a site^] and https://example.org",
                "[a site](https://example.org) and https://example.org",
            ),
            (
                "<<0003-c.adoc#,other>>, <<here>>",
                "[other](0003-c.adoc#), here",
            ),
            ("image::a/b.png[A b, 200]", "![A b](a/b.png)"),
            ("2 * 3 * 4 [[x]]end", "2 * 3 * 4 end"),
        ] {
            assert_eq!(markdown(text), expected, "{text}");
        }
    }
}
