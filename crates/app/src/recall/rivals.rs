//! Current records that may contradict the shown ones, about the same files: the same as the notice
//! would name, whichever was written last.

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::recall::common_ground::{Contested, Look, OnSameFiles, REASONS, decides};
use crate::recall::open::with_index;
use crate::recall::sources::Sources;
use crate::records::reading::Indexed;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::evidence::ground::Rival;
use git_memory_model::record::RecordId;
use git_memory_recall::DocumentRef;
use git_memory_store::{KeptRival, KeptRivals, ListedFiles, View};

/// In how large a group of records about the same files those of all are found together.
const TOGETHER: usize = 100;

/// The rivals of records of one view.
pub(crate) struct Rivals<'a> {
    look: Look<'a>,
    /// Results of earlier searches, also of other processes.
    kept: OnceCell<Arc<KeptRivals>>,
    /// Documents seen so far: the relation is symmetric.
    seen: RefCell<HashMap<DocumentRef, Option<Rc<Seen>>>>,
}

/// A record, and what it was compared with.
struct Seen {
    id: RecordId,
    title: Clean,
    others: OnSameFiles,
}

impl<'a> Rivals<'a> {
    pub(crate) fn new(look: Look<'a>) -> Self {
        Self {
            look,
            kept: OnceCell::new(),
            seen: RefCell::default(),
        }
    }

    /// The rivals of the record of this id whose file has this path, the likeliest first.
    pub(crate) fn of(&self, id: &str, path: &str) -> Result<Vec<Rival>, Error> {
        match self.look.document(id, path)? {
            Some(at) => self.of_document(at),
            None => Ok(Vec::new()),
        }
    }

    /// Returns the rivals of a document of the view.
    pub(crate) fn of_document(&self, at: DocumentRef) -> Result<Vec<Rival>, Error> {
        let kept = self.kept.get_or_init(|| self.look.kept_rivals());
        let Some(blob) = self.look.blob(at)? else {
            return self.found(at).map(rivals);
        };
        if let Some(known) = kept.get(blob)
            && let Some(rivals) = self.known(&known)?
        {
            return Ok(rivals);
        }
        let found = self.found(at)?;
        self.keep(kept, blob, &found)?;
        self.keep_others(kept, at)?;
        Ok(rivals(found))
    }

    fn keep(
        &self,
        kept: &KeptRivals,
        blob: ObjectId,
        found: &[(DocumentRef, Rival)],
    ) -> Result<(), Error> {
        let mut row = Vec::with_capacity(found.len());
        for (at, rival) in found {
            if let Some(blob) = self.look.blob(*at)? {
                row.push(KeptRival {
                    blob,
                    id: rival.id.to_string(),
                    why: rival.why.iter().copied().map(str::to_owned).collect(),
                });
            }
        }
        kept.put(blob, row);
        Ok(())
    }

    /// Keeps the rivals of the records that one was compared with, where all that they are to be
    /// compared with was looked at by now: records about the same files often are about no others.
    fn keep_others(&self, kept: &KeptRivals, at: DocumentRef) -> Result<(), Error> {
        let Some(own) = self.seen(at)? else {
            return Ok(());
        };
        if own.others.all.len() > TOGETHER {
            return Ok(());
        }
        for &other in &own.others.all {
            let Some(blob) = self.look.blob(other)? else {
                continue;
            };
            if self.has_seen_all(other) && kept.get(blob).is_none() {
                self.keep(kept, blob, &self.found(other)?)?;
            }
        }
        Ok(())
    }

    /// True if a document was compared with all others.
    fn has_seen_all(&self, at: DocumentRef) -> bool {
        let seen = self.seen.borrow();
        match seen.get(&at) {
            Some(Some(own)) => own.others.all.iter().all(|other| seen.contains_key(other)),
            _ => false,
        }
    }

