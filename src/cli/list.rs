//! `git memory list` and `git memory count`.

use std::collections::BTreeMap;

use crate::app::records::list::{Filter, Sort};
use crate::app::workspace::Workspace;
use crate::cli::args::{CountArgs, ListArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, ID, PLAIN, Printer};
use crate::wire::{CountShape, ListShape};

pub(super) fn list(
    workspace: &Workspace,
    args: ListArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let memory = args.source.memory(workspace)?;
    let chosen = Filter::from(args.filter).choose(&memory.records, args.sort.into());
    if printer.is_json() {
        printer.json(ListShape {
            records: chosen.into_iter().map(Into::into).collect(),
        });
        return Ok(Exit::Done);
    }
    printer.page();
    let id_width = chosen
        .iter()
        .map(|record| record.header.id.as_str().len())
        .max()
        .unwrap_or(0);
    let status_width = chosen
        .iter()
        .map(|record| record.header.status.chars().count())
        .max()
        .unwrap_or(0)
        .min(12);
    let spaces = " ".repeat(id_width.max(status_width) + 2);
    for record in chosen {
        let header = &record.header;
        let (id, status) = (header.id.as_str(), header.status.as_str());
        let gap = |width: usize, used: usize| &spaces[..width.saturating_sub(used) + 2];
        let status_style = if record.is_current() { BOLD } else { DIM };
        printer.styled(&[
            (ID, id),
            (PLAIN, gap(id_width, id.len())),
            (status_style, status),
            (PLAIN, gap(status_width, status.chars().count())),
            (PLAIN, &header.title),
        ]);
    }
    Ok(Exit::Done)
}

pub(super) fn count(
    workspace: &Workspace,
    args: CountArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let memory = args.source.memory(workspace)?;
    let chosen = Filter::from(args.filter).choose(&memory.records, Sort::Path);
    if printer.is_json() {
        let mut kinds = BTreeMap::new();
        chosen
            .iter()
            .for_each(|record| *kinds.entry(record.kind_name()).or_default() += 1);
        printer.json(CountShape {
            count: chosen.len(),
            kinds,
        });
    } else {
        printer.line(chosen.len().to_string());
    }
    Ok(Exit::Done)
}
