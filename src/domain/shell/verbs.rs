//! The verbs that are known: those that write, and those whose words are plainly read or plainly no
//! paths.

use super::act::Act;
use super::walk::Walk;
use super::word::Word;
use crate::domain::apply_patch::patched;
use crate::domain::path::last;

/// How a verb uses its words that are no options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// No operand is a path.
    Says,
    /// This happens to all.
    All(Act),
    /// All are written, or added to with `-a`.
    Tees,
    /// All but the first are marked.
    Modes,
    /// All are taken away, with `-r` as a whole.
    Removes,
    /// The last is written, or a file in it; this happens to the others.
    Copies(Act),
    /// The first is a pattern or a script where no option gives one; the others are read, and with
    /// `-i` this happens to them.
    Scripts(Act),
    /// `if=…` is read and `of=…` written.
    Blocks,
    /// Operands before the first option are read, or taken away with `-delete`.
    Finds,
    /// It is where the next commands run.
    Folder,
    /// They are a command.
    Runs,
    /// With `-c` the first is a command line, else a script; without any, the text is.
    Shell,
    /// The first, or the text, is a patch that names files.
    Patches,
}

/// Verbs by name.
const VERBS: [(&str, Verb); 17] = [
    (
        "[ [[ alias basename declare dirname echo export eza fd local printf ssh test tr tree type \
         which",
        Verb::Says,
    ),
    (
        ". base64 bat cat cmp cut diff du file head hexdump less ls md5sum more nl od sha256sum sort \
         source stat strings tac tail tar uniq wc xxd",
        Verb::All(Act::Reads),
    ),
    ("mkdir touch", Verb::All(Act::Marks)),
    ("shred truncate", Verb::All(Act::Writes)),
    ("tee", Verb::Tees),
    ("chgrp chmod chown", Verb::Modes),
    ("rm rmdir unlink", Verb::Removes),
    ("cp install ln rsync scp", Verb::Copies(Act::Reads)),
    ("mv", Verb::Copies(Act::Takes)),
    (
        "ag awk egrep fgrep gawk grep jq rg",
        Verb::Scripts(Act::Reads),
    ),
    ("perl sed", Verb::Scripts(Act::Writes)),
    ("dd", Verb::Blocks),
    ("find", Verb::Finds),
    ("cd", Verb::Folder),
    (
        "builtin command doas env exec nice nohup stdbuf sudo time timeout xargs",
        Verb::Runs,
    ),
    ("bash dash ksh sh zsh", Verb::Shell),
    ("apply_patch applypatch", Verb::Patches),
];

/// Long options whose value a program passes over, and those that give a script.
const LEAVE_OUT: [&str; 4] = ["--exclude", "--ignore", "--omit", "--skip"];
const SCRIPTS: [&str; 3] = ["--expression", "--file", "--regexp"];

/// The verb of a name.
pub(super) fn verb(name: &str) -> Option<Verb> {
    let row = |(names, _): &&(&str, Verb)| names.split(' ').any(|it| it == name);
    VERBS.iter().find(row).map(|(_, verb)| *verb)
}

impl Walk {
    pub(super) fn verb(&mut self, verb: Verb, words: &[Word], text: Option<&str>, depth: usize) {
        let operands = operands(words);
        match verb {
            Verb::Says => {}
            Verb::All(act) => self.paths(&operands, act),
            Verb::Tees => {
                let is_more = has(words, 'a', "--append");
                let act = if is_more { Act::Appends } else { Act::Writes };
                self.paths(&operands, act);
            }
            Verb::Modes => self.paths(operands.get(1..).unwrap_or_default(), Act::Marks),
            Verb::Removes => {
                let is_whole = has(words, 'r', "--recursive") || has(words, 'R', "--recursive");
                let act = if is_whole { Act::Takes } else { Act::Writes };
                self.paths(&operands, act);
            }
            Verb::Copies(act) => self.copies(words, operands, act),
            Verb::Scripts(edits) => {
                let is_edit = has(words, 'i', "--in-place");
                let act = if is_edit { edits } else { Act::Reads };
                self.paths(&behind_script(words), act);
            }
            Verb::Blocks => {
                for word in words {
                    match word.text.split_once('=') {
                        Some(("if", path)) => self.path(&Word::plain(path), Act::Reads),
                        Some(("of", path)) => self.path(&Word::plain(path), Act::Writes),
                        _ => {}
                    }
                }
            }
            Verb::Finds => self.finds(words),
            Verb::Folder => self.change_folder(operands.first().copied()),
            Verb::Runs => self.command(command(words), text, depth + 1),
            Verb::Shell => match (operands.first(), text) {
                (Some(line), _) if has(words, 'c', "-c") => {
                    self.returning(|walk| walk.line(&line.text, depth + 1));
                }
                (None, Some(text)) => self.returning(|walk| walk.line(text, depth + 1)),
                _ => self.mentions(words),
            },
            Verb::Patches => {
                let patch = operands.first().map(|word| word.text.as_str());
                self.patch(patch.or(text).unwrap_or_default());
            }
        }
    }

