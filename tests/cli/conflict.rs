//! Answers about records that a merge left in conflict.

use crate::common::{Answer, World, begins, ends, has};

const PATH: &str = "memory/decisions/a.md";
const ID: &str = "dec-aaaaaa";

fn record(title: &str, body: &str) -> String {
    format!(
        "---\nid: {ID}\ntitle: {title}\nstatus: active\nscope: project\nupdated: 2026-11-20\n---\n\
         Base.\n\n{body}\n"
    )
}

/// A repository on `main` whose branch `topic` has another title and body of one record, and that
/// has a second record which names it.
fn world() -> World {
    world_with(
        &record("One", "one"),
        Some(&record("Three", "three")),
        Some(&record("Two", "two")),
    )
}

/// Returns a world with these texts before the branches parted, on `main` and on `topic`; without
/// one, the file is deleted there.
fn world_with(base: &str, main: Option<&str>, topic: Option<&str>) -> World {
    let world = World::with_memory();
    world.write(
        "memory/decisions/b.md",
        record("Other", "x")
            .replace(ID, "dec-bbbbbb")
            .replace("updated", "related: [dec-aaaaaa]\nupdated"),
    );
    if !base.is_empty() {
        world.write(PATH, base);
    }
    commit(&world, "base");
    world.git("switch -q -c topic").ok();
    put(&world, topic);
    commit(&world, "of topic");
    world.git("switch -q main").ok();
    put(&world, main);
    commit(&world, "of main");
    world
}

fn put(world: &World, text: Option<&str>) {
    match text {
        Some(text) => world.write(PATH, text),
        None => drop(world.git(["rm", "-q", PATH]).ok()),
    }
}

fn commit(world: &World, message: &str) {
    world.git("add memory").ok();
    let commit = [
        "commit",
        "-q",
        "--no-verify",
        "--allow-empty",
        "-m",
        message,
    ];
    world.git(commit).ok();
}

/// The findings of `check` about the record, without their places.
fn findings(world: &World) -> Vec<String> {
    let out = world.memory("check").out;
    let about = out.lines().filter(|line| line.starts_with(PATH));
    let errors = about.filter(|line| line.contains(": error["));
    errors
        .map(|line| line.split_once(": ").unwrap().1.to_owned())
        .collect()
}

fn in_conflict(between: &str) -> Vec<String> {
    vec![format!("error[in-conflict]: in conflict between {between}")]
}

#[test]
fn a_merge_shows_both_versions_and_the_branches() {
    let world = world();
    world.git("merge -q topic").fails(1);
    assert_eq!(findings(&world), in_conflict("'main' and 'topic'"));
    let check = world.memory("check");
    has(
        &check.err,
        "hint: in-conflict: edit the file, or take one side",
    );
    // Whatever links to the record is not broken by it.
    assert_eq!(check.out.matches("error[").count(), 1, "{}", check.out);

    let Answer { out, err, status } = world.memory("list");
    assert_eq!(status, 0);
    assert!(out.contains("dec-aaaaaa  in conflict  Three"), "{out}");
    let line = "note: 1 record is in conflict between 'main' and 'topic'";
    has(&err, line);
    let listed = world.memory("list --json").json();
    let marked: Vec<_> = listed["records"].as_array().unwrap().iter().collect();
    let theirs: Vec<_> = marked.iter().map(|it| &it["conflict"]["theirs"]).collect();
    assert!(theirs.contains(&&serde_json::json!("topic")), "{theirs:?}");

    let shown = world.memory(["show", ID]).ok();
    let expected = format!(
        "in conflict between 'main' and 'topic'\n\nas 'main' has it:\n\n{}\nas 'topic' has it:\n\n{}",
        record("Three", "three"),
        record("Two", "two"),
    );
    assert_eq!(shown, expected);
    let shown = world.memory(["show", ID, "--json", "--tier", "t1"]).json();
    let conflict = &shown["conflict"];
    assert_eq!(conflict["ours_content"], "# Three\n\nBase.\n\nthree\n");
    assert_eq!(conflict["theirs_content"], "# Two\n\nBase.\n\ntwo\n");

    let status = world.memory("status").ok();
    has(&status, "1 record in conflict between 'main' and 'topic'");
    assert_eq!(world.memory("status --json").json()["in_conflict"], 1);
    let found = world.memory("recall three");
    let line = "note: 1 record is in conflict between 'main' and 'topic'";
    has(&found.err, line);
    assert!(found.ok().contains(ID));
    let pack = world.memory("context");
    assert!(pack.err.contains("in conflict between"), "{}", pack.err);

    // A key in one of the versions is not a key of the record.
    let err = world.memory(["set", ID, "status=archived"]).fails(128);
    has(&err, ["is in conflict", "hint: "]);

    // The marks are gone, and git does not know yet.
    world.write(PATH, record("Both", "both"));
    assert_eq!(findings(&world), in_conflict("'main' and 'topic'"));
    let shown = world.memory(["show", ID]);
    has(&shown.err, "note: it is in conflict");
    assert_eq!(shown.ok(), record("Both", "both"));
    world.git(["add", PATH]).ok();
    assert_eq!(findings(&world), [""; 0]);
    assert_eq!(world.memory("list").err, "");
    world.git("commit -q -m merged").ok();
}

