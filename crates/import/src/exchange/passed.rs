//! A file that a document passes on: its path and its text, and which paths are taken.

use serde::Deserialize;

use super::document;
use git_memory_model::layout::{self, Part};
use git_memory_text as text;
use git_memory_text::limits;
use git_memory_text::path::{BadPath, MEMORY, MemoryFolder, RepoPath};

const NAME_LIMIT: usize = 255;

/// A file that a document passes on.
#[derive(Debug, Deserialize)]
pub struct Passed {
    /// Its path, which begins with `memory/` in every document.
    pub path: String,
    /// The text to be written.
    pub content: String,
}

impl Passed {
    /// Reads an entry of the list `files`.
    ///
    /// # Errors
    /// The reason why it is not a file; the message may quote it.
    pub fn read(text: &str) -> Result<Self, String> {
        document::entry(text)
    }

    /// Its path in a folder of memory, and the part of memory that the path shows. With `takes_others`, it may belong to
    /// no part of memory.
    ///
    /// # Errors
    /// The reason why no such file is taken from a document.
    pub fn place(
        &self,
        memory: &MemoryFolder,
        takes_others: bool,
    ) -> Result<(RepoPath, Part), String> {
        let refused = |why: &str| Err(why.to_owned());
        let parsed: Result<RepoPath, BadPath> = self.path.parse();
        let path = parsed.map_err(|error| error.to_string())?;
        let below = path.as_str().strip_prefix(MEMORY);
        let Some(below) = below.and_then(|below| below.strip_prefix('/')) else {
            return refused("it is not in memory/");
        };
        let path = memory.path(below).map_err(|error| error.to_string())?;
        let names: Vec<&str> = path.as_str().split('/').collect();
        if path.as_str().len() > limits::IMPORTED_PATH_BYTES
            || names.iter().any(|name| name.len() > NAME_LIMIT)
        {
            return refused("its path is too long");
        }
        if text::hidden(path.as_str()).next().is_some()
            || path.as_str().contains(['\n', '\r', '\t'])
        {
            return refused("its path has hidden characters");
        }
        let part = layout::part(memory, &path);
        match part {
            Part::Private => refused("it is private by its path"),
            Part::Made => refused("git-memory makes this file itself"),
            Part::Other if !takes_others => refused("it is neither a record nor a page"),
            Part::Other if layout::is_hidden(&path) => refused("its name is hidden"),
            // git gives names of this kind a meaning of their own, and later versions may add some.
            Part::Record | Part::Rule | Part::Other if names.iter().any(|name| is_gits(name)) => {
                refused("a name in its path belongs to git")
            }
            Part::Record | Part::Rule | Part::Setting | Part::Other => Ok((path, part)),
        }
    }
}

/// True if git reads a name as its own, on file systems that fold case too.
fn is_gits(name: &str) -> bool {
    let start = name.get(..4);
    start.is_some_and(|start| start.eq_ignore_ascii_case(".git"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_records_and_pages_have_a_place() {
        let long = format!("memory/notes/{}.md", "x".repeat(255));
        let deep = format!(
            "memory/{}a.md",
            "x/".repeat(limits::IMPORTED_PATH_BYTES / 2)
        );
        let place = |path: &str| {
            Passed {
                path: path.to_owned(),
                content: String::new(),
            }
            .place(&MemoryFolder::default(), false)
        };
        for (path, why) in [
            ("", "empty"),
            ("/etc/passwd", "absolute"),
            ("memory/../x.md", "'..'"),
            ("docs/a.md", "memory/"),
            ("memoryx/a.md", "memory/"),
            ("memory/private/a.md", "private"),
            ("memory/notes/a.secret.md", "private"),
            ("memory/index.md", "itself"),
            ("memory/impressions.jsonl", "itself"),
            ("memory/recall-feedback.jsonl", "itself"),
            ("memory/notes/a.sh", "neither"),
            ("memory/notes/.gitignore", "neither"),
            ("memory/.GitFoo/a.md", "git"),
            ("memory/.git/a.md", "git"),
            ("memory/notes/a\u{1b}.md", "hidden"),
            ("memory/notes/a\nb.md", "hidden"),
            (long.as_str(), "too long"),
            (deep.as_str(), "too long"),
        ] {
            let refusal = place(path).unwrap_err();
            assert!(refusal.contains(why), "{path}: {refusal}");
        }
        assert_eq!(place("memory/決定/a.md").unwrap().1, Part::Record);
        assert_eq!(place("memory/rules/a.md").unwrap().1, Part::Rule);
        assert_eq!(place("memory/.gitignore").unwrap().1, Part::Setting);
    }

    proptest! {
        #[test]
        fn a_path_that_is_taken_is_one_of_memory(path in any::<String>()) {
            let passed = Passed { path, content: String::new() };
            if let Ok((path, _)) = passed.place(&MemoryFolder::default(), true) {
                prop_assert!(MemoryFolder::default().holds(path.as_str()));
            }
        }
    }
}
