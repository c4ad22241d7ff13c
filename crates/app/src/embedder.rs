//! The maker of vectors: the model file of the user, or the server of embeddings that the person has
//! named for a repository, which wins.
//!
//! A server gets only tracked records and questions, without secrets.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::models;
use crate::workspace::{Error, Workspace, settings};
use git_memory_guard::Clean;
use git_memory_meaning::{Model, STRANGERS, Vector, floor_of, prefixes};
use git_memory_store::embeddings::{Embedded, EmbeddingServer, Fault, ServedModel, Use};
use git_memory_store::models::ModelFile;

/// Longest wait of an answer that a person waits for, for all requests together.
const SHORT: Duration = Duration::from_secs(2);
/// Longest wait for one request while an index is made: a server may have to load its model.
const LONG: Duration = Duration::from_mins(2);
/// Longest request after which another one is not noticed.
const QUICK: Duration = Duration::from_millis(100);
/// Bytes of a text that a server gets: about what models read, and servers refuse longer ones.
const LONGEST: usize = 1200;

/// The time that there is for asking a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asking {
    /// None: it is not asked, and what it said before counts.
    Nothing,
    /// As long as a person waits for an answer.
    Shortly,
    /// As long as it takes; and it is asked anew which model it has.
    Patiently,
}

/// A maker of vectors.
pub(crate) enum Embedder<'a> {
    /// A model file.
    File(Arc<Model<ModelFile>>),
    /// A server.
    Server(Served<'a>),
}

/// A server that makes vectors.
pub(crate) struct Served<'a> {
    workspace: &'a Workspace,
    server: EmbeddingServer,
    model: ServedModel,
    asking: Asking,
    begun: Instant,
    /// True if its last answer was fast enough for one more.
    is_quick: Cell<bool>,
}

impl<'a> Embedder<'a> {
    /// The one that searches in a repository use; `None` if there is none.
    ///
    /// # Errors
    /// A model that cannot be read, [`Error::Embeddings`], or a setting that cannot be read.
    pub(crate) fn of(workspace: &'a Workspace, asking: Asking) -> Result<Option<Self>, Error> {
        Ok(match settings::embeddings(workspace)? {
            Some(server) => Some(Self::Server(Served::new(workspace, server, asking)?)),
            None => models::used(workspace)?.map(Self::File),
        })
    }

    /// Name of its model.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::File(model) => model.name(),
            Self::Server(server) => &server.model.name,
        }
    }

    /// Hash of what it is: vectors of another one cannot be compared.
    pub(crate) fn sum(&self) -> String {
        match self {
            Self::File(model) => model.sum().to_owned(),
            Self::Server(server) => server.model.sum(),
        }
    }

    /// Cosine up to which a text may have nothing to do with a question.
    pub(crate) fn floor(&self) -> i32 {
        match self {
            Self::File(model) => model.floor(),
            Self::Server(server) => server.model.floor,
        }
    }

    /// The address of the server.
    pub(crate) fn address(&self) -> Option<String> {
        match self {
            Self::File(_) => None,
            Self::Server(server) => Some(server.server.address().to_string()),
        }
    }

    /// True if vectors of a few texts more take no time that is noticed.
    pub(crate) fn has_time(&self) -> bool {
        match self {
            Self::File(_) => true,
            Self::Server(server) => server.is_quick.get(),
        }
    }

    /// Number of pieces of a text, by which its vector takes longer.
    pub(crate) fn count(&self, text: &str) -> Result<usize, Error> {
        match self {
            Self::File(model) => model.count(text).map_err(models::bad(model)),
            // A piece has about four letters.
            Self::Server(_) => Ok(beginning(text).len() / 4),
        }
    }

    /// The vector of a question.
    pub(crate) fn question(&self, text: &str) -> Result<Vector, Error> {
        match self {
            Self::File(model) => model.question(text).map_err(models::bad(model)),
            Self::Server(server) => {
                let vectors = server.vectors(&[text], Use::Query)?;
                Ok(vectors.into_iter().next().unwrap_or_default())
            }
        }
    }

    /// The vectors of texts.
    pub(crate) fn texts(&self, texts: &[&str]) -> Result<Vec<Vector>, Error> {
        match self {
            Self::File(model) => model.texts(texts).map_err(models::bad(model)),
            Self::Server(_) if texts.is_empty() => Ok(Vec::new()),
            Self::Server(server) => server.vectors(texts, Use::Passage),
        }
    }
}

