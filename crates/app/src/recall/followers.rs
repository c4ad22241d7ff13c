//! The commits that name records, by the files that they changed.

use std::collections::HashMap;

use git_memory_model::evidence::applying::of_size;
use git_memory_model::evidence::following::{share, weight};
use git_memory_recall::{Attribute, AttributeValue, Damaged, Part, holders, values, values_where};
use git_memory_store::index::{IndexView, SegmentBytes};
use git_memory_text::date::Date;

/// Counts of the commits that changed a place and name records.
#[derive(Default)]
pub(crate) struct Counts<'a> {
    /// All of them.
    pub(crate) all: Count,
    /// The records with each name.
    pub(crate) by_name: HashMap<&'a str, Count>,
}

/// Some commits.
#[derive(Clone, Copy, Default)]
pub(crate) struct Count {
    /// Their number.
    pub(crate) commits: u32,
    /// Sum of their weights by size, whatever their age.
    pub(crate) weight: f64,
}

impl Count {
    fn add(&mut self, weight: f64) {
        self.commits += 1;
        self.weight += weight;
    }
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
    /// Its weight by the number of files that it changed.
    size: f64,
    /// Its weight by size and age.
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
            // Most commits name no record and have the size 0, which says nothing.
            let sizes = values_where(&of_part.part, Attribute::Size, |size| size != "0")?;
            for AttributeValue { value, holders } in sizes {
                let size = of_size(value.parse().unwrap_or_default());
                for document in holders {
                    if let Some(follower) = of_part.commits.get_mut(&document) {
                        follower.size = size;
                    }
                }
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
                let age = weight(u32::try_from(later).unwrap_or(u32::MAX));
                follower.weight = follower.size * age;
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
        self.each(place, |names, follower| {
            // Only the newest have a weight.
            if follower.weight > 0.0 {
                all += follower.weight;
                for name in names {
                    *given.entry(name).or_default() += follower.weight;
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
        self.each(place, |names, follower| {
            counts.all.add(follower.size);
            for name in names {
                counts.by_name.entry(name).or_default().add(follower.size);
            }
        })?;
        Ok(counts)
    }

    /// The files that commits changed which have a name, in lower case, by that name.
    pub(crate) fn files_by_name(&self) -> Result<HashMap<String, Vec<String>>, Damaged> {
        let mut files: HashMap<String, Vec<String>> = HashMap::new();
        for of_part in &self.parts {
            let is_file = |place: &str| !place.ends_with('/');
            for touched in values_where(&of_part.part, Attribute::Touches, is_file)? {
                for document in touched.holders {
                    let Some(follower) = of_part.commits.get(&document) else {
                        continue;
                    };
                    for name in &follower.names {
                        let known = files.entry(of_part.names[*name].clone()).or_default();
                        known.push(touched.value.clone());
                    }
                }
            }
        }
        Ok(files)
    }

    /// Hands over each commit that changed a place, with the names that it gives.
    fn each<'s>(
        &'s self,
        place: &str,
        mut each: impl FnMut(&[&'s str], &Follower),
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
                    each(&given, follower);
                }
            }
        }
        Ok(())
    }
}
