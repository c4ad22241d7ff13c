//! Kinds of repositories, each made of one that has memory: what may be read and written there.

use std::fs;

use crate::common::World;

/// A repository with memory, of which places are made.
pub struct Base {
    pub world: World,
    /// Placeholders in command lines, with their values.
    pub words: Vec<(&'static str, String)>,
}

/// Comparison of a place's reads with those of a plain clone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// They are the same.
    Same,
    /// The records are the same; their history is shorter, or has other ids.
    Records,
    /// Reads with `--rev HEAD`.
    OfRevision,
    /// They are refused.
    Refused(&'static str),
}

/// Result of writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// They end as in a plain clone, and can be committed.
    Done,
    /// They are refused with one of these messages, and nothing is written.
    Refused(&'static [&'static str]),
}

/// A kind of repository.
pub struct Site {
    pub name: &'static str,
    /// Makes it of the base, and goes there; false where this machine cannot have it.
    pub make: fn(&mut World) -> bool,
    pub reads: Reads,
    pub writes: Writes,
    /// True if private memory and git's own folder can be written.
    pub keeps: bool,
    /// Extension that the index file must contain before and after.
    pub extension: Option<&'static [u8]>,
}

pub fn base() -> Base {
    let mut world = World::new();
    world
        .set("GIT_AUTHOR_DATE", "2026-11-19T12:00:00Z")
        .set("GIT_COMMITTER_DATE", "2026-11-19T12:00:00Z")
        .set("GIT_EDITOR", "true")
        .set("GIT_ALLOW_PROTOCOL", "file");
    world.write("src/a.txt", "a\n");
    world.write("other/b.txt", "b\n");
    world.memory("init -q").ok();
    let mut words = Vec::new();
    for (word, command, title) in [
        ("<decision>", "add-decision", "Keep a"),
        ("<lesson>", "add-lesson", "Measure it"),
        ("<loop>", "add-loop", "Look again"),
        ("<plan>", "add-plan", "Go on"),
    ] {
        let line = [command, title, "--path", "src/a.txt", "--json"];
        let written = world.memory(line).json();
        words.push((word, written["id"].as_str().unwrap().to_owned()));
    }
    world.commit("Memory");
    // The project's id is known by now: no place writes one of its own.
    world.memory("init -q").ok();
    world.write("src/a.txt", "a\nb\n");
    world.memory_with("topic write run 'Of running.'", "").ok();
    world.commit("More");
    let document = world.memory("export").ok();
    let (file, out) = (world.root().join("document.json"), world.root().join("out"));
    fs::write(&file, document).unwrap();
    words.push(("<file>", file.display().to_string()));
    words.push(("<out>", out.display().to_string()));
    world.git("config uploadpack.allowFilter true").ok();
    world.git("config uploadpack.allowAnySHA1InWant true").ok();
    Base { world, words }
}

/// Clones the base into a folder beside it, with hooks and all, and goes there.
fn clone(world: &mut World, options: &[&str], folder: &str) -> bool {
    let url = format!("file://{}", world.here.display());
    let to = format!("../{folder}");
    let clone = [&["clone", "-q"], options, &[&*url, &*to]].concat();
    world.git(clone).ok();
    let there = world.root().join(folder);
    world.at(there);
    world.memory("init -q").ok();
    true
}

/// A clone in which a line of git was run.
fn with(world: &mut World, folder: &str, line: &str) -> bool {
    clone(world, &[], folder);
    world.shell(line).ok();
    true
}

/// The base's history in a repository of another format.
fn format(world: &mut World, refs: &str, hash: &str) -> bool {
    let folder = format!("{refs}-{hash}");
    let to = world.root().join(&folder);
    let refs = format!("--ref-format={refs}");
    let hash = format!("--object-format={hash}");
    let init = [
        "init",
        "-q",
        "-b",
        "main",
        &refs,
        &hash,
        to.to_str().unwrap(),
    ];
    if world.git(init).status != 0 {
        return false;
    }
    let line = format!(
        "git fast-export main | git -C ../{folder} fast-import --quiet && \
         git -C ../{folder} reset -q --hard"
    );
    world.shell(&line).ok();
    world.at(to);
    world.memory("init -q").ok();
    true
}

pub fn plain(world: &mut World) -> bool {
    clone(world, &[], "plain")
}

