//! The column of checks: the places of files that break a rule, under the files' blobs.
//!
//! Ten thousand rows are looked at after each commit, and nearly all of them say that nothing breaks
//! anything: a row begins with the rules that were run, as bytes that are compared as they are.

mod row;
mod scan;

use std::time::Duration;

use crate::kept::BY_BLOB;
use crate::source_files::ViewFile;
use crate::state::Column;
use crate::symbols::{Outcome, Reader};
use crate::{Error, Store};
use git_memory_git::{ObjectId, Ran};
use git_memory_model::checks::scan::{Hit, hits_on};
use git_memory_policy::map::Language;
pub use row::Broken;
use row::{Row, has_all, numbers, row_of};
pub use scan::Scan;

const COLUMN: &str = "checks";

/// Places by rule; `None` for a content that is too hard for the rule.
type Tried = Vec<(u64, Option<Vec<Hit>>)>;

/// Places that were found before, and those of this process.
pub struct Verified<'a> {
    store: Store<'a>,
    rows: Column<Vec<u8>>,
    reader: Reader<'a>,
    /// The blobs that this process asked for: these stay where there are many.
    asked: Vec<ObjectId>,
}

/// Rules that a file has to keep. Most files of a folder have the same ones.
pub struct RuleSet<'r> {
    /// Sorted by key, each once.
    rules: Vec<&'r Scan>,
    keys: Vec<u8>,
}

/// A file, and the rules that it has to keep.
#[derive(Clone, Copy)]
pub struct Ruled<'r> {
    /// The file.
    pub file: &'r ViewFile,
    /// The rules.
    pub rules: &'r RuleSet<'r>,
}

impl<'r> RuleSet<'r> {
    /// A set of rules, in any order.
    #[must_use]
    pub fn of(mut rules: Vec<&'r Scan>) -> Self {
        rules.sort_by_key(|rule| rule.key());
        rules.dedup_by_key(|rule| rule.key());
        let keys = rules.iter().flat_map(|rule| rule.key().to_le_bytes());
        Self {
            keys: keys.collect(),
            rules,
        }
    }
}

