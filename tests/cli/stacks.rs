//! Project index of a small project of each stack (`fixtures/repos/stacks.sh`).

use serde_json::Value;

use crate::common::World;

/// Expected index of a project. Commands are written as the index sorts them: purpose, folder if it
/// is not the top, and line.
struct Project {
    folder: &'static str,
    stacks: &'static [&'static str],
    managers: &'static [&'static str],
    commands: &'static [&'static str],
    /// Entries of the top level that are more than the usual `src` and `tests`.
    roles: &'static [(&'static str, &'static str)],
}

const PROJECTS: [Project; 19] = [
    Project {
        folder: "rust",
        stacks: &["rust"],
        managers: &["cargo"],
        commands: &[
            "test: cargo test",
            "build: cargo build",
            "lint: cargo clippy",
        ],
        roles: &[
            ("Cargo.toml", "config"),
            ("Cargo.lock", "generated"),
            ("src", "source"),
            ("tests", "tests"),
            ("benches", "tests"),
        ],
    },
    Project {
        folder: "python",
        stacks: &["python"],
        managers: &["uv"],
        commands: &["test: uv run pytest", "lint: uv run ruff check ."],
        roles: &[("pyproject.toml", "config"), ("uv.lock", "generated")],
    },
    Project {
        folder: "django",
        stacks: &["python"],
        managers: &["pip"],
        commands: &[
            "test: python manage.py test",
            "run: python manage.py runserver",
        ],
        roles: &[
            ("requirements.txt", "config"),
            ("manage.py", "source"),
            ("shop", "source"),
        ],
    },
    Project {
        folder: "javascript",
        stacks: &["javascript"],
        managers: &["npm"],
        commands: &["test: npm test", "lint: npm run lint", "run: npm run start"],
        roles: &[
            ("node_modules", "dependency"),
            ("package-lock.json", "generated"),
            ("package.json", "config"),
            ("test", "tests"),
        ],
    },
    Project {
        folder: "typescript",
        stacks: &["javascript", "typescript"],
        managers: &["pnpm"],
        commands: &[
            "test: pnpm test",
            "build: pnpm run build",
            "run: pnpm run dev",
        ],
        roles: &[("dist", "generated"), ("tsconfig.json", "config")],
    },
    Project {
        folder: "go",
        stacks: &["go"],
        managers: &["go"],
        commands: &[
            "test: go test ./...",
            "build: go build ./...",
            "lint: go vet ./...",
            "lint: golangci-lint run",
        ],
        roles: &[
            ("cmd", "source"),
            ("internal", "source"),
            ("go.sum", "generated"),
        ],
    },
    Project {
        folder: "java",
        stacks: &["java"],
        managers: &["maven"],
        commands: &["test: ./mvnw test", "build: ./mvnw package"],
        roles: &[
            ("target", "build"),
            ("pom.xml", "config"),
            ("mvnw", "config"),
        ],
    },
    Project {
        folder: "kotlin",
        stacks: &["kotlin"],
        managers: &["gradle"],
        commands: &["test: ./gradlew test", "build: ./gradlew build"],
        roles: &[("gradle", "config"), ("gradlew", "config")],
    },
    Project {
        folder: "c",
        stacks: &["c"],
        managers: &[],
        commands: &[
            "test: ctest --test-dir build",
            "build: cmake -S . -B build && cmake --build build",
        ],
        roles: &[("CMakeLists.txt", "config"), ("include", "source")],
    },
    Project {
        folder: "c++",
        stacks: &["c++"],
        managers: &[],
        commands: &[
            "test: meson test -C build",
            "build: meson setup build && meson compile -C build",
        ],
        roles: &[("meson.build", "config")],
    },
    Project {
        folder: "csharp",
        stacks: &["csharp"],
        managers: &["nuget"],
        commands: &[
            "test: dotnet test",
            "test in src/Counter: dotnet test",
            "build: dotnet build",
            "build in src/Counter: dotnet build",
        ],
        roles: &[("Counter.sln", "config")],
    },
    Project {
        folder: "ruby",
        stacks: &["ruby"],
        managers: &["bundler"],
        commands: &["test: bundle exec rspec", "lint: bundle exec rubocop"],
        roles: &[("Gemfile", "config"), ("lib", "source"), ("spec", "tests")],
    },
    Project {
        folder: "php",
        stacks: &["php"],
        managers: &["composer"],
        commands: &[
            "test: composer run test",
            "test: vendor/bin/phpunit",
            "lint: composer run lint",
        ],
        roles: &[("vendor", "dependency"), ("phpunit.xml.dist", "config")],
    },
    Project {
        folder: "elixir",
        stacks: &["elixir"],
        managers: &["mix"],
        commands: &[
            "test: mix test",
            "build: mix compile",
            "lint: mix format --check-formatted",
        ],
        roles: &[
            ("_build", "build"),
            ("deps", "dependency"),
            ("mix.exs", "config"),
        ],
    },
    Project {
        folder: "swift",
        stacks: &["swift"],
        managers: &["swiftpm"],
        commands: &["test: swift test", "build: swift build"],
        roles: &[
            ("Package.swift", "config"),
            ("Sources", "source"),
            ("Tests", "tests"),
        ],
    },
    Project {
        folder: "terraform",
        stacks: &["terraform"],
        managers: &["terraform"],
        commands: &[
            "build: terraform plan",
            "build in modules/network: terraform plan",
            "lint: terraform validate",
            "lint: tflint",
            "lint in modules/network: terraform validate",
        ],
        roles: &[("main.tf", "source"), ("modules", "source")],
    },
    Project {
        folder: "docker",
        stacks: &["docker"],
        managers: &[],
        commands: &["build: docker build .", "run: docker compose up"],
        roles: &[("Dockerfile", "config"), ("compose.yaml", "config")],
    },
    Project {
        folder: "nix",
        stacks: &["nix"],
        managers: &["nix"],
        commands: &["build: nix build", "lint: nix flake check"],
        roles: &[("flake.nix", "config"), ("flake.lock", "generated")],
    },
    Project {
        folder: "monorepo",
        stacks: &["rust", "javascript"],
        managers: &["cargo", "pnpm"],
        commands: &[
            "test: make test",
            "test: cargo test",
            "test in web/admin: pnpm test",
            "test in web/shop: pnpm test",
            "build: cargo build",
            "lint: make lint",
            "lint: cargo clippy",
        ],
        roles: &[
            (".github", "config"),
            ("crates", "source"),
            ("web", "source"),
            ("Makefile", "config"),
        ],
    },
];

