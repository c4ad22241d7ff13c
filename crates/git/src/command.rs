//! Running the `git` program: arguments in, bytes out, its complaint as an [`Error`].

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread::Builder;

use super::answer::without_line_end;
use super::held::{Held, TakeHeld};
use super::{Environment, Error, group};

/// The variable that keeps git from writing each commit into a pipe separately, which would wake us
/// for each.
const FLUSH: &str = "GIT_FLUSH";

/// Takes a word of an answer, and breaks once it has seen enough.
type EachWord<'a> = &'a mut dyn FnMut(&[u8]) -> Result<ControlFlow<()>, Error>;

/// One call of `git`.
pub(crate) struct Git(Command);

impl Git {
    /// A call in `folder`; `args` begin with the subcommand.
    pub(crate) fn new<A: AsRef<OsStr>>(
        environment: &Environment,
        folder: &Path,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        let mut command = environment.command("git", folder);
        // Some messages are looked through, and all are shown inside ours, which are English.
        command.args(args).env("LC_ALL", "C").stdin(Stdio::null());
        // A partial clone would ask its remote for each missing tree: in a hook, offline, or for
        // every commit of a history.
        command.env("GIT_NO_LAZY_FETCH", "1");
        // Data that is kept under a commit's id comes from that commit: libgit2 ignores replaced
        // objects, too, and with replacements half of the answers would come from the other object.
        command.env("GIT_NO_REPLACE_OBJECTS", "1");
        command.env("GIT_GRAFT_FILE", "");
        Self(command)
    }

