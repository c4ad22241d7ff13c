//! Pages, and `git memory adopt`.

use serde_json::Value;

use crate::common::{World, ends, has, token};

/// Memory as people and agents leave it who know no program for it.
fn by_hand() -> World {
    let world = World::with_memory();
    for (path, text) in [
        (
            "memory/decisions/use-x.md",
            "---\nid: decision-use-x\nname: Use X for queues\ncreated: 2026-01-02\n\
             superseded_by: decision-use-y\n---\n\nThe zebra was faster.\n",
        ),
        (
            "memory/decisions/use-y.md",
            "---\nid: decision-use-y\nname: Use Y\nrelated: [loop-001]\n---\nThe walrus won.\n",
        ),
        (
            "memory/open-loops/loop-001.md",
            "---\nid: loop-001\nname: Watch Y\nstatus: open\nupdated: 2026-02-03\n---\nSoon.\n",
        ),
        (
            "memory/_plans/q3.md",
            "# Third quarter\n\nShip the ocelot.\n",
        ),
        ("memory/topics/build.md", "# Build\n\nRun make.\n"),
        ("memory/deploy.md", "Ask the gibbon.\n"),
        (
            "memory/runbooks/night.md",
            "# Night\r\n\r\nCall the tapir.\r\n",
        ),
    ] {
        world.write(path, text);
    }
    world.commit("Memory by hand");
    world
}

#[test]
fn pages_are_found_wherever_records_are() {
    let world = by_hand();
    for (word, path) in [
        ("zebra", "memory/decisions/use-x.md"),
        ("walrus", "memory/decisions/use-y.md"),
        ("ocelot", "memory/_plans/q3.md"),
        ("gibbon", "memory/deploy.md"),
        ("tapir", "memory/runbooks/night.md"),
    ] {
        assert!(
            world.memory(["recall", word]).ok().starts_with(path),
            "{word}"
        );
        assert!(world.memory("list").ok().contains(path));
        assert!(world.memory(["show", path]).ok().contains(word));
        assert!(world.read("memory/impressions.jsonl").contains(path));
        let link = path.trim_start_matches("memory/");
        has(&world.read("memory/index.md"), &format!("]({link})"));
    }
    let found = world.memory("recall night --kind topic").ok();
    assert!(found.starts_with("memory/runbooks/night.md"), "{found}");
    let found = world.memory("recall quarter --status new").ok();
    assert!(found.starts_with("memory/_plans/q3.md"), "{found}");
    assert_eq!(
        world.memory("show loop-001 --tier t0").ok(),
        world
            .memory("show memory/open-loops/loop-001.md --tier t0")
            .ok()
    );
    assert_eq!(
        world.memory("topic list").ok(),
        "build  Build\ndeploy  deploy\nrunbooks  1 record\n"
    );
    assert_eq!(world.memory("topic read deploy").ok(), "Ask the gibbon.\n");
}

#[test]
fn a_page_is_a_notice_and_its_commit_goes_through() {
    let world = by_hand();
    let answer = world.memory("check");
    assert_eq!(
        answer.out.matches(": notice[page]: ").count(),
        7,
        "{}",
        answer.out
    );
    let err = answer.err.clone();
    answer.ok();
    assert!(err.contains("git memory adopt <path>"), "{err}");
    world.write("memory/notes/new.md", "# New\n");
    world.git("add memory").ok();
    let commit = world.git("commit -q -m 'One more'");
    has(&commit.err, "memory/notes/new.md:1:1: notice[page]: ");
    assert!(!commit.err.contains("use-x"), "only what the commit brings");
    commit.ok();
}

#[test]
fn adopting_adds_front_matter_and_nothing_else() {
    let world = by_hand();
    let dry = world.memory("adopt --dry-run").ok();
    assert_eq!(world.status(), "");
    assert_eq!(world.memory("adopt").ok(), dry);
    assert_eq!(dry.lines().count(), 7, "{dry}");
    let diff = world.git("diff --cached -U0").ok();
    for line in diff
        .lines()
        .filter(|line| line.starts_with('-') && !line.starts_with("---"))
    {
        let is_key = ["-id: ", "-related: ", "-superseded_by: "];
        assert!(is_key.iter().any(|key| line.starts_with(key)), "{line}");
    }
    assert!(
        world
            .read("memory/runbooks/night.md")
            .ends_with("# Night\r\n\r\nCall the tapir.\r\n")
    );
    let found = world.memory("check").ok();
    // Adopting does not fill in missing parts.
    let is_other = |line: &&str| !line.contains("[incomplete-record]");
    assert_eq!(found.lines().find(is_other), None);
    let status = world.status();
    let again = world.memory("adopt");
    assert!(again.err.contains("adopted 0 pages"), "{}", again.err);
    assert_eq!(world.status(), status);
    let shown: Value = world.memory("show decision-use-x --json").json();
    assert_eq!(shown["status"], "superseded");
    let new: Value = world.memory("show decision-use-y --json").json();
    assert_eq!(new["supersedes"][0], shown["id"]);
    let watch: Value = world.memory("show LOOP-001 --json").json();
    assert_eq!(new["related"][0], watch["id"]);
    assert_eq!(watch["updated"], "2026-02-03");
}

