//! Weighs the evidence that a record applies to a file: one scale for every door.
//!
//! Each tie weighs from 0 to 1, and so do all of them together. A record applies from [`APPLIES`]
//! on. From [`MAYBE`] on it may apply, which is told only to people who asked about the file.

/// Weight from which a record applies.
pub const APPLIES: f64 = 0.5;
/// Weight from which a record may apply.
pub const MAYBE: f64 = 0.1;
/// Text that names the whole path of the file.
pub const NAMES_PATH: f64 = 0.75;
/// Text that names the file by an end of its path that no other file has, or as a module.
pub const NAMES_END: f64 = 0.6;
/// Text that names a file at the top by a name that other files have, too.
pub const NAMES_SHARED: f64 = 0.4;
/// Text that names a folder of the file.
pub const NAMES_FOLDER: f64 = 0.55;
/// Title that has the words of the file's name, or of the name of one of its folders.
pub const NAMES_IN_TITLE: f64 = 0.55;
/// Title whose words are all on the file's path.
pub const TITLE_IN_PATH: f64 = 0.55;
/// Title that has the only word of the file's name, and nothing else of the file.
pub const NAME_IN_TITLE: f64 = 0.3;
/// Text that names a symbol which the file defines.
pub const NAMES_SYMBOL: f64 = 0.55;

/// Number of records that one place can follow: more of them mean less each.
const FEW: usize = 8;
/// Number of records that can name a symbol on purpose.
const FEW_OF_SYMBOL: usize = 2;
/// Number of files in a folder that is named for them, and of which part of all files: one part in
/// so many.
const FILES_IN_FOLDER: usize = 100;
const FOLDERS: usize = 16;
/// A folder with more than this part of all files stands for the project: one part in so many.
const EVERY: usize = 4;
/// Weight of a path that spells out nothing of the file's: it is about everything.
const EVERYTHING: f64 = 0.45;
/// Weight of a commit that adds one record and changes one file.
const TOGETHER: f64 = 0.6;
/// Addend to the weight of all commits of a file: a single one proves less than several.
const SINGLE: f64 = 0.6;

/// Weight of a citation in the file: `meant` records go by the cited name, and the file cites
/// `cited` names.
#[must_use]
pub fn of_citation(meant: usize, cited: usize) -> f64 {
    share(1, meant) * share(FEW, cited)
}

/// Weight of a citation in a file of prose, which may only tell of the record: a list of changes
/// does, or an index.
#[must_use]
pub fn of_citation_in_prose(meant: usize, cited: usize) -> f64 {
    EVERYTHING * of_citation(meant, cited)
}

/// Weight of paths that name the file itself; the record names `count` paths.
#[must_use]
pub fn of_own_path(count: usize) -> f64 {
    APPLIES + (1.0 - APPLIES) * share(FEW, count)
}

/// Weight of a folder or pattern that covers the file and spells out a part of its path, `near`
/// from 0 to 1. The record names `count` paths, and `sharing` records are as near or nearer.
#[must_use]
pub fn of_path(near: f64, count: usize, sharing: usize) -> f64 {
    let whole = if near > 0.0 {
        APPLIES + (1.0 - APPLIES) * near * share(FEW, count)
    } else {
        EVERYTHING
    };
    whole * share(FEW, sharing)
}

/// Weight of one commit in the sums of [`of_commits`], by the number of files that it changed.
#[must_use]
pub fn of_size(files: usize) -> f64 {
    rounded(1.0 / number(files.max(1)).sqrt())
}

/// Weight of the commits of a file that cite the record; `all` is the sum for the commits of the
/// file that cite any record.
#[must_use]
pub fn of_commits(given: f64, all: f64) -> f64 {
    given / (all + SINGLE)
}

/// Weight of a commit that added `records` records and changed `files` files, one of them this.
#[must_use]
pub fn of_common_commit(records: usize, files: usize) -> f64 {
    TOGETHER * of_size(records.max(1).saturating_mul(files.max(1)))
}

/// Weight of a text that names the file in one of these ways; `sharing` records do.
#[must_use]
pub fn of_mention(strength: f64, sharing: usize) -> f64 {
    strength * share(FEW, sharing)
}

/// Weight of a text that names a folder of the file, which has `files` of `all` files; `sharing`
/// records name it.
#[must_use]
pub fn of_folder(files: usize, all: usize, sharing: usize) -> f64 {
    if files > all / EVERY {
        return 0.0;
    }
    let room = (all / FOLDERS).clamp(FEW, FILES_IN_FOLDER);
    NAMES_FOLDER * share(room, files) * share(FEW, sharing)
}

