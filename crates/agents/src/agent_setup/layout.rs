//! How a value is set: line ends and indentation are those of the file around it.

use super::entry::Json;

/// The line ends and the indentation of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// `\n` or `\r\n`.
    pub(crate) newline: &'static str,
    /// One step of indentation.
    pub(crate) step: String,
}

impl Layout {
    /// That of a file: the first line end, and the first line that is indented.
    pub(crate) fn of(text: &str) -> Self {
        let newline = match text.find('\n') {
            Some(at) if text[..at].ends_with('\r') => "\r\n",
            _ => "\n",
        };
        let mut step = "  ";
        for line in text.lines() {
            let content = line.trim_start_matches([' ', '\t']);
            let indent = &line[..line.len() - content.len()];
            // The lines of a block comment are indented by one space.
            if !indent.is_empty() && !content.is_empty() && !content.starts_with('*') {
                step = indent;
                break;
            }
        }
        Self {
            newline,
            step: step.to_owned(),
        }
    }

    /// A value over several lines; the ones after the first are indented by `indent`.
    pub(crate) fn spread(&self, value: &Json, indent: &str) -> String {
        let Json::Object(keys) = value else {
            return self.spread_list(value, indent);
        };
        let inner = format!("{indent}{}", self.step);
        let mut lines = Vec::new();
        for (key, value) in keys {
            lines.push(format!(
                "{inner}{}: {}",
                quoted(key),
                self.spread(value, &inner)
            ));
        }
        self.bracketed("{", &lines, "}", indent)
    }

    /// A list over several lines where it holds more than texts.
    fn spread_list(&self, value: &Json, indent: &str) -> String {
        let Json::List(items) = value else {
            return compact(value);
        };
        if items.iter().all(|item| matches!(item, Json::Text(_))) {
            return compact(value);
        }
        let inner = format!("{indent}{}", self.step);
        let mut lines = Vec::new();
        for item in items {
            lines.push(format!("{inner}{}", self.spread(item, &inner)));
        }
        self.bracketed("[", &lines, "]", indent)
    }

    fn bracketed(&self, open: &str, lines: &[String], close: &str, indent: &str) -> String {
        let newline = self.newline;
        let lines = lines.join(&format!(",{newline}"));
        format!("{open}{newline}{lines}{newline}{indent}{close}")
    }
}

/// A value on one line.
pub(crate) fn compact(value: &Json) -> String {
    match value {
        Json::Text(text) => quoted(text),
        Json::Number(number) => number.to_string(),
        Json::List(items) => {
            let items: Vec<String> = items.iter().map(compact).collect();
            format!("[{}]", items.join(", "))
        }
        Json::Object(keys) => {
            let mut parts = Vec::new();
            for (key, value) in keys {
                parts.push(format!("{}: {}", quoted(key), compact(value)));
            }
            format!("{{{}}}", parts.join(", "))
        }
    }
}

/// A text in double quotes, as JSON and TOML write it.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The spaces and tabs with which the line of a place begins.
pub(crate) fn indent_at(text: &str, place: usize) -> &str {
    let from = match text[..place].rfind('\n') {
        Some(newline) => newline + 1,
        None => 0,
    };
    let line = &text[from..];
    let content = line.trim_start_matches([' ', '\t']);
    &line[..line.len() - content.len()]
}
