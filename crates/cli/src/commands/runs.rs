//! `git memory runs`.

use std::thread;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::verb::{HelpPage, Verb};
use crate::absent;
use crate::exit::{Exit, Failure};
use crate::output::{BAD, BOLD, DIM, GOOD, ID, PLAIN, Printer};
use crate::program::Program;
use git_memory_app::View;
use git_memory_app::private::runs::{self, LEASE, Next, NextQuestion, Runs, RunsQuestion, Taken};
use git_memory_app::wire::{Answered, NextAnswer, RunsAnswer, answered};
use git_memory_app::workspace::{Repositories, Workspace};
use git_memory_guard::Clean;
use git_memory_model::private::Status;
use git_memory_model::private::entry::Label;
use git_memory_model::private::runs::{Run, State, Step, in_words};
use git_memory_text::date::rfc3339;
use git_memory_text::{cause, counted, visible_line};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct RunsArgs {
    #[command(subcommand)]
    command: Option<Command>,
    /// Only this run
    run: Option<String>,
    /// The steps of every branch and work tree of this clone
    #[arg(long)]
    all_branches: bool,
    /// Each step below those that it waits for
    #[arg(long)]
    graph: bool,
    /// Print again at each change, until it is interrupted
    #[arg(long)]
    watch: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Take the next free step, which no other agent of this clone gets
    Next {
        /// The run
        run: Label,
        /// The agent that takes it
        #[arg(long, value_name = "NAME")]
        agent: Label,
        /// How long it may take (90m, 12h, 3d); then the step is free again
        #[arg(long, value_name = "TIME", default_value = LEASE)]
        lease: String,
    },
}

impl Verb for RunsArgs {
    const PAGE: HelpPage = HelpPage {
        more: "A run groups the steps of one task. 'summary append' plans steps and reports them; \
               'runs next' gives each agent a step of its own.",
        example: "runs",
    };
    const ANSWERS: &[Answered] = &[
        answered::<RunsAnswer>("runs"),
        answered::<NextAnswer>("runs next"),
    ];
}

/// The deepest step that is indented by its depth.
const DEEPEST: usize = 20;
/// How often a watched run is looked at.
const PAUSE: Duration = Duration::from_secs(1);

pub(crate) fn run(
    workspace: &Workspace,
    program: &Program,
    args: &RunsArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let Some(Command::Next { run, agent, lease }) = &args.command {
        let question = NextQuestion {
            run: run.as_str().to_owned(),
            agent: agent.as_str().to_owned(),
            lease: Some(lease.clone()),
        };
        let next = runs::next(workspace, &question)?;
        return Ok(print_next(&question, &next, printer));
    }
    let question = RunsQuestion {
        run: args.run.clone(),
        all_branches: args.all_branches,
    };
    if args.watch {
        return watch(workspace, program, &question, args.graph, printer);
    }
    let told = runs::told(workspace, &question)?;
    if told.runs.is_empty() && !printer.is_json() {
        if let Some(run) = &args.run {
            printer.note(no_run(run));
            return Ok(Exit::No);
        }
        if !absent::note_absence(workspace, Some(&View::WorkTree), printer) {
            printer.note("no runs yet: 'git memory summary append' adds a step");
        }
    }
    printer.page();
    print(&told, args.graph, printer);
    Ok(Exit::Done)
}

/// Prints the runs again and again.
fn watch(
    workspace: &Workspace,
    program: &Program,
    question: &RunsQuestion,
    is_graph: bool,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // Opened anew for each look, with the time of the look.
    let repositories = Repositories::new(workspace.invocation(), program.clock);
    let mut last = String::new();
    loop {
        print(
            &repositories.ask(None, |workspace| runs::told(workspace, question))?,
            is_graph,
            printer,
        );
        let is_read = printer.print_anew(&mut last);
        if !is_read.map_err(|error| Failure::fatal(format!("cannot print: {}", cause(&error))))? {
            return Ok(Exit::Done);
        }
        thread::sleep(PAUSE);
    }
}

