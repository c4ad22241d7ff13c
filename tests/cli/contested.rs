//! Answers about records that may contradict a new one.

use serde_json::Value;

use crate::common::{World, has};

/// A memory with a decision about `src/store/**`, and its id.
fn world() -> (World, String) {
    let world = World::with_memory();
    world.write("src/store/log.rs", "one\n");
    world.write("src/mail.rs", "one\n");
    world.git("add src").ok();
    let id = add(
        &world,
        "Keep each event in a relational database",
        "src/store/**",
        "Transactions and one backup: everybody on the team has run Postgres for years.",
    )["id"]
        .as_str()
        .unwrap()
        .to_owned();
    add(
        &world,
        "Send mail through one queue",
        "src/mail.rs",
        "Providers limit us; a queue with retries keeps the order of messages.",
    );
    (world, id)
}

fn add(world: &World, title: &str, path: &str, why: &str) -> serde_json::Value {
    let arguments = ["--path", path, "--rationale", why, "--json"];
    let arguments = ["add-decision", title].into_iter().chain(arguments);
    world.memory(arguments).json()
}

/// Contradicts the first decision in other words.
const OPPOSITE: [&str; 6] = [
    "add-decision",
    "Write events to flat files",
    "--path",
    "src/store/**",
    "--rationale",
    "A server is one thing more that can be down; appending a line to a file cannot.",
];

#[test]
fn a_record_on_the_same_files_is_named_whatever_its_words_are() {
    let (world, id) = world();
    let answer = world.memory(OPPOSITE);
    let new = answer.out.split(' ').next().unwrap().to_owned();
    let told = answer.err.split_once("dec-").unwrap().1;
    let told = told.split_once('\n').unwrap().1;
    assert_eq!(
        told,
        format!(
            "may contradict {id} (about the same files): Keep each event in a relational \
             database\nhint: to replace it, run 'git memory supersede {id} --by {new}'\nhint: if \
             both apply, link them: git memory set {new} related+={id}\n"
        )
    );
    world.memory(["supersede", &id, "--by", &new]).ok();
    assert_eq!(world.memory("review --contested").out, "");
}

#[test]
fn json_carries_it_with_the_command() {
    let (world, id) = world();
    let answer = world.memory(OPPOSITE.into_iter().chain(["--json"])).json();
    let contested = &answer["conflicts_with"][0];
    assert_eq!(contested["id"], id);
    assert_eq!(contested["why"][0], "about the same files");
    let new = answer["id"].as_str().unwrap();
    assert_eq!(
        contested["command"],
        format!("git memory supersede {id} --by {new}")
    );
    assert!(
        answer["conflicts_with"].as_array().unwrap().len() == 1,
        "{answer}"
    );
    let quiet = add(
        &world,
        "Draw the logo in blue",
        "docs/logo.svg",
        "It is our colour.",
    );
    assert!(quiet["conflicts_with"].is_null(), "{quiet}");
}

#[test]
fn an_open_pair_is_listed_until_somebody_settles_it() {
    let (world, id) = world();
    let answer = world.memory(OPPOSITE);
    let new = answer.out.split(' ').next().unwrap().to_owned();
    let pairs = world.memory("review --contested");
    for id in [&id, &new] {
        assert!(pairs.out.contains(id.as_str()), "{}", pairs.out);
    }
    assert!(pairs.out.contains("about the same files"), "{}", pairs.out);
    let listed = world.memory("review --contested --json").json();
    assert_eq!(listed["pairs"].as_array().unwrap().len(), 1);
    let check = world.memory("check");
    assert_eq!(check.status, 0);
    has(&check.out, "notice[may-contradict]: may contradict dec-");
    // Both are current, and the record names the other.
    world.memory(["set", &new, &format!("related+={id}")]).ok();
    assert_eq!(world.memory("review --contested").out, "");
    assert!(!world.memory("check").out.contains("contested"));
}

#[test]
fn a_record_that_the_text_says_to_replace_is_named() {
    let (world, id) = world();
    let why = format!(
        "Appending cannot fail. This replaces {id}, keep each event in a relational database."
    );
    let answer = add(
        &world,
        "Keep each event in a flat file",
        "lib/other.rs",
        &why,
    );
    assert_eq!(answer["conflicts_with"][0]["id"], id, "{answer}");
}

