//! Percent-encoding (RFC 3986, section 2.1).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Everything but the unreserved characters (RFC 3986, section 2.3).
pub const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// Characters that are encoded in a path: slashes separate its parts.
const RESERVED_IN_PATH: &AsciiSet = &RESERVED.remove(b'/');

/// A slash-separated path as a URI reference: all but unreserved characters and `/` encoded.
#[must_use]
pub fn percent_encoded_path(path: &str) -> String {
    utf8_percent_encode(path, RESERVED_IN_PATH).to_string()
}

/// A text with its percent-encoded bytes decoded; bytes that are not UTF-8 are replaced.
#[must_use]
pub fn percent_decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
