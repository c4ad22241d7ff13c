//! Bundles of the Open Knowledge Format: `import okf`, `export okf`, `check --okf`, `adopt --types`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::{World, begins, has, lacks, token};

/// A bundle as another program writes it: odd keys, comments, order and line ends, listings, a
/// history, code.
const BUNDLE: [(&str, &str); 8] = [
    (
        "tables/orders.md",
        "---\n# about\ntype:   'BigQuery Table' # theirs\ntags: [a,  b]\nowner: {x: 1}\n\
         generated: { by: bot/1, at: 2026-01-02T00:00:00Z }\nstatus: deprecated\n---\n\
         See [them](/tables/customers.md) and [near](./customers.md).",
    ),
    (
        "tables/customers.md",
        "\u{feff}---\r\ntype: BigQuery Table\r\nid: 7\r\n---\r\nText.\r\n",
    ),
    ("tables/index.md", "# Tables\n\n* [Orders](orders.md)\n"),
    ("decisions/stores.md", "---\ntype: Policy\n---\n# Stores\n"),
    ("decisions/untyped.md", "# Untyped\n"),
    (
        "index.md",
        "---\nokf_version: \"0.2\"\n---\n# All\n\n* [T](tables/)\n",
    ),
    ("log.md", "# Log\n\n## 2026-05-22\n* **Update**: x\n"),
    ("attesters/equal.py", "print(1)\n"),
];

/// Every file below a folder but the derived one that only a memory has.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
                files.insert(name.replace('\\', "/"), fs::read(&path).unwrap());
            }
        }
    }
    files.remove("impressions.jsonl");
    files
}

/// A world beside a bundle of the name `shop`.
fn beside_bundle() -> World {
    let world = World::with_memory();
    for (path, text) in BUNDLE {
        world.write(&format!("../shop/{path}"), text);
    }
    world
}

#[test]
fn a_bundle_comes_back_with_the_same_bytes() {
    let world = beside_bundle();
    let report = world.memory("import okf ../shop").ok();
    assert!(
        report.ends_with("8 files: 8 imported, 0 already known, 0 skipped\n"),
        "{report}"
    );
    let again = world.memory("import okf ../shop").ok();
    assert!(again.contains("0 imported, 8 already known"), "{again}");
    world.memory("export okf ../out --from shop").ok();
    let (shop, out) = (world.root().join("shop"), world.root().join("out"));
    let mut expected = tree(&shop);
    // The export adds the keys that the format requires, and the import removes them.
    let untyped = String::from_utf8(tree(&out)["decisions/untyped.md"].clone()).unwrap();
    assert!(
        untyped.starts_with("---\ntype: Topic\ngit_memory: "),
        "{untyped}"
    );
    expected.insert("decisions/untyped.md".to_owned(), untyped.into_bytes());
    assert_eq!(tree(&out), expected);
    world.memory("import okf ../out --into back").ok();
    assert_eq!(tree(&world.here.join("memory/back")), tree(&shop));
    let pages = world.memory("list --topic shop");
    assert!(pages.status != 128, "{}", pages.err);
}

#[test]
fn a_bundle_inside_of_another_comes_back_as_its_own() {
    let world = beside_bundle();
    world.memory("import okf ../shop").ok();
    world.memory("adopt --types").ok();
    assert_eq!(world.memory("check --okf").ok(), "");
    world.memory("export okf ../out").ok();
    let listing = world.read("../out/shop/index.md");
    assert!(
        listing.starts_with("<!-- git_memory: front matter\nokf_version: \"0.2\"\n-->\n# All\n"),
        "{listing}"
    );
    let to = World::with_memory();
    let out = world.root().join("out");
    to.memory(["import", "okf", out.to_str().unwrap()]).ok();
    assert_eq!(
        tree(&to.here.join("memory/shop")),
        tree(&world.here.join("memory/shop"))
    );
    to.memory("check --okf").ok();
}

/// A world whose memory has something of everything, committed by a person and by an agent.
fn varied() -> World {
    let world = World::with_memory();
    world.write("src/a.rs", "1\n");
    world
        .memory(["add-decision", "Use \"Postgres\": #1", "--path", "src/**"])
        .ok();
    world.memory("add-loop Ask --source agent").ok();
    world.write(
        "memory/rules/style.md",
        "<!-- budget: 9 lines -->\n# Style\n",
    );
    world.write("memory/notes/page.md", "Only text.\n");
    world.write("memory/notes/flow.md", "---\n{title: Flow}\n---\nText.\n");
    let old = "---\nid: dec-oldold\nstatus:  'archived' # by x\n\
               title: Old\nscope: project\nupdated: 2026-11-20\n---\nNo line end";
    world.write("memory/decisions/old.md", old);
    world.commit("Write");
    world.write("src/a.rs", "2\n");
    world.git("commit -qam Change").ok();
    world
}

