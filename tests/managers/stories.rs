//! Stories between a manager and us, for real and for played managers.

use crate::common::{World, has};

/// A hook manager in a world.
pub trait Tool {
    /// Its name.
    fn name(&self) -> &str;
    /// Its configuration.
    fn config(&self) -> &str;
    /// Text of its configuration, which adds a line to the file `../ran` at each commit.
    fn text(&self) -> &str;
    /// Puts the program and its configuration into a world.
    fn begin(&self, world: &World);
    /// Lets it install its hooks.
    fn install(&self, world: &World);
    /// Lets it take them out.
    fn uninstall(&self, world: &World);

    /// The program, its configuration and its hooks.
    fn set_up(&self, world: &World) {
        self.begin(world);
        self.install(world);
    }
}

/// git's settings, its hook files, and what is in the work tree.
fn traces(world: &World) -> String {
    world
        .shell(
            "cat .git/config; find .git/hooks -type f ! -name '*.sample' | sort | xargs -r tail -n 99; \
             find .git/memory -name 'hooks-*'; git status --short",
        )
        .ok()
}

/// A record that pre-commit has to stop, past the clean filter.
#[track_caller]
fn must_stop(world: &World) {
    world.write("memory/decisions/bad.md", "---\nid: dec-badbad\n---\n");
    // With the configuration: pre-commit refuses to run one that is not staged.
    world.git("add .").ok();
    let stopped = world.git("commit -m Bad");
    let said = format!("{}{}", stopped.out, stopped.err);
    stopped.fails(1);
    assert!(said.contains("commit rejected: 4 errors"), "{said}");
    world.git("rm -qf memory/decisions/bad.md").ok();
}

/// A commit that has to go through, past the manager's own hook.
#[track_caller]
fn must_pass(world: &World, text: &str) {
    world.write("code.txt", text);
    world.git("add .").ok();
    world.shell("rm -f ../ran").ok();
    world.git(["commit", "-q", "-m", text]).ok();
    assert_eq!(world.read("../ran"), "theirs\n");
    world.shell("rm ../ran").ok();
}

/// The row of pre-commit, and that the nets hold.
#[track_caller]
fn must_be_in(world: &World, place: &str) {
    let status = world.memory("hooks status");
    let row = format!("pre-commit             {place}\n");
    assert!(status.out.contains(&row), "{}{}", status.out, status.err);
    has(
        &status.out,
        "held by the clean filter, pre-commit, pre-push\n",
    );
}

/// Checks that a command that reads prints nothing about hooks.
#[track_caller]
fn must_be_silent(world: &World) {
    assert_eq!(world.memory("list").err, "no records\n");
}

/// A command that reads names the lost hook, once.
#[track_caller]
fn must_miss(world: &World) {
    let err = world.memory("list").err;
    let said = "warning: installed hooks do not run any more: pre-commit";
    assert!(err.contains(said), "{err}");
    assert!(err.contains("git memory hooks install"), "{err}");
    must_be_silent(world);
}

pub fn manager_first(world: &World, tool: &dyn Tool) {
    tool.set_up(world);
    let answer = world.memory("hooks install");
    let added = "hint: 'git memory hooks install --write' adds them there";
    assert!(answer.err.contains(added), "{}", answer.err);
    has(&answer.err, "git-memory hook pre-commit");
    let out = answer.ok();
    let row = format!(
        "pre-commit             not installed: {} runs it",
        tool.name()
    );
    assert!(out.contains(&row), "{out}");
    assert_eq!(world.read(tool.config()), tool.text());
    world.memory("init").ok();

    let place = format!("{} ({})", tool.config(), tool.name());
    let written = world.memory("hooks install --write").ok();
    assert!(written.contains(&place), "{written}");
    let patched = world.read(tool.config());
    assert_eq!(patched.matches("hook pre-commit").count(), 1, "{patched}");
    world.memory("hooks install --write").ok();
    assert_eq!(world.read(tool.config()), patched, "twice is once");
    must_pass(world, "one");
    must_stop(world);
    world.memory("doctor").ok();
    // It runs again, and again after its configuration has changed.
    tool.install(world);
    world.write(tool.config(), format!("{patched}# more\n"));
    tool.install(world);
    must_be_silent(world);
    must_stop(world);
    must_pass(world, "two");
    world.write(tool.config(), patched);
    world.memory("hooks uninstall").ok();
    assert_eq!(world.read(tool.config()), tool.text());
}

