//! Secrets that belong to no provider: keys, tokens by their standard, URLs, headers, and values
//! given to telling names.

use crate::name_words::ANCHORS as ANCHORS_OF_NAMES;
use crate::rule::{Class, Rule, assignment, foreign, pattern, reader, unlisted};
use crate::unlisted::{MARKED, RANDOM, Sort};
use crate::{foreign, header, jwt, private_key, url};

/// Rules that name a finding before the rules of providers.
pub(super) static FIRST: &[Rule] = &[
    reader(
        "private-key",
        Class::PrivateKey,
        &["-----BEGIN"],
        private_key::read_pem,
        &[
            "‹-----BEGIN {e}PRIVATE KEY-----\n{n64}\n{n40}\n-----END {e}PRIVATE KEY-----›",
            "‹-----BEGIN {e}OPENSSH PRIVATE KEY-----\n{n64}\n{n40}\n\
             -----END {e}OPENSSH PRIVATE KEY-----›",
            "‹-----BEGIN {e}PGP PRIVATE KEY BLOCK-----\n\n{n64}\n{n40}\n\
             -----END {e}PGP PRIVATE KEY BLOCK-----›",
        ],
    ),
    reader(
        "putty-private-key",
        Class::PrivateKey,
        &["PuTTY-User-Key-File-"],
        private_key::read_putty,
        &[
            "‹PuTTY-User-Key-File-3: ssh-ed25519\nComment: me\nPrivate-{e}Lines: 1\n{n48}\n\
             Private-MAC: {h8}›",
        ],
    ),
    // The beginnings of keys in DER (RFC 8017, RFC 8410, RFC 5915), and of PEM, as Base64 shows
    // them.
    reader(
        "bare-private-key",
        Class::PrivateKey,
        &[
            "MIIEowIBAAKCAQEA",
            "MIIEpAIBAAKCAQEA",
            "MIIEogIBAAKCAQEA",
            "MIIJKAIBAAKCAgEA",
            "MIIJKQIBAAKCAgEA",
            "MIIJKgIBAAKCAgEA",
            "MIICXAIBAAKBgQ",
            "MIICXQIBAAKBgQ",
            "IBADANBgkqhkiG9w0BAQEFAASC",
            "MC4CAQAwBQYDK2VwBCIEI",
            "MHcCAQEEI",
            "MIGHAgEAMBMGByqGSM49AgEG",
            "LS0tLS1CRUdJTi",
        ],
        private_key::read_bare,
        &["‹MIIEowIBAAKC{e}AQEA{n48}\n{n64}\n{n32}›"],
    ),
    pattern(
        "age-secret-key",
        Class::PrivateKey,
        &["AGE-SECRET-KEY-1"],
        r"\A(AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58})",
        &["‹AGE-SECRET-KEY-1{a58}›"],
    ),
    pattern(
        "age-post-quantum-key",
        Class::PrivateKey,
        &["AGE-SECRET-KEY-PQ-1"],
        r"\A(AGE-SECRET-KEY-PQ-1[A-Z0-9]{50,200})",
        &["‹AGE-SECRET-KEY-PQ-1{c60}›"],
    ),
    // The private part of a JSON Web Key (RFC 7518, section 6).
    pattern(
        "jwk-private-key",
        Class::PrivateKey,
        &["\"d\""],
        r#"\A"d"\s{0,4}:\s{0,4}"([A-Za-z0-9_-]{40,700})""#,
        &["{\"kty\": \"EC\", \"d\": \"‹{w43}›\"}"],
    ),
];

/// Rules that name a finding only if no other rule does.
// These read the surroundings of a secret and take any value: a provider's rule knows the value.
pub(super) static LAST: &[Rule] = &[
    reader(
        "jwt",
        Class::Jwt,
        &["eyJ"],
        jwt::read,
        &["‹eyJ{n24}.eyJ{n40}.{n43}›"],
    ),
    reader(
        "url-password",
        Class::Url,
        &["://"],
        url::read,
        &[
            "git clone https://alice:‹{n12}›@host.org/a.git",
            "postgres://app:‹{n8}!@{n4}›@db:5432/main",
            "redis://:‹{n16}›@cache",
        ],
    ),
    reader(
        "authorization",
        Class::Header,
        &["bearer ", "basic "],
        header::read_authorization,
        &["curl -H 'X-Auth: Bearer ‹{n32}›'"],
    ),
    reader(
        "cookie",
        Class::Header,
        &["session", "sid=", "cookie:"],
        header::read_cookie,
        &["Cookie: sessionid=‹{n32}›; theme=dark"],
    ),
    reader(
        "curl-user",
        Class::Header,
        &[
            " -u", "\n-u ", " -su ", " -ssu ", " -ku ", " -sku ", "--user ",
        ],
        header::read_user,
        &[
            "curl -u alice:‹{n12}› https://host.org",
            "curl --user \"alice:‹{n12}›\" https://host.org",
        ],
    ),
    pattern(
        "netrc-password",
        Class::Assignment,
        &["machine "],
        r#"\Amachine\s+[^\s]{1,100}\s+login\s+[^\s]{1,100}\s+password\s+"?([^\s"]{4,200})"#,
        &["machine host.org login me password ‹{n12}›"],
    ),
    pattern(
        "pgpass-password",
        Class::Assignment,
        &[":5432:"],
        r"\A:5432:[^:\s]{1,64}:[^:\s]{1,64}:([^\s:]{4,200})",
        &["db.host.org:5432:main:app:‹{n12}›"],
    ),
    // Hashes of `htpasswd` and `/etc/shadow`: crypt(5). Those that are slow on purpose are notices,
    // see `published`.
    pattern(
        "crypt-hash",
        Class::Assignment,
        &["$1$", "$5$", "$6$", "$8$", "$9$", "$apr1$"],
        concat!(
            r"\A(\$(?:1|5|6|8|9|apr1)\$(?:rounds=[0-9]{1,9}\$)?",
            r"[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{22,86})",
        ),
        &["root:‹$6${n8}${n86}›:19000:0:99999:7:::"],
    ),
    pattern(
        "kerberos-hash",
        Class::Assignment,
        &["$krb5asrep$", "$krb5tgs$"],
        r"\A(\$krb5(?:asrep|tgs)\$[0-9]{1,2}\$[A-Za-z0-9@./_:$-]{60,3000})",
        &["‹$krb5asrep$23$alice@host.org:{h32}${h96}›"],
    ),
    assignment("secret-assignment", ANCHORS_OF_NAMES, &["PASSWORD=‹{n12}›"]),
    foreign(
        "foreign-assignment",
        foreign::ANCHORS,
        &[
            "contraseña: ‹{n12}›",
            "パスワード：‹{n12}›",
            "clé API : ‹{n32}›",
        ],
    ),
    unlisted(
        MARKED,
        Sort::Marked,
        &[
            "‹acme_{n28}›",
            "‹acme_live_{n20}›",
            "we call ‹acme-sk-{h32}›.",
        ],
    ),
    unlisted(
        RANDOM,
        Sort::Random,
        &["‹{n40}›", "acme: ‹{n24}›", "ACME = \"‹{l28}›\""],
    ),
];
