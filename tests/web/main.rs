//! The door of browsers and other programs: a local server, by the real binary. Requests are
//! written out here as a client sends them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod browser;
mod client;
#[path = "../common/mod.rs"]
mod common;
#[cfg(unix)]
mod crowd;
mod pages;
mod writers;
mod writes;

use std::io::{BufRead, BufReader, Write};

use client::{Browser, Server, read};
use common::{WORKSPACE, World, has, lacks, token};
use git_memory_text::limits;
use serde_json::{Value, json};

/// Memory with some of everything.
fn world() -> World {
    let world = World::with_memory();
    world.write("src/store/mod.rs", "pub fn store() {}\n");
    let add = [
        "add-decision",
        "--id",
        "dec-aaaaaa",
        "--path",
        "src/store/**",
        "Use Postgres",
    ];
    world
        .memory(add.iter().chain(&["--rationale", "Two writers."]))
        .ok();
    world
        .memory("add-lesson --id les-bbbbbb 'Caches lie' --tag cache")
        .ok();
    world
        .memory("summary append --run r1 --step s1 --title Built")
        .ok();
    world.commit("Begin");
    world
}

#[test]
fn every_door_gives_the_same_bytes() {
    let world = world();
    let server = Server::start(&world);
    let entry = world.memory("summary list --json").json();
    let entry = entry["entries"][0]["id"].as_str().unwrap().to_owned();
    let same: &[(&str, &[&str])] = &[
        ("/workspace/context", &["get-context"]),
        (
            "/workspace/context?topics=lessons&include_defaults=false",
            &["get-context", "--topics", "lessons", "--no-defaults"],
        ),
        ("/status", &["status"]),
        ("/records", &["list"]),
        (
            "/records?kinds=decision&sort=title&most=1",
            &["list", "--kind", "decision", "--sort", "title", "-n", "1"],
        ),
        ("/records/dec-aaaaaa", &["show", "dec-aaaaaa"]),
        (
            "/records/dec-aaaaaa?followers",
            &["show", "dec-aaaaaa", "--followers"],
        ),
        (
            "/records/dec-aaaaaa?tier=t0&rev=HEAD",
            &["show", "dec-aaaaaa", "--tier", "t0", "--rev", "HEAD"],
        ),
        ("/records/memory/summary.md", &["show", "memory/summary.md"]),
        ("/related/dec-aaaaaa", &["related", "dec-aaaaaa"]),
        ("/graph", &["log", "--graph"]),
        (
            "/graph?id=dec-aaaaaa",
            &["related", "dec-aaaaaa", "--graph"],
        ),
        (
            "/recall?words=postgres+writers&explain",
            &["recall", "postgres writers", "--explain"],
        ),
        (
            "/recall?words=store&near=src/store/mod.rs&most=3",
            &["recall", "store", "--for", "src/store/mod.rs", "-n", "3"],
        ),
        (
            "/why?paths=src/store/mod.rs:1",
            &["why", "src/store/mod.rs:1"],
        ),
        ("/policy", &["policy", "show"]),
        (
            "/policy/check?paths=src&paths=.git/config&for=write",
            &["policy", "check", "src", ".git/config", "--for", "write"],
        ),
        ("/map?max_tokens=300", &["map", "--max-tokens", "300"]),
        ("/map?decisions", &["map", "--decisions"]),
        ("/summary", &["summary", "list"]),
        (&format!("/summary/{entry}"), &["summary", "show", &entry]),
        ("/runs", &["runs"]),
        ("/log?patch=true", &["log", "--patch"]),
        ("/diff?range=HEAD", &["diff", "HEAD"]),
        ("/review", &["review"]),
        ("/review?conflicts", &["review", "--conflicts"]),
        ("/records/dec-zzzzzz", &["show", "dec-zzzzzz"]),
        ("/why?paths=../elsewhere", &["why", "../elsewhere"]),
    ];
    for (path, command) in same {
        let printed = world.memory(command.iter().chain(&["--json"]));
        assert_eq!(server.get(path).body, printed.out, "{path}");
    }
}

/// Arguments of a workspace's context as each door has them.
const ASKED: [(&str, &str); 6] = [
    ("topics=decisions", "--topics decisions"),
    (
        "topics=decisions&topics=runbooks",
        "--topics decisions,runbooks",
    ),
    (
        "include_defaults=false&topics=decisions",
        "--no-defaults --topics decisions",
    ),
    ("filter_status=archived", "--filter-status archived"),
    ("filter_tags=money&filter_tags=x", "--filter-tags money,x"),
    ("filter_category=books", "--filter-category books"),
];

