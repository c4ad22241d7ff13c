//! Allowed secrets are shown by every command, in header fields, too.

use crate::common::{World, has, lacks, token};

/// A world with a record, an entry, a note and a private record that hold the token, which HEAD
/// allows.
fn world() -> World {
    let world = World::with_memory();
    let scanned = world
        .memory_with("scan --stdin --json", &format!("{}\n", token()))
        .out;
    let scanned: serde_json::Value = serde_json::from_str(&scanned).unwrap();
    let fingerprint = scanned["findings"][0]["fingerprint"].as_str().unwrap();
    world
        .memory([
            "scan",
            "--allow",
            fingerprint,
            "--reason",
            "A sample of the docs.",
        ])
        .ok();
    world.git("add memory").ok();
    world.git("commit -q -m Allow").ok();
    world
}

fn add(world: &World) -> String {
    let token = token();
    let title = format!("Sample {token}");
    let tag = format!("--tag={token}");
    let mut arguments = vec!["add-decision", &title, "--rationale", "It is a sample."];
    arguments.extend(["--description", &title, &tag, "--category", &token]);
    world.memory(arguments).ok();
    let listed = world.memory("list --json").json();
    listed["records"][0]["id"].as_str().unwrap().to_owned()
}

#[test]
fn header_fields_are_shown_with_it() {
    let world = world();
    let (token, id) = (token(), add(&world));
    world.git("add memory").ok();
    world.git("commit -q -m 'A sample'").ok();
    for arguments in [
        vec!["list"],
        vec!["list", "--json"],
        vec!["list", "--rev", "HEAD"],
        vec!["recall", "sample"],
        vec!["recall", "--json", "--tier", "t1", "sample"],
        vec!["recall", "--tier", "t0", "sample"],
        vec!["show", &id],
        vec!["context"],
        vec!["briefing"],
        vec!["export"],
        vec!["export", "--format", "jsonl"],
        vec!["export", "--format", "tar"],
        vec!["diff", "HEAD~1"],
        vec!["log", "--patch"],
        vec!["log", "--graph"],
        vec!["get-context", "--scope", "project"],
    ] {
        let answer = world.memory(&arguments);
        let said = format!("{arguments:?}: {}{}", answer.out, answer.err);
        assert_eq!(answer.status, 0, "{said}");
        assert!(answer.out.contains(&token), "{said}");
        assert!(!answer.out.contains("[REDACTED:"), "{said}");
    }
    assert!(!world.memory("check").ok().contains("secret"));
    world.memory(["set", &id, "status=superseded"]);
    // The cache is the same for every clone: it has none of it.
    let found = world.shell(&format!(
        "grep -rlF {token} .git/memory/by-blob/readings memory/index.md"
    ));
    assert_eq!(found.out, "");
}

#[test]
fn private_memory_and_notes_are_shown_with_it() {
    let world = world();
    let token = token();
    let title = format!("Sample {token}");
    let append = ["summary", "append", "--run", "r", "--step", "s"];
    world
        .memory([&append[..], &["--title", &title, "--happened", &title]].concat())
        .ok();
    world.memory(["add-note", &title, "--commit", "HEAD"]).ok();
    world.memory(["add-note", &title, "--private"]).ok();
    for arguments in [
        vec!["summary", "list"],
        vec!["recall", "--private", "sample"],
        vec!["recall", "--private", "--json", "--tier", "t1", "sample"],
        vec!["notes"],
        vec!["list", "--private"],
        vec!["briefing"],
    ] {
        let answer = world.memory(&arguments);
        let said = format!("{arguments:?}: {}{}", answer.out, answer.err);
        assert_eq!(answer.status, 0, "{said}");
        assert!(answer.out.contains(&token), "{said}");
        assert!(!answer.out.contains("[REDACTED:"), "{said}");
    }
}

#[test]
fn it_is_redacted_again_once_it_is_no_longer_allowed() {
    let world = world();
    add(&world);
    world.memory("context").ok();
    let rm = ["rm", "-q", "memory/secret-allowances.jsonl"];
    world.git(rm).ok();
    let hooks = ["-c", "core.hooksPath=/dev/null"];
    let commit = [&hooks[..], &["commit", "-q", "-m", "No longer"]].concat();
    world.git(commit).ok();
    for arguments in [vec!["list"], vec!["context"], vec!["recall", "sample"]] {
        let out = world.memory(&arguments).ok();
        assert!(out.contains("[REDACTED:token]"), "{arguments:?}: {out}");
        assert!(!out.contains(&token()), "{arguments:?}: {out}");
    }
}

/// The examples of the fixtures in which nothing may be found, of one line each.
fn examples() -> Vec<String> {
    const LETTERS: &[u8] = b"0123456789abcdefABCDEFghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ";
    let mut state = 7_u32;
    let mut letter = |kind: &str| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let among = match kind {
            "d" => 10,
            "h" => 16,
            _ => LETTERS.len(),
        };
        char::from(LETTERS[(state >> 16) as usize % among])
    };
    let mut examples = Vec::new();
    for line in include_str!("../../fixtures/secrets/negatives.tsv").lines() {
        let recipe = line.split_once('\t').unwrap().1.replace("{e}", "");
        let mut text = String::new();
        for (nth, part) in recipe.split('{').enumerate() {
            let (kind, rest) = part.split_once('}').unwrap_or(("", part));
            let count = kind.get(1..).and_then(|count| count.parse::<usize>().ok());
            match count.filter(|_| nth > 0) {
                Some(count) => text.extend((0..count).map(|_| letter(&kind[..1]))),
                None if nth > 0 => text.extend(["{", part]),
                None => text.push_str(part),
            }
            text.push_str(if count.is_some() && nth > 0 { rest } else { "" });
        }
        examples.extend((!text.contains("\\n")).then_some(text));
    }
    examples
}