#[test]
fn two_branches_adopt_a_page_alike() {
    let world = by_hand();
    world.git("switch -q -c side").ok();
    world.memory("adopt").ok();
    world.git("commit -q -m 'Adopt here'").ok();
    world.git("switch -q main").ok();
    world.memory("adopt").ok();
    world.git("commit -q -m 'Adopt there'").ok();
    assert_eq!(world.git("diff side main").ok(), "");
}

#[test]
fn a_change_of_a_page_adopts_it_and_says_so() {
    let world = by_hand();
    let set = world.memory("set memory/deploy.md tags=ops");
    has(&set.err, "adopted memory/deploy.md as top-");
    set.ok();
    let text = world.read("memory/deploy.md");
    has(&text, "tags: [ops]");
    ends(&text, "Ask the gibbon.\n");
    world.memory("close loop-001").ok();
    let said = world.read("memory/open-loops/loop-001.md");
    has(&said, "status: closed");
    world.memory("topic write build --append 'Then test.'").ok();
    let text = world.read("memory/topics/build.md");
    ends(&text, "Run make.\n\nThen test.\n");
    let call = "supersede memory/decisions/use-y.md 'Use Z'";
    world.memory(call).ok();
    let said = world.read("memory/decisions/use-y.md");
    has(&said, "superseded_by: [dec-");
    let added = world.memory("add-plan Next --related memory/_plans/q3.md");
    has(&added.ok(), "memory/_plans/");
    let check = world.memory("check");
    assert!(!check.out.contains("error["), "{}", check.out);
}

#[test]
fn what_cannot_be_adopted_is_named_and_left() {
    let world = World::with_memory();
    world.write("memory/notes/yaml.md", "---\nname: [\n---\nText.\n");
    world.write("memory/notes/list.md", "---\ntags: {a: 1}\n---\nText.\n");
    world.write("memory/notes/fine.md", "Fine.\n");
    let answer = world.memory("adopt");
    let err = answer.err.clone();
    assert_eq!(answer.ok().lines().count(), 1);
    has(&err, "skipped memory/notes/yaml.md: the front matter: ");
    has(&err, "skipped memory/notes/list.md: 'tags' must be");
    assert!(err.contains("adopted 1 page, skipped 2"), "{err}");
    assert_eq!(
        world.read("memory/notes/yaml.md"),
        "---\nname: [\n---\nText.\n"
    );
    let err = world.memory("adopt memory/nothing").fails(128);
    has(&err, "no page without an id at 'memory/nothing'");
}

#[test]
fn files_of_others_are_never_written_over() {
    for is_set_up in [false, true] {
        let world = if is_set_up {
            World::with_memory()
        } else {
            World::new()
        };
        for name in ["index.md", "impressions.jsonl"] {
            let path = format!("memory/{name}");
            if world.has(&path) {
                std::fs::remove_file(world.here.join(&path)).unwrap();
            }
            world.write(&path, "HAND\n");
        }
        world.write("memory/cache.rs", "fn main() {}\n");
        world.write("memory/notes/a.md", "# A\n");
        for command in [
            &["list"][..],
            &["list", "--count"],
            &["show", "memory/notes/a.md"],
            &["why", "memory/cache.rs"],
            &["diff"],
            &["topic", "list"],
            &["review"],
            &["doctor"],
            &["recall", "a"],
            &["context"],
            &["get-context"],
            &["briefing"],
            &["check"],
            &["refresh"],
            &["hook", "post-checkout", "a", "b", "1"],
        ] {
            world.memory(command);
            for name in ["index.md", "impressions.jsonl"] {
                assert_eq!(
                    world.read(&format!("memory/{name}")),
                    "HAND\n",
                    "{command:?}"
                );
            }
            assert_eq!(world.has("memory/.gitattributes"), is_set_up, "{command:?}");
        }
        let out = world.memory("check").out;
        has(&out, "memory/index.md:1:1: warning[foreign-derived]");
    }
}

