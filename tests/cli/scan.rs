//! `git memory scan` and `git memory scan --allow`.

use std::fs;

use crate::common::{UNFILTERED, World, begins, has, lacks, other_token, third_token, token};

const NOTE: &str = "memory/notes/a.md";

fn note(text: &str) -> String {
    format!(
        "---\nid: note-aaaaaa\ntitle: A\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\n{text}\n"
    )
}

/// A world with a secret in a file whose name has a space.
fn world_to_scan() -> World {
    let world = World::with_memory();
    world.write("src/a b.txt", format!("first\nü {}, more\n", token()));
    world.write("src/data.bin", b"\0\x01");
    world
}

#[test]
fn any_file_is_scanned_and_what_was_scanned_is_counted() {
    let world = world_to_scan();
    let answer = world.memory("scan src");
    begins(&answer.out, "src/a b.txt:2:3: github-token (ghp_…) ");
    let err = answer.fails(1);
    has(&err, "scanned 2 files, 58 bytes; skipped 0; 1 finding");
    has(&err, "rotate real credentials first");
    let none = world.memory("scan code.txt");
    has(&none.err, "scanned 1 file,");
    none.ok();
    has(&world.memory("scan nowhere").fails(128), "nowhere");
    world.memory("scan src --staged").fails(129);
}

#[test]
fn a_report_has_places_and_no_secret() {
    let world = world_to_scan();
    let token = token();
    let report = world.memory_with("scan --stdin --json", &token);
    assert_eq!(report.status, 1);
    lacks(&report.out, &token);
    let report: serde_json::Value = serde_json::from_str(&report.out).unwrap();
    let found = &report["findings"][0];
    for (key, value) in [
        ("rule", "github-token"),
        ("class", "token"),
        ("path", "<stdin>"),
        ("masked", "ghp_…"),
    ] {
        assert_eq!(found[key], value);
    }
    let place = ["line", "column", "end_column"].map(|key| found[key].as_u64());
    assert_eq!(place, [Some(1), Some(1), Some(41)]);
    assert_eq!(found["fingerprint"].as_str().unwrap().len(), 16);
    let sarif = world.memory("scan src --format sarif");
    let sarif: serde_json::Value = serde_json::from_str(&sarif.out).unwrap();
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/a%20b.txt");
    assert_eq!(place["region"]["startLine"], 2);
}

#[test]
fn git_is_scanned_where_it_was_asked_for() {
    let world = World::with_memory();
    let found = |arguments: &[&str]| {
        world
            .memory([&["scan"], arguments].concat())
            .out
            .lines()
            .count()
    };
    world.write("config.txt", format!("{}\n", token()));
    world.git("add config.txt").ok();
    assert_eq!(
        (found(&[]), found(&["--staged"]), found(&["--all"])),
        (0, 1, 0)
    );
    world.git("commit -q -m 'A secret outside of memory'").ok();
    world.git("rm -q config.txt").ok();
    let call = "commit -q -m 'Gone, but not out of history'";
    world.git(call).ok();
    assert_eq!(
        (
            found(&["--staged"]),
            found(&["--rev", "HEAD"]),
            found(&["--rev", "HEAD~1"])
        ),
        (0, 0, 1)
    );
    assert_eq!(
        (
            found(&["--rev", "HEAD~1.."]),
            found(&["--rev", "HEAD~2..HEAD"]),
            found(&["--all"])
        ),
        (0, 1, 1)
    );
    assert_eq!(found(&["--private"]), 0);
    // A commit's message under a ref of ours.
    let tree = world.git("write-tree").ok();
    let commit = world
        .git([
            "commit-tree",
            tree.trim(),
            "-m",
            &format!("Said {}", token()),
        ])
        .ok();
    let call = ["update-ref", "refs/memory/branches/main", commit.trim()];
    world.git(call).ok();
    let answer = world.memory("scan --private");
    assert!(
        answer
            .out
            .starts_with(&format!("{}:<message>:1:6: github-token", &commit[..10])),
        "{}",
        answer.out
    );
    let err = world.memory("scan --all").fails(1);
    assert!(err.contains("git log --all --find-object="), "{err}");
    let said = world.memory("scan --rev=--all").fails(128);
    has(&said, "unknown revision");
}

