//! A world for one test: its own HOME, a fixed clock and fixed ids, no variable of git's from
//! outside, and the real binary beside the real git. `GIT_MEMORY_TEST_REPO` chooses what
//! repositories are made of: `files-sha1` (the default), `files-sha256`, `reftable-sha1`,
//! `reftable-sha256`; with `-linked` behind it, tests run in a linked work tree (which those cannot
//! that look into `.git` themselves).

#![allow(dead_code, reason = "each test binary uses its own part of the world")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::iter::Chain;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, OnceLock};

use tempfile::TempDir;

pub mod packages;
pub mod page;
pub mod tiny_model;

/// Variable for the format of test repositories.
const FORMAT: &str = "GIT_MEMORY_TEST_REPO";
/// The workspace of [`World::with_workspaces`].
pub const WORKSPACE: &str = "resources/workspaces/acme";
/// The binary under test.
pub const BINARY: &str = env!("CARGO_BIN_EXE_git-memory");
/// The programs that tests, and the scripts that git runs in them, find on PATH. Where the host has
/// `git-memory` installed, its PATH would put that one behind a test's back.
const TOOLS: [&str; 37] = [
    "basename", "bash", "cat", "chmod", "cmp", "cp", "cut", "date", "dd", "dirname", "env",
    "false", "find", "git", "grep", "head", "ln", "ls", "mkdir", "mkfifo", "mktemp", "mv",
    "printf", "rm", "sed", "seq", "sh", "sleep", "sort", "tail", "tar", "touch", "tr", "true",
    "uname", "wc", "xargs",
];

/// git's arguments with which the clean filter lets everything pass: as a clone does that was never
/// made ready.
pub const UNFILTERED: [&str; 4] = [
    "-c",
    "filter.git-memory.process=",
    "-c",
    "filter.git-memory.required=false",
];

/// The ref format and the hash of repositories, and whether tests run in a linked work tree.
fn format() -> (String, String, bool) {
    let format = std::env::var(FORMAT).unwrap_or_else(|_| "files-sha1".to_owned());
    let (format, is_linked) = format
        .strip_suffix("-linked")
        .map_or((format.as_str(), false), |format| (format, true));
    let (refs, hash) = format
        .split_once('-')
        .expect("GIT_MEMORY_TEST_REPO is <ref format>-<hash>[-linked]");
    (refs.to_owned(), hash.to_owned(), is_linked)
}

/// Returns a token in a provider's form, with a valid checksum, that was never issued; it is put
/// together here so that no scanner finds it in this file.
pub fn token() -> String {
    ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o50smkjE"].concat()
}

/// Another one.
pub fn other_token() -> String {
    ["ghp", "_", "a1Y3c3D4e5F6g7H8i9J0k1L2m3N4o51N1bzm"].concat()
}

/// And one more.
pub fn third_token() -> String {
    ["ghp", "_", "a1Y3c3D4e5F6g7H6i9J0k1L2m3N4o534G5oN"].concat()
}

/// Returns the paths of the host's tools, without missing ones.
fn tools() -> &'static [(&'static str, PathBuf)] {
    static FOUND: OnceLock<Vec<(&str, PathBuf)>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let found = TOOLS.iter().filter_map(|tool| {
            let mut places = folders.iter().map(|folder| folder.join(tool));
            Some((*tool, places.find(|place| place.is_file())?))
        });
        found.collect()
    })
}

/// The part of an id that the name of its record's file ends with.
pub fn part(id: &str) -> &str {
    id.split_once('-').unwrap().1
}

/// A folder with a HOME and a repository in it.
pub struct World {
    folder: Arc<TempDir>,
    /// Working folder of commands; a test may change it.
    pub here: PathBuf,
    variables: Vec<(String, String)>,
    /// True if commands run as a user who owns nothing.
    is_lowered: bool,
}

/// The words of a command: a list of them, or one line as a shell takes it, where only quotes mean
/// something: `add-note --tag ops 'Two words'`.
pub trait Words {
    /// Each word.
    fn words(self) -> Vec<OsString>;
}

