//! Next steps for a person or a program, as data.
//!
//! Errors, findings, checks and packs return advice; each door words it as calls of its own, so
//! crates below the doors need not know how a door is used.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

/// A next step. Its `revision` is the one whose memory to look at; without it, the work tree's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Advice {
    /// A step without a command, in words: how to correct a file, what to install.
    ByHand {
        /// The step as one line.
        // Each door writes its own words for an advice beside the code; these are those words.
        #[serde(skip)]
        text: Cow<'static, str>,
    },
    /// Name something more precisely: more of an id, or a path.
    Narrow,
    /// Do the same again.
    Retry,
    /// Look at the present content of a file, and repeat the command.
    ReadAgain,
    /// Begin a memory here.
    Init,
    /// Choose between the two versions of a file that a merge left.
    ResolveConflict,
    /// Begin a memory in a folder that has other content.
    InitAnyway,
    /// Begin a memory in another folder.
    InitElsewhere,
    /// Set the clean filter up, and commit the attributes that it needs.
    SetUpFilter,
    /// Bring a tracked `memory/` back into the work tree.
    RestoreMemory,
    /// Give an id to the page at the place that is named with this.
    Adopt,
    /// Add a type to every document.
    AddTypes,
    /// Rebuild the derived files.
    Refresh,
    /// Rebuild the derived files and stage them.
    RefreshAndStage,
    /// List the records, or those of one kind.
    ListRecords {
        /// The name of the kind.
        #[serde(skip_serializing_if = "Option::is_none")]
        kind: Option<&'static str>,
        /// The revision whose memory is meant; the work tree without it.
        #[serde(skip_serializing_if = "Option::is_none")]
        revision: Option<String>,
    },
    /// Give each of two records in one file a file of its own.
    PartRecords,
    /// Show one record that was named before.
    ShowRecord {
        /// The revision whose memory is meant; the work tree without it.
        #[serde(skip_serializing_if = "Option::is_none")]
        revision: Option<String>,
    },
    /// Show the page that people write about the project.
    ShowSummary {
        /// The revision whose memory is meant; the work tree without it.
        #[serde(skip_serializing_if = "Option::is_none")]
        revision: Option<String>,
    },
    /// Show the limits for tools.
    ShowPolicy,
    /// Look at the source files and what they define.
    ShowMap {
        /// The revision whose sources are meant; the work tree without it.
        #[serde(skip_serializing_if = "Option::is_none")]
        revision: Option<String>,
    },
    /// List decisions of the base about the current changes.
    ListIncoming,
    /// Make a pack for a prompt.
    MakeContext,
    /// Find the errors of memory.
    Check,
    /// Look at the records that may be out of date.
    Review,
    /// Confirm a record.
    Confirm {
        /// The id of the record.
        id: String,
    },
    /// Confirm two records that may contradict each other, and relate them.
    Relate {
        /// The id of the one.
        id: String,
        /// The id of the other.
        other: String,
    },
    /// Confirm a record, or bring it up to date.
    ConfirmTouched,
    /// Share private memory with its remote.
    Sync,
    /// Commit the changes below `memory/`.
    Commit,
    /// Look at the changes since a revision.
    ShowChanges {
        /// The revision.
        revision: String,
    },
    /// Ask memory something.
    Recall,
    /// Write a record.
    AddRecord,
    /// Set another status of a record.
    SetStatus {
        /// The id of the record whose status it is.
        id: String,
    },
    /// Change the text of a record.
    Edit {
        /// The id of the record.
        id: String,
    },
    /// Change the given fields of an existing record.
    Update,
    /// Let the program make the id, and keep another name as an alias.
    KeepAlias {
        /// The other name.
        name: String,
    },
    /// Make a tracked record of a private one.
    Publish {
        /// The id of the private record.
        id: String,
    },
    /// Replace a record by a new one, and link the two.
    Supersede {
        /// The record to replace, if it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// Let a record that is there replace another one.
    Replace {
        /// The record to replace.
        id: String,
        /// The record that replaces it.
        by: String,
    },
    /// Name the records to clear, choose them, or ask for all.
    SelectRecords,
    /// Clear both linked records, or archive the one.
    ArchiveInstead,
    /// List the topics that memory has.
    ListTopics,
    /// List the entries of this branch's private memory.
    ListEntries,
    /// Report a step of a run.
    ReportStep,
    /// Show one entry of private memory that was named before.
    ShowEntry,
    /// Keep a long text elsewhere, and name it as an output of the entry.
    ShortenEntry,
    /// Let tools use a folder at the top that is named like a log of agents.
    OpenLog {
        /// The name of the folder.
        name: &'static str,
    },
    /// Turn private memory on.
    EnablePrivate,
    /// List the branches that have private memory.
    ListPrivateBranches,
    /// Name the remote that private memory is shared with.
    NameRemote,
    /// List the files of user memory.
    ListUserFiles,
    /// Add the files of a sentence model again, or of another one.
    AddModel,
    /// List the sentence models of this user.
    ListModels,
    /// List the records of parents.
    ListParentRecords,
    /// Make the vectors of all records.
    Index,
    /// List the earlier texts of a topic, or of a file of user memory.
    ListVersions,
    /// Read one file of user memory that was named before.
    ReadUserFile,
    /// List findings of secrets with their fingerprints.
    ListSecrets,
    /// Look at the secrets of private memory.
    ScanPrivate,
    /// Mark a finding as a false positive.
    AllowSecret {
        /// The finding, if it is known by a fingerprint.
        fingerprint: Option<String>,
    },
    /// Replace a secret at its provider.
    RotateCredentials,
    /// Find the commits that hold an object.
    FindCommits {
        /// The object's id, in hex.
        object: String,
    },
    /// Write a document that can be imported.
    ExportDocument,
    /// Write the rules anew where agents read them.
    BuildRules,
    /// Look at the changes that would be made to the configuration of agents.
    PrintAgentSetup,
    /// Put git-memory into the configuration of agents.
    SetUpAgents,
    /// Install git's hooks.
    InstallHooks,
    /// Put the hooks into the configuration of the hook manager that runs them.
    TellHookManager,
    /// Install the manual pages, and the scripts that complete command lines.
    InstallManual,
    /// Install git's hooks, or choose another way for them to run.
    ReinstallHooks,
    /// See which hooks are in effect.
    ShowHooks,
    /// Remove a lock file that a killed process left.
    RemoveStaleLock,
    /// Look up what the settings mean.
    ReadSettings,
    /// Begin a repository, or name one.
    InitRepository,
    /// Look at a revision, or work in a clone.
    ReadRevision,
    /// Ask about a commit, if nothing can be staged.
    SuggestForCommit,
    /// Fetch the objects that a partial clone lacks.
    FetchMissing,
    /// List the commits that can be named.
    ListCommits,
    /// Commit the present changes.
    CommitFirst,
    /// Look at a ref that another program wrote, and delete it.
    InspectRef,
    /// Tell git the name and address of the author.
    SetIdentity,
    /// Let git trust a repository of another owner.
    TrustOwner,
    /// Give the branch a shorter name.
    RenameBranch,
}

impl Advice {
    /// Something to do by hand.
    #[must_use]
    pub const fn by_hand(text: &'static str) -> Self {
        Self::ByHand {
            text: Cow::Borrowed(text),
        }
    }

    /// An advice in the caller's own words.
    #[must_use]
    pub fn in_words(text: String) -> Self {
        Self::ByHand {
            text: Cow::Owned(text),
        }
    }

    /// To list every record of the work tree.
    #[must_use]
    pub const fn list_records() -> Self {
        Self::ListRecords {
            kind: None,
            revision: None,
        }
    }
}

/// Words of a door for advice.
#[derive(Clone, Copy)]
pub struct Wording {
    /// The door's name: texts that were worded for one door are not another's.
    pub door: &'static str,
    /// Command line that can be run: `git memory list`.
    pub call: fn(&Advice) -> String,
    /// The advice as a line of text for a reader.
    pub sentence: fn(&Advice) -> String,
}
