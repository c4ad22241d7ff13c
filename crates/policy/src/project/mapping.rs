//! Makes the directory map: ignored and tracked entries, the attributes, the submodules and the
//! stacks decide, in this order.

use super::directory_map::{DirectoryMap, Entry, Flag};
use super::marks::{Attributes, Marks, submodules};
use super::policy::COMMITTED_LOGS;
use super::role::Role;
use super::top_level::{TopEntry, TopKind, TopLevel};
use super::{known, roles};
use git_memory_text::attributes::memory_folder;
use git_memory_text::path::MEMORY;

/// Evidence by which the entries are judged.
pub(crate) struct Judge<'a> {
    /// The text of `.gitattributes`; empty if there is none.
    pub(crate) attributes: &'a str,
    /// The text of `.gitmodules`; empty if there is none.
    pub(crate) modules: &'a str,
    /// The names of the stacks that are used.
    pub(crate) stacks: Vec<&'a str>,
}

/// A role, and whether a search leaves it out, with the reason.
struct Verdict {
    role: Role,
    is_left_out: bool,
    reason: String,
}

impl Verdict {
    fn new(role: Role, is_left_out: bool, reason: impl Into<String>) -> Self {
        Self {
            role,
            is_left_out,
            reason: reason.into(),
        }
    }
}

/// Makes the map of a top level.
pub(crate) fn map(top: &TopLevel, judge: &Judge<'_>) -> DirectoryMap {
    let attributes = Attributes::parse(judge.attributes);
    let modules = submodules(judge.modules);
    // A marker that names no folder is told where memory is read.
    let marked = memory_folder(judge.attributes).unwrap_or_default();
    let is_memory = |name: &str| match &marked {
        Some(folder) => folder.as_str() == name,
        None => name == MEMORY && has_memory(top),
    };
    let mut map = DirectoryMap::default();
    for entry in &top.entries {
        let is_submodule =
            entry.kind == TopKind::Submodule || modules.contains(entry.name.as_str());
        let is_folder = matches!(entry.kind, TopKind::Folder | TopKind::Submodule);
        let verdict = if is_memory(&entry.name) {
            Verdict::new(Role::Memory, false, "it is the project's memory")
        } else {
            let marks = attributes.of(&entry.name, is_folder);
            judge.verdict(entry, marks, is_submodule, top)
        };
        let blocked_for_tools = blocked(entry);
        map.entries.push(Entry {
            name: entry.name.clone(),
            is_folder,
            is_tracked: entry.is_tracked,
            role: verdict.role,
            ignore_for_search: Flag {
                // Searches leave out entries that may not be read.
                is_set: verdict.is_left_out || blocked_for_tools.is_set,
                reason: verdict.reason,
            },
            blocked_for_tools,
        });
    }
    map
}

/// True if `memory/` is ours, not a folder of source code with this name.
fn has_memory(top: &TopLevel) -> bool {
    let mut files = top.files.iter();
    files.any(|file| matches!(&*file.path, "memory/summary.md" | "memory/.gitattributes"))
}

/// Flag for an entry that tools must leave alone.
fn blocked(entry: &TopEntry) -> Flag {
    let name = entry.name.as_str();
    let (is_set, reason) = match name {
        ".git" => (true, "it is git's own folder"),
        ".waypoints" => (true, "agents keep their state in it"),
        _ if !COMMITTED_LOGS.contains(&name) => (false, "nothing in it is off limits"),
        _ if entry.is_committed => (false, "HEAD tracks it, so it is the project's own source"),
        _ => (true, "agents keep logs in such a folder, and HEAD has none"),
    };
    Flag {
        is_set,
        reason: reason.to_owned(),
    }
}

