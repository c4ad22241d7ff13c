//! Settings: one table, and what is wrong with the team's file.

use crate::common::{World, has};

#[test]
fn the_nearest_source_counts_and_is_named() {
    let mut world = World::with_memory();
    let line = |world: &World, key: &str| {
        let list = world.memory("config --list --show-origin").ok();
        let found = list
            .lines()
            .find(|line| line.contains(&format!("\t{key}=")));
        found.map(str::to_owned)
    };
    let key = "memory.maxLines";
    assert_eq!(
        line(&world, key).as_deref(),
        Some("default\tmemory.maxLines=200")
    );
    world.write("memory/config.yaml", "maxlines: 20\n");
    let of_team = "memory/config.yaml\tmemory.maxLines=20";
    assert_eq!(line(&world, key).as_deref(), Some(of_team));
    world.git(["config", key, "30"]).ok();
    assert_eq!(
        line(&world, key).as_deref(),
        Some("git config\tmemory.maxLines=30")
    );
    world.set("GIT_MEMORY_MAXLINES", "40");
    let of_variable = "GIT_MEMORY_MAXLINES\tmemory.maxLines=40";
    assert_eq!(line(&world, key).as_deref(), Some(of_variable));
    assert_eq!(line(&world, "memory.remote"), None, "nobody has set it");
    let all = world.memory("config").ok();
    assert!(all.contains("memory.remote is not set\n    the remote that"));
    let json = world.memory("config --json").json();
    let settings = json["settings"].as_array().unwrap();
    let found = settings.iter().find(|one| one["key"] == key).unwrap();
    assert_eq!(
        (&found["value"], &found["origin"]),
        (&"40".into(), &"GIT_MEMORY_MAXLINES".into())
    );
}

#[test]
fn a_name_in_gits_settings_that_is_none_of_ours_is_said() {
    let world = World::with_memory();
    world.git("config memory.policyBlock src").ok();
    world.git("config memory.colour red").ok();
    let said = [
        "'memory.colour' is not a setting",
        "'memory.policyblock' is not a setting; did you mean 'memory.policy.block'?",
    ];
    let config = world.memory("config");
    let warnings: Vec<String> = said.iter().map(|it| format!("warning: {it}\n")).collect();
    assert_eq!(config.err, warnings.concat());
    let shown = world.memory("policy show").ok();
    let faults = format!("not read or understood:\n  {}\n", said.join("\n  "));
    assert!(shown.ends_with(&faults), "{shown}");
}

#[test]
fn a_team_turns_private_memory_off_in_every_spelling_of_no() {
    for said in [
        "private: no",
        "private: \"false\"",
        "Private: false",
        "private: 0",
        "private: OFF",
    ] {
        let world = World::with_memory();
        world.write("memory/config.yaml", format!("{said}\n"));
        world.git("config memory.private true").ok();
        let refused = world
            .memory("add-note --private 'A secret plan'")
            .fails(128);
        assert!(
            refused.contains("memory.private is false"),
            "{said}: {refused}"
        );
    }
}

#[test]
fn what_may_have_been_meant_to_protect_stops_and_is_a_finding() {
    for (config, why) in [
        (
            "private: nope",
            "'private': 'nope' is neither true nor false",
        ),
        (
            "privat: no",
            "'privat' is not a setting; did you mean 'private'?",
        ),
        ("scan: All", "'scan': 'All' is not one of: memory, all"),
        ("scan: [all]", "'scan': expected choice"),
    ] {
        let world = World::with_memory();
        world.write("memory/config.yaml", format!("auto: true\n{config}\n"));
        let said = world.memory("add-note --private x").fails(128);
        assert_eq!(
            said.lines().next(),
            Some(&*format!("fatal: memory/config.yaml:2: {why}"))
        );
        has(&said, "hint: 'git memory config' lists every setting");
        let found = world.memory("check");
        assert_eq!(found.status, 1);
        let finding = format!("memory/config.yaml:2:1: error[bad-setting]: {why}");
        assert!(found.out.contains(&finding), "{}", found.out);
        // A commit from elsewhere has it.
        let commit = world
            .shell(
                "blob=$(git hash-object -w --no-filters memory/config.yaml)
                 memory=$(printf '100644 blob %s\\tconfig.yaml\\n' $blob | git mktree)
                 top=$(printf '040000 tree %s\\tmemory\\n' $memory | git mktree)
                 git commit-tree -m settings $top",
            )
            .ok();
        let found = world.memory(["check", "--rev", commit.trim()]);
        assert!(found.out.contains(&finding), "{}", found.out);
    }
}

#[test]
fn what_protects_nothing_is_a_finding_and_stops_nothing() {
    for (config, why) in [
        ("colour: red", "'colour' is not a setting"),
        ("maxLines: many", "'maxLines': 'many' is not a number"),
        (
            "remote: origin",
            "'remote' cannot be set by this file, only by 'git config'",
        ),
    ] {
        let world = World::with_memory();
        world.write("memory/config.yaml", format!("{config}\n"));
        world.memory("add-note --private x").ok();
        world.memory("list").ok();
        let found = world.memory("check");
        has(&found.out, &format!("error[bad-setting]: {why}"));
    }
}

