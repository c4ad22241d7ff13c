//! Rules as texts of a search: those of memory, and the files from which agents read theirs.

use std::collections::HashSet;

use crate::context::rule_files;
use crate::recall::texts::LooseText;
use crate::workspace::{Error, Workspace};
use git_memory_import::agents::form::Form;
use git_memory_import::agents::piece::{Original, read};
use git_memory_import::agents::rule_text::origin;
use git_memory_model::layout::rules_folder;
use git_memory_recall::{Attribute, values_among};
use git_memory_store::index::IndexView;
use git_memory_store::{AtPath, TextFile, WorkFiles};
use git_memory_text as text;
use git_memory_text::markdown::Outline;

/// Maximum number of agents' files.
const FILES: usize = 100;

/// A rule of memory, or a file from which agents read theirs.
pub(crate) struct RuleText {
    pub(crate) path: String,
    /// The folder that it is about; empty for all of the project.
    pub(crate) folder: String,
    pub(crate) title: String,
    pub(crate) body: String,
    /// Pathspecs of the files that it is about; none for all of them.
    pub(crate) paths: Vec<String>,
}

/// The rules of memory, and agents' files at the top of the work tree that were not imported; none
/// without a work tree. `records` tell which files were imported.
///
/// # Errors
/// Where rules cannot be read.
pub(crate) fn texts(
    workspace: &Workspace,
    records: Option<&IndexView>,
) -> Result<Vec<LooseText>, Error> {
    let rules = rule_texts(workspace, records, &[""])?.into_iter();
    let texts = rules.map(|rule| LooseText {
        name: rule.path,
        title: rule.title,
        body: rule.body,
    });
    Ok(texts.collect())
}

/// The rules of memory, and agents' files in some folders that were not imported; none without a
/// work tree. `records` tell which files were imported.
///
/// # Errors
/// Where rules cannot be read.
pub(crate) fn rule_texts(
    workspace: &Workspace,
    records: Option<&IndexView>,
    folders: &[&str],
) -> Result<Vec<RuleText>, Error> {
    let store = workspace.store();
    if !store.has_work_tree() {
        return Ok(Vec::new());
    }
    let (mut texts, mut imported) = (Vec::new(), HashSet::new());
    for of_scope in rule_files::load(workspace)?.all {
        let folder = rules_folder(workspace.folder(), &of_scope.scope);
        for rule in of_scope.all() {
            imported.extend(origin(&rule.text).map(|origin| origin.file.to_owned()));
            let body = rule.body();
            let heading = Outline::of(&body).headings.first().map(|it| it.title);
            texts.push(RuleText {
                path: format!("{folder}/{}.md", rule.name),
                folder: String::new(),
                title: heading.unwrap_or(&rule.name).to_owned(),
                body,
                paths: Vec::new(),
            });
        }
    }
    let files = store.work_files()?;
    let mut found = Vec::new();
    for folder in folders {
        agents_files(&files, folder, &mut found)?;
    }
    found.truncate(FILES);
    let origins = origins_among(records, &found)?;
    for (form, path) in found {
        if !imported.contains(&path)
            && !origins.contains(&path.to_lowercase())
            && let TextFile::Text(text) = files.text(&path)?
            && let Some(found) = form.file(&path)
        {
            let original = Original {
                folder: found.folder,
                name: found.name,
                role: found.role,
                text: &text::plain(&text),
            };
            // What no import would take is no rule either: it is empty, or names other files.
            if let Ok(piece) = read(&original) {
                texts.push(RuleText {
                    folder: found.folder.to_owned(),
                    path,
                    title: piece.title,
                    body: piece.body,
                    paths: piece.paths,
                });
            }
        }
    }
    Ok(texts)
}

/// The files of which tracked records were made, in small letters. The index has them: reading all
/// records takes longer than the rest of an answer.
fn origins_among(
    records: Option<&IndexView>,
    found: &[(&'static Form, String)],
) -> Result<HashSet<String>, Error> {
    let mut origins = HashSet::new();
    let among: Vec<&str> = found.iter().map(|(_, path)| path.as_str()).collect();
    if let Some(view) = records.filter(|_| !among.is_empty()) {
        for part in view.parts() {
            let values = values_among(&part, Attribute::Origin, &among)?;
            let held = values.into_iter().filter(|it| !it.holders.is_empty());
            origins.extend(held.map(|it| it.value));
        }
    }
    Ok(origins)
}

/// Adds the regular files of agents that are for a folder of the work tree.
fn agents_files(
    files: &WorkFiles<'_>,
    folder: &str,
    found: &mut Vec<(&'static Form, String)>,
) -> Result<(), Error> {
    for form in Form::of_projects() {
        for place in form.places() {
            let place = match folder {
                "" => place.to_owned(),
                folder => format!("{folder}/{place}"),
            };
            let paths = match files.find(&place)? {
                AtPath::File(_) => vec![place],
                AtPath::Folder => files.files_below(&place)?,
                _ => continue,
            };
            let paths = paths.into_iter().filter(|path| form.file(path).is_some());
            found.extend(paths.map(|path| (form, path)));
        }
    }
    Ok(())
}
