//! Last values of the refs of private memory and notes. git forgets the reflog of a ref with the
//! ref itself, so a log that another program deletes (`git fetch --prune` in a mirror clone) would
//! leave no trace of where it was.

use super::chains::Private;
use crate::Error;
use crate::kept::TIPS;
use crate::lock::Lock;
use crate::state::StateFolder;
use git_memory_git::{self as git, Moved, ObjectId};
use git_memory_model::private::Chain;
use git_memory_model::private::chain::{NOTES, REFS};

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
            Some(chain) => format!("the work log of '{chain}'"),
            None => "notes on commits".to_owned(),
        }
    }
}

impl Private<'_> {
    /// Moves a ref as [`Repo::move_reference`](git_memory_git::Repo::move_reference) does, and notes
    /// where it is.
    pub(super) fn move_ref(
        &self,
        name: &str,
        old: Option<ObjectId>,
        new: Option<ObjectId>,
    ) -> Result<Moved, Error> {
        let move_from = |old| self.repo.move_reference(name, old, new, self.durability);
        let mut moved = move_from(old)?;
        // It may hold an annotated tag of what it is expected to lead to.
        if let (Moved::Contended, Some(expected)) = (moved, old)
            && let Some(held) = self.repo.reference(name)?
            && held != expected
            && self.repo.commit_of(held)? == Some(expected)
        {
            moved = move_from(Some(held))?;
        }
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

    /// Sets aside the value of a ref that leads to no commit, under a name of its own: the user who
    /// put it there finds it again.
    pub(super) fn set_odd_aside(&self, name: &str, odd: ObjectId) -> Result<(), Error> {
        let kept = kept_name(odd);
        let move_one = |name: &str, old, new| {
            let moved = self.repo.move_reference(name, old, new, self.durability)?;
            match moved {
                Moved::Done => Ok(()),
                Moved::Contended => Err(Error::Contended {
                    name: name.to_owned(),
                }),
            }
        };
        if self.repo.reference(&kept)? != Some(odd) {
            move_one(&kept, None, Some(odd))?;
        }
        move_one(name, Some(odd), None)
    }

    /// Raw value of the ref of notes, where it leads to no commit.
    pub fn odd_notes(&self) -> Result<Option<ObjectId>, Error> {
        match self.repo.tip(NOTES) {
            Err(git::Error::NoCommit(_)) => Ok(self.repo.reference(NOTES)?),
            Err(error) => Err(error.into()),
            Ok(_) => Ok(None),
        }
    }

    /// Sets that aside, and brings the notes back that were there before, where git still has them;
    /// gives the ref that keeps it.
    ///
    /// # Errors
    /// [`Error::Contended`] where another program moves it at the same time.
    pub fn mend_notes(&self, lock: &Lock) -> Result<Option<String>, Error> {
        let Some(odd) = self.odd_notes()? else {
            return Ok(None);
        };
        self.set_odd_aside(NOTES, odd)?;
        let mut gone = self.gone()?;
        gone.retain(|gone| gone.name == NOTES);
        self.bring_back(lock, &gone)?;
        Ok(Some(kept_name(odd)))
    }

    /// The commit where a ref was that leads nowhere now.
    pub(super) fn last_commit(&self, name: &str) -> Option<ObjectId> {
        let tip = self.tip_noted(name)?;
        matches!(self.repo.has_commit(tip), Ok(true)).then_some(tip)
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
        StateFolder::of(&TIPS, self.repo.common_dir())
    }
}

/// The ref that keeps what another ref held and was no commit. It is no chain's.
pub(super) fn kept_name(odd: ObjectId) -> String {
    format!("{REFS}kept/{odd}")
}

/// The name of the file of a ref.
fn file_name(name: &str) -> String {
    let short = name.strip_prefix(ALL).unwrap_or(name);
    short.replace('/', SLASH)
}
