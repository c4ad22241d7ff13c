//! Search by meaning: the vector of a question beside those of the records, where the user has a
//! sentence model or a server of embeddings. Without one nothing is read but the name of the model
//! that is not there.

use std::cmp::Reverse;
use std::fmt;

use crate::embedder::{Asking, Embedder};
use crate::models;
use crate::recall::open::with_index;
use crate::recall::sources::{SourceKind, Sources};
use crate::workspace::{Error, Workspace, settings};
use git_memory_git::ObjectId;
use git_memory_guard::{Clean, redact};
use git_memory_meaning::{STRANGERS, TEXTS, Vector, passage};
use git_memory_recall::{DocumentRef, Meaning, Part};
use git_memory_store::index::SegmentBytes;
use git_memory_store::{KeptVectors, View};

/// Pieces of records without a vector that a question reads: about 50 ms.
const PIECES: usize = 96;
/// Vectors that a server makes at once when it has nothing else to do: about a quarter of a second.
const FEW: usize = 4;

/// The means by which a question is to be answered: each door names them, so that none forgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Means {
    /// By words only.
    Words,
    /// By words, and by a model where there is one.
    Meaning,
}

/// The means by which an answer was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Retrieval {
    /// By words only.
    #[default]
    Words,
    /// By words, and by the vectors of a model.
    Model {
        /// Name of the model.
        name: String,
        /// Address of the server that has it; `None` of a model file.
        server: Option<String>,
        /// Number of records that have a vector.
        vectors: usize,
        /// Number of records.
        records: usize,
    },
}

impl Retrieval {
    /// How it is told where words go without saying.
    #[must_use]
    pub fn beyond_words(&self) -> Option<String> {
        (*self != Self::Words).then(|| self.to_string())
    }

    /// Number of records that have no vector yet.
    #[must_use]
    pub fn missing(&self) -> usize {
        match self {
            Self::Words => 0,
            Self::Model {
                vectors, records, ..
            } => records - vectors,
        }
    }
}

impl fmt::Display for Retrieval {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words => write!(out, "words"),
            Self::Model {
                name,
                vectors,
                records,
                ..
            } => write!(out, "words + {name} ({vectors} of {records} records)"),
        }
    }
}

/// Result of making the vectors of all records.
#[derive(Clone, Debug, Default)]
pub struct Vectored {
    /// The means by which answers are found from now on.
    pub retrieval: Retrieval,
    /// Number of vectors that were made.
    pub made: usize,
}

/// A record of a view.
struct Listed {
    at: DocumentRef,
    blob: ObjectId,
}

/// The records of some parts, and their vectors.
struct Vectors<'a> {
    workspace: &'a Workspace,
    sources: &'a Sources,
    parts: &'a [Part<'a, SegmentBytes>],
    model: &'a Embedder<'a>,
    kept: KeptVectors,
    records: Vec<Listed>,
}

/// Nearness of records, and how it was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near {
    pub(crate) meaning: Meaning,
    pub(crate) retrieval: Retrieval,
    /// Reason why a model could not be asked.
    pub(crate) fault: Option<Clean>,
}

/// Nearness that a model tells. One that cannot be read tells nothing, and words find what they
/// always do.
pub(crate) fn told(near: Result<(Meaning, Retrieval), Error>) -> Result<Near, Error> {
    match near {
        Err(error) if is_only_of_meaning(&error) => Ok(Near {
            fault: Some(redact(&error.to_string())),
            ..Near::default()
        }),
        near => near.map(|(meaning, retrieval)| Near {
            meaning,
            retrieval,
            fault: None,
        }),
    }
}

/// The nearness of the tracked records to one of them, by the vectors that are kept; empty if it has
/// none.
pub(crate) fn kinship(
    workspace: &Workspace,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    own: &[DocumentRef],
) -> Result<(Meaning, Retrieval), Error> {
    let Some(model) = Embedder::of(workspace, Asking::Nothing)? else {
        return Ok((Meaning::default(), Retrieval::Words));
    };
    let vectors = Vectors::new(workspace, sources, parts, &model)?;
    let mut listed = vectors.records.iter();
    let own = listed.find(|it| own.contains(&it.at));
    let Some(own) = own.and_then(|it| vectors.kept.get(&it.blob)) else {
        return Ok((Meaning::default(), Retrieval::Words));
    };
    Ok(vectors.near(&own))
}

