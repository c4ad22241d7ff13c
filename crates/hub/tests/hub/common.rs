//! A hub with a PostgreSQL of its own, and repositories for it to read.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use git_memory_hub::private_server::PrivateServer;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A hub's place.
pub struct World {
    // Dropped in this order: the server goes before its folder.
    pub server: PrivateServer,
    pub folder: TempDir,
}

/// A hub that serves until it is dropped.
pub struct Served {
    child: Child,
    pub address: String,
}

impl World {
    /// A world whose tables are made.
    pub fn new() -> Self {
        let folder = folder();
        let place = folder.path().join("pg");
        Self::with_server_at(folder, &place)
    }

    /// A world whose database is in a folder.
    pub fn with_server_at(folder: TempDir, place: &Path) -> Self {
        let server = PrivateServer::start(place).unwrap();
        let world = Self { server, folder };
        world.ok(&["init"]);
        world
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Calls the hub's program.
    pub fn hub(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// The output of a call, which has to succeed.
    pub fn ok(&self, args: &[&str]) -> String {
        let output = self.hub(args);
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {err}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The complaint of a call, which has to fail.
    pub fn fails(&self, args: &[&str]) -> String {
        let output = self.hub(args);
        assert_eq!(output.status.code(), Some(128), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_git-memory-hub"));
        command.args(args).arg("--folder").arg(self.path("hub"));
        command.env("GIT_MEMORY_HUB_DATABASE", self.server.address());
        command
            .env("HOME", self.path("home"))
            .current_dir(self.folder.path());
        command
    }

    /// The answer of the database, without the hub.
    pub fn sql(&self, text: &str) -> String {
        let mut psql = Command::new("psql");
        psql.args([&self.server.address(), "-XAt", "-c", text]);
        let output = psql.output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}: {err}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// A repository with one decision of each title, in a commit.
    pub fn repository(&self, name: &str, titles: &[&str]) -> Repository {
        let repository = Repository(self.path(name));
        fs::create_dir_all(&repository.0).unwrap();
        repository.git(&["init", "-q", "-b", "main"]);
        for (nth, title) in titles.iter().enumerate() {
            repository.decide(&format!("dec-{name}{nth:06}"), title, "");
        }
        repository.commit("Decide", 1);
        repository
    }

    /// The token of a new reader.
    pub fn reader(&self, name: &str, repositories: &[&str]) -> String {
        let mut args = vec!["reader", "add", name];
        if repositories.is_empty() {
            args.push("--all");
        }
        for repository in repositories {
            args.extend(["--repository", repository]);
        }
        self.ok(&args).trim().to_owned()
    }

    /// Serves at a free port, with its log in a file; more arguments may follow.
    pub fn serve(&self, more: &[&str]) -> Served {
        let usual: [&[&str]; 2] = [&["--listen", "127.0.0.1:0"], &["--interval", "3600"]];
        let usual = usual.into_iter().filter(|it| !more.contains(&it[0]));
        let args = usual.fold(vec!["serve"], |args, it| [&args, it].concat());
        let args = [&args, more].concat();
        let mut command = self.command(&args);
        let log = fs::File::create(self.path("log")).unwrap();
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        Served { child, address }
    }
}

/// A folder for a world.
pub fn folder() -> TempDir {
    let folder = tempfile::Builder::new().prefix("hub").tempdir().unwrap();
    // The user who runs the server has to come in.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// A repository that a hub reads.
pub struct Repository(pub PathBuf);

impl Repository {
    pub fn url(&self) -> &str {
        self.0.to_str().unwrap()
    }

    pub fn git(&self, args: &[&str]) -> String {
        let mut command = Command::new("git");
        command.args(args).current_dir(&self.0);
        for (name, value) in [
            ("GIT_AUTHOR_NAME", "A"),
            ("GIT_AUTHOR_EMAIL", "a@example.org"),
            ("GIT_COMMITTER_NAME", "A"),
            ("GIT_COMMITTER_EMAIL", "a@example.org"),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
        ] {
            command.env(name, value);
        }
        let output = command.output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {args:?}: {err}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Calls git with something to read.
    pub fn pipe(&self, args: &[&str], input: &str) {
        let mut command = Command::new("git");
        command
            .args(args)
            .current_dir(&self.0)
            .stdin(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(input.as_bytes()).unwrap();
        drop(pipe);
        assert!(child.wait().unwrap().success());
    }

    pub fn write(&self, name: &str, text: &str) {
        let file = self.0.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// Writes a decision.
    pub fn decide(&self, id: &str, title: &str, body: &str) {
        let title = Value::from(title);
        let text = format!(
            "---\nid: {id}\ntitle: {title}\nstatus: accepted\ncreated: 2026-11-01\n---\n\n{body}\n"
        );
        self.write(&format!("memory/decisions/{id}.md"), &text);
    }

    /// Commits everything, on that day of November.
    pub fn commit(&self, subject: &str, day: u32) {
        self.git(&["add", "-A"]);
        let date = format!("2026-11-{day:02}T12:00:00Z");
        let mut command = Command::new("git");
        command.args(["-c", "user.name=A", "-c", "user.email=a@example.org"]);
        command.args(["commit", "-q", "--allow-empty", "-m", subject]);
        command
            .env("GIT_AUTHOR_DATE", &date)
            .env("GIT_COMMITTER_DATE", &date);
        assert!(command.current_dir(&self.0).status().unwrap().success());
    }
}

impl Served {
    /// The status and the body of an answer.
    pub fn ask(&self, token: &str, target: &str) -> (u16, String) {
        self.send(
            "GET",
            target,
            &format!("Authorization: Bearer {token}\r\n"),
            "",
        )
    }

    pub fn send(&self, method: &str, target: &str, headers: &str, body: &str) -> (u16, String) {
        ask(&self.address, method, target, headers, body).unwrap()
    }

    /// The answer to a message of MCP.
    pub fn message(&self, token: &str, target: &str, method: &str, params: &Value) -> Value {
        let headers = format!(
            "Authorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n"
        );
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let (_, body) = self.send("POST", target, &headers, &message.to_string());
        serde_json::from_str(&body).unwrap_or_else(|_| panic!("{target}: {body}"))
    }

    /// The result of a tool, or why there is none.
    pub fn tool(&self, token: &str, target: &str, name: &str, arguments: &Value) -> Value {
        let params = json!({"name": name, "arguments": arguments});
        let mut answer = self.message(token, target, "tools/call", &params);
        let answered = answer["result"]["structuredContent"].take();
        if answered.is_null() { answer } else { answered }
    }

    /// Posts to a hub that may not be there.
    pub fn post(address: &str, token: &str, target: &str, body: &str) -> io::Result<(u16, String)> {
        let headers = format!("Authorization: Bearer {token}\r\n");
        ask(address, "POST", target, &headers, body)
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The JSON of an answer, which has to be there.
    pub fn json(&self, token: &str, target: &str) -> Value {
        let (status, body) = self.ask(token, target);
        assert_eq!(status, 200, "{target}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// The ids of the records that a search finds.
    pub fn found(&self, token: &str, words: &str) -> Vec<String> {
        let words = words.replace(' ', "+");
        let answer = self.json(token, &format!("/recall?words={words}"));
        ids(&answer["hits"])
    }

    /// Asks the process to end, and waits for it.
    pub fn end(&mut self) -> Option<i32> {
        let number = self.child.id().to_string();
        assert!(Command::new("kill").arg(number).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status and the body of an answer.
fn ask(
    address: &str,
    method: &str,
    target: &str,
    headers: &str,
    body: &str,
) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    write!(
        stream,
        "{method} {target} HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n\
         Content-Length: {length}\r\n{headers}\r\n{body}"
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let cut = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(cut)?;
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Ok((status.ok_or_else(cut)?, body.to_owned()))
}

/// Number of times that a test does something: `usual`, or as a variable of the environment says, as
/// `HUB_KILLS`.
pub fn many(name: &str, usual: usize) -> usize {
    let told = std::env::var(format!("HUB_{name}"));
    told.map_or(usual, |it| it.parse().unwrap())
}

/// The ids in a list of records.
pub fn ids(records: &Value) -> Vec<String> {
    let records = records.as_array().unwrap().iter();
    records
        .map(|it| it["id"].as_str().unwrap().to_owned())
        .collect()
}
