//! How much an agent reads at one place: the rules of a scope with those of the scopes above it and
//! of the project. Every conversation there carries them, and agents do not follow long texts, so
//! there is a budget: a rule without room is only named.

use std::collections::HashMap;

use super::rule::{Rule, ScopeRules};
use crate::context::sanitize::without_comments;
use crate::scope::Scope;
use git_memory_text::budget::Size;

/// The maximum number of lines of all rules that an agent reads at one place.
const LINES: usize = 500;
/// The maximum number of their tokens.
const TOKENS: usize = 5000;
/// The maximum number of rules that are named in a line.
const NAMED: usize = 5;

/// Leaves out of each scope the rules that have no room beside those above them; within a scope,
/// the first ones by name stay. Each scope must appear once.
#[must_use]
pub fn within_budget(mut all: Vec<ScopeRules>) -> Vec<ScopeRules> {
    // From the top: rules for all scopes are told first.
    all.sort_by_key(|of_scope| (!of_scope.scope.is_project(), of_scope.scope.clone()));
    let lines = lines_below(&all);
    let mut told: HashMap<Scope, Size> = HashMap::new();
    for of_scope in &mut all {
        let mut room = limit();
        for above in of_scope.scope.ladder() {
            if let Some(taken) = told.get(&above) {
                room = room.without(*taken);
            }
        }
        if !room.holds(size(&of_scope.told())) {
            let below = lines.get(&of_scope.scope).copied().unwrap_or_default();
            of_scope.fit(room.without(below));
        }
        told.insert(of_scope.scope.clone(), size(&of_scope.told()));
    }
    all
}

/// Least room that the scopes below each one need, one below the other: a line each that names the
/// place of their rules.
fn lines_below(from_top: &[ScopeRules]) -> HashMap<Scope, Size> {
    let mut lines: HashMap<Scope, Size> = HashMap::new();
    for of_scope in from_top.iter().rev() {
        let below = lines.get(&of_scope.scope).copied().unwrap_or_default();
        let with_own = below + size(&of_scope.note_of("."));
        let mut ladder = of_scope.scope.ladder();
        ladder.pop();
        for above in ladder {
            let most = lines.entry(above).or_default();
            *most = most.max(with_own);
        }
    }
    lines
}

fn limit() -> Size {
    Size::at_most(None, Some(LINES), Some(TOKENS))
}

/// The size of a text that another one may follow.
fn size(text: &str) -> Size {
    match text {
        "" => Size::default(),
        text => limit().measure(&format!("{text}\n\n")),
    }
}

impl ScopeRules {
    /// Text for agents: the rules one after the other, then the places of those that are left out.
    #[must_use]
    pub fn told(&self) -> String {
        self.told_beside("")
    }

    /// Text for agents beside a file's own text, without the rules that the file says as a whole:
    /// one that was imported from it would stand there twice.
    #[must_use]
    pub fn told_beside(&self, own: &str) -> String {
        let own = without_comments(own);
        let mut told: Vec<String> = self.rules.iter().map(Rule::body).collect();
        told.retain(|body| !own.contains(body.as_str()));
        told.push(self.note.clone());
        told.retain(|text| !text.is_empty());
        told.join("\n\n")
    }

    /// Leaves out rules without room.
    fn fit(&mut self, room: Size) {
        let short = self.note_of(".");
        let mut left = room.without(size(&short));
        for rule in std::mem::take(&mut self.rules) {
            let taken = size(&rule.body());
            if left.holds(taken) {
                left = left.without(taken);
                self.rules.push(rule);
            } else {
                self.left_out.push(rule);
            }
        }
        let named = self.note_of(&format!(": {}", names(&self.left_out)));
        // Neither fits if those above leave no room.
        for note in [named, short] {
            self.note = note;
            if room.holds(size(&self.told())) {
                return;
            }
        }
        self.note.clear();
    }

    /// Note with the places of the rules that are left out.
    fn note_of(&self, end: &str) -> String {
        format!(
            "Some rules have no room here. Read them in `{}/` before you work here{end}",
            self.folder()
        )
    }
}

/// The file names of some rules, a few at most.
pub(super) fn names(rules: &[Rule]) -> String {
    let mut names = Vec::new();
    for rule in rules.iter().take(NAMED) {
        names.push(format!("{}.md", rule.name));
    }
    let names = names.join(", ");
    match rules.len().saturating_sub(NAMED) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}

