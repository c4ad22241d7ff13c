//! The table of commands: dispatch, the overview, the manual pages, completion and the reference in
//! the docs come from it.
//!
//! A command is one row here and a file of its own, which holds its arguments (a struct for clap),
//! the rest of its page, its answers (`verb`) and `run`. clap makes the table of a command's
//! arguments only where that command was typed: git waits for its hooks, and the tables of all
//! commands would take a third of their time.

mod add;
mod adopt;
mod agent_hook;
mod agents;
mod backtest;
mod blame;
mod briefing;
mod browse;
mod check;
mod clear;
mod close;
mod complete;
mod config;
mod context;
mod diff;
mod doctor;
mod edit;
mod export;
mod feedback;
mod filter;
mod fold;
mod forget;
mod gc;
mod get_context;
mod graph;
mod help_command;
mod hook;
mod hooks;
mod identity;
mod import;
mod import_adr;
mod import_agents;
mod import_report;
mod import_transcripts;
mod incoming;
mod index;
mod init;
mod install_man;
mod list;
mod list_format;
mod log;
mod map;
mod mcp;
mod merge_driver;
mod model;
mod notes;
mod policy;
mod pr;
mod publish;
mod read_symbols;
mod recall;
mod refresh;
mod related;
mod review;
mod rules;
mod runs;
mod scan;
mod serve;
mod set;
mod show;
mod site;
mod status;
mod subscribe;
mod suggest;
mod summary;
mod supersede;
mod sync;
mod topic;
mod user;
mod verb;
mod verify;
mod why;

pub(crate) use add::meant_kind;

use std::borrow::Cow;

use clap::{ArgMatches, FromArgMatches};

use crate::anywhere::known;
use crate::exit::{Exit, Failure, Unparsed};
use crate::help;
use crate::output::Printer;
use crate::program::{Listed, Program};
use git_memory_app::advice::CLI;
use git_memory_app::hooks::{lost, reminder};
use git_memory_app::private::settle::settle;
use git_memory_app::session::warm;
use git_memory_app::wire::Answered;
use git_memory_app::workspace::listed::Listed as Repositories;
use git_memory_app::workspace::{Invocation, Workspace};
use git_memory_model::kind::Kind;
use git_memory_text::advice::Advice;

pub use crate::program::Group;
use verb::Verb;

/// One command: a row of the table.
pub struct Command {
    /// Name of the command, as it is typed.
    pub name: &'static str,
    /// Group in which the help text lists it.
    pub group: Group,
    /// True if only `git memory help --all` lists it.
    pub is_rare: bool,
    /// One line of help.
    pub about: Cow<'static, str>,
    /// A command line that does something sensible, without `git memory`.
    pub(crate) example: Cow<'static, str>,
    pub(crate) arguments: fn(clap::Command) -> clap::Command,
    /// Returns true if it reads private memory, which the door brings up to date first.
    reads_private: fn(&ArgMatches) -> bool,
    run: Run,
}

