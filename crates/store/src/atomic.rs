//! The one way in which a file is replaced: written beside its target, and renamed over it, so that
//! no reader ever sees half of it.

use std::fs::{self, DirEntry, File, Metadata, Permissions};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use super::Error;

const PREFIX: &str = ".git-memory-";
const SUFFIX: &str = ".tmp";
/// A temporary file that is older than this has lost its writer.
const LOST: Duration = Duration::from_mins(10);

/// How well a replacement survives a crash of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sync {
    /// The disk has the file and its name before the call returns.
    Disk,
    /// The operating system writes it when it likes.
    Later,
}

/// Replaces a file in a folder that is made where it is missing. The permissions stay; those of a
/// new file are what the umask leaves of read and write.
pub(crate) fn replace(path: &Path, bytes: &[u8], sync: Sync) -> Result<(), Error> {
    let folder = folder_of(path)?;
    sweep(folder);
    replace_in(folder, path, bytes, sync)
}

fn replace_in(folder: &Path, path: &Path, bytes: &[u8], sync: Sync) -> Result<(), Error> {
    let file = prepare(folder, bytes, permissions_at(path)?, sync)?;
    put(file, path, folder, sync)
}

/// Replaces a file that is made from others, likewise. After a crash of the machine, what is there
/// is whole, and may be the old one.
pub(crate) fn replace_derived(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = folder_of(path)?;
    sweep(folder);
    let file = prepare(folder, bytes, permissions_at(path)?, Sync::Disk)?;
    put(file, path, folder, Sync::Later)
}

/// Replaces a file of a cache, likewise, without waiting for the disk. A caller with many of them
/// in a folder sweeps it.
pub(crate) fn replace_disposable(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace_in(folder_of(path)?, path, bytes, Sync::Later)
}

/// Replaces a file that is run, likewise; a new one may be run by everybody who may read it.
pub(crate) fn replace_executable(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = folder_of(path)?;
    sweep(folder);
    // Runnable before it has its name: git may start a hook at any moment, and says that it ignores
    // one that is not.
    let file = prepare(folder, bytes, None, Sync::Disk)?;
    let meta = fs::metadata(&file).map_err(Error::write(folder))?;
    let permissions = match permissions_at(path)? {
        Some(permissions) => permissions,
        None => executable(&meta),
    };
    fs::set_permissions(&file, permissions).map_err(Error::write(folder))?;
    put(file, path, folder, Sync::Disk)
}

/// The folder of a file, which is made where it is missing.
pub(crate) fn folder_of(path: &Path) -> Result<&Path, Error> {
    let folder = match path.parent() {
        Some(folder) => folder,
        // A name alone; the file system's root has none.
        None => Path::new("."),
    };
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    Ok(folder)
}

/// Puts a prepared file into its place. Where that fails, what was there before is there.
pub(crate) fn put(file: TempPath, path: &Path, folder: &Path, sync: Sync) -> Result<(), Error> {
    let before = match (sync, fs::symlink_metadata(path)) {
        (Sync::Disk, Ok(meta)) if !meta.is_dir() => Some(keep(path)?),
        // Nothing is there that could be kept, or nothing is waited for.
        _ => None,
    };
    if let Err(error) = file.persist(path) {
        return Err(Error::write(path)(error.error));
    }
    if sync == Sync::Later {
        return Ok(());
    }
    if let Err(error) = sync_folder(folder) {
        // The caller gets an error, so the new content must not be there. The first error is the
        // one to tell.
        let _ = match before {
            Some(before) => before.persist(path).map_err(|error| error.error),
            None => fs::remove_file(path),
        };
        return Err(error);
    }
    Ok(())
}

/// The permissions of a file, where there is one.
pub(crate) fn permissions_at(path: &Path) -> Result<Option<Permissions>, Error> {
    // Not of a link: it is replaced, and what it leads to may be anything.
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_file() => Ok(Some(meta.permissions())),
        Ok(_) => Ok(None),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(Error::write(path)(error)),
    }
}

