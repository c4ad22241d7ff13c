//! A canary: a made-up secret is planted in a scratch repository with the nets of this one, and
//! every net has to hold it. A net that holds everything, or that git never asks, is useless: a clean
//! file has to pass it.

use crate::care::doctor::nets;
use crate::care::doctor::state::State;
use crate::workspace::{Error, Workspace};
use git_memory_git::Ended;
use git_memory_model::layout::FILTERED;
use git_memory_store::Trial;

/// The file of the secret; a net that stops it names it.
const CANARY: &str = "memory/canary.txt";
/// The net that has another name for people.
const FILTER: &str = "clean-filter";

/// Plants a secret, and tells which nets hold it.
pub fn look(workspace: &Workspace) -> Result<State, Error> {
    let trial = workspace.store().trial()?;
    let served = nets::hang(workspace, &trial)?;
    trial.write("memory/.gitattributes", FILTERED)?;
    trial.write("memory/clean.txt", "Nothing to see here.\n")?;
    if let Some(refused) = pass_clean(&trial)? {
        return Ok(State::Bad(refused));
    }
    // Made here and now, of parts: no scanner finds a secret in this program, and it opens nothing.
    let secret = ["glpat", "-", &workspace.random_word(20)].concat();
    trial.write(CANARY, format!("{secret}\n"))?;
    let (mut held, mut missed) = (Vec::new(), Vec::new());
    for (net, ended) in release(&trial, &served)? {
        // A net that fails without naming the file has another reason, and a net that prints the
        // secret has spread it.
        let name = if net == FILTER {
            "the clean filter"
        } else {
            net
        };
        let is_stopped = !ended.is_good && ended.said.contains(CANARY);
        if is_stopped && !ended.said.contains(&secret) {
            held.push(name);
        } else if served.contains(&net) {
            missed.push(format!("{name} lets a secret through"));
        } else {
            missed.push(format!("{name} is not installed"));
        }
    }
    if missed.is_empty() {
        return Ok(State::Good(format!("held by {}", held.join(", "))));
    }
    Ok(State::Bad(missed.join("; ")))
}

/// Brings a clean file through every net; tells which one refused it.
fn pass_clean(trial: &Trial) -> Result<Option<String>, Error> {
    let commands: [&[&str]; 3] = [
        &["add", "memory"],
        &["commit", "-q", "-m", "Clean"],
        &["push", "-q", "../remote", "HEAD:refs/heads/main"],
    ];
    for command in commands {
        let ended = trial.git(command)?;
        if !ended.is_good {
            return Ok(Some(format!(
                "'git {}' was refused without a secret: {}",
                command[0],
                ended.said.trim()
            )));
        }
    }
    Ok(None)
}

/// Sends the canary to one net after the other, each time past those before it.
fn release(trial: &Trial, served: &[&str]) -> Result<Vec<(&'static str, Ended)>, Error> {
    let unfiltered = |command: &[&str]| {
        let off = [
            "filter.git-memory.process=",
            "filter.git-memory.required=false",
        ];
        trial.git(&[&["-c", off[0], "-c", off[1]], command].concat())
    };
    let added = trial.git(&["add", CANARY])?;
    unfiltered(&["add", "memory"])?;
    let committed = unfiltered(&["commit", "-q", "-m", "Canary"])?;
    // Plumbing runs no hooks: a commit that no ref has is what the later nets have to hold.
    let tree = trial.git(&["write-tree"])?.answer;
    let commit = trial.git(&["commit-tree", &tree, "-p", "HEAD", "-m", "Canary"])?;
    let target = format!("{}:refs/heads/main", commit.answer);
    let pushed = trial.git(&["push", "-q", "../remote", &target])?;
    let mut ended = vec![
        (FILTER, added),
        ("pre-commit", committed),
        ("pre-push", pushed),
    ];
    // Only there where it was asked for.
    if served.contains(&"reference-transaction") {
        let moved = trial.git(&["update-ref", "refs/heads/canary", &commit.answer])?;
        ended.push(("reference-transaction", moved));
    }
    Ok(ended)
}
