//! `git memory hook <name>`: what git's hooks call. What agents call is in [`agent_hook`].

use super::verb::{HelpPage, Verb};
use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::Args;

use super::agent_hook;
use crate::exit::{Exit, Failure};
use crate::findings::{
    exception_hint, fault_line, reasons, secret_hints, secret_line, violation_line,
};
use crate::input;
use crate::output::Printer;
use git_memory_app::advice::CLI;
use git_memory_app::care::check_merges::changed_in_head;
use git_memory_app::care::check_push::check_push;
use git_memory_app::care::check_sides::{after_merge, after_rebase};
use git_memory_app::hooks::{Duty, HOOKS, Hook, Offer, follow, guard, prepare};
use git_memory_app::private::notes::rewritten;
use git_memory_app::records::incoming::{Incoming, incoming};
use git_memory_app::secrets::{leaving, leaving_by_id, pushed, transaction};
use git_memory_app::session::warm;
use git_memory_app::verify::Violation;
use git_memory_app::wire::AgentEvent;
use git_memory_app::workspace::{Error, Invocation, Report, Workspace};
use git_memory_model::record::check::Finding;
use git_memory_text::advice::Advice;
use git_memory_text::counted;
use git_memory_text::limits;

/// An offer is not worth more of anybody's time.
const OFFER_LIMIT: Duration = Duration::from_secs(2);

/// Maximum number of pages that a commit names.
const NOTICES: usize = 5;

#[derive(Args)]
pub(crate) struct HookArgs {
    /// The hook's name, as git calls it
    name: String,
    /// What git gave the hook
    #[arg(
        value_name = "ARGUMENT",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    arguments: Vec<OsString>,
}

impl Verb for HookArgs {
    const PAGE: HelpPage = HelpPage {
        more: "The hooks of 'git memory hooks install' call it; agents call 'session-start', \
         'user-prompt', 'pre-tool-use', 'subagent-start' and 'session-end', with '--agent NAME'.",
        example: "hook pre-commit",
    };
}

pub(crate) fn run(
    invocation: &Invocation,
    args: &HookArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let Some(event) = AgentEvent::by_name(&args.name) {
        return agent_hook::run(invocation, event, &args.arguments, printer);
    }
    if args.name == warm::NAME {
        let late = args.arguments.first();
        let late = late.and_then(|name| AgentEvent::by_name(&name.to_string_lossy()));
        return Ok(warm::warm_up(invocation, late, CLI).map(|()| Exit::Done)?);
    }
    let Some(hook) = Hook::by_name(&args.name) else {
        let called = HOOKS.iter().filter(|hook| hook.duty.is_hook());
        let names: Vec<&str> = called.map(|hook| hook.name).collect();
        let of_agents = AgentEvent::ALL.map(AgentEvent::name).join(", ");
        let failure = Failure::from(Error::UnknownHook(args.name.clone()));
        return Err(failure
            .hint(format!("the hooks are: {}", names.join(", ")))
            .hint(format!("agents call: {of_agents}")));
    };
    match hook.duty {
        Duty::Guard => guard_commit(invocation, hook, printer),
        Duty::Push => guard_push(invocation, &args.arguments, printer),
        Duty::Transaction => guard_refs(invocation, &args.arguments, printer),
        Duty::Message => {
            prepare_message(invocation, &args.arguments, printer);
            Ok(Exit::Done)
        }
        Duty::Follow | Duty::Rewrite | Duty::Tell => {
            catch_up(invocation, hook, &args.arguments, printer);
            Ok(Exit::Done)
        }
        // Not a hook by name: git's settings run it as a command of its own.
        Duty::Filter | Duty::Merge => Ok(Exit::Done),
    }
}

/// The repository, for as long as the process lives: giving it back would only take time.
fn open(invocation: &Invocation, printer: &Printer) -> Result<&'static Workspace, Failure> {
    let mut workspace = Workspace::open(invocation)?;
    let faults = workspace.pass_over_settings();
    let workspace: &'static Workspace = Box::leak(Box::new(workspace));
    printer.guard_by(workspace);
    printer.warn_of_faults(&faults);
    Ok(workspace)
}

/// Stops a commit whose staged memory is broken or holds a secret.
fn guard_commit(invocation: &Invocation, hook: Hook, printer: &Printer) -> Result<Exit, Failure> {
    let workspace = open(invocation, printer)?;
    // Only pre-commit can still add files to its commit: a merge commit does not take them.
    let verdict = guard(workspace, hook.name == "pre-commit")?;
    printer.warn_of_faults(&workspace.unheeded());
    // Notices come only with a commit that goes through: beside errors they would not be read.
    if let [first, ..] = verdict.violations.as_slice() {
        print_violations(&verdict.violations, printer);
        let lines = counted(verdict.violations.len(), "place");
        printer.note(format!(
            "git-memory: commit rejected: {lines} break the project's checks"
        ));
        printer.note(exception_hint(first));
        return Ok(Exit::No);
    }
    if verdict.errors.is_empty() {
        for path in verdict.rebuilt {
            printer.note(format!("git-memory: rebuilt {path} into this commit"));
        }
        print_notices(&verdict.notices, printer);
        return Ok(Exit::Done);
    }
    let (errors, them) = print_errors(&verdict.errors, printer);
    printer.note(format!(
        "git-memory: commit rejected: {errors} in staged memory; fix {them}, 'git add', and commit \
         again"
    ));
    if hook.name == "pre-merge-commit" {
        printer.note("hint: to take the merge back: git merge --abort");
    }
    Ok(Exit::No)
}

