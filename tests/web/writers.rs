//! Eight writers at once, beside readers: every reported write is there, whole, and every refused
//! writer gets the reason.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::client::Server;
use crate::common::{ends, has};
use crate::world;

const WRITERS: usize = 8;

/// Runs writers, each with its number, while two readers look at everything.
fn beside_readers(server: &Server, write: impl Fn(usize) + Sync) {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for path in ["/records", "/page/index.html"] {
            let is_over = &is_over;
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let reply = server.get(path);
                    assert_eq!(reply.status, 200, "{reply:?}");
                }
            });
        }
        let write = &write;
        let writers: Vec<_> = (0..WRITERS)
            .map(|nth| scope.spawn(move || write(nth)))
            .collect();
        let ended: Vec<_> = writers
            .into_iter()
            .map(thread::ScopedJoinHandle::join)
            .collect();
        is_over.store(true, Ordering::Relaxed);
        assert!(ended.iter().all(Result::is_ok));
    });
}

/// Lets eight writers write six notes each; returns the paths and texts that they were told.
fn by_eight_writers(server: &Server) -> Vec<(String, String)> {
    let told = Mutex::new(Vec::new());
    beside_readers(server, |writer| {
        for nth in 0..6 {
            let text = format!("{writer} {nth}: {}", "word ".repeat(4000));
            let title = format!("By {writer}, {nth}");
            let note = json!({"kind": "note", "title": title, "body": text});
            let reply = server.post("/records", &note);
            assert_eq!(reply.status, 200, "{reply:?}");
            let written: Value = serde_json::from_str(&reply.body).unwrap();
            let path = written["path"].as_str().unwrap().to_owned();
            told.lock().unwrap().push((path, text));
        }
    });
    told.into_inner().unwrap()
}

#[test]
fn what_eight_writers_were_told_is_written_is_there() {
    let world = world();
    let server = Server::start(&world);
    let told = by_eight_writers(&server);
    let staged = world.git(["ls-files", "memory/notes"]).ok();
    for (path, text) in &told {
        ends(world.read(path).trim_end(), text.trim_end());
        has(&staged, path);
    }
    assert_eq!(told.len(), WRITERS * 6);
    let notes = server.answer("/records?kinds=note")["records"].clone();
    assert_eq!(notes.as_array().map(Vec::len), Some(told.len()));
    assert_eq!(world.git(["diff", "--name-only"]).ok(), "");
    world.memory(["check"]).ok();
}

#[test]
fn of_eight_who_change_one_record_one_does() {
    let world = world();
    let server = Server::start(&world);
    for round in 0..4 {
        let blob = server.answer("/records/dec-aaaaaa")["blob"].clone();
        let changed = Mutex::new(Vec::new());
        beside_readers(&server, |writer| {
            let title = format!("Round {round}, by {writer}");
            let edit = json!({"id": "dec-aaaaaa", "blob": blob, "title": title});
            let reply = server.post("/records", &edit);
            match reply.status {
                200 => changed.lock().unwrap().push(title),
                409 => has(&reply.body, "has changed since it was read"),
                _ => panic!("{reply:?}"),
            }
        });
        let changed = changed.into_inner().unwrap();
        assert_eq!(changed.len(), 1, "{changed:?}");
        let now = server.answer("/records/dec-aaaaaa");
        assert_eq!(now["title"], changed[0].as_str());
    }
    world.memory(["check"]).ok();
}

#[test]
fn private_entries_of_eight_writers_are_all_there() {
    let world = world();
    let server = Server::start(&world);
    let before = server.answer("/summary")["entries"]
        .as_array()
        .unwrap()
        .len();
    beside_readers(&server, |writer| {
        for nth in 0..6 {
            let entry = json!({
                "run": format!("r{writer}"), "step": format!("s{nth}"),
                "title": format!("By {writer}, {nth}"),
            });
            let reply = server.post("/runs", &entry);
            assert_eq!(reply.status, 200, "{reply:?}");
        }
    });
    let entries = server.answer("/summary?most=1000");
    let entries = entries["entries"].as_array().unwrap();
    assert_eq!(entries.len(), before + WRITERS * 6);
}
