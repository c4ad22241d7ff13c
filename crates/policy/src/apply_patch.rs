//! Patches in the form of Codex's `apply_patch` (github.com/openai/codex): which files they name.

/// First line of a patch.
pub const BEGIN: &str = "*** Begin Patch";
const REMOVED: &str = "*** Delete File: ";
const MOVED: &str = "*** Move to: ";
/// Lines of a patch that name a file.
const NAMED: [&str; 4] = ["*** Add File: ", "*** Update File: ", REMOVED, MOVED];

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

#[cfg(test)]
mod tests {
    use super::*;

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
