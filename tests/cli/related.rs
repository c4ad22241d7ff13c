//! `git memory related` of what is not a record: files, scopes, people, packages and addresses.

use crate::common::{World, begins, has, lacks};
use git_memory_text::limits;

/// Memory of a shop, of two authors.
fn shop() -> World {
    let world = World::with_memory();
    let manifest = "[package]\nname = \"shop\"\n\n[dependencies]\nopenssl = \"1\"\n";
    world.write("Cargo.toml", manifest);
    world.write("services/billing/pay.rs", "fn pay() {}\n");
    world.write("services/mail/send.rs", "fn send() {}\n");
    world.records(
        "decisions/dec-aaaaaa | Charge once | paths: [services/billing/pay.rs] | By openssl only.
         decisions/dec-bbbbbb | Retry mails | updated: 2026-02-02; paths: [services/mail/**] | \
             See [it](https://mail.example.org/a/b).
         open-loops/loop-aaaaaa | Rename it? | owner: '@grace' | Which name?",
    );
    world.commit("Begin");
    let scoped = ["add-decision", "Hash all keys", "--scope", "services/keys"];
    world.memory(scoped).ok();
    let author = "--author=Lin B <lin@example.org>";
    world.git(["commit", "-q", "-a", author, "-m", "Keys"]).ok();
    world
}

#[test]
fn files_folders_and_scopes_name_the_records_about_them() {
    let world = shop();
    let file = world.memory("related services/billing/pay.rs").ok();
    begins(&file, "services/billing/pay.rs  file\n");
    has(
        &file,
        ["dec-aaaaaa  Charge once (active)", "applies to it: "],
    );
    lacks(&file, "Retry mails");
    let folder = world.memory("related services/").ok();
    has(
        &folder,
        [
            "services  folder\n",
            "its path services/mail/** is in services",
        ],
    );
    has(&folder, "applies to it: its scope is services/keys");
    let place = |title: &str| folder.find(title).unwrap();
    assert!(place("Hash all keys") < place("Retry mails"), "{folder}");
    assert!(place("Retry mails") < place("Charge once"), "{folder}");
    let scope = world.memory("related services/keys").ok();
    has(&scope, ["services/keys  scope\n", "Hash all keys"]);
    let none = world.memory("related code.txt");
    has(&none.err, "note: no record is tied to the file");
}

#[test]
fn people_are_found_by_name_handle_and_mail_address() {
    let world = shop();
    let owner = world.memory("related Grace").ok();
    begins(&owner, "Grace  person\n");
    has(
        &owner,
        [
            "loop-aaaaaa  Rename it? (open)",
            "owned by it: its owner is @grace",
        ],
    );
    for name in ["lin b", "lin@example.org"] {
        let author = world.memory(["related", name]).ok();
        has(
            &author,
            ["Hash all keys (active)", "brought by it: in commit "],
        );
        lacks(&author, "Charge once");
    }
}

#[test]
fn packages_are_found_in_manifests_and_addresses_in_texts() {
    let world = shop();
    let package = world.memory("related openssl").ok();
    has(
        &package,
        [
            "openssl  package\n",
            "Charge once (active)\n      names it\n",
        ],
    );
    has(&package, "  Cargo.toml:5\n      depends on it\n");
    lacks(&package, "Retry mails");
    for name in ["mail.example.org", "https://mail.example.org/a/"] {
        let address = world.memory(["related", name]).ok();
        has(&address, ["  address\n", "dec-bbbbbb  Retry mails"]);
        has(&address, "links to it: https://mail.example.org/a/b\n");
    }
}

#[test]
fn a_name_of_nothing_is_refused_as_for_records() {
    let world = shop();
    for name in [
        "opensl",
        "services/biling",
        "nobody@example.org",
        "*",
        "../x",
        "/",
    ] {
        let told = world.memory(["related", name]).fails(128);
        has(&told, "fatal: no record '");
    }
    world.memory("related opensl --graph").fails(128);
}

#[test]
fn relations_are_bounded_and_drawn() {
    let world = shop();
    let few = world.memory("related services -n 1");
    has(
        &few.err,
        "note: 2 relations of the folder left out; -n lists more",
    );
    let few = world.memory("related services -n 1 --json").json();
    let entity = &few["entities"][0];
    assert_eq!(entity["kind"], "folder");
    assert_eq!(entity["left_out"], 2);
    assert_eq!(entity["relations"][0]["relation"], "applies to");
    assert_eq!(entity["relations"][0]["title"], "Hash all keys");
    let tree = world.memory("related openssl --graph").ok();
    begins(
        &tree,
        "openssl  package\n├── named by dec-aaaaaa  Charge once (active)\n",
    );
    has(&tree, "└── needed by Cargo.toml:5");
    let dot = world.memory("related openssl --format dot").ok();
    has(&dot, "n2 -> n0 [label=\"depends on\"];");
}

#[test]
fn headings_of_a_template_relate_nothing() {
    let world = World::with_memory();
    let template = "## Context\\n\\n{a}\\n\\n## Consequences\\n\\n{b}\\n\\n## Considered options";
    let [one, other] = [("Lime paint dries.", "Wet."), ("Owls hunt.", "Mice flee.")]
        .map(|(a, b)| template.replace("{a}", a).replace("{b}", b));
    world.records(&format!(
        "decisions/dec-aaaaaa | Paint walls |  | {one}
         decisions/dec-bbbbbb | Keep birds |  | {other}
         decisions/dec-cccccc | Buy brushes |  | For lime paint."
    ));
    for nth in 0..9 {
        world.records(&format!("notes/note-aaaaa{nth} | Day {nth} |  | Nothing."));
    }
    let told = world.memory("related dec-aaaaaa").ok();
    has(&told, "Buy brushes");
    lacks(&told, "Keep birds");
}

#[test]
fn symbols_are_found_by_their_bare_names() {
    let world = shop();
    world.write("lib/Store.kt", "package a\n\nclass EventStore {\n}\n");
    world.write("services/billing/pay.rs", "pub struct PayOrder;\n");
    world.records(
        "lessons/les-aaaaaa | Orders are long | | A PayOrder has many lines.
         lessons/les-bbbbbb | Events are kept | | In the EventStore.",
    );
    world.commit("Code");
    let symbol = world.memory("related PayOrder").ok();
    begins(&symbol, "PayOrder  symbol\n");
    has(
        &symbol,
        [
            "les-aaaaaa  Orders are long (active)\n      applies to it: its text names PayOrder",
            "dec-aaaaaa  Charge once (active)\n      applies to it: ",
            "  services/billing/pay.rs:1\n      defines it\n",
        ],
    );
    lacks(&symbol, "Events are kept");
    let other = world.memory("related EventStore").ok();
    has(
        &other,
        ["Events are kept", "  lib/Store.kt:3\n      defines it"],
    );
    world.memory("related PayOrders").fails(128);
}

#[test]
fn commits_name_what_they_brought_and_what_they_follow() {
    let world = shop();
    let brought = world.git("rev-parse HEAD").ok();
    let commit = world.memory(["related", &brought[..10]]).ok();
    begins(&commit, &format!("{}  commit\n", brought.trim()));
    has(&commit, "Hash all keys (active)\n      brought by it\n");
    world.write("services/mail/send.rs", "fn send() { retry() }\n");
    world
        .git(["commit", "-qam", "Retry\n\nDecision: dec-bbbbbb"])
        .ok();
    let follows = world.git("rev-parse HEAD").ok();
    let commit = world.memory(["related", follows.trim()]).ok();
    has(&commit, "followed by it: its commit follows it");
    lacks(&commit, "Hash all keys");
    world.memory("related 0123456789").fails(128);
}

#[test]
fn owners_of_files_are_read_from_codeowners() {
    let world = shop();
    world.write(
        ".github/CODEOWNERS",
        "* @shop/all\n/services/mail/ @shop/mail @grace\n",
    );
    world.commit("Own");
    let team = world.memory("related @shop/mail").ok();
    begins(&team, "@shop/mail  person\n");
    has(
        &team,
        [
            "Retry mails (active)\n      owned by it: its file services/mail/send.rs",
            ".github/CODEOWNERS:2\n      owned by it: /services/mail/\n",
        ],
    );
    lacks(&team, "Charge once");
    has(
        &world.memory("related grace").ok(),
        ["Rename it?", "Retry mails"],
    );
    let file = world.memory("related services/mail/send.rs").ok();
    has(&file, "names it: its owners are @shop/mail, @grace");
    let graph = world.memory("related @shop/mail --graph").ok();
    has(&graph, "owner of dec-bbbbbb");
}

#[test]
fn lines_of_codeowners_beyond_the_limit_are_not_read_and_that_is_said() {
    let world = shop();
    let lines = "/docs/ @shop/docs\n".repeat(limits::OWNERS_LINES);
    world.write("CODEOWNERS", format!("{lines}* @shop/all\n"));
    world.commit("Own");
    let docs = world.memory("related @shop/docs");
    has(
        &docs.err,
        "only the first 5000 lines of CODEOWNERS were read",
    );
    world.memory("related @shop/all").fails(128);
    world.write("CODEOWNERS", &lines);
    let docs = world.memory("related @shop/docs");
    lacks(&docs.err, "lines of CODEOWNERS");
}

#[test]
fn owners_of_more_files_than_can_be_compared_are_left_out_and_that_is_said() {
    let world = shop();
    let lines = "/docs/ @shop/docs\n".repeat(limits::OWNERS_LINES);
    world.write("CODEOWNERS", &lines);
    let files = limits::PATH_COMPARISONS / limits::OWNERS_LINES;
    for nth in 0..=files {
        world.write(&format!("services/mail/{nth}.rs"), "");
    }
    world.commit("Own");
    let docs = world.memory("related @shop/docs");
    has(
        &docs.err,
        "not all owners that CODEOWNERS gives to files were looked for",
    );
}
