//! Putting git-memory into the configuration of agents, and taking it out. Everything is read and
//! thought through before the first byte is written: where one file cannot be changed, none is.

use super::find::{found, signs};
use super::places::{Scope, Spot, spots};
use super::report::{AgentReport, Change, Done, FileReport, State};
use crate::context::{agent_files, build_all, rules};
use crate::uncommitted::uncommitted;
use crate::workspace::{At, Error};
use git_memory_agents::agent::Agent;
use git_memory_agents::agent::row::RuleFiles;
use git_memory_agents::agent_setup::{Entry, Found, Unfit, fresh, look, put, take_out};
use git_memory_model::layout::Part;
use git_memory_store::setup_files::{NewSetup, SetupFile, read, write_all};
use git_memory_store::{self as store, LateHook};

/// The question: which agents, which files.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The agents.
    pub agents: Vec<Agent>,
    /// Owner of the files; by default the project, and the user for agents that read no servers of
    /// a project.
    pub scope: Option<Scope>,
    /// True if the hooks are to judge no call of a tool.
    pub is_without_policy: bool,
}

impl Wish {
    /// The agents, each once; all that are used here where none is named.
    fn agents(&self, at: At) -> Vec<Agent> {
        if self.agents.is_empty() {
            return found(at);
        }
        let wanted = |agent: &Agent| self.agents.contains(agent);
        Agent::all().filter(wanted).collect()
    }

    fn spots(&self, at: At, agent: Agent) -> Result<Vec<Spot>, Error> {
        let usual = match agent.row().servers.project {
            Some(_) => Scope::Project,
            None => Scope::User,
        };
        let mut spots = spots(at, agent.row(), self.scope.unwrap_or(usual))?;
        if self.is_without_policy {
            for spot in &mut spots {
                std::mem::swap(&mut spot.entries, &mut spot.other);
            }
        }
        Ok(spots)
    }

    /// The files in both scopes, where none is named, as far as there is a project and a home.
    fn all_spots(&self, at: At, agent: Agent) -> Result<Vec<Spot>, Error> {
        if self.scope.is_some() {
            return self.spots(at, agent);
        }
        let scopes = [Scope::Project, Scope::User];
        let found = scopes.map(|scope| spots(at, agent.row(), scope).unwrap_or_default());
        Ok(found.into_iter().flatten().collect())
    }
}

/// A file, as it is and as it is to be.
struct Step {
    spot: Spot,
    file: SetupFile,
    /// State of our part before the change.
    state: State,
    change: Change,
    /// The new text; `None` if the file is removed or unchanged.
    after: Option<String>,
}

impl Step {
    fn unfit(spot: &Spot) -> impl Fn(Unfit) -> Error + use<> {
        let path = spot.path.clone();
        move |why| Error::AgentFile {
            path: path.clone(),
            why,
        }
    }

    fn to_install(_: At, spot: Spot) -> Result<Self, Error> {
        let file = read(&spot.root, &spot.path).map_err(odd)?;
        let unfit = Self::unfit(&spot);
        let Some(text) = &file.text else {
            let made = fresh(spot.format, &spot.entries, spot.beside).map_err(unfit)?;
            return Ok(Self {
                spot,
                file,
                state: State::Absent,
                change: Change::Created,
                after: Some(made),
            });
        };
        let text_of_ours = without_other(&spot, text).map_err(&unfit)?;
        let found = look(spot.format, &text_of_ours, &spot.entries).map_err(&unfit)?;
        for (entry, found) in spot.entries.iter().zip(&found) {
            if let Found::Other(there) | Found::Impostor(there) = found {
                return Err(Error::AgentEntry {
                    path: spot.path,
                    label: entry.label(),
                    there: there.clone(),
                });
            }
        }
        let after = put(spot.format, &text_of_ours, &spot.entries).map_err(unfit)?;
        let is_changed = after != *text;
        Ok(Self {
            state: State::of(&found),
            change: if is_changed {
                Change::Changed
            } else {
                Change::Unchanged
            },
            after: is_changed.then_some(after),
            spot,
            file,
        })
    }

