//! Checks that are command lines. A pull request may bring a command, and an agent may write one: only
//! what was committed before is run, and only where the person allows it.

use std::process::ExitStatus;

use super::accepted::has;
use super::found::{Age, BrokenCheck, Verification, Violation};
use super::rules::{Kind, Ruling};
use super::{Judge, VerifyRequest};
use crate::workspace::{Error, sanitize, settings};
use git_memory_git::ObjectId;
use git_memory_store::View;
use git_memory_text::limits;

/// Maximum number of lines of output that are shown: the last ones.
const LINES: usize = 20;
/// The longest line of output that is shown, in characters.
const LINE: usize = 300;

/// Commit whose version of a record is run, or the reason that no command is.
type Ground = Result<Option<ObjectId>, &'static str>;

/// Runs the commands among rulings, and adds what they tell to an answer.
pub(super) fn run(
    judge: &Judge<'_>,
    request: &VerifyRequest,
    rulings: &[Ruling<'_>],
    verification: &mut Verification,
) -> Result<(), Error> {
    let mut rulings = rulings
        .iter()
        .filter(|it| it.kind() == Kind::Nothing)
        .peekable();
    if rulings.peek().is_none() {
        return Ok(());
    }
    let workspace = judge.workspace;
    let ground = ground(judge, request)?;
    let is_allowed = settings::runs_commands(workspace)?;
    for ruling in rulings {
        let not_run = match ground {
            Err(reason) => Some(reason),
            Ok(commit) if !is_committed(judge, ruling, commit)? => {
                Some("the commit before these changes does not have it")
            }
            Ok(_) if !is_allowed => Some("memory.verifyCommands is not set"),
            Ok(_) => None,
        };
        if let Some(reason) = not_run {
            verification.not_run.push(BrokenCheck {
                record: ruling.record.clone(),
                number: ruling.check.number,
                reason: workspace.guard()?.redact(reason),
            });
            continue;
        }
        let ran = workspace
            .store()
            .run_shell(ruling.check.rule.pattern(), limits::CHECK_COMMAND_TIME)?;
        if ran.status.is_some_and(|status| status.success()) {
            continue;
        }
        let output = String::from_utf8_lossy(&ran.output);
        let lines: Vec<&str> = output.lines().filter(|it| !it.trim().is_empty()).collect();
        let guard = workspace.guard()?;
        let last = &lines[lines.len().saturating_sub(LINES)..];
        verification.violations.push(Violation {
            record: ruling.record.clone(),
            why: judge.why(ruling.record)?,
            number: ruling.check.number,
            rule: ruling.check.rule.clone(),
            // No file breaks it; its place is where it is declared.
            path: ruling.record.path.as_str().to_owned(),
            line: 0,
            text: guard.redact(&end_of(ran.status)),
            output: last
                .iter()
                .map(|it| sanitize::line(guard, it, LINE))
                .collect(),
            age: Age::New,
        });
    }
    Ok(())
}

/// The ground on which commands are run: they see only the work tree.
fn ground(judge: &Judge<'_>, request: &VerifyRequest) -> Result<Ground, Error> {
    if !request.may_run_commands {
        return Ok(Err("hooks run no commands of records"));
    }
    let history = judge.workspace.store().history();
    Ok(match (&request.view, request.since) {
        (View::WorkTree, _) => Ok(history.head_commit()?),
        (View::Index, _) => Err("commands run over the work tree, not over the index"),
        (View::Revision(revision), Some(since)) => {
            let is_here = history.head_commit()? == Some(history.resolve(revision)?);
            if is_here && judge.workspace.store().has_work_tree() {
                Ok(Some(since))
            } else {
                Err("commands run over the work tree, which is at another commit")
            }
        }
        (View::Revision(_), None) => Err("commands run over the work tree, not over a revision"),
    })
}

/// True if a commit has the record in force with this command, at the same path.
fn is_committed(
    judge: &Judge<'_>,
    ruling: &Ruling<'_>,
    commit: Option<ObjectId>,
) -> Result<bool, Error> {
    let Some(commit) = commit else {
        return Ok(false);
    };
    let path = ruling.record.path.as_str();
    let version = judge.workspace.store().objects().file(commit, path)?;
    has(judge.workspace, ruling, version)
}

fn end_of(status: Option<ExitStatus>) -> String {
    match status {
        None => format!(
            "it took over {} minutes",
            limits::CHECK_COMMAND_TIME.as_secs() / 60
        ),
        Some(status) => match status.code() {
            Some(code) => format!("exit status {code}"),
            None => "ended by a signal".to_owned(),
        },
    }
}