/// The nearness of the tracked records to a question. Records without a vector get one as far as
/// that takes no time that is noticed, the newest first.
pub(crate) fn nearness(
    workspace: &Workspace,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    words: &str,
) -> Result<(Meaning, Retrieval), Error> {
    let Some(model) = Embedder::of(workspace, Asking::Shortly)? else {
        return Ok((Meaning::default(), Retrieval::Words));
    };
    let question = model.question(words)?;
    let mut vectors = Vectors::new(workspace, sources, parts, &model)?;
    let near = vectors.near(&question);
    if near.1.missing() > 0 && model.has_time() && vectors.make_few()? {
        return Ok(vectors.near(&question));
    }
    Ok(near)
}

/// True if questions go to a model.
pub(crate) fn has_model(workspace: &Workspace) -> Result<bool, Error> {
    Ok(settings::embeddings(workspace)?.is_some() || models::is_any_used(workspace.invocation())?)
}

/// Makes the vectors of all records of the work tree; what was made is kept where it is
/// interrupted. `reading` is called with how many of how many new texts were read, `progress` with
/// how many of how many vectors were made.
///
/// # Errors
/// A model that cannot be used, or where memory cannot be read.
pub fn index(
    workspace: &Workspace,
    reading: &dyn Fn(usize, usize),
    progress: &dyn Fn(usize, usize),
) -> Result<Vectored, Error> {
    let asking = Asking::Patiently;
    if Embedder::of(workspace, Asking::Nothing)?.is_none() {
        return Ok(Vectored::default());
    }
    let _lock = workspace.store().lock_vectors()?;
    let done = with_vectors(workspace, asking, reading, |vectors| {
        let made = vectors.make_all(progress)?;
        Ok(Vectored {
            retrieval: vectors.retrieval(),
            made,
        })
    })?;
    Ok(done.unwrap_or_default())
}

/// Makes a few vectors, of the newest records without one. False if there was nothing to do, or
/// another process does it; `None` without a model.
///
/// # Errors
/// As [`index`].
pub(crate) fn make_some(workspace: &Workspace) -> Result<Option<bool>, Error> {
    // A server of embeddings is asked by nothing that a person did not start.
    if !matches!(
        Embedder::of(workspace, Asking::Nothing)?,
        Some(Embedder::File(_))
    ) {
        return Ok(None);
    }
    let Some(_lock) = workspace.store().lock_vectors_if_free() else {
        return Ok(Some(false));
    };
    let made = with_vectors(workspace, Asking::Nothing, &|_, _| {}, |vectors| {
        let mut missing = vectors.missing()?;
        missing.truncate(FEW);
        vectors.make_batch(&missing)
    })?;
    Ok(made.map(|made| made > 0))
}

/// The means by which records of the work tree are found.
///
/// # Errors
/// A model that cannot be used, or where memory cannot be read.
pub fn retrieval(workspace: &Workspace) -> Result<Retrieval, Error> {
    let asking = Asking::Nothing;
    let found = with_vectors(workspace, asking, &|_, _| {}, |it| Ok(it.retrieval()))?;
    Ok(found.unwrap_or_default())
}

/// Makes sure that the server of embeddings answers, where the person has named one.
///
/// # Errors
/// [`Error::Embeddings`], or a setting that cannot be read.
pub fn try_server(workspace: &Workspace) -> Result<(), Error> {
    if let Some(server @ Embedder::Server(_)) = Embedder::of(workspace, Asking::Shortly)? {
        server.question(STRANGERS[0])?;
    }
    Ok(())
}

/// True of an error that takes search by meaning away, and nothing else.
pub(crate) fn is_only_of_meaning(error: &Error) -> bool {
    matches!(
        error,
        Error::Model { .. } | Error::UnknownModel(_) | Error::Embeddings { .. }
    )
}

/// Does something with the vectors of the work tree's records; `None` where there is no model.
fn with_vectors<T>(
    workspace: &Workspace,
    asking: Asking,
    reading: &dyn Fn(usize, usize),
    work: impl Fn(&mut Vectors<'_>) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    let Some(model) = Embedder::of(workspace, asking)? else {
        return Ok(None);
    };
    with_index(workspace, None, reading, |index| {
        let view = workspace.store().indexed(index, &View::WorkTree)?;
        let sources = Sources::of_view(view, String::new(), workspace.store().roots()?.clone());
        let parts = sources.parts();
        let mut vectors = Vectors::new(workspace, &sources, &parts, &model)?;
        work(&mut vectors).map(Some)
    })
}

