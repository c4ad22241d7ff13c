//! The names that files of a tree define, the files that use them, and the part of each file's rank
//! that reaches them.

use std::collections::HashMap;

use super::names::{is_distinctive, weight};
use super::rank::Edge;
use super::symbols::{MapFile, SymbolKind, name_hash};

/// Most files that may define a name: a name with more says nothing about any of them.
const DEFINERS: usize = 12;

/// Every name that few enough files define.
pub(crate) struct Names<'a> {
    list: Vec<Name<'a>>,
    /// Their numbers, by hash.
    numbers: HashMap<u32, u32, foldhash::fast::FixedState>,
    /// Number of pairs of a name and a file that defines it.
    slots: u32,
}

struct Name<'a> {
    text: &'a str,
    /// The files that define it, by their numbers, in order.
    files: Vec<u32>,
    users: u64,
    /// True if only methods have the name: a use of it does not say whose method it is.
    is_method: bool,
    /// Weight of one use of the name.
    weight: u64,
    /// The number of the first of its pairs.
    slot: u32,
}

/// A name that a file uses, by its number, and the number of uses.
struct Met {
    number: u32,
    count: u32,
}

impl<'a> Names<'a> {
    pub(crate) fn of(files: &[MapFile<'a>]) -> Self {
        let mut known: HashMap<u32, Name, foldhash::fast::FixedState> = HashMap::default();
        for (nth, file) in (0_u32..).zip(files) {
            for definition in &file.symbols.definitions {
                let name = known.entry(name_hash(&definition.name));
                let name = name.or_insert_with(|| Name {
                    text: &definition.name,
                    files: Vec::new(),
                    users: 0,
                    is_method: true,
                    weight: 0,
                    slot: 0,
                });
                name.is_method &= definition.kind == SymbolKind::Method;
                if name.files.last() != Some(&nth) {
                    name.files.push(nth);
                }
            }
        }
        let mut names = Self {
            list: Vec::new(),
            numbers: HashMap::default(),
            slots: 0,
        };
        for (hash, mut name) in known {
            if name.files.len() <= DEFINERS && weight(name.text) > 0 {
                name.slot = names.slots;
                // Of no tree there are four billion of either.
                names.slots += u32::try_from(name.files.len()).unwrap_or(0);
                let number = u32::try_from(names.list.len()).unwrap_or(u32::MAX);
                names.numbers.insert(hash, number);
                names.list.push(name);
            }
        }
        names
    }

    /// Uses of other files' names, by file.
    pub(crate) fn edges(&mut self, files: &[MapFile]) -> Vec<Vec<Edge>> {
        // Looked up once: most of the time goes into finding hundreds of thousands of names.
        let mut all = Vec::with_capacity(files.len());
        for file in files {
            let mut met = Vec::new();
            for used in &file.symbols.uses {
                if let Some(number) = self.numbers.get(&used.hash) {
                    self.list[*number as usize].users += 1;
                    met.push(Met {
                        number: *number,
                        count: used.count,
                    });
                }
            }
            all.push(met);
        }
        for name in &mut self.list {
            name.weight = name.weigh(files.len() as u64);
        }
        let mut edges = Vec::with_capacity(files.len());
        for (from, met) in (0_u32..).zip(all) {
            edges.push(self.edges_of(from, &met));
        }
        edges
    }

    fn edges_of(&self, from: u32, met: &[Met]) -> Vec<Edge> {
        let mut edges = Vec::new();
        for Met { number, count } in met {
            let name = &self.list[*number as usize];
            // A name that the file itself defines means that definition.
            if name.files.contains(&from) {
                continue;
            }
            let often = u64::from(*count).saturating_mul(16).isqrt();
            let weight = name.weight * often / name.files.len() as u64;
            if weight == 0 {
                continue;
            }
            for (slot, to) in (name.slot..).zip(&name.files) {
                let to = *to;
                edges.push(Edge { to, slot, weight });
            }
        }
        edges
    }

    /// Part of each file's rank that reaches each definition, by the numbers of its file and of
    /// itself.
    pub(crate) fn flows(
        &self,
        files: &[MapFile],
        edges: &[Vec<Edge>],
        ranks: &[u64],
    ) -> Vec<Vec<u64>> {
        let mut flows = vec![0_u64; self.slots as usize];
        for (edges, rank) in edges.iter().zip(ranks) {
            let whole: u64 = edges.iter().map(|edge| edge.weight).sum();
            for edge in edges {
                flows[edge.slot as usize] += rank * edge.weight / whole.max(1);
            }
        }
        let mut all = Vec::with_capacity(files.len());
        for (nth, file) in (0_u32..).zip(files) {
            let mut own = Vec::with_capacity(file.symbols.definitions.len());
            for definition in &file.symbols.definitions {
                own.push(match self.slot(&definition.name, nth) {
                    Some(slot) => flows[slot],
                    None => 0,
                });
            }
            all.push(own);
        }
        all
    }

    /// The number of a name and a file that defines it.
    fn slot(&self, name: &str, file: u32) -> Option<usize> {
        let number = self.numbers.get(&name_hash(name))?;
        let name = &self.list[*number as usize];
        let place = name.files.binary_search(&file).ok()?;
        Some(name.slot as usize + place)
    }
}

impl Name<'_> {
    /// Weight of one use of the name, if this many files use it.
    fn weigh(&self, files: u64) -> u64 {
        // A word that every file uses is nearly always another one, and so is a method: one of the
        // language's own library. Other names of several words have one meaning, however many files
        // use them.
        let rarity = 1 + u64::from((files / self.users.max(1)).max(1).ilog2());
        match weight(self.text) {
            weight if self.is_method => weight * rarity / 4,
            weight if !is_distinctive(self.text) => weight * rarity,
            weight => weight * 8,
        }
    }
}
