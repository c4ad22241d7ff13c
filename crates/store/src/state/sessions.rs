//! Memory of what each session of an agent was told, for its user alone. The work trees of a
//! repository share it, as a session may go from one to another.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::kept::{self, SESSIONS};
use crate::state::disk_cache::DiskCache;
use crate::{Error, Lock, Store, walk};
use git_memory_guard::Clean;
use git_memory_text as text;

/// The folder of such files, and that of their sub-agents' files: many of those push no session out.
const AGENTS: &str = "agents";
const SUB_AGENTS: &str = "sub-agents";
/// The most sessions, and the most sub-agents, that are remembered, those that were used last.
const KEPT: usize = 64;
/// The most records that one session is told of, and remembers.
const RECORDS: usize = 2000;
/// Number of calls of tools after which a record may be told again, for another of its files.
const AGAIN: u64 = 20;
/// Maximum number of questions to which a session is owed an answer; the first ones stay.
const OWED: usize = 8;
/// Work that takes longer may be ended by an agent.
const LONG: Duration = Duration::from_millis(100);
/// The first word of a line, which says what it is.
const READ: &str = "read";
const TOLD: &str = "told";
const ASKED: &str = "asked";
const CALLS: &str = "calls";
/// The word before the agent whose transcript was read, and `yes` where it gave a prompt.
const TRANSCRIPT: &str = "transcript";
const YES: &str = " yes";
/// The line of a session whose agent spoke of a compression.
const COMPRESSED: &str = "compressed";
const START: &str = "owed-start";
const PROMPT: &str = "owed-prompt";
const FILE: &str = "owed-file";

/// All that is remembered of a session, for as long as no other process may change it.
#[derive(Debug)]
pub struct KnownSession {
    path: PathBuf,
    /// The bytes of its file.
    saved: Vec<u8>,
    _lock: Lock,
    /// Up to which byte its transcript was summarized.
    pub read: u64,
    /// True once its agent spoke of a compression, where it does so again and again.
    pub is_compressed: bool,
    /// The agent whose transcript was read last, and true if that gave a prompt.
    pub transcript: Option<(String, bool)>,
    /// The records and notes that it was told.
    pub told: Vec<Told>,
    /// The last prompt, without secrets, as one line; empty for none.
    pub asked: String,
    /// Text that its present call of a tool replaces, without secrets; it is not stored.
    pub replaced: Clean,
    /// Number of calls of tools about files.
    pub calls: u64,
    /// Questions without an answer yet: a hook that runs out of time, or is killed, leaves it here.
    pub owed: Vec<Owed>,
}

/// A record or a note that a session was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its id, a page's path, or the note itself.
    pub name: String,
    /// Number of the call of a tool at that time.
    call: u64,
    /// The file that it was told for, which its `paths` cover; empty for none.
    file: String,
}

impl Told {
    /// Reads the rest of a line; one of an earlier version has only the name.
    fn parse(rest: &str) -> Self {
        let mut parts = rest.splitn(3, '\t');
        let mut next = || parts.next().unwrap_or_default();
        Self {
            name: next().to_owned(),
            call: next().parse().unwrap_or(0),
            file: next().to_owned(),
        }
    }

    fn line(&self) -> String {
        let Self { name, call, file } = self;
        format!("{TOLD} {name}\t{call}\t{file}\n")
    }
}

/// A question that a hook takes up for a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owed {
    /// The context at its beginning.
    Start,
    /// The records that answer a prompt, without secrets.
    Prompt(String),
    /// The records that apply to a file, by its path.
    File(String),
}

impl Owed {
    /// Reads a line by its first word and the rest.
    fn parse(word: &str, rest: &str) -> Option<Self> {
        match word {
            START => Some(Self::Start),
            PROMPT => Some(Self::Prompt(rest.to_owned())),
            FILE => Some(Self::File(rest.to_owned())),
            _ => None,
        }
    }

    fn line(&self) -> String {
        match self {
            Self::Start => format!("{START}\n"),
            Self::Prompt(text) => format!("{PROMPT} {}\n", text.replace('\n', " ")),
            Self::File(path) => format!("{FILE} {path}\n"),
        }
    }
}

impl Store<'_> {
    /// All that is remembered of the session that an agent calls so; no other process changes it
    /// meanwhile.
    ///
    /// # Errors
    /// Where nothing can be remembered, or another hook of the session takes too long.
    pub fn session(&self, id: &str) -> Result<KnownSession, Error> {
        self.remembered(AGENTS, id)
    }

    /// As [`session`](Self::session), for one of its sub-agents, which hears nothing of what the
    /// session was told.
    ///
    /// # Errors
    /// As [`session`](Self::session).
    pub fn sub_agent(&self, id: &str, agent: &str) -> Result<KnownSession, Error> {
        self.remembered(SUB_AGENTS, &format!("{id}\0{agent}"))
    }

    /// The agents of whose sessions the last one had a transcript that gave no prompt.
    pub fn agents_without_prompt(&self) -> Result<Vec<String>, Error> {
        let folder = SESSIONS.of(self.repo()).join(AGENTS);
        let mut newest: BTreeMap<String, bool> = BTreeMap::new();
        // The one that was written last comes first.
        for name in DiskCache::own(folder.clone(), KEPT).names() {
            let path = folder.join(name);
            let file = match fs::read_to_string(&path) {
                Ok(file) => file,
                // Another hook forgets old ones.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(Error::read(&path)(error)),
            };
            if let Some((agent, gave)) = file.lines().find_map(transcript) {
                newest.entry(agent).or_insert(gave);
            }
        }
        newest.retain(|_, gave| !*gave);
        Ok(newest.into_keys().collect())
    }

    fn remembered(&self, folder: &str, id: &str) -> Result<KnownSession, Error> {
        let folder = SESSIONS.of(self.repo()).join(folder);
        // Any text may be an id, not any text a file's name.
        let name = text::hex(&Sha256::digest(id.as_bytes())[..16]);
        let path = folder.join(name);
        let files = DiskCache::own(folder, KEPT);
        let is_new = !path.exists();
        files.make_folder();
        let lock = Lock::take(&path)?;
        if is_new {
            files.forget_old();
        }
        KnownSession::read(path, lock)
    }
}

