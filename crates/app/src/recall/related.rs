//! What is related to a record: records that it names, and texts in its words; or to a file, a
//! scope, a person, a package or an address: what is tied to it.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::private::settle::settle;
use crate::recall::answer::{add_doubles, add_grounds};
use crate::recall::entities::{Entity, entities};
use crate::recall::hit::Hit;
use crate::recall::meaning::{Near, Retrieval, kinship, told};
use crate::recall::open::with_index;
use crate::recall::question::RecallQuestion;
use crate::recall::results::Results;
use crate::recall::rivals::Rivals;
use crate::recall::sources::Sources;
use crate::records::source::{self, Located};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::form::vocabulary::without_section_names;
use git_memory_model::record::Record;
use git_memory_recall::{Document, Lexicon, Neutral, search, telling};
use git_memory_store::View;

/// Default number of related records.
pub const RELATED: usize = 10;
/// Share of the best score below which words in common are a coincidence, unless a number is asked
/// for.
const TIED: f64 = 0.5;

/// Records that have most to do with one.
#[derive(Clone, Debug, Default)]
pub struct Related {
    /// The records that it names and those that name it, then the nearest.
    pub hits: Vec<Hit>,
    /// The means by which the nearest were found.
    pub retrieval: Retrieval,
    /// Reasons why some means could not be used, one line each.
    pub faults: Vec<Clean>,
    /// Number of the [`RELATED`] nearest that were left out, as they have less in common.
    pub left: usize,
    /// For a name of no record: what else it names, with what is tied to that.
    pub entities: Vec<Entity>,
}

/// Returns what is related to a record, otherwise to what else has the name: of each relation at
/// most `most`.
///
/// # Errors
/// A name of nothing, or where memory cannot be read.
pub fn related(
    workspace: &Workspace,
    name: &str,
    most: Option<usize>,
    progress: &dyn Fn(usize, usize),
) -> Result<Related, Error> {
    match source::find(workspace, View::WorkTree, name) {
        Err(unknown @ Error::UnknownRecord(_)) => {
            let (entities, faults) = entities(workspace, name, most.unwrap_or(RELATED))?;
            if entities.is_empty() {
                return Err(unknown);
            }
            Ok(Related {
                faults,
                entities,
                ..Related::default()
            })
        }
        found => of_record(workspace, &found?, most, progress),
    }
}

/// Returns the records that a record names, then texts in its words or by its vector, the nearest
/// first; at most `most`, or those that are tied closely.
fn of_record(
    workspace: &Workspace,
    found: &Located,
    most: Option<usize>,
    progress: &dyn Fn(usize, usize),
) -> Result<Related, Error> {
    let text = found.text(workspace)?;
    let record = &found.record;
    let question = RecallQuestion {
        // The record itself is the nearest of all.
        most: Some(most.unwrap_or(RELATED).saturating_add(1)),
        ..RecallQuestion::default()
    };
    with_index(workspace, None, progress, |index| {
        let sources = Sources::open(workspace, index, &question)?;
        let (parts, totals) = (sources.parts(), sources.totals());
        let mut lexicon = Lexicon::default();
        let own = without_section_names(&text);
        let document = Document::of_file(own.as_bytes(), index.usual(), &mut lexicon);
        let query = telling(&parts, &totals, &document, &lexicon)?;
        let own = sources.at_path(&parts, record.path.as_str())?;
        let Near {
            meaning,
            retrieval,
            fault,
        } = told(kinship(workspace, &sources, &parts, &own))?;
        let near = Neutral::with(meaning);
        let found = search(&parts, &totals, &query, &near, question.most())?;
        let results = Results {
            workspace,
            sources: &sources,
            parts: &parts,
            question: &question,
            found: &found,
            tier: None,
        };
        // A name in a text is a certain relation; shared words are a guess.
        let mut hits = named(&results, record)?;
        for hit in naming(&results, record)? {
            if hits.iter().all(|known| known.id != hit.id) {
                hits.push(hit);
            }
        }
        let mut nearest = results.hits()?;
        nearest.retain(|hit| hit.id != record.header.id.as_str());
        let best = nearest.first().map_or(0.0, |hit| hit.score);
        nearest.retain(|hit| hits.iter().all(|known| known.id != hit.id));
        nearest.truncate(most.unwrap_or(RELATED).saturating_sub(hits.len()));
        let found = nearest.len();
        if most.is_none() {
            nearest.retain(|hit| hit.score >= best * TIED);
        }
        let left = found - nearest.len();
        hits.append(&mut nearest);
        hits.truncate(most.unwrap_or(RELATED));
        let parents = Sources::parents_beside(workspace, index, &View::WorkTree)?;
        let rivals = Rivals::new(workspace, &sources, &parents);
        add_grounds(workspace, &View::WorkTree, Some(&rivals), &mut hits)?;
        add_doubles(workspace, &sources, &mut hits)?;
        Ok(Related {
            hits,
            retrieval,
            faults: fault.into_iter().collect(),
            left,
            entities: Vec::new(),
        })
    })
}

/// The records and pages that name a record.
fn naming(results: &Results<'_>, record: &Record) -> Result<Vec<Hit>, Error> {
    let memory = results.workspace.memory(&View::WorkTree)?;
    let mut hits = Vec::new();
    for other in &memory.records {
        let is_named = other.header.related.contains(&record.header.id);
        if is_named && let Some(hit) = results.record_named(&other.header.id)? {
            let why = vec!["names it".to_owned()];
            hits.push(Hit { why, ..hit });
        }
    }
    Ok(hits)
}

/// The records that a record names.
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

/// Around which record or thing.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RelatedQuestion {
    /// A record, or a file, folder, scope, owner, author, package or web address.
    id: String,
    /// Maximum number of records; without it, those that are tied closely, at most 10. Of what is
    /// not a record, the number for each relation.
    most: Option<usize>,
}

/// What has most to do with a record or a thing.
pub fn answer(call: &Call, question: &RelatedQuestion) -> Result<Related, Error> {
    settle(call.workspace)?;
    related(call.workspace, &question.id, question.most, call.progress)
}