#[test]
fn a_memory_comes_back_with_the_same_records() {
    let world = varied();
    let answer = world.memory("export okf ../out");
    has(&answer.err, "memory/notes/flow.md was not changed");
    answer.ok();
    world.memory("export okf ../again --rev HEAD").ok();
    let bundle = tree(&world.root().join("out"));
    assert_eq!(bundle, tree(&world.root().join("again")));
    let to = World::with_memory();
    to.write("memory/summary.md", world.read("memory/summary.md"));
    to.memory(["import", "okf", world.root().join("out").to_str().unwrap()])
        .ok();
    assert_eq!(
        tree(&to.here.join("memory")),
        tree(&world.here.join("memory"))
    );
    let report = to
        .memory(["import", "okf", world.root().join("out").to_str().unwrap()])
        .ok();
    assert!(report.contains(" 0 imported"), "{report}");
}

/// A bundle of a decision and a blocked loop, changed by another program.
fn changed_bundle(world: &World, change: impl Fn(&str) -> String) {
    world.memory("add-decision --id dec-aaaaaa Stores").ok();
    world.memory("add-loop --id loop-bbbbbb Ask").ok();
    world.memory("set loop-bbbbbb status=blocked").ok();
    world.memory("export okf ../out").ok();
    for path in tree(&world.root().join("out")).into_keys() {
        let path = format!("../out/{path}");
        world.write(&path, change(&world.read(&path)));
    }
}

