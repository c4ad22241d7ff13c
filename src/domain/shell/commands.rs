//! The commands of a line, and the paths that they name.

use super::act::Act;
use super::options::{Arguments, Item, Options, Until, Value, is_option};
use super::table::{Known, Reads, is_keyword, known};
use super::words::{DEPTH, TOO_DEEP, Token, Word, tokens};
use crate::domain::path::last;
use crate::domain::project::policy::is_glob;

/// How many paths are looked at.
const PATHS: usize = 4096;
/// Words in the names of options whose values are what a program does not touch.
const LEAVES_OUT: [&str; 3] = ["exclude", "ignore", "skip"];
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
/// Options of git's own commands whose values are files here.
const GIT_CONFIG: Options = Options(&[(Value::Read, "-f --file --blob")]);
const GIT_OUTPUT: Options = Options(&[(Value::Written, "-o --output --output-directory")]);

/// A path that a command line names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPath {
    /// The path, or a glob where wildcards are in it.
    pub text: String,
    /// Whether wildcards are in it.
    pub is_glob: bool,
    /// What the command does with it.
    pub act: Act,
    /// Whether it is known where it begins: not after `cd "$X"`.
    pub is_rooted: bool,
    /// How much is meant with it.
    pub extent: Extent,
}

/// How much is meant with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What it names.
    Alone,
    /// All that is below it, too, as one.
    Whole,
    /// Something below it, whose name the shell puts in: `src/$X`.
    Below,
}

/// What a command line plainly names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The paths, in the order of the line.
    pub paths: Vec<NamedPath>,
    /// Why there may be others, where the line was not read as a whole.
    pub unclear: Option<&'static str>,
}

/// The paths that a command line plainly names.
#[must_use]
pub fn named(line: &str) -> Names {
    let mut walk = Walk {
        found: Vec::new(),
        folder: Some(String::new()),
        unclear: None,
    };
    walk.line(line, 0);
    Names {
        paths: walk.found,
        unclear: walk.unclear,
    }
}

/// A command that is being read.
#[derive(Default)]
struct Command {
    words: Vec<Word>,
    /// What it reads on its standard input, where that is in the line.
    text: Option<String>,
}

/// What the next word is, after a sign that redirects.
enum Next {
    File(Act),
    Text,
}

struct Walk {
    found: Vec<NamedPath>,
    /// Where commands run, from where the line begins; `None` where that is not known.
    folder: Option<String>,
    unclear: Option<&'static str>,
}

impl Walk {
    fn line(&mut self, line: &str, depth: usize) {
        if depth > DEPTH {
            self.unclear = Some(TOO_DEEP);
            return;
        }
        let mut command = Command::default();
        let mut shells = Vec::new();
        let mut next = None;
        for token in tokens(line) {
            match token {
                Token::Word(word) => match next.take() {
                    Some(Next::File(act)) => self.path(&word, act),
                    Some(Next::Text) => command.text = Some(word.text),
                    None => command.words.push(word),
                },
                Token::From => next = Some(Next::File(Act::Reads)),
                Token::Into => next = Some(Next::File(Act::Writes)),
                Token::Onto => next = Some(Next::File(Act::Appends)),
                Token::Here => next = Some(Next::Text),
                Token::Text(text) => command.text = Some(text),
                Token::Nested(inner) => {
                    let folder = self.folder.clone();
                    self.line(&inner, depth + 1);
                    self.folder = folder;
                }
                Token::Cut(why) => self.unclear = Some(why),
                Token::End => self.run(&mut command, depth),
                Token::Open => {
                    self.run(&mut command, depth);
                    shells.push(self.folder.clone());
                }
                Token::Close => {
                    self.run(&mut command, depth);
                    // The end of a pattern of `case` closes none.
                    if let Some(folder) = shells.pop() {
                        self.folder = folder;
                    }
                }
            }
        }
        self.run(&mut command, depth);
    }

    fn run(&mut self, command: &mut Command, depth: usize) {
        let Command { words, text } = std::mem::take(command);
        self.command(&words, text.as_deref(), depth);
    }

