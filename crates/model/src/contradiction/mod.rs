//! Tells if two decisions contradict each other, by their own sentences: one says to do what the
//! other says not to do, both choose differently for one thing, or both set one value to different
//! numbers.
//!
//! Pure, and the only place that decides it. A sentence that is not understood claims nothing:
//! most pairs of records say nothing about each other, and a wrong notice costs more than a missed
//! one. [`claims`] reads a record, [`Claim::key`] finds the records to compare without comparing
//! all of them, [`contradiction`] judges two.

mod numbers;
mod parse;
mod phrase;
mod sentences;
mod vocabulary;
mod words;

use serde::{Deserialize, Serialize};

use crate::record::Record;
use crate::scope::Scope;
use git_memory_text::pathspec::Pathspec;

/// Maximum number of claims of one record.
const CLAIMS: usize = 40;

/// One thing that a record says to do, not to do, to choose, or to set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Subject: claims with other keys never contradict this one.
    pub key: String,
    kind: ClaimKind,
    /// Circumstances in which the claim applies; empty for all.
    place: String,
    /// True if the circumstances only name a purpose.
    is_purpose: bool,
    /// True if the record is titled so.
    is_title: bool,
    /// The sentence; not kept, as it can be read again.
    #[serde(skip)]
    pub sentence: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum ClaimKind {
    /// To do it.
    Do,
    /// Not to do it; with `is_absolute`, for no purpose.
    Not { is_absolute: bool },
    /// A choice for a slot; with `is_only`, the slot has room for one.
    Choice { value: String, is_only: bool },
    /// The winner of two.
    Winner(String),
    /// A number.
    Number(String),
}

impl Claim {
    fn new(key: String, kind: ClaimKind, place: String) -> Self {
        Self {
            key,
            kind,
            place,
            is_purpose: false,
            is_title: false,
            sentence: String::new(),
        }
    }
}

/// Two sentences that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The sentence of each record, in the order in which these were given.
    pub sentences: [String; 2],
    /// Strength: 3 if both are titles, 2 if one is, 1 if none is.
    pub strength: u32,
}

/// Relation of what two records are about, by their files and scopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// Both name files, and none in common; or parts of the project that differ.
    Apart,
    /// At least one names none.
    Unknown,
    /// Both are about some of the same files.
    Common,
}

/// Returns the claims of a record by its title and its text after the front matter.
#[must_use]
pub fn claims(title: &str, body: &str) -> Vec<Claim> {
    let mut claims = parse::claims(title, true);
    for sentence in sentences::of_decision(body) {
        for claim in parse::claims(&sentence, false) {
            // Titles come first: what a text only repeats is one claim.
            let is_new = |known: &Claim| known.key != claim.key || known.kind != claim.kind;
            if claims.len() < CLAIMS && claims.iter().all(is_new) {
                claims.push(claim);
            }
        }
    }
    claims
}

/// The strongest contradiction between the claims of two records.
#[must_use]
pub fn contradiction(one: &[Claim], other: &[Claim], area: Area) -> Option<Contradiction> {
    let mut found: Option<Contradiction> = None;
    for mine in one {
        for theirs in other.iter().filter(|it| it.key == mine.key) {
            let strength = 1 + u32::from(mine.is_title) + u32::from(theirs.is_title);
            let is_stronger = found.as_ref().is_none_or(|it| it.strength < strength);
            if is_stronger && oppose(mine, theirs, area) {
                found = Some(Contradiction {
                    sentences: [mine.sentence.clone(), theirs.sentence.clone()],
                    strength,
                });
            }
        }
    }
    found
}

