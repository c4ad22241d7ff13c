//! The names of chains: one ref a branch, so that `git log refs/memory/branches/main` reads as a
//! work log.

use std::fmt;

/// The folder of every ref of private memory.
pub const REFS: &str = "refs/memory/";
/// The folder of the branches' chains.
pub const BRANCHES: &str = "refs/memory/branches/";
/// The chain of entries that are written with HEAD detached.
const DETACHED: &str = "refs/memory/detached";
/// The folder of refs that the last `sync` fetched.
pub const REMOTES: &str = "refs/memory-remotes/";
/// The ref of the notes on commits.
pub const NOTES: &str = "refs/notes/memory";

/// The folder of chains with encrypted entries, in that of a remote.
const SEALED: &str = "sealed/";
/// The ref of the file with those who can read what was sent to a remote, in the folder of that.
pub const RECIPIENTS: &str = "recipients";

// File systems take 255 bytes in a name, and git adds `.lock` to it while it writes the ref.
const FILE_NAME_LIMIT: usize = 250;

/// A chain of entries.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chain {
    /// Of a branch, by its short name.
    Branch(String),
    /// Of a detached HEAD, at whatever commit.
    Detached,
}

impl Chain {
    /// The chain's ref. A branch's `/` is written as `%2F` and `%` as `%25` (and `~`, which no
    /// branch has, as `%7E`), so that a deleted `a` never blocks `a/b`.
    #[must_use]
    pub fn ref_name(&self) -> String {
        self.below(REFS)
    }

    /// True if the name fits into a file's, with git's `.lock` after it.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.file_name().len() <= FILE_NAME_LIMIT
    }

    /// Ref that holds this chain as the last `sync` with a remote fetched it. `remote` is the
    /// remote's name.
    #[must_use]
    pub fn remote_ref_name(&self, remote: &str) -> String {
        self.below(&remote_folder(remote))
    }

    /// Ref that holds this chain with encrypted entries, as a remote has it. `remote` is the remote's
    /// name.
    #[must_use]
    pub fn sealed_ref_name(&self, remote: &str) -> String {
        self.below(&format!("{}{SEALED}", remote_folder(remote)))
    }

    fn below(&self, folder: &str) -> String {
        match self {
            Self::Branch(name) => format!("{folder}branches/{}", encoded(name)),
            Self::Detached => format!("{folder}detached"),
        }
    }

    /// The chain of a ref below `refs/memory/`; `None` for any other ref.
    #[must_use]
    pub fn of_ref(name: &str) -> Option<Self> {
        if name == DETACHED {
            return Some(Self::Detached);
        }
        let encoded = name.strip_prefix(BRANCHES)?;
        decoded(encoded).map(Self::Branch)
    }

    /// The chain of a branch that was deleted while another branch has its name now; `birth` tells
    /// several apart. No branch can have such a name (git-check-ref-format(1)).
    #[must_use]
    pub fn former(branch: &str, birth: u32) -> Self {
        Self::Branch(format!("{branch}~{birth:08x}"))
    }

    /// True if the chain belongs to a former branch, as [`Chain::former`] names it.
    #[must_use]
    pub fn is_former(&self) -> bool {
        self.branch().is_some_and(|name| name.contains('~'))
    }

    /// The name of the file that names the branch of this chain.
    #[must_use]
    pub fn file_name(&self) -> String {
        match self {
            Self::Branch(name) => encoded(name),
            Self::Detached => "detached".to_owned(),
        }
    }

    /// True if the chain's name may differ from the branch's own: bytes that are not UTF-8 are
    /// replaced, so the branch can no longer be told.
    #[must_use]
    pub fn is_approximate(&self) -> bool {
        self.branch()
            .is_some_and(|name| name.contains(char::REPLACEMENT_CHARACTER))
    }

    /// The branch's short name.
    #[must_use]
    pub fn branch(&self) -> Option<&str> {
        match self {
            Self::Branch(name) => Some(name),
            Self::Detached => None,
        }
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Branch(name) => name,
            Self::Detached => "detached HEAD",
        })
    }
}

