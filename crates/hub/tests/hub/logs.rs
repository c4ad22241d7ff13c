//! Clones that bring their work logs to the hub by `sync`.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use age::secrecy::ExposeSecret;
use git_memory_app::private::sync::{self, Request};
use git_memory_app::workspace::{Error, Invocation, Workspace};
use git_memory_app::{Environment, SummaryFilter, get_repo_memory};
use git_memory_text::limits;

use crate::common::{Repository, Served, World};

/// A hub with the repository `shop`.
fn filled() -> World {
    let world = World::new();
    world.ok(&["add", world.repository("shop", &["Ship on Fridays"]).url()]);
    world
}

fn worker(world: &World, name: &str) -> String {
    let token = world.ok(&["reader", "add", name, "--repository", "shop", "--works"]);
    token.trim().to_owned()
}

/// A clone of `shop` that has a token for the hub.
fn clone(world: &World, name: &str, hub: &Served, token: &str) -> Repository {
    let shop = Repository(world.path("shop"));
    let clone = Repository(world.path(name));
    shop.git(&["clone", "-q", ".", clone.url()]);
    let helper = format!("!f() {{ echo username=x; echo password={token}; }}; f");
    clone.git(&["config", "credential.helper", &helper]);
    point_at(&clone, hub);
    clone
}

fn point_at(clone: &Repository, hub: &Served) {
    let address = format!("http://{}/r/shop", hub.address);
    clone.git(&["config", "memory.hub", &address]);
}

fn environment(clone: &Repository) -> Environment {
    let path = ["/usr/local/bin", "/usr/bin", "/bin"].join(":");
    let variables = [
        ("PATH", path.as_str()),
        ("HOME", clone.url()),
        ("GIT_CONFIG_NOSYSTEM", "1"),
        ("GIT_TERMINAL_PROMPT", "0"),
        ("GIT_AUTHOR_NAME", "A"),
        ("GIT_AUTHOR_EMAIL", "a@example.org"),
        ("GIT_COMMITTER_NAME", "A"),
        ("GIT_COMMITTER_EMAIL", "a@example.org"),
    ];
    let variables = variables.map(|(name, value)| (name.into(), value.into()));
    Environment::isolated(clone.0.clone(), variables)
}

/// Exchanges a clone's work log with the hub.
fn exchange(clone: &Repository) -> Result<(), Error> {
    let invocation = Invocation::new(environment(clone), SystemTime::now())?;
    let workspace = Workspace::open(&invocation)?;
    for request in sync::requests(&workspace, Request::default())? {
        sync::sync(&workspace, &request)?;
    }
    Ok(())
}

fn log(clone: &Repository, text: &str) {
    let memory = get_repo_memory(environment(clone), SystemTime::now).unwrap();
    memory.append_summary("r", text, text).unwrap();
}

/// The steps that a clone's work log has.
fn steps(clone: &Repository) -> BTreeSet<String> {
    let memory = get_repo_memory(environment(clone), SystemTime::now).unwrap();
    let entries = memory.summaries(&SummaryFilter::default()).unwrap();
    let steps = entries.iter().filter_map(|it| it.entry.step.as_ref());
    steps.map(ToString::to_string).collect()
}

