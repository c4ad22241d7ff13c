//! `git memory model`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::models::{self, ModelInfo, ServerInfo};
use git_memory_app::wire::{ModelAnswer, ModelRemovedAnswer, ModelsAnswer};
use git_memory_app::workspace::Invocation;

#[derive(Args)]
pub(crate) struct ModelArgs {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Add a model, and use it: a folder, or an ONNX file with its tokenizer beside it
    Add {
        /// The folder or file
        path: PathBuf,
    },
    /// List the models
    List,
    /// Use a model
    Use {
        /// Name of the model
        name: String,
    },
    /// Remove a model
    Remove {
        /// Name of the model
        name: String,
    },
}

impl Verb for ModelArgs {
    const PAGE: HelpPage = HelpPage {
        more: "With a model, 'recall' also finds records that say the same in other words. It runs \
         on this machine; git-memory downloads nothing. The setting memory.embeddings names a \
         server that is used in its place.",
        example: "model list",
    };
    const ANSWERS: &[Answered] = &[
        answered::<ModelAnswer>("model add"),
        answered::<ModelsAnswer>("model list"),
        answered::<ModelAnswer>("model use"),
        answered::<ModelRemovedAnswer>("model remove"),
    ];
}

pub(crate) fn run(
    invocation: &Invocation,
    args: &ModelArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // As git remote, without a word it shows what is there.
    match args.command.as_ref().unwrap_or(&Command::List) {
        Command::Add { path } => {
            print_one(&models::add(invocation, path)?, printer);
            printer.note("hint: 'git memory index' prepares the records of a repository");
        }
        Command::List => list(invocation, printer)?,
        Command::Use { name } => print_one(&models::choose(invocation, name)?, printer),
        Command::Remove { name } => {
            let removed = &models::remove(invocation, name)?;
            if printer.is_json() {
                printer.json(ModelRemovedAnswer { removed });
            } else {
                printer.line(format!("{removed}: removed"));
            }
        }
    }
    Ok(Exit::Done)
}

fn list(invocation: &Invocation, printer: &mut Printer) -> Result<(), Failure> {
    let list = models::list(invocation)?;
    if printer.is_json() {
        printer.json(ModelsAnswer::from(&list));
    } else {
        if let Some(ServerInfo { address, model }) = &list.server {
            let model = model.as_ref().map_or_else(
                || "not asked yet".to_owned(),
                |model| format!("{}  {} dimensions", model.name, model.dimensions),
            );
            printer.line(format!("{model}, at {address} (memory.embeddings), in use"));
        }
        list.models.iter().for_each(|it| printer.line(line(it)));
        if list.models.is_empty() && list.server.is_none() {
            printer.note("no models yet: 'git memory model add FOLDER' adds one");
        }
    }
    printer.warn_of_faults(&list.faults);
    Ok(())
}

fn print_one(model: &ModelInfo, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(ModelAnswer::from(model));
    } else {
        printer.line(line(model));
    }
}

fn line(model: &ModelInfo) -> String {
    let licence = match model.licence.as_str() {
        "" => "licence not known",
        licence => licence,
    };
    let used = if model.is_used { ", in use" } else { "" };
    let (name, dimensions) = (&model.name, model.dimensions);
    format!("{name}  {dimensions} dimensions, {licence}{used}")
}
