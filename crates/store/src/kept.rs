//! The list of everything that is kept: `memory/` in a git folder has nothing without a row here, as
//! a path in there is made by a row. Doctor, `gc --expunge`, the reference and tests go through it.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use crate::tracked::is_nothing;
use crate::{Error, atomic, walk};
use git_memory_git::Repo;

/// The folder of everything that is kept, in a git folder.
const FOLDER: &str = "memory";

/// A kind of thing that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Name of its file or folder.
    pub name: &'static str,
    /// Description of its content, in a few words.
    pub content: &'static str,
    /// The values under which its entries are found.
    pub key: &'static str,
    /// Consequence of deleting it.
    pub loss: &'static str,
    /// Owner of each.
    pub scope: Scope,
    /// True if it may hold words of a private text.
    pub is_private: bool,
    /// Treatment by `gc --expunge`.
    pub forgetting: Forgetting,
}

/// Owner of each of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Each clone, for all of its work trees.
    Clone,
    /// Each work tree.
    WorkTree,
    /// Each user, beside user memory.
    User,
}

impl Scope {
    /// Name of the owner.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Clone => "clone",
            Self::WorkTree => "work tree",
            Self::User => "user",
        }
    }
}

/// Treatment of a kind by `gc --expunge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgetting {
    /// Removes all of it: the next command makes it again.
    Remove,
    /// Removes the texts that name a forgotten entry.
    RemoveNaming,
    /// Removes the questions that agents asked and that have no answer yet.
    RemoveQuestions,
    /// Keeps it: no text of the work log gets there.
    Keep,
}

impl Forgetting {
    /// Returns the treatment in a few words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Remove => "removes it",
            Self::RemoveNaming => "removes texts that name a forgotten entry",
            Self::RemoveQuestions => "removes open questions",
            Self::Keep => "keeps it",
        }
    }
}

/// Row of a cache, which may hold parts of any text.
const fn cache(name: &'static str, content: &'static str, key: &'static str) -> Kept {
    Kept {
        name,
        content,
        key,
        loss: "the next command makes it again",
        scope: Scope::Clone,
        is_private: true,
        forgetting: Forgetting::Remove,
    }
}

/// Row of facts that are found nowhere else, without any text of memory.
const fn note(name: &'static str, content: &'static str, key: &'static str) -> Kept {
    Kept {
        name,
        content,
        key,
        loss: "",
        scope: Scope::Clone,
        is_private: false,
        forgetting: Forgetting::Keep,
    }
}

pub(crate) const ANSWERS: Kept = cache(
    "answers",
    "contexts, structured answers, maps, derived files, conflicts and lists of citing files that \
     were computed before, readable by their owner only",
    "hash of everything that an answer is made from",
);
pub(crate) const BIRTHS: Kept = Kept {
    loss: "a work log is taken for that of the branch with its name",
    ..note(
        "births",
        "identity of the branch that each work log belongs to",
        "branch",
    )
};
pub(crate) const BY_BLOB: Kept = cache(
    "by-blob",
    "records as read, what they claim, their vectors, the model of a server of embeddings, symbols \
     of source files, places that break checks, changes of comments only and of what records name",
    "blob; of a record with its path",
);
pub(crate) const DRAFTS: Kept = Kept {
    loss: "these texts are lost",
    scope: Scope::WorkTree,
    forgetting: Forgetting::RemoveNaming,
    ..cache(
        "drafts",
        "texts that are open in an editor, that could not be written, or that \
         `topic write --replace` took away",
        "random name; id and number",
    )
};
pub(crate) const EXPUNGED: Kept = Kept {
    loss: "a sync may bring expunged entries back",
    ..note(
        "expunged",
        "ids of expunged entries, and of objects still to be removed",
        "id",
    )
};
pub(crate) const HISTORY: Kept = cache(
    "history",
    "the newest commits, the commits that changed or confirmed records, and those since which \
     checks are in force",
    "commit",
);
pub(crate) const HOOKS: Kept = Kept {
    loss: "a loss of hooks is not noticed",
    ..note(
        "hooks-installed",
        "names of the git hooks that were installed",
        "none",
    )
};
pub(crate) const JOURNAL: Kept = Kept {
    loss: "a change that was killed half-way is not finished",
    scope: Scope::WorkTree,
    ..note(
        "journal",
        "tracked files of a change, until all of them are written",
        "none",
    )
};
pub(crate) const LOCK: Kept = Kept {
    loss: "nothing",
    scope: Scope::WorkTree,
    ..note("lock", "lock of changes in the work tree", "none")
};
pub(crate) const PRIVATE_LOCK: Kept = Kept {
    loss: "nothing",
    ..note("private.lock", "lock of changes of the work log", "none")
};
pub(crate) const PROJECT: Kept = Kept {
    scope: Scope::WorkTree,
    is_private: false,
    ..cache(
        "project",
        "project index, and the files that it was made from",
        "path",
    )
};
pub(crate) const RECALL: Kept = cache(
    "recall",
    "index of words for search",
    "language, then blob or commit",
);
pub(crate) const SEEN: Kept = Kept {
    loss: "the next command takes longer, and the next status knows no news",
    scope: Scope::WorkTree,
    ..note(
        "seen",
        "state of the files below memory/, the last status, counts, findings that may be allowed",
        "name of the note",
    )
};
pub(crate) const SESSIONS: Kept = Kept {
    loss: "agents are told of the same records again",
    forgetting: Forgetting::RemoveQuestions,
    ..cache(
        "sessions",
        "ids of the records that each agent session was told of, and its open questions",
        "hash of the session's id",
    )
};
pub(crate) const TIPS: Kept = Kept {
    loss: "a ref that another program deletes cannot be brought back",
    ..note(
        "tips",
        "last commit of each ref of the work log and of notes",
        "ref",
    )
};
pub(crate) const VERSIONS: Kept = Kept {
    loss: "these versions are lost",
    scope: Scope::User,
    is_private: true,
    ..note(
        ".history",
        "earlier versions of user memory, in its own folder",
        "file and number",
    )
};

