//! Changing documents that are read in their own folders: a value in the document's own form, and no
//! other line.

use crate::records::add::Written;
use crate::records::admit::{fitting, must_have_blob};
use crate::records::changed_line::changed_lines;
use crate::records::edited::NewText;
use crate::records::key_value::{adding, field, items, must_be_settable};
use crate::records::planned::PlannedChange;
use crate::records::source::find_linkable;
use crate::records::valid::parse_status;
use crate::workspace::{Error, Workspace};
use git_memory_model::form::in_place::{self, ByHand, Link, Value};
use git_memory_model::form::reference::{labelled, number_of};
use git_memory_model::keys;
use git_memory_model::kind::{Kind, Lifecycle};
use git_memory_model::record::Record;
use git_memory_model::record::conflict::Conflict;
use git_memory_model::record::draft::when;
use git_memory_model::record::patch::Field;
use git_memory_text::path::{self, RepoPath};

/// The longest name of a series in a link, in letters: `PEP`, `OTEP`. Longer ones are words.
const ACRONYM: usize = 4;

/// A document whose text is being changed.
pub(crate) struct OpenDocument<'a> {
    workspace: &'a Workspace,
    record: Record,
    bytes: Vec<u8>,
    text: String,
}

impl<'a> OpenDocument<'a> {
    /// # Errors
    /// [`Error::Unpatchable`] for a file that is not UTF-8, [`Error::InConflict`], or where it
    /// cannot be read.
    pub(crate) fn read(
        workspace: &'a Workspace,
        change: &PlannedChange<'_>,
        record: &Record,
    ) -> Result<Self, Error> {
        let bytes = change.read(&record.path)?;
        let Ok(text) = String::from_utf8(bytes.clone()) else {
            return Err(Error::Unpatchable {
                path: record.path.to_string(),
                why: "the file is not UTF-8".to_owned(),
            });
        };
        if let Some(conflict) = Conflict::of(&text) {
            return Err(Error::InConflict {
                path: record.path.clone(),
                sides: conflict.sides,
            });
        }
        Ok(Self {
            workspace,
            record: record.clone(),
            bytes,
            text,
        })
    }

    /// Sets keys as `set` takes them; without any, the document is confirmed.
    ///
    /// # Errors
    /// [`Error::NoPlace`] where the document's form is not understood; as for a record's keys.
    pub(crate) fn set(
        &mut self,
        change: &PlannedChange<'_>,
        values: &[(String, String)],
    ) -> Result<(), Error> {
        let mut is_confirmed = true;
        for (key, value) in values {
            let (key, is_added) = adding(key);
            if key == keys::UPDATED.name && value == "today" {
                continue;
            }
            is_confirmed = false;
            if key == keys::STATUS.name {
                self.set_status(value)?;
                continue;
            }
            let value = self.value(change, key, value)?;
            if is_added && matches!(value, Value::Text(_)) {
                return Err(Error::BadValue(format!(
                    "'{key}' takes no '+=': only tags, paths and related do"
                )));
            }
            self.write(in_place::with_value(&self.text, key, &value, is_added))?;
        }
        if is_confirmed {
            self.confirm()?;
        }
        Ok(())
    }

    /// Sets a key that is a list: its items replace those that it has.
    ///
    /// # Errors
    /// As [`Self::set`].
    pub(crate) fn set_list(
        &mut self,
        change: &PlannedChange<'_>,
        key: &str,
        items: &[String],
    ) -> Result<(), Error> {
        let header = &self.record.header;
        let present = [
            (keys::TAGS.name, header.tags.len()),
            (keys::PATHS.name, header.paths.len()),
            (keys::RELATED.name, header.related.len()),
        ];
        // A list that is not there needs no line to be empty.
        if items.is_empty() && present.contains(&(key, 0)) {
            return Ok(());
        }
        let value = if key == keys::RELATED.name {
            self.links(change, items)?
        } else {
            Value::List(items.to_vec())
        };
        self.write(in_place::with_value(&self.text, key, &value, false))
    }

    /// Changes its text as `edit` does.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a heading that the text has twice, or that cannot be one.
    pub(crate) fn edit(&mut self, new: NewText<'_>) -> Result<(), Error> {
        self.text = new.in_place_of(&self.text, self.record.kind())?;
        Ok(())
    }

    /// Makes sure that it still has the blob that was read.
    ///
    /// # Errors
    /// A store error where its text is another one now.
    pub(crate) fn must_be_as_read(&self, blob: &str) -> Result<(), Error> {
        must_have_blob(self.workspace, &self.record.path, &self.bytes, blob)
    }

    /// Its text as it will be written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// True if its text is to change.
    pub(crate) fn is_changed(&self) -> bool {
        self.text.as_bytes() != self.bytes
    }

