//! The files of a tree, joined by what they use of each other.

use std::collections::HashMap;

use super::names::{is_distinctive, weight};
use super::paths::is_test;
use super::rank::{Edge, ranks};
use super::symbols::{SymbolKind, Symbols, name_hash};
use crate::domain::text::tokens;

/// A name that more files define than this says nothing about any of them.
const DEFINERS: usize = 12;
/// The shortest word of a question that is looked for in names, in letters.
const WORD: usize = 3;
/// More than this, a file cannot be hit: a limit for what is multiplied with it.
const MOST_HITS: u64 = 1 << 32;
/// The most words of a question that are looked for.
const WORDS: usize = 32;
/// How much is wanted of a file that nobody asked for, and of a test: what only tests use is not
/// what a program is made of.
const USUAL: u64 = 4;
const OF_TEST: u64 = 1;
/// What a file that uses another one is worth to it, as a share: who works at a file wants to know
/// who uses it, too.
const BACKWARD: u64 = 4;

/// A source file of the tree.
#[derive(Clone, Copy, Debug)]
pub struct MapFile<'a> {
    /// From the top of the work tree.
    pub path: &'a str,
    /// What it defines and uses.
    pub symbols: &'a Symbols,
}

/// What the reader of a map is after.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    /// Paths of files and folders that the task touches.
    pub paths: Vec<String>,
    /// What the task is about, in any words.
    pub query: String,
}

/// The files with their ranks.
pub struct Graph<'a> {
    pub(crate) files: &'a [MapFile<'a>],
    /// By the number of the file.
    pub(crate) ranks: Vec<u64>,
    /// By the number of the file and of the definition in it: how much it is used from elsewhere.
    pub(crate) used: Vec<Vec<u64>>,
    /// Whether the reader named the file.
    pub(crate) is_named: Vec<bool>,
    /// The words of the question.
    words: Vec<String>,
}

/// The files that define a name, each with how many of its definitions have that name.
struct Defined<'a> {
    name: &'a str,
    files: Vec<(u32, u32)>,
    users: u64,
    /// Whether it is the name of methods alone: whose, a use does not say.
    is_method: bool,
    /// What one use of it counts.
    weight: u64,
}

impl<'a> Graph<'a> {
    /// Joins and ranks some files. The same files in the same order give the same ranks.
    #[must_use]
    pub fn of(files: &'a [MapFile<'a>], focus: &Focus) -> Self {
        let defined = defined(files);
        let words = words(&focus.query);
        let (wanted, is_named) = wanted(files, &focus.paths, &words);
        let has_focus = wanted.iter().any(|wanted| *wanted > USUAL);
        let mut edges: Vec<Vec<Edge>> = Vec::with_capacity(files.len());
        for (nth, file) in files.iter().enumerate() {
            edges.push(edges_of(nth, file, &defined));
        }
        let ranks = if has_focus {
            let mut joined = edges.clone();
            join_backward(&mut joined);
            ranks(&joined, &wanted)
        } else {
            ranks(&edges, &wanted)
        };
        let used = used(files, &edges, &ranks);
        Self {
            files,
            ranks,
            used,
            is_named,
            words,
        }
    }

    /// Whether the question has a word of a name.
    pub(crate) fn is_asked(&self, name: &str) -> bool {
        self.words.iter().any(|word| contains(name, word))
    }
}

/// Every name that few enough files define, by its hash.
fn defined<'a>(files: &[MapFile<'a>]) -> HashMap<u32, Defined<'a>, foldhash::fast::FixedState> {
    let mut defined: HashMap<u32, Defined, _> = HashMap::default();
    for (nth, file) in files.iter().enumerate() {
        let Ok(nth) = u32::try_from(nth) else {
            break;
        };
        for definition in &file.symbols.definitions {
            let entry = defined.entry(name_hash(&definition.name));
            let entry = entry.or_insert_with(|| Defined {
                name: &definition.name,
                files: Vec::new(),
                users: 0,
                is_method: true,
                weight: 0,
            });
            entry.is_method &= definition.kind == SymbolKind::Method;
            match entry.files.last_mut() {
                Some((file, count)) if *file == nth => *count += 1,
                _ => entry.files.push((nth, 1)),
            }
        }
    }
    defined.retain(|_, defined| defined.files.len() <= DEFINERS && weight(defined.name) > 0);
    for file in files {
        for used in &file.symbols.uses {
            if let Some(defined) = defined.get_mut(&used.hash) {
                defined.users += 1;
            }
        }
    }
    for defined in defined.values_mut() {
        defined.weight = weight_of(defined, files.len() as u64);
    }
    defined
}

/// What one use of a name counts, in so many files.
fn weight_of(names: &Defined, count: u64) -> u64 {
    // A word that every file uses is nearly always another one, and so is a method: one of the
    // language's own library. Other names of several words are what they say, however many use
    // them.
    let rarity = 1 + u64::from((count / names.users.max(1)).max(1).ilog2());
    match weight(names.name) {
        weight if names.is_method => weight * rarity / 4,
        weight if !is_distinctive(names.name) => weight * rarity,
        weight => weight * 8,
    }
}