#[test]
fn a_workspace_of_a_tree_is_asked_for_as_by_the_command_line() {
    let world = World::with_workspaces();
    let server = Server::start(&world);
    let ask = |workspace: &str, more: &str| {
        let question = format!("workspace={workspace}&domain=pay&repository=ledger&{more}");
        server.get(&format!("/workspace/context?{question}")).body
    };
    let command = "get-context --json --domain pay --repository ledger";
    for workspace in ["acme", WORKSPACE, &format!("{WORKSPACE}/pay")] {
        for (more, arguments) in ASKED {
            let call = format!("{command} --workspace {workspace} {arguments}");
            assert_eq!(ask(workspace, more), world.memory(&*call).out, "{call}");
        }
    }
    has(
        &ask("beta", "topics=decisions"),
        "no workspace 'beta'; there are: acme",
    );
}

#[test]
fn a_server_of_agents_gives_the_same_answers() {
    let world = world();
    let server = Server::start(&world);
    let recall = json!({"words": "postgres", "most": 2});
    let (read, paths) = (json!({"id": "dec-aaaaaa"}), json!({"paths": ["src"]}));
    for (tool, mut whole, path) in [
        ("workspace_get_context", json!({}), "/workspace/context"),
        ("memory_recall", recall, "/recall?words=postgres&most=2"),
        ("memory_read", read, "/records/dec-aaaaaa"),
        ("memory_check_path", paths, "/policy/check?paths=src"),
    ] {
        (whole["details"], whole["max_tokens"]) = (json!(true), json!(100_000));
        let called = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": tool, "arguments": whole, "_meta": meta(),
        }});
        let answer = mcp(&server, &called, &[&format!("Mcp-Name: {tool}")]);
        let data = &answer["result"]["structuredContent"];
        assert_eq!(*data, server.answer(path), "{tool}: {answer}");
    }
}

/// Returns the client's data in each request of the protocol without sessions.
fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// The answer of the MCP server to a message over HTTP.
fn mcp(server: &Server, message: &Value, more: &[&str]) -> Value {
    let method = format!("Mcp-Method: {}", message["method"].as_str().unwrap());
    let (host, bearer) = (server.host(), server.bearer());
    let mut head = vec![
        &*host,
        &*bearer,
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        "Mcp-Protocol-Version: 2026-07-28",
        &*method,
    ];
    head.extend(more);
    let reply = server.ask("POST", "/mcp", &head, &message.to_string());
    assert_eq!(reply.status, 200, "{reply:?}");
    let data = reply
        .body
        .lines()
        .find(|line| line.contains("\"jsonrpc\""))
        .unwrap();
    serde_json::from_str(data.trim_start_matches("data:")).unwrap()
}

/// A message of JSON-RPC over HTTP, as the protocol with sessions has it.
fn say(server: &Server, method: &str, session: &str, message: &str) -> client::Reply {
    let (host, bearer) = (server.host(), server.bearer());
    let session = format!("Mcp-Session-Id: {session}");
    let (kind, takes) = (
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
    );
    let mut head = vec![&*host, &*bearer, kind, takes];
    if session.len() > "Mcp-Session-Id: ".len() {
        head.push(&session);
    }
    server.ask(method, "/mcp", &head, message)
}

/// A session that has begun.
fn begun(server: &Server) -> String {
    let begin = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    let reply = say(server, "POST", "", &begin.to_string());
    let line = reply
        .head
        .lines()
        .find_map(|line| line.strip_prefix("mcp-session-id: "));
    let session = line.unwrap_or_else(|| panic!("{reply:?}")).to_owned();
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    say(server, "POST", &session, &ready.to_string());
    session
}

/// A request of JSON-RPC.
fn ping(id: &str, more: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"{more}}}")
}

#[test]
fn messages_that_cannot_be_read_are_refused_in_json_rpc() {
    let world = world();
    let server = Server::start(&world);
    let session = begun(&server);
    let deep = format!(",\"params\":{}{}", "[".repeat(5000), "]".repeat(5000));
    for (message, status, id) in [
        (ping("2.5", ""), 200, "2.5"),
        (ping("2.5", &deep), 400, "2.5"),
        (ping("\"a\"", ",\"params\":7"), 400, "\"a\""),
        (ping("[]", ""), 400, "null"),
        ("{x".to_owned(), 400, "null"),
    ] {
        let reply = say(&server, "POST", &session, &message);
        assert_eq!(reply.status, status, "{reply:?}");
        let begins = format!("\"jsonrpc\":\"2.0\",\"id\":{id},");
        assert!(reply.body.contains(&begins), "{reply:?}");
    }
    let batch = format!("[{}, 7, {}]", ping("3", ""), ping("4", ""));
    let reply = say(&server, "POST", &session, &batch);
    let answers: Vec<Value> = serde_json::from_str(&reply.body).unwrap();
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(3), &json!(null), &json!(4)], "{reply:?}");
}

