//! Making a record of a page, or of a record of another kind: it gets an id and the keys that every
//! record has; no other byte of its file changes.

use serde_yaml::{Mapping, Value};

use super::fault::{Fault, Severity};
use super::header::scalar;
use super::page::{day_of, lines_of, names_in};
use super::patch::{self, Field};
use super::{Header, RecordId, front_matter, more, reading};
use crate::form::status::meaning;
use crate::keys::{self, Key};
use crate::kind::{Kind, Lifecycle};
use crate::scope::Scope;
use git_memory_guard::Clean;
use git_memory_text::date::Date;

/// The record that a page becomes.
pub struct Adoption<'a> {
    /// The id that it gets.
    pub id: &'a RecordId,
    /// Its kind.
    pub kind: Kind,
    /// Header of the page.
    pub page: &'a Header,
    /// The scope of its folder.
    pub scope: &'a Scope,
    /// Records that it replaces by its own words, or that replace it.
    pub links: &'a [(&'static Key, RecordId)],
    /// The day it was made by git's history, if the page does not state it.
    pub created: Option<Date>,
    /// The day of its last change, if the page does not state it.
    pub updated: Date,
    /// The id of the record that goes by a name.
    pub named: &'a dyn Fn(&str) -> Option<RecordId>,
}

/// The lists of records that front matter may have.
const LINKS: [&Key; 3] = [&keys::SUPERSEDES, &keys::SUPERSEDED_BY, &keys::RELATED];

/// The text of a page as a record.
///
/// # Errors
/// The reason why the page cannot be a record: its front matter cannot be read, or a record may not
/// have one of its values.
pub fn adopted(text: &str, adoption: &Adoption<'_>) -> Result<String, String> {
    let mut new = match front_matter::split(text) {
        Ok(parts) => {
            let values = front_matter::mapping(text, &parts).map_err(|fault| fault.message)?;
            with_keys(text, &values, adoption)?
        }
        Err(fault) if fault.code == super::Code::NoFrontMatter => with_front_matter(text, adoption),
        Err(fault) => return Err(fault.message),
    };
    for (key, id) in adoption.links {
        new = with_link(&new, key, id)?;
    }
    let before = reading::read(text.as_bytes()).faults;
    let mut after = reading::read(new.as_bytes());
    let abstract_line = &adoption.page.abstract_line;
    // The abstract of a decision is read as a document's; that of other kinds is the first
    // paragraph, which may be a header.
    if let Some(header) = &after.header
        && header.abstract_line != *abstract_line
        && adoption.page.id.id().is_none()
        && adoption.kind != Kind::DECISION
        && names_in(&new, &keys::DESCRIPTION).is_empty()
    {
        let said = Field::Text(abstract_line.to_string());
        new = with_key(&new, &keys::DESCRIPTION, &said)?;
        after = reading::read(new.as_bytes());
    }
    if let Some(header) = &after.header
        && !header.superseded_by.is_empty()
        && Lifecycle::of(Some(adoption.kind), &header.status).is_current()
        && let Some(status) = adoption.kind.status_for(Lifecycle::Superseded)
    {
        // A record with a successor shows it in its status, too.
        let status = Field::Word(status.to_owned());
        new = with_key(&new, &keys::STATUS, &status)?;
        after = reading::read(new.as_bytes());
    }
    // A hidden character or a secret is not worse in a record than in the page.
    let is_new = |fault: &&Fault| {
        let was_there = before.iter().any(|old| old.code == fault.code);
        fault.code.severity() == Severity::Error && !was_there
    };
    match after.faults.iter().find(is_new) {
        Some(fault) => Err(fault.message.clone()),
        None => Ok(new),
    }
}

/// A record's text with an id in one of its lists of records.
fn with_link(text: &str, key: &Key, id: &RecordId) -> Result<String, String> {
    let parts = front_matter::split(text).map_err(|fault| fault.message)?;
    let values = front_matter::mapping(text, &parts).map_err(|fault| fault.message)?;
    let mut names = lines_of(&values, key);
    if names.iter().any(|name| name == id.as_str()) {
        return Ok(text.to_owned());
    }
    names.push(id.to_string());
    with_key(text, key, &Field::List(names))
}

