//! `git memory get-context`.

use crate::common::{World, has, lacks, token};

const EXAMPLE: &str = include_str!("../../fixtures/get-context/answer.json");
const SCHEMA: &str = include_str!("../../fixtures/get-context/schema.json");

/// A record's file, written by hand.
fn record(world: &World, path: &str, id: &str, title: &str, more: &str, body: &str) {
    let scope = path
        .split("scopes/")
        .nth(1)
        .map_or("project", |rest| rest.rsplitn(3, '/').nth(2).unwrap());
    let front = format!(
        "---\nid: {id}\ntitle: {title}\nscope: {scope}\ncreated: 2026-01-01\nupdated: 2026-01-02\n{more}---\n"
    );
    world.write(&format!("memory/{path}"), format!("{front}\n{body}\n"));
}

/// A project with two services, a topic of its own, and skills.
fn world() -> World {
    let world = World::with_memory();
    world.write(
        "memory/OVERVIEW.md",
        "---\nname: Shop\ndescription: A shop on the web.\ntags: [shop]\n---\n# Shop\n\nIt sells.\n",
    );
    world.write(
        "memory/runbooks/OVERVIEW.md",
        "---\nname: Runbooks\nfolder_structure: one file an alarm\nstatus_values: [active, archived]\n\
         category_values: [alarm]\ntag_values: [night]\n---\nWhat to do when it rings.\n",
    );
    world.write(
        "memory/scopes/services/billing/OVERVIEW.md",
        "# Billing\n\nIt takes the money.\n",
    );
    record(
        &world,
        "decisions/a.md",
        "dec-aaaaaa",
        "Use Postgres",
        "status: active\ncategory: storage\ntags: [db]\n",
        "We run it.",
    );
    record(
        &world,
        "decisions/old.md",
        "dec-oooooo",
        "Use files",
        "status: superseded\nsuperseded_by: [dec-aaaaaa]\n",
        "Once.",
    );
    record(
        &world,
        "scopes/services/decisions/b.md",
        "dec-bbbbbb",
        "One queue",
        "status: active\n",
        "For all.",
    );
    record(
        &world,
        "scopes/services/billing/decisions/c.md",
        "dec-cccccc",
        "Bill monthly",
        "status: active\n",
        "On the first.",
    );
    record(
        &world,
        "scopes/services/search/lessons/d.md",
        "les-aaaaaa",
        "Warm the cache",
        "status: active\n",
        "Or wait.",
    );
    record(
        &world,
        "runbooks/e.md",
        "note-aaaaaa",
        "The disk is full",
        "status: active\ntags: [night]\n",
        "Rotate the logs.",
    );
    world.write(
        "memory/loaded-skills.yaml",
        "skills:\n- name: review\n  description: How we review\n  skill_path: skills/review/SKILL.md\n",
    );
    world.write(
        ".claude/skills/deploy/SKILL.md",
        "---\nname: deploy\ndescription: How we deploy\n---\nRun it.\n",
    );
    world.write(
        ".agents/skills/review/SKILL.md",
        "---\nname: review\ndescription: Another one\n---\n",
    );
    world
}

fn get(world: &World, arguments: &[&str]) -> serde_json::Value {
    world
        .memory([&["get-context", "--format", "json"], arguments].concat())
        .json()
}

/// The ids of a list, joined.
fn ids(entries: &serde_json::Value) -> String {
    entries
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].as_str().unwrap())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_answer_is_the_example_and_fits_the_schema() {
    let world = world();
    let request = [
        "get-context",
        "--scope",
        "services/billing",
        "--topics",
        "overview,decisions,runbooks,nonsense",
    ];
    let answer = world.memory([&request[..], &["--json"]].concat()).ok();
    // The example is laid out for people.
    let space = |c: char| !matches!(c, ' ' | '\n');
    let without_space = |text: &str| text.chars().filter(|c| space(*c)).collect::<String>();
    assert_eq!(
        without_space(&answer),
        without_space(EXAMPLE),
        "a change of the answer is a change of the contract"
    );
    let schema = jsonschema::validator_for(&serde_json::from_str(SCHEMA).unwrap()).unwrap();
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let errors: Vec<String> = schema
        .iter_errors(&answer)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    assert!(
        !schema.is_valid(&serde_json::json!({ "schema_version": 1, "scope": 7, "warnings": [] }))
    );
    let yaml = world.memory(request).ok();
    assert_eq!(
        serde_yaml::from_str::<serde_json::Value>(&yaml).unwrap(),
        answer,
        "YAML says the same"
    );
}

