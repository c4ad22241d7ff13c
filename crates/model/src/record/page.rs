//! Pages: Markdown files below `memory/` that have no id of ours, written by hand, by an agent or
//! by another tool (docs/contract.md, section 3.4).
//!
//! Every field of a page is used if possible, and none is an error: the path gives the fields that
//! the text lacks.

use serde::{Deserialize, Serialize};
use serde_yaml::{Mapping, Value};

use super::extent::Extent;
use super::fault::{Code, Fault};
use super::front_matter::Parts;
use super::header::{Header, TITLE_LIMIT, keywords, scalar};
use super::lacks::Lacks;
use super::more::more;
use super::{Name, RecordId, front_matter};
use crate::form::declared::declared;
use crate::keys::{self, Key};
use crate::kind::Kind;
use crate::layout::RecordPlace;
use crate::scope::Scope;
use git_memory_guard::{Assembly, Clean, Guard, redact};
use git_memory_text as text;
use git_memory_text::date::{Date, moment_of_text};
use git_memory_text::dates::in_file_name;
use git_memory_text::markdown::Outline;
use git_memory_text::path::RepoPath;

/// Contents of a page's file; a field is `None` if the path tells the value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// `title`, `name`, or the first heading.
    pub title: Option<Clean>,
    /// The abstract (T0): `description`, else the first paragraph, cut at 200 characters.
    pub abstract_line: Clean,
    /// Its status, in its own words.
    pub status: Option<Clean>,
    /// The scope that it names.
    pub scope: Option<Scope>,
    /// Its category.
    pub category: Option<Clean>,
    /// Its tags.
    pub tags: Vec<Clean>,
    /// The pathspecs of the files that it is about.
    pub paths: Vec<Clean>,
    /// Kind of its author.
    pub source: Option<Clean>,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day it was last changed.
    pub updated: Option<Date>,
    /// The moment it was made, in seconds since 1970, if the text has the time.
    pub created_at: Option<i64>,
    /// The moment of its last change, likewise.
    pub updated_at: Option<i64>,
    /// The keys that none of the other fields holds, as the text of a JSON object.
    pub more: Option<Clean>,
    /// Other names that it goes by; an id of another form is one.
    pub aliases: Vec<Clean>,
    /// The words of its subject, if its text has a title.
    keywords: Clean,
}

impl Page {
    /// The header of the page at a path.
    #[must_use]
    pub fn header(&self, path: &RepoPath, place: &RecordPlace) -> Header {
        // Ten thousand pages are read at once: values that depend only on the text were made when
        // it was read.
        let (title, keywords) = if let Some(title) = &self.title {
            (title.clone(), self.keywords.clone())
        } else {
            let title = redact(&words_of_name(path.file_name()));
            let keywords = self.keywords_with(&Guard::new(), &title);
            (title, keywords)
        };
        let status = if let Some(status) = &self.status {
            status.clone()
        } else {
            // The program's own word: it need not be looked through for secrets.
            let mut status = Assembly::new();
            status.literal(place.kind_of_page().default_status());
            status.finish()
        };
        let scope = match &self.scope {
            Some(scope) => scope,
            None => &place.scope,
        };
        let created = self.created.or_else(|| day_in_name(path.file_name()));
        Header {
            id: Name::Path(path.clone()),
            keywords,
            title,
            abstract_line: self.abstract_line.clone(),
            status,
            scope: scope.clone(),
            category: self.category.clone(),
            tags: self.tags.clone(),
            paths: self.paths.clone(),
            source: self.source.clone(),
            created,
            updated: self.updated.or(created),
            created_at: self.created_at,
            updated_at: match self.updated {
                Some(_) => self.updated_at,
                None => self.created_at,
            },
            supersedes: Vec::new(),
            superseded_by: Vec::new(),
            related: Vec::new(),
            imported_from: None,
            aliases: self.aliases.clone(),
            more: self.more.clone(),
            lacks: Lacks::default(),
        }
    }
}

impl Page {
    fn keywords_with(&self, guard: &Guard, title: &Clean) -> Clean {
        keywords(
            guard,
            title,
            &self.tags,
            self.category.as_ref(),
            &self.abstract_line,
        )
    }
}