    fn to_uninstall(at: At, mut spot: Spot) -> Result<Self, Error> {
        let file = read(&spot.root, &spot.path).map_err(odd)?;
        let unfit = Self::unfit(&spot);
        if let Some(text) = &file.text {
            take_as_put(&mut spot, text).map_err(&unfit)?;
        }
        let made = fresh(spot.format, &spot.entries, spot.beside).map_err(&unfit)?;
        let (state, left) = match &file.text {
            None => (State::Absent, None),
            Some(text) => (
                State::of(&look(spot.format, text, &spot.entries).map_err(&unfit)?),
                take_out(spot.format, text, &spot.entries).map_err(unfit)?,
            ),
        };
        let is_as_made = file.text.as_deref() == Some(made.as_str());
        let (change, after) = match left {
            None => (Change::Unchanged, None),
            Some(_) if is_as_made && may_go(at, &file, &made)? => (Change::Removed, None),
            Some(left) => (Change::Changed, Some(left)),
        };
        Ok(Self {
            spot,
            file,
            state,
            change,
            after,
        })
    }

    fn report(&self) -> Result<FileReport, Error> {
        let spot = &self.spot;
        let made = fresh(spot.format, &spot.entries, spot.beside).map_err(Self::unfit(spot))?;
        Ok(FileReport::new(spot, self.state.clone(), self.change, made))
    }
}

/// A text without what hooks that judge have and others have not, or the other way round.
fn without_other(spot: &Spot, text: &str) -> Result<String, Unfit> {
    // A file that we made stays one.
    if text == fresh(spot.format, &spot.other, spot.beside)? {
        return fresh(spot.format, &spot.entries, spot.beside);
    }
    let mut other = spot.other.clone();
    other.retain(|entry| !spot.entries.contains(entry));
    let left = take_out(spot.format, text, &other)?;
    Ok(left.unwrap_or_else(|| text.to_owned()))
}

/// Takes a spot as its file has it: with hooks that judge, or with the others.
fn take_as_put(spot: &mut Spot, text: &str) -> Result<(), Unfit> {
    let is_put = |entries: &[Entry]| -> Result<bool, Unfit> {
        let found = look(spot.format, text, entries)?;
        Ok(found.iter().all(|found| *found == Found::Ours))
    };
    if !is_put(&spot.entries)? && is_put(&spot.other)? {
        std::mem::swap(&mut spot.entries, &mut spot.other);
    }
    Ok(())
}

/// Reads the files of agents and thinks of each of them what is to be done.
fn steps(
    at: At,
    wish: &Wish,
    spots: fn(&Wish, At, Agent) -> Result<Vec<Spot>, Error>,
    step: fn(At, Spot) -> Result<Step, Error>,
) -> Result<Vec<(Agent, Vec<Step>)>, Error> {
    let mut all = Vec::new();
    for agent in wish.agents(at) {
        let mut steps = Vec::new();
        for spot in spots(wish, at, agent)? {
            steps.push(step(at, spot)?);
        }
        all.push((agent, steps));
    }
    Ok(all)
}

fn write(all: &[(Agent, Vec<Step>)]) -> Result<(), Error> {
    let mut changes = Vec::new();
    for step in all.iter().flat_map(|(_, steps)| steps) {
        if step.change != Change::Unchanged {
            changes.push(NewSetup {
                file: &step.file,
                text: step.after.as_deref(),
            });
        }
    }
    write_all(&changes).map_err(odd)
}

/// True if a file that contains only our entries, as in `made`, may be removed. One that HEAD has
/// with another text was there before, and we make no symbolic links.
fn may_go(at: At, file: &SetupFile, made: &str) -> Result<bool, Error> {
    if file.is_link() {
        return Ok(false);
    }
    let At::Repository(workspace) = at else {
        return Ok(true);
    };
    let store = workspace.store();
    // A bare repository tracks no files of a user.
    let (true, Some(head)) = (store.has_work_tree(), store.history().head_commit()?) else {
        return Ok(true);
    };
    let Some(path) = store.work_files()?.path_from_top(file.real()) else {
        return Ok(true);
    };
    let committed = store.objects().file_content(head, &path)?;
    Ok(committed.is_none_or(|text| text == made.as_bytes()))
}

/// A file that is not read or written for what it is, as one whose text cannot be changed.
fn odd(error: store::Error) -> Error {
    match error {
        store::Error::Unreadable { path, what } => Error::AgentFile {
            path,
            why: Unfit::Odd(what),
        },
        other => other.into(),
    }
}

fn reports(at: At, all: &[(Agent, Vec<Step>)]) -> Result<Vec<AgentReport>, Error> {
    let mut agents = Vec::new();
    for (agent, steps) in all {
        let mut files = Vec::new();
        for step in steps {
            files.push(step.report()?);
        }
        agents.push(report(at, *agent, files));
    }
    Ok(agents)
}

