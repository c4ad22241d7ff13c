//! The answer of `config`.

use serde::Serialize;

use crate::app::care::config::Configured;

/// Every setting in effect.
#[derive(Serialize)]
pub struct ConfigAnswer<'a> {
    settings: Vec<SettingAnswer<'a>>,
}

/// A setting with a value in effect; a list has an entry for each of its values.
#[derive(Serialize)]
struct SettingAnswer<'a> {
    key: String,
    value: Option<&'a str>,
    origin: &'a str,
    kind: &'static str,
    help: &'static str,
}

impl<'a> From<&'a [Configured]> for ConfigAnswer<'a> {
    fn from(configured: &'a [Configured]) -> Self {
        let setting = |one: &'a Configured| SettingAnswer {
            key: one.setting.key(),
            value: one.value.as_deref(),
            origin: one.origin.name(),
            kind: one.setting.kind.name(),
            help: one.setting.help,
        };
        Self {
            settings: configured.iter().map(setting).collect(),
        }
    }
}
