//! The values of a record that is added or replaces another one, as they were typed.

use std::collections::BTreeMap;

use crate::records::Title;
use crate::records::add::NewRecord;
use crate::records::valid::{must_be_one_line, parse_id, parse_scope, parse_source, parse_status};
use crate::workspace::Error;
use git_memory_model::keys;
use git_memory_model::kind::{Kind, Part};
use git_memory_text as text;

/// Values of a new record. Its kind is given separately, or is that of the replaced record.
#[derive(Clone, Debug, Default)]
pub struct RecordQuestion {
    /// The title, one line.
    pub title: String,
    /// The id, of the kind; one that is free where it is not given.
    pub id: Option<String>,
    /// An abstract of one or two sentences; taken from the body where it is not given.
    pub description: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// The paths that the record is about, as pathspecs.
    pub paths: Vec<String>,
    /// The part of the repository that the record is about; the whole where it is not given.
    pub scope: Option<String>,
    /// The category.
    pub category: Option<String>,
    /// The status; the kind's default where it is not given.
    pub status: Option<String>,
    /// Related records: ids, unique prefixes of them, or paths.
    pub related: Vec<String>,
    /// Kind of the author: manual, agent or tool; manual by default.
    pub source: Option<String>,
    /// The texts of the kind's own sections and keys, by the names of their flags: `rationale`,
    /// `owner`.
    pub parts: BTreeMap<String, String>,
    /// The text before the sections.
    pub body: Option<String>,
}

impl RecordQuestion {
    /// Adapts the question for private memory, which removes invisible characters from a title that
    /// tracked memory would refuse.
    #[must_use]
    pub fn for_private(mut self) -> Self {
        self.title = text::plain(&self.title);
        self
    }

    /// The first of the parts that records of this kind do not have.
    #[must_use]
    pub fn foreign_part(&self, kind: Kind) -> Option<&str> {
        let mut names = self.parts.keys();
        let is_known = |name: &String| parts_of(kind).any(|part| is_called(part, name));
        names.find(|name| !is_known(name)).map(String::as_str)
    }

    /// The use case's request for a record of this kind.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a title, tag, category, status, scope or source that no such record
    /// can have, and for a part that the kind does not have.
    pub fn request(self, kind: Kind) -> Result<NewRecord, Error> {
        if let Some(name) = self.foreign_part(kind) {
            let name = text::visible(name);
            let known: Vec<&str> = parts_of(kind).map(|part| part.flag).collect();
            let known = match known.as_slice() {
                [] => "no parts, only a body".to_owned(),
                known => known.join(", "),
            };
            let kind = kind.one();
            let why = format!("{kind} has no '{name}'; it has: {known}");
            return Err(Error::BadValue(why));
        }
        for tag in &self.tags {
            must_be_one_line(&keys::TAGS, tag)?;
        }
        if let Some(category) = &self.category {
            must_be_one_line(&keys::CATEGORY, category)?;
        }
        let mut request = NewRecord::new(kind, Title::of_typed(&self.title)?);
        if let Some(id) = &self.id {
            request.id = Some(parse_id(kind, id)?);
        }
        if let Some(status) = &self.status {
            request.status = Some(parse_status(kind, status)?);
        }
        if let Some(scope) = &self.scope {
            request.scope = Some(parse_scope(scope)?);
        }
        if let Some(source) = &self.source {
            request.source = Some(parse_source(source)?);
        }
        for (name, text) in self.parts {
            let part = parts_of(kind).find(|part| is_called(part, &name));
            let flag = part.map_or("", |part| part.flag);
            if request.parts.insert(flag, text).is_some() {
                return Err(Error::BadValue(format!("'{flag}' is given twice")));
            }
        }
        Ok(NewRecord {
            description: self.description,
            tags: self.tags,
            paths: self.paths,
            category: self.category,
            related: self.related,
            body: self.body,
            ..request
        })
    }
}

/// The sections and keys that records of a kind have.
fn parts_of(kind: Kind) -> impl Iterator<Item = &'static Part> {
    kind.sections().iter().chain(kind.keys())
}

/// True if a name means a part: by its flag, or by its heading or key as reports of missing parts
/// name it.
fn is_called(part: &Part, name: &str) -> bool {
    part.flag == name || part.name.eq_ignore_ascii_case(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titled(title: &str) -> RecordQuestion {
        RecordQuestion {
            title: title.to_owned(),
            ..RecordQuestion::default()
        }
    }

    fn with_parts(kind: Kind, parts: &[(&str, &str)]) -> Vec<(&'static str, String)> {
        let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        let question = RecordQuestion {
            parts: parts.iter().map(owned).collect(),
            ..titled("One queue")
        };
        question.request(kind).unwrap().parts.into_iter().collect()
    }

    #[test]
    fn parts_are_named_by_flag_or_heading() {
        let text = |text: &str| text.to_owned();
        let given = [
            ("rationale", "Simple."),
            ("decision", "One."),
            ("consequences", ""),
        ];
        assert_eq!(
            with_parts(Kind::DECISION, &given),
            [
                ("consequences", text("")),
                ("decision", text("One.")),
                ("rationale", text("Simple."))
            ]
        );
        assert_eq!(
            with_parts(
                Kind::OPEN_LOOP,
                &[("owner", "ada"), ("Why it matters", "She knows.")]
            ),
            [("owner", text("ada")), ("why", text("She knows."))]
        );
    }

    #[test]
    fn bad_values_are_refused_with_the_good_ones() {
        type Change = fn(&mut RecordQuestion);
        let bad: [(Change, &str); 9] = [
            (|it| it.title.clear(), "the title is empty"),
            (
                |it| it.title = "a\nb".into(),
                "the title has more than one line",
            ),
            (
                |it| it.title = "a\u{202e}b".into(),
                "the title has a hidden character, U+202E",
            ),
            (
                |it| it.tags = vec!["b".into(), "c\nd".into()],
                "'tags' has more than one line",
            ),
            (
                |it| it.id = Some("con-7k3m9q".into()),
                "'con-7k3m9q' cannot be the id of a decision: that is 'dec-' and 6 to 40 of a-z, 0-9",
            ),
            (
                |it| it.status = Some("blue".into()),
                "'blue' is not a status of a decision; it has: active, proposed, superseded, \
                 rejected, archived",
            ),
            (
                |it| it.source = Some("me".into()),
                "'me' is not a source; it is one of: manual, agent, tool",
            ),
            (
                |it| it.parts = [("cause".into(), "y".into())].into(),
                "a decision has no 'cause'; it has: decision, rationale, consequences, related-text",
            ),
            (|it| it.scope = Some("../up".into()), "../up"),
        ];
        for (spoil, why) in bad {
            let mut question = titled("x");
            spoil(&mut question);
            let error = question.request(Kind::DECISION).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn a_private_title_loses_what_cannot_be_seen() {
        let request = titled("a\u{202e}b")
            .for_private()
            .request(Kind::NOTE)
            .unwrap();
        assert_eq!(request.title.as_str(), "ab");
    }
}
