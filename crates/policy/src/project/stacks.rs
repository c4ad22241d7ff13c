//! The table of stacks: the files by which each is known, and the commands that its manifests bring
//! with them. A new stack is a row.

use super::Purpose::{self, Build, Lint, Run, Test};
use super::pattern::fits;

/// Properties of a stack. A pattern is a file's name, or `*` and the ending of a name.
pub(crate) struct StackRow {
    pub(crate) name: &'static str,
    /// The files that describe the build of a part of a repository.
    pub(crate) manifests: &'static [&'static str],
    /// Other names that show it, or that decide about a command.
    pub(crate) marks: &'static [&'static str],
    /// Endings of its source files.
    endings: &'static [&'static str],
    /// Files, and the package manager that each shows.
    pub(crate) managers: &'static [(&'static str, &'static str)],
    pub(crate) commands: &'static [Convention],
}

/// A command that is available with every manifest of this name.
pub(crate) struct Convention {
    pub(crate) manifest: &'static str,
    /// Only beside this file.
    pub(crate) with: Option<&'static str>,
    /// Not beside this file.
    pub(crate) without: Option<&'static str>,
    pub(crate) purpose: Purpose,
    pub(crate) line: &'static str,
}

const fn always(manifest: &'static str, purpose: Purpose, line: &'static str) -> Convention {
    Convention {
        manifest,
        with: None,
        without: None,
        purpose,
        line,
    }
}

const fn with(
    manifest: &'static str,
    with: &'static str,
    purpose: Purpose,
    line: &'static str,
) -> Convention {
    Convention {
        with: Some(with),
        ..always(manifest, purpose, line)
    }
}

const fn without(
    manifest: &'static str,
    without: &'static str,
    purpose: Purpose,
    line: &'static str,
) -> Convention {
    Convention {
        without: Some(without),
        ..always(manifest, purpose, line)
    }
}

/// A stack whose manifests build another one, too. If the other is used, and no source file and no
/// manifest's text names this one, all of them belong to the other.
pub(crate) struct Shared {
    pub(crate) stack: &'static str,
    pub(crate) with: &'static str,
    /// Endings of its source files that the other has, too.
    pub(crate) endings: &'static [&'static str],
}

pub(crate) static SHARED: [Shared; 2] = [
    Shared {
        stack: "c",
        with: "c++",
        endings: &[".h"],
    },
    Shared {
        stack: "java",
        with: "kotlin",
        endings: &[],
    },
];

/// The place of a stack in the table.
pub(crate) fn place_of(stack: &str) -> Option<usize> {
    STACKS.iter().position(|row| row.name == stack)
}

impl StackRow {
    /// True if a name is that of one of the stack's source files.
    pub(crate) fn has_ending(&self, name: &str) -> bool {
        let mut endings = self.endings.iter();
        endings.any(|ending| name.len() > ending.len() && name.ends_with(ending))
    }

    /// True if a name is that of one of the stack's manifests.
    pub(crate) fn has_manifest(&self, name: &str) -> bool {
        self.manifests.iter().any(|pattern| fits(pattern, name))
    }
}

