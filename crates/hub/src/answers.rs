//! Questions to all repositories of a reader, beside the search: lists and single records, as they
//! are or as they were. JSON has the words of the server of one repository.

use serde::Serialize;
use tokio_postgres::Row;

use crate::Error;
use crate::database::Database;
use crate::left_out::LeftOut;
use crate::readers::Reader;

/// A record that answers.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Hit {
    /// Its id, or its path.
    pub id: String,
    /// The name of its repository.
    pub workspace: String,
    /// The name of its kind.
    pub kind: String,
    /// Its title.
    pub title: String,
    /// Its status.
    pub status: String,
    /// The part of the project that it is about.
    pub scope: String,
    /// Its file.
    pub record_path: String,
    /// The higher, the better.
    pub score: f64,
    /// Confidence that it answers: `high`, `medium` or `low`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<&'static str>,
    /// Signs that found it, where these are not its words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<&'static str>,
    /// The piece that answers, its words between `**`.
    pub snippet: String,
    /// From which memory it comes.
    pub source: &'static str,
    /// The records that replaced it.
    pub superseded_by: Vec<String>,
}

/// A repository in a list.
#[derive(Clone, Debug, Serialize)]
pub struct Repository {
    /// Its name, for `workspace`.
    pub workspace: String,
    /// The commit whose memory is here.
    pub commit: Option<String>,
    /// Time of the last look, in seconds since 1970.
    pub looked: i64,
    /// Time of the last look that brought something.
    pub changed: i64,
    /// Reason why the last look failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Files of its memory that are no records; left out where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
}

/// A record in a list.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// Its id, or its path.
    pub id: String,
    /// The name of its repository.
    pub workspace: String,
    /// The name of its kind.
    pub kind: String,
    /// Its title.
    pub title: String,
    /// Its status.
    pub status: String,
    /// The part of the project that it is about.
    pub scope: String,
    /// Its file.
    pub record_path: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// The commit that brought it as it is.
    pub commit: String,
    /// The time of that commit, in seconds since 1970.
    pub since: i64,
    /// Time at which it was changed or removed, in seconds since 1970; left out where it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
    /// All of it, where one record is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Which records are asked for; nothing asks for any.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The name of a kind.
    pub kind: Option<String>,
    /// A status.
    pub status: Option<String>,
    /// A time, in seconds since 1970: records as they were then.
    pub at: Option<i64>,
    /// The greatest number.
    pub most: i64,
}

/// The repositories of a reader, by name.
pub async fn repositories(database: &Database, reader: &Reader) -> Result<Vec<Repository>, Error> {
    let mut client = database.writer().await?;
    let reading = Database::reading(&mut client, reader.number).await?;
    let asked = "SELECT name, tip, looked, changed, fault, left_out, left_out_first
                 FROM repositories ORDER BY name";
    let rows = reading.query(asked, &[]).await?;
    let repository = |row: &Row| Repository {
        workspace: row.get(0),
        commit: row.get(1),
        looked: row.get(2),
        changed: row.get(3),
        fault: row.get(4),
        left_out: left_out(row.get(5), row.get(6)),
    };
    Ok(rows.iter().map(repository).collect())
}

fn left_out(files: i64, first: Vec<String>) -> Option<LeftOut> {
    let files = usize::try_from(files).ok().filter(|files| *files > 0)?;
    Some(LeftOut { files, first })
}

/// The number of a repository of a reader; `None` if the reader has none of this name.
pub async fn number(
    database: &Database,
    reader: &Reader,
    name: &str,
) -> Result<Option<i32>, Error> {
    let mut client = database.writer().await?;
    let reading = Database::reading(&mut client, reader.number).await?;
    let asked = "SELECT repository FROM repositories WHERE name = $1";
    let row = reading.query_opt(asked, &[&name]).await?;
    Ok(row.map(|row| row.get(0)))
}

/// The commit of a repository of a reader, where it has one; `None` if the reader has none of this
/// name.
pub async fn tip(
    database: &Database,
    reader: &Reader,
    name: &str,
) -> Result<Option<Option<String>>, Error> {
    let mut client = database.writer().await?;
    let reading = Database::reading(&mut client, reader.number).await?;
    let asked = "SELECT tip FROM repositories WHERE name = $1";
    let row = reading.query_opt(asked, &[&name]).await?;
    Ok(row.map(|row| row.get(0)))
}

const COLUMNS: &str = "v.id, r.name, v.kind, v.title, v.status, v.scope, v.path, v.tags,
    v.since_commit, v.since, v.until";

/// Records of all repositories of a reader, the newest first.
pub async fn list(
    database: &Database,
    reader: &Reader,
    filter: &Filter,
) -> Result<Vec<Record>, Error> {
    let mut client = database.writer().await?;
    let reading = Database::reading(&mut client, reader.number).await?;
    let held = held(filter.at.is_some());
    let asked = format!(
        "SELECT {COLUMNS} FROM versions v JOIN repositories r USING (repository)
         WHERE {held} AND ($2::text IS NULL OR v.kind = $2) AND ($3::text IS NULL OR v.status = $3)
         ORDER BY v.since DESC, r.name, v.path LIMIT $4"
    );
    let asked = reading.prepare_cached(&asked).await?;
    let rows = reading
        .query(
            &asked,
            &[&filter.at, &filter.kind, &filter.status, &filter.most],
        )
        .await?;
    Ok(rows.iter().map(|row| record(row, None)).collect())
}

/// The records with an id, or with a path, in each repository that has one.
pub async fn show(
    database: &Database,
    reader: &Reader,
    id: &str,
    at: Option<i64>,
) -> Result<Vec<Record>, Error> {
    let mut client = database.writer().await?;
    let reading = Database::reading(&mut client, reader.number).await?;
    let held = held(at.is_some());
    let asked = format!(
        "SELECT {COLUMNS}, v.text FROM versions v JOIN repositories r USING (repository)
         WHERE {held} AND v.id = $2 ORDER BY r.name, v.path"
    );
    let asked = reading.prepare_cached(&asked).await?;
    let rows = reading.query(&asked, &[&at, &id]).await?;
    Ok(rows
        .iter()
        .map(|row| record(row, Some(row.get(11))))
        .collect())
}

/// The condition of what holds, or held at the first parameter.
fn held(at_a_time: bool) -> &'static str {
    if at_a_time {
        "v.since <= $1::bigint AND (v.until IS NULL OR v.until > $1::bigint)"
    } else {
        "v.until IS NULL AND $1::bigint IS NULL"
    }
}

fn record(row: &Row, text: Option<String>) -> Record {
    Record {
        id: row.get(0),
        workspace: row.get(1),
        kind: row.get(2),
        title: row.get(3),
        status: row.get(4),
        scope: row.get(5),
        record_path: row.get(6),
        tags: row.get(7),
        commit: row.get(8),
        since: row.get(9),
        until: row.get(10),
        text,
    }
}
