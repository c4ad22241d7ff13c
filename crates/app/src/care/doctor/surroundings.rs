//! Checks of a repository and its surroundings: storage format, caches, notes on commits, manual
//! pages.

use crate::care::doctor::state::State;
use crate::care::manual;
use crate::context::agent_files;
use crate::private::fetching;
use crate::private::notes::orphans;
use crate::recall::meaning::{Retrieval, retrieval, try_server};
use crate::workspace::{At, Error, Workspace};
use crate::{agents, hooks};
use git_memory_model::layout::Part;
use git_memory_store::late_sentence;
use git_memory_text::advice::Advice;
use git_memory_text::counted;

/// Storage of refs and objects, and the library that reads them.
pub(crate) fn storage(workspace: &Workspace) -> Result<State, Error> {
    let storage = workspace.store().configuration().storage()?;
    Ok(State::Good(format!(
        "refs in {}, {}, read by {}",
        storage.refs, storage.hash, storage.reader
    )))
}

/// Checks that caches can be written: no answer needs them, but all are slower without.
pub(crate) fn caches(workspace: &Workspace) -> Result<State, Error> {
    let (folder, left) = workspace.store().kept()?;
    let mut seen = format!("kept in {}", folder.display());
    if !left.is_empty() {
        seen.extend(["; another version left ", &left.join(", ")]);
        seen.push_str(", which can be deleted");
    }
    Ok(State::Good(seen))
}

/// True if search by meaning has the vectors of all records, or no model.
pub(crate) fn model(workspace: &Workspace) -> Result<State, Error> {
    if let Err(error @ Error::Embeddings { .. }) = try_server(workspace) {
        let advice = error.advice().into_iter().next();
        let advice = advice.unwrap_or(Advice::ListModels);
        return Ok(State::Otherwise(error.to_string(), advice));
    }
    let retrieval = retrieval(workspace)?;
    let mut seen = format!("found by {retrieval}");
    if let Retrieval::Model {
        server: Some(address),
        ..
    } = &retrieval
    {
        seen.extend([" at ", address, " (memory.embeddings)"]);
    }
    Ok(match retrieval.missing() {
        0 => State::Good(seen),
        _ => State::Idle(seen, Advice::Index),
    })
}

/// True if fetching does not touch private memory and notes.
pub(crate) fn fetch(workspace: &Workspace) -> Result<State, Error> {
    let remotes = fetching::remotes(workspace)?;
    let mut bad = Vec::new();
    for remote in remotes.iter().filter(|remote| remote.is_unguarded()) {
        let (setting, fetching) = (remote.setting(), &remote.fetching);
        if !fetching.lacking.is_empty() {
            let lacking = fetching.lacking.join(", ");
            bad.push(format!(
                "{setting} covers the work logs and lacks {lacking}"
            ));
        }
        for refspec in &fetching.aimed {
            bad.push(format!(
                "{setting} overwrites work logs or notes with '{refspec}'"
            ));
        }
    }
    if bad.is_empty() {
        let left_out = "every remote's fetch list keeps the work logs".to_owned();
        return Ok(State::Good(left_out));
    }
    let what = bad.join("; ");
    Ok(
        if remotes
            .iter()
            .any(|remote| !remote.fetching.lacking.is_empty())
        {
            State::Bad(what)
        } else {
            // A person wants it fetched, and knows which of both is to stay.
            let advice = "remove that refspec: 'sync' joins both sides";
            State::Foreign(what, Advice::by_hand(advice))
        },
    )
}

/// Checks that git carries notes along, and reports the commits that lost theirs.
pub(crate) fn notes(workspace: &Workspace) -> Result<State, Error> {
    if let Some(bad) = workspace.private()?.bad_notes()? {
        return Ok(State::Otherwise(bad.what(), Advice::InspectRef));
    }
    if !hooks::carries_notes(workspace)? {
        return Ok(State::Bad(
            "git does not move them along in amend and rebase".to_owned(),
        ));
    }
    let mut seen = "git moves them along in amend and rebase".to_owned();
    let orphans = orphans(workspace)?.len();
    if orphans > 0 {
        // Not wrong: the commit may be of a branch that was dropped on purpose.
        let commits = counted(orphans, "commit");
        seen.push_str("; kept for ");
        seen.push_str(&commits);
        seen.push_str(" that no branch has any more");
    }
    Ok(State::Good(seen))
}

