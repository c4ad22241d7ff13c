//! The patterns of the tables: a name, or `*` and the ending of a name.

/// True if a name fits a pattern: the name itself, or `*` and an ending.
pub(crate) fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_prefix('*') {
        Some(ending) => name.len() > ending.len() && name.ends_with(ending),
        None => pattern == name,
    }
}
