//! The commands of a line, and the paths that they name.

use super::act::Act;
use super::options::{Arguments, Item, Until, Value, is_option, with_dashes};
use super::table::{Known, Reads, is_keyword, known};
use super::word::Word;
use super::words::{DEPTH, TOO_DEEP, Token, tokens};
use crate::domain::project::policy::{TOP, is_glob};

/// How many paths are looked at.
pub(super) const PATHS: usize = 4096;
/// Words in the names of options whose values are what a program does not touch.
const LEAVES_OUT: [&str; 4] = ["exclude", "ignore", "omit", "skip"];

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
    /// Those of them that patches in the line write, where it is known where they begin.
    pub patched: Vec<String>,
    /// Why there may be others, where the line was not read as a whole.
    pub unclear: Option<&'static str>,
}

/// The paths that a command line plainly names.
#[must_use]
pub fn named(line: &str) -> Names {
    let mut walk = Walk {
        found: Vec::new(),
        patched: Vec::new(),
        folder: Some(String::new()),
        unclear: None,
    };
    walk.line(line, 0);
    Names {
        paths: walk.found,
        patched: walk.patched,
        unclear: walk.unclear,
    }
}

/// A command that is being read.
#[derive(Default)]
struct Command {
    words: Vec<Word>,
    /// The place of the first word that is no keyword.
    first: Option<usize>,
    /// Whether it is a `[[` that is not closed yet: what follows is compared, and no file.
    is_comparison: bool,
    /// What it reads on its standard input, where that is in the line.
    text: Option<String>,
}

impl Command {
    fn push(&mut self, word: Word) {
        if self.first.is_none() && (word.is_quoted || !is_keyword(&word.text)) {
            self.first = Some(self.words.len());
            self.is_comparison = word.text == "[[";
        } else if word.text == "]]" {
            self.is_comparison = false;
        }
        self.words.push(word);
    }

    /// Whether its words are `case WORD in`, after which patterns follow.
    fn begins_case(&self) -> bool {
        let [before @ .., case, _, last] = self.words.as_slice() else {
            return false;
        };
        last.text == "in" && case.text == "case" && self.first == Some(before.len())
    }
}

/// What the next word is, after a sign that redirects.
enum Next {
    File(Act),
    Text,
}

/// A walk through a line.
pub(super) struct Walk {
    pub(super) found: Vec<NamedPath>,
    pub(super) patched: Vec<String>,
    /// Where commands run, from where the line begins; `None` where that is not known.
    pub(super) folder: Option<String>,
    unclear: Option<&'static str>,
}

