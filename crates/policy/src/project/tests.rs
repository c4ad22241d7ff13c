//! A small repository of each stack, and the expected documents.

use super::known::{Use, use_of};
use super::*;

/// A repository with these files; all of them are tracked.
fn repository(files: &[(&str, &str)]) -> Project {
    of(files, &[])
}

/// A project with folders and files at the top that git ignores, or does not track.
fn of(files: &[(&str, &str)], others: &[(&str, Option<&str>)]) -> Project {
    let mut top = TopLevel::default();
    let mut contents = Contents::new();
    for (path, text) in files {
        let name = path.split('/').next().unwrap();
        let below = path.contains('/');
        let is_source = known::is_source(path.rsplit('/').next().unwrap());
        if let Some(entry) = top.entries.iter_mut().find(|entry| entry.name == name) {
            entry.has_source |= is_source;
        } else {
            top.entries.push(TopEntry {
                name: name.to_owned(),
                kind: if below {
                    TopKind::Folder
                } else {
                    TopKind::File
                },
                is_tracked: true,
                is_committed: true,
                ignored_by: None,
                has_source: below && is_source,
            });
        }
        let content = match use_of(path) {
            Some(Use::Read) => Content::Blob("0".repeat(40)),
            Some(Use::Mark | Use::Source) => Content::Unread,
            None => continue,
        };
        contents.insert((*path).to_owned(), text.as_bytes().to_vec());
        let path = (*path).to_owned();
        top.files.push(KnownFile { path, content });
    }
    for (name, rule) in others {
        top.entries.push(TopEntry {
            name: (*name).to_owned(),
            kind: TopKind::Folder,
            is_tracked: false,
            is_committed: false,
            ignored_by: rule.map(str::to_owned),
            has_source: false,
        });
    }
    top.entries.sort_by(|a, b| a.name.cmp(&b.name));
    top.files.sort_by(|a, b| a.path.cmp(&b.path));
    Project::of(&top, &contents)
}

fn stacks(project: &Project) -> Vec<&str> {
    let stacks = project.profile.stacks.iter();
    stacks.map(|stack| stack.name.as_str()).collect()
}

/// The commands of a purpose, with their folders.
fn commands(project: &Project, purpose: Purpose) -> Vec<String> {
    let mut lines = Vec::new();
    for command in &project.profile.commands {
        if command.purpose == purpose {
            let separator = if command.folder.is_empty() { "" } else { ": " };
            lines.push(format!("{}{separator}{}", command.folder, command.line));
        }
    }
    lines
}

#[test]
fn each_stack_is_known_by_its_files() {
    for (files, stack, manager, test, build) in [
        (
            &["Cargo.toml"][..],
            "rust",
            "cargo",
            "cargo test",
            "cargo build",
        ),
        (
            &["pyproject.toml", "uv.lock"],
            "python",
            "uv",
            "uv run pytest",
            "uv build",
        ),
        (
            &["package.json", "yarn.lock"],
            "javascript",
            "yarn",
            "yarn test",
            "yarn run build",
        ),
        (&["go.mod"], "go", "go", "go test ./...", "go build ./..."),
        (&["pom.xml"], "java", "maven", "mvn test", "mvn package"),
        (
            &["build.gradle", "gradlew"],
            "java",
            "gradle",
            "./gradlew test",
            "./gradlew build",
        ),
        (
            &["CMakeLists.txt", "conanfile.txt"],
            "c",
            "conan",
            "ctest --test-dir build",
            "cmake",
        ),
        (
            &["App.csproj", "App.sln"],
            "csharp",
            "nuget",
            "dotnet test",
            "dotnet build",
        ),
        (
            &["Gemfile", ".rspec"],
            "ruby",
            "bundler",
            "bundle exec rspec",
            "",
        ),
        (
            &["composer.json", "phpunit.xml"],
            "php",
            "composer",
            "vendor/bin/phpunit",
            "",
        ),
        (&["mix.exs"], "elixir", "mix", "mix test", "mix compile"),
        (
            &["Package.swift"],
            "swift",
            "swiftpm",
            "swift test",
            "swift build",
        ),
        (
            &["main.tf", ".terraform.lock.hcl"],
            "terraform",
            "terraform",
            "",
            "terraform plan",
        ),
        (&["Dockerfile"], "docker", "", "", "docker build ."),
        (&["flake.nix"], "nix", "nix", "", "nix build"),
    ] {
        let texts: Vec<(&str, &str)> = files.iter().map(|path| (*path, text_of(path))).collect();
        let project = repository(&texts);
        assert_eq!(stacks(&project), [stack], "{files:?}");
        assert_eq!(project.profile.stacks[0].evidence[0], files[0]);
        assert_eq!(project.profile.faults, Vec::<String>::new(), "{stack}");
        let managers = &project.profile.package_managers;
        assert!(manager.is_empty() || *managers == [manager], "{managers:?}");
        for (purpose, line) in [(Purpose::Test, test), (Purpose::Build, build)] {
            let lines = commands(&project, purpose);
            let first = lines.first().cloned().unwrap_or_default();
            assert!(first.starts_with(line), "{stack}: {lines:?}");
            assert_eq!(first.is_empty(), line.is_empty(), "{stack}: {lines:?}");
        }
        assert!(
            project
                .profile
                .manifests
                .iter()
                .all(|file| file.blob.is_some())
        );
    }
}

