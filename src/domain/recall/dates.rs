//! Dates in a question: `2024-03`, `May 2024`, `last week`, as the days that they mean.

use std::ops::RangeInclusive;

use crate::domain::date::Date;
use crate::domain::text::{Shape, tokens};

const MONTHS: [(&str, &str); 12] = [
    ("january", "jan"),
    ("february", "feb"),
    ("march", "mar"),
    ("april", "apr"),
    ("may", "may"),
    ("june", "jun"),
    ("july", "jul"),
    ("august", "aug"),
    ("september", "sep"),
    ("october", "oct"),
    ("november", "nov"),
    ("december", "dec"),
];

/// The days that a question speaks of, if it does.
#[must_use]
pub fn in_question(question: &str, today: Date) -> Option<RangeInclusive<Date>> {
    let mut words: Vec<String> = Vec::new();
    tokens(question, |token| {
        words.extend((token.shape == Shape::Word).then(|| token.form.to_owned()));
    });
    iso(question).or_else(|| (0..words.len()).find_map(|at| spoken(&words[at..], today, at > 0)))
}

/// `2024-03-05` or `2024-03`.
fn iso(question: &str) -> Option<RangeInclusive<Date>> {
    let is_part = |c: char| c.is_ascii_digit() || c == '-';
    question.split(|c| !is_part(c)).find_map(|word| {
        let word = word.trim_matches('-');
        if let Ok(day) = word.parse::<Date>() {
            return Some(day..=day);
        }
        let (year, month) = word
            .split_once('-')
            .filter(|(year, month)| year.len() == 4 && month.len() == 2)?;
        Date::month(year.parse().ok()?, month.parse().ok()?)
    })
}

/// What the first words mean, if they begin a date. A month that is named alone is the last one of
/// that name, and has to be spelled out: "may" is a verb, and "mar" and "dec" are parts of names.
fn spoken(words: &[String], today: Date, has_before: bool) -> Option<RangeInclusive<Date>> {
    let word = |nth: usize| words.get(nth).map_or("", String::as_str);
    let month = |name: &str| {
        (1_u32..)
            .zip(MONTHS)
            .find(|(_, (long, short))| name == *long || name == *short)
    };
    let year = |text: &str| {
        text.parse::<i32>()
            .ok()
            .filter(|year| text.len() == 4 && (1970..=2100).contains(year))
    };
    let (this_year, this_month) = (today.year(), today.month_number());
    let last_of = |month: u32| {
        if month < this_month {
            this_year
        } else {
            this_year - 1
        }
    };
    match (word(0), word(1), word(2)) {
        ("yesterday", ..) => Some(today.minus(1)..=today.minus(1)),
        ("today", ..) => Some(today..=today),
        ("last" | "past", "week", _) => Some(today.minus(13)..=today.minus(1)),
        ("this", "week", _) => Some(today.minus(6)..=today),
        ("last" | "past", "month", _) => {
            let (year, month) = if this_month == 1 {
                (this_year - 1, 12)
            } else {
                (this_year, this_month - 1)
            };
            Date::month(year, month)
        }
        ("this", "month", _) => Date::month(this_year, this_month),
        ("last" | "past", "year", _) => Date::whole_year(this_year - 1),
        ("this", "year", _) => Date::whole_year(this_year),
        ("last" | "in" | "since" | "of", name, next) if month(name).is_some() => {
            let (number, _) = month(name)?;
            Date::month(year(next).unwrap_or_else(|| last_of(number)), number)
        }
        (name, next, _) if month(name).is_some() && year(next).is_some() => {
            Date::month(year(next)?, month(name)?.0)
        }
        ("in" | "since" | "during" | "of", next, _) if year(next).is_some() => {
            Date::whole_year(year(next)?)
        }
        (only, "", _) if !has_before && year(only).is_some() => Date::whole_year(year(only)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_days() {
        let today: Date = "2026-11-20".parse().unwrap();
        for (question, expected) in [
            ("what changed on 2024-03-05?", Some("2024-03-05 2024-03-05")),
            ("decisions of 2024-03", Some("2024-03-01 2024-03-31")),
            ("what did we decide last May", Some("2026-05-01 2026-05-31")),
            ("last December", Some("2025-12-01 2025-12-31")),
            ("storage, March 2024", Some("2024-03-01 2024-03-31")),
            ("lessons in 2024", Some("2024-01-01 2024-12-31")),
            ("2024", Some("2024-01-01 2024-12-31")),
            ("last month", Some("2026-10-01 2026-10-31")),
            ("yesterday", Some("2026-11-19 2026-11-19")),
            ("what may go wrong", None),
            ("error 2024 in the parser", None),
            ("v2024-99", None),
            ("", None),
        ] {
            let found =
                in_question(question, today).map(|days| format!("{} {}", days.start(), days.end()));
            assert_eq!(found.as_deref(), expected, "{question}");
        }
    }
}
