//! Words that people type who know other programs, and the commands that they mean.

use git_memory_import::agents::form::Form;
use git_memory_model::kind::Kind;

use crate::program::Listed;

/// Words of other programs, and what to run instead, one sentence a word.
static WORDS: [(&[&str], &str); 45] = [
    (
        &[
            "search", "find", "grep", "query", "ask", "lookup", "look", "fd", "rg",
        ],
        "'git memory recall WORDS' finds records",
    ),
    (
        &["ls", "dir", "all", "index", "titles", "records"],
        "'git memory list' lists records",
    ),
    (
        &[
            "rm",
            "delete",
            "remove",
            "del",
            "erase",
            "drop",
            "archive",
            "retire",
            "obsolete",
            "deprecate",
            "deprecated",
        ],
        "'git memory set ID status=archived' retires a record, 'git memory supersede ID' replaces \
         it, and 'git rm' deletes its file",
    ),
    (
        &[
            "new", "create", "write", "record", "save", "remember", "store",
        ],
        "'git memory add TITLE' records a decision, and 'git memory add KIND TITLE' another kind",
    ),
    (
        &["adr", "decide"],
        "'git memory add TITLE' records a decision, 'git memory init --root FOLDER' uses a folder \
         of decision records, and 'git memory import FOLDER' copies it",
    ),
    (
        &["todo", "task", "issue", "question"],
        "'git memory add loop TITLE' adds an open question or task",
    ),
    (
        &[
            "cat", "view", "get", "open", "read", "print", "display", "less",
        ],
        "'git memory show ID' shows a record",
    ),
    (
        &["explain", "annotate", "who"],
        "'git memory why PATH' lists the decisions that apply to a file",
    ),
    (
        &["history", "changes"],
        "'git memory log' shows the history",
    ),
    (
        &["change", "modify", "update", "vi", "vim", "nano", "editor"],
        "'git memory edit ID' changes a text, and 'git memory set ID KEY=VALUE' the front matter",
    ),
    (
        &["mv", "move", "rename"],
        "a record is a file: 'git mv' moves it, and its id stays",
    ),
    (
        &["replace", "overrule", "supersedes"],
        "'git memory supersede ID TITLE' replaces a record",
    ),
    (
        &["done", "finish", "resolve"],
        "'git memory close ID' closes an open question or a plan",
    ),
    (
        &[
            "st",
            "stat",
            "info",
            "overview",
            "dashboard",
            "summary-page",
        ],
        "'git memory status' shows the state of memory",
    ),
    (
        &["lint", "validate", "verify", "fsck", "test"],
        "'git memory check' finds errors",
    ),
    (
        &["stale", "audit", "outdated", "expired"],
        "'git memory review' finds records that may be out of date",
    ),
    (
        &["push", "pull", "fetch", "share", "upload"],
        "'git memory sync' shares work logs; records travel with git's own push and pull",
    ),
    (
        &["setup", "install", "start", "begin", "bootstrap"],
        "'git memory init' starts a memory, and 'git memory agents install AGENT' connects agents",
    ),
    (
        &["uninstall", "disconnect", "disable", "deinit"],
        "'git memory agents uninstall' disconnects agents, and 'git memory hooks uninstall' \
         removes the hooks",
    ),
    (
        &["link", "relate"],
        "'git memory set ID related+=OTHER' links two records",
    ),
    (
        &["accept", "approve"],
        "'git memory set ID status=active' accepts a proposal",
    ),
    (
        &["reject", "decline"],
        "'git memory set ID status=rejected' rejects a proposal",
    ),
    (
        &["stage", "staging"],
        "commands stage what they write, and 'git add memory' what was changed by hand",
    ),
    (
        &["ui", "gui", "web", "html"],
        "'git memory serve' opens the pages in a browser, and 'git memory browse' in the terminal",
    ),
    (
        &["settings", "options"],
        "'git memory config' shows the settings",
    ),
    (
        &["prompt", "pack", "ctx"],
        "'git memory context' prints the records for a prompt",
    ),
    (
        &["dump", "backup"],
        "'git memory export' writes memory for other programs",
    ),
    (
        &["tag", "tags"],
        "'git memory list --tag TAG' lists the records with a tag",
    ),
    (
        &["completion", "completions", "man", "manual"],
        "'git memory doctor --fix' installs manual pages and completion",
    ),
    (
        &["undo", "restore", "reset", "revert"],
        "'git status' lists uncommitted changes, and 'git restore --staged --worktree FILE' takes \
         those to one file back",
    ),
    (&["commit"], "records are files: 'git commit' commits them"),
    (
        &["ci", "pipeline", "gate"],
        "'git memory pr' and 'git memory check' judge a change in CI (docs/ci.md); 'git commit' \
         commits records",
    ),
    (
        &["hook", "githook", "githooks"],
        "'git memory hooks install' puts the hooks into this clone",
    ),
    (
        &["conflict", "conflicts", "merge"],
        "'git merge' merges records key by key; 'git memory check' finds those in conflict: mend \
         the file, then 'git add' it",
    ),
    (
        &["template", "templates", "form"],
        "'git memory add KIND TITLE --edit' opens the sections of that kind in an editor",
    ),
    (
        &["number", "numbers", "numbered"],
        "'git memory show \"ADR 32\"' shows the record of that number; new records have ids \
         instead, which branches do not give twice",
    ),
    (
        &["embedding", "embeddings", "semantic", "vector"],
        "'git memory model add' takes a sentence model for search by meaning; the setting \
         memory.embeddings names a server instead",
    ),
    (
        &["offline", "network", "internet"],
        "everything works offline but 'git memory sync', and a server that your settings name",
    ),
    (&["version"], "'git memory --version' prints the version"),
    (&["count"], "'git memory list --count' counts records"),
    (
        &["allow", "false-positive"],
        "'git memory scan --allow FINGERPRINT --reason TEXT' marks a finding as a false positive",
    ),
    (
        &["publish", "promote"],
        "'git memory summary publish ID' turns a work-log entry into a shared record",
    ),
    (
        &["forget", "hide"],
        "'git memory summary forget ID' hides a work-log entry",
    ),
    (
        &["fold", "join"],
        "'git memory summary fold' joins the work logs of merged branches",
    ),
    (
        &["gc", "prune", "expunge", "clean"],
        "'git memory summary gc' joins or deletes the work logs of deleted branches",
    ),
];

