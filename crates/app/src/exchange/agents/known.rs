//! Results of earlier imports of a file: a record or a rule, and the text that it was made from.

use std::collections::HashSet;

use crate::context::rule_files::load;
use crate::exchange::adr::known::Known as KnownRecords;
use crate::exchange::adr::text::{Original, without_hidden};
use crate::exchange::agents::links::without_paths;
use crate::workspace::{Error, Workspace};
use git_memory_import::agents::piece::{self, Piece};
use git_memory_import::agents::rule_text;
use git_memory_model::layout::RULES;
use git_memory_model::record::{Record, RecordId, page};
use git_memory_model::rules::Rule;
use git_memory_model::scope::Scope;
use git_memory_text::path::{MemoryFolder, RepoPath};

/// The results of earlier imports.
pub(crate) struct Known<'a> {
    records: KnownRecords<'a>,
    memory: &'a MemoryFolder,
    /// The rules that memory has, and those that this import adds.
    pub(crate) rules: Vec<Rule>,
}

/// Something that an earlier import made.
pub(crate) struct Made {
    pub(crate) path: RepoPath,
    /// None where it is a rule.
    pub(crate) id: Option<RecordId>,
    /// git's id of the text that it was made of, where that is known.
    pub(crate) blob: Option<String>,
}

impl<'a> Known<'a> {
    /// Collects the results of earlier imports of these files.
    pub(crate) fn of(
        workspace: &'a Workspace,
        records: &'a [Record],
        origins: &HashSet<&str>,
    ) -> Result<Self, Error> {
        let mut rules = Vec::new();
        for of_scope in load(workspace)?.all {
            if of_scope.scope.is_project() {
                rules.extend(of_scope.all().cloned());
            }
        }
        Ok(Self {
            records: KnownRecords::of(workspace, records, &Scope::project(), origins)?,
            memory: workspace.folder(),
            rules,
        })
    }

    /// Returns the record or rule that was made from a file with this text.
    ///
    /// # Errors
    /// A rule with an invalid path for a name.
    pub(crate) fn find(&self, origin: &str, original: &Original) -> Result<Option<Made>, Error> {
        for rule in &self.rules {
            let Some(from) = rule_text::origin(&rule.text) else {
                continue;
            };
            if from.file == origin {
                return Ok(Some(Made {
                    path: self.memory.path(&format!("{RULES}/{}.md", rule.name))?,
                    id: None,
                    blob: Some(from.blob.to_owned()),
                }));
            }
        }
        let Some(found) = self.records.find(origin, original) else {
            return Ok(None);
        };
        Ok(Some(Made {
            path: found.imported.record.path.clone(),
            id: found.imported.record.id().cloned(),
            blob: found.imported.blob.clone(),
        }))
    }
}

impl Made {
    /// True if a record or rule still has the text that the import made, so that an update loses
    /// nothing.
    pub(crate) fn is_untouched(
        &self,
        workspace: &Workspace,
        file: &piece::Original<'_>,
    ) -> Result<bool, Error> {
        let Some(before) = self.before(workspace, file) else {
            return Ok(false);
        };
        let bytes = workspace.read(&self.path)?;
        let text = String::from_utf8_lossy(&bytes);
        let own = match &self.id {
            Some(_) => page::body(&text),
            None => rule_text::body(&text),
        };
        // Link targets depend on the other files of that import.
        let [own, before] = [own, &before.body].map(without_paths);
        Ok(own.trim().lines().eq(before.trim().lines()))
    }

    /// Returns the piece of the original's earlier text; `None` if git no longer has that text.
    fn before(&self, workspace: &Workspace, file: &piece::Original<'_>) -> Option<Piece> {
        let id = self.blob.as_ref()?.parse().ok()?;
        let bytes = workspace.store().objects().blob(id).ok()?;
        let (text, _) = without_hidden(String::from_utf8(bytes).ok()?);
        let before = piece::Original {
            text: &text,
            ..*file
        };
        piece::read(&before).ok()
    }
}