    /// Returns the cached rivals; `None` if they do not fit the view.
    fn known(&self, known: &[KeptRival]) -> Result<Option<Vec<Rival>>, Error> {
        let mut rivals = Vec::with_capacity(known.len());
        for rival in known {
            let Some(at) = self.look.document_of(&rival.id, rival.blob)? else {
                return Ok(None);
            };
            // Titles are read again: what is secret is not the same at all times.
            let Some(Indexed { record, .. }) = self.look.read(at)? else {
                continue;
            };
            let Some(id) = record.id() else {
                return Ok(None);
            };
            let mut why = REASONS.to_vec();
            why.retain(|reason| rival.why.iter().any(|it| it == reason));
            rivals.push(Rival {
                id: id.clone(),
                title: record.header.title.clone(),
                why,
            });
        }
        Ok(Some(rivals))
    }

    /// Looks for the rivals of a document, the likeliest first.
    fn found(&self, at: DocumentRef) -> Result<Vec<(DocumentRef, Rival)>, Error> {
        let Some(own) = self.seen(at)? else {
            return Ok(Vec::new());
        };
        let mut found: Vec<(u32, DocumentRef, Rival)> = Vec::new();
        for &other in &own.others.all {
            let Some(seen) = self.seen(other)? else {
                continue;
            };
            let sides = [own.others.of(other), seen.others.of(at)];
            // The direction with more points counts.
            let Some(most) = sides.into_iter().flatten().max_by_key(|it| it.points) else {
                continue;
            };
            let rival = Rival {
                id: seen.id.clone(),
                title: seen.title.clone(),
                why: most.why.clone(),
            };
            found.push((most.points, other, rival));
        }
        found.sort_by(|(a, _, one), (b, _, other)| {
            (Reverse(a), &one.id).cmp(&(Reverse(b), &other.id))
        });
        Ok(found
            .into_iter()
            .map(|(_, at, rival)| (at, rival))
            .collect())
    }

    /// A record with those that it was compared with; `None` for one that no other can replace.
    fn seen(&self, at: DocumentRef) -> Result<Option<Rc<Seen>>, Error> {
        if let Some(known) = self.seen.borrow().get(&at) {
            return Ok(known.clone());
        }
        let seen = self.compare(at)?.map(Rc::new);
        self.seen.borrow_mut().insert(at, seen.clone());
        Ok(seen)
    }

    fn compare(&self, at: DocumentRef) -> Result<Option<Seen>, Error> {
        let Some(Indexed { record, text, .. }) = self.look.read(at)? else {
            return Ok(None);
        };
        let is_meant = record.is_current() && decides(&record);
        let Some(id) = record.id().filter(|_| is_meant) else {
            return Ok(None);
        };
        Ok(Some(Seen {
            id: id.clone(),
            title: record.header.title.clone(),
            others: self.look.on_same_files(at, &record, &text)?,
        }))
    }
}

fn rivals(found: Vec<(DocumentRef, Rival)>) -> Vec<Rival> {
    found.into_iter().map(|(_, rival)| rival).collect()
}

impl OnSameFiles {
    /// Returns the finding about one of them, if it may contradict.
    fn of(&self, at: DocumentRef) -> Option<&Contested> {
        let mut contested = self.contested.iter();
        let (_, found) = contested.find(|(other, _)| *other == at)?;
        Some(found)
    }
}

/// A record whose rivals are looked for.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    pub(crate) id: &'a str,
    pub(crate) path: &'a str,
}

/// The rivals of some records of a view, in their order; `listed` are its files, where these are
/// known.
pub(crate) fn rivals_of(
    workspace: &Workspace,
    view: &View,
    listed: Option<&ListedFiles>,
    records: &[Shown<'_>],
) -> Result<Vec<Vec<Rival>>, Error> {
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let store = workspace.store();
    with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let tracked = store.indexed_as_listed(index, view, listed)?;
        let sources = Sources::of_view(tracked, String::new(), store.roots()?.clone());
        let parts = sources.parts();
        let rivals = Rivals::new(Look::new(workspace, &sources, &parts, index.usual()));
        let mut all = Vec::new();
        for record in records {
            all.push(rivals.of(record.id, record.path)?);
        }
        Ok(all)
    })
}
