//! The options of a command, their values, and what is left.

use super::word::Word;

/// The words of a command after its name, told apart as its options say (POSIX.1-2017, "Utility
/// Syntax Guidelines"; what GNU's `getopt_long` adds to it).
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments<'a> {
    /// Those before the place where options end, in order.
    pub items: Vec<Item<'a>>,
    /// The words from there on.
    pub rest: &'a [Word],
}

/// One of them.
#[derive(Clone, Debug)]
pub(super) enum Item<'a> {
    /// An option without a value, as `-r` or `--recursive`.
    Flag(String),
    /// An option of the table, and its value.
    Option(&'static str, Value, Word),
    /// A long option that the table does not have, and what follows its `=`.
    Other(&'a str, Word),
    /// Anything else.
    Operand(&'a Word),
}

/// What the value of an option is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// No path.
    Text,
    /// No path, and only what is glued to the option: `-i.bak`.
    Glued,
    /// No paths: all words up to the next option, or `@`.
    Patterns,
    /// Two values, neither of them a path.
    Pair,
    /// Two values: a name, and a path that is read.
    Named,
    /// A path that is read.
    Read,
    /// A path that is written.
    Written,
    /// The archive: read or written as the other options say.
    Archive,
    /// The folder in which the command runs from there on.
    Folder,
    /// The folder into which `cp` and its kin put files.
    Target,
    /// A glob by which files are chosen.
    Filter,
    /// What stands for the first operand: a pattern, a script.
    Script,
    /// A path that is read, for what stands for the first operand.
    ScriptFile,
    /// A text that is in a file where it begins with `@`.
    Data,
    /// The same, or a name before the `@`.
    Encoded,
    /// The value of a field, which is in a file where `@` or `<` follows the name and `=`.
    Form,
    /// A URL, which is a path where it is that of a file.
    Url,
    /// A command line.
    Line,
}

/// Where options end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// After `--`.
    Dashes,
    /// Before the first operand, too.
    Operand,
}

impl<'a> Arguments<'a> {
    /// Tells the words of a command apart by its options that take a value.
    pub(super) fn of(words: &'a [Word], options: Options, until: Until) -> Self {
        let mut reader = Reader {
            words,
            options,
            items: Vec::new(),
        };
        while let Some((word, rest)) = reader.words.split_first() {
            if word.text == "--" {
                reader.words = rest;
                break;
            }
            let is_plus = options.has_plus() && word.text.starts_with('+');
            if !is_option(word) && !is_plus {
                if until == Until::Operand {
                    break;
                }
                reader.items.push(Item::Operand(word));
                reader.words = rest;
                continue;
            }
            reader.words = rest;
            reader.option(word);
        }
        Self {
            items: reader.items,
            rest: reader.words,
        }
    }

    /// The words that are neither options nor values.
    pub(super) fn operands(&self) -> Vec<&'a Word> {
        let mut operands = Vec::new();
        for item in &self.items {
            if let Item::Operand(word) = item {
                operands.push(*word);
            }
        }
        operands.extend(self.rest);
        operands
    }

    /// Whether one of these options is there, with or without a value: `-r`, `--recursive`.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.items.iter().any(|item| match item {
            Item::Flag(name) => names.contains(&name.as_str()),
            Item::Option(name, ..) | Item::Other(name, _) => names.contains(name),
            Item::Operand(_) => false,
        })
    }

    /// Whether a value of this kind is there.
    pub(super) fn has_value(&self, kind: Value) -> bool {
        self.values(kind).next().is_some()
    }

    /// The values of this kind.
    pub(super) fn values(&self, kind: Value) -> impl Iterator<Item = &Word> {
        self.items.iter().filter_map(move |item| match item {
            Item::Option(_, value, word) if *value == kind => Some(word),
            _ => None,
        })
    }
}

/// The options of a command that take a value: names with spaces between, by what the value is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options(pub &'static [(Value, &'static str)]);

impl Options {
    fn all(self) -> impl Iterator<Item = (&'static str, Value)> {
        let rows = self.0.iter();
        rows.flat_map(|(value, names)| names.split(' ').map(|name| (name, *value)))
    }

    fn find(self, name: &str) -> Option<(&'static str, Value)> {
        self.all().find(|(known, _)| *known == name)
    }

    /// As GNU programs do, a long name may be cut short.
    fn find_short(self, name: &str) -> Option<(&'static str, Value)> {
        let known = self.find(name);
        known.or_else(|| self.all().find(|(known, _)| known.starts_with(name)))
    }

    /// Whether words with a plus sign in front are options, too.
    fn has_plus(self) -> bool {
        self.all().any(|(name, _)| name.starts_with('+'))
    }
}

struct Reader<'a> {
    words: &'a [Word],
    options: Options,
    items: Vec<Item<'a>>,
}

