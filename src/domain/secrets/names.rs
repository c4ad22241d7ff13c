//! Judges names: which ones speak of a secret, and what sort of secret. The tables of
//! words are what to extend.

/// Words of a name that speak of a password: people make the value, so it can be short.
const PASSWORDS: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "passwort",
    "pwd",
    "pass",
    "pw",
];

/// Words of a name that speak of another secret: programs make the value.
const SECRETS: &[&str] = &[
    "secret",
    "secrets",
    "token",
    "apikey",
    "credential",
    "credentials",
    "auth",
    "authorization",
    "accesstoken",
    "pat",
    "skey",
    "accesskey",
    "secretkey",
    "privatekey",
];

/// What makes a key of the word before it a secret.
const KEYS: &[&str] = &[
    "access",
    "account",
    "admin",
    "api",
    "app",
    "auth",
    "deploy",
    "encryption",
    "hmac",
    "licence",
    "license",
    "master",
    "private",
    "secret",
    "service",
    "session",
    "shared",
    "signing",
    "storage",
    "subscription",
    "webhook",
];

/// Endings of words that were written together.
const ENDINGS: &[&str] = &[
    "password",
    "passwd",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "accesstoken",
    "authtoken",
    "clientsecret",
];

/// Words behind the telling one that make the name speak of something else.
const HARMLESS_AFTER: &[&str] = &[
    "alg",
    "algorithm",
    "arn",
    "alphabet",
    "attribute",
    "chars",
    "class",
    "code",
    "count",
    "digest",
    "endpoint",
    "env",
    "expires",
    "expiry",
    "field",
    "file",
    "fingerprint",
    "format",
    "hash",
    "header",
    "host",
    "id",
    "ids",
    "index",
    "kind",
    "label",
    "len",
    "length",
    "limit",
    "method",
    "mode",
    "name",
    "names",
    "param",
    "path",
    "pattern",
    "policy",
    "prefix",
    "provider",
    "ref",
    "regex",
    "scope",
    "server",
    "size",
    "store",
    "stream",
    "suffix",
    "tree",
    "ttl",
    "type",
    "types",
    "uri",
    "url",
    "user",
    "username",
    "var",
    "version",
];

/// Words before it that do the same.
const HARMLESS_BEFORE: &[&str] = &[
    "arrow",
    "authenticity",
    "cache",
    "cancel",
    "cancellation",
    "composite",
    "continuation",
    "csrf",
    "dedup",
    "event",
    "feature",
    "foreign",
    "group",
    "hash",
    "hot",
    "idempotency",
    "index",
    "lookup",
    "map",
    "next",
    "no",
    "object",
    "page",
    "partition",
    "primary",
    "pub",
    "public",
    "publishable",
    "row",
    "sort",
    "sync",
    "translation",
    "unique",
    "xsrf",
];

/// What sort of secret the words of a name speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SecretKind {
    Password,
    Secret,
    /// A key of something: only a random value makes it a secret.
    Key,
}

/// Whether a variable of this name holds a secret.
pub(super) fn speaks_of_secret(name: &str) -> bool {
    secret_kind(name).is_some()
}

/// The sort of secret that the words of `name` speak of. The telling word must be whole: `tokenizer` and `author`
/// speak of none.
pub(super) fn secret_kind(name: &str) -> Option<SecretKind> {
    let words = words(name);
    let telling = |at: usize| -> Option<SecretKind> {
        let word = words[at].as_str();
        let is_key =
            matches!(word, "key" | "keys") && at > 0 && KEYS.contains(&words[at - 1].as_str());
        let ending = ENDINGS.iter().find(|ending| word.ends_with(*ending));
        if PASSWORDS.contains(&word) || ending.is_some_and(|ending| ending.starts_with("pass")) {
            return (word != "pass" || words.len() > 1).then_some(SecretKind::Password);
        }
        if SECRETS.contains(&word) || is_key || ending.is_some() {
            return Some(SecretKind::Secret);
        }
        (word.ends_with("key")
            || word.ends_with("token")
            || word.ends_with("secret")
            || word.ends_with("private"))
        .then_some(SecretKind::Key)
    };
    let (at, kind) = (0..words.len())
        .rev()
        .find_map(|at| telling(at).map(|kind| (at, kind)))?;
    let harmless = words[at + 1..]
        .iter()
        .any(|word| HARMLESS_AFTER.contains(&word.as_str()))
        || words[..at]
            .last()
            .is_some_and(|word| HARMLESS_BEFORE.contains(&word.as_str()));
    (!harmless).then_some(kind)
}

/// The words of an identifier, or of a few words, in lower case: `AWS_apiKey.id` is `aws`, `api`,
/// `key`, `id`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = '_';
    for letter in name.chars() {
        let hump = previous.is_ascii_lowercase() && letter.is_ascii_uppercase();
        if hump || matches!(letter, '_' | '-' | '.' | ' ') {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_ascii_alphanumeric()) {
            word.push(letter.to_ascii_lowercase());
        }
        previous = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}
