//! Every setting, one row each. The readers, `check`, `git memory config` and the reference all go
//! by this table.

use super::gate::{
    PR_APPLIES, PR_BROKEN, PR_CHANGED, PR_CHECK, PR_CONFLICT, PR_DELETED, PR_INCOMING, PR_SECRET,
    PR_TRAILER,
};
pub use super::setting::{Setting, Team};
use super::value::Kind;
use git_memory_policy::project::policy::COMMITTED_LOGS;
use git_memory_text::{one_line, visible_line};

/// Maximum number of wrong letters in a misspelt name.
const MISSPELT: usize = 2;
/// Length of an unknown name in a message, in characters.
const SHOWN: usize = 80;

/// Every setting, sorted by name.
pub static TABLE: [&Setting; 40] = [
    &AGENTS_PROPOSE,
    &AUTO,
    &COMMITS,
    &EMBEDDINGS,
    &EMBEDDINGS_MODEL,
    &EMBEDDINGS_REMOTE,
    &FEEDBACK,
    &FOLDER,
    &FSYNC,
    &HUB,
    &IDENTITY,
    &IDENTITY_REMOTE,
    &LANGUAGE,
    &MAX_LINES,
    &POLICY_BLOCK,
    &POLICY_FOCUS,
    &POLICY_IGNORE,
    &POLICY_OPEN,
    &POLICY_OUTSIDE,
    &PR_APPLIES,
    &PR_BROKEN,
    &PR_CHANGED,
    &PR_CHECK,
    &PR_CONFLICT,
    &PR_DELETED,
    &PR_INCOMING,
    &PR_SECRET,
    &PR_TRAILER,
    &PRIVATE,
    &REMOTE,
    &REPOSITORIES,
    &ROOTS,
    &SCAN,
    &SECRET_ALLOW,
    &SECRET_NAMES,
    &SECRET_PATTERN,
    &STRICT,
    &VERIFY,
    &VERIFY_COMMANDS,
    &WEIGHTS,
];

/// `memory.agentsPropose`
pub static AGENTS_PROPOSE: Setting = Setting {
    name: "agentsPropose",
    kind: Kind::Boolean,
    team: Team::Tightens("true"),
    default: "false",
    guards: true,
    help: "true: decisions that agents write stay proposed until a person makes them active",
};

/// `memory.auto`
pub static AUTO: Setting = Setting {
    name: "auto",
    kind: Kind::Boolean,
    team: Team::Sets,
    default: "true",
    guards: false,
    help: "false: nothing is put into prompts unasked; 'context' prints nothing",
};

/// `memory.commits`
pub static COMMITS: Setting = Setting {
    name: "commits",
    // Several times the longest histories that are known.
    kind: Kind::Count(10_000_000),
    team: Team::Sets,
    // Some years of a busy project, read once in a second.
    default: "20000",
    guards: false,
    help: "how many of the newest commits are searched with 'recall --commits'",
};

/// `memory.embeddings`
pub static EMBEDDINGS: Setting = Setting {
    name: "embeddings",
    kind: Kind::Address,
    team: Team::Never,
    default: "",
    guards: false,
    help: "the address of a server with OpenAI's API of embeddings, such as \
           http://127.0.0.1:8080/v1: search by meaning uses it in place of a model's files",
};

/// `memory.embeddingsModel`
pub static EMBEDDINGS_MODEL: Setting = Setting {
    name: "embeddingsModel",
    kind: Kind::Text,
    team: Team::Never,
    default: "",
    guards: false,
    help: "the name of the model, for a server that has several",
};

/// `memory.embeddingsRemote`
pub static EMBEDDINGS_REMOTE: Setting = Setting {
    name: "embeddingsRemote",
    kind: Kind::Boolean,
    team: Team::Never,
    default: "false",
    guards: false,
    help: "true: memory.embeddings may name another machine, to which questions and records are \
           sent unencrypted",
};

/// `memory.feedback`
pub static FEEDBACK: Setting = Setting {
    name: "feedback",
    kind: Kind::Boolean,
    team: Team::Sets,
    default: "true",
    guards: false,
    help: "false: ratings of recall results do not influence rankings",
};

/// `memory.folder`
pub static FOLDER: Setting = Setting {
    name: "folder",
    kind: Kind::Text,
    team: Team::Never,
    default: "",
    guards: false,
    help: "the folder in which 'init' sets memory up; from then on, .gitattributes names it for \
           every clone",
};

