//! A Unigram tokenizer of a few pieces, as tools write one.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::error::Error;
use super::splitting::Splitting;
use super::vocabulary::{KnownPieces, Vocabulary};

/// The units of a trie that `SentencePiece` made of five entries, and their texts.
const UNITS: [(usize, u32); 25] = [
    (0, 0x2000),
    (1, 0xd09),
    (2, 0x8000_0001),
    (3, 0x2_18cc),
    (4, 0x581),
    (5, 0x8000_0008),
    (6, 0x2_4c84),
    (7, 0x3_b892),
    (8, 0x2_10e1),
    (9, 0x2_8885),
    (10, 0x5a1),
    (11, 0x8000_000b),
    (12, 0x98b),
    (13, 0x2_2880),
    (14, 0x8000_0000),
    (15, 0x2_78ac),
    (16, 0x581),
    (17, 0x8000_0005),
    (18, 0x5a1),
    (19, 0x8000_0003),
    (31, 0x2_b0bc),
    (109, 0x2_8865),
    (231, 0x1_10ef),
    (233, 0x1_ace1),
    (234, 0x1_9ce2),
];
const TEXTS: &str = "\0 \0A\0fi\0é\0하\0";

fn charsmap() -> Vec<u8> {
    let mut units = [0; 256];
    UNITS.iter().for_each(|(place, unit)| units[*place] = *unit);
    let units = units.iter().flat_map(|it| it.to_le_bytes());
    [
        &1024_u32.to_le_bytes()[..],
        &units.collect::<Vec<_>>(),
        TEXTS.as_bytes(),
    ]
    .concat()
}

fn tokenizer() -> Value {
    let pieces = [
        ("<s>", 0.0),
        ("<pad>", 0.0),
        ("</s>", 0.0),
        ("<unk>", 0.0),
        ("▁", -4.0),
        ("▁mail", -5.0),
        ("s", -3.0),
        ("▁ma", -4.5),
        ("il", -4.0),
        ("▁queue", -6.0),
        ("fi", -5.0),
        ("▁fi", -5.5),
        ("n", -6.0),
        ("d", -6.0),
        ("A", -7.0),
        ("é", -6.5),
        ("▁caf", -6.0),
        ("하", -7.0),
        ("e", -4.0),
        ("a", -4.0),
        ("▁café", -15.0),
    ];
    let added: Vec<Value> = (0..4)
        .map(|id| json!({"id": id, "special": true}))
        .collect();
    json!({
        "added_tokens": added,
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Precompiled", "precompiled_charsmap": BASE64_STANDARD.encode(charsmap())},
            {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
        ]},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
        "post_processor": {"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "<s>"}}, {"Sequence": {"id": "A"}},
                {"SpecialToken": {"id": "</s>"}}],
            "special_tokens": {"<s>": {"ids": [0]}, "</s>": {"ids": [2]}}},
        "model": {"type": "Unigram", "unk_id": 3, "vocab": pieces},
    })
}

fn read(tokenizer: &Value) -> Result<Vocabulary, Error> {
    Vocabulary::read(tokenizer.to_string().as_bytes())
}

fn numbers(tokenizer: &Value, text: &str) -> Result<Vec<u32>, Error> {
    let read = read(tokenizer)?;
    let Splitting::Scores(unigram) = read.splitting else {
        panic!("another kind");
    };
    let known = KnownPieces::of([read.block, read.scores, read.charsmap], 32)?;
    unigram.check()?;
    unigram.pieces(text, &known, read.unknown, 8)
}

/// The numbers are those that the Python package `tokenizers` gives for the same file.
#[test]
fn pieces_have_the_best_scores() {
    let tokenizer = tokenizer();
    for (text, wanted) in [
        ("mails queue", &[5, 6, 9][..]),
        ("\u{fb01}nd  \tmail", &[11, 12, 13, 5]),
        ("\u{ff21}\u{200b}s", &[4, 14, 6]),
        ("cafe\u{301}", &[16, 15]),
        ("\u{1112}\u{1161} mail", &[4, 3, 5]),
        ("zzz mailz", &[4, 3, 5, 3]),
        ("s s", &[4, 6, 4, 6]),
        ("", &[]),
        ("maila", &[5, 19]),
        // At most eight, and none that only the model may set.
        ("s s s s s", &[4, 6, 4, 6, 4, 6, 4, 6]),
        ("</s>", &[4, 3, 6, 3]),
    ] {
        assert_eq!(numbers(&tokenizer, text).unwrap(), wanted, "{text:?}");
    }
}

#[test]
fn settings_that_are_not_known_are_refused() {
    for (place, value, why) in [
        ("/model/byte_fallback", json!(true), "byte_fallback"),
        ("/model/unk_id", json!(null), "no unk_id"),
        ("/model/type", json!("BPE"), "only WordPiece and Unigram"),
        ("/pre_tokenizer", json!(null), "no pre_tokenizer"),
        ("/pre_tokenizer/replacement", json!("_"), "another mark"),
        ("/post_processor", json!(null), "no post_processor"),
        (
            "/post_processor/single/0",
            json!({"Sequence": {}}),
            "other pieces",
        ),
        (
            "/normalizer/normalizers/1/pattern/Regex",
            json!("a*"),
            "pattern 'a*'",
        ),
        (
            "/normalizer/normalizers/1/content",
            json!("x".repeat(17)),
            "too long",
        ),
        ("/normalizer/normalizers/1", json!({"type": "Nmt"}), "Nmt"),
        (
            "/normalizer/normalizers/0/precompiled_charsmap",
            json!("?"),
            "base64",
        ),
        (
            "/normalizer/normalizers/0/precompiled_charsmap",
            json!("/////w=="),
            "cut off",
        ),
    ] {
        let mut tokenizer = tokenizer();
        let (above, name) = place.rsplit_once('/').unwrap();
        let above = tokenizer.pointer_mut(above).unwrap();
        match name.parse::<usize>() {
            Ok(nth) => above[nth] = value,
            Err(_) => above[name] = value,
        }
        let error = numbers(&tokenizer, "a").unwrap_err().to_string();
        assert!(error.contains(why), "{place}: {error}");
    }
}

#[test]
fn a_damaged_charsmap_does_no_harm() {
    let whole = charsmap();
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x55;
        let mut tokenizer = tokenizer();
        tokenizer["normalizer"]["normalizers"][0]["precompiled_charsmap"] =
            json!(BASE64_STANDARD.encode(damaged));
        let _ = numbers(&tokenizer, "\u{fb01}e\u{301}\u{1112}\t\u{ff21}");
    }
}
