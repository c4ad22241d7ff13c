//! Publishing a private entry: a private record, or an entry of the work log, becomes a tracked
//! record that names its origin. The private one stays.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::call::Call;
use crate::private::settle::settle;
use crate::private::summary;
use crate::records::add::{NewRecord, Written, draft};
use crate::records::admit::admissible;
use crate::records::lookup;
use crate::records::names::free_path;
use crate::records::patch::patched;
use crate::records::source::{Home, Located, private_records};
use crate::records::valid::Title;
use crate::wire::WrittenAnswer;
use crate::wire::text::Text;
use crate::workspace::{Error, Workspace};
use git_memory_model::keys;
use git_memory_model::kind::Kind;
use git_memory_model::private::EntryKind;
use git_memory_model::record::draft::Draft;
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Record, RecordId};
use git_memory_store::write::Change;
use git_memory_store::{Logged, Memory, View};
use git_memory_text as text;
use git_memory_text::date::{Date, rfc3339};
use git_memory_text::limits;

/// Prefix of `imported_from` in a record that was private.
const PRIVATE: &str = "private/";

/// A private entry that was published.
#[derive(Clone, Debug)]
pub struct Published {
    /// The tracked record.
    pub written: Written,
    /// The id of the private entry.
    pub from: String,
    /// The related records that are private, which the tracked one does not name.
    pub unlinked: Vec<RecordId>,
}

/// A file that is to be made.
struct NewFile {
    draft: Draft,
    text: String,
    unlinked: Vec<RecordId>,
}

/// Makes a tracked record of the private entry of the current branch that `name` names: an id, a
/// unique prefix of one, or a commit. A record keeps its id where that is free; an entry of the
/// work log becomes a record of `kind`, or a note.
///
/// # Errors
/// [`Error::UnknownEntry`], [`Error::Ambiguous`]; [`Error::Published`] where it was published
/// before; [`Error::BadValue`] for the kind of a record; otherwise as for adding a record. Nothing
/// was changed then.
pub fn publish(
    workspace: &Workspace,
    name: &str,
    kind: Option<Kind>,
    is_staged: bool,
) -> Result<Published, Error> {
    let entry = summary::find(workspace, name)?;
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let from = format!("{PRIVATE}{}", entry.id());
    must_be_private(&memory, &entry, &from)?;
    let new = match entry.entry.kind {
        EntryKind::Record(_) if kind.is_some() => {
            return Err(Error::BadValue(format!(
                "{} is a record, and keeps its kind",
                entry.id()
            )));
        }
        EntryKind::Record(_) => of_record(workspace, &memory, &entry.id(), &from)?,
        _ => of_entry(
            workspace,
            &memory,
            &entry,
            kind.unwrap_or(Kind::NOTE),
            &from,
        )?,
    };
    let path = free_path(workspace, &new.draft)?;
    // A text that was fit for one's own clone may still be refused for a shared record.
    let clean = admissible(workspace, &path, &new.draft.id, &new.text)?;
    let change = Change::Create(path.clone(), clean);
    workspace.change(&lock, &[change], is_staged)?;
    Ok(Published {
        written: Written::record(new.draft.id, path, new.draft.kind.name()),
        from: entry.id(),
        unlinked: new.unlinked,
    })
}

/// Makes sure that no tracked record was made of an entry before.
fn must_be_private(memory: &Memory, entry: &Logged, from: &str) -> Result<(), Error> {
    for record in &memory.records {
        let origin = record.header.imported_from.as_ref();
        if origin.is_some_and(|origin| origin.as_str() == from) {
            return Err(Error::Published {
                entry: entry.id(),
                id: record.header.id.clone(),
                path: record.path.clone(),
            });
        }
    }
    Ok(())
}

