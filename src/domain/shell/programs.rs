//! What single programs, and a few that are alike, do with their words.

use super::act::Act;
use super::commands::{Walk, has_slash, is_assignment, is_prose, is_remote};
use super::options::{Arguments, Item, Value};
use super::word::Word;
use crate::domain::apply_patch::patched;
use crate::domain::path::last;
use crate::domain::project::policy::of_search;

/// Words of `find` after which a command follows, run where `find` does or where the file lies.
const RUNS_HERE: [&str; 2] = ["-exec", "-ok"];
const RUNS_THERE: [&str; 2] = ["-execdir", "-okdir"];
/// Words of `find` that leave nothing out of what it deletes, or hardly anything.
const ALL_BELOW: [&str; 7] = [
    "-delete",
    "-depth",
    "-mindepth",
    "-mount",
    "-print",
    "-type",
    "-xdev",
];
impl Walk {
    /// A glob by which files are chosen: a part that is nothing but wildcards is aimed at nothing.
    pub(super) fn filter(&mut self, word: &Word) {
        if !word.is_open()
            && let Some(glob) = of_search(&word.text)
        {
            self.path(&Word::wild(&glob), Act::Searches);
        }
    }

    /// A text that is in a file where it begins with `@`.
    pub(super) fn data(&mut self, word: &Word) {
        if let Some(path) = word.after("@") {
            self.path(&path, Act::Reads);
        }
    }

    /// The same, or a name before the `@`.
    pub(super) fn encoded(&mut self, word: &Word) {
        if let Some((name, _)) = word.text.split_once('@')
            && !name.contains('=')
            && let Some(path) = word.after(&format!("{name}@"))
        {
            self.path(&path, Act::Reads);
        }
    }

    /// A field whose value may be in a file: `name=@file;type=text/plain`.
    pub(super) fn form(&mut self, word: &Word) {
        let Some((name, _)) = word.text.split_once('=') else {
            return;
        };
        for sign in ['@', '<'] {
            let Some(file) = word.after(&format!("{name}={sign}")) else {
                continue;
            };
            let (file, end) = match file.after("\"") {
                Some(quoted) => (quoted, '"'),
                None => (file, ';'),
            };
            let file = file.before(end).unwrap_or(file);
            self.path(&file, Act::Reads);
        }
    }

    /// A URL of a file.
    pub(super) fn url(&mut self, word: &Word) {
        if word.text.starts_with("file:") {
            self.path(word, Act::Reads);
        }
    }

    /// The command lines that options have.
    pub(super) fn lines(&mut self, given: &Arguments<'_>, depth: usize) {
        for line in given.values(Value::Line) {
            self.inner_line(line, depth);
        }
    }

    /// A command line for a shell of its own, or for later: where it goes is nowhere here.
    pub(super) fn inner_line(&mut self, line: &Word, depth: usize) {
        self.returning(|walk| walk.joined_line(&[line], depth));
    }

    /// `unzip`: files are taken out, where options do not say that they are shown or listed.
    pub(super) fn unpacks(&mut self, given: &Arguments<'_>) {
        let operands = given.operands();
        let Some((archive, members)) = operands.split_first() else {
            return;
        };
        self.path(archive, Act::Reads);
        if given.has(&["-c", "-l", "-p", "-t", "-v", "-Z", "-z"]) {
            return;
        }
        self.returning(|walk| {
            if let Some(into) = given.values(Value::Written).last() {
                walk.change_folder(Some(into));
            }
            walk.paths(members, Act::Writes);
        });
    }

    pub(super) fn after_script(&mut self, given: &Arguments<'_>, act: Act) {
        self.paths(&without_script(given), act);
    }

    pub(super) fn copies(&mut self, given: &Arguments<'_>, act: Act) {
        let mut operands = given.operands();
        operands.retain(|word| act != Act::Reads || !is_remote(word));
        let target = match given.values(Value::Target).last() {
            Some(target) => Some(target),
            None if operands.len() > 1 => operands.pop(),
            None => None,
        };
        if let Some(target) = target {
            let from = self.found.len();
            self.path(target, Act::Writes);
            if is_mirrored(given) {
                self.touch_whole(from);
            }
            // A folder gets a file of the same name; a device is none.
            let is_device = target.text.starts_with("/dev/") || target.text.starts_with("/proc/");
            for word in operands.iter().filter(|_| !is_device) {
                let name = last(word.text.trim_end_matches('/'));
                let is_plain = !word.is_open() && !word.is_glob && !name.is_empty();
                if is_plain && !target.is_open() && !target.is_glob {
                    self.path(&target.joined(name), Act::Writes);
                }
            }
        }
        let from = self.found.len();
        self.paths(&operands, act);
        // What moves does so with all that is in it.
        if act == Act::Writes {
            self.touch_whole(from);
        }
    }

