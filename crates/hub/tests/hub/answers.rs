//! Answers to readers.

use crate::common::{Served, World, ids};

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_question_is_answered_from_all_repositories_of_a_reader() {
    let world = World::new();
    let mail = world.repository(
        "mail",
        &["Retry failed mails three times", "Queue in Redis"],
    );
    let shop = world.repository(
        "shop",
        &["Keep orders in PostgreSQL", "Retry payments once"],
    );
    for repository in [&mail, &shop] {
        world.ok(&["add", repository.url()]);
    }
    let (all, one) = (world.reader("all", &[]), world.reader("one", &["shop"]));
    let hub = world.serve(&[]);
    assert_eq!(
        hub.found(&all, "where are orders kept")[..1],
        ["dec-shop000000"]
    );
    let retried = hub.found(&all, "retrying");
    assert_eq!(retried.len(), 2, "{retried:?}");
    assert_eq!(hub.found(&one, "retrying"), ["dec-shop000001"]);
    assert_eq!(hub.found(&all, "dec-mail000001")[..1], ["dec-mail000001"]);
    assert!(hub.found(&all, "kubernetes").is_empty());
    let answer = hub.json(&all, "/recall?words=failed+mails");
    let hit = &answer["hits"][0];
    assert_eq!(
        (&hit["workspace"], &hit["kind"]),
        (&"mail".into(), &"decision".into())
    );
    assert_eq!(answer["view"]["texts"], 4);
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_record_is_shown_as_of_a_day() {
    let world = World::new();
    let shop = world.repository("shop", &["Keep orders in MySQL"]);
    shop.decide("dec-shop000000", "Keep orders in PostgreSQL", "");
    shop.commit("Move", 10);
    world.ok(&["add", shop.url()]);
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    let title = |at: &str| {
        let answer = hub.json(&token, &format!("/records/dec-shop000000{at}"));
        answer["records"][0]["title"].as_str().unwrap().to_owned()
    };
    assert_eq!(title(""), "Keep orders in PostgreSQL");
    assert_eq!(title("?at=2026-11-10"), "Keep orders in PostgreSQL");
    assert_eq!(title("?at=2026-11-09"), "Keep orders in MySQL");
    assert_eq!(
        hub.ask(&token, "/records/dec-shop000000?at=2026-10-31").0,
        404
    );
    let listed = hub.json(&token, "/records?kind=decision&at=2026-11-09");
    assert_eq!(ids(&listed["records"]), ["dec-shop000000"]);
    assert_eq!(hub.ask(&token, "/records?at=tomorrow").0, 400);
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn one_repository_is_asked_at_its_own_address() {
    let world = World::new();
    let shop = world.repository("shop", &["Keep orders in PostgreSQL"]);
    world.ok(&["add", shop.url()]);
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    let answer = hub.json(&token, "/r/shop/recall?words=orders");
    assert_eq!(ids(&answer["hits"]), ["dec-shop000000"]);
    let (status, page) = hub.ask(&token, "/r/shop/page/index.html");
    assert!(
        status == 200 && page.contains("Keep orders in PostgreSQL"),
        "{page}"
    );
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let (status, said) = hub.send("POST", "/r/shop/records", &bearer, "{}");
    assert!(
        status == 405 && said.contains("changes no repository"),
        "{said}"
    );
    assert_eq!(shop.git(&["status", "--porcelain"]), "");
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn files_that_are_no_records_are_named_and_the_rest_answers() {
    let world = World::new();
    let shop = world.repository("shop", &["Ship on Fridays"]);
    for nth in 0..7 {
        let text = format!("---\nid: dec-broken{nth}\ntitle: [\n---\n");
        shop.write(&format!("memory/decisions/n{nth}.md"), &text);
    }
    shop.commit("Broken", 2);
    let said = world.ok(&["add", shop.url()]);
    assert!(
        said.contains("shop: files that are no records: 7\n"),
        "{said}"
    );
    assert!(said.contains("shop: memory/decisions/n4.md:"), "{said}");
    assert!(!said.contains("n5.md"), "{said}");
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    let listed = |hub: &Served| hub.json(&token, "/repositories")["repositories"][0].clone();
    assert_eq!(listed(&hub)["left_out"]["files"], 7);
    assert_eq!(hub.found(&token, "ship"), ["dec-shop000000"]);
    shop.git(&["rm", "-q", "-r", "--", "memory/decisions/n*"]);
    shop.commit("Mend", 3);
    world.ok(&["reindex"]);
    assert!(listed(&hub)["left_out"].is_null(), "{}", listed(&hub));
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_word_without_a_stem_keeps_no_text_and_no_question_back() {
    let world = World::new();
    let shop = world.repository("shop", &["The leri of things"]);
    let body = "Web API'leri ve web uygulamaları için uçtan uca hizmet izleme için Monitis, \
                konteyner hizmetlerini Prometheus aracılığıyla izlemek için Grafana kullanılır.";
    shop.decide("dec-turkish", "Hizmet izleme için Grafana", body);
    shop.commit("Watch", 2);
    world.ok(&["add", shop.url()]);
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    assert_eq!(hub.found(&token, "grafana"), ["dec-turkish"]);
    assert_eq!(hub.found(&token, "leri")[..1], ["dec-shop000000"]);
}
