//! Compares the ranking with a naive one: the same order for the same view, whatever the history of
//! the segments.
#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use git_memory_model::kind::Lifecycle;
use git_memory_text::Language;

/// A text: its title and body of the words w0, w1, …, as their numbers.
type Text = (Vec<u8>, Vec<u8>);

fn words(numbers: &[u8]) -> String {
    // Words that no stemmer changes, that are not stop words, and no two of which make a third.
    numbers
        .iter()
        .map(|number| format!("{0}{0}qz{0} ", char::from(b'b' + number % 12)))
        .collect()
}

fn document((title, body): &Text, lexicon: &mut Lexicon) -> Document {
    let (title, body) = (words(title), words(body));
    let source = Source {
        fields: vec![(Field::Title, &title), (Field::Body, &body)],
        attributes: Vec::new(),
    };
    let facts = Facts {
        kind: None,
        lifecycle: Some(Lifecycle::Current),
        created: None,
        updated: None,
        is_faulty: false,
    };
    Document::new(&source, facts, Language::ENGLISH, lexicon)
}

/// An object id: the text's number, spread so that ids are not in the order of the texts.
fn id(nth: usize) -> Vec<u8> {
    let mut id = crc32fast::hash(&[u8::try_from(nth).unwrap()])
        .to_be_bytes()
        .to_vec();
    id.resize(20, 0);
    id
}

fn segment(texts: &[Text], numbers: &[usize]) -> Segment<Vec<u8>> {
    let mut builder = Builder::default();
    numbers
        .iter()
        .for_each(|&nth| builder.add(&id(nth), |lexicon| document(&texts[nth], lexicon)));
    Segment::open(builder.write(Vec::new()).unwrap()).unwrap()
}

/// The ids of the best documents with their scores, as the segments give them.
fn ranked(
    segments: &[Segment<Vec<u8>>],
    view: &BTreeSet<usize>,
    question: &str,
) -> Vec<(Vec<u8>, f64)> {
    let mut left: BTreeSet<Vec<u8>> = view.iter().map(|nth| id(*nth)).collect();
    let mut members = Vec::new();
    for segment in segments {
        let mut of_segment = Members::none_of(segment.documents());
        for document in 0..segment.documents() {
            if left.remove(segment.id(document).unwrap()) {
                of_segment.insert(document);
            }
        }
        members.push(of_segment);
    }
    let parts: Vec<Part<'_, Vec<u8>>> = segments
        .iter()
        .zip(&members)
        .map(|(segment, members)| Part { segment, members })
        .collect();
    let totals = parts
        .iter()
        .map(|part| Totals::of(part.segment, part.members).unwrap());
    let totals = totals.fold(Totals::default(), Totals::and);
    let found = search(
        &parts,
        &totals,
        &Query::parse(question, Language::ENGLISH),
        &Neutral::default(),
        1000,
    )
    .unwrap();
    let place = |hit: &Ranked| {
        (
            parts[hit.at.part]
                .segment
                .id(hit.at.document)
                .unwrap()
                .to_vec(),
            hit.features.of(Feature::Words).value(),
        )
    };
    found.ranked.iter().map(place).collect()
}

/// BM25 as the books have it, over only the texts of a view.
fn naive(texts: &[Text], view: &BTreeSet<usize>, question: &[u8]) -> BTreeMap<Vec<u8>, f64> {
    let asked: BTreeSet<String> = words(question)
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let count = |text: &Text, word: &str| {
        let of = |numbers: &[u8]| {
            words(numbers)
                .split_whitespace()
                .filter(|it| *it == word)
                .count() as f64
        };
        3.0 * of(&text.0) + of(&text.1)
    };
    let length = |text: &Text| (3 * text.0.len() + text.1.len()) as f64;
    let all = view.len() as f64;
    let average = (view.iter().map(|nth| length(&texts[*nth])).sum::<f64>() / all).max(1.0);
    let mut scores = BTreeMap::new();
    let said = |word: &str| {
        let all = words(question);
        let times = all.split_whitespace().filter(|it| *it == word).count() as f64;
        times * 9.0 / (8.0 + times)
    };
    for &nth in view {
        let mut score = 0.0;
        for word in &asked {
            let found = view
                .iter()
                .filter(|nth| count(&texts[**nth], word) > 0.0)
                .count() as f64;
            let idf = (1.0 + (all - found + 0.5) / (found + 0.5)).ln();
            let often = count(&texts[nth], word);
            score += said(word) * idf * often * 2.2
                / (often + 1.2 * (0.25 + 0.75 * length(&texts[nth]) / average));
        }
        if score > 0.0 {
            scores.insert(id(nth), score);
        }
    }
    scores
}