pub(crate) static STACKS: [StackRow; 21] = [
    StackRow {
        name: "rust",
        manifests: &["Cargo.toml"],
        marks: &["rust-toolchain", "rust-toolchain.toml"],
        endings: &[".rs"],
        managers: &[("Cargo.toml", "cargo")],
        commands: &[
            always("Cargo.toml", Test, "cargo test"),
            always("Cargo.toml", Build, "cargo build"),
            always("Cargo.toml", Lint, "cargo clippy"),
        ],
    },
    StackRow {
        name: "python",
        manifests: &[
            "pyproject.toml",
            "setup.py",
            "setup.cfg",
            "requirements.txt",
            "Pipfile",
            "environment.yml",
        ],
        marks: &[
            "pytest.ini",
            "conftest.py",
            "manage.py",
            "noxfile.py",
            ".python-version",
        ],
        endings: &[".py", ".pyi", ".ipynb"],
        managers: &[
            ("requirements.txt", "pip"),
            ("Pipfile", "pipenv"),
            ("poetry.lock", "poetry"),
            ("pdm.lock", "pdm"),
            ("uv.lock", "uv"),
            ("environment.yml", "conda"),
        ],
        commands: &[
            without("setup.py", "pyproject.toml", Build, "python -m build"),
            with("setup.py", "pytest.ini", Test, "pytest"),
            with("requirements.txt", "pytest.ini", Test, "pytest"),
            with(
                "requirements.txt",
                "manage.py",
                Test,
                "python manage.py test",
            ),
            with(
                "requirements.txt",
                "manage.py",
                Run,
                "python manage.py runserver",
            ),
        ],
    },
    StackRow {
        name: "javascript",
        manifests: &[
            "package.json",
            "pnpm-workspace.yaml",
            "deno.json",
            "deno.jsonc",
        ],
        marks: &[".nvmrc", ".node-version", "bunfig.toml"],
        endings: &[".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"],
        managers: &[
            ("package-lock.json", "npm"),
            ("npm-shrinkwrap.json", "npm"),
            ("yarn.lock", "yarn"),
            ("pnpm-lock.yaml", "pnpm"),
            ("pnpm-workspace.yaml", "pnpm"),
            ("bun.lock", "bun"),
            ("bun.lockb", "bun"),
            ("deno.lock", "deno"),
        ],
        commands: &[
            always("deno.json", Test, "deno test"),
            always("deno.json", Lint, "deno lint"),
            always("deno.jsonc", Test, "deno test"),
            always("deno.jsonc", Lint, "deno lint"),
        ],
    },
    StackRow {
        name: "typescript",
        manifests: &["tsconfig.json"],
        marks: &["tsconfig.base.json"],
        endings: &[".ts", ".tsx", ".mts", ".cts"],
        managers: &[],
        commands: &[],
    },
    StackRow {
        name: "go",
        manifests: &["go.mod", "go.work"],
        marks: &[".golangci.yml", ".golangci.yaml", ".golangci.toml"],
        endings: &[".go"],
        managers: &[("go.mod", "go")],
        commands: &[
            always("go.mod", Test, "go test ./..."),
            always("go.mod", Build, "go build ./..."),
            always("go.mod", Lint, "go vet ./..."),
            with("go.mod", ".golangci.yml", Lint, "golangci-lint run"),
            with("go.mod", ".golangci.yaml", Lint, "golangci-lint run"),
            with("go.mod", ".golangci.toml", Lint, "golangci-lint run"),
        ],
    },
    StackRow {
        name: "java",
        manifests: &[
            "pom.xml",
            "build.gradle",
            "build.gradle.kts",
            "settings.gradle",
            "settings.gradle.kts",
        ],
        marks: &["gradlew", "mvnw"],
        endings: &[".java"],
        managers: &[
            ("pom.xml", "maven"),
            ("build.gradle", "gradle"),
            ("build.gradle.kts", "gradle"),
            ("settings.gradle", "gradle"),
            ("settings.gradle.kts", "gradle"),
        ],
        commands: &[
            with("pom.xml", "mvnw", Test, "./mvnw test"),
            with("pom.xml", "mvnw", Build, "./mvnw package"),
            without("pom.xml", "mvnw", Test, "mvn test"),
            without("pom.xml", "mvnw", Build, "mvn package"),
            with("build.gradle", "gradlew", Test, "./gradlew test"),
            with("build.gradle", "gradlew", Build, "./gradlew build"),
            without("build.gradle", "gradlew", Test, "gradle test"),
            without("build.gradle", "gradlew", Build, "gradle build"),
            with("build.gradle.kts", "gradlew", Test, "./gradlew test"),
            with("build.gradle.kts", "gradlew", Build, "./gradlew build"),
            without("build.gradle.kts", "gradlew", Test, "gradle test"),
            without("build.gradle.kts", "gradlew", Build, "gradle build"),
            with("settings.gradle", "gradlew", Test, "./gradlew test"),
            with("settings.gradle", "gradlew", Build, "./gradlew build"),
            with("settings.gradle.kts", "gradlew", Test, "./gradlew test"),
            with("settings.gradle.kts", "gradlew", Build, "./gradlew build"),
        ],
    },
    StackRow {
        name: "kotlin",
        // Its builds are Gradle's and Maven's, which are Java's: their texts name it.
        manifests: &[],
        marks: &["detekt.yml"],
        endings: &[".kt", ".kts"],
        managers: &[],
        commands: &[],
    },
    StackRow {
        name: "c",
        manifests: &[
            "CMakeLists.txt",
            "meson.build",
            "configure.ac",
            "conanfile.txt",
            "vcpkg.json",
        ],
        marks: &["configure", "conanfile.py", "compile_flags.txt"],
        endings: &[".c", ".h"],
        managers: &[
            ("conanfile.txt", "conan"),
            ("conanfile.py", "conan"),
            ("vcpkg.json", "vcpkg"),
        ],
        commands: &[always("configure.ac", Build, "./configure && make")],
    },
    StackRow {
        name: "c++",
        // CMake and Meson build both: the endings tell them apart, or the text of the manifest.
        manifests: &[],
        marks: &[],
        endings: &[".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx"],
        managers: &[],
        commands: &[],
    },
    StackRow {
        name: "csharp",
        manifests: &[
            "*.csproj",
            "*.sln",
            "*.slnx",
            "Directory.Build.props",
            "global.json",
        ],
        marks: &["nuget.config", "NuGet.Config", "Directory.Packages.props"],
        endings: &[".cs"],
        managers: &[("*.csproj", "nuget"), ("Directory.Packages.props", "nuget")],
        commands: &[
            always("*.sln", Test, "dotnet test"),
            always("*.sln", Build, "dotnet build"),
            always("*.slnx", Test, "dotnet test"),
            always("*.slnx", Build, "dotnet build"),
            always("*.csproj", Test, "dotnet test"),
            always("*.csproj", Build, "dotnet build"),
        ],
    },
    StackRow {
        name: "ruby",
        manifests: &["Gemfile", "*.gemspec", "Rakefile"],
        marks: &[".rspec", ".rubocop.yml", ".ruby-version"],
        endings: &[".rb"],
        managers: &[("Gemfile", "bundler"), ("Gemfile.lock", "bundler")],
        commands: &[
            with("Gemfile", ".rspec", Test, "bundle exec rspec"),
            with("Gemfile", ".rubocop.yml", Lint, "bundle exec rubocop"),
        ],
    },
    StackRow {
        name: "php",
        manifests: &["composer.json"],
        marks: &[
            "phpunit.xml",
            "phpunit.xml.dist",
            "phpstan.neon",
            "phpstan.neon.dist",
            "artisan",
        ],
        endings: &[".php"],
        managers: &[("composer.json", "composer")],
        commands: &[
            with("composer.json", "phpunit.xml", Test, "vendor/bin/phpunit"),
            with(
                "composer.json",
                "phpunit.xml.dist",
                Test,
                "vendor/bin/phpunit",
            ),
            with(
                "composer.json",
                "phpstan.neon",
                Lint,
                "vendor/bin/phpstan analyse",
            ),
            with(
                "composer.json",
                "phpstan.neon.dist",
                Lint,
                "vendor/bin/phpstan analyse",
            ),
            with("composer.json", "artisan", Run, "php artisan serve"),
        ],
    },
    StackRow {
        name: "elixir",
        manifests: &["mix.exs"],
        marks: &[".credo.exs", ".formatter.exs"],
        endings: &[".ex", ".exs"],
        managers: &[("mix.exs", "mix")],
        commands: &[
            always("mix.exs", Test, "mix test"),
            always("mix.exs", Build, "mix compile"),
            with(
                "mix.exs",
                ".formatter.exs",
                Lint,
                "mix format --check-formatted",
            ),
            with("mix.exs", ".credo.exs", Lint, "mix credo"),
        ],
    },
    StackRow {
        name: "swift",
        manifests: &["Package.swift", "Podfile"],
        marks: &[".swiftlint.yml", "Package.resolved"],
        endings: &[".swift"],
        managers: &[("Package.swift", "swiftpm"), ("Podfile", "cocoapods")],
        commands: &[
            always("Package.swift", Test, "swift test"),
            always("Package.swift", Build, "swift build"),
            with("Package.swift", ".swiftlint.yml", Lint, "swiftlint"),
        ],
    },
    StackRow {
        name: "terraform",
        manifests: &["*.tf"],
        marks: &[".tflint.hcl", "terragrunt.hcl", ".terraform.lock.hcl"],
        endings: &[".tf", ".tfvars"],
        managers: &[(".terraform.lock.hcl", "terraform")],
        commands: &[
            always("*.tf", Lint, "terraform validate"),
            with("*.tf", ".tflint.hcl", Lint, "tflint"),
            always("*.tf", Build, "terraform plan"),
        ],
    },
    StackRow {
        name: "docker",
        manifests: &[
            "Dockerfile",
            "Containerfile",
            "*.Dockerfile",
            "compose.yaml",
            "compose.yml",
            "docker-compose.yaml",
            "docker-compose.yml",
        ],
        marks: &[".dockerignore", "docker-bake.hcl"],
        endings: &[],
        managers: &[],
        commands: &[
            always("Dockerfile", Build, "docker build ."),
            always("compose.yaml", Run, "docker compose up"),
            always("compose.yml", Run, "docker compose up"),
            always("docker-compose.yaml", Run, "docker compose up"),
            always("docker-compose.yml", Run, "docker compose up"),
        ],
    },
    StackRow {
        name: "nix",
        manifests: &["flake.nix", "default.nix", "shell.nix"],
        marks: &["flake.lock"],
        endings: &[".nix"],
        managers: &[
            ("flake.nix", "nix"),
            ("default.nix", "nix"),
            ("shell.nix", "nix"),
        ],
        commands: &[
            always("flake.nix", Build, "nix build"),
            always("flake.nix", Lint, "nix flake check"),
            without("default.nix", "flake.nix", Build, "nix-build"),
        ],
    },
    StackRow {
        name: "scala",
        manifests: &["build.sbt"],
        marks: &[".scalafmt.conf"],
        endings: &[".scala", ".sbt"],
        managers: &[("build.sbt", "sbt")],
        commands: &[
            always("build.sbt", Test, "sbt test"),
            always("build.sbt", Build, "sbt compile"),
        ],
    },
    StackRow {
        name: "dart",
        manifests: &["pubspec.yaml"],
        marks: &["analysis_options.yaml"],
        endings: &[".dart"],
        managers: &[("pubspec.yaml", "pub")],
        commands: &[
            always("pubspec.yaml", Test, "dart test"),
            always("pubspec.yaml", Lint, "dart analyze"),
        ],
    },
    StackRow {
        name: "haskell",
        manifests: &["*.cabal", "stack.yaml", "cabal.project"],
        marks: &["package.yaml"],
        endings: &[".hs"],
        managers: &[("*.cabal", "cabal"), ("stack.yaml", "stack")],
        commands: &[
            with("*.cabal", "stack.yaml", Test, "stack test"),
            with("*.cabal", "stack.yaml", Build, "stack build"),
            without("*.cabal", "stack.yaml", Test, "cabal test"),
            without("*.cabal", "stack.yaml", Build, "cabal build"),
        ],
    },
    StackRow {
        name: "zig",
        manifests: &["build.zig"],
        marks: &["build.zig.zon"],
        endings: &[".zig"],
        managers: &[],
        commands: &[
            always("build.zig", Test, "zig build test"),
            always("build.zig", Build, "zig build"),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn stacks_that_share_manifests_are_rows() {
        for shared in &SHARED {
            assert!(place_of(shared.stack).is_some(), "{}", shared.stack);
            assert!(place_of(shared.with).is_some(), "{}", shared.with);
        }
    }

    #[test]
    fn each_row_is_whole() {
        let names: BTreeSet<&str> = STACKS.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), STACKS.len());
        for row in &STACKS {
            for command in row.commands {
                let name = row.name;
                assert!(row.manifests.contains(&command.manifest), "{name}");
                let mut known: Vec<&str> = row.manifests.to_vec();
                known.extend(row.marks);
                known.extend(row.managers.iter().map(|(file, _)| file));
                for beside in [command.with, command.without].into_iter().flatten() {
                    assert!(known.contains(&beside), "{name}: {beside}");
                }
            }
        }
    }
}