pub fn manager_later(world: &World, tool: &dyn Tool) {
    tool.begin(world);
    world.memory("init").ok();
    must_stop(world);
    must_be_silent(world);
    tool.install(world);
    must_miss(world);
    let doctor = world.memory("doctor").out;
    let why = format!("not in the configuration of {}: pre-commit", tool.name());
    assert!(doctor.contains(&why), "{doctor}");
    world.memory("hooks install --write").ok();
    must_stop(world);
    must_be_in(world, &format!("{} ({})", tool.config(), tool.name()));
    // A user removes the lines.
    world.write(tool.config(), tool.text());
    must_miss(world);
}

/// Story of managers that run the hook file that was there before.
pub fn keeper_later(world: &World, tool: &dyn Tool) {
    tool.begin(world);
    world.memory("init").ok();
    tool.install(world);
    must_be_silent(world);
    must_stop(world);
    must_pass(world, "one");
    let kept = world.here.join(".git/hooks/pre-commit.legacy");
    must_be_in(world, &kept.display().to_string());
    let again = world.memory("hooks install").ok();
    assert!(again.contains(&*kept.to_string_lossy()), "{again}");
    // Their `install --force` does this.
    std::fs::remove_file(&kept).unwrap();
    must_miss(world);
    world.memory("hooks install --write").ok();
    must_stop(world);
    must_be_in(world, &format!("{} ({})", tool.config(), tool.name()));
}

pub fn we_leave_first(world: &World, tool: &dyn Tool) {
    tool.begin(world);
    world.git("add .").ok();
    world.git("commit -q -m Begin").ok();
    let before = traces(world);
    world.memory("hooks install").ok();
    tool.install(world);
    world.memory("hooks install --write").ok();
    // Nothing of it was committed, so there is nothing to share.
    let answer = world.memory("hooks uninstall");
    assert!(!answer.err.contains("your team shares"), "{}", answer.err);
    tool.uninstall(world);
    assert_eq!(traces(world), before, "{}", tool.name());
}

pub fn manager_leaves_first(world: &World, tool: &dyn Tool) {
    tool.begin(world);
    world.git("add .").ok();
    world.git("commit -q -m Begin").ok();
    let before = traces(world);
    world.memory("hooks install").ok();
    tool.install(world);
    world.memory("hooks install --write").ok();
    tool.uninstall(world);
    world.memory("hooks uninstall").ok();
    assert_eq!(traces(world), before, "{}", tool.name());
    // It has kept ours, and brings it back.
    world.memory("hooks install").ok();
    tool.install(world);
    tool.uninstall(world);
    world.memory("hooks uninstall").ok();
    assert_eq!(traces(world), before, "{}", tool.name());
}

pub fn without_the_program(world: &World, tool: &dyn Tool) {
    tool.set_up(world);
    world.memory("init").ok();
    world.memory("hooks install --write").ok();
    world.memory("hooks uninstall").ok();
    world.memory("hooks install --write").ok();
    // A colleague has the lines, and nothing else.
    for key in ["filter.git-memory.process", "filter.git-memory.required"] {
        world.git(["config", "--unset", key]).ok();
    }
    std::fs::remove_file(world.root().join("bin/git-memory")).unwrap();
    world.write("memory/decisions/bad.md", "---\nid: dec-badbad\n---\n");
    must_pass(world, "one");
}