/// `memory.fsync`
pub static FSYNC: Setting = Setting {
    name: "fsync",
    kind: Kind::Boolean,
    team: Team::Never,
    default: "",
    guards: false,
    help: "sync work-log entries to the disk (default: as core.fsync)",
};

/// `memory.hub`
pub static HUB: Setting = Setting {
    name: "hub",
    kind: Kind::Text,
    team: Team::Never,
    default: "",
    guards: false,
    help: "the address of this repository at a hub (https://HOST/r/NAME), with which 'sync' also \
           exchanges work logs",
};

/// `memory.identity`
pub static IDENTITY: Setting = Setting {
    name: "identity",
    kind: Kind::Text,
    team: Team::Never,
    default: "",
    guards: false,
    help: "the file with your private key, of age or SSH without a passphrase, that decrypts work \
           logs (default: ~/.ssh/id_ed25519)",
};

/// `memory.identityRemote`
pub static IDENTITY_REMOTE: Setting = Setting {
    name: "identityRemote",
    kind: Kind::Text,
    team: Team::Never,
    default: "",
    guards: false,
    help: "the remote whose URL identifies this repository",
};

/// `memory.language`
pub static LANGUAGE: Setting = Setting {
    name: "language",
    kind: Kind::Language,
    team: Team::Sets,
    default: "en",
    guards: false,
    help: "the language of records whose words do not show it (ISO 639-1)",
};

/// `memory.maxLines`
pub static MAX_LINES: Setting = Setting {
    name: "maxLines",
    kind: Kind::Count(100_000),
    team: Team::Sets,
    // Two to three screens: what an agent reads without losing its own thread.
    default: "200",
    guards: false,
    help: "the maximum number of lines of a context",
};

/// `memory.policy.block`
pub static POLICY_BLOCK: Setting = Setting {
    name: "policy.block",
    kind: Kind::Paths,
    team: Team::Adds,
    default: "",
    guards: true,
    help: "paths and globs from the top that no tool may read, write or search",
};

/// `memory.policy.focus`
pub static POLICY_FOCUS: Setting = Setting {
    name: "policy.focus",
    kind: Kind::Paths,
    team: Team::Adds,
    default: "",
    guards: false,
    help: "paths and globs that matter most; they may be searched even where others are ignored",
};

/// `memory.policy.ignore`
pub static POLICY_IGNORE: Setting = Setting {
    name: "policy.ignore",
    kind: Kind::Paths,
    team: Team::Adds,
    default: "",
    guards: false,
    help: "paths and globs that are not the project's own text; a search there gets a note",
};

/// `memory.policy.open`
pub static POLICY_OPEN: Setting = Setting {
    name: "policy.open",
    kind: Kind::Choices(&COMMITTED_LOGS),
    team: Team::Never,
    default: "",
    guards: false,
    help: "folders at the top that tools may use although their names are those of agents' logs",
};

/// `memory.policy.outside`
pub static POLICY_OUTSIDE: Setting = Setting {
    name: "policy.outside",
    kind: Kind::Choice(&["leave", "deny"]),
    team: Team::Tightens("deny"),
    default: "leave",
    guards: true,
    help: "deny: outside of the work tree, tools may only write temporary and agents' own files",
};

/// `memory.private`
pub static PRIVATE: Setting = Setting {
    name: "private",
    kind: Kind::Boolean,
    team: Team::Tightens("false"),
    default: "true",
    guards: true,
    help: "false: nothing is written to the work log",
};

/// `memory.remote`
pub static REMOTE: Setting = Setting {
    name: "remote",
    kind: Kind::Text,
    team: Team::Never,
    default: "",
    guards: false,
    help: "the remote that 'sync' exchanges work logs with",
};

/// `memory.repositories`
pub static REPOSITORIES: Setting = Setting {
    name: "repositories",
    kind: Kind::Places,
    team: Team::Never,
    default: "",
    guards: false,
    help: "folders such as ~/src/*, in which --everywhere finds your repositories, up to two \
           levels below; only your own settings (--global) count",
};

/// `memory.roots`
pub static ROOTS: Setting = Setting {
    name: "roots",
    kind: Kind::Folders,
    team: Team::Adds,
    default: "",
    guards: false,
    help: "folders such as docs/adr whose files are read in place; =KIND names the kind of their \
           records",
};

