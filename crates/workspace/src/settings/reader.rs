//! The only reader of settings: finds the source of a value, and parses it.

use std::borrow::Cow;

use regex::Regex;

use super::table::{self, Setting, TABLE, Team};
use super::team::{TeamFile, TeamValue};
use super::value::Value;
use crate::Error;
use git_memory_git::{Environment, Settings};
use git_memory_model::layout::CONFIG;
use git_memory_model::roots::Roots;
use git_memory_store::{Store, TextFile, View};
use git_memory_text::path::MemoryFolder;
use git_memory_text::visible_line;

/// The section of git's settings that is ours.
const SECTION: &str = "memory";

/// Origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An environment variable.
    Environment(String),
    /// git's settings.
    Git,
    /// The team's file, by its path.
    Team(String),
    /// The default: no source sets it.
    Default,
}

/// The sources of settings.
pub struct Reader<'a> {
    pub(crate) environment: &'a Environment,
    pub(crate) git: &'a Settings,
    pub(crate) team: Cow<'a, TeamFile>,
}

/// A value in effect.
#[derive(Clone, Debug)]
pub struct Effective {
    /// The text that it was read from.
    pub text: String,
    pub(crate) value: Value,
    /// Its source.
    pub origin: Origin,
}

impl Origin {
    /// The variable, `git config`, the team's file or `default`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Environment(variable) => variable,
            Self::Git => "git config",
            Self::Team(path) => path,
            Self::Default => "default",
        }
    }
}

impl Effective {
    /// Reads a text that the environment, git or the table gives.
    fn read(setting: &Setting, text: &str, origin: Origin) -> Result<Self, Error> {
        match setting.kind.read(text) {
            Ok(value) => Ok(Self {
                text: text.to_owned(),
                value,
                origin,
            }),
            Err(why) => Err(Error::Setting {
                key: match origin {
                    Origin::Environment(variable) => variable,
                    _ => setting.key(),
                },
                why: visible_line(&why).into_owned(),
            }),
        }
    }

    fn of_team(team: &TeamFile, entry: &TeamValue) -> Self {
        Self {
            text: entry.text.clone(),
            value: entry.value.clone(),
            origin: Origin::Team(team.path()),
        }
    }
}

