//! The rule files below `memory/rules/`.

use crate::app::workspace::{Error, Workspace};
use crate::domain::layout::RULES;
use crate::domain::rules::Rule;
use crate::domain::text;
use crate::store::{AtPath, Error as StoreError};

/// A larger file is not a rule for every conversation.
const LIMIT: u64 = 256 << 10;

/// The rule files, by name, without secrets.
///
/// # Errors
/// Where a file has a name that links and imports cannot carry, is not a regular file, is too
/// large, or cannot be read.
pub(crate) fn load(workspace: &Workspace) -> Result<Vec<Rule>, Error> {
    let files = workspace.store().work_files()?;
    // A link in its place would lead out of what the team reviews.
    if !matches!(files.find(RULES)?, AtPath::Folder) {
        return Ok(Vec::new());
    }
    let mut rules = Vec::new();
    for file in files.names(RULES)? {
        let Some(name) = file.strip_suffix(".md") else {
            continue;
        };
        let path = format!("{RULES}/{file}");
        let odd = match files.find(&path)? {
            // The name becomes part of links, imports and other files.
            _ if !is_name(name) => {
                Some("is not a name for a rule file: use letters, digits, '-', '_' and '.'")
            }
            AtPath::File(bytes) if bytes > LIMIT => {
                Some("is larger than 256 KiB, too large for a rule")
            }
            AtPath::File(_) => None,
            _ => Some("is not a regular file, so it is not a rule"),
        };
        if let Some(what) = odd {
            let path = files.top().join(path);
            return Err(StoreError::Unreadable { path, what }.into());
        }
        let Some(bytes) = files.read_regular(&path)? else {
            continue;
        };
        // What nobody sees must not give orders to an agent.
        let plain = text::plain(&String::from_utf8_lossy(&bytes));
        rules.push(Rule {
            name: name.to_owned(),
            text: workspace.guard()?.redact(&plain).into_string(),
        });
    }
    // By name without the ending: "a-b.md" sorts before "a.md", "a" before "a-b".
    rules.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(rules)
}

fn is_name(name: &str) -> bool {
    !name.starts_with('.')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
}
