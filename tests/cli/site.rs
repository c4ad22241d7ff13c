//! `git memory site`.

use crate::common::{World, has, lacks};

/// A site of a world, in its folder `public`.
fn made(world: &World) -> Vec<String> {
    world.memory("site public").ok();
    let files = world.shell("cd public && find . -type f | sort").ok();
    files.lines().map(str::to_owned).collect()
}

/// The links of a site's pages that lead to no file, each after its page.
fn dead(world: &World) -> Vec<String> {
    let mut dead = Vec::new();
    let is_page = |name: &&String| name.rsplit_once('.').is_some_and(|(_, it)| it == "html");
    for name in made(world).iter().filter(is_page) {
        let folder = world.here.join("public").join(name);
        let page = world.read(&format!("public/{name}"));
        for link in page.split("href=\"").skip(1) {
            let (link, _) = link.split_once('"').unwrap();
            let path = link.split(['?', '#']).next().unwrap().replace("%25", "%");
            let is_there = folder.parent().unwrap().join(&path).exists();
            if !path.is_empty() && !path.contains(':') && !is_there {
                dead.push(format!("{name} {link}"));
            }
        }
    }
    dead
}

/// A site of which all links lead somewhere.
#[track_caller]
fn whole(world: &World) {
    assert_eq!(dead(world), [""; 0]);
}

fn world() -> World {
    let world = World::with_memory();
    world
        .memory("add-decision --id dec-aaaaaa 'Use Postgres' --tag storage")
        .ok();
    world.git("add --all").ok();
    let message = "Begin\n\nDecision: dec-aaaaaa";
    world.git(["commit", "--quiet", "-m", message]).ok();
    world
}

#[test]
fn the_same_memory_gives_the_same_bytes() {
    let world = world();
    let files = made(&world);
    assert!(
        files.contains(&"./records/dec-aaaaaa.html".to_owned()),
        "{files:?}"
    );
    let sums = "cd public && find . -type f -exec cat {} + | git hash-object --stdin";
    let before = world.shell(sums).ok();
    assert_eq!(made(&world), files);
    assert_eq!(world.shell(sums).ok(), before);
    let index = world.read("public/search.json");
    has(&index, "\"words\":[\"");
    let words = world.read("public/words/0.json");
    assert!(words.contains("\"postgres\":[\"postgr\"]"), "{words}");
    assert!(words.contains("\"postgr\":[0,"), "{words}");
    let search = world.read("public/search.html");
    has(&search, "do not run for a page that is opened as a file");
    let page = world.read("public/records/dec-aaaaaa.html");
    has(&page, "<h1 dir=\"auto\">Use Postgres</h1>");
    lacks(&page, "data-do");
    has(&page, "<section id=\"followers\"><h2>Cited by</h2>");
    let list = world.read("public/index.html");
    has(
        &list,
        "<noscript><p class=\"hint\">A list of one kind or tag",
    );
}

#[test]
fn a_page_tells_the_abstract_of_its_record_once() {
    let world = world();
    let (own, first) = ("There is one store.", "It is known to all of us.");
    let add = |id: &str, more: &[&str]| {
        let add = ["add-note", "--id", id, "Stores"];
        world.memory_with([&add[..], more].concat(), first).ok();
    };
    add("note-bbbbbb", &["--description", own]);
    add("note-cccccc", &["--body-file", "-"]);
    world.git("commit --quiet -m Notes").ok();
    made(&world);
    for (id, text) in [("note-bbbbbb", own), ("note-cccccc", first)] {
        let page = world.read(&format!("public/records/{id}.html"));
        assert_eq!(page.matches(text).count(), 1, "{page}");
    }
}

#[test]
fn nothing_private_is_in_it() {
    let world = world();
    world
        .memory("add-note --private 'Quietly kept' --body-file -")
        .ok();
    world
        .memory("summary append --run r --step s --title 'Quietly done'")
        .ok();
    world.memory("user write MEMORY 'Quietly liked'").ok();
    world
        .memory("feedback --outcome missed 'Quietly asked'")
        .ok();
    world.write("memory/notes/new.md", "# Quietly written\n");
    made(&world);
    assert_eq!(world.shell("grep -ril quietly public || true").ok(), "");
}

#[test]
fn nothing_in_the_index_looks_like_a_secret() {
    let world = world();
    for nth in 0_u32..600 {
        // Each record has some of eight words, without an order.
        let chance = nth.wrapping_mul(2_654_435_761) >> 16;
        let words: Vec<String> = (0..8)
            .filter(|bit| chance >> bit & 1 == 1)
            .map(|bit| format!("word{bit} ").repeat(1 + (chance >> bit & 3) as usize))
            .collect();
        let text = format!("# Note {nth}\n\n{}\n", words.concat());
        world.write(&format!("memory/notes/n{nth}.md"), text);
    }
    world.commit("Notes");
    made(&world);
    let words = world.read("public/words/0.json");
    let words: serde_json::Value = serde_json::from_str(&words).unwrap();
    for bit in 0..8 {
        let places = words[format!("word{bit}")].as_array().unwrap();
        assert!(places.len() > 200, "{places:?}");
        assert!(places.iter().all(serde_json::Value::is_u64), "{places:?}");
    }
}