#[test]
fn records_come_along_the_ladder_of_scopes() {
    let world = world();
    for (scope, decisions, lessons) in [
        ("project", "dec-aaaaaa", ""),
        ("services", "dec-aaaaaa dec-bbbbbb", ""),
        ("services/billing", "dec-aaaaaa dec-cccccc dec-bbbbbb", ""),
        ("services/search", "dec-aaaaaa dec-bbbbbb", "les-aaaaaa"),
    ] {
        let defaults = &get(&world, &["--scope", scope])["defaults"];
        assert_eq!(
            (ids(&defaults["decisions_t0"]), ids(&defaults["lessons_t0"])),
            (decisions.to_owned(), lessons.to_owned())
        );
    }
    let structure = get(&world, &["--scope", "services"])["defaults"]["folder_structure"].clone();
    let expected = "memory/scopes/services/\n  billing/\n    decisions/\n  decisions/\n  search/\n    lessons/";
    assert_eq!(structure, expected);
    let all = get(&world, &["--no-defaults", "--topics", "decision"]);
    assert_eq!(
        ids(&all["decisions"]["entries"]),
        "dec-aaaaaa dec-cccccc dec-bbbbbb",
        "at the top, of every scope"
    );
    assert!(all["defaults"].is_null());
}

#[test]
fn entries_are_filtered() {
    let world = world();
    let decisions = |arguments: &[&str]| {
        ids(&get(
            &world,
            &[&["--no-defaults", "--topics", "decisions"], arguments].concat(),
        )["decisions"]["entries"])
    };
    assert_eq!(decisions(&["--status", "superseded"]), "dec-oooooo");
    assert_eq!(
        decisions(&[
            "--status",
            "superseded,active",
            "--scope",
            "services/search"
        ]),
        "dec-aaaaaa dec-oooooo dec-bbbbbb",
        "of one day and not committed: by path"
    );
    assert_eq!(decisions(&["--tag", "db"]), "dec-aaaaaa");
    assert_eq!(decisions(&["--category", "storage"]), "dec-aaaaaa");
    assert_eq!(decisions(&["--category", "none"]), "");
    let warnings = get(&world, &["--status", "actve"])["warnings"].clone();
    assert_eq!(warnings[0], "no record has the status 'actve'");
}

#[test]
fn the_nearest_overview_is_given() {
    let world = world();
    let overview = |scope: &str, topic: &str| {
        let call = ["--no-defaults", "--scope", scope, "--topics", topic];
        get(&world, &call)[topic]["overview_t1"].clone()
    };
    for (scope, topic, expected) in [
        (
            "services/billing",
            "overview",
            "# Billing\n\nIt takes the money.",
        ),
        ("services/search", "overview", "# Shop\n\nIt sells."),
        ("services/search", "runbooks", "What to do when it rings."),
    ] {
        assert_eq!(overview(scope, topic), expected);
    }
    assert!(overview("services/search", "decisions").is_null());
    let text = "How services decide.\n";
    world.write("memory/scopes/services/_decisions/OVERVIEW.md", text);
    let decisions = overview("services/search", "decisions");
    assert_eq!(decisions, "How services decide.");
    let search = get(&world, &["--scope", "services/search"]);
    assert!(search["defaults"]["scope_overview_t1"].is_null());
}

