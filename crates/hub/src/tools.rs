//! MCP over HTTP: the tools of `git memory mcp` that read, of all repositories of a reader or of
//! one, and its runs for a reader that works. Each call shows a token: there are no sessions.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{Extensions, Response};
use axum::routing::any;
use git_memory_app::RecallQuestion;
use git_memory_app::records::Tier;
use git_memory_app::verbs::parsed;
use git_memory_app::wire::JsonDocument;
use git_memory_mcp::{Host, HostCall, Place, Refused, hosted};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::runtime::Handle;

use crate::answers;
use crate::asked::MOST;
use crate::hub::{Hub, Verb};
use crate::readers::Reader;
use crate::reply::{Failed, passed_on};
use crate::runs::{self, number};
use crate::search::{self, Question};

/// The workspace that stands for all repositories of a reader.
const ALL: &str = "*";
/// The greatest number of hits.
const LARGEST: usize = 100;
const RECALL: &str = "memory_recall";
const READ: &str = "memory_read";
const RUN: &str = "memory_run";

/// The sender of a request.
#[derive(Clone)]
struct Asker {
    reader: Reader,
    /// The repository of the address.
    only: Option<String>,
    /// The tool that was called.
    called: Arc<OnceLock<&'static str>>,
}

/// Answers of the hub to calls of tools.
struct Tools(Arc<Hub>);

#[derive(Clone)]
struct Door {
    hub: Arc<Hub>,
    tools: Router,
}

/// The addresses of MCP.
pub(super) fn routes(hub: &Arc<Hub>) -> Router {
    let door = Door {
        hub: Arc::clone(hub),
        tools: hosted(Arc::new(Tools(Arc::clone(hub)))),
    };
    let all = async |State(door): State<Door>, request: Request| door.answer(None, request).await;
    let one = async |State(door): State<Door>, Path(name): Path<String>, request: Request| {
        door.answer(Some(name), request).await
    };
    Router::new()
        .route("/mcp", any(all))
        .route("/r/{name}/mcp", any(one))
        .with_state(door)
}

impl Door {
    async fn answer(self, only: Option<String>, request: Request) -> Response<Body> {
        let Self { hub, tools } = self;
        let headers = request.headers().clone();
        hub.answer("mcp", &headers, async |reader| {
            if let Some(name) = &only {
                number(&hub, &reader, name).await?;
            }
            let asker = Asker {
                reader,
                only,
                called: Arc::default(),
            };
            let called = Arc::clone(&asker.called);
            let mut told = Extensions::new();
            told.insert(asker);
            let mut response = passed_on(tools, request, "/mcp", told).await?;
            if let Some(tool) = called.get() {
                response.extensions_mut().insert(Verb(tool));
            }
            Ok(response)
        })
        .await
    }
}

impl Host for Tools {
    fn allows(&self, request: &Extensions, tool: &str) -> bool {
        asker(request).is_ok_and(|asker| asker.reader.works && tool == RUN)
    }

    fn place(&self, request: &Extensions, call: &HostCall<'_>) -> Result<Place, Refused> {
        let asker = asker(request)?;
        // A request has one call.
        let _ = asker.called.set(call.tool);
        let given = call.workspace;
        let name = match &asker.only {
            Some(only) if given.is_none_or(|given| given == only) => only,
            Some(only) => {
                let why = format!("this address answers for '{only}' alone: leave out 'workspace'");
                return Err(Failed::bad(why).into());
            }
            None => match given {
                None | Some(ALL) => return self.all(asker, call.tool),
                Some(name) => name,
            },
        };
        let repository = wait(number(&self.0, &asker.reader, name))?;
        if call.tool == RUN {
            let (hub, reader) = (Arc::clone(&self.0), asker.reader.clone());
            let run = move |question: &Value| wait(run(&hub, &reader, repository, question));
            return Ok(own(run));
        }
        let ready = self.0.ready(name).map_err(Failed::from)?;
        Ok(Place::Repository(ready.repositories))
    }
}

