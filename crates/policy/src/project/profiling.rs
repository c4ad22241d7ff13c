//! Makes the stack profile: the manifests, and the facts from them and from other files.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::members::Members;
use super::pattern::fits;
use super::reading::{Part, SCRIPTS, Said, reader_of};
use super::stack_profile::{Command, Manifest, Purpose, Stack, StackProfile};
use super::stacks::{SHARED, STACKS, StackRow, place_of};
use super::top_level::{Content, KnownFile, TopLevel};
use git_memory_guard::redact;
use git_memory_text::path::{folder, last};
use git_memory_text::visible_line;

/// Maximum number of paths that show one stack.
const EVIDENCE: usize = 8;
/// Maximum number of manifests.
const MANIFESTS: usize = 500;
/// Maximum number of commands, and of commands from one file.
const COMMANDS: usize = 200;
const OF_A_FILE: usize = 30;
/// The length of a word, in bytes, that may be a secret.
const LONG: usize = 16;
/// The package manager of JavaScript unless a file shows another.
const NODE: &str = "npm";

/// The contents of the files that were read, by their paths.
pub type Contents = HashMap<String, Vec<u8>>;

/// Makes the profile of a top level.
pub(crate) fn profile(top: &TopLevel, contents: &Contents) -> StackProfile {
    let mut making = Making {
        folders: BTreeMap::new(),
        evidence: BTreeMap::new(),
        own: BTreeSet::new(),
        members: Members::default(),
        profile: StackProfile {
            faults: top.faults.clone(),
            ..StackProfile::default()
        },
    };
    for file in &top.files {
        let names = making.folders.entry(folder(&file.path)).or_default();
        names.insert(last(&file.path));
    }
    let said = making.read(top, contents);
    for file in &top.files {
        making.add_file(file, said.get(file.path.as_str()));
    }
    making.add_commands(top, &said);
    making.finish()
}

struct Making<'a> {
    /// The known names of each folder.
    folders: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// The paths that show each stack, by its place in the table.
    evidence: BTreeMap<usize, Vec<String>>,
    /// The places of stacks with evidence that is not shared with another stack.
    own: BTreeSet<usize>,
    members: Members,
    profile: StackProfile,
}

impl<'a> Making<'a> {
    /// Reads all readable files.
    fn read(&mut self, top: &'a TopLevel, contents: &Contents) -> HashMap<&'a str, Said> {
        let mut all = HashMap::new();
        for file in &top.files {
            let path = file.path.as_str();
            if let Content::Unreadable(why) = &file.content {
                self.fault(path, why);
            }
            let (Some(reading), Some(bytes)) = (reader_of(path), contents.get(path)) else {
                continue;
            };
            let Ok(text) = std::str::from_utf8(bytes) else {
                self.fault(path, "is not UTF-8");
                continue;
            };
            let node = self.node_manager(folder(path));
            let part = Part {
                names: &self.folders[folder(path)],
                node,
            };
            match reading.read(text, &part) {
                Ok(said) => {
                    self.members.add(path, &said.members);
                    all.insert(path, said);
                }
                Err(why) => self.fault(path, &why),
            }
        }
        all
    }

    fn fault(&mut self, path: &str, why: &str) {
        let fault = format!("{}: {why}", visible_line(path));
        self.profile.faults.push(fault);
    }

    /// The package manager whose lock file is in a folder, or next above it.
    fn node_manager(&self, within: &str) -> &'static str {
        let mut at = Some(within);
        while let Some(here) = at {
            if let Some(names) = self.folders.get(here) {
                for row in STACKS.iter().filter(|row| row.name == "javascript") {
                    let mut managers = row.managers.iter();
                    if let Some((_, manager)) = managers.find(|(mark, _)| names.contains(mark)) {
                        return manager;
                    }
                }
            }
            at = (!here.is_empty()).then(|| folder(here));
        }
        NODE
    }

