//! Decides if two versions of a source differ only in comments and space.
//!
//! A scanner that knows strings and comments is enough, and ends in one pass over any text. A
//! doubtful comment counts as code: then the versions differ.

/// Syntax of a language's comments, and meaning of its space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// `//` and `/* */`; lines mean nothing.
    Free,
    /// `//` and `/* */`; but a line may end a statement.
    Lines,
    /// `#`; the indentation of a line counts.
    Indented,
}

/// Rules for reading the sources of a language.
struct Language {
    /// The ends of their files' names.
    endings: &'static [&'static str],
    family: Family,
    /// Signs that begin a string.
    quotes: &'static [char],
    /// Beginnings of comments, after their sign and space, that a compiler or another tool obeys.
    told: &'static [&'static str],
    /// Texts that make a source unreadable for this scanner: then all of it counts.
    unread: &'static [&'static str],
}

const LANGUAGES: [Language; 6] = [
    Language {
        endings: &["rs"],
        family: Family::Free,
        quotes: &['"'],
        told: &[],
        unread: &[],
    },
    Language {
        endings: &["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "java"],
        family: Family::Free,
        quotes: &['"', '\''],
        told: &[],
        // Raw strings of C++ define their own end.
        unread: &["R\""],
    },
    Language {
        endings: &["go"],
        family: Family::Lines,
        quotes: &['"', '\'', '`'],
        told: &["go:", "+build", "export ", "line "],
        // The comment before it is a program in C.
        unread: &["\"C\""],
    },
    Language {
        endings: &["kt", "swift"],
        family: Family::Lines,
        quotes: &['"', '\'', '`'],
        told: &["swift-tools-version"],
        unread: &[],
    },
    Language {
        endings: &["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"],
        family: Family::Lines,
        quotes: &['"', '\'', '`'],
        told: &["@", "#", "<", "webpack"],
        unread: &[],
    },
    Language {
        endings: &["py", "pyi"],
        family: Family::Indented,
        quotes: &['"', '\''],
        told: &["!", "-*-", "coding", "vim:", "type:", "mypy:", "pyright:"],
        // Dependencies of a script, as PEP 723 has them in comments.
        unread: &["# /// "],
    },
];
/// The longest source that is read, in bytes.
const LONGEST: usize = 1 << 20;
/// Characters before a certain comment: after others it may be a part of something.
const BEFORE: [char; 9] = [' ', '\t', '\n', '\r', ';', '{', '}', ')', ','];
/// Characters that separate pieces, with or without space beside them.
const BRACKETS: [char; 8] = ['(', ')', '[', ']', '{', '}', ',', ';'];

/// True if two versions of the file at a path are of a language that is known, and differ only in
/// comments and space.
#[must_use]
pub fn is_same_code(path: &str, before: &[u8], after: &[u8]) -> bool {
    let Some((_, ending)) = path.rsplit_once('.') else {
        return false;
    };
    let known = LANGUAGES.iter().find(|it| it.endings.contains(&ending));
    let Some(language) = known else {
        return false;
    };
    let (Ok(before), Ok(after)) = (std::str::from_utf8(before), std::str::from_utf8(after)) else {
        return false;
    };
    let is_unread = |text: &str| language.unread.iter().any(|it| text.contains(it));
    let is_read = |text: &str| text.len() <= LONGEST && !is_unread(text);
    if !is_read(before) || !is_read(after) {
        return false;
    }
    let of = |text| Scanner::new(text, language).code();
    matches!((of(before), of(after)), (Some(before), Some(after)) if before == after)
}

/// Result of looking for a piece at the beginning of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Length of the piece that was looked for, in bytes.
    Found(usize),
    /// Something else.
    Other,
    /// The beginning of a piece without an end, or without a certain one.
    Endless,
}

/// Extracts the code of a source.
struct Scanner<'a> {
    rest: &'a str,
    language: &'static Language,
    /// Code that was read, without comments and needless space.
    code: String,
    /// The last character of the source that was read.
    last: char,
    /// Space since the last word, if it may have a meaning.
    space: String,
    /// True if the current line is one for the preprocessor.
    // Asked for each word: looking for the beginning of the line would make many passes of one.
    is_directive: bool,
}

impl<'a> Scanner<'a> {
    fn new(rest: &'a str, language: &'static Language) -> Self {
        Self {
            rest,
            language,
            code: String::with_capacity(rest.len()),
            last: '\n',
            space: String::new(),
            is_directive: false,
        }
    }

