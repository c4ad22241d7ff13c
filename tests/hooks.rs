//! Putting the hooks in and out, beside whatever is there.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::{World, has, lacks};

/// Makes an executable file.
fn script(world: &World, path: &str, text: &str) {
    world.write(path, text);
    world.shell(&format!("chmod +x '{path}'")).ok();
}

/// True if this git runs hooks from its settings, without hook files.
fn by_settings(world: &World) -> bool {
    let version = world.git("version").ok();
    let mut numbers = version
        .split([' ', '.'])
        .filter_map(|word| word.trim().parse::<u32>().ok());
    (numbers.next().unwrap(), numbers.next().unwrap()) >= (2, 54)
}

#[test]
fn an_existing_hook_goes_on_working_and_comes_back_byte_for_byte() {
    for hook in [
        "#!/bin/sh\necho theirs >> ran\nexit 0\n",
        "#!/bin/bash\nset -eu\necho theirs >> ran",
        "echo theirs >> ran\n",
    ] {
        let world = World::new();
        script(&world, ".git/hooks/pre-commit", hook);
        world.memory("init").ok();
        world.git("commit -q -m one").ok();
        assert_eq!(world.read("ran"), "theirs\n");
        world.write("memory/decisions/bad.md", "---\nid: dec-badbad\n---\n");
        world.git("add memory").ok();
        world.git("commit -q -m two").fails(1);
        world.memory("hooks uninstall").ok();
        assert_eq!(world.read(".git/hooks/pre-commit"), hook);
    }
}

#[test]
fn putting_in_and_out_leaves_no_trace() {
    let world = World::new();
    let listing = "find .git/hooks | sort; cat .git/config";
    let before = world.shell(listing).ok();
    world.memory("hooks install").ok();
    let installed = world.shell(listing).ok();
    assert_ne!(installed, before);
    world.memory("hooks install").ok();
    assert_eq!(world.shell(listing).ok(), installed, "twice is once");
    world.memory("hooks uninstall").ok();
    assert_eq!(world.shell(listing).ok(), before);
}

#[test]
fn each_setting_is_one_line_and_an_amend_has_nothing_to_warn_of() {
    let world = World::new();
    world
        .git("config --add notes.rewriteRef refs/notes/memory")
        .ok();
    world.memory("init").ok();
    for line in world.git("config --local --list").ok().lines() {
        let key = line.split('=').next().unwrap();
        assert!(key.contains('.') && !key.contains(' '), "{line}");
    }
    world.git("commit -q -m one").ok();
    let amended = world.git("commit -q --amend -m two");
    assert_eq!(amended.err, "");
    let carried = world.git("config --get-all notes.rewriteRef").ok();
    assert_eq!(carried, "refs/notes/memory*\n");
    world.memory("hooks uninstall").ok();
    world.git("config --get-all notes.rewriteRef").fails(1);
}

#[test]
fn the_hook_folder_in_effect_is_used() {
    let world = World::new();
    if by_settings(&world) {
        return;
    }
    world.git("config core.hooksPath .githooks").ok();
    let out = world.memory("hooks install").ok();
    assert!(out.contains(".githooks/pre-commit"), "{out}");
    assert!(world.has(".githooks/pre-commit") && !world.has(".git/hooks/pre-commit"));
    world.memory("hooks uninstall").ok();
    assert!(!world.has(".githooks/pre-commit"));
}

#[test]
fn what_is_not_ours_to_change_is_left_with_a_line_to_paste() {
    let world = World::new();
    if by_settings(&world) {
        return;
    }
    let python = "#!/usr/bin/env python3\nprint('hi')\n";
    script(&world, ".git/hooks/pre-commit", python);
    world.write(".git/hooks/post-merge", "#!/bin/sh\n");
    fs::remove_file(world.here.join(".git/hooks/post-checkout")).ok();
    std::os::unix::fs::symlink("pre-commit", world.here.join(".git/hooks/post-checkout")).unwrap();
    let answer = world.memory("init");
    for line in [
        "pre-commit is not a shell script; it was not changed",
        "hint: let it run: git-memory hook pre-commit",
        "post-merge is not executable",
        "post-checkout is not a regular file",
    ] {
        assert!(answer.err.contains(line), "{line}: {}", answer.err);
    }
    answer.ok();
    assert_eq!(world.read(".git/hooks/pre-commit"), python);
    assert_eq!(world.read(".git/hooks/post-merge"), "#!/bin/sh\n");
}

#[test]
fn status_says_where_each_hook_stands() {
    let world = World::new();
    let call = "hooks status";
    assert_eq!(world.memory(call).ok().matches("not installed").count(), 11);
    world.memory("hooks install").ok();
    let hooks = world.memory("hooks status --json").json();
    let place = if by_settings(&world) {
        "settings"
    } else {
        "file"
    };
    for hook in hooks["hooks"].as_array().unwrap() {
        let expected = match hook["hook"].as_str().unwrap() {
            "clean-filter" | "merge-driver" => "settings",
            "reference-transaction" => "missing",
            _ => place,
        };
        assert_eq!(hook["place"], expected, "{hook}");
    }
    world.git("config memory.strict true").ok();
    assert!(!world.memory("hooks install").ok().contains("not installed"));
    world.git("config memory.strict false").ok();
    let said = world.memory("hooks install").ok();
    has(&said, "reference-transaction  not installed");
}

