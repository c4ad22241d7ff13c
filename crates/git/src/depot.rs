//! A bare repository that others fetch from and push to over HTTP. git's own program for that
//! answers each request (git-http-backend(1)), as a server of CGI calls it (RFC 3875).

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use super::command::Git;
use super::{Environment, Error, ObjectFormat, group};

/// Lines and bytes of the head of an answer.
const HEAD_LINES: usize = 64;
const HEAD_BYTES: u64 = 16 << 10;
/// git's answer where its program says nothing of it.
const FINE: u16 = 200;

/// Limits of a depot.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The refs, with those below them, that can be seen and pushed. All others are hidden.
    pub refs: &'static [&'static str],
    /// Bytes of one push.
    pub bytes: usize,
    /// How long git may work on a request.
    pub time: Duration,
}

/// A repository that is served.
#[derive(Debug)]
pub struct Depot {
    environment: Environment,
    folder: PathBuf,
    room: Room,
}

/// A request over HTTP.
#[derive(Debug, Default)]
pub struct DepotRequest {
    /// `GET` or `POST`.
    pub method: String,
    /// The part of the address below the repository's: `info/refs`.
    pub path: String,
    /// What follows a question mark.
    pub query: String,
    /// Of the headers.
    pub content_type: String,
    /// Of the headers.
    pub content_encoding: String,
    /// The header `Git-Protocol`.
    pub protocol: String,
    /// All of the body.
    pub body: Vec<u8>,
    /// True if who asks may push.
    pub may_push: bool,
}

/// An answer of git.
#[derive(Debug)]
pub struct DepotAnswer {
    /// Its status of HTTP.
    pub status: u16,
    /// Its headers.
    pub headers: Vec<(String, String)>,
    /// Its body, which ends early once `work` is dropped.
    pub body: BufReader<ChildStdout>,
    /// git, which writes the body.
    pub work: DepotWork,
}

/// git at work on an answer. When this is dropped, git is ended with all that it has started.
#[derive(Debug)]
pub struct DepotWork {
    running: Running,
    /// Ends the watch over the time when it goes.
    _watched: Sender<()>,
}

/// A process; none once it was ended.
type Running = Arc<Mutex<Option<Child>>>;

impl Depot {
    /// The depot in a folder (absolute), which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn at(
        environment: &Environment,
        folder: &Path,
        format: ObjectFormat,
        room: Room,
    ) -> Result<Self, Error> {
        let depot = Self {
            environment: environment.clone(),
            folder: folder.to_owned(),
            room,
        };
        if !folder.join("HEAD").is_file() {
            depot.make(format)?;
        }
        Ok(depot)
    }

    /// Makes the repository beside its place: one of two that do it at once is taken, whole.
    fn make(&self, format: ObjectFormat) -> Result<(), Error> {
        let failed = |source| Error::Folder {
            path: self.folder.clone(),
            source,
        };
        let parent = self.folder.parent().unwrap_or(&self.folder);
        fs::create_dir_all(parent).map_err(failed)?;
        let beside = tempfile::Builder::new().prefix(".new-").tempdir_in(parent);
        let beside = beside.map_err(failed)?;
        let format = format.option();
        let init = ["init", "--quiet", "--bare", "--template=", format, "."];
        Git::new(&self.environment, beside.path(), init).run()?;
        match fs::rename(beside.path(), &self.folder) {
            Err(_) if self.folder.join("HEAD").is_file() => Ok(()),
            made => made.map_err(failed),
        }
    }

    /// Lets git answer a request.
    ///
    /// # Errors
    /// If git cannot be run, or gives no answer.
    pub fn answer(&self, request: DepotRequest) -> Result<DepotAnswer, Error> {
        let mut args = Vec::new();
        for setting in self.settings(request.may_push) {
            args.extend(["-c".to_owned(), setting]);
        }
        args.push("http-backend".to_owned());
        // Without CONTENT_LENGTH: where less than that comes, as the server was killed, it reads the end
        // of its input for ever.
        let call = Git::new(&self.environment, &self.folder, args)
            .env("PATH_TRANSLATED", self.folder.join(&request.path))
            .env("GIT_HTTP_EXPORT_ALL", "1")
            .env("REQUEST_METHOD", &request.method)
            .env("QUERY_STRING", &request.query)
            .env("CONTENT_TYPE", &request.content_type)
            .env("HTTP_CONTENT_ENCODING", &request.content_encoding)
            .env("GIT_PROTOCOL", &request.protocol);
        let mut child = call.leading().piped()?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::unexpected("http-backend"));
        };
        let running = Arc::new(Mutex::new(Some(child)));
        let work = DepotWork {
            _watched: watch(Arc::clone(&running), self.room.time)?,
            running,
        };
        // Written beside the reading: neither side may wait for the other with a full pipe. A git
        // that stops reading early says why in its answer.
        let writing = Builder::new().spawn(move || stdin.write_all(&request.body));
        let mut answer = DepotAnswer {
            status: FINE,
            headers: Vec::new(),
            body: BufReader::new(stdout),
            work,
        };
        writing.map_err(Error::NoGit)?;
        let read = answer.read_head();
        read.map_err(|_| Error::unexpected("http-backend"))?;
        Ok(answer)
    }

    /// The settings of git for one request.
    fn settings(&self, may_push: bool) -> Vec<String> {
        let bytes = self.room.bytes;
        let mut settings = vec![
            format!("http.receivepack={may_push}"),
            // Only what git's own protocol asks for: no file.
            "http.getanyfile=false".to_owned(),
            format!("receive.maxInputSize={bytes}"),
            format!("core.bigFileThreshold={bytes}"),
            "transfer.hideRefs=refs".to_owned(),
        ];
        let refs = self.room.refs.iter();
        settings.extend(refs.map(|name| format!("transfer.hideRefs=!{name}")));
        settings
    }
}

impl DepotAnswer {
    fn read_head(&mut self) -> io::Result<()> {
        let mut head = (&mut self.body).take(HEAD_BYTES);
        for _ in 0..HEAD_LINES {
            let mut line = String::new();
            head.read_line(&mut line)?;
            let line = line.trim_end();
            if line.is_empty() {
                return Ok(());
            }
            let Some((name, value)) = line.split_once(": ") else {
                break;
            };
            if name == "Status" {
                let status = value.get(..3).and_then(|status| status.parse().ok());
                self.status = status.ok_or(io::ErrorKind::InvalidData)?;
            } else {
                self.headers.push((name.to_owned(), value.to_owned()));
            }
        }
        Err(io::ErrorKind::InvalidData.into())
    }
}

impl Drop for DepotWork {
    fn drop(&mut self) {
        end(&self.running);
    }
}

/// Ends a process that still runs after some time; the watch is over once the result is dropped.
fn watch(running: Running, time: Duration) -> Result<Sender<()>, Error> {
    let (watched, over) = channel();
    let watching = move || {
        if over.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
            end(&running);
        }
    };
    let begun = Builder::new().spawn(watching);
    begun.map_err(Error::NoGit)?;
    Ok(watched)
}

fn end(running: &Mutex<Option<Child>>) {
    let child = running
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    if let Some(mut child) = child {
        group::end(&mut child);
    }
}
