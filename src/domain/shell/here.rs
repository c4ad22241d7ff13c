//! Texts within a command line that are given to a command: here-documents.

/// A text that follows the line: it ends with a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HereDocument {
    end: String,
    /// Whether tabs before its last line count for nothing (`<<-`).
    drops_tabs: bool,
    /// Whether a part of the word after `<<` was quoted: then the shell puts nothing in.
    is_quoted: bool,
}

impl HereDocument {
    /// Reads what follows `<<`; gives what is left, too.
    pub(super) fn read(text: &str) -> (Option<Self>, &str) {
        let (drops_tabs, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let rest = rest.trim_start_matches([' ', '\t']);
        let mut end = String::new();
        let mut is_quoted = false;
        let mut quote = None;
        let mut letters = rest.char_indices();
        let mut left = "";
        while let Some((at, letter)) = letters.next() {
            match (quote, letter) {
                (Some(open), close) if open == close => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(letter);
                    is_quoted = true;
                }
                (None, '\\') => {
                    end.extend(letters.next().map(|(_, letter)| letter));
                    is_quoted = true;
                }
                (None, letter) if letter.is_whitespace() || "<>;&|()".contains(letter) => {
                    left = &rest[at..];
                    break;
                }
                (_, letter) => end.push(letter),
            }
        }
        if end.is_empty() && left.len() == rest.len() {
            return (None, rest);
        }
        let document = Self {
            end,
            drops_tabs,
            is_quoted,
        };
        (Some(document), left)
    }

    /// Whether the shell puts in the values of variables and the output of commands.
    pub(super) fn is_open(&self) -> bool {
        !self.is_quoted
    }

    /// The text, which ends before a line of its own or where all ends, and what follows that line.
    pub(super) fn split<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        let mut rest = text;
        while !rest.is_empty() {
            let before = rest;
            let (line, after) = match rest.split_once('\n') {
                Some((line, after)) => (line, after),
                None => (rest, ""),
            };
            rest = after;
            let line = line.strip_suffix('\r').unwrap_or(line);
            let line = if self.drops_tabs {
                line.trim_start_matches('\t')
            } else {
                line
            };
            if line == self.end {
                return (&text[..text.len() - before.len()], rest);
            }
        }
        (text, "")
    }
}
