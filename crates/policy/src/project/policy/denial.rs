//! Denials of an access, and remarks on allowed ones.

use super::Touch;
use git_memory_text::advice::Advice;

/// Advice in place of touching a folder as a whole.
pub(super) const BY_PART: Advice = Advice::by_hand("name what is below it that is meant");

/// The rule that denies something; its name is a promise to programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The place is git's own.
    GitFolder,
    /// Agents keep their logs there: `.waypoints`, `sessions`, `receipts`.
    AgentLog,
    /// A setting of a team or a person blocks it.
    Block,
    /// It lies outside of the work tree, which a setting has closed.
    Outside,
    /// git-memory makes the file.
    Derived,
    /// The text to be written holds a secret.
    Secret,
    /// The text to be written breaks a check that a record enforces.
    Check,
    /// A needed fact cannot be found out, and `--strict` was given.
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
            Self::Secret => "secret",
            Self::Check => "check",
            Self::Strict => "strict",
        }
    }
}

/// A denial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denial {
    /// The rule.
    pub rule: Rule,
    /// The reason, in one line that names the place.
    pub reason: String,
    /// Other ways.
    pub advice: Vec<Advice>,
}

/// A remark on something that a tool may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The remark, in one line that names the place.
    pub text: String,
    /// Ways to go on.
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

    /// A denial because a fact cannot be found out, if `--strict` was given.
    #[must_use]
    pub fn strict(why: &str) -> Self {
        let reason = format!("the call cannot be judged: {why}");
        Self::new(Rule::Strict, reason).advise(Advice::by_hand(
            "make the call again in a plainer form, or ask the person you work for",
        ))
    }

    pub(crate) fn advise(mut self, advice: Advice) -> Self {
        self.advice.push(advice);
        self
    }
}

pub(super) fn of_git(path: &str, touch: Touch) -> Denial {
    if touch.is_by_shell {
        let reason = format!("'{path}' is git's own: a command line may read it, not write to it");
        return Denial::new(Rule::GitFolder, reason)
            .advise(Advice::by_hand("use git's commands to change it"));
    }
    let reason = format!("'{path}' is git's own");
    Denial::new(Rule::GitFolder, reason).advise(Advice::by_hand(
        "use git's commands to look at it or change it",
    ))
}

/// A denial because a folder that is touched as a whole holds git's own.
pub(super) fn of_git_in(folder: &str) -> Denial {
    let reason = format!("'{folder}' holds '.git', which is git's own");
    Denial::new(Rule::GitFolder, reason).advise(BY_PART)
}

/// A denial of files below a closed folder of a log, which a person may open.
pub(super) fn of_log(path: &str, log: &'static str) -> Denial {
    let reason = format!(
        "'{path}' is closed by default: agents keep logs in a folder '{log}' at the top, and HEAD \
         has none of that name"
    );
    Denial::new(Rule::AgentLog, reason).advise(Advice::OpenLog { name: log })
}

/// A denial of files below a folder that nothing opens.
pub(super) fn of_state(path: &str, log: &str) -> Denial {
    let reason = format!("'{path}' is closed to tools: agents keep their state in '{log}'");
    Denial::new(Rule::AgentLog, reason)
        .advise(Advice::by_hand("keep the project's files somewhere else"))
}

pub(super) fn of_derived(path: &str) -> Denial {
    let reason = format!("'{path}' is made from the records: a change by hand would be lost");
    Denial::new(Rule::Derived, reason)
        .advise(Advice::AddRecord)
        .advise(Advice::Refresh)
}

/// A denial because an edit would break a check that a record enforces.
#[must_use]
pub fn of_check(reason: String) -> Denial {
    Denial::new(Rule::Check, reason).advise(Advice::by_hand(
        "write it in another way, or ask the person you work for",
    ))
}

/// A denial because an edit would change text that is made from the rules of a folder.
#[must_use]
pub fn of_rules(path: &str, rules: &str) -> Denial {
    let reason =
        format!("'{path}': git-memory makes this part from {rules}: a change would be lost");
    Denial::new(Rule::Derived, reason)
        .advise(Advice::in_words(format!("change the files in {rules}")))
        .advise(Advice::BuildRules)
}

/// A denial because a file lies outside of the work tree, which a setting has closed.
#[must_use]
pub fn of_outside(path: &str, key: &str) -> Denial {
    let reason =
        format!("'{path}' is outside of the work tree, where {key} lets tools write nothing");
    Denial::new(Rule::Outside, reason).advise(Advice::by_hand(
        "write below the work tree, or into a temporary folder",
    ))
}
