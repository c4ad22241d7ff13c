//! Meaning of a reference from one document to another: a record or page of memory.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::reference::{Reference, number_of, words_of};
use super::series;
use crate::record::Name;
use git_memory_text::path::{self, RepoPath};
use git_memory_text::slug;

/// A record or page that documents may refer to.
#[derive(Debug)]
pub struct Target {
    /// Its id, or its path.
    pub name: Name,
    /// The path of its file.
    pub path: RepoPath,
    /// The path of the document that it was made of, or its own.
    pub origin: String,
    /// Label of the numbered series: `adr`, `pep`.
    pub label: Option<String>,
    /// Number in the series.
    pub number: Option<u32>,
    /// Its title.
    pub title: String,
}

/// All of them.
#[derive(Debug, Default)]
pub struct Targets {
    all: Vec<Target>,
    by_origin: HashMap<String, usize>,
    by_stem: HashMap<String, Vec<usize>>,
    by_number: HashMap<u32, Vec<usize>>,
    /// Made when a reference is looked up by a name: most are file names and numbers.
    by_name: OnceLock<HashMap<String, Vec<usize>>>,
}

impl Targets {
    /// Some records and pages.
    #[must_use]
    pub fn new(targets: impl IntoIterator<Item = Target>) -> Self {
        let mut all = Self::default();
        for target in targets {
            let nth = all.all.len();
            let stem = called(&target.origin).to_lowercase();
            if let Some(number) = target.number {
                all.by_number.entry(number).or_default().push(nth);
            }
            all.by_stem.entry(stem).or_default().push(nth);
            all.by_origin.insert(target.origin.clone(), nth);
            all.all.push(target);
        }
        all
    }

    /// The record of the document at a path.
    #[must_use]
    pub fn at(&self, origin: &str) -> Option<&Target> {
        Some(&self.all[*self.by_origin.get(origin)?])
    }

    /// The record of the document that was at a path before: the one made of it, or the only one
    /// whose file has its name.
    #[must_use]
    pub fn moved(&self, path: &str) -> Option<&Target> {
        let by_name = || self.one(self.by_stem.get(&called(path).to_lowercase())?, path);
        self.at(path).or_else(by_name)
    }

    /// The record that a reference in the document at `origin` means, where it can mean only one.
    #[must_use]
    pub fn get(&self, reference: &Reference, origin: &str) -> Option<&Target> {
        match reference {
            Reference::Number(number) => self.numbered(*number, origin),
            _ => self.one(self.all_of(reference)?, origin),
        }
    }

    /// True if a reference may mean one of the records.
    #[must_use]
    pub fn has(&self, reference: &Reference) -> bool {
        self.all_of(reference).is_some()
    }

    /// The records that a reference may mean.
    fn all_of(&self, reference: &Reference) -> Option<&Vec<usize>> {
        match reference {
            Reference::File(name) => {
                let stem = called(name).to_lowercase();
                match self.by_stem.get(&stem) {
                    Some(found) => Some(found),
                    // `adr-0032.md` is a number and no more, whatever the file is called now.
                    None if is_number(&stem) => self.by_number.get(&number_of(name)?),
                    None => self.by_name().get(&slug(words_of(&stem))),
                }
            }
            Reference::Number(number) => self.by_number.get(number),
            Reference::Name(name) => self.by_name().get(&slug(name)),
        }
    }

    fn by_name(&self) -> &HashMap<String, Vec<usize>> {
        self.by_name.get_or_init(|| {
            let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
            for (nth, target) in self.all.iter().enumerate() {
                let stem = called(&target.origin).to_lowercase();
                for name in [slug(&target.title), slug(words_of(&stem))] {
                    // Only a number, or only signs.
                    if name.is_empty() {
                        continue;
                    }
                    let named = by_name.entry(name).or_default();
                    if named.last() != Some(&nth) {
                        named.push(nth);
                    }
                }
            }
            by_name
        })
    }

    /// The record with a number: in the series of the document that cites it, or in its folder. The
    /// ninth proposal is not the ninth decision of some service.
    fn numbered(&self, number: u32, origin: &str) -> Option<&Target> {
        let found = self.by_number.get(&number)?;
        let own = self.at(origin).and_then(|target| target.label.as_deref());
        let mut akin = Vec::new();
        for nth in found {
            let target = &self.all[*nth];
            let is_beside = path::folder(&target.origin) == path::folder(origin);
            if is_beside || own.is_none() || target.label.as_deref() == own {
                akin.push(*nth);
            }
        }
        self.one(&akin, origin)
    }

    /// The only one, or the only one in the folder of the document that refers to it: two services
    /// may both have a first decision.
    fn one(&self, found: &[usize], origin: &str) -> Option<&Target> {
        if let [one] = found {
            return Some(&self.all[*one]);
        }
        let is_beside =
            |nth: &&usize| path::folder(&self.all[**nth].origin) == path::folder(origin);
        let mut beside = found.iter().filter(is_beside);
        match (beside.next(), beside.next()) {
            (Some(one), None) => Some(&self.all[*one]),
            _ => None,
        }
    }
}

/// The number of the document at a path; parts joined by slashes.
#[must_use]
pub fn number_at(path: &str) -> Option<u32> {
    number_of(&series::name(path))
}

/// True if a stem is only a label and a number.
fn is_number(stem: &str) -> bool {
    let digits = stem.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A file's name without its ending; of the page of a folder, the folder's name.
fn called(path: &str) -> &str {
    let stem = path::stem(path);
    let is_page = stem.eq_ignore_ascii_case("readme") || stem.eq_ignore_ascii_case("index");
    let folder = path::last(path::folder(path));
    if is_page && !folder.is_empty() {
        return folder;
    }
    stem
}
