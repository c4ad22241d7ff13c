//! `git memory user`: in a repository, or outside of any.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::edit::TextArgs;
use super::{input, written};
use crate::app::records::edited::NewText;
use crate::app::workspace::{At, Invocation, Workspace, open_if_any};
use crate::app::{user, user_text};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, PLAIN, Printer};
use crate::wire::{PathAnswer, TextAnswer, UserFilesAnswer};

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
    /// Write a file: replace its text, or append to it
    Write(WriteArgs),
    /// Edit a file: in git's editor, from a file, or one section of it
    Edit(EditArgs),
    /// List the files
    List,
    /// Print the path of the folder
    Path,
}

#[derive(Args)]
struct WriteArgs {
    /// MEMORY for the index, a topic, or rules/NAME
    name: String,
    /// The text (default: from --body-file or standard input)
    text: Option<String>,
    /// Append the text after an empty line
    #[arg(long)]
    append: bool,
    /// Take the text from a file, or from standard input with '-'
    #[arg(long, value_name = "FILE|-", conflicts_with = "text")]
    body_file: Option<PathBuf>,
}

#[derive(Args)]
struct EditArgs {
    /// MEMORY for the index, a topic, or rules/NAME
    name: String,
    #[command(flatten)]
    text: TextArgs,
}

pub(crate) fn run(
    invocation: &Invocation,
    args: &UserArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // User memory belongs to no repository: outside of any, it goes without the settings that one
    // would add.
    let Some(workspace) = open_if_any(invocation)? else {
        return run_at(At::Outside(invocation), args, printer);
    };
    // As of any other command: its printer asks the guard until the end.
    let workspace: &'static Workspace = Box::leak(Box::new(workspace));
    printer.know(workspace);
    let done = run_at(At::Repository(workspace), args, printer);
    printer.warn_of_unwatched(workspace);
    done
}

fn run_at(at: At, args: &UserArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    match &args.command {
        Command::Read { name } => read(at, name.as_deref(), printer)?,
        Command::Write(args) => write(at, args, printer)?,
        Command::Edit(args) => edit(at, args, printer)?,
        Command::List => list(at, printer)?,
        Command::Path => print_path(user::store(at.invocation())?.folder(), printer),
    }
    Ok(Exit::Done)
}

fn read(at: At, name: Option<&str>, printer: &mut Printer) -> Result<(), Failure> {
    let found = user::read(at, name)?;
    if found.is_none() {
        printer.note("note: no user memory yet; 'git memory user write MEMORY <text>' starts it");
    }
    // No memory yet is an empty one for whoever reads it.
    let text = found.unwrap_or_default().into_string();
    if printer.is_json() {
        printer.json(TextAnswer { text: &text });
    } else {
        printer.page();
        printer.raw(&text);
    }
    Ok(())
}

fn write(at: At, args: &WriteArgs, printer: &mut Printer) -> Result<(), Failure> {
    let text = match &args.text {
        Some(text) => text.clone(),
        None => input::body_or_stdin(at.invocation(), args.body_file.as_deref())?,
    };
    let path = user::write(at, &args.name, &text, args.append)?;
    print_path(
        &user::store(at.invocation())?
            .folder()
            .join(path.to_string()),
        printer,
    );
    Ok(())
}

fn edit(at: At, args: &EditArgs, printer: &mut Printer) -> Result<(), Failure> {
    args.text.must_be_whole()?;
    let opened = user_text::open(at, &args.name)?;
    let write = |new: NewText| user_text::write(at, &opened, new);
    let edited = args.text.apply(at, &opened.text, write)?;
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
