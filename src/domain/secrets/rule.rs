//! What a rule of the secret guard is: a row of the tables in [`rules`](super::rules).
//!
//! A row's anchors are literals that one pass over the text looks for; only where one appears is the
//! row's shape tried. Patterns are compiled when their anchor is first met, so the tables cost
//! nothing at start.

use std::fmt;
use std::ops::Range;

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
    /// A credential in a header: `Authorization`, a cookie, what `curl -u` sends.
    Header,
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
            Class::Header => "header",
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
    /// Literals, one of which stands in every match. Found without regard to the case of ASCII
    /// letters.
    pub anchors: &'static [&'static str],
    /// How the secret is read from the anchor on.
    pub shape: Shape,
    /// Recipes of texts in which the rule must find what stands between `‹` and `›`: `{h32}`
    /// stands for 32 random characters of an alphabet (`h` hexadecimal, `d` digits, `l` small,
    /// `c` capital, `n` any letters and digits, `w` also `-` and `_`, `a` age's, `e` nothing
    /// at all). What a shape says alone needs none.
    pub examples: &'static [&'static str],
}

/// How a rule reads the secret at one of its anchors.
#[derive(Debug)]
pub enum Shape {
    /// The anchor in its exact case is the secret's beginning; then as many bytes of the alphabet
    /// as there are.
    Token {
        /// The bytes behind the anchor.
        alphabet: Alphabet,
        /// The fewest bytes behind the anchor.
        shortest: usize,
        /// The most.
        longest: usize,
    },
    /// The anchor in its exact case stands inside the secret, which is a run of the alphabet.
    Inside {
        /// The bytes around the anchor.
        alphabet: Alphabet,
        /// The fewest and most bytes before the anchor.
        before: (usize, usize),
        /// The fewest and most bytes behind it.
        behind: (usize, usize),
    },
    /// The anchor is a provider's name; the secret is a run of one of these shapes shortly behind
    /// it.
    Keyed(&'static [Key]),
    /// A regular expression that begins with the anchor (`\A`); its group 1 is the secret. Every
    /// part of it is bounded, or stops by itself at a byte that no secret of its kind holds:
    /// that keeps the scan linear.
    Pattern(&'static str),
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
    /// `A-Za-z0-9+/=_-`
    Base64Any,
    /// `A-Za-z0-9_=-`
    Padded,
    /// `A-Za-z0-9_=.-`, but no dot at the end
    PaddedDotted,
    /// `A-Za-z0-9%`
    Percent,
    /// `A-Za-z0-9_~.-`
    Tilde,
    /// `a-z0-9`
    Lower,
    /// `A-Fa-f0-9`
    Hex,
    /// `A-Fa-f0-9-`
    HexDash,
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
            Alphabet::Base64Any => {
                byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'_' | b'-')
            }
            Alphabet::Padded => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'=' | b'-'),
            Alphabet::PaddedDotted => {
                byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'=' | b'.' | b'-')
            }
            Alphabet::Percent => byte.is_ascii_alphanumeric() || byte == b'%',
            Alphabet::Tilde => {
                byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'~' | b'.' | b'-')
            }
            Alphabet::Lower => byte.is_ascii_lowercase() || byte.is_ascii_digit(),
            Alphabet::Hex => byte.is_ascii_hexdigit(),
            Alphabet::HexDash => byte.is_ascii_hexdigit() || byte == b'-',
        }
    }
}

pub(crate) const fn token(
    id: &'static str,
    anchors: &'static [&'static str],
    alphabet: Alphabet,
    (shortest, longest): (usize, usize),
) -> Rule {
    Rule {
        id,
        class: Class::Token,
        anchors,
        shape: Shape::Token {
            alphabet,
            shortest,
            longest,
        },
        examples: &[],
    }
}

pub(crate) const fn inside(
    id: &'static str,
    anchors: &'static [&'static str],
    alphabet: Alphabet,
    before: (usize, usize),
    behind: (usize, usize),
) -> Rule {
    Rule {
        id,
        class: Class::Token,
        anchors,
        shape: Shape::Inside {
            alphabet,
            before,
            behind,
        },
        examples: &[],
    }
}

pub(crate) const fn pattern(
    id: &'static str,
    class: Class,
    anchors: &'static [&'static str],
    source: &'static str,
    examples: &'static [&'static str],
) -> Rule {
    Rule {
        id,
        class,
        anchors,
        shape: Shape::Pattern(source),
        examples,
    }
}

pub(crate) const fn reader(
    id: &'static str,
    class: Class,
    anchors: &'static [&'static str],
    read: fn(&str, Range<usize>) -> Option<Range<usize>>,
    examples: &'static [&'static str],
) -> Rule {
    Rule {
        id,
        class,
        anchors,
        shape: Shape::Reader(read),
        examples,
    }
}

/// What the keys of a provider look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// So many letters and digits.
    Run(usize),
    /// So many letters, digits, `-` and `_`.
    Wide(usize),
    /// A UUID.
    Uuid,
}

/// A row for a provider of such keys.
pub(crate) const fn keyed(
    id: &'static str,
    name: &'static [&'static str],
    keys: &'static [Key],
) -> Rule {
    Rule {
        id,
        class: Class::Token,
        anchors: name,
        shape: Shape::Keyed(keys),
        examples: &[],
    }
}
