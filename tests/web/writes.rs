//! Writes through the server: by programs, and by a person in front of a page.

use git_memory_text::limits;
use serde_json::{Value, json};

use crate::client::{Browser, Reply, Server};
use crate::common::{World, has, token};
use crate::world;

/// Writes a record, as a program or a person does; returns the answer and the text of its file.
fn written(world: &World, reply: &Reply) -> (Value, String) {
    assert_eq!(reply.status, 200, "{reply:?}");
    let answer: Value = serde_json::from_str(&reply.body).unwrap();
    let file = world.read(answer["path"].as_str().unwrap());
    (answer, file)
}

#[test]
fn a_program_and_a_person_write() {
    let world = world();
    let server = Server::start(&world);
    let record = json!({"kind": "note", "title": "Ports", "body": "The server has one."});
    let (answer, file) = written(&world, &server.post("/records", &record));
    has(&file, ["source: tool", "The server has one."]);
    let staged = world.git("diff --cached --name-only").ok();
    has(&staged, answer["path"].as_str().unwrap());
    let record = json!({"supersedes": "dec-aaaaaa", "title": "Use SQLite"});
    let (_, file) = written(&world, &by_person(&server, "/records", &record));
    has(&file, "source: manual");
    assert_eq!(server.answer("/records/dec-aaaaaa")["status"], "superseded");
    let again = server.post("/records", &record);
    assert_eq!(again.status, 409, "{again:?}");
    let confirmed = server.post("/review", &json!({"id": "les-bbbbbb"}));
    assert_eq!(confirmed.status, 200, "{confirmed:?}");
    world.memory("check").ok();
}

#[test]
fn a_record_that_may_not_be_changed_here_is_in_conflict() {
    let world = world();
    let server = Server::start(&world);
    let private = json!({"kind": "note", "title": "Mine", "private": true});
    let reply = server.post("/records", &private);
    let private: Value = serde_json::from_str(&reply.body).unwrap();
    let broken = "memory/notes/broken.md";
    world.write(broken, b"\xff");
    for id in [&private["id"], &json!(broken)] {
        let reply = server.post("/records", &json!({"id": id, "title": "New"}));
        assert_eq!(reply.status, 409, "{reply:?}");
    }
}

#[test]
fn another_git_at_work_is_no_fault_of_the_request_nor_of_the_server() {
    let world = world();
    let server = Server::start(&world);
    world.write(".git/index.lock", "");
    let locked = server.post("/records", &json!({"kind": "note", "title": "Later"}));
    assert_eq!(locked.status, 503, "{locked:?}");
}

#[test]
fn a_document_is_changed_in_its_own_form() {
    let world = World::with_documents();
    let server = Server::start(&world);
    let path = "docs/adr/0001-use-postgres.md";
    let reply = server.post("/records", &json!({"id": path, "status": "archived"}));
    assert_eq!(reply.status, 200, "{reply:?}");
    has(
        &reply.body,
        "\"lines\":[{\"number\":7,\"text\":\"Deprecated\"}]",
    );
    let reply = server.post("/records", &json!({"id": path, "title": "Other"}));
    assert_eq!(reply.status, 409, "{reply:?}");
    has(&reply.body, "change its heading to 'Other'");
    let reply = server.post("/review", &json!({"id": path}));
    assert_eq!(reply.status, 200, "{reply:?}");
    let text = world.read(path);
    assert!(text.contains("\nDeprecated\n") && text.contains("\nLast updated: 2026-11-20\n"));
}

#[test]
fn half_of_a_character_keeps_nobody_from_writing() {
    let world = world();
    let server = Server::start(&world);
    let (host, bearer) = (server.host(), server.bearer());
    let record = r#"{"kind": "note", "title": "Cut \ud83d here"}"#;
    let reply = server.ask("POST", "/records", &[&host, &bearer], record);
    assert_eq!(reply.status, 200, "{reply:?}");
    let found = server.answer("/recall?words=cut");
    assert_eq!(found["hits"][0]["title"], "Cut \u{fffd} here");
}