/// Starting point of a command.
#[derive(Clone, Copy)]
enum Run {
    /// An open repository.
    InRepository(fn(&Workspace, &Program, Typed<'_>, &mut Printer) -> Result<Exit, Failure>),
    /// An open repository; with `--everywhere` nothing, like the next.
    InRepositoryOrEverywhere(
        fn(&Workspace, &Program, Typed<'_>, &mut Printer) -> Result<Exit, Failure>,
        fn(&Invocation, Typed<'_>, &mut Printer) -> Result<Exit, Failure>,
    ),
    /// Nothing: it opens a repository itself, where it needs one.
    Anywhere(fn(&Invocation, Typed<'_>, &mut Printer) -> Result<Exit, Failure>),
    /// The table itself, of which it makes something.
    WithProgram(fn(&Invocation, &Program, Typed<'_>, &mut Printer) -> Result<Exit, Failure>),
}

/// A command as it was typed.
struct Typed<'a> {
    name: &'a str,
    arguments: &'a ArgMatches,
}

impl Typed<'_> {
    fn parsed<A: FromArgMatches>(&self) -> Result<A, Failure> {
        A::from_arg_matches(self.arguments).map_err(|error| Failure::from(Unparsed(&error)))
    }
}

/// Adds a command's arguments. The doc comments of groups of arguments would replace its own help.
fn with_arguments<A: Verb>(command: clap::Command) -> clap::Command {
    // `augment_args` takes the first doc comment that it meets for the command's help.
    let about = command.get_about().cloned().unwrap_or_default();
    // Without a command of its own, a command with commands is refused like any other wrong usage.
    let command = A::augment_args(command).arg_required_else_help(false);
    let verb::HelpPage { more, example } = A::PAGE;
    help::with_page(&A::kinds(), command.about(about), more, example)
}

/// Writes the table. A row: help text, group, `rare` if only the full list has it, name,
/// `file::Arguments`, what the command starts from and whether it reads private memory (`never` where
/// the column is empty).
macro_rules! commands {
    ($(
        #[doc = $about:literal]
        $group:ident $($rare:ident)? $name:literal => $file:ident::$arguments:ident, $run:ident
        $($reads_private:ident)?;
    )*) => {
        /// Every command but those that add a record, which come out of the table of kinds.
        const COMMANDS: [Command; [$($name),*].len()] = [$(
            Command {
                name: $name,
                group: Group::$group,
                is_rare: commands!(@is_rare $($rare)?),
                // A doc comment begins with the space after its slashes.
                about: Cow::Borrowed($about.trim_ascii_start()),
                example: Cow::Borrowed(<$file::$arguments as Verb>::PAGE.example),
                arguments: with_arguments::<$file::$arguments>,
                reads_private: commands!(@reads_private $($reads_private)?),
                run: commands!(@$run $file::$arguments),
            },
        )*];

        /// Every document that a command answers with. The schemas are a fiftieth of a program
        /// that has them: this one does not.
        pub fn answers() -> impl Iterator<Item = &'static Answered> {
            let all = [add::ANSWERS, $(<$file::$arguments as Verb>::ANSWERS),*];
            all.into_iter().flatten()
        }
    };
    (@is_rare) => { false };
    (@is_rare rare) => { true };
    (@reads_private) => { never };
    (@reads_private $reads_private:ident) => { $reads_private };
    (@InRepository $file:ident::$arguments:ident) => {
        Run::InRepository(|workspace, _, typed, printer| {
            $file::run(workspace, &typed.parsed::<$file::$arguments>()?, printer)
        })
    };
    (@InRepositoryOrEverywhere $file:ident::$arguments:ident) => {
        Run::InRepositoryOrEverywhere(
            |workspace, _, typed, printer| {
                $file::run(workspace, &typed.parsed::<$file::$arguments>()?, printer)
            },
            |invocation, typed, printer| {
                $file::everywhere(invocation, &typed.parsed::<$file::$arguments>()?, printer)
            },
        )
    };
    (@InRepositoryWithProgram $file:ident::$arguments:ident) => {
        Run::InRepository(|workspace, program, typed, printer| {
            let arguments = typed.parsed::<$file::$arguments>()?;
            $file::run(workspace, program, &arguments, printer)
        })
    };
    (@WithProgram $file:ident::$arguments:ident) => {
        Run::WithProgram(|invocation, program, typed, printer| {
            let arguments = typed.parsed::<$file::$arguments>()?;
            $file::run(invocation, program, &arguments, printer)
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
    is_given(arguments, "private")
}

fn is_given(arguments: &ArgMatches, option: &str) -> bool {
    matches!(arguments.try_get_one(option), Ok(Some(true)))
}

/// An entry that is only written joins nothing, and logs of other branches are joined when asked.
fn if_log_is_read(arguments: &ArgMatches) -> bool {
    !matches!(arguments.subcommand_name(), Some("append" | "fold" | "gc"))
}

/// A pack of what is committed holds nothing private.
fn unless_committed(arguments: &ArgMatches) -> bool {
    !is_given(arguments, "committed")
}

// Commands that take a record's name read private memory, too: the name may be that of a private
// record.
commands! {
    /// Set up memory in this repository
    Start "init" => init::InitArgs, InRepository;
    /// Show news, records to review, and next steps
    Start "status" => status::StatusArgs, InRepository;
    /// Connect coding agents (Claude Code, Codex, Cursor, …)
    Start "agents" => agents::AgentsArgs, Anywhere;
    /// Install, remove or show the hooks
    Start "hooks" => hooks::HooksArgs, InRepository;
    /// Diagnose this installation
    Start "doctor" => doctor::DoctorArgs, InRepositoryWithProgram;

    /// Edit the text of a record, or of a file of user memory
    Write "edit" => edit::EditArgs, InRepository always;
    /// Set front matter keys of a record
    Write "set" => set::SetArgs, InRepository always;
    /// Replace a record with a new or an existing one
    Write "supersede" => supersede::SupersedeArgs, InRepository;
    /// Register hand-written pages as records, with ids
    Write "adopt" => adopt::AdoptArgs, InRepository;
    /// Read, write and list topics
    Write "topic" => topic::TopicArgs, InRepository;
    /// Archive or delete records
    Write "clear" => clear::ClearArgs, InRepository;
    /// Close an open question or a plan
    Write rare "close" => close::CloseArgs, InRepository always;

    /// Show a record
    Read "show" => show::ShowArgs, InRepository always;
    /// List records, or count them
    Read "list" => list::ListArgs, InRepositoryOrEverywhere if_asked;
    /// Show the history of memory or of one record
    Read "log" => log::LogArgs, InRepository;
    /// Show which records changed, and how
    Read "diff" => diff::DiffArgs, InRepository;
    /// Find the records that answer a question
    Read "recall" => recall::RecallArgs, InRepositoryOrEverywhere if_asked;
    /// Explain files by the records and notes about them
    Read "why" => why::WhyArgs, InRepository;
    /// Find what is tied to a record, file, person or package
    Read "related" => related::RelatedArgs, InRepository;
    /// Like git blame, with the decision behind each commit
    Read rare "blame" => blame::BlameArgs, InRepository;
    /// Show source files and their symbols, the most used first
    Read rare "map" => map::MapArgs, InRepository;
    /// Suggest the records that a commit should cite
    Read rare "suggest" => suggest::SuggestArgs, InRepository;
    /// List decisions on the base branch that affect your changes
    Read rare "incoming" => incoming::IncomingArgs, InRepository;
    /// Rate a recall result; ratings influence later rankings
    Read rare "feedback" => feedback::FeedbackArgs, InRepository always;

    /// For prompts: print the records relevant to a task
    Agents "context" => context::ContextArgs, InRepository unless_committed;
    /// For tools: print context in parts that are asked for
    Agents "get-context" => get_context::GetContextArgs, InRepository always;
    /// For the next session: write a handover
    Agents "briefing" => briefing::BriefingArgs, InRepository always;
    /// For agents without hooks: build the files they read
    Agents "rules" => rules::RulesArgs, InRepository;
    /// For agents with tools: serve them over MCP
    Agents "mcp" => mcp::McpArgs, WithProgram;

    /// Append to this branch's work log, and read it
    Log "summary" => summary::SummaryArgs, InRepository if_log_is_read;
    /// Show the steps of runs, and take the next one
    Log "runs" => runs::RunsArgs, InRepositoryWithProgram always;
    /// Show notes on commits ('add note --commit' writes them)
    Log "notes" => notes::NotesArgs, InRepository;
    /// Sync work logs and notes with a remote
    Log "sync" => sync::SyncArgs, InRepository;
    /// Read and write user memory, for all your repositories
    Log "user" => user::UserArgs, Anywhere;

    /// Browse records on a terminal, and search as you type
    Share "browse" => browse::BrowseArgs, WithProgram;
    /// Serve pages, REST and MCP on this machine only
    Share "serve" => serve::ServeArgs, WithProgram;
    /// Read the memory of a parent, such as an organisation's decisions
    Share rare "subscribe" => subscribe::SubscribeArgs, InRepository;
    /// Write memory as a static website
    Share "site" => site::SiteArgs, InRepositoryWithProgram;
    /// Import records from other tools and formats
    Share "import" => import::ImportArgs, InRepository;
    /// Write memory to standard output, for other programs
    Share "export" => export::ExportArgs, InRepository;

    /// Find errors in memory
    Care "check" => check::CheckArgs, InRepository;
    /// Tell a pull request what it has to do with decisions
    Care "pr" => pr::PrArgs, InRepository;
    /// Verify that code keeps the checks that records declare
    Care "verify" => verify::VerifyArgs, InRepository;
    /// Find records that may be out of date
    Care "review" => review::ReviewArgs, InRepository;
    /// Find secrets in memory, files, the index or history
    Care "scan" => scan::ScanArgs, Anywhere;
    /// Show which files agents may not touch; check paths
    Care "policy" => policy::PolicyArgs, InRepository;
    /// Show the settings in effect
    Care "config" => config::ConfigArgs, InRepository;
    /// Add, choose or remove a model for search by meaning
    Care rare "model" => model::ModelArgs, Anywhere;
    /// Index all records, with a model also by meaning
    Care rare "index" => index::IndexArgs, InRepository;
    /// Measure how often search finds the record that a past commit cites
    Care rare "backtest" => backtest::BacktestArgs, InRepository;
    /// Rebuild the derived files
    Care rare "refresh" => refresh::RefreshArgs, InRepository;
    /// Print the hashes that identify this repository
    Care rare "identity" => identity::IdentityArgs, InRepository;

    /// List all commands, explain one, or find one by a word
    Plumbing "help" => help_command::HelpArgs, WithProgram;
    /// Install manual pages, and completion for shells
    Plumbing "install-man" => install_man::InstallManArgs, WithProgram;
    /// Do the work of a git hook
    Plumbing "hook" => hook::HookArgs, Anywhere;
    /// Filter files below memory/ for git
    Plumbing "filter" => filter::FilterArgs, Anywhere;
    /// Read the symbols of source files in a separate process
    Plumbing "read-symbols" => read_symbols::ReadSymbolsArgs, Anywhere;
    /// Merge a file below memory/ for git
    Plumbing "merge-driver" => merge_driver::MergeDriverArgs, Anywhere;
    /// Print completions of a word of the command line, for shells
    Plumbing "complete" => complete::CompleteArgs, WithProgram;
}

/// The table of commands, in the order of the help text.
pub fn commands() -> impl Iterator<Item = Command> {
    let add = |name, kind, is_rare| Command {
        name,
        group: Group::Write,
        is_rare,
        about: Cow::Owned(add::about(kind)),
        example: Cow::Owned(add::page(name, kind).1),
        arguments: add::arguments,
        reads_private: add::reads_private,
        run: Run::InRepository(|workspace, _, typed, printer| {
            let args = add::AddArgs::new(typed.name, typed.arguments)
                .map_err(|error| Failure::from(Unparsed(&error)))?;
            add::run(workspace, &args, printer)
        }),
    };
    let adds = Kind::all().filter_map(move |kind| Some(add(kind.add_command()?, kind, true)));
    let first = Command {
        about: Cow::Borrowed(add::ABOUT),
        ..add(add::NAME, Kind::DECISION, false)
    };
    std::iter::once(first).chain(adds).chain(COMMANDS)
}

/// Returns the part of the table that people see.
pub(crate) fn listed() -> Vec<Listed> {
    let mut listed = Vec::new();
    for Command {
        name,
        group,
        about,
        example,
        ..
    } in commands()
    {
        if group != Group::Plumbing {
            listed.push(Listed {
                name,
                group,
                about,
                example,
            });
        }
    }
    listed
}

/// Opens the repository around; a record may be shown from outside of any.
fn opened(
    invocation: &Invocation,
    command: &Command,
    arguments: &ArgMatches,
) -> Result<Workspace, Failure> {
    let shown = match command.name {
        "show" => arguments.get_many::<String>("record"),
        _ => None,
    };
    let names = shown.into_iter().flatten();
    Ok(Repositories::around(invocation, names)?)
}

/// Runs the command that was typed.
///
/// # Errors
/// Where there is no repository, or what the command says.
pub(crate) fn dispatch(
    invocation: &Invocation,
    program: &Program,
    matches: &ArgMatches,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // Like git's own commands, `git memory` alone says how things are.
    let (name, arguments) = matches.subcommand().unwrap_or(("status", matches));
    // clap knows the names; another one would be a fault of ours.
    let Some(command) = commands().find(|command| command.name == name) else {
        return Err(Failure::usage(format!("'{name}' is not a command")));
    };
    let typed = Typed { name, arguments };
    match command.run {
        Run::Anywhere(run) => run(invocation, typed, printer),
        Run::WithProgram(run) => run(invocation, program, typed, printer),
        Run::InRepositoryOrEverywhere(_, run) if is_given(arguments, "everywhere") => {
            run(invocation, typed, printer)
        }
        Run::InRepository(run) | Run::InRepositoryOrEverywhere(run, _) => {
            let workspace = known(opened(invocation, &command, arguments)?, printer);
            if (command.reads_private)(arguments) {
                let set_aside = settle(workspace)?;
                if let Some(set_aside) = set_aside {
                    printer.note_set_aside(&set_aside);
                }
            }
            let done = run(workspace, program, typed, printer);
            printer.warn_of_unwatched(workspace);
            // A failed command says why itself, and a check has its findings.
            if done.is_ok() && command.name != "check" {
                printer.warn_of_faults(&workspace.unheeded());
            }
            printer.warn_of_faults(&workspace.take_unread());
            printer.warn_of_private(workspace);
            if command.name != "subscribe" {
                // Among the faults of a search, and of a context, they are named already.
                let is_named = matches!(command.name, "recall" | "context" | "get-context");
                printer.note_parents_missing(workspace, is_named);
            }
            printer.warn_of_doubles(workspace);
            // These commands say it themselves, at length; git's hooks have no reader for it.
            let is_about_hooks = matches!(command.name, "hooks" | "doctor" | "init");
            if !is_about_hooks && command.group != Group::Plumbing {
                name_lost_hooks(workspace, printer);
            }
            if done.is_ok() && command.group != Group::Plumbing {
                // The command is done; without it, the first session waits longer.
                let _ = warm::start_ahead(workspace);
            }
            if done.is_ok() && command.group == Group::Write {
                remind_of_hooks(workspace, printer);
            }
            done
        }
    }
}

/// Says once that hooks which were installed here are gone.
fn name_lost_hooks(workspace: &Workspace, printer: &Printer) {
    // The requested work is done: `doctor` says what cannot be found out now.
    let Ok(lost) = lost(workspace) else {
        return;
    };
    if lost.is_empty() {
        return;
    }
    let lost = lost.join(", ");
    printer.note(format!(
        "warning: installed hooks do not run any more: {lost}"
    ));
    let advice = (CLI.sentence)(&Advice::ShowHooks);
    printer.note(format!("hint: {advice}"));
    let advice = (CLI.sentence)(&Advice::InstallHooks);
    printer.note(format!("hint: {advice}"));
}

/// Says once a day, after something was written, that this clone lacks hooks.
fn remind_of_hooks(workspace: &Workspace, printer: &Printer) {
    // The requested work is done: `doctor` says what cannot be found out now.
    let Ok(missing) = reminder(workspace) else {
        return;
    };
    if missing.is_empty() {
        return;
    }
    let missing = missing.join(", ");
    printer.note(format!("note: not installed in this clone: {missing}"));
    let advice = (CLI.sentence)(&Advice::InstallHooks);
    printer.note(format!(
        "hint: {advice}; without them, nothing stops secrets"
    ));
}