/// The section as an earlier version wrote it.
const OLD_SECTION: &str = "\
# >>> git-memory >>>
# Put in by `git memory hooks install`; `git memory hooks uninstall` takes it out.
if command -v git-memory >/dev/null 2>&1; then
\tgit_memory_refs=$(cat)
\tprintf '%s\\n' \"$git_memory_refs\" | git-memory hook pre-push \"$@\" || exit $?
\texec <<GIT_MEMORY_REFS
$git_memory_refs
GIT_MEMORY_REFS
fi
# <<< git-memory <<<
";

#[test]
fn the_section_of_an_earlier_version_is_replaced_and_taken_out() {
    let theirs = "#!/bin/sh\ncat >seen\n";
    let world = World::with_memory();
    let old = theirs.replacen('\n', &format!("\n{OLD_SECTION}"), 1);
    script(&world, ".git/hooks/pre-push", &old);
    world.memory("hooks install").ok();
    let installed = world.read(".git/hooks/pre-push");
    assert!(!installed.contains("git_memory_refs"), "{installed}");
    world.memory("hooks uninstall").ok();
    assert_eq!(world.read(".git/hooks/pre-push"), theirs);
    script(&world, ".git/hooks/pre-push", &old);
    world.memory("hooks uninstall").ok();
    assert_eq!(world.read(".git/hooks/pre-push"), theirs);
}

#[test]
fn doctor_names_the_hooks_of_another_version_and_mends_them() {
    let world = World::new();
    world.memory("init").ok();
    world
        .git("config filter.git-memory.process 'git-memory filter'")
        .ok();
    if !by_settings(&world) {
        let hook = ".git/hooks/pre-push";
        let older = world.read(hook).replacen("fi\n", "fi\n:\n", 1);
        world.write(hook, older);
    }
    let seen = world.memory("doctor").out;
    let named = if by_settings(&world) {
        "clean-filter"
    } else {
        "pre-push, clean-filter"
    };
    has(&seen, &format!("of another version: {named}"));
    world.memory("doctor --fix").ok();
    world.memory("doctor").ok();
}

#[test]
fn what_was_there_reads_the_same_input() {
    let world = World::with_memory();
    script(&world, ".git/hooks/pre-push", "#!/bin/sh\ncat >seen\n");
    world.memory("hooks install").ok();
    world.bare("remote.git");
    world.git("push -q remote.git HEAD:x").ok();
    let seen = world.read("seen");
    assert!(seen.contains(" refs/heads/x "), "{seen}");
    assert_eq!(seen.lines().count(), 1, "{seen}");
}

/// Returns the notice about lost hooks from a command that reads.
fn lost(world: &World) -> String {
    let err = world.memory("list").err;
    err.replace("no records\n", "")
}

const LOST: &str = "warning: installed hooks do not run any more: ";

#[test]
fn hooks_that_are_gone_are_named_once() {
    let world = World::new();
    world.memory("init").ok();
    assert_eq!(lost(&world), "");
    world.git("config core.hooksPath /nowhere").ok();
    if by_settings(&world) {
        // Whatever becomes of hook files.
        assert_eq!(lost(&world), "");
        let parallel = world.git("config hook.git-memory-pre-push.parallel").ok();
        assert_eq!(parallel, "true\n", "it keeps no other hook waiting");
        let call = "config --remove-section hook.git-memory-pre-push";
        world.git(call).ok();
        has(&lost(&world), &format!("{LOST}pre-push\n"));
    } else {
        let all = "pre-commit, pre-merge-commit, prepare-commit-msg, post-checkout, post-merge, \
                   post-rewrite, pre-rebase, pre-push";
        has(&lost(&world), &format!("{LOST}{all}\n"));
    }
    assert_eq!(lost(&world), "", "once");
}

#[test]
fn a_repaired_loss_is_news_when_it_comes_back_and_a_removal_is_none() {
    let world = World::new();
    world.memory("init").ok();
    world.git("config core.hooksPath /nowhere").ok();
    lost(&world);
    world.git("config --unset core.hooksPath").ok();
    world.memory("hooks install").ok();
    assert_eq!(lost(&world), "");
    world.git("config --remove-section filter.git-memory").ok();
    has(&lost(&world), &format!("{LOST}clean-filter\n"));
    world.memory("hooks uninstall").ok();
    assert_eq!(lost(&world), "");
}

#[test]
fn a_hook_that_git_passes_over_is_said_to_be_none() {
    let world = World::new();
    if by_settings(&world) {
        return;
    }
    world.memory("init").ok();
    world.shell("chmod -x .git/hooks/pre-commit").ok();
    let why = "is not executable, so git does not run it";
    assert!(lost(&world).contains("any more: pre-commit\n"));
    let status = world.memory("hooks status").ok();
    has(&status, &format!("/pre-commit; {why}\n"));
    let doctor = world.memory("doctor").out;
    assert!(doctor.contains(&format!("{why}: pre-commit\n")), "{doctor}");
}

