//! How much a name tells: `RecordId` is one thing, `get` could be anything.

/// The shortest name that tells something by itself, in bytes.
const SHORTEST: usize = 4;

/// Whether a name is one that nobody uses by chance: one of several words.
#[must_use]
pub fn is_distinctive(name: &str) -> bool {
    let inner = name.trim_matches('_');
    let small = inner.bytes().position(|byte| byte.is_ascii_lowercase());
    let has_hump = match small {
        Some(small) => inner[small..].bytes().any(|byte| byte.is_ascii_uppercase()),
        None => false,
    };
    inner.len() >= SHORTEST && (inner.contains('_') || has_hump)
}

/// How much one use of a name counts; 0 where it tells nothing.
pub(crate) fn weight(name: &str) -> u64 {
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
    // What begins so is nobody else's business in most languages.
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
            ("get", 1),
            ("read", 4),
            ("x", 0),
            ("_read_all", 10),
            ("Id", 1),
            ("__init__", 1),
            ("été_à", 40),
        ] {
            assert_eq!(weight(name), expected, "{name}");
        }
    }
}
