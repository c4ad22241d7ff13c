//! The words of a command line (POSIX.1-2017, "Shell Command Language", 2.2 and 2.3), and of the
//! commands in it.

use super::act::Act;
use super::word::Word;
use crate::project::policy::TOP;
use git_memory_text::floor;
use git_memory_text::limits;

/// Reason why no more of a line is read.
pub(super) const TOO_DEEP: &str = "commands lie too deep in commands";
/// The longest arithmetic, in bytes, that is seen as such.
const ARITHMETIC: usize = 256;
const NOT_CLOSED: &str = "a quote or a command in the line is not closed";
/// Variables and commands whose value is a folder that is known.
const FOLDERS: [(&str, &str); 4] = [
    ("{HOME}", "$HOME"),
    ("HOME", "$HOME"),
    ("{PWD}", "."),
    ("PWD", "."),
];
const OUTPUTS: [(&str, &str); 2] = [("pwd", "."), ("git rev-parse --show-toplevel", TOP)];

/// A piece of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(Word),
    /// `;`, `&&`, `||`, `|`, `&` or the end of a line: another command follows.
    End,
    /// `<`, `>`, `>>`: this happens to a file.
    File(Act, Word),
    /// `<<<`, `<<`: the command reads a text, a word or the lines that follow.
    Text(String),
    /// Commands of a shell of its own: in parentheses, or their output is a part of a word.
    Nested(Vec<Token>),
    /// The line's last token if its end is invalid, and the reason: the shell may find other words.
    Cut(&'static str),
}

/// Splits a command line into tokens; an unfinished one is read as far as it goes.
#[must_use]
pub(super) fn tokens(line: &str, depth: usize) -> Vec<Token> {
    let mut reader = Reader::new(line, depth);
    reader.read(false);
    reader.found.extend(reader.cut.map(Token::Cut));
    reader.found
}

/// The use of the next word, after a sign that redirects.
enum Next {
    File(Act),
    Text,
    /// It ends a text that begins at the next line; true if tabs before its lines count for
    /// nothing (`<<-`).
    Delimiter(bool),
}

struct Reader<'a> {
    rest: &'a str,
    found: Vec<Token>,
    word: Option<Word>,
    next: Option<Next>,
    /// True while a pattern of `case` is being read, whose words are dropped.
    is_pattern: bool,
    /// Texts that begin at the next line: the word that ends each, true if tabs are ignored, and
    /// the place of the text among the tokens.
    here: Vec<(Word, bool, usize)>,
    /// Number of commands that it lies in.
    depth: usize,
    cut: Option<&'static str>,
}

impl<'a> Reader<'a> {
    fn new(line: &'a str, depth: usize) -> Self {
        Self {
            rest: line,
            found: Vec::new(),
            word: None,
            next: None,
            is_pattern: false,
            here: Vec::new(),
            depth,
            cut: None,
        }
    }

    /// Reads all, or up to the parenthesis that closes the command; false if that is missing.
    fn read(&mut self, is_nested: bool) -> bool {
        if self.depth > limits::COMMAND_DEPTH {
            self.cut = Some(TOO_DEEP);
            self.rest = "";
        }
        while let Some(letter) = self.letter() {
            match letter {
                ')' if is_nested && !self.is_pattern => {
                    self.end_word();
                    return true;
                }
                _ => self.take(letter),
            }
        }
        self.end_word();
        !is_nested
    }

    fn letter(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn take(&mut self, letter: char) {
        match letter {
            ' ' | '\t' | '\r' => self.end_word(),
            '\n' => {
                self.end(Token::End);
                for (end, drops_tabs, at) in std::mem::take(&mut self.here) {
                    self.here_document(&end, drops_tabs, at);
                }
            }
            '#' if self.word.is_none() => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.rest = &self.rest[end..];
            }
            ';' | '|' | '&' => self.control(letter),
            '(' if self.is_pattern || self.passes_arithmetic() => {}
            '(' => self.parentheses(),
            ')' => {
                self.end(Token::End);
                self.is_pattern = false;
            }
            '<' | '>' => self.redirection(letter),
            '\'' => {
                let inner = self.up_to('\'');
                inner
                    .chars()
                    .for_each(|it| self.open_word().push_quoted(it));
                self.open_word().is_quoted = true;
            }
            '"' => self.double_quoted(),
            '\\' => match self.letter() {
                // A line that goes on.
                Some('\n') | None => {}
                Some(letter) => self.open_word().push_quoted(letter),
            },
            '$' if self.rest.starts_with('\'') => self.ansi_quoted(),
            '$' => self.dollar(),
            '`' => self.backquoted(),
            _ => {
                let word = self.open_word();
                word.is_glob |= matches!(letter, '*' | '?' | '[' | '{');
                word.text.push(letter);
            }
        }
    }