#[test]
fn a_session_that_was_ended_is_not_there() {
    let world = world();
    let server = Server::start(&world);
    let session = begun(&server);
    let ping = ping("2", "");
    assert_eq!(say(&server, "POST", &session, &ping).status, 200);
    assert_eq!(say(&server, "DELETE", "", "").status, 400);
    assert!((200..300).contains(&say(&server, "DELETE", &session, "").status));
    for (method, message) in [("POST", &*ping), ("GET", ""), ("DELETE", "")] {
        assert_eq!(
            say(&server, method, &session, message).status,
            404,
            "{method}"
        );
    }
}

/// Asks for the records with these lines of a head, and checks the status and what every reply has.
#[track_caller]
fn is_answered(server: &Server, rows: &[(&str, Vec<&str>, u16)]) {
    for (method, head, status) in rows {
        let reply = server.ask(method, "/records", head, "");
        assert_eq!(reply.status, *status, "{method} {head:?}: {reply:?}");
        has(&reply.head, "content-security-policy: default-src 'none'");
        assert!(!reply.head.contains("access-control-allow"), "{reply:?}");
    }
}

#[test]
fn nobody_is_answered_without_the_token() {
    let world = world();
    let server = Server::start(&world);
    let (host, bearer, port) = (server.host(), server.bearer(), server.port);
    let localhost = format!("Host: localhost:{port}");
    let wrong = format!("Authorization: Bearer {}", "0".repeat(32));
    let capitals = format!("Host: LOCALHOST:{port}");
    let scheme = format!("authorization: bearer {}", server.token);
    let rows = [
        ("GET", vec![&*host, &*bearer], 200),
        ("GET", vec![&localhost, &bearer], 200),
        ("GET", vec![&capitals, &scheme], 200),
        ("GET", vec![&host], 401),
        ("GET", vec![&host, &wrong], 401),
        ("GET", vec![&host, "Authorization: Bearer "], 401),
        ("GET", vec![&host, "Cookie: git-memory="], 401),
        ("DELETE", vec![&host, &bearer], 405),
    ];
    is_answered(&server, &rows);
}

#[test]
fn nobody_is_answered_who_came_by_another_name_or_page() {
    let world = world();
    let server = Server::start(&world);
    let (host, bearer, port) = (server.host(), server.bearer(), server.port);
    let foreign_port = format!("Host: 127.0.0.1:{}", port ^ 1);
    let subdomain = format!("Host: 127.0.0.1.example.com:{port}");
    let foreign = "Origin: http://example.com";
    let rows = [
        // A foreign name that resolves to this address.
        ("GET", vec!["Host: example.com", &*bearer], 403),
        ("GET", vec![&subdomain, &bearer], 403),
        ("GET", vec![&foreign_port, &bearer], 403),
        ("GET", vec!["Host: 127.0.0.1", &bearer], 403),
        ("GET", vec![&host, "Host: example.com", &bearer], 403),
        ("GET", vec![&bearer], 403),
        // Another page that the browser has open.
        ("POST", vec![&host, &bearer, foreign], 403),
    ];
    is_answered(&server, &rows);
}

#[test]
fn a_browser_is_answered_where_its_cookie_belongs() {
    let world = world();
    let server = Server::start(&world);
    let Browser { folder, cookie, .. } = server.browser();
    let (host, port) = (server.host(), server.port);
    let cookie = cookie.replace("Cookie: ", "Cookie: a=b; ");
    let own = format!("Origin: http://127.0.0.1:{port}");
    let [same, cross] = ["same-origin", "cross-site"].map(|it| format!("Sec-Fetch-Site: {it}"));
    for (method, head, status) in [
        ("GET", vec![&*host, &*cookie], 200),
        ("GET", vec![&host, &cookie, &own], 200),
        ("GET", vec![&host], 401),
        ("GET", vec![&host, "Cookie: git-memory="], 401),
        ("GET", vec!["Host: example.com", &cookie], 403),
        // Another page that the browser has open.
        ("GET", vec![&host, &cookie, "Origin: null"], 403),
        ("POST", vec![&host, &cookie], 403),
        ("POST", vec![&host, &cookie, &own, &cross], 403),
        ("POST", vec![&host, &cookie, &own, &same], 400),
    ] {
        let reply = server.ask(method, &format!("{folder}/records"), &head, "");
        assert_eq!(reply.status, status, "{method} {head:?}: {reply:?}");
    }
}

#[test]
fn a_browser_is_told_that_a_page_is_lost() {
    let world = world();
    let server = Server::start(&world);
    let Browser { folder, cookie, .. } = server.browser();
    let lost = format!("{folder}/lost");
    let lost = server.ask("GET", &lost, &[&server.host(), &cookie], "");
    assert_eq!(lost.status, 404, "{lost:?}");
}