#[test]
fn values_of_this_machine_are_secrets_too() {
    let mut world = World::with_memory();
    let value = ["v8Kq2-zL", "!x7"].concat();
    world
        .set("STAGING_PASSWORD", &value)
        .set("STAGING_HOST", "db-7.staging.example.org");
    let err = world.memory(["add-note", &format!("We log in with {value} there")]);
    let err = err.fails(128);
    has(&err, "environment-value ($STAGING_PASSWORD)");
    lacks(&err, &value);
    let call = "add-note 'The host is db-7.staging.example.org'";
    world.memory(call).ok();
    let other = ["Tq9-wX2", "~mN4"].concat();
    let text = format!("# local\nexport ADMIN_TOKEN=\"{other}\"\n");
    world.write("services/web/.env.local", text);
    let err = world
        .memory(["add-note", "x", "--description", &format!("Use {other}.")])
        .fails(128);
    assert!(err.contains("($ADMIN_TOKEN)"), "{err}");
    // A name of the user's own choice.
    world.set("LICENCE", "q7Rt-Z2mK-x9Lb");
    world.git("config memory.secretNames ^LICENCE$").ok();
    let said = world.memory("add-note q7Rt-Z2mK-x9Lb").fails(128);
    has(&said, "($LICENCE)");
}

#[cfg(unix)]
#[test]
fn a_link_to_values_is_followed_and_one_that_leads_nowhere_is_told() {
    use std::os::unix::fs::symlink;
    let world = World::with_memory();
    let value = ["Tq9-wX2", "~mN4"].concat();
    world.write("shared/values", format!("ADMIN_TOKEN={value}\n"));
    symlink("shared/values", world.here.join(".env")).unwrap();
    // A folder of this name is a Python environment, and a link into nothing has no values.
    world.write("api/.env/bin/activate", "x");
    symlink("nothing", world.here.join(".env.local")).unwrap();
    let answer = world.memory(["add-note", &format!("Use {value}.")]);
    assert!(!answer.err.contains("warning"), "{}", answer.err);
    assert!(answer.fails(128).contains("($ADMIN_TOKEN)"));
    symlink(".env", world.here.join("api/.env.local")).unwrap();
    symlink(".env.b", world.here.join(".env.a")).unwrap();
    symlink(".env.a", world.here.join(".env.b")).unwrap();
    let answer = world.memory("add-note 'Nothing secret'");
    for name in [".env.a", ".env.b"] {
        let warning = format!("{name}': its values are not recognized as secrets");
        assert!(answer.err.contains(&warning), "{}", answer.err);
    }
    answer.ok();
}

#[test]
fn settings_watch_and_allow() {
    let world = World::with_memory();
    let pattern = r"config memory.secretPattern \bACME-(\d{6})\b";
    world.git(pattern).ok();
    let said = world.memory("add-note ACME-123456").fails(128);
    has(&said, "pattern (…)");
    world.git("config memory.secretAllow 123456").ok();
    world.memory("add-note ACME-123456").ok();
    has(&world.memory("add-note ACME-654321").fails(128), "pattern");
    world.git("config memory.secretPattern (").ok();
    let said = world.memory("add-note x").fails(128);
    has(&said, "fatal: memory.secretPattern: ");
}

#[test]
fn the_teams_file_makes_things_stricter_never_less_strict() {
    let world = World::with_memory();
    let text = "secretPattern: ['ZZZ\\d+']\nsecretAllow: ['.*']\nscan: all\n";
    world.write("memory/config.yaml", text);
    has(&world.memory("add-note ZZZ9").fails(128), "pattern");
    world.write("config.txt", format!("{}\n", token()));
    let said = world.shell("git add config.txt && git commit -q -m x");
    has(&said.fails(1), "config.txt:1:1: error[secret]");
}

#[test]
fn in_code_a_token_of_an_unknown_form_needs_a_name() {
    let world = World::with_memory();
    let id = ["acme_live", "_q8Zt3LmW0xYb5RkV2nCd"].concat();
    world.write("src/id.rs", format!("show(\"{id}\");\n"));
    world.write("src/key.rs", format!("let api_key = \"{id}\";\n"));
    world.write("docs/id.md", format!("Show {id}.\n"));
    let found = world.memory("scan src docs");
    let places = ["docs/id.md:1:6: marked-token", "src/key.rs:1:16: "];
    has(&found.out, places);
    lacks(&found.out, "src/id.rs");
    found.fails(1);
    has(&world.memory_with("scan --stdin", &id).out, "marked-token");
    world.git("config memory.scan all").ok();
    let commit = |path: &str| world.shell(&format!("git add {path} && git commit -q -m x {path}"));
    commit("src/id.rs").ok();
    has(
        &commit("docs/id.md").fails(1),
        "docs/id.md:1:6: error[secret]",
    );
}

