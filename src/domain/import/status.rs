//! Foreign words for a decision's status, and foreign dates.

use crate::domain::date::Date;
use crate::domain::kind::{ACTIVE, ARCHIVED, PROPOSED, REJECTED, SUPERSEDED};

use super::fields::head_end;
use super::markdown::Document;
use super::pattern::{Pattern, compiled};
use super::plain::plain;

/// The words that people write, under the status that they mean here.
const WORDS: [(&str, &[&str]); 5] = [
    (
        ACTIVE,
        &[
            "active",
            "accepted",
            "approved",
            "decided",
            "implemented",
            "adopted",
            "agreed",
            "ratified",
            "done",
            "final",
            "finalized",
            "completed",
            "effective",
            "effect",
            "merged",
            "stable",
        ],
    ),
    (
        PROPOSED,
        &[
            "proposed",
            "proposal",
            "draft",
            "hold",
            "pending",
            "wip",
            "progress",
            "review",
            "discussion",
            "open",
            "new",
            "idea",
            "deferred",
            "postponed",
        ],
    ),
    (SUPERSEDED, &["superseded", "superceded", "replaced"]),
    (
        REJECTED,
        &[
            "rejected",
            "declined",
            "withdrawn",
            "retracted",
            "abandoned",
            "cancelled",
            "canceled",
        ],
    ),
    (
        ARCHIVED,
        &[
            "deprecated",
            "obsolete",
            "obsoleted",
            "retired",
            "archived",
            "outdated",
        ],
    ),
];

/// Words that take back the word after them.
const HEDGES: [&str; 12] = [
    "not",
    "never",
    "partially",
    "partly",
    "mostly",
    "part",
    "parts",
    "be",
    "may",
    "might",
    "will",
    "until",
];

/// The status that a text such as `Accepted (2020-01-31)` means: that of its first word that says
/// one. A text that says none is a proposal: nothing shows that it was decided.
pub(crate) fn mean(text: &str) -> &'static str {
    let text = plain(text).to_lowercase();
    let mut words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    words.retain(|word| !word.is_empty());
    for (place, word) in words.iter().enumerate() {
        let Some((status, _)) = WORDS.iter().find(|(_, words)| words.contains(word)) else {
            continue;
        };
        // Two words back, for `not yet accepted` and `to be superseded`.
        let before = &words[place.saturating_sub(2)..place];
        if !before.iter().any(|word| HEDGES.contains(word)) {
            return status;
        }
    }
    PROPOSED
}

/// A notice before the first section that takes the decision back, such as `This RFC was later
/// **withdrawn**`: the status that it gives, and its sentence, plain. A notice about a part of it
/// takes nothing back.
pub(crate) fn notice(document: &Document<'_>) -> Option<(&'static str, String)> {
    static NOTICE: Pattern = compiled!(
        r"(?xi) \b this\s+(?:rfc|adr|decision|record|document)
            \s+ (?:was|is|has\s+been)\b [^.;:]*?
            \b (?<gone> withdrawn|rejected|retired|retracted|deprecated|abandoned ) \b
        | \b decided\s+to\s+retract\s+this\s+(?:rfc|adr|decision|record|document) \b"
    );
    // What is said of a part of it, or not for certain.
    static PART: Pattern = compiled!(
        r"(?xi) \b (?: parts?|partly|partially|mostly|some|sections?
        | not|if|may|might|could|would ) \b"
    );
    let mut head = String::new();
    for line in &document.lines[..head_end(document)] {
        if !line.code {
            head.push_str(line.text.trim_start_matches(['#', '>', ' ']));
            head.push('\n');
        }
    }
    for paragraph in head.split("\n\n") {
        let paragraph = plain(paragraph);
        let Some(parts) = NOTICE.captures(&paragraph) else {
            continue;
        };
        if PART.is_match(&parts[0]) {
            continue;
        }
        let status = match parts.name("gone") {
            Some(gone) => mean(gone.as_str()),
            None => REJECTED,
        };
        return Some((status, parts[0].to_owned()));
    }
    None
}

/// A date at the start of a text, as `YYYY-MM-DD`: written so or with slashes, perhaps in brackets
/// or quotes, and a real day of the calendar.
pub(crate) fn date(text: &str) -> Option<String> {
    // The year first: in `01/02/2020` nobody knows which of the two is the month.
    static DATE: Pattern =
        compiled!(r#"^[\s(\[`*_"']*(\d{4})(?:-(\d{2})-|/(\d{2})/)(\d{2})(?:[^\d]|$)"#);
    let parts = DATE.captures(text)?;
    let month = parts.get(2).or_else(|| parts.get(3))?.as_str();
    let day = format!("{}-{month}-{}", &parts[1], &parts[4]);
    match day.parse::<Date>() {
        Ok(day) if day.year() > 0 => Some(day.to_string()),
        // A day that the calendar does not have is not a date, whatever it looks like; a template
        // has 0000-00-00 there.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mean_a_status() {
        for (text, expected) in [
            ("Accepted", "active"),
            ("**accepted** (was rejected first)", "active"),
            ("on hold", "proposed"),
            ("Not accepted", "proposed"),
            ("~~Accepted~~ Superseded by 7", "superseded"),
            ("partially superseded; still accepted", "active"),
            ("Deprecated", "archived"),
            ("withdrawn by its author", "rejected"),
            ("whatever", "proposed"),
        ] {
            assert_eq!(mean(text), expected, "{text}");
        }
    }

    #[test]
    fn a_notice_takes_the_whole_decision_back_or_nothing() {
        for (text, expected) in [
            (
                "## This ADR was approved, but later **withdrawn**\n\n## Summary\n",
                Some("rejected"),
            ),
            (
                "## This ADR was approved, but part of it later **withdrawn**\n",
                None,
            ),
            (
                "> Note: this decision has\n> been retired.\n",
                Some("archived"),
            ),
            ("The team decided to retract this RFC.", Some("rejected")),
            ("## Summary\n\nThis RFC was rejected.\n", None),
        ] {
            assert_eq!(
                notice(&Document::parse(text)).map(|(status, _)| status),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn dates_are_days_of_the_calendar() {
        for (text, expected) in [
            ("2014-06-15 ", Some("2014-06-15")),
            ("(2020/02/29) or so", Some("2020-02-29")),
            ("2024-01-02T10:00:00Z", Some("2024-01-02")),
            ("2021-02-29", None),
            ("2021-13-01", None),
            ("01-02-2021", None),
            ("2021-02/03", None),
            ("2021-01-011", None),
        ] {
            assert_eq!(date(text).as_deref(), expected, "{text}");
        }
    }
}