/// What a file uses of others.
fn edges_of(
    from: usize,
    file: &MapFile,
    defined: &HashMap<u32, Defined, foldhash::fast::FixedState>,
) -> Vec<Edge> {
    let mut edges = Vec::new();
    for used in &file.symbols.uses {
        let Some(names) = defined.get(&used.hash) else {
            continue;
        };
        // What the file has itself is what it means.
        if names.files.iter().any(|(at, _)| *at as usize == from) {
            continue;
        }
        let often = u64::from(used.count).saturating_mul(16).isqrt();
        let weight = names.weight * often / names.files.len() as u64;
        for (to, _) in &names.files {
            if weight > 0 {
                edges.push(Edge {
                    to: *to,
                    hash: used.hash,
                    weight,
                });
            }
        }
    }
    edges
}

/// Adds the way back to each edge.
fn join_backward(edges: &mut [Vec<Edge>]) {
    let mut backward = Vec::new();
    for (from, list) in edges.iter().enumerate() {
        let Ok(from) = u32::try_from(from) else {
            break;
        };
        for edge in list {
            let weight = edge.weight / BACKWARD;
            if weight > 0 {
                backward.push((
                    edge.to as usize,
                    Edge {
                        to: from,
                        weight,
                        ..*edge
                    },
                ));
            }
        }
    }
    for (from, edge) in backward {
        edges[from].push(edge);
    }
}

/// How much of each file's rank reaches each definition.
fn used(files: &[MapFile], edges: &[Vec<Edge>], ranks: &[u64]) -> Vec<Vec<u64>> {
    let mut flows: Vec<HashMap<u32, u64, foldhash::fast::FixedState>> = Vec::new();
    flows.resize_with(files.len(), HashMap::default);
    for (edges, rank) in edges.iter().zip(ranks) {
        let whole: u64 = edges.iter().map(|edge| edge.weight).sum();
        for edge in edges {
            let flow = rank * edge.weight / whole.max(1);
            *flows[edge.to as usize].entry(edge.hash).or_default() += flow;
        }
    }
    let mut used = Vec::with_capacity(files.len());
    for (file, flows) in files.iter().zip(&flows) {
        let mut list = Vec::with_capacity(file.symbols.definitions.len());
        for definition in &file.symbols.definitions {
            // Nobody uses what has no entry.
            list.push(
                flows
                    .get(&name_hash(&definition.name))
                    .copied()
                    .unwrap_or(0),
            );
        }
        used.push(list);
    }
    used
}

/// How much the reader wants to see of each file, and whether its path was named.
fn wanted(files: &[MapFile], paths: &[String], words: &[String]) -> (Vec<u64>, Vec<bool>) {
    let count = files.len() as u64;
    let mut wanted = Vec::with_capacity(files.len());
    for file in files {
        wanted.push(if is_test(file.path) { OF_TEST } else { USUAL });
    }
    let mut is_named = vec![false; files.len()];
    for (nth, file) in files.iter().enumerate() {
        is_named[nth] = paths.iter().any(|path| is_at(file.path, path));
    }
    let named = is_named.iter().filter(|named| **named).count() as u64;
    let mut hits = vec![0_u64; files.len()];
    for word in words {
        let mut holders = Vec::new();
        for (nth, file) in files.iter().enumerate() {
            if has_word(file, word) {
                holders.push(nth);
            }
        }
        // A word that is everywhere tells nothing.
        for nth in &holders {
            hits[*nth] += count / holders.len() as u64;
        }
    }
    // Two rare words in one file are no chance.
    for hits in &mut hits {
        *hits = hits.saturating_mul(*hits).min(MOST_HITS);
    }
    let all_hits: u64 = hits.iter().sum();
    for (nth, wanted) in wanted.iter_mut().enumerate() {
        if is_named[nth] {
            *wanted += 16 * count / named.max(1);
        }
        *wanted += 16 * count * hits[nth] / all_hits.max(1);
    }
    (wanted, is_named)
}

/// Whether a file is at a path, or below it.
fn is_at(file: &str, path: &str) -> bool {
    match file.strip_prefix(path.trim_end_matches('/')) {
        Some(rest) => rest.is_empty() || rest.starts_with('/'),
        None => false,
    }
}

/// The words of a question, each once.
fn words(query: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    tokens(query, |token| {
        let form = token.form.to_owned();
        if form.chars().count() >= WORD && words.len() < WORDS && !words.contains(&form) {
            words.push(form);
        }
    });
    words
}

/// Whether a file's path, or the name of something that it defines, has a word.
fn has_word(file: &MapFile, word: &str) -> bool {
    let mut definitions = file.symbols.definitions.iter();
    contains(file.path, word) || definitions.any(|it| contains(&it.name, word))
}

/// Whether a name has a word in it, in whatever case; `_` between its letters is passed over.
fn contains(name: &str, word: &str) -> bool {
    if name.len() < word.len() {
        return false;
    }
    let name = name.to_lowercase();
    name.contains(word) || name.replace('_', "").contains(word)
}
