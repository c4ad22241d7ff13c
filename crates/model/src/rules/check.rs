//! Checks rules.

use super::place::{names, too_much};
use super::rule::{Rule, ScopeRules};

/// Remedy if rules have no room beside the others.
const MAKE_ROOM: &str = "shorten the rules, or move those that are for one folder to its scope";

/// A fault of a rule file, or of all rules that apply somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file or folder, from the top of the work tree.
    pub path: String,
    /// The fault in words, without the path.
    pub message: String,
    /// The remedy.
    pub remedy: &'static str,
}

/// Everything that is wrong with the rules of some scopes, each scope once, after
/// [`within_budget`](super::within_budget).
#[must_use]
pub fn check(all: &[ScopeRules]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for of_scope in all {
        let mut rules: Vec<&Rule> = of_scope.all().collect();
        rules.sort_by(|a, b| a.name.cmp(&b.name));
        for rule in rules {
            for (message, remedy) in rule.faults() {
                findings.push(Finding {
                    path: of_scope.path(rule),
                    message,
                    remedy,
                });
            }
        }
        // One file may keep its own budget and still be too much.
        if !of_scope.left_out.is_empty() {
            let (much, names) = (too_much(all, of_scope), names(&of_scope.left_out));
            let what = if of_scope.note.is_empty() {
                "not given"
            } else {
                "only given the names of"
            };
            findings.push(Finding {
                path: of_scope.folder().to_owned(),
                message: format!("{much}, so agents are {what} {names}"),
                remedy: MAKE_ROOM,
            });
        }
    }
    findings
}
