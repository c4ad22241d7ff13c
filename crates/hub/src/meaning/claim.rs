//! The claim of a model to the vectors in the database: they are those of one.

use crate::Error;
use crate::database::Database;

/// Held while a model is taken.
const CLAIMING: i64 = 0x6769_745f_6d6f_6465;

/// The model that counts where the vectors in the database are another one's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This one: those vectors go.
    Own,
    /// The other one, which a hub serves with.
    Other,
}

/// Takes the database's vectors for a model; false if another one has them.
pub(super) async fn claim(
    database: &Database,
    name: &str,
    sum: &str,
    claim: Claim,
) -> Result<bool, Error> {
    let mut client = database.writer().await?;
    let all = client.transaction().await?;
    all.execute("SELECT pg_advisory_xact_lock($1)", &[&CLAIMING])
        .await?;
    let known = all.query_opt("SELECT sum FROM model", &[]).await?;
    match known.map(|row| row.get::<_, String>(0)) {
        Some(known) if known == sum => return Ok(true),
        Some(_) if claim == Claim::Other => return Ok(false),
        _ => {}
    }
    // The model first, as everybody else.
    let clear = "LOCK TABLE model; DROP TABLE IF EXISTS near; TRUNCATE vectors, meant, model";
    all.batch_execute(clear).await?;
    let insert = "INSERT INTO model (name, sum) VALUES ($1, $2)";
    all.execute(insert, &[&name, &sum]).await?;
    all.commit().await?;
    Ok(true)
}
