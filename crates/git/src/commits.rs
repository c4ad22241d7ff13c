//! Commits as objects: made from parts, and taken apart again.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use super::backend::{ObjectKind, branch_of};
use super::history::PLAIN;
use super::{Error, Moved, ObjectId, Repo, TreeEdit, answer};
use crate::durability::Durability;
use git_memory_guard::Clean;
use git_memory_text::date::Date;

/// The author of commits if git knows no name: private memory is the work of agents, too, and none
/// of it is lost for a missing setting.
const NAMELESS: &str = "git-memory <git-memory@localhost>";
/// Number of commits to examine for one with a plausible date.
const DOUBTED: usize = 16;

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
    /// Its author's mail address.
    pub email: String,
    /// When it was committed, in seconds since 1970.
    pub time: i64,
    /// Its message; bytes that are not UTF-8 are replaced.
    pub message: String,
}

/// A commit of a list: the newest one is the greatest, of two of one second the one with the greater
/// id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListedCommit {
    /// When it was committed, in seconds since 1970.
    pub time: i64,
    /// Its id.
    pub id: ObjectId,
    /// Its parents, in order.
    pub parents: Vec<ObjectId>,
}

impl FromStr for ListedCommit {
    type Err = Error;

    /// Reads a line of `git rev-list --timestamp --parents`. A date that cannot be read is 1970, as
    /// for git: imported histories have such ones, and commits without any.
    fn from_str(line: &str) -> Result<Self, Error> {
        let (time, ids) = line.split_once(' ').unwrap_or(("", line));
        let mut ids = ids.split(' ').map(str::parse);
        Ok(Self {
            time: time.parse().unwrap_or(0),
            id: ids.next().unwrap_or_else(|| "".parse())?,
            parents: ids.collect::<Result<_, _>>()?,
        })
    }
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
    /// If there is no such commit.
    pub fn commit(&self, id: ObjectId) -> Result<Commit, Error> {
        parse(id, &self.backend().raw_commit(id)?)
    }

    /// Stores a commit, with the user's name as git knows it, or else a fixed one. Nothing points
    /// to it yet.
    pub fn write_commit(&self, new: &NewCommit, durability: Durability) -> Result<ObjectId, Error> {
        let (author, committer) = (self.person("author")?, self.person("committer")?);
        self.write_commit_of(new, &author, &committer, durability)
    }

    /// As [`Repo::write_commit`], with the fixed name: the commit tells nobody who made it.
    pub fn write_nameless_commit(
        &self,
        new: &NewCommit,
        durability: Durability,
    ) -> Result<ObjectId, Error> {
        self.write_commit_of(new, NAMELESS, NAMELESS, durability)
    }

