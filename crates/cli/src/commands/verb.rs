//! The parts that a command's file gives to the table beside its arguments.

use clap::Args;

use git_memory_app::wire::Answered;
use git_memory_model::kind::Kind;

/// The rest of a command's page.
pub(crate) struct HelpPage {
    /// A sentence with the details that the first line leaves open.
    pub(crate) more: &'static str,
    /// A command line that does something sensible, without `git memory`.
    pub(crate) example: &'static str,
}

/// A command, known by its arguments.
pub(crate) trait Verb: Args {
    /// The contents of its page besides its arguments.
    const PAGE: HelpPage;
    /// The documents that it and its own commands answer with.
    const ANSWERS: &[Answered] = &[];

    /// The kinds of the records that it is about.
    fn kinds() -> Vec<Kind> {
        Kind::all().collect()
    }
}
