//! The table of what each door says for an advice: a row an advice, a column a door. Pages, REST and
//! `browse` say what the command line says; an agent calls tools, and asks a person for the rest.

use std::borrow::Cow;

use git_memory_policy::shell::quoted;
use git_memory_text::advice::{Advice, Wording};

/// How the command line words advice, and what people see elsewhere.
pub const CLI: Wording = Wording {
    door: "cli",
    call: |advice| row(advice).cli.call(),
    sentence: |advice| row(advice).cli.sentence(),
};

/// How the door of agents words advice.
pub const MCP: Wording = Wording {
    door: "mcp",
    call: |advice| row(advice).mcp.call(),
    sentence: |advice| row(advice).mcp.sentence(),
};

/// The words for one advice.
struct Row<'a> {
    cli: Words<'a>,
    mcp: Words<'a>,
}

/// The words of one door.
enum Words<'a> {
    /// A line without a full stop, which no single call follows.
    Line(Cow<'a, str>),
    /// A call, with a word in capitals where a name goes; and the line, with `{}` for the call.
    Call(Cow<'a, str>, &'static str),
}

impl Words<'_> {
    fn call(self) -> String {
        match self {
            Self::Line(text) | Self::Call(text, _) => text.into_owned(),
        }
    }

    fn sentence(self) -> String {
        match self {
            Self::Line(text) => text.into_owned(),
            Self::Call(call, line) => line.replacen("{}", &call, 1),
        }
    }
}

fn line<'a>(text: impl Into<Cow<'a, str>>) -> Words<'a> {
    Words::Line(text.into())
}

fn call<'a>(text: impl Into<Cow<'a, str>>, line: &'static str) -> Words<'a> {
    Words::Call(text.into(), line)
}

