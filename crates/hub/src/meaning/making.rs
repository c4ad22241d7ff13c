//! Makes the vectors of texts that have none, after the updates that brought them: a few at a time,
//! each few in a transaction of their own. It can be killed at any time, and of two hubs one does
//! it.

use std::sync::Arc;

use deadpool_postgres::Object;
use tokio_postgres::Row;

use super::{Meaning, Sentences};
use crate::Error;
use crate::database::Database;
use crate::search::body_of;
use git_memory_meaning::{TEXTS, Vector, passage};

/// Texts whose vectors are written at once: some seconds of work.
const FEW: i64 = 128;
/// Characters of a text that are read: its front matter, and what a vector stands for.
const BEGINNING: i32 = 20_000;
/// The first half of the lock on the making of a repository's vectors; the other one is its number.
const LOCK: i32 = 0x6769_7476;

/// A text without a vector.
struct Missing {
    blob: String,
    passage: String,
}

impl Meaning {
    /// Makes the vectors of all repositories, or of those with names, that another hub does not
    /// make just now. `told` is called with the name of each that got some, and how many.
    ///
    /// # Errors
    /// If the database does not answer, or the model cannot be read. What was made stays.
    pub async fn make(
        &self,
        database: &Database,
        names: Option<&[String]>,
        told: &mut (dyn FnMut(&str, usize) + Send),
    ) -> Result<(), Error> {
        let Some(sentences) = &self.0 else {
            return Ok(());
        };
        let client = database.writer().await?;
        // An update counts what it leaves.
        let asked = "SELECT repository, name FROM repositories LEFT JOIN meant USING (repository)
                     WHERE ($1::text[] IS NULL OR name = ANY ($1))
                     AND (records IS NULL OR vectors < records OR $2 AND indexed < vectors)
                     ORDER BY repository";
        let is_indexed = sentences.index.is_there();
        let rows = client.query(asked, &[&names, &is_indexed]).await?;
        let mut all = 0;
        for row in rows {
            let made = sentences.make_of(&client, database, row.get(0)).await?;
            if made > 0 {
                told(row.get(1), made);
            }
            all += made;
        }
        if all > 0 {
            // The database plans by what it knows of a table.
            client.batch_execute("ANALYZE vectors, meant").await?;
        }
        Ok(())
    }
}

impl Sentences {
    /// Makes the vectors of a repository, and counts them.
    async fn make_of(
        self: &Arc<Self>,
        client: &Object,
        database: &Database,
        repository: i32,
    ) -> Result<usize, Error> {
        let lock = "SELECT pg_try_advisory_lock($1, $2)";
        let locked = client.query_one(lock, &[&LOCK, &repository]).await?;
        if !locked.get::<_, bool>(0) {
            return Ok(0);
        }
        let made = self.make_all(database, repository).await;
        let unlock = "SELECT pg_advisory_unlock($1, $2)";
        client.execute(unlock, &[&LOCK, &repository]).await?;
        made
    }

    async fn make_all(
        self: &Arc<Self>,
        database: &Database,
        repository: i32,
    ) -> Result<usize, Error> {
        let (mut made, mut last) = (0, String::new());
        // The first time it counts, and takes away what was left by one that was killed.
        let mut is_mine = self.keep(database, repository, &[], &[]).await?;
        while is_mine {
            let missing = missing(database, repository, &last).await?;
            self.index.bring(database, repository).await?;
            let Some(end) = missing.last() else {
                break;
            };
            last.clone_from(&end.blob);
            let (mut blobs, mut vectors) = (Vec::new(), Vec::new());
            for part in missing.chunks(TEXTS) {
                let texts: Vec<String> = part.iter().map(|it| it.passage.clone()).collect();
                let read = self.read(move |model| {
                    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                    model.texts(&texts)
                });
                vectors.extend(read.await?);
                blobs.extend(part.iter().map(|it| it.blob.clone()));
            }
            is_mine = self.keep(database, repository, &blobs, &vectors).await?;
            made += blobs.len();
        }
        Ok(made)
    }

    /// Writes vectors, of texts that still hold; false if the vectors are another model's by now,
    /// or the repository was removed.
    async fn keep(
        &self,
        database: &Database,
        repository: i32,
        blobs: &[String],
        vectors: &[Vector],
    ) -> Result<bool, Error> {
        let mut client = database.writer().await?;
        let all = client.transaction().await?;
        let own = "SELECT FROM model WHERE sum = $1 FOR SHARE";
        // An update of the repository is over, or begins after this.
        let here = "SELECT FROM repositories WHERE repository = $1 FOR NO KEY UPDATE";
        if all.query_opt(here, &[&repository]).await?.is_none()
            || all.query_opt(own, &[&self.sum]).await?.is_none()
        {
            return Ok(false);
        }
        let insert = "INSERT INTO vectors (repository, blob, vector)
                      SELECT $1, new.blob, new.vector
                      FROM unnest($2::text[], $3::bytea[]) AS new (blob, vector)
                      WHERE EXISTS (SELECT FROM versions v WHERE v.repository = $1
                          AND v.blob = new.blob AND v.until IS NULL)
                      ON CONFLICT DO NOTHING";
        let vectors: Vec<&[u8]> = vectors.iter().map(Vector::bytes).collect();
        all.execute(insert, &[&repository, &blobs, &vectors])
            .await?;
        all.execute("SELECT tend_vectors($1)", &[&repository])
            .await?;
        all.commit().await?;
        Ok(true)
    }
}

/// Texts of a repository without a vector, after a blob, in the order of blobs.
async fn missing(database: &Database, repository: i32, last: &str) -> Result<Vec<Missing>, Error> {
    let client = database.writer().await?;
    let asked = "SELECT DISTINCT ON (v.blob) v.blob, v.title, left(v.text, $4) FROM versions v
                 WHERE v.repository = $1 AND v.until IS NULL AND v.blob > $2
                 AND NOT EXISTS (SELECT FROM vectors x
                     WHERE x.repository = $1 AND x.blob = v.blob)
                 ORDER BY v.blob LIMIT $3";
    let rows = client
        .query(asked, &[&repository, &last, &FEW, &BEGINNING])
        .await?;
    let missing = |row: &Row| {
        let text: &str = row.get(2);
        Missing {
            blob: row.get(0),
            passage: passage(row.get(1), body_of(text)),
        }
    };
    Ok(rows.iter().map(missing).collect())
}
