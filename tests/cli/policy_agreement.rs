//! The pack, `policy check` and the hook agree on what is blocked: one policy in the text and in
//! the denials.

use std::fs;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::World;

/// Entries at the top, each with true if git tracks it.
fn trees() -> impl Strategy<Value = Vec<(&'static str, bool)>> {
    let names = vec![
        "sessions",
        "receipts",
        ".waypoints",
        "src",
        "vault",
        "build",
        "node_modules",
        "Sessions",
        "a b",
        "dist",
    ];
    let some = prop::sample::subsequence(names, 0..10);
    some.prop_flat_map(|names| {
        let tracked = prop::collection::vec(any::<bool>(), names.len());
        tracked.prop_map(move |tracked| names.clone().into_iter().zip(tracked).collect())
    })
}

/// Settings of a team.
fn settings() -> impl Strategy<Value = Vec<&'static str>> {
    let patterns = vec![
        "vault",
        "**/*.pem",
        "conf/*.key",
        "src/deep/",
        "a b",
        "sess*",
    ];
    prop::sample::subsequence(patterns, 0..6)
}

/// Ways to write a path.
fn spelt(world: &World, path: &str, nth: usize) -> String {
    match nth % 6 {
        0 => path.to_owned(),
        1 => format!("./{path}"),
        2 => format!("src/../{path}"),
        3 => format!("{}/{path}", world.here.display()),
        4 => path.replacen('/', "//", 1),
        _ => format!(
            "file://{}/{}",
            world.here.display(),
            path.replace(' ', "%20")
        ),
    }
}

/// A path of what a name or pattern of the pack stands for.
fn example(pattern: &str) -> String {
    let path = pattern.replace("**", "x/y").replace('*', "z");
    if path.contains('.') && path != ".git" && path != ".waypoints" {
        path
    } else {
        format!("{path}/z")
    }
}

fn is_allowed(world: &World, path: &str, access: &str) -> bool {
    let call = json!({"paths": [path], "for": access});
    let answer = world.memory_with("hook pre-tool-use", &call.to_string());
    let told: Value = serde_json::from_str(&answer.ok()).unwrap();
    told["decision"] == "allow"
}

/// The names that a pack calls blocked.
fn blocked(pack: &str) -> Vec<String> {
    let line = pack
        .lines()
        .find_map(|line| line.strip_prefix("Blocked for tools: "));
    line.unwrap().split(", ").map(str::to_owned).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 20, ..ProptestConfig::default() })]

    #[test]
    fn what_is_told_is_enforced(
        tree in trees(), block in settings(), ignore in settings(),
        paths in prop::collection::vec(("(src|vault|sessions|docs|\\.git|a b|build)", "[a-z]{1,3}(\\.pem)?", 0_usize..6), 6),
    ) {
        let world = World::with_memory();
        fs::create_dir_all(world.here.join("src")).unwrap();
        for (name, is_tracked) in tree {
            world.write(&format!("{name}/file"), "\n");
            if is_tracked {
                world.git(["add", "-f", name]).ok();
            }
        }
        let team = json!({"policy": {"block": block, "ignore": ignore}});
        world.write("memory/config.yaml", team.to_string());
        let pack = world.memory("context").ok();
        for (nth, name) in blocked(&pack).iter().enumerate() {
            let path = spelt(&world, &example(name), nth);
            for access in ["read", "write", "search"] {
                world.memory(["policy", "check", &path, "--for", access]).fails(1);
                prop_assert!(!is_allowed(&world, &path, access), "{} {}", access, path);
            }
        }
        for (folder, name, form) in paths {
            let path = spelt(&world, &format!("{folder}/{name}"), form);
            for access in ["read", "write", "search"] {
                let checked = world.memory(["policy", "check", &path, "--for", access]);
                let is_denied = checked.out.starts_with("denied[");
                prop_assert_ne!(is_denied, is_allowed(&world, &path, access), "{} {}", access, path);
            }
        }
    }
}
