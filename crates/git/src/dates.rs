//! Dates in git's own words: `yesterday`, `2 weeks ago`, `last friday`.

use super::{Error, Repo};

/// Words that git reads in a date (date.c), beside [`NAMES`].
const WORDS: [&str; 43] = [
    "now",
    "today",
    "yesterday",
    "noon",
    "midnight",
    "tea",
    "never",
    "last",
    "ago",
    "am",
    "pm",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "second",
    "seconds",
    "minute",
    "minutes",
    "hour",
    "hours",
    "day",
    "days",
    "week",
    "weeks",
    "month",
    "months",
    "year",
    "years",
    "utc",
    "gmt",
    "z",
    "t",
    "at",
    "of",
    "the",
    "on",
];

impl Repo {
    /// Seconds since 1970 of a date in git's words, seen from `now`; `None` for other words, which
    /// git would take for now.
    pub fn date_in_words(&self, words: &str, now: i64) -> Result<Option<i64>, Error> {
        if !is_date(words) {
            return Ok(None);
        }
        let option = format!("--since={words}");
        // git takes its own clock from there.
        let git = self.git(["rev-parse", &option]);
        let line = git.env("GIT_TEST_DATE_NOW", now.to_string()).line()?;
        let seconds = line.strip_prefix("--max-age=").map(str::parse);
        match seconds {
            Some(Ok(seconds)) => Ok(Some(seconds)),
            Some(Err(_)) | None => Err(Error::unexpected("rev-parse --since")),
        }
    }
}

/// True if git knows every word of a text. git takes a day that no month has for another day.
fn is_date(text: &str) -> bool {
    let text = text.to_lowercase();
    let day: Vec<&str> = text.splitn(4, ['-', ' ', 't']).collect();
    if let [year, month, day, ..] = day[..]
        && year.len() == 4
        && let (Ok(_), Ok(month), Ok(day)) =
            (year.parse::<u16>(), month.parse::<u8>(), day.parse::<u8>())
        && !((1..=12).contains(&month) && (1..=31).contains(&day))
    {
        return false;
    }
    let mut words = text
        .split(|sign: char| !sign.is_alphabetic())
        .filter(|word| !word.is_empty())
        .peekable();
    let has_number = text.contains(|sign: char| sign.is_ascii_digit());
    (words.peek().is_some() || has_number)
        && words.all(|word| {
            let is_name = |name: &&str| word.len() >= 3 && name.starts_with(word);
            WORDS.contains(&word) || NAMES.iter().any(is_name)
        })
}

/// Months and days of the week, of which git takes three letters or more.
const NAMES: [&str; 19] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_git_would_skip_are_no_date() {
        for date in [
            "yesterday",
            "2 weeks ago",
            "last friday",
            "Nov 26 2026",
            "3.days.ago",
            "12:30",
            "2026-1-5",
            "2026-11-20 12:30",
        ] {
            assert!(is_date(date), "{date}");
        }
        let days = ["2026-13-05", "2026-11-45", "2026-0-1 12:30"];
        let words = ["", "soon", "yesterdayy", "marching", "2 fortnights", "--"];
        for other in days.into_iter().chain(words) {
            assert!(!is_date(other), "{other}");
        }
    }
}