/// A small text of the form that the file has.
fn text_of(path: &str) -> &'static str {
    match path {
        "Cargo.toml" => "[package]\nname = \"a\"\n",
        "pyproject.toml" => {
            "[build-system]\nrequires = []\n[tool.pytest.ini_options]\n[tool.ruff]\n"
        }
        "package.json" => r#"{"scripts": {"build": "tsc", "test": "jest", "posttest": "x"}}"#,
        "composer.json" => "{}",
        "CMakeLists.txt" => "Project (a C)\n",
        "go.mod" => "module a\n",
        _ => "",
    }
}

#[test]
fn a_text_can_show_a_stack_too() {
    let types = r#"{"devDependencies": {"typescript": "5"}}"#;
    assert_eq!(
        stacks(&repository(&[("package.json", types)])),
        ["javascript", "typescript"]
    );
    let kotlin = "plugins { kotlin(\"jvm\") }";
    assert_eq!(
        stacks(&repository(&[("build.gradle.kts", kotlin)])),
        ["kotlin"]
    );
    let both = repository(&[("CMakeLists.txt", "project(x LANGUAGES C CXX)")]);
    assert_eq!(stacks(&both), ["c", "c++"]);
    // A file of the same name in a folder of a project describes the folder.
    let parts = [
        ("CMakeLists.txt", "project(x C)"),
        ("a/CMakeLists.txt", "add_library(a)"),
    ];
    assert_eq!(commands(&repository(&parts), Purpose::Test).len(), 1);
    let scripts = repository(&[("src/a.py", ""), ("docs/conf.py", ""), ("main.tf", "")]);
    assert_eq!(stacks(&scripts), ["terraform", "python"]);
}

#[test]
fn shared_manifests_belong_to_the_stacks_that_are_used() {
    let kotlin = "plugins { kotlin(\"jvm\") }";
    for (files, used) in [
        (&[("CMakeLists.txt", "project(x CXX)")][..], &["c++"][..]),
        (
            &[("conanfile.txt", ""), ("a.cpp", ""), ("a.h", "")],
            &["c++"],
        ),
        (
            &[("conanfile.txt", ""), ("a.cpp", ""), ("a.c", "")],
            &["c", "c++"],
        ),
        (&[("CMakeLists.txt", "project(x) # C")], &["c"]),
        (
            &[("CMakeLists.txt", "add_library(a a.c b.cpp)")],
            &["c", "c++"],
        ),
        (
            &[("meson.build", "project('x', ['c', 'cpp'])")],
            &["c", "c++"],
        ),
        (&[("include/a.h", "")], &["c"]),
        (
            &[("build.gradle.kts", kotlin), ("gradlew", "")],
            &["kotlin"],
        ),
        (
            &[("build.gradle.kts", kotlin), ("src/A.java", "")],
            &["java", "kotlin"],
        ),
        (
            &[
                ("build.gradle.kts", "plugins {\n  java\n}"),
                ("a/build.gradle.kts", kotlin),
            ],
            &["java", "kotlin"],
        ),
        (
            &[
                ("pom.xml", "<project><packaging>pom</packaging></project>"),
                ("a/pom.xml", "<project>kotlin-maven-plugin</project>"),
            ],
            &["kotlin"],
        ),
        (
            &[
                ("pom.xml", "<project></project>"),
                ("a/pom.xml", "<project>kotlin-maven-plugin</project>"),
            ],
            &["java", "kotlin"],
        ),
        (
            &[("CMakeLists.txt", "project(x)"), ("src/core/a.cpp", "")],
            &["c++"],
        ),
        (
            &[("build.gradle.kts", "plugins { id(\"war\") }")],
            &["java"],
        ),
    ] {
        let project = repository(files);
        assert_eq!(stacks(&project), used, "{files:?}");
        for manifest in &project.profile.manifests {
            assert!(used.contains(&manifest.stack.as_str()), "{manifest:?}");
        }
        let first = &project.profile.stacks[0].evidence[0];
        assert_eq!(first, files[0].0, "{files:?}");
    }
}

