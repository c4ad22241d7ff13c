//! Advice as commands: the one place that tells people what to type next.

use git_memory_text::advice::Advice;
use git_memory_text::advice::Wording;

/// How the command line words advice.
pub const WORDING: Wording = Wording {
    door: "cli",
    call,
    sentence,
};

/// The command alone, with a word in capitals where a name goes; advice that no single command
/// follows is the sentence itself.
fn call(advice: &Advice) -> String {
    match advice {
        Advice::Init => "git memory init".to_owned(),
        Advice::Refresh => "git memory refresh".to_owned(),
        Advice::ListRecords { kind, revision } => {
            let kind = kind.map_or_else(String::new, |kind| format!(" --kind {kind}"));
            format!("git memory list{kind}{}", at(revision.as_deref()))
        }
        Advice::ShowRecord { revision } => {
            let at = at(revision.as_deref());
            format!("git memory show ID{at} [--section NAME]")
        }
        Advice::ShowSummary { revision: None } => "cat memory/summary.md".to_owned(),
        Advice::ShowSummary {
            revision: Some(revision),
        } => format!("git show {revision}:memory/summary.md"),
        Advice::ShowPolicy => "git memory policy show".to_owned(),
        Advice::ShowMap { revision } => format!("git memory map{}", at(revision.as_deref())),
        Advice::ListIncoming => "git memory incoming".to_owned(),
        Advice::MakeContext => "git memory context".to_owned(),
        Advice::Check => "git memory check".to_owned(),
        Advice::Review => "git memory review".to_owned(),
        Advice::Confirm { id } => format!("git memory review --confirm {id}"),
        Advice::Relate { id, other } => format!("git memory set {id} related+={other}"),
        Advice::Sync => "git memory sync".to_owned(),
        Advice::Commit => "git commit".to_owned(),
        Advice::ShowChanges { revision } => {
            format!("git memory diff {}..HEAD", short(revision))
        }
        Advice::Recall => "git memory recall WORDS".to_owned(),
        Advice::AddRecord => "git memory add-decision TITLE".to_owned(),
        Advice::ListEntries => "git memory summary list".to_owned(),
        Advice::ShowEntry => "git memory summary show ID".to_owned(),
        Advice::ListUserFiles => "git memory user list".to_owned(),
        Advice::ListUserVersions => "git memory user log NAME".to_owned(),
        Advice::ReadUserFile => "git memory user read NAME".to_owned(),
        Advice::Supersede { id: Some(id) } => format!("git memory supersede {id}"),
        Advice::Replace { id, by } => format!("git memory supersede {id} --by {by}"),
        Advice::Supersede { id: None } => "git memory supersede ID".to_owned(),
        Advice::ListTopics => "git memory topic list".to_owned(),
        Advice::ShowHooks => "git memory hooks status".to_owned(),
        Advice::InstallHooks => "git memory hooks install".to_owned(),
        Advice::TellHookManager => "git memory hooks install --write".to_owned(),
        other => sentence(other),
    }
}

/// ` --rev <revision>`, where there is one.
fn at(revision: Option<&str>) -> String {
    revision.map_or_else(String::new, |revision| format!(" --rev {revision}"))
}

/// A commit's id as people type it.
fn short(revision: &str) -> &str {
    revision.get(..10).unwrap_or(revision)
}