impl<'a> Reader<'a> {
    fn option(&mut self, word: &'a Word) {
        if word.text.starts_with("--") {
            return self.long(word);
        }
        // Some programs have long names with one dash.
        if let Some((name, value)) = self.options.find(&word.text)
            && name.len() > 2
        {
            return self.value(name, value, None);
        }
        let sign = &word.text[..1];
        for (at, letter) in word.text.char_indices().skip(1) {
            let flag = format!("{sign}{letter}");
            let Some((name, value)) = self.options.find(&flag) else {
                self.items.push(Item::Flag(flag));
                continue;
            };
            let rest = word.after(&word.text[..at + letter.len_utf8()]);
            return self.value(
                name,
                value,
                rest.filter(|rest| !rest.text.is_empty() || rest.is_open()),
            );
        }
    }

    fn long(&mut self, word: &'a Word) {
        let Some((name, _)) = word.text.split_once('=') else {
            match self.options.find(&word.text) {
                Some((name, value)) => self.value(name, value, None),
                None => self.items.push(Item::Flag(word.text.clone())),
            }
            return;
        };
        let Some(given) = word.after(&word.text[..=name.len()]) else {
            return;
        };
        match self.options.find_short(name) {
            Some((name, value)) => self.value(name, value, Some(given)),
            None => self.items.push(Item::Other(name, given)),
        }
    }

    /// Takes the value of an option: what is glued to it, or the next word.
    fn value(&mut self, name: &'static str, value: Value, glued: Option<Word>) {
        match value {
            // Some programs want the nothing behind it as a word: `sed -i ''`.
            Value::Glued if glued.is_none() && self.is_next_empty() => {
                self.next();
                self.items.push(Item::Flag(name.to_owned()));
            }
            Value::Glued => match glued {
                Some(word) => self.items.push(Item::Option(name, value, word)),
                None => self.items.push(Item::Flag(name.to_owned())),
            },
            Value::Patterns if glued.is_none() => {
                let is_pattern = |word: &&Word| !is_option(word) && word.text != "@";
                let length = self.words.iter().take_while(is_pattern).count();
                self.words = &self.words[length..];
            }
            Value::Named => {
                self.next();
                if let Some(word) = self.next() {
                    self.items.push(Item::Option(name, Value::Read, word));
                }
            }
            Value::Pair => {
                self.next();
                self.next();
            }
            _ => {
                if let Some(word) = glued.or_else(|| self.next()) {
                    self.items.push(Item::Option(name, value, word));
                }
            }
        }
    }

    fn is_next_empty(&self) -> bool {
        let next = self.words.first();
        next.is_some_and(|word| word.text.is_empty() && !word.is_open())
    }

    fn next(&mut self) -> Option<Word> {
        let (word, rest) = self.words.split_first()?;
        self.words = rest;
        Some(word.clone())
    }
}

/// The words of `tar` with a dash before each letter of the first one, where that has none, and its
/// value behind it.
pub(super) fn with_dashes(words: &[Word], options: Options) -> Vec<Word> {
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

pub(super) fn is_option(word: &Word) -> bool {
    word.text.len() > 1 && word.text.starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::super::words::{Token, tokens};
    use super::*;

    const OPTIONS: Options = Options(&[
        (Value::Text, "-n -m --number +o -iname"),
        (Value::Written, "-o --output"),
        (Value::Glued, "-i --in-place"),
        (Value::Patterns, "-x"),
        (Value::Named, "--file"),
        (Value::Pair, "--pair"),
    ]);

    fn shown(line: &str, until: Until) -> String {
        let words = tokens(line).into_iter().filter_map(|token| match token {
            Token::Word(word) => Some(word),
            _ => None,
        });
        let words: Vec<Word> = words.collect();
        let mut shown = Vec::new();
        let given = Arguments::of(&words, OPTIONS, until);
        let rest = given.rest.iter().map(Item::Operand);
        for item in given.items.into_iter().chain(rest) {
            shown.push(match item {
                Item::Flag(name) => name,
                Item::Option(name, _, word) => format!("{name}={}", word.text),
                Item::Other(name, word) => format!("{name}?{}", word.text),
                Item::Operand(word) => word.text.clone(),
            });
        }
        shown.join(" ")
    }

    #[test]
    fn options_are_told_from_operands() {
        for (line, expected) in [
            ("a -r b", "a -r b"),
            ("-n 1 -m2 a", "-n=1 -m=2 a"),
            ("-rn 1 -ro.git/x", "-r -n=1 -r -o=.git/x"),
            (
                "--output=a --outp=b --output c d",
                "--output=a --output=b --output=c d",
            ),
            ("--color=x --color a", "--color?x --color a"),
            ("-i a -i.bak -ri", "-i a -i=.bak -r -i"),
            ("-x a b -r c", "-r c"),
            ("--file a b --pair c d e", "--file=b e"),
            ("-iname a b", "-iname=a b"),
            ("+o a +x b", "+o=a +x b"),
            ("-r -- -n 1", "-r -n 1"),
            ("- -o", "-"),
        ] {
            assert_eq!(shown(line, Until::Dashes), expected, "{line}");
        }
        assert_eq!(shown("-rn 1 cat -o x", Until::Operand), "-r -n=1 cat -o x");
    }
}
