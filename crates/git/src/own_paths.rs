//! Paths that a person names in git's settings of their own.

use std::path::PathBuf;

use super::answer::names;
use super::command::Git;
use super::{Environment, Error};

/// Scopes of git's settings that a repository brings along (git-config(1), `--show-scope`).
const OF_REPOSITORY: [&str; 2] = ["local", "worktree"];

/// The values of a setting that hold paths, with `~` replaced, in git's order. The settings of a
/// repository do not count: one that came as an archive brings its own, and the answer would depend
/// on the folder.
///
/// # Errors
/// If git cannot read its settings or a value.
pub fn own_paths(environment: &Environment, key: &str) -> Result<Vec<PathBuf>, Error> {
    let args = ["config", "-z", "--show-scope", "--type=path", "--get-all"];
    let call = Git::new(environment, environment.folder(), args).arg(key);
    let output = call.answer_or_no(&[])?;
    let words = names(&output);
    let mut paths = Vec::new();
    for pair in words.chunks_exact(2) {
        if !OF_REPOSITORY.contains(&pair[0].as_str()) {
            paths.push(environment.folder().join(&pair[1]));
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(
        clippy::disallowed_methods,
        reason = "git itself is found by the process's PATH"
    )]
    fn only_settings_of_the_person_count() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().to_owned();
        let variables = [
            ("HOME", home.as_os_str()),
            ("GIT_CONFIG_NOSYSTEM", "1".as_ref()),
        ];
        let variables = variables.map(|(name, value)| (name.into(), value.into()));
        let path = std::env::var_os("PATH"); // git-memory: dec-e0fb2s except it leads to git
        let path = ("PATH".into(), path.unwrap());
        let environment = Environment::isolated(home.clone(), [path].into_iter().chain(variables));
        let key = "memory.repositories";
        assert!(own_paths(&environment, key).unwrap().is_empty());
        let git = |args: &[&str]| Git::new(&environment, &home, args).run().unwrap();
        git(&["init", "-q"]);
        git(&["config", "--local", key, "/elsewhere"]);
        git(&["config", "--global", "--add", key, "~/src/*"]);
        git(&["config", "--global", "--add", key, "/a b"]);
        let found = own_paths(&environment, key).unwrap();
        assert_eq!(found, [home.join("src/*"), PathBuf::from("/a b")]);
    }
}
