//! The ledger of history tells what git's own log tells: in random histories with merges, moves,
//! removed files, several beginnings and clocks that are wrong; from every tip, in any order, and in
//! shallow clones whose end moves.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test is a process of its own, and fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use git_memory_git::{Environment, ObjectId};
use git_memory_store::{Age, BroughtBy, Repository, Store};
use git_memory_text::date::Date;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::Config;

const BRANCHES: usize = 3;
/// First second of the histories; a day is long enough for steps of the clock.
const FIRST: i64 = 1_700_000_000;
const DAY: i64 = 86_400;

/// A commit to be made.
#[derive(Clone, Debug)]
struct Step {
    branch: usize,
    /// The branch that it merges; its own for none.
    other: usize,
    /// Moves the clock, in thirds of a day.
    clock: i64,
    /// A file and its fate.
    file: usize,
    fate: Fate,
}

#[derive(Clone, Copy, Debug)]
enum Fate {
    Write,
    Remove,
    Move,
    Code,
    Nothing,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let fate = prop_oneof![
        4 => Just(Fate::Write),
        1 => Just(Fate::Remove),
        1 => Just(Fate::Move),
        2 => Just(Fate::Code),
        1 => Just(Fate::Nothing),
    ];
    let step = (0..BRANCHES, 0..BRANCHES, -2..5_i64, 0..4_usize, fate);
    let step = step.prop_map(|(branch, other, clock, file, fate)| Step {
        branch,
        other,
        clock,
        file,
        fate,
    });
    vec(step, 3..40)
}

/// The files of a branch, and every content that each of its paths ever had.
#[derive(Clone, Default)]
struct Branch {
    last: Option<usize>,
    files: BTreeMap<String, usize>,
    ever: HashSet<(String, usize)>,
}

impl Branch {
    fn put(&mut self, path: &str, content: usize) {
        self.files.insert(path.to_owned(), content);
        self.ever.insert((path.to_owned(), content));
    }

    /// Merges as people do: a file that only one side has changed is that side's, and of two that
    /// both have changed a new one is made.
    fn merge(&mut self, other: &Self, nth: usize) {
        let paths: BTreeSet<String> = [&self.files, &other.files]
            .into_iter()
            .flat_map(|files| files.keys().cloned())
            .collect();
        for path in paths {
            let has = |branch: &Self, content| branch.ever.contains(&(path.clone(), content));
            match (
                self.files.get(&path).copied(),
                other.files.get(&path).copied(),
            ) {
                (Some(ours), Some(theirs)) if ours == theirs || has(self, theirs) => {}
                (Some(ours), Some(theirs)) if has(other, ours) => self.put(&path, theirs),
                (Some(_), Some(_)) => self.put(&path, nth * 1000 + self.files.len()),
                (Some(ours), None) if has(other, ours) => {
                    self.files.remove(&path);
                }
                (None, Some(theirs)) if !has(self, theirs) => self.put(&path, theirs),
                _ => {}
            }
        }
        self.ever.extend(other.ever.iter().cloned());
    }
}

/// Commands for `git fast-import` that make a history.
fn stream(steps: &[Step]) -> String {
    let (mut branches, mut stream) = (vec![Branch::default(); BRANCHES], String::new());
    let mut time = FIRST;
    for (nth, step) in (1..).zip(steps) {
        time += step.clock * DAY / 3;
        let other = branches[step.other].clone();
        let branch = &mut branches[step.branch];
        let (from, merged) = (
            branch.last,
            other.last.filter(|_| step.other != step.branch),
        );
        let before = branch.files.clone();
        if merged.is_some() && merged != from {
            branch.merge(&other, nth);
        }
        let path = format!("memory/notes/n{}.md", step.file);
        match step.fate {
            Fate::Write => branch.put(&path, nth),
            Fate::Code => branch.put(&format!("src/f{}.rs", step.file), nth),
            Fate::Remove => {
                branch.files.remove(&path);
            }
            Fate::Move => {
                if let Some(content) = branch.files.remove(&path) {
                    branch.put(&format!("memory/notes/moved{nth}.md"), content);
                }
            }
            Fate::Nothing => {}
        }
        branch.last = Some(nth);
        let _ = write!(
            stream,
            "commit refs/heads/b{}\nmark :{nth}\ncommitter A <a@b> {time} +0000\ndata 2\nC\n",
            step.branch
        );
        let parents = [("from", from), ("merge", merged.filter(|_| merged != from))];
        for (word, parent) in parents {
            if let Some(parent) = parent {
                let _ = writeln!(stream, "{word} :{parent}");
            }
        }
        for path in before
            .keys()
            .filter(|path| !branch.files.contains_key(*path))
        {
            let _ = writeln!(stream, "D {path}");
        }
        for (path, content) in &branch.files {
            let text = format!("text {content}\n");
            let _ = write!(stream, "M 644 inline {path}\ndata {}\n{text}\n", text.len());
        }
        stream.push('\n');
    }
    stream
}

