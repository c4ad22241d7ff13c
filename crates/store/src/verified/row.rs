//! Rows of the column of checks.

use std::cmp::Ordering;

use crate::state::checksummed_rows;
use git_memory_model::checks::scan::Hit;

/// Places in one blob by rule: its key, and the places. Rules that nothing breaks are left out; a rule
/// without a place could not be run, as the content is too hard for it.
pub type Broken = Vec<(u64, Vec<Hit>)>;

/// The bytes of a number in a row.
const WIDTH: usize = 8;

/// A row, taken apart.
#[derive(Clone, Copy)]
pub(super) struct Row<'b> {
    /// The keys of the rules that were run, sorted.
    pub(super) keys: &'b [u8],
    /// The places of the broken ones, encoded.
    broken: &'b [u8],
}

impl<'b> Row<'b> {
    pub(super) fn of(bytes: &'b [u8]) -> Option<Self> {
        let (count, rest) = bytes.split_first_chunk()?;
        let count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
        let (keys, broken) = rest.split_at_checked(count.checked_mul(WIDTH)?)?;
        Some(Self { keys, broken })
    }

    pub(super) fn broken(self) -> Option<Broken> {
        checksummed_rows::decode(self.broken)
    }
}

/// The bytes of a row; `None` where the format has no way to write them, which is so for no places.
pub(super) fn row_of(keys: &[u64], broken: &Broken) -> Option<Vec<u8>> {
    let mut row = (keys.len() as u64).to_le_bytes().to_vec();
    row.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
    row.extend(checksummed_rows::encode(broken).ok()?);
    Some(row)
}

pub(super) fn numbers(keys: &[u8]) -> impl Iterator<Item = u64> {
    let (keys, _) = keys.as_chunks();
    keys.iter().map(|key| u64::from_le_bytes(*key))
}

/// True if all wanted keys are among others; both are sorted.
pub(super) fn has_all(keys: &[u8], wanted: &[u8]) -> bool {
    if keys == wanted {
        return true;
    }
    let mut keys = numbers(keys);
    numbers(wanted).all(|key| {
        let reached = keys.find(|other| (*other).cmp(&key) != Ordering::Less);
        reached == Some(key)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_tells_which_rules_were_run_and_what_breaks_them() {
        let hit = Hit {
            line: 3,
            sum: 7,
            exempt: None,
        };
        let broken = vec![(5, vec![hit])];
        let bytes = row_of(&[2, 5, 9], &broken).unwrap();
        let row = Row::of(&bytes).unwrap();
        assert_eq!(row.broken(), Some(broken));
        let has = |wanted: &[u64]| {
            let wanted: Vec<u8> = wanted.iter().flat_map(|key| key.to_le_bytes()).collect();
            has_all(row.keys, &wanted)
        };
        assert!(has(&[]) && has(&[2]) && has(&[9]) && has(&[2, 9]) && has(&[2, 5, 9]));
        assert!(!has(&[1]) && !has(&[2, 6]) && !has(&[9, 10]));
        for cut in 0..bytes.len() {
            assert!(
                Row::of(&bytes[..cut]).and_then(Row::broken).is_none(),
                "{cut}"
            );
        }
    }
}
