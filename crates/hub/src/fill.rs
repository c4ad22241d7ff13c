//! Filling the hub from repositories: one transaction an update, from one commit to another. It can
//! be killed, repeated, and done by two hubs at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use deadpool_postgres::Transaction;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::task::JoinSet;
use tokio_postgres::types::ToSql;

use crate::Error;
use crate::counted;
use crate::database::Database;
use crate::left_out::LeftOut;
use crate::reading::{Read, Reading};
use crate::states::{BETWEEN, Blobs, Change, Version};
use git_memory_git::{Environment, ObjectId, head_of_remote};

/// Looks that are under way at once.
const LOOKS: usize = 2;
/// Changes that are read ahead of the database.
const AHEAD: usize = 4;

/// What fills a hub.
#[derive(Clone)]
pub struct Filler {
    /// The database.
    pub database: Database,
    /// What git runs with.
    pub environment: Environment,
    /// The folder (absolute) with the mirrors of repositories. It can be deleted at any time.
    pub folder: PathBuf,
    /// Tells the time.
    pub clock: fn() -> SystemTime,
}

/// What a look at a repository brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// Commits that changed memory.
    pub commits: usize,
    /// Files that were added or changed in them.
    pub versions: usize,
    /// True if older commits are not kept.
    pub is_cut: bool,
    /// True if the branch was rewritten, so that all was read anew.
    pub is_anew: bool,
    /// Files that are no records at the end of the branch; none if nothing new was there.
    pub left_out: LeftOut,
}

impl Filled {
    /// True if anything is other than before.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.commits > 0 || self.is_anew
    }
}

/// A repository as the database knows it.
struct Known {
    repository: i32,
    url: String,
    tip: Option<String>,
}

impl Filler {
    /// Adds a repository, without looking at it yet; one that is there keeps its name.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a name or address that is another repository's.
    pub async fn add(&self, name: &str, url: &str) -> Result<(), Error> {
        if !is_name(name) {
            return Err(Error::BadValue(format!(
                "'{name}' is no name of a repository: letters, digits, '.', '_' and '-', the first \
                 no '.'"
            )));
        }
        let client = self.database.writer().await?;
        let insert = "INSERT INTO repositories (name, url) VALUES ($1, $2)
                      ON CONFLICT DO NOTHING RETURNING repository";
        if client.query_opt(insert, &[&name, &url]).await?.is_some() {
            return Ok(());
        }
        let known = "SELECT name, url FROM repositories WHERE name = $1 OR url = $2";
        let known = client.query_one(known, &[&name, &url]).await?;
        let (known_name, known_url): (String, String) = (known.get(0), known.get(1));
        if known_name == name && known_url == url {
            return Ok(());
        }
        Err(Error::BadValue(format!(
            "there is a repository '{known_name}' at '{known_url}' already"
        )))
    }

    /// Forgets a repository.
    ///
    /// # Errors
    /// [`Error::BadValue`] if there is none of this name.
    pub async fn remove(&self, name: &str) -> Result<(), Error> {
        let client = self.database.writer().await?;
        let removed = client
            .execute("DELETE FROM repositories WHERE name = $1", &[&name])
            .await?;
        if removed == 0 {
            return Err(unknown(name));
        }
        match fs::remove_dir_all(self.mirror(name)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            other => other.map_err(Error::system(format!("remove the mirror of '{name}'"))),
        }
    }

