//! Pages of the server, and the targets of their links.

use crate::client::Server;
use crate::common::{UNFILTERED, World};
use crate::world;

/// The text of a page that is there.
#[track_caller]
fn page(server: &Server, name: &str) -> String {
    let reply = server.get(&format!("/page/{name}"));
    assert_eq!(reply.status, 200, "{name}: {reply:?}");
    reply.body
}

/// Holds a page to having all of these.
#[track_caller]
fn has(page: &str, all: &[&str]) {
    for expected in all {
        assert!(page.contains(expected), "{expected}: {page}");
    }
}

#[test]
fn links_keep_the_depth_and_the_revision_of_their_page() {
    let world = world();
    let text = "---\ntags: [ops]\n---\n# Failover\n";
    world.write("memory/runbooks/failover.md", text);
    world.git(["add", "--all"]).ok();
    world.git(["commit", "--quiet", "-m", "Failover"]).ok();
    let server = Server::start(&world);
    let hand = "records/memory/runbooks/failover.md.html";
    let then = "records/les-bbbbbb.html?rev=HEAD~1";
    for (name, expected) in [
        (hand, "href=\"../../../index.html?tags=ops\""),
        ("index.html?rev=HEAD", "?kinds=lesson&amp;rev=HEAD"),
        (then, "=\"../index.html?tags=cache&amp;rev=HEAD%7E1\""),
        ("index.html?kinds=lesson&rev=HEAD", "?rev=HEAD\">all"),
        ("review.html?rev=HEAD", "=\"timeline.html?rev=HEAD\""),
    ] {
        has(&page(&server, name), &[expected]);
    }
}

#[test]
fn what_hides_is_spelled_out() {
    let world = world();
    let text = "---\ntitle: \"Use \\e[31m\\u202Eit\"\n---\nSeen \u{202e}so.\n";
    world.write("memory/notes/hostile.md", text);
    let server = Server::start(&world);
    for name in ["index.html", "records/memory/notes/hostile.md.html"] {
        let page = page(&server, name);
        has(&page, &["Use \\u{1b}[31m\\u{202e}it"]);
        assert!(!page.contains(['\u{1b}', '\u{202e}']), "{page}");
    }
    let asked = "search.html?words=%1b%e2%80%ae";
    has(&page(&server, asked), &["value=\"\\u{1b}\\u{202e}\""]);
    let lost = server.get("/page/index.html?rev=%1b%e2%80%ae");
    assert_eq!(lost.status, 404);
    assert!(!lost.body.contains(['\u{1b}', '\u{202e}']), "{lost:?}");
    world.git(["add", "--all"]).ok();
    world
        .git(["commit", "--quiet", "--no-verify", "-m", "Hostile"])
        .ok();
    world.memory(["site", "../site"]).ok();
    let index = world.read("../site/search.json");
    assert!(index.contains("Use \\\\u{1b}[31m"), "{index}");
    assert!(!index.contains(['\u{1b}', '\u{202e}']), "{index}");
}

#[test]
fn no_page_shows_what_hides_or_a_secret_of_this_machine() {
    let mut world = world();
    let secret = ["v8Kq2-zL", "!x9"].concat();
    world.set("DB_PASSWORD", &secret);
    let (odd, escaped) = (format!("\u{202e}{secret}"), format!("\\u202E{secret}"));
    let keys = format!("title: \"T {escaped}\"\ntags: [\"{escaped}\"]\npaths: [src]");
    let text = format!("---\n{keys}\n---\nSeen {odd}.\n");
    world.write("memory/notes/odd.md", text);
    world.write(&format!("src/{odd}.rs"), "pub fn one() {}\n");
    world
        .git([&UNFILTERED[..], &["add", "--all"]].concat())
        .ok();
    let message = format!("Odd {odd}\n\nDecision: dec-aaaaaa");
    let call = ["commit", "--quiet", "--no-verify", "-m", &message];
    world.git(call).ok();
    let asked = ["feedback", "--outcome", "missed", "what is\u{202e} it"];
    world.memory(asked).ok();
    let server = Server::start(&world);
    for name in [
        "index",
        "search",
        "timeline",
        "map",
        "history",
        "review",
        "runs",
        "records/memory/notes/odd.md",
        "records/dec-aaaaaa",
    ] {
        let page = page(&server, &format!("{name}.html"));
        assert!(!page.contains(['\u{202e}']), "{name}: {page}");
        assert!(!page.contains(&secret), "{name}: {page}");
    }
}

