//! Text that was encrypted so that it can be committed: values of sops and sealed secrets, files of
//! age, vaults of Ansible. A hit that lies inside of it is no secret.
//!
//! Only a whole form counts: a value that merely begins like one is judged as any other.

use std::ops::Range;

use super::base64::LETTERS;
use super::run::leading;
use super::work;

/// The fields of a value of sops after its cipher, and whether one may be empty.
const SOPS_FIELDS: &[(&str, bool)] = &[("data:", true), (",iv:", false), (",tag:", false)];

/// Ciphers of eyaml, whose values have one field.
const EYAML: &[&str] = &["PKCS7,", "GPG,"];

/// A sealed secret that shows by its length that it is one: the encrypted key before the value has
/// 512 bytes.
const SEALED: usize = 700;

/// The shortest sealed value below the key `encryptedData`.
const SEALED_BELOW_KEY: usize = 32;

/// The key of a manifest below which sealed values are.
const SEALED_KEY: &str = "encryptedData";

/// A text before encrypted Base64 or hexadecimal, and the shortest such run.
const HEADS: &[(&str, usize)] = &[
    // Spring Cloud Config, dotenvx, and the transit engine of Vault.
    ("{cipher}", 32),
    ("encrypted:", 64),
    ("vault:v1:", 40),
];

/// The first and last line of encrypted files in a text.
const ARMOUR: &[(&str, &str)] = &[
    (
        "-----BEGIN AGE ENCRYPTED FILE-----",
        "-----END AGE ENCRYPTED FILE-----",
    ),
    ("-----BEGIN PGP MESSAGE-----", "-----END PGP MESSAGE-----"),
];

/// The first line of a vault of Ansible; lines of hexadecimal digits follow.
const VAULT: &str = "$ANSIBLE_VAULT;";

/// The encrypted parts of a text.
pub(crate) struct Encrypted(Vec<Range<usize>>);

impl Encrypted {
    /// Finds them.
    pub(crate) fn of(text: &str) -> Self {
        let mut parts: Vec<Range<usize>> = Vec::new();
        for part in encrypted(text) {
            match parts.last_mut() {
                Some(last) if part.start < last.end => last.end = last.end.max(part.end),
                _ => parts.push(part),
            }
        }
        Self(parts)
    }

    /// True if a place is inside of one of them.
    pub(crate) fn holds(&self, span: &Range<usize>) -> bool {
        let after = self.0.partition_point(|part| part.end < span.end);
        self.0
            .get(after)
            .is_some_and(|part| part.start <= span.start && span.end <= part.end)
    }
}

/// Every encrypted part of a text, sorted by place; parts may overlap.
fn encrypted(text: &str) -> Vec<Range<usize>> {
    work::did(text.len());
    let mut found = Vec::new();
    for (at, _) in text.match_indices("ENC[") {
        found.extend(in_brackets(text, at));
    }
    for (head, shortest) in HEADS {
        for (at, _) in text.match_indices(head) {
            let start = at + head.len();
            let length = base64(&text[start..]);
            found.extend((length >= *shortest).then(|| at..start + length));
        }
    }
    for (first, last) in ARMOUR {
        let mut from = 0;
        while let Some(at) = text[from..].find(first)
            && let Some(length) = text[from + at..].find(last)
        {
            let start = from + at;
            from = start + length + last.len();
            found.push(start..from);
        }
    }
    let mut end = 0;
    for (at, _) in text.match_indices(VAULT) {
        if at >= end {
            end = at + vault(&text[at..]);
            found.push(at..end);
        }
    }
    found.extend(sealed(text));
    found.sort_by_key(|span| (span.start, span.end));
    found
}

/// The value in brackets at `at`, if it is whole.
fn in_brackets(text: &str, at: usize) -> Option<Range<usize>> {
    let inside = &text[at + "ENC[".len()..];
    let rest = if let Some(fields) = inside.strip_prefix("AES256_GCM,") {
        after_fields(fields)?
    } else {
        let value = EYAML
            .iter()
            .find_map(|cipher| inside.strip_prefix(cipher))?;
        let length = base64(value);
        (length > 0).then(|| &value[length..])?
    };
    let rest = rest.strip_prefix(']')?;
    Some(at..text.len() - rest.len())
}

