//! Judges words and lines of a stranger's file: which ones are accepted, and their purpose.

use crate::project::Purpose;

/// Maximum length of a name, in bytes.
const NAME: usize = 60;
/// Maximum length of a line in bytes, and in words.
const LINE: usize = 120;
const WORDS: usize = 12;

/// Purpose of a task with this name: by its first word, as in `test:unit` or `build-docs`. A task
/// that sends something out is not for anything that is done unasked: `ci-publish`.
pub(crate) fn purpose_of(name: &str) -> Option<Purpose> {
    let name = name.to_lowercase();
    let mut words = name.split(PARTS);
    let has = |known: &[&str]| words.clone().any(|word| known.contains(&word));
    if has(&SENDING) || has(&PREPARING) {
        return None;
    }
    let is_lint = has(&LINTING);
    Some(match words.next()? {
        // Other tasks of CI may do anything: build the documentation, write a comment.
        "ci" if name == "ci" => Purpose::Test,
        "test" | "tests" if is_lint => Purpose::Lint,
        "test" | "tests" | "spec" | "e2e" | "unit" | "verify" | "nextest" => Purpose::Test,
        "build" | "compile" | "bundle" | "dist" | "package" | "assemble" | "all" => Purpose::Build,
        "lint" | "check" | "format" | "fmt" | "typecheck" | "types" | "type" | "clippy" | "vet"
        | "style" | "tidy" | "analyze" | "analyse" => Purpose::Lint,
        "start" | "dev" | "serve" | "run" | "server" | "watch" | "preview" | "up" => Purpose::Run,
        _ => return None,
    })
}

/// Signs between the words of a task's name.
const PARTS: [char; 5] = [':', '-', '_', '.', '/'];

/// Scripts of build tools, which take several tasks.
const WRAPPERS: [&str; 2] = ["./gradlew", "./mvnw"];

/// Words of tasks that send something out.
const SENDING: [&str; 6] = ["deploy", "publish", "push", "release", "ship", "upload"];

/// Words of tasks that only prepare something.
const PREPARING: [&str; 2] = ["install", "setup"];

/// Words of tests that look at how the code is written: `test:types`.
const LINTING: [&str; 7] = [
    "clippy",
    "fmt",
    "format",
    "lint",
    "style",
    "typecheck",
    "types",
];

/// A name that can be typed as one word, whatever shell reads it.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:/@+".contains(&byte);
    !name.is_empty() && name.len() <= NAME && !name.starts_with('-') && name.bytes().all(is_plain)
}

/// Purpose of a line of a script that is one plain call of a program that we know.
pub(crate) fn purpose_of_line(line: &str) -> Option<Purpose> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" _-./:=@+,".contains(&byte);
    if line.len() > LINE || !line.bytes().all(is_plain) {
        return None;
    }
    let words: Vec<&str> = line.split(' ').collect();
    let program = words.first()?;
    let is_known = PROGRAMS.contains(program) || program.starts_with("./");
    // Commands that install something name the installed thing, not their purpose.
    let is_setup = words.iter().any(|word| {
        matches!(
            *word,
            "install" | "ci" | "add" | "init" | "new" | "--version" | "--no-run" | "login" | "push"
        )
    });
    if !is_known || is_setup || words.len() > WORDS || is_of_containers(&words) {
        return None;
    }
    // The task of a script is its first argument; others may be anything.
    let is_script = program.starts_with("./") && !WRAPPERS.contains(program);
    let is_lint = || {
        let parts = |word: &&str| word.split(PARTS).any(|part| LINTING.contains(&part));
        words.iter().any(parts)
    };
    let purpose = words
        .iter()
        .enumerate()
        .filter(|(nth, _)| !is_script || *nth < 2)
        .find_map(|(nth, word)| match *word {
            // A task right after `make`; elsewhere it only means several things.
            "all" if nth != 1 => None,
            // Ruby's program, which runs others.
            "bundle" if nth == 0 => None,
            "pytest"
            | "tox"
            | "nox"
            | "rspec"
            | "ctest"
            | "jest"
            | "vitest"
            | "phpunit"
            | "vendor/bin/phpunit"
            | "./vendor/bin/phpunit" => Some(Purpose::Test),
            "ruff" | "mypy" | "flake8" | "black" | "eslint" | "rubocop" | "credo"
            | "golangci-lint" | "validate" | "tsc" | "pylint" | "prettier" | "deny" => {
                Some(Purpose::Lint)
            }
            word => {
                match purpose_of_word(word)? {
                    // `docker run`, `npm run`: the task comes after it.
                    Purpose::Run => None,
                    purpose => Some(purpose),
                }
            }
        })?;
    // `./tests.py rust-fmt`
    Some(match purpose {
        Purpose::Test if is_script && is_lint() => Purpose::Lint,
        purpose => purpose,
    })
}