impl Walk {
    pub(super) fn line(&mut self, line: &str, depth: usize) {
        if depth > DEPTH {
            self.unclear = Some(TOO_DEEP);
            return;
        }
        let mut command = Command::default();
        let mut shells = Vec::new();
        let mut next = None;
        // How many `case` are open, and whether a pattern of one is read.
        let (mut cases, mut is_pattern) = (0_usize, false);
        for token in tokens(line) {
            match token {
                Token::Word(word) if cases > 0 && !word.is_quoted && word.text == "esac" => {
                    (cases, is_pattern) = (cases - 1, false);
                }
                Token::Word(_) | Token::End | Token::Open if is_pattern => {}
                Token::Close if is_pattern => is_pattern = false,
                Token::Case => {
                    self.run(&mut command, depth);
                    is_pattern = cases > 0;
                }
                // Between double brackets they compare.
                Token::From | Token::Into if command.is_comparison => {}
                Token::Word(word) => match next.take() {
                    Some(Next::File(act)) => self.path(&word, act),
                    Some(Next::Text) => command.text = Some(word.text),
                    None => {
                        command.push(word);
                        if command.begins_case() {
                            (cases, is_pattern) = (cases + 1, true);
                            command.words.clear();
                            command.first = None;
                        }
                    }
                },
                Token::From => next = Some(Next::File(Act::Reads)),
                Token::Into => next = Some(Next::File(Act::Writes)),
                Token::Onto => next = Some(Next::File(Act::Appends)),
                Token::Here => next = Some(Next::Text),
                Token::Text(text) => command.text = Some(text),
                Token::Nested(inner) => {
                    self.returning(|walk| walk.line(&inner, depth + 1));
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

    /// Goes through what runs in a folder of its own: what follows runs where it would without.
    pub(super) fn returning(&mut self, walk: impl FnOnce(&mut Self)) {
        let folder = self.folder.clone();
        walk(self);
        self.folder = folder;
    }

    fn run(&mut self, command: &mut Command, depth: usize) {
        let Command { words, text, .. } = std::mem::take(command);
        self.command(&words, text.as_deref(), depth);
    }

    pub(super) fn command(&mut self, words: &[Word], text: Option<&str>, depth: usize) {
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
        let dashed;
        let words = if known.reads == Reads::Archive {
            dashed = with_dashes(words, known.options);
            &dashed
        } else {
            words
        };
        let given = Arguments::of(words, known.options, until);
        let is_script = known.reads == Reads::Runs && !is_in_place(&given);
        if known.reads != Reads::Nothing && !is_script {
            self.values(&given);
            self.other_values(&given);
        }
        let operands = given.operands();
        match known.reads {
            Reads::Nothing => {}
            Reads::Runs if is_script => self.unknown(words),
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
            Reads::Archive => self.archive(&given),
            Reads::Folder => self.change_folder(operands.first().copied()),
            Reads::Leading => self.leading(words, depth),
            Reads::Blocks => self.blocks(words),
            Reads::Unpacks => self.unpacks(&given),
            Reads::Urls => {
                for word in operands {
                    self.url(word);
                }
            }
            Reads::Command(skipped) => self.runs(&given, skipped, text, depth),
            Reads::Shell => self.shell(&given, text, depth),
            Reads::Line => self.joined_line(&operands, depth),
            Reads::Lines => self.lines(&given, depth),
            Reads::Later => {
                if let Some(line) = operands.first() {
                    self.inner_line(line, depth);
                }
            }
            Reads::Git => self.git(&given, depth),
            Reads::Patch => {
                let patch = operands.first().map(|word| word.text.as_str());
                self.patch(patch.or(text).unwrap_or_default());
            }
            Reads::Hub => self.hub(&given),
        }
    }

    /// What the options of a command name that are in a table.
    pub(super) fn values(&mut self, given: &Arguments<'_>) {
        for item in &given.items {
            match item {
                Item::Option(_, Value::Read | Value::ScriptFile, word) => {
                    self.path(word, Act::Reads);
                }
                Item::Option(_, Value::Written, word) => self.path(word, Act::Writes),
                Item::Option(_, Value::Filter, word) => self.filter(word),
                Item::Option(_, Value::Data, word) => self.data(word),
                Item::Option(_, Value::Encoded, word) => self.encoded(word),
                Item::Option(_, Value::Form, word) => self.form(word),
                Item::Option(_, Value::Url, word) => self.url(word),
                _ => {}
            }
        }
    }

    /// What its other options may name.
    fn other_values(&mut self, given: &Arguments<'_>) {
        for item in &given.items {
            if let Item::Other(name, word) = item {
                self.value(name, word);
            }
        }
    }

    /// A command of which nothing is known: what has the form of a path is one that is read.
    pub(super) fn unknown(&mut self, words: &[Word]) {
        let mut option: Option<&Word> = None;
        for word in words {
            let of_option = option.take();
            if is_option(word) {
                if let Some((name, _)) = word.text.split_once('=') {
                    if let Some(value) = word.after(&format!("{name}=")) {
                        self.value(name, &value);
                    }
                } else if let Some((option, value)) = glued(word) {
                    self.value(option, &value);
                } else {
                    option = Some(word);
                }
            } else if let Some(option) = of_option {
                self.value(&option.text, word);
            } else if has_slash(word) || is_file_name(word) {
                self.likely(word);
            }
        }
    }

    /// What has the form of a path, unless it is a text; and what comes before a colon in it, as in
    /// `src/a:12`, or in the two sides of `./a:/b`.
    fn likely(&mut self, word: &Word) {
        if is_prose(word) {
            return;
        }
        self.path(word, Act::Reads);
        if let Some(side) = word.before(':') {
            self.path(&side, Act::Reads);
        }
    }

    /// The value of an option of which nothing is known.
    fn value(&mut self, option: &str, word: &Word) {
        let leaves_out = LEAVES_OUT.iter().any(|name| option.contains(name));
        // As in `perl -pe s/a/b/`.
        let letters = option.strip_prefix('-').unwrap_or_default();
        let is_script =
            letters.ends_with('e') && letters.bytes().all(|it| b"ailnpsw0e".contains(&it));
        // A message, or a pattern that the shell does not read.
        let is_text = is_prose(word) || !word.is_glob && is_glob(&word.text);
        let is_likely = has_slash(word) || is_file_name(word);
        if option == "-C" {
            self.path(word, Act::Reads);
        } else if is_likely && !leaves_out && !is_script && !is_text {
            self.likely(word);
            // As in `--from-file=name=path`.
            if let Some((name, _)) = word.text.split_once('=')
                && let Some(value) = word.after(&format!("{name}="))
            {
                self.path(&value, Act::Reads);
            }
        }
    }

    pub(super) fn paths(&mut self, words: &[&Word], act: Act) {
        for word in words {
            self.path(word, act);
        }
    }

    pub(super) fn change_folder(&mut self, word: Option<&Word>) {
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

    pub(super) fn path(&mut self, word: &Word, act: Act) {
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
    pub(super) fn touch_whole(&mut self, from: usize) {
        for path in &mut self.found[from..] {
            if path.extent == Extent::Alone {
                path.extent = Extent::Whole;
            }
        }
    }

    /// A path from where the line begins; `None` where that is not known.
    fn joined(&self, text: &str) -> Option<String> {
        let is_absolute = text.starts_with(['/', '~']);
        if is_absolute || text.starts_with("$HOME") || text.starts_with(TOP) {
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
pub(super) fn is_remote(word: &Word) -> bool {
    let head = word.text.split('/').next().unwrap_or_default();
    head.contains(':') && !word.text.starts_with("file:")
}

/// Whether it has the form of a path.
pub(super) fn has_slash(word: &Word) -> bool {
    word.text.contains('/') && !is_remote(word)
}

/// Whether it is a message, or a command line of its own, rather than a name.
pub(super) fn is_prose(word: &Word) -> bool {
    word.text.contains(char::is_whitespace)
}

/// Whether it can hardly be anything but the name of a file: it is hidden, or has an extension.
fn is_file_name(word: &Word) -> bool {
    let Some((_, extension)) = word.text.rsplit_once('.') else {
        return false;
    };
    let is_name = extension.starts_with(|letter: char| letter.is_ascii_alphabetic());
    is_name && !is_remote(word)
}

/// A short option with what is glued to it, where that has the form of a path: `-I./a`.
fn glued(word: &Word) -> Option<(&str, Word)> {
    let letter = word.text.strip_prefix('-')?.chars().next()?;
    let option = word.text.get(..=letter.len_utf8())?;
    let value = word.after(option)?;
    (letter.is_ascii_alphabetic() && has_slash(&value)).then_some((option, value))
}

pub(super) fn is_assignment(word: &Word) -> bool {
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