/// Every kind of thing that is kept, by name.
pub static KEPT: [Kept; 16] = [
    VERSIONS,
    ANSWERS,
    BIRTHS,
    BY_BLOB,
    DRAFTS,
    EXPUNGED,
    HISTORY,
    HOOKS,
    JOURNAL,
    LOCK,
    PRIVATE_LOCK,
    PROJECT,
    RECALL,
    SEEN,
    SESSIONS,
    TIPS,
];

impl Kept {
    /// Returns its place in the git folder of its owner.
    pub(crate) fn of(&self, repo: &Repo) -> PathBuf {
        self.below(match self.scope {
            Scope::Clone => repo.common_dir(),
            Scope::WorkTree | Scope::User => repo.git_dir(),
        })
    }

    /// Returns its place in a git folder.
    pub(crate) fn below(&self, git_dir: &Path) -> PathBuf {
        folder(git_dir).join(self.name)
    }

    /// Returns the row of a name; `None` for a file that another version of this program left.
    fn named(name: &str) -> Option<&'static Self> {
        let is_it = |row: &&Self| row.name == name && row.scope != Scope::User;
        KEPT.iter().find(is_it)
    }
}

/// The folder of everything that is kept in a git folder.
pub(crate) fn folder(git_dir: &Path) -> PathBuf {
    git_dir.join(FOLDER)
}

/// The folders of everything that is kept in a repository: of the clone, and of each linked work
/// tree.
fn folders(common_dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut folders = vec![folder(common_dir)];
    let trees = common_dir.join("worktrees");
    if trees.is_dir() {
        for name in walk::names(&trees)? {
            folders.push(folder(&trees.join(name)));
        }
    }
    folders.retain(|folder| folder.is_dir());
    Ok(folders)
}

/// Removes the temporary files that killed processes left among what is kept; other processes may
/// be writing there.
pub(crate) fn sweep(repo: &Repo) {
    sweep_below(&folder(repo.common_dir()));
    if repo.git_dir() != repo.common_dir() {
        sweep_below(&folder(repo.git_dir()));
    }
}

fn sweep_below(folder: &Path) {
    // What cannot be listed is in no one's way.
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !atomic::sweep_one(&entry) && is_folder {
            sweep_below(&entry.path());
        }
    }
}

/// An entry of one of the folders, with its row.
pub(crate) type Place = (PathBuf, Option<&'static Kept>);

/// Everything that is kept in a repository.
pub(crate) fn places(common_dir: &Path) -> Result<Vec<Place>, Error> {
    let mut places = Vec::new();
    for folder in folders(common_dir)? {
        // A killed process may have left half of a file.
        atomic::sweep(&folder);
        for name in walk::names(&folder)? {
            if !atomic::is_temporary(&name) {
                places.push((folder.join(&name), Kept::named(&name)));
            }
        }
    }
    Ok(places)
}

/// Fails where a new value cannot be put there.
pub(crate) fn must_be_writable(place: &Path) -> Result<(), Error> {
    if place.is_dir() {
        atomic::new_temporary(place)?;
    } else {
        let mut options = OpenOptions::new();
        options.append(true);
        options.open(place).map_err(Error::write(place))?;
    }
    Ok(())
}

/// Removes a file, or a folder with all that is in it, where it is there.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    match removed {
        Err(error) if !is_nothing(&error) => Err(Error::write(path)(error)),
        _ => Ok(()),
    }
}
