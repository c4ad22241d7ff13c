//! Counting how old memory's files are: a walk along the branch's own line, kept per commit in the
//! common git folder, and continued from there. Disposable.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::kept::HISTORY;
use crate::state::disk_cache::DiskCache;
use crate::tracked::ages::{Ages, FileHistory, LastChange, PathKey, UNKNOWN};
use crate::tracked::text_file::is_nothing;
use crate::{Error, Store};
use git_memory_git::{CommitChanges, ObjectId, Repo};
use git_memory_text::date::Date;

/// The folder of history where ages are kept.
const FOLDER: &str = "ages";
/// Maximum number of commits whose ages are kept, enough for the branches that a user switches
/// between.
const KEPT: usize = 8;

/// The maximum number of commits of a line that are compared with kept ones, at first and at all.
const NEAR: usize = 64;
const LINE: usize = 1 << 16;

/// State of the files while commits are added, the oldest first.
struct Aging {
    quiet: u32,
    files: HashMap<PathKey, FileHistory>,
}

impl Aging {
    fn from(ages: &Ages) -> Self {
        let mut files = HashMap::with_capacity(ages.files().len());
        for file in ages.files() {
            files.insert(file.path, *file);
        }
        Self {
            quiet: ages.quiet,
            files,
        }
    }

    fn done(self) -> Ages {
        Ages::new(self.quiet, self.files.into_values().collect())
    }

    /// Takes in the commits of a line, the newest first. What those at the end of a shallow clone
    /// changed cannot be known.
    fn add_line(&mut self, line: &[CommitChanges], shallow: &str) {
        // Saturating: no history is so long, but a damaged file may claim anything.
        let count = u32::try_from(line.len()).unwrap_or(u32::MAX);
        for file in self.files.values_mut() {
            file.after = file.after.saturating_add(count);
        }
        self.quiet = self.quiet.saturating_add(count);
        // From the oldest on, so that a later change of the same file counts.
        let mut after = count;
        for commit in line.iter().rev() {
            after = after.saturating_sub(1);
            // Most commits of a long history leave memory as it is.
            if commit.files.is_empty() {
                continue;
            }
            self.quiet = after;
            if shallow.lines().any(|id| id == commit.id.to_string()) {
                self.add(commit, UNKNOWN, None);
            } else {
                self.add(commit, after, Date::of_text(&commit.date));
            }
        }
    }

    /// Takes in what a commit of this day changed, with the number of commits that came after.
    fn add(&mut self, commit: &CommitChanges, after: u32, day: Option<Date>) {
        // A moved file is removed under one name and added under another.
        let mut moved: HashMap<ObjectId, Option<Date>> = HashMap::new();
        for file in &commit.files {
            if file.after.is_none()
                && let Some(gone) = self.files.remove(&PathKey::of(&file.path))
            {
                moved.insert(gone.blob, gone.first);
            }
        }
        let last = (after != UNKNOWN).then(|| last_change(commit));
        for file in &commit.files {
            let Some(blob) = file.after else { continue };
            let path = PathKey::of(&file.path);
            let first = match (self.files.get(&path), moved.get(&blob)) {
                (Some(known), _) => known.first,
                (None, Some(first)) => *first,
                (None, None) => day,
            };
            let history = FileHistory {
                blob,
                path,
                after,
                side: 0,
                first,
                last,
            };
            self.files.insert(path, history);
        }
    }

    /// Takes in the order of what changed in the newest `count` commits of the line, the days, and
    /// which commits changed it: `commits`, the newest first, are all that the `merges` brought.
    fn order(&mut self, commits: &[CommitChanges], count: usize, merges: &HashSet<ObjectId>) {
        let mut places: HashMap<PathKey, Brought> = HashMap::new();
        // Of several branches that changed a file, the newest that has what the merge took.
        let mut makers: HashMap<(PathKey, ObjectId), LastChange> = HashMap::new();
        for (place, commit) in (0_u32..).zip(commits) {
            for file in &commit.files {
                let path = PathKey::of(&file.path);
                let brought = places.entry(path).or_insert(Brought { place, day: None });
                if let Some(blob) = file.after {
                    let made = makers.entry((path, blob));
                    made.or_insert_with(|| last_change(commit));
                }
                if file.before.is_none() {
                    brought.day = Date::of_text(&commit.date);
                }
            }
        }
        for (path, file) in &mut self.files {
            if (file.after as usize) < count
                && let Some(brought) = places.get(path)
            {
                file.side = brought.place;
                if let (Some(last), Some(maker)) = (file.last, makers.get(&(*path, file.blob)))
                    && merges.contains(&last.commit)
                {
                    file.last = Some(*maker);
                }
                // The merge came later than the commit that it brought.
                file.first = match (file.first, brought.day) {
                    (Some(known), Some(day)) => Some(known.min(day)),
                    (known, _) => known,
                };
            }
        }
    }
}

