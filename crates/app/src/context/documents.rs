//! The records that the index lists, in the order in which a pack takes them.

use std::cmp::{Ordering, Reverse};
use std::sync::Arc;

use crate::recall::{SourceKind, Sources};
use crate::records::order::Rank;
use crate::workspace::Error;
use git_memory_git::ObjectId;
use git_memory_model::form::refusal::page_kind;
use git_memory_model::kind::Kind;
use git_memory_model::layout::SUMMARY;
use git_memory_model::roots::Roots;
use git_memory_recall::{DocumentRef, Facts, Part};
use git_memory_store::index::{SegmentBytes, Twin};
use git_memory_store::{Ages, Place};
use git_memory_text::date::Date;
use git_memory_text::path::RepoPath;

/// The records of a view.
pub(crate) struct Documents<'a> {
    parts: Vec<Part<'a, SegmentBytes>>,
    /// The paths of each part's members, in their order.
    paths: Vec<Vec<Arc<str>>>,
    /// Further files with the text of one of these records.
    twins: &'a [Twin],
    roots: &'a Roots,
    ages: &'a Ages,
}

/// A record with the day by which it is sorted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dated {
    pub(crate) record: DocumentRef,
    /// First sort key; smaller comes first.
    pub(crate) group: usize,
    pub(crate) day: Option<Date>,
}

impl Dated {
    fn compare(&self, other: &Self) -> Ordering {
        let days = Reverse(self.day).cmp(&Reverse(other.day));
        self.group.cmp(&other.group).then(days)
    }
}

impl<'a> Documents<'a> {
    /// The records of the tracked view of some sources.
    pub(crate) fn of(sources: &'a Sources, ages: &'a Ages) -> Result<Self, Error> {
        let mut parts = sources.parts();
        let mut paths = Vec::new();
        let mut twins: &[Twin] = &[];
        // Files of user memory come after them, and are not records.
        let is_tracked = |nth: &usize| match sources.of_part(*nth) {
            Some(part) => part.kind == SourceKind::Tracked,
            None => false,
        };
        parts.truncate((0..parts.len()).take_while(is_tracked).count());
        if let Some(tracked) = sources.of_part(0)
            && !parts.is_empty()
        {
            // All at once: looking each of ten thousand up in its file takes longer than all else.
            twins = &tracked.view.twins;
            let mut all = tracked.view.all_paths()?.into_iter();
            for part in &parts {
                paths.push(all.by_ref().take(part.members.count()).collect());
            }
        }
        Ok(Self {
            parts,
            paths,
            twins,
            roots: &sources.roots,
            ages,
        })
    }

    pub(crate) fn parts(&self) -> &[Part<'a, SegmentBytes>] {
        &self.parts
    }

    /// Every record.
    pub(crate) fn all(&self) -> Vec<DocumentRef> {
        let mut all = Vec::new();
        for (nth, part) in self.parts.iter().enumerate() {
            for document in part.members.iter() {
                all.push(DocumentRef {
                    part: nth,
                    document,
                });
            }
        }
        all
    }

    pub(crate) fn facts(&self, record: DocumentRef) -> Result<Facts, Error> {
        Ok(self.parts[record.part].segment.facts(record.document)?)
    }

    /// True if a record is the summary of memory.
    pub(crate) fn is_summary(&self, record: DocumentRef) -> bool {
        self.roots.memory().below(self.path(record)) == Some(SUMMARY)
    }

    /// The path of a record; empty for a record of another source.
    pub(crate) fn path(&self, record: DocumentRef) -> &str {
        let Some(part) = self.parts.get(record.part) else {
            return "";
        };
        match self.paths[record.part].get(part.members.rank(record.document)) {
            Some(path) => path,
            None => "",
        }
    }

    /// The kind of a record: by its id, or, for a page, by its folder; `None` for one about it.
    pub(crate) fn kind(&self, record: DocumentRef, facts: &Facts) -> Option<Kind> {
        match facts.kind {
            Some(kind) => Some(kind),
            None => self.kind_of_page(self.path(record)),
        }
    }

    /// The kind of each further file with the text of a record that is current.
    pub(crate) fn kinds_of_current_twins(&self) -> Result<Vec<Kind>, Error> {
        let mut kinds = Vec::new();
        for twin in self.twins {
            let facts = self.facts(DocumentRef {
                part: twin.part,
                document: twin.document,
            })?;
            if facts.is_current() {
                kinds.extend(self.kind_of_page(&twin.path));
            }
        }
        Ok(kinds)
    }

    fn kind_of_page(&self, path: &str) -> Option<Kind> {
        let path: RepoPath = path.parse().ok()?;
        page_kind(&path, &self.roots.place(&path)?)
    }

    /// The day of a record's last change; of a page that names none, the day on which it was added.
    pub(crate) fn day(&self, record: DocumentRef, facts: &Facts) -> Result<Option<Date>, Error> {
        if facts.updated.is_some() || facts.kind.is_some() {
            return Ok(facts.updated);
        }
        Ok(match self.blob(record)? {
            Some(blob) => self.ages.first_day(self.path(record), blob),
            None => None,
        })
    }

    fn place(&self, record: DocumentRef) -> Result<Place, Error> {
        Ok(match self.blob(record)? {
            Some(blob) => self.ages.place(self.path(record), blob),
            None => Place::default(),
        })
    }

    fn blob(&self, record: DocumentRef) -> Result<Option<ObjectId>, Error> {
        let id = self.parts[record.part].segment.id(record.document)?;
        Ok(ObjectId::from_bytes(id))
    }

    /// The first of some records, at most `most`, in the order of [`Documents::sort`].
    pub(crate) fn first(&self, mut records: Vec<Dated>, most: usize) -> Result<Vec<Dated>, Error> {
        // Few of ten thousand records have room: look up only their places in history.
        if most < records.len() {
            let (_, last, _) = records.select_nth_unstable_by(most, Dated::compare);
            let last = *last;
            records.retain(|dated| dated.compare(&last) != Ordering::Greater);
        }
        self.sort(&mut records)?;
        records.truncate(most);
        Ok(records)
    }

    /// Sorts records by their groups; in each, those that changed last come first, and equal ones
    /// as in every list of records.
    pub(crate) fn sort(&self, records: &mut [Dated]) -> Result<(), Error> {
        // The path is looked at where nothing else decides: most comparisons end at the day.
        records.sort_by(Dated::compare);
        for equal in records.chunk_by_mut(|a, b| a.compare(b) == Ordering::Equal) {
            if equal.len() == 1 {
                continue;
            }
            let mut ranked = Vec::with_capacity(equal.len());
            for dated in &*equal {
                let rank = Rank {
                    day: Reverse(dated.day),
                    place: self.place(dated.record)?,
                    path: self.path(dated.record),
                };
                ranked.push((rank, *dated));
            }
            ranked.sort_by_key(|(rank, _)| *rank);
            for (to, (_, dated)) in equal.iter_mut().zip(ranked) {
                *to = dated;
            }
        }
        Ok(())
    }
}
