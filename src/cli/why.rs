//! `git memory why`.

use std::path::Path;

use crate::app::recall::why;
use crate::app::recall::why::{Reasons, Spot};
use crate::app::workspace::Workspace;
use crate::cli::args::WhyArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, ID, PLAIN, Printer};
use crate::cli::recall::from_top;
use crate::wire::WhyShape;

pub(super) fn run(
    workspace: &Workspace,
    args: &WhyArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let spots: Vec<Spot> = args
        .spots
        .iter()
        .map(|given| spot(workspace, given))
        .collect::<Result<_, _>>()?;
    let found = why::why(workspace, &spots, args.all)?;
    if printer.is_json() {
        printer.json(WhyShape::from(found.as_slice()));
        return Ok(Exit::Done);
    }
    printer.page();
    for reasons in &found {
        if reasons.records.is_empty() && reasons.notes.is_empty() {
            printer.note(format!("nothing is about {}", shown(&reasons.spot)));
            continue;
        }
        if found.len() > 1 {
            printer.styled(&[(BOLD, &shown(&reasons.spot))]);
        }
        show(reasons, printer);
    }
    Ok(Exit::Done)
}

/// A path, and the line behind its last colon; a file whose name ends so is itself.
fn spot(workspace: &Workspace, given: &str) -> Result<Spot, Failure> {
    let line = given
        .rsplit_once(':')
        .and_then(|(path, line)| Some((path, line.parse().ok().filter(|line| *line > 0)?)));
    match line {
        Some((path, line)) if !Path::new(given).exists() => Ok(Spot {
            path: from_top(workspace, Path::new(path))?,
            line: Some(line),
        }),
        _ => Ok(Spot {
            path: from_top(workspace, Path::new(given))?,
            line: None,
        }),
    }
}

fn shown(spot: &Spot) -> String {
    spot.line
        .map_or_else(|| spot.path.clone(), |line| format!("{}:{line}", spot.path))
}

fn show(reasons: &Reasons, printer: &mut Printer) {
    for about in &reasons.records {
        let header = &about.record.header;
        let status = format!(" ({})", &*header.status);
        printer.styled(&[
            (ID, header.id.as_str()),
            (PLAIN, "  "),
            (BOLD, &header.title),
            (DIM, &status),
        ]);
        printer.styled(&[(PLAIN, "    "), (PLAIN, &header.abstract_line)]);
        printer.styled(&[(PLAIN, "    "), (DIM, &about.why.join("; "))]);
    }
    for said in &reasons.notes {
        printer.styled(&[
            (ID, &said.commit.short()),
            (PLAIN, "  "),
            (BOLD, &said.subject),
            (DIM, " (note)"),
        ]);
        printer.styled(&[(PLAIN, "    "), (PLAIN, &said.text)]);
    }
}
