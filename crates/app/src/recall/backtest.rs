//! Backtest of search: each commit that names a record is a question to memory as it was before
//! that commit, and the record is the right answer.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::recall::answer::{Asked, rank};
use crate::recall::commits;
use crate::recall::meaning::Means;
use crate::recall::numbered::named_by;
use crate::recall::open::with_index;
use crate::recall::question::RecallQuestion;
use crate::recall::sources::Sources;
use crate::records::reading::indexed;
use crate::workspace::{Error, Workspace, settings};
use git_memory_git::ObjectId;
use git_memory_model::evidence::{citations, without_citations};
use git_memory_recall::{
    Attribute, DocumentRef, Feature, Found, Members, Query, Ranked, Weights, values,
};
use git_memory_store::View;
use git_memory_store::index::{Index, IndexView};
use git_memory_text::budget;

/// Number of hits that count as in front.
const IN_FRONT: usize = 5;
/// Tokens of titles and abstracts that a reader is assumed to read.
const TOKENS: usize = 300;
/// Maximum number of files of one commit in a question.
const FILES: usize = 20;
/// Number of commits in one call of git.
const BATCH: usize = 1000;
/// The longest question, in bytes: a message of megabytes asks nothing.
const QUESTION: usize = 4000;

/// Number of times that the record was in front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// The first hit.
    pub first: usize,
    /// Among the first five.
    pub five: usize,
    /// Within 300 tokens of titles and abstracts.
    pub tokens: usize,
}

impl Placed {
    /// All of them in one number, of which more is better.
    pub(crate) fn sum(self) -> usize {
        self.first + self.five + self.tokens
    }
}

/// Results of all questions.
#[derive(Clone, Debug, Default)]
pub struct Backtest {
    /// Number of commits that name a record by id or number.
    pub citing: usize,
    /// Number of them that were questions.
    pub asked: usize,
    /// Number of them whose records memory has only since then.
    pub too_early: usize,
    /// Number of them whose records memory does not have.
    pub unknown: usize,
    /// Number of merges and first commits among them, which have no single memory before them.
    pub without_before: usize,
    /// True if the clone is shallow, so that there may be more of each.
    pub is_cut: bool,
    /// With only the words of the message.
    pub words: Placed,
    /// With the files that the commit changed, too.
    pub files: Placed,
    /// For those in front with the files: what spoke most for the record, by the feature's name.
    pub evidence: BTreeMap<&'static str, usize>,
}

/// A commit that names a record.
pub(crate) struct Citing {
    id: ObjectId,
    /// Its place in the view of commits.
    at: DocumentRef,
    /// True if it is one of the questions: the others are only evidence about files.
    pub(crate) is_asked: bool,
}

/// Role of a commit that names a record.
enum Case {
    Question(Box<Asking>),
    TooEarly,
    Unknown,
    WithoutBefore,
}

/// A commit as a question.
struct Asking {
    /// Memory before it.
    sources: Sources,
    /// The records that it names.
    wanted: Vec<DocumentRef>,
    question: RecallQuestion,
    /// The files that it changed.
    files: Vec<String>,
}

/// Asks about every commit that names a record, of the newest that HEAD reaches (`memory.commits`);
/// with `since`, of those that it does not reach. `progress` gets the number of commits done, and
/// of all.
///
/// # Errors
/// An unknown revision, or where memory or the history cannot be read.
pub fn backtest(
    workspace: &Workspace,
    since: Option<&str>,
    progress: &dyn Fn(usize, usize),
) -> Result<Backtest, Error> {
    let done = with_run(workspace, since, |run, citing| {
        let mut result = Backtest {
            citing: citing.len(),
            is_cut: !workspace.store().shallow()?.is_empty(),
            ..Backtest::default()
        };
        for (nth, commit) in citing.iter().enumerate() {
            progress(nth, citing.len());
            if commit.is_asked {
                run.ask(commit, &mut result)?;
            }
            // From now on, it is evidence for later questions.
            run.told(commit);
        }
        Ok(result)
    })?;
    Ok(done.unwrap_or_default())
}

