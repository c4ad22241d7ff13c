//! The form of a rule of the secret guard: a row of the tables in [`rules`](super::rules).
//!
//! A row's anchors are literals that one pass over the text looks for; a row's shape is tried only
//! at its anchors. Patterns are compiled when their anchor is first met, so the tables cost nothing
//! at start.

use std::fmt;
use std::ops::Range;

use super::unlisted::Sort;

/// The sort of secret that a rule finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A token that a provider made, known by its prefix.
    Token,
    /// A private key, or part of one.
    PrivateKey,
    /// A JSON Web Token (RFC 7519).
    Jwt,
    /// A URL that carries a credential.
    Url,
    /// A credential in a header: `Authorization`, a cookie, an argument of `curl -u`.
    Header,
    /// A value given to a name that speaks of a secret.
    Assignment,
    /// The value of a variable of this machine.
    Environment,
    /// A match of a pattern of the user's own.
    Pattern,
    /// A text that names a person. It is no secret: only questions that are kept lose it.
    Personal,
}

impl Class {
    /// Every class.
    #[cfg(test)]
    pub(crate) const ALL: [Class; 9] = [
        Class::Token,
        Class::PrivateKey,
        Class::Jwt,
        Class::Url,
        Class::Header,
        Class::Assignment,
        Class::Environment,
        Class::Pattern,
        Class::Personal,
    ];

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
            Class::Personal => "personal",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// One row. If two rules find the same place, the earlier row names the finding.
#[derive(Debug)]
pub struct Rule {
    /// The stable name: `[a-z0-9-]`.
    pub id: &'static str,
    /// The sort of secret.
    pub class: Class,
    /// Literals, one of which is in every match. Found without regard to the case of ASCII letters.
    pub anchors: &'static [&'static str],
    /// Way to read the secret from the anchor on.
    pub shape: Shape,
    /// Recipes of texts in which the rule must find the part between `‹` and `›`: `{h32}` means 32
    /// random characters of an alphabet (`h` hexadecimal, `d` digits, `l` small, `c` capital, `n`
    /// any letters and digits, `w` also `-` and `_`, `a` age's, `e` nothing at all). A row whose
    /// shape is complete needs none.
    pub examples: &'static [&'static str],
}

/// Way to read the secret at an anchor.
#[derive(Debug)]
pub enum Shape {
    /// The anchor in its exact case is the secret's beginning; a run of the alphabet follows.
    Token {
        /// The bytes after the anchor.
        alphabet: Alphabet,
        /// Number of characters.
        lengths: Lengths,
    },
    /// The anchor in its exact case is inside the secret, which is a run of the alphabet.
    Inside {
        /// The bytes around the anchor.
        alphabet: Alphabet,
        /// Number of bytes before the anchor.
        before: Lengths,
        /// Number of bytes after it.
        after: Lengths,
    },
    /// The anchor is a provider's name; the secret is a run of one of these shapes shortly after
    /// it.
    Keyed(&'static [Key]),
    /// A run that `unlisted` takes for a token in this way; there is no anchor.
    Unlisted(Sort),
    /// A regular expression that begins with the anchor (`\A`); its group 1 is the secret. Every
    /// part of it is bounded, or stops at a byte that no secret of its kind has: that keeps the
    /// scan linear.
    Pattern(&'static str),
    /// A function of its own: the text and the anchor's range in, the secret's range out, in bytes.
    Reader(fn(&str, Range<usize>) -> Option<Range<usize>>),
    /// A value that is given to a telling name; the anchor is part of the name.
    Assignment,
    /// The same with a name in another language than English; the anchor is the name.
    Foreign,
}

impl Shape {
    /// True if the header of a table may name its columns by the anchor.
    pub(crate) fn names_columns(&self) -> bool {
        matches!(self, Shape::Assignment | Shape::Foreign)
    }
}

/// The fewest and the most bytes of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// The fewest bytes, inclusive.
    pub shortest: usize,
    /// The most bytes, inclusive.
    pub longest: usize,
}

impl Lengths {
    const fn new((shortest, longest): (usize, usize)) -> Lengths {
        Lengths { shortest, longest }
    }

    /// True if a run may have this length.
    #[must_use]
    pub fn allow(self, length: usize) -> bool {
        (self.shortest..=self.longest).contains(&length)
    }
}

/// The bytes that a token is made of.
// A token ends with its alphabet and not at a word boundary: the text after it never hides it.
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
    /// Number of alphabets.
    pub(crate) const COUNT: usize = Alphabet::HexDash as usize + 1;