impl Judge<'_> {
    fn verdict(
        &self,
        entry: &TopEntry,
        marks: Marks,
        is_submodule: bool,
        top: &TopLevel,
    ) -> Verdict {
        let named = self.by_name(entry, top);
        // 1. Ignored files are never committed.
        if let Some(rule) = &entry.ignored_by {
            return Verdict::new(named.role, true, format!("git ignores it ({rule})"));
        }
        // 2. and 3. What git tracks, and the attributes of that.
        if marks.vendored == Some(true) {
            let reason = ".gitattributes says that it is another project's code";
            return Verdict::new(Role::Dependency, true, reason);
        }
        // 4. What is another repository.
        if is_submodule {
            let reason = "it is a submodule, a repository of its own";
            return Verdict::new(Role::Dependency, true, reason);
        }
        // People review less of it, and still look for things in it.
        if marks.generated == Some(true) && !named.is_left_out {
            let reason = ".gitattributes says that it is generated";
            return Verdict::new(Role::Generated, false, reason);
        }
        // 5. The names, and the stacks that give them a meaning.
        let is_said_own = marks.vendored == Some(false) || marks.generated == Some(false);
        if named.is_left_out && is_said_own {
            let reason = ".gitattributes says that it is the project's own";
            return Verdict::new(Role::Source, false, reason);
        }
        if marks.left_out_of_exports == Some(true) && named.role == Role::Unknown {
            let reason = ".gitattributes leaves it out of archives, but it is the project's own";
            return Verdict::new(Role::Config, false, reason);
        }
        named
    }

    /// Verdict by the name and the content.
    fn by_name(&self, entry: &TopEntry, top: &TopLevel) -> Verdict {
        let name = entry.name.as_str();
        let row = match entry.kind {
            TopKind::Folder | TopKind::Submodule => {
                let has_stack = |stack: &str| self.stacks.contains(&stack);
                roles::of_folder(name, entry.is_tracked, &has_stack)
            }
            TopKind::File => {
                let row = roles::of_file(name);
                let is_made = matches!(row, Some(row) if row.role == Role::Generated);
                // Some of them end like documents: `CMakeLists.txt`.
                if known::is_of_build(name) && !is_made {
                    let reason = "it says how the project is built";
                    return Verdict::new(Role::Config, false, reason);
                }
                row
            }
            TopKind::Link => {
                let reason = "it is a symbolic link, and what it leads to has a name of its own";
                return Verdict::new(Role::Unknown, false, reason);
            }
            TopKind::Other => {
                return Verdict::new(Role::Unknown, true, "it is neither a file nor a folder");
            }
        };
        // A tracked folder with such a name is not a log of an agent's.
        let is_own_log = entry.is_tracked && COMMITTED_LOGS.contains(&name);
        match row {
            Some(row) if !is_own_log => {
                let what = what(row.role);
                Verdict::new(
                    row.role,
                    row.is_left_out,
                    format!("its name is that of {what}"),
                )
            }
            _ => by_content(entry, top),
        }
    }
}

/// Verdict by the content.
fn by_content(entry: &TopEntry, top: &TopLevel) -> Verdict {
    let prefix = format!("{}/", entry.name);
    let mut files = top.files.iter();
    let manifest = files.find(|file| file.path.starts_with(&prefix));
    if entry.kind == TopKind::File {
        if known::is_source(&entry.name) {
            return Verdict::new(Role::Source, false, "it is source code");
        }
    } else if entry.has_source {
        return Verdict::new(Role::Source, false, "it holds source code");
    } else if manifest.is_some() {
        let reason = "it holds a file that says how it is built";
        return Verdict::new(Role::Source, false, reason);
    }
    Verdict::new(Role::Unknown, false, "nothing says what it is for")
}

/// Name of a role in a reason.
fn what(role: Role) -> &'static str {
    match role {
        Role::Source => "source code",
        Role::Tests => "tests",
        Role::Docs => "documentation",
        Role::Config => "settings",
        Role::Dependency => "other projects' code",
        Role::Build => "what a build leaves",
        Role::Cache => "a cache",
        Role::Generated => "what a program makes",
        Role::Data => "data",
        Role::Vcs => "version control",
        Role::Memory => "agents' state",
        Role::Unknown => "nothing that is known",
    }
}
