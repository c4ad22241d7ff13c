//! The records of a view, with what is wrong in its files.

use std::collections::HashSet;
use std::sync::Arc;

use crate::domain::layout::RecordPlace;
use crate::domain::path::RepoPath;
use crate::domain::record::check::Finding;
use crate::domain::record::{Code, Reading, Record};
use crate::domain::roots::Roots;
use crate::git::ObjectId;
use crate::store::tracked::snapshot::Snapshot;

/// The records of a view.
#[derive(Debug, Default)]
pub struct Memory {
    /// Every file that has an id and a title, sorted by path.
    pub records: Vec<Record>,
    /// The blobs of the records, in the same order.
    blobs: Vec<ObjectId>,
    /// What is wrong with single files, readable or not.
    pub findings: Vec<Finding>,
    /// Of a work tree: all files that it was read from.
    pub listed: Option<ListedFiles>,
}

/// The files of a view, sorted by path, each with its blob.
pub type ListedFiles = Arc<Vec<(RepoPath, ObjectId)>>;

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
        let record = &mut self.records[nth];
        // A record stays one, whatever of it is secret.
        if let Some(header) = reading.header_at(&record.path, &record.place) {
            record.header = header;
        }
    }

    /// The records of a snapshot; `readings` gives what each of its files says, in its order.
    pub(crate) fn of(
        snapshot: Snapshot,
        roots: &Roots,
        readings: &mut impl Iterator<Item = Reading>,
    ) -> Self {
        let mut memory = Memory {
            findings: snapshot.unreadable,
            ..Memory::default()
        };
        // Records of one folder follow each other and share their place: for ten thousand of them,
        // a string each would be most of the time that this takes.
        let mut folder: Option<Folder> = None;
        memory.records.reserve(snapshot.files.len());
        memory.blobs.reserve(snapshot.files.len());
        for ((path, id), reading) in snapshot.files.into_iter().zip(readings.by_ref()) {
            let is_same = matches!(&folder, Some(folder) if folder.name == path.folder());
            if !is_same {
                folder = Folder::of(path.folder(), roots);
            }
            let Some(Folder { place, .. }) = &folder else {
                continue;
            };
            let header = reading.header_at(&path, place);
            for fault in reading.faults {
                let path = path.clone();
                memory.findings.push(Finding { path, fault });
            }
            if let Some(header) = header {
                memory.blobs.push(id);
                memory.records.push(Record {
                    path,
                    place: Arc::clone(place),
                    header,
                });
            }
        }
        memory
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
