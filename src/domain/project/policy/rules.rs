//! The rules themselves.

use super::denial::{of_derived, of_git, of_git_in, of_log};
use super::folding::Folding;
use super::git_names::is_gits;
use super::glob::Part;
use super::reach::{holds, reaches, without_wildcards};
use super::row::Row;
use super::{Access, Denial, Pattern, Place, Rule};
use crate::domain::project::{DirectoryMap, ProjectIndex};

/// The folders at the top in which agents keep what they did; no setting opens them. One that git
/// tracks is the project's own source: all but the first, which means nothing else.
pub const LOGS: [&str; 3] = [".waypoints", "receipts", "sessions"];
/// The one that stays closed.
const ALWAYS: &str = ".waypoints";

/// What a policy is made from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// What the top level of the repository says; empty where nobody asks about searches.
    pub index: ProjectIndex,
    /// And why.
    pub map: DirectoryMap,
    /// What settings block.
    pub block: Vec<Named>,
    /// What they leave out of searches.
    pub ignore: Vec<Named>,
    /// What they say matters most.
    pub focus: Vec<Named>,
    /// Which names are one.
    pub folding: Folding,
    /// Those of [`LOGS`] that are there.
    pub logs: Vec<&'static str>,
    /// Those of [`LOGS`] that git tracks.
    pub tracked: Vec<&'static str>,
    /// The files that git-memory makes here, from the top.
    pub derived: Vec<&'static str>,
}

/// A pattern that a setting names.
#[derive(Clone, Debug)]
pub struct Named {
    /// The pattern.
    pub pattern: Pattern,
    /// Who names it: `memory/config.yaml`, `git config`.
    pub source: String,
}

/// What may be touched in a work tree.
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
    /// Why, in a few words.
    pub why: &'a str,
}