    /// The call with one more argument.
    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.0.arg(arg);
        self
    }

    /// The call with permission to fetch objects that a partial clone lacks: it talks to a remote
    /// anyway.
    pub(crate) fn online(self) -> Self {
        self.env("GIT_NO_LAZY_FETCH", "0")
    }

    /// The call with one more environment variable.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// The call as the first process of a group, so that it can be ended with all that it starts.
    pub(crate) fn leading(mut self) -> Self {
        group::lead(&mut self.0);
        self
    }

    fn spawn(&mut self) -> Result<Child, Error> {
        self.0
            .spawn()
            .map_err(|error| match self.0.get_current_dir() {
                // The system gives the same error for a missing folder.
                Some(folder) if error.kind() == io::ErrorKind::NotFound && !folder.exists() => {
                    Error::Folder {
                        path: folder.to_owned(),
                        source: error,
                    }
                }
                _ => Error::NoGit(error),
            })
    }

    /// Runs it; any exit status is an answer.
    pub(crate) fn output(mut self, input: &[u8]) -> Result<Output, Error> {
        self.0.stdout(Stdio::piped()).stderr(Stdio::piped());
        self.0.env(FLUSH, "0");
        if !input.is_empty() {
            self.0.stdin(Stdio::piped());
        }
        let mut child = self.spawn()?;
        let stdin = child.stdin.take();
        std::thread::scope(|scope| {
            // Written beside the reading: neither side may wait for the other with a full pipe. A
            // git that stops reading early gives the reason on its own standard error.
            if let Some(mut stdin) = stdin {
                let writer = Builder::new();
                let begun = writer.spawn_scoped(scope, move || stdin.write_all(input));
                if let Err(error) = begun {
                    // With half of its input git would do half of its work.
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(Error::NoGit(error));
                }
            }
            child.wait_with_output().map_err(Error::NoGit)
        })
    }

    /// Runs a call that answers with its exit status: 0 for yes, 1 for no.
    pub(crate) fn says_yes(self) -> Result<bool, Error> {
        let name = self.name();
        let output = self.output(&[])?;
        match output.status.code() {
            Some(0) => Ok(true),
            Some(1) => Ok(false),
            _ => Err(failed(name, &output)),
        }
    }

    /// Runs a call that answers with one line, or with the exit status 1 for none.
    pub(crate) fn line_or_no(self) -> Result<Option<String>, Error> {
        let name = self.name();
        let output = self.output(&[])?;
        match output.status.code() {
            Some(0) => Ok(Some(line_of(&output.stdout))),
            Some(1) => Ok(None),
            _ => Err(failed(name, &output)),
        }
    }

    /// Runs the call for an answer of several lines; empty for none.
    pub(crate) fn lines_or_no(self) -> Result<Vec<String>, Error> {
        let answer = self.line_or_no()?.unwrap_or_default();
        Ok(answer.lines().map(str::to_owned).collect())
    }

    /// Runs a call with `input`; exit status 1 means that there is no answer.
    pub(crate) fn answer_or_no(self, input: &[u8]) -> Result<Vec<u8>, Error> {
        let name = self.name();
        let output = self.output(input)?;
        match output.status.code() {
            Some(0 | 1) => Ok(output.stdout),
            _ => Err(failed(name, &output)),
        }
    }

    /// The subcommand.
    fn name(&self) -> String {
        match self.0.get_args().next() {
            Some(name) => name.to_string_lossy().into_owned(),
            None => String::new(),
        }
    }

    /// Starts it as a reader of objects (`cat-file --batch`).
    pub(crate) fn reader(mut self) -> Result<ObjectReader, Error> {
        self.0
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = self.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::unexpected("cat-file"));
        };
        Ok(ObjectReader {
            child,
            stdin: Some(stdin),
            stdout: BufReader::new(stdout),
        })
    }

    /// Runs it with `input` on standard input and takes standard output.
    pub(crate) fn run_with(self, input: &[u8]) -> Result<Vec<u8>, Error> {
        let name = self.name();
        let output = self.output(input)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(failed(name, &output))
    }

    /// Starts it with pipes to its input and from its output; what it complains about is not heard.
    pub(crate) fn piped(mut self) -> Result<Child, Error> {
        self.0.stdin(Stdio::piped()).stdout(Stdio::piped());
        self.0.stderr(Stdio::null());
        self.spawn()
    }

    /// Starts it: git works while the caller does, which takes standard output later.
    pub(crate) fn start(mut self) -> Result<Started, Error> {
        let name = self.name();
        self.0.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = self.spawn()?;
        Ok(Started {
            name,
            child: Some(child),
        })
    }

    /// Runs it and takes standard output.
    pub(crate) fn run(self) -> Result<Vec<u8>, Error> {
        self.run_with(&[])
    }

    /// Runs it and hands over each word of its answer that ends with a NUL, without it, as soon as
    /// git has written it. If `each` breaks, git is ended.
    pub(crate) fn each_word(mut self, each: EachWord<'_>) -> Result<(), Error> {
        let name = self.name();
        self.0.stdout(Stdio::piped()).stderr(Stdio::piped());
        self.0.env(FLUSH, "0");
        let mut child = self.spawn()?;
        let Some(stdout) = child.stdout.take() else {
            return Err(Error::Failed {
                command: name,
                message: "no answer".to_owned(),
            });
        };
        match words_of(BufReader::new(stdout), each) {
            Ok(ControlFlow::Continue(())) => {
                let output = child.wait_with_output().map_err(Error::NoGit)?;
                if output.status.success() {
                    return Ok(());
                }
                Err(failed(name, &output))
            }
            found => {
                // It may have ended already, and its exit status is of no interest any more.
                let _ = child.kill();
                let _ = child.wait();
                found.map(drop)
            }
        }
    }

    /// Runs it as a reader of objects (`cat-file --batch`) that is asked for all of them at once;
    /// content that is larger than `limit` passes by without being held.
    pub(crate) fn objects(
        mut self,
        asked: &[u8],
        limit: u64,
        each: &mut TakeHeld<'_>,
    ) -> Result<(), Error> {
        self.0
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = self.spawn()?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::unexpected("cat-file"));
        };
        let read = std::thread::scope(|scope| {
            // Written beside the reading: neither side may wait for the other with a full pipe.
            Builder::new().spawn_scoped(scope, move || stdin.write_all(asked))?;
            let mut answer = BufReader::new(stdout);
            for (nth, _) in asked.split_inclusive(|byte| *byte == b'\n').enumerate() {
                next_object(&mut answer, limit, &mut |held| each(nth, held))?;
            }
            Ok::<(), io::Error>(())
        });
        // It ends with its input, and its exit status is of no interest once everything is read.
        let _ = child.wait();
        read.map_err(|_| Error::unexpected("cat-file"))
    }

    /// Runs it and takes the first `limit` bytes of standard output; git is ended after them.
    pub(crate) fn beginning(mut self, limit: usize) -> Result<Vec<u8>, Error> {
        self.0.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = self.spawn()?;
        let mut bytes = Vec::new();
        if let Some(stdout) = child.stdout.take() {
            let limit = u64::try_from(limit).unwrap_or(u64::MAX);
            let mut stdout = stdout.take(limit);
            stdout.read_to_end(&mut bytes).map_err(Error::NoGit)?;
        }
        // It may have ended already, and its exit status is of no interest any more.
        let _ = child.kill();
        let _ = child.wait();
        Ok(bytes)
    }

    /// Runs it and takes standard output without its last line end.
    pub(crate) fn bytes(self) -> Result<Vec<u8>, Error> {
        let answer = self.run()?;
        Ok(without_line_end(&answer).to_vec())
    }

    /// Runs it and takes standard output as one line of text, without its line end.
    pub(crate) fn line(self) -> Result<String, Error> {
        Ok(line_of(&self.run()?))
    }
}

