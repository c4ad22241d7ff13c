//! Ground of a record in answers: if its files have changed.

use serde_json::{Value, json};

use crate::common::{World, has, lacks};

/// A world with a committed file and a decision about it; with the decision's id.
fn world(path: &str, text: &str) -> (World, String) {
    let world = World::with_memory();
    world.write(path, text);
    let written = world.memory(["add-decision", "Keep one queue", "--path", path, "--json"]);
    world.commit("Begin");
    let id = written.json()["id"].as_str().unwrap().to_owned();
    (world, id)
}

/// Returns the ground in the hit for the decision.
fn ground(world: &World) -> Value {
    let answer = world.memory("recall --json queue").json();
    answer["hits"][0]["freshness"].clone()
}

/// The commit of HEAD.
fn head(world: &World) -> String {
    world.git("rev-parse HEAD").ok().trim().to_owned()
}

fn verdict(world: &World) -> String {
    ground(world)["state"].as_str().unwrap().to_owned()
}

#[test]
fn a_hit_says_whether_its_ground_holds() {
    let (world, id) = world("src/queue.rs", "fn queue() {}\n");
    assert_eq!(verdict(&world), "current");
    assert!(world.memory("recall queue").ok().contains("  current\n"));
    assert_eq!(world.memory(["show", &id]).err, "");

    world.write("src/queue.rs", "fn queue() { two() }\n");
    assert_eq!(ground(&world)["changes"]["uncommitted"][0], "src/queue.rs");
    world.commit("Use two queues");
    let moved = ground(&world);
    let expected = json!({
        "commits": 1, "more": false, "files": ["src/queue.rs"], "uncommitted": [],
        "newest": {"commit": head(&world), "subject": "Use two queues"}, "rewritten": true,
    });
    assert_eq!(moved["changes"], expected);
    assert_eq!(
        (&moved["state"], &moved["advice"]["code"]),
        (&json!("changed"), &json!("confirm"))
    );
    let shown = world.memory(["show", &id]);
    has(&shown.err, "changed since in 1 commit");
    has(&shown.err, &format!("git memory review --confirm {id}"));
    let shown = world.memory(["show", "--json", &id]).json();
    assert_eq!(shown["freshness"], moved);
    let text = world.memory("recall queue").ok();
    has(&text, "    changed since in 1 commit, the newest");
    // The earlier revision is current.
    let then = world.memory("recall --json queue --rev HEAD~").json();
    assert_eq!(then["hits"][0]["freshness"]["state"], "current");
    // A file that was changed back is as it was.
    world.git("revert --no-edit HEAD").ok();
    assert_eq!(verdict(&world), "current");
}

#[test]
fn each_of_several_records_is_told_which_files_are_not_committed() {
    let (world, _) = world("src/queue.rs", "fn queue() {}\n");
    world.write("src/lock.rs", "fn lock() {}\n");
    for path in ["src", "src/lock.rs", "src/queue.rs"] {
        let title = format!("About the queue of {path}");
        world.memory(["add-decision", &title, "--path", path]).ok();
    }
    world.commit("Lock");
    world.write("src/queue.rs", "fn queue() { two() }\n");
    let answer = world.memory("recall --json queue").json();
    let mut told = Vec::new();
    for hit in answer["hits"].as_array().unwrap() {
        let changes = &hit["freshness"]["changes"]["uncommitted"];
        told.push((hit["title"].as_str().unwrap(), changes[0].as_str()));
    }
    told.sort_unstable();
    let changed = Some("src/queue.rs");
    let expected = [
        ("About the queue of src", changed),
        ("About the queue of src/lock.rs", None),
        ("About the queue of src/queue.rs", changed),
        ("Keep one queue", changed),
    ];
    assert_eq!(told, expected);
}

