//! The database: its connections, its tables, and the readings that row-level security limits.

use std::str::FromStr;

use deadpool_postgres::{
    Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime, Transaction,
};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use crate::Error;
use crate::tls::Tls;

mod tables {
    refinery::embed_migrations!("migrations");
}

/// The schema of all tables.
const SCHEMA: &str = "git_memory";
/// The role that readings are done by.
pub const ROLE: &str = "git_memory_reader";
/// Two hubs that make the tables at once wait for each other by this number.
const MAKING: i64 = 0x6769_745f_6d65_6d6f;

/// The database of a hub. Copies share its connections.
#[derive(Clone)]
pub struct Database {
    pool: Pool,
}

impl Database {
    /// The database at an address (`postgresql://…`, or words as `host=/run/postgresql`), with at
    /// most so many connections. Nothing is asked yet.
    ///
    /// # Errors
    /// [`Error::BadValue`] for an address that cannot be read, [`Error::System`] for certificates
    /// that cannot.
    pub fn at(address: &str, connections: usize) -> Result<Self, Error> {
        // The address may have a password: it is not repeated.
        let unreadable = |_| Error::BadValue("the database's address cannot be read".to_owned());
        let (address, tls) = Tls::of_address(address)?;
        let mut config = Config::from_str(&address).map_err(unreadable)?;
        // A socket of this machine has no TLS, as with libpq.
        let is_near = |host: &Host| !matches!(host, Host::Tcp(_));
        config.ssl_mode(if config.get_hosts().iter().all(is_near) {
            SslMode::Disable
        } else {
            tls.mode()
        });
        config.application_name("git-memory-hub");
        // To compile a question's plan takes longer than all of the question.
        config.options(format!("-c search_path={SCHEMA} -c jit=off"));
        let manager = Manager::from_config(
            config,
            tls.connector()?,
            ManagerConfig {
                recycling_method: RecyclingMethod::Fast,
            },
        );
        let pool = Pool::builder(manager).max_size(connections);
        let pool = pool.runtime(Runtime::Tokio1).build();
        let pool = pool.map_err(|error| Error::BadValue(error.to_string()))?;
        Ok(Self { pool })
    }

    /// Makes the tables, or brings them to this version. May be repeated, and done twice at once.
    ///
    /// # Errors
    /// If the server refuses: it asks for the right to make a schema and a role.
    pub async fn make(&self) -> Result<(), Error> {
        let mut client = self.pool.get().await?;
        client
            .execute("SELECT pg_advisory_lock($1)", &[&MAKING])
            .await?;
        let made = make(&mut client).await;
        client
            .execute("SELECT pg_advisory_unlock($1)", &[&MAKING])
            .await?;
        made
    }

    /// True if the tables are those of this version.
    pub async fn is_made(&self) -> Result<bool, Error> {
        let client = self.pool.get().await?;
        let asked = "SELECT to_regclass($1) IS NOT NULL";
        let history = format!("{SCHEMA}.refinery_schema_history");
        if !client
            .query_one(asked, &[&history])
            .await?
            .get::<_, bool>(0)
        {
            return Ok(false);
        }
        let newest = "SELECT coalesce(max(version), 0)::integer FROM refinery_schema_history";
        let newest: i32 = client.query_one(newest, &[]).await?.get(0);
        let runner = tables::migrations::runner();
        let own = runner
            .get_migrations()
            .iter()
            .map(refinery::Migration::version);
        Ok(own.max() == Some(newest))
    }

    /// A connection that may write.
    pub async fn writer(&self) -> Result<Object, Error> {
        Ok(self.pool.get().await?)
    }

    /// Begins a reading for the reader with a number: whatever it asks, it sees the rows of the
    /// reader's repositories alone, as they are at its beginning.
    pub async fn reading(client: &mut Object, reader: i32) -> Result<Transaction<'_>, Error> {
        let reading = client
            .build_transaction()
            .read_only(true)
            .isolation_level(tokio_postgres::IsolationLevel::RepeatableRead)
            .start()
            .await?;
        reading
            .batch_execute(&format!(
                "SET LOCAL ROLE {ROLE}; SET LOCAL statement_timeout = '10s';
                 SET LOCAL git_memory.reader = '{reader}'"
            ))
            .await?;
        Ok(reading)
    }
}

async fn make(client: &mut Object) -> Result<(), Error> {
    client
        .batch_execute(&format!(
            "CREATE SCHEMA IF NOT EXISTS {SCHEMA};
             DO $$ BEGIN
                 IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{ROLE}') THEN
                     CREATE ROLE {ROLE} NOLOGIN;
                 END IF;
                 IF NOT pg_has_role(current_user, '{ROLE}', 'MEMBER') THEN
                     GRANT {ROLE} TO current_user;
                 END IF;
             END $$"
        ))
        .await?;
    tables::migrations::runner()
        .run_async(&mut ***client)
        .await?;
    // Each table that readings ask, whose rows are limited, and the functions that limit them.
    client
        .batch_execute(&format!(
            "GRANT USAGE ON SCHEMA {SCHEMA} TO {ROLE};
             GRANT SELECT ON repositories, versions, ties, entries, frequencies, totals, vectors,
                 meant, model TO {ROLE};
             GRANT EXECUTE ON FUNCTION readable, candidates TO {ROLE}"
        ))
        .await?;
    Ok(())
}
