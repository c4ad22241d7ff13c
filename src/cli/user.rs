//! `git memory user`: in a repository, or outside of any.

use std::path::Path;

use crate::app::context::user::{self, At};
use crate::cli::add::body;
use crate::cli::args::UserCommand;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, PLAIN, Printer};
use crate::wire::{PathShape, TextShape, UserFilesShape};

pub(super) fn run(at: At, command: UserCommand, printer: &mut Printer) -> Result<Exit, Failure> {
    match command {
        UserCommand::Read { name } => {
            let text = user::read(at, name.as_deref())?;
            if text.is_none() {
                printer.note("note: there is no user memory yet; 'git memory user write MEMORY <text>' begins it");
            }
            let text = text.unwrap_or_default();
            if printer.is_json() {
                printer.json(TextShape {
                    text: text.into_string(),
                });
            } else {
                printer.page();
                printer.raw(text.as_bytes());
            }
        }
        UserCommand::Write {
            name,
            text,
            append,
            body_file,
        } => {
            let text = text.map_or_else(
                || {
                    body(
                        at.invocation(),
                        body_file.as_deref().unwrap_or(Path::new("-")),
                    )
                },
                Ok,
            )?;
            let path = user::write(at, &name, &text, append)?;
            show_path(
                &user::store(at.invocation())?
                    .folder()
                    .join(path.to_string()),
                printer,
            );
        }
        UserCommand::List => list(at, printer)?,
        UserCommand::Path => show_path(user::store(at.invocation())?.folder(), printer),
    }
    Ok(Exit::Done)
}

fn show_path(path: &Path, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(PathShape {
            path: path.display().to_string(),
        });
    } else {
        printer.line(path.display().to_string());
    }
}

fn list(at: At, printer: &mut Printer) -> Result<(), Failure> {
    let (files, odd) = user::list(at)?;
    for name in odd {
        printer.note(format!(
            "note: '{name}' is left out: it is no Markdown file that is read"
        ));
    }
    if printer.is_json() {
        printer.json(UserFilesShape {
            files: files.iter().map(Into::into).collect(),
        });
        return Ok(());
    }
    for file in files {
        printer.styled(&[
            (BOLD, &file.path.to_string()),
            (PLAIN, "  "),
            (DIM, &file.title),
        ]);
    }
    Ok(())
}
