//! Comments of source files, in the marks of all languages. A mark in a string begins none, and
//! neither does a sign that stands in code: `(*call)`, `src/*.c`, `a--`.

/// Marks that begin a comment up to the end of the line.
const LINE: [&str; 5] = ["//", "#", "--", ";", "%"];
/// Marks around a comment of several lines.
const BLOCK: [(&str, &str); 4] = [("/*", "*/"), ("<!--", "-->"), ("(*", "*)"), ("{-", "-}")];
/// Marks that are no sign of code before anything.
const CLEAR: [&str; 3] = ["//", "/*", "<!--"];
/// Marks around a text of several lines. One that begins a statement is a comment, as in Python.
const LONG_TEXT: [&str; 2] = ["\"\"\"", "'''"];
/// A text of Rust, which ends with the other mark.
const RAW_TEXT: (&str, &str) = ("r#", "\"#");
/// First signs of all marks and strings.
const SIGNS: [char; 11] = ['/', '#', '-', ';', '%', '<', '(', '{', '"', '\'', '`'];

/// Reader of a file's comments, line by line.
#[derive(Default)]
pub(super) struct Comments {
    open: Option<Open>,
}

/// A comment or a text that goes on in the next line.
struct Open {
    end: &'static str,
    is_comment: bool,
}

impl Comments {
    /// The parts of the next line that are comments.
    pub(super) fn of_line<'a>(&mut self, line: &'a str) -> Vec<&'a str> {
        let mut found = Vec::new();
        let mut at = 0;
        loop {
            if let Some(open) = &self.open {
                let (inside, after) = match line[at..].split_once(open.end) {
                    Some((inside, after)) => (inside, Some(after)),
                    None => (&line[at..], None),
                };
                if open.is_comment {
                    found.push(inside);
                }
                let Some(after) = after else { break };
                at = line.len() - after.len();
                self.open = None;
            }
            let Some(sign) = line[at..].find(SIGNS) else {
                break;
            };
            at += sign;
            let (before, rest) = line.split_at(at);
            if let Some((length, open)) = opened(before, rest) {
                at += length;
                self.open = Some(open);
            } else if LINE.iter().any(|mark| begins(before, rest, mark)) {
                found.push(rest);
                break;
            } else if let Some(length) = string(before, rest) {
                at += length;
            } else if rest.starts_with('"') {
                // The string goes on in the next line, or is none: the rest is no comment.
                if rest.ends_with('\\') {
                    let (end, is_comment) = ("\"", false);
                    self.open = Some(Open { end, is_comment });
                }
                break;
            } else {
                at += 1;
            }
        }
        found
    }
}

/// The comment or text of several lines that begins at `rest`, with the length of its mark.
fn opened(before: &str, rest: &str) -> Option<(usize, Open)> {
    if let Some(mark) = LONG_TEXT.iter().find(|mark| rest.starts_with(**mark)) {
        // A letter before it says how the text is written.
        let is_comment = before.trim_start().chars().all(char::is_alphabetic);
        let end = *mark;
        return Some((mark.len(), Open { end, is_comment }));
    }
    let (prefix, end) = RAW_TEXT;
    if rest.starts_with('"') && before.ends_with(prefix) {
        let is_comment = false;
        return Some((1, Open { end, is_comment }));
    }
    let (mark, end) = BLOCK.iter().find(|(mark, _)| begins(before, rest, mark))?;
    let is_comment = true;
    Some((mark.len(), Open { end, is_comment }))
}

/// True if `rest` begins with the mark of a comment, and not with a sign of code.
fn begins(before: &str, rest: &str, mark: &str) -> bool {
    let Some(after) = rest.strip_prefix(mark) else {
        return false;
    };
    let is_clear = CLEAR.contains(&mark);
    let is_apart = |c: char| c.is_whitespace() || (is_clear && ";,(){}[]>\"'`".contains(c));
    let is_of_comment = |c: char| c.is_whitespace() || mark.contains(c);
    before.chars().next_back().is_none_or(is_apart)
        && (is_clear || after.chars().next().is_none_or(is_of_comment))
}

/// The length of the string that begins at `rest`, if it ends in this line. An apostrophe within a
/// word begins and ends none.
fn string(before: &str, rest: &str) -> Option<usize> {
    let quote = rest.chars().next().filter(|c| "\"'`".contains(*c))?;
    let is_quote = |before: Option<char>, after: Option<char>| {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        quote != '\'' || !(is_letter(before) && is_letter(after))
    };
    let mut last = before.chars().next_back();
    let mut signs = rest.char_indices().peekable();
    let mut is_escaped = false;
    while let Some((at, sign)) = signs.next() {
        let next = signs.peek().map(|(_, next)| *next);
        if sign == quote && !is_escaped {
            match (at, is_quote(last, next)) {
                (0, false) => return None,
                (0, true) | (_, false) => {}
                (_, true) => return Some(at + 1),
            }
        }
        is_escaped = sign == '\\' && !is_escaped;
        last = Some(sign);
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn comments(text: &str) -> Vec<&str> {
        let mut reader = Comments::default();
        let lines = text.lines().flat_map(|line| reader.of_line(line));
        lines.map(str::trim).filter(|it| !it.is_empty()).collect()
    }

    #[test]
    fn comments_begin_with_the_mark_of_a_language() {
        for (text, expected) in [
            ("fn a() {} // one", &["// one"][..]),
            ("a();//one", &["//one"]),
            ("/// one", &["/// one"]),
            ("x = 1  # one", &["# one"]),
            ("select 1; -- one", &["-- one"]),
            ("mov ax, 1 ; one", &["; one"]),
            ("\\section{A} % one", &["% one"]),
            ("a /* one */ + b /* two */", &["one", "two"]),
            ("/*\n * one\n */ a\n", &["* one"]),
            ("<p>\n<!--\none\n-->\ntwo", &["one"]),
            ("(* one *) {- two -}", &["one", "two"]),
            (
                "def a():\n    r\"\"\"one\n    two\n    \"\"\"\n",
                &["one", "two"],
            ),
            ("let a = \"it's\"; // one", &["// one"]),
            ("fn a<'a>(b: &'a str) // the file's", &["// the file's"]),
            ("let a = '\"'; // one", &["// one"]),
        ] {
            assert_eq!(comments(text), expected, "{text}");
        }
    }

    #[test]
    fn a_mark_in_a_string_or_in_code_begins_no_comment() {
        for text in [
            "let a = \"// one\";",
            "a = '# one'",
            "let a = `-- one`;",
            "let a = \"b \\\" // one\";",
            "let a = \"b \\\n    // one\\n\";",
            "let a = r#\"\n// one\n\"#;",
            "a = \"\"\"\n# one\n\"\"\"\n",
            "url: https://one",
            "(*call)(one);\nb();\n",
            "cp src/*.c one\ncp b c\n",
            "a--; b",
            "#include <one>",
            "#[one]",
        ] {
            assert_eq!(comments(text), [""; 0], "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(//|/\\*|\\*/|\"|\"\"\"|'|r#|#|\\\\|one|é|\n| ){0,40}") {
            for comment in comments(&text) {
                prop_assert!(text.contains(comment));
            }
        }
    }
}
