//! How a value is set: line ends and indentation are those of the file around it.

use super::entry::Json;

/// The line ends and the indentation of a file.
pub(crate) struct Layout<'a> {
    /// `\n` or `\r\n`.
    pub(crate) newline: &'static str,
    /// One step of indentation.
    pub(crate) step: &'a str,
}

impl<'a> Layout<'a> {
    /// Reads the first line end of a file, and its first line that is indented.
    pub(crate) fn of(text: &'a str) -> Self {
        let first = text.split_once('\n').map_or("", |(first, _)| first);
        let mut indents = text.lines().map(|line| {
            let content = line.trim_start_matches([' ', '\t']);
            (&line[..line.len() - content.len()], content)
        });
        // The lines of a block comment are indented by one space.
        let step = indents.find(|(indent, content)| {
            !indent.is_empty() && !content.is_empty() && !content.starts_with('*')
        });
        Self {
            newline: if first.ends_with('\r') { "\r\n" } else { "\n" },
            step: step.map_or("  ", |(indent, _)| indent),
        }
    }
}

impl Json {
    /// The value on one line; or over several, each of which begins with `line`, a line end and the
    /// indentation of the first. A list of texts is always on one.
    pub(crate) fn written(&self, line: Option<&str>, step: &str) -> String {
        let inner = line.map(|line| format!("{line}{step}"));
        let inner = inner.as_deref();
        let (open, parts, close) = match self {
            Self::Text(text) => return quoted(text),
            Self::Number(number) => return number.to_string(),
            Self::List(items) => {
                let parts: Vec<_> = items.iter().map(|it| it.written(inner, step)).collect();
                if items.iter().all(|item| matches!(item, Self::Text(_))) {
                    return format!("[{}]", parts.join(", "));
                }
                ('[', parts, ']')
            }
            Self::Object(keys) => {
                let part = |(key, value): &(&str, Self)| {
                    format!("{}: {}", quoted(key), value.written(inner, step))
                };
                ('{', keys.iter().map(part).collect(), '}')
            }
        };
        match (line, inner) {
            (Some(line), Some(inner)) => {
                format!(
                    "{open}{inner}{}{line}{close}",
                    parts.join(&format!(",{inner}"))
                )
            }
            _ => format!("{open}{}{close}", parts.join(", ")),
        }
    }
}

/// A text in double quotes, as JSON and TOML write it.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The spaces and tabs with which the line of a place begins.
pub(crate) fn indent_at(text: &str, place: usize) -> &str {
    let line = &text[text[..place].rfind('\n').map_or(0, |newline| newline + 1)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