fn report(at: At, agent: Agent, files: Vec<FileReport>) -> AgentReport {
    let row = agent.row();
    AgentReport {
        agent,
        signs: signs(at, row),
        tried: row.tried,
        source: row.source,
        files,
    }
}

/// Returns the plan of [`install`]. A file that it would refuse is reported with its problem.
///
/// # Errors
/// If the scope needs a repository or a home, and there is none.
pub fn planned(at: At, wish: &Wish) -> Result<Done, Error> {
    let mut agents = Vec::new();
    for agent in wish.agents(at) {
        let mut files = Vec::new();
        for spot in wish.spots(at, agent)? {
            files.push(match Step::to_install(at, spot.clone()) {
                Ok(step) => step.report()?,
                Err(error) => FileReport {
                    problem: Some(error.to_string()),
                    ..state_of(&spot)?
                },
            });
        }
        agents.push(report(at, agent, files));
    }
    Ok(Done {
        agents,
        ..Done::default()
    })
}

/// Puts the MCP server and the hooks into the configuration of agents, and the project's rules into
/// the files that they read. A second run changes nothing.
///
/// # Errors
/// [`Error::AgentFile`], [`Error::AgentEntry`], or where a file cannot be read or written; then
/// none was changed.
pub fn install(at: At, wish: &Wish) -> Result<Done, Error> {
    let all = steps(at, wish, Wish::spots, Step::to_install)?;
    let agents = reports(at, &all)?;
    let built = build_rules(at, &all)?;
    write(&all)?;
    Ok(Done {
        agents,
        rules: built.changed,
        foreign: built.foreign,
        ..Done::default()
    })
}

/// Writes the rules where those agents read them whose files of the project are written.
fn build_rules(at: At, all: &[(Agent, Vec<Step>)]) -> Result<rules::Built, Error> {
    let At::Repository(workspace) = at else {
        return Ok(rules::Built::default());
    };
    let mut readers = Vec::new();
    let mut is_read = false;
    for (agent, steps) in all {
        if steps.iter().all(|step| step.spot.scope == Scope::User) {
            continue;
        }
        let rules = agent.row().rules;
        is_read |= rules != RuleFiles::None;
        match rules {
            RuleFiles::Claude => readers.push(rules::Agent::Claude),
            RuleFiles::Cursor => readers.push(rules::Agent::Cursor),
            RuleFiles::Agents | RuleFiles::None => {}
        }
    }
    let store = workspace.store();
    let is_left_out = store.is_left_out()? || store.leaves_out_part(Part::Rule)?;
    // A project without rules needs no files for them.
    if !is_read || is_left_out || agent_files(workspace)?.rules == 0 {
        return Ok(rules::Built::default());
    }
    build_all(workspace, &readers)
}

/// Removes our entries from the configuration of agents, as far as they are unchanged; without a
/// name, from that of every agent whose files have some. Without changes by people, files get their
/// earlier text back; a tracked file always stays. Without a scope, both scopes are searched.
/// `CLAUDE.md` loses our part, too: only Claude Code reads it.
///
/// # Errors
/// [`Error::AgentFile`], or where a file cannot be read or written; then none was changed.
pub fn uninstall(at: At, wish: &Wish) -> Result<Done, Error> {
    let mut wish = wish.clone();
    if wish.agents.is_empty() {
        wish.agents = connected(status(at, &wish)?);
    }
    if wish.agents.is_empty() {
        return Ok(Done::default());
    }
    let mut all = steps(at, &wish, Wish::all_spots, Step::to_uninstall)?;
    for (agent, steps) in &mut all {
        // With two scopes, one without our entries is reported only if the other one has none
        // either.
        let usual = match wish.spots(at, *agent) {
            Ok(spots) => spots.first().map(|spot| spot.scope),
            Err(error) if steps.is_empty() => return Err(error),
            Err(_) => None,
        };
        let is_anywhere = steps.iter().any(|step| step.state != State::Absent);
        steps.retain(|step| {
            step.state != State::Absent || !is_anywhere && Some(step.spot.scope) == usual
        });
    }
    let agents = reports(at, &all)?;
    let reads_claude = agents
        .iter()
        .any(|report| report.agent.row().rules == RuleFiles::Claude);
    let rules = match at {
        At::Repository(workspace)
            if reads_claude
                && wish.scope != Some(Scope::User)
                && workspace.store().has_work_tree() =>
        {
            rules::take_out_of_claude(workspace)?
        }
        _ => rules::Built::default(),
    };
    write(&all)?;
    let files = agents.iter().flat_map(|report| &report.files);
    let files =
        files.filter(|file| file.scope == Scope::Project && file.change != Change::Unchanged);
    let mut written: Vec<&str> = files.map(|file| file.file.as_str()).collect();
    written.extend(rules.changed.iter().map(String::as_str));
    Ok(Done {
        shared: match at {
            At::Repository(workspace) => uncommitted(workspace, &written)?,
            At::Outside(_) => Vec::new(),
        },
        agents,
        rules: rules.changed,
        ..Done::default()
    })
}

