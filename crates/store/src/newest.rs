//! The newest commits of a history: listed once, and brought up to date by what is new.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::Error;
use crate::history::History;
use crate::kept::HISTORY;
use crate::state::{KeyedFile, StateFolder, VERSION};
use git_memory_git::{DatedCommit, ObjectId, Repo};
use git_memory_text::date::Date;

/// The file of history with the list.
const FILE: &str = "newest";
/// The first word of the list, which says if it has all commits that its tip reaches.
const WHOLE: &str = "whole";
const CUT: &str = "newest";
/// How many more commits than asked for are listed, as a share: a switch to another branch takes
/// some of the newest away.
const SLACK: usize = 4;

/// The newest commits that a tip reaches.
#[derive(Debug, PartialEq, Eq)]
struct Newest {
    tip: ObjectId,
    /// True if these are all that the tip reaches.
    is_whole: bool,
    /// Newest first.
    commits: Vec<DatedCommit>,
}

impl Newest {
    /// Walks the whole way.
    fn walked(repo: &Repo, tip: ObjectId, most: usize) -> Result<Self, Error> {
        let mut commits = repo.newest(tip, None, most)?;
        commits.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Self {
            tip,
            is_whole: commits.len() < most,
            commits,
        })
    }

    /// The list of another tip, from this one; `None` where too much lies between the two.
    fn moved(mut self, repo: &Repo, tip: ObjectId, limit: usize) -> Result<Option<Self>, Error> {
        if !repo.has_commit(self.tip)? {
            return Ok(None);
        }
        let added = repo.newest(tip, Some(self.tip), limit)?;
        let removed = repo.newest(self.tip, Some(tip), limit)?;
        if added.len() == limit || removed.len() == limit {
            return Ok(None);
        }
        let removed: HashSet<DatedCommit> = removed.into_iter().collect();
        self.commits.retain(|commit| !removed.contains(commit));
        // An old commit that comes with a merge is older than others that are not listed here.
        let oldest = self.commits.last().copied();
        for commit in added {
            if self.is_whole || oldest.is_some_and(|oldest| commit > oldest) {
                self.commits.push(commit);
            }
        }
        if !self.is_whole && self.commits.len() < limit {
            return Ok(None);
        }
        self.commits.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Some(Self { tip, ..self }))
    }

    /// True if the newest `limit` commits are among them.
    fn has(&self, limit: usize) -> bool {
        self.is_whole || self.commits.len() >= limit
    }

    /// The commits that are not younger than a day; `None` where the list may lack the newest of
    /// them.
    fn until(&self, day: Date) -> Option<&[DatedCommit]> {
        let is_younger =
            |commit: &DatedCommit| Date::of_seconds(commit.time).is_some_and(|it| it > day);
        let listed = &self.commits[self.commits.partition_point(is_younger)..];
        (self.is_whole || !listed.is_empty()).then_some(listed)
    }

    /// The list as the file has it.
    fn text(&self) -> String {
        let word = if self.is_whole { WHOLE } else { CUT };
        let mut text = format!("{VERSION}{word} {} {}\n", self.commits.len(), self.tip);
        for commit in &self.commits {
            text.extend([commit.to_string().as_str(), "\n"]);
        }
        text
    }

    /// Reads what is kept; `None` where it is damaged.
    fn parse(kept: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(kept).ok()?;
        let mut lines = text.strip_prefix(VERSION)?.lines();
        let mut head = lines.next()?.splitn(3, ' ');
        let word = head.next()?;
        let count: usize = head.next()?.parse().ok()?;
        let tip = head.next()?.parse().ok()?;
        let commits: Result<Vec<DatedCommit>, _> = lines.map(str::parse).collect();
        let commits = commits.ok()?;
        let is_sound = commits.len() == count && commits.is_sorted_by(|a, b| a > b);
        is_sound.then_some(Self {
            tip,
            is_whole: word == WHOLE,
            commits,
        })
    }
}

