//! One answer to "what applies to this file": `why`, `context --for`, the hook before an edit,
//! `blame`, `suggest` and the files of a record say the same.

use serde_json::{Value, json};

use super::agent_hook::told;
use crate::common::{World, has, lacks};

fn record(world: &World, id: &str, more: &str, text: &str) {
    let status = if more.contains("status:") {
        ""
    } else {
        "status: active\n"
    };
    let front =
        format!("id: {id}\ntitle: About {id}\n{status}scope: project\nupdated: 2026-01-01\n");
    let path = format!("memory/decisions/{id}.md");
    world.write(
        &path,
        format!("---\n{front}{more}---\n## Decision\n\n{text}\n"),
    );
}

fn commit(world: &World, message: &str) {
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", message]).ok();
}

/// A world with a record for each kind of evidence.
fn world() -> World {
    let world = World::with_memory();
    world.write("src/net/send.c", "/* dec-cited1: keep it */\nint a;\n");
    world.write("other.txt", "one\n");
    commit(&world, "Begin");
    record(&world, "dec-exact1", "paths: [src/net/send.c]\n", "One.");
    record(&world, "dec-folder", "paths: [src/net/**]\n", "Two.");
    record(&world, "dec-cited1", "", "Three.");
    record(&world, "dec-mention", "", "As `src/net/send.c` does.");
    record(&world, "dec-follow", "", "Four.");
    record(
        &world,
        "dec-open11",
        "status: proposed\npaths: [src/net/send.c]\n",
        "Five.",
    );
    record(
        &world,
        "dec-old111",
        "status: superseded\nsuperseded_by: [dec-new111]\npaths: [src/net/send.c]\n",
        "Six.",
    );
    record(&world, "dec-new111", "supersedes: [dec-old111]\n", "Seven.");
    for nth in 0..12 {
        record(
            &world,
            &format!("dec-crowd{nth:02}"),
            "paths: [src/**]\n",
            "Eight.",
        );
    }
    commit(&world, "Decide");
    world.write("src/net/send.c", "/* dec-cited1: keep it */\nint b;\n");
    commit(&world, "Follow\n\nDecision: dec-follow");
    world
}

fn ids(records: &Value) -> Vec<String> {
    let records = records.as_array().unwrap().iter();
    records
        .map(|it| it["id"].as_str().unwrap().to_owned())
        .collect()
}

/// Ids in the order of a context.
fn of_context(text: &str) -> Vec<String> {
    let words = text.split_whitespace();
    words
        .filter_map(|word| Some(word.strip_prefix("id=")?.to_owned()))
        .collect()
}

fn spot(world: &World, arguments: &[&str]) -> Value {
    world
        .memory(["why", "--json"].iter().chain(arguments))
        .json()["spots"][0]
        .clone()
}

#[test]
fn every_door_gives_the_same_answer() {
    let world = world();
    let file = "src/net/send.c";
    let why = spot(&world, &[file]);
    let expected = ids(&why["records"]);
    let mut sorted = expected.clone();
    sorted.sort();
    let all = [
        "dec-cited1",
        "dec-exact1",
        "dec-folder",
        "dec-follow",
        "dec-mention",
        "dec-new111",
    ];
    assert_eq!(sorted, all, "{why}");
    let pack = world
        .memory(["context", "--only", "--for", file, "--max-tokens", "4000"])
        .ok();
    assert_eq!(of_context(&pack), expected, "{pack}");
    let call = json!({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Edit",
        "tool_input": {"file_path": file, "old_string": "a", "new_string": "b"}});
    let hook = told(world.memory_with(["hook", "pre-tool-use"], &call.to_string()));
    let hook = of_context(&hook);
    assert_eq!(hook, expected[..hook.len()], "{hook:?}");
    assert!(hook.len() > 2, "{hook:?}");
    let blame = world.memory(["blame", "--json", file]).json();
    assert_eq!(ids(&blame["records"]), expected);
    world.write(file, "/* dec-cited1: keep it */\nint c;\n");
    world.git(["add", file]).ok();
    let suggested = world
        .memory(["suggest", "--json", "--sure", "-n", "20"])
        .json();
    assert_eq!(ids(&suggested["records"]), expected);
}

