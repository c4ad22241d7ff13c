//! `git memory recall`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::PathBuf;

use clap::Args;

use crate::args::{OUTPUT, TIERS, WHERE, WHICH, one_of};
use crate::conflict::note_conflicts;
use crate::exit::{Exit, Failure};
use crate::input::path_from_top;
use crate::output::{Printer, with_progress};
use crate::{absent, hits};
use git_memory_app::recall::{Answer, Hit, Origin, RecallQuestion};
use git_memory_app::records::Tier;
use git_memory_app::records::conflict::unmerged_or_marked;
use git_memory_app::records::list::Filter;
use git_memory_app::wire::RecallAnswer;
use git_memory_app::workspace::{Invocation, Workspace};
use git_memory_app::{View, everywhere, recall};
use git_memory_model::kind::Kind;
use git_memory_model::trust::Trust;

#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct RecallArgs {
    /// Words, a question, an id, an identifier or a path
    #[arg(required = true, value_name = "WORDS")]
    words: Vec<String>,
    /// Maximum number of hits
    #[arg(short = 'n', default_value = "10", value_name = "COUNT")]
    most: usize,
    #[command(flatten)]
    wanted: WantedArgs,
    /// Only high-confidence results (about 90 % correct)
    #[arg(long)]
    sure: bool,
    /// Also search the messages of commits and the notes on them
    #[arg(long)]
    commits: bool,
    /// Also search the work log and notes on commits
    #[arg(long, help_heading = WHERE)]
    private: bool,
    /// Also search user memory
    #[arg(long, help_heading = WHERE)]
    user: bool,
    /// Search all repositories in the folders that memory.repositories lists, by words
    #[arg(long, help_heading = WHERE)]
    #[arg(conflicts_with_all = ["user", "rev", "since", "near"])]
    everywhere: bool,
    /// Show more than the matching passage: t0 the abstract, t1 the text, t2 the whole file
    #[arg(long, value_parser = one_of(&TIERS), help_heading = OUTPUT, hide_short_help = true)]
    tier: Option<Tier>,
    /// Explain each score
    #[arg(long, help_heading = OUTPUT)]
    explain: bool,
    #[command(flatten, next_help_heading = WHERE)]
    place: PlaceArgs,
}

/// Which hits are wanted.
#[derive(Args)]
struct WantedArgs {
    /// Only records of this kind (repeatable)
    #[arg(long = "kind", value_name = "KIND")]
    kinds: Vec<Kind>,
    /// Only records with this status (repeatable)
    #[arg(long = "status", value_name = "STATUS", value_delimiter = ',')]
    #[arg(help_heading = WHICH)]
    statuses: Vec<String>,
    /// Only records with this tag (repeatable: with all of them)
    #[arg(long = "tag", value_name = "TAG", help_heading = WHICH)]
    tags: Vec<String>,
    /// Only records in this scope or below it (repeatable)
    #[arg(long = "scope", value_name = "SCOPE", help_heading = WHICH)]
    scopes: Vec<String>,
    /// Only records whose source is at least this one: uncommitted, agent, committed, merged or
    /// signed
    #[arg(long, value_name = "SOURCE", conflicts_with = "all_branches")]
    #[arg(help_heading = WHICH, hide_short_help = true)]
    trust: Option<Trust>,
    /// Prefer records about this path, or near it (repeatable)
    #[arg(long = "for", value_name = "PATH")]
    near: Vec<PathBuf>,
}

/// Arguments that choose the place to search: one of these, or the work tree without any.
#[derive(Args)]
#[group(multiple = false)]
struct PlaceArgs {
    /// Search memory as of this revision
    #[arg(long, value_name = "REV")]
    rev: Option<String>,
    /// Search the memory of every branch
    #[arg(long)]
    all_branches: bool,
    /// Search records that were added or changed since this revision
    #[arg(long, value_name = "REV")]
    since: Option<String>,
}

impl Verb for RecallArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Ask with a few words, a whole question, an identifier from the code, or a path; the \
         best record comes first.",
        example: "recall where are our events stored",
    };
    const ANSWERS: &[Answered] = &[answered::<RecallAnswer>("recall")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &RecallArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut near = Vec::new();
    for path in &args.wanted.near {
        near.push(path_from_top(workspace, path)?);
    }
    let question = RecallQuestion {
        near,
        ..question(args)?
    };
    note_unknown_values(workspace, args, printer)?;
    let answer = with_progress(printer, |progress| {
        recall::recall(workspace, &question, progress)
    })?;
    print(&question, &answer, printer);
    if args.place.rev.is_none() {
        let conflicts = unmerged_or_marked(workspace, answer.tracked_paths())?;
        note_conflicts(&conflicts, printer);
    }
    // On stderr: a script that takes the hits is not disturbed by it.
    explain_search(workspace, args, (&question, &answer), printer)?;
    Ok(Exit::Done)
}

/// Searches the repositories that the person has listed; the working folder may be in none.
pub(crate) fn everywhere(
    invocation: &Invocation,
    args: &RecallArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let question = question(args)?;
    let answer = with_progress(printer, |progress| {
        everywhere::recall(invocation, &question, progress)
    })?;
    print(&question, &answer, printer);
    if answer.asked == 0 {
        printer.note("no records to search");
    } else if answer.hits.is_empty() {
        printer.note("no match in any repository");
    }
    Ok(Exit::Done)
}

