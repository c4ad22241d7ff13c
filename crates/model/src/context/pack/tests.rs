use super::*;
use proptest::prelude::*;
use std::convert::Infallible;

use git_memory_text::advice::{Advice, Wording};

const SOURCE: Source = Source {
    revision: None,
    wording: Wording {
        door: "test",
        call,
        sentence: call,
    },
    begin: &Advice::Init,
};

/// Commands of a made-up door.
fn call(advice: &Advice) -> String {
    match advice {
        Advice::ListRecords { kind, .. } => format!("list --kind {}", kind.unwrap_or("any")),
        other => format!("{other:?}"),
    }
}

fn pack(most: Size, offers: &[(Section, Vec<Item>, usize)]) -> String {
    let queues: Vec<SectionQueue> = offers
        .iter()
        .map(|(section, items, asked)| SectionQueue {
            asked: *asked,
            past: items.iter().filter(|item| item.is_past).count(),
            current: items.iter().filter(|item| !item.is_past).count(),
            ..SectionQueue::of_all(*section, items.len())
        })
        .collect();
    fill::<Infallible>(most, &queues, SOURCE, &mut |queue, nth| {
        Ok(Some(offers[queue].1[nth].clone()))
    })
    .unwrap()
}

fn named(path: &str) -> ItemOrder {
    ItemOrder {
        path: path.to_owned(),
        ..ItemOrder::default()
    }
}

fn item(name: &str, full: Option<&str>) -> Item {
    let texts = (format!("{name}: in short"), full.map(str::to_owned));
    Item {
        origin: format!("id={name}"),
        order: named(name),
        brief: texts.0,
        full: texts.1,
        is_past: false,
    }
}

fn lines(most: usize) -> Size {
    Size::at_most(None, Some(most), None)
}

#[test]
fn requested_items_come_first_and_whole() {
    let decisions = vec![
        item("dec-b", Some("# B\n\nLong.")),
        item("dec-c", None),
        item("dec-a", None),
    ];
    let pack = pack(
        lines(200),
        &[
            (Section::Lessons, vec![item("les-a", None)], 0),
            (Section::Decisions, decisions, 1),
        ],
    );
    let expected = "## Decisions\n\n\
        ~~~ id=dec-b tier=T1\n# B\n\nLong.\n~~~\n\
        ~~~ id=dec-a tier=T0\ndec-a: in short\n~~~\n\
        ~~~ id=dec-c tier=T0\ndec-c: in short\n~~~\n\n\
        ## Lessons\n\n~~~ id=les-a tier=T0\nles-a: in short\n~~~\n\nNothing was left out.\n";
    assert_eq!(pack, format!("{HEAD}{expected}"));
}

#[test]
fn a_full_section_leaves_room_for_the_others() {
    let many = |name: &str, count: usize| {
        (0..count)
            .map(|nth| item(&format!("{name}-{nth:03}"), None))
            .collect()
    };
    let offers = [
        (Section::Decisions, many("dec", 400), 0),
        (Section::Conventions, many("con", 3), 0),
        (Section::Lessons, many("les", 90), 0),
    ];
    let pack = pack(lines(100), &offers);
    let count = |name: &str| pack.matches(&format!("id={name}-")).count();
    assert_eq!(count("con"), 3);
    assert!(count("les") >= 2 && count("dec") > 15, "{pack}");
    assert!(pack.lines().count() > 95, "{}", pack.lines().count());
    let left = format!(
        "Left out: {} decisions (list --kind decision), {} lessons (list --kind lesson)\n",
        400 - count("dec"),
        90 - count("les")
    );
    assert!(pack.ends_with(&left), "{pack}");
}

#[test]
fn user_memory_takes_at_most_half() {
    let long: String = (0..500).map(|nth| format!("line {nth}\n")).collect();
    let file = Item {
        origin: "file=MEMORY.md".to_owned(),
        full: Some(long),
        ..Item::default()
    };
    let decisions = (0..50)
        .map(|nth| item(&format!("dec-{nth:03}"), None))
        .collect();
    let pack = pack(
        lines(100),
        &[
            (Section::User, vec![file], 0),
            (Section::Decisions, decisions, 0),
        ],
    );
    let user = pack
        .lines()
        .filter(|line| line.starts_with("line "))
        .count();
    assert!((30..=50).contains(&user), "{user}");
    assert!(pack.contains("[…]\n~~~\n"), "{pack}");
    assert!(pack.matches("id=dec-").count() >= 10);
}

#[test]
fn nothing_is_said_twice() {
    let twin = Item {
        origin: "id=dec-twin status=open".to_owned(),
        ..item("dec-a", None)
    };
    let pack = pack(
        lines(100),
        &[(Section::Decisions, vec![item("dec-a", None), twin], 0)],
    );
    assert_eq!(pack.matches("in short").count(), 1);
    assert!(
        pack.contains("~~~ id=dec-twin status=open tier=T0\nThe same text as id=dec-a.\n~~~"),
        "{pack}"
    );
    assert!(pack.ends_with("Nothing was left out.\n"));
}