/// Options of other programs, what to say of them, and the options here that take the same, the
/// nearest first.
static OPTIONS: [(&[&str], &str, &[&str]); 7] = [
    (
        &["content", "contents", "message", "msg", "m", "text", "body"],
        TEXT,
        &[
            "text",
            "decision",
            "rationale",
            "happened",
            "why",
            "command",
        ],
    ),
    (
        &["file", "input", "from-file", "stdin"],
        TEXT,
        &["body-file"],
    ),
    (
        &[
            "reason",
            "because",
            "context",
            "rationale",
            "decision",
            "consequences",
        ],
        TEXT,
        &["rationale", "why", "cause", "text", "happened"],
    ),
    (
        &["cause", "instead", "happened", "why"],
        TEXT,
        &["text", "rationale"],
    ),
    (&["type", "kinds"], NAMED, &["kind"]),
    (&["n", "limit", "max", "max-results", "top"], NAMED, &["n"]),
    (
        &[
            "active",
            "archived",
            "open",
            "proposed",
            "rejected",
            "superseded",
        ],
        "a status is a value of",
        &["status"],
    ),
];

const TEXT: &str = "the text goes into";
const NAMED: &str = "it is called";

/// What to say of an option of another program, and the options that may take the same, without
/// their dashes.
pub(crate) fn options_for(foreign: &str) -> Option<(&'static str, &'static [&'static str])> {
    let row = OPTIONS.iter().find(|(names, ..)| names.contains(&foreign));
    row.map(|(_, said, ours)| (*said, *ours))
}

/// Meaning of a word that is not a command.
pub(crate) fn meaning(word: &str) -> Option<String> {
    let word = word.to_ascii_lowercase();
    for (words, meaning) in &WORDS {
        if words.contains(&word.as_str()) {
            return Some((*meaning).to_owned());
        }
    }
    if let Some(form) = Form::of_projects().find(|form| form.is_called(&word)) {
        let (name, made, wanted) = (form.name, form.becomes(), form.wanted);
        return Some(format!(
            "'git memory import {name}' makes {made} of {wanted}"
        ));
    }
    // A kind by its name, or by that of its folder: `lesson`, `decisions`.
    let kind = Kind::by_name(&word)?;
    let add = kind.add_command()?.replacen('-', " ", 1);
    Some(format!(
        "'git memory {add} TITLE' adds {}, and 'git memory list --kind {}' lists them",
        kind.one(),
        kind.name()
    ))
}

/// Lines of help about a word: what it means here, and the commands whose line has it.
pub(crate) fn found_by(typed: &str, listed: &[Listed]) -> Vec<String> {
    let typed = typed.to_ascii_lowercase();
    let mut lines = Vec::new();
    for word in typed.split_whitespace() {
        lines.extend(meaning(word));
        for Listed { name, about, .. } in listed {
            let mut words = about.split(|sign: char| !sign.is_alphanumeric());
            let is_called = one(name).eq_ignore_ascii_case(one(word));
            if is_called || words.any(|it| one(it).eq_ignore_ascii_case(one(word))) {
                lines.push(format!("{name:<14}  {about}"));
            }
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    lines
}

/// A word of several things as that of one: `rules` and `rule` find the same.
fn one(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

/// Every word of another program that is known here.
pub(crate) fn foreign_words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().flat_map(|(words, _)| words.iter().copied())
}

/// The name that is nearest to a mistyped word.
pub(crate) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = |name: &'a str| {
        let distance = strsim::damerau_levenshtein(&word.to_ascii_lowercase(), name);
        // A third of the letters may be wrong: with more, it is another word.
        (distance * 3 <= name.len().max(3)).then_some((distance, name))
    };
    names.filter_map(near).min().map(|(_, name)| name)
}
