//! Histories with objects that git itself would not write: of another type than in their entry,
//! unreadable authors and dates, links and submodules in place of a file. Reading goes on.

use crate::common::{World, has};

/// A world with a record about `code.txt`, whose refs are kept in this form.
fn world(refs: &str) -> World {
    let world = World::empty();
    let form = format!("--ref-format={refs}");
    world.git(["init", "-q", "-b", "main", &form]).ok();
    world.write("code.txt", "one\n");
    world.memory("init").ok();
    world
        .memory("add-decision 'Use Postgres' --path code.txt")
        .ok();
    world.memory("add-note 'A note'").ok();
    world.commit("Begin");
    world
}

/// Stores an object, whatever is wrong with it.
fn object(world: &World, kind: &str, bytes: impl AsRef<[u8]>) -> String {
    world.write(".git/raw", bytes);
    let arguments = ["hash-object", "--literally", "-w", "-t", kind, ".git/raw"];
    world.git(arguments).ok().trim().to_owned()
}

/// Stores a tree with one entry replaced.
fn tree(world: &World, treeish: &str, [mode, name, id]: [&str; 3]) -> String {
    let listed = world.git(["ls-tree", treeish]).ok();
    let mut entries = vec![[mode.to_owned(), name.to_owned(), id.to_owned()]];
    for line in listed.lines() {
        let (meta, name) = line.split_once('\t').unwrap();
        let words: Vec<&str> = meta.split(' ').collect();
        let mode = words[0].trim_start_matches('0').to_owned();
        entries.push([mode, name.to_owned(), words[2].to_owned()]);
    }
    let replaced = entries[0][1].clone();
    let mut nth = 0;
    entries.retain(|entry| {
        nth += 1;
        nth == 1 || entry[1] != replaced
    });
    entries
        .sort_by_key(|[mode, name, _]| format!("{name}{}", if mode == "40000" { "/" } else { "" }));
    let mut raw = Vec::new();
    for [mode, name, id] in entries {
        raw.extend(format!("{mode} {name}\0").bytes());
        raw.extend((0..id.len() / 2).map(|at| u8::from_str_radix(&id[2 * at..][..2], 16).unwrap()));
    }
    object(world, "tree", raw)
}

/// A tree as HEAD has it, with this entry in `memory/notes`.
fn noted(world: &World, entry: [&str; 3]) -> String {
    let notes = tree(world, "HEAD:memory/notes", entry);
    let memory = tree(world, "HEAD:memory", ["40000", "notes", &notes]);
    tree(world, "HEAD^{tree}", ["40000", "memory", &memory])
}

/// Moves HEAD to a commit with this tree, and these bytes after its parent.
fn commit(world: &World, tree: &str, rest: &[u8]) {
    let parent = world.git("rev-parse HEAD").ok();
    let head = format!("tree {tree}\nparent {}\n", parent.trim());
    let id = object(world, "commit", [head.as_bytes(), rest].concat());
    world.git(["update-ref", "HEAD", &id]).ok();
}

const PERSON: &str = "A <a@b> 1700000000 +0000";

fn by(person: &[u8]) -> Vec<u8> {
    [b"author ", person, b"\ncommitter ", person, b"\n\nOdd\n"].concat()
}

/// Runs everything that only reads.
#[track_caller]
fn reads(world: &World) {
    world.git("reset -q --hard").ok();
    world.write("code.txt", "two\n");
    world.shell("git commit -q -a -n -m Change").ok();
    let decision = world.path_of("memory/decisions/261120-use-postgres");
    for command in [
        "log",
        "log --graph",
        "log -p",
        "log DECISION",
        "diff HEAD~2..HEAD",
        "list",
        "list --rev HEAD~1",
        "list --rev HEAD~2",
        "show DECISION --rev HEAD~2",
        "recall postgres",
        "recall postgres --rev HEAD~2",
        "recall --commits change",
        "why code.txt",
        "why code.txt:1",
        "blame code.txt",
        "context",
        "context --for code.txt",
        "review",
        "status",
        "export --rev HEAD~2",
        "site public",
        "get-context",
        "briefing",
        "related DECISION",
        "runs",
        "backtest",
        "check",
        "check --rev HEAD~2",
    ] {
        let command = command.replace("DECISION", &decision);
        let words: Vec<&str> = command.split(' ').collect();
        let answer = world.memory(&words);
        assert!(answer.status <= 1, "{command}: {}", answer.err);
        assert!(
            !answer.err.contains("panicked"),
            "{command}: {}",
            answer.err
        );
    }
}

