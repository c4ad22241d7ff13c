//! A decision in a comment: its sentence, what the change does to it, why, and who decided it.

use super::inert::{code, inert};
use git_memory_app::pr::{Decided, Kind, Level, Named, PullRequest};

/// The longest text of a record, a path or a commit, in characters.
pub(super) const LONG: usize = 200;
/// Number of lines about what was lost, and about what is gone.
const LINES: usize = 3;

/// True if the item of a decision tells findings of a kind.
pub(super) fn tells(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Deleted | Kind::Changed | Kind::Incoming | Kind::Applies
    )
}

/// The title and the id of a record.
pub(super) fn named(id: &str, title: &str) -> String {
    format!("**{}** ({})", inert(title, LONG), code(id, LONG))
}

/// The item of a decision, with a line for each thing about it.
pub(super) fn decision(it: &Named, found: &PullRequest) -> String {
    let header = &it.record.header;
    let mut item = format!("- {}", named(header.id.as_str(), &header.title));
    if it.is_followed {
        item.push_str(": followed, by a commit's trailer");
    }
    item.push('\n');
    let mut line = |text: String| item.extend(["  - ", &text, "\n"]);
    for lost in it.lost.iter().take(LINES) {
        let blocks = level(it, found, Kind::Deleted);
        let (path, spec) = (code(&lost.path, LONG), code(&lost.spec, LONG));
        line(match &lost.to {
            Some(to) => format!(
                "{blocks}{path} was renamed to {}, and the record still names {spec}",
                code(to, LONG)
            ),
            None => format!("{blocks}{path} was deleted, and the record still names {spec}"),
        });
    }
    for gone in it.gone.iter().take(LINES) {
        let blocks = level(it, found, Kind::Changed);
        line(format!("{blocks}{}", inert(gone, 2 * LONG)));
    }
    let is_lost = |path: &&String| it.lost.iter().any(|lost| lost.path == **path);
    if !it.files.iter().all(|path| is_lost(&path)) {
        line(files(it, is_lost));
    }
    if !it.why.is_empty() && it.why.as_str() != header.title.as_str() {
        line(format!("Why: {}", inert(&it.why, LONG)));
    }
    if let Some(decided) = &it.decided {
        line(who(decided));
    }
    item
}

/// The word before a finding that blocks the change.
fn level(it: &Named, found: &PullRequest, kind: Kind) -> &'static str {
    let id = it.record.header.id.as_str();
    let is_blocking = found.findings.iter().any(|it| {
        let is_of_it = it.record.as_ref().is_some_and(|(of, _)| of == id);
        is_of_it && it.kind == kind && it.level == Level::Blocking
    });
    if is_blocking { "**Blocks:** " } else { "" }
}

/// The changed files of a decision, without those that were told to be lost, and the reason for it.
fn files(it: &Named, is_lost: impl Fn(&&String) -> bool) -> String {
    let mut text = if it.is_incoming {
        "Decided on the base since this change left it; about ".to_owned()
    } else {
        String::new()
    };
    let named = it.files.iter().filter(|path| !is_lost(path));
    let named: Vec<String> = named.map(|path| code(path, LONG)).collect();
    text.push_str(&named.join(", "));
    if let Some(more @ 1..) = it.count.checked_sub(it.files.len()) {
        text.extend([" and ", &more.to_string(), " more"]);
    }
    if let Some(reason) = it.reasons.first().filter(|_| !it.is_incoming) {
        let path = it.files.first().map_or("", String::as_str);
        let reason = without(reason, path);
        if !reason.is_empty() {
            text.extend([" (", &*inert(reason, LONG), ")"]);
        }
    }
    text
}

/// A reason without the path, which stands before it; empty if it is only that.
fn without<'a>(reason: &'a str, path: &str) -> &'a str {
    let spec = ["covers", "is in"].iter().find_map(|verb| {
        let reason = reason.strip_suffix(path)?.trim_end();
        reason.strip_suffix(verb).map(str::trim_end)
    });
    match spec {
        Some(spec) if spec.strip_prefix("its path ") == Some(path) => "",
        Some(spec) => spec,
        None => reason.strip_prefix(path).map_or(reason, str::trim_start),
    }
}

fn who(decided: &Decided) -> String {
    let (author, day) = (inert(&decided.author, LONG), inert(&decided.day, LONG));
    let commit = code(&decided.commit.short(), LONG);
    let (merged, subject) = match &decided.merge {
        Some((merge, subject)) => {
            let merge = code(&merge.short(), LONG);
            (format!(", merged with {merge}"), subject)
        }
        None => (String::new(), &decided.subject),
    };
    let subject = inert(subject, LONG);
    format!("Decided by {author} on {day} in {commit}{merged}: {subject}")
}