#[test]
fn what_is_wrong_is_a_warning() {
    let world = world();
    world.write("memory/decisions/OVERVIEW.md/x.txt", "a folder\n");
    let content = "---\nname: [a]\ntags: {b: c}\nstatus_values: 7\n---\nStill.\n";
    world.write("memory/runbooks/OVERVIEW.md", content);
    world.write("memory/loaded-skills.yaml", "- name: one\n- 7\n");
    record(
        &world,
        "decisions/f.md",
        "dec-ffffff",
        "Odd",
        "status: active\ntags: 7\npaths: {a: b}\n",
        &"x".repeat(1 << 19),
    );
    let answer = world.memory(
        "get-context --json --scope nowhere/at-all --topics runbooks,defaults,../x,decisions",
    );
    let (faults, answer) = (answer.err.clone(), answer.json());
    for expected in [
        "no scope 'nowhere/at-all'; there are: project, services, services/billing, services/search",
        "no topic 'defaults'; there are: decisions, lessons, notes, overview, runbooks",
        "no topic '../x'",
        "memory/decisions/OVERVIEW.md: it is not a regular file",
        "memory/runbooks/OVERVIEW.md: 'name' is not a text",
        "memory/loaded-skills.yaml: a skill without 'name' or 'skill_path' is left out",
        "memory/decisions/f.md:",
    ] {
        assert!(
            answer["warnings"].to_string().contains(expected)
                && faults.contains(&format!("warning: {expected}")),
            "{expected} in {faults}"
        );
    }
    assert_eq!(answer["runbooks"]["overview_t1"], "Still.");
    let odd = answer["decisions"]["entries"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["id"] == "dec-ffffff")
        .unwrap();
    assert!(odd["body_t1"].as_str().unwrap().len() < 6100);
    let said = world.memory("get-context --scope ../x").fails(129);
    has(&said, "is not a scope");
}

#[test]
fn text_of_strangers_stays_data() {
    let world = world();
    let token = token();
    let (one, other) = token.split_at(9);
    let head = "---\nname: \"a\\e[31m\\u202e b\"\n---\nX <!-- order -->";
    let text = format!("{head} {one}\u{200b}{other}\n");
    world.write("memory/OVERVIEW.md", text);
    let (title, keys) = ("\"T \\u200bx\"", "status: active\n");
    let text = format!("<!-- order -->{token} \u{202e}");
    record(&world, "decisions/g.md", "dec-gggggg", title, keys, &text);
    let link = |to: &str, at: &str| {
        std::os::unix::fs::symlink(to, world.here.join(at)).unwrap();
    };
    link("/etc/hostname", "memory/scopes/OVERVIEW.md");
    std::fs::create_dir_all(world.here.join(".agents/skills/evil")).unwrap();
    link("/etc/passwd", ".agents/skills/evil/SKILL.md");
    let answer = world.memory("get-context --topics decisions,overview").ok();
    lacks(&answer, ["order", "\u{1b}", "\u{202e}", "\u{200b}", &token]);
    lacks(&answer, "root:");
    has(&answer, ["T x", "name: a b"]);
}

#[test]
fn an_answer_is_made_anew_where_anything_changed() {
    let world = world();
    let mut seen = vec![world.memory("get-context").ok()];
    assert_eq!(world.memory("get-context").ok(), seen[0]);
    let mut differs = |what: &str| {
        let now = world.memory("get-context").ok();
        assert!(!seen.contains(&now), "{what}");
        seen.push(now);
    };
    world.write("memory/OVERVIEW.md", "New.\n");
    differs("an overview");
    let text = "---\nname: deploy\ndescription: New\n---\n";
    world.write(".claude/skills/deploy/SKILL.md", text);
    differs("a skill");
    world.write("memory/sub/x.txt", "x\n");
    differs("a folder");
    let (path, id, keys) = ("lessons/n.md", "les-nnnnnn", "status: active\n");
    record(&world, path, id, "New", keys, "News.");
    differs("a record");
}

