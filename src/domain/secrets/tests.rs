//! The table of what must fire and what must not, and the properties. Every secret here is built at run time
//! and nobody's, so that no scanner stumbles over this file.

use super::rules::{self, Alphabet, Rule, Shape};
use super::*;
use proptest::prelude::*;

/// Letters, digits and case in no order, always the same: `length` characters of what a token is made of.
fn noise(length: usize) -> String {
    const LETTERS: &[u8] = b"q7RtZ2mKx9LbV4cWn8JpD3sFh6GyT5kQ";
    (0..length).map(|at| char::from(LETTERS[(at * 7 + at / 32) % LETTERS.len()])).collect()
}

fn capitals(length: usize) -> String {
    noise(length).to_uppercase()
}

fn pem(label: &str) -> String {
    let (begin, end) = (["-----BEGIN", label].join(" "), ["-----END", label].join(" "));
    format!("{begin}-----\n{}\n{}\n{end}-----", noise(64), noise(40))
}

fn jwt() -> String {
    format!("{}{}.eyJ{}.{}", "ey", ["J", &noise(24)].concat(), noise(40), noise(43))
}

/// So many letters and digits of an alphabet, in no order and always the same.
fn made_of(alphabet: Alphabet, length: usize) -> String {
    let letters: Vec<u8> = (0..128).filter(|byte: &u8| byte.is_ascii_alphanumeric() && alphabet.holds(*byte)).collect();
    let mut state = 7_usize;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(letters[(state >> 33) % letters.len()])
    };
    (0..length).map(|_| next()).collect()
}

/// Examples of a rule, made from its row; none for rules that are no rows of letters.
fn examples(rule: &Rule) -> Vec<String> {
    let anchors = rule.anchors.iter();
    match rule.shape {
        Shape::Token { alphabet, shortest, longest } => anchors
            .flat_map(|anchor| [shortest, longest].map(|length| format!("{anchor}{}", made_of(alphabet, length))))
            .collect(),
        Shape::Inside { alphabet, before, behind } => anchors
            .map(|anchor| format!("{}{anchor}{}", made_of(alphabet, before.0), made_of(alphabet, behind.1)))
            .collect(),
        Shape::Pattern(_) | Shape::Reader(_) => Vec::new(),
    }
}