#[test]
fn nobody_writes_who_does_not_belong_here() {
    let world = world();
    world.write("memory/notes/hand.md", "# By hand\n");
    let private = ["add-note", "Mine", "--private", "--json"];
    let private = world.memory(private).json()["id"].clone();
    let server = Server::start(&world);
    let (host, bearer) = (server.host(), server.bearer());
    let Browser { folder, cookie, .. } = server.browser();
    let before = world.git("status --porcelain").ok();
    for (path, body) in [
        ("/records", json!({"id": "dec-aaaaaa", "title": "Theirs"})),
        ("/records", json!({"kind": "note", "title": "Theirs"})),
        (
            "/records",
            json!({"supersedes": "dec-aaaaaa", "title": "Theirs"}),
        ),
        ("/review", json!({"id": "dec-aaaaaa"})),
        ("/adopt", json!({"paths": ["memory/notes/hand.md"]})),
        ("/publish", json!({"id": private})),
        ("/feedback", json!({"query": "a", "outcome": "missed"})),
    ] {
        for (head, status) in [
            (vec![&*host], 401),
            (vec![&host, "Authorization: Bearer 0"], 401),
            (vec![&host, &bearer, "Origin: http://example.com"], 403),
            (vec!["Host: example.com", &bearer], 403),
        ] {
            let reply = server.ask("POST", path, &head, &body.to_string());
            assert_eq!(reply.status, status, "{path} {head:?}: {reply:?}");
        }
        for head in [
            vec![&*host, &*cookie, "Origin: http://example.com"],
            vec![&host, &cookie, "Origin: null"],
            vec![&host, &cookie],
        ] {
            let path = format!("{folder}{path}");
            let reply = server.ask("POST", &path, &head, &body.to_string());
            assert_eq!(reply.status, 403, "{path} {head:?}: {reply:?}");
        }
    }
    assert_eq!(world.git("status --porcelain").ok(), before);
}

/// Writes as a person in front of the page.
fn by_person(server: &Server, path: &str, question: &Value) -> Reply {
    let Browser { folder, cookie, .. } = server.browser();
    let origin = format!("Origin: http://127.0.0.1:{}", server.port);
    let head = [&*server.host(), &*cookie, &*origin];
    server.ask(
        "POST",
        &format!("{folder}{path}"),
        &head,
        &question.to_string(),
    )
}

#[test]
fn an_edit_never_writes_over_what_changed_since() {
    let world = world();
    let server = Server::start(&world);
    let shown = server.answer("/records/dec-aaaaaa");
    let blob = world.git(["hash-object", shown["record_path"].as_str().unwrap()]);
    assert_eq!(shown["blob"], blob.ok().trim());
    let form = server.get("/page/write.html?id=dec-aaaaaa").body;
    let named = format!("data-blob=\"{}\"", shown["blob"].as_str().unwrap());
    assert!(form.contains(&named), "{form}");
    let edit = json!({
        "id": "dec-aaaaaa", "blob": shown["blob"],
        "title": "Use Postgres 17", "description": "In short.", "body": "As it is.\n",
    });
    assert_eq!(by_person(&server, "/records", &edit).status, 200);
    let now = server.answer("/records/dec-aaaaaa");
    assert_eq!(
        (&now["title"], &now["description"]),
        (&json!("Use Postgres 17"), &json!("In short."))
    );
    let text = now["content"].as_str().unwrap();
    assert!(text.ends_with("---\nAs it is.\n"), "{text}");
    let path = now["record_path"].as_str().unwrap();
    assert!(
        world
            .git(["status", "--porcelain", path])
            .ok()
            .starts_with("M ")
    );

    // Another writer has changed it in the meantime.
    let stale = json!({"id": "dec-aaaaaa", "blob": shown["blob"], "status": "archived"});
    let reply = by_person(&server, "/records", &stale);
    assert_eq!(reply.status, 409, "{reply:?}");
    let message = format!("'{path}' has changed since it was read");
    assert!(
        reply.body.contains(&message) && reply.body.contains("changed-meanwhile"),
        "{reply:?}"
    );
    assert_eq!(world.read(path), text);
    let unclear = json!({"kind": "note", "title": "New", "blob": shown["blob"]});
    assert_eq!(by_person(&server, "/records", &unclear).status, 400);
    let excerpt = server.answer("/records/dec-aaaaaa?tier=t0");
    assert!(excerpt["blob"].is_null());
    world.memory("check").ok();
}

