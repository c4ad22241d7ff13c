//! `git memory show`.

use clap::Args;

use super::args::{At, TierArg};
use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::records::show::Wanted;
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
    /// Show only what is below this heading; the beginning of its name is enough
    #[arg(long, value_name = "HEADING", conflicts_with = "tier")]
    section: Option<String>,
    /// Show only what is around these words
    #[arg(long, value_name = "WORDS", conflicts_with_all = ["tier", "section"])]
    around: Option<String>,
    #[command(flatten)]
    at: At,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ShowArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let wanted = match (&args.section, &args.around) {
        (Some(name), _) => Wanted::Section(name.clone()),
        (None, Some(words)) => Wanted::Around(words.clone()),
        (None, None) => Wanted::Tier(Tier::from(TierName::from(args.tier))),
    };
    let shown = show::show(workspace, args.at.view(), &args.record, &wanted)?;
    if printer.is_json() {
        printer.json(RecordAnswer::from(&shown.record).with_content(&shown.text));
    } else {
        // Without a line of our own around it, so that `show ID > file` gives the file.
        printer.page();
        printer.raw(&shown.text);
    }
    Ok(Exit::Done)
}
