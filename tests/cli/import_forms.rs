//! `git memory import adr`, over one small example of each form in which decisions are written.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{World, has};

/// Records that are wrong, of a hundred, at most.
const WRONG: usize = 2;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/import-forms")
}

/// The files below a folder, by their paths from there.
fn files(folder: &Path, above: &str, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{above}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            files(&entry.path(), &format!("{name}/"), found);
        } else {
            found.push((name, fs::read(entry.path()).unwrap()));
        }
    }
}

/// A repository in which all forms were committed below `docs`, on 7 June 2012.
fn world() -> World {
    with_forms("docs")
}

/// A repository in which all forms were committed below a folder, on 7 June 2012.
fn with_forms(folder: &str) -> World {
    let world = of_that_day();
    let mut found = Vec::new();
    files(&fixtures(), "", &mut found);
    for (path, bytes) in found {
        world.write(&format!("{folder}/{path}"), bytes);
    }
    for path in ["src/pump/meter.c", "ops/owners.txt", "printer/print.py"] {
        world.write(path, "x\n");
    }
    world.commit("Everything at once");
    world
}

/// A world with memory whose commits are of 7 June 2012.
fn of_that_day() -> World {
    let mut world = World::with_memory();
    world.set("GIT_AUTHOR_DATE", "2012-06-07T10:00:00Z");
    world.set("GIT_COMMITTER_DATE", "2012-06-07T10:00:00Z");
    world
}

/// The items of a report by their files.
fn items(report: &Value) -> HashMap<&str, &Value> {
    let mut items = HashMap::new();
    for item in report["files"].as_array().unwrap() {
        items.insert(item["file"].as_str().unwrap(), item);
    }
    items
}

/// The value of a key of a record's front matter.
fn value(record: &str, key: &str) -> String {
    let line = record
        .lines()
        .find_map(|line| line.strip_prefix(&format!("{key}: ")));
    let Some(line) = line else {
        return String::new();
    };
    match line.strip_prefix('"') {
        Some(_) => serde_json::from_str(line).unwrap(),
        None => line.to_owned(),
    }
}

#[test]
fn every_form_is_taken_dated_linked_and_judged() {
    let world = world();
    let report = world.memory("import adr docs --json").json();
    let items = items(&report);
    let expected = fs::read_to_string(fixtures().join("expected.tsv")).unwrap();
    let mut wrong = Vec::new();
    let mut all = 0;
    for line in expected.lines() {
        let [file, status, created, dated_by, successor, description] =
            line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("six columns: {line}");
        };
        all += 1;
        let Some(path) = items.get(file).and_then(|item| item["path"].as_str()) else {
            wrong.push(format!("{file}: {:?}", items.get(file)));
            continue;
        };
        let record = world.read(path);
        let by = match successor {
            "" => String::new(),
            successor => format!("[{}]", items[successor]["id"].as_str().unwrap()),
        };
        for (what, found, expected) in [
            ("status", value(&record, "status"), status),
            ("created", value(&record, "created"), created),
            (
                "dated_by",
                items[file]["dated_by"].as_str().unwrap().to_owned(),
                dated_by,
            ),
            ("superseded_by", value(&record, "superseded_by"), &by),
            ("description", value(&record, "description"), description),
        ] {
            if found != expected {
                wrong.push(format!("{file}: {what} is '{found}', not '{expected}'"));
            }
        }
    }
    assert!(wrong.len() * 100 <= all * WRONG, "{}", wrong.join("\n"));
    assert_eq!(report["summary"]["imported"], all);
    world.memory("check").ok();
}

/// The records of a world by the documents that they were made of, or that they are.
fn listed(world: &World, origin: impl Fn(&Value) -> Option<String>) -> BTreeMap<String, Value> {
    let listed = world.memory("list --json").json();
    let mut records = BTreeMap::new();
    for record in listed["records"].as_array().unwrap() {
        records.extend(origin(record).map(|origin| (origin, record.clone())));
    }
    records
}

fn is_markdown(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it == "md")
}

