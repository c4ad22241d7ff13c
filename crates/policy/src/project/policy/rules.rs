//! Judges places and globs by the rules of the policy.

use super::denial::{of_derived, of_git, of_git_in, of_log, of_state};
use super::folding::Folding;
use super::git_names::{core_names, is_core, is_gits};
use super::glob::Part;
use super::reach::{holds, reaches};
use super::row::Row;
use super::{Access, Denial, Note, Pattern, Place, Rule, Touch};
use crate::project::{DirectoryMap, ProjectIndex};
use git_memory_text::path::last;

/// The folders at the top in which agents keep their logs.
const LOGS: [&str; 3] = [ALWAYS, "receipts", "sessions"];
/// Endings of the files that agents write there; others are a project's own.
const LOG_ENDINGS: [&str; 8] = ["gz", "json", "jsonl", "log", "md", "ndjson", "txt", "zst"];
/// The folder that nothing opens: its name has no other meaning.
const ALWAYS: &str = ".waypoints";
/// The other folders: if they are committed, they are the project's own.
pub const COMMITTED_LOGS: [&str; 2] = ["receipts", "sessions"];

/// Input of a policy.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The project index; empty if the policy is not for searches.
    pub index: ProjectIndex,
    /// The reasons of the index.
    pub map: DirectoryMap,
    /// True if the repository has memory: without memory, only settings close places.
    pub has_memory: bool,
    /// Patterns that settings block.
    pub block: Vec<Named>,
    /// Patterns that settings leave out of searches.
    pub ignore: Vec<Named>,
    /// Patterns that settings have in focus.
    pub focus: Vec<Named>,
    /// Names that are the same.
    pub folding: Folding,
    /// The folders named like agents' logs that are open.
    pub open: Vec<OpenLog>,
    /// The files that git-memory makes here, from the top.
    pub derived: Vec<String>,
}

/// A folder that agents may keep logs in, and that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenLog {
    /// Its name.
    pub name: &'static str,
    /// The reason why it is open.
    pub why: &'static str,
}

/// True for a path without an ending, such as a folder's, and with the ending of a log.
fn may_be_log(path: &str) -> bool {
    match last(path).rsplit_once('.') {
        Some((_, ending)) => LOG_ENDINGS.contains(&ending.to_ascii_lowercase().as_str()),
        None => true,
    }
}

/// A pattern that a setting names.
#[derive(Clone, Debug)]
pub struct Named {
    /// The pattern.
    pub pattern: Pattern,
    /// Origin of the pattern: `memory/config.yaml`, `git config`.
    pub source: String,
}

/// Limits for tools in a work tree.
#[derive(Clone, Debug)]
pub struct Policy {
    sources: Sources,
    block: Vec<Row>,
    ignore: Vec<Row>,
    focus: Vec<Row>,
}

/// Something that no tool may touch.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a> {
    /// A path from the top, or a glob.
    pub pattern: &'a str,
    /// The rule that denies it.
    pub rule: Rule,
    /// The reason, in a few words.
    pub why: &'a str,
}

impl Sources {
    /// Rows for the patterns of a setting, and for those that only the project index has.
    fn rows(&self, named: &[Named], setting: &str, of_index: &[String]) -> Vec<Row> {
        let mut rows = Vec::new();
        for Named { pattern, source } in named {
            let source = format!("{setting} in {source}");
            rows.push(Row::of_setting(pattern, source, self.folding));
        }
        let is_new = |name: &&String| named.iter().all(|it| it.pattern.as_str() != name.as_str());
        for name in of_index.iter().filter(is_new) {
            let why = match self.map.find(name) {
                Some(entry) => entry.ignore_for_search.reason.clone(),
                None => "the project index names it".to_owned(),
            };
            rows.push(Row::of_index(name, why, self.folding));
        }
        rows
    }
}

impl Policy {
    /// The policy of a work tree.
    #[must_use]
    pub fn new(sources: Sources) -> Self {
        let block = sources.rows(&sources.block, "policy.block", &[]);
        let ignore = sources.rows(
            &sources.ignore,
            "policy.ignore",
            &sources.index.ignored_top_level_dirs,
        );
        let focus = sources.rows(
            &sources.focus,
            "policy.focus",
            &sources.index.focus_top_level_dirs,
        );
        let mut policy = Self {
            sources,
            block,
            ignore,
            focus,
        };
        let mut block = policy.block.clone();
        // These have rules of their own.
        block.retain(|row| policy.own_rule(&row.shown).is_none());
        policy.block = block;
        let mut focus = policy.focus.clone();
        focus.retain(|row| policy.may_be_focus(row));
        policy.focus = focus;
        policy
    }

