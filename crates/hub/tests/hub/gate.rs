//! The gate: readers that are let in, and things that they never see.

use crate::common::{Served, World};

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn nobody_is_answered_without_a_token() {
    let world = World::new();
    let hub = world.serve(&[]);
    let token = world.reader("all", &[]);
    for target in [
        "/repositories",
        "/recall?words=a",
        "/records",
        "/metrics",
        "/r/shop/why",
    ] {
        assert_eq!(hub.send("GET", target, "", "").0, 401, "{target}");
        assert_eq!(hub.ask("gmh_00", target).0, 401, "{target}");
    }
    assert_eq!(hub.ask(&token, "/repositories").0, 200);
    assert!(
        hub.ask(&token, "/metrics")
            .1
            .contains("verb=\"recall\",status=\"401\"")
    );
    for open in ["/healthz", "/readyz"] {
        assert_eq!(hub.send("GET", open, "", "").0, 200, "{open}");
    }
    world.ok(&["reader", "remove", "all"]);
    assert_eq!(hub.ask(&token, "/repositories").0, 401);
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_proxy_names_the_reader_only_where_the_hub_was_told_so() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    world.ok(&["add", shop.url()]);
    let token = world.ok(&["reader", "add", "ada", "--all", "--works"]);
    let (step, named) = (
        r#"{"run": "r", "step": "1", "status": "planned"}"#,
        "X-User: ada\r\n",
    );
    let asked = |headers: &str, hub: &Served| hub.send("GET", "/repositories", headers, "").0;
    let hub = world.serve(&["--reader-header", "X-User"]);
    assert_eq!(asked(named, &hub), 200);
    assert_eq!(asked("X-User: eve\r\n", &hub), 401);
    assert_eq!(asked("X-User: ada\r\nx-user: eve\r\n", &hub), 401);
    assert_eq!(hub.ask(token.trim(), "/repositories").0, 200);
    assert_eq!(hub.send("POST", "/r/shop/runs", named, step).0, 403);
    assert_eq!(asked(named, &world.serve(&[])), 401);
    let open = [
        "serve",
        "--listen",
        "0.0.0.0:0",
        "--reader-header",
        "X-User",
    ];
    assert!(world.fails(&open).contains("this machine only"));
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn the_log_has_what_a_client_is_not_told() {
    let world = World::new();
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    assert_eq!(hub.ask(&token, "/repositories").0, 200);
    world.server.crash().unwrap();
    let (status, body) = hub.ask(&token, "/repositories");
    assert!(status >= 500 && !body.contains("connect"), "{body}");
    assert_eq!(hub.send("GET", "/readyz", "", "").0, 503);
    assert_eq!(hub.send("GET", "/healthz", "", "").0, 200);
    let log = std::fs::read_to_string(world.path("log")).unwrap();
    assert!(
        log.contains("a question was not answered: the database"),
        "{log}"
    );
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_reader_sees_nothing_of_other_repositories() {
    let world = World::new();
    let names = ["a", "b", "c", "d"];
    for name in names {
        let repository = world.repository(
            name,
            &["Shared words", &format!("Canary {name}{name}{name}")],
        );
        world.ok(&["add", repository.url()]);
    }
    let hub = world.serve(&["--rate", "10000"]);
    for own in names {
        let token = world.reader(own, &[own]);
        for other in names.into_iter().filter(|name| *name != own) {
            let canary = format!("{other}{other}{other}");
            for target in [
                format!("/recall?words=canary+{canary}"),
                "/recall?words=shared+words&most=100".to_owned(),
                format!("/recall?words=dec-{other}000000"),
                "/records".to_owned(),
                "/repositories".to_owned(),
                format!("/records/dec-{other}000000"),
                format!("/r/{other}/recall?words=shared"),
                format!("/r/{other}/page/index.html"),
                format!("/r/{own}/../{other}/recall?words=shared"),
            ] {
                let (_, body) = hub.ask(&token, &target);
                let seen = body.contains(&format!("\"workspace\":\"{other}\""))
                    || body.contains(&format!("Canary {canary}"));
                assert!(!seen, "{own} sees {other} at {target}: {body}");
            }
        }
        assert_eq!(
            hub.found(&token, "shared words"),
            [format!("dec-{own}000000")]
        );
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn what_belongs_to_the_person_who_runs_it_is_not_told() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    let own = world.repository("own", &["Ship the canary"]);
    world.ok(&["add", shop.url()]);
    let home = world.path("home");
    let note = home.join(".local/share/git-memory/user/preferences.md");
    std::fs::create_dir_all(note.parent().unwrap()).unwrap();
    std::fs::write(note, "Ship the canary").unwrap();
    let settings = format!("[memory]\n\trepositories = {}\n", own.url());
    std::fs::write(home.join(".gitconfig"), settings).unwrap();
    // The hub lies in a repository, and has lost a mirror.
    own.git(&[
        "clone",
        "-q",
        ".",
        world.path("hub/mirrors/around").to_str().unwrap(),
    ]);
    for part in [".git", "memory"] {
        let from = world.path("hub/mirrors/around").join(part);
        std::fs::rename(from, world.path("hub").join(part)).unwrap();
    }
    let lost = world.repository("lost", &["Ship by sea"]);
    world.ok(&["add", lost.url()]);
    std::fs::remove_dir_all(world.path("hub/mirrors/lost/.git")).unwrap();
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    for target in [
        "/r/lost/recall?words=canary",
        "/r/lost/page/index.html",
        "/r/shop/recall?words=canary&everywhere=true",
        "/r/shop/recall?words=canary&user=true",
        "/r/shop/context?query=canary",
        "/r/shop/page/search.html?words=canary",
        "/r/shop/page/index.html",
    ] {
        let (_, body) = hub.ask(&token, target);
        assert!(!body.contains("Ship the canary"), "{target}: {body}");
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_call_of_a_forge_needs_the_secret() {
    let world = World::new();
    let shop = world.repository("shop", &["Keep orders in MySQL"]);
    world.ok(&["add", shop.url()]);
    std::fs::write(world.path("secret"), "tea\n").unwrap();
    let token = world.reader("all", &[]);
    let secret = world.path("secret");
    let hub = world.serve(&["--webhook-secret", secret.to_str().unwrap()]);
    shop.decide("dec-newone", "Ship on Fridays", "");
    shop.commit("More", 2);
    let call = |headers: &str| hub.send("POST", "/webhooks/shop", headers, "{}").0;
    assert_eq!(call("X-Gitlab-Token: coffee\r\n"), 403);
    assert!(hub.found(&token, "Fridays").is_empty());
    assert_eq!(call("X-Gitlab-Token: tea\r\n"), 202);
    let begin = std::time::Instant::now();
    while hub.found(&token, "Fridays").is_empty() {
        assert!(begin.elapsed().as_secs() < 60, "the call was not heard");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}
