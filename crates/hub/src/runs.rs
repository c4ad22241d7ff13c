//! The work log that agents of many machines share: they plan, take and report the steps of runs as
//! in one clone, by the same rules. The state of a run is told from its entries; a step is taken
//! while the run's row is locked, so no two agents get the same one.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use deadpool_postgres::Transaction;
use git_memory_app::Label;
use git_memory_app::private::runs::{LEASE, Next, Runs, Taken, none};
use git_memory_app::private::summary::seconds;
use git_memory_app::wire::{NextAnswer, RunsAnswer};
use git_memory_guard::{Clean, clean, redact};
use git_memory_model::private::entry::{Seconds, key};
use git_memory_model::private::message::assemble;
use git_memory_model::private::runs::{Run, runs};
use git_memory_model::private::{Entry, EntryKind, Status};
use git_memory_text::{hex, limits, plain, visible};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Error;
use crate::answers;
use crate::asked::Asked;
use crate::database::Database;
use crate::hub::Hub;
use crate::readers::Reader;
use crate::reply::{Failed, document};

/// The report or the wish of an agent: as for the route `/runs` of the server of one repository.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Question {
    /// The run.
    pub run: String,
    /// The step to plan or to report.
    pub step: Option<String>,
    /// The status of the step; ok if left out.
    status: Option<String>,
    title: Option<String>,
    /// Markdown.
    body: Option<String>,
    agent: Option<String>,
    assignee: Option<String>,
    /// Steps that have to be done first.
    after: Vec<String>,
    /// Take the next free step.
    pub next: bool,
    /// Time that the agent may take.
    lease: Option<String>,
}

/// A run of a repository.
struct Place<'a> {
    repository: i32,
    run: &'a str,
}

