//! Changing one value of a document of other origin, in the document's own form: a key of its front
//! matter, a line of its header, or the line below `## Status`. No other line changes.
//!
//! The writers read their own text again. A form that is not understood is never guessed at: the
//! error tells the line to write by hand.

mod front;
mod spot;
mod value;

use self::spot::{Form, Spot};
pub use self::value::{ByHand, Link, Value};
use super::status::StatusWords;
use super::vocabulary::{MADR_SECTIONS, RELATED, STATUS, SUPERSEDED_BY, SUPERSEDES, UPDATED};
use crate::kind::{ACTIVE, ARCHIVED, Kind, PROPOSED, REJECTED, SUPERSEDED};

/// The words of decision documents for the statuses of a decision.
const WORDS: [(&str, &str); 2] = [(ACTIVE, "accepted"), (ARCHIVED, "deprecated")];
/// The statuses for which documents have the same words: they do not tell whose vocabulary it is.
const SHARED: [&str; 3] = [PROPOSED, REJECTED, SUPERSEDED];

/// A document's text with another status. `status` is one of the kind's; `said` is the document's
/// own word for it, where the user gave one. A text that has the status already stays as it is.
///
/// # Errors
/// [`ByHand`] where no place for a status is understood.
pub fn with_status(
    text: &str,
    kind: Kind,
    status: &'static str,
    said: Option<&str>,
) -> Result<String, ByHand> {
    let form = Form::read(text)?;
    let spot = form.status_spot();
    let old = spot.as_ref().map(|spot| form.said(spot));
    if said.is_none() && old.as_deref().and_then(|old| meant(old, kind)) == Some(status) {
        return Ok(text.to_owned());
    }
    let word = match said {
        Some(said) => like(old.as_deref(), said.to_owned(), false),
        None => word_for(status, kind, old.as_deref()),
    };
    let hand = format!("write '{word}' where the document says its status");
    let new = form.with_at(spot, STATUS, "Status", &Value::Text(word), &hand)?;
    must_say(new, kind, status, &hand)
}

/// A document's text that says which record replaces it.
///
/// # Errors
/// [`ByHand`] where no place for a status is understood.
pub fn superseded(text: &str, kind: Kind, by: &Link) -> Result<String, ByHand> {
    let form = Form::read(text)?;
    let spot = form.status_spot();
    let old = spot.as_ref().map(|spot| form.said(spot));
    let link = Value::Links(vec![by.clone()]);
    // Some forms have a line of its own for the successor.
    let has_line = form.find(SUPERSEDED_BY).is_some();
    let is_own = old.as_deref().is_some_and(|old| is_own_word(old, kind));
    if has_line || is_own && form.block.is_some() {
        let new = with_status(text, kind, SUPERSEDED, None)?;
        return with_value(&new, "superseded_by", &link, false);
    }
    let word = format!("superseded by {}", by.markdown());
    let word = like(old.as_deref(), word, matches!(spot, Some(Spot::Section(_))));
    let hand = format!("write '{word}' where the document says its status");
    let new = form.with_at(spot, STATUS, "Status", &Value::Text(word), &hand)?;
    must_say(new, kind, SUPERSEDED, &hand)
}

/// A document's text with another value of a key; with `is_added` a list keeps its items.
///
/// # Errors
/// [`ByHand`] where the document has no place for such a key.
pub fn with_value(text: &str, key: &str, value: &Value, is_added: bool) -> Result<String, ByHand> {
    let form = Form::read(text)?;
    let own = [key];
    let (names, label): (&[&str], String) = match key {
        "updated" => (UPDATED, "Last updated".to_owned()),
        "related" => (RELATED, "Related".to_owned()),
        "supersedes" => (SUPERSEDES, "Supersedes".to_owned()),
        "superseded_by" => (SUPERSEDED_BY, "Superseded by".to_owned()),
        _ => (&own, capitalised(&key.replace(['_', '-'], " "))),
    };
    let mut spot = form.find(names);
    // MADR's date is that of the last change.
    if spot.is_none() && key == "updated" && form.document.find(MADR_SECTIONS).is_some() {
        spot = form.find(&["date"]);
    }
    let hand = format!(
        "write a line '{label}: {}' below its title",
        value.of_line()
    );
    if spot.is_none() && matches!(key, "title" | "scope") && form.block.is_none() {
        return Err(ByHand(match key {
            "title" => format!("change its heading to '{}'", value.of_line()),
            _ => "its folder tells its scope: move the file".to_owned(),
        }));
    }
    let value = match &spot {
        Some(spot) if is_added => form.with_present(spot, value),
        _ => Some(value.clone()),
    };
    let Some(value) = value else {
        return Ok(text.to_owned());
    };
    if spot.is_none()
        && form.block.is_none()
        && let Value::Links(links) = &value
        && let Some(new) = form.with_links_below_status(sentence_of(key, &label), links)
    {
        return Ok(new);
    }
    form.with_at(spot, names, &label, &value, &hand)
}