/// Secrets of every kind that is no row of letters, and some that are.
fn secrets() -> Vec<(&'static str, String)> {
    let digits = |length: usize| made_of(Alphabet::Hex, length).replace(|letter: char| letter.is_alphabetic(), "4");
    let (hex, lower, capital) = (
        |length| made_of(Alphabet::Hex, length).to_lowercase(),
        |length| made_of(Alphabet::Lower, length),
        |length| made_of(Alphabet::Capital, length),
    );
    let uuid = || format!("{}-{}-4{}-{}-{}", hex(8), hex(4), hex(3), hex(4), hex(12));
    vec![
        ("private-key", pem("PRIVATE KEY")),
        ("private-key", pem("RSA PRIVATE KEY")),
        ("private-key", pem("OPENSSH PRIVATE KEY")),
        ("private-key", pem("PGP PRIVATE KEY BLOCK")),
        ("private-key", pem("EC PRIVATE KEY").replace('\n', "\\n")),
        (
            "putty-private-key",
            format!(
                "PuTTY-User-Key-File-3: ssh-ed25519\nComment: me\nPrivate-{}: 1\n{}\nPrivate-MAC: {}",
                "Lines",
                noise(48),
                "0a1b2c3d"
            ),
        ),
        ("age-secret-key", ["AGE-SECRET-", "KEY-1", &"QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".repeat(2)[..58]].concat()),
        ("github-token", ["ghp", "_", &noise(36)].concat()),
        ("aws-access-key", ["AKIA", &capitals(16)].concat()),
        ("slack-token", ["xox", "b-123456789012-", &noise(24)].concat()),
        ("stripe-key", ["sk_", "live_", &noise(24)].concat()),
        ("openai-legacy-key", ["sk", "-", &noise(48)].concat()),
        ("gitlab-token", ["glp", "at-", &noise(27), ".01.", &noise(9)].concat()),
        ("cloudflare-origin-key", ["v1.", "0-", &hex(24), "-", &hex(146)].concat()),
        ("yandex-token", ["AQ", "VN", &noise(36)].concat()),
        ("harness-token", ["pat", ".", &noise(22), ".", &noise(24), ".", &noise(20)].concat()),
        ("airtable-token", ["pa", "t", &noise(14), ".", &hex(64)].concat()),
        ("clickup-token", ["pk", "_1234567_", &capital(32)].concat()),
        ("asana-token", ["1/", &digits(16), ":", &lower(32)].concat()),
        (
            "onepassword-secret-key",
            ["A3", "-", &capital(6), "-", &capital(11), "-", &capital(5), "-", &capital(5), "-", &capital(5)].concat(),
        ),
        ("launchdarkly-key", ["sd", "k-", &uuid()].concat()),
        ("paypal-token", ["access_", "token$production$", &lower(16), "$", &hex(32)].concat()),
        ("salesforce-token", ["00", "D", &noise(12), "!", &noise(96)].concat()),
        ("zoho-token", ["10", "00.", &hex(32), ".", &hex(32)].concat()),
        ("resend-key", ["re", "_", &noise(8), "_", &noise(24)].concat()),
        ("jwt", jwt()),
    ]
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
        ("slack-webhook", "post to https://hooks.slack.com/services/‹W›."),
        ("url-password", "git clone https://alice:‹S›@host.org/a.git"),
        ("url-password", "postgres://app:‹S!@x›@db:5432/main"),
        ("url-password", "redis://:‹L›@cache"),
        ("secret-assignment", "PASSWORD=‹S›"),
        ("secret-assignment", "export DB_PASS='‹S!›'"),
        ("secret-assignment", "password: ‹S›, please"),
        ("secret-assignment", "`dbPassword = \"‹S x›\"`".replace(" x", "-x").leak()),
        ("secret-assignment", "{\"apiKey\": \"‹L›\", \"n\": 1}"),
        ("secret-assignment", "{\\\"clientSecret\\\": \\\"‹L›\\\"}"),
        ("secret-assignment", "const API_KEY: &str = \"‹L›\";"),
        ("secret-assignment", "os.environ[\"SERVICE_TOKEN\"] = '‹L›'"),
        ("secret-assignment", "SECRET_KEY_BASE=‹L›"),
        ("authorization", "Authorization: Bearer ‹L›"),
        ("secret-assignment", "deploy --token ‹L› --yes"),
        ("secret-assignment", "GET /x?access_token=‹L›&page=2"),
        ("secret-assignment", "**Auth token**: `‹L›`".replace(" token", "_token").leak()),
        ("secret-assignment", "credentials:\n  secret: ‹L›"),
        ("secret-assignment", "AccountKey=‹L==›;EndpointSuffix=x"),
        ("secret-assignment", "passphrase := \"‹pässwörd-S›\""),
        ("secret-assignment", "The password is ‹S›."),
        ("secret-assignment", "the password for the staging db: ‹S›"),
        ("secret-assignment", "Our Datadog API key is ‹L›, rotate it"),
        ("secret-assignment", "<password>‹S›</password>"),
        ("secret-assignment", "prefs.put(\"API_KEY\", \"‹L›\")"),
        ("secret-assignment", "password: \"‹three words S!›\""),
        ("secret-assignment", "sendbird-secret-‹L›"),
        ("secret-assignment", "HEROKU_API_KEY=‹U›"),
        ("secret-assignment", "token:\n  ‹L›"),
        ("secret-assignment", "<secret>{mixpanel AQAAABAAA ‹L›}</secret>"),
        ("azure-sas", "https://a.blob.core.windows.net/b?sv=2022-11-02&sig=‹L2›&sr=c"),
        ("authorization", "curl -H 'X: Bearer ‹L›'"),
        ("authorization", "sends `Basic ‹YXBwOnY4S3EyekxY›`"),
        ("cookie", "Set-Cookie: sessionid=‹L›; HttpOnly"),
        ("cookie", "connect.sid=‹L›"),
        ("curl-user", "curl -u 'ada:‹S!›' https://host.org"),
        ("netrc-password", "machine host.org login ada password ‹S›"),
        ("pgpass-password", "db.host.org:5432:main:ada:‹S›"),
        ("jwk-private-key", "{\"kty\":\"EC\",\"d\":\"‹L2›\"}"),
        ("discord-webhook", "https://discord.com/api/webhooks/‹123456789012345678/L2›"),
        ("teams-webhook", "https://a.webhook.office.com/webhookb2/‹U@U/IncomingWebhook/L›"),
        ("google-chat-webhook", "https://chat.googleapis.com/v1/spaces/AAAA/messages?‹key=L&token=L›"),
        ("zapier-webhook", "https://hooks.zapier.com/hooks/catch/‹1234567/abcd12›"),
        ("other-webhook", "https://maker.ifttt.com/trigger/done/with/key/‹L›"),
        ("gitlab-session", "_gitlab_session=‹9e107d9d372bb6826bd81d3542a419d6›"),
    ];
    let (longer, uuid) = (noise(64), "6f1c2c1e-8c1b-4e0b-9b1a-0d2b7a1f9c3e".to_owned());
    // Each of these stands for a secret where it is no part of a word.
    let put = |word: &str| match word {
        "A" => aws.clone(),
        "W" => slack.clone(),
        "S" => short.clone(),
        "L" => long.clone(),
        "L2" => longer.clone(),
        "U" => uuid.clone(),
        other => other.to_owned(),
    };
    let inside = |text: &str| {
        let (head, rest) = text.split_once('‹').unwrap();
        let (secret, tail) = rest.split_once('›').unwrap();
        let is_glue = |letter: char| !letter.is_alphanumeric();
        let secret: String = secret
            .split_inclusive(is_glue)
            .map(|part| {
                let word = part.trim_end_matches(is_glue);
                put(word) + &part[word.len()..]
            })
            .collect();
        format!("{head}‹{secret}›{tail}")
    };
    table.into_iter().map(|(rule, text)| (rule, inside(text))).collect()
}

