//! Hostile paths, and others that look like them: none gets in, and none is wrongly denied. The
//! command and the hook agree on each.

use std::fs;

use serde_json::{Value, json};

use crate::common::World;

/// Expected result for a group of paths: the access, the rule that denies them all (empty if they
/// are allowed), and the paths. `{top}`, `{other}` and `{home}` are folders of the world.
type Group = (&'static str, &'static str, &'static [&'static str]);

/// Spellings of git's folder: for reading as for writing.
const GIT: &[&str] = &[
    ".git",
    ".git/",
    "./.git",
    ".git/config",
    ".git/HEAD",
    ".git/hooks/pre-commit",
    ".GIT/config",
    ".Git/config",
    ".gIT",
    "git~1/config",
    "GIT~1",
    ".git./config",
    ".git /config",
    ".git. . /x",
    ".git::$INDEX_ALLOCATION/config",
    ".git:x",
    "git~1::$DATA",
    ".g\u{200c}it/config",
    "\u{feff}.git/config",
    ".git\u{200e}/config",
    ".g\u{202e}i\u{206f}t",
    "src/.git/config",
    "a/b/c/.git",
    "vendor/lib/.git/hooks/x",
    "src/../.git/config",
    "src/./../.git/config",
    "./src/..//.git//config",
    "src/none/../../.git/config",
    "none/../.git",
    ".git/../.git/config",
    "src/../../repo/.git/config",
    "{top}/.git/config",
    "{top}/./.git/config",
    "{top}/src/../.git/config",
    "{top}//.git///config",
    "{other}/../repo/.git/config",
    "meta",
    "meta/config",
    "meta/hooks/new",
    "deep/meta/config",
    "src/up/.git/config",
    "again/.git/config",
    "again/meta/config",
    "inlink/../.git/config",
    "gitfile/../meta/config",
    "chain1/config",
    "chain2/config",
    "chain3",
    r".git\config",
    r"src\..\.git\config",
    r"src\.git\config",
    r".\.git",
    "file://{top}/.git/config",
    "file://{top}/%2egit/config",
    "file://{top}/%2Egit%2Fconfig",
    "file://localhost{top}/.git/HEAD",
    "FILE://{top}/.git",
    "file:.git/config",
    "file:{top}/.git/config",
    r"file://{top}/src%5c..%5c.git%5cconfig",
    "/proc/self/cwd/.git/config",
    "/proc/self/root{top}/.git/config",
    "/proc/thread-self/cwd/.git",
    "/dev/../proc/self/cwd/.git/x",
    "/proc/self/cwd/src/../.git",
    "/proc/self/cwd/meta/config",
];

/// Globs that are aimed there.
const GIT_GLOBS: &[&str] = &[
    "**/.git/**",
    ".git/*",
    ".git/**",
    "**/.git",
    "{.git,x}/*",
    "{src,.git}/config",
    "{x,{.git,y}}/a",
    ".[g]it",
    ".[g]it/config",
    "[.]git/config",
    ".?it/config",
    ".g*/config",
    ".*/config",
    ".gi?",
    ".{git,x}/*",
    "{.git}/config",
    "?git/config",
    "[!x]git/config",
    "[^x]git/HEAD",
    ".[gG][iI][tT]/config",
    ".GI[tT]",
    "src/../.g*/config",
    "*/../.git/config",
    "!(x)/.git/config",
    "src/**/.git/hooks/*",
    "{top}/.g*/config",
    "meta/*",
    "meta/**/x",
    "chain2/*",
    "*/.git/config",
    "**/**/.git/**",
    r".g\it/config",
    r".gi[t]\/config",
    "{a,b}{/.git/,x}config",
];

/// The logs of agents.
const LOGS: &[&str] = &[
    ".waypoints",
    ".waypoints/",
    ".waypoints/a/b",
    "./.waypoints",
    "src/../.waypoints/x",
    "{top}/.waypoints",
    "sessions",
    "sessions/",
    "sessions/today.jsonl",
    "sessions/new/deep",
    "./sessions/x",
    "src/../sessions",
    "{top}/sessions/x",
    "inlink/../sessions/x",
    "again/sessions/x",
    "file://{top}/sessions/x",
    "file://{top}/%73essions/x",
    r"src\..\sessions\x",
    r".waypoints\x",
    "loglink",
    "loglink/x",
    "sessions/../sessions/x",
    "none/../sessions",
    "/proc/self/cwd/sessions/x",
    "{sessions,x}/*",
    "sessions/*",
];

