//! Runs the binary under strace(1), which ends it, or lets the system refuse something, at a chosen
//! system call.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use crate::cases::Case;
use crate::common::{BINARY, World};

/// The system calls that change something, by their names in strace(1); with `?`, as a machine may
/// not have all of them.
const CHANGING: &str = "?write,?pwrite64,?rename,?renameat,?renameat2,?mkdir,?mkdirat,?unlink,\
                        ?unlinkat,?rmdir,?link,?linkat,?symlink,?symlinkat,?ftruncate,?fsync,\
                        ?fdatasync,?chmod,?fchmod,?fchmodat";

/// Returns the path of strace; `None` if it is missing, or may not trace.
pub fn strace() -> Option<&'static PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let path = std::env::var_os("PATH")?;
        let strace = std::env::split_paths(&path)
            .map(|folder| folder.join("strace"))
            .find(|file| file.is_file())?;
        let mut trial = Command::new(&strace);
        trial
            .args(["-o", "/dev/null", "true"])
            .stderr(Stdio::null());
        trial.status().ok()?.success().then_some(strace)
    });
    found.as_ref()
}

/// Fault in a command at a system call.
#[derive(Debug)]
pub struct Fault<'a> {
    /// In strace's words: `signal=KILL`, `error=ENOSPC`.
    pub injected: &'static str,
    /// True if it also meets the processes that the command starts: each at its own call.
    pub follows: bool,
    /// The system call.
    pub call: &'a str,
    /// Number of the call among a process's calls of that name, from 1.
    pub nth: usize,
}

/// Result of a traced command.
#[derive(Debug)]
pub struct Traced {
    /// Its exit status; `None` where a signal ended it.
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
    /// The calls that met the fault.
    pub met: Vec<String>,
}

/// Runs a command under strace, which writes what it sees to files whose names begin with `trace`;
/// `follows` is the option with which it follows the processes that the command starts.
fn traced(world: &World, case: &Case, expression: &str, follows: Option<&str>) -> Output {
    let mut command = world.command(strace().expect("looked for before"));
    command.args(["-qq", "-e", "signal=none", "-e", expression]);
    command.args(follows).arg("-o").arg(log(world));
    command.arg(BINARY).args(&case.arguments);
    command.output().unwrap()
}

fn log(world: &World) -> PathBuf {
    world.root().join("trace")
}

/// Runs a command with a fault.
pub fn run(world: &World, case: &Case, fault: &Fault<'_>) -> Traced {
    let Fault {
        injected,
        call,
        nth,
        follows,
    } = fault;
    let expression = format!("inject={call}:{injected}:when={nth}");
    let output = traced(world, case, &expression, follows.then_some("-f"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let logged = text(&fs::read(log(world)).unwrap());
    let met = logged.lines().filter(|line| line.contains("(INJECTED)"));
    Traced {
        status: output.status.code(),
        out: text(&output.stdout),
        err: text(&output.stderr),
        met: met.map(str::to_owned).collect(),
    }
}

/// The system calls of a command that change something, each with the highest number of them in one
/// process. With `follows`, those of the other processes and threads; the first process meets its
/// own faults without it.
pub fn calls(world: &World, case: &Case, follows: bool) -> BTreeMap<String, usize> {
    let expression = format!("trace={CHANGING}");
    // With a log for each process.
    let output = traced(world, case, &expression, follows.then_some("-ff"));
    assert!(output.status.success(), "{case:?}: {output:?}");
    let mut logs = BTreeMap::new();
    for entry in fs::read_dir(world.root()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if let Some(process) = name.strip_prefix("trace") {
            let number = process.strip_prefix('.');
            let number = number.map_or(0, |number| number.parse::<u32>().unwrap());
            logs.insert(number, fs::read_to_string(&path).unwrap());
        }
    }
    if follows {
        // Processes are numbered as they begin.
        logs.pop_first();
    }
    let mut most = BTreeMap::new();
    for log in logs.values() {
        for (call, count) in counted(log) {
            let most = most.entry(call).or_insert(0);
            *most = count.max(*most);
        }
    }
    most
}

fn counted(log: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for line in log.lines() {
        if let Some((call, _)) = line.split_once('(') {
            *counts.entry(call.to_owned()).or_insert(0) += 1;
        }
    }
    counts
}
