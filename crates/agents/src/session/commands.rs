//! Commands that a session ran: which failed and then worked, which fail still, and the commits that
//! they made.

use super::kept::{kept, kept_lines};

/// The most commands that failed, and the most that worked after that, which are kept.
const MOST: usize = 64;
/// The most commits that are kept, the newest.
const COMMITS: usize = 64;
/// Programs that end with a status by which they answer: that is no failure.
const ASKING: [&str; 18] = [
    "[", "cat", "cd", "cmp", "diff", "echo", "egrep", "find", "grep", "head", "ls", "pgrep", "rg",
    "sed", "stat", "tail", "test", "which",
];
/// Programs whose failure has to be dealt with: they build and test.
const CHECKING: [&str; 26] = [
    "bazel", "bun", "bundle", "cargo", "cmake", "composer", "ctest", "deno", "dotnet", "go",
    "gradle", "gradlew", "just", "make", "mix", "mvn", "ninja", "npm", "pnpm", "poetry", "pytest",
    "rake", "sbt", "swift", "tox", "yarn",
];

/// A commit, as git tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Commit {
    /// Its id, cut short.
    pub(crate) id: String,
    /// The first line of its message.
    pub(crate) subject: String,
}

/// A command that failed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The key by which runs of a command are compared.
    key: String,
    pub(crate) command: String,
    /// The first and the last lines of the command's output.
    pub(crate) output: String,
    /// True if a summary has told that the command fails.
    is_told: bool,
}

/// A command that failed, and the one that worked after it.
#[derive(Clone, Debug)]
pub(crate) struct Mended {
    pub(crate) failure: Failure,
    pub(crate) worked: String,
}

/// The commands of a session.
#[derive(Clone, Debug, Default)]
pub(crate) struct Commands {
    failing: Vec<Failure>,
    pub(crate) mended: Vec<Mended>,
    pub(crate) commits: Vec<Commit>,
    /// Keys of the checks that passed and did not fail after that.
    passed: Vec<String>,
}

impl Commands {
    /// Heeds a command that ended.
    pub(crate) fn heed(&mut self, command: &str, output: &str, has_failed: bool) {
        if !has_failed && command.contains("git") {
            self.commits.extend(commits(output));
            let over = self.commits.len().saturating_sub(COMMITS);
            self.commits.drain(..over);
        }
        // Of a chain that worked each part did; of one that failed, which part is not told.
        let parts = command.split("&&").filter(|_| !has_failed);
        let mut keys: Vec<String> = parts.filter_map(key).collect();
        if has_failed {
            keys.extend(key(command));
        }
        keys.dedup();
        for key in keys {
            self.ended(key, command, output, has_failed);
        }
    }

    fn ended(&mut self, key: String, command: &str, output: &str, has_failed: bool) {
        let known = self.failing.iter().position(|failure| failure.key == key);
        self.passed.retain(|passed| *passed != key);
        if !has_failed && is_check(&key) && self.passed.len() < MOST {
            self.passed.push(key.clone());
        }
        if has_failed {
            let is_told = match known {
                Some(known) => self.failing.remove(known).is_told,
                None => false,
            };
            if self.failing.len() == MOST {
                self.failing.remove(0);
            }
            self.failing.push(Failure {
                key,
                command: kept(command),
                output: kept_lines(output),
                is_told,
            });
        } else if let Some(known) = known {
            if self.mended.len() == MOST {
                self.mended.remove(0);
            }
            self.mended.push(Mended {
                failure: self.failing.remove(known),
                worked: kept(command),
            });
        }
    }

    /// Everything up to here was told.
    pub(crate) fn mark(&mut self) {
        self.mended.clear();
        self.commits.clear();
        self.passed.clear();
        for failure in &mut self.failing {
            failure.is_told = true;
        }
    }

    /// Returns the failures that last and were not told yet.
    pub(crate) fn failing(&self) -> impl Iterator<Item = &Failure> {
        let mut failing: Vec<&Failure> = self.failing.iter().collect();
        failing.retain(|failure| !failure.is_told && is_check(&failure.key));
        failing.into_iter()
    }

    /// The checks that passed in the end, each as [`check_of`] has it.
    pub(crate) fn passed(&self) -> impl Iterator<Item = &str> {
        self.passed.iter().map(String::as_str)
    }
}

/// Key of a command that builds or tests; `None` for any other.
pub(crate) fn check_of(command: &str) -> Option<String> {
    key(command).filter(|key| is_check(key))
}

fn is_check(key: &str) -> bool {
    let program = key.split(' ').next();
    program.is_some_and(|program| CHECKING.contains(&program))
}

/// Returns what two runs of the same thing have in common: the program, and the word after it where
/// that names what it does; `None` for programs that only answer.
fn key(command: &str) -> Option<String> {
    let mut words = Vec::new();
    for part in command.split("&&") {
        words = part.split_whitespace().collect();
        let before = words.iter().take_while(|word| is_before_program(word));
        words.drain(..before.count());
        if !matches!(words.first(), None | Some(&"cd")) {
            break;
        }
    }
    let (program, words) = words.split_first()?;
    let program = program.rsplit_once('/').map_or(*program, |(_, name)| name);
    if ASKING.contains(&program) {
        return None;
    }
    let mut key = program.to_owned();
    for word in words.iter().take(2) {
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_:".contains(c));
        if !is_name {
            break;
        }
        key.extend([" ", word]);
        // `npm run` does not say what is run yet.
        if *word != "run" {
            break;
        }
    }
    Some(key)
}

/// True if a word of a command line only says how a program is started.
fn is_before_program(word: &str) -> bool {
    let is_assignment = match word.split_once('=') {
        Some((name, _)) => name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'),
        None => false,
    };
    is_assignment || matches!(word, "sudo" | "time" | "env" | "exec" | "command")
}

/// The commits of which git tells: `[main 1a2b3c4] Subject`.
fn commits(output: &str) -> Vec<Commit> {
    let mut found = Vec::new();
    for line in output.lines() {
        let Some((place, subject)) = line.strip_prefix('[').and_then(|it| it.split_once("] "))
        else {
            continue;
        };
        let Some((_, id)) = place.rsplit_once(' ') else {
            continue;
        };
        if (7..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            found.push(Commit {
                id: id.to_owned(),
                subject: kept(subject),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_have_in_common() {
        for (command, expected) in [
            ("cargo test", Some("cargo test")),
            ("cargo test --locked one_two", Some("cargo test")),
            ("cd api && RUST_LOG=x cargo  build -v", Some("cargo build")),
            ("npm run test:unit -- --watch", Some("npm run test:unit")),
            ("./gradlew check", Some("gradlew check")),
            ("python3 tools/gen.py", Some("python3")),
            ("make", Some("make")),
            ("grep -r foo src", None),
            ("cd nowhere", None),
            ("", None),
            ("A=b", None),
        ] {
            assert_eq!(key(command).as_deref(), expected, "{command}");
        }
    }

    #[test]
    fn commits_are_told_by_git() {
        let told = commits("[main (root-commit) 1a2b3c4] First\n[x] no\n[y 12] no\n 1 file\n");
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].id, "1a2b3c4");
        assert_eq!(told[0].subject, "First");
    }
}
