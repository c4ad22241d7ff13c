//! Texts like a text: what is related to a record, and which records are very similar to a new one.

use std::cmp::Reverse;

use crate::app::recall::answer::add_grounds;
use crate::app::recall::hit::Hit;
use crate::app::recall::open::with_index;
use crate::app::recall::question::Question;
use crate::app::recall::results::Results;
use crate::app::recall::sources::Sources;
use crate::app::records::add::Written;
use crate::app::records::source;
use crate::app::workspace::{Error, Workspace};
use crate::domain::kind::Kind;
use crate::domain::recall::{
    Attribute, Document, DocumentRef, Neutral, Ranked, exact, holders, likeness, search, telling,
};
use crate::domain::record::{Record, RecordId, reading};
use crate::domain::secrets::Clean;
use crate::domain::text::is_same_line;
use crate::store::View;

/// How many of the nearest texts are compared: what is very similar is among the first.
const COMPARED: usize = 5;

/// A record that is very similar to another one.
#[derive(Clone, Debug)]
pub struct Similar {
    /// The record.
    pub id: RecordId,
    /// Its title.
    pub title: String,
    /// How many percent of their words both have.
    pub percent: u32,
    /// Whether it has the same title.
    pub is_namesake: bool,
    /// Whether a record of its kind can be superseded.
    pub is_replaceable: bool,
}

/// What is related to a record: what it names, then what is written in its words, the nearest
/// first; at most `most`.
///
/// # Errors
/// An unknown record, or where memory cannot be read.
pub fn related(
    workspace: &Workspace,
    name: &str,
    most: usize,
    progress: &dyn Fn(usize, usize),
) -> Result<Vec<Hit>, Error> {
    let found = source::find(workspace, View::WorkTree, name)?;
    let text = found.text(workspace)?;
    let record = found.record;
    let question = Question {
        // The record itself is the nearest of all.
        most: most.saturating_add(1),
        ..Question::default()
    };
    with_index(workspace, None, progress, |index| {
        let sources = Sources::open(workspace, index, &question)?;
        let (parts, totals) = (sources.parts(), sources.totals());
        let document = Document::of_file(text.as_bytes(), index.usual());
        let query = telling(&parts, &totals, &document)?;
        let found = search(&parts, &totals, &query, &Neutral::default(), question.most)?;
        let results = Results {
            workspace,
            sources: &sources,
            parts: &parts,
            question: &question,
            found: &found,
            tier: None,
        };
        // What an author named is related for certain; shared words are a guess.
        let mut hits = named(&results, &record)?;
        for hit in results.hits()? {
            let is_itself = hit.id == record.header.id.as_str();
            if !is_itself && hits.iter().all(|known| known.id != hit.id) {
                hits.push(hit);
            }
        }
        hits.truncate(most);
        add_grounds(workspace, &View::WorkTree, &mut hits)?;
        Ok(hits)
    })
}

/// The records that a record names in its front matter.
fn named(results: &Results<'_>, record: &Record) -> Result<Vec<Hit>, Error> {
    let header = &record.header;
    let mut hits = Vec::new();
    for (why, ids) in [
        ("superseded by it", &header.supersedes),
        ("supersedes it", &header.superseded_by),
        ("named by it", &header.related),
    ] {
        for id in ids {
            if let Some(hit) = results.record_named(id)? {
                let why = vec![why.to_owned()];
                hits.push(Hit { why, ..hit });
            }
        }
    }
    Ok(hits)
}

