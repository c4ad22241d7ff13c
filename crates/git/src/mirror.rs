//! A clone for a program that reads many repositories: all commits of one branch, and of contents
//! only what lies in a few folders, which are checked out. It can be thrown away and made again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::command::Git;
use super::remote::{NO_BLOBS, fetch_args};
use super::{Environment, Error, ObjectId};

const REMOTE: &str = "origin";
/// A server that stops sending does not hold up the others: below 1,000 bytes a second for half a
/// minute.
const IMPATIENT: [(&str, &str); 2] = [
    ("GIT_HTTP_LOW_SPEED_LIMIT", "1000"),
    ("GIT_HTTP_LOW_SPEED_TIME", "30"),
];
/// The branch of a mirror whose source names none.
const DETACHED: &str = "refs/heads/mirrored";

/// A mirror's place.
pub struct Mirror {
    environment: Environment,
    folder: PathBuf,
}

/// The branch of a repository that its HEAD names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteHead {
    /// Its commit.
    pub tip: ObjectId,
    /// Its whole name; `None` where HEAD is no branch.
    pub branch: Option<String>,
}

/// The branch of a repository that its HEAD names; `None` where it has no commit yet.
///
/// # Errors
/// If the repository does not answer.
pub fn head_of_remote(environment: &Environment, url: &str) -> Result<Option<RemoteHead>, Error> {
    let args = [
        "ls-remote",
        "--quiet",
        "--symref",
        "--end-of-options",
        url,
        "HEAD",
    ];
    let call = patient_to_a_point(Git::new(environment, environment.folder(), args));
    let (mut tip, mut branch) = (None, None);
    for line in call.line()?.lines() {
        let Some((start, "HEAD")) = line.split_once('\t') else {
            continue;
        };
        match start.strip_prefix("ref: ") {
            Some(name) => branch = Some(name.to_owned()),
            None => tip = Some(start.parse()?),
        }
    }
    Ok(tip.map(|tip| RemoteHead { tip, branch }))
}

impl Mirror {
    /// The mirror in a folder (absolute), which may not be there yet.
    ///
    /// # Errors
    /// [`Error::Folder`] if the folder can neither be found nor made.
    pub fn at(environment: &Environment, folder: &Path) -> Result<Self, Error> {
        let made = fs::create_dir_all(folder);
        made.map_err(|source| Error::Folder {
            path: folder.to_owned(),
            source,
        })?;
        Ok(Self {
            environment: environment.at(folder)?,
            folder: folder.to_owned(),
        })
    }

    /// Fetches the branch, without contents if the server can leave them out, and checks out what
    /// the patterns (of `gitignore`) name. Locks that a killed process left are removed: the caller
    /// has to be the only one that works on this mirror.
    ///
    /// # Errors
    /// If the repository does not answer, or git cannot write here.
    pub fn update(&self, url: &str, head: &RemoteHead, patterns: &[String]) -> Result<(), Error> {
        if !self.folder.join(".git/HEAD").exists() {
            let format = head.tip.format().option();
            let init = ["init", "--quiet", "--template=", format, "."];
            Git::new(&self.environment, &self.folder, init).run()?;
        }
        self.remove_locks().map_err(|source| Error::Folder {
            path: self.folder.clone(),
            source,
        })?;
        let branch = head.branch.as_deref().unwrap_or(DETACHED);
        for (key, value) in [
            ("remote.origin.url", url),
            ("core.symlinks", "false"),
            ("core.sparseCheckout", "true"),
            ("core.sparseCheckoutCone", "false"),
        ] {
            self.git(&["config", key, value]).run()?;
        }
        self.git(&["symbolic-ref", "HEAD", branch]).run()?;
        let wanted = match head.branch {
            Some(_) => format!("+{branch}:{branch}"),
            None => format!("+{}:{branch}", head.tip),
        };
        // The branch is checked out here, and is moved all the same.
        self.fetch(&["--update-head-ok", NO_BLOBS], &[&wanted], b"")?;
        let mut lines = patterns.join("\n");
        lines.push('\n');
        self.git(&["sparse-checkout", "set", "--no-cone", "--stdin"])
            .online()
            .run_with(lines.as_bytes())?;
        self.git(&["reset", "--quiet", "--hard"]).online().run()?;
        Ok(())
    }

    /// Fetches the contents that files of these folders had in any commit that `tip` reaches and
    /// `known` does not.
    ///
    /// # Errors
    /// If the repository does not answer.
    pub fn bring_history(
        &self,
        tip: ObjectId,
        known: Option<ObjectId>,
        folders: &[String],
    ) -> Result<(), Error> {
        let tip = tip.to_string();
        let not = known.map(|known| format!("^{known}"));
        let mut args = vec!["rev-list", "--objects", "--missing=print", &tip];
        args.extend(not.as_deref());
        args.push("--");
        args.extend(folders.iter().map(String::as_str));
        let listed = self.git(&args).run()?;
        let listed = String::from_utf8_lossy(&listed);
        let missing = listed.lines().filter_map(|line| line.strip_prefix('?'));
        let missing: String = missing.map(|id| format!("{id}\n")).collect();
        if missing.is_empty() {
            return Ok(());
        }
        self.fetch(&[NO_BLOBS], &[], missing.as_bytes())
    }

    /// True if git can read what was fetched last.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let asked = self.git(&["rev-parse", "--verify", "--quiet", "HEAD^{tree}"]);
        matches!(asked.says_yes(), Ok(true))
    }

    fn fetch(&self, options: &[&str], wanted: &[&str], input: &[u8]) -> Result<(), Error> {
        let args = fetch_args(REMOTE, options, wanted);
        patient_to_a_point(self.git(&args))
            .run_with(input)
            .map(drop)
    }

    fn git(&self, args: &[&str]) -> Git {
        let call = Git::new(&self.environment, &self.folder, args);
        // A mirror that is damaged must not be taken for a folder of a repository around it.
        call.env("GIT_DIR", self.folder.join(".git"))
            .env("GIT_WORK_TREE", &self.folder)
    }

    fn remove_locks(&self) -> io::Result<()> {
        let git = self.folder.join(".git");
        for name in ["index.lock", "HEAD.lock", "config.lock", "shallow.lock"] {
            remove(&git.join(name))?;
        }
        remove(&git.join("info/sparse-checkout.lock"))?;
        remove_locks_below(&git.join("refs"))
    }
}

/// A call that asks a server, no person, and not for ever.
fn patient_to_a_point(mut call: Git) -> Git {
    for (name, value) in IMPATIENT {
        call = call.env(name, value);
    }
    call.env("GIT_TERMINAL_PROMPT", "0").online()
}

fn remove_locks_below(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            remove_locks_below(&path)?;
        } else if path.extension().is_some_and(|end| end == "lock") {
            remove(&path)?;
        }
    }
    Ok(())
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