#[test]
fn tags_and_paths_are_changed_and_emptied() {
    let world = world();
    world.write("sub/mod.rs", "");
    // Paths on a page start at the top, wherever the server was started.
    let server = Server::start_with(&world, &["-C", "sub"]);
    let form = server.get("/page/write.html?id=dec-aaaaaa").body;
    assert!(form.contains("src/store/**</textarea>"), "{form}");
    let edit = |edit: Value| {
        let blob = server.answer("/records/dec-aaaaaa")["blob"].clone();
        let mut edit = edit;
        (edit["id"], edit["blob"]) = (json!("dec-aaaaaa"), blob);
        by_person(&server, "/records", &edit)
    };
    let lists = json!({"tags": ["two words", "storage"], "paths": ["src/**", "sub"]});
    assert_eq!(edit(lists.clone()).status, 200);
    let now = server.answer("/records/dec-aaaaaa");
    assert_eq!(
        (&now["tags"], &now["paths"]),
        (&lists["tags"], &lists["paths"])
    );
    let form = server.get("/page/write.html?id=dec-aaaaaa").body;
    assert!(form.contains("value=\"two words, storage\""), "{form}");
    assert_eq!(edit(json!({"clear": ["tags", "paths"]})).status, 200);
    let now = server.answer("/records/dec-aaaaaa");
    assert_eq!((&now["tags"], &now["paths"]), (&json!([]), &json!([])));
    for bad in [
        json!({"clear": ["title"]}),
        json!({"clear": ["tags"], "tags": ["a"]}),
    ] {
        assert_eq!(edit(bad).status, 400);
    }
    let new = json!({"kind": "note", "title": "New", "clear": ["tags"]});
    assert_eq!(by_person(&server, "/records", &new).status, 400);
    let form = server.get("/page/write.html?kind=lesson").body;
    has(&form, ["<option selected>lesson", "parts.cause"]);
}

#[test]
fn pages_are_adopted_and_private_records_published() {
    let world = world();
    world.write("memory/notes/hand.md", "# By hand\n\nA text.\n");
    let private = ["add-note", "Mine", "--private", "--id", "note-dddddd"];
    world.memory(private).ok();
    let server = Server::start(&world);
    let page = server.get("/page/records/memory/notes/hand.md.html").body;
    assert!(page.contains("data-do=\"adopt\""), "{page}");
    let edit = server.get("/page/write.html?id=memory/notes/hand.md").body;
    assert!(edit.contains("register") && !edit.contains("<textarea"));
    let paths = json!({"paths": ["memory/notes/hand.md"]});
    let reply = by_person(&server, "/adopt", &paths);
    let adopted: Value = serde_json::from_str(&reply.body).unwrap();
    let id = adopted["adopted"][0]["id"].as_str().unwrap();
    assert_eq!(server.answer(&format!("/records/{id}"))["title"], "By hand");
    assert_eq!(by_person(&server, "/adopt", &paths).status, 404);

    let list = server.get("/page/index.html?private=true").body;
    assert!(list.contains("records/note-dddddd.html"), "{list}");
    let page = server.get("/page/records/note-dddddd.html").body;
    assert!(page.contains("data-do=\"publish\"") && page.contains("data-private=\"true\""));
    let shown = server.answer("/records/note-dddddd");
    assert_eq!(shown["private"], true);
    let edit = json!({
        "id": "note-dddddd", "private": true, "blob": shown["blob"], "title": "Ours",
    });
    assert_eq!(by_person(&server, "/records", &edit).status, 200);
    assert_eq!(by_person(&server, "/records", &edit).status, 409);
    let reply = by_person(&server, "/publish", &json!({"id": "note-dddddd"}));
    assert_eq!(reply.status, 200, "{reply:?}");
    let record = server.answer("/records/note-dddddd");
    assert_eq!(
        (&record["title"], &record["private"]),
        (&json!("Ours"), &Value::Null)
    );
    let staged = world.git("diff --cached --name-only").ok();
    for path in [
        "memory/notes/hand.md",
        record["record_path"].as_str().unwrap(),
    ] {
        assert!(staged.contains(path), "{staged}");
    }
    world.memory("check").ok();
}

