//! Advice as calls of tools. What no tool does is for a person: an agent is to ask for it.

use git_memory_text::advice::Advice;
use git_memory_text::advice::Wording;

/// How this door words advice.
pub(crate) const WORDING: Wording = Wording {
    door: "mcp",
    call,
    sentence,
};

/// The call, with a word in capitals where a name goes; advice that no tool follows is the sentence
/// itself.
fn call(advice: &Advice) -> String {
    match advice {
        Advice::ListRecords { revision, .. } => {
            format!("memory_read {{{}}}", at("", revision.as_deref()))
        }
        Advice::ShowRecord { revision } => {
            format!(
                "memory_read {{{}}}",
                at("\"id\": \"ID\"", revision.as_deref())
            )
        }
        Advice::ShowSummary { .. } => "read the resource memory://summary".to_owned(),
        Advice::ShowPolicy => "read the resource memory://policy".to_owned(),
        Advice::ShowMap { .. } => "read the resource memory://map".to_owned(),
        Advice::MakeContext => "workspace_get_context {}".to_owned(),
        Advice::Recall => "memory_recall {\"words\": \"WORDS\"}".to_owned(),
        Advice::AddRecord => {
            "memory_write {\"kind\": \"decision\", \"title\": \"TITLE\"}".to_owned()
        }
        Advice::ShowEntry => "memory_read {\"id\": \"ID\"}".to_owned(),
        Advice::ReadUserFile => "memory_read {\"user\": \"NAME\"}".to_owned(),
        Advice::Supersede { id } => format!(
            "memory_write {{\"title\": \"TITLE\", \"supersedes\": \"{}\"}}",
            id.as_deref().unwrap_or("ID")
        ),
        other => sentence(other),
    }
}

/// Arguments, and the revision that is meant.
fn at(arguments: &str, revision: Option<&str>) -> String {
    let between = if arguments.is_empty() { "" } else { ", " };
    match revision {
        Some(revision) => format!("{arguments}{between}\"rev\": \"{revision}\""),
        None => arguments.to_owned(),
    }
}

/// The advice as one line, without a full stop.
#[allow(
    clippy::too_many_lines,
    reason = "a table: an arm for each advice, so that none is without words"
)]
fn sentence(advice: &Advice) -> String {
    let text = match advice {
        Advice::ByHand { text } => text.as_ref(),
        Advice::Narrow => "give more of the id, or the path",
        Advice::Retry => "call the tool again",
        Advice::ReadAgain => {
            "memory_read {\"id\": \"ID\"} shows what it says now; write again with its 'blob'"
        }
        Advice::Init | Advice::InitAnyway => {
            "this repository has no memory: ask the user whether to set it up with git-memory's \
             'init'"
        }
        Advice::ListRecords { .. } => return format!("{} lists every record", call(advice)),
        Advice::ShowRecord { .. } | Advice::ShowEntry | Advice::ReadUserFile => {
            return format!("{} shows all of it", call(advice));
        }
        Advice::ShowSummary { .. } => "the resource memory://summary is the project in one page",
        Advice::ShowPolicy => {
            "the resource memory://policy lists the files that tools may not \
                               touch"
        }
        Advice::ShowMap { .. } => {
            "the resource memory://map shows the source files and what they define"
        }
        Advice::MakeContext => "workspace_get_context {} shows what there is",
        Advice::Recall => return format!("{} finds a record", call(advice)),
        Advice::AddRecord => return format!("{} records a decision", call(advice)),
        Advice::Supersede { .. } => return format!("to replace it: {}", call(advice)),
        Advice::Replace { id, by } => {
            return format!("ask the user whether {by} is to replace {id}");
        }
        Advice::SetStatus { id } => {
            return format!(
                "memory_write {{\"id\": \"{id}\", \"status\": \"STATUS\"}} sets any status that \
                 its kind has"
            );
        }
        Advice::Edit { id } => {
            return format!("memory_write {{\"id\": \"{id}\", \"parts\": {{…}}}} changes the text");
        }
        Advice::KeepAlias { .. } => "leave 'id' out: a free one is made",
        Advice::Update => "memory_write with the 'id' changes it; other fields are kept",
        Advice::ListTopics => {
            "workspace_get_context {\"topics\": [\"topics\"], \"include_defaults\": false} names \
             the topics"
        }
        Advice::ListUserFiles => {
            "memory_read {\"user\": \"MEMORY\"} is the index of user memory; where there is none \
             yet, memory_write {\"kind\": \"user\", \"title\": \"MEMORY\", \"body\": \"TEXT\"} \
             begins it"
        }
        Advice::ListEntries => {
            "memory_recall {\"words\": \"WORDS\", \"private\": true} finds an entry"
        }
        Advice::Publish { .. } => {
            "give 'private': true to change it in the work log; to share it, ask the user to \
             publish it"
        }
        Advice::ListCommits => {
            "leave 'rev' out to read the work tree, or give a branch, a tag or a commit's id"
        }
        Advice::ShortenEntry => "keep the long text in a topic, and name it among the outputs",
        Advice::AllowSecret { .. } => {
            "leave the secret out; where it is a false positive, ask the user to allow it"
        }
        Advice::RotateCredentials => {
            "tell the user to rotate real credentials: everyone who could read this has them"
        }
        Advice::SuggestForCommit => "name the commit that is asked about",
        Advice::ReadRevision => "read a revision: give 'rev', such as HEAD",
        Advice::CommitFirst => "without 'rev', tools read the work tree",
        Advice::InitRepository => {
            "name a folder inside of a git repository with 'workspace', or ask the user for one"
        }
        Advice::Confirm { .. } | Advice::ConfirmTouched => {
            "ask the user whether it is still true; if not, replace it by memory_write with \
             'supersedes'"
        }
        Advice::Relate { .. } => {
            "ask the user whether both apply; if one replaces the other, call memory_write with \
             'supersedes'"
        }
        Advice::Adopt => {
            "it is a page: change the file, or ask the user to register it as a record"
        }
        Advice::ResolveConflict => "ask the user which version to keep, and write that file",
        Advice::PartRecords
        | Advice::SetUpFilter
        | Advice::RestoreMemory
        | Advice::AddTypes
        | Advice::Refresh
        | Advice::RefreshAndStage
        | Advice::Check
        | Advice::Review
        | Advice::Sync
        | Advice::Commit
        | Advice::ShowChanges { .. }
        | Advice::SelectRecords
        | Advice::ArchiveInstead
        | Advice::ListIncoming
        | Advice::OpenLog { .. }
        | Advice::EnablePrivate
        | Advice::ListPrivateBranches
        | Advice::NameRemote
        | Advice::ListUserVersions
        | Advice::ListSecrets
        | Advice::ScanPrivate
        | Advice::FindCommits { .. }
        | Advice::ExportDocument
        | Advice::BuildRules
        | Advice::PrintAgentSetup
        | Advice::SetUpAgents
        | Advice::InstallHooks
        | Advice::TellHookManager
        | Advice::InstallManual
        | Advice::ReinstallHooks
        | Advice::ShowHooks
        | Advice::RemoveStaleLock
        | Advice::ReadSettings
        | Advice::FetchMissing
        | Advice::InspectRef
        | Advice::SetIdentity
        | Advice::TrustOwner
        | Advice::RenameBranch => {
            "tell the user: git-memory's 'doctor' on the command line fixes this"
        }
    };
    text.to_owned()
}
