//! Arguments that several commands share. What a single command takes is in its own file.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::exit::Failure;
use super::input::path_from_top;
use git_memory_app::View;
use git_memory_app::records::list::Filter;
use git_memory_app::records::{Tier, wanted_statuses};
use git_memory_app::workspace::Workspace;
use git_memory_model::keys::SOURCES;
use git_memory_model::kind::Kind;

/// The heading of the options below in every command's page.
pub(crate) const GLOBAL: &str = "Global options";

// Headings of a page with more options than a reader takes in: "Options" has the five that matter
// first, and the others come in groups by their purpose.

/// Which records are chosen.
pub(crate) const WHICH: &str = "Which records";
/// Revisions and other places that are read.
pub(crate) const WHERE: &str = "Where to look";
/// Form and length of the answer.
pub(crate) const OUTPUT: &str = "Output";
/// The text of a record.
pub(crate) const TEXT: &str = "Text";
/// The front matter of a record.
pub(crate) const FRONT_MATTER: &str = "Front matter";
/// Options that few need: `-h` leaves them out, `--help` has them.
pub(crate) const MORE: &str = "More options";
/// The headings in the order of a page, behind those that only one page has.
pub(crate) const HEADINGS: [&str; 7] = [TEXT, FRONT_MATTER, WHICH, WHERE, OUTPUT, MORE, GLOBAL];

/// Options of the program itself, which may come before or after a command's name.
#[derive(Args, Default)]
pub(crate) struct GlobalArgs {
    /// Run as if started in this folder
    #[arg(short = 'C', value_name = "PATH", global = true)]
    #[arg(help_heading = GLOBAL, hide_short_help = true)]
    pub(crate) start_in: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) json: bool,
    /// Print only results and errors
    #[arg(short, long, global = true, help_heading = GLOBAL, hide_short_help = true)]
    pub(crate) quiet: bool,
    /// When to use colors
    #[arg(
        long,
        global = true,
        help_heading = GLOBAL,
        hide_short_help = true,
        value_name = "WHEN",
        default_value = "auto"
    )]
    pub(crate) color: ColorWhen,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum ColorWhen {
    Always,
    #[default]
    Auto,
    Never,
}

/// For commands that write below `memory/`.
#[derive(Args)]
pub(crate) struct Stage {
    /// Do not stage what is written
    #[arg(long, help_heading = MORE, hide_short_help = true)]
    no_stage: bool,
}

impl Stage {
    /// True if the written files go into git's index.
    pub(crate) fn is_staged(&self) -> bool {
        !self.no_stage
    }
}

/// For commands that write many files below `memory/`.
#[derive(Args)]
pub(crate) struct WriteMany {
    /// Only show what would be done
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) stage: Stage,
}

/// The values of an option: the name of each, what it stands for, and what help says of it, where
/// the name does not say that.
pub(crate) type Choices<T, const N: usize> = [(&'static str, T, &'static str); N];

/// Part of a record that is shown.
pub(crate) static TIERS: Choices<Tier, 3> = [
    ("t0", Tier::T0, ""),
    ("t1", Tier::T1, ""),
    ("t2", Tier::T2, ""),
];

/// Reads one of the values of an option.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    choices: &'static Choices<T, N>,
) -> impl TypedValueParser<Value = T> {
    let values = choices.iter().map(|(name, _, about)| {
        PossibleValue::new(*name).help(Some(*about).filter(|about| !about.is_empty()))
    });
    PossibleValuesParser::new(values).try_map(|given| {
        let mut choices = choices.iter();
        let chosen = choices.find(|(name, ..)| *name == given);
        chosen.map(|(_, value, _)| *value).ok_or("no such value")
    })
}

