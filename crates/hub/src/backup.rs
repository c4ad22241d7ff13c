//! A backup of facts that git cannot bring again: the list of repositories, and their readers.

use serde::{Deserialize, Serialize};
use tokio_postgres::Row;

use crate::Error;
use crate::database::Database;
use git_memory_text::hex;

/// A backup.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Backup {
    /// Name and address of each repository.
    repositories: Vec<(String, String)>,
    readers: Vec<ReaderRow>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReaderRow {
    name: String,
    /// SHA-256 of the token, hexadecimal.
    digest: String,
    reads_all: bool,
    works: bool,
    expires: Option<i64>,
    repositories: Vec<String>,
}

/// Reads a backup of a hub.
pub async fn backup(database: &Database) -> Result<Backup, Error> {
    let mut client = database.writer().await?;
    let all = client
        .build_transaction()
        .read_only(true)
        .isolation_level(tokio_postgres::IsolationLevel::RepeatableRead)
        .start()
        .await?;
    let repositories = all
        .query("SELECT name, url FROM repositories ORDER BY name", &[])
        .await?;
    let readers = all
        .query(
            "SELECT name, digest, reads_all, works, expires, ARRAY(
                 SELECT p.name FROM grants g JOIN repositories p USING (repository)
                 WHERE g.reader = r.reader ORDER BY p.name)
             FROM readers r ORDER BY name",
            &[],
        )
        .await?;
    let reader = |row: &Row| ReaderRow {
        name: row.get(0),
        digest: hex(&row.get::<_, Vec<u8>>(1)),
        reads_all: row.get(2),
        works: row.get(3),
        expires: row.get(4),
        repositories: row.get(5),
    };
    Ok(Backup {
        repositories: repositories
            .iter()
            .map(|row| (row.get(0), row.get(1)))
            .collect(),
        readers: readers.iter().map(reader).collect(),
    })
}

/// Brings a backup into a hub; what is there already stays. All or nothing.
///
/// # Errors
/// If the database does not answer.
pub async fn restore(database: &Database, backup: &Backup) -> Result<(), Error> {
    let mut client = database.writer().await?;
    let all = client.transaction().await?;
    for (name, url) in &backup.repositories {
        let insert = "INSERT INTO repositories (name, url) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        all.execute(insert, &[name, url]).await?;
    }
    for reader in &backup.readers {
        let insert = "INSERT INTO readers (name, digest, reads_all, works, expires)
                      VALUES ($1, decode($2, 'hex'), $3, $4, $5) ON CONFLICT DO NOTHING";
        let row: [&(dyn tokio_postgres::types::ToSql + Sync); 5] = [
            &reader.name,
            &reader.digest,
            &reader.reads_all,
            &reader.works,
            &reader.expires,
        ];
        if all.execute(insert, &row).await? == 0 {
            continue;
        }
        let grant = "INSERT INTO grants SELECT r.reader, p.repository
                     FROM readers r, repositories p WHERE r.name = $1 AND p.name = ANY ($2)";
        all.execute(grant, &[&reader.name, &reader.repositories])
            .await?;
    }
    all.commit().await?;
    Ok(())
}