/// The current records that are very similar to one that was just written: those with its title
/// first, then the most similar ones.
///
/// # Errors
/// Where memory cannot be read.
pub fn similar(workspace: &Workspace, written: &Written) -> Result<Vec<Similar>, Error> {
    // From the file: the index may not have seen it yet.
    let text = workspace.read(&written.path)?;
    let question = Question::default();
    with_index(workspace, None, &|_, _| {}, |index| {
        let sources = Sources::open(workspace, index, &question)?;
        let (parts, totals) = (sources.parts(), sources.totals());
        let document = Document::of_file(&text, index.usual());
        let query = telling(&parts, &totals, &document)?;
        // The new record is among the results.
        let found = search(&parts, &totals, &query, &Neutral::default(), COMPARED + 1)?;
        let results = Results {
            workspace,
            sources: &sources,
            parts: &parts,
            question: &question,
            found: &found,
            tier: None,
        };
        let mut all: Vec<Similar> = Vec::new();
        for ranked in &found.ranked {
            if let Some(similar) = compared(&results, &document, ranked)?
                && similar.id != written.id
            {
                all.push(similar);
            }
        }
        if let Some(title) = title_of(workspace, written, &text)? {
            add_namesakes(&results, &title, &written.id, &mut all)?;
        }
        // Among equals by id, so that every clone names the same ones.
        all.sort_by(|a, b| {
            let key = |similar: &Similar| (Reverse(similar.is_namesake), Reverse(similar.percent));
            key(a).cmp(&key(b)).then_with(|| a.id.cmp(&b.id))
        });
        Ok(all)
    })
}

/// How similar a found record is to a text; `None` where it is not, or is no longer current.
fn compared(
    results: &Results,
    document: &Document,
    ranked: &Ranked,
) -> Result<Option<Similar>, Error> {
    let part = &results.parts[ranked.at.part];
    if !part.segment.facts(ranked.at.document)?.is_current() {
        return Ok(None);
    }
    let Some(share) = likeness(document, part, ranked.at.document)? else {
        return Ok(None);
    };
    let Some(hit) = results.hit(ranked)? else {
        return Ok(None);
    };
    // Only tracked records are searched, and those have ids.
    let Ok(id) = hit.id.parse() else {
        return Ok(None);
    };
    // Rounded down, so that only the same words are 100 percent.
    Ok(Some(Similar {
        id,
        title: hit.title.into_string(),
        percent: percent(share),
        is_namesake: false,
        is_replaceable: Kind::by_name(hit.kind).is_some_and(Kind::is_replaceable),
    }))
}

/// The title of a record that was just written.
fn title_of(workspace: &Workspace, written: &Written, text: &[u8]) -> Result<Option<Clean>, Error> {
    let place = workspace.store().roots()?.place(&written.path);
    let Some(place) = place else {
        return Ok(None);
    };
    let reading = reading::read_by(workspace.guard()?, text);
    let header = reading.header_at(&written.path, &place);
    Ok(header.map(|header| header.title.clone()))
}

/// Adds the current records with a title, however few other words they share.
fn add_namesakes(
    results: &Results,
    title: &str,
    id: &RecordId,
    all: &mut Vec<Similar>,
) -> Result<(), Error> {
    for (nth, part) in results.parts.iter().enumerate() {
        for document in holders(part, Attribute::Title, &exact(title))?.iter() {
            if !part.segment.facts(document)?.is_current() {
                continue;
            }
            let at = DocumentRef {
                part: nth,
                document,
            };
            let Some(hit) = results.hit(&Ranked::unasked(at))? else {
                continue;
            };
            // The index knows titles by their words alone: 'TLS 1.2' is no 'TLS 1.3'.
            if !is_same_line(&hit.title, title) {
                continue;
            }
            let Ok(namesake) = hit.id.parse::<RecordId>() else {
                continue;
            };
            if let Some(known) = all.iter_mut().find(|known| known.id == namesake) {
                known.is_namesake = true;
            } else if namesake != *id {
                all.push(Similar {
                    id: namesake,
                    title: hit.title.into_string(),
                    percent: 0,
                    is_namesake: true,
                    is_replaceable: Kind::by_name(hit.kind).is_some_and(Kind::is_replaceable),
                });
            }
        }
    }
    Ok(())
}

/// A share between 0 and 1 in whole hundredths, rounded down.
fn percent(share: f64) -> u32 {
    let mut hundredths = 0;
    while hundredths < 100 && f64::from(hundredths + 1) <= share * 100.0 {
        hundredths += 1;
    }
    hundredths
}
