//! Ranks files by their users (`PageRank`), in whole numbers.

/// One file's use of another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The number of the file that is used.
    pub(crate) to: u32,
    /// The number of the name that is used, with the file that is.
    pub(crate) slot: u32,
    pub(crate) weight: u64,
}

/// The sum of all ranks, apart from rounding.
pub(crate) const WHOLE: u64 = 1 << 36;
/// Part of its rank that a file passes on, in hundredths. The rest goes to the wanted files.
const PASSED: u64 = 80;
/// Number of rounds in which ranks are passed on: each changes a fifth less.
const ROUNDS: usize = 24;

/// The ranks of files, by the files' numbers. `wanted` has each file's part of the rank that is not
/// passed on.
pub(crate) fn ranks(edges: &[Vec<Edge>], wanted: &[u64]) -> Vec<u64> {
    let all_wanted: u64 = wanted.iter().sum();
    let links = links(edges);
    let mut ranks = shares(WHOLE, wanted, all_wanted);
    for _ in 0..ROUNDS {
        let mut next = vec![0_u64; ranks.len()];
        let mut kept = 0;
        for (nth, rank) in ranks.iter().enumerate() {
            let passed = rank * PASSED / 100;
            let links = &links[nth];
            if links.list.is_empty() {
                kept += rank;
                continue;
            }
            kept += rank - passed;
            for (to, part) in &links.list {
                next[*to as usize] += (passed * part) >> PART_BITS;
            }
        }
        for (next, share) in next.iter_mut().zip(shares(kept, wanted, all_wanted)) {
            *next += share;
        }
        ranks = next;
    }
    ranks
}

/// The bits of a part of a whole. With those of a rank they fit into a whole number of 64: a
/// division for each link in each round would take most of the time.
const PART_BITS: u32 = 27;

/// The files that a file uses, each with its part of all uses.
struct Links {
    list: Vec<(u32, u64)>,
}

/// The edges of each file, with those to the same file joined.
fn links(edges: &[Vec<Edge>]) -> Vec<Links> {
    let mut all = Vec::with_capacity(edges.len());
    for edges in edges {
        let mut list: Vec<(u32, u64)> = edges.iter().map(|edge| (edge.to, edge.weight)).collect();
        list.sort_unstable();
        list.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 += next.1;
            }
            is_same
        });
        let whole: u64 = list.iter().map(|(_, weight)| weight).sum();
        for (_, weight) in &mut list {
            *weight = share(1 << PART_BITS, *weight, whole);
        }
        all.push(Links { list });
    }
    all
}

fn shares(whole: u64, parts: &[u64], all: u64) -> Vec<u64> {
    parts.iter().map(|part| share(whole, *part, all)).collect()
}

/// A part of a whole, rounded down.
fn share(whole: u64, part: u64, all: u64) -> u64 {
    let share = u128::from(whole) * u128::from(part) / u128::from(all.max(1));
    // A share is not larger than the whole.
    u64::try_from(share).unwrap_or(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn edge(to: u32, weight: u64) -> Edge {
        Edge {
            to,
            slot: 0,
            weight,
        }
    }

    #[test]
    fn used_files_come_first() {
        let edges = [vec![edge(2, 1)], vec![edge(2, 1)], vec![edge(0, 1)], vec![]];
        let ranks = ranks(&edges, &[1; 4]);
        assert!(ranks[2] > ranks[0] && ranks[0] > ranks[1], "{ranks:?}");
        assert_eq!(ranks[1], ranks[3]);
    }

    #[test]
    fn wanted_files_come_first() {
        let edges = [vec![edge(1, 1)], vec![], vec![edge(3, 1)], vec![]];
        let ranks = ranks(&edges, &[1, 1, 9, 1]);
        assert!(ranks[2] > ranks[3] && ranks[3] > ranks[1], "{ranks:?}");
    }

    proptest! {
        #[test]
        fn nothing_is_made_of_nothing(
            links in prop::collection::vec((0_usize..9, 0_u32..9, 0_u64..1 << 40), 0..40),
            wanted in prop::collection::vec(0_u64..1 << 20, 9),
        ) {
            let mut edges = vec![Vec::new(); 9];
            for (from, to, weight) in links {
                edges[from].push(edge(to, weight));
            }
            let ranks = ranks(&edges, &wanted);
            prop_assert!(ranks.iter().sum::<u64>() <= WHOLE);
        }
    }
}