impl Words for &str {
    fn words(self) -> Vec<OsString> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for letter in self.chars() {
            match (quote, letter) {
                (Some(open), _) if letter == open => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (None, ' ') => words.extend(word.take()),
                _ => word.get_or_insert_default().push(letter),
            }
        }
        assert_eq!(quote, None, "a quote is not closed: {self}");
        words.extend(word);
        words.into_iter().map(OsString::from).collect()
    }
}

impl Words for &String {
    fn words(self) -> Vec<OsString> {
        self.as_str().words()
    }
}

macro_rules! words_of_lists {
    ($([$($generics:tt)*] $list:ty),+ $(,)?) => {$(
        impl<A: AsRef<OsStr>, $($generics)*> Words for $list {
            fn words(self) -> Vec<OsString> {
                self.into_iter().map(|word| word.as_ref().to_owned()).collect()
            }
        }
    )+};
}

words_of_lists! {
    [const N: usize] [A; N],
    [const N: usize] &[A; N],
    [] &[A],
    [] Vec<A>,
    [] &Vec<A>,
    [B: Iterator<Item = A>, C: Iterator<Item = A>] Chain<B, C>,
}

/// Some texts to look for: one, or a list of them.
pub trait Texts {
    /// Each of them.
    fn texts(&self) -> Vec<&str>;
}

impl Texts for &str {
    fn texts(&self) -> Vec<&str> {
        vec![self]
    }
}

impl Texts for &String {
    fn texts(&self) -> Vec<&str> {
        vec![self]
    }
}

impl<T: AsRef<str>, const N: usize> Texts for [T; N] {
    fn texts(&self) -> Vec<&str> {
        self.iter().map(AsRef::as_ref).collect()
    }
}

/// Fails the test unless a text contains all of these.
#[track_caller]
#[allow(
    clippy::needless_pass_by_value,
    reason = "a list is written where it is given"
)]
pub fn has(text: &str, all: impl Texts) {
    for expected in all.texts() {
        assert!(text.contains(expected), "no {expected:?} in: {text}");
    }
}

/// Fails the test if a text contains one of these.
#[track_caller]
#[allow(
    clippy::needless_pass_by_value,
    reason = "a list is written where it is given"
)]
pub fn lacks(text: &str, all: impl Texts) {
    for unwanted in all.texts() {
        assert!(!text.contains(unwanted), "{unwanted:?} in: {text}");
    }
}

/// Fails the test unless a text begins with another.
#[track_caller]
pub fn begins(text: &str, expected: &str) {
    assert!(text.starts_with(expected), "no {expected:?} before: {text}");
}

/// Fails the test unless a text ends with another.
#[track_caller]
pub fn ends(text: &str, expected: &str) {
    assert!(text.ends_with(expected), "no {expected:?} after: {text}");
}

/// Result of a command.
pub struct Answer {
    /// The exit status; -1 where a signal ended it.
    pub status: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Answer {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self {
            status: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// Fails the test unless the command succeeded; gives standard output.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!(
            self.status, 0,
            "stdout:\n{}\nstderr:\n{}",
            self.out, self.err
        );
        self.out
    }

    /// Fails the test unless the command ended with this status; gives standard error.
    #[track_caller]
    pub fn fails(self, status: i32) -> String {
        assert_eq!(
            self.status, status,
            "stdout:\n{}\nstderr:\n{}",
            self.out, self.err
        );
        self.err
    }

    /// Fails the test unless the command succeeded and said nothing.
    #[track_caller]
    pub fn says_nothing(self) {
        assert_eq!((self.status, &*self.out, &*self.err), (0, "", ""));
    }

    /// Standard output as JSON.
    #[track_caller]
    pub fn json(self) -> serde_json::Value {
        let out = self.ok();
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
    }
}

