//! The settings in effect, and where each value comes from.

use crate::workspace::settings::{Origin, Setting, TABLE};
use crate::workspace::{Error, Workspace};

/// A setting with a value in effect.
#[derive(Clone, Debug)]
pub struct Configured {
    /// The row of the setting.
    pub setting: &'static Setting,
    /// The value's text; `None` where the setting has no value.
    pub value: Option<String>,
    /// Source of the value.
    pub origin: Origin,
}

/// Returns a sentence for each key in git's settings that begins like ours and has no effect.
pub fn misspelt(workspace: &Workspace) -> Result<Vec<String>, Error> {
    Ok(workspace.settings()?.misspelt())
}

/// Every setting, sorted by name; one that is a list has an entry for each of its values.
pub fn config(workspace: &Workspace) -> Result<Vec<Configured>, Error> {
    let reader = workspace.settings()?;
    let mut configured = Vec::new();
    for setting in TABLE {
        let values = reader.effective(setting)?;
        if values.is_empty() {
            configured.push(Configured {
                setting,
                value: None,
                origin: Origin::Default,
            });
        }
        for value in values {
            configured.push(Configured {
                setting,
                value: Some(value.text),
                origin: value.origin,
            });
        }
    }
    Ok(configured)
}
