use super::*;
use git_memory_text::limits;

const NONE: [&str; 0] = [];

fn broken(checks: &str) -> String {
    let found = Checks::of(Some(&format!("{{\"checks\":{checks}}}")), &NONE);
    assert!(found.good.is_empty(), "{checks}");
    found.broken[0].reason.clone()
}

#[test]
fn a_check_is_about_its_own_files_then_the_records_then_all() {
    let own = r#"{"checks":[{"forbid":"a","in":["src/**"],"except":"src/b/**"},{"require":"b"}]}"#;
    let checks = Checks::of(Some(own), &["lib/**"]).good;
    let covers = |nth: usize, path: &str| checks[nth].coverage().covers(path);
    assert!(covers(0, "src/a/x.rs") && !covers(0, "src/b/x.rs") && !covers(0, "lib/x.rs"));
    assert!(covers(1, "lib/x.rs") && !covers(1, "src/a/x.rs"));
    let checks = Checks::of(Some(own), &NONE).good;
    assert!(checks[1].coverage().covers("any/where/x.rs"));
    assert_eq!((checks[0].number, checks[1].number), (1, 2));
}

#[test]
fn a_check_that_cannot_be_run_says_why() {
    for (checks, expected) in [
        ("\"x\"", "'checks' is not a list"),
        ("[\"x\"]", "it is not a mapping of keys to values"),
        (
            "[{\"in\":[\"a\"]}]",
            "it needs one of forbid, require, forbid-code, forbid-dependency and command",
        ),
        (
            "[{\"forbid\":\"a\",\"require\":\"b\"}]",
            "it needs one of forbid, require, forbid-code, forbid-dependency and command",
        ),
        (
            "[{\"forbid\":\"a\",\"on\":\"b\"}]",
            "unknown key 'on'; known are forbid, require, forbid-code, forbid-dependency, \
             command, language, in, except",
        ),
        (
            "[{\"forbid\":\"a\",\"language\":\"rust\"}]",
            "'language' belongs to 'forbid-code'",
        ),
        (
            "[{\"forbid-dependency\":\"a b\"}]",
            "'forbid-dependency' is not the name of a package",
        ),
        (
            "[{\"command\":\"a\",\"in\":\"src\"}]",
            "a command is about no files: it has no 'in' or 'except'",
        ),
        ("[{\"forbid-code\":\"\"}]", "'forbid-code' is empty"),
        ("[{\"forbid\":7}]", "'forbid' is not a text"),
        ("[{\"forbid\":\" \"}]", "'forbid' is empty"),
        (
            "[{\"forbid\":\"a*\"}]",
            "'forbid' matches every line, also an empty one",
        ),
        (
            "[{\"require\":\"(\"}]",
            "'require' is not a regular expression: unclosed group",
        ),
        (
            "[{\"forbid\":\"a\",\"in\":[7]}]",
            "'in' has a value that is not a path or glob: 7",
        ),
        (
            "[{\"forbid\":\"a\",\"in\":\":!b\"}]",
            "'in' has a value that is not a path or glob: \":!b\"",
        ),
    ] {
        assert_eq!(broken(checks), expected, "{checks}");
    }
    let long = "a".repeat(limits::PATTERN_BYTES + 1);
    let long = broken(&format!("[{{\"forbid\":\"{long}\"}}]"));
    assert!(long.contains("'forbid' has over 1000 bytes"), "{long}");
    let many = vec!["\"a\""; limits::PATTERN_PATHS + 1].join(",");
    let many = broken(&format!("[{{\"forbid\":\"a\",\"in\":[{many}]}}]"));
    assert!(many.contains("'in' has over 100 paths"), "{many}");
    let large = format!("(a{{1000}}){{{}}}", limits::PATTERN_MEMORY / 1000);
    let large = broken(&format!("[{{\"forbid\":\"{large}\"}}]"));
    assert!(large.contains("exceeds size limit"), "{large}");
}

#[test]
fn more_checks_than_a_record_may_have_are_named() {
    let many = vec![r#"{"forbid":"a"}"#; limits::RECORD_CHECKS + 1].join(",");
    let checks = Checks::of(Some(&format!("{{\"checks\":[{many}]}}")), &NONE);
    assert_eq!(checks.good.len(), limits::RECORD_CHECKS);
    assert_eq!(
        checks.broken[0].reason,
        "101 checks; the first 100 are read"
    );
}