fn print(told: &Runs, is_graph: bool, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(RunsAnswer::from(told));
        return;
    }
    for (name, run) in &told.runs {
        let counts = in_words(&run.counts(told.now));
        printer.styled(&[(ID, name), (DIM, &format!("  {counts}"))]);
        if is_graph {
            for (step, depth) in run.graph() {
                print_step(run, step, depth, told.now, printer);
            }
        } else {
            for step in &run.steps {
                print_step(run, step, Some(0), told.now, printer);
            }
        }
    }
}

/// Prints a step at its depth in the graph; without one, it is in a circle.
fn print_step(run: &Run, step: &Step, depth: Option<usize>, now: i64, printer: &mut Printer) {
    let state = run.state(step, now);
    let style = match state {
        State::Failed | State::Blocked => BAD,
        State::Done | State::Doing => GOOD,
        State::Ready | State::Assigned => BOLD,
        State::Waiting | State::Cancelled => DIM,
    };
    let indent = "  ".repeat(depth.unwrap_or_default().min(DEEPEST));
    let more: String = about(run, step, state, depth)
        .iter()
        .map(|part| format!("  {part}"))
        .collect();
    printer.styled(&[
        (style, &format!("  {:<9}  ", state.name())),
        (PLAIN, &format!("{indent}{}", step.name)),
        (DIM, &format!("  {}", step.title)),
        (DIM, &more),
    ]);
}

/// The agent of a step, what it waits for, and how it went.
fn about(run: &Run, step: &Step, state: State, depth: Option<usize>) -> Vec<String> {
    let mut about = Vec::new();
    match (&step.agent, &step.assignee) {
        (_, Some(agent)) if state.is_open() => about.push(format!("for {agent}")),
        (Some(agent), _) if state.is_open() => about.push(format!("given back by {agent}")),
        (Some(agent), _) => about.push(agent.to_string()),
        _ => {}
    }
    if state == State::Waiting {
        let waits: Vec<&str> = run.waits_for(step).map(Clean::as_str).collect();
        about.push(format!("after {}", waits.join(", ")));
    }
    if depth.is_none() {
        about.push("waits for itself".to_owned());
    }
    if let (State::Doing, Some(until)) = (state, step.until()) {
        about.push(format!("until {}", rfc3339(until)));
    }
    match step.failures.as_slice() {
        [.., last] if step.status != Status::Failed => {
            let times = counted(step.failures.len(), "time");
            about.push(format!("failed {times}: {last}"));
        }
        [_, .., _] => about.push(format!("failed {}", counted(step.failures.len(), "time"))),
        _ => {}
    }
    about
}

/// Prints the step that an agent takes, or why there is none.
fn print_next(question: &NextQuestion, next: &Next, printer: &mut Printer) -> Exit {
    if printer.is_json() {
        printer.json(NextAnswer::from(next));
    }
    let why = match next {
        Next::Taken(taken) => {
            if !printer.is_json() {
                print_taken(taken, printer);
            }
            return Exit::Done;
        }
        Next::NoRun => no_run(&question.run),
        Next::Done => format!("run '{}' is done", question.run),
        Next::Nothing(left) => format!("no step is free: {}", in_words(left)),
    };
    printer.note(why);
    Exit::No
}

fn print_taken(taken: &Taken, printer: &mut Printer) {
    let step = &taken.step;
    printer.styled(&[(ID, &step.name), (BOLD, &format!("  {}", step.title))]);
    if let Some(until) = step.until() {
        printer.styled(&[(DIM, &format!("until {}", rfc3339(until)))]);
    }
    for before in &taken.before {
        printer.line(format!("after {}: {}", before.name, before.title));
    }
    for failure in &step.failures {
        printer.line(format!("failed: {failure}"));
    }
    if let Some(plan) = step.plan.as_deref().filter(|plan| !plan.is_empty()) {
        printer.line("");
        printer.markdown(plan);
    }
}

fn no_run(run: &str) -> String {
    format!("the work log has no run '{}'", visible_line(run))
}
