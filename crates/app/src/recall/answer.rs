//! Answering a question: `recall`.

use std::ops::RangeInclusive;

use crate::evidence::Grounds;
use crate::recall::hit::{Hit, Origin, Standing};
use crate::recall::meaning::{Means, Near, Retrieval, nearness, told};
use crate::recall::numbered::double;
use crate::recall::open::with_index;
use crate::recall::preferences::Preferences;
use crate::recall::question::RecallQuestion;
use crate::recall::results::Results;
use crate::recall::rivals::Rivals;
use crate::recall::sources::Sources;
use crate::records::trust::{Depth, Trusts};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::trust::Trust;
use git_memory_recall::feedback::effects;
use git_memory_recall::{Found, Part, Query, Replaced, dates, search};
use git_memory_store::View;
use git_memory_store::index::{Index, SegmentBytes};
use git_memory_text::Language;
use git_memory_text::date::Date;
use git_memory_text::path::RepoPath;

/// The maximum number of words that are suggested where nothing was found.
const SUGGESTED: usize = 5;

/// Answer to a question.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The best first.
    pub hits: Vec<Hit>,
    /// Number of texts that were searched.
    pub asked: u64,
    /// Words that no text contains, each with those that were searched for instead.
    pub replaced: Vec<Replaced>,
    /// Without hits: words of the texts that begin like those of the question.
    pub near: Vec<String>,
    /// Reasons why some texts could not be searched, one line each.
    pub faults: Vec<Clean>,
    /// The means by which the hits were found.
    pub retrieval: Retrieval,
}

impl Answer {
    /// The paths of the hits that are in tracked memory.
    pub fn tracked_paths(&self) -> impl Iterator<Item = RepoPath> {
        let tracked = self.hits.iter().filter(|hit| hit.origin == Origin::Tracked);
        // Another branch may have a path that no file can have here.
        tracked.filter_map(|hit| hit.path.parse().ok())
    }
}

/// A question as ranking needs it.
pub struct Asked<'a> {
    pub(crate) question: &'a RecallQuestion,
    pub(crate) query: &'a Query,
    /// The days that the question names.
    pub(crate) days: Option<RangeInclusive<Date>>,
    /// The language of texts whose words do not identify one.
    pub(crate) usual: Language,
    /// The means by which it is answered.
    pub(crate) means: Means,
}

/// Ranked documents, and how they were found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking {
    pub(crate) found: Found,
    pub(crate) retrieval: Retrieval,
    /// Reason why a model could not be asked.
    pub(crate) fault: Option<Clean>,
}

/// A question that was ranked in a repository.
struct Searched<'a> {
    question: &'a RecallQuestion,
    index: &'a Index<'a>,
    sources: &'a Sources,
    parts: &'a [Part<'a, SegmentBytes>],
    query: &'a Query,
    ranking: Ranking,
}

