//! The paragraph of trailers at the end of a commit's message, by git's rules
//! (git-interpret-trailers(1)).

use git_memory_text as text;

/// Lines that git itself writes: with one of these, a quarter of a paragraph's lines is enough.
const OF_GIT: [&str; 2] = ["Signed-off-by: ", "(cherry picked from commit "];
/// Length of the part of a message's end that is read, in bytes: a hostile message is longer.
const END: usize = 16 << 10;

/// A message without the paragraph of trailers at its end.
pub(super) fn without_trailers(message: &str) -> &str {
    let message = message.trim_end();
    &message[..block_start(message).unwrap_or(message.len())]
}

/// The lines of the paragraph of trailers, without continuation lines; empty if the message has no
/// such paragraph.
pub(super) fn block(message: &str) -> Vec<&str> {
    let message = message.trim_end();
    let start = block_start(message).unwrap_or(message.len());
    let mut lines: Vec<&str> = message[start..].lines().collect();
    lines.retain(|line| !goes_on(line));
    lines
}

/// The same lines, each with those that continue it.
pub(super) fn unfolded(message: &str) -> Vec<String> {
    let message = message.trim_end();
    let start = block_start(message).unwrap_or(message.len());
    let mut lines: Vec<String> = Vec::new();
    for line in message[start..].lines() {
        match lines.last_mut() {
            Some(last) if goes_on(line) => last.extend([" ", line.trim()]),
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// Start of the paragraph of trailers in a message without blank lines at its end; `None` if it has
/// none.
fn block_start(message: &str) -> Option<usize> {
    let start = text::floor(message, message.len().saturating_sub(END));
    let mut lines = Vec::new();
    let mut first = message.len();
    // The first paragraph is the title, whatever its form.
    let mut is_title = start == 0;
    for line in message[start..].split_inclusive('\n').rev() {
        if line.trim().is_empty() {
            is_title = false;
            break;
        }
        first -= line.len();
        lines.push(line);
    }
    // Nothing came before it.
    if is_title || !has_other_text(message, lines.len()) {
        return None;
    }
    lines.reverse();
    is_block(&lines).then_some(first)
}

/// True if there is anything before the last lines of a message.
fn has_other_text(message: &str, last: usize) -> bool {
    let mut lines = message.lines().rev().skip(last);
    lines.any(|line| !line.trim().is_empty())
}

/// True if git takes the lines of a paragraph for trailers: all of them are trailers; or a quarter,
/// with one that git wrote.
fn is_block(lines: &[&str]) -> bool {
    let (mut trailers, mut others) = (0, 0);
    let mut is_gits = false;
    let mut was_trailer = false;
    for line in lines {
        if OF_GIT.iter().any(|begin| line.starts_with(begin)) {
            is_gits = true;
            trailers += 1;
            was_trailer = true;
        } else if goes_on(line) {
            others += usize::from(!was_trailer);
        } else if split(line).is_some() {
            trailers += 1;
            was_trailer = true;
        } else {
            others += 1;
            was_trailer = false;
        }
    }
    trailers > 0 && (others == 0 || is_gits && trailers * 3 >= others)
}

fn goes_on(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

/// The key and the value of a trailer.
pub(super) fn split(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim_end_matches([' ', '\t']);
    let is_key = !key.is_empty() && key.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    is_key.then(|| (key, value.trim()))
}