/// Paths that the team blocks.
const BLOCKED: &[&str] = &[
    "secrets",
    "secrets/",
    "secrets/key",
    "secrets/a/b/c",
    "./secrets",
    "src/../secrets/key",
    "{top}/secrets/key",
    "vaultlink/key",
    "vault",
    "vault/key",
    "vault/a/b",
    "server.pem",
    "src/server.pem",
    "src/a/b/c.pem",
    "{top}/a.pem",
    "file://{top}/secrets/key",
    r"src\x.pem",
    r"secrets\key",
    "again/secrets/key",
    "secrets/../secrets/key",
    "secret?/key",
    "[s]ecrets/key",
    "{secrets,x}/key",
    "**/*.pem",
    "*.pem",
    "src/*.pem",
    "key*.pem",
    "secrets/*",
    "secrets/**",
    "**/secrets/key",
    "s[e]crets/*",
    "docs/private/a.md",
    "docs/private",
];

/// Paths that only look like any of these.
const ALLOWED: &[&str] = &[
    "src",
    "src/",
    "src/a.rs",
    "./src/a.rs",
    "src/../src/a.rs",
    "src/none/new.rs",
    ".",
    "./",
    "src/..",
    ".gitignore",
    ".gitattributes",
    ".gitmodules",
    ".github/workflows/ci.yml",
    ".gitlab-ci.yml",
    "src/.gitkeep",
    "git",
    "git/config",
    "a.git/config",
    "..git",
    ".git2",
    ".gitx/config",
    "git~2",
    "x.git",
    "src/git/mod.rs",
    "%2egit/config",
    "src/%2e%2e/a",
    "session",
    "sessions2",
    "src/sessions/a",
    "src/sessions.rs",
    "app/receipts/b",
    "receipts",
    "receipts/a.rs",
    "receipts/new.rs",
    "my.waypoints",
    "src/.waypoints",
    "Sessions/x",
    "SESSIONS",
    "secrets2/a",
    "src/secrets/a",
    "my-secrets",
    "a.pem.txt",
    "apem",
    "docs/privately.md",
    "docs/a.md",
    "app/[id]/page.tsx",
    "app/[...slug]/page.tsx",
    "app/(group)/page.tsx",
    "app/@modal/page.tsx",
    "a{b}c",
    "src/a b.rs",
    "src/über.rs",
    "src/日本語.rs",
    "~$letter.docx",
    "src/~x",
    "a~",
    "#a#",
    "-x",
    "--",
    "src/-rf",
    "src/$HOME",
    "$X/a",
    "c:a",
    "a:b",
    "src/a:b",
    "inlink/a.rs",
    "inlink/../src/a.rs",
    "again/src/a.rs",
    "dangling",
    "{top}/src/a.rs",
    "{top}",
    "/proc/self/cwd/src/a.rs",
    "file://{top}/src/a.rs",
    "file:src/a.rs",
    "src\\a.rs",
    "memory/notes/a.md",
    "memory/summary.md",
    "src/memory/index.md",
    "*.rs",
    "src/*.rs",
    "src/*",
    "*git*",
    "src/**/*git*",
    "**/*.rs",
    "**/git/**",
    "src/**",
    "*.md",
    "sr?/a.rs",
    "s*c/a.rs",
    "src/[a-z].rs",
    "{src,app}/*",
    "**/Cargo.toml",
    ".gith*/x",
    "src/s*",
    // Patterns that have to be guessed.
    "*/a.rs",
    "sess*/x",
    "[s]essions/x",
    "**/sessions/*",
    "**",
    "docs/**",
    "{src,docs}/*",
];