    fn write_commit_of(
        &self,
        new: &NewCommit,
        author: &str,
        committer: &str,
        durability: Durability,
    ) -> Result<ObjectId, Error> {
        let mut parents = String::new();
        for parent in &new.parents {
            parents.extend(["parent ", &parent.to_string(), "\n"]);
        }
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

    /// Stores the tree that `edits` make of a tree; of the empty tree without a base.
    pub fn write_tree(
        &self,
        base: Option<ObjectId>,
        edits: &[TreeEdit],
        durability: Durability,
    ) -> Result<ObjectId, Error> {
        self.writer(durability)?.write_tree(base, edits)
    }

    /// The object that a ref points to.
    pub fn reference(&self, name: &str) -> Result<Option<ObjectId>, Error> {
        self.backend().reference(name)
    }

    /// The commit that a ref leads to, also by annotated tags.
    ///
    /// # Errors
    /// [`Error::NoCommit`] if it leads to something else, or if it cannot be read.
    pub fn tip(&self, name: &str) -> Result<Option<ObjectId>, Error> {
        let Some(id) = self.reference(name)? else {
            return Ok(None);
        };
        match self.commit_of(id)? {
            Some(commit) => Ok(Some(commit)),
            None => Err(Error::NoCommit(name.to_owned())),
        }
    }

    /// The commit that an object is, or that an annotated tag leads to; `None` for anything else.
    pub fn commit_of(&self, id: ObjectId) -> Result<Option<ObjectId>, Error> {
        match self.backend().raw_commit(id) {
            Ok(_) => return Ok(Some(id)),
            Err(Error::UnknownRevision(_)) => {}
            Err(error) => return Err(error),
        }
        match self.backend().resolve(&format!("{id}^{{commit}}")) {
            Ok(commit) => Ok(Some(commit)),
            Err(Error::UnknownRevision(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The refs below a folder of refs (`refs/memory/`) with their objects, sorted by name.
    pub fn references(&self, prefix: &str) -> Result<Vec<(String, ObjectId)>, Error> {
        self.backend().references(prefix)
    }

    /// Moves a ref from `old` (`None`: it must not exist) to `new` (`None`: it is deleted), if it
    /// still has the value `old`.
    ///
    /// # Errors
    /// If it cannot be written. Returns [`Moved::Contended`], not an error, if another process has
    /// moved it first.
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
    pub fn between(&self, from: ObjectId, not: &[ObjectId]) -> Result<Vec<ObjectId>, Error> {
        self.backend().between(from, not)
    }

    /// True if `of` reaches `ancestor`, or is it. An ancestor that is not in this clone (git has
    /// cleaned it up, say) counts as not reached.
    pub fn is_ancestor(&self, ancestor: ObjectId, of: ObjectId) -> Result<bool, Error> {
        match self.backend().is_ancestor(ancestor, of) {
            // Asked only now: most commits are there.
            Err(_) if !self.backend().has_object(ancestor)? => Ok(false),
            answer => answer,
        }
    }

    /// True if an id is that of a commit in this clone: notes and remotes may name commits that a
    /// shallow clone never had, or that git has cleaned up.
    pub fn has_commit(&self, id: ObjectId) -> Result<bool, Error> {
        match self.backend().raw_commit(id) {
            Ok(_) => Ok(true),
            // An object of another type.
            Err(Error::UnknownRevision(_)) => Ok(false),
            // A commit that exists and cannot be read is damaged, and must not count as absent.
            Err(error) if self.backend().has_object(id)? => Err(error),
            Err(_) => Ok(false),
        }
    }

    /// The newest `limit` commits that `from` reaches, by the committer's time, and the parents of
    /// each: a branch that one of them merged is known by its last commit, however old that is.
    /// Returns more of them if an earlier call has asked for more.
    pub fn reached_nearby(
        &self,
        from: ObjectId,
        limit: usize,
    ) -> Result<Arc<HashSet<ObjectId>>, Error> {
        // Without a commit-graph it takes some milliseconds, and a switch of branches asks twice.
        if let Some(known) = self.nearby.borrow().get(from, limit) {
            return Ok(known);
        }
        let mut commits = HashSet::new();
        for commit in self.newest(from, limit)? {
            commits.insert(commit.id);
            commits.extend(commit.parents);
        }
        let commits = Arc::new(commits);
        self.nearby.borrow_mut().keep(from, limit, &commits);
        Ok(commits)
    }

    /// The newest `limit` commits that `from` reaches, by the committer's time, newest first.
    pub fn newest(&self, from: ObjectId, limit: usize) -> Result<Vec<ListedCommit>, Error> {
        self.listed(&from.to_string(), limit)
    }

    /// The commits that only one of two commits reaches, at most `limit`.
    pub fn apart(
        &self,
        one: ObjectId,
        other: ObjectId,
        limit: usize,
    ) -> Result<Vec<ListedCommit>, Error> {
        self.listed(&format!("{one}...{other}"), limit)
    }

    fn listed(&self, range: &str, limit: usize) -> Result<Vec<ListedCommit>, Error> {
        let count = format!("--max-count={limit}");
        let walk = ["rev-list", "--timestamp", "--parents", &count, range, "--"];
        answer::lines(&self.git(walk).run()?)
    }

    /// For each of some days (UTC), the newest commit that `from` reaches and that is not younger;
    /// if all are younger, the oldest one. A commit with a younger parent has a wrong date, and
    /// counts only if there is no other.
    pub fn newest_until(
        &self,
        from: ObjectId,
        days: &BTreeSet<Date>,
    ) -> Result<HashMap<Date, ObjectId>, Error> {
        let mut found = HashMap::new();
        let Some(latest) = days.last() else {
            return Ok(found);
        };
        let before = format!("--before={latest}T23:59:59Z");
        let mut newest: BTreeMap<Date, Vec<ListedCommit>> = BTreeMap::new();
        newest.extend(days.iter().map(|day| (*day, Vec::new())));
        // One walk for all of them: git comes to the oldest day by way of the others.
        self.dated(&before, from, &mut |commit| {
            let committed = Date::of_seconds(commit.time);
            let mut flow = ControlFlow::Break(());
            for (day, commits) in &mut newest {
                if commits.len() < DOUBTED {
                    flow = ControlFlow::Continue(());
                    if committed.is_none_or(|committed| committed <= *day) {
                        commits.push(commit.clone());
                    }
                }
            }
            flow
        })?;
        let mut oldest = None;
        for (day, mut commits) in newest {
            // With wrong dates, a walk from another commit would meet them in another order.
            commits.sort_unstable_by(|a, b| b.cmp(a));
            let commit = match (self.by_right_clock(&commits, day)?, oldest) {
                (Some(commit), _) | (None, Some(commit)) => commit,
                (None, None) => *oldest.insert(self.oldest(from)?),
            };
            found.insert(day, commit);
        }
        Ok(found)
    }

    /// The oldest commit without a parent that a commit reaches.
    fn oldest(&self, from: ObjectId) -> Result<ObjectId, Error> {
        let mut oldest: Option<ListedCommit> = None;
        self.dated("--max-parents=0", from, &mut |root| {
            oldest = oldest.take().into_iter().chain([root]).min();
            ControlFlow::Continue(())
        })?;
        // Every walk ends at one.
        Ok(oldest.map_or(from, |root| root.id))
    }

    /// Hands over the commits that a commit reaches, as far as an option of git's lets them pass.
    fn dated(
        &self,
        option: &str,
        from: ObjectId,
        each: &mut dyn FnMut(ListedCommit) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let from = from.to_string();
        let walk = ["log", "-z", "--format=%ct %H %P", option];
        let walk = walk.into_iter().chain(PLAIN).chain([&*from, "--"]);
        self.git(walk)
            .each_word(&mut |word| Ok(each(String::from_utf8_lossy(word).trim().parse()?)))
    }

    /// The first of some commits, newest first, whose parents are not younger than a day (UTC): the
    /// others have wrong dates. If there is no such commit, it is the first one.
    fn by_right_clock(
        &self,
        newest: &[ListedCommit],
        day: Date,
    ) -> Result<Option<ObjectId>, Error> {
        for commit in newest {
            let mut is_wrong = false;
            for parent in &commit.parents {
                is_wrong |= self.is_younger(*parent, day)?;
            }
            if !is_wrong {
                return Ok(Some(commit.id));
            }
        }
        Ok(newest.first().map(|commit| commit.id))
    }

    fn is_younger(&self, id: ObjectId, day: Date) -> Result<bool, Error> {
        let committed = Date::of_seconds(self.commit(id)?.time);
        Ok(committed.is_some_and(|committed| committed > day))
    }

    /// The short names of the branches whose commit is reached from `from`.
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
        let mut branches = Vec::new();
        for name in list.lines() {
            branches.push(branch_of(name).to_owned());
        }
        Ok(branches)
    }

    /// `Name <address>` of `author` or `committer`, found as git finds it (git-var(1)).
    fn person(&self, role: &str) -> Result<String, Error> {
        let name = self.part_of_person(role, "name")?;
        let email = self.part_of_person(role, "email")?;
        if let (Some(name), Some(email)) = (name, email) {
            return Ok(format!("{name} <{email}>"));
        }
        // git may know more: the system's name of the user and of the host. It costs a process,
        // and hooks have no time for one at each entry.
        let said = self.variable(&format!("GIT_{}_IDENT", role.to_uppercase()));
        // A date follows the address. git refuses if it knows no name, as in a container.
        Ok(match said.as_deref().map(|said| (said, said.rfind('>'))) {
            Ok((said, Some(end))) => said[..=end].to_owned(),
            _ => NAMELESS.to_owned(),
        })
    }

    /// The `name` or `email` that the environment or the settings give a role, in git's order.
    fn part_of_person(&self, role: &str, part: &str) -> Result<Option<String>, Error> {
        let variable = format!("GIT_{}_{}", role.to_uppercase(), part.to_uppercase());
        if let Some(value) = self
            .environment()
            .variable(&variable)
            .and_then(OsStr::to_str)
            && !value.trim().is_empty()
        {
            return Ok(plain(value));
        }
        let settings = self.settings()?;
        for section in [role, "user"] {
            if let Some(value) = settings.get(&format!("{section}.{part}")) {
                return Ok(plain(value));
            }
        }
        Ok(None)
    }
}

/// A name without characters that would end its field early, as git does it; `None` if nothing is
/// left.
fn plain(name: &str) -> Option<String> {
    let kept = name.replace(['<', '>', '\n', '\0'], "");
    match kept.trim() {
        "" => None,
        kept => Some(kept.to_owned()),
    }
}

/// Takes a commit apart: header lines, an empty line, the message, as `git cat-file commit` prints
/// it.
fn parse(id: ObjectId, raw: &[u8]) -> Result<Commit, Error> {
    let text = String::from_utf8_lossy(raw);
    let (head, message) = match text.split_once("\n\n") {
        Some(parts) => parts,
        // A commit without a message may end with its header.
        None => (text.as_ref(), ""),
    };
    let mut tree = None;
    let mut commit = Commit {
        id,
        tree: id,
        parents: Vec::new(),
        author: String::new(),
        email: String::new(),
        time: 0,
        message: message.to_owned(),
    };
    for line in head.lines() {
        match line.split_once(' ') {
            Some(("tree", id)) => tree = Some(id.parse()?),
            Some(("parent", id)) => commit.parents.push(id.parse()?),
            Some(("author", person)) => {
                if let Some((name, rest)) = person.split_once(" <") {
                    name.clone_into(&mut commit.author);
                    let email = rest.split_once('>').map_or(rest, |(email, _)| email);
                    email.clone_into(&mut commit.email);
                }
            }
            // A date that cannot be read is 1970, as for git: imported histories have such ones.
            Some(("committer", person)) => commit.time = seconds(person).unwrap_or(0),
            _ => {}
        }
    }
    let Some(tree) = tree else {
        return Err(Error::unexpected("cat-file"));
    };
    Ok(Commit { tree, ..commit })
}

/// The seconds in `Name <address> seconds zone`.
fn seconds(person: &str) -> Option<i64> {
    let (_, date) = person.rsplit_once("> ")?;
    let (seconds, _) = date.split_once(' ')?;
    seconds.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_taken_apart() {
        let tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
        let raw = format!(
            "tree {tree}\nparent {tree}\nparent {tree}\n\
             author A <B> C <a@b> 5 +0000\ncommitter D <d@e> -7 +0200\n\
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