/// Names the places that break checks, and the reason of each record once.
fn print_violations(violations: &[Violation], printer: &Printer) {
    for violation in violations {
        printer.note(violation_line(violation));
    }
    for reason in reasons(violations) {
        printer.note(reason);
    }
}

/// Names errors with the way out of each; gives how many there are, in words, and what to call
/// them.
fn print_errors(errors: &[Finding], printer: &Printer) -> (String, &'static str) {
    for finding in errors {
        printer.note(fault_line(finding));
        let hint = (CLI.sentence)(&finding.fault.code.advice());
        printer.note(format!("hint: {hint}"));
    }
    let them = if errors.len() == 1 { "it" } else { "them" };
    (counted(errors.len(), "error"), them)
}

/// Names the pages that a commit brings; of many the first ones.
fn print_notices(notices: &[Finding], printer: &Printer) {
    let Some(first) = notices.first() else { return };
    for finding in notices.iter().take(NOTICES) {
        printer.note(fault_line(finding));
    }
    if let Some(more @ 1..) = notices.len().checked_sub(NOTICES) {
        printer.note(format!(
            "and {more} more; 'git memory check' names them all"
        ));
    }
    let hint = (CLI.sentence)(&first.fault.code.advice());
    printer.note(format!("hint: {hint}"));
}

/// Stops a push of private memory, of secrets in memory, or of broken records.
fn guard_push(
    invocation: &Invocation,
    arguments: &[OsString],
    printer: &Printer,
) -> Result<Exit, Failure> {
    // git gives the remote's name, or its URL where it has none.
    let remote = match arguments.first() {
        Some(name) => name.to_string_lossy().into_owned(),
        None => String::new(),
    };
    let refs = input::stdin()?;
    // Refs come first: without them the push is wrong whatever the commits hold.
    let mut private: Vec<String> = leaving(&refs).into_iter().map(str::to_owned).collect();
    let workspace = open(invocation, printer)?;
    if private.is_empty() {
        private = leaving_by_id(workspace, &refs);
    }
    let Some(first) = private.first() else {
        let exit = refuse_secrets(&pushed(workspace, &remote, &refs)?, printer);
        return Ok(match exit {
            Exit::Done => refuse_broken(&check_push(workspace, &remote, &refs)?, printer),
            stopped => stopped,
        });
    };
    let more = match private.len() {
        1 => String::new(),
        many => format!(" and {} more", many - 1),
    };
    printer.note(format!(
        "git-memory: push rejected: it would publish work logs: {first}{more}"
    ));
    printer.note("hint: 'git memory sync' shares them with everyone who can read the remote");
    printer.note(format!(
        "hint: to mirror everything else: \
         git push --prune {remote} 'refs/heads/*:refs/heads/*' 'refs/tags/*:refs/tags/*'"
    ));
    printer.note("hint: to push it anyway: git push --no-verify");
    Ok(Exit::No)
}

/// Stops what would bring broken records, if there are any.
fn refuse_broken(broken: &[Finding], printer: &Printer) -> Exit {
    if broken.is_empty() {
        return Exit::Done;
    }
    let (errors, them) = print_errors(broken, printer);
    printer.note(format!(
        "git-memory: push rejected: {errors} in the pushed memory; fix {them}, commit, and push \
         again"
    ));
    printer.note("hint: to push it anyway: git push --no-verify");
    Exit::No
}

/// Stops refs that would carry a new secret in memory.
fn guard_refs(
    invocation: &Invocation,
    arguments: &[OsString],
    printer: &Printer,
) -> Result<Exit, Failure> {
    // git calls the hook when the refs are locked, and again when they have moved: only the first
    // time can it be stopped.
    if arguments.first().is_none_or(|state| state != "prepared") {
        return Ok(Exit::Done);
    }
    let refs = input::stdin()?;
    let workspace = open(invocation, printer)?;
    Ok(refuse_secrets(&transaction(workspace, &refs)?, printer))
}

/// Stops what would carry secrets, if there are any.
fn refuse_secrets(report: &Report, printer: &Printer) -> Exit {
    if report.found.is_empty() {
        return Exit::Done;
    }
    for found in &report.found {
        printer.note(secret_line(found));
    }
    for hint in secret_hints(report) {
        printer.note(hint);
    }
    printer.note(
        "git-memory: rejected; remove it from the commits that contain it (git rebase -i), and try \
         again",
    );
    Exit::No
}

