//! Finds the days on which a decision was made and changed, in its header and its text.

use super::markdown::first_paragraph;
use super::source::Source;
use super::vocabulary::{CHANGE_SECTIONS, CREATED, DATE_SECTIONS, UPDATED};
use super::{fields, front_matter};
use git_memory_text::date::Date;
use git_memory_text::dates::{self, DateSource, Dated};

impl Source<'_> {
    /// The day it was made, as it states it.
    pub fn created(&self) -> Option<Dated> {
        let keys = [
            "created",
            "creationdate",
            "date",
            "decisiondate",
            "startdate",
        ];
        if let Some(day) = self.front_day(&keys).or_else(|| self.field_day(CREATED)) {
            return Some(Dated::by(day, DateSource::Header));
        }
        if let Some(section) = self.document.find(DATE_SECTIONS)
            && let Some(text) = first_paragraph(self.document.under(section))
            && let Some(day) = dates::first(&text)
        {
            return Some(Dated::by(day, DateSource::Header));
        }
        let first = self.changes().into_iter().min()?;
        Some(Dated::by(first, DateSource::Changelog))
    }

    /// The day of its last change, as it states it.
    pub fn updated(&self) -> Option<Date> {
        let keys = [
            "updated",
            "lastupdated",
            "lastmodified",
            "modified",
            "lastrevised",
        ];
        let said = self.front_day(&keys).or_else(|| self.field_day(UPDATED));
        said.or_else(|| self.changes().into_iter().max())
    }

    fn front_day(&self, keys: &[&str]) -> Option<Date> {
        for key in keys {
            if let Some(text) = front_matter::text(self.front, &[key])
                && let Some(day) = dates::first(&text)
            {
                return Some(day);
            }
        }
        None
    }

    /// The first day that one of the header's fields of these names has.
    fn field_day(&self, keys: &[&str]) -> Option<Date> {
        for key in keys {
            if let Some(text) = fields::value(self.fields, &[key])
                && let Some(day) = dates::first(text)
            {
                return Some(day);
            }
        }
        None
    }

    /// The days that its list of changes names; none if one of them could be two days, as that
    /// may be the first.
    fn changes(&self) -> Vec<Date> {
        let Some(section) = self.document.find(CHANGE_SECTIONS) else {
            return Vec::new();
        };
        let mut days = Vec::new();
        for line in self.document.under(section) {
            // The day comes first in its line; another one in it is part of the text.
            if line.code {
                continue;
            }
            match dates::first(&line.text) {
                Some(day) => days.push(day),
                None if dates::is_ambiguous(&line.text) => return Vec::new(),
                None => {}
            }
        }
        days
    }
}

#[cfg(test)]
mod tests {
    use super::super::markdown::Document;
    use super::super::status::StatusWords;
    use super::*;

    fn days(yaml: &str, text: &str) -> (Option<Dated>, Option<Date>) {
        let front = front_matter::parse(yaml).unwrap();
        let document = Document::parse(text);
        let fields = fields::read(&document);
        let source = Source {
            front: &front,
            document: &document,
            fields: &fields,
            words: &StatusWords::default(),
        };
        (source.created(), source.updated())
    }

    #[test]
    fn the_day_comes_from_the_first_place_that_has_one() {
        for (yaml, text, created, updated) in [
            (
                "date: 2020-01-02",
                "- Date: 2021-01-02\n",
                "2020-01-02 header",
                "",
            ),
            (
                "",
                "- Created: 3 May 2021\n- Updated: 2022-01-02\n",
                "2021-05-03 header",
                "2022-01-02",
            ),
            (
                "",
                "# T\n\n## Date\n\n2021/05/03\n",
                "2021-05-03 header",
                "",
            ),
            (
                "",
                "# T\n\n## Changelog\n\n- 2020-07-09: draft\n- August 11, 2020: more\n",
                "2020-07-09 changelog",
                "2020-08-11",
            ),
            ("", "# T\n\nWritten on 2020-01-02.\n", "", ""),
        ] {
            let found = days(yaml, text);
            let shown = match found.0 {
                Some(dated) => format!("{} {}", dated.day, dated.source.name()),
                None => String::new(),
            };
            assert_eq!(shown, created, "{text}");
            let last = found.1.map(|day| day.to_string()).unwrap_or_default();
            assert_eq!(last, updated, "{text}");
        }
    }
}
