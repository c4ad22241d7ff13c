//! Effect of `git fetch` on our refs: a refspec whose right side covers them writes
//! over them, and with `--prune` deletes those that the remote lacks.

use super::chain::{NOTES, REFS, REMOTES};

/// Beginnings of the names of our refs.
const OURS: [&str; 3] = [REFS, NOTES, REMOTES];

/// The fetch list of a remote, as far as our refs go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetching {
    /// Refspecs that the list lacks: with them, fetching does not touch our refs.
    pub lacking: Vec<String>,
    /// Refspecs of the list that put something below our refs and nowhere else. Which of both the
    /// owner wants to keep is not known.
    pub aimed: Vec<String>,
    /// True if the list leaves out refs of ours that it would cover.
    pub is_guarded: bool,
}

/// Looks through a fetch list (`remote.<name>.fetch`, git-fetch(1)).
#[must_use]
pub fn fetching(list: &[String]) -> Fetching {
    let mut found = Fetching::default();
    for refspec in list {
        let positive = refspec.strip_prefix('+').unwrap_or(refspec);
        let Some((from, to)) = positive.split_once(':') else {
            continue;
        };
        let Some((from_head, from_tail)) = from.split_once('*') else {
            // Without a pattern, it is about one ref.
            if OURS.iter().any(|ours| to.starts_with(ours)) {
                found.aimed.push(refspec.clone());
            }
            continue;
        };
        let Some((to_head, _)) = to.split_once('*') else {
            continue;
        };
        for ours in OURS {
            let Some(rest) = ours.strip_prefix(to_head) else {
                if to_head.starts_with(ours) {
                    found.aimed.push(refspec.clone());
                }
                continue;
            };
            // In the remote's words: git compares negative refspecs with names there.
            let left_out = format!("{from_head}{rest}*{from_tail}");
            if list.iter().any(|known| leaves_out(known, &left_out)) {
                found.is_guarded = true;
            } else if !found.lacking.iter().any(|known| known[1..] == left_out) {
                found.lacking.push(format!("^{left_out}"));
            }
        }
    }
    found
}

/// True if a negative refspec leaves out everything that a pattern names.
fn leaves_out(refspec: &str, pattern: &str) -> bool {
    match refspec.strip_prefix('^') {
        Some(known) => match known.strip_suffix('*') {
            Some(beginning) => pattern.starts_with(beginning),
            None => known == pattern,
        },
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn a_refspec_that_covers_our_refs_needs_exclusions() {
        let all = [
            "^refs/memory/*",
            "^refs/notes/memory*",
            "^refs/memory-remotes/*",
        ];
        for (list, lacking) in [
            (&["+refs/heads/*:refs/remotes/origin/*"][..], &[][..]),
            (&["+refs/*:refs/*"], &all),
            (&["+refs/*:refs/*", "+refs/*:refs/*"], &all),
            (&["refs/notes/*:refs/notes/*"], &all[1..2]),
            (
                &["+refs/mirror/*:refs/*"],
                &[
                    "^refs/mirror/memory/*",
                    "^refs/mirror/notes/memory*",
                    "^refs/mirror/memory-remotes/*",
                ],
            ),
            (
                &["+refs/*/x:refs/*/x"],
                &[
                    "^refs/memory/*/x",
                    "^refs/notes/memory*/x",
                    "^refs/memory-remotes/*/x",
                ],
            ),
            (&["+refs/*:refs/*", "^refs/memory/*"], &all[1..]),
            (&["+refs/*:refs/*", "^refs/memory*"], &all[1..2]),
            (
                &[
                    "refs/heads/main",
                    "+refs/heads/*:refs/remotes/memory/*",
                    ":",
                    "refs/*:",
                ],
                &[],
            ),
        ] {
            let found = fetching(&texts(list));
            assert_eq!(found.lacking, texts(lacking), "{list:?}");
            assert!(found.aimed.is_empty(), "{list:?}");
            let more = list.iter().chain(lacking).copied().collect::<Vec<_>>();
            let after = fetching(&texts(&more));
            assert!(after.lacking.is_empty(), "{list:?}");
            assert_eq!(after.is_guarded, !lacking.is_empty(), "{list:?}");
        }
    }

    #[test]
    fn a_refspec_only_into_our_refs_is_left_to_its_owner() {
        for refspec in [
            "refs/notes/memory:refs/notes/memory",
            "+refs/heads/*:refs/memory/branches/*",
            "+refs/heads/main:refs/memory/detached",
        ] {
            let found = fetching(&texts(&[refspec]));
            assert_eq!(found.aimed, [refspec]);
            assert!(found.lacking.is_empty());
        }
    }
}