/// A repository in a folder of its own.
struct Place(PathBuf);

impl Place {
    fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        let git = git.current_dir(&self.0).args(arguments);
        let output = git.env("GIT_CONFIG_GLOBAL", "/dev/null").output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn lines(&self, arguments: &[&str]) -> Vec<String> {
        self.git(arguments).lines().map(str::to_owned).collect()
    }

    fn import(folder: &Path, formats: [&str; 2], steps: &[Step]) -> Self {
        let place = Self(folder.join("made"));
        fs::create_dir(&place.0).unwrap();
        let [objects, refs] = formats;
        let (objects, refs) = (
            format!("--object-format={objects}"),
            format!("--ref-format={refs}"),
        );
        place.git(&["init", "-q", "-b", "b0", &objects, &refs]);
        let mut git = Command::new("git");
        let git = git.current_dir(&place.0).args(["fast-import", "--quiet"]);
        let mut git = git.stdin(Stdio::piped()).spawn().unwrap();
        git.stdin
            .take()
            .unwrap()
            .write_all(stream(steps).as_bytes())
            .unwrap();
        assert!(git.wait().unwrap().success());
        place
    }

    fn opened(&self) -> Repository {
        let kept = ["PATH", "TMPDIR"];
        let variables = env::vars_os().filter(|(name, _)| kept.iter().any(|it| name == it));
        let here = self.0.canonicalize().unwrap();
        Repository::open(&Environment::of_process(here, variables)).unwrap()
    }

    /// Compares the ledger with git's log, as seen from a commit; each time, the repository is opened
    /// anew, and finds what was kept.
    fn check(&self, tip: &str, limit: usize) {
        let repository = self.opened();
        let store = repository.store();
        let at: ObjectId = tip.parse().unwrap();
        self.check_commits(store, at, tip, limit);
        self.check_changes(store, at, tip);
        self.check_days(store, at, tip);
        self.check_files(store, at, tip);
    }

    fn check_commits(&self, store: Store, at: ObjectId, tip: &str, limit: usize) {
        let newest = store.history().newest(at, limit).unwrap();
        let newest: Vec<String> = newest.iter().map(ToString::to_string).collect();
        let count = format!("--max-count={limit}");
        assert_eq!(newest, self.lines(&["rev-list", &count, tip]));
        let recent = store.recent_commits(at).unwrap();
        assert!(recent.is_whole);
        let told: BTreeSet<String> = recent
            .parents
            .iter()
            .map(|(id, parents)| {
                let ids = [id].into_iter().chain(parents).map(ToString::to_string);
                ids.collect::<Vec<_>>().join(" ")
            })
            .collect();
        let expected = self.lines(&["rev-list", "--parents", tip]);
        assert_eq!(told, expected.into_iter().collect());
    }

    fn check_changes(&self, store: Store, at: ObjectId, tip: &str) {
        let mut told = Vec::new();
        for commit in store.recent_changes(at).unwrap().iter() {
            told.push(commit.id.to_string());
            told.extend(commit.files.iter().map(|file| file.path.clone()));
        }
        let log = [
            "log",
            "--root",
            "--no-merges",
            "--no-renames",
            "--name-only",
        ];
        let expected = self.lines(&[&log[..], &["--format=%n%H", tip]].concat());
        let ends = store.shallow().unwrap();
        let (mut wanted, mut is_end) = (Vec::new(), false);
        for line in expected.into_iter().filter(|line| !line.is_empty()) {
            if !line.contains('/') {
                is_end = ends.contains(&line);
            }
            wanted.extend((!is_end).then_some(line));
        }
        assert_eq!(told, wanted);
    }

    fn check_days(&self, store: Store, at: ObjectId, tip: &str) {
        let days = (-1..20).filter_map(|nth| Date::of_seconds(FIRST + nth * DAY));
        let days: BTreeSet<Date> = days.collect();
        let told = store.history().newest_until(at, &days).unwrap();
        let dated = self.lines(&["log", "--format=%ct %H %P", tip]);
        for (day, commit) in told {
            let of =
                |line: &str| Date::of_seconds(line.split(' ').next().unwrap().parse().unwrap());
            let until = dated.iter().filter(|line| of(line).unwrap() <= day);
            let is_right = |line: &&&String| {
                let parents = line.split(' ').skip(2);
                let parent = |id: &str| dated.iter().find(|it| it.split(' ').nth(1) == Some(id));
                let mut parents = parents.filter_map(parent);
                parents.all(|parent| of(parent).unwrap() <= day)
            };
            let mut until: Vec<&String> = until.collect();
            // Of more, git's walk tells which sixteen are looked at.
            if until.len() > 16 {
                continue;
            }
            until.sort_unstable_by(|a, b| b.cmp(a));
            let expected = until.iter().find(is_right).or(until.first());
            if let Some(line) = expected {
                assert_eq!(line.split(' ').nth(1).unwrap(), commit.to_string(), "{day}");
            }
        }
    }

