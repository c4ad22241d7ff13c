//! Texts that were made to take long: twice as much of one is twice the work, whatever it is made
//! of. Work is counted, not timed (see [`super::super::work`]).

use regex::Regex;

use super::super::{Finding, Guard, Known, redact, scan, work};
use super::noise;

/// The smaller size, in bytes: larger than every window that a rule has.
const SIZE: usize = 32 << 10;

/// What is repeated.
fn units() -> Vec<String> {
    let plain = [
        "\\neyJ",
        "password='",
        "password=",
        "passw0rd=x8K",
        "a: ",
        "ghp_",
        "gh\u{200b}p_",
        "\\_ghp\\_",
        "token",
        "eyJ",
        "eyJ-",
        "eyJaaaaaaaaa.",
        "eyJaaaaaaaaaaaa.",
        "-----BEGIN PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----aaaaaaaaaaaaaaaA",
        "-----BEGIN ",
        "-----BEGIN",
        "-----END",
        "-----",
        "PuTTY-User-Key-File-",
        "PuTTY-User-Key-File-3\nPrivate-Lines:",
        "://a:",
        "a://b:c@",
        "a://b:cccc@d ",
        "secret",
        "token=",
        "pass\\\"",
        "sk-ant-",
        "secret_access_key_",
        "secret access key ",
        "password=\"",
        "password=\\\\\\\"",
        "a@b:",
        "pypi-",
        "key: &",
        "data:image/",
        ";base64,iVBORw0KGgo",
        "/9j/ ",
        " R0lGOD",
        "[REDACTED:",
        "[REDACTED:token]",
        "[REDACTED:token]x8Kq29",
        "\\",
        "\\\\x41",
        "%25",
        "&#",
        "\u{1b}[",
        "\u{1b}]8;;",
        "[1;",
        "bearer ",
        "basic aaaa",
        "cookie: session=",
        " -u a:b",
        "machine a login b password ",
        "jdbc:oracle:",
        "mysql -u ",
        "variable \"token",
        "MIIEowIBAAKCAQEA",
        "LS0tLS1CRUdJTi",
        "Z2hwX2docF9naHBf",
        "6768705f",
        "\n",
        " ",
        "a",
        "Aa1",
        "<token>",
        "stripe a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6 ",
        "漢",
    ];
    let mut units: Vec<String> = plain.iter().map(ToString::to_string).collect();
    let token = super::github_token();
    units.push(format!("{token} "));
    units.push(format!("{token}\n"));
    units.push(format!("password={}, ", noise(12)));
    units.push(format!("https://a:{}@b ", noise(12)));
    units
}

/// Holds `look` to twice the work for twice the text.
fn is_linear(units: &[String], look: fn(&str)) {
    let mut wrong = Vec::new();
    for unit in units {
        let work = |size: usize| {
            let text = unit.repeat(size / unit.len());
            work::of(|| look(&text))
        };
        let (once, twice) = (work(SIZE), work(2 * SIZE));
        // A few windows more or less at the ends.
        if twice > 2 * once + once / 4 + SIZE {
            wrong.push(format!("{unit:?}: {once}, then {twice}"));
        }
        // And not much for each byte, as a window may be long.
        if once > 2000 * SIZE {
            wrong.push(format!("{unit:?}: {} for each byte", once / SIZE));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn twice_the_text_is_twice_the_work() {
    is_linear(&units(), |text| drop(redact(text)));
}

#[test]
fn what_a_machine_knows_is_no_more() {
    let units = ["gh", "password=x8Kq29-zL ", "x8Kq29-zL", "a"].map(str::to_owned);
    is_linear(&units, |text| {
        let known = Known::new([("DB_PASSWORD".to_owned(), "x8Kq29-zL".to_owned())], |_| {
            false
        });
        let watched = vec![Regex::new("gh|a|password=").unwrap()];
        drop(Guard::new().knowing(known).watching(watched).redact(text));
    });
}

#[test]
fn a_text_made_for_many_rounds_is_redacted_as_a_whole() {
    // Each marker that is put in gives the name before it another value.
    let layers = "token=".repeat(40);
    let text = format!("{layers}{}", noise(24));
    let once = redact(&text);
    assert_eq!(redact(&once), once);
    assert_eq!(scan(&once), Vec::<Finding>::new());
}

/// Pieces of lines that were made to hide what is between them.
const PIECES: [&str; 20] = [
    " ",
    "\\",
    "\\n",
    "[REDACTED:",
    "[REDACTED:token]",
    "](",
    "'\"`",
    "%25",
    "&amp;",
    "\u{1b}[0m",
    "\u{200b}",
    "password=",
    "\"key\": \"",
    "https://a:",
    "@b/",
    "-----BEGIN PRIVATE KEY-----",
    "eyJ",
    "| ",
    "漢",
    "<br>",
];

#[test]
fn hostile_lines_are_redacted_once_and_for_all() {
    // Always the same lines: a fault that was found is found again.
    let mut state: usize = 7;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    };
    let mut wrong = Vec::new();
    for (rule, example, span) in super::table::examples() {
        let secret = &example[span];
        for _ in 0..10 {
            let mut line = String::new();
            for _ in 0..next(4) {
                line.push_str(PIECES[next(PIECES.len())]);
            }
            line.push_str(&example);
            for _ in 0..next(4) {
                line.push_str(PIECES[next(PIECES.len())]);
            }
            let findings = scan(&line);
            let once = redact(&line);
            let is_found = findings
                .iter()
                .any(|found| line[found.span.clone()] == *secret);
            let is_left = is_found && secret.len() >= 12 && once.contains(secret);
            if is_left || redact(&once) != once || !scan(&once).is_empty() {
                wrong.push(format!("{}: {line}\n-> {once}", rule.id));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}
