//! `git memory verify`: code against the checks that records declare.

use crate::common::{World, has, lacks};

const RECORD: &str = "memory/decisions/domain.md";

/// A record with checks, as a person writes it.
fn record(status: &str, checks: &str) -> String {
    format!(
        "---\nid: dec-aaaaaa\ntitle: Keep the network out of the domain\nstatus: {status}\n\
         scope: project\nupdated: 2026-01-01\nchecks:\n{checks}---\n\n\
         ## Decision\n\nNo client in the domain.\n\n## Rationale\n\nTests need no network.\n"
    )
}

const FORBID: &str =
    "  - forbid: 'use reqwest'\n    in: ['src/domain/**']\n    except: [src/domain/http.rs]\n";

/// A world in which one old line breaks a check that came after it.
fn world() -> World {
    let world = World::with_memory();
    world.write("src/domain/old.rs", "use reqwest;\n");
    world.write("src/domain/http.rs", "use reqwest;\n");
    world.commit("Begin");
    world.write(RECORD, record("active", FORBID));
    world.commit("Decide");
    world
}

#[test]
fn what_was_there_is_old_and_what_came_since_is_new() {
    let world = world();
    let kept = world.memory("verify");
    assert_eq!((kept.status, kept.out.as_str()), (0, ""));
    has(
        &kept.err,
        "ran 1 check over 1 file: 0 new, 1 old, 0 excepted",
    );
    world.write("src/domain/new.rs", "fn a() {}\n\tuse reqwest::get;\n");
    world.git("add src").ok();
    let broken = world.memory("verify");
    assert_eq!(broken.status, 1);
    assert_eq!(
        broken.out,
        "src/domain/new.rs:2: error[dec-aaaaaa]: 'use reqwest' is forbidden: use reqwest::get;\n"
    );
    has(
        &broken.err,
        "dec-aaaaaa: Keep the network out of the domain: Tests need no network.",
    );
    // A move is no news; a copy is.
    world.git("mv src/domain/old.rs src/domain/moved.rs").ok();
    has(&world.memory("verify").err, "1 new, 1 old");
    world.write("src/domain/copy.rs", "use reqwest;\n");
    world.git("add src").ok();
    has(&world.memory("verify").err, "2 new, 1 old");
    has(
        &world.memory("verify --all").out,
        "old[dec-aaaaaa]: 'use reqwest' is forbidden",
    );
}

#[test]
fn a_range_is_judged_by_what_it_brought() {
    let world = world();
    world.write("src/domain/main.rs", "use reqwest;\nfn main() {}\n");
    world.commit("Break it on the main branch");
    world.git("switch -q -c topic").ok();
    world.write("src/domain/topic.rs", "use reqwest;\nuse reqwest;\n");
    world.commit("Break it on the topic");
    assert_eq!(world.memory("verify").out.lines().count(), 3);
    let brought = world.memory("verify --rev main..HEAD");
    assert_eq!(brought.status, 1);
    assert_eq!(brought.out.lines().count(), 2);
    lacks(&brought.out, "main.rs");
    let github = world.memory("verify --rev main.. --format github").out;
    has(
        &github,
        "::error file=src/domain/topic.rs,line=2,col=1,title=dec-aaaaaa::",
    );
    let sarif = world.memory("verify --rev main.. --format sarif").out;
    has(&sarif, ["\"ruleId\": \"dec-aaaaaa\"", "\"startLine\": 2"]);
    assert_eq!(world.memory("verify --rev HEAD~2").status, 0);
}

#[test]
fn a_range_does_not_get_around_a_check_that_it_takes_out() {
    let world = world();
    world.git("switch -q -c topic").ok();
    world.write(
        RECORD,
        record("active", "  - require: crane\n    in: [NOTES]\n"),
    );
    world.commit("Ask for something else");
    assert_eq!(world.memory("verify --rev main..HEAD").status, 0);
    world.write("src/domain/new.rs", "use reqwest;\n");
    world.commit("Break what was asked");
    let told = world.memory("verify --rev main..HEAD");
    has(&told.out, "src/domain/new.rs:1");
    assert_eq!(told.status, 1);
    // Whoever replaces the decision has said so.
    world.write(RECORD, record("archived", FORBID));
    world.commit("Archive");
    assert_eq!(world.memory("verify --rev main..HEAD").status, 0);
}

#[test]
fn staged_files_are_judged_as_they_are_staged() {
    let world = world();
    world.write("src/domain/new.rs", "use reqwest;\n");
    world.git("add src").ok();
    world.write("src/domain/new.rs", "// nothing\n");
    assert_eq!(world.memory("verify").status, 0);
    assert_eq!(world.memory("verify --staged").status, 1);
}

#[test]
fn a_commit_is_refused_for_what_it_adds_where_that_was_asked_for() {
    let world = world();
    world.memory("hooks install").ok();
    let commit = |name: &str| {
        world.write(&format!("src/domain/{name}.rs"), "use reqwest;\n");
        world.git("add src").ok();
        world.git("commit -q -m More")
    };
    commit("unasked").ok();
    world.git("config memory.verify commit").ok();
    world.write("other.txt", "What HEAD has is not this commit's doing.\n");
    world.git("add other.txt").ok();
    world.git("commit -q -m Other").ok();
    let refused = commit("asked").fails(1);
    let place =
        "src/domain/asked.rs:1: error[dec-aaaaaa]: 'use reqwest' is forbidden: use reqwest;";
    has(
        &refused,
        [
            place,
            "commit rejected: 1 place",
            "dec-aaaaaa except REASON",
        ],
    );
    lacks(&refused, "unasked.rs");
    let exempt = "use reqwest; // git-memory: dec-aaaaaa except a test\n";
    world.write("src/domain/asked.rs", exempt);
    world.git("commit -q -am More").ok();
}

