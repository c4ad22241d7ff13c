//! Calendar days, as records write them: UTC, `YYYY-MM-DD`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, NaiveDateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

/// Length of a day as a text.
const DAY_LENGTH: usize = 10;

/// A day of the Gregorian calendar, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i32", into = "i32")]
pub struct Date(NaiveDate);

/// A text that is not a day written as `YYYY-MM-DD`.
#[derive(Debug, thiserror::Error)]
#[error("'{0}' is not a date of the form YYYY-MM-DD")]
pub struct NotADate(String);

impl Date {
    /// The UTC day of a moment.
    #[must_use]
    pub fn of(moment: DateTime<Utc>) -> Self {
        Self(moment.date_naive())
    }

    /// The UTC day of a moment in seconds since 1970; `None` for a moment outside of the calendar.
    #[must_use]
    pub fn of_seconds(seconds: i64) -> Option<Self> {
        DateTime::from_timestamp(seconds, 0).map(Self::of)
    }

    /// The UTC day that a text names: a day, or a moment as RFC 3339 writes it; `None` for any
    /// other text, and for years that have not four digits.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        // Histories have tens of thousands of moments: no one of them is looked at as a day.
        let day: Self = if text.len() == DAY_LENGTH {
            text.parse().ok()?
        } else {
            Self::of(DateTime::parse_from_rfc3339(text).ok()?.to_utc())
        };
        // Days are compared as texts, too: a year of five digits would come before one of four.
        (1..=9999).contains(&day.year()).then_some(day)
    }

    /// Its year; may be below 1.
    #[must_use]
    pub fn year(self) -> i32 {
        self.0.year()
    }

    /// Its month, from 1.
    #[must_use]
    pub fn month_number(self) -> u32 {
        self.0.month()
    }

    /// The day that many days earlier; the same day if the calendar does not reach so far back.
    #[must_use]
    pub fn minus(self, days: u64) -> Self {
        match self.0.checked_sub_days(Days::new(days)) {
            Some(day) => Self(day),
            // A period of a million years should not end in an error.
            None => self,
        }
    }

    /// The days of a month; `None` if there is no such month.
    #[must_use]
    pub fn month(year: i32, month: u32) -> Option<RangeInclusive<Self>> {
        let first = NaiveDate::from_ymd_opt(year, month, 1)?;
        let next = first.checked_add_months(Months::new(1))?;
        Some(Self(first)..=Self(next.pred_opt()?))
    }

    /// The days of a year; `None` if the calendar does not reach it.
    #[must_use]
    pub fn whole_year(year: i32) -> Option<RangeInclusive<Self>> {
        let first = NaiveDate::from_ymd_opt(year, 1, 1)?;
        let last = NaiveDate::from_ymd_opt(year, 12, 31)?;
        Some(Self(first)..=Self(last))
    }

    /// The day as a file name begins with it: `YYMMDD`.
    #[must_use]
    pub fn compact(self) -> String {
        format!(
            "{:02}{:02}{:02}",
            self.0.year().rem_euclid(100),
            self.0.month(),
            self.0.day()
        )
    }
}

/// The moment that a text with a time of day names, in seconds since 1970: as RFC 3339 writes it,
/// or as tools do (`2026-11-20 10:00`), then in UTC. `None` for a day without a time.
#[must_use]
pub fn moment_of_text(text: &str) -> Option<i64> {
    // Most dates are days.
    if text.len() <= "YYYY-MM-DD".len() {
        return None;
    }
    if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
        return Some(moment.timestamp());
    }
    let forms = [
        "%Y-%m-%d %H:%M:%S",
        "%Y-%m-%d %H:%M",
        "%Y-%m-%dT%H:%M:%S",
        "%Y-%m-%dT%H:%M",
    ];
    for form in forms {
        if let Ok(moment) = NaiveDateTime::parse_from_str(text, form) {
            return Some(moment.and_utc().timestamp());
        }
    }
    None
}

/// A moment, given in seconds since 1970, as RFC 3339 writes it in UTC.
#[must_use]
pub fn rfc3339(seconds: i64) -> String {
    let moment = match DateTime::from_timestamp(seconds, 0) {
        Some(moment) => moment,
        // A commit may claim any time. One beyond the calendar is damage or a joke; 1970 shows it.
        None => DateTime::<Utc>::UNIX_EPOCH,
    };
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}

impl FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Self, NotADate> {
        let not_a_date = || NotADate(text.chars().take(40).collect());
        if let Some((year, month, day)) = numbers(text) {
            let day = NaiveDate::from_ymd_opt(year, month, day);
            return day.map(Self).ok_or_else(not_a_date);
        }
        match NaiveDate::parse_from_str(text, "%Y-%m-%d") {
            // The library takes months and days of one digit too.
            Ok(day) if text.len() == DAY_LENGTH => Ok(Self(day)),
            _ => Err(not_a_date()),
        }
    }
}

/// Reads year, month and day from a text that has only digits and dashes in their places, as nearly
/// all have: the library takes ten times as long.
fn numbers(text: &str) -> Option<(i32, u32, u32)> {
    let bytes: &[u8; DAY_LENGTH] = text.as_bytes().try_into().ok()?;
    let mut numbers = [0_u32; 3];
    let mut nth = 0;
    for (at, byte) in bytes.iter().enumerate() {
        match (at, byte) {
            (4 | 7, b'-') => nth += 1,
            (4 | 7, _) => return None,
            (_, b'0'..=b'9') => numbers[nth] = numbers[nth] * 10 + u32::from(byte - b'0'),
            _ => return None,
        }
    }
    let [year, month, day] = numbers;
    Some((i32::try_from(year).ok()?, month, day))
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{:04}-{:02}-{:02}",
            self.0.year(),
            self.0.month(),
            self.0.day()
        )
    }
}

impl From<Date> for i32 {
    fn from(date: Date) -> i32 {
        date.0.num_days_from_ce()
    }
}

impl TryFrom<i32> for Date {
    type Error = NotADate;

    fn try_from(days: i32) -> Result<Self, NotADate> {
        match NaiveDate::from_num_days_from_ce_opt(days) {
            Some(day) => Ok(Self(day)),
            None => Err(NotADate(days.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_one_form_is_a_date() {
        for good in ["2026-11-20", "0001-01-01", "2024-02-29"] {
            assert_eq!(good.parse::<Date>().unwrap().to_string(), good);
        }
        for bad in [
            "2026-11-31",
            "2026-1-2",
            "20261120",
            "2026-11-20T00:00:00Z",
            "",
            "today",
        ] {
            assert!(bad.parse::<Date>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_text_names_a_day_in_utc() {
        let day = |text| Date::of_text(text).map(|day| day.to_string());
        assert_eq!(day("2026-11-20").as_deref(), Some("2026-11-20"));
        assert_eq!(
            day("2026-11-20T23:30:00.5-02:00").as_deref(),
            Some("2026-11-21")
        );
        for bad in [
            "",
            "today",
            "2026-11-20 10:00",
            "9999-12-31T23:59:59-12:00",
            "0000-01-01",
        ] {
            assert_eq!(day(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_moment_is_written_in_utc() {
        assert_eq!(rfc3339(1_795_176_000), "2026-11-20T12:00:00Z");
        assert_eq!(rfc3339(i64::MAX), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn a_file_name_begins_with_the_compact_day() {
        assert_eq!("2026-11-20".parse::<Date>().unwrap().compact(), "261120");
    }
}