impl<'a> Vectors<'a> {
    fn new(
        workspace: &'a Workspace,
        sources: &'a Sources,
        parts: &'a [Part<'a, SegmentBytes>],
        model: &'a Embedder<'a>,
    ) -> Result<Self, Error> {
        let mut records = Vec::new();
        for (nth, part) in parts.iter().enumerate() {
            let source = sources.of_part(nth);
            let Some(source) = source.filter(|it| it.kind == SourceKind::Tracked) else {
                continue;
            };
            for document in part.members.iter() {
                let at = DocumentRef {
                    part: nth,
                    document,
                };
                let blob = source.view.id(source.part, document)?;
                records.extend(blob.map(|blob| Listed { at, blob }));
            }
        }
        Ok(Self {
            kept: workspace.store().kept_vectors(&model.sum()),
            workspace,
            sources,
            parts,
            model,
            records,
        })
    }

    /// The nearness of the records to a vector, and how it was found.
    fn near(&self, vector: &Vector) -> (Meaning, Retrieval) {
        let blobs = self.records.iter().map(|it| &it.blob);
        let cosines = self.kept.cosines(vector, blobs);
        let near = self.records.iter().zip(cosines);
        let near = near.filter_map(|(it, cosine)| Some((it.at, cosine?)));
        let near: Vec<(DocumentRef, i32)> = near.collect();
        let retrieval = self.by(near.len());
        (Meaning::above(self.model.floor(), near), retrieval)
    }

    fn retrieval(&self) -> Retrieval {
        let vectors = self.records.iter().filter(|it| self.kept.has(&it.blob));
        self.by(vectors.count())
    }

    /// The means of finding records, so many of which have a vector.
    fn by(&self, vectors: usize) -> Retrieval {
        Retrieval::Model {
            name: self.model.name().to_owned(),
            server: self.model.address(),
            vectors,
            records: self.records.len(),
        }
    }

    /// The records without a vector, the newest first.
    fn missing(&self) -> Result<Vec<(DocumentRef, ObjectId)>, Error> {
        let mut missing = Vec::new();
        for Listed { at, blob } in &self.records {
            if !self.kept.has(blob) {
                let facts = self.parts[at.part].segment.facts(at.document)?;
                missing.push((Reverse(facts.updated), *blob, *at));
            }
        }
        missing.sort_unstable();
        missing.dedup_by_key(|(_, blob, _)| *blob);
        Ok(missing
            .into_iter()
            .map(|(_, blob, at)| (at, blob))
            .collect())
    }

    /// The text that stands for a record; `None` if it is gone.
    fn passage(&self, at: DocumentRef) -> Result<Option<String>, Error> {
        let read = self.sources.read(self.workspace, at)?;
        Ok(read.map(|read| passage(&read.record.header.title, &read.text[read.body..])))
    }

    /// Makes vectors of as many records as a question has time for; false if of none.
    fn make_few(&mut self) -> Result<bool, Error> {
        let mut left = PIECES;
        let mut made = 0;
        for (at, blob) in self.missing()? {
            let Some(text) = self.passage(at)? else {
                continue;
            };
            let count = self.model.count(&text)?;
            match left.checked_sub(count) {
                Some(rest) => left = rest,
                None => break,
            }
            self.make(&[(blob, text)])?;
            made += 1;
        }
        if made > 0 {
            self.save();
        }
        Ok(made > 0)
    }

    /// Makes all vectors that are missing, and counts them.
    fn make_all(&mut self, progress: &dyn Fn(usize, usize)) -> Result<usize, Error> {
        let missing = self.missing()?;
        let mut made = 0;
        progress(0, missing.len());
        for batch in missing.chunks(TEXTS) {
            made += self.make_batch(batch)?;
            progress(made, missing.len());
        }
        Ok(made)
    }

    /// Makes and keeps the vectors of some records, and counts them.
    fn make_batch(&mut self, batch: &[(DocumentRef, ObjectId)]) -> Result<usize, Error> {
        let mut texts = Vec::with_capacity(batch.len());
        for (at, blob) in batch {
            texts.extend(self.passage(*at)?.map(|text| (*blob, text)));
        }
        self.make(&texts)?;
        self.save();
        Ok(texts.len())
    }

    fn make(&mut self, texts: &[(ObjectId, String)]) -> Result<(), Error> {
        let only: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
        let vectors: Vec<Vector> = self.model.texts(&only)?;
        for ((blob, _), vector) in texts.iter().zip(vectors) {
            self.kept.put(*blob, &vector);
        }
        Ok(())
    }

    fn save(&mut self) {
        self.kept.save(self.records.iter().map(|it| it.blob));
    }
}
