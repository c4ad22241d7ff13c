use super::words::{Token, tokens};
use super::{Act, named};
use crate::project::policy::Access;
use git_memory_text::limits;

/// The rows of a fixture: a line, and its expected effects.
fn rows(fixture: &str) -> impl Iterator<Item = (String, String)> {
    let rows = fixture.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| {
        let row = row.replace('⏎', "\n").replace('␍', "\r");
        let (line, expected) = row.split_once('\t').unwrap();
        (line.replace('⇥', "\t"), expected.replace('⇥', "\t"))
    })
}

fn words(tokens: Vec<Token>) -> String {
    let mut shown = Vec::new();
    for token in tokens {
        shown.push(match token {
            Token::Word(word) if word.open.is_some() => format!("?{}", word.text),
            Token::Word(word) if word.is_glob => format!("*{}", word.text),
            Token::Word(word) => word.text,
            Token::End => ";".to_owned(),
            Token::File(act, word) => format!("{}{}", sign(act), words(vec![Token::Word(word)])),
            Token::Text(text) => format!("{text:?}"),
            Token::Nested(inner) => format!("[{}]", words(inner)),
            Token::Cut(_) => "…".to_owned(),
        });
    }
    shown.join(" ")
}

fn sign(act: Act) -> &'static str {
    match act {
        Act::Mentions => "~",
        Act::Reads => "<",
        Act::Marks => "+",
        Act::Appends => ">>",
        Act::Writes => ">",
        Act::Takes => "!",
    }
}

fn names(line: &str) -> String {
    let paths = named(line).paths.into_iter().map(|path| {
        let sign = sign(path.act).trim_start_matches('<');
        let root = if path.is_rooted { "" } else { "?" };
        let glob = if path.is_glob { "*" } else { "" };
        let end = if path.is_below { "/" } else { "" };
        format!("{sign}{root}{glob}{}{end}", path.text)
    });
    paths.collect::<Vec<_>>().join(" ")
}

#[test]
fn words_are_those_of_the_shell() {
    for (line, expected) in rows(include_str!("../../../../fixtures/shell/words.txt")) {
        assert_eq!(words(tokens(&line, 0)), expected, "{line}");
    }
}

#[test]
fn a_line_names_what_it_plainly_touches() {
    for (line, expected) in rows(include_str!("../../../../fixtures/shell/names.txt")) {
        assert_eq!(names(&line), expected, "{line}");
    }
}

/// The lines of a fixture of the policy, each with the text before the tab in its row.
fn lines(fixture: &str) -> impl Iterator<Item = (&str, String)> {
    let rows = fixture
        .lines()
        .filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| {
        let (rule, line) = row.split_once('\t').unwrap_or(("", row));
        (rule, line.replace('⏎', "\n"))
    })
}

/// True if a line names something that a rule denies in the repository of these fixtures.
fn hits(rule: &str, line: &str) -> bool {
    named(line).paths.into_iter().any(|path| {
        let (text, is_written) = (path.text.as_str(), path.act.access() == Access::Write);
        let is_whole = path.act == Act::Takes && !path.is_below;
        let is_taken = |folder: &str| is_whole && text == folder;
        match rule {
            "git-folder" => {
                is_written && text.contains(".git") && !text.contains("info") || is_taken(".")
            }
            "derived" if text.ends_with("AGENTS.md") => {
                is_written && path.act != Act::Appends && !text.starts_with('/')
            }
            "derived" => {
                is_written && ["memory/index.md", "memory/impressions.jsonl"].contains(&text)
            }
            "block" => text.contains("secrets") || text.contains(".pem") || is_taken("src"),
            rule => rule == "secret" && is_written && text.starts_with("memory/"),
        }
    })
}

#[test]
fn everyday_lines_touch_nothing_that_is_closed() {
    for (_, line) in lines(include_str!("../../../../fixtures/policy/pass.txt")) {
        assert_eq!(named(&line).unclear, None, "{line}");
        for rule in ["git-folder", "derived", "block"] {
            assert!(!hits(rule, &line), "{rule}: {line}");
        }
    }
    for (rule, line) in lines(include_str!("../../../../fixtures/policy/deny.txt")) {
        assert!(hits(rule, &line), "{rule}: {line}");
    }
}

#[test]
fn no_line_is_too_much() {
    for part in [
        "$(",
        "`",
        "(",
        "bash -c '",
        "<<",
        "<<a\n",
        "{",
        "\"",
        "a>",
        "\\",
        "a ",
        "in ",
        "case a in ",
        "((",
        "x=(",
        "if ",
        "sudo ",
        "cat <(",
    ] {
        assert!(
            named(&part.repeat(5000)).paths.len() <= limits::COMMAND_PATHS,
            "{part}"
        );
    }
    let whole = named(&"cat a;".repeat(limits::COMMAND_PATHS));
    assert_eq!(
        (whole.paths.len(), whole.unclear),
        (limits::COMMAND_PATHS, None)
    );
    let names = named(&"cat a;".repeat(limits::COMMAND_PATHS + 1));
    assert_eq!(names.paths.len(), limits::COMMAND_PATHS);
    assert!(names.unclear.is_some());
    let nested = |depth: usize| format!("{}cat a{}", "echo $(".repeat(depth), ")".repeat(depth));
    assert_eq!(named(&nested(limits::COMMAND_DEPTH)).unclear, None);
    let deep = named(&nested(limits::COMMAND_DEPTH + 1));
    assert!(deep.unclear.is_some());
}
