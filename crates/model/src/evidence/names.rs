//! Things that a record's text names, which files of code can have or lack: symbols, quoted code,
//! values and paths. Names in sections about rejected options and links are left out.

use git_memory_text::path::is_below;

use crate::record::front_matter::front_matter_and_body;

/// Maximum length of a text that is read, in bytes, and of its names.
const LENGTH: usize = 64 << 10;
const MOST: usize = 64;
/// Length of a name, in bytes.
const SHORTEST: usize = 3;
const LONGEST: usize = 120;
/// The shortest line of a code block, and quotation, that counts, in bytes.
const QUOTE: usize = 8;
/// Beginnings of headings whose sections name what does not apply.
const LEFT_OUT: [&str; 13] = [
    "alternative",
    "considered",
    "options",
    "pros and cons",
    "pros & cons",
    "references",
    "links",
    "status",
    "related",
    "changelog",
    "rejected",
    "glossary",
    "more information",
];
/// Keys of front matter whose values are sentences.
const SENTENCES: [&str; 2] = ["title:", "description:"];
/// Words of languages, and words that stand in any file.
const COMMON: [&str; 24] = [
    "true", "false", "null", "none", "self", "this", "some", "string", "bool", "int", "void",
    "new", "return", "for", "while", "else", "class", "function", "def", "let", "const", "var",
    "import", "type",
];
/// Endings that make a word with one dot the name of a file.
const FILES: [&str; 26] = [
    "rs", "md", "json", "yaml", "yml", "toml", "ts", "tsx", "js", "jsx", "mjs", "py", "go", "rb",
    "sh", "java", "kt", "cs", "sql", "html", "css", "xml", "lock", "tf", "txt", "proto",
];
/// Words before a number that make it the name of something else.
const SERIES: [&str; 12] = [
    "adr", "rfc", "pep", "issue", "pr", "version", "v", "section", "figure", "step", "http",
    "chapter",
];

/// Form of a name, which decides where it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One word of code.
    Symbol,
    /// Code or words in a row.
    Quote,
    /// A number, in digits only.
    Value,
    /// A file or folder, from the top of the work tree.
    Path,
}

/// A thing that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Its form.
    pub form: Form,
    /// The text as files have it.
    pub text: String,
    /// The sentence that names it.
    pub sentence: String,
}

/// The names in the file of a record or document, each once, in the order of the text.
#[must_use]
pub fn names(file: &str) -> Vec<Name> {
    let file = &file[..git_memory_text::floor(file, LENGTH)];
    let (yaml, body) = front_matter_and_body(file);
    let mut reader = Reader::default();
    for line in yaml.unwrap_or_default().lines() {
        for key in SENTENCES {
            if let Some(value) = line.strip_prefix(key) {
                reader.paragraph(value.trim().trim_matches(['"', '\'']));
            }
        }
    }
    reader.body(body);
    reader.names
}

/// True if a name may be a path of a repository.
#[must_use]
pub fn is_path(word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || "_./+-".contains(c);
    let (folder, name) = word.rsplit_once('/').unwrap_or(("", word));
    let ending = name.rsplit_once('.');
    let is_file = ending.is_some_and(|(stem, end)| !stem.is_empty() && FILES.contains(&end));
    let is_folder = !folder.is_empty() && (name.is_empty() || is_file || folder.len() > 2);
    word.chars().all(is_letter)
        && !word.starts_with(['/', '-'])
        && !is_below(word, "..")
        && (is_file || is_folder)
}

#[derive(Default)]
struct Reader {
    names: Vec<Name>,
}

impl Reader {
    fn body(&mut self, body: &str) {
        let (mut paragraph, mut is_left_out) = (String::new(), false);
        let mut fence: Option<&str> = None;
        for line in body.lines() {
            let text = line.trim();
            let mark = ["```", "~~~"].into_iter().find(|it| text.starts_with(it));
            if mark.is_some() && (fence.is_none() || fence == mark) {
                fence = if fence.is_some() { None } else { mark };
                self.end(&mut paragraph, is_left_out);
            } else if fence.is_some() {
                if !is_left_out && text.len() >= QUOTE {
                    self.add(Form::Quote, text, || text);
                }
            } else if let Some(heading) = text.strip_prefix('#') {
                self.end(&mut paragraph, is_left_out);
                let heading = heading.trim_start_matches(['#', ' ']).to_lowercase();
                is_left_out = LEFT_OUT.iter().any(|it| heading.starts_with(it));
            } else {
                let is_item = text.starts_with(['-', '*', '+', '|', '>']);
                if text.is_empty() || is_item {
                    self.end(&mut paragraph, is_left_out);
                }
                paragraph.push_str(text.trim_start_matches(['-', '*', '+', '>', ' ']));
                paragraph.push(' ');
            }
        }
        self.end(&mut paragraph, is_left_out);
    }

