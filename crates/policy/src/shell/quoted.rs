//! Words as a command line that a shell takes apart into the same words.

/// A command line of some words: words with signs that a shell could interpret are quoted.
#[must_use]
pub fn quoted(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted_word(word)).collect();
    words.join(" ")
}

fn quoted_word(word: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./:,+@%".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;
    use crate::shell::named;

    #[test]
    fn a_shell_reads_the_same_words() {
        assert_eq!(quoted(&["cargo", "test", "-p", "a"]), "cargo test -p a");
        assert_eq!(
            quoted(&["a b", "it's", "", "$X"]),
            r"'a b' 'it'\''s' '' '$X'"
        );
        let names = named(&quoted(&["cat", "it's a/*", "b\nc"]));
        let paths: Vec<&str> = names.paths.iter().map(|path| path.text.as_str()).collect();
        assert_eq!(paths, ["it's a/*", "b\nc"]);
    }
}