#[test]
fn whoever_confirms_a_record_begins_anew() {
    let (mut world, id) = world("src/queue.rs", "fn queue() {}\n");
    world.write("src/queue.rs", "fn queue() { two() }\n");
    world.commit("Use two queues");
    assert_eq!(verdict(&world), "changed");
    world.set("GIT_MEMORY_CLOCK", "2026-11-25T12:00:00Z");
    world.memory(["review", "--confirm", &id]).ok();
    assert_eq!(verdict(&world), "current", "not committed yet");
    world.commit("Confirm");
    assert_eq!(verdict(&world), "current");
    world.write("src/queue.rs", "fn queue() { three() }\n");
    world.commit("Use three queues");
    assert_eq!(ground(&world)["changes"]["commits"], 1);
}

#[test]
fn a_record_of_today_is_confirmed_again_on_the_same_day() {
    let (mut world, id) = world("src/queue.txt", "one\n");
    for (text, clock) in [("two\n", "13:00:00"), ("three\n", "14:30:00")] {
        world.write("src/queue.txt", text);
        world.commit("Say more");
        assert_eq!(verdict(&world), "changed");
        world.set("GIT_MEMORY_CLOCK", &format!("2026-11-20T{clock}Z"));
        world.memory(["review", "--confirm", &id]).ok();
        assert_eq!(verdict(&world), "current", "not committed yet");
        world.commit("Confirm");
        assert_eq!(verdict(&world), "current");
        let record = world.memory(["show", &id, "--json"]).json();
        assert_eq!(record["updated"], format!("2026-11-20T{clock}Z"));
    }
    assert_eq!(world.memory("check").status, 0);
}

#[test]
fn a_record_that_is_older_than_the_history_is_compared_with_its_beginning() {
    let (mut world, id) = world("src/queue.txt", "one\n");
    let record = world.memory(["show", &id, "--json"]).json();
    let path = record["record_path"].as_str().unwrap();
    let old = world.read(path);
    world.write(
        path,
        old.replace("updated: 2026-11-20", "updated: 2019-03-01"),
    );
    world.write("src/queue.txt", "two\n");
    for is_committed in [false, true] {
        if is_committed {
            world.commit("Import it, and say two");
        }
        let ground = ground(&world);
        assert_eq!(ground["state"], "unknown", "the file came later: {ground}");
        assert_eq!(ground["changes"]["files"][0], "src/queue.txt", "{ground}");
    }
    world.set("GIT_MEMORY_CLOCK", "2026-11-21T12:00:00Z");
    world.memory(["review", "--confirm", &id]).ok();
    world.commit("Confirm it");
    assert_eq!(verdict(&world), "current");
}

#[test]
fn comments_and_space_are_no_changes() {
    let (world, _) = world("src/queue.rs", "fn queue() { one(); }\n");
    let same = "// The queue.\nfn queue() {\n    one();\n}\n";
    world.write("src/queue.rs", same);
    assert_eq!(verdict(&world), "current");
    world.commit("Explain the queue");
    assert_eq!(verdict(&world), "current");
    world.write("src/queue.rs", same.replace("one", "two"));
    world.commit("Use two queues");
    let moved = ground(&world);
    assert_eq!(moved["changes"]["commits"], 1, "{moved}");
    assert_eq!(moved["changes"]["newest"]["subject"], "Use two queues");
}

#[test]
fn what_was_compared_before_counts_by_language_and_heals() {
    let (world, _) = world("src/queue.rs", "one();\n");
    world.write("src/queue.txt", "one();\n");
    let add = ["add-lesson", "Queues in words", "--path", "src/queue.txt"];
    world.memory(add).ok();
    world.commit("Write it down");
    for path in ["src/queue.rs", "src/queue.txt"] {
        world.write(path, "one(); // queue\n");
    }
    world.commit("Explain the queue");
    let verdicts = |world: &World| {
        let answer = world.memory("recall queues --json").json();
        let hits = answer["hits"].as_array().unwrap().iter();
        let mut verdicts: Vec<String> = hits
            .map(|it| it["freshness"]["state"].to_string())
            .collect();
        verdicts.sort();
        verdicts
    };
    let told = verdicts(&world);
    assert_eq!(told, ["\"changed\"", "\"current\""]);
    let damage = "printf y | dd of=.git/memory/by-blob/same-code bs=1 seek=60 conv=notrunc";
    world.shell(damage).ok();
    assert_eq!(verdicts(&world), told);
}

