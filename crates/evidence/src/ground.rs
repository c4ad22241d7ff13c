//! Freshness of records: compares the files that they cover with those at their last confirmation.
//! It is computed from git each time; no result is stored as the truth.

mod judging;
mod recent;
mod uncommitted;

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use self::recent::RecentChanges;
use crate::specs::{Specs, names_files};
use git_memory_git::{ObjectId, PathFilter, TreeChange};
use git_memory_guard::Clean;
use git_memory_model::evidence::ground::{
    Changes, Ground, NAMES_NOTHING, NO_PATHS, NewestChange, PARTIAL, Reached, SHALLOW, TOO_MUCH,
    Verdict, reached,
};
use git_memory_model::evidence::same_code::is_same_code;
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::Record;
use git_memory_store::{Compared, Confirmed, ConfirmedRecord, Judged, RecentCommits, Store, View};
use git_memory_text::date::Date;
use git_memory_text::renames::Rename;
use git_memory_workspace::{Error, Workspace, sanitize};

/// Maximum number of a record's files that are compared with the work tree one by one; of more,
/// git is asked.
const LISTED: usize = 256;
/// Maximum number of files that differ which are looked at.
const DIFFERING: usize = 64;
/// Maximum number of records of a context whose names are searched for in all files, and of files
/// of a repository where an agent can wait for that.
const FEW_SEARCHES: usize = 4;
const FEW_TRACKED: usize = 4000;
/// Maximum number of files that a verdict names.
const NAMED: usize = 5;
/// The longest subject of a commit that a verdict names.
const SUBJECT: usize = 80;

const NOT_YET: &str = "no file matches its paths yet";
const NOT_COMMITTED: &str = "its files are not committed yet";
const NO_COMMIT: &str = "nothing is committed yet";

/// A record in question.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The path of its file.
    pub path: String,
    /// The blob of its file.
    pub blob: Option<ObjectId>,
    /// Its pathspecs.
    pub paths: Vec<Clean>,
    /// The day that it names as that of its last change.
    pub updated: Option<Date>,
    /// True if another record has replaced it.
    pub is_superseded: bool,
    /// True if it is active or proposed.
    pub is_current: bool,
}

impl Subject {
    /// Returns the subject of a record whose file has this blob.
    #[must_use]
    pub fn of(record: &Record, blob: Option<ObjectId>) -> Self {
        let header = &record.header;
        let is_superseded =
            !header.superseded_by.is_empty() || record.lifecycle() == Lifecycle::Superseded;
        Self {
            path: record.path.to_string(),
            blob,
            paths: header.paths.clone(),
            updated: header.updated,
            is_superseded,
            is_current: record.is_current(),
        }
    }

    /// True if another record may contradict it.
    pub fn may_have_rivals(&self) -> bool {
        self.is_current && !self.is_superseded
    }
}

/// The grounds of records, as a view sees them.
pub struct Grounds<'a> {
    workspace: &'a Workspace,
    /// The commit and the tree that the view shows; `None` before the first commit.
    tip: Option<Tip>,
    /// True if files of the work tree count, too.
    has_work_tree: bool,
    /// True where commits are counted and files are named, not only judged.
    is_counted: bool,
    recent: OnceCell<Arc<RecentCommits>>,
    changes: OnceCell<RecentChanges>,
    /// For each commit of a last confirmation, the commits that it reaches.
    reached: RefCell<HashMap<ObjectId, Rc<Reached<ObjectId>>>>,
    /// The names of the files that git tracks, each with a NUL after it.
    names: OnceCell<Vec<u8>>,
    /// Changes that were compared before, here or by another process.
    compared: OnceCell<RefCell<Compared>>,
    /// Judgements that were made before, here or by another process.
    judged: OnceCell<RefCell<Judged>>,
    /// Number of searches for names elsewhere that are left.
    searches: Cell<usize>,
    /// The files that were moved since a tree.
    renames: RefCell<HashMap<ObjectId, Rc<Vec<Rename>>>>,
    /// For each file looked up so far, true if its current content is not committed: many records
    /// cover the same files.
    uncommitted: RefCell<HashMap<String, bool>>,
}

/// State of a record's files that is judged.
struct Asked<'a> {
    subject: &'a Subject,
    specs: &'a Specs<'a>,
    /// The tree of its last confirmation.
    base: ObjectId,
    tip: Tip,
    /// The files that differ, in more than comments.
    differing: Vec<TreeChange>,
    /// Files of the work tree with other bytes than committed.
    uncommitted: &'a [String],
}

