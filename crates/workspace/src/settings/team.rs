//! The team's file, `config.yaml` of memory: what it sets, and what is wrong with it.
//!
//! Nothing in it is passed over in silence: all faults are findings of `check`. Where one may have
//! been meant to protect something, nothing is written to memory; reading goes on with the rest, as
//! the file comes with any pull request.

use regex::Regex;
use serde_yaml::{Mapping, Value as Yaml};

use super::table::{self, Setting, Team};
use super::value::Value;
use crate::Error;
use git_memory_model::layout::CONFIG;
use git_memory_model::roots::Root;
use git_memory_model::subscription::{SUBSCRIPTIONS, Subscription};
use git_memory_text::limits;
use git_memory_text::path::MemoryFolder;
use git_memory_text::{visible_line, yaml};

/// The team's file as it was read.
#[derive(Clone, Debug, Default)]
pub struct TeamFile {
    /// The folder that it lies in.
    memory: MemoryFolder,
    /// Its values, in the order of the file; a list has an entry for each of its values.
    entries: Vec<TeamValue>,
    subscriptions: Vec<Subscription>,
    problems: Vec<Problem>,
}

/// A value that the file gives to a setting.
#[derive(Clone, Debug)]
pub(super) struct TeamValue {
    setting: &'static Setting,
    /// The line, from 1.
    line: u32,
    pub(super) text: String,
    pub(super) value: Value,
}

/// Something that is wrong with the file.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The line, from 1.
    pub line: u32,
    /// The fault, in one line.
    pub message: String,
    /// True if it may have been meant as a protection.
    pub guards: bool,
}

impl TeamFile {
    /// Its path, from the top of the work tree.
    #[must_use]
    pub fn path(&self) -> String {
        self.memory.join(CONFIG)
    }

    /// A file of a folder of memory that sets nothing.
    pub(super) fn empty(memory: &MemoryFolder) -> Self {
        Self {
            memory: memory.clone(),
            ..Self::default()
        }
    }

    /// Reads the text of a file.
    pub fn read(memory: &MemoryFolder, text: &str) -> Self {
        if text.len() > limits::SETTINGS_BYTES {
            return Self::unusable(memory, "it is larger than 16 KiB");
        }
        let yaml: Option<Mapping> = match yaml::read(text) {
            Ok(yaml) => yaml,
            Err(error) => return Self::unusable(memory, &visible_line(&error.to_string())),
        };
        // All faults are collected: who mends the file wants to see them at once.
        let mut file = Self::empty(memory);
        let Some(yaml) = yaml else {
            // A file with only comments sets nothing.
            return file;
        };
        for (name, value) in yaml {
            match (name.as_str(), value) {
                // A group: `policy.block` is `block` below `policy`, too.
                (Some(group), Yaml::Mapping(values)) if table::has_group(group) => {
                    file.take_group(text, group, values);
                }
                (Some(SUBSCRIPTIONS), value) => file.take_subscriptions(text, value),
                (Some(name), value) => file.take(text, name, value),
                // A number or a list: it may have been meant as any protection.
                (None, _) => file.unclear(1, "a name is not a text", true),
            }
        }
        file
    }

    fn take_group(&mut self, text: &str, group: &str, values: Mapping) {
        for (name, value) in values {
            match name.as_str() {
                Some(name) => self.take(text, &format!("{group}.{name}"), value),
                None => self.unclear(line_of(text, group), "a name is not a text", true),
            }
        }
    }

    fn take_subscriptions(&mut self, text: &str, value: Yaml) {
        let line = line_of(text, SUBSCRIPTIONS);
        let Yaml::Sequence(entries) = value else {
            return self.unclear(line, format!("'{SUBSCRIPTIONS}': expected a list"), false);
        };
        for (nth, entry) in entries.iter().enumerate() {
            let known =
                |new: &Subscription| self.subscriptions.iter().any(|it| it.name == new.name);
            let why = match Subscription::of_yaml(entry) {
                Ok(_) if nth >= limits::PARENTS => format!("more than {}", limits::PARENTS),
                Ok(new) if known(&new) => format!("'{}' is there twice", new.name),
                Ok(new) => {
                    self.subscriptions.push(new);
                    continue;
                }
                Err(why) => visible_line(&why.to_string()).into_owned(),
            };
            self.unclear(line, format!("'{SUBSCRIPTIONS}': {why}"), false);
        }
    }

    /// The parents that it names.
    #[must_use]
    pub fn subscriptions(&self) -> &[Subscription] {
        &self.subscriptions
    }