/// What each record says, with the documents that it names in place of ids.
fn told(records: &BTreeMap<String, Value>) -> BTreeMap<&str, String> {
    let mut origins: HashMap<&str, &str> = HashMap::new();
    for (origin, record) in records {
        origins.insert(record["id"].as_str().unwrap(), origin);
    }
    let mut told = BTreeMap::new();
    for (origin, record) in records.iter().filter(|(origin, _)| is_markdown(origin)) {
        let mut fields = vec![record["more"]["owner"].to_string()];
        for key in "title status description created category tags scope".split(' ') {
            // Shown as written in place, where nothing has to be decided.
            let text = record[key].to_string();
            fields.push(text.replace("Whatever the board says", "proposed"));
        }
        for key in ["supersedes", "superseded_by", "related"] {
            let ids = record[key].as_array().unwrap().iter();
            // A page about its folder is no record.
            let named = ids.filter_map(|id| origins.get(id.as_str().unwrap()).copied());
            let mut named: Vec<&str> = named.collect();
            // Only Markdown is read in place.
            named.retain(|origin| is_markdown(origin));
            named.sort_unstable();
            fields.push(named.join(" "));
        }
        told.insert(origin.as_str(), fields.join("\n"));
    }
    told
}

fn origin_of_import(record: &Value) -> Option<String> {
    record["more"]["imported_from"].as_str().map(str::to_owned)
}

fn path_of(record: &Value) -> Option<String> {
    record["record_path"].as_str().map(str::to_owned)
}

/// The document that a file of memory was copied from.
fn origin_of_page(record: &Value) -> Option<String> {
    let path = record["record_path"].as_str()?;
    Some(path.replacen("memory/decisions/", "docs/", 1))
}

