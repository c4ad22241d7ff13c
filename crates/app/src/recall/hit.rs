//! One answer of `recall`.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::evidence::Subject;
use crate::workspace::Double;
use crate::workspace::listed::ListedRepository;
use git_memory_guard::Clean;
use git_memory_model::evidence::ground::Ground;
use git_memory_model::record::Name;
use git_memory_model::trust::Trust;
use git_memory_recall::{Confidence, Points, Rank, Ranked, Snippet};

/// From which memory a hit comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A record of tracked memory.
    Tracked,
    /// An entry or a record of private memory.
    Private,
    /// A record of a parent.
    Parent,
    /// A note on a commit.
    Note,
    /// A file of user memory.
    User,
    /// A rule, or a file from which agents read theirs.
    Rule,
    /// A commit's message.
    Commit,
}

impl Origin {
    /// Its name in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tracked => "tracked",
            Self::Private => "private",
            Self::Parent => "parent",
            Self::Note => "note",
            Self::User => "user",
            Self::Rule => "rule",
            Self::Commit => "commit",
        }
    }
}

/// How good an answer is beside those of other repositories; the best is the smallest. By class, then
/// by score. Scores of two repositories are points of the same scale, but a word's weight is that of
/// its own repository; so an answer that its repository is sure of goes first.
// nDCG@10 on two test collections cut into repositories: .411; by score only .404, by share of the
// best score .364, by place .355; in one repository that has all texts .435.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Standing {
    rank: Rank,
    is_unsure: bool,
    score: Reverse<Points>,
}

impl Standing {
    pub(crate) fn of(ranked: &Ranked) -> Self {
        Self {
            rank: ranked.rank,
            is_unsure: ranked.confidence != Confidence::Sure,
            score: Reverse(ranked.score()),
        }
    }

    pub(crate) fn is_sure(&self) -> bool {
        !self.is_unsure
    }
}

/// One answer. Every text in it is without secrets.
#[derive(Clone, Debug)]
pub struct Hit {
    /// From which memory it comes.
    pub origin: Origin,
    /// The repository it comes from, if several were asked.
    pub place: Option<Arc<ListedRepository>>,
    /// Its id; the path of a rule, or of a file of user memory.
    pub id: String,
    /// The name of its kind.
    pub kind: &'static str,
    /// Its title; of a note the subject of its commit.
    pub title: Clean,
    /// Its status; empty where it has none.
    pub status: Clean,
    /// The part of the project that it is about; empty where it names none.
    pub scope: String,
    /// Place of the text: a path from the top of the work tree, or the commit that carries it.
    pub path: String,
    /// Its class, which counts before any score.
    pub rank: Rank,
    /// The higher, the better.
    pub score: f64,
    /// Confidence that it answers; `None` if there was no question to answer.
    pub confidence: Option<Confidence>,
    /// True if only its vector found it: no word of the question is in it.
    pub is_guess: bool,
    /// The piece that answers, or the abstract.
    pub snippet: Snippet,
    /// Its trust, on request.
    pub trust: Option<Trust>,
    /// Reasons why it was found.
    pub why: Vec<String>,
    /// The records that replaced it.
    pub superseded_by: Vec<Name>,
    /// With all branches searched: the branches that have it in this form.
    pub branches: Vec<String>,
    /// The requested part of its text, instead of a snippet.
    pub text: Option<Clean>,
    /// For a tracked record: its id, if other files have that, too.
    pub double: Option<Double>,
    /// For a tracked record: its ground.
    pub ground: Option<Ground>,
    /// The subject of its ground.
    pub(crate) subject: Option<Box<Subject>>,
}

impl Hit {
    /// True if it is a guess.
    #[must_use]
    pub fn is_near(&self) -> bool {
        self.confidence == Some(Confidence::Near)
    }

    /// True if it answers with high confidence.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.confidence == Some(Confidence::Sure)
    }

    pub(crate) fn standing(&self) -> Standing {
        Standing {
            rank: self.rank,
            is_unsure: !self.is_sure(),
            score: Reverse(Points::of(self.score)),
        }
    }

    /// A hit of which only the origin is known.
    pub(crate) fn from(origin: Origin) -> Self {
        Self {
            origin,
            place: None,
            id: String::new(),
            kind: "",
            title: Clean::default(),
            status: Clean::default(),
            scope: String::new(),
            path: String::new(),
            rank: Rank::Words,
            score: 0.0,
            confidence: None,
            is_guess: false,
            snippet: Snippet::default(),
            trust: None,
            why: Vec::new(),
            superseded_by: Vec::new(),
            branches: Vec::new(),
            text: None,
            double: None,
            ground: None,
            subject: None,
        }
    }
}