impl Reader<'_> {
    /// The values of a setting that are in effect; more than one only for a list. Unreadable values
    /// in the team's file are skipped: it comes with any pull request, which must not keep people
    /// from reading memory.
    ///
    /// # Errors
    /// A value of the user's own that cannot be read.
    pub fn effective(&self, setting: &Setting) -> Result<Vec<Effective>, Error> {
        let found = self.of_user(setting)?;
        self.with_team(setting, found)
    }

    /// Returns the values in effect without the user's unreadable ones: for a caller that reports
    /// those after using all others.
    pub(super) fn readable(&self, setting: &Setting) -> Result<Vec<Effective>, Error> {
        let found = self.each_of_user(setting).into_iter().flatten().collect();
        self.with_team(setting, found)
    }

    /// Values of the user's own, with those of the team as far as these count beside them.
    fn with_team(
        &self,
        setting: &Setting,
        mut found: Vec<Effective>,
    ) -> Result<Vec<Effective>, Error> {
        match setting.team {
            Team::Never => {}
            Team::Sets if !found.is_empty() => {}
            Team::Sets | Team::Adds => {
                found.extend(
                    self.team
                        .values(setting)
                        .map(|entry| Effective::of_team(&self.team, entry)),
                );
            }
            Team::Tightens(_) => {
                let mut of_team = self.team.values(setting);
                if let Some(strict) = of_team.find(|entry| setting.is_tightest(&entry.value)) {
                    found = vec![Effective::of_team(&self.team, strict)];
                }
            }
        }
        if found.is_empty() && !setting.default.is_empty() {
            found.push(Effective::read(setting, setting.default, Origin::Default)?);
        }
        Ok(found)
    }

    /// The values that the team's file gives to a setting.
    pub(super) fn of_team(&self, setting: &Setting) -> Vec<Value> {
        let values = self.team.values(setting);
        values.map(|entry| entry.value.clone()).collect()
    }

    /// Returns a sentence for each key in git's settings that looks like ours, is unknown, and has
    /// no effect.
    pub fn misspelt(&self) -> Vec<String> {
        let mut told = Vec::new();
        for name in self.git.below(SECTION) {
            let is_known = |setting: &&Setting| setting.name.to_ascii_lowercase() == name;
            if !TABLE.iter().any(is_known) {
                let meant = table::near(name).map(Setting::key);
                told.push(table::no_setting(&format!("{SECTION}.{name}"), meant));
            }
        }
        told
    }

    /// Makes sure that everything which protects something can be read: before memory is written.
    ///
    /// # Errors
    /// [`Error::Setting`] with the first thing that cannot.
    pub fn must_protect(&self) -> Result<(), Error> {
        self.team.must_protect()?;
        self.own_must_protect()
    }

    /// Reads only the user's own settings.
    pub(crate) fn own_must_protect(&self) -> Result<(), Error> {
        for setting in TABLE.iter().filter(|setting| setting.guards) {
            self.of_user(setting)?;
        }
        Ok(())
    }

    /// The values that the environment or git's settings give; a list has those of both.
    fn of_user(&self, setting: &Setting) -> Result<Vec<Effective>, Error> {
        self.each_of_user(setting).into_iter().collect()
    }

    /// Returns the user's values, with an error in place of each unreadable one.
    fn each_of_user(&self, setting: &Setting) -> Vec<Result<Effective, Error>> {
        let mut found = Vec::new();
        let variable = setting.variable();
        if let Some(value) = self.environment.variable(&variable) {
            found.push(match value.to_str() {
                Some(text) => Effective::read(setting, text, Origin::Environment(variable)),
                None => Err(Error::Setting {
                    key: variable,
                    why: "it is not UTF-8".to_owned(),
                }),
            });
        }
        let of_git = self.git.all(&setting.key().to_ascii_lowercase());
        let counting = match of_git {
            all if setting.kind.is_list() => all,
            // git's own rule for a single value: the last one counts.
            [.., last] if found.is_empty() => std::slice::from_ref(last),
            _ => &[],
        };
        for text in counting {
            found.push(Effective::read(setting, text, Origin::Git));
        }
        found
    }

    /// The value of a setting that has at most one.
    pub(super) fn value(&self, setting: &Setting) -> Result<Option<Value>, Error> {
        let last = self.effective(setting)?.pop();
        Ok(last.map(|effective| effective.value))
    }

    /// The value of a boolean setting, where it has one.
    pub(super) fn boolean(&self, setting: &Setting) -> Result<Option<bool>, Error> {
        match self.value(setting)? {
            Some(Value::Boolean(value)) => Ok(Some(value)),
            _ => Ok(None),
        }
    }

    /// The value of a text setting, where it has one that is not empty.
    pub(super) fn text(&self, setting: &Setting) -> Result<Option<String>, Error> {
        match self.value(setting)? {
            Some(Value::Text(text)) if !text.is_empty() => Ok(Some(text)),
            _ => Ok(None),
        }
    }

    /// Returns the regular expressions of a setting that can be read: for a reader, a guard without
    /// some of its patterns is better than none. Writers call [`Reader::must_protect`].
    pub fn patterns(&self, setting: &Setting) -> Vec<Regex> {
        let mut values = Vec::new();
        for effective in self.each_of_user(setting).into_iter().flatten() {
            values.push(effective.value);
        }
        if setting.team == Team::Adds {
            values.extend(self.team.values(setting).map(|entry| entry.value.clone()));
        }
        let mut patterns = Vec::new();
        for value in values {
            if let Value::Pattern(pattern) = value {
                patterns.push(pattern);
            }
        }
        patterns
    }
}

/// The folders that are read beside memory. Unreadable values in the team's file are skipped:
/// `check` reports them, and a pull request must not keep people from reading memory.
///
/// # Errors
/// A value of the user's own that cannot be read.
pub(crate) fn roots(reader: &Reader, memory: &MemoryFolder) -> Result<Roots, Error> {
    let mut roots = Vec::new();
    for effective in reader.of_user(&table::ROOTS)? {
        let value = effective.value.beside(memory);
        if let Value::Folder(root) = value.map_err(|why| Error::Setting {
            key: table::ROOTS.key(),
            why,
        })? {
            roots.push(root);
        }
    }
    for entry in reader.team.values(&table::ROOTS) {
        if let Value::Folder(root) = &entry.value {
            roots.push(root.clone().of_team());
        }
    }
    Ok(Roots::new(memory.clone(), roots))
}

/// The team's file in a view; empty if it is missing, and in a bare repository.
///
/// # Errors
/// An unknown revision.
pub fn of_team(store: Store, view: &View) -> Result<TeamFile, Error> {
    let memory = &store.folder_at(view)?;
    if *view == View::WorkTree && !store.has_work_tree() {
        return Ok(TeamFile::empty(memory));
    }
    Ok(match store.page(view, &memory.join(CONFIG))? {
        TextFile::Text(text) => TeamFile::read(memory, &text),
        TextFile::Missing => TeamFile::empty(memory),
        TextFile::Unreadable(why) => TeamFile::unusable(memory, why),
    })
}
