//! The row of a document in a segment: its facts beside its terms, and how they are written in
//! bytes.

use super::codec::{ByteReader, Damaged};
use super::facts::Facts;
use git_memory_model::kind::{Kind, Lifecycle};
use git_memory_text::Language;
use git_memory_text::date::Date;

/// Bytes of a row: language, kind, lifecycle, two days of four bytes, bits.
pub(crate) const FACTS: usize = 12;
/// Position of the lifecycle in a row.
const LIFECYCLE: usize = 2;
/// Bits of the last byte.
const CLEAN: u8 = 1;
const FAULTY: u8 = 2;

/// Meaning of the numbers in rows.
// Statuses that rank alike share a number: a dropped record is read back as finished.
const LIFECYCLES: [Option<Lifecycle>; 6] = [
    Some(Lifecycle::Current),
    Some(Lifecycle::Finished),
    Some(Lifecycle::Superseded),
    Some(Lifecycle::Archived),
    None,
    Some(Lifecycle::Proposed),
];

/// Data that a segment keeps of a document beside its terms.
pub(crate) struct Card<'a> {
    pub(crate) id: &'a [u8],
    pub(crate) length: u32,
    pub(crate) language: Language,
    pub(crate) facts: Facts,
    pub(crate) is_clean: bool,
    pub(crate) stream: &'a [u8],
}

/// The row of a document.
pub(crate) fn facts_row(card: &Card<'_>) -> [u8; FACTS] {
    let facts = &card.facts;
    let mut row = [0; FACTS];
    row[0] = card.language.number();
    row[1] = kind_number(facts.kind);
    row[LIFECYCLE] = lifecycle_number(facts.lifecycle);
    row[3..7].copy_from_slice(&day_number(facts.created).to_le_bytes());
    row[7..11].copy_from_slice(&day_number(facts.updated).to_le_bytes());
    row[11] |= if card.is_clean { CLEAN } else { 0 };
    row[11] |= if facts.is_faulty { FAULTY } else { 0 };
    row
}

/// The number of a kind in rows, from 1; 0 for none.
fn kind_number(kind: Option<Kind>) -> u8 {
    let mut number = 0;
    for (nth, other) in (1..).zip(Kind::all()) {
        if Some(other) == kind {
            number = nth;
        }
    }
    number
}

fn lifecycle_number(lifecycle: Option<Lifecycle>) -> u8 {
    match lifecycle {
        Some(Lifecycle::Current) => 0,
        Some(Lifecycle::Finished | Lifecycle::Dropped) => 1,
        Some(Lifecycle::Superseded) => 2,
        Some(Lifecycle::Archived) => 3,
        None => 4,
        Some(Lifecycle::Proposed) => 5,
    }
}

/// Days since 1970, or the least number for none.
fn day_number(day: Option<Date>) -> i32 {
    match day {
        Some(day) => i32::from(day),
        None => i32::MIN,
    }
}

/// The facts of a row.
pub(crate) fn facts(row: &[u8; FACTS]) -> Result<Facts, Damaged> {
    // No day is written as a number that no day has.
    let mut days = ByteReader(&row[3..11]);
    Ok(Facts {
        kind: kind(row[1]),
        lifecycle: lifecycle(row)?,
        created: days.day()?,
        updated: days.day()?,
        is_faulty: row[11] & FAULTY != 0,
    })
}

fn kind(number: u8) -> Option<Kind> {
    // A number beyond the table is a kind of another version: the folder may still tell it.
    let nth = usize::from(number).checked_sub(1)?;
    Kind::all().nth(nth)
}

/// Lifecycle of the document with this row; `None` if it is not a record.
pub(crate) fn lifecycle(row: &[u8; FACTS]) -> Result<Option<Lifecycle>, Damaged> {
    let number = usize::from(row[LIFECYCLE]);
    LIFECYCLES.get(number).copied().ok_or(Damaged)
}

/// The language of the document with this row.
pub(crate) fn language(row: &[u8; FACTS]) -> Language {
    Language::by_number(row[0])
}

/// True if the secret guard's rules find nothing in the document with this row.
pub(crate) fn is_clean(row: &[u8; FACTS]) -> bool {
    row[11] & CLEAN != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back() {
        for (kind, lifecycle) in [
            (None, None),
            (Kind::all().next(), Some(Lifecycle::Current)),
            (Kind::all().last(), Some(Lifecycle::Finished)),
            (Kind::all().next(), Some(Lifecycle::Proposed)),
            (Kind::all().nth(1), Some(Lifecycle::Superseded)),
            (None, Some(Lifecycle::Archived)),
        ] {
            let written = Facts {
                kind,
                lifecycle,
                created: Some("2026-11-20".parse().unwrap()),
                updated: None,
                is_faulty: true,
            };
            let row = facts_row(&Card {
                id: &[],
                length: 0,
                language: Language::ENGLISH,
                facts: written,
                is_clean: true,
                stream: &[],
            });
            assert_eq!(facts(&row), Ok(written));
            assert!(is_clean(&row));
        }
        assert_eq!(lifecycle(&[9; FACTS]), Err(Damaged));
    }
}
