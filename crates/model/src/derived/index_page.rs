//! `index.md`: links to every active record, scope by scope. Its promises are in
//! docs/contract.md, section 4.

use std::collections::{BTreeMap, HashMap};

use crate::kind::{Kind, Lifecycle};
use crate::record::{Name, Record};
use crate::scope::Scope;
use git_memory_guard::{Assembly, Clean};
use git_memory_text::path::MemoryFolder;

/// The text of the file, which lies in the folder of memory. Scopes are sorted with `project` first, records by title, then by id.
#[must_use]
pub fn index_page(records: &[Record], memory: &MemoryFolder) -> Clean {
    let records: Vec<&Record> = records.iter().filter(|it| !it.is_about_folder()).collect();
    let by_id: HashMap<&Name, &Record> = records
        .iter()
        .map(|record| (&record.header.id, *record))
        .collect();
    let mut scopes: BTreeMap<(bool, &Scope), Vec<&Record>> = BTreeMap::new();
    // Always there, so that an empty memory has a page that leads to its summary.
    let project = Scope::project();
    scopes.insert((false, &project), Vec::new());
    for &record in &records {
        let scope = &record.header.scope;
        scopes
            .entry((!scope.is_project(), scope))
            .or_default()
            .push(record);
    }
    let mut out = Assembly::with_capacity(records.len() * 128 + 512);
    out.literal("---\nokf_version: \"0.2\"\ntitle: Memory index\nderived: true\nrecords: ");
    out.number(records.len());
    out.literal("\n---\n\n<!-- Rebuilt by `git memory refresh`; changes made here are lost. -->\n");
    for ((_, scope), mut records) in scopes {
        // By path at last: two records may have one id until 'check' is listened to, and the page
        // must be the same on every machine.
        records
            .sort_unstable_by_key(|record| (&record.header.title, &record.header.id, &record.path));
        out.literal("\n# Scope: ");
        out.token(scope);
        out.literal("\n");
        if scope.is_project() {
            out.literal("\n[Summary](summary.md)\n");
        }
        sections(&mut out, memory, &records, &by_id);
    }
    out.finish()
}

fn sections(
    out: &mut Assembly,
    memory: &MemoryFolder,
    records: &[&Record],
    by_id: &HashMap<&Name, &Record>,
) {
    let mut decisions = Vec::new();
    let mut loops = Vec::new();
    let mut others: Vec<&Record> = Vec::new();
    let mut retired = Vec::new();
    for &record in records {
        let lifecycle = record.lifecycle();
        if !lifecycle.is_current() {
            retired.push(record);
        } else if record.kind() == Some(Kind::OPEN_LOOP) {
            loops.push(record);
        } else if record.kind() == Some(Kind::DECISION) && lifecycle == Lifecycle::Current {
            decisions.push(record);
        } else {
            others.push(record);
        }
    }
    section(out, memory, "\n## Active decisions\n\n", &decisions);
    section(out, memory, "\n## Open questions\n\n", &loops);
    if !others.is_empty() {
        out.literal("\n## Other active records\n");
    }
    for kind in Kind::all() {
        let of_kind = of_kind(&others, Some(kind));
        if !of_kind.is_empty() {
            out.literal("\n### ");
            out.literal(kind.plural());
            section(out, memory, "\n\n", &of_kind);
        }
    }
    section(
        out,
        memory,
        "\n### without a kind\n\n",
        &of_kind(&others, None),
    );
    if !retired.is_empty() {
        out.literal("\n## Superseded and archived\n\n");
    }
    for record in retired {
        entry(out, memory, record);
        for id in &record.header.superseded_by {
            if let Some(successor) = by_id.get(id) {
                out.literal(" → ");
                link(out, memory, successor);
            }
        }
        out.literal("\n");
    }
}

fn of_kind<'a>(records: &[&'a Record], kind: Option<Kind>) -> Vec<&'a Record> {
    let mut of_kind = records.to_vec();
    of_kind.retain(|record| record.kind() == kind);
    of_kind
}

/// A heading with the records below it; empty if there are no records.
fn section(out: &mut Assembly, memory: &MemoryFolder, heading: &'static str, records: &[&Record]) {
    if !records.is_empty() {
        out.literal(heading);
    }
    for record in records {
        entry(out, memory, record);
        out.literal("\n");
    }
}

fn entry(out: &mut Assembly, memory: &MemoryFolder, record: &Record) {
    out.literal("- ");
    link(out, memory, record);
    // A page is named by its path, which the link has.
    if let Some(id) = record.id() {
        out.literal(" `").token(id).literal("`");
    }
    // Most records have their kind's first status: it would be repeated on nearly every line.
    let default = Kind::default_status_of(record.kind());
    if record.header.status.as_str() != default {
        out.literal(" (");
        out.markdown(&record.header.status);
        out.literal(")");
    }
}

fn link(out: &mut Assembly, memory: &MemoryFolder, record: &Record) {
    out.literal("[");
    out.markdown(&record.header.title);
    out.literal("](");
    out.path_link(&record.path, memory);
    out.literal(")");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sample;

    fn record(path: &str, id: &str, title: &str, more: &str) -> Record {
        sample::record(path, id, title, more, "")
    }

    #[test]
    fn every_part_has_its_place() {
        let records = [
            record(
                "memory/decisions/b b.md",
                "dec-bbbbbb",
                "Use [B]",
                "status: active\nsupersedes: [dec-aaaaaa]",
            ),
            record(
                "memory/decisions/a.md",
                "dec-aaaaaa",
                "Use A",
                "status: superseded\nsuperseded_by: [dec-bbbbbb]",
            ),
            record(
                "memory/decisions/p.md",
                "dec-pppppp",
                "Perhaps",
                "status: proposed",
            ),
            record(
                "memory/open-loops/l.md",
                "loop-llllll",
                "Loop",
                "status: open",
            ),
            record(
                "memory/scopes/web/notes/n.md",
                "note-nnnnnn",
                "Note",
                "status: active",
            ),
        ];
        let expected = "\
# Scope: project

[Summary](summary.md)

## Active decisions

- [Use \\[B\\]](decisions/b%20b.md) `dec-bbbbbb`

## Open questions

- [Loop](open-loops/l.md) `loop-llllll`

## Other active records

### decisions

- [Perhaps](decisions/p.md) `dec-pppppp` (proposed)

## Superseded and archived

- [Use A](decisions/a.md) `dec-aaaaaa` (superseded) → [Use \\[B\\]](decisions/b%20b.md)

# Scope: web

## Other active records

### notes

- [Note](scopes/web/notes/n.md) `note-nnnnnn`
";
        let page = index_page(&records, &MemoryFolder::default()).into_string();
        assert_eq!(page.split_once("-->\n\n").unwrap().1, expected);
        let mut turned = records.to_vec();
        turned.reverse();
        assert_eq!(
            index_page(&turned, &MemoryFolder::default()).into_string(),
            page
        );
    }
}
