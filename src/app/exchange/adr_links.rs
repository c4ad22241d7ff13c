//! References between decision records of another program, as links between ours.

use std::collections::{BTreeMap, HashSet};

use crate::domain::import::adr::{Adr, Reference};
use crate::domain::kind::SUPERSEDED;
use crate::domain::path::RepoPath;
use crate::domain::record::draft::Draft;
use crate::domain::record::{Record, RecordId};

/// A foreign file on its way to become a record.
pub(crate) struct Arrival {
    /// Its path from the folder that is imported.
    pub(crate) file: String,
    pub(crate) adr: Adr,
    pub(crate) draft: Draft,
    /// The path of the new record.
    pub(crate) path: RepoPath,
}

/// A record and the one that it supersedes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Supersession {
    pub(crate) new: RecordId,
    pub(crate) old: RecordId,
}

/// Turns the references of new records into links, among them and to records of earlier imports.
/// Supersession is known at both ends, or not at all: what two records claim of each other is left
/// out. Gives every supersession.
pub(crate) fn link(old: &[&Record], arrivals: &mut [Arrival]) -> Vec<Supersession> {
    let targets = Targets::new(old, arrivals);
    let mut pairs: Vec<Supersession> = Vec::new();
    let mut related: Vec<Vec<RecordId>> = Vec::new();
    for Arrival { adr, draft, .. } in &*arrivals {
        for old in targets.ids(&adr.supersedes, &draft.id) {
            let new = draft.id.clone();
            pairs.push(Supersession { new, old });
        }
        for new in targets.ids(&adr.superseded_by, &draft.id) {
            let old = draft.id.clone();
            pairs.push(Supersession { new, old });
        }
        related.push(targets.ids(&adr.related, &draft.id));
    }
    // Both files of a pair may claim it.
    pairs.sort();
    pairs.dedup();
    let claimed = pairs.clone();
    pairs.retain(|pair| {
        let reverse = Supersession {
            new: pair.old.clone(),
            old: pair.new.clone(),
        };
        !claimed.contains(&reverse)
    });
    for (arrival, related) in arrivals.iter_mut().zip(related) {
        put_links(&mut arrival.draft, &pairs, related);
    }
    pairs
}

fn put_links(draft: &mut Draft, pairs: &[Supersession], related: Vec<RecordId>) {
    for pair in pairs {
        if pair.new == draft.id {
            draft.supersedes.push(pair.old.clone());
        }
        if pair.old == draft.id {
            draft.superseded_by.push(pair.new.clone());
            SUPERSEDED.clone_into(&mut draft.status);
        }
    }
    let mut named: HashSet<RecordId> = HashSet::new();
    named.extend(draft.supersedes.iter().cloned());
    named.extend(draft.superseded_by.iter().cloned());
    for id in related {
        if named.insert(id.clone()) {
            draft.related.push(id);
        }
    }
}

/// Which record a reference means: an exact file name, or a number that one file alone has.
struct Targets {
    by_file: BTreeMap<String, RecordId>,
    by_number: BTreeMap<u32, Option<RecordId>>,
}

impl Targets {
    fn new(old: &[&Record], arrivals: &[Arrival]) -> Self {
        let mut targets = Self {
            by_file: BTreeMap::new(),
            by_number: BTreeMap::new(),
        };
        for record in old {
            if let (Some(from), Some(id)) = (&record.header.imported_from, record.id()) {
                targets.add(from.as_str(), id);
            }
        }
        for arrival in arrivals {
            targets.add(&arrival.file, &arrival.draft.id);
        }
        targets
    }

    fn add(&mut self, file: &str, id: &RecordId) {
        let name = match file.rsplit_once('/') {
            Some((_, name)) => name,
            None => file,
        };
        self.by_file.insert(name.to_owned(), id.clone());
        let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(number) = digits.parse() {
            // Two files with one number: a reference to it could mean either.
            let is_new = !self.by_number.contains_key(&number);
            self.by_number.insert(number, is_new.then(|| id.clone()));
        }
    }

    fn get(&self, reference: &Reference) -> Option<RecordId> {
        match reference {
            Reference::File(name) => self.by_file.get(name).cloned(),
            Reference::Number(number) => self.by_number.get(number).cloned().flatten(),
        }
    }

    /// The records that some references mean, without the one that they are in.
    fn ids(&self, references: &[Reference], own: &RecordId) -> Vec<RecordId> {
        let mut ids = Vec::new();
        for reference in references {
            ids.extend(self.get(reference).filter(|id| id != own));
        }
        ids
    }
}