impl History<'_> {
    /// The newest `limit` commits that `tip` reaches, by the committer's time, newest first.
    pub fn newest(self, tip: ObjectId, limit: usize) -> Result<Vec<ObjectId>, Error> {
        let file = self.newest_file();
        // The kept list only saves a walk.
        let kept = file.get().and_then(|bytes| Newest::parse(&bytes));
        let list = match kept.filter(|kept| kept.has(limit)) {
            Some(kept) if kept.tip == tip => kept,
            kept => {
                let list = self.listed(kept, tip, limit)?;
                file.put(list.text().as_bytes());
                list
            }
        };
        let newest = list.commits.iter().take(limit);
        Ok(newest.map(|commit| commit.id).collect())
    }

    /// For each of some days (UTC), the newest commit that a tip reaches and that is not younger; where
    /// all are, the oldest one.
    pub fn newest_until(
        self,
        tip: ObjectId,
        days: &BTreeSet<Date>,
    ) -> Result<HashMap<Date, ObjectId>, Error> {
        let (mut found, mut open) = (HashMap::new(), BTreeSet::new());
        if days.is_empty() {
            return Ok(found);
        }
        let file = self.newest_file();
        // The kept list only saves a walk.
        let kept = file.get().and_then(|bytes| Newest::parse(&bytes));
        let kept = kept.filter(|kept| kept.tip == tip);
        for &day in days {
            let listed = kept.as_ref().and_then(|kept| kept.until(day));
            let ids = listed.unwrap_or_default().iter().map(|commit| commit.id);
            match self.repo.by_right_clock(ids, day)? {
                Some(commit) => {
                    found.insert(day, commit);
                }
                None => {
                    open.insert(day);
                }
            }
        }
        found.extend(self.repo.newest_until(tip, &open)?);
        Ok(found)
    }

    fn newest_file(self) -> KeyedFile {
        StateFolder::of(&HISTORY, self.repo.common_dir()).file(FILE)
    }

    /// The list of a tip, from that of another one where there is one.
    fn listed(self, kept: Option<Newest>, tip: ObjectId, limit: usize) -> Result<Newest, Error> {
        let most = limit + limit / SLACK;
        let moved = match kept {
            Some(kept) => kept.moved(self.repo, tip, limit)?,
            None => None,
        };
        let Some(mut list) = moved else {
            return Newest::walked(self.repo, tip, most);
        };
        if list.commits.len() > most {
            list.commits.truncate(most);
            list.is_whole = false;
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> Newest {
        let id = |digit: &str| digit.repeat(40).parse().unwrap();
        let commits = vec![
            DatedCommit {
                time: 20,
                id: id("b"),
            },
            DatedCommit {
                time: 20,
                id: id("a"),
            },
            DatedCommit {
                time: -5,
                id: id("c"),
            },
        ];
        Newest {
            tip: id("b"),
            is_whole: true,
            commits,
        }
    }

    #[test]
    fn what_is_kept_is_read() {
        let list = list();
        assert_eq!(Newest::parse(list.text().as_bytes()), Some(list));
    }

    #[test]
    fn a_list_ends_where_it_was_cut() {
        let day = |text: &str| text.parse().unwrap();
        let mut list = list();
        assert_eq!(list.until(day("1970-01-01")).map(<[_]>::len), Some(3));
        assert_eq!(list.until(day("1969-12-31")).map(<[_]>::len), Some(1));
        assert_eq!(list.until(day("1969-12-30")).map(<[_]>::len), Some(0));
        list.is_whole = false;
        assert_eq!(list.until(day("1969-12-31")).map(<[_]>::len), Some(1));
        assert_eq!(list.until(day("1969-12-30")), None);
    }

    #[test]
    fn a_damaged_list_is_none() {
        let text = list().text();
        for cut in 0..text.len() - 1 {
            assert_eq!(Newest::parse(&text.as_bytes()[..cut]), None, "{cut}");
        }
        for damaged in [
            text.replace("20 a", "20 d"),
            text.replace("-5", "50"),
            format!("{text}{text}"),
        ] {
            assert_eq!(Newest::parse(damaged.as_bytes()), None, "{damaged}");
        }
    }
}