#[derive(Clone, Copy)]
struct Tip {
    commit: ObjectId,
    tree: ObjectId,
}

impl<'a> Grounds<'a> {
    /// The grounds as a view sees them.
    ///
    /// # Errors
    /// An unknown revision, or where HEAD cannot be read.
    pub fn of_view(workspace: &'a Workspace, view: &View) -> Result<Self, Error> {
        let history = workspace.store().history();
        let tip = match history.commit_at(view.revision())? {
            Some(commit) => Some(Tip {
                commit,
                tree: history.commit(commit)?.tree,
            }),
            None => None,
        };
        Ok(Self {
            workspace,
            tip,
            has_work_tree: *view == View::WorkTree && workspace.store().has_work_tree(),
            is_counted: true,
            recent: OnceCell::new(),
            changes: OnceCell::new(),
            reached: RefCell::default(),
            names: OnceCell::new(),
            compared: OnceCell::new(),
            judged: OnceCell::new(),
            searches: Cell::new(usize::MAX),
            renames: RefCell::default(),
            uncommitted: RefCell::default(),
        })
    }

    /// Leaves out uncommitted changes.
    #[must_use]
    pub fn committed(self) -> Self {
        Self {
            has_work_tree: false,
            ..self
        }
    }

    /// Returns only the verdicts: no commits are counted, for which git compares the
    /// trees of very many, and no files are named.
    #[must_use]
    pub fn uncounted(self) -> Self {
        Self {
            is_counted: false,
            searches: Cell::new(FEW_SEARCHES),
            ..self
        }
    }

    /// The grounds of records, in their order.
    ///
    /// # Errors
    /// If git cannot be read. Objects that a clone lacks are not an error: the ground is unknown.
    pub fn of(&self, subjects: &[Subject]) -> Result<Vec<Ground>, Error> {
        let mut abouts = Vec::new();
        for subject in subjects {
            abouts.push(self.about(subject)?);
        }
        let abouts = abouts.as_slice();
        let confirmable = |nth: usize| {
            let (subject, paths) = (&subjects[nth], &abouts[nth]);
            self.tip.and_then(|_| confirmable(subject, paths))
        };
        let wanted: Vec<ConfirmedRecord> = (0..subjects.len()).filter_map(confirmable).collect();
        let confirmed = match self.confirmed(&wanted) {
            Err(error) if error.is_missing() => None,
            confirmed => Some(confirmed?),
        };
        let mut confirmed = confirmed.map(Vec::into_iter);
        let mut grounds = Vec::new();
        for (nth, subject) in subjects.iter().enumerate() {
            let at = match &mut confirmed {
                Some(confirmed) if confirmable(nth).is_some() => confirmed.next(),
                _ => None,
            };
            grounds.push(match self.ground(subject, &abouts[nth], at) {
                Err(error) if error.is_missing() => Ground::unknown(PARTIAL),
                ground => ground?,
            });
        }
        Ok(grounds)
    }

    /// What the commits since an older one changed in a record's files, as far as it matters to the
    /// record. Nothing uncommitted counts.
    pub fn since(&self, subject: &Subject, commit: ObjectId) -> Result<Changes, Error> {
        let mut changes = Changes::default();
        let paths = self.about(subject)?;
        let (Some(specs), Some(tip)) = (Specs::of(&paths, self.store().folder()), self.tip) else {
            return Ok(changes);
        };
        let base = Tip {
            commit,
            tree: self.store().history().commit(commit)?.tree,
        };
        let differing = self.differing(base, tip, &specs)?;
        changes.files = named(differing.iter().map(|it| it.path.clone()).collect());
        if changes.files.is_empty() {
            return Ok(changes);
        }
        let impact = self.impact(&Asked {
            subject,
            specs: &specs,
            base: base.tree,
            tip,
            differing,
            uncommitted: &[],
        })?;
        if let Some(impact) = impact {
            self.add_impact(&mut changes, &impact)?;
        }
        Ok(changes)
    }