impl<'a> Served<'a> {
    fn new(
        workspace: &'a Workspace,
        server: EmbeddingServer,
        asking: Asking,
    ) -> Result<Self, Error> {
        let known = workspace.store().served_model(&server);
        let mut new = Self {
            workspace,
            model: ServedModel {
                name: server.usual_name(),
                ..ServedModel::default()
            },
            server,
            asking,
            begun: Instant::now(),
            is_quick: Cell::new(false),
        };
        match (known, asking) {
            (Some(known), Asking::Nothing | Asking::Shortly) => new.model = known,
            (None, Asking::Nothing) => {}
            (_, Asking::Patiently) | (None, Asking::Shortly) => new.meet()?,
        }
        Ok(new)
    }

    /// Asks which model it has, and how near sentences are which have nothing to do with each other.
    fn meet(&mut self) -> Result<(), Error> {
        let first = self.ask(&STRANGERS[..1], Use::Passage)?;
        self.model = ServedModel {
            dimensions: first.vectors.first().map_or(0, Vector::dimensions),
            name: first.name,
            floor: 0,
        };
        let questions = self.vectors(&STRANGERS, Use::Query)?;
        let texts = self.vectors(&STRANGERS, Use::Passage)?;
        let floor = floor_of(&questions, &texts);
        self.model.floor = floor.ok_or_else(|| self.fault(Fault::Alike))?;
        let store = self.workspace.store();
        store.keep_served_model(&self.server, &self.model);
        Ok(())
    }

    /// The vectors of texts, by the model that is known.
    fn vectors(&self, texts: &[&str], texts_use: Use) -> Result<Vec<Vector>, Error> {
        let Embedded { name, vectors } = self.ask(texts, texts_use)?;
        let dimensions = vectors.first().map_or(0, Vector::dimensions);
        let model = &self.model;
        if (&name, dimensions) != (&model.name, model.dimensions) {
            return Err(self.fault(Fault::Changed {
                was: format!("{} ({} numbers)", model.name, model.dimensions),
                now: format!("{name} ({dimensions} numbers)"),
            }));
        }
        Ok(vectors)
    }

    fn ask(&self, texts: &[&str], texts_use: Use) -> Result<Embedded, Error> {
        let [question, passage] = prefixes(&self.model.name);
        let prefix = match texts_use {
            Use::Query => question,
            Use::Passage => passage,
        };
        let guard = self.workspace.guard()?;
        // Cut after that, so that no part of a secret is left.
        let clean = |text: &&str| {
            let text = guard.redact(text).into_string();
            guard.redact(&format!("{prefix}{}", beginning(&text)))
        };
        let texts: Vec<Clean> = texts.iter().map(clean).collect();
        let wait = match self.asking {
            Asking::Patiently => LONG,
            _ => SHORT.saturating_sub(self.begun.elapsed()),
        };
        if wait.is_zero() {
            return Err(self.fault(Fault::Slow(SHORT)));
        }
        let begun = Instant::now();
        let answer = self.server.ask(&texts, texts_use, wait);
        self.is_quick.set(begun.elapsed() <= QUICK);
        answer.map_err(|fault| match fault {
            // The limit is for all requests together, of which this is one.
            Fault::Slow(_) if self.asking != Asking::Patiently => self.fault(Fault::Slow(SHORT)),
            fault => self.fault(fault),
        })
    }

    fn fault(&self, source: Fault) -> Error {
        let address = self.server.address().clone();
        Error::Embeddings { address, source }
    }
}

/// The part of a text that a server gets.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST)]
}
