//! The documents of a part by an attribute: its values, and the documents that have them.

use super::codec::Damaged;
use super::facts::Attribute;
use super::segment::{Bytes, DictionaryEntry, Posting};
use super::view::{Members, Part};

/// The members of a part that have an attribute with this value.
///
/// # Errors
/// [`Damaged`].
pub fn holders<S: Bytes>(
    part: &Part<'_, S>,
    attribute: Attribute,
    value: &str,
) -> Result<Members, Damaged> {
    let postings = part.segment.postings(&attribute.term(value))?;
    Ok(members(part, &postings))
}

/// A value of an attribute.
#[derive(Clone, Debug)]
pub struct AttributeValue {
    /// In small letters, as the index keeps it.
    pub value: String,
    /// The members of the part that have it, in order.
    pub holders: Vec<u32>,
}

/// Every value of an attribute that a segment knows, in order.
///
/// # Errors
/// [`Damaged`].
pub fn values<S: Bytes>(
    part: &Part<'_, S>,
    attribute: Attribute,
) -> Result<Vec<AttributeValue>, Damaged> {
    values_where(part, attribute, |_| true)
}

/// The values of an attribute that `is_wanted` wants, in order: of no other are the holders read.
///
/// # Errors
/// [`Damaged`].
pub fn values_where<S: Bytes>(
    part: &Part<'_, S>,
    attribute: Attribute,
    mut is_wanted: impl FnMut(&str) -> bool,
) -> Result<Vec<AttributeValue>, Damaged> {
    let prefix = attribute.prefix().len();
    let mut entries = part.segment.terms(attribute.prefix())?;
    // Terms are written as texts: nothing is lost here.
    entries.retain(|entry| is_wanted(&String::from_utf8_lossy(&entry.term[prefix..])));
    with_holders(part, prefix, &entries)
}

/// The values of an attribute, among some, that a segment knows, in order.
///
/// # Errors
/// [`Damaged`].
pub fn values_among<S: Bytes>(
    part: &Part<'_, S>,
    attribute: Attribute,
    among: impl IntoIterator<Item = impl AsRef<str>>,
) -> Result<Vec<AttributeValue>, Damaged> {
    let among = among.into_iter();
    let mut terms: Vec<String> = among.map(|it| attribute.term(it.as_ref())).collect();
    terms.sort_unstable();
    terms.dedup();
    let entries = part.segment.entries_of(&terms)?;
    with_holders(part, attribute.prefix().len(), &entries)
}

/// The values of entries, after a prefix of a given length in bytes.
fn with_holders<S: Bytes>(
    part: &Part<'_, S>,
    prefix: usize,
    entries: &[DictionaryEntry],
) -> Result<Vec<AttributeValue>, Damaged> {
    let mut values = Vec::with_capacity(entries.len());
    part.segment.lists(entries, |entry, postings| {
        let documents = postings.iter().map(|posting| posting.document);
        values.push(AttributeValue {
            value: String::from_utf8_lossy(&entry.term[prefix..]).into_owned(),
            holders: documents.filter(|it| part.members.contains(*it)).collect(),
        });
    })?;
    Ok(values)
}

fn members<S: Bytes>(part: &Part<'_, S>, postings: &[Posting]) -> Members {
    let mut members = Members::none_of(part.segment.documents());
    for posting in postings {
        if part.members.contains(posting.document) {
            members.insert(posting.document);
        }
    }
    members
}
