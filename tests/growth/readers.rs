//! Readers and merges of the libraries, each with the inputs that could cost it most.

use std::hint::black_box;

use git_memory_guard::{Guard, dotenv, redact, scan};
use git_memory_import::exchange::document::{MemoryDocument, memories};
use git_memory_import::{adr, agents, links, okf};
use git_memory_model::contradiction::claims;
use git_memory_model::evidence::citations;
use git_memory_model::evidence::names::names;
use git_memory_model::evidence::source_citation::cited_in_source;
use git_memory_model::evidence::trailer::{exemptions, trailers};
use git_memory_model::merging::{self, Texts};
use git_memory_model::private::entry::Entry;
use git_memory_model::private::note;
use git_memory_model::record::conflict::Conflict;
use git_memory_model::record::marks::Marks;
use git_memory_model::record::patch::{self, Field};
use git_memory_model::record::{hidden, instructions, merge, reading, working_text};
use git_memory_policy::dependencies::Manifest;
use git_memory_policy::{apply_patch, shell};
use git_memory_recall::{Document, Language, Lexicon, Query, feedback, snippet};
use git_memory_text as text;
use git_memory_text::{dates, difference, glob, markdown, three_way, yaml};

use crate::cost::{MOST, Reader, growth};

const PROSE: &[&str] = &["We use one queue for mail. ", "a", "\n", "é "];
const MARKS: &[&str] = &[
    "# T\n\n",
    "> ",
    "- a\n",
    "[a](b) ",
    "*a ",
    "`a",
    "| a | b |\n",
];
const LINES: &[&str] = &["key: value\n", "- a: b\n", "[", "{a: ", "a: 'b\n"];

