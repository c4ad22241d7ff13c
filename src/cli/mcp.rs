//! `git memory mcp`.

use clap::Args;

use super::exit::{Exit, Failure};
use super::output::Printer;
use super::program::Program;
use crate::app::workspace::{Error, Invocation};
use crate::wire::vocabulary::cause;

#[derive(Args)]
pub(crate) struct McpArgs {}

pub(crate) fn run(
    invocation: &Invocation,
    program: &Program,
    _args: &McpArgs,
    _printer: &mut Printer,
) -> Result<Exit, Failure> {
    let Some(serve) = program.mcp else {
        return Err(Error::NotBuiltIn("mcp").into());
    };
    match serve(invocation, program.clock) {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(Failure::fatal(format!(
            "the MCP server stopped: {}",
            cause(&error)
        ))),
    }
}