#[test]
fn replacements_of_a_word_are_not_part_of_the_question() {
    let texts = [
        (vec![0], vec![0, 1]),
        (vec![2], vec![3, 4]),
        (vec![5], vec![6]),
    ];
    let segment = segment(&texts, &[0, 1, 2]);
    let members = Members::all_of(segment.documents());
    let totals = Totals::of(&segment, &members).unwrap();
    let parts = [Part {
        segment: &segment,
        members: &members,
    }];
    for (question, matched, confidence) in [
        ("bbqzb", 1.0, Confidence::Sure),
        ("bbqzb ccqzc", 1.0, Confidence::Sure),
        // A misspelling, and two words that were written as one.
        ("bbqzbx", 0.0, Confidence::Near),
        ("bbqzbccqzc", 0.0, Confidence::Near),
        // A word without a replacement and one with a replacement count as much.
        ("bbqzb whale zebra", 0.33, Confidence::Sure),
        ("bbqzb ccqzcx zebra", 0.33, Confidence::Sure),
        ("bbqzb ccqzc zebra", 0.67, Confidence::Sure),
    ] {
        let query = Query::parse(question, Language::ENGLISH);
        let found = search(&parts, &totals, &query, &Neutral::default(), 10).unwrap();
        let best = found.ranked[0];
        assert!(
            (best.matched - matched).abs() < 0.01,
            "{question}: {best:?}"
        );
        assert_eq!(best.confidence, confidence, "{question}: {best:?}");
    }
}

fn texts() -> impl Strategy<Value = Vec<Text>> {
    let numbers = |most| prop::collection::vec(0_u8..12, 0..most);
    prop::collection::vec((numbers(4), numbers(30)), 1..14)
}

