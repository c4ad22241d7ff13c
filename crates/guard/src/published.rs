//! Secrets that everybody knows: the examples of standards, and hashes of passwords, which are made
//! to be kept.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use sha2::{Digest, Sha256};

use super::classify::value::is_digest;

/// Parts of values that standards and their pages use as examples: enough of each to know it.
const EXAMPLES: &[&str] = &[
    // jwt.io: John Doe, number 1234567890; RFC 7519, sections 3.1 and 6.1: joe at example.com.
    "eyJzdWIiOiIxMjM0NTY3ODkwIiwi",
    "eyJpc3MiOiJqb2UiLA0KICJleHAi",
    "eyJpc3MiOiJqb2UiLCJleHAiOjEz",
    // RFC 7515 and RFC 7517, appendix A; RFC 8037, appendix A.
    "AyM1SysPpbyDfgZld3umj1qz",
    "jpsQnnGQmL-YBIffH1136csp",
    "870MB6gfuTJ4HtUnUvYMyJpr",
    "X4cTteJY_gn4FYPsXB8rdXix",
    "nWGxne_9WmC6hEr0kuwsxERJ",
    "Eq5xpGnNCivDflJsRQBXHx1h",
    // RFC 7617: Aladdin. RFC 6749, RFC 6750, RFC 7636.
    "QWxhZGRpbjpvcGVuIHNlc2FtZQ",
    "2YotnFZFEjr1zCsicMWpAA",
    "tGzv3JOkF0XG5Qx2TlKWIA",
    "czZCaGRSa3F0Mzo",
    "7Fjfp0ZBr1KtDRbnfVdmIw",
    "dBjftJeZ4CVP-mB92K27uhbUJU1p",
    "E9Melhoa2OwvFrEMTJguCHaoeK1t",
    // RFC 6455: the key and its answer. RFC 6238, and the usual page about it.
    "dGhlIHNhbXBsZSBub25jZQ",
    "s3pPLMBiTxaQ9kYGzzhZRbK",
    "GEZDGNBVGY3TQOJQ",
    "JBSWY3DPEHPK3PXP",
];

/// Hashes in the whole form of their scheme: crypt(5), the strings of the Password Hashing
/// Competition, and those of passlib and Django.
static HASHES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?P<bcrypt>\$2[abxy]\$[0-9]{2}\$[A-Za-z0-9./]{53})",
        r"|(?P<argon2>\$argon2(?:id|i|d)\$v=[0-9]{2}\$[a-z0-9=,]{8,40}",
        r"\$[A-Za-z0-9+/]{8,64}\$[A-Za-z0-9+/]{20,128})",
        r"|(?P<scrypt>\$(?:scrypt\$ln=[0-9]{1,2},r=[0-9]{1,2},p=[0-9]{1,2}|y\$[A-Za-z0-9./]{2,8})",
        r"\$[A-Za-z0-9+/.]{8,64}\$[A-Za-z0-9+/.]{40,128})",
        r"|(?P<pbkdf2>(?:\$pbkdf2(?:-sha(?:1|256|512))?|pbkdf2_sha(?:1|256|512))",
        r"\$[0-9]{3,8}\$[A-Za-z0-9./+]{8,64}\$[A-Za-z0-9./+]{22,128}={0,2})",
    ))
    .ok()
});

/// Texts one of which is in every hash: the pattern is compiled only for a text with one.
const SIGNS: &[&str] = &[
    "$2a$", "$2b$", "$2x$", "$2y$", "$argon2", "$scrypt$", "$y$", "pbkdf2",
];

/// True if a secret is, or has in it, the example of a standard.
pub(crate) fn is_example(secret: &str) -> bool {
    EXAMPLES.iter().any(|example| secret.contains(example))
}

/// True if a value is the hash of a password, from its first to its last character.
pub(crate) fn is_hash(value: &str) -> bool {
    // The pattern is compiled only where it can match.
    if value.matches('$').count() < 3 {
        return false;
    }
    let Some(hashes) = &*HASHES else { return false };
    hashes
        .find(value)
        .is_some_and(|hash| hash.len() == value.len())
}

/// The hashes of passwords in a text, each with the name of its scheme.
pub(crate) fn hashes(text: &str) -> Vec<(&'static str, Range<usize>)> {
    if !SIGNS.iter().any(|sign| text.contains(sign)) {
        return Vec::new();
    }
    let Some(pattern) = &*HASHES else {
        return Vec::new();
    };
    let named = pattern.captures_iter(text).filter_map(|captures| {
        let mut names = ["bcrypt", "argon2", "scrypt", "pbkdf2"].into_iter();
        names.find_map(|name| Some((name, captures.name(name)?.range())))
    });
    named.collect()
}

/// True if a run is the address of an account: Base58 with the checksum of Bitcoin and of the coins
/// that were made after it.
pub(crate) fn is_address(run: &str) -> bool {
    if !(26..=36).contains(&run.len()) || is_digest(run) {
        return false;
    }
    let Some(bytes) = base58(run) else {
        return false;
    };
    // One or two bytes of a version, the hash of a key, and the checksum: a private key is longer.
    if !matches!(bytes.len(), 25 | 26) {
        return false;
    }
    let (body, checksum) = bytes.split_at(bytes.len() - 4);
    Sha256::digest(Sha256::digest(body))[..4] == *checksum
}

/// The bytes that Base58 spells, in the alphabet of Bitcoin.
fn base58(run: &str) -> Option<Vec<u8>> {
    const LETTERS: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    // From the lowest byte on.
    let mut bytes: Vec<u8> = Vec::new();
    for letter in run.bytes() {
        let mut carry = LETTERS.iter().position(|other| *other == letter)?;
        for byte in &mut bytes {
            carry += usize::from(*byte) * 58;
            let [low, ..] = carry.to_le_bytes();
            *byte = low;
            carry >>= 8;
        }
        while carry > 0 {
            let [low, ..] = carry.to_le_bytes();
            bytes.push(low);
            carry >>= 8;
        }
    }
    let zeros = run.bytes().take_while(|letter| *letter == b'1').count();
    bytes.resize(bytes.len() + zeros, 0);
    bytes.reverse();
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_known_by_its_checksum() {
        for address in [
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
            "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
        ] {
            assert!(is_address(address), "{address}");
            let other = address.replacen('P', "Q", 1).replacen('N', "M", 1);
            assert!(!is_address(&other), "{other}");
        }
    }

    #[test]
    fn a_hash_counts_only_as_a_whole() {
        let noise = "q7RtZ2mKx9LbV4cWn8JpD3sFh6GyT5kQ".repeat(2);
        let bcrypt = format!("$2y$10${}", &noise[..53]);
        for hash in [
            bcrypt.clone(),
            format!(
                "$argon2id$v=19$m=65536,t=3,p=4${}${}",
                &noise[..22],
                &noise[..43]
            ),
            format!("$scrypt$ln=16,r=8,p=1${}${}", &noise[..22], &noise[..43]),
            format!("pbkdf2_sha256$260000${}${}=", &noise[..22], &noise[..43]),
        ] {
            assert!(is_hash(&hash), "{hash}");
            assert_eq!(hashes(&format!("a: {hash}\n")).len(), 1, "{hash}");
            assert!(!is_hash(&format!("{hash}x!")), "{hash}");
        }
        assert!(!is_hash(&bcrypt[..40]));
        assert!(hashes("bcrypt $2y$10$ and $argon2id$").is_empty());
    }
}
