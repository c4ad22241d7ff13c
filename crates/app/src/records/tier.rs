//! Parts of a record for display.

use schemars::JsonSchema;
use serde::Deserialize;

use git_memory_model::record::working_text::working_text;
use git_memory_model::record::{Record, front_matter};

/// Part of a record for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// The abstract.
    T0,
    /// The working text.
    T1,
    /// The whole file.
    T2,
}

impl Tier {
    /// Returns this part of a record, whose file's text is `text`.
    #[must_use]
    pub fn of(self, record: &Record, text: &str) -> String {
        match self {
            Self::T0 => format!("{}\n", record.header.abstract_line),
            Self::T1 => {
                let body = front_matter::split(text).map_or(text, |parts| &text[parts.body]);
                let told = &record.header.abstract_line;
                let title = record.header.title.as_str();
                let page = working_text(record.kind(), told, without_title(body, title));
                format!("# {}\n\n{page}\n", record.header.title)
            }
            Self::T2 => text.to_owned(),
        }
    }
}

/// A body without the heading that repeats the title.
fn without_title<'a>(body: &'a str, title: &str) -> &'a str {
    let body = body.trim_start();
    let (line, rest) = match body.split_once('\n') {
        Some((line, rest)) => (line, rest),
        None => (body, ""),
    };
    match line.strip_prefix("# ") {
        Some(heading) if heading.trim() == title => rest,
        _ => body,
    }
}
