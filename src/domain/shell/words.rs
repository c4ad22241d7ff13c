//! The words of a command line (POSIX.1-2017, "Shell Command Language", 2.2 and 2.3).

use super::here::HereDocument;
use super::word::Word;
use crate::domain::project::policy::TOP;

/// How deep commands may lie in commands.
pub(super) const DEPTH: usize = 8;
/// Why no more of a line is read.
pub(super) const TOO_DEEP: &str = "commands lie too deep in commands";
/// The longest arithmetic, in bytes, that is known as such.
const ARITHMETIC: usize = 256;
const NOT_CLOSED: &str = "a quote or a command in the line is not closed";

/// A piece of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Word(Word),
    /// `;`, `&&`, `||`, `|`, `&` or the end of a line: what follows is another command.
    End,
    /// `;;` and its kin: what follows is a pattern of `case`, or its end.
    Case,
    /// `(`: what follows is a shell of its own.
    Open,
    /// `)`: it ends.
    Close,
    /// `<`: the next word is a file that is read.
    From,
    /// `>` and its kin: the next word is a file that is written.
    Into,
    /// `>>`: the next word is a file to which something is added.
    Onto,
    /// `<<<`: the next word is a text that the command reads.
    Here,
    /// A text that the command reads: what follows the line after `<<`.
    Text(String),
    /// What comes instead of the word before it, or is a part of it: a command of its own.
    Nested(String),
    /// The line's last token where it does not end as it should, and why: words may be others than
    /// the shell would find.
    Cut(&'static str),
}

/// Takes a command line apart; one that does not end is taken as far as it goes.
#[must_use]
pub fn tokens(line: &str) -> Vec<Token> {
    let mut reader = Reader::new(line, 0);
    while let Some(letter) = reader.next() {
        reader.take(letter);
    }
    reader.end_word();
    reader.found.extend(reader.cut.map(Token::Cut));
    reader.found
}

struct Reader<'a> {
    rest: &'a str,
    found: Vec<Token>,
    word: Option<Word>,
    /// Texts that begin at the next line, and where they belong among what was found.
    here: Vec<(HereDocument, usize)>,
    /// How many commands it lies in.
    depth: usize,
    cut: Option<&'static str>,
}

impl<'a> Reader<'a> {
    fn new(line: &'a str, depth: usize) -> Self {
        Self {
            rest: line,
            found: Vec::new(),
            word: None,
            here: Vec::new(),
            depth,
            cut: None,
        }
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn take(&mut self, letter: char) {
        match letter {
            ' ' | '\t' | '\r' => self.end_word(),
            '\n' => {
                self.end(Token::End);
                for (document, at) in std::mem::take(&mut self.here) {
                    self.here_document(&document, at);
                }
            }
            '#' if self.word.is_none() => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.rest = &self.rest[end..];
            }
            ';' | '|' | '&' => self.control(letter),
            '(' if self.passes_arithmetic() || self.passes_array() => {}
            '(' => self.end(Token::Open),
            ')' => self.end(Token::Close),
            '<' | '>' => self.redirection(letter),
            '\'' => self.single_quoted(),
            '"' => self.double_quoted(),
            '\\' => self.escaped(),
            '$' => self.dollar(false),
            '`' => self.backquoted(),
            '*' | '?' | '[' | ']' | '{' | '}' => {
                // Closing brackets make no glob by themselves.
                let word = self.open_word();
                word.is_glob |= !matches!(letter, ']' | '}');
                word.text.push(letter);
                word.glob.push(letter);
            }
            _ => self.open_word().push(letter),
        }
    }

    fn open_word(&mut self) -> &mut Word {
        self.word.get_or_insert_default()
    }

    fn end_word(&mut self) {
        if let Some(word) = self.word.take() {
            self.found.push(Token::Word(word));
        }
    }

    fn end(&mut self, token: Token) {
        self.end_word();
        self.found.push(token);
    }

    fn control(&mut self, letter: char) {
        // `&>file` writes; `>&2` was read as a whole.
        if letter == '&' && self.rest.starts_with('>') {
            let rest = self.rest.trim_start_matches('>');
            let is_more = self.rest.len() - rest.len() > 1;
            self.rest = rest;
            return self.end(if is_more { Token::Onto } else { Token::Into });
        }
        if letter == ';' && self.rest.starts_with([';', '&']) {
            self.rest = self.rest.trim_start_matches([';', '&']);
            return self.end(Token::Case);
        }
        self.end(Token::End);
    }

