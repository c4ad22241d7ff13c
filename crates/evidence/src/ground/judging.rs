//! Judging changes of a record's files by what the record names in them.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::{Asked, FEW_TRACKED, Grounds, Subject, Tip};
use crate::renames::{moved, moves};
use crate::specs::{Code, Specs};
use git_memory_git::{ObjectId, PathFilter, TreeChange};
use git_memory_guard::{Clean, redact};
use git_memory_model::evidence::ground::{Changes, NamedChange};
use git_memory_model::evidence::impact::{Difference, Impact, Pair, is_alike, lines_of, named_in};
use git_memory_model::evidence::names::{Form, Name, names};
use git_memory_model::evidence::source_citation::is_prose;
use git_memory_store::{Confirmed, Judged, TextFile, View};
use git_memory_text::limits;
use git_memory_text::renames::Rename;
use git_memory_workspace::{Error, sanitize};

/// Limits in contexts, which are made while an agent waits: files compared, and all files.
const FEW_COMPARED: usize = 16;
const FEW_FILES: usize = 64;
/// Maximum number of files that a search for a name elsewhere opens.
const OPENED: usize = 64;
/// Maximum number of moved files that are looked for between two trees.
const MOVED: usize = 10_000;
/// Maximum number of differences that are told of one record.
const TOLD: usize = 3;
/// The longest sentence or line that is told, in characters.
const LINE: usize = 160;

/// Content of files of the work tree, by the ids that they have as blobs.
type Written = HashMap<ObjectId, Vec<u8>>;

