//! The table of commands: dispatch, the grouped list in `git memory --help`, the reference in the
//! docs and completions come from it.
//!
//! A command is one row here and a file of its own, which holds its arguments (a struct for clap)
//! and `run`. clap makes the table of a command's arguments only where that command was typed: git
//! waits for its hooks, and the tables of all commands would take a third of their time.

use std::borrow::Cow;

use clap::{ArgMatches, Args, FromArgMatches};

use super::args::GlobalArgs;
use super::exit::{Exit, Failure};
use super::output::Printer;
use super::{
    add, adopt, allow, briefing, check, clear, close, config, context, count, diff, doctor, edit,
    export, feedback, filter, fold, forget, gc, get_context, hook, hooks, identity, import, init,
    list, log, notes, publish, recall, refresh, related, review, rules, runs, scan, set, show,
    summary, supersede, sync, topic, user, why,
};
use crate::app::private::settle::settle;
use crate::app::workspace::{Invocation, Workspace};
use crate::wire::vocabulary::Kind;

/// The groups of commands, in the order of the help text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Setting up.
    Start,
    /// Writing memory.
    Write,
    /// Reading memory.
    Read,
    /// Keeping memory in order.
    Care,
    /// Exchanging memory with other machines and programs.
    Share,
    /// For coding agents.
    Agents,
    /// What git itself calls; left out of the help text.
    Plumbing,
}

