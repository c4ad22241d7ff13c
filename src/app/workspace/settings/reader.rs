//! The one reader of settings: which source a value comes from, and what it says.

use regex::Regex;

use super::table::{Setting, Team};
use super::team::TeamFile;
use super::value::Value;
use crate::app::workspace::Error;
use crate::domain::layout::CONFIG;
use crate::domain::text::visible_line;
use crate::git::{Environment, Settings};
use crate::store::{Store, TextFile, View};

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An environment variable.
    Environment(String),
    /// git's settings.
    Git,
    /// The team's file.
    Team,
    /// Nobody set it.
    Default,
}

/// The sources of settings.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) environment: &'a Environment,
    pub(crate) git: &'a Settings,
    pub(crate) team: &'a TeamFile,
}

impl Origin {
    /// The variable, `git config`, the team's file or `default`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Environment(variable) => variable,
            Self::Git => "git config",
            Self::Team => CONFIG,
            Self::Default => "default",
        }
    }
}

/// A value in effect, as its text.
#[derive(Clone, Debug)]
pub(crate) struct Effective {
    pub(crate) text: String,
    pub(crate) origin: Origin,
}

impl Effective {
    fn read(&self, setting: &Setting) -> Result<Value, Error> {
        setting.kind.read(&self.text).map_err(|why| Error::Setting {
            key: match &self.origin {
                Origin::Environment(variable) => variable.clone(),
                _ => setting.key(),
            },
            why: visible_line(&why).into_owned(),
        })
    }
}

impl Reader<'_> {
    /// The values of a setting that are in effect; more than one only for a list. All of them can
    /// be read.
    ///
    /// # Errors
    /// A value that cannot be read; where the setting protects something, any fault in the team's
    /// file that may have been meant to protect something, too.
    pub(crate) fn effective(&self, setting: &Setting) -> Result<Vec<Effective>, Error> {
        if setting.guards {
            self.team.must_protect()?;
        }
        let mut found = self.of_user(setting)?;
        for value in &found {
            value.read(setting)?;
        }
        let of_team = self.team.values(setting).map(|text| Effective {
            text: text.to_owned(),
            origin: Origin::Team,
        });
        match setting.team {
            Team::Never => {}
            Team::Sets if !found.is_empty() => {}
            Team::Sets | Team::Adds => {
                self.team.must_say(setting)?;
                found.extend(of_team);
            }
            Team::Tightens(_) => {
                let strict = of_team.filter(|value| setting.is_tightest(&value.text));
                found = strict.last().map_or(found, |value| vec![value]);
            }
        }
        if found.is_empty() && !setting.default.is_empty() {
            found.push(Effective {
                text: setting.default.to_owned(),
                origin: Origin::Default,
            });
        }
        Ok(found)
    }

    /// The values that the environment or git's settings give; a list has those of both.
    fn of_user(&self, setting: &Setting) -> Result<Vec<Effective>, Error> {
        let is_list = setting.kind == super::Kind::Patterns;
        let mut found = Vec::new();
        let variable = setting.variable();
        if let Some(value) = self.environment.variable(&variable) {
            let Some(text) = value.to_str() else {
                let why = "it is not UTF-8".to_owned();
                return Err(Error::Setting { key: variable, why });
            };
            found.push(Effective {
                text: text.to_owned(),
                origin: Origin::Environment(variable),
            });
        }
        let of_git = self.git.all(&setting.key().to_ascii_lowercase());
        let counting = match (is_list, of_git) {
            (true, all) => all,
            (false, [.., last]) if found.is_empty() => std::slice::from_ref(last),
            (false, _) => &[],
        };
        found.extend(counting.iter().map(|text| Effective {
            text: text.clone(),
            origin: Origin::Git,
        }));
        Ok(found)
    }

    fn values(&self, setting: &Setting) -> Result<Vec<Value>, Error> {
        let effective = self.effective(setting)?;
        effective.iter().map(|value| value.read(setting)).collect()
    }

    /// The value of a setting that has at most one.
    pub(super) fn value(&self, setting: &Setting) -> Result<Option<Value>, Error> {
        Ok(self.values(setting)?.pop())
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

    /// The regular expressions of a setting.
    pub(crate) fn patterns(&self, setting: &Setting) -> Result<Vec<Regex>, Error> {
        let mut patterns = Vec::new();
        for value in self.values(setting)? {
            if let Value::Pattern(pattern) = value {
                patterns.push(pattern);
            }
        }
        Ok(patterns)
    }
}

/// The team's file as a view has it; empty where there is none, and in a bare repository.
///
/// # Errors
/// An unknown revision, or a file that cannot be read as settings.
pub(crate) fn of_team(store: Store, view: &View) -> Result<TeamFile, Error> {
    if *view == View::WorkTree && !store.has_work_tree() {
        return Ok(TeamFile::default());
    }
    match store.page(view, CONFIG)? {
        TextFile::Text(text) => TeamFile::read(&text),
        TextFile::Missing => Ok(TeamFile::default()),
        TextFile::Unreadable(why) => Err(Error::Setting {
            key: CONFIG.to_owned(),
            why: why.to_owned(),
        }),
    }
}
