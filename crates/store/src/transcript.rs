//! The file that an agent keeps of its session: read line by line, or at once. Its path is a
//! stranger's word: only a regular file of the user's own is opened.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::Error;
use git_memory_text::limits;

/// The most bytes of a file that is read at once.
const AT_ONCE: u64 = 32 << 20;

/// Time between two looks at a file that is waited for.
const STEP: Duration = Duration::from_millis(20);

/// A transcript that is open.
#[derive(Debug)]
pub struct Transcript {
    path: PathBuf,
    file: File,
    size: u64,
}

impl Transcript {
    /// Opens a file.
    ///
    /// # Errors
    /// If it is not there, a link, no regular file, or the file of another user.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let unfit = |what| Error::Unreadable {
            path: path.to_owned(),
            what,
        };
        // Before it is opened: the opening of a pipe waits for a process that writes into it.
        let meta = fs::symlink_metadata(path).map_err(Error::read(path))?;
        if !meta.is_file() {
            return Err(unfit("is not a regular file"));
        }
        let file = File::open(path).map_err(Error::read(path))?;
        let meta = file.metadata().map_err(Error::read(path))?;
        if !meta.is_file() || !is_own(&meta) {
            return Err(unfit("is not a file of yours"));
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            size: meta.len(),
        })
    }

    /// Opens a file that its agent may still write to, some of it at a time: waits for at most
    /// `delay` until it has more than `known` bytes, and then until it was still for half of that.
    /// A file that never is still is opened after two times `delay`.
    pub fn open_settled(path: &Path, known: u64, delay: Duration) -> Result<Self, Error> {
        let begun = Instant::now();
        let (mut size, mut since) = (0, begun);
        loop {
            let opened = Self::open(path);
            let now_has = match &opened {
                Ok(transcript) => transcript.size,
                Err(Error::Read { source, .. }) if source.kind() == ErrorKind::NotFound => 0,
                Err(_) => return opened,
            };
            if now_has != size {
                (size, since) = (now_has, Instant::now());
            }
            let wait = if size > known { delay / 2 } else { delay };
            if since.elapsed() >= wait || begun.elapsed() >= delay * 2 {
                return opened;
            }
            sleep(STEP);
        }
    }

    /// How many bytes it had when it was opened.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// True if its name says that it is one JSON text, and has no lines.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let ending = self.path.extension();
        ending.is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
    }

    /// All of its bytes.
    pub fn bytes(&self) -> Result<Vec<u8>, Error> {
        if self.size > AT_ONCE {
            return Err(self.unfit("is larger than 32 MiB, and has no lines"));
        }
        let mut bytes = Vec::new();
        let read = (&self.file).take(self.size).read_to_end(&mut bytes);
        read.map_err(Error::read(&self.path))?;
        Ok(bytes)
    }

    /// Why nothing can be made of it, as an error.
    #[must_use]
    pub fn unfit(&self, what: &'static str) -> Error {
        Error::Unreadable {
            path: self.path.clone(),
            what,
        }
    }

    /// Calls `visit` with each line, and where in the file it ends. A line that has no end yet is
    /// one, too: the next reader sees whether it has grown.
    pub fn each_line(self, mut visit: impl FnMut(&[u8], u64)) -> Result<(), Error> {
        let Self { path, file, size } = self;
        let mut file = BufReader::with_capacity(256 << 10, file);
        let mut at = size.saturating_sub(limits::TRANSCRIPT_BYTES);
        file.seek(SeekFrom::Start(at)).map_err(Error::read(&path))?;
        // Of a file that is too large, the first line has lost its beginning.
        let mut is_rest = at > 0;
        let mut line = Vec::new();
        // Lines that are written while it is read are left to the next reader.
        while at < size {
            line.clear();
            let mut part = file
                .by_ref()
                .take(limits::TRANSCRIPT_LINE_BYTES.min(size - at));
            let read = part.read_until(b'\n', &mut line);
            let read = read.map_err(Error::read(&path))?;
            if read == 0 {
                break;
            }
            at += read as u64;
            let has_end = line.pop_if(|last| *last == b'\n').is_some();
            let is_last = has_end || at == size;
            if is_last && !is_rest {
                visit(&line, at);
            }
            is_rest = !is_last;
        }
        Ok(())
    }
}

#[cfg(unix)]
fn is_own(meta: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(meta) == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_meta: &fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn lines(bytes: &[u8]) -> Vec<(usize, u64)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.jsonl");
        fs::write(&path, bytes).unwrap();
        let mut lines = Vec::new();
        let transcript = Transcript::open(&path).unwrap();
        assert_eq!(transcript.size(), bytes.len() as u64);
        transcript
            .each_line(|line, end| lines.push((line.len(), end)))
            .unwrap();
        lines
    }

    #[test]
    fn a_file_that_comes_late_and_in_parts_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.jsonl");
        assert!(Transcript::open_settled(&path, 0, Duration::ZERO).is_err());
        let write = || {
            for part in ["late", "later\n"] {
                sleep(STEP * 3);
                fs::write(&path, part).unwrap();
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(write);
            let opened = Transcript::open_settled(&path, 0, Duration::from_secs(4));
            assert_eq!(opened.unwrap().size(), 6);
        });
        let known = Transcript::open_settled(&path, 6, STEP).unwrap();
        assert_eq!(known.size(), 6);
    }

    #[test]
    fn lines_and_where_they_end() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"ab\n\nc"), [(2, 3), (0, 4), (1, 5)]);
        let most = usize::try_from(limits::TRANSCRIPT_LINE_BYTES).unwrap();
        let mut long = vec![b'x'; most];
        long.extend_from_slice(b"\nshort\n");
        assert_eq!(lines(&long), [(5, long.len() as u64)]);
        let mut fits = vec![b'x'; most - 1];
        fits.extend_from_slice(b"\nshort\n");
        assert_eq!(lines(&fits).len(), 2);
    }

    #[test]
    fn of_a_file_that_is_too_large_the_end_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.jsonl");
        fs::write(&path, "first\n").unwrap();
        let mut file = File::options().append(true).open(&path).unwrap();
        file.set_len(limits::TRANSCRIPT_BYTES).unwrap();
        file.write_all(b"\nlast\n").unwrap();
        let mut lines = Vec::new();
        let transcript = Transcript::open(&path).unwrap();
        transcript
            .each_line(|line, _| lines.push(line.to_vec()))
            .unwrap();
        assert_eq!(lines, [b"last"]);
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/etc/passwd", &link).unwrap();
        for path in [
            folder.path(),
            &link,
            Path::new("/dev/null"),
            Path::new("/dev/tty"),
        ] {
            assert!(Transcript::open(path).is_err(), "{}", path.display());
        }
    }
}
