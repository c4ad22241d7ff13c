//! The files of agents on this machine: where each is, and what of ours belongs into it.

use std::path::{Path, PathBuf};

use crate::workspace::user_folders::absolute;
use crate::workspace::{At, Error, Invocation, Workspace};
use git_memory_agents::agent::Agent;
use git_memory_agents::agent::row::{Base, Row, UserFile};
use git_memory_agents::agent_setup::{Beside, Entry, Format};
use git_memory_store::setup_files::is_there;

/// Owner of a configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The project's: it lies in the work tree.
    Project,
    /// The user's, for all projects.
    User,
}

impl Scope {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::User => "user",
        }
    }
}

/// A file, and what belongs into it.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) scope: Scope,
    /// The folder that the file must not lead out of.
    pub(crate) root: PathBuf,
    pub(crate) path: PathBuf,
    /// Name for people: the path from the top of the work tree, or the whole path.
    pub(crate) shown: String,
    pub(crate) format: Format,
    pub(crate) entries: Vec<Entry>,
    /// Entries of hooks that judge no call; `--no-policy` exchanges the two.
    pub(crate) other: Vec<Entry>,
    /// Additional text that a new file needs.
    pub(crate) beside: &'static [Beside],
    /// Our parts of the file, in words.
    pub(crate) holds: Vec<&'static str>,
}

/// The files of an agent in a scope, none where it has none there.
///
/// # Errors
/// If the scope needs a repository or a home, and there is none.
pub(crate) fn spots(at: At, row: &'static Row, scope: Scope) -> Result<Vec<Spot>, Error> {
    let mut spots = Vec::new();
    let place = |project: &str, user: &UserFile| match scope {
        Scope::Project => in_project(at, project),
        Scope::User => of_user(at.invocation(), user),
    };
    let servers = &row.servers;
    let file = match (scope, servers.project) {
        (Scope::Project, None) => None,
        (Scope::Project, Some(path)) => Some(in_project(at, path)?),
        (Scope::User, _) => Some(of_user(at.invocation(), &servers.user)?),
    };
    if let Some(mut file) = file {
        if servers.has_commented_name {
            file.prefer_commented();
        }
        let both = [vec![row.server()], vec![row.server()]];
        let beside = servers.beside;
        spots.push(file.spot(scope, servers.format, both, beside, "MCP server"));
    }
    if let (Some(plugin), Some(entry)) = (&row.plugin, row.plugin_entry(true)) {
        let file = place(plugin.project, &plugin.user)?;
        let both = [vec![entry], row.plugin_entry(false).into_iter().collect()];
        spots.push(file.spot(scope, Format::Script, both, &[], "plugin"));
    }
    if let (Some(spot), Some(entry)) = (spots.first_mut(), row.rule_name()) {
        spot.entries.push(entry.clone());
        spot.other.push(entry);
        spot.holds.push("rules");
    }
    if let Some(hooks) = &row.hooks {
        let file = place(hooks.project, &hooks.user)?;
        let both = [true, false].map(|judges| row.hook_entries(judges));
        let spot = file.spot(scope, hooks.format, both, row.beside_hooks(), "hooks");
        match spots.iter_mut().find(|known| known.path == spot.path) {
            Some(known) => {
                known.entries.extend(spot.entries);
                known.other.extend(spot.other);
                known.holds.extend(spot.holds);
            }
            None => spots.push(spot),
        }
    }
    Ok(spots)
}

/// A place below a folder.
struct Place {
    root: PathBuf,
    path: PathBuf,
}

impl Place {
    /// Takes the file with comments, by its name, if only that one exists.
    fn prefer_commented(&mut self) {
        let mut name = self.path.clone().into_os_string();
        name.push("c");
        let commented = PathBuf::from(name);
        if !is_there(&self.path) && is_there(&commented) {
            self.path = commented;
        }
    }

    /// The file with the entries that belong into it: those that judge calls, and the others.
    fn spot(
        self,
        scope: Scope,
        format: Format,
        [entries, other]: [Vec<Entry>; 2],
        beside: &'static [Beside],
        holds: &'static str,
    ) -> Spot {
        let shown = match scope {
            Scope::Project => self.path.strip_prefix(&self.root).unwrap_or(&self.path),
            Scope::User => &self.path,
        };
        Spot {
            scope,
            shown: shown.display().to_string(),
            root: self.root,
            path: self.path,
            format,
            entries,
            other,
            beside,
            holds: vec![holds],
        }
    }
}

/// A path from the top of the work tree.
pub(crate) fn top(at: At<'_>) -> Result<&Path, Error> {
    match at {
        At::Repository(workspace) => Ok(workspace.store().work_files()?.top()),
        // The error of opening explains it.
        At::Outside(invocation) => match Workspace::open(invocation) {
            Err(error) => Err(error),
            Ok(_) => Err(Error::OutsideRepository(
                invocation.environment().folder().to_owned(),
            )),
        },
    }
}

fn in_project(at: At, path: &str) -> Result<Place, Error> {
    let root = top(at)?.to_owned();
    let path = root.join(path);
    Ok(Place { root, path })
}

fn of_user(invocation: &Invocation, file: &UserFile) -> Result<Place, Error> {
    if let Some((variable, below)) = file.variable
        && let Some(root) = absolute(invocation, variable)
    {
        let path = root.join(below);
        return Ok(Place { root, path });
    }
    let root = base(invocation, file.base)?;
    let path = root.join(file.path);
    Ok(Place { root, path })
}

/// The folders that agents keep for their own data: plans, memory, scratch files, transcripts.
/// Empty without a home.
pub(crate) fn own_folders(invocation: &Invocation) -> Vec<PathBuf> {
    let folders = Agent::all().flat_map(|agent| agent.row().own_folders);
    let places = folders.filter_map(|folder| of_user(invocation, folder).ok());
    places.map(|place| place.path).collect()
}

/// The folder where the paths of a user's files begin.
pub(crate) fn base(invocation: &Invocation, base: Base) -> Result<PathBuf, Error> {
    let home = home(invocation)?;
    Ok(match base {
        Base::Home => home,
        Base::Application if cfg!(target_os = "macos") => {
            home.join("Library").join("Application Support")
        }
        Base::ConfigOrRoaming | Base::Application if cfg!(windows) => {
            match absolute(invocation, "APPDATA") {
                Some(folder) => folder,
                None => home.join("AppData").join("Roaming"),
            }
        }
        Base::Config | Base::ConfigOrRoaming | Base::Application => {
            match absolute(invocation, "XDG_CONFIG_HOME") {
                Some(folder) => folder,
                None => home.join(".config"),
            }
        }
    })
}

fn home(invocation: &Invocation) -> Result<PathBuf, Error> {
    let profile = absolute(invocation, "USERPROFILE").filter(|_| cfg!(windows));
    match profile.or_else(|| absolute(invocation, "HOME")) {
        Some(home) => Ok(home),
        None => Err(Error::NoUserHome),
    }
}
