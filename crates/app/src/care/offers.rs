//! Offers of `init`: things in a repository and on this machine that git-memory can use, each with
//! the one command that does it, and the same done here.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::PathBuf;

use crate::agents::{self, Change, Wish};
use crate::care::found_decisions::{Decisions, decisions};
use crate::care::roots;
use crate::exchange::adr::{AdrImport, AdrOutcome, AdrReport, Fate, adr};
use crate::exchange::agents::{AgentImport, agents as import_agents, files as agent_files};
use crate::hooks::{self, Allowed};
use crate::records::adopt::{AdoptRequest, adopt};
use crate::workspace::{At, Error, Workspace};
use git_memory_agents::agent::Agent;
use git_memory_agents::hook_manager::Manager;
use git_memory_import::agents::form::Form;
use git_memory_import::agents::mentions::only_leads;
use git_memory_model::kind::Kind;
use git_memory_model::scope::Scope;
use git_memory_policy::shell::quoted;
use git_memory_store::{AtPath, TextFile, View};
use git_memory_text::counted;

/// One thing that git-memory can use.
#[derive(Clone, Debug)]
pub enum Offer {
    /// A folder of decision records.
    Decisions(Decisions),
    /// Pages in memory without an id of ours.
    Pages(usize),
    /// Derived files that another program wrote.
    Derived(Vec<String>),
    /// Files of an agent's program, in this form.
    Files(&'static Form, Vec<String>),
    /// A hook manager that has not put its hooks in yet.
    Manager(Manager),
    /// Agents that are used here and do not know git-memory.
    Agents(Vec<Agent>),
}

/// Finds what git-memory can use, where memory is set up.
///
/// # Errors
/// Where the repository or the file system does not answer.
pub fn offers(workspace: &Workspace) -> Result<Vec<Offer>, Error> {
    let (mut offers, mut mixed) = (Vec::new(), Vec::new());
    let mut all = decisions(workspace)?;
    // The first one is what the next step names.
    all.sort_by_key(|found| Reverse(found.folder.documents));
    for found in all {
        let is_series = found.root.is_some() || found.folder.folder.is_empty();
        if !is_imported(workspace, &found.folder.folder)? {
            let offers = if is_series { &mut offers } else { &mut mixed };
            offers.push(Offer::Decisions(found));
        }
    }
    let agents = agents::unconnected(At::Repository(workspace))?;
    if !agents.is_empty() {
        offers.push(Offer::Agents(agents));
    }
    offers.extend(hooks::waiting(workspace)?.map(Offer::Manager));
    let pages = pages(workspace)?;
    if pages > 0 {
        offers.push(Offer::Pages(pages));
    }
    let foreign = workspace.store().foreign_derived()?;
    if !foreign.is_empty() {
        offers.push(Offer::Derived(foreign));
    }
    let mut known = HashSet::new();
    for form in Form::of_projects() {
        let mut files = new_files(workspace, form)?;
        // A file that names another one brings it along.
        files.retain(|file| known.insert(file.clone()));
        if !files.is_empty() {
            offers.push(Offer::Files(form, files));
        }
    }
    // An import of a folder takes its other pages, too: nobody wants that first.
    offers.extend(mixed);
    Ok(offers)
}

/// True if every decision record of a folder was imported before.
fn is_imported(workspace: &Workspace, folder: &str) -> Result<bool, Error> {
    // What a memory without records has imported is nothing.
    if workspace.memory(&View::WorkTree)?.records.is_empty() {
        return Ok(false);
    }
    let report = import_decisions(workspace, folder, true, false)?;
    let has = |wanted: fn(&Fate) -> bool| report.outcomes.iter().any(|it| wanted(&it.fate));
    let is_known = has(|fate| matches!(fate, Fate::Known(_) | Fate::Changed(_)));
    Ok(is_known && !has(|fate| matches!(fate, Fate::Taken(_))))
}

/// Number of pages that could get an id.
fn pages(workspace: &Workspace) -> Result<usize, Error> {
    let memory = workspace.memory(&View::WorkTree)?;
    let pages = memory.records.iter().filter(|record| {
        // Pages in roots stay in place.
        record.is_page() && record.place.is_in_memory
    });
    Ok(pages.filter(|page| !page.is_about_folder()).count())
}

/// The files of a form that an import would take.
fn new_files(workspace: &Workspace, form: &'static Form) -> Result<Vec<String>, Error> {
    let files = workspace.store().work_files()?;
    let mut is_there = false;
    for place in form.places() {
        is_there |= files.find(place)? != AtPath::Nothing;
    }
    // Looking through all of the project costs more than most have of such files.
    if !is_there {
        return Ok(Vec::new());
    }
    if !workspace.has_memory() {
        let found = match agent_files(workspace, form, None) {
            Ok(found) => found.files,
            Err(Error::NothingReadable { .. }) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut new = Vec::new();
        for file in found {
            let text = files.text(&file.path)?;
            if !matches!(text, TextFile::Text(text) if only_leads(&text)) {
                new.push(file.path);
            }
        }
        return Ok(new);
    }
    let outcomes = match import_agents(workspace, &import(form, true), false) {
        Ok(outcomes) => outcomes,
        Err(Error::NothingReadable { .. }) => Vec::new(),
        Err(error) => return Err(error),
    };
    let new = outcomes
        .into_iter()
        .filter(|outcome| outcome.result.is_ok());
    // A file that leads to another one brings it along, which has a form of its own.
    let is_own = |file: &String| {
        let mut forms = Form::of_projects();
        let other = forms.find(|it| it.places().any(|place| place == file));
        other.is_none_or(|it| it.name == form.name)
    };
    let files = new.map(|outcome| outcome.file);
    Ok(files.filter(is_own).collect())
}

fn import(form: &'static Form, dry_run: bool) -> AgentImport {
    AgentImport {
        form,
        path: None,
        is_update: false,
        dry_run,
    }
}

/// The command for the first of some offers. All folders that can be read in place take one.
#[must_use]
pub fn first_command<'o>(offers: impl Iterator<Item = &'o Offer>) -> Option<String> {
    let offers: Vec<&Offer> = offers.collect();
    let first = offers.first()?;
    if !first.is_root() {
        return Some(first.command());
    }
    let typed: Vec<String> = offers.iter().filter_map(|it| it.typed_root()).collect();
    let mut words = vec!["git", "memory", "init"];
    for root in &typed {
        words.extend(["--root", root]);
    }
    Some(quoted(&words))
}

impl Offer {
    /// The found thing, in words: `3 decision records in docs/adr`.
    #[must_use]
    pub fn found(&self) -> String {
        match self {
            Self::Decisions(found @ Decisions { folder, root, .. }) => {
                let noun = if folder.is_of_decisions {
                    "decision record"
                } else {
                    "document"
                };
                let records = counted(folder.documents, noun);
                let is_whole = root.is_some() || folder.folder.is_empty();
                let rest = if is_whole { "" } else { " among other pages" };
                format!("{records} in {}{rest}", found.place())
            }
            Self::Pages(count) => format!("{} without an id in memory", counted(*count, "page")),
            Self::Derived(files) => {
                format!("{} of another program", files.join(" and "))
            }
            Self::Files(_, files) => match files.as_slice() {
                [] => String::new(),
                [file] => file.clone(),
                [first, rest @ ..] => format!("{first} and {} more", rest.len()),
            },
            Self::Manager(manager) => format!(
                "{}, which will replace git-memory's hooks once it is installed",
                manager.name()
            ),
            Self::Agents(agents) => {
                let titles: Vec<&str> = agents.iter().map(|agent| agent.title()).collect();
                titles.join(", ")
            }
        }
    }

