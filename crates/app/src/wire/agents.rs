//! Answers about the configuration of agents.

use schemars::JsonSchema;
use serde::Serialize;

use crate::agents::{AgentReport, Change, FileReport, LateHook};
use git_memory_text::date::rfc3339;

/// The answer of `agents install`, `agents uninstall` and `agents status`.
#[derive(Serialize, JsonSchema)]
pub struct AgentsAnswer {
    /// The program that agents start, where PATH has it.
    pub program: Option<String>,
    /// True if files were written; otherwise each `change` is a plan.
    pub is_written: bool,
    /// The agents.
    pub agents: Vec<AgentItem>,
    /// Files that the project's rules were written into.
    pub rules: Vec<String>,
    /// The hooks that ran out of time in this work tree.
    pub late_hooks: Vec<LateHookItem>,
}

/// A hook that ran out of time.
#[derive(Serialize, JsonSchema)]
pub struct LateHookItem {
    /// Its name.
    pub hook: String,
    /// Number of times.
    pub count: u32,
    /// The last time, RFC 3339.
    pub last: String,
}

impl From<&LateHook> for LateHookItem {
    fn from(hook: &LateHook) -> Self {
        Self {
            hook: hook.name.clone(),
            count: hook.count,
            last: rfc3339(hook.last.timestamp()),
        }
    }
}

/// One agent.
#[derive(Serialize, JsonSchema)]
pub struct AgentItem {
    /// Its name.
    pub agent: &'static str,
    /// The name that its makers use.
    pub title: &'static str,
    /// Signs that it is used here: files, folders, its program.
    pub signs: Vec<String>,
    /// The version of its program that was tried; none where only its documentation was read.
    pub tried: Option<&'static str>,
    /// Its documentation.
    pub source: &'static str,
    /// Its files.
    pub files: Vec<AgentFileItem>,
}

/// One file of an agent.
#[derive(Serialize, JsonSchema)]
pub struct AgentFileItem {
    /// `project` or `user`.
    pub scope: &'static str,
    /// The file: from the top of the work tree, or the whole path.
    pub file: String,
    /// Parts of git-memory that belong into it: `MCP server`, `hooks`.
    pub holds: Vec<&'static str>,
    /// State of these parts, before a change: `absent`, `installed`, `incomplete`, `changed` (all
    /// parts, some edited by hand), `different` (something else in their place), `unreadable`.
    pub state: &'static str,
    /// Reason why it cannot be read or changed.
    pub problem: Option<String>,
    /// `created`, `changed`, `removed` or `unchanged`.
    pub change: &'static str,
    /// A file that has nothing else: only with `--print`.
    pub text: Option<String>,
}

impl AgentItem {
    /// An agent, with the texts of its files where they are asked for.
    #[must_use]
    pub fn new(report: &AgentReport, with_texts: bool) -> Self {
        let files = report.files.iter();
        Self {
            agent: report.agent.name(),
            title: report.agent.title(),
            signs: report.signs.clone(),
            tried: report.tried,
            source: report.source,
            files: files
                .map(|file| AgentFileItem::new(file, with_texts))
                .collect(),
        }
    }
}

impl AgentFileItem {
    fn new(file: &FileReport, with_text: bool) -> Self {
        Self {
            scope: file.scope.name(),
            file: file.file.clone(),
            holds: file.holds.clone(),
            state: file.state.name(),
            problem: file.problem.clone(),
            change: Change::name(file.change),
            text: with_text.then(|| file.fresh.clone()),
        }
    }
}
