//! Owners of files, as CODEOWNERS lists them, with the records about these files.

use std::collections::HashMap;

use super::{Known, Relation, Thing};
use crate::records::covered::files;
use crate::workspace::Error;
use git_memory_guard::{Clean, redact};
use git_memory_model::graph::Tie;
use git_memory_policy::owners::{OWNERS_FILES, OwnersLine, owners_lines, owning};
use git_memory_store::{TextFile, View};
use git_memory_text::limits;
use git_memory_text::pathspec::Coverage;

/// The file of owners that the work tree has.
pub(super) struct Owners {
    path: &'static str,
    lines: Vec<OwnersLine>,
}

impl Owners {
    /// Reads it; without one, no file has an owner.
    pub(super) fn of(known: &Known<'_>) -> Result<Option<Self>, Error> {
        for path in OWNERS_FILES {
            if let TextFile::Text(text) = known.workspace.store().page(&View::WorkTree, path)? {
                let lines = owners_lines(&text);
                if text.lines().count() > limits::OWNERS_LINES {
                    let most = limits::OWNERS_LINES;
                    let fault = format!("only the first {most} lines of {path} were read");
                    known.faults.borrow_mut().push(redact(&fault));
                }
                return Ok(Some(Self { path, lines }));
            }
        }
        Ok(None)
    }

    /// Relations of an owner: the lines that name it, and the current records about its files.
    pub(super) fn owned_by(&self, known: &Known<'_>, wanted: &str) -> Result<Vec<Relation>, Error> {
        let names = |line: &OwnersLine| line.owners.iter().any(|it| is_like(it, wanted));
        let lines = self.lines.iter().filter(|line| names(line));
        let mut relations: Vec<Relation> = lines
            .map(|line| self.relation(line, Tie::OwnedBy, &line.pattern))
            .collect();
        if relations.is_empty() {
            return Ok(relations);
        }
        let files = files(known.workspace, &View::WorkTree)?;
        // Several records have files in common.
        let mut owned: HashMap<usize, bool> = HashMap::new();
        let most = limits::PATH_COMPARISONS / self.lines.len();
        let mut is_cut = false;
        let mut is_owned = |nth: &usize| {
            if let Some(known) = owned.get(nth) {
                return *known;
            }
            if owned.len() == most {
                is_cut = true;
                return false;
            }
            let is_owned = owning(&self.lines, &files[*nth]).into_iter().any(names);
            owned.insert(*nth, is_owned);
            is_owned
        };
        for record in known.memory.records.iter().filter(|it| it.is_current()) {
            let paths = record.header.paths.iter().map(Clean::as_str);
            let covered = Coverage::of(paths).among(&files);
            if let Some(nth) = covered.into_iter().find(&mut is_owned) {
                let file = &files[nth];
                let why = vec![format!("its file {file} is, as {} says", self.path)];
                relations.push(Relation::of(record, Tie::OwnedBy, why));
            }
        }
        if is_cut {
            let fault = format!(
                "not all owners that {} gives to files were looked for",
                self.path
            );
            known.faults.borrow_mut().push(redact(&fault));
        }
        Ok(relations)
    }

    /// The lines that name the owners of a file.
    pub(super) fn of_file(&self, path: &str) -> Vec<Relation> {
        let mut relations = Vec::new();
        for line in owning(&self.lines, path) {
            if !line.owners.is_empty() {
                let owners = format!("its owners are {}", line.owners.join(", "));
                relations.push(self.relation(line, Tie::Names, &owners));
            }
        }
        relations
    }

    fn relation(&self, line: &OwnersLine, tie: Tie, why: &str) -> Relation {
        let (path, line) = (self.path.to_owned(), line.line);
        Relation {
            tie,
            of: Thing::Line { path, line },
            why: vec![why.to_owned()],
        }
    }
}

/// True if an owner is the wanted person.
pub(super) fn is_like(owner: &str, wanted: &str) -> bool {
    forms(owner).into_iter().any(|it| normal(it) == wanted)
}

/// The names of an owner, `NAME`, `@NAME` or `NAME <ADDRESS>`: all of it, the name, the address.
pub(super) fn forms(owner: &str) -> [&str; 3] {
    let (name, address) = owner.split_once('<').unwrap_or((owner, ""));
    [owner, name, address.trim_end().trim_end_matches('>')]
}

/// A person's name as it is compared.
pub(super) fn normal(name: &str) -> String {
    name.trim().trim_start_matches('@').to_lowercase()
}
