//! Days as people write them, in the languages that records are written in. An ambiguous day is not
//! read: `4/3/2021` is March to some and April to others.

use crate::date::Date;

use crate::pattern::{Pattern, compiled};

/// Source of a decision's day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DateSource {
    /// The text states it: front matter, header, a section of that name.
    Header,
    /// The first change that the text lists.
    Changelog,
    /// The file's name.
    Name,
    /// The file's first commit.
    Git,
    /// The oldest commit of a shallow clone, which has the file already: it may be older.
    Shallow,
    /// No source states it: the day of the import.
    Import,
}

impl DateSource {
    /// In one word, for answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Changelog => "changelog",
            Self::Name => "name",
            Self::Git => "git",
            Self::Shallow => "shallow",
            Self::Import => "import",
        }
    }
}

/// A day, and its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dated {
    /// The day.
    pub day: Date,
    /// Source of the day.
    pub source: DateSource,
}

impl Dated {
    /// A day of a source.
    #[must_use]
    pub fn by(day: Date, source: DateSource) -> Self {
        Self { day, source }
    }
}

/// The names of the months, in order; each may be cut after its third letter.
const MONTHS: [&[&str]; 12] = [
    &[
        "january",
        "januar",
        "jänner",
        "janvier",
        "enero",
        "janeiro",
        "gennaio",
        "januari",
        "января",
    ],
    &[
        "february",
        "februar",
        "feber",
        "février",
        "fevrier",
        "fevereiro",
        "febbraio",
        "febrero",
        "febr",
        "февраля",
    ],
    &[
        "march",
        "märz",
        "maerz",
        "mrz",
        "mars",
        "marzo",
        "março",
        "marco",
        "maart",
        "марта",
    ],
    &["april", "avril", "abril", "aprile", "апреля"],
    &["may", "mai", "mayo", "maio", "maggio", "mei", "мая"],
    &["june", "juni", "juin", "junio", "junho", "giugno", "июня"],
    &[
        "july", "juli", "juillet", "julio", "julho", "luglio", "июля",
    ],
    &["august", "août", "aout", "agosto", "augustus", "августа"],
    &[
        "september",
        "septembre",
        "septiembre",
        "setembro",
        "settembre",
        "сентября",
    ],
    &[
        "october",
        "oktober",
        "octobre",
        "octubre",
        "outubro",
        "ottobre",
        "октября",
    ],
    &["november", "novembre", "noviembre", "novembro", "ноября"],
    &[
        "december",
        "dezember",
        "décembre",
        "decembre",
        "diciembre",
        "dezembro",
        "dicembre",
        "декабря",
    ],
];

/// The number of a month, from 1, by its name or the beginning of it.
fn month(name: &str) -> Option<u32> {
    let name = name.trim_end_matches('.').to_lowercase();
    let mut found = None;
    for (number, names) in (1..).zip(MONTHS) {
        let is_meant = |full: &&str| full.starts_with(name.as_str());
        if name.chars().count() < 3 || !names.iter().any(is_meant) {
            continue;
        }
        // `jui` begins two months of French.
        if found.is_some() {
            return None;
        }
        found = Some(number);
    }
    found
}

/// The first day that a text names.
pub fn first(text: &str) -> Option<Date> {
    // Most are written so, and the pattern of all forms takes long to compile.
    if let Some(day) = iso(text.trim()) {
        return Some(day);
    }
    all(text).into_iter().next()
}

/// The day of a text that is `2021-03-04` and nothing else.
fn iso(text: &str) -> Option<Date> {
    let (year, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    let number = |text: &str, digits: usize| {
        let is_number = text.len() == digits && text.bytes().all(|it| it.is_ascii_digit());
        text.parse().ok().filter(|_| is_number)
    };
    real(number(year, 4)?, number(month, 2)?, number(day, 2)?)
}

/// Every day that a text names, in order.
pub fn all(text: &str) -> Vec<Date> {
    // Only the first days of a long text matter.
    const LIMIT: usize = 100;
    static DAY: Pattern = compiled!(
        r"(?x)
          (?<y1>\d{4}) (?: - (?<m1>\d{1,2}) - | / (?<m2>\d{1,2}) / | \. (?<m3>\d{1,2}) \. )
            (?<d1>\d{1,2}) (?:\b|T|_)
        | (?<y2>\d{4}) \s* [年년] \s* (?<m4>\d{1,2}) \s* [月월] \s* (?<d2>\d{1,2}) \s* [日일]
        | \b (?<d3>\d{1,2}) (?: st|nd|rd|th|er|º|ª )? \.? [\s\u{a0}-]* (?: de\s+|of\s+ )?
            (?<n1>\p{L}{3,10}) \.? ,? [\s\u{a0}-]+ (?: de\s+|del\s+ )? (?<y3>\d{4}) \b
        | \b (?<n2>\p{L}{3,10}) \.? \s+ (?<d4>\d{1,2}) (?: st|nd|rd|th )? \s* ,? \s+ (?<y4>\d{4}) \b
        | \b (?<y5>\d{4}) [\s-]+ (?<n3>\p{L}{3,10}) [\s-]+ (?<d5>\d{1,2}) \b
        | \b (?<a>\d{1,2})
            (?: / (?<b1>\d{1,2}) / | \. \s* (?<b2>\d{1,2}) \. \s* | - (?<b3>\d{1,2}) - )
            (?<y6>\d{4}) \b
        | \b (?<y7>(?:19|20)\d{2}) (?<m5>[01]\d) (?<d6>[0-3]\d) \b"
    );
    // Most texts that are asked have no digit at all.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for parts in DAY.captures_iter(text).take(LIMIT) {
        let start = parts.get(0).map_or(0, |whole| whole.start());
        // The tail of a longer number is not a year.
        if text[..start].ends_with(|before: char| before.is_ascii_digit()) {
            continue;
        }
        let number = |names: &[&str]| {
            let mut groups = names.iter().filter_map(|name| parts.name(name));
            groups.next()?.as_str().parse::<u32>().ok()
        };
        let year = number(&["y1", "y2", "y3", "y4", "y5", "y6", "y7"]);
        let name = ["n1", "n2", "n3"].iter().find_map(|name| parts.name(name));
        let day = if let Some((one, other)) = number(&["a"]).zip(number(&["b1", "b2", "b3"])) {
            unambiguous(one, other)
        } else {
            let month = match name {
                Some(name) => month(name.as_str()),
                None => number(&["m1", "m2", "m3", "m4", "m5"]),
            };
            month.zip(number(&["d1", "d2", "d3", "d4", "d5", "d6"]))
        };
        if let (Some(year), Some((month, day))) = (year, day) {
            found.extend(real(year, month, day));
        }
    }
    found
}

