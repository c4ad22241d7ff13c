//! Our entries in a manager's configuration: put in between marker lines, taken out without a
//! trace. A text whose meaning would change in any other way is left alone.

use git_memory_text::yaml;
use serde_yaml::{Mapping, Value};

use super::entry::{NAME, calls, indented};
use super::yaml_lines::{Found, find, whole};
use super::{Call, Manager};
use crate::hook_file::{CLOSING, Foreign, OPENING, with_section, without_section};

/// Why a configuration cannot be patched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It is a script that is none, or whose section is damaged.
    #[error(transparent)]
    Script(#[from] Foreign),
    /// The place for our lines is not found, or they would mean something else there.
    #[error("is not written in a way that can be changed safely")]
    Shape,
    /// It repeats parts by name, which can grow without bounds.
    #[error("uses aliases")]
    Aliases,
}

/// The configuration with our entry for a call in it; as it is where it makes the call already.
///
/// # Errors
/// [`Unfit`].
pub fn with_call(manager: Manager, text: &str, call: &Call) -> Result<String, Unfit> {
    if manager == Manager::Husky {
        return Ok(with_section(text, &call.section())?);
    }
    if calls(text, call.hook) {
        return Ok(text.to_owned());
    }
    if has_aliases(text) {
        return Err(Unfit::Aliases);
    }
    let place = match manager {
        Manager::Lefthook => in_lefthook(text, call)?,
        _ => in_pre_commit(text, call)?,
    };
    let after = insert(text, &place);
    // Lines alone do not show what they mean: the value has to have our entry, and all else.
    let expected = match manager {
        Manager::Lefthook => lefthook_value(parsed(text)?, call, place.list)?,
        _ => pre_commit_value(parsed(text)?, call)?,
    };
    if parsed(&after)? != expected {
        return Err(Unfit::Shape);
    }
    Ok(after)
}

/// The place of our lines in a text, and the lines.
struct Place {
    /// The number of the line that they come before.
    line: usize,
    /// Complete lines, with their indentation, without the markers.
    entry: String,
    /// How far the markers are indented.
    indent: usize,
    /// The list that the entry belongs to, where there are several kinds.
    list: &'static str,
}

fn in_lefthook(text: &str, call: &Call) -> Result<Place, Unfit> {
    let lines: Vec<&str> = text.lines().collect();
    let Some(hook) = find(&lines, whole(&lines), call.hook) else {
        return Ok(Place {
            line: lines.len(),
            entry: call.text(Manager::Lefthook),
            indent: 0,
            list: "commands",
        });
    };
    must_be_block(&hook)?;
    let column = hook.block.indent.unwrap_or(2);
    for list in ["jobs", "commands"] {
        let Some(found) = find(&lines, hook.block, list) else {
            continue;
        };
        must_be_block(&found)?;
        let indent = found.block.indent.ok_or(Unfit::Shape)?;
        return Ok(Place {
            line: found.block.from,
            entry: indented(&call.lefthook_lines(list), indent),
            indent,
            list,
        });
    }
    let entry = indented(&call.lefthook_lines("commands"), column + 2);
    Ok(Place {
        line: hook.block.from,
        entry: format!("{}commands:\n{entry}", " ".repeat(column)),
        indent: column,
        list: "commands",
    })
}

fn in_pre_commit(text: &str, call: &Call) -> Result<Place, Unfit> {
    let lines: Vec<&str> = text.lines().collect();
    let repos = find(&lines, whole(&lines), "repos").ok_or(Unfit::Shape)?;
    must_be_block(&repos)?;
    let indent = repos.block.indent.ok_or(Unfit::Shape)?;
    Ok(Place {
        line: repos.block.from,
        entry: indented(&call.pre_commit_lines(), indent),
        indent,
        list: "repos",
    })
}

/// Makes sure that nothing is on the key's own line: neither `{…}` nor a name for the value.
fn must_be_block(found: &Found) -> Result<(), Unfit> {
    if found.value.is_empty() {
        Ok(())
    } else {
        Err(Unfit::Shape)
    }
}

