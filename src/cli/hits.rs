//! How `recall` and `related` show a hit.

use super::output::{BOLD, DIM, GOOD, ID, PLAIN, Printer};
use crate::app::recall::{Hit, Origin};
use crate::wire::vocabulary::{RecordId, Snippet};

const INDENT: &str = "    ";

pub(crate) fn print(hit: &Hit, printer: &mut Printer) {
    print_title(hit, printer);
    print_place(hit, printer);
    if !hit.branches.is_empty() {
        let branches = format!("on {}", hit.branches.join(", "));
        printer.styled(&[(PLAIN, INDENT), (DIM, &branches)]);
    }
    if !hit.superseded_by.is_empty() {
        let ids: Vec<&str> = hit.superseded_by.iter().map(RecordId::as_str).collect();
        printer.styled(&[
            (PLAIN, INDENT),
            (PLAIN, "superseded by "),
            (ID, &ids.join(", ")),
        ]);
    }
    match &hit.text {
        Some(text) => {
            for line in text.lines() {
                printer.styled(&[(PLAIN, INDENT), (PLAIN, line)]);
            }
        }
        // No tier was asked for: the passage that answers is enough.
        None => print_snippet(&hit.snippet, printer),
    }
}

/// Prints what a hit's score is made of.
pub(crate) fn print_reasons(hit: &Hit, printer: &mut Printer) {
    printer.styled(&[(PLAIN, INDENT), (DIM, &hit.why.join("; "))]);
}

fn print_title(hit: &Hit, printer: &mut Printer) {
    let status = if hit.status.is_empty() {
        String::new()
    } else {
        format!(" ({})", &*hit.status)
    };
    let origin = if hit.origin == Origin::Tracked {
        String::new()
    } else {
        format!(" [{}]", hit.origin.name())
    };
    printer.styled(&[
        (ID, &hit.id),
        (PLAIN, "  "),
        (BOLD, &hit.title),
        (DIM, &status),
        (DIM, &origin),
    ]);
}

fn print_place(hit: &Hit, printer: &mut Printer) {
    let scope = match hit.scope.as_str() {
        "" | "project" => String::new(),
        scope => format!("  {scope}"),
    };
    let place = format!("{}  {}{scope}  {:.2}", hit.kind, hit.path, hit.score);
    printer.styled(&[(PLAIN, INDENT), (DIM, &place)]);
}

fn print_snippet(snippet: &Snippet, printer: &mut Printer) {
    if snippet.text.is_empty() {
        return;
    }
    let mut pieces = vec![(PLAIN, INDENT)];
    let mut from = 0;
    for mark in &snippet.marks {
        pieces.push((PLAIN, &snippet.text[from..mark.start]));
        pieces.push((GOOD, &snippet.text[mark.clone()]));
        from = mark.end;
    }
    pieces.push((PLAIN, &snippet.text[from..]));
    printer.styled(&pieces);
}
