//! Texts like a text: what is related to a record, and what says nearly the same as a new one.

use super::{Hit, Question, with_index};
use crate::app::recall::hit::Table;
use crate::app::recall::sources::Sources;
use crate::app::records::add::Written;
use crate::app::records::show;
use crate::app::workspace::{Error, Workspace};
use crate::domain::kind::Kind;
use crate::domain::recall::{Document, Standing, Unbiased, likeness, search, telling};
use crate::domain::record::{Record, RecordId};
use crate::store::View;

/// So many of the nearest texts are compared.
const COMPARED: usize = 5;

/// A record that says nearly the same as another one.
#[derive(Clone, Debug)]
pub struct Like {
    /// The record.
    pub id: RecordId,
    /// Its title.
    pub title: String,
    /// How many of a hundred of their words both have.
    pub percent: u32,
    /// Whether a record of its kind can be superseded.
    pub is_replaceable: bool,
}

/// What is related to a record: what it names, and what is written in its words, the nearest first;
/// at most `most`.
///
/// # Errors
/// An unknown record, or where memory cannot be read.
pub fn related(
    workspace: &Workspace,
    name: &str,
    most: usize,
    progress: &dyn Fn(usize, usize),
) -> Result<Vec<Hit>, Error> {
    let (view, memory, record) = show::find(workspace, View::WorkTree, name)?;
    let text = show::text(workspace, &view, &memory, &record)?;
    let question = Question {
        most: most.saturating_add(1),
        ..Question::default()
    };
    with_index(workspace, None, progress, |index| {
        let sources = Sources::open(workspace, index, &question)?;
        let (parts, totals) = (sources.parts(), sources.totals());
        let document = Document::of_file(text.as_bytes(), index.usual());
        let query = telling(&parts, &totals, &document)?;
        let found = search(&parts, &totals, &query, &Unbiased, question.most)?;
        let table = Table {
            workspace,
            sources: &sources,
            parts: &parts,
            question: &question,
            found: &found,
        };
        let mut hits = named(&table, &record)?;
        for hit in table.hits()? {
            let is_new =
                hit.id != record.header.id.as_str() && !hits.iter().any(|known| known.id == hit.id);
            hits.extend(is_new.then_some(hit));
        }
        hits.truncate(most);
        Ok(hits)
    })
}

/// The records that a record names in its front matter.
fn named(table: &Table<'_>, record: &Record) -> Result<Vec<Hit>, Error> {
    let header = &record.header;
    let mut hits = Vec::new();
    for (why, ids) in [
        ("superseded by it", &header.supersedes),
        ("supersedes it", &header.superseded_by),
        ("named by it", &header.related),
    ] {
        for id in ids {
            hits.extend(table.record_named(id)?.map(|hit| Hit {
                why: vec![why.to_owned()],
                ..hit
            }));
        }
    }
    Ok(hits)
}

/// The current records that say nearly the same as one that was just written, the likest first.
///
/// # Errors
/// Where memory cannot be read.
pub fn like(workspace: &Workspace, written: &Written) -> Result<Vec<Like>, Error> {
    let text = workspace.read(&written.path)?;
    let question = Question::default();
    with_index(workspace, None, &|_, _| {}, |index| {
        let sources = Sources::open(workspace, index, &question)?;
        let (parts, totals) = (sources.parts(), sources.totals());
        let document = Document::of_file(&text, index.usual());
        let query = telling(&parts, &totals, &document)?;
        let found = search(&parts, &totals, &query, &Unbiased, COMPARED + 1)?;
        let table = Table {
            workspace,
            sources: &sources,
            parts: &parts,
            question: &question,
            found: &found,
        };
        let mut alike: Vec<Like> = Vec::new();
        for ranked in &found.ranked {
            let part = &parts[ranked.part];
            let is_current = part.segment.facts(ranked.document)?.standing == Standing::Current;
            let Some(share) = likeness(&document, part, ranked.document)?.filter(|_| is_current)
            else {
                continue;
            };
            if let Some(hit) = table.hit(ranked)?
                && hit.id != written.id.as_str()
                && let Ok(id) = hit.id.parse()
            {
                let is_replaceable = Kind::by_name(hit.kind).is_some_and(Kind::is_replaceable);
                alike.push(Like {
                    id,
                    title: hit.title.into_string(),
                    percent: percent(share),
                    is_replaceable,
                });
            }
        }
        alike.sort_by(|a, b| b.percent.cmp(&a.percent).then_with(|| a.id.cmp(&b.id)));
        Ok(alike)
    })
}

/// A share between 0 and 1 in hundredths.
fn percent(share: f64) -> u32 {
    (0..=100)
        .rev()
        .find(|hundredths| f64::from(*hundredths) <= share * 100.0)
        .unwrap_or(0)
}