    /// The policy with the index of the repository's top level.
    #[must_use]
    pub fn with_index(self, index: ProjectIndex, map: DirectoryMap) -> Self {
        Self::new(Sources {
            index,
            map,
            ..self.sources
        })
    }

    /// True if the focus of a row is open: no row blocks it, and if the row is only computed, no
    /// setting leaves it out of searches.
    fn may_be_focus(&self, row: &Row) -> bool {
        let is_open = self
            .judge_inside(&row.shown, Touch::of_files(Access::Read))
            .is_none();
        is_open && !(row.is_computed && self.left_out(&row.shown).is_some())
    }

    /// Names that are the same here.
    #[must_use]
    pub fn folding(&self) -> Folding {
        self.sources.folding
    }

    /// Everything that no tool for files may touch, with the reasons.
    #[must_use]
    pub fn blocks(&self) -> Vec<Blocks<'_>> {
        let mut blocks = Vec::new();
        if self.sources.has_memory {
            blocks.push(Blocks {
                pattern: ".git",
                rule: Rule::GitFolder,
                why: "git's own, at any depth and in any spelling; a command line may read it",
            });
        }
        for log in self.logs() {
            blocks.push(Blocks {
                pattern: log,
                rule: Rule::AgentLog,
                why: if log == ALWAYS {
                    "agents keep their state there; a command line may read it"
                } else {
                    "agents keep logs there; a command line may touch it"
                },
            });
        }
        for row in &self.block {
            blocks.push(Blocks {
                pattern: &row.shown,
                rule: Rule::Block,
                why: &row.source,
            });
        }
        blocks
    }

    /// Patterns that searches leave out, without those that are in focus as a whole.
    pub fn ignored(&self) -> impl Iterator<Item = &Row> {
        let is_open = |row: &Row| {
            let mut focus = self.focus.iter();
            focus.any(|focus| focus.pattern == row.pattern && focus.lifts(row))
        };
        self.ignore.iter().filter(move |row| !is_open(row))
    }

    /// Patterns that are in focus and open.
    #[must_use]
    pub fn focused(&self) -> &[Row] {
        &self.focus
    }

    /// The names of agents' logs that are closed.
    fn logs(&self) -> impl Iterator<Item = &'static str> {
        let logs: &[&str] = if self.sources.has_memory { &LOGS } else { &[] };
        let is_open = |log: &str| self.sources.open.iter().any(|open| open.name == log);
        logs.iter().copied().filter(move |log| !is_open(log))
    }

    /// The names of agents' logs that are open here.
    #[must_use]
    pub fn open_logs(&self) -> &[OpenLog] {
        &self.sources.open
    }

    /// The files that git-memory makes.
    #[must_use]
    pub fn derived(&self) -> &[String] {
        &self.sources.derived
    }

    /// Denial of a tool at the end of a path, or at a place on its way; `None` if the access is
    /// allowed, and outside of the repository.
    #[must_use]
    pub fn judge(&self, place: &Place, touch: Touch) -> Option<Denial> {
        match place {
            Place::Inside(path) => self.judge_inside(path, touch),
            Place::Git { shown, below } => self.judge_gits(shown, below, touch),
            Place::Outside(_) => None,
        }
    }

    /// Judges a path below a git folder.
    fn judge_gits(&self, shown: &str, below: &str, touch: Touch) -> Option<Denial> {
        let is_open = touch.is_by_shell && (touch.access != Access::Write || !is_core(below));
        (self.sources.has_memory && !is_open).then(|| of_git(shown, touch))
    }

    fn judge_inside(&self, path: &str, touch: Touch) -> Option<Denial> {
        let folded = self.sources.folding.fold(path);
        if let Some(denial) = self.judge_own(path, &folded, touch) {
            return Some(denial);
        }
        if let Some(row) = self.block.iter().find(|row| row.pattern.names(&folded)) {
            return Some(row.blocks(path));
        }
        let is_derived = self.sources.derived.iter().any(|it| *it == folded);
        (touch.access == Access::Write && is_derived).then(|| of_derived(path))
    }

    /// Judges by the rules that need no setting: git's own, and the logs of agents.
    fn judge_own(&self, path: &str, folded: &str, touch: Touch) -> Option<Denial> {
        let mut parts = path.split('/');
        if parts.any(is_gits) {
            let below: Vec<&str> = parts.collect();
            return self.judge_gits(path, &below.join("/"), touch);
        }
        let top = folded.split('/').next().unwrap_or(folded);
        let log = self.logs().find(|log| *log == top)?;
        if log != ALWAYS {
            return (!touch.is_by_shell && may_be_log(folded)).then(|| of_log(path, log));
        }
        let is_look = touch.is_by_shell && touch.access != Access::Write;
        (!is_look).then(|| of_state(path, log))
    }

    /// Denial of a pattern by the rules that need no setting.
    fn own_rule(&self, pattern: &str) -> Option<Denial> {
        let folded = self.sources.folding.fold(pattern);
        self.judge_own(pattern, &folded, Touch::of_files(Access::Read))
    }

    /// Denial of a glob without braces; `rest` are its parts from the first one that is not a plain
    /// name, below the end of the parts before it; `shown` is the glob as typed.
    #[must_use]
    pub fn judge_glob(
        &self,
        base: &Place,
        rest: &[&str],
        touch: Touch,
        shown: &str,
    ) -> Option<Denial> {
        match base {
            Place::Outside(_) => None,
            Place::Git { below, .. } => {
                let first = Part::new(rest.first().copied().unwrap_or_default());
                let mut core = core_names().map(|name| Part::Plain(name.to_owned()));
                // `.git/*.lock` is aimed at none of git's own files there.
                if touch.is_by_shell && below.is_empty() && !core.any(|name| first.may_be(&name)) {
                    return None;
                }
                self.judge_gits(shown, below, touch)
            }
            Place::Inside(path) => {
                if let Some(denial) = self.judge_inside(path, touch) {
                    return Some(denial);
                }
                let parts = self.parts(path, rest);
                let is_gits = !touch.is_by_shell && parts.iter().any(Part::may_be_gits);
                if self.sources.has_memory && is_gits {
                    return Some(of_git(shown, touch));
                }
                let row = self.block.iter().find(|row| reaches(&parts, &row.parts))?;
                Some(row.blocks(shown))
            }
        }
    }

    /// Denial of touching everything that a glob names, and everything below it; arguments are
    /// those of [`judge_glob`](Self::judge_glob). Memory is the project's own.
    #[must_use]
    pub fn judge_whole(&self, base: &Place, rest: &[&str], shown: &str) -> Option<Denial> {
        let Place::Inside(path) = base else {
            return None;
        };
        let parts = self.parts(path, rest);
        if parts.is_empty() {
            return self.sources.has_memory.then(|| of_git_in(shown));
        }
        let row = self.block.iter().find(|row| holds(&parts, &row.parts))?;
        Some(row.blocks_below(shown))
    }

    /// The parts of a glob from the top of the work tree; `base` has the plain names.
    fn parts(&self, base: &str, rest: &[&str]) -> Vec<Part> {
        let mut parts = Vec::new();
        let folded = self.sources.folding.fold(base);
        let names = folded.split('/').filter(|name| !name.is_empty());
        parts.extend(names.map(|name| Part::Plain(name.to_owned())));
        for name in rest {
            match *name {
                "" | "." => {}
                ".." => drop(parts.pop()),
                name => parts.push(Part::new(&self.sources.folding.fold(name))),
            }
        }
        parts
    }

    /// Note for a search below a path that holds nothing of the project's own text.
    #[must_use]
    pub fn left_out(&self, path: &str) -> Option<Note> {
        let folded = self.sources.folding.fold(path);
        let names = |row: &&Row| row.pattern.names(&folded);
        let focus: Vec<&Row> = self.focus.iter().filter(names).collect();
        let is_out = |row: &&Row| names(row) && !focus.iter().any(|focus| focus.lifts(row));
        Some(self.ignore.iter().find(is_out)?.leaves_out(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn policy(block: &[&str], has_memory: bool) -> Policy {
        let named = |text: &&str| Named {
            pattern: text.parse().unwrap(),
            source: "test".to_owned(),
        };
        Policy::new(Sources {
            index: ProjectIndex {
                ignored_top_level_dirs: vec!["target".to_owned(), "[x]".to_owned()],
                ..ProjectIndex::default()
            },
            has_memory,
            block: block.iter().map(named).collect(),
            ..Sources::default()
        })
    }

    fn inside(path: &str) -> Place {
        Place::Inside(path.to_owned())
    }

    /// Every access, of tools for files and of command lines.
    fn touches() -> impl Iterator<Item = Touch> {
        let by = [false, true].into_iter();
        by.flat_map(|is_by_shell| {
            let all = Access::ALL.into_iter();
            all.map(move |access| Touch {
                access,
                is_by_shell,
            })
        })
    }

    #[test]
    fn blocked_places_are_denied_to_tools_for_files() {
        let policy = policy(&["secrets", ".git", "sessions"], true);
        let blocked: Vec<&str> = policy.blocks().iter().map(|row| row.pattern).collect();
        assert_eq!(
            blocked,
            [".git", ".waypoints", "receipts", "sessions", "secrets"]
        );
        for name in blocked {
            for access in Access::ALL {
                let denial = policy.judge(&inside(&format!("{name}/a")), Touch::of_files(access));
                assert!(denial.is_some(), "{name}");
            }
        }
    }

    #[test]
    fn places_left_out_of_searches_give_a_note() {
        let policy = policy(&[], true);
        for (path, is_out) in [("target/a", true), ("[x]/a", true), ("x/a", false)] {
            assert_eq!(policy.left_out(path).is_some(), is_out, "{path}");
            let search = Touch::of_files(Access::Search);
            assert_eq!(policy.judge(&inside(path), search), None, "{path}");
        }
    }

    #[test]
    fn a_command_line_may_read_what_is_gits_and_write_what_no_rule_names() {
        let policy = policy(&["secrets"], true);
        for touch in touches().filter(|touch| touch.is_by_shell) {
            let is_look = touch.access != Access::Write;
            for path in [".git/config", "a/.GIT/hooks/x", ".waypoints/a"] {
                let is_open = policy.judge(&inside(path), touch).is_none();
                assert_eq!(is_open, is_look, "{path}");
            }
            assert!(policy.judge(&inside("secrets/a"), touch).is_some());
            for path in ["a/.git/info/exclude", "sessions/a"] {
                assert_eq!(policy.judge(&inside(path), touch), None, "{path}");
            }
        }
    }

    #[test]
    fn without_memory_only_what_a_setting_names_is_closed() {
        let policy = policy(&["secrets"], false);
        for touch in touches() {
            for path in [".git/config", "sessions/a", ".waypoints", "src"] {
                assert_eq!(policy.judge(&inside(path), touch), None, "{path}");
            }
            assert!(policy.judge(&inside("secrets/a"), touch).is_some());
        }
        assert_eq!(policy.blocks().len(), 1);
    }

    proptest! {
        #[test]
        fn git_is_closed_to_tools_for_files_wherever_it_lies(
            before in "([a-z.]{1,4}/){0,3}",
            name in "[.][gG][iI][tT][. ]{0,2}(:[a-z:$]{0,5})?",
            after in "(/[a-z.]{1,4}){0,3}",
        ) {
            let policy = policy(&[], true);
            let place = inside(&format!("{before}{name}{after}"));
            for access in Access::ALL {
                let denial = policy.judge(&place, Touch::of_files(access)).unwrap();
                prop_assert_eq!(denial.rule, Rule::GitFolder);
            }
        }

        #[test]
        fn a_glob_that_is_a_path_is_judged_like_the_path(
            path in "(secrets|src|a[.]pem|[.]git|[a-c]{1,2})(/(secrets|k[.]pem|[a-c]{1,2})){0,3}",
        ) {
            let policy = policy(&["secrets", "**/*.pem", "a/b"], true);
            let parts: Vec<&str> = path.split('/').collect();
            for access in Access::ALL {
                let touch = Touch::of_files(access);
                let as_path = policy.judge(&inside(&path), touch);
                let as_glob = policy.judge_glob(&inside(""), &parts, touch, &path);
                let rule = |denial: Option<Denial>| denial.map(|denial| denial.rule);
                prop_assert_eq!(rule(as_path), rule(as_glob));
            }
        }
    }
}
