//! Texts beside tracked records that `recall` searches: entries of the private log, notes on
//! commits, files of user memory, rules.

use serde::Serialize;

use crate::private::notes;
use crate::user;
use crate::user::At;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::kind::Lifecycle;
use git_memory_model::private::Entry;
use git_memory_recall::{Attribute, Document, Facts, Field, Lexicon, Source};
use git_memory_text::Language;

/// A text that is kept nowhere in the index.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LooseText {
    /// Its name in the view: of a note its commit and its id, of a file its path.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) body: String,
}

impl LooseText {
    pub fn document(&self, usual: Language, lexicon: &mut Lexicon) -> Document {
        document(&self.title, &self.body, &self.name, usual, lexicon)
    }
}

fn document(title: &str, body: &str, id: &str, usual: Language, lexicon: &mut Lexicon) -> Document {
    let source = Source {
        fields: vec![(Field::Title, title), (Field::Body, body)],
        attributes: vec![(Attribute::Id, id)],
    };
    // Nothing replaces an entry, a note or a file of one's own: all of them are current.
    let facts = Facts {
        kind: None,
        lifecycle: Some(Lifecycle::Current),
        created: None,
        updated: None,
        is_faulty: false,
    };
    Document::new(&source, facts, usual, lexicon)
}

/// The document of an entry of the private log, from its commit's message.
pub(crate) fn read_entry(message: &[u8], usual: Language, lexicon: &mut Lexicon) -> Document {
    let entry = Entry::parse(&String::from_utf8_lossy(message), 1);
    let id = entry.id.as_deref().unwrap_or_default();
    document(&entry.title, &entry.body, id, usual, lexicon)
}

/// The notes on the commits that HEAD reaches; their title is the commit's subject.
pub(crate) fn notes(workspace: &Workspace) -> Result<Vec<LooseText>, Error> {
    let mut texts = Vec::new();
    for on in notes::list(workspace, None)? {
        for note in on.notes {
            texts.push(LooseText {
                name: format!("{} {}", on.commit, note.id),
                title: on.subject.to_string(),
                body: note.text,
            });
        }
    }
    Ok(texts)
}

/// The files of user memory.
///
/// # Errors
/// [`Error::NoHome`], or where they cannot be read.
pub(crate) fn user_files(workspace: &Workspace) -> Result<Vec<LooseText>, Error> {
    let mut texts = Vec::new();
    for file in user::list(At::Repository(workspace))?.files {
        let name = file.path.to_string();
        // Only the index may be missing, and then it is not listed either.
        let text = user::read(At::Repository(workspace), Some(&name))?;
        texts.push(LooseText {
            name,
            title: file.title.into_string(),
            body: text.map(Clean::into_string).unwrap_or_default(),
        });
    }
    Ok(texts)
}
