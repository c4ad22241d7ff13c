//! Globs that are aimed at the places of a pattern.

use super::glob::Part;

/// The parts of a pattern, without `**` at its end: a folder's name includes everything below it.
pub(super) fn parts_of(pattern: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = pattern.split('/').map(Part::new).collect();
    while parts.len() > 1 && parts.last() == Some(&Part::AnyDepth) {
        parts.pop();
    }
    parts
}

/// True if a glob is aimed at a place that a pattern names, or at something below it: by a letter
/// of the last part that the pattern names. A walk through everything is aimed at nothing.
pub(super) fn reaches(glob: &[Part], named: &[Part]) -> bool {
    // Parts of the pattern that could be next, after each part of the glob.
    let mut open = vec![false; named.len() + 1];
    open[0] = true;
    skip_depths(&mut open, named);
    for part in glob {
        if open[named.len()] {
            return true;
        }
        let mut next = vec![false; named.len() + 1];
        for (at, wanted) in named.iter().enumerate() {
            if !open[at] {
                continue;
            }
            let is_last = at + 1 == named.len();
            if *part == Part::AnyDepth {
                // It may match nothing, or folders on the way, but it is not aimed at anything.
                next[at] = true;
                for later in at..named.len() - 1 {
                    next[later + 1] = true;
                }
                continue;
            }
            if *wanted == Part::AnyDepth {
                next[at] = true;
            }
            let is_next = if is_last {
                part.is_aimed_at(wanted)
            } else {
                part.may_be(wanted)
            };
            if is_next {
                next[at + 1] = true;
            }
        }
        open = next;
        skip_depths(&mut open, named);
    }
    open[named.len()]
}

/// True if the folder of a glob could hold a place that a pattern names. A pattern whose wildcards
/// match that folder could be in any, and is not looked for.
pub(super) fn holds(folder: &[Part], named: &[Part]) -> bool {
    let mut parts = folder.iter().zip(named);
    folder.len() < named.len()
        && parts.all(|(part, name)| matches!(name, Part::Plain(_)) && part.may_be(name))
}

/// Skips `**`, which may match no part at all.
fn skip_depths(open: &mut [bool], named: &[Part]) {
    for (at, part) in named.iter().enumerate() {
        if open[at] && *part == Part::AnyDepth && at + 1 < named.len() {
            open[at + 1] = true;
        }
    }
}