/// A text without front matter gets some.
fn with_front_matter(text: &str, adoption: &Adoption<'_>) -> String {
    let start = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let (mark, body) = text.split_at(start);
    let first = body.split_inclusive('\n').next().unwrap_or_default();
    let newline = if first.ends_with("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let mut front = format!("{mark}---{newline}");
    let mut keys = vec![
        (&keys::ID, Field::Word(adoption.id.to_string())),
        (&keys::TITLE, Field::Text(adoption.page.title.to_string())),
    ];
    keys.extend(status(None, adoption));
    keys.push((&keys::SCOPE, Field::Word(adoption.scope.to_string())));
    keys.extend(of_text(&Mapping::new(), adoption));
    keys.push((&keys::UPDATED, Field::Word(adoption.updated.to_string())));
    for (key, field) in keys {
        front += &patch::line(key.name, &field, newline);
    }
    front + "---" + newline + body
}

/// Front matter gets the keys that it lacks, and values that a record may have.
fn with_keys(text: &str, values: &Mapping, adoption: &Adoption<'_>) -> Result<String, String> {
    let mut changes: Vec<(&Key, Field)> = Vec::new();
    let old = text_of(values, &keys::ID);
    if let Some(old) = &old {
        let mut names = lines_of(values, &keys::ALIAS);
        // A record that comes back to a kind has its id of then.
        names.retain(|name| name != adoption.id.as_str() && name != old);
        names.push(old.clone());
        changes.push((&keys::ALIAS, Field::List(names)));
    }
    changes.push((&keys::ID, Field::Word(adoption.id.to_string())));
    let former = old.and_then(|old| old.parse::<RecordId>().ok()?.kind());
    if let Some(former) = former
        && text_of(values, &keys::TYPE) == Some(former.type_name())
    {
        changes.push((&keys::TYPE, Field::Text(adoption.kind.type_name())));
    }
    if text_of(values, &keys::TITLE).is_none() {
        changes.push((&keys::TITLE, Field::Text(adoption.page.title.to_string())));
    }
    let restored = former.and_then(|former| restored_status(values, former, adoption.kind));
    match &restored {
        Some(status) => changes.push((&keys::STATUS, Field::Word(status.clone()))),
        None => changes.extend(status(text_of(values, &keys::STATUS), adoption)),
    }
    if text_of(values, &keys::SCOPE).as_deref() != Some(adoption.scope.as_str()) {
        changes.push((&keys::SCOPE, Field::Word(adoption.scope.to_string())));
    }
    changes.extend(of_text(values, adoption));
    if text_of(values, &keys::UPDATED).is_none() {
        changes.push((&keys::UPDATED, Field::Word(adoption.updated.to_string())));
    }
    let mut text = text.to_owned();
    for (key, field) in changes {
        text = with_key(&text, key, &field)?;
    }
    if restored.is_some() {
        let name = front_matter::name_in_use(&text, &keys::ORIGINAL_STATUS);
        text = patch::unset(&text, name).map_err(|error| error.to_string())?;
    }
    match with_links(&text, adoption.named)? {
        Some(mended) => Ok(mended),
        None => Ok(text),
    }
}

/// A text with one key set, under the name of it that the text has.
fn with_key(text: &str, key: &Key, field: &Field) -> Result<String, String> {
    let name = front_matter::name_in_use(text, key);
    patch::set(text, name, field).map_err(|error| error.to_string())
}

/// A status of the kind: the page's own if it is one, else one with the same meaning, with the
/// page's own word beside it. `own` is what its front matter has.
fn status<'a>(own: Option<String>, adoption: &Adoption<'_>) -> Vec<(&'a Key, Field)> {
    let kind = adoption.kind;
    if own.as_deref().is_some_and(|own| kind.status(own).is_some()) {
        return Vec::new();
    }
    let said = adoption.page.status.as_str();
    let known = kind.status(said).map(|status| status.name);
    let is_page = adoption.page.id.id().is_none();
    let status = match known {
        Some(known) => known,
        // Nothing shows that it was decided.
        None if is_page && !is_understood(said) => {
            let proposed = kind.status_for(Lifecycle::Proposed);
            proposed.unwrap_or(kind.default_status())
        }
        None => status_like(kind, said),
    };
    let original = own.or_else(|| known.is_none().then(|| said.to_owned()));
    let original = original.map(|own| (&keys::ORIGINAL_STATUS, Field::Text(own)));
    let mut fields: Vec<(&Key, Field)> = original.into_iter().collect();
    fields.push((&keys::STATUS, Field::Word(status.to_owned())));
    fields
}

