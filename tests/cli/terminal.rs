//! Output at a terminal: styles, wrapped texts, progress, a pager.

use crate::common::{World, begins, has, token};

const RECORD: &str = "\
---
id: dec-aaaaaa
title: Use Postgres
status: proposed
scope: project
updated: 2026-01-01
---
# Use Postgres

We use **Postgres** for the *event store*, see [the docs](https://x.example/docs).

## Options

- one that is long enough to be wrapped where the terminal ends
  - nested `code`
- two

1. first

   more of it

> quoted, and long enough to be wrapped where the terminal ends

```sh
ls -l   # as it is
```

| Option | Worth |
|---|---|
| Postgres | known |
| 事件 | **new** |

<!-- for programs -->
";

fn world() -> World {
    let mut world = World::with_memory();
    world.write("memory/decisions/a.md", RECORD);
    world.set("GIT_PAGER", "cat");
    world
}

#[test]
fn a_record_is_set_for_the_terminal_and_raw_in_a_pipe() {
    let mut world = world();
    world.set("NO_COLOR", "1");
    let shown = world.on_terminal(40, "show dec-aaaaaa");
    let expected = "\
---
id: dec-aaaaaa
title: Use Postgres
status: proposed
scope: project
updated: 2026-01-01
---

# Use Postgres

We use Postgres for the event store, see
the docs (https://x.example/docs).

## Options

• one that is long enough to be wrapped
  where the terminal ends
  • nested `code`
• two

1. first

   more of it

│ quoted, and long enough to be wrapped
│ where the terminal ends

    ls -l   # as it is

Option    Worth
────────  ─────
Postgres  known
事件      new

<!-- for programs -->
";
    assert_eq!(shown, expected);
    assert_eq!(world.memory("show dec-aaaaaa").ok(), RECORD);
    let shown = world.on_terminal(40, "show dec-aaaaaa --section options");
    assert!(shown.starts_with("## Options\n\n• one that"), "{shown}");
    let read = world.on_terminal(40, "topic read");
    assert!(read.contains("• Use Postgres (decisions/a.md)"), "{read}");
}

#[test]
fn a_table_that_is_too_wide_is_wrapped_or_stacked() {
    let mut world = world();
    world.set("NO_COLOR", "1");
    world.write(
        "memory/notes/table.md",
        "# T\n\n| | |\n|---|---|\n| Option | one two three four five six seven |\n\n\
         | Option | Worth |\n|---|---|\n| a | one two three four five six seven |\n| b | eight |\n",
    );
    let shown = world.on_terminal(36, "show memory/notes/table.md");
    let expected = "\
# T

Option  one two three four five six
        seven

Option  Worth
──────  ────────────────────────────
a       one two three four five six
        seven
b       eight
";
    assert_eq!(shown, expected);
    let shown = world.on_terminal(26, "show memory/notes/table.md");
    let expected = "\
# T

Option
one two three four five
  six seven

Option: a
Worth: one two three four
  five six seven

Option: b
Worth: eight
";
    assert_eq!(shown, expected);
}

#[test]
fn styles_are_for_terminals_that_have_them() {
    let world = world();
    let shown = world.on_terminal(80, "show dec-aaaaaa");
    for expected in [
        "\u{1b}[2mstatus\u{1b}[0m\u{1b}[2m:\u{1b}[0m\u{1b}[35m proposed",
        "\u{1b}[1m\u{1b}[4mUse Postgres\u{1b}[0m\n",
        "\u{1b}[1mPostgres\u{1b}[0m",
        "\u{1b}[1mOptions\u{1b}[0m\n",
        "\u{1b}[36mcode\u{1b}[0m",
    ] {
        assert!(shown.contains(expected), "{expected:?}: {shown:?}");
    }
    for arguments in [
        ["list", "--kind=decision"].as_slice(),
        &["recall", "postgres"],
    ] {
        let shown = world.on_terminal(80, arguments);
        assert!(
            shown.contains("\u{1b}[35mproposed"),
            "{arguments:?}: {shown:?}"
        );
    }
    for arguments in [["--color", "never", "list"].as_slice(), &["list", "--json"]] {
        assert!(!world.on_terminal(80, arguments).contains('\u{1b}'));
    }
    world.git("config color.ui false").ok();
    assert!(!world.on_terminal(80, "list").contains('\u{1b}'));
    world.git("config color.memory auto").ok();
    assert!(world.on_terminal(80, "list").contains('\u{1b}'));
    for (name, value) in [("TERM", "dumb"), ("NO_COLOR", "1")] {
        let mut plain = self::world();
        plain.set(name, value);
        assert!(!plain.on_terminal(80, "list").contains('\u{1b}'), "{name}");
    }
}

#[test]
fn what_a_stranger_wrote_does_nothing_to_the_terminal() {
    let mut world = world();
    world.set("NO_COLOR", "1");
    world.write(
        "memory/notes/hostile.md",
        "# a\u{1b}[2Jb\n\n**\u{1b}]0;x\u{7}** [\u{202e}x](https://\u{1b}[31m)\n\n\
         ```\n\u{1b}c\n```\n\n| \u{9b}1m |\n|---|\n| \u{7f} |\n\n<b \u{1b}>\n",
    );
    for arguments in [
        ["show", "memory/notes/hostile.md"].as_slice(),
        &["recall", "ab"],
        &["recall", "--tier", "t2", "x"],
    ] {
        let shown = world.on_terminal(60, arguments);
        assert!(!shown.is_empty());
        let is_plain = |c: char| !c.is_control() || c == '\n';
        assert!(shown.chars().all(is_plain), "{arguments:?}: {shown:?}");
        assert!(!shown.contains('\u{202e}'));
    }
}

#[test]
fn what_a_browser_leaves_out_is_shown() {
    let mut world = world();
    world.set("NO_COLOR", "1");
    world.write(
        "memory/notes/a.md",
        "# A\n\n[//]: # (comment one)\n\n[docs][d] and [b](c \"title two\").\n\n\
         - item\n\n  [x]: y\n  \"on two\n  lines three\"\n\n\
         ``` sh do four\nls\n```\n\n| a |\n|---|\n| b | cell five |\n\n\
         > [d]: https://x.example\n> [d]: z 'six'\n",
    );
    let shown = world.on_terminal(80, "show memory/notes/a.md");
    let expected = "\
# A

[//]: # (comment one)

docs (https://x.example) and b (c \"title two\").

• item

[x]: y
\"on two
lines three\"

    sh do four
    ls

a
─  ─────────
b  cell five

[d]: https://x.example
[d]: z 'six'
";
    assert_eq!(shown, expected);
}

#[test]
fn marks_and_styles_hide_no_secret() {
    let world = world();
    let token = token();
    let (one, two) = token.split_at(12);
    world.write(
        "memory/notes/a.md",
        format!("# A\n\nthe **{one}**{two} one\n"),
    );
    let shown = world.on_terminal(30, "show memory/notes/a.md");
    assert!(shown.contains("[REDACTED:token]"), "{shown:?}");
    assert!(!shown.contains(two), "{shown:?}");
}

/// A note of two commits, between which one word changed.
fn changed_note(before: &str, after: &str) -> World {
    let mut world = World::with_memory();
    world.set("GIT_PAGER", "cat");
    // Nothing stops an escape or a secret in a clone without hooks.
    world.memory("hooks uninstall").ok();
    for word in [before, after] {
        let text = format!("# A\n\nWe use {word} for the event store.\n");
        world.write("memory/notes/a.md", text);
        world.git("add memory").ok();
        world.git("commit -q -m 'A note'").ok();
    }
    world
}

#[test]
fn a_difference_marks_the_words_that_changed_in_a_line() {
    let world = changed_note("Postgres", "\u{1b}c");
    for arguments in [["diff", "HEAD~1..HEAD"], ["log", "-p"]] {
        let shown = world.on_terminal(80, arguments);
        for expected in [
            "\u{1b}[31m-We use \u{1b}[0m\u{1b}[7m\u{1b}[31mPostgres\u{1b}[0m\u{1b}[31m for the",
            "\u{1b}[32m+We use \u{1b}[0m\u{1b}[7m\u{1b}[32m\\u{1b}c\u{1b}[0m\u{1b}[32m for the",
        ] {
            assert!(shown.contains(expected), "{expected:?}: {shown:?}");
        }
        let piped = world.memory(arguments).ok();
        let line = "-We use Postgres for the event store.\n";
        assert!(piped.contains(line), "{piped}");
        assert!(!piped.contains('\u{1b}'), "{piped}");
    }
}

#[test]
fn the_marks_of_a_difference_hide_no_secret() {
    let world = changed_note("one", &token());
    for arguments in [["diff", "HEAD~1..HEAD"], ["log", "-p"]] {
        let shown = world.on_terminal(80, arguments);
        assert!(shown.contains("[REDACTED:token]"), "{shown:?}");
        assert!(!shown.contains(&token()[12..]), "{shown:?}");
    }
}

#[test]
fn deep_quotations_leave_room_for_the_text() {
    let mut world = world();
    world.set("NO_COLOR", "1");
    let text = format!("# A\n\n{}word word word word\n", "> ".repeat(3000));
    world.write("memory/notes/a.md", text);
    let shown = world.on_terminal(40, "show memory/notes/a.md");
    assert!(
        shown.lines().all(|line| line.chars().count() <= 40),
        "{shown}"
    );
    has(&shown, &format!("{}word word", "│ ".repeat(10)));
}

#[test]
fn hits_are_wrapped_and_have_no_marks() {
    let mut world = world();
    world.set("NO_COLOR", "1");
    let shown = world.on_terminal(50, "recall 'event store'");
    let wrapped = [
        "    …We use Postgres for the event store, see the",
        "    docs. Options · one that is long enough to be",
        "    wrapped where the terminal ends · nested code",
        "    · two · first · more of it · quoted, and long",
        "    enough to be wrapped where the terminal ends…",
    ];
    assert!(shown.lines().skip(2).eq(wrapped), "{shown}");
    let piped = world.memory("recall 'event store'").ok();
    assert_eq!(piped.lines().count(), 3, "{piped}");
    let answer = world.memory("recall 'event store' --json").json();
    let snippet = answer["hits"][0]["snippet"].as_str().unwrap();
    let marked = "…We use Postgres for the **event** **store**, see the docs.";
    begins(snippet, marked);
    // A variable of the shell sets the width, as for git.
    world.set("COLUMNS", "30");
    let shown = world.on_terminal(50, "recall 'event store'");
    // A path stays whole: it may be copied.
    let mut texts = shown.lines().filter(|line| !line.contains(".md"));
    assert!(texts.all(|line| line.chars().count() <= 30), "{shown}");
}

#[test]
fn a_pager_gets_what_the_terminal_would() {
    let mut world = world();
    world.set("GIT_PAGER", "sed 's/^/> /'");
    let shown = world.on_terminal(80, "show dec-aaaaaa --section options");
    assert!(
        shown.starts_with("> \u{1b}[1mOptions\u{1b}[0m\n> \n> "),
        "{shown:?}"
    );
    assert_eq!(world.memory("show dec-aaaaaa").ok(), RECORD);
}

#[test]
fn progress_says_what_is_done_and_how_long_it_takes() {
    let mut world = world();
    for nth in 0..40 {
        let text = format!("# Title {nth}\n\n## Status\n\nAccepted\n\n## Decision\n\nSo it is.\n");
        world.write(&format!("docs/adr/{nth:04}-a.md"), text);
    }
    let import = ["import", "adr", "docs/adr", "--dry-run"];
    assert!(!world.on_terminal(80, import).contains('%'), "it was fast");
    world.set("GIT_PROGRESS_DELAY", "0");
    let shown = world.on_terminal(80, import);
    assert!(shown.contains("Reading files: "), "{shown:?}");
    assert!(
        shown.contains("/40), ") && shown.contains("s left"),
        "{shown:?}"
    );
    let quiet = world.on_terminal(80, [&["-q"], &import[..]].concat());
    assert!(!quiet.contains("s left"), "{quiet:?}");
    let shown = world.on_terminal(80, "recall postgres");
    assert!(shown.contains("Indexing memory:"), "{shown:?}");
    let shown = world.on_terminal(80, "scan --all");
    assert!(shown.contains("Scanning files:"), "{shown:?}");
    let piped = world.memory(import);
    assert!(!piped.err.contains("Reading"), "{}", piped.err);
}
