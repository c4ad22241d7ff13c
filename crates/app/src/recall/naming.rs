//! Names in the texts of records: of a file, of a symbol.

/// True if a text contains a path, or the end of one.
pub(crate) fn names_path(text: &str, path: &str) -> bool {
    text.contains(path)
}

/// True if a text contains the name of a symbol as a whole word.
pub(crate) fn names_symbol(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_a_word_by_itself() {
        for text in ["use Store", "`Store`", "Store::open", "xStore Store"] {
            assert!(names_symbol(text, "Store"), "{text}");
        }
        for text in ["Stores", "DataStore", "Store_2", "store", ""] {
            assert!(!names_symbol(text, "Store"), "{text}");
        }
    }
}