#[test]
fn a_setting_that_the_guard_cannot_read_stops_a_commit() {
    let world = World::with_memory();
    world.memory("add-note Staged").ok();
    world.git("config memory.scan everything").ok();
    let expected = "memory.scan: 'everything' is not one of: memory, all";
    has(&world.memory("hook pre-commit").fails(128), expected);
}

const ALLOWANCES: &str = "memory/secret-allowances.jsonl";

/// A world with a sample of a secret in a note, which is allowed, but not committed.
fn world_with_a_sample() -> World {
    let world = World::with_memory();
    world.write(NOTE, note(&format!("A sample: {}", token())));
    let found = world.memory("scan").out;
    let fingerprint = found.trim_end().rsplit(' ').next().unwrap();
    let allow = |reason: &str| world.memory(["scan", "--allow", fingerprint, "--reason", reason]);
    has(&allow(" ").fails(128), "reason is empty");
    let allowed = allow("Made up for the docs.").ok();
    begins(&allowed, "memory/notes/a.md:8: github-token is allowed");
    world
}

#[test]
fn an_allowance_counts_once_it_is_committed() {
    let world = world_with_a_sample();
    let kept = world.read(ALLOWANCES);
    lacks(&kept, &token());
    has(&kept, "Made up for the docs.");
    world.memory("scan").fails(1);
    world.git(["commit", "-q", "-m", "Allow", ALLOWANCES]).ok();
    world.memory("scan").ok();
    world.memory("check").ok();
    world.git(["add", NOTE]).ok();
    world.git("commit -q -m 'The sample'").ok();
    // A title may have it, but no file name.
    let title = format!("With {} in it", token());
    world.memory(["add-note", &title]).ok();
    has(&world.shell("ls memory/notes").out, "with-in-it");
}

#[test]
fn an_allowance_allows_nothing_else_and_nothing_once_it_is_gone() {
    let world = world_with_a_sample();
    let said = world.memory("scan --allow 0000 --reason x").fails(128);
    has(&said, "no finding has the fingerprint");
    world.git(["commit", "-q", "-m", "Allow", ALLOWANCES]).ok();
    world.git(["add", NOTE]).ok();
    world.git("commit -q -m 'The sample'").ok();
    world.write(NOTE, note(&other_token()));
    world.memory("scan").fails(1);
    fs::remove_file(world.here.join(ALLOWANCES)).unwrap();
    world.git(["commit", "-q", "-m", "Forbid", ALLOWANCES]).ok();
    world.git(["restore", NOTE]).ok();
    world.memory("check").fails(1);
}

#[test]
fn a_finding_can_be_allowed_wherever_its_text_was() {
    let world = World::with_memory();
    // A file outside of the repository, a text from a pipe, and a refused record.
    world.write("../notes.md", format!("key = {}\n", token()));
    let scanned = world.memory("scan ../notes.md --json");
    let scanned: serde_json::Value = serde_json::from_str(&scanned.out).unwrap();
    let of_file = scanned["findings"][0]["fingerprint"].as_str().unwrap();
    let piped = format!("word {}", other_token());
    let said = world.memory_with("scan --stdin", &piped).out;
    let of_pipe = said.split_whitespace().last().unwrap();
    let text = format!("It is {}", third_token());
    let add = ["add-note", "One", "--description", &text];
    let refused = world.memory(add).fails(128);
    let (_, hint) = refused.split_once("'git memory scan --allow ").unwrap();
    let of_refused = hint.split(' ').next().unwrap();
    for fingerprint in [of_file, of_pipe, of_refused] {
        let allow = ["scan", "--allow", fingerprint, "--reason", "made up"];
        let allowed = world.memory(allow).ok();
        has(&allowed, "is allowed by memory/secret-allowances.jsonl");
    }
    world.memory(add).fails(128);
    world.git("commit -q -m Allow").ok();
    world.memory(add).ok();
    world.memory("scan ../notes.md").ok();
    world.memory_with("scan --stdin", &piped).ok();
    let err = world
        .memory("scan --allow 0123456789abcdef --reason x")
        .fails(128);
    assert!(err.contains("no finding has the fingerprint"), "{err}");
}