    /// `tar`: files are taken in or out, in the folders that options name one after the other.
    pub(super) fn archive(&mut self, given: &Arguments<'_>) {
        let (archive, files) = if given.has(&["-x", "--extract", "--get"]) {
            (Act::Reads, Some(Act::Writes))
        } else if given.has(&["-t", "--list"]) {
            (Act::Reads, None)
        } else {
            (Act::Writes, Some(Act::Reads))
        };
        let folder = self.folder.clone();
        let rest = given.rest.iter().map(Item::Operand);
        for item in given.items.iter().cloned().chain(rest) {
            match &item {
                Item::Option(_, Value::Archive, word) if !is_remote(word) => {
                    // Not where `-C` says.
                    let inner = std::mem::replace(&mut self.folder, folder.clone());
                    self.path(word, archive);
                    self.folder = inner;
                }
                Item::Option(_, Value::Folder, word) => {
                    if files == Some(Act::Writes) {
                        self.path(word, Act::Writes);
                    }
                    self.change_folder(Some(word));
                }
                Item::Operand(word) => {
                    if let Some(act) = files {
                        self.path(word, act);
                    }
                }
                _ => {}
            }
        }
        self.folder = folder;
    }

    pub(super) fn leading(&mut self, words: &[Word], depth: usize) {
        let is_own = |word: &Word| {
            matches!(word.text.as_str(), "-H" | "-L" | "-P") || word.text.starts_with("-O")
        };
        let is_test = |word: &Word| word.text.starts_with(['-', '(', '!']) && !is_own(word);
        let end = words.iter().position(is_test).unwrap_or(words.len());
        let (folders, tests) = words.split_at(end);
        let deletes = tests.iter().any(|word| word.text == "-delete");
        let act = if deletes { Act::Writes } else { Act::Reads };
        let from = self.found.len();
        for word in folders.iter().filter(|word| !is_own(word)) {
            self.path(word, act);
        }
        if deletes && folders.iter().all(is_own) {
            self.path(&Word::plain("."), act);
        }
        let is_any = |word: &Word| !is_test(word) || ALL_BELOW.contains(&word.text.as_str());
        if deletes && tests.iter().all(is_any) {
            self.touch_whole(from);
        }
        self.named_by_tests(tests, act);
        self.run_by_tests(tests, depth);
    }

    /// The files that `find` writes or compares with, and what it hands to a command or deletes by its
    /// name or path.
    fn named_by_tests(&mut self, tests: &[Word], act: Act) {
        // What is left out may have a name, too.
        let leaves_out = tests.iter().any(|word| word.text == "-prune")
            || tests
                .windows(2)
                .any(|pair| is_not(&pair[0]) && pair[1].text == "(");
        let touches = !leaves_out && (act == Act::Writes || tests.iter().any(runs_command));
        for (at, pair) in tests.windows(2).enumerate() {
            let [test, value] = pair else { continue };
            match test.text.as_str() {
                "-fls" | "-fprint" | "-fprint0" | "-fprintf" => self.path(value, Act::Writes),
                "-anewer" | "-cnewer" | "-files0-from" | "-samefile" => {
                    self.path(value, Act::Reads);
                }
                "-name" | "-iname" | "-path" | "-ipath" | "-wholename" if touches => {
                    let before = at.checked_sub(1).and_then(|before| tests.get(before));
                    if !before.is_some_and(is_not) {
                        self.path(&Word::wild(&value.text), act);
                    }
                }
                // `-newermt` takes a date.
                test if test.starts_with("-newer") && !test.ends_with('t') => {
                    self.path(value, Act::Reads);
                }
                _ => {}
            }
        }
    }

    /// The commands that `find` runs.
    fn run_by_tests(&mut self, mut tests: &[Word], depth: usize) {
        while let Some((word, rest)) = tests.split_first() {
            tests = rest;
            if !runs_command(word) {
                continue;
            }
            let is_there = RUNS_THERE.contains(&word.text.as_str());
            let is_end = |word: &Word| matches!(word.text.as_str(), ";" | "+");
            let end = rest.iter().position(is_end).unwrap_or(rest.len());
            let (command, after) = rest.split_at(end);
            tests = after;
            self.returning(|walk| {
                if is_there {
                    walk.folder = None;
                }
                walk.command(command, None, depth + 1);
            });
        }
    }