#[test]
fn files_that_everything_is_about_are_no_reason() {
    let (world, _) = world();
    for nth in 0..15 {
        let title = format!("Rule {nth} {}", "abcdefghijklmnopq".split_at(nth).1);
        let why = format!("Because of reason {nth}{nth}.");
        add(&world, &title, "*", &why);
    }
    let answer = add(
        &world,
        "Speak plainly in messages",
        "*",
        "Readers are in a hurry.",
    );
    assert!(answer["conflicts_with"].is_null(), "{answer}");
}

#[test]
fn every_verdict_names_the_record_that_may_say_otherwise() {
    let (world, id) = world();
    world.git("commit -q -m Decide").ok();
    let verdict = |name: &str| {
        let shown = world.memory(["show", name, "--json"]).json();
        shown["freshness"].clone()
    };
    assert_eq!(verdict(&id)["state"], "current");
    let answer = world.memory(OPPOSITE);
    let new = answer.out.split(' ').next().unwrap().to_owned();
    // Either of them, whichever was written first.
    for (one, other) in [(&id, &new), (&new, &id)] {
        let ground = verdict(one);
        assert_eq!(ground["state"], "conflict", "{ground}");
        assert_eq!(ground["conflicts_with"][0]["id"], other.as_str());
        assert_eq!(
            ground["conflicts_with"][0]["why"][0],
            "about the same files"
        );
        assert_eq!(ground["advice"]["code"], "relate");
        let shown = world.memory(["show", one]).err;
        let said = format!("conflicts with {other} (about the same files)");
        assert!(shown.contains(&said), "{shown}");
        let hint = format!("if both apply, run 'git memory set {one} related+={other}'");
        assert!(shown.contains(&hint), "{shown}");
    }
    let said = format!("conflicts with {new}");
    let recalled = world.memory("recall 'relational database'");
    // The terminal's width wraps the sentence.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&recalled.out).contains(&said), "{}", recalled.out);
    let hits = world.memory("recall 'relational database' --json");
    assert_eq!(hits.json()["hits"][0]["freshness"], verdict(&id));
    let why = world.memory("why src/store/log.rs");
    assert!(words(&why.out).contains(&said), "{}", why.out);
    let why = world.memory("why src/store/log.rs --json").json();
    for record in why["spots"][0]["records"].as_array().unwrap() {
        let is_one = [&id, &new].iter().any(|it| record["id"] == it.as_str());
        let expected = if is_one { "conflict" } else { "current" };
        assert_eq!(record["freshness"]["state"], expected, "{record}");
    }
    for arguments in [
        &["context", "--query", "relational database"][..],
        &["context", "--only", "--for", "src/store/log.rs"],
    ] {
        let pack = world.memory(arguments).ok();
        let piece = pack
            .lines()
            .find(|line| line.contains(&format!("id={id}")))
            .unwrap();
        has(piece, &format!(" conflicts_with={new}"));
    }
    // Neither the record about mail nor a settled pair is contested.
    let mail = world.memory("recall 'queue mail' --json").json();
    assert_eq!(mail["hits"][0]["freshness"]["state"], "current");
    world.memory(["set", &new, &format!("related+={id}")]).ok();
    assert_eq!(verdict(&id)["state"], "current");
    let pack = world.memory("context --query database").ok();
    assert!(!pack.contains("contested"), "{pack}");
}

#[test]
fn a_contested_record_tells_what_has_moved_and_one_that_is_gone_is_gone() {
    let (world, id) = world();
    world.memory(OPPOSITE).ok();
    world.git("commit -q -m Decide").ok();
    world.write("src/store/log.rs", "two\n");
    world.git("commit -q -a -m 'Say two'").ok();
    let shown = world.memory(["show", &id, "--json"]).json();
    let ground = &shown["freshness"];
    assert_eq!(ground["state"], "conflict", "{ground}");
    assert_eq!(ground["changes"]["commits"], 1, "{ground}");
    let then = world.memory(["show", &id, "--json", "--rev", "HEAD~2"]);
    assert_eq!(then.status, 128);
    world.git("rm -q src/store/log.rs").ok();
    world.git("commit -q -m 'Remove it'").ok();
    let shown = world.memory(["show", &id, "--json"]).json();
    assert_eq!(shown["freshness"]["state"], "deleted");
    assert!(shown["freshness"]["conflicts_with"].is_null());
    let then = world.memory("recall 'relational database' --rev HEAD~ --json");
    assert_eq!(then.json()["hits"][0]["freshness"]["state"], "conflict");
}

