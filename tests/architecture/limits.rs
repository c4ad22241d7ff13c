//! The table of limits (`crates/text/src/limits.rs`): each limit is used, says what happens beyond
//! it, and is named by a test. `docs/reference.md` shows the same table; after a change, update it
//! with `GIT_MEMORY_UPDATE_DOCS=1 cargo test --test architecture`.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::imports::{all_sources, code, crates, sources, tests_of};

/// With this variable in the environment the page is written, not compared.
const UPDATE: &str = "GIT_MEMORY_UPDATE_DOCS";
const BEGIN: &str = "<!-- generated: limits -->\n";
const END: &str = "<!-- end -->";

/// A row of the table.
struct Limit {
    theme: String,
    name: String,
    amount: String,
    /// The thing that is counted.
    what: String,
    beyond: String,
}

fn table() -> PathBuf {
    crates().join("text/src/limits.rs")
}

/// Reads the table from its source.
fn limits() -> Vec<Limit> {
    let (mut theme, mut words) = (String::new(), String::new());
    let mut limits = Vec::new();
    for line in fs::read_to_string(table()).unwrap().lines() {
        if let Some(more) = line.strip_prefix("/// ") {
            words = format!("{words} {more}");
        } else if let Some(named) = line.strip_prefix("// ") {
            named.clone_into(&mut theme);
        } else if let Some(rest) = line.strip_prefix("pub const ") {
            let (name, rest) = rest.split_once(": ").unwrap();
            let value = rest.split_once(" = ").unwrap().1.trim_end_matches(';');
            let words = std::mem::take(&mut words);
            let (what, beyond) = words.split_once(" Beyond: ").expect(name);
            limits.push(Limit {
                theme: theme.clone(),
                name: name.to_owned(),
                amount: amount(name, value),
                what: what.trim().to_owned(),
                beyond: beyond.to_owned(),
            });
        }
    }
    limits
}

/// The value of a constant as people read it.
fn amount(name: &str, value: &str) -> String {
    if let Some(time) = value.strip_prefix("Duration::from_") {
        let (unit, count) = time.trim_end_matches(')').split_once('(').unwrap();
        return format!("{count} {}", if unit == "mins" { "min" } else { "s" });
    }
    let (count, shift) = value.split_once(" << ").unwrap_or((value, "0"));
    let count: u64 = count.replace('_', "").parse().unwrap();
    let count = count << shift.parse::<u64>().unwrap();
    let is_in_bytes = name.ends_with("_BYTES") || name.ends_with("_MEMORY");
    match count {
        _ if is_in_bytes && count.is_multiple_of(1 << 20) => format!("{} MiB", count >> 20),
        _ if is_in_bytes && count.is_multiple_of(1 << 10) => format!("{} KiB", count >> 10),
        1_000_000.. => format!("{},{:03},000", count / 1_000_000, count / 1000 % 1000),
        10_000.. => format!("{},{:03}", count / 1000, count % 1000),
        _ => count.to_string(),
    }
}

fn words(text: &str) -> HashSet<String> {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    words.map(str::to_owned).collect()
}

#[test]
fn each_limit_is_used_and_has_a_test() {
    let (mut used, mut tested) = (HashSet::new(), HashSet::new());
    for file in all_sources().iter().filter(|it| **it != table()) {
        used.extend(words(&code(file)));
        tested.extend(words(&tests_of(file)));
    }
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for folder in [top, crates().join("hub/tests")] {
        for file in sources(&folder) {
            tested.extend(words(&tests_of(&file)));
        }
    }
    let limits = limits();
    assert!(limits.len() > 50, "{} limits were read", limits.len());
    for Limit { name, .. } in &limits {
        assert!(used.contains(name), "nothing uses {name}");
    }
    // A test that waits fails on a busy machine.
    let is_bare = |it: &&Limit| !tested.contains(&it.name) && !it.name.ends_with("_TIME");
    let bare = limits.iter().filter(is_bare);
    let bare: Vec<&str> = bare.map(|it| it.name.as_str()).collect();
    assert!(bare.is_empty(), "no test names {bare:?}");
}

#[test]
fn the_reference_has_the_limits() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference.md");
    let page = fs::read_to_string(&file).unwrap();
    let (head, rest) = page.split_once(BEGIN).expect("the mark of the part");
    let (before, tail) = rest.split_once(END).expect("the mark's end");
    let mut text = String::from("\n| what | limit | beyond |\n|---|---|---|\n");
    let mut theme = String::new();
    for limit in limits() {
        if limit.theme != theme {
            theme = limit.theme;
            writeln!(text, "| **{theme}** | | |").unwrap();
        }
        let (what, beyond) = [&limit.what, &limit.beyond]
            .map(|it| it.trim_end_matches('.'))
            .into();
        writeln!(text, "| {what} | {} | {beyond} |", limit.amount).unwrap();
    }
    text.push('\n');
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&file, format!("{head}{BEGIN}{text}{END}{tail}")).unwrap();
    } else {
        assert_eq!(before, text, "write it anew with {UPDATE}=1");
    }
}
