//! Commits as objects: made from parts, and taken apart again.

use std::ffi::OsStr;

use super::backend::ObjectKind;
use super::{Error, Moved, ObjectId, Repo, TreeEdit};
use crate::domain::secrets::Clean;
use crate::git::durability::Durability;

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its id.
    pub id: ObjectId,
    /// Its tree.
    pub tree: ObjectId,
    /// Its parents, in order.
    pub parents: Vec<ObjectId>,
    /// Its author's name.
    pub author: String,
    /// When it was committed, in seconds since 1970.
    pub time: i64,
    /// Its message; bytes that are not UTF-8 are replaced.
    pub message: String,
}

/// A commit to be made.
#[derive(Clone, Debug)]
pub struct NewCommit<'a> {
    /// Its tree.
    pub tree: ObjectId,
    /// Its parents, in order.
    pub parents: Vec<ObjectId>,
    /// When it is made, in seconds since 1970.
    pub time: i64,
    /// Its message.
    pub message: &'a Clean,
}

impl Repo {
    /// Reads a commit.
    ///
    /// # Errors
    /// Where there is no such commit.
    pub fn commit(&self, id: ObjectId) -> Result<Commit, Error> {
        parse(id, &self.backend().raw_commit(id)?)
    }

    /// Stores a commit, with the user's name as git knows it. Nothing points to it yet.
    ///
    /// # Errors
    /// Where git knows no name, or the object database cannot be written.
    pub fn write_commit(&self, new: &NewCommit, durability: Durability) -> Result<ObjectId, Error> {
        let parents: String = new
            .parents
            .iter()
            .map(|parent| format!("parent {parent}\n"))
            .collect();
        let (author, committer) = (self.person("author")?, self.person("committer")?);
        let raw = format!(
            "tree {}\n{parents}author {author} {time} +0000\n\
             committer {committer} {time} +0000\n\n{}",
            new.tree,
            new.message,
            time = new.time
        );
        self.writer(durability)?
            .write(ObjectKind::Commit, raw.as_bytes())
    }

    /// Stores the tree that `edits` make of a tree; of the empty tree where there is none.
    ///
    /// # Errors
    /// Where the object database cannot be written.
    pub fn write_tree(
        &self,
        base: Option<ObjectId>,
        edits: &[TreeEdit],
        durability: Durability,
    ) -> Result<ObjectId, Error> {
        self.writer(durability)?.write_tree(base, edits)
    }