#[test]
fn a_report_of_what_was_skipped_names_the_fingerprint() {
    let world = World::with_memory();
    world.write(
        "memory/notes/hand.md",
        format!("# Hand\n\nkey = {}\n", token()),
    );
    let answer = world.memory("adopt");
    let said = format!("{}{}", answer.out, answer.err);
    let (_, rest) = said.split_once("; fingerprint ").unwrap();
    let fingerprint: String = rest.chars().take(16).collect();
    world
        .memory(["scan", "--allow", &fingerprint, "--reason", "made up"])
        .ok();
}

#[test]
fn files_and_texts_are_scanned_outside_of_a_repository() {
    let mut world = World::with_memory();
    world.write("../outside/a.txt", format!("x {}\n", token()));
    world.at("../outside");
    let answer = world.memory("scan a.txt");
    assert_eq!(answer.status, 1, "{}", answer.err);
    assert!(answer.out.starts_with("a.txt:1:3: github-token (ghp_…) "));
    let piped = world.memory_with("scan --stdin --json", &token());
    assert_eq!(piped.status, 1, "{}", piped.err);
    world.memory_with("scan --stdin", "nothing").ok();
    // git's own objects need a repository.
    for words in [
        &["scan"][..],
        &["scan", "--staged"],
        &["scan", "--rev", "HEAD"],
    ] {
        let err = world.memory(words).fails(128);
        assert!(err.contains("not a git repository"), "{err}");
    }
}

#[test]
fn neither_a_nul_nor_another_encoding_hides_a_secret() {
    let world = World::with_memory();
    let utf16: Vec<u8> = token().encode_utf16().flat_map(u16::to_le_bytes).collect();
    let planted = [
        ("memory/nul.txt", [b"a\0", token().as_bytes()].concat()),
        ("memory/wide.txt", utf16),
    ];
    for (path, content) in planted {
        world.write(path, &content);
        world.memory("scan").fails(1);
        world.memory("check").fails(1);
        let err = world.git(["add", path]).fails(128);
        assert!(err.contains(&format!("{path}:1:")), "{err}");
        let words = UNFILTERED.iter().copied();
        world.git(words.chain(["add", path])).ok();
        let err = world.git("commit -q -m x").fails(1);
        assert!(err.contains(&format!("{path}:1:")), "{err}");
        world.git("commit -q -n -m x").ok();
        world.bare("../remote-of-one");
        let err = world.git("push ../remote-of-one main").fails(1);
        assert!(err.contains("github-token (ghp_…)"), "{err}");
        world.git("reset -q --hard HEAD~1").ok();
        fs::remove_dir_all(world.here.join("../remote-of-one")).unwrap();
    }
}

#[test]
fn what_became_a_secret_after_it_was_written_is_shown_nowhere() {
    let world = World::with_memory();
    let value = "q7Zr3kVw9xP2mT";
    let told = ["--description", value, "--tag", value];
    let add = ["add-note", "--id", "note-cccccc", value];
    world.memory([&add[..], &told].concat()).ok();
    let shows = |command: &[&str]| world.memory(command).ok().contains(value);
    let commands: [&[&str]; 7] = [
        &["list"],
        &["list", "--json"],
        &["list", "--format", "%(title)"],
        &["show", "note-cccccc"],
        &["show", "note-cccccc", "--json"],
        &["recall", value],
        &["recall", value, "--json"],
    ];
    for command in commands {
        assert!(shows(command), "{command:?}");
    }
    world.write(".env", format!("DATABASE_PASSWORD={value}\n"));
    for command in commands {
        assert!(!shows(command), "{command:?}");
    }
}

/// Files of variables, each with a value that is a secret; the last one is written in UTF-16.
const VARIABLES: [(&str, &str, &str); 5] = [
    (
        ".env",
        "\u{feff}DB_PASSWORD=blue-horse-7731-staple\n",
        "blue-horse-7731-staple",
    ),
    (
        "a/b/c/d/.envrc",
        "export APP_SALT='Summer-of-2026!'\n",
        "Summer-of-2026!",
    ),
    (
        "config/prod.env",
        "SESSION_JWT: winter-9-storm\n",
        "winter-9-storm",
    ),
    (
        ".env.db",
        "DATABASE_URL=postgres://app:spring-7-rain@db/main\n",
        "spring-7-rain",
    ),
    (
        ".env.local",
        "TEAM_COOKIE=autumn-8-leaves\n",
        "autumn-8-leaves",
    ),
];

