//! Reads `.env` files: `NAME=value` lines, as far as they can be understood; what cannot is left
//! out.

/// The variables of a file, in its order. `export`, comments, and quotes around a value are taken
/// away; escapes and references to other variables stay as they are written.
#[must_use]
pub fn variables(text: &str) -> Vec<(String, String)> {
    text.lines().filter_map(variable).collect()
}

fn variable(line: &str) -> Option<(String, String)> {
    let line = line.trim_start();
    // The file is often sourced by a shell, too.
    let assignment = match line.strip_prefix("export ") {
        Some(assignment) => assignment,
        None => line,
    };
    let (name, value) = assignment.split_once('=')?;
    let name = name.trim();
    if name.is_empty() || !name.bytes().all(in_name) {
        return None;
    }
    let value = value.trim();
    // Inside of quotes a number sign begins no comment.
    let value = match quoted(value) {
        Some(inside) => inside,
        None => without_comment(value),
    };
    Some((name.to_owned(), value.to_owned()))
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.-".contains(&byte)
}

/// What is inside of the quotes around a value.
fn quoted(value: &str) -> Option<&str> {
    let quote = value.chars().next()?;
    if !matches!(quote, '"' | '\'' | '`') {
        return None;
    }
    let (inside, _) = value[1..].split_once(quote)?;
    Some(inside)
}

fn without_comment(value: &str) -> &str {
    match value.split_once(" #") {
        Some((value, _)) => value.trim_end(),
        None => value,
    }
}

/// Whether a file of this name holds variables with real values: `.env`, `.env.local`, but not
/// `.env.example`.
#[must_use]
pub fn is_file_name(name: &str) -> bool {
    // What these hold is in the repository: to search for it would find the example everywhere.
    const EXAMPLES: [&str; 5] = ["example", "sample", "template", "dist", "defaults"];
    let Some(rest) = name.strip_prefix(".env") else {
        return false;
    };
    match rest.rsplit_once('.') {
        Some((_, ending)) => rest.starts_with('.') && !EXAMPLES.contains(&ending),
        None => rest.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_far_as_they_can_be() {
        let text = "# c\nA=1\nexport B = \"two # 2\" # c\nC='x=y'\nD=plain # c\n\nnot a line\nE=\n=x\nF G=1";
        let expected = [
            ("A", "1"),
            ("B", "two # 2"),
            ("C", "x=y"),
            ("D", "plain"),
            ("E", ""),
        ];
        assert_eq!(
            variables(text),
            expected.map(|(name, value)| (name.to_owned(), value.to_owned()))
        );
    }

    #[test]
    fn examples_hold_no_values() {
        let names = [
            ".env",
            ".env.local",
            ".env.production.local",
            ".env.example",
            ".env.local.sample",
            ".envrc",
            "env",
        ];
        assert_eq!(
            names.map(is_file_name),
            [true, true, true, false, false, false, false]
        );
    }
}
