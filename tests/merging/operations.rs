//! Every way that git has of merging a record that both sides changed.

use crate::common::{World, has};
use crate::records::{ID, Note, PATH, base, commit, parted, sides};

/// Two sides with different changes, which git without the driver cannot merge.
fn clean() -> (World, String) {
    let [ours, theirs, both] = sides();
    (parted(&ours.text(), &theirs.text()), both.text())
}

#[track_caller]
fn is_merged(world: &World, expected: &str) {
    assert_eq!(world.read(PATH), expected);
    assert_eq!(world.status(), "");
    world.memory("check").ok();
}

#[test]
fn merge_rebase_and_cherry_pick_go_by_keys() {
    for command in [
        &["merge", "-q", "--no-edit", "topic"][..],
        &["merge", "-q", "--squash", "topic"],
        &["cherry-pick", "topic"],
        &["rebase", "-q", "--merge", "main", "topic"],
        &["rebase", "-q", "--apply", "main", "topic"],
        &["rebase", "-q", "--rebase-merges", "main", "topic"],
    ] {
        let (world, both) = clean();
        world.git(command).ok();
        if command.contains(&"--squash") {
            world.git("commit -q -m Squash").ok();
        }
        is_merged(&world, &both);
    }
}

#[test]
fn a_revert_takes_back_one_change_and_keeps_the_later_one() {
    let world = World::with_memory();
    let [ours, _, both] = sides();
    commit(&world, PATH, &base().text(), "Base");
    commit(&world, PATH, &ours.text(), "Ours");
    commit(&world, PATH, &both.text(), "Theirs");
    world.git("revert --no-edit HEAD~1").ok();
    let [_, theirs, _] = sides();
    is_merged(&world, &theirs.text());
}

#[test]
fn what_was_stashed_is_merged() {
    let world = World::with_memory();
    let [ours, theirs, both] = sides();
    commit(&world, PATH, &base().text(), "Base");
    world.write(PATH, theirs.text());
    world.git("stash -q").ok();
    commit(&world, PATH, &ours.text(), "Ours");
    world.git("stash pop -q").ok();
    assert_eq!(world.read(PATH), both.text());
}

#[test]
fn patches_are_applied_by_three_way_merges() {
    let (world, both) = clean();
    world.git("format-patch -q -1 topic -o ../patches").ok();
    world.shell("git am -q -3 ../patches/*.patch").ok();
    is_merged(&world, &both);
}

#[test]
fn a_pull_rebases_on_what_others_pushed() {
    let (mut world, both) = clean();
    world.bare("../remote");
    world.git("remote add origin ../remote").ok();
    world.git("push -q origin main").ok();
    world.git("checkout -q topic").ok();
    world.git("pull -q --rebase origin main").ok();
    is_merged(&world, &both);
    world.set("GIT_MERGE_AUTOEDIT", "no");
    world.git("reset -q --hard topic@{1}").ok();
}

#[test]
fn a_file_may_be_renamed_on_one_side() {
    for (is_ours, path) in [(true, "memory/notes/b.md"), (false, "memory/notes/b.md")] {
        let (world, both) = clean();
        let side = if is_ours { "main" } else { "topic" };
        world.git(["checkout", "-q", side]).ok();
        world.git(["mv", PATH, path]).ok();
        world.git("commit -q -m Rename").ok();
        world.git("checkout -q main").ok();
        world.git("merge -q --no-edit topic").ok();
        assert_eq!(world.read(path), both);
        assert!(!world.has(PATH));
        world.memory("check").ok();
    }
}

#[test]
fn what_one_side_deleted_and_the_other_changed_waits_for_people() {
    let (world, _) = clean();
    world.git(["rm", "-q", PATH]).ok();
    world.git("commit -q -m Delete").ok();
    world.git("merge -q topic").fails(1);
    let [_, theirs, _] = sides();
    assert_eq!(world.read(PATH), theirs.text());
    let said = world.memory("check").out;
    has(&said, "'main' does not have the file any more");
}