/// Does `work` with what asks about commits, and the commits that name a record, the oldest first;
/// `None` before the first commit.
pub(crate) fn with_run<T>(
    workspace: &Workspace,
    since: Option<&str>,
    work: impl Fn(&mut Run, &[Citing]) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    let history = workspace.store().history();
    let since = match since {
        Some(revision) => Some(history.resolve(revision)?),
        None => None,
    };
    let Some(head) = history.head_commit()? else {
        return Ok(None);
    };
    with_index(workspace, None, &|_, _| {}, |index| {
        let view = commits::view(workspace, &index.of_commits(), head)?;
        let mut citing = citing(workspace, &view, head)?;
        if let Some(since) = since {
            let new: HashSet<ObjectId> = history.between(head, &[since])?.into_iter().collect();
            for commit in &mut citing {
                commit.is_asked = new.contains(&commit.id);
            }
        }
        let mut run = Run::new(workspace, index, &citing, view, head)?;
        Ok(Some(work(&mut run, &citing)?))
    })
}

/// The commits that name a record, the oldest first.
fn citing(workspace: &Workspace, view: &IndexView, head: ObjectId) -> Result<Vec<Citing>, Error> {
    let limit = settings::commits(workspace)?;
    let mut places: HashMap<ObjectId, usize> = HashMap::new();
    let order = workspace.store().history().in_order(head, limit)?;
    for (nth, id) in order.into_iter().enumerate() {
        places.insert(id, nth);
    }
    let mut found: Vec<Citing> = Vec::new();
    for (part, of_view) in view.parts().iter().enumerate() {
        let mut all = Members::none_of(of_view.segment.documents());
        for value in values(of_view, Attribute::Cites)? {
            value.holders.iter().for_each(|it| all.insert(*it));
        }
        for document in all.iter() {
            if let Some(id) = view.id(part, document)? {
                found.push(Citing {
                    id,
                    at: DocumentRef { part, document },
                    is_asked: true,
                });
            }
        }
    }
    found.sort_by_key(|commit| std::cmp::Reverse(places.get(&commit.id).copied()));
    Ok(found)
}

/// Questions one after the other.
pub(crate) struct Run<'a> {
    workspace: &'a Workspace,
    index: &'a Index<'a>,
    /// The commits that were made before the one that is asked about; `None` while they are lent.
    commits: Option<IndexView>,
    /// The files that each commit changed.
    files: HashMap<ObjectId, Vec<String>>,
    head: ObjectId,
    /// Weights of ties between records and files.
    weights: Weights,
}

impl<'a> Run<'a> {
    fn new(
        workspace: &'a Workspace,
        index: &'a Index<'a>,
        citing: &[Citing],
        mut view: IndexView,
        head: ObjectId,
    ) -> Result<Self, Error> {
        let mut files: HashMap<ObjectId, Vec<String>> = HashMap::new();
        let ids: Vec<ObjectId> = citing.iter().map(|commit| commit.id).collect();
        for batch in ids.chunks(BATCH) {
            for changes in workspace.store().history().changes_to_all(batch)? {
                let paths = changes.files.iter().take(FILES);
                let paths = paths.map(|it| String::from_utf8_lossy(&it.path).into_owned());
                files.insert(changes.id, paths.collect());
            }
        }
        view.leave_none();
        Ok(Self {
            workspace,
            index,
            commits: Some(view),
            files,
            head,
            weights: settings::weights(workspace, None)?,
        })
    }

    /// Adds a commit's evidence about files.
    pub(crate) fn told(&mut self, citing: &Citing) {
        if let Some(view) = &mut self.commits {
            view.take_in(citing.at);
        }
    }

    /// Removes the evidence of all commits.
    pub(crate) fn begin(&mut self) {
        if let Some(view) = &mut self.commits {
            view.leave_none();
        }
    }

    fn ask(&mut self, citing: &Citing, result: &mut Backtest) -> Result<(), Error> {
        let asking = match self.case(citing)? {
            Case::Question(asking) => asking,
            Case::TooEarly => {
                result.too_early += 1;
                return Ok(());
            }
            Case::Unknown => {
                result.unknown += 1;
                return Ok(());
            }
            Case::WithoutBefore => {
                result.without_before += 1;
                return Ok(());
            }
        };
        let Asking {
            sources,
            wanted,
            mut question,
            files,
        } = *asking;
        result.asked += 1;
        let found = self.found(&sources, &question)?;
        self.place(&sources, &found, &wanted, &mut result.words)?;
        question.near = files;
        let found = self.found(&sources, &question)?;
        if let Some(hit) = self.place(&sources, &found, &wanted, &mut result.files)? {
            *result.evidence.entry(strongest(&hit)).or_default() += 1;
        }
        self.commits = sources.into_commits();
        Ok(())
    }

