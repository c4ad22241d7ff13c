//! The rows of `pr`: how each kind of finding about a pull request counts.

use super::setting::{Setting, Team};
use super::value::Kind;

/// How `pr` counts one kind of finding.
const LEVELS: [&str; 3] = ["blocking", "advisory", "off"];

/// The row of a kind of finding of `pr`; the base's version of the team's file counts.
const fn gate(name: &'static str, default: &'static str, help: &'static str) -> Setting {
    Setting {
        name,
        kind: Kind::Choice(&LEVELS),
        team: Team::Sets,
        default,
        guards: false,
        help,
    }
}

/// `memory.pr.applies`
pub static PR_APPLIES: Setting = gate(
    "pr.applies",
    "advisory",
    "pr: records that apply to changed files",
);

/// `memory.pr.broken`
pub static PR_BROKEN: Setting = gate(
    "pr.broken",
    "blocking",
    "pr: errors that 'check' finds in what the change brings",
);

/// `memory.pr.changed`
pub static PR_CHANGED: Setting = gate(
    "pr.changed",
    "advisory",
    "pr: things that a record names and that the change takes out of its files",
);

/// `memory.pr.check`
pub static PR_CHECK: Setting = gate(
    "pr.check",
    "blocking",
    "pr: new places that break a record's checks",
);

/// `memory.pr.conflict`
pub static PR_CONFLICT: Setting = gate(
    "pr.conflict",
    "advisory",
    "pr: records of the change that contradict a current one",
);

/// `memory.pr.deleted`
pub static PR_DELETED: Setting = gate(
    "pr.deleted",
    "blocking",
    "pr: paths of a current record that the change leaves without a file",
);

/// `memory.pr.incoming`
pub static PR_INCOMING: Setting = gate(
    "pr.incoming",
    "advisory",
    "pr: records that landed on the base since the branch left, about changed files",
);

/// `memory.pr.secret`
pub static PR_SECRET: Setting = gate(
    "pr.secret",
    "blocking",
    "pr: secrets in any commit of the change",
);

/// `memory.pr.trailer`
pub static PR_TRAILER: Setting = gate(
    "pr.trailer",
    "advisory",
    "pr: trailers that name no record, and waivers without a reason",
);
