//! What is inside a line of AsciiDoc: links, references, pictures, emphasis.

use regex::Captures;

use crate::domain::import::pattern::{Pattern, compiled};

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
    let group = |name| parts.name(name).map(|part| part.as_str());
    if let Some(literal) = group("literal") {
        return format!("`{literal}`");
    }
    if let Some(target) = group("target") {
        return link(group("text").unwrap_or_default(), target);
    }
    if let Some(url) = group("url") {
        return link(group("title").unwrap_or_default(), url);
    }
    if let Some(place) = group("place") {
        let is_file = place.contains(".adoc") || place.contains(".asciidoc");
        return match (group("name"), is_file) {
            (text, true) => link(text.unwrap_or(place), place),
            // It leads to a section of this text.
            (Some(text), false) => text.to_owned(),
            (None, false) => place.to_owned(),
        };
    }
    if let Some(picture) = group("picture") {
        let words = group("words").unwrap_or_default();
        let words = words.split(',').next().unwrap_or_default();
        return format!("![{}]({picture})", words.trim_matches('"'));
    }
    if let Some(strong) = group("strong") {
        return format!("{}**{strong}**", group("before").unwrap_or_default());
    }
    if group("attribute").is_some() {
        return " ".to_owned();
    }
    String::new()
}

/// A link of Markdown. What follows a comma in its text says how a browser opens it.
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
