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

/// A log of private memory, or the notes, whose ref is gone, or lost its newest commits, while git
/// still has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// The ref.
    pub name: String,
    /// Its newest commit.
    pub tip: ObjectId,
}

/// Fault of the ref of notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadNotes {
    /// It holds an object that leads to no commit.
    Odd(ObjectId),
    /// It cannot be read, for this reason.
    Unreadable(String),
}

impl BadNotes {
    /// What is wrong, in a sentence.
    #[must_use]
    pub fn what(&self) -> String {
        match self {
            Self::Odd(odd) => format!("{NOTES} holds {odd}, which leads to no commit"),
            Self::Unreadable(why) => why.clone(),
        }
    }

    /// What has become of it once it was mended, in a sentence.
    #[must_use]
    pub fn outcome(&self) -> String {
        match self {
            Self::Odd(odd) => format!("the newer one is kept as {}", kept_name(*odd)),
            Self::Unreadable(_) => format!("{NOTES} could not be read, and was made anew"),
        }
    }
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
        // git may lose a move that it has reported, in a reftable that is compacted meanwhile.
        if moved == Moved::Done && !self.holds(name, new)? {
            moved = Moved::Contended;
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

    /// True if a ref is where it was moved to, or at what another program has built on that since.
    fn holds(&self, name: &str, moved_to: Option<ObjectId>) -> Result<bool, Error> {
        Ok(match (self.repo.reference(name)?, moved_to) {
            (Some(held), Some(new)) if held != new => self.has(held, new),
            (held, new) => held == new,
        })
    }

    /// Notes where a ref is that may have been moved by others. What it had, and does not reach any
    /// more, is kept in mind.
    pub(super) fn note_found(&self, name: &str, tip: ObjectId) {
        self.keep_lost(name, tip);
        self.note_tip(name, tip);
    }

    /// Notes where a ref is.
    fn note_tip(&self, name: &str, tip: ObjectId) {
        // Whatever else is moved here can be fetched again.
        if name == NOTES || Chain::of_ref(name).is_some() {
            let file = self.tips().file(&file_name(name));
            let text = tip.to_string();
            if !file.holds(text.as_bytes()) {
                file.put(text.as_bytes());
            }
        }
    }

    /// The logs whose refs are gone or do not reach any more what they had, by name. What git has
    /// cleaned up, and what another log has, is left out.
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
            let mut name = format!("{ALL}{}", file.replace(SLASH, "/"));
            let Some(tip) = self.tip_noted(&name) else {
                continue;
            };
            let held = here.iter().find(|(known, _)| *known == name);
            let is_here = held.is_some();
            if held.is_some_and(|(_, held)| *held == tip) || !self.repo.has_commit(tip)? {
                continue;
            }
            if let Some((_, held)) = held
                && !matches!(self.repo.commit_of(*held), Ok(Some(at)) if !self.has(at, tip))
            {
                // It has more by now, or it leads to no commit, which is a fault of its own.
                continue;
            }
            // The log of a branch is missed where the branch is, whichever other log has it.
            let is_missed = !is_here && self.has_branch(&name)?;
            if !is_missed && here.iter().any(|(_, other)| self.has(*other, tip)) {
                continue;
            }
            if is_here {
                name = name_aside(&name, tip);
            }
            gone.push(Gone { name, tip });
        }
        Ok(gone)
    }

    /// True if the branch of a log is in this clone.
    fn has_branch(&self, name: &str) -> Result<bool, Error> {
        let Some(chain) = Chain::of_ref(name) else {
            return Ok(false);
        };
        match chain.branch() {
            Some(branch) => {
                let branch = format!("refs/heads/{branch}");
                Ok(self.repo.reference(&branch)?.is_some())
            }
            None => Ok(false),
        }
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

    /// Fault of the ref of notes, where it has one.
    ///
    /// # Errors
    /// Where the ref is symbolic, or git cannot say what it holds.
    pub fn bad_notes(&self) -> Result<Option<BadNotes>, Error> {
        match self.repo.tip(NOTES) {
            Ok(_) => Ok(None),
            Err(git::Error::NoCommit(_)) => Ok(self.repo.reference(NOTES)?.map(BadNotes::Odd)),
            Err(error) if error.is_broken_ref() => {
                Ok(Some(BadNotes::Unreadable(error.to_string())))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Sets aside what that ref holds, and brings the notes back that were there before, where git
    /// still has them; gives the fault that it had.
    ///
    /// # Errors
    /// [`Error::Contended`] where another program moves it at the same time.
    pub fn mend_notes(&self, lock: &Lock) -> Result<Option<BadNotes>, Error> {
        let Some(bad) = self.bad_notes()? else {
            return Ok(None);
        };
        match bad {
            BadNotes::Odd(odd) => self.set_odd_aside(NOTES, odd)?,
            // It leads nowhere, so nothing is lost with it.
            BadNotes::Unreadable(_) => self.remove_unreadable(NOTES)?,
        }
        let mut gone = self.gone()?;
        gone.retain(|gone| gone.name == NOTES);
        self.bring_back(lock, &gone)?;
        Ok(Some(bad))
    }

    /// The commit where a ref was that leads nowhere now.
    pub(super) fn last_commit(&self, name: &str) -> Option<ObjectId> {
        let tip = self.tip_noted(name)?;
        matches!(self.repo.has_commit(tip), Ok(true)).then_some(tip)
    }

    /// Keeps in mind what a ref had and does not reach any more: under the name that it gets when
    /// it is brought back.
    fn keep_lost(&self, name: &str, new: ObjectId) {
        let Some(lost) = self.tip_noted(name) else {
            return;
        };
        if lost == new || self.has(new, lost) {
            return;
        }
        self.tips()
            .file(&file_name(&name_aside(name, lost)))
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

/// The ref under which a commit comes back that another ref had.
fn name_aside(name: &str, lost: ObjectId) -> String {
    let number = crc32fast::hash(lost.as_bytes());
    match Chain::of_ref(name) {
        Some(chain) => Chain::former(&chain.file_name(), number).ref_name(),
        None => format!("{NOTES}-{number:08x}"),
    }
}

/// The name of the file of a ref.
fn file_name(name: &str) -> String {
    let short = name.strip_prefix(ALL).unwrap_or(name);
    short.replace('/', SLASH)
}
