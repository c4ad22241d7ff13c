//! `git memory show`.

use clap::Args;

use super::args::{At, TierArg};
use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::records::{Tier, show};
use crate::app::workspace::Workspace;
use crate::wire::RecordAnswer;
use crate::wire::ask::TierName;

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
    let tier = Tier::from(TierName::from(args.tier));
    let shown = show::show(workspace, args.at.view(), &args.record, tier)?;
    if printer.is_json() {
        printer.json(RecordAnswer::from(&shown.record).with_content(&shown.text));
    } else {
        // Without a line of our own around it, so that `show ID > file` gives the file.
        printer.page();
        printer.raw(&shown.text);
    }
    Ok(Exit::Done)
}
