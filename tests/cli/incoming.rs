//! `git memory incoming`: what the base has decided about what a branch changes.

use crate::common::{World, has};

/// A branch `feature` that has changed `src/store/log.rs`, while `main` has decided about it (and
/// about another file).
fn world() -> (World, String) {
    let world = World::with_memory();
    world.write("src/store/log.rs", "one\n");
    world.write("src/mail.rs", "one\n");
    world.git("add src").ok();
    world.git("commit -q -m Code").ok();
    world.git("switch -q -c feature").ok();
    world.write("src/store/log.rs", "two\n");
    world.git("commit -q -a -m 'Change the log'").ok();
    world.git("switch -q main").ok();
    let id = decide(&world, "Keep events in SQLite", "src/store/**");
    decide(&world, "One queue for mail", "src/mail.rs");
    world.git("commit -q -m Decide").ok();
    world.git("switch -q feature").ok();
    (world, id)
}

fn decide(world: &World, title: &str, path: &str) -> String {
    let written = world.memory([
        "add-decision",
        title,
        "--path",
        path,
        "--rationale",
        "So.",
        "--json",
    ]);
    written.json()["id"].as_str().unwrap().to_owned()
}

#[test]
fn it_names_what_landed_and_covers_what_the_branch_changes() {
    let (world, id) = world();
    let answer = world.memory("incoming");
    assert!(
        answer
            .out
            .starts_with(&format!("{id}  Keep events in SQLite (active)\n")),
        "{}",
        answer.out
    );
    has(&answer.out, "added; covers src/store/log.rs");
    assert!(!answer.out.contains("mail"), "{}", answer.out);
    let told = world.memory("incoming main --json").json();
    assert_eq!(told["base"], "main");
    assert_eq!(told["records"][0]["id"], id);
    assert_eq!(told["records"][0]["change"], "added");
    assert_eq!(told["records"][0]["files"][0], "src/store/log.rs");
    assert_eq!(told["records"].as_array().unwrap().len(), 1);
}

#[test]
fn work_that_is_not_committed_counts_and_what_is_merged_does_not() {
    let (world, _) = world();
    world.write("src/mail.rs", "three\n");
    let told = world.memory("incoming --json").json();
    assert_eq!(told["records"].as_array().unwrap().len(), 2);
    world.git("checkout -q src/mail.rs").ok();
    world.git("merge -q -m Merge main").ok();
    let answer = world.memory("incoming");
    assert_eq!(answer.out, "");
    assert_eq!(answer.err, "no new record on main affects your changes\n");
}

#[test]
fn what_was_superseded_there_is_named() {
    let (world, id) = world();
    world.git("merge -q -m Merge main").ok();
    world.git("switch -q main").ok();
    world
        .memory([
            "supersede",
            &id,
            "Keep events in Postgres",
            "--rationale",
            "Size.",
        ])
        .ok();
    world.git("commit -q -a -m 'Change our mind'").ok();
    world.git("switch -q feature").ok();
    let told = world.memory("incoming --json").json();
    let changes: Vec<&str> = told["records"]
        .as_array()
        .unwrap()
        .iter()
        .map(|record| record["change"].as_str().unwrap())
        .collect();
    assert_eq!(changes, ["added", "superseded"]);
}

#[test]
fn the_base_is_the_upstream_else_the_default_branch_of_the_remote() {
    let (world, id) = world();
    world.bare("../remote.git");
    world.git("remote add origin ../remote.git").ok();
    world.git("push -q origin main").ok();
    world.git("push -q -u origin feature").ok();
    world.git("branch -q -f main HEAD").ok();
    // Its upstream is where the branch itself is pushed to.
    let told = world.memory("incoming --json").json();
    assert_eq!(told["base"], "origin/main");
    assert_eq!(told["records"][0]["id"], id);
    world.git("branch -q --set-upstream-to main").ok();
    assert_eq!(world.memory("incoming --json").json()["base"], "main");
}

#[test]
fn without_a_base_or_a_common_commit_it_says_so() {
    let world = World::with_memory();
    world.git("branch -q -m trunk").ok();
    let answer = world.memory("incoming");
    assert_eq!(
        answer.err,
        "note: this branch has no upstream, and there is no other default branch\n\
         hint: name the branch to look at: git memory incoming <base>\n"
    );
    assert!(world.memory("incoming --json").json()["base"].is_null());
    assert_eq!(world.memory("incoming nothing").status, 128);
    world.git("switch -q --orphan other").ok();
    world.git("commit -q --allow-empty -m Other").ok();
    let err = world.memory("incoming trunk").fails(128);
    has(&err, "'trunk' and 'HEAD' have no common ancestor");
}

#[test]
fn a_pack_and_a_briefing_name_it() {
    let (world, id) = world();
    for command in ["context", "briefing"] {
        let text = world.memory([command]).ok();
        assert!(text.contains(&id), "{command}: {text}");
    }
    assert!(!world.memory("context --committed").ok().contains(&id));
}

#[test]
fn a_base_that_is_named_by_its_id_is_called_by_a_short_one() {
    let (world, _) = world();
    let id = world.git("rev-parse main").ok().trim().to_owned();
    let answer = world.memory(["incoming", &id]);
    let said = format!("new on {} since this branch began\n", &id[..10]);
    assert_eq!(answer.err, said);
}

#[test]
fn a_rebase_begins_with_it() {
    let (world, id) = world();
    let answer = world.git("rebase main");
    has(&answer.err, &format!("  {id}  Keep events in SQLite\n"));
    has(&answer.err, "'git memory incoming'");
    answer.ok();
    assert!(!world.git("rebase main").err.contains(&id));
}
