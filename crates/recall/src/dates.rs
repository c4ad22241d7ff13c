//! Dates in a question: `2024-03`, `5 May 2024`, `last week`, as the days that they mean.

use std::ops::RangeInclusive;
use std::str::FromStr;

use git_memory_text::date::Date;
use git_memory_text::{Shape, tokens};

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

/// The days that a question mentions, if any; `today` is the day that "last week" counts from.
#[must_use]
pub fn in_question(question: &str, today: Date) -> Option<RangeInclusive<Date>> {
    // Digits first: a date in digits is exact, wherever in the question it is.
    if let Some(days) = iso(question) {
        return Some(days);
    }
    let mut words: Vec<String> = Vec::new();
    tokens(question, |token| {
        if token.shape == Shape::Word {
            words.push(token.form.to_owned());
        }
    });
    // The first date counts: a second one is rarely another limit.
    for at in 0..words.len() {
        let spoken = Spoken {
            words: &words[at..],
            today,
        };
        if let Some(days) = spoken.days(at == 0) {
            return Some(days);
        }
    }
    None
}

/// `2024-03-05` or `2024-03`.
fn iso(question: &str) -> Option<RangeInclusive<Date>> {
    let mut words = question.split(|c: char| !c.is_ascii_digit() && c != '-');
    words.find_map(|word| iso_days(word.trim_matches('-')))
}

fn iso_days(word: &str) -> Option<RangeInclusive<Date>> {
    if let Ok(day) = word.parse::<Date>() {
        return Some(day..=day);
    }
    let (year, month) = word.split_once('-')?;
    if year.len() != 4 || month.len() != 2 {
        return None;
    }
    Date::month(number(year)?, number(month)?)
}

/// A number, if the text is one.
fn number<N: FromStr>(text: &str) -> Option<N> {
    text.parse().ok()
}

/// The rest of a question, from a word on.
struct Spoken<'a> {
    words: &'a [String],
    today: Date,
}

impl Spoken<'_> {
    /// Days that the first words mean, if they begin a date. The name of a month without a year is
    /// the last month of that name, and needs an introducing word: "may" is a verb, and "mar" and
    /// "dec" are parts of names. `is_first` is true if no word comes before.
    fn days(&self, is_first: bool) -> Option<RangeInclusive<Date>> {
        match (self.word(0), self.word(1)) {
            ("yesterday", _) => Some(self.today.minus(1)..=self.today.minus(1)),
            ("today", _) => Some(self.today..=self.today),
            // Weeks begin on different days for different people: two of them hold 'last week' of
            // all.
            ("last" | "past", "week") => Some(self.today.minus(13)..=self.today.minus(1)),
            ("this", "week") => Some(self.today.minus(6)..=self.today),
            ("last" | "past", "month") => self.last_month(),
            ("this", "month") => Date::month(self.today.year(), self.today.month_number()),
            ("last" | "past", "year") => Date::whole_year(self.today.year() - 1),
            ("this", "year") => Date::whole_year(self.today.year()),
            (count, "day" | "days") if self.word(2) == "ago" => {
                let day = self.today.minus(count_of(count)?);
                Some(day..=day)
            }
            (first, second) => self.named(first, second, is_first),
        }
    }

    /// A day, a month or a year that is named.
    fn named(&self, first: &str, second: &str, is_first: bool) -> Option<RangeInclusive<Date>> {
        for (name, number) in [(first, second), (second, first)] {
            if let (Some(month), Some(day)) = (month(name), day_of_month(number)) {
                let day = self.day(month, day, year(self.word(2)))?;
                return Some(day..=day);
            }
        }
        if matches!(first, "last" | "in" | "since" | "of")
            && let Some(month) = month(second)
            // With a day, the next word begins the date.
            && day_of_month(self.word(2)).is_none()
        {
            return match year(self.word(2)) {
                Some(year) => Date::month(year, month),
                None => Date::month(self.last_year_with(month), month),
            };
        }
        if let (Some(month), Some(year)) = (month(first), year(second)) {
            return Date::month(year, month);
        }
        if matches!(first, "in" | "since" | "during" | "of")
            && let Some(year) = year(second)
        {
            return Date::whole_year(year);
        }
        // A question that is only a year.
        if is_first && second.is_empty() {
            return Date::whole_year(year(first)?);
        }
        None
    }

    /// A day of a month; without a year, the last one until today.
    fn day(&self, month: u32, day: u32, year: Option<i32>) -> Option<Date> {
        let of_year = |year: i32| number::<Date>(&format!("{year:04}-{month:02}-{day:02}"));
        let this = self.today.year();
        match year {
            Some(year) => of_year(year),
            None => of_year(this)
                .filter(|day| *day <= self.today)
                .or_else(|| of_year(this - 1)),
        }
    }

    /// The nth word; empty after the last one.
    fn word(&self, nth: usize) -> &str {
        match self.words.get(nth) {
            Some(word) => word,
            None => "",
        }
    }

    fn last_month(&self) -> Option<RangeInclusive<Date>> {
        match self.today.month_number() {
            1 => Date::month(self.today.year() - 1, 12),
            month => Date::month(self.today.year(), month - 1),
        }
    }

    /// The year in which a month was the last time, this month aside.
    fn last_year_with(&self, month: u32) -> i32 {
        if month < self.today.month_number() {
            self.today.year()
        } else {
            self.today.year() - 1
        }
    }
}

/// The number of a month, from 1.
fn month(name: &str) -> Option<u32> {
    for (number, (long, short)) in (1_u32..).zip(MONTHS) {
        if name == long || name == short {
            return Some(number);
        }
    }
    None
}

/// The number of a day of a month.
fn day_of_month(text: &str) -> Option<u32> {
    number(text).filter(|day| (1..=31).contains(day))
}

/// A number of days, in digits or as a word.
fn count_of(text: &str) -> Option<u64> {
    const WORDS: [&str; 10] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let spelled = (1..).zip(WORDS).find(|(_, word)| *word == text);
    let count = spelled.map_or_else(|| number(text), |(count, _)| Some(count));
    count.filter(|count| *count <= 366)
}

/// A year of four digits in which a record can have been written.
fn year(text: &str) -> Option<i32> {
    let year = number(text)?;
    // Most other numbers of four digits are ports, sizes and codes.
    let is_near = (1970..=2100).contains(&year);
    (text.len() == 4 && is_near).then_some(year)
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
            ("what broke three days ago", Some("2026-11-17 2026-11-17")),
            ("since 5 May 2024", Some("2024-05-05 2024-05-05")),
            ("the call of March 3", Some("2026-03-03 2026-03-03")),
            ("on December 24", Some("2025-12-24 2025-12-24")),
            ("on February 30", None),
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
