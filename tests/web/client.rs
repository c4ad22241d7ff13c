//! A server, and a client of it that sends what a test wants, byte for byte.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::common::{BINARY, World};

/// A server under test; it ends with the test.
pub struct Server {
    pub process: Child,
    pub port: u16,
    pub token: String,
    _output: BufReader<ChildStdout>,
}

/// State of a browser that was let in.
pub struct Browser {
    /// The folder of the addresses that it asks for.
    pub folder: String,
    /// The line that it sends there.
    pub cookie: String,
    /// Other addresses for the cookie, by the server's answer.
    pub scope: String,
}

/// Answer of the server.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Server {
    /// Starts one on any port.
    pub fn start(world: &World) -> Self {
        Self::start_with(world, &[])
    }

    /// Starts one with more arguments.
    pub fn start_with(world: &World, arguments: &[&str]) -> Self {
        let mut command = world.command(BINARY);
        command.args(["serve", "--port", "0"]).args(arguments);
        Self::start_by(command)
    }

    /// Starts one that may have so many files open.
    #[cfg(unix)]
    pub fn start_with_files(world: &World, most: u64) -> Self {
        let mut command = world.command("sh");
        let limit = format!("ulimit -n {most}; exec \"$0\" serve --port 0");
        command.args(["-c", &limit, BINARY]);
        Self::start_by(command)
    }

    /// Starts one in a folder of the repository.
    pub fn start_in(world: &World, folder: &str) -> Self {
        let mut command = world.command(BINARY);
        command.current_dir(world.here.join(folder));
        command.args(["serve", "--port", "0"]);
        Self::start_by(command)
    }

    fn start_by(mut command: Command) -> Self {
        let mut process = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("http://127.0.0.1:").unwrap();
        let (port, token) = address.split_once("/?token=").unwrap();
        Self {
            port: port.parse().unwrap(),
            token: token.to_owned(),
            process,
            _output: output,
        }
    }

    /// Sends bytes, and gives what comes back until the server closes the connection.
    pub fn send(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that refuses a request may close before all of it was sent.
        let _ = stream.write_all(request);
        read(&mut stream)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_mins(1)))
            .unwrap();
        stream
    }

    /// A request with these lines in its head.
    pub fn ask(&self, method: &str, path: &str, head: &[&str], body: &str) -> Reply {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for line in head {
            request.extend([line, "\r\n"]);
        }
        if !body.is_empty() {
            request.extend([format!("Content-Length: {}\r\n", body.len())]);
        }
        self.send(format!("{request}\r\n{body}").as_bytes())
    }

    /// The line with the host of a request.
    pub fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}", self.port)
    }

    /// The line that has the token.
    pub fn bearer(&self) -> String {
        format!("Authorization: Bearer {}", self.token)
    }

    /// Opens the address that was printed, as a browser does.
    pub fn browser(&self) -> Browser {
        let start = format!("/?token={}", self.token);
        let reply = self.ask("GET", &start, &[&self.host()], "");
        let beginning = format!("http://127.0.0.1:{}", self.port);
        let line = |name: &str| {
            let mut lines = reply.head.lines();
            lines.find_map(|line| line.strip_prefix(name)).unwrap()
        };
        let (cookie, scope) = line("set-cookie: ").split_once("; ").unwrap();
        let folder = line("location: ").strip_prefix(&beginning).unwrap();
        Browser {
            folder: folder.strip_suffix("/page/index.html").unwrap().to_owned(),
            cookie: format!("Cookie: {cookie}"),
            scope: scope.to_owned(),
        }
    }

    /// Reads as a program that knows the token.
    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &[&self.host(), &self.bearer()], "")
    }

    /// The answer to it, which must not be a failure.
    #[track_caller]
    pub fn answer(&self, path: &str) -> Value {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{path}: {reply:?}");
        serde_json::from_str(&reply.body).unwrap()
    }

    /// Writes as a program that knows the token.
    pub fn post(&self, path: &str, body: &Value) -> Reply {
        let head = [&*self.host(), &*self.bearer()];
        self.ask("POST", path, &head, &body.to_string())
    }

    /// Reads the server's standard error, until a line contains these words.
    pub fn said(&mut self, words: &str) -> String {
        let mut said = BufReader::new(self.process.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            assert!(
                said.read_line(&mut line).unwrap() > 0,
                "it did not say {words}"
            );
        }
        line
    }

    /// Ends the server; returns its exit status.
    #[cfg(unix)]
    pub fn end(mut self) -> i32 {
        let id = i32::try_from(self.process.id()).unwrap();
        let id = rustix::process::Pid::from_raw(id).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        self.process.wait().unwrap().code().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads until the server closes.
pub fn read(stream: &mut TcpStream) -> Reply {
    let mut bytes = Vec::new();
    // Input that was unread when the server closed may cost the end of its answer.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok());
    Reply {
        status: status.unwrap_or_default(),
        head: head.to_lowercase(),
        body: body.to_owned(),
    }
}