#[test]
fn authors_and_dates_that_cannot_be_read_end_no_command() {
    for refs in ["files", "reftable"] {
        let world = world(refs);
        let people = [
            &b""[..],
            b"A",
            b"A 1700000000 +0000",
            b"<a@b> 1700000001 +0000",
            b"A <a@b>",
            b"A <a@b> yesterday +0100",
            b"A <a@b> 1700000002 -9999",
            b"A <a@b> 1700000003 +99999999999",
            b"A <a@b> -5 +0000",
            b"A <a@b> 9223372036854775807 +0000",
            b"A <a@b> 99999999999999999999999 +0000",
            b"J\xf6rg\x01 <a@b> 1700000004 +0000",
        ];
        for (nth, person) in people.into_iter().enumerate() {
            let note = object(&world, "blob", format!("# Note {nth}\n"));
            let tree = noted(&world, ["100644", &format!("n{nth}.md"), &note]);
            commit(&world, &tree, &by(person));
        }
        reads(&world);
    }
}

#[test]
fn headers_that_git_would_not_write_end_no_command() {
    for refs in ["files", "reftable"] {
        let world = world(refs);
        let tree = world.git("rev-parse HEAD^{tree}").ok();
        let person = format!("author {PERSON}\ncommitter {PERSON}\n");
        for rest in [
            format!("{person}encoding KLINGON\n\nOdd\n"),
            format!("{person}gpgsig -----BEGIN\n \n x\nmergetag object 1\n type commit\n\nOdd\n"),
            person.clone(),
            format!("{person}\nsub\x01ject\x01commit\x01\n"),
            format!("committer {PERSON}\n\nNo author\n"),
            format!("author {PERSON}\n\nNo committer\n"),
        ] {
            commit(&world, tree.trim(), rest.as_bytes());
        }
        reads(&world);
    }
}

#[test]
fn what_a_tree_calls_a_file_and_is_none_is_passed_over() {
    for refs in ["files", "reftable"] {
        let world = world(refs);
        world.git("tag -a -m x tag").ok();
        let plain = world.git("rev-parse HEAD^{tree}").ok();
        let id = |name: &str| world.git(["rev-parse", name]).ok().trim().to_owned();
        let folder = tree(
            &world,
            "HEAD:memory/notes",
            ["100644", "b.md", &id("HEAD:code.txt")],
        );
        let absent = "1".repeat(id("HEAD").len());
        for [mode, name, id] in [
            ["100644", "tag.md", &id("tag")],
            ["100644", "commit.md", &id("HEAD")],
            ["100644", "tree.md", &folder],
            ["100644", "absent.md", &absent],
            ["160000", "module.md", &id("HEAD")],
            ["120000", "link.md", &object(&world, "blob", "/dev/zero")],
            [
                "100644",
                "large.md",
                &object(&world, "blob", vec![b'x'; 2 << 20]),
            ],
            ["40000", "folder.md", &folder],
        ] {
            commit(
                &world,
                &noted(&world, [mode, name, id]),
                &by(PERSON.as_bytes()),
            );
            // A file replaces the link or folder at this path.
            let note = object(&world, "blob", format!("# {name}\n"));
            commit(
                &world,
                &noted(&world, ["100644", name, &note]),
                &by(PERSON.as_bytes()),
            );
        }
        commit(&world, plain.trim(), &by(PERSON.as_bytes()));
        reads(&world);
        let log = world.memory("log");
        has(
            &log.err,
            &format!("warning: git object {absent} is not in this clone"),
        );
        has(&log.err, &format!("git object {} is not a file", id("tag")));
        assert!(!log.out.contains("/dev/zero"), "{}", log.out);
    }
}

#[test]
fn a_folder_whose_tree_is_not_there_is_passed_over() {
    for refs in ["files", "reftable"] {
        let world = world(refs);
        let plain = world.git("rev-parse HEAD^{tree}").ok();
        let absent = "1".repeat(plain.trim().len());
        let odd = noted(&world, ["40000", "gone", &absent]);
        commit(&world, &odd, &by(PERSON.as_bytes()));
        let odd = world.git("rev-parse HEAD").ok();
        commit(&world, plain.trim(), &by(PERSON.as_bytes()));
        reads(&world);
        let listed = world.memory("list --rev HEAD~2");
        assert!(listed.out.contains("Use Postgres"), "{}", listed.out);
        let lacking = format!("warning: git object {absent} is not in this clone");
        assert!(listed.err.contains(&lacking), "{}", listed.err);
        let log = world.memory("log");
        assert!(log.out.contains("Use Postgres"), "{}", log.out);
        let lacking = format!("warning: a folder of commit {} or", odd.trim());
        assert!(log.err.contains(&lacking), "{}", log.err);
    }
}
