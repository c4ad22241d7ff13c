//! Records whose text names a file or a symbol of it, and records that the file's own text cites.

use std::collections::{HashMap, HashSet};

use super::tie::Tie;
use super::{Applier, Tied};
use crate::recall::symbols;
use crate::records::reading::Indexed;
use crate::workspace::Error;
use git_memory_model::evidence::applying::{
    MAYBE, NAME_IN_TITLE, NAMES_END, NAMES_IN_TITLE, NAMES_PATH, of_citation, of_mention, of_symbol,
};
use git_memory_model::evidence::naming::{names_path, names_symbol};
use git_memory_model::evidence::source_citation::{CitedName, SourceCitation, cited_in_source};
use git_memory_recall::{Attribute, DocumentRef, Language, exact, holding, values_where};
use git_memory_text::path::last;

/// Number of records that can have the words of a file's name, or its only one.
const TITLES: usize = 8;
const RARE: usize = 2;
/// The part of all records that may have a word which ties one of them to a file: a third.
const SHARED: u64 = 3;
/// The shortest word that tells something.
const SHORTEST: usize = 3;
/// Maximum number of symbols of a file that are looked for in other files.
const SYMBOLS: usize = 4;

impl Applier<'_> {
    /// Adds the records whose text names the file: by its path, or by an end of it that no other
    /// file has.
    pub(super) fn add_naming(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let mut known: HashSet<DocumentRef> = HashSet::new();
        let folders = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
        for end in [path].into_iter().chain(folders) {
            let is_whole = end == path;
            let found = self.holding(end)?;
            let strength = if is_whole { NAMES_PATH } else { NAMES_END };
            let weight = of_mention(strength, found.len());
            if weight < MAYBE {
                continue;
            }
            let mut naming = Vec::new();
            for at in found {
                if !known.contains(&at) && self.says(at, end, names_path)? {
                    naming.push(at);
                }
            }
            let is_name = end == last(path);
            if naming.is_empty() || is_name && !is_whole && self.count_named(end)? > 1 {
                continue;
            }
            for at in naming {
                known.insert(at);
                let tie = Tie::Names(end.to_owned());
                tied.entry(at).or_default().push((weight, tie));
            }
        }
        Ok(())
    }

    /// Adds the records whose text names the file as a module: `Hydra.Chain`, `store::index`.
    pub(super) fn add_modules(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let parts: Vec<&str> = stem.split('/').collect();
        for first in 0..parts.len().saturating_sub(1) {
            for mark in [".", "::"] {
                let name = parts[first..].join(mark);
                let found = self.holding(&name)?;
                let weight = of_mention(NAMES_END, found.len());
                for at in found {
                    if weight >= MAYBE && self.says(at, &name, names_symbol)? {
                        let reasons = tied.entry(at).or_default();
                        reasons.push((weight, Tie::Names(name.clone())));
                    }
                }
            }
        }
        Ok(())
    }

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
        let Some(first) = words.first() else {
            return Ok(());
        };
        let mut found = self.holding(first)?;
        for word in &words[1..] {
            let others: HashSet<DocumentRef> = self.holding(word)?.into_iter().collect();
            found.retain(|at| others.contains(at));
        }
        let most = if words.len() > 1 { TITLES } else { RARE };
        if found.len() > most {
            return Ok(());
        }
        let stems: HashSet<String> = words.iter().map(|word| stem(word)).collect();
        for at in found {
            let Some(Indexed { record, .. }) = self.read(at)? else {
                continue;
            };
            let title: Vec<String> = telling(&record.header.title).collect();
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

    /// Adds the records whose text names a symbol, with the weight for so many records.
    pub(super) fn add_symbol(
        &self,
        tied: &mut Tied,
        symbol: &str,
        weight: impl Fn(usize) -> f64,
    ) -> Result<(), Error> {
        let found = self.holding(symbol)?;
        let weight = weight(found.len());
        for at in found {
            let reasons = tied.entry(at).or_default();
            let is_first = !reasons.iter().any(|(_, tie)| matches!(tie, Tie::Symbol(_)));
            if is_first && weight >= MAYBE && self.says(at, symbol, names_symbol)? {
                reasons.push((weight, Tie::Symbol(symbol.to_owned())));
            }
        }
        Ok(())
    }

    /// Adds the records whose text names a rare symbol that the file defines at its top. A parser
    /// is only asked where some text has a word of the file.
    pub(super) fn add_symbols(&self, tied: &mut Tied, path: &str, text: &str) -> Result<(), Error> {
        let mut rare = Vec::new();
        for name in symbols::distinctive(text) {
            let count = self.holding(name)?.len();
            if count > 0 && of_symbol(count, 0) >= MAYBE {
                rare.push(name);
            }
        }
        if rare.is_empty() {
            return Ok(());
        }
        let defined = symbols::defined(self.workspace, self.files, path, text)?;
        let named = defined.iter().filter(|name| rare.contains(&name.as_str()));
        for name in named.take(SYMBOLS) {
            let others = symbols::count_declaring(self.workspace, self.files, path, name)?;
            self.add_symbol(tied, name, |sharing| of_symbol(sharing, others))?;
        }
        Ok(())
    }

    /// Adds the records that the file's own comments cite.
    pub(super) fn add_cited(&self, tied: &mut Tied, path: &str, text: &str) -> Result<(), Error> {
        let cited = cited_in_source(path, text);
        for SourceCitation {
            name, line, link, ..
        } in &cited
        {
            let mut found = match name {
                CitedName::Record(citation) => self.by_keys(&[citation.key()])?.concat(),
                CitedName::File(name) => self.with_file_name(name)?,
            };
            if let Some(link) = link {
                let mut linked = Vec::new();
                for at in found {
                    linked.extend(link.contains(&self.path(at)?).then_some(at));
                }
                found = linked;
            }
            let weight = of_citation(found.len(), cited.len());
            for at in found {
                tied.entry(at)
                    .or_default()
                    .push((weight, Tie::Cited(*line)));
            }
        }
        Ok(())
    }

    /// The tracked records whose file has a name, without its ending.
    fn with_file_name(&self, name: &str) -> Result<Vec<DocumentRef>, Error> {
        let is_it = |path: &str| {
            last(path)
                .rsplit_once('.')
                .is_some_and(|(stem, _)| stem == name)
        };
        let by_path = self.by_path()?.into_iter();
        let named = by_path.filter(|(path, _)| is_it(path));
        Ok(named.map(|(_, at)| at).collect())
    }

    /// True if the text of a record says a word, which the index only knows by its parts.
    pub(super) fn says(
        &self,
        at: DocumentRef,
        word: &str,
        is_in: fn(&str, &str) -> bool,
    ) -> Result<bool, Error> {
        // An answer shows the word, which must not be part of a secret.
        let read = self.read(at)?;
        // Its paths are evidence of their own.
        Ok(read.is_some_and(|it| {
            let header = &it.record.header;
            let texts = [&it.text[it.body..], &header.title, &header.abstract_line];
            texts.into_iter().any(|text| is_in(text, word))
        }))
    }

    /// The tracked records that contain a text as one word.
    pub(super) fn holding(&self, text: &str) -> Result<Vec<DocumentRef>, Error> {
        Ok(holding(&self.parts[..self.tracked], &self.totals, text)?)
    }
}

/// The words of a text that tell something, in small letters, in its order.
fn telling(text: &str) -> impl Iterator<Item = String> {
    let words = exact(text);
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    words.into_iter().filter(|word| {
        word.len() >= SHORTEST
            && !word.bytes().all(|byte| byte.is_ascii_digit())
            && !Language::ENGLISH.is_stop_word(word)
    })
}

fn stem(word: &str) -> String {
    Language::ENGLISH.stem(word).into_owned()
}

/// The last part of a path, the nearest to the file, whose words a title has in their order.
fn named_in<'p>(names: &[(&'p str, String)], title: &str) -> Option<&'p str> {
    let title = format!(" {} ", title.trim_end());
    let mut nearest = names.iter().rev();
    let (part, _) = nearest.find(|(_, words)| title.contains(words.as_str()))?;
    Some(part)
}
