//! Adding the `type` of every document, as the Open Knowledge Format requires it: for files that
//! were written before git-memory wrote it, and for hand-written ones.

use crate::records::admit::fitting;
use crate::records::adopted::{AdoptReport, LeftAsPage};
use crate::workspace::{Error, Workspace};
use git_memory_import::okf::{is_reserved, is_typed, type_of, with_type};
use git_memory_model::layout::{self, Part};
use git_memory_store::write::Change;
use git_memory_store::{TreeFile, View};

/// Adds `type` to every record, page and rule that lacks it; no other byte of them changes. With
/// `is_dry_run` nothing is written.
///
/// # Errors
/// Where memory cannot be read, or a file cannot be changed; then nothing was. A file whose front
/// matter cannot be changed in place is left as it is, and named.
pub fn add_types(
    workspace: &Workspace,
    is_dry_run: bool,
    is_staged: bool,
) -> Result<AdoptReport, Error> {
    let lock = workspace.lock()?;
    workspace.must_have_memory()?;
    let mut report = AdoptReport::default();
    let mut changes = Vec::new();
    let folder = workspace.folder();
    for file in workspace.store().files(&View::WorkTree)? {
        // `check` reports files that are not text.
        let TreeFile::Text(path, text) = file else {
            continue;
        };
        let is_document = matches!(layout::part(folder, &path), Part::Record | Part::Rule);
        if !is_document || is_reserved(path.file_name()) || is_typed(&text) {
            continue;
        }
        match with_type(&text, &type_of(folder, &path)) {
            Ok(typed) => {
                let clean = fitting(workspace, &path, &typed)?;
                report.typed.push(path.clone());
                changes.push(Change::Replace(path, text.into_bytes(), clean));
            }
            Err(why) => report.skipped.push(LeftAsPage {
                path,
                why: why.to_string(),
            }),
        }
    }
    if !is_dry_run && !changes.is_empty() {
        workspace.change(&lock, &changes, is_staged)?;
    }
    Ok(report)
}