#[test]
fn what_fits_nothing_is_gone_and_what_names_nothing_is_unknown() {
    let (world, id) = world("src/queue.txt", "one\n");
    world.git("rm -q src/queue.txt").ok();
    world.commit("Remove the queue");
    assert_eq!(verdict(&world), "deleted");
    let text = world.memory("recall queue").ok();
    assert!(text.contains("    its files were deleted\n"), "{text}");
    world.memory(["supersede", &id, "Keep two queues"]).ok();
    let show = world.memory(["show", "--json", &id]).json();
    assert_eq!(show["freshness"]["state"], "superseded");
    world.memory("add-lesson 'Trains are late'").ok();
    let answer = world.memory("recall --json trains").json();
    assert_eq!(answer["hits"][0]["freshness"]["reason"], "no files linked");
    assert!(!world.memory("recall trains").ok().contains("unknown"));
}

#[test]
fn a_path_that_is_not_committed_yet_is_not_gone() {
    let world = World::with_memory();
    world
        .memory("add-decision 'Keep one queue' --path src/queue.txt")
        .ok();
    world.commit("Decide");
    assert_eq!(verdict(&world), "deleted");
    world.write("src/queue.txt", "one\n");
    world.git("add src").ok();
    assert_eq!(ground(&world)["reason"], "its files are not committed yet");
}

#[test]
fn merges_and_side_branches_count_by_the_graph() {
    let (world, _) = world("src/queue.txt", "one\n");
    world.git("switch -q -c side").ok();
    for n in ["two", "three"] {
        world.write("src/queue.txt", n);
        world.commit(&format!("Say {n}"));
    }
    world.git("switch -q -").ok();
    assert_eq!(verdict(&world), "current");
    world.write("other.txt", "x");
    world.commit("Elsewhere");
    world.git("merge -q --no-edit side").ok();
    let moved = ground(&world);
    assert_eq!(moved["changes"]["commits"], 2, "{moved}");
    assert_eq!(moved["changes"]["newest"]["subject"], "Say three");
    // The cache of one branch does not count for another.
    world.git("switch -q --detach HEAD~").ok();
    assert_eq!(verdict(&world), "current");
}

#[test]
fn in_a_shallow_clone_nothing_is_claimed() {
    let (mut world, id) = world("src/queue.txt", "one\n");
    world.write("src/queue.txt", "two\n");
    world.commit("Say two");
    let url = format!("file://{}", world.here.display());
    let call = ["clone", "-q", "--depth=1", &url, "../clone"];
    world.git(call).ok();
    world.at("../clone");
    let unknown = ground(&world);
    assert_eq!(unknown["state"], "unknown");
    assert!(unknown["reason"].as_str().unwrap().contains("shallow"));
    let said = world.memory("recall queue").ok();
    has(&said, "    freshness unknown: this shallow clone");
    // A record that is newer than the cut is known.
    for role in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
        world.set(role, "2026-11-20T12:00:00Z");
    }
    world.memory(["set", &id, "tags=x"]).ok();
    world.commit("Look at it");
    assert_eq!(verdict(&world), "current");
    world.write("src/queue.txt", "three\n");
    world.commit("Say three");
    assert_eq!(verdict(&world), "changed");
}