#[test]
fn commands_of_the_project_come_before_those_of_its_tools() {
    let workflow = "jobs:\n  a:\n    steps:\n      - run: |\n          cargo test --all\n          \
        echo ${{ secrets.X }}\n      - run: cargo clippy\n        working-directory: x\n";
    let project = repository(&[
        ("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n"),
        ("crates/a/Cargo.toml", "[package]\n"),
        ("tools/x/Cargo.toml", "[package]\n"),
        (
            "Makefile",
            "CC := gcc\n.PHONY: check\ncheck: a b\n\tcargo test\nlint fmt:\n\tx\n",
        ),
        (
            "justfile",
            "test-all:\n  x\nbuild target:\n  x\nname := \"test\"\n",
        ),
        (".github/workflows/ci.yml", workflow),
        (".ci/run", ""),
    ]);
    assert_eq!(
        commands(&project, Purpose::Test),
        [
            "./.ci/run",
            "make check",
            "just test-all",
            "cargo test --all",
            "cargo test",
            "tools/x: cargo test"
        ]
    );
    let lint = commands(&project, Purpose::Lint);
    assert_eq!(
        lint,
        [
            "make lint",
            "make fmt",
            "cargo clippy",
            "tools/x: cargo clippy"
        ]
    );
}

#[test]
fn members_have_commands_where_their_workspace_has_none() {
    let module = "module a\n";
    let of_go = [
        ("go.work", "go 1.22\nuse ./a\nuse b\n"),
        ("a/go.mod", module),
        ("b/go.mod", module),
    ];
    let each = ["a: go test ./...", "b: go test ./..."];
    assert_eq!(commands(&repository(&of_go), Purpose::Test), each);
    // Modules below the top's own module still keep their commands.
    let with_top = [&of_go[..], &[("go.mod", module)]].concat();
    let all = [&["go test ./..."][..], &each].concat();
    assert_eq!(commands(&repository(&with_top), Purpose::Test), all);
    for members in ["**", "*", ".", "a"] {
        let list = format!("[workspace]\nmembers = [\"{members}\", \"a\"]\n");
        let project = repository(&[("Cargo.toml", &list), ("a/Cargo.toml", "[package]\n")]);
        let lines = commands(&project, Purpose::Test);
        assert_eq!(lines, ["cargo test"], "{members}");
    }
}

#[test]
fn tasks_of_a_rakefile_are_commands() {
    let text = "require 'rake'\ntask :test do\n  task :inner\nend\ntask lint: []\n\
        task \"build\"\nmultitask(:compile)\ntask 'spec' => :test\ntask name do\nend\n\
        task \"test#{x}\"\ntask :release => :build\ntask :default => :test\n# task :verify\n";
    let project = repository(&[("Rakefile", text)]);
    let lines: Vec<&str> = project
        .profile
        .commands
        .iter()
        .map(|it| it.line.as_str())
        .collect();
    assert_eq!(
        lines,
        [
            "rake test",
            "rake spec",
            "rake build",
            "rake compile",
            "rake lint"
        ]
    );
    for (text, line) in [
        ("task :default => :test", "rake"),
        ("task default: %i[spec rubocop]", "rake"),
        ("task :default => [:check_it, :build]", ""),
        ("Rake::TestTask.new\ntask :test => :x", "rake test"),
    ] {
        let lines = commands(&repository(&[("Rakefile", text)]), Purpose::Test);
        assert_eq!(lines.join(" "), line, "{text}");
    }
    let bundled = repository(&[("Gemfile", ""), ("Rakefile", "task :test")]);
    assert_eq!(commands(&bundled, Purpose::Test), ["bundle exec rake test"]);
}

#[test]
fn the_manager_of_a_workspace_is_that_of_its_packages() {
    let root = r#"{"packageManager": "pnpm@9.1.0", "workspaces": ["packages/*"]}"#;
    let part = r#"{"scripts": {"test:unit": "x", "test": "echo no test specified", "a b": "x",
        "dev": "vite"}}"#;
    let project = repository(&[
        ("package.json", root),
        ("pnpm-lock.yaml", ""),
        ("packages/a/package.json", part),
    ]);
    assert_eq!(
        commands(&project, Purpose::Test),
        ["packages/a: pnpm run test:unit"]
    );
    assert_eq!(
        commands(&project, Purpose::Run),
        ["packages/a: pnpm run dev"]
    );
    assert_eq!(project.profile.package_managers, ["pnpm"]);
}

