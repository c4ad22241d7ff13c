//! Patches in the form of Codex's `apply_patch` (github.com/openai/codex): which files they name,
//! and what becomes of them.

use crate::project::{Edit, Hunk};

/// First line of a patch.
pub const BEGIN: &str = "*** Begin Patch";
const ADDED: &str = "*** Add File: ";
const UPDATED: &str = "*** Update File: ";
const REMOVED: &str = "*** Delete File: ";
const MOVED: &str = "*** Move to: ";
/// Lines of a patch that name a file.
const NAMED: [&str; 4] = [ADDED, UPDATED, REMOVED, MOVED];

/// A file that a patch writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchedFile<'a> {
    /// Its path, as the patch has it.
    pub path: &'a str,
    /// True if the patch removes the file.
    pub is_removed: bool,
}

/// The files that a patch writes, in order. A moved file counts as removed.
pub fn patched(patch: &str) -> impl Iterator<Item = PatchedFile<'_>> {
    let mut lines = patch.lines().map(str::trim_start).peekable();
    std::iter::from_fn(move || {
        loop {
            let line = lines.next()?;
            let Some(start) = NAMED.iter().find(|start| line.starts_with(**start)) else {
                continue;
            };
            let is_moved = lines.peek().is_some_and(|next| next.starts_with(MOVED));
            return Some(PatchedFile {
                path: line[start.len()..].trim(),
                is_removed: *start == REMOVED || is_moved,
            });
        }
    })
}

/// The edits of a patch, in order, each with the path of its file. The text of a file that is moved
/// there is not known.
#[must_use]
pub fn edits(patch: &str) -> Vec<(&str, Edit)> {
    let mut edits: Vec<(&str, Edit)> = Vec::new();
    let mut added = String::new();
    let end = |edits: &mut Vec<(&str, Edit)>, added: &mut String| {
        if let Some((_, Edit::Whole(text))) = edits.last_mut()
            && !added.is_empty()
        {
            *text = std::mem::take(added).into();
        }
    };
    for line in patch.lines() {
        let named = |start| line.trim_start().strip_prefix(start).map(str::trim);
        if let Some(path) = named(ADDED).or_else(|| named(REMOVED)) {
            end(&mut edits, &mut added);
            edits.push((path, Edit::Whole("".into())));
        } else if let Some(path) = named(UPDATED) {
            end(&mut edits, &mut added);
            edits.push((path, Edit::Hunks(Vec::new())));
        } else if let Some(path) = named(MOVED) {
            if let Some((_, edit)) = edits.last_mut() {
                *edit = Edit::Whole("".into());
            }
            // The hunks are about the other file's text.
            edits.push((path, Edit::More));
        } else {
            match edits.last_mut() {
                Some((_, Edit::Hunks(hunks))) => add_line(hunks, line),
                Some((_, Edit::Whole(_))) => {
                    if let Some(line) = line.strip_prefix('+') {
                        added.extend([line, "\n"]);
                    }
                }
                _ => {}
            }
        }
    }
    end(&mut edits, &mut added);
    edits
}

/// Adds a line of a patch to the hunks of its file.
fn add_line(hunks: &mut Vec<Hunk>, line: &str) {
    if let Some(below) = line.strip_prefix("@@") {
        let below = below.strip_prefix(' ').unwrap_or(below).to_owned();
        hunks.push(Hunk {
            below,
            ..Hunk::default()
        });
        return;
    }
    if line.starts_with("***") {
        return;
    }
    if hunks.is_empty() {
        hunks.push(Hunk::default());
    }
    let Some(hunk) = hunks.last_mut() else {
        return;
    };
    let (is_old, is_new, line) = match (line.strip_prefix('+'), line.strip_prefix('-')) {
        (Some(line), _) => (false, true, line),
        (_, Some(line)) => (true, false, line),
        _ => (true, true, line.strip_prefix(' ').unwrap_or(line)),
    };
    if is_old {
        hunk.old.extend([line, "\n"]);
    }
    if is_new {
        hunk.new.extend([line, "\n"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_tells_what_becomes_of_its_files() {
        let patch = "*** Begin Patch\n*** Add File: a\n+x\n+*** Delete File: c\n*** Update File: d\n\
                     @@ fn f\n y\n-x\n+z\n@@\n+end\n*** End of File\n*** Delete File: e\n\
                     *** Update File: f\n*** Move to: g\n-x\n*** End Patch\n";
        let hunk = |below: &str, old: &str, new: &str| Hunk {
            below: below.into(),
            old: old.into(),
            new: new.into(),
        };
        let hunks = vec![hunk("fn f", "y\nx\n", "y\nz\n"), hunk("", "", "end\n")];
        let expected = [
            ("a", Edit::Whole("x\n*** Delete File: c\n".into())),
            ("d", Edit::Hunks(hunks)),
            ("e", Edit::Whole("".into())),
            ("f", Edit::Whole("".into())),
            ("g", Edit::More),
        ];
        assert_eq!(edits(patch), expected);
    }

    #[test]
    fn a_patch_names_its_files() {
        let patch = "*** Begin Patch\n*** Add File: a b \n+*** Delete File: c\n\
                     *** Update File: d\n*** Move to: e\n@@\n-x\n+y\n  *** Delete File: f\n\
                     *** End Patch\n";
        let files: Vec<_> = patched(patch)
            .map(|file| (file.path, file.is_removed))
            .collect();
        assert_eq!(
            files,
            [("a b", false), ("d", true), ("e", false), ("f", true)]
        );
    }
}