    /// All code of the source; `None` if a string or a comment has no end.
    fn code(mut self) -> Option<String> {
        while let Some(next) = self.rest.chars().next() {
            match self.comment() {
                Next::Endless => return None,
                Next::Found(length) if self.is_told(length) => self.say(length),
                Next::Found(length) => {
                    // In its place there is as much as space.
                    self.space.push(' ');
                    self.skip(length);
                }
                Next::Other if next.is_whitespace() => {
                    self.space.push(next);
                    self.skip(next.len_utf8());
                }
                Next::Other => match self.string(next) {
                    Next::Endless => return None,
                    Next::Found(length) => self.say(length),
                    Next::Other => self.say(next.len_utf8()),
                },
            }
        }
        Some(self.code)
    }

    fn skip(&mut self, length: usize) {
        if let Some(last) = self.rest[..length].chars().next_back() {
            self.last = last;
        }
        self.rest = &self.rest[length..];
    }

    /// Takes the next piece, with as much of the space before it as has a meaning.
    fn say(&mut self, length: usize) {
        let said = &self.rest[..length];
        let space = std::mem::take(&mut self.space);
        let is_new_line = space.contains('\n');
        // A line of the preprocessor ends with the line.
        let keeps_lines = self.language.family != Family::Free || said == "#" || self.is_directive;
        let mut begins_line = self.code.is_empty();
        if begins_line {
            // Nothing comes before it that it could be kept apart from.
        } else if is_new_line && keeps_lines {
            begins_line = true;
            self.code.push('\n');
            if self.language.family == Family::Indented {
                let indent = space.rsplit('\n').next();
                self.code.push_str(indent.unwrap_or_default());
            }
        } else if !space.is_empty() && self.needs_space(said) {
            self.code.push(' ');
        }
        self.code.push_str(said);
        if begins_line || said.contains('\n') {
            let (_, line) = self.code.rsplit_once('\n').unwrap_or(("", &self.code));
            self.is_directive = line.starts_with('#');
        }
        self.skip(length);
    }

    /// True if space before a piece separates it from the one before.
    fn needs_space(&self, said: &str) -> bool {
        match (self.code.chars().next_back(), said.chars().next()) {
            (Some(a), Some(b)) => {
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                let stands = BRACKETS.contains(&a) || BRACKETS.contains(&b);
                !stands && (is_word(a) == is_word(b)) || self.is_directive
            }
            _ => false,
        }
    }

    /// The comment that comes next, its line end not included.
    fn comment(&self) -> Next {
        if !BEFORE.contains(&self.last) {
            return Next::Other;
        }
        let line = self.rest.find('\n').unwrap_or(self.rest.len());
        if self.language.family == Family::Indented {
            return if self.rest.starts_with('#') {
                Next::Found(line)
            } else {
                Next::Other
            };
        }
        if self.rest.starts_with("//") {
            // A line comment that ends in a backslash goes on in C.
            return if self.rest[..line].trim_end().ends_with('\\') {
                Next::Endless
            } else {
                Next::Found(line)
            };
        }
        let Some(inside) = self.rest.strip_prefix("/*") else {
            return Next::Other;
        };
        match inside.find("*/") {
            // Some languages have comments within comments.
            Some(end) if !inside[..end].contains("/*") => Next::Found(end + 4),
            _ => Next::Endless,
        }
    }

    /// True if a tool obeys the following comment of this length.
    fn is_told(&self, length: usize) -> bool {
        let is_hash = self.language.family == Family::Indented;
        let is_sign = |c: char| c.is_whitespace() || matches!(c, '/' | '*') || c == '#' && is_hash;
        let text = self.rest[..length].trim_start_matches(is_sign);
        self.language.told.iter().any(|told| text.starts_with(told))
    }

