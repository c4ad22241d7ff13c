//! Pictures in Base64, in pages and notebooks: among so many letters some look like a token.

use std::ops::Range;

use super::{base64, work};

/// Beginnings of the pictures that pages hold: PNG, JPEG, GIF, WebP, as three bytes are four
/// letters.
const BEGINNINGS: [&str; 4] = ["iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR"];
/// All of the letters with which every PNG begins, up to its width: examples stop there.
const HEAD: &str = "iVBORw0KGgoAAAANSUhEUgAA";
/// The letters that are decoded to see whether it is a picture: 12 bytes.
const PROBE: usize = 16;
/// The shortest run that is taken for a picture, in letters: a token behind a beginning is shorter.
const SHORTEST: usize = 256;
/// The longest beginning of a URL of data, up to its Base64, in bytes.
const LONGEST_NAME: usize = 128;
/// The shortest line of a run that goes on in the next one.
const SHORTEST_LINE: usize = 60;

/// A picture's letters, and its URL.
pub(crate) struct Picture {
    /// From `data:image/…;base64,` on, if it has such a head.
    named: usize,
    run: Range<usize>,
}

impl Picture {
    /// End of the picture, with the signs that fill up the last group.
    pub(crate) fn end(&self) -> usize {
        self.run.end + 2
    }

    /// True if a place in the text is the whole picture, or a part inside of it. The text at the
    /// picture's end may be a token that was put there.
    pub(crate) fn holds(&self, span: &Range<usize>) -> bool {
        let is_inside = self.run.start < span.start && span.end < self.run.end;
        let is_whole = self.named <= span.start
            && span.start <= self.run.start
            && self.run.end <= span.end
            && span.end <= self.end();
        is_inside || is_whole
    }
}

/// The pictures of a text, in order; they do not overlap.
pub(crate) fn pictures(text: &str) -> Vec<Picture> {
    let mut starts = Vec::new();
    for beginning in BEGINNINGS {
        for (start, _) in text.match_indices(beginning) {
            // In the middle of a run, it is not the beginning of anything.
            if !text[..start].ends_with(is_letter) {
                starts.push(start);
            }
        }
    }
    starts.sort_unstable();
    let mut found = Vec::new();
    // A run that was read, picture or not, is not read again.
    let mut read = 0;
    for start in starts {
        if start < read {
            continue;
        }
        let (end, letters) = run(text, start);
        read = end;
        let is_long = letters >= SHORTEST || HEAD.starts_with(&text[start..end]);
        if is_long && is_picture(&text[start..end]) {
            found.push(Picture {
                named: named(&text[..start]),
                run: start..end,
            });
        }
    }
    found
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '/')
}

/// The end of the run that begins at `start`, and its number of letters: over line ends, also those
/// of strings, if its lines are as long as programs make them.
fn run(text: &str, start: usize) -> (usize, usize) {
    let (mut at, mut letters) = (start, 0);
    loop {
        let rest = &text[at..];
        let line = match rest.find(|letter| !is_letter(letter)) {
            Some(length) => length,
            None => rest.len(),
        };
        work::did(line + 1);
        at += line;
        letters += line;
        if line < SHORTEST_LINE {
            return (at, letters);
        }
        let rest = &text[at..];
        let next = rest.strip_prefix("\\n").or_else(|| rest.strip_prefix('\n'));
        let next = next.or_else(|| rest.strip_prefix("\r\n"));
        match next.map(|next| next.trim_start_matches([' ', '\t', '>'])) {
            Some(next) if next.starts_with(is_letter) => at = text.len() - next.len(),
            _ => return (at, letters),
        }
    }
}

/// True if letters decode to the first bytes of a picture.
fn is_picture(run: &str) -> bool {
    let Some(bytes) = run.get(..PROBE).and_then(base64::bytes) else {
        return false;
    };
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    is_webp
        || bytes.starts_with(b"\x89PNG\r\n\x1a\n")
        || bytes.starts_with(b"\xff\xd8\xff")
        || bytes.starts_with(b"GIF87a")
        || bytes.starts_with(b"GIF89a")
}

/// Start of the URL whose data comes after `head`.
fn named(head: &str) -> usize {
    const START: &str = "data:image/";
    let Some(rest) = head.strip_suffix(";base64,") else {
        return head.len();
    };
    let window = rest.ceil_char_boundary(rest.len().saturating_sub(LONGEST_NAME));
    if let Some(at) = rest[window..].rfind(START)
        && rest[window + at..]
            .bytes()
            .all(|byte| byte.is_ascii_graphic())
    {
        return window + at;
    }
    head.len()
}

#[cfg(test)]
mod tests {
    use super::super::scan;

    /// A picture's first letters, and many more.
    fn picture(letters: &str) -> String {
        let noise = "Qk9v+3/p8eT0/aZ5sK+xYw7/Lm2".repeat(12);
        format!("iVBORw0KGgoAAAANSUhEUgAA{noise}/{letters}/{noise}")
    }

    fn count(text: &str) -> usize {
        scan(text).len()
    }

    #[test]
    fn a_picture_holds_no_token() {
        let token = ["AKIA", "Q7ZTPXW2LM5RVY3B"].concat();
        assert_eq!(count(&format!("x /{token}/ y")), 1);
        let data = picture(&token);
        for text in [
            data.clone(),
            format!("![](data:image/png;base64,{data}==)"),
            format!("[image1]: <data:image/png;base64,{data}>"),
            format!("\"image/png\": \"{data}\\n\","),
        ] {
            assert_eq!(count(&text), 0, "{text}");
        }
        let mut lines = String::new();
        for line in data.as_bytes().chunks(76) {
            lines.push_str("    ");
            lines.push_str(std::str::from_utf8(line).unwrap());
            lines.push('\n');
        }
        assert_eq!(count(&lines), 0, "{lines}");
    }

    #[test]
    fn the_beginning_that_all_pictures_have_is_no_token() {
        for (data, found) in [
            ("iVBORw0KGgoAAAANSUhEUg...", 0),
            ("iVBORw0KGgoAAAANSUhEUgAA", 0),
            ("iVBORw0KGgoAAAANSUhEUgQ7ZTPXW2LM5RVY3B", 1),
        ] {
            assert_eq!(
                count(&format!("{{\"token\": \"{data}\"}}")),
                found,
                "{data}"
            );
        }
    }

    #[test]
    fn a_token_beside_a_picture_is_one() {
        let token = ["AKIA", "Q7ZTPXW2LM5RVY3B"].concat();
        let data = picture("x");
        for text in [
            format!("{data} {token}"),
            format!("{data}/{token}"),
            format!("{data}\n{token}\n"),
            format!("{token}/{data}"),
            // Runs that only begin like a picture, or are too short for one.
            format!("iVBORw0KGgo/{token}/x"),
            format!("iVBORw0KGgp{}/{token}/x", "Qk9v/3p8".repeat(60)),
            format!("UklGRQ7Z/{token}/{}", "Qk9v/3p8".repeat(60)),
            format!("x{}", data.replace("/x/", &format!("/{token}/"))),
        ] {
            assert_eq!(count(&text), 1, "{text}");
        }
    }
}