impl Tools {
    /// The place that answers a question to all repositories of a reader.
    fn all(&self, asker: &Asker, tool: &str) -> Result<Place, Refused> {
        let (hub, reader) = (Arc::clone(&self.0), asker.reader.clone());
        match tool {
            RECALL => Ok(own(move |question| wait(recall(&hub, &reader, question)))),
            READ => Ok(own(move |question| wait(read(&hub, &reader, question)))),
            _ => {
                let why = "this is asked of one repository: give its name as 'workspace'";
                Err(Failed::bad(why.to_owned()).into())
            }
        }
    }
}

/// Searches all repositories of a reader.
async fn recall(hub: &Hub, reader: &Reader, question: &Value) -> Result<Value, Failed> {
    let asked: RecallQuestion = read_as(question)?;
    let plain = RecallQuestion {
        words: asked.words.clone(),
        most: asked.most,
        ..RecallQuestion::default()
    };
    if asked != plain {
        let why = "all repositories are asked for 'words' and 'most' alone: name one for the rest";
        return Err(Failed::bad(why.to_owned()));
    }
    let question = Question {
        words: asked.words,
        most: asked.most.unwrap_or(MOST).min(LARGEST),
    };
    let found = search::recall(hub.database(), &hub.meaning, reader, &question).await?;
    Ok(found.document())
}

/// The record that is meant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meant {
    id: Option<String>,
    /// The part of it; all of its file where that is not the abstract.
    tier: Option<Tier>,
}

/// Reads a record in each repository of a reader that has it.
async fn read(hub: &Hub, reader: &Reader, question: &Value) -> Result<Value, Failed> {
    let Meant { id, tier } = read_as(question)?;
    let Some(id) = id else {
        let why = "give the 'id' of a record, or the name of a repository as 'workspace'";
        return Err(Failed::bad(why.to_owned()));
    };
    let mut records = answers::show(hub.database(), reader, &id, None).await?;
    if records.is_empty() {
        return Err(Failed::no_record(&id));
    }
    if tier == Some(Tier::T0) {
        records.iter_mut().for_each(|record| record.text = None);
    }
    Ok(json!({ "records": records }))
}

/// Plans, takes or reports a step, or tells the state of runs.
async fn run(
    hub: &Hub,
    reader: &Reader,
    repository: i32,
    question: &Value,
) -> Result<Value, Failed> {
    let asked: runs::Question = read_as(question)?;
    if asked.next || asked.step.is_some() {
        return runs::done(hub, repository, &asked).await;
    }
    let run = Some(asked.run.as_str()).filter(|run| !run.is_empty());
    runs::state(hub, reader, repository, run).await
}

fn read_as<Q: DeserializeOwned>(question: &Value) -> Result<Q, Failed> {
    let mut question = question.clone();
    if let Some(object) = question.as_object_mut() {
        // Models that have to fill in every argument give empty ones.
        object.retain(|_, value| value != "");
    }
    parsed(&question).map_err(|error| Failed::bad(error.to_string()))
}

/// A place that answers with the documents of a function.
fn own(run: impl Fn(&Value) -> Result<Value, Failed> + 'static) -> Place {
    let written = move |question: &Value| {
        let document = serde_json::to_string(&JsonDocument::new(run(question)?));
        document.map_err(|error| Failed::bad(error.to_string()).into())
    };
    Place::Own(Box::new(written))
}

/// Waits for an answer, on a thread that may.
fn wait<T>(answer: impl Future<Output = Result<T, Failed>>) -> Result<T, Failed> {
    Handle::current().block_on(answer)
}

fn asker(request: &Extensions) -> Result<&Asker, Refused> {
    request.get().ok_or_else(|| Refused {
        code: "no-token",
        message: "the request does not show who sends it".to_owned(),
    })
}

impl From<Failed> for Refused {
    fn from(Failed { code, message, .. }: Failed) -> Self {
        Self { code, message }
    }
}