/// Offers a commit's message what the commit is about.
fn prepare_message(invocation: &Invocation, arguments: &[OsString], printer: &Printer) {
    let words = texts(arguments);
    let invocation = invocation.clone();
    let (done, is_done) = mpsc::channel();
    // Without a thread to spare, nothing is heard of it.
    let _ = thread::Builder::new().spawn(move || {
        // A commit is made without an offer as well: nothing that goes wrong here may stop it.
        let Ok(workspace) = Workspace::open(&invocation) else {
            return;
        };
        let workspace = ManuallyDrop::new(workspace);
        // The receiver is gone after the time limit.
        let _ = done.send(prepare(&workspace, &words));
    });
    let Ok(Ok(Some(offer))) = is_done.recv_timeout(OFFER_LIMIT) else {
        return;
    };
    let Offer { id, title, trailer } = offer;
    printer.note(format!(
        "hint: this commit may follow {id} ({title}); to cite it: git commit --amend --no-edit \
         --trailer '{trailer}'"
    ));
}

/// git's arguments as texts.
fn texts(arguments: &[OsString]) -> Vec<String> {
    let mut words = Vec::new();
    for word in arguments {
        words.push(word.to_string_lossy().into_owned());
    }
    words
}

/// Brings this work tree's state to what git has just done, and carries notes along.
fn catch_up(invocation: &Invocation, hook: Hook, arguments: &[OsString], printer: &Printer) {
    let words = texts(arguments);
    let invocation = invocation.clone();
    let (done, is_done) = mpsc::channel();
    // Without a thread to spare, nothing is heard of it.
    let _ = thread::Builder::new().spawn(move || {
        // The receiver is gone after the time limit.
        let _ = done.send(work_of(&invocation, hook, &words));
    });
    // The process ends with this command, and so does a thread that takes too long.
    let Ok(worth_saying) = is_done.recv_timeout(limits::HOOK_TIME) else {
        return;
    };
    if let Some(set_aside) = &worth_saying.set_aside {
        printer.note_set_aside(set_aside);
    }
    if let Some(incoming) = &worth_saying.incoming {
        name_landed(incoming, printer);
    }
    for finding in &worth_saying.changed {
        printer.note(fault_line(finding));
    }
    for finding in worth_saying.brought.iter().take(NOTICES) {
        printer.note(fault_line(finding));
    }
    if let Some(more) = worth_saying
        .brought
        .len()
        .checked_sub(NOTICES)
        .filter(|it| *it > 0)
    {
        let pairs = counted(more, "more pair");
        printer.note(format!("note: {pairs}: git memory check"));
    }
    if let Some(first) = worth_saying.changed.first() {
        let hint = (CLI.sentence)(&first.fault.code.advice());
        printer.note(format!("hint: {hint}"));
    }
}

/// Names what has been decided about the commits that are about to be rebased; of many the first
/// ones.
fn name_landed(incoming: &Incoming, printer: &Printer) {
    if incoming.landed.is_empty() {
        return;
    }
    let base = &incoming.base;
    printer.note(format!(
        "git-memory: new records on {base} about files that this branch changes:"
    ));
    for landed in incoming.landed.iter().take(NOTICES) {
        let header = &landed.record.header;
        printer.note(format!("  {}  {}", header.id.as_str(), header.title));
    }
    // Once the branch is there, nothing of this can be asked any more.
    let advice = (CLI.sentence)(&Advice::ListIncoming);
    printer.note(format!("hint: {advice}"));
}

/// Notices for the user about an operation of git, before or after it.
#[derive(Default)]
struct WorthSaying {
    /// Result of [`follow`].
    set_aside: Option<String>,
    /// Records that a merge changed by itself.
    changed: Vec<Finding>,
    /// Pairs of records that two sides brought together.
    brought: Vec<Finding>,
    /// Records that landed on the branch onto which this one is about to be rebased.
    incoming: Option<Incoming>,
}

fn work_of(invocation: &Invocation, hook: Hook, arguments: &[String]) -> WorthSaying {
    let mut worth_saying = WorthSaying::default();
    // git is done already: nothing that goes wrong here may look as if that were not so, and the
    // next read does what is left undone.
    let Ok(workspace) = Workspace::open(invocation) else {
        return worth_saying;
    };
    let workspace = ManuallyDrop::new(workspace);
    // git names the upstream, and the branch where it is not the current one.
    if hook.duty == Duty::Tell {
        if let [upstream] = arguments
            && let Ok(incoming) = incoming(&workspace, Some(upstream))
        {
            worth_saying.incoming = incoming;
        }
        return worth_saying;
    }
    if hook.duty == Duty::Rewrite
        && let Ok(commits) = input::stdin()
    {
        let _ = rewritten(&workspace, &commits);
        if arguments.first().is_some_and(|command| command == "rebase") {
            worth_saying.brought = after_rebase(&workspace, &commits).unwrap_or_default();
        }
    }
    if let Ok(set_aside) = follow(&workspace, hook.name, arguments) {
        worth_saying.set_aside = set_aside;
    }
    if hook.name == "post-merge" {
        worth_saying.changed = changed_in_head(&workspace).unwrap_or_default();
        worth_saying.brought = after_merge(&workspace).unwrap_or_default();
    }
    worth_saying
}
