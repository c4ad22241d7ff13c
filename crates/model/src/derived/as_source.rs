//! Derived files in the words of their sources: what passes the guard in a record passes in a file
//! that is made of it, whatever escapes it has there.

use serde_json::Value;

use super::ours::is_ours;
use crate::layout::{DERIVED, INDEX};

/// Parts of one line, apart from each other so that no word of one belongs to the next.
const BETWEEN: &str = " | ";

/// The text of a derived file, by its name in memory, as its records have it, line by line: titles, statuses and keywords
/// without escapes. `None` for any other file, and for one that this program did not make.
#[must_use]
pub fn as_source(name: &str, content: &[u8]) -> Option<String> {
    if !DERIVED.contains(&name) || !is_ours(name, content) {
        return None;
    }
    let text = std::str::from_utf8(content).ok()?;
    let mut lines = String::with_capacity(text.len());
    for line in text.lines() {
        let source = if name == INDEX {
            title(line)
        } else {
            values(line)
        };
        // A line in another form, as between the marks of a merge, is judged as it is.
        lines.push_str(source.as_deref().unwrap_or(line));
        lines.push('\n');
    }
    Some(lines)
}

/// The title in a line of the index.
fn title(line: &str) -> Option<String> {
    let (title, _) = line.strip_prefix("- [")?.rsplit_once("](")?;
    let mut plain = String::new();
    let mut letters = title.chars();
    while let Some(letter) = letters.next() {
        let letter = if letter == '\\' {
            letters.next()
        } else {
            Some(letter)
        };
        plain.extend(letter);
    }
    Some(plain)
}

/// The values in a line of impressions. A keyword that is a word of the title is judged there, in
/// its sentence.
fn values(line: &str) -> Option<String> {
    let impression: Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| impression.get(key)?.as_str();
    let title = text("title")?;
    let mut values = vec![title, text("status")?, text("record_path")?];
    let lowered = title.to_lowercase();
    let keywords = impression.get("keywords")?.as_array()?.iter();
    let keywords = keywords.filter_map(Value::as_str);
    values.extend(keywords.filter(|word| !lowered.contains(*word)));
    Some(values.join(BETWEEN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derived::{impressions, index_page};
    use crate::layout::IMPRESSIONS;
    use crate::record::sample;
    use git_memory_text::path::MemoryFolder;

    #[test]
    fn each_line_has_the_words_of_its_record() {
        let title = "Use a_b [c] \"d\" `e` \\ ghp_x";
        let record = sample::record("memory/decisions/x.md", "dec-7k3m9q", title, "", "");
        for (path, content) in [
            (
                INDEX,
                index_page(std::slice::from_ref(&record), &MemoryFolder::default()),
            ),
            (IMPRESSIONS, impressions(std::slice::from_ref(&record))),
        ] {
            let text = as_source(path, content.as_bytes()).unwrap();
            let titled = text.lines().filter(|line| line.contains(title));
            assert_eq!(titled.count(), 1, "{text}");
            assert_eq!(text.lines().count(), content.lines().count());
            assert_eq!(as_source("summary.md", content.as_bytes()), None);
            assert_eq!(as_source(path, b"by hand"), None);
        }
    }
}
