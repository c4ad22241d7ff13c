//! The table of texts that must and must not be found, and the properties. Every secret here is
//! made up and built at run time, so that scanners find nothing in this file.

mod contexts;
mod fixtures;
mod forms;
mod hostile;
mod table;

use super::*;
use proptest::prelude::*;

/// Letters, digits and case in no order, always the same: `length` characters of tokens.
fn noise(length: usize) -> String {
    const LETTERS: &[u8] = b"q7RtZ2mKx9LbV4cWn8JpD3sFh6GyT5kQ";
    (0..length)
        .map(|at| char::from(LETTERS[(at * 7 + at / 32) % LETTERS.len()]))
        .collect()
}

/// As much of an alphabet, in the letters of the recipes in [`super::rules`].
fn letters(set: char, length: usize) -> String {
    let all = noise(length * 4);
    let only = |fits: fn(&char) -> bool| {
        all.chars()
            .cycle()
            .filter(fits)
            .take(length)
            .collect::<String>()
    };
    let pick = |set: &[u8]| {
        all.bytes()
            .take(length)
            .map(|byte| char::from(set[usize::from(byte) * 7 / 5 % set.len()]))
            .collect()
    };
    match set {
        'h' => pick(b"0123456789abcdef"),
        'd' => only(char::is_ascii_digit),
        'l' => all[..length].to_lowercase(),
        'c' => all[..length].to_uppercase(),
        'a' => pick(b"QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
        _ => all[..length].to_owned(),
    }
}

/// A token with the checksum that its provider would have given it.
fn github_token() -> String {
    sealed(&["ghp", "_", &noise(36)].concat()).unwrap()
}

fn capitals(length: usize) -> String {
    letters('c', length)
}

fn pem(label: &str) -> String {
    let (begin, end) = (
        ["-----BEGIN", label].join(" "),
        ["-----END", label].join(" "),
    );
    format!("{begin}-----\n{}\n{}\n{end}-----", noise(64), noise(40))
}

/// A secret of every row whose secrets need no context.
fn secrets() -> Vec<String> {
    let whole = table::examples()
        .into_iter()
        .filter(|(_, text, span)| span.len() == text.len());
    whole.map(|(_, text, _)| text).collect()
}

/// Text with one secret between `‹` and `›`, and the rule that finds it.
fn places() -> Vec<(&'static str, String)> {
    let (short, long) = (["hun", "ter2"].concat(), noise(24));
    let aws = noise(40);
    let slack = ["T0", &capitals(8), "/B0", &capitals(8), "/", &noise(24)].concat();
    let table = [
        ("aws-secret-key", "aws_secret_access_key = ‹A›"),
        ("aws-secret-key", "\"SecretAccessKey\": \"‹A›\","),
        ("aws-secret-key", "The secret access key is `‹A›`."),
        (
            "slack-webhook",
            "post to https://hooks.slack.com/services/‹W›.",
        ),
        ("url-password", "git clone https://alice:‹S›@host.org/a.git"),
        ("url-password", "postgres://app:‹S!@x›@db:5432/main"),
        ("url-password", "redis://:‹L›@cache"),
        ("secret-assignment", "PASSWORD=‹S›"),
        ("secret-assignment", "export DB_PASS='‹S!›'"),
        ("secret-assignment", "password: ‹S›, please"),
        (
            "secret-assignment",
            "`dbPassword = \"‹S x›\"`".replace(" x", "-x").leak(),
        ),
        ("secret-assignment", "{\"apiKey\": \"‹L›\", \"n\": 1}"),
        ("secret-assignment", "{\\\"clientSecret\\\": \\\"‹L›\\\"}"),
        ("secret-assignment", "const API_KEY: &str = \"‹L›\";"),
        ("secret-assignment", "os.environ[\"SERVICE_TOKEN\"] = '‹L›'"),
        ("secret-assignment", "SECRET_KEY_BASE=‹L›"),
        ("authorization", "Authorization: Bearer ‹L›"),
        ("secret-assignment", "deploy --token ‹L› --yes"),
        ("secret-assignment", "GET /x?access_token=‹L›&page=2"),
        (
            "secret-assignment",
            "**Auth token**: `‹L›`".replace(" token", "_token").leak(),
        ),
        ("secret-assignment", "credentials:\n  secret: ‹L›"),
        ("secret-assignment", "AccountKey=‹L==›;EndpointSuffix=x"),
        ("secret-assignment", "passphrase := \"‹pässwörd-S›\""),
    ];
    let fill = |text: &str| {
        text.replace('A', "\u{1}")
            .replace('W', "\u{2}")
            .replace('S', "\u{3}")
            .replace('L', "\u{4}")
    };
    let put = |text: &str| {
        text.replace('\u{1}', &aws)
            .replace('\u{2}', &slack)
            .replace('\u{3}', &short)
            .replace('\u{4}', &long)
    };
    let inside = |text: &str| {
        let (head, rest) = text.split_once('‹').unwrap();
        let (secret, tail) = rest.split_once('›').unwrap();
        format!("{head}‹{}›{tail}", put(&fill(secret)))
    };
    table
        .into_iter()
        .map(|(rule, text)| (rule, inside(text)))
        .collect()
}

/// Texts that look like secrets.
fn look_alikes() -> Vec<String> {
    let plain = [
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "id: 6f1c2c1e-8c1b-4e0b-9b1a-0d2b7a1f9c3e",
        "client_secret: 6f1c2c1e-8c1b-4e0b-9b1a-0d2b7a1f9c3e",
        "\"integrity\": \"sha512-q7RtZ2mKx9LbV4cWn8JpD3sFh6GyT5kQq7RtZ2mKx9LbV4cWn8JpD3sFh6GyT5kQ==\"",
        "PASSWORD=<your-password>",
        "PASSWORD=${DB_PASSWORD}",
        "PASSWORD=$DB_PASSWORD",
        "PASSWORD=%PASSWORD%",
        "PASSWORD=********",
        "password: {{ vault.password }}",
        "API_KEY=xxxxxxxxxxxxxxxx",
        "api_key: your-api-key-123",
        "token: changeme123",
        "token = None",
        "password: String,",
        "password: \"\"",
        "let token = lexer.next_token1();",
        "password = os.environ['DB_PASSWORD1']",
        "secret = getenv(\"API_SECRET_9x\")",
        "Read the API_KEY and the DB_PASSWORD from the environment.",
        "token: /run/secrets/token1",
        "tokenizer: cl100k_base_q7RtZ2mKx9",
        "author: q7RtZ2mKx9LbV4cW",
        "max_tokens = 4096000000",
        "token_type: q7RtZ2mKx9LbV4cW",
        "password: argon2id",
        "\"password\": \"must be at least 8 characters, 1 digit\"",
        "PASSWORD=true",
        "passwordHash: q7RtZ2mKx9LbV4cW",
        "public_key: q7RtZ2mKx9LbV4cW",
        "keyword: q7RtZ2mKx9LbV4cW",
        "secret: [REDACTED:token]",
        "password: 20261120",
        "https://user:password@host/a",
        "https://user:${TOKEN}@host/a",
        "https://<user>:<password>@host/",
        "http://host:8080/a@b",
        "postgres://postgres:postgres@localhost/db",
        "see https://a.org:443, or me@b.org",
        "sk-some-class-name-that-is-long-enough-to-be-a-key",
        "a task-management-and-risk-assessment-of-everything-there",
        "-----BEGIN PRIVATE KEY----- is how such a file begins, and it ends later.",
        "-----BEGIN CERTIFICATE-----",
        "npm_config_registry_and_a_few_more_words_here",
        "eyJhbGciOi is how a token begins",
        "AKIA",
        "supersedes: [dec-7k3m9q1x2w]",
        "token: dec-7k3m9q",
        "auth: oauth2",
        "The secret: keep it simple.",
        "access_token_url: https://h.org/q7RtZ2mKx9LbV4cW",
        "secret: https://vault.h.org/v1/secret/data/MyApp2/DbPassw0rd9",
        "password: https://h.org/help/Reset-Your-Passw0rd2",
        "password: \"p4ssw0rd\"",
        "PASSWORD=P@ssw0rd",
        "The password is p4ssw0rd",
        "mysql://root:p4ssw0rd@localhost/db",
        "curl -u admin:passw0rd https://h.org/",
        "token = t0k3n",
    ];
    let mut texts: Vec<String> = plain.iter().map(ToString::to_string).collect();
    texts.push(["AKIA", "IOSFODNN7EXAMPLE"].concat());
    texts.push(
        [
            "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY",
            "EXAMPLEKEY",
        ]
        .concat(),
    );
    texts.push(["ghp", "_", &"x".repeat(36)].concat());
    texts.push(["ghp", "_", &noise(12)].concat());
    // Tokens whose checksum is wrong.
    texts.push(["GH_TOKEN=ghp", "_", &noise(36)].concat());
    texts.push(["npm", "_", &noise(36)].concat());
    texts.push(["glsa", "_", &noise(32), "_0123abcd"].concat());
    texts
}

#[test]
fn the_span_is_the_secret_itself() {
    for (rule, marked) in places() {
        let text = marked.replace(['‹', '›'], "");
        let findings = scan(&text);
        let found: Vec<_> = findings
            .iter()
            .map(|finding| (finding.rule, &text[finding.span.clone()]))
            .collect();
        let secret = marked.split(['‹', '›']).nth(1).unwrap();
        assert_eq!(found, [(rule, secret)], "{text}");
    }
}

#[test]
fn look_alikes_pass() {
    for text in look_alikes() {
        assert_eq!(scan(&text), [], "{text}");
        assert_eq!(redact(&text).as_str(), text);
    }
}

#[test]
fn an_id_of_aws_is_as_long_as_it_has_to_be() {
    for text in [
        [noise(9), "AKIA".into(), capitals(16)].concat(),
        ["AKIA".into(), capitals(20)].concat(),
    ] {
        let found = scan(&text);
        let by_aws: Vec<_> = found
            .iter()
            .filter(|hit| hit.rule.starts_with("aws"))
            .collect();
        assert!(by_aws.is_empty(), "{by_aws:?}");
    }
}

#[test]
fn a_secret_that_resembles_a_look_alike_is_found() {
    let (short, long) = (["hun", "ter2"].concat(), noise(24));
    for text in [
        format!("secret: https://h.org/services/{long}"),
        format!("secret: https://h.org/x?token={long}"),
        format!("secret: https://app:{short}@h.org/x"),
        ["PASSWORD=", "P@ssw0rd", "1999"].concat(),
        ["password: \"", "p4ssw0rd", "-", &short, "\""].concat(),
        ["mysql://root:", "p4ssw0rd", "7Q@localhost/db"].concat(),
    ] {
        assert_eq!(scan(&text).len(), 1, "{text}");
    }
}

#[test]
fn places_are_counted_in_lines_and_characters() {
    let text = format!("a\nß漢 {}\n\n{}", github_token(), pem("PRIVATE KEY"));
    let places: Vec<_> = scan(&text)
        .into_iter()
        .map(|found| (found.line, found.column, found.end_column, found.masked))
        .collect();
    assert_eq!(
        places,
        [
            (2, 4, 44, "ghp_…".to_owned()),
            (4, 1, 26, "----…".to_owned())
        ]
    );
}

#[test]
fn a_refusal_says_where_and_shows_no_secret() {
    let secret = ["hun", "ter2"].concat();
    let refusal = Guard::new()
        .admit(format!("x\npassword={secret}"))
        .unwrap_err();
    assert_eq!(refusal.to_string(), "2:10: secret-assignment (h…)");
    assert!(!format!("{refusal:?}").contains(&secret));
    assert_eq!(
        Guard::new().admit("nothing here").unwrap().as_str(),
        "nothing here"
    );
}

#[test]
fn overlapping_secrets_are_one_finding() {
    let token = github_token();
    let text = format!("TOKEN=\"{token}\" https://me:{token}@host/");
    assert_eq!(
        redact(&text).as_str(),
        "TOKEN=\"[REDACTED:token]\" https://me:[REDACTED:token]@host/"
    );
}

/// Prose and secrets in any order, glued by anything.
fn mixture() -> impl Strategy<Value = String> {
    let known: Vec<String> = secrets()
        .into_iter()
        .chain(places().into_iter().map(|(_, text)| text))
        .chain(look_alikes())
        .collect();
    let glue = prop_oneof![
        "[ -~\n]{0,6}",
        "\\PC{0,6}",
        Just("password=".to_owned()),
        Just("\"token\": \"".to_owned()),
        Just("://u:".to_owned())
    ];
    let part = prop_oneof![proptest::sample::select(known), glue];
    proptest::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn redaction_is_idempotent_and_leaves_nothing(text in mixture()) {
        let once = redact(&text);
        prop_assert_eq!(scan(&once), vec![]);
        prop_assert_eq!(redact(&once), once);
    }

    #[test]
    fn redaction_keeps_everything_else(text in mixture()) {
        let findings = scan(&text);
        let mut rest = redact(&text).into_string();
        prop_assert!(findings.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
        if findings.is_empty() {
            prop_assert_eq!(rest, text);
        } else if scan(&replaced(&text, &findings)).is_empty() {
            let mut from = 0;
            for finding in &findings {
                let head = format!("{}[REDACTED:{}]", &text[from..finding.span.start], finding.class);
                prop_assert!(rest.starts_with(&head));
                rest.drain(..head.len());
                from = finding.span.end;
            }
            prop_assert_eq!(&rest, &text[from..]);
        }
    }

    #[test]
    fn a_token_does_not_survive(at in 0..secrets().len(), before in "[ -~]{0,20}[ (`,\"]", behind in "[ ),`\"]\\PC{0,20}") {
        let secret = secrets().swap_remove(at);
        let text = [before, secret.clone(), behind].concat();
        prop_assert!(!redact(&text).contains(&secret), "{}", text);
    }

    #[test]
    fn masks_show_little(text in mixture()) {
        for finding in scan(&text) {
            let shown = finding.masked.chars().count() - 1;
            prop_assert!(shown <= 4 && shown * 4 <= text[finding.span].chars().count());
        }
    }

    #[test]
    fn any_text_is_taken(text in any::<String>()) {
        let clean = redact(&text);
        prop_assert_eq!(redact(&clean), clean);
    }
}

fn replaced(text: &str, findings: &[Finding]) -> String {
    let mut text = text.to_owned();
    for finding in findings.iter().rev() {
        text.replace_range(
            finding.span.clone(),
            &format!("[REDACTED:{}]", finding.class),
        );
    }
    text
}
