//! The rules of the secret guard, as data: a new kind of secret is a new row, nothing else.
//!
//! A row's anchors are literals that one pass over the text looks for; only where one stands is the row's
//! shape tried. Patterns are compiled when their anchor is first met, so the table costs nothing at start.
//! Shapes come from the providers' public documentation.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::{assignment, jwt, private_key, url};

/// What sort of secret a rule finds. A closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A token that a provider made, known by its prefix.
    Token,
    /// A private key, or the part of one that is there.
    PrivateKey,
    /// A JSON Web Token (RFC 7519).
    Jwt,
    /// A URL that carries a credential.
    Url,
    /// A value given to a name that speaks of a secret.
    Assignment,
    /// The value of a variable of this machine.
    Environment,
    /// What matches a pattern of the user's own.
    Pattern,
}

impl Class {
    /// The name for machine output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Token => "token",
            Class::PrivateKey => "private-key",
            Class::Jwt => "jwt",
            Class::Url => "url",
            Class::Assignment => "assignment",
            Class::Environment => "environment",
            Class::Pattern => "pattern",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// One row. Of two rules that meet on one place, the earlier row gives the finding its name.
#[derive(Debug)]
pub struct Rule {
    /// The stable name: `[a-z0-9-]`.
    pub id: &'static str,
    /// The sort of secret.
    pub class: Class,
    /// Literals, one of which stands in every match. Found without regard to the case of ASCII letters.
    pub anchors: &'static [&'static str],
    /// How the secret is read from the anchor on.
    pub shape: Shape,
}

/// How a rule reads the secret at one of its anchors.
#[derive(Debug)]
pub enum Shape {
    /// The anchor in its exact case is the secret's beginning; then as many bytes of the alphabet as there are.
    Token {
        /// The bytes behind the anchor.
        alphabet: Alphabet,
        /// The fewest bytes behind the anchor.
        shortest: usize,
        /// The most.
        longest: usize,
    },
    /// A pattern that begins with the anchor; its group 1 is the secret.
    Pattern(Pattern),
    /// A function of its own: text and the anchor's place in, the secret's place out.
    Reader(fn(&str, Range<usize>) -> Option<Range<usize>>),
}

/// The bytes that a token is made of. It ends where they end: what stands behind never hides it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alphabet {
    /// `A-Z0-9`
    Capital,
    /// `A-Za-z0-9`
    Alphanumeric,
    /// `A-Za-z0-9_`
    Word,
    /// `A-Za-z0-9_-`
    Base64Url,
    /// `A-Za-z0-9_.-`, but no dot at the end
    Dotted,
    /// `A-Za-z0-9+/=`
    Base64,
}

impl Alphabet {
    /// Whether a token of this alphabet can hold `byte`.
    #[must_use]
    pub fn holds(self, byte: u8) -> bool {
        match self {
            Alphabet::Capital => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Alphabet::Alphanumeric => byte.is_ascii_alphanumeric(),
            Alphabet::Word => byte.is_ascii_alphanumeric() || byte == b'_',
            Alphabet::Base64Url => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Alphabet::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'),
            Alphabet::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
        }
    }
}

/// A regular expression that is compiled on first use.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Regex>,
}

impl Pattern {
    /// `source` must match from the anchor on (`\A`) and stop by itself at a byte that no secret of its kind holds:
    /// that keeps the scan linear.
    const fn new(source: &'static str) -> Pattern {
        Pattern { source, compiled: OnceLock::new() }
    }

    /// Where group 1 stands in `text`, which begins with the anchor.
    pub(super) fn read(&self, text: &str) -> Option<Range<usize>> {
        let regex = self.compiled.get_or_init(|| {
            #[allow(clippy::expect_used, reason = "a test compiles every row, and no row comes from input")]
            Regex::new(self.source).expect("a row's pattern compiles")
        });
        regex.captures(text)?.get(1).map(|group| group.range())
    }
}

const fn token(
    id: &'static str,
    anchors: &'static [&'static str],
    alphabet: Alphabet,
    (shortest, longest): (usize, usize),
) -> Rule {
    Rule { id, class: Class::Token, anchors, shape: Shape::Token { alphabet, shortest, longest } }
}

const fn pattern(id: &'static str, class: Class, anchors: &'static [&'static str], source: &'static str) -> Rule {
    Rule { id, class, anchors, shape: Shape::Pattern(Pattern::new(source)) }
}

const fn reader(
    id: &'static str,
    class: Class,
    anchors: &'static [&'static str],
    read: fn(&str, Range<usize>) -> Option<Range<usize>>,
) -> Rule {
    Rule { id, class, anchors, shape: Shape::Reader(read) }
}

/// Every rule, the most telling first. Lengths count the bytes behind the anchor.
pub static RULES: [Rule; ROWS] = [
    reader("private-key", Class::PrivateKey, &["-----BEGIN "], private_key::read_pem),
    reader("putty-private-key", Class::PrivateKey, &["PuTTY-User-Key-File-"], private_key::read_putty),
    token("aws-access-key", &["AKIA", "ASIA", "ABIA", "ACCA"], Alphabet::Capital, (16, 16)),
    pattern(
        "aws-secret-key",
        Class::Token,
        &["secret_access_key", "secret access key", "secret-access-key", "secretaccesskey", "aws_secret_key"],
        r#"(?i)\A[a-z_ -]{5,32}["'`*]{0,3}[ \t]*(?:=>|:=|[:=]|is)?[ \t]*["'`]?([a-z0-9/+]{40})(?:[^a-z0-9/+=]|\z)"#,
    ),
    token("github-token", &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], Alphabet::Word, (36, 255)),
    token("github-fine-grained-token", &["github_pat_"], Alphabet::Word, (40, 255)),
    token(
        "gitlab-token",
        &[
            "glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-", "glagent-",
            "gloas-", "glffct-",
        ],
        Alphabet::Dotted,
        (20, 300),
    ),
    token(
        "slack-token",
        &["xoxb-", "xoxa-", "xoxp-", "xoxr-", "xoxs-", "xoxc-", "xoxd-", "xoxe-", "xoxe.xox", "xapp-"],
        Alphabet::Base64Url,
        (16, 500),
    ),
    pattern(
        "slack-webhook",
        Class::Url,
        &["hooks.slack.com/"],
        r"(?i)\Ahooks\.slack\.com/(?:services|workflows|triggers)/([a-z0-9/_-]{20,})",
    ),
    token("stripe-key", &["sk_live_", "rk_live_", "sk_test_", "rk_test_"], Alphabet::Alphanumeric, (16, 255)),
    token("stripe-webhook-secret", &["whsec_"], Alphabet::Base64, (32, 64)),
    token("google-api-key", &["AIza"], Alphabet::Base64Url, (35, 40)),
    token("google-oauth-secret", &["GOCSPX-"], Alphabet::Base64Url, (28, 40)),
    token("npm-token", &["npm_"], Alphabet::Alphanumeric, (36, 64)),
    token("pypi-token", &["pypi-"], Alphabet::Base64Url, (50, 1000)),
    token("anthropic-key", &["sk-ant-"], Alphabet::Base64Url, (32, 255)),
    token("openai-key", &["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"], Alphabet::Base64Url, (32, 255)),
    token("openai-legacy-key", &["sk-"], Alphabet::Alphanumeric, (32, 64)),
    reader("jwt", Class::Jwt, &["eyJ"], jwt::read),
    reader("url-password", Class::Url, &["://"], url::read),
    reader("secret-assignment", Class::Assignment, assignment::ANCHORS, assignment::read),
];

const ROWS: usize = 21;