/// A call that was started.
#[derive(Debug)]
pub(crate) struct Started {
    name: String,
    /// `None` once its answer was taken.
    child: Option<Child>,
}

impl Started {
    /// Waits for its end and takes standard output.
    pub(crate) fn answer(mut self) -> Result<Vec<u8>, Error> {
        let Some(child) = self.child.take() else {
            return Err(Error::unexpected("status"));
        };
        let output = child.wait_with_output().map_err(Error::NoGit)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(failed(mem::take(&mut self.name), &output))
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // The answer is no longer needed. Without a wait, the process would stay in the table
            // of processes; its exit status is of no interest.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Hands over the words of an answer that each end with a NUL.
fn words_of(mut answer: impl BufRead, each: EachWord<'_>) -> Result<ControlFlow<()>, Error> {
    let mut word = Vec::new();
    loop {
        word.clear();
        let read = answer.read_until(0, &mut word).map_err(Error::NoGit)?;
        if read == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        if word.last() == Some(&0) {
            word.pop();
        }
        if each(&word)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
}

/// An answer without its line end; bytes that are not UTF-8 are replaced.
fn line_of(answer: &[u8]) -> String {
    String::from_utf8_lossy(without_line_end(answer)).into_owned()
}

/// Error of a subcommand, from the output of git.
pub(crate) fn failed(command: String, output: &Output) -> Error {
    let stderr = String::from_utf8_lossy(&output.stderr);
    // The first line has the reason; git's own hints, which follow it, are about git's options.
    let mut lines = stderr.lines().filter(|line| !line.trim().is_empty());
    let message = match lines.next() {
        Some(line) => without_severity(line).to_owned(),
        None => "no message".to_owned(),
    };
    Error::failed(command, message)
}

/// A message without git's `fatal:` or `error:`: ours begins with a word of its own.
fn without_severity(line: &str) -> &str {
    for severity in ["fatal: ", "error: "] {
        if let Some(message) = line.strip_prefix(severity) {
            return message;
        }
    }
    line
}

/// A `git cat-file --batch` that waits for questions.
pub(crate) struct ObjectReader {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl ObjectReader {
    /// The type and the content of an object; `None` if there is none.
    pub(crate) fn read(&mut self, id: &str) -> Result<Option<(String, Vec<u8>)>, Error> {
        // A broken pipe only means that git has ended.
        self.ask(id).map_err(|_| Error::unexpected("cat-file"))
    }

    fn ask(&mut self, id: &str) -> io::Result<Option<(String, Vec<u8>)>> {
        let Some(stdin) = &mut self.stdin else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        stdin.write_all(format!("{id}\n").as_bytes())?;
        stdin.flush()?;
        let Some((kind, size)) = header(&mut self.stdout)? else {
            return Ok(None);
        };
        Ok(Some((kind, content(&mut self.stdout, size)?)))
    }
}

/// The type and size of the next object of an answer of `cat-file --batch`
/// (`<id> <type> <size>\n<content>\n`, or `<id> missing\n`); `None` for a missing one.
fn header(answer: &mut impl BufRead) -> io::Result<Option<(String, u64)>> {
    let mut header = String::new();
    answer.read_line(&mut header)?;
    let words: Vec<&str> = header.split_whitespace().collect();
    match words[..] {
        [_, "missing"] => Ok(None),
        [_, kind, size] => Ok(Some((
            kind.to_owned(),
            size.parse().map_err(io::Error::other)?,
        ))),
        // No answer at all is not "missing": git was killed, or could not begin.
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// The content that follows a header.
fn content(answer: &mut impl Read, size: u64) -> io::Result<Vec<u8>> {
    let size = usize::try_from(size).map_err(io::Error::other)?;
    let mut content = vec![0; size];
    answer.read_exact(&mut content)?;
    answer.read_exact(&mut [0])?;
    Ok(content)
}

/// Takes the next object off an answer of `cat-file --batch`.
fn next_object(
    answer: &mut impl BufRead,
    limit: u64,
    take: &mut dyn FnMut(Held<'_>),
) -> io::Result<()> {
    match header(answer)? {
        None => take(Held::Missing),
        Some((kind, size)) if kind != "blob" || size > limit => {
            io::copy(&mut answer.take(size.saturating_add(1)), &mut io::sink())?;
            take(if kind == "blob" {
                Held::TooLarge
            } else {
                Held::Other
            });
        }
        Some((_, size)) => take(Held::Blob(&content(answer, size)?)),
    }
    Ok(())
}

impl Drop for ObjectReader {
    fn drop(&mut self) {
        // git ends at the end of its input. Without a wait, it would stay in the table of
        // processes; its exit status is of no interest.
        drop(self.stdin.take());
        let _ = self.child.wait();
    }
}

/// Runs a command line of git's settings (an editor, say) through the shell, as git does, with the
/// terminal. `arguments` are passed on unchanged. Returns true if it succeeded.
///
/// # Errors
/// The shell could not be started.
pub fn interactive(
    environment: &Environment,
    command_line: &str,
    arguments: &[&OsStr],
) -> std::io::Result<bool> {
    let script = format!("{command_line} \"$@\"");
    let status = environment
        .command("sh", environment.folder())
        .arg("-c")
        .arg(script)
        .arg(command_line)
        .args(arguments)
        .status()?;
    Ok(status.success())
}

/// Opens an address in the browser of git's settings, as git's own commands do; if git has no such
/// program, or knows no browser, in the one of the system. Returns true if a browser took it; some
/// browsers stay until they are closed.
///
/// # Errors
/// None of these programs could be started.
pub fn browse(environment: &Environment, address: &str) -> std::io::Result<bool> {
    // The output of a browser is not part of our answer; a browser in the terminal still has the
    // terminal.
    let run = |program: &str, arguments: &[&str]| {
        let mut command = environment.command(program, environment.folder());
        command
            .args(arguments)
            .arg(address)
            .stdout(std::io::stderr());
        command.status().map(|status| status.success())
    };
    if run("git", &["web--browse"]).unwrap_or(false) {
        return Ok(true);
    }
    let (program, arguments): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    run(program, arguments)
}

/// Shows a text in a pager, a command line of git's settings, with the terminal.
///
/// # Errors
/// The pager could not be started.
pub fn page(environment: &Environment, command_line: &str, text: &[u8]) -> std::io::Result<()> {
    let mut command = environment.command("sh", environment.folder());
    command.arg("-c").arg(command_line).stdin(Stdio::piped());
    // git gives its pagers these values unless the user has set others.
    for (name, value) in [("LESS", "FRX"), ("LV", "-c")] {
        if environment.variable(name).is_none() {
            command.env(name, value);
        }
    }
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A user who leaves the pager early has read enough.
        let _ = stdin.write_all(text);
    }
    child.wait()?;
    Ok(())
}
