//! The files to which records apply: the answer of [`Applier`], asked from the other side.
//!
//! Candidates are the files that something could tie to a record. Each is then asked about as any
//! door would, so both sides say the same.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::recall::applying::Applier;
use crate::recall::location::Location;
use crate::recall::open::with_index;
use crate::recall::why::of_view;
use crate::workspace::{Error, Workspace};
use git_memory_model::record::Record;
use git_memory_store::View;

/// Maximum number of files of one record that are looked at.
const FILES: usize = 500;

/// The files to which a record applies.
#[derive(Clone, Debug, Default)]
pub(crate) struct AppliesTo {
    /// Sorted by path.
    pub(crate) files: Vec<String>,
    /// Number of files to which it may apply and that were not looked at.
    pub(crate) files_left: usize,
}

/// For each of some records of a view, those of all sorted files to which it applies; records are
/// no files of the project.
pub(crate) fn applies_to(
    workspace: &Workspace,
    view: &View,
    files: &[String],
    records: &[&Record],
) -> Result<Vec<AppliesTo>, Error> {
    let paths = records.iter().enumerate();
    let by_path: HashMap<&str, usize> = paths.map(|(nth, it)| (it.path.as_str(), nth)).collect();
    with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let sources = of_view(workspace, index, view, None)?;
        let applier = Applier::new(workspace, &sources, view, false)?;
        let mut all = vec![AppliesTo::default(); records.len()];
        let mut wanted: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let roots = workspace.store().roots()?;
        let is_record = |place: &usize| {
            let path = files[*place].parse();
            workspace.folder().holds(&files[*place])
                || path.is_ok_and(|it| roots.place(&it).is_some())
        };
        for (nth, mut places) in applier.candidates(files, records)?.into_iter().enumerate() {
            places.retain(|place| !is_record(place));
            all[nth].files_left = places.len().saturating_sub(FILES);
            for place in places.into_iter().take(FILES) {
                wanted.entry(place).or_default().insert(nth);
            }
        }
        for (place, wanted) in &wanted {
            let file = &files[*place];
            for found in applier.all(&[Location::of_file(file)], None)? {
                let nth = by_path.get(applier.path(found.at)?.as_str());
                if let Some(nth) = nth.filter(|nth| found.applies() && wanted.contains(nth)) {
                    all[*nth].files.push(file.clone());
                }
            }
        }
        Ok(all)
    })
}
