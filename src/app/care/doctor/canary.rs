//! A canary: a made-up secret is planted in a scratch repository with the nets of this one, and
//! every net has to hold it. A net that holds everything, or that nobody asked, is no net: what is
//! clean has to pass it.

use crate::app::care::doctor::nets;
use crate::app::care::doctor::state::State;
use crate::app::workspace::{Error, Workspace};
use crate::domain::layout::FILTERED;
use crate::domain::secrets::sealed;
use crate::git::Ended;
use crate::store::Trial;

/// git's arguments that take the filter out of the way of the nets that come after it.
const UNFILTERED: [&str; 4] = [
    "-c",
    "filter.git-memory.process=",
    "-c",
    "filter.git-memory.required=false",
];
const FILE: &str = "memory/canary.txt";
/// The names of two nets: the clean filter is called otherwise for people, and the other one is
/// only there where it was asked for.
const FILTER: &str = "clean-filter";
const TRANSACTION: &str = "reference-transaction";

/// A form in which the canary is planted: nets have had holes for each of them.
struct Form {
    /// What it is called where a net lets it through; empty for the plain one.
    name: &'static str,
    content: Vec<u8>,
}

/// The canary in every form.
fn forms(canary: &str) -> [Form; 5] {
    let plain = format!("{canary}\n");
    let form = |name, content: String| Form {
        name,
        content: content.into_bytes(),
    };
    [
        form("", plain.clone()),
        form(" with an escape", canary.replace('_', "\\_")),
        form(" after a marker", format!("[REDACTED:{plain}]")),
        form(" beside a NUL", format!("\0{plain}")),
        Form {
            name: " in UTF-16",
            content: plain.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        },
    ]
}

/// What the nets did with the canary.
struct Outcome<'a> {
    canary: &'a str,
    /// The nets that are hung up here, by their hooks' names.
    served: Vec<&'static str>,
    held: Vec<&'static str>,
    missed: Vec<String>,
}

impl Outcome<'_> {
    fn note(&mut self, net: &'static str, form: &Form, ended: &Ended) {
        let name = if net == FILTER {
            "the clean filter"
        } else {
            net
        };
        // What does not name the file has failed for another reason, and a net that names the
        // secret itself has spread it.
        let is_held =
            !ended.is_good && ended.said.contains(FILE) && !ended.said.contains(self.canary);
        if is_held {
            // Once, whatever the form.
            if !self.held.contains(&name) {
                self.held.push(name);
            }
            return;
        }
        let missed = if self.served.contains(&net) {
            format!("{name} lets a secret{} through", form.name)
        } else {
            format!("{name} is not installed")
        };
        if !self.missed.contains(&missed) {
            self.missed.push(missed);
        }
    }

    fn state(self) -> State {
        if self.missed.is_empty() {
            State::Good(format!("held by {}", self.held.join(", ")))
        } else {
            State::Bad(self.missed.join("; "))
        }
    }
}

/// Plants a secret, and says which nets hold it.
///
/// # Errors
/// Where the scratch repository cannot be made.
pub fn look(workspace: &Workspace) -> Result<State, Error> {
    let trial = workspace.store().trial()?;
    let served = nets::hang(workspace, &trial)?;
    trial.write("memory/.gitattributes", FILTERED)?;
    trial.write(FILE, "Nothing to see here.\n")?;
    if let Some(refused) = pass_clean(&trial)? {
        return Ok(State::Bad(refused));
    }
    // Made here and now: no scanner finds it in this program, and it opens nothing.
    let made = format!("{}_{}", "ghp", workspace.random_word(36));
    // A wrong checksum would make it an example, which every net lets through.
    let canary = sealed(&made).unwrap_or(made);
    let mut outcome = Outcome {
        canary: &canary,
        served,
        held: Vec::new(),
        missed: Vec::new(),
    };
    for form in forms(&canary) {
        trial.write(FILE, &form.content)?;
        release(&trial, &form, &mut outcome)?;
        // A net that has let one through all the same will not hold the next one better.
        if !outcome.missed.is_empty() {
            break;
        }
    }
    Ok(outcome.state())
}

/// Brings what is clean through every net; says which one refused it.
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
                "'git {}' was refused although there was no secret: {}",
                command[0],
                ended.said.trim()
            )));
        }
    }
    Ok(None)
}

/// Sends the canary to one net after the other, each time past those before it.
fn release(trial: &Trial, form: &Form, outcome: &mut Outcome) -> Result<(), Error> {
    // The form before it may be in the index, and what is there already is no news to the filter.
    trial.git(&["read-tree", "HEAD"])?;
    let added = trial.git(&["add", FILE])?;
    outcome.note(FILTER, form, &added);
    trial.git(&[&UNFILTERED, ["add", FILE].as_slice()].concat())?;
    let commit = ["commit", "-q", "-m", "Canary"];
    let committed = trial.git(&[&UNFILTERED, commit.as_slice()].concat())?;
    outcome.note("pre-commit", form, &committed);
    // A commit that no ref has: what the later nets have to hold.
    // It is made by plumbing, which runs no hooks.
    let tree = trial.git(&["write-tree"])?.answer;
    let commit = trial.git(&["commit-tree", &tree, "-p", "HEAD", "-m", "Canary"])?;
    let commit = commit.answer;
    let target = format!("{commit}:refs/heads/main");
    let pushed = trial.git(&["push", "-q", "../remote", &target])?;
    outcome.note("pre-push", form, &pushed);
    if outcome.served.contains(&TRANSACTION) {
        let moved = trial.git(&["update-ref", "refs/heads/canary", &commit])?;
        outcome.note(TRANSACTION, form, &moved);
    }
    Ok(())
}