#[test]
fn a_partial_clone_without_trees_fetches_nothing() {
    let (mut world, _) = world("src/queue.txt", "one\n");
    world.git("config uploadpack.allowFilter true").ok();
    world.write("src/queue.txt", "two\n");
    world.commit("Say two");
    let url = format!("file://{}", world.here.display());
    let clone = world.root().join("clone");
    let path = clone.to_str().unwrap();
    world
        .git(["clone", "-q", "--filter=tree:0", &url, path])
        .ok();
    world.here = clone;
    let missing = "git rev-list --objects --all --missing=print | grep -c '^?'";
    let before = world.shell(missing).ok();
    assert_eq!(verdict(&world), "unknown");
    assert_eq!(world.shell(missing).ok(), before);
}

#[test]
fn a_pack_marks_what_has_moved() {
    let (world, _) = world("src/queue.txt", "one\n");
    let pack = world.memory("context --query queue").ok();
    assert!(!pack.contains(" files=changed"), "{pack}");
    world.write("src/queue.txt", "two\n");
    world.commit("Say two");
    let pack = world.memory("context --query queue").ok();
    assert!(pack.contains(" files=changed\n# "), "{pack}");
}

#[test]
fn a_range_names_the_records_that_it_is_about() {
    let (world, id) = world("src/queue.txt", "one\n");
    world.write("src/queue.txt", "two\n");
    world.write("other.txt", "x\n");
    world.commit("Say two");
    let check = world.memory("check --rev HEAD~..HEAD");
    let dots = world.memory("check --rev HEAD~...HEAD");
    assert_eq!((&dots.out, dots.status), (&check.out, check.status));
    let said = format!("{id} applies to these changed files: src/queue.txt");
    has(&check.out, &format!("notice[touched]: {said}"));
    assert_eq!(check.status, 0);
    let diff = world.memory("diff --json HEAD~..HEAD").json();
    assert_eq!(diff["touched"][0]["id"], id.as_str());
    assert_eq!(diff["touched"][0]["files"][0], "src/queue.txt");
    let text = world.memory("diff HEAD~..HEAD").ok();
    has(
        &text,
        &format!("touched: {id} Keep one queue\n  src/queue.txt\n"),
    );
    let page = world.memory("diff --format markdown HEAD~..HEAD").ok();
    has(&page, "### Decisions that apply to these changes\n");
    // A range that also writes the record has considered it.
    world.memory(["set", &id, "tags=x"]).ok();
    world.write("src/queue.txt", "three\n");
    let touched = || world.memory("diff --json").json()["touched"].clone();
    assert_eq!(touched(), json!([]));
    world.commit("Say three");
    let check = world.memory("check --rev HEAD~..HEAD");
    assert!(!check.out.contains("touched"), "{}", check.out);
    // Work that is not committed is a change like any other.
    world.write("src/queue.txt", "four\n");
    assert_eq!(touched()[0]["count"], 1);
}

#[test]
fn a_history_that_was_rewritten_is_read_anew() {
    let (world, id) = world("src/queue.txt", "one\n");
    assert_eq!(verdict(&world), "current");
    // The record and its file change in one commit: its author had both in mind.
    world.write("src/queue.txt", "two\n");
    world.git("commit -q -a --amend -m 'Begin again'").ok();
    assert_eq!(verdict(&world), "current");
    world.write("src/queue.txt", "three\n");
    world.commit("Say three");
    assert_eq!(ground(&world)["changes"]["commits"], 1);
    world.write("other.txt", "x\n");
    world.commit("Elsewhere");
    let rebase = "GIT_COMMITTER_DATE=2026-11-21T12:00:00Z git rebase -q -f --root HEAD";
    world.shell(rebase).ok();
    let moved = ground(&world);
    assert_eq!(moved["changes"]["commits"], 1, "{moved}");
    assert_eq!(moved["changes"]["newest"]["subject"], "Say three");
    world.git("commit -q --amend -m Nowhere").ok();
    assert_eq!(ground(&world)["changes"]["commits"], 1);
    has(
        &world.memory(["show", &id]).err,
        "changed since in 1 commit",
    );
}

