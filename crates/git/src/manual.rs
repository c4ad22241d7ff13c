//! Checks if `man`, to which git hands `git help <command>`, has a page.

use std::path::PathBuf;
use std::process::Stdio;

use super::Environment;

/// The folder `share` beside the folder of PATH that has a program: `man` looks there for every
/// such folder (manpath(1), man.conf(5)). `None` if the program is not on PATH, or its folder is
/// not called `bin`.
#[must_use]
pub fn share_beside(environment: &Environment, program: &str) -> Option<PathBuf> {
    let path = environment.variable("PATH")?;
    let mut folders = std::env::split_paths(path);
    let folder = folders.find(|folder| folder.join(program).is_file())?;
    if folder.file_name()? != "bin" {
        return None;
    }
    Some(folder.parent()?.join("share"))
}

/// True if `man` finds a page; false if there is no `man`.
#[must_use]
pub fn has_manual(environment: &Environment, page: &str) -> bool {
    let asked = environment
        .command("man", environment.folder())
        .args(["-w", page])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    asked.is_ok_and(|status| status.success())
}