    fn command(&mut self, words: &[Word], text: Option<&str>, depth: usize) {
        if depth > DEPTH {
            self.unclear = Some(TOO_DEEP);
            return;
        }
        let is_before = |word: &&Word| {
            let is_word = !word.is_quoted && is_keyword(&word.text);
            is_word || is_assignment(word)
        };
        let skipped = words.iter().take_while(is_before).count();
        let Some((command, words)) = words[skipped..].split_first() else {
            return;
        };
        if has_slash(command) {
            self.path(command, Act::Reads);
        }
        match known(&command.text) {
            Some(known) if !command.is_open() => self.known(known, words, text, depth),
            _ => self.unknown(words),
        }
    }

    fn known(&mut self, known: &Known, words: &[Word], text: Option<&str>, depth: usize) {
        let from = self.found.len();
        let until = match known.reads {
            Reads::Command(_) | Reads::Shell | Reads::Line | Reads::Git => Until::Operand,
            _ => Until::Dashes,
        };
        let given = Arguments::of(words, known.options, until);
        match known.reads {
            Reads::Nothing => return,
            Reads::Runs if !is_in_place(&given) => return self.unknown(words),
            _ => self.values(&given),
        }
        let operands = given.operands();
        match known.reads {
            Reads::Nothing => {}
            Reads::Paths(act) => {
                self.paths(&operands, act);
                if act == Act::Writes && given.has(&["-r", "-R", "--recursive"]) {
                    self.touch_whole(from);
                }
            }
            Reads::Tees => {
                let is_more = given.has(&["-a", "--append"]);
                let act = if is_more { Act::Appends } else { Act::Writes };
                self.paths(&operands, act);
            }
            Reads::AfterScript(act) => {
                self.after_script(&given, act);
                if act == Act::Marks && given.has(&["-R", "--recursive"]) {
                    self.touch_whole(from);
                }
            }
            Reads::Edits if !is_in_place(&given) => self.after_script(&given, Act::Reads),
            Reads::Edits | Reads::Runs => self.after_script(&given, Act::Writes),
            Reads::Copies(act) => self.copies(&given, act),
            Reads::Packs => {
                if let Some((archive, files)) = operands.split_first() {
                    self.path(archive, Act::Writes);
                    self.paths(files, Act::Reads);
                }
            }
            Reads::Archive => self.archive(words, known.options),
            Reads::Folder => self.change_folder(operands.first().copied()),
            Reads::Leading => self.leading(words, depth),
            Reads::Blocks => self.blocks(words),
            Reads::Urls => {
                for word in operands {
                    if word.text.starts_with("file:") {
                        self.path(word, Act::Reads);
                    }
                }
            }
            Reads::Command(skipped) => self.runs(&given, skipped, text, depth),
            Reads::Shell => self.shell(&given, text, depth),
            Reads::Line => self.joined_line(&operands, depth),
            Reads::Git => self.git(&given),
            Reads::Hub => self.hub(&operands),
        }
    }

    /// What the options of a command name.
    fn values(&mut self, given: &Arguments<'_>) {
        for item in &given.items {
            match item {
                Item::Option(_, Value::Read | Value::ScriptFile, word) => {
                    self.path(word, Act::Reads);
                }
                Item::Option(_, Value::Written, word) => self.path(word, Act::Writes),
                Item::Option(_, Value::Filter, word) => self.filter(word),
                Item::Option(_, Value::Data, word) => self.data(word),
                Item::Other(name, word) => self.value(name, word),
                _ => {}
            }
        }
    }

    /// A command of which nothing is known: what has the form of a path is one that is read.
    fn unknown(&mut self, words: &[Word]) {
        let mut option: Option<&Word> = None;
        for word in words {
            let of_option = option.take();
            if is_option(word) {
                let Some((name, _)) = word.text.split_once('=') else {
                    option = Some(word);
                    continue;
                };
                if let Some(value) = word.after(&format!("{name}=")) {
                    self.value(name, &value);
                }
            } else if let Some(option) = of_option {
                self.value(&option.text, word);
            } else if has_slash(word) || is_hidden(word) {
                self.path(word, Act::Reads);
            }
        }
    }