/// What looks like a secret and is none.
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
    ];
    let mut texts: Vec<String> = plain.iter().map(ToString::to_string).collect();
    texts.push(["AKIA", "IOSFODNN7EXAMPLE"].concat());
    texts.push(["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY", "EXAMPLEKEY"].concat());
    texts.push(["ghp", "_", &"x".repeat(36)].concat());
    texts.push(["ghp", "_", &noise(12)].concat());
    texts.push([noise(9), "AKIA".into(), capitals(16)].concat());
    texts.push(["AKIA".into(), capitals(20)].concat());
    texts
}

#[test]
fn each_rule_finds_its_secret_wherever_it_stands() {
    let frames = [
        ("", ""),
        ("key ", ", and"),
        ("`", "`."),
        ("(", ")"),
        ("| ", " |"),
        ("x=\"", "\"\n"),
        ("a\\n", "\\nb"),
        ("漢 ", "。"),
        ("> ", "…"),
    ];
    for (rule, secret) in secrets() {
        for (before, behind) in frames {
            let text = format!("{before}{secret}{behind}");
            let findings = scan(&text);
            assert_eq!(findings.len(), 1, "{rule} in {text}: {findings:?}");
            assert_eq!((findings[0].rule, &text[findings[0].span.clone()]), (rule, secret.as_str()), "{text}");
        }
    }
}

