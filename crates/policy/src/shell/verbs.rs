//! The verbs that are known: they write, or their words are plainly read or plainly no paths.

use super::act::Act;
use super::word::Word;
use git_memory_text::path::last;

/// Use that a verb makes of its words that are not options.
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
    /// The first is a pattern or a script unless an option gives one; the others are read, and with
    /// `-i` changed by this act.
    Scripts(Act),
    /// `if=…` is read and `of=…` written.
    Blocks,
    /// Operands before the first option are read, or taken away with `-delete`.
    Finds,
    /// It is the folder of the next commands.
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
        ". base64 bat cat cmp cut diff du file head hexdump less ls md5sum more nl od sha256sum \
         sort source stat strings tac tail tar uniq wc xxd",
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

/// The words that are neither options nor their values; behind `--` no word is an option.
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
pub(super) fn has(words: &[Word], letter: char, name: &str) -> bool {
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

/// The words behind a pattern or a script, which an option gives, or else the first word that is
/// not a number.
pub(super) fn behind_script(words: &[Word]) -> Vec<&Word> {
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
pub(super) fn command(words: &[Word]) -> &[Word] {
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
