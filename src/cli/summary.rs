//! `git memory summary` and `git memory runs`.

use crate::app::private::summary::{Appended, Filter};
use crate::app::private::{compact, summary};
use crate::app::workspace::Workspace;
use crate::cli::add::body;
use crate::cli::args::{AppendArgs, ExportFormat, SummaryCommand, SummaryListArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BAD, BOLD, DIM, GOOD, ID, PLAIN, Printer};
use crate::domain::date::rfc3339;
use crate::domain::private::Status;
use crate::domain::private::runs::{Agent, Step};
use crate::domain::private::summary::Summary;
use crate::store::Logged;
use crate::wire::{
    AppendedShape, CompactedShape, EntriesShape, EntryShape, ExportLine, RunShape, RunsShape,
    TextShape,
};

pub(super) fn run(
    workspace: &Workspace,
    command: SummaryCommand,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    match command {
        SummaryCommand::Append(args) => append(workspace, *args, printer)?,
        SummaryCommand::List(args) => list(workspace, args, printer)?,
        SummaryCommand::Show { entry } => show(workspace, &entry, printer)?,
        SummaryCommand::Latest { count, max_chars } => {
            let text = compact::latest(workspace, count, max_chars)?;
            if printer.is_json() {
                printer.json(TextShape { text });
            } else {
                printer.raw(text.as_bytes());
            }
        }
        SummaryCommand::Compact { run, keep } => {
            let written = compact::compact(workspace, run.as_deref(), keep)?;
            if printer.is_json() {
                printer.json(CompactedShape {
                    written: written.iter().map(Into::into).collect(),
                });
            } else {
                written
                    .iter()
                    .for_each(|appended| answer(appended, printer));
            }
        }
        SummaryCommand::Export {
            format: ExportFormat::Jsonl,
        } => {
            compact::export(workspace)?
                .iter()
                .for_each(|logged| printer.json_line(ExportLine::from(logged)));
        }
    }
    Ok(Exit::Done)
}

fn append(workspace: &Workspace, args: AppendArgs, printer: &mut Printer) -> Result<(), Failure> {
    let body = match &args.body_file {
        Some(file) => Some(body(workspace.invocation(), file)?),
        None => None,
    };
    let AppendArgs {
        run,
        step,
        agent,
        status,
        title,
        happened,
        outputs,
        follow_ups,
        body_file: _,
    } = args;
    let summary = Summary {
        run,
        step,
        agent,
        status,
        title,
        happened,
        outputs,
        follow_ups,
        body,
    };
    let appended = summary::append(workspace, summary)?;
    if printer.is_json() {
        report(&appended.redacted, printer);
        printer.json(AppendedShape::from(&appended));
    } else {
        answer(&appended, printer);
    }
    Ok(())
}

fn answer(appended: &Appended, printer: &mut Printer) {
    report(&appended.redacted, printer);
    let commit = format!("  {}  ", appended.commit.short());
    printer.styled(&[
        (ID, &appended.id),
        (DIM, &commit),
        (DIM, &appended.chain.to_string()),
    ]);
}

/// Says on stderr what was taken out of a private text.
pub(super) fn report(redacted: &[String], printer: &Printer) {
    for what in redacted {
        printer.note(format!("note: a secret was taken out: {what}"));
    }
}

fn list(
    workspace: &Workspace,
    args: SummaryListArgs,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let SummaryListArgs {
        run,
        agent,
        status,
        since,
        count: most,
    } = args;
    let since = since
        .map(|given| summary::moment(workspace, &given))
        .transpose()?;
    let entries = summary::list(
        workspace,
        &Filter {
            run,
            agent,
            status,
            since,
            most,
        },
    )?;
    if printer.is_json() {
        printer.json(EntriesShape {
            entries: entries.iter().map(Into::into).collect(),
        });
        return Ok(());
    }
    printer.page();
    for logged in &entries {
        let status = logged
            .entry
            .status
            .map_or(logged.entry.kind.name(), Status::name);
        let style = if logged.entry.status == Some(Status::Failed) {
            BAD
        } else {
            BOLD
        };
        let day = format!("  {}  ", rfc3339(logged.commit.time));
        let about = format!("  {}", about(logged));
        let id = short(logged);
        let status = format!("{status:<10}  ");
        printer.styled(&[
            (ID, &id),
            (DIM, &day),
            (style, &status),
            (PLAIN, &logged.entry.title),
            (DIM, &about),
        ]);
    }
    Ok(())
}

