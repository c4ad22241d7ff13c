//! Fetching parents, and their own parents: in number and depth bounded, and never in a circle.

use super::address;
use crate::workspace::settings::TeamFile;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::identity::normalise_remote;
use git_memory_model::layout::CONFIG;
use git_memory_model::subscription::{ParentName, Subscription, is_path};
use git_memory_store::KeptFiles;
use git_memory_text::limits;
use git_memory_text::{counted, visible_line};

/// The fetching for one command, and what is to be told of it.
pub(super) struct Bringer<'a> {
    workspace: &'a Workspace,
    /// One line for each thing that a person should know.
    pub(super) notes: Vec<String>,
    /// The parents that were fetched or tried.
    tried: Vec<ParentName>,
}

/// A parent on the way to another one.
struct Above<'a> {
    address: &'a str,
    commit: &'a str,
    below: Option<&'a Above<'a>>,
}

impl<'a> Bringer<'a> {
    pub(super) fn new(workspace: &'a Workspace) -> Self {
        Self {
            workspace,
            notes: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Fetches the pinned commit of a parent that this repository lists, then its own parents.
    ///
    /// # Errors
    /// If the parent itself cannot be fetched; a failure above it is a note.
    pub(super) fn bring(&mut self, wanted: &Subscription) -> Result<(), Error> {
        let address = address::own(self.workspace, &wanted.url);
        if let Some(why) = self.circle(&address, &wanted.commit, None)? {
            return Err(Error::BadValue(format!("'{}' {why}", wanted.url)));
        }
        self.bring_one(&wanted.name, wanted, &address, None)?;
        // A parent that it had earlier.
        let store = self.workspace.store();
        for (known, tip) in store.parents()? {
            if known.first() == wanted.name.as_str() && !self.tried.contains(&known) {
                store.forget(&known, tip)?;
            }
        }
        Ok(())
    }

    fn bring_one(
        &mut self,
        name: &ParentName,
        wanted: &Subscription,
        address: &str,
        below: Option<&Above<'_>>,
    ) -> Result<(), Error> {
        self.tried.push(name.clone());
        let commit: ObjectId = wanted.commit.parse()?;
        let fetched = self.workspace.store().fetch_parent(address, commit)?;
        let folder = fetched.folder();
        let team = match fetched.text(&folder.join(CONFIG))? {
            Some(text) => TeamFile::read(folder, &text),
            None => TeamFile::default(),
        };
        let roots = if wanted.folders.is_empty() {
            team.root_folders().cloned().collect()
        } else {
            wanted.folders.clone()
        };
        let kept = fetched.keep(name, roots)?;
        self.note_kept(name, &kept, is_path(address));
        let here = Above {
            address,
            commit: &wanted.commit,
            below,
        };
        for upper in team.subscriptions() {
            let upper_name = name.of(&upper.name);
            match self.bring_above(&upper_name, upper, &here) {
                Ok(None) => {}
                Ok(Some(why)) => self.note(&format!("'{upper_name}' is not read: {why}")),
                Err(error) => {
                    self.tried.push(upper_name.clone());
                    self.note(&format!("'{upper_name}' was not fetched: {error}"));
                }
            }
        }
        Ok(())
    }

    /// Fetches a parent's parent; returns a reason not to.
    fn bring_above(
        &mut self,
        name: &ParentName,
        wanted: &Subscription,
        here: &Above<'_>,
    ) -> Result<Option<String>, Error> {
        if name.level() > limits::PARENT_LEVELS {
            return Ok(Some(format!(
                "more than {} levels of parents",
                limits::PARENT_LEVELS
            )));
        }
        if self.tried.len() >= limits::PARENTS {
            return Ok(Some(format!(
                "more than {} parents in all",
                limits::PARENTS
            )));
        }
        let Some(address) = address::of_parent(here.address, &wanted.url) else {
            let why = "it is a path on another machine";
            return Ok(Some(why.to_owned()));
        };
        if let Some(why) = self.circle(&address, &wanted.commit, Some(here))? {
            return Ok(Some(format!("it {why}")));
        }
        self.bring_one(name, wanted, &address, Some(here))?;
        Ok(None)
    }

    /// Why a parent would make a circle, as the rest of a sentence about it.
    fn circle(
        &self,
        address: &str,
        commit: &str,
        below: Option<&Above<'_>>,
    ) -> Result<Option<&'static str>, Error> {
        let same = |one: &str, other: &str| normalise_remote(one) == normalise_remote(other);
        let mut next = below;
        while let Some(above) = next {
            if same(above.address, address) || above.commit == commit {
                return Ok(Some("is one of its own parents: a circle"));
            }
            next = above.below;
        }
        let store = self.workspace.store();
        let git = store.configuration().settings()?;
        let mut remotes = git.subsections("remote", "url").into_iter();
        let is_remote = |name: &str| {
            let url = git.get(&format!("remote.{name}.url"));
            url.is_some_and(|url| same(url, address))
        };
        // Nothing brings commits of parents here, so that one which is here is of this history. The
        // parent of a fork may be what it was forked from.
        let is_here = below.is_some() && store.objects().has(commit.parse()?)?;
        let is_own = is_here || remotes.any(is_remote);
        Ok(is_own.then_some("is this repository: a circle"))
    }

    fn note_kept(&mut self, name: &ParentName, kept: &KeptFiles, is_here: bool) {
        if kept.files == 0 {
            self.note(&format!("'{name}' has no memory at this commit"));
        }
        // A folder of this machine costs no transfer.
        if kept.is_whole && !is_here {
            self.note(&format!(
                "the server of '{name}' sent all of its files; only those of memory are kept"
            ));
        }
        let large = format!("larger than {} MiB", limits::RECORD_BYTES >> 20);
        let (files, bytes) = (limits::PARENT_FILES, limits::PARENT_BYTES >> 20);
        let beyond = format!("beyond {files} files or {bytes} MiB");
        for (count, why) in [(kept.large, large), (kept.beyond, beyond)] {
            if count > 0 {
                let files = counted(count, "file");
                self.note(&format!("{files} of '{name}' left out: {why}"));
            }
        }
    }

    fn note(&mut self, line: &str) {
        self.notes.push(visible_line(line).into_owned());
    }
}