#[test]
fn a_file_that_cannot_be_understood_is_named_and_the_rest_is_told() {
    let deep = "[".repeat(100_000);
    let bomb = "a: &a [x,x]\nb: &b [*a,*a]\ntasks: *b\n";
    // Put together here, so that no scanner stumbles over this file.
    let token = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o50smkjE"].concat();
    let secret = format!("jobs: {{a: {{steps: [{{run: 'cargo test --token {token}'}}]}}}}");
    let project = repository(&[
        ("Cargo.toml", "[package\n"),
        ("package.json", &deep),
        ("composer.json", "[]"),
        ("Taskfile.yml", bomb),
        (".github/workflows/ci.yml", &secret),
        ("go.mod", "\0\u{1b}[31m"),
    ]);
    assert_eq!(
        project.profile.faults,
        [
            "Cargo.toml: is not valid TOML",
            "composer.json: is not a valid JSON object",
            "go.mod: is not a valid go.mod",
            "package.json: is not a valid JSON object"
        ]
    );
    let lines = commands(&project, Purpose::Test);
    assert!(lines.contains(&"go test ./...".to_owned()), "{lines:?}");
    let all = serde_json::to_string(&project.profile).unwrap();
    assert!(!all.contains("ghp_") && !all.contains("u001b"), "{all}");
}

#[test]
fn many_commands_and_manifests_have_an_end() {
    let mut targets = String::new();
    for nth in 0..5000 {
        targets.extend([format!("test-{nth}:\n")]);
    }
    let paths: Vec<String> = (0..900).map(|nth| format!("p{nth}/a/Cargo.toml")).collect();
    let mut files = vec![("Makefile", targets.as_str())];
    files.extend(paths.iter().map(|path| (path.as_str(), "[package]\n")));
    let project = repository(&files);
    assert_eq!(project.profile.commands.len(), 200);
    assert_eq!(project.profile.manifests.len(), 500);
    assert!(project.profile.stacks[0].evidence.len() <= 8);
}

#[test]
fn git_the_attributes_and_the_stacks_decide_in_this_order() {
    let attributes = "out/** linguist-generated\ndist/** linguist-generated\n\
        own/vendor linguist-vendored\nvendor/** \
        -linguist-vendored\n/ext/** linguist-vendored\nstuff export-ignore\n";
    let modules = "[submodule \"x\"]\n\tpath = libs\n";
    let project = of(
        &[
            (".gitattributes", attributes),
            (".gitmodules", modules),
            ("Cargo.toml", "[package]\n"),
            ("src/lib.rs", ""),
            ("tests/a.rs", ""),
            ("out/x.rs", ""),
            ("ext/x.rs", ""),
            ("vendor/x.rs", ""),
            ("libs/x.rs", ""),
            ("build/x.rs", ""),
            ("stuff/x", ""),
            ("parser/x.rs", ""),
            ("memory/summary.md", ""),
            ("sessions/x.rs", ""),
            ("receipts/x.rs", ""),
        ],
        &[
            ("target", Some(".gitignore, line 1")),
            ("mine", Some("the user's own rules, line 2")),
            ("dist", None),
            (".waypoints", None),
            (".git", None),
        ],
    );
    let index = &project.index;
    assert_eq!(index.blocked_top_level_dirs, [".git", ".waypoints"]);
    // Generated folders are still searched.
    let ignored = ["dist", "ext", "libs", "mine", "target"];
    assert_eq!(index.ignored_top_level_dirs, ignored);
    let focus = [
        "build", "parser", "receipts", "sessions", "src", "tests", "vendor",
    ];
    assert_eq!(index.focus_top_level_dirs, focus);
    let role = |name: &str| project.map.find(name).unwrap().role;
    assert_eq!(
        (role("target"), role("libs")),
        (Role::Build, Role::Dependency)
    );
    assert_eq!(role("out"), Role::Generated);
    assert_eq!(
        (role("memory"), role("stuff")),
        (Role::Memory, Role::Config)
    );
    let reason = |name: &str| &project.map.find(name).unwrap().ignore_for_search.reason;
    assert_eq!(reason("target"), "git ignores it (.gitignore, line 1)");
    let log = project.map.find("sessions").unwrap();
    assert!(!log.blocked_for_tools.is_set && log.blocked_for_tools.reason.contains("tracks"));
    for entry in &project.map.entries {
        for flag in [&entry.ignore_for_search, &entry.blocked_for_tools] {
            assert!(
                !flag.reason.is_empty() && !flag.reason.contains('\n'),
                "{entry:?}"
            );
        }
    }
}

#[test]
fn logs_that_no_commit_has_are_blocked_whether_they_are_there_or_not() {
    let none = repository(&[("a.rs", "")]);
    assert_eq!(none.index.blocked_top_level_dirs, ALWAYS_BLOCKED);
    let some = of(
        &[("a.rs", "")],
        &[("sessions", None), ("receipts", Some("x"))],
    );
    assert_eq!(some.index.blocked_top_level_dirs, ALWAYS_BLOCKED);
}
