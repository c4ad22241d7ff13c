//! The index of pgvector, for readers of many records: a table of its own beside the vectors, made
//! where the database has the extension, and made again at any time. It is not in the migrations:
//! the extension may come, and may be gone after a backup was brought back.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use deadpool_postgres::Transaction;
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;

use crate::Error;
use crate::database::{Database, ROLE};
use crate::reply::log;
use git_memory_meaning::Vector;

/// The oldest version of the extension that goes on where rows are left out.
const OLDEST: (u32, u32) = (0, 8);
/// The longest vectors that it can index.
const LONGEST: usize = 4_000;
/// Vectors by chance that say how near most texts are to a question.
const SOME: f64 = 1_000.0;
/// Two hubs that make the table at once wait for each other by this number.
const MAKING: i64 = 0x6769_745f_6e65_6172;

/// The index, or that there is none.
pub(super) struct Index {
    /// The schema of the extension, quoted.
    schema: String,
    is_there: AtomicBool,
}

impl fmt::Display for Index {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_there() {
            write!(out, "readers of many records by the index of pgvector")
        } else {
            write!(out, "without pgvector, the hub compares all vectors")
        }
    }
}

impl Index {
    /// Makes the table, unless it is there. Where it cannot be, the log says why.
    pub(super) async fn open(database: &Database, dimensions: usize) -> Result<Self, Error> {
        let mut index = Self {
            schema: String::new(),
            is_there: AtomicBool::new(false),
        };
        if dimensions > LONGEST {
            return Ok(index);
        }
        match extension(database).await {
            Ok(Some(schema)) => index.schema = schema,
            Ok(None) => return Ok(index),
            Err(error) => {
                log(&format!("pgvector is not used: {error}"));
                return Ok(index);
            }
        }
        match index.make(database, dimensions).await {
            Ok(()) => index.is_there = AtomicBool::new(true),
            Err(error) => log(&format!("pgvector is not used: {error}")),
        }
        Ok(index)
    }

    /// True if the index answers.
    pub(super) fn is_there(&self) -> bool {
        self.is_there.load(Ordering::Relaxed)
    }

    /// Does without it from now on: somebody took the extension away.
    fn give_up(&self, error: &Error) {
        if self.is_there.swap(false, Ordering::Relaxed) {
            log(&format!("pgvector is not used any more: {error}"));
        }
    }

    async fn make(&self, database: &Database, dimensions: usize) -> Result<(), Error> {
        let mut client = database.writer().await?;
        let all = client.transaction().await?;
        all.execute("SELECT pg_advisory_xact_lock($1)", &[&MAKING])
            .await?;
        // A table that outlived the extension has no column of vectors.
        let asked = "SELECT EXISTS (SELECT FROM pg_attribute
                         WHERE attrelid = to_regclass('near') AND attname = 'near'
                         AND atttypmod = $1 AND NOT attisdropped)
                     AND to_regclass('near_near_idx') IS NOT NULL";
        let length = i32::try_from(dimensions).unwrap_or_default();
        if !all.query_one(asked, &[&length]).await?.get::<_, bool>(0) {
            all.batch_execute(&tables(&self.schema, dimensions)).await?;
        }
        all.batch_execute(&function(&self.schema)).await?;
        all.commit().await?;
        Ok(())
    }

    /// Brings the vectors of a repository into the index that are not there yet.
    ///
    /// # Errors
    /// If the database does not answer; without the extension, none.
    pub(super) async fn bring(&self, database: &Database, repository: i32) -> Result<(), Error> {
        if !self.is_there() {
            return Ok(());
        }
        let client = database.writer().await?;
        let asked =
            "SELECT x.blob, x.vector FROM vectors x WHERE x.repository = $1 AND NOT EXISTS (
                         SELECT FROM near n WHERE n.repository = $1 AND n.blob = x.blob)
                     LIMIT 1000";
        // One that went meanwhile is no error.
        let insert = format!(
            "INSERT INTO near SELECT x.repository, x.blob, new.near::{}.halfvec
             FROM unnest($2::text[], $3::text[]) AS new (blob, near)
             JOIN vectors x ON x.repository = $1 AND x.blob = new.blob
             ON CONFLICT DO NOTHING",
            self.schema
        );
        loop {
            let rows = client.query(asked, &[&repository]).await?;
            if rows.is_empty() {
                break;
            }
            let new = rows
                .iter()
                .map(|row| (row.get::<_, &str>(0), numbers(row.get(1))));
            let (blobs, vectors): (Vec<&str>, Vec<String>) = new.unzip();
            match client
                .execute(&insert, &[&repository, &blobs, &vectors])
                .await
            {
                Ok(_) => {}
                Err(error) if is_lost(&error) => {
                    self.give_up(&error.into());
                    return Ok(());
                }
                Err(error) => return Err(error.into()),
            }
        }
        let count = "UPDATE meant SET indexed = (
                         SELECT count(*) FROM near n JOIN versions v USING (repository, blob)
                         WHERE n.repository = $1 AND v.until IS NULL)
                     WHERE repository = $1";
        client.execute(count, &[&repository]).await?;
        Ok(())
    }

    /// Repositories and blobs of the `most` texts of the reader that are nearest to a question.
    pub(super) async fn nearest(
        &self,
        reading: &Transaction<'_>,
        question: &Vector,
        most: i32,
    ) -> Result<(Vec<i32>, Vec<String>), Error> {
        let question = numbers(question.bytes());
        let asked = "SELECT repository, blob FROM nearest($1, $2)";
        let found = async {
            let asked = reading.prepare_cached(asked).await?;
            reading.query(&asked, &[&question, &most]).await
        };
        match found.await {
            Ok(rows) => {
                let place = |row: &Row| (row.get::<_, i32>(0), row.get::<_, String>(1));
                Ok(rows.iter().map(place).unzip())
            }
            Err(error) => {
                let is_lost = is_lost(&error);
                let error = Error::from(error);
                if is_lost {
                    self.give_up(&error);
                }
                Err(error)
            }
        }
    }
}