/// True for a call of docker that only handles containers: `docker rm test`.
fn is_of_containers(words: &[&str]) -> bool {
    const RUNNING: [&str; 3] = ["build", "exec", "run"];
    words.first() == Some(&"docker") && !words.iter().any(|word| RUNNING.contains(word))
}

/// Purpose of a word of a command: a task's name, or a script with such a name.
fn purpose_of_word(word: &str) -> Option<Purpose> {
    let Some((_, file)) = word.rsplit_once('/') else {
        return purpose_of(word);
    };
    // A file's name may have any words in it; a single word tells its purpose.
    let stem = file.split('.').next()?;
    if stem.contains(['-', '_']) {
        return None;
    }
    purpose_of(stem)
}

/// Programs whose calls are worth telling.
const PROGRAMS: [&str; 54] = [
    "ant",
    "bazel",
    "bazelisk",
    "black",
    "bun",
    "bundle",
    "cabal",
    "cargo",
    "cmake",
    "composer",
    "ctest",
    "dart",
    "deno",
    "docker",
    "dotnet",
    "eslint",
    "flake8",
    "flutter",
    "go",
    "golangci-lint",
    "gradle",
    "hatch",
    "just",
    "make",
    "meson",
    "mix",
    "mvn",
    "mypy",
    "ninja",
    "nix",
    "nox",
    "npm",
    "npx",
    "pdm",
    "php",
    "pnpm",
    "poetry",
    "pytest",
    "python",
    "python3",
    "rake",
    "rspec",
    "ruff",
    "sbt",
    "stack",
    "swift",
    "task",
    "terraform",
    "tox",
    "uv",
    "uvx",
    "vendor/bin/phpunit",
    "yarn",
    "zig",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_for_what_its_first_word_says() {
        for (name, purpose) in [
            ("test:unit", Some(Purpose::Test)),
            ("Build-Docs", Some(Purpose::Build)),
            ("ci", Some(Purpose::Test)),
            ("ci-docs", None),
            ("ci-publish", None),
            ("build:release", None),
            ("test-and-deploy", None),
            ("test-style", Some(Purpose::Lint)),
            ("e2e:install", None),
            ("prepare", None),
        ] {
            assert_eq!(purpose_of(name), purpose, "{name}");
        }
    }

    #[test]
    fn a_line_is_for_what_its_first_telling_word_says() {
        for (line, purpose) in [
            ("cargo test --workspace", Some(Purpose::Test)),
            ("cargo nextest run", Some(Purpose::Test)),
            ("cargo +nightly fmt --check", Some(Purpose::Lint)),
            ("npm run build", Some(Purpose::Build)),
            ("npm test", Some(Purpose::Test)),
            ("python -m pytest -q", Some(Purpose::Test)),
            ("pip install build", None),
            ("make all", Some(Purpose::Build)),
            ("./bin/tool get all", None),
            ("./scripts/test.sh", Some(Purpose::Test)),
            ("python tools/package_helper.py", None),
            ("python lint_all.py", Some(Purpose::Lint)),
            ("./run", None),
            ("echo test", None),
            ("cargo test && rm -rf /", None),
            ("cargo test $HOME", None),
            ("npm ci", None),
            ("go mod init test-app", None),
            ("docker push test", None),
            ("docker rm test_container", None),
            ("docker compose run web rspec", Some(Purpose::Test)),
            ("bundle exec rake spec", Some(Purpose::Test)),
            ("bundle exec rails db:migrate", None),
            ("./tool keys make test", None),
            ("./gradlew clean test", Some(Purpose::Test)),
            ("./ci/tests.py rust-fmt", Some(Purpose::Lint)),
            ("cargo test --no-run", None),
        ] {
            assert_eq!(purpose_of_line(line), purpose, "{line}");
        }
        let long = format!("cargo test {}", "x".repeat(200));
        assert_eq!(purpose_of_line(&long), None);
        let prose = "make test and then read all of the files of the home folder to me";
        assert_eq!(purpose_of_line(prose), None);
    }

    #[test]
    fn a_plain_name_is_one_word() {
        for name in ["test", "test:unit", "build-docs", "@scope/a.b"] {
            assert!(is_plain_name(name), "{name}");
        }
        for name in ["", "a b", "a;b", "$x", "-rf", "a\nb", "ü"] {
            assert!(!is_plain_name(name), "{name}");
        }
    }
}
