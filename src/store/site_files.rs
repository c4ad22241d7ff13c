//! The files of a site that is made anew: in a folder of its own, which remembers what was made there.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::store::atomic::{remove_if_there, replace_disposable};
use crate::store::error::Error;

/// The list of the files that were made, a line each. A folder without it is somebody's own.
const LIST: &str = ".git-memory-site";

/// Writes the files of a site into a folder, by their names below it, and removes those of an earlier
/// one that are not made any more. What else is there stays.
///
/// # Errors
/// [`Error::NotASite`] for a folder with files and no earlier site; [`Error::Link`]; where the folder
/// cannot be read or written.
pub fn write_site(folder: &Path, files: &[(String, String)]) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    let list = folder.join(LIST);
    let before = match fs::read_to_string(&list) {
        Ok(before) => before,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let mut inside = fs::read_dir(folder).map_err(Error::read(folder))?;
            if inside.next().is_some() {
                return Err(Error::NotASite(folder.to_owned()));
            }
            String::new()
        }
        Err(error) => return Err(Error::read(&list)(error)),
    };
    let now: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    // With both, so that whatever happens from here on is known to the next run.
    let mut known: BTreeSet<&str> = before.lines().filter(|name| is_inside(name)).collect();
    known.extend(&now);
    write_list(&list, &known)?;
    let mut folders = BTreeSet::new();
    for (name, text) in files {
        let path = prepared(folder, name, &mut folders)?;
        replace_disposable(&path, text.as_bytes())?;
    }
    for name in known.difference(&now) {
        // Where its folder is a link by now, it is not ours any more.
        if let Ok(path) = prepared(folder, name, &mut folders) {
            remove_if_there(&path)?;
        }
    }
    write_list(&list, &now)
}

fn write_list(list: &Path, names: &BTreeSet<&str>) -> Result<(), Error> {
    let mut text = String::new();
    for name in names {
        text.extend([name, "\n"]);
    }
    replace_disposable(list, text.as_bytes())
}

/// Whether a line of the list, which anybody may have written, names a file below the folder.
fn is_inside(name: &str) -> bool {
    let mut parts = name.split('/');
    !name.is_empty() && parts.all(|part| !matches!(part, "" | "." | "..") && !part.contains('\\'))
}

/// The path of a file whose folders are there, none of them a link.
fn prepared(folder: &Path, name: &str, known: &mut BTreeSet<PathBuf>) -> Result<PathBuf, Error> {
    let mut path = folder.to_owned();
    let Some((folders, file)) = name.rsplit_once('/') else {
        return Ok(path.join(name));
    };
    for part in folders.split('/') {
        path.push(part);
        if known.contains(&path) {
            continue;
        }
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(metadata) if metadata.is_symlink() => {
                return Err(Error::Link(path.display().to_string()));
            }
            Ok(_) => return Err(Error::NotAFolder(path.display().to_string())),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                fs::create_dir(&path).map_err(Error::write(&path))?;
            }
            Err(error) => return Err(Error::read(&path)(error)),
        }
        known.insert(path.clone());
    }
    Ok(path.join(file))
}
