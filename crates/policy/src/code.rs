//! Patterns of syntax: `$X.unwrap()` matches that call on anything. `$X` stands for one node, the same
//! one where it is repeated, `$$$` for any number of them, `$_` for any node.
//!
//! Patterns and sources come from strangers, and a parser may take gigabytes for a few kilobytes: a
//! caller runs this in a process with limits.

use std::borrow::Cow;
use std::collections::HashMap;

use ast_grep_core::matcher::{PatternBuilder, PatternNode};
use ast_grep_core::tree_sitter::{LanguageExt, StrDoc, TSLanguage};
use ast_grep_core::{Pattern, PatternError};

use crate::map::Language;
use git_memory_text::limits;

/// The kind of a node that is an error, in every grammar of tree-sitter.
const ERROR: u16 = u16::MAX;
/// A letter that names may begin with in languages that do not let them begin with `$`.
const LETTER: char = 'µ';

/// The lines, from 1 and sorted, on which matches of a pattern begin, or why it cannot be used.
pub type Lines = Result<Vec<u32>, String>;

/// Finds matches in sources, one after the other.
#[derive(Default)]
pub struct CodeReader {
    patterns: HashMap<(&'static str, String), Result<Pattern, String>>,
}

/// A language, as the matcher wants it.
#[derive(Clone)]
struct Grammar(&'static Language);

impl CodeReader {
    /// The matches of each pattern in a source.
    pub fn lines(
        &mut self,
        language: &'static Language,
        patterns: &[String],
        source: &str,
    ) -> Vec<Lines> {
        let root = Grammar(language).ast_grep(source);
        let mut found = Vec::with_capacity(patterns.len());
        for pattern in patterns {
            let name = (language.name, pattern.clone());
            let made = self.patterns.entry(name);
            let made = made.or_insert_with(|| pattern_of(language, pattern));
            found.push(made.as_ref().map_err(Clone::clone).map(|pattern| {
                let root = root.root();
                let places = root.find_all(pattern);
                let lines = places.map(|it| u32::try_from(it.start_pos().line() + 1));
                let mut lines: Vec<u32> = lines.flatten().take(limits::PATTERN_PLACES).collect();
                lines.sort_unstable();
                lines.dedup();
                lines
            }));
        }
        found
    }
}

/// A word without which a source has no match of a pattern; `None` if the pattern has none.
#[must_use]
pub fn word(pattern: &str) -> Option<&str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut words: Vec<&str> = Vec::new();
    let mut rest = pattern;
    while let Some(start) = rest.find(is_part) {
        let is_variable = rest[..start].ends_with('$');
        let after = &rest[start..];
        let end = after.find(|letter| !is_part(letter)).unwrap_or(after.len());
        if !is_variable {
            words.push(&after[..end]);
        }
        rest = &after[end..];
    }
    words.into_iter().max_by_key(|word| word.len())
}

fn pattern_of(language: &'static Language, text: &str) -> Result<Pattern, String> {
    let pattern = Pattern::try_new(text, Grammar(language)).map_err(|error| match error {
        PatternError::NoContent(_) => "it is empty".to_owned(),
        PatternError::MultipleNode(_) => "it has several statements".to_owned(),
        PatternError::RootMultiMetaVar(_) => "it matches everything".to_owned(),
        _ => format!("it is no {}", language.name),
    })?;
    if has_error(&pattern.node) {
        return Err(format!("it is no {}", language.name));
    }
    if matches!(pattern.node, PatternNode::MetaVar { .. }) {
        return Err("it matches everything".to_owned());
    }
    Ok(pattern)
}

fn has_error(node: &PatternNode) -> bool {
    match node {
        PatternNode::MetaVar { .. } => false,
        PatternNode::Terminal { kind_id, .. } => *kind_id == ERROR,
        PatternNode::Internal { kind_id, children } => {
            *kind_id == ERROR || children.iter().any(has_error)
        }
    }
}

impl ast_grep_core::Language for Grammar {
    fn pre_process_pattern<'q>(&self, query: &'q str) -> Cow<'q, str> {
        let letter = self.expando_char();
        if letter == '$' {
            return Cow::Borrowed(query);
        }
        let mut text = String::with_capacity(query.len());
        let mut signs = query.chars().peekable();
        while let Some(sign) = signs.next() {
            let mut count = usize::from(sign == '$');
            if count == 0 {
                text.push(sign);
                continue;
            }
            while signs.next_if_eq(&'$').is_some() {
                count += 1;
            }
            let is_named = signs.peek().is_some_and(|it| matches!(it, 'A'..='Z' | '_'));
            let sign = if is_named || count == 3 { letter } else { '$' };
            text.extend(std::iter::repeat_n(sign, count));
        }
        Cow::Owned(text)
    }

    fn expando_char(&self) -> char {
        match self.0.name {
            "java" | "javascript" | "typescript" => '$',
            _ => LETTER,
        }
    }

    fn kind_to_id(&self, kind: &str) -> u16 {
        self.get_ts_language().id_for_node_kind(kind, true)
    }

    fn field_to_id(&self, field: &str) -> Option<u16> {
        let id = self.get_ts_language().field_id_for_name(field)?;
        Some(id.get())
    }

    fn build_pattern(&self, builder: &PatternBuilder) -> Result<Pattern, PatternError> {
        builder.build(|source| StrDoc::try_new(source, self.clone()))
    }
}