fn last_change(commit: &CommitChanges) -> LastChange {
    LastChange {
        commit: commit.id,
        day: Date::of_text(&commit.date),
    }
}

/// A branch's own line.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// Newest first.
    commits: Vec<CommitChanges>,
    /// The commit before them, which has no memory; `None` where they begin with the history.
    pub(crate) before: Option<ObjectId>,
}

/// Changes of one file that a merge brought.
struct Brought {
    /// The place of its last change, the newest first.
    place: u32,
    /// The day of the oldest commit that added it.
    day: Option<Date>,
}

impl Store<'_> {
    /// The commits at the end of a shallow clone, one id a line; empty for a whole one.
    pub fn shallow(&self) -> Result<String, Error> {
        shallow(self.repo())
    }

    /// The ages of memory's files as seen from a commit.
    pub fn ages(&self, commit: ObjectId) -> Result<Arc<Ages>, Error> {
        let shallow = self.shallow()?;
        let of = (self.folders_name()?, commit, shallow.clone());
        let find = || self.ages_by_history(commit, &shallow);
        match self.loaded().last(of, find) {
            // A partial clone without trees has this commit's own at most.
            Err(error) if error.is_missing() => Ok(Arc::new(self.unknown_ages(commit)?)),
            ages => ages,
        }
    }

    /// The ages of a commit's files where history is not asked: it is only known that they are
    /// committed.
    pub fn unknown_ages(&self, commit: ObjectId) -> Result<Ages, Error> {
        let mut files = Vec::new();
        for folder in self.folders()? {
            for entry in self.repo().held_files(commit, folder)? {
                files.push(FileHistory {
                    blob: entry.id,
                    path: PathKey::of(&entry.path),
                    after: UNKNOWN,
                    side: 0,
                    first: None,
                    last: None,
                });
            }
        }
        Ok(Ages::new(0, files))
    }

    fn ages_by_history(&self, commit: ObjectId, shallow: &str) -> Result<Ages, Error> {
        if !shallow.is_empty() {
            // Its end may move at any time, and it is near.
            return self.counted(commit, shallow);
        }
        let kept = self.kept_history(FOLDER, KEPT)?;
        if let Some(ages) = kept_ages(&kept, &commit.to_string()) {
            return Ok(ages);
        }
        let ages = match self.ages_from_known(&kept, commit)? {
            Some(ages) => ages,
            None => self.counted(commit, "")?,
        };
        // Ages that could not be kept are counted again.
        if let Ok(bytes) = ages.to_bytes() {
            kept.keep(&commit.to_string(), &bytes);
        }
        Ok(ages)
    }

    /// The ages that are known of a commit before, with what came since.
    fn ages_from_known(&self, kept: &DiskCache, commit: ObjectId) -> Result<Option<Ages>, Error> {
        let names = kept.names();
        if names.is_empty() {
            return Ok(None);
        }
        let Some((at, ages)) = self.nearest_kept(kept, &names, commit)? else {
            return Ok(None);
        };
        let mut line = Vec::new();
        self.repo()
            .walk_line(commit, Some(at), &self.folders()?, &mut |commit| {
                line.push(commit);
                ControlFlow::Continue(())
            })?;
        let mut aging = Aging::from(&ages);
        aging.add_line(&line, "");
        Ok(Some(self.ordered(aging, &line, commit, Some(at))?))
    }

    /// The nearest commit of a line whose ages are kept. A branch beside this one has another line,
    /// and its ages are not ours.
    fn nearest_kept(
        &self,
        kept: &DiskCache,
        names: &[String],
        commit: ObjectId,
    ) -> Result<Option<(ObjectId, Ages)>, Error> {
        let mut asked = 0;
        // Mostly it is the commit before, and most lines are longer than anybody looks.
        for most in [NEAR, LINE] {
            let line = self.repo().first_parents(commit, most)?;
            for at in line.iter().skip(asked) {
                let name = at.to_string();
                // Not a damaged file.
                if names.contains(&name)
                    && let Some(ages) = kept_ages(kept, &name)
                {
                    return Ok(Some((*at, ages)));
                }
            }
            asked = line.len();
            // That was all of it.
            if asked < most {
                break;
            }
        }
        Ok(None)
    }

    /// The ages seen from a commit, from the beginning of its line, or of memory.
    fn counted(&self, commit: ObjectId, shallow: &str) -> Result<Ages, Error> {
        let line = self.line(commit)?;
        let mut aging = Aging::from(&Ages::default());
        aging.add_line(&line.commits, shallow);
        self.ordered(aging, &line.commits, commit, line.before)
    }

    /// The commits of a line from the beginning of memory on: an earlier one changed no file that is
    /// there now.
    pub(crate) fn line(&self, commit: ObjectId) -> Result<Arc<Line>, Error> {
        let of = (self.folders_name()?, commit);
        self.loaded().last(of, || {
            let (mut line, mut failed) = (Line::default(), None);
            self.repo()
                .walk_line(commit, None, &self.folders()?, &mut |it| {
                    // Ever farther apart: memory is either young, and its beginning near, or old.
                    if line.commits.len().is_power_of_two() {
                        match self.has_memory(it.id) {
                            Ok(true) => {}
                            Ok(false) => {
                                line.before = Some(it.id);
                                return ControlFlow::Break(());
                            }
                            Err(error) => {
                                failed = Some(error);
                                return ControlFlow::Break(());
                            }
                        }
                    }
                    line.commits.push(it);
                    ControlFlow::Continue(())
                })?;
            match failed {
                Some(error) => Err(error),
                None => Ok(line),
            }
        })
    }

    /// The commits that one reaches and a known one does not, with their changes of memory: both the
    /// order of merged changes and the bringers of files are told from them.
    pub(crate) fn changes_in_order(
        &self,
        commit: ObjectId,
        known: Option<ObjectId>,
    ) -> Result<Arc<Vec<CommitChanges>>, Error> {
        let of = (self.folders_name()?, commit, known);
        self.loaded().last(of, || {
            let folders = self.folders()?;
            Ok(self.repo().changes_in_order(commit, known, &folders)?)
        })
    }

    /// True if a commit has one of memory's folders.
    fn has_memory(&self, commit: ObjectId) -> Result<bool, Error> {
        for folder in self.folders()? {
            if self.repo().folder(commit, folder)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Name of the folders whose files are looked at: `memory/` and those that are read beside it.
    fn folders_name(&self) -> Result<String, Error> {
        let folders = self.folders()?.join("\0");
        Ok(format!("{:08x}", crc32fast::hash(folders.as_bytes())))
    }

    /// Facts about the files of these folders, each under a commit.
    pub(crate) fn kept_history(&self, what: &str, limit: usize) -> Result<DiskCache, Error> {
        let name = format!("{what}-{}", self.folders_name()?);
        Ok(DiskCache::new(HISTORY.of(self.repo()).join(name), limit))
    }

    /// Returns the ages after the commits of a line, with the changes that merges brought at once
    /// put in order.
    fn ordered(
        &self,
        mut aging: Aging,
        line: &[CommitChanges],
        commit: ObjectId,
        known: Option<ObjectId>,
    ) -> Result<Ages, Error> {
        let merges = line
            .iter()
            .filter(|commit| commit.parents.len() > 1 && !commit.files.is_empty());
        let merges: HashSet<ObjectId> = merges.map(|merge| merge.id).collect();
        if !merges.is_empty() {
            let commits = self.changes_in_order(commit, known)?;
            aging.order(&commits, line.len(), &merges);
        }
        Ok(aging.done())
    }
}

/// The commits at the end of a shallow clone, one id a line; empty for a whole one.
pub(crate) fn shallow(repo: &Repo) -> Result<String, Error> {
    let file = repo.common_dir().join("shallow");
    match fs::read_to_string(&file) {
        Ok(list) => Ok(list),
        Err(error) if is_nothing(&error) => Ok(String::new()),
        Err(error) => Err(Error::read(&file)(error)),
    }
}

fn kept_ages(kept: &DiskCache, name: &str) -> Option<Ages> {
    Ages::parse(&kept.get(name)?)
}
