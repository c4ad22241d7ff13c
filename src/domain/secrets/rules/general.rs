//! What belongs to no provider: keys, tokens by their standard, URLs, headers, and values given to telling names.

use super::{Class, Rule, pattern, reader};
use crate::domain::secrets::{assignment, header, jwt, private_key, url};

/// What names a finding before any provider does.
pub(super) static FIRST: &[Rule] = &[
    reader("private-key", Class::PrivateKey, &["-----BEGIN "], private_key::read_pem),
    reader("putty-private-key", Class::PrivateKey, &["PuTTY-User-Key-File-"], private_key::read_putty),
    pattern(
        "age-secret-key",
        Class::PrivateKey,
        &["AGE-SECRET-KEY-1"],
        r"\A(AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58})",
    ),
    // The private part of a JSON Web Key (RFC 7518, section 6).
    pattern("jwk-private-key", Class::PrivateKey, &["\"d\""], r#"\A"d"\s{0,4}:\s{0,4}"([A-Za-z0-9_-]{40,700})""#),
];

/// What only speaks where nothing else does.
pub(super) static LAST: &[Rule] = &[
    reader("jwt", Class::Jwt, &["eyJ"], jwt::read),
    reader("url-password", Class::Url, &["://"], url::read),
    reader("authorization", Class::Header, &["bearer ", "basic "], header::read_authorization),
    reader("cookie", Class::Header, &["session", "sid=", "cookie:"], header::read_cookie),
    reader("curl-user", Class::Header, &[" -u ", "--user "], header::read_user),
    pattern(
        "netrc-password",
        Class::Assignment,
        &["machine "],
        r"\Amachine\s+[^\s]{1,100}\s+login\s+[^\s]{1,100}\s+password\s+([^\s]{4,200})",
    ),
    pattern("pgpass-password", Class::Assignment, &[":5432:"], r"\A:5432:[^:\s]{1,64}:[^:\s]{1,64}:([^\s:]{4,200})"),
    reader("secret-assignment", Class::Assignment, assignment::ANCHORS, assignment::read),
];
