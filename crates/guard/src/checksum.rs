//! Checksums inside of tokens.
//!
//! If a provider documents its checksum, a token that fails it was never issued: it is an example,
//! or a damaged copy that no longer works. Only whole tokens are judged: a shorter, longer or
//! divided one may be a part of a real one.

/// Way to compute the checksum at the end of a token from the rest.
#[derive(Clone, Copy)]
enum Sum {
    /// The CRC-32 of the part between the prefix and the checksum, as six digits of Base62.
    Base62,
    /// The CRC-32 of all before the last `_`, as eight hexadecimal digits, the lowest byte first.
    Hex,
}

/// Tokens of one provider that have a checksum.
struct Form {
    prefixes: &'static [&'static str],
    /// Number of bytes after the prefix, with the checksum.
    lengths: &'static [usize],
    sum: Sum,
}

const FORMS: &[Form] = &[
    // github.blog, "Behind GitHub's new authentication token formats", April 2021.
    Form {
        prefixes: &["ghp_", "gho_", "ghu_", "ghs_"],
        lengths: &[36],
        sum: Sum::Base62,
    },
    Form {
        prefixes: &["ghr_"],
        lengths: &[76],
        sum: Sum::Base62,
    },
    // github.blog, "Announcing npm's new access token format", September 2021.
    Form {
        prefixes: &["npm_"],
        lengths: &[36],
        sum: Sum::Base62,
    },
    // Grafana's own source, pkg/components/satokengen.
    Form {
        prefixes: &["glsa_"],
        lengths: &[41],
        sum: Sum::Hex,
    },
];

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Number of digits of Base62 in a CRC-32.
const DIGITS: usize = 6;
/// Number of hexadecimal digits in a CRC-32.
const HEX_DIGITS: usize = 8;

/// True if the form of `token` has a checksum, and the checksum is wrong.
pub(crate) fn fails(token: &str) -> bool {
    match sealed(token) {
        Some(right) => right != token,
        None => false,
    }
}

/// A token with the right checksum at its end; `None` for a token without one.
pub fn sealed(token: &str) -> Option<String> {
    let (prefix, form) = form_of(token)?;
    let right = match form.sum {
        Sum::Base62 => {
            let body = &token[..token.len() - DIGITS];
            let sum = crc32fast::hash(&body.as_bytes()[prefix.len()..]);
            format!("{body}{}", base62(sum))
        }
        Sum::Hex => {
            let body = token[..token.len() - HEX_DIGITS].strip_suffix('_')?;
            let sum = crc32fast::hash(body.as_bytes()).swap_bytes();
            format!("{body}_{sum:08x}")
        }
    };
    Some(right)
}

/// The prefix and the form of a whole token.
fn form_of(token: &str) -> Option<(&'static str, &'static Form)> {
    for form in FORMS {
        for prefix in form.prefixes {
            let Some(body) = token.strip_prefix(prefix) else {
                continue;
            };
            let is_whole = form.lengths.contains(&body.len()) && body.bytes().all(in_token);
            return is_whole.then_some((prefix, form));
        }
    }
    None
}

fn in_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn base62(mut number: u32) -> String {
    let mut digits = [b'0'; DIGITS];
    for digit in digits.iter_mut().rev() {
        *digit = BASE62[(number % 62) as usize];
        number /= 62;
    }
    digits.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_examples_have_the_right_checksum() {
        // Of the blog of GitHub, of an issue about the tokens of npm, of Grafana's tests; all
        // without power, and put together here.
        for (prefix, body) in [
            ("ghp_", ["zQWBuTSOoRi4A9spHc", "VY5ncnsDkxkJ0mLq17"]),
            ("npm_", ["qkJaB6MffYVzZXWqmc", "oF49yrUxP3wf0LsakP"]),
            ("glsa_", ["yscW25imSKJIuav8zF37", "RZmnbiDvB05G_fcaaf58a"]),
        ] {
            let token = [prefix, &body.concat()].concat();
            assert!(!fails(&token), "{token}");
            assert_eq!(sealed(&token), Some(token.clone()));
            let other = [prefix, "b", &token[prefix.len() + 1..]].concat();
            assert!(fails(&other), "{other}");
            assert_eq!(sealed(&other).map(|right| fails(&right)), Some(false));
        }
    }

    #[test]
    fn only_whole_tokens_are_judged() {
        let body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
        for text in [
            format!("ghp_{}", &body[1..]),
            format!("ghp_{body}x"),
            format!("ghp_{}-", &body[1..]),
            format!("ghx_{body}"),
            format!("glsa_{body}a1B2c"),
            format!("ghp_{}漢", &body[3..]),
            String::new(),
        ] {
            assert!(!fails(&text), "{text}");
        }
    }
}
