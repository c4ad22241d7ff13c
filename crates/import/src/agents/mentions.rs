//! The files that a text takes in by `@path`, as Claude Code reads it: relative to the text's own
//! folder, and neither in code spans nor in blocks of code
//! (<https://code.claude.com/docs/en/memory#import-additional-files>).

use git_memory_model::form::refusal::other_page;
use git_memory_text::path::last;

/// Maximum number of files that one text takes in.
const MOST: usize = 100;

/// Names of files of agents, in small letters.
const OF_AGENTS: [&str; 4] = [
    "agents.md",
    "claude.md",
    "copilot-instructions.md",
    "gemini.md",
];
/// The most words of a sentence that only leads to a file.
const SHORT: usize = 30;

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

/// True if a text only leads to other files: beside its headings, each sentence consists of such
/// mentions, or is short and names a file of agents.
#[must_use]
pub fn only_leads(text: &str) -> bool {
    let mut sentences = sentences(text);
    sentences.retain(|words| !words.is_empty());
    !sentences.is_empty() && sentences.iter().all(|words| leads(words))
}

fn leads(words: &[&str]) -> bool {
    let names_file = || {
        let text = words.join(" ").to_lowercase();
        OF_AGENTS.iter().any(|name| text.contains(name))
    };
    words.iter().all(|word| path(word).is_some()) || (words.len() <= SHORT && names_file())
}

/// The words of each sentence and item of a text, without headings and comments.
fn sentences(text: &str) -> Vec<Vec<&str>> {
    let mut all = vec![Vec::new()];
    for line in text.lines().map(str::trim) {
        let is_mark = line.starts_with('#') || line.starts_with("<!--");
        if is_mark || line.is_empty() || line.starts_with(['-', '*']) {
            all.push(Vec::new());
        }
        // A mark of an item is no word.
        let is_word = |word: &&str| !is_mark && word.contains(char::is_alphanumeric);
        for word in line.split_whitespace().filter(is_word) {
            if let Some(last) = all.last_mut() {
                last.push(word);
            }
            if word.ends_with(['.', '!', ';']) {
                all.push(Vec::new());
            }
        }
    }
    all
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
    }

    #[test]
    fn a_text_that_only_leads_to_files_has_no_rule() {
        for text in [
            "@AGENTS.md\n\n@docs/a.md\n",
            "# Claude\n\n<!-- one source -->\nSee [the guide](./AGENTS.md).\n",
            "Read `AGENTS.md` for all\ninstructions.\n\n- @docs/a.md\n",
            "../CLAUDE.md",
        ] {
            assert!(only_leads(text), "{text}");
        }
        for text in [
            "",
            "# Title\n",
            "See @docs/a.md\n",
            "See @AGENTS.md. Run `make test`.\n",
            "@AGENTS.md\n\n- Use tabs.\n",
        ] {
            assert!(!only_leads(text), "{text}");
        }
    }
}
