//! A hundred processes at once, with every sort of command.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::cases::Template;
use crate::common::{BINARY, World};
use crate::whole::assert_sound;

const PROCESSES: usize = 100;
const TIME: Duration = Duration::from_mins(1);

/// Commands that have to wait for others, and may give up.
const WRITES: [&str; 4] = ["add-note", "summary", "set", "refresh"];

/// Results that commands reported.
#[derive(Default)]
struct Reported {
    records: Vec<String>,
    entries: Vec<String>,
    tags: Vec<String>,
    notes: Vec<String>,
    /// Number of times for each reason.
    refused: BTreeMap<String, usize>,
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_processes_lose_nothing_that_they_reported() {
    let template = Template::new();
    let world = template.copy();
    let id = first_id(&world);
    let reported = Mutex::new(Reported::default());
    let end = Instant::now() + TIME;
    thread::scope(|scope| {
        for worker in 0..PROCESSES {
            let (world, id, reported) = (&world, &id, &reported);
            scope.spawn(move || {
                let mut nth = 0;
                while Instant::now() < end {
                    nth += 1;
                    step(world, id, reported, worker, nth);
                }
            });
        }
    });
    let reported = reported.into_inner().unwrap();
    assert_sound(&world, "afterwards");
    let records = world.memory("list --format %(id)").ok();
    let entries = world.memory("summary list --json").ok();
    let notes = world.memory("notes HEAD").ok();
    let shown = world.memory(["show", &id]).ok();
    assert!(
        reported
            .records
            .iter()
            .all(|id| records.contains(id.as_str()))
    );
    assert!(
        reported
            .entries
            .iter()
            .all(|id| entries.contains(id.as_str()))
    );
    assert!(
        reported
            .notes
            .iter()
            .all(|text| notes.contains(text.as_str()))
    );
    assert!(
        reported.tags.iter().all(|key| shown.contains(key.as_str())),
        "{shown}"
    );
    println!(
        "{} records, {} entries, {} changes of one record, {} notes; refused: {:#?}",
        reported.records.len(),
        reported.entries.len(),
        reported.tags.len(),
        reported.notes.len(),
        reported.refused
    );
    // Few where other tests run beside it, but never none.
    assert!(reported.records.len() >= 5 && reported.entries.len() >= 5);
}

fn first_id(world: &World) -> String {
    let ids = world.memory("list --kind decision --format %(id)").ok();
    ids.lines().next().unwrap().to_owned()
}

/// One command of one of the processes.
fn step(world: &World, id: &str, reported: &Mutex<Reported>, worker: usize, nth: usize) {
    let name = format!("w{worker}n{nth}");
    let set = format!("key_{name}=there");
    let arguments: Vec<&str> = match (worker + nth) % 10 {
        0 => vec!["add-note", &name],
        1 => vec![
            "summary", "append", "--run", "m", "--step", &name, "--title", &name,
        ],
        2 => vec!["set", id, &set],
        3 => vec!["add-note", "--commit", "HEAD", &name],
        4 => vec!["recall", "queue"],
        5 => vec!["context", "--query", "events"],
        6 => vec!["list"],
        7 => vec!["refresh"],
        8 => vec!["summary", "list"],
        _ => vec!["status"],
    };
    let mut command = world.command(BINARY);
    command.env_remove("GIT_MEMORY_SEED").args(&arguments);
    let output = command.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        assert!(
            err.contains("fatal: ") && !err.contains("panicked"),
            "{arguments:?}: {err}"
        );
        // Readers never wait for other processes.
        assert!(WRITES.contains(&arguments[0]), "{arguments:?}: {err}");
        let mut reported = reported.lock().unwrap();
        let reason = err.lines().next().unwrap_or_default().to_owned();
        *reported.refused.entry(reason).or_insert(0) += 1;
        return;
    }
    let out = String::from_utf8_lossy(&output.stdout);
    let first_word = out.split_whitespace().next().map(str::to_owned);
    let mut reported = reported.lock().unwrap();
    match (worker + nth) % 10 {
        0 => reported.records.extend(first_word),
        1 => reported.entries.extend(first_word),
        2 => reported.tags.push(format!("key_{name}: there")),
        3 => reported.notes.push(name),
        _ => {}
    }
}
