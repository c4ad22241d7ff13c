//! The rules themselves.

use super::folding::Folding;
use super::git_names::is_gits;
use super::glob::Part;
use super::{Access, Denial, Pattern, Place, Rule};
use crate::domain::advice::Advice;
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

/// A pattern, and why it counts.
#[derive(Clone, Debug)]
pub struct Row {
    /// As it is written.
    pub shown: String,
    /// Where it comes from.
    pub source: String,
    pattern: Pattern,
    parts: Vec<Part>,
}

impl Sources {
    /// What a setting names, and what the project index does.
    fn rows(&self, named: &[Named], setting: &str, names: &[String]) -> Vec<Row> {
        let mut rows = Vec::new();
        for Named { pattern, source } in named {
            let source = format!("{setting} in {source}");
            rows.push(Row::of_setting(pattern, source, self.folding));
        }
        for name in names {
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
        Self {
            sources,
            block,
            ignore,
            focus,
        }
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

    /// What searches leave out, but for what is in focus.
    #[must_use]
    pub fn ignored(&self) -> &[Row] {
        &self.ignore
    }

    /// What matters most.
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
            Access::Search if !self.focus.iter().any(|row| row.pattern.names(&folded)) => {
                let row = self.ignore.iter().find(|row| row.pattern.names(&folded))?;
                Some(row.ignores(path))
            }
            _ => None,
        }
    }

    /// Why a tool may not use a glob without braces; `rest` are its parts from the first one that
    /// is no plain name, below where the parts before it lead.
    #[must_use]
    pub fn judge_glob(&self, base: &Place, rest: &[&str], access: Access) -> Option<Denial> {
        let mut parts = Vec::new();
        let inside = match base {
            Place::Inside(path) => Some(path),
            _ => None,
        };
        if let Some(path) = inside {
            let folded = self.sources.folding.fold(path);
            let names = folded.split('/').filter(|name| !name.is_empty());
            parts.extend(names.map(|name| Part::Plain(name.to_owned())));
        }
        let shown = rest.join("/");
        let mut may_leave = false;
        for name in rest {
            match *name {
                "" | "." => {}
                ".." => {
                    // After any number of parts, it may be anywhere.
                    may_leave = true;
                    if !matches!(parts.last(), Some(Part::AnyDepth)) {
                        parts.pop();
                    }
                }
                name => parts.push(Part::new(&self.sources.folding.fold(name))),
            }
        }
        if parts.iter().any(Part::may_be_gits) {
            return Some(of_git(&shown));
        }
        // Elsewhere, nothing but git's own is blocked.
        inside?;
        if may_leave {
            if access == Access::Write {
                let reason = format!("'{shown}' could lead out of the work tree");
                return Some(Denial::new(Rule::Outside, reason));
            }
            parts.insert(0, Part::AnyDepth);
        }
        self.judge_parts(&parts, &shown, access)
    }

    fn judge_parts(&self, parts: &[Part], shown: &str, access: Access) -> Option<Denial> {
        // A walk of everything is what search tools do; they leave out what is hidden or ignored
        // by themselves.
        let is_walk = access == Access::Search;
        for log in &self.sources.logs {
            if !self.is_own(log) && reaches(parts, &[Part::Plain((*log).to_owned())], is_walk) {
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
        if access == Access::Search
            && !self
                .focus
                .iter()
                .any(|row| reaches(parts, &row.parts, true))
            && let Some(row) = self
                .ignore
                .iter()
                .find(|row| reaches(parts, &row.parts, true))
        {
            return Some(row.ignores(shown));
        }
        None
    }
}

impl Row {
    fn of_setting(pattern: &Pattern, source: String, folding: Folding) -> Self {
        let folded = folding.fold(pattern.as_str());
        Self {
            shown: pattern.to_string(),
            source,
            // Folding takes letters away, and may leave nothing that is a pattern.
            pattern: folded.parse().unwrap_or_else(|_| pattern.clone()),
            parts: parts_of(&folded),
        }
    }

    fn of_index(name: &str, source: String, folding: Folding) -> Self {
        let folded = folding.fold(name);
        Self {
            shown: name.to_owned(),
            source,
            pattern: Pattern::literal(&folded),
            parts: vec![Part::Plain(folded.into_owned())],
        }
    }

    fn blocks(&self, path: &str) -> Denial {
        let Self { shown, source, .. } = self;
        Denial::new(
            Rule::Block,
            format!("'{path}' is blocked by '{shown}' ({source})"),
        )
    }

    fn ignores(&self, path: &str) -> Denial {
        let Self { shown, source, .. } = self;
        let reason = format!("'{path}' is left out of searches by '{shown}' ({source})");
        Denial::new(Rule::Ignore, reason).advise(Advice::by_hand(
            "read its files by name, or let policy.focus name it",
        ))
    }
}

/// The parts of a pattern; what follows a folder's name says no more than the name.
fn parts_of(pattern: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = pattern.split('/').map(Part::new).collect();
    while parts.len() > 1 && parts.last() == Some(&Part::AnyDepth) {
        parts.pop();
    }
    parts
}

/// Whether a glob could name what a pattern names, or something below it. Where it is a walk, it
/// has to be aimed there: by a letter of the last part that the pattern names.
fn reaches(glob: &[Part], named: &[Part], is_walk: bool) -> bool {
    // Which parts of the pattern could be next, after each part of the glob.
    let mut open = vec![false; named.len() + 1];
    open[0] = true;
    skip_depths(&mut open, named);
    for part in glob {
        if open[named.len()] {
            return true;
        }
        let mut next = vec![false; named.len() + 1];
        for (at, wanted) in named.iter().enumerate() {
            if !open[at] {
                continue;
            }
            let is_last = at + 1 == named.len();
            if *part == Part::AnyDepth {
                // It may stand for nothing, for folders on the way, but for no aim.
                next[at] = true;
                for later in at..named.len() - 1 {
                    next[later + 1] = true;
                }
                continue;
            }
            if *wanted == Part::AnyDepth {
                next[at] = true;
            }
            if part.may_be(wanted, is_walk && is_last) {
                next[at + 1] = true;
            }
        }
        open = next;
        skip_depths(&mut open, named);
    }
    open[named.len()]
}

/// `**` may stand for no part at all.
fn skip_depths(open: &mut [bool], named: &[Part]) {
    for (at, part) in named.iter().enumerate() {
        if open[at] && *part == Part::AnyDepth && at + 1 < named.len() {
            open[at + 1] = true;
        }
    }
}

fn of_git(path: &str) -> Denial {
    let reason = format!("'{path}' is git's own");
    Denial::new(Rule::GitFolder, reason).advise(Advice::by_hand(
        "use git's commands to look at it or change it",
    ))
}

fn of_log(path: &str, log: &str) -> Denial {
    let reason = format!("'{path}' is in '{log}', a log of agents that no tool may touch");
    Denial::new(Rule::AgentLog, reason)
}

fn of_derived(path: &str) -> Denial {
    let reason = format!("'{path}' is made from the records: a change by hand would be lost");
    Denial::new(Rule::Derived, reason)
        .advise(Advice::AddRecord)
        .advise(Advice::Refresh)
}