#[test]
fn verdicts_and_check_name_the_same_pairs() {
    let (world, _) = world();
    for (nth, (title, path)) in [
        ("Write events to flat files", "src/store/**"),
        ("Write rows to flat files", "src/rows/**"),
        ("Keep rows in a database", "src/rows/**"),
        ("Rotate logs each day", "src/mail.rs"),
    ]
    .into_iter()
    .enumerate()
    {
        let why = format!("Reason {nth}: appending a line to a file cannot be down.");
        add(&world, title, path, &why);
        world.write(&path.replace("**", "file.rs"), "one\n");
    }
    world.commit("Decide");
    let listed = world.memory("list --json").json();
    let mut pairs = Vec::new();
    for record in listed["records"].as_array().unwrap() {
        let id = record["id"].as_str().unwrap();
        let shown = world.memory(["show", id, "--json"]).json();
        let rivals = shown["freshness"]["conflicts_with"].as_array().cloned();
        for rival in rivals.unwrap_or_default() {
            let mut pair = [id.to_owned(), rival["id"].as_str().unwrap().to_owned()];
            pair.sort();
            pairs.push(pair);
        }
    }
    pairs.sort();
    // Each pair appears from both sides.
    let told = pairs.len();
    pairs.dedup();
    assert_eq!(told, pairs.len() * 2);
    let check = world.memory("check").out;
    assert_eq!(
        check.matches("notice[may-contradict]").count(),
        pairs.len(),
        "{check}"
    );
    assert!(!pairs.is_empty());
}

/// The pairs that are listed: the first, the second, and whether either may replace the other.
fn listed(world: &World) -> Vec<(String, String, bool)> {
    let answer = world.memory("review --contested --json").json();
    let mut pairs = Vec::new();
    for pair in answer["pairs"].as_array().unwrap() {
        let [one, other] = ["record", "other"].map(|side| pair[side]["id"].as_str().unwrap());
        let command = format!("git memory supersede {other} --by {one}");
        assert_eq!(pair["other"]["command"], command);
        let other_way = pair["other_way"].as_str();
        let expected = format!("git memory supersede {one} --by {other}");
        assert!(other_way.is_none_or(|it| it == expected), "{answer}");
        pairs.push((one.to_owned(), other.to_owned(), other_way.is_some()));
    }
    pairs
}

#[test]
fn the_later_of_two_from_one_day_is_the_one_that_was_added_later() {
    for titles in [
        ["A relational database", "Write events to flat files"],
        ["Write events to flat files", "A relational database"],
    ] {
        let world = World::with_memory();
        let id = |title: &str| {
            let written = add(&world, title, "src/log.rs", "Of reasons.");
            written["id"].as_str().unwrap().to_owned()
        };
        let old = id(titles[0]);
        world.commit("Decide");
        let new = id(titles[1]);
        // An uncommitted record is later than a committed one.
        let expected = [(new.clone(), old.clone(), false)];
        assert_eq!(listed(&world), expected);
        world.commit("Decide again");
        assert_eq!(listed(&world), expected);
        // A later change makes no record a later one.
        world.memory(["set", &old, "tags=x"]).ok();
        world.git("commit -q -a -m Tag").ok();
        assert_eq!(listed(&world), expected);
        world.memory(["set", &new, "created=2026-01-01"]).ok();
        assert_eq!(listed(&world), [(old, new, false)]);
    }
}

#[test]
fn where_neither_is_known_to_be_older_each_may_replace_the_other() {
    let world = World::with_memory();
    add(&world, "A relational database", "src/log.rs", "Of reasons.");
    add(&world, "Write flat files", "src/log.rs", "Of reasons.");
    let pairs = listed(&world);
    assert!(matches!(&pairs[..], [(_, _, true)]), "{pairs:?}");
    world.commit("Decide");
    assert_eq!(listed(&world), pairs);
    let told = world.memory("review --contested").ok();
    has(
        &told,
        "the older one is unknown: each may replace the other",
    );
}