#[test]
fn a_comment_with_a_reason_excepts_its_line() {
    let world = world();
    let line = "use reqwest; // git-memory: dec-aaaaaa except";
    for (comment, status) in [(" only in tests", 0), ("", 1)] {
        world.write("src/domain/new.rs", format!("{line}{comment}\n"));
        world.git("add src").ok();
        assert_eq!(world.memory("verify").status, status, "{comment}");
    }
    let other = line.replace("dec-aaaaaa", "dec-bbbbbb");
    world.write("src/domain/new.rs", format!("{other} a test\n"));
    assert_eq!(world.memory("verify").status, 1);
}

#[test]
fn what_every_file_must_have_is_missed_only_in_new_ones() {
    let world = World::with_memory();
    world.write("src/old.rs", "fn a() {}\n");
    world.write(
        RECORD,
        record("active", "  - require: SPDX\n    in: 'src/**/*.rs'\n"),
    );
    world.commit("Begin");
    world.write("src/old.rs", "fn a() {}\nfn b() {}\n");
    world.write("src/new.rs", "fn c() {}\n");
    world.write("src/good.rs", "// SPDX: MIT\n");
    world.write("src/image.png", "none");
    world.git("add src").ok();
    let found = world.memory("verify");
    assert_eq!(
        found.out,
        "src/new.rs:1: error[dec-aaaaaa]: no line matches 'SPDX'\n"
    );
    has(&found.err, "over 3 files: 1 new, 1 old");
}

#[test]
fn only_a_record_in_force_is_verified() {
    let world = world();
    world.write("src/domain/new.rs", "use reqwest;\n");
    world.git("add src").ok();
    for (status, expected) in [("proposed", 0), ("archived", 0), ("active", 1)] {
        world.write(RECORD, record(status, FORBID));
        assert_eq!(world.memory("verify").status, expected, "{status}");
    }
    // What was there when a proposal was accepted is old.
    world.write(RECORD, record("proposed", FORBID));
    world.commit("Propose");
    world.write(RECORD, record("active", FORBID));
    world.commit("Accept");
    has(&world.memory("verify").err, "0 new, 2 old");
    // A later change of its text makes nothing old.
    world.write("src/domain/newer.rs", "use reqwest;\n");
    world.write(
        RECORD,
        record("active", FORBID).replace("need no", "need not"),
    );
    world.commit("Reword and break");
    has(&world.memory("verify").err, "1 new, 2 old");
    world
        .git("mv memory/decisions/domain.md memory/decisions/other.md")
        .ok();
    world.commit("Move");
    has(&world.memory("verify").err, "1 new, 2 old");
}

#[test]
fn a_check_that_cannot_be_run_is_an_error() {
    let world = World::with_memory();
    world.write(RECORD, record("active", "  - forbid: '('\n  - forbid: x\n"));
    world.write("a.txt", "x");
    world.git("add a.txt").ok();
    let found = world.memory("verify");
    assert_eq!(found.status, 1);
    has(
        &found.err,
        "domain.md: check 1: 'forbid' is not a regular expression: unclosed group",
    );
    has(
        &found.out,
        "a.txt:1: error[dec-aaaaaa]: 'x' is forbidden: x",
    );
    has(
        &world.memory("check").out,
        "error[broken-check]: check 1: 'forbid' is not",
    );
    has(
        &world.memory("verify --json").out,
        "\"reason\":\"'forbid' is not a regular expression: unclosed group\"",
    );
}

#[test]
fn a_check_that_is_about_no_file_is_named() {
    let world = World::with_memory();
    world.write(RECORD, record("active", "  - forbid: x\n    in: '*.rs'\n"));
    world.write("src/a.rs", "x");
    world.git("add src").ok();
    let found = world.memory("verify");
    has(&found.err, "domain.md: check 1 is about no file");
    has(
        &world.memory("verify --json").out,
        r#""idle":[{"id":"dec-aaaaaa","check":1}]"#,
    );
}

#[test]
fn a_hostile_pattern_takes_no_time_and_no_memory() {
    let world = World::with_memory();
    let checks = "  - forbid: '(a|aa)+$'\n    in: a.txt\n  - forbid: '((a{50}){50}){50}'\n";
    world.write(RECORD, record("active", checks));
    world.write("a.txt", "a".repeat(100_000) + "b\n");
    world.git("add a.txt").ok();
    let found = world.memory("verify");
    assert_eq!(found.out, "");
    has(&found.err, "exceeds size limit");
}

#[test]
fn a_cache_that_is_damaged_or_of_another_branch_changes_no_answer() {
    let world = world();
    world.write("src/domain/new.rs", "use reqwest;\n");
    world.commit("Break it");
    let first = world.memory("verify --all --json").out;
    assert_eq!(world.memory("verify --all --json").out, first);
    world.write(".git/memory/by-blob/checks", "no rows");
    assert_eq!(world.memory("verify --all --json").out, first);
    world.git("switch -q -c side HEAD~1").ok();
    assert_eq!(world.memory("verify").status, 0);
    world.git("switch -q main").ok();
    assert_eq!(world.memory("verify --all --json").out, first);
}