#[test]
fn the_address_that_is_printed_lets_a_browser_in() {
    let world = world();
    let server = Server::start(&world);
    let Browser {
        folder,
        cookie,
        scope,
    } = server.browser();
    assert_eq!(scope, format!("path={folder}/; httponly; samesite=strict"));
    let first = format!("{folder}/page/index.html");
    let first = server.ask("GET", &first, &[&server.host(), &cookie], "");
    assert_eq!(first.status, 200);
    let guessed = server.ask("GET", "/?token=0", &[&server.host()], "");
    assert_eq!(guessed.status, 401);
    assert!(!guessed.head.contains("set-cookie"));
}

#[test]
fn what_a_browser_sends_to_another_port_opens_nothing() {
    let world = world();
    let server = Server::start(&world);
    let Browser { folder, cookie, .. } = server.browser();
    // Browsers send a cookie to every port of a host, below the path that it was given for. Were
    // one sent there all the same, a program that does not know this path has no use for it.
    assert_eq!(folder.len(), 65, "no other port guesses it");
    assert!(!folder.contains(&server.token) && !cookie.contains(&server.token));
    let (_, value) = cookie.split_once('=').unwrap();
    let bearer = format!("Authorization: Bearer {value}");
    let origin = format!("Origin: http://127.0.0.1:{}", server.port);
    let start = format!("/?token={value}");
    for head in [&*cookie, &*bearer] {
        for path in ["/", &start, "/records", "/page/index.html", "/mcp"] {
            for method in ["GET", "POST"] {
                let reply = server.ask(method, path, &[&server.host(), &origin, head], "{}");
                assert_eq!(reply.status, 401, "{method} {path} {head}: {reply:?}");
            }
        }
    }
}

#[test]
fn no_page_tells_where_it_is() {
    let world = world();
    let server = Server::start(&world);
    let Browser { folder, cookie, .. } = server.browser();
    for name in ["index.html", "records/dec-aaaaaa.html", "records/lost.html"] {
        let path = format!("{folder}/page/{name}");
        let page = server.ask("GET", &path, &[&server.host(), &cookie], "");
        assert!(
            page.head.contains("referrer-policy: same-origin"),
            "{page:?}"
        );
        assert!(!page.body.contains(&folder[1..]), "{page:?}");
        // Its links lead into the same folder.
        assert!(!page.body.contains("=\"/"), "{page:?}");
    }
}

/// Questions that are refused, with their status.
const REFUSED: [(&str, u16); 21] = [
    ("/records?bad=1", 400),
    ("/records?most=many", 400),
    ("/records?most=1&most=2", 400),
    ("/records?private=perhaps", 400),
    ("/records?kinds=nonsense", 400),
    ("/records?since=whenever", 400),
    ("/records?sort=size", 400),
    ("/records?rev=nonsense", 404),
    ("/records?rev=:(exclude)x", 404),
    ("/records?rev=a%00b", 404),
    ("/records/dec-aaaaaa?topic=x", 400),
    ("/why", 400),
    ("/why?paths=%00", 400),
    ("/policy/check?paths=", 400),
    ("/summary/nonsense", 404),
    ("/records/..%2f..%2fetc%2fpasswd", 404),
    ("/records/../../etc/passwd", 404),
    ("/records/%00", 404),
    ("/records/%ff", 400),
    ("//etc/passwd", 404),
    ("/nothing", 404),
];

#[test]
fn a_question_has_no_other_parameters() {
    let world = world();
    let server = Server::start(&world);
    let too_long = format!("/records?rev={}", "a".repeat(3000));
    for (path, status) in REFUSED.into_iter().chain([(&*too_long, 404)]) {
        let reply = server.get(path);
        assert_eq!(reply.status, status, "{path}: {reply:?}");
        let answer: Value = serde_json::from_str(&reply.body).unwrap();
        assert!(answer["error"]["message"].is_string(), "{path}: {reply:?}");
    }
    let told = server.get("/recall?q=redis").body;
    has(
        &told,
        [
            "there is no parameter 'q'; there are: ",
            "words",
            "/openapi.json",
        ],
    );
    has(&server.get("/nothing").body, "/openapi.json");
    for page in ["search", "records", "map"] {
        let reply = server.get(&format!("/page/{page}.html?rev=nonsense"));
        assert_eq!(reply.status, 404, "{page}");
    }
}

