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
    let (name, value) = line
        .strip_prefix("export ")
        .unwrap_or(line)
        .split_once('=')?;
    let name = name.trim();
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    let value = value.trim();
    let quoted = ['"', '\'', '`']
        .into_iter()
        .find_map(|quote| value.strip_prefix(quote)?.split_once(quote));
    let value = match quoted {
        Some((inside, _)) => inside,
        None => value.split(" #").next().unwrap_or_default().trim_end(),
    };
    is_name.then(|| (name.to_owned(), value.to_owned()))
}

/// Whether a file of this name holds variables with real values: `.env`, `.env.local`, but not
/// `.env.example`.
#[must_use]
pub fn is_file_name(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(".env") else {
        return false;
    };
    let kind = rest.rsplit('.').next().unwrap_or_default();
    (rest.is_empty() || rest.starts_with('.'))
        && !["example", "sample", "template", "dist", "defaults"].contains(&kind)
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