/// The row of an advice that no tool follows.
fn by_person(cli: Words<'_>) -> Row<'_> {
    let mcp = line("tell the user: git-memory's 'doctor' on the command line fixes this");
    Row { cli, mcp }
}

/// ` --rev <revision>`, where there is one.
fn at(revision: Option<&str>) -> String {
    revision.map_or_else(String::new, |revision| format!(" --rev {revision}"))
}

/// A call of `memory_read` with some arguments, and the revision that is meant.
fn read(arguments: &str, revision: Option<&str>) -> String {
    let between = if arguments.is_empty() { "" } else { ", " };
    match revision {
        Some(revision) => format!("memory_read {{{arguments}{between}\"rev\": \"{revision}\"}}"),
        None => format!("memory_read {{{arguments}}}"),
    }
}

/// A commit's id as people type it.
fn short(revision: &str) -> &str {
    revision.get(..10).unwrap_or(revision)
}

/// The table.
#[allow(
    clippy::too_many_lines,
    reason = "a row for each advice, so that none is without words"
)]
fn row(advice: &Advice) -> Row<'_> {
    match advice {
        Advice::ByHand { text } => Row {
            cli: line(text.as_ref()),
            mcp: line(text.as_ref()),
        },
        Advice::Narrow => Row {
            cli: line("give more of the id, or the path"),
            mcp: line("give more of the id, or the path"),
        },
        Advice::Retry => Row {
            cli: line("run it again"),
            mcp: line("call the tool again"),
        },
        Advice::ReadAgain => Row {
            cli: line("look at the file, and run the command again"),
            mcp: line(
                "memory_read {\"id\": \"ID\"} shows what it says now; write again with its 'blob'",
            ),
        },
        Advice::Init => Row {
            cli: call("git memory init", "run '{}' first"),
            mcp: line(NO_MEMORY),
        },
        Advice::InitElsewhere => Row {
            cli: call(
                "git memory init --folder docs/memory",
                "to keep memory elsewhere: {}",
            ),
            mcp: line(NO_MEMORY),
        },
        Advice::InitAnyway => Row {
            cli: line(
                "to keep code and memory in one folder: git memory init --force; else move the \
                 code",
            ),
            mcp: line(NO_MEMORY),
        },
        Advice::ResolveConflict => Row {
            cli: line(
                "edit the file, or take one side with 'git checkout --ours' or '--theirs', then \
                 'git add' it; if one side deleted it, 'git add' keeps the file and 'git rm' \
                 deletes it",
            ),
            mcp: line("ask the user which version to keep, and write that file"),
        },
        Advice::PartRecords => by_person(line(
            "'git memory doctor --fix' gives each of them a file of its own",
        )),
        Advice::SetUpFilter => by_person(line("run 'git memory init', and commit what it writes")),
        Advice::RestoreMemory => by_person(line(
            "run 'git sparse-checkout add memory', or 'git restore memory'",
        )),
        Advice::Refresh => by_person(call("git memory refresh", "run '{}'")),
        Advice::Adopt => Row {
            cli: line(
                "run 'git memory adopt <path>' to register it with an id, or keep it as a page",
            ),
            mcp: line("it is a page: change the file, or ask the user to register it as a record"),
        },
        Advice::AddTypes => by_person(line(
            "run 'git memory adopt --types' to add it to every file that lacks it",
        )),
        Advice::RefreshAndStage => by_person(line("run 'git memory refresh' and stage the file")),
        Advice::ListRecords { kind, revision } => {
            let kind = kind.map_or_else(String::new, |kind| format!(" --kind {kind}"));
            let at = at(revision.as_deref());
            Row {
                cli: call(
                    format!("git memory list{kind}{at}"),
                    "'{}' shows every record",
                ),
                mcp: call(read("", revision.as_deref()), "{} lists every record"),
            }
        }
        Advice::ShowRecord { revision } => {
            let at = at(revision.as_deref());
            Row {
                cli: call(
                    format!("git memory show ID{at} [--section NAME]"),
                    "'{}' shows all of it",
                ),
                mcp: call(
                    read("\"id\": \"ID\"", revision.as_deref()),
                    "{} shows all of it",
                ),
            }
        }
        Advice::ShowSummary { revision } => Row {
            cli: call(
                format!("git memory show{} summary.md", at(revision.as_deref())),
                "'{}' shows the summary",
            ),
            mcp: call(
                "read the resource memory://summary",
                "the resource memory://summary is the project in one page",
            ),
        },
        Advice::ShowPolicy => Row {
            cli: call(
                "git memory policy show",
                "'{}' lists the files that tools may not touch",
            ),
            mcp: call(
                "read the resource memory://policy",
                "the resource memory://policy lists the files that tools may not touch",
            ),
        },
        Advice::ShowMap { revision } => Row {
            cli: call(
                format!("git memory map{}", at(revision.as_deref())),
                "'{}' shows the sources",
            ),
            mcp: call(
                "read the resource memory://map",
                "the resource memory://map shows the source files and what they define",
            ),
        },
        Advice::ListIncoming => by_person(call(
            "git memory incoming",
            "'{}' lists the decisions on the base branch",
        )),
        Advice::MakeContext => Row {
            cli: call("git memory context", "'{}' prints the records for a prompt"),
            mcp: call("workspace_get_context {}", "{} shows what there is"),
        },
        Advice::Check => by_person(call(
            "git memory check",
            "'{}' names the errors, and how to correct them",
        )),
        Advice::Review => by_person(call(
            "git memory review",
            "'{}' shows the records that may be out of date",
        )),
        Advice::Confirm { id } => Row {
            cli: call(
                format!("git memory review --confirm {}", quoted(&[id])),
                "if it is still true, run '{}'",
            ),
            mcp: line(CONFIRM),
        },
        Advice::Relate { id, other } => Row {
            cli: call(
                format!(
                    "git memory set {} related+={}",
                    quoted(&[id]),
                    quoted(&[other])
                ),
                "if both apply, run '{}'",
            ),
            mcp: line(
                "ask the user whether both apply; if one replaces the other, call memory_write \
                 with 'supersedes'",
            ),
        },
        Advice::ConfirmTouched => Row {
            cli: line(
                "if it is still true, run 'git memory review --confirm <id>'; else edit or \
                 supersede it",
            ),
            mcp: line(CONFIRM),
        },
        Advice::Sync => by_person(call("git memory sync", "'{}' shares the work logs")),
        Advice::Commit => by_person(call(
            "git commit",
            "'git add memory', then '{}', takes them into the history",
        )),
        Advice::ShowChanges { revision } => by_person(call(
            format!("git memory diff {}..HEAD", short(revision)),
            "'{}' shows what is new",
        )),
        Advice::Recall => Row {
            cli: call("git memory recall WORDS", "'{}' finds a record"),
            mcp: call("memory_recall {\"words\": \"WORDS\"}", "{} finds a record"),
        },
        Advice::AddRecord => Row {
            cli: call("git memory add TITLE", "'{}' records a decision"),
            mcp: call(
                "memory_write {\"kind\": \"decision\", \"title\": \"TITLE\"}",
                "{} records a decision",
            ),
        },
        Advice::SetStatus { id } => Row {
            cli: line(format!(
                "'git memory set {id} status=…' sets any status that its kind has"
            )),
            mcp: line(format!(
                "memory_write {{\"id\": \"{id}\", \"status\": \"STATUS\"}} sets any status that \
                 its kind has"
            )),
        },
        Advice::Edit { id } => Row {
            cli: line(format!(
                "'git memory edit {id}' changes the text; --body-file and --section take it"
            )),
            mcp: line(format!(
                "memory_write {{\"id\": \"{id}\", \"parts\": {{…}}}} changes the text"
            )),
        },
        Advice::Update => Row {
            cli: line("--update changes the record; other fields are kept"),
            mcp: line("memory_write with the 'id' changes it; other fields are kept"),
        },
        Advice::KeepAlias { name } => Row {
            cli: line(format!(
                "leave --id out, and keep the other name: 'git memory set <id> alias={name}'"
            )),
            mcp: line("leave 'id' out: a free one is made"),
        },
        Advice::Publish { id } => Row {
            cli: line(format!(
                "'git memory summary publish {id}' makes a tracked record of it"
            )),
            mcp: line(
                "give 'private': true to change it in the work log; to share it, ask the user to \
                 publish it",
            ),
        },
        Advice::Supersede { id } => {
            let id = id.as_deref().unwrap_or("ID");
            Row {
                cli: call(
                    format!("git memory supersede {id}"),
                    "to replace it, run '{}'",
                ),
                mcp: call(
                    format!("memory_write {{\"title\": \"TITLE\", \"supersedes\": \"{id}\"}}"),
                    "to replace it: {}",
                ),
            }
        }
        Advice::Replace { id, by } => Row {
            cli: call(
                format!("git memory supersede {id} --by {by}"),
                "to replace it, run '{}'",
            ),
            mcp: line(format!("ask the user whether {by} is to replace {id}")),
        },
        Advice::SelectRecords => by_person(line(
            "name records, or choose them with --kind, --tag, --scope …, or give --all",
        )),
        Advice::ArchiveInstead => by_person(line(
            "name both records, or archive it: 'git memory clear' without --delete",
        )),
        Advice::ListTopics => Row {
            cli: call("git memory topic list", "'{}' shows every topic"),
            mcp: line(
                "workspace_get_context {\"topics\": [\"topics\"], \"include_defaults\": false} \
                 names the topics",
            ),
        },
        Advice::ListEntries => Row {
            cli: call("git memory summary list", "'{}' shows every entry"),
            mcp: line("memory_recall {\"words\": \"WORDS\", \"private\": true} finds an entry"),
        },
        Advice::ReportStep => Row {
            cli: call(
                "git memory summary append --run RUN --step STEP --agent NAME --status ok|failed \
                 --title TEXT",
                "'{}' reports it",
            ),
            mcp: call(
                "memory_run {\"run\": \"RUN\", \"step\": \"STEP\", \"agent\": \"NAME\", \
                 \"status\": \"ok|failed\", \"title\": \"TEXT\"}",
                "{} reports it",
            ),
        },
        Advice::ShowEntry => Row {
            cli: call("git memory summary show ID", "'{}' shows all of it"),
            mcp: call("memory_read {\"id\": \"ID\"}", "{} shows all of it"),
        },
        Advice::ShortenEntry => Row {
            cli: line("keep the long text in a file or a topic, and name it in --output"),
            mcp: line("keep the long text in a topic, and name it among the outputs"),
        },
        Advice::OpenLog { name } => by_person(line(format!(
            "if it belongs to the project, commit it, or: git config --add memory.policy.open \
             {name}"
        ))),
        Advice::EnablePrivate => by_person(line(
            "'git config --unset memory.private' (or 'private' in memory/config.yaml, committed) \
             turns it on",
        )),
        Advice::ListPrivateBranches => {
            by_person(line("'git for-each-ref refs/memory' lists the work logs"))
        }
        Advice::NameRemote => by_person(line(
            "'git config memory.remote origin' names it, or 'git memory sync <remote>' this time",
        )),
        Advice::ListUserFiles => Row {
            cli: call("git memory user list", "'{}' shows every file"),
            mcp: line(
                "memory_read {\"user\": \"MEMORY\"} is the index of user memory; where there is \
                 none yet, memory_write {\"kind\": \"user\", \"title\": \"MEMORY\", \"body\": \
                 \"TEXT\"} begins it",
            ),
        },
        Advice::AddModel => by_person(call(
            "git memory model add FOLDER",
            "'{}' takes a BERT-like sentence model: model.onnx, tokenizer.json and config.json",
        )),
        Advice::Index => by_person(call(
            "git memory index",
            "'{}' prepares all records for search by meaning",
        )),
        Advice::ListParentRecords => Row {
            cli: call(
                "git memory list --parents",
                "'{}' lists the records of parents",
            ),
            mcp: call(
                "memory_recall {\"words\": \"WORDS\"}",
                "{} finds those of parents, too",
            ),
        },
        Advice::ListModels => by_person(call("git memory model list", "'{}' shows every model")),
        Advice::ListVersions => by_person(line(
            "'git memory topic log NAME' lists the earlier texts of a topic, 'git memory user log \
             NAME' those of user memory",
        )),
        Advice::ReadUserFile => Row {
            cli: call("git memory user read NAME", "'{}' shows all of it"),
            mcp: call("memory_read {\"user\": \"NAME\"}", "{} shows all of it"),
        },
        Advice::ListSecrets => by_person(line(
            "'git memory scan', or 'git memory scan FILE', shows findings with their fingerprints",
        )),
        Advice::ScanPrivate => by_person(line(
            "'git memory scan --private' shows them; 'git memory scan --allow' lets false \
             positives pass",
        )),
        Advice::AllowSecret { fingerprint } => Row {
            cli: match fingerprint {
                Some(fingerprint) => line(format!(
                    "if it is a false positive: 'git memory scan --allow {fingerprint} --reason \
                     <text>', and commit that"
                )),
                None => line(
                    "if it is a false positive: 'git memory scan --allow <fingerprint> --reason \
                     <text>', with the fingerprint from 'git memory scan'",
                ),
            },
            mcp: line(
                "leave the secret out; where it is a false positive, ask the user to allow it",
            ),
        },
        Advice::RotateCredentials => Row {
            cli: line("rotate real credentials first: everyone who could read this has them"),
            mcp: line(
                "tell the user to rotate real credentials: everyone who could read this has them",
            ),
        },
        Advice::FindCommits { object } => by_person(line(format!(
            "'git log --all --find-object={}' shows which commits hold it",
            short(object)
        ))),
        Advice::ExportDocument => by_person(line(
            "'git memory export' writes one; other programs give at least one of its lists",
        )),
        Advice::BuildRules => by_person(line(
            "run 'git memory rules build', with --for for each agent",
        )),
        Advice::PrintAgentSetup => by_person(line(
            "'git memory agents install NAME --print' shows the entries",
        )),
        Advice::SetUpAgents => by_person(line("run 'git memory agents install'")),
        Advice::InstallHooks => by_person(call("git memory hooks install", "run '{}'")),
        Advice::TellHookManager => by_person(call(
            "git memory hooks install --write",
            "run '{}', which changes a file that your team shares",
        )),
        Advice::InstallManual => by_person(line("'git memory doctor --fix' installs them")),
        Advice::ReinstallHooks => by_person(line("run 'git memory hooks install'")),
        Advice::ShowHooks => by_person(call(
            "git memory hooks status",
            "'{}' shows which hook files are in effect",
        )),
        Advice::RemoveStaleLock => by_person(line(
            "nothing was written; once the file is 60 s old, the next write removes it, and so \
             does 'git memory doctor --fix'",
        )),
        Advice::ReadSettings => by_person(line("'git memory config' lists every setting")),
        Advice::InitRepository => Row {
            cli: line("run 'git init' here, or name a repository with -C <path>"),
            mcp: line(
                "name a folder inside of a git repository with 'workspace', or ask the user for \
                 one",
            ),
        },
        Advice::ReadRevision => Row {
            cli: line(
                "read a revision with --rev <rev> (list, show, recall, why and others take it), \
                 and write in a clone",
            ),
            mcp: line("read a revision: give 'rev', such as HEAD"),
        },
        Advice::SuggestForCommit => Row {
            cli: line("ask about a commit: git memory suggest REV"),
            mcp: line("name the commit that is asked about"),
        },
        Advice::FetchMissing => by_person(line(
            "'git fsck' names what this clone lacks; a partial clone gets it by \
             'git fetch --refetch --no-filter'",
        )),
        Advice::ListCommits => Row {
            cli: line("'git log --oneline --all' shows commits to name"),
            mcp: line(
                "leave 'rev' out to read the work tree, or give a branch, a tag or a commit's id",
            ),
        },
        Advice::CommitFirst => Row {
            cli: line("commit what is here first; without --rev, commands read the work tree"),
            mcp: line("without 'rev', tools read the work tree"),
        },
        Advice::InspectRef => by_person(line(
            "another program wrote it: see it with 'git show-ref', and delete it with 'git \
             update-ref --no-deref -d'",
        )),
        Advice::SetIdentity => by_person(line(
            "tell git who you are: git config --global user.name '…', \
             git config --global user.email '…'",
        )),
        Advice::TrustOwner => by_person(line(
            "if you trust its owner: git config --global --add safe.directory <its path>",
        )),
        Advice::RenameBranch => {
            by_person(line("give the branch a shorter name: git branch -m <name>"))
        }
    }
}

/// Advice to an agent where there is no memory.
const NO_MEMORY: &str = "this repository has no memory: ask the user whether to set it up with \
                         git-memory's 'init'";

/// Advice to an agent about a record that may be out of date.
const CONFIRM: &str =
    "ask the user whether it is still true; if not, replace it by memory_write with 'supersedes'";
