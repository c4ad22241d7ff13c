//! Agents of many machines do the steps of one run.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Served, World, many};
use crate::hosts::Hosts;

/// Each step waits for the one so many before it.
const LANES: usize = 30;
const PATIENCE: Duration = Duration::from_mins(10);

/// The values that all agents share.
struct Team {
    hub: Mutex<Served>,
    token: String,
    hosts: Hosts,
    /// The agent of each step.
    done: Mutex<BTreeMap<usize, usize>>,
}

impl Team {
    /// Says something about the run "r", from the machine of an agent; `None` if the hub is away.
    fn say(&self, agent: usize, words: &Value) -> Option<Value> {
        let hub = self.hub.lock().unwrap().address.clone();
        let (_, port) = hub.rsplit_once(':').unwrap();
        let address = self.hosts.address(agent, port);
        let words = words.to_string();
        let (status, body) = Served::post(&address, &self.token, "/r/shop/runs", &words).ok()?;
        assert_eq!(status, 200, "{words}: {body}");
        serde_json::from_str(&body).ok()
    }

    /// Plans so many steps, from this machine.
    fn plan(&self, steps: usize) {
        let hub = self.hub.lock().unwrap();
        for step in 0..steps {
            let before = step.checked_sub(LANES).map(|it| it.to_string());
            let before: Vec<String> = before.into_iter().collect();
            let name = step.to_string();
            let plan = json!({"run": "r", "step": name, "status": "planned", "after": before});
            let told = Served::post(&hub.address, &self.token, "/r/shop/runs", &plan.to_string());
            assert_eq!(told.unwrap().0, 200);
        }
    }
}

/// The counts are those of `HUB_AGENTS`, `HUB_STEPS` and `HUB_RESTARTS` where the environment has
/// them.
#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn agents_do_each_step_once_and_in_order_while_the_hub_is_killed() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    world.ok(&["add", shop.url()]);
    let token = world.ok(&["reader", "add", "team", "--repository", "shop", "--works"]);
    let serve = || world.serve(&["--rate", "100000", "--listen", "0.0.0.0:0"]);
    let team = Team {
        hub: Mutex::new(serve()),
        token: token.trim().to_owned(),
        hosts: Hosts::made(),
        done: Mutex::default(),
    };
    let steps = many("STEPS", 120);
    team.plan(steps);
    thread::scope(|scope| {
        for nth in 0..many("AGENTS", 16) {
            let team = &team;
            scope.spawn(move || work(team, nth));
        }
        for _ in 0..many("RESTARTS", 4) {
            thread::sleep(Duration::from_secs(1));
            let mut served = team.hub.lock().unwrap();
            served.kill();
            *served = serve();
        }
    });
    assert_eq!(team.done.lock().unwrap().len(), steps);
    let told = team.hub.lock().unwrap();
    let told = told.json(&team.token, "/r/shop/runs?run=r");
    let told = told["runs"][0]["steps"].as_array().unwrap();
    assert!(told.len() == steps && told.iter().all(|step| step["state"] == "done"));
}

/// Takes steps and reports them, until all are done; every second agent dies with its third one.
fn work(team: &Team, nth: usize) {
    team.hosts.enter(nth);
    // A report may get lost: then the agent still has its step.
    let (mut count, mut has_one, begin) = (0, false, Instant::now());
    loop {
        let is_over = begin.elapsed() > PATIENCE || team.done.is_poisoned();
        assert!(!is_over, "the others wait for ever");
        let dies = nth.is_multiple_of(2) && count >= 2 && !has_one;
        let (agent, lease) = (format!("a{nth}"), if dies { "2s" } else { "1d" });
        let ask = json!({"run": "r", "next": true, "agent": agent, "lease": lease});
        let Some(next) = team.say(nth, &ask) else {
            thread::sleep(Duration::from_millis(10));
            continue;
        };
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
        take(&mut team.done.lock().unwrap(), name.parse().unwrap(), nth);
        let report = json!({"run": "r", "step": name, "agent": agent});
        has_one = team.say(nth, &report).is_none();
    }
}

/// Notes who has a step, which has to be free.
fn take(done: &mut BTreeMap<usize, usize>, step: usize, nth: usize) {
    if let Some(before) = step.checked_sub(LANES) {
        assert!(done.contains_key(&before), "{step} before {before}");
    }
    let by = *done.entry(step).or_insert(nth);
    assert_eq!(by, nth, "step {step} was given to two agents");
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
