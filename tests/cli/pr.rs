//! `git memory pr`: the comment on a pull request.

use crate::common::{World, begins, has, lacks};

/// A branch `topic` off a `main` that has decided about `src/store/log.rs`, in a merge.
fn world() -> (World, String) {
    let world = World::with_memory();
    world.write("src/store/log.rs", "fn one() {}\n");
    world.write("src/mail.rs", "fn one() {}\n");
    world.commit("Code");
    world.git("switch -q -c decide").ok();
    let id = decide(&world, "Keep events in SQLite", "src/store/**");
    world.commit("Decide about events");
    world.git("switch -q main").ok();
    world
        .git(["merge", "-q", "--no-ff", "-m", "Merge the store", "decide"])
        .ok();
    world.git("switch -q -c topic").ok();
    (world, id)
}

pub(super) fn decide(world: &World, title: &str, path: &str) -> String {
    let written = world.memory([
        "add-decision",
        title,
        "--path",
        path,
        "--rationale",
        "Other stores need a server.",
        "--json",
    ]);
    written.json()["id"].as_str().unwrap().to_owned()
}

#[test]
fn two_successors_are_named_once() {
    let (world, old) = World::with_two_successors();
    world.git("switch -q side").ok();
    world.git("merge -q -m Both main").ok();
    let told = world.memory("pr main..HEAD").ok();
    assert_eq!(told.matches("both supersede").count(), 1, "{told}");
    has(&told, &format!("both supersede {old}"));
}

#[test]
fn a_change_is_told_which_decisions_apply_to_it() {
    let (world, id) = world();
    assert_eq!(world.memory("pr main..HEAD").ok(), "", "nothing changed");
    world.write("src/mail.rs", "fn two() {}\n");
    world.commit("Mail");
    assert_eq!(world.memory("pr").ok(), "", "no decision is about it");
    world.write("src/store/log.rs", "fn two() {}\n");
    world.commit("Log");
    let told = world.memory("pr").ok();
    let expected = format!(
        "### Decisions and this change\n\n#### Decisions about the changed files\n\n\
         - **Keep events in SQLite** (`{id}`)\n  \
           - `src/store/log.rs` (its path src/store/\\*\\*)\n  \
           - Why: Other stores need a server.\n  \
           - Decided by "
    );
    begins(&told, &expected);
    has(
        &told,
        [", merged with `", "`: Merge the store\n", "`Decision: ID`"],
    );
    let answer = world.memory("pr --json").json();
    assert_eq!(answer["passes"], true);
    assert_eq!(answer["decisions"][0]["id"], id);
    assert_eq!(
        answer["decisions"][0]["decided"]["subject"],
        "Decide about events"
    );
    assert_eq!(answer["findings"][0]["kind"], "applies");
    lacks(&world.memory("pr main..HEAD -- src/mail.rs").ok(), "SQLite");
}

#[test]
fn a_folder_below_any_other_is_a_firm_path() {
    let world = World::with_memory();
    world.write("app/src/store/log.rs", "fn one() {}\n");
    world.commit("Code");
    decide(&world, "One log", "**/store/**");
    decide(&world, "Everything", "**");
    world.commit("Decide");
    world.git("switch -q -c topic").ok();
    world.write("app/src/store/log.rs", "fn two() {}\n");
    world.commit("Log");
    let told = world.memory("pr main..HEAD").ok();
    has(&told, "(its path \\*\\*/store/\\*\\*)");
    lacks(&told, "Everything");
}

#[test]
fn a_new_name_in_all_files_is_about_no_decision_of_one() {
    let (world, _) = world();
    for nth in 0..3 {
        world.write(
            &format!("src/{nth}.rs"),
            format!("fn one() {{}}\n// {nth}\n"),
        );
    }
    world.git("switch -q main").ok();
    world.commit("More code");
    world.git("switch -q -C topic").ok();
    for path in ["src/0.rs", "src/1.rs", "src/2.rs", "src/store/log.rs"] {
        world.write(
            path,
            world
                .read(path)
                .replace("one", "two")
                .replace("// ", "//  "),
        );
    }
    world.commit("Rename");
    assert_eq!(world.memory("pr main..HEAD").ok(), "");
    world.write("src/store/log.rs", "fn two() {}\nfn three() {}\n");
    world.commit("Add");
    has(&world.memory("pr main..HEAD").ok(), "SQLite");
}

#[test]
fn a_commit_says_that_it_follows_a_decision() {
    let (world, id) = world();
    world.write("src/store/log.rs", "fn two() {}\n");
    world.git("add src").ok();
    world
        .git([
            "commit",
            "-q",
            "-m",
            "Log",
            "-m",
            &format!("Decision: {id}"),
        ])
        .ok();
    let answer = world.memory("pr --json").json();
    assert_eq!(answer["decisions"][0]["followed"], true);
    assert_eq!(answer["findings"].as_array().unwrap().len(), 0);
    has(&world.memory("pr").ok(), "followed, by a commit's trailer");
    world
        .git([
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            "M",
            "-m",
            "Decision: dec-zzzzzz",
        ])
        .ok();
    has(&world.memory("pr").ok(), ["Worth a look", "dec-zzzzzz"]);
}

