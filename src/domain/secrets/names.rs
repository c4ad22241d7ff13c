//! Names: which ones speak of a secret, and of what sort. The tables of words are what to extend.

/// Parts of names, one of which every name that speaks of a secret contains.
pub(crate) const ANCHORS: &[&str] = &[
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "credential",
    "auth",
    "_pat",
    " pat ",
    "private",
    "pw",
];

// Words of a name that speak of a password. People make the value, so it may be short, and close to
// words.
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

// Words of a name that speak of another secret. Programs make the value, so it has to be long and
// look made up.
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
    "masterkey",
    "appkey",
    "validationkey",
    "decryptionkey",
];

/// How the names end that only keys have.
const KEY_ENDINGS: &[&[&str]] = &[
    &["api", "key"],
    &["apikey"],
    &["auth", "token"],
    &["authtoken"],
    &["authorization"],
    &["master", "key"],
    &["access", "token"],
    &["secret", "key"],
    &["api", "token"],
];

/// How more of them end, whose values UUIDs are not.
const HASHED_ENDINGS: &[&[&str]] = &[
    &["encryption", "key"],
    &["validation", "key"],
    &["decryption", "key"],
    &["private", "key"],
    &["signing", "key"],
    &["service", "key"],
    &["deploy", "key"],
    &["env", "key"],
    &["sdk", "key"],
    &["read", "key"],
    &["write", "key"],
];

/// Words after the telling one that make the name speak of something else.
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
    "origin",
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

/// Names that are public, whatever their words say.
const HARMLESS_NAMES: &[&str] = &["resourcekey", "publickeytoken", "public_key_token"];

/// What sort of secret the words of a name speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecretKind {
    Password,
    Secret,
    /// A key of something: only a random value makes it a secret.
    Key,
}

/// Whether a variable of this name holds a secret.
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
        // The last telling word decides: what follows it may say that the name means something
        // else.
        if let Some(kind) = kind_of_word(&words, nth) {
            return (!is_harmless(&words, nth)).then_some(kind);
        }
    }
    None
}

/// Whether a name is one that only keys have, and no id or checksum: `STRIPE_API_KEY`,
/// `_authToken`, `RAILS_MASTER_KEY`.
pub(crate) fn names_key(name: &str) -> bool {
    ends_with_any(&words(name), KEY_ENDINGS)
}

/// Whether a name of several words is one of a secret that programs make, and that may look like a
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

/// Whether a variable's name speaks of a secret among those that no prose names so: what signs,
/// what logs in, and what holds a whole connection.
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
        // A pass by itself is one over a text, or of a mountain.
        let is_password = word != "pass" || words.len() > 1;
        return is_password.then_some(SecretKind::Password);
    }
    // A key alone may be one of a map.
    let is_key = matches!(word, "key" | "keys") && nth > 0;
    let is_secret_key = is_key && KEYS.contains(&words[nth - 1].as_str());
    if SECRETS.contains(&word) || is_secret_key || ending.is_some() {
        return Some(SecretKind::Secret);
    }
    let mut endings = ["key", "token", "secret", "private"].iter();
    let may_be_key = endings.any(|ending| word.ends_with(ending));
    may_be_key.then_some(SecretKind::Key)
}

/// Whether the words around the nth one make the name speak of something else.
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
