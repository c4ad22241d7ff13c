//! The decisions that a change touches, with all that there is to tell about each.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::Change;
use super::decided::decided;
use super::found::Named;
use super::governing::{applied, only};
use crate::evidence::{Grounds, Subject};
use crate::recall::decides;
use crate::records::incoming::landed;
use crate::verify::why;
use crate::workspace::Error;
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::evidence::ground::NamedChange;
use git_memory_model::evidence::trailer::{exemptions, trailers};
use git_memory_model::evidence::{Citation, citations};
use git_memory_model::record::Record;
use git_memory_text::pathspec::Coverage;

/// Maximum number of files that are named for one decision.
const FILES: usize = 5;

/// Maximum number of records that a message names on purpose.
const CITED: usize = 8;

/// What the messages of a change say about records, by the paths of their files.
#[derive(Default)]
pub(super) struct Said {
    /// The records that trailers follow.
    followed: HashSet<String>,
    /// The records that a commit names.
    named: HashMap<String, ObjectId>,
}

impl Change<'_> {
    /// The decisions of the base that the change touches, without those that it changes itself.
    pub(super) fn decisions(
        &self,
        said: &Said,
        progress: &dyn Fn(usize, usize),
    ) -> Result<Vec<Named>, Error> {
        let [base, head] = &self.views;
        let mut decisions: Vec<Named> = Vec::new();
        let applied = applied(
            self.workspace,
            &self.new,
            [base, head],
            &self.altered,
            &self.paths,
            progress,
        )?;
        for it in applied {
            if self.present(&it.record).is_some() {
                decisions.push(self.named(it.record, it.reasons, it.files)?);
            }
        }
        self.add_said(said, &mut decisions)?;
        for record in self
            .old
            .records
            .iter()
            .filter(|it| it.is_current() && decides(it))
        {
            let Some(now) = self.current(record) else {
                continue;
            };
            let mut lost = self.altered.lost(self.workspace, now)?;
            lost.retain(|it| self.paths.contains(&it.path));
            if lost.is_empty() {
                continue;
            }
            let known = decisions
                .iter_mut()
                .find(|it| it.record.path == record.path);
            if let Some(named) = known {
                named.lost = lost;
            } else {
                let mut named = self.named(record.clone(), Vec::new(), Vec::new())?;
                named.lost = lost;
                decisions.push(named);
            }
        }
        self.add_gone(&mut decisions)?;
        self.add_incoming(&mut decisions)?;
        self.add_decided(&mut decisions)?;
        Ok(decisions)
    }

    /// Adds the decisions that messages of the change name.
    fn add_said(&self, said: &Said, decisions: &mut Vec<Named>) -> Result<(), Error> {
        for record in self.old.records.iter().filter(|it| decides(it)) {
            let Some(commit) = said.named.get(record.path.as_str()) else {
                continue;
            };
            let reason = format!("commit {} names it", commit.short());
            let known = decisions
                .iter_mut()
                .find(|it| it.record.path == record.path);
            if let Some(named) = known {
                named.reasons.push(reason);
            } else if self.present(record).is_some() {
                decisions.push(self.named(record.clone(), vec![reason], Vec::new())?);
            }
        }
        for named in decisions {
            named.is_followed = said.followed.contains(named.record.path.as_str());
        }
        Ok(())
    }

    /// The record as the change leaves it, if it is still in force.
    fn current(&self, record: &Record) -> Option<&Record> {
        let mut records = self.new.records.iter();
        records.find(|it| it.header.id == record.header.id && it.is_current())
    }

    /// The same, if the change leaves its text as it is: the author of a change has seen a record
    /// that it also writes.
    fn present(&self, record: &Record) -> Option<&Record> {
        let now = self.current(record)?;
        let old = self.old.records.iter().find(|it| it.path == record.path)?;
        (self.old.blob(old) == self.new.blob(now)).then_some(now)
    }

    fn named(
        &self,
        record: Record,
        reasons: Vec<String>,
        mut files: Vec<String>,
    ) -> Result<Named, Error> {
        let coverage = Coverage::of(record.header.paths.iter().map(Clean::as_str));
        let known: BTreeSet<String> = files.iter().cloned().collect();
        let covered = self.paths.iter().filter(|it| coverage.covers(it));
        files.extend(covered.filter(|it| !known.contains(*it)).cloned());
        let memory = if self.old.blob(&record).is_some() {
            &self.old
        } else {
            &self.new
        };
        let count = files.len();
        files.truncate(FILES);
        Ok(Named {
            why: why(self.workspace, memory, &record)?,
            decided: None,
            reasons,
            files,
            count,
            lost: Vec::new(),
            gone: Vec::new(),
            is_incoming: false,
            is_followed: false,
            record,
        })
    }

    /// Adds what the change takes out of the files of each decision.
    fn add_gone(&self, decisions: &mut [Named]) -> Result<(), Error> {
        let grounds = Grounds::of_view(self.workspace, &self.views[1])?;
        for named in decisions {
            let subject = Subject::of(&named.record, self.old.blob(&named.record));
            let changes = grounds.since(&subject, self.base)?;
            let lost = |path: &str| named.lost.iter().any(|it| it.path == path);
            let gone = changes.named.iter().filter(|it| !lost(&it.name));
            named.gone = gone.map(NamedChange::words).collect();
        }
        Ok(())
    }

    /// Adds the decisions that landed on the base after the change had left it.
    fn add_incoming(&self, decisions: &mut Vec<Named>) -> Result<(), Error> {
        if self.tip == self.base {
            return Ok(());
        }
        let written = || Ok(self.paths.clone());
        for landed in landed(self.workspace, self.head, self.tip, self.base, written)? {
            let is_known = decisions
                .iter()
                .any(|it| it.record.path == landed.record.path);
            if is_known || !decides(&landed.record) || !landed.record.is_current() {
                continue;
            }
            let mut files = landed.files;
            let count = files.len();
            files.truncate(FILES);
            decisions.push(Named {
                why: landed.record.header.abstract_line.clone(),
                decided: None,
                reasons: vec![format!("it is {} on the base", landed.what.name())],
                files,
                count,
                lost: Vec::new(),
                gone: Vec::new(),
                is_incoming: true,
                is_followed: false,
                record: landed.record,
            });
        }
        Ok(())
    }

    fn add_decided(&self, decisions: &mut [Named]) -> Result<(), Error> {
        let paths = decisions.iter().map(|it| it.record.path.as_str()).collect();
        let mut known = decided(self.workspace, self.tip, &paths)?;
        for named in decisions {
            named.decided = known.remove(named.record.path.as_str());
        }
        Ok(())
    }

    /// What the messages of the change's commits say about the base's records.
    pub(super) fn said(&self) -> Result<Said, Error> {
        let history = self.workspace.store().history();
        let mut said = Said::default();
        for id in history.between(self.head, &[self.tip])? {
            let message = history.commit(id)?.message;
            let names = citations(&message);
            let waived = exemptions(&message);
            let is_waived =
                |name: &Citation| waived.iter().any(|it| it.name.as_ref() == Some(name));
            let trailers = trailers(&message);
            let follows = |name: &Citation| trailers.iter().any(|it| it.names.contains(name));
            // A list of everything is about nothing.
            if names.len() > CITED {
                continue;
            }
            for name in names.iter().filter(|it| !is_waived(it)) {
                if let Some(record) = only(&self.new, |it| name.names(it)) {
                    said.named.insert(record.path.to_string(), id);
                    if follows(name) {
                        said.followed.insert(record.path.to_string());
                    }
                }
            }
        }
        Ok(said)
    }
}
