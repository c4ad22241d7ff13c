//! Writing a record: a form that says what belongs into each field, and, as it is filled in, which
//! file it makes and which records say something else. The page's script asks for that while one
//! types; without a script, a button does.

use std::collections::HashSet;

use maud::{Markup, html};

use super::edit;
use super::form::{Form, KIND, NEW, SUPERSEDES, TITLE, TOLD};
use super::frame::frame;
use super::parts::{address, link};
use super::source::Source;
use git_memory_app::View;
use git_memory_app::call::Call;
use git_memory_app::recall::contested::Contested;
use git_memory_app::records::put::{Plan, known};
use git_memory_app::wire::error_details;
use git_memory_app::workspace::{Error, Workspace};
use git_memory_model::kind::{Kind, Part};
use git_memory_model::record::{Record, RecordId};

/// Maximum number of records that are named beside the form.
const NAMED: usize = 3;

/// What records of a kind are for, and a title as it should be.
struct Purpose {
    kind: &'static str,
    about: &'static str,
    title: &'static str,
}

const fn purpose(kind: &'static str, about: &'static str, title: &'static str) -> Purpose {
    Purpose { kind, about, title }
}

const PURPOSES: [Purpose; 9] = [
    purpose(
        "decision",
        "A choice that later work follows, with its reason.",
        "Use Postgres for events",
    ),
    purpose(
        "convention",
        "A rule for everyday work.",
        "Name branches by topic",
    ),
    purpose(
        "lesson",
        "Something that went wrong, and how to avoid it.",
        "A cache without a limit fills the disk",
    ),
    purpose(
        "open-loop",
        "A question or task for later, with the event that brings it back.",
        "Choose a queue once we have two services",
    ),
    purpose(
        "plan",
        "Steps towards a goal, and how far they are.",
        "Move events out of the monolith",
    ),
    purpose(
        "note",
        "Anything else worth keeping.",
        "How invoices are numbered",
    ),
    purpose(
        "recipe",
        "Commands for a task that comes back.",
        "Restore the database from a backup",
    ),
    purpose(
        "event",
        "Something that happened on a day.",
        "Outage of the event store",
    ),
    purpose(
        "context",
        "A fact about the surroundings: a service, a team, a limit.",
        "The bank answers between 6 and 22 o'clock",
    ),
];