/// Form of a text: a page or a record.
pub(super) enum Form {
    /// It has an id of ours: a record, even if it has other faults. With its front matter, if that
    /// can be read.
    Record(Option<(Parts, Mapping)>),
    /// It has none. With the fault of its front matter, if it has some that cannot be read.
    Page(Mapping, Option<Fault>),
}

/// Tells if a text is a record or a page.
pub(super) fn form(text: &str) -> Form {
    let parts = match front_matter::split(text) {
        Ok(parts) => parts,
        // Front matter that is not closed, or too long, can still have an id.
        Err(_) if has_own_id(after_opening(text)) => return Form::Record(None),
        Err(fault) if fault.code == Code::BadYaml => {
            return Form::Page(Mapping::new(), Some(fault));
        }
        // A line of dashes at the beginning of a text is a rule, as Markdown has it.
        Err(_) => return Form::Page(Mapping::new(), None),
    };
    match front_matter::mapping(text, &parts) {
        Ok(values) => {
            // A flow mapping has its id on no line of its own, so the library is asked first.
            let id = values.get(keys::ID.name).and_then(scalar);
            if id.is_some_and(|id| is_own_id(&id)) {
                Form::Record(Some((parts, values)))
            } else {
                Form::Page(values, None)
            }
        }
        Err(_) if has_own_id(&text[parts.yaml.clone()]) => Form::Record(None),
        Err(fault) => Form::Page(Mapping::new(), Some(fault)),
    }
}

/// The text after a page's front matter; all of it if there is none.
#[must_use]
pub fn body(text: &str) -> &str {
    match front_matter::split(text) {
        Ok(parts) => &text[parts.body],
        Err(_) => text,
    }
}

/// Text after the opening line of front matter that has no end; empty if the text does not begin
/// with such a line.
fn after_opening(text: &str) -> &str {
    let content = text.strip_prefix('\u{feff}').unwrap_or(text);
    match content.split_once('\n') {
        Some((opening, rest)) if opening.trim_end() == "---" => {
            // An id far below is not meant as one.
            &rest[..text::floor(rest, HEAD)]
        }
        _ => "",
    }
}

/// Length of the part of unreadable front matter that is searched for an id, in bytes.
const HEAD: usize = 4 << 10;

/// True if front matter, which need not be readable, has an id of one of our kinds.
fn has_own_id(yaml: &str) -> bool {
    let Some(lines) = front_matter::key_lines(yaml, keys::ID.name) else {
        return false;
    };
    let Some((_, value)) = yaml[lines].split_once(':') else {
        return false;
    };
    let value = value.split(" #").next().unwrap_or(value);
    let value = value.trim().trim_matches(['"', '\'']);
    is_own_id(value)
}

fn is_own_id(text: &str) -> bool {
    let id: Result<RecordId, _> = text.parse();
    id.is_ok_and(|id| id.kind().is_some())
}

/// Reads a page, as this guard lets its texts pass.
pub(super) fn read(guard: &Guard, text: &str, values: &Mapping, extent: Extent) -> Page {
    let keys = Keys { guard, values };
    let body = body(text);
    let title = keys
        .line(&keys::TITLE)
        .or_else(|| first_heading(guard, body));
    let description = keys.line(&keys::DESCRIPTION);
    let mut status = keys.line(&keys::STATUS);
    let (mut created, mut updated) = (keys.day(&keys::CREATED), keys.day(&keys::UPDATED));
    let mut described = None;
    if status.is_none() {
        // Decision records of most teams have these fields below their title.
        let said = declared(body);
        status = said.status.map(|status| guard.redact(status));
        created = created.or(said.created);
        updated = updated.or(said.updated);
        described = said.description;
    }
    let mut updated_at = keys.moment(&keys::UPDATED);
    if updated.is_none()
        && let Some(generated) = keys.generated_at()
    {
        updated = day_of(&generated);
        updated_at = moment_of_text(&generated);
    }
    let mut aliases = keys.texts(&keys::ALIAS);
    aliases.extend(keys.line(&keys::ID));
    let mut page = Page {
        title,
        abstract_line: match (description, described) {
            (Some(description), _) => description,
            (None, Some(described)) => guard.redact(&described),
            (None, None) => first_paragraph(guard, body, extent),
        },
        status,
        scope: keys.line(&keys::SCOPE).and_then(|scope| scope.parse().ok()),
        category: keys.line(&keys::CATEGORY),
        tags: keys.texts(&keys::TAGS),
        paths: keys.texts(&keys::PATHS),
        source: keys.line(&keys::SOURCE),
        created,
        updated,
        created_at: keys.moment(&keys::CREATED),
        updated_at,
        more: None,
        aliases,
        keywords: Clean::default(),
    };
    if extent == Extent::Searched {
        return page;
    }
    page.more = more(guard, values);
    if let Some(title) = &page.title {
        page.keywords = page.keywords_with(guard, title);
    }
    page
}

