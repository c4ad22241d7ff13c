//! Packs for prompts: `context`, and one structured answer for tools: `get-context`.
//!
//! [`materials`] gathers what a pack is made from beside records, [`records`] chooses among those.
//! A pack that was made from the same things before is looked up. [`retrieve`](mod@retrieve) and
//! [`pages`] make the structured answer.

pub mod briefing;
mod materials;
mod pages;
mod records;
mod retrieve;
pub mod rules;
pub mod user;

pub use retrieve::{Request, retrieve};

use sha2::{Digest, Sha256};

use crate::app::recall::{feedback, with_index};
use crate::app::workspace::{Error, Workspace, sanitize, settings};
use crate::domain::advice::Wording;
use crate::domain::budget::Size;
use crate::domain::context::pack::{Item, Section, Shelf, Source, fill};
use crate::domain::context::passable::without_sections;
use crate::domain::markdown;
use crate::domain::record::check::Finding;
use crate::domain::secrets::{Clean, Guard};
use crate::domain::text;
use crate::store::View;
use materials::Materials;
use records::Records;

/// Tells packs of this program from those of others.
const FORM: &str = concat!("pack 2 ", env!("CARGO_PKG_VERSION"));

/// The longest fault, in characters.
const FAULT: usize = 500;

/// What a pack shall be.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// What the task is about, in any words.
    pub query: String,
    /// The paths, from the top of the work tree, that the task touches.
    pub paths: Vec<String>,
    /// How many characters at most.
    pub chars: Option<usize>,
    /// How many lines at most; as the settings say where it is not given.
    pub lines: Option<usize>,
    /// How many tokens at most, as estimated.
    pub tokens: Option<usize>,
    /// Only what is in HEAD.
    pub is_committed: bool,
}

/// A pack.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// The Markdown; empty where there is nothing to say, or no room for it.
    pub text: Clean,
    /// What is wrong with what it was made from, one line each.
    pub faults: Vec<Clean>,
    /// Whether packs are turned off.
    pub is_off: bool,
}

/// Makes a pack, or looks it up.
///
/// # Errors
/// Where memory or git cannot be read. What is wrong with single files is no error.
pub fn pack(
    workspace: &Workspace,
    wish: &Wish,
    wording: Wording,
    progress: &dyn Fn(usize, usize),
) -> Result<Pack, Error> {
    let Some(view) = view(workspace, wish)? else {
        return Ok(Pack::default());
    };
    if !settings::is_automatic(workspace, view.revision())? {
        return Ok(Pack {
            is_off: true,
            ..Pack::default()
        });
    }
    let lines = wish
        .lines
        .map_or_else(|| settings::max_lines(workspace, view.revision()), Ok)?;
    let most = Size::at_most(wish.chars, Some(lines), wish.tokens);
    let seen = workspace.store().see(&view)?;
    let materials = Materials::gather(workspace, &view, &seen)?;
    let feedback = feedback(workspace, view.revision())?;
    let language = settings::language(workspace, view.revision())?;
    let asked = format!(
        "{} {wish:?} {most:?} {} {materials:?}",
        wording.door,
        language.code()
    );
    let key = digest(
        workspace,
        FORM,
        &[
            &asked,
            &feedback,
            &seen.name(),
            &workspace.store().shallow(),
        ],
    )?;
    if let Some((text, faults)) = workspace.store().kept_pack(&key) {
        return Ok(Pack {
            text,
            faults,
            is_off: false,
        });
    }
    let source = Source {
        revision: (view != View::WorkTree).then_some("HEAD"),
        wording,
    };
    let guard = workspace.guard()?;
    let pack = with_index(workspace, view.revision(), progress, |index| {
        let odd = workspace.store().odd(&view, &seen)?;
        let tracked = workspace.store().indexed_seen(index, &view, seen.clone())?;
        let mut records = Records::choose(
            workspace,
            &view,
            tracked,
            wish,
            feedback.clone(),
            index.usual(),
        )?;
        let text = make(workspace, most, &materials, &mut records, source)?;
        let mut faults = materials.faults.clone();
        let found = odd.into_iter().chain(records.faults()?);
        faults.extend(found.map(|finding| fault_line(guard, &finding)));
        Ok(Pack {
            text,
            faults,
            is_off: false,
        })
    })?;
    workspace
        .store()
        .keep_pack(&key, &(pack.text.clone(), pack.faults.clone()));
    Ok(pack)
}

/// Where the records of a pack come from: the work tree, or HEAD where only that is wanted, or
/// there is no work tree; `None` where nothing is committed yet.
fn view(workspace: &Workspace, wish: &Wish) -> Result<Option<View>, Error> {
    if !wish.is_committed && workspace.repo.work_tree().is_ok() {
        return Ok(Some(View::WorkTree));
    }
    Ok(workspace
        .repo
        .head()?
        .commit
        .map(|commit| View::Revision(commit.to_string())))
}

