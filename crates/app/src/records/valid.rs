//! Values that a record may have: titles, statuses, scopes and sources, parsed from what a person
//! or a tool gives. What does not fit is [`Error::BadValue`], whose message names what does.

use std::str::FromStr;

use crate::workspace::Error;
use git_memory_model::form::status::{meaning, of_kind};
use git_memory_model::keys;
use git_memory_model::kind::Kind;
use git_memory_model::record::RecordId;
use git_memory_model::record::hidden::without_remnants;
use git_memory_model::scope::{BadScope, Scope};
use git_memory_text as text;
use git_memory_text::limits::TITLE_CHARS;

/// Length of an invalid id in a message, in characters.
const SHOWN: usize = 60;

/// A record's title: one line without invisible characters, and without white space around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    text: String,
    taken_out: Option<char>,
}

impl Title {
    /// Parses a title that was typed or pasted: removes harmless invisible characters that word
    /// processors and web pages leave.
    ///
    /// # Errors
    /// [`Error::BadValue`].
    pub fn of_typed(title: &str) -> Result<Self, Error> {
        match without_remnants(title) {
            Some((kept, first)) => Ok(Self {
                taken_out: Some(first),
                ..kept.parse()?
            }),
            None => title.parse(),
        }
    }

    /// The title as a record has it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The first invisible character that was removed.
    #[must_use]
    pub fn taken_out(&self) -> Option<char> {
        self.taken_out
    }

    pub(crate) fn into_string(self) -> String {
        self.text
    }
}

impl FromStr for Title {
    type Err = Error;

    fn from_str(title: &str) -> Result<Self, Error> {
        let title = title.trim();
        if title.is_empty() {
            return Err(Error::NoTitle);
        }
        match title_fault(title) {
            Some(why) => Err(Error::BadValue(format!("the title {why}"))),
            None => Ok(Self {
                text: title.to_owned(),
                taken_out: None,
            }),
        }
    }
}

fn title_fault(title: &str) -> Option<String> {
    if title.contains(['\n', '\r']) {
        return Some("has more than one line".to_owned());
    }
    // Titles are shown in lists, subjects of commits and names of files.
    if title.chars().count() > TITLE_CHARS {
        return Some(format!("has more than {TITLE_CHARS} characters"));
    }
    // Invisible text may give orders to an agent, or make two titles look alike.
    let may_have_marks = text::has_right_to_left(title);
    let is_fault = |c: &char| !may_have_marks || !text::is_direction_mark(*c);
    let hidden = text::hidden(title).map(|(_, c)| c).find(is_fault)?;
    Some(format!(
        "has a hidden character, U+{:04X}",
        u32::from(hidden)
    ))
}

/// Makes sure that a value which is shown in lists has one line.
///
/// # Errors
/// [`Error::BadValue`].
pub(crate) fn must_be_one_line(key: &keys::Key, value: &str) -> Result<(), Error> {
    if value.contains(['\n', '\r']) {
        let name = key.name;
        return Err(Error::BadValue(format!("'{name}' has more than one line")));
    }
    Ok(())
}

/// The id that a new record of this kind is to have.
///
/// # Errors
/// [`Error::BadId`].
pub(crate) fn parse_id(kind: Kind, id: &str) -> Result<RecordId, Error> {
    match id.parse::<RecordId>() {
        Ok(id) if id.kind() == Some(kind) => Ok(id),
        Ok(_) | Err(_) => Err(Error::BadId {
            given: text::visible(&text::one_line(id, SHOWN)).into_owned(),
            kind: kind.one(),
            prefix: kind.prefix(),
        }),
    }
}

/// The kind of this name, or of the folder of this name.
///
/// # Errors
/// [`Error::BadValue`].
pub fn parse_kind(name: &str) -> Result<Kind, Error> {
    Kind::by_name(name).ok_or_else(|| {
        let kinds: Vec<&str> = Kind::all().map(Kind::name).collect();
        let (name, kinds) = (text::visible(name), kinds.join(", "));
        Error::BadValue(format!("'{name}' is not a kind; the kinds are: {kinds}"))
    })
}

/// The name of a status that records of this kind have.
pub(crate) fn parse_status(kind: Kind, status: &str) -> Result<&'static str, Error> {
    match of_kind(kind, status, meaning(status)) {
        Some(status) => Ok(status),
        None => Err(Error::BadValue(format!(
            "'{}' is not a status of {}; it has: {}",
            text::visible(status),
            kind.one(),
            kind.status_names()
        ))),
    }
}

/// Statuses to filter by: a word that no kind has, such as `accepted`, stands for its status, too.
#[must_use]
pub fn wanted_statuses(words: Vec<String>) -> Vec<String> {
    let mut wanted = Vec::with_capacity(words.len());
    for word in words {
        if !Kind::all().any(|kind| kind.status(&word).is_some()) {
            let meant = of_kind(Kind::DECISION, &word, meaning(&word));
            wanted.extend(meant.map(str::to_owned));
        }
        wanted.push(word);
    }
    wanted
}

/// The scope of this name.
///
/// # Errors
/// [`Error::BadValue`].
pub fn parse_scope(scope: &str) -> Result<Scope, Error> {
    scope
        .parse()
        .map_err(|error: BadScope| Error::BadValue(error.to_string()))
}

/// Parses the source of a record: `manual`, `agent` or `tool`.
pub(crate) fn parse_source(source: &str) -> Result<&'static str, Error> {
    match keys::SOURCES.into_iter().find(|known| *known == source) {
        Some(known) => Ok(known),
        None => Err(Error::BadValue(format!(
            "'{}' is not a source; it is one of: {}",
            text::visible(source),
            keys::SOURCES.join(", ")
        ))),
    }
}