/// The keys of a page's front matter, read as far as they can be.
struct Keys<'a> {
    guard: &'a Guard,
    values: &'a Mapping,
}

impl Keys<'_> {
    fn value(&self, key: &Key) -> Option<&Value> {
        key.names().find_map(|name| self.values.get(name))
    }

    /// A text on one line, if it is not empty.
    fn line(&self, key: &Key) -> Option<Clean> {
        let text = scalar(self.value(key)?)?;
        let line = text::one_line(&self.guard.redact(&text), TITLE_LIMIT);
        (!line.is_empty()).then(|| self.guard.redact(&line))
    }

    fn texts(&self, key: &Key) -> Vec<Clean> {
        let texts = lines_of(self.values, key);
        texts.iter().map(|text| self.guard.redact(text)).collect()
    }

    fn day(&self, key: &Key) -> Option<Date> {
        day_of(&scalar(self.value(key)?)?)
    }

    /// Time of writing the content, in the key of the Open Knowledge Format (its section 5.2), or
    /// that of its version 0.1.
    fn generated_at(&self) -> Option<String> {
        let generated = self.values.get("generated").and_then(|one| one.get("at"));
        scalar(generated.or_else(|| self.values.get("timestamp"))?)
    }

    fn moment(&self, key: &Key) -> Option<i64> {
        moment_of_text(&scalar(self.value(key)?)?)
    }
}

/// The day of a date, or of a moment as tools write it: `2026-11-20 10:00`.
pub(super) fn day_of(text: &str) -> Option<Date> {
    Date::of_text(text).or_else(|| Date::of_text(text.get(..10)?))
}

/// The texts of a list; a single text is a list of the words between its commas, as other tools
/// write tags.
pub(super) fn lines_of(values: &Mapping, key: &Key) -> Vec<String> {
    match key.names().find_map(|name| values.get(name)) {
        Some(Value::Sequence(items)) => items.iter().filter_map(scalar).collect(),
        Some(one) => {
            let text = scalar(one).unwrap_or_default();
            let parts = text.split(',').map(str::trim);
            parts
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect()
        }
        None => Vec::new(),
    }
}

/// The names in one of the lists of records of a text's front matter; none if it has no front
/// matter that can be read.
#[must_use]
pub fn names_in(text: &str, key: &Key) -> Vec<String> {
    match front_matter::split(text).and_then(|parts| front_matter::mapping(text, &parts)) {
        Ok(values) => lines_of(&values, key),
        Err(_) => Vec::new(),
    }
}

fn first_heading(guard: &Guard, body: &str) -> Option<Clean> {
    let outline = Outline::of(body);
    let title = outline.headings.first()?.title;
    let title = text::one_line(&guard.redact(title), TITLE_LIMIT);
    (!title.is_empty()).then(|| guard.redact(&title))
}

/// The first paragraph, cut; redacted before it is cut, as half of a secret is not recognised.
/// Empty for a search that has the text itself.
pub(super) fn first_paragraph(guard: &Guard, body: &str, extent: Extent) -> Clean {
    if extent == Extent::Searched {
        return Clean::default();
    }
    let paragraph = guard.redact(&text::first_paragraph(body));
    guard.redact(&text::one_line(&paragraph, text::ABSTRACT_LENGTH))
}

/// The day at the beginning of a file's name.
fn day_in_name(name: &str) -> Option<Date> {
    // Most names begin with a word or a number, and a pattern is slower to reject them.
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    if matches!(digits, 4 | 8 | 12) {
        return in_file_name(name);
    }
    None
}

