//! Writes a map: as many symbols as there is room for, by folder and file.

use std::collections::{BTreeMap, HashMap};

use super::choice::{ChosenFile, Turn, ordered};
use super::graph::Graph;
use git_memory_text::budget::Size;
use git_memory_text::path::{folder, last};
use git_memory_text::{counted, visible_line};

/// The maximum number of folders for which the number of left-out files is shown.
const FOLDERS: usize = 6;
/// The fewest thousandths of a token, and characters, that a symbol takes.
const LEAST_TOKENS: u64 = 900;
const LEAST_CHARS: usize = 2;

/// Decisions of the project about files: lines of text by path.
pub type FileDecisions = HashMap<String, Vec<String>>;

/// The files of a graph in the order in which they are of use.
pub struct MapChoice<'a> {
    files: Vec<ChosenFile<'a>>,
    turns: Vec<Turn>,
}

/// A map that fits into a budget.
#[derive(Clone, Debug, Default)]
pub struct MapPage<'a> {
    /// Its text; empty if there is no room for any.
    pub text: String,
    /// Files on the page, the highest rank first.
    pub files: Vec<ChosenFile<'a>>,
    /// Number of files that it does not show.
    pub files_left: usize,
    /// Number of symbols that it does not show, with those of files that it does not show.
    pub symbols_left: usize,
}

impl<'a> MapChoice<'a> {
    /// Puts the files of a graph, and their definitions, in order.
    #[must_use]
    pub fn of(graph: &Graph<'a>) -> Self {
        let (files, turns) = ordered(graph);
        Self { files, turns }
    }

    /// The map that fits into some room, with the decisions about the files.
    #[must_use]
    pub fn page(&self, room: Size, decisions: &FileDecisions) -> MapPage<'a> {
        // No text of `none` symbols and more fits, one of `some` fits.
        let (mut some, mut none) = (0, self.most(room) + 1);
        let mut best = self.written(0, decisions);
        if !room.holds(room.measure(&best.text)) {
            return MapPage {
                text: String::new(),
                ..best
            };
        }
        while some + 1 < none {
            let middle = usize::midpoint(some, none);
            let page = self.written(middle, decisions);
            if room.holds(room.measure(&page.text)) {
                (some, best) = (middle, page);
            } else {
                none = middle;
            }
        }
        best
    }

    /// The most symbols that may have room.
    fn most(&self, room: Size) -> usize {
        let by_tokens = usize::try_from(room.tokens / LEAST_TOKENS);
        // More than can be counted is more than there are.
        let by_tokens = by_tokens.unwrap_or(usize::MAX);
        let most = by_tokens.min(room.chars / LEAST_CHARS);
        self.turns.len().min(most)
    }

    /// The map of the first symbols.
    fn written(&self, count: usize, decisions: &FileDecisions) -> MapPage<'a> {
        let mut shown: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for turn in &self.turns[..count] {
            shown.entry(turn.file).or_default().push(turn.symbol);
        }
        let mut files = Vec::with_capacity(shown.len());
        let mut symbols = 0;
        for (nth, places) in shown {
            let file = &self.files[nth];
            let chosen = places.iter().filter_map(|at| file.symbols.get(*at));
            let chosen: Vec<_> = chosen.copied().collect();
            symbols += chosen.len();
            files.push(ChosenFile {
                symbols: chosen,
                ..*file
            });
        }
        let all: usize = self.files.iter().map(|file| file.symbols.len()).sum();
        let mut page = MapPage {
            text: String::new(),
            files_left: self.files.len() - files.len(),
            symbols_left: all - symbols,
            files,
        };
        page.text = text(&page.files, decisions);
        page.text.push_str(&self.rest(&page));
        page
    }

    /// The last line: the number of left-out files and symbols, and their folders.
    fn rest(&self, page: &MapPage) -> String {
        let mut left = Vec::new();
        if page.files_left > 0 {
            let files = counted(page.files_left, "file");
            left.push(format!("{files} ({})", self.folders_left(page)));
        }
        if page.symbols_left > 0 {
            left.push(counted(page.symbols_left, "symbol"));
        }
        if left.is_empty() {
            return String::new();
        }
        format!("Left out: {}\n", left.join(", "))
    }

    /// The top folders of the left-out files, those with the most of them first.
    fn folders_left(&self, page: &MapPage) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for file in &self.files {
            *counts.entry(top_folder(file.path)).or_default() += 1;
        }
        for file in &page.files {
            if let Some(count) = counts.get_mut(top_folder(file.path)) {
                *count -= 1;
            }
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().filter(|it| it.1 > 0).collect();
        counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let mut named = Vec::new();
        for (folder, count) in counts.iter().take(FOLDERS) {
            named.push(format!("{} {count}", visible_line(folder)));
        }
        if counts.len() > FOLDERS {
            named.push("…".to_owned());
        }
        named.join(", ")
    }
}

/// The first folder of a path; `.` for a file at the top.
fn top_folder(path: &str) -> &str {
    match path.split_once('/') {
        Some((folder, _)) => folder,
        None => ".",
    }
}

/// The lines of files, with those of one folder together, at the place of the first of them.
fn text(files: &[ChosenFile], decisions: &FileDecisions) -> String {
    let mut folders: Vec<(&str, Vec<&ChosenFile>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for file in files {
        let name = folder(file.path);
        let place = *places.entry(name).or_insert(folders.len());
        match folders.get_mut(place) {
            Some((_, files)) => files.push(file),
            None => folders.push((name, vec![file])),
        }
    }
    let mut text = String::new();
    for (folder, files) in folders {
        // A folder of which one file is shown, or the top, needs no line of its own.
        let has_heading = files.len() > 1 && !folder.is_empty();
        if has_heading {
            push_line(&mut text, &format!("{folder}/"));
        }
        for file in files {
            let (indent, name) = if has_heading {
                ("  ", last(file.path))
            } else {
                ("", file.path)
            };
            push_line(&mut text, &file_line(indent, name, file));
            for decision in decisions.get(file.path).into_iter().flatten() {
                push_line(&mut text, &format!("{indent}  > {decision}"));
            }
        }
    }
    text
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(&visible_line(line));
    text.push('\n');
}

/// A file with its symbols; those of one type in brackets after it.
fn file_line(indent: &str, name: &str, file: &ChosenFile) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for symbol in &file.symbols {
        let definition = symbol.definition;
        let (head, member) = match &definition.container {
            Some(container) => (&**container, Some(&*definition.name)),
            None => (&*definition.name, None),
        };
        let known = groups.iter().position(|(known, _)| *known == head);
        let place = known.unwrap_or(groups.len());
        if known.is_none() {
            groups.push((head, Vec::new()));
        }
        let members = &mut groups[place].1;
        // A method that is written twice, for two systems, is one.
        if let Some(member) = member
            && !members.contains(&member)
        {
            members.push(member);
        }
    }
    let mut line = format!("{indent}{name}");
    for (nth, (head, members)) in groups.iter().enumerate() {
        line.push_str(if nth == 0 { ": " } else { " " });
        line.push_str(head);
        if !members.is_empty() {
            line.extend(["(", &members.join(" "), ")"]);
        }
    }
    line
}
