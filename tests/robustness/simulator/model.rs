//! What was reported as done, and so has to be found for ever: by a token that stands in one place.

use std::collections::{BTreeMap, BTreeSet};

pub type Tokens = BTreeSet<String>;

/// Kind of a text of memory, by the place where it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// In a file of the work tree's memory.
    Tracked,
    /// In a file there that git ignores.
    Local,
    /// In the work log.
    Entry,
    /// In a note on a commit.
    Note,
}

/// What a clone has to have.
#[derive(Clone, Default)]
pub struct Known {
    /// The branch that is checked out.
    pub branch: String,
    /// What each branch has committed.
    pub heads: BTreeMap<String, Tokens>,
    /// What was written since.
    pub loose: Tokens,
    pub local: Tokens,
    /// The work log of each branch.
    pub log: BTreeMap<String, Tokens>,
    pub notes: Tokens,
}

impl Known {
    pub fn new() -> Self {
        Self {
            branch: "main".to_owned(),
            ..Self::default()
        }
    }

    /// What the files of the work tree have to have.
    pub fn tracked(&self) -> Tokens {
        self.head().union(&self.loose).cloned().collect()
    }

    pub fn head(&self) -> Tokens {
        self.heads.get(&self.branch).cloned().unwrap_or_default()
    }

    pub fn of(&self, kept: Kept) -> Tokens {
        match kept {
            Kept::Tracked => self.tracked(),
            Kept::Local => self.local.clone(),
            Kept::Entry => self.log.values().flatten().cloned().collect(),
            Kept::Note => self.notes.clone(),
        }
    }

    pub fn add(&mut self, kept: Kept, token: &str) {
        let tokens = match kept {
            Kept::Tracked => &mut self.loose,
            Kept::Local => &mut self.local,
            Kept::Entry => self.log.entry(self.branch.clone()).or_default(),
            Kept::Note => &mut self.notes,
        };
        tokens.insert(token.to_owned());
    }

    /// Everything that was written since is committed.
    pub fn commit(&mut self) {
        let loose = std::mem::take(&mut self.loose);
        self.receive(&loose);
    }

    /// A merge has brought these.
    pub fn receive(&mut self, tokens: &Tokens) {
        let head = self.heads.entry(self.branch.clone()).or_default();
        head.extend(tokens.iter().cloned());
    }

    /// Goes to a branch, which begins here where it is new.
    pub fn switch(&mut self, branch: &str) {
        let here = self.head();
        self.heads.entry(branch.to_owned()).or_insert(here);
        branch.clone_into(&mut self.branch);
    }

    /// A sync has brought the notes of another repository, and the work logs of branches that this
    /// one has.
    pub fn receive_private(&mut self, other: &Self, has: impl Fn(&Self, &str) -> bool) {
        self.notes.extend(other.notes.iter().cloned());
        for (branch, tokens) in &other.log {
            if has(self, branch) {
                let log = self.log.entry(branch.clone()).or_default();
                log.extend(tokens.iter().cloned());
            }
        }
    }

    /// True if a branch is here.
    pub fn has(&self, branch: &str) -> bool {
        branch == "main" || self.heads.contains_key(branch)
    }
}