/// Relation of two records, by their scopes and the literal beginnings of their pathspecs.
#[must_use]
pub fn area(one: &Record, other: &Record) -> Area {
    let (one, other) = (&one.header, &other.header);
    let is_part = |scope: &Scope| !scope.is_project();
    if is_part(&one.scope) && is_part(&other.scope) && one.scope != other.scope {
        return Area::Apart;
    }
    if one.paths.is_empty() || other.paths.is_empty() {
        return Area::Unknown;
    }
    for mine in &one.paths {
        let mine = Pathspec::parse(mine);
        for theirs in &other.paths {
            let theirs = Pathspec::parse(theirs);
            let (mine, theirs) = (mine.literal_prefix(), theirs.literal_prefix());
            if is_within(mine, theirs) || is_within(theirs, mine) {
                return Area::Common;
            }
        }
    }
    Area::Apart
}

/// True if two titles share at least half of their words, and two words.
#[must_use]
pub fn is_same_subject(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(words::of_title);
    let common = one.intersection(&other).count();
    let all = one.union(&other).count();
    common > 1 && common * 2 >= all
}

/// True if one path is another one, or below it.
fn is_within(inner: &str, outer: &str) -> bool {
    let is_below = |rest: &str| rest.is_empty() || rest.starts_with('/');
    let rest = inner.strip_prefix(outer);
    rest.is_some_and(|rest| outer.is_empty() || outer.ends_with('/') || is_below(rest))
}

/// True if two claims about one subject cannot both be followed.
fn oppose(one: &Claim, other: &Claim, area: Area) -> bool {
    use ClaimKind::{Choice, Do, Not, Number, Winner};
    let is_same_place = one.place == other.place;
    // Rules for other files are about something else, unless they name it.
    let is_apart = area == Area::Apart && one.place.is_empty();
    match (&one.kind, &other.kind) {
        (Not { .. }, Do) => oppose(other, one, area),
        (Do, Not { is_absolute }) => {
            let is_exception = !one.place.is_empty() && !one.is_purpose;
            let is_ruled_out = *is_absolute && other.place.is_empty() && !is_exception;
            (is_same_place || is_ruled_out) && !is_apart
        }
        (
            Choice { value, is_only },
            Choice {
                value: others,
                is_only: is_also_only,
            },
        ) => {
            let is_only = *is_only || *is_also_only;
            // "Use Postgres" and "Use SQLite" may be about two programs.
            let is_bare = one.key.starts_with(vocabulary::FAMILY);
            (!is_bare || area == Area::Common)
                && is_same_place
                && are_alternatives(value, others, is_only)
        }
        (Winner(value), Winner(others)) | (Number(value), Number(others)) => {
            value != others && is_same_place && !is_apart
        }
        _ => false,
    }
}

/// True if two values of one slot cannot both be its value: things of one family, equal things
/// with other numbers, or any two if the slot has room for one.
fn are_alternatives(one: &str, other: &str, is_only: bool) -> bool {
    let mine: Vec<&str> = one.split(' ').collect();
    let theirs: Vec<&str> = other.split(' ').collect();
    let is_within = |inner: &[&str], outer: &[&str]| inner.iter().all(|it| outer.contains(it));
    // "Postgres" and "Postgres 16" agree.
    if is_within(&mine, &theirs) || is_within(&theirs, &mine) {
        return false;
    }
    let name = |words: &[&str]| -> Vec<String> {
        let named = words.iter().filter(|it| words::number(it).is_none());
        named.map(|it| (*it).to_owned()).collect()
    };
    // A number alone is no name: a year, a count. Of a longer name it is not a version, as in "calls
    // of tenant 7", but for one with a point; nor of what is no name, as in "queue 7".
    let have_versions = [&mine, &theirs]
        .iter()
        .all(|words| words.iter().any(|it| words::version(it).is_some()));
    let is_renumbered = match &name(&mine)[..] {
        [] => false,
        [thing] => vocabulary::family(thing).is_some() || have_versions,
        _ => one.contains('.') && other.contains('.'),
    } && name(&mine) == name(&theirs);
    is_only || is_renumbered || vocabulary::differ_in_family(&mine, &theirs)
}

#[cfg(test)]
mod tests;
