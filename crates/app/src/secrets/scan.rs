//! Scanning for secrets: any files, the index, a range of history, what is private, everything.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

pub(crate) use crate::workspace::offers::fingerprints;
use crate::workspace::{Error, Found, Invocation, Report, Workspace, guard};
use git_memory_git::{BlobAt, ObjectId, Reach};
use git_memory_guard::{Finding, Guard, readable};
use git_memory_model::derived::as_source;
use git_memory_model::record::{Code, Fault, check};
use git_memory_store::given;
use git_memory_store::given::Content;
use git_memory_text::limits;
use git_memory_text::path::{MemoryFolder, RepoPath, last};

/// Endings of files that people write for people.
const WRITTEN: [&str; 7] = ["md", "markdown", "mdx", "rst", "adoc", "asciidoc", "org"];

/// The things to scan.
#[derive(Clone, Debug)]
pub enum Target {
    /// The work tree's `memory/`, and the pages that are read beside it.
    Memory,
    /// Every file of the work tree, tracked or not.
    WorkTree,
    /// Files, and everything below folders.
    Paths(Vec<PathBuf>),
    /// One text.
    Text(String),
    /// Files that are staged and differ from HEAD.
    Staged,
    /// A revision's files, or everything that the commits of a range `a..b` brought.
    Revision(String),
    /// Everything that a set of revisions reaches; `has_messages`: the messages of its commits,
    /// too.
    Reach {
        /// The revisions.
        reach: Reach,
        /// True if messages count.
        has_messages: bool,
    },
    /// Private memory and notes: the content and the messages of their commits.
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
    scan_telling(workspace, target, on_secret, &untold)
}

/// Ignores progress.
fn untold(_: usize, _: usize) {}

/// Scans, and calls `progress` with the number of git objects read, and of all.
fn scan_telling(
    workspace: &Workspace,
    target: &Target,
    on_secret: &mut dyn FnMut(&Found, &str),
    progress: &dyn Fn(usize, usize),
) -> Result<Report, Error> {
    let mut scanner = Scanner {
        guard: match target {
            Target::Revision(range) => judge(workspace, range)?,
            _ => workspace.guard()?,
        },
        memory: match target {
            Target::Text(_) | Target::Memory | Target::Private => None,
            _ => Some(workspace.folder().join("")),
        },
        report: Report::default(),
        on_secret,
        progress,
    };
    match target {
        Target::Text(text) => scanner.text("<stdin>", None, text),
        Target::Memory => scanner.memory(workspace)?,
        Target::WorkTree => {
            let top = workspace.store().work_files()?.top();
            scanner.path(top, ".")?;
        }
        Target::Paths(paths) => {
            for path in paths {
                let file = workspace.invocation().path(path);
                scanner.path(&file, &path.to_string_lossy())?;
            }
        }
        Target::Staged => {
            let staged = workspace.store().staging().changed()?;
            scanner.blobs(workspace, &staged)?;
        }
        Target::Revision(revision) => {
            let reach = reach(workspace, revision)?;
            scanner.reach(workspace, &reach, None)?;
        }
        Target::Reach {
            reach,
            has_messages,
        } => {
            // Messages of people's own commits are not part of memory.
            let messages = if *has_messages { Some(reach) } else { None };
            scanner.reach(workspace, reach, messages)?;
        }
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

/// Returns the report of a scanner without listeners, for which all that it gets is memory.
fn report_of(
    guard: &Guard,
    scan: impl FnOnce(&mut Scanner<'_>) -> Result<(), Error>,
) -> Result<Report, Error> {
    let mut scanner = Scanner {
        guard,
        memory: None,
        report: Report::default(),
        on_secret: &mut |_, _| {},
        progress: &untold,
    };
    scan(&mut scanner)?;
    Ok(scanner.report)
}

/// Scans a text, which `path` names in findings.
pub(crate) fn scan_text(workspace: &Workspace, path: &str, text: &str) -> Result<Report, Error> {
    report_of(workspace.guard()?, |scanner| {
        scanner.text(path, None, text);
        Ok(())
    })
}

/// Scans the blobs that a set of revisions reaches, by this guard.
pub(crate) fn scan_reach(
    workspace: &Workspace,
    guard: &Guard,
    reach: &Reach,
) -> Result<Report, Error> {
    report_of(guard, |scanner| scanner.reach(workspace, reach, None))
}

/// The folders of memory, and those that are read beside it.
pub(crate) fn memory_folders(workspace: &Workspace) -> Result<Vec<String>, Error> {
    let folders = workspace.store().folders()?;
    Ok(folders.into_iter().map(str::to_owned).collect())
}

/// Leaves out what was found in files beside memory that it does not read.
pub(crate) fn retain_memory(workspace: &Workspace, report: &mut Report) -> Result<(), Error> {
    let store = workspace.store();
    let roots = store.roots()?;
    report.found.retain(|found| {
        let is_beside = roots.outermost().any(|root| {
            let below = found.path.strip_prefix(root.folder());
            below.is_some_and(|below| below.starts_with('/'))
        });
        !is_beside || store.is_root_page(found.path.as_bytes())
    });
    Ok(())
}

/// Leaves out what is no finding in code: a run that only looks like a secret.
fn retain_for_code(path: &str, findings: &mut Vec<Finding>) {
    let ending = last(path).rsplit_once('.').map(|(_, ending)| ending);
    if !ending.is_some_and(|ending| WRITTEN.contains(&ending)) {
        findings.retain(|finding| !finding.is_by_form_alone());
    }
}

/// The guard that judges a range: what its commits allow, or set, does not count for themselves.
fn judge<'a>(workspace: &'a Workspace, range: &str) -> Result<&'a Guard, Error> {
    match range.split_once("..") {
        Some((from, _)) => workspace.guard_of(&resolve(workspace, from)?),
        None => workspace.guard(),
    }
}

/// Scans files or a text outside of any repository, by the guard of the machine.
///
/// # Errors
/// A path that is not there, or another target.
pub fn scan_outside(invocation: &Invocation, target: &Target) -> Result<Report, Error> {
    report_of(&guard::outside(invocation)?, |scanner| {
        match target {
            Target::Text(text) => scanner.text("<stdin>", None, text),
            Target::Paths(paths) => {
                scanner.memory = Some(MemoryFolder::default().join(""));
                for path in paths {
                    scanner.path(&invocation.path(path), &path.to_string_lossy())?;
                }
            }
            // Everything else needs git: opening a repository returns the right error.
            _ => drop(Workspace::open(invocation)?),
        }
        Ok(())
    })
}

/// Scans like [`scan`], and offers each finding, so that it can be allowed by its fingerprint,
/// wherever it is. `progress` gets the number of git objects read, and of all.
pub fn scan_and_offer(
    workspace: &Workspace,
    target: &Target,
    progress: &dyn Fn(usize, usize),
) -> Result<Report, Error> {
    // `allow` finds secrets in the work tree's memory and in the index without an offer.
    let is_found_again = matches!(target, Target::Memory | Target::Staged);
    let mut on_secret = |found: &Found, secret: &str| {
        if !is_found_again {
            let place = format!("{}:{}", found.path, found.finding.line);
            workspace.offer(&found.fingerprint, &place, found.finding.rule, secret);
        }
    };
    scan_telling(workspace, target, &mut on_secret, progress)
}

/// The text in a file as the guard judges it: a derived one as its records have it, in whatever
/// folder memory was when it was made.
pub(crate) fn judged<'c>(path: &str, content: &'c [u8]) -> Cow<'c, str> {
    match as_source(last(path), content) {
        Some(text) => Cow::Owned(text),
        None => readable(content),
    }
}

