//! `git memory mcp`.

use super::verb::{HelpPage, Verb};
use clap::Args;

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::program::Program;
use git_memory_app::workspace::Invocation;
use git_memory_text::cause;

#[derive(Args)]
pub(crate) struct McpArgs {}

impl Verb for McpArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Agents start it; 'git memory agents install' adds it to their configuration.",
        example: "mcp",
    };
}

pub(crate) fn run(
    invocation: &Invocation,
    program: &Program,
    _args: &McpArgs,
    _printer: &mut Printer,
) -> Result<Exit, Failure> {
    match (program.mcp)(invocation, program.clock) {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(Failure::fatal(format!(
            "the MCP server stopped: {}",
            cause(&error)
        ))),
    }
}