/// The id; a commit's is cut, as git cuts it.
fn short(logged: &Logged) -> String {
    logged
        .entry
        .id
        .as_ref()
        .map_or_else(|| logged.commit.id.short(), ToString::to_string)
}

/// Run, step and agent, as far as they are known.
fn about(logged: &Logged) -> String {
    let entry = &logged.entry;
    let parts = [&entry.run, &entry.step, &entry.agent]
        .into_iter()
        .flatten();
    parts
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" · ")
}

fn show(workspace: &Workspace, name: &str, printer: &mut Printer) -> Result<(), Failure> {
    let logged = summary::find(workspace, name)?;
    let content = summary::content(workspace, &logged)?;
    if printer.is_json() {
        printer.json(EntryShape::from(&logged).with_content(content));
        return Ok(());
    }
    printer.page();
    let commit = format!(
        "  {}  {}  ",
        logged.commit.id.short(),
        rfc3339(logged.commit.time)
    );
    printer.styled(&[
        (ID, &short(&logged)),
        (DIM, &commit),
        (DIM, &logged.commit.author),
    ]);
    let status = logged
        .entry
        .status
        .map(|status| format!("  {status}"))
        .unwrap_or_default();
    printer.styled(&[
        (BOLD, &logged.entry.title),
        (PLAIN, &status),
        (DIM, &format!("  {}", about(&logged))),
    ]);
    if !content.is_empty() {
        printer.line("");
        printer.raw(content.as_bytes());
    }
    Ok(())
}

pub(super) fn runs(workspace: &Workspace, printer: &mut Printer) -> Result<Exit, Failure> {
    let runs = summary::runs(workspace)?;
    if printer.is_json() {
        printer.json(RunsShape {
            runs: runs.iter().map(RunShape::from).collect(),
        });
        return Ok(Exit::Done);
    }
    printer.page();
    for (run, state) in &runs {
        printer.styled(&[(ID, run)]);
        for (name, agent) in &state.agents {
            show_agent(name, agent, printer);
        }
    }
    Ok(Exit::Done)
}

fn show_agent(name: &str, agent: &Agent, printer: &mut Printer) {
    let name = if name.is_empty() { "(no agent)" } else { name };
    let did = format!(
        "  {} done, {} failed",
        agent.standing(Status::Ok).count(),
        agent.standing(Status::Failed).count()
    );
    printer.styled(&[(PLAIN, "  "), (BOLD, name), (DIM, &did)]);
    if let Some(step) = agent.doing() {
        show_step("doing", step, printer);
    }
    for step in agent
        .steps
        .iter()
        .filter(|step| step.status == Status::Failed)
    {
        show_step("failed", step, printer);
    }
    for step in agent.steps.iter().filter(|step| step.status == Status::Ok) {
        show_step("done", step, printer);
    }
}

fn show_step(word: &str, step: &Step, printer: &mut Printer) {
    let style = if step.status == Status::Failed {
        BAD
    } else {
        GOOD
    };
    let again = match step.failures {
        0 => String::new(),
        times if step.is_retried() => format!("  (failed {times}×, tried again)"),
        times => format!("  (failed {times}×)"),
    };
    let title = format!("  {}", step.title);
    printer.styled(&[
        (style, &format!("    {word:<7} ")),
        (PLAIN, &step.name),
        (DIM, &title),
        (DIM, &again),
    ]);
}