    pub(super) fn blocks(&mut self, words: &[Word]) {
        for word in words {
            for (option, act) in [("if=", Act::Reads), ("of=", Act::Writes)] {
                if let Some(path) = word.after(option) {
                    self.path(&path, act);
                }
            }
        }
    }

    /// A command that runs another one, perhaps in a folder of its own.
    pub(super) fn runs(
        &mut self,
        given: &Arguments<'_>,
        skipped: usize,
        text: Option<&str>,
        depth: usize,
    ) {
        let is_variable = |word: &&Word| is_assignment(word);
        let skipped = skipped + given.rest.iter().take_while(is_variable).count();
        let rest = given.rest.get(skipped..).unwrap_or_default();
        let folder = self.folder.clone();
        for word in given.values(Value::Folder) {
            self.change_folder(Some(word));
        }
        if given.has_value(Value::Line) {
            let line: Vec<&Word> = given.values(Value::Line).chain(rest).collect();
            self.joined_line(&line, depth);
        } else {
            self.command(rest, text, depth + 1);
        }
        // `command cd` and `builtin cd` count from there on.
        if given.has_value(Value::Folder) {
            self.folder = folder;
        }
    }

    pub(super) fn joined_line(&mut self, words: &[&Word], depth: usize) {
        // What the shell puts in stands for itself in it.
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        self.line(&texts.join(" "), depth + 1);
    }

    pub(super) fn shell(&mut self, given: &Arguments<'_>, text: Option<&str>, depth: usize) {
        let first = given.rest.split_first();
        let first = first.filter(|(word, _)| word.text != "-");
        match (first, text) {
            (Some((line, _)), _) if given.has(&["-c"]) => self.inner_line(line, depth),
            (Some((script, rest)), _) if !given.has(&["-s"]) => {
                self.path(script, Act::Reads);
                self.unknown(rest);
            }
            (_, Some(text)) => self.inner_line(&Word::plain(text), depth),
            _ => {}
        }
    }

    /// `apply_patch`: the files of a patch.
    pub(super) fn patch(&mut self, patch: &str) {
        for file in patched(patch) {
            // Of a part of a file, nobody knows what becomes of the rest.
            let act = if file.is_removed {
                Act::Writes
            } else {
                Act::Appends
            };
            let from = self.found.len();
            self.path(&Word::plain(file.path), act);
            let rooted = self.found[from..].iter().filter(|path| path.is_rooted);
            self.patched.extend(rooted.map(|path| path.text.clone()));
        }
    }

    /// `gh`: the files that it publishes; what else it is given may be a path by its form, but for
    /// those of the service's own interface.
    pub(super) fn hub(&mut self, given: &Arguments<'_>) {
        let operands = given.operands();
        let texts: Vec<&str> = operands.iter().map(|word| word.text.as_str()).collect();
        let files = match texts.as_slice() {
            ["gist", "create", ..] => 2,
            ["gist", "edit", ..] | ["release", "create" | "upload", ..] => 3,
            ["api", ..] => {
                // What is a file's name in other commands is a field here.
                for word in given.values(Value::Read) {
                    self.form(word);
                }
                return;
            }
            _ => {
                let paths = operands
                    .iter()
                    .filter(|word| has_slash(word) && !is_prose(word));
                let paths: Vec<&Word> = paths.copied().collect();
                return self.paths(&paths, Act::Reads);
            }
        };
        self.paths(operands.get(files..).unwrap_or_default(), Act::Reads);
    }
}

/// Whether a command follows that `find` runs.
fn runs_command(word: &Word) -> bool {
    let word = word.text.as_str();
    RUNS_HERE.contains(&word) || RUNS_THERE.contains(&word)
}

/// Whether `find` is to take the opposite of what follows.
fn is_not(word: &Word) -> bool {
    matches!(word.text.as_str(), "!" | "-not")
}

/// The operands without the first one, where that is a pattern or a script that no option gives.
pub(super) fn without_script<'a>(given: &Arguments<'a>) -> Vec<&'a Word> {
    let mut operands = given.operands();
    let is_given = given.has_value(Value::Script)
        || given.has_value(Value::ScriptFile)
        || given.has(&["--files"]);
    if !operands.is_empty() && !is_given {
        operands.remove(0);
    }
    operands
}

/// Whether `rsync` takes away what its source does not have; what it excludes, it leaves.
fn is_mirrored(given: &Arguments<'_>) -> bool {
    let deletes = |item: &Item<'_>| matches!(item, Item::Flag(name) if name.starts_with("--del"));
    given.items.iter().any(deletes)
        && !given.has(&["--exclude", "--exclude-from", "--filter", "-f"])
}
