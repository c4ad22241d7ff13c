//! Reads the sentences that git writes into reflogs. git promises nothing about them; these are
//! from its versions since 2.39.

use super::{ObjectId, RefLine};

/// Beginnings of the reflog of a new branch.
const BEGINNINGS: [&str; 4] = [
    "branch: Created from ",
    "commit (initial)",
    "clone: from ",
    "fetch ",
];
/// The steps of a rebase that make a commit.
const REBASED: [&str; 6] = [
    " (pick)",
    " (reword)",
    " (edit)",
    " (squash)",
    " (fixup)",
    " (continue)",
];
/// Beginnings of lines that put a branch somewhere.
const PUT: [&str; 8] = [
    "branch: ",
    "Branch: ",
    "reset: ",
    "checkout: ",
    "clone: ",
    "fetch",
    "push",
    "update by push",
];
const FAST_FORWARD: &str = ": Fast-forward";

/// Both ends of a checkout, by the names that HEAD's reflog gives them: a branch's, or the id of a
/// detached commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch<'a> {
    /// The former branch or commit of HEAD.
    pub from: &'a str,
    /// The new branch or commit of HEAD.
    pub to: &'a str,
}

/// Reads `checkout: moving from <from> to <to>`.
pub fn switch(message: &str) -> Option<Switch<'_>> {
    let (from, to) = message
        .strip_prefix("checkout: moving from ")?
        .split_once(" to ")?;
    Some(Switch { from, to })
}

/// The expression that a branch was created from, as it was given:
/// `branch: Created from <expression>`.
pub fn created_from(message: &str) -> Option<&str> {
    message.strip_prefix("branch: Created from ")
}

/// The old name of a branch that was renamed.
pub fn renamed_from(message: &str) -> Option<&str> {
    moved_from(message, "Branch: renamed refs/heads/")
}

/// The branch that this one is a copy of.
pub fn copied_from(message: &str) -> Option<&str> {
    moved_from(message, "Branch: copied refs/heads/")
}

/// Reads `<from> to refs/heads/…` after `prefix`.
fn moved_from<'a>(message: &'a str, prefix: &str) -> Option<&'a str> {
    let (from, _) = message
        .strip_prefix(prefix)?
        .split_once(" to refs/heads/")?;
    Some(from)
}

/// True if a line is the first of a branch's reflog, not the rest of a longer one.
pub(crate) fn begins(message: &str) -> bool {
    BEGINNINGS.iter().any(|words| message.starts_with(words))
}

/// True if a line of a branch's reflog means that a commit was made there, not that the branch was
/// put somewhere. Tools write words of their own (`GIT_REFLOG_ACTION`); a line without words tells
/// nothing.
pub fn is_work(line: &RefLine) -> bool {
    let message = line.message.as_str();
    match verb(message) {
        "commit" => true,
        // Of a rebase, HEAD's reflog has the single steps, the branch's has the result. A rebase of
        // nothing puts the branch on the commit that it was rebased onto.
        "pull" | "rebase" if message.contains(" (") => {
            let is_step = REBASED.iter().any(|step| message.contains(step));
            let is_end = message.contains(" (finish): refs/heads/");
            is_step || (is_end && !is_put_onto(message, line.new))
        }
        "" => false,
        _ => {
            let is_put = PUT.iter().any(|words| message.starts_with(words));
            !is_put && !message.to_ascii_lowercase().ends_with(": fast-forward")
        }
    }
}

/// True if a rebase ended at the commit that it was rebased onto: it had nothing to do.
fn is_put_onto(message: &str, new: ObjectId) -> bool {
    match message.rsplit_once(" onto ") {
        Some((_, onto)) => onto == new.to_string(),
        None => false,
    }
}