    fn redirection(&mut self, letter: char) {
        // `2>` and `{fd}>` name the file's number, not a word of the command.
        if let Some(word) = &self.word
            && !word.is_quoted
            && word.text.bytes().all(|byte| byte.is_ascii_digit())
        {
            self.word = None;
        }
        self.end_word();
        if let Some(inner) = self.rest.strip_prefix('(') {
            // `<(command)` and `>(command)` stand for a file without a name.
            return self.nested(inner);
        }
        if letter == '<' && self.rest.starts_with("<<") {
            self.rest = &self.rest[2..];
            return self.found.push(Token::Here);
        }
        if letter == '<' && self.rest.starts_with('<') {
            let (document, rest) = HereDocument::read(&self.rest[1..]);
            self.rest = rest;
            if let Some(document) = document {
                self.here.push((document, self.found.len()));
                self.found.push(Token::Text(String::new()));
            }
            return;
        }
        let is_both = letter == '<' && self.rest.starts_with('>');
        let is_more = letter == '>' && self.rest.starts_with('>');
        let after = self.rest.trim_start_matches(['>', '|']);
        if let Some(number) = after.strip_prefix('&') {
            let end = number.find(|sign: char| !sign.is_ascii_digit() && sign != '-');
            // `2>&1` names no file; `>&file` does.
            if end != Some(0) && !number.is_empty() {
                self.rest = &number[end.unwrap_or(number.len())..];
                return;
            }
            self.rest = number;
        } else {
            self.rest = after;
        }
        self.found.push(match letter {
            _ if is_more => Token::Onto,
            _ if letter == '>' || is_both => Token::Into,
            _ => Token::From,
        });
    }

    fn single_quoted(&mut self) {
        let end = self.rest.find('\'');
        let (inner, rest) = match end {
            Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
            None => (self.rest, ""),
        };
        if end.is_none() {
            self.cut = Some(NOT_CLOSED);
        }
        self.rest = rest;
        let word = self.open_word();
        word.is_quoted = true;
        for letter in inner.chars() {
            word.push_quoted(letter);
        }
    }

    fn double_quoted(&mut self) {
        self.open_word().is_quoted = true;
        while let Some(letter) = self.next() {
            match letter {
                '"' => return,
                '\\' => match self.next() {
                    Some('\n') => {}
                    Some(escaped @ ('$' | '`' | '"' | '\\')) => {
                        self.open_word().push_quoted(escaped);
                    }
                    Some(other) => {
                        let word = self.open_word();
                        word.push_quoted('\\');
                        word.push_quoted(other);
                    }
                    None => break,
                },
                '$' => self.dollar(true),
                '`' => self.backquoted(),
                _ => self.open_word().push_quoted(letter),
            }
        }
        self.cut = Some(NOT_CLOSED);
    }

    fn escaped(&mut self) {
        match self.next() {
            // A line that goes on.
            Some('\n') | None => {}
            Some(letter) => {
                let word = self.open_word();
                word.is_quoted = true;
                word.push_quoted(letter);
            }
        }
    }

    fn dollar(&mut self, is_quoted: bool) {
        if !is_quoted && self.rest.starts_with('\'') {
            return self.ansi_quoted();
        }
        if let Some(inner) = self.rest.strip_prefix('(') {
            // `$((` is arithmetic, in which nothing is a path; read as commands it names none.
            return self.nested(inner);
        }
        // At the beginning of a word it is known whose folder this is.
        let is_first = self.word.as_ref().is_none_or(|word| word.text.is_empty());
        for (typed, meant) in [
            ("{HOME}", "$HOME"),
            ("HOME", "$HOME"),
            ("{PWD}", "."),
            ("PWD", "."),
        ] {
            if let Some(rest) = self.rest.strip_prefix(typed)
                && is_first
                && !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_')
            {
                self.rest = rest;
                let word = self.open_word();
                word.text.push_str(meant);
                word.glob.push_str(meant);
                return;
            }
        }
        self.open_word().put_in();
    }

    /// A command that ends with a parenthesis; its output, or a file of it, takes its place.
    fn nested(&mut self, inner: &'a str) {
        let command = self.enclosed(inner);
        self.put_output_in(command);
    }