#[test]
fn a_folder_of_the_repository_may_be_named() {
    let world = world();
    let other = World::with_memory();
    world.shell("git init -q nested").ok();
    let server = Server::start(&world);
    let (here, there) = (world.here.display(), other.here.display());
    for (folder, status) in [
        (&*here.to_string(), 200),
        (&format!("{here}/src/store"), 200),
        ("src", 200),
        ("", 200),
        (&format!("{here}/nested"), 400),
        (&there.to_string(), 400),
        ("/nowhere", 400),
    ] {
        let reply = server.get(&format!("/workspace/context?workspace={folder}"));
        assert_eq!(reply.status, status, "{folder}: {reply:?}");
        let refused = reply.body.contains("answers for one repository");
        assert_eq!(refused, status == 400, "{folder}: {reply:?}");
        let note = json!({"kind": "note", "title": "Where", "workspace": folder});
        assert_eq!(server.post("/records", &note).status, status, "{folder}");
    }
    let context = server.answer("/workspace/context?workspace=src");
    assert_eq!(context, server.answer("/workspace/context"));
}

#[test]
fn paths_begin_in_the_folder_that_is_served() {
    let world = world();
    let server = Server::start_in(&world, "src");
    for (path, count) in [
        ("store/mod.rs", 1),
        (":/src/store/mod.rs", 1),
        ("src/store/mod.rs", 0),
    ] {
        let found = server.answer(&format!("/records?paths={path}"));
        let found = found["records"].as_array().unwrap().len();
        assert_eq!(found, count, "{path}");
    }
    assert_eq!(server.get("/records?paths=../../x").status, 400);
}

#[test]
fn a_list_stays_sorted_from_page_to_page() {
    let world = world();
    for nth in 0..201 {
        let record = format!(
            "---\nid: note-aaa{nth:03}\ntitle: Note {nth}\nstatus: active\nscope: project\n\
             updated: 2026-01-01\n---\n"
        );
        world.write(&format!("memory/notes/{nth}.md"), record);
    }
    let server = Server::start(&world);
    let first = server.get("/page/index.html?sort=title&kinds=note").body;
    has(&first, "href=\"records-2.html?kinds=note&amp;sort=title\"");
    let second = server
        .get("/page/records-2.html?kinds=note&sort=title")
        .body;
    has(&second, "href=\"index.html?kinds=note&amp;sort=title\"");
    has(&second, "Note 99");
}

/// Asks for the context with these words, under a name.
fn ask_as(server: &Server, name: &str, words: &str) {
    let name = format!("User-Agent: {name}");
    let head = [&*server.host(), &*server.bearer(), &*name];
    let path = format!("/workspace/context{words}");
    assert_eq!(server.ask("GET", &path, &head, "").status, 200);
}

#[test]
fn it_is_counted_who_asks_for_the_same_defaults_again() {
    let world = world();
    let server = Server::start(&world);
    ask_as(&server, "careless/1", "");
    ask_as(&server, "careless/1", "");
    ask_as(&server, "careful/1", "");
    let words = "?include_defaults=false&topics=lessons";
    ask_as(&server, "careful/1", words);
    world.memory("add-decision 'Something new'").ok();
    ask_as(&server, "careless/1", "");
    // An agent is counted by the name that it gives itself.
    let tool = "workspace_get_context";
    let called = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": tool, "arguments": {}, "_meta": meta()}});
    for _ in 0..2 {
        mcp(&server, &called, &[&format!("Mcp-Name: {tool}")]);
    }
    let stats = server.answer("/stats");
    let expected = json!([
        {"client": "careful/1", "context_count": 2, "defaults_redundant_count": 0},
        {"client": "careless/1", "context_count": 3, "defaults_redundant_count": 1},
        {"client": "test", "context_count": 2, "defaults_redundant_count": 1},
    ]);
    assert_eq!(stats["clients"], expected);
    assert_eq!(stats["defaults_redundant_count"], 2);
}

#[test]
fn a_token_that_a_client_has_as_its_name_is_not_told() {
    let world = world();
    let server = Server::start(&world);
    ask_as(&server, &token(), "");
    lacks(&server.get("/stats").body, &token());
}

/// A server of a repository without a commit; memory comes with a note once it is there.
fn server_before_the_first_commit() -> (World, Server) {
    let world = World::empty();
    world.git("init --quiet .").ok();
    let server = Server::start(&world);
    assert_eq!(server.get("/page/index.html").status, 200);
    world.memory("init").ok();
    world.memory("add-note --id note-cccccc New").ok();
    (world, server)
}

#[test]
fn there_are_pages_before_the_first_commit_and_without_memory() {
    let (_world, server) = server_before_the_first_commit();
    for name in [
        "index",
        "records/note-cccccc",
        "map",
        "history",
        "timeline",
        "review",
        "write",
    ] {
        let reply = server.get(&format!("/page/{name}.html"));
        assert_eq!(reply.status, 200, "{name}: {reply:?}");
        assert!(reply.head.contains("content-type: text/html"), "{reply:?}");
    }
}

