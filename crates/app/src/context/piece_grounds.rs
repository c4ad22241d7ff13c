//! Freshness of the records in a pack: one word for a record that is not current.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use crate::evidence::{Grounds, Subject};
use crate::recall::rivals::Rivals;
use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::ground::{Ground, Verdict};
use git_memory_recall::DocumentRef;
use git_memory_store::View;

/// Number of records that are looked up at once: the following ones may have room, too.
pub(crate) const BATCH: usize = 32;

/// A record of a pack whose ground is looked up.
pub(crate) struct Piece {
    pub(crate) at: DocumentRef,
    pub(crate) subject: Subject,
    /// True if the task is about the record: then its rivals are looked up.
    pub(crate) is_asked: bool,
}

/// The grounds of a pack's records, as far as they were needed. They follow only from committed
/// files: a pack is cached for as long as HEAD and memory stay the same.
#[derive(Default)]
pub(crate) struct PieceGrounds<'a> {
    grounds: OnceCell<Grounds<'a>>,
    known: RefCell<HashMap<DocumentRef, Ground>>,
}

impl<'a> PieceGrounds<'a> {
    pub(crate) fn is_known(&self, at: DocumentRef) -> bool {
        self.known.borrow().contains_key(&at)
    }

    /// Looks up the grounds of some records of a view; rivals only of those that were asked for.
    pub(crate) fn look_up(
        &self,
        workspace: &'a Workspace,
        view: &View,
        rivals: &Rivals<'_>,
        records: Vec<Piece>,
    ) -> Result<(), Error> {
        let subjects: Vec<Subject> = records.iter().map(|it| it.subject.clone()).collect();
        let found = self.opened(workspace, view)?.of(&subjects)?;
        let mut known = self.known.borrow_mut();
        for (piece, ground) in records.into_iter().zip(found) {
            let Piece {
                at,
                subject,
                is_asked,
            } = piece;
            let ground = if is_asked {
                ground.contested_by(rivals.of(&subject)?)
            } else {
                ground
            };
            known.insert(at, ground);
        }
        Ok(())
    }

    fn opened(&self, workspace: &'a Workspace, view: &View) -> Result<&Grounds<'a>, Error> {
        if let Some(grounds) = self.grounds.get() {
            return Ok(grounds);
        }
        let grounds = Grounds::of_view(workspace, view)?.committed().uncounted();
        Ok(self.grounds.get_or_init(|| grounds))
    }

    /// Returns the ground that a piece has to mention: changed, deleted, or in conflict.
    pub(crate) fn told(&self, at: DocumentRef) -> Option<Ground> {
        let known = self.known.borrow();
        let ground = known.get(&at)?;
        match ground.verdict {
            Verdict::Moved | Verdict::Gone | Verdict::Contested => Some(ground.clone()),
            _ => None,
        }
    }
}
