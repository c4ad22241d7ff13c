//! What the fuzz targets share.

/// An input as texts, which it separates with NUL; those that are missing are empty.
#[must_use]
pub fn texts<const N: usize>(input: &str) -> [&str; N] {
    let mut texts = [""; N];
    for (text, part) in texts.iter_mut().zip(input.splitn(N, '\0')) {
        *text = part;
    }
    texts
}
