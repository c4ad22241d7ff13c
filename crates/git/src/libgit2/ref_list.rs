//! The refs below a folder. libgit2 copies all packed refs for each such list, which is most of the
//! cost of a command with hundreds of thousands; they are sorted, so few lines of the file have to
//! be read (gitrepository-layout(5), `packed-refs`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, SeekFrom};
use std::path::Path;

use git2::Repository;

use crate::{Error, ObjectId};

/// Size of the part of the file that is read line by line, in bytes.
const NEAR: usize = 4 << 10;

/// The refs whose names begin so and hold an object, sorted by name; `prefix` has a slash.
pub(crate) fn list(
    repository: &Repository,
    prefix: &str,
) -> Result<Vec<(String, ObjectId)>, Error> {
    let common = repository.commondir();
    let read = |file: &Path| {
        let file = file.to_owned();
        move |source| Error::Read { path: file, source }
    };
    // In git's order: a packing git writes the packed file first, then removes the loose refs.
    let folder = match prefix.rsplit_once('/') {
        Some((folder, _)) => folder,
        None => prefix,
    };
    let mut loose = BTreeSet::new();
    let top = common.join(folder);
    add_loose(&top, folder, &mut loose).map_err(read(&top))?;
    let file = common.join("packed-refs");
    let mut refs = packed(&file, prefix).map_err(read(&file))?;
    for name in loose {
        if !name.starts_with(prefix) {
            continue;
        }
        // A broken ref, or one that was deleted since, leaves the packed ref of that name.
        if let Ok(reference) = repository.find_reference(&name) {
            match reference.target() {
                Some(id) => refs.insert(name, id.into()),
                // A symbolic ref has no value of its own: it shows the value of another one.
                None => refs.remove(&name),
            };
        }
    }
    Ok(refs.into_iter().collect())
}

/// Adds the names of the files below a folder of refs; `name` is the folder's.
fn add_loose(folder: &Path, name: &str, names: &mut BTreeSet<String>) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if is_nothing(&error) => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        // No ref that git makes has such a name, and none with the other one.
        let Ok(file_name) = entry.file_name().into_string() else {
            continue;
        };
        let name = format!("{name}/{file_name}");
        if entry.file_type()?.is_dir() {
            add_loose(&entry.path(), &name, names)?;
        } else if name.strip_suffix(".lock").is_none() {
            names.insert(name);
        }
    }
    Ok(())
}

/// The packed refs whose names begin so.
fn packed(path: &Path, prefix: &str) -> io::Result<BTreeMap<String, ObjectId>> {
    let mut refs = BTreeMap::new();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if is_nothing(&error) => return Ok(refs),
        Err(error) => return Err(error),
    };
    let size = file.metadata()?.len();
    let mut lines = Lines(BufReader::with_capacity(NEAR, file));
    let is_sorted = match lines.next()? {
        Some(line) => line.starts_with(b"# pack-refs with:") && has_word(&line, b"sorted"),
        None => return Ok(refs),
    };
    let from = if is_sorted {
        first_line(&mut lines, size, prefix)?
    } else {
        0
    };
    lines.go_to(from)?;
    while let Some(line) = lines.next()? {
        let Some((id, name)) = parsed(&line) else {
            continue;
        };
        if name.starts_with(prefix.as_bytes()) {
            if let (Ok(id), Ok(name)) = (str::from_utf8(id), str::from_utf8(name))
                && let Ok(id) = id.parse()
            {
                refs.insert(name.to_owned(), id);
            }
        } else if is_sorted && name > prefix.as_bytes() {
            break;
        }
    }
    Ok(refs)
}

/// A place in a sorted file at the beginning of a line, not after the first ref that begins so.
fn first_line(lines: &mut Lines, size: u64, prefix: &str) -> io::Result<u64> {
    let (mut from, mut to) = (0, size);
    while to - from > NEAR as u64 {
        let middle = from + (to - from) / 2;
        lines.go_to(middle)?;
        // The rest of a line that was met in its middle.
        let mut at = middle + lines.skip()?;
        let begins_after = loop {
            let Some(line) = lines.next()? else {
                break true;
            };
            match parsed(&line) {
                Some((_, name)) => break name >= prefix.as_bytes(),
                // A line with the object of the tag before it.
                None => at += line.len() as u64 + 1,
            }
        };
        if begins_after {
            to = middle;
        } else {
            from = at;
        }
    }
    Ok(from)
}

/// The lines of a file, from anywhere on.
struct Lines(BufReader<File>);

impl Lines {
    fn go_to(&mut self, place: u64) -> io::Result<()> {
        self.0.seek(SeekFrom::Start(place)).map(drop)
    }

    /// Goes to the next line; returns its length in bytes.
    fn skip(&mut self) -> io::Result<u64> {
        Ok(self.0.read_until(b'\n', &mut Vec::new())? as u64)
    }

    /// The next line, without its end; `None` at the end of the file.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        if self.0.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        Ok(Some(line))
    }
}

/// `<id> <name>`; `None` for any other line.
fn parsed(line: &[u8]) -> Option<(&[u8], &[u8])> {
    if line.starts_with(b"#") || line.starts_with(b"^") {
        return None;
    }
    let space = line.iter().position(|byte| *byte == b' ')?;
    Some((&line[..space], &line[space + 1..]))
}

fn has_word(line: &[u8], word: &[u8]) -> bool {
    line.split(|byte| *byte == b' ').any(|part| part == word)
}

fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of a plain reading of the file.
    fn plainly(text: &str, prefix: &str) -> Vec<String> {
        let names = text.lines().filter_map(|line| line.split_once(' '));
        let mut found: Vec<String> = names
            .filter(|(id, name)| !id.starts_with(['#', '^']) && name.starts_with(prefix))
            .map(|(_, name)| name.to_owned())
            .collect();
        found.sort();
        found
    }

    #[test]
    fn a_part_of_a_large_file_is_found_whatever_is_around_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("packed-refs");
        let id = "1234567890".repeat(4);
        let mut names = Vec::new();
        for nth in 0..3000 {
            names.push(format!("refs/heads/b{nth:05}/{}", "x".repeat(nth % 90)));
            names.push(format!("refs/tags/t{nth:05}"));
        }
        for name in ["a", "main", "z%2Fy"] {
            names.push(format!("refs/memory/branches/{name}"));
        }
        names.push("refs/memory-remotes/origin/main".to_owned());
        names.sort();
        for header in ["# pack-refs with: peeled fully-peeled sorted \n", ""] {
            let mut text = header.to_owned();
            for name in &names {
                text.extend([format!("{id} {name}\n")]);
                if name.starts_with("refs/tags") {
                    text.extend([format!("^{id}\n")]);
                }
            }
            fs::write(&path, &text).unwrap();
            for prefix in [
                "refs/memory/",
                "refs/memory-remotes/",
                "refs/heads/",
                "refs/heads/b01234/",
                "refs/tags/",
                "refs/a/",
                "refs/zz/",
            ] {
                let found: Vec<String> = packed(&path, prefix).unwrap().into_keys().collect();
                assert_eq!(found, plainly(&text, prefix), "{header}{prefix}");
            }
        }
    }
}