    /// What comes before the parenthesis that closes; reading goes on behind it.
    fn enclosed(&mut self, inner: &'a str) -> &'a str {
        let end = closing(inner, self.depth + 1).unwrap_or_else(|why| {
            self.cut = Some(why);
            inner.len()
        });
        self.rest = inner.get(end + 1..).unwrap_or_default();
        &inner[..end]
    }

    /// Puts the output of a command in.
    fn put_output_in(&mut self, command: &str) {
        let word = self.open_word();
        // It is known what this one says.
        let known = match command.trim_end_matches("2>/dev/null").trim() {
            "pwd" => Some("."),
            "git rev-parse --show-toplevel" => Some(TOP),
            _ => None,
        };
        if let Some(known) = known.filter(|_| word.text.is_empty()) {
            word.text.push_str(known);
            word.glob.push_str(known);
            return;
        }
        word.put_in();
        self.found.push(Token::Nested(command.to_owned()));
    }

    /// The text that follows the line, and the commands in it.
    fn here_document(&mut self, document: &HereDocument, at: usize) {
        let (text, rest) = document.split(self.rest);
        self.rest = rest;
        if document.is_open() {
            self.commands_in(text);
        }
        self.found[at] = Token::Text(text.to_owned());
    }

    /// The commands in a text that is no command itself.
    fn commands_in(&mut self, text: &str) {
        let mut inner = Reader::new(text, self.depth);
        while let Some(letter) = inner.next() {
            match letter {
                '\\' => drop(inner.next()),
                '$' => inner.dollar(true),
                '`' => inner.backquoted(),
                _ => {}
            }
        }
        self.cut = self.cut.or(inner.cut);
        self.found.extend(inner.found);
    }

    /// Goes over `((…))`, in which nothing is a path; its first parenthesis was taken.
    fn passes_arithmetic(&mut self) -> bool {
        let Some(inner) = self.rest.strip_prefix('(') else {
            return false;
        };
        if self.word.is_some() {
            return false;
        }
        let mut open = 0_usize;
        for (at, byte) in inner.bytes().enumerate().take(ARITHMETIC) {
            match byte {
                b'(' => open += 1,
                b')' if open > 0 => open -= 1,
                // Else it is a shell in a shell.
                b')' => match inner[at + 1..].strip_prefix(')') {
                    Some(rest) => {
                        self.rest = rest;
                        return true;
                    }
                    None => return false,
                },
                _ => {}
            }
        }
        false
    }

    /// Goes over the values of an array, `x=(a b)`; its parenthesis was taken.
    fn passes_array(&mut self) -> bool {
        let is_array = |word: &Word| !word.is_quoted && word.text.ends_with('=');
        if !self.word.as_ref().is_some_and(is_array) {
            return false;
        }
        let values = self.enclosed(self.rest);
        self.commands_in(values);
        true
    }

    /// `$'…'`, in which escapes stand for letters.
    fn ansi_quoted(&mut self) {
        self.rest = &self.rest[1..];
        self.open_word().is_quoted = true;
        while let Some(letter) = self.next() {
            match letter {
                '\'' => return,
                '\\' => match self.ansi_escaped() {
                    Some(letter) => self.open_word().push_quoted(letter),
                    None => self.open_word().put_in(),
                },
                _ => self.open_word().push_quoted(letter),
            }
        }
        self.cut = Some(NOT_CLOSED);
    }

    /// What an escape in `$'…'` stands for; `None` where that is no letter of a path.
    fn ansi_escaped(&mut self) -> Option<char> {
        let before = self.rest;
        let letter = self.next()?;
        let (radix, most) = match letter {
            '\\' | '\'' | '"' | '?' => return Some(letter),
            'n' => return Some('\n'),
            't' => return Some('\t'),
            'x' => (16, 2),
            'u' => (16, 4),
            'U' => (16, 8),
            '0'..='7' => {
                self.rest = before;
                (8, 3)
            }
            _ => return None,
        };
        let is_digit = |byte: &u8| char::from(*byte).is_digit(radix);
        let length = self.rest.bytes().take(most).take_while(is_digit).count();
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        let code = u32::from_str_radix(digits, radix).ok()?;
        let letter = char::from_u32(code)?;
        // A byte is a part of a letter from there on.
        let is_letter = most > 3 || letter.is_ascii();
        (is_letter && !letter.is_control()).then_some(letter)
    }

    fn backquoted(&mut self) {
        let end = self.rest.find('`').unwrap_or_else(|| {
            self.cut = Some(NOT_CLOSED);
            self.rest.len()
        });
        let inner = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        self.put_output_in(inner);
    }
}

/// Where a command that was opened with a parenthesis is closed; the error says why nowhere.
fn closing(text: &str, depth: usize) -> Result<usize, &'static str> {
    if depth > DEPTH {
        return Err(TOO_DEEP);
    }
    // Quotes, comments and texts that follow `<<` may have a parenthesis of their own.
    let mut reader = Reader::new(text, depth);
    let mut open = 0_usize;
    loop {
        let at = text.len() - reader.rest.len();
        match reader.next() {
            Some(')') if open == 0 => return Ok(at),
            Some('(') if reader.passes_arithmetic() || reader.passes_array() => {}
            Some(letter) => {
                open += usize::from(letter == '(');
                open -= usize::from(letter == ')');
                reader.take(letter);
            }
            None => return Err(reader.cut.unwrap_or(NOT_CLOSED)),
        }
    }
}

#[cfg(test)]
mod tests;