#[test]
fn a_project_of_each_stack_is_known_by_its_files() {
    let mut world = World::empty();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/repos/stacks.sh");
    world.shell(&format!("sh '{script}'")).ok();
    let made = std::fs::read_dir(&world.here).unwrap().count();
    assert_eq!(made, PROJECTS.len(), "each of them has a row here");
    let top = world.here.clone();
    for project in &PROJECTS {
        world.here = top.join(project.folder);
        world.git("init -q -b main").ok();
        world.git("add .").ok();
        world.git("commit -q -m Begin").ok();
        // A pack needs the documents, and makes them.
        world.memory("context").ok();
        let document = |name: &str| -> Value {
            let text = world.read(&format!(".git/memory/project/{name}.v1.json"));
            serde_json::from_str(&text).unwrap()
        };
        judge(
            project,
            &document("stack-profile"),
            &document("directory-map"),
        );
    }
}

#[track_caller]
fn judge(project: &Project, profile: &Value, map: &Value) {
    let folder = project.folder;
    let found: Vec<&str> = each(&profile["stacks"])
        .map(|it| text(&it["name"]))
        .collect();
    assert_eq!(found, project.stacks, "{folder}");
    let found: Vec<&str> = each(&profile["package_managers"]).map(text).collect();
    assert_eq!(found, project.managers, "{folder}");
    let command = |it: &Value| match text(&it["folder"]) {
        "" => format!("{}: {}", text(&it["purpose"]), text(&it["line"])),
        place => format!("{} in {place}: {}", text(&it["purpose"]), text(&it["line"])),
    };
    let found: Vec<String> = each(&profile["commands"]).map(command).collect();
    assert_eq!(found, project.commands, "{folder}");
    for (name, role) in project.roles {
        let mut entries = each(&map["entries"]);
        let entry = entries.find(|it| text(&it["name"]) == *name);
        assert_eq!(text(&entry.unwrap()["role"]), *role, "{folder}: {name}");
    }
    assert_eq!(profile["faults"], serde_json::json!([]), "{folder}");
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().unwrap().iter()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}
