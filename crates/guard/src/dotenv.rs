//! Reads `.env` files: `NAME=value` lines; other lines are left out.

/// The variables of a file, in its order. A byte order mark, `export`, comments, and quotes around
/// a value, which may go over lines, are taken away; escapes and references to other variables stay
/// unchanged. `NAME: value` counts, too.
#[must_use]
pub fn variables(text: &str) -> Vec<(String, String)> {
    let mut variables = Vec::new();
    let mut rest = text.trim_start_matches('\u{feff}');
    while !rest.is_empty() {
        let (line, after) = match rest.split_once('\n') {
            Some((line, after)) => (line, after),
            None => (rest, ""),
        };
        rest = after;
        let Some((name, value)) = named(line) else {
            continue;
        };
        // A key of several lines, in quotes that close further down.
        if let Some(quote) = open_quote(value)
            && let Some((more, behind)) = after.split_once(quote)
        {
            variables.push((name.to_owned(), format!("{}\n{more}", &value[1..])));
            rest = behind;
            continue;
        }
        // Inside of quotes a number sign begins no comment.
        let value = match quoted(value) {
            Some(inside) => inside,
            None => without_comment(value),
        };
        variables.push((name.to_owned(), value.to_owned()));
    }
    variables
}

/// The name and the value of a line that gives one to the other.
fn named(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    // The file is often sourced by a shell, too.
    let assignment = match line.strip_prefix("export ") {
        Some(assignment) => assignment,
        None => line,
    };
    let (name, value) = assignment
        .split_once('=')
        .filter(|(name, _)| is_name(name.trim()))
        .or_else(|| assignment.split_once(": "))?;
    is_name(name.trim()).then(|| (name.trim(), value.trim()))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(in_name)
}

/// The quote that a value begins with and does not close on its line.
fn open_quote(value: &str) -> Option<char> {
    let quote = value.chars().next()?;
    let is_open = matches!(quote, '"' | '\'') && !value[1..].contains(quote);
    is_open.then_some(quote)
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.-".contains(&byte)
}

/// The text inside of the quotes around a value.
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

/// True if a file of this name holds variables with real values: `.env`, `.env.local`, `.envrc`,
/// `prod.env`, but not `.env.example`.
#[must_use]
pub fn is_file_name(name: &str) -> bool {
    // The repository has the values of these files: a search for them would find the example
    // everywhere.
    const EXAMPLES: [&str; 5] = ["example", "sample", "template", "dist", "defaults"];
    // Most of thousands of names end here.
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    let is_env = ending == Some("env") || name == ".envrc" || name.starts_with(".env.");
    is_env && !name.split('.').any(|part| EXAMPLES.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_far_as_they_can_be() {
        let text = "\u{feff}# c\nA=1\nexport B = \"two # 2\" # c\nC='x=y'\nD=plain # c\n\nnot a line\nE=\n=x\nF G=1\nH: two\nI=\"-----\nab\n-----\" # c\nJ='\nK=1";
        let expected = [
            ("A", "1"),
            ("B", "two # 2"),
            ("C", "x=y"),
            ("D", "plain"),
            ("E", ""),
            ("H", "two"),
            ("I", "-----\nab\n-----"),
            ("J", "'"),
            ("K", "1"),
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
            "example.env",
            "env",
            ".envrc",
            "prod.env",
        ];
        assert_eq!(
            names.map(is_file_name),
            [true, true, true, false, false, false, false, true, true]
        );
    }
}
