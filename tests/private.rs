//! Private memory follows branches: through every way to make, merge, rename and delete one.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{World, begins, ends, has, lacks};

/// A world with a commit, and an entry on `main`.
fn world() -> World {
    let world = World::new();
    commit(&world, "one");
    entry(&world, "of main");
    world
}

fn commit(world: &World, name: &str) {
    world.write(name, name);
    world.git(["add", name]).ok();
    world.git(["commit", "-q", "-m", name]).ok();
}

fn entry(world: &World, title: &str) {
    let call = ["summary", "append", "--run", "r", "--step", "s", "--title"];
    world.memory([&call[..], &[title]].concat()).ok();
}

/// The titles of the entries that are seen here, the oldest first.
#[track_caller]
fn seen(world: &World) -> Vec<String> {
    let entries = world.memory("summary list --json").json();
    let titles = entries["entries"].as_array().unwrap().iter().rev();
    titles
        .map(|entry| entry["title"].as_str().unwrap().to_owned())
        .collect()
}

/// Ways to the branch `new`, made from `main`.
const WAYS: [&str; 13] = [
    "git switch -q -c new",
    "git checkout -q -b new",
    "git branch new && git switch -q new",
    "git branch new main && git switch -q new",
    "git branch new HEAD && git switch -q new",
    "git switch -q -c new main",
    "git switch -q -c new refs/heads/main",
    "git switch -q -c middle && git switch -q -c new",
    "git switch -q -c new --track main",
    "git branch -c main new && git switch -q new",
    "git branch middle && git branch -m middle new && git switch -q new",
    "git branch a/b && git switch -q a/b && git branch -m new",
    "git worktree add -q -b new ../tree",
];

#[test]
fn a_new_branch_begins_with_the_memory_of_the_one_it_was_made_from() {
    for way in WAYS {
        let mut world = world();
        world.git("switch -q -c other").ok();
        entry(&world, "of other");
        world.git("switch -q main").ok();
        world.shell(way).ok();
        if way.contains("worktree") {
            world.at("../tree");
        }
        assert_eq!(seen(&world), ["of main"], "{way}");
        entry(&world, "of new");
        assert_eq!(seen(&world), ["of main", "of new"], "{way}");
        world.git("switch -q -d main").ok();
        let main = world.git("log --format=%s refs/memory/branches/main").ok();
        assert_eq!(main, "of main\n", "{way}");
    }
}

#[test]
fn it_needs_no_hook_and_begins_when_it_is_first_looked_at() {
    let world = world();
    world.git("switch -q -c one").ok();
    world.git("switch -q -c two").ok();
    entry(&world, "of two");
    assert_eq!(seen(&world), ["of main", "of two"]);
    world.git("switch -q one").ok();
    assert_eq!(seen(&world), ["of main"]);
    let names = world
        .git("for-each-ref --format=%(refname) refs/memory")
        .ok();
    assert_eq!(
        names,
        "refs/memory/branches/main\nrefs/memory/branches/one\nrefs/memory/branches/two\n"
    );
}

#[test]
fn made_from_a_commit_or_a_tag_it_begins_with_what_was_known_there() {
    for from in ["v1", "HEAD~1", "main~1"] {
        let world = world();
        world.git("tag v1").ok();
        commit(&world, "two");
        entry(&world, "after v1");
        world.git(["switch", "-q", "-c", "new", from]).ok();
        assert_eq!(seen(&world), ["of main"], "{from}");
    }
    let world = world();
    world.git("tag v1").ok();
    commit(&world, "two");
    world.git("checkout -q v1").ok();
    entry(&world, "detached");
    assert_eq!(seen(&world), ["detached"]);
    world.git("switch -q -c new").ok();
    assert_eq!(
        seen(&world),
        ["detached"],
        "what was written with HEAD detached goes on"
    );
}

#[test]
fn made_from_a_remote_branch_it_begins_with_what_is_known_of_that() {
    let mut world = world();
    world.bare("../remote.git");
    world.git("push -q ../remote.git main main:topic").ok();
    world.at("..");
    world.git("clone -q remote.git clone").ok();
    world.at("clone");
    world.git("switch -q main").ok();
    entry(&world, "of the clone's main");
    world.git("switch -q -c fix origin/main").ok();
    assert_eq!(seen(&world), ["of the clone's main"]);
    world.git("switch -q topic").ok();
    assert_eq!(seen(&world), [""; 0]);
}

#[test]
fn two_work_trees_on_two_branches_never_see_each_other() {
    let mut world = world();
    world.memory("init").ok();
    world.git("worktree add -q -b b ../b").ok();
    entry(&world, "more of main");
    world.at("../b");
    entry(&world, "of b");
    world.git("checkout -q b").ok();
    world.memory("summary fold").ok();
    assert_eq!(seen(&world), ["of main", "of b"]);
    commit(&world, "work of b");
    entry(&world, "more of b");
    world.at("../repo");
    world.git("checkout -q main").ok();
    assert_eq!(seen(&world), ["of main", "more of main"]);
}

