//! `git memory agents install|uninstall|status`.

use super::verb::{HelpPage, Verb};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use git_memory_app::wire::{Answered, answered};

use crate::anywhere::anywhere;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::progress;
use git_memory_app::agents::{self, AgentReport, Change, Done, FileReport, Scope, State, Wish};
use git_memory_app::wire::Agent;
use git_memory_app::wire::{AgentItem, AgentsAnswer};
use git_memory_app::workspace::{At, Invocation};

#[derive(Args)]
pub(crate) struct AgentsArgs {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Add the MCP server, hooks and rules to agents' files; without a name, list the agents found
    /// here and what would be written
    Install {
        #[command(flatten)]
        named: NamedArgs,
        #[command(flatten)]
        scope: ScopeArgs,
        /// Print the changes, and write nothing
        #[arg(long)]
        print: bool,
        /// Leave the policy out: agents are told which decisions apply, and nothing is refused
        #[arg(long)]
        no_policy: bool,
    },
    /// Remove git-memory from agents' files; unchanged files get their old bytes back. Without a
    /// name, from those of every connected agent
    Uninstall {
        #[command(flatten)]
        named: NamedArgs,
        #[command(flatten)]
        scope: ScopeArgs,
    },
    /// Show git-memory's entries in agents' files
    Status {
        #[command(flatten)]
        named: NamedArgs,
        #[command(flatten)]
        scope: ScopeArgs,
    },
}

/// The command without a word of its own.
const STATUS: Command = Command::Status {
    named: NamedArgs { agents: Vec::new() },
    scope: ScopeArgs {
        project: false,
        user: false,
    },
};

#[derive(Args)]
struct NamedArgs {
    /// The agent (repeatable)
    #[arg(value_name = "AGENT", value_parser = agent())]
    agents: Vec<Agent>,
}

#[derive(Args)]
struct ScopeArgs {
    /// The files of the project, which its team shares (default)
    #[arg(long, conflicts_with = "user")]
    project: bool,
    /// The user's own files, for all projects
    #[arg(long)]
    user: bool,
}

impl ScopeArgs {
    fn scope(&self) -> Option<Scope> {
        match (self.project, self.user) {
            (true, _) => Some(Scope::Project),
            (_, true) => Some(Scope::User),
            _ => None,
        }
    }
}

fn agent() -> impl TypedValueParser<Value = Agent> {
    PossibleValuesParser::new(Agent::all().map(Agent::name)).try_map(|name| name.parse::<Agent>())
}

impl Verb for AgentsArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It keeps your own entries and comments in the same files, and 'uninstall' restores \
         the bytes; 'install AGENT --print' shows what an agent's files get.",
        example: "agents install claude codex",
    };
    const ANSWERS: &[Answered] = &[answered::<AgentsAnswer>("agents")];
}

pub(crate) fn run(
    invocation: &Invocation,
    args: &AgentsArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // The files of a user belong to no repository.
    let at = anywhere(invocation, printer)?;
    let wish = |agents: &[Agent], scope: &ScopeArgs| Wish {
        agents: agents.to_vec(),
        scope: scope.scope(),
        is_without_policy: false,
    };
    // As git remote, without a word it shows what is there.
    match args.command.as_ref().unwrap_or(&STATUS) {
        Command::Install {
            named,
            scope,
            print,
            no_policy,
        } => {
            let wish = Wish {
                is_without_policy: *no_policy,
                ..wish(&named.agents, scope)
            };
            if *print {
                print_texts(at, &agents::planned(at, &wish)?, printer);
            } else if wish.agents.is_empty() {
                offer(at, &agents::planned(at, &wish)?, printer);
            } else {
                install(at, &agents::install(at, &wish)?, *no_policy, printer);
                if let At::Repository(workspace) = at {
                    progress::warm_up(workspace, printer);
                }
            }
        }
        Command::Uninstall { named, scope } => {
            let done = agents::uninstall(at, &wish(&named.agents, scope))?;
            uninstalled(at, &done, printer);
        }
        Command::Status { named, scope } => {
            let reports = agents::status(at, &wish(&named.agents, scope))?;
            status(at, &reports, !named.agents.is_empty(), printer);
        }
    }
    Ok(Exit::Done)
}

