//! Passages about a file in rules, and in the files from which agents read theirs: agents have these
//! anyway, and people who ask why should not miss them.

use std::cmp::Reverse;

use super::Applier;
use crate::recall::rules::{RuleText, rule_texts};
use crate::workspace::Error;
use git_memory_guard::Clean;
use git_memory_model::evidence::applying::{MAYBE, of_folder};
use git_memory_model::evidence::naming::{names_folder, names_path};
use git_memory_model::record::excerpt::naming_by;
use git_memory_text::one_line;
use git_memory_text::path::{is_below, last};
use git_memory_text::pathspec::covering;

/// Maximum number of guides.
const MOST: usize = 3;
/// The longest passage, in characters.
const LENGTH: usize = 500;

/// A rule, or a file of agents, that is about a file.
#[derive(Clone, Debug)]
pub struct Guide {
    /// Its path from the top.
    pub path: String,
    /// Its title.
    pub title: Clean,
    /// How it is about the file.
    pub why: String,
    /// The passage that names the file or a folder of it, else its beginning; on one line.
    pub passage: Clean,
}

/// A path by which a text may name a file, and if it is that of a folder.
type Name<'p> = (&'p str, bool);

impl Applier<'_> {
    /// The guides of a file in the work tree, those of the nearest folder first.
    pub(crate) fn guides(&self, path: &str) -> Result<Vec<Guide>, Error> {
        if self.files.revision().is_some() || path.is_empty() {
            return Ok(Vec::new());
        }
        let above = path.match_indices('/').map(|(at, _)| &path[..at]);
        let folders: Vec<&str> = [""].into_iter().chain(above).collect();
        let mut texts = rule_texts(self.workspace, self.sources.tracked(), &folders)?;
        texts.sort_by_key(|text| Reverse(text.folder.len()));
        let guard = self.workspace.guard()?;
        let mut guides = Vec::new();
        for text in texts.iter().filter(|text| text.path != path) {
            let Some((why, passage)) = self.told_by(text, path)? else {
                continue;
            };
            guides.push(Guide {
                path: text.path.clone(),
                title: guard.redact(&text.title),
                why,
                passage: guard.redact(&one_line(passage, LENGTH)),
            });
            if guides.len() == MOST {
                break;
            }
        }
        Ok(guides)
    }

    /// How a text is about a file, and what it says.
    fn told_by<'t>(
        &self,
        text: &'t RuleText,
        path: &str,
    ) -> Result<Option<(String, &'t str)>, Error> {
        let specs = text.paths.iter().map(String::as_str);
        let spec = covering(specs, path);
        if spec.is_none() && !text.paths.is_empty() {
            return Ok(None);
        }
        let covers = spec.map(|spec| format!("its path {spec} covers {path}"));
        for (name, is_folder) in self.names_of(path, &text.folder)? {
            let is_named = |text: &str| {
                if is_folder {
                    names_folder(text, name)
                } else {
                    names_path(text, name)
                }
            };
            if let Some((_, passage)) = naming_by(&text.body, is_named) {
                let end = if is_folder { "/" } else { "" };
                let names = || format!("its text names {name}{end}");
                return Ok(Some((covers.unwrap_or_else(names), passage)));
            }
        }
        Ok(covers.map(|covers| (covers, beginning(&text.body))))
    }

    /// The names that a text about a folder may have for a file: its path from the top or from that
    /// folder, its own name if no other file has it, then its folders, the nearest first; none of a
    /// folder that has much of the project.
    fn names_of<'p>(&self, path: &'p str, home: &str) -> Result<Vec<Name<'p>>, Error> {
        let from_home = |whole: &'p str| {
            let below = whole.strip_prefix(home)?.strip_prefix('/')?;
            (!below.is_empty()).then_some(below)
        };
        let mut names = vec![(path, false), (path, true)];
        names.extend(from_home(path).map(|below| (below, false)));
        if self.count_named(last(path))? == 1 {
            names.push((last(path), false));
        }
        for (end, _) in path.rmatch_indices('/') {
            let folder = &path[..end];
            if !home.is_empty() && !is_below(folder, home) {
                break;
            }
            let (files, all) = self.count_below(folder)?;
            if of_folder(files, all, 1) < MAYBE {
                break;
            }
            names.push((folder, true));
            names.extend(from_home(folder).map(|below| (below, true)));
        }
        Ok(names)
    }
}

/// A text without its heading.
fn beginning(body: &str) -> &str {
    let body = body.trim();
    match body.split_once('\n') {
        Some((heading, rest)) if heading.starts_with('#') => rest.trim_start(),
        _ => body,
    }
}
