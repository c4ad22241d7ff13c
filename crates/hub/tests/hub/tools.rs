//! Tools of agents over HTTP.

use serde_json::{Value, json};

use crate::common::{Served, World, ids};

/// A hub with two repositories.
fn filled() -> World {
    let world = World::new();
    for (name, title) in [
        ("shop", "Keep orders in MySQL"),
        ("pay", "Keep orders on paper"),
    ] {
        world.ok(&["add", world.repository(name, &[title]).url()]);
    }
    world
}

fn tools(hub: &Served, token: &str) -> Vec<String> {
    let answer = hub.message(token, "/mcp", "tools/list", &json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap().iter();
    tools
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

/// Reason why a tool did not answer.
fn refusal(answer: &Value) -> &str {
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("{answer}"))
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn tools_answer_for_all_repositories_and_for_one() {
    let world = filled();
    let (all, shop) = (world.reader("all", &[]), world.reader("shop", &["shop"]));
    let hub = world.serve(&[]);
    let found = |token: &str, target: &str, workspace: Value| {
        let question = json!({"words": "where are orders kept", "workspace": workspace});
        let mut found = ids(&hub.tool(token, target, "memory_recall", &question)["hits"]);
        found.sort();
        found
    };
    let both = ["dec-pay000000", "dec-shop000000"];
    assert_eq!(found(&all, "/mcp", json!("*")), both);
    assert_eq!(found(&all, "/mcp", Value::Null), both);
    assert_eq!(found(&all, "/mcp", json!("pay")), both[..1]);
    assert_eq!(found(&all, "/r/pay/mcp", Value::Null), both[..1]);
    assert_eq!(found(&shop, "/mcp", json!("*")), both[1..]);
    let id = json!({"id": "dec-shop000000"});
    let read = hub.tool(&shop, "/mcp", "memory_read", &id);
    assert_eq!(read["records"][0]["workspace"], "shop");
    let read = hub.tool(&shop, "/r/shop/mcp", "memory_read", &id);
    assert_eq!(read["title"], "Keep orders in MySQL");
    let context = hub.tool(&shop, "/r/shop/mcp", "workspace_get_context", &json!({}));
    assert!(context.to_string().contains("dec-shop000000"), "{context}");
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn what_a_reader_may_not_read_is_no_workspace() {
    let world = filled();
    let shop = world.reader("shop", &["shop"]);
    let hub = world.serve(&[]);
    let mirror = world.path("hub/mirrors/pay");
    for name in ["pay", "none", mirror.to_str().unwrap(), "../pay", "."] {
        let question = json!({"words": "orders", "workspace": name});
        let answer = hub.tool(&shop, "/mcp", "memory_recall", &question);
        let why = refusal(&answer);
        assert!(
            why.contains(&format!("there is no repository '{name}'")),
            "{why}"
        );
        let answer = hub.tool(&shop, "/r/shop/mcp", "memory_recall", &question);
        assert!(
            refusal(&answer).contains("answers for 'shop' alone"),
            "{answer}"
        );
    }
    let answer = hub.message(&shop, "/r/pay/mcp", "tools/list", &json!({}));
    assert_eq!(answer["error"]["message"], "there is no repository 'pay'");
    let answer = hub.message("gmh_0", "/mcp", "tools/list", &json!({}));
    assert_eq!(answer["error"]["code"], "no-token");
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn tools_change_nothing_but_runs() {
    let world = filled();
    let reads = world.reader("reads", &[]);
    let works = world.ok(&["reader", "add", "works", "--all", "--works"]);
    let works = works.trim();
    let hub = world.serve(&[]);
    let reading = [
        "workspace_get_context",
        "memory_recall",
        "memory_read",
        "memory_check_path",
    ];
    assert_eq!(tools(&hub, &reads), reading);
    assert_eq!(tools(&hub, works).len(), 5);
    let client = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let answer = hub.message(&reads, "/mcp", "initialize", &hello);
    let result = &answer["result"];
    assert_eq!(result["serverInfo"]["name"], "git-memory", "{answer}");
    assert_eq!(result["capabilities"], json!({"tools": {}}), "{answer}");
    let step = json!({"run": "r", "step": "1", "status": "planned", "title": "Do it"});
    for (token, tool) in [
        (works, "memory_write"),
        (&reads, "memory_write"),
        (&reads, "memory_run"),
    ] {
        let answer = hub.tool(token, "/r/shop/mcp", tool, &step);
        let why = answer["error"]["message"].as_str().unwrap();
        assert!(why.starts_with("unknown tool"), "{why}");
    }
    let run = |question: &Value| hub.tool(works, "/r/shop/mcp", "memory_run", question);
    assert_eq!(run(&step)["status"], "planned");
    let next = run(&json!({"run": "r", "next": true, "agent": "a", "step": ""}));
    assert_eq!(next["next"]["step"], "1", "{next}");
    assert_eq!(run(&json!({}))["runs"][0]["steps"][0]["agent"], "a");
    let elsewhere = hub.json(&reads, "/r/shop/runs?run=r");
    assert_eq!(elsewhere["runs"][0]["steps"][0]["state"], "doing");
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn each_call_is_counted_by_its_tool() {
    let world = filled();
    let token = world.reader("all", &[]);
    let hub = world.serve(&["--rate", "2"]);
    let question = json!({"words": "orders"});
    hub.tool(&token, "/mcp", "memory_recall", &question);
    let headers = format!("Authorization: Bearer {token}\r\nContent-Type: application/json\r\n");
    let (status, body) = hub.send("POST", "/mcp", &headers, "[{}, {}]");
    assert_eq!(
        (status, body.contains("one message at a time")),
        (400, true),
        "{body}"
    );
    let (_, counts) = hub.ask(&token, "/metrics");
    assert!(
        counts.contains("verb=\"memory_recall\",status=\"200\""),
        "{counts}"
    );
    let too_often = (0..10).map(|_| hub.tool(&token, "/mcp", "memory_recall", &question));
    assert!(
        too_often
            .into_iter()
            .any(|answer| answer["error"]["code"] == "too-often")
    );
}