const SAME: Site = Site {
    name: "",
    make: plain,
    reads: Reads::Same,
    writes: Writes::Done,
    keeps: true,
    extension: None,
};
const RECORDS: Site = Site {
    reads: Reads::Records,
    ..SAME
};
const SPARSE: Site = Site {
    // The note is a part of some answers.
    reads: Reads::Records,
    writes: Writes::Refused(&["is tracked here, but not checked out"]),
    ..SAME
};

/// Forms of the index, and settings of the work tree.
pub const INDEXES: [Site; 9] = [
    Site {
        name: "split index",
        make: |world| with(world, "split", "git update-index --split-index"),
        extension: Some(b"link"),
        ..SAME
    },
    Site {
        name: "untracked cache",
        make: |world| {
            with(
                world,
                "untracked",
                "git update-index --untracked-cache && git status -s",
            )
        },
        extension: Some(b"UNTR"),
        ..SAME
    },
    Site {
        name: "fsmonitor",
        make: |world| {
            clone(world, &[], "watched");
            world.write(".git/watch", "#!/bin/sh\nprintf 'now\\0/\\0'\n");
            let line = "chmod +x .git/watch && git config core.fsmonitor .git/watch && \
                        git update-index --fsmonitor && git status -s";
            world.shell(line).ok();
            true
        },
        extension: Some(b"FSMN"),
        ..SAME
    },
    Site {
        name: "index of version 4",
        make: |world| with(world, "four", "git update-index --index-version 4"),
        ..SAME
    },
    Site {
        name: "sparse checkout",
        make: |world| with(world, "sparse", "git sparse-checkout set --cone src"),
        ..SPARSE
    },
    Site {
        name: "sparse index",
        make: |world| {
            with(
                world,
                "cone",
                "git sparse-checkout set --cone --sparse-index src",
            )
        },
        ..SPARSE
    },
    Site {
        name: "lines that end as on Windows",
        make: |world| {
            world.set("GIT_CONFIG_COUNT", "1");
            world.set("GIT_CONFIG_KEY_0", "core.autocrlf");
            world.set("GIT_CONFIG_VALUE_0", "true");
            clone(world, &[], "lines")
        },
        ..RECORDS
    },
    Site {
        name: "names without case",
        make: |world| with(world, "case", "git config core.ignoreCase true"),
        ..SAME
    },
    Site {
        name: "names composed",
        make: |world| with(world, "unicode", "git config core.precomposeUnicode true"),
        ..SAME
    },
];

/// Clones that have less, or no work tree.
pub const CLONES: [Site; 5] = [
    Site {
        name: "shallow",
        make: |world| clone(world, &["--depth=1"], "shallow"),
        ..RECORDS
    },
    Site {
        name: "without blobs",
        make: |world| clone(world, &["--filter=blob:none"], "blobless") && lost(world),
        ..RECORDS
    },
    Site {
        name: "without trees",
        make: |world| clone(world, &["--filter=tree:0"], "treeless") && lost(world),
        ..RECORDS
    },
    Site {
        name: "bare",
        make: |world| {
            world.git("clone -q --bare . ../bare.git").ok();
            world.at("../bare.git");
            true
        },
        reads: Reads::OfRevision,
        writes: Writes::Refused(&["must be run in a work tree"]),
        keeps: false,
        ..SAME
    },
    Site {
        name: "work tree of a bare repository",
        make: |world| {
            world.git("clone -q --bare . ../dots.git").ok();
            world.shell("mkdir ../home-tree").ok();
            let root = world.root();
            let (git_dir, tree) = (root.join("dots.git"), root.join("home-tree"));
            world
                .at(&tree)
                .set("GIT_DIR", git_dir.to_str().unwrap())
                .set("GIT_WORK_TREE", tree.to_str().unwrap());
            world.git("reset -q --hard").ok();
            world.memory("init -q").ok();
            true
        },
        ..SAME
    },
];

/// The remote of a partial clone is gone.
fn lost(world: &World) -> bool {
    world.git("config remote.origin.url file:///nowhere").ok();
    true
}