fn insert(text: &str, place: &Place) -> String {
    let mut after = String::new();
    for line in text.split_inclusive('\n').take(place.line) {
        after.push_str(line);
    }
    let rest = &text[after.len()..];
    let lacks_end = !after.is_empty() && !after.ends_with('\n');
    if lacks_end {
        after.push('\n');
    }
    let margin = " ".repeat(place.indent);
    after.extend([&margin, OPENING, "\n", &place.entry, &margin, CLOSING]);
    // The missing line end tells `without_calls` how the text ended.
    if !lacks_end {
        after.push('\n');
    }
    after.push_str(rest);
    after
}

/// The configuration as it was before our entries came in; `None` where nothing else is left.
///
/// # Errors
/// [`Unfit`] where a marker line is missing.
pub fn without_calls(manager: Manager, text: &str) -> Result<Option<String>, Unfit> {
    if manager == Manager::Husky {
        return Ok(without_section(text)?);
    }
    let mut rest = String::new();
    let mut is_ours = false;
    for line in text.split_inclusive('\n') {
        let mark = line.trim();
        if mark == OPENING || mark == CLOSING {
            if (mark == OPENING) == is_ours {
                return Err(Unfit::Script(Foreign::Damaged));
            }
            is_ours = !is_ours;
            // Ours was added to a last line that had no end.
            if mark == CLOSING && !line.ends_with('\n') && rest.ends_with('\n') {
                rest.pop();
            }
        } else if !is_ours {
            rest.push_str(line);
        }
    }
    if is_ours {
        return Err(Unfit::Script(Foreign::Damaged));
    }
    Ok((!rest.is_empty()).then_some(rest))
}

/// True if a value of a text is a copy of another one (`*name`).
fn has_aliases(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let word = word.trim_start_matches(['[', '{', ',']);
        word.strip_prefix('*')
            .is_some_and(|name| name.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

fn parsed(text: &str) -> Result<Value, Unfit> {
    yaml::read(text).map_err(|_| Unfit::Shape)
}

/// The mapping under a key; a new one where there is none.
fn mapping<'a>(map: &'a mut Mapping, key: &str) -> Result<&'a mut Mapping, Unfit> {
    let value = map.entry(key.into()).or_insert(Value::Null);
    if value.is_null() {
        *value = Value::Mapping(Mapping::new());
    }
    value.as_mapping_mut().ok_or(Unfit::Shape)
}

/// Returns the value that lefthook's configuration has to have with our entry.
fn lefthook_value(before: Value, call: &Call, list: &str) -> Result<Value, Unfit> {
    let mut before = match before {
        Value::Mapping(map) => map,
        Value::Null => Mapping::new(),
        _ => return Err(Unfit::Shape),
    };
    let hook = mapping(&mut before, call.hook)?;
    let entry = parsed(&call.lefthook_lines(list))?;
    if list == "jobs" {
        put_first(hook.get_mut(list), entry)?;
    } else {
        let commands = mapping(hook, list)?;
        let own = entry.get(NAME).cloned().ok_or(Unfit::Shape)?;
        if commands.insert(NAME.into(), own).is_some() {
            return Err(Unfit::Shape);
        }
    }
    Ok(Value::Mapping(before))
}

/// Returns the value that pre-commit's configuration has to have with our entry.
fn pre_commit_value(mut before: Value, call: &Call) -> Result<Value, Unfit> {
    let entry = parsed(&call.pre_commit_lines())?;
    put_first(before.get_mut("repos"), entry)?;
    Ok(before)
}

/// Puts the one item of a list before those of another one.
fn put_first(list: Option<&mut Value>, entry: Value) -> Result<(), Unfit> {
    let (Some(Value::Sequence(items)), Value::Sequence(own)) = (list, entry) else {
        return Err(Unfit::Shape);
    };
    items.splice(0..0, own);
    Ok(())
}
