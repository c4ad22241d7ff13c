//! `git memory map`, and the symbols of files where records are looked for.

use std::fs;
use std::path::Path;

use crate::common::{World, ends, has, lacks, token};

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
    world.commit("Begin");
    world
}

#[test]
fn what_no_tool_may_touch_is_not_in_it() {
    let world = World::with_memory();
    world.write("open/a.rs", "pub fn shown() {}\n");
    world.write("priv/a.rs", "pub fn hidden() {}\n");
    world.write("memory/config.yaml", "policy:\n  block: [priv]\n");
    world.commit("Begin");
    for arguments in [
        &["map"][..],
        &["map", "--for", "priv/a.rs"],
        &["map", "--rev", "HEAD"],
        &["context", "--map"],
        &["context", "--map", "--committed"],
    ] {
        let map = world.memory(arguments).ok();
        assert!(map.contains("shown") && !map.contains("hidden"), "{map}");
    }
}

#[test]
fn what_is_most_used_comes_first() {
    let world = world();
    let text = world.memory("map").ok();
    assert_eq!(
        text,
        "src/store.rs: DataStore(open_all)\n\
         lib/tool.py: Tool(use_it)\n\
         src/verbs/\n  add.rs: run_add\n  list.rs: run_list\n  show.rs: run_show\n"
    );
    // The cache has the same text, and so does another clone.
    assert_eq!(world.memory("map").ok(), text);
    let answer = world.memory("map --json").json();
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

#[test]
fn a_map_has_room_for_what_matters() {
    let world = world();
    let text = world.memory("map --max-tokens 45").ok();
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
        has(&nothing.err, "the limit is too small");
    }
}

#[test]
fn the_work_tree_counts_and_a_revision_has_its_own() {
    let world = world();
    world.write("src/store.rs", "pub struct NewStore;\n");
    fs::remove_file(world.here.join("lib/tool.py")).unwrap();
    world.write("src/untracked.rs", "pub struct Untracked;\n");
    let text = world.memory("map").ok();
    assert!(text.contains("src/store.rs: NewStore\n"), "{text}");
    lacks(&text, ["Tool", "Untracked"]);
    let before = world.memory("map --rev HEAD").ok();
    assert!(before.contains("DataStore(open_all)") && before.contains("Tool"));
    // A damaged cache is built again.
    let kept = world.here.join(".git/memory/by-blob/symbols");
    if kept.exists() {
        for damage in ["", "nonsense", "git-memory symbols 2\n\u{1}\u{2}\u{3}\u{4}"] {
            fs::write(&kept, damage).unwrap();
            fs::remove_dir_all(world.here.join(".git/memory/answers")).unwrap();
            assert_eq!(world.memory("map").ok(), text, "{damage:?}");
        }
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|it| it.file_name().into_string().unwrap())
        .collect()
}

#[test]
fn a_map_is_kept_until_a_source_or_a_question_changes() {
    let world = world();
    let kept = world.here.join(".git/memory/answers");
    // Answers of other kinds have names with a word before the hash.
    let is_map = |name: &String| !name.contains('-');
    let count = || names_in(&kept).iter().filter(|name| is_map(name)).count();
    let first = world.memory("map --json").json();
    let one = count();
    assert_eq!(world.memory("map --json").json(), first);
    assert_eq!((one, count()), (1, 1));
    let asked = world.memory("map --query verbs").ok();
    assert_eq!(world.memory("map --query verbs").ok(), asked);
    assert_eq!(count(), 2);
    // Records change without a source.
    world.memory("map --decisions").ok();
    assert_eq!(count(), 2);
    for file in fs::read_dir(&kept).unwrap() {
        fs::write(file.unwrap().path(), "damage").unwrap();
    }
    assert_eq!(world.memory("map --json").json(), first);
    world.write("src/store.rs", "pub struct OtherStore;\n");
    assert!(world.memory("map").ok().contains("OtherStore"));
}

#[cfg(unix)]
#[test]
fn sources_that_mean_harm_do_none() {
    let world = world();
    world.write("src/a\u{1b}[2J\u{202e}.rs", "pub struct Tricky;\n");
    world.write("src/large.rs", "// x\n".repeat(300_000));
    world.write("src/deep.py", "/*\n".repeat(20_000));
    world.write("src/secret.rs", format!("pub struct {};\n", token()));
    std::os::unix::fs::symlink("/etc/passwd", world.here.join("src/link.rs")).unwrap();
    world.git("add -A").ok();
    let text = world.memory("map --max-tokens 5000").ok();
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    has(&text, ["Tricky", "large.rs\n"]);
    has(&text, "deep.py\n");
    lacks(&text, "link.rs");
    assert!(!text.contains(&token()), "{text}");
    if let Ok(kept) = fs::read(world.here.join(".git/memory/by-blob/symbols")) {
        assert!(!String::from_utf8_lossy(&kept).contains(&token()));
    }
}