/// The agents whose files have something of ours.
fn connected(reports: Vec<AgentReport>) -> Vec<Agent> {
    let is_ours = |file: &FileReport| file.state != State::Absent;
    let mut connected = Vec::new();
    for report in reports {
        if report.files.iter().any(is_ours) {
            connected.push(report.agent);
        }
    }
    connected
}

/// The hooks of agents that ran out of time in this work tree.
#[must_use]
pub fn late_hooks(at: At) -> Vec<LateHook> {
    match at {
        At::Repository(workspace) => workspace.store().late_hooks(),
        At::Outside(_) => Vec::new(),
    }
}

/// An agent that is used here.
#[derive(Clone, Debug)]
pub struct AgentUse {
    /// The agent.
    pub agent: Agent,
    /// True if its files have something of ours.
    pub is_connected: bool,
}

/// The agents that are used here.
///
/// # Errors
/// Where their files cannot be looked up.
pub fn in_use(at: At) -> Result<Vec<AgentUse>, Error> {
    let wish = Wish {
        agents: found(at),
        ..Wish::default()
    };
    // Without names, every agent is reported.
    if wish.agents.is_empty() {
        return Ok(Vec::new());
    }
    let connected = connected(status(at, &wish)?);
    let uses = wish.agents.into_iter().map(|agent| AgentUse {
        agent,
        is_connected: connected.contains(&agent),
    });
    Ok(uses.collect())
}

/// The agents that are used here, and whose files have nothing of ours.
///
/// # Errors
/// Where their files cannot be looked up.
pub fn unconnected(at: At) -> Result<Vec<Agent>, Error> {
    let uses = in_use(at)?.into_iter();
    Ok(uses
        .filter(|it| !it.is_connected)
        .map(|it| it.agent)
        .collect())
}

/// Returns the state of our part in each agent's files, in the project and in the user's settings.
///
/// # Errors
/// Where the repository has no work tree.
pub fn status(at: At, wish: &Wish) -> Result<Vec<AgentReport>, Error> {
    let mut agents = Vec::new();
    for agent in Agent::all() {
        if !wish.agents.is_empty() && !wish.agents.contains(&agent) {
            continue;
        }
        let mut files = Vec::new();
        for spot in wish.all_spots(at, agent)? {
            files.push(state_of(&spot)?);
        }
        agents.push(report(at, agent, files));
    }
    Ok(agents)
}

/// Returns the state of a file; unreadable is one of the states.
fn state_of(spot: &Spot) -> Result<FileReport, Error> {
    let mut spot = spot.clone();
    let (state, problem) = match read(&spot.root, &spot.path) {
        Err(error) => (State::Unreadable, Some(error.to_string())),
        Ok(file) => match file.text {
            None => (State::Absent, None),
            Some(text) => {
                let found = take_as_put(&mut spot, &text)
                    .and_then(|()| look(spot.format, &text, &spot.entries));
                match found {
                    Ok(found) => (State::of(&found), impostor(&spot, &found)),
                    Err(why) => (State::Unreadable, Some(format!("'{}' {why}", spot.shown))),
                }
            }
        },
    };
    let made = fresh(spot.format, &spot.entries, spot.beside).map_err(Step::unfit(&spot))?;
    Ok(FileReport {
        problem,
        ..FileReport::new(&spot, state, Change::Unchanged, made)
    })
}

/// Names an entry that chooses which program runs under our name.
fn impostor(spot: &Spot, found: &[Found]) -> Option<String> {
    let mut pairs = spot.entries.iter().zip(found);
    pairs.find_map(|(entry, found)| match found {
        Found::Impostor(there) => Some(format!(
            "'{}': the {} is not ours, as it chooses what runs: {there}",
            spot.shown,
            entry.label()
        )),
        _ => None,
    })
}