    /// The value of an option of which nothing is known.
    fn value(&mut self, option: &str, word: &Word) {
        let leaves_out = LEAVES_OUT.iter().any(|name| option.contains(name));
        // As in `perl -pe s/a/b/`.
        let is_script = option.ends_with('e') && !option.starts_with("--");
        // A message, or a pattern that the shell does not read.
        let is_text =
            word.text.contains(char::is_whitespace) || !word.is_glob && is_glob(&word.text);
        let is_path = (has_slash(word) || is_hidden(word)) && !leaves_out && !is_script && !is_text;
        if is_path || option == "-C" {
            self.path(word, Act::Reads);
        }
    }

    fn paths(&mut self, words: &[&Word], act: Act) {
        for word in words {
            self.path(word, act);
        }
    }

    /// A glob by which files are chosen in all folders: one with `!` leaves files out, a part that
    /// is nothing but wildcards is aimed at nothing.
    fn filter(&mut self, word: &Word) {
        let glob = word.text.trim_start_matches('/');
        if word.is_open() || glob.starts_with('!') {
            return;
        }
        let glob = if glob.contains('/') {
            glob.to_owned()
        } else {
            format!("**/{glob}")
        };
        self.path(&Word::wild(&glob), Act::Searches);
    }

    /// A text that is in a file where it says so: `@file`, `name=@file`, `name=<file`.
    fn data(&mut self, word: &Word) {
        let signs = ["=@", "=<"];
        let is_file = word.text.starts_with('@');
        let after = signs.iter().filter_map(|sign| word.text.find(sign)).min();
        let beginning = match after {
            _ if is_file => 1,
            Some(at) => at + 2,
            None => return,
        };
        // The file's type follows.
        let end = word.text.find(';').unwrap_or(word.text.len());
        if let Some(path) = word.text.get(beginning..end) {
            self.path(&Word::plain(path), Act::Reads);
        }
    }

    fn after_script(&mut self, given: &Arguments<'_>, act: Act) {
        let mut operands = given.operands();
        let is_given = given.has_value(Value::Script)
            || given.has_value(Value::ScriptFile)
            || given.has(&["--files"]);
        if !operands.is_empty() && !is_given {
            operands.remove(0);
        }
        self.paths(&operands, act);
    }