#[test]
fn grafts_and_replaced_commits_break_nothing() {
    let (world, _) = world("src/queue.txt", "one\n");
    world.write("src/queue.txt", "two\n");
    world.commit("Say two");
    world.write("other.txt", "x\n");
    world.commit("Elsewhere");
    for command in [
        // The newest commit loses its parents, and with them what it follows.
        "git replace --graft HEAD",
        "git replace -d \"$(git rev-parse HEAD)\"",
        "git replace HEAD~ HEAD~2",
        "git replace -d \"$(git replace -l)\"",
        "git rev-parse HEAD >.git/info/grafts",
        "rm .git/info/grafts",
    ] {
        world.shell(command).ok();
        let told = verdict(&world);
        assert!(told == "changed" || told == "current", "{command}: {told}");
        let all = "git memory suggest HEAD && git memory review && git memory backtest";
        world.shell(all).ok();
    }
    let moved = ground(&world);
    assert_eq!(moved["state"], "changed");
    assert_eq!(moved["changes"]["newest"]["subject"], "Say two");
}

#[test]
fn what_was_moved_is_found_by_the_paths_that_it_had() {
    let world = World::with_memory();
    world.write("src/adr-new/a.txt", "one\ntwo\nthree\n");
    let add = "add-decision 'Keep templates' --path src/adr-new --json";
    let added = world.memory(add).json();
    let id = added["id"].as_str().unwrap();
    world.commit("Decide");
    world.git("mv src/adr-new src/adr-create").ok();
    world.commit("Move it");
    for path in ["", "/a.txt", "/a.txt:2"] {
        let found = world.memory(&format!("why src/adr-create{path}")).ok();
        let now = path.trim_end_matches(":2");
        let now = format!(", which is now src/adr-create{now}");
        has(
            &found,
            [id, "its path src/adr-new covers src/adr-new", &now],
        );
    }
    let review = world.memory("review --json").json();
    let why = review["suspects"][0]["why"].to_string();
    let said = "no file matches 'src/adr-new', which was moved to 'src/adr-create'";
    assert!(why.contains(said), "{review}");
    let command = format!("    git memory set {id} 'paths=src/adr-create'\n");
    let review = world.memory("review").out;
    assert!(review.contains(&command), "{review}");
    world.git("mv src/adr-create lib").ok();
    world.commit("Move it again");
    let found = world.memory("why lib").ok();
    has(
        &found,
        "its path src/adr-new covers src/adr-new, which is now lib",
    );
    world.memory(["set", id, "paths=lib"]).ok();
    let found = world.memory("why lib").ok();
    has(&found, "its path lib covers lib");
    lacks(&found, "which is now");
}

#[test]
fn a_folder_that_lost_a_single_file_was_not_moved() {
    let (world, id) = world("src/queue.txt", "one\n");
    world.write("docs/one.md", "One.\n");
    world.write("docs/two.md", "Two, of which there is more to say.\n");
    world.write("pages/three.md", "Three.\n");
    world.memory(["set", &id, "paths=docs,src/queue.txt"]).ok();
    world.commit("Write");
    world.git("mv docs/two.md pages/two.md").ok();
    world.commit("Move one");
    lacks(&world.memory("why pages").ok(), "covers docs");
}

/// A world with a decision that says something about a file of ten lines and this one.
fn saying(rationale: &str, line: &str) -> World {
    let mut world = World::with_memory();
    for role in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
        world.set(role, "2026-11-20T12:00:00Z");
    }
    world.write("src/queue.rs", with_lines(line));
    let add = ["add-decision", "Keep one queue", "--path", "src/queue.rs"];
    let words = add.into_iter().chain(["--rationale", rationale]);
    world.memory(words).ok();
    world.commit("Begin");
    world
}

/// A line of code among ten others.
fn with_lines(line: &str) -> String {
    let others = (0..10).map(|nth| format!("fn step_{nth}() {{}}\n"));
    others.fold(format!("{line}\n"), |text, other| text + &other)
}