    /// Adds the evidence of a file.
    fn add_file(&mut self, file: &KnownFile, said: Option<&Said>) {
        let name = last(&file.path);
        // The script of a build is not a source file: `build.gradle.kts`.
        let is_of_any = STACKS.iter().any(|row| row.has_manifest(name));
        for (place, row) in STACKS.iter().enumerate() {
            let is_manifest = row.has_manifest(name);
            if is_manifest && self.profile.manifests.len() < MANIFESTS {
                self.profile.manifests.push(Manifest {
                    path: file.path.clone(),
                    stack: row.name.to_owned(),
                    blob: match &file.content {
                        Content::Blob(id) => Some(id.clone()),
                        Content::Unread | Content::Unreadable(_) => None,
                    },
                });
            }
            let is_said = said.is_some_and(|said| said.stacks.contains(&row.name));
            let is_mark = row.marks.iter().any(|mark| fits(mark, name));
            let is_source = !is_of_any && row.has_ending(name);
            if is_said || (is_source && !is_shared(row, name)) {
                self.own.insert(place);
            }
            if is_manifest || is_said || is_mark || is_source {
                self.evidence
                    .entry(place)
                    .or_default()
                    .push(file.path.clone());
            }
            for (mark, manager) in row.managers {
                if fits(mark, name) {
                    self.add_manager(manager);
                }
            }
        }
        for manager in said.into_iter().flat_map(|said| &said.managers) {
            self.add_manager(manager);
        }
    }

    fn add_manager(&mut self, manager: &str) {
        let managers = &mut self.profile.package_managers;
        if let Err(place) = managers.binary_search_by(|known| known.as_str().cmp(manager)) {
            managers.insert(place, manager.to_owned());
        }
    }

    /// Adds the commands: those that a project names come before those that its tools bring.
    fn add_commands(&mut self, top: &TopLevel, said: &HashMap<&str, Said>) {
        let mut ranked: Vec<(usize, Command)> = Vec::new();
        for file in &top.files {
            let path = file.path.as_str();
            if let Some((_, purpose)) = SCRIPTS.iter().find(|(script, _)| *script == path) {
                ranked.push((0, command(*purpose, &format!("./{path}"), "", path)));
            }
            if let Some(said) = said.get(path) {
                let (rank, within) = place(path);
                for line in said.commands.iter().take(OF_A_FILE) {
                    if has_secret(&line.line) {
                        continue;
                    }
                    ranked.push((rank, command(line.purpose, &line.line, within, path)));
                }
            }
            for row in &STACKS {
                for line in self.conventions(row, path, said) {
                    ranked.push((3, command(line.0, line.1, folder(path), path)));
                }
            }
        }
        ranked.sort_by(|(a, x), (b, y)| key(*a, x).cmp(&key(*b, y)));
        let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
        for (_, command) in ranked {
            let is_new = seen.insert((command.folder.clone(), command.line.clone()));
            if is_new && self.profile.commands.len() < COMMANDS {
                self.profile.commands.push(command);
            }
        }
    }

    /// Commands of a manifest, unless it is a member of a workspace: the commands of the manifest
    /// that declares the workspace run those of all members. If that has none, as a `go.work`, each
    /// member keeps its own.
    fn conventions(
        &self,
        row: &'static StackRow,
        path: &str,
        said: &HashMap<&str, Said>,
    ) -> Vec<(Purpose, &'static str)> {
        let lines = self.brought(row, path);
        let has_commands = |manifest: &str| {
            let named = said.get(manifest);
            named.is_some_and(|said| !said.commands.is_empty())
                || !self.brought(row, manifest).is_empty()
        };
        if !lines.is_empty() && self.members.naming(row, folder(path)).any(has_commands) {
            return Vec::new();
        }
        lines
    }

