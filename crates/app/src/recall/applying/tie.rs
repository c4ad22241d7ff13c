//! One reason why a record applies to a file.

use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::record::Record;
use git_memory_recall::DocumentRef;
use git_memory_text::pathspec;

/// One reason why a record applies to a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tie {
    /// The file cites it, in this line.
    Cited(u32),
    /// Its paths cover the file, or the name that the file had before.
    Paths(Option<String>),
    /// Its scope contains the file.
    Scope,
    /// So many of the file's citing commits cite it.
    Commits(u32, u32),
    /// The commit that wrote the line cites it.
    Line(ObjectId),
    /// Its text names the file, by this end of its path.
    Names(String),
    /// Its title has these words of the path.
    Title(String),
    /// Its text names a symbol which the file defines, or which is asked for.
    Symbol(String),
    /// A commit added it and changed the file.
    Together(ObjectId),
    /// It replaces a record that all of this ties to the file.
    Replaces(String),
}

impl Tie {
    /// True if the record itself says to which files it belongs.
    pub(super) fn is_declared(&self) -> bool {
        matches!(self, Self::Paths(_) | Self::Scope)
    }

    /// Sentence about the tie of a record to a file with this path.
    pub(super) fn sentence(&self, record: &Record, path: &str) -> String {
        let header = &record.header;
        let spec = |path: &str| {
            let mut specs = header.paths.iter().map(Clean::as_str);
            let found = specs.find(|spec| is_about(&spec.to_lowercase(), &path.to_lowercase()));
            found.unwrap_or_default().to_owned()
        };
        match self {
            Self::Cited(line) => format!("{path} names it in line {line}"),
            Self::Paths(None) => match spec(path) {
                spec if is_inside(&spec.to_lowercase(), &path.to_lowercase()) => {
                    format!("its path {spec} is in {path}")
                }
                spec => format!("its path {spec} covers {path}"),
            },
            Self::Paths(Some(before)) => {
                format!(
                    "its path {} covers {before}, which is now {path}",
                    spec(before)
                )
            }
            Self::Scope => format!("its scope {} contains {path}", header.scope),
            Self::Commits(1, 1) => format!("1 commit of {path} names it"),
            Self::Commits(count, all) if count == all => {
                format!("{count} commits of {path} name it")
            }
            Self::Commits(count, all) => {
                format!("of the {all} commits of {path} that name a record, {count} name it")
            }
            Self::Line(commit) => {
                format!("commit {}, which wrote the line, names it", commit.short())
            }
            Self::Names(name) => format!("its text names {name}"),
            Self::Title(part) => format!("its title names {part}"),
            Self::Symbol(name) => format!("its text names {name}, which {path} defines"),
            Self::Together(commit) => {
                format!("commit {} added it and changed {path}", commit.short())
            }
            Self::Replaces(id) => format!("it replaces {id}"),
        }
    }
}

/// A commit that added records together with changes of files.
pub(super) struct Together {
    pub(super) commit: ObjectId,
    pub(super) weight: f64,
    pub(super) added: Vec<DocumentRef>,
}

/// True if a pathspec covers a path, or a file below it: a question about a folder is about its
/// files.
pub(super) fn is_about(spec: &str, path: &str) -> bool {
    is_inside(spec, path) || pathspec::covers(spec, path)
}

fn is_inside(spec: &str, path: &str) -> bool {
    let rest = spec.strip_prefix(path);
    rest.is_some_and(|rest| rest.starts_with('/'))
}