/// Readers with the pieces that their inputs repeat.
const READERS: &[(&str, Reader, &[&str])] = &[
    (
        "tokens",
        |it| text::tokens(it, |token| _ = black_box(token)),
        PROSE,
    ),
    (
        "visible",
        |it| _ = black_box(text::visible(it)),
        &["a\u{202e}b"],
    ),
    (
        "one_line",
        |it| _ = black_box(text::one_line(it, 300)),
        &[" \n", "a\u{301}"],
    ),
    ("slug", |it| _ = black_box(text::slug(it)), PROSE),
    (
        "first_paragraph",
        |it| _ = black_box(text::first_paragraph(it)),
        MARKS,
    ),
    ("plain", |it| _ = black_box(text::plain::plain(it)), MARKS),
    ("outline", |it| _ = black_box(markdown::parts(it)), MARKS),
    (
        "links",
        |it| _ = black_box(markdown::links(it)),
        &["[a](b) ", "![", "[a]: b\n"],
    ),
    ("ends", |it| _ = black_box(markdown::ends(it)), MARKS),
    (
        "dates",
        |it| _ = black_box(dates::all(it)),
        &["2026-11-01 ", "1/2/", "May 3, "],
    ),
    (
        "yaml",
        |it| _ = black_box(yaml::read::<serde_json::Value>(it)),
        LINES,
    ),
    (
        "glob",
        |it| _ = black_box(glob::alternatives(it, 256)),
        &["{a,b}", "{", ",", "**/"],
    ),
    (
        "difference",
        |it| _ = black_box(difference::unified(it, &swapped(it))),
        &["a\n", "a\nb\nc\n"],
    ),
    (
        "front matter",
        |it| read(&format!("---\n{it}\n---\nText.\n")),
        LINES,
    ),
    (
        "front matter without end",
        |it| read(&format!("---\n{it}")),
        LINES,
    ),
    ("page", read, MARKS),
    (
        "patch",
        |it| patched(&format!("---\n{it}---\n")),
        &["a: b\n", "- a\n"],
    ),
    (
        "conflict",
        |it| _ = black_box(Conflict::of(it)),
        &["<<<<<<< a\n", "<<<<<<< a\n=======\n>>>>>>> b\n"],
    ),
    (
        "record merge",
        |it| _ = black_box(merge::merge(Some(it), &swapped(it), it)),
        &["a\n", "- a\n", "a: b\n"],
    ),
    (
        "three ways",
        |it| _ = black_box(three_way::merge(it, &swapped(it), &it.to_uppercase())),
        &["a\n", "a\nb\n"],
    ),
    (
        "index merge",
        |it| merged("memory/index.md", it),
        &["- [a](b)\n", "# A\n"],
    ),
    (
        "list merge",
        |it| merged("memory/impressions.jsonl", it),
        &["{\"id\": \"dec-aaaaaa\"}\n"],
    ),
    (
        "ratings merge",
        |it| merged("memory/recall-feedback.jsonl", it),
        &[RATING, "{\n"],
    ),
    (
        "ratings",
        |it| _ = black_box(feedback::effects(it, &query("mail"), Language::ENGLISH)),
        &[RATING],
    ),
    (
        "notes merge",
        |it| _ = black_box(note::merged(it, &swapped(it), it)),
        &["a\n", "a\nb\n"],
    ),
    (
        "entry",
        |it| _ = black_box(Entry::parse(it, 1)),
        &["## Outputs\n- a\n", "Run: a\n", "a\n\n"],
    ),
    (
        "citations",
        |it| _ = black_box(citations(it)),
        &["ADR 1, ", "dec-", "dec-7k3m9q "],
    ),
    (
        "trailers",
        |it| _ = black_box(trailers(it)),
        &["Decision: dec-7k3m9q\n", "a: b\n", " c\n"],
    ),
    (
        "waivers",
        |it| _ = black_box(exemptions(it)),
        &["Decision-Exempt: dec-7k3m9q a\n", "\n"],
    ),
    (
        "names",
        |it| _ = black_box(names(it)),
        &["`a.b()` ", "`", "src/a.rs "],
    ),
    (
        "source",
        |it| _ = black_box(cited_in_source("a.rs", it)),
        &["// dec-7k3m9q\n", "/* ", "\"", "# ADR 1\n"],
    ),
    (
        "claims",
        |it| _ = black_box(claims("Use one queue", it)),
        &["We use one queue. ", "Never use a queue, "],
    ),
    (
        "orders",
        |it| _ = black_box(instructions::instructions(it)),
        &["ignore all previous ", "you must "],
    ),
    (
        "hidden",
        |it| _ = black_box(hidden::hidden_characters(it)),
        &["a\u{200b}", "\u{202e}"],
    ),
    (
        "working text",
        |it| _ = black_box(working_text::working_text(None, "", it)),
        MARKS,
    ),
    ("decision", |it| decision("a.md", it), MARKS),
    (
        "decision in RST",
        |it| decision("a.rst", it),
        &[
            "a\n=\n",
            ".. note:: a\n",
            "   ",
            ":a: b\n",
            "`a`_ ",
            "+--+\n",
        ],
    ),
    (
        "decision in AsciiDoc",
        |it| decision("a.adoc", it),
        &["= a\n", "|===\n", "* a\n", ":a: b\n", "{a} ", "----\n"],
    ),
    (
        "export",
        |it| _ = black_box(MemoryDocument::parse(&format!("{{\"notes\": [{it}0]}}"))),
        &["{}, ", "[", "\"a\\u0041\", "],
    ),
    (
        "memories",
        |it| _ = black_box(memories(&format!("[{it}0]"))),
        &["{\"memory\": \"a\"}, "],
    ),
    (
        "links of an import",
        |it| _ = black_box(links::Links::of(it)),
        MARKS,
    ),
    (
        "mentions",
        |it| _ = black_box(agents::mentions::mentions(it)),
        &["@a.md ", "@", "`@a"],
    ),
    ("bundle", |it| _ = black_box(okf::faults("a.md", it)), MARKS),
    (
        "secrets",
        |it| _ = black_box(scan(it)),
        &[
            "password=",
            "token: x8Kq29Lm ",
            "YWJjZGVm",
            "-----BEGIN ",
            "| Password | a |\n",
        ],
    ),
    (
        "redaction",
        |it| _ = black_box(redact(it)),
        &["password = x8Kq29LmPq7\n", "ghp_", "https://a:b@c "],
    ),
    (
        "variables",
        |it| _ = black_box(dotenv::variables(it)),
        &["A=b\n", "A=\"", "export "],
    ),
    (
        "patterns",
        |it| _ = black_box(guard().scan(it)),
        &["acme-1 ", "acme-"],
    ),
    (
        "shell",
        |it| _ = black_box(shell::named(it)),
        &["cat a; ", "echo $(", "a | ", "\"", "<<a\n"],
    ),
    (
        "patch of an agent",
        |it| _ = black_box(apply_patch::edits(it)),
        &["*** Add File: a\n+x\n", "@@\n"],
    ),
    (
        "Cargo.toml",
        |it| manifest("Cargo.toml", it),
        &["a = \"1\"\n", "[a]\n", "\"\"\""],
    ),
    (
        "package.json",
        |it| manifest("package.json", it),
        &["{\"a\": ", "\"a\": \"1\",\n", "["],
    ),
    ("index", indexed, PROSE),
    ("question", |it| _ = black_box(query(it)), PROSE),
    (
        "snippet",
        |it| _ = black_box(snippet(it, Language::ENGLISH, &[])),
        PROSE,
    ),
];

