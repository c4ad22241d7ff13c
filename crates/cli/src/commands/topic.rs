//! `git memory topic`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, WrittenAnswer, answered};

use clap::{Args, Subcommand};

use crate::args::{At, Stage};
use crate::conflict::note_marks;
use crate::exit::{Exit, Failure};
use crate::input::PageText;
use crate::output::{BOLD, DIM, Printer};
use crate::{absent, editor, input, written};
use git_memory_app::records::topic;
use git_memory_app::records::topic::Page;
use git_memory_app::wire::{TopicTextAnswer, TopicsAnswer, VersionsAnswer};
use git_memory_app::workspace::At::Repository as InRepository;
use git_memory_app::workspace::Workspace;
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct TopicArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print a topic, or the index by default
    Read(ReadArgs),
    /// Write a topic: append to its text, or replace it
    Write(WriteArgs),
    /// List the texts of a topic that --replace took away, newest first
    Log {
        /// The topic
        name: String,
    },
    /// Restore a text of a topic that --replace took away; the current text is kept, too
    Restore {
        /// The topic
        name: String,
        /// The text's number, as 'topic log' shows it (default: the last one)
        number: Option<u32>,
        #[command(flatten)]
        stage: Stage,
    },
    /// List the topics
    List {
        #[command(flatten)]
        at: At,
    },
}

#[derive(Args)]
struct ReadArgs {
    /// The topic
    name: Option<String>,
    #[command(flatten)]
    at: At,
}

#[derive(Args)]
struct WriteArgs {
    /// The topic
    name: String,
    #[command(flatten)]
    text: PageText,
    /// Replace the text of the topic; 'topic restore' brings it back
    #[arg(long)]
    replace: bool,
    /// Append the text after an empty line (the default)
    #[arg(long, hide = true, conflicts_with = "replace")]
    append: bool,
    /// The scope of a new topic
    #[arg(long)]
    scope: Option<String>,
    #[command(flatten)]
    stage: Stage,
}

impl Verb for TopicArgs {
    const PAGE: HelpPage = HelpPage {
        more: "A topic is one page that grows, such as how to build or to deploy.",
        example: "topic write build \"Run make first.\"",
    };
    const ANSWERS: &[Answered] = &[
        answered::<TopicsAnswer>("topic list"),
        answered::<VersionsAnswer>("topic log"),
        answered::<TopicTextAnswer>("topic read"),
        answered::<WrittenAnswer>("topic restore"),
        answered::<WrittenAnswer>("topic write"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &TopicArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    match &args.command {
        Command::Read(args) => read(workspace, args, printer)?,
        Command::Write(args) => write(workspace, args, printer)?,
        Command::Log { name } => written::print_versions(&topic::log(workspace, name)?, printer),
        Command::Restore {
            name,
            number,
            stage,
        } => {
            let topic = topic::restore(workspace, name, *number, stage.is_staged())?;
            written::print(&topic, printer);
        }
        Command::List { at } => list(workspace, at, printer)?,
    }
    Ok(Exit::Done)
}

fn read(workspace: &Workspace, args: &ReadArgs, printer: &mut Printer) -> Result<(), Failure> {
    let text = topic::read(workspace, &args.at.view(), args.name.as_deref())?;
    note_marks([text.as_str()], printer);
    if printer.is_json() {
        let topic = args.name.as_deref();
        printer.json(TopicTextAnswer { topic, text: &text });
    } else {
        printer.page();
        printer.markdown(&text);
    }
    Ok(())
}

fn write(workspace: &Workspace, args: &WriteArgs, printer: &mut Printer) -> Result<(), Failure> {
    let given = args.text.read(workspace.invocation())?;
    // A pipe whose other end failed has no text either.
    if given.text.trim().is_empty() && !args.replace {
        return Err(Failure::usage("the text is empty")
            .hint("give TEXT, --body-file FILE, or standard input; --replace empties a topic"));
    }
    let page = Page {
        name: &args.name,
        text: &given.text,
        is_appended: !args.replace,
        scope: input::scope(args.scope.as_deref())?,
        source: None,
        writer: None,
    };
    let topic = topic::write(workspace, &page, args.stage.is_staged()).map_err(Failure::from);
    let topic = editor::keeping(InRepository(workspace), given.piped(), topic)?;
    written::print(&topic, printer);
    Ok(())
}

fn list(workspace: &Workspace, at: &At, printer: &mut Printer) -> Result<(), Failure> {
    let view = at.view();
    let topics = topic::list(&workspace.memory(&view)?);
    if !absent::note_absence(workspace, Some(&view), printer) && topics.is_empty() {
        printer.note("no topics: 'git memory topic write NAME TEXT' adds one");
    }
    if printer.is_json() {
        printer.json(TopicsAnswer {
            topics: topics.iter().map(Into::into).collect(),
        });
        return Ok(());
    }
    for topic in topics {
        // A folder of records without a page of its own is a topic, too.
        let about = match topic.title {
            Some(title) => title,
            None => counted(topic.records, "record"),
        };
        printer.styled(&[(BOLD, &topic.name), (DIM, "  "), (DIM, &about)]);
    }
    Ok(())
}
