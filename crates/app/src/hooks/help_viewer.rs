//! Viewer for `git memory --help`. git never asks the program: it passes `git help memory` to a
//! viewer of manual pages (git-help(1)), which fails if no page is installed. Then the viewer in
//! this clone's settings prints the help text.

use crate::workspace::{Error, Workspace};

/// The settings that choose a viewer (git-config(1)).
const VIEWER: &str = "man.viewer";
const MAN_PATH: &str = "man.man.path";
/// Name of our viewer, and the section with its command.
const NAME: &str = "git-memory";
const SECTION: &str = "man.git-memory";
/// The viewer's command. git appends the name of a page; other pages are shown as usual.
const COMMAND: &str = "f() { if test \"$1\" = git-memory && ! man -w \"$1\" >/dev/null 2>&1; \
                       then git-memory --help; else man \"$1\"; fi; }; f";

/// Sets the viewer, unless another one is chosen.
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
        // The user's global settings are not ours to change.
        let _ = configuration.remove(VIEWER, NAME);
    }
    if settings.get(&format!("{SECTION}.cmd")).is_some() {
        configuration.remove_section(SECTION)?;
    }
    Ok(())
}
