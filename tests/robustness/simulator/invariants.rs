//! What holds after each step, whatever went wrong in it.

use std::fs;

use super::actions::{Done, Write};
use super::faults::Fault;
use super::model::{Kept, Tokens};
use super::places::{Place, Places};
use super::random::Random;

pub const KEPT: [Kept; 4] = [Kept::Tracked, Kept::Local, Kept::Entry, Kept::Note];

/// Questions whose answers caches may not change.
const READS: [&[&str]; 12] = [
    &["list"],
    &["list", "--rev", "HEAD~1"],
    &["list", "--json"],
    &["recall", "title"],
    &["recall", "storage", "--json"],
    &["context", "--query", "title"],
    &["get-context"],
    &["briefing"],
    &["why", "code.txt"],
    &["summary", "list"],
    &["runs"],
    &["check"],
];

/// The folders of caches: each can be made again.
const CACHES: [&str; 6] = ["answers", "by-blob", "history", "project", "recall", "seen"];

/// Lets time pass for what a killed process left, and removes the locks of git's own index and
/// settings, as git advises people to do.
pub fn pass_time(place: &Place) {
    place
        .world
        .shell(
            "find . ../home ../*.git \\( -name '*.lock' -o -name '.git-memory-*' \\) \
             -exec touch -d '3 days ago' {} +; \
             rm -f .git/index.lock .git/config.lock .git/HEAD.lock .git/packed-refs.lock; \
             find ../*.git .git/refs -name '*.lock' -delete",
        )
        .ok();
}

/// A write says what it did, and does what it says.
pub fn answers(write: &Write, done: &Done) -> Result<(), String> {
    let said = format!("{}{}", done.out, done.err);
    if said.contains("panicked") {
        return Err(format!("panic: {said}"));
    }
    let Some(status) = done.status else {
        return if write.fault.kills() {
            Ok(())
        } else {
            Err(format!("ended by a signal: {said}"))
        };
    };
    let is_named = done.err.contains("fatal: ") || done.err.contains("error: ");
    if status == 0 || is_named || write.fault.meets_answer() {
        return Ok(());
    }
    match write.fault {
        // The system could not even load the program.
        Fault::Call { .. } if status == 127 => Ok(()),
        _ => Err(format!("status {status} without a reason: {said}")),
    }
}

/// A change that failed has changed nothing.
pub fn refused(write: &Write, done: &Done, text: &str) -> Result<(), String> {
    let is_sure = !write.fault.kills() && !write.fault.meets_answer();
    if is_sure && !done.is_reported() && text.contains(&write.token) {
        return Err(format!("refused, and there: {}", done.err));
    }
    Ok(())
}

/// Nothing that was reported is lost, and nothing is there twice.
pub fn whole(place: &Place, first: &str) -> Result<(), String> {
    for kept in KEPT {
        let expected = place.known.of(kept);
        if expected.is_empty() {
            continue;
        }
        let text = place.text(kept, first)?;
        // The program shows an entry once, however many commits have it.
        let most = if kept == Kept::Entry { usize::MAX } else { 1 };
        counted(&expected, &text, most).map_err(|why| format!("{kept:?}: {why}"))?;
    }
    Ok(())
}

/// The program shows what is there: every record, and every entry of this branch.
pub fn shown(place: &Place) -> Result<(), String> {
    let titles = place
        .world
        .shell("grep -rh '^title: .*zq' memory/decisions memory/notes")
        .out;
    let list = place.world.memory("list --format %(title)");
    for title in titles.lines().filter_map(|line| line.get(7..)) {
        if !list.out.contains(title) {
            return Err(format!("{title} is not listed: {}{}", list.out, list.err));
        }
    }
    let log = place.world.memory("summary list --json");
    let expected = place.known.log.get(&place.known.branch);
    match expected.map(|expected| counted(expected, &log.out, 1)) {
        Some(Err(why)) => Err(format!("summary list: {why}: {}", log.err)),
        _ => Ok(()),
    }
}

/// A remote has everything that a sync reported.
pub fn received(remote: &Place, first: &str) -> Result<(), String> {
    let entries = remote.text(Kept::Entry, first)?;
    counted(&remote.known.of(Kept::Entry), &entries, usize::MAX)
        .map_err(|why| format!("remote: {why}"))
}

fn counted(expected: &Tokens, text: &str, most: usize) -> Result<(), String> {
    for token in expected {
        match text.matches(token.as_str()).count() {
            0 => return Err(format!("{token} is lost")),
            count if count > most => return Err(format!("{token} is there {count} times")),
            _ => {}
        }
    }
    Ok(())
}

/// Both records of a `supersede` are staged.
pub fn staged_whole(place: &Place) -> Result<(), String> {
    let status = place.world.git("status --porcelain -uall -- memory").out;
    for line in status.lines() {
        let sign = match line.get(..2) {
            Some("??") => "\nsupersedes:",
            Some(" M") => "\nstatus: superseded",
            _ => continue,
        };
        let file = place.world.here.join(&line[3..]);
        if fs::read_to_string(file).is_ok_and(|text| text.contains(sign)) {
            return Err(format!("half is staged: {status}"));
        }
    }
    Ok(())
}

/// Every read answers, or says why not.
pub fn reads(place: &Place, random: &mut Random) -> Result<(), String> {
    let read = random.of(&READS);
    let answer = place.world.memory(*read);
    let is_named = answer.err.contains("fatal: ") || answer.err.contains("error: ");
    if answer.err.contains("panicked") || answer.status < 0 || answer.status > 1 && !is_named {
        return Err(format!("{read:?}: {} {}", answer.status, answer.err));
    }
    Ok(())
}

/// Caches change no answer: asked with them, without them, and with new ones.
pub fn caches(place: &Place, random: &mut Random) -> Result<(), String> {
    let read = random.of(&READS);
    let ask = || {
        let answer = place.world.memory(*read);
        (answer.status, answer.out, answer.err)
    };
    let with = ask();
    let kept = place.world.here.join(".git/memory");
    for cache in CACHES {
        fs::remove_dir_all(kept.join(cache)).ok();
        fs::remove_file(kept.join(cache)).ok();
    }
    for (what, answer) in [("without", ask()), ("with new", ask())] {
        if answer != with {
            return Err(format!(
                "{read:?} with caches: {with:#?}\n{what}: {answer:#?}"
            ));
        }
    }
    Ok(())
}

/// Nothing is wrong with the repository, and nothing is left of what was killed.
pub fn sound(places: &Places, place: &Place) -> Result<(), String> {
    let fsck = place.world.git("fsck --strict --no-dangling --no-progress");
    if fsck.status != 0 {
        return Err(format!("fsck: {}{}", fsck.out, fsck.err));
    }
    let check = place.world.memory("check");
    if check.status > 1 {
        return Err(format!("check: {}{}", check.out, check.err));
    }
    pass_time(place);
    for next in [
        "add-note Next",
        "summary append --run n --step 1 --title Next",
    ] {
        let answer = place
            .world
            .command(crate::common::BINARY)
            .args(crate::common::Words::words(next))
            .env_remove("GIT_MEMORY_SEED")
            .output()
            .unwrap();
        if !answer.status.success() {
            let said = String::from_utf8_lossy(&answer.stderr);
            return Err(format!("{next}: {said}"));
        }
    }
    let home = places.root.root().join("home");
    let find = format!("find . {} -name '.git-memory-*'", home.display());
    let left = place.world.shell(&find).out;
    if left.is_empty() {
        Ok(())
    } else {
        Err(format!("temporary files: {left}"))
    }
}