    /// The folders that it names to be read beside memory.
    pub fn root_folders(&self) -> impl Iterator<Item = &Root> {
        self.values(&table::ROOTS)
            .filter_map(|entry| match &entry.value {
                Value::Folder(root) => Some(root),
                _ => None,
            })
    }

    /// Returns a file that is not YAML, too large, or not a mapping of names to values: it sets
    /// nothing, and may have been meant as any protection.
    pub(super) fn unusable(memory: &MemoryFolder, why: &str) -> Self {
        let mut file = Self::empty(memory);
        file.unclear(1, why, true);
        file
    }

    /// The values that the file gives to a setting.
    pub(super) fn values(&self, setting: &Setting) -> impl Iterator<Item = &TeamValue> {
        self.entries
            .iter()
            .filter(|entry| std::ptr::eq(entry.setting, setting))
    }

    /// The line in which it keeps memory out of prompts, where it does.
    pub fn silencing(&self) -> Option<u32> {
        let mut values = self.values(&table::AUTO);
        let off = values.find(|entry| matches!(entry.value, Value::Boolean(false)));
        off.map(|entry| entry.line)
    }

    /// Its patterns of secrets, each with its line.
    pub fn secret_patterns(&self) -> impl Iterator<Item = (u32, &Regex)> {
        self.values(&table::SECRET_PATTERN)
            .filter_map(|entry| match &entry.value {
                Value::Pattern(pattern) => Some((entry.line, pattern)),
                _ => None,
            })
    }

    /// Everything that is wrong with it.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Makes sure that nothing is wrong with it that may have been meant to protect something.
    ///
    /// # Errors
    /// [`Error::Setting`] with the first such thing.
    pub fn must_protect(&self) -> Result<(), Error> {
        match self.problems.iter().find(|problem| problem.guards) {
            None => Ok(()),
            Some(problem) => Err(Error::Setting {
                key: format!("{}:{}", self.path(), problem.line),
                why: problem.message.clone(),
            }),
        }
    }

    fn take(&mut self, text: &str, name: &str, value: Yaml) {
        let line = line_of(text, name);
        let Some(setting) = table::by_name(name) else {
            return self.unknown(line, name);
        };
        let shown = setting.name;
        if setting.team == Team::Never {
            let why = format!("'{shown}' cannot be set by this file, only by 'git config'");
            // Not heeding it is the strict way.
            return self.unclear(line, why, false);
        }
        // YAML refuses the same name twice, but not two spellings of it.
        if self.values(setting).next().is_some() {
            let why = format!("'{shown}' is set twice");
            return self.problem(line, why, setting);
        }
        let values = match value {
            Yaml::Sequence(values) if setting.team == Team::Adds => values,
            other => vec![other],
        };
        for value in values {
            let Some(text) = scalar(&value) else {
                let kind = setting.kind.name();
                self.problem(line, format!("'{shown}': expected {kind}"), setting);
                continue;
            };
            match setting
                .kind
                .read(&text)
                .and_then(|it| it.beside(&self.memory))
            {
                Ok(value) => self.entries.push(TeamValue {
                    setting,
                    line,
                    text,
                    value,
                }),
                Err(why) => {
                    let why = visible_line(&why).into_owned();
                    self.problem(line, format!("'{shown}': {why}"), setting);
                }
            }
        }
    }

    fn unknown(&mut self, line: u32, name: &str) {
        // A misspelt name of a setting that protects would silently leave the gate open.
        let near = table::near(name);
        let meant = near.map(|setting| setting.name.to_owned());
        let guards = near.is_some_and(|setting| setting.guards);
        self.unclear(line, table::no_setting(name, meant), guards);
    }

    /// Notes a fault in the file's value of a setting.
    fn problem(&mut self, line: u32, message: String, setting: &'static Setting) {
        self.problems.push(Problem {
            line,
            message,
            guards: setting.guards,
        });
    }

    /// Notes a fault in a line without a setting, or without an effect.
    fn unclear(&mut self, line: u32, message: impl Into<String>, guards: bool) {
        self.problems.push(Problem {
            line,
            message: message.into(),
            guards,
        });
    }
}