    pub(crate) fn store(&self) -> Store<'a> {
        self.workspace.store()
    }

    fn confirmed(&self, wanted: &[ConfirmedRecord]) -> Result<Vec<Confirmed>, Error> {
        match self.tip {
            Some(tip) if !wanted.is_empty() => Ok(self.store().confirmed(tip.commit, wanted)?),
            _ => Ok(Vec::new()),
        }
    }

    /// The pathspecs of a record; without any, the files that its text names.
    fn about<'s>(&self, subject: &'s Subject) -> Result<Cow<'s, [Clean]>, Error> {
        // A text is not read for a context.
        let is_read = self.is_counted && self.tip.is_some() && !subject.is_superseded;
        if !is_read || names_files(&subject.paths) {
            return Ok(Cow::Borrowed(&subject.paths));
        }
        match self.cited(subject) {
            Err(error) if error.is_missing() => Ok(Cow::Borrowed(&subject.paths)),
            cited => Ok(Cow::Owned(cited?)),
        }
    }

    fn ground(
        &self,
        subject: &Subject,
        paths: &[Clean],
        confirmed: Option<Confirmed>,
    ) -> Result<Ground, Error> {
        if subject.is_superseded {
            return Ok(Ground::plain(Verdict::Superseded));
        }
        let Some(specs) = Specs::of(paths, self.store().folder()) else {
            return Ok(Ground::unknown(NO_PATHS));
        };
        let Some(tip) = self.tip else {
            return Ok(Ground::unknown(NO_COMMIT));
        };
        let files = self
            .store()
            .objects()
            .tree_files(tip.tree, &specs, LISTED)?;
        if files.is_empty() {
            let is_cited = subject.paths.is_empty();
            return if is_cited && !self.had_files(confirmed, tip, &specs)? {
                Ok(Ground::unknown(NO_PATHS))
            } else {
                self.without_files(confirmed, tip, &specs)
            };
        }
        let Some(confirmed) = confirmed else {
            return Ok(Ground::unknown(PARTIAL));
        };
        let confirmed = match confirmed {
            Confirmed::Uncommitted => self.said_before(tip, subject)?,
            committed => committed,
        };
        let Confirmed::At(base) = confirmed else {
            return Ok(without_base(confirmed));
        };
        let base = Tip {
            commit: base,
            tree: self.store().history().commit(base)?.tree,
        };
        let differing = self.differing(base, tip, &specs)?;
        let uncommitted = self.uncommitted(&files, &specs)?;
        if differing.is_empty() && uncommitted.is_empty() {
            return Ok(Ground::plain(Verdict::Holds));
        }
        let mut changes = Changes::default();
        if !differing.is_empty() {
            changes.files = named(differing.iter().map(|it| it.path.clone()).collect());
        }
        let impact = self.impact(&Asked {
            subject,
            specs: &specs,
            base: base.tree,
            tip,
            differing,
            uncommitted: &uncommitted,
        })?;
        changes.uncommitted = named(uncommitted);
        let Some(impact) = impact else {
            return Ok(Ground::unknown(TOO_MUCH).with(changes));
        };
        self.add_impact(&mut changes, &impact)?;
        if changes.matter() && !changes.files.is_empty() {
            self.count(base.commit, tip, &specs, &mut changes)?;
        }
        let ground = match impact.named {
            _ if changes.matter() => Ground::plain(Verdict::Moved),
            0 => Ground::unknown(NAMES_NOTHING),
            _ => Ground::plain(Verdict::Holds),
        };
        Ok(ground.with(changes))
    }

    /// Confirmation of a record whose text is not committed: at the commit of its own day, if that
    /// day is over.
    fn said_before(&self, tip: Tip, subject: &Subject) -> Result<Confirmed, Error> {
        match subject.updated {
            Some(day) if day < self.workspace.today().minus(1) => {
                Ok(self.store().confirmed_on(tip.commit, day)?)
            }
            _ => Ok(Confirmed::Uncommitted),
        }
    }

    /// Returns the ground of a record whose paths match no committed file.
    fn without_files(
        &self,
        confirmed: Option<Confirmed>,
        tip: Tip,
        specs: &Specs,
    ) -> Result<Ground, Error> {
        // The record is new, and its files may follow.
        if confirmed == Some(Confirmed::Uncommitted) {
            return Ok(Ground::unknown(NOT_YET));
        }
        if self.has_work_tree {
            let mut names = self.names()?.split(|byte| *byte == 0);
            if names.any(|name| specs.has(&String::from_utf8_lossy(name))) {
                return Ok(Ground::unknown(NOT_COMMITTED));
            }
        }
        let mut changes = Changes::default();
        if let Some(Confirmed::At(base)) = confirmed {
            self.count(base, tip, specs, &mut changes)?;
            changes.moved = self.moved(base, tip, specs)?;
        }
        let verdict = match changes.moved {
            Some(_) => Verdict::Moved,
            None => Verdict::Gone,
        };
        Ok(Ground::plain(verdict).with(changes))
    }

    fn names(&self) -> Result<&[u8], Error> {
        if let Some(names) = self.names.get() {
            return Ok(names);
        }
        let names = self.store().staging().names()?;
        Ok(self.names.get_or_init(|| names))
    }

    /// The files that differ from what they were at a commit, in more than comments.
    fn differing(&self, base: Tip, tip: Tip, specs: &Specs) -> Result<Vec<TreeChange>, Error> {
        let trees = (base.tree, tip.tree);
        let most = self.most_compared() + 1;
        let changes = self.store().objects().tree_changes(trees, specs, most)?;
        let mut differing = Vec::new();
        for change in changes {
            if !self.is_same_code(&change.path, change.before, change.after)? {
                differing.push(change);
            }
        }
        Ok(differing)
    }

    /// True if a file's change is only in comments and space.
    pub fn is_same_code(
        &self,
        path: &str,
        before: Option<ObjectId>,
        after: Option<ObjectId>,
    ) -> Result<bool, Error> {
        // An added or removed file is always a change of code.
        let (Some(before), Some(after)) = (before, after) else {
            return Ok(false);
        };
        let compared = self.compared.get_or_init(|| self.store().compared().into());
        if let Some(known) = compared.borrow_mut().get(path, before, after) {
            return Ok(known);
        }
        let objects = self.store().objects();
        let read = |id| match objects.blob(id) {
            // A partial clone lacks it.
            Err(error) if error.is_missing() => Ok(None),
            read => read.map(Some),
        };
        let (Some(old), Some(new)) = (read(before)?, read(after)?) else {
            return Ok(false);
        };
        let is_same = is_same_code(path, &old, &new);
        compared.borrow_mut().put(path, before, after, is_same);
        Ok(is_same)
    }

    fn recent(&self, tip: Tip) -> Result<&RecentCommits, Error> {
        if let Some(recent) = self.recent.get() {
            return Ok(recent);
        }
        let read = self.store().recent_commits(tip.commit)?;
        Ok(self.recent.get_or_init(|| read))
    }

    fn changes(&self, tip: Tip) -> Result<&RecentChanges, Error> {
        if let Some(changes) = self.changes.get() {
            return Ok(changes);
        }
        let read = RecentChanges::new(self.store().recent_changes(tip.commit)?);
        Ok(self.changes.get_or_init(|| read))
    }

    /// The commits of the newest ones that a commit reaches, looked up once for all records.
    fn reached(&self, recent: &RecentCommits, from: ObjectId) -> Rc<Reached<ObjectId>> {
        let mut known = self.reached.borrow_mut();
        let reached = known
            .entry(from)
            .or_insert_with(|| Rc::new(reached(&recent.parents, from)));
        Rc::clone(reached)
    }

    /// Counts the commits that changed the files since a commit, and takes the newest of them.
    fn count(
        &self,
        base: ObjectId,
        tip: Tip,
        specs: &Specs,
        changes: &mut Changes,
    ) -> Result<(), Error> {
        if !self.is_counted {
            return Ok(());
        }
        let recent = self.recent(tip)?;
        let known = self.reached(recent, base);
        changes.is_more = !recent.is_whole && !recent.parents.contains_key(&base);
        let mut count = 0;
        for (commit, files) in self.changes(tip)?.of(specs) {
            if known.contains(&commit.id) {
                continue;
            }
            let mut is_change = false;
            for file in files {
                is_change = !self.is_same_code(&file.path, file.before, file.after)?;
                if is_change {
                    break;
                }
            }
            if is_change {
                count += 1;
                if changes.newest.is_none() {
                    let guard = self.workspace.guard()?;
                    changes.newest = Some(NewestChange {
                        commit: commit.id.to_string(),
                        short: commit.id.short(),
                        subject: sanitize::line(guard, &commit.subject, SUBJECT),
                    });
                }
            }
        }
        changes.commits = Some(count);
        Ok(())
    }
}

/// A record whose confirmation has to be known.
fn confirmable(subject: &Subject, paths: &[Clean]) -> Option<ConfirmedRecord> {
    if subject.is_superseded || !names_files(paths) {
        return None;
    }
    Some(ConfirmedRecord {
        path: subject.path.clone(),
        blob: subject.blob?,
        updated: subject.updated,
    })
}

/// Returns the ground of a record without a commit that its files could be compared with.
fn without_base(confirmed: Confirmed) -> Ground {
    match confirmed {
        Confirmed::BeforeShallow => Ground::unknown(SHALLOW),
        // The record is new, and its author saw the files as they are.
        Confirmed::At(_) | Confirmed::Uncommitted => Ground::plain(Verdict::Holds),
    }
}

fn named(mut files: Vec<String>) -> Vec<String> {
    files.sort_unstable();
    files.truncate(NAMED);
    files
}