#[test]
fn each_way_of_merging_has_its_names() {
    let short = |world: &World, revision: &str| {
        let commit = world.git(["rev-parse", revision]).ok();
        commit[..10].to_owned()
    };
    let rebased = world();
    rebased.git("rebase -q topic").fails(1);
    assert_eq!(findings(&rebased), in_conflict("'topic' and 'main'"));

    let picked = world();
    picked.git("cherry-pick topic").fails(1);
    let id = short(&picked, "topic");
    let between = format!("'main' and '{id} (of topic)'");
    assert_eq!(findings(&picked), in_conflict(&between));

    let reverted = world();
    reverted.write(PATH, record("Four", "four"));
    commit(&reverted, "later");
    reverted.git("revert --no-edit HEAD~1").fails(1);
    let id = short(&reverted, "HEAD~1");
    let between = format!("'main' and 'parent of {id} (of main)'");
    assert_eq!(findings(&reverted), in_conflict(&between));

    let stashed = world();
    stashed.write(PATH, record("Four", "four"));
    stashed.git("stash -q").ok();
    stashed.write(PATH, record("Five", "five"));
    commit(&stashed, "later");
    stashed.git("stash pop -q").fails(1);
    let between = "'Updated upstream' and 'Stashed changes'";
    assert_eq!(findings(&stashed), in_conflict(between));
    let err = stashed.memory("list").err;
    assert!(err.contains(between), "{err}");

    let tagged = world();
    tagged.git("tag v1 topic").ok();
    tagged.git("merge -q v1").fails(1);
    assert_eq!(findings(&tagged), in_conflict("'main' and 'v1'"));
    let told = world();
    told.git("merge -q -m Both topic").fails(1);
    assert_eq!(findings(&told), in_conflict("'main' and 'topic'"));

    let detached = world();
    detached.git("switch -q --detach topic").ok();
    detached.git("merge -q main").fails(1);
    assert_eq!(findings(&detached), in_conflict("'topic' and 'main'"));
}

#[test]
fn what_one_side_has_deleted_is_in_conflict() {
    let (base, changed) = (record("One", "one"), record("Two", "two"));
    for (main, topic, deleted, kept) in [
        (Some(&*changed), None, "topic", "main"),
        (None, Some(&*changed), "main", "topic"),
    ] {
        let world = world_with(&base, main, topic);
        world.git("merge -q topic").fails(1);
        let between = format!("'main' and 'topic': '{deleted}' does not have the file any more");
        assert_eq!(findings(&world), in_conflict(&between));
        let shown = world.memory(["show", ID]).ok();
        assert_eq!(
            shown,
            format!("in conflict between {between}\n\nas '{kept}' has it:\n\n{changed}")
        );
        assert!(world.memory("list").ok().contains("in conflict  Two"));
    }
}

#[test]
fn one_file_added_on_both_sides_and_marks_in_the_body_alone() {
    let page = "# A page\n\nWith another beginning.\n";
    let both = world_with("", Some(&record("Three", "three")), Some(page));
    both.git("merge -q topic").fails(1);
    assert_eq!(findings(&both), in_conflict("'main' and 'topic'"));
    let shown = both.memory(["show", ID]).ok();
    ends(&shown, &format!("as 'topic' has it:\n\n{page}"));

    let [one, two, three] = ["one", "two", "three"].map(|text| record("One", text));
    let body = world_with(&one, Some(&two), Some(&three));
    body.git("merge -q topic").fails(1);
    assert_eq!(findings(&body), in_conflict("'main' and 'topic'"));
    let section = body.memory(["show", ID, "--around", "three"]).ok();
    assert!(
        section.contains("as 'main' has it:\n\nnone of the words is in the text\n")
            && section.ends_with("as 'topic' has it:\n\nBase.\n\nthree\n"),
        "{section}"
    );
}