impl Sources {
    /// What a setting names, and what the project index does besides.
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
        let index = &sources.index;
        let mut block = sources.rows(
            &sources.block,
            "policy.block",
            &index.blocked_top_level_dirs,
        );
        // These have rules of their own.
        block.retain(|row| !is_gits(&row.shown) && !LOGS.contains(&row.shown.as_str()));
        let ignore = sources.rows(
            &sources.ignore,
            "policy.ignore",
            &index.ignored_top_level_dirs,
        );
        let focus = sources.rows(&sources.focus, "policy.focus", &index.focus_top_level_dirs);
        let mut policy = Self {
            sources,
            block,
            ignore,
            focus,
        };
        let mut focus = policy.focus.clone();
        focus.retain(|row| policy.may_be_focus(row));
        policy.focus = focus;
        policy
    }

    /// The same with what the top level of the repository says.
    #[must_use]
    pub fn with_index(self, index: ProjectIndex, map: DirectoryMap) -> Self {
        Self::new(Sources {
            index,
            map,
            ..self.sources
        })
    }

    /// The same with more that is blocked.
    #[must_use]
    pub fn with_blocks(mut self, blocks: Vec<Named>) -> Self {
        self.sources.block.extend(blocks);
        Self::new(self.sources)
    }

    /// Whether what a row has in focus is open: nobody blocks it, and where the row is not
    /// anybody's own, no setting leaves it out of searches.
    fn may_be_focus(&self, row: &Row) -> bool {
        let access = if row.is_computed {
            Access::Search
        } else {
            Access::Read
        };
        self.judge_inside(&row.shown, access).is_none()
    }

    /// Which names are one here.
    #[must_use]
    pub fn folding(&self) -> Folding {
        self.sources.folding
    }

    /// Everything that no tool may touch, and why.
    #[must_use]
    pub fn blocks(&self) -> Vec<Blocks<'_>> {
        let mut blocks = vec![Blocks {
            pattern: ".git",
            rule: Rule::GitFolder,
            why: "git's own, at any depth and in any spelling",
        }];
        for log in self.logs() {
            blocks.push(Blocks {
                pattern: log,
                rule: Rule::AgentLog,
                why: "a log of agents",
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

    /// What searches leave out, without what is in focus as a whole.
    pub fn ignored(&self) -> impl Iterator<Item = &Row> {
        let is_open = |row: &Row| {
            let mut focus = self.focus.iter();
            focus.any(|focus| focus.pattern == row.pattern && focus.lifts(row))
        };
        self.ignore.iter().filter(move |row| !is_open(row))
    }

    /// What matters most, and is open.
    #[must_use]
    pub fn focused(&self) -> &[Row] {
        &self.focus
    }

    /// The names of agents' logs that are closed.
    pub fn logs(&self) -> impl Iterator<Item = &'static str> {
        LOGS.into_iter().filter(|log| !self.is_own(log))
    }

    /// The names of agents' logs that are the project's own source here.
    pub fn own_logs(&self) -> impl Iterator<Item = &'static str> {
        LOGS.into_iter().filter(|log| self.is_own(log))
    }

    /// The files that git-memory makes.
    #[must_use]
    pub fn derived(&self) -> &[&'static str] {
        &self.sources.derived
    }

    /// Whether somebody blocks what nearly any glob could meet, such as `**/*.pem`.
    #[must_use]
    pub fn has_wild_blocks(&self) -> bool {
        let mut parts = self.block.iter().flat_map(|row| &row.parts);
        parts.any(|part| !matches!(part, Part::Plain(_)))
    }

    /// Whether a part of a glob could stand for a name.
    #[must_use]
    pub fn stands_for(&self, part: &str, name: &str) -> bool {
        let folding = self.sources.folding;
        let name = Part::Plain(folding.fold(name).into_owned());
        Part::new(&folding.fold(part)).may_be(&name, false)
    }

    fn is_own(&self, log: &str) -> bool {
        log != ALWAYS && self.sources.tracked.contains(&log)
    }

    /// Why a tool may not do something at the place where a path leads; `None` where it may.
    #[must_use]
    pub fn judge(&self, place: &Place, access: Access) -> Option<Denial> {
        if let Place::Outside(path) = place
            && access == Access::Write
            && !path.split('/').any(is_gits)
        {
            let reason =
                format!("'{path}' is outside of the work tree: it may be read, not written");
            return Some(Denial::new(Rule::Outside, reason));
        }
        self.judge_names(place, access)
    }

    /// The same by names alone: for where a path passes through, on its way to where it leads.
    #[must_use]
    pub fn judge_names(&self, place: &Place, access: Access) -> Option<Denial> {
        match place {
            Place::Device => None,
            Place::Git(path) => Some(of_git(path)),
            Place::Loop(path) => {
                let reason = format!("'{path}' leads into a circle of symbolic links");
                Some(Denial::new(Rule::LinkLoop, reason))
            }
            Place::Outside(path) | Place::Unknown(path) => {
                path.split('/').any(is_gits).then(|| of_git(path))
            }
            Place::Inside(path) => self.judge_inside(path, access),
        }
    }

    fn judge_inside(&self, path: &str, access: Access) -> Option<Denial> {
        if path.split('/').any(is_gits) {
            return Some(of_git(path));
        }
        let folded = self.sources.folding.fold(path);
        let top = folded.split('/').next().unwrap_or(&folded);
        if self.logs().any(|log| log == top) {
            return Some(of_log(path, top));
        }
        if let Some(row) = self.block.iter().find(|row| row.pattern.names(&folded)) {
            return Some(row.blocks(path));
        }
        match access {
            Access::Write if self.sources.derived.contains(&folded.as_ref()) => {
                Some(of_derived(path))
            }
            Access::Search => {
                let row = self.left_out(|row| row.pattern.names(&folded))?;
                Some(row.ignores(path))
            }
            _ => None,
        }
    }

    /// Why a tool may not use a glob without braces; `rest` are its parts from the first one that
    /// is no plain name, below where the parts before it lead; `shown` is how it is typed.
    #[must_use]
    pub fn judge_glob(
        &self,
        base: &Place,
        rest: &[&str],
        access: Access,
        shown: &str,
    ) -> Option<Denial> {
        let mut parts = self.parts(base, rest);
        if parts.iter().any(Part::may_be_gits) {
            return Some(of_git(shown));
        }
        // Elsewhere, nothing but git's own is blocked.
        if !matches!(base, Place::Inside(_)) {
            return None;
        }
        // After any number of parts, `..` may be anywhere.
        if rest.contains(&"..") {
            if access == Access::Write {
                let reason = format!("'{shown}' could lead out of the work tree");
                return Some(Denial::new(Rule::Outside, reason));
            }
            parts.insert(0, Part::AnyDepth);
        }
        self.judge_parts(&parts, shown, access)
    }

    /// Why a tool may not touch what a glob names as a whole, with all that is below it; arguments
    /// are those of [`judge_glob`](Self::judge_glob). Memory is the project's own.
    #[must_use]
    pub fn judge_whole(&self, base: &Place, rest: &[&str], shown: &str) -> Option<Denial> {
        if !matches!(base, Place::Inside(_)) {
            return None;
        }
        let parts = self.parts(base, rest);
        if parts.is_empty() {
            return Some(of_git_in(shown));
        }
        let row = self.block.iter().find(|row| holds(&parts, &row.parts))?;
        Some(row.blocks_below(shown))
    }

    /// The parts of a glob from the top of the work tree, or from where nobody knows.
    fn parts(&self, base: &Place, rest: &[&str]) -> Vec<Part> {
        let mut parts = Vec::new();
        if let Place::Inside(path) = base {
            let folded = self.sources.folding.fold(path);
            let names = folded.split('/').filter(|name| !name.is_empty());
            parts.extend(names.map(|name| Part::Plain(name.to_owned())));
        }
        for name in rest {
            match *name {
                "" | "." => {}
                ".." => {
                    if !matches!(parts.last(), Some(Part::AnyDepth)) {
                        parts.pop();
                    }
                }
                name => parts.push(Part::new(&self.sources.folding.fold(name))),
            }
        }
        parts
    }

    fn judge_parts(&self, parts: &[Part], shown: &str, access: Access) -> Option<Denial> {
        // A walk of everything is what search tools do; they leave out what is hidden or ignored
        // by themselves.
        let is_walk = access == Access::Search;
        let mut parts = parts.to_vec();
        // What ends with it is all that is there.
        if !is_walk && parts.last() == Some(&Part::AnyDepth) {
            parts.push(Part::new("*"));
        }
        let parts = parts.as_slice();
        let plain = without_wildcards(parts);
        for log in self.logs() {
            // What is not there is nothing that a wildcard could stand for.
            let is_there = self.sources.logs.contains(&log);
            let parts = if is_there { parts } else { &plain };
            if reaches(parts, &[Part::Plain(log.to_owned())], is_walk) {
                return Some(of_log(shown, log));
            }
        }
        for row in &self.block {
            if reaches(parts, &row.parts, is_walk) {
                return Some(row.blocks(shown));
            }
        }
        if access == Access::Write {
            for derived in &self.sources.derived {
                let named: Vec<Part> = derived.split('/').map(Part::new).collect();
                if reaches(parts, &named, true) {
                    return Some(of_derived(shown));
                }
            }
        }
        if access == Access::Search {
            let row = self.left_out(|row| reaches(parts, &row.parts, true))?;
            return Some(row.ignores(shown));
        }
        None
    }

    /// The first row that leaves out of searches what `is_meant`, though no focus is there.
    fn left_out(&self, is_meant: impl Fn(&Row) -> bool) -> Option<&Row> {
        let focus: Vec<&Row> = self.focus.iter().filter(|row| is_meant(row)).collect();
        let is_out = |row: &&Row| is_meant(row) && !focus.iter().any(|focus| focus.lifts(row));
        self.ignore.iter().find(is_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::project::ALWAYS_BLOCKED;
    use proptest::prelude::*;

    fn policy(block: &[&str]) -> Policy {
        let named = |text: &&str| Named {
            pattern: text.parse().unwrap(),
            source: "test".to_owned(),
        };
        Policy::new(Sources {
            index: ProjectIndex {
                blocked_top_level_dirs: ALWAYS_BLOCKED.map(str::to_owned).to_vec(),
                ignored_top_level_dirs: vec!["target".to_owned(), "[x]".to_owned()],
                ..ProjectIndex::default()
            },
            block: block.iter().map(named).collect(),
            logs: LOGS.to_vec(),
            ..Sources::default()
        })
    }

    #[test]
    fn what_the_project_index_blocks_is_blocked() {
        let policy = policy(&["secrets"]);
        let mut blocked: Vec<&str> = policy.blocks().iter().map(|row| row.pattern).collect();
        assert_eq!(blocked.pop(), Some("secrets"));
        assert_eq!(blocked, ALWAYS_BLOCKED);
        for name in ALWAYS_BLOCKED {
            for access in Access::ALL {
                let place = Place::Inside(format!("{name}/a"));
                assert!(policy.judge(&place, access).is_some(), "{name}");
            }
        }
        for (path, is_ignored) in [("target/a", true), ("[x]/a", true), ("x/a", false)] {
            let denial = policy.judge(&Place::Inside(path.to_owned()), Access::Search);
            assert_eq!(denial.is_some(), is_ignored, "{path}");
        }
    }

    proptest! {
        #[test]
        fn git_is_denied_wherever_it_lies(
            before in "([a-z.]{1,4}/){0,3}",
            name in "[.][gG][iI][tT][. ]{0,2}(:[a-z:$]{0,5})?",
            after in "(/[a-z.]{1,4}){0,3}",
        ) {
            let policy = policy(&[]);
            let path = format!("{before}{name}{after}");
            for access in Access::ALL {
                for place in [
                    Place::Inside(path.clone()),
                    Place::Outside(format!("/{path}")),
                    Place::Unknown(path.clone()),
                ] {
                    let denial = policy.judge(&place, access).unwrap();
                    prop_assert_eq!(denial.rule, Rule::GitFolder);
                }
            }
        }

        #[test]
        fn a_glob_that_is_a_path_is_judged_like_the_path(
            path in "(secrets|sessions|src|a[.]pem|[a-c]{1,2})(/(secrets|k[.]pem|[a-c]{1,2})){0,3}",
        ) {
            let policy = policy(&["secrets", "**/*.pem", "a/b"]);
            let parts: Vec<&str> = path.split('/').collect();
            let top = Place::Inside(String::new());
            for access in [Access::Read, Access::Search] {
                let as_path = policy.judge(&Place::Inside(path.clone()), access);
                let as_glob = policy.judge_glob(&top, &parts, access, &path);
                let rule = |denial: Option<Denial>| denial.map(|denial| denial.rule);
                prop_assert_eq!(rule(as_path), rule(as_glob));
            }
        }
    }
}