/// The answer in JSON.
fn answer(at: At, agents: &[AgentReport], done: Option<&Done>, is_written: bool) -> AgentsAnswer {
    AgentsAnswer {
        program: agents::program(at).map(|path| path.display().to_string()),
        is_written,
        agents: agents
            .iter()
            .map(|report| AgentItem::new(report, false))
            .collect(),
        rules: done.map(|done| done.rules.clone()).unwrap_or_default(),
        late_hooks: agents::late_hooks(at).iter().map(Into::into).collect(),
    }
}

fn print_texts(at: At, done: &Done, printer: &mut Printer) {
    if printer.is_json() {
        let texts = done.agents.iter();
        printer.json(AgentsAnswer {
            agents: texts.map(|report| AgentItem::new(report, true)).collect(),
            ..answer(at, &done.agents, None, false)
        });
        return;
    }
    for report in &done.agents {
        for file in &report.files {
            printer.line(format!("# {}: {}", report.agent.title(), file.file));
            printer.raw(&file.fresh);
        }
    }
}

/// Says which agents are used here, and what would be written.
fn offer(at: At, done: &Done, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(answer(at, &done.agents, Some(done), false));
        return;
    }
    for report in &done.agents {
        printer.line(format!(
            "{:<8}  {}",
            report.agent.name(),
            report.signs.join(", ")
        ));
        for file in &report.files {
            let would = match (&file.problem, file.change) {
                (Some(_), _) => "cannot be changed",
                (None, Change::Unchanged) => "has it",
                (None, Change::Created) => "would be created",
                (None, Change::Changed | Change::Removed) => "would be changed",
            };
            let holds = file.holds.join(", ");
            printer.line(format!("{:<8}  {} {would}: {holds}", "", file.file));
            warn_of_problem(file, printer);
        }
    }
    if done.agents.is_empty() {
        let all: Vec<&str> = Agent::all().map(Agent::name).collect();
        printer.note("no agent was found here");
        printer.note(format!("hint: name one: {}", all.join(", ")));
        return;
    }
    // With a file that cannot be changed, it would write none.
    let has_problem = |it: &&AgentReport| it.files.iter().any(|file| file.problem.is_some());
    let (odd, good): (Vec<_>, Vec<_>) = done.agents.iter().partition(has_problem);
    if !odd.is_empty() {
        printer.note(format!(
            "hint: 'git memory agents install {} --print' shows what goes there",
            names(&odd)
        ));
    }
    if !good.is_empty() {
        printer.note(format!(
            "hint: nothing was written; 'git memory agents install {}' does it",
            names(&good)
        ));
    }
}

fn names(agents: &[&AgentReport]) -> String {
    let names: Vec<&str> = agents.iter().map(|it| it.agent.name()).collect();
    names.join(" ")
}

fn warn_of_problem(file: &FileReport, printer: &Printer) {
    if let Some(problem) = &file.problem {
        printer.note(format!("warning: {problem}"));
    }
}

fn install(at: At, done: &Done, no_policy: bool, printer: &mut Printer) {
    for path in &done.foreign {
        printer.note(format!("{path} was not written by git-memory; not changed"));
    }
    if printer.is_json() {
        printer.json(answer(at, &done.agents, Some(done), true));
    } else {
        print_changes(&done.agents, printer);
        for path in &done.rules {
            printer.line(format!("rules     written    {path}"));
        }
    }
    say_what_hooks_do(done, no_policy, printer);
    name_shared(done, printer);
    warn_of_program(at, printer);
    if let At::Repository(workspace) = at
        && !workspace.has_memory()
    {
        printer.note("no memory yet, so hooks tell nothing: git memory init");
    }
}

