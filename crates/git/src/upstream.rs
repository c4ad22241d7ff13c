//! Another repository, of which some files are wanted and nothing else: fetched into a throw-away
//! repository, so that this one gets no remote, no refspec and no promise of objects. The files
//! come in as one commit of this repository's own format.

use std::fmt::Write as _;

use super::remote::NO_BLOBS;
use super::throw_away::ThrowAway;
use super::{Error, Held, ObjectId, Repo, TreeEntry};

/// Words of servers of the first protocol that give no commit by its id.
const UNADVERTISED: &str = "unadvertised object";
/// Words of servers for a commit that they do not have.
const NOT_THERE: &str = "not our ref";
const NO_TREES: &str = "--filter=tree:0";

/// Files of another repository at one commit.
pub struct Upstream {
    throw_away: ThrowAway,
    repo: Repo,
    commit: ObjectId,
}

/// A commit to be made of files from elsewhere.
#[derive(Clone, Debug)]
pub struct ImportedCommit<'a> {
    /// The ref that gets it; its present commit is given up.
    pub ref_name: &'a str,
    /// The time, in seconds since 1970.
    pub time: i64,
    /// The message.
    pub message: &'a str,
    /// Paths and contents.
    pub files: &'a [(String, Vec<u8>)],
}

impl Repo {
    /// The commit that a revision of another repository names: HEAD, a branch, a tag, or the whole
    /// id of a commit, which is not looked up. `None` if it has no such ref.
    ///
    /// # Errors
    /// If the other repository does not answer.
    pub fn commit_of_remote(&self, url: &str, revision: &str) -> Result<Option<ObjectId>, Error> {
        if let Ok(id) = revision.parse() {
            return Ok(Some(id));
        }
        // The commit that an annotated tag names comes first.
        let names = [
            format!("refs/tags/{revision}^{{}}"),
            format!("refs/heads/{revision}"),
            format!("refs/tags/{revision}"),
            revision.to_owned(),
        ];
        let args = ["ls-remote", "--quiet", "--end-of-options", url];
        let call = self.git(args.into_iter().chain(names.iter().map(String::as_str)));
        let list = call.online().line()?;
        for name in &names {
            for line in list.lines() {
                if let Some((id, found)) = line.split_once('\t')
                    && found == name
                {
                    return id.parse().map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Fetches the trees of a commit of another repository, without its history, and without the
    /// contents of files if the server can leave them out.
    ///
    /// # Errors
    /// If the other repository does not answer, or has no such commit.
    pub fn upstream(&self, url: &str, commit: ObjectId) -> Result<Upstream, Error> {
        let throw_away = ThrowAway::new(self, url, commit)?;
        let id = commit.to_string();
        let fetched = throw_away.fetch(&["--depth=1", NO_BLOBS], &[&id]);
        if says(&fetched, UNADVERTISED) {
            let all = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
            throw_away.fetch(&[NO_BLOBS], &all)?;
        } else {
            fetched?;
        }
        let repo = Repo::open(throw_away.environment())?;
        if !repo.has_commit(commit)? {
            return Err(Error::UnknownRevision(id));
        }
        Ok(Upstream {
            throw_away,
            repo,
            commit,
        })
    }

    /// True if a commit of another repository is another one, or follows it; false if the older one
    /// is not there any more.
    ///
    /// # Errors
    /// If the other repository does not answer.
    pub fn upstream_follows(&self, url: &str, old: ObjectId, new: ObjectId) -> Result<bool, Error> {
        let throw_away = ThrowAway::new(self, url, old)?;
        let old = format!("+{old}:refs/heads/old");
        let known = throw_away.fetch(&["--depth=1", NO_TREES], &[&old]);
        if [UNADVERTISED, NOT_THERE].iter().any(|it| says(&known, it)) {
            return Ok(false);
        }
        known?;
        throw_away.fetch(&[NO_TREES], &[&format!("+{new}:refs/heads/new")])?;
        let call = throw_away.git([
            "merge-base",
            "--is-ancestor",
            "refs/heads/old",
            "refs/heads/new",
        ]);
        call.says_yes()
    }

    /// Makes a commit without parents of some files, and moves a ref to it.
    pub fn import(&self, commit: &ImportedCommit<'_>) -> Result<(), Error> {
        let mut stream = Vec::new();
        let mut tree = String::new();
        for (nth, (path, content)) in commit.files.iter().enumerate() {
            let mark = nth + 1;
            stream.extend(format!("blob\nmark :{mark}\ndata {}\n", content.len()).bytes());
            stream.extend(content);
            stream.push(b'\n');
            // Writing into a text cannot fail.
            let _ = writeln!(tree, "M 100644 :{mark} {}", quoted(path));
        }
        let (name, message) = (commit.ref_name, commit.message);
        // git knows no time before 1970.
        let time = commit.time.max(0);
        let header = format!(
            "commit {name}\ncommitter git-memory <git-memory@localhost> {time} +0000\n\
             data {}\n{message}\n{tree}\ndone\n",
            message.len()
        );
        stream.extend(header.bytes());
        let args = ["fast-import", "--quiet", "--force", "--done"];
        self.git(args).run_with(&stream).map(drop)
    }
}

impl Upstream {
    /// The time of its commit, in seconds since 1970.
    pub fn time(&self) -> Result<i64, Error> {
        Ok(self.repo.commit(self.commit)?.time)
    }

    /// The blob of a file; `None` if there is no such file.
    pub fn file(&self, path: &str) -> Result<Option<ObjectId>, Error> {
        self.repo.file(self.commit, path)
    }

    /// All files below a folder, sorted by path.
    pub fn files(&self, folder: &str) -> Result<Vec<TreeEntry>, Error> {
        self.repo.held_files(self.commit, folder)
    }

    /// True if the server has sent these blobs already: it cannot leave any out.
    pub fn has_all(&self, ids: &[ObjectId]) -> Result<bool, Error> {
        Ok(self.missing(ids)?.is_empty())
    }

    /// The contents of some blobs, which are fetched; `each` gets the position in `ids` and the
    /// content, or nothing of a blob with more than `limit` bytes.
    pub fn contents(
        &self,
        ids: &[ObjectId],
        limit: u64,
        each: impl FnMut(usize, Held<'_>),
    ) -> Result<(), Error> {
        let missing = self.missing(ids)?;
        if !missing.is_empty() {
            let mut names = String::new();
            for id in missing {
                let _ = writeln!(names, "{id}");
            }
            self.throw_away.fetch_objects(&[NO_BLOBS], &names)?;
        }
        self.repo.held(ids, limit, each)
    }

    fn missing(&self, ids: &[ObjectId]) -> Result<Vec<ObjectId>, Error> {
        let mut missing = Vec::new();
        for id in ids {
            if !self.repo.has_object(*id)? {
                missing.push(*id);
            }
        }
        missing.sort_unstable();
        missing.dedup();
        Ok(missing)
    }
}

/// True if git failed with these words.
fn says(done: &Result<(), Error>, words: &str) -> bool {
    matches!(done, Err(Error::Failed { message, .. }) if message.contains(words))
}

/// A path as `git fast-import` reads it.
fn quoted(path: &str) -> String {
    let escaped = path.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n"))
}