fn status_of(world: &World, id: &str) -> String {
    let shown = world.memory(["show", id, "--json"]).json();
    shown["status"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_status_that_another_program_changed_is_taken_over() {
    let world = World::with_memory();
    changed_bundle(&world, |text| {
        text.replace("\nstatus: stable\n", "\nstatus: deprecated\n")
    });
    let to = World::with_memory();
    let out = world.root().join("out");
    to.memory(["import", "okf", out.to_str().unwrap()]).ok();
    assert_eq!(status_of(&to, "dec-aaaaaa"), "archived");
    assert_eq!(status_of(&to, "loop-bbbbbb"), "closed");
    let report = world.memory("import okf ../out").ok();
    assert!(report.contains("2 skipped"), "{report}");
    world.memory("import okf ../out --update").ok();
    assert_eq!(status_of(&world, "dec-aaaaaa"), "archived");
}

#[test]
fn a_status_without_the_note_of_the_export_is_read_as_the_kinds() {
    let world = World::with_memory();
    changed_bundle(&world, |text| {
        let kept = text.lines().filter(|line| !line.starts_with("git_memory:"));
        kept.map(|line| format!("{line}\n")).collect()
    });
    let to = World::with_memory();
    let out = world.root().join("out");
    to.memory(["import", "okf", out.to_str().unwrap()]).ok();
    assert_eq!(status_of(&to, "dec-aaaaaa"), "active");
    assert_eq!(status_of(&to, "loop-bbbbbb"), "open");
    // The known record has the more precise status.
    world.memory("import okf ../out --update").ok();
    assert_eq!(status_of(&world, "loop-bbbbbb"), "blocked");
}

#[test]
fn what_a_record_was_about_is_gone_since_a_day() {
    let world = World::with_memory();
    world.write("gone.rs", "fn gone() {}\n");
    let add = [
        "add-lesson",
        "--id",
        "les-aaaaaa",
        "Gone",
        "--path",
        "gone.rs",
    ];
    world.memory(add).ok();
    world.commit("Here");
    world.git("rm --quiet gone.rs").ok();
    world.git("commit --quiet -m Gone").ok();
    world.memory("export okf ../out").ok();
    let bundle = tree(&world.root().join("out"));
    let lesson = bundle.iter().find(|(path, _)| path.contains("gone"));
    let lesson = String::from_utf8(lesson.unwrap().1.clone()).unwrap();
    assert!(lesson.contains("\nstale_after: "), "{lesson}");
    let shown = world.memory("show les-aaaaaa --json").json();
    assert_eq!(shown["freshness"]["state"], "deleted");
}

#[test]
fn records_say_who_stands_for_them_and_until_when() {
    let world = varied();
    world.memory("export okf ../out").ok();
    let bundle = tree(&world.root().join("out"));
    let of = |part: &str| {
        let (_, bytes) = bundle.iter().find(|(path, _)| path.contains(part)).unwrap();
        String::from_utf8(bytes.clone()).unwrap()
    };
    let decision = of("use-postgres");
    has(&decision, ["\ntype: Decision", "\nstatus: stable"]);
    has(
        &decision,
        ["\ngenerated: { by: \"human:", "\nstale_after: "],
    );
    has(&decision, "\nverified: [{ by: \"human:");
    assert!(of("open-loops/").contains("\ngenerated: { by: agent/unknown, at: "));
    let old = of("decisions/old.md");
    has(&old, "\nstatus: deprecated\n");
    lacks(&old, "stale_after");
    let index = of("index.md");
    begins(&index, "---\nokf_version: \"0.2\"\n---\n");
    assert!(!index.contains("Old"), "{index}");
    let to = World::new();
    fs::rename(world.root().join("out"), to.here.join("memory")).unwrap();
    fs::remove_file(to.here.join("memory/notes/flow.md")).unwrap();
    to.memory("check --okf").ok();
}

#[test]
fn a_new_memory_is_a_bundle() {
    let world = World::new();
    world.memory("init --rules").ok();
    world.memory("add-decision 'Use Postgres'").ok();
    world
        .memory(["topic", "write", "Storage", "# All of it\n"])
        .ok();
    assert_eq!(world.memory("check --okf").ok(), "");
    let (_, path) = world.decision("Use Redis");
    let text = world.read(&path);
    assert_eq!(text.matches("\ntype: Decision\n").count(), 1, "{text}");
    // Without the option, the format's faults are not reported.
    world.write(&path, text.replace("type: Decision\n", ""));
    let found = world.memory("check --okf");
    assert!(found.err.contains("adopt --types"), "{}", found.err);
    assert_eq!(found.status, 1);
    assert!(found.out.contains("error[no-type]"), "{}", found.out);
    assert!(!world.memory("check").ok().contains("no-type"));
}

#[test]
fn what_is_missing_is_added_and_nothing_else() {
    let world = World::with_memory();
    let record = "---\nid: dec-aaaaaa # x\ntitle: T\nstatus: active\nscope: project\n\
                  updated: 2026-11-20\n---\nText";
    world.write("memory/decisions/a.md", record);
    world.write("memory/notes/flow.md", "---\n{title: Flow}\n---\nText.\n");
    world.write("memory/web/index.md", "# Web\n");
    world.write("memory/rules/a.md", "<!-- budget: 9 lines -->\nDo.\n");
    let dry = world.memory("adopt --types --dry-run").ok();
    assert_eq!(world.read("memory/decisions/a.md"), record);
    assert_eq!(world.memory("adopt --types").ok(), dry);
    assert_eq!(dry, "memory/decisions/a.md\nmemory/rules/a.md\n");
    let typed = record.replace("\n---\nText", "\ntype: Decision\n---\nText");
    assert_eq!(world.read("memory/decisions/a.md"), typed);
    assert_eq!(
        world.read("memory/rules/a.md"),
        "---\ntype: Rule\n---\n<!-- budget: 9 lines -->\nDo.\n"
    );
    let built = world.memory("rules build --for claude");
    assert!(!built.ok().contains("type: Rule") && !world.read("CLAUDE.md").contains("type: Rule"));
    let found = world.memory("check --okf").out;
    assert_eq!(found.lines().count(), 1, "{found}");
    world.memory("adopt --types memory").fails(129);
}

#[test]
fn reserved_names_have_their_structure() {
    let world = World::with_memory();
    world.write("memory/web/index.md", "---\ntitle: x\n---\n# Web\n");
    world.write("memory/web/log.md", "## Friday\n");
    let found = world.memory("check --okf --json");
    let answer: serde_json::Value = serde_json::from_str(&found.out).unwrap();
    let codes: Vec<&str> = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["reserved-name", "reserved-name"], "{answer}");
    let lines = world.memory("check --okf --format github");
    has(&lines.out, "::error file=memory/web/index.md,line=1,col=1");
    world.git("add -A").ok();
    world.git("commit -qm Web").ok();
    world.memory("check --okf --rev HEAD").fails(1);
    world.memory("check --okf --rev HEAD~").ok();
    world.memory("check --okf --rev HEAD~..HEAD").fails(129);
}

#[test]
fn what_a_bundle_may_not_bring_is_named() {
    let world = World::with_memory();
    let alias = "[*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]";
    let bomb = format!("---\ntype: x\na: &a {}\nb: &b {alias}\n---\n", "[1, 1]");
    for (path, text) in [
        ("good.md", "---\ntype: x\n---\n"),
        ("bomb.md", bomb.as_str()),
        ("secret.md", &format!("---\ntype: x\n---\n{}\n", token())),
        ("huge.md", &"x".repeat(1 << 21)),
        (".gitattributes", "* -filter\n"),
        (".hidden/a.md", "---\ntype: x\n---\n"),
        ("a.secret.md", "x\n"),
        ("broken.md", "---\nid: dec-aaaaaa\ntitle: [\n---\n"),
    ] {
        world.write(&format!("../shop/{path}"), text);
    }
    world.write("../shop/latin.md", b"\xff");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", world.root().join("shop/link.md")).unwrap();
    let report = world.memory("import okf ../shop").ok();
    for (file, why) in [
        ("secret.md", "secret"),
        ("huge.md", "larger than 1 MiB"),
        (".gitattributes", "hidden"),
        (".hidden/a.md", "hidden"),
        ("a.secret.md", "private"),
        ("broken.md", "line"),
        ("latin.md", "not UTF-8"),
    ] {
        let line = report
            .lines()
            .find(|line| line.contains(&format!(" {file}: ")));
        assert!(
            line.is_some_and(|line| line.contains(why)),
            "{file}: {report}"
        );
    }
    assert!(
        !cfg!(unix) || report.contains("link.md: it is a symbolic link"),
        "{report}"
    );
    assert!(!report.contains(&token()) && world.has("memory/shop/good.md"));
    let settings = world.read("memory/.gitattributes");
    world.memory("import okf ../shop --into .").ok();
    assert_eq!(world.read("memory/.gitattributes"), settings);
}

#[test]
fn a_bundle_goes_where_it_is_told_and_nowhere_else() {
    let world = beside_bundle();
    let dry = world.memory("import okf ../shop --dry-run").ok();
    assert!(dry.contains("8 would be imported") && !world.has("memory/shop"));
    world.memory("import okf ../shop --into ../out").fails(128);
    world.memory("import okf ../shop --into scopes/web").ok();
    assert!(world.has("memory/scopes/web/decisions/stores.md"));
    world.memory("import okf ../shop/tables/orders.md").ok();
    assert_eq!(world.read("memory/orders.md"), BUNDLE[0].1);
    world.memory("import okf ../none").fails(128);
    world.write("../empty/a.txt", "x");
    let empty = world.memory("import okf ../empty").fails(128);
    assert!(empty.contains("no document"), "{empty}");
    world.memory("export okf ../shop").fails(128);
    world.memory("export okf ../x --from nowhere").fails(128);
    world.memory("export okf ../x --from ../..").fails(128);
    assert!(!world.has("../x"));
    world.write("memory/scopes/web/log.md", format!("x {}\n", token()));
    let answer = world.memory("export okf ../x --from scopes/web --json");
    assert_eq!(answer.json()["redacted"][0], "memory/scopes/web/log.md");
    assert!(!world.read("../x/log.md").contains(&token()));
}

#[test]
fn no_bundle_is_written_where_it_would_be_read_as_memory() {
    let world = World::with_memory();
    world.decision("Stores");
    world.write("memory/config.yaml", "roots:\n  - docs/adr\n");
    world.write("docs/adr/0001-stores.md", "# Stores\n");
    fs::create_dir_all(world.here.join("sub")).unwrap();
    std::os::unix::fs::symlink("memory", world.here.join("link")).unwrap();
    let held = || world.git("status --short -uall --ignored").ok();
    let before = held();
    for (folder, inside) in [
        ("memory/out", "memory"),
        ("memory", "memory"),
        ("sub/../memory/a/b", "memory"),
        ("link/out", "memory"),
        ("docs/adr/out", "docs/adr"),
    ] {
        let err = world.memory(["export", "okf", folder]).fails(128);
        let expected = format!("' is in '{inside}', which is read as memory\n");
        has(&err, &expected);
        has(&err, "\nhint: name a folder outside of memory");
        assert_eq!(held(), before, "{folder}");
    }
    world.memory("export okf docs/out").ok();
    world.memory("export okf memory-out").ok();
}
