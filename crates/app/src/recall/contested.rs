//! Pairs of records that contradict each other by their own sentences, and records that a new one may
//! replace: those that decide the same question, by a mention of the other or by their words.

use std::cmp::Ordering;

use crate::parents::reading::beside;
use crate::recall::arrivals::Arrivals;
use crate::recall::common_ground::{Look, likelier};
use crate::recall::open::with_index;
use crate::recall::question::RecallQuestion;
use crate::recall::rivals::{Opposed, against, opposed, opposed_to_parents, sentences};
use crate::recall::sources::Sources;
use crate::records::set;
use crate::records::set::Changed;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::contradiction::Contradiction;
use git_memory_model::keys;
use git_memory_model::record::check::Finding;
use git_memory_model::record::successors::settling;
use git_memory_model::record::{Code, Name, Record, RecordId, reading};
use git_memory_store::{AtPath, Memory, View};
use git_memory_text::path::RepoPath;

pub use crate::recall::common_ground::Contested;

/// Two current records that contradict each other.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The later one, where that is known.
    pub record: Record,
    /// The other.
    pub other: Contested,
    /// True if their order is known.
    pub is_ordered: bool,
}

impl Pair {
    /// The finding about the pair, with the commands that settle it.
    pub(crate) fn finding(&self) -> Finding {
        let (old, new) = (&self.other.id, &self.record.header.id);
        let ways = settling(old.as_str(), new.as_str(), self.other.is_replaceable);
        let (code, why) = match &self.other.sentences {
            Some([own, theirs]) => {
                let (own, theirs) = (own.as_str(), theirs.as_str());
                let why =
                    format!("contradicts {old}: \u{201c}{own}\u{201d} / \u{201c}{theirs}\u{201d}");
                (Code::Contested, why)
            }
            None => (
                Code::TwoSuccessors,
                format!("{new} and {old} both supersede the same record"),
            ),
        };
        Finding::of_file(&self.record.path, code, format!("{why}; {ways}"))
    }
}

/// The current records that may contradict one that was just written: first those with its title,
/// then those that say otherwise, then the likeliest by words.
pub fn contested(workspace: &Workspace, path: &RepoPath) -> Result<Vec<Contested>, Error> {
    contested_by(workspace, path, &workspace.read(path)?)
}

/// The current records that a text may contradict, as if it were written at a path.
pub(crate) fn contested_by(
    workspace: &Workspace,
    path: &RepoPath,
    text: &[u8],
) -> Result<Vec<Contested>, Error> {
    let Some(place) = workspace.store().roots()?.place(path) else {
        return Ok(Vec::new());
    };
    let reading = reading::read_by(workspace.guard()?, text);
    let Some(header) = reading.header_at(path, &place) else {
        return Ok(Vec::new());
    };
    let record = Record {
        path: path.clone(),
        place: place.into(),
        header,
    };
    let mut all = with_index(workspace, None, &|_, _| {}, |index| {
        let mut sources = Sources::open(workspace, index, &RecallQuestion::default())?;
        if workspace.store().work_files()?.find(path.as_str())? == AtPath::Nothing {
            sources.add_draft(text, index.usual())?;
        }
        let parts = sources.parts();
        Look::new(workspace, &sources, &parts, index.usual()).around(&record, text)
    })?;
    let own = workspace.memory(&View::WorkTree)?;
    let memory = beside(workspace, &own)?.unwrap_or(own);
    for (other, found) in against(workspace, &memory, &record, text)? {
        let Some(id) = other.id() else { continue };
        let sentences = clean(workspace, found)?;
        let opposed = Contested::opposed(id, other, &record, Some(sentences));
        match all.iter_mut().find(|it| it.id == *id) {
            Some(known) => {
                (known.sentences, known.points) = (opposed.sentences, opposed.points);
                known.why.splice(..0, opposed.why);
            }
            None => all.push(opposed),
        }
    }
    all.sort_by(likelier);
    Ok(all)
}

/// The sentences of a contradiction, without secrets.
fn clean(workspace: &Workspace, found: Contradiction) -> Result<[Clean; 2], Error> {
    let guard = workspace.guard()?;
    Ok(found.sentences.map(|sentence| guard.redact(&sentence)))
}

/// Maximum number of pairs that are shown at once: some pages.
pub const SHOWN: usize = 25;

/// Pairs of records that contradict each other.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// The pairs that matter most.
    pub pairs: Vec<Pair>,
    /// Number of pairs that are left out.
    pub more: usize,
}

/// The pairs of current records of a view that cannot both apply, and that nothing links: successors
/// of one record, then the strongest contradictions, and last those to records of parents; at most
/// `most`.
pub fn open_pairs(workspace: &Workspace, view: &View, most: usize) -> Result<Pairs, Error> {
    let memory = workspace.memory(view)?;
    let found = opposed(workspace, &memory)?;
    let told = found.len().min(most);
    let mut open = Pairs {
        pairs: pairs(workspace, view, &memory, &found[..told])?,
        more: found.len() - told,
    };
    // Parents' records are those of now: older ones are not here.
    if *view == View::WorkTree {
        let of_parents = pairs_with_parents(workspace, view, &memory, most - told, |_| true)?;
        open.pairs.extend(of_parents.pairs);
        open.more += of_parents.more;
    }
    Ok(open)
}

/// The pairs of a current record of a view, if it is wanted, and one of a parent that cannot both
/// apply, and that nothing links; at most `most`.
pub(crate) fn pairs_with_parents(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    most: usize,
    is_wanted: impl Fn(&Record) -> bool,
) -> Result<Pairs, Error> {
    let Some((all, mut found)) = opposed_to_parents(workspace, memory)? else {
        return Ok(Pairs::default());
    };
    found.retain(|it| {
        let mut of_pair = it.pair.iter().map(|nth| &all.records[*nth]);
        of_pair.any(|it| !it.is_of_parent() && is_wanted(it))
    });
    let told = found.len().min(most);
    Ok(Pairs {
        pairs: pairs(workspace, view, &all, &found[..told])?,
        more: found.len() - told,
    })
}

/// Puts pairs into the order in which their records were made, with what each says.
pub(crate) fn pairs(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    found: &[Opposed],
) -> Result<Vec<Pair>, Error> {
    let records: Vec<[&Record; 2]> = found
        .iter()
        .map(|it| it.pair.map(|nth| &memory.records[nth]))
        .collect();
    // Each of them asks git which record is older: only for those that are shown.
    let arrivals = Arrivals::of(workspace, view, &records)?;
    let mut pairs = Vec::new();
    for (it, [one, other]) in found.iter().zip(records) {
        let order = arrivals.order(one, other)?;
        let (earlier, later) = match order {
            Some(Ordering::Greater) => (other, one),
            _ => (one, other),
        };
        let sentences = if it.is_rivalry() {
            None
        } else {
            let Some(found) = sentences(workspace, memory, [later, earlier])? else {
                continue;
            };
            Some(clean(workspace, found)?)
        };
        let Some(id) = earlier.id() else { continue };
        pairs.push(Pair {
            record: later.clone(),
            other: Contested::opposed(id, earlier, later, sentences),
            is_ordered: order.is_some(),
        });
    }
    Ok(pairs)
}

/// Marks two records as compatible: the one names the other as related.
///
/// # Errors
/// An unknown record, or where it cannot be written.
pub fn go_together(
    workspace: &Workspace,
    record: &Name,
    other: &RecordId,
    is_staged: bool,
) -> Result<Changed, Error> {
    let value = (format!("{}+", keys::RELATED.name), other.to_string());
    set::set(workspace, record.as_str(), &[value], is_staged)
}