impl Group {
    /// The groups that people see, each with its heading.
    pub const SHOWN: [(Self, &'static str); 6] = [
        (Self::Start, "Start"),
        (Self::Write, "Write"),
        (Self::Read, "Read"),
        (Self::Care, "Maintain"),
        (Self::Share, "Share"),
        (Self::Agents, "Agents"),
    ];
}

/// One command: a row of the table.
pub struct Command {
    /// What is typed.
    pub name: &'static str,
    /// Where the help text lists it.
    pub group: Group,
    /// One line of help.
    pub about: Cow<'static, str>,
    arguments: fn(clap::Command) -> clap::Command,
    /// Whether it reads private memory, which the door brings up to date first.
    reads_private: fn(&ArgMatches) -> bool,
    run: Run,
}

/// What a command starts from.
#[derive(Clone, Copy)]
enum Run {
    /// An open repository.
    InRepository(fn(&Workspace, Typed<'_>, &mut Printer) -> Result<Exit, Failure>),
    /// Nothing: it opens a repository itself, where it needs one.
    Anywhere(fn(&Invocation, Typed<'_>, &mut Printer) -> Result<Exit, Failure>),
}

/// A command as it was typed.
struct Typed<'a> {
    name: &'a str,
    arguments: &'a ArgMatches,
}

impl Typed<'_> {
    fn parsed<A: FromArgMatches>(&self) -> Result<A, Failure> {
        A::from_arg_matches(self.arguments).map_err(|error| Failure::from(&error))
    }
}

/// Adds a command's arguments. The doc comments of groups of arguments would replace its own help.
fn with_arguments<A: Args>(command: clap::Command) -> clap::Command {
    // `augment_args` takes the first doc comment that it meets for the command's help.
    let about = command.get_about().cloned().unwrap_or_default();
    A::augment_args(command).about(about)
}

/// Writes the table. A row: help text, group, name, `file::Arguments`, what the command starts from
/// and whether it reads private memory (`never` where the column is empty).
macro_rules! commands {
    ($(
        #[doc = $about:literal]
        $group:ident $name:literal => $file:ident::$arguments:ident, $run:ident
        $($reads_private:ident)?;
    )*) => {
        [$(
            Command {
                name: $name,
                group: Group::$group,
                // A doc comment begins with the space after its slashes.
                about: Cow::Borrowed($about.trim_ascii_start()),
                arguments: with_arguments::<$file::$arguments>,
                reads_private: commands!(@reads_private $($reads_private)?),
                run: commands!(@$run $file::$arguments),
            },
        )*]
    };
    (@reads_private) => { never };
    (@reads_private $reads_private:ident) => { $reads_private };
    (@InRepository $file:ident::$arguments:ident) => {
        Run::InRepository(|workspace, typed, printer| {
            $file::run(workspace, &typed.parsed::<$file::$arguments>()?, printer)
        })
    };
    (@Anywhere $file:ident::$arguments:ident) => {
        Run::Anywhere(|invocation, typed, printer| {
            $file::run(invocation, &typed.parsed::<$file::$arguments>()?, printer)
        })
    };
}

fn never(_: &ArgMatches) -> bool {
    false
}

fn always(_: &ArgMatches) -> bool {
    true
}

/// `--private` is given.
fn if_asked(arguments: &ArgMatches) -> bool {
    matches!(arguments.try_get_one("private"), Ok(Some(true)))
}

/// An entry that is only written joins nothing.
fn unless_appending(arguments: &ArgMatches) -> bool {
    arguments.subcommand_name() != Some("append")
}

/// A pack of what is committed holds nothing private.
fn unless_committed(arguments: &ArgMatches) -> bool {
    !matches!(arguments.try_get_one("committed"), Ok(Some(true)))
}

/// Every command but those that add a record, which come out of the table of kinds. Commands that
/// take a record's name read private memory, too: the name may be that of a private record.
const COMMANDS: [Command; 43] = commands! {
    /// Set up memory in this repository: folder, summary page and hooks
    Start "init" => init::InitArgs, InRepository;
    /// Install, remove or show the hooks
    Start "hooks" => hooks::HooksArgs, InRepository;
    /// Diagnose this installation
    Start "doctor" => doctor::DoctorArgs, InRepository;

    /// Replace a record with a new or an existing one, in one step
    Write "supersede" => supersede::SupersedeArgs, InRepository;
    /// Give ids to pages that were written by hand
    Write "adopt" => adopt::AdoptArgs, InRepository;
    /// Set front matter keys of a record
    Write "set" => set::SetArgs, InRepository always;
    /// Edit the text of a record, or of a file of user memory
    Write "edit" => edit::EditArgs, InRepository always;
    /// Close an open loop or a plan
    Write "close" => close::CloseArgs, InRepository always;
    /// Make a tracked record of a private entry
    Write "publish" => publish::PublishArgs, InRepository always;
    /// Hide a private entry from every read
    Write "forget" => forget::ForgetArgs, InRepository always;
    /// Archive or delete records
    Write "clear" => clear::ClearArgs, InRepository;
    /// Read, write and list topics
    Write "topic" => topic::TopicArgs, InRepository;
    /// Append to and read this branch's private work log
    Write "summary" => summary::SummaryArgs, InRepository unless_appending;
    /// Read and write user memory, which all your repositories share
    Write "user" => user::UserArgs, Anywhere;
    /// Rate a recall result; ratings influence later rankings
    Write "feedback" => feedback::FeedbackArgs, InRepository always;

    /// Show a record
    Read "show" => show::ShowArgs, InRepository always;
    /// List records
    Read "list" => list::ListArgs, InRepository if_asked;
    /// Count records
    Read "count" => count::CountArgs, InRepository if_asked;
    /// Find the records that answer a question
    Read "recall" => recall::RecallArgs, InRepository if_asked;
    /// Find records related to a record
    Read "related" => related::RelatedArgs, InRepository;
    /// Explain files by the records and notes about them
    Read "why" => why::WhyArgs, InRepository;
    /// Show the history of memory, or of one record
    Read "log" => log::LogArgs, InRepository;
    /// Show which records changed, and how
    Read "diff" => diff::DiffArgs, InRepository;
    /// Make a pack of memory for a prompt, within a hard budget
    Read "context" => context::ContextArgs, InRepository unless_committed;
    /// Print structured context for a tool: defaults and requested topics
    Read "get-context" => get_context::GetContextArgs, InRepository always;
    /// Write a handover page: memory, recent changes, the last messages
    Read "briefing" => briefing::BriefingArgs, InRepository always;
    /// Show what the agents of each run did, retried and are doing now
    Read "runs" => runs::RunsArgs, InRepository always;
    /// Show notes on commits ('add-note --commit' writes them)
    Read "notes" => notes::NotesArgs, InRepository;
    /// Print the hashes that identify this repository
    Read "identity" => identity::IdentityArgs, InRepository;

    /// Show the settings in effect
    Care "config" => config::ConfigArgs, InRepository;
    /// Rebuild the derived files
    Care "refresh" => refresh::RefreshArgs, InRepository;
    /// Find errors in memory
    Care "check" => check::CheckArgs, InRepository;
    /// Find secrets in memory, in files, in the index or in history
    Care "scan" => scan::ScanArgs, InRepository;
    /// Mark a finding of 'scan' as a false positive
    Care "allow" => allow::AllowArgs, InRepository;
    /// Find records that may be out of date, and unanswered questions
    Care "review" => review::ReviewArgs, InRepository;
    /// Fold or delete private memory of deleted branches
    Care "gc" => gc::GcArgs, InRepository;

    /// Sync private memory and notes with a remote
    Share "sync" => sync::SyncArgs, InRepository;
    /// Fold the private memory of merged branches into this branch's
    Share "fold" => fold::FoldArgs, InRepository;
    /// Import records written elsewhere
    Share "import" => import::ImportArgs, InRepository;
    /// Write tracked memory to standard output, for other programs
    Share "export" => export::ExportArgs, InRepository;

    /// Build and check the rules that every conversation needs
    Agents "rules" => rules::RulesArgs, InRepository;

    /// Do the work of a git hook
    Plumbing "hook" => hook::HookArgs, Anywhere;
    /// Serve git as the filter of files below memory/
    Plumbing "filter" => filter::FilterArgs, Anywhere;
};

/// The table of commands, in the order of the help text.
pub fn commands() -> impl Iterator<Item = Command> {
    let adds = Kind::all().filter_map(|kind| {
        Some(Command {
            name: kind.add_command()?,
            group: Group::Write,
            about: Cow::Owned(add::about(kind)),
            arguments: add::arguments,
            reads_private: if_asked,
            run: Run::InRepository(|workspace, typed, printer| {
                let args = add::AddArgs::new(typed.name, typed.arguments)
                    .map_err(|error| Failure::from(&error))?;
                add::run(workspace, &args, printer)
            }),
        })
    });
    adds.chain(COMMANDS)
}

/// The whole command line as clap knows it: for parsing, and for what is generated from it.
#[must_use]
pub fn command_line() -> clap::Command {
    let program = GlobalArgs::augment_args(clap::Command::new("git-memory"))
        .bin_name("git memory")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A project's memory, kept inside git itself")
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .help_template(help_template());
    let commands = commands().map(|command| {
        clap::Command::new(command.name)
            .about(command.about.into_owned())
            .hide(command.group == Group::Plumbing)
            .defer(command.arguments)
    });
    program.subcommands(commands)
}

/// clap's template of the help text, with the commands in their groups.
fn help_template() -> String {
    let styles = clap::builder::Styles::default();
    let style = styles.get_header();
    // clap has no groups of commands; the braces are its own placeholders.
    let mut lines = vec![
        "{about-with-newline}".to_owned(),
        "{usage-heading} {usage}".to_owned(),
        String::new(),
    ];
    for (group, heading) in Group::SHOWN {
        lines.push(format!("{style}{heading}:{style:#}"));
        for command in commands().filter(|command| command.group == group) {
            lines.push(format!("  {:<14}  {}", command.name, command.about));
        }
        lines.push(String::new());
    }
    lines.push(format!("{style}Options:{style:#}"));
    lines.push("{options}".to_owned());
    lines.join("\n")
}

/// Runs the command that was typed.
///
/// # Errors
/// Where there is no repository, or what the command says.
pub(crate) fn dispatch(
    invocation: &Invocation,
    matches: &ArgMatches,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // clap demands a command and knows its names; both cases would be a fault of ours.
    let Some((name, arguments)) = matches.subcommand() else {
        return Err(Failure::usage("give a command"));
    };
    let Some(command) = commands().find(|command| command.name == name) else {
        return Err(Failure::usage(format!("'{name}' is not a command")));
    };
    let typed = Typed { name, arguments };
    match command.run {
        Run::Anywhere(run) => run(invocation, typed, printer),
        Run::InRepository(run) => {
            // The process ends with the command: giving back its memory piece by piece would only
            // take time, and the printer asks its guard until the end.
            let workspace: &'static Workspace = Box::leak(Box::new(Workspace::open(invocation)?));
            printer.know(workspace);
            if (command.reads_private)(arguments) {
                settle(workspace)?;
            }
            let done = run(workspace, typed, printer);
            printer.warn_of_unwatched(workspace);
            done
        }
    }
}
