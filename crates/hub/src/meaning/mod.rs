//! Search by meaning in all repositories of a reader, where the user who runs the hub has a
//! sentence model: the nearest texts become candidates beside those with words of the question, and
//! the scorer of every search ranks all of them.
//!
//! A text has its vector as a row ([`making`]). The vectors of readers of not too many records are
//! compared here ([`held`]), those of others by an index of pgvector, where the database has it
//! ([`index`]).

mod claim;
mod held;
mod index;
mod making;

use std::sync::{Arc, Mutex};

use deadpool_postgres::Transaction;
use tokio::sync::Semaphore;
use tokio_postgres::Row;

use crate::Error;
use crate::database::Database;
use crate::fill::{Filler, blocking};
use crate::locked::locked;
use crate::readers::Reader;
use crate::reply::log;
use git_memory_app::models;
use git_memory_app::recall::meaning::Retrieval;
use git_memory_app::workspace::Invocation;
use git_memory_meaning::{Error as BadModel, Model, VERSION, Vector};
use git_memory_store::models::ModelFile;

pub use claim::Claim;

use claim::claim as claimed;
use held::{Held, State};
use index::Index;

/// Nearest texts that are candidates: the scorer takes fifty of those that still hold.
const NEAREST: i32 = 100;
/// Characters of a question that a model reads: longer ones take long, and say more by their words.
const QUESTION: usize = 400;

/// Numbers that decide where vectors are compared.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The greatest number of records of a reader that are compared here where there is an index.
    pub compared: i64,
    /// Bytes of vectors that the hub holds.
    pub held: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // About a millisecond.
            compared: 20_000,
            // 320,000 of usual models.
            held: 128 << 20,
        }
    }
}

/// The meaning of texts, by a model or by none. Copies share it.
#[derive(Clone, Default)]
pub struct Meaning(Option<Arc<Sentences>>);

/// A model, and what is known of its vectors.
struct Sentences {
    model: Model<ModelFile>,
    /// Of the model and of the code that makes vectors.
    sum: String,
    limits: Limits,
    held: Held,
    index: Index,
    /// One for each text that is read at once.
    readers: Semaphore,
    /// Why it does not answer, so that the log has each reason once.
    fault: Mutex<Option<String>>,
}

/// How near texts are to a question.
#[derive(Default)]
pub(crate) struct Near {
    pub(crate) retrieval: Retrieval,
    /// The question; `None` where no model answers.
    pub(crate) question: Option<Vector>,
    /// The cosine of a text that has nothing to do with it.
    pub(crate) floor: i32,
    /// Repositories and blobs of the nearest texts.
    pub(crate) nearest: (Vec<i32>, Vec<String>),
    /// The cosines of all texts, or of some by chance.
    pub(crate) usual: Vec<i32>,
}

impl Meaning {
    /// Opens the model that searches of the user use who runs the hub. Where it cannot be used, the
    /// log says why, and searches go by words.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn open(filler: &Filler, claim: Claim, limits: Limits) -> Result<Self, Error> {
        let invocation = Invocation::new(filler.environment.clone(), (filler.clock)())?;
        let opened = blocking(move || Ok(models::of_user(&invocation)?)).await;
        let model = match opened {
            Ok(Some(model)) => model,
            Ok(None) => return Ok(Self::default()),
            Err(error) => {
                log(&format!("search goes by words only: {error}"));
                return Ok(Self::default());
            }
        };
        let sum = format!("{VERSION}-{}", model.sum());
        if !claimed(&filler.database, model.name(), &sum, claim).await? {
            log("the vectors in the database are another model's: search goes by words only");
            return Ok(Self::default());
        }
        let index = Index::open(&filler.database, model.dimensions()).await?;
        if claim == Claim::Own {
            log(&format!("search by meaning: {}; {index}", model.name()));
        }
        let cores = std::thread::available_parallelism();
        Ok(Self(Some(Arc::new(Sentences {
            sum,
            limits,
            held: Held::new(limits.held, model.dimensions()),
            index,
            model,
            readers: Semaphore::new(cores.map_or(1, usize::from)),
            fault: Mutex::default(),
        }))))
    }

    /// The nearness of texts to a question; by words only where that cannot be told.
    pub(crate) async fn near(&self, database: &Database, reader: &Reader, words: &str) -> Near {
        let Some(sentences) = &self.0 else {
            return Near::default();
        };
        let near = near(sentences, database, reader, words).await;
        let fault = near.as_ref().err().map(ToString::to_string);
        let mut told = locked(&sentences.fault);
        if *told != fault {
            if let Some(fault) = &fault {
                log(&format!("search goes by words only: {fault}"));
            }
            told.clone_from(&fault);
        }
        near.unwrap_or_default()
    }
}

async fn near(
    sentences: &Arc<Sentences>,
    database: &Database,
    reader: &Reader,
    words: &str,
) -> Result<Near, Error> {
    let asked: String = words.chars().take(QUESTION).collect();
    let question = sentences.read(move |model| model.question(&asked)).await?;
    let mut client = database.writer().await?;
    let reading = Database::reading(&mut client, reader.number).await?;
    let Some(states) = states(&reading, &sentences.sum).await? else {
        return Ok(Near::default());
    };
    let all: i64 = states.iter().map(|it| it.vectors).sum();
    let is_many = all > sentences.limits.compared;
    let (vectors, nearest, usual) = if is_many && sentences.index.is_there() {
        let indexed = states.iter().map(|it| it.indexed).sum();
        let nearest = sentences
            .index
            .nearest(&reading, &question, NEAREST)
            .await?;
        let usual = index::some(&reading, &question, all).await?;
        (indexed, nearest, usual)
    } else {
        let rows = sentences.held.rows(&reading, &states).await?;
        let question = question.clone();
        blocking(move || Ok(held::compared(&rows, &question, NEAREST))).await?
    };
    reading.commit().await?;
    let count = |number: i64| usize::try_from(number).unwrap_or_default();
    let records = count(states.iter().map(|it| it.records).sum());
    Ok(Near {
        retrieval: Retrieval::Model {
            name: sentences.model.name().to_owned(),
            server: None,
            vectors: count(vectors).min(records),
            records,
        },
        question: Some(question),
        floor: sentences.model.floor(),
        nearest,
        usual,
    })
}

impl Sentences {
    /// Lets the model read something, beside as few other readings as the machine has processors.
    async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Model<ModelFile>) -> Result<T, BadModel> + Send + 'static,
    ) -> Result<T, Error> {
        let _one = self.readers.acquire().await;
        let sentences = Arc::clone(self);
        blocking(move || Ok(work(&sentences.model)?)).await
    }
}

/// How far the repositories of a reader are; `None` if the vectors are another model's.
async fn states(reading: &Transaction<'_>, sum: &str) -> Result<Option<Vec<State>>, Error> {
    let asked = "SELECT repository, records, vectors, indexed, made, meant.gone
                 FROM model LEFT JOIN meant ON true WHERE sum = $1 ORDER BY repository";
    let asked = reading.prepare_cached(asked).await?;
    let rows = reading.query(&asked, &[&sum]).await?;
    if rows.is_empty() {
        return Ok(None);
    }
    let state = |row: &Row| {
        Some(State {
            repository: row.get::<_, Option<i32>>(0)?,
            records: row.get(1),
            vectors: row.get(2),
            indexed: row.get(3),
            made: row.get(4),
            gone: row.get(5),
        })
    };
    Ok(Some(rows.iter().filter_map(state).collect()))
}
