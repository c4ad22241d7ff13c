//! Pathspecs and paths are relative to the working folder, as git's are.

use crate::common::World;
use git_memory_text::limits;

fn with_files() -> World {
    let mut world = World::with_memory();
    for path in ["src/store/a.rs", "src/main.rs", "docs/x.md"] {
        world.write(path, "text\n");
    }
    world.commit("Files");
    world.at("src");
    world
}

#[test]
fn pathspecs_are_relative_to_the_folder() {
    let world = with_files();
    let mut add = vec!["add-decision", "One", "--json"];
    for spec in [
        "store/",
        ":/docs",
        ":(top)src/*.rs",
        "../code.txt",
        ":!store/b",
        ".",
    ] {
        add.extend(["--path", spec]);
    }
    let answer = world.memory(&add);
    assert!(!answer.err.contains("warning"), "{}", answer.err);
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    let paths = || world.memory(["show", &id, "--json"]).json()["paths"].clone();
    let from_top = [
        "src/store/",
        "docs",
        "src/*.rs",
        "code.txt",
        ":!src/store/b",
        "src",
    ];
    assert_eq!(paths(), serde_json::json!(from_top));
    let answer = world.memory(["set", &id, "paths=store/*.rs,:/docs"]);
    assert_eq!((answer.status, answer.err.as_str()), (0, ""));
    assert_eq!(paths(), serde_json::json!(["src/store/*.rs", "docs"]));
    let listed = |path| world.memory(["list", "--path", path, "--json"]).json();
    for path in [
        "store/a.rs",
        "./store/a.rs",
        "../docs/x.md",
        ":/docs/x.md",
        ":(top)docs/x.md",
    ] {
        assert_eq!(listed(path)["records"][0]["id"], id.as_str(), "{path}");
        assert!(world.memory(["why", path]).ok().contains(&id), "{path}");
        assert!(world.memory(["context", "--for", path]).ok().contains(&id));
    }
    assert_eq!(listed("main.rs")["records"], serde_json::json!([]));
    for arguments in [
        ["add-decision", "Two", "--path", "../../up"],
        ["list", "--sort", "id", "--path=../../up"],
    ] {
        let err = world.memory(arguments).fails(128);
        assert!(err.contains("is outside of this repository"), "{err}");
    }
}

#[test]
fn a_pathspec_that_fits_nothing_is_said_at_once_and_by_check() {
    let world = with_files();
    let add = ["add-note", "One", "--path", "nothing/**", "--path", "store"];
    let answer = world.memory(add.iter().chain(&["--path", ":(nonsense)x"]));
    let warnings = "warning: 'src/nothing/**' fits no tracked file\n\
        warning: ':(nonsense)x' is not a valid pathspec\n";
    assert!(answer.err.starts_with(warnings), "{}", answer.err);
    let out = answer.ok();
    let checked = world.memory("check");
    assert_eq!(checked.status, 0);
    let place = out.trim_end().split_once("  ").unwrap().1;
    for fault in [
        "'paths': 'src/nothing/**' fits no tracked file",
        "'paths': ':(nonsense)x' is not a valid pathspec",
    ] {
        let line = format!("{place}:1:1: notice[unmatched-path]: {fault}");
        assert!(checked.out.contains(&line), "{}", checked.out);
    }
    world.memory(["set", &out[..11], "status=archived"]).ok();
    assert!(!world.memory("check").ok().contains("unmatched-path"));
    let warned = world.memory(["set", &out[..11], "paths=gone"]).err;
    assert_eq!(warned, "warning: 'src/gone' fits no tracked file\n");
}

#[test]
fn a_path_that_is_mistyped_is_said_by_lists() {
    let world = with_files();
    world.memory("add-note One --path :/.").ok();
    for options in [&[][..], &["--count"]] {
        let said = |path| {
            let answer = world.memory([&["list", "--path", path], options].concat());
            assert_eq!(answer.status, 0, "{path}");
            answer.err
        };
        let invalid = "warning: ':(bogus)x' is not a valid pathspec\n";
        assert_eq!(said(":(bogus)x"), invalid);
        let unfit = "warning: 'src/nosuch' fits no tracked file\n";
        assert_eq!(said("nosuch"), unfit);
        assert_eq!(said("store"), "");
        assert_eq!(said(":/docs/x.md"), "");
        assert_eq!(said("."), "");
    }
    let before = world.memory("list --rev HEAD --path nosuch");
    assert_eq!(
        before.err, "no records\n",
        "the files of that time are not known"
    );
}

#[test]
fn globs_that_nobody_compared_are_a_notice() {
    let mut world = with_files();
    world.at("..");
    // A glob costs as much as 200 comparisons.
    for nth in 10..12 + limits::PATH_COMPARISONS / 200 / 1000 {
        let mut globs: Vec<String> = Vec::new();
        for glob in 0..1000 {
            globs.push(format!("s*/{nth}-{glob}"));
        }
        let text = format!(
            "---\nid: dec-1000{nth}\ntitle: T{nth}\nstatus: active\nscope: project\n\
             updated: 2026-11-01\npaths: [{}]\n---\nT.\n",
            globs.join(", ")
        );
        world.write(&format!("memory/decisions/261101-{nth}.md"), text);
    }
    let out = world.memory("check").ok();
    let said = "was not compared with the tracked files: too many globs (nor were";
    assert_eq!(out.matches(said).count(), 1, "{out}");
    assert!(out.contains("fits no tracked file"), "{out}");
}
