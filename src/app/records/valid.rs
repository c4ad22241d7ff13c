//! Values that a record may have: titles, statuses, scopes and sources, as a person or a tool gives
//! them. Whatever does not fit is [`Error::BadValue`], whose message names the values that do.

use crate::app::workspace::Error;
use crate::domain::keys;
use crate::domain::kind::Kind;
use crate::domain::record::header::TITLE_LIMIT;
use crate::domain::scope::{BadScope, Scope};
use crate::domain::text;

/// A title without the white space around it: one line, no invisible characters.
pub(crate) fn valid_title(title: &str) -> Result<String, Error> {
    let title = title.trim();
    match title_fault(title) {
        Some(why) => Err(Error::BadValue(format!("the title {why}"))),
        None => Ok(title.to_owned()),
    }
}

fn title_fault(title: &str) -> Option<String> {
    if title.is_empty() {
        return Some("is empty".to_owned());
    }
    if title.contains(['\n', '\r']) {
        return Some("has more than one line".to_owned());
    }
    if title.chars().count() > TITLE_LIMIT {
        return Some(format!("has more than {TITLE_LIMIT} characters"));
    }
    // What a reader cannot see may order an agent about, or make two titles look alike.
    let (_, hidden) = text::hidden(title).next()?;
    Some(format!(
        "has a hidden character, U+{:04X}",
        u32::from(hidden)
    ))
}

/// A status that records of this kind have; the kind's default where none is given.
pub(crate) fn valid_status(kind: Kind, status: Option<&str>) -> Result<String, Error> {
    let Some(status) = status else {
        return Ok(kind.default_status().to_owned());
    };
    if kind.status(status).is_some() {
        return Ok(status.to_owned());
    }
    Err(Error::BadValue(format!(
        "'{}' is not a status of a {kind}; it has: {}",
        text::visible(status),
        kind.status_names()
    )))
}

/// A scope; `project` where none is given.
pub(crate) fn valid_scope(scope: Option<&str>) -> Result<Scope, Error> {
    let Some(scope) = scope else {
        return Ok(Scope::project());
    };
    scope
        .parse()
        .map_err(|error: BadScope| Error::BadValue(error.to_string()))
}

/// Who made a record: `manual`, `agent` or `tool`; `manual` where nothing is given.
pub(crate) fn valid_source(source: Option<&str>) -> Result<String, Error> {
    match source {
        None => Ok(keys::MANUAL.to_owned()),
        Some(source) if is_source(source) => Ok(source.to_owned()),
        Some(other) => Err(Error::BadValue(format!(
            "'{}' is not a source; it is one of: {}",
            text::visible(other),
            keys::SOURCES.join(", ")
        ))),
    }
}

/// Whether this is one of the three sources of records.
pub(crate) fn is_source(source: &str) -> bool {
    keys::SOURCES.contains(&source)
}
