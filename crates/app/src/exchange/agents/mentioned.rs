//! The files that a text takes in, each as one more file of the import, or why it is left out.

use super::given::{AgentFile, AgentFiles, mentioned};
use crate::exchange::import::{Outcome, Skipped};
use crate::workspace::Error;
use git_memory_import::agents::form::Form;
use git_memory_import::agents::mentions::{is_other, mentions};
use git_memory_store::given::{is_there, real};
use git_memory_text::limits;
use git_memory_text::path::{folder, resolved};

/// The files that a text includes.
#[derive(Default)]
pub(crate) struct Mentioned {
    pub(crate) files: Vec<AgentFile>,
    pub(crate) left_out: Vec<Outcome>,
}

/// Finds the files that a file's text takes in.
pub(crate) fn all_of(
    all: &AgentFiles,
    form: &Form,
    file: &AgentFile,
    text: &str,
) -> Result<Mentioned, Error> {
    let mut found = Mentioned::default();
    if !form.has_mentions {
        return Ok(found);
    }
    for name in mentions(text) {
        let Some(path) = resolved(folder(&file.path), name) else {
            found.leave(name, "it is outside of the project");
            continue;
        };
        let there = all.top.join(&path);
        // The name of a package looks the same.
        if !is_there(&there) || all.memory.holds(&path) {
            continue;
        }
        if let Some(why) = is_other(&path) {
            found.leave(&path, &format!("{why}, and the text goes on naming it"));
            continue;
        }
        if real(&there)? != all.top.join(&path) {
            found.leave(&path, "a symbolic link leads there");
            continue;
        }
        if file.depth == limits::INCLUDE_DEPTH {
            found.leave(
                &path,
                "it is included too deep, and the text goes on naming it",
            );
            continue;
        }
        let next = mentioned(all, form, &path, file.depth + 1);
        found.files.push(next);
    }
    Ok(found)
}

impl Mentioned {
    fn leave(&mut self, path: &str, why: &str) {
        self.left_out.push(Outcome {
            file: path.to_owned(),
            result: Err(Skipped::refused(why)),
            notes: Vec::new(),
        });
    }
}