/// Ranks what answers a question, and does `work` with it. `progress` is called with how many of how
/// many new texts were read.
///
/// # Errors
/// [`Error::BadValue`] for a question that cannot be asked, an unknown revision, where memory cannot
/// be read, or what `work` returns.
fn searched<T>(
    workspace: &Workspace,
    question: &RecallQuestion,
    progress: &dyn Fn(usize, usize),
    work: impl Fn(Searched<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let question = &question.checked()?;
    with_index(workspace, question.rev.as_deref(), progress, |index| {
        let sources = Sources::open(workspace, index, question)?;
        let parts = sources.parts();
        let query = Query::parse(&question.words, index.usual());
        let asked = Asked {
            question,
            query: &query,
            days: dates::in_question(&question.words, workspace.today()),
            usual: index.usual(),
            // Files tell more than vectors, which push records that are tied to them down. Making
            // the missing vectors of many repositories would take minutes.
            means: if question.near.is_empty() && !question.everywhere {
                Means::Meaning
            } else {
                Means::Words
            },
        };
        let ranking = rank(workspace, &sources, &parts, &asked)?;
        work(Searched {
            question,
            index,
            sources: &sources,
            parts: &parts,
            query: &query,
            ranking,
        })
    })
}

/// Prospect of an answer of a repository, of which no record was read yet.
pub(crate) struct Prospect {
    /// Its first hit is not better than this one; `None` where it has none.
    pub(crate) best: Option<Standing>,
    /// Number of texts that were searched.
    pub(crate) asked: u64,
    /// Reasons why some texts could not be searched, one line each.
    pub(crate) faults: Vec<Clean>,
}

/// Finds how good an answer can be, which takes much less time than the answer.
///
/// # Errors
/// As [`recall`].
pub(crate) fn prospect(
    workspace: &Workspace,
    question: &RecallQuestion,
) -> Result<Prospect, Error> {
    searched(workspace, question, &|_, _| {}, |searched| {
        let standings = searched.ranking.found.ranked.iter().map(Standing::of);
        let best = standings.filter(|it| it.is_sure() || !question.sure).min();
        Ok(Prospect {
            best,
            asked: searched.sources.totals().documents,
            faults: searched.sources.faults.clone(),
        })
    })
}

/// Finds what answers a question. `progress` is called with how many of how many new texts were
/// read.
///
/// # Errors
/// [`Error::BadValue`] for a question that cannot be asked, an unknown revision, or where memory
/// cannot be read.
pub fn recall(
    workspace: &Workspace,
    question: &RecallQuestion,
    progress: &dyn Fn(usize, usize),
) -> Result<Answer, Error> {
    searched(workspace, question, progress, |searched| {
        let Searched {
            question,
            index,
            sources,
            parts,
            query,
            ranking,
        } = searched;
        let Ranking {
            found,
            retrieval,
            fault,
        } = ranking;
        let results = Results {
            workspace,
            sources,
            parts,
            question,
            found: &found,
            tier: question.tier,
        };
        let mut hits = results.hits()?;
        if question.explain || question.trust.is_some() {
            add_trust(workspace, question, &mut hits)?;
        }
        // With all branches searched, versions of one record would be rivals.
        let is_one_view = !question.all_branches;
        let parents = Sources::parents_beside(workspace, index, &question.view())?;
        let rivals = is_one_view.then(|| Rivals::new(workspace, sources, &parents));
        add_grounds(workspace, &question.view(), rivals.as_ref(), &mut hits)?;
        if !question.all_branches {
            add_doubles(workspace, sources, &mut hits)?;
        }
        // Reading texts for suggestions takes time, and who has hits needs none.
        let near = if hits.is_empty() {
            results.similar_words(query, SUGGESTED)?
        } else {
            Vec::new()
        };
        Ok(Answer {
            hits,
            asked: sources.totals().documents,
            replaced: found.replaced,
            near,
            faults: sources.faults.iter().cloned().chain(fault).collect(),
            retrieval,
        })
    })
}

/// Adds the ground to each hit, in the state of a view.
pub(crate) fn add_grounds(
    workspace: &Workspace,
    view: &View,
    rivals: Option<&Rivals<'_>>,
    hits: &mut [Hit],
) -> Result<(), Error> {
    let mut subjects = Vec::new();
    let mut asked = Vec::new();
    for hit in hits {
        if let Some(subject) = hit.subject.take() {
            subjects.push(*subject);
            asked.push(hit);
        }
    }
    let grounds = Grounds::of_view(workspace, view)?.of(&subjects)?;
    for ((hit, ground), subject) in asked.into_iter().zip(grounds).zip(subjects) {
        let ground = match rivals {
            Some(rivals) => ground.contested_by(rivals.of(&subject)?),
            None => ground,
        };
        hit.ground = Some(ground);
    }
    Ok(())
}

/// Marks the tracked records whose id other files have, too.
pub(crate) fn add_doubles(
    workspace: &Workspace,
    sources: &Sources,
    hits: &mut [Hit],
) -> Result<(), Error> {
    for hit in hits.iter_mut().filter(|hit| hit.origin == Origin::Tracked) {
        hit.double = double(workspace, sources, &hit.id)?;
    }
    Ok(())
}

/// Adds the trust to each tracked record.
fn add_trust(
    workspace: &Workspace,
    question: &RecallQuestion,
    hits: &mut [Hit],
) -> Result<(), Error> {
    // Each branch has a history of its own.
    if question.all_branches {
        return Ok(());
    }
    let view = question.view();
    let least = question.trust.unwrap_or(Trust::Merged);
    let trusts = Trusts::of(workspace, &view, Depth::of(least.max(Trust::Merged)))?;
    for hit in hits.iter_mut().filter(|hit| hit.origin == Origin::Tracked) {
        let blob = hit.subject.as_ref().and_then(|subject| subject.blob);
        hit.trust = Some(trusts.told(&hit.path, blob)?.trust);
    }
    Ok(())
}

/// Ranks what sources hold for a question: twice as many documents as hits are wanted, as several
/// of them may be versions of one record.
pub(crate) fn rank(
    workspace: &Workspace,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    asked: &Asked,
) -> Result<Ranking, Error> {
    let words = &asked.question.words;
    let Near {
        meaning,
        retrieval,
        fault,
    } = match asked.means {
        Means::Words => Near::default(),
        Means::Meaning => told(nearness(workspace, sources, parts, words))?,
    };
    let effects = effects(&sources.feedback, asked.query, asked.usual);
    let days = asked.days.clone();
    let preferences = Preferences::new(sources, parts, asked.question, days, &effects, &meaning)?;
    let most = asked.question.most().saturating_mul(2);
    Ok(Ranking {
        found: search(parts, &sources.totals(), asked.query, &preferences, most)?,
        retrieval,
        fault,
    })
}
