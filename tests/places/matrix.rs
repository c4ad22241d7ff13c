//! Each place by each command: reads are the same as in a plain clone, writes can be committed or
//! are refused with the way out, and no command writes unasked.

use std::collections::BTreeMap;
use std::fs;

use crate::commands::{Does, Row, rows};
use crate::common::{Answer, World};
use crate::sites::{self, Base, Reads, Site, Writes};

/// A plain clone's answers, by the words of the line.
type Answers = BTreeMap<String, Answer>;

/// Commands whose answers have neither ids nor ages of commits in them.
const OF_RECORDS: [&str; 3] = ["show", "export", "topic"];

/// The words of a row in a repository.
fn words(base: &Base, row: &Row, is_of_revision: bool) -> Vec<String> {
    let mut words = row.words.clone();
    for word in &mut words {
        for (stands, what) in &base.words {
            if word == stands {
                word.clone_from(what);
            }
        }
    }
    if is_of_revision && row.does == Does::Reads {
        words.extend(["--rev".to_owned(), "HEAD".to_owned()]);
    }
    words
}

/// Returns the state that reading must not change.
fn state(world: &World) -> String {
    let status = world.git("status --porcelain");
    let refs = world.git("for-each-ref");
    format!("{}{}", status.out, refs.out)
}

fn is_read(row: &Row) -> bool {
    matches!(row.does, Does::Reads | Does::Looks | Does::Describes)
}

/// Runs every line; those that read come first.
fn answers(base: &Base, rows: &[Row], is_of_revision: bool) -> Answers {
    let mut answers = Answers::new();
    for does_read in [true, false] {
        for row in rows {
            if is_read(row) == does_read {
                let words = words(base, row, is_of_revision);
                let answer = base.world.memory(&words);
                answers.insert(row.words.join(" "), answer);
            }
        }
    }
    answers
}

/// Nothing that no command may answer.
fn is_sound(answer: &Answer) -> bool {
    (0..=129).contains(&answer.status) && answer.status != 101 && !answer.err.contains("panicked")
}

/// True if it is refused with one of these messages and a hint.
fn is_refused(answer: &Answer, messages: &[&str]) -> bool {
    let is_told = messages.iter().any(|message| answer.err.contains(message));
    answer.status == 128 && is_told && answer.err.contains("hint: ")
}

/// Standard output without what names the clone, and with git's own line ends.
fn text(answer: &Answer) -> String {
    let out = answer.out.replace("\\r\\n", "\\n");
    let out = match out.split_once("\"repoHash\":\"") {
        Some((before, hash)) => [before, hash.trim_start_matches(|c| c != '"')].concat(),
        None => out,
    };
    out.lines().collect::<Vec<_>>().join("\n")
}

/// True if a place gave the right answer; `plain` is that of a plain clone.
fn is_right(site: &Site, row: &Row, answer: &Answer, plain: &Answer) -> bool {
    let is_same = (answer.status, text(answer)) == (plain.status, text(plain));
    if !is_sound(answer) {
        return false;
    }
    if let Reads::Refused(message) = site.reads {
        return row.does == Does::Describes || is_refused(answer, &[message]);
    }
    match (row.does, site.reads, site.writes) {
        (Does::Describes, _, _) => true,
        (Does::Keeps, _, _) => answer.status == plain.status || !site.keeps,
        (Does::Writes, _, Writes::Refused(messages)) => {
            plain.status != 0 || is_refused(answer, messages)
        }
        (Does::Reads, Reads::Same | Reads::OfRevision, _) | (Does::Looks, Reads::Same, _) => {
            is_same
        }
        (Does::Reads, _, _) if OF_RECORDS.contains(&row.words[0].as_str()) => is_same,
        (Does::Reads, _, _) | (Does::Writes, _, Writes::Done) => answer.status == plain.status,
        // A part of history, or the work tree, may be missing; then there is a hint.
        (Does::Looks, _, _) => answer.status == plain.status || answer.err.contains("hint: "),
    }
}