#[test]
fn several_branches_at_once_lose_nothing() {
    // For an octopus, git asks no driver (git-merge-one-file): what needs one is refused as a
    // whole, and the branches are merged one after the other.
    let (world, both) = clean();
    world.git("checkout -q -b third main").ok();
    let other = Note::new("note-cccccc", &["c"]);
    commit(&world, "memory/notes/c.md", &other.text(), "Third");
    world.git("checkout -q main").ok();
    world.git("commit -q --allow-empty -m Main").ok();
    let octopus = world.git("merge -q --no-edit third topic");
    assert_ne!(octopus.status, 0);
    world.git("reset -q --hard").ok();
    for branch in ["third", "topic"] {
        world.git(["merge", "-q", "--no-edit", branch]).ok();
    }
    assert_eq!(world.read("memory/notes/c.md"), other.text());
    is_merged(&world, &both);
}

/// Merges `topic` into `main` and `main` as it was into `topic`, each decided by `decide`.
fn criss_cross(world: &World, mut decide: impl FnMut(&World, &str)) {
    world.git("branch old main").ok();
    for (branch, other) in [("main", "topic"), ("topic", "old")] {
        world.git(["checkout", "-q", branch]).ok();
        world.git(["merge", "-q", "--no-edit", other]);
        decide(world, branch);
    }
    world.git("checkout -q main").ok();
}

#[test]
fn branches_that_were_merged_into_each_other_go_on() {
    let (world, both) = clean();
    criss_cross(&world, |_, _| {});
    let [_, _, note] = sides();
    commit(&world, PATH, &note.clone().titled("Ours").text(), "Title");
    world.git("checkout -q topic").ok();
    commit(
        &world,
        PATH,
        &note.clone().with(3, "middle").text(),
        "Middle",
    );
    world.git("merge -q --no-edit main").ok();
    is_merged(&world, &note.titled("Ours").with(3, "middle").text());
    assert!(both.contains("title: One"));
}

#[test]
fn two_decisions_about_one_conflict_are_a_conflict() {
    let [ours, theirs, both] = sides();
    let world = parted(&ours.titled("Ours").text(), &theirs.titled("Theirs").text());
    criss_cross(&world, |world, branch| {
        let title = if branch == "main" { "Ours" } else { "Theirs" };
        commit(world, PATH, &both.clone().titled(title).text(), "Decide");
    });
    world.git("merge -q topic").fails(1);
    let text = world.read(PATH);
    has(&text, ["title: Ours\n", "=======\ntitle: Theirs\n"]);
}

#[test]
fn in_a_conflict_both_versions_can_be_read_and_front_matter_is_valid() {
    let [ours, theirs, _] = sides();
    let ours = ours.titled("Ours").with(3, "M");
    let theirs = theirs.titled("Theirs").with(3, "T");
    let world = parted(&ours.text(), &theirs.text());
    world.git("merge -q topic").fails(1);
    let expected = "---\nid: note-aaaaaa\ntitle: Ours\nstatus: active\nscope: project\n\
        tags: [a, b, c]\nupdated: 2026-11-22\n---\n\
        <<<<<<< HEAD\n=======\ntitle: Theirs\n>>>>>>> topic\nours\n1\n2\n\
        <<<<<<< HEAD\nM\n=======\nT\n>>>>>>> topic\n3\n4\ntheirs\n";
    assert_eq!(world.read(PATH), expected);
    let check = world.memory("check");
    let line = "error[in-conflict]: in conflict between 'main' and 'topic'";
    has(&check.out, line);
    let shown = world.memory(["show", ID]).ok();
    let [one, other] = [
        "as 'main' has it:\n\n---\nid: note-aaaaaa\ntitle: Ours\n",
        "as 'topic' has it:\n\n---\nid: note-aaaaaa\ntitle: Theirs\n",
    ];
    assert!(shown.contains(one) && shown.contains(other), "{shown}");
    assert!(world.memory("status").ok().contains("in conflict"));
    // A file with markers does not get into a commit.
    world.git(["add", PATH]).ok();
    world.git("commit -q -m Merge").fails(1);
}

