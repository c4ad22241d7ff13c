//! The relations of a thing in all repositories of a reader: records that name it, are about it, are
//! owned or were brought by it, or link to it, as `related` tells them in one repository.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, Uri};
use deadpool_postgres::Transaction;
use git_memory_app::recall::entities::sought;
use git_memory_model::evidence::naming::names_symbol;
use git_memory_model::graph::Tie;
use serde::Serialize;
use serde_json::json;
use tokio_postgres::Row;

use crate::Error;
use crate::asked::Asked;
use crate::database::Database;
use crate::hub::Hub;
use crate::readers::Reader;
use crate::reply::{Failed, document};
use crate::search::having;

/// The number of relations where a question names none.
const MOST: usize = 100;
/// The greatest number of records whose texts are read for a name.
const READ: i32 = 1_000;

/// The relations of a thing.
#[derive(Debug, Serialize)]
struct Related {
    what: String,
    /// The repositories with records that are, those with the most first.
    repositories: Vec<Counted>,
    /// The relations, the newest first.
    relations: Vec<Tied>,
    /// Number of further relations.
    left_out: usize,
}

/// A repository.
#[derive(Debug, Serialize)]
struct Counted {
    workspace: String,
    /// The number of its relations.
    relations: usize,
}

/// A record, and its relation to the thing.
#[derive(Debug, Serialize)]
struct Tied {
    relation: String,
    workspace: String,
    id: String,
    title: String,
    kind: String,
    status: String,
    record_path: String,
    since: i64,
}

/// Tells the relations of a thing.
pub(super) async fn told(
    State(hub): State<Arc<Hub>>,
    headers: HeaderMap,
    uri: Uri,
) -> Response<Body> {
    hub.answer("related", &headers, async |reader| {
        let asked = Asked::of(&uri, &["what", "most", "workspace"])?;
        let Some(what) = asked.text("what") else {
            return Err(Failed::bad("'what' names a thing: what=openssl".to_owned()));
        };
        let found = related(hub.database(), &reader, what, asked.number("most", MOST)?).await?;
        Ok(document(&json!(found)))
    })
    .await
}

async fn related(
    database: &Database,
    reader: &Reader,
    what: &str,
    most: usize,
) -> Result<Related, Error> {
    let mut client = database.writer().await?;
    let reading = Database::reading(&mut client, reader.number).await?;
    let mut all = tied(&reading, &sought(what)).await?;
    // A record that is tied on purpose is not told once more as one that names the thing.
    let place = |it: &Tied| (it.workspace.clone(), it.record_path.clone());
    let told: BTreeSet<_> = all.iter().map(place).collect();
    let mut named = naming(&reading, what.trim()).await?;
    named.retain(|it| !told.contains(&place(it)));
    all.append(&mut named);
    reading.commit().await?;
    all.sort_by(|one, other| order(one).cmp(&order(other)));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for relation in &all {
        *counts.entry(&relation.workspace).or_default() += 1;
    }
    let mut repositories: Vec<Counted> = counts
        .into_iter()
        .map(|(name, relations)| Counted {
            workspace: name.to_owned(),
            relations,
        })
        .collect();
    repositories.sort_by_key(|it| Reverse(it.relations));
    let left_out = all.len().saturating_sub(most);
    all.truncate(most);
    Ok(Related {
        what: what.to_owned(),
        repositories,
        relations: all,
        left_out,
    })
}

/// The newest first, and otherwise always the same.
fn order(it: &Tied) -> (Reverse<i64>, &str, &str, &str) {
    let since = Reverse(it.since);
    (since, &it.workspace, &it.record_path, &it.relation)
}

const COLUMNS: &str = "r.name, v.id, v.title, v.kind, v.status, v.path, v.since";

/// The relations that are kept.
async fn tied(reading: &Transaction<'_>, name: &str) -> Result<Vec<Tied>, Error> {
    let asked = format!(
        "SELECT {COLUMNS}, t.tie FROM ties t JOIN versions v USING (repository, version)
         JOIN repositories r USING (repository) WHERE t.what = $1 AND v.until IS NULL"
    );
    let asked = reading.prepare_cached(&asked).await?;
    let rows = reading.query(&asked, &[&name]).await?;
    Ok(rows.iter().map(|row| relation(row, row.get(7))).collect())
}

/// The records that name it in their texts.
async fn naming(reading: &Transaction<'_>, name: &str) -> Result<Vec<Tied>, Error> {
    let (repositories, versions) = having(reading, name, READ).await?;
    let asked = format!(
        "SELECT {COLUMNS}, v.text FROM versions v JOIN repositories r USING (repository)
         WHERE v.repository = ANY ($1) AND v.version = ANY ($2)"
    );
    let asked = reading.prepare_cached(&asked).await?;
    let rows = reading.query(&asked, &[&repositories, &versions]).await?;
    let names = rows.iter().filter(|row| names_symbol(row.get(7), name));
    let names = names.map(|row| relation(row, Tie::Names.name().to_owned()));
    Ok(names.collect())
}

fn relation(row: &Row, tie: String) -> Tied {
    Tied {
        relation: tie,
        workspace: row.get(0),
        id: row.get(1),
        title: row.get(2),
        kind: row.get(3),
        status: row.get(4),
        record_path: row.get(5),
        since: row.get(6),
    }
}
