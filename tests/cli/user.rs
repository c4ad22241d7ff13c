//! `git memory user`: one person's own memory, in a repository and outside of any.

use super::common::{World, begins, has, lacks, token};

const FOLDER: &str = "../home/.local/share/git-memory";

#[test]
fn it_is_written_and_read_anywhere() {
    let mut world = World::new();
    assert!(world.memory("user read").err.contains("no user memory yet"));
    assert_eq!(world.memory("user list").ok(), "");
    let index = world
        .memory(["user", "write", "MEMORY", "# About me\n\nTabs."])
        .ok();
    assert!(
        index.ends_with("home/.local/share/git-memory/MEMORY.md\n"),
        "{index}"
    );
    world
        .memory_with("user write rules/style", "# Style\nShort.")
        .ok();
    world.at("..");
    world.memory("user write 'git tricks' 'Use switch.'").ok();
    let call = "user write 'git tricks' 'Use restore.'";
    world.memory(call).ok();
    assert_eq!(
        world.memory("user read 'git tricks'").ok(),
        "Use switch.\n\nUse restore.\n"
    );
    assert_eq!(
        world.memory("user read").ok(),
        "# About me\n\nTabs.\n\n- [git tricks](<git tricks.md>)\n",
        "a topic is linked once"
    );
    let listed = "MEMORY.md  About me\ngit tricks.md  Use switch.\nrules/style.md  Style\n";
    assert_eq!(world.memory("user list").ok(), listed);
    let json = world.memory("user list --json").json();
    assert_eq!(json["files"][2]["path"], "rules/style.md");
    let path = world.memory("user path").ok();
    assert_eq!(
        path.trim(),
        world
            .root()
            .join("home/.local/share/git-memory")
            .display()
            .to_string()
    );
    world.set(
        "XDG_DATA_HOME",
        &world.root().join("data").display().to_string(),
    );
    assert_eq!(world.memory("user list").ok(), "");
    let said = world.memory("user read nothing").fails(128);
    has(&said, "hint: 'git memory user list'");
}

#[test]
fn a_secret_is_refused_and_what_is_read_is_redacted() {
    let mut world = World::new();
    world.set("DB_PASSWORD", "v8Kq2-zL!x9");
    for (folder, text) in [
        (".", token()),
        ("..", token()),
        (".", "it is v8Kq2-zL!x9".to_owned()),
    ] {
        let written = world.at(folder).memory(["user", "write", "MEMORY", &text]);
        let err = written.fails(128);
        has(&err, "MEMORY.md: 1:");
        lacks(&err, [&*token(), "v8Kq2-zL!x9"]);
    }
    world.at("repo");
    assert!(!world.has(FOLDER), "what is refused leaves nothing");
    world.write(&format!("{FOLDER}/by-hand.md"), token());
    assert_eq!(world.memory("user read by-hand").ok(), "[REDACTED:token]");
    let listed = world.memory("user list").ok();
    assert_eq!(listed, "by-hand.md  [REDACTED:token]\n");
}

#[test]
fn no_name_and_no_link_leads_outside() {
    let world = World::new();
    for name in ["../x", "/etc/x", "rules/../x", ".lock", "a/b", "", "a\nb"] {
        let call = ["user", "write", name, "text"];
        has(&world.memory(call).fails(128), "invalid name");
    }
    world.memory("user write MEMORY text").ok();
    world.write("outside.md", "outside");
    world
        .shell(&format!(
            "ln -s \"$PWD/outside.md\" {FOLDER}/link.md; ln -s \"$PWD\" {FOLDER}/rules"
        ))
        .ok();
    for name in ["link", "rules/outside"] {
        let call = ["user", "read", name];
        has(&world.memory(call).fails(128), "symbolic link");
        let call = ["user", "write", name, "x"];
        has(&world.memory(call).fails(128), "symbolic link");
    }
    assert_eq!(world.read("outside.md"), "outside");
    let listed = world.memory("user list");
    assert_eq!(listed.out, "MEMORY.md  text\n");
    assert!(listed.err.contains("skipped 'link.md'"), "{}", listed.err);
}

#[test]
fn writers_at_once_lose_nothing() {
    let world = World::new();
    let line =
        |number: u32| format!("git memory user write MEMORY --append 'line {number}' >/dev/null &");
    world
        .shell(&((1..=8).map(line).collect::<String>() + " wait"))
        .ok();
    let page = world.memory("user read").ok();
    assert!(
        (1..=8).all(|number| page.contains(&format!("line {number}\n"))),
        "{page}"
    );
}

