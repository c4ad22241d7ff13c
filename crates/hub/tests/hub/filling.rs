//! Filling from repositories: in one piece, again, at once, after a kill, and after their history was
//! rewritten.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::common::{Repository, World};
use git_memory_text::limits;

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn what_changed_is_brought_and_what_was_removed_holds_no_more() {
    let world = World::new();
    let shop = world.repository("shop", &["Keep orders in MySQL", "Ship on Fridays"]);
    assert_eq!(
        world.ok(&["add", shop.url()]),
        "shop: 1 commits with 2 versions of files\n"
    );
    assert_eq!(
        world.ok(&["add", shop.url()]),
        "shop: 0 commits with 0 versions of files\n"
    );
    let token = world.reader("all", &[]);
    shop.git(&["rm", "-q", "memory/decisions/dec-shop000001.md"]);
    shop.decide("dec-newone", "Ship on Mondays", "");
    shop.commit("Change", 2);
    world.ok(&["add", shop.url()]);
    let hub = world.serve(&[]);
    assert_eq!(hub.found(&token, "ship"), ["dec-newone"]);
    // A history that does not follow the earlier one takes its place.
    shop.git(&["checkout", "-q", "--orphan", "other"]);
    shop.decide("dec-another", "Ship never", "");
    shop.git(&["rm", "-q", "--cached", "-r", "memory"]);
    std::fs::remove_file(shop.0.join("memory/decisions/dec-newone.md")).unwrap();
    shop.commit("Anew", 3);
    shop.git(&["branch", "-q", "-D", "main"]);
    shop.git(&["branch", "-q", "-m", "main"]);
    world.ok(&["add", shop.url()]);
    assert_eq!(hub.found(&token, "ship"), ["dec-another"]);
    assert_eq!(hub.ask(&token, "/records/dec-newone?at=2026-11-02").0, 404);
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_new_word_is_found_before_all_words_are_counted_again() {
    let world = World::new();
    let titles: Vec<String> = (0..60).map(|nth| format!("Decision {nth}")).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let shop = world.repository("shop", &titles);
    world.ok(&["add", shop.url()]);
    let counted = "SELECT documents, changed FROM git_memory.totals";
    assert_eq!(world.sql(counted), "60|0");
    let hub = world.serve(&[]);
    let token = world.reader("all", &[]);
    for (day, word, told) in [(2, "zebras", "60|1"), (3, "quagga", "62|0")] {
        shop.decide(&format!("dec-{word}"), &format!("Keep {word}"), "");
        shop.commit("Add", day);
        world.ok(&["add", shop.url()]);
        assert_eq!(hub.found(&token, word), [format!("dec-{word}")]);
        assert_eq!(world.sql(counted), told, "{word}");
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn hubs_at_once_and_killed_ones_bring_each_version_once() {
    let world = World::new();
    let titles: Vec<String> = (0..60)
        .map(|nth| format!("Decision number {nth}"))
        .collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let shop = world.repository("shop", &titles);
    for nth in 0..10_u64 {
        let mut call = world.command(&["add", shop.url()]);
        let mut child = call
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(nth * 60));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| world.ok(&["add", shop.url()]));
        }
    });
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    let listed = hub.json(&token, "/records?most=1000");
    assert_eq!(listed["records"].as_array().unwrap().len(), 60);
    assert_eq!(
        hub.json(&token, "/records?at=2026-11-01")["records"]
            .as_array()
            .unwrap()
            .len(),
        60
    );
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_repository_that_is_gone_is_named_and_the_rest_answers() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    let gone = world.repository("gone", &["Ship on Mondays"]);
    world.ok(&["add", shop.url()]);
    world.ok(&["add", gone.url()]);
    std::fs::remove_dir_all(&gone.0).unwrap();
    let said = world.fails(&["reindex", "gone"]);
    assert!(said.starts_with("fatal: "), "{said}");
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    let listed = hub.json(&token, "/repositories");
    assert!(listed["repositories"][0]["fault"].is_string(), "{listed}");
    // What was read of it still answers.
    assert_eq!(hub.found(&token, "ship").len(), 2);
    world.ok(&["remove", "gone"]);
    assert_eq!(hub.found(&token, "ship"), ["dec-shop000000"]);
    assert!(!world.path("hub/mirrors/gone").exists());
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_backup_brings_repositories_and_readers_into_another_hub() {
    let (world, other) = (World::new(), World::new());
    let shop = world.repository("shop", &["Ship on Fridays"]);
    world.ok(&["add", shop.url()]);
    let token = world.reader("one", &["shop"]);
    std::fs::write(other.path("backup"), world.ok(&["backup"])).unwrap();
    let file = other.path("backup");
    for _ in 0..2 {
        other.ok(&["init", "--from", file.to_str().unwrap()]);
    }
    assert_eq!(other.ok(&["reader", "list"]), "one  shop\n");
    other.ok(&["reindex"]);
    assert_eq!(other.serve(&[]).found(&token, "ship"), ["dec-shop000000"]);
    let unread = other.fails(&["init", "--from", "/dev/null"]);
    assert!(unread.contains("is no backup"), "{unread}");
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_crash_of_the_database_loses_and_doubles_nothing() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays", "Ship by rail"]);
    let mut call = world.command(&["add", shop.url()]);
    let child = call.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    thread::sleep(Duration::from_millis(300));
    world.server.crash().unwrap();
    child.unwrap().wait().unwrap();
    let said = world.fails(&["reader", "list"]);
    assert!(said.starts_with("fatal: the database"), "{said}");
    let again = git_memory_hub::private_server::PrivateServer::start(&world.path("pg")).unwrap();
    world.ok(&["add", shop.url()]);
    let token = world.reader("all", &[]);
    let mut hub = world.serve(&[]);
    assert_eq!(hub.found(&token, "ship").len(), 2);
    assert_eq!(hub.end(), Some(0));
    drop(again);
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn hostile_files_are_data() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    // Put together here, so that no scanner finds it in this file.
    let key = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o50smkjE"].concat();
    shop.decide(
        "dec-hostile1",
        "'; DROP TABLE versions; --",
        "\u{0}\u{1f} \u{202e} <script>alert(1)</script>",
    );
    shop.decide(
        "dec-hostile2",
        "Ship with a key",
        &format!("The token is {key}."),
    );
    shop.decide("dec-hostile3", "Ship much", &"ship".repeat(600_000));
    shop.write(
        "memory/decisions/dec-hostile4.md",
        "---\nid: dec-hostile4\ntitle: [",
    );
    shop.write("memory/decisions/binary.md", "\u{fffd}\u{0}\u{0}");
    std::os::unix::fs::symlink("/etc/passwd", shop.0.join("memory/decisions/link.md")).unwrap();
    shop.commit("Hostile", 2);
    world.ok(&["add", shop.url()]);
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    assert!(
        hub.found(&token, "ship")
            .contains(&"dec-shop000000".to_owned())
    );
    assert_eq!(
        hub.found(&token, "drop table versions")[..1],
        ["dec-hostile1"]
    );
    for target in [
        "/records/dec-hostile2",
        "/recall?words=key",
        "/records",
        "/r/shop/page/index.html",
    ] {
        let (status, body) = hub.ask(&token, target);
        assert!(status == 200 && !body.contains(&key), "{target}: {body}");
        assert!(
            !body.contains("root:") && !body.contains("<script>alert"),
            "{target}"
        );
    }
    for words in [
        "%27",
        "%00",
        "a%1Fb",
        "%5C",
        "%26+%7C+%21+%28",
        "%F0%9F%92%A9",
    ] {
        assert_eq!(
            hub.ask(&token, &format!("/recall?words={words}")).0,
            200,
            "{words}"
        );
    }
}