/// The advice as a hint: one line, without a full stop.
#[allow(
    clippy::too_many_lines,
    reason = "a table: an arm for each advice, so that none is without words"
)]
fn sentence(advice: &Advice) -> String {
    let text = match advice {
        Advice::ByHand { text } => text.as_ref(),
        Advice::Narrow => "give more of the id, or the path",
        Advice::Retry => "run it again",
        Advice::ReadAgain => "look at the file, and run the command again",
        Advice::Init => "run 'git memory init' first",
        Advice::InitAnyway => {
            "to keep code and memory in one folder: git memory init --force; else move the code"
        }
        Advice::ResolveConflict => {
            "edit the file, or take one side with 'git checkout --ours' or '--theirs', then 'git \
             add' it; if one side deleted it, 'git add' keeps the file and 'git rm' deletes it"
        }
        Advice::PartRecords => "'git memory doctor --fix' gives each of them a file of its own",
        Advice::SetUpFilter => "run 'git memory init', and commit what it writes",
        Advice::RestoreMemory => "run 'git sparse-checkout add memory', or 'git restore memory'",
        Advice::Refresh => "run 'git memory refresh'",
        Advice::Adopt => {
            "run 'git memory adopt <path>' to register it with an id, or keep it as a \
                          page"
        }
        Advice::AddTypes => "run 'git memory adopt --types' to add it to every file that lacks it",
        Advice::RefreshAndStage => "run 'git memory refresh' and stage the file",
        Advice::ListRecords { .. } => {
            return format!("'{}' shows every record", call(advice));
        }
        Advice::ShowRecord { .. } | Advice::ShowEntry | Advice::ReadUserFile => {
            return format!("'{}' shows all of it", call(advice));
        }
        Advice::ShowSummary { .. } => return format!("'{}' shows the summary", call(advice)),
        Advice::ShowPolicy => "'git memory policy show' lists the files that tools may not touch",
        Advice::ShowMap { .. } => return format!("'{}' shows the sources", call(advice)),
        Advice::ListIncoming => "'git memory incoming' lists the decisions on the base branch",
        Advice::MakeContext => "'git memory context' prints the records for a prompt",
        Advice::Check => "'git memory check' names the errors, and how to correct them",
        Advice::Review => "'git memory review' shows the records that may be out of date",
        Advice::Sync => "'git memory sync' shares the work logs",
        Advice::Commit => "'git add memory', then 'git commit', takes them into the history",
        Advice::ShowChanges { .. } => return format!("'{}' shows what is new", call(advice)),
        Advice::Recall => "'git memory recall WORDS' finds a record",
        Advice::AddRecord => "'git memory add-decision TITLE' records a decision",
        Advice::Update => "--update changes the record; other fields are kept",
        Advice::ConfirmTouched => {
            "if it is still true, run 'git memory review --confirm <id>'; else edit or supersede \
             it"
        }
        Advice::Confirm { .. } => return format!("if it is still true, run '{}'", call(advice)),
        Advice::Relate { .. } => return format!("if both apply, run '{}'", call(advice)),
        Advice::SetStatus { .. }
        | Advice::Edit { .. }
        | Advice::KeepAlias { .. }
        | Advice::Publish { .. }
        | Advice::FindCommits { .. } => return with_name(advice),
        Advice::Supersede { .. } | Advice::Replace { .. } => {
            return format!("to replace it, run '{}'", call(advice));
        }
        Advice::SelectRecords => {
            "name records, or choose them with --kind, --tag, --scope …, or give --all"
        }
        Advice::ArchiveInstead => {
            "name both records, or archive it: 'git memory clear' without --delete"
        }
        Advice::ListTopics => "'git memory topic list' shows every topic",
        Advice::ListEntries => "'git memory summary list' shows every entry",
        Advice::ShortenEntry => "keep the long text in a file or a topic, and name it in --output",
        Advice::OpenLog { name } => {
            return format!(
                "if it belongs to the project, commit it, or: git config --add memory.policy.open \
                 {name}"
            );
        }
        Advice::EnablePrivate => {
            "'git config --unset memory.private' (or 'private' in memory/config.yaml, committed) \
             turns it on"
        }
        Advice::ListPrivateBranches => "'git for-each-ref refs/memory' lists the work logs",
        Advice::NameRemote => {
            "'git config memory.remote origin' names it, or 'git memory sync <remote>' this time"
        }
        Advice::ListUserFiles => "'git memory user list' shows every file",
        Advice::ListUserVersions => "'git memory user log NAME' lists the earlier texts",
        Advice::ListSecrets => {
            "'git memory scan', or 'git memory scan FILE', shows findings with their fingerprints"
        }
        Advice::ScanPrivate => {
            "'git memory scan --private' shows them; 'git memory allow' lets false positives pass"
        }
        Advice::AllowSecret {
            fingerprint: Some(fingerprint),
        } => {
            return format!(
                "if it is a false positive: 'git memory allow {fingerprint} --reason <text>', \
                 and commit that"
            );
        }
        Advice::AllowSecret { fingerprint: None } => {
            "if it is a false positive: 'git memory allow <fingerprint> --reason <text>', with the \
             fingerprint from 'git memory scan'"
        }
        Advice::RotateCredentials => {
            "rotate real credentials first: everyone who could read this has them"
        }
        Advice::ExportDocument => {
            "'git memory export' writes one; other programs give at least one of its lists \
             (docs/records.md, 'Export')"
        }
        Advice::BuildRules => "run 'git memory rules build', with --for for each agent",
        Advice::PrintAgentSetup => "'git memory agents install NAME --print' shows the entries",
        Advice::SetUpAgents => "run 'git memory agents install'",
        Advice::InstallHooks => "run 'git memory hooks install'",
        Advice::TellHookManager => {
            "run 'git memory hooks install --write', which changes a file that your team shares"
        }
        Advice::InstallManual => "run 'git memory install-man' again",
        Advice::ReinstallHooks => "run 'git memory hooks install'; docs/secrets.md lists the nets",
        Advice::ShowHooks => "'git memory hooks status' shows which hook files are in effect",
        Advice::RemoveStaleLock => {
            "nothing was written; once the file is 60 s old, the next write removes it, and so \
             does 'git memory doctor --fix'"
        }
        Advice::ReadSettings => "'git memory config' lists every setting",
        Advice::InitRepository => "run 'git init' here, or name a repository with -C <path>",
        Advice::SuggestForCommit => "ask about a commit: git memory suggest REV",
        Advice::ReadRevision => {
            "read a revision with --rev <rev> (list, show, recall, why and others take it), or \
             work in a clone"
        }
        Advice::FetchMissing => {
            "a partial clone has only what was needed so far: 'git fetch --refetch --no-filter' \
             brings the rest; in any other clone, 'git fsck' says more"
        }
        Advice::ListCommits => "'git log --oneline --all' shows commits to name",
        Advice::CommitFirst => {
            "commit what is here first; without --rev, commands read the work tree"
        }
        Advice::InspectRef => {
            "another program wrote it: see it with 'git show-ref', and delete it with 'git \
             update-ref --no-deref -d'"
        }
        Advice::SetIdentity => {
            "tell git who you are: git config --global user.name '…', \
             git config --global user.email '…'"
        }
        Advice::TrustOwner => {
            "if you trust its owner: git config --global --add safe.directory <its path>"
        }
        Advice::RenameBranch => "give the branch a shorter name: git branch -m <name>",
    };
    text.to_owned()
}

/// The advice that names something.
fn with_name(advice: &Advice) -> String {
    match advice {
        Advice::SetStatus { id } => {
            format!("'git memory set {id} status=…' sets any status that its kind has")
        }
        Advice::Edit { id } => {
            format!("'git memory edit {id}' changes the text; --body-file and --section take it")
        }
        Advice::KeepAlias { name } => {
            format!("leave --id out, and keep the other name: 'git memory set <id> alias={name}'")
        }
        Advice::Publish { id } => {
            format!("'git memory publish {id}' makes a tracked record of it")
        }
        Advice::FindCommits { object } => {
            let short = short(object);
            format!("'git log --all --find-object={short}' shows which commits hold it")
        }
        other => call(other),
    }
}
