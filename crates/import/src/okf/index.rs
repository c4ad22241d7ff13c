//! The listing of an exported bundle: section 8 of the specification.

use super::{VERSION, VERSION_KEY, is_reserved};
use git_memory_guard::{Assembly, Clean};
use git_memory_model::kind::Kind;
use git_memory_model::record::Record;
use git_memory_text::path::MemoryFolder;

/// The line by which an import knows a bundle that was exported from a memory as a whole.
const MADE: &str = "<!-- Made by git-memory from all of the memory of a repository. -->";

/// True if a listing was made of a whole memory: by an export, or as its own index.
#[must_use]
pub fn is_of_memory(text: &str) -> bool {
    let mut lines = text.lines();
    lines.any(|line| line == MADE || line == "derived: true")
}

/// The listing of all records and pages: current ones below the name of their kind, by title. Their
/// paths are below the folder of memory, which becomes the bundle's root.
#[must_use]
pub fn listing(records: &[Record], memory: &MemoryFolder) -> Clean {
    let mut out = Assembly::with_capacity(records.len() * 200 + 200);
    out.literal("---\n");
    out.literal(VERSION_KEY);
    out.literal(": \"").literal(VERSION).literal("\"\n---\n\n");
    out.literal(MADE);
    out.literal("\n");
    let mut is_empty = true;
    for kind in Kind::all() {
        let mut of_kind: Vec<&Record> = records.iter().collect();
        of_kind.retain(|record| {
            record.is_current()
                && record.place.kind_of_page() == kind
                && !is_reserved(record.path.file_name())
        });
        if of_kind.is_empty() {
            continue;
        }
        is_empty = false;
        of_kind.sort_unstable_by_key(|record| (&record.header.title, &record.path));
        out.literal("\n# ").literal(kind.plural()).literal("\n\n");
        for record in of_kind {
            entry(&mut out, memory, record);
        }
    }
    if is_empty {
        out.literal("\n# records\n");
    }
    out.finish()
}

fn entry(out: &mut Assembly, memory: &MemoryFolder, record: &Record) {
    out.literal("* [");
    out.markdown(&record.header.title);
    out.literal("](");
    out.path_link(&record.path, memory);
    out.literal(")");
    if !record.header.abstract_line.as_str().is_empty() {
        out.literal(" - ");
        out.markdown(&record.header.abstract_line);
    }
    out.literal("\n");
}