#[test]
fn reading_a_folder_that_was_never_set_up_writes_nothing() {
    let world = World::new();
    world.write("memory/notes/a.md", "# A\n");
    world.commit("Sources");
    world.memory("list").ok();
    world.memory("recall a").ok();
    world.memory("context").ok();
    assert_eq!(world.git("status --short --ignored").ok(), "");
    let err = world.memory("refresh").fails(128);
    has(&err, ["was not set up", "git memory init"]);
}

#[test]
fn a_change_of_a_page_that_fails_changes_nothing() {
    let mut world = by_hand();
    let token = token();
    let (page, other) = ("memory/decisions/use-y.md", "memory/decisions/use-x.md");
    for arguments in [
        &["set", page, "status=nosuch"][..],
        &["set", page, "related=nothing"],
        &["set", page, &format!("description={token}")],
        &["close", page],
        &["supersede", page, "--title", &token],
        &["supersede", page, "--by", "nothing"],
        &["supersede", page, "--by", "loop-001"],
        &[
            "supersede",
            page,
            "New",
            "--related",
            other,
            "--status",
            "nosuch",
        ],
        &["edit", page, "--section", "a\nb", "--text", "x"],
        &["edit", page, "--section", "More", "--text", &token],
        &["topic", "write", "build", &token],
        &["add-plan", &token, "--related", page],
    ] {
        world.memory(arguments).fails(128);
        assert_eq!(world.status(), "", "{arguments:?}");
    }
    let unchanged = world.read(page);
    world.set("GIT_EDITOR", "true");
    let edited = world.memory(["edit", page]);
    assert!(edited.err.contains("nothing was changed"), "{}", edited.err);
    assert_eq!(world.read(page), unchanged);
    assert_eq!(world.status(), "");
}

#[test]
fn a_page_and_its_change_are_one_write() {
    let world = by_hand();
    let (old, new) = ("memory/decisions/use-z.md", "memory/decisions/use-y.md");
    world.write(old, "# Use Z\n\nThe heron was cheap.\n");
    let answer = world.memory(["supersede", old, "--by", new]);
    let told = [old, new].map(|page| format!("adopted {page} as dec-"));
    has(&answer.err, told);
    answer.ok();
    let shown = |name: &str| world.memory(["show", name, "--json"]).json();
    assert_eq!(shown(new)["supersedes"].as_array().unwrap().len(), 1);
    let edited = world.memory("edit loop-001 --section More --text Now.");
    let told = "adopted memory/open-loops/loop-001.md as loop-";
    has(&edited.err, told);
    edited.ok();
    let text = world.read("memory/open-loops/loop-001.md");
    has(&text, "alias: [loop-001]");
    ends(&text, "Soon.\n\n## More\n\nNow.\n");
    // The record that named it by its old id names it by the new one.
    assert_eq!(shown(new)["related"][0], shown("loop-001")["id"]);
    let moved = world.memory("set memory/deploy.md related=memory/_plans/q3.md scope=web");
    has(&moved.err, "adopted memory/_plans/q3.md as plan-");
    assert!(moved.ok().contains("memory/scopes/web/"));
    assert!(!world.has("memory/deploy.md"));
    assert!(!world.memory("check").out.contains("error["));
}

#[test]
fn an_alias_that_is_an_id_leads_no_link_elsewhere() {
    let world = World::with_memory();
    let record = |id: &str, more: &str| {
        let text = format!(
            "---\nid: {id}\ntitle: T\nstatus: active\nscope: project\nupdated: 2026-11-20\n\
             {more}\n---\nT.\n"
        );
        world.write(&format!("memory/decisions/{id}.md"), text);
    };
    record("dec-bbbbbb", "related: [dec-oooooo]");
    record("dec-aaaaaa", "alias: [x, other-name]");
    record("dec-oooooo", "related: [dec-bbbbbb, other-name, old-page]");
    let said = world.memory("set dec-aaaaaa alias=dec-bbbbbb,other-name");
    let fault = "the alias dec-bbbbbb is the id of memory/decisions/dec-bbbbbb.md";
    assert_eq!(said.err, format!("warning: {fault}\n"));
    said.ok();
    let checked = world.memory("check").out;
    let line = format!("memory/decisions/dec-aaaaaa.md:1:1: warning[taken-alias]: {fault}");
    assert!(checked.contains(&line), "{checked}");
    let file = "---\nid: old-page\nalias: dec-bbbbbb\nrelated: [dec-bbbbbb, other-name]\n---\nP.\n";
    world.write("memory/notes/p.md", file);
    let adopted = world.memory("adopt memory/notes/p.md --json").json();
    let id = adopted["adopted"][0]["id"].as_str().unwrap();
    let linking = world.read("memory/decisions/dec-oooooo.md");
    assert!(
        linking.contains(&format!("related: [dec-bbbbbb, other-name, {id}]")),
        "only what the page went by is mended: {linking}"
    );
    let page = world.read("memory/notes/p.md");
    assert!(page.contains("related: [dec-bbbbbb, dec-aaaaaa]"), "{page}");
    assert_eq!(adopted["mended"].as_array().unwrap().len(), 1);
    world.memory("adopt").ok();
    assert_eq!(world.read("memory/decisions/dec-oooooo.md"), linking);
}

