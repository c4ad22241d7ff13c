//! The magic in front of a pathspec: `:(icase)`, `:!`, `:/`.

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Magic {
    pub(crate) is_exclude: bool,
    pub(crate) is_icase: bool,
    pub(crate) is_literal: bool,
}

/// Reads the words of `:(word,word)pattern`.
pub(crate) fn long_magic(rest: &str) -> Option<(Magic, &str)> {
    let (words, pattern) = rest.split_once(')')?;
    let mut magic = Magic::default();
    let mut is_glob = false;
    for word in words.split(',') {
        match word {
            "exclude" => magic.is_exclude = true,
            "icase" => magic.is_icase = true,
            "literal" => magic.is_literal = true,
            "glob" => is_glob = true,
            // Every pathspec of a record begins at the top.
            "top" | "" => {}
            _ => return None,
        }
    }
    if is_glob && magic.is_literal {
        return None;
    }
    Some((magic, pattern))
}

/// Reads the signs of `:!pattern`; a second colon ends them, if the pattern begins with one.
pub(crate) fn short_magic(rest: &str) -> (Magic, &str) {
    let mut magic = Magic::default();
    let mut pattern = rest;
    while let Some(after) = pattern.strip_prefix(['!', '^', '/']) {
        magic.is_exclude |= !pattern.starts_with('/');
        pattern = after;
    }
    match pattern.strip_prefix(':') {
        Some(after) => (magic, after),
        None => (magic, pattern),
    }
}

/// The magic of a pathspec without a sign for the top, the pattern, and true if there was such a
/// sign.
pub(crate) fn signs_and_pattern(typed: &str) -> (String, &str, bool) {
    if let Some(rest) = typed.strip_prefix(":(") {
        let Some((words, pattern)) = rest.split_once(')') else {
            return (String::new(), typed, false);
        };
        let is_top = words.split(',').any(|word| word == "top");
        let kept: Vec<&str> = words
            .split(',')
            .filter(|word| !matches!(*word, "top" | ""))
            .collect();
        if kept.is_empty() {
            return (String::new(), pattern, is_top);
        }
        return (format!(":({})", kept.join(",")), pattern, is_top);
    }
    let Some(rest) = typed.strip_prefix(':') else {
        return (String::new(), typed, false);
    };
    let pattern = rest.trim_start_matches(['!', '^', '/']);
    let signs = &rest[..rest.len() - pattern.len()];
    let is_exclude = signs.contains(['!', '^']);
    let pattern = pattern.strip_prefix(':').unwrap_or(pattern);
    let kept = if is_exclude { ":!" } else { "" };
    (kept.to_owned(), pattern, signs.contains('/'))
}