/// A history beyond [`git_memory_text::limits::HUB_COMMITS`].
#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn of_a_long_history_the_newest_commits_are_kept() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    let mut stream = String::new();
    for nth in 0..=limits::HUB_COMMITS {
        let text = format!("---\nid: dec-change1\ntitle: Change {nth}\nstatus: accepted\n---\n");
        let from = if nth == 0 {
            "from refs/heads/main^0\n"
        } else {
            ""
        };
        let commit = format!(
            "commit refs/heads/main\ncommitter A <a@example.org> {} +0000\ndata 1\nx\n{from}\
             M 100644 inline memory/decisions/dec-change1.md\ndata {}\n{text}\n",
            1_795_000_000 + nth,
            text.len()
        );
        stream.push_str(&commit);
    }
    shop.pipe(&["fast-import", "--quiet"], &stream);
    let told = world.ok(&["add", shop.url()]);
    assert!(told.contains("shop: 2000 commits"), "{told}");
    assert!(told.contains("older commits are not kept"), "{told}");
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn any_format_is_read_and_a_damaged_mirror_is_made_again() {
    let world = World::new();
    let shop = Repository(world.path("shop"));
    std::fs::create_dir_all(&shop.0).unwrap();
    shop.git(&["init", "-q", "-b", "trunk", "--object-format=sha256"]);
    shop.write("memory/config.yaml", "roots:\n- docs/adr\n");
    let adr = |number: u32, title: &str| {
        let text = format!("# {number}. {title}\n\n## Status\n\nAccepted\n\n## Context\n\nMuch.\n");
        shop.write(&format!("docs/adr/000{number}-adr.md"), &text);
    };
    adr(1, "Use Kafka");
    shop.write("src/main.rs", "fn main() {}\n");
    shop.commit("One", 1);
    world.ok(&["add", shop.url()]);
    let mirror = world.path("hub/mirrors/shop");
    assert!(mirror.join("docs/adr").exists() && !mirror.join("src").exists());
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    assert_eq!(hub.found(&token, "kafka"), ["docs/adr/0001-adr.md"]);
    for damaged in ["index.lock", "HEAD", "config", "refs/heads/trunk.lock"] {
        std::fs::write(mirror.join(".git").join(damaged), "x").unwrap();
        adr(2, &format!("Use {}", damaged.replace(['/', '.'], "")));
        shop.commit(damaged, 2);
        world.ok(&["add", shop.url()]);
        let words = damaged.replace(['/', '.'], "");
        assert_eq!(
            hub.found(&token, &words),
            ["docs/adr/0002-adr.md"],
            "{damaged}"
        );
    }
}