/// Keys that the page's text or path tells, and that its front matter lacks: a record has them only
/// there.
fn of_text<'a>(values: &Mapping, adoption: &Adoption<'_>) -> Vec<(&'a Key, Field)> {
    let page = adoption.page;
    let mut fields: Vec<(&Key, Field)> = Vec::new();
    if !page.tags.is_empty() && !has(values, &keys::TAGS) {
        fields.push((&keys::TAGS, texts(&page.tags)));
    }
    // A record's day has one form, and a document's is a day of May, too.
    let is_read = |key| text_of(values, key).is_some_and(|text| day_of(&text).is_some());
    let created = page.created.or(adoption.created);
    if let Some(day) = created.filter(|_| !is_read(&keys::CREATED)) {
        fields.push((&keys::CREATED, Field::Word(day.to_string())));
    }
    if let Some(day) = page
        .updated
        .filter(|_| has(values, &keys::UPDATED) && !is_read(&keys::UPDATED))
    {
        fields.push((&keys::UPDATED, Field::Word(day.to_string())));
    }
    if page.id.id().is_none() {
        if !page.aliases.is_empty() && lines_of(values, &keys::ALIAS).len() != page.aliases.len() {
            fields.push((&keys::ALIAS, texts(&page.aliases)));
        }
        let more = page.more.as_ref().map(|text| more::read(text));
        let owner = more
            .as_ref()
            .and_then(|more| more.get(keys::OWNER.name)?.as_str());
        if let Some(owner) = owner.filter(|_| !has(values, &keys::OWNER)) {
            fields.push((&keys::OWNER, Field::Text(owner.to_owned())));
        }
    }
    fields
}

fn texts(texts: &[Clean]) -> Field {
    Field::List(texts.iter().map(ToString::to_string).collect())
}

/// True if front matter has a key, under any of its names.
fn has(values: &Mapping, key: &Key) -> bool {
    key.names().any(|name| values.contains_key(name))
}

fn is_understood(words: &str) -> bool {
    meaning(words).is_some() || Kind::all().any(|kind| kind.status(words).is_some())
}

/// The status of a kind that means what a word does which is none of its statuses.
fn status_like(kind: Kind, word: &str) -> &'static str {
    let status = match Lifecycle::of(None, &word.to_lowercase()) {
        // Any unknown word counts as current.
        Lifecycle::Current => None,
        lifecycle if lifecycle.is_current() => kind.status_for(lifecycle),
        lifecycle => kind.status_for(lifecycle).or(kind.retired_status()),
    };
    status.unwrap_or(kind.default_status())
}

/// The status that a record had before it got a kind without that status, if its new kind has it
/// and the status was not set since.
fn restored_status(values: &Mapping, former: Kind, kind: Kind) -> Option<String> {
    let original = text_of(values, &keys::ORIGINAL_STATUS)?;
    let own = text_of(values, &keys::STATUS)?;
    let is_kept = former.status(&original).is_none() && own == status_like(former, &original);
    (is_kept && kind.status(&original).is_some()).then_some(original)
}

/// The id for a name in a list of records; the name itself if no record has it.
fn id_or_name(name: &str, named: &dyn Fn(&str) -> Option<RecordId>) -> String {
    match named(name) {
        Some(id) => id.to_string(),
        None => name.to_owned(),
    }
}

/// The lists of a record's front matter, in which names are replaced by new ids; `None` if there
/// are none.
///
/// # Errors
/// The reason why a list cannot be changed in place.
pub fn with_links(
    text: &str,
    named: &dyn Fn(&str) -> Option<RecordId>,
) -> Result<Option<String>, String> {
    let Ok(parts) = front_matter::split(text) else {
        return Ok(None);
    };
    let Ok(values) = front_matter::mapping(text, &parts) else {
        return Ok(None);
    };
    let mut new = text.to_owned();
    for key in LINKS {
        let old = lines_of(&values, key);
        let mended: Vec<String> = old.iter().map(|name| id_or_name(name, named)).collect();
        if mended != old {
            new = with_key(&new, key, &Field::List(mended))?;
        }
    }
    Ok((new != text).then_some(new))
}

