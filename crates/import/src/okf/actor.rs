//! The actors of a bundle: section 7 of the specification.

use git_memory_model::keys;
use git_memory_model::trust::is_agent;

/// Name of an import of ours.
const IMPORT: &str = "process:git-memory-import";
/// Replacement for an unknown version of an agent.
const NO_VERSION: &str = "unknown";

/// A person or an agent, by the name that a commit has: only a name that agents have is taken for
/// one.
#[must_use]
pub fn of_author(name: &str) -> String {
    if is_agent(name) {
        of_agent(name)
    } else {
        format!("human:{name}")
    }
}

/// An agent with its version, if its name has one.
fn of_agent(name: &str) -> String {
    if name.contains('/') {
        name.to_owned()
    } else {
        format!("{name}/{NO_VERSION}")
    }
}

/// The writer of a record that names its writer (`source`, `agent`), and whose last change came
/// with a commit of `author`; `None` if that cannot be told.
#[must_use]
pub fn of_record(
    source: Option<&str>,
    agent: Option<&str>,
    author: Option<&str>,
) -> Option<String> {
    match (source, agent) {
        (Some(keys::TOOL), _) => Some(IMPORT.to_owned()),
        (Some(keys::AGENT), Some(agent)) => Some(of_agent(agent)),
        (Some(keys::AGENT), None) => Some(of_agent("agent")),
        _ => author.map(of_author),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_is_a_person_an_agent_or_a_process() {
        for (source, agent, author, expected) in [
            (Some("manual"), None, Some("Ann Lee"), Some("human:Ann Lee")),
            (
                None,
                None,
                Some("renovate[bot]"),
                Some("renovate[bot]/unknown"),
            ),
            (
                Some("agent"),
                Some("codex/1.4"),
                Some("Ann"),
                Some("codex/1.4"),
            ),
            (Some("agent"), Some("codex"), None, Some("codex/unknown")),
            (Some("agent"), None, None, Some("agent/unknown")),
            (Some("tool"), None, Some("Ann"), Some(IMPORT)),
            (Some("manual"), None, None, None),
        ] {
            assert_eq!(of_record(source, agent, author).as_deref(), expected);
        }
    }
}