/// Paths outside of a repository, whatever their names are.
const OUTSIDE: &[&str] = &[
    "{other}/.git/config",
    "/nowhere/.git/config",
    "/.git",
    "../other/.git/config",
    "~/.git/config",
    "$HOME/x/.git",
    "~nobody/repo/.git/config",
    r"C:\repo\.git\config",
    r"\\?\C:\repo\.git\config",
    r"\\host\share\.git\config",
    "//?/C:/x/.git",
    "file://host/x/.git/config",
    "/nowhere/*/.git",
    "*/../../x",
    "src/*/../../../x",
    "..",
    "../x",
    "../other/a",
    "src/../../x",
    "{other}/a",
    "/etc/passwd",
    "/",
    "/x/y",
    "~",
    "~/x",
    "~/.bashrc",
    "$HOME/x",
    "${HOME}/.ssh/config",
    "~nobody/x",
    "~root/.profile",
    r"C:\Windows\x",
    "c:/x",
    r"\\host\share\x",
    r"\\?\C:\x",
    "//?/C:/x",
    "file:///etc/passwd",
    "file://host/share/x",
    "file:///C:/x",
    "file://{top}/../x",
    "outlink",
    "outlink/a",
    "outlink/new/file",
    "outfile",
    "src/../outlink/a",
    "again/../x",
    "rootlink/etc/passwd",
    "deeplink/../a",
    "..\\x",
    r"src\..\..\x",
    "/proc/self/cwd/../x",
    "/proc/self/root/etc/passwd",
    "/proc/1/root/x",
    "/dev/sda",
    "/dev/fd/../x",
    "/tmp/x",
    "src/../../repo2/x",
    "{top}2/x",
    "{top}/../x",
];

/// Devices; a write to them leaves no file.
const DEVICES: &[&str] = &[
    "/dev/null",
    "/dev/stdout",
    "/dev/stderr",
    "/dev/tty",
    "/dev/fd/2",
    "/proc/self/fd/1",
];

const GROUPS: &[Group] = &[
    ("read", "git-folder", GIT),
    (
        "write",
        "git-folder",
        &[
            ".git/config",
            "meta/config",
            ".GIT/x",
            "file:.git/x",
            "git~1",
        ],
    ),
    (
        "search",
        "git-folder",
        &[".git", "src/.git", "meta", ".git/hooks"],
    ),
    ("read", "git-folder", GIT_GLOBS),
    ("search", "git-folder", GIT_GLOBS),
    ("read", "agent-log", LOGS),
    (
        "write",
        "agent-log",
        &["sessions/x", ".waypoints/x", "sessions"],
    ),
    ("search", "agent-log", &["sessions", ".waypoints/a"]),
    ("read", "block", BLOCKED),
    ("write", "block", &["secrets/key", "a.pem", "vault/x"]),
    ("search", "block", &["secrets", "**/*.pem", "vault"]),
    ("read", "", ALLOWED),
    (
        "write",
        "",
        &[
            "src/new.rs",
            "receipts/new.rs",
            "memory/notes/new.md",
            "inlink/new.rs",
            "Sessions/x",
            "a/b/c/d",
            "src/memory/index.md",
        ],
    ),
    (
        "search",
        "",
        &[
            ".", "src/", "src", "*", "**", "**/*", "**/*.rs", "*.json", "docs/**", "{top}",
            "src/**/x",
        ],
    ),
    ("read", "", OUTSIDE),
    ("write", "", OUTSIDE),
    ("search", "", OUTSIDE),
    ("read", "", DEVICES),
    ("write", "", DEVICES),
    (
        "write",
        "derived",
        &[
            "memory/index.md",
            "./memory/impressions.jsonl",
            "{top}/memory/index.md",
            "inlink/../memory/index.md",
            "file://{top}/memory/index.md",
        ],
    ),
    ("read", "", &["memory/index.md", "memory/impressions.jsonl"]),
    (
        "read",
        "",
        &["loop", "loop/x", "pingpong1/x", "src/../loop"],
    ),
    ("write", "", &["loop/x", "pingpong2"]),
];

/// Each call of the hook is a process, so the suite asks about one path in so many;
/// `GIT_MEMORY_EVERY_PATH` asks about all.
const SAMPLE: usize = 7;

