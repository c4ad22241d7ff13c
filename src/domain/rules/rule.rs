//! Rules, and what is wrong with them.

use std::borrow::Borrow;

use super::block::{BEGIN, END};
use crate::domain::budget::tokens;
use crate::domain::context::sanitize::without_comments;
use crate::domain::layout::rules_folder;
use crate::domain::record::page;
use crate::domain::scope::Scope;

// Maximum number of lines and tokens of all rules that an agent reads at one place: every
// conversation there carries them with it, and what is too long is not followed.
const MOST_LINES: usize = 500;
const MOST_TOKENS: usize = 5000;

/// What helps against a rule that is too long.
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
    /// The rules.
    pub rules: Vec<Rule>,
}

/// What is wrong with a rule file, or with all that apply somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file or folder, from the top of the work tree.
    pub path: String,
    /// What is wrong, in words, without the path.
    pub message: String,
    /// What helps.
    pub remedy: &'static str,
}

impl Rule {
    /// Its budget in lines, as `<!-- budget: 50 lines -->` says it.
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

    /// What is wrong with it alone, and what helps.
    fn faults(&self) -> Vec<(String, &'static str)> {
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
    /// The folder of their files, from the top of the work tree.
    #[must_use]
    pub fn folder(&self) -> String {
        rules_folder(&self.scope)
    }

    /// The rules one after the other.
    #[must_use]
    pub fn joined(&self) -> String {
        let mut bodies: Vec<String> = self.rules.iter().map(Rule::body).collect();
        bodies.retain(|body| !body.is_empty());
        bodies.join("\n\n")
    }

    fn size(&self) -> Size {
        let mut size = Size::default();
        for rule in &self.rules {
            size.lines += rule.text.lines().count();
            size.tokens += tokens(&rule.text);
        }
        size
    }
}

fn budget_of(line: &str) -> Option<usize> {
    let comment = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    let budget = comment.trim().strip_prefix("budget:")?;
    let number = budget.trim().strip_suffix("lines")?;
    // Of what is not a number `check` says that the file names no budget.
    number.trim().parse().ok()
}

/// How much an agent reads.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    lines: usize,
    tokens: usize,
}

/// Everything that is wrong with the rules of some scopes, each scope once.
#[must_use]
pub fn check(all: &[impl Borrow<ScopeRules>]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for of_scope in all.iter().map(Borrow::borrow) {
        let folder = of_scope.folder();
        for rule in &of_scope.rules {
            for (message, remedy) in rule.faults() {
                findings.push(Finding {
                    path: format!("{folder}/{}.md", rule.name),
                    message,
                    remedy,
                });
            }
        }
        // One file may keep its own budget and be too many all the same.
        for message in too_much(all, &of_scope.scope) {
            findings.push(Finding {
                path: folder.clone(),
                message,
                remedy: SHORTEN,
            });
        }
    }
    findings
}

/// What an agent reads too much of in a scope's folder: the rules of the scope and of all above it.
/// A limit that is exceeded further up is named there alone.
fn too_much(all: &[impl Borrow<ScopeRules>], scope: &Scope) -> Vec<String> {
    let mut ladder = scope.ladder();
    let here = sum(all, &ladder);
    ladder.pop();
    let above = sum(all, &ladder);
    let which = if scope.is_project() {
        "all rules together have".to_owned()
    } else {
        format!("with those above it, the rules that apply in {scope}/ have")
    };
    let mut messages = Vec::new();
    if here.lines > MOST_LINES && above.lines <= MOST_LINES {
        let lines = here.lines;
        messages.push(format!("{which} {lines} lines; the limit is {MOST_LINES}"));
    }
    if here.tokens > MOST_TOKENS && above.tokens <= MOST_TOKENS {
        let tokens = here.tokens;
        messages.push(format!(
            "{which} about {tokens} tokens; the limit is {MOST_TOKENS}"
        ));
    }
    messages
}

fn sum(all: &[impl Borrow<ScopeRules>], ladder: &[Scope]) -> Size {
    let mut sum = Size::default();
    for of_scope in all.iter().map(Borrow::borrow) {
        if ladder.contains(&of_scope.scope) {
            let size = of_scope.size();
            sum.lines += size.lines;
            sum.tokens += size.tokens;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str, text: &str) -> Rule {
        Rule {
            name: name.to_owned(),
            text: text.to_owned(),
        }
    }

    fn of(scope: &str, rules: &[Rule]) -> ScopeRules {
        ScopeRules {
            scope: scope.parse().unwrap(),
            rules: rules.to_vec(),
        }
    }

    fn messages(all: &[ScopeRules]) -> String {
        let mut messages = Vec::new();
        for finding in check(all) {
            messages.push(format!("{}: {}", finding.path, finding.message));
        }
        messages.join("; ")
    }

    #[test]
    fn budgets_are_held() {
        let good = rule("a", "<!-- budget: 3 lines -->\n# A\nDo it.\n");
        assert_eq!(
            (good.budget(), good.body().as_str()),
            (Some(3), "# A\nDo it.")
        );
        assert_eq!(messages(&[of("project", &[good])]), "");
        let long = rule("b", "<!--budget: 1 lines-->\none\n");
        assert_eq!(
            messages(&[of("web", &[long])]),
            "memory/scopes/web/rules/b.md: it has 2 lines, its budget is 1"
        );
        let none = of("project", &[rule("c", "one\n")]);
        assert!(messages(&[none]).contains("names no budget"));
        let open = of(
            "project",
            &[rule("o", "<!-- budget: 3 lines -->\n<!-- a\nb\n")],
        );
        assert_eq!(
            messages(&[open]),
            "memory/rules/o.md: it has a comment that does not end, and agents read nothing after it"
        );
        let words = "word word word word word word word word word\n".repeat(600);
        let long = rule("d", &format!("<!-- budget: 900 lines -->\n{words}"));
        let all = messages(&[of("project", &[long])]);
        assert!(
            all.contains("601 lines; the limit is 500")
                && all.contains("tokens; the limit is 5000"),
            "{all}"
        );
    }

    #[test]
    fn what_an_agent_reads_at_one_place_is_counted_from_the_top() {
        let lines = |count: usize| {
            let text = "a\n".repeat(count - 1);
            vec![rule("r", &format!("<!-- budget: 900 lines -->\n{text}"))]
        };
        let mut all = vec![
            of("project", &lines(200)),
            of("services", &lines(200)),
            of("services/billing", &lines(100)),
            of("web", &lines(300)),
        ];
        assert_eq!(messages(&all), "", "scopes beside each other do not add up");
        all.push(of("services/billing/tax", &lines(2)));
        let named = "memory/scopes/services/billing/tax/rules: with those above it, the rules that \
                     apply in services/billing/tax/ have 502 lines; the limit is 500";
        assert_eq!(messages(&all), named);
        // What is too long above is too long everywhere below it, and is named once.
        all[1] = of("services", &lines(400));
        assert!(
            messages(&all).starts_with("memory/scopes/services/rules: with those above it"),
            "{}",
            messages(&all)
        );
        assert_eq!(check(&all).len(), 1);
    }
}
