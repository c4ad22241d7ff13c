//! The forms in which agents and people see secrets: with line numbers, log heads, colours,
//! escapes, and in encodings. And texts that only look like a marker of ours.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::super::{redact, scan};
use super::fixtures::disguised;
use super::{noise, pem};

fn token() -> String {
    super::github_token()
}

/// The lines of a text, each changed.
fn lines(text: &str, change: impl Fn(usize, &str) -> String) -> String {
    let changed = text
        .lines()
        .enumerate()
        .map(|(nth, line)| change(nth + 1, line));
    changed.collect::<Vec<_>>().join("\n")
}

#[test]
fn only_a_whole_marker_of_ours_hides_anything() {
    let token = token();
    let password = noise(14);
    for text in [
        format!("[REDACTED:{token}]"),
        format!("[REDACTED:{token}"),
        format!("[REDACTED: see\n{token}\n]"),
        format!("[REDACTED:tokens]{token}]"),
        format!("[REDACTED:token {token}]"),
        format!("[REDACTED:token]{token}"),
        format!("https://me:[REDACTED:{token}]@host/"),
        format!("https://me:[REDACTED:token]{token}@host/"),
        format!("https://me:[REDACTED:x{password}@host/"),
        format!("password=[REDACTED:token]{password}"),
        format!("password=[REDACTED:{password}"),
        format!("PASSWORD=\"{password}[REDACTED:jwt]\""),
        pem("PRIVATE KEY").replacen('\n', "\n[REDACTED:token]\n", 2),
        pem("PRIVATE KEY").replacen('\n', "\n[REDACTED:\n", 2),
    ] {
        let clean = redact(&text);
        assert!(!clean.contains(&token[4..]), "{clean}");
        assert!(!clean.contains(&password), "{clean}");
        assert!(!clean.contains(&noise(40)), "{clean}");
        assert_eq!(redact(&clean), clean, "{text}");
    }
    for text in [
        "[REDACTED:token]",
        "password=[REDACTED:token], and",
        "https://me:[REDACTED:url]@host/",
        "DB_PASSWORD=postgres://app:[REDACTED:url]@db:5432/main",
        "Authorization: Bearer [REDACTED:header].",
        "a key: [REDACTED:private-key]",
    ] {
        assert_eq!(redact(text).as_str(), text);
    }
}

#[test]
fn nothing_inside_of_a_token_hides_it() {
    let token = token();
    for text in disguised("split", &token) {
        let clean = redact(&format!("a {text} b"));
        assert_eq!(clean.as_str(), "a [REDACTED:token] b", "{text}");
    }
    let key = ["AKIA", "[REDACTED:token]", "IOSFODNN7EXAMPLQ"].concat();
    assert_eq!(redact(&key).as_str(), "[REDACTED:token]");
}

#[test]
fn a_private_key_is_found_as_agents_see_it() {
    let key = pem("RSA PRIVATE KEY");
    let one_line = key.replace('\n', " ");
    let mut wrong = Vec::new();
    for text in [
        lines(&key, |nth, line| format!("{nth:>6}\u{2192}{line}")),
        lines(&key, |nth, line| format!("{nth:>4} \u{2502} {line}")),
        lines(&key, |nth, line| format!("{nth}:{line}")),
        lines(&key, |_, line| format!("+{line}")),
        lines(&key, |_, line| format!("> > {line}")),
        lines(&key, |_, line| format!("    // {line}")),
        lines(&key, |_, line| format!("[INFO] {line}")),
        lines(&key, |_, line| {
            format!("[2026-11-20T10:00:00Z] [build/deploy] <main> {line}")
        }),
        lines(&key, |nth, line| {
            format!("Nov 20 10:00:0{nth} web-1 deploy[4711]: {line}")
        }),
        lines(&key, |_, line| format!("\u{1b}[32m{line}\u{1b}[0m")),
        lines(&key, |_, line| format!("\"{line}\",")),
        lines(&key, |_, line| format!("| {line} |")),
        key.replace('\n', "<br>"),
        key.replace('\n', "<br/>\n"),
        key.replace('\n', "\\n"),
        key.replace('\n', "\\\\n"),
        key.replace('\n', "\r\n"),
        key.replace('\n', "%0A").replace(' ', "%20"),
        key.replace('-', "\\-"),
        key.replacen(
            '\n',
            "\nProc-Type: 4,ENCRYPTED [x] <y>\nDEK-Info: AES-128-CBC,{0}\n\n",
            1,
        ),
        one_line.clone(),
        one_line.replace(' ', "+"),
        STANDARD.encode(&key),
        STANDARD.encode(STANDARD.encode(&key)),
        // The end was cut off.
        key[..key.len() - 30].to_owned(),
    ] {
        let clean = redact(&format!("before\n{text}\nafter"));
        let is_left = clean.contains(&noise(40)) || clean.contains(&noise(64)[24..]);
        let is_kept = clean.starts_with("before\n") && clean.ends_with("\nafter");
        if is_left || !is_kept || clean.matches("[REDACTED:").count() != 1 {
            wrong.push(format!("{text}\n-> {clean}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn prose_about_keys_is_not_a_key() {
    for text in [
        "A file begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----.",
        "-----BEGIN PRIVATE KEY-----, in /etc/ssl/private/server.key or /usr/local/share/keys/x",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\n<your key>\n-----END PRIVATE KEY-----",
        "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----",
    ] {
        assert_eq!(scan(text), [], "{text}");
    }
}

#[test]
fn a_token_is_found_in_every_form() {
    let token = token();
    let hex = |text: &str| {
        text.bytes()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let json = serde_json::to_string(&format!("a \"{token}\"")).unwrap();
    let made = [
        token.replacen('7', "7\u{200b}", 2),
        token.replacen('7', "7\u{ad}", 2),
        format!("\u{1b}[31m{token}\u{1b}[0m"),
        token.replace("_q", "_\u{1b}[1mq"),
        format!("\\x1b[31m{token}\\x1b[0m"),
        format!("[31m{token}[0m"),
        serde_json::to_string(&json).unwrap(),
        hex(&token),
        hex(&token).to_uppercase(),
        STANDARD.encode(format!("me:{token}")),
        STANDARD.encode(STANDARD.encode(format!("me:{token}"))),
        STANDARD.encode(hex(&token)),
        format!("\u{feff}{token}"),
        format!("x{token}"),
    ];
    for text in made.into_iter().chain(disguised("written", &token)) {
        let clean = redact(&format!("a {text} b"));
        assert_eq!(scan(&clean), [], "{text}");
        assert_eq!(
            clean.matches("[REDACTED:token]").count(),
            1,
            "{text} -> {clean}"
        );
        assert!(
            clean.ends_with(" b") && clean.starts_with('a'),
            "{text} -> {clean}"
        );
    }
}

#[test]
fn nothing_of_a_token_is_left() {
    let (jwt, half) = (["eyJ", &noise(40)].concat(), noise(43));
    for token in [
        ["ghs", "_123456_", &jwt, ".", &jwt, ".", &half].concat(),
        ["xoxd", "-", &half, "%2B", &half, "%3D"].concat(),
        // One of sixty-four ends so.
        ["AI", "za", &noise(34), "-"].concat(),
        ["pa", "-", &noise(42), "-"].concat(),
        ["sq0csp", "-", &noise(42), "-"].concat(),
        ["ya29", ".", &noise(60), "-"].concat(),
    ] {
        let clean = redact(&format!("a {token}, b")).into_string();
        let rest = clean.replace("[REDACTED:token]", "");
        assert!(rest.len() <= "a -, b".len(), "{token}: {clean}");
    }
}