    fn end(&mut self, paragraph: &mut String, is_left_out: bool) {
        if !is_left_out {
            self.paragraph(paragraph.trim());
        }
        paragraph.clear();
    }

    /// Reads a paragraph: every second piece between backticks is code.
    fn paragraph(&mut self, text: &str) {
        let mut at = 0;
        for (nth, piece) in text.split('`').enumerate() {
            if nth % 2 == 1 {
                self.code(piece.trim(), || sentence(text, at));
            } else {
                self.prose(text, at, piece);
            }
            at += piece.len() + 1;
        }
    }

    fn code<'t>(&mut self, code: &str, sentence: impl FnOnce() -> &'t str) {
        let call = code.trim_end_matches("()");
        let word = call.rsplit([':', '.', '#']).next().unwrap_or(call);
        let is_word = |it: &str| it.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_path(code) {
            self.add(Form::Path, code.trim_end_matches('/'), sentence);
        } else if is_word(word) && call.split([':', '.', '#']).all(is_word) {
            let long = call.split([':', '.', '#']).max_by_key(|it| it.len());
            let word = if word.len() > SHORTEST {
                word
            } else {
                long.unwrap_or(word)
            };
            self.add(Form::Symbol, word, sentence);
        } else if code.len() > SHORTEST {
            self.add(Form::Quote, code, sentence);
        }
    }

    /// Reads words that are no code, of a piece at a place of a paragraph.
    fn prose(&mut self, text: &str, at: usize, piece: &str) {
        for (nth, quoted) in piece.split('"').enumerate() {
            if nth % 2 == 1 && quoted.len() >= QUOTE && quoted.contains(' ') {
                self.add(Form::Quote, quoted, || sentence(text, at));
            }
        }
        let (mut before, mut place) = ("", at);
        for word in piece.split(' ') {
            let (length, word) = (word.len(), linked_file(word).unwrap_or(word));
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && !"_/".contains(c));
            let sentence = || sentence(text, place);
            let is_url = word.contains("://") || word.contains('@');
            if is_url || word.contains("](") {
                // A link is somewhere else.
            } else if bare.contains('/') && is_path(bare) && bare.contains('.') {
                self.add(Form::Path, bare, sentence);
            } else if is_symbol(bare) || word.trim_end_matches(['.', ',']).ends_with("()") {
                let last = bare.rsplit("::").next().unwrap_or(bare);
                self.add(Form::Symbol, last, sentence);
            } else if let Some(number) = number(bare)
                && !SERIES.contains(&before.to_lowercase().as_str())
                && !word.starts_with('#')
            {
                self.add(Form::Value, &number, sentence);
            }
            before = bare;
            place += length + 1;
        }
    }

    /// The sentence is looked for only where the name is new: that takes as long as the paragraph.
    fn add<'t>(&mut self, form: Form, text: &str, sentence: impl FnOnce() -> &'t str) {
        let is_said = form == Form::Value || text.chars().any(char::is_alphabetic);
        let least = if form == Form::Value { 2 } else { SHORTEST };
        let is_known = self
            .names
            .iter()
            .any(|it| it.form == form && it.text == text);
        let is_common = COMMON.contains(&text.to_lowercase().as_str());
        if is_said
            && !is_known
            && !is_common
            && (least..=LONGEST).contains(&text.len())
            && self.names.len() < MOST
        {
            self.names.push(Name {
                form,
                text: text.to_owned(),
                sentence: sentence().to_owned(),
            });
        }
    }
}

