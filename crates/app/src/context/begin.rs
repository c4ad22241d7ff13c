//! The start of a session: the records that bind everywhere, what is open or begun, and what the
//! last commits of the branch decided, or the titles of decisions. All others are only counted.

use crate::context::choice::{NOT_BEGUN, SectionRecords};
use crate::context::records::Records;
use crate::recall::named_by;
use crate::records::reading::Indexed;
use crate::workspace::Error;
use git_memory_model::context::pack::Section;
use git_memory_model::evidence::citations;
use git_memory_model::record::Record;
use git_memory_recall::DocumentRef;
use git_memory_store::Age;

/// Number of commits of the branch's own line whose decisions are told.
const COMMITS: u32 = 20;
/// Maximum number of records of a section.
const MOST: usize = 8;
/// Number of the newest records of a section that are looked at; a section of no more decisions or
/// conventions is told in whole.
const LOOKED_AT: usize = 24;

impl Records<'_> {
    /// Leaves in each section what the start of a session is told.
    pub(crate) fn begin(&mut self) -> Result<(), Error> {
        let mut sections = std::mem::take(&mut self.choice.sections);
        for SectionRecords {
            section,
            offered,
            current,
            is_by_title,
        } in &mut sections
        {
            let is_small = *current <= LOOKED_AT;
            *offered = match section {
                Section::Answers => continue,
                Section::Decisions => {
                    let decided = self.decided(offered, is_small)?;
                    // Decisions that no recent work names are told by their titles, or not at all.
                    *is_by_title = decided.is_empty();
                    if *is_by_title {
                        continue;
                    }
                    decided
                }
                Section::Conventions if is_small => continue,
                Section::Conventions => self.first(offered, |record| {
                    let header = &record.header;
                    header.paths.is_empty() && header.scope.is_project()
                })?,
                Section::Plans => {
                    self.first(offered, |record| record.header.status.as_str() != NOT_BEGUN)?
                }
                Section::OpenLoops => self.first(offered, |_| true)?,
                _ => Vec::new(),
            };
        }
        self.choice.sections = sections;
        Ok(())
    }

    /// The first of some records that are wanted.
    fn first(
        &self,
        offered: &[DocumentRef],
        is_wanted: impl Fn(&Record) -> bool,
    ) -> Result<Vec<DocumentRef>, Error> {
        let mut first = Vec::new();
        for &at in offered.iter().take(LOOKED_AT) {
            if first.len() < MOST
                && let Some(Indexed { record, .. }) = self.read(at)?
                && is_wanted(&record)
            {
                first.push(at);
            }
        }
        Ok(first)
    }

    /// The decisions that the last commits name, then those that they brought or changed; in a
    /// small memory, all others behind them.
    fn decided(&self, offered: &[DocumentRef], is_small: bool) -> Result<Vec<DocumentRef>, Error> {
        let mut decided = self.cited(offered)?;
        let mut brought = Vec::new();
        for &at in offered.iter().take(MOST + 1) {
            if let Some(Indexed { record, .. }) = self.read(at)? {
                // Without history, only its day tells that a record is new.
                let is_new = match self.age(at, &record)? {
                    Age::Commits(count) => count < COMMITS,
                    Age::Unknown | Age::Uncommitted => true,
                };
                let key = (record.header.updated, self.place(at, &record)?);
                brought.extend(is_new.then_some((key, at)));
            }
        }
        // Of many that came at once, only their names would tell which are the first.
        if let Some((last, _)) = brought.get(MOST).copied() {
            brought.retain(|(key, _)| *key != last);
        }
        for (_, at) in brought {
            if !decided.contains(&at) {
                decided.push(at);
            }
        }
        decided.truncate(MOST);
        if is_small {
            let rest = offered.iter().filter(|at| !decided.contains(at));
            decided.extend(rest.copied().collect::<Vec<_>>());
        }
        Ok(decided)
    }

    /// Items of records that the last commits name, the last one first.
    fn cited(&self, offered: &[DocumentRef]) -> Result<Vec<DocumentRef>, Error> {
        let mut cited = Vec::new();
        if self.is_without_history {
            return Ok(cited);
        }
        let (history, parts) = (self.workspace.store().history(), self.sources.parts());
        let mut next = history.at(self.view.revision())?;
        for _ in 0..COMMITS {
            let Some(id) = next else {
                break;
            };
            let commit = match history.commit(id) {
                Ok(commit) => commit,
                // A shallow clone ends here.
                Err(error) if error.is_missing() => break,
                Err(error) => return Err(error.into()),
            };
            for at in named_by(&self.sources, &parts, &citations(&commit.message))? {
                if offered.contains(&at) && !cited.contains(&at) {
                    cited.push(at);
                }
            }
            next = commit.parents.first().copied();
        }
        Ok(cited)
    }
}