/// The text of a key that has one.
fn text_of(values: &Mapping, key: &Key) -> Option<String> {
    let value: &Value = key.names().find_map(|name| values.get(name))?;
    scalar(value).filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;
    use git_memory_text::path::MemoryFolder;
    use proptest::prelude::*;

    fn adopt(path: &str, text: &str) -> Result<String, String> {
        let path = path.parse().unwrap();
        let place = layout::place(&MemoryFolder::default(), &path).unwrap();
        let page = reading::read(text.as_bytes()).page.unwrap();
        let header = page.header(&path, &place);
        let id = "note-aaaaaa".parse().unwrap();
        adopted(
            text,
            &Adoption {
                id: &id,
                kind: Kind::NOTE,
                page: &header,
                scope: &place.scope,
                links: &[],
                created: None,
                updated: "2026-11-20".parse().unwrap(),
                named: &|name| {
                    let is_known = name == "loop-001";
                    is_known.then(|| "loop-bbbbbb".parse().unwrap())
                },
            },
        )
    }

    #[test]
    fn a_page_keeps_every_byte_but_its_front_matter() {
        for (text, expected) in [
            (
                "# Hello\n\nText.\n",
                "---\nid: note-aaaaaa\ntitle: Hello\nstatus: active\nscope: project\n\
                 updated: 2026-11-20\n---\n# Hello\n\nText.\n",
            ),
            (
                "Text\r\nmore",
                "---\r\nid: note-aaaaaa\r\ntitle: a\r\nstatus: active\r\nscope: project\r\n\
                 updated: 2026-11-20\r\n---\r\nText\r\nmore",
            ),
            (
                "---\nid: note-1 # old\nname: 'Hi' \nx: y\nrelated: [loop-001, else]\n---\nB",
                "---\nid: note-aaaaaa # old\nname: 'Hi' \nx: y\n\
                 related: [loop-bbbbbb, else]\nalias: [note-1]\nstatus: active\n\
                 scope: project\nupdated: 2026-11-20\n---\nB",
            ),
            (
                "---\ntitle: T\nstatus: superseded\nupdated: 2020-01-02\nscope: project\n---\n",
                "---\ntitle: T\nstatus: archived\nupdated: 2020-01-02\nscope: project\n\
                 id: note-aaaaaa\noriginal_status: superseded\n---\n",
            ),
        ] {
            assert_eq!(adopt("memory/notes/a.md", text).as_deref(), Ok(expected));
        }
        assert!(adopt("memory/notes/a.md", "---\ntags: {a: 1}\n---\n").is_err());
        assert!(adopt("memory/notes/a.md", "---\nname: [\n---\n").is_err());
    }

    fn turned(text: &str, id: &str) -> String {
        let id: RecordId = id.parse().unwrap();
        let kind = id.kind().unwrap();
        let path = format!("memory/{}/a.md", kind.folder()).parse().unwrap();
        let place = layout::place(&MemoryFolder::default(), &path).unwrap();
        let adoption = Adoption {
            id: &id,
            kind,
            page: &reading::read(text.as_bytes()).header.unwrap(),
            scope: &place.scope,
            links: &[],
            created: None,
            updated: "2026-11-20".parse().unwrap(),
            named: &|_| None,
        };
        adopted(text, &adoption).unwrap()
    }

    proptest! {
        #[test]
        fn a_record_that_comes_back_to_its_kind_has_its_bytes_and_one_name_more(
            nth in 0..Kind::DECISION.statuses().len(),
            to in 1..Kind::all().count(),
            rest in "[a-z]{1,9}: (\\[a, b\\]|'x' +# why|\"y\")\n",
            body in "[^\u{feff}]{0,80}",
        ) {
            let other = Kind::all().nth(to).unwrap();
            let status = Kind::DECISION.statuses()[nth].name;
            let text = format!(
                "---\nmine_{rest}id: dec-7k3m9q # first\ntype: Decision\ntitle: T\n\
                 status: {status}\nscope: project\nupdated: 2026-01-02\n---\n{body}"
            );
            let id = format!("{}-7k3m9q", other.prefix());
            let there = turned(&text, &id);
            let type_name = format!("type: {}\n", other.type_name());
            prop_assert!(there.contains(&type_name), "{}", there);
            let back = turned(&there, "dec-7k3m9q");
            prop_assert_eq!(back.replacen(&format!("alias: [{id}]\n"), "", 1), text);
        }

        #[test]
        fn what_adoption_adds_can_be_taken_away_again(
            keys in "(tags: \\[a\\]\n)?(mine: 'x' # y\n)?(name: N\n)?",
            body in "[^\u{feff}]{0,80}",
        ) {
            let text = format!("---\n{keys}x: y\n---\n{body}");
            if let Ok(mut record) = adopt("memory/notes/a.md", &text) {
                for key in ["id", "title", "status", "scope", "updated"] {
                    record = patch::unset(&record, key).unwrap();
                }
                prop_assert_eq!(record, text);
            }
        }

        #[test]
        fn an_adopted_page_is_a_record_and_has_its_body(body in "[^\u{feff}]{0,200}") {
            // A text that begins like front matter has front matter; the cases above cover it.
            prop_assume!(!body.starts_with("---"));
            if let Ok(text) = adopt("memory/notes/a.md", &body) {
                prop_assert!(text.ends_with(&body));
                prop_assert!(reading::read(text.as_bytes()).header.is_some());
            }
        }
    }
}
