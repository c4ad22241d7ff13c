//! The commands of a line, and the paths that they name.

use super::act::Act;
use super::verbs::{operands, verb};
use super::word::Word;
use super::words::{TOO_DEEP, Token, tokens};
use crate::project::policy::TOP;
use git_memory_text::limits;
use git_memory_text::path::last;

/// Words before a command that do not belong to it.
const KEYWORDS: [&str; 14] = [
    "!", "do", "done", "elif", "else", "esac", "fi", "function", "if", "then", "until", "while",
    "{", "}",
];
/// A path that a command line names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPath {
    /// The path, or a glob if it has wildcards.
    pub text: String,
    /// True if wildcards are in it.
    pub is_glob: bool,
    /// The command's effect on it.
    pub act: Act,
    /// True if its start is known: not after `cd "$X"`.
    pub is_rooted: bool,
    /// True if something below it is meant, whose name the shell puts in: `src/$X`.
    pub is_below: bool,
}

/// The paths of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The paths, in the order of the line.
    pub paths: Vec<NamedPath>,
    /// The paths that patches in the line write, if their start is known.
    pub patched: Vec<String>,
    /// The reason why there may be others, if the line was not read as a whole.
    pub unclear: Option<&'static str>,
}

/// The paths that a command line plainly names.
#[must_use]
pub fn named(line: &str) -> Names {
    let mut walk = Walk {
        names: Names {
            paths: Vec::new(),
            patched: Vec::new(),
            unclear: None,
        },
        folder: Some(String::new()),
    };
    walk.line(line, 0);
    walk.names
}

/// A walk through a line.
pub(super) struct Walk {
    pub(super) names: Names,
    /// Folder in which commands run, from where the line begins; `None` if that is not known.
    pub(super) folder: Option<String>,
}

impl Walk {
    /// Goes through a line for this shell.
    pub(super) fn line(&mut self, line: &str, depth: usize) {
        self.tokens(tokens(line, depth), depth);
    }

    fn tokens(&mut self, tokens: Vec<Token>, depth: usize) {
        let (mut words, mut text) = (Vec::new(), None);
        for token in tokens.into_iter().chain([Token::End]) {
            match token {
                Token::Word(word) => words.push(word),
                Token::File(act, word) => self.path(&word, act),
                Token::Text(given) => text = Some(given),
                Token::Nested(inner) => self.returning(|walk| walk.tokens(inner, depth + 1)),
                Token::Cut(why) => self.names.unclear = Some(why),
                Token::End => {
                    self.command(&words, text.as_deref(), depth);
                    (words, text) = (Vec::new(), None);
                }
            }
        }
    }

    /// Goes through commands of a shell of its own: later commands run in the former folder.
    pub(super) fn returning(&mut self, walk: impl FnOnce(&mut Self)) {
        let folder = self.folder.clone();
        walk(self);
        self.folder = folder;
    }

    pub(super) fn command(&mut self, words: &[Word], text: Option<&str>, depth: usize) {
        if depth > limits::COMMAND_DEPTH {
            self.names.unclear = Some(TOO_DEEP);
            return;
        }
        let is_before =
            |word: &&Word| word.is_assignment() || KEYWORDS.iter().any(|keyword| word.is(keyword));
        let skipped = words.iter().take_while(is_before).count();
        let Some((command, words)) = words[skipped..].split_first() else {
            return;
        };
        // A file that is run is read.
        if command.has_slash() {
            self.path(command, Act::Mentions);
        }
        match verb(last(&command.text)) {
            Some(verb) if command.open.is_none() => self.verb(verb, words, text, depth),
            _ => self.mentions(words),
        }
    }

    /// Treats an unknown command: its words that have the form of a path may be read.
    pub(super) fn mentions(&mut self, words: &[Word]) {
        for word in operands(words) {
            // As in `src/a:12`, or in the two sides of `./a:/b`.
            match word.text.split_once(':') {
                _ if !word.is_plainly_path() => {}
                Some((path, _)) => self.path(&Word::plain(path), Act::Mentions),
                None => self.path(word, Act::Mentions),
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
        // Back to the former folder: not followed.
        self.folder = if word.open.is_some() || word.is_glob || word.text == "-" {
            None
        } else {
            self.joined(&word.text)
        };
    }

    pub(super) fn path(&mut self, word: &Word, act: Act) {
        let is_below = word.open.is_some();
        let text = match word.folder() {
            Some(folder) => folder.to_owned(),
            None if is_below => return,
            // A shell takes `**` for `*` by default.
            None if word.is_glob => word.text.replace("**", "*"),
            None => word.text.clone(),
        };
        // A number is the value of an option: `head -n 5`.
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number || text == "-" || word.is_remote() {
            return;
        }
        if self.names.paths.len() >= limits::COMMAND_PATHS {
            self.names.unclear = Some("the line names more than 4,096 paths");
            return;
        }
        let joined = self.joined(&text);
        self.names.paths.push(NamedPath {
            is_rooted: joined.is_some(),
            text: joined.unwrap_or(text),
            is_glob: word.is_glob && !is_below,
            act,
            is_below,
        });
    }

    /// A path relative to the start of the line; `None` if that is not known.
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