/// A file's name as a title: `deploy-to_staging.md` is `deploy to staging`.
fn words_of_name(name: &str) -> String {
    let stem = match name.rsplit_once('.') {
        Some((stem, _)) => stem,
        None => name,
    };
    let words = text::one_line(&stem.replace(['-', '_'], " "), TITLE_LIMIT);
    if words.is_empty() {
        name.to_owned()
    } else {
        words
    }
}

impl RecordPlace {
    /// The kind of a page that lies here: the folder's, else a topic.
    #[must_use]
    pub fn kind_of_page(&self) -> Kind {
        match self.kind {
            Some(kind) => kind,
            None => Kind::TOPIC,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reading;
    use super::*;
    use crate::layout;

    fn header(path: &str, text: &str) -> Header {
        let path: RepoPath = path.parse().unwrap();
        let place = layout::place(&path).unwrap();
        let reading = reading::read(text.as_bytes());
        assert_eq!(reading.header, None, "{text}");
        reading.page.unwrap().header(&path, &place)
    }

    #[test]
    fn a_page_says_what_it_can_and_its_path_the_rest() {
        for (path, text, expected) in [
            (
                "memory/decisions/use-redis.md",
                "---\nname: Use Redis\ndescription: For the queue.\ncategory: infra\n\
                 tags: [queue, cache]\ncreated: 2026-02-03\n---\n\nBody.\n",
                "Use Redis | For the queue. | active | project | 2026-02-03",
            ),
            (
                "memory/_plans/q3.md",
                "# Third quarter\n\nShip it.\n",
                "Third quarter | Ship it. | new | project | -",
            ),
            (
                "memory/scopes/web/open-loops/login_page.md",
                "It breaks.\n",
                "login page | It breaks. | open | web | -",
            ),
            (
                "memory/build.md",
                "---\nid: decision-use-x\nstatus: accepted\ndate: 2025-01-02T10:00:00Z\n---\nSo.\n",
                "build | So. | accepted | project | 2025-01-02",
            ),
            (
                "memory/tables/orders.md",
                "---\ntype: Table\nstatus: draft\ngenerated: {by: x/1, at: 2026-01-02T10:00:00Z}\n---\nSo.\n",
                "orders | So. | draft | project | 2026-01-02",
            ),
            (
                "memory/notes/2026-01-02-standup.md",
                "Text.\n",
                "2026 01 02 standup | Text. | active | project | 2026-01-02",
            ),
            (
                "memory/notes/list.md",
                "---\n- a\n- b\n---\nText.\n",
                "list | Text. | active | project | -",
            ),
            (
                "memory/notes/rule.md",
                "---\nA rule above, no front matter.\n",
                "rule | A rule above, no front matter. | active | project | -",
            ),
        ] {
            let page = header(path, text);
            let day = page.updated.map_or("-".to_owned(), |day| day.to_string());
            let shown = format!(
                "{} | {} | {} | {} | {day}",
                page.title, page.abstract_line, page.status, page.scope
            );
            assert_eq!(shown, expected);
            assert_eq!(page.id.as_str(), path);
        }
    }

    #[test]
    fn a_foreign_id_is_another_name_and_tags_may_be_one_text() {
        let text = "---\nid: loop-001\nalias: OL 1\ntags: ci, build\n---\n";
        let page = header("memory/open-loops/a.md", text);
        let names: Vec<&str> = page.aliases.iter().map(Clean::as_str).collect();
        assert_eq!(names, ["OL 1", "loop-001"]);
        assert_eq!(page.tags.len(), 2);
    }

    #[test]
    fn an_id_of_ours_makes_a_record_even_where_nothing_else_can_be_read() {
        for text in [
            "---\nid: dec-7k3m9q\ntitle: a: b\n---\n",
            "---\nid: 'dec-7k3m9q' # ours\n- list\n---\n",
            "---\nid: dec-7k3m9q\ntitle: never closed\n",
        ] {
            assert!(matches!(form(text), Form::Record(_)), "{text}");
            let reading = reading::read(text.as_bytes());
            assert!(reading.page.is_none() && !reading.faults.is_empty());
        }
        for text in [
            "",
            "# T\n",
            "---\nid: zzz-7k3m9q\n---\n",
            "---\nid: 7\n---\n",
            "---\ntitle: x\n---\nid: dec-7k3m9q\n",
        ] {
            assert!(matches!(form(text), Form::Page(..)), "{text}");
        }
    }
}