#[test]
fn the_values_of_files_of_variables_are_known_wherever_these_are() {
    let mut world = World::with_memory();
    for (path, text, _) in VARIABLES {
        world.write(path, text);
    }
    let (path, text, _) = VARIABLES[4];
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    world.write(path, wide);
    world.write(".git/info/exclude", "*.env*\na/\nconfig/\n");
    let add = |world: &World, value: &str| world.memory(&format!("add-note 'It is {value}'"));
    for (_, _, value) in VARIABLES {
        let err = add(&world, value).fails(128);
        has(&err, "environment-value ($");
        lacks(&err, value);
    }
    world.git("worktree add -q ../linked -b linked").ok();
    world.at("../linked");
    let err = add(&world, VARIABLES[0].2).fails(128);
    has(&err, "environment-value ($DB_PASSWORD)");
}

#[test]
fn a_range_is_judged_by_its_base() {
    let world = World::with_memory();
    world.git("checkout -q -b request").ok();
    world.write(NOTE, note(&format!("A sample: {}", token())));
    let scanned = world.memory("scan").out;
    let fingerprint = scanned.trim_end().rsplit(' ').next().unwrap();
    world
        .memory(["scan", "--allow", fingerprint, "--reason", "Trust me."])
        .ok();
    let words = UNFILTERED.iter().copied();
    world.git(words.chain(["add", "-A"])).ok();
    world.git("commit -q -n -m Request").ok();
    // In HEAD, it is allowed; but HEAD is what has to be judged.
    world.memory("check").ok();
    world.memory("check --rev HEAD").ok();
    world.memory("check --rev main..HEAD").fails(1);
    world.memory("scan --rev main..HEAD").fails(1);
    world.memory("check --rev HEAD..HEAD").ok();
}

#[test]
fn attributes_that_take_the_filter_away_are_a_finding() {
    let world = World::with_memory();
    let path = "memory/notes/.gitattributes";
    world.write(path, "*.md text\n* -filter\n");
    let finding = format!("{path}:2:1: error[bad-setting]: disables the clean filter");
    has(&world.memory("check").fails(1), "hint: bad-setting: ");
    assert!(world.memory("check").out.contains(&finding));
    world.git(["add", path]).ok();
    let err = world.git("commit -q -m x").fails(1);
    assert!(err.contains(&finding), "{err}");
    world.git("commit -q -n -m x").ok();
    let found = world.memory("check --rev HEAD~1..HEAD");
    assert!(found.out.contains(&finding), "{}", found.out);
}

#[test]
fn private_memory_does_not_leave_under_another_name() {
    let world = World::with_memory();
    let append = ["summary", "append", "--run", "r", "--step", "s"];
    world.memory([&append[..], &["--title", "x"]].concat()).ok();
    world.bare("../remote");
    for line in [
        "git push ../remote $(git rev-parse refs/memory/branches/main):refs/heads/leak",
        "git tag -a -m x mark refs/memory/branches/main && git push ../remote mark",
        "git branch leak refs/memory/branches/main && git push ../remote leak",
    ] {
        let answer = world.shell(line);
        assert_eq!(answer.status, 1, "{line}: {}", answer.err);
        assert!(
            answer
                .err
                .contains("push rejected: it would publish work logs"),
            "{line}: {}",
            answer.err
        );
    }
    world.git("push -q ../remote main").ok();
}

#[test]
fn names_go_by_the_guard_where_private_memory_is_sent() {
    let mut world = World::with_memory();
    world.bare("../remote");
    world.git("remote add origin ../remote").ok();
    world.git("push -q origin main").ok();
    let append = "summary append --run r --step s --title x";
    let call = ["checkout", "-q", "-b", &format!("fix/{}", token())];
    world.git(call).ok();
    world.memory(append).ok();
    let err = world.memory("sync origin").fails(1);
    has(&err, "github-token");
    lacks(&err, &token());
    let chain = format!("refs/memory/branches/fix%2F{}", token());
    world.git(["update-ref", "-d", &chain]).ok();
    world.git("checkout -q main").ok();
    world.set("GIT_AUTHOR_NAME", &format!("Ada {}", token()));
    world.memory(append).ok();
    let err = world.memory("sync origin").fails(1);
    has(&err, "<message>:");
    lacks(&err, &token());
}

#[test]
fn where_a_link_leads_is_scanned() {
    let world = World::with_memory();
    std::os::unix::fs::symlink(format!("/x/{}", token()), world.here.join("memory/link")).unwrap();
    let found = world.memory("scan");
    assert!(
        found.out.starts_with("memory/link:1:4: github-token"),
        "{}",
        found.out
    );
}
