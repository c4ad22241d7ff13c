//! `git memory topic read|write|list`.

use std::path::Path;

use crate::app::records::topic;
use crate::app::records::topic::Page;
use crate::app::workspace::Workspace;
use crate::cli::add::{answer, body};
use crate::cli::args::TopicCommand;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, Printer};
use crate::wire::{TopicTextShape, TopicsShape};

pub(super) fn run(
    workspace: &Workspace,
    command: TopicCommand,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    match command {
        TopicCommand::Read { name, at } => {
            let text = topic::read(workspace, &at.view(), name.as_deref())?;
            if printer.is_json() {
                printer.json(TopicTextShape { topic: name, text });
            } else {
                printer.page();
                printer.raw(text.as_bytes());
            }
        }
        TopicCommand::Write {
            name,
            text,
            append,
            body_file,
            scope,
            stage,
        } => {
            let text = match text {
                Some(text) => text,
                None => body(
                    workspace.invocation(),
                    body_file.as_deref().unwrap_or(Path::new("-")),
                )?,
            };
            let page = Page {
                name: &name,
                text: &text,
                is_appended: append,
                scope,
            };
            answer(&topic::write(workspace, &page, !stage.no_stage)?, printer);
        }
        TopicCommand::List { at } => {
            let topics = topic::list(&workspace.memory(&at.view())?);
            if printer.is_json() {
                printer.json(TopicsShape {
                    topics: topics.iter().map(Into::into).collect(),
                });
                return Ok(Exit::Done);
            }
            for topic in topics {
                let records = format!("{} records", topic.records);
                printer.styled(&[
                    (BOLD, &topic.name),
                    (DIM, "  "),
                    (DIM, topic.title.as_deref().unwrap_or(&records)),
                ]);
            }
        }
    }
    Ok(Exit::Done)
}
