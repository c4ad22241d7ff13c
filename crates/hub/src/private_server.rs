//! A PostgreSQL of its own for trying the hub: from the machine's programs, in a folder, on a
//! socket there and nowhere else.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::Error;

/// Folders of systems with the programs of servers that are not on PATH.
const PLACES: [&str; 3] = ["/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt"];
/// Who runs the server where root may not: its packages make this user.
#[cfg(unix)]
const USER_OF_SERVER: &str = "postgres";
/// The user of the database.
const USER: &str = "hub";
/// The longest path of a socket that systems take.
const SOCKET: usize = 100;

/// A server that runs until it is dropped.
#[derive(Debug)]
pub struct PrivateServer {
    programs: PathBuf,
    folder: PathBuf,
}

impl PrivateServer {
    /// Starts the server in a folder (absolute), which it makes.
    ///
    /// # Errors
    /// [`Error::BadValue`] where this machine has no server; [`Error::System`] where it does not
    /// start.
    pub fn start(folder: &Path) -> Result<Self, Error> {
        Self::start_by(None, folder)
    }

    /// Starts it by the first server's programs on a PATH, if there are any.
    ///
    /// # Errors
    /// As for [`start`](Self::start).
    pub fn start_by(path: Option<&OsStr>, folder: &Path) -> Result<Self, Error> {
        let programs = path.and_then(on_path).map_or_else(programs, Ok)?;
        // Nothing listens on a port.
        Self::begin(programs, folder, "-c listen_addresses=''")
    }

    /// Starts it with other options of the program `postgres`.
    ///
    /// # Errors
    /// As for [`start`](Self::start).
    pub fn start_with(folder: &Path, options: &str) -> Result<Self, Error> {
        Self::begin(programs()?, folder, options)
    }

    fn begin(programs: PathBuf, folder: &Path, options: &str) -> Result<Self, Error> {
        if folder.as_os_str().len() > SOCKET {
            return Err(Error::BadValue(format!(
                "the path '{}' is too long for the socket of a server: name a shorter folder",
                folder.display()
            )));
        }
        fs::create_dir_all(folder).map_err(Error::system("make the folder of the server"))?;
        let server = Self {
            programs,
            folder: folder.to_owned(),
        };
        server.hand_over()?;
        let data = server.data();
        if !data.join("PG_VERSION").exists() {
            server.run(
                "initdb",
                &[
                    "--auth=trust",
                    "--encoding=UTF8",
                    "--no-locale",
                    "--username",
                    USER,
                ],
            )?;
        }
        let socket = folder.display().to_string();
        let options = format!("{options} -c unix_socket_directories='{socket}'");
        let log = folder.join("log").display().to_string();
        server.run(
            "pg_ctl",
            &[
                "start",
                "--wait",
                "--silent",
                "--log",
                &log,
                "--options",
                &options,
            ],
        )?;
        Ok(server)
    }

    /// The address of its database.
    #[must_use]
    pub fn address(&self) -> String {
        format!("host={} user={USER} dbname=postgres", self.folder.display())
    }

    /// Ends it at once, as a crash of the machine would.
    ///
    /// # Errors
    /// [`Error::System`].
    pub fn crash(&self) -> Result<(), Error> {
        self.run("pg_ctl", &["stop", "--mode=immediate", "--silent"])
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Runs one of the server's programs.
    fn run(&self, program: &str, args: &[&str]) -> Result<(), Error> {
        let mut command = Command::new(self.programs.join(program));
        command.args(args).arg("--pgdata").arg(self.data());
        command.stdin(Stdio::null()).current_dir("/");
        // The server outlives the call, and would hold its pipes open.
        let log = self.folder.join("calls");
        let file = fs::File::create(&log).map_err(Error::system("write the server's log"))?;
        let again = file
            .try_clone()
            .map_err(Error::system("write the server's log"))?;
        command.stdout(file).stderr(again);
        lower(&mut command);
        let done = command
            .output()
            .map_err(Error::system(format!("run {program}")))?;
        self.told(program, &log, &done)
    }

    fn told(&self, program: &str, log: &Path, done: &Output) -> Result<(), Error> {
        if done.status.success() {
            return Ok(());
        }
        let said = fs::read_to_string(log).unwrap_or_default();
        let said = said
            .lines()
            .next()
            .unwrap_or("no reason was given")
            .to_owned();
        let folder = self.folder.display();
        Err(Error::BadValue(format!(
            "{program} failed in '{folder}': {said}"
        )))
    }

    /// Gives the folder to who runs the server.
    fn hand_over(&self) -> Result<(), Error> {
        #[cfg(unix)]
        if let Some((user, group)) = other_user() {
            use std::os::unix::fs::chown;
            chown(&self.folder, Some(user), Some(group))
                .map_err(Error::system("give the folder to the server's user"))?;
        }
        Ok(())
    }
}

impl Drop for PrivateServer {
    fn drop(&mut self) {
        // What it holds is safe without a farewell.
        let _ = self.run("pg_ctl", &["stop", "--mode=fast", "--silent"]);
    }
}

/// The first folder of a PATH with the programs of a server.
fn on_path(path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path)
        .find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
}

/// The folder with the programs of a server, the newest where there are several.
fn programs() -> Result<PathBuf, Error> {
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for place in PLACES {
        for entry in fs::read_dir(place).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let version = name.trim_start_matches("postgresql@").parse().ok();
            let programs = entry.path().join("bin");
            if let Some(version) = version
                && programs.join("initdb").exists()
            {
                found.push((version, programs));
            }
        }
    }
    found.sort();
    let newest = found.pop().map(|(_, programs)| programs);
    newest.ok_or_else(|| {
        Error::BadValue(
            "this machine has no programs of a PostgreSQL server: install them, or name a database"
                .to_owned(),
        )
    })
}

/// Root may not run a server: another user does.
fn lower(command: &mut Command) {
    #[cfg(unix)]
    if let Some((user, group)) = other_user() {
        use std::os::unix::process::CommandExt;
        command.uid(user).gid(group);
    }
    #[cfg(not(unix))]
    let _ = command;
}

#[cfg(unix)]
fn other_user() -> Option<(u32, u32)> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let all = fs::read_to_string("/etc/passwd").ok()?;
    let numbers = |name: &str| {
        let mut parts = all.lines().map(|line| line.split(':'));
        let mut parts =
            parts.find_map(|mut parts| (parts.next() == Some(name)).then_some(parts))?;
        let user = parts.nth(1)?.parse().ok()?;
        Some((user, parts.next()?.parse().ok()?))
    };
    numbers(USER_OF_SERVER)
}
