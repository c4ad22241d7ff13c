//! Where the refs of private memory and notes were. git forgets the reflog of a ref with the ref
//! itself, so a log that another program deletes (`git fetch --prune` in a mirror clone) would leave
//! no trace of where it was.

use super::chains::Private;
use crate::domain::private::Chain;
use crate::domain::private::chain::{NOTES, REFS};
use crate::git::{Moved, ObjectId};
use crate::store::Error;
use crate::store::lock::Lock;
use crate::store::state::StateFolder;

/// The beginning of every ref's name.
const ALL: &str = "refs/";
/// The sign for a slash in names of files; no ref's name has it (git-check-ref-format(1)).
const SLASH: &str = "~";

/// A log of private memory, or the notes, whose ref is gone while git still has its commits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// The ref.
    pub name: String,
    /// Its newest commit.
    pub tip: ObjectId,
}

impl Gone {
    /// The log, for people.
    #[must_use]
    pub fn what(&self) -> String {
        match Chain::of_ref(&self.name) {
            Some(chain) => format!("private memory of '{chain}'"),
            None => "notes on commits".to_owned(),
        }
    }
}

impl Private<'_> {
    /// Moves a ref as [`Repo::move_reference`](crate::git::Repo::move_reference) does, and notes
    /// where it is.
    pub(super) fn move_ref(
        &self,
        name: &str,
        old: Option<ObjectId>,
        new: Option<ObjectId>,
    ) -> Result<Moved, Error> {
        let moved = self.repo.move_reference(name, old, new, self.durability)?;
        if moved == Moved::Done {
            match new {
                None => self.tips().file(&file_name(name)).remove(),
                Some(new) => {
                    if old.is_none() {
                        self.keep_lost(name, new);
                    }
                    self.note_tip(name, new);
                }
            }
        }
        Ok(moved)
    }

    /// Notes where a ref is.
    pub(super) fn note_tip(&self, name: &str, tip: ObjectId) {
        // Whatever else is moved here can be fetched again.
        if name == NOTES || Chain::of_ref(name).is_some() {
            let file = self.tips().file(&file_name(name));
            let text = tip.to_string();
            if !file.holds(text.as_bytes()) {
                file.put(text.as_bytes());
            }
        }
    }

    /// The logs whose refs are gone, by name. What git has cleaned up, and what another log has, is
    /// left out.
    ///
    /// # Errors
    /// Where refs cannot be read.
    pub fn gone(&self) -> Result<Vec<Gone>, Error> {
        let names = self.tips().names()?;
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let mut here = self.repo.references(REFS)?;
        if let Some(tip) = self.repo.reference(NOTES)? {
            here.push((NOTES.to_owned(), tip));
        }
        let mut gone = Vec::new();
        for file in names {
            let name = format!("{ALL}{}", file.replace(SLASH, "/"));
            let Some(tip) = self.tip_noted(&name) else {
                continue;
            };
            if here.iter().any(|(known, _)| *known == name) || !self.repo.has_commit(tip)? {
                continue;
            }
            if !here.iter().any(|(_, other)| self.has(*other, tip)) {
                gone.push(Gone { name, tip });
            }
        }
        Ok(gone)
    }

    /// Brings refs back that are gone.
    ///
    /// # Errors
    /// [`Error::Contended`] where one is there again.
    pub fn bring_back(&self, _lock: &Lock, gone: &[Gone]) -> Result<(), Error> {
        for Gone { name, tip } in gone {
            if self.move_ref(name, None, Some(*tip))? == Moved::Contended {
                let name = name.clone();
                return Err(Error::Contended { name });
            }
        }
        Ok(())
    }

    /// Keeps in mind what a ref had that begins anew: under the name that it gets when it is brought
    /// back.
    fn keep_lost(&self, name: &str, new: ObjectId) {
        let Some(lost) = self.tip_noted(name) else {
            return;
        };
        if lost == new || self.has(new, lost) {
            return;
        }
        let number = crc32fast::hash(lost.as_bytes());
        let aside = match Chain::of_ref(name) {
            Some(chain) => Chain::former(&chain.file_name(), number).ref_name(),
            None => format!("{NOTES}-{number:08x}"),
        };
        self.tips()
            .file(&file_name(&aside))
            .put(lost.to_string().as_bytes());
    }

    /// True if a commit reaches another one. What cannot be read reaches nothing: then both are
    /// kept.
    fn has(&self, commit: ObjectId, ancestor: ObjectId) -> bool {
        matches!(self.repo.is_ancestor(ancestor, commit), Ok(true))
    }

    fn tip_noted(&self, name: &str) -> Option<ObjectId> {
        let text = String::from_utf8(self.tips().file(&file_name(name)).get()?).ok()?;
        text.parse().ok()
    }

    fn tips(&self) -> StateFolder {
        StateFolder::of(self.repo.common_dir(), "tips")
    }
}

/// The name of the file of a ref.
fn file_name(name: &str) -> String {
    let short = name.strip_prefix(ALL).unwrap_or(name);
    short.replace('/', SLASH)
}
