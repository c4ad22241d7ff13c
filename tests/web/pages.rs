//! What the server's pages show, and where their links lead.

use crate::client::Server;
use crate::world;

/// The text of a page that is there.
#[track_caller]
fn page(server: &Server, name: &str) -> String {
    let reply = server.get(&format!("/page/{name}"));
    assert_eq!(reply.status, 200, "{name}: {reply:?}");
    reply.body
}

#[test]
fn links_keep_the_depth_and_the_revision_of_their_page() {
    let world = world();
    let text = "---\ntags: [ops]\n---\n# Failover\n";
    world.write("memory/runbooks/failover.md", text);
    world.git(["add", "--all"]).ok();
    world.git(["commit", "--quiet", "-m", "Failover"]).ok();
    let server = Server::start(&world);
    for (name, expected) in [
        (
            "records/memory/runbooks/failover.md.html",
            "href=\"../../../records.html?tags=ops\"",
        ),
        ("index.html?rev=HEAD", "records.html?kinds=lesson&amp;rev=HEAD"),
        (
            "records/les-bbbbbb.html?rev=HEAD~1",
            "href=\"../records.html?tags=cache&amp;rev=HEAD%7E1\"",
        ),
        ("records.html?kinds=lesson&rev=HEAD", "href=\"records.html?rev=HEAD\">all"),
        ("review.html?rev=HEAD", "review.html?pairs=true&amp;rev=HEAD"),
    ] {
        let page = page(&server, name);
        assert!(page.contains(expected), "{name}: {page}");
    }
}

#[test]
fn the_timeline_has_steps_at_their_days() {
    let world = world();
    let server = Server::start(&world);
    let step = &server.answer("/summary")["entries"][0];
    let day = &step["created"].as_str().unwrap()[..10];
    let page = page(&server, "timeline.html");
    let expected = format!("<time>{day}</time> <span data-word=\"step\">");
    assert!(page.contains(&expected), "{expected}: {page}");
}

#[test]
fn what_was_removed_can_be_read() {
    let world = world();
    world.git(["rm", "--quiet", "-r", "memory/lessons"]).ok();
    world.git(["commit", "--quiet", "-m", "Forget"]).ok();
    let commit = world.git(["rev-parse", "HEAD"]).ok();
    let server = Server::start(&world);
    let history = page(&server, "history.html");
    let then = format!("records/les-bbbbbb.html?rev={}%5E", commit.trim());
    assert!(history.contains(&then), "{history}");
    assert!(page(&server, &then).contains("Caches lie"));
    for (range, sign) in [("from=HEAD~1&to=HEAD", "del>-"), ("from=HEAD&to=HEAD~1", "ins>+")] {
        let changed = page(&server, &format!("history.html?{range}"));
        assert!(changed.contains(&format!("<{sign}title: Caches lie")), "{changed}");
        assert!(changed.contains("les-bbbbbb.html?rev=HEAD%7E1"), "{changed}");
    }
}

#[test]
fn buttons_are_for_what_can_be_done() {
    let world = world();
    world.write("docs/adr/0001-queues.md", "# Use queues\n");
    world.memory(["init", "--root", "docs/adr"]).ok();
    world.write("memory/notes/hand.md", "# By hand\n");
    let add = ["add-loop", "--id", "loop-cccccc", "Ask", "--next-trigger"];
    world.memory([&add[..], &["2020-01-01"]].concat()).ok();
    let replace = ["supersede", "dec-aaaaaa", "Use SQLite"];
    world.memory(replace).ok();
    let server = Server::start(&world);
    for (name, deeds) in [
        ("records/docs/adr/0001-queues.md.html", [0, 0, 0, 0]),
        ("records/memory/notes/hand.md.html", [1, 0, 0, 0]),
        ("records/dec-aaaaaa.html", [0, 1, 0, 0]),
        ("records/les-bbbbbb.html", [0, 1, 0, 1]),
        ("review.html", [0, 1, 1, 0]),
    ] {
        let page = page(&server, name);
        let count = |deed: &str| page.matches(deed).count();
        let all = ["\"adopt\"", "\"confirm\"", "\"close\"", "?supersedes="].map(count);
        assert_eq!(all, deeds, "{name}: {page}");
    }
}