    /// Asks about a commit with its files, by the given weights; false if it is not a question.
    pub(crate) fn weigh(
        &mut self,
        citing: &Citing,
        weights: Weights,
        placed: &mut Placed,
    ) -> Result<bool, Error> {
        let Case::Question(asking) = self.case(citing)? else {
            return Ok(false);
        };
        let sources = asking.sources.and_weights(weights);
        let question = RecallQuestion {
            near: asking.files,
            ..asking.question
        };
        let found = self.found(&sources, &question)?;
        self.place(&sources, &found, &asking.wanted, placed)?;
        self.commits = sources.into_commits();
        Ok(true)
    }

    /// Opens memory as it was before a commit.
    fn case(&mut self, citing: &Citing) -> Result<Case, Error> {
        let history = self.workspace.store().history();
        let commit = history.commit(citing.id)?;
        let [parent] = commit.parents[..] else {
            return Ok(Case::WithoutBefore);
        };
        // A shallow clone begins at this commit.
        if !history.has_commit(parent)? {
            return Ok(Case::WithoutBefore);
        }
        let cited = citations(&commit.message);
        let sources = self.sources_at(parent)?.and_commits(self.commits.take());
        let wanted = named_by(&sources, &sources.parts(), &cited)?;
        if wanted.is_empty() {
            self.commits = sources.into_commits();
            let now = self.sources_at(self.head)?;
            return Ok(if named_by(&now, &now.parts(), &cited)?.is_empty() {
                Case::Unknown
            } else {
                Case::TooEarly
            });
        }
        Ok(Case::Question(Box::new(Asking {
            sources,
            wanted,
            question: RecallQuestion {
                words: without_citations(&commit.message, QUESTION),
                most: Some(IN_FRONT * 2),
                ..RecallQuestion::default()
            },
            files: self.files.get(&citing.id).cloned().unwrap_or_default(),
        })))
    }

    /// The records of a commit.
    fn sources_at(&self, commit: ObjectId) -> Result<Sources, Error> {
        let store = self.workspace.store();
        let view = View::Revision(commit.to_string());
        let tracked = store.indexed(self.index, &view)?;
        let sources = Sources::of_view(tracked, String::new(), store.roots()?.clone());
        Ok(sources.and_weights(self.weights))
    }

    fn found(&self, sources: &Sources, question: &RecallQuestion) -> Result<Found, Error> {
        let query = Query::parse(&question.words, self.index.usual());
        let asked = Asked {
            question,
            query: &query,
            // A day in a message is the day of the work, not of the record.
            days: None,
            usual: self.index.usual(),
            // Records as they were before each of a thousand commits have no vectors.
            means: Means::Words,
        };
        Ok(rank(self.workspace, sources, &sources.parts(), &asked)?.found)
    }

    /// Counts where the best record is that is wanted; gives it where it is in front.
    fn place(
        &self,
        sources: &Sources,
        found: &Found,
        wanted: &[DocumentRef],
        placed: &mut Placed,
    ) -> Result<Option<Ranked>, Error> {
        let mut room = TOKENS;
        for (nth, hit) in found.ranked.iter().enumerate() {
            let tokens = self.tokens(sources, hit.at)?;
            let is_wanted = wanted.contains(&hit.at);
            if is_wanted {
                placed.first += usize::from(nth == 0);
                placed.five += usize::from(nth < IN_FRONT);
                placed.tokens += usize::from(tokens <= room);
                return Ok((nth < IN_FRONT).then_some(*hit));
            }
            room = room.saturating_sub(tokens);
            if room == 0 && nth >= IN_FRONT {
                break;
            }
        }
        Ok(None)
    }

    /// Length of a record's title and abstract.
    fn tokens(&self, sources: &Sources, at: DocumentRef) -> Result<usize, Error> {
        let Some(source) = sources.of_part(at.part) else {
            return Ok(0);
        };
        let path = source.view.path(source.part, at.document)?;
        let Some(blob) = source.view.id(source.part, at.document)? else {
            return Ok(0);
        };
        // Nothing of it is shown.
        Ok(
            match indexed(self.workspace, &sources.roots, &path, blob, true)? {
                Some(read) => {
                    let header = &read.record.header;
                    budget::tokens(&header.title) + budget::tokens(&header.abstract_line)
                }
                None => 0,
            },
        )
    }
}

/// Returns the feature with the most points for a hit.
fn strongest(hit: &Ranked) -> &'static str {
    let mut best = (Feature::Words, hit.features.of(Feature::Words));
    for (feature, points) in hit.features.each() {
        if points > best.1 {
            best = (feature, points);
        }
    }
    best.0.name()
}
