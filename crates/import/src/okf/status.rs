//! The status of a record in the format's words (section 5.4 of the specification), and a status of
//! another program in the words of the record's kind.

use git_memory_model::keys;
use git_memory_model::kind::{Kind, Lifecycle};
use git_memory_model::record::header::scalar;
use git_memory_model::record::patch::{Field, set};
use git_memory_model::record::{RecordId, front_matter};

const STABLE: &str = "stable";
const DRAFT: &str = "draft";
const DEPRECATED: &str = "deprecated";

/// The format's word for this stage of a record's life.
#[must_use]
pub fn word(lifecycle: Lifecycle) -> &'static str {
    match lifecycle {
        Lifecycle::Current => STABLE,
        Lifecycle::Proposed => DRAFT,
        Lifecycle::Finished | Lifecycle::Dropped | Lifecycle::Superseded | Lifecycle::Archived => {
            DEPRECATED
        }
    }
}

/// A record whose status is one of the format's words, with that of its kind instead; `None` for
/// any other text. The status of the record that is `known` by its id stays if it means the same.
#[must_use]
pub fn in_own_words<'a>(
    text: &str,
    known: impl Fn(&RecordId) -> Option<&'a str>,
) -> Option<String> {
    let parts = front_matter::split(text).ok()?;
    let values = front_matter::mapping(text, &parts).ok()?;
    let id: RecordId = values.get(keys::ID.name)?.as_str()?.parse().ok()?;
    let kind = id.kind()?;
    let said = scalar(values.get(keys::STATUS.name)?)?;
    let is_replaced = values.contains_key(keys::SUPERSEDED_BY.name);
    let own = of_kind(kind, &said, known(&id), is_replaced)?;
    set(text, keys::STATUS.name, &Field::Word(own.to_owned())).ok()
}

fn of_kind(kind: Kind, said: &str, known: Option<&str>, is_replaced: bool) -> Option<&'static str> {
    let known = known.and_then(|name| kind.status(name));
    if let Some(known) = known
        && word(known.lifecycle) == said
    {
        return Some(known.name);
    }
    let replaced = kind.status_for(Lifecycle::Superseded);
    match said {
        STABLE => kind.status_for(Lifecycle::Current),
        DRAFT => match (kind.status_for(Lifecycle::Proposed), known) {
            (Some(proposed), _) => Some(proposed),
            // A kind without a proposed status applies from the beginning.
            (None, Some(known)) if known.lifecycle.is_current() => Some(known.name),
            (None, _) => Some(kind.default_status()),
        },
        DEPRECATED if is_replaced && replaced.is_some() => replaced,
        DEPRECATED => kind.retired_status(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formats_words_are_said_in_those_of_the_kind() {
        for (kind, said, known, is_replaced, expected) in [
            ("decision", "stable", None, false, Some("active")),
            ("decision", "draft", Some("active"), false, Some("proposed")),
            ("decision", "deprecated", None, false, Some("archived")),
            ("decision", "deprecated", None, true, Some("superseded")),
            (
                "decision",
                "deprecated",
                Some("rejected"),
                false,
                Some("rejected"),
            ),
            (
                "decision",
                "stable",
                Some("archived"),
                false,
                Some("active"),
            ),
            (
                "open-loop",
                "stable",
                Some("blocked"),
                false,
                Some("blocked"),
            ),
            (
                "open-loop",
                "draft",
                Some("blocked"),
                false,
                Some("blocked"),
            ),
            ("open-loop", "draft", Some("closed"), false, Some("open")),
            (
                "open-loop",
                "deprecated",
                Some("open"),
                false,
                Some("closed"),
            ),
            ("note", "draft", None, false, Some("active")),
            ("note", "deprecated", None, true, Some("archived")),
            ("note", "active", None, false, None),
            ("note", "of theirs", Some("archived"), false, None),
        ] {
            let kind = Kind::by_name(kind).unwrap();
            let own = of_kind(kind, said, known, is_replaced);
            assert_eq!(own, expected, "{kind} {said} {known:?}");
        }
    }

    #[test]
    fn pages_and_what_cannot_be_changed_in_place_stay() {
        let record = "---\nid: dec-aaaaaa\nstatus: deprecated # theirs\n---\n";
        assert_eq!(
            in_own_words(record, |_| None).unwrap(),
            record.replace("deprecated", "archived")
        );
        for text in [
            "# T\n",
            "---\nstatus: deprecated\n---\n",
            "---\nid: 7\nstatus: deprecated\n---\n",
            "---\n{id: dec-aaaaaa, status: deprecated}\n---\n",
            "---\nid: dec-aaaaaa\n---\n",
        ] {
            assert_eq!(in_own_words(text, |_| None), None, "{text}");
        }
    }
}