#[test]
fn what_a_record_names_is_told_beside_what_took_its_place() {
    for (rationale, before, after, name) in [
        (
            "At most 250 entries.",
            "const ENTRIES: u32 = 250;",
            "const ENTRIES: u32 = 900;",
            "250",
        ),
        (
            "We set `retries = 3`.",
            "let retries = 3;",
            "let retries = 5;",
            "retries = 3",
        ),
        (
            "It goes through `Queue::push`.",
            "fn push(item: Item) {}",
            "fn add(item: Item) {}",
            "push",
        ),
    ] {
        let world = saying(rationale, before);
        world.write("src/queue.rs", with_lines(after));
        assert_eq!(verdict(&world), "changed", "{rationale}");
        world.commit("Change it");
        let told = ground(&world);
        let named = json!([{
            "name": name, "sentence": rationale, "path": "src/queue.rs",
            "before": before, "after": after,
        }]);
        assert_eq!(told["changes"]["named"], named, "{told}");
        has(
            &world.memory("recall queue").ok(),
            &format!("{name} is gone from src/queue.rs"),
        );
        let review = world.memory("review").ok();
        has(&review, &format!("says: {rationale}\n"));
        has(
            &review,
            &format!("  - {before}\n      + {after}\n    git memory review --confirm dec-"),
        );
    }
}

#[test]
fn a_touched_file_says_nothing_of_what_is_still_there() {
    let world = saying("It goes through `push`.", "fn push() {}");
    world.write("src/queue.rs", with_lines("fn push() { two() }"));
    world.commit("Use two queues");
    let told = ground(&world);
    assert_eq!(
        (&told["state"], &told["changes"]["files"]),
        (&json!("current"), &json!(["src/queue.rs"]))
    );
    let review = world.memory("review");
    assert_eq!(review.out, "");
    has(
        &review.err,
        "files of 1 record changed, but nothing that the text names",
    );
    let world = saying("It is quick.", "fn push() {}");
    world.write("src/queue.rs", with_lines("fn add() {}"));
    world.commit("Rename it");
    assert_eq!(
        ground(&world)["reason"],
        "its files have changed, and it names nothing in them"
    );
    has(
        &world.memory("review").err,
        "1 record names no file or symbol that can be checked",
    );
}

#[test]
fn what_was_moved_is_not_gone() {
    let world = saying("It goes through `push`.", "fn push() {}");
    world.write("src/queue.rs", with_lines("fn other() {}"));
    world.write("src/stack.rs", "fn push() {}\n");
    world.write("notes.md", "There was a function push.\n");
    world.commit("Move the function");
    assert_eq!(verdict(&world), "current");
    world.git("rm -q src/stack.rs").ok();
    world.commit("Remove it");
    assert_eq!(verdict(&world), "changed");
}

#[test]
fn a_file_is_followed_where_it_was_moved() {
    let mut world = saying("It goes through `push`.", "fn push() {}");
    let id = world.memory("list --json").json()["records"][0]["id"].clone();
    let id = id.as_str().unwrap();
    for role in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
        world.set(role, "2026-11-25T12:00:00Z");
    }
    for (to, line, expected) in [
        ("lib/queue.rs", "fn push() { two() }", "current"),
        ("lib/row/queue.rs", "fn other() {}", "changed"),
        ("lib/other/queue.rs", "", "unknown"),
    ] {
        world.shell("rm -rf src lib").ok();
        let text = if line.is_empty() {
            "another();\nfile();\n".to_owned()
        } else {
            with_lines(line)
        };
        world.write(to, text);
        world.memory(["set", id, &format!("paths={to}")]).ok();
        world.commit("Move it");
        assert_eq!(verdict(&world), expected, "{to}");
    }
}