#[test]
fn what_is_not_shown_is_not_written_over() {
    let world = world();
    let secret = format!(
        "---\nid: note-eeeeee\ntitle: Key\nstatus: active\nscope: project\nupdated: 2026-01-01\n\
         ---\n{}\n",
        token()
    );
    world.write("memory/notes/key.md", &secret);
    let server = Server::start(&world);
    let shown = server.answer("/records/note-eeeeee");
    assert!(shown["blob"].is_null(), "{shown}");
    let form = server.get("/page/write.html?id=note-eeeeee").body;
    assert!(
        !form.contains("<textarea") && !form.contains(&token()),
        "{form}"
    );
}

#[test]
fn what_may_not_be_written_is_refused() {
    let world = world();
    let server = Server::start(&world);
    let head = [&*server.host(), &*server.bearer()];
    let before = world.git("status --porcelain").ok();
    let secret = json!({"kind": "note", "title": "Key", "body": token()}).to_string();
    for (body, status) in [
        (&*secret, 422),
        ("[]", 400),
        ("{", 400),
        (r#"{"kind": "note"}"#, 400),
        (r#"{"kind": "note", "title": "a", "unknown": 1}"#, 400),
    ] {
        let reply = server.ask("POST", "/records", &head, body);
        assert_eq!(reply.status, status, "{} bytes: {reply:?}", body.len());
        assert!(!reply.body.contains(&token()), "{reply:?}");
    }
    let large =
        json!({"kind": "note", "title": "a", "body": "x".repeat(limits::BODY_BYTES)}).to_string();
    let large = server.ask("POST", "/records", &head, &large);
    // The answer may be lost where the client still sends.
    assert!(matches!(large.status, 0 | 413), "{large:?}");
    assert_eq!(world.git("status --porcelain").ok(), before);
}

/// Sends the form for a new record, as a browser does; the id is the one of its page.
fn sent(server: &Server, page: &str, fields: &[(&str, &str)]) -> Reply {
    let id = page.split("name=\"new\" value=\"").nth(1).unwrap();
    let id = id.split('"').next().unwrap();
    let mut body = format!("new={id}");
    for (name, value) in fields {
        let value = value.replace(' ', "+").replace('/', "%2F");
        body.extend(["&", name, "=", &value]);
    }
    let Browser { folder, cookie, .. } = server.browser();
    let origin = format!("Origin: http://127.0.0.1:{}", server.port);
    let head = [&*server.host(), &*cookie, &*origin];
    server.ask("POST", &format!("{folder}/page/write.html"), &head, &body)
}

/// The path of a file that a page names in code.
fn path_in(page: &str) -> &str {
    let start = page.find("<code>memory/").unwrap() + "<code>".len();
    page[start..].split('<').next().unwrap()
}

#[test]
fn a_form_names_the_file_that_it_makes() {
    let world = world();
    let server = Server::start(&world);
    for kind in ["decision", "open-loop", "note"] {
        let form = server.get(&format!("/page/write.html?kind={kind}")).body;
        let fields = [("kind", kind), ("title", "Keep it small"), ("body", "")];
        let preview = sent(
            &server,
            &form,
            &[&fields[..], &[("do", "preview")]].concat(),
        );
        let path = path_in(&preview.body).to_owned();
        assert!(!world.here.join(&path).exists(), "{path}");
        has(
            &preview.body,
            ["value=\"Keep it small\"", "Text of the file"],
        );
        // Records of one title are told of.
        let written = sent(
            &server,
            &preview.body,
            &[&fields[..], &told(&preview.body)].concat(),
        );
        assert_eq!(written.status, 303, "{written:?}");
        has(&world.read(&path), "title: Keep it small");
        has(&written.head, "location: records/");
    }
    world.memory("check").ok();
}

/// The field for each record that a page tells of.
fn told(page: &str) -> Vec<(&str, &str)> {
    let ids = page.split("name=\"told\" value=\"").skip(1);
    ids.map(|rest| ("told", rest.split('"').next().unwrap()))
        .collect()
}

#[test]
fn a_form_tells_of_a_record_with_its_title_before_it_is_written() {
    let world = world();
    let server = Server::start(&world);
    let title = server.answer("/records/dec-aaaaaa")["title"].clone();
    let fields = [("kind", "decision"), ("title", title.as_str().unwrap())];
    let form = server.get("/page/write.html").body;
    let warned = sent(&server, &form, &fields);
    assert_eq!(warned.status, 200, "{warned:?}");
    let told = told(&warned.body);
    assert_eq!(told, [("told", "dec-aaaaaa")]);
    has(
        &warned.body,
        ["records/dec-aaaaaa.html", "a record with this title exists"],
    );
    world.git("diff --cached --quiet").ok();
    let written = sent(&server, &warned.body, &[&fields[..], &told].concat());
    assert_eq!(written.status, 303, "{written:?}");
}

#[test]
fn a_form_that_is_sent_twice_writes_one_record() {
    let world = world();
    let server = Server::start(&world);
    let form = server.get("/page/write.html?kind=note").body;
    let fields = [("kind", "note"), ("title", "Only once")];
    assert_eq!(sent(&server, &form, &fields).status, 303);
    let again = sent(&server, &form, &[("kind", "note"), ("title", "And again")]);
    has(
        &again.body,
        ["This form was written already", "records/note-"],
    );
    let all = server.answer("/records?kinds=note");
    let titles: Vec<&Value> = all["records"].as_array().unwrap().iter().collect();
    assert!(
        titles.iter().all(|it| it["title"] != "And again"),
        "{titles:?}"
    );
}

#[test]
fn a_form_that_cannot_be_written_comes_back_with_its_reason() {
    let world = world();
    let server = Server::start(&world);
    let form = server.get("/page/write.html").body;
    let secret = token();
    let fields = [
        ("kind", "decision"),
        ("title", "Keep"),
        ("parts.rationale", &secret),
    ];
    let refused = sent(&server, &form, &fields);
    assert_eq!(refused.status, 422, "{refused:?}");
    has(&refused.body, ["Nothing was written.", "value=\"Keep\""]);
    assert!(!refused.body.contains(&secret), "{refused:?}");
    let other = form.replace("name=\"new\" value=\"dec-", "name=\"new\" value=\"no-id-");
    assert_eq!(sent(&server, &other, &fields[..2]).status, 400);
    let head = [&*server.host(), &*server.bearer()];
    let reply = server.ask("POST", "/page/index.html", &head, "title=x");
    assert_eq!(reply.status, 405, "{reply:?}");
}

#[test]
fn a_dry_run_names_the_file_and_the_records_that_say_otherwise() {
    let world = world();
    let server = Server::start(&world);
    let title = &server.answer("/records/dec-aaaaaa")["title"];
    let mut record =
        json!({"kind": "decision", "title": title, "id": "dec-dddddd", "dry_run": true});
    let reply = server.post("/records", &record);
    let planned: Value = serde_json::from_str(&reply.body).unwrap();
    assert_eq!(planned["conflicts_with"][0]["id"], "dec-aaaaaa");
    assert_eq!(planned["conflicts_with"][0]["same_title"], true);
    assert_eq!(planned["conflicts_with"][0]["command"], Value::Null);
    record["dry_run"] = json!(false);
    let (written, _) = written(&world, &server.post("/records", &record));
    assert_eq!(written["path"], planned["path"]);
}
