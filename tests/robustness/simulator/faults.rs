//! What goes wrong: at a system call of a command, or in what lies on the disk between two.

use std::fs;
use std::process::Command;

use super::places::Place;
use super::random::Random;
use crate::common::BINARY;
use crate::trace;

/// The system calls at which a command is killed or refused something, each with what the system
/// says.
const CALLS: [(&str, &[&str]); 11] = [
    ("write", &["ENOSPC", "EIO"]),
    ("?rename,?renameat,?renameat2", &["ENOSPC", "EIO"]),
    ("fsync", &["EIO", "ENOSPC"]),
    ("?mkdir,?mkdirat", &["ENOSPC"]),
    ("?link,?linkat", &["EPERM", "ENOSPC"]),
    ("?unlink,?unlinkat", &["EIO"]),
    ("openat", &["EMFILE", "ENOSPC"]),
    ("flock", &["ENOLCK"]),
    ("?chmod,?fchmod,?fchmodat", &["EPERM"]),
    ("?pwrite64,?ftruncate", &["ENOSPC"]),
    ("?clone,?clone3,?vfork", &["EAGAIN"]),
];

/// Fault in a command.
#[derive(Clone, Debug)]
pub enum Fault {
    None,
    /// An expression of strace, and whether it also meets the processes that the command starts.
    Call {
        expression: String,
        follows: bool,
    },
    /// No file may have more kibibytes than this.
    Limit(usize),
}

impl Fault {
    /// A fault for a command; none in half of them.
    pub fn any(random: &mut Random) -> Self {
        match random.below(8) {
            0..=2 => Self::at_call(random, true),
            3 => Self::at_call(random, false),
            4 if random.once_in(2) => Self::Limit(random.below(6)),
            _ => Self::None,
        }
    }

    fn at_call(random: &mut Random, kills: bool) -> Self {
        if trace::strace().is_none() {
            return Self::None;
        }
        let (calls, errors) = random.of(&CALLS);
        let injected = if kills {
            "signal=KILL".to_owned()
        } else {
            format!("error={}", random.of(errors))
        };
        // Most commands make few of these calls; a disk stays full.
        let most = *random.of(&[3, 8, 30]);
        let nth = 1 + random.below(most);
        let lasting = if !kills && random.once_in(2) { "+" } else { "" };
        Self::Call {
            expression: format!("inject={calls}:{injected}:when={nth}{lasting}"),
            follows: random.once_in(2),
        }
    }

    /// True if it may meet a command after its change was made, as its answer is written.
    pub fn meets_answer(&self) -> bool {
        match self {
            Self::None => false,
            Self::Call { expression, .. } => expression.starts_with("inject=write"),
            Self::Limit(_) => true,
        }
    }

    /// True if it may have ended a process in the middle.
    pub fn kills(&self) -> bool {
        matches!(self, Self::Call { expression, .. } if expression.contains("KILL"))
    }

    /// The binary, which will meet the fault.
    pub fn command(&self, place: &Place) -> Command {
        match self {
            Self::None => place.world.command(BINARY),
            Self::Call {
                expression,
                follows,
            } => {
                let strace = trace::strace().expect("looked for before");
                let mut command = place.world.command(strace);
                command.args(["-qq", "-o", "/dev/null", "-e", "signal=none", "-e"]);
                command.arg(expression).args(follows.then_some("-f"));
                command.arg(BINARY);
                command
            }
            Self::Limit(blocks) => {
                let mut command = place.world.command("bash");
                let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
                command.args(["-c", &line, "bash", BINARY]);
                command
            }
        }
    }
}

/// Kept files of which nothing may be lost, or that are no caches.
const NO_CACHES: [&str; 8] = [
    "/births",
    "/drafts",
    "/expunged",
    "/journal",
    "/lock",
    ".lock",
    "/tips",
    "/damaged",
];

/// Damages a file of a cache; gives what was done.
pub fn damage_cache(place: &Place, random: &mut Random) -> String {
    let mut paths = place.paths(".git/memory");
    paths.retain(|path| !NO_CACHES.iter().any(|name| path.contains(name)));
    if paths.is_empty() {
        return "no cache to damage".to_owned();
    }
    let path = random.of(&paths);
    let file = place.world.here.join(path);
    let mut bytes = fs::read(&file).unwrap_or_default();
    let how = random.below(5);
    match how {
        0 => bytes.truncate(bytes.len() / 2),
        1 => bytes.clear(),
        2 => bytes.extend_from_within(..),
        3 => bytes.fill(0),
        _ => {
            let at = random.below(bytes.len().max(1));
            bytes
                .iter_mut()
                .skip(at)
                .take(1)
                .for_each(|byte| *byte ^= 4);
        }
    }
    fs::write(&file, bytes).unwrap();
    format!("damage {path} ({how})")
}

/// Damages or deletes a ref of memory; gives what was done.
pub fn damage_ref(place: &Place, random: &mut Random) -> String {
    let refs = "for-each-ref --format=%(refname) refs/memory/branches refs/notes/memory";
    let refs = place.world.git(refs).out;
    let refs: Vec<&str> = refs.lines().collect();
    if refs.is_empty() {
        return "no ref to damage".to_owned();
    }
    let name = *random.of(&refs);
    let file = place.world.here.join(".git").join(name);
    let text = *random.of(&[None, Some(""), Some("no ref\n"), Some("\0\0\0\0\0\0\0\0")]);
    match text {
        Some(text) if file.is_file() => fs::write(&file, text).unwrap(),
        _ => drop(place.world.git(["update-ref", "-d", name])),
    }
    format!("damage {name} ({text:?})")
}