/// Writes a temporary file in the folder of its target, which is there; `like` are the permissions
/// that it gets.
pub(crate) fn prepare(
    folder: &Path,
    bytes: &[u8],
    like: Option<Permissions>,
    sync: Sync,
) -> Result<TempPath, Error> {
    let mut file = new_temporary(folder)?;
    file.write_all(bytes).map_err(Error::write(folder))?;
    if let Some(like) = like {
        let set = file.as_file().set_permissions(like);
        set.map_err(Error::write(folder))?;
    }
    // Before the rename: some file systems write the new name earlier than the content, and a crash
    // would leave an empty file.
    if sync == Sync::Disk {
        file.as_file().sync_all().map_err(Error::write(folder))?;
    }
    // Closed: a change may hold more files than a process may have open.
    Ok(file.into_temp_path())
}

/// A file's second name beside it, for as long as the answer lives; where the file system has no
/// hard links, a copy of its bytes.
pub(crate) fn keep(file: &Path) -> Result<TempPath, Error> {
    let folder = folder_of(file)?;
    if let Ok(link) = builder().make_in(folder, |name| fs::hard_link(file, name)) {
        return Ok(link.into_temp_path());
    }
    let bytes = fs::read(file).map_err(Error::read(file))?;
    prepare(folder, &bytes, permissions_at(file)?, Sync::Later)
}

/// An empty temporary file in a folder, which is there.
pub(crate) fn new_temporary(folder: &Path) -> Result<NamedTempFile, Error> {
    builder().tempfile_in(folder).map_err(Error::write(folder))
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less the umask, as for every new file; the crate's own choice is a secret's.
        builder.permissions(Permissions::from_mode(0o666));
    }
    builder
}

/// True if a file name is one of the temporary files that changes are written into.
pub(crate) fn is_temporary(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(PREFIX) else {
        return false;
    };
    match rest.strip_suffix(SUFFIX) {
        // As many as the crate puts there: a user's own file may begin and end so, too.
        Some(random) => random.len() == 6 && random.chars().all(|c| c.is_ascii_alphanumeric()),
        None => false,
    }
}

/// Removes temporary files that killed processes left in a folder, where another process may be
/// writing others right now.
pub(crate) fn sweep(folder: &Path) {
    // A file that stays is in no one's way, and the next change tries again.
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        sweep_one(&entry);
    }
}

/// Removes an entry of a folder if it is such a temporary file, or a folder of them; says whether it
/// is one, lost or not.
pub(crate) fn sweep_one(entry: &DirEntry) -> bool {
    let is_temporary = is_temporary(&entry.file_name().to_string_lossy());
    if is_temporary && is_lost(entry) {
        let path = entry.path();
        let _ = match entry.file_type() {
            Ok(kind) if kind.is_dir() => fs::remove_dir_all(path),
            _ => fs::remove_file(path),
        };
    }
    is_temporary
}

/// True if no process can still be writing a file. A file whose age is not known may be new.
fn is_lost(entry: &DirEntry) -> bool {
    let modified = entry.metadata().and_then(|metadata| metadata.modified());
    let Ok(modified) = modified else {
        return false;
    };
    match modified.elapsed() {
        Ok(age) => age > LOST,
        // From the future: the clock was set back.
        Err(_) => false,
    }
}

/// Removes a file, where there is one.
pub(crate) fn remove_if_there(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::write(path)(error)),
        _ => Ok(()),
    }
}

/// Waits until the disk has the names of a folder's files.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), Error> {
    // Only Unix can open a folder to sync it; elsewhere a rename is as durable as the file system
    // makes it.
    if cfg!(unix) {
        let opened = File::open(folder).map_err(Error::write(folder))?;
        opened.sync_all().map_err(Error::write(folder))?;
    }
    Ok(())
}

#[cfg(unix)]
fn executable(meta: &Metadata) -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    Permissions::from_mode(meta.permissions().mode() | 0o755)
}

#[cfg(not(unix))]
fn executable(meta: &Metadata) -> Permissions {
    meta.permissions()
}
