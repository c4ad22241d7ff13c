//! What was told in each session of an agent: state of one work tree, for its user alone.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use crate::domain::text;
use crate::store::state::disk_cache::DiskCache;
use crate::store::{Error, Lock, Store};

/// The folder of such files in a work tree's state, and that of their sub-agents' files: many of
/// those push no session out.
const FOLDER: &str = "sessions";
const SUB_AGENTS: &str = "sub-agents";
/// The most sessions, and the most sub-agents, that are remembered, those that were used last.
const KEPT: usize = 64;
/// The most records that one session is told of, and remembers.
const TOLD: usize = 2000;
/// What the line begins with that says how far the transcript was read.
const READ: &str = "read ";
/// What the line begins with that says whose transcript was read, before `yes` where it gave a prompt.
const TRANSCRIPT: &str = "transcript ";
const YES: &str = " yes";
/// The line that says that its agent spoke of a compression.
const COMPRESSED: &str = "compressed";

/// What is remembered of a session, for as long as nobody else may change it.
#[derive(Debug)]
pub struct KnownSession {
    path: PathBuf,
    _lock: Lock,
    /// Up to which byte its transcript was summarized.
    pub read: u64,
    /// True once its agent spoke of a compression, where it does so again and again.
    pub is_compressed: bool,
    /// The agent whose transcript was read last, and true if that gave a prompt.
    pub transcript: Option<(String, bool)>,
    /// The records that it was told of.
    pub told: Vec<String>,
}

impl Store<'_> {
    /// What is remembered of the session that an agent calls so; nobody else changes it meanwhile.
    ///
    /// # Errors
    /// Where nothing can be remembered, or another hook of the session takes too long.
    pub fn session(&self, id: &str) -> Result<KnownSession, Error> {
        self.remembered(FOLDER, id)
    }

    /// The same of one of its sub-agents, which hears nothing of what the session was told.
    ///
    /// # Errors
    /// As [`session`](Self::session).
    pub fn sub_agent(&self, id: &str, agent: &str) -> Result<KnownSession, Error> {
        self.remembered(SUB_AGENTS, &format!("{id}\0{agent}"))
    }

    /// The agents of whose sessions the last one had a transcript that gave no prompt.
    ///
    /// # Errors
    /// Where what is remembered cannot be read.
    pub fn agents_without_prompt(&self) -> Result<Vec<String>, Error> {
        let folder = self.repo().git_dir().join("memory").join(FOLDER);
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
        let folder = self.repo().git_dir().join("memory").join(folder);
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
        // Never replaced by another file: whoever waits for the lock waits for this one. What a
        // killed process left of it is read as far as it goes.
        let bytes = fs::read(&path).map_err(Error::read(&path))?;
        let mut session = KnownSession {
            path,
            _lock: lock,
            read: 0,
            is_compressed: false,
            transcript: None,
            told: Vec::new(),
        };
        for line in String::from_utf8_lossy(&bytes).lines() {
            match line.strip_prefix(READ) {
                Some(read) => session.read = read.parse().unwrap_or(0),
                None if line == COMPRESSED => session.is_compressed = true,
                None if line.starts_with(TRANSCRIPT) => session.transcript = transcript(line),
                None => session.told.push(line.to_owned()),
            }
        }
        Ok(session)
    }
}

/// What a line says of a transcript; `None` for a line about something else.
fn transcript(line: &str) -> Option<(String, bool)> {
    let agent = line.strip_prefix(TRANSCRIPT)?;
    Some(match agent.strip_suffix(YES) {
        Some(agent) => (agent.to_owned(), true),
        None => (agent.to_owned(), false),
    })
}

impl KnownSession {
    /// Remembers what it says now.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn save(&self) -> Result<(), Error> {
        let mut file = format!("{READ}{}\n", self.read);
        if self.is_compressed {
            file.extend([COMPRESSED, "\n"]);
        }
        if let Some((agent, gave)) = &self.transcript {
            let gave = if *gave { YES } else { "" };
            file.extend([TRANSCRIPT, agent, gave, "\n"]);
        }
        let first = self.told.len().saturating_sub(TOLD);
        for id in &self.told[first..] {
            // An id is one line; the path of a page may be anything.
            if !id.contains('\n') {
                file.extend([id, "\n"]);
            }
        }
        fs::write(&self.path, file).map_err(Error::write(&self.path))
    }
}
