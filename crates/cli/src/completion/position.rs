//! Position of the cursor: the command that was typed so far, and the kind of the next word.

use clap::{Arg, Command};

/// Kind of the word at the cursor.
pub(crate) enum Position<'a> {
    /// The name of a command, or of one of a command's own.
    Command(&'a Command),
    /// An option of this command, or of all.
    Option {
        /// The command.
        command: &'a Command,
        /// The options that every command takes.
        globals: Vec<&'a Arg>,
    },
    /// The value of an option or argument.
    Value {
        /// The command, without the program's name: `topic read`.
        command: String,
        /// The option or argument.
        arg: &'a Arg,
        /// Text before the value in the same word: `--tag=`.
        before: &'a str,
    },
    /// Nothing that is known.
    Unknown,
}

/// Builds the command that the words name, alone: its arguments are made where it is typed.
pub(crate) fn build(program: &mut Command, words: &[String]) {
    let mut command = program;
    for word in words {
        // Two borrows of one command, for the borrow checker cannot see that the first one ends.
        if command.find_subcommand(word).is_none() {
            continue;
        }
        let Some(next) = command.find_subcommand_mut(word) else {
            return;
        };
        next.build();
        command = next;
    }
}

/// Returns the kind of the word `typed` after some words (the first is the program's name).
pub(crate) fn position<'a>(
    program: &'a Command,
    words: &'a [String],
    typed: &'a str,
) -> Position<'a> {
    let mut reader = Reader {
        program,
        command: program,
        typed: Vec::new(),
        pending: None,
        is_after_options: false,
        arguments: 0,
    };
    for word in words.iter().skip(1) {
        reader.read(word);
    }
    reader.position(typed)
}

/// Reads words as the parser will.
struct Reader<'a> {
    program: &'a Command,
    command: &'a Command,
    /// The names of the commands that led to it.
    typed: Vec<&'a str>,
    /// The option whose value comes next.
    pending: Option<&'a Arg>,
    /// True if `--` was given.
    is_after_options: bool,
    /// How many arguments were given.
    arguments: usize,
}

impl<'a> Reader<'a> {
    fn read(&mut self, word: &str) {
        if self.pending.take().is_some() {
            return;
        }
        if !self.is_after_options && word.starts_with('-') && word.len() > 1 {
            if word == "--" {
                self.is_after_options = true;
            } else if !word.contains('=') {
                self.pending = self.option(word).filter(|arg| takes_value(arg));
            }
            return;
        }
        match self.command.find_subcommand(word) {
            Some(command) if self.arguments == 0 => {
                self.command = command;
                self.typed.push(command.get_name());
            }
            _ => self.arguments += 1,
        }
    }

    /// The option of this spelling; of several letters in one word, the last one.
    fn option(&self, word: &str) -> Option<&'a Arg> {
        let mut args = self.command.get_arguments().chain(self.globals());
        match word.strip_prefix("--") {
            Some(long) => args.find(|arg| arg.get_long() == Some(long)),
            None => args.find(|arg| arg.get_short() == word.chars().last()),
        }
    }

    fn globals(&self) -> impl Iterator<Item = &'a Arg> {
        let args = self.program.get_arguments();
        args.filter(|arg| arg.is_global_set())
    }

    fn position(self, typed: &'a str) -> Position<'a> {
        let command = self.typed.join(" ");
        if let Some(arg) = self.pending {
            let before = "";
            return Position::Value {
                command,
                arg,
                before,
            };
        }
        if !self.is_after_options && typed.starts_with('-') {
            return self.option_position(typed);
        }
        if self.arguments == 0 && self.command.has_subcommands() {
            return Position::Command(self.command);
        }
        let arguments: Vec<&Arg> = self.command.get_positionals().collect();
        // The last one may take many words.
        match arguments.get(self.arguments).or(arguments.last()) {
            Some(arg) => Position::Value {
                command,
                arg,
                before: "",
            },
            None => Position::Unknown,
        }
    }

    fn option_position(self, typed: &'a str) -> Position<'a> {
        let Some(equals) = typed.find('=') else {
            return Position::Option {
                command: self.command,
                globals: self.globals().collect(),
            };
        };
        match self.option(&typed[..equals]) {
            Some(arg) => Position::Value {
                command: self.typed.join(" "),
                arg,
                before: &typed[..=equals],
            },
            None => Position::Unknown,
        }
    }
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}