    fn copies(&mut self, words: &[Word], mut operands: Vec<&Word>, act: Act) {
        let is_target = |word: &Word| matches!(word.text.as_str(), "-t" | "--target-directory");
        let target = match words.iter().position(is_target) {
            Some(at) => {
                let target = words.get(at + 1);
                operands.retain(|word| target.is_none_or(|target| !std::ptr::eq(*word, target)));
                target
            }
            None if operands.len() > 1 => operands.pop(),
            None => None,
        };
        if let Some(target) = target {
            self.path(target, Act::Writes);
            let is_plain = |word: &Word| word.open.is_none() && !word.is_glob;
            // A folder gets a file of the same name; a device is none.
            for word in operands.iter().filter(|word| is_plain(word)) {
                if is_plain(target) && !target.text.starts_with("/dev/") {
                    let (folder, name) = (&target.text, last(word.text.trim_end_matches('/')));
                    let file = format!("{}/{name}", folder.trim_end_matches('/'));
                    self.path(&Word::plain(&file), Act::Writes);
                }
            }
        }
        self.paths(&operands, act);
    }

    fn finds(&mut self, words: &[Word]) {
        let is_test = |word: &Word| word.text.starts_with(['-', '(', '!']);
        let end = words.iter().position(is_test).unwrap_or(words.len());
        let (folders, tests) = words.split_at(end);
        let deletes = tests.iter().any(|word| word.text == "-delete");
        // Other tests leave something there.
        let act = match tests.len() {
            1 if deletes => Act::Takes,
            _ if deletes => Act::Writes,
            _ => Act::Reads,
        };
        self.paths(&folders.iter().collect::<Vec<_>>(), act);
    }

    /// The files of a patch.
    fn patch(&mut self, patch: &str) {
        for file in patched(patch) {
            // Of a part of a file, it is not known what becomes of the rest.
            let act = if file.is_removed {
                Act::Writes
            } else {
                Act::Appends
            };
            let from = self.names.paths.len();
            self.path(&Word::plain(file.path), act);
            let named = self.names.paths[from..].iter();
            let rooted = named
                .filter(|path| path.is_rooted)
                .map(|path| path.text.clone());
            self.names.patched.extend(rooted);
        }
    }
}

/// The words that are neither options nor left out by one; behind `--` all are none.
pub(super) fn operands(words: &[Word]) -> Vec<&Word> {
    let mut found = Vec::new();
    let (mut is_left_out, mut is_behind) = (false, false);
    for word in words {
        let is_value = std::mem::take(&mut is_left_out);
        if is_behind || !word.is_option() {
            found.extend((!is_value).then_some(word));
        } else if word.text == "--" {
            is_behind = true;
        } else {
            let leaves_out = LEAVE_OUT.iter().any(|name| word.text.starts_with(name));
            is_left_out = leaves_out && !word.text.contains('=');
        }
    }
    found
}

/// True if an option is there: a letter among others behind one dash, or a long name.
fn has(words: &[Word], letter: char, name: &str) -> bool {
    let is_there = |word: &Word| {
        word.text.starts_with(name) || letters(word).is_some_and(|it| it.contains(letter))
    };
    words.iter().any(is_there)
}

/// The letters of an option with one dash, up to a value that is glued to them, as in `-Mmodule`.
fn letters(word: &Word) -> Option<&str> {
    let letters = word.text.strip_prefix('-')?;
    let end = letters.find(|letter: char| !letter.is_ascii_alphabetic() || "IM".contains(letter));
    Some(&letters[..end.unwrap_or(letters.len())])
}

/// The words behind a pattern or a script, which an option gives, or else the first of them that is
/// no number.
fn behind_script(words: &[Word]) -> Vec<&Word> {
    let gives = |word: &Word| letters(word).is_some_and(|it| it.ends_with(['e', 'f']));
    let pairs = words.windows(2).filter(|pair| gives(&pair[0]));
    let scripts: Vec<&Word> = pairs.map(|pair| &pair[1]).collect();
    let mut operands = operands(words);
    operands.retain(|word| !scripts.iter().any(|script| std::ptr::eq(*script, *word)));
    let is_glued = |word: &Word| SCRIPTS.iter().any(|name| word.text.starts_with(name));
    if scripts.is_empty() && !words.iter().any(is_glued) {
        let is_script = |word: &&Word| !word.text.bytes().all(|byte| byte.is_ascii_digit());
        let script = operands.iter().position(is_script).unwrap_or_default();
        operands.drain(..operands.len().min(script + 1));
    }
    operands.retain(|word| !word.is_prose());
    operands
}

/// The command that another one runs: it begins at the first word that is neither an option nor the
/// value of one.
fn command(words: &[Word]) -> &[Word] {
    let mut is_value = false;
    let begins = |word: &Word| {
        let may_be_value = std::mem::replace(&mut is_value, word.is_option());
        let is_number = word
            .text
            .starts_with(|letter: char| letter.is_ascii_digit());
        let is_before = word.is_option() || word.is_assignment() || is_number;
        !is_before && (!may_be_value || verb(last(&word.text)).is_some())
    };
    let begin = words.iter().position(begins).unwrap_or(words.len());
    &words[begin..]
}