/// Ways to join `spike` with `main`, each with or without hooks.
const JOINS: [(&str, bool); 8] = [
    ("git merge -q spike", true),
    ("git merge -q spike", false),
    ("git merge -q --no-ff -m Merge spike", true),
    ("git merge -q --no-ff -m Merge spike", false),
    ("git fetch -q . spike && git merge -q FETCH_HEAD", false),
    ("git reset -q --hard spike", false),
    ("git rebase -q spike", true),
    (
        "git merge -q --squash spike && git commit -q -m Squash && git memory summary fold spike",
        true,
    ),
];

#[test]
fn what_is_merged_is_folded() {
    for (way, hooks) in JOINS {
        let world = world();
        if hooks {
            world.memory("hooks install").ok();
        }
        world.git("switch -q -c spike").ok();
        entry(&world, "of spike");
        commit(&world, "work");
        entry(&world, "more of spike");
        world.git("switch -q main").ok();
        assert_eq!(seen(&world), ["of main"], "{way}");
        world.shell(way).ok();
        let expected = ["of main", "of spike", "more of spike"];
        assert_eq!(seen(&world), expected, "{way}, hooks: {hooks}");
        let log = "log -1 '--format=%p %s' refs/memory/branches/main";
        let parents = world.git(log).ok();
        assert_eq!(parents.split(' ').count(), 5, "{parents}");
        ends(parents.trim(), "Join branch 'spike'");
        world.memory("summary fold").ok();
        assert_eq!(
            world.memory("summary fold spike").ok(),
            "",
            "once is enough"
        );
        assert_eq!(seen(&world), expected);
    }
}

#[test]
fn a_branch_that_goes_on_after_its_merge_keeps_its_new_entries() {
    let world = world();
    world.git("switch -q -c spike").ok();
    commit(&world, "work");
    entry(&world, "of spike");
    world.git("switch -q main").ok();
    world.git("merge -q spike").ok();
    assert_eq!(seen(&world), ["of main", "of spike"]);
    world.git("switch -q spike").ok();
    entry(&world, "after the merge");
    world.git("switch -q main").ok();
    assert_eq!(seen(&world), ["of main", "of spike"]);
    // Catching up is not a merge of later work on main.
    commit(&world, "on main");
    entry(&world, "of main again");
    world.git("switch -q spike").ok();
    assert_eq!(seen(&world), ["of main", "of spike", "after the merge"]);
    commit(&world, "more work");
    world.git("switch -q main").ok();
    world.git("merge -q -m Merge spike").ok();
    assert_eq!(
        seen(&world),
        ["of main", "of spike", "of main again", "after the merge"]
    );
}

#[test]
fn a_pull_of_a_branch_that_was_merged_elsewhere_folds_it() {
    let mut world = world();
    world.bare("../remote.git");
    world.git("remote add origin ../remote.git").ok();
    world.git("push -q -u origin main").ok();
    world.git("switch -q -c spike").ok();
    commit(&world, "work");
    entry(&world, "of spike");
    world.git("push -q origin spike").ok();
    let clone = "git clone -q -b main ../remote.git ../other && cd ../other && git merge -q --no-ff -m PR origin/spike";
    world.shell(&format!("{clone} && git push -q")).ok();
    world.git("switch -q main").ok();
    world.git("pull -q").ok();
    assert_eq!(seen(&world), ["of main", "of spike"]);
    world.git("branch -q -d spike").ok();
    world.at("../repo");
    assert_eq!(seen(&world), ["of main", "of spike"]);
}

#[test]
fn a_renamed_branch_takes_its_memory_along() {
    let world = world();
    world.git("branch -m main trunk").ok();
    assert_eq!(seen(&world), ["of main"]);
    entry(&world, "of trunk");
    assert_eq!(seen(&world), ["of main", "of trunk"]);
    let names = world
        .git("for-each-ref --format=%(refname) refs/memory")
        .ok();
    assert_eq!(names, "refs/memory/branches/trunk\n");
}

#[test]
fn a_deleted_branch_keeps_its_memory_and_blocks_nothing() {
    let world = world();
    world.git("switch -q -c a").ok();
    entry(&world, "of a");
    world.git("switch -q main").ok();
    world.git("branch -q -D a").ok();
    world.git("switch -q -c a/b").ok();
    entry(&world, "of a/b");
    assert_eq!(seen(&world), ["of main", "of a/b"]);
    let kept = world.git("log -1 --format=%s refs/memory/branches/a").ok();
    assert_eq!(kept, "of a\n");
}

#[test]
fn a_damaged_note_of_whose_a_chain_is_hides_nothing() {
    for damaged in ["", "main", "\0\0\0\0\0\0\0\0", "other 0123 1700000000"] {
        let world = world();
        let note = format!("{}/memory/births/main", common_dir(&world));
        assert!(world.has(&note));
        world.write(&note, damaged);
        assert_eq!(seen(&world), ["of main"], "{damaged:?}");
        entry(&world, "more");
        assert_eq!(seen(&world), ["of main", "more"], "{damaged:?}");
    }
}

/// The git folder that all work trees share.
fn common_dir(world: &World) -> String {
    let dir = world.git("rev-parse --git-common-dir").ok();
    dir.trim().to_owned()
}

