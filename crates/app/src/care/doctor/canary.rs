//! A canary: a made-up secret is planted in a scratch repository with the nets of this one, and
//! every net has to hold it. A net that holds everything, or that nobody asked, is no net: what is
//! clean has to pass it.

use crate::care::doctor::forms::{Form, forms};
use crate::care::doctor::nets;
use crate::care::doctor::state::State;
use crate::workspace::{Error, Workspace};
use git_memory_git::Ended;
use git_memory_model::layout::FILTERED;
use git_memory_model::private::entry::key;
use git_memory_store::Trial;

/// git's arguments that take the filter out of the way of the nets that come after it.
const UNFILTERED: [&str; 4] = [
    "-c",
    "filter.git-memory.process=",
    "-c",
    "filter.git-memory.required=false",
];
/// A clean file, which has to pass.
const CLEAN: &str = "memory/clean.txt";
/// A file that takes the filter away from those beside it.
const ATTRIBUTES: &str = "memory/below/.gitattributes";
/// The names of the nets: the clean filter is called otherwise for people, and the last one is only
/// there where it was asked for.
const FILTER: &str = "clean-filter";
const COMMIT: &str = "pre-commit";
const PUSH: &str = "pre-push";
const TRANSACTION: &str = "reference-transaction";

/// What the nets did with the canaries.
struct Outcome {
    /// The nets that are hung up here, by their hooks' names.
    served: Vec<&'static str>,
    held: Vec<&'static str>,
    missed: Vec<Missed>,
}

/// A net that has let something through.
struct Missed {
    net: &'static str,
    why: String,
}

impl Outcome {
    /// Notes what a net did with every form at once.
    fn note_all(&mut self, net: &'static str, forms: &[Form], ended: &Ended) {
        for form in forms {
            self.note_form(net, form, ended);
        }
    }

    fn note_form(&mut self, net: &'static str, form: &Form, ended: &Ended) {
        // A net that names the secret itself has spread it.
        let is_held = has_refused(ended, &form.file) && !ended.said.contains(&form.secret);
        self.note(net, is_held, &format!("a secret{}", form.name));
    }

    /// Notes whether a net has held something.
    fn note(&mut self, net: &'static str, is_held: bool, what: &str) {
        let name = if net == FILTER {
            "the clean filter"
        } else {
            net
        };
        if is_held {
            // Once, whatever it held.
            if !self.held.contains(&name) {
                self.held.push(name);
            }
            return;
        }
        // The first thing that it lets through says enough.
        if self.missed.iter().any(|missed| missed.net == net) {
            return;
        }
        let why = if self.served.contains(&net) {
            format!("{name} lets {what} through")
        } else {
            format!("{name} is not installed")
        };
        self.missed.push(Missed { net, why });
    }

    fn state(self) -> State {
        if self.missed.is_empty() {
            return State::Good(format!("held by {}", self.held.join(", ")));
        }
        let why: Vec<String> = self.missed.into_iter().map(|missed| missed.why).collect();
        State::Bad(why.join("; "))
    }
}

/// Whether a command was refused for what is named so: whatever else fails has another reason.
fn has_refused(ended: &Ended, name: &str) -> bool {
    !ended.is_good && ended.said.contains(name)
}

/// Plants a secret, and says which nets hold it.
pub fn look(workspace: &Workspace) -> Result<State, Error> {
    let trial = workspace.store().trial()?;
    let served = nets::hang(workspace, &trial)?;
    trial.write("memory/.gitattributes", FILTERED)?;
    trial.write(CLEAN, "Nothing to see here.\n")?;
    if let Some(refused) = pass_clean(&trial)? {
        return Ok(State::Bad(refused));
    }
    let mut outcome = Outcome {
        served,
        held: Vec::new(),
        missed: Vec::new(),
    };
    release(&trial, &forms(workspace), &mut outcome)?;
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
                "'git {}' was refused without a secret: {}",
                command[0],
                ended.said.trim()
            )));
        }
    }
    Ok(None)
}

/// Sends the canaries to one net after the other, each time past those before it.
fn release(trial: &Trial, forms: &[Form], outcome: &mut Outcome) -> Result<(), Error> {
    for form in forms {
        trial.write(&form.file, &form.content)?;
        let added = trial.git(&["add", &form.file])?;
        outcome.note_form(FILTER, form, &added);
    }
    trial.write(ATTRIBUTES, "* -filter\n")?;
    trial.git(&[&UNFILTERED, ["add", "memory"].as_slice()].concat())?;
    let commit = ["commit", "-q", "-m", "Canary"];
    let committed = trial.git(&[&UNFILTERED, commit.as_slice()].concat())?;
    outcome.note_all(COMMIT, forms, &committed);
    let is_held = has_refused(&committed, ATTRIBUTES);
    outcome.note(COMMIT, is_held, "attributes without the clean filter");
    // A commit that no ref has: what the later nets have to hold.
    let commit = commit_tree(trial, &["Canary"])?;
    outcome.note_all(PUSH, forms, &push(trial, &commit)?);
    if outcome.served.contains(&TRANSACTION) {
        let moved = trial.git(&["update-ref", "refs/heads/canary", &commit])?;
        outcome.note_all(TRANSACTION, forms, &moved);
    }
    // Private memory may have no secrets, and still leaves with no push, under whatever name.
    trial.git(&["read-tree", "HEAD"])?;
    let trailer = format!("{}: summary", key::KIND);
    let private = commit_tree(trial, &["A step", &trailer])?;
    let is_held = has_refused(&push(trial, &private)?, &private);
    outcome.note(PUSH, is_held, "the work log");
    Ok(())
}

/// Makes a commit of what is staged, by plumbing, which runs no hooks; gives its id. The message
/// has these paragraphs.
fn commit_tree(trial: &Trial, message: &[&str]) -> Result<String, Error> {
    let tree = trial.git(&["write-tree"])?.answer;
    let mut command = vec!["commit-tree", &tree, "-p", "HEAD"];
    for paragraph in message {
        command.extend(["-m", paragraph]);
    }
    Ok(trial.git(&command)?.answer)
}

fn push(trial: &Trial, commit: &str) -> Result<Ended, Error> {
    let target = format!("{commit}:refs/heads/main");
    Ok(trial.git(&["push", "-q", "../remote", &target])?)
}