/// The text after the fields of a value of sops.
fn after_fields(mut rest: &str) -> Option<&str> {
    for (name, may_be_empty) in SOPS_FIELDS {
        let value = rest.strip_prefix(name)?;
        let length = base64(value);
        if length == 0 && !may_be_empty {
            return None;
        }
        rest = &value[length..];
    }
    let kind = rest.strip_prefix(",type:")?;
    Some(kind.trim_start_matches(|letter: char| letter.is_ascii_lowercase()))
}

/// Length of the Base64 at the beginning of a text, with its padding.
fn base64(text: &str) -> usize {
    let bytes = text.as_bytes();
    let letters = leading(bytes, bytes.len(), |byte| LETTERS.has(byte));
    letters + leading(&bytes[letters..], 2, |byte| byte == b'=')
}

/// Length of a vault: its first line, and the lines of digits after it.
fn vault(text: &str) -> usize {
    let mut length = 0;
    for (nth, line) in text.split_inclusive('\n').enumerate() {
        let digits = line.trim();
        let is_data = digits.len() >= 2 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if nth > 0 && !is_data {
            break;
        }
        length += line.len();
    }
    length
}

/// The sealed values of a text: they begin with the length of an encrypted key.
fn sealed(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let key = text.find(SEALED_KEY);
    let mut found = Vec::new();
    let mut end = 0;
    for (at, _) in text.match_indices("Ag") {
        let is_begun = at >= end && !bytes[..at].last().is_some_and(|byte| LETTERS.has(*byte));
        if !is_begun || !matches!(bytes.get(at + 2), Some(b'A'..=b'D')) {
            continue;
        }
        end = at + base64(&text[at..]);
        let is_below_key = key.is_some_and(|key| key < at) && end - at >= SEALED_BELOW_KEY;
        if is_below_key || end - at >= SEALED {
            found.push(at..end);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::encrypted;

    const BASE64: &str = "q7RtZ2mKx9LbV4cWn8JpD3sFh6GyT5kQ";

    fn sops(kind: &str) -> String {
        format!("ENC[AES256_GCM,data:{BASE64}=,iv:{BASE64}=,tag:{BASE64}==,type:{kind}]")
    }

    #[test]
    fn whole_forms_are_encrypted() {
        for text in [
            sops("str"),
            sops("int").replace(&format!("data:{BASE64}="), "data:"),
            format!("ENC[PKCS7,{BASE64}{BASE64}]"),
            format!("{{cipher}}{BASE64}"),
            format!("encrypted:{BASE64}{BASE64}="),
            format!("vault:v1:{BASE64}{BASE64}=="),
            format!("AgB{}", BASE64.repeat(30)),
            format!(
                "$ANSIBLE_VAULT;1.1;AES256\n  {}\n  6162\n",
                "6638".repeat(20)
            ),
            format!("-----BEGIN PGP MESSAGE-----\n\n{BASE64}\n-----END PGP MESSAGE-----"),
        ] {
            let parts = encrypted(&format!("é: {text}"));
            assert!(parts.iter().eq([&(4..4 + text.len())]), "{text}");
        }
        let below = format!("encryptedData:\n  password: AgBy{BASE64}{BASE64}==\n");
        assert_eq!(encrypted(&below).len(), 1);
    }

    #[test]
    fn parts_of_forms_are_not() {
        for text in [
            format!("ENC-{BASE64}"),
            sops("str").replace(']', ""),
            sops("str").replace(",tag:", ","),
            format!("ENC[AES256_GCM,{BASE64}]"),
            format!("vault:v1:{}", &BASE64[..20]),
            format!("password: AgBy{BASE64}{BASE64}=="),
            format!("xAgB{}", BASE64.repeat(30)),
            format!("-----BEGIN PGP MESSAGE-----\n\n{BASE64}"),
        ] {
            assert!(encrypted(&text).is_empty(), "{text}");
        }
    }
}