/// A repository as [`World::beginning`] makes it, kept for as long as the program and the tests are
/// the same: two dozen processes are a third of what a short test takes.
fn template() -> PathBuf {
    let changed = |path: &Path| {
        let changed = fs::metadata(path).unwrap().modified().unwrap();
        let since = changed.duration_since(std::time::UNIX_EPOCH);
        since.unwrap().as_nanos()
    };
    let tests = std::env::current_exe().unwrap();
    let key = format!("{}-{}", changed(Path::new(BINARY)), changed(&tests));
    let (refs, hash, _) = format();
    let name = format!("{}-{refs}-{hash}", env!("CARGO_CRATE_NAME"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("repositories")
        .join(name);
    let kept = folder.join(&key);
    if !kept.exists() {
        let made = World::beginning();
        fs::create_dir_all(&folder).unwrap();
        let new = tempfile::tempdir_in(&folder).unwrap();
        copy(&made.here, new.path());
        // Another process may have been faster, and may be at work in here.
        if fs::rename(new.path(), &kept).is_ok() {
            let _ = new.keep();
        }
        for other in fs::read_dir(&folder).unwrap() {
            let other = other.unwrap();
            let name = other.file_name();
            if name != *key && !name.to_string_lossy().starts_with(".tmp") {
                let _ = fs::remove_dir_all(other.path());
            }
        }
    }
    kept
}

/// Copies a folder into one that exists.
fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir_all(&place).unwrap();
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

impl World {
    /// A world without a repository.
    pub fn empty() -> Self {
        let folder = TempDir::new().unwrap();
        // The temporary folder may lie behind a link (macOS); tests compare paths.
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("home")).unwrap();
        fs::create_dir_all(root.join("bin")).unwrap();
        let here = root.join("repo");
        fs::create_dir_all(&here).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(BINARY, root.join("bin/git-memory")).unwrap();
            // Not beside it: a test that writes a program of its own there must not write through
            // a link into the host's.
            fs::create_dir_all(root.join("tools")).unwrap();
            for (tool, place) in tools() {
                symlink(place, root.join("tools").join(tool)).unwrap();
            }
        }
        Self {
            folder: Arc::new(folder),
            here,
            variables: Vec::new(),
            is_lowered: false,
        }
    }

    /// Returns the same world in another of its folders, with variables of its own from now on.
    pub fn again(&self, here: &Path) -> Self {
        Self {
            folder: Arc::clone(&self.folder),
            here: here.to_owned(),
            variables: self.variables.clone(),
            is_lowered: self.is_lowered,
        }
    }

    /// Runs every command from now on as a user who may read everything and write nothing; false if
    /// this machine cannot do that.
    #[cfg(unix)]
    pub fn lower(&mut self) -> bool {
        let everybody = "chmod -R a+rX,go-w . && chmod a+rx \"$HOME\" \"$HOME/..\" && \
                         git config --global --add safe.directory '*' && chmod -R a+rX \"$HOME\"";
        self.shell(everybody).ok();
        self.is_lowered = true;
        // Only the superuser can become another user, who must be able to run the binary.
        let tried = self.command(BINARY).arg("--version").output();
        self.is_lowered = tried.is_ok_and(|output| output.status.success());
        self.is_lowered
    }

    /// A world with an empty repository on branch `main`.
    pub fn new() -> Self {
        let mut world = Self::empty();
        if format().2 {
            fs::remove_dir(&world.here).unwrap();
            world.here = world.root();
            world.init(&["main-tree"]);
            world
                .git([
                    "-C",
                    "main-tree",
                    "symbolic-ref",
                    "HEAD",
                    "refs/heads/elsewhere",
                ])
                .ok();
            world
                .git([
                    "-C",
                    "main-tree",
                    "worktree",
                    "add",
                    "-q",
                    "--orphan",
                    "-b",
                    "main",
                    "../repo",
                ])
                .ok();
            world.at("repo");
        } else {
            world.init(&[]);
        }
        world
    }

    /// A bare repository beside the world's own, of the same format.
    pub fn bare(&self, folder: &str) {
        self.init(&["--bare", folder]);
    }

    fn init(&self, arguments: &[&str]) {
        let (refs, hash, _) = format();
        let mut init = vec![
            "init".to_owned(),
            "-q".to_owned(),
            "-b".to_owned(),
            "main".to_owned(),
        ];
        init.push(format!("--object-format={hash}"));
        // A git before 2.45 has no such option, and knows only files.
        init.extend((refs != "files").then(|| format!("--ref-format={refs}")));
        init.extend(arguments.iter().map(|word| (*word).to_owned()));
        self.git(&init).ok();
    }

    /// A world whose repository has memory, committed together with a file `code.txt`.
    pub fn with_memory() -> Self {
        // Linked work trees name each other by where they are.
        if format().2 {
            return Self::beginning();
        }
        let world = Self::empty();
        copy(&template(), &world.here);
        world
    }

    /// A decision, whose id is returned, and that was replaced on `side` and on `main`, where
    /// nothing is merged yet.
    pub fn with_two_successors() -> (Self, String) {
        let world = Self::with_memory();
        let (old, _) = world.decision("Use Postgres");
        world.commit("Decide");
        let supersede = |title: &str| {
            world.memory(["supersede", &old, title]).ok();
            world.git(["commit", "-q", "-a", "-m", title]).ok();
        };
        world.git("switch -q -c side").ok();
        supersede("Keep events in one local file");
        world.git("switch -q main").ok();
        supersede("Rent a managed cluster");
        (world, old)
    }

    /// Memory beside a folder of decisions that other tools wrote.
    pub fn with_decisions() -> Self {
        let world = Self::with_memory();
        world.write(
            "docs/adr/0001-use-postgres.md",
            "# Use Postgres\n\nDate: 2024-03-04\n\n## Status\n\nAccepted\n\n## Decision\n\n\
             The event store is relational, whatever the pelican says.\n",
        );
        world.write(
            "docs/adr/0002-use-kafka.md",
            "---\ntitle: Use Kafka\nstatus: superseded\ndate: 2024-05-06\n---\nNo longer.\n",
        );
        world.write("docs/adr/README.md", "# All decisions\n");
        world.write("docs/adr/index.md", "# The decisions\n");
        world.write("docs/adr/template.md", "# [title]\n");
        world.write("docs/adr/picture.png", "not text");
        world.git(["add", "docs"]).ok();
        world.git(["commit", "-q", "-m", "Decisions"]).ok();
        world
    }

    /// Memory that reads such a folder in place, committed.
    pub fn with_documents() -> Self {
        let world = Self::with_decisions();
        world.write("memory/config.yaml", "roots: [docs/adr]\n");
        world.commit("Read them");
        world
    }

    /// Memory that reads a tree of workspaces in place: that of [`WORKSPACE`].
    pub fn with_workspaces() -> Self {
        let world = Self::with_memory();
        let about = "---\nname: Acme\ndescription: All.\n---\nAbout acme.\n";
        let entry =
            "---\nname: Double entry\nstatus: active\ncategory: books\ntags: [money]\n---\n";
        let runbooks = "---\nname: R\ndescription: D\n---\n";
        for (path, text) in [
            ("OVERVIEW.md", about),
            ("pay/OVERVIEW.md", "About payments.\n"),
            ("pay/_runbooks/OVERVIEW.md", runbooks),
            ("pay/_runbooks/restart.md", "# Restart\n\nTurn it off.\n"),
            ("pay/ledger/_decisions/double.md", entry),
        ] {
            world.write(&format!("{WORKSPACE}/{path}"), text);
        }
        world.git(["add", "-A"]).ok();
        let init = ["init", "--root", "resources/workspaces"];
        world.memory(init).ok();
        world
    }

    /// Makes what [`Self::with_memory`] copies.
    fn beginning() -> Self {
        let world = Self::new();
        world.write("code.txt", "one\n");
        world.memory(["init"]).ok();
        // Else the first change of each test would write the id.
        let summary = world.read("memory/summary.md");
        let named = summary.replace("not known before the first commit", "id-of-the-project");
        world.write("memory/summary.md", named);
        world.git(["add", "."]).ok();
        world.git(["commit", "-q", "-m", "Begin"]).ok();
        world
    }

    /// Moves commands to another folder (relative to this one, or absolute).
    pub fn at(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.here = self.here.join(folder);
        self
    }

    /// The folder that holds everything of this world.
    pub fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    /// Sets an environment variable for every command from now on.
    pub fn set(&mut self, name: &str, value: &str) -> &mut Self {
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The PATH of its commands: the program under test, and the tools.
    pub fn path(&self) -> String {
        let root = self.root();
        format!("{0}/bin:{0}/tools", root.display())
    }

    /// A command with this world's environment and nothing of the outer one.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let root = self.root();
        let mut command = if self.is_lowered {
            let mut command = Command::new("/usr/bin/setpriv");
            command
                .args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"])
                .arg(program);
            command
        } else {
            Command::new(program)
        };
        command
            .current_dir(&self.here)
            .env_clear()
            // The program's own name is looked for here, too (execvp(3)).
            .env("PATH", self.path())
            .env("HOME", root.join("home"))
            .env("XDG_CONFIG_HOME", root.join("home/.config"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_NAME", "Ada")
            .env("GIT_AUTHOR_EMAIL", "ada@example.org")
            .env("GIT_COMMITTER_NAME", "Ada")
            .env("GIT_COMMITTER_EMAIL", "ada@example.org")
            .env("GIT_MEMORY_CLOCK", "2026-11-20T12:00:00Z")
            // On the day of the clock, so that texts written on it are not older than the history.
            .env("GIT_AUTHOR_DATE", "2026-11-20T12:00:00Z")
            .env("GIT_MEMORY_SEED", "7")
            .env("LC_ALL", "C.UTF-8")
            .env("TZ", "UTC")
            .stdin(Stdio::null());
        if format().0 != "files" {
            // Clones are made of the same.
            command.env("GIT_DEFAULT_REF_FORMAT", format().0);
        }
        for (name, value) in &self.variables {
            command.env(name, value);
        }
        command
    }

    /// Runs git.
    pub fn git(&self, words: impl Words) -> Answer {
        Answer::of(&self.command("git").args(words.words()).output().unwrap())
    }

    /// Commits everything, with this message.
    #[track_caller]
    pub fn commit(&self, message: &str) {
        self.git("add --all").ok();
        self.git(["commit", "--quiet", "-m", message]).ok();
    }

    /// Runs the binary.
    pub fn memory(&self, words: impl Words) -> Answer {
        Answer::of(&self.command(BINARY).args(words.words()).output().unwrap())
    }

    /// Runs the binary with `input` on standard input.
    pub fn memory_with(&self, words: impl Words, input: &str) -> Answer {
        use std::io::Write;
        let mut command = self.command(BINARY);
        command
            .args(words.words())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A command that has read enough closes its end.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Answer::of(&child.wait_with_output().unwrap())
    }

    /// Runs the binary on a terminal that is so many columns wide; gives what it shows, standard
    /// error included.
    #[cfg(unix)]
    pub fn on_terminal(&self, columns: u16, words: impl Words) -> String {
        self.typing(columns, words, "")
    }

    /// As [`Self::on_terminal`], with someone who types this; standard input is not the terminal
    /// where that is nothing.
    #[cfg(unix)]
    pub fn typing(&self, columns: u16, words: impl Words, typed: &str) -> String {
        use rustix::fs::{Mode, OFlags, open};
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        use rustix::termios::{Winsize, tcsetwinsize};
        use std::io::{Read, Write};

        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let size = Winsize {
            ws_row: 24,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&theirs, size).unwrap();
        let input = (!typed.is_empty()).then(|| theirs.try_clone().unwrap());
        let mut command = self.command(BINARY);
        command
            .args(words.words())
            .stdout(theirs.try_clone().unwrap())
            .stderr(theirs);
        if !self.variables.iter().any(|(name, _)| name == "TERM") {
            command.env("TERM", "xterm");
        }
        let mut terminal = fs::File::from(ours);
        if let Some(input) = input {
            command.stdin(input);
            terminal.write_all(typed.as_bytes()).unwrap();
        }
        let mut child = command.spawn().unwrap();
        // The terminal closes with the last end that is open on their side.
        drop(command);
        let mut shown = Vec::new();
        // A terminal whose other side is closed is an error on Linux.
        let _ = terminal.read_to_end(&mut shown);
        assert!(child.wait().unwrap().success());
        String::from_utf8(shown).unwrap().replace("\r\n", "\n")
    }

    /// Runs a line of shell.
    pub fn shell(&self, line: &str) -> Answer {
        Answer::of(&self.command("sh").args(["-c", line]).output().unwrap())
    }

    /// Adds a decision; gives its id and path.
    pub fn decision(&self, title: &str) -> (String, String) {
        let written = self.memory(["add-decision", title, "--json"]).json();
        let text = |key: &str| written[key].as_str().unwrap().to_owned();
        (text("id"), text("path"))
    }

    /// Appends a step of the run `r1` to the work log.
    #[track_caller]
    pub fn step(&self, name: &str, happened: &str) {
        let call = ["summary", "append", "--run", "r1", "--step", name];
        self.memory([&call[..], &["--happened", happened]].concat())
            .ok();
    }

    /// Writes a record by hand. `place` is its folder and its id, `keys` are lines of front matter
    /// beside the usual ones.
    pub fn record(&self, place: &str, title: &str, keys: &str, text: &str) {
        let (folder, id) = place.split_once('/').unwrap();
        let status = match folder {
            _ if keys.contains("status:") => "",
            "open-loops" => "status: open\n",
            _ => "status: active\n",
        };
        let updated = if keys.contains("updated:") {
            ""
        } else {
            "updated: 2026-01-01\n"
        };
        let usual = format!("id: {id}\ntitle: {title}\n{status}scope: project\n{updated}");
        let file = format!("---\n{usual}{keys}---\n{text}\n");
        self.write(&format!("memory/{place}.md"), file);
    }

    /// Writes records by hand, one a line: `FOLDER/ID | TITLE | KEY: VALUE; … | TEXT`, with `\n` for
    /// the line ends of a text.
    pub fn records(&self, lines: &str) {
        let lines = lines.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty()) {
            let cells: Vec<&str> = line.splitn(4, '|').map(str::trim).collect();
            let [place, title, keys, text] = cells[..] else {
                panic!("not a record: {line}");
            };
            let keys = keys.split("; ").filter(|key| !key.is_empty());
            let keys: String = keys.map(|key| format!("{key}\n")).collect();
            self.record(place, title, &keys, &text.replace("\\n", "\n"));
        }
    }

    /// The path of the only file that begins so, such as that of a new record: its name ends with a
    /// part of its id.
    #[track_caller]
    pub fn path_of(&self, beginning: &str) -> String {
        let (folder, name) = beginning.rsplit_once('/').unwrap();
        let mut found = Vec::new();
        for entry in fs::read_dir(self.here.join(folder)).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            if file.starts_with(&format!("{name}-")) {
                found.push(format!("{folder}/{file}"));
            }
        }
        assert_eq!(found.len(), 1, "{beginning}: {found:?}");
        found.remove(0)
    }

    /// Writes a file, with the folders it needs.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.here.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// Makes a file of so many bytes, which takes no room.
    pub fn hollow(&self, path: &str, bytes: u64) {
        self.write(path, "");
        let file = fs::File::options().write(true).open(self.here.join(path));
        file.unwrap().set_len(bytes).unwrap();
    }

    /// Reads a file.
    #[track_caller]
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.here.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// True if there is a file or folder at a path.
    pub fn has(&self, path: &str) -> bool {
        fs::symlink_metadata(self.here.join(path)).is_ok()
    }

    /// `git status --porcelain`.
    pub fn status(&self) -> String {
        self.git(["status", "--porcelain"]).ok()
    }
}