#[test]
fn a_page_that_is_not_there_is_named_as_text() {
    let (_world, server) = server_before_the_first_commit();
    for (page, title) in [
        ("records/note-zzzzzz", "no record 'note-zzzzzz'"),
        ("no%3Cthing", "there is no page 'no&lt;thing.html'"),
    ] {
        let reply = server.get(&format!("/page/{page}.html"));
        assert_eq!(reply.status, 404);
        has(&reply.body, &format!("<h1>{title}</h1>"));
    }
}

#[test]
fn a_bare_repository_shows_what_was_pushed() {
    let mut world = world();
    world.git("clone -q --bare . ../bare.git").ok();
    world.at("../bare.git");
    let server = Server::start(&world);
    let names = ["index", "records/dec-aaaaaa", "search", "timeline"];
    for name in names.iter().chain(&["map", "history", "review"]) {
        let reply = server.get(&format!("/page/{name}.html"));
        assert_eq!(reply.status, 200, "{name}: {reply:?}");
        assert!(reply.body.contains("Memory as of"), "{name}: {reply:?}");
        assert!(!reply.body.contains("write.html"), "{name}: {reply:?}");
    }
    let list = server.get("/page/index.html").body;
    assert!(list.contains("Use Postgres"), "{list}");
    let written = server.post("/records", &json!({"kind": "note", "title": "No"}));
    assert_eq!(written.status, 409, "{written:?}");
    let refused: Value = serde_json::from_str(&written.body).unwrap();
    assert_eq!(refused["error"]["code"], "bare-repository");
}

