//! Finding the right record: `recall`.
//!
//! [`sources`] says which texts a question is asked of, [`lens`] which of them are wanted and what
//! lifts them, [`hit`] makes of a ranked document what a reader needs to see,
//! [`related`](mod@related) asks for texts like a text.

pub mod feedback;
mod hit;
mod lens;
mod related;
pub mod review;
mod sources;
pub mod why;

pub use hit::{Hit, Origin};
pub use related::{Like, like, related};
pub use sources::Place;

pub(super) use sources::{Sources, feedback};

use std::ops::RangeInclusive;

use crate::app::records::Tier;
use crate::app::workspace::{Error, Workspace, settings};
use crate::domain::date::Date;
use crate::domain::kind::Kind;
use crate::domain::recall::{Found, Part, Query, dates, feedback as said, search};
use crate::domain::text::Language;
use crate::store;
use crate::store::index::{Index, Place as Bytes};
use lens::Lens;

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The words, in any form.
    pub words: String,
    /// How many hits are wanted.
    pub most: usize,
    /// Records of one of these kinds; of any where there are none.
    pub kinds: Vec<Kind>,
    /// With one of these statuses.
    pub statuses: Vec<String>,
    /// With all of these tags.
    pub tags: Vec<String>,
    /// In one of these scopes or below it.
    pub scopes: Vec<String>,
    /// The paths, from the top of the work tree, that somebody works at.
    pub near: Vec<String>,
    /// Which tracked records.
    pub place: Place,
    /// Private entries and the notes on commits, too.
    pub is_private: bool,
    /// One's own memory, too.
    pub is_user: bool,
    /// How much of each record is shown instead of the piece that answers.
    pub tier: Option<Tier>,
    /// Whether every number of a score is told.
    pub is_explained: bool,
}

impl Question {
    /// Whether only some records are wanted.
    fn is_filtered(&self) -> bool {
        let lists = [&self.statuses, &self.tags, &self.scopes];
        !self.kinds.is_empty()
            || lists.iter().any(|list| !list.is_empty())
            || matches!(self.place, Place::Since(_))
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The best first.
    pub hits: Vec<Hit>,
    /// How many texts were asked.
    pub asked: u64,
    /// Unknown words, each with what was asked for in its place.
    pub replaced: Vec<(String, Vec<String>)>,
    /// Where nothing was found: known words that begin like those of the question.
    pub near: Vec<String>,
}

/// Finds what answers a question. `progress` is told how many of how many new texts were read.
///
/// # Errors
/// An unknown revision, or where memory cannot be read.
pub fn recall(
    workspace: &Workspace,
    question: &Question,
    progress: &dyn Fn(usize, usize),
) -> Result<Answer, Error> {
    with_index(workspace, question.place.revision(), progress, |index| {
        let sources = Sources::open(workspace, index, question)?;
        let query = Query::parse(&question.words, index.usual());
        let days = dates::in_question(&question.words, workspace.today());
        let (parts, totals) = (sources.parts(), sources.totals());
        let found = rank(&sources, &parts, question, &query, index.usual(), days)?;
        let table = hit::Table {
            workspace,
            sources: &sources,
            parts: &parts,
            question,
            found: &found,
        };
        let hits = table.hits()?;
        let near = if hits.is_empty() {
            table.near(&query)?
        } else {
            Vec::new()
        };
        Ok(Answer {
            hits,
            asked: totals.documents,
            replaced: found.replaced,
            near,
        })
    })
}

/// Ranks what sources hold for a question: twice as much as is wanted, as a record of several
/// branches may stand for others.
pub(super) fn rank(
    sources: &Sources,
    parts: &[Part<'_, Bytes>],
    question: &Question,
    query: &Query,
    usual: Language,
    days: Option<RangeInclusive<Date>>,
) -> Result<Found, Error> {
    let effects = said::effects(&sources.feedback, query, usual);
    let lens = Lens::new(sources, parts, question, days, &effects)?;
    Ok(search(
        parts,
        &sources.totals(),
        query,
        &lens,
        question.most.saturating_mul(2),
    )?)
}

/// Works with the index of this repository; where that is damaged, it is made anew, once.
pub(super) fn with_index<T>(
    workspace: &Workspace,
    revision: Option<&str>,
    progress: &dyn Fn(usize, usize),
    work: impl Fn(&Index) -> Result<T, Error>,
) -> Result<T, Error> {
    let index = Index::new(
        &workspace.repo,
        settings::language(workspace, revision)?,
        progress,
    );
    match work(&index) {
        Err(Error::Store(store::Error::Damaged(_))) => {
            index.discard();
            work(&index)
        }
        done => done,
    }
}
