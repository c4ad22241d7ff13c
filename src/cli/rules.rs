//! `git memory rules`.

use crate::app::context::rules;
use crate::app::context::rules::Agent;
use crate::app::workspace::Workspace;
use crate::cli::args::{AgentArg, RulesCommand};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::domain::layout::RULES;
use crate::wire::{RuleFindingsShape, RulesShape};

pub(super) fn run(
    workspace: &Workspace,
    command: &RulesCommand,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    match command {
        RulesCommand::Build { agents } => {
            let agents: Vec<Agent> = agents.iter().map(|agent| Agent::from(*agent)).collect();
            build(workspace, &agents, printer)
        }
        RulesCommand::Check => check(workspace, printer),
    }
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

fn build(workspace: &Workspace, agents: &[Agent], printer: &mut Printer) -> Result<Exit, Failure> {
    let built = rules::build(workspace, agents)?;
    for path in &built.foreign {
        printer.note(format!("{path} is not git-memory's, and was left as it is"));
    }
    if printer.is_json() {
        printer.json(RulesShape {
            changed: built.changed,
            foreign: built.foreign,
        });
    } else {
        built.changed.iter().for_each(|path| printer.line(path));
    }
    Ok(Exit::Done)
}

fn check(workspace: &Workspace, printer: &mut Printer) -> Result<Exit, Failure> {
    let findings = rules::check(workspace)?;
    let is_good = findings.is_empty();
    let place = |name: &Option<String>| {
        name.as_ref()
            .map_or_else(|| RULES.to_owned(), |name| format!("{RULES}/{name}.md"))
    };
    if printer.is_json() {
        let findings = findings
            .into_iter()
            .map(|finding| (place(&finding.name), finding.message));
        printer.json(findings.collect::<RuleFindingsShape>());
    } else {
        findings.iter().for_each(|finding| {
            printer.line(format!("{}: {}", place(&finding.name), finding.message));
        });
    }
    Ok(if is_good { Exit::Done } else { Exit::No })
}