#[test]
fn an_empty_hook_file_of_somebody_else_is_no_trace_of_us() {
    let world = World::new();
    script(&world, ".git/hooks/post-merge", "");
    world.memory("hooks uninstall").ok();
    assert!(world.has(".git/hooks/post-merge"));
}

/// The person's own hooks for all repositories: one of them hands on to those of the repository.
fn with_global_hooks(world: &World) -> String {
    let hands_on = "#!/bin/sh\nd=$(git rev-parse --git-common-dir)\n\
                    [ -x \"$d/hooks/pre-commit\" ] && exec \"$d/hooks/pre-commit\" \"$@\"\nexit 0\n";
    script(world, "../home/githooks/pre-commit", hands_on);
    script(world, "../home/githooks/post-merge", "#!/bin/sh\nexit 0\n");
    let folder = world.root().join("home/githooks").display().to_string();
    world
        .git(["config", "--global", "core.hooksPath", &folder])
        .ok();
    folder
}

const GLOBAL: &str = "cat ../home/githooks/*; ls ../home/githooks";

#[test]
fn hooks_of_all_repositories_stay_as_they_are_and_what_they_hand_on_is_used() {
    let world = World::new();
    if by_settings(&world) {
        return;
    }
    let folder = with_global_hooks(&world);
    let before = world.shell(GLOBAL).ok();
    let said = world.memory("init").err;
    let named = format!("warning: git runs hooks from {folder}, which other repositories share");
    assert_eq!(said.matches(&named).count(), 1, "{said}");
    has(&said, "pre-rebase, pre-push not installed\n");
    assert!(said.contains("hooks install --global-hooks"), "{said}");
    world.memory("doctor --fix");
    assert_eq!(world.shell(GLOBAL).ok(), before);
    world.write("memory/decisions/bad.md", "---\nid: dec-badbad\n---\n");
    world.git("add memory").ok();
    world.git("commit -q -m two").fails(1);
    let status = world.memory("hooks status").ok();
    let row = format!("post-merge             not installed: git runs {folder}\n");
    assert!(status.contains(&row), "{status}");
    world.memory("hooks uninstall").ok();
    assert!(!world.has(".git/hooks/pre-commit"));
    assert_eq!(world.shell(GLOBAL).ok(), before);
}

#[test]
fn hooks_of_all_repositories_are_changed_only_where_that_is_asked_for() {
    let world = World::new();
    if by_settings(&world) {
        return;
    }
    with_global_hooks(&world);
    let before = world.shell(GLOBAL).ok();
    world.memory("hooks install --global-hooks").ok();
    let with_ours = world.shell(GLOBAL).ok();
    assert_eq!(with_ours.matches("# >>> git-memory >>>").count(), 7);
    assert!(world.has(".git/hooks/pre-commit"));
    let answer = world.memory("hooks uninstall");
    has(&answer.err, "hooks uninstall --global-hooks");
    assert_eq!(world.shell(GLOBAL).ok(), with_ours);
    world.memory("hooks install").ok();
    world.memory("hooks uninstall --global-hooks").ok();
    assert_eq!(world.shell(GLOBAL).ok(), before);
}

#[test]
fn only_a_folder_of_the_repository_itself_is_written_to_unasked() {
    for (scope, path, is_own) in [
        ("--local", "@/repo/.githooks", true),
        ("--global", ".githooks", true),
        ("--global", "@/repo/.githooks", false),
        ("--local", "@/elsewhere", false),
        ("--global", "~/githooks", false),
    ] {
        let world = World::new();
        if by_settings(&world) {
            return;
        }
        let path = path.replace('@', &world.root().display().to_string());
        world.git(["config", scope, "core.hooksPath", &path]).ok();
        world.memory("hooks install").ok();
        let found = "find .. -path ../bin -prune -o -name pre-push -print";
        let found = world.shell(found).ok();
        assert_eq!(!found.is_empty(), is_own, "{scope} {path}: {found}");
    }
}

#[test]
fn a_rebase_starts_no_program_for_the_message_of_each_commit() {
    let mut world = World::with_memory();
    world.git("branch side").ok();
    for name in ["a", "b"] {
        world.write(name, "text\n");
        world.commit(name);
    }
    world.git("switch -q side").ok();
    world.write("c", "text\n");
    world.commit("c");
    let (called, program) = (
        world.root().join("called"),
        world.root().join("bin/git-memory"),
    );
    let counting = format!(
        "#!/bin/sh\necho \"$*\" >>'{}'\nexec '{}' \"$@\"\n",
        called.display(),
        program.display()
    );
    script(&world, "counting/git-memory", &counting);
    let here = world.shell("pwd").ok();
    let path = format!("{}/counting:{}", here.trim(), world.path());
    world.set("PATH", &path);
    world.git("rebase -q main side").ok();
    let calls = fs::read_to_string(called).unwrap();
    has(&calls, "hook pre-rebase");
    lacks(&calls, "prepare-commit-msg");
    world.git("commit -q --allow-empty -m later").ok();
}
