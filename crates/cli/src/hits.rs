//! How `recall`, `related` and `why` show what they find.

use super::output::{BAD, BOLD, DIM, GOOD, ID, PLAIN, Printer};
use super::rendering::Flow;
use super::style::of_status;
use git_memory_app::advice::CLI;
use git_memory_app::recall::{Hit, Origin};
use git_memory_app::wire::advice;
use git_memory_model::evidence::ground::{Ground, Verdict};
use git_memory_model::kind::Kind;
use git_memory_model::record::Name;
use git_memory_recall::Snippet;

const INDENT: &str = "    ";

pub(crate) fn print(hit: &Hit, printer: &mut Printer) {
    print_title(hit, printer);
    print_place(hit, printer);
    if !hit.branches.is_empty() {
        let branches = format!("on {}", hit.branches.join(", "));
        printer.styled(&[(PLAIN, INDENT), (DIM, &branches)]);
    }
    if !hit.superseded_by.is_empty() {
        let ids: Vec<&str> = hit.superseded_by.iter().map(Name::as_str).collect();
        printer.styled(&[
            (PLAIN, INDENT),
            (PLAIN, "superseded by "),
            (ID, &ids.join(", ")),
        ]);
    }
    match &hit.text {
        Some(text) => print_text(text, printer),
        // No tier was asked for: the passage that answers is enough.
        None => print_piece(&hit.snippet, hit.is_near(), printer),
    }
}

/// Prints why something was found.
pub(crate) fn print_reasons(why: &[String], printer: &mut Printer) {
    let mut flow = Flow::new(INDENT, INDENT);
    flow.push(DIM, &why.join("; "));
    printer.flow(&flow);
}

/// Prints a text that is more than a piece: as its own lines, or as what they mean on a terminal.
fn print_text(text: &str, printer: &mut Printer) {
    if printer.rendered(text, INDENT) {
        return;
    }
    for line in text.lines() {
        printer.styled(&[(PLAIN, INDENT), (PLAIN, line)]);
    }
}

fn print_title(hit: &Hit, printer: &mut Printer) {
    let mut flow = Flow::new("", INDENT);
    if let Some(place) = &hit.place {
        flow.push(ID, &format!("{}:", place.name));
    }
    flow.push(ID, &hit.id);
    flow.push(PLAIN, "  ");
    // A guess must not look like an answer.
    flow.push(if hit.is_near() { DIM } else { BOLD }, &hit.title);
    if !hit.status.is_empty() {
        flow.push(DIM, " (");
        flow.push(of_status(Kind::by_name(hit.kind), &hit.status), &hit.status);
        flow.push(DIM, ")");
    }
    if hit.origin != Origin::Tracked {
        flow.push(DIM, &format!(" [{}]", hit.origin.name()));
    }
    printer.flow(&flow);
}

fn print_place(hit: &Hit, printer: &mut Printer) {
    let scope = match hit.scope.as_str() {
        "" | "project" => String::new(),
        scope => format!("  {scope}"),
    };
    let ground = match &hit.ground {
        Some(ground) if ground.verdict == Verdict::Holds => "  current",
        _ => "",
    };
    let near = if hit.is_near() && hit.is_guess {
        "  a guess by its meaning"
    } else if hit.is_near() {
        "  low confidence"
    } else {
        ""
    };
    // A document's path is its name, which stands above.
    let path = match hit.path.as_str() {
        path if path == hit.id => String::new(),
        path => format!("  {path}"),
    };
    let place = format!("{}{path}{scope}  {:.2}{ground}{near}", hit.kind, hit.score);
    printer.styled(&[(PLAIN, INDENT), (DIM, &place)]);
    if let Some(ground) = &hit.ground {
        print_ground(ground, &hit.id, printer);
    }
}

/// Prints why a record's ground does not hold, or why that cannot be told.
pub(crate) fn print_ground(ground: &Ground, id: &str, printer: &mut Printer) {
    if let Some(words) = ground_words(ground, id) {
        let mut flow = Flow::new(INDENT, INDENT);
        flow.push(BAD, &words);
        printer.flow(&flow);
    }
}

/// Words about a ground that may not hold, with advice; `None` where there is nothing to say: a
/// record without paths has no ground, and successors are named anyway.
pub(crate) fn ground_words(ground: &Ground, id: &str) -> Option<String> {
    match ground.verdict {
        Verdict::Holds | Verdict::Superseded => None,
        Verdict::Unknown if !ground.is_lacking() => None,
        _ => Some(match advice(ground, id) {
            Some(advice) => format!("{}; {}", ground.words(), (CLI.sentence)(&advice)),
            None => ground.words(),
        }),
    }
}

/// Prints the piece that answers, its words marked.
pub(crate) fn print_snippet(snippet: &Snippet, printer: &mut Printer) {
    print_piece(snippet, false, printer);
}

fn print_piece(snippet: &Snippet, is_dim: bool, printer: &mut Printer) {
    let (plain, marked) = if is_dim { (DIM, DIM) } else { (PLAIN, GOOD) };
    if snippet.text.is_empty() {
        return;
    }
    let mut flow = Flow::new(INDENT, INDENT);
    let mut from = 0;
    for mark in &snippet.marks {
        flow.push(plain, &snippet.text[from..mark.start]);
        flow.push(marked, &snippet.text[mark.clone()]);
        from = mark.end;
    }
    flow.push(plain, &snippet.text[from..]);
    printer.flow(&flow);
}