/// So many words that are in no other text, from the nth on.
fn words(nth: usize, count: usize) -> String {
    let syllables = ["ka", "lo", "mi", "ter", "pon", "sa", "re", "vi", "do", "gu"];
    let word = |nth: usize| -> String {
        let digits = nth.to_string();
        let digits = digits.bytes().map(|it| syllables[usize::from(it - b'0')]);
        digits.collect()
    };
    let words: Vec<String> = (nth..nth + count).map(word).collect();
    words.join(" ")
}

#[test]
fn one_file_that_both_are_about_alone_is_enough() {
    for (path, is_said) in [("src/log.rs", true), ("src/log/**", false)] {
        let world = World::with_memory();
        let add = |title: &str, path: &str, why: &str| {
            let arguments = ["add-decision", title, "--path", path, "--rationale", why];
            let more = ["--category", "storage", "--json"];
            world.memory(arguments.into_iter().chain(more)).json()
        };
        let first = add("Alpha beta", path, &words(1000, 60));
        // It has more of the new one's words.
        let nearer = format!("{} {}", words(2000, 25), words(3000, 35));
        add("Theta iota", "lib/other.c", &nearer);
        let second = add("Zeta eta", path, &words(2000, 60));
        assert_eq!(listed(&world).len(), usize::from(is_said));
        let told = &second["conflicts_with"][0]["id"];
        assert_eq!(*told == first["id"], is_said, "{second}");
    }
}

#[test]
fn what_decides_nothing_contradicts_nothing() {
    let (world, id) = world();
    let title = "Write events to flat files";
    let lesson = world.memory(["add-lesson", title, "--path", "src/store/**", "--json"]);
    assert_eq!(lesson.json()["conflicts_with"][0]["id"], id.as_str());
    let pairs = world.memory("review --contested --json").json();
    assert_eq!(pairs["pairs"][0]["other"]["command"], Value::Null);
    assert_eq!(pairs["pairs"].as_array().unwrap().len(), 1);
    for command in ["add-note", "add-plan", "add-loop"] {
        let title = format!("{title}, by {command}");
        let answer = world.memory([command, &title, "--path", "src/store/**", "--json"]);
        let answer = answer.json();
        let contested = answer["conflicts_with"].as_array().into_iter().flatten();
        assert!(
            contested.into_iter().all(|it| it["id"] != id.as_str()),
            "{answer}"
        );
    }
}

#[test]
fn the_notice_and_the_review_name_the_same_pairs() {
    let world = World::with_memory();
    let mut told = Vec::new();
    for (title, path, why) in [
        (
            "Keep events in a database",
            "src/a.rs",
            "Postgres is known to everybody on the team.",
        ),
        (
            "Flat files",
            "src/a.rs",
            "Appending a line to a file cannot be down.",
        ),
        ("Rotate logs each day", "src/b.rs", "Disks are small."),
        (
            "Send mail through a queue",
            "src/c.rs",
            "Providers limit us, and a queue keeps order.",
        ),
        (
            "Send mail at once through a queue or a pool",
            "src/d.rs",
            "Providers limit us.",
        ),
        (
            "A pool",
            "src/d.rs",
            "Whatever else is true of the queue that sends mail, say providers.",
        ),
    ] {
        let written = add(&world, title, path, why);
        for other in written["conflicts_with"].as_array().into_iter().flatten() {
            let mut pair = [&written["id"], &other["id"]].map(|id| id.as_str().unwrap().to_owned());
            pair.sort();
            told.push(pair);
        }
        world.commit(title);
    }
    told.sort();
    let mut pairs = Vec::new();
    for (one, other, _) in listed(&world) {
        let mut pair = [one, other];
        pair.sort();
        pairs.push(pair);
    }
    pairs.sort();
    assert_eq!(told, pairs);
    assert!(!told.is_empty());
}

