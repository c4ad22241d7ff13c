//! Weights of the reasons that tie a record to files in one project, in hundredths of the usual
//! ones.

use std::fmt;
use std::str::FromStr;

use super::feature::Feature;

/// Features that can be weighed.
const WEIGHED: [Feature; 4] = [
    Feature::Paths,
    Feature::Scope,
    Feature::Commits,
    Feature::Mentions,
];
/// Weights that are tried for each feature.
const TRIED: [u16; 5] = [USUAL, 0, USUAL / 2, USUAL * 2, MOST];
/// Default weight of each feature.
const USUAL: u16 = 100;
/// The most that one may have.
const MOST: u16 = 400;

/// The weights of the reasons that tie a record to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights([u16; WEIGHED.len()]);

impl Default for Weights {
    fn default() -> Self {
        Self([USUAL; WEIGHED.len()])
    }
}

impl Weights {
    /// Maximum number of neighbours.
    pub const NEIGHBOURS: usize = WEIGHED.len() * TRIED.len();

    /// Factor of the share of a feature.
    #[must_use]
    pub(crate) fn of(self, feature: Feature) -> f64 {
        match WEIGHED.iter().position(|it| *it == feature) {
            Some(nth) => f64::from(self.0[nth]) / f64::from(USUAL),
            None => 1.0,
        }
    }

    /// Weights that differ from these in one feature: half, twice, four times as much as usual, as
    /// usual, or nothing.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        (0..WEIGHED.len()).flat_map(move |nth| {
            TRIED.into_iter().filter_map(move |percent| {
                let mut other = self;
                other.0[nth] = percent;
                (other != self).then_some(other)
            })
        })
    }
}

/// As a setting has them: `paths=200,commits=50`; empty if all are as usual.
impl fmt::Display for Weights {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (feature, percent) in WEIGHED.iter().zip(self.0) {
            if percent != USUAL {
                write!(out, "{separator}{}={percent}", feature.name())?;
                separator = ",";
            }
        }
        Ok(())
    }
}

/// A text without valid weights, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadWeights(String);

impl FromStr for Weights {
    type Err = BadWeights;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let names = WEIGHED.map(Feature::name).join(", ");
        let mut weights = Self::default();
        let mut known: Vec<&str> = Vec::new();
        for item in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let bad = |why: &str| BadWeights(format!("'{item}' {why}"));
            let Some((name, percent)) = item.split_once('=') else {
                return Err(bad("is not NAME=PERCENT"));
            };
            let (name, percent) = (name.trim(), percent.trim());
            let Some(nth) = WEIGHED.iter().position(|it| it.name() == name) else {
                return Err(bad(&format!("names none of: {names}")));
            };
            if known.contains(&name) {
                return Err(bad("is the second of its name"));
            }
            known.push(name);
            weights.0[nth] = match percent.parse() {
                Ok(percent) if percent <= MOST => percent,
                _ => return Err(bad(&format!("is not a number from 0 to {MOST}"))),
            };
        }
        Ok(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_as_they_are_read() {
        for text in ["", "paths=200", "paths=0,scope=50,commits=400,mentions=99"] {
            let weights: Weights = text.parse().unwrap();
            assert_eq!(weights.to_string(), text);
        }
        let loose: Weights = " commits = 50 , ,paths=100".parse().unwrap();
        assert_eq!(loose.to_string(), "commits=50");
        for text in [
            "paths",
            "words=50",
            "paths=401",
            "paths=-1",
            "paths=1,paths=2",
        ] {
            assert!(text.parse::<Weights>().is_err(), "{text}");
        }
    }

    #[test]
    fn features_without_a_weight_count_fully() {
        let weights: Weights = "paths=50".parse().unwrap();
        assert!((weights.of(Feature::Paths) - 0.5).abs() < 1e-9);
        assert!((weights.of(Feature::Words) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn neighbours_differ_in_one_weight() {
        let begin = Weights::default();
        let all: Vec<Weights> = begin.neighbours().collect();
        assert_eq!(all.len(), 4 * WEIGHED.len());
        for other in all {
            let differing = other.0.iter().zip(begin.0).filter(|(a, b)| **a != *b);
            assert_eq!(differing.count(), 1);
            assert!(other.neighbours().any(|back| back == begin), "{other}");
        }
    }
}