    fn set_status(&mut self, value: &str) -> Result<(), Error> {
        must_be_settable(&self.record, value)?;
        let kind = self.record.kind().unwrap_or(Kind::NOTE);
        let status = parse_status(kind, value)?;
        must_be_settable(&self.record, status)?;
        // It says so in its own words, perhaps in its own language.
        if self.record.header.status.as_str() == status {
            return Ok(());
        }
        // A word of the document's own stays as it is given.
        let said = kind.status(value).is_none().then_some(value);
        self.write(in_place::with_status(&self.text, kind, status, said))
    }

    /// The value of a key as a document has it.
    fn value(&self, change: &PlannedChange<'_>, key: &str, value: &str) -> Result<Value, Error> {
        if key == keys::RELATED.name {
            return self.links(change, &items(value)?);
        }
        let field = field(self.workspace, &change.memory, &self.record, key, value)?;
        Ok(match field {
            Field::Text(text) | Field::Word(text) => Value::Text(text),
            Field::List(items) => Value::List(items),
        })
    }

    /// Links to the records of these names.
    fn links(&self, change: &PlannedChange<'_>, names: &[String]) -> Result<Value, Error> {
        let mut links = Vec::new();
        for name in names {
            let other = find_linkable(self.workspace, &change.memory, name)?;
            links.push(link(&self.record, other));
        }
        Ok(Value::Links(links))
    }

    /// Writes that it is current today, or at this moment where it says so already.
    fn confirm(&mut self) -> Result<(), Error> {
        let today = self.workspace.today();
        for moment in [None, Some(self.workspace.now())] {
            let (Field::Word(day) | Field::Text(day)) = when(today, moment) else {
                continue;
            };
            let before = self.text.clone();
            let value = Value::Text(day);
            self.write(in_place::with_value(
                &before,
                keys::UPDATED.name,
                &value,
                false,
            ))?;
            if self.text != before {
                break;
            }
        }
        Ok(())
    }

    /// Writes that another record replaces it.
    ///
    /// # Errors
    /// [`Error::NoPlace`]; [`Error::BadValue`] where it is replaced already.
    pub(crate) fn supersede(&mut self, by: &Link) -> Result<(), Error> {
        let kind = self.record.kind().unwrap_or(Kind::NOTE);
        self.write(in_place::superseded(&self.text, kind, by))
    }

    /// Writes that it replaces another document.
    ///
    /// # Errors
    /// [`Error::NoPlace`].
    pub(crate) fn replace(&mut self, old: &Record) -> Result<(), Error> {
        let links = Value::Links(vec![link(&self.record, old)]);
        let key = keys::SUPERSEDES.name;
        self.write(in_place::with_value(&self.text, key, &links, true))
    }

    fn write(&mut self, new: Result<String, ByHand>) -> Result<(), Error> {
        match new {
            Ok(text) => {
                self.text = text;
                Ok(())
            }
            Err(ByHand(hand)) => Err(Error::NoPlace {
                path: self.record.path.clone(),
                hand,
            }),
        }
    }

    /// Puts the new text into a change.
    ///
    /// # Errors
    /// [`Error::Secret`], or [`Error::BadValue`] for a text that is too long.
    pub(crate) fn close(self, change: &mut PlannedChange<'_>) -> Result<Written, Error> {
        let before = String::from_utf8_lossy(&self.bytes);
        let lines = changed_lines(&before, &self.text);
        let path = self.record.path.clone();
        if !lines.is_empty() {
            let clean = fitting(self.workspace, &path, &self.text)?;
            change.replace(&path, self.bytes, path.clone(), clean);
        }
        Ok(Written {
            id: self.record.header.id.clone(),
            path,
            kind: self.record.kind_name(),
            adopted: Vec::new(),
            is_changed: !lines.is_empty(),
            lines,
        })
    }
}

/// Makes sure that a record does not say that it is replaced.
///
/// # Errors
/// [`Error::BadValue`].
pub(crate) fn must_be_unreplaced(record: &Record) -> Result<(), Error> {
    if record.lifecycle() != Lifecycle::Superseded {
        return Ok(());
    }
    let path = &record.path;
    Err(Error::BadValue(format!("'{path}' is already superseded")))
}

/// A link from a document to another record.
pub(crate) fn link(from: &Record, to: &Record) -> Link {
    link_to(from, &to.path, &label(to))
}

/// A link with this text from a document to a file.
pub(crate) fn link_to(from: &Record, path: &RepoPath, label: &str) -> Link {
    Link {
        label: label.to_owned(),
        target: path::link(&from.path, path.as_str()),
    }
}

/// Text of a link to a record: the number of a document with its series, as in `SE-0306`, else the
/// title.
pub(crate) fn label(record: &Record) -> String {
    let header = &record.header;
    let title = header.title.to_string();
    let Some(number) = number_of(record.path.file_name()).filter(|_| record.is_document()) else {
        return title;
    };
    let mut names = header.aliases.iter().filter_map(|name| labelled(name));
    match names.find(|(series, known)| *known == number && series.len() <= ACRONYM) {
        Some((series, _)) => format!("{}-{number:04}", series.to_uppercase()),
        None => title,
    }
}
