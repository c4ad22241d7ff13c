//! Files that the texts of records name: by their paths, their folders, or as modules.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::{Bounds, Subject};
use crate::recall::applying::Applier;
use crate::recall::applying::folders::MARKS;
use git_memory_model::evidence::applying::{MAYBE, NAMES_END, NAMES_PATH, of_folder};
use git_memory_model::evidence::naming::{
    homes, names_folder, names_module, names_path, names_symbol,
};
use git_memory_recall::DocumentRef;
use git_memory_text::path::last;

/// The last two words of a name, the first of which may be empty.
type Ending<'n> = [&'n str; 2];

/// A file or folder that a text may name.
enum Named<'f> {
    /// The place of a file, its path, and an end of that which no other file has.
    File(usize, &'f str, &'f str),
    /// The place of a file, and its path without an ending.
    Module(usize, &'f str),
    /// A folder, the places of its files, and the most that its name weighs.
    Folder(&'f str, Range<usize>, f64),
}

impl Named<'_> {
    /// Places that the text of a record names, and the most that the name weighs.
    fn in_text(&self, subject: &Subject) -> Option<(Range<usize>, f64)> {
        let text = &subject.text;
        let (is_named, places, weight) = match self {
            Self::File(place, path, end) => {
                let mut from_home = homes(&subject.record.header.paths)
                    .filter_map(|home| path.strip_prefix(home)?.strip_prefix('/'));
                let is_named = names_path(text, end) || from_home.any(|end| names_path(text, end));
                (is_named, *place..*place + 1, NAMES_PATH)
            }
            Self::Module(place, stem) => {
                let is_named = modules(stem).any(|name| names_symbol(text, &name));
                (is_named, *place..*place + 1, NAMES_END)
            }
            Self::Folder(folder, places, weight) => {
                let is_module = || modules(folder).any(|name| names_module(text, &name));
                let is_named = names_folder(text, folder) || is_module();
                (is_named, places.clone(), *weight)
            }
        };
        is_named.then_some((places, weight))
    }
}

impl Applier<'_> {
    pub(super) fn bound_named(
        &self,
        bounds: &mut Bounds,
        files: &[String],
        subjects: &BTreeMap<DocumentRef, Subject>,
    ) {
        let known = self.by_ending(files);
        for subject in subjects.values() {
            let mut seen: HashSet<Ending> = HashSet::new();
            let mut before = "";
            for word in words(&subject.text) {
                for ending in [["", word], [before, word]] {
                    if !seen.insert(ending) {
                        continue;
                    }
                    for named in known.get(&ending).into_iter().flatten() {
                        if let Some((places, weight)) = named.in_text(subject) {
                            places.for_each(|place| bounds.add(subject, place, weight));
                        }
                    }
                }
                before = word;
            }
        }
    }

    /// All files and small folders, by the last words of their names.
    fn by_ending<'f>(&self, files: &'f [String]) -> HashMap<Ending<'f>, Vec<Named<'f>>> {
        let mut count: HashMap<&str, usize> = HashMap::new();
        for file in files {
            *count.entry(last(file)).or_default() += 1;
        }
        let work = files.iter().filter(|it| !self.workspace.folder().holds(it));
        let all = work.count();
        let mut known: HashMap<Ending, Vec<Named>> = HashMap::new();
        let mut folders: HashSet<&str> = HashSet::new();
        for (place, file) in files.iter().enumerate() {
            let name = last(file);
            let mut slashes = file.rmatch_indices('/').map(|(at, _)| at);
            let end = match (count[name], slashes.nth(1)) {
                (1, _) => name,
                (_, Some(at)) => &file[at + 1..],
                (_, None) => file,
            };
            let stem = file.rsplit_once('.').map_or(file.as_str(), |it| it.0);
            let entry = known.entry(ending(name)).or_default();
            entry.push(Named::File(place, file, end));
            if !stem.ends_with('/') {
                let entry = known.entry(ending(stem)).or_default();
                entry.push(Named::Module(place, stem));
            }
            for (at, _) in file.match_indices('/') {
                let folder = &file[..at];
                if !folders.insert(folder) {
                    continue;
                }
                let below = &file[..=at];
                let until = files[place..].partition_point(|it| it.starts_with(below));
                let weight = of_folder(until, all, 1);
                if weight >= MAYBE {
                    let named = Named::Folder(folder, place..place + until, weight);
                    known.entry(ending(folder)).or_default().push(named);
                }
            }
        }
        known
    }
}

/// The names that a path has as a module: all of its parts, or the last ones, at least two.
fn modules(path: &str) -> impl Iterator<Item = String> {
    let parts: Vec<&str> = path.split('/').collect();
    let firsts = 0..parts.len().saturating_sub(1);
    let names = firsts.flat_map(move |first| MARKS.map(|mark| parts[first..].join(mark)));
    names.collect::<Vec<_>>().into_iter()
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty())
}

fn ending(name: &str) -> Ending<'_> {
    let mut words = words(name).rev();
    let last = words.next().unwrap_or_default();
    [words.next().unwrap_or_default(), last]
}
