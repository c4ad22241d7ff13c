//! What the pieces of a pack say of their records' ground: one word, where it is not as it was.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use crate::app::evidence::{Grounds, Subject};
use crate::app::workspace::{Error, Workspace};
use crate::domain::evidence::ground::Verdict;
use crate::domain::recall::DocumentRef;
use crate::store::View;

/// How many records are looked up at once: those that follow may have room, too.
pub(crate) const BATCH: usize = 32;

/// The grounds of a pack's records, as far as they were asked for. They are told from what is
/// committed: a pack is kept for as long as HEAD and memory stay as they are.
#[derive(Default)]
pub(crate) struct PieceGrounds<'a> {
    grounds: OnceCell<Grounds<'a>>,
    known: RefCell<HashMap<DocumentRef, Verdict>>,
}

impl<'a> PieceGrounds<'a> {
    pub(crate) fn is_known(&self, at: DocumentRef) -> bool {
        self.known.borrow().contains_key(&at)
    }

    /// Looks up the grounds of some records of a view.
    pub(crate) fn look_up(
        &self,
        workspace: &'a Workspace,
        view: &View,
        records: Vec<(DocumentRef, Subject)>,
    ) -> Result<(), Error> {
        let (places, subjects): (Vec<DocumentRef>, Vec<Subject>) = records.into_iter().unzip();
        let found = self.opened(workspace, view)?.of(&subjects)?;
        let mut known = self.known.borrow_mut();
        for (at, ground) in places.into_iter().zip(found) {
            known.insert(at, ground.verdict);
        }
        Ok(())
    }

    fn opened(&self, workspace: &'a Workspace, view: &View) -> Result<&Grounds<'a>, Error> {
        if let Some(grounds) = self.grounds.get() {
            return Ok(grounds);
        }
        let grounds = Grounds::of_view(workspace, view)?.committed();
        Ok(self.grounds.get_or_init(|| grounds))
    }

    /// The word for a record: `moved` or `gone`.
    pub(crate) fn word(&self, at: DocumentRef) -> Option<&'static str> {
        match self.known.borrow().get(&at) {
            Some(verdict @ (Verdict::Moved | Verdict::Gone)) => Some(verdict.name()),
            _ => None,
        }
    }
}