#[test]
fn a_team_s_value_that_cannot_be_read_is_passed_over_and_said() {
    let world = World::with_memory();
    for (config, why) in [
        ("maxLines: many", "'maxLines': 'many' is not a number"),
        (
            "privat: no",
            "'privat' is not a setting; did you mean 'private'?",
        ),
        (
            "secretPattern: '.'",
            "'secretPattern': '.' matches in any record",
        ),
        ("- a list", "invalid type: sequence, expected a YAML map"),
    ] {
        world.write("memory/config.yaml", format!("{config}\n"));
        for read in [
            "context", "recall x", "briefing", "status", "export", "config",
        ] {
            let words: Vec<&str> = read.split(' ').collect();
            let answer = world.memory(&words);
            assert_ne!(answer.status, 128, "{config}: {read}: {}", answer.err);
            let is_said = answer
                .err
                .contains(&format!("warning: memory/config.yaml:1: {why}"));
            // These ask for no setting.
            assert!(
                is_said || read == "status",
                "{config}: {read}: {}",
                answer.err
            );
        }
    }
    // A user's own value stops what would use it.
    world.git("config memory.maxLines many").ok();
    let said = world.memory("context").fails(128);
    assert!(
        said.starts_with("fatal: memory.maxLines: 'many' is not a number from 0 to 100000\n"),
        "{said}"
    );
}

#[test]
fn settings_that_came_with_a_pull_stop_no_code() {
    let mut world = World::with_memory();
    world.decision("One");
    world.git("commit -q -m One").ok();
    world.git("clone -q . ../other").ok();
    world.at("../other");
    for config in [": [\n", "scan: All\n", "secretPattern: ['.']\n"] {
        world.write("memory/config.yaml", config);
        world.commit("Settings");
        world.at("../repo");
        world.git("pull -q ../other main").ok();
        world.write("code.txt", format!("{config} of code\n"));
        world.git("stash").ok();
        world.git("stash pop -q").ok();
        world.git("commit -q -a -m Code").ok();
        world.git("push -q ../other main:pushed --force").ok();
        // The unreadable settings may have been meant to refuse this text.
        let said = world.memory("add-note x").fails(128);
        assert!(said.contains("fatal: memory/config.yaml:1: "), "{said}");
        world.write("memory/notes/261120-x.md", "Text.\n");
        world.git("add memory").ok();
        let said = world.git("commit -q -m Note").fails(1);
        assert!(said.contains("fatal: memory/config.yaml:1: "), "{said}");
        world.git("rm -q -f memory/notes/261120-x.md").ok();
        // Mended in one commit.
        world.write("memory/config.yaml", "scan: all\n");
        world.git("commit -q -a -m Mended").ok();
        world.at("../other");
        world.git("pull -q ../repo main").ok();
    }
}

#[test]
fn a_number_outside_of_its_bounds_is_named_and_the_default_counts() {
    let mut world = World::with_memory();
    world.memory("add-decision Keep --path code.txt").ok();
    for (config, why) in [
        (
            "commits: 99999999999",
            "'commits': '99999999999' is not a number from 0 to 10000000",
        ),
        (
            "commits: -1",
            "'commits': '-1' is not a number from 0 to 10000000",
        ),
        (
            "maxLines: 2147483648",
            "'maxLines': '2147483648' is not a number from 0 to 100000",
        ),
    ] {
        world.write("memory/config.yaml", format!("{config}\n"));
        let found = world.memory("check");
        let found = found.out;
        has(
            &found,
            &format!("memory/config.yaml:1:1: error[bad-setting]: {why}"),
        );
        for command in [&["context", "--for", "code.txt"][..], &["site", "public"]] {
            let answer = world.memory(command);
            assert_eq!(answer.status, 0, "{config}: {}", answer.err);
            has(
                &answer.err,
                &format!("warning: memory/config.yaml:1: {why}"),
            );
        }
    }
    world.write("memory/config.yaml", "");
    world.set("GIT_MEMORY_COMMITS", "10000001");
    let said = world.memory("recall --commits x").fails(128);
    let why = "GIT_MEMORY_COMMITS: '10000001' is not a number from 0 to 10000000";
    assert!(said.starts_with(&format!("fatal: {why}\n")), "{said}");
}

#[test]
fn what_the_teams_file_takes_away_is_named() {
    let world = World::with_memory();
    let note = "memory/notes/a.md";
    world.write(note, "# A page\n\nThe pelican.\n");
    let config = "auto: false\nsecretPattern: ['pelican', 'ostrich']\n";
    world.write("memory/config.yaml", config);
    let auto = "'auto' is false: agents get memory only if they ask";
    let hidden = format!("a pattern of 'secretPattern' hides text in {note}");
    let check = world.memory("check").out;
    let status = world.memory("status").ok();
    for (line, said) in [(1, auto), (2, &*hidden)] {
        let told = format!("memory/config.yaml:{line}:1: notice[team-setting]: {said}");
        assert!(check.contains(&told), "{check}");
        has(&status, &format!("memory/config.yaml:{line}: {said}"));
    }
    assert_eq!(
        world.memory("status --json").json()["settings"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}