    fn open_word(&mut self) -> &mut Word {
        self.word.get_or_insert_default()
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else {
            return;
        };
        if self.is_pattern {
            self.is_pattern = !word.is("esac");
            return;
        }
        let token = match self.next.take() {
            Some(Next::File(act)) => Token::File(act, word),
            Some(Next::Text) => Token::Text(word.text),
            Some(Next::Delimiter(drops_tabs)) => {
                self.here.push((word, drops_tabs, self.found.len()));
                Token::Text(String::new())
            }
            None => Token::Word(word),
        };
        self.found.push(token);
        if let [.., Token::Word(case), Token::Word(_), Token::Word(last)] = self.found.as_slice() {
            self.is_pattern = case.is("case") && last.is("in");
        }
    }

    fn end(&mut self, token: Token) {
        self.end_word();
        self.next = None;
        self.found.push(token);
    }

    /// The text up to a sign that closes it; reading goes on behind that.
    fn up_to(&mut self, sign: char) -> &'a str {
        let (inner, rest) = self.rest.split_once(sign).unwrap_or_else(|| {
            self.cut = Some(NOT_CLOSED);
            (self.rest, "")
        });
        self.rest = rest;
        inner
    }

    fn control(&mut self, letter: char) {
        // `&>file` writes; `>&2` was read as a whole.
        if letter == '&' && self.rest.starts_with('>') {
            return self.end_word();
        }
        if letter == ';' && self.rest.starts_with([';', '&']) {
            self.rest = self.rest.trim_start_matches([';', '&']);
            self.end(Token::End);
            self.is_pattern = true;
            return;
        }
        self.end(Token::End);
    }

    fn redirection(&mut self, letter: char) {
        // `2>` names the file's number, not a word of the command.
        let is_digit = |byte: u8| byte.is_ascii_digit();
        let is_number = |word: &mut Word| !word.is_quoted && word.text.bytes().all(is_digit);
        self.word.take_if(is_number);
        self.end_word();
        if let Some(inner) = self.rest.strip_prefix('(') {
            // `<(command)` and `>(command)` stand for a file without a name.
            return self.nested(inner);
        }
        if letter == '<' && self.rest.starts_with("<<") {
            self.rest = &self.rest[2..];
            self.next = Some(Next::Text);
            return;
        }
        if letter == '<' && self.rest.starts_with('<') {
            let rest = &self.rest[1..];
            self.rest = rest.strip_prefix('-').unwrap_or(rest);
            self.next = Some(Next::Delimiter(rest.len() > self.rest.len()));
            return;
        }
        let act = match letter {
            '<' if !self.rest.starts_with('>') => Act::Reads,
            '>' if self.rest.starts_with('>') => Act::Appends,
            _ => Act::Writes,
        };
        self.rest = self.rest.trim_start_matches(['>', '|']);
        if let Some(number) = self.rest.strip_prefix('&') {
            self.rest =
                number.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '-');
            // `2>&1` names no file; `>&file` does.
            if self.rest.len() < number.len() {
                return;
            }
        }
        self.next = Some(Next::File(act));
    }

    fn double_quoted(&mut self) {
        self.open_word().is_quoted = true;
        while let Some(letter) = self.letter() {
            match letter {
                '"' => return,
                '\\' => match self.letter() {
                    Some('\n') | None => {}
                    Some(escaped) => {
                        if !matches!(escaped, '$' | '`' | '"' | '\\') {
                            self.open_word().push_quoted('\\');
                        }
                        self.open_word().push_quoted(escaped);
                    }
                },
                '$' => self.dollar(),
                '`' => self.backquoted(),
                _ => self.open_word().push_quoted(letter),
            }
        }
        self.cut = Some(NOT_CLOSED);
    }

    /// `$'…'`, whose escapes are not read.
    fn ansi_quoted(&mut self) {
        self.rest = &self.rest[1..];
        self.open_word().put_in();
        while let Some(letter) = self.letter() {
            match letter {
                '\'' => return,
                '\\' => drop(self.letter()),
                _ => self.open_word().push_quoted(letter),
            }
        }
        self.cut = Some(NOT_CLOSED);
    }

    fn dollar(&mut self) {
        if let Some(inner) = self.rest.strip_prefix('(') {
            self.rest = inner;
            if self.passes_arithmetic() {
                return self.open_word().put_in();
            }
            return self.nested(inner);
        }
        // At the beginning of a word, the owner of the folder is known.
        let is_first = self.word.as_ref().is_none_or(|word| word.text.is_empty());
        for (typed, meant) in FOLDERS {
            if let Some(rest) = self.rest.strip_prefix(typed)
                && is_first
                && !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_')
            {
                self.rest = rest;
                return self.open_word().text.push_str(meant);
            }
        }
        self.open_word().put_in();
    }

    /// A command that ends with a parenthesis; its output, or a file of it, is a part of the word.
    fn nested(&mut self, inner: &'a str) {
        self.rest = inner;
        let found = self.enclosed();
        let command = &inner[..inner.len() - self.rest.len()];
        self.put_output_in(command.trim_end_matches(')'), found);
    }

    /// The tokens up to the parenthesis that closes; reading goes on behind it.
    fn enclosed(&mut self) -> Vec<Token> {
        let mut inner = Reader::new(self.rest, self.depth + 1);
        let is_closed = inner.read(true);
        self.rest = inner.rest;
        let cut = inner.cut.or((!is_closed).then_some(NOT_CLOSED));
        self.cut = self.cut.or(cut);
        inner.found
    }

    fn backquoted(&mut self) {
        let command = self.up_to('`');
        let mut inner = Reader::new(command, self.depth + 1);
        inner.read(false);
        self.cut = self.cut.or(inner.cut);
        self.put_output_in(command, inner.found);
    }

    /// Puts the output of a command in.
    fn put_output_in(&mut self, command: &str, found: Vec<Token>) {
        let command = command.trim_end_matches("2>/dev/null").trim();
        let known = OUTPUTS.iter().find(|(typed, _)| *typed == command);
        let word = self.open_word();
        if let Some((_, folder)) = known.filter(|_| word.text.is_empty()) {
            return word.text.push_str(folder);
        }
        word.put_in();
        self.found.push(Token::Nested(found));
    }

    /// The text that follows the line, up to a line that is the word which ends it, and its
    /// commands.
    fn here_document(&mut self, end: &Word, drops_tabs: bool, at: usize) {
        let text = self.rest;
        let mut length = 0;
        for line in text.split_inclusive('\n') {
            self.rest = &text[length + line.len()..];
            let line = line.trim_end_matches(['\n', '\r']);
            let line = if drops_tabs {
                line.trim_start_matches('\t')
            } else {
                line
            };
            if line == end.text {
                break;
            }
            length = text.len() - self.rest.len();
        }
        let text = &text[..length];
        if !end.is_quoted {
            self.commands_in(text);
        }
        self.found[at] = Token::Text(text.to_owned());
    }

    /// The commands in a text that is not a command.
    fn commands_in(&mut self, text: &str) {
        let mut inner = Reader::new(text, self.depth);
        while let Some(letter) = inner.letter() {
            match letter {
                '\\' => drop(inner.letter()),
                '$' => inner.dollar(),
                '`' => inner.backquoted(),
                _ => {}
            }
        }
        self.cut = self.cut.or(inner.cut);
        self.found.extend(inner.found);
    }

    /// A shell of its own, or the values of an array, `x=(a b)`, of which only the commands run.
    fn parentheses(&mut self) {
        let is_array = self
            .word
            .as_ref()
            .is_some_and(|word| word.text.ends_with('='));
        self.end_word();
        let mut found = self.enclosed();
        if is_array {
            found.retain(|token| matches!(token, Token::Nested(_)));
        }
        self.found.push(Token::Nested(found));
    }

    /// Goes over `((…))`, in which nothing is a path; its first parenthesis was taken.
    fn passes_arithmetic(&mut self) -> bool {
        let near = &self.rest[..floor(self.rest, ARITHMETIC)];
        match near.find("))") {
            Some(end) if near.starts_with('(') => {
                self.rest = &self.rest[end + 2..];
                true
            }
            _ => false,
        }
    }
}
