//! `git memory rules`.

use super::verb::{HelpPage, Verb};
use clap::{Args, Subcommand};
use git_memory_app::wire::{Answered, answered};

use crate::args::{Choices, one_of};
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::context::rules::{Agent, Finding};
use git_memory_app::context::{build_all, rules};
use git_memory_app::wire::{RuleFindingItem, RuleFindingsAnswer, RulesAnswer};
use git_memory_app::workspace::Workspace;
use git_memory_model::layout::RULES;

#[derive(Args)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the rules into AGENTS.md, also in the folders of scopes, and .agents/rules/
    Build {
        /// Also write them for this agent (repeatable)
        #[arg(long = "for", value_name = "AGENT", value_parser = one_of(&AGENTS))]
        agents: Vec<Agent>,
    },
    /// Find rules that exceed their limit, or that no agent reads
    Check,
}

static AGENTS: Choices<Agent, 3> = [
    (
        "claude",
        Agent::Claude,
        "CLAUDE.md, which imports AGENTS.md",
    ),
    (
        "cursor",
        Agent::Cursor,
        ".cursor/rules/, those of a scope for the files of its folder",
    ),
    ("codex", Agent::Codex, "AGENTS.md itself"),
];

impl Verb for RulesArgs {
    const PAGE: HelpPage = HelpPage {
        more: "'build' writes them into a block of AGENTS.md, those of a scope \
         (memory/scopes/<scope>/rules/) in the scope's folder; it keeps the text around the block.",
        example: "rules build",
    };
    const ANSWERS: &[Answered] = &[
        answered::<RulesAnswer>("rules build"),
        answered::<RuleFindingsAnswer>("rules check"),
    ];
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

fn build(workspace: &Workspace, agents: &[Agent], printer: &mut Printer) -> Result<Exit, Failure> {
    let built = build_all(workspace, agents)?;
    // A file of the same name may be the team's own work.
    for path in &built.foreign {
        printer.note(format!("{path} was not written by git-memory; not changed"));
    }
    let mut remedies = Vec::new();
    for finding in built.unread.iter().chain(&built.faults) {
        printer.note(format!("warning: {}: {}", finding.path, finding.message));
        if !remedies.contains(&finding.remedy) {
            remedies.push(finding.remedy);
        }
    }
    for remedy in remedies {
        printer.note(format!("hint: {remedy}"));
    }
    if printer.is_json() {
        printer.json(RulesAnswer {
            changed: &built.changed,
            foreign: &built.foreign,
            unread: built.unread.into_iter().map(item).collect(),
            findings: built.faults.into_iter().map(item).collect(),
        });
    } else {
        built.changed.iter().for_each(|path| printer.line(path));
        if built.changed.is_empty() && rules::count(workspace)? == 0 {
            printer.note("no rules");
            printer.note(format!(
                "hint: a rule is a file {}/NAME.md; 'git memory init --rules' writes a first one",
                workspace.folder().join(RULES)
            ));
        }
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
    if printer.is_json() {
        let findings = findings.into_iter().map(item).collect();
        printer.json(RuleFindingsAnswer { findings });
    } else {
        for finding in findings {
            printer.line(format!("{}: {}", finding.path, finding.message));
        }
    }
    Ok(exit)
}

fn item(finding: Finding) -> RuleFindingItem {
    RuleFindingItem {
        path: finding.path,
        message: finding.message,
    }
}