    /// The names of all repositories, the one first that was not looked at for the longest time.
    pub async fn names(&self) -> Result<Vec<String>, Error> {
        let client = self.database.writer().await?;
        let asked = "SELECT name FROM repositories ORDER BY looked, name";
        let rows = client.query(asked, &[]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// The folder of a repository's mirror.
    #[must_use]
    pub fn mirror(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Looks at some repositories, two at a time; `told` is called with each once it is done.
    pub async fn look_at(
        &self,
        names: &[String],
        anew: bool,
        told: &mut (dyn FnMut(&str, Result<Filled, Error>) + Send),
    ) {
        let (mut looks, mut names) = (JoinSet::new(), names.iter());
        loop {
            while looks.len() < LOOKS
                && let Some(name) = names.next()
            {
                let (filler, name) = (self.clone(), name.clone());
                looks.spawn(async move {
                    let looked = filler.look(&name, anew).await;
                    (name, looked)
                });
            }
            match looks.join_next().await {
                Some(Ok((name, looked))) => told(&name, looked),
                Some(Err(error)) => {
                    told("", Err(Error::BadValue(format!("a look ended: {error}"))));
                }
                None => break,
            }
        }
    }

    /// Looks at a repository, and brings what changed since the last look; `anew` reads all of it
    /// again. A failure is kept with the repository, too.
    ///
    /// # Errors
    /// If the repository or the database does not answer. Nothing is half brought.
    pub async fn look(&self, name: &str, anew: bool) -> Result<Filled, Error> {
        let client = self.database.writer().await?;
        let asked = "SELECT repository, url, tip FROM repositories WHERE name = $1";
        let Some(row) = client.query_opt(asked, &[&name]).await? else {
            return Err(unknown(name));
        };
        drop(client);
        let known = Known {
            repository: row.get(0),
            url: row.get(1),
            tip: row.get(2),
        };
        let filled = self.update(name, &known, anew).await;
        let fault = match &filled {
            Ok(_) | Err(Error::Database(_) | Error::Pool(_)) => None,
            Err(error) => Some(error.to_string()),
        };
        let client = self.database.writer().await?;
        let looked = "UPDATE repositories SET looked = $2, fault = $3 WHERE repository = $1";
        client
            .execute(looked, &[&known.repository, &self.now(), &fault])
            .await?;
        filled
    }

    fn now(&self) -> i64 {
        seconds((self.clock)())
    }

    async fn update(&self, name: &str, known: &Known, anew: bool) -> Result<Filled, Error> {
        let (environment, url) = (self.environment.clone(), known.url.clone());
        let head = blocking(move || Ok(head_of_remote(&environment, &url)?)).await?;
        let tip = head.as_ref().map(|head| head.tip.to_string());
        if tip == known.tip && !anew {
            return Ok(Filled::default());
        }
        let Some(head) = head else {
            // Emptied: nothing holds any more.
            return self.forget(known).await;
        };
        let from = known.tip.as_deref().filter(|_| !anew);
        let from = from.and_then(|tip| tip.parse::<ObjectId>().ok());
        let blobs = match from {
            Some(_) => self.blobs(known.repository).await?,
            None => Blobs::new(),
        };
        let (sender, receiver) = channel(AHEAD);
        let reading = Reading {
            folder: self.mirror(name),
            environment: self.environment.clone(),
            clock: self.clock,
            url: known.url.clone(),
            head,
        };
        let read = tokio::task::spawn_blocking(move || reading.read(from, blobs, &sender));
        let written = self.write(known, tip.as_deref(), receiver).await;
        let read = read.await;
        if let Some(filled) = written? {
            return Ok(filled);
        }
        match read {
            Ok(Err(error)) => Err(error),
            _ => Err(Error::BadValue(format!(
                "the reading of '{name}' ended early"
            ))),
        }
    }

    async fn blobs(&self, repository: i32) -> Result<Blobs, Error> {
        let client = self.database.writer().await?;
        let asked = "SELECT path, blob FROM versions WHERE repository = $1 AND until IS NULL";
        let rows = client.query(asked, &[&repository]).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    async fn forget(&self, known: &Known) -> Result<Filled, Error> {
        let mut client = self.database.writer().await?;
        let all = client.transaction().await?;
        let delete = "DELETE FROM versions WHERE repository = $1";
        let deleted = all.execute(delete, &[&known.repository]).await?;
        tend_vectors(&all, known.repository).await?;
        let empty = "UPDATE repositories
                     SET tip = NULL, changed = $2, left_out = 0, left_out_first = '{}'
                     WHERE repository = $1";
        all.execute(empty, &[&known.repository, &self.now()])
            .await?;
        let deleted = usize::try_from(deleted).unwrap_or(usize::MAX);
        counted::add(&all, known.repository, i64::MAX, deleted).await?;
        all.commit().await?;
        Ok(Filled {
            is_anew: true,
            ..Filled::default()
        })
    }

    /// Writes what comes, all or nothing; `None` if it ended before it was whole.
    async fn write(
        &self,
        known: &Known,
        tip: Option<&str>,
        mut changes: Receiver<Read>,
    ) -> Result<Option<Filled>, Error> {
        let mut client = self.database.writer().await?;
        let all = client.transaction().await?;
        let mut filled = Filled::default();
        // Another hub may be at it: who comes second waits here, and finds it done.
        let asked = "SELECT tip FROM repositories WHERE repository = $1 FOR UPDATE";
        let Some(row) = all.query_opt(asked, &[&known.repository]).await? else {
            return Err(Error::BadValue("it was removed meanwhile".to_owned()));
        };
        if row.get::<_, Option<String>>(0) != known.tip {
            return Ok(Some(filled));
        }
        let newest = "SELECT nextval('version_numbers')";
        let newest: i64 = all.query_one(newest, &[]).await?.get(0);
        let (mut whole, mut texts) = (None, 0);
        while let Some(read) = changes.recv().await {
            match read {
                Read::Anew => {
                    filled.is_anew = true;
                    let delete = "DELETE FROM versions WHERE repository = $1";
                    let deleted = all.execute(delete, &[&known.repository]).await?;
                    texts += usize::try_from(deleted).unwrap_or(usize::MAX);
                }
                Read::Cut => filled.is_cut = true,
                Read::Change(change) => {
                    filled.commits += 1;
                    filled.versions += change.new.len();
                    texts += change.new.len() + change.gone.len();
                    put(&all, known.repository, &change).await?;
                }
                Read::Whole(left_out) => whole = Some(left_out),
            }
        }
        let Some(left_out) = whole else {
            return Ok(None);
        };
        tend_vectors(&all, known.repository).await?;
        let moved = "UPDATE repositories
                     SET tip = $2, changed = $3, left_out = $4, left_out_first = $5
                     WHERE repository = $1";
        let files = i64::try_from(left_out.files).unwrap_or(i64::MAX);
        let row: [&(dyn ToSql + Sync); 5] = [
            &known.repository,
            &tip,
            &self.now(),
            &files,
            &left_out.first,
        ];
        all.execute(moved, &row).await?;
        counted::add(&all, known.repository, newest, texts).await?;
        all.commit().await?;
        filled.left_out = left_out;
        Ok(Some(filled))
    }
}

/// Forgets the vectors of texts that do not hold any more.
async fn tend_vectors(all: &Transaction<'_>, repository: i32) -> Result<(), Error> {
    all.execute("SELECT tend_vectors($1)", &[&repository])
        .await?;
    Ok(())
}

/// Writes the rows of one commit.
async fn put(all: &Transaction<'_>, repository: i32, change: &Change) -> Result<(), Error> {
    let ended = "UPDATE versions SET until = $3
                 WHERE repository = $1 AND path = ANY ($2) AND until IS NULL";
    if !change.gone.is_empty() {
        all.execute(ended, &[&repository, &change.gone, &change.time])
            .await?;
    }
    let insert = "WITH new AS (
                      INSERT INTO versions (repository, path, blob, since, since_commit, id, kind,
                          status, scope, title, abstract, tags, superseded_by, text, words, length,
                          language, entry)
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
                          array_to_tsvector(string_to_array($15, $16)), $17, $18, $19)
                      RETURNING repository, version)
                  INSERT INTO ties SELECT repository, version, tie, what
                  FROM new, unnest($20::text[], $21::text[]) AS tied (tie, what)";
    let insert = all.prepare_cached(insert).await?;
    let between = BETWEEN.to_string();
    for part in change.new.chunks(100) {
        // All of a part are under way at once.
        let rows = part.iter().map(async |version: &Version| {
            all.execute(
                &insert,
                &[
                    &repository,
                    &version.path,
                    &version.blob,
                    &change.time,
                    &change.commit,
                    &version.id,
                    &version.kind,
                    &version.status,
                    &version.scope,
                    &version.title,
                    &version.abstract_line,
                    &version.tags,
                    &version.superseded_by,
                    &version.text,
                    &version.words,
                    &between,
                    &version.length,
                    &version.language,
                    &version.entry,
                    &version.ties.0,
                    &version.ties.1,
                ],
            )
            .await
        });
        futures_util::future::try_join_all(rows).await?;
    }
    Ok(())
}

/// Does work that waits for git or the disk.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => Err(Error::BadValue(format!("the work ended: {error}"))),
    }
}

/// True if a text can be the name of a repository: a part of an address, and of a folder.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let is_fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let ends_as_lock = Path::new(name).extension().is_some_and(|end| end == "lock");
    !name.is_empty()
        && name.len() <= 100
        && !name.starts_with('.')
        && !ends_as_lock
        && name.chars().all(is_fine)
}

fn unknown(name: &str) -> Error {
    Error::BadValue(format!("there is no repository '{name}'"))
}

/// Seconds since 1970.
#[must_use]
pub fn seconds(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    let seconds = since.unwrap_or(Duration::ZERO).as_secs();
    i64::try_from(seconds).unwrap_or(i64::MAX)
}
