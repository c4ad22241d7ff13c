//! The weights of words: in how many texts each is. A new word counts at once, in the transaction
//! that brings it. All of them are counted anew once a share of the texts is other than it was: a
//! weight that is a little old ranks as well, and to count takes as long as there are texts.

use deadpool_postgres::Transaction;

use crate::Error;
use crate::database::Database;

/// Two hubs that count at once wait for each other by this number, and for updates at their end.
const COUNTING: i64 = 0x6769_745f_636f_756e;
/// All words are counted anew once one of so many texts has changed.
const SHARE: i64 = 50;

/// Counts the words that no text had before an update of a repository, at its end: those of
/// versions after a number. `changed` is the number of texts that came or went.
///
/// # Errors
/// If the database does not answer.
pub(crate) async fn add(
    all: &Transaction<'_>,
    repository: i32,
    after: i64,
    changed: usize,
) -> Result<(), Error> {
    // A count of all words that is under way would not see these.
    all.execute("SELECT pg_advisory_xact_lock_shared($1)", &[&COUNTING])
        .await?;
    // In one order, so that two updates with the same new words do not wait for each other.
    let insert = "INSERT INTO frequencies
                  SELECT word, count(*) FROM versions, unnest(tsvector_to_array(words)) AS word
                  WHERE repository = $1 AND version > $2 AND until IS NULL
                  GROUP BY word ORDER BY word
                  ON CONFLICT (word) DO NOTHING";
    all.execute(insert, &[&repository, &after]).await?;
    let changed = i64::try_from(changed).unwrap_or(i64::MAX);
    let sum = "UPDATE totals SET changed = changed + $1";
    all.execute(sum, &[&changed]).await?;
    Ok(())
}

/// Counts the words of all texts that hold, if so many of them changed that it is worth it.
///
/// # Errors
/// If the database does not answer.
pub async fn count(database: &Database, now: i64) -> Result<(), Error> {
    let mut client = database.writer().await?;
    let all = client.transaction().await?;
    all.execute("SELECT pg_advisory_xact_lock($1)", &[&COUNTING])
        .await?;
    let asked = "SELECT changed * $1 > documents FROM totals";
    if !all.query_one(asked, &[&SHARE]).await?.get::<_, bool>(0) {
        return Ok(());
    }
    all.batch_execute(
        "DELETE FROM frequencies;
         INSERT INTO frequencies SELECT word, ndoc
         FROM ts_stat('SELECT words FROM git_memory.versions WHERE until IS NULL')",
    )
    .await?;
    let sums = "UPDATE totals SET counted = $1, changed = 0, (documents, length, languages) = (
                    SELECT count(*), coalesce(sum(length), 0)::bigint,
                        coalesce(bit_or(1 << language::integer), 0)
                    FROM versions WHERE until IS NULL)";
    all.execute(sums, &[&now]).await?;
    all.commit().await?;
    // The database plans by what it knows of a table, and learns of a new one only after minutes.
    client
        .batch_execute("ANALYZE versions, frequencies")
        .await?;
    Ok(())
}
