//! The commands that are stopped, and the world in which they run.

use std::fs;

use crate::common::World;

/// A command that changes something.
#[derive(Debug)]
pub struct Case {
    pub arguments: Vec<String>,
    /// Line of shell that succeeds if the command has done its work.
    pub shows: &'static str,
}

/// A world with something of everything, and the commands to run in copies of it.
pub struct Template {
    world: World,
    /// A copy of it with private memory that is still to be joined; a read joins it, too.
    unfolded: World,
    pub cases: Vec<Case>,
}

impl Template {
    pub fn new() -> Self {
        let world = World::with_memory();
        let (first, _) = world.decision("Keep events in one table");
        let (second, _) = world.decision("Answer in JSON");
        world.memory("add-lesson 'Locks go stale'").ok();
        world
            .memory("topic write Storage --append 'One table.'")
            .ok();
        world
            .memory("add-note 'Seen in the wild' --commit HEAD")
            .ok();
        for step in ["1", "2", "3"] {
            let append = ["summary", "append", "--run", "r", "--step", step, "--title"];
            world.memory(append.into_iter().chain([step])).ok();
        }
        world
            .memory("summary append --run plan --step 1 --status planned")
            .ok();
        let private = ["add-decision", "Not yet public", "--private", "--json"];
        let private = world.memory(private).json()["id"]
            .as_str()
            .unwrap()
            .to_owned();
        world.write("memory/rules/style.md", "# Style\n\n- Short lines.\n");
        world.write("docs/adr/0001-use-a-queue.md", ADR);
        world.write("memory/notes/by-hand.md", "# By hand\n\nA page.\n");
        world.git("add .").ok();
        world.git("commit -q -m Work").ok();
        world.git("switch -q -c side").ok();
        world
            .memory("summary append --run s --step 1 --title Aside")
            .ok();
        world.git("commit -q --allow-empty -m Aside").ok();
        world.git("switch -q main").ok();
        // Without the hook that would fold at once.
        let merge = [
            "-c",
            "core.hooksPath=/dev/null",
            "merge",
            "-q",
            "--no-ff",
            "-m",
            "m",
            "side",
        ];
        world.git(merge).ok();
        world.bare("../remote.git");
        world.git("remote add origin ../remote.git").ok();
        world.git("config memory.remote origin").ok();
        world.git("gc -q").ok();

        let names = [("FIRST", first), ("SECOND", second), ("PRIVATE", private)];
        let cases = CASES.map(|(line, shows)| {
            let mut line = line.to_owned();
            for (name, id) in &names {
                line = line.replace(name, id);
            }
            Case {
                arguments: line.split('|').map(str::to_owned).collect(),
                shows,
            }
        });
        let cases = cases.into();
        let unfolded = copy(&world);
        world.memory("summary fold").ok();
        Self {
            world,
            unfolded,
            cases,
        }
    }

    /// A copy, with everything of it.
    pub fn copy(&self) -> World {
        copy(&self.world)
    }

    /// A copy in which a case has something to do.
    pub fn copy_for(&self, case: &Case) -> World {
        copy(if case.arguments == ["summary", "fold"] {
            &self.unfolded
        } else {
            &self.world
        })
    }
}

fn copy(world: &World) -> World {
    let copy = World::empty();
    for part in ["repo", "home", "remote.git"] {
        let from = world.root().join(part);
        let to = copy.root().join(part);
        fs::remove_dir_all(&to).ok();
        let arguments = ["-a".as_ref(), from.as_os_str(), to.as_os_str()];
        let answer = world.command("cp").args(arguments).status().unwrap();
        assert!(answer.success());
    }
    copy
}

/// The commands, their arguments parted by bars, each with what shows that it was done.
const CASES: [(&str, &str); 22] = [
    (
        "add-decision|One queue for all",
        "git memory list | grep -q 'One queue'",
    ),
    (
        "supersede|FIRST|--title|Two tables",
        "git memory list --status active | grep -q 'Two tables'",
    ),
    (
        "set|SECOND|tags=kept",
        "git memory list --tag kept | grep -q JSON",
    ),
    (
        "clear|--yes|FIRST|SECOND",
        "git memory list --status archived | grep -q JSON",
    ),
    (
        "topic|write|Storage|--append|Two tables.",
        "git memory topic read storage | grep -q Two",
    ),
    (
        "adopt|memory/notes/by-hand.md",
        "grep -q '^id: ' memory/notes/by-hand.md",
    ),
    (
        "import|adr|docs/adr",
        "git memory list | grep -q 'Use a queue'",
    ),
    (
        "summary|publish|PRIVATE",
        "git memory list | grep -q 'Not yet public'",
    ),
    (
        "feedback|queue|--outcome|missed",
        "grep -q queue memory/recall-feedback.jsonl",
    ),
    (
        "summary|append|--run|k|--step|1|--title|Killed",
        "git memory summary list | grep -q Killed",
    ),
    (
        "summary|compact|--keep|1",
        "git memory summary list | grep -q 'in short'",
    ),
    (
        "set|PRIVATE|tags=kept",
        "git memory show $(git memory list --private | cut -d' ' -f1) | grep -q kept",
    ),
    (
        "summary|forget|PRIVATE",
        "! git memory list --private | grep -q 'Not yet'",
    ),
    (
        "runs|next|plan|--agent|a",
        "git memory runs plan | grep -q doing",
    ),
    ("summary|fold", "git memory summary list | grep -q Aside"),
    (
        "add-note|--commit|HEAD~1|A note",
        "git memory notes HEAD~1 | grep -q 'A note'",
    ),
    (
        "sync",
        "git -C ../remote.git for-each-ref | grep -q refs/memory/branches/main",
    ),
    (
        "user|write|editor|Two spaces.",
        "git memory user read editor | grep -q spaces",
    ),
    ("rules|build", "test -s AGENTS.md"),
    (
        "hooks|uninstall",
        "! grep -q git-memory .git/hooks/pre-commit",
    ),
    ("hooks|install", "git memory hooks status"),
    ("init", "git memory hooks status"),
];

const ADR: &str = "# 1. Use a queue\n\nDate: 2026-02-03\n\n## Status\n\nAccepted\n\n\
                   ## Context\n\nMany writers.\n\n## Decision\n\nOne queue.\n";