/// Removes the open questions and the prompts of every session in a folder of all.
pub(crate) fn remove_questions(sessions: &Path) -> Result<(), Error> {
    for name in walk::names(sessions)? {
        let folder = sessions.join(&name);
        if name != AGENTS && name != SUB_AGENTS {
            // An earlier version left it.
            kept::remove(&folder)?;
            continue;
        }
        for name in DiskCache::own(folder.clone(), KEPT).names() {
            let path = folder.join(name);
            let lock = Lock::take(&path)?;
            let mut session = KnownSession::read(path, lock)?;
            session.owed.clear();
            session.asked.clear();
            session.save()?;
        }
    }
    Ok(())
}

impl KnownSession {
    /// Reads a file under its lock.
    fn read(path: PathBuf, lock: Lock) -> Result<Self, Error> {
        // Never replaced by another file: a process that waits for the lock waits for this one.
        // A killed process may have left a part of it, which is read.
        let bytes = fs::read(&path).map_err(Error::read(&path))?;
        let mut session = Self {
            path,
            saved: Vec::new(),
            _lock: lock,
            read: 0,
            is_compressed: false,
            transcript: None,
            told: Vec::new(),
            asked: String::new(),
            replaced: Clean::default(),
            calls: 0,
            owed: Vec::new(),
        };
        for line in String::from_utf8_lossy(&bytes).lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                READ => session.read = rest.parse().unwrap_or(0),
                TOLD => session.told.push(Told::parse(rest)),
                ASKED => rest.clone_into(&mut session.asked),
                CALLS => session.calls = rest.parse().unwrap_or(0),
                COMPRESSED => session.is_compressed = true,
                TRANSCRIPT => session.transcript = transcript(line),
                _ => session.owed.extend(Owed::parse(word, rest)),
            }
        }
        session.saved = bytes;
        Ok(session)
    }
}

/// Agent of a transcript, and whether it gave a prompt; `None` for a line about something else.
fn transcript(line: &str) -> Option<(String, bool)> {
    let agent = line.strip_prefix(TRANSCRIPT)?.strip_prefix(' ')?;
    Some(match agent.strip_suffix(YES) {
        Some(agent) => (agent.to_owned(), true),
        None => (agent.to_owned(), false),
    })
}

impl KnownSession {
    /// Adds a question, unless it is asked already.
    pub fn owe(&mut self, question: Owed) {
        if !self.owed.contains(&question) {
            self.owed.push(question);
        }
    }

    /// Does work. Where that takes long, what is known now is written meanwhile, so that the next
    /// process knows it if this one is killed.
    pub fn in_safety<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (path, file) = (self.path.clone(), self.file());
        let (done, waiting) = mpsc::channel::<()>();
        let writer = thread::Builder::new().spawn(move || {
            let is_long = waiting.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout);
            // Writing is tried again at the end, and fails there.
            (is_long && fs::write(&path, &file).is_ok()).then_some(file)
        });
        let worked = work(self);
        drop(done);
        if let Ok(writer) = writer
            && let Ok(Some(file)) = writer.join()
        {
            self.saved = file;
        }
        worked
    }

    /// True if a record is news: the session was not told it, or only long ago and for other files
    /// than these, which its `paths` cover.
    #[must_use]
    pub fn is_news(&self, name: &str, covered: &[&str]) -> bool {
        let mut told = self.told.iter().filter(|told| told.name == name);
        told.all(|told| {
            let is_of_others = !covered.is_empty() && !covered.contains(&told.file.as_str());
            is_of_others && self.calls >= told.call + AGAIN
        })
    }

    /// Adds a record or a note that the session is told, with the files that it covers.
    pub fn tell(&mut self, name: &str, covered: &[&str]) {
        let files = if covered.is_empty() {
            &[""][..]
        } else {
            covered
        };
        for file in files {
            self.told.push(Told {
                name: name.to_owned(),
                call: self.calls,
                file: (*file).to_owned(),
            });
        }
    }

    /// Remembers what it says now.
    pub fn save(&mut self) -> Result<(), Error> {
        let file = self.file();
        // A hook that learns nothing new writes nothing.
        if file != self.saved {
            fs::write(&self.path, &file).map_err(Error::write(&self.path))?;
            self.saved = file;
        }
        Ok(())
    }

    /// The bytes of its file.
    fn file(&self) -> Vec<u8> {
        let mut lines = vec![format!("{READ} {}\n", self.read)];
        if self.is_compressed {
            lines.push(format!("{COMPRESSED}\n"));
        }
        if let Some((agent, gave)) = &self.transcript {
            let gave = if *gave { YES } else { "" };
            lines.push(format!("{TRANSCRIPT} {agent}{gave}\n"));
        }
        if !self.asked.is_empty() {
            lines.push(format!("{ASKED} {}\n", self.asked));
        }
        if self.calls > 0 {
            lines.push(format!("{CALLS} {}\n", self.calls));
        }
        let first = self.told.len().saturating_sub(RECORDS);
        lines.extend(self.told[first..].iter().map(Told::line));
        lines.extend(self.owed.iter().take(OWED).map(Owed::line));
        // An id is one line; a path may be anything.
        lines.retain(|line| line.matches('\n').count() == 1);
        lines.concat().into_bytes()
    }
}