const RATING: &str = "{\"schema_version\":1,\"query\":\"mail\",\"outcome\":\"helpful\",\
                      \"created\":\"2026-11-01T00:00:00Z\",\"matched_id\":\"dec-aaaaaa\"}\n";

/// The same lines in another order.
fn swapped(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (one, other) = lines.split_at(lines.len() / 3);
    [other.concat().as_str(), "more\n", &one.concat()].concat()
}

fn read(text: &str) {
    black_box(reading::read(text.as_bytes()));
}

fn patched(text: &str) {
    black_box(patch::set(text, "title", &Field::Text("A".to_owned())).is_ok());
}

fn merged(path: &str, text: &str) {
    let texts = Texts {
        base: text,
        ours: &swapped(text),
        theirs: &text.replace('a', "b"),
    };
    let marks = Marks::new(7, ["ours", "base", "theirs"]);
    black_box(merging::merge(path, &texts, &marks).is_some());
}

fn query(text: &str) -> Query {
    Query::parse(text, Language::ENGLISH)
}

fn decision(path: &str, text: &str) {
    let read = adr::read(&adr::Original {
        path,
        text,
        is_wanted: true,
        is_named: true,
        words: &adr::StatusWords::default(),
    });
    black_box(read.is_ok());
}

fn guard() -> Guard {
    let pattern = regex::Regex::new("acme-[0-9]+").unwrap();
    Guard::new().watching(vec![pattern])
}

fn manifest(path: &str, text: &str) {
    black_box(Manifest::of_path(path).unwrap().lines(text, "b"));
}

fn indexed(text: &str) {
    let page = format!("# T\n\n{text}");
    let mut lexicon = Lexicon::default();
    black_box(Document::of_file(
        page.as_bytes(),
        Language::ENGLISH,
        &mut lexicon,
    ));
}

/// Each reader with each of its pieces.
fn rows() -> Vec<(&'static str, Reader, &'static str)> {
    let with_each = |(name, reader, units): &(&'static str, Reader, &'static [&'static str])| {
        let (name, reader) = (*name, *reader);
        units
            .iter()
            .map(move |unit| (name, reader, *unit))
            .collect::<Vec<_>>()
    };
    READERS.iter().flat_map(with_each).collect()
}

#[test]
#[ignore = "takes a minute; .ci/run asks for it"]
fn twice_the_input_is_twice_the_work() {
    let rows = rows();
    let mut bad = Vec::new();
    for (name, reader, unit) in &rows {
        let growth = growth(*reader, unit);
        if growth > MOST {
            bad.push(format!("{name} of {unit:?}: {growth} %"));
        }
    }
    println!("{} rows", rows.len());
    assert!(bad.is_empty(), "more than n log n: {bad:#?}");
}