fn of_record(
    workspace: &Workspace,
    memory: &Memory,
    id: &str,
    from: &str,
) -> Result<NewFile, Error> {
    let private = private_records(workspace)?;
    let record = lookup::find(workspace, &private, id)?;
    let chains = workspace.private()?;
    let Some(tip) = chains.tip(&chains.current()?)? else {
        return Err(Error::UnknownEntry(id.to_owned()));
    };
    let bytes = Located::new(Home::Private(tip), &private, record).content(workspace)?;
    let old = lookup::id_of(record)?;
    let taken = ids(memory);
    let kind = record.kind().unwrap_or(Kind::NOTE);
    let id = if taken.contains(old) {
        workspace.new_id(kind, &record.header.title, &taken)
    } else {
        old.clone()
    };
    let mut fields = vec![
        (keys::IMPORTED_FROM.name, Field::Text(from.to_owned())),
        (
            keys::UPDATED.name,
            Field::Word(workspace.today().to_string()),
        ),
    ];
    if id != *old {
        fields.push((keys::ID.name, Field::Word(id.to_string())));
    }
    // A link to a private record would be dead in every other clone.
    let (mut kept, mut unlinked) = (Vec::new(), Vec::new());
    for other in &record.header.related {
        match other.id() {
            Some(id) if !taken.contains(id) => unlinked.push(id.clone()),
            _ => kept.push(other.to_string()),
        }
    }
    if !unlinked.is_empty() {
        fields.push((keys::RELATED.name, Field::List(kept)));
    }
    let text = patched(&record.path, &bytes, &fields)?;
    Ok(NewFile {
        draft: named_like(workspace, record, kind, id)?,
        text,
        unlinked,
    })
}

/// A draft that decides where a record goes; its text is the record's own.
fn named_like(
    workspace: &Workspace,
    record: &Record,
    kind: Kind,
    id: RecordId,
) -> Result<Draft, Error> {
    let header = &record.header;
    let request = NewRecord {
        scope: Some(header.scope.clone()),
        ..NewRecord::new(kind, header.title.as_str().parse::<Title>()?)
    };
    let draft = draft(workspace, &Memory::default(), request)?;
    let created = header.created.unwrap_or(draft.created);
    Ok(Draft {
        id,
        created,
        ..draft
    })
}

fn of_entry(
    workspace: &Workspace,
    memory: &Memory,
    entry: &Logged,
    kind: Kind,
    from: &str,
) -> Result<NewFile, Error> {
    let said = &entry.entry;
    // The limit of a subject is another one than that of a title.
    let title = text::one_line(&text::plain(&said.title), limits::TITLE_CHARS);
    let request = NewRecord {
        source: if said.agent.is_some() {
            Some(keys::AGENT)
        } else {
            None
        },
        body: Some(summary::content(workspace, entry)?),
        ..NewRecord::new(kind, title.parse::<Title>()?)
    };
    let mut draft = draft(workspace, memory, request)?;
    if let Some(day) = Date::of_text(&rfc3339(entry.commit.time)) {
        draft.created = day;
    }
    let origin = (
        keys::IMPORTED_FROM.name.to_owned(),
        Field::Text(from.to_owned()),
    );
    draft.more.push(origin);
    Ok(NewFile {
        text: draft.text(),
        draft,
        unlinked: Vec::new(),
    })
}

fn ids(memory: &Memory) -> HashSet<RecordId> {
    let mut ids = HashSet::new();
    for record in &memory.records {
        ids.extend(record.id().cloned());
    }
    ids
}

/// The private entry to publish.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishQuestion {
    /// A private record, or an entry of the work log: an id or a unique prefix of one.
    id: String,
    /// The kind of the record that an entry of the work log becomes; a note where it is not given.
    #[schemars(with = "Option<String>")]
    kind: Option<Kind>,
}

/// Makes a tracked record of a private entry, which stays; the file is staged.
pub fn answer(call: &Call, question: &PublishQuestion) -> Result<Published, Error> {
    settle(call.workspace)?;
    publish(call.workspace, &question.id, question.kind, true)
}

/// The answer of `publish`: the tracked record, and the private entry that it was made of.
#[derive(Serialize, JsonSchema)]
pub struct PublishedAnswer<'a> {
    #[serde(flatten)]
    record: WrittenAnswer<'a>,
    published_from: &'a str,
    /// The related records that are private, which the tracked one does not name.
    unlinked: Vec<Text<'a>>,
}

impl<'a> From<&'a Published> for PublishedAnswer<'a> {
    fn from(published: &'a Published) -> Self {
        Self {
            record: WrittenAnswer::from(&published.written),
            published_from: &published.from,
            unlinked: Text::list(&published.unlinked),
        }
    }
}
