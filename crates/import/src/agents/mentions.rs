//! The files that a text takes in by `@path`, as Claude Code reads it: relative to the text's own
//! folder, and neither in code spans nor in blocks of code
//! (<https://code.claude.com/docs/en/memory#import-additional-files>).

use git_memory_model::form::refusal::other_page;
use git_memory_text::path::last;

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

/// True if a text consists only of such mentions.
#[must_use]
pub fn is_all_mentions(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.all(|word| path(word).is_some())
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
}
