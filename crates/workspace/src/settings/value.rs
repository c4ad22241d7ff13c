//! Possible values of a setting, and the parser for their texts.

use regex::{Regex, RegexBuilder};

use git_memory_git::Settings;
use git_memory_model::roots::{BadRoot, Root};
use git_memory_policy::project::policy::{BadPattern, Pattern};
use git_memory_recall::{BadWeights, Weights};
use git_memory_store::embeddings::{Address, BadAddress};
use git_memory_text::Language;
use git_memory_text::limits;
use git_memory_text::path::MemoryFolder;

// Text that every record has. A pattern of secrets that matches in it would refuse all writes, and
// redact all reads.
const ANY_RECORD: &str = "---
id: note-aaaaaa
title: A note
status: active
scope: project
created: 2026-01-01
updated: 2026-01-01
---
# A note

The text of a note, as anybody would write it.
";

/// Kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false, as git reads it (git-config(1), "boolean").
    Boolean,
    /// A number from 0 to this one.
    Count(usize),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any number of these words.
    Choices(&'static [&'static str]),
    /// The code of a language that has a stemmer.
    Language,
    /// Any text.
    Text,
    /// The address of a server of embeddings.
    Address,
    /// Any number of regular expressions.
    Patterns,
    /// Any number of regular expressions that match secrets, and so not everything.
    SecretPatterns,
    /// Any number of folders of this machine, and globs of them.
    Places,
    /// Any number of folders, each with the kind of its pages if its name does not imply it.
    Folders,
    /// Any number of paths and globs from the top of the work tree.
    Paths,
    /// Weights of ties between records and files, in percent of the usual.
    Weights,
}

/// A value that was read.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Boolean(bool),
    Count(usize),
    Choice(&'static str),
    Language(Language),
    Text(String),
    Address(Address),
    Pattern(Regex),
    Folder(Root),
    Path(Pattern),
    Weights(Weights),
}

impl Value {
    /// The value of a setting of a project with this folder of memory.
    ///
    /// # Errors
    /// A folder to read beside memory that lies in it.
    pub(super) fn beside(self, memory: &MemoryFolder) -> Result<Self, String> {
        match &self {
            Self::Folder(root) if memory.is_or_holds(root.folder()) => Err(format!(
                "'{}' is in '{memory}/', which is read anyway",
                root.folder()
            )),
            _ => Ok(self),
        }
    }

    /// True if a word means this value: a boolean in any spelling, or that choice.
    pub(super) fn is(&self, word: &str) -> bool {
        match self {
            Self::Boolean(value) => Settings::is_true(word) == Some(*value),
            Self::Choice(choice) => *choice == word,
            _ => false,
        }
    }
}

impl Kind {
    /// Returns the name of the kind, for help and reference.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Count(_) => "number",
            Self::Choice(_) => "choice",
            Self::Choices(_) => "choices",
            Self::Language => "language",
            Self::Text => "text",
            Self::Address => "address",
            Self::Patterns | Self::SecretPatterns => "regular expressions",
            Self::Folders | Self::Places => "folders",
            Self::Paths => "paths",
            Self::Weights => "weights",
        }
    }

    /// True if a setting may have several values.
    #[must_use]
    pub fn is_list(self) -> bool {
        matches!(
            self,
            Self::Choices(_)
                | Self::Patterns
                | Self::SecretPatterns
                | Self::Folders
                | Self::Paths
                | Self::Places
        )
    }

    /// Reads one value.
    ///
    /// # Errors
    /// What is wrong with it, to follow the setting's name and a colon.
    pub(crate) fn read(self, text: &str) -> Result<Value, String> {
        match self {
            Self::Boolean => match Settings::is_true(text) {
                Some(value) => Ok(Value::Boolean(value)),
                None => Err(format!("'{text}' is neither true nor false")),
            },
            Self::Count(most) => match text.parse() {
                Ok(value) if value <= most => Ok(Value::Count(value)),
                _ => Err(format!("'{text}' is not a number from 0 to {most}")),
            },
            Self::Choice(words) | Self::Choices(words) => {
                match words.iter().find(|word| **word == text) {
                    Some(word) => Ok(Value::Choice(word)),
                    None => Err(format!("'{text}' is not one of: {}", words.join(", "))),
                }
            }
            Self::Language => {
                if let Some(language) = Language::by_code(text) {
                    return Ok(Value::Language(language));
                }
                let codes: Vec<_> = Language::all().map(Language::code).collect();
                Err(format!("'{text}' is not one of: {}", codes.join(", ")))
            }
            Self::Text | Self::Places => Ok(Value::Text(text.to_owned())),
            Self::Address => match text.parse() {
                Ok(address) => Ok(Value::Address(address)),
                Err(error) => Err(BadAddress::to_string(&error)),
            },
            Self::Folders => match text.parse() {
                Ok(root) => Ok(Value::Folder(root)),
                Err(error) => Err(BadRoot::to_string(&error)),
            },
            Self::Paths => match text.parse() {
                Ok(pattern) => Ok(Value::Path(pattern)),
                Err(error) => Err(BadPattern::to_string(&error)),
            },
            Self::Weights => match text.parse() {
                Ok(weights) => Ok(Value::Weights(weights)),
                Err(error) => Err(BadWeights::to_string(&error)),
            },
            Self::Patterns => Ok(Value::Pattern(pattern(text)?)),
            Self::SecretPatterns => {
                let pattern = pattern(text)?;
                if pattern.is_match(ANY_RECORD) {
                    return Err(format!("'{text}' matches in any record"));
                }
                Ok(Value::Pattern(pattern))
            }
        }
    }
}

fn pattern(text: &str) -> Result<Regex, String> {
    let compiled = RegexBuilder::new(text)
        .size_limit(limits::PATTERN_MEMORY)
        .build();
    compiled.map_err(|error| {
        let error = error.to_string();
        // The lines before the last one draw where the fault is.
        let why = error.lines().last().unwrap_or("it cannot be read").trim();
        format!("'{text}' is not a regular expression: {why}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_git_reads_them() {
        for (text, expected) in [
            ("true", Some(true)),
            ("Yes", Some(true)),
            ("on", Some(true)),
            ("1", Some(true)),
            ("2", Some(true)),
            ("-1", Some(true)),
            ("false", Some(false)),
            ("NO", Some(false)),
            ("off", Some(false)),
            ("0", Some(false)),
            ("", Some(false)),
            ("maybe", None),
        ] {
            let read = match Kind::Boolean.read(text) {
                Ok(Value::Boolean(value)) => Some(value),
                _ => None,
            };
            assert_eq!(read, expected, "{text}");
        }
        for (text, expected) in [
            ("0", true),
            ("9", true),
            ("10", false),
            ("-1", false),
            ("1.5", false),
            ("", false),
            ("99999999999999999999", false),
        ] {
            assert_eq!(Kind::Count(9).read(text).is_ok(), expected, "{text}");
        }
        assert!(Kind::Choice(&["memory", "all"]).read("All").is_err());
        assert!(Kind::Patterns.read("(").is_err());
        assert!(Kind::Patterns.read("a{1000}{1000}").is_err(), "too large");
        for (text, expected) in [
            (".", false),
            ("", false),
            (r"\w+", false),
            (r"\d{4}", false),
            ("[a-z]{4,}", false),
            (r"ACME-\d{6}", true),
            (r"(?i)hunter\d", true),
        ] {
            assert_eq!(Kind::SecretPatterns.read(text).is_ok(), expected, "{text}");
            assert!(Kind::Patterns.read(text).is_ok(), "{text}");
        }
        assert!(Kind::Language.read("xx").is_err());
    }
}
