//! The answer of `config`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::care::config::Configured;

/// Every setting in effect.
#[derive(Serialize, JsonSchema)]
pub struct ConfigAnswer<'a> {
    settings: Vec<SettingItem<'a>>,
}

/// A setting with a value in effect; a list has an entry for each of its values.
#[derive(Serialize, JsonSchema)]
struct SettingItem<'a> {
    key: String,
    value: Option<&'a str>,
    origin: &'a str,
    kind: &'static str,
    help: &'static str,
}

impl<'a> From<&'a Configured> for SettingItem<'a> {
    fn from(configured: &'a Configured) -> Self {
        let setting = configured.setting;
        Self {
            key: setting.key(),
            value: configured.value.as_deref(),
            origin: configured.origin.name(),
            kind: setting.kind.name(),
            help: setting.help,
        }
    }
}

impl<'a> From<&'a [Configured]> for ConfigAnswer<'a> {
    fn from(configured: &'a [Configured]) -> Self {
        Self {
            settings: configured.iter().map(Into::into).collect(),
        }
    }
}
