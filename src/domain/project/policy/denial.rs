//! Why a tool may not do something.

use crate::domain::advice::Advice;

/// What to do in place of touching a folder as a whole.
pub(super) const BY_PART: Advice = Advice::by_hand("name what is below it that is meant");

/// The rule that denies something; its name is a promise to programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// It is git's own.
    GitFolder,
    /// A log of agents: `.waypoints`, `sessions`, `receipts`.
    AgentLog,
    /// A team, a person or the project index blocks it.
    Block,
    /// It lies outside of the work tree.
    Outside,
    /// git-memory makes the file.
    Derived,
    /// Searches leave it out.
    Ignore,
    /// Symbolic links that lead in a circle.
    LinkLoop,
    /// A text that no file system takes for a path.
    NotAPath,
    /// The text to be written holds a secret.
    Secret,
    /// What has to be known cannot be found out, and `--strict` was given.
    Strict,
}

impl Rule {
    /// Its name, in lower case with hyphens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::GitFolder => "git-folder",
            Self::AgentLog => "agent-log",
            Self::Block => "block",
            Self::Outside => "outside",
            Self::Derived => "derived",
            Self::Ignore => "ignore",
            Self::LinkLoop => "link-loop",
            Self::NotAPath => "not-a-path",
            Self::Secret => "secret",
            Self::Strict => "strict",
        }
    }
}

/// A denial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denial {
    /// The rule.
    pub rule: Rule,
    /// Why, in one line that names the place.
    pub reason: String,
    /// What to do instead.
    pub advice: Vec<Advice>,
}

impl Denial {
    pub(crate) fn new(rule: Rule, reason: impl Into<String>) -> Self {
        Self {
            rule,
            reason: reason.into(),
            advice: Vec::new(),
        }
    }

    /// A denial because nothing can be found out, for who asked for that.
    #[must_use]
    pub fn strict(why: &str) -> Self {
        Self::new(Rule::Strict, format!("the call cannot be judged: {why}"))
    }

    pub(crate) fn advise(mut self, advice: Advice) -> Self {
        self.advice.push(advice);
        self
    }
}

pub(super) fn of_git(path: &str) -> Denial {
    let reason = format!("'{path}' is git's own");
    Denial::new(Rule::GitFolder, reason).advise(Advice::by_hand(
        "use git's commands to look at it or change it",
    ))
}

/// A denial because git's own is below a folder that is touched as a whole.
pub(super) fn of_git_in(folder: &str) -> Denial {
    let reason = format!("'{folder}' holds '.git', which is git's own");
    Denial::new(Rule::GitFolder, reason).advise(BY_PART)
}

pub(super) fn of_log(path: &str, log: &str) -> Denial {
    let reason = format!("'{path}' is in '{log}', a log of agents that no tool may touch");
    Denial::new(Rule::AgentLog, reason)
}

pub(super) fn of_derived(path: &str) -> Denial {
    let reason = format!("'{path}' is made from the records: a change by hand would be lost");
    Denial::new(Rule::Derived, reason)
        .advise(Advice::AddRecord)
        .advise(Advice::Refresh)
}

/// A denial because an edit would change what is made from the rules of a folder.
#[must_use]
pub fn of_rules(path: &str, rules: &str) -> Denial {
    let reason =
        format!("'{path}': git-memory makes this part from {rules}: a change would be lost");
    Denial::new(Rule::Derived, reason)
        .advise(Advice::in_words(format!("change the files in {rules}")))
        .advise(Advice::BuildRules)
}
