//! Topics of a structured answer: which folders belong to one, and how names are listed.

use git_memory_model::scope::Scope;

/// The maximum number of names in a message.
const NAMED: usize = 20;

/// True if a folder of a scope is a topic's folder, or inside it; a leading underscore makes no
/// difference.
pub(crate) fn is_topic_folder(own: &str, topic: &str) -> bool {
    match topic_name(own).strip_prefix(topic) {
        Some(rest) => rest.is_empty() || rest.starts_with('/'),
        None => false,
    }
}

/// The topic that a folder of a scope belongs to, without a leading underscore; empty for the
/// scope's own folder.
pub(crate) fn topic_of(own: &str) -> &str {
    let first = match own.split_once('/') {
        Some((first, _)) => first,
        None => own,
    };
    topic_name(first)
}

/// The topic of a folder's name: with a leading underscore it is the same one.
pub(crate) fn topic_name(folder: &str) -> &str {
    folder.strip_prefix('_').unwrap_or(folder)
}

/// True if a scope is the requested one, below it, or one of its parents.
pub(crate) fn is_near(asked: &Scope, scope: &Scope) -> bool {
    asked.ladder().contains(scope) || scope.ladder().contains(asked)
}

/// Some names for a message.
pub(crate) fn some(names: &[&str]) -> String {
    // A message is for reading; hundreds of names are not.
    let more = names.len().saturating_sub(NAMED);
    let list = names[..names.len() - more].join(", ");
    if more == 0 {
        list
    } else {
        format!("{list} and {more} more")
    }
}