/// Returns the guard's findings in a file, as findings of `check`.
pub(crate) fn faults(guard: &Guard, path: &RepoPath, content: &[u8]) -> Vec<check::Finding> {
    faults_of(guard, path, guard.scan(&judged(path.as_str(), content)))
}

/// As [`faults`], in a file that is not memory's.
pub(crate) fn faults_beside(guard: &Guard, path: &RepoPath, content: &[u8]) -> Vec<check::Finding> {
    let mut secrets = guard.scan(&judged(path.as_str(), content));
    retain_for_code(path.as_str(), &mut secrets);
    faults_of(guard, path, secrets)
}

fn faults_of(guard: &Guard, path: &RepoPath, secrets: Vec<Finding>) -> Vec<check::Finding> {
    let mut findings = Vec::new();
    for secret in secrets {
        let message = format!("{} looks like a secret ({})", secret.masked, secret.rule);
        let at = (number(secret.line), number(secret.column));
        findings.push(check::Finding {
            path: path.clone(),
            fault: Fault::at(Code::Secret, at, message),
        });
    }
    findings.extend(name_fault(guard, path));
    findings
}

/// Returns the guard's first finding in the name of a file.
pub(crate) fn name_fault(guard: &Guard, path: &RepoPath) -> Option<check::Finding> {
    let findings = guard.scan(path.as_str());
    let secret = findings.first()?;
    let message = format!(
        "a file name below it holds what looks like a secret ({})",
        secret.rule
    );
    // The path is left out of the message, as it would spread the secret.
    let first = path.as_str().split_once('/').map(|(first, _)| first);
    let first = first.filter(|first| guard.scan(first).is_empty());
    let place = first.and_then(|first| first.parse().ok());
    Some(check::Finding {
        path: place.unwrap_or_else(|| MemoryFolder::default().as_path().clone()),
        fault: Fault::at(Code::Secret, (1, 1), message),
    })
}