/// A few kilobytes for which a parser takes gigabytes, unless something stops it.
fn ambiguous(piece: &str) -> String {
    (piece.repeat(50) + "\n").repeat(400)
}

#[test]
fn sources_that_take_all_memory_are_named_and_the_others_are_read() {
    let world = world();
    world.write("src/one.java", ambiguous("a<"));
    world.write("src/two.ts", ambiguous("a<b,"));
    for nth in 0..8 {
        let file = format!("pub fn late_{nth}() {{}}\n");
        world.write(&format!("src/late{nth}.rs"), file);
    }
    world.git("add -A").ok();
    let first = world.memory("map");
    for nth in 0..8 {
        assert!(first.out.contains(&format!("late_{nth}")), "{}", first.out);
    }
    let warning = "no symbols of 'src/one.java': parsing takes too long or too much memory\n";
    has(&first.err, &format!("warning: {warning}"));
    let answer = world.memory("map --json").json();
    let unread = serde_json::json!(["src/one.java", "src/two.ts"]);
    assert_eq!(answer["unread"], unread);
    // Nothing of what is known of them is found out twice.
    assert_eq!(answer["text"], first.out);
    let why = world.memory("why src/one.java");
    assert!(!why.err.contains("fatal"), "{}", why.err);
}

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
    let text = world.memory("map --decisions").ok();
    let expected = format!("src/store.rs: DataStore(open_all)\n  > {id} One store for all\n");
    assert!(text.starts_with(&expected), "{text}");
    let answer = world.memory("map --decisions --json").json();
    assert_eq!(answer["files"][0]["decisions"][0]["id"], id.as_str());
    assert!(!world.memory("map").ok().contains(&id));
}

#[test]
fn a_map_tells_how_much_is_decided_and_has_moved() {
    let world = world();
    for (title, path) in [("One store", "src/store.rs"), ("Verbs", "src/verbs/**")] {
        let why = ["--rationale", "A verb is `run_add(on: DataStore)`."];
        let words = ["add-decision", title, "--path", path].into_iter();
        world.memory(words.chain(why)).ok();
    }
    world.commit("Decide");
    world.write("src/verbs/add.rs", "pub fn run_add() {}\n");
    world.git("commit -q -am 'Change a verb'").ok();
    let text = world.memory("map --decisions").ok();
    let coverage = "\nDecision coverage: 4 of 5 files; changed since: 3\n";
    ends(&text, coverage);
    let answer = world.memory("map --decisions --json").json();
    let folder = |path, files, decided, moved| serde_json::json!({"path": path, "files": files, "decided": decided, "changed": moved});
    let expected = serde_json::json!({
        "files": 5, "decided": 4, "changed": 3, "folders_left": 0,
        "folders": [folder("lib", 1, 0, 0), folder("src", 4, 4, 3), folder("src/verbs", 3, 3, 3)],
    });
    assert_eq!(answer["decided"], expected);
    // It takes its room from the budget.
    let small = ["map", "--decisions", "--max-tokens", "60", "--json"];
    let small = world.memory(small).json();
    assert!(small["tokens"].as_u64().unwrap() <= 60, "{small}");
    assert!(world.memory("map --json").json()["decided"].is_null());
}

#[test]
fn records_that_name_a_symbol_are_about_it() {
    let world = world();
    let add = |title: &str, more: &[&str]| {
        let arguments = [&["add-decision", title, "--json"], more].concat();
        let answer = world.memory(arguments).json();
        answer["id"].as_str().unwrap().to_owned()
    };
    let by_path = add("By path", &["--path", "src/store.rs"]);
    let words = "Everything goes through `open_all`.";
    let by_name = add("By name", &["--description", words]);
    let other = add("Another", &["--description", "Nothing re_open_all of it."]);
    let ids = |location: &str| -> Vec<String> {
        let answer = world.memory(["why", location, "--json"]).json();
        let records = answer["spots"][0]["records"].as_array().unwrap().iter();
        let ids = records.map(|it| it["id"].as_str().unwrap().to_owned());
        ids.collect()
    };
    assert_eq!(ids("src/store.rs#open_all"), [by_name, by_path.clone()]);
    let answer = world.memory("why src/store.rs#open_all --json").json();
    assert_eq!(answer["spots"][0]["symbol"], "open_all");
    // A method of the same name may be anywhere: it ties a record only where it is asked for.
    assert_eq!(ids("src/store.rs"), [by_path]);
    let text = world.memory("why src/store.rs#nothing lib/tool.py");
    has(&text.err, "no records or notes about lib/tool.py");
    assert!(!text.out.contains(&other), "{}", text.out);
}

