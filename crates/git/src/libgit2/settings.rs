//! git's settings as libgit2 reads them, if it is certain to read the same as git.

use std::path::Path;

use git2::{ConfigLevel, Repository};

use crate::{Environment, Settings};

/// Variables that give settings or name files of them (git-config(1), "ENVIRONMENT").
const ELSEWHERE: [&str; 4] = [
    "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
];
/// Files in which installations of git outside of `/usr` keep the settings of the machine; libgit2
/// reads only `/etc/gitconfig`.
const OTHER_FILES: [&str; 4] = [
    "/usr/local/etc/gitconfig",
    "/opt/homebrew/etc/gitconfig",
    "/opt/local/etc/gitconfig",
    "/usr/pkg/etc/gitconfig",
];
/// Sections of the machine's settings that nothing here asks for.
const ALIEN: [&str; 5] = ["credential.", "filter.lfs.", "gc.", "http.", "safe."];

/// The settings in effect; `None` if only the program knows them all.
pub(crate) fn read(repository: &Repository, environment: &Environment) -> Option<Settings> {
    let has_system = has_system_settings(environment);
    if is_elsewhere(environment, has_system) {
        return None;
    }
    if let Ok(settings) = read_files(repository, has_system) {
        return settings;
    }
    // A file that libgit2 cannot read: git is asked then, and names the file and the line.
    None
}

fn has_system_settings(environment: &Environment) -> bool {
    match environment.variable("GIT_CONFIG_NOSYSTEM") {
        Some(value) => matches!(value.to_str(), Some("" | "0" | "false")),
        None => true,
    }
}

/// True if there may be settings that libgit2 does not look for.
fn is_elsewhere(environment: &Environment, has_system: bool) -> bool {
    for name in ELSEWHERE {
        if environment.variable(name).is_some() {
            return true;
        }
    }
    // Only the program knows which of these its own installation reads.
    has_system && OTHER_FILES.iter().any(|file| Path::new(file).exists())
}

/// Every setting of the files; `None` if one of them means something that libgit2 cannot tell.
fn read_files(repository: &Repository, has_system: bool) -> Result<Option<Settings>, git2::Error> {
    let config = repository.config()?;
    let mut entries = config.entries(None)?;
    let mut pairs = Vec::new();
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let key = String::from_utf8_lossy(entry.name_bytes()).into_owned();
        // The machine's file may belong to another git than the one on PATH.
        if matches!(
            entry.level(),
            ConfigLevel::System | ConfigLevel::ProgramData
        ) {
            if has_system && !ALIEN.iter().any(|section| key.starts_with(section)) {
                return Ok(None);
            }
            continue;
        }
        // A condition that libgit2 does not know: it would leave the included file out.
        if key.starts_with("includeif.hasconfig:") {
            return Ok(None);
        }
        let value = if entry.has_value() {
            String::from_utf8_lossy(entry.value_bytes()).into_owned()
        } else {
            // A key without a value means true, as for git.
            "true".to_owned()
        };
        pairs.push((key, value));
    }
    Ok(Some(Settings::of(pairs)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Git;

    #[test]
    fn libgit2_reads_the_settings_that_git_lists() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::of_process(folder.path().to_owned(), []);
        let git = |args: &[&str]| Git::new(&environment, folder.path(), args).run().unwrap();
        git(&["init", "-q", "-b", "main"]);
        let config = "[memory]\n\tflag\n\tsecretPattern = a\\\\d\n\
                      \tsecretPattern = \"two # \\n lines\"\n\
                      [remote \"A.b/C\"]\n\turl = u\n[Mixed \"Case\"]\n\tKeY =  v ; comment\n\
                      [include]\n\tpath = more\n[includeIf \"gitdir:/**\"]\n\tpath = more\n\
                      [includeIf \"onbranch:main\"]\n\tpath = main\n\
                      [includeIf \"onbranch:other\"]\n\tpath = other\n";
        let write = |name: &str, text: &str| {
            let file = folder.path().join(".git").join(name);
            let before = std::fs::read_to_string(&file).unwrap_or_default();
            std::fs::write(file, before + text).unwrap();
        };
        write("config", config);
        write("more", "[more]\n\tkey = \n");
        write("main", "[on]\n\tmain = yes\n");
        write("other", "[on]\n\tother = yes\n");
        let read_now = || read(&Repository::open(folder.path()).unwrap(), &environment);
        let Some(settings) = read_now() else {
            return;
        };
        let listed = git(&["config", "-z", "--list", "--show-scope"]);
        let words: Vec<&[u8]> = listed.split(|byte| *byte == 0).collect();
        let ours = words
            .chunks_exact(2)
            .filter(|pair| pair[0] != b"system")
            .map(|pair| pair[1]);
        assert_eq!(
            settings,
            Settings::parse(&ours.collect::<Vec<_>>().join(&0))
        );
        assert_eq!(settings.get("more.key"), Some(""));
        write(
            "config",
            "[includeIf \"hasconfig:remote.*.url:**\"]\n\tpath = more\n",
        );
        assert_eq!(read_now(), None, "the program knows more conditions");
    }
}
