//! `git memory export`, and `git memory import json`, which reads it back.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::common::{World, begins, ends, has, lacks, token};
use git_memory_text::limits;

/// The smallest valid record.
fn record(id: &str, title: &str) -> String {
    format!(
        "---\nid: {id}\ntitle: {title}\nstatus: active\nscope: project\nupdated: 2026-11-20\n---\nText.\n"
    )
}

/// A repository with every kind, scopes, and files as people write them.
fn varied() -> World {
    let world = World::with_memory();
    let added = [
        ("add-decision", "Use Postgres: \"the\" store"),
        ("add-convention", "Errors speak in git's manner"),
        ("add-lesson", "決定を記録する"),
        ("add-loop", "Write the tour"),
        ("add-plan", "Release 🚀"),
        ("add-note", "A note"),
        ("add-recipe", "Run it"),
        ("add-event", "Released"),
    ];
    for (command, title) in added {
        let more = ["--scope", "services/billing", "--tag", "a, b"];
        world.memory([&[command, title], &more[..]].concat()).ok();
        world.memory([command, title, "--path", "src/**"]).ok();
    }
    world
        .memory(["topic", "write", "Storage", "# All of it\n"])
        .ok();
    let odd = "\u{feff}---\r\nid: 'dec-oddodd' # kept\r\nname: \"Odd \\u00e9\"\r\nmine: {a: 1}\r\nstatus: proposed\r\n\
               scope: project\r\nupdated: 2026-11-20\r\n---\r\nNo line end";
    world.write("memory/decisions/odd.md", odd);
    world.write("memory/runbooks/deploy.md", record("ctx-runrun", "Deploy"));
    world.write("memory/runbooks/page.md", "Only text.\n");
    world.write("memory/runbooks/README.md", "# Runbooks\n");
    world.write(
        "memory/rules/style.md",
        "<!-- budget: 9 lines -->\n# Style\n",
    );
    world.write("memory/OVERVIEW.md", "# Overview\n");
    world.write("memory/summary.md", "# What we are about\n");
    let long = format!("memory/notes/{}.md", "決".repeat(80));
    world.write(&long, record("note-longlong", "Long"));
    world
}

/// Every file below a folder but the derived ones.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(folder)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if !["impressions.jsonl", "index.md"].contains(&name.as_str()) {
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}

/// One value in a report about one entry.
fn text<'a>(report: &'a Value, file: &str, key: &str) -> &'a str {
    let files = report["files"].as_array().unwrap();
    files
        .iter()
        .find(|outcome| outcome["file"] == file)
        .unwrap()[key]
        .as_str()
        .unwrap()
}

/// Imports a document; gives the report.
fn import(world: &World, document: &Value) -> Value {
    world
        .memory_with("import json - --json", &document.to_string())
        .json()
}

fn file(path: &str, content: &str) -> Value {
    json!({"path": path, "content": content})
}

/// A repository with one record of each list, for snapshots.
fn small() -> World {
    let world = World::with_memory();
    world.write("memory/summary.md", "# S\n");
    let head = |id: &str, more: &str| {
        format!(
            "---\nid: {id}\ntitle: T\nstatus: archived\nscope: project\nupdated: 2026-11-21\n{more}---\n"
        )
    };
    let decision = head("dec-aaaaaa", "paths: [src/**]\ncreated: 2026-11-20\n");
    world.write(
        "memory/decisions/a.md",
        decision + "## Decision\n\nA\n\n## Rationale\n\nB\n\n### C\n\n## Related\n",
    );
    world.write(
        "memory/decisions/b.md",
        head("dec-bbbbbb", "") + "All of it.\n",
    );
    world.write(
        "memory/conventions/a.md",
        head("con-aaaaaa", "tags: [x, y]\n") + "C\r\n\u{202e}",
    );
    world.write(
        "memory/notes/a.md",
        head("note-aaaaaa", "source: agent\n") + "N\n",
    );
    world
}

