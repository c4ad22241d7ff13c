//! The files that a text takes in by `@path`, as Claude Code reads it: relative to the text's own
//! folder, and neither in code spans nor in blocks of code
//! (<https://code.claude.com/docs/en/memory#import-additional-files>).

use crate::domain::import::refusal::other_page;
use crate::domain::path::last;

/// Maximum number of files that one text takes in.
const MOST: usize = 100;

/// The paths that a text mentions so, in order, each once.
#[must_use]
pub fn mentions(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let mut fence = None;
    for line in text.lines() {
        let start = line.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => {
                fence = Some(mark);
                continue;
            }
            (Some(open), Some(mark)) if open == mark => {
                fence = None;
                continue;
            }
            (Some(_), _) => continue,
            (None, None) => {}
        }
        // Every second part is in a code span.
        for prose in line.split('`').step_by(2) {
            for path in prose.split_whitespace().filter_map(path) {
                if found.len() < MOST && !found.contains(&path) {
                    found.push(path);
                }
            }
        }
    }
    found
}

fn path(word: &str) -> Option<&str> {
    let path = word.trim_start_matches('(').strip_prefix('@')?;
    let path = path.trim_end_matches([',', '.', ';', ':', ')', '!', '?']);
    // The name of a person has neither.
    path.contains(['/', '.']).then_some(path)
}

/// Whether a text has nothing but such mentions.
#[must_use]
pub fn is_all_mentions(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.all(|word| path(word).is_some())
}

/// The path of a file that a text in `folder` mentions, both from the same place; `None` where it
/// leads out of there.
#[must_use]
pub fn resolved(folder: &str, mentioned: &str) -> Option<String> {
    if mentioned.starts_with(['/', '~', '\\']) || mentioned.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in mentioned.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Why a file that a text takes in is not taken along; `None` for a page of instructions.
#[must_use]
pub fn is_other(path: &str) -> Option<&'static str> {
    if !path.to_lowercase().ends_with(".md") {
        return Some("it is not Markdown");
    }
    other_page(last(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_read_outside_of_code() {
        let text = "See @README.md, and (@docs/a.md).\n- `@not/this.md` but @x/y\n\
                    ```\n@no.md\n```\n@ann says @README.md\n";
        assert_eq!(mentions(text), ["README.md", "docs/a.md", "x/y"]);
        assert!(is_all_mentions("@AGENTS.md\n\n@docs/a.md\n"));
        assert!(!is_all_mentions("See @AGENTS.md\n"));
    }

    #[test]
    fn a_mention_stays_inside() {
        for (folder, path, expected) in [
            ("", "docs/a.md", Some("docs/a.md")),
            (".claude", "../b.md", Some("b.md")),
            ("a/b", "./c.md", Some("a/b/c.md")),
            ("", "../b.md", None),
            ("a", "../../b.md", None),
            ("", "/etc/passwd", None),
            ("", "~/.claude/x.md", None),
            ("", "C:/x.md", None),
        ] {
            assert_eq!(
                resolved(folder, path).as_deref(),
                expected,
                "{folder} {path}"
            );
        }
    }
}
