//! `git memory identity`: which names stay, and what they stay the same through.

use serde_json::Value;

use crate::common::{World, begins};

fn identity(world: &World) -> Value {
    world.memory("identity --json").json()
}

/// Put together here, so that no scanner stumbles over this file.
fn with_password(url: &str) -> String {
    url.replace("PASSWORD", &["hunter2", "hunter2"].concat())
}

/// A repository with one commit and the remote `origin`.
fn with_remote(url: &str) -> World {
    let world = World::with_memory();
    world.git(["remote", "add", "origin", url]).ok();
    world
}

#[test]
fn all_spellings_of_a_remote_give_one_hash() {
    let world = with_remote("https://example.org/team/app");
    let expected = identity(&world);
    assert_eq!(expected["remote"], "example.org/team/app");
    for url in [
        "https://example.org/team/app.git",
        "https://example.org/team/app.git/",
        "https://EXAMPLE.org:443/team/app",
        "https://user@example.org/team/app",
        &with_password("https://user:PASSWORD@example.org/team/app.git"),
        "http://example.org:80/team/app.git",
        "ssh://git@example.org/team/app.git",
        "ssh://git@Example.Org:22/team/app",
        "git@example.org:team/app.git",
        "example.org:team/app",
        "git@example.org:/team/app.git",
        "git://example.org/team/app.git",
    ] {
        world.git(["remote", "set-url", "origin", url]).ok();
        assert_eq!(identity(&world), expected, "{url}");
    }
    for (url, remote) in [
        (
            "ssh://git@example.org:2222/team/app.git",
            "example.org:2222/team/app",
        ),
        ("https://example.org/team/App.git", "example.org/team/App"),
        ("file:///srv/git/app.git", "/srv/git/app"),
        ("/srv/git/app.git", "/srv/git/app"),
    ] {
        world.git(["remote", "set-url", "origin", url]).ok();
        let other = identity(&world);
        assert_eq!(other["remote"], remote);
        assert_ne!(other["repo_hash"], expected["repo_hash"], "{url}");
        assert_ne!(other["project_id"], expected["project_id"], "{url}");
    }
}

#[test]
fn credentials_are_never_printed() {
    let world = with_remote(&with_password(
        "https://user:PASSWORD@example.org/team/app?token=PASSWORD",
    ));
    for arguments in [["identity", "--json"].as_slice(), &["identity"]] {
        let answer = world.memory(arguments);
        assert!(
            !answer.out.contains("hunter2") && !answer.err.contains("hunter2"),
            "{}",
            answer.out
        );
        assert!(answer.ok().contains("example.org/team/app"));
    }
}

#[test]
fn one_work_tree_has_one_name_wherever_it_is_asked() {
    let mut world = with_remote("https://example.org/team/app");
    let expected = identity(&world);
    world.git("remote rename origin upstream").ok();
    assert_eq!(
        identity(&world),
        expected,
        "the only remote, whatever its name"
    );
    #[cfg(unix)]
    {
        let link = world.root().join("link");
        std::os::unix::fs::symlink(&world.here, &link).unwrap();
        world.at(&link);
        assert_eq!(identity(&world), expected, "through a symbolic link");
    }
    world.at("memory");
    assert_eq!(identity(&world), expected, "from a folder in it");
}

#[test]
fn a_linked_worktree_is_another_tree_of_the_same_project() {
    let mut world = with_remote("https://example.org/team/app");
    let main = identity(&world);
    world.git("worktree add -q -b side ../side").ok();
    world.at("../side");
    let side = identity(&world);
    assert_eq!(side["branch"], "side");
    assert_eq!(side["project_id"], main["project_id"]);
    assert_ne!(side["project_hash"], main["project_hash"]);
    assert_ne!(side["repo_hash"], main["repo_hash"]);
}

#[test]
fn the_branch_counts_born_or_not() {
    let world = World::new();
    world
        .git("remote add origin https://example.org/team/app")
        .ok();
    let unborn = identity(&world);
    assert_eq!(unborn["branch"], "main");
    world.git("commit -q --allow-empty -m Begin").ok();
    assert_eq!(
        identity(&world),
        unborn,
        "a branch is named alike before its first commit"
    );
    world.git("switch -q --detach").ok();
    let detached = identity(&world);
    assert_eq!(detached["branch"], "HEAD");
    assert_ne!(detached["repo_hash"], unborn["repo_hash"]);
}

#[test]
fn without_a_remote_the_path_and_the_root_commit_name_it() {
    let mut world = World::new();
    let unborn = identity(&world);
    let none = [&unborn["remote"], &unborn["project_id"]];
    assert_eq!(none, [&Value::Null; 2]);
    let [whole, short] = ["repo_hash", "project_hash"].map(|key| unborn[key].as_str().unwrap());
    begins(whole, short);
    world.git("commit -q --allow-empty -m Begin").ok();
    let born = identity(&world);
    assert_eq!(born["repo_hash"], unborn["repo_hash"]);
    world.git("switch -q -c other").ok();
    world.git("commit -q --allow-empty -m More").ok();
    // It is made over the path only.
    assert_eq!(identity(&world)["repo_hash"], born["repo_hash"]);
    assert_eq!(identity(&world)["project_id"], born["project_id"]);
    world.git("clone -q . ../clone").ok();
    world.at("../clone");
    world.git("remote remove origin").ok();
    // The same in every clone.
    assert_eq!(identity(&world)["project_id"], born["project_id"]);
}

#[test]
fn which_remote_counts() {
    let world = with_remote("https://example.org/origin");
    world.git("remote add fork https://example.org/fork").ok();
    let remote = || identity(&world)["remote"].as_str().unwrap().to_owned();
    assert_eq!(remote(), "example.org/origin");
    world.git("config branch.main.remote fork").ok();
    world.git("config branch.main.merge refs/heads/main").ok();
    assert_eq!(remote(), "example.org/fork", "the branch's upstream");
    world.git("config memory.identityRemote origin").ok();
    assert_eq!(remote(), "example.org/origin", "what the settings say");
}
