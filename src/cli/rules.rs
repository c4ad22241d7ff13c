//! `git memory rules`.

use clap::{Args, Subcommand, ValueEnum};

use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::context::rules;
use crate::app::context::rules::Agent;
use crate::app::workspace::Workspace;
use crate::wire::vocabulary::RULES;
use crate::wire::{RuleFindingItem, RuleFindingsAnswer, RulesAnswer};

#[derive(Args)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the rules where agents read them: AGENTS.md, .agents/rules/
    Build {
        /// Also write them where this agent reads them (repeatable)
        #[arg(long = "for", value_name = "AGENT")]
        agents: Vec<AgentArg>,
    },
    /// Find rules that exceed their budget
    Check,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AgentArg {
    /// CLAUDE.md
    Claude,
    /// .cursor/rules/
    Cursor,
    /// AGENTS.md itself
    Codex,
}

impl From<AgentArg> for Agent {
    fn from(agent: AgentArg) -> Self {
        match agent {
            AgentArg::Claude => Self::Claude,
            AgentArg::Cursor => Self::Cursor,
            AgentArg::Codex => Self::Codex,
        }
    }
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &RulesArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    match &args.command {
        Command::Build { agents } => build(workspace, agents, printer),
        Command::Check => check(workspace, printer),
    }
}

fn build(
    workspace: &Workspace,
    agents: &[AgentArg],
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let agents: Vec<Agent> = agents.iter().copied().map(Agent::from).collect();
    let built = rules::build(workspace, &agents)?;
    // A file of the same name may be the team's own work.
    for path in &built.foreign {
        printer.note(format!(
            "{path} was not written by git-memory, so it was not changed"
        ));
    }
    if printer.is_json() {
        printer.json(RulesAnswer {
            changed: &built.changed,
            foreign: &built.foreign,
        });
    } else {
        built.changed.iter().for_each(|path| printer.line(path));
    }
    Ok(Exit::Done)
}

fn check(workspace: &Workspace, printer: &mut Printer) -> Result<Exit, Failure> {
    let findings = rules::check(workspace)?;
    let exit = if findings.is_empty() {
        Exit::Done
    } else {
        Exit::No
    };
    let mut placed = Vec::new();
    for finding in findings {
        let place = match &finding.name {
            Some(name) => format!("{RULES}/{name}.md"),
            None => RULES.to_owned(),
        };
        placed.push((place, finding.message));
    }
    if printer.is_json() {
        let mut findings = Vec::new();
        for (path, message) in placed {
            findings.push(RuleFindingItem { path, message });
        }
        printer.json(RuleFindingsAnswer { findings });
    } else {
        for (place, message) in placed {
            printer.line(format!("{place}: {message}"));
        }
    }
    Ok(exit)
}
