//! Takes unreachable objects out of this clone, before git's own cleaning would do it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;

use super::backend::ObjectKind;
use super::reflog::is_nothing;
use super::{Error, ObjectId, Repo, answer};
use crate::durability::Durability;

/// A commit's new place after a change of the history before it.
#[derive(Clone, Debug)]
pub struct Regrafted<'a> {
    /// The present commit.
    pub commit: ObjectId,
    /// Its new tree.
    pub tree: ObjectId,
    /// Its new parents, in order.
    pub parents: &'a [ObjectId],
    /// The new names of commits that its message may name.
    pub renamed: &'a HashMap<ObjectId, ObjectId>,
}

impl Repo {
    /// Stores a copy of a commit with other parents and another tree. Equal requests give equal
    /// commits on every machine. A signature is left out: it would be wrong.
    pub fn regraft(&self, new: &Regrafted, durability: Durability) -> Result<ObjectId, Error> {
        let raw = self.backend().raw_commit(new.commit)?;
        let head_end = match raw.windows(2).position(|pair| pair == b"\n\n") {
            Some(at) => at + 1,
            None => raw.len(),
        };
        let (head, message) = raw.split_at(head_end);
        let mut out = format!("tree {}\n", new.tree).into_bytes();
        for parent in new.parents {
            out.extend_from_slice(format!("parent {parent}\n").as_bytes());
        }
        let mut is_dropped = false;
        for line in head.split_inclusive(|byte| *byte == b'\n') {
            // A header's further lines begin with a space (git-hash-object(1), signed commits).
            if !line.starts_with(b" ") {
                is_dropped = [&b"tree "[..], b"parent ", b"gpgsig"]
                    .iter()
                    .any(|key| line.starts_with(key));
            }
            if !is_dropped {
                out.extend_from_slice(line);
            }
        }
        // Bytes that are not UTF-8 name no commit, and stay.
        match std::str::from_utf8(message) {
            Ok(text) => out.extend_from_slice(with_new_names(text, new.renamed).as_bytes()),
            Err(_) => out.extend_from_slice(message),
        }
        self.writer(durability)?.write(ObjectKind::Commit, &out)
    }

    /// The commits that nothing reaches, not even another such commit; reflogs do not count.
    pub fn dangling_commits(&self) -> Result<Vec<ObjectId>, Error> {
        let look = [
            "fsck",
            "--connectivity-only",
            "--no-reflogs",
            "--no-progress",
        ];
        // It fails if anything is damaged, and this is the case in which it is asked.
        let output = self.git(look).output(&[])?;
        let mut dangling = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if let Some(id) = line.strip_prefix("dangling commit ") {
                dangling.push(id.parse()?);
            }
        }
        Ok(dangling)
    }

    /// Removes a ref, whatever its value is.
    ///
    /// # Errors
    /// If git cannot: the name may not be that of a ref.
    pub fn remove_reference(&self, name: &str) -> Result<(), Error> {
        self.git(["update-ref", "--no-deref", "-d", name])
            .run()
            .map(drop)
    }

    /// Removes the reflog of a ref, if it has one.
    pub fn remove_reflog(&self, name: &str) -> Result<(), Error> {
        if self.git(["reflog", "exists", name]).says_yes()? {
            self.git(["reflog", "expire", "--expire=all", name]).run()?;
        }
        Ok(())
    }

    /// Returns the objects among `wanted` that a ref, a reflog or an index reaches.
    pub fn reached(&self, wanted: &HashSet<ObjectId>) -> Result<HashSet<ObjectId>, Error> {
        let args = [
            "rev-list",
            "--objects",
            "--no-object-names",
            "--all",
            "--reflog",
            "--indexed-objects",
        ];
        let output = self.git(args).run()?;
        let mut reached = HashSet::new();
        for line in answer::words(&output, b'\n') {
            let id: ObjectId = String::from_utf8_lossy(line).parse()?;
            if wanted.contains(&id) {
                reached.insert(id);
            }
        }
        Ok(reached)
    }

    /// Removes unreachable objects from this clone, loose or packed; returns those that are still
    /// there: in a pack that is kept, or in another repository that this one borrows from.
    pub fn remove_objects(&self, ids: &[ObjectId]) -> Result<Vec<ObjectId>, Error> {
        self.remove_loose(ids)?;
        if self.present(ids)?.is_empty() {
            return Ok(Vec::new());
        }
        // Reached objects stay packed, all others become single files.
        self.git(["repack", "-A", "-d", "-q"]).run()?;
        self.remove_loose(ids)?;
        self.present(ids)
    }

    /// Moves the files of those objects that cannot be read out of git's sight, into
    /// `memory/damaged` of the git folder; packed and missing objects stay.
    pub fn set_damaged_aside(&self, ids: &[ObjectId]) -> Result<(), Error> {
        let folder = self.common_dir().join("memory").join("damaged");
        for (id, file) in self.loose(ids)? {
            // Read whole, whatever its type is: a good object that is only in the wrong place
            // stays.
            let is_readable = self.git(["cat-file", "-p", &id.to_string()]).run().is_ok();
            if is_readable || !file.exists() {
                continue;
            }
            fs::create_dir_all(&folder).map_err(Error::read(&folder))?;
            let aside = folder.join(id.to_string());
            fs::rename(&file, &aside).map_err(Error::read(&file))?;
        }
        Ok(())
    }

    /// The files of objects that are not packed.
    fn loose(&self, ids: &[ObjectId]) -> Result<Vec<(ObjectId, PathBuf)>, Error> {
        let place = [
            "rev-parse",
            "--path-format=absolute",
            "--git-path",
            "objects",
        ];
        let folder = PathBuf::from(self.git(place).line()?);
        let mut files = Vec::new();
        for id in ids {
            let hex = id.to_string();
            let (first, rest) = hex.split_at(2);
            files.push((*id, folder.join(first).join(rest)));
        }
        Ok(files)
    }

    fn remove_loose(&self, ids: &[ObjectId]) -> Result<(), Error> {
        for (_, file) in self.loose(ids)? {
            match fs::remove_file(&file) {
                Ok(()) => {}
                Err(error) if is_nothing(&error) => {}
                Err(error) => return Err(Error::read(&file)(error)),
            }
        }
        Ok(())
    }

    /// Returns the objects among `ids` that this clone has. git is asked, as the library remembers
    /// packs that are gone.
    fn present(&self, ids: &[ObjectId]) -> Result<Vec<ObjectId>, Error> {
        let mut input = String::new();
        for id in ids {
            input.extend([id.to_string().as_str(), "\n"]);
        }
        let check = ["cat-file", "--batch-check=%(objectname)"];
        let output = self.git(check).run_with(input.as_bytes())?;
        let mut present = Vec::new();
        for line in answer::words(&output, b'\n') {
            // `<id> missing` is not an id.
            if let Ok(id) = String::from_utf8_lossy(line).parse() {
                present.push(id);
            }
        }
        Ok(present)
    }
}

/// A message with the new names of commits in place of the old ones.
fn with_new_names(text: &str, renamed: &HashMap<ObjectId, ObjectId>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_hexdigit()) {
        let (before, word) = rest.split_at(start);
        let end = match word.find(|c: char| !c.is_ascii_hexdigit()) {
            Some(end) => end,
            None => word.len(),
        };
        let (word, after) = word.split_at(end);
        out.push_str(before);
        // Only whole ids: a shorter word may mean anything.
        let id = word.parse::<ObjectId>();
        match id.ok().and_then(|id| renamed.get(&id)) {
            Some(new) => out.push_str(&new.to_string()),
            None => out.push_str(word),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}