#[test]
fn a_change_of_records_is_told_with_what_they_replace() {
    let (world, id) = world();
    let new = world
        .memory(["supersede", &id, "Keep events in files", "--json"])
        .json();
    let new = new["id"].as_str().unwrap().to_owned();
    world.write("src/store/log.rs", "fn two() {}\n");
    world.commit("Replace");
    let told = world.memory("pr").ok();
    has(
        &told,
        [
            "#### Records of this change\n\n",
            &format!("- **Keep events in files** (`{new}`): added; replaces `{id}`\n"),
            &format!("(`{id}`): replaced by **Keep events in files** (`{new}`)\n"),
        ],
    );
    lacks(&told, "about the changed files");
}

#[test]
fn a_decision_that_landed_since_is_told() {
    let (world, _) = world();
    world.write("src/mail.rs", "fn two() {}\n");
    world.commit("Mail");
    world.git("switch -q main").ok();
    let id = decide(&world, "One queue for mail", "src/mail.rs");
    world.commit("Decide about mail");
    world.git("switch -q topic").ok();
    let told = world.memory("pr").ok();
    has(
        &told,
        [
            &*format!("(`{id}`)"),
            "Decided on the base since this change left it",
        ],
    );
    assert_eq!(
        world.memory("pr --json").json()["findings"][0]["kind"],
        "incoming"
    );
}

#[test]
fn what_a_decision_names_and_the_change_takes_away_is_told() {
    let (world, _) = world();
    world.write("src/queue.rs", "const RETRIES: u32 = 3;\nfn run() {}\n");
    decide(&world, "Try three times with `RETRIES`", "src/queue.rs");
    world.commit("Queue");
    world.git("branch -f main HEAD").ok();
    world.write("src/queue.rs", "const TIMES: u32 = 5;\nfn run() {}\n");
    world.commit("Other name");
    let told = world.memory("pr").ok();
    has(&told, "RETRIES is gone from src/queue.rs");
    let answer = world.memory("pr --json").json();
    assert_eq!(answer["findings"][0]["kind"], "changed");
}

#[test]
fn texts_of_strangers_call_nobody() {
    let (world, _) = world();
    let title = "Ask @ann [here](https://b.example) <img src=x> #12";
    decide(&world, title, "src/mail.rs");
    world.commit("Hostile");
    world.git("branch -f main HEAD").ok();
    world.write("src/mail.rs", "fn two() {}\n");
    world.commit("Mail");
    let told = world.memory("pr").ok();
    has(
        &told,
        "Ask @&#8203;ann \\[here\\](https:&#8203;//b.example) \\<img src=x\\>",
    );
    lacks(&told, ["@ann", "://", "#12"]);
}

#[test]
fn many_decisions_are_folded_and_a_comment_is_bounded() {
    let (world, _) = world();
    for nth in 0..40 {
        let keys = format!("status: active\npaths: [src/a{nth}.rs]\n");
        let title = "@#<$~".repeat(40);
        world.record(
            &format!("decisions/d{nth}.md"),
            &format!("{nth} {title}"),
            &keys,
            "So.\n",
        );
        world.write(&format!("src/a{nth}.rs"), "fn one() {}\n");
    }
    world.commit("Decide much");
    world.git("branch -f main HEAD").ok();
    for nth in 0..40 {
        world.write(&format!("src/a{nth}.rs"), format!("fn two{nth}() {{}}\n"));
    }
    world.commit("Change much");
    let told = world.memory("pr").ok();
    assert!(told.len() < 65_536, "{}", told.len());
    has(
        &told,
        [
            "<details><summary>35 more decisions</summary>",
            "</details>",
        ],
    );
    let open = told.split("<details>").next().unwrap();
    assert_eq!(open.matches("\n- **").count(), 5, "{open}");
}

#[test]
fn other_programs_get_the_findings_at_their_lines() {
    let (world, id) = world();
    world.git("rm -q src/store/log.rs").ok();
    world.commit("Delete");
    let form = |form: &str| world.memory(["pr", "--format", form]);
    let github = form("github").fails(1);
    has(&github, "blocks the change");
    let line = format!("::error file=src/store/log.rs,line=1,col=1,title=deleted::{id}%3A");
    begins(
        &form("github")
            .out
            .replace(&format!("::{id}:"), &format!("::{id}%3A")),
        &line,
    );
    has(
        &form("sarif").out,
        [
            "\"ruleId\": \"deleted\"",
            "\"level\": \"error\"",
            "gitMemory/v1",
        ],
    );
    let gitlab: serde_json::Value = serde_json::from_str(&form("gitlab").out).unwrap();
    assert_eq!(gitlab[0]["severity"], "blocker");
    assert_eq!(gitlab[0]["location"]["path"], "src/store/log.rs");
    has(
        &world.memory("check --rev main..HEAD --format sarif").out,
        "\"ruleId\": \"touched\"",
    );
}
