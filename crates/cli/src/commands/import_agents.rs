//! `git memory import claude-md` and the other forms in which agents' programs keep what they know.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::import_report::{Words, offer_update, print};
use crate::args::WriteMany;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::exchange::agents::{AgentImport, agents};
use git_memory_app::exchange::import::Outcome;
use git_memory_app::workspace::Workspace;
use git_memory_import::agents::form::Form;

const FILES: Words = Words {
    one: "file",
    many: "files",
    other: "rule",
};

#[derive(Subcommand)]
pub(crate) enum AgentCommand {
    /// Import CLAUDE.md and .claude/rules of Claude Code, with the pages that they include
    ClaudeMd(AgentArgs),
    /// Import AGENTS.md
    AgentsMd(AgentArgs),
    /// Import Claude Code's own memory: the folder with MEMORY.md
    ClaudeMemory(AgentArgs),
    /// Import the memory bank and the .clinerules of Cline
    Cline(AgentArgs),
    /// Import .cursor/rules and .cursorrules of Cursor
    #[command(visible_alias = "cursor")]
    CursorRules(AgentArgs),
    /// Import .github/copilot-instructions.md and .github/instructions of Copilot
    Copilot(AgentArgs),
    /// Import .serena/memories of Serena
    Serena(AgentArgs),
    /// Import notes of Basic Memory
    BasicMemory(AgentArgs),
}

#[derive(Args)]
pub(crate) struct AgentArgs {
    /// One of the files, or a folder that has them (default: the usual place)
    #[arg(value_name = "FILE|FOLDER")]
    path: Option<PathBuf>,
    /// Update imported records and rules that you have not changed
    #[arg(long)]
    update: bool,
    #[command(flatten)]
    common: WriteMany,
}

impl AgentCommand {
    fn parts(&self) -> (&'static Form, &AgentArgs) {
        match self {
            Self::ClaudeMd(args) => (Form::CLAUDE_MD, args),
            Self::AgentsMd(args) => (Form::AGENTS_MD, args),
            Self::ClaudeMemory(args) => (Form::CLAUDE_MEMORY, args),
            Self::Cline(args) => (Form::CLINE, args),
            Self::CursorRules(args) => (Form::CURSOR_RULES, args),
            Self::Copilot(args) => (Form::COPILOT, args),
            Self::Serena(args) => (Form::SERENA, args),
            Self::BasicMemory(args) => (Form::BASIC_MEMORY, args),
        }
    }
}

pub(crate) fn run(
    workspace: &Workspace,
    command: &AgentCommand,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (form, args) = command.parts();
    let request = AgentImport {
        form,
        path: args.path.clone(),
        is_update: args.update,
        dry_run: args.common.dry_run,
    };
    let outcomes = agents(workspace, &request, args.common.stage.is_staged())?;
    print(&outcomes, args.common.dry_run, &FILES, printer);
    offer_update(&outcomes, printer);
    let is_new_rule = |outcome: &Outcome| match &outcome.result {
        Ok(taken) => taken.is_rule(workspace.folder()),
        Err(_) => false,
    };
    if !args.common.dry_run && outcomes.iter().any(is_new_rule) {
        printer.note(if form.name == Form::AGENTS_MD.name {
            "hint: 'git memory rules build' gives rules to agents that do not read AGENTS.md"
        } else {
            "hint: 'git memory rules build' gives rules to every agent; remove the text from the \
             original files, or agents read it twice"
        });
    }
    Ok(Exit::Done)
}
