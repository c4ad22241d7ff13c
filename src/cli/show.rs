//! `git memory show`.

use clap::Args;

use super::args::{At, TierArg};
use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::records::{Tier, show};
use crate::app::workspace::Workspace;
use crate::wire::RecordAnswer;

#[derive(Args)]
pub(crate) struct ShowArgs {
    /// The record: an id, a unique prefix of one, or a path
    record: String,
    /// How much to show: t0 the abstract, t1 the working text, t2 the whole file
    #[arg(long, default_value = "t2")]
    tier: TierArg,
    #[command(flatten)]
    at: At,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ShowArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (view, memory, record) = show::find(workspace, args.at.view(), &args.record)?;
    let text = show::text(workspace, &view, &memory, &record)?;
    let content = Tier::from(args.tier).of(&record, &text);
    if printer.is_json() {
        printer.json(RecordAnswer::from(&record).with_content(&content));
    } else {
        printer.page();
        printer.raw(content.as_bytes());
    }
    Ok(Exit::Done)
}
