//! Scanning for secrets: any files, the index, a range of history, what is private, everything.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::app::workspace::Found;
use crate::app::workspace::Report;
use crate::app::workspace::{Error, Workspace};
use crate::domain::path::{MEMORY, RepoPath};
use crate::domain::record::{Code, Fault, check};
use crate::domain::secrets;
use crate::domain::secrets::Guard;
use crate::domain::text::hex;
use crate::git::{BlobAt, Reach};

/// What is larger is data, not text that anybody wrote.
const SIZE_LIMIT: usize = 32 << 20;
/// In its first bytes git looks for a NUL to tell data from text.
const BINARY_PROBE: usize = 8000;

/// What to scan.
#[derive(Clone, Debug)]
pub enum Target {
    /// The work tree's `memory/`.
    Memory,
    /// Files, and everything below folders.
    Paths(Vec<PathBuf>),
    /// One text.
    Text(String),
    /// Files that are staged and differ from HEAD.
    Staged,
    /// A revision's files, or everything that the commits of a range `a..b` brought.
    Revision(String),
    /// What a set of revisions reaches; `has_messages`: what its commits say, too.
    Reach {
        /// The revisions.
        reach: Reach,
        /// Whether messages count.
        has_messages: bool,
    },
    /// Private memory and notes: what their commits hold and say.
    Private,
    /// Everything that any ref reaches, and the messages of private memory.
    All,
}

/// Scans; `on_secret` also gets each secret itself, which is nowhere in the report.
///
/// # Errors
/// A path or revision that is not there, or settings of the guard that cannot be understood.
pub fn scan(
    workspace: &Workspace,
    target: &Target,
    on_secret: &mut dyn FnMut(&Found, &str),
) -> Result<Report, Error> {
    let mut scanner = Scanner {
        guard: workspace.guard()?,
        report: Report::default(),
        on_secret,
    };
    match target {
        Target::Text(text) => scanner.text("<stdin>", None, text),
        Target::Memory => scanner.path(&workspace.repo.work_tree()?.join(MEMORY), MEMORY)?,
        Target::Paths(paths) => {
            for path in paths {
                let file = workspace.invocation().path(path);
                scanner.path(&file, &path.to_string_lossy())?;
            }
        }
        Target::Staged => scanner.blobs(workspace, &workspace.repo.staged()?)?,
        Target::Revision(revision) => scanner.blobs(
            workspace,
            &workspace.repo.blobs_reached(&reach(workspace, revision)?)?,
        )?,
        Target::Reach {
            reach,
            has_messages,
        } => scanner.reach(workspace, reach, has_messages.then_some(reach))?,
        Target::Private => scanner.reach(workspace, &private(), Some(&private()))?,
        Target::All => {
            let all = Reach {
                from: vec!["--all".to_owned()],
                ..Reach::default()
            };
            scanner.reach(workspace, &all, Some(&private()))?;
        }
    }
    Ok(scanner.report)
}

/// What the guard finds in one file below `memory/`, as findings of `check`.
pub(crate) fn faults(guard: &Guard, path: &RepoPath, content: &[u8]) -> Vec<check::Finding> {
    let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
    let finding = |secret: secrets::Finding| {
        let message = format!("{} looks like a secret ({})", secret.masked, secret.rule);
        let at = (number(secret.line), number(secret.column));
        check::Finding {
            path: path.clone(),
            fault: Fault::at(Code::Secret, at, message),
        }
    };
    let mut findings: Vec<check::Finding> = guard
        .scan(&String::from_utf8_lossy(content))
        .into_iter()
        .map(finding)
        .collect();
    if let Some(secret) = guard.scan(path.as_str()).first() {
        let message = format!(
            "a file name below it holds what looks like a secret ({})",
            secret.rule
        );
        let place = MEMORY.parse().unwrap_or_else(|_| path.clone());
        findings.push(check::Finding {
            path: place,
            fault: Fault::at(Code::Secret, (1, 1), message),
        });
    }
    findings
}

/// The refs of ours.
fn private() -> Reach {
    let from = [
        "--glob=refs/memory",
        "--glob=refs/notes/memory*",
        "--glob=refs/memory-remotes",
    ];
    Reach {
        from: from.map(str::to_owned).to_vec(),
        ..Reach::default()
    }
}

/// What a revision or a range `a..b` reaches, with names resolved so that none is taken for an
/// option.
fn reach(workspace: &Workspace, revision: &str) -> Result<Reach, Error> {
    let resolve = |name: &str| {
        workspace
            .repo
            .resolve(if name.is_empty() { "HEAD" } else { name })
            .map(|id| id.to_string())
    };
    Ok(match revision.split_once("..") {
        Some((from, to)) => Reach {
            from: vec![resolve(to)?],
            not: vec![resolve(from)?],
            ..Reach::default()
        },
        None => Reach {
            from: vec![resolve(revision)?],
            is_flat: true,
            ..Reach::default()
        },
    })
}

