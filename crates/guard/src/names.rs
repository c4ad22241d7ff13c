//! Names: which ones mean a secret, and of which kind. Their words are in
//! [`name_words`](super::name_words).

use super::name_words::{
    ENDINGS, HARMLESS_AFTER, HARMLESS_BEFORE, HARMLESS_NAMES, HASHED_ENDINGS, KEY_ENDINGS, KEYS,
    PASSWORDS, SECRETS,
};

/// Kind of secret that the words of a name mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecretKind {
    Password,
    Secret,
    /// A key of something: only a random value makes it a secret.
    Key,
}

/// True if a variable of this name holds a secret.
pub(crate) fn speaks_of_secret(name: &str) -> bool {
    secret_kind(name).is_some()
}

/// The sort of secret that the words of `name` speak of. The telling word must be whole:
/// `tokenizer` and `author` speak of none.
pub(crate) fn secret_kind(name: &str) -> Option<SecretKind> {
    let mut harmless = HARMLESS_NAMES.iter();
    if harmless.any(|harmless| name.eq_ignore_ascii_case(harmless)) {
        return None;
    }
    let words = words(name);
    for nth in (0..words.len()).rev() {
        // The last telling word decides: the words after it may change its meaning.
        if let Some(kind) = kind_of_word(&words, nth) {
            return (!is_harmless(&words, nth)).then_some(kind);
        }
    }
    None
}

/// True if only keys have such a name, not ids or checksums: `STRIPE_API_KEY`, `_authToken`,
/// `RAILS_MASTER_KEY`.
pub(crate) fn names_key(name: &str) -> bool {
    let words = words(name);
    let is_written_together = words.last().is_some_and(|word| word.ends_with("apikey"));
    is_written_together || ends_with_any(&words, KEY_ENDINGS)
}

/// True if a name of several words belongs to a secret that programs make, and that may look like a
/// hash: `GITEA_TOKEN`, `session_secret`.
pub(crate) fn names_made_secret(name: &str) -> bool {
    let words = words(name);
    let is_compound = words.len() > 1;
    let last = words.last().map(String::as_str);
    ends_with_any(&words, KEY_ENDINGS)
        || ends_with_any(&words, HASHED_ENDINGS)
        || is_compound && matches!(last, Some("token" | "secret" | "passphrase"))
}

fn ends_with_any(words: &[String], endings: &[&[&str]]) -> bool {
    endings.iter().any(|ending| {
        let from = words.len().checked_sub(ending.len());
        from.is_some_and(|from| words[from..] == **ending)
    })
}

/// True if a variable's name means a secret that prose does not name so: a signing key, a login, or
/// a whole connection.
pub(crate) fn speaks_of_secret_value(name: &str) -> bool {
    const LAST: [&str; 8] = [
        "jwt",
        "cookie",
        "salt",
        "dsn",
        "pem",
        "credential",
        "seed",
        "pepper",
    ];
    let words = words(name);
    let is_last = words
        .last()
        .is_some_and(|word| LAST.contains(&word.as_str()));
    is_last || speaks_of_secret(name)
}

/// The sort of secret that the nth of these words speaks of.
fn kind_of_word(words: &[String], nth: usize) -> Option<SecretKind> {
    let word = words[nth].as_str();
    let ending = ENDINGS.iter().find(|ending| word.ends_with(*ending));
    let ends_as_password = ending.is_some_and(|ending| ending.starts_with("pass"));
    if PASSWORDS.contains(&word) || ends_as_password {
        // "Pass" as a whole name is one over a text, or of a mountain.
        let is_password = word != "pass" || words.len() > 1;
        return is_password.then_some(SecretKind::Password);
    }
    // "Key" as a whole name may be one of a map.
    let is_key = matches!(word, "key" | "keys") && nth > 0;
    let is_secret_key = is_key && KEYS.contains(&words[nth - 1].as_str());
    if SECRETS.contains(&word) || is_secret_key || ending.is_some() {
        return Some(SecretKind::Secret);
    }
    let mut endings = ["key", "token", "secret", "private"].iter();
    let may_be_key = endings.any(|ending| word.ends_with(ending));
    may_be_key.then_some(SecretKind::Key)
}

/// True if the words around the nth one make the name mean something else.
fn is_harmless(words: &[String], nth: usize) -> bool {
    let mut after = words[nth + 1..].iter();
    // Any word after it, but only the nearest before: `token_cache_path` is a path, while the key
    // of `public_api_secret_key` is the secret one.
    if after.any(|word| HARMLESS_AFTER.contains(&word.as_str())) {
        return true;
    }
    match words[..nth].last() {
        Some(before) => HARMLESS_BEFORE.contains(&before.as_str()),
        None => false,
    }
}

/// The words of an identifier, or of a few words, in lower case: `AWS_apiKey.id` is `aws`, `api`,
/// `key`, `id`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = '_';
    for letter in name.chars() {
        let is_hump = previous.is_ascii_lowercase() && letter.is_ascii_uppercase();
        if is_hump || matches!(letter, '_' | '-' | '.' | ' ') {
            words.push(String::new());
        }
        if letter.is_ascii_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.push(letter.to_ascii_lowercase());
        }
        previous = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}