    fn copies(&mut self, given: &Arguments<'_>, act: Act) {
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

    /// `tar`: its first word may be the letters of options whose values follow.
    fn archive(&mut self, words: &[Word], options: Options) {
        let words = with_dashes(words, options);
        let given = Arguments::of(&words, options, Until::Dashes);
        let (archive, files) = if given.has(&["-x", "--extract", "--get"]) {
            (Act::Reads, Some(Act::Writes))
        } else if given.has(&["-t", "--list"]) {
            (Act::Reads, None)
        } else {
            (Act::Writes, Some(Act::Reads))
        };
        let folder = self.folder.clone();
        for item in &given.items {
            match item {
                Item::Option(_, Value::Archive, word) if !is_remote(word) => {
                    // Not where `-C` says.
                    let inner = std::mem::replace(&mut self.folder, folder.clone());
                    self.path(word, archive);
                    self.folder = inner;
                }
                Item::Option(_, Value::Folder, word) => self.change_folder(Some(word)),
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

    fn change_folder(&mut self, word: Option<&Word>) {
        let Some(word) = word else {
            self.folder = Some("~".to_owned());
            return;
        };
        self.path(word, Act::Reads);
        // Back to where it was before: not followed.
        self.folder = if word.is_open() || word.is_glob || word.text == "-" {
            None
        } else {
            self.joined(&word.text)
        };
    }

    fn leading(&mut self, words: &[Word], depth: usize) {
        let is_own = |word: &Word| matches!(word.text.as_str(), "-H" | "-L" | "-P");
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
        self.run_by_tests(tests, depth);
    }

    /// The commands that `find` runs.
    fn run_by_tests(&mut self, mut tests: &[Word], depth: usize) {
        while let Some((word, rest)) = tests.split_first() {
            tests = rest;
            let word = word.text.as_str();
            let is_there = RUNS_THERE.contains(&word);
            if !is_there && !RUNS_HERE.contains(&word) {
                continue;
            }
            let is_end = |word: &Word| matches!(word.text.as_str(), ";" | "+");
            let end = rest.iter().position(is_end).unwrap_or(rest.len());
            let (command, after) = rest.split_at(end);
            tests = after;
            let folder = self.folder.clone();
            if is_there {
                self.folder = None;
            }
            self.command(command, None, depth + 1);
            self.folder = folder;
        }
    }

    fn blocks(&mut self, words: &[Word]) {
        for word in words {
            for (option, act) in [("if=", Act::Reads), ("of=", Act::Writes)] {
                if let Some(path) = word.after(option) {
                    self.path(&path, act);
                }
            }
        }
    }

    /// A command that runs another one, perhaps in a folder of its own.
    fn runs(&mut self, given: &Arguments<'_>, skipped: usize, text: Option<&str>, depth: usize) {
        let operands = given.operands();
        let is_variable = |word: &&&Word| is_assignment(word);
        let skipped = skipped + operands.iter().take_while(is_variable).count();
        let rest = operands.get(skipped..).unwrap_or_default();
        let folder = self.folder.clone();
        for word in given.values(Value::Folder) {
            self.change_folder(Some(word));
        }
        let line: Vec<&Word> = given
            .values(Value::Line)
            .chain(rest.iter().copied())
            .collect();
        if line.len() > rest.len() {
            self.joined_line(&line, depth);
        } else {
            let words: Vec<Word> = rest.iter().map(|word| (*word).clone()).collect();
            self.command(&words, text, depth + 1);
        }
        // `command cd` and `builtin cd` count from there on.
        if given.has_value(Value::Folder) {
            self.folder = folder;
        }
    }

    fn joined_line(&mut self, words: &[&Word], depth: usize) {
        if !words.iter().any(|word| word.is_open()) {
            let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            self.line(&texts.join(" "), depth + 1);
        }
    }

    fn shell(&mut self, given: &Arguments<'_>, text: Option<&str>, depth: usize) {
        let operands = given.operands();
        let first = operands.first().filter(|word| word.text != "-");
        match (first, text) {
            (Some(line), _) if given.has(&["-c"]) => self.joined_line(&[*line], depth),
            (Some(script), _) if !given.has(&["-s"]) => {
                self.path(script, Act::Reads);
                let rest: Vec<Word> = operands[1..].iter().map(|word| (*word).clone()).collect();
                self.unknown(&rest);
            }
            (_, Some(text)) => self.line(text, depth + 1),
            _ => {}
        }
    }

    /// Where git runs counts, and what some of its commands do to files: it keeps its own folder,
    /// and paths in history are no files.
    fn git(&mut self, given: &Arguments<'_>) {
        let folder = self.folder.clone();
        for word in given.values(Value::Folder) {
            self.change_folder(Some(word));
        }
        let operands = given.operands();
        if let Some((command, rest)) = operands.split_first() {
            let rest: Vec<Word> = rest.iter().map(|word| (*word).clone()).collect();
            self.git_command(&command.text, &rest);
        }
        self.folder = folder;
    }

    fn git_command(&mut self, command: &str, words: &[Word]) {
        let options = match command {
            "config" => GIT_CONFIG,
            "archive" | "diff" | "format-patch" | "log" | "show" => GIT_OUTPUT,
            "rm" | "mv" | "grep" | "hash-object" => Options(&[]),
            _ => return,
        };
        let given = Arguments::of(words, options, Until::Dashes);
        for item in &given.items {
            match item {
                Item::Option(_, Value::Read, word) => self.path(word, Act::Reads),
                Item::Option(_, Value::Written, word) => self.path(word, Act::Writes),
                _ => {}
            }
        }
        match command {
            // What is taken out of the index alone stays where it is.
            "rm" if !given.has(&["--cached"]) => self.paths(&given.operands(), Act::Writes),
            "mv" => self.copies(&given, Act::Writes),
            "diff" if given.has(&["--no-index"]) => self.paths(&given.operands(), Act::Reads),
            "grep" if given.has(&["--no-index"]) => self.after_script(&given, Act::Reads),
            "hash-object" => self.paths(&given.operands(), Act::Reads),
            _ => {}
        }
    }

    /// `gh`: the files that it publishes; what else it is given may be a path by its form, but for
    /// those of the service's own interface.
    fn hub(&mut self, operands: &[&Word]) {
        let texts: Vec<&str> = operands.iter().map(|word| word.text.as_str()).collect();
        let files = match texts.as_slice() {
            ["gist", "create", ..] => 2,
            ["gist", "edit", ..] | ["release", "create" | "upload", ..] => 3,
            ["api", ..] => return,
            _ => {
                let paths = operands.iter().filter(|word| has_slash(word));
                let paths: Vec<&Word> = paths.copied().collect();
                return self.paths(&paths, Act::Reads);
            }
        };
        self.paths(operands.get(files..).unwrap_or_default(), Act::Reads);
    }

    fn path(&mut self, word: &Word, act: Act) {
        let is_folder = word.is_open();
        let text = match word.folder() {
            Some(folder) => folder,
            None if is_folder => return,
            None if word.is_glob => &word.glob,
            None => &word.text,
        };
        if text.is_empty() || text == "-" {
            return;
        }
        if self.found.len() >= PATHS {
            self.unclear = Some("the line names more than 4,096 paths");
            return;
        }
        let joined = self.joined(text);
        let path = NamedPath {
            is_rooted: joined.is_some(),
            text: joined.unwrap_or_else(|| text.to_owned()),
            is_glob: word.is_glob && !is_folder,
            act,
            extent: if is_folder {
                Extent::Below
            } else {
                Extent::Alone
            },
        };
        // Where a shell is not told otherwise, `**` is no more to it than `*`.
        if path.is_glob && act != Act::Searches && path.text.split('/').any(|part| part == "**") {
            let parts = path.text.split('/');
            let parts: Vec<&str> = parts
                .map(|part| if part == "**" { "*" } else { part })
                .collect();
            let text = parts.join("/");
            self.found.push(NamedPath {
                text,
                ..path.clone()
            });
        }
        self.found.push(path);
    }

    /// What was found from there on is touched with all that is below it.
    fn touch_whole(&mut self, from: usize) {
        for path in &mut self.found[from..] {
            if path.extent == Extent::Alone {
                path.extent = Extent::Whole;
            }
        }
    }

    /// A path from where the line begins; `None` where that is not known.
    fn joined(&self, text: &str) -> Option<String> {
        if text.starts_with(['/', '~']) || text.starts_with("$HOME") {
            return Some(text.to_owned());
        }
        let folder = self.folder.as_ref()?;
        Some(if folder.is_empty() {
            text.to_owned()
        } else {
            format!("{folder}/{text}")
        })
    }
}

/// Whether it is a URL, or a path on another machine.
fn is_remote(word: &Word) -> bool {
    let head = word.text.split('/').next().unwrap_or_default();
    head.contains(':') && !word.text.starts_with("file:")
}

/// Whether it has the form of a path.
fn has_slash(word: &Word) -> bool {
    word.text.contains('/') && !is_remote(word)
}

/// Whether it can hardly be anything but the name of a hidden file.
fn is_hidden(word: &Word) -> bool {
    let name = word.text.strip_prefix('.').unwrap_or_default();
    name.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

fn is_assignment(word: &Word) -> bool {
    let Some((name, _)) = word.text.split_once('=') else {
        return false;
    };
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || "_+[]".contains(letter))
}

/// Whether options say that files are edited in place: `-i`, or the library of `awk` that is called
/// so.
fn is_in_place(given: &Arguments<'_>) -> bool {
    given.items.iter().any(|item| match item {
        Item::Flag(name) => name == "-i" || name == "--in-place",
        Item::Option(name, Value::Glued, _) => *name == "-i" || *name == "--in-place",
        Item::Option("-i" | "--include", _, word) => word.text == "inplace",
        _ => false,
    })
}

/// Whether `rsync` takes away what its source does not have; what it excludes, it leaves.
fn is_mirrored(given: &Arguments<'_>) -> bool {
    let deletes = |item: &Item<'_>| matches!(item, Item::Flag(name) if name.starts_with("--del"));
    given.items.iter().any(deletes)
        && !given.has(&["--exclude", "--exclude-from", "--filter", "-f"])
}

/// The words of `tar` with a dash before each letter of the first one, where that has none, and its
/// value behind it.
fn with_dashes(words: &[Word], options: Options) -> Vec<Word> {
    let Some((letters, mut rest)) = words.split_first() else {
        return Vec::new();
    };
    if is_option(letters) {
        return words.to_vec();
    }
    let mut dashed = Vec::new();
    for letter in letters.text.chars() {
        let option = format!("-{letter}");
        let takes_value = options.find(&option).is_some();
        dashed.push(Word::plain(&option));
        if takes_value && let Some((value, after)) = rest.split_first() {
            dashed.push(value.clone());
            rest = after;
        }
    }
    dashed.extend_from_slice(rest);
    dashed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        let mut shown = Vec::new();
        for path in named(line).paths {
            let sign = match path.act {
                Act::Writes => ">",
                Act::Appends => ">>",
                Act::Marks => "+",
                Act::Searches => "~",
                Act::Reads => "",
            };
            let root = if path.is_rooted { "" } else { "?" };
            let glob = if path.is_glob { "*" } else { "" };
            let end = match path.extent {
                Extent::Whole => "!",
                Extent::Below => "/",
                Extent::Alone => "",
            };
            shown.push(format!("{sign}{root}{glob}{}{end}", path.text));
        }
        shown.join(" ")
    }

    #[test]
    fn what_is_plainly_a_path_is_found() {
        for (line, expected) in [
            ("cat .git/config", ".git/config"),
            ("/bin/cat -n a b", "/bin/cat a b"),
            ("X=1 sudo -u me cat a", "a"),
            ("echo .git/config a/b", ""),
            ("echo x > a 2>/dev/null", ">a >/dev/null"),
            ("grep -rn 'a/b' src -A 3", "src"),
            ("grep -e a/b src/c", "src/c"),
            ("rg --glob '!.git' x .", "."),
            ("sed -n 1p a", "a"),
            ("sed -i.bak s/a/b/ a", ">a"),
            ("sed -Ei s/a/b/ a", ">a"),
            ("perl -pi -e s/a/b/ a", ">a"),
            ("perl run/a.pl b/c", "run/a.pl b/c"),
            ("awk -i inplace 1 a", ">a"),
            ("find . -path './.git/*' -prune", "."),
            ("find a b -delete", ">a! >b!"),
            ("find -type f -delete", ">.!"),
            ("find . -name '*.o' -delete", ">."),
            ("cp a x/b c", ">c >c/a >c/b a x/b"),
            ("cp a /dev/null", ">/dev/null a"),
            ("cp -t d a b", ">d >d/a >d/b a b"),
            ("cp *.md x/ .", ">. >./x **.md x/"),
            ("cp host:a/b .", "."),
            ("mv a b", ">b >b/a >a!"),
            ("rm -rf -- -x a", ">-x! >a!"),
            ("rm -f a", ">a"),
            ("chmod -R u+x a; chmod -r b", "+a!"),
            ("rsync -a --delete a/ b", ">b! >b/a a/"),
            ("rsync -a --delete --exclude x a/ b", ">b >b/a a/"),
            ("cd src && cat a; cat /b ~/c", "src src/a /b ~/c"),
            ("(cd src; cat a); cat b", "src src/a b"),
            ("cd \"$X\" && cat a /b", "?a /b"),
            ("cd && cat a", "~/a"),
            ("git -C ../x log -- .git", "../x"),
            ("git commit -m 'see .git/config'", ""),
            ("git diff > out/a", ">out/a"),
            ("dd if=a of=b bs=1", "a >b"),
            ("bash -c 'cat a > b'", ">b a"),
            ("bash -lc \"cat a\"", "a"),
            ("bash run/a.sh b/c d", "run/a.sh b/c"),
            ("eval cat a", "a"),
            ("echo $(cat a) `cat b`", "a b"),
            ("timeout 5 cat a", "a"),
            ("env A=b cat c", "c"),
            ("cat a | xargs -n 1 rm b", "a >b"),
            ("if [ -d .git ]; then cat a; fi", "a"),
            ("while read l; do cat a; done < b", "a b"),
            ("cat <<EOF > memory/a.md\nrm x\nEOF", ">memory/a.md"),
            ("tee a b < c", "c >a >b"),
            ("echo x >> a; tee -a b", ">>a >>b"),
            ("make &>> a/b", ">>a/b"),
            ("vim src/a", "src/a"),
            (
                "tool --opt a/b c/d=e https://x/.git/y host:a/b",
                "a/b c/d=e",
            ),
            ("curl -sS -o a/b https://x/y; make -C a x", ">a/b a"),
            (
                "tool --file=a/b -x 'c/.*' --exclude=c/d -m 'e /f' $X/g",
                "a/b",
            ),
            (r"find a -name b -exec cat c \; -execdir rm d +", "a c >?d"),
            ("ruby -ne s/a/b/ c/d", "c/d"),
            (
                "git rm -r a; git rm --cached b; git mv c d",
                ">a >d >d/c >c!",
            ),
            ("git -C a rm b; cat c", "a >a/b c"),
            ("cat *.rs {a,b}/c '*'", "**.rs *{a,b}/c *"),
            ("cat **/a '**'/b", "**/a ***/a **/b"),
            ("cat $X/a a$X ./$X/b", ""),
            ("cat a/$X a/`b`/c > d/e$(f)", ">d/ a/ a/"),
            ("rm -r a/$X b", ">a/ >b!"),
            ("cat - < a", "a"),
            ("ln -s .git x", ">x >x/.git .git"),
            ("chmod +x a; touch b", "+a +b"),
            ("tar -C x -xf y z; cat a", "x y >x/z a"),
            ("tar czf a.tgz b -C c d", ">a.tgz b c c/d"),
            ("tar tf a b; tar -cf - c/d", "a c/d"),
            ("tar --create --file=a --exclude b/c d", ">a d"),
            ("zip -r a.zip b -x 'c/*' d/e -q f", ">a.zip b f"),
            ("sort --output=a -ob c -T d --out=e", ">a >b d >e c"),
            ("grep --regexp=x a; grep -ex b; grep -rf c d", "a b c d"),
            ("grep --color x a; rg --color never x b", "a b"),
            (
                "rg -g 'a/**' -g '!b' --glob=*.rs x; grep -r --include=c x .",
                "~*a/** ~***/*.rs ~***/c .",
            ),
            ("rg --files a", "a"),
            ("sed --expression=p a; sed -n -f b c", "a b c"),
            ("awk -f a -F / b", "a b"),
            ("jq -r --arg x a/b --rawfile y c .d e", "c e"),
            ("rsync --files-from=a b c", "a >c >c/b b"),
            (
                "curl -d @a -F 'x=@b;type=c' --data-binary=@d -T e file:///f https://x/y",
                "a b d e file:///f",
            ),
            (
                "gh gist create a; gh release upload v1 b; gh x c/d; gh api repos/x; gh pr create -F e",
                "a b c/d e",
            ),
            (
                "git diff --no-index a b; git config -f c x; git archive -o d HEAD",
                "a b c >d",
            ),
            ("a/b c; ./d", "a/b ./d"),
            ("tool .git .x/y .5 ..", ".git .x/y"),
            ("env -S 'cat a' b; env -C c cat d; cat e", "a b c c/d e"),
            (
                "bash +x -c 'cat a' b; bash -c -e 'cat c'; sh -s d < e",
                "a c e",
            ),
            ("sh <<X\ncat a\nX\nbash <<< 'cat b'; cat <<< c", "a b"),
            (
                "cat <<X\n$(cat a) `cat b`\nX\ncat <<'X'\n$(cat c)\nX",
                "a b",
            ),
            (
                "while read l; do cat a; done < <(cat b); tee >(cat c) d",
                "a b c >d",
            ),
            ("sudo -u me A=b timeout -k 1 5 cat c", "c"),
            ("watch -n 1 'cat a'; command cd b; cat c", "a b b/c"),
        ] {
            assert_eq!(shown(line), expected, "{line}");
        }
    }

    #[test]
    fn no_line_is_too_much() {
        for part in [
            "$(",
            "`",
            "(",
            "bash -c '",
            "<<",
            "<<a\n",
            "{",
            "\"",
            "a>",
            "\\",
            "eval ",
        ] {
            assert!(named(&part.repeat(5000)).paths.len() <= PATHS, "{part}");
        }
        let whole = named(&"cat a;".repeat(PATHS));
        assert_eq!((whole.paths.len(), whole.unclear), (PATHS, None));
        let names = named(&"cat a;".repeat(PATHS + 1));
        assert_eq!(names.paths.len(), PATHS);
        assert!(names.unclear.is_some());
    }
}