/// True of an error that means that something of the extension is not there: an undefined object,
/// or no file of its code.
fn is_lost(error: &tokio_postgres::Error) -> bool {
    let code = error.code().map(SqlState::code);
    code.is_some_and(|code| code.starts_with("42") || code == "58P01")
}

/// A vector as the extension reads it.
fn numbers(bytes: &[u8]) -> String {
    let numbers = bytes.iter().map(|byte| byte.cast_signed().to_string());
    format!("[{}]", numbers.collect::<Vec<_>>().join(","))
}

/// The cosines of some vectors of the reader, who has so many.
pub(super) async fn some(
    reading: &Transaction<'_>,
    question: &Vector,
    all: i64,
) -> Result<Vec<i32>, Error> {
    // Whole pages are taken by chance, and always the same ones.
    let asked = "SELECT vector FROM vectors TABLESAMPLE SYSTEM ($1::float8::real) REPEATABLE (1)";
    let asked = reading.prepare_cached(asked).await?;
    let all = f64::from(i32::try_from(all).unwrap_or(i32::MAX));
    let percent = (100.0 * SOME / all.max(1.0)).min(100.0);
    let rows = reading.query(&asked, &[&percent]).await?;
    let cosines = rows.iter().map(|row| question.cosine_to(row.get(0)));
    Ok(cosines.collect())
}

/// The schema of the extension, quoted, which is made where that is possible; `None` without it.
async fn extension(database: &Database) -> Result<Option<String>, Error> {
    let client = database.writer().await?;
    let asked = "SELECT quote_ident(nspname), extversion
                 FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
                 WHERE extname = 'vector'";
    let mut known = client.query_opt(asked, &[]).await?;
    if known.is_none() {
        let is_there = "SELECT FROM pg_available_extensions WHERE name = 'vector'";
        if client.query_opt(is_there, &[]).await?.is_none() {
            return Ok(None);
        }
        client
            .batch_execute("CREATE EXTENSION IF NOT EXISTS vector")
            .await?;
        known = client.query_opt(asked, &[]).await?;
    }
    let Some(row) = known else {
        return Ok(None);
    };
    let version: &str = row.get(1);
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    if (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) < OLDEST {
        return Err(Error::BadValue(format!(
            "its version is {version}: 0.8 is needed"
        )));
    }
    Ok(Some(row.get(0)))
}

/// Makes the table, with nothing in it.
fn tables(schema: &str, dimensions: usize) -> String {
    let parts: String = (0..4)
        .map(|nth| {
            format!(
                "CREATE TABLE near_{nth} PARTITION OF near
                     FOR VALUES WITH (MODULUS 4, REMAINDER {nth});"
            )
        })
        .collect();
    format!(
        "DROP TABLE IF EXISTS near;
         UPDATE meant SET indexed = 0;
         CREATE TABLE near (
             repository integer NOT NULL,
             blob text NOT NULL,
             near {schema}.halfvec({dimensions}) NOT NULL,
             PRIMARY KEY (repository, blob),
             FOREIGN KEY (repository, blob) REFERENCES vectors ON DELETE CASCADE
         ) PARTITION BY HASH (repository);
         {parts}
         CREATE INDEX near_near_idx ON near USING hnsw (near {schema}.halfvec_cosine_ops);
         ALTER TABLE near ENABLE ROW LEVEL SECURITY"
    )
}

/// Makes the function that asks it, as this version does.
fn function(schema: &str) -> String {
    format!(
        "-- As for words: it leaves the rows of others out itself, and gives names alone.
         CREATE OR REPLACE FUNCTION nearest(question text, most integer)
         RETURNS TABLE (repository integer, blob text)
         LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = git_memory, {schema}, pg_temp
         SET hnsw.iterative_scan = 'relaxed_order' SET hnsw.max_scan_tuples = 50000
         SET hnsw.ef_search = 100 SET enable_seqscan = off SET enable_sort = off
         AS $$
         #variable_conflict use_column
         DECLARE
             -- No join, which would read all rows and sort them.
             mine integer[] := readable();
         BEGIN
             RETURN QUERY SELECT n.repository, n.blob FROM near n
             WHERE n.repository + 0 = ANY (mine)
             ORDER BY n.near <=> question::halfvec LIMIT most;
         END
         $$;
         REVOKE ALL ON FUNCTION nearest FROM PUBLIC;
         GRANT EXECUTE ON FUNCTION nearest TO {ROLE}"
    )
}
