//! The files that a record is about, in the terms of trees.

use git_memory_git::PathFilter;
use git_memory_guard::Clean;
use git_memory_text::path::MemoryFolder;
use git_memory_text::pathspec::{Coverage, Pathspec};

/// The pathspecs of a record.
pub struct Specs<'a> {
    coverage: Coverage<'a>,
    /// The literal beginning of each pathspec.
    prefixes: Vec<&'a str>,
    /// The beginnings of all paths that may fit.
    beginnings: Vec<&'a str>,
    memory: &'a MemoryFolder,
    /// True if records themselves are meant: a pathspec that covers everything is about the code.
    is_about_memory: bool,
}

/// True if some pathspecs name files.
pub fn names_files(paths: &[Clean]) -> bool {
    let mut specs = paths.iter().map(|path| Pathspec::parse(path));
    specs.any(|spec| !spec.is_exclude())
}

impl<'a> Specs<'a> {
    /// `None` where they name no files.
    pub fn of(paths: &'a [Clean], memory: &'a MemoryFolder) -> Option<Self> {
        let mut prefixes = Vec::new();
        for path in paths {
            let spec = Pathspec::parse(path);
            if !spec.is_exclude() {
                prefixes.push(spec.literal_prefix());
            }
        }
        if prefixes.is_empty() {
            return None;
        }
        Some(Self {
            coverage: Coverage::of(paths.iter().map(Clean::as_str)),
            // A path may look like pathspec magic.
            beginnings: prefixes.iter().copied().chain([":"]).collect(),
            is_about_memory: prefixes.iter().any(|it| memory.is_or_holds(it)),
            prefixes,
            memory,
        })
    }

    /// Returns the literal beginning of each pathspec.
    pub fn prefixes(&self) -> &[&'a str] {
        &self.prefixes
    }

    /// The folders below which every file is that they cover; empty for the top.
    pub fn folders(&self) -> Vec<&'a str> {
        let mut folders = Vec::new();
        for prefix in &self.prefixes {
            folders.push(prefix.rsplit_once('/').map_or("", |(folder, _)| folder));
        }
        folders
    }
}

impl PathFilter for Specs<'_> {
    fn has(&self, path: &str) -> bool {
        // This runs for each file of thousands of commits, and most are elsewhere.
        self.beginnings.iter().any(|it| path.starts_with(*it))
            && self.coverage.covers(path)
            && (self.is_about_memory || !self.memory.is_or_holds(path))
    }

    fn may_be_below(&self, folder: &str) -> bool {
        let is_of = |prefix: &&str| prefix.starts_with(folder) || folder.starts_with(*prefix);
        self.prefixes.iter().any(is_of)
            && (self.is_about_memory || !self.memory.is_or_holds(folder))
    }

    fn beginnings(&self) -> &[&str] {
        &self.beginnings
    }
}

/// Everything but the folder of memory.
pub struct Code<'a>(pub &'a MemoryFolder);

impl PathFilter for Code<'_> {
    fn has(&self, _: &str) -> bool {
        true
    }

    fn may_be_below(&self, folder: &str) -> bool {
        folder.strip_suffix('/') != Some(self.0.as_str())
    }
}