/// Says what agents will see, when, and what they may be refused.
fn say_what_hooks_do(done: &Done, no_policy: bool, printer: &Printer) {
    let mut files = done.agents.iter().flat_map(|report| &report.files);
    let tells = |file: &FileReport| ["hooks", "plugin"].iter().any(|it| file.holds.contains(it));
    if !files.any(tells) {
        name_limits(&done.agents, printer);
        return;
    }
    printer.note(
        "Agents get the project's context when a session starts, and relevant records at each \
         prompt and before they change a file.",
    );
    name_limits(&done.agents, printer);
    if no_policy {
        printer.note("Nothing is refused (--no-policy).");
        printer.note("To silence the hooks here: git config memory.auto false");
        return;
    }
    printer.note(
        "Refused: secrets written to memory/, edits of files that git-memory writes, paths in \
         policy.block, changes of git's own files, logs in sessions/ and receipts/, and what a \
         record with 'enforce: true' forbids.",
    );
    let all: Vec<&AgentReport> = done.agents.iter().collect();
    printer.note(format!(
        "To leave refusals out: git memory agents install {} --no-policy; to silence the hooks \
         here: git config memory.auto false",
        names(&all)
    ));
}

/// Says what the hooks of each agent cannot do.
fn name_limits<'a>(agents: impl IntoIterator<Item = &'a AgentReport>, printer: &Printer) {
    for report in agents {
        if let Some(limits) = report.agent.limits() {
            printer.note(format!("note: {} {limits}", report.agent.title()));
        }
    }
}

fn uninstalled(at: At, done: &Done, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(answer(at, &done.agents, Some(done), true));
    } else {
        print_changes(&done.agents, printer);
        for path in &done.rules {
            printer.line(format!("rules     removed    {path}"));
        }
    }
    for file in done.agents.iter().flat_map(|report| &report.files) {
        if matches!(file.state, State::Changed | State::Different) {
            printer.note(format!(
                "note: {} has changed entries for git-memory; they are kept",
                file.file
            ));
        }
    }
    if done.agents.is_empty() {
        printer.note("no agent is connected here; not changed");
    }
    if !done.shared.is_empty() {
        printer.note(format!(
            "hint: not staged: {}; commit the changes",
            done.shared.join(", ")
        ));
    }
}

fn print_changes(agents: &[AgentReport], printer: &mut Printer) {
    for report in agents {
        for file in &report.files {
            printer.line(format!(
                "{:<8}  {:<9}  {}: {}",
                report.agent.name(),
                file.change.name(),
                file.file,
                file.holds.join(", ")
            ));
        }
    }
}

/// Says that files of the project, and those of its rules, were written: they are not memory, and
/// are not staged.
fn name_shared(done: &Done, printer: &Printer) {
    let mut names = Vec::new();
    for file in done.agents.iter().flat_map(|report| &report.files) {
        let is_there = !matches!(file.change, Change::Unchanged | Change::Removed);
        if file.scope == Scope::Project && is_there {
            names.push(file.file.as_str());
        }
    }
    names.extend(done.rules.iter().map(String::as_str));
    if !names.is_empty() {
        printer.note(format!(
            "hint: not staged: {}; commit the files that your team should share",
            names.join(", ")
        ));
    }
}

fn warn_of_program(at: At, printer: &Printer) {
    if agents::program(at).is_none() {
        printer.note("warning: git-memory is not on PATH: agents cannot start it");
        printer.note("hint: put the program into a folder of PATH");
    }
}

fn status(at: At, reports: &[AgentReport], is_named: bool, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(answer(at, reports, None, false));
        return;
    }
    let mut is_anywhere = false;
    for report in reports {
        // Absent files of an agent that is not used here are not worth a line.
        let is_used = !report.signs.is_empty() || is_named;
        for file in &report.files {
            is_anywhere |= file.state != State::Absent;
            if !is_used && file.state == State::Absent {
                continue;
            }
            printer.line(format!(
                "{:<8}  {:<7}  {:<10}  {}: {}",
                report.agent.name(),
                file.scope.name(),
                file.state.name(),
                file.file,
                file.holds.join(", ")
            ));
            warn_of_problem(file, printer);
        }
    }
    if let Some(late) = agents::late_sentence(&agents::late_hooks(at)) {
        printer.line(late);
    }
    if is_anywhere {
        let is_here = |file: &FileReport| file.state != State::Absent;
        let connected = reports.iter().filter(|it| it.files.iter().any(is_here));
        name_limits(connected, printer);
        warn_of_program(at, printer);
    } else {
        printer.note("hint: 'git memory agents install' lists the changes it would make");
    }
}
