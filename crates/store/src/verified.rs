//! The column of checks: the places of files that break a rule, under the files' blobs.
//!
//! Ten thousand rows are looked at after each commit, and nearly all of them say that nothing breaks
//! anything: a row begins with the rules that were run, as bytes that are compared as they are.

use std::cmp::Ordering;
use std::time::Duration;

use crate::kept::BY_BLOB;
use crate::source_files::ViewFile;
use crate::state::{Column, checksummed_rows};
use crate::symbols::{Outcome, Reader};
use crate::{Error, Store};
use git_memory_git::{ObjectId, Ran};
use git_memory_model::checks::scan::{Hit, Scanner, hits_on, is_text};
use git_memory_policy::code::word;
use git_memory_policy::dependencies::Manifest;
use git_memory_policy::map::Language;

const COLUMN: &str = "checks";

/// The bytes of a number in a row.
const WIDTH: usize = 8;

/// Places in one blob by rule: [`Scanner::key`], and the places. Rules that nothing breaks are left
/// out.
/// A rule without a place could not be run: the content is too hard for it.
pub type Broken = Vec<(u64, Vec<Hit>)>;

/// Places that were found before, and those of this process.
pub struct Verified<'a> {
    store: Store<'a>,
    rows: Column<Vec<u8>>,
    reader: Reader<'a>,
    /// The blobs that this process asked for: these stay where there are many.
    asked: Vec<ObjectId>,
}

/// A rule that is ready to run over files of one kind.
pub enum Scan {
    /// A rule of lines.
    Lines(Scanner),
    /// A package that a manifest may not name.
    Dependency {
        /// Kind of the manifest.
        manifest: &'static Manifest,
        /// The package.
        package: String,
        /// See [`Scan::key`].
        key: u64,
    },
    /// A pattern of syntax that code may not match.
    Code {
        /// Language of the code.
        language: &'static Language,
        /// The pattern.
        pattern: String,
        /// See [`Scan::key`].
        key: u64,
    },
}

impl Scan {
    /// The same number for the same rule and kind of files.
    #[must_use]
    pub fn key(&self) -> u64 {
        match self {
            Self::Lines(scanner) => scanner.key(),
            Self::Dependency { key, .. } | Self::Code { key, .. } => *key,
        }
    }

    /// The places of a content that break the rule.
    fn hits(&self, content: &[u8], reader: &mut Reader<'_>) -> Result<Outcome<Vec<Hit>>, Error> {
        let text = String::from_utf8_lossy(content);
        Ok(Outcome::Answer(match self {
            Self::Lines(scanner) => scanner.hits(content),
            _ if !is_text(content) => Vec::new(),
            Self::Dependency {
                manifest, package, ..
            } => hits_on(&text, &manifest.lines(&text, package)),
            Self::Code {
                language, pattern, ..
            } => {
                // Most files are told from the others by one word, which costs nothing.
                if word(pattern).is_some_and(|word| !text.contains(word)) {
                    return Ok(Outcome::Answer(Vec::new()));
                }
                let patterns = std::slice::from_ref(pattern);
                match reader.code(language, patterns, content)? {
                    Outcome::Answer(lines) => match lines.into_iter().next() {
                        Some(Ok(lines)) => hits_on(&text, &lines),
                        _ => return Ok(Outcome::TooHard),
                    },
                    Outcome::TooHard => return Ok(Outcome::TooHard),
                    Outcome::NotNow => return Ok(Outcome::NotNow),
                }
            }
        }))
    }
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
                Outcome::NotNow => Some("no process can read it here".to_owned()),
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
        for rule in &ruled.rules.rules {
            // Two files may have one blob.
            let Err(place) = keys.binary_search(&rule.key()) else {
                continue;
            };
            match rule.hits(content, &mut self.reader)? {
                Outcome::Answer(hits) if hits.is_empty() => {}
                Outcome::Answer(hits) => broken.push((rule.key(), hits)),
                Outcome::TooHard => broken.push((rule.key(), Vec::new())),
                Outcome::NotNow => continue,
            }
            keys.insert(place, rule.key());
        }
        if let Some(row) = row_of(&keys, &broken) {
            self.rows.put(ruled.file.id, row);
        }
        Ok(())
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

/// A row, taken apart.
#[derive(Clone, Copy)]
struct Row<'b> {
    /// The keys of the rules that were run, sorted.
    keys: &'b [u8],
    /// The places of the broken ones, encoded.
    broken: &'b [u8],
}

impl<'b> Row<'b> {
    fn of(bytes: &'b [u8]) -> Option<Self> {
        let (count, rest) = bytes.split_first_chunk()?;
        let count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
        let (keys, broken) = rest.split_at_checked(count.checked_mul(WIDTH)?)?;
        Some(Self { keys, broken })
    }

    fn broken(self) -> Option<Broken> {
        checksummed_rows::decode(self.broken)
    }
}

/// The bytes of a row; `None` where the format has no way to write them, which is so for no places.
fn row_of(keys: &[u64], broken: &Broken) -> Option<Vec<u8>> {
    let mut row = (keys.len() as u64).to_le_bytes().to_vec();
    row.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
    row.extend(checksummed_rows::encode(broken).ok()?);
    Some(row)
}

fn numbers(keys: &[u8]) -> impl Iterator<Item = u64> {
    let (keys, _) = keys.as_chunks();
    keys.iter().map(|key| u64::from_le_bytes(*key))
}

/// True if all wanted keys are among others; both are sorted.
fn has_all(keys: &[u8], wanted: &[u8]) -> bool {
    if keys == wanted {
        return true;
    }
    let mut keys = numbers(keys);
    numbers(wanted).all(|key| {
        let reached = keys.find(|other| (*other).cmp(&key) != Ordering::Less);
        reached == Some(key)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_tells_which_rules_were_run_and_what_breaks_them() {
        let hit = Hit {
            line: 3,
            sum: 7,
            exempt: None,
        };
        let broken = vec![(5, vec![hit])];
        let bytes = row_of(&[2, 5, 9], &broken).unwrap();
        let row = Row::of(&bytes).unwrap();
        assert_eq!(row.broken(), Some(broken));
        let has = |wanted: &[u64]| {
            let wanted: Vec<u8> = wanted.iter().flat_map(|key| key.to_le_bytes()).collect();
            has_all(row.keys, &wanted)
        };
        assert!(has(&[]) && has(&[2]) && has(&[9]) && has(&[2, 9]) && has(&[2, 5, 9]));
        assert!(!has(&[1]) && !has(&[2, 6]) && !has(&[9, 10]));
        for cut in 0..bytes.len() {
            assert!(
                Row::of(&bytes[..cut]).and_then(Row::broken).is_none(),
                "{cut}"
            );
        }
    }
}