/// Writes a decision for each text, with the text as its title and in its body.
fn decisions(world: &World, texts: &[String]) {
    for (nth, text) in texts.iter().enumerate() {
        let title = text.replace('\'', "''");
        let front =
            format!("id: dec-x{nth:05}\ntitle: '{title}'\nstatus: active\nscope: project\n");
        let body = format!("## Decision\n\nUse it.\n\n{text}\n");
        let content = format!("---\n{front}updated: 2026-01-01\n---\n{body}");
        world.write(&format!("memory/decisions/d{nth:05}.md"), content);
    }
}

/// The paths of files in which `check` finds a secret.
fn with_secrets(world: &World) -> Vec<String> {
    let found = world.memory(["check"]).out;
    let secrets = found.lines().filter(|line| line.contains("error[secret]"));
    secrets
        .map(|line| line.split(':').next().unwrap().to_owned())
        .collect()
}

/// Writes the files that are made of memory beside the world, and returns their texts.
fn written_out(world: &World) -> String {
    world.memory("export okf ../okf").ok();
    world.memory("site ../site").ok();
    world.shell("cat $(find ../okf ../site -type f)").ok()
}

#[test]
fn an_example_is_one_in_every_form_that_is_made_of_its_record() {
    let world = World::with_memory();
    decisions(&world, &examples());
    // Quoted in front matter, a few of them are no examples any more.
    for path in with_secrets(&world) {
        if path.starts_with("memory/decisions/") && world.has(&path) {
            world.shell(&format!("rm {path}")).ok();
        }
    }
    world.memory("refresh").ok();
    assert_eq!(with_secrets(&world), Vec::<String>::new());
    world.git("add -f -A memory").ok();
    world.git("commit -q -m Examples").ok();
    assert_eq!(with_secrets(&world), Vec::<String>::new());
    lacks(&written_out(&world), "[REDACTED");
    for line in [
        "list --json -n 500",
        "export",
        "export --format jsonl",
        "export --format tar",
        "context --query 'use it' --max-tokens 90000 --max-lines 9000",
    ] {
        let text = world.memory(line).out;
        has(&text, "ghp_");
        lacks(&text, "[REDACTED");
    }
}

#[test]
fn an_example_is_one_in_private_memory() {
    let world = World::with_memory();
    let text = examples().join("\n\n");
    let step = "summary append --run r --step s --title Examples --body-file -";
    world.memory_with(step, &text).ok();
    let note = "add-note 'More examples' --private --body-file -";
    world.memory_with(note, &text).ok();
    let note = "add-note 'Of a commit' --commit HEAD --body-file -";
    world.memory_with(note, &text).ok();
    for line in [
        "summary show s --json",
        "summary list",
        "recall --private --tier t2 examples",
        "recall --private --json --tier t1 examples",
        "list --private --json",
        "notes --json",
        "briefing",
    ] {
        lacks(&world.memory(line).out, "[REDACTED");
    }
    let out = world.memory("recall --private --tier t2 examples").ok();
    has(&out, "ghp_");
}

#[test]
fn an_allowed_secret_is_in_the_files_that_are_made_of_its_record() {
    let world = world();
    add(&world);
    world.git("add memory").ok();
    world.git("commit -q -m 'A sample'").ok();
    let all = written_out(&world);
    has(&all, &token());
    lacks(&all, "[REDACTED");
}

#[test]
fn an_allowed_secret_is_allowed_in_what_is_made_of_its_record() {
    let world = world();
    decisions(&world, &[token(), format!("Use `{}` (a_sample)", token())]);
    world.memory(["refresh"]).ok();
    assert_eq!(with_secrets(&world), Vec::<String>::new());
    world.git(["add", "-f", "-A", "memory"]).ok();
    world.git(["commit", "-q", "-m", "Sample"]).ok();
    world.write(
        "memory/index.md",
        format!("{}\n{}\n", world.read("memory/index.md"), "ghp_"),
    );
    assert_eq!(with_secrets(&world), Vec::<String>::new());
}

#[test]
fn what_contradicts_each_other_does_not_depend_on_who_read_it_first() {
    let world = world();
    let add = |title: &str| {
        let words = ["add-decision", title, "--rationale", "It is a sample."];
        world.memory(words).ok();
    };
    add(&format!("Use {} for events", token()));
    add("Use Oracle for events");
    world.commit("Decide");
    let kept_after = |command: &str| {
        let forget = "rm -rf .git/memory/by-blob/claims .git/memory/answers";
        world.shell(forget).ok();
        world.memory(command);
        let pairs = world.memory("review --conflicts --json").json()["pairs"].clone();
        let claims = world.here.join(".git/memory/by-blob/claims");
        let mut claims = std::fs::read(claims).unwrap();
        lacks(&String::from_utf8_lossy(&claims), &token().to_lowercase());
        // Rows have no order.
        claims.sort_unstable();
        (claims, pairs)
    };
    // The one reads records as the rules leave them, the other with what is allowed.
    assert_eq!(kept_after("check"), kept_after("review --conflicts"));
}
