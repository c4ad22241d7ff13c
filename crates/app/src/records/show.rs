//! Showing one record, tracked or private.

use crate::evidence::Grounds;
use crate::recall::following::{Followed, following};
use crate::recall::rivals::rivals_of;
use crate::records::conflict::{self, Versions};
use crate::records::source::{Home, Located};
use crate::records::{Tier, source};
use crate::workspace::listed::{Listed, ListedRepository};
use crate::workspace::{Double, Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Guard;
use git_memory_model::evidence::ground::Ground;
use git_memory_model::record::conflict::{Conflict, Sides};
use git_memory_model::record::front_matter::front_matter_and_body;
use git_memory_model::record::{Record, excerpt, reading};
use git_memory_model::subscription::ParentName;
use git_memory_store::View;

/// The wanted part of a record's text.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// The part that a tier has.
    Tier(Tier),
    /// The text below one heading.
    Section(String),
    /// The text around some words.
    Around(String),
}

/// A record with as much of its text as was asked for.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The record.
    pub record: Record,
    /// Its repository, if that was named.
    pub place: Option<ListedRepository>,
    /// The text, without secrets.
    pub text: String,
    /// Its id, where other files have that, too.
    pub double: Option<Double>,
    /// True if it is one of this branch's private records.
    pub is_private: bool,
    /// The parent that has it, for a record of one.
    pub parent: Option<ParentName>,
    /// The blob of its file, where the text is all of that, byte for byte.
    pub blob: Option<ObjectId>,
    /// The conflict, for a record that is in one.
    pub conflict: Option<InConflict>,
    /// For a tracked record: its ground.
    pub ground: Option<Ground>,
    /// The commits that follow it, where they were asked for.
    pub followers: Option<Followed>,
}

/// A record with two versions to choose from.
#[derive(Clone, Debug)]
pub struct InConflict {
    /// One line that it is in conflict.
    pub sentence: String,
    /// The names of the two sides, where they are known.
    pub sides: Sides,
    /// The requested part of each side's version, ours first; `None` if the side has deleted the
    /// file. Empty if the file no longer has two versions, but the index does.
    pub versions: Vec<Option<String>>,
}

/// The record that `name` names in a view, or privately where the view is the work tree. There,
/// `NAME:RECORD` names one of another repository that the person has listed.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], [`Error::NoExcerpt`], or where memory cannot be
/// read.
pub fn show(
    workspace: &Workspace,
    view: View,
    name: &str,
    wanted: &Wanted,
) -> Result<Shown, Error> {
    let is_now = view == View::WorkTree;
    match show_here(workspace, view, name, wanted) {
        Err(unknown @ Error::UnknownRecord(_)) if is_now && name.contains(':') => {
            show_elsewhere(workspace, name, wanted)?.ok_or(unknown)
        }
        shown => shown,
    }
}