    /// True if a token of this alphabet can contain `byte`.
    #[must_use]
    pub fn holds(self, byte: u8) -> bool {
        match self {
            Alphabet::Capital => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Alphabet::Lower => byte.is_ascii_lowercase() || byte.is_ascii_digit(),
            Alphabet::Hex => byte.is_ascii_hexdigit(),
            Alphabet::HexDash => byte.is_ascii_hexdigit() || byte == b'-',
            _ => byte.is_ascii_alphanumeric() || self.has_sign(byte),
        }
    }

    /// True if `byte` is one of the signs that the alphabet has beside letters and digits.
    fn has_sign(self, byte: u8) -> bool {
        match self {
            Alphabet::Word => byte == b'_',
            Alphabet::Base64Url => matches!(byte, b'_' | b'-'),
            Alphabet::Dotted => matches!(byte, b'_' | b'-' | b'.'),
            Alphabet::Base64 => matches!(byte, b'+' | b'/' | b'='),
            Alphabet::Base64Any => matches!(byte, b'+' | b'/' | b'=' | b'_' | b'-'),
            Alphabet::Padded => matches!(byte, b'_' | b'=' | b'-'),
            Alphabet::PaddedDotted => matches!(byte, b'_' | b'=' | b'.' | b'-'),
            Alphabet::Percent => byte == b'%',
            Alphabet::Tilde => matches!(byte, b'_' | b'~' | b'.' | b'-'),
            Alphabet::Capital
            | Alphabet::Alphanumeric
            | Alphabet::Lower
            | Alphabet::Hex
            | Alphabet::HexDash => false,
        }
    }
}

/// A row for tokens that begin with their anchor; `lengths` counts the bytes after it.
pub(crate) const fn token(
    id: &'static str,
    anchors: &'static [&'static str],
    alphabet: Alphabet,
    lengths: (usize, usize),
) -> Rule {
    Rule {
        id,
        class: Class::Token,
        anchors,
        shape: Shape::Token {
            alphabet,
            lengths: Lengths::new(lengths),
        },
        examples: &[],
    }
}

/// A row for tokens with their anchor in the middle.
pub(crate) const fn inside(
    id: &'static str,
    anchors: &'static [&'static str],
    alphabet: Alphabet,
    before: (usize, usize),
    after: (usize, usize),
) -> Rule {
    Rule {
        id,
        class: Class::Token,
        anchors,
        shape: Shape::Inside {
            alphabet,
            before: Lengths::new(before),
            after: Lengths::new(after),
        },
        examples: &[],
    }
}

/// A row whose secret a regular expression finds.
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

/// A row whose secret a function finds.
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

/// A row for values that are given to telling names.
pub(crate) const fn assignment(
    id: &'static str,
    anchors: &'static [&'static str],
    examples: &'static [&'static str],
) -> Rule {
    Rule {
        id,
        class: Class::Assignment,
        anchors,
        shape: Shape::Assignment,
        examples,
    }
}

/// A row for values that are given to names in other languages.
pub(crate) const fn foreign(
    id: &'static str,
    anchors: &'static [&'static str],
    examples: &'static [&'static str],
) -> Rule {
    Rule {
        id,
        class: Class::Assignment,
        anchors,
        shape: Shape::Foreign,
        examples,
    }
}

/// A row for keys that have no mark of their own, only their provider's name before them.
pub(crate) const fn keyed(
    id: &'static str,
    names: &'static [&'static str],
    keys: &'static [Key],
) -> Rule {
    Rule {
        id,
        class: Class::Token,
        anchors: names,
        shape: Shape::Keyed(keys),
        examples: &[],
    }
}

/// A row for tokens of providers that have none.
pub(crate) const fn unlisted(
    id: &'static str,
    sort: Sort,
    examples: &'static [&'static str],
) -> Rule {
    Rule {
        id,
        class: Class::Token,
        anchors: &[],
        shape: Shape::Unlisted(sort),
        examples,
    }
}

/// Form of the keys of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// That many letters and digits.
    Run(usize),
    /// That many letters, digits, `-` and `_`.
    Wide(usize),
    /// The groups of a UUID, with any letters and digits.
    Uuid,
}

impl Key {
    /// Length of the key in bytes.
    #[must_use]
    pub fn length(self) -> usize {
        match self {
            Key::Run(length) | Key::Wide(length) => length,
            Key::Uuid => 36,
        }
    }
}
