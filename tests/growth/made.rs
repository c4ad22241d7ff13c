//! Repositories of given sizes, whose records link each other and share words.

use std::fmt::Write as _;

use crate::common::World;

const WORDS: [&str; 24] = [
    "queue", "server", "index", "commit", "branch", "cache", "retry", "limit", "token", "session",
    "worker", "parser", "schema", "column", "table", "thread", "socket", "buffer", "stream",
    "handle", "region", "shard", "budget", "signal",
];
const WHO: &str = "Ada <ada@example.org>";
const FIRST: usize = 1_790_000_000;

/// A repository with so many records, each about a file of its own and committed with it, and half
/// as many steps in the work log. So many of the files share a folder. `half` is the commit in the
/// middle.
pub fn made(records: usize, sharing: usize) -> World {
    let world = World::with_memory();
    world.git("tag half").ok();
    let mut stream = String::new();
    for nth in 0..records {
        if nth == records / 2 {
            stream.push_str("reset refs/tags/half\nfrom refs/heads/main\n\n");
        }
        commit(&mut stream, nth, sharing);
    }
    steps(&mut stream, &world, records / 2);
    world.write("../stream", stream);
    // Files as old as the index are read again by each call of git.
    let import = "git fast-import --quiet --force <../stream && git reset -q --hard && \
                  find memory src -type f | xargs touch -t 202601010000 && \
                  git update-index -q --refresh";
    world.shell(import).ok();
    world
}

/// Words that other records have, too, and some that only this one has.
fn words(nth: usize, count: usize) -> String {
    let mut state = nth * 2_654_435_761 + 12_345;
    let mut text = format!("name{nth}");
    for place in 0..count {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let drawn = state >> 8;
        match place % 3 {
            0 => write!(text, " {}{}", WORDS[drawn % 24], drawn % 97),
            _ => write!(text, " {}", WORDS[drawn % 24]),
        }
        .unwrap();
    }
    text
}

/// The file of a record: so many share a folder.
fn file(nth: usize, sharing: usize) -> String {
    format!("src/a{}/f{nth}.rs", nth / sharing)
}

fn data(stream: &mut String, text: &str) {
    write!(stream, "data {}\n{text}\n", text.len()).unwrap();
}

fn begin(stream: &mut String, at: &str, nth: usize, message: &str) {
    let time = FIRST + nth * 600;
    write!(stream, "commit {at}\ncommitter {WHO} {time} +0000\n").unwrap();
    data(stream, message);
}

/// A commit with a record and the file that it is about.
fn commit(stream: &mut String, nth: usize, sharing: usize) {
    let (path, before) = (file(nth, sharing), nth.saturating_sub(1));
    let message = format!("{}\n\nDecision: dec-{before:06}\n", words(nth, 4));
    begin(stream, "refs/heads/main", nth, &message);
    if nth == 0 {
        stream.push_str("from refs/heads/main^0\n");
    }
    let record = format!(
        "---\nid: dec-{nth:06}\ntitle: Use {}\nstatus: active\nscope: project\n\
         paths: [{path}]\nrelated: [dec-{before:06}]\ntags: [{}]\n\
         checks:\n  - forbid: 'bad{nth}'\n    in: ['{path}']\nupdated: 2026-11-01\n---\n\
         ## Decision\n\nWe always use {}. See `{}`.\n",
        words(nth, 3),
        WORDS[nth % 24],
        words(nth + 7, 60),
        file(before, sharing),
    );
    let code = format!(
        "// dec-{nth:06}\nfn f{nth}() {{ /* {} */ }}\n",
        words(nth, 20)
    );
    for (path, text) in [
        (format!("memory/decisions/r-{nth:06}.md"), record),
        (path, code),
    ] {
        writeln!(stream, "M 644 inline {path}").unwrap();
        data(stream, &text);
    }
}

/// A work log with so many steps, each after the one before it.
fn steps(stream: &mut String, world: &World, steps: usize) {
    let head = world.git("rev-parse HEAD").ok();
    world
        .memory("summary append --run r --step x --title Step")
        .ok();
    let read = "log -1 --format=%(trailers:key=Repo-Hash) refs/memory/branches/main";
    let repository = world.git(read).ok();
    for nth in 0..steps {
        let after = (nth > 0).then(|| format!("After: {}\n", nth - 1));
        let message = format!(
            "{}\n\n## What happened\n\n{}\n\n## Follow-up\n\n- Look at {nth}\n\n\
             Memory-Id: sum-{nth:012}\nMemory-Kind: summary\n{}Head: {head}Run-Id: r\n\
             Step-Id: {nth}\n{}Status: ok\n",
            words(nth, 4),
            words(nth, 30),
            repository.trim_start().replace("\n\n", "\n"),
            after.unwrap_or_default(),
        );
        begin(stream, "refs/memory/branches/main", nth, &message);
    }
}
