//! `git memory summary forget`.

use clap::Args;

use crate::exit::{Exit, Failure};
use crate::output::{ID, PLAIN, Printer};
use git_memory_app::private::forget;
use git_memory_app::private::forget::Forgotten;
use git_memory_app::wire::ForgetAnswer;
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct ForgetArgs {
    /// A private record or an entry of the work log: an id or a unique prefix of one
    id: String,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ForgetArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let forgotten = forget::forget(workspace, &args.id)?;
    if printer.is_json() {
        printer.json(ForgetAnswer::from(&forgotten));
        return Ok(Exit::Done);
    }
    print(&forgotten, printer);
    Ok(Exit::Done)
}

fn print(forgotten: &Forgotten, printer: &mut Printer) {
    printer.styled(&[(ID, &forgotten.id), (PLAIN, "  forgotten")]);
    for id in &forgotten.compactions {
        printer.note(format!("note: {id} repeats it, and is forgotten, too"));
    }
    for name in &forgotten.remotes {
        printer.note(format!("note: {name} had it at the last sync"));
    }
    printer.note("hint: the text stays in this clone until 'git memory summary gc --expunge'");
}
