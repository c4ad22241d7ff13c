//! The table of names: the role of a folder or file at the top of a repository.

use super::Role;
use super::pattern::fits;

/// Entries that no setting opens.
pub const ALWAYS_BLOCKED: [&str; 4] = [".git", ".waypoints", "receipts", "sessions"];

/// Names, in lower case, with a space between them. A pattern is a name, `*` and its end, or its
/// beginning and `*`.
#[derive(Clone, Copy)]
pub(crate) struct NameRow {
    names: &'static str,
    pub(crate) role: Role,
    /// The stacks of which one must be present; empty if the name is enough.
    stacks: &'static [&'static str],
    /// True if the row applies only to entries that git does not track: some projects keep their
    /// own files in such folders.
    is_untracked: bool,
    /// True if such an entry is never the project's own text.
    pub(crate) is_left_out: bool,
}

const fn row(role: Role, names: &'static str) -> NameRow {
    NameRow {
        names,
        role,
        stacks: &[],
        is_untracked: false,
        is_left_out: matches!(
            role,
            Role::Dependency | Role::Build | Role::Cache | Role::Vcs | Role::Generated
        ),
    }
}

const fn of(stacks: &'static [&'static str], row: NameRow) -> NameRow {
    NameRow { stacks, ..row }
}

const fn untracked(row: NameRow) -> NameRow {
    NameRow {
        is_untracked: true,
        ..row
    }
}

/// The folders; the first row that fits counts.
static FOLDERS: [NameRow; 20] = [
    row(Role::Vcs, ".git .hg .svn .jj .bzr cvs .repo"),
    row(
        Role::Dependency,
        "node_modules bower_components jspm_packages .venv venv virtualenv \
         site-packages vendor vendored third_party third-party thirdparty 3rdparty pods \
         carthage .bundle .yarn .pnpm-store elm-stuff .eggs _opam",
    ),
    of(&["elixir"], row(Role::Dependency, "deps")),
    of(&["python"], untracked(row(Role::Dependency, "env"))),
    row(
        Role::Cache,
        "__pycache__ .cache .pytest_cache .mypy_cache .ruff_cache .tox .nox \
         .hypothesis .parcel-cache .turbo .nx .gradle .terraform .sass-cache \
         .nyc_output .ipynb_checkpoints .direnv .zig-cache zig-cache .dart_tool \
         .phpunit.cache .stack-work .elixir_ls .lexical",
    ),
    row(
        Role::Build,
        ".next .nuxt .output .svelte-kit .build deriveddata *.egg-info \
         cmake-build-* bazel-* zig-out htmlcov dist-newstyle",
    ),
    of(
        &["rust", "java", "kotlin", "scala"],
        row(Role::Build, "target"),
    ),
    of(&["elixir"], row(Role::Build, "_build cover")),
    of(&["java", "kotlin"], row(Role::Config, "gradle")),
    of(&["csharp"], untracked(row(Role::Build, "bin obj"))),
    row(Role::Generated, "dist generated __generated__ autogen"),
    untracked(row(
        Role::Build,
        "build out output coverage _build _site site release debug",
    )),
    untracked(row(Role::Cache, "tmp temp log logs")),
    row(Role::Memory, ".waypoints sessions receipts"),
    row(
        Role::Tests,
        "test tests testing spec specs __tests__ e2e t integration \
         integration-tests integration_tests bench benches benchmark benchmarks \
         fuzz testdata fixtures",
    ),
    row(
        Role::Docs,
        "doc docs documentation man manual adr rfcs wiki licenses",
    ),
    row(
        Role::Config,
        ".github .gitlab .circleci .vscode .idea .husky .config .cargo \
         .devcontainer .settings .mvn .changeset config configs conf etc ci .ci",
    ),
    row(Role::Source, SOURCES),
    row(
        Role::Data,
        "data dataset datasets assets static public resources res images img \
         media fonts locales locale i18n po icons",
    ),
    row(Role::Config, ".*"),
];

/// The usual folders of source code.
const SOURCES: &str = "src source sources lib libs app apps pkg packages crates cmd internal \
     include core server client api frontend backend services modules plugins \
     components web ui bin scripts tools examples migrations infra terraform";

/// Folders that are not searched for manifests, either: examples for tests.
const PRETENDED: &[&str] = &["fixtures", "testdata", "__fixtures__", "snapshots"];