/// The path that a link shows and leads to: `[src/a.rs](../../src/a.rs)`.
fn linked_file(word: &str) -> Option<&str> {
    let (shown, address) = word.strip_prefix('[')?.split_once("](")?;
    let (address, _) = address.split_once([')', '#'])?;
    let is_same = address.trim_start_matches("../").trim_start_matches("./") == shown;
    is_same.then_some(shown)
}

/// True if a word of prose has the form of a name in code: `a_b`, `A::b`, `DiskCache`, `readFile`.
fn is_symbol(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    let is_code = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let has_hump = letters
        .windows(2)
        .any(|it| it[0].is_lowercase() && it[1].is_uppercase());
    let has_joint = word.trim_matches('_').contains('_') || word.contains("::");
    let has_letter = letters.iter().any(char::is_ascii_alphabetic);
    letters.len() > SHORTEST && word.chars().all(is_code) && has_letter && (has_hump || has_joint)
}

/// Digits of a whole number of two digits or more that is no year.
fn number(word: &str) -> Option<String> {
    let digits: String = word.chars().filter(|c| !matches!(c, ',' | '_')).collect();
    let is_number = digits.len() >= 2 && digits.bytes().all(|it| it.is_ascii_digit());
    let is_year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    (is_number && !is_year).then_some(digits)
}

/// The sentence of a paragraph that has a byte.
fn sentence(paragraph: &str, at: usize) -> &str {
    let at = git_memory_text::floor(paragraph, at);
    let begin = paragraph[..at].rfind(". ").map_or(0, |it| it + 2);
    let end = paragraph[at..].find(". ").map(|it| at + it + 1);
    paragraph[begin..end.unwrap_or(paragraph.len())].trim()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn told(text: &str) -> Vec<(Form, String)> {
        let names = names(text).into_iter();
        names.map(|it| (it.form, it.text)).collect()
    }

    #[test]
    fn symbols_quotes_values_and_paths_are_names() {
        for (text, form, name) in [
            ("Use `Store::open()` only.", Form::Symbol, "open"),
            ("`Header.id` is a name.", Form::Symbol, "Header"),
            (
                "every reader goes through Roots::place.",
                Form::Symbol,
                "place",
            ),
            ("The DiskCache is kept.", Form::Symbol, "DiskCache"),
            (
                "- Code: [src/a.rs](../../src/a.rs), [b](../b.rs)",
                Form::Path,
                "src/a.rs",
            ),
            ("Set `retries = 3`.", Form::Quote, "retries = 3"),
            ("Pass `--no-verify`.", Form::Quote, "--no-verify"),
            (
                "It says \"no entry found\" then.",
                Form::Quote,
                "no entry found",
            ),
            ("At most 1,000 records.", Form::Value, "1000"),
            ("A wait of 30 ms.", Form::Value, "30"),
            ("See src/store/log.rs.", Form::Path, "src/store/log.rs"),
            ("All of `src/store/` is.", Form::Path, "src/store"),
            (
                "Run:\n\n```sh\ncargo build --all\n```\n",
                Form::Quote,
                "cargo build --all",
            ),
            (
                "---\ntitle: Keep `Column` small\n---\n",
                Form::Symbol,
                "Column",
            ),
        ] {
            assert_eq!(told(text), [(form, name.to_owned())], "{text}");
        }
    }

    #[test]
    fn words_links_and_other_numbers_are_no_names() {
        for text in [
            "Use Postgres, and nothing else. It is fast.",
            "Since 2024, see ADR 12, RFC 2119 and issue #431.",
            "Read https://example.com/a_b and [this](0012-use_x.md).",
            "It takes 3 of them, or `null`.",
            "## Considered options\n\n`Kafka` and `RabbitMQ`.",
            "---\nid: dec-a_b_c_\npaths: [src/a.rs]\n---\nText.",
        ] {
            assert_eq!(told(text), [], "{text}");
        }
    }

    #[test]
    fn each_name_has_its_sentence() {
        let found = names("We queue. Then `flush()` runs each\n30 ms. Done.");
        for name in &found {
            assert_eq!(name.sentence, "Then `flush()` runs each 30 ms.", "{name:?}");
        }
        assert_eq!(found.len(), 2);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(`|\"|# |```\n|a_b|\\(\\)|[0-9]{2}|é|\\. |\n|/){0,60}") {
            prop_assert!(names(&text).len() <= MOST);
        }
    }
}
