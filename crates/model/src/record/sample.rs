//! Records for the tests of this crate and of those that use it.

#![expect(clippy::missing_panics_doc, reason = "a test fails by panicking")]

use std::sync::Arc;

use super::{Record, reading};
use crate::layout;
use git_memory_text::path::{MemoryFolder, RepoPath};

/// A record at a path, with `more` front matter lines and a body, as if its file had been read.
#[must_use]
pub fn record(path: &str, id: &str, title: &str, more: &str, body: &str) -> Record {
    let path: RepoPath = path.parse().unwrap();
    let place = Arc::new(layout::place(&MemoryFolder::default(), &path).unwrap());
    let text = format!(
        "---\nid: {id}\ntitle: '{title}'\nscope: {}\nupdated: 2026-01-01\n{more}\n---\n{body}",
        place.scope
    );
    Record {
        path,
        place,
        header: reading::read(text.as_bytes()).header.unwrap(),
    }
}
