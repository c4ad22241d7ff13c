//! The commands: each has its arguments and its `run` in a room of its own.

mod backup;
mod reader;
mod repositories;
mod serve;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use git_memory_hub::Error;
use git_memory_hub::fill::{Filler, seconds};
use git_memory_hub::logs;
use git_memory_hub::private_server::PrivateServer;

use repositories::AddArguments;
use serve::ServeArguments;

/// The memory of many repositories in one PostgreSQL.
///
/// The hub changes no repository, keeps no backup of one, and answers nobody without a token.
#[derive(Parser)]
#[command(name = "git-memory-hub", version)]
pub struct Arguments {
    /// The folder for mirrors of repositories and work logs of clones, which fill it again
    #[arg(
        long,
        value_name = "FOLDER",
        default_value = "git-memory-hub",
        global = true
    )]
    pub folder: PathBuf,
    /// The address of the database: postgresql://… or words as host=/run/postgresql
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "GIT_MEMORY_HUB_DATABASE",
        hide_env_values = true,
        global = true
    )]
    pub database: Option<String>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Make the tables in the database, or bring them to this version
    Init {
        /// Also bring in the repositories and readers of a backup; - is standard input
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
    },
    /// Add repositories, and read their memory
    Add(AddArguments),
    /// Forget a repository
    Remove {
        /// Its name in the hub
        name: String,
    },
    /// Read all of some repositories again; of all of them if none is named
    Reindex {
        /// Their names in the hub
        names: Vec<String>,
    },
    /// Manage readers: who may ask, and what
    #[command(subcommand)]
    Reader(reader::Verb),
    /// Answer readers, and keep up with the repositories
    Serve(ServeArguments),
    /// Write the list of repositories and readers, which git cannot bring again
    Backup,
}

impl Arguments {
    /// True if a PostgreSQL of its own is wanted.
    pub fn is_dev(&self) -> bool {
        matches!(&self.verb, Verb::Serve(serving) if serving.dev)
    }

    /// Does what was asked for; `server` is the database's own, where there is one.
    pub async fn run(&self, filler: Filler, server: Option<&PrivateServer>) -> Result<(), Error> {
        let database = &filler.database;
        if matches!(self.verb, Verb::Init { .. }) || server.is_some() {
            database.make().await?;
        } else if !database.is_made().await? {
            return Err(Error::NotMade);
        }
        let now = seconds((filler.clock)());
        match &self.verb {
            Verb::Init { from: Some(file) } => backup::bring(database, file).await,
            Verb::Init { from: None } => Ok(()),
            Verb::Add(arguments) => arguments.run(&filler, now).await,
            Verb::Remove { name } => {
                filler.remove(name).await?;
                logs::forget(&filler, name)
            }
            Verb::Reindex { names } => repositories::reindex(&filler, names, now).await,
            Verb::Reader(verb) => verb.run(database, now).await,
            Verb::Serve(arguments) => arguments.run(filler, server).await,
            Verb::Backup => backup::write(database).await,
        }
    }
}
