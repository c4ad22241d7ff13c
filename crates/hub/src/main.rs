//! The `git-memory-hub` program. [`commands`] has a room for each of its commands.

#![warn(clippy::disallowed_methods)]

mod commands;
mod output;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Parser;
use git_memory_git::Environment;
use git_memory_hub::Error;
use git_memory_hub::database::Database;
use git_memory_hub::fill::Filler;
use git_memory_hub::private_server::PrivateServer;

use commands::Arguments;

/// git's exit status for what could not be done.
const FAILED: u8 = 128;
/// Connections to the database: PostgreSQL gives a hundred to all.
const CONNECTIONS: usize = 16;

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that asks the process what it was started with"
)]
fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let variables = std::env::vars_os().collect();
    let done = std::env::current_dir()
        .map_err(Error::system("find the working folder"))
        .and_then(|here| run(&arguments, here, variables, SystemTime::now));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::from(FAILED)
        }
    }
}

fn run(
    arguments: &Arguments,
    here: PathBuf,
    variables: Vec<(OsString, OsString)>,
    clock: fn() -> SystemTime,
) -> Result<(), Error> {
    let folder = here.join(&arguments.folder);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Error::system("start threads"))?;
    let environment = Environment::of_process(here, variables);
    let server = if arguments.is_dev() {
        let path = environment.variable("PATH");
        Some(PrivateServer::start_by(path, &folder.join("database"))?)
    } else {
        None
    };
    let address = match (&server, &arguments.database) {
        (Some(server), _) => server.address(),
        (None, Some(address)) => address.clone(),
        (None, None) => {
            return Err(Error::BadValue(
                "name the database: --database, or GIT_MEMORY_HUB_DATABASE".to_owned(),
            ));
        }
    };
    let filler = Filler {
        database: Database::at(&address, CONNECTIONS)?,
        environment,
        folder: folder.join("mirrors"),
        clock,
    };
    runtime.block_on(arguments.run(filler, server.as_ref()))
}