    /// True for a folder of decision records that can be read in place.
    #[must_use]
    pub fn is_root(&self) -> bool {
        matches!(self, Self::Decisions(found) if found.root.is_some())
    }

    /// The folder as `--root` takes it here, if it can be read in place.
    fn typed_root(&self) -> Option<String> {
        match self {
            Self::Decisions(Decisions {
                folder,
                root: Some(root),
                from_here,
            }) => Some(root.replacen(&folder.folder, from_here, 1)),
            _ => None,
        }
    }

    /// The use that git-memory has for it: `import them`.
    #[must_use]
    pub fn action(&self) -> &'static str {
        match self {
            Self::Decisions(Decisions { root: Some(_), .. }) => "use them",
            Self::Pages(_) => "register them",
            Self::Derived(_) => "keep the text as a page and update them",
            Self::Files(_, files) if files.len() == 1 => "import it",
            Self::Decisions(_) | Self::Files(..) => "import them",
            Self::Manager(_) => "add git-memory to its configuration",
            Self::Agents(agents) if agents.len() == 1 => "connect it",
            Self::Agents(_) => "connect them",
        }
    }

    /// The command that does it, in the current folder.
    #[must_use]
    pub fn command(&self) -> String {
        let mut words = vec!["git", "memory"];
        if let Some(typed) = self.typed_root() {
            words.extend(["init", "--root", &typed]);
            return quoted(&words);
        }
        match self {
            Self::Decisions(found) => words.extend(["import", "adr", &found.from_here]),
            Self::Pages(_) => words.push("adopt"),
            Self::Derived(files) => {
                words.push("adopt");
                words.extend(files.iter().map(String::as_str));
            }
            Self::Files(form, _) => words.extend(["import", form.name]),
            Self::Manager(_) => words.extend(["hooks", "install", "--write"]),
            Self::Agents(agents) => {
                words.extend(["agents", "install"]);
                words.extend(agents.iter().map(|agent| agent.name()));
            }
        }
        quoted(&words)
    }