/// True if a text has something like `4/3/2021`, which could be two days.
pub fn is_ambiguous(text: &str) -> bool {
    static NUMBERS: Pattern = compiled!(r"\b\d{1,2}([./-])\s*\d{1,2}[./-]\s*\d{4}\b");
    NUMBERS.is_match(text)
}

/// Month and day of two numbers that may be in either order; `None` if both are possible.
fn unambiguous(one: u32, other: u32) -> Option<(u32, u32)> {
    match (one, other) {
        _ if one == other => Some((one, other)),
        (13.., 1..=12) => Some((other, one)),
        (1..=12, 13..) => Some((one, other)),
        _ => None,
    }
}

/// A day of the calendar in the years in which records are written; a template has 0000-00-00.
fn real(year: u32, month: u32, day: u32) -> Option<Date> {
    if !(1900..=2999).contains(&year) {
        return None;
    }
    // A day that the calendar does not have is not a date, even in the right form.
    format!("{year:04}-{month:02}-{day:02}").parse().ok()
}

/// The day in a file's name, such as `2021-03-04-use-x.md` or `20210304-use-x.md`.
pub fn in_file_name(name: &str) -> Option<Date> {
    let parts = DAY_IN_NAME.captures(name)?;
    let number = |nth: usize| parts.get(nth)?.as_str().parse::<u32>().ok();
    real(number(1)?, number(2)?, number(3)?)
}

static DAY_IN_NAME: Pattern = compiled!(
    r"^(?:[A-Za-z]{1,8}[-_ ])?((?:19|20)\d{2})[-_.]?(\d{2})[-_.]?(\d{2})(?:\d{4})?(?:[-_ .T]|$)"
);

/// A file's name without the day at its beginning.
pub fn after_day(name: &str) -> &str {
    match DAY_IN_NAME.find(name) {
        Some(day) if in_file_name(name).is_some() => &name[day.end()..],
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_day_is_read_in_every_usual_form() {
        for text in [
            "2021-03-04",
            "2021-3-4",
            "2021/03/04",
            "2021.03.04",
            "4 March 2021",
            "March 4, 2021",
            "Mar 4 2021",
            "March 4th, 2021",
            "4th of March 2021",
            "04-Mar-2021",
            "2021 March 4",
            "4. März 2021",
            "4 mars 2021",
            "4 de marzo de 2021",
            "4 de março de 2021",
            "2021年3月4日",
            "2021년 3월 4일",
            "20210304",
            "2021-03-04T10:00:00Z",
            "(2021-03-04)",
            "Thu, 4 Mar 2021 10:00",
            "accepted on 2021-03-04 by all",
        ] {
            let found = first(text).map(|day| day.to_string());
            assert_eq!(found.as_deref(), Some("2021-03-04"), "{text}");
        }
    }

    #[test]
    fn ambiguous_days_are_not_read() {
        for (text, expected) in [
            ("4/3/2021", None),
            ("04.03.2021", None),
            ("4.4.2021", Some("2021-04-04")),
            ("25/04/2022", Some("2022-04-25")),
            ("04/25/2022", Some("2022-04-25")),
            ("31.12.2021", Some("2021-12-31")),
            ("2021-02-29", None),
            ("2021-13-01", None),
            ("0000-00-00", None),
            ("120210304", None),
            ("version 1.2.3", None),
            ("in March 2021", None),
            ("4 Monday 2021", None),
        ] {
            let found = first(text).map(|day| day.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn every_day_of_a_list_is_read() {
        let found: Vec<_> = all("- 2020-07-09: draft\n- August 11, 2020: more\n")
            .into_iter()
            .map(|day| day.to_string())
            .collect();
        assert_eq!(found, ["2020-07-09", "2020-08-11"]);
    }

    #[test]
    fn a_file_may_be_named_after_its_day() {
        for (name, expected, rest) in [
            ("2021-03-04-use-x.md", Some("2021-03-04"), "use-x.md"),
            ("20210304-use-x.md", Some("2021-03-04"), "use-x.md"),
            ("202103041230_x.md", Some("2021-03-04"), "x.md"),
            ("adr-2021-03-04-x.md", Some("2021-03-04"), "x.md"),
            ("2021-x.md", None, "2021-x.md"),
            ("0012-x.md", None, "0012-x.md"),
            ("2021-13-04-x.md", None, "2021-13-04-x.md"),
        ] {
            let found = in_file_name(name).map(|day| day.to_string());
            assert_eq!(found.as_deref(), expected, "{name}");
            assert_eq!(after_day(name), rest, "{name}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_searched(text in "\\PC{0,60}", name in "[0-9A-Za-z._-]{0,30}") {
            let _ = all(&text);
            let _ = after_day(&name);
        }
    }
}