#[test]
fn a_budget_too_small_for_anything_gives_what_fits() {
    let offers = [(Section::Decisions, vec![item("dec-a", None)], 0)];
    assert_eq!(pack(lines(0), &offers), "");
    assert_eq!(pack(Size::at_most(Some(10), None, None), &offers), "");
    let line = pack(lines(1), &offers);
    assert!(
        line.starts_with("Left out: 1 decision (list --kind decision)"),
        "{line}"
    );
    assert_eq!(pack(lines(50), &[(Section::Decisions, Vec::new(), 0)]), "");
}

fn items() -> impl Strategy<Value = Vec<Item>> {
    let texts = ("[a-z ~\n]{0,60}", prop::option::of("(\\PC|\n){0,200}"));
    let item = texts.prop_map(|(brief, full)| Item {
        origin: format!("id={}", brief.len()),
        order: named(&brief),
        brief: brief.trim().to_owned(),
        full,
        is_past: false,
    });
    prop::collection::vec(item, 0..12)
}

proptest! {
    #[test]
    fn no_pack_is_over_its_budget(
        user in items(), decisions in items(), lessons in items(), asked in 0_usize..4,
        steps in items(), topics in 0_usize..30, map in prop::option::of("([a-z/]{1,30}: [A-Z]{1,9}\n){1,60}"),
        chars in prop::option::of(0_usize..3000), lines in prop::option::of(0_usize..80), tokens in prop::option::of(0_usize..800),
    ) {
        let asked = asked.min(decisions.len());
        let topics: Vec<Item> = (0..topics).map(|nth| item(&format!("path=t{nth}"), None)).collect();
        let offers = [
            (Section::User, user, 0),
            (Section::Lessons, lessons, 0),
            (Section::Decisions, decisions, asked),
            (Section::Topics, topics, 0),
            (Section::Map, map.into_iter().map(|text| Item { full: Some(text), ..Item::default() }).collect(), 0),
            (Section::Recent, steps, 0),
        ];
        let text = pack(Size::at_most(chars, lines, tokens), &offers);
        prop_assert!(text.chars().count() <= chars.unwrap_or(usize::MAX));
        prop_assert!(text.lines().count() <= lines.unwrap_or(usize::MAX));
        prop_assert!(git_memory_text::budget::tokens(&text) <= tokens.unwrap_or(usize::MAX));
        prop_assert_eq!(&text, &pack(Size::at_most(chars, lines, tokens), &offers), "the same offers, the same bytes");
        prop_assert!(text.is_empty() || text.ends_with('\n'));
    }

    #[test]
    fn items_and_names_of_left_out_ones_are_complete(
        decisions in 0_usize..30, past in 0_usize..4, topics in 0_usize..30, events in 0_usize..3,
        lines in 0_usize..120,
    ) {
        let named = |name: &str, count: usize| -> Vec<Item> {
            (0..count).map(|nth| item(&format!("{name}{nth:02}"), None)).collect()
        };
        let mut all = named("past", past);
        for item in &mut all {
            item.is_past = true;
        }
        all.extend(named("dec", decisions));
        let offers = [all, named("top", topics)];
        let queues = [
            SectionQueue {
                asked: past,
                past,
                current: decisions,
                ..SectionQueue::of_all(Section::Decisions, past + decisions)
            },
            SectionQueue::of_all(Section::Topics, topics),
            // There, but not offered.
            SectionQueue { count: 0, ..SectionQueue::of_all(Section::Events, events) },
        ];
        let most = Size::at_most(None, Some(lines), None);
        let text = fill::<Infallible>(most, &queues, SOURCE, &mut |queue, nth| {
            Ok(Some(offers[queue][nth].clone()))
        }).unwrap();
        let last = text.lines().last().unwrap_or_default();
        let left = |what: &str| -> usize {
            let parts = last.trim_start_matches("Left out: ").split("), ");
            let mut counts = parts.filter_map(|part| {
                let (count, rest) = part.split_once(' ')?;
                let name = rest.split(" (").next()?;
                (name.trim_end_matches('s') == what).then(|| count.parse().ok())?
            });
            counts.next().unwrap_or(0)
        };
        let is_in = |name: &str| text.lines().filter(|line| line.starts_with(name)).count();
        if !text.is_empty() {
            prop_assert_eq!(is_in("~~~ id=dec") + left("decision"), decisions, "{}", &text);
            prop_assert_eq!(is_in("~~~ id=past") + left("past decision"), past, "{}", &text);
            prop_assert_eq!(is_in("top") + left("topic"), topics, "{}", &text);
            prop_assert_eq!(left("event"), events, "{}", &text);
        }
    }
}
