//! Links between decisions, as their texts claim them. Supersession is known at both ends, or not at
//! all: what two decisions claim of each other is left out.

use std::collections::BTreeSet;

/// The links that one decision claims.
#[derive(Debug)]
pub struct Claims<K> {
    /// The decision.
    pub own: K,
    /// True if it was made, whatever its status is now: a proposed or rejected one has replaced
    /// nothing.
    pub is_decided: bool,
    /// Decisions that it replaces.
    pub supersedes: Vec<K>,
    /// Decisions that replace it.
    pub superseded_by: Vec<K>,
    /// Other decisions that it mentions.
    pub related: Vec<K>,
}

/// A decision and the one that it supersedes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Supersession<K> {
    /// The successor.
    pub new: K,
    /// The decision that it replaces.
    pub old: K,
}

/// The links of some decisions.
#[derive(Debug)]
pub struct Joined<K> {
    /// Every supersession, sorted.
    pub pairs: Vec<Supersession<K>>,
    /// Decisions that each is related to, in the order of the claims.
    pub related: Vec<Vec<K>>,
}

/// Joins the claims of some decisions.
#[must_use]
pub fn joined<K: Ord + Clone>(claims: Vec<Claims<K>>) -> Joined<K> {
    let mut pairs: Vec<Supersession<K>> = Vec::new();
    let mut mentioned: Vec<(K, Vec<K>)> = Vec::new();
    for claim in claims {
        let own = claim.own;
        let mut named = Vec::new();
        for old in claim.supersedes {
            if claim.is_decided {
                let new = own.clone();
                pairs.push(Supersession { new, old });
            } else {
                named.push(old);
            }
        }
        for new in claim.superseded_by {
            let old = own.clone();
            pairs.push(Supersession { new, old });
        }
        named.extend(claim.related);
        mentioned.push((own, named));
    }
    // Both may claim it.
    pairs.retain(|pair| pair.new != pair.old);
    pairs.sort();
    pairs.dedup();
    let claimed: BTreeSet<Supersession<K>> = pairs.iter().cloned().collect();
    pairs.retain(|pair| {
        let (new, old) = (pair.old.clone(), pair.new.clone());
        !claimed.contains(&Supersession { new, old })
    });
    let kept: BTreeSet<Supersession<K>> = pairs.iter().cloned().collect();
    let mut related = Vec::new();
    for (own, named) in mentioned {
        let mut seen = BTreeSet::from([own.clone()]);
        let mut others = Vec::new();
        for other in named {
            let pair = |new: &K, old: &K| Supersession {
                new: new.clone(),
                old: old.clone(),
            };
            let is_linked =
                kept.contains(&pair(&own, &other)) || kept.contains(&pair(&other, &own));
            if !is_linked && seen.insert(other.clone()) {
                others.push(other);
            }
        }
        related.push(others);
    }
    Joined { pairs, related }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(own: u8, is_decided: bool, lists: [&[u8]; 3]) -> Claims<u8> {
        let [supersedes, superseded_by, related] = lists.map(<[u8]>::to_vec);
        Claims {
            own,
            is_decided,
            supersedes,
            superseded_by,
            related,
        }
    }

    #[test]
    fn both_ends_know_a_supersession_or_none() {
        let joined = joined(vec![
            claims(1, true, [&[], &[2], &[2, 3]]),
            claims(2, true, [&[1], &[], &[2, 3, 3]]),
            claims(3, false, [&[1], &[], &[]]),
            claims(4, true, [&[5, 4], &[], &[]]),
            claims(5, true, [&[4], &[], &[]]),
        ]);
        assert_eq!(joined.pairs, [Supersession { new: 2, old: 1 }]);
        let related: Vec<&[u8]> = joined.related.iter().map(Vec::as_slice).collect();
        assert_eq!(related, [&[3][..], &[3], &[1], &[], &[]]);
    }
}