impl LanguageExt for Grammar {
    fn get_ts_language(&self) -> TSLanguage {
        (self.0.grammar)()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(language: &str, pattern: &str, source: &str) -> Lines {
        let language = Language::by_name(language).unwrap();
        let patterns = [pattern.to_owned()];
        CodeReader::default()
            .lines(language, &patterns, source)
            .remove(0)
    }

    #[test]
    fn a_pattern_matches_code_and_neither_texts_nor_comments() {
        for (language, pattern, source, expected) in [
            (
                "rust",
                "$X.unwrap()",
                "fn a() {\n    b(c).unwrap();\n    // d.unwrap()\n    let e = \"f.unwrap()\";\n\
                 g\n  .h()\n  .unwrap();\n i.unwrap_or(1);\n}\n",
                vec![2, 5],
            ),
            (
                "rust",
                "std::process::exit($$$)",
                "fn a() {\n std::process::exit(1);\n}",
                vec![2],
            ),
            (
                "rust",
                "$A == $A",
                "fn a() {\n b == c;\n b == b;\n}",
                vec![3],
            ),
            (
                "rust",
                "println!($$$)",
                "fn a() {\n println!(\"{}\", 1);\n}",
                vec![2],
            ),
            (
                "python",
                "print($$$)",
                "x = 1\nprint(x, 2)\n# print()\n",
                vec![2],
            ),
            ("python", "$X == None", "if a == None:\n  pass\n", vec![1]),
            (
                "javascript",
                "console.log($$$A)",
                "function a() {\n console.log(1, 2);\n}",
                vec![2],
            ),
            (
                "typescript",
                "$X as any",
                "let a = b as any;\nlet c = d as number;",
                vec![1],
            ),
            (
                "go",
                "panic($X)",
                "package a\nfunc b() {\n\tpanic(\"c\")\n}\n",
                vec![3],
            ),
            (
                "java",
                "$X.printStackTrace()",
                "class A { void b() {\n c.printStackTrace(); } }",
                vec![2],
            ),
            ("c", "gets($X);", "int main() {\n gets(a);\n}", vec![2]),
            ("c++", "delete $X", "void a() {\n delete b;\n}", vec![2]),
            ("ruby", "puts $X", "def a\n  puts 1\nend\n", vec![2]),
        ] {
            assert_eq!(
                found(language, pattern, source),
                Ok(expected),
                "{language}: {pattern}"
            );
        }
    }

    #[test]
    fn a_pattern_that_is_no_code_or_matches_everything_says_why() {
        for (pattern, expected) in [
            ("fn (", "it is no rust"),
            ("$X", "it matches everything"),
            ("$$$", "it matches everything"),
            ("a(); b();", "it has several statements"),
            (" ", "it is empty"),
        ] {
            let why = found("rust", pattern, "fn a() {}").unwrap_err();
            assert_eq!(why, expected, "{pattern}");
        }
    }

    #[test]
    fn a_word_that_a_match_needs_is_known() {
        for (pattern, expected) in [
            ("$X.unwrap()", Some("unwrap")),
            ("$$$ARGS + $B", None),
            ("std::process::exit($$$)", Some("process")),
            ("$_.a", Some("a")),
        ] {
            assert_eq!(word(pattern), expected, "{pattern}");
        }
    }
}