/// A value as the text that git's settings would have for it; `None` where it is not a single one.
fn scalar(value: &Yaml) -> Option<String> {
    match value {
        Yaml::String(text) => Some(text.clone()),
        Yaml::Bool(value) => Some(value.to_string()),
        Yaml::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The line of a name at the top of the file or in a group; the first one where YAML writes it in
/// another way.
fn line_of(text: &str, name: &str) -> u32 {
    if let Some(nth) = nth_line(text, name) {
        return nth;
    }
    let in_group = name
        .rsplit_once('.')
        .and_then(|(_, name)| nth_line(text, name));
    in_group.unwrap_or(1)
}

fn nth_line(text: &str, name: &str) -> Option<u32> {
    let nth = text.lines().position(|line| {
        let line = line.trim_start_matches(['"', '\'', '{', ' ']);
        let rest = line.strip_prefix(name);
        rest.is_some_and(|rest| rest.trim_start_matches(['"', '\'', ' ']).starts_with(':'))
    });
    // A file of 16 KiB has no more lines than that.
    nth.map(|nth| u32::try_from(nth + 1).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let file = TeamFile::read(&MemoryFolder::default(), text);
        let show = |problem: &Problem| {
            let guards = if problem.guards { "!" } else { "" };
            format!("{}{guards}: {}", problem.line, problem.message)
        };
        file.problems.iter().map(show).collect()
    }

    #[test]
    fn what_is_wrong_is_said_and_stops_what_it_may_protect() {
        for (text, expected) in [
            ("private: no\n", vec![]),
            ("Private: false\nscan: all\n", vec![]),
            ("private: \"false\"\n", vec![]),
            ("# nothing\n", vec![]),
            (
                "scan: All\n",
                vec!["1!: 'scan': 'All' is not one of: memory, all"],
            ),
            (
                "auto: true\nprivate: nope\n",
                vec!["2!: 'private': 'nope' is neither true nor false"],
            ),
            ("private:\n", vec!["1!: 'private': expected boolean"]),
            (
                "private: [false]\n",
                vec!["1!: 'private': expected boolean"],
            ),
            (
                "privat: no\n",
                vec!["1!: 'privat' is not a setting; did you mean 'private'?"],
            ),
            (
                "private: no\nprivat: no\n",
                vec!["2!: 'privat' is not a setting; did you mean 'private'?"],
            ),
            ("colour: red\n", vec!["1: 'colour' is not a setting"]),
            (
                "autos: no\n",
                vec!["1: 'autos' is not a setting; did you mean 'auto'?"],
            ),
            (
                "maxLines: many\n",
                vec!["1: 'maxLines': 'many' is not a number from 0 to 100000"],
            ),
            (
                "secretPattern: ['ACME', '(']\n",
                vec!["1!: 'secretPattern': '(' is not a regular expression: error: unclosed group"],
            ),
            (
                "secretPattern: ['ACME-\\d{6}', '.']\n",
                vec!["1!: 'secretPattern': '.' matches in any record"],
            ),
            (
                "secretAllow: x\n",
                vec!["1: 'secretAllow' cannot be set by this file, only by 'git config'"],
            ),
            (
                "remote: x\n",
                vec!["1: 'remote' cannot be set by this file, only by 'git config'"],
            ),
            (
                "private: yes\nPRIVATE: no\n",
                vec!["2!: 'private' is set twice"],
            ),
            ("1: x\n", vec!["1!: a name is not a text"]),
            ("policy.block: secrets\n", vec![]),
            ("policy:\n  block: [a, '**/*.pem']\n  focus: src\n", vec![]),
            (
                "policy:\n  focus: src\n  block: ['../x']\n",
                vec![
                    "3!: 'policy.block': '../x' is not a path from the top of the work tree: \
                     it has an empty, '.' or '..' part",
                ],
            ),
            (
                "policy:\n  blok: a\n",
                vec!["2!: 'policy.blok' is not a setting; did you mean 'policy.block'?"],
            ),
            ("policy: secrets\n", vec!["1: 'policy' is not a setting"]),
            (
                "auto: true\nsubscriptions: org\n",
                vec!["2: 'subscriptions': expected a list"],
            ),
            (
                "subscriptions:\n- {name: a, url: 'ext::sh', commit: x}\n",
                vec![
                    "1: 'subscriptions': 'a': its url names a transport helper, which may start \
                     any program",
                ],
            ),
        ] {
            assert_eq!(messages(text), expected, "{text}");
        }
        let endless = "#".repeat(limits::SETTINGS_BYTES + 1);
        for text in ["- a list\n", ": [", &endless] {
            assert!(
                TeamFile::read(&MemoryFolder::default(), text)
                    .must_protect()
                    .is_err()
            );
        }
    }
}