/// A line or column as findings hold it. No text that is read has more of them than fit.
fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
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

/// Resolves a revision or a range `a..b` to commits, so that no name is taken for an option.
fn reach(workspace: &Workspace, revision: &str) -> Result<Reach, Error> {
    let Some((from, to)) = revision.split_once("..") else {
        return Ok(Reach {
            from: vec![resolve(workspace, revision)?],
            is_flat: true,
            ..Reach::default()
        });
    };
    Ok(Reach {
        from: vec![resolve(workspace, to)?],
        not: vec![resolve(workspace, from)?],
        ..Reach::default()
    })
}

/// The id of what one end of a range names; of HEAD where nothing is given.
fn resolve(workspace: &Workspace, name: &str) -> Result<String, Error> {
    let name = if name.is_empty() { "HEAD" } else { name };
    let id = workspace.store().history().resolve(name)?;
    Ok(id.to_string())
}

struct Scanner<'a> {
    guard: &'a Guard,
    /// The folder of memory, with a slash, where other files may be code; `None` where none is.
    memory: Option<String>,
    report: Report,
    on_secret: &'a mut dyn FnMut(&Found, &str),
    progress: &'a dyn Fn(usize, usize),
}

impl Scanner<'_> {
    /// Scans all of memory in the work tree, and the pages beside it.
    fn memory(&mut self, workspace: &Workspace) -> Result<(), Error> {
        let store = workspace.store();
        let left_out = store.left_out_blobs()?;
        self.blobs(workspace, &left_out)?;
        if left_out.is_empty() || store.work_files()?.has_memory()? {
            let memory = store.folder().as_str();
            self.path(&store.work_files()?.top().join(memory), memory)?;
        }
        for page in store.root_pages()? {
            self.path(&page.file, &page.shown)?;
        }
        Ok(())
    }

    fn reach(
        &mut self,
        workspace: &Workspace,
        blobs: &Reach,
        messages: Option<&Reach>,
    ) -> Result<(), Error> {
        let objects = workspace.store().objects();
        self.blobs(workspace, &objects.blobs_reached(blobs)?)?;
        let Some(messages) = messages else {
            return Ok(());
        };
        for message in objects.messages_reached(messages)? {
            let commit = message.commit.to_string();
            self.text("<message>", Some(&commit), &message.text);
        }
        Ok(())
    }

    fn blobs(&mut self, workspace: &Workspace, blobs: &[BlobAt]) -> Result<(), Error> {
        let ids: Vec<ObjectId> = blobs.iter().map(|blob| blob.id).collect();
        workspace.store().objects().blobs(&ids, |nth, content| {
            (self.progress)(nth, ids.len());
            let path = String::from_utf8_lossy(&blobs[nth].path);
            let object = blobs[nth].id.to_string();
            self.content(&path, Some(&object), content);
        })?;
        Ok(())
    }

    /// Scans a file, or everything below a folder; `shown` is its name in findings.
    fn path(&mut self, path: &Path, shown: &str) -> Result<(), Error> {
        let found = given::files_below(path, shown)?;
        self.report.skipped += found.others;
        for link in found.links {
            // git keeps where it leads like the content of a file.
            match given::link_target(&link.file) {
                Ok(target) => self.text(&link.shown, None, &target),
                Err(_) => self.report.skipped += 1,
            }
        }
        for found in found.files {
            match given::read_at_most(&found.file, limits::SCAN_BYTES as u64) {
                Ok(Content::Whole(content)) => self.content(&found.shown, None, &content),
                Err(error) if found.file == path => return Err(error.into()),
                // One unreadable file does not hide the others, and counts as skipped, not as
                // clean.
                Ok(Content::TooLarge) | Err(_) => self.report.skipped += 1,
            }
        }
        Ok(())
    }

    fn content(&mut self, path: &str, object: Option<&str>, content: &[u8]) {
        if content.len() > limits::SCAN_BYTES {
            self.report.skipped += 1;
        } else {
            // A NUL makes no data of a text, and there is text in data.
            self.text(path, object, &judged(path, content));
        }
    }

    fn text(&mut self, path: &str, object: Option<&str>, text: &str) {
        self.report.files += 1;
        self.report.bytes += text.len() as u64;
        let mut findings = self.guard.scan(text);
        if self
            .memory
            .as_ref()
            .is_some_and(|memory| !path.starts_with(memory))
        {
            retain_for_code(path, &mut findings);
        }
        let fingerprints = fingerprints(path, text, &findings);
        for (finding, fingerprint) in findings.into_iter().zip(fingerprints) {
            let secret = &text[finding.span.clone()];
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