    /// Does it; gives the result in words.
    ///
    /// # Errors
    /// As the command.
    pub fn accept(&self, workspace: &Workspace, is_staged: bool) -> Result<String, Error> {
        match self {
            Self::Decisions(Decisions {
                folder,
                root: Some(root),
                ..
            }) => {
                roots::add(workspace, root, is_staged)?;
                Ok(format!("{}: read in place from now on", folder.folder))
            }
            Self::Decisions(found @ Decisions { folder, .. }) => {
                let report = import_decisions(workspace, &folder.folder, false, is_staged)?;
                let is_taken = |it: &&AdrOutcome| matches!(it.fate, Fate::Taken(_));
                let taken = report.outcomes.iter().filter(is_taken).count();
                let taken = counted(taken, "decision record");
                Ok(format!("{}: imported {taken}", found.place()))
            }
            Self::Pages(_) => {
                let taken = adopted(workspace, Vec::new(), is_staged)?;
                Ok(format!("registered {}", counted(taken, "page")))
            }
            Self::Derived(files) => {
                let paths = files.clone();
                adopted(workspace, paths, is_staged)?;
                Ok(format!("{}: updated from now on", files.join(", ")))
            }
            Self::Files(form, _) => {
                let outcomes = import_agents(workspace, &import(form, false), is_staged)?;
                let taken = outcomes.iter().filter(|it| it.result.is_ok()).count();
                Ok(format!(
                    "{}: imported {}",
                    form.name,
                    counted(taken, "file")
                ))
            }
            Self::Manager(manager) => {
                let allowed = Allowed {
                    manager: true,
                    ..Allowed::default()
                };
                let mut files = hooks::carried(&hooks::install(workspace, allowed)?);
                files.extend(hooks::tell_waiting(workspace)?);
                let files = files.iter().map(|file| file.display().to_string());
                let wrote = wrote(workspace, files.collect())?;
                let name = manager.name();
                Ok(format!("{name}: its configuration runs git-memory{wrote}"))
            }
            Self::Agents(wanted) => {
                let wish = Wish {
                    agents: wanted.clone(),
                    ..Wish::default()
                };
                let done = agents::install(At::Repository(workspace), &wish)?;
                let titles: Vec<_> = done.agents.iter().map(|it| it.agent.title()).collect();
                let files = done.agents.iter().flat_map(|it| &it.files);
                let changed = files.filter(|it| it.change != Change::Unchanged);
                let mut files: Vec<String> = changed.map(|it| it.file.clone()).collect();
                files.extend(done.rules);
                let wrote = wrote(workspace, files)?;
                Ok(format!("connected {}{wrote}", titles.join(", ")))
            }
        }
    }
}

/// Names the files outside of memory that were written, for the end of a sentence: they are not
/// staged, and the team gets none that git ignores.
fn wrote(workspace: &Workspace, files: Vec<String>) -> Result<String, Error> {
    let mut named: Vec<String> = Vec::new();
    for file in files {
        let path = workspace.store().work_files()?.path_from_top(file.as_ref());
        let is_ignored = match path {
            Some(path) => workspace.store().configuration().is_ignored(&path)?,
            None => false,
        };
        let note = if is_ignored { " (git ignores it)" } else { "" };
        let name = format!("{file}{note}");
        if !named.contains(&name) {
            named.push(name);
        }
    }
    Ok(match named.as_slice() {
        [] => String::new(),
        _ => format!("; written, not staged: {}", named.join(", ")),
    })
}

/// Adopts pages, or derived files; gives the number of pages that got an id.
fn adopted(workspace: &Workspace, paths: Vec<String>, is_staged: bool) -> Result<usize, Error> {
    let request = AdoptRequest {
        paths,
        is_staged,
        ..AdoptRequest::default()
    };
    Ok(adopt(workspace, &request)?.adopted.len())
}

/// Imports the decision records of a folder, or plans that.
fn import_decisions(
    workspace: &Workspace,
    folder: &str,
    dry_run: bool,
    is_staged: bool,
) -> Result<AdrReport, Error> {
    let path: PathBuf = workspace.store().work_files()?.top().join(folder);
    let request = AdrImport {
        paths: vec![path],
        kind: Kind::DECISION,
        scope: Scope::project(),
        words: Vec::new(),
        takes_all: false,
        infers_paths: false,
        is_update: false,
        dry_run,
    };
    adr(workspace, &request, is_staged, &mut |_, _, _| {})
}