    /// Commands that a manifest of this stack brings with it.
    fn brought(&self, row: &'static StackRow, path: &str) -> Vec<(Purpose, &'static str)> {
        let (within, name) = (folder(path), last(path));
        let mut lines = Vec::new();
        let names = &self.folders[within];
        for convention in row.commands {
            let has = |mark: &str| names.iter().any(|name| fits(mark, name));
            if fits(convention.manifest, name)
                && convention.with.is_none_or(has)
                && !convention.without.is_some_and(has)
            {
                lines.push((convention.purpose, convention.line));
            }
        }
        lines
    }

    /// Gives shared evidence of two stacks to the one that is used.
    fn part_shared(&mut self) {
        for shared in &SHARED {
            let (Some(place), Some(with)) = (place_of(shared.stack), place_of(shared.with)) else {
                continue;
            };
            if self.own.contains(&place) || !self.own.contains(&with) {
                continue;
            }
            let evidence = self.evidence.remove(&place).unwrap_or_default();
            let others = self.evidence.entry(with).or_default();
            for path in evidence {
                if !others.contains(&path) {
                    others.push(path);
                }
            }
            for manifest in &mut self.profile.manifests {
                if manifest.stack == shared.stack {
                    shared.with.clone_into(&mut manifest.stack);
                }
            }
        }
    }

    fn finish(mut self) -> StackProfile {
        self.part_shared();
        let manifests = self.profile.manifests.iter();
        let manifests: BTreeSet<(&str, &str)> = manifests
            .map(|it| (it.stack.as_str(), it.path.as_str()))
            .collect();
        let mut stacks: Vec<(bool, usize, Stack)> = Vec::new();
        for (place, mut evidence) in std::mem::take(&mut self.evidence) {
            let name = STACKS[place].name.to_owned();
            let is_manifest = |path: &str| manifests.contains(&(name.as_str(), path));
            // Files at the top say most, manifests before everything else.
            evidence.sort_by_key(|path| {
                let depth = path.matches('/').count();
                (!is_manifest(path), depth, path.clone())
            });
            evidence.truncate(EVIDENCE);
            let is_main = evidence
                .first()
                .is_some_and(|path| !path.contains('/') && is_manifest(path));
            stacks.push((!is_main, place, Stack { name, evidence }));
        }
        stacks.sort_by_key(|(is_other, place, _)| (*is_other, *place));
        self.profile.stacks = stacks.into_iter().map(|(_, _, stack)| stack).collect();
        self.profile
    }
}

fn command(purpose: Purpose, line: &str, folder: &str, source: &str) -> Command {
    Command {
        purpose,
        line: line.to_owned(),
        folder: folder.to_owned(),
        source: source.to_owned(),
    }
}

/// True if a source file of a stack may belong to another one that shares its manifests.
fn is_shared(row: &StackRow, name: &str) -> bool {
    let mut shared = SHARED.iter().filter(|shared| shared.stack == row.name);
    shared.any(|shared| shared.endings.iter().any(|ending| name.ends_with(ending)))
}

/// True if a line holds a secret, which must not be shown.
fn has_secret(line: &str) -> bool {
    // The search for secrets takes much longer than all other work here, and most lines are too
    // short for one.
    let is_long = |word: &str| word.len() >= LONG;
    line.split([' ', '=']).any(is_long) && redact(line).as_str() != line
}

/// Rank of the commands of a file, and the folder in which they are typed.
fn place(path: &str) -> (usize, &str) {
    // A pipeline runs at the top, wherever its file is.
    if path.starts_with('.') && path.contains(['/', '-']) {
        return (2, "");
    }
    (1, folder(path))
}

/// By purpose, the top first, then by rank; a command of a single word before its variants.
fn key(rank: usize, command: &Command) -> (Purpose, usize, &str, usize, usize) {
    let parts = command.folder.matches('/').count() + usize::from(!command.folder.is_empty());
    let variant = command.line.matches([':', '-']).count();
    (command.purpose, parts, &command.folder, rank, variant)
}