#[test]
fn the_span_is_the_secret_itself() {
    for (rule, marked) in places() {
        let text = marked.replace(['‹', '›'], "");
        let findings = scan(&text);
        let found: Vec<_> = findings.iter().map(|finding| (finding.rule, &text[finding.span.clone()])).collect();
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
fn every_row_finds_its_examples_and_nothing_like_them() {
    let finds = |text: &str, rule: &Rule| scan(text).iter().any(|finding| finding.rule == rule.id);
    for rule in rules::all() {
        for example in examples(rule) {
            let framed = format!("({example}), and");
            let findings = scan(&framed);
            assert_eq!(findings.len(), 1, "{}: {framed}: {findings:?}", rule.id);
            assert_eq!(framed[findings[0].span.clone()], example, "{}", rule.id);
        }
        for anchor in rule.anchors {
            let filler = |length: usize| format!("{anchor}{}", "x".repeat(length));
            for (text, why) in [
                ((*anchor).to_owned(), "the anchor alone"),
                (filler(24), "one letter again and again"),
                (filler(300), "one letter again and again"),
                (format!("{anchor}<your-token>"), "a placeholder"),
                (format!("{anchor}some-words-of-prose-that-are-long-enough"), "words"),
            ] {
                assert!(!finds(&text, rule), "{}: {why}: {text}", rule.id);
            }
        }
        if let Shape::Token { alphabet, shortest, longest } = rule.shape {
            for (length, why) in [(shortest - 1, "too short"), (longest + 1, "too long")] {
                let text = format!("{}{}", rule.anchors[0], made_of(alphabet, length));
                assert!(!finds(&text, rule), "{}: {why}: {text}", rule.id);
            }
            let glued = format!("x{}{}", rule.anchors[0], made_of(alphabet, shortest));
            assert!(!finds(&glued, rule), "{}: inside of a word: {glued}", rule.id);
        }
    }
}

#[test]
fn the_table_is_sound_and_every_rule_tried() {
    let made: Vec<&str> = secrets().iter().chain(&places()).map(|(rule, _)| *rule).collect();
    let mut ids: Vec<&str> = Vec::new();
    for rule in rules::all() {
        let is_name = rule.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        assert!(is_name && !ids.contains(&rule.id), "{}", rule.id);
        ids.push(rule.id);
        assert!(!examples(rule).is_empty() || made.contains(&rule.id), "{} has no example", rule.id);
        assert_eq!(scan(&format!("password = [REDACTED:{}]", rule.class)), []);
    }
    let tokens = rules::all().filter(|rule| !examples(rule).is_empty());
    assert!(tokens.map(|rule| rule.anchors.len()).sum::<usize>() >= 150);
}

#[test]
fn other_forms_hide_nothing() {
    let token = ["ghp", "_", &noise(36)].concat();
    let escaped: String = token.chars().map(|letter| format!("\\u{:04x}", u32::from(letter))).collect();
    let percent: String = token.bytes().map(|byte| format!("%{byte:02X}")).collect();
    for (text, hidden) in [
        (format!("{{\"t\": \"{escaped}\"}}"), escaped.as_str()),
        (format!("https://h.org/?t={percent}&x=1"), percent.as_str()),
        (format!("{{\"t\": \"first\\n{token}\\nlast\"}}"), token.as_str()),
        (format!("| a | `{token}` |"), token.as_str()),
        (format!("---\ntitle: {token}\n---\n"), token.as_str()),
        (format!("> **{token}**"), token.as_str()),
    ] {
        let found: Vec<_> = scan(&text).into_iter().map(|finding| text[finding.span].to_owned()).collect();
        assert_eq!(found, [hidden], "{text}");
    }
    // `{"token":"ghp_…"}` in Base64.
    let encoded = ["eyJ0b2tlbiI6ImdocF9xN1J0WjJtS3g5", "TGJWNGNXbjhKcEQzc0ZoNkd5VDVrUTdSdFoifQ=="].concat();
    let text = format!("auth: {encoded}.");
    let found: Vec<_> = scan(&text).into_iter().map(|finding| text[finding.span].to_owned()).collect();
    assert_eq!(found, [encoded]);
}

#[test]
fn places_are_counted_in_lines_and_characters() {
    let text = format!("a\nß漢 {}\n\n{}", ["ghp", "_", &noise(36)].concat(), pem("PRIVATE KEY"));
    let places: Vec<_> =
        scan(&text).iter().map(|finding| (finding.line, finding.column, finding.masked.clone())).collect();
    assert_eq!(places, [(2, 4, "ghp_…".to_owned()), (4, 1, "----…".to_owned())]);
}

#[test]
fn a_refusal_says_where_and_shows_no_secret() {
    let secret = ["hun", "ter2"].concat();
    let refusal = admit(format!("x\npassword={secret}")).unwrap_err();
    assert_eq!(refusal.to_string(), "2:10: secret-assignment (h…)");
    assert!(!format!("{refusal:?}").contains(&secret));
    assert_eq!(admit("nothing here").unwrap().as_str(), "nothing here");
}

#[test]
fn overlapping_secrets_are_one_finding() {
    let token = ["ghp", "_", &noise(36)].concat();
    let text = format!("TOKEN=\"{token}\" https://me:{token}@host/");
    assert_eq!(redact(&text).as_str(), "TOKEN=\"[REDACTED:token]\" https://me:[REDACTED:token]@host/");
}

#[test]
fn hostile_repetition_stays_linear() {
    let units = [
        "\\neyJ",
        "password='",
        "a: ",
        "ghp_",
        "token",
        "eyJ",
        "eyJ-",
        "eyJaaaaaaaaa.",
        "-----BEGIN PRIVATE KEY-----\n",
        "-----BEGIN ",
        "PuTTY-User-Key-File-",
        "://a:",
        "secret",
        "token=",
        "pass\\\"",
        "sk-ant-",
        "secret_access_key_",
        "secret access key ",
        "password=\"",
        "a@b:",
        "pypi-",
        "key: &",
        "key ",
        "secret-aaaaaaaaaaaaaaaa-",
        "access the ",
        "bearer ",
        "basic YWFh",
        "session",
        "cookie: sid=",
        " -u a",
        "machine a login b ",
        ":5432:a",
        "%41",
        "\\u0041",
        "YWFhYWFh",
        "-us",
        "T3BlbkFJ",
        "1/1",
        "\"d\" : \"",
        "https://hooks.slack.com/services/",
    ];
    for unit in units {
        let text = unit.repeat((1 << 18) / unit.len());
        // What is not linear takes minutes here.
        assert!(scan(&text).len() <= text.len(), "{unit}");
    }
}

/// Prose and secrets in any order, glued by anything.
fn mixture() -> impl Strategy<Value = String> {
    let known: Vec<String> = secrets().into_iter().chain(places()).map(|(_, text)| text).chain(look_alikes()).collect();
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
        let (_, secret) = secrets().swap_remove(at);
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
        text.replace_range(finding.span.clone(), &format!("[REDACTED:{}]", finding.class));
    }
    text
}