#[test]
fn marks_that_were_committed_are_found_at_their_revision() {
    let world = world();
    world.git("merge -q topic").fails(1);
    world.git(["add", PATH]).ok();
    let err = world.git("commit -q -m 'too early'").fails(1);
    assert!(
        err.contains("in-conflict") || err.contains("in conflict"),
        "{err}"
    );
    world.git("commit -q --no-verify -m 'too early'").ok();
    assert_eq!(findings(&world), in_conflict("'HEAD' and 'topic'"));
    let listed = world.memory("list --rev HEAD").ok();
    assert!(listed.contains("in conflict  Three"), "{listed}");
    let shown = world.memory(["show", ID, "--rev", "HEAD"]).ok();
    assert!(shown.contains("as 'topic' has it:"), "{shown}");
    // A record about conflicts shows one.
    let text = format!("```\n{}```", "<<<<<<< a\n=======\n>>>>>>> b\n");
    world.write(PATH, record("One", &text));
    assert_eq!(findings(&world), [""; 0]);
}

#[test]
fn what_is_in_conflict_is_not_cleared() {
    let (one, two) = (record("One", "one"), record("Two", "two"));
    for world in [world(), world_with(&one, Some(&two), None)] {
        world.git("merge -q topic").fails(1);
        let before = (world.status(), world.read(PATH));
        for more in [&["--delete"][..], &[]] {
            let named = [&["clear", ID, "--yes"], more].concat();
            let err = world.memory(named).fails(128);
            has(&err, "is in conflict between 'main' and 'topic'");
            assert_eq!((world.status(), world.read(PATH)), before);
        }
        let all = world.memory("clear --kind decision --yes --delete");
        assert_eq!(all.status, 1);
        begins(&all.err, &format!("note: '{PATH}' is in conflict"));
        assert!(all.out.starts_with("dec-bbbbbb  deleted"), "{}", all.out);
        assert_eq!(world.read(PATH), before.1);
        assert!(world.git("ls-files -u").ok().contains(PATH));
        let nothing = world.memory("clear --all --yes");
        assert!(nothing.err.contains("nothing to clear"), "{}", nothing.err);
        assert_eq!(nothing.status, 1);
    }
}

#[test]
fn nobody_is_told_to_add_what_is_in_conflict() {
    let world = world();
    world.write("memory/notes/later.md", "# Later\n");
    let advice = "'git add memory', then 'git commit'";
    assert!(world.memory("status").ok().contains(advice));
    world.git("merge -q topic").fails(1);
    let status = world.memory("status").ok();
    assert!(!status.contains(advice), "{status}");
    has(
        &status,
        "then 'git add' it; if one side deleted it, 'git add' keeps the file",
    );
}

#[test]
fn a_format_says_what_is_in_conflict() {
    let world = world();
    world.git("merge -q topic").fails(1);
    let format = [
        "list",
        "--sort",
        "id",
        "--format",
        "%(id) %(status) [%(conflict)]",
    ];
    assert_eq!(
        world.memory(format).ok(),
        "dec-aaaaaa active [in conflict between 'main' and 'topic']\ndec-bbbbbb active []\n"
    );
    let lines = world.memory("list --sort id --format jsonl").ok();
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(first["conflict"]["theirs"], "topic");
}

#[test]
fn marks_are_handed_out_with_a_word() {
    let world = world();
    world.git("merge -q topic").fails(1);
    world.write(
        "memory/topics/team.md",
        "---\nid: note-cccccc\ntitle: Team\nstatus: active\nscope: project\n\
         updated: 2026-11-20\n---\n<<<<<<< main\nAnn\n=======\nBob\n>>>>>>> topic\n",
    );
    // After the markers are staged, git's index no longer has a conflict.
    world.git("-c filter.git-memory.process= add memory");
    let said = "in conflict between '";
    for command in [
        "recall three",
        "topic read team",
        "topic read team --json",
        "export",
        "export --format jsonl",
        "diff",
        "diff --json",
    ] {
        let err = world.memory(command).err;
        assert_eq!(err.matches(said).count(), 1, "{command}: {err}");
        has(&err, "hint: edit the file, or take one side");
    }
}