#[test]
fn a_document_is_judged_by_the_files_that_it_names() {
    let world = World::with_memory();
    world.write("memory/config.yaml", "roots: [docs/adr=decision]\n");
    world.write(
        "docs/adr/0001-queue.md",
        "# Keep one queue\n\n`src/queue.rs` has `push`.\n",
    );
    world.write("src/queue.rs", with_lines("fn push() {}"));
    world.commit("Begin");
    assert_eq!(verdict(&world), "current");
    world.write("src/queue.rs", with_lines("fn add() {}"));
    world.commit("Rename it");
    assert_eq!(ground(&world)["changes"]["named"][0]["name"], "push");
    world.git("rm -q src/queue.rs").ok();
    world.commit("Remove it");
    assert_eq!(verdict(&world), "deleted");
    let then = world.memory("recall --json queue --rev HEAD~2").json();
    assert_eq!(then["hits"][0]["freshness"]["state"], "current");
}

#[test]
fn a_clone_without_old_blobs_fetches_none_to_compare() {
    let mut world = saying("We set `retries = 3`.", "let retries = 3;");
    world.git("config uploadpack.allowFilter true").ok();
    world.write("src/queue.rs", with_lines("let retries = 5;"));
    world.commit("Try longer");
    let url = format!("file://{}", world.here.display());
    let call = ["clone", "-q", "--filter=blob:none", &url, "../clone"];
    world.git(call).ok();
    world.at("../clone");
    let missing = "git rev-list --objects --all --missing=print | grep -c '^?'";
    let before = world.shell(missing).ok();
    let told = ground(&world);
    assert_eq!(told["state"], "unknown", "{told}");
    assert_eq!(
        told["reason"],
        "this partial clone lacks older versions of the files"
    );
    assert_eq!(world.shell(missing).ok(), before);
}

/// What the hook tells an agent that edits a file in a new session.
fn told_at_edit(world: &World, session: &str, path: &str) -> String {
    let file = world.here.join(path);
    let call = json!({
        "hook_event_name": "PreToolUse", "session_id": session, "cwd": world.here,
        "tool_name": "Edit", "tool_input": {"file_path": file, "new_string": "x"},
    });
    let answer = world.memory_with("hook pre-tool-use --agent claude", &call.to_string());
    let told = answer.json()["hookSpecificOutput"]["additionalContext"].clone();
    told.as_str().unwrap_or_default().to_owned()
}

#[test]
fn an_agent_hears_that_the_files_of_a_record_changed_and_not_the_record() {
    let (world, id) = world(
        "src/queue.rs",
        "const MAX_QUEUE: u32 = 1;\nfn a() {}\nfn b() {}\n",
    );
    world
        .memory(["edit", &id, "--text", "MAX_QUEUE stays 1."])
        .ok();
    world.commit("Say so");
    lacks(&told_at_edit(&world, "a", "src/queue.rs"), "files=");
    world.write(
        "src/queue.rs",
        "const MOST: u32 = 2;\nfn a() {}\nfn b() {}\n",
    );
    world.commit("Raise it");
    has(
        &world.memory("why src/queue.rs").ok(),
        "changed since in 1 commit",
    );
    let again = told_at_edit(&world, "b", "src/queue.rs");
    has(&again, &format!("id={id} files=changed"));
}

#[test]
fn a_moved_file_is_not_told_as_deleted() {
    let (world, id) = world("config/one.yml", "queues: [a]\n");
    world.write("config/one.yml", "queues: [a, b]\n");
    world.commit("Add a queue");
    world.git("mv config/one.yml config/two.yml").ok();
    world.commit("Rename it");
    let told = world.memory("why config/two.yml").ok();
    has(
        &told,
        "its files were moved: config/one.yml is now config/two.yml",
    );
    lacks(&told, "deleted");
    has(
        &told_at_edit(&world, "a", "config/two.yml"),
        &format!("id={id} files=moved"),
    );
    has(&world.memory("review").ok(), "paths=config/two.yml");
    world.git("rm -q config/two.yml").ok();
    world.commit("Drop it");
    has(&world.memory(["show", &id]).err, "its files were deleted");
    has(
        &world.memory("context").ok(),
        &format!("id={id} files=deleted"),
    );
}