impl<'a> Store<'a> {
    /// The places that were found before.
    #[must_use]
    pub fn verified(self) -> Verified<'a> {
        Verified {
            store: self,
            reader: Reader::new(self.repo().environment()),
            rows: Column::open(&BY_BLOB, self.repo().common_dir(), COLUMN),
            asked: Vec::new(),
        }
    }

    /// Reasons why patterns cannot be used, in their order; `None` for those that can. They are taken
    /// apart in the process that reads sources.
    pub fn faults_of_patterns(
        self,
        patterns: &[(&'static Language, &str)],
    ) -> Result<Vec<Option<String>>, Error> {
        let mut reader = Reader::new(self.repo().environment());
        let mut faults = Vec::with_capacity(patterns.len());
        for (language, pattern) in patterns {
            let asked = [(*pattern).to_owned()];
            faults.push(match reader.code(language, &asked, b"")? {
                Outcome::Answer(lines) => lines.into_iter().find_map(Result::err),
                Outcome::TooHard => Some("it takes too long to read".to_owned()),
                // That is no fault of the pattern.
                Outcome::NotNow => None,
            });
        }
        Ok(faults)
    }

    /// Runs a command line that a record names, at the top of the work tree and without input.
    pub fn run_shell(self, line: &str, limit: Duration) -> Result<Ran, Error> {
        Ok(self.repo().run_shell(line, limit)?)
    }
}

impl Verified<'_> {
    /// The places that break the rules of files, in the order of the files; `None` for a file that is
    /// too large or missing. Files for which a rule was not run before are read: `progress` is called
    /// with how many of how many were.
    pub fn run(
        &mut self,
        files: &[Ruled<'_>],
        progress: &dyn Fn(usize, usize),
    ) -> Result<Vec<Option<Broken>>, Error> {
        let mut missing: Vec<Ruled> = Vec::new();
        for ruled in files {
            self.asked.push(ruled.file.id);
            if self.kept(ruled).is_none() {
                missing.push(*ruled);
            }
        }
        let contents: Vec<&ViewFile> = missing.iter().map(|ruled| ruled.file).collect();
        let (mut done, all) = (0, contents.len());
        let (store, mut fault) = (self.store, None);
        store.contents_of(&contents, |nth, content| {
            done += 1;
            progress(done, all);
            if let Some(content) = content
                && fault.is_none()
            {
                fault = self.read(&missing[nth], content).err();
            }
        })?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        Ok(files.iter().map(|ruled| self.kept(ruled)).collect())
    }

    /// The places of a file for which all of its rules were run.
    fn kept(&self, ruled: &Ruled<'_>) -> Option<Broken> {
        let row = Row::of(self.rows.bytes(&ruled.file.id)?)?;
        if !has_all(row.keys, &ruled.rules.keys) {
            return None;
        }
        let mut broken = row.broken()?;
        broken.retain(|(key, _)| ruled.rules.has(*key));
        Some(broken)
    }

    /// Runs the rules of a file that were not run over its content.
    fn read(&mut self, ruled: &Ruled<'_>, content: &[u8]) -> Result<(), Error> {
        let row = self.rows.bytes(&ruled.file.id).and_then(Row::of);
        let known = row.and_then(|row| Some((numbers(row.keys).collect(), row.broken()?)));
        let (mut keys, mut broken): (Vec<u64>, Broken) = known.unwrap_or_default();
        let mut code = Vec::new();
        for rule in &ruled.rules.rules {
            // Two files may have one blob.
            let Err(place) = keys.binary_search(&rule.key()) else {
                continue;
            };
            match rule.hits(content) {
                None => code.push(*rule),
                Some(hits) => {
                    keys.insert(place, rule.key());
                    if !hits.is_empty() {
                        broken.push((rule.key(), hits));
                    }
                }
            }
        }
        for (key, hits) in self.read_code(&code, content)? {
            keys.push(key);
            match hits {
                Some(hits) if hits.is_empty() => {}
                hits => broken.push((key, hits.unwrap_or_default())),
            }
        }
        keys.sort_unstable();
        if let Some(row) = row_of(&keys, &broken) {
            self.rows.put(ruled.file.id, row);
        }
        Ok(())
    }

    /// The places that break rules of code. Rules that could not be run this time are left out.
    fn read_code(&mut self, rules: &[&Scan], content: &[u8]) -> Result<Tried, Error> {
        let found = rules.iter().filter_map(|rule| rule.pattern_in(content));
        let (languages, patterns): (Vec<_>, Vec<_>) = found
            .map(|(language, pattern)| (language, pattern.clone()))
            .unzip();
        // A file has one.
        let Some(language) = languages.first() else {
            return Ok(Vec::new());
        };
        let lines = match self.reader.code(language, &patterns, content)? {
            Outcome::Answer(lines) => lines,
            Outcome::NotNow => return Ok(Vec::new()),
            Outcome::TooHard => {
                // One of them may be to blame.
                if let [rule] = rules {
                    return Ok(vec![(rule.key(), None)]);
                }
                let mut found = Vec::with_capacity(rules.len());
                for rule in rules {
                    found.extend(self.read_code(&[*rule], content)?);
                }
                return Ok(found);
            }
        };
        let text = String::from_utf8_lossy(content);
        let lines = rules.iter().zip(lines);
        let hits =
            lines.map(|(rule, lines)| (rule.key(), lines.ok().map(|it| hits_on(&text, &it))));
        Ok(hits.collect())
    }
}

impl Drop for Verified<'_> {
    fn drop(&mut self) {
        self.rows.save(self.asked.iter().copied());
    }
}

impl RuleSet<'_> {
    fn has(&self, key: u64) -> bool {
        let found = self.rules.binary_search_by_key(&key, |rule| rule.key());
        found.is_ok()
    }
}