/// The record of another repository; `None` if none of its name is listed.
fn show_elsewhere(
    workspace: &Workspace,
    name: &str,
    wanted: &Wanted,
) -> Result<Option<Shown>, Error> {
    let listed = match Listed::of(workspace.invocation()) {
        Ok(listed) => listed,
        Err(Error::Setting { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let Some((repository, record)) = listed.record(name) else {
        return Ok(None);
    };
    let there = repository.open(workspace.invocation())?;
    Ok(Some(Shown {
        place: Some(repository.clone()),
        ..show_here(&there, View::WorkTree, record, wanted)?
    }))
}

fn show_here(
    workspace: &Workspace,
    view: View,
    name: &str,
    wanted: &Wanted,
) -> Result<Shown, Error> {
    let mut found = source::find(workspace, view, name)?;
    found.date_page(workspace)?;
    let bytes = found.content(workspace)?;
    let text = workspace.guard()?.redact(&String::from_utf8_lossy(&bytes));
    let conflict = match found.tracked_view() {
        Some(view) => in_conflict(workspace, view, &found.record, &text, wanted)?,
        None => None,
    };
    let ground = match found.tracked_view() {
        Some(view) => ground(workspace, view, &found)?,
        None => None,
    };
    let text = match &conflict {
        // A section of which there are two versions is shown as each side has it.
        Some(conflict) if !conflict.versions.is_empty() => text.into_string(),
        _ => piece(&found.record, &text, wanted)?,
    };
    let blob = if text.as_bytes() == bytes {
        Some(workspace.store().objects().id_of_bytes(&bytes)?)
    } else {
        None
    };
    let path = found.record.path.as_str();
    let double = workspace.doubles().into_iter().rfind(|it| it.has(path));
    Ok(Shown {
        ground,
        double,
        is_private: matches!(found.home, Home::Private(_)),
        parent: match found.home {
            Home::Parent(name) => Some(name),
            _ => None,
        },
        blob,
        text,
        place: None,
        record: found.record,
        conflict,
        followers: None,
    })
}

/// Adds the commits that follow each of some records of this repository, as a view has them.
pub fn add_followers(workspace: &Workspace, view: &View, shown: &mut [Shown]) -> Result<(), Error> {
    let here = |it: &&Shown| it.place.is_none();
    let records: Vec<&Record> = shown.iter().filter(here).map(|it| &it.record).collect();
    let followed = following(workspace, view, &records)?;
    let here = shown.iter_mut().filter(|it| it.place.is_none());
    for (shown, followed) in here.zip(followed) {
        shown.followers = Some(followed);
    }
    Ok(())
}

/// Returns the ground of a tracked record.
fn ground(workspace: &Workspace, view: &View, found: &Located) -> Result<Option<Ground>, Error> {
    let subject = found.subject();
    let mut rivals = Vec::new();
    if subject.may_have_rivals() {
        rivals = rivals_of(workspace, view, found.listed.as_ref(), &subject)?;
    }
    let ground = Grounds::of_view(workspace, view)?.of(&[subject])?.pop();
    Ok(ground.map(|ground| ground.contested_by(rivals)))
}

/// The records that these names name, one after the other. A name of two words, such as 'ADR 7',
/// may have been typed without quotes.
pub fn show_all(
    workspace: &Workspace,
    view: &View,
    names: &[String],
    wanted: &Wanted,
) -> Result<Vec<Shown>, Error> {
    let mut all = Vec::new();
    let mut rest = names;
    while let [name, after @ ..] = rest {
        rest = after;
        if let [number, after @ ..] = after
            && is_two_words(name, number)
        {
            match show(workspace, view.clone(), &format!("{name} {number}"), wanted) {
                Ok(shown) => {
                    all.push(shown);
                    rest = after;
                    continue;
                }
                // Then each of them names something, or neither.
                Err(Error::UnknownRecord(_)) => {}
                Err(error) => return Err(error),
            }
        }
        all.push(show(workspace, view.clone(), name, wanted)?);
    }
    Ok(all)
}

/// True if two words may be the name of a series and a number in it.
fn is_two_words(name: &str, number: &str) -> bool {
    let is_word = !name.is_empty() && name.chars().all(char::is_alphabetic);
    is_word && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the wanted part of a record's text.
fn piece(record: &Record, text: &str, wanted: &Wanted) -> Result<String, Error> {
    let (_, body) = front_matter_and_body(text);
    Ok(match wanted {
        Wanted::Tier(tier) => tier.of(record, text),
        Wanted::Section(name) => format!("{}\n", excerpt::section(body, name)?),
        Wanted::Around(words) => format!("{}\n", excerpt::around(body, words)?),
    })
}

/// Both versions of a record, where it is in conflict.
pub(crate) fn in_conflict(
    workspace: &Workspace,
    view: &View,
    record: &Record,
    text: &str,
    wanted: &Wanted,
) -> Result<Option<InConflict>, Error> {
    let marks = Conflict::of(text);
    let unmerged = conflict::unmerged(workspace, view)?;
    let versions = unmerged.files.get(&record.path).copied();
    let mut sides = unmerged.sides;
    if let (Some(marks), false) = (&marks, sides.are_known()) {
        sides = marks.sides.clone();
    }
    let guard = workspace.guard()?;
    let of = |text: &str| version(guard, record, text, wanted);
    let (how, versions) = match (marks, versions) {
        (None, None) => return Ok(None),
        (Some(marks), _) => (
            Versions::Both,
            vec![Some(of(&marks.ours)), Some(of(&marks.theirs))],
        ),
        (None, Some(Versions::Ours)) => (Versions::Ours, vec![Some(of(text)), None]),
        (None, Some(Versions::Theirs)) => (Versions::Theirs, vec![None, Some(of(text))]),
        (None, Some(other)) => (other, Vec::new()),
    };
    Ok(Some(InConflict {
        sentence: how.sentence(&sides),
        sides,
        versions,
    }))
}

/// Returns the wanted part of one version of a record; all of it if the part is missing.
fn version(guard: &Guard, record: &Record, text: &str, wanted: &Wanted) -> String {
    let header = reading::read_by(guard, text.as_bytes()).header_at(&record.path, &record.place);
    let Some(header) = header else {
        return text.to_owned();
    };
    let version = Record {
        header,
        ..record.clone()
    };
    match piece(&version, text, wanted) {
        Ok(piece) => piece,
        Err(missing) => format!("{missing}\n"),
    }
}
