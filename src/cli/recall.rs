//! `git memory recall` and `git memory related`.

use crate::app::recall;
use crate::app::recall::{Answer, Hit, Origin, Question};
use crate::app::records::Tier;
use crate::app::workspace::{Error, Workspace};
use crate::cli::args::{RecallArgs, RelatedArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, GOOD, ID, PLAIN, Printer};
use crate::domain::recall::Snippet;
use crate::domain::record::RecordId;
use crate::wire::{HitsShape, RecallShape};

/// So many new texts are worth a progress bar.
const WORTH_A_BAR: usize = 2000;

pub(super) fn run(
    workspace: &Workspace,
    args: RecallArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let question = Question {
        words: args.words.join(" "),
        most: args.most,
        kinds: args.wanted.kinds,
        statuses: args.wanted.statuses,
        tags: args.wanted.tags,
        scopes: args.wanted.scopes,
        near: args
            .wanted
            .near
            .iter()
            .map(|path| from_top(workspace, path))
            .collect::<Result<_, _>>()?,
        place: args.place.into(),
        is_private: args.private,
        is_user: args.user,
        tier: args.tier.map(Tier::from),
        is_explained: args.explain,
    };
    let answer = with_progress(printer, |progress| {
        recall::recall(workspace, &question, progress)
    })?;
    if printer.is_json() {
        printer.json(RecallShape::new(&question, &answer));
    } else {
        printer.page();
        answer
            .hits
            .iter()
            .for_each(|hit| show(hit, question.is_explained, printer));
    }
    say_what_was_asked(&answer, printer);
    Ok(Exit::Done)
}

pub(super) fn related(
    workspace: &Workspace,
    args: &RelatedArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let found = with_progress(printer, |progress| {
        recall::related(workspace, &args.record, args.most, progress)
    });
    let hits = found?;
    if printer.is_json() {
        printer.json(HitsShape {
            hits: hits.iter().map(Into::into).collect(),
        });
        return Ok(Exit::Done);
    }
    printer.page();
    for hit in &hits {
        show(hit, false, printer);
        printer.styled(&[(PLAIN, "    "), (DIM, &hit.why.join("; "))]);
    }
    Ok(Exit::Done)
}

/// Works with a progress bar, which is seen where there is much to read.
pub(super) fn with_progress<T>(
    printer: &Printer,
    work: impl FnOnce(&dyn Fn(usize, usize)) -> Result<T, Error>,
) -> Result<T, Error> {
    let bar = std::cell::OnceCell::new();
    let done = work(&|done, all| {
        if all >= WORTH_A_BAR {
            let bar = bar.get_or_init(|| printer.progress());
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
    });
    bar.get()
        .iter()
        .for_each(|bar: &&indicatif::ProgressBar| bar.finish_and_clear());
    done
}

/// A path as the user gave it, from the top of the work tree.
pub(super) fn from_top(workspace: &Workspace, path: &std::path::Path) -> Result<String, Failure> {
    let outside = || {
        Failure::fatal(format!(
            "'{}' is outside of this repository",
            path.display()
        ))
        .code("outside-repository")
    };
    if workspace.repo.work_tree().is_err() {
        return path.to_str().map(str::to_owned).ok_or_else(outside);
    }
    workspace.repo.from_top(path).ok_or_else(outside)
}

fn show(hit: &Hit, is_explained: bool, printer: &mut Printer) {
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
    let scope = if matches!(hit.scope.as_str(), "" | "project") {
        String::new()
    } else {
        format!("  {}", hit.scope)
    };
    let place = format!("{}  {}{scope}  {:.2}", hit.kind, hit.path, hit.score);
    printer.styled(&[(PLAIN, "    "), (DIM, &place)]);
    if !hit.branches.is_empty() {
        printer.styled(&[
            (PLAIN, "    "),
            (DIM, &format!("on {}", hit.branches.join(", "))),
        ]);
    }
    if !hit.superseded_by.is_empty() {
        let ids: Vec<&str> = hit.superseded_by.iter().map(RecordId::as_str).collect();
        printer.styled(&[(PLAIN, "    replaced by "), (ID, &ids.join(", "))]);
    }
    match &hit.text {
        Some(text) => text
            .lines()
            .for_each(|line| printer.styled(&[(PLAIN, "    "), (PLAIN, line)])),
        None => show_snippet(&hit.snippet, printer),
    }
    if is_explained {
        printer.styled(&[(PLAIN, "    "), (DIM, &hit.why.join("; "))]);
    }
}

fn show_snippet(snippet: &Snippet, printer: &mut Printer) {
    if snippet.text.is_empty() {
        return;
    }
    let mut pieces = vec![(PLAIN, "    ")];
    let mut from = 0;
    for mark in &snippet.marks {
        pieces.push((PLAIN, &snippet.text[from..mark.start]));
        pieces.push((GOOD, &snippet.text[mark.clone()]));
        from = mark.end;
    }
    pieces.push((PLAIN, &snippet.text[from..]));
    printer.styled(&pieces);
}

fn say_what_was_asked(answer: &Answer, printer: &Printer) {
    for (word, others) in &answer.replaced {
        printer.note(format!(
            "nothing says '{word}'; looked for '{}'",
            others.join("', '")
        ));
    }
    if !answer.hits.is_empty() {
        return;
    }
    if answer.asked == 0 {
        printer.note("there are no records to look at");
    } else if answer.near.is_empty() {
        printer.note("nothing found; 'git memory list' shows what there is");
    } else {
        printer.note(format!(
            "nothing found; words that memory knows: {}",
            answer.near.join(", ")
        ));
    }
}
