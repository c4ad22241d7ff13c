//! `git memory map`, and the symbols of files where records are looked for.

use std::fs;

use crate::common::{World, token};

const STORE: &str = "pub struct DataStore;\nimpl DataStore {\n    pub fn open_all() {}\n}\n";

/// A repository in which three commands use one store.
fn world() -> World {
    let world = World::with_memory();
    world.write("src/store.rs", STORE);
    for name in ["add", "list", "show"] {
        let source = format!("pub fn run_{name}(on: DataStore) {{\n    open_all();\n}}\n");
        world.write(&format!("src/verbs/{name}.rs"), &source);
    }
    world.write("lib/tool.py", "class Tool:\n    def use_it(self): pass\n");
    world.write("node_modules/x/i.js", "export function foreign_one() {}\n");
    world.write("README.md", "# fn not_code() {}\n");
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Begin"]).ok();
    world
}

#[cfg(feature = "map")]
#[test]
fn what_is_most_used_comes_first() {
    let world = world();
    let text = world.memory(["map"]).ok();
    assert_eq!(
        text,
        "src/store.rs: DataStore(open_all)\n\
         lib/tool.py: Tool(use_it)\n\
         src/verbs/\n  add.rs: run_add\n  list.rs: run_list\n  show.rs: run_show\n"
    );
    // What was kept says the same, and so does another clone.
    assert_eq!(world.memory(["map"]).ok(), text);
    let answer = world.memory(["map", "--json"]).json();
    assert_eq!(answer["text"], text);
    let first = &answer["files"][0]["symbols"][0];
    assert_eq!(first["name"], "DataStore");
    assert_eq!(first["kind"], "class");
    assert_eq!(first["line"], 1);
    assert_eq!(first["used"], true);
    let method = &answer["files"][0]["symbols"][1];
    assert_eq!(method["container"], "DataStore");
    assert_eq!(answer["files_left"], 0);
}

#[cfg(feature = "map")]
#[test]
fn a_map_has_room_for_what_matters() {
    let world = world();
    let text = world.memory(["map", "--max-tokens", "45"]).ok();
    assert!(text.starts_with("src/store.rs: DataStore"), "{text}");
    assert!(
        text.lines().last().unwrap().starts_with("Left out: "),
        "{text}"
    );
    let asked = ["map", "--max-tokens", "45", "--query", "the show verb"];
    assert!(world.memory(asked).ok().contains("show.rs: run_show"));
    let named = ["map", "--max-tokens", "45", "--for", "lib"];
    assert!(
        world
            .memory(named)
            .ok()
            .starts_with("lib/tool.py: Tool(use_it)\n")
    );
    for most in ["0", "1", "5"] {
        let nothing = world.memory(["map", "--max-tokens", most]);
        assert_eq!(nothing.out, "");
        assert!(nothing.err.contains("no room"), "{}", nothing.err);
    }
}

#[cfg(feature = "map")]
#[test]
fn the_work_tree_counts_and_a_revision_has_its_own() {
    let world = world();
    world.write("src/store.rs", "pub struct NewStore;\n");
    fs::remove_file(world.here.join("lib/tool.py")).unwrap();
    world.write("src/untracked.rs", "pub struct Untracked;\n");
    let text = world.memory(["map"]).ok();
    assert!(text.contains("src/store.rs: NewStore\n"), "{text}");
    assert!(
        !text.contains("Tool") && !text.contains("Untracked"),
        "{text}"
    );
    let before = world.memory(["map", "--rev", "HEAD"]).ok();
    assert!(before.contains("DataStore(open_all)") && before.contains("Tool"));
    // What cannot be read of what was kept is made again.
    let kept = world.here.join(".git/memory/symbols");
    if kept.exists() {
        for damage in ["", "nonsense", "git-memory symbols 1\n\u{1}\u{2}\u{3}\u{4}"] {
            fs::write(&kept, damage).unwrap();
            assert_eq!(world.memory(["map"]).ok(), text, "{damage:?}");
        }
    }
}

#[cfg(all(unix, feature = "map"))]
#[test]
fn sources_that_mean_harm_do_none() {
    let world = world();
    world.write("src/a\u{1b}[2J\u{202e}.rs", "pub struct Tricky;\n");
    world.write("src/large.rs", "// x\n".repeat(300_000));
    world.write("src/deep.py", "/*\n".repeat(20_000));
    world.write("src/secret.rs", format!("pub struct {};\n", token()));
    std::os::unix::fs::symlink("/etc/passwd", world.here.join("src/link.rs")).unwrap();
    world.git(["add", "-A"]).ok();
    let text = world.memory(["map", "--max-tokens", "5000"]).ok();
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    assert!(
        text.contains("Tricky") && text.contains("large.rs\n"),
        "{text}"
    );
    assert!(
        text.contains("deep.py\n") && !text.contains("link.rs"),
        "{text}"
    );
    assert!(!text.contains(&token()), "{text}");
    if let Ok(kept) = fs::read(world.here.join(".git/memory/symbols")) {
        assert!(!String::from_utf8_lossy(&kept).contains(&token()));
    }
}

#[cfg(feature = "map")]
#[test]
fn decisions_are_in_reach_of_code() {
    let world = world();
    let decision = [
        "add-decision",
        "One store for all",
        "--path",
        "src/store.rs",
        "--json",
    ];
    let id = world.memory(decision).json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let text = world.memory(["map", "--decisions"]).ok();
    let expected = format!("src/store.rs: DataStore(open_all)\n  > {id} One store for all\n");
    assert!(text.starts_with(&expected), "{text}");
    let answer = world.memory(["map", "--decisions", "--json"]).json();
    assert_eq!(answer["files"][0]["decisions"][0]["id"], id.as_str());
    assert!(!world.memory(["map"]).ok().contains(&id));
}

#[test]
fn records_that_name_a_symbol_are_about_it() {
    let world = world();
    let add = |title: &str, more: &[&str]| {
        let arguments = [&["add-decision", title, "--json"], more].concat();
        world.memory(arguments).json()["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let by_path = add("By path", &["--path", "src/store.rs"]);
    let by_name = add(
        "By name",
        &["--description", "Everything goes through `open_all`."],
    );
    let other = add("Another", &["--description", "Nothing re_open_all of it."]);
    let ids = |location: &str| -> Vec<String> {
        let answer = world.memory(["why", location, "--json"]).json();
        let records = answer["spots"][0]["records"].as_array().unwrap().iter();
        records
            .map(|it| it["id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        ids("src/store.rs#open_all"),
        [by_name.clone(), by_path.clone()]
    );
    let answer = world
        .memory(["why", "src/store.rs#open_all", "--json"])
        .json();
    assert_eq!(answer["spots"][0]["symbol"], "open_all");
    let expected = if cfg!(feature = "map") {
        vec![by_path, by_name]
    } else {
        vec![by_path]
    };
    assert_eq!(ids("src/store.rs"), expected);
    let text = world.memory(["why", "src/store.rs#nothing", "lib/tool.py"]);
    assert!(
        text.err.contains("no records or notes about lib/tool.py"),
        "{}",
        text.err
    );
    assert!(!text.out.contains(&other), "{}", text.out);
}

#[cfg(not(feature = "map"))]
#[test]
fn a_build_without_it_says_so() {
    let error = world().memory(["map"]).fails(128);
    assert!(error.contains("built without its feature 'map'"), "{error}");
}