/// Which records are chosen: those that fit every option that is given.
#[derive(Args)]
pub(crate) struct FilterArgs {
    /// Only records of this kind (repeatable)
    #[arg(long = "kind", value_name = "KIND")]
    kinds: Vec<Kind>,
    /// Only records with this status (repeatable)
    #[arg(long = "status", value_name = "STATUS", value_delimiter = ',')]
    statuses: Vec<String>,
    /// Only records about this path (repeatable)
    #[arg(long = "path", value_name = "PATH", help_heading = WHICH)]
    paths: Vec<String>,
    /// Only records with this tag (repeatable: with all of them)
    #[arg(long = "tag", value_name = "TAG", help_heading = WHICH)]
    tags: Vec<String>,
    /// Only records in this category (repeatable)
    #[arg(long = "category", value_name = "CATEGORY", help_heading = WHICH)]
    categories: Vec<String>,
    /// Only records in this scope or below it (repeatable)
    #[arg(long = "scope", value_name = "SCOPE", help_heading = WHICH)]
    scopes: Vec<String>,
    /// Only records by these writers (repeatable)
    #[arg(long = "source", value_name = "SOURCE", value_parser = SOURCES)]
    #[arg(help_heading = WHICH, hide_short_help = true)]
    sources: Vec<String>,
}

impl FilterArgs {
    /// The filter; its paths are relative to the working folder.
    ///
    /// # Errors
    /// A path outside of the repository.
    pub(crate) fn filter(&self, workspace: &Workspace) -> Result<Filter, Failure> {
        let mut paths = Vec::new();
        for path in &self.paths {
            paths.push(path_from_top(workspace, Path::new(path))?);
        }
        Ok(Filter {
            paths,
            ..self.without_paths()
        })
    }

    /// The filter for repositories in which the working folder is not.
    pub(crate) fn without_paths(&self) -> Filter {
        Filter {
            kinds: self.kinds.clone(),
            statuses: wanted_statuses(self.statuses.clone()),
            tags: self.tags.clone(),
            categories: self.categories.clone(),
            scopes: self.scopes.clone(),
            sources: self.sources.clone(),
            paths: Vec::new(),
        }
    }

    /// The statuses as they were typed.
    pub(crate) fn statuses(&self) -> &[String] {
        &self.statuses
    }

    /// The paths as they were typed.
    pub(crate) fn paths(&self) -> &[String] {
        &self.paths
    }
}

/// Which version of tracked memory is read.
#[derive(Args)]
pub(crate) struct At {
    /// Read memory as of this revision
    #[arg(long, value_name = "REV")]
    rev: Option<String>,
}

impl At {
    /// The revision, or the work tree where none is given.
    pub(crate) fn view(&self) -> View {
        View::at(self.rev.as_deref())
    }
}

/// Arguments that describe a task.
#[derive(Args)]
pub(crate) struct TaskArgs {
    /// What the task is about, in any words: relevant records come first
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) query: String,
    /// The files that the task touches: their records come first
    #[arg(long = "for", value_name = "PATH", num_args = 1..)]
    paths: Vec<PathBuf>,
}

impl TaskArgs {
    /// The files, from the top of the work tree.
    ///
    /// # Errors
    /// A path outside of the repository.
    pub(crate) fn paths(&self, workspace: &Workspace) -> Result<Vec<String>, Failure> {
        let mut paths = Vec::new();
        for path in &self.paths {
            let path = path_from_top(workspace, path)?;
            // The top holds everything, so it prefers nothing.
            if !path.is_empty() {
                paths.push(path);
            }
        }
        Ok(paths)
    }
}

/// Arguments that choose between tracked and private records.
#[derive(Args)]
pub(crate) struct Source {
    #[command(flatten)]
    at: At,
    /// Read the records of this branch's work log instead
    #[arg(long, conflicts_with = "rev")]
    private: bool,
}

impl Source {
    /// The view of tracked memory that is read; `None` for private memory.
    pub(crate) fn view(&self) -> Option<View> {
        if self.private {
            None
        } else {
            Some(self.at.view())
        }
    }
}
