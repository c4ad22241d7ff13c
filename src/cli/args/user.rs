//! Commands of user memory.

use std::path::PathBuf;

use clap::Subcommand;

#[derive(Subcommand)]
pub(in crate::cli) enum UserCommand {
    /// Print a file; with no name, MEMORY.md
    Read {
        /// A topic, or rules/<name>
        name: Option<String>,
    },
    /// Write a file: its text is replaced, or appended to
    Write {
        /// MEMORY for the index, a topic, or rules/<name>
        name: String,
        /// The text; else from --body-file or standard input
        text: Option<String>,
        /// Append the text after an empty line
        #[arg(long)]
        append: bool,
        /// Take the text from a file, or from standard input with '-'
        #[arg(long, value_name = "FILE|-", conflicts_with = "text")]
        body_file: Option<PathBuf>,
    },
    /// List the files
    List,
    /// Print the folder
    Path,
}