#[test]
fn it_is_edited_in_a_repository_and_outside_of_any() {
    let mut world = World::new();
    let call = ["user", "write", "MEMORY", "# About me\n\nTabs.\n\n## Later"];
    world.memory(call).ok();
    for folder in [".", ".."] {
        world.at(folder);
        let section = ["user", "edit", "MEMORY", "--section", "Later", "--text"];
        let edited = world.memory(section.iter().chain(&[folder])).ok();
        assert!(edited.starts_with("MEMORY.md  "), "{edited}");
        let read = world.memory("user read").ok();
        assert_eq!(
            read,
            format!("# About me\n\nTabs.\n\n## Later\n\n{folder}\n")
        );
        let again = world
            .memory(section.iter().chain(&[folder, "--json"]))
            .json();
        assert_eq!(again["changed"], false);
        world.memory("user edit MEMORY --section Later").fails(129);
        let unknown = world.memory("user edit nothing").fails(128);
        has(&unknown, "user memory has no 'nothing.md'");
        world.set("GIT_EDITOR", "sed -i -e s/Tabs/Spaces/");
        world.memory("user edit MEMORY").ok();
        assert!(world.memory("user read").ok().contains("Spaces."));
        world
            .memory_with(
                "user edit MEMORY --body-file -",
                "# About me\n\nTabs.\n\n## Later\n",
            )
            .ok();
        world.set("GIT_EDITOR", &format!("printf '%s' {} >", token()));
        let err = world.memory("user edit MEMORY").fails(128);
        assert!(
            err.contains("your text is saved in") && !err.contains(&token()),
            "{err}"
        );
    }
    assert_eq!(world.memory("user list").ok(), "MEMORY.md  About me\n");
}

#[test]
fn a_repository_that_cannot_be_opened_is_not_outside_of_any() {
    let mut world = World::new();
    world.memory("user write MEMORY Tabs.").ok();
    world.git("config core.repositoryFormatVersion 99").ok();
    for command in [
        &["user", "read"][..],
        &["user", "list"],
        &["user", "write", "MEMORY", "x"],
    ] {
        let err = world.memory(command).fails(128);
        assert!(err.contains("99"), "{err}");
    }
    world.at("..");
    assert_eq!(world.memory("user read").ok(), "Tabs.\n");
    world.set("GIT_DIR", "nowhere");
    world.memory("user read").fails(128);
}

#[test]
fn what_is_replaced_can_be_restored() {
    let world = World::new();
    let read = || world.memory("user read").ok();
    let write = ["user", "write", "MEMORY", "--replace"];
    for text in ["# One", "# Two", "# Three"] {
        world.memory(write.iter().chain(&[text])).ok();
    }
    world.memory("user write MEMORY More.").ok();
    let log = "2  2026-11-20T12:00:00Z  Two\n1  2026-11-20T12:00:00Z  One\n";
    assert_eq!(world.memory("user log").ok(), log);
    world.memory("user restore MEMORY 1").ok();
    assert_eq!(read(), "# One\n");
    world.memory("user restore MEMORY").ok();
    assert_eq!(read(), "# Three\n\nMore.\n");
    let err = world.memory("user restore MEMORY 9").fails(128);
    let why = "no earlier text of 'MEMORY.md' is kept as number 9";
    has(&err, [why, "hint:"]);
    assert_eq!(world.memory("user log other").ok(), "");
    assert_eq!(world.memory("user list").ok(), "MEMORY.md  Three\n");
    let all = "for n in $(seq 0 39); do git memory user write MEMORY --replace \"# Text $n\"; done";
    world.shell(all).ok();
    let log = world.memory("user log").ok();
    assert_eq!(log.lines().count(), 30);
    begins(&log, "44  ");
}

#[test]
fn a_file_is_not_emptied_unasked() {
    let world = World::new();
    world.memory("user write MEMORY ''").ok();
    world.memory("user write MEMORY Tabs.").ok();
    let nothing = world.memory_with("user write MEMORY", " \n");
    has(
        &nothing.err,
        "note: the text is empty, so nothing is appended",
    );
    let write = ["user", "write", "MEMORY", "--replace"];
    let err = world.memory_with(write, " \n").fails(128);
    assert!(err.contains("is empty") && err.contains("--yes"), "{err}");
    assert_eq!(world.memory("user read").ok(), "Tabs.\n");
    world.memory_with(write.iter().chain(&["--yes"]), "").ok();
    world.memory("user restore MEMORY").ok();
    assert_eq!(world.memory("user read").ok(), "Tabs.\n");
}