/// A repository with everything that the table names.
#[cfg(unix)]
fn world() -> World {
    use std::os::unix::fs::symlink;
    let world = World::with_memory();
    let top = world.here.clone();
    let other = world.root().join("other");
    fs::create_dir_all(other.join("deep")).unwrap();
    world.write("src/a.rs", "\n");
    world.write("receipts/a.rs", "\n");
    world.write("sessions/today.jsonl", "\n");
    world.write(".waypoints/a", "\n");
    world.write("secrets/key", "\n");
    fs::create_dir_all(world.root().join("vault")).unwrap();
    fs::create_dir_all(top.join("deep")).unwrap();
    world.git("add receipts").ok();
    world.git("commit -q -m Receipts").ok();
    let team = "policy:\n  block: [secrets/, '**/*.pem', vault]\n";
    world.write("memory/config.yaml", team);
    world.git("config memory.policy.block docs/private").ok();
    let git = world.git("rev-parse --absolute-git-dir").ok();
    for (target, link) in [
        (git.trim_end(), "meta"),
        ("../meta", "deep/meta"),
        ("..", "src/up"),
        (".", "again"),
        ("src", "inlink"),
        ("src/a.rs", "gitfile"),
        ("chain2", "chain1"),
        ("chain3", "chain2"),
        ("meta", "chain3"),
        ("sessions", "loglink"),
        ("../vault", "vault"),
        ("secrets", "vaultlink"),
        ("src/nothing/here", "dangling"),
        ("../other", "outlink"),
        ("../other/new", "outfile"),
        ("/", "rootlink"),
        ("../other/deep", "deeplink"),
        ("loop", "loop"),
        ("pingpong2", "pingpong1"),
        ("pingpong1", "pingpong2"),
    ] {
        symlink(target, top.join(link)).unwrap();
    }
    world
}

#[cfg(unix)]
fn filled(world: &World, path: &str) -> String {
    let text = |path: std::path::PathBuf| path.to_str().unwrap().to_owned();
    path.replace("{top}", &text(world.here.clone()))
        .replace("{other}", &text(world.root().join("other")))
        .replace("{home}", &text(world.root().join("home")))
}

/// The rule of a verdict; empty where it allows.
fn rule(verdict: &Value) -> &str {
    verdict["rule"].as_str().unwrap_or_default()
}

#[test]
#[cfg(unix)]
fn no_hostile_path_gets_in_and_no_other_is_denied() {
    let world = world();
    let mut count = 0;
    let mut wrong = Vec::new();
    for (access, expected, paths) in GROUPS {
        let mut arguments = vec!["--json".to_owned(), "policy".to_owned(), "check".to_owned()];
        arguments.extend([format!("--for={access}"), "--".to_owned()]);
        let paths: Vec<String> = paths.iter().map(|path| filled(&world, path)).collect();
        arguments.extend(paths.clone());
        let answer = world.memory(&arguments);
        let verdicts: Value = serde_json::from_str(&answer.out).unwrap();
        for (path, verdict) in paths.iter().zip(verdicts["results"].as_array().unwrap()) {
            count += 1;
            if rule(verdict) != *expected {
                wrong.push(format!("{access} {path}: {verdict}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
    assert!(count >= 300, "{count}");
}

#[test]
#[cfg(unix)]
fn the_hook_says_of_every_path_what_the_command_says() {
    let world = world();
    let is_every = std::env::var_os("GIT_MEMORY_EVERY_PATH").is_some();
    let mut nth = 0;
    let mut wrong = Vec::new();
    for (access, expected, paths) in GROUPS {
        for path in *paths {
            nth += 1;
            if !is_every && nth % SAMPLE != 0 {
                continue;
            }
            let path = filled(&world, path);
            let call = json!({"tool": "any", "paths": [path], "for": access}).to_string();
            let answer = world.memory_with("hook pre-tool-use", &call);
            let verdict: Value = serde_json::from_str(&answer.out).unwrap();
            if rule(&verdict) != *expected {
                wrong.push(format!("{access} {path}: {verdict} {}", answer.err));
            }
        }
    }
    assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
}