/// Result of sending the form.
pub(crate) enum Sent {
    /// The form again, with what it would make; the code of the error that kept it from being
    /// written.
    Page(String, Option<&'static str>),
    /// The address of the page of the record that was written.
    Written(String),
}

/// Outcome of a form so far.
enum Outcome {
    /// Nothing was asked for yet.
    Empty,
    /// The record could be written.
    Planned(Plan),
    /// The record of this id was written from this form before.
    Before(String),
    /// It cannot be written.
    Failed(Error, Vec<String>),
}

pub(super) fn render(source: &Source) -> Result<String, Error> {
    match source.parameter("id") {
        Some(id) => edit::render(source, id),
        None => page(source, &Outcome::Empty),
    }
}

/// Writes the record of a form, unless only a preview is wanted, or it may contradict records that
/// the sender has not been told of.
///
/// # Errors
/// Where the page cannot be made.
pub(crate) fn send(source: &Source, call: &Call, form: &Form) -> Result<Sent, Error> {
    let shown = |outcome: &Outcome, code| Ok(Sent::Page(page(source, outcome)?, code));
    let failed = |error: Error| {
        let hints = error.advice().into_iter();
        let hints = hints.map(|advice| (call.wording.sentence)(&advice));
        let code = (!form.is_preview()).then(|| error.code());
        shown(&Outcome::Failed(error, hints.collect()), code)
    };
    if form.is_preview() && form.get(TITLE).is_none() {
        return shown(&Outcome::Empty, None);
    }
    // The way back in a browser leads to the same form.
    if let Some(id) = form.get(NEW)
        && known(source.workspace, id).is_ok_and(|known| known.is_called(id))
    {
        return shown(&Outcome::Before(id.to_owned()), None);
    }
    let plan = match form.plan(call) {
        Ok(plan) => plan,
        Err(error) => return failed(error),
    };
    let mut named = plan.contested.iter().take(NAMED);
    let is_told = named.all(|other| form.has_told(other.id.as_str()));
    if form.is_preview() || !is_told {
        return shown(&Outcome::Planned(plan), None);
    }
    match form.write(call) {
        Ok(id) => Ok(Sent::Written(address(source, "", &id))),
        Err(error) => failed(error),
    }
}

fn page(source: &Source, outcome: &Outcome) -> Result<String, Error> {
    let old = match source.parameter(SUPERSEDES) {
        Some(id) => Some(source.shown(View::WorkTree, id)?.record),
        None => None,
    };
    let asked = source.parameter(KIND).and_then(Kind::by_name);
    let asked = asked.filter(|kind| kind.add_command().is_some());
    let kind = match &old {
        Some(old) => old.kind(),
        None => asked,
    };
    let kind = kind.unwrap_or(Kind::DECISION);
    let mut purposes = PURPOSES.iter();
    let purpose = purposes.find(|purpose| purpose.kind == kind.name());
    let id = id(source, kind)?;
    let main = html! {
        form.write method="post" action="write.html" {
            input type="hidden" name=(NEW) value=(id);
            (about_kind(source, old.as_ref(), kind, purpose))
            label for="title" { "Title" }
            p.hint #about-title {
                "One sentence that still makes sense in a year"
                @if let Some(Purpose { title, .. }) = purpose { ": " q { (title) } }
            }
            input #title name=(TITLE) required dir="auto" aria-describedby="about-title"
                autocomplete="off" value=[source.parameter(TITLE)];
            @for part in kind.sections() { (section(source, part)) }
            @for part in kind.keys() { (key(source, part)) }
            @if kind.sections().is_empty() {
                label for="body" { "Text" }
                p.hint #about-body { "Markdown; the first sentence stands in lists." }
                textarea #body name="body" rows="8" dir="auto" aria-describedby="about-body" {
                    "\n" (source.parameter("body").unwrap_or_default())
                }
            }
            (files_and_tags(source, old.as_ref()))
            div #preview aria-live="polite" { (preview(source, kind, outcome)) }
            button type="submit" { "Write and stage" }
            noscript {
                button type="submit" name="do" value="preview" formnovalidate { "Preview" }
            }
        }
    };
    let title = match &old {
        Some(_) => "Replace a record".to_owned(),
        None => format!("New {}", kind.name().replace('-', " ")),
    };
    Ok(frame(source, "write.html", &title, &main))
}

/// The id of the new record: the one that the form has, so that its file keeps its name, unless a
/// record has it, or it is one of another kind.
fn id(source: &Source, kind: Kind) -> Result<String, Error> {
    let workspace: &Workspace = source.workspace;
    let memory = workspace.memory(&View::WorkTree)?;
    let ids = memory.records.iter().filter_map(Record::id);
    let taken: HashSet<RecordId> = ids.cloned().collect();
    let given = source
        .parameter(NEW)
        .and_then(|id| id.parse::<RecordId>().ok());
    let given = given.filter(|id| id.kind() == Some(kind) && !taken.contains(id));
    let id = given.unwrap_or_else(|| workspace.new_id(kind, "", &taken));
    Ok(id.to_string())
}

/// The record that the new one replaces, or its kind.
fn about_kind(
    source: &Source,
    old: Option<&Record>,
    kind: Kind,
    purpose: Option<&Purpose>,
) -> Markup {
    let kinds = Kind::all().filter(|kind| kind.add_command().is_some());
    html! {
        @if let Some(old) = old {
            input type="hidden" name=(SUPERSEDES) value=(source.written(old.header.id.as_str()));
            p.hint { "Replaces: " strong dir="auto" { (source.told(&old.header.title)) } }
        } @else {
            label for="kind" { "Kind" }
            @if let Some(Purpose { about, .. }) = purpose { p.hint #about-kind { (about) } }
            select #kind name=(KIND) aria-describedby="about-kind" {
                @for one in kinds {
                    option selected[one.name() == kind.name()] { (one.name()) }
                }
            }
        }
    }
}

