//! The relations of a thing in all repositories of a reader.

use crate::common::{Served, World};
use git_memory_text::limits;

const RECORD: &str = "---
id: dec-payment
title: Pay
owner: Ann <ann@example.org>
scope: api/pay
related: [dec-shop000001]
status: accepted
---

See <https://www.openssl.org/docs/man3/>, opensslish.
";

/// Two repositories in a hub.
fn filled() -> World {
    let world = World::new();
    let mail = world.repository("mail", &["Use OpenSSL"]);
    let shop = world.repository("shop", &["Pin openssl", "Ship"]);
    shop.write("memory/decisions/dec-payment.md", RECORD);
    shop.commit("Pay", 2);
    for repository in [&mail, &shop] {
        world.ok(&["add", repository.url()]);
    }
    world
}

/// The relations to a thing, each with its record.
fn tied(hub: &Served, token: &str, what: &str) -> Vec<String> {
    let answer = hub.json(token, &format!("/related?what={what}"));
    let mut all = Vec::new();
    for it in answer["relations"].as_array().unwrap() {
        let text = |key: &str| it[key].as_str().unwrap();
        all.push(format!("{} {}", text("relation"), text("id")));
    }
    all
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_thing_is_found_by_each_of_its_names() {
    let world = filled();
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    for (what, relation) in [
        ("Ann", "owned by"),
        ("@ann", "owned by"),
        ("ann@example.org", "owned by"),
        ("Ann+%3Cann@example.org%3E", "owned by"),
        ("www.openssl.org", "links to"),
        ("https://www.openssl.org/docs", "links to"),
        ("www.openssl.org/docs/man3/", "links to"),
        ("api", "applies to"),
        ("api/pay", "applies to"),
        ("dec-shop000001", "names"),
    ] {
        let found = tied(&hub, &token, what);
        assert_eq!(found, [format!("{relation} dec-payment")], "{what}");
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn readers_are_told_of_their_own_repositories() {
    let world = filled();
    let (all, one) = (world.reader("all", &[]), world.reader("one", &["mail"]));
    let hub = world.serve(&[]);
    // A part of an address is named, a part of a word is not.
    let named = ["names dec-payment", "names dec-shop000000"];
    assert_eq!(tied(&hub, &all, "openssl"), named);
    assert_eq!(tied(&hub, &one, "OpenSSL"), ["names dec-mail000000"]);
    for what in ["ann", "openssl", "api", "www.openssl.org"] {
        assert_eq!(tied(&hub, &one, what), Vec::<String>::new(), "{what}");
    }
    let counted = hub.json(&all, "/related?what=a@example.org&most=1");
    let counts = &counted["repositories"];
    assert_eq!(
        (&counts[0]["workspace"], &counts[0]["relations"]),
        (&"shop".into(), &3.into())
    );
    assert_eq!(counts[1]["workspace"], "mail");
    assert_eq!(counted["left_out"], 3);
    assert_eq!(hub.ask(&all, "/related").0, 400);
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_record_is_tied_to_so_many_things_at_most() {
    let world = World::new();
    let shop = world.repository("shop", &[]);
    let long = format!("https://long.example/{}", "a".repeat(limits::TIED_NAME));
    let all = (0..limits::TIES).map(|nth| format!("https://h{nth}.example "));
    let text = long + " " + &all.collect::<String>();
    shop.decide("dec-linking1", "Link", &text);
    shop.commit("Link", 2);
    world.ok(&["add", shop.url()]);
    // The author and the address of the author come beside.
    let count = "SELECT count(*), bool_and(length(what) <= 500) FROM git_memory.ties";
    assert_eq!(world.sql(count), format!("{}|t", limits::TIES + 2));
    let (token, hub) = (world.reader("all", &[]), world.serve(&[]));
    assert_eq!(
        tied(&hub, &token, "long.example"),
        ["links to dec-linking1"]
    );
}