#[test]
fn a_name_that_many_modules_share_ties_no_file() {
    let world = World::with_memory();
    for nth in 0..20 {
        world.write(
            &format!("part{nth}/src/org/example/A{nth}.java"),
            "class A {}\n",
        );
    }
    world.write("part1/src/org/example/log/B.java", "class B {}\n");
    commit(&world, "Begin");
    record(&world, "dec-common", "", "All is in `org.example`.");
    record(&world, "dec-logger", "", "As `org.example.log` has it.");
    commit(&world, "Decide");
    let common = spot(&world, &["part1/src/org/example/A1.java"]);
    assert_eq!(ids(&common["records"]), [""; 0], "{common}");
    let log = spot(&world, &["part1/src/org/example/log/B.java"]);
    assert_eq!(ids(&log["records"]), ["dec-logger"], "{log}");
}

#[test]
fn a_folder_that_a_text_names_ties_its_files() {
    let world = World::with_memory();
    for nth in 0..40 {
        world.write(&format!("app/models/part{nth}.rb"), "a = 1\n");
    }
    world.write("app/steps/send.rb", "b = 1\n");
    world.write("lib/app/steps/other.rb", "c = 1\n");
    commit(&world, "Begin");
    record(&world, "dec-steps1", "", "A class below `app/steps`.");
    record(&world, "dec-module", "", "As `app.steps` has it.");
    record(&world, "dec-models", "", "All of app/models/ is old.");
    record(&world, "dec-file11", "", "As app/steps/send.rb.erb does.");
    commit(&world, "Decide");
    let why = spot(&world, &["app/steps/send.rb"]);
    assert_eq!(ids(&why["records"]), ["dec-module", "dec-steps1"], "{why}");
    has(&why.to_string(), ["its text names app/steps/"]);
    let none = spot(&world, &["app/models/part1.rb"]);
    assert_eq!(ids(&none["records"]), [""; 0], "{none}");
    let answer = world.memory("show --files --json dec-steps1").json();
    let files = &answer["records"][0]["applies_to"];
    assert_eq!(*files, json!(["app/steps/send.rb"]), "{answer}");
}

/// A record with a title and a text.
fn titled(world: &World, id: &str, title: &str, text: &str) {
    let front = format!("id: {id}\ntitle: {title}\nstatus: active\nscope: project\n");
    let path = format!("memory/decisions/{id}.md");
    let dates = "created: 2026-01-01\nupdated: 2026-01-01\n";
    world.write(&path, format!("---\n{front}{dates}---\n{text}\n"));
}

#[test]
fn a_title_that_a_path_spells_out_ties_the_file() {
    let world = World::with_memory();
    for nth in 0..40 {
        world.write(&format!("src/chain/part{nth}.rs"), "fn a() {}\n");
    }
    world.write("src/chain/direct/handlers.rs", "fn b() {}\n");
    titled(
        &world,
        "dec-direct",
        "Use the direct chain",
        "No framework.",
    );
    titled(&world, "dec-chain1", "Use the chain", "One.");
    titled(&world, "dec-peer11", "Use direct peers", "Two.");
    commit(&world, "Decide");
    let why = spot(&world, &["src/chain/direct/handlers.rs"]);
    assert_eq!(ids(&why["records"]), ["dec-direct"], "{why}");
    has(&why.to_string(), ["its title names direct chain"]);
    let other = spot(&world, &["src/chain/part1.rs"]);
    assert_eq!(ids(&other["records"]), [""; 0], "{other}");
}

/// A world with all other ties: titles, names in texts, modules, folders, symbols, a scope, and a
/// file that was moved.
fn every_tie() -> World {
    let world = world();
    for (file, text) in [
        ("src/bare_repository.rs", "fn open() {}\n"),
        ("src/chain/direct/handlers.rs", "fn handle() {}\n"),
        ("src/cache.rs", "pub struct DiskCache;\n"),
        ("src/user.rs", "use crate::cache::DiskCache;\n"),
        ("lib/wire/mod.rs", "a();\n"),
        ("lib/wire/relay.hs", "b = 1\n"),
        ("lib/mod.rs", "c();\n"),
        ("lib/old.c", "int moved;\n"),
        ("infra/storage.tf", "vaults = 1\n"),
        ("infra/index.tf", "queue = 1\n"),
        ("Makefile", "all:\n"),
    ] {
        world.write(file, text);
    }
    world.records(RECORDS);
    let front =
        "id: dec-scope1\ntitle: One\nstatus: active\nscope: lib/wire\nupdated: 2026-01-01\n";
    let path = "memory/scopes/lib/wire/decisions/dec-scope1.md";
    world.write(path, format!("---\n{front}---\nOne.\n"));
    commit(&world, "Decide more");
    world.git(["mv", "lib/old.c", "lib/moved.c"]).ok();
    commit(&world, "Move it");
    world
}

