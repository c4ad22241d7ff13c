//! The files of a tree, joined by their uses of each other.

use super::naming::Names;
use super::paths::is_test;
use super::rank::{Edge, ranks};
use super::symbols::MapFile;
use git_memory_text::tokens;

/// The shortest word of a question that is looked for in names, in letters.
const WORD: usize = 3;
/// The most hits of a file: a limit for the numbers that are multiplied with it.
const MOST_HITS: u64 = 1 << 32;
/// The most words of a question that are looked for.
const WORDS: usize = 32;
/// Wanted rank of a file that the focus does not name, and of a test: symbols that only tests use
/// are not what a program is made of.
const USUAL: u64 = 4;
const OF_TEST: u64 = 1;
/// Share of its rank that a used file passes back to a file that uses it: a reader who works at a
/// file wants to see its users, too.
const BACKWARD: u64 = 4;

/// Interest of the reader of a map.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    /// Paths of files and folders that the task touches.
    pub paths: Vec<String>,
    /// Subject of the task, in any words.
    pub query: String,
}

/// The files with their ranks.
pub struct Graph<'a> {
    pub(crate) files: &'a [MapFile<'a>],
    /// By the number of the file.
    pub(crate) ranks: Vec<u64>,
    /// By the number of the file and of the definition in it: use by other files.
    pub(crate) used: Vec<Vec<u64>>,
    /// True if the reader named the file.
    pub(crate) is_named: Vec<bool>,
    /// The words of the question.
    words: Vec<String>,
}

impl<'a> Graph<'a> {
    /// Joins and ranks some files. The same files in the same order give the same ranks.
    #[must_use]
    pub fn of(files: &'a [MapFile<'a>], focus: &Focus) -> Self {
        let words = words(&focus.query);
        let (wanted, is_named) = wanted(files, &focus.paths, &words);
        let has_focus = wanted.iter().any(|wanted| *wanted > USUAL);
        let mut names = Names::of(files);
        let edges = names.edges(files);
        let ranks = if has_focus {
            let mut joined = edges.clone();
            join_backward(&mut joined);
            ranks(&joined, &wanted)
        } else {
            ranks(&edges, &wanted)
        };
        let used = names.flows(files, &edges, &ranks);
        Self {
            files,
            ranks,
            used,
            is_named,
            words,
        }
    }

    /// True if the question has a word of a name.
    pub(crate) fn is_asked(&self, name: &str) -> bool {
        self.words.iter().any(|word| contains(name, word))
    }
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

/// The wanted rank of each file, and true if its path was named.
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
        // A word that is in every file tells nothing.
        for nth in &holders {
            hits[*nth] += count / holders.len() as u64;
        }
    }
    // Two rare words in one file are no coincidence.
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

/// True if a file is at a path, or below it.
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

/// True if a file's path, or the name of something that it defines, has a word.
fn has_word(file: &MapFile, word: &str) -> bool {
    let mut definitions = file.symbols.definitions.iter();
    contains(file.path, word) || definitions.any(|it| contains(&it.name, word))
}

/// True if a name contains a word, in whatever case; a `_` between letters is ignored.
fn contains(name: &str, word: &str) -> bool {
    if name.len() < word.len() {
        return false;
    }
    let name = name.to_lowercase();
    name.contains(word) || name.replace('_', "").contains(word)
}
