//! Counting how old memory's files are: a walk along the branch's own line, kept per commit in the
//! common git folder, and continued from there. Disposable.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::first_days::{Dateless, first_days};
use crate::kept::HISTORY;
use crate::ledger::ages::{Ages, FileHistory, LastChange, PathKey, UNKNOWN};
use crate::ledger::ends;
use crate::state::checksummed_rows;
use crate::state::disk_cache::DiskCache;
use crate::tracked::is_below;
use crate::{Error, Store};
use git_memory_git::{CommitChanges, ObjectId};
use git_memory_text::date::Date;

/// The folder of history where ages are kept.
const FOLDER: &str = "ages";
/// Maximum number of commits whose ages are kept, enough for the branches that a user switches
/// between.
const KEPT: usize = 8;

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
    fn add_line(&mut self, line: &[CommitChanges], ends: &HashSet<ObjectId>) {
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
            if ends.contains(&commit.id) {
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
    fn order(
        &mut self,
        commits: &[CommitChanges],
        count: usize,
        merges: &HashSet<ObjectId>,
        ends: &HashSet<ObjectId>,
    ) {
        let mut places: HashMap<PathKey, Brought> = HashMap::new();
        // Of several branches that changed a file, the newest that has what the merge took.
        let mut makers: HashMap<(PathKey, ObjectId), Option<LastChange>> = HashMap::new();
        for (place, commit) in (0_u32..).zip(commits) {
            for file in &commit.files {
                let path = PathKey::of(&file.path);
                let brought = places.entry(path).or_insert(Brought { place, day: None });
                if let Some(blob) = file.after {
                    let made = makers.entry((path, blob));
                    made.or_insert_with(|| {
                        (!ends.contains(&commit.id)).then(|| last_change(commit))
                    });
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
                    file.last = *maker;
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
        is_merge: commit.parents.len() > 1,
        day: Date::of_text(&commit.date),
    }
}

/// A branch's own line, from its newest commit back to the first one that tells the rest.
#[derive(Debug, Default)]
struct Line {
    /// Newest first.
    commits: Vec<CommitChanges>,
    /// The commit before them, whose ages are kept or that has no memory; `None` where they begin
    /// with the history.
    before: Option<ObjectId>,
    /// The ages that are kept of that commit.
    ages: Ages,
}

/// Changes of one file that a merge brought.
struct Brought {
    /// The place of its last change, the newest first.
    place: u32,
    /// The day of the oldest commit that added it.
    day: Option<Date>,
}

impl Store<'_> {
    /// The ages of memory's files as seen from a commit.
    pub fn ages(&self, commit: ObjectId) -> Result<Arc<Ages>, Error> {
        match self.counted_ages(commit) {
            // A partial clone without trees has this commit's own at most.
            Err(error) if error.is_missing() => Ok(Arc::new(self.unknown_ages(commit)?)),
            ages => ages,
        }
    }

    /// As [`ages`](Self::ages).
    ///
    /// # Errors
    /// Also where a partial clone lacks trees of the history.
    pub(crate) fn counted_ages(&self, commit: ObjectId) -> Result<Arc<Ages>, Error> {
        let of = (self.folders_name()?, commit, self.shallow()?);
        self.loaded().last(of, || self.ages_by_history(commit))
    }

    /// The ages of a commit's files where history is not asked: it is only known that they are
    /// committed.
    pub fn unknown_ages(&self, commit: ObjectId) -> Result<Ages, Error> {
        let mut files = Vec::new();
        for entry in self.entries_of(commit)? {
            files.push(FileHistory {
                blob: entry.id,
                path: PathKey::of(&entry.path),
                after: UNKNOWN,
                side: 0,
                first: None,
                last: None,
            });
        }
        Ok(Ages::new(0, files))
    }

    fn ages_by_history(&self, commit: ObjectId) -> Result<Ages, Error> {
        let ends = ends(self.repo())?;
        let folder = format!("{FOLDER}-{}", self.folders_name()?);
        let kept = DiskCache::new(HISTORY.of(self.repo()).join(folder), KEPT);
        // The end of a shallow clone may move at any time, and is near.
        let is_kept = ends.is_empty();
        let name = commit.to_string();
        if is_kept && let Some(ages) = kept_ages(&kept, &name) {
            return Ok(ages);
        }
        let line = self.line(commit, is_kept.then_some(&kept))?;
        let mut aging = Aging::from(&line.ages);
        aging.add_line(&line.commits, &ends);
        let merges = line
            .commits
            .iter()
            .filter(|commit| commit.parents.len() > 1 && !commit.files.is_empty());
        let merges: HashSet<ObjectId> = merges.map(|merge| merge.id).collect();
        if !merges.is_empty() {
            let folders = self.folders_of_history()?;
            let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
            let found = self.repo();
            let found = found.changes_in_order(commit, line.before, &folders)?;
            let commits: Result<Vec<_>, _> =
                found.into_iter().map(|it| self.as_present(it)).collect();
            let commits = commits?;
            aging.order(&commits, line.commits.len(), &merges, &ends);
        }
        // Following costs a walk through all of history, and a record of memory moves no document.
        let is_added = |commit: &CommitChanges| {
            let mut files = commit.files.iter();
            files.any(|it| it.before.is_none() && !is_below(&it.path, self.folder()))
        };
        if line.commits.iter().any(is_added) {
            self.follow_moves(&mut aging, commit)?;
        }
        let ages = aging.done();
        // Ages that could not be kept are counted again.
        if is_kept && let Ok(bytes) = checksummed_rows::to_file(&(ages.quiet, ages.files())) {
            kept.keep(&name, &bytes);
        }
        Ok(ages)
    }

    /// Gives the files beside memory the day on which they were written, wherever that was: a team
    /// moves its documents, and their folder is all that a line shows of them.
    fn follow_moves(&self, aging: &mut Aging, commit: ObjectId) -> Result<(), Error> {
        let folders = self.folders()?.into_iter();
        let folders: BTreeSet<String> = folders
            .filter(|folder| *folder != self.folder().as_str())
            .map(str::to_owned)
            .collect();
        let mut paths: Vec<String> = Vec::new();
        for folder in &folders {
            for entry in self.repo().held_files(commit, folder)? {
                paths.push(String::from_utf8_lossy(&entry.path).into_owned());
            }
        }
        let files: Vec<Dateless<'_>> = paths
            .iter()
            .map(|path| Dateless {
                path,
                needs_first: true,
            })
            .collect();
        for (path, days) in first_days(self, commit, &folders, &files)? {
            let file = aging.files.get_mut(&PathKey::of(path.as_bytes()));
            if let Some(file) = file.filter(|_| !days.is_cut) {
                file.first = Some(file.first.map_or(days.first, |known| known.min(days.first)));
            }
        }
        Ok(())
    }

    /// The commits of a line up to one whose ages are kept, or to the beginning of memory: an earlier
    /// one changed no file that is there now. A branch beside this one has another line, and its ages
    /// are not ours.
    fn line(&self, commit: ObjectId, kept: Option<&DiskCache>) -> Result<Line, Error> {
        let names = kept.map(DiskCache::names).unwrap_or_default();
        let (mut line, mut failed) = (Line::default(), None);
        let folders = self.folders_of_history()?;
        let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
        self.repo().walk_line(commit, &folders, &mut |it| {
            let name = it.id.to_string();
            if let Some(kept) = kept.filter(|_| names.contains(&name))
                && let Some(ages) = kept_ages(kept, &name)
            {
                (line.before, line.ages) = (Some(it.id), ages);
                return ControlFlow::Break(());
            }
            // Ever farther apart: memory is either young, and its beginning near, or old.
            let is_asked = line.commits.len().is_power_of_two();
            match is_asked.then(|| self.has_memory(it.id)).transpose() {
                Ok(Some(false)) => {
                    line.before = Some(it.id);
                    return ControlFlow::Break(());
                }
                Ok(_) => {}
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            match self.as_present(it) {
                Ok(it) => {
                    line.commits.push(it);
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        match failed {
            Some(error) => Err(error),
            None => Ok(line),
        }
    }

    /// True if a commit has one of memory's folders.
    fn has_memory(&self, commit: ObjectId) -> Result<bool, Error> {
        for folder in self.folders()? {
            if self.repo().folder(commit, folder)?.is_some() {
                return Ok(true);
            }
        }
        match self.earlier_folder()? {
            Some(earlier) if self.has_folder(commit, &earlier)? => {
                Ok(self.repo().folder(commit, earlier.as_str())?.is_some())
            }
            _ => Ok(false),
        }
    }

    /// The folders whose changes are counted: memory's, those that are read beside it, and the one
    /// that memory was in before.
    fn folders_of_history(&self) -> Result<Vec<String>, Error> {
        let mut folders: Vec<String> = self.folders()?.into_iter().map(str::to_owned).collect();
        folders.extend(self.earlier_folder()?.map(|folder| folder.to_string()));
        Ok(folders)
    }

    /// Name of these folders.
    fn folders_name(&self) -> Result<String, Error> {
        let folders = self.folders_of_history()?.join("\0");
        Ok(format!("{:08x}", crc32fast::hash(folders.as_bytes())))
    }
}

fn kept_ages(kept: &DiskCache, name: &str) -> Option<Ages> {
    let (quiet, files) = checksummed_rows::of_file(&kept.get(name)?)?;
    Some(Ages::new(quiet, files))
}