const RECORDS: &str = "
    decisions/dec-title1 | Use bare repositories | | One.
    decisions/dec-title2 | Use the direct chain | | Two.
    decisions/dec-title3 | Keep vaults of storage | | Three.
    decisions/dec-title4 | Build each index once | | Four.
    decisions/dec-symbol | Small disks | | Keep `DiskCache` small.
    decisions/dec-module | Relays first | | As `lib.wire.relay` has it.
    decisions/dec-tie001 | Old things | | All of lib/wire/ is old.
    decisions/dec-tie002 | Ends | | See wire/mod.rs, and the Makefile.
    decisions/dec-tie003 | Names | | Each mod.rs is short.
    decisions/dec-tie004 | Moves | paths: [lib/old.c] | Five.
    decisions/dec-tie005 | Once | status: superseded; superseded_by: [dec-tie006] | As `src/user.rs` does.
    decisions/dec-tie006 | Since | supersedes: [dec-tie005] | Six.
";

#[test]
fn a_name_means_the_file_in_the_folder_that_its_record_is_about() {
    let world = World::with_memory();
    for part in ["packages/agents", "packages/hono", "docs"] {
        world.write(&format!("{part}/src/index.ts"), "one();\n");
    }
    world.write("packages/hono/src/only.ts", "two();\n");
    commit(&world, "Begin");
    let text = "Export it in `src/index.ts`, not in `src/only.ts`.";
    record(&world, "dec-home11", "paths: packages/agents/**\n", text);
    record(&world, "dec-none11", "", text);
    commit(&world, "Decide");
    for (file, records, maybe) in [
        (
            "packages/agents/src/index.ts",
            vec!["dec-home11"],
            vec!["dec-none11"],
        ),
        ("packages/hono/src/index.ts", vec![], vec!["dec-none11"]),
        (
            "packages/hono/src/only.ts",
            vec!["dec-home11", "dec-none11"],
            vec![],
        ),
    ] {
        let why = spot(&world, &[file]);
        let told = (ids(&why["records"]), ids(&why["maybe"]));
        assert_eq!(told, (owned(&records), owned(&maybe)), "{file}");
    }
    let files = ["packages/agents/src/index.ts", "packages/hono/src/index.ts"];
    assert_eq!(by_records(&world, &files), by_files(&world, &files));
}

