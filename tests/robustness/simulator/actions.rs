//! What is done in a clone: writes, each with a token of its own, and git's own commands.

use super::faults::Fault;
use super::model::Kept;
use super::places::{Place, REMOTES};
use super::random::Random;

/// A write of the program.
#[derive(Clone, Debug)]
pub struct Write {
    pub arguments: Vec<String>,
    /// Where its token goes; `None` for a sync.
    pub kept: Option<Kept>,
    pub token: String,
    pub fault: Fault,
    /// Time of the clock.
    pub clock: String,
    /// Seed of its ids.
    pub ids: u64,
}

/// Result of a write.
pub struct Done {
    /// `None` if a signal ended it.
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Write {
    /// A write with a token, in a place.
    pub fn any(random: &mut Random, place: &Place, first: &str, ids: u64) -> Self {
        let token = format!("zq{ids}q");
        let decision = place.decision(random);
        let title = format!("Title {token}");
        let set = format!("key_{token}=there");
        let (kept, arguments) = match (random.below(11), decision.as_deref()) {
            (0, _) => (Kept::Tracked, vec!["add-note", &title]),
            (1 | 2, _) | (3..=5, None) => (Kept::Tracked, vec!["add-decision", &title]),
            (3 | 4, Some(old)) => (Kept::Tracked, vec!["supersede", old, "--title", &title]),
            (5, Some(id)) => (Kept::Tracked, vec!["set", id, &set]),
            (6, _) => {
                let append = vec!["topic", "write", "Storage", "--append", &title];
                (Kept::Tracked, append)
            }
            (7, _) => (Kept::Local, vec!["feedback", &title, "--outcome", "missed"]),
            (8, _) => (Kept::Note, vec!["add-note", "--commit", first, &title]),
            _ => {
                let append = ["summary", "append", "--run", "r", "--step", "s", "--title"];
                (Kept::Entry, append.into_iter().chain([&*token]).collect())
            }
        };
        Self::new(Some(kept), &arguments, token.clone(), random, ids)
    }

    /// A sync with a remote.
    pub fn sync(random: &mut Random, remote: usize, ids: u64) -> Self {
        let arguments = ["sync", REMOTES[remote]];
        Self::new(None, &arguments, String::new(), random, ids)
    }

    fn new(
        kept: Option<Kept>,
        arguments: &[&str],
        token: String,
        random: &mut Random,
        ids: u64,
    ) -> Self {
        Self {
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
            kept,
            token,
            fault: Fault::any(random),
            clock: clock(random, ids),
            ids,
        }
    }

    pub fn run(&self, place: &Place) -> Done {
        let mut command = self.fault.command(place);
        command.args(&self.arguments);
        command.env("GIT_MEMORY_SEED", self.ids.to_string());
        command.env("GIT_MEMORY_CLOCK", &self.clock);
        let output = command.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Done {
            status: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }
}

impl Done {
    /// True if the write was reported as done.
    pub fn is_reported(&self) -> bool {
        self.status == Some(0) || self.status.is_none() && !self.out.is_empty()
    }
}

/// A clock that goes on, and sometimes is wrong.
fn clock(random: &mut Random, ids: u64) -> String {
    let wrong = [
        "1970-01-01T00:00:00Z",
        "2038-01-19T03:14:08Z",
        "2106-02-07T06:28:16Z",
    ];
    if random.once_in(12) {
        return (*random.of(&wrong)).to_owned();
    }
    let minutes = ids / 60 % 60;
    format!(
        "2026-11-20T{:02}:{minutes:02}:{:02}Z",
        ids / 3600 % 24,
        ids % 60
    )
}

/// Commits everything; says whether.
pub fn commit(place: &mut Place) -> bool {
    place.world.git("add -A memory").ok();
    let is_done = place.world.git("commit -q -m Work").status == 0;
    if is_done {
        place.known.commit();
    }
    is_done
}

/// Merges a remote's main branch; says whether.
pub fn pull(place: &mut Place, nth: usize, remote: &Place) -> bool {
    let pull = [
        "pull",
        "-q",
        "--no-rebase",
        "--no-edit",
        REMOTES[nth],
        "main",
    ];
    let is_done = place.world.git(pull).status == 0;
    if is_done {
        place.known.receive(&remote.known.head());
    } else {
        place.world.git("merge --abort");
    }
    is_done
}

/// Pushes the main branch; says whether.
pub fn push(place: &Place, nth: usize, remote: &mut Place) -> bool {
    let push = ["push", "-q", REMOTES[nth], "main"];
    let is_done = place.world.git(push).status == 0;
    if is_done {
        let heads = &place.known.heads;
        remote.known.heads.clone_from(heads);
    }
    is_done
}

/// Goes to a branch, or merges the one where the clone was; says whether.
pub fn branch(place: &mut Place, random: &mut Random) -> bool {
    let before = place.known.branch.clone();
    let other = if before == "main" { "side" } else { "main" };
    let is_there = place.known.heads.contains_key(other);
    let create = (!is_there).then_some("-c");
    let switch = ["switch", "-q"].into_iter().chain(create).chain([other]);
    if place.world.git(switch.collect::<Vec<_>>()).status != 0 {
        return false;
    }
    place.known.switch(other);
    if random.once_in(2) {
        let merge = ["merge", "-q", "--no-edit", &before];
        if place.world.git(merge).status == 0 {
            let theirs = place.known.heads.get(&before).cloned();
            place.known.receive(&theirs.unwrap_or_default());
        } else {
            place.world.git("merge --abort");
        }
    }
    true
}
