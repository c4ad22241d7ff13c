//! The source of a record, from git: tiers that no word of the record can raise.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Source of a record, by the commit that last changed it; the lowest tier first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trust {
    /// Its present text is not committed.
    Uncommitted,
    /// A commit that an agent wrote, or took part in.
    Agent,
    /// Any other commit.
    Committed,
    /// A commit that the default branch has.
    Merged,
    /// A commit whose signature git has verified, by a key that it trusts.
    Signed,
}

impl Trust {
    /// Every tier, the lowest first.
    pub const ALL: [Self; 5] = [
        Self::Uncommitted,
        Self::Agent,
        Self::Committed,
        Self::Merged,
        Self::Signed,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uncommitted => "uncommitted",
            Self::Agent => "agent",
            Self::Committed => "committed",
            Self::Merged => "merged",
            Self::Signed => "signed",
        }
    }
}

impl fmt::Display for Trust {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A name that no tier has; the message lists the valid ones.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the sources are: uncommitted, agent, committed, merged, signed")]
pub struct UnknownTrust;

impl FromStr for Trust {
    type Err = UnknownTrust;

    fn from_str(name: &str) -> Result<Self, UnknownTrust> {
        let mut tiers = Self::ALL.into_iter();
        tiers.find(|tier| tier.name() == name).ok_or(UnknownTrust)
    }
}

/// Trailers that name a writer beside the author, in lower case.
const BESIDE: [&str; 3] = ["co-authored-by:", "assisted-by:", "generated-by:"];
/// The trailer that names an agent.
const AGENT: &str = "agent:";
/// Parts of the names and addresses of agents, in lower case: as separate words, so that no person
/// is taken for an agent.
const AGENTS: [&str; 13] = [
    "[bot]",
    "bot",
    "agent",
    "copilot",
    "cursor",
    "cursoragent",
    "codex",
    "gemini",
    "aider",
    "opencode",
    "openhands",
    "windsurf",
    "ampcode",
];
/// Names that people have, too: an agent's name is only this word, or this word and one that people
/// are not called.
const FIRST_NAMES: [&str; 3] = ["claude", "devin", "jules"];
/// Words after it in the name of an agent or of its model; or a number.
const AFTER: [&str; 5] = ["ai", "code", "haiku", "opus", "sonnet"];
/// Length of a message's end that is looked at, in bytes: trailers are there.
const TRAILERS: usize = 8 << 10;

/// True if an agent wrote a commit, or took part in it, by its author's name or a trailer of its
/// message.
#[must_use]
pub fn is_by_agent(author: &str, message: &str) -> bool {
    if is_agent(author) {
        return true;
    }
    let start = message.len().saturating_sub(TRAILERS);
    // The first line of the rest may be half a line, which does not begin a trailer.
    let end = String::from_utf8_lossy(&message.as_bytes()[start..]);
    end.lines().any(|line| {
        let line = line.trim().to_lowercase();
        let mut beside = BESIDE.iter().filter_map(|key| line.strip_prefix(key));
        line.starts_with(AGENT) || beside.any(is_agent)
    })
}

/// True if a name is one that agents have.
pub fn is_agent(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_word = |word: &&str| !word.is_empty();
    let words = |text| str::split(text, |c: char| !c.is_alphanumeric()).filter(is_word);
    if name.contains(AGENTS[0]) || words(&*name).any(|word| AGENTS.contains(&word)) {
        return true;
    }
    // The address behind the name must not count as another name.
    let mut own = words(name.split('<').next().unwrap_or_default());
    let is_first = own.next().is_some_and(|word| FIRST_NAMES.contains(&word));
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    is_first
        && own
            .next()
            .is_none_or(|word| AFTER.contains(&word) || is_number(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_go_by_their_names() {
        for tier in Trust::ALL {
            assert_eq!(tier.name().parse::<Trust>().unwrap(), tier);
        }
        assert!("verified".parse::<Trust>().is_err());
        assert!(Trust::ALL.is_sorted());
    }

    #[test]
    fn an_agent_is_known_by_author_or_trailer() {
        for (author, message, expected) in [
            ("Ann", "Fix it\n", false),
            (
                "Ann",
                "Fix it\n\nCo-authored-by: Bob <bob@example.com>\n",
                false,
            ),
            (
                "Ann",
                "Fix it\n\nCo-Authored-By: Claude <noreply@anthropic.com>\n",
                true,
            ),
            (
                "Ann",
                "Fix it\n\nco-authored-by: Copilot <1+Copilot@users.noreply.github.com>\n",
                true,
            ),
            ("Ann", "Fix it\n\nAssisted-by: Codex\n", true),
            ("Ann", "Fix it\n\nAgent: nightly\n", true),
            ("renovate[bot]", "Update\n", true),
            ("Abbott", "Fix what an agent does to a robot\n", false),
            ("Claudette", "Talk to Claude about it\n", false),
            ("Claude", "Fix it\n", true),
            ("claude-sonnet-4-5", "Fix it\n", true),
            ("Claude Debussy", "Fix it\n", false),
            (
                "Ann",
                "Fix it\n\nCo-authored-by: Jules Verne <jules@example.org>\n",
                false,
            ),
            (
                "Ann",
                "Fix it\n\nCo-authored-by: Amp <amp@ampcode.com>\n",
                true,
            ),
            ("Ann", "Fix it\n\nCo-authored-by: opencode\n", true),
        ] {
            assert_eq!(
                is_by_agent(author, message),
                expected,
                "{author}: {message}"
            );
        }
        let long = format!("{}\nAgent: x", "é\n".repeat(1 << 20));
        assert!(is_by_agent("Ann", &long));
    }
}