/// True if a line means that a branch was moved to commits of its own that were made elsewhere: on
/// another machine (`pulls_itself` is true if the branch pulls from the one of its own name there),
/// or on a branch other than `here` that was merged into it.
pub fn receives_work(message: &str, branch: &str, here: &str, pulls_itself: bool) -> bool {
    match verb(message) {
        "pull" => pulls_itself && message.ends_with(FAST_FORWARD),
        "merge" => message.ends_with(FAST_FORWARD) && !merges(message, here),
        "branch" => match created_from(message) {
            Some(from) => is_remote_name(from, branch),
            None => false,
        },
        _ => false,
    }
}

/// True if a name is that of a branch in a remote: `origin/main` for `main`.
fn is_remote_name(name: &str, branch: &str) -> bool {
    match name.strip_suffix(branch) {
        Some(remote) => {
            remote.len() > 1 && remote.ends_with('/') && !name.starts_with("refs/heads/")
        }
        None => false,
    }
}

/// Commit of the newest merge of a branch by its name, from the reflog (newest line first) of the
/// branch that it was merged into.
pub fn merged_by_name(lines: &[RefLine], branch: &str) -> Option<ObjectId> {
    let line = lines.iter().find(|line| merges(&line.message, branch))?;
    Some(line.new)
}

/// True if a line means that a branch was merged, by its own name or by that of a remote's branch.
fn merges(message: &str, branch: &str) -> bool {
    let Some(rest) = message.strip_prefix("merge ") else {
        return false;
    };
    let names = match rest.split_once(": ") {
        Some((names, _)) => names,
        None => rest,
    };
    names
        .split(' ')
        .any(|name| match name.strip_suffix(branch) {
            Some(before) => before.is_empty() || before.ends_with('/'),
            None => false,
        })
}

/// The first word of a line: the action.
fn verb(message: &str) -> &str {
    match message.find([':', ' ']) {
        Some(end) => &message[..end],
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn git_s_words_are_understood() {
        let (from, to) = ("a/b", "c");
        assert_eq!(
            switch("checkout: moving from a/b to c"),
            Some(Switch { from, to })
        );
        assert_eq!(switch("commit: moving from a to b"), None);
        let renamed = "Branch: renamed refs/heads/a to refs/heads/b";
        assert_eq!(renamed_from(renamed), Some("a"));
        assert_eq!(copied_from(renamed), None);
        assert_eq!(created_from("branch: Created from HEAD~1"), Some("HEAD~1"));
    }

    #[test]
    fn lines_of_reflogs_tell_work_from_moves() {
        let id = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
        let new: ObjectId = id.parse().unwrap();
        for (message, expected) in [
            ("commit: text", true),
            ("commit (initial): text", true),
            ("commit (amend): Time: Fast-forward", true),
            ("commit (merge): Merge branch 'x'", true),
            ("merge x: Merge made by the 'ort' strategy.", true),
            ("merge x: Fast-forward", false),
            ("pull: Fast-forward", false),
            ("pull: Merge made by the 'ort' strategy.", true),
            ("pull --rebase (finish): refs/heads/x onto 1234", true),
            ("rebase (finish): refs/heads/x onto 1234", true),
            (&format!("rebase (finish): refs/heads/x onto {id}"), false),
            ("rebase (start): checkout main", false),
            ("rebase (pick): text", true),
            ("rebase (abort): returning to refs/heads/x", false),
            ("rebase (finish): returning to refs/heads/x", false),
            ("pull --rebase origin main (pick): text", true),
            ("cherry-pick: text", true),
            ("cherry-pick: fast-forward", false),
            ("my tool: text", true),
            ("my tool: Fast-forward", false),
            ("", false),
            ("revert: text", true),
            ("am: text", true),
            ("branch: Created from HEAD", false),
            ("branch: Reset to v1", false),
            ("reset: moving to HEAD~1", false),
            ("clone: from /x", false),
            ("fetch origin x:x: storing head", false),
        ] {
            let line = RefLine {
                new,
                time: 0,
                message: message.to_owned(),
            };
            assert_eq!(is_work(&line), expected, "{message}");
        }
    }
}
