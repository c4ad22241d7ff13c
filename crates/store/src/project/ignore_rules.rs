//! Paths that git ignores in a work tree, and a name for all that decides about them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::seen::{Seen, SeenFile};
use crate::tracked::Stat;
pub use git_memory_git::{IgnoreRule, Repo};
use git_memory_text::hex;

/// The rules of a work tree.
pub(crate) struct IgnoreRules<'a> {
    pub(crate) repo: &'a Repo,
    pub(crate) top: &'a Path,
    /// The state seen so far: the ignore files, and the tracked files.
    pub(crate) seen: &'a Seen,
}

impl IgnoreRules<'_> {
    /// A name for all that decides about what git ignores of some paths.
    pub(crate) fn key(&self, paths: &[String]) -> String {
        let mut hash = Sha256::new();
        for path in paths {
            hash.update(path);
            hash.update([0]);
        }
        hash.update([0]);
        // git does not ignore a tracked file.
        for name in self.seen.tracked.iter().flat_map(|(_, names)| names) {
            hash.update(name);
            hash.update([0]);
        }
        // Sorted: the walk meets the files in the order of their paths.
        let sources: BTreeMap<&String, &SeenFile> = self
            .seen
            .files
            .iter()
            .filter(|(path, _)| path.ends_with(".gitignore"))
            .collect();
        for (path, file) in sources {
            hash.update(format!("\0{path}\0{}", file.id));
        }
        let exclude = self.repo.common_dir().join("info/exclude");
        for source in [
            Some(self.top.join(".gitignore")),
            Some(exclude),
            self.own_rules(),
        ] {
            hash.update("\0");
            if let Some(source) = source {
                hash.update(state_of(&source, self.seen.looked));
            }
        }
        hex(&hash.finalize()[..16])
    }

    /// The file of the user's own rules (gitignore(5)).
    fn own_rules(&self) -> Option<PathBuf> {
        let environment = self.repo.environment();
        let home = environment.variable("HOME").map(PathBuf::from);
        // Settings that cannot be read are told by the commands that need them.
        let settings = self.repo.settings().ok()?;
        if let Some(file) = settings.get("core.excludesfile") {
            return match file.strip_prefix("~/") {
                Some(below) => Some(home?.join(below)),
                None => Some(self.top.join(file)),
            };
        }
        match environment.variable("XDG_CONFIG_HOME") {
            Some(folder) if !folder.is_empty() => Some(Path::new(folder).join("git/ignore")),
            _ => Some(home?.join(".config/git/ignore")),
        }
    }

    /// Asks git which of some paths it ignores, and by which rule.
    pub(crate) fn ask(&self, paths: &[String]) -> Result<Vec<(String, String)>, String> {
        let rules = self.repo.ignored(paths);
        let rules = rules.map_err(|error| error.to_string())?;
        let mut ignored: Vec<(String, String)> = Vec::new();
        for (path, rule) in rules {
            ignored.push((path, told(&rule)));
        }
        ignored.sort_unstable();
        Ok(ignored)
    }
}

/// State that tells a file with rules from the same one after a change, for a look that began at
/// `looked` (nanoseconds since 1970); empty where there is none.
fn state_of(source: &Path, looked: u64) -> String {
    // A file that cannot be read has no rules for git either.
    let Ok(meta) = fs::metadata(source) else {
        return String::new();
    };
    let stat = Stat::of(&meta);
    if stat.is_older_than(looked) {
        return format!("{stat:?}");
    }
    // It may change again without another stat, as long as the clock shows the same time.
    let content = fs::read(source).unwrap_or_default();
    format!("{stat:?}{}", hex(&Sha256::digest(content)))
}

/// A rule, as a reason names it.
fn told(rule: &IgnoreRule) -> String {
    // A path outside of the work tree is the machine's, and tells other users nothing.
    if Path::new(&rule.source).is_absolute() {
        return format!("the user's own rules, line {}", rule.line);
    }
    format!("{}, line {}", rule.source, rule.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_may_change_again_is_known_by_its_content() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(".gitignore");
        fs::write(&file, "one\n").unwrap();
        let stat = format!("{:?}", Stat::of(&fs::metadata(&file).unwrap()));
        // Long after, the stat says it; at once, it does not.
        assert_eq!(state_of(&file, u64::MAX), stat);
        let one = state_of(&file, 0);
        assert!(one.starts_with(&stat) && one != stat, "{one}");
        fs::write(&file, "two\n").unwrap();
        let two = state_of(&file, 0);
        assert_ne!(one.rsplit('}').next(), two.rsplit('}').next());
        assert_eq!(state_of(&folder.path().join("none"), 0), "");
    }
}
