//! The values that the requests of a hub share, and the frame of every answer: its reader and its
//! time.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::http::header::{HeaderMap, HeaderValue, WWW_AUTHENTICATE};
use axum::http::{Response, StatusCode};
use tokio::sync::Notify;

use crate::Error;
use crate::database::Database;
use crate::fill::{Filler, seconds};
use crate::gate::Gate;
use crate::locked::locked;
use crate::meaning::Meaning;
use crate::measures::Measures;
use crate::readers::Reader;
use crate::reply::{Failed, log};
use git_memory_app::workspace::{Invocation, Repositories};
use git_memory_git::Environment;

/// Repositories whose routes are kept ready.
const READY: usize = 64;

/// The values that requests share.
pub struct Hub {
    /// The repositories.
    pub filler: Filler,
    /// The model, where there is one.
    pub meaning: Meaning,
    /// The counts.
    pub measures: Measures,
    /// The secret of webhooks.
    pub secret: Option<String>,
    gate: Gate,
    /// The repositories that were asked for, by name.
    ready: Mutex<HashMap<String, Ready>>,
    /// Repositories that said that they changed.
    calls: Mutex<Vec<String>>,
    called: Notify,
    /// Told when there may be texts without a vector.
    pub filled: Notify,
}

/// A repository that was asked for.
#[derive(Clone)]
pub struct Ready {
    /// Its routes and pages.
    pub routes: Router,
    /// The repositories that its tools ask.
    pub repositories: Arc<Repositories>,
}

/// The verb of an answer, where the request's address does not tell it.
#[derive(Clone, Copy)]
pub struct Verb(pub &'static str);

impl Hub {
    /// A hub with this gate.
    pub fn new(filler: Filler, meaning: Meaning, gate: Gate, secret: Option<String>) -> Self {
        Self {
            filler,
            meaning,
            measures: Measures::default(),
            secret,
            gate,
            ready: Mutex::default(),
            calls: Mutex::default(),
            called: Notify::new(),
            filled: Notify::new(),
        }
    }

    /// The database.
    pub fn database(&self) -> &Database {
        &self.filler.database
    }

    /// The time, in seconds since 1970.
    pub fn now(&self) -> i64 {
        seconds((self.filler.clock)())
    }

    /// Answers a request of a reader, counts it, and keeps who asked.
    pub async fn answer(
        &self,
        verb: &'static str,
        headers: &HeaderMap,
        answer: impl AsyncFnOnce(Reader) -> Result<Response<Body>, Failed>,
    ) -> Response<Body> {
        let begin = Instant::now();
        let reader = self.gate.reader(self.database(), headers, self.now()).await;
        let (reader, answered) = match reader {
            Ok(reader) => (Some(reader.number), answer(reader).await),
            Err(refused) => (None, Err(refused.into())),
        };
        let mut response = answered.unwrap_or_else(Failed::response);
        let (status, took) = (response.status().as_u16(), begin.elapsed());
        let verb = response.extensions().get().map_or(verb, |Verb(verb)| *verb);
        self.measures.answered(verb, status, took);
        if let Some(reader) = reader {
            git_memory_web::mark_known(&mut response);
            self.keep(reader, verb, status, took.as_millis()).await;
        }
        if status == StatusCode::UNAUTHORIZED.as_u16() {
            let realm = HeaderValue::from_static("Basic realm=\"git-memory-hub\"");
            response.headers_mut().insert(WWW_AUTHENTICATE, realm);
        }
        git_memory_web::set_headers(&mut response);
        response
    }

    /// Keeps who asked what. An answer is not held back where that fails: the log says it.
    async fn keep(&self, reader: i32, verb: &str, status: u16, took: u128) {
        let status = i16::try_from(status).unwrap_or(i16::MAX);
        let took = i32::try_from(took).unwrap_or(i32::MAX);
        // The next answer does not wait until this is on the disk.
        let insert = "INSERT INTO asked SELECT $1, $2, $3, $4, $5
                      FROM set_config('synchronous_commit', 'off', true)";
        let kept = async {
            let client = self.database().writer().await?;
            let insert = client.prepare_cached(insert).await?;
            let row: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
                [&self.now(), &reader, &verb, &status, &took];
            client.execute(&insert, &row).await?;
            Ok::<(), Error>(())
        };
        if let Err(error) = kept.await {
            log(&format!("who asked '{verb}' was not kept: {error}"));
        }
    }

    /// The routes and tools of one repository.
    ///
    /// # Errors
    /// If its mirror cannot be opened.
    pub fn ready(&self, name: &str) -> Result<Ready, Error> {
        let mut ready = locked(&self.ready);
        if let Some(known) = ready.get(name) {
            return Ok(known.clone());
        }
        let filler = &self.filler;
        let invocation = Invocation::new(self.alone(name), (filler.clock)())?;
        let made = Ready {
            routes: git_memory_web::repository(&invocation, filler.clock),
            repositories: Arc::new(Repositories::new(&invocation, filler.clock)),
        };
        // Any of them may go: they are made again.
        if ready.len() >= READY {
            ready.clear();
        }
        ready.insert(name.to_owned(), made.clone());
        Ok(made)
    }

    /// The environment of questions to one repository: nothing of the person that runs the hub,
    /// whose settings may list other repositories, and who has memory of its own.
    pub fn alone(&self, name: &str) -> Environment {
        let nowhere = self.filler.folder.join(".empty").into_os_string();
        let mut variables: Vec<(OsString, OsString)> = vec![
            ("HOME".into(), nowhere.clone()),
            ("XDG_DATA_HOME".into(), nowhere.clone()),
            ("XDG_CONFIG_HOME".into(), nowhere),
            ("GIT_CONFIG_NOSYSTEM".into(), "1".into()),
            // Where the mirror is gone, no repository around it answers.
            (
                "GIT_CEILING_DIRECTORIES".into(),
                self.filler.folder.clone().into_os_string(),
            ),
        ];
        let path = self.filler.environment.variable("PATH");
        variables.extend(path.map(|path| ("PATH".into(), path.to_owned())));
        Environment::isolated(self.filler.mirror(name), variables)
    }

    /// Remembers that a repository said that it changed.
    pub fn call(&self, name: &str) {
        let mut calls = locked(&self.calls);
        if !calls.iter().any(|known| known == name) {
            calls.push(name.to_owned());
        }
        drop(calls);
        self.called.notify_one();
    }

    /// The repositories that said so, once there are any.
    pub async fn calls(&self) -> Vec<String> {
        self.called.notified().await;
        std::mem::take(&mut *locked(&self.calls))
    }
}
