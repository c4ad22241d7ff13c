//! Places of secrets in memory: prose, configuration, command lines, encodings; and harmless texts
//! in the same places.

use super::super::{redact, scan};
use super::fixtures::{NEGATIVES, POSITIVES, shapes};
use super::table::cooked;

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
}
