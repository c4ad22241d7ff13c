//! The records of a view, with what is wrong in its files.

use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::tracked::readings::PlacedFile;
use crate::tracked::snapshot::ListedFiles;
use git_memory_git::ObjectId;
use git_memory_model::kind::Kind;
use git_memory_model::record::check::Finding;
use git_memory_model::record::ties::{Unknown, tie};
use git_memory_model::record::{Code, FileReading, Reading, Record};
use git_memory_text::hex;

/// The records of a view. Copies share them: the requests of a server ask one memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Every file that has an id and a title, sorted by path.
    pub records: Shared<Record>,
    /// The blobs of the records, in the same order.
    blobs: Shared<ObjectId>,
    /// Findings about single files, readable or not.
    pub findings: Shared<Finding>,
    /// The successors that pages name and that are not in memory.
    pub unknown: Shared<Unknown>,
    /// Of a work tree: all files that it was read from.
    pub listed: Option<ListedFiles>,
    /// Contents that had to be read for the records, by blob; most are not kept.
    pub(crate) contents: Arc<HashMap<ObjectId, Vec<u8>>>,
}

/// A list that copies of a memory share.
#[derive(Clone, Debug)]
pub struct Shared<T>(Arc<Vec<T>>);

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Deref for Shared<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'a, T> IntoIterator for &'a Shared<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Clone> Shared<T> {
    /// The list for a change that the copies do not see.
    pub fn to_mut(&mut self) -> &mut Vec<T> {
        Arc::make_mut(&mut self.0)
    }

    /// A list of its own.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        Arc::unwrap_or_clone(self.0)
    }
}

impl Memory {
    /// Adds the records of another memory.
    pub fn add(&mut self, other: Self) {
        let own = self.records.iter().zip(&self.blobs);
        let others = other.records.iter().zip(&other.blobs);
        let mut all: Vec<(&Record, &ObjectId)> = own.chain(others).collect();
        all.sort_by(|(one, _), (other, _)| one.path.cmp(&other.path));
        let (records, blobs) = all
            .into_iter()
            .map(|(it, blob)| (it.clone(), *blob))
            .unzip();
        self.records = Shared(Arc::new(records));
        self.blobs = Shared(Arc::new(blobs));
        self.findings.to_mut().extend(other.findings.into_vec());
    }

    /// The blob of one of these records, or of a copy of it. Private ones of two branches may have
    /// one path.
    #[must_use]
    pub fn blob(&self, record: &Record) -> Option<ObjectId> {
        // Lists ask for the blobs of thousands, and most of them have the record itself.
        if let Some(nth) = self.records.element_offset(record) {
            return self.blobs.get(nth).copied();
        }
        let first = self
            .records
            .partition_point(|other| other.path < record.path);
        for (other, blob) in self.records[first..].iter().zip(&self.blobs[first..]) {
            if other.path != record.path {
                break;
            }
            if other.header.id == record.header.id {
                return Some(*blob);
            }
        }
        None
    }

    /// The content of a blob, if it had to be read for these records and was kept.
    #[must_use]
    pub fn content(&self, blob: ObjectId) -> Option<&[u8]> {
        self.contents.get(&blob).map(Vec::as_slice)
    }

    /// The name of an answer that is made of these records, in these files, and of some other facts.
    #[must_use]
    pub fn answer_key(&self, of: &[&[u8]]) -> String {
        let mut hash = Sha256::new();
        for fact in of {
            // With its length, or two facts could be taken for one that is both joined.
            hash.update(fact.len().to_le_bytes());
            hash.update(fact);
        }
        for (record, blob) in self.records.iter().zip(&self.blobs) {
            hash.update(blob.as_bytes());
            hash.update(record.path.as_str());
            // Settings may tell the kind of what is in a folder.
            hash.update([0]);
            hash.update(record.kind().map_or("", Kind::name));
            hash.update([0]);
        }
        hex(&hash.finalize()[..20])
    }

    /// The records in whose files the rules have found secrets: their numbers, paths and blobs.
    pub(crate) fn suspects(&self) -> Vec<Suspect> {
        let mut paths = HashSet::new();
        for finding in &self.findings {
            if finding.fault.code == Code::Secret {
                paths.insert(&finding.path);
            }
        }
        let mut suspects = Vec::new();
        for (nth, (record, blob)) in self.records.iter().zip(&self.blobs).enumerate() {
            if paths.contains(&record.path) {
                suspects.push(Suspect { nth, blob: *blob });
            }
        }
        suspects
    }

    /// Lets a record say what its file says to another guard.
    pub(crate) fn set_reading(&mut self, nth: usize, reading: &Reading) {
        let record = &mut self.records.to_mut()[nth];
        // A record stays one, whatever of it is secret.
        if let Some(header) = reading.header_at(&record.path, &record.place) {
            let header = header.with_links_of(&record.header);
            record.header = Arc::new(header);
        }
    }

    /// The records of some files; `readings` gives what each of them says, in their order.
    pub(crate) fn of(
        mut findings: Vec<Finding>,
        files: &[PlacedFile<'_>],
        readings: impl Iterator<Item = FileReading>,
    ) -> Self {
        let (mut records, mut blobs, mut pages) = (Vec::new(), Vec::new(), Vec::new());
        records.reserve(files.len());
        blobs.reserve(files.len());
        for (file, reading) in files.iter().zip(readings) {
            for fault in reading.faults {
                let path = file.path.clone();
                findings.push(Finding { path, fault });
            }
            let Some(header) = reading.header else {
                continue;
            };
            pages.extend(reading.named.map(|named| (records.len(), named)));
            blobs.push(file.blob);
            records.push(Record {
                path: file.path.clone(),
                place: Arc::clone(&file.place),
                header,
            });
        }
        let unknown = tie(&mut records, &pages);
        Self {
            records: Shared(Arc::new(records)),
            blobs: Shared(Arc::new(blobs)),
            findings: Shared(Arc::new(findings)),
            unknown: Shared(Arc::new(unknown)),
            listed: None,
            contents: Arc::default(),
        }
    }
}

/// A record in whose file the rules have found a secret.
pub(crate) struct Suspect {
    pub(crate) nth: usize,
    pub(crate) blob: ObjectId,
}
