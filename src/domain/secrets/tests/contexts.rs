//! Where secrets stand in memory: prose, configuration, command lines, encodings; and what stands
//! there and is none.

use super::super::{redact, scan};

use super::table::cooked;

/// Recipes (see [`super::super::rules::Rule::examples`]) with the secret between `‹` and `›`.
const FOUND: &[&str] = &[
    "The password is `‹{n10}›`.",
    "Password for the staging db: ‹{n10}›",
    "the password was rotated to ‹{n10}› on Monday",
    "password (staging): ‹{n10}›",
    "pw: ‹{n10}›",
    "log in as alice with password ‹{n10}!›",
    "**Password:** ‹{n10}›",
    "| db password | `‹{n10}!›` |",
    "Our API key is ‹{n32}›, ask Bob.",
    "<password>‹{n10}›</password>",
    "<secret>{‹{n32}›}</secret>",
    "<add key=\"Password\" value=\"‹{n10}›\" />",
    "const apiToken string = \"‹{n32}›\"",
    "Server=db;Uid=sa;Pwd=‹{n10}›;Encrypt=yes",
    "AccountName=x;AccountKey=‹{n86}==›;EndpointSuffix=core.windows.net",
    "mongodb+srv://app:‹{n10}›@cluster0.host.org/app",
    "Cookie: session=‹{n32}›; theme=dark",
    "GET /v1?api_key=‹{n32}›&page=2",
    "PrivateKey = ‹{n43}=›",
    "API_TOKEN=‹{n900}›",
    "{\"url\": \"https:\\/\\/alice:‹{n10}›@host.org\\/\"}",
    "password: ‹Summer{d4}!›",
    "password: ‹CorrectHorse{d3}!›",
    "github_token: ‹{h40}›",
    "SONAR.LOGIN_TOKEN :::= \"‹{n40}›\"",
    "api_secret ::= \"‹{n32}›\"",
    "$password .= \"‹{n10}›\"",
    "SOME_API_KEY=‹6f1c2c1e-8c1b-4e0b-9b1a-0d2b7a1f9c3e›",
    "//registry.host.org/:_authToken=‹6f1c2c1e-8c1b-4e0b-9b1a-0d2b7a1f9c3e›",
    "RAILS_MASTER_KEY=‹{h32}›",
    "some_api_key: '‹{h40}›'",
    "token ‹eyJ{n30}.eyJ{n60}›",
    "the guardian api key is ‹{h40}›",
    "kind: Secret\ndata:\n  password: ‹cTdSdFoybUt4OUxiIQ==›",
    "the password: ‹{n10}›...",
    "api-key: ‹{n32}›...",
];

const PASSED: &[&str] = &[
    "The password must be at least 12 characters.",
    "password: argon2id, with sha256 before it",
    "`--password[=<password>]`:: asks for `--user=<name>`",
    "gpg: using RSA key 9FCEB02D0AE598E9",
    "arn:aws:secretsmanager:eu-west-1:123456789012:secret:Service-a1b2c3",
    "the primary key. PARTITION_KEY_2 is one",
    "cache_key: 9fceb02d0ae598e95dc970b74767f193",
    "commits identified by \"squash\" commands",
    "key::NL80211_KEY_DEFAULT_BEACON",
    "csrf-token=q7RtZ2mKx9LbV4cWn8JpD3sFh6GyT5kQ",
    "badge.svg?token=Z92NHFQ70G",
    "curl -u <user:password> https://host.org",
    "both are \"user@host\", password and name: user@host",
    "s.AcceptanceTimeoutSeconds is five",
    "| pass | fail |",
    "  api-key: dGVzdC1hcGkta2V...\n  hf-token: aGZfSFJOd2lHV2huVk9XbHFRVE…\n",
    "github.com/libp2p/go-yamux/v5 v5.0.1/go.mod h1:en+3cdX51U0ZslwRdRLrvQsdayFt3TSUKvBGErzpWbU=",
    "github.com/x/go-libsecret v0.0.0-20161001094733-a6f4afe4910c h1:x",
    "inputs.x.url = \"github:owner/repo/{h40}\"",
    "github: {h40}",
    "npm i git+ssh://git@github.com/o/r.git?rev={h40}",
    "the guardian wrote {h40}",
    "column {n32}",
    "authorization: 'Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...'",
    "\"accessToken\": \"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...\",",
    "api-key: dGVzdC1hcGkta2V...",
    "date -u +%Y-%m-%dT%H:%M:%SZ",
    "Culture=neutral, PublicKeyToken={h16}",
    "https://docs.host.org/d/1/edit?resourcekey=0-{n22}",
    "a signature with ED25519 key SHA256:{n43}",
    "gpg: using RSA key BFAA7114B920808AA4365C203C5C1CF",
    "key: AAAAC3NzaC1lZDI1NTE5AAAAI{n43}",
    "with a token `ibc/{h64}`",
    "rename getTokenPacketData to unmarshalPacketDataBytesToICS20V2",
    "password: {user}-{n8}",
    "PASSWORD=$DB_PASSWORD$",
    "password: `SecurePassword123!`",
    "\"password\": \"NewP@ssw0rd\"",
    "password: c2VjcmV0Cg==",
    "`StoreTokenEstimate03Derived -> StoreRoute04SelectedTarget`",
    "until=2026-11-20T10:00:00Z, token=2026-11-20T10:00:00Z",
    "const keyAlphabet = \"0123456789abcdefghijklmnopqrstuvwxyz\"",
];

#[test]
fn a_secret_is_found_where_memory_has_it() {
    let mut wrong = Vec::new();
    for recipe in FOUND {
        let (text, span) = cooked(recipe);
        if !matches!(&scan(&text)[..], [only] if only.span == span) {
            wrong.push(format!("{text}: {:?}", scan(&text)));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn what_memory_says_of_secrets_passes() {
    let mut wrong = Vec::new();
    for recipe in PASSED {
        // As of the others, with nothing marked in it.
        let (text, _) = cooked(&format!("{recipe}‹›"));
        if !scan(&text).is_empty() {
            wrong.push(text);
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
