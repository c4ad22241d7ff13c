//! Recognition of what an import is given, by the names of its files and how they begin.

use std::path::Path;

use crate::exchange::adr::given::there;
use crate::workspace::{Error, Workspace};
use git_memory_import::adr::{Original, Refusal, StatusWords, read};
use git_memory_import::agents::form::Form;
use git_memory_import::exchange::{MemoryDocument, memories};
use git_memory_store::given::{Content, GivenFile, is_folder, kept_below, read_at_most, real};
use git_memory_text::limits;

/// Name of decision records, which are taken for what has no mark of another form.
const DECISIONS: &str = "adr";
/// Files of a folder whose beginning is looked at.
const OPENED: usize = 20;
/// The longest file that is looked at, in bytes.
const LIMIT: u64 = 1 << 20;

/// The form of a file, or of the files of a folder, as `import --from` names it.
///
/// # Errors
/// Where nothing can be read, or the files are of several forms.
pub fn form_of(workspace: &Workspace, path: &Path) -> Result<&'static str, Error> {
    let given = there(workspace, path)?;
    if is_folder(&given)? {
        return of_folder(path, &given);
    }
    let name = slashed(&real(&given)?);
    if let Some(form) = Form::of_projects().find(|form| form.file(&name).is_some()) {
        return Ok(form.name);
    }
    let is_json = given.extension().is_some_and(|it| it == "json");
    if !is_json {
        must_be_decision(path, &given)?;
        return Ok(DECISIONS);
    }
    Ok(match text(&given, limits::IMPORT_BYTES)? {
        Some(text) if MemoryDocument::parse(&text).is_err() && memories(&text).is_ok() => "mem0",
        _ => "json",
    })
}

/// Makes sure that a text has the form of a decision record: any other text would become a decision
/// that no one has made.
fn must_be_decision(path: &Path, given: &Path) -> Result<(), Error> {
    let Some(text) = text(given, LIMIT)? else {
        return Ok(());
    };
    let read = read(&Original {
        path: &slashed(path),
        text: &text,
        is_wanted: false,
        is_named: false,
        words: &StatusWords::default(),
    });
    match read {
        Err(refusal @ Refusal::NotADecision { .. }) => Err(Error::NothingReadable {
            what: refusal.to_string(),
            remedy: "take it as one with --from adr, or read its folder in place as notes",
        }),
        // The import reports what else is wrong with it.
        Ok(_) | Err(_) => Ok(()),
    }
}

fn of_folder(path: &Path, given: &Path) -> Result<&'static str, Error> {
    let hidden: Vec<&str> = Form::of_projects()
        .flat_map(|form| form.hidden.iter().copied())
        .collect();
    let files = kept_below(given, &hidden)?.files;
    let whole = slashed(&real(given)?);
    let mut forms: Vec<&'static Form> = Vec::new();
    for form in Form::of_projects() {
        let is_its = |it: &GivenFile| {
            form.file(&it.shown).is_some() || form.file(&format!("{whole}/{}", it.shown)).is_some()
        };
        if files.iter().any(is_its) {
            forms.push(form);
        }
    }
    match forms[..] {
        [] => of_marks(&files),
        [form] => Ok(form.name),
        _ => {
            let names: Vec<&str> = forms.iter().map(|form| form.name).collect();
            Err(Error::NothingReadable {
                what: format!("'{}' has files of {}", path.display(), names.join(", ")),
                remedy: "choose one of these with --from",
            })
        }
    }
}

/// The form of files that have no place of their own in a project.
fn of_marks(files: &[GivenFile]) -> Result<&'static str, Error> {
    let has = |fits: &dyn Fn(&str) -> bool| files.iter().any(|file| fits(&file.shown));
    if has(&|name| name == "MEMORY.md") {
        return Ok(Form::CLAUDE_MEMORY.name);
    }
    if has(&|name| has_extension(name, "jsonl") || is_session(name)) {
        return Ok("transcripts");
    }
    if has(&is_of_tree) {
        return Ok("workspace");
    }
    for file in files
        .iter()
        .filter(|it| has_extension(&it.shown, "md"))
        .take(OPENED)
    {
        let text = text(&file.file, LIMIT)?.unwrap_or_default();
        let front = text
            .strip_prefix("---")
            .and_then(|rest| rest.split("\n---").next());
        let mut lines = front.unwrap_or_default().lines();
        if lines.clone().any(|line| line.starts_with("okf_version:")) {
            return Ok("okf");
        }
        if lines.any(|line| line.starts_with("permalink:")) {
            return Ok(Form::BASIC_MEMORY.name);
        }
    }
    Ok(DECISIONS)
}

/// The text of a file; `None` if it is too long, or not UTF-8.
fn text(file: &Path, limit: u64) -> Result<Option<String>, Error> {
    Ok(match read_at_most(file, limit)? {
        Content::Whole(bytes) => String::from_utf8(bytes).ok(),
        Content::TooLarge => None,
    })
}

fn has_extension(name: &str, wanted: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it == wanted)
}

/// True for a session of Gemini CLI.
fn is_session(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or_default();
    name.starts_with("session-") && has_extension(name, "json")
}

/// True for a page of a tree of workspaces, `WORKSPACE/DOMAIN/REPOSITORY/_topic`, or of a single
/// workspace.
fn is_of_tree(name: &str) -> bool {
    let mut folders = name.split('/').skip(2).take(2);
    folders.any(|folder| folder.starts_with('_'))
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