struct Scanner<'a> {
    guard: &'a Guard,
    report: Report,
    on_secret: &'a mut dyn FnMut(&Found, &str),
}

impl Scanner<'_> {
    fn reach(
        &mut self,
        workspace: &Workspace,
        blobs: &Reach,
        messages: Option<&Reach>,
    ) -> Result<(), Error> {
        self.blobs(workspace, &workspace.repo.blobs_reached(blobs)?)?;
        let messages = messages.map_or(Ok(Vec::new()), |reach| {
            workspace.repo.messages_reached(reach)
        });
        for message in messages? {
            self.text(
                "<message>",
                Some(&message.commit.to_string()),
                &message.text,
            );
        }
        Ok(())
    }

    fn blobs(&mut self, workspace: &Workspace, blobs: &[BlobAt]) -> Result<(), Error> {
        let ids: Vec<_> = blobs.iter().map(|blob| blob.id).collect();
        workspace.repo.blobs(&ids, |nth, content| {
            let path = String::from_utf8_lossy(&blobs[nth].path);
            self.content(&path, Some(&blobs[nth].id.to_string()), content);
        })?;
        Ok(())
    }

    /// Scans a file, or everything below a folder; `shown` is its name in findings.
    fn path(&mut self, path: &Path, shown: &str) -> Result<(), Error> {
        let mut files = Vec::new();
        self.report.skipped += walk(path, shown, &mut files).map_err(|source| Error::Input {
            path: path.to_owned(),
            source,
        })?;
        for (file, shown) in files {
            match fs::metadata(&file) {
                Ok(meta) if meta.len() > SIZE_LIMIT as u64 => self.report.skipped += 1,
                // One file that must not be read does not hide the others, but does not pass for
                // clean by itself.
                _ => match fs::read(&file) {
                    Ok(content) => self.content(&shown, None, &content),
                    Err(source) if file == path => return Err(Error::Input { path: file, source }),
                    Err(_) => self.report.skipped += 1,
                },
            }
        }
        Ok(())
    }

    fn content(&mut self, path: &str, object: Option<&str>, content: &[u8]) {
        let is_binary = content[..content.len().min(BINARY_PROBE)].contains(&0);
        if is_binary || content.len() > SIZE_LIMIT {
            self.report.skipped += 1;
        } else {
            self.text(path, object, &String::from_utf8_lossy(content));
        }
    }

    fn text(&mut self, path: &str, object: Option<&str>, text: &str) {
        self.report.files += 1;
        self.report.bytes += text.len() as u64;
        for finding in self.guard.scan(text) {
            let secret = &text[finding.span.clone()];
            let fingerprint = fingerprint(self.guard, path, text, &finding);
            let found = Found {
                path: path.to_owned(),
                object: object.map(str::to_owned),
                fingerprint,
                finding,
            };
            (self.on_secret)(&found, secret);
            self.report.found.push(found);
        }
    }
}

/// The regular files at and below `path`, sorted by name, each with its path and how it is shown;
/// gives how many other things are there. Links are not followed, git's own folder is left out.
pub(crate) fn walk(
    path: &Path,
    shown: &str,
    files: &mut Vec<(PathBuf, String)>,
) -> std::io::Result<usize> {
    let meta = fs::symlink_metadata(path)?;
    if meta.is_file() {
        files.push((path.to_owned(), shown.to_owned()));
    } else if meta.is_dir() {
        let entries = fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
        let mut names: Vec<_> = entries.iter().map(fs::DirEntry::file_name).collect();
        names.sort();
        let mut skipped = 0;
        for name in names.iter().filter(|name| *name != ".git") {
            let shown = format!("{}/{}", shown.trim_end_matches('/'), name.to_string_lossy());
            skipped += walk(&path.join(name), &shown, files).unwrap_or(1);
        }
        return Ok(skipped);
    }
    Ok(usize::from(!meta.is_file()))
}

/// The first 8 bytes, in hex, of SHA-256 over rule, path and the redacted line.
fn fingerprint(guard: &Guard, path: &str, text: &str, finding: &secrets::Finding) -> String {
    let start = text[..finding.span.start]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let end = text[finding.span.end..]
        .find('\n')
        .map_or(text.len(), |at| finding.span.end + at);
    let path = path.strip_prefix("./").unwrap_or(path);
    let line = guard.redact(&text[start..end]);
    let digest = Sha256::digest([finding.rule, path, &line].join("\0"));
    hex(&digest[..8])
}