/// Damage to the private memory of `main`: what is done to it, with `$TIP` and `$MIDDLE` as files
/// of commits and `$REF` as the file of the ref, and the titles that are left.
const DAMAGE: [(&str, &[&str]); 10] = [
    ("rm -f $TIP", &["of main", "two", "three"]),
    ("rm -f $MIDDLE", &["of main", "three", "four"]),
    (
        "chmod +w $MIDDLE; : >$MIDDLE",
        &["of main", "three", "four"],
    ),
    (
        "chmod +w $MIDDLE; echo junk >$MIDDLE",
        &["of main", "three", "four"],
    ),
    (": >$REF", &["of main", "two", "three", "four"]),
    ("echo junk >$REF", &["of main", "two", "three", "four"]),
    (
        "echo ref: refs/memory/branches/main >$REF",
        &["of main", "two", "three", "four"],
    ),
    (
        "echo ref: refs/heads/none >$REF",
        &["of main", "two", "three", "four"],
    ),
    (
        "git rev-parse HEAD^{tree} >$REF",
        &["of main", "two", "three", "four"],
    ),
    (
        "git rev-parse HEAD | tr 0-9a-f 1-9a-f0 >$REF",
        &["of main", "two", "three", "four"],
    ),
];

/// The names that damage is done by.
const NAMES: &str = "D=$(git rev-parse --git-common-dir)
    file() { git rev-parse $1 | sed \"s,^..,$D/objects/&/,\"; }
    REF=$D/refs/memory/branches/main
    TIP=$(file refs/memory/branches/main); MIDDLE=$(file refs/memory/branches/main~2)";

#[test]
fn damage_takes_what_it_hit_and_doctor_mends_the_rest() {
    for (damage, left) in DAMAGE {
        let world = world();
        if world.has(&format!("{}/reftable", common_dir(&world))) {
            return;
        }
        for title in ["two", "three", "four"] {
            entry(&world, title);
        }
        world.shell(&format!("{NAMES}\n{damage}")).ok();
        // Each answers from the readable part, and reports the rest.
        for command in ["context", "runs", "list --private"] {
            let answer = world.memory(command);
            has(&answer.err, "work log");
            assert_ne!(answer.status, 128, "{damage}: {command}: {}", answer.err);
        }
        has(&world.memory("doctor").out, "cannot be read: 'main'");
        let mended = world.memory("doctor --fix").out;
        has(&mended, "every entry can be read; deleted: of 'main' ");
        assert_eq!(seen(&world), left, "{damage}");
        entry(&world, "five");
        let fsck = world.git("fsck --strict --no-dangling").ok();
        assert_eq!(fsck, "", "{damage}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_branch_whose_name_is_not_utf_8_keeps_its_memory() {
    let world = world();
    let branch = "\"$(printf 'z\\377')\"";
    world.shell(&format!("git switch -q -c {branch}")).ok();
    entry(&world, "of z");
    world.git("switch -q main").ok();
    world.memory("summary gc --drop").ok();
    world.shell(&format!("git switch -q {branch}")).ok();
    assert!(seen(&world).contains(&"of z".to_owned()));
}

#[test]
fn a_merge_far_back_waits_for_somebody_who_asks() {
    let world = world();
    world.git("switch -q -c old").ok();
    entry(&world, "of old");
    commit(&world, "work");
    world.git("switch -q main").ok();
    // Pulled in with so much else that a switch of branches does not look as far as that.
    let merge = "git merge -q --no-ff -m merged old";
    let later = "for n in $(seq 1005); do echo commit refs/heads/main; \
        echo committer A '<a@example.org>' 4000000000 +0000; echo data 1; echo x; \
        [ $n = 1 ] && echo from refs/heads/main^0; done | git fast-import --quiet --force";
    world
        .shell(&format!("{merge}; {later}; git reset -q --hard"))
        .ok();
    assert_eq!(seen(&world), ["of main"]);
    world.memory("summary fold").ok();
    assert_eq!(seen(&world), ["of main", "of old"]);
}

#[test]
fn what_was_lost_and_fits_no_chain_is_kept_under_a_name() {
    let world = world();
    if world.has(&format!("{}/reftable", common_dir(&world))) {
        return;
    }
    let main = "refs/memory/branches/main";
    entry(&world, "lost");
    let back = ["update-ref", main, "refs/memory/branches/main~1"];
    world.git(back).ok();
    entry(&world, "lost too");
    world.git(back).ok();
    entry(&world, "three");
    let file = world.git(["rev-parse", main]).ok();
    let (folder, name) = file.trim().split_at(2);
    let call = format!("rm -f {}/objects/{folder}/{name}", common_dir(&world));
    world.shell(&call).ok();
    let mended = world.memory("doctor --fix").out;
    // Both were written in one second, so that their order is unknown.
    assert_eq!(seen(&world).len(), 2);
    let kept = mended.split("kept beside them: ").nth(1).unwrap();
    let kept = kept.split([';', '\n']).next().unwrap();
    world.memory(["summary", "fold", kept]).ok();
    let all: std::collections::BTreeSet<String> = seen(&world).into_iter().collect();
    assert!(all.iter().eq(["lost", "lost too", "of main"]));
}

#[test]
fn a_name_that_is_given_again_is_another_branch() {
    let world = world();
    branch(&world, "x", "work");
    world.git("switch -q main").ok();
    world.git("branch -q -D x").ok();
    commit(&world, "two");
    entry(&world, "more of main");
    let switched = world.git("switch -q -c x");
    assert!(switched.err.is_empty(), "without hooks git knows nothing");
    let said = world.memory("summary list").err;
    let name = said.split('\'').nth(1).unwrap().to_owned();
    assert!(name.starts_with("x~"), "{said}");
    assert_eq!(seen(&world), ["of main", "more of main"]);
    // What the first one left is there.
    has(&world.memory("summary gc --fold").ok(), "folded");
    assert_eq!(seen(&world), ["of main", "more of main", "of x"]);
}

/// Makes a branch with an entry and a commit.
fn branch(world: &World, name: &str, work: &str) {
    world.git(["switch", "-q", "-c", name, "main"]).ok();
    entry(world, &format!("of {name}"));
    commit(world, work);
}

#[test]
fn names_that_two_branches_exchange_go_with_their_memory() {
    let world = world();
    let branch = |name: &str, work: &str| branch(&world, name, work);
    branch("a", "work of a");
    branch("b", "work of b");
    for (old, new) in [("a", "tmp"), ("b", "a"), ("tmp", "b")] {
        world.git(["branch", "-m", old, new]).ok();
    }
    for (name, expected) in [("a", "of b"), ("b", "of a"), ("a", "of b")] {
        world.git(["switch", "-q", name]).ok();
        assert_eq!(seen(&world), ["of main", expected], "{name}");
    }
    world.git("branch -m a c").ok();
    world.git("switch -q -c a main").ok();
    assert_eq!(seen(&world), ["of main"]);
    world.git("switch -q c").ok();
    assert_eq!(seen(&world), ["of main", "of b"]);
}

#[test]
fn where_reflogs_leave_a_doubt_only_what_is_common_is_taken() {
    let world = world();
    // In the same second, which is the precision of git's reflogs.
    world
        .shell("export GIT_COMMITTER_DATE=@1900000000; git branch x HEAD && git switch -q -c y")
        .ok();
    entry(&world, "of y");
    world
        .shell("GIT_COMMITTER_DATE=@1900000009 git switch -q x")
        .ok();
    assert_eq!(seen(&world), ["of main"]);
}

#[test]
fn a_merged_branch_that_was_deleted_at_once_is_folded() {
    for merge in [
        "git merge -q x",
        "git merge -q --no-ff -m Merge x",
        "git merge -q x; echo r >f; git commit -q -a -m Merged",
    ] {
        let world = world();
        world.write("f", "a");
        world.git("add f").ok();
        world.git("commit -q -m f").ok();
        world.git("switch -q -c x").ok();
        entry(&world, "of x");
        world.shell("echo x >f && git commit -q -a -m x").ok();
        world.git("switch -q main").ok();
        if merge.contains("echo") {
            world.shell("echo m >f && git commit -q -a -m m").ok();
        }
        world.shell(merge).ok();
        world.git("branch -q -d x").ok();
        assert_eq!(seen(&world), ["of main", "of x"], "{merge}");
    }
}

#[test]
fn a_fold_into_nothing_remembers_what_was_merged() {
    let world = World::new();
    commit(&world, "one");
    world.git("switch -q -c x").ok();
    entry(&world, "of x");
    commit(&world, "work");
    world.git("switch -q main").ok();
    world.git("merge -q x").ok();
    assert_eq!(seen(&world), ["of x"]);
    world.git("switch -q x").ok();
    entry(&world, "after the merge");
    world.git("switch -q main").ok();
    assert_eq!(seen(&world), ["of x"]);
}

#[test]
fn work_is_known_whoever_made_the_commit_and_a_copy_of_it_is_none() {
    for work in [
        "GIT_REFLOG_ACTION='my tool' git commit -q --allow-empty -m w",
        "git update-ref refs/heads/x $(git commit-tree -p HEAD -m w HEAD^{tree})",
    ] {
        let world = world();
        world.git("switch -q -c x").ok();
        entry(&world, "of x");
        world.shell(work).ok();
        world.git("switch -q main").ok();
        world.git("merge -q x").ok();
        assert_eq!(seen(&world), ["of main", "of x"], "{work}");
    }
    let world = world();
    world.git("switch -q -c x").ok();
    entry(&world, "of x");
    commit(&world, "w");
    world.git("switch -q main").ok();
    entry(&world, "more of main");
    world.git("cherry-pick --ff x").ok();
    world.git("switch -q x").ok();
    assert_eq!(seen(&world), ["of main", "of x"]);
}

#[test]
fn a_hook_that_may_lose_what_it_stores_stores_nothing() {
    let mut world = world();
    let append = "git memory summary append --run r --step s --title in-hook";
    world.bare("../remote.git");
    world.write(
        "../remote.git/hooks/pre-receive",
        format!("#!/bin/sh\n{append} && exit 1\nexit 0\n"),
    );
    world.shell("chmod +x ../remote.git/hooks/pre-receive").ok();
    let err = world.git("push ../remote.git main");
    has(&err.err, "cannot write while git is receiving a push");
    world.at("../remote.git");
    assert_eq!(seen(&world), [""; 0]);
    entry(&world, "after");
    assert_eq!(seen(&world), ["after"]);
}

#[test]
fn a_branch_that_moves_only_by_fast_forward_has_work_too() {
    let world = world();
    world.git("switch -q -c dev").ok();
    entry(&world, "of dev");
    world.git("switch -q -c feat").ok();
    commit(&world, "work");
    world.git("switch -q dev").ok();
    world.git("merge -q feat").ok();
    world.git("switch -q main").ok();
    let reset = "git fetch -q . dev && git reset -q --hard FETCH_HEAD";
    world.shell(reset).ok();
    assert_eq!(seen(&world), ["of main", "of dev"]);
}

#[test]
fn what_was_checked_out_from_a_remote_and_merged_there_is_a_branch_s_work_too() {
    let mut world = world();
    world.bare("../remote.git");
    world.git("remote add origin ../remote.git").ok();
    world.git("switch -q -c review").ok();
    commit(&world, "reviewed");
    world.git("push -q origin main review").ok();
    world.git("switch -q main").ok();
    let clone = "git clone -q -b main ../remote.git ../other";
    world.shell(clone).ok();
    let here = world.here.clone();
    world.at("../other");
    world.git("switch -q review").ok();
    entry(&world, "of the reviewer");
    world.git("switch -q main").ok();
    assert_eq!(seen(&world), [""; 0]);
    world.here = here;
    let merge = "git merge -q --no-ff -m PR review && git push -q origin main";
    world.shell(merge).ok();
    world.at("../other");
    world.git("pull -q").ok();
    assert_eq!(seen(&world), ["of the reviewer"]);
}

#[test]
fn nothing_is_folded_during_a_rebase_that_may_be_aborted() {
    let world = world();
    world.git("switch -q -c x").ok();
    world.shell("echo x >one && git commit -q -a -m x").ok();
    world.git("switch -q main").ok();
    world.shell("echo m >one && git commit -q -a -m m").ok();
    entry(&world, "more of main");
    world.git("switch -q x").ok();
    world.git("rebase -q main").fails(1);
    assert_eq!(seen(&world), ["of main"]);
    world.git("rebase --abort").ok();
    assert_eq!(seen(&world), ["of main"]);
}

#[test]
fn a_branch_with_a_name_too_long_says_so_and_harms_no_other() {
    let world = world();
    let long = format!("{}q", "p/".repeat(90));
    world.git(["switch", "-q", "-c", &long]).ok();
    assert_eq!(seen(&world), ["of main"]);
    let err = world.memory("summary append --run r --step s").fails(128);
    has(&err, ["is too long for a work log", "hint: "]);
    world.git("switch -q -c short").ok();
    entry(&world, "of short");
    assert_eq!(seen(&world), ["of main", "of short"]);
}

#[test]
fn gc_folds_or_drops_what_deleted_branches_left() {
    let world = world();
    for branch in ["merged", "alone", "renamed"] {
        world.git(["switch", "-q", "-c", branch, "main"]).ok();
        commit(&world, branch);
        entry(&world, &format!("of {branch}"));
    }
    world.git("switch -q main").ok();
    world.git("merge -q merged").ok();
    assert_eq!(seen(&world), ["of main", "of merged"]);
    world.git("branch -q -D merged alone").ok();
    let err = world.memory("summary gc").fails(128);
    has(&err, ["2 deleted branches", "--fold"]);
    has(&err, "alone  (1 commit is in no other");
    has(&err, "merged  (all of it is in another");
    let out = world.memory("summary gc --fold").ok();
    has(&out, ["alone  folded", "merged  dropped"]);
    assert_eq!(seen(&world), ["of main", "of merged", "of alone"]);
    assert_eq!(world.memory("summary gc --drop").ok(), "");
    world.git("branch -m renamed other").ok();
    world.memory("summary gc --drop").ok();
    world.git("switch -q other").ok();
    // A renamed branch is no deleted one.
    assert_eq!(seen(&world), ["of main", "of renamed"]);
}

#[test]
fn gc_keeps_what_only_deleted_branches_share() {
    let world = world();
    world.git("switch -q -c one").ok();
    entry(&world, "of one");
    world.git("switch -q -c two").ok();
    assert_eq!(seen(&world), ["of main", "of one"]);
    world.git("switch -q main").ok();
    world.git("branch -q -D one two").ok();
    let err = world.memory("summary gc").fails(128);
    has(&err, "one  (all of it is in another");
    has(&err, "two  (1 commit is in no other");
    world.memory("summary gc --fold").ok();
    assert_eq!(seen(&world), ["of main", "of one"]);
}

#[test]
fn entries_of_a_rebase_are_the_rebased_branch_s() {
    let world = world();
    world.git("switch -q -c spike").ok();
    commit(&world, "work");
    world.git("switch -q main").ok();
    commit(&world, "two");
    world.git("switch -q spike").ok();
    let within = "git memory summary append --run r --step s --title within";
    world.git(["rebase", "-q", "-x", within, "main"]).ok();
    assert_eq!(seen(&world), ["of main", "within"]);
}

#[test]
fn without_reflogs_nothing_is_guessed_and_none_is_made() {
    let world = World::new();
    world.git("config core.logAllRefUpdates false").ok();
    commit(&world, "one");
    entry(&world, "of main");
    world.git("switch -q -c spike").ok();
    assert_eq!(seen(&world), [""; 0]);
    entry(&world, "of spike");
    commit(&world, "work");
    world.git("switch -q main").ok();
    world.git("merge -q spike").ok();
    assert_eq!(seen(&world), ["of main"]);
    world.memory("summary fold spike").ok();
    assert_eq!(seen(&world), ["of main", "of spike"]);
    assert_eq!(world.git("reflog show main").ok(), "");
}

#[test]
fn a_ref_that_is_no_chain_is_named_and_left_alone() {
    let world = World::new();
    commit(&world, "one");
    let append = ["summary", "append", "--run", "r", "--step", "s"];
    let blob = world.shell("git hash-object -w one").ok();
    world
        .git(["update-ref", "refs/memory/branches/main", blob.trim()])
        .ok();
    let listed = world.memory("summary list");
    for err in [&listed.err, &world.memory(append).fails(128)] {
        has(err, "'refs/memory/branches/main' does not hold a commit");
        has(err, "hint: ");
    }
    assert_eq!(listed.ok(), "");
    world.git("update-ref -d refs/memory/branches/main").ok();
    world
        .git("symbolic-ref refs/memory/branches/main refs/heads/main")
        .ok();
    assert!(world.memory(append).fails(128).contains("is symbolic"));
    assert_eq!(world.git("log --format=%s main").ok(), "one\n");
}

#[test]
fn a_private_record_whose_blob_is_gone_is_not_unknown() {
    let world = World::with_memory();
    let added = world
        .memory("add-note 'Mine alone' --private --json")
        .json();
    let id = added["id"].as_str().unwrap();
    world.memory(["show", id]).ok();
    let listed = ["ls-tree", "-r", "refs/memory/branches/main", "memory"];
    let listed = world.git(listed).ok();
    let blob = listed.split([' ', '\t']).nth(2).unwrap();
    let objects = world.git("rev-parse --git-path objects").ok();
    let (folder, name) = blob.split_at(2);
    let object = world.here.join(objects.trim()).join(folder).join(name);
    std::fs::remove_file(object).unwrap();
    // Once with what is kept of its header, and once without.
    for _ in 0..2 {
        let err = world.memory(["show", id]).fails(128);
        assert!(err.contains(blob) && !err.contains("no record"), "{err}");
        let readings = ["rev-parse", "--git-path", "memory/by-blob/readings"];
        let readings = world.git(readings).ok();
        let _ = std::fs::remove_file(world.here.join(readings.trim()));
    }
}

#[test]
fn an_unborn_branch_and_a_bisect_have_their_own_place() {
    let world = World::new();
    entry(&world, "before anything");
    assert_eq!(seen(&world), ["before anything"]);
    for name in ["one", "two", "three"] {
        commit(&world, name);
    }
    world.git("bisect start HEAD HEAD~2").ok();
    entry(&world, "while bisecting");
    assert_eq!(seen(&world), ["while bisecting"]);
    world.git("bisect reset").ok();
    assert_eq!(seen(&world), ["before anything"]);
}

/// Takes an object out of the repository, or leaves rubbish in its place.
fn damage(world: &World, revision: &str, is_missing: bool) {
    let object = world.git(["rev-parse", revision]).ok();
    let (folder, name) = object.trim().split_at(2);
    let objects = world.git("rev-parse --git-path objects").ok();
    let file = world.here.join(objects.trim()).join(folder).join(name);
    std::fs::remove_file(&file).unwrap();
    if !is_missing {
        std::fs::write(file, "rubbish").unwrap();
    }
}

/// True if a message reports a missing or unreadable object: libgit2 has its own words for that,
/// and so has git, which reads the repositories that libgit2 cannot open.
fn names_damage(said: &str) -> bool {
    [
        "is not in this clone",
        "cannot read",
        "git cat-file failed: ",
    ]
    .iter()
    .any(|words| said.contains(words))
}

/// A world with a decision and three steps of one run, the second of which is missing or garbage.
fn damaged(is_missing: bool) -> World {
    let world = World::with_memory();
    world.decision("Use X");
    for title in ["First", "Second", "Third"] {
        let step = format!("--run r --step {title} --title {title}");
        world.memory(&format!("summary append {step}")).ok();
    }
    damage(&world, "refs/memory/branches/main~1", is_missing);
    world
}

#[test]
fn a_damaged_chain_keeps_no_pack_and_no_answer_back() {
    for world in [true, false].map(damaged) {
        for (command, newest) in [
            ("context", "Third"),
            ("context", "Third"),
            ("context --query use", "Third"),
            ("briefing", "Third"),
            ("recall use --private", "Use X"),
        ] {
            let answer = world.memory(command);
            has(&answer.err, "warning: ");
            assert!(names_damage(&answer.err), "{command}: {}", answer.err);
            let out = answer.ok();
            has(&out, ["Use X", newest]);
            lacks(&out, "First");
        }
        let recalled = world.memory("recall use --private --json").json();
        assert_eq!(recalled["faults"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn a_damaged_chain_is_named_only_where_it_is_read() {
    for world in [true, false].map(damaged) {
        for command in ["get-context", "list", "recall use", "show dec-"] {
            has(&world.memory(command).ok(), "Use X");
        }
        for command in ["list --private", "summary list", "runs"] {
            let answer = world.memory(command);
            assert!(names_damage(&answer.err), "{command}: {}", answer.err);
            answer.ok();
        }
    }
}

#[test]
fn going_back_and_forth_between_branches_walks_no_history_again() {
    let mut world = world();
    world.git("switch -q -c open").ok();
    commit(&world, "of open");
    entry(&world, "of open");
    world.git("switch -q -c other main").ok();
    // The first visits begin the chains.
    for branch in ["main", "other", "main", "other"] {
        world.git(["switch", "-q", branch]).ok();
        assert_eq!(seen(&world), ["of main"]);
    }
    let trace = world.root().join("trace");
    world.set("GIT_TRACE", &trace.to_string_lossy());
    for branch in ["main", "other"] {
        world.git(["switch", "-q", branch]).ok();
        assert_eq!(seen(&world), ["of main"]);
    }
    assert!(!world.read("../trace").contains("--max-count=1000"));
    // A merge is news all the same.
    world.git("merge -q open").ok();
    assert_eq!(seen(&world), ["of main", "of open"]);
    assert!(world.read("../trace").contains("--max-count=1000"));
}

/// A linked work tree of a mirror clone, with memory and an entry.
fn in_mirror() -> World {
    let mut world = World::new();
    commit(&world, "one");
    world.git("clone -q --mirror . ../m.git").ok();
    world.at("../m.git");
    world.git("worktree add -q ../w -b w").ok();
    world.at("../w");
    world
}

fn fetch_list(world: &World) -> String {
    world.git("config --get-all remote.origin.fetch").ok()
}

const GUARDED: &str =
    "+refs/*:refs/*\n^refs/memory/*\n^refs/notes/memory*\n^refs/memory-remotes/*\n";

#[test]
fn a_fetch_that_prunes_leaves_private_memory_alone_in_a_mirror() {
    let world = in_mirror();
    let said = world.memory("init").err;
    has(
        &said,
        "'git fetch --prune origin' would delete work logs: added '^refs/memory/*', ",
    );
    assert_eq!(fetch_list(&world), GUARDED);
    assert!(!world.memory("init").err.contains("prune"));
    entry(&world, "a week of work");
    world.memory("add-note --commit HEAD 'on a commit'").ok();
    world.git("fetch -q --prune origin").ok();
    assert_eq!(seen(&world), ["a week of work"]);
    // The branch itself is gone with what the remote lacks.
    let notes = ["show-ref", "--verify", "-q", "refs/notes/memory"];
    world.git(notes).ok();
    let out = world.memory("status").ok();
    assert!(out.contains("'git fetch origin' keeps the work logs."));
}

#[test]
fn a_fetch_list_that_covers_private_memory_is_named_and_mended() {
    let world = in_mirror();
    world.memory("init -q").ok();
    let uncovered = ["config", "--unset-all", "remote.origin.fetch", "^\\^"];
    world.git(uncovered).ok();
    let out = world.memory("status").ok();
    assert!(out.contains("'git fetch --prune origin' would delete work logs"));
    let status = world.memory("status --json").json();
    assert_eq!(status["unguarded"][0]["remote"], "origin");
    let out = world.memory("doctor").out;
    let lacking = "remote.origin.fetch covers the work logs and lacks ^refs/memory/*, ";
    has(&out, &format!("fetch     failed  {lacking}"));
    has(&world.memory("doctor --fix").out, "fetch     fixed   ");
    assert_eq!(fetch_list(&world), GUARDED);
    world.git(uncovered).ok();
    world.bare("../there.git");
    let answer = world.memory("sync ../there.git");
    has(&answer.err, "added '^refs/memory/*'");
    assert_eq!(fetch_list(&world), GUARDED);
    let notes = "refs/notes/memory:refs/notes/memory";
    let call = ["config", "--add", "remote.origin.fetch", notes];
    world.git(call).ok();
    let told = format!("overwrites work logs or notes with '{notes}'");
    has(&world.memory("doctor").out, &told);
}

#[test]
fn a_log_that_another_program_deleted_is_named_and_brought_back() {
    let world = World::with_memory();
    entry(&world, "of main");
    world.memory("add-note --commit HEAD 'on a commit'").ok();
    let was = world.git("rev-parse refs/memory/branches/main").ok();
    for name in ["refs/memory/branches/main", "refs/notes/memory"] {
        world.git(["update-ref", "-d", name]).ok();
    }
    let out = world.memory("status").ok();
    for what in ["the work log of 'main'", "notes on commits"] {
        let line = format!("{what} was deleted: 'git memory doctor --fix' restores it");
        assert!(out.contains(&line), "{out}");
    }
    let status = world.memory("status --json").json();
    assert_eq!(status["gone"][0]["commit"], was.trim());
    let out = world.memory("doctor").out;
    let deleted = "refs/memory/branches/main was deleted; it was at";
    has(&out, &format!("{deleted} {}", was.trim()));
    let out = world.memory("doctor --fix").out;
    assert!(out.contains("restored: refs/memory/branches/main"), "{out}");
    assert_eq!(seen(&world), ["of main"]);
    assert!(world.memory("notes").ok().contains("on a commit"));
    let status = world.memory("status --json").json();
    assert_eq!(status["gone"], serde_json::json!([]));
}

#[test]
fn what_began_anew_does_not_hide_what_is_gone() {
    let world = world();
    world.git("update-ref -d refs/memory/branches/main").ok();
    entry(&world, "after it");
    let status = world.memory("status --json").json();
    let name = status["gone"][0]["ref"].as_str().unwrap();
    assert!(name.starts_with("refs/memory/branches/main%7E"), "{name}");
    world.memory("doctor --fix");
    assert_eq!(world.git(["log", "--format=%s", name]).ok(), "of main\n");
    assert_eq!(seen(&world), ["after it"]);
    // Taken away by us, it is not gone.
    world.memory("summary gc --drop").ok();
    let status = world.memory("status --json").json();
    assert_eq!(status["gone"], serde_json::json!([]));
}

#[test]
fn a_read_begins_no_log_in_the_place_of_one_that_is_gone() {
    let world = world();
    world.git("switch -q -c side").ok();
    entry(&world, "of side");
    world.git("update-ref -d refs/memory/branches/side").ok();
    assert_eq!(seen(&world), ["of main"]);
    let out = world.memory("doctor --fix").out;
    assert!(out.contains("restored: refs/memory/branches/side"), "{out}");
    assert_eq!(seen(&world), ["of main", "of side"]);
    // Another branch of that name has a log of its own.
    world.git("update-ref -d refs/memory/branches/side").ok();
    world.git("switch -q main").ok();
    world.git("branch -q -D side").ok();
    world.git("switch -q -c side").ok();
    assert_eq!(seen(&world), ["of main"]);
    let chain = world.git("log --format=%s refs/memory/branches/side");
    assert_eq!(chain.ok(), "of main\n");
}

/// Puts an annotated tag of what a ref holds in its place.
fn tag(world: &World, name: &str) {
    world.git(["tag", "-a", "-m", "x", "a-tag", name]).ok();
    world.git("tag -a -m x b-tag a-tag").ok();
    world.git(["update-ref", name, "b-tag"]).ok();
    world.git("tag -d a-tag b-tag").ok();
}

#[test]
fn a_tag_in_the_ref_of_a_chain_is_the_commit_that_it_leads_to() {
    let chain = "refs/memory/branches/main";
    for command in [
        "summary append --run r --step s --title 'of main too'",
        "doctor --fix",
        "summary gc",
        "sync ../there.git",
    ] {
        let world = world();
        world.bare("../there.git");
        tag(&world, chain);
        assert_eq!(seen(&world), ["of main"]);
        let out = world.memory("doctor").out;
        has(&out, "work-log  ok      1 branch; every entry");
        world.memory(command);
        assert_eq!(seen(&world)[0], "of main", "{command}");
        entry(&world, "the last");
        let log = world.git(["log", "--format=%s", chain]).ok();
        begins(&log, "the last\n");
        ends(&log, "of main\n");
        world.git("branch -m main renamed").ok();
        assert_eq!(seen(&world)[0], "of main", "{command}");
    }
}

#[test]
fn what_is_no_commit_is_kept_aside_and_the_chain_comes_back() {
    for odd in [
        "$(git hash-object -w one)",
        "HEAD^{tree}",
        "$(git rev-parse blob-tag)",
    ] {
        let world = world();
        let put = format!(
            "git tag -a -m x blob-tag $(git hash-object -w one) && \
             git update-ref refs/memory/branches/main {odd}"
        );
        world.shell(&put).ok();
        let held = world.git("rev-parse refs/memory/branches/main").ok();
        let append = "summary append --run r --step s --title x";
        let err = world.memory(append).fails(128);
        assert!(err.contains("does not hold a commit"), "{err}");
        let out = world.memory("doctor").out;
        has(&out, "work-log  failed  cannot be read: 'main': ");
        let out = world.memory("doctor --fix").out;
        assert!(out.contains("work-log  fixed   "), "{out}");
        assert_eq!(seen(&world), ["of main"]);
        let kept = format!("refs/memory/kept/{}", held.trim());
        assert_eq!(world.git(["rev-parse", &kept]).ok(), held);
    }
}