    /// The string that comes next.
    fn string(&self, next: char) -> Next {
        if let Some(length) = self.raw_string() {
            return Next::Found(length);
        }
        if !self.language.quotes.contains(&next) {
            return Next::Other;
        }
        let triple: String = std::iter::repeat_n(next, 3).collect();
        if let Some(inside) = self.rest.strip_prefix(&triple) {
            return match inside.find(&triple) {
                Some(end) => Next::Found(end + 6),
                None => Next::Endless,
            };
        }
        let mut is_escaped = false;
        for (at, c) in self.rest[1..].char_indices() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                // Not a string after all: a part of an expression.
                '\n' if next == '\'' => return Next::Other,
                _ if c == next => return Next::Found(at + 2),
                _ => {}
            }
        }
        Next::Endless
    }

    /// The length of a raw string of Rust: `r#"…"#`.
    fn raw_string(&self) -> Option<usize> {
        let after = self.rest.strip_prefix('r')?;
        let signs = after.len() - after.trim_start_matches('#').len();
        let inside = after[signs..].strip_prefix('"')?;
        let is_word = self.last.is_alphanumeric() && self.last != 'b' || self.last == '_';
        if is_word || self.language.family != Family::Free {
            return None;
        }
        let end = format!("\"{}", "#".repeat(signs));
        let length = inside.find(&end)?;
        Some(1 + signs + 1 + length + end.len())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_same(path: &str, before: &str, after: &str) -> bool {
        is_same_code(path, before.as_bytes(), after.as_bytes())
    }

    #[test]
    fn comments_and_space_say_nothing() {
        for (path, before, after) in [
            (
                "a.rs",
                "fn a() { b(1); }",
                "/// A.\nfn a() {\n    // b's\n    b(1);\n}\n",
            ),
            (
                "a.rs",
                "let a: &'a str = x;",
                "let a: &'a str\n    = x; // it's",
            ),
            (
                "a.py",
                "def a():\n    return 1\n",
                "# A.\ndef a():\n\n    return  1  # one\n",
            ),
            (
                "a.go",
                "package a\nfunc b() {}\n",
                "package a\n\n// b\nfunc b() { }\n",
            ),
            ("a.js", "let a = 1;", "/* a */ let a = 1; // don't\n"),
            ("a.tsx", "let a = 1;", "let a  = 1;"),
            (
                "a.c",
                "int a;\n#define B 1\n",
                "int  a; /* b */\n\n#define B 1 // b\n",
            ),
            ("A.java", "class A {}", "// A\nclass A { }"),
        ] {
            assert!(is_same(path, before, after), "{path}: {after}");
        }
    }

    #[test]
    fn everything_else_does() {
        for (path, before, after) in [
            ("a.rs", "fn a() { b(1); }", "fn a() { b(2); }"),
            (
                "a.rs",
                "const A: &str = \"a b\";",
                "const A: &str = \"a  b\";",
            ),
            (
                "a.rs",
                "let a = r#\"x \" // y\"#;",
                "let a = r#\"x \" // z\"#;",
            ),
            ("a.rs", "let a = \"http://x\";", "let a = \"http://y\";"),
            (
                "a.rs",
                "let a = '\"'; // x\n\"b\"",
                "let a = '\"'; // y\n\"c\"",
            ),
            ("a.py", "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n"),
            ("a.py", "a = '''\n# x\n'''\n", "a = '''\n# y\n'''\n"),
            ("a.py", "a = ' '\n", "a = '  '\n"),
            (
                "a.go",
                "package a\nvar b = \"x\"\n",
                "package a\nvar b = \"y\"\n",
            ),
            ("a.go", "return a\nb()\n", "return a b()\n"),
            ("a.js", "let a = `x ${b} // y`;", "let a = `x ${b} // z`;"),
            (
                "a.js",
                "let a = <p>http://x</p>;",
                "let a = <p>http://y</p>;",
            ),
            ("a.js", "return\na", "return a"),
            ("a.c", "#define A 1\nint a;", "#define A 1 int a;"),
            ("a.c", "a = b - -c;", "a = b --c;"),
            ("a.c", "// x \\\na();\n", "// x \\\nb();\n"),
            ("a.c", "#define A (b)", "#define A(b)"),
            ("a.txt", "a", "a "),
            ("a.cpp", "R\"(// x)\"", "R\"(// y)\""),
            ("a.rs", "/* /* a */ b */", "/* /* a */ c */"),
            (
                "a.go",
                "//go:build linux\npackage a\n",
                "//go:build darwin\npackage a\n",
            ),
            ("a.go", "package a\n", "package a\n\n//export B\n"),
            (
                "a.go",
                "/*\nint a = 1;\n*/\nimport \"C\"\n",
                "/*\nint a = 2;\n*/\nimport \"C\"\n",
            ),
            ("a.py", "#!/bin/python3\na\n", "#!/bin/python3.9\na\n"),
            (
                "a.py",
                "# -*- coding: utf-8 -*-\n",
                "# -*- coding: latin-1 -*-\n",
            ),
            ("a.py", "a = []  # type: int\n", "a = []  # type: str\n"),
            (
                "a.py",
                "# /// script\n# dependencies = []\n# ///\n",
                "# /// script\n# dependencies = ['x']\n# ///\n",
            ),
            ("a.ts", "// @ts-nocheck\na", "a"),
            ("a.ts", "/// <reference types=\"b\" />\na", "a"),
            ("a.js", "a(/*#__PURE__*/ b())", "a(b())"),
            (
                "Package.swift",
                "// swift-tools-version: 5.9\na",
                "// swift-tools-version: 6.0\na",
            ),
        ] {
            assert!(!is_same(path, before, after), "{path}: {after}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[a/*#'\"` \n\\\\r({é]{0,40}") {
            for path in ["a.rs", "a.c", "a.go", "a.js", "a.py"] {
                let code = is_same(path, &text, &text);
                let more = format!("{text}x");
                prop_assert!(!code || !is_same(path, &text, &more) || text.contains(['/', '#']));
            }
        }
    }
}
