//! Meaning of a reference from one decision to another: a record that this import or an earlier one
//! made from a file.

use std::collections::HashMap;

use super::arrival::Arrival;
use super::cited::numbered;
use git_memory_import::adr::{Reference, number_of, words_of};
use git_memory_model::record::{Record, RecordId};
use git_memory_text::path::{self, RepoPath};
use git_memory_text::slug;

/// A record that was made of a file.
pub(crate) struct Target {
    pub(crate) id: RecordId,
    pub(crate) path: RepoPath,
    /// The file.
    origin: String,
    /// Label of the numbered series: `adr`, `pep`.
    label: Option<String>,
}

/// The records that decisions may refer to.
pub(crate) struct Targets {
    all: Vec<Target>,
    by_origin: HashMap<String, usize>,
    by_stem: HashMap<String, Vec<usize>>,
    by_number: HashMap<u32, Vec<usize>>,
    by_name: HashMap<String, Vec<usize>>,
}

impl Targets {
    pub(crate) fn new(old: &[&Record], arrivals: &[Arrival]) -> Self {
        let mut targets = Self {
            all: Vec::new(),
            by_origin: HashMap::new(),
            by_stem: HashMap::new(),
            by_number: HashMap::new(),
            by_name: HashMap::new(),
        };
        for Arrival {
            origin,
            adr,
            draft,
            path,
            ..
        } in arrivals
        {
            let target = Target {
                id: draft.id.clone(),
                path: path.clone(),
                origin: origin.clone(),
                label: numbered(adr).map(|(_, label)| label.to_owned()),
            };
            targets.add(target, adr.number, &draft.title);
        }
        for record in old {
            let (Some(from), Some(id)) = (&record.header.imported_from, record.id()) else {
                continue;
            };
            // One that is updated is among the arrivals.
            if arrivals.iter().any(|arrival| arrival.draft.id == *id) {
                continue;
            }
            let target = Target {
                id: id.clone(),
                path: record.path.clone(),
                origin: from.to_string(),
                label: label_of_alias(record),
            };
            targets.add(target, number_of(from.as_str()), &record.header.title);
        }
        targets
    }

    fn add(&mut self, target: Target, number: Option<u32>, title: &str) {
        let nth = self.all.len();
        let stem = called(&target.origin).to_lowercase();
        let name = slug(words_of(&stem));
        for name in [slug(title), name] {
            // Only a number, or only signs.
            if name.is_empty() {
                continue;
            }
            let named = self.by_name.entry(name).or_default();
            if named.last() != Some(&nth) {
                named.push(nth);
            }
        }
        if let Some(number) = number {
            self.by_number.entry(number).or_default().push(nth);
        }
        self.by_stem.entry(stem).or_default().push(nth);
        self.by_origin.insert(target.origin.clone(), nth);
        self.all.push(target);
    }

    /// The record of the file at a path.
    pub(crate) fn at(&self, origin: &str) -> Option<&Target> {
        Some(&self.all[*self.by_origin.get(origin)?])
    }

    /// The record that a reference in the file at `origin` means, where it can mean only one.
    pub(crate) fn get(&self, reference: &Reference, origin: &str) -> Option<&Target> {
        let found = match reference {
            Reference::File(name) => {
                let stem = called(name).to_lowercase();
                match self.by_stem.get(&stem) {
                    Some(found) => Some(found),
                    // `adr-0032.md` is a number and no more, whatever the file is called now.
                    None if is_number(&stem) => self.by_number.get(&number_of(name)?),
                    None => self.by_name.get(&slug(words_of(&stem))),
                }
            }
            Reference::Number(number) => return self.numbered(*number, origin),
            Reference::Name(name) => self.by_name.get(&slug(name)),
        };
        self.one(found?, origin)
    }

    /// The record with a number: in the series of the file that cites it, or in its folder. The
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

    /// The only one, or the only one in the folder of the file that refers to it: two services may
    /// both have a first decision.
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

/// The label of a record's number: `pep` of `pep-8`.
fn label_of_alias(record: &Record) -> Option<String> {
    for alias in &record.header.aliases {
        if let Some((label, number)) = alias.rsplit_once('-')
            && number.parse::<u32>().is_ok()
        {
            return Some(label.to_owned());
        }
    }
    None
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
