//! The documents of a part by an attribute: its values, and the documents that have them.

use std::borrow::Cow;

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
    let values = Values::of(part, attribute)?;
    let wanted = (0..values.len()).filter(|nth| is_wanted(&values.value(*nth)));
    values.read(part, wanted)
}

/// All values of an attribute that a part knows, in order, without their holders: for questions
/// about many.
pub struct Values {
    /// Length of what comes before each value, in bytes.
    prefix: usize,
    entries: Vec<DictionaryEntry>,
}

impl Values {
    /// The values of an attribute.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn of<S: Bytes>(part: &Part<'_, S>, attribute: Attribute) -> Result<Self, Damaged> {
        let prefix = attribute.prefix();
        Ok(Self {
            prefix: prefix.len(),
            entries: part.segment.terms(prefix)?,
        })
    }

    /// Number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The nth value, in small letters; empty beyond the last one.
    #[must_use]
    pub fn value(&self, nth: usize) -> Cow<'_, str> {
        let term = self
            .entries
            .get(nth)
            .map_or(&[][..], |it| &it.term[self.prefix..]);
        // Terms are written as texts: nothing is lost here.
        String::from_utf8_lossy(term)
    }

    /// Some values, by their places in order, with their holders in the part that they are of.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn read<S: Bytes>(
        &self,
        part: &Part<'_, S>,
        places: impl Iterator<Item = usize>,
    ) -> Result<Vec<AttributeValue>, Damaged> {
        let entries = places.filter_map(|nth| self.entries.get(nth).cloned());
        with_holders(part, self.prefix, &entries.collect::<Vec<_>>())
    }
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