/// The text of everything that the hub has of the work log.
fn carried(world: &World) -> String {
    let mut git = Command::new("git");
    git.args(["cat-file", "--batch-all-objects", "--batch", "--buffer"]);
    let output = git.current_dir(world.path("hub/logs/shop.git")).output();
    String::from_utf8_lossy(&output.unwrap().stdout).into_owned()
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn two_clones_share_a_work_log() {
    let world = filled();
    let token = worker(&world, "team");
    let hub = world.serve(&[]);
    let clones = ["a", "b"].map(|name| clone(&world, name, &hub, &token));
    for (nth, clone) in clones.iter().enumerate() {
        log(clone, &format!("canary{nth}"));
        exchange(clone).unwrap();
    }
    exchange(&clones[0]).unwrap();
    for clone in &clones {
        let both = ["canary0", "canary1"].map(ToOwned::to_owned);
        assert_eq!(steps(clone), BTreeSet::from(both));
    }
    assert!(carried(&world).contains("canary1"));
    let (_, counts) = hub.ask(&token, "/metrics");
    assert!(counts.contains("verb=\"push\",status=\"200\""), "{counts}");
    drop(hub);
    world.ok(&["remove", "shop"]);
    assert!(!world.path("hub/logs/shop.git").exists());
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn the_hub_reads_nothing_of_an_encrypted_log() {
    let world = filled();
    let token = worker(&world, "team");
    let hub = world.serve(&[]);
    let shop = Repository(world.path("shop"));
    let keys = ["a", "b"].map(|_| age::x25519::Identity::generate());
    let people = keys.iter().zip(["ann ", "bo "]);
    let people: String = people
        .map(|(key, name)| format!("{name}{}\n", key.to_public()))
        .collect();
    shop.write("memory/recipients", &people);
    shop.commit("Readers", 2);
    let clones = ["a", "b"].map(|name| clone(&world, name, &hub, &token));
    for (clone, key) in clones.iter().zip(&keys) {
        std::fs::write(clone.0.join(".git/key"), key.to_string().expose_secret()).unwrap();
        let key = clone.0.join(".git/key");
        clone.git(&["config", "memory.identity", key.to_str().unwrap()]);
    }
    for nth in 0..50 {
        log(&clones[0], &format!("zebra{nth:02}quartz"));
    }
    exchange(&clones[0]).unwrap();
    exchange(&clones[1]).unwrap();
    assert_eq!(steps(&clones[1]).len(), 50);
    let carried = carried(&world);
    assert!(
        carried.contains("age-encryption.org"),
        "nothing was brought"
    );
    assert!(!carried.contains("zebra") && !carried.contains("quartz"));
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn only_who_works_on_a_repository_brings_a_log() {
    let world = filled();
    world.ok(&["add", world.repository("pay", &["Pay on Mondays"]).url()]);
    let other = world.ok(&["reader", "add", "other", "--repository", "pay", "--works"]);
    let reads = world.reader("reads", &["shop"]);
    let team = worker(&world, "team");
    let hub = world.serve(&[]);
    let refused = |name: &str, token: &str| {
        let clone = clone(&world, name, &hub, token);
        log(&clone, "canary");
        exchange(&clone).unwrap_err().to_string()
    };
    let why = refused("other", other.trim());
    assert!(why.contains("not found"), "{why}");
    let why = refused("reads", &reads);
    assert!(why.contains("403"), "{why}");
    let why = refused("none", "gmh_0");
    assert!(why.contains("Authentication failed"), "{why}");
    // Only work logs have a place there.
    let clone = clone(&world, "team", &hub, &team);
    let address = clone.git(&["config", "memory.hub"]);
    for name in ["refs/heads/main", "refs/memoryx/a", "refs/tags/a", "refs/x"] {
        let mut git = Command::new("git");
        git.args(["push", &address, &format!("HEAD:{name}")]);
        let pushed = git.current_dir(&clone.0).stderr(Stdio::null()).status();
        assert!(!pushed.unwrap().success(), "{name}");
    }
    for file in ["HEAD", "config", "objects/info/packs", "git-upload-archive"] {
        let (status, body) = hub.ask(&team, &format!("/r/shop/{file}"));
        assert!(status >= 400, "{file}: {body}");
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn many_clones_at_once_and_a_hub_that_is_killed_lose_nothing() {
    const CLONES: usize = 3;
    const ENTRIES: usize = 4;
    let world = filled();
    let token = worker(&world, "team");
    let mut hub = world.serve(&[]);
    let names: Vec<String> = (0..CLONES).map(|nth| format!("clone{nth}")).collect();
    let clones: Vec<Repository> = names
        .iter()
        .map(|name| clone(&world, name, &hub, &token))
        .collect();
    thread::scope(|scope| {
        for (nth, clone) in clones.iter().enumerate() {
            scope.spawn(move || {
                for entry in 0..ENTRIES {
                    log(clone, &format!("{nth}.{entry}"));
                    // While the hub is away it cannot be reached, which is said.
                    let _ = exchange(clone);
                }
            });
        }
        for pause in [300, 700, 1_100] {
            thread::sleep(Duration::from_millis(pause));
            hub.kill();
            hub = world.serve(&[]);
            for clone in &clones {
                point_at(clone, &hub);
            }
        }
    });
    for clone in clones.iter().chain(&clones) {
        exchange(clone).unwrap();
    }
    for clone in &clones {
        assert_eq!(steps(clone).len(), CLONES * ENTRIES);
        clone.git(&["fsck", "--strict"]);
    }
    Repository(world.path("hub/logs/shop.git")).git(&["fsck", "--strict"]);
}

/// A push of so many bytes that cannot be packed.
fn large_push(clone: &Repository, bytes: usize) -> Command {
    let mut large = vec![0; bytes];
    getrandom::fill(&mut large).unwrap();
    std::fs::write(clone.0.join("large"), large).unwrap();
    clone.commit("Large", 3);
    let address = clone.git(&["config", "memory.hub"]);
    let mut git = Command::new("git");
    git.args(["push", &address, "+HEAD:refs/memory/branches/main"]);
    git.current_dir(&clone.0).stderr(Stdio::piped());
    git
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_hub_that_is_killed_in_a_push_has_all_of_it_or_nothing() {
    let world = filled();
    let token = worker(&world, "team");
    let mut hub = world.serve(&[]);
    let clone = clone(&world, "a", &hub, &token);
    let mut heads = BTreeSet::from([String::new()]);
    for pause in [100, 400, 1_000] {
        let mut push = large_push(&clone, 4 << 20).spawn().unwrap();
        thread::sleep(Duration::from_millis(pause));
        hub.kill();
        push.wait().unwrap();
        hub = world.serve(&[]);
        point_at(&clone, &hub);
        let address = clone.git(&["config", "memory.hub"]);
        let refs = clone.git(&["ls-remote", &address, "refs/memory/*"]);
        heads.insert(clone.git(&["rev-parse", "HEAD"]));
        // git may have gone on to its end without the hub.
        let has = refs.split('\t').next().unwrap_or_default();
        assert!(heads.contains(has), "{refs}");
        Repository(world.path("hub/logs/shop.git")).git(&["fsck", "--strict"]);
        assert!(ends(&world), "git goes on for ever");
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn git_ends_with_its_client_and_with_the_hub() {
    let world = filled();
    let token = worker(&world, "team");
    let mut hub = world.serve(&[]);
    let clone = clone(&world, "a", &hub, &token);
    exchange(&clone).unwrap();
    // A program that git starts, and that nothing of git's pipes ends.
    let hook = world.path("hub/logs/shop.git/hooks/pre-receive");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    fs::write(&hook, "#!/bin/sh\nexec sleep 600 >/dev/null 2>&1\n").unwrap();
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
    // With the program that git starts for HTTP.
    let mut push = large_push(&clone, 10).process_group(0).spawn().unwrap();
    assert!(begins(&world), "git does not answer");
    let group = format!("-{}", push.id());
    let mut kill = Command::new("kill");
    assert!(kill.args(["-9", "--", &group]).status().unwrap().success());
    push.wait().unwrap();
    assert!(ends(&world), "git goes on without its client");
    let mut push = large_push(&clone, 10).spawn().unwrap();
    assert!(begins(&world), "git does not answer");
    assert_eq!(hub.end(), Some(0));
    assert!(ends(&world), "git goes on without the hub");
    push.wait().unwrap();
}

/// True once the hook of a log of the hub runs.
fn begins(world: &World) -> bool {
    (0..300).any(|_| {
        thread::sleep(Duration::from_millis(100));
        served(world).contains(&"sleep".to_owned())
    })
}

/// True once no git answers for a log of the hub any more.
fn ends(world: &World) -> bool {
    (0..300).any(|_| {
        thread::sleep(Duration::from_millis(100));
        served(world).is_empty()
    })
}

/// The programs that answer for a log of the hub.
fn served(world: &World) -> Vec<String> {
    let log = format!("PATH_TRANSLATED={}", world.path("hub/logs").display());
    let mut programs = Vec::new();
    for process in fs::read_dir("/proc").unwrap().flatten() {
        let process = process.path();
        let environment = fs::read(process.join("environ")).unwrap_or_default();
        if String::from_utf8_lossy(&environment).contains(&log) {
            // It may have ended meanwhile.
            let name = fs::read_to_string(process.join("comm")).unwrap_or_default();
            programs.push(name.trim().to_owned());
        }
    }
    programs
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_push_that_is_too_large_changes_nothing() {
    let world = filled();
    let token = worker(&world, "team");
    let hub = world.serve(&[]);
    let clone = clone(&world, "a", &hub, &token);
    let mut push = large_push(&clone, limits::PUSH_BYTES + 1);
    let pushed = push.output().unwrap();
    let why = String::from_utf8_lossy(&pushed.stderr).into_owned();
    let address = clone.git(&["config", "memory.hub"]);
    assert!(!pushed.status.success() && why.contains("413"), "{why}");
    assert_eq!(clone.git(&["ls-remote", &address]), "");
}