/// Weight of a text that names a symbol of the file; `sharing` records do, and `others` files define
/// one of that name, too.
#[must_use]
pub fn of_symbol(sharing: usize, others: usize) -> f64 {
    NAMES_SYMBOL * share(FEW_OF_SYMBOL, sharing) * share(1, others.saturating_add(1))
}

/// Weight of several ties together: each adds its part of what is left to certainty.
#[must_use]
pub fn together(weights: impl IntoIterator<Item = f64>) -> f64 {
    let each = weights.into_iter();
    rounded(1.0 - each.fold(1.0, |left, weight| left * (1.0 - weight.clamp(0.0, 1.0))))
}

/// Share that each of `count` has of room for `few`.
fn share(few: usize, count: usize) -> f64 {
    number(few) / number(count.max(few))
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// A weight in steps of 1/4096, as machines round powers differently.
fn rounded(weight: f64) -> f64 {
    const STEP: f64 = 4096.0;
    (weight * STEP).round() / STEP
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_tie_is_on_its_side_of_the_threshold() {
        for (name, weight, applies) in [
            ("an id in the file", of_citation(1, 1), true),
            ("a number of three records", of_citation(3, 1), false),
            ("a list of all records", of_citation(1, 32), false),
            ("a number in prose", of_citation_in_prose(1, 1), false),
            ("the file by name", of_own_path(1), true),
            ("the file among forty", of_own_path(40), true),
            ("a folder", of_path(0.5, 1, 3), true),
            ("a folder of fifty records", of_path(0.5, 1, 50), false),
            ("everything", of_path(0.0, 1, 1), false),
            ("one small commit", of_commits(of_size(1), of_size(1)), true),
            (
                "one commit of four",
                of_commits(of_size(4), of_size(4)),
                false,
            ),
            (
                "one large commit",
                of_commits(of_size(40), of_size(40)),
                false,
            ),
            ("one of five commits", of_commits(1.0, 5.0), false),
            ("added beside one file", of_common_commit(1, 1), true),
            ("an import", of_common_commit(1000, 300), false),
            ("its path in the text", of_mention(NAMES_PATH, 1), true),
            ("a name of many files", of_mention(NAMES_SHARED, 1), false),
            ("a name in thirty texts", of_mention(NAMES_END, 30), false),
            ("its folder in the text", of_folder(60, 1500, 2), true),
            ("a folder of a small project", of_folder(6, 40, 1), true),
            (
                "a folder of three thousand",
                of_folder(3000, 90_000, 1),
                false,
            ),
            ("the folder of all sources", of_folder(30, 60, 1), false),
            ("a folder in thirty texts", of_folder(20, 1500, 30), false),
            ("its name in a title", of_mention(NAMES_IN_TITLE, 1), true),
            ("one word in a title", of_mention(NAME_IN_TITLE, 1), false),
            ("a rare symbol", of_symbol(1, 0), true),
            ("a symbol of every model", of_symbol(1, 3), false),
            ("a common symbol", of_symbol(3, 0), false),
        ] {
            assert_eq!(together([weight]) >= APPLIES, applies, "{name}: {weight}");
        }
    }

    proptest! {
        #[test]
        fn weights_are_shares_and_never_grow_with_the_crowd(
            near in 0.0..=1.0_f64, count in 0..500_usize, sharing in 0..5000_usize
        ) {
            for (few, many) in [
                (of_path(near, count, sharing), of_path(near, count, sharing + 1)),
                (of_path(near, count, sharing), of_path(near, count + 1, sharing)),
                (of_own_path(count), of_own_path(count + 1)),
                (of_citation(sharing, count), of_citation(sharing + 1, count)),
                (of_common_commit(count, sharing), of_common_commit(count, sharing + 1)),
                (of_mention(near, sharing), of_mention(near, sharing + 1)),
                (of_folder(count, 2000, sharing), of_folder(count + 1, 2000, sharing)),
                (of_folder(count, 2000, sharing), of_folder(count, 2000, sharing + 1)),
                (of_symbol(sharing, count), of_symbol(sharing + 1, count)),
                (of_symbol(count, sharing), of_symbol(count, sharing + 1)),
            ] {
                prop_assert!((0.0..=1.0).contains(&few) && many <= few);
            }
        }

        #[test]
        fn more_evidence_never_weighs_less(
            weights in proptest::collection::vec(0.0..=1.0_f64, 0..6), more in 0.0..=1.0_f64
        ) {
            let known = together(weights.clone());
            prop_assert!((0.0..=1.0).contains(&known));
            let all = weights.iter().copied().chain([more]);
            prop_assert!(together(all) >= known);
            for weight in weights {
                prop_assert!(known + 1.0 / 4096.0 >= weight);
            }
        }
    }
}
