//! The names of the providers whose keys have no mark of their own.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::rule::{Key, Rule, Shape};
use super::rules;
use super::unlisted::Sort;

/// All names, ready to be searched for.
pub(crate) struct Names {
    pub(crate) search: AhoCorasick,
    /// For each pattern of `search`, whose name it is.
    pub(crate) providers: Vec<Provider>,
}

/// A row of the tables, for one of its names.
#[derive(Clone, Copy)]
pub(crate) struct Provider {
    /// The rule's position in the table.
    pub(crate) rank: usize,
    pub(crate) rule: &'static Rule,
    pub(crate) keys: &'static [Key],
}

/// `None` if no automaton can be built of the names, which a test rules out.
pub(crate) static NAMES: LazyLock<Option<Names>> = LazyLock::new(|| {
    let mut names: Vec<&str> = Vec::new();
    let mut providers = Vec::new();
    for (rank, rule) in rules::all().enumerate() {
        if let Shape::Keyed(keys) = rule.shape {
            let provider = Provider { rank, rule, keys };
            names.extend(rule.anchors);
            providers.resize(names.len(), provider);
        }
    }
    let search = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::LeftmostLongest)
        .build(names);
    // The table is ours and small: the limits of an automaton are far away.
    let search = search.ok()?;
    Some(Names { search, providers })
});

/// True if a provider's name is in `text`, in any case.
pub(crate) fn names_provider(text: &str) -> bool {
    match &*NAMES {
        Some(names) => names.search.is_match(text),
        None => false,
    }
}

/// The rows of tokens that no provider is known for, with their ranks.
static UNLISTED: LazyLock<Vec<(usize, &'static Rule)>> = LazyLock::new(|| {
    let all = rules::all().enumerate();
    all.filter(|(_, rule)| matches!(rule.shape, Shape::Unlisted(_)))
        .collect()
});

/// The row, and its rank, of tokens that were found in this way.
pub(crate) fn unlisted(sort: Sort) -> Option<(usize, &'static Rule)> {
    let mut rows = UNLISTED.iter();
    rows.find(|(_, rule)| matches!(rule.shape, Shape::Unlisted(of_row) if of_row == sort))
        .copied()
}