impl Grounds<'_> {
    /// The impact of a change for its record; `None` if there is too much to compare.
    pub(super) fn impact(&self, asked: &Asked) -> Result<Option<Impact>, Error> {
        let (changes, written) = self.with_uncommitted(asked)?;
        let objects = self.store().objects();
        let most = if self.is_counted {
            limits::RECORD_FILES
        } else {
            FEW_FILES
        };
        let files = objects.tree_files(asked.tip.tree, asked.specs, most)?;
        let is_moving = changes.iter().any(is_whole);
        let is_too_much = changes.len() > self.most_compared() || files.len() == most;
        let key = match asked.subject.blob {
            Some(blob) if !is_too_much => Judged::key(blob, &changes, &files),
            _ => None,
        };
        let key = match key {
            // Other files tell where a file was moved.
            Some(key) if is_moving && self.is_counted => {
                let trees = [asked.base, asked.tip.tree];
                trees.into_iter().try_fold(key, Judged::key_in)
            }
            Some(key) if !is_moving => Some(key),
            _ => None,
        };
        let Some(key) = key else {
            return Ok(None);
        };
        let judged = self.judged();
        let kept = judged.borrow_mut().get(key);
        let impact = if let Some(impact) = kept {
            impact
        } else {
            let Some(impact) = self.compared(asked, changes, &files, &written)? else {
                return Ok(None);
            };
            judged.borrow_mut().put(key, impact.clone());
            impact
        };
        self.elsewhere(asked, key, impact).map(Some)
    }

    /// Judgements that were made before.
    fn judged(&self) -> &RefCell<Judged> {
        self.judged.get_or_init(|| self.store().judged().into())
    }

    /// The differing files with the work tree's state.
    fn with_uncommitted(&self, asked: &Asked) -> Result<(Vec<TreeChange>, Written), Error> {
        let objects = self.store().objects();
        let (mut changes, mut written) = (asked.differing.clone(), Written::new());
        for path in asked.uncommitted {
            let bytes = self.store().work_files()?.read_regular(path).ok().flatten();
            let after = match &bytes {
                Some(bytes) => Some(objects.id_of_bytes(bytes)?),
                None => None,
            };
            if let (Some(id), Some(bytes)) = (after, bytes) {
                written.insert(id, bytes);
            }
            match changes.iter_mut().find(|it| it.path == *path) {
                Some(change) => change.after = after,
                None => changes.push(TreeChange {
                    path: path.clone(),
                    before: objects.file(asked.base, path)?,
                    after,
                }),
            }
        }
        Ok((changes, written))
    }

    /// Compares the texts of changed files; names in files that did not change are still there.
    fn compared(
        &self,
        asked: &Asked,
        changes: Vec<TreeChange>,
        files: &[TreeChange],
        written: &Written,
    ) -> Result<Option<Impact>, Error> {
        let names = names(&self.text_of(asked.subject)?);
        let moving = changes.iter().filter(|it| is_whole(it));
        let moving: HashSet<String> = moving.map(|it| it.path.clone()).collect();
        let changes = self.followed(asked, changes)?;
        let mut texts = Vec::new();
        let mut size = 0;
        for change in &changes {
            let [before, after] = [change.before, change.after];
            let (mut before, after) = (self.text(before, written)?, self.text(after, written)?);
            size += before.len() + after.len();
            if moving.contains(&change.path) && !after.is_empty() && !is_alike(&before, &after) {
                // Another file of that name: it was not there when the record was confirmed.
                before.clear();
            }
            if size > limits::COMPARED_BYTES {
                return Ok(None);
            }
            texts.push((change.path.as_str(), before, after));
        }
        let pairs: Vec<Pair> = texts
            .iter()
            .map(|(path, before, after)| Pair {
                path,
                before,
                after,
            })
            .collect();
        let mut impact = Impact::of(&names, &pairs);
        if asked.subject.paths.is_empty() {
            // A text that names a file is not about most of it.
            impact.gone = 0;
        }
        let is_open = !impact.differences.is_empty() || impact.is_rewritten();
        if is_open || impact.named == 0 && !names.is_empty() {
            for file in files
                .iter()
                .filter(|it| changes.iter().all(|one| one.path != it.path))
            {
                let text = self.text(file.after, written)?;
                size += text.len();
                if size > limits::COMPARED_BYTES {
                    return Ok(None);
                }
                impact.lines += lines_of(&text);
                impact.strike(&names, &text);
                if impact.named == 0 {
                    impact.named = named_in(&names, &text);
                }
            }
        }
        impact.shorten(LINE);
        impact.differences.retain_mut(is_clean);
        Ok(Some(impact))
    }

    /// Drops names that other source files have: code that was moved is not gone.
    fn elsewhere(&self, asked: &Asked, key: ObjectId, mut impact: Impact) -> Result<Impact, Error> {
        let is_open = |it: &Difference| it.may_be_elsewhere;
        if !impact.differences.iter().any(is_open) {
            return Ok(impact);
        }
        if !self.may_search()? {
            // Only git could tell, which takes longer than a context may.
            impact.differences.retain(|it| !it.may_be_elsewhere);
            return Ok(impact);
        }
        let judged = self.judged();
        // Files of the work tree change without a name.
        let is_committed = asked.uncommitted.is_empty();
        let key = Judged::key_in(key, asked.tip.tree).filter(|_| is_committed);
        if let Some(known) = key.and_then(|key| judged.borrow_mut().get(key)) {
            return Ok(known);
        }
        let view = if is_committed {
            View::Revision(asked.tip.commit.to_string())
        } else {
            View::WorkTree
        };
        self.strike_elsewhere(asked, &view, &mut impact)?;
        if let Some(key) = key {
            judged.borrow_mut().put(key, impact.clone());
        }
        Ok(impact)
    }

    /// True if there is time to search all files for the names of one more record.
    fn may_search(&self) -> Result<bool, Error> {
        let left = self.searches.get();
        self.searches.set(left.saturating_sub(1));
        if self.is_counted || left == 0 {
            return Ok(self.is_counted);
        }
        let names = self.names()?.split(|byte| *byte == 0);
        Ok(names.take(FEW_TRACKED + 1).count() <= FEW_TRACKED)
    }

    /// Drops names that source files of a view have beside those of the record.
    fn strike_elsewhere(
        &self,
        asked: &Asked,
        view: &View,
        impact: &mut Impact,
    ) -> Result<(), Error> {
        let mut open = Vec::new();
        for it in impact.differences.iter().filter(|it| it.may_be_elsewhere) {
            let form = if it.is_word {
                Form::Symbol
            } else {
                Form::Quote
            };
            open.push(Name {
                form,
                text: it.name.clone(),
                sentence: String::new(),
            });
        }
        let store = self.store();
        let escaped: Vec<String> = open.iter().map(|it| escaped(&it.text)).collect();
        let roots = store.roots()?;
        let mut opened = 0;
        let memory = roots.memory().as_str();
        for path in store.files_matching(view, &escaped.join("|"), memory, &[])? {
            let is_record = path.parse().is_ok_and(|path| roots.place(&path).is_some());
            if is_record || is_prose(&path) || asked.specs.has(&path) {
                continue;
            }
            opened += 1;
            if opened > OPENED {
                // So many files have them that they are words of the project.
                impact.differences.retain(|it| !it.may_be_elsewhere);
                break;
            }
            if let TextFile::Text(text) = store.page(view, &path)? {
                impact.strike(&open, &text);
            }
        }
        Ok(())
    }

    /// The changes with files that were moved in or out of what the record covers.
    fn followed(
        &self,
        asked: &Asked,
        mut changes: Vec<TreeChange>,
    ) -> Result<Vec<TreeChange>, Error> {
        if !changes.iter().any(is_whole) {
            return Ok(changes);
        }
        let renames = self.renames(asked.base, asked.tip)?;
        let objects = self.store().objects();
        let mut joined = Vec::new();
        for change in &mut changes {
            if change.before.is_none()
                && let Some(rename) = renames.iter().find(|it| it.to == change.path)
            {
                change.before = objects.file(asked.base, &rename.from)?;
                joined.push(rename.from.clone());
            } else if change.after.is_none()
                && let Some(rename) = renames.iter().find(|it| it.from == change.path)
                && !asked.specs.has(&rename.to)
            {
                change.after = objects.file(asked.tip.tree, &rename.to)?;
            }
        }
        changes.retain(|it| !joined.contains(&it.path) && it.before != it.after);
        Ok(changes)
    }

    /// The files that were moved between two trees, looked up once for all records.
    fn renames(&self, base: ObjectId, tip: Tip) -> Result<Rc<Vec<Rename>>, Error> {
        if let Some(known) = self.renames.borrow().get(&base) {
            return Ok(known.clone());
        }
        let objects = self.store().objects();
        let changes =
            objects.tree_changes((base, tip.tree), &Code(self.store().folder()), MOVED)?;
        let files = changes
            .iter()
            .map(|it| (it.path.as_str(), it.before, it.after));
        let renames = Rc::new(moved(files));
        self.renames.borrow_mut().insert(base, renames.clone());
        Ok(renames)
    }

    /// Number of changed files that are compared.
    pub(super) fn most_compared(&self) -> usize {
        if self.is_counted {
            limits::COMPARED_FILES
        } else {
            FEW_COMPARED
        }
    }

    /// The files that the text of a record names; only files that were there count.
    pub(super) fn cited(&self, subject: &Subject) -> Result<Vec<Clean>, Error> {
        let guard = self.workspace.guard()?;
        let names = names(&self.text_of(subject)?).into_iter();
        let paths = names.filter(|it| it.form == Form::Path);
        Ok(paths.map(|it| guard.redact(&it.text)).collect())
    }

    /// True if there were files at the last confirmation that were deleted, not moved.
    pub(super) fn had_files(
        &self,
        confirmed: Option<Confirmed>,
        tip: Tip,
        specs: &Specs,
    ) -> Result<bool, Error> {
        let Some(Confirmed::At(base)) = confirmed else {
            return Ok(false);
        };
        let base = self.store().history().commit(base)?.tree;
        let files = self
            .store()
            .objects()
            .tree_files(base, specs, limits::RECORD_FILES)?;
        let renames = self.renames(base, tip)?;
        Ok(files
            .iter()
            .any(|file| renames.iter().all(|it| it.from != file.path)))
    }

    /// The first of the files at a commit, if all were moved since.
    pub(super) fn moved(
        &self,
        base: ObjectId,
        tip: Tip,
        specs: &Specs,
    ) -> Result<Option<Rename>, Error> {
        let objects = self.store().objects();
        let tree = self.store().history().commit(base)?.tree;
        let files = objects.tree_files(tree, specs, limits::RECORD_FILES)?;
        let mut renames = self.renames(tree, tip)?.to_vec();
        // Only the commits show the moves of a file that was changed, too.
        let known = self.reached(self.recent(tip)?, base);
        for (commit, _) in self.changes(tip)?.of(specs) {
            if !known.contains(&commit.id) {
                renames.extend(moves(commit));
            }
        }
        let mut first = None;
        for file in files {
            let mut found = None;
            for rename in renames.iter().filter(|it| it.from == file.path) {
                if objects.file(tip.tree, &rename.to)?.is_some() {
                    found = Some(rename);
                    break;
                }
            }
            let Some(rename) = found else {
                return Ok(None);
            };
            first.get_or_insert(rename);
        }
        Ok(first.cloned())
    }

    /// The text of a record's file, which may not be committed.
    pub(super) fn text_of(&self, subject: &Subject) -> Result<String, Error> {
        let store = self.store();
        let blob = match subject.blob {
            Some(blob) => store.objects().blob(blob),
            None => return Ok(String::new()),
        };
        let bytes = match blob {
            Err(error) if error.is_missing() && self.has_work_tree => store
                .work_files()?
                .read_regular(&subject.path)?
                .unwrap_or_default(),
            bytes => bytes?,
        };
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// A file's text; empty if there is no file, or none that is text.
    fn text(&self, blob: Option<ObjectId>, written: &Written) -> Result<String, Error> {
        let Some(blob) = blob else {
            return Ok(String::new());
        };
        if let Some(bytes) = written.get(&blob) {
            return Ok(String::from_utf8(bytes.clone()).unwrap_or_default());
        }
        let bytes = self.store().objects().blob(blob)?;
        Ok(String::from_utf8(bytes).unwrap_or_default())
    }

    /// Adds to the changes of a ground what they mean.
    pub(super) fn add_impact(&self, changes: &mut Changes, impact: &Impact) -> Result<(), Error> {
        let guard = self.workspace.guard()?;
        let line = |text: &str| sanitize::line(guard, text, LINE);
        changes.is_rewritten = impact.is_rewritten();
        for it in impact.differences.iter().take(TOLD) {
            changes.named.push(NamedChange {
                name: line(&it.name),
                sentence: line(&it.sentence),
                path: line(&it.path),
                before: line(&it.before),
                after: line(&it.after),
            });
        }
        Ok(())
    }
}

/// True if a file was added or removed as a whole.
fn is_whole(change: &TreeChange) -> bool {
    change.before.is_none() || change.after.is_none()
}

/// Redacts what is told of a difference; false if its name is not for telling.
fn is_clean(difference: &mut Difference) -> bool {
    let Difference {
        sentence,
        path,
        before,
        after,
        ..
    } = difference;
    for text in [sentence, path, before, after] {
        *text = redact(text).into_string();
    }
    redact(&difference.name).as_str() == difference.name
}

/// A text as an extended regular expression.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '^' | '\\' => escaped.extend(['\\', letter]),
            _ if letter.is_alphanumeric() || letter.is_whitespace() => escaped.push(letter),
            _ => escaped.extend(['[', letter, ']']),
        }
    }
    escaped
}
