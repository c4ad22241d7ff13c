//! Readers: who has a token, and which repositories it reads.

use sha2::{Digest, Sha256};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::Error;
use crate::database::Database;
use git_memory_text::hex;

/// Bytes of a token.
const TOKEN: usize = 24;

/// Somebody who may ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// Its number in the table.
    pub number: i32,
    /// Its name.
    pub name: String,
    /// True if it may plan, take and report steps of runs.
    pub works: bool,
}

/// The repositories that a new reader may read.
#[derive(Clone, Debug)]
pub enum Granted {
    /// Every repository, also those that come later.
    All,
    /// The repositories with these names.
    Some(Vec<String>),
}

/// A reader in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// The names of its repositories; `None` for all.
    pub repositories: Option<Vec<String>>,
    /// Time at which its token ends, in seconds since 1970.
    pub expires: Option<i64>,
}

/// Adds a reader, and returns its token, which nothing can show again.
///
/// # Errors
/// [`Error::BadValue`] for a name that is taken, or a repository that is not there.
pub async fn add(
    database: &Database,
    name: &str,
    granted: &Granted,
    works: bool,
    expires: Option<i64>,
) -> Result<String, Error> {
    let mut bytes = [0; TOKEN];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::BadValue(format!("no random token can be had: {error}")))?;
    let token = format!("gmh_{}", hex(&bytes));
    let mut client = database.writer().await?;
    let all = client.transaction().await?;
    let reads_all = matches!(granted, Granted::All);
    let insert =
        "INSERT INTO readers (name, digest, reads_all, works, expires) VALUES ($1, $2, $3, $4, $5)
                  ON CONFLICT (name) DO NOTHING RETURNING reader";
    let added = all
        .query_opt(
            insert,
            &[&name, &digest(&token), &reads_all, &works, &expires],
        )
        .await?;
    let Some(added) = added else {
        return Err(Error::BadValue(format!(
            "there is a reader '{name}' already"
        )));
    };
    let reader: i32 = added.get(0);
    if let Granted::Some(repositories) = granted {
        for repository in repositories {
            let grant =
                "INSERT INTO grants SELECT $1, repository FROM repositories WHERE name = $2";
            if all.execute(grant, &[&reader, repository]).await? == 0 {
                return Err(Error::BadValue(format!(
                    "there is no repository '{repository}'"
                )));
            }
        }
    }
    all.commit().await?;
    Ok(token)
}

/// Takes a reader's token away.
///
/// # Errors
/// [`Error::BadValue`] if there is none of this name.
pub async fn remove(database: &Database, name: &str) -> Result<(), Error> {
    let client = database.writer().await?;
    match client
        .execute("DELETE FROM readers WHERE name = $1", &[&name])
        .await?
    {
        0 => Err(Error::BadValue(format!("there is no reader '{name}'"))),
        _ => Ok(()),
    }
}

/// All readers, by name.
pub async fn list(database: &Database) -> Result<Vec<Listed>, Error> {
    let client = database.writer().await?;
    let asked = "SELECT r.name, r.reads_all, r.expires,
                     array_remove(array_agg(p.name ORDER BY p.name), NULL)
                 FROM readers r LEFT JOIN grants g USING (reader)
                 LEFT JOIN repositories p ON p.repository = g.repository
                 GROUP BY r.reader ORDER BY r.name";
    let rows = client.query(asked, &[]).await?;
    let listed = |row: &Row| Listed {
        name: row.get(0),
        repositories: (!row.get::<_, bool>(1)).then(|| row.get(3)),
        expires: row.get(2),
    };
    Ok(rows.iter().map(listed).collect())
}

/// The reader with a token at a time; `None` for one that is unknown or has ended.
pub async fn with_token(
    database: &Database,
    token: &str,
    now: i64,
) -> Result<Option<Reader>, Error> {
    find(database, "digest", &digest(token), now).await
}

/// The reader of a name at a time, which only reads; `None` for one that is unknown or has ended.
pub async fn with_name(database: &Database, name: &str, now: i64) -> Result<Option<Reader>, Error> {
    let found = find(database, "name", &name, now).await?;
    Ok(found.map(|reader| Reader {
        works: false,
        ..reader
    }))
}

async fn find(
    database: &Database,
    column: &str,
    value: &(dyn ToSql + Sync),
    now: i64,
) -> Result<Option<Reader>, Error> {
    let client = database.writer().await?;
    let asked = format!(
        "SELECT reader, name, works FROM readers
         WHERE {column} = $1 AND (expires IS NULL OR expires > $2)"
    );
    let row = client.query_opt(&asked, &[value, &now]).await?;
    Ok(row.map(|row| Reader {
        number: row.get(0),
        name: row.get(1),
        works: row.get(2),
    }))
}

fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
