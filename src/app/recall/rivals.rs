//! Which current records may say otherwise than those that are shown, about the same files: what the
//! notice would say of them, whichever of the two was written last.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

use crate::app::recall::common_ground::{Contested, Look, OnSameFiles};
use crate::app::recall::open::with_index;
use crate::app::recall::question::{Question, SearchScope};
use crate::app::recall::sources::Sources;
use crate::app::records::reading::Indexed;
use crate::app::workspace::{Error, Workspace};
use crate::domain::evidence::ground::Rival;
use crate::domain::kind::Kind;
use crate::domain::recall::DocumentRef;
use crate::domain::record::RecordId;
use crate::domain::secrets::Clean;
use crate::store::View;

/// The rivals of records of one view.
pub(crate) struct Rivals<'a> {
    look: Look<'a>,
    /// What was looked at before: rivals are so of each other.
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

    /// The same of a document of the view.
    pub(crate) fn of_document(&self, at: DocumentRef) -> Result<Vec<Rival>, Error> {
        let Some(own) = self.seen(at)? else {
            return Ok(Vec::new());
        };
        let mut found: Vec<(u32, Rival)> = Vec::new();
        for &other in &own.others.all {
            let Some(seen) = self.seen(other)? else {
                continue;
            };
            let sides = [own.others.of(other), seen.others.of(at)];
            // As it speaks more for it, seen from either.
            let Some(most) = sides.into_iter().flatten().max_by_key(|it| it.points) else {
                continue;
            };
            let rival = Rival {
                id: seen.id.clone(),
                title: seen.title.clone(),
                why: most.why.clone(),
            };
            found.push((most.points, rival));
        }
        found.sort_by(|(a, one), (b, other)| (Reverse(a), &one.id).cmp(&(Reverse(b), &other.id)));
        Ok(found.into_iter().map(|(_, rival)| rival).collect())
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
        let is_meant = record.is_current() && record.kind().is_some_and(Kind::is_replaceable);
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

impl OnSameFiles {
    /// What was found of one of them, if it may say otherwise.
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

/// The rivals of some records of a view, in their order.
///
/// # Errors
/// Where memory cannot be read.
pub(crate) fn rivals_of(
    workspace: &Workspace,
    view: &View,
    records: &[Shown<'_>],
) -> Result<Vec<Vec<Rival>>, Error> {
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let question = Question {
        place: match view.revision() {
            Some(revision) => SearchScope::Revision(revision.to_owned()),
            None => SearchScope::WorkTree,
        },
        ..Question::default()
    };
    with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let sources = Sources::open(workspace, index, &question)?;
        let parts = sources.parts();
        let rivals = Rivals::new(Look::new(workspace, &sources, &parts, index.usual()));
        let mut all = Vec::new();
        for record in records {
            all.push(rivals.of(record.id, record.path)?);
        }
        Ok(all)
    })
}
