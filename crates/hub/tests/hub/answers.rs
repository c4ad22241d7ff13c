//! What readers get.

use serde_json::Value;

use crate::common::{World, ids};

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
fn what_is_tied_to_a_thing_is_told_of_all_repositories() {
    let world = World::new();
    let (mail, shop) = (
        world.repository("mail", &["Use OpenSSL"]),
        world.repository("shop", &["Pin openssl", "Ship"]),
    );
    let header = "title: Pay\nowner: Ann <ann@example.org>\nscope: api/pay\n\
                  related: [dec-shop000001]";
    let text = "See <https://www.openssl.org/docs/man3/>, opensslish.";
    let page = format!("---\nid: dec-payment\n{header}\nstatus: accepted\n---\n\n{text}\n");
    shop.write("memory/decisions/dec-payment.md", &page);
    shop.commit("Pay", 2);
    for repository in [&mail, &shop] {
        world.ok(&["add", repository.url()]);
    }
    let (all, one) = (world.reader("all", &[]), world.reader("one", &["mail"]));
    let hub = world.serve(&[]);
    let tied = |token: &str, what: &str| -> Vec<String> {
        let answer = hub.json(token, &format!("/related?what={what}"));
        let all = answer["relations"].as_array().unwrap().iter();
        let word = |it: &Value, key: &str| it[key].as_str().unwrap().to_owned();
        all.map(|it| word(it, "relation") + " " + &word(it, "id"))
            .collect()
    };
    let pays = |tie: &str| vec![format!("{tie} dec-payment")];
    // A part of an address is named, a part of a word is not.
    let named = ["names dec-payment", "names dec-shop000000"];
    assert_eq!(tied(&all, "openssl"), named);
    assert_eq!(tied(&one, "OpenSSL"), ["names dec-mail000000"]);
    assert_eq!(tied(&one, "ann"), Vec::<String>::new());
    for what in [
        "Ann",
        "@ann",
        "ann@example.org",
        "Ann+%3Cann@example.org%3E",
    ] {
        assert_eq!(tied(&all, what), pays("owned by"), "{what}");
    }
    for what in [
        "www.openssl.org",
        "https://www.openssl.org/docs",
        "www.openssl.org/docs/man3/",
    ] {
        assert_eq!(tied(&all, what), pays("links to"), "{what}");
    }
    assert_eq!(tied(&all, "api"), pays("applies to"));
    assert_eq!(tied(&all, "dec-shop000001"), pays("names"));
    assert_eq!(tied(&all, "a@example.org").len(), 4);
    let counted = hub.json(&all, "/related?what=A&most=1");
    assert_eq!(counted["repositories"][0]["workspace"], "shop");
    assert_eq!(counted["left_out"], 3);
    assert_eq!(hub.ask(&all, "/related").0, 400);
}