/// The question as it was typed, without paths.
fn question(args: &RecallArgs) -> Result<RecallQuestion, Failure> {
    let words = args.words.join(" ");
    if words.trim().is_empty() {
        let why = "WORDS are empty: give a question, an identifier or a path";
        return Err(Failure::usage(why.to_owned()));
    }
    Ok(RecallQuestion {
        words,
        most: Some(args.most),
        kinds: args.wanted.kinds.clone(),
        statuses: args.wanted.statuses.clone(),
        tags: args.wanted.tags.clone(),
        scopes: args.wanted.scopes.clone(),
        trust: args.wanted.trust,
        rev: args.place.rev.clone(),
        since: args.place.since.clone(),
        all_branches: args.place.all_branches,
        private: args.private,
        user: args.user,
        rules: true,
        commits: args.commits,
        everywhere: args.everywhere,
        tier: args.tier,
        sure: args.sure,
        explain: args.explain,
        ..RecallQuestion::default()
    })
}

/// Prints the hits, and the faults of texts that could not be searched.
fn print(question: &RecallQuestion, answer: &Answer, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(RecallAnswer::new(question, answer));
    } else {
        printer.page();
        for hit in &answer.hits {
            hits::print(hit, printer);
            if question.explain {
                let tier = hit.trust.map(|tier| format!("source: {tier}"));
                let why: Vec<String> = hit.why.iter().cloned().chain(tier).collect();
                hits::print_reasons(&why, printer);
            }
        }
    }
    printer.warn_of_faults(&answer.faults);
}

/// Names the values asked for that no record has.
fn note_unknown_values(
    workspace: &Workspace,
    args: &RecallArgs,
    printer: &Printer,
) -> Result<(), Failure> {
    let filter = Filter {
        statuses: args.wanted.statuses.clone(),
        tags: args.wanted.tags.clone(),
        scopes: args.wanted.scopes.clone(),
        ..Filter::default()
    };
    // Only the values of one view's records are counted, not those of other texts.
    let is_elsewhere = args.place.all_branches || args.private || args.user || args.commits;
    if filter.is_empty() || is_elsewhere {
        return Ok(());
    }
    let view = View::at(args.place.rev.as_deref());
    absent::note_unknown(&filter, &workspace.memory(&view)?, printer);
    Ok(())
}

/// Says what was searched for instead of unknown words, and why nothing was found.
fn explain_search(
    workspace: &Workspace,
    args: &RecallArgs,
    (question, answer): (&RecallQuestion, &Answer),
    printer: &Printer,
) -> Result<(), Failure> {
    // A result of high confidence was found by the other words, where there are any.
    let are_others = question.words.split_whitespace().count() > answer.replaced.len();
    let is_found = are_others && answer.hits.iter().any(Hit::is_sure);
    for replaced in answer.replaced.iter().filter(|_| !is_found) {
        printer.note(format!(
            "no record contains '{}'; searched for '{}' instead",
            replaced.word,
            replaced.by.join("', '")
        ));
    }
    let view = args.place.rev.is_none().then_some(View::WorkTree);
    if !answer.hits.is_empty() {
        // Agents' files answer in a memory that reads nothing yet.
        let are_rules = answer.hits.iter().all(|hit| hit.origin == Origin::Rule);
        if are_rules && view.is_some() && workspace.memory(&View::WorkTree)?.records.is_empty() {
            absent::note_unread(workspace, printer)?;
        }
        return Ok(());
    }
    if absent::note_absence(workspace, view.as_ref(), printer) {
        return Ok(());
    }
    if answer.asked > 0 && args.sure {
        return note_best_guess(workspace, question, printer);
    }
    if answer.asked == 0 {
        absent::note_no_records(workspace, "no records to search", printer)?;
        if view.is_some() {
            absent::note_beginning(workspace, printer)?;
        }
    } else if let Some(Hit { id, title, .. }) = any_hit(workspace, question)? {
        printer.note(format!("no match; without the filters: {id} {title}"));
    } else if answer.near.is_empty() {
        printer.note("no match; 'git memory list' shows all records");
    } else {
        printer.note(format!(
            "no match; similar terms in memory: {}",
            answer.near.join(", ")
        ));
    }
    if !args.commits && workspace.store().history().head_commit()?.is_some() {
        printer.note("hint: 'git memory recall --commits WORDS' searches commits");
    }
    Ok(())
}

/// The best result where records of every kind, status, tag and scope are searched; `None` for a
/// question that already does so.
fn any_hit(workspace: &Workspace, question: &RecallQuestion) -> Result<Option<Hit>, Failure> {
    let any = RecallQuestion {
        kinds: Vec::new(),
        statuses: Vec::new(),
        tags: Vec::new(),
        scopes: Vec::new(),
        trust: None,
        most: Some(1),
        ..question.clone()
    };
    let asked = RecallQuestion {
        most: any.most,
        ..question.clone()
    };
    if any == asked {
        return Ok(None);
    }
    let found = recall::recall(workspace, &any, &|_, _| {})?;
    Ok(found.hits.into_iter().next())
}

/// Names the best result where none has a high confidence.
fn note_best_guess(
    workspace: &Workspace,
    question: &RecallQuestion,
    printer: &Printer,
) -> Result<(), Failure> {
    let any = RecallQuestion {
        sure: false,
        most: Some(1),
        ..question.clone()
    };
    let found = recall::recall(workspace, &any, &|_, _| {})?;
    printer.note(match found.hits.first() {
        Some(Hit { id, title, .. }) => {
            format!("no high-confidence result; best guess: {id} {title} (drop --sure)")
        }
        None => "no high-confidence result".to_owned(),
    });
    Ok(())
}
