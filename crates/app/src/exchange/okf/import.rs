//! Import of a bundle: each file goes unchanged to the same place below a folder of memory. Keys
//! that our export added to a document are removed again, and a record's status becomes one of its
//! kind.

use std::path::Path;

use crate::exchange::folders::must_not_be_read;
use crate::exchange::import::{Outcome, Skipped};
use crate::exchange::json::import::{Import, shown};
use crate::workspace::{Error, Workspace};
use git_memory_import::exchange::Passed;
use git_memory_import::okf::computed::restored;
use git_memory_import::okf::index::is_of_memory;
use git_memory_import::okf::nested;
use git_memory_import::okf::status::in_own_words;
use git_memory_model::layout::INDEX;
use git_memory_store::View;
use git_memory_store::given::{
    Content, GivenFile, GivenFiles, files_below, folder_name, is_folder, link_target, read_at_most,
};
use git_memory_text::limits;
use git_memory_text::path::{MEMORY, MemoryFolder, last};

/// The listing of a folder.
const LISTING: &str = "index.md";

/// The question to an import of a bundle.
#[derive(Clone, Debug)]
pub struct OkfImport {
    /// The folder of a bundle, or one document.
    pub path: std::path::PathBuf,
    /// The folder below `memory/` that the bundle's root becomes; without it, `memory/` for a
    /// bundle that was made of a memory and for a single document, else a folder of the bundle's
    /// name.
    pub into: Option<String>,
    /// True if records with known ids get the texts of the bundle.
    pub is_update: bool,
    /// Report the changes without making them.
    pub dry_run: bool,
}

/// A file of a bundle that may be taken.
struct Document {
    /// Its path from the bundle's root.
    path: String,
    /// Its text, or why it has none.
    text: Result<String, &'static str>,
}

/// Imports the files of a bundle.
///
/// # Errors
/// Where there is nothing to read, or memory cannot be read or written; then nothing was changed.
pub fn okf(
    workspace: &Workspace,
    request: &OkfImport,
    is_staged: bool,
) -> Result<Vec<Outcome>, Error> {
    must_not_be_read(workspace, [&request.path])?;
    let lock = workspace.lock()?;
    let given = workspace.invocation().path(&request.path);
    let found = found(&given)?;
    let documents = read(&found)?;
    if !documents.iter().any(|document| is_markdown(&document.path)) {
        let path = request.path.display();
        return Err(Error::NothingReadable {
            what: format!("no document in '{path}'"),
            remedy: "name the folder of a bundle, or one of its Markdown files",
        });
    }
    let folder = match &request.into {
        Some(into) => into_folder(workspace.folder(), into)?,
        None if is_folder(&given)? => own_folder(workspace.folder(), &given, &documents)?,
        None => String::new(),
    };
    let memory = workspace.memory(&View::WorkTree)?;
    let mut import = Import::new(workspace, &memory.records, request.is_update);
    import.takes_others = true;
    for document in documents {
        take(&mut import, &folder, document)?;
    }
    for GivenFile { file, shown: name } in found.links {
        let target = shown(workspace, &link_target(&file)?)?;
        let why = format!("it is a symbolic link to '{target}'");
        import.report(name.trim_start_matches('/'), Err(Skipped::Refused(why)))?;
    }
    if found.others > 0 {
        let why = format!(
            "{} items in it are not files, or cannot be read",
            found.others
        );
        let path = request.path.display().to_string();
        import.report(&path, Err(Skipped::Refused(why)))?;
    }
    if !request.dry_run && !import.changes.is_empty() {
        workspace.change(&lock, &import.changes, is_staged)?;
    }
    Ok(import.outcomes)
}

/// Returns the files of a bundle, by their paths from its root.
fn found(given: &Path) -> Result<GivenFiles, Error> {
    if is_folder(given)? {
        // Not through a link that was given: what is in the folder is asked for.
        return Ok(files_below(&given.join(""), "")?);
    }
    let name = given.file_name().unwrap_or_default().to_string_lossy();
    Ok(files_below(given, &name)?)
}

fn read(found: &GivenFiles) -> Result<Vec<Document>, Error> {
    let mut documents = Vec::new();
    let mut size = 0;
    for GivenFile { file, shown } in &found.files {
        let text = match read_at_most(file, limits::RECORD_BYTES)? {
            Content::TooLarge => Err("it is larger than 1 MiB"),
            Content::Whole(bytes) => {
                size += bytes.len() as u64;
                String::from_utf8(bytes).map_err(|_| "it is not UTF-8")
            }
        };
        if size > limits::IMPORT_BYTES {
            let limit = limits::IMPORT_BYTES >> 20;
            return Err(Error::NothingReadable {
                what: format!("the bundle holds more than {limit} MiB"),
                remedy: "import its folders one after the other, each with --into",
            });
        }
        documents.push(Document {
            path: shown.trim_start_matches('/').to_owned(),
            text,
        });
    }
    Ok(documents)
}

fn is_markdown(path: &str) -> bool {
    let end = Path::new(path).extension();
    end.is_some_and(|end| end.eq_ignore_ascii_case("md"))
}

/// Returns the chosen folder for a bundle, from the folder of memory on.
fn into_folder(memory: &MemoryFolder, into: &str) -> Result<String, Error> {
    let below = into.trim_end_matches('/');
    let below = memory.below(below).unwrap_or(below);
    if matches!(below, "" | ".") || below == memory.as_str() {
        return Ok(String::new());
    }
    memory.path(below)?;
    Ok(format!("{below}/"))
}

/// Returns the default folder for a bundle, from the folder of memory on.
fn own_folder(
    memory: &MemoryFolder,
    given: &Path,
    documents: &[Document],
) -> Result<String, Error> {
    let listing = documents.iter().find(|document| document.path == LISTING);
    let is_memory = listing.is_some_and(|listing| match &listing.text {
        Ok(text) => is_of_memory(text),
        Err(_) => false,
    });
    match folder_name(given) {
        Some(name) if !is_memory && name != memory.as_str() => into_folder(memory, &name),
        _ => Ok(String::new()),
    }
}

fn take(import: &mut Import<'_>, folder: &str, document: Document) -> Result<(), Error> {
    let Document { path: name, text } = document;
    let text = match text {
        Ok(text) => text,
        Err(why) => return import.report(&name, Err(Skipped::refused(why))),
    };
    let below = format!("{folder}{name}");
    // It was made of the records, and is made of them again.
    if below == INDEX && is_of_memory(&text) {
        return import.report(&name, Err(Skipped::Already(None)));
    }
    if name.split('/').any(|part| part.starts_with('.')) {
        return import.report(&name, Err(Skipped::refused("its name is hidden")));
    }
    let restored = if last(&name) == LISTING {
        nested::restored(&text)
    } else if is_markdown(&name) {
        restored(&text)
    } else {
        None
    };
    let mut content = restored.unwrap_or(text);
    if is_markdown(&name)
        && let Some(own) = in_own_words(&content, |id| import.status_of(id))
    {
        content = own;
    }
    let path = format!("{MEMORY}/{below}");
    import.pass_file(&name, &Passed { path, content })
}
