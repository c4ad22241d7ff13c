//! Weights of names: `RecordId` is one thing, `get` could be anything.

use std::collections::HashSet;
use std::sync::OnceLock;

/// The shortest name that tells something without its context, in bytes.
const SHORTEST: usize = 4;

/// Names that the libraries of the languages themselves define: a use of such a name nearly always
/// means theirs, even if the project has one, too.
const OF_LIBRARIES: &str = "\
    Arc Array Boolean Box Buffer Clone Date Debug Default Display Duration Err Error \
    Exception File From Function Hash HashMap HashSet Instant Integer Into Iterator \
    KeyError List Map Number Object Ok Option Optional Path PathBuf Promise Rc Read RegExp \
    Regex Result Self Set Some String StringBuilder Symbol TypeError ValueError Vec Write \
    __call__ __contains__ __enter__ __eq__ __exit__ __getitem__ __hash__ __init__ __iter__ \
    __len__ __next__ __repr__ __setitem__ __str__ append args as_bytes as_ref as_str catch \
    clear clone close cmp collect concat contains copy count create_dir_all current_dir \
    debug default drop endsWith ends_with env equals error exec exists exit expect extend \
    fetch fill filter find flush fmt forEach format from from_str get has hash hashCode \
    includes indexOf info insert into into_iter isEmpty is_empty is_none is_some items iter \
    join keys kill len length log map match new next open parse pop println push push_str \
    put read readFile read_dir read_to_string reduce remove remove_dir_all remove_file \
    replace set shift size sleep slice sort spawn split splitlines start_with startsWith \
    starts_with strip then toString to_owned to_str to_string trim unwrap upper values wait \
    warn write writeFile write_all";

/// True if a name is not used by chance: it has several words, and is not a library's.
#[must_use]
pub fn is_distinctive(name: &str) -> bool {
    let inner = name.trim_matches('_');
    let small = inner.bytes().position(|byte| byte.is_ascii_lowercase());
    let has_hump = match small {
        Some(small) => inner[small..].bytes().any(|byte| byte.is_ascii_uppercase()),
        None => false,
    };
    inner.len() >= SHORTEST && (inner.contains('_') || has_hump) && !is_of_library(name)
}

fn is_of_library(name: &str) -> bool {
    static NAMES: OnceLock<HashSet<&str>> = OnceLock::new();
    NAMES
        .get_or_init(|| OF_LIBRARIES.split(' ').collect())
        .contains(name)
}

/// Weight of one use of a name; 0 if it tells nothing.
pub(crate) fn weight(name: &str) -> u64 {
    if is_of_library(name) {
        return 0;
    }
    let weight = if is_distinctive(name) {
        40
    } else if name.len() >= SHORTEST && name.starts_with(|c: char| c.is_uppercase()) {
        // A type, in most languages.
        16
    } else if name.len() >= SHORTEST {
        4
    } else {
        u64::from(name.len() > 1)
    };
    // Names that begin so are private in most languages.
    if name.starts_with('_') {
        weight / 4
    } else {
        weight
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_several_words_tell_more() {
        for name in ["RecordId", "work_tree", "getName", "MAX_SIZE"] {
            assert!(is_distinctive(name), "{name}");
            assert_eq!(weight(name), 40, "{name}");
        }
        for (name, expected) in [
            ("Store", 16),
            ("get", 0),
            ("read", 0),
            ("rest", 4),
            ("x", 0),
            ("_read_all", 10),
            ("Id", 1),
            ("__init__", 0),
            ("Result", 0),
            ("create_dir_all", 0),
            ("été_à", 40),
        ] {
            assert_eq!(weight(name), expected, "{name}");
        }
    }
}