/// The folder of refs that the last `sync` with a remote fetched.
#[must_use]
pub fn remote_folder(remote: &str) -> String {
    format!("{REMOTES}{}/", encoded(remote))
}

/// Content of a ref below `refs/memory-remotes/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// A chain whose entries can be read.
    Chain,
    /// A chain as the remote has it, with encrypted entries.
    Sealed,
    /// Notes, or another file.
    Other,
}

/// The content of a ref that [`Chain::remote_ref_name`] or [`Chain::sealed_ref_name`] names, or that
/// is beside those.
#[must_use]
pub fn fetched(name: &str) -> Fetched {
    let rest = name
        .strip_prefix(REMOTES)
        .and_then(|rest| rest.split_once('/'));
    match rest {
        Some((_, "notes" | RECIPIENTS)) => Fetched::Other,
        Some((_, rest)) if rest.starts_with(SEALED) => Fetched::Sealed,
        _ => Fetched::Chain,
    }
}

/// Percent-encodes the three signs that a name must not have here.
fn encoded(name: &str) -> String {
    // Not by the library for URLs: it encodes every letter beyond ASCII too, and existing refs of
    // branches with such letters would not be found again. `%` is replaced first, or the escapes of
    // the other two would be escaped once more.
    name.replace('%', "%25")
        .replace('/', "%2F")
        .replace('~', "%7E")
}

/// Reads a text that [`encoded`] wrote; `None` for any other text.
fn decoded(text: &str) -> Option<String> {
    let name = text
        .replace("%7E", "~")
        .replace("%2F", "/")
        .replace("%25", "%");
    // A ref that another program wrote (`%41`, a plain `/`) must not be read as a branch whose own
    // ref is another one: two refs would claim one chain.
    if encoded(&name) != text || name.is_empty() {
        return None;
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_chain_is_named_by_its_branch() {
        for (name, expected) in [
            ("main", "refs/memory/branches/main"),
            ("a/b", "refs/memory/branches/a%2Fb"),
            ("100%", "refs/memory/branches/100%25"),
            ("a%2Fb", "refs/memory/branches/a%252Fb"),
            ("a~b%7E", "refs/memory/branches/a%7Eb%257E"),
        ] {
            let chain = Chain::Branch(name.to_owned());
            assert_eq!(chain.ref_name(), expected);
            assert_eq!(Chain::of_ref(expected), Some(chain));
        }
        assert_eq!(
            Chain::of_ref(&Chain::Detached.ref_name()),
            Some(Chain::Detached)
        );
        assert_eq!(
            Chain::Detached.remote_ref_name("origin"),
            "refs/memory-remotes/origin/detached"
        );
        assert_eq!(
            Chain::Detached.sealed_ref_name("sealed"),
            "refs/memory-remotes/sealed/sealed/detached"
        );
        for other in [
            "refs/heads/main",
            "refs/memory/branches/",
            "refs/memory/branches/a/b",
            "refs/memory/branches/%41",
        ] {
            assert_eq!(Chain::of_ref(other), None, "{other}");
        }
    }

    #[test]
    fn what_was_fetched_is_told_by_the_name_of_its_ref() {
        for (name, expected) in [
            ("sealed/branches/main", Fetched::Chain),
            ("origin/sealed/branches/main", Fetched::Sealed),
            ("origin/branches/notes", Fetched::Chain),
            ("origin/notes", Fetched::Other),
            ("origin/recipients", Fetched::Other),
        ] {
            assert_eq!(fetched(&format!("{REMOTES}{name}")), expected, "{name}");
        }
    }

    proptest! {
        #[test]
        fn every_name_comes_back(name in "[a-z%/~2F57E]{1,20}") {
            let chain = Chain::Branch(name);
            let encoded = chain.ref_name();
            prop_assert_eq!(encoded.matches('/').count(), 3);
            prop_assert_eq!(Chain::of_ref(&encoded), Some(chain));
        }
    }
}