#[test]
fn a_text_does_nothing_but_read() {
    let world = world();
    let text = "# <script>alert(1)</script>\n\n[a](javascript:alert(1)) blue-horse-7731-staple\n";
    world.write("memory/notes/odd <b>.md", text);
    world.git("add --all").ok();
    let subject = "<script>alert(2)</script>";
    world.git(["commit", "--quiet", "-m", subject]).ok();
    // Known as a secret from now on.
    world.write(".env", "DB_PASSWORD=blue-horse-7731-staple\n");
    made(&world);
    // In the index of the search it is data, and only ever shown as text.
    for (bad, files) in [
        ("<script>alert", "*.html"),
        ("href=\"javascript", "*.html"),
        ("<b>.md", "*.html"),
        ("7731-staple", "*"),
    ] {
        let look = format!("grep -rlF --include='{files}' '{bad}' public || true");
        assert_eq!(world.shell(&look).ok(), "", "{bad}");
    }
    assert!(world.read("public/timeline.html").contains("Timeline"));
}

#[test]
fn a_folder_of_somebody_elses_is_left_alone() {
    let world = world();
    world.write("public/own.html", "mine");
    let err = world.memory("site public").fails(128);
    has(&err, "has files that are not those of a site of ours");
    assert_eq!(world.shell("ls -A public").ok(), "own.html\n");
    std::fs::remove_file(world.here.join("public/own.html")).unwrap();
    made(&world);
    world.write("public/own.html", "mine");
    world.git("rm --quiet -r memory/decisions").ok();
    world.git("commit --quiet -m 'Begin anew'").ok();
    let files = made(&world);
    assert!(files.contains(&"./own.html".to_owned()), "{files:?}");
    assert!(
        !files.contains(&"./records/dec-aaaaaa.html".to_owned()),
        "{files:?}"
    );
    world
        .shell("rm -r public/records && ln -s .. public/records")
        .ok();
    world.git("revert --no-edit HEAD").ok();
    world.memory("site public").fails(128);
    assert!(!world.has("dec-aaaaaa.html"));
}

#[test]
fn folders_beside_memory_are_in_it() {
    let world = world();
    world.write(
        "docs/adr/0001-queues.md",
        "# Use queues\n\nThey are calm.\n",
    );
    world.memory("init --root docs/adr").ok();
    world.commit("Add ADRs");
    whole(&world);
    let page = world.read("public/records/docs/adr/0001-queues.md.html");
    assert!(page.contains("<p>They are calm.</p>"), "{page}");
    let index = world.read("public/search.json");
    assert!(index.contains("0001-queues.md.html"), "{index}");
}

#[test]
fn links_of_a_text_lead_to_pages() {
    let world = world();
    world.write(
        "memory/summary.md",
        "# Summary\n\n## What *we* do\n\n[a](notes/a.md#x) [b](#what-we-do) [c](nothing.md) \
         [d](index.md) [e](../src/x.rs)\n",
    );
    let text = "# A\n\n[up](../summary.md#what-we-do) [beside](/memory/notes/a.md)\n";
    world.write("memory/notes/a.md", text);
    world.commit("Links");
    whole(&world);
    let summary = "records/memory/summary.md.html";
    let first = world.read("public/index.html");
    has(
        &first,
        &format!("href=\"{summary}\">About this project</a>"),
    );
    let first = world.read(&format!("public/{summary}"));
    let page = "records/memory/notes/a.md.html";
    has(&first, &format!("<a href=\"../../{page}#text-x\">a</a> "));
    has(&first, "<a href=\"#text-what-we-do\">b</a> c d e</p>");
    has(&first, "<h2 id=\"text-what-we-do\">");
    let page = world.read(&format!("public/{page}"));
    let up = "<a href=\"../../../records/memory/summary.md.html#text-what-we-do\">up</a>";
    assert!(page.contains(up), "{page}");
}

#[test]
fn what_is_gone_is_no_link() {
    let world = world();
    world.git("rm --quiet -r memory/decisions").ok();
    world.git("commit --quiet -m 'Begin anew'").ok();
    whole(&world);
    let history = world.read("public/history.html");
    let gone = "<span data-word=\"removed\">removed</span> <bdi>Use Postgres</bdi>";
    assert!(history.contains(gone), "{history}");
}

#[test]
fn a_site_is_apart_from_memory_and_git_and_has_an_address() {
    let world = world();
    for (folder, why) in [
        ("memory/site", "is in 'memory', which is read as memory"),
        (".git/x", "is in the folder of git"),
    ] {
        let err = world.memory(["site", folder]).fails(128);
        assert!(err.contains(why) && !world.has(folder), "{folder}: {err}");
    }
    for bad in [
        "javascript:alert(1)",
        "https://a\"<b>",
        "https:///a",
        "example.org",
    ] {
        let err = world.memory(["site", "public", "--base-url", bad]);
        let err = err.fails(128);
        assert!(err.contains("is not the address of a site"), "{bad}: {err}");
        assert!(!world.has("public"), "{bad}");
    }
    let address = "https://example.org/memory/";
    world.memory(["site", "public", "--base-url", address]).ok();
    let said = world.read("public/sitemap.xml");
    has(&said, "https://example.org/memory/index.html<");
}
