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
    rules: 0,
};

/// Commands of a made-up door.
fn call(advice: &Advice) -> String {
    match advice {
        Advice::Recall => "find".to_owned(),
        Advice::ListRecords { kind, .. } => format!("list --kind {}", kind.unwrap_or("any")),
        other => format!("{other:?}"),
    }
}

fn pack(most: Size, offers: &[(Section, Vec<Item>)]) -> String {
    let queue =
        |(section, items): &(Section, Vec<Item>)| SectionQueue::of_all(*section, items.len());
    let queues: Vec<SectionQueue> = offers.iter().map(queue).collect();
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
    }
}

fn lines(most: usize) -> Size {
    Size::at_most(None, Some(most), None)
}

#[test]
fn answers_come_first_and_whole_then_each_section_is_a_list() {
    let decisions = vec![item("dec-c", None), item("dec-a", None)];
    let offers = [
        (Section::Lessons, vec![item("les-a", None)]),
        (Section::Decisions, decisions),
        (Section::Answers, vec![item("dec-b", Some("# B\nLong."))]),
    ];
    let sections = "## Decisions\n\n\
        ~~~ decisions\nid=dec-a dec-a: in short\nid=dec-c dec-c: in short\n~~~\n\n\
        ## Lessons\n\n~~~ lessons\nid=les-a les-a: in short\n~~~\n";
    let answer = "~~~ id=dec-b\n# B\nLong.\n~~~\n\n";
    assert_eq!(
        pack(lines(200), &offers),
        format!("{NOTICE}{answer}{sections}")
    );
    assert_eq!(
        pack(lines(200), &offers[..2]),
        format!("{TITLE}{NOTICE}{sections}")
    );
}

#[test]
fn a_record_of_sixty_words_fits_into_a_hundred_and_ten_tokens() {
    let text = "# Send mail through one queue of ours\n\
        Write each mail into the outbox table in the same transaction, and let one worker send it \
        with an id that the server knows, one after the other.\n## Rationale\n\
        A crash between the database commit and the mail server lost messages twice in March, and \
        retries sent some of them twice to the same customer.";
    assert_eq!(
        text.split_whitespace().count(),
        64,
        "with the marks of two headings"
    );
    let mut decision = item("dec-68xp6d", Some(text));
    let most = Size::at_most(None, None, Some(110));
    for others in [0, 40] {
        let others = vec![item("dec-other", None); others];
        let answers = (Section::Answers, vec![decision.clone()]);
        let text = pack(most, &[answers, (Section::Decisions, others)]);
        assert!(text.contains("same customer.\n~~~\n"), "{text}");
    }
    for deviation in ["", " proposed", " changed", " uncommitted"] {
        decision.origin = format!("id=dec-68xp6d{deviation}");
        let label = format!("~~~ {}\n", decision.origin);
        assert!(git_memory_text::budget::tokens(&label) <= 12, "{label}");
    }
}

#[test]
fn a_full_section_leaves_room_for_the_others() {
    let many = |name: &str, count: usize| {
        (0..count)
            .map(|nth| item(&format!("{name}-{nth:03}"), None))
            .collect()
    };
    let offers = [
        (Section::Decisions, many("dec", 400)),
        (Section::Conventions, many("con", 3)),
        (Section::Lessons, many("les", 90)),
    ];
    let pack = pack(lines(100), &offers);
    let count = |name: &str| pack.matches(&format!("id={name}-")).count();
    assert_eq!(count("con"), 3);
    assert!(count("les") == 4 && count("dec") > 70, "{pack}");
    assert!(pack.lines().count() > 95, "{}", pack.lines().count());
    let left = format!(
        "Left out: {} decisions, {} lessons (find, list --kind any)\n",
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
        &[(Section::User, vec![file]), (Section::Decisions, decisions)],
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
        &[(Section::Decisions, vec![item("dec-a", None), twin])],
    );
    assert_eq!(pack.matches("in short").count(), 1);
    assert!(
        pack.ends_with("\nid=dec-twin status=open The same text as id=dec-a.\n~~~\n"),
        "{pack}"
    );
}

#[test]
fn a_budget_too_small_for_anything_gives_what_fits() {
    let offers = [(Section::Decisions, vec![item("dec-a", None)])];
    assert_eq!(pack(lines(0), &offers), "");
    assert_eq!(pack(Size::at_most(Some(10), None, None), &offers), "");
    let line = pack(lines(1), &offers);
    assert!(
        line.starts_with("Left out: 1 decision (find, list --kind any)"),
        "{line}"
    );
    let nothing = pack(lines(50), &[(Section::Decisions, Vec::new())]);
    assert_eq!(nothing, "Memory is empty; to begin: Init\n");
}

fn items() -> impl Strategy<Value = Vec<Item>> {
    let texts = ("[a-z ~\n]{0,60}", prop::option::of("(\\PC|\n){0,200}"));
    let item = texts.prop_map(|(brief, full)| Item {
        origin: format!("id={}", brief.len()),
        order: named(&brief),
        brief: brief.trim().to_owned(),
        full,
    });
    prop::collection::vec(item, 0..12)
}

proptest! {
    #[test]
    fn no_pack_is_over_its_budget(
        user in items(), decisions in items(), lessons in items(), answers in items(),
        steps in items(), topics in 0_usize..30, map in prop::option::of("([a-z/]{1,30}: [A-Z]{1,9}\n){1,60}"),
        chars in prop::option::of(0_usize..3000), lines in prop::option::of(0_usize..80), tokens in prop::option::of(0_usize..800),
    ) {
        let topics: Vec<Item> = (0..topics).map(|nth| item(&format!("path=t{nth}"), None)).collect();
        let offers = [
            (Section::User, user),
            (Section::Lessons, lessons),
            (Section::Decisions, decisions),
            (Section::Answers, answers),
            (Section::Topics, topics),
            (Section::Map, map.into_iter().map(|text| Item { full: Some(text), ..Item::default() }).collect()),
            (Section::Recent, steps),
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
        decisions in 0_usize..30, answers in 0_usize..4, topics in 0_usize..30, events in 0_usize..3,
        lines in 0_usize..120,
    ) {
        let named = |name: &str, count: usize| -> Vec<Item> {
            (0..count).map(|nth| item(&format!("{name}{nth:02}"), None)).collect()
        };
        let offers = [named("ans", answers), named("dec", decisions), named("top", topics)];
        let queues = [
            SectionQueue::of_all(Section::Answers, answers),
            SectionQueue::of_all(Section::Decisions, decisions),
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
            let parts = last.trim_start_matches("Left out: ").split([',', '(']);
            let mut counts = parts.filter_map(|part| {
                let (count, name) = part.trim().split_once(' ')?;
                (name.trim_end_matches('s') == what).then(|| count.parse().ok())?
            });
            counts.next().unwrap_or(0)
        };
        let is_in = |name: &str| text.lines().filter(|line| line.starts_with(name)).count();
        if !text.is_empty() && last != "Left out: everything (list --kind any)" {
            prop_assert_eq!(is_in("id=ans") + left("result"), answers, "{}", &text);
            if answers == 0 {
                prop_assert_eq!(is_in("id=dec") + left("decision"), decisions, "{}", &text);
                prop_assert_eq!(is_in("id=top") + left("topic"), topics, "{}", &text);
                prop_assert_eq!(left("event"), events, "{}", &text);
            }
        }
    }
}
