//! Which symbols a map shows first.

use super::graph::Graph;
use super::symbols::{Definition, SymbolKind};

/// Least value of each symbol of a file, as a share of the file's rank: an unused symbol is of more
/// interest in an important file than in another one.
const OF_FILE: u64 = 64;
/// Least value of each symbol of a file that the reader named.
const OF_NAMED_FILE: u64 = 2;
/// Factor of the value of its symbols if the reader named the file.
const NAMED: u64 = 16;
/// Number of symbols of one file after which others come first that are half as important.
const HALVED: u64 = 6;

/// A file of a map.
#[derive(Clone, Debug)]
pub struct ChosenFile<'a> {
    /// From the top of the work tree.
    pub path: &'a str,
    /// Use by other files; only the relation of two ranks has a meaning.
    pub rank: u64,
    /// Its symbols, the most used first.
    pub symbols: Vec<ChosenSymbol<'a>>,
}

/// A symbol of a map.
#[derive(Clone, Copy, Debug)]
pub struct ChosenSymbol<'a> {
    /// The symbol.
    pub definition: &'a Definition,
    /// True if other files use the symbol.
    pub is_used: bool,
}

/// A symbol in the order in which a map is filled: the numbers of its file and of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Turn {
    pub(crate) file: usize,
    pub(crate) symbol: usize,
}

/// All files of a graph, the named ones first, then those of the highest rank; and the order in
/// which their symbols are added.
#[must_use]
pub(crate) fn ordered<'a>(graph: &Graph<'a>) -> (Vec<ChosenFile<'a>>, Vec<Turn>) {
    let mut numbers: Vec<usize> = (0..graph.files.len()).collect();
    numbers.sort_by(|a, b| {
        let by_rank = graph.ranks[*b].cmp(&graph.ranks[*a]);
        let by_rank = graph.is_named[*b].cmp(&graph.is_named[*a]).then(by_rank);
        by_rank.then(graph.files[*a].path.cmp(graph.files[*b].path))
    });
    let mut files = Vec::with_capacity(numbers.len());
    let mut turns: Vec<(u64, Turn)> = Vec::new();
    for (place, nth) in numbers.into_iter().enumerate() {
        let (file, rank) = (&graph.files[nth], graph.ranks[nth]);
        let mut symbols = Vec::new();
        for (symbol, (score, at)) in scored(graph, nth).into_iter().enumerate() {
            let score = score * HALVED / (HALVED + symbol as u64);
            let weight = if graph.is_named[nth] { NAMED } else { 1 };
            let turn = Turn {
                file: place,
                symbol,
            };
            turns.push((score * weight, turn));
            symbols.push(ChosenSymbol {
                definition: &file.symbols.definitions[at],
                is_used: graph.used[nth][at] > 0,
            });
        }
        // A file without symbols is worth a line, too, once the others have theirs.
        if symbols.is_empty() {
            turns.push((
                rank / OF_FILE,
                Turn {
                    file: place,
                    symbol: 0,
                },
            ));
        }
        files.push(ChosenFile {
            path: file.path,
            rank,
            symbols,
        });
    }
    turns.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    (files, turns.into_iter().map(|(_, turn)| turn).collect())
}

/// The symbols of a file by their places in it, each with its score, the highest first.
fn scored(graph: &Graph, nth: usize) -> Vec<(u64, usize)> {
    let (file, rank) = (&graph.files[nth], graph.ranks[nth]);
    let share = if graph.is_named[nth] {
        OF_NAMED_FILE
    } else {
        OF_FILE
    };
    let mut scored: Vec<(u64, usize)> = Vec::new();
    for (at, definition) in file.symbols.definitions.iter().enumerate() {
        // The mean of the values of the file and of the symbol: of an important file, more is
        // shown than the one type that everything uses.
        let least = if graph.is_asked(&definition.name) {
            rank
        } else {
            rank * worth(definition) / share / 8
        };
        let used = graph.used[nth][at].max(least);
        scored.push((rank.isqrt() * used.isqrt(), at));
    }
    scored.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    scored
}

/// Value of an unused symbol as a description of its file, in eighths.
fn worth(definition: &Definition) -> u64 {
    match definition.kind {
        SymbolKind::Class | SymbolKind::Interface => 8,
        SymbolKind::Type | SymbolKind::Function | SymbolKind::Macro | SymbolKind::Module => 4,
        SymbolKind::Method => 2,
        SymbolKind::Constant => 1,
    }
}