/// A section of the record's text.
fn section(source: &Source, part: &Part) -> Markup {
    let about = format!("about-{}", part.flag);
    let name = format!("parts.{}", part.flag);
    html! {
        label for=(part.flag) { (part.name) }
        p.hint id=(about) { (part.help) "." @if !part.is_needed { " Optional." } }
        textarea id=(part.flag) name=(name) rows="4" dir="auto" aria-describedby=(about) {
            "\n" (source.parameter(&name).unwrap_or_default())
        }
    }
}

/// A key that only this kind has.
fn key(source: &Source, part: &Part) -> Markup {
    let about = format!("about-{}", part.flag);
    let name = format!("parts.{}", part.flag);
    html! {
        label for=(part.flag) { (part.name) }
        p.hint id=(about) { (part.help) "." }
        input id=(part.flag) name=(name) dir="auto" aria-describedby=(about)
            value=[source.parameter(&name)];
    }
}

/// The fields of what the record is about; those of the record that it replaces at first.
fn files_and_tags(source: &Source, old: Option<&Record>) -> Markup {
    if let (Some(paths), Some(tags)) = (
        source.parameters.get("paths"),
        source.parameters.get("tags"),
    ) {
        let [paths, tags] = [paths, tags].map(|it| it.as_str().unwrap_or_default());
        return edit::about(&[paths.to_owned()], &[tags.to_owned()]);
    }
    let header = old.map(|old| &old.header);
    let paths = header.into_iter().flat_map(|header| header.paths.iter());
    let tags = header.into_iter().flat_map(|header| header.tags.iter());
    let paths: Vec<String> = paths.map(|path| source.told(path)).collect();
    let tags: Vec<String> = tags.map(|tag| source.told(tag)).collect();
    edit::about(&paths, &tags)
}

/// The file that the form makes, and the records that it may contradict.
fn preview(source: &Source, kind: Kind, outcome: &Outcome) -> Markup {
    let folder = source.workspace.folder().join(kind.folder());
    html! {
        p.hint {
            "Makes one file, and stages it: "
            @match outcome {
                Outcome::Planned(plan) => code { (source.told(plan.path.as_str())) },
                _ => { code { (source.told(&folder)) "/" } " and a name of the title" },
            }
            ". Nothing is committed."
        }
        @if let Outcome::Planned(plan) = outcome {
            details {
                summary { "Text of the file" }
                pre dir="auto" { (source.told(&plan.text)) }
            }
            @let named = &plan.contested[..plan.contested.len().min(NAMED)];
            @for other in named { (warning(source, other)) }
        }
        p #told role="alert" {
            @match outcome {
                Outcome::Before(id) => {
                    "This form was written already: " (link(source, "", id, id))
                    ". Send it again for a second record."
                },
                Outcome::Failed(error, hints) => {
                    "Nothing was written. " (source.told(&error.to_string()))
                    @for line in error_details(error).iter().chain(hints) {
                        br; (source.told(line))
                    }
                },
                Outcome::Empty | Outcome::Planned(_) => {}
            }
        }
    }
}

/// A record that the new one may contradict.
fn warning(source: &Source, other: &Contested) -> Markup {
    let id = other.id.as_str();
    html! {
        p.warning {
            input type="hidden" name=(TOLD) value=(source.written(id));
            span.sign data-word="conflict" aria-hidden="true" {} " "
            (link(source, "", id, &other.title)) br;
            span dir="auto" { (source.told(&other.sentence())) }
        }
    }
}
