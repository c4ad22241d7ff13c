//! `git memory serve`.

use std::io;

use clap::Args;

use super::exit::{Exit, Failure};
use super::output::Printer;
use super::program::Program;
use crate::app::workspace::{Error, Invocation, Workspace, secret_word};
use crate::wire::vocabulary::cause;

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// The port to listen on, on this machine alone; 0 takes any that is free
    #[arg(long, value_name = "NUMBER", default_value_t = 7437)]
    port: u16,
}

pub(crate) fn run(
    invocation: &Invocation,
    program: &Program,
    args: &ServeArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let Some(serve) = program.web else {
        return Err(Error::NotBuiltIn("serve").into());
    };
    // Every request opens the repository anew; where there is none, that is said before anything is
    // served.
    Workspace::open(invocation)?;
    let token = secret_word()?;
    let mut told = Ok(());
    let served = serve(
        invocation,
        program.clock,
        args.port,
        &token,
        &mut |address| {
            told = printer.address(&format!("http://{address}/?token={token}"));
        },
    );
    match served {
        Ok(()) => Ok(told.map(|()| Exit::Done).map_err(|error| stopped(&error))?),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Err(Failure::fatal(format!(
            "port {} is taken by another program",
            args.port
        ))
        .hint("--port 0 takes any port that is free")),
        Err(error) => Err(stopped(&error)),
    }
}

fn stopped(error: &io::Error) -> Failure {
    Failure::fatal(format!("the server stopped: {}", cause(error)))
}