#[test]
fn nothing_is_lost_on_the_way_round() {
    let (from, to) = (varied(), World::with_memory());
    let document = from.memory("export").ok();
    let imported = || to.memory_with("import json -", &document).ok();
    let tree_of = |world: &World| tree(&world.here.join("memory"));
    let report = "27 entries: 25 imported, 2 already known, 0 skipped\n";
    assert!(imported().ends_with(report));
    assert_eq!(tree_of(&to), tree_of(&from));
    let staged = to.git("diff --cached --name-only").ok();
    assert_eq!(staged.lines().count(), 25, "{staged}");

    let before = to.status();
    let report = "27 entries: 0 imported, 27 already known, 0 skipped\n";
    assert!(imported().ends_with(report));
    assert_eq!(to.status(), before);
    let without_hash = |document: &str| {
        let mut document: Value = serde_json::from_str(document).unwrap();
        let keys = document.as_object_mut().unwrap();
        assert!(keys.remove("repoHash").is_some());
        document
    };
    let back = to.memory("export").ok();
    assert_eq!(without_hash(&back), without_hash(&document));
}

#[test]
fn the_document_has_the_keys_that_other_programs_know() {
    let world = small();
    let out = world.memory("export --format json").ok();
    assert!(!out.contains('\u{202e}') && out.contains("\\u202e"));
    let mut document: Value = serde_json::from_str(&out).unwrap();
    let identity = world.memory("identity --json").json();
    assert_eq!(document["repoHash"], identity["repo_hash"]);
    let object = document.as_object_mut().unwrap();
    object.retain(|key, _| !["files", "repoHash"].contains(&key.as_str()));
    let shown = document.to_string().replace("},{", "},\n{");
    let shown = shown.replace('\u{202e}', "<U+202E>");
    assert_snapshot!(shown.replace("],\"", "],\n\""), @r#"
    {"conventions":[{"content":"C\r\n<U+202E>","createdAt":null,"id":"con-aaaaaa","tags":["x","y"],
    "title":"T","updatedAt":"2026-11-21"}],
    "decisions":[{"createdAt":"2026-11-20","id":"dec-aaaaaa","impactedPaths":["src/**"],
    "rationale":"B\n\n### C","summary":"T"},
    {"createdAt":null,"id":"dec-bbbbbb","impactedPaths":[],
    "rationale":"All of it.\n","summary":"T"}],
    "notes":[{"content":"N\n","createdAt":null,"id":"note-aaaaaa","source":"agent"}],
    "schema_version":1}
    "#);
}

#[test]
fn the_document_has_every_file_that_people_write() {
    let world = small();
    world.memory("add-note 'All in the title'").ok();
    let document = world.memory("export --json --format tar").json();
    let files = document["files"].as_array().unwrap();
    let paths: Vec<&str> = files
        .iter()
        .map(|file| file["path"].as_str().unwrap())
        .collect();
    let added = world.path_of("memory/notes/261120-all-in-the-title");
    let shown = "memory/notes/261120-all-in-the-title-ID.md";
    assert_snapshot!(paths.join("\n").replace(&added, shown), @r"
    memory/.gitattributes
    memory/.gitignore
    memory/conventions/a.md
    memory/decisions/a.md
    memory/decisions/b.md
    memory/notes/261120-all-in-the-title-ID.md
    memory/notes/a.md
    memory/summary.md
    ");
    assert_eq!(files[7]["content"], "# S\n");
    assert_eq!(document["notes"][0]["content"], "All in the title");
}

#[test]
fn a_record_a_line() {
    let world = small();
    let out = world.memory("export --format jsonl").ok();
    let lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let paths: Vec<&str> = lines
        .iter()
        .map(|line| line["record_path"].as_str().unwrap())
        .collect();
    let expected = [
        "memory/conventions/a.md",
        "memory/decisions/a.md",
        "memory/decisions/b.md",
        "memory/notes/a.md",
        "memory/summary.md",
    ];
    assert_eq!(paths, expected);
    assert_eq!(lines[3]["content"], world.read("memory/notes/a.md"));
    assert_eq!(lines[3]["status"], "archived");
}

#[test]
fn an_archive_holds_the_same_files() {
    let world = varied();
    let out =
        world.shell("git memory export --format tar > ../a.tar && git memory export --format tar | cmp - ../a.tar");
    assert_eq!(out.ok(), "");
    world
        .shell("mkdir ../out && tar -xf ../a.tar -C ../out")
        .ok();
    assert_eq!(
        tree(&world.root().join("out/memory")),
        tree(&world.here.join("memory"))
    );
    let listed = world
        .shell("TZ=UTC tar -tvf ../a.tar --numeric-owner memory/summary.md")
        .ok();
    assert!(
        listed.starts_with("-rw-r--r-- 0/0 ") && listed.contains("1970-01-01 00:00"),
        "{listed}"
    );
}

#[test]
fn a_revision_is_exported_as_it_was() {
    let world = small();
    world.git("add memory").ok();
    world.git("commit -q --no-verify -m Small").ok();
    for format in ["json", "jsonl", "tar"] {
        let of = |rev: &str| {
            world
                .memory(&format!("export --format {format} {rev}"))
                .ok()
        };
        assert_eq!(of("--rev HEAD"), of(""), "{format}");
    }
    let before = world.memory("export --rev HEAD~").json();
    assert_eq!(before["files"].as_array().unwrap().len(), 3);
    has(&world.memory("export --rev nope").fails(128), "nope");
    world.shell("git clone -q --bare . ../bare.git").ok();
    let bare = world.memory("-C ../bare.git export --rev HEAD").json();
    assert_eq!(bare["files"].as_array().unwrap().len(), 7);
    has(&world.memory("-C ../bare.git export").fails(128), "hint: ");
}

#[test]
fn what_is_private_stays_here() {
    let mut world = small();
    for folder in ["private", "local", "raw", "transcripts", "notes"] {
        let end = if folder == "notes" { ".secret" } else { "" };
        let path = format!("memory/{folder}/a{end}.md");
        world.write(&path, record("note-private", "Private"));
    }
    world.memory("add-note Private --private").ok();
    world.memory("feedback --outcome missed -- private").ok();
    world.set("DB_PASSWORD", "v8Kq2-zL!x");
    let note = record("note-bbbbbb", "v8Kq2-zL!x") + &token();
    world.write("memory/notes/b.md", note);
    for format in ["json", "jsonl", "tar"] {
        let answer = world.memory(["export", "--format", format]);
        let said = "note: redacted a possible secret in memory/notes/b.md\n";
        assert_eq!(answer.err, said);
        let out = answer.ok();
        for secret in ["rivate", "v8Kq2-zL!x", &token()] {
            // The ignored folders have their names in `.gitignore`.
            let times = usize::from(secret == "rivate" && format != "jsonl");
            assert_eq!(out.matches(secret).count(), times, "{format}: {secret}");
        }
    }
}

#[test]
fn what_is_no_text_is_named_and_left_out() {
    let world = small();
    world.write("memory/notes/bytes.md", b"\xff\xfe");
    world.hollow("memory/notes/huge.md", limits::RECORD_BYTES + 1);
    world.write("memory/notes/picture.png", "x");
    world.write("elsewhere/x.md", record("note-zzzzzz", "Z"));
    world
        .shell("ln -s ../../elsewhere memory/notes/link && ln -s a.md memory/notes/link.md")
        .ok();
    world
        .shell("git init -q memory/inner && echo x > memory/inner/a.md")
        .ok();
    let answer = world.memory("export");
    assert_snapshot!(answer.err, @r"
    note: left out memory/inner: it is a nested repository
    note: left out memory/notes/bytes.md: it is not UTF-8
    note: left out memory/notes/huge.md: it is larger than 1 MiB
    note: left out memory/notes/link: it is a symbolic link
    note: left out memory/notes/link.md: it is a symbolic link
    note: left out memory/notes/picture.png: it is neither a record nor a page
    ");
    assert_eq!(answer.json()["files"].as_array().unwrap().len(), 7);
}

#[test]
fn no_memory_is_no_export() {
    let world = World::new();
    has(&world.memory("export").fails(128), "git memory init");
    let world = World::with_memory();
    fs::remove_dir_all(world.here.join("memory")).unwrap();
    has(&world.memory("export").fails(128), "not checked out");
    has(&world.memory("export --format xml").fails(129), "jsonl");
}

/// A document as other programs write it.
fn foreign() -> Value {
    json!({
        "conventions": [{"id": "c/1", "title": "Say why", "content": "Why.\n", "tags": ["style"],
            "createdAt": "2025-01-02T23:30:00-01:00", "updatedAt": "2025-02-03", "extra": [1]}],
        "decisions": [{"id": "dec-7k3m9q", "summary": "Use \"it\": now", "rationale": "Because.",
            "createdAt": "2025-03-04", "impactedPaths": ["src/**"]}],
        "notes": [{"id": 4, "content": "# First\n\nSecond", "source": "slack"}],
    })
}

#[test]
fn other_programs_decisions_become_records() {
    let world = World::with_memory();
    let report = import(&world, &foreign());
    assert_snapshot!(world.read(text(&report, "decisions/dec-7k3m9q", "path")), @r#"
    ---
    id: dec-7k3m9q
    type: Decision
    title: "Use \"it\": now"
    status: active
    scope: project
    paths: [src/**]
    source: tool
    created: 2025-03-04
    updated: 2025-03-04
    imported_from: json:dec-7k3m9q
    ---
    ## Decision

    Use "it": now

    ## Rationale

    Because.
    "#);
}

#[test]
fn other_programs_conventions_and_notes_become_records() {
    let world = World::with_memory();
    let report = import(&world, &foreign());
    let of = |file: &str| {
        let text = world.read(text(&report, file, "path"));
        text.lines().skip(3).collect::<Vec<_>>().join("\n")
    };
    assert_snapshot!(of("conventions/c/1").as_str(), @r"
    title: Say why
    status: active
    scope: project
    tags: [style]
    source: tool
    created: 2025-01-03T00:30:00Z
    updated: 2025-02-03
    imported_from: json:c/1
    ---
    Why.
    ");
    let note = of("notes/4");
    begins(&note, "title: First\n");
    ends(&note, "---\n# First\n\nSecond");
    has(&note, ["created: 2026-11-20\n", "original_source: slack\n"]);
}

#[test]
fn an_entry_says_of_itself_what_a_page_would() {
    let world = World::with_documents();
    let text = "# 3. Use Kafka\n\n- Status: Deprecated\n- Date: 2024-09-10\n- Tags: queue, #io\n\
                - Owner: ann\n\nOne log, as in ADR 1.\n";
    let document = json!({"conventions": [{"id": "c1", "title": "Kafka", "content": text}],
        "notes": [{"id": "n1", "content": text}]});
    import(&world, &document);
    world.write("memory/notes/page.md", text);
    world.write(".serena/memories/kafka.md", text);
    world.memory("import serena").ok();
    let listed = world.memory("list --status archived --json").json();
    let records = listed["records"].as_array().unwrap();
    assert_eq!(records.len(), 4, "{listed}");
    for record in records {
        let path = record["record_path"].as_str().unwrap();
        let shown = world.memory(["show", path, "--json"]).json();
        assert_eq!(shown["tags"], json!(["queue", "io"]), "{path}");
        assert_eq!(shown["created"], "2024-09-10", "{path}");
        assert_eq!(shown["more"]["owner"], "ann", "{path}");
        assert_eq!(shown["description"], "One log, as in ADR 1.", "{path}");
        let named = json!(["docs/adr/0001-use-postgres.md"]);
        assert_eq!(shown["related"], named, "{path}");
    }
}

#[test]
fn a_second_run_knows_what_a_first_one_made() {
    let world = World::with_memory();
    import(&world, &foreign());
    world.memory("check").ok();
    world.git("commit -q -m Import").ok();
    let first = world.path_of("memory/notes/261120-first");
    world.git(["mv", &first, "memory/notes/moved.md"]).ok();
    let before = world.status();
    let again = import(&world, &foreign());
    for name in ["conventions/c/1", "decisions/dec-7k3m9q", "notes/4"] {
        assert_eq!(text(&again, name, "outcome"), "known");
    }
    assert_eq!(world.status(), before);
}

/// The same document after its project changed three texts.
fn foreign_later() -> Value {
    let mut later = foreign();
    later["decisions"][0]["rationale"] = json!("It grew.");
    later["conventions"][0]["tags"] = json!(["style", "prose"]);
    later["conventions"][0]["updatedAt"] = json!("2025-04-05T06:07:08Z");
    later["notes"][0]["content"] = json!("# Second\n\nThird");
    later
}

#[test]
fn an_entry_with_another_text_is_offered_and_taken_when_asked_for() {
    let world = World::with_memory();
    let first = import(&world, &foreign());
    let path = |name: &str| text(&first, name, "path").to_owned();
    let (decision, convention) = (path("decisions/dec-7k3m9q"), path("conventions/c/1"));
    let note = path("notes/4");
    let ours = "edit dec-7k3m9q --section Consequences --text Ours.";
    world.memory(ours).ok();
    world.memory("set dec-7k3m9q category=ours").ok();
    world.git("commit -q -m Import").ok();
    // A section of ours is no other text.
    let known = import(&world, &foreign());
    assert_eq!(text(&known, "decisions/dec-7k3m9q", "outcome"), "known");
    let document = foreign_later().to_string();
    let offered = world.memory_with("import json -", &document);
    has(&offered.err, "hint: --update replaces");
    let out = offered.ok();
    has(&out, ["dec-7k3m9q exists already", "3 skipped"]);
    assert_eq!(world.status(), "");
    let update = ["import", "json", "-", "--update"];
    world.memory_with(update, &document).ok();
    let read = world.read(&decision);
    let expected = "## Rationale\n\nIt grew.\n\n## Consequences\n\nOurs.\n";
    has(&read, expected);
    has(
        &read,
        [
            "category: ours\n",
            "created: 2025-03-04\n",
            "updated: 2026-11-20\n",
        ],
    );
    let read = world.read(&convention);
    has(
        &read,
        ["tags: [style, prose]\n", "created: 2025-01-03T00:30:00Z\n"],
    );
    has(&read, "updated: 2025-04-05T06:07:08Z\n");
    let read = world.read(&note);
    has(&read, ["title: Second\n", "# Second\n\nThird"]);
    let again = world.memory_with(update, &document).ok();
    has(&again, "3 already known");
    let shown = world.memory("export --format json").json();
    assert_eq!(shown["conventions"][0]["createdAt"], "2025-01-03T00:30:00Z");
    world.memory("check").ok();
}

#[test]
fn an_id_is_kept_where_it_is_free() {
    let world = World::with_memory();
    world.write("memory/notes/a.md", record("note-aaaaaa", "A"));
    let document = json!({"notes": [
        {"id": "note-aaaaaa", "content": "Text.\n"},
        {"id": "note-bbbbbb", "content": "new"},
        {"id": "dec-cccccc", "content": "of another kind"},
        {"id": "note-bbbbbb", "content": "again"},
        {"content": "no id"}, {"content": "no id"},
    ]});
    let outcomes = import(&world, &document)["files"].clone();
    let of = |nth: usize, key: &str| outcomes[nth][key].as_str().unwrap_or_default().to_owned();
    assert_eq!(of(0, "outcome") + &of(0, "id"), "knownnote-aaaaaa");
    assert_eq!(of(1, "id"), "note-bbbbbb");
    assert!(of(2, "id").starts_with("note-"), "{outcomes}");
    has(&of(3, "reason"), "twice");
    has(&of(5, "reason"), "twice");
}

#[test]
fn an_id_of_another_repository_is_not_taken_for_ours() {
    let world = World::with_memory();
    world.write("memory/notes/a.md", record("note-aaaaaa", "A"));
    let ours = json!({"notes": [{"id": "note-bbbbbb", "content": "new"}]});
    import(&world, &ours);
    let other = json!({"repoHash": "f00", "notes": [{"id": "note-aaaaaa", "content": "other"}, {"id": 1, "content": "x"}]});
    let outcomes = import(&world, &other)["files"].clone();
    let reason = outcomes[0]["reason"].as_str().unwrap();
    assert_eq!(reason, "note-aaaaaa exists already, as 'memory/notes/a.md'");
    // A note that came from elsewhere under this id is another one.
    let alike = json!({"repoHash": "f00", "notes": [{"id": "note-bbbbbb", "content": "theirs"}]});
    let outcomes = import(&world, &alike)["files"].clone();
    assert_ne!(outcomes[0]["id"], "note-bbbbbb");
    assert_eq!(outcomes[0]["outcome"], "imported");
    let third = json!({"repoHash": "baa", "notes": [{"id": 1, "content": "another's first"}]});
    assert_eq!(import(&world, &third)["files"][0]["outcome"], "imported");
    world.memory("check").ok();
}

#[test]
fn files_win_over_lists() {
    let world = World::with_memory();
    let document = json!({
        "files": [file("memory/notes/a.md", &record("note-aaaaaa", "A")), file("memory/notes/b.md", "---\nid: note-bbbbbb\n---\n")],
        "notes": [{"id": "note-aaaaaa", "content": "less"}, {"id": "note-bbbbbb", "content": "more"}],
    });
    let report = import(&world, &document);
    assert_eq!(report["files"].as_array().unwrap().len(), 3, "{report}");
    assert_eq!(text(&report, "memory/notes/a.md", "status"), "active");
    assert!(text(&report, "memory/notes/b.md", "reason").contains("front matter"));
    assert_eq!(text(&report, "notes/note-bbbbbb", "id"), "note-bbbbbb");
    assert_eq!(world.memory("list --count").ok().trim(), "2");
}

#[test]
fn what_is_there_is_never_written_over() {
    let world = World::with_memory();
    world.write("memory/summary.md", "# Ours\n");
    world.write("memory/notes/a.md", record("note-aaaaaa", "A"));
    world.write("memory/notes/moved.md", record("note-bbbbbb", "B"));
    let before = tree(&world.here.join("memory"));
    let document = json!({"files": [
        file("memory/summary.md", "# Theirs\n"),
        file("memory/notes/a.md", &record("note-aaaaaa", "Changed")),
        file("memory/notes/b.md", &record("note-bbbbbb", "B")),
        file("memory/notes/c.md", &record("note-aaaaaa", "A thief")),
    ]});
    let report = import(&world, &document);
    let reason = text(&report, "memory/summary.md", "reason");
    assert!(reason.contains("another file at its path"), "{report}");
    let reason = text(&report, "memory/notes/a.md", "reason");
    assert_eq!(reason, "note-aaaaaa exists already, as 'memory/notes/a.md'");
    assert_eq!(text(&report, "memory/notes/b.md", "outcome"), "known");
    let reason = text(&report, "memory/notes/c.md", "reason");
    assert_eq!(reason, "note-aaaaaa exists already, as 'memory/notes/a.md'");
    assert_eq!(tree(&world.here.join("memory")), before);
}

#[test]
fn settings_are_not_taken_from_a_document() {
    let world = World::with_memory();
    let config = "secretPattern: []\n";
    let settings = [
        "config.yaml",
        "secret-allowances.jsonl",
        ".gitattributes",
        ".gitignore",
    ];
    let document = json!({"files": settings.map(|name| file(&format!("memory/{name}"), config))});
    let before = tree(&world.here.join("memory"));
    let report = import(&world, &document);
    for name in settings {
        assert!(
            text(&report, &format!("memory/{name}"), "reason").contains("cannot change"),
            "{report}"
        );
    }
    assert_eq!(tree(&world.here.join("memory")), before);
    world.write("memory/config.yaml", config);
    assert_eq!(
        text(&import(&world, &document), "memory/config.yaml", "outcome"),
        "known"
    );
}

/// Imports files that are refused for their reasons one by one, beside a good one, the only one
/// that gets in.
fn refused(world: &World, cases: &[(&str, &str, &str)]) {
    let mut files: Vec<Value> = cases
        .iter()
        .map(|(path, content, _)| file(path, content))
        .collect();
    files.push(file("memory/rules/fine.md", "Fine.\n"));
    let report = import(world, &json!({ "files": files }));
    for ((path, _, why), outcome) in cases.iter().zip(report["files"].as_array().unwrap()) {
        assert!(
            outcome["reason"].as_str().unwrap().contains(why),
            "{path}: {outcome}"
        );
    }
    assert!(!report.to_string().contains(&token()), "{report}");
    assert_eq!(text(&report, "memory/rules/fine.md", "outcome"), "imported");
    assert_eq!(
        world.git("diff --cached --name-only").ok(),
        "memory/rules/fine.md\n"
    );
}

#[test]
fn a_path_that_leads_elsewhere_is_skipped() {
    let world = World::with_memory();
    fs::create_dir_all(world.here.join("elsewhere")).unwrap();
    world
        .shell("ln -s ../elsewhere memory/linked && git init -q memory/inner")
        .ok();
    let good = record("note-aaaaaa", "A");
    let cases = [
        ("memory/../escape.md", "'..'"),
        ("/etc/passwd.md", "absolute"),
        ("docs/a.md", "memory/"),
        ("memory/private/a.md", "private"),
        ("memory/index.md", "itself"),
        ("memory/.git/hooks/a.md", "git's folder"),
        ("memory/notes/a.sh", "neither"),
        ("memory/linked/a.md", "symbolic link"),
        ("memory/inner/a.md", "another repository"),
        ("memory/summary.md/a.md", "not a folder"),
    ];
    refused(&world, &cases.map(|(path, why)| (path, good.as_str(), why)));
    assert!(tree(&world.here.join("elsewhere")).is_empty());
}

#[test]
fn a_text_that_may_not_be_written_is_skipped() {
    let world = World::with_memory();
    let good = record("note-aaaaaa", "A");
    let named = format!("memory/runbooks/{}.md", token());
    let secret = good.clone() + &token();
    let huge = "x".repeat((1 << 20) + 1);
    let escape = good.replace("Text", "a\u{1b}[2Jb");
    let broken = good.replace("status: active", "status: odd");
    let texts: [(&str, &str, &str); 7] = [
        ("memory/notes/secret.md", &secret, "github"),
        ("memory/rules/secret.md", &token(), "github"),
        ("memory/runbooks/huge.md", &huge, "larger than 1 MiB"),
        ("memory/notes/escape.md", &escape, "U+001B"),
        ("memory/notes/broken.md", &broken, "not a status"),
        ("memory/lessons/misplaced.md", &good, "read as a lesson"),
        (&named, "A page.", "github"),
    ];
    refused(&world, &texts);
}

#[test]
fn what_is_no_entry_is_skipped() {
    let world = World::with_memory();
    let deep = format!(
        "{{\"content\":\"x\",\"more\":{}{}}}",
        "[".repeat(1 << 20),
        "]".repeat(1 << 20)
    );
    let document = format!(
        "{{\"files\":[7,{{\"path\":\"memory/a.md\"}}],\"notes\":[{deep},{{\"id\":\"\\u001b[2J\",\"content\":\"x\"}}],\
         \"decisions\":[{{\"summary\":\"\\u001b[2J\"}},{{\"summary\":{{\"{}\":1}}}}]}}",
        token()
    );
    let out = world.memory_with("import json -", &document).ok();
    assert_snapshot!(out, @r"
    skipped     files/1: it is not a JSON object
    skipped     files/2: missing field `content`
    skipped     decisions/1: the title has a hidden character, U+001B
    skipped     decisions/2: invalid type: map, expected a string
    note-2xm2ke  active      x ← notes/1
    skipped     notes/\u{1b}[2J: it has a hidden character, U+001B
    6 entries: 1 imported, 0 already known, 5 skipped
    ");
}

#[test]
fn one_name_counts_once_in_a_document() {
    let world = World::with_memory();
    let note = |id: &str| record(id, "A");
    let report = import(
        &world,
        &json!({"files": [
            file("memory/notes/a.md", &note("note-aaaaaa")), file("memory/notes/a.md", &note("note-bbbbbb")),
            file("memory/notes/b.md", &note("note-aaaaaa")), file("memory/notes/a.md/c.md", &note("note-cccccc")),
            file("memory/notes/d.md/e.md", &note("note-dddddd")), file("memory/notes/d.md", &note("note-eeeeee")),
        ]}),
    );
    let outcomes = report["files"].as_array().unwrap();
    let reason = |nth: usize| outcomes[nth]["reason"].as_str().unwrap_or_default();
    assert_eq!((reason(0), reason(4)), ("", ""));
    assert!(
        reason(1).contains("its path twice") && reason(2).contains("note-aaaaaa twice"),
        "{report}"
    );
    assert!(
        reason(3).contains("a file and a folder") && reason(5).contains("a file and a folder"),
        "{report}"
    );
    assert_eq!(world.memory("list --count").ok().trim(), "2");
}

#[test]
fn what_is_no_document_is_refused_as_a_whole() {
    let world = World::with_memory();
    let (open, close) = ("{\"a\":".repeat(1 << 20), "}".repeat(1 << 20));
    let deep = format!("{{\"notes\":{open}{close}}}");
    let secret = format!("{{\"notes\":\"{}\"}}", token());
    for (document, why) in [
        ("", "not a git-memory export document"),
        ("{\"notes\": [}", "not a git-memory export document"),
        ("[1]", "not a JSON object"),
        ("{}", "none of the keys"),
        ("{\"schema_version\": 2, \"notes\": []}", "schema_version"),
        ("{\"decisions\": {\"\u{1b}[2J\": 1}}", "expected a list"),
        (&deep, "not a git-memory export document"),
        (&secret, "expected a list"),
    ] {
        let err = world.memory_with("import json -", document).fails(128);
        assert!(err.starts_with("fatal: "), "{err}");
        has(&err, [why, "hint: "]);
        lacks(&err, ["\u{1b}", &token()]);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let world = World::with_memory();
    world.write("bytes.json", b"{\"notes\": [\"\xff\"]}");
    world.hollow("huge.json", limits::IMPORT_BYTES + 1);
    for (name, why) in [
        ("bytes.json", "bytes.json"),
        ("huge.json", "more than 64 MiB"),
        ("nowhere.json", "nowhere.json"),
    ] {
        has(&world.memory(["import", "json", name]).fails(128), why);
    }
    let new = World::new().memory_with("import json -", "{\"notes\": []}");
    has(&new.fails(128), "git memory init");
}

#[test]
fn all_of_it_or_nothing() {
    let world = World::with_memory();
    let document = json!({"files": [
        file("memory/notes/a.md", &record("note-aaaaaa", "A")), file("memory/notes/b.md", &record("note-bbbbbb", "B")),
    ], "notes": [{"id": 1, "content": "x"}]});
    let text = document.to_string();
    let out = world.memory_with("import json - --dry-run", &text).ok();
    assert!(
        out.ends_with("3 entries: 3 would be imported, 0 already known, 0 skipped\n"),
        "{out}"
    );
    assert_eq!(world.status(), "");
    let lock = world.git("rev-parse --git-path index.lock").ok();
    world.write(lock.trim(), "");
    world.memory_with("import json -", &text).fails(128);
    assert!(!world.has("memory/notes"));
    world.memory_with("import json - --no-stage", &text).ok();
    fs::remove_file(world.here.join(lock.trim())).unwrap();
    assert_eq!(world.git("diff --cached --name-only").ok(), "");
    assert_eq!(world.memory("list --count").ok().trim(), "3");
}

#[test]
fn a_file_whose_name_is_a_secret_stays_here() {
    let world = World::with_memory();
    let token = crate::common::token();
    world.write(&format!("memory/topics/page {token}.md"), "Text.\n");
    let answer = world.memory("export");
    has(&answer.err, "its name looks like a secret");
    let all = format!("{}{}", answer.err.clone(), answer.ok());
    assert!(!all.contains(&token), "{all}");
}

#[test]
fn a_known_record_is_updated_where_that_is_asked_for() {
    let world = World::with_memory();
    let old = record("note-aaaaaa", "A").replace("updated:", "created: 2025-01-02\nupdated:");
    world.write("memory/notes/moved.md", &old);
    let changed =
        record("note-aaaaaa", "Changed").replace("updated:", "created: 2026-03-04\nupdated:");
    let document = json!({"files": [
        file("memory/notes/a.md", &changed),
        file("memory/notes/c.md", &record("note-aaaaaa", "A thief")),
    ]});
    let text_of = document.to_string();
    let answer = world.memory_with("import json -", &text_of);
    has(&answer.err, "hint: --update replaces");
    assert_eq!(world.read("memory/notes/moved.md"), old);
    let out = world.memory_with("import json - --update", &text_of).ok();
    has(&out, ["1 imported", "has note-aaaaaa twice"]);
    let expected = changed.replace("2026-03-04", "2025-01-02");
    assert_eq!(world.read("memory/notes/moved.md"), expected);
    assert!(!world.has("memory/notes/a.md"));
}
