//! `git memory export`.

use crate::app::exchange::export::{Exported, export};
use crate::app::workspace::Workspace;
use crate::cli::args::{At, ExportArgs, MemoryFormat};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::wire::{ExportShape, RecordShape};

pub(super) fn run(
    workspace: &Workspace,
    args: &ExportArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let format = if printer.is_json() {
        MemoryFormat::Json
    } else {
        args.format
    };
    if format == MemoryFormat::Tar && printer.is_on_terminal() {
        let failure = Failure::fatal("an archive is nothing for a terminal");
        return Err(failure.hint("git memory export --format tar > memory.tar"));
    }
    let exported = export(
        workspace,
        &At {
            rev: args.rev.clone(),
        }
        .view(),
    )?;
    say_what_is_not_in_it(&exported, printer);
    match format {
        MemoryFormat::Json => printer.json(ExportShape::from(&exported)),
        MemoryFormat::Jsonl => {
            for record in &exported.records {
                printer.json_line(
                    RecordShape::from(record).with_content(exported.text(record).to_owned()),
                );
            }
        }
        MemoryFormat::Tar => printer.raw(&exported.archive()?),
    }
    Ok(Exit::Done)
}

fn say_what_is_not_in_it(exported: &Exported, printer: &Printer) {
    for (path, why) in &exported.left_out {
        printer.note(format!("note: {path} is left out: {why}"));
    }
    for path in &exported.redacted {
        printer.note(format!(
            "note: what looks like a secret was taken out of {path}"
        ));
    }
}
