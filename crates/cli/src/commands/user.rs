//! `git memory user`: in a repository, or outside of any.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::Path;

use clap::{Args, Subcommand};

use super::edit::TextArgs;
use crate::anywhere::anywhere;
use crate::exit::{Exit, Failure};
use crate::input::PageText;
use crate::output::{BOLD, DIM, PLAIN, Printer, ask};
use crate::{editor, written};
use git_memory_app::records::edited::NewText;
use git_memory_app::wire::{PathAnswer, TextAnswer, UserFilesAnswer, VersionsAnswer};
use git_memory_app::workspace::{At, Invocation};
use git_memory_app::{user, user_text};
use git_memory_model::record::template::Template;

#[derive(Args)]
pub(crate) struct UserArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print a file, or MEMORY.md by default
    Read {
        /// A topic, or rules/NAME
        name: Option<String>,
    },
    /// Write a file: append to its text, or replace it
    Write(WriteArgs),
    /// Edit a file: in git's editor, from a file, or one section of it
    Edit(EditArgs),
    /// List earlier texts of a file, newest first (default: MEMORY.md)
    Log {
        /// MEMORY for the index, a topic, or rules/NAME
        name: Option<String>,
    },
    /// Restore an earlier text of a file; the current text is kept, too
    Restore {
        /// MEMORY for the index, a topic, or rules/NAME
        name: String,
        /// The text's number, as 'user log' shows it (default: the last one)
        number: Option<u32>,
    },
    /// List the files
    List,
    /// Print the path of the folder
    Path,
}

#[derive(Args)]
struct WriteArgs {
    /// MEMORY for the index, a topic, or rules/NAME
    name: String,
    #[command(flatten)]
    text: PageText,
    /// Replace the text of the file; 'user restore' brings it back
    #[arg(long)]
    replace: bool,
    /// Append the text after an empty line (the default)
    #[arg(long, hide = true, conflicts_with = "replace")]
    append: bool,
    /// Do not ask before a file is emptied
    #[arg(short, long)]
    yes: bool,
}

#[derive(Args)]
struct EditArgs {
    /// MEMORY for the index, a topic, or rules/NAME
    name: String,
    #[command(flatten)]
    text: TextArgs,
}

/// The answer where user memory has no files.
const NO_FILES: &str = "note: no user memory yet; 'git memory user write MEMORY TEXT' starts it";

impl Verb for UserArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It is outside of any repository, and only yours.",
        example: "user write MEMORY \"I prefer small commits.\"",
    };
    const ANSWERS: &[Answered] = &[
        answered::<UserFilesAnswer>("user list"),
        answered::<VersionsAnswer>("user log"),
        answered::<PathAnswer>("user path"),
        answered::<TextAnswer>("user read"),
        answered::<PathAnswer>("user restore"),
        answered::<PathAnswer>("user write"),
    ];
}

pub(crate) fn run(
    invocation: &Invocation,
    args: &UserArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // User memory belongs to no repository: outside of any, it goes without the settings that one
    // would add.
    let at = anywhere(invocation, printer)?;
    let done = run_at(at, args, printer);
    if let At::Repository(workspace) = at {
        printer.warn_of_unwatched(workspace);
    }
    done
}

fn run_at(at: At, args: &UserArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    match &args.command {
        Command::Read { name } => read(at, name.as_deref(), printer)?,
        Command::Write(args) => return write(at, args, printer),
        Command::Log { name } => {
            written::print_versions(&user::log(at, name.as_deref())?, printer);
        }
        Command::Restore { name, number } => {
            print_file(at, &user::restore(at, name, *number)?.to_string(), printer)?;
        }
        Command::Edit(args) => edit(at, args, printer)?,
        Command::List => list(at, printer)?,
        Command::Path => print_path(user::store(at.invocation())?.folder(), printer),
    }
    Ok(Exit::Done)
}

fn read(at: At, name: Option<&str>, printer: &mut Printer) -> Result<(), Failure> {
    let found = user::read(at, name)?;
    if found.is_none() {
        printer.note(NO_FILES);
    }
    // A memory that does not exist yet reads as an empty one.
    let text = found.unwrap_or_default().into_string();
    if printer.is_json() {
        printer.json(TextAnswer { text: &text });
    } else {
        printer.page();
        printer.markdown(&text);
    }
    Ok(())
}

fn write(at: At, args: &WriteArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    let given = args.text.read(at.invocation())?;
    let is_empty = given.text.trim().is_empty();
    // A pipe whose other end failed has no text either.
    if is_empty && !args.replace {
        printer.note("note: the text is empty, so nothing is appended");
    }
    if is_empty
        && args.replace
        && !args.yes
        && user::has_text(at, &args.name)?
        && !may_empty(&args.name)?
    {
        return Ok(Exit::No);
    }
    let path = user::write(at, &args.name, &given.text, !args.replace).map_err(Failure::from);
    let path = editor::keeping(at, given.piped(), path)?;
    print_file(at, &path.to_string(), printer)?;
    Ok(Exit::Done)
}

/// Asks whether a file is to lose its text.
///
/// # Errors
/// Where there is no terminal to ask on.
fn may_empty(name: &str) -> Result<bool, Failure> {
    ask(&format!("the new text is empty; empty '{name}'?")).ok_or_else(|| {
        Failure::fatal(format!("the new text is empty, and '{name}' is not"))
            .code("needs-confirmation")
            .hint("nothing was written; to empty it, pass --yes")
    })
}

/// Prints where a file of user memory is.
fn print_file(at: At, name: &str, printer: &mut Printer) -> Result<(), Failure> {
    let folder = user::store(at.invocation())?.folder().to_owned();
    print_path(&folder.join(name), printer);
    Ok(())
}

fn edit(at: At, args: &EditArgs, printer: &mut Printer) -> Result<(), Failure> {
    args.text.must_be_whole()?;
    let opened = user_text::open(at, &args.name)?;
    let write = |new: NewText| user_text::write(at, &opened, new);
    let template = Template::plain(&opened.text);
    let edited = args.text.apply(at, &template, |_| Ok(()), write)?;
    written::print_edited(&edited, printer);
    Ok(())
}

fn list(at: At, printer: &mut Printer) -> Result<(), Failure> {
    let user::UserList { files, odd } = user::list(at)?;
    for name in odd {
        printer.note(format!(
            "note: skipped '{name}': not a readable Markdown file"
        ));
    }
    if files.is_empty() {
        printer.note(NO_FILES);
    }
    if printer.is_json() {
        printer.json(UserFilesAnswer {
            files: files.iter().map(Into::into).collect(),
        });
        return Ok(());
    }
    for file in files {
        let path = file.path.to_string();
        printer.styled(&[(BOLD, &path), (PLAIN, "  "), (DIM, &file.title)]);
    }
    Ok(())
}

fn print_path(path: &Path, printer: &mut Printer) {
    let path = path.display().to_string();
    if printer.is_json() {
        printer.json(PathAnswer { path });
    } else {
        printer.line(path);
    }
}
