//! Files to which records may apply, for the question from the other side: each way in which
//! [`Applier::all`] ties a record to a file is asked of all files at once, for the most that it
//! weighs. Only files whose ties could be enough are left to be asked about one by one.

mod covered;
mod history;
mod symbols;
mod texts;
mod titles;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Applier;
use crate::recall::numbered::with_id;
use crate::workspace::Error;
use git_memory_model::evidence::applying::{APPLIES, together};
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::Record;
use git_memory_recall::DocumentRef;

/// A record that ties files to some of the wanted ones: to itself, and to those that replaced it.
struct Subject {
    record: Record,
    /// Its title, abstract and body.
    text: String,
    /// The numbers of these wanted records.
    of: BTreeSet<usize>,
}

/// The most that the ties of each wanted record weigh, by the place of the file.
struct Bounds(Vec<HashMap<usize, Vec<f64>>>);

impl Bounds {
    fn add(&mut self, subject: &Subject, place: usize, weight: f64) {
        for nth in &subject.of {
            self.0[*nth].entry(place).or_default().push(weight);
        }
    }

    /// The files whose ties could be enough, for each wanted record.
    fn enough(self) -> Vec<BTreeSet<usize>> {
        let is_enough = |weights: &Vec<f64>| together(weights.iter().copied()) >= APPLIES;
        let of_one = |files: HashMap<usize, Vec<f64>>| {
            let enough = files.into_iter().filter(|(_, weights)| is_enough(weights));
            enough.map(|(place, _)| place).collect()
        };
        self.0.into_iter().map(of_one).collect()
    }
}

impl Applier<'_> {
    /// For each of some records, the places among all sorted files of those to which it may apply.
    pub(crate) fn candidates(
        &self,
        files: &[String],
        records: &[&Record],
    ) -> Result<Vec<BTreeSet<usize>>, Error> {
        let subjects = self.subjects(records)?;
        let mut bounds = Bounds(vec![HashMap::new(); records.len()]);
        self.bound_covered(&mut bounds, files, &subjects);
        self.bound_history(&mut bounds, files, &subjects)?;
        self.bound_citing(&mut bounds, files, &subjects)?;
        self.bound_named(&mut bounds, files, &subjects);
        self.bound_titled(&mut bounds, files, &subjects)?;
        if self.has_symbols {
            self.bound_symbols(&mut bounds, files, &subjects)?;
        }
        Ok(bounds.enough())
    }

    /// The tracked ones of some records, and the superseded ones that these and their predecessors
    /// replaced.
    fn subjects(&self, records: &[&Record]) -> Result<BTreeMap<DocumentRef, Subject>, Error> {
        let by_path = self.by_path()?;
        let mut subjects: BTreeMap<DocumentRef, Subject> = BTreeMap::new();
        let mut waiting = Vec::new();
        for (nth, record) in records.iter().enumerate() {
            waiting.extend(by_path.get(record.path.as_str()).map(|at| (*at, nth)));
        }
        while let Some((at, nth)) = waiting.pop() {
            let subject = match subjects.entry(at) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => match self.subject(at)? {
                    Some(read) => place.insert(read),
                    None => continue,
                },
            };
            if !subject.of.insert(nth) {
                continue;
            }
            for replaced in &subject.record.header.supersedes {
                for at in with_id(&self.parts[..self.tracked], replaced.as_str())? {
                    if self.lifecycle(at)? == Lifecycle::Superseded {
                        waiting.push((at, nth));
                    }
                }
            }
        }
        Ok(subjects)
    }

    fn subject(&self, at: DocumentRef) -> Result<Option<Subject>, Error> {
        Ok(self.read(at)?.map(|read| {
            let record = read.record.clone();
            let header = &record.header;
            let body = &read.text[read.body..];
            let text = [&*header.title, &*header.abstract_line, body].join("\n");
            let of = BTreeSet::new();
            Subject { record, text, of }
        }))
    }
}
