//! Lists the newest commits of the repository in the current folder, and the files of one of its
//! folders: `cargo run -p git-memory-git --example commits -- [FOLDER]`.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::env;

use git_memory_git::{Environment, Error, Repo};

/// Maximum number of commits.
const MOST: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = env::args().nth(1).unwrap_or_default();
    let here = Environment::of_process(env::current_dir()?, env::vars_os());
    for line in told(&here, &folder)? {
        println!("{line}");
    }
    Ok(())
}

/// The commits and the files, a line each. Whether libgit2 or the `git` program answers depends on
/// the repository, and makes no difference here.
fn told(here: &Environment, folder: &str) -> Result<Vec<String>, Error> {
    let repo = Repo::open(here)?;
    let mut lines = Vec::new();
    for commit in repo.last_commits(MOST)? {
        let id = commit.id.short();
        lines.push(format!("{id}  {}  {}", commit.day, commit.subject));
    }
    // A branch that is not born yet has no files.
    if let Some(commit) = repo.head()?.commit {
        for file in repo.tree(commit, folder)? {
            lines.push(String::from_utf8_lossy(&file.path).into_owned());
        }
    }
    Ok(lines)
}

#[test]
fn commits_and_files_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let git = |arguments: &str| {
        let mut git = std::process::Command::new("git");
        let git = git.current_dir(folder.path()).args(arguments.split(' '));
        assert!(git.status().unwrap().success(), "{arguments}");
    };
    let here = Environment::of_process(folder.path().canonicalize().unwrap(), env::vars_os());
    git("init -q");
    assert!(told(&here, "").unwrap().is_empty());
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::write(folder.path().join("src/a.txt"), "a\n").unwrap();
    git("add src");
    git("-c user.name=Ada -c user.email=ada@example.org commit -q -m Begin");
    let lines = told(&here, "src").unwrap();
    assert!(lines[0].ends_with("  Begin"), "{lines:?}");
    assert_eq!(lines[1..], ["src/a.txt"]);
}
