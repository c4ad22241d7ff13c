//! Running the `git` program: arguments in, bytes out, its complaint as an [`Error`].

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use super::{Environment, Error};

/// One call of `git`.
pub(super) struct Git(Command);

impl Git {
    /// A call in `folder`; `args` begin with the subcommand.
    pub(super) fn new<A: AsRef<OsStr>>(
        environment: &Environment,
        folder: &Path,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        let mut command = environment.command("git", folder);
        // Messages are matched nowhere, but shown inside ours, which are English.
        command.args(args).env("LC_ALL", "C").stdin(Stdio::null());
        Self(command)
    }

    /// The same call with one environment variable more.
    pub(super) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// Runs it; any exit status is an answer.
    pub(super) fn output(mut self, input: &[u8]) -> Result<Output, Error> {
        self.0.stdout(Stdio::piped()).stderr(Stdio::piped());
        if input.is_empty() {
            return self.0.output().map_err(Error::NoGit);
        }
        let mut child = self.0.stdin(Stdio::piped()).spawn().map_err(Error::NoGit)?;
        let stdin = child.stdin.take();
        std::thread::scope(|scope| {
            // Written beside the reading: neither side may wait for the other with a full pipe. A
            // git that stops reading early says why on its own standard error.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
            child.wait_with_output().map_err(Error::NoGit)
        })
    }

    /// Runs a call that answers with its exit status: 0 for yes, 1 for no.
    pub(super) fn says_yes(self) -> Result<bool, Error> {
        let name = self.name();
        let output = self.output(&[])?;
        match output.status.code() {
            Some(0) => Ok(true),
            Some(1) => Ok(false),
            _ => Err(failed(name, &output)),
        }
    }

    /// Runs a call that answers with one line, or with the exit status 1 for none.
    pub(super) fn line_or_no(self) -> Result<Option<String>, Error> {
        let name = self.name();
        let output = self.output(&[])?;
        match output.status.code() {
            Some(0) => Ok(Some(line_of(&output.stdout))),
            Some(1) => Ok(None),
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
    pub(super) fn reader(mut self) -> Result<Reader, Error> {
        self.0
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = self.0.spawn().map_err(Error::NoGit)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let ends = stdin
            .zip(stdout)
            .ok_or_else(|| Error::unexpected("cat-file"))?;
        Ok(Reader {
            child,
            stdin: Some(ends.0),
            stdout: BufReader::new(ends.1),
        })
    }

    /// Runs it with `input` on standard input and takes standard output.
    pub(super) fn run_with(self, input: &[u8]) -> Result<Vec<u8>, Error> {
        let name = self.name();
        let output = self.output(input)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(failed(name, &output))
    }

    /// Runs it and takes standard output.
    pub(super) fn run(self) -> Result<Vec<u8>, Error> {
        self.run_with(&[])
    }

    /// Runs it and takes standard output as one line of text, without its line end.
    pub(super) fn line(self) -> Result<String, Error> {
        Ok(line_of(&self.run()?))
    }
}

/// An answer without its line end; bytes that are not UTF-8 are replaced.
fn line_of(answer: &[u8]) -> String {
    let answer = answer.strip_suffix(b"\n").unwrap_or(answer);
    String::from_utf8_lossy(answer).into_owned()
}

/// What git complains of, as an error of its subcommand.
pub(super) fn failed(command: String, output: &Output) -> Error {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let line = stderr
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or("no message");
    let message = line
        .strip_prefix("fatal: ")
        .or_else(|| line.strip_prefix("error: "))
        .unwrap_or(line);
    Error::Failed {
        command,
        message: message.to_owned(),
    }
}

/// A `git cat-file --batch` that waits for questions.
pub(super) struct Reader {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Reader {
    /// The type and the content of an object; `None` where there is none.
    pub(super) fn read(&mut self, id: &str) -> Result<Option<(String, Vec<u8>)>, Error> {
        let unexpected = |_| Error::unexpected("cat-file");
        let stdin = self
            .stdin
            .as_mut()
            .ok_or_else(|| Error::unexpected("cat-file"))?;
        stdin
            .write_all(format!("{id}\n").as_bytes())
            .and_then(|()| stdin.flush())
            .map_err(unexpected)?;
        let mut header = String::new();
        self.stdout.read_line(&mut header).map_err(unexpected)?;
        // `<id> <type> <size>\n<content>\n`, or `<id> missing`
        let mut words = header.split_whitespace().skip(1);
        let (Some(kind), Some(size)) = (words.next(), words.next()) else {
            return Ok(None);
        };
        let size: usize = size.parse().map_err(|_| Error::unexpected("cat-file"))?;
        let mut content = vec![0; size + 1];
        self.stdout.read_exact(&mut content).map_err(unexpected)?;
        content.pop();
        Ok(Some((kind.to_owned(), content)))
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // At the end of its input it ends by itself.
        drop(self.stdin.take());
        let _ = self.child.wait();
    }
}

/// Runs a command line of git's settings (an editor, say) through the shell, as git does, with the
/// terminal. `arguments` are handed over as they are. Returns whether it succeeded.
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

/// Shows a text in a pager, a command line of git's settings, with the terminal.
///
/// # Errors
/// The pager could not be started.
pub fn page(environment: &Environment, command_line: &str, text: &[u8]) -> std::io::Result<()> {
    let mut command = environment.command("sh", environment.folder());
    command.arg("-c").arg(command_line).stdin(Stdio::piped());
    // git gives its pagers these, where the user has set none.
    for (name, value) in [("LESS", "FRX"), ("LV", "-c")] {
        if environment.variable(name).is_none() {
            command.env(name, value);
        }
    }
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // Whoever leaves the pager early has read enough.
        let _ = stdin.write_all(text);
    }
    child.wait()?;
    Ok(())
}
