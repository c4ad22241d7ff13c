//! The days that `git memory import adr` knows from git's history.

use crate::common::{World, has};

const DECISION: &str = "# A\n\n## Status\n\nAccepted\n\n## Decision\n\nA.\n";

fn commit(world: &mut World, day: &str) {
    world.set("GIT_AUTHOR_DATE", &format!("{day}T10:00:00Z"));
    world.git(["commit", "-q", "-m", day]).ok();
}

#[test]
fn history_is_followed_to_the_folder_that_a_file_came_from() {
    let mut world = World::with_memory();
    world.write("notes/0001-a.md", DECISION);
    world.git("add notes").ok();
    commit(&mut world, "2010-01-02");
    world.git("mv notes adr").ok();
    commit(&mut world, "2011-01-02");
    world.git("mv adr/0001-a.md adr/0001-b.md").ok();
    commit(&mut world, "2012-01-02");
    world.write("adr/NNNN-c.md", DECISION.replace("A.", "C."));
    world.git("add adr").ok();
    commit(&mut world, "2011-02-03");
    world.git("rm -q adr/NNNN-c.md").ok();
    world.write("adr/0002-better.md", DECISION.replace("A.", "Better."));
    world.git("add adr").ok();
    commit(&mut world, "2011-02-04");
    // In this commit's list, the removed file comes after the added one.
    world.git("mv adr/0001-b.md adr/0001-a-b.md").ok();
    commit(&mut world, "2012-01-03");
    let report = world.memory("import adr adr --json").json();
    assert_eq!(report["files"][0]["dated_by"], "git");
    assert_eq!(report["files"][1]["created"], "2011-02-03");
    let text = world.read(report["files"][0]["path"].as_str().unwrap());
    has(&text, "\ncreated: 2010-01-02\nupdated: 2012-01-03\n");
}

#[test]
fn settings_of_git_log_change_no_day() {
    let mut world = World::new();
    world.write("adr/0001-a.md", DECISION);
    world.git("add adr").ok();
    commit(&mut world, "2010-01-02");
    world.write("adr/0001-a.md", format!("{DECISION}\nMore.\n"));
    world.write("adr/0002-b.md", DECISION);
    world.git("add adr").ok();
    commit(&mut world, "2011-01-02");
    world.memory("init --no-hooks").ok();
    for setting in [
        "log.showRoot=false",
        "log.follow=true",
        "diff.renames=copies",
    ] {
        let (name, value) = setting.split_once('=').unwrap();
        world.git(["config", name, value]).ok();
    }
    let report = world.memory("import adr adr --json").json();
    for (nth, day) in ["2010-01-02", "2011-01-02"].into_iter().enumerate() {
        let file = &report["files"][nth];
        assert_eq!(file["dated_by"], "git");
        assert_eq!(file["created"], day, "{file}");
    }
}

#[test]
fn a_shallow_clone_says_that_a_day_may_be_earlier() {
    let mut world = World::new();
    world.write("adr/0001-a.md", DECISION);
    let text = "# B\n\n- Status: accepted\n- Date: 2009-01-02\n\n## Decision\n\nB.\n";
    world.write("adr/0002-dated.md", text);
    world.git("add adr").ok();
    commit(&mut world, "2010-01-02");
    world.write("adr/0001-a.md", format!("{DECISION}\nMore.\n"));
    world.git("add adr").ok();
    commit(&mut world, "2011-01-02");
    world.write("adr/0003-c.md", DECISION);
    world.git("add adr").ok();
    commit(&mut world, "2012-01-02");
    let from = format!("file://{}", world.here.display());
    let call = ["clone", "-q", "--depth", "2", &from, "../shallow"];
    world.git(call).ok();
    world.at("../shallow");
    world.memory("init --no-hooks").ok();
    let import = ["import", "adr", "adr", "--json", "--dry-run"];
    let report = world.memory(import).json();
    let facts = |report: &serde_json::Value| {
        let mut facts = Vec::new();
        for file in report["files"].as_array().unwrap() {
            let day = file["created"].as_str().unwrap();
            facts.push(format!("{day} {}", file["dated_by"].as_str().unwrap()));
        }
        facts
    };
    // The second commit is where the clone ends: the first file may be as old as the world.
    assert_eq!(
        facts(&report),
        ["2011-01-02 shallow", "2009-01-02 header", "2012-01-02 git"]
    );
    let said = world.memory("import adr adr");
    has(&said.out, "1 the end of this shallow clone, or older");
    has(&said.err, "hint: 'git fetch --unshallow' first");
    // Its last change is not known either.
    let dated = world.memory("show 0002-dated").ok();
    assert!(dated.contains("updated: 2009-01-02\n"), "{dated}");
    world.git("fetch -q --unshallow").ok();
    world.git("rm -rqf memory").ok();
    world.memory("init --no-hooks").ok();
    let report = world.memory(import).json();
    assert_eq!(
        facts(&report),
        ["2010-01-02 git", "2009-01-02 header", "2012-01-02 git"]
    );
}