/// Work trees that lie elsewhere, and variables.
pub const TREES: [Site; 7] = [
    Site {
        name: "linked work tree",
        make: |world| {
            clone(world, &[], "main-of-linked");
            world.git("worktree add -q -b side ../linked").ok();
            world.at("../linked");
            true
        },
        ..SAME
    },
    Site {
        name: "relatively linked work tree",
        make: |world| {
            clone(world, &[], "main-of-relative");
            world.git("worktree add -q -b side ../relative").ok();
            world.at("../relative");
            let link = "gitdir: ../main-of-relative/.git/worktrees/relative\n";
            world.write(".git", link);
            true
        },
        ..SAME
    },
    Site {
        name: "submodule",
        make: |world| {
            let url = format!("file://{}", world.here.display());
            world.git("init -q ../super").ok();
            world.at("../super");
            world
                .git(["submodule", "--quiet", "add", &url, "inner"])
                .ok();
            world.at("inner");
            world.memory("init -q").ok();
            true
        },
        ..SAME
    },
    Site {
        name: "separate git folder",
        make: |world| clone(world, &["--separate-git-dir=../apart.git"], "apart"),
        ..SAME
    },
    Site {
        name: "variables",
        make: |world| {
            clone(world, &[], "variables");
            let top = world.here.clone();
            world
                .set("GIT_DIR", top.join(".git").to_str().unwrap())
                .set("GIT_WORK_TREE", top.to_str().unwrap())
                .set("GIT_INDEX_FILE", top.join(".git/index").to_str().unwrap())
                .set("GIT_NAMESPACE", "elsewhere")
                .set("GIT_LITERAL_PATHSPECS", "1");
            let odd = "git config i18n.logOutputEncoding ISO-8859-1";
            world.shell(odd).ok();
            world.at("src");
            true
        },
        ..RECORDS
    },
    Site {
        name: "folder of the work tree",
        make: |world| {
            clone(world, &[], "inside");
            world.at("other");
            true
        },
        ..RECORDS
    },
    Site {
        name: "link to the work tree",
        make: |world| {
            clone(world, &[], "real");
            world.shell("ln -s real ../link").ok();
            let link = world.root().join("link");
            world.at(link);
            true
        },
        ..SAME
    },
];

/// Paths that need care.
pub const PATHS: [Site; 4] = [
    Site {
        name: "spaces",
        make: |world| clone(world, &[], "two words and "),
        ..SAME
    },
    Site {
        name: "signs",
        make: |world| {
            let url = world.here.display().to_string();
            let folder = world.root().join("a\n\"b\" 'c' $d *e;f");
            world
                .git(["clone", "-q", &url, folder.to_str().unwrap()])
                .ok();
            world.at(folder);
            world.memory("init -q").ok();
            true
        },
        ..SAME
    },
    Site {
        name: "beyond ASCII",
        make: |world| clone(world, &[], "e\u{301}t\u{e9} \u{65e5}\u{672c}"),
        ..SAME
    },
    Site {
        name: "no UTF-8",
        make: no_utf8,
        ..SAME
    },
];

#[cfg(target_os = "linux")]
fn no_utf8(world: &mut World) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let folder = world.root().join(std::ffi::OsStr::from_bytes(b"na\xefve"));
    clone(world, &[], "naive");
    fs::rename(&world.here, &folder).unwrap();
    world.at(folder);
    true
}

#[cfg(not(target_os = "linux"))]
fn no_utf8(_: &mut World) -> bool {
    false
}

/// Formats of refs and objects.
pub const FORMATS: [Site; 4] = [
    Site {
        name: "files and SHA-1",
        make: |world| format(world, "files", "sha1"),
        ..RECORDS
    },
    Site {
        name: "files and SHA-256",
        make: |world| format(world, "files", "sha256"),
        ..RECORDS
    },
    Site {
        name: "reftable and SHA-1",
        make: |world| format(world, "reftable", "sha1"),
        ..RECORDS
    },
    Site {
        name: "reftable and SHA-256",
        make: |world| format(world, "reftable", "sha256"),
        ..RECORDS
    },
];

/// Repositories of another user.
pub const OTHERS: [Site; 2] = [
    Site {
        name: "read-only",
        make: |world| {
            clone(world, &[], "read-only");
            world.lower()
        },
        reads: Reads::Records,
        writes: Writes::Refused(&["Permission denied"]),
        keeps: false,
        ..SAME
    },
    Site {
        name: "another user's",
        make: |world| {
            clone(world, &[], "theirs");
            // Only the superuser can give a folder away.
            world.shell("chown -R 12345 .").status == 0
        },
        reads: Reads::Refused("detected dubious ownership"),
        writes: Writes::Refused(&["detected dubious ownership"]),
        keeps: false,
        extension: None,
    },
];
