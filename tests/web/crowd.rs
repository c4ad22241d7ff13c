//! More clients than the server has places for, and a server that may have few files open: every
//! question is answered, and no state of past clients remains.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::client::{Server, read};
use crate::common::World;
use crate::world;
use git_memory_text::limits;

/// Lets this process have the files open that a crowd takes.
fn many_files() {
    let limit = getrlimit(Resource::Nofile);
    let most = Rlimit {
        current: limit.maximum,
        ..limit
    };
    setrlimit(Resource::Nofile, most).unwrap();
}

/// A connection on which these bytes were sent.
fn begun(server: &Server, bytes: &str) -> TcpStream {
    let mut stream = server.connect();
    // One that had to make way is gone by now, perhaps.
    let _ = stream.write_all(bytes.as_bytes());
    stream
}

#[test]
fn a_page_that_comes_after_too_many_listeners_is_refused() {
    many_files();
    let world = world();
    let server = Server::start(&world);
    let request = format!(
        "GET /events HTTP/1.1\r\n{}\r\n{}\r\n\r\n",
        server.host(),
        server.bearer()
    );
    let listeners = (0..limits::LISTENERS).map(|_| {
        let mut stream = begun(&server, &request);
        // It listens once the head of the answer is here.
        stream.read_exact(&mut [0; 15]).unwrap();
        stream
    });
    let _listeners: Vec<TcpStream> = listeners.collect();
    assert_eq!(server.send(request.as_bytes()).status, 503);
    assert_eq!(server.get("/records").status, 200);
}

/// Waits until something is so.
#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_mins(1), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Number of entries in a folder of the server's process.
#[cfg(target_os = "linux")]
fn count(server: &Server, folder: &str) -> usize {
    let folder = format!("/proc/{}/{folder}", server.process.id());
    std::fs::read_dir(folder).unwrap().count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_thousand_who_say_little_keep_nobody_out_and_leave_nothing() {
    many_files();
    let world = world();
    let server = Server::start(&world);
    // The second look at the work tree keeps a file open that watches for changes.
    for _ in 0..2 {
        assert_eq!(server.get("/page/index.html").status, 200);
    }
    // The first one, and the one that makes vectors while nothing is asked.
    wait_until("threads stay", || count(&server, "task") == 2);
    let before = count(&server, "fd");

    let asked = format!(
        "{{}} HTTP/1.1\r\n{}\r\n{}\r\n",
        server.host(),
        server.bearer()
    );
    let body = asked.replace("{}", "POST /records") + "Content-Length: 100\r\n\r\n{";
    let agent = body.replace("/records", "/mcp");
    let listens = asked.replace("{}", "GET /events") + "\r\n";
    let mut crowd = Vec::new();
    for nth in 0..1000 {
        let bytes = match nth % 20 {
            0 => &body,
            1 => &agent,
            2 => &listens,
            3..9 => "GET /records HTTP/1.1\r\nHost:",
            9..15 => "G",
            _ => "",
        };
        crowd.push(begun(&server, bytes));
    }
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        // Clients that have begun a request send a little more now and then.
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for stream in &crowd {
                    let _ = (&*stream).write(b" ");
                }
                thread::sleep(Duration::from_millis(100));
            }
        });
        for path in ["/records", "/page/index.html", "/policy"].repeat(5) {
            assert_eq!(server.get(path).status, 200, "{path}");
        }
        is_over.store(true, Ordering::Relaxed);
    });
    drop(crowd);
    wait_until("files or threads are left", || {
        count(&server, "fd") <= before && count(&server, "task") == 2
    });
    assert_eq!(server.get("/records").status, 200);
}

#[test]
fn who_asks_something_in_a_crowd_is_answered_whole() {
    many_files();
    let world = world();
    let server = Server::start(&world);
    let whole = server.get("/openapi.json").body;
    let request = format!(
        "GET /openapi.json HTTP/1.1\r\n{}\r\n{}\r\nConnection: close\r\n\r\n",
        server.host(),
        server.bearer()
    );
    // More at once than there are places; all send their requests before any reads.
    let all: Vec<_> = (0..400).map(|_| begun(&server, &request)).collect();
    for mut stream in all {
        let reply = read(&mut stream);
        assert_eq!((reply.status, &reply.body), (200, &whole));
    }
}

#[test]
fn a_server_that_may_open_few_files_answers() {
    many_files();
    let world = world();
    for most in [256, 1024] {
        let server = Server::start_with_files(&world, most);
        let crowd: Vec<_> = (0..most + 100)
            .map(|nth| begun(&server, ["", "GET "][usize::from(nth % 2 == 0)]))
            .collect();
        for path in [
            "/records",
            "/page/index.html",
            "/log",
            "/recall?words=postgres",
        ] {
            assert_eq!(server.get(path).status, 200, "{most}: {path}");
        }
        drop(crowd);
        assert_eq!(server.end(), 0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_without_another_file_to_open_goes_on() {
    use rustix::process::{Pid, prlimit};

    let world = world();
    let server = Server::start(&world);
    let idle: Vec<_> = (0..10).map(|_| begun(&server, "GET ")).collect();
    assert_eq!(server.get("/records").status, 200);
    let own = Pid::from_raw(i32::try_from(server.process.id()).unwrap());
    let limit = |most| {
        let maximum = getrlimit(Resource::Nofile).maximum;
        let limit = Rlimit {
            current: most,
            maximum,
        };
        prlimit(own, Resource::Nofile, limit).unwrap().current
    };
    let before = limit(Some(count(&server, "fd") as u64));
    // The system has no connection to give, but it takes this one.
    let mut waits = begun(
        &server,
        &format!(
            "GET /policy HTTP/1.1\r\n{}\r\n{}\r\nConnection: close\r\n\r\n",
            server.host(),
            server.bearer()
        ),
    );
    // Another connection makes way for it.
    let told = read(&mut waits);
    assert!(
        told.status == 200 || told.body.contains("\"error\""),
        "{told:?}"
    );
    limit(before);
    assert_eq!(server.get("/records").status, 200);
    drop(idle);
}

#[test]
fn who_is_known_stays_where_strangers_come() {
    many_files();
    let world = World::with_memory();
    let server = Server::start(&world);
    let (host, bearer) = (server.host(), server.bearer());
    let request = |then: &str| format!("GET /policy HTTP/1.1\r\n{host}\r\n{bearer}\r\n{then}\r\n");
    let mut known = begun(&server, &request(""));
    // The known client is silent for longer than strangers may be.
    thread::sleep(Duration::from_millis(1200));
    let crowd: Vec<_> = (0..2 * limits::CONNECTIONS)
        .map(|_| server.connect())
        .collect();
    assert_eq!(server.get("/policy").status, 200);
    let last = request("Connection: close\r\n");
    known.write_all(last.as_bytes()).unwrap();
    let replies = read(&mut known);
    let answered = replies.body.matches("HTTP/1.1 200").count();
    assert_eq!(answered, 1, "{replies:?}");
    drop(crowd);
}