/// Files, in lower case; the first row that fits counts.
static FILES: [NameRow; 6] = [
    row(
        Role::Vcs,
        ".git .gitignore .gitattributes .gitmodules .mailmap",
    ),
    row(
        Role::Generated,
        "*.lock *.lockb package-lock.json npm-shrinkwrap.json pnpm-lock.yaml \
         go.sum *.lock.hcl *.min.js *.min.css *.map",
    ),
    row(
        Role::Docs,
        "readme* changelog* changes* history* license* licence* copying* \
         contributing* security* authors* notice* news* todo* code_of_* *.md \
         *.rst *.adoc *.txt *.org *.pdf",
    ),
    row(
        Role::Config,
        ".* *.toml *.yml *.yaml *.json *.jsonc *.json5 *.ini *.cfg *.conf *.xml \
         *.properties *.gradle *.kts *.hcl *.sln *.csproj *.cabal *.mod \
         *.mk makefile gnumakefile justfile dockerfile containerfile \
         rakefile gemfile podfile procfile vagrantfile jenkinsfile *.gemspec \
         codeowners configure*",
    ),
    row(
        Role::Data,
        "*.csv *.tsv *.sqlite *.db *.parquet *.png *.jpg *.jpeg *.gif *.svg \
         *.ico *.webp *.zip *.gz *.xz *.jsonl *.po",
    ),
    row(
        Role::Source,
        "*.sh *.bash *.ps1 *.bat *.sql *.html *.css *.scss *.less *.proto \
         *.graphql *.m *.mm *.lua *.pl *.pm *.r *.jl *.clj *.erl *.ml *.mli \
         *.fs *.vb *.asm *.s",
    ),
];

/// The row of a folder. `has_stack` is true for a stack that is used.
pub(crate) fn of_folder(
    name: &str,
    is_tracked: bool,
    has_stack: &dyn Fn(&str) -> bool,
) -> Option<&'static NameRow> {
    let name = name.to_lowercase();
    FOLDERS.iter().find(|row| {
        let is_there = row.stacks.is_empty() || row.stacks.iter().any(|stack| has_stack(stack));
        is_there && !(row.is_untracked && is_tracked) && row.has(&name)
    })
}

/// The row of a file.
pub(crate) fn of_file(name: &str) -> Option<&'static NameRow> {
    let name = name.to_lowercase();
    FILES.iter().find(|row| row.has(&name))
}

/// True if a folder is one of the usual folders of source code.
pub(crate) fn is_source(folder: &str) -> bool {
    // They are all at the top.
    !folder.contains('/') && SOURCES.split(' ').any(|name| name == folder)
}

/// True if a file is source code of a language without a stack.
pub(crate) fn is_source_file(name: &str) -> bool {
    matches!(of_file(name), Some(row) if row.role == Role::Source)
}

/// True if the contents of a folder with this name, at whatever depth, were made elsewhere or by a
/// program.
pub(crate) fn is_made_elsewhere(name: &str) -> bool {
    let name = name.to_lowercase();
    FOLDERS.iter().any(|row| {
        let is_sure = row.stacks.is_empty() && !row.is_untracked;
        is_sure && row.is_left_out && row.has(&name)
    })
}

/// True if a folder of this name, at whatever depth, holds nothing that the project is built with.
pub(crate) fn is_never_own(name: &str) -> bool {
    is_made_elsewhere(name) || PRETENDED.contains(&name.to_lowercase().as_str())
}

impl NameRow {
    fn has(&self, name: &str) -> bool {
        self.names
            .split(' ')
            .any(|pattern| match pattern.strip_suffix('*') {
                Some(beginning) if !beginning.is_empty() && !beginning.starts_with('*') => {
                    name.starts_with(beginning)
                }
                _ => fits(pattern, name),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_decides_only_if_it_is_clear() {
        let rust = |stack: &str| stack == "rust";
        let role = |name: &str, is_tracked: bool| {
            of_folder(name, is_tracked, &rust).map(|row| (row.role, row.is_left_out))
        };
        assert_eq!(role("target", false), Some((Role::Build, true)));
        assert!(of_folder("target", false, &|_| false).is_none());
        assert_eq!(role("build", false), Some((Role::Build, true)));
        assert_eq!(role("build", true), None);
        assert_eq!(role("node_modules", true), Some((Role::Dependency, true)));
        assert_eq!(role("bin", true), Some((Role::Source, false)));
        assert_eq!(role("Tests", true), Some((Role::Tests, false)));
        assert_eq!(role("x.egg-info", false), Some((Role::Build, true)));
        assert_eq!(role("bazel-out", false), Some((Role::Build, true)));
        assert_eq!(role(".somewhere", false), Some((Role::Config, false)));
        assert_eq!(role("elsewhere", false), None);
        let file = |name: &str| of_file(name).map(|row| row.role);
        assert_eq!(file("README"), Some(Role::Docs));
        assert_eq!(file("Cargo.lock"), Some(Role::Generated));
        assert_eq!(file("Makefile"), Some(Role::Config));
        assert_eq!(file("x"), None);
    }
}
