//! Kills in the middle of updates, a disk without room, and tables that are half made: nothing is
//! lost, nothing is there twice.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use git_memory_hub::private_server::PrivateServer;

use crate::common::{Repository, World, folder, many};

/// Commits of a round, and files that each changes.
const COMMITS: usize = 5;
const FILES: usize = 8;

/// Commits changes of the same files; the number of versions that they make.
fn change(shop: &Repository, round: usize) -> usize {
    for commit in 0..COMMITS {
        for file in 0..FILES {
            let title = format!("Decision {file} of commit {commit} in round {round}");
            shop.decide(&format!("dec-kept{file:06}"), &title, "");
        }
        shop.commit("Change", 2);
    }
    COMMITS * FILES
}

/// Begins an update, and leaves it alone for some time.
fn update(world: &World, shop: &Repository, milliseconds: u64) -> std::process::Child {
    let mut call = world.command(&["add", shop.url()]);
    let child = call.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    thread::sleep(Duration::from_millis(milliseconds));
    child.unwrap()
}

/// Times between nothing and longer than an update takes.
fn moment(round: usize) -> u64 {
    (round as u64 * 67) % 800
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn killed_hubs_and_databases_lose_and_double_nothing() {
    let mut world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    let mut versions = 1;
    for round in 0..many("KILLS", 10) {
        versions += change(&shop, round);
        let mut child = update(&world, &shop, moment(round));
        if round % 2 == 0 {
            child.kill().unwrap();
            child.wait().unwrap();
        } else {
            kill_database(&world.path("pg"));
            child.wait().unwrap();
            let again = PrivateServer::start(&world.path("pg")).unwrap();
            // The one before would end the new one.
            std::mem::forget(std::mem::replace(&mut world.server, again));
        }
    }
    world.ok(&["add", shop.url()]);
    let counted = "SELECT count(*), count(DISTINCT (path, blob, since_commit)),
                       count(*) FILTER (WHERE until IS NULL) FROM git_memory.versions";
    let current = FILES + 1;
    assert_eq!(
        world.sql(counted),
        format!("{versions}|{versions}|{current}")
    );
}

/// Kills the server and all that it has started, at once.
fn kill_database(folder: &Path) {
    let file = fs::read_to_string(folder.join("data/postmaster.pid")).unwrap();
    let first = file.lines().next().unwrap().to_owned();
    let children = format!("/proc/{first}/task/{first}/children");
    let children = fs::read_to_string(children).unwrap();
    let mut all = vec![first.as_str()];
    all.extend(children.split_whitespace());
    // One of them may have ended by itself.
    let killed = Command::new("kill").arg("-9").args(&all).status();
    killed.unwrap();
    let begin = Instant::now();
    while all.iter().any(|it| Path::new("/proc").join(it).exists()) {
        assert!(begin.elapsed().as_secs() < 60, "it does not die");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn tables_that_are_half_made_are_made() {
    let world = World::new();
    for round in 0..many("KILLS", 10) {
        world.sql("DROP SCHEMA git_memory CASCADE");
        let mut child = world.command(&["init"]).spawn().unwrap();
        thread::sleep(Duration::from_millis(moment(round) / 4));
        child.kill().unwrap();
        child.wait().unwrap();
        world.ok(&["init"]);
    }
    let shop = world.repository("shop", &["Ship on Fridays"]);
    world.ok(&["add", shop.url()]);
    let token = world.reader("all", &[]);
    assert_eq!(world.serve(&[]).found(&token, "ship"), ["dec-shop000000"]);
}

/// Texts of strangers in records; `#` is a number.
const HOSTILE: [&str; 10] = [
    "---\nid: dec-hostile#\ntitle: '\\'; DROP TABLE versions; -- #'\nstatus: active\n---\n",
    "---\nid: dec-same01\ntitle: The same id in each\nstatus: active\n---\n",
    "---\nid: dec-hostile#\ntitle: [[[[[[[[[[[[[[[[\n---\n",
    "---\na: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\ntitle: *c\n---\n",
    "---\nid: dec-hostile#\ntitle: \u{202e}\u{1f}\u{0}#\nscope: ../../../#\nstatus: \u{feff}\n---\n",
    "---\nid: dec-hostile#\ntitle: Links #\nsupersedes: [dec-hostile#, '%', '\\']\n---\n",
    "\u{fffd}\u{0}\u{1b}]0;#\u{7}",
    "---\nid: dec-hostile#\ntitle: Owners #\nowner: [<, '<>', '@', '\u{0}', {a: b}]\n---\n",
    "---\nid: dec-hostile#\nkind: \"\\u0000\"\ntitle: # ' | & ! :* <->\nstatus: active\n---\n",
    "",
];

/// As many as `HUB_HOSTILE` says.
#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn hostile_records_are_read_and_the_others_answer() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    let records = many("HOSTILE", 1_000);
    for nth in 0..records {
        let text = HOSTILE[nth % HOSTILE.len()].replace('#', &format!("{nth:06}"));
        let pairs = ["https://a.example/b/c ", "word ", "'| ", "\u{301}\u{200d}"];
        let text = text + &pairs[nth % pairs.len()].repeat(nth % 3_000);
        shop.write(&format!("memory/decisions/h{nth}.md"), &text);
    }
    shop.commit("Hostile", 2);
    let begin = Instant::now();
    world.ok(&["add", shop.url()]);
    println!("{records} records in {} s", begin.elapsed().as_secs());
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    assert_eq!(hub.found(&token, "Fridays"), ["dec-shop000000"]);
    // Those that no program could read as records are left out, and no others.
    let same = "SELECT count(*) FROM git_memory.versions WHERE id = 'dec-same01'";
    assert_eq!(world.sql(same), (records / HOSTILE.len()).to_string());
    for target in [
        "/related?what=a.example",
        "/related?what=%27%7C",
        "/records?most=10000",
    ] {
        assert_eq!(hub.ask(&token, target).0, 200, "{target}");
    }
}

/// A file system in memory with little room, until it is dropped.
struct Small(std::path::PathBuf);

impl Small {
    /// `None` where this process may mount nothing.
    fn mounted(place: &Path) -> Option<Self> {
        fs::create_dir_all(place).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=400m", "small"]);
        let is_mounted = mount.arg(place).status().is_ok_and(|it| it.success());
        is_mounted.then(|| Self(place.to_owned()))
    }

    /// Leaves about so many kibibytes.
    fn fill(&self, left: u64) {
        let mut df = Command::new("df");
        let told = df.arg("--output=avail").arg(&self.0).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        let room: u64 = told.lines().last().unwrap().trim().parse().unwrap();
        let bytes = vec![0; usize::try_from((room - left) * 1024).unwrap()];
        fs::write(self.0.join("filler"), bytes).unwrap();
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_full_disk_is_named_and_updates_go_on_once_there_is_room() {
    let folder = folder();
    let place = folder.path().join("small");
    let Some(small) = Small::mounted(&place) else {
        println!("skipped: a full disk, as this process may mount nothing");
        return;
    };
    let world = World::with_server_at(folder, &place.join("pg"));
    let shop = world.repository("shop", &["Ship on Fridays"]);
    world.ok(&["add", shop.url()]);
    let token = world.reader("all", &[]);
    for nth in 0..60 {
        let id = format!("dec-large{nth:05}");
        shop.decide(&id, &format!("Large {nth}"), &noise(nth, 2_000));
    }
    shop.commit("Large ones", 2);
    let hub = world.serve(&[]);
    // A server whose own log has no room stops: it has a new file of that.
    world.sql("SELECT pg_switch_wal()");
    world.sql("CHECKPOINT");
    small.fill(1_000);
    let said = world.fails(&["reindex", "shop"]);
    assert!(said.contains("No space left on device"), "{said}");
    // Answers need no room.
    assert_eq!(hub.found(&token, "ship"), ["dec-shop000000"]);
    fs::remove_file(world.path("small/filler")).unwrap();
    recover(&world, &["add", shop.url()]);
    assert_eq!(
        hub.json(&token, "/records")["records"]
            .as_array()
            .unwrap()
            .len(),
        61
    );
}

/// Calls the hub until the database has recovered.
fn recover(world: &World, args: &[&str]) {
    let begin = Instant::now();
    loop {
        let output = world.hub(args);
        if output.status.success() {
            return;
        }
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(
            begin.elapsed().as_secs() < 120,
            "it does not recover: {why}"
        );
        thread::sleep(Duration::from_millis(500));
    }
}

/// Words that no compression makes much smaller.
fn noise(seed: u64, count: usize) -> String {
    let mut number = seed.wrapping_add(1);
    let mut words = Vec::new();
    for _ in 0..count {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        words.push(format!("{:08x}", number >> 32));
    }
    words.join(" ")
}
