//! Records whose title has words of a file's path.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::tie::Tie;
use super::{Applier, Tied};
use crate::workspace::Error;
use git_memory_model::evidence::applying::{
    NAME_IN_TITLE, NAMES_IN_TITLE, TITLE_IN_PATH, of_mention,
};
use git_memory_recall::{Attribute, DocumentRef, Language, exact, may_have_title, values_where};
use git_memory_text::path::last;

/// Number of records that can have the words of a file's name, or its only one.
pub(super) const TITLES: usize = 8;
pub(super) const RARE: usize = 2;
/// The part of all records that may have a word which ties one of them to a file: a third.
const SHARED: u64 = 3;
/// The shortest word that tells something.
const SHORTEST: usize = 3;

impl Applier<'_> {
    /// Adds the records whose title has the words of a name of several words on the path:
    /// `light-client-cli` of "Light client CLI".
    pub(super) fn add_titles(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let mut names: Vec<(&str, String)> = Vec::new();
        for part in path.split('/') {
            let stem = part.split('.').next().unwrap_or_default();
            let words = exact(stem);
            if words.trim_end().contains(' ') {
                names.push((part, format!(" {words}")));
            }
        }
        if names.is_empty() {
            return Ok(());
        }
        let mut found: HashMap<&str, Vec<DocumentRef>> = HashMap::new();
        for (part, of_view) in self.parts[..self.tracked].iter().enumerate() {
            let is_wanted = |title: &str| named_in(&names, title).is_some();
            for title in values_where(of_view, Attribute::Title, is_wanted)? {
                if let Some(name) = named_in(&names, &title.value) {
                    let each = title.holders.iter();
                    let each = each.map(|&document| DocumentRef { part, document });
                    found.entry(name).or_default().extend(each);
                }
            }
        }
        for (name, records) in found {
            let weight = of_mention(NAMES_IN_TITLE, records.len());
            for at in records {
                let reasons = tied.entry(at).or_default();
                reasons.push((weight, Tie::Title(name.to_owned())));
            }
        }
        Ok(())
    }

    /// Adds the records whose title has all words of the file's own name, in whatever order and form.
    /// A single word is in many titles by chance: then the file has to have another word of it.
    pub(super) fn add_titles_of_name(
        &self,
        tied: &mut Tied,
        path: &str,
        text: &str,
    ) -> Result<(), Error> {
        let name = last(path).split('.').next().unwrap_or_default();
        let words: Vec<String> = telling(name).collect();
        let found = self.holding_all(&words)?;
        let most = if words.len() > 1 { TITLES } else { RARE };
        if found.len() > most {
            return Ok(());
        }
        let stems: HashSet<String> = words.iter().map(|word| stem(word)).collect();
        for at in found {
            let Some(read) = self.read(at)? else {
                continue;
            };
            let title: Vec<String> = telling(&read.record.header.title).collect();
            let of_title: HashSet<String> = title.iter().map(|word| stem(word)).collect();
            let reasons = tied.entry(at).or_default();
            if !stems.is_subset(&of_title)
                || reasons.iter().any(|(_, tie)| matches!(tie, Tie::Title(_)))
            {
                continue;
            }
            let others = title.iter().filter(|word| !stems.contains(&stem(word)));
            let is_meant = words.len() > 1 || self.says_one(text, others)?;
            let weight = of_mention(
                if is_meant {
                    NAMES_IN_TITLE
                } else {
                    NAME_IN_TITLE
                },
                1,
            );
            reasons.push((weight, Tie::Title(last(path).to_owned())));
        }
        Ok(())
    }

    /// The records that have each of some words; none without words.
    pub(super) fn holding_all(&self, words: &[String]) -> Result<Vec<DocumentRef>, Error> {
        let Some((first, others)) = words.split_first() else {
            return Ok(Vec::new());
        };
        let mut found = self.holding(first)?.to_vec();
        for word in others {
            let having: HashSet<DocumentRef> = self.holding(word)?.iter().copied().collect();
            found.retain(|at| having.contains(at));
        }
        Ok(found)
    }

    /// True if a text says one of some words that few records have.
    fn says_one<'w>(
        &self,
        text: &str,
        words: impl Iterator<Item = &'w String>,
    ) -> Result<bool, Error> {
        let said: HashSet<String> = telling(text).map(|word| stem(&word)).collect();
        for word in words.filter(|word| said.contains(&stem(word))) {
            let having = self.holding(word)?.len() as u64;
            if having * SHARED <= self.totals.documents + SHARED {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the records all words of whose title, or of the name of whose file, are on the path.
    pub(super) fn add_spelled_out(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let mut words: Vec<String> = telling(path).collect();
        words.sort();
        words.dedup();
        let mut titled: HashMap<DocumentRef, Vec<&str>> = HashMap::new();
        for word in &words {
            for at in may_have_title(&self.parts[..self.tracked], &self.totals, word)? {
                titled.entry(at).or_default().push(word);
            }
        }
        let of_path: HashSet<String> = words.iter().map(|word| stem(word)).collect();
        let mut likely: Vec<(&DocumentRef, &Vec<&str>)> = titled.iter().collect();
        likely.sort_by_key(|(at, words)| (Reverse(words.len()), **at));
        for (at, words) in likely.into_iter().take(TITLES) {
            let file = self.path(*at)?;
            let name = last(&file).rsplit_once('.').map_or("", |(stem, _)| stem);
            let mut found: Vec<String> = telling(name).collect();
            let is_spelled_out = |found: &[String]| {
                found.len() > 1 && found.iter().all(|word| of_path.contains(&stem(word)))
            };
            if !is_spelled_out(&found) && words.len() > 1 {
                found = self.title_words(*at)?;
            }
            if !is_spelled_out(&found) {
                continue;
            }
            let mut is_rare = false;
            for word in &found {
                is_rare = is_rare || self.has_rare(word)?;
            }
            let reasons = tied.entry(*at).or_default();
            if is_rare && !reasons.iter().any(|(_, tie)| matches!(tie, Tie::Title(_))) {
                reasons.push((TITLE_IN_PATH, Tie::Title(found.join(" "))));
            }
        }
        Ok(())
    }

    /// The telling words of a record's title.
    fn title_words(&self, at: DocumentRef) -> Result<Vec<String>, Error> {
        let read = self.read(at)?;
        let title = read.as_ref().map_or("", |it| &it.record.header.title);
        Ok(telling(title).collect())
    }

    /// True if few paths have a word.
    pub(super) fn has_rare(&self, word: &str) -> Result<bool, Error> {
        let stem = stem(word);
        // The last letter of a stem may differ from the word's: `entri`.
        let part = if word.starts_with(&stem) {
            stem.as_str()
        } else {
            &word[..word.floor_char_boundary(stem.len().saturating_sub(1))]
        };
        self.is_in_few(part)
    }
}

/// The words of a text that tell something, in small letters, in its order.
pub(super) fn telling(text: &str) -> impl Iterator<Item = String> {
    let words = exact(text);
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    words.into_iter().filter(|word| {
        word.len() >= SHORTEST
            && !word.bytes().all(|byte| byte.is_ascii_digit())
            && !Language::ENGLISH.is_stop_word(word)
    })
}

pub(super) fn stem(word: &str) -> String {
    Language::ENGLISH.stem(word).into_owned()
}

/// The last part of a path, the nearest to the file, whose words a title has in their order.
fn named_in<'p>(names: &[(&'p str, String)], title: &str) -> Option<&'p str> {
    let title = format!(" {} ", title.trim_end());
    let mut nearest = names.iter().rev();
    let (part, _) = nearest.find(|(_, words)| title.contains(words.as_str()))?;
    Some(part)
}