#[test]
fn any_folder_is_a_topic_and_each_is_there_once() {
    let world = world();
    record(
        &world,
        "runbooks/night/f.md",
        "note-bbbbbb",
        "The pager",
        "status: active\n",
        "Answer it.",
    );
    record(
        &world,
        "scopes/services/search/guides/g.md",
        "note-cccccc",
        "How to search",
        "status: active\n",
        "Look.",
    );
    let text = world
        .memory("get-context --no-defaults --topics decision,decisions,_decisions,runbooks/night")
        .ok();
    assert_eq!(text.matches("\ndecisions:\n").count(), 1, "{text}");
    let topic = |scope: &str, name: &str| {
        ids(&get(&world, &["--scope", scope, "--topics", name])[name]["entries"])
    };
    assert_eq!(topic("project", "runbooks"), "note-aaaaaa note-bbbbbb");
    assert_eq!(topic("project", "runbooks/night"), "note-bbbbbb");
    assert_eq!(topic("project", "guides"), "note-cccccc");
    assert_eq!(
        topic("services/billing", "guides"),
        "",
        "it is there, but not near"
    );
    record(
        &world,
        "scope/h.md",
        "note-dddddd",
        "Named oddly",
        "status: active\n",
        "Text.",
    );
    let said = get(&world, &["--topics", "scope"])["warnings"][0].clone();
    assert_eq!(
        said,
        "topic 'scope' has the name of a key of this answer; read it as a topic on its own"
    );
    has(
        get(&world, &["--topics", "night"])["warnings"][0]
            .as_str()
            .unwrap(),
        "no topic 'night'",
    );
}

#[test]
fn skills_come_from_inside_alone() {
    let world = world();
    let out = world.root().join("outside");
    std::fs::create_dir_all(out.join("deploy")).unwrap();
    std::fs::write(out.join("deploy/SKILL.md"), "---\nname: OUTSIDE\n---\n").unwrap();
    std::fs::remove_dir_all(world.here.join(".agents/skills")).unwrap();
    std::os::unix::fs::symlink("../.claude/skills", world.here.join(".agents/skills")).unwrap();
    std::os::unix::fs::symlink(&out, world.here.join(".claude/skills/evil")).unwrap();
    std::os::unix::fs::symlink(out.join("deploy"), world.here.join(".claude/skills/worse"))
        .unwrap();
    let text = "---\n- name: review\n  skill_path: skills/review/SKILL.md\n";
    world.write("memory/loaded-skills.yaml", text);
    let answer = world.memory("get-context --json");
    let expected = ".claude/skills/worse/SKILL.md: it leads out of what may be read";
    has(&answer.err, expected);
    let skills = answer.json()["defaults"]["loaded_skills"].clone();
    let names = skills.as_array().unwrap().iter();
    let names: Vec<&str> = names.map(|skill| skill["name"].as_str().unwrap()).collect();
    // A link to the other agents' folder is fine.
    assert_eq!(names, ["review", "deploy"]);
}

#[test]
fn a_secret_is_taken_out_before_a_line_is_cut() {
    let world = world();
    // No rule would recognize the rest of a cut token.
    let part = |letters: usize| "aB3dE5fG7h".repeat(letters / 10);
    let jwt = format!("eyJhbGciOiJIUzI1NiJ9.eyJ{}.{}", part(700), part(40));
    world.write(
        ".claude/skills/deploy/SKILL.md",
        format!("---\nname: deploy\ndescription: Use {jwt} there\n---\n"),
    );
    let said = world
        .memory_with("briefing --messages -", &format!("Use {jwt} there\n"))
        .ok();
    for text in [said, world.memory("get-context").ok()] {
        has(&text, "REDACTED");
        lacks(&text, "aB3dE5fG7h");
    }
}

#[test]
fn plans_are_the_history_of_the_work() {
    let world = World::with_memory();
    for (nth, status) in ["new", "in_progress", "done", "abandoned"]
        .iter()
        .enumerate()
    {
        world.write(
            &format!("memory/plans/{nth}.md"),
            format!(
                "---\nid: plan-n{nth:05}\ntitle: Plan {nth}\nstatus: {status}\nscope: project\n\
                 updated: 2026-01-0{}\n---\nText.\n",
                nth + 1
            ),
        );
    }
    let plans = |arguments: &[&str]| {
        let call = [&["--no-defaults", "--topics", "plans"], arguments].concat();
        get(&world, &call)["plans"]["entries"].clone()
    };
    let all = plans(&[]);
    assert_eq!(ids(&all), "plan-n00003 plan-n00002 plan-n00001 plan-n00000");
    assert_eq!(all[0]["status"], "abandoned");
    assert_eq!(ids(&plans(&["--status", "done"])), "plan-n00002");
}