/// Tells what the agents of a repository's runs do, did, and what waits.
pub(super) async fn told(
    State(hub): State<Arc<Hub>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Response<Body> {
    hub.answer("runs", &headers, async |reader| {
        let asked = Asked::of(&uri, &["run", "all_branches"])?;
        let repository = number(&hub, &reader, &name).await?;
        Ok(document(
            &state(&hub, &reader, repository, asked.text("run")).await?,
        ))
    })
    .await
}

/// The state of the runs of a repository, or of one of them.
pub async fn state(
    hub: &Hub,
    reader: &Reader,
    repository: i32,
    run: Option<&str>,
) -> Result<Value, Failed> {
    let mut client = hub.database().writer().await?;
    let reading = Database::reading(&mut client, reader.number).await?;
    let entries = "SELECT time, message FROM entries
                   WHERE repository = $1 AND ($2::text IS NULL OR run = $2)
                   ORDER BY time, run, entry";
    let rows = reading.query(entries, &[&repository, &run]).await?;
    let told = Runs {
        runs: of_rows(&rows),
        now: hub.now(),
    };
    Ok(json!(RunsAnswer::from(&told)))
}

/// Plans or reports a step, or gives an agent its next one.
pub(super) async fn run(
    State(hub): State<Arc<Hub>>,
    Path(name): Path<String>,
    request: Request,
) -> Response<Body> {
    let (head, body) = request.into_parts();
    hub.answer("run", &head.headers, async |reader| {
        if !reader.works {
            return Err(Failed {
                status: StatusCode::FORBIDDEN,
                code: "forbidden",
                message: "this reader may not write steps of runs".to_owned(),
            });
        }
        let body = to_bytes(body, limits::BODY_BYTES).await;
        let body = body.map_err(|_| Failed::bad("the body is too large".to_owned()))?;
        let question: Question = serde_json::from_slice(&body)
            .map_err(|error| Failed::bad(visible(&error.to_string()).into_owned()))?;
        let repository = number(&hub, &reader, &name).await?;
        Ok(document(&done(&hub, repository, &question).await?))
    })
    .await
}

/// Does what an agent says of a step, or gives it the next one.
pub async fn done(hub: &Hub, repository: i32, question: &Question) -> Result<Value, Failed> {
    let place = Place {
        repository,
        run: label("run", &question.run)?,
    };
    if question.next {
        next(hub, &place, question).await
    } else {
        report(hub, &place, question).await
    }
}

/// The number of a repository that a reader may read.
pub async fn number(hub: &Hub, reader: &Reader, name: &str) -> Result<i32, Failed> {
    let found = answers::number(hub.database(), reader, name).await?;
    found.ok_or_else(|| Failed::no_repository(name))
}

/// Writes what an agent says of a step.
async fn report(hub: &Hub, place: &Place<'_>, asked: &Question) -> Result<Value, Failed> {
    let step = asked.step.as_deref().unwrap_or_default();
    let step = label("step", step)?;
    if asked.after.len() > limits::STEPS_BEFORE {
        let most = limits::STEPS_BEFORE;
        return Err(Failed::bad(format!(
            "a step waits for at most {most} others"
        )));
    }
    let status = match asked.status.as_deref() {
        None | Some("") => Status::Ok,
        Some(name) => name
            .parse()
            .map_err(|known| Failed::bad(format!("invalid status '{}': {known}", visible(name))))?,
    };
    let title = asked.title.as_deref().unwrap_or(step);
    let mut trailers = vec![(key::RUN, part(place.run)), (key::STEP, part(step))];
    for (key, agent) in [(key::AGENT, &asked.agent), (key::ASSIGNEE, &asked.assignee)] {
        if let Some(agent) = agent {
            trailers.push((key, part(label("agent", agent)?)));
        }
    }
    for before in &asked.after {
        trailers.push((key::AFTER, part(label("step", before)?)));
    }
    trailers.push((key::STATUS, clean(&status)));
    let body = part(asked.body.as_deref().unwrap_or_default());
    let message = message(&part(title), &body, trailers)?;
    let mut client = hub.database().writer().await?;
    let all = begin(client.transaction().await?, place).await?;
    write(&all, place, hub.now(), &message).await?;
    all.commit().await?;
    Ok(json!({ "step": step, "status": status.name() }))
}

/// Gives an agent the step that it has, or takes the next one for it.
async fn next(hub: &Hub, place: &Place<'_>, asked: &Question) -> Result<Value, Failed> {
    let agent = label("agent", asked.agent.as_deref().unwrap_or_default())?;
    let lease = asked.lease.as_deref().unwrap_or(LEASE);
    let Some(lease) = seconds(lease).filter(|lease| *lease > 0) else {
        let given = visible(lease);
        return Err(Failed::bad(format!(
            "invalid time '{given}': give 90m, 12h, 3d or 2w"
        )));
    };
    let mut client = hub.database().writer().await?;
    let all = begin(client.transaction().await?, place).await?;
    let now = hub.now();
    let entries = "SELECT time, message FROM entries WHERE repository = $1 AND run = $2
                   ORDER BY entry";
    let row: [&(dyn tokio_postgres::types::ToSql + Sync); 2] = [&place.repository, &place.run];
    let rows = all.query(entries, &row).await?;
    let mut told = texts(&rows);
    let Some((_, run)) = runs_of(&told).pop() else {
        return Ok(json!(NextAnswer::from(&Next::NoRun)));
    };
    let Some(step) = run.next(agent, now) else {
        return Ok(json!(NextAnswer::from(&none(&run, now))));
    };
    let status = match step.failures.as_slice() {
        [] => Status::Started,
        _ => Status::Retry,
    };
    let trailers = vec![
        (key::RUN, part(place.run)),
        (key::STEP, part(&step.name)),
        (key::AGENT, part(agent)),
        (key::STATUS, clean(&status)),
        (key::LEASE, clean(&Seconds(lease))),
    ];
    let message = message(&step.title, &Clean::default(), trailers)?;
    write(&all, place, now, &message).await?;
    all.commit().await?;
    told.push((now, message));
    let (_, run) = runs_of(&told).pop().unwrap_or_default();
    let taken = run.step(&step.name).map(|step| Taken {
        run: place.run.to_owned(),
        before: step
            .after
            .iter()
            .filter_map(|name| run.step(name))
            .cloned()
            .collect(),
        step: step.clone(),
    });
    let next = taken.map_or(Next::NoRun, |taken| Next::Taken(Box::new(taken)));
    Ok(json!(NextAnswer::from(&next)))
}

/// Locks a run until the end of the transaction.
async fn begin<'a>(all: Transaction<'a>, place: &Place<'_>) -> Result<Transaction<'a>, Error> {
    let row: [&(dyn tokio_postgres::types::ToSql + Sync); 2] = [&place.repository, &place.run];
    let insert = "INSERT INTO runs VALUES ($1, $2) ON CONFLICT DO NOTHING";
    all.execute(insert, &row).await?;
    let lock = "SELECT FROM runs WHERE repository = $1 AND run = $2 FOR UPDATE";
    all.query_one(lock, &row).await?;
    Ok(all)
}

/// Puts an entry at the end of a run that is locked.
async fn write(
    all: &Transaction<'_>,
    place: &Place<'_>,
    now: i64,
    message: &str,
) -> Result<(), Error> {
    let insert = "INSERT INTO entries SELECT $1, $2, count(*), $3, $4 FROM entries
                  WHERE repository = $1 AND run = $2";
    let row: [&(dyn tokio_postgres::types::ToSql + Sync); 4] =
        [&place.repository, &place.run, &now, &message];
    all.execute(insert, &row).await?;
    Ok(())
}

/// The message of an entry.
fn message(
    title: &Clean,
    body: &Clean,
    mut trailers: Vec<(&'static str, Clean)>,
) -> Result<String, Failed> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::BadValue(format!("no random id can be had: {error}")))?;
    trailers.insert(0, (key::ID, redact(&format!("sum-{}", &hex(&bytes)[..12]))));
    trailers.insert(1, (key::KIND, clean(&EntryKind::Summary)));
    let message = assemble(title, body, &trailers).into_string();
    if message.len() > limits::ENTRY_BYTES {
        let most = limits::ENTRY_BYTES >> 10;
        return Err(Failed::bad(format!("an entry has at most {most} KiB")));
    }
    Ok(message)
}

/// A text as an entry may have it: plain, and without secrets.
fn part(text: &str) -> Clean {
    redact(&plain(text))
}

/// A name of a run, a step or an agent.
fn label<'a>(what: &str, name: &'a str) -> Result<&'a str, Failed> {
    match name.parse::<Label>() {
        Ok(_) => Ok(name),
        Err(bad) => Err(Failed::bad(format!("'{what}': {bad}"))),
    }
}

fn texts(rows: &[tokio_postgres::Row]) -> Vec<(i64, String)> {
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

fn of_rows(rows: &[tokio_postgres::Row]) -> Vec<(String, Run)> {
    runs_of(&texts(rows))
}

fn runs_of(texts: &[(i64, String)]) -> Vec<(String, Run)> {
    let entries: Vec<(Entry, i64)> = texts
        .iter()
        .map(|(time, message)| (Entry::parse(message, 1), *time))
        .collect();
    runs(entries.iter().map(|(entry, time)| (entry, *time)))
}
