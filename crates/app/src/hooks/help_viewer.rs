//! What `git memory --help` opens. git never asks the program: it hands `git help memory` to a
//! viewer of manual pages (git-help(1)), and where no page is installed, the viewer fails. A viewer
//! of this clone's settings prints the help text then.

use crate::workspace::{Error, Workspace};

/// The settings that choose a viewer (git-config(1)).
const VIEWER: &str = "man.viewer";
const MAN_PATH: &str = "man.man.path";
/// Our viewer's name, and the section that says what it runs.
const NAME: &str = "git-memory";
const SECTION: &str = "man.git-memory";
/// What git runs, with the name of a page after it: every other page is shown as without it.
const COMMAND: &str = "f() { if test \"$1\" = git-memory && ! man -w \"$1\" >/dev/null 2>&1; \
                       then git-memory --help; else man \"$1\"; fi; }; f";

/// Sets the viewer, where nobody has chosen another one.
pub(crate) fn set(workspace: &Workspace) -> Result<(), Error> {
    let configuration = workspace.store().configuration();
    let settings = configuration.settings()?;
    // A user's own viewer may show anything; it is theirs to choose.
    if settings.get(VIEWER).is_some() || settings.get(MAN_PATH).is_some() {
        return Ok(());
    }
    // The command first: a viewer without one makes git warn.
    configuration.set(&format!("{SECTION}.cmd"), COMMAND)?;
    configuration.set(VIEWER, NAME)?;
    Ok(())
}

/// Takes the viewer out.
pub(crate) fn remove(workspace: &Workspace) -> Result<(), Error> {
    let configuration = workspace.store().configuration();
    let settings = configuration.settings()?;
    if settings.all(VIEWER).iter().any(|viewer| viewer == NAME) {
        // Where the user has set it for all repositories, it is not ours to take out.
        let _ = configuration.remove(VIEWER, NAME);
    }
    if settings.get(&format!("{SECTION}.cmd")).is_some() {
        configuration.remove_section(SECTION)?;
    }
    Ok(())
}
