//! Records whose text names a file or a symbol of it, and records that the file's own text cites.

use std::collections::HashSet;
use std::rc::Rc;

use super::tie::Tie;
use super::{Applier, Tied};
use crate::recall::symbols;
use crate::workspace::Error;
use git_memory_model::evidence::applying::{
    MAYBE, NAMES_END, NAMES_PATH, NAMES_SHARED, of_citation, of_citation_in_prose, of_mention,
    of_symbol,
};
use git_memory_model::evidence::naming::{begins_path, homes, names_path, names_symbol};
use git_memory_model::evidence::source_citation::{
    CitedName, SourceCitation, cited_in_source, is_prose,
};
use git_memory_recall::{DocumentRef, holding};
use git_memory_text::path::last;

/// Maximum number of symbols of a file that are looked for in other files.
const SYMBOLS: usize = 4;

impl Applier<'_> {
    /// Adds the records whose text names the file: by its path, by an end of it that no other file
    /// has, or by its path from the folder that the record is about.
    pub(super) fn add_naming(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let mut known: HashSet<DocumentRef> = HashSet::new();
        let folders = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
        for end in [path].into_iter().chain(folders) {
            let is_whole = end == path;
            let found = self.holding(end)?;
            let strength = if is_whole { NAMES_PATH } else { NAMES_END };
            let sharing = found.len();
            if of_mention(strength, sharing) < MAYBE {
                continue;
            }
            let mut is_shared = None;
            for at in found.iter().copied() {
                if known.contains(&at) || !self.says(at, end, names_path)? {
                    continue;
                }
                let strength = match self.meant(at, end)? {
                    Some(meant) if meant == path => strength,
                    Some(_) => continue,
                    None => {
                        let is_shared = match is_shared {
                            Some(known) => known,
                            None => *is_shared.insert(self.count_named(end)? > 1),
                        };
                        // Within another path, or as the name alone, it says little.
                        let is_relative = is_whole || end.contains('/');
                        match is_shared {
                            false => strength,
                            true if is_relative && self.says(at, end, begins_path)? => NAMES_SHARED,
                            true => continue,
                        }
                    }
                };
                known.insert(at);
                let tie = Tie::Names(end.to_owned());
                let reasons = tied.entry(at).or_default();
                reasons.push((of_mention(strength, sharing), tie));
            }
        }
        Ok(())
    }

    /// The file that a name means in a record whose paths are all below one folder: that of the
    /// nearest such folder; `None` where none has it.
    fn meant(&self, at: DocumentRef, name: &str) -> Result<Option<String>, Error> {
        let Some(read) = self.read(at)? else {
            return Ok(None);
        };
        for folder in homes(&read.record.header.paths) {
            let path = format!("{folder}/{name}");
            if self.has_file(&path)? {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// Adds the records whose text names the file as a module: `Hydra.Chain`, `store::index`.
    pub(super) fn add_modules(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let parts: Vec<&str> = stem.split('/').collect();
        if stem.ends_with('/') {
            // A hidden file, such as `.keep`, is no module.
            return Ok(());
        }
        for first in 0..parts.len().saturating_sub(1) {
            for mark in [".", "::"] {
                let name = parts[first..].join(mark);
                let found = self.holding(&name)?;
                let weight = of_mention(NAMES_END, found.len());
                for at in found.iter().copied() {
                    if weight >= MAYBE && self.says(at, &name, names_symbol)? {
                        let reasons = tied.entry(at).or_default();
                        reasons.push((weight, Tie::Names(name.clone())));
                    }
                }
            }
        }
        Ok(())
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
        for at in found.iter().copied() {
            let reasons = tied.entry(at).or_default();
            let is_first = !reasons.iter().any(|(_, tie)| matches!(tie, Tie::Symbol(_)));
            if is_first && weight >= MAYBE && self.says(at, symbol, names_symbol)? {
                reasons.push((weight, Tie::Symbol(symbol.to_owned())));
            }
        }
        Ok(())
    }

    /// Adds the records whose text names a rare symbol that the file defines at its top, or in a
    /// namespace. A parser
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
        let named = defined.iter().filter(|it| rare.contains(&it.name.as_str()));
        for symbol in named.take(SYMBOLS) {
            let others = symbols::count_declaring(self.workspace, self.files, path, symbol)?;
            self.add_symbol(tied, &symbol.name, |sharing| of_symbol(sharing, others))?;
        }
        Ok(())
    }

    /// Adds the records that the file's own comments cite.
    pub(super) fn add_cited(&self, tied: &mut Tied, path: &str, text: &str) -> Result<(), Error> {
        let cited = cited_in_source(path, text);
        let is_prose = is_prose(path);
        for citation in &cited {
            let SourceCitation {
                name, line, link, ..
            } = citation;
            let found = match name {
                CitedName::Record(citation) => self.by_keys(&[citation.key()])?.concat(),
                CitedName::File(name) => self.with_file_name(name)?,
            };
            let mut meant = Vec::new();
            for at in found {
                let is_linked = match link {
                    Some(link) => link.contains(&self.path(at)?),
                    None => true,
                };
                let read = self.read(at)?;
                if is_linked && read.is_none_or(|it| citation.may_be_file_of(&it.record)) {
                    meant.push(at);
                }
            }
            let found = meant;
            let weight = if is_prose && !citation.is_certain() {
                of_citation_in_prose(found.len(), cited.len())
            } else {
                of_citation(found.len(), cited.len())
            };
            for at in found {
                let reasons = tied.entry(at).or_default();
                // By its number and by its file.
                if !reasons.iter().any(|(_, tie)| *tie == Tie::Cited(*line)) {
                    reasons.push((weight, Tie::Cited(*line)));
                }
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
        let by_path = self.by_path()?.iter();
        let named = by_path.filter(|(path, _)| is_it(path));
        Ok(named.map(|(_, at)| *at).collect())
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
    pub(super) fn holding(&self, text: &str) -> Result<Rc<[DocumentRef]>, Error> {
        if let Some(known) = self.holding.borrow().get(text) {
            return Ok(Rc::clone(known));
        }
        let found = holding(&self.parts[..self.tracked], &self.totals, text)?;
        let found: Rc<[DocumentRef]> = found.into();
        // The words of a folder come again with each of its files.
        let mut known = self.holding.borrow_mut();
        known.insert(text.to_owned(), Rc::clone(&found));
        Ok(found)
    }
}
