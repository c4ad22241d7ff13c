//! A throw-away repository for trying things out: in the folder for temporary files, made like the
//! real one.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::{Environment, Error, Repo, temporary};

/// A repository that is deleted when it is dropped. Its work tree is `path()`, a bare remote lies
/// beside it.
pub struct Scratch {
    folder: tempfile::TempDir,
    environment: Environment,
}

/// Result of a command in it.
#[derive(Clone, Debug)]
pub struct Ended {
    /// True if the process succeeded.
    pub is_good: bool,
    /// Standard output, without the line end.
    pub answer: String,
    /// Standard error.
    pub said: String,
}

impl Scratch {
    /// Makes one with the object and ref format of `repo`.
    pub fn like(repo: &Repo) -> Result<Self, Error> {
        let folder = temporary::folder()?;
        // A hook is called with `GIT_DIR` and its like, which name the real repository.
        let environment = repo.environment().at(folder.path())?;
        let scratch = Self {
            folder,
            environment,
        };
        let object_format = repo.format().option();
        // Only if it is set: a git before 2.45 does not know the option.
        let ref_format = repo
            .settings()?
            .get("extensions.refstorage")
            .map(|format| format!("--ref-format={format}"));
        for arguments in [
            ["init", "-q", "tree"].as_slice(),
            &["init", "-q", "--bare", "remote"],
        ] {
            let formats = [Some(object_format), ref_format.as_deref()];
            let arguments = arguments
                .iter()
                .copied()
                .chain(formats.into_iter().flatten());
            let made = scratch.run(scratch.folder.path(), arguments)?;
            if !made.is_good {
                return Err(Error::Failed {
                    command: "init".to_owned(),
                    message: made.said,
                });
            }
        }
        Ok(scratch)
    }

    /// The top of its work tree.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    /// Runs git in its work tree.
    pub fn git(&self, arguments: &[&str]) -> Result<Ended, Error> {
        self.run(&self.path(), arguments)
    }

    fn run<A: AsRef<OsStr>>(
        &self,
        folder: &Path,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<Ended, Error> {
        let mut command = self.environment.command("git", folder);
        command
            .args(arguments)
            .env("LC_ALL", "C")
            .stdin(std::process::Stdio::null());
        // A machine that has no user's name set can be diagnosed, too.
        for role in ["AUTHOR", "COMMITTER"] {
            command
                .env(format!("GIT_{role}_NAME"), "git-memory")
                .env(format!("GIT_{role}_EMAIL"), "git-memory@localhost");
        }
        let output = command.output().map_err(Error::NoGit)?;
        Ok(Ended {
            is_good: output.status.success(),
            answer: text(&output.stdout),
            said: text(&output.stderr),
        })
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}
