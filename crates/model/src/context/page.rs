//! Pages with front matter that are read leniently: overviews, skills.

use serde_yaml::{Mapping, Value};

use crate::record::{Fault, front_matter};

/// A page with front matter that is read leniently: unusable parts are named, and left out.
#[derive(Clone, Debug, Default)]
pub struct Page {
    values: Mapping,
    /// The text after the front matter.
    pub body: String,
    /// Faults of the page, one line each.
    pub faults: Vec<String>,
}

impl Page {
    /// Reads a page; it need not have front matter.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let parts = match front_matter::split(text) {
            Ok(parts) => parts,
            Err(Fault { message, .. }) => {
                // A page without front matter is all text, and nothing is wrong with it.
                let has_some = text.trim_start_matches('\u{feff}').starts_with("---");
                return Self {
                    body: text.to_owned(),
                    faults: if has_some { vec![message] } else { Vec::new() },
                    ..Self::default()
                };
            }
        };
        let body = text[parts.body.clone()].to_owned();
        match front_matter::mapping(text, &parts) {
            Ok(values) => Self {
                values,
                body,
                faults: Vec::new(),
            },
            Err(Fault { message, .. }) => Self {
                body,
                faults: vec![message],
                ..Self::default()
            },
        }
    }

    /// Reads a file of YAML that has a list below a key, or is that list; a line `---` before it is
    /// allowed.
    #[must_use]
    pub fn of_list(text: &str, key: &str) -> Self {
        let mut text = text.trim_start_matches('\u{feff}');
        if let Some(rest) = text.strip_prefix("---")
            && let Some((_, rest)) = rest.split_once('\n')
        {
            text = rest;
        }
        // Such a file has no closing `---`, so it is given one, and a list without a key its key.
        let mut lines = text.lines();
        let first = lines.find(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let head = match first {
            Some(line) if line.starts_with('-') => format!("{key}:\n"),
            _ => String::new(),
        };
        Self::parse(&format!("---\n{head}{text}\n---\n"))
    }

    /// The text of a key; `None` if it is empty.
    pub fn text(&mut self, key: &str) -> Option<String> {
        let text = match self.values.get(key)? {
            Value::Null => return None,
            Value::Sequence(_) | Value::Mapping(_) | Value::Tagged(_) => {
                self.faults.push(format!("'{key}' is not a text"));
                return None;
            }
            scalar => plain(scalar)?,
        };
        if text.trim().is_empty() {
            return None;
        }
        Some(text)
    }

    /// The texts of a key: a list, or one.
    pub fn texts(&mut self, key: &str) -> Vec<String> {
        match self.values.get(key) {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Sequence(items)) => {
                let texts: Vec<String> = items.iter().filter_map(plain).collect();
                if texts.len() < items.len() {
                    self.faults
                        .push(format!("'{key}' holds what is not a text"));
                }
                texts
            }
            Some(one) => {
                let text = plain(one);
                if text.is_none() {
                    self.faults.push(format!("'{key}' is not a list of texts"));
                }
                text.into_iter().collect()
            }
        }
    }

    /// The mappings that a key lists, each as a page.
    pub fn pages(&mut self, key: &str) -> Vec<Page> {
        match self.values.get(key) {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Sequence(items)) => {
                let mut pages: Vec<Page> = Vec::new();
                for values in items.iter().filter_map(Value::as_mapping) {
                    pages.push(Self {
                        values: values.clone(),
                        ..Self::default()
                    });
                }
                if pages.len() < items.len() {
                    self.faults.push(format!("'{key}' holds what has no keys"));
                }
                pages
            }
            Some(_) => {
                self.faults.push(format!("'{key}' is not a list"));
                Vec::new()
            }
        }
    }
}

/// A scalar as text.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(value) => Some(value.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_as_far_as_it_goes() {
        let mut page = Page::parse(
            "---\nname: N\ntags: [a, 1, {b: c}]\ndescription: [x]\nempty: ''\n---\nText.\n",
        );
        assert_eq!(
            (
                page.text("name").as_deref(),
                page.text("empty"),
                page.body.as_str()
            ),
            (Some("N"), None, "Text.\n")
        );
        assert_eq!(
            (page.texts("tags"), page.text("description")),
            (vec!["a".to_owned(), "1".to_owned()], None)
        );
        assert_eq!(
            page.faults,
            [
                "'tags' holds what is not a text",
                "'description' is not a text"
            ]
        );
        assert_eq!(Page::parse("# Only text\n").faults, Vec::<String>::new());
        assert_eq!(Page::parse("---\nname: [\n---\nText.\n").body, "Text.\n");
        assert_eq!(Page::parse("---\nname: [\n---\nText.\n").faults.len(), 1);
        for list in [
            "skills:\n- name: a\n- 7\n",
            "- name: a\n",
            "---\n# ours\n- name: a\n",
            "---\nskills: [{name: a}]\n",
        ] {
            assert_eq!(
                Page::of_list(list, "skills").pages("skills").len(),
                1,
                "{list}"
            );
        }
        assert_eq!(
            Page::of_list(&"- name: a\n".repeat(2000), "skills")
                .faults
                .len(),
            1,
            "too long"
        );
        assert_eq!(
            Page::parse("---\nskills:\n- name: a\n- 7\n---\n")
                .pages("skills")
                .len(),
            1
        );
    }
}