#[test]
fn rivals_that_were_found_before_are_found_again_and_forgotten_with_the_view() {
    let (world, id) = world();
    let new = world.memory(OPPOSITE).out;
    let new = new.split(' ').next().unwrap();
    let rivals = || {
        let shown = world.memory(["show", "--json", &id]).json();
        shown["freshness"]["conflicts_with"].clone()
    };
    let found = rivals();
    assert_eq!(found[0]["id"], new, "{found}");
    assert_eq!(rivals(), found);
    world
        .shell(
            "for file in .git/memory/answers/rivals-*; do printf 'git-memory rivals' >$file; done",
        )
        .ok();
    assert_eq!(rivals(), found);
    world
        .memory(["set", new, "title=Put events into flat files"])
        .ok();
    assert_eq!(rivals()[0]["title"], "Put events into flat files");
    world.memory(["set", new, &format!("related+={id}")]).ok();
    assert!(rivals()[0].is_null());
}

#[test]
fn two_branches_that_replace_one_decision_are_told_after_the_merge() {
    let world = World::with_memory();
    let (old, path) = world.decision("Use Postgres");
    world.git("commit -q -m Decide").ok();
    let supersede = |title: &str| {
        world.memory(["supersede", &old, title]).ok();
        world.git(["commit", "-q", "-a", "-m", title]).ok();
    };
    world.git("switch -q -c side").ok();
    supersede("Keep events in one local file");
    world.git("switch -q main").ok();
    supersede("Rent a managed cluster");
    world.git("merge -q --no-edit side").ok();
    assert!(world.read(&path).contains("superseded_by: ["));
    let check = world.memory("check");
    assert_eq!(check.status, 0, "{}", check.out);
    has(&check.out, "warning[two-successors]: dec-");
    has(&check.out, &format!("both supersede {old}"));
    assert_eq!(world.memory("status --json").json()["stale"], 2);
    let review = world.memory("review").out;
    has(&review, &format!("supersedes {old}, and so does dec-"));
    let pairs = world.memory("review --contested --json").json();
    let pair = &pairs["pairs"][0];
    assert!(
        pair.to_string().contains("both supersede the same record"),
        "{pairs}"
    );
    let listed = world.memory("list --status active --json").json();
    let id = |nth: usize| listed["records"][nth]["id"].as_str().unwrap();
    let related = format!("related+={}", id(1));
    world.memory(["set", id(0), &related]).ok();
    assert!(!world.memory("check").out.contains("two-successors"));
    assert_eq!(world.memory("review --contested").out, "");
}

/// Adds decisions about one place that differ in a number, and commits them.
fn crowd(world: &World, count: usize, place: &str) {
    for nth in 0..count {
        let record = format!(
            "---\nid: dec-c{nth:05}\ntitle: Use Oracle {nth} for events\nstatus: active\n\
             scope: project\nupdated: 2026-11-20\npaths: ['{place}']\n---\n\n\
             We use Oracle for events because it is known. Never use Postgres.\n"
        );
        world.write(&format!("memory/decisions/c{nth}.md"), record);
    }
    world.commit("Crowd");
}

#[test]
fn of_a_crowd_the_likeliest_pairs_are_listed_and_the_others_counted() {
    let (world, _) = world();
    crowd(&world, 60, "src/store/**");
    let answer = world.memory("review --contested --json").json();
    let pairs = answer["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 100);
    let points = |pair: &Value| pair["other"]["points"].as_u64().unwrap();
    assert!(pairs.is_sorted_by(|one, next| points(one) >= points(next)));
    let more = answer["more"].as_u64().unwrap();
    // Each is compared with the nearest ones, not with all.
    assert!(more > 0 && more + 100 <= 60 * 30, "{more}");
    let listed = world.memory("review --contested");
    let told = format!("note: {more} more pairs may contradict each other: resolve these first\n");
    assert!(listed.err.contains(&told), "{}", listed.err);
    assert_eq!(listed.out.lines().count(), 300);
}

#[test]
fn of_many_records_that_apply_some_are_told_and_the_others_counted() {
    let (world, _) = world();
    crowd(&world, 60, "src/mail.rs");
    let answer = world.memory("why src/mail.rs --json").json();
    let spot = &answer["spots"][0];
    assert_eq!(spot["records"].as_array().unwrap().len(), 50);
    assert_eq!(spot["more"], 11);
    let listed = world.memory("why src/mail.rs");
    let told = "note: 11 more records and notes are about src/mail.rs\n";
    assert!(listed.err.contains(told), "{}", listed.err);
}