/// `memory.scan`
pub static SCAN: Setting = Setting {
    name: "scan",
    kind: Kind::Choice(&["memory", "all"]),
    team: Team::Tightens("all"),
    default: "memory",
    guards: true,
    help: "all: the hooks scan everything that is staged or pushed for secrets",
};

/// `memory.secretAllow`
pub static SECRET_ALLOW: Setting = Setting {
    name: "secretAllow",
    kind: Kind::Patterns,
    team: Team::Never,
    default: "",
    guards: true,
    help: "patterns of values that are never secrets (must match the whole value)",
};

/// `memory.secretNames`
pub static SECRET_NAMES: Setting = Setting {
    name: "secretNames",
    kind: Kind::Patterns,
    team: Team::Adds,
    default: "",
    guards: true,
    help: "patterns of names of variables whose values are secrets",
};

/// `memory.secretPattern`
pub static SECRET_PATTERN: Setting = Setting {
    name: "secretPattern",
    kind: Kind::SecretPatterns,
    team: Team::Adds,
    default: "",
    guards: true,
    help: "patterns of further secrets; a group, if there is one, is the secret",
};

/// `memory.strict`
pub static STRICT: Setting = Setting {
    name: "strict",
    kind: Kind::Boolean,
    team: Team::Never,
    default: "false",
    guards: true,
    help: "true: 'hooks install' also adds a hook that checks every ref update",
};

/// `memory.verify`
pub static VERIFY: Setting = Setting {
    name: "verify",
    kind: Kind::Choice(&["asked", "commit"]),
    team: Team::Tightens("commit"),
    default: "asked",
    guards: false,
    help: "commit: pre-commit also refuses staged lines that break a record's checks",
};

/// `memory.verifyCommands`
pub static VERIFY_COMMANDS: Setting = Setting {
    name: "verifyCommands",
    kind: Kind::Boolean,
    team: Team::Never,
    default: "false",
    guards: false,
    help: "true: 'verify' runs the commands that records in HEAD, or in a range's base, name",
};

/// `memory.weights`
pub static WEIGHTS: Setting = Setting {
    name: "weights",
    kind: Kind::Weights,
    team: Team::Sets,
    default: "",
    guards: false,
    help: "weights in percent of ties between records and files: paths, scope, commits, mentions \
           (paths=200)",
};

/// The row of a name, in any case, as git compares names.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Setting> {
    TABLE
        .into_iter()
        .find(|setting| setting.name.eq_ignore_ascii_case(name))
}

/// The setting with a name similar to an unknown one.
pub(super) fn near(name: &str) -> Option<&'static Setting> {
    let lower = name.to_ascii_lowercase();
    let distance =
        |setting: &&Setting| strsim::osa_distance(&lower, &setting.name.to_ascii_lowercase());
    TABLE
        .into_iter()
        .min_by_key(distance)
        .filter(|setting| distance(setting) <= MISSPELT)
}

/// Returns the message for an unknown setting, with a similar name.
pub(super) fn no_setting(name: &str, meant: Option<String>) -> String {
    let shown = visible_line(&one_line(name, SHOWN)).into_owned();
    match meant {
        Some(meant) => format!("'{shown}' is not a setting; did you mean '{meant}'?"),
        None => format!("'{shown}' is not a setting"),
    }
}

/// True if names of settings begin with this word and a dot.
#[must_use]
pub(super) fn has_group(word: &str) -> bool {
    TABLE
        .into_iter()
        .any(|setting| match setting.name.split_once('.') {
            Some((group, _)) => group.eq_ignore_ascii_case(word),
            None => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_hold_together() {
        assert!(TABLE.is_sorted_by_key(|setting| setting.name.to_ascii_lowercase()));
        for setting in TABLE {
            let is_list = setting.kind.is_list();
            assert_eq!(
                setting.team == Team::Adds,
                is_list && setting.team != Team::Never
            );
            let is_read = |text: &str| text.is_empty() || setting.kind.read(text).is_ok();
            assert!(is_read(setting.default), "{}", setting.name);
            if let Team::Tightens(word) = setting.team {
                let value = setting.kind.read(word).unwrap();
                assert!(setting.is_tightest(&value), "{}", setting.name);
            }
            assert!(!setting.help.ends_with('.'), "{}", setting.name);
        }
    }
}