/// Checks what agents read here: the rules, and the files that contain them.
pub(crate) fn agents(workspace: &Workspace) -> Result<State, Error> {
    let store = workspace.store();
    if store.is_left_out()? || store.leaves_out_part(Part::Rule)? {
        return Ok(State::Good(format!(
            "{}/ is not checked out",
            workspace.folder()
        )));
    }
    let files = agent_files(workspace)?;
    if !files.stale.is_empty() {
        let names = files.stale.join(", ");
        return Ok(State::Bad(format!(
            "older than the rules in memory: {names}"
        )));
    }
    if let Some(first) = files.findings.first() {
        let advice = Advice::by_hand(first.remedy);
        let what = format!("{}: {}", first.path, first.message);
        return Ok(State::Foreign(what, advice));
    }
    let mut written: Vec<String> = files.there.iter().map(ToString::to_string).collect();
    if !files.nested.is_empty() {
        let nested = counted(files.nested.len(), "file");
        written.push(format!("{nested} in folders of scopes"));
    }
    let rules = counted(files.rules, "rule");
    let mut seen = match files.rules {
        0 if written.is_empty() => "no rules".to_owned(),
        _ if written.is_empty() => format!("{rules}, not in any file that agents read"),
        _ => format!("{rules}, in {}", written.join(", ")),
    };
    let mut is_idle = false;
    match configured(workspace)? {
        Configured::Odd(what) => return Ok(State::Foreign(what, Advice::SetUpAgents)),
        Configured::Good(names) if names.is_empty() => {
            is_idle = written.is_empty() && files.rules == 0;
        }
        Configured::Good(names) => {
            seen.push_str("; connected: ");
            seen.push_str(&names.join(", "));
        }
    }
    if let Some(late) = late_sentence(&store.late_hooks()) {
        seen.push_str("; ");
        seen.push_str(&late);
        is_idle = false;
    }
    let silent = store.agents_without_prompt()?;
    if !silent.is_empty() {
        let what = format!("no prompt in the last transcript of {}", silent.join(", "));
        let newer = "if that session had a prompt, this version cannot read the agent's \
                     transcripts: get a newer git-memory";
        return Ok(State::Foreign(what, Advice::by_hand(newer)));
    }
    if is_idle {
        return Ok(State::Idle("not connected".to_owned(), Advice::SetUpAgents));
    }
    Ok(State::Good(seen))
}

/// State of our entries in the configuration of agents.
enum Configured {
    /// The agents that have it.
    Good(Vec<&'static str>),
    /// A file that needs a look.
    Odd(String),
}

fn configured(workspace: &Workspace) -> Result<Configured, Error> {
    let mut names = Vec::new();
    let wish = agents::Wish::default();
    for report in agents::status(At::Repository(workspace), &wish)? {
        for file in report.files {
            let name = report.agent.name();
            match file.state {
                agents::State::Incomplete => {
                    let what = format!("{}: entries for {name} are missing", file.file);
                    return Ok(Configured::Odd(what));
                }
                agents::State::Installed | agents::State::Changed => {
                    if names.last() != Some(&name) {
                        names.push(name);
                    }
                }
                agents::State::Different => {
                    if let Some(impostor) = file.problem {
                        return Ok(Configured::Odd(impostor));
                    }
                }
                // Entries of other people in their own files are not ours to check.
                agents::State::Absent | agents::State::Unreadable => {}
            }
        }
    }
    Ok(Configured::Good(names))
}

/// Checks that the manual pages are those of this version.
pub(crate) fn manual(workspace: &Workspace) -> Result<State, Error> {
    let ours = env!("CARGO_PKG_VERSION");
    Ok(match manual::installed_version(workspace.invocation())? {
        // Manual pages are optional: `--help` prints the same.
        None => State::Idle(
            "no manual pages and completion".to_owned(),
            Advice::InstallManual,
        ),
        Some(version) if version == ours => {
            State::Good("manual pages and completion are installed".to_owned())
        }
        Some(version) => State::Bad(format!(
            "the manual pages are those of {version}, this is {ours}"
        )),
    })
}