#[test]
fn a_typed_secret_with_signs_of_html_does_not_come_back() {
    let mut world = world();
    let secret = ["v8Kq2\"<", "&L!x9z"].concat();
    world.set("DB_PASSWORD", &secret);
    let server = Server::start(&world);
    let typed = ["v8Kq2%22%3C%26", "L%21x9z"].concat();
    for name in ["search.html?words=", "index.html?tags=", "index.html?rev="] {
        let reply = server.get(&format!("/page/{name}{typed}"));
        assert!(reply.body.contains("[REDACTED:"), "{name}: {reply:?}");
        for part in ["v8Kq2", "x9z"] {
            assert!(!reply.body.contains(part), "{name}: {reply:?}");
        }
    }
}

#[test]
fn the_timeline_has_steps_at_their_days() {
    let world = world();
    let server = Server::start(&world);
    let step = &server.answer("/summary")["entries"][0];
    let day = &step["created"].as_str().unwrap()[..10];
    let page = page(&server, "timeline.html");
    let (_, of_day) = page
        .split_once(&format!("<time>{day}</time> <ul>"))
        .unwrap();
    let (of_day, _) = of_day.split_once("</ul>").unwrap();
    has(of_day, &["data-kind=\"step\"", "<bdi>Built</bdi>"]);
}