#[test]
fn a_word_of_every_text_finds_them() {
    for count in [10_u8, 100, 250] {
        let texts: Vec<Text> = (0..count)
            .map(|nth| (vec![nth % 9 + 3], vec![0, 1]))
            .collect();
        let all: Vec<usize> = (0..texts.len()).collect();
        let view = all.iter().copied().collect();
        let segments = [segment(&texts, &all)];
        assert_eq!(ranked(&segments, &view, &words(&[1])).len(), texts.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_view_ranks_the_same_whatever_the_segments(
        texts in texts(),
        in_view in prop::collection::vec(any::<bool>(), 14),
        home in prop::collection::vec(0_usize..4, 14),
        question in prop::collection::vec(0_u8..12, 1..5),
    ) {
        let all: Vec<usize> = (0..texts.len()).collect();
        let view: BTreeSet<usize> = all.iter().copied().filter(|nth| in_view[*nth]).collect();
        prop_assume!(!view.is_empty());
        let asked = words(&question);

        // As a fresh clone indexes it: only the view, in one segment.
        let own: Vec<usize> = view.iter().copied().collect();
        let fresh = ranked(&[segment(&texts, &own)], &view, &asked);
        // With a history: other branches' texts, in several segments, some twice.
        let of = |which: usize| all.iter().copied().filter(|nth| home[*nth] % 3 == which || home[*nth] == 3).collect::<Vec<_>>();
        let many = [segment(&texts, &of(0)), segment(&texts, &of(1)), segment(&texts, &of(2))];
        let grown = ranked(&many, &view, &asked);
        let order = |hits: &[(Vec<u8>, f64)]| hits.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>();
        prop_assert_eq!(&fresh, &grown);
        // Merged into one.
        let merged = Segment::open(merge(&many, |_| true, Vec::new()).unwrap()).unwrap();
        prop_assert_eq!(&ranked(&[merged], &view, &asked), &fresh);
        // Merged, without the documents that are not in view.
        let keeps = |id_: &[u8]| view.iter().any(|nth| id(*nth) == id_);
        let dropped = merge(&many, keeps, Vec::new()).unwrap();
        let mut builder = Builder::default();
        own.iter().rev().for_each(|&nth| builder.add(&id(nth), |lexicon| document(&texts[nth], lexicon)));
        prop_assert_eq!(&dropped, &builder.write(Vec::new()).unwrap(), "a merge is what an index of the same would be");

        // The scores are those of the books, too.
        let expected = naive(&texts, &view, &question);
        prop_assert_eq!(order(&fresh).into_iter().collect::<BTreeSet<_>>(), expected.keys().cloned().collect());
        for (id, score) in &fresh {
            prop_assert!((score - expected[id]).abs() < 0.01, "{} instead of {}", score, expected[id]);
        }
    }

    #[test]
    fn candidates_score_as_in_the_whole(texts in texts(), question in prop::collection::vec(0_u8..12, 1..5)) {
        let all: Vec<usize> = (0..texts.len()).collect();
        let whole = segment(&texts, &all);
        let totals = Totals::of(&whole, &Members::all_of(whole.documents())).unwrap();
        let asked = words(&question);
        let expected: BTreeMap<_, _> = ranked(&[whole], &all.iter().copied().collect(), &asked).into_iter().collect();
        // Each candidate alone, as a database keeps them.
        let chosen: Vec<_> = all.iter().filter(|nth| expected.contains_key(&id(**nth))).collect();
        let segments: Vec<_> = chosen.iter().map(|nth| segment(&texts, &[**nth])).collect();
        let one = Members::all_of(1);
        let parts: Vec<_> = segments.iter().map(|segment| Part { segment, members: &one }).collect();
        let holds = |word: &str, text: &Text| words(&text.0).contains(word) || words(&text.1).contains(word);
        let query = Query::parse(&asked, Language::ENGLISH);
        let found = query.forms().map(|form| {
            (form.to_owned(), texts.iter().filter(|text| holds(form, text)).count() as u64)
        });
        let found = found.collect();
        let found = search(&parts, &totals, &query.among(found), &Neutral::default(), 1000).unwrap();
        prop_assert_eq!(found.ranked.len(), expected.len());
        for hit in found.ranked {
            let (score, whole) = (hit.features.of(Feature::Words).value(), expected[&id(*chosen[hit.at.part])]);
            prop_assert!((score - whole).abs() < 1e-9, "{score} instead of {whole}");
        }
    }

    #[test]
    fn damage_is_seen_or_harmless(texts in texts(), at in any::<prop::sample::Index>(), change in 1_u8..) {
        let numbers: Vec<usize> = (0..texts.len()).collect();
        let view: BTreeSet<usize> = numbers.iter().copied().collect();
        let mut builder = Builder::default();
        numbers.iter().for_each(|&nth| builder.add(&id(nth), |lexicon| document(&texts[nth], lexicon)));
        let bytes = builder.write(Vec::new()).unwrap();
        let whole = ranked(&[Segment::open(bytes.clone()).unwrap()], &view, "bbqzb ccqzc");
        let mut damaged = bytes;
        let at = at.index(damaged.len());
        damaged[at] ^= change;
        let Ok(segment) = Segment::open(damaged) else { return Ok(()) };
        let members = Members::all_of(segment.documents());
        let Ok(totals) = Totals::of(&segment, &members) else { return Ok(()) };
        let parts = [Part { segment: &segment, members: &members }];
        let query = Query::parse("bbqzb ccqzc", Language::ENGLISH);
        if let Ok(found) = search(&parts, &totals, &query, &Neutral::default(), 1000) {
            let scores: Vec<f64> = found.ranked.iter().map(|hit| hit.features.of(Feature::Words).value()).collect();
            prop_assert_eq!(scores, whole.iter().map(|(_, score)| *score).collect::<Vec<_>>());
        }
    }
}
