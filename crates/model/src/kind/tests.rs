use super::*;

#[test]
fn every_row_can_be_found_by_each_of_its_names() {
    for kind in Kind::all() {
        assert_eq!(Kind::by_name(kind.name()), Some(kind));
        assert_eq!(Kind::by_prefix(kind.prefix()), Some(kind));
        assert_eq!(Kind::by_folder(kind.folder()), Some(kind));
        assert_eq!(Kind::by_folder(&format!("_{}", kind.folder())), Some(kind));
        assert_eq!(
            kind.status(kind.default_status()).map(|row| row.lifecycle),
            Some(Lifecycle::Current)
        );
    }
}

#[test]
fn the_kinds_with_a_name_in_code_are_these_rows() {
    for (kind, name) in [
        (Kind::DECISION, "decision"),
        (Kind::CONVENTION, "convention"),
        (Kind::LESSON, "lesson"),
        (Kind::OPEN_LOOP, "open-loop"),
        (Kind::PLAN, "plan"),
        (Kind::NOTE, "note"),
        (Kind::RECIPE, "recipe"),
        (Kind::EVENT, "event"),
        (Kind::CONTEXT, "context"),
        (Kind::TOPIC, "topic"),
    ] {
        assert_eq!(kind.name(), name);
    }
}

#[test]
fn one_record_is_called_with_the_article_that_its_kind_needs() {
    for kind in Kind::all() {
        let has_an = kind.one().starts_with("an ");
        assert_eq!(
            has_an,
            kind.name().starts_with(['a', 'e', 'i', 'o', 'u']),
            "{kind}"
        );
    }
    assert_eq!(Kind::OPEN_LOOP.one(), "an open question or task");
}

#[test]
fn a_status_means_the_same_in_every_kind() {
    for kind in Kind::all() {
        for status in kind.statuses() {
            assert_eq!(Lifecycle::of(None, status.name), status.lifecycle, "{kind}");
        }
    }
    assert_eq!(
        Lifecycle::of(Some(Kind::NOTE), "closed"),
        Lifecycle::Finished
    );
    assert_eq!(Lifecycle::of(None, "of the future"), Lifecycle::Current);
}

#[test]
fn each_kind_has_a_status_for_archiving() {
    for (name, expected) in [
        ("decision", Some("archived")),
        ("open-loop", Some("closed")),
        ("plan", Some("abandoned")),
        ("event", Some("archived")),
    ] {
        let kind = Kind::by_name(name).unwrap();
        assert_eq!(kind.retired_status(), expected, "{name}");
    }
}