fn owned(ids: &[&str]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

/// Pairs of a record and a file to which `why` says that it applies, sorted.
fn by_files(world: &World, files: &[&str]) -> Vec<(String, String)> {
    let why = world.memory(["why", "--json"].iter().chain(files)).json();
    let mut pairs = Vec::new();
    for (spot, file) in why["spots"].as_array().unwrap().iter().zip(files) {
        let records = ids(&spot["records"]).into_iter();
        pairs.extend(records.map(|id| (id, (*file).to_owned())));
    }
    pairs.sort();
    pairs
}

/// The same pairs as the records say it.
fn by_records(world: &World, files: &[&str]) -> Vec<(String, String)> {
    let listed = world.memory("list --json -n 100").json();
    let records = ids(&listed["records"]);
    let calls = ["show", "--files", "--json"].map(str::to_owned);
    let shown = world.memory(calls.iter().chain(&records)).json();
    let mut pairs = Vec::new();
    for (shown, id) in shown["records"].as_array().unwrap().iter().zip(&records) {
        let applies = shown["applies_to"].as_array().unwrap().iter();
        let applies = applies.map(|file| file.as_str().unwrap().to_owned());
        pairs.extend(applies.map(|file| (id.clone(), file)));
    }
    pairs.retain(|(_, file)| files.contains(&file.as_str()));
    pairs.sort();
    pairs
}

#[test]
fn a_record_names_exactly_the_files_for_which_why_names_it() {
    let world = every_tie();
    let files = world.git("ls-files -- :!memory :!.gitattributes").ok();
    let files: Vec<&str> = files.lines().collect();
    let expected = by_files(&world, &files);
    let tied = "title1 title2 title3 symbol module scope1 tie001 tie002 tie004 tie006 new111";
    for id in tied.split(' ').map(|name| format!("dec-{name}")) {
        let mut found = expected.iter();
        assert!(found.any(|(it, _)| *it == id), "{id}: {expected:?}");
    }
    assert_eq!(by_records(&world, &files), expected);
}

#[test]
fn what_is_below_the_threshold_stands_under_maybe_where_people_ask() {
    let world = world();
    let why = spot(&world, &["src/net/send.c"]);
    let maybe = ids(&why["maybe"]);
    assert!(maybe.contains(&"dec-open11".to_owned()), "{maybe:?}");
    assert!(maybe.contains(&"dec-crowd00".to_owned()), "{maybe:?}");
    let text = world.memory(["why", "src/net/send.c"]).ok();
    let (certain, maybe) = text.split_once("Maybe:\n").unwrap();
    assert!(
        certain.contains("dec-exact1") && !certain.contains("About dec-open11 ("),
        "{text}"
    );
    assert!(maybe.contains("About dec-open11 (proposed)"), "{text}");
    let pack = world.memory(["context", "--for", "src/net/send.c"]).ok();
    let mut lines = pack.lines();
    let piece = lines.find(|it| it.contains("id=dec-open11")).unwrap();
    has(piece, ["proposed", "applies=maybe"]);
    let only = world.memory("context --only --for src/net/send.c").ok();
    lacks(&only, ["id=dec-open11", "dec-crowd"]);
}

#[test]
fn a_file_that_came_with_a_thousand_records_lists_what_has_evidence_of_its_own() {
    let world = World::with_memory();
    for nth in 0..60 {
        record(&world, &format!("dec-many{nth:02}"), "", "Imported.");
        world.write(&format!("src/f{nth}.c"), "int a;\n");
    }
    record(&world, "dec-own111", "paths: [src/f7.c]\n", "Its own.");
    commit(&world, "Import everything");
    let why = spot(&world, &["src/f7.c"]);
    assert_eq!(ids(&why["records"]), ["dec-own111"], "{why}");
    assert_eq!(why["maybe"], json!([]));
    record(&world, "dec-with11", "", "Beside its code.");
    world.write("src/f9.c", "int b;\n");
    commit(&world, "Decide and do");
    let why = spot(&world, &["src/f9.c"]);
    assert_eq!(ids(&why["records"]), ["dec-with11"], "{why}");
    assert_eq!(spot(&world, &["src/f8.c:1"])["records"], json!([]));
}

#[test]
fn a_title_that_has_the_words_of_a_file_name_applies_to_it() {
    let world = World::with_memory();
    world.write("src/bare_repository.rs", "fn open() {}\n");
    world.write("src/subscription.rs", "fn send(event: Event) {}\n");
    world.write("infra/storage.tf", "bucket = 1\n");
    for (id, title) in [
        ("dec-aaaaaa", "Use bare repositories"),
        ("dec-bbbbbb", "Client event subscriptions"),
        ("dec-cccccc", "Use vaults for storage"),
        ("dec-dddddd", "Count in seconds"),
        ("dec-eeeeee", "Name branches by topic"),
    ] {
        world.record(&format!("decisions/{id}"), title, "", "So.");
    }
    for (file, key, expected) in [
        ("src/bare_repository.rs", "records", "dec-aaaaaa"),
        ("src/subscription.rs", "records", "dec-bbbbbb"),
        ("infra/storage.tf", "maybe", "dec-cccccc"),
    ] {
        let why = spot(&world, &[file]);
        assert_eq!(ids(&why[key]), [expected], "{why}");
    }
}

#[test]
fn a_comment_cites_a_record_by_id_number_and_file() {
    let world = World::with_memory();
    world.write("memory/config.yaml", "roots: [docs/adr=decision]\n");
    for (file, title) in [
        ("0012-use-files.md", "Use files"),
        ("20200927-avoid-x.md", "Avoid x"),
    ] {
        world.write(
            &format!("docs/adr/{file}"),
            format!("# {title}\n\n## Decision\n\nSo.\n"),
        );
    }
    commit(&world, "Begin");
    for (text, expected) in [
        ("// @adr 0012\n", &["docs/adr/0012-use-files.md"][..]),
        ("// see ADR-12\n", &["docs/adr/0012-use-files.md"]),
        (
            "x(); // @adr 20200927-avoid-x\n",
            &["docs/adr/20200927-avoid-x.md"],
        ),
        ("// ADR 12: https://x.org/other/docs/adr/0012-y.md\n", &[]),
        ("let a = \"ADR 12\";\n", &[]),
    ] {
        world.write("src/a.js", text);
        let why = spot(&world, &["src/a.js"]);
        assert_eq!(ids(&why["records"]), expected, "{text}: {why}");
    }
}

#[test]
fn check_names_an_id_in_a_comment_that_no_record_has() {
    let world = world();
    world.write(
        "src/a.c",
        "int a;\n/* dec-zzzzzz: keep it */\n/* top-bottom */\n",
    );
    world.write("src/b.c", "// dec-exact1\n");
    world.write("guide.md", "Like dec-zzzzz9.\n");
    commit(&world, "Cite");
    for arguments in [&["check"][..], &["check", "--rev", "HEAD~..HEAD"]] {
        let found = world.memory(arguments).out;
        let lines: Vec<&str> = found
            .lines()
            .filter(|it| it.contains("unknown-citation"))
            .collect();
        assert_eq!(lines.len(), 1, "{found}");
        assert!(
            lines[0].starts_with("src/a.c:2:1: notice[unknown-citation]"),
            "{found}"
        );
        assert!(
            lines[0].contains("no record has the id dec-zzzzzz"),
            "{found}"
        );
    }
    world.write("src/a.c", "int b;\n/* dec-zzzzzz: keep it */\n");
    commit(&world, "Change beside it");
    let found = world.memory(["check", "--rev", "HEAD~..HEAD"]).out;
    assert!(!found.contains("unknown-citation"), "{found}");
}

#[test]
fn a_second_check_learns_which_files_cite_since_the_first() {
    let world = World::with_memory();
    let cites = "/* dec-zzzzzz: keep it */\n";
    let files = || {
        let found = world.memory(["check"]).out;
        let unknown = found.lines().filter(|it| it.contains("unknown-citation"));
        let names: Vec<&str> = unknown.filter_map(|it| it.split(':').next()).collect();
        names.join(" ")
    };
    world.write("src/a.c", cites);
    world.write("src/b.c", "int b;\n");
    commit(&world, "Begin");
    assert_eq!((files(), files()), ("src/a.c".into(), "src/a.c".into()));
    world.write("src/b.c", cites);
    assert_eq!(files(), "src/a.c src/b.c");
    world.write("src/a.c", "int a;\n");
    assert_eq!(files(), "src/b.c");
    world.git(["stash", "-q"]).ok();
    assert_eq!(files(), "src/a.c");
    world.git(["stash", "pop", "-q", "--index"]).ok();
    assert_eq!(files(), "src/b.c");
    world.write(".gitattributes", "src/b.c binary\n");
    world.git(["add", ".gitattributes"]).ok();
    assert_eq!(files(), "");
}

#[test]
fn a_page_that_says_at_its_end_that_it_is_proposed_only_may_apply() {
    let world = World::with_memory();
    world.write("memory/config.yaml", "roots: [docs/adr=decision]\n");
    let long = "A long line of thoughts about queues.\n".repeat(200);
    world.write(
        "docs/adr/0008-queues.md",
        format!("# Use queues\n\n{long}\nAs `src/queue.c` does.\n\n## Status\n\nProposed\n"),
    );
    world.write("src/queue.c", "int a;\n");
    world.commit("Begin");
    let why = spot(&world, &["src/queue.c"]);
    assert_eq!(why["records"], json!([]), "{why}");
    assert_eq!(ids(&why["maybe"]), ["docs/adr/0008-queues.md"]);
    assert_eq!(why["maybe"][0]["status"], "proposed", "{why}");
}

#[test]
fn the_hook_before_an_edit_waits_for_no_search_of_symbols() {
    let world = World::with_memory();
    world.write("src/events.rs", "pub struct EventQueueKeeper;\n");
    world.commit("Begin");
    record(&world, "dec-keeper", "", "The EventQueueKeeper keeps all.");
    world.commit("Decide");
    let why = spot(&world, &["src/events.rs"]);
    assert_eq!(ids(&why["records"]), ["dec-keeper"], "{why}");
    let call = json!({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Edit",
        "tool_input": {"file_path": "src/events.rs", "old_string": "a", "new_string": "b"}});
    let hook = world.memory_with("hook pre-tool-use", &call.to_string());
    assert!(!hook.out.contains("dec-keeper"), "{}", hook.out);
}

/// The records that apply to a file of this text, where a record names `DialogKeeper`.
fn about_keeper(file: &str, text: &str, other: &str) -> Vec<String> {
    let world = World::with_memory();
    world.write(file, text);
    world.write("web/pages.cs", other);
    world.commit("Begin");
    record(
        &world,
        "dec-keeper",
        "",
        "The `DialogKeeper` keeps dialogs.",
    );
    world.commit("Decide");
    ids(&spot(&world, &[file])["records"])
}

#[test]
fn a_type_in_a_namespace_is_one_of_its_file() {
    for (file, text) in [
        (
            "a.cs",
            "using System;\n\nnamespace App.Core\n{\n#if X\n    using Y;\n#endif\n    \
             [Route]\n    public class DialogKeeper : Base\n    {\n    }\n}\n",
        ),
        ("a.cs", "namespace App;\n\npublic class DialogKeeper { }\n"),
        (
            "a.hpp",
            "namespace app {\nclass DialogKeeper { int a; };\n}\n",
        ),
        (
            "a.rb",
            "module App\n  module Core\n    class DialogKeeper\n    end\n  end\nend\n",
        ),
        ("a.rs", "mod inside {\n    pub struct DialogKeeper;\n}\n"),
    ] {
        assert_eq!(about_keeper(file, text, ""), ["dec-keeper"], "{text}");
    }
    for (file, text) in [
        (
            "a.cs",
            "public class Outer\n{\n    class DialogKeeper { }\n}\n",
        ),
        (
            "a.cs",
            "namespace A\n{\n    class B\n    {\n        class DialogKeeper { }\n    }\n}\n",
        ),
        ("a.java", "class Outer { class DialogKeeper { } }\n"),
    ] {
        assert!(about_keeper(file, text, "").is_empty(), "{text}");
    }
}

#[test]
fn only_types_compete_with_a_type() {
    let class = "public class DialogKeeper { }\n";
    for (other, applies) in [
        ("    IDialogKeeper DialogKeeper,\n", true),
        ("    private readonly IDialogKeeper DialogKeeper;\n", true),
        ("DialogKeeper: one\n", true),
        ("    internal sealed class DialogKeeper\n", false),
    ] {
        let expected = if applies { &["dec-keeper"][..] } else { &[] };
        assert_eq!(about_keeper("a.cs", class, other), expected, "{other}");
        let java = "class DialogKeeper { }\n";
        assert_eq!(about_keeper("a.java", java, other), expected, "{other}");
    }
}

#[test]
fn the_passage_that_names_a_file_is_told_before_an_edit() {
    let world = World::with_memory();
    world.write("docs/ja/index.txt", "one\n");
    for nth in 0..24 {
        world.write(&format!("src/a{nth}.c"), "int a;\n");
    }
    world.commit("Begin");
    let intro = "This guide is about texts in general and nothing else. ".repeat(40);
    let text =
        format!("{intro}\n\n## Languages\n\nFiles in `docs/ja/` are polite.\n\n## End\n\nSo.");
    record(&world, "dec-guide1", "", &text);
    world.commit("Decide");
    let why = world.memory("why docs/ja/index.txt").ok();
    has(&why, ["Files in docs/ja/ are polite."]);
    let call = json!({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Edit",
        "tool_input": {"file_path": "docs/ja/index.txt", "old_string": "a", "new_string": "b"}});
    let hook = told(world.memory_with("hook pre-tool-use", &call.to_string()));
    has(
        &hook,
        ["## Languages\nFiles in `docs/ja/` are polite.", "[…"],
    );
}
