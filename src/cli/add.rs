//! The add commands: one for each kind in the table.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;

use super::notes;
use crate::app;
use crate::app::recall;
use crate::app::recall::Like;
use crate::app::records::add::{Request, Written};
use crate::app::records::private_record::WrittenPrivate;
use crate::app::records::{add, private_record};
use crate::app::workspace::{Error, Invocation, Workspace};
use crate::cli::args::{AddArgs, Parts, RecordArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{DIM, ID, Printer};
use crate::cli::summary::report;
use crate::domain::kind::Kind;
use crate::domain::layout::RECORD_LIMIT;
use crate::git::interactive;
use crate::wire::WrittenShape;

pub(super) fn run(
    workspace: &Workspace,
    args: AddArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let AddArgs {
        kind,
        is_private,
        commit,
        record,
        parts,
    } = args;
    let (is_edited, is_staged) = (record.edit, !record.stage.no_stage);
    let request = request(workspace.invocation(), kind, record, &parts)?;
    if let Some(commit) = commit {
        let text = [Some(request.title), request.body]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("\n\n");
        notes::noted(
            &app::private::notes::add(workspace, &commit, &text)?,
            printer,
        );
        return Ok(Exit::Done);
    }
    if is_edited && request.title.is_empty() {
        return Err(Failure::usage("give a title; the editor opens with it"));
    }
    if is_private {
        let mut prepared = private_record::prepare(workspace, kind, &request)?;
        if is_edited {
            edit(workspace, &mut prepared.text)?;
        }
        answer_private(&private_record::add(workspace, prepared)?, printer);
        return Ok(Exit::Done);
    }
    let mut prepared = add::prepare(workspace, kind, &request)?;
    if is_edited {
        edit(workspace, &mut prepared.text)?;
    }
    let written = add::write(workspace, &prepared, is_staged)?;
    answer(&written, printer);
    say_what_is_alike(workspace, &written, printer);
    Ok(Exit::Done)
}

/// Names the records that say nearly the same as a new one. What cannot be compared is no reason to
/// fail: it is written.
fn say_what_is_alike(workspace: &Workspace, written: &Written, printer: &Printer) {
    const MOST: usize = 3;
    let alike = recall::like(workspace, written).unwrap_or_default();
    for Like {
        id, title, percent, ..
    } in alike.iter().take(MOST)
    {
        printer.note(format!(
            "{id} says nearly the same ({percent} % of the words): {title}"
        ));
    }
    if let Some(Like { id, .. }) = alike.iter().find(|like| like.is_replaceable) {
        printer.note(format!(
            "hint: where one shall replace the other, 'git memory supersede {id}' does both in one step"
        ));
    }
}

/// Prints id and path.
pub(super) fn answer(written: &Written, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(WrittenShape::from(written));
    } else {
        printer.styled(&[
            (ID, written.id.as_str()),
            (DIM, "  "),
            (DIM, written.path.as_str()),
        ]);
    }
}

/// Prints id and path of a private record, and says what was taken out of it.
pub(super) fn answer_private(written: &WrittenPrivate, printer: &mut Printer) {
    report(&written.redacted, printer);
    answer(&written.record, printer);
}

/// What the flags ask for.
pub(super) fn request(
    invocation: &Invocation,
    kind: Kind,
    record: RecordArgs,
    parts: &Parts,
) -> Result<Request, Failure> {
    let mut sections = Vec::new();
    let mut keys = Vec::new();
    for (flag, text) in parts {
        let section = kind.sections().iter().find(|part| part.flag == *flag);
        let key = kind.keys().iter().find(|part| part.flag == *flag);
        match (section, key) {
            (Some(part), _) => sections.push((part.name, text.clone())),
            (_, Some(part)) => keys.push((part.name, text.clone())),
            _ => return Err(Failure::usage(format!("a {kind} has no --{flag}"))),
        }
    }
    let body = match &record.body_file {
        Some(file) => Some(body(invocation, file)?),
        None => None,
    };
    Ok(Request {
        title: record.title.or(record.first).unwrap_or_default(),
        description: record.description,
        tags: record.tags,
        paths: record.paths,
        scope: record.scope,
        category: record.category,
        status: record.status,
        related: record.related,
        source: record.source,
        sections,
        keys,
        body,
    })
}

/// The text of a file, or of standard input for `-`, that is to be written: at most 1 MiB, as
/// nothing longer could be.
pub(super) fn body(invocation: &Invocation, path: &Path) -> Result<String, Failure> {
    at_most(invocation, path, RECORD_LIMIT)
}

/// The text of a file, or of standard input for `-`: at most so many bytes, a number of MiB.
pub(super) fn at_most(invocation: &Invocation, path: &Path, limit: u64) -> Result<String, Failure> {
    let text = read(invocation, path, limit + 1)?;
    if text.len() as u64 > limit {
        return Err(Failure::fatal(format!(
            "'{}' holds more than {} MiB of text",
            path.display(),
            limit >> 20
        )));
    }
    Ok(text)
}

/// All of standard input.
pub(super) fn standard_input(invocation: &Invocation) -> Result<String, Failure> {
    read(invocation, Path::new("-"), u64::MAX)
}

/// At most so many bytes of a file, or of standard input for `-`.
pub(super) fn bytes(invocation: &Invocation, path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().take(most).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(invocation.path(path))
            .and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    read.map_err(|source| Error::Input {
        path: path.to_owned(),
        source,
    })?;
    Ok(bytes)
}

fn read(invocation: &Invocation, path: &Path, most: u64) -> Result<String, Failure> {
    let unreadable = |source| Error::Input {
        path: path.to_owned(),
        source,
    };
    let bytes = bytes(invocation, path, most)?;
    let is_cut = bytes.len() as u64 == most;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if is_cut => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        Err(error) => {
            return Err(
                unreadable(std::io::Error::new(std::io::ErrorKind::InvalidData, error)).into(),
            );
        }
    };
    // What begins with a byte order mark is still just text.
    Ok(text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text))
}

/// Lets the user edit the text in git's editor, in a file beside the index, as git does it with
/// messages.
fn edit(workspace: &Workspace, text: &mut String) -> Result<(), Failure> {
    let admitted = workspace.guard()?.admit(text.as_str());
    let clean = admitted.map_err(|refusal| Error::Secret {
        place: "the text".to_owned(),
        refusal,
    })?;
    let editor = workspace.repo.variable("GIT_EDITOR")?;
    let folder = workspace.repo.git_dir().join("memory");
    let failed = |what: &str, error: std::io::Error| {
        Failure::fatal(format!("cannot {what} the text for editing: {error}"))
    };
    let beside = std::fs::create_dir_all(&folder)
        .and_then(|()| {
            tempfile::Builder::new()
                .prefix("EDIT-")
                .suffix(".md")
                .tempfile_in(&folder)
        })
        .map_err(|error| failed("write", error))?;
    std::fs::write(beside.path(), clean.as_str()).map_err(|error| failed("write", error))?;
    let path: &OsStr = beside.path().as_os_str();
    match interactive(workspace.invocation().environment(), &editor, &[path]) {
        Ok(true) => {}
        Ok(false) => {
            return Err(
                Failure::fatal(format!("the editor '{editor}' failed")).hint("nothing was written")
            );
        }
        Err(error) => return Err(failed("open", error)),
    }
    *text = std::fs::read_to_string(beside.path()).map_err(|error| failed("read", error))?;
    if text.trim().is_empty() {
        return Err(Failure::fatal("the text is empty, so nothing was written"));
    }
    Ok(())
}
