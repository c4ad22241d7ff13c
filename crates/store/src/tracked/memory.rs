//! The records of a view, with what is wrong in its files.

use std::collections::HashSet;
use std::ops::Deref;
use std::sync::Arc;

use crate::tracked::snapshot::{ListedFiles, Snapshot};
use git_memory_git::ObjectId;
use git_memory_model::layout::RecordPlace;
use git_memory_model::record::check::Finding;
use git_memory_model::record::ties::tie;
use git_memory_model::record::{Code, Reading, Record};
use git_memory_model::roots::Roots;

/// The records of a view. Copies share them: the requests of a server ask one memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Every file that has an id and a title, sorted by path.
    pub records: Shared<Record>,
    /// The blobs of the records, in the same order.
    blobs: Shared<ObjectId>,
    /// Findings about single files, readable or not.
    pub findings: Shared<Finding>,
    /// Of a work tree: all files that it was read from.
    pub listed: Option<ListedFiles>,
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

    /// The records of a snapshot; `readings` gives what each of its files says, in its order.
    pub(crate) fn of(
        snapshot: Snapshot,
        roots: &Roots,
        readings: &mut impl Iterator<Item = Reading>,
    ) -> Self {
        let (mut records, mut blobs, mut pages) = (Vec::new(), Vec::new(), Vec::new());
        let mut findings = snapshot.unreadable;
        // Records of one folder follow each other and share their place: for ten thousand of them,
        // a string each would be most of the time that this takes.
        let mut folder: Option<Folder> = None;
        records.reserve(snapshot.files.len());
        blobs.reserve(snapshot.files.len());
        for ((path, id), reading) in snapshot.files.iter().zip(readings.by_ref()) {
            let is_same = matches!(&folder, Some(folder) if folder.name == path.folder());
            if !is_same {
                folder = Folder::of(path.folder(), roots);
            }
            let Some(Folder { place, .. }) = &folder else {
                continue;
            };
            let header = reading.header_at(path, place);
            if let (Some(_), Some(page)) = (&header, &reading.page) {
                pages.push((records.len(), Arc::clone(page)));
            }
            for fault in reading.faults {
                let path = path.clone();
                findings.push(Finding { path, fault });
            }
            if let Some(header) = header {
                blobs.push(*id);
                records.push(Record {
                    path: path.clone(),
                    place: Arc::clone(place),
                    header,
                });
            }
        }
        tie(&mut records, &pages);
        Self {
            records: Shared(Arc::new(records)),
            blobs: Shared(Arc::new(blobs)),
            findings: Shared(Arc::new(findings)),
            listed: None,
        }
    }
}

/// A record in whose file the rules have found a secret.
pub(crate) struct Suspect {
    pub(crate) nth: usize,
    pub(crate) blob: ObjectId,
}

struct Folder {
    name: String,
    place: Arc<RecordPlace>,
}

impl Folder {
    /// A folder that may hold records.
    fn of(name: &str, roots: &Roots) -> Option<Self> {
        Some(Self {
            place: Arc::new(roots.place_in(name)?),
            name: name.to_owned(),
        })
    }
}
