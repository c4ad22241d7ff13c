//! Places of secrets in memory: prose, configuration, command lines, encodings; and harmless texts
//! in the same places.

use super::super::{redact, scan};
use super::fixtures::{NEGATIVES, POSITIVES, shapes};
use super::table::cooked;
use git_memory_text::limits;

#[test]
fn a_secret_is_found_where_memory_has_it() {
    let mut wrong = Vec::new();
    for (family, recipe) in shapes(POSITIVES) {
        let (text, span) = cooked(&recipe);
        if !matches!(&scan(&text)[..], [only] if only.span == span) {
            wrong.push(format!("{family}: {text}: {:?}", scan(&text)));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn prose_about_secrets_passes() {
    let mut wrong = Vec::new();
    for (family, recipe) in shapes(NEGATIVES) {
        // As of the others, with nothing marked in it.
        let (text, _) = cooked(&format!("{recipe}‹›"));
        if !scan(&text).is_empty() {
            wrong.push(format!("{family}: {text}: {:?}", scan(&text)));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn escapes_and_base64_hide_nothing() {
    let token = super::github_token();
    let escaped = token.replace('_', "\\u005f");
    let percent = token.replace('_', "%5F");
    for text in [
        format!("{{\"v\": \"{escaped}\"}}"),
        format!("?v={percent}&x"),
        token.replace('_', "\\x5f"),
    ] {
        let clean = redact(&text);
        assert!(!clean.contains(&token[4..]), "{clean}");
    }
    // `password=q7RtZ2mKx9Lb!` in Base64: the marker takes the whole run.
    let hidden = ["cGFzc3dvcmQ9", "cTdSdFoybUt4OUxiIQ=="].concat();
    assert_eq!(
        redact(&format!("run {hidden} now")).as_str(),
        "run [REDACTED:assignment] now"
    );
    // A run of Base64 that is too long is data, and so is one that was encoded too often.
    let data = |count: usize| format!("{}{}", "YWJj".repeat(count), hidden);
    let longest = limits::ENCODED_BYTES / 4 - hidden.len() / 4;
    assert!(!redact(&data(longest)).contains(&hidden));
    assert!(redact(&data(longest + 1)).contains(&hidden));
    let mut often = hidden;
    for depth in 1..=limits::ENCODED_DEPTH {
        assert!(!redact(&often).contains(&often), "{depth}");
        often = encoded(&often);
    }
    assert!(redact(&often).contains(&often));
}

/// A text as Base64.
fn encoded(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let three = |bytes: &[u8]| {
        let all = bytes
            .iter()
            .fold(0, |all, byte| all << 8 | usize::from(*byte));
        let all = all << (8 * (3 - bytes.len()));
        let letter = |nth: usize| char::from(LETTERS[all >> (18 - 6 * nth) & 63]);
        let padding = std::iter::repeat_n('=', 3 - bytes.len());
        (0..=bytes.len())
            .map(letter)
            .chain(padding)
            .collect::<String>()
    };
    text.as_bytes().chunks(3).map(three).collect()
}
