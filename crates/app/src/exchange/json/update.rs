//! Entries with existing records: on request, the text of a record follows its entry, and keys that
//! the entry lacks stay.

use crate::exchange::import::{Skipped, Taken};
use crate::exchange::json::import::Import;
use crate::records::admit::admissible;
use crate::records::lookup::id_of;
use crate::records::patch::{Amendment, amended, patched};
use crate::records::valid::Title;
use crate::workspace::Error;
use git_memory_import::exchange::Foreign;
use git_memory_model::keys;
use git_memory_model::record::Record;
use git_memory_model::record::draft::when;
use git_memory_model::record::patch::Field;
use git_memory_store::write::Change;
use git_memory_text::path::RepoPath;

impl<'a> Import<'a> {
    /// Updates a record to its entry.
    pub(crate) fn bring_up_to_date(
        &mut self,
        known: &'a Record,
        foreign: &Foreign,
    ) -> Result<Taken, Skipped> {
        let id = id_of(known)?;
        // Such an entry is known by its text, so what is another one now was changed here.
        if foreign.id.is_none() {
            return Err(Skipped::Already(Some(id.clone())));
        }
        let path = &known.path;
        let bytes = self.workspace.read(path)?;
        let Some(text) = following(path, &bytes, foreign)? else {
            return Err(Skipped::Already(Some(id.clone())));
        };
        if !self.is_update {
            return Err(Skipped::Differs(id.clone(), path.clone()));
        }
        if !self.updated.insert(id.clone()) {
            return Err(Skipped::Refused(format!("the document has {id} twice")));
        }
        let updated = match foreign.updated {
            Some(dated) => when(dated.day, dated.moment),
            None => when(self.workspace.today(), None),
        };
        let text = patched(path, text.as_bytes(), &[(keys::UPDATED.name, updated)])?;
        let clean = admissible(self.workspace, path, id, &text)?;
        self.changes
            .push(Change::Replace(path.clone(), bytes, clean));
        Ok(Taken {
            id: Some(id.clone()),
            path: path.to_string(),
            title: foreign.title.clone(),
            status: Some(known.header.status.to_string()),
        })
    }
}

/// The text of a record that follows its entry; `None` if nothing changes.
fn following(path: &RepoPath, bytes: &[u8], foreign: &Foreign) -> Result<Option<String>, Error> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(Error::Unpatchable {
            path: path.to_string(),
            why: "the file is not UTF-8".to_owned(),
        });
    };
    let title = foreign.title.parse::<Title>()?.into_string();
    let title = (keys::TITLE.name, Field::Text(title));
    let mut fields = Vec::new();
    if foreign.is_titled {
        fields.push(title.clone());
    }
    if !foreign.tags.is_empty() {
        fields.push((keys::TAGS.name, Field::List(foreign.tags.clone())));
    }
    if !foreign.paths.is_empty() {
        fields.push((keys::PATHS.name, Field::List(foreign.paths.clone())));
    }
    let sections = foreign.sections.iter();
    let said = Amendment {
        fields,
        body: Some(foreign.text()),
        sections: sections
            .map(|(name, text)| (*name, text.as_str()))
            .collect(),
    };
    let new = amended(path, text, &said)?;
    if new == text {
        return Ok(None);
    }
    // A title that was made of the text follows the text, and nothing else.
    Ok(Some(patched(path, new.as_bytes(), &[title])?))
}
