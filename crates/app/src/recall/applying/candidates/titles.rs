//! Files whose path has words of the titles of records, or of the names of their files.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Bounds, Subject};
use crate::recall::applying::Applier;
use crate::recall::applying::titles::{RARE, TITLES, stem, telling};
use crate::workspace::Error;
use git_memory_model::evidence::applying::{NAMES_IN_TITLE, TITLE_IN_PATH};
use git_memory_recall::{DocumentRef, exact};
use git_memory_text::path::last;

/// Words of a title, or of the name of a record's file.
struct Phrase<'s> {
    subject: &'s Subject,
    /// All words of a title in order; empty for the name of a file.
    in_row: String,
    stems: HashSet<String>,
    /// True if one of the words is on few paths; `None` if that was not asked yet.
    is_rare: Option<bool>,
}

/// Part of a path: its stems, and the phrases that have its own name.
struct PathPart {
    stems: Vec<String>,
    /// Phrases that have the words of its name in a row.
    in_row: Vec<usize>,
    /// Phrases that have all telling words of its name, which few records have.
    of_name: Vec<usize>,
}

/// Phrases by their words: as stems, and as they are in a row.
struct Phrases<'s> {
    all: Vec<Phrase<'s>>,
    by_stem: HashMap<String, Vec<usize>>,
    by_word: HashMap<String, Vec<usize>>,
}

impl Applier<'_> {
    pub(super) fn bound_titled(
        &self,
        bounds: &mut Bounds,
        files: &[String],
        subjects: &BTreeMap<DocumentRef, Subject>,
    ) -> Result<(), Error> {
        let mut phrases = Phrases::of(subjects);
        let mut parts: HashMap<&str, PathPart> = HashMap::new();
        for (place, file) in files.iter().enumerate() {
            for part in file.split('/') {
                if !parts.contains_key(part) {
                    parts.insert(part, self.part(part, &phrases)?);
                }
            }
            let of_path = || file.split('/').map(|part| &parts[part]);
            let mut tied: HashSet<usize> = of_path().flat_map(|it| it.in_row.clone()).collect();
            tied.extend(&parts[last(file)].of_name);
            let stems: HashSet<&String> = of_path().flat_map(|it| &it.stems).collect();
            let mut count: HashMap<usize, usize> = HashMap::new();
            for nth in stems.iter().filter_map(|stem| phrases.by_stem.get(*stem)) {
                nth.iter()
                    .for_each(|nth| *count.entry(*nth).or_default() += 1);
            }
            for (nth, count) in count {
                let phrase = &phrases.all[nth];
                if count > 1 && count == phrase.stems.len() && self.is_rare(&mut phrases, nth)? {
                    tied.insert(nth);
                }
            }
            for nth in tied {
                let weight = NAMES_IN_TITLE.max(TITLE_IN_PATH);
                bounds.add(phrases.all[nth].subject, place, weight);
            }
        }
        Ok(())
    }

    /// A part of a path, with the phrases that have its own name.
    fn part(&self, part: &str, phrases: &Phrases) -> Result<PathPart, Error> {
        let name = part.split('.').next().unwrap_or_default();
        let words = exact(name);
        let mut found = PathPart {
            stems: telling(part).map(|word| stem(&word)).collect(),
            in_row: Vec::new(),
            of_name: Vec::new(),
        };
        if let Some((first, _)) = words.trim_end().split_once(' ') {
            let in_row = format!(" {words}");
            let with_first = phrases.by_word.get(first).into_iter().flatten();
            let has_all = |nth: &&usize| phrases.all[**nth].in_row.contains(&in_row);
            found.in_row = with_first.filter(has_all).copied().collect();
        }
        let words: Vec<String> = telling(name).collect();
        let stems: Vec<String> = words.iter().map(|word| stem(word)).collect();
        let with_first = stems.first().and_then(|stem| phrases.by_stem.get(stem));
        for &nth in with_first.into_iter().flatten() {
            let Phrase {
                in_row, stems: all, ..
            } = &phrases.all[nth];
            if !in_row.is_empty() && stems.iter().all(|stem| all.contains(stem)) {
                found.of_name.push(nth);
            }
        }
        let most = if words.len() > 1 { TITLES } else { RARE };
        if !found.of_name.is_empty() && self.holding_all(&words)?.len() > most {
            found.of_name.clear();
        }
        Ok(found)
    }

    fn is_rare(&self, phrases: &mut Phrases, nth: usize) -> Result<bool, Error> {
        let phrase = &phrases.all[nth];
        if let Some(known) = phrase.is_rare {
            return Ok(known);
        }
        let mut is_rare = false;
        for word in phrase.words() {
            is_rare = is_rare || self.has_rare(&word)?;
        }
        phrases.all[nth].is_rare = Some(is_rare);
        Ok(is_rare)
    }
}

impl Phrase<'_> {
    /// Its telling words.
    fn words(&self) -> Vec<String> {
        let record = &self.subject.record;
        if self.in_row.is_empty() {
            let name = record.path.file_name();
            return telling(name.rsplit_once('.').map_or("", |it| it.0)).collect();
        }
        telling(&record.header.title).collect()
    }
}

impl<'s> Phrases<'s> {
    fn of(subjects: &'s BTreeMap<DocumentRef, Subject>) -> Self {
        let mut phrases = Self {
            all: Vec::new(),
            by_stem: HashMap::new(),
            by_word: HashMap::new(),
        };
        for subject in subjects.values() {
            let in_row = format!(" {}", exact(&subject.record.header.title));
            for in_row in [in_row, String::new()] {
                let nth = phrases.all.len();
                for word in in_row.split_whitespace() {
                    let known = phrases.by_word.entry(word.to_owned()).or_default();
                    known.push(nth);
                }
                let mut phrase = Phrase {
                    subject,
                    in_row,
                    stems: HashSet::new(),
                    is_rare: None,
                };
                phrase.stems = phrase.words().iter().map(|word| stem(word)).collect();
                for stem in &phrase.stems {
                    let known = phrases.by_stem.entry(stem.clone()).or_default();
                    known.push(nth);
                }
                phrases.all.push(phrase);
            }
        }
        phrases
    }
}