#[test]
fn a_kind_that_is_given_moves_pages_into_its_folder() {
    let world = World::with_memory();
    world.write("memory/queue.md", "# Use one queue\n");
    world.write("memory/team/mail.md", "# Use one mailer\n");
    let all = ["adopt", "--kind", "decision"];
    let planned = world.memory([&all[..], &["--dry-run"]].concat()).ok();
    let out = world.memory(all).ok();
    assert_eq!(out, planned);
    assert!(out.contains("  memory/decisions/queue.md\n"), "{out}");
    // A folder of the team's own holds records of any kind.
    assert!(out.contains("  memory/team/mail.md\n"), "{out}");
    assert_eq!(
        world.memory(["list", "--count", "--kind", "decision"]).ok(),
        "2\n"
    );
    assert!(!world.has("memory/queue.md"));
    world.memory(["check"]).ok();
}

#[test]
fn a_record_in_another_kinds_folder_is_of_that_kind_and_adopt_gives_it_the_id() {
    let world = World::with_memory();
    let (id, path) = world.decision("One");
    let (other, _) = world.decision("Two");
    world.memory(["set", &other, &format!("related={id}")]).ok();
    world.git(["commit", "-qm", "records"]).ok();
    let moved = path.replace("decisions", "conventions");
    world.shell("mkdir memory/conventions").ok();
    world.git(["mv", &path, &moved]).ok();
    let listed = world.memory(["list", "--kind", "convention", "--format", "%(id)"]);
    assert_eq!(listed.ok(), format!("{id}\n"));
    let found = world.memory(["check"]);
    has(&found.out, "warning[other-kind]: read as a convention");
    world.git(["commit", "-qm", "move"]).ok();
    let out = world.memory(["adopt"]).ok();
    let new = id.replace("dec-", "con-");
    assert_eq!(out, format!("{new}  {moved}\n"));
    let related = world.memory(["list", "--format", "%(related)", "--kind", "decision"]);
    assert_eq!(related.ok(), format!("{new}\n"));
    assert_eq!(world.memory(["show", &id, "--json"]).json()["id"], *new);
    world.memory(["check"]).ok();
}

#[test]
fn a_derived_file_of_another_program_is_taken_over_with_its_text_as_a_page() {
    let world = World::new();
    world.write("memory/index.md", "# By hand\n\n[x](decisions/x.md)\n");
    world.write("memory/impressions.jsonl", "{\"a\": \"```\"}\n");
    world.memory(["init"]).ok();
    world.git(["add", "-f", "memory"]).ok();
    world.git(["commit", "-q", "-m", "All"]).ok();
    let status = world.memory(["status"]).ok();
    let still = "memory/impressions.jsonl and memory/index.md were not written by git-memory, and \
                 stand still: 'git memory adopt memory/impressions.jsonl memory/index.md' keeps \
                 the text as a page";
    assert_eq!(status.matches(still).count(), 1, "{status}");
    let both = ["adopt", "memory/index.md", "memory/impressions.jsonl"];
    world.memory(both).ok();
    assert_eq!(
        world.read("memory/former-index.md"),
        "# By hand\n\n[x](decisions/x.md)\n"
    );
    let kept = world.read("memory/former-impressions.md");
    assert!(kept.contains("{\"a\": \"```\"}\n"), "{kept}");
    assert!(world.read("memory/index.md").contains("derived: true"));
    assert!(!world.memory(["status"]).ok().contains("stand still"));
    world.memory(["check"]).ok();
    world.memory(both).fails(128);
}

#[test]
fn a_derived_file_of_another_program_is_named_by_each_check() {
    let world = World::with_memory();
    world.write("memory/impressions.jsonl", "{\"a\": 1}\n");
    // A list remembers what it found.
    for command in ["check", "list", "check", "check"] {
        let found = world.memory(command).ok();
        let is_named = found.contains("memory/impressions.jsonl:1:1: warning[foreign-derived]");
        assert_eq!(is_named, command == "check", "{command}: {found}");
    }
}
