//! The names of files, without their content: changed ones, tracked ones, those of one name.

use std::collections::BTreeSet;

use super::answer::names;
use super::command::Started;
use super::{Error, ObjectId, Repo};

/// Files that differ from HEAD or are not tracked, which git looks for while the caller does
/// something else.
#[derive(Debug)]
pub struct ChangedFiles(Started);

impl ChangedFiles {
    /// Waits for their paths, from the top of the work tree.
    pub fn paths(self) -> Result<Vec<String>, Error> {
        let mut files = Vec::new();
        for line in names(&self.0.answer()?) {
            // Two letters and a space, then the path.
            match line.get(3..) {
                Some(path) => files.push(path.to_owned()),
                None => return Err(Error::unexpected("status")),
            }
        }
        Ok(files)
    }
}

/// The pathspecs of all files outside of a folder.
pub(crate) fn outside_of(folder: &str) -> [String; 2] {
    [":/".into(), format!(":(top,exclude,literal){folder}")]
}

impl Repo {
    /// Begins to look for the files that differ from HEAD or are not tracked, as git's status names
    /// them.
    pub fn changed_files(&self) -> Result<ChangedFiles, Error> {
        self.status(&[])
    }

    /// Begins to look for such files outside of a folder at the top. Lists each file of an
    /// untracked folder.
    pub fn each_changed_file_outside(&self, folder: &str) -> Result<ChangedFiles, Error> {
        let [all, outside] = outside_of(folder);
        self.status(&["--untracked-files=all", "--", &all, &outside])
    }

    fn status(&self, options: &[&str]) -> Result<ChangedFiles, Error> {
        // Without its optional lock, status does not keep other processes from writing the index.
        let mut args = vec![
            "--no-optional-locks",
            "status",
            "--porcelain",
            "-z",
            "--no-renames",
        ];
        args.extend(options);
        Ok(ChangedFiles(self.git(args).start()?))
    }

    /// Returns the paths of tracked files whose work tree or index differs from HEAD, among those
    /// at some paths or below them.
    pub fn uncommitted_at(&self, paths: &[&str]) -> Result<Vec<String>, Error> {
        let args = [
            "--no-optional-locks",
            "diff",
            "--name-only",
            "-z",
            "--no-renames",
            "--no-ext-diff",
            "--ignore-submodules",
            "HEAD",
            "--",
        ];
        let mut call = self.git(args);
        for path in paths {
            call = call.arg(format!(":(top,literal){path}"));
        }
        Ok(names(&call.run()?))
    }

    /// The paths of files that two commits or trees do not have the same, from the top of the work
    /// tree; of a file that was moved both.
    pub fn files_between(&self, one: ObjectId, other: ObjectId) -> Result<Vec<String>, Error> {
        let (one, other) = (one.to_string(), other.to_string());
        let args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames"];
        Ok(names(
            &self
                .git(args.into_iter().chain([one.as_str(), &other]))
                .run()?,
        ))
    }

    /// The paths of all tracked files, from the top of the work tree, sorted as git does.
    pub fn tracked_files(&self) -> Result<Vec<String>, Error> {
        Ok(names(&self.git(["ls-files", "-z"]).run()?))
    }

    /// The paths of all files of a commit or tree, sorted as git does.
    pub fn files_of(&self, treeish: ObjectId) -> Result<Vec<String>, Error> {
        let treeish = treeish.to_string();
        let args = [
            "ls-tree",
            "-r",
            "-z",
            "--name-only",
            "--full-tree",
            &treeish,
        ];
        Ok(names(&self.git(args).run()?))
    }

    /// The paths of all files with one of some names, in whatever folder, that are tracked or lie
    /// in the work tree, with ignored ones, but not in folders that git ignores as a whole. Sorted,
    /// each once; the names are letters, digits and dots.
    pub fn places_of(&self, names_of_files: &[&str]) -> Result<Vec<String>, Error> {
        let known = ["--cached", "--others", "--exclude-standard"];
        // Without the last option, git would look at all files that builds and packages have left
        // behind.
        let ignored = ["--others", "--ignored", "--exclude-standard", "--directory"];
        let mut found = BTreeSet::new();
        for options in [&known[..], &ignored] {
            let mut call = self.git(["ls-files", "-z", "--full-name"]);
            for option in options {
                call = call.arg(option);
            }
            call = call.arg("--");
            for name in names_of_files {
                call = call.arg(format!(":(top,glob)**/{name}"));
            }
            let places = names(&call.run()?).into_iter();
            // A folder that is ignored, or a repository of its own.
            found.extend(places.filter(|place| !place.ends_with('/')));
        }
        Ok(found.into_iter().collect())
    }
}
