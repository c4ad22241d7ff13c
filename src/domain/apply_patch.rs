//! Patches in the form of Codex's `apply_patch` (github.com/openai/codex): which files they name.

/// What the first line of a patch says.
pub const BEGIN: &str = "*** Begin Patch";
const REMOVED: &str = "*** Delete File: ";
/// Lines of a patch that name a file.
const NAMED: [&str; 4] = [
    "*** Add File: ",
    "*** Update File: ",
    REMOVED,
    "*** Move to: ",
];

/// A file that a patch writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchedFile<'a> {
    /// Its path, as the patch has it.
    pub path: &'a str,
    /// Whether the patch takes it away.
    pub is_removed: bool,
}

/// The files that a patch writes, in order.
pub fn patched(patch: &str) -> impl Iterator<Item = PatchedFile<'_>> {
    patch.lines().filter_map(|line| {
        let start = NAMED.iter().find(|start| line.starts_with(**start))?;
        Some(PatchedFile {
            path: line[start.len()..].trim(),
            is_removed: *start == REMOVED,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_names_its_files() {
        let patch = "*** Begin Patch\n*** Add File: a b \n+*** Delete File: c\n\
                     *** Update File: d\n*** Move to: e\n@@\n-x\n+y\n*** Delete File: f\n\
                     *** End Patch\n";
        let files: Vec<_> = patched(patch)
            .map(|file| (file.path, file.is_removed))
            .collect();
        assert_eq!(
            files,
            [("a b", false), ("d", false), ("e", false), ("f", true)]
        );
    }
}