/// The words before a link in the section about the status, as adr-tools has them.
fn sentence_of<'a>(key: &str, label: &'a str) -> &'a str {
    if key == "related" {
        "Relates to"
    } else {
        label
    }
}

/// Makes sure that a new text has the status that was to be written.
fn must_say(new: String, kind: Kind, status: &'static str, hand: &str) -> Result<String, ByHand> {
    let is_right = {
        let form = Form::read(&new)?;
        match form.status_spot() {
            Some(spot) => meant(&form.said(&spot), kind) == Some(status),
            None => false,
        }
    };
    if is_right {
        Ok(new)
    } else {
        Err(ByHand(hand.to_owned()))
    }
}

/// The status of a kind that the words of a document mean.
fn meant(said: &str, kind: Kind) -> Option<&'static str> {
    if let Some(own) = kind.status(said.trim()) {
        return Some(own.name);
    }
    let meant = StatusWords::default().mean(said)?;
    Some(kind.status(meant)?.name)
}

/// True if a document has the words of this program for its status.
fn is_own_word(said: &str, kind: Kind) -> bool {
    let said = said.trim();
    kind != Kind::DECISION || (kind.status(said).is_some() && !SHARED.contains(&said))
}

/// A document's word for a status, written as the present one is.
fn word_for(status: &str, kind: Kind, old: Option<&str>) -> String {
    if old.is_some_and(|old| is_own_word(old, kind)) {
        return status.to_owned();
    }
    let word = WORDS.iter().find(|(own, _)| *own == status);
    let word = if kind == Kind::DECISION {
        word.map_or(status, |(_, word)| word)
    } else {
        status
    };
    like(old, word.to_owned(), false)
}

