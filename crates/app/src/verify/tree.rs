//! The files of a view that checks are about, after the checks were run over them.

use std::collections::{HashMap, HashSet};

use super::rules::{Kind, Ruling};
use crate::workspace::{Error, Workspace};
use git_memory_model::checks::scan::Hit;
use git_memory_model::record::Record;
use git_memory_store::{Memory, RuleSet, Ruled, Scan, Verified, View, ViewFile};

/// The files of a view, and which of them some checks are about.
pub(super) struct Tree<'r> {
    /// Sorted by path.
    pub(super) files: Vec<ViewFile>,
    pub(super) rulings: Vec<&'r Ruling<'r>>,
    /// The places that break each ruling, in the order of the rulings.
    places: Vec<Vec<Found>>,
    /// Number of the files that each ruling is about.
    covered: Vec<usize>,
    /// Number of files that a check is about.
    pub(super) count: usize,
    /// The files over which a check could not be run, sorted.
    pub(super) unread: Vec<String>,
}

/// The places of a file that break a check.
struct Found {
    /// Place of the file.
    file: usize,
    hits: Vec<Hit>,
}

/// The places of a file that break a check.
pub(super) struct Places<'t> {
    pub(super) file: &'t ViewFile,
    pub(super) hits: &'t [Hit],
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
        let mut tree = Self {
            places: rulings.iter().map(|_| Vec::new()).collect(),
            covered: vec![0; rulings.len()],
            rulings,
            files,
            count: 0,
            unread: Vec::new(),
        };
        tree.run(verified, progress)?;
        Ok(tree)
    }

    fn run(
        &mut self,
        verified: &mut Verified<'_>,
        progress: &dyn Fn(usize, usize),
    ) -> Result<(), Error> {
        let of_files = self.rulings_of_files();
        // Most files have the same rules as the one before.
        let mut numbers: HashMap<Vec<u64>, usize> = HashMap::new();
        let mut sets: Vec<RuleSet> = Vec::new();
        let mut with_rules: Vec<(usize, usize)> = Vec::new();
        for (file, rulings) in of_files.iter().enumerate() {
            if rulings.is_empty() {
                continue;
            }
            let path = &self.files[file].path;
            let scans = || {
                rulings
                    .iter()
                    .filter_map(|&nth| self.rulings[nth].scan_of(path))
            };
            let keys = scans().map(Scan::key).collect();
            let set = *numbers.entry(keys).or_insert_with(|| {
                sets.push(RuleSet::of(scans().collect()));
                sets.len() - 1
            });
            with_rules.push((file, set));
        }
        let ruled = with_rules.iter().map(|&(file, set)| Ruled {
            file: &self.files[file],
            rules: &sets[set],
        });
        let ruled: Vec<Ruled> = ruled.collect();
        let found = verified.run(&ruled, progress)?;
        self.count = ruled.len();
        for (&(file, _), broken) in with_rules.iter().zip(found) {
            let path = &self.files[file].path;
            // A rule without a place could not be run.
            if broken
                .as_ref()
                .is_none_or(|it| it.iter().any(|(_, hits)| hits.is_empty()))
            {
                self.unread.push(path.clone());
            }
            for (key, hits) in broken.into_iter().flatten() {
                for &nth in &of_files[file] {
                    let scan = self.rulings[nth].scan_of(path);
                    if !hits.is_empty() && scan.is_some_and(|scan| scan.key() == key) {
                        let hits = hits.clone();
                        self.places[nth].push(Found { file, hits });
                    }
                }
            }
        }
        Ok(())
    }

    /// The rulings that each file has to keep.
    fn rulings_of_files(&mut self) -> Vec<Vec<usize>> {
        let paths: Vec<&str> = self.files.iter().map(|file| file.path.as_str()).collect();
        let mut of_files: Vec<Vec<usize>> = vec![Vec::new(); self.files.len()];
        // Many checks are about the same files, and there may be a thousand of them.
        let mut known: HashMap<(Kind, Vec<&str>), Vec<usize>> = HashMap::new();
        for (nth, ruling) in self.rulings.iter().enumerate() {
            let name = (ruling.kind(), ruling.check.pathspecs().collect());
            let among = known.entry(name).or_insert_with(|| {
                if ruling.kind() == Kind::Nothing {
                    return Vec::new();
                }
                let among = ruling.check.coverage().among(&paths).into_iter();
                among
                    .filter(|&file| ruling.scan_of(paths[file]).is_some())
                    .collect()
            });
            for &file in &*among {
                of_files[file].push(nth);
            }
            self.covered[nth] = among.len();
        }
        of_files
    }

    /// The numbers of the rulings that some place breaks.
    pub(super) fn broken(&self) -> Vec<usize> {
        let is_broken = |nth: &usize| !self.places[*nth].is_empty();
        (0..self.rulings.len()).filter(is_broken).collect()
    }

    /// The places that break a ruling, by its number, in the order of the files.
    pub(super) fn places(&self, nth: usize) -> Vec<Places<'_>> {
        let places = self.places[nth].iter().map(|found| Places {
            file: &self.files[found.file],
            hits: &found.hits,
        });
        places.collect()
    }

    /// The records and numbers of checks that are about no file.
    pub(super) fn idle(&self) -> Vec<(Record, usize)> {
        let rulings = self.rulings.iter().zip(&self.covered);
        let idle = rulings.filter(|(ruling, covered)| {
            **covered == 0 && ruling.kind() != Kind::Nothing && !ruling.is_of_before
        });
        idle.map(|(ruling, _)| (ruling.record.clone(), ruling.check.number))
            .collect()
    }
}
