//! Input from the user: files, standard input, and paths.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::Failure;
use git_memory_app::records::parse_scope;
pub(crate) use git_memory_app::records::pathspecs::from_top as path_from_top;
use git_memory_app::workspace::terminal::open;
use git_memory_app::workspace::{Error, Invocation};
use git_memory_model::scope::Scope;
use git_memory_text::limits;

/// Stands for standard input.
pub(crate) const STDIN: &str = "-";

/// The text of a record: at most 1 MiB, as nothing longer could be read again.
pub(crate) fn body(invocation: &Invocation, path: &Path) -> Result<String, Failure> {
    at_most(invocation, path, limits::RECORD_BYTES)
}

/// The arguments for the text of a page.
#[derive(Args)]
pub(crate) struct PageText {
    /// The text (default: from --body-file or standard input)
    #[arg(value_name = "TEXT")]
    typed: Option<String>,
    /// The text
    #[arg(
        long,
        visible_alias = "body",
        value_name = "TEXT",
        allow_hyphen_values = true,
        conflicts_with = "typed"
    )]
    text: Option<String>,
    /// Take the text from a file, or from standard input with '-'
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["typed", "text"])]
    body_file: Option<PathBuf>,
}

impl PageText {
    /// The text: the argument, else from the file, else from standard input.
    ///
    /// # Errors
    /// A file or standard input that cannot be read.
    pub(crate) fn read(&self, invocation: &Invocation) -> Result<GivenText, Failure> {
        let typed = self.typed.as_ref().or(self.text.as_ref());
        text(invocation, typed, self.body_file.as_ref())
    }
}

/// A text that a command was given.
pub(crate) struct GivenText {
    /// The text.
    pub(crate) text: String,
    is_piped: bool,
}

impl GivenText {
    /// The text, if it came from standard input: there is no other copy of it.
    pub(crate) fn piped(&self) -> Option<&str> {
        self.is_piped.then_some(&self.text)
    }
}

/// The text of a record: the argument, else from a file, else from standard input.
pub(crate) fn text(
    invocation: &Invocation,
    given: Option<&String>,
    file: Option<&PathBuf>,
) -> Result<GivenText, Failure> {
    if let Some(text) = given {
        return Ok(GivenText {
            text: text.clone(),
            is_piped: false,
        });
    }
    let path = match file {
        Some(path) => path,
        None => Path::new(STDIN),
    };
    Ok(GivenText {
        text: body(invocation, path)?,
        is_piped: path == Path::new(STDIN),
    })
}

/// All of standard input.
pub(crate) fn stdin() -> Result<String, Failure> {
    let stdin = Path::new(STDIN);
    decoded(stdin, read(stdin, &mut io::stdin(), u64::MAX)?, u64::MAX)
}

/// The text of a file, or of standard input for `-`; `limit` is a number of whole MiB, in bytes.
///
/// # Errors
/// Where it cannot be read, is longer than `limit`, or is not UTF-8.
pub(crate) fn at_most(invocation: &Invocation, path: &Path, limit: u64) -> Result<String, Failure> {
    // One byte more than allowed tells what is too long from what just fits.
    let limit_and_one = limit + 1;
    let bytes = bytes(invocation, path, limit_and_one)?;
    let text = decoded(path, bytes, limit_and_one)?;
    if text.len() as u64 > limit {
        return Err(Failure::fatal(format!(
            "'{}' holds more than {} MiB of text",
            path.display(),
            limit >> 20
        )));
    }
    Ok(text)
}

/// At most `limit` bytes of a file, or of standard input for `-`.
pub(crate) fn bytes(invocation: &Invocation, path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    if path == Path::new(STDIN) {
        return read(path, &mut io::stdin(), limit);
    }
    let mut file = open(&invocation.path(path)).map_err(|error| unreadable(path, error))?;
    read(path, &mut file, limit)
}

fn read(path: &Path, source: &mut impl Read, limit: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match source.take(limit).read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(unreadable(path, error)),
    }
}

/// The text of at most `limit` bytes.
fn decoded(path: &Path, bytes: Vec<u8>, limit: u64) -> Result<String, Failure> {
    let is_cut = bytes.len() as u64 == limit;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        // The cut may be inside a letter; what is too long is refused by its length.
        Err(error) if is_cut => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        Err(error) => {
            let error = io::Error::new(io::ErrorKind::InvalidData, error);
            return Err(unreadable(path, error));
        }
    };
    // A text with a byte order mark is still just text.
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

fn unreadable(path: &Path, source: io::Error) -> Failure {
    Failure::from(Error::Input {
        path: path.to_owned(),
        source,
    })
}

/// The scope that was named, if any.
///
/// # Errors
/// What is not a scope.
pub(crate) fn scope(name: Option<&str>) -> Result<Option<Scope>, Failure> {
    match name {
        Some(name) => Ok(Some(parse_scope(name)?)),
        None => Ok(None),
    }
}