/// A word with the case of the one that stood in its place.
fn like(old: Option<&str>, word: String, is_sentence: bool) -> String {
    let first = old.and_then(|old| old.chars().find(|letter| letter.is_alphabetic()));
    if first.map_or(is_sentence, char::is_uppercase) {
        capitalised(&word)
    } else {
        word
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Documents as the tools of each form write them; `{}` stands for the words of the status.
    const FORMS: [&str; 14] = [
        "# 1. Use Postgres\n\nDate: 2024-03-04\n\n## Status\n\n{}\n\n## Context\n\nWe need one.\n",
        "# Use Postgres\n\n* Status: {} <!-- optional -->\n* Date: 2024-03-04\n\n## Context\n\nx\n",
        "# Use pnpm\n\n- Status: {}\n- Date: 2024-09-10\n- Tags: build, tooling\n\n## Decision\n",
        "---\nstatus: {}\ndate: 2024-03-04\n---\n\n# Use Postgres\n\n## Decision Outcome\n\nx\n",
        "---\nstatus: \"{}\" # so far\ndeciders: [a, b]\n---\n# Use Postgres\n",
        "---\r\nstatus:   '{}'\r\n---\r\n# Use Postgres\r\n",
        "+++\ntitle = \"Use Postgres\"\nstatus = \"{}\"\n\n[extra]\nstatus = 7\n+++\nText.\n",
        "# RFC 7\n\n- **Status:** {}\n- **Author:** ann\n\n## Summary\n\nx\n",
        "# RFC 7\n\n**Status**: **{}**\n\n## Summary\n\nx\n",
        "# A\n\n| Status | {} |\n|---|---|\n| Date | 2024-03-04 |\n\n## Decision\n\nx\n",
        "# A\n\n| Status | Date |\n|:-:|---|\n| {} | 2020-01-02 |\n\n## Decision\n\nx\n",
        "# A\n\nStatus: {}\nDate: 2024-03-04\n\n## Decision\n\nx\n",
        "# A\n\n## Decision\n\nYes.\n\n## Status\n\n> **{}**\n",
        "---\nstate: Ohio\nstage: {}\nteams: [a]\n---\n\n# Summary\n\nx\n",
    ];

    fn link() -> Link {
        Link {
            label: "ADR-0002".to_owned(),
            target: "0002-b.md".to_owned(),
        }
    }

    #[test]
    fn a_status_changes_in_each_form_and_no_other_byte() {
        for form in FORMS {
            for (old, status, new) in [
                ("Accepted", "archived", "Deprecated"),
                ("accepted", "archived", "deprecated"),
                ("proposed", "active", "accepted"),
                ("Proposed", "rejected", "Rejected"),
            ] {
                let text = form.replace("{}", old);
                let status = Kind::DECISION.status(status).unwrap().name;
                let changed = with_status(&text, Kind::DECISION, status, None).unwrap();
                assert_eq!(changed, form.replace("{}", new), "{text}");
                let same = with_status(&changed, Kind::DECISION, status, None).unwrap();
                assert_eq!(same, changed, "twice");
                let said = with_status(&text, Kind::DECISION, "rejected", Some("withdrawn"));
                let word = format!("{}ithdrawn", if new < "a" { "W" } else { "w" });
                assert_eq!(said.unwrap(), form.replace("{}", &word));
            }
        }
    }

    #[test]
    fn a_successor_is_named_where_the_status_stands() {
        for form in FORMS {
            let text = form.replace("{}", "accepted");
            let changed = superseded(&text, Kind::DECISION, &link()).unwrap();
            let words = "superseded by [ADR-0002](0002-b.md)";
            assert_eq!(changed, form.replace("{}", words), "{text}");
        }
    }

    #[test]
    fn documents_with_words_of_this_program_keep_them() {
        let text = "---\nname: A\nstatus: active\n---\nText.\n";
        let archived = with_status(text, Kind::DECISION, "archived", None).unwrap();
        assert_eq!(archived, text.replace("active", "archived"));
        let changed = superseded(text, Kind::DECISION, &link()).unwrap();
        let lines = "superseded\nsuperseded_by: [\"0002-b.md\"]";
        assert_eq!(changed, text.replace("active", lines));
        let plan = "---\nname: A\nstatus: new\n---\nText.\n";
        let kind = Kind::by_name("plan").unwrap();
        let status = kind.status_for(crate::kind::Lifecycle::Finished).unwrap();
        let done = with_status(plan, kind, status, None).unwrap();
        assert_eq!(done, plan.replace("new", status));
    }

    #[test]
    fn values_stand_where_the_form_has_them() {
        let tags = Value::List(vec!["c".to_owned()]);
        let day = Value::Text("2026-11-20".to_owned());
        let links = Value::Links(vec![link()]);
        for (form, key, value, old, new) in [
            (2, "tags", &tags, "build, tooling", "build, tooling, c"),
            (3, "updated", &day, "date: 2024-03-04", "date: 2026-11-20"),
            (4, "tags", &tags, "b]\n", "b]\ntags: [c]\n"),
            (6, "tags", &tags, "\n\n[", "\n\ntags = [\"c\"]\n["),
            (7, "tags", &tags, "ann\n", "ann\n- **Tags:** c\n"),
            (
                11,
                "updated",
                &day,
                "03-04\n",
                "03-04\nLast updated: 2026-11-20\n",
            ),
            (
                0,
                "related",
                &links,
                "{}\n",
                "{}\n\nRelates to [ADR-0002](0002-b.md)\n",
            ),
            (
                0,
                "supersedes",
                &links,
                "{}\n",
                "{}\n\nSupersedes [ADR-0002](0002-b.md)\n",
            ),
            (
                1,
                "related",
                &links,
                "03-04\n",
                "03-04\n* Related: [ADR-0002](0002-b.md)\n",
            ),
            (
                4,
                "related",
                &links,
                "b]\n",
                "b]\nrelated: [\"0002-b.md\"]\n",
            ),
        ] {
            let changed = with_value(FORMS[form], key, value, true).unwrap();
            assert_eq!(changed, FORMS[form].replace(old, new), "{form} {key}");
            let again = with_value(&changed, key, value, true).unwrap();
            assert_eq!(again, changed, "twice");
        }
    }

    #[test]
    fn a_form_that_is_not_understood_is_told_and_never_guessed_at() {
        let status = |text| with_status(text, Kind::DECISION, "archived", None);
        for text in [
            "# A\n\nJust words.\n",
            "# A\n\n## Status\n\n```\naccepted\n```\n",
            "---\nstatus: [\n---\n# A\n",
            "+++\nstatus = '''\naccepted'''\n+++\n# A\n",
            "<table><tr><td>Status</td><td>accepted</td></tr></table>\n",
        ] {
            let ByHand(hand) = status(text).unwrap_err();
            assert!(
                hand.contains("eprecated") || hand.contains("front matter"),
                "{text}: {hand}"
            );
        }
        let tags = Value::List(vec!["c".to_owned()]);
        let ByHand(hand) = with_value("# A\n\nText.\n", "tags", &tags, false).unwrap_err();
        assert_eq!(hand, "write a line 'Tags: c' below its title");
    }

    proptest! {
        #[test]
        fn a_set_changes_one_line_and_can_be_taken_back(
            form in 0..FORMS.len(),
            old in "(Accepted|accepted|Implemented|Implemented \\(v[0-9]\\)|draft|Rejected by us)",
            status in "(active|proposed|rejected|archived)",
            more in "[ -~\\n]{0,60}",
        ) {
            let text = format!("{}\n## Notes\n\n{more}\n", FORMS[form].replace("{}", &old));
            let status = Kind::DECISION.status(&status).unwrap().name;
            // A text that makes other sense of its parts may be refused.
            let Ok(changed) = with_status(&text, Kind::DECISION, status, None) else {
                return Ok(());
            };
            let (before, after): (Vec<_>, Vec<_>) = (text.lines().collect(), changed.lines().collect());
            prop_assert_eq!(before.len(), after.len());
            let different = before.iter().zip(&after).filter(|(a, b)| a != b).count();
            prop_assert!(different <= 1, "{}", changed);
            let Some(was) = meant(&old, Kind::DECISION) else {
                return Ok(());
            };
            let back = with_status(&changed, Kind::DECISION, was, Some(&old)).unwrap();
            prop_assert_eq!(back, text);
        }
    }
}