#[test]
fn a_file_or_symbol_that_is_nowhere_is_named() {
    let world = world();
    for (asked, told) in [
        ("src/store.rs#open_all", ""),
        ("src/store.rs#DataStore::open_all", ""),
        (
            "src/store.rs#NoSuch",
            "warning: 'src/store.rs' has no 'NoSuch'\n",
        ),
        (
            "src/store.rs#open",
            "warning: 'src/store.rs' has no 'open'\n",
        ),
        ("src", ""),
        (".", ""),
        (
            "no/file.rs#open",
            "warning: 'no/file.rs' fits no tracked file\n",
        ),
    ] {
        let err = world.memory(["why", asked]).err;
        let warned = err.lines().filter(|line| line.starts_with("warning: "));
        assert_eq!(
            warned.collect::<String>(),
            told.trim_end(),
            "{asked}: {err}"
        );
    }
    let why = world.memory("why --rev HEAD src/store.rs#NoSuch");
    assert!(why.err.contains("has no 'NoSuch'"), "{}", why.err);
    let map = world.memory("map --for no/file src");
    assert_eq!(map.err, "warning: 'no/file' fits no tracked file\n");
    assert!(map.ok().contains("run_add"));
}

#[test]
fn a_pack_carries_the_map_where_it_is_asked_for() {
    let world = world();
    let expected = "## Map\n\n\
        ~~~ map=work-tree\n\
        src/store.rs: DataStore(open_all)\n\
        lib/tool.py: Tool(use_it)\n\
        src/verbs/\n  add.rs: run_add\n  list.rs: run_list\n  show.rs: run_show\n\
        ~~~\n";
    let text = world.memory("context --map").ok();
    assert!(text.contains(expected), "{text}");
    assert!(!world.memory("context").ok().contains("## Map"));
    // A source that changed is another pack, and one that changed back the first one.
    world.write("src/store.rs", "pub struct NewStore;\n");
    let changed = world.memory("context --map").ok();
    assert!(changed.contains("src/store.rs: NewStore\n"), "{changed}");
    let committed = world.memory("context --map --committed").ok();
    let expected = expected.replace("work-tree", "HEAD");
    assert!(committed.contains(&expected), "{committed}");
    world.write("src/store.rs", STORE);
    assert_eq!(world.memory("context --map").ok(), text);
    let named = world.memory("context --map --for lib").ok();
    has(&named, "~~~ map=work-tree\nlib/tool.py: Tool(use_it)\n");
}

#[test]
fn no_pack_with_a_map_is_over_its_budget() {
    let world = world();
    for nth in 0..40 {
        let source = format!("pub struct Part{nth};\npub fn make_part_{nth}() -> DataStore {{}}\n");
        world.write(&format!("src/parts/p{nth}.rs"), source);
    }
    world.git("add -A").ok();
    for most in [0, 1, 20, 60, 100, 150, 200, 300, 500, 800, 2000] {
        let text = most.to_string();
        let by_tokens = world.memory(["context", "--map", "--max-tokens", &text, "--json"]);
        let tokens = by_tokens.json()["tokens"].as_u64().unwrap();
        assert!(tokens <= most, "{most}");
        let by_lines = world.memory(["context", "--map", "--max-lines", &text]);
        assert!(by_lines.ok().lines().count() as u64 <= most, "{most}");
    }
    let small = world.memory("context --map --max-tokens 400").ok();
    let map = small.split("~~~ map=work-tree\n").nth(1).unwrap();
    let map = map.split("~~~").next().unwrap();
    has(map, "\nLeft out: ");
    lacks(map, "[…]");
    // A part without room is named, with the command that shows it.
    let tiny = world.memory("context --map --max-tokens 110").ok();
    assert!(tiny.contains("1 map (git memory map)"), "{tiny}");
}

#[test]
fn records_that_name_a_symbol_are_near_its_file() {
    let world = world();
    let add = |title: &str, words: &str| {
        let arguments = ["add-decision", title, "--rationale", words, "--json"];
        let answer = world.memory(arguments).json();
        answer["id"].as_str().unwrap().to_owned()
    };
    for nth in 0..6 {
        add(&format!("Rule {nth} of caching"), "Entries are cached.");
    }
    let words = "Callers of open_all are few. Entries are cached.";
    let named = add("Rule of opening", words);
    let asked = "recall 'caching entries cached' --for src/store.rs --explain";
    let answer = world.memory(asked).ok();
    let first = answer.lines().next().unwrap();
    assert!(first.contains(&named), "{answer}");
    assert!(answer.contains("mentions"), "{answer}");
}
