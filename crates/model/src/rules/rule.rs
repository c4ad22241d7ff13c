//! Rules, and their faults.

use super::block::{BEGIN, END};
use crate::context::sanitize::without_comments;
use crate::layout::rules_folder;
use crate::record::page;
use crate::scope::Scope;
use git_memory_text::path::MemoryFolder;

/// Remedy for a rule that is too long.
const SHORTEN: &str = "shorten the rules, or name a larger budget in them";

/// A file of a scope's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name without `.md`.
    pub name: String,
    /// Its text, without secrets, control and invisible characters.
    pub text: String,
}

/// The rules of one scope, by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeRules {
    /// The scope; those of the project are for every conversation.
    pub scope: Scope,
    folder: String,
    /// The rules that are told in full.
    pub rules: Vec<Rule>,
    /// Rules for which there is no room ([`within_budget`](super::within_budget)).
    pub left_out: Vec<Rule>,
    /// Note for agents with the places of these.
    pub note: String,
}

impl Rule {
    /// Its budget in lines, as in `<!-- budget: 50 lines -->`.
    #[must_use]
    pub fn budget(&self) -> Option<usize> {
        self.text.lines().find_map(budget_of)
    }

    /// Its text as it is given to agents: without front matter, which speaks to other programs,
    /// and without comments, which speak to its authors, or hide from its reviewers.
    #[must_use]
    pub fn body(&self) -> String {
        without_comments(page::body(&self.text)).trim().to_owned()
    }

    /// Faults of this rule without the others, and their remedies.
    pub(super) fn faults(&self) -> Vec<(String, &'static str)> {
        let lines = self.text.lines().count();
        let mut faults = Vec::new();
        match self.budget() {
            Some(budget) if lines > budget => {
                let what = format!("it has {lines} lines, its budget is {budget}");
                faults.push((what, SHORTEN));
            }
            Some(_) => {}
            None => {
                let what = "it names no budget: begin it with '<!-- budget: 50 lines -->'";
                faults.push((what.to_owned(), SHORTEN));
            }
        }
        // In the block it would end it, and the next build could not find its place.
        if self.text.contains(BEGIN) || self.text.contains(END) {
            let what = "it contains a marker of git-memory's own block";
            faults.push((what.to_owned(), "take the marker out"));
        }
        // A word after it would be part of the comment.
        if !without_comments(&format!("{}x", self.text)).ends_with('x') {
            let what = "it has a comment that does not end, and agents read nothing after it";
            faults.push((what.to_owned(), "end the comment with '-->'"));
        }
        faults
    }
}

impl ScopeRules {
    /// Rules that are all told in full, without a budget.
    #[must_use]
    pub fn new(memory: &MemoryFolder, scope: Scope, rules: Vec<Rule>) -> Self {
        Self {
            folder: rules_folder(memory, &scope),
            scope,
            rules,
            left_out: Vec::new(),
            note: String::new(),
        }
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.left_out.is_empty()
    }

    /// All of them, those that are told in full first.
    pub fn all(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().chain(&self.left_out)
    }

    /// The folder of their files, from the top of the work tree.
    #[must_use]
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// The path of a rule, from the top of the work tree.
    #[must_use]
    pub fn path(&self, rule: &Rule) -> String {
        format!("{}/{}.md", self.folder(), rule.name)
    }
}

fn budget_of(line: &str) -> Option<usize> {
    let comment = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    let budget = comment.trim().strip_prefix("budget:")?;
    let number = budget.trim().strip_suffix("lines")?;
    // `check` reports a number that cannot be read as a missing budget.
    number.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> Rule {
        Rule {
            name: "a".to_owned(),
            text: text.to_owned(),
        }
    }

    fn faults(rule: &Rule) -> Vec<String> {
        rule.faults().into_iter().map(|(what, _)| what).collect()
    }

    #[test]
    fn budgets_are_held() {
        let good = rule("<!-- budget: 3 lines -->\n# A\nDo it.\n");
        assert_eq!(
            (good.budget(), good.body().as_str()),
            (Some(3), "# A\nDo it.")
        );
        assert_eq!(faults(&good), Vec::<String>::new());
        let long = rule("<!--budget: 1 lines-->\none\n");
        assert_eq!(faults(&long), ["it has 2 lines, its budget is 1"]);
        assert!(faults(&rule("one\n"))[0].contains("names no budget"));
        let open = rule("<!-- budget: 3 lines -->\n<!-- a\nb\n");
        assert_eq!(
            faults(&open),
            ["it has a comment that does not end, and agents read nothing after it"]
        );
    }
}
