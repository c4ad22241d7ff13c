//! Answers about the state of memory and of an installation: `check`, `doctor`, `hooks`, `init`,
//! `refresh`, `identity`.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::Text;
use crate::care::doctor::Diagnosis;
use crate::care::roots::RootFolder;
use crate::private::fetching::Remote;
use git_memory_model::identity::Identity;
use git_memory_model::record::Severity;
use git_memory_model::record::check::Finding;
use git_memory_text::advice::Wording;

/// The answer of `check`.
#[derive(Serialize, JsonSchema)]
pub struct CheckAnswer<'a> {
    /// Everything that was found, sorted by place.
    pub findings: Vec<FindingItem<'a>>,
}

/// One finding of `check`. Line and column count from 1, the column in characters.
#[derive(Serialize, JsonSchema)]
pub struct FindingItem<'a> {
    path: &'a str,
    line: u32,
    column: u32,
    severity: &'a str,
    code: &'a str,
    message: &'a str,
    hint: String,
}

impl<'a> FindingItem<'a> {
    /// A finding with the given severity, and with its hint in a door's words.
    #[must_use]
    pub fn new(finding: &'a Finding, severity: Severity, wording: Wording) -> Self {
        let fault = &finding.fault;
        Self {
            path: finding.path.as_str(),
            line: fault.line,
            column: fault.column,
            severity: severity.name(),
            code: fault.code.name(),
            message: &fault.message,
            hint: (wording.sentence)(&fault.code.advice()),
        }
    }
}

/// The answer of `doctor`.
#[derive(Serialize, JsonSchema)]
pub struct DoctorAnswer<'a> {
    /// Every check, in the table's order.
    pub checks: Vec<DiagnosisItem<'a>>,
}

/// One check of `doctor`.
#[derive(Serialize, JsonSchema)]
pub struct DiagnosisItem<'a> {
    name: &'a str,
    is_good: bool,
    message: &'a str,
    hint: String,
    can_fix: bool,
    is_fixed: bool,
}

impl<'a> DiagnosisItem<'a> {
    /// Returns the item for a check's result, with its hint in a door's words.
    #[must_use]
    pub fn new(diagnosis: &'a Diagnosis, wording: Wording) -> Self {
        Self {
            name: diagnosis.name,
            is_good: diagnosis.state.is_good(),
            message: diagnosis.state.message(),
            hint: (wording.sentence)(&diagnosis.advice),
            can_fix: diagnosis.can_fix,
            is_fixed: diagnosis.is_fixed,
        }
    }
}

/// The answer of `hooks`.
#[derive(Serialize, JsonSchema)]
pub struct HooksAnswer {
    /// Every hook of ours.
    pub hooks: Vec<HookItem>,
    /// The nets that held a made-up secret in a scratch repository, or those that did not: only for
    /// `status`, if some are installed.
    pub canary: Option<String>,
}

/// One hook of `hooks`.
#[derive(Serialize, JsonSchema)]
pub struct HookItem {
    /// git's name for it.
    pub hook: &'static str,
    /// `settings`, `file`, `manager`, `missing` or `foreign`.
    pub place: &'static str,
    /// The hook file, or the manager's configuration, where there is one.
    pub file: Option<String>,
    /// The hook manager that runs it, where one does.
    pub manager: Option<&'static str>,
    /// Lines to add to that file, if the manager does not call git-memory yet.
    pub add: Option<String>,
    /// Reason why git does not run it, although it is installed.
    pub obstacle: Option<String>,
}

/// The answer of `init`.
#[derive(Serialize, JsonSchema)]
pub struct InitAnswer {
    /// The files that were written.
    pub written: Vec<String>,
    /// Number of pages without an id of ours; `adopt` gives them ids.
    pub pages: usize,
    /// Files with the names of derived ones that another program made; they stay as they are.
    pub foreign: Vec<String>,
    /// Folders that are read beside memory from now on.
    pub roots: Vec<RootItem>,
    /// Folders that hold decisions, and are not read.
    pub unread: Vec<RootItem>,
    /// What is here and could be used, with these pages, files and folders.
    pub offers: Vec<OfferItem>,
    /// The remotes whose fetch lists would have touched private memory, and leave it out now.
    pub guarded: Vec<RemoteItem>,
    /// Place of each hook.
    pub hooks: Vec<HookItem>,
}

/// Something that git-memory can use.
#[derive(Serialize, JsonSchema)]
pub struct OfferItem {
    /// The found thing, in words.
    pub found: String,
    /// The command that uses it.
    pub command: String,
    /// True if that was done.
    pub is_done: bool,
    /// Result of doing it, or the reason why it could not be done, in words.
    pub result: Option<String>,
}

/// A remote whose fetch list is about private memory.
#[derive(Serialize, JsonSchema)]
pub struct RemoteItem {
    /// Its name.
    pub remote: String,
    /// The refspecs with which its fetch list leaves private memory out.
    pub refspecs: Vec<String>,
}

impl From<&Remote> for RemoteItem {
    fn from(remote: &Remote) -> Self {
        Self {
            remote: remote.name.clone(),
            refspecs: remote.fetching.lacking.clone(),
        }
    }
}

/// The answer of `install-man`.
#[derive(Serialize, JsonSchema)]
pub struct InstallManAnswer {
    /// The files that were written, or removed.
    pub files: Vec<String>,
    /// True if `man` finds the pages.
    pub is_found: bool,
}

/// A folder beside memory.
#[derive(Serialize, JsonSchema)]
pub struct RootItem {
    /// The folder, from the top of the work tree.
    pub folder: String,
    /// The folder as `--root` and the setting take it: with its kind, if its name does not tell it.
    pub root: String,
    /// Number of Markdown files in it and its folders.
    pub documents: usize,
    /// Number of untracked ones among them, which are not read yet.
    pub untracked: usize,
}

impl From<&RootFolder> for RootItem {
    fn from(root: &RootFolder) -> Self {
        Self {
            folder: root.folder.clone(),
            root: root.setting.clone(),
            documents: root.documents,
            untracked: root.untracked,
        }
    }
}

/// The answer of `refresh`.
#[derive(Serialize, JsonSchema)]
pub struct RefreshAnswer {
    /// The derived files that were written, or that would be.
    pub files: Vec<String>,
}

/// The answer of `identity`.
#[derive(Serialize, JsonSchema)]
pub struct IdentityAnswer<'a> {
    repo_hash: Text<'a>,
    project_hash: &'a str,
    project_id: Option<&'a str>,
    remote: Option<&'a str>,
    branch: &'a str,
}

impl<'a> From<&'a Identity> for IdentityAnswer<'a> {
    fn from(identity: &'a Identity) -> Self {
        Self {
            repo_hash: Text(&identity.repo_hash),
            project_hash: &identity.project_hash,
            project_id: identity.project_id.as_deref(),
            remote: identity.remote.as_deref(),
            branch: &identity.branch,
        }
    }
}