fn make(
    workspace: &Workspace,
    most: Size,
    materials: &Materials,
    records: &mut Records,
    source: Source,
) -> Result<Clean, Error> {
    let whole = |section, count| Shelf {
        section,
        count,
        asked: 0,
    };
    let summary: Vec<Item> = materials.summary_item().into_iter().collect();
    let others = [
        (Section::User, &materials.user),
        (Section::Summary, &summary),
        (Section::Recent, &materials.recent),
    ];
    let mut shelves: Vec<Shelf> = others
        .iter()
        .map(|(section, items)| whole(*section, items.len()))
        .collect();
    shelves.extend(records.shelves());
    let mut room = most.share(records.share());
    loop {
        let text = fill(room, &shelves, source, &mut |shelf,
                                                      nth|
         -> Result<
            Option<Item>,
            Error,
        > {
            match others.get(shelf) {
                Some((_, items)) => Ok(items.get(nth).cloned()),
                None => records.item(shelf - others.len(), nth),
            }
        })?;
        // Each item is clean; should two of them make something like a secret together, what stands
        // for it may be longer.
        let text = workspace.guard()?.redact(&text);
        if most.holds(Size::of(&text)) {
            return Ok(text);
        }
        room = room.share(75);
    }
}

/// What memory says in single lines.
#[derive(Default)]
pub(super) struct Gist {
    /// The summary, a line for each of its sections.
    pub(super) facts: Vec<String>,
    /// How many current records of the sections of packs there are.
    pub(super) records: usize,
    /// Some of them, the most useful first.
    pub(super) lines: Vec<String>,
    /// What is wrong with what it was made from, one line each.
    pub(super) faults: Vec<Clean>,
}

/// What the work tree's memory (HEAD's in a bare repository) says, in about so many lines.
///
/// # Errors
/// Where memory or git cannot be read.
pub(super) fn gist(
    workspace: &Workspace,
    most: usize,
    progress: &dyn Fn(usize, usize),
) -> Result<Gist, Error> {
    let wish = Wish::default();
    let Some(view) = view(workspace, &wish)? else {
        return Ok(Gist::default());
    };
    let Materials {
        summary, faults, ..
    } = Materials::summary_alone(workspace, &view)?;
    let facts = summary.as_deref().map(facts).unwrap_or_default();
    with_index(workspace, view.revision(), progress, |index| {
        let tracked = workspace.store().indexed(index, &view)?;
        let records = Records::choose(
            workspace,
            &view,
            tracked,
            &wish,
            String::new(),
            index.usual(),
        )?;
        let shelves = records.shelves();
        let (mut lines, mut next) = (Vec::new(), vec![0; shelves.len()]);
        // In turn one of each section, of the first one two.
        let has_more = |next: &[usize]| {
            next.iter()
                .zip(&shelves)
                .any(|(nth, shelf)| *nth < shelf.count)
        };
        while lines.len() < most && has_more(&next) {
            for stock in std::iter::once(0).chain(0..shelves.len()) {
                lines.extend(records.line(stock, next[stock])?);
                next[stock] += 1;
            }
        }
        let count = shelves.iter().map(|shelf| shelf.count).sum();
        Ok(Gist {
            facts: facts.clone(),
            records: count,
            lines,
            faults: faults.clone(),
        })
    })
}

/// A summary as lines: each heading of the second level with the text below it; links alone say
/// nothing.
fn facts(page: &str) -> Vec<String> {
    let page = without_sections(page, &["Linked decisions", "Linked open loops"]);
    let mut facts: Vec<String> = Vec::new();
    for part in markdown::parts(&page) {
        if let Some(heading) = part.heading
            && heading.level == 2
        {
            facts.push(format!("{}:", heading.title));
        }
        // What is above the first heading of the second level tells nothing of its own.
        let Some(fact) = facts.last_mut() else {
            continue;
        };
        for line in part.body.lines().filter(|line| !line.trim().is_empty()) {
            fact.push(' ');
            fact.push_str(line.trim());
        }
    }
    facts
}

/// The hash of everything that an answer is made from: its form, what was asked and what was seen,
/// what the guard knows, and HEAD, whose are the ages and what was allowed by name.
fn digest(workspace: &Workspace, form: &str, parts: &[&str]) -> Result<String, Error> {
    let mut hash = Sha256::new();
    let head = workspace
        .repo
        .head()?
        .commit
        .map(|commit| commit.to_string())
        .unwrap_or_default();
    for part in [form, &head].iter().chain(parts) {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hash.update(workspace.guard()?.digest());
    Ok(text::hex(&hash.finalize()[..20]))
}

/// What is wrong with a file, as one line.
fn fault_line(guard: &Guard, finding: &Finding) -> Clean {
    let Finding { path, fault } = finding;
    sanitize::line(
        guard,
        &format!("{path}:{}:{}: {}", fault.line, fault.column, fault.message),
        FAULT,
    )
}