    /// What a ref holds.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn reference(&self, name: &str) -> Result<Option<ObjectId>, Error> {
        self.backend().reference(name)
    }

    /// The refs below a folder of refs (`refs/memory/`) with what they hold, sorted by name.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn references(&self, prefix: &str) -> Result<Vec<(String, ObjectId)>, Error> {
        self.backend().references(prefix)
    }

    /// Moves a ref from `old` (`None`: it must not be there) to `new` (`None`: it is deleted),
    /// where it still is what `old` says.
    ///
    /// # Errors
    /// Where it cannot be written. That somebody else was faster is no error, but
    /// [`Moved::Contended`].
    pub fn move_reference(
        &self,
        name: &str,
        old: Option<ObjectId>,
        new: Option<ObjectId>,
        durability: Durability,
    ) -> Result<Moved, Error> {
        self.writer(durability)?.move_reference(name, old, new)
    }

    /// The commits that `from` reaches and `not` does not, in no particular order.
    ///
    /// # Errors
    /// Where a commit cannot be read.
    pub fn between(&self, from: ObjectId, not: &[ObjectId]) -> Result<Vec<ObjectId>, Error> {
        self.backend().between(from, not)
    }

    /// Whether `of` reaches `ancestor`, or is it. An ancestor that is not in this clone (git has
    /// cleaned it up, say) is reached by nothing.
    ///
    /// # Errors
    /// Where a commit cannot be read.
    pub fn is_ancestor(&self, ancestor: ObjectId, of: ObjectId) -> Result<bool, Error> {
        match self.backend().is_ancestor(ancestor, of) {
            // Asked only now: most commits are there.
            Err(_) if !self.backend().has_object(ancestor)? => Ok(false),
            answer => answer,
        }
    }

    /// Whether an id is that of a commit in this clone: a shallow one, or one that git has cleaned
    /// up, lacks some that notes and remotes name.
    ///
    /// # Errors
    /// Where it is there, but cannot be read.
    pub fn has_commit(&self, id: ObjectId) -> Result<bool, Error> {
        match self.backend().raw_commit(id) {
            Ok(_) => Ok(true),
            Err(Error::UnknownRevision(_)) => Ok(false),
            Err(error) => {
                if self.backend().has_object(id)? {
                    Err(error)
                } else {
                    Ok(false)
                }
            }
        }
    }

    /// The short names of the branches whose commit is reached from `from`.
    ///
    /// # Errors
    /// Where git cannot walk there.
    pub fn branches_reached(&self, from: ObjectId) -> Result<Vec<String>, Error> {
        let merged = format!("--merged={from}");
        let list = self
            .git([
                "for-each-ref",
                &merged,
                "--format=%(refname)",
                "refs/heads/",
            ])
            .line()?;
        Ok(list
            .lines()
            .filter_map(|name| name.strip_prefix("refs/heads/"))
            .map(str::to_owned)
            .collect())
    }

    /// `Name <address>` of `author` or `committer`, found as git finds it (git-var(1)).
    fn person(&self, role: &str) -> Result<String, Error> {
        let settings = self.settings()?;
        let part = |part: &str| {
            let name = format!("GIT_{}_{}", role.to_uppercase(), part.to_uppercase());
            let variable = self.environment().variable(&name).and_then(OsStr::to_str);
            let set = || {
                settings
                    .get(&format!("{role}.{part}"))
                    .or_else(|| settings.get(&format!("user.{part}")))
            };
            let found = variable
                .filter(|text| !text.trim().is_empty())
                .or_else(set)?;
            // What would end the field early is left out, as git does it.
            let plain: String = found
                .chars()
                .filter(|c| !matches!(c, '<' | '>' | '\n' | '\0'))
                .collect();
            Some(plain.trim().to_owned()).filter(|text| !text.is_empty())
        };
        if let (Some(name), Some(email)) = (part("name"), part("email")) {
            return Ok(format!("{name} <{email}>"));
        }
        let said = self.variable(&format!("GIT_{}_IDENT", role.to_uppercase()))?;
        let end = said.rfind('>').ok_or_else(|| Error::unexpected("var"))?;
        Ok(said[..=end].to_owned())
    }
}

/// Takes a commit apart: header lines, an empty line, the message, as `git cat-file commit` prints
/// it.
fn parse(id: ObjectId, raw: &[u8]) -> Result<Commit, Error> {
    let text = String::from_utf8_lossy(raw);
    let (head, message) = text.split_once("\n\n").unwrap_or((&text, ""));
    let field = |name: &'static str| {
        head.lines()
            .filter_map(move |line| line.strip_prefix(name)?.strip_prefix(' '))
    };
    let tree = field("tree")
        .next()
        .ok_or_else(|| Error::unexpected("cat-file"))?
        .parse()?;
    let parents = field("parent").map(str::parse).collect::<Result<_, _>>()?;
    let author = field("author")
        .next()
        .and_then(|line| line.split_once(" <"))
        .map_or("", |(name, _)| name);
    let time = field("committer")
        .next()
        .and_then(|line| line.rsplit_once("> ")?.1.split(' ').next()?.parse().ok());
    Ok(Commit {
        id,
        tree,
        parents,
        author: author.to_owned(),
        time: time.unwrap_or(0),
        message: message.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_taken_apart() {
        let tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
        let raw = format!(
            "tree {tree}\nparent {tree}\nparent {tree}\nauthor A <B> C <a@b> 5 +0000\ncommitter D <d@e> -7 +0200\n\
             gpgsig x\n y\n\nSubject\n\nBody\n"
        );
        let commit = parse(tree.parse().unwrap(), raw.as_bytes()).unwrap();
        assert_eq!(
            (commit.parents.len(), commit.time, commit.message.as_str()),
            (2, -7, "Subject\n\nBody\n")
        );
        assert_eq!(commit.author, "A");
        assert!(parse(tree.parse().unwrap(), b"").is_err());
    }
}
