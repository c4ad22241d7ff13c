//! Files whose lines match a pattern, as `git grep` finds them.

use super::answer::names;
use super::file_names::outside_of;
use super::{Error, ObjectId, Repo};

impl Repo {
    /// The paths of the tracked text files, from the top, some line of which matches an extended
    /// regular expression in any case: in the work tree, or in a tree. Of all files outside of the
    /// folder `without`, or of `paths` if there are some.
    pub fn files_matching(
        &self,
        pattern: &str,
        tree: Option<ObjectId>,
        without: &str,
        paths: &[String],
    ) -> Result<Vec<String>, Error> {
        let tree = tree.map(|tree| tree.to_string());
        let mut args = vec![
            "--literal-pathspecs",
            "grep",
            "-z",
            "-I",
            "--extended-regexp",
            "--ignore-case",
            "--name-only",
            "--full-name",
            "--no-color",
            "-e",
            pattern,
        ];
        args.extend(tree.as_deref());
        args.push("--");
        let without = outside_of(without);
        if paths.is_empty() {
            args.remove(0);
            args.extend(without.iter().map(String::as_str));
        }
        args.extend(paths.iter().map(String::as_str));
        let mut files = names(&self.git(args).answer_or_no(&[])?);
        if let Some(tree) = tree {
            // git names the tree before each path.
            let prefix = tree.len() + 1;
            for file in &mut files {
                file.drain(..prefix.min(file.len()));
            }
        }
        Ok(files)
    }
}
