//! The commits that name records, by the files that they changed.

use std::collections::HashMap;

use git_memory_model::evidence::following::{share, weight};
use git_memory_recall::{Attribute, AttributeValue, Damaged, Part, holders, values};
use git_memory_store::index::{IndexView, SegmentBytes};
use git_memory_text::date::Date;

/// Counts of the commits that changed a place and name records.
#[derive(Default)]
pub(crate) struct Counts<'a> {
    /// Number of commits.
    pub(crate) all: u32,
    /// Number of commits with each name.
    pub(crate) by_name: HashMap<&'a str, u32>,
}

/// The commits of a view that name records.
pub(crate) struct Followers<'a> {
    parts: Vec<OfPart<'a>>,
}

/// The commits of one part of the view.
struct OfPart<'a> {
    part: Part<'a, SegmentBytes>,
    /// The names that they use for records, each once.
    names: Vec<String>,
    /// Each of them, by its number.
    commits: HashMap<u32, Follower, foldhash::fast::RandomState>,
}

/// A commit that names records.
#[derive(Default)]
struct Follower {
    day: Option<Date>,
    /// Its weight in counts.
    weight: f64,
    /// The names that it gives, by their places.
    names: Vec<usize>,
}

impl<'a> Followers<'a> {
    pub(crate) fn of(history: &'a IndexView) -> Result<Self, Damaged> {
        let mut parts = Vec::new();
        let mut days = Vec::new();
        for part in history.parts() {
            let mut of_part = OfPart {
                part,
                names: Vec::new(),
                commits: HashMap::default(),
            };
            for AttributeValue { value, holders } in values(&of_part.part, Attribute::Cites)? {
                for document in holders {
                    let follower = of_part.commits.entry(document).or_default();
                    follower.names.push(of_part.names.len());
                }
                of_part.names.push(value);
            }
            for (document, follower) in &mut of_part.commits {
                follower.day = of_part.part.segment.facts(*document)?.created;
                days.push(follower.day);
            }
            parts.push(of_part);
        }
        days.sort_unstable();
        for OfPart { commits, .. } in &mut parts {
            for follower in commits.values_mut() {
                let later = days.len() - days.partition_point(|other| *other <= follower.day);
                // Their number is bounded by that of the commits that are read.
                follower.weight = weight(u32::try_from(later).unwrap_or(u32::MAX));
            }
        }
        Ok(Self { parts })
    }

    /// Adds to what each record has, by the name that commits give it, its share of a place.
    pub(crate) fn add_shares(
        &self,
        shares: &mut HashMap<String, f64>,
        place: &str,
        level: usize,
    ) -> Result<(), Damaged> {
        // Weights are whole steps: their sums are the same in whatever order.
        let mut all = 0.0;
        let mut given: HashMap<&str, f64> = HashMap::new();
        self.each(place, |names, weight| {
            // Only the newest have a weight.
            if weight > 0.0 {
                all += weight;
                for name in names {
                    *given.entry(name).or_default() += weight;
                }
            }
        })?;
        for (key, weight) in given {
            *shares.entry(key.to_owned()).or_default() += share(weight, all, level);
        }
        Ok(())
    }

    /// Returns, per name of a record, the number of commits that changed a place and have it.
    pub(crate) fn counts(&self, place: &str) -> Result<Counts<'_>, Damaged> {
        let mut counts = Counts::default();
        self.each(place, |names, _| {
            counts.all += 1;
            for name in names {
                *counts.by_name.entry(name).or_default() += 1;
            }
        })?;
        Ok(counts)
    }

    /// Hands over the names that each commit gives which changed a place, and what it counts.
    fn each<'s>(
        &'s self,
        place: &str,
        mut each: impl FnMut(&[&'s str], f64),
    ) -> Result<(), Damaged> {
        let mut given: Vec<&str> = Vec::new();
        for OfPart {
            part,
            names,
            commits,
        } in &self.parts
        {
            for document in holders(part, Attribute::Touches, place)?.iter() {
                if let Some(follower) = commits.get(&document) {
                    given.clear();
                    given.extend(follower.names.iter().map(|name| names[*name].as_str()));
                    each(&given, follower.weight);
                }
            }
        }
        Ok(())
    }
}
