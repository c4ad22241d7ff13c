//! Embeddings by a server that a person has named, mostly on this machine: the HTTP API
//! `/v1/embeddings` that many programs have. The only code that opens a connection, beside git's own.
//!
//! It takes only [`Clean`] texts. It follows no redirect, heeds no proxy, and its answers are data
//! of a stranger with limits.

mod address;
mod answer;

use std::cell::Cell;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use ureq::Agent;

use crate::Store;
use crate::kept::BY_BLOB;
use crate::state::StateFolder;
use git_memory_guard::Clean;
use git_memory_meaning::Vector;
use git_memory_text::limits;

pub use address::{Address, BadAddress};

/// The file, beside the vectors, with what is known about the server.
const FILE: &str = "embeddings";

/// A server of embeddings.
#[derive(Clone, Debug)]
pub struct EmbeddingServer {
    address: Address,
    /// Name of the model to ask for, where the person names one.
    model: Option<String>,
    /// True once it has refused a request with more fields than the API has.
    is_strict: Cell<bool>,
}

/// The model of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServedModel {
    /// Its name, as the server tells it.
    pub name: String,
    /// Length of its vectors; 0 while the server has not been asked.
    pub dimensions: usize,
    /// Cosine up to which a text may have nothing to do with a question.
    pub floor: i32,
}

impl ServedModel {
    /// Hash of what makes its vectors comparable, as far as a server tells.
    #[must_use]
    pub fn sum(&self) -> String {
        let sum = Sha256::digest(format!("{}\0{}", self.name, self.dimensions));
        sum.iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// The use of a text, which some models read in another way each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Use {
    /// It is searched with.
    Query,
    /// It is found.
    Passage,
}

/// Vectors that a server made.
#[derive(Clone, Debug)]
pub struct Embedded {
    /// Name of the model.
    pub name: String,
    /// A vector for each text, all of one length.
    pub vectors: Vec<Vector>,
}

/// A fault of a server of embeddings.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A host that is not this machine, where the person has not allowed one.
    #[error("'{0}' is another machine")]
    Remote(String),
    /// No connection.
    #[error("no connection: {0}")]
    NoConnection(String),
    /// No answer in the time that there was for it.
    #[error("it did not answer within {} seconds", .0.as_secs())]
    Slow(Duration),
    /// A connection that ended too early.
    #[error("it ended the connection before the end of its answer")]
    Ended,
    /// An answer that is not HTTP.
    #[error("it does not answer by HTTP: {0}")]
    NoHttp(String),
    /// An answer that names another address.
    #[error("it redirects the request (status {0}), which is not followed")]
    Redirected(u16),
    /// An answer that is an error.
    #[error("it answered with status {status}{}", after_colon(.message.as_deref()))]
    Status {
        /// Status of HTTP.
        status: u16,
        /// Its message.
        message: Option<String>,
    },
    /// HTML.
    #[error("it answered with a web page, not with embeddings")]
    Page,
    /// Something else.
    #[error("it answered with something else than embeddings")]
    Other,
    /// Too many bytes.
    #[error("its answer is larger than 4 MiB")]
    TooLarge,
    /// More or fewer vectors than texts.
    #[error("its answer has {got} vectors for {asked} texts")]
    Count {
        /// Number of texts.
        asked: usize,
        /// Number of vectors.
        got: usize,
    },
    /// Vectors of more than one length.
    #[error("its vectors have {0} and {1} numbers")]
    Lengths(usize, usize),
    /// Vectors that are too long.
    #[error("its vectors have {0} numbers, limit 4096")]
    TooLong(usize),
    /// An infinite number, or none.
    #[error("a vector has a number that is not finite")]
    NoNumber,
    /// Vectors that say nothing.
    #[error("it has one vector for all sentences")]
    Alike,
    /// Another model than the one whose vectors are kept.
    #[error("its model is now '{now}', and the vectors of records are by '{was}'")]
    Changed {
        /// The model whose vectors are kept.
        was: String,
        /// The model of the server.
        now: String,
    },
}

fn after_colon(message: Option<&str>) -> String {
    message.map_or_else(String::new, |message| format!(": {message}"))
}

#[derive(Serialize)]
struct Request<'a> {
    input: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<&'a str>,
    /// A field of some servers, beside those of the API.
    #[serde(skip_serializing_if = "Option::is_none")]
    input_type: Option<Use>,
}

/// Facts about a server, as they are kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    address: String,
    asked: Option<String>,
    model: ServedModel,
}