/// Commits the new texts by git with the hooks, and checks them; returns the first failure.
fn commit(world: &World) -> Option<String> {
    world.git("add -A").ok();
    let committed = world.git("commit -q -m 'Written here'");
    let checked = world.memory("check");
    let switched = world.shell("git switch -q -c elsewhere && git switch -q -");
    for answer in [committed, checked, switched] {
        if answer.status != 0 {
            return Some(answer.err);
        }
    }
    let status = world.status();
    (!status.is_empty()).then_some(status)
}

fn has(world: &World, extension: &[u8]) -> bool {
    let index = world.git("rev-parse --git-path index").ok();
    let index = fs::read(world.here.join(index.trim())).unwrap();
    index.windows(4).any(|window| window == extension)
}

/// Tries every command in each of some places.
fn all(sites: &[Site]) {
    let mut base = sites::base();
    let (origin, rows) = (base.world.here.clone(), rows(&base.world));
    sites::plain(&mut base.world);
    let plain = answers(&base, &rows, false);
    let mut of_revision = Answers::new();
    if sites.iter().any(|site| site.reads == Reads::OfRevision) {
        base.world.git("reset -q --hard").ok();
        of_revision = answers(&base, &rows, true);
    }
    let mut wrong = Vec::new();
    for (nth, site) in sites.iter().enumerate() {
        let mut there = Base {
            world: base.world.again(&origin),
            words: base.words.clone(),
        };
        if !(site.make)(&mut there.world) {
            continue;
        }
        let is_of_revision = site.reads == Reads::OfRevision;
        let expected = if is_of_revision { &of_revision } else { &plain };
        try_all(site, &there, &turn(&rows, nth), expected, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The rows of a place: the commands that add records differ only in their kinds, so each place
/// gets some of them in turn.
fn turn(rows: &[Row], nth: usize) -> Vec<&Row> {
    let mut turn = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let name = row.words[0].as_str();
        if !name.starts_with("add-") || name == "add-decision" || (at + nth).is_multiple_of(4) {
            turn.push(row);
        }
    }
    turn
}

/// Tries every command in a place, and adds to what is wrong.
fn try_all(site: &Site, there: &Base, rows: &[&Row], expected: &Answers, wrong: &mut Vec<String>) {
    let (world, name) = (&there.world, site.name);
    let before = state(world);
    for does_read in [true, false] {
        for row in rows.iter().filter(|row| is_read(row) == does_read) {
            let line = row.words.join(" ");
            let answer = world.memory(words(there, row, site.reads == Reads::OfRevision));
            let plain = &expected[&line];
            if !is_right(site, row, &answer, plain) {
                let (ours, theirs) = (shown(&answer), shown(plain));
                wrong.push(format!("# {name}: {line}\n{ours}\n# instead of\n{theirs}"));
            }
        }
        if does_read && state(world) != before {
            wrong.push(format!("# {name}: reading writes: {}", state(world)));
        }
    }
    if site.writes == Writes::Done
        && let Some(fault) = commit(world)
    {
        wrong.push(format!("# {name}: commit: {fault}"));
    }
    if let Some(extension) = site.extension
        && !has(world, extension)
    {
        wrong.push(format!("# {name}: the index lost its extension"));
    }
}

fn shown(answer: &Answer) -> String {
    let Answer { status, out, err } = answer;
    format!("{status}: {out}{err}")
}

#[test]
fn with_every_form_of_the_index() {
    all(&sites::INDEXES);
}

#[test]
fn in_clones_that_have_less() {
    all(&sites::CLONES);
}

#[test]
fn in_work_trees_that_lie_elsewhere() {
    all(&sites::TREES);
}

#[test]
fn under_paths_that_need_care() {
    all(&sites::PATHS);
}

#[test]
fn in_every_format() {
    all(&sites::FORMATS);
}

#[test]
fn in_somebody_elses_repository() {
    all(&sites::OTHERS);
}