/// Size of the rules that an agent would read in the folder of a scope with left-out rules.
#[must_use]
pub fn too_much(all: &[ScopeRules], of_scope: &ScopeRules) -> String {
    let scope = &of_scope.scope;
    let ladder = scope.ladder();
    let mut sum = Size::default();
    for above in all.iter().filter(|other| ladder.contains(&other.scope)) {
        for rule in above.all() {
            sum = sum + size(&rule.body());
        }
    }
    let which = if scope.is_project() {
        "all rules together have".to_owned()
    } else {
        format!("with those above it, the rules that apply in {scope}/ have")
    };
    format!(
        "{which} {} lines and up to {} tokens; the limits are {LINES} and {TOKENS}",
        sum.lines,
        sum.most_tokens()
    )
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use git_memory_text::path::MemoryFolder;
    use proptest::prelude::*;

    /// A rule of some lines, a word each.
    fn rule(name: &str, lines: usize) -> Rule {
        Rule {
            name: name.to_owned(),
            text: format!("<!-- budget: 900 lines -->\n{}", "word\n".repeat(lines)),
        }
    }

    fn of(scope: &str, rules: &[(&str, usize)]) -> ScopeRules {
        let rules = rules.iter().map(|(name, lines)| rule(name, *lines));
        ScopeRules::new(
            &MemoryFolder::default(),
            scope.parse().unwrap(),
            rules.collect(),
        )
    }

    /// Names of the rules that are told in each scope, and of those that are left out.
    fn fitted(all: Vec<ScopeRules>) -> Vec<String> {
        let mut fitted = Vec::new();
        for of_scope in within_budget(all) {
            let told: Vec<&str> = of_scope.rules.iter().map(|rule| &*rule.name).collect();
            let left_out: Vec<&str> = of_scope.left_out.iter().map(|rule| &*rule.name).collect();
            let (told, left_out) = (told.join(" "), left_out.join(" "));
            fitted.push(format!("{}: {told} | {left_out}", of_scope.scope));
        }
        fitted
    }

    #[test]
    fn rules_with_room_are_told_and_the_rest_is_named() {
        let fits = vec![
            of("project", &[("a", 199)]),
            of("services/billing", &[("c", 99)]),
            of("services", &[("b", 199)]),
            of("web", &[("d", 299)]),
        ];
        assert_eq!(
            fitted(fits),
            [
                "project: a | ",
                "services: b | ",
                "services/billing: c | ",
                "web: d | "
            ],
            "scopes beside each other do not add up"
        );
        let too_many = vec![
            of("project", &[("a", 400), ("b", 200), ("c", 40)]),
            of("services", &[("d", 100), ("e", 30)]),
        ];
        assert_eq!(
            fitted(too_many.clone()),
            ["project: a c | b", "services: e | d"],
            "a shorter one may have room behind a longer one that has none"
        );
        let project = &within_budget(too_many)[0];
        assert!(
            project.told().ends_with(
                "word\n\nSome rules have no room here. Read them in `memory/rules/` before you \
                 work here: b.md"
            ),
            "{}",
            project.told()
        );
    }

    #[test]
    fn each_place_has_a_line_if_the_project_has_too_much() {
        let all = within_budget(vec![
            of("project", &[("a", 300), ("b", 194), ("c", 300)]),
            of("services", &[("d", 2)]),
            of("services/billing", &[("e", 2), ("f", 90)]),
        ]);
        assert_eq!(
            all[0].left_out.len(),
            2,
            "b would leave no line for those below"
        );
        let billing = &all[2];
        assert_eq!(billing.rules.len(), 2);
        let all = within_budget(vec![
            of("project", &[("a", 495), ("c", 300)]),
            of("services", &[("d", 9)]),
        ]);
        assert_eq!(
            all[1].told(),
            "Some rules have no room here. Read them in `memory/scopes/services/rules/` before you \
             work here: d.md"
        );
    }

    #[test]
    fn a_scope_without_room_for_a_line_is_told_nothing() {
        let all = within_budget(vec![
            of("project", &[("a", 498)]),
            of("project/api", &[("b", 1)]),
        ]);
        assert_eq!((all[0].left_out.len(), all[1].told().as_str()), (0, ""));
        let message = &check(&all)[0].message;
        assert!(message.ends_with("agents are not given b.md"), "{message}");
        let all = within_budget(vec![
            of("project", &[("a", 301)]),
            of("project/api", &[("b", 3)]),
        ]);
        assert_eq!(all[1].left_out, []);
    }

    #[test]
    fn rules_that_are_left_out_are_an_error_of_their_place() {
        let mut rules = of("project", &[("a", 200), ("b", 2)]);
        rules.rules[0].text += &format!("{}\n", "word ".repeat(30)).repeat(200);
        let findings = check(&within_budget(vec![rules]));
        assert_eq!(
            (findings.len(), findings[0].path.as_str()),
            (1, "memory/rules")
        );
        insta::assert_snapshot!(findings[0].message, @"all rules together have 404 lines and up to \
                                                       6861 tokens; the limits are 500 and 5000, \
                                                       so agents are only given the names of a.md");
    }

    proptest! {
        #[test]
        fn no_place_has_more_than_the_budget(sizes in prop::collection::vec(
            (prop::sample::select(vec!["project", "a", "a/b", "a/b/c", "a/d", "e/f"]), 0usize..15, 0usize..200),
            1..15,
        )) {
            let mut all: Vec<ScopeRules> = Vec::new();
            for (number, (scope, words, lines)) in sizes.into_iter().enumerate() {
                let scope: Scope = scope.parse().unwrap();
                let text = format!("{}\n", "word ".repeat(words)).repeat(lines);
                let rule = Rule { name: format!("{number:02}"), text };
                match all.iter_mut().find(|known| known.scope == scope) {
                    Some(known) => known.rules.push(rule),
                    None => all.push(ScopeRules::new(&MemoryFolder::default(), scope, vec![rule])),
                }
            }
            let fitted = within_budget(all.clone());
            for of_scope in &fitted {
                let ladder = of_scope.scope.ladder();
                let read = |all: &[ScopeRules]| {
                    let mut read = Size::default();
                    for above in all.iter().filter(|other| ladder.contains(&other.scope)) {
                        read = read + size(&above.told());
                    }
                    read
                };
                prop_assert!(limit().holds(read(&fitted)));
                prop_assert!(of_scope.left_out.is_empty() || !limit().holds(read(&all)));
            }
        }
    }
}