#[test]
fn a_long_timeline_has_pages_of_bounded_size() {
    let world = World::with_memory();
    for nth in 0..450 {
        let keys = format!("created: 2026-01-{:02}\n", nth % 28 + 1);
        let place = format!("lessons/les-{nth:06}");
        world.record(&place, &format!("Lesson {nth}"), &keys, "So it is.");
    }
    let server = Server::start(&world);
    let first = page(&server, "timeline.html");
    assert!(first.len() < 150_000, "{}", first.len());
    assert_eq!(first.matches("Lesson ").count(), 400);
    has(
        &first,
        &[r#"<a rel="next" href="timeline-2.html">Older</a>"#],
    );
    let second = page(&server, "timeline-2.html");
    assert_eq!(second.matches("Lesson ").count(), 50);
    has(
        &second,
        &[r#"<a rel="prev" href="timeline.html">Newer</a>"#],
    );
    world.commit("Lessons");
    world.memory("site ../site").ok();
    assert!(world.has("../site/timeline-2.html") && !world.has("../site/timeline-3.html"));
}

#[test]
fn a_long_history_has_pages_of_bounded_size() {
    let world = World::with_memory();
    for commit in 0..52 {
        for nth in 0..8 {
            let place = format!("lessons/les-{commit:03}{nth:03}");
            world.record(&place, &format!("Lesson {nth}"), "", "So it is.");
        }
        world.commit(&format!("Commit {commit}"));
    }
    let server = Server::start(&world);
    let first = page(&server, "history.html");
    assert!(first.len() < 110_000, "{}", first.len());
    let older = r#"<a rel="next" href="history-2.html">Older</a>"#;
    has(&first, &["<bdi>Commit 2</bdi>", "3 more", older]);
    let second = page(&server, "history-2.html");
    let newer = r#"<a rel="prev" href="history.html">Newer</a>"#;
    has(&second, &["<bdi>Commit 1</bdi>", newer]);
    assert!(!second.contains("<bdi>Commit 2</bdi>"), "{second}");
    assert_eq!(server.get("/page/history-3.html").status, 404);
    world.memory("site ../site").ok();
    assert!(world.has("../site/history-2.html") && !world.has("../site/history-3.html"));
}

#[test]
fn the_code_of_a_large_project_is_a_page_of_bounded_size() {
    let world = World::with_memory();
    for nth in 0..5 {
        let place = format!("decisions/dec-{nth:06}");
        world.record(&place, &"Long ".repeat(16), "paths: [src/**]\n", "So.");
    }
    for folder in 0..100 {
        for file in ["a", "b"] {
            world.write(&format!("src/folder{folder}/{file}.rs"), "fn f() {}\n");
        }
    }
    world.commit("Code");
    let server = Server::start(&world);
    let told = page(&server, "map.html");
    has(&told, &["<code>folder99/</code>", "4 more", "1 more file"]);
    assert!(told.len() < 110_000, "{}", told.len());
    world.memory("site ../site").ok();
    assert!(world.read("../site/map.html").len() < 110_000);
}

#[test]
fn the_steps_of_a_run_are_folded_on_their_day() {
    let world = world();
    for step in ["one", "two"] {
        let call = ["summary", "append", "--run", "fix", "--step", step];
        world.memory([&call[..], &["--title", step]].concat()).ok();
    }
    let server = Server::start(&world);
    let folded = "Run <bdi>fix</bdi> · 2 steps</summary>";
    has(
        &page(&server, "timeline.html"),
        &["<h2>November 2026</h2>", folded],
    );
    has(
        &page(&server, "runs.html"),
        &["<h1 dir=\"auto\">Activity</h1>", "2 done"],
    );
}

#[test]
fn private_records_are_in_the_timeline_as_what_they_are() {
    let world = world();
    let add = ["add-decision", "--private", "--id", "dec-pppppp", "Mine"];
    world.memory(add).ok();
    let server = Server::start(&world);
    let private = "<span class=\"spoken\">decision: </span><a dir=\"auto\" \
                   href=\"records/dec-pppppp.html\">Mine</a> <span class=\"state\">private";
    let step = "data-kind=\"step\"";
    has(&page(&server, "timeline.html"), &[private, step]);
    // A record without a scope is in none.
    let scoped = page(&server, "timeline.html?scope=project");
    assert!(
        !scoped.contains("Mine") && !scoped.contains(step),
        "{scoped}"
    );
}

/// Replaces a decision by a new one.
fn replace(world: &World, old: &str, new: &str, title: &str) {
    world.memory(["add-decision", "--id", new, title]).ok();
    world.memory(["supersede", old, "--by", new]).ok();
}

#[test]
fn links_are_said_in_words() {
    let world = world();
    replace(&world, "dec-aaaaaa", "dec-cccccc", "Use SQLite");
    let old = page(&Server::start(&world), "records/dec-aaaaaa.html");
    let new = "<a dir=\"auto\" href=\"../records/dec-cccccc.html\">Use SQLite</a>";
    let banner = format!("<p class=\"banner\">Replaced by {new}.</p>");
    has(&old, &[&banner, &format!("<li>Replaced by {new}</li>")]);
    // Two records need no drawing.
    assert!(!old.contains("<svg"), "{old}");
}

#[test]
fn records_over_two_links_are_drawn_and_said() {
    let world = world();
    for (old, new, title) in [
        ("dec-aaaaaa", "dec-cccccc", "Use SQLite"),
        ("dec-cccccc", "dec-dddddd", "Use <b>files"),
        ("dec-dddddd", "dec-eeeeee", "Use nothing"),
    ] {
        replace(&world, old, new, title);
    }
    let page = page(&Server::start(&world), "records/dec-aaaaaa.html");
    has(
        &page,
        &[
            "<li>Use &lt;b&gt;files replaces Use SQLite.</li>",
            "data-link=\"supersedes\"",
            "href=\"../records/dec-dddddd.html\" tabindex=\"-1\"",
        ],
    );
    // Three links away.
    assert!(!page.contains("Use nothing"), "{page}");
}

#[test]
fn a_record_has_its_title_once_and_its_facts_beside_it() {
    let world = world();
    let text = "# 1. Use queues\n\n## Status\n\nAccepted\n\nOne writer.\n";
    world.write("docs/adr/0001-queues.md", text);
    world.write("src/a/one.rs", "");
    world.git(["add", "--all"]).ok();
    let call = ["commit", "--quiet", "-m", "Queues (#12)"];
    world.git(call).ok();
    world.memory(["init", "--root", "docs/adr"]).ok();
    let remote = ["remote", "add", "origin", "git@github.com:o/n.git"];
    world.git(remote).ok();
    let page = page(
        &Server::start(&world),
        "records/docs/adr/0001-queues.md.html",
    );
    has(
        &page,
        &[
            "<h1 dir=\"auto\">Use queues</h1>",
            "<h2 id=\"text-status\">Status</h2>",
            "<dt>Number</dt><dd>1</dd>",
            "href=\"https://github.com/o/n/blob/HEAD/docs/adr/0001-queues.md\"",
        ],
    );
    assert_eq!(page.matches("Use queues</h").count(), 1, "{page}");
    assert_eq!(page.matches("One writer.").count(), 1, "{page}");
}

#[test]
fn code_is_a_tree_that_folds_and_a_file_tells_its_decisions_first() {
    let world = world();
    world.write("src/a/one.rs", "pub fn first() {}\n");
    world.write("src/two.rs", "pub fn second() {}\n");
    world.git(["add", "--all"]).ok();
    let add = ["add-decision", "--id", "dec-cccccc", "One way"];
    world
        .memory([&add[..], &["--path", "src/a/"]].concat())
        .ok();
    let server = Server::start(&world);
    let tree = page(&server, "map.html");
    has(
        &tree,
        &[
            "2 of 3 source files are named by the paths of a record.",
            "<code>src/</code>",
            "<span class=\"count\">2 of 3</span>",
            "href=\"map.html?path=src%2Ftwo.rs\"",
        ],
    );
    assert!(!tree.contains("second"), "no wall of symbols: {tree}");
    let file = page(&server, "map.html?path=src/a/one.rs");
    let [decision, symbol] = ["One way", "<code>first</code>"].map(|part| file.find(part));
    assert!(decision.is_some() && decision < symbol, "{file}");
    has(
        &page(&server, "map.html?path=src"),
        &["<h1 dir=\"auto\">src/</h1>"],
    );
    has(&page(&server, "map.html?path=../x"), &["of 3 source files"]);
}

#[test]
fn a_conflict_is_shown_as_one() {
    let world = world();
    let listed = world.memory("list --kind decision --json").json();
    let path = listed["records"][0]["record_path"].as_str().unwrap();
    let before = world.read(path);
    for (branch, title) in [("one", "First"), ("two", "Second")] {
        let call = ["checkout", "--quiet", "-b", branch, "main"];
        world.git(call).ok();
        let mut line = before.lines();
        let line = line.find(|line| line.starts_with("title:")).unwrap();
        world.write(path, before.replace(line, &format!("title: {title}")));
        world.git(["commit", "--quiet", "-am", title]).ok();
    }
    world.git(["merge", "--quiet", "one"]).fails(1);
    let server = Server::start(&world);
    let marked = "<span data-word=\"conflict\">in conflict</span>";
    has(&page(&server, "index.html"), &[marked]);
    has(
        &page(&server, "review.html"),
        &["Conflicts · 1", "Git has two versions"],
    );
    let record = page(&server, "records/dec-aaaaaa.html");
    has(&record, &["In conflict", "title: First", "title: Second"]);
    assert!(
        !record.contains("data-do=") && !record.contains("&lt;&lt;&lt;"),
        "{record}"
    );
}

#[test]
fn records_that_contradict_each_other_come_first_in_a_review() {
    let world = world();
    let path = ["--path", "src/store/**"];
    for (id, title) in [
        ("dec-cccccc", "Keep each event in a relational database"),
        ("dec-dddddd", "Write events to flat files"),
    ] {
        let add = ["add-decision", "--id", id, title];
        world.memory([&add[..], &path].concat()).ok();
    }
    let server = Server::start(&world);
    let settle = "git memory supersede dec-cccccc --by dec-dddddd";
    let told = ["Conflicts · 1", "may contradict", settle];
    has(&page(&server, "review.html"), &told);
    let banner = "<div class=\"banner bad\"><p>May contradict <a dir=\"auto\" \
                  href=\"../records/dec-cccccc.html\">";
    has(&page(&server, "records/dec-dddddd.html"), &[banner]);
}

#[test]
fn what_was_removed_can_be_read() {
    let world = world();
    world.git(["rm", "--quiet", "-r", "memory/lessons"]).ok();
    world.git(["commit", "--quiet", "-m", "Forget"]).ok();
    let commit = world.git(["rev-parse", "HEAD"]).ok();
    let server = Server::start(&world);
    let then = format!("records/les-bbbbbb.html?rev={}%5E", commit.trim());
    has(&page(&server, "history.html"), &[&then]);
    has(&page(&server, &then), &["Caches lie"]);
    let link = "les-bbbbbb.html?rev=HEAD%7E1";
    let changed = |range: &str| page(&server, &format!("history.html?{range}"));
    let gone = changed("from=HEAD~1&to=HEAD");
    has(&gone, &["<del>-title: Caches lie", link]);
    let come = changed("from=HEAD&to=HEAD~1");
    has(&come, &["<ins>+title: Caches lie", link]);
}

#[test]
fn a_comparison_marks_the_words_that_changed_in_a_line() {
    let world = world();
    for name in ["Postgres", "<b>SQLite"] {
        let text = format!("# Stores\n\nWe use {name} for the event store.\n");
        world.write("memory/notes/stores.md", text);
        world.git(["add", "memory"]).ok();
        world.git(["commit", "--quiet", "-m", name]).ok();
    }
    let server = Server::start(&world);
    let compared = page(&server, "history.html?from=HEAD~1&to=HEAD");
    let expected = [
        "<del>-We use <mark>Postgres</mark> for the event store.\n</del>",
        "<ins>+We use <mark>&lt;b&gt;SQLite</mark> for the event store.\n</ins>",
    ];
    has(&compared, &expected);
}

#[test]
fn buttons_are_for_what_can_be_done() {
    let world = world();
    world.write("docs/adr/0001-queues.md", "# Use queues\n");
    world.git(["add", "docs"]).ok();
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
        ("records/dec-aaaaaa.html", [0, 0, 0, 0]),
        ("records/les-bbbbbb.html", [0, 1, 0, 1]),
        ("review.html", [0, 0, 1, 0]),
    ] {
        let page = page(&server, name);
        let count = |deed: &str| page.matches(deed).count();
        let all = ["\"adopt\"", "\"confirm\"", "\"close\"", "?supersedes="].map(count);
        assert_eq!(all, deeds, "{name}: {page}");
    }
}

#[test]
fn a_search_is_narrowed_down_and_goes_on() {
    let world = world();
    for nth in 10..32 {
        let text = format!("# Summary\n\nThe queue {nth}.\n");
        world.write(&format!("memory/notes/{nth}.md"), text);
    }
    let server = Server::start(&world);
    let more = "search.html?words=queue&most=40&kinds=note";
    let first = page(&server, "search.html?words=queue&kinds=note");
    has(
        &first,
        &[
            "The first 20 hits",
            &more.replace('&', "&amp;"),
            "<code>memory/notes/1",
            "<select name=\"kinds\" form=\"search\">",
            "<option value=\"note\" selected>notes</option>",
        ],
    );
    let all = page(&server, more);
    has(&all, &["<p class=\"hint\">22 hits</p>"]);
    assert!(!all.contains("\"next\""), "{all}");
    let none = page(&server, "search.html?words=queue&kinds=lesson");
    has(&none, &[">0 hits<"]);
}

#[test]
fn a_search_for_a_path_leads_to_the_decisions_about_it() {
    let world = world();
    world.write("src/store/log.rs", "fn log() {}\n");
    world.write("src/log.rs", "fn log() {}\n");
    world.commit("Code");
    let server = Server::start(&world);
    let to = |path: &str| format!("map.html?path={}", path.replace('/', "%2F"));
    let whole = page(&server, "search.html?words=src/store/log.rs");
    has(
        &whole,
        &[
            &to("src/store/log.rs"),
            "Decisions about <code>src/store/log.rs",
        ],
    );
    let end = page(&server, "search.html?words=log.rs");
    has(&end, &[&to("src/store/log.rs"), &to("src/log.rs")]);
    has(
        &page(&server, "search.html?words=src/store/"),
        &[&to("src/store")],
    );
    for words in ["src/none.rs", "log", "../log.rs", "where+is+log.rs"] {
        let none = page(&server, &format!("search.html?words={words}"));
        assert!(!none.contains("Decisions about"), "{none}");
    }
}

#[test]
fn lists_are_narrowed_down_by_plain_forms() {
    let world = world();
    let scoped = ["add-lesson", "--scope", "crates/x", "Bolts"];
    world.memory(scoped).ok();
    let server = Server::start(&world);
    let name = "index.html?kinds=lesson&scopes=crates/x&sort=title";
    has(
        &page(&server, name),
        &[
            "<form class=\"points\" action=\"index.html\">",
            "<input type=\"hidden\" name=\"kinds\" value=\"lesson\">",
            "<input type=\"hidden\" name=\"scopes\" value=\"crates/x\">",
            "<input type=\"hidden\" name=\"sort\" value=\"title\">",
            "1 record",
        ],
    );
    let timeline = page(&server, "timeline.html?scope=crates");
    let options = "<option>crates/x</option><option>project</option><option selected>crates<";
    has(&timeline, &[options, "Bolts"]);
    assert!(!timeline.contains("Caches lie"), "{timeline}");
}

#[test]
fn a_list_ends_with_its_last_page() {
    let world = world();
    let server = Server::start(&world);
    assert_eq!(server.get("/page/records-2.html").status, 404);
    assert_eq!(server.get("/page/records-99999999999.html").status, 404);
    has(&page(&server, "index.html?kinds=event"), &["0 records"]);
}

#[test]
fn every_page_names_the_project_the_branch_and_the_commit() {
    let world = world();
    let head = world.git(["rev-parse", "--short=7", "HEAD"]).ok();
    let server = Server::start(&world);
    let at = format!("title=\"History\"><bdi>main</bdi> @ {}</a>", head.trim());
    for name in [
        "index.html",
        "map.html",
        "runs.html",
        "records/les-bbbbbb.html",
    ] {
        let page = page(&server, name);
        has(
            &page,
            &[
                "memory</span></a>",
                &at,
                ">Activity</a>",
                "placeholder=\"Search",
            ],
        );
        assert_eq!(page.matches("aria-label=\"Pages\"").count(), 1, "{page}");
    }
    let then = page(&server, "index.html?rev=HEAD");
    assert!(!then.contains(">Activity</a>"), "{then}");
}

#[test]
fn a_row_says_only_what_is_not_as_usual() {
    let world = world();
    world.memory(["supersede", "dec-aaaaaa", "Use SQLite"]).ok();
    let server = Server::start(&world);
    let list = page(&server, "index.html");
    has(
        &list,
        &[
            "data-word=\"superseded\">replaced",
            "Replaced by <b>Use SQLite</b>",
        ],
    );
    assert!(
        !list.contains("data-word=\"active") && !list.contains("unknown"),
        "{list}"
    );
    let kind = "<span class=\"kind\">decision</span>";
    has(&list, &[kind]);
    let decisions = page(&server, "index.html?kinds=decision");
    assert!(
        !decisions.contains(kind),
        "all rows are decisions: {decisions}"
    );
}

#[test]
fn a_list_without_records_says_what_it_is_for_and_how_to_begin() {
    let world = crate::common::World::empty();
    world.git("init --quiet .").ok();
    let server = Server::start(&world);
    has(
        &page(&server, "index.html"),
        &["For example: ", "<code>git memory init</code>"],
    );
    world.memory("init").ok();
    let add = "<code>git memory add &quot;";
    has(&page(&server, "index.html"), &[add]);
}

#[test]
fn a_replaced_record_says_so_where_none_tells_by_which() {
    let world = crate::common::World::with_memory();
    world.records("decisions/dec-aaaaaa | Old | status: superseded | Once.");
    let server = Server::start(&world);
    let old = page(&server, "records/dec-aaaaaa.html");
    has(&old, &["Replaced: it no longer applies."]);
}

#[test]
fn a_browser_without_the_token_gets_a_page_and_a_program_json() {
    let world = world();
    let server = Server::start(&world);
    let ask = |path: &str, accept: &str| server.ask("GET", path, &[&server.host(), accept], "");
    let person = ask("/", "Accept: text/html,application/xhtml+xml,*/*;q=0.8");
    assert_eq!(person.status, 401);
    has(
        &person.body,
        &["<h1>This address needs its token</h1>", "git memory serve"],
    );
    assert!(person.head.contains("style-src 'sha256-"), "{person:?}");
    for accept in ["Accept: */*", "Accept: application/json"] {
        let program = ask("/", accept);
        assert_eq!(program.status, 401);
        has(&program.body, &["\"code\":\"no-token\""]);
    }
}

#[test]
fn a_header_has_the_number_of_the_last_review_of_the_same_state() {
    let world = world();
    world.write("src/store.rs", "pub fn events() {}\n");
    world.commit("Add the store");
    world
        .memory(["set", "dec-aaaaaa", "paths+=src/store.rs"])
        .ok();
    world.commit("Name the store");
    world.write("src/store.rs", "pub fn records() {}\n");
    world.commit("Change the store");
    let server = Server::start(&world);
    let count = |name: &str| {
        let page = page(&server, name);
        let header = page.split("</header>").next().unwrap().to_owned();
        header.contains("Review <b>") || page.contains(" data-reviewed=")
    };
    assert!(!count("index.html"), "a page does not wait for a review");
    assert!(count("review.html") && count("index.html") && count("timeline.html"));
    world.memory(["add-note", "Later"]).ok();
    assert!(!count("index.html"), "another state has another number");
}

#[test]
fn a_page_names_the_code_of_its_state_once_pages_show_a_review_of_it() {
    let world = world();
    let server = Server::start(&world);
    let code_of = |name: &str| {
        let page = page(&server, name);
        let (_, state) = page.split_once("data-state=\"").unwrap();
        let (_, code) = state.split_once('"').unwrap().0.split_once(' ').unwrap();
        code.to_owned()
    };
    assert_eq!(code_of("index.html"), "");
    let reviewed = code_of("review.html");
    assert!(!reviewed.is_empty());
    assert_eq!(code_of("index.html"), reviewed);
}