#[test]
fn each_request_sees_the_repository_as_it_is() {
    let world = world();
    let server = Server::start(&world);
    assert_eq!(
        server.answer("/records")["records"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    world.memory("add-note --id note-cccccc 'By hand'").ok();
    assert_eq!(server.answer("/records/note-cccccc")["title"], "By hand");
    world.git("commit --quiet -am 'A note'").ok();
    world.git("checkout --quiet HEAD~1").ok();
    assert_eq!(server.get("/records/note-cccccc").status, 404);
    let then = server.answer("/recall?words=hand&rev=HEAD@{1}");
    assert_eq!(then["hits"][0]["id"], "note-cccccc");
}

#[test]
fn what_somebody_does_to_derived_files_is_undone_by_the_next_request() {
    let world = world();
    let server = Server::start(&world);
    let index = world.here.join("memory/index.md");
    let text = std::fs::read_to_string(&index).unwrap();
    // Twice: the server goes on from what it has found itself.
    for _ in 0..2 {
        for _ in 0..4 {
            // Beyond the step of the files' times.
            std::thread::sleep(std::time::Duration::from_millis(25));
            assert_eq!(server.get("/records").status, 200);
        }
        std::fs::remove_file(&index).unwrap();
        assert_eq!(server.get("/records").status, 200);
        assert_eq!(std::fs::read_to_string(&index).unwrap(), text);
    }
}

/// A value that nothing but a file of variables makes a secret.
const VALUE: &str = "q7Zr3kVw9xP2mT";

/// A server of a world with a note that has the value.
fn server_of_a_value() -> (World, Server) {
    let world = world();
    let add = format!("add-note --id note-cccccc Horses --description {VALUE}");
    world.memory(&add).ok();
    let server = Server::start(&world);
    (world, server)
}

fn shows_value(server: &Server) -> bool {
    server.get("/records/note-cccccc").body.contains(VALUE)
}

#[test]
fn a_value_in_a_dotenv_file_is_a_secret_from_then_on() {
    let (world, server) = server_of_a_value();
    for _ in 0..4 {
        assert!(shows_value(&server), "no file names it");
    }
    let file = "web/deploy/.env";
    world.write(file, format!("DATABASE_PASSWORD={VALUE}\n"));
    assert!(!shows_value(&server), "a new file");
    assert!(!shows_value(&server));
    world.write(file, "DATABASE_PASSWORD=another-one-of-them\n");
    assert!(shows_value(&server), "another value");
    std::fs::remove_dir_all(world.here.join("web")).unwrap();
    assert!(shows_value(&server), "no file any more");
}

#[cfg(unix)]
#[test]
fn a_value_in_a_file_that_a_dotenv_file_leads_to_is_a_secret_from_then_on() {
    let (world, server) = server_of_a_value();
    world.write("../elsewhere", "");
    let elsewhere = world.here.join("../elsewhere");
    std::os::unix::fs::symlink(&elsewhere, world.here.join(".env")).unwrap();
    for _ in 0..4 {
        assert!(shows_value(&server), "the file is empty");
    }
    world.write("../elsewhere", format!("PASSWORD={VALUE}\n"));
    assert!(!shows_value(&server), "it changed outside");
}

/// Returns the names of a page's events, one after the other.
fn events(server: &Server) -> impl FnMut() -> String {
    let mut stream = server.connect();
    let head = format!(
        "GET /events HTTP/1.1\r\n{}\r\n{}\r\n\r\n",
        server.host(),
        server.bearer()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines();
    move || {
        let mut data = lines.by_ref().map(Result::unwrap);
        data.find_map(|line| Some(line.strip_prefix("data: ")?.to_owned()))
            .unwrap()
    }
}

#[test]
fn pages_learn_of_code_as_well_as_of_memory() {
    let world = world();
    world.write("src/a.rs", "pub fn one() {}\n");
    world.git("add src/a.rs").ok();
    world.git("commit --quiet -m Code").ok();
    let server = Server::start(&world);
    let mut name = events(&server);
    let first = name();
    let (memory, _) = first.split_once(' ').unwrap();
    let made = |page: &str, state: &str| {
        let page = server.get(&format!("/page/{page}")).body;
        assert!(page.contains(&format!("data-state=\"{state}\"")), "{page}");
    };
    for page in [
        "map.html",
        "review.html",
        "index.html",
        "records/dec-aaaaaa.html",
        "timeline.html",
    ] {
        made(page, &first);
    }
    world.write("src/a.rs", "pub fn another() {}\n");
    let second = name();
    assert!(second.starts_with(memory) && second != first, "{second}");
    made("map.html", &second);
    made("timeline.html", &second);
}

#[test]
fn pages_learn_of_what_is_private() {
    let world = world();
    let server = Server::start(&world);
    let mut name = events(&server);
    let first = name();
    let step = ["summary", "append", "--run", "r1", "--step", "s2"];
    world
        .memory([&step[..], &["--title", "Tried"]].concat())
        .ok();
    let second = name();
    assert_ne!(first, second);
    world.memory("add-note Mine --private").ok();
    assert_ne!(second, name());
}

#[test]
fn a_client_that_is_slow_or_in_a_crowd_keeps_nobody_waiting() {
    let world = world();
    let server = Server::start(&world);
    // Each of them has begun a request, and does not go on.
    let mut crowd = Vec::new();
    for _ in 0..200 {
        let mut stream = server.connect();
        stream.write_all(b"GET /records HTTP/1.1\r\nHost:").unwrap();
        crowd.push(stream);
    }
    assert_eq!(server.get("/records").status, 200);
    // The head of a request has a size limit, and so has each of its lines.
    let long = format!(
        "GET /records?words={} HTTP/1.1\r\n",
        "x".repeat(limits::HEAD_BYTES)
    );
    assert!(matches!(
        server.send(long.as_bytes()).status,
        0 | 400 | 414 | 431
    ));
    assert_eq!(read(&mut crowd.pop().unwrap()).status, 0);
}

#[cfg(unix)]
#[test]
fn a_server_ends_when_it_is_told_to() {
    let world = world();
    let server = Server::start(&world);
    let mut idle = server.connect();
    assert_eq!(server.get("/status").status, 200);
    let second = world
        .memory(["serve", "--port", &server.port.to_string()])
        .fails(128);
    let taken = format!("fatal: port {} is taken by another program\n", server.port);
    assert!(
        second.starts_with(&taken) && second.contains("hint: --port 0"),
        "{second}"
    );
    assert_eq!(server.end(), 0);
    assert_eq!(read(&mut idle).status, 0);
    World::empty().memory("serve").fails(128);
}

#[test]
fn the_description_has_every_address() {
    let world = world();
    let server = Server::start(&world);
    let description = server.answer("/openapi.json");
    assert_eq!(description["openapi"], "3.1.0");
    let paths = description["paths"].as_object().unwrap();
    assert!(paths["/records"]["post"]["requestBody"].is_object());
    let named = &paths["/records/{id}"]["get"]["parameters"][0];
    assert_eq!(
        (&named["name"], &named["in"]),
        (&json!("id"), &json!("path"))
    );
    let schemas = description["components"]["schemas"].as_object().unwrap();
    let text = description.to_string();
    for reference in text.split("\"$ref\":\"").skip(1) {
        let (reference, _) = reference.split_once('"').unwrap();
        let name = reference.strip_prefix("#/components/schemas/").unwrap();
        assert!(schemas.contains_key(name), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_browser_is_sent_with_a_ticket_that_is_good_once() {
    let mut world = world();
    world.git("config web.browser fake").ok();
    let command = "printf '%s' >sent.part && mv sent.part sent; false";
    let command = command.replace("'%s'", "'%s' \"$1\"");
    world
        .git([
            "config",
            "browser.fake.cmd",
            &format!("f() {{ {command}; }}; f"),
        ])
        .ok();
    world.set("DISPLAY", "");
    let mut server = Server::start_with(&world, &["--open"]);
    let begin = std::time::Instant::now();
    while !world.has("sent") {
        assert!(begin.elapsed().as_secs() < 30, "no browser was opened");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let sent = world.read("sent");
    assert!(!sent.contains(&server.token), "{sent}");
    let beginning = format!("http://127.0.0.1:{}", server.port);
    let path = sent.strip_prefix(&beginning).unwrap();
    assert!(path.starts_with("/?ticket="), "{sent}");
    // A request for a foreign host at our address does not use it up.
    assert_eq!(
        server.ask("GET", path, &["Host: evil.example"], "").status,
        403
    );
    let reply = server.ask("GET", path, &[&server.host()], "");
    let Browser { cookie, .. } = server.browser();
    let given = cookie.replace("Cookie: ", "set-cookie: ");
    assert!(
        reply.status == 303 && reply.head.contains(&given),
        "{reply:?}"
    );
    assert_eq!(server.ask("GET", path, &[&server.host()], "").status, 401);
    // The browser failed in the end: the server reports that, and goes on.
    let said = server.said("warning: no browser could be opened");
    let whole = format!("{beginning}/?token={}", server.token);
    assert!(said.contains(&whole), "{said}");
}

#[test]
fn pages_list_the_records_of_a_parent_and_show_one() {
    let mut world = World::with_memory();
    world.git("init -q -b main ../org").ok();
    world.at("../org");
    world.memory("init").ok();
    world.record(
        "decisions/dec-t1s000",
        "Use TLS 1.3",
        "",
        "Older ones break.",
    );
    world.commit("Decide");
    world.at("../repo");
    let page = |world: &World, name: &str| {
        let server = Server::start(world);
        server.get(&format!("/page/{name}")).body
    };
    lacks(&page(&world, "index.html"), "records of parents");
    world.memory("subscribe ../org").ok();
    world.record("decisions/dec-0wn000", "Use one queue", "", "");
    let list = page(&world, "index.html");
    has(&list, ["Use one queue", "href=\"index.html?parents=true\""]);
    lacks(&list, "Use TLS");
    let list = page(&world, "index.html?parents=true");
    has(&list, ["Use TLS 1.3", "1 record of parents"]);
    let found = page(&world, "search.html?words=TLS");
    let address = "records/org%3Adec-t1s000.html";
    for page in [&list, &found] {
        has(page, format!("href=\"{address}\"").as_str());
    }
    let shown = page(&world, address);
    has(&shown, ["Older ones break.", "Parent"]);
    lacks(&shown, "Edit");
}

#[test]
fn a_page_tells_what_is_tied_to_a_name() {
    let world = world();
    world.write("src/store/mod.rs", "pub struct EventStore;\n");
    world.record(
        "lessons/les-cccccc",
        "Stores leak",
        "",
        "The EventStore did.",
    );
    world.commit("Store");
    let server = Server::start(&world);
    let page = |name: &str| server.get(&format!("/page/{name}")).body;
    let found = page("search.html?words=EventStore");
    has(&found, "href=\"related.html?what=EventStore\"");
    let related = page("related.html?what=EventStore");
    has(
        &related,
        [
            "EventStore · symbol",
            "href=\"records/les-cccccc.html\"",
            "href=\"map.html?path=src%2Fstore%2Fmod.rs\"",
            "defines it",
        ],
    );
    has(&page("related.html?what=nothing-of-it"), "Nothing is known");
    let record = page("records/dec-aaaaaa.html");
    has(&record, "href=\"../related.html?what=");
    lacks(&page("records/dec-aaaaaa.html?rev=HEAD"), "related.html");
    let evil = page("related.html?what=%3Cscript%3E");
    lacks(&evil, "<script>");
}

#[test]
fn a_search_of_a_page_asks_all_repositories_where_some_are_listed() {
    let mut world = World::with_memory();
    world.decision("Queue mail");
    world.git("init -q -b main ../other").ok();
    world.at("../other");
    world.record("decisions/dec-0ther0", "Queue jobs", "", "");
    world.commit("Decide");
    world.at("../repo");
    let page = |world: &World, more: &str| {
        let server = Server::start(world);
        server
            .get(&format!("/page/search.html?words=queue{more}"))
            .body
    };
    lacks(&page(&world, "&everywhere=true"), "All my repositories");
    let list = world.root().display().to_string();
    world
        .git(["config", "--global", "memory.repositories", &list])
        .ok();
    let here = page(&world, "");
    has(&here, ["All my repositories", "Queue mail"]);
    lacks(&here, "Queue jobs");
    let all = page(&world, "&everywhere=true");
    has(&all, ["Queue mail", "Queue jobs", "<b>other</b>"]);
    lacks(&all, "records/dec-0ther0.html");
}
