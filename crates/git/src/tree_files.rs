//! Every file of the repository with its blob: as the index or a revision has it, and which of
//! them the work tree has otherwise.

use super::answer::words;
use super::entries::{of_index_lines, of_tree};
use super::file_names::outside_of;
use super::{Error, Repo, TreeEntry};

impl Repo {
    /// The merged files of the index that is in effect, sorted by path.
    pub fn all_in_index(&self) -> Result<Vec<TreeEntry>, Error> {
        let args = ["ls-files", "-s", "-z", "--full-name", "--", ":/"];
        of_index_lines(&self.git(args).run()?)
    }

    /// The files of a commit or tree, as git sorts them.
    pub fn all_at(&self, treeish: &str) -> Result<Vec<TreeEntry>, Error> {
        let id = self.resolve(treeish)?.to_string();
        of_tree(
            &self
                .git(["ls-tree", "-r", "-z", "--full-tree", &id])
                .run()?,
        )
    }

    /// Returns the paths of tracked files whose contents in the work tree differ from the index, or
    /// may differ: git compares only sizes and times. Removed files are among them. Only those
    /// outside of the folder `without`, if there is one.
    pub fn touched_files(&self, without: Option<&str>) -> Result<Vec<Vec<u8>>, Error> {
        let mut args = vec![
            "diff-files",
            "--name-only",
            "-z",
            "--no-renames",
            "--ignore-submodules=all",
        ];
        let without = without.map(outside_of);
        if let Some(without) = &without {
            args.push("--");
            args.extend(without.iter().map(String::as_str));
        }
        let answer = self.git(args).run()?;
        Ok(words(&answer, 0).map(<[u8]>::to_vec).collect())
    }
}
