//! Several gits on one machine: hooks in the settings are run by those from 2.54 on.

use crate::common::{World, has};
use crate::{calls_itself, script};

/// Puts gits on PATH that call themselves these versions, and list the hooks of the settings as git
/// 2.54 does.
fn world(first: &str, second: &str) -> World {
    let world = World::new();
    let root = world.root();
    let real = std::fs::read_link(root.join("tools/git")).unwrap();
    std::fs::remove_file(root.join("tools/git")).unwrap();
    let lines = format!(
        "#!/bin/sh\ncase \"$1 $2\" in\n'version ' | '--version ') echo 'git version {second}' ;;\n\
         'hook list')\n\
         [ \"$({real} config hook.git-memory-$3.enabled)\" = false ] && state='disabled\t'\n\
         echo \"${{state-}}git-memory-$3\" ;;\n*) exec {real} \"$@\" ;;\nesac\n",
        real = real.display()
    );
    script(&world, &root.join("tools/git").to_string_lossy(), &lines);
    calls_itself(&world, first);
    world
}

/// Returns the place of the hooks, by one of them.
fn place(world: &World) -> String {
    let status = world.memory("hooks status --json").json();
    status["hooks"][0]["place"].as_str().unwrap().to_owned()
}

#[test]
fn hooks_are_put_where_every_git_runs_them() {
    for (first, second, expected) in [
        ("2.55.0", "2.54.1", "settings"),
        ("2.55.0", "2.47.3", "file"),
        ("2.47.3", "2.55.0", "file"),
    ] {
        let world = world(first, second);
        world.memory("hooks install").ok();
        assert_eq!(place(&world), expected, "{first} and {second}");
        let report = world.memory("doctor").out;
        let (Some(first), Some(second)) = (first.get(..4), second.get(..4)) else {
            panic!("a version has four letters");
        };
        let row = format!(
            "git {first}; also on PATH: git {second} ({}",
            world.root().display()
        );
        assert!(report.contains(&row), "{report}");
        let row = "hooks     ok      all hooks installed, and every git on PATH runs them\n";
        assert!(report.contains(row), "{report}");
    }
}

#[test]
fn an_older_git_that_comes_later_is_named_and_served() {
    let world = world("2.55.0", "2.54.1");
    world.memory("init").ok();
    calls_itself(&world, "2.47.3");
    let why = format!(
        "hooks in the settings are not run by git 2.47 ({}/bin/git)",
        world.root().display()
    );
    let status = world.memory("hooks status").ok();
    has(&status, &format!("git's settings; {why}"));
    let report = world.memory("doctor").out;
    assert!(report.contains(&format!("{why}: pre-commit, ")), "{report}");
    world.memory("doctor --fix").ok();
    assert_eq!(place(&world), "file");
    let left = world.git(["config", "--get-regexp", "^hook\\."]);
    assert_eq!(left.out, "", "at two places they would run twice");
}

#[test]
fn a_hook_that_the_settings_disable_is_no_hook() {
    let world = world("2.55.0", "2.54.1");
    world.memory("init").ok();
    world
        .git("config hook.git-memory-pre-push.enabled false")
        .ok();
    let report = world.memory("doctor").out;
    let row = "git's settings disable 'git-memory-pre-push': pre-push\n";
    assert!(report.contains(row), "{report}");
}

#[test]
fn what_a_team_has_put_into_a_manager_is_not_run_by_the_settings_too() {
    use crate::played::LEFTHOOK;
    use crate::stories::Tool;
    let world = world("2.55.0", "2.54.1");
    LEFTHOOK.set_up(&world);
    world.memory("hooks install").ok();
    assert_eq!(place(&world), "settings");
    let called = "pre-commit:\n  jobs:\n    - run: git-memory hook pre-commit\n";
    world.write("lefthook.yml", called);
    world.memory("hooks install").ok();
    assert_eq!(place(&world), "manager");
    let left = world.git(["config", "--get-regexp", "^hook\\.git-memory-pre-commit"]);
    assert_eq!(left.out, "");
}

#[test]
fn until_a_manager_is_told_newer_gits_run_the_settings() {
    use crate::played::LEFTHOOK;
    use crate::stories::Tool;
    let world = world("2.55.0", "2.47.3");
    LEFTHOOK.set_up(&world);
    let out = world.memory("hooks install").ok();
    let row = "pre-commit             not installed: lefthook runs it; \
               until then, newer gits run it from the settings\n";
    assert!(out.contains(row), "{out}");
    assert_eq!(place(&world), "settings");
    world.memory("hooks install --write").ok();
    assert_eq!(place(&world), "manager");
    let left = world.git(["config", "--get-regexp", "^hook\\."]);
    assert_eq!(left.out, "");
}
