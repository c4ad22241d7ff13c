//! The rule that is made of a file, where every conversation can carry it.

use crate::exchange::claims::Claims;
use crate::exchange::import::Skipped;
use crate::workspace::{Error, Workspace};
use git_memory_import::agents::piece::{self, Piece, rule_name};
use git_memory_import::agents::rule_text::{Origin, rule_text};
use git_memory_model::layout::RULES;
use git_memory_model::rules::{Rule, ScopeRules, too_much, within_budget};
use git_memory_model::scope::Scope;
use git_memory_store::AtPath;
use git_memory_text::counted;
use git_memory_text::limits;
use git_memory_text::path::{MemoryFolder, RepoPath};
use git_memory_text::portable::reserved;

/// The text of a rule.
pub(crate) fn text(piece: &Piece, from: Origin<'_>) -> Result<String, Skipped> {
    match rule_text(from, &piece.body) {
        Some(text) => Ok(text),
        None => Err(Skipped::refused("its name cannot stand in a comment")),
    }
}

/// Reason why a text cannot be a rule for every conversation; `None` if it can be added to the
/// existing ones.
pub(crate) fn is_too_much(memory: &MemoryFolder, rules: &[Rule], text: &str) -> Option<String> {
    let lines = text.lines().count();
    if lines > limits::IMPORTED_RULE_LINES {
        let lines = counted(lines, "line");
        return Some(format!("{lines} are too many for every conversation"));
    }
    let mut all = rules.to_vec();
    all.push(Rule {
        name: String::new(),
        text: text.to_owned(),
    });
    let all = within_budget(vec![ScopeRules::new(memory, Scope::project(), all)]);
    let of_project = all.first()?;
    (!of_project.left_out.is_empty()).then(|| too_much(&all, of_project))
}

/// A path for a rule at which there is nothing yet.
pub(crate) fn free_path(
    workspace: &Workspace,
    claims: &Claims,
    file: &piece::Original<'_>,
) -> Result<RepoPath, Skipped> {
    let name = rule_name(file);
    let files = workspace.store().work_files().map_err(Error::from)?;
    let mut number = 1;
    loop {
        let path = workspace.folder().join(&match number {
            1 => format!("{RULES}/{name}.md"),
            _ => format!("{RULES}/{name}-{number}.md"),
        });
        if reserved(&path).is_some() {
            return Err(Skipped::refused("Windows reserves its name"));
        }
        let path: RepoPath = match path.parse() {
            Ok(path) => path,
            Err(error) => return Err(Error::from(error).into()),
        };
        let at = files.find(path.as_str()).map_err(Error::from)?;
        if at == AtPath::Nothing && !claims.paths().contains(&path) {
            return Ok(path);
        }
        number += 1;
    }
}
