//! The current records that are about the same files as one, by the pathspecs that they name.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::workspace::Error;
use git_memory_model::record::Record;
use git_memory_recall::contest::{Common, is_few};
use git_memory_recall::{Attribute, DocumentRef, Field, Part, holders};
use git_memory_store::index::SegmentBytes;
use git_memory_text::pathspec::Pathspec;

/// Common ground of one record with the candidates.
pub(crate) type Commons = HashMap<DocumentRef, Common>;

/// Records by pathspec in one view. Records about one file ask for the same pathspecs, so each is
/// looked up once.
pub(crate) struct SameFiles<'a> {
    parts: &'a [Part<'a, SegmentBytes>],
    known: RefCell<HashMap<String, Rc<[DocumentRef]>>>,
}

impl<'a> SameFiles<'a> {
    pub(crate) fn new(parts: &'a [Part<'a, SegmentBytes>]) -> Self {
        Self {
            parts,
            known: RefCell::default(),
        }
    }

    /// The current records that have one of the same pathspecs, of those that few records have.
    pub(crate) fn few(&self, record: &Record) -> Result<Commons, Error> {
        let mut commons = Commons::default();
        for spec in &record.header.paths {
            let sharing = self.sharing(spec)?;
            if !is_few(sharing.len()) {
                continue;
            }
            let is_only = record.header.paths.len() == 1 && names_one(spec);
            for at in sharing.iter() {
                let segment = self.parts[at.part].segment;
                let common = commons.entry(*at).or_default();
                common.has_only_path =
                    is_only && segment.field_count(at.document, Field::Paths)? == 1;
                share(common, sharing.len());
            }
        }
        Ok(commons)
    }

    /// Marks the records among some that share a pathspec, however many have it. A comparison of
    /// all of these with each other would take too long, and means little for any two.
    pub(crate) fn mark(&self, commons: &mut Commons, record: &Record) -> Result<(), Error> {
        for spec in &record.header.paths {
            let sharing = self.sharing(spec)?;
            for (at, common) in &mut *commons {
                // They are in order as they were found.
                if sharing.binary_search(at).is_ok() {
                    share(common, sharing.len());
                }
            }
        }
        Ok(())
    }

    /// The current records that have a pathspec, in order.
    fn sharing(&self, spec: &str) -> Result<Rc<[DocumentRef]>, Error> {
        let spec = spec.to_lowercase();
        if let Some(known) = self.known.borrow().get(&spec) {
            return Ok(Rc::clone(known));
        }
        let mut sharing = Vec::new();
        for (nth, part) in self.parts.iter().enumerate() {
            for document in holders(part, Attribute::About, &spec)?.iter() {
                if part.segment.facts(document)?.is_current() {
                    sharing.push(DocumentRef {
                        part: nth,
                        document,
                    });
                }
            }
        }
        let sharing: Rc<[DocumentRef]> = sharing.into();
        let mut known = self.known.borrow_mut();
        known.insert(spec, Rc::clone(&sharing));
        Ok(sharing)
    }
}

fn share(common: &mut Common, count: usize) {
    let known = common.sharing_paths.unwrap_or(u64::MAX);
    common.sharing_paths = Some(known.min(count as u64));
}

/// True if a pathspec names one path, without a wildcard.
fn names_one(spec: &str) -> bool {
    Pathspec::parse(spec).literal_prefix() == spec
}