impl EmbeddingServer {
    /// The server at an address.
    #[must_use]
    pub fn new(address: Address, model: Option<String>) -> Self {
        Self {
            address,
            model,
            is_strict: Cell::new(false),
        }
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Name of its model, as far as the settings tell.
    #[must_use]
    pub fn usual_name(&self) -> String {
        let name = self.model.clone();
        name.unwrap_or_else(|| self.address.to_string())
    }

    /// Makes vectors of texts, and waits so long at most.
    ///
    /// # Errors
    /// Any fault of the server, or of its answer.
    pub fn ask(&self, texts: &[Clean], texts_use: Use, wait: Duration) -> Result<Embedded, Fault> {
        let begun = Instant::now();
        let input_type = (!self.is_strict.get()).then_some(texts_use);
        let asked = self.post(texts, input_type, wait);
        let answer = match asked {
            // Some servers read questions and passages in two ways, and some refuse to be told.
            Err(Fault::Status {
                status: 400 | 422, ..
            }) if input_type.is_some() => {
                let left = wait.saturating_sub(begun.elapsed());
                let answer = self.post(texts, None, left)?;
                self.is_strict.set(true);
                answer
            }
            asked => asked?,
        };
        let (name, vectors) = answer::read(&answer, texts.len())?;
        let name = name.unwrap_or_else(|| self.usual_name());
        Ok(Embedded { name, vectors })
    }

    /// Posts texts, and returns the bytes of a good answer.
    fn post(
        &self,
        texts: &[Clean],
        input_type: Option<Use>,
        wait: Duration,
    ) -> Result<Vec<u8>, Fault> {
        let request = Request {
            input: texts.iter().map(Clean::as_str).collect(),
            model: self.model.as_deref(),
            input_type,
        };
        let request = serde_json::to_vec(&request).map_err(|_| Fault::Other)?;
        let agent: Agent = Agent::config_builder()
            .timeout_global(Some(wait))
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            // A server may end a connection that waits, just when it is used again.
            .max_idle_connections(0)
            .user_agent("git-memory")
            .build()
            .into();
        let mut asked = Err(Fault::Other);
        for url in self.address.urls() {
            asked = post(&agent, &url, &request, wait);
            if !matches!(asked, Err(Fault::NoConnection(_))) {
                break;
            }
        }
        asked
    }
}

/// Posts a request, and returns the bytes of a good answer.
fn post(agent: &Agent, url: &str, request: &[u8], wait: Duration) -> Result<Vec<u8>, Fault> {
    let fault = |error| fault_of(error, wait);
    let asking = agent.post(url).header("Content-Type", "application/json");
    let mut response = asking.send(request).map_err(fault)?;
    let status = response.status();
    if status.is_redirection() {
        return Err(Fault::Redirected(status.as_u16()));
    }
    let body = response
        .body_mut()
        .with_config()
        .limit(limits::EMBEDDING_BYTES);
    let bytes = body.read_to_vec().map_err(fault)?;
    if status.is_success() {
        return Ok(bytes);
    }
    Err(Fault::Status {
        status: status.as_u16(),
        message: answer::message(&bytes),
    })
}

fn fault_of(error: ureq::Error, wait: Duration) -> Fault {
    use std::io::ErrorKind;
    match error {
        ureq::Error::Timeout(_) => Fault::Slow(wait),
        ureq::Error::BodyExceedsLimit(_) => Fault::TooLarge,
        ureq::Error::HostNotFound => Fault::NoConnection("host not found".to_owned()),
        ureq::Error::Io(error) => match error.kind() {
            ErrorKind::TimedOut | ErrorKind::WouldBlock => Fault::Slow(wait),
            ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe => Fault::Ended,
            _ => Fault::NoConnection(git_memory_text::cause(&error)),
        },
        error => Fault::NoHttp(error.to_string()),
    }
}

impl Store<'_> {
    /// The model of a server when it was asked last; `None` if it was not.
    #[must_use]
    pub fn served_model(&self, server: &EmbeddingServer) -> Option<ServedModel> {
        let bytes = self.served_file().get()?;
        let kept: Kept = serde_json::from_slice(&bytes).ok()?;
        let is_it = kept.address == server.address.to_string() && kept.asked == server.model;
        is_it.then_some(kept.model)
    }

    /// Remembers the model of a server, in place of any other server's.
    pub fn keep_served_model(&self, server: &EmbeddingServer, model: &ServedModel) {
        let kept = Kept {
            address: server.address.to_string(),
            asked: server.model.clone(),
            model: model.clone(),
        };
        // A value of these types always has a form in JSON; without one, the server is asked again.
        if let Ok(bytes) = serde_json::to_vec(&kept) {
            self.served_file().put(&bytes);
        }
    }

    fn served_file(&self) -> crate::state::KeyedFile {
        StateFolder::of(&BY_BLOB, self.repo().common_dir()).file(FILE)
    }
}
