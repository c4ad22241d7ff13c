//! Agents of many machines do the steps of one run.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Served, World};

const AGENTS: usize = 16;
const STEPS: usize = 120;
/// Each step waits for the one so many before it.
const LANES: usize = 30;
/// How often the hub is killed and started again.
const RESTARTS: usize = 4;
const PATIENCE: Duration = Duration::from_mins(5);

/// Says something about the run "r"; `None` if the hub is away.
fn say(hub: &Mutex<Served>, token: &str, words: &Value) -> Option<Value> {
    let address = hub.lock().unwrap().address.clone();
    let (status, body) = Served::post(&address, token, "/r/shop/runs", &words.to_string()).ok()?;
    assert_eq!(status, 200, "{words}: {body}");
    serde_json::from_str(&body).ok()
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn agents_do_each_step_once_and_in_order_while_the_hub_is_killed() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    world.ok(&["add", shop.url()]);
    let token = world.ok(&["reader", "add", "team", "--repository", "shop", "--works"]);
    let token = token.trim();
    let serve = || world.serve(&["--rate", "100000"]);
    let hub = Mutex::new(serve());
    for step in 0..STEPS {
        let before: Vec<String> = step
            .checked_sub(LANES)
            .iter()
            .map(ToString::to_string)
            .collect();
        let plan =
            json!({"run": "r", "step": step.to_string(), "status": "planned", "after": before});
        say(&hub, token, &plan).unwrap();
    }
    let done = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for nth in 0..AGENTS {
            let (hub, done) = (&hub, &done);
            scope.spawn(move || work(hub, token, nth, done));
        }
        for _ in 0..RESTARTS {
            thread::sleep(Duration::from_secs(1));
            let mut served = hub.lock().unwrap();
            served.kill();
            *served = serve();
        }
    });
    let done = done.into_inner().unwrap();
    assert_eq!(done.len(), STEPS);
    let told = hub.lock().unwrap().json(token, "/r/shop/runs?run=r");
    let steps = told["runs"][0]["steps"].as_array().unwrap();
    assert!(steps.len() == STEPS && steps.iter().all(|step| step["state"] == "done"));
}

/// Takes steps and reports them, until all are done; every second agent dies with its third one.
fn work(hub: &Mutex<Served>, token: &str, nth: usize, done: &Mutex<BTreeMap<usize, usize>>) {
    // A report may get lost: then the agent still has its step.
    let (mut count, mut has_one, begin) = (0, false, Instant::now());
    loop {
        assert!(
            begin.elapsed() < PATIENCE && !done.is_poisoned(),
            "the others wait for ever"
        );
        let dies = nth.is_multiple_of(2) && count >= 2 && !has_one;
        let lease = if dies { "2s" } else { "1d" };
        let agent = format!("a{nth}");
        let next = say(
            hub,
            token,
            &json!({"run": "r", "next": true, "agent": agent, "lease": lease}),
        );
        let Some(next) = next else { continue };
        if next["done"] == true {
            return;
        }
        let Some(name) = next["next"]["step"].as_str() else {
            thread::sleep(Duration::from_millis(100));
            continue;
        };
        if dies {
            return;
        }
        count += 1;
        let step: usize = name.parse().unwrap();
        let mut done = done.lock().unwrap();
        if let Some(before) = step.checked_sub(LANES) {
            assert!(done.contains_key(&before), "{step} before {before}");
        }
        let by = *done.entry(step).or_insert(nth);
        assert_eq!(by, nth, "step {step} was given to two agents");
        drop(done);
        let report = json!({"run": "r", "step": name, "agent": agent});
        has_one = say(hub, token, &report).is_none();
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn who_may_only_read_writes_no_steps() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    world.ok(&["add", shop.url()]);
    let reads = world.reader("reads", &["shop"]);
    let team = world.ok(&["reader", "add", "works", "--all", "--works"]);
    let hub = world.serve(&[]);
    let post = |token: &str, target: &str, words: &str| {
        Served::post(&hub.address, token.trim(), target, words).unwrap()
    };
    assert_eq!(
        post(&reads, "/r/shop/runs", r#"{"run":"r","step":"1"}"#).0,
        403
    );
    assert_eq!(
        post(&team, "/r/gone/runs", r#"{"run":"r","step":"1"}"#).0,
        404
    );
    for (words, said) in [
        ("{}", "'run'"),
        (r#"{"run":"r"}"#, "'step'"),
        (
            r#"{"run":"r","step":"1","status":"soon"}"#,
            "invalid status 'soon'",
        ),
        (r#"{"run":"r","next":true}"#, "'agent'"),
        (r#"{"run":"r","stp":"1"}"#, "stp"),
    ] {
        let (status, body) = post(&team, "/r/shop/runs", words);
        assert!(status == 400 && body.contains(said), "{words}: {body}");
    }
    let key = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o50smkjE"].concat();
    let words = json!({"run": "r", "step": "1", "title": format!("Use {key}"), "body": key});
    assert_eq!(post(&team, "/r/shop/runs", &words.to_string()).0, 200);
    let told = hub.json(&reads, "/r/shop/runs").to_string();
    assert!(told.contains("\"done\"") && !told.contains(&key), "{told}");
}
