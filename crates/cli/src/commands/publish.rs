//! `git memory summary publish`.

use clap::Args;

use crate::args::Stage;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::written;
use git_memory_app::records::publish;
use git_memory_app::wire::PublishedAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::kind::Kind;

#[derive(Args)]
pub(crate) struct PublishArgs {
    /// A private record or an entry of the work log: an id or a unique prefix of one
    id: String,
    /// The kind of the record that an entry of the work log becomes (default: note)
    #[arg(long, value_name = "KIND")]
    kind: Option<Kind>,
    #[command(flatten)]
    stage: Stage,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &PublishArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let published = publish::publish(workspace, &args.id, args.kind, args.stage.is_staged())?;
    if printer.is_json() {
        printer.json(PublishedAnswer::from(&published));
        return Ok(Exit::Done);
    }
    written::print(&published.written, printer);
    for id in &published.unlinked {
        printer.note(format!(
            "note: {id} is not tracked, so the new record does not link to it"
        ));
    }
    printer.note(format!(
        "hint: the entry stays in the work log; 'git memory summary forget {}' hides it",
        published.from
    ));
    Ok(Exit::Done)
}
