//! How much of a text is kept until it is told. A secret that is cut is not known as one any more,
//! so no word is cut, and what is told is cut again only after its secrets are out.

/// The most characters of a text that are kept.
const MOST: usize = 4096;
/// The most characters of a line of output, and the most lines of its beginning and of its end.
const LINE: usize = 1000;
const LINES: usize = 12;

/// A text up to the last whole word that there is room for.
pub(crate) fn kept(text: &str) -> String {
    let text = text.trim();
    let Some((end, _)) = text.char_indices().nth(MOST) else {
        return text.to_owned();
    };
    match text[..end].rfind(char::is_whitespace) {
        Some(end) => text[..end].trim_end().to_owned(),
        None => String::new(),
    }
}

/// The first and the last lines of a text; lines that are too long are left out.
pub(crate) fn kept_lines(text: &str) -> String {
    let mut first: Vec<&str> = Vec::new();
    let mut last: std::collections::VecDeque<&str> = std::collections::VecDeque::new();
    for line in text.lines().map(str::trim_end) {
        if line.is_empty() || line.chars().nth(LINE).is_some() {
            continue;
        }
        if first.len() < LINES {
            first.push(line);
            continue;
        }
        if last.len() == LINES {
            last.pop_front();
        }
        last.push_back(line);
    }
    first.extend(last);
    first.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_and_no_line_is_cut() {
        assert_eq!(kept(" a b "), "a b");
        let long = format!("{} secretsecret", "x".repeat(MOST - 5));
        assert_eq!(kept(&long), "x".repeat(MOST - 5));
        assert_eq!(kept(&"x".repeat(MOST + 1)), "");
        let lines: Vec<String> = (0..100).map(|nth| nth.to_string()).collect();
        let told = kept_lines(&lines.join("\n"));
        assert!(told.starts_with("0\n") && told.ends_with("\n99"), "{told}");
        assert_eq!(told.lines().count(), 2 * LINES);
        assert_eq!(kept_lines(&"x".repeat(LINE + 1)), "");
    }
}