/// The memory of another repository that has taken in a world's, by each door.
fn passed_on(world: &World) -> [(&'static str, World); 2] {
    let (of_document, of_bundle) = (of_that_day(), of_that_day());
    let document = world.memory("export").ok();
    of_document.memory_with("import json -", &document).ok();
    world.shell("rm -rf ../bundle").ok();
    world.memory("export okf ../bundle").ok();
    let bundle = world.root().join("bundle");
    let arguments = ["import", "okf", bundle.to_str().unwrap()];
    of_bundle.memory(arguments).ok();
    let all = [("document", of_document), ("bundle", of_bundle)];
    for (_, other) in &all {
        other.commit("Taken in");
    }
    all
}

/// Makes sure that two ways tell the same of each document.
fn same(way: &str, found: &BTreeMap<String, Value>, expected: &BTreeMap<String, Value>) {
    let (found, mut missed) = (told(found), told(expected));
    missed.retain(|origin, fields| found.get(origin) != Some(fields));
    assert!(missed.is_empty(), "{way}: {missed:#?} but {found:#?}");
}

#[test]
fn a_document_is_one_record_in_place_imported_exported_and_imported_again() {
    let world = world();
    world.memory("import adr docs --no-stage").ok();
    let imported = listed(&world, origin_of_import);
    assert!(imported.len() > 40, "{}", imported.len());
    for (way, other) in passed_on(&world) {
        same(way, &listed(&other, origin_of_import), &imported);
    }
    let place = self::world();
    place.write("memory/config.yaml", "roots: [\"docs=decision\"]\n");
    same("in place", &listed(&place, path_of), &imported);
    place.memory("check").ok();
}

#[test]
fn a_document_below_memory_is_the_record_that_an_import_makes_of_it() {
    let world = world();
    world.memory("import adr docs --no-stage").ok();
    let imported = listed(&world, origin_of_import);
    let pages = with_forms("memory/decisions");
    same("page", &listed(&pages, origin_of_page), &imported);
    for (way, other) in passed_on(&pages) {
        same(way, &listed(&other, origin_of_page), &imported);
    }
    let adopted = pages.memory("adopt");
    has(&adopted.err, ", skipped 0\n");
    // A title that its author wrote stays as it was.
    pages.memory("set 'ADR 32' 'title=Tickets: on paper'").ok();
    pages.commit("Adopted");
    same("adopted", &listed(&pages, origin_of_page), &imported);
    for (way, other) in passed_on(&pages) {
        same(way, &listed(&other, origin_of_page), &imported);
    }
}

#[test]
fn what_is_no_decision_is_named_with_its_reason() {
    let world = world();
    let report = world.memory("import adr docs --json").json();
    let items = items(&report);
    for (file, reason) in [
        ("nygard/README.md", "README"),
        ("nygard/template.md", "template"),
        ("madr/adr-template.md", "template"),
        ("folders/README.md", "README"),
        ("other/notes.md", "neither the header nor the sections"),
    ] {
        assert_eq!(items[file]["outcome"], "skipped", "{file}");
        let said = items[file]["reason"].as_str().unwrap();
        assert!(said.contains(reason), "{file}: {said}");
    }
    let unknown = &report["summary"]["unknown_statuses"];
    assert_eq!(*unknown, serde_json::json!({"Whatever the board says": 1}));
    // `--all` takes the rest, except for templates.
    let out = world.memory("import adr docs --all").ok();
    assert!(out.contains("Notes of a meeting"), "{out}");
    assert!(!out.contains("NUMBER"), "{out}");
    has(&out, "folders/README.md: 'README.md' is not");
    let named = ["import", "adr", "docs/folders/README.md"];
    assert!(world.memory(named).ok().contains("1 imported"));
}

#[test]
fn links_lead_where_they_led() {
    let world = world();
    let report = world.memory("import adr docs --json").json();
    let items = items(&report);
    let name = |file: &str| {
        let path = items[file]["path"].as_str().unwrap();
        path.rsplit_once('/').unwrap().1.to_owned()
    };
    let text = |file: &str| world.read(items[file]["path"].as_str().unwrap());
    for (file, link) in [
        (
            "nygard/0001-keep-a-log.md",
            format!(
                "[3. Keep two logs]({})",
                name("nygard/0003-keep-two-logs.md")
            ),
        ),
        (
            "nygard/0003-keep-two-logs.md",
            format!("[ADR-0002]({})", name("nygard/0002-count-litres.md")),
        ),
        (
            "nygard/0003-keep-two-logs.md",
            "![a drawing](../../docs/nygard/img/logs.png)".to_owned(),
        ),
        (
            "peps/pep-0011.rst",
            format!("[PEP 12]({})", name("peps/pep-0012.rst")),
        ),
        (
            "rst/0004-sections.rst",
            format!("[0001-field-list]({})", name("rst/0001-field-list.rst")),
        ),
        (
            "asciidoc/0001-attributes.adoc",
            format!("[the next one]({})", name("asciidoc/0002-table.adoc")),
        ),
        (
            "folders/0021-lamps/README.md",
            format!("[of the stairs]({})", name("folders/0022-stairs/README.md")),
        ),
        (
            "folders/0021-lamps/README.md",
            "![plan](../../docs/folders/0021-lamps/plan.svg)".to_owned(),
        ),
        (
            "folders/0022-stairs/README.md",
            format!("[lamps]({})", name("folders/0021-lamps/README.md")),
        ),
        (
            "site/adr-032-tickets.md",
            format!("[ADR 31]({})", name("site/adr-031-rules.md")),
        ),
        (
            "site/adr-032-tickets.md",
            format!("[the rules]({}#two)", name("site/adr-031-rules.md")),
        ),
        (
            "site/adr-032-tickets.md",
            format!("[adr-031]({})", name("site/adr-031-rules.md")),
        ),
        (
            "site/adr-031-rules.md",
            "(../../docs/site/rules.png \"Rules\")".to_owned(),
        ),
        (
            "site/adr-031-rules.md",
            format!("<a href=\"{}\">", name("nygard/0001-keep-a-log.md")),
        ),
        (
            "site/adr-031-rules.md",
            "[rules]: ../../docs/nygard/README.md".to_owned(),
        ),
    ] {
        let text = text(file);
        assert!(text.contains(&link), "{file}: {link} in\n{text}");
    }
}

#[test]
fn a_record_knows_its_files_and_its_other_names() {
    let world = world();
    world.write("src/pump/valve.c", "x\n");
    world.git("add src").ok();
    world.git("commit -q -m 'Valves of glass (PEP 0013)'").ok();
    let arguments = ["import", "adr", "docs", "--infer-paths", "--json"];
    let report = world.memory(arguments).json();
    let items = items(&report);
    for (file, key, expected) in [
        ("nygard/0002-count-litres.md", "paths", "[src/pump/meter.c]"),
        (
            "nygard/0002-count-litres.md",
            "alias",
            "[adr-2, \"0002-count-litres\"]",
        ),
        ("rst/0001-field-list.rst", "paths", "[ops/owners.txt]"),
        ("site/adr-032-tickets.md", "paths", "[printer/print.py]"),
        (
            "site/adr-032-tickets.md",
            "alias",
            "[adr-32, adr-032-tickets, adrs-adr032]",
        ),
        ("peps/pep-0013.rst", "paths", "[src/pump/valve.c]"),
        ("peps/pep-0011.rst", "alias", "[pep-11, pep-0011]"),
        (
            "asciidoc/0002-table.adoc",
            "alias",
            "[jep-2, \"0002-table\"]",
        ),
        (
            "names/2021-03-04-shelves.md",
            "alias",
            "[\"2021-03-04-shelves\"]",
        ),
    ] {
        let record = world.read(items[file]["path"].as_str().unwrap());
        let line = format!("\n{key}: {expected}\n");
        assert!(record.contains(&line), "{file}: {line} in\n{record}");
    }
}
