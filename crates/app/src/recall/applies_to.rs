//! The files to which records apply: the answer of [`Applier`], asked from the other side.
//!
//! Candidates are files that something ties to a record: its paths, a citation, a commit, a name in
//! its text. Each is then asked about as any door would, so both sides say the same.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::evidence::citing::citing;
use crate::recall::applying::Applier;
use crate::recall::location::Location;
use crate::recall::open::with_index;
use crate::recall::why::of_view;
use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::source_citation::{CitedName, SourceCitation};
use git_memory_model::record::Record;
use git_memory_store::View;

/// Maximum number of files of one record that are looked at.
const FILES: usize = 500;

/// Candidates: the numbers of records by the path of a file.
type Candidates = BTreeMap<String, BTreeSet<usize>>;

/// For each of some records of a view, the tracked files to which it applies, sorted; `covered` are
/// the places in `files` that its paths cover.
pub(crate) fn applies_to(
    workspace: &Workspace,
    view: &View,
    files: &[String],
    records: &[(&Record, Vec<usize>)],
) -> Result<Vec<Vec<String>>, Error> {
    let mut candidates = Candidates::new();
    let mut add = |file: &str, record: usize| {
        candidates
            .entry(file.to_owned())
            .or_default()
            .insert(record);
    };
    for (nth, (_, covered)) in records.iter().enumerate() {
        for place in covered.iter().take(FILES) {
            add(&files[*place], nth);
        }
    }
    for file in citing(workspace, view, &[])? {
        for (nth, (record, _)) in records.iter().enumerate() {
            if file.citations.iter().any(|it| may_cite(it, record)) {
                add(&file.path, nth);
            }
        }
    }
    let by_path: HashMap<&str, usize> = records
        .iter()
        .enumerate()
        .map(|(nth, (record, _))| (record.path.as_str(), nth))
        .collect();
    with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let sources = of_view(workspace, index, view, None)?;
        let applier = Applier::new(workspace, &sources, view, false)?;
        let mut candidates = candidates.clone();
        for (file, record) in applier.mentions(files, &by_path)? {
            candidates.entry(file).or_default().insert(record);
        }
        let mut applying = vec![Vec::new(); records.len()];
        for (file, wanted) in &candidates {
            for found in applier.all(&[Location::of_file(file)], None)? {
                let nth = by_path.get(applier.path(found.at)?.as_str());
                if let Some(nth) = nth.filter(|nth| found.applies() && wanted.contains(nth)) {
                    applying[*nth].push(file.clone());
                }
            }
        }
        Ok(applying)
    })
}

/// True if a citation in a file may name a record.
fn may_cite(cited: &SourceCitation, record: &Record) -> bool {
    match &cited.name {
        CitedName::Record(citation) => citation.names(record),
        CitedName::File(name) => record.path.file_name().starts_with(name.as_str()),
    }
}
