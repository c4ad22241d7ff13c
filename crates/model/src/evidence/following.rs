//! Measures the evidence of the commits that changed a file for the records that they name.
//!
//! Of the commits that changed a file (or the folder that it is in) and name any record, each gives
//! its weight to the records that it names; a record's share is its part of all weights. A file
//! that was changed once, following one record, is weaker evidence than one that was changed ten
//! times, always following it, so the shares of few commits are held back.

/// Weights of earlier commits that changed the file itself, its folder, and the folder above. Tried
/// on 1,101 commits of seven projects that name a proposal which an earlier one names, too: the
/// files without folders put it among the first five in 65 of 100, with the folders in 78.
pub const LEVELS: [f64; 3] = [1.0, 0.5, 0.25];
/// Number of later commits with records after which one counts half: work on a proposal comes in
/// runs. With it, 80 of those 100.
const HALF_LIFE: u32 = 30;
/// Addend to the weight of all commits of a file, which lowers the shares of few commits.
const FEW: f64 = 0.5;

/// Weight of a commit after which this number of other commits have named records; in steps of
/// 1/4096, as machines round powers differently.
#[must_use]
pub fn weight(later: u32) -> f64 {
    const STEP: f64 = 4096.0;
    let weight = 0.5_f64.powf(f64::from(later) / f64::from(HALF_LIFE));
    (weight * STEP).round() / STEP
}

/// The share of a record that was given `given` of `all` the weight that there is at a place of
/// some level ([`LEVELS`]).
#[must_use]
pub fn share(given: f64, all: f64, level: usize) -> f64 {
    LEVELS[level] * given / (all + FEW)
}

/// The places where a file's commits are looked for, by level: the file, its folder, the folder
/// above; a folder ends in a slash. The top folder tells nothing.
#[must_use]
pub fn places(path: &str) -> Vec<&str> {
    let folders = path.rmatch_indices('/').map(|(at, _)| &path[..=at]);
    let places = [path].into_iter().chain(folders);
    places.take(LEVELS.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_in_its_folders() {
        assert_eq!(places("a/b/c/d.rs"), ["a/b/c/d.rs", "a/b/c/", "a/b/"]);
        assert_eq!(places("a/b.rs"), ["a/b.rs", "a/"]);
        assert_eq!(places("b.rs"), ["b.rs"]);
    }

    #[test]
    fn commits_count_less_the_more_follow_them() {
        assert_eq!((weight(0), weight(30), weight(60)), (1.0, 0.5, 0.25));
        assert!(weight(u32::MAX) < f64::EPSILON);
        assert!((0..1000).all(|later| weight(later) >= weight(later + 1)));
    }

    #[test]
    fn many_commits_say_more_than_one() {
        assert!(share(1.0, 1.0, 0) < share(10.0, 10.0, 0));
        assert!(share(10.0, 10.0, 0) < 1.0);
        assert!(share(1.0, 2.0, 1) < share(1.0, 2.0, 0));
    }
}