#[test]
fn marks_have_the_length_and_the_style_that_are_asked_for() {
    let [ours, theirs, _] = sides();
    let world = parted(&ours.with(3, "M").text(), &theirs.with(3, "T").text());
    let attributes = world.read("memory/.gitattributes");
    commit(
        &world,
        "memory/.gitattributes",
        &format!("{attributes}*.md conflict-marker-size=11\n"),
        "Marks",
    );
    world.git("config merge.conflictStyle diff3").ok();
    world.git("merge -q topic").fails(1);
    let text = world.read(PATH);
    let [one, base, other] = ['<', '|', '>'].map(|sign| sign.to_string().repeat(11));
    assert!(text.contains(&format!("{one} HEAD\nM\n{base} ")), "{text}");
    has(&text, &format!("\ny\n===========\nT\n{other} topic\n"));
    // Marks of that length are known after 'git add', too.
    world.git(["add", PATH]).ok();
    assert!(world.memory("check").out.contains("error[in-conflict]"));
}

#[test]
fn what_is_no_record_is_merged_as_git_does() {
    let file = "memory/notes/page.md";
    let latin = |word: &str| [b"\xe4\n1\n2\n3\n".as_slice(), word.as_bytes(), b"\n"].concat();
    for (base, ours, theirs) in [
        (latin("a"), latin("b"), latin("c")),
        (
            b"a\r\nb\r\n".to_vec(),
            b"A\r\nb\r\n".to_vec(),
            b"B\r\nb\r\n".to_vec(),
        ),
        (
            b"\xef\xbb\xbfa".to_vec(),
            b"\xef\xbb\xbfb".to_vec(),
            b"\xef\xbb\xbfc".to_vec(),
        ),
        (b"a\0".to_vec(), b"b\0".to_vec(), b"c\0".to_vec()),
        (b"a\n".repeat(600_000), b"b\n".to_vec(), b"c\n".to_vec()),
        (
            b"".to_vec(),
            b"---\nid: note-aaaaaa\nbroken: [\n---\na\n".to_vec(),
            b"---\nid: note-aaaaaa\n".to_vec(),
        ),
    ] {
        let world = World::with_memory();
        world.write("../base", &base);
        world.write("../theirs", &theirs);
        world.write("../expected", &ours);
        world.write("../merged", &ours);
        let names = ["-L", "ours", "-L", "base", "-L", "theirs"];
        let files = ["../expected", "../base", "../theirs"];
        let git = world.git(["merge-file", "-q"].iter().chain(&names).chain(&files));
        let driver = [
            "merge-driver",
            "../base",
            "../merged",
            "../theirs",
            "7",
            file,
        ];
        let ended = world.memory(driver.iter().chain(&["base", "ours", "theirs"]));
        assert_eq!(ended.status, i32::from(git.status != 0), "{}", ended.err);
        let read = |name: &str| std::fs::read(world.root().join(name)).unwrap();
        assert_eq!(read("merged"), read("expected"), "{ours:?}");
    }
}

#[test]
fn a_side_without_a_name_has_marks_without_one() {
    let world = World::with_memory();
    for (name, text) in [("base", "a\n"), ("ours", "b\n"), ("theirs", "c\n")] {
        world.write(&format!("../{name}"), text);
    }
    let mut driver = vec!["merge-driver", "../base", "../ours", "../theirs", "7"];
    driver.extend(["memory/notes/x.md", "", "", ""]);
    assert_eq!(world.memory(&driver).status, 1);
    let merged = std::fs::read_to_string(world.root().join("ours")).unwrap();
    assert_eq!(merged, "<<<<<<<\nb\n=======\nc\n>>>>>>>\n");
}