    fn check_files(&self, store: Store, at: ObjectId, tip: &str) {
        let ages = store.ages(at).unwrap();
        let line = self.lines(&["rev-list", "--first-parent", tip]);
        let quiet = self
            .last_on_line(tip, "memory")
            .map(|last| place(&line, &last));
        // A merge that is like one of its parents does not hide the other.
        let order = [
            "log",
            "--full-history",
            "--topo-order",
            "--no-merges",
            "--no-abbrev",
            "--root",
            "--no-renames",
        ];
        let order = [&order[..], &["--raw", "--format=%H", tip, "--", "memory"]].concat();
        let (order, ends) = (self.lines(&order), store.shallow().unwrap());
        for entry in self.lines(&["ls-tree", "-r", tip, "memory/"]) {
            let (meta, path) = entry.split_once('\t').unwrap();
            let blob = meta.split(' ').nth(2).unwrap();
            let last = self.last_on_line(tip, path).unwrap();
            let age = match place(&line, &last) {
                _ if ends.contains(&last) => Age::Unknown,
                after => Age::Commits(u32::try_from(after - quiet.unwrap()).unwrap()),
            };
            let id = blob.parse().unwrap();
            assert_eq!(ages.of(path, id), age, "{path} at {tip}");
            // Of several commits that made the same bytes, each may be told.
            let makers = makers(&order, path, blob);
            let is_right = match ages.brought(path, id) {
                BroughtBy::Commit(commit) => {
                    let name = commit.to_string();
                    makers.contains(&name.as_str()) && !ends.contains(&name)
                }
                BroughtBy::Unknown => {
                    makers.is_empty() || makers.iter().any(|maker| ends.contains(*maker))
                }
                BroughtBy::Nobody => false,
            };
            assert!(is_right, "{path} at {tip}: {makers:?}");
        }
    }

    /// The last commit of a line that changed something at a path.
    fn last_on_line(&self, tip: &str, path: &str) -> Option<String> {
        let log = [
            "log",
            "-1",
            "--first-parent",
            "-m",
            "--format=%H",
            tip,
            "--",
            path,
        ];
        self.lines(&log).into_iter().next()
    }
}

fn place(line: &[String], commit: &str) -> usize {
    line.iter().position(|it| it == commit).unwrap()
}

/// The commits of a raw log that made a file what it is, the newest first.
fn makers<'l>(log: &'l [String], path: &str, blob: &str) -> Vec<&'l str> {
    let (mut commit, mut makers) = ("", Vec::new());
    for line in log {
        match line.strip_prefix(':') {
            None if !line.is_empty() => commit = line.as_str(),
            Some(change)
                if change.ends_with(&format!("\t{path}"))
                    && change.split(' ').nth(3) == Some(blob) =>
            {
                makers.push(commit);
            }
            _ => {}
        }
    }
    makers
}

proptest! {
    #![proptest_config(Config { cases: 12, max_shrink_iters: 60, ..Config::default() })]

    #[test]
    fn the_ledger_tells_what_the_log_tells(
        steps in steps(),
        asked in vec(any::<prop::sample::Index>(), 4),
        form in 0..3_usize,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let formats = [["sha1", "files"], ["sha256", "files"], ["sha1", "reftable"]][form];
        let place = Place::import(folder.path(), formats, &steps);
        let all = place.lines(&["rev-list", "--all"]);
        // From one tip to any other: from there, or anew.
        for (nth, index) in asked.iter().enumerate() {
            let tip: &String = index.get(&all);
            place.check(tip, 1 + nth * 4);
        }
        place.check(&all[0], 100);
        damage(&place.0.join(".git/memory/history"));
        place.check(&all[0], 100);
    }

    #[test]
    fn a_shallow_clone_whose_end_moves_tells_what_its_log_tells(
        steps in steps(),
        depth in 1..6_usize,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let made = Place::import(folder.path(), ["sha1", "files"], &steps);
        let branch = format!("b{}", steps[0].branch);
        let (url, depth) = (format!("file://{}", made.0.display()), depth.to_string());
        made.git(&["clone", "-q", "--depth", &depth, "-b", &branch, &url, "../clone"]);
        let clone = Place(folder.path().join("clone"));
        let tip = clone.git(&["rev-parse", "HEAD"]);
        clone.check(tip.trim(), 3);
        clone.git(&["fetch", "-q", "--deepen=3"]);
        clone.check(tip.trim(), 3);
        clone.git(&["fetch", "-q", "--depth=1"]);
        clone.check(tip.trim(), 3);
    }
}

/// Damages every file of a folder.
fn damage(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            damage(&path);
            continue;
        }
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).unwrap();
    }
}
