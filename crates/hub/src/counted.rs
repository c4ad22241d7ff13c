//! The weights of words: in how many texts each is. Counted anew from time to time: a weight that
//! is some minutes old ranks as well.

use crate::Error;
use crate::database::Database;

/// Counts the words of all texts that hold.
///
/// # Errors
/// If the database does not answer.
pub async fn count(database: &Database, now: i64) -> Result<(), Error> {
    let mut client = database.writer().await?;
    let all = client.transaction().await?;
    // Of two hubs, one is enough.
    let alone = "SELECT pg_try_advisory_xact_lock($1)";
    if !all.query_one(alone, &[&COUNTING]).await?.get::<_, bool>(0) {
        return Ok(());
    }
    all.batch_execute(
        "DELETE FROM frequencies;
         INSERT INTO frequencies SELECT word, ndoc
         FROM ts_stat('SELECT words FROM git_memory.versions WHERE until IS NULL')",
    )
    .await?;
    let sums = "UPDATE totals SET counted = $1, (documents, length, languages) = (
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

const COUNTING: i64 = 0x6769_745f_636f_756e;