#[test]
fn records_that_git_takes_for_one_are_kept_apart() {
    // Both were made from one template: git finds a rename.
    let lines = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let [x, y] = ["note-xxxxxx", "note-yyyyyy"].map(|id| Note::new(id, &lines));
    let changed = x.clone().with(3, "changed");
    let world = World::with_memory();
    commit(&world, "memory/notes/x.md", &x.text(), "X");
    world.git("branch topic").ok();
    commit(&world, "memory/notes/x.md", &changed.text(), "Change X");
    world.git("checkout -q topic").ok();
    world.git("rm -q memory/notes/x.md").ok();
    commit(&world, "memory/notes/y.md", &y.text(), "Y for X");
    world.git("checkout -q main").ok();
    world.git("merge -q topic").fails(1);
    let both = format!(
        "<<<<<<< HEAD:memory/notes/x.md\n{}=======\n{}>>>>>>> topic:memory/notes/y.md\n",
        changed.text(),
        y.text()
    );
    assert_eq!(world.read("memory/notes/y.md"), both);
    let said = world.memory("check").out;
    let expected = "two records in one file: note-xxxxxx of 'main' and note-yyyyyy of 'topic'";
    has(&said, expected);
}

#[test]
fn two_records_of_one_name_are_both_there() {
    let world = World::with_memory();
    let path = "memory/topics/build.md";
    let [one, other] = ["top-aaaaaa", "top-bbbbbb"].map(|id| Note::new(id, &["text"]).text());
    world.git("branch topic").ok();
    commit(&world, path, &one, "One");
    world.git("checkout -q topic").ok();
    commit(&world, path, &other, "Other");
    for command in ["merge", "rebase", "cherry-pick"] {
        world.git("checkout -q -B try main").ok();
        let ended = match command {
            "rebase" => world.git("rebase -q topic"),
            command => world.git([command, "topic"]),
        };
        assert_ne!(ended.status, 0, "{command}");
        has(&world.read(path), [&one, &other]);
        has(&world.memory("check").out, "two records in one file");
        world.git([command, "--abort"]).ok();
    }
}

#[test]
fn derived_files_that_a_team_tracks_never_conflict() {
    let world = World::new();
    world.memory("init --track-derived").ok();
    world.git("commit -q -m Begin").ok();
    world.git("branch topic").ok();
    let add = |nth: usize| {
        let note = Note::new(&format!("note-aaaaa{nth}"), &["text"]);
        commit(
            &world,
            &format!("memory/notes/{nth}.md"),
            &note.text(),
            "Add",
        );
    };
    for nth in [1, 3, 5] {
        add(nth);
    }
    world.git("checkout -q topic").ok();
    for nth in [2, 4, 6] {
        add(nth);
    }
    world.git("rebase -q main").ok();
    // git's merge equals the files built from the records, without a rebuild.
    for path in ["memory/impressions.jsonl", "memory/index.md"] {
        let committed = world.git(["show", &format!("HEAD:{path}")]).ok();
        world.memory("refresh").ok();
        assert_eq!(committed, world.read(path), "{path}");
    }
    world.memory("check").ok();
    world.git("checkout -q main").ok();
    world.git("merge -q --no-ff --no-edit topic").ok();
    assert_eq!(world.status(), "");
    world.memory("check --rev HEAD").ok();
}

#[test]
fn ratings_of_both_sides_are_there() {
    let path = "memory/recall-feedback.jsonl";
    let world = World::with_memory();
    let rate = |query: &str| {
        world
            .memory(["feedback", query, "--outcome", "missed"])
            .ok();
        world.git(["add", "-f", path]).ok();
        world.git("commit -q -m Rate").ok();
    };
    rate("one");
    world.git("branch topic").ok();
    rate("two");
    rate("three");
    world.git("checkout -q topic").ok();
    rate("four");
    rate("five");
    world.git("merge -q --no-edit main").ok();
    let text = world.read(path);
    for query in ["one", "two", "three", "four", "five"] {
        assert!(text.contains(&format!("\"query\":\"{query}\"")), "{text}");
    }
    assert_eq!(text.lines().count(), 5);
}
