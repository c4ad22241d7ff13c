//! `git memory diff`.

use crate::app::records::diff::{Changed, diff, views};
use crate::app::workspace::Workspace;
use crate::cli::args::{DiffArgs, DiffFormat};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BAD, BOLD, DIM, GOOD, ID, Printer};
use crate::domain::changes::What;
use crate::wire::DiffShape;

pub(super) fn run(
    workspace: &Workspace,
    args: &DiffArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (before, after) = views(workspace, args.range.as_deref())?;
    let changes = diff(workspace, before.as_ref(), &after)?;
    if printer.is_json() || args.format == DiffFormat::Json {
        printer.json(DiffShape {
            changes: changes.iter().map(Into::into).collect(),
        });
        return Ok(Exit::Done);
    }
    printer.page();
    if args.format == DiffFormat::Markdown {
        markdown(&changes, printer);
    } else {
        changes.iter().for_each(|changed| text(changed, printer));
    }
    Ok(Exit::Done)
}

/// What happened, in words.
fn words(changed: &Changed) -> String {
    let header = &changed.record.header;
    match changed.what {
        What::Superseded => {
            let by: Vec<String> = changed
                .successors
                .iter()
                .map(|(id, title)| {
                    title
                        .as_ref()
                        .map_or_else(|| id.clone(), |title| format!("{id}, {title}"))
                })
                .collect();
            format!("superseded by {}", by.join("; "))
        }
        What::StatusChanged => format!(
            "{} → {}",
            changed.old_status.as_deref().unwrap_or_default(),
            header.status
        ),
        What::Moved => format!(
            "moved from {}",
            changed.old_path.as_deref().unwrap_or_default()
        ),
        What::Added | What::Edited | What::Removed => changed.what.name().to_owned(),
    }
}

fn text(changed: &Changed, printer: &mut Printer) {
    let record = &changed.record;
    let style = match changed.what {
        What::Added => GOOD,
        What::Removed => BAD,
        _ => BOLD,
    };
    let id = record.header.id.as_str();
    printer.styled(&[
        (style, &words(changed)),
        (DIM, ": "),
        (ID, id),
        (DIM, " "),
        (BOLD, &record.header.title),
    ]);
    printer.styled(&[(DIM, "  "), (DIM, record.path.as_str())]);
    for line in changed.text.lines() {
        let style = match line.as_bytes().first() {
            Some(b'+') => GOOD,
            Some(b'-') => BAD,
            _ => DIM,
        };
        printer.styled(&[(DIM, "    "), (style, line)]);
    }
}

/// For a pull request's description: a list under a heading for each thing that happened.
fn markdown(changes: &[Changed], printer: &mut Printer) {
    let headings = [
        (What::Added, "Added"),
        (What::Superseded, "Superseded"),
        (What::StatusChanged, "Status changed"),
        (What::Edited, "Text changed"),
        (What::Moved, "Moved"),
        (What::Removed, "Removed"),
    ];
    if changes.is_empty() {
        printer.line("No record changed.");
    }
    for (what, heading) in headings {
        let of_this: Vec<&Changed> = changes
            .iter()
            .filter(|changed| changed.what == what)
            .collect();
        if of_this.is_empty() {
            continue;
        }
        printer.document(&format!("### {heading}\n"));
        for changed in of_this {
            let header = &changed.record.header;
            let mut shown = crate::domain::secrets::Assembly::new();
            shown
                .literal("- **")
                .markdown(&header.title)
                .literal("** (`")
                .token(&header.id)
                .literal("`");
            let shown = shown.finish();
            let note = match what {
                What::Added if header.abstract_line.is_empty() => ")".to_owned(),
                What::Superseded | What::StatusChanged | What::Moved => {
                    format!("): {}", escaped(&words(changed)))
                }
                What::Added => format!("): {}", escaped(&header.abstract_line)),
                What::Edited | What::Removed => ")".to_owned(),
            };
            printer.line(format!("{shown}{note}"));
        }
        printer.line("");
    }
}

fn escaped(text: &str) -> String {
    let mut shown = crate::domain::secrets::Assembly::new();
    shown.markdown(&crate::domain::secrets::redact(text));
    shown.finish().into_string()
}
