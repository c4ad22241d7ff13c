//! The files of a view that checks are about, after the checks were run over them.

use std::collections::{BTreeSet, HashSet};

use super::rules::Ruling;
use crate::workspace::{Error, Workspace};
use git_memory_model::checks::scan::Hit;
use git_memory_model::record::Record;
use git_memory_store::{Memory, Ruled, Verified, View, ViewFile};

/// The files of a view, and which of them some checks are about.
pub(super) struct Tree<'r> {
    /// Sorted by path.
    pub(super) files: Vec<ViewFile>,
    pub(super) rulings: Vec<&'r Ruling<'r>>,
    /// The places of the files of each ruling, in the order of the rulings.
    covered: Vec<BTreeSet<usize>>,
}

/// The places of a file that break a check.
pub(super) struct Places<'t> {
    pub(super) file: &'t ViewFile,
    pub(super) hits: Vec<Hit>,
}

impl<'r> Tree<'r> {
    /// Lists the files of a view, and runs checks over those that are new. Records are not among
    /// these files: they may quote what they forbid.
    pub(super) fn read(
        workspace: &Workspace,
        view: &View,
        memory: &Memory,
        rulings: Vec<&'r Ruling<'r>>,
        verified: &mut Verified<'_>,
        progress: &dyn Fn(usize, usize),
    ) -> Result<Self, Error> {
        let store = workspace.store();
        let records: HashSet<&str> = memory.records.iter().map(|it| it.path.as_str()).collect();
        let folder = store.folder_at(view)?;
        let is_code = |path: &str| !folder.holds(path) && !records.contains(path);
        let files = store.files_of_view(view, &is_code)?;
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let mut rules: Vec<Vec<&_>> = vec![Vec::new(); files.len()];
        let mut covered = Vec::with_capacity(rulings.len());
        for ruling in &rulings {
            let among = ruling.check.coverage().among(&paths);
            for &nth in &among {
                rules[nth].push(&ruling.scanner);
            }
            covered.push(among);
        }
        let with_rules = files
            .iter()
            .zip(rules)
            .map(|(file, rules)| Ruled { file, rules });
        let with_rules: Vec<Ruled> = with_rules.filter(|it| !it.rules.is_empty()).collect();
        verified.run(&with_rules, progress)?;
        Ok(Self {
            files,
            rulings,
            covered,
        })
    }

    /// The numbers of the rulings that some place breaks.
    pub(super) fn broken(&self, verified: &Verified<'_>) -> Vec<usize> {
        let is_broken = |nth: &usize| !self.places(*nth, verified).is_empty();
        (0..self.rulings.len()).filter(is_broken).collect()
    }

    /// The places that break a ruling, by its number, in the order of the files.
    pub(super) fn places(&self, nth: usize, verified: &Verified<'_>) -> Vec<Places<'_>> {
        let mut places = Vec::new();
        for &file in &self.covered[nth] {
            let file = &self.files[file];
            let hits = verified.places(file.id, &self.rulings[nth].scanner);
            if let Some(hits @ [_, ..]) = hits {
                places.push(Places {
                    file,
                    hits: hits.to_vec(),
                });
            }
        }
        places
    }

    /// The number of files that a check is about.
    pub(super) fn count(&self) -> usize {
        let all: BTreeSet<usize> = self.covered.iter().flatten().copied().collect();
        all.len()
    }

    /// The records and numbers of checks that are about no file.
    pub(super) fn idle(&self) -> Vec<(Record, usize)> {
        let rulings = self.rulings.iter().zip(&self.covered);
        let idle = rulings.filter(|(_, covered)| covered.is_empty());
        idle.map(|(ruling, _)| (ruling.record.clone(), ruling.check.number))
            .collect()
    }

    /// The files over which a check could not be run, sorted.
    pub(super) fn unread(&self, verified: &Verified<'_>) -> Vec<String> {
        let mut unread = BTreeSet::new();
        for (ruling, covered) in self.rulings.iter().zip(&self.covered) {
            for &file in covered {
                let file = &self.files[file];
                if verified.places(file.id, &ruling.scanner).is_none() {
                    unread.insert(file.path.clone());
                }
            }
        }
        unread.into_iter().collect()
    }
}
