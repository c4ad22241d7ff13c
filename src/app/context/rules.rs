//! Hot memory: the rule files below `memory/rules/`, and the files from which agents read them.

use std::fs;
use std::path::Path;

use crate::app::workspace::{Error, Workspace};
use crate::domain::layout::RULES;
use crate::domain::path::RepoPath;
use crate::domain::rules::{Finding, Rule};
use crate::domain::{rules, text};
use crate::store::write::Change;
use crate::store::{Error as StoreError, TextFile, text_file};

/// The file that every agent reads.
const AGENTS: &str = "AGENTS.md";
/// The file that Claude reads.
const CLAUDE: &str = "CLAUDE.md";
/// The folder of links to the rule files.
const LINKS: &str = ".agents/rules";
/// The folder of Cursor's own.
const CURSOR: &str = ".cursor/rules";
/// The line that says of a file that it is ours, whole.
const MADE: &str =
    "<!-- made by 'git memory rules build' from memory/rules/; changes made here are lost -->";
/// A larger file is no rule for every conversation.
const LIMIT: u64 = 256 << 10;

/// An agent that reads files of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// `CLAUDE.md`, which imports `AGENTS.md`.
    Claude,
    /// `.cursor/rules/<name>.mdc`.
    Cursor,
    /// `AGENTS.md` itself.
    Codex,
}

/// What `build` did.
#[derive(Debug, Default)]
pub struct Built {
    /// The files and links that were written or removed, from the top of the work tree.
    pub changed: Vec<String>,
    /// Files that are not ours and stand where one of ours would.
    pub foreign: Vec<String>,
}

/// Everything that is wrong with the rules.
///
/// # Errors
/// Where a rule file cannot be read.
pub fn check(workspace: &Workspace) -> Result<Vec<Finding>, Error> {
    Ok(rules::check(&load(workspace)?))
}

/// Writes the rules where agents read them. A second run changes nothing.
///
/// # Errors
/// [`Error::OddBlock`] where the marks of a block of ours do not fit together, [`Error::Secret`],
/// or where a file cannot be written; then every regular file is as it was.
pub fn build(workspace: &Workspace, agents: &[Agent]) -> Result<Built, Error> {
    let rules = load(workspace)?;
    let lock = workspace.lock()?;
    let mut built = Built::default();
    let mut changes = Vec::new();
    changes.extend(with_block(workspace, AGENTS, &rules::joined(&rules))?);
    if agents.contains(&Agent::Claude) {
        changes.extend(with_block(workspace, CLAUDE, &import(workspace, &rules)?)?);
    }
    if agents.contains(&Agent::Cursor) {
        for rule in &rules {
            let body = rule.body();
            let title = body
                .lines()
                .next()
                .unwrap_or_default()
                .trim_start_matches('#')
                .trim();
            let title = serde_json::to_string(title).unwrap_or_default();
            let text =
                format!("---\ndescription: {title}\nalwaysApply: true\n---\n{MADE}\n\n{body}\n");
            changes.extend(whole(
                workspace,
                &format!("{CURSOR}/{}.mdc", rule.name),
                &text,
                &mut built,
            )?);
        }
        changes.extend(orphans(workspace, CURSOR, ".mdc", &rules)?);
    }
    let may_link = cfg!(unix) && workspace.repo.settings()?.get("core.symlinks") != Some("false");
    if may_link {
        must_be_folders(workspace.repo.work_tree()?)?;
    } else {
        for rule in &rules {
            let text = format!("{MADE}\n\n{}\n", rule.body());
            changes.extend(whole(
                workspace,
                &format!("{LINKS}/{}.md", rule.name),
                &text,
                &mut built,
            )?);
        }
        changes.extend(orphans(workspace, LINKS, ".md", &rules)?);
    }
    workspace.change(&lock, &changes, false)?;
    built
        .changed
        .extend(changes.iter().map(|change| change.path().to_string()));
    if may_link {
        link(workspace, &rules, &mut built)?;
    }
    Ok(built)
}

/// The line with which `CLAUDE.md` imports the rules; none where somebody wrote it there already.
fn import(workspace: &Workspace, rules: &[Rule]) -> Result<String, Error> {
    let line = format!("@{AGENTS}");
    let text = before(workspace, CLAUDE)?.1.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let without_ours = rules::with_block(&text, "").unwrap_or_default();
    let is_there = without_ours.lines().any(|own| own.trim() == line);
    Ok(if rules.is_empty() || is_there {
        String::new()
    } else {
        line
    })
}

/// The rule files, by name.
fn load(workspace: &Workspace) -> Result<Vec<Rule>, Error> {
    let folder = workspace.repo.work_tree()?.join(RULES);
    let is_folder = fs::symlink_metadata(&folder).is_ok_and(|meta| meta.is_dir());
    let mut rules = Vec::new();
    for entry in fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|_| is_folder)
    {
        let path = entry.path();
        let Some(name) = path
            .file_name()
            .and_then(|name| name.to_str()?.strip_suffix(".md"))
        else {
            continue;
        };
        let is_name = name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
            && !name.starts_with('.');
        let meta = fs::symlink_metadata(&path).map_err(|source| Error::Input {
            path: path.clone(),
            source,
        })?;
        let odd = if !is_name {
            Some("is no name of a rule file: letters, digits, '-', '_' and '.'")
        } else if !meta.is_file() {
            Some("is no regular file, and no rule")
        } else {
            (meta.len() > LIMIT)
                .then_some("is larger than 256 KiB, and no rule for every conversation")
        };
        if let Some(what) = odd {
            return Err(StoreError::Odd { path, what }.into());
        }
        let bytes = fs::read(&path).map_err(|source| Error::Input {
            path: path.clone(),
            source,
        })?;
        let text = workspace
            .guard()?
            .redact(&text::plain(&String::from_utf8_lossy(&bytes)))
            .into_string();
        rules.push(Rule {
            name: name.to_owned(),
            text,
        });
    }
    rules.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(rules)
}

/// The change that puts our block into a file; none where it is there already.
fn with_block(workspace: &Workspace, name: &str, content: &str) -> Result<Option<Change>, Error> {
    let (path, before) = before(workspace, name)?;
    let text = String::from_utf8_lossy(before.as_deref().unwrap_or_default()).into_owned();
    let after = rules::with_block(&text, content).map_err(|_| Error::OddBlock(path.clone()))?;
    changed(workspace, path, before, after)
}

/// The change that makes a whole file of ours; none where it is there already, or somebody else's.
fn whole(
    workspace: &Workspace,
    name: &str,
    text: &str,
    built: &mut Built,
) -> Result<Option<Change>, Error> {
    let (path, before) = before(workspace, name)?;
    let is_foreign = before
        .as_ref()
        .is_some_and(|bytes| !String::from_utf8_lossy(bytes).contains(MADE));
    if is_foreign {
        built.foreign.push(name.to_owned());
        return Ok(None);
    }
    changed(workspace, path, before, text.to_owned())
}

/// The changes that remove the files of ours in a folder whose rules are gone.
fn orphans(
    workspace: &Workspace,
    folder: &str,
    end: &str,
    rules: &[Rule],
) -> Result<Vec<Change>, Error> {
    let entries = fs::read_dir(workspace.repo.work_tree()?.join(folder))
        .into_iter()
        .flatten()
        .flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let mut changes = Vec::new();
    for name in &names {
        let Some(rule) = name
            .strip_suffix(end)
            .filter(|rule| rules.iter().all(|known| known.name != *rule))
        else {
            continue;
        };
        let file = workspace.repo.work_tree()?.join(folder).join(name);
        if let (TextFile::Text(text), Ok(path)) =
            (text_file(&file)?, format!("{folder}/{rule}{end}").parse())
            && text.contains(MADE)
        {
            changes.push(Change::Remove(path, text.into_bytes()));
        }
    }
    Ok(changes)
}

fn before(workspace: &Workspace, name: &str) -> Result<(RepoPath, Option<Vec<u8>>), Error> {
    let path: RepoPath = name
        .parse()
        .map_err(|error: crate::domain::path::BadPath| Error::BadValue(error.to_string()))?;
    let file = workspace.repo.work_tree()?.join(name);
    match text_file(&file)? {
        TextFile::Text(text) => Ok((path, Some(text.into_bytes()))),
        TextFile::Missing => Ok((path, None)),
        TextFile::Unreadable(why) => Err(StoreError::Odd {
            path: file,
            what: why.strip_prefix("it ").unwrap_or(why),
        }
        .into()),
    }
}

/// Makes sure that links can be put where they belong.
fn must_be_folders(top: &Path) -> Result<(), Error> {
    for folder in [".agents", LINKS] {
        match fs::symlink_metadata(top.join(folder)) {
            Ok(meta) if meta.is_symlink() => return Err(StoreError::Link(folder.to_owned()).into()),
            Ok(meta) if !meta.is_dir() => {
                return Err(StoreError::NotAFolder(folder.to_owned()).into());
            }
            _ => {}
        }
    }
    Ok(())
}

fn changed(
    workspace: &Workspace,
    path: RepoPath,
    before: Option<Vec<u8>>,
    after: String,
) -> Result<Option<Change>, Error> {
    if before.as_deref().unwrap_or_default() == after.as_bytes() {
        return Ok(None);
    }
    let clean = workspace.admit(&path, after)?;
    Ok(Some(match before {
        Some(before) => Change::Replace(path, before, clean),
        None => Change::Create(path, clean),
    }))
}

/// Makes a link to each rule file, and removes those whose rule is gone.
fn link(workspace: &Workspace, rules: &[Rule], built: &mut Built) -> Result<(), Error> {
    let top = workspace.repo.work_tree()?;
    let folder = top.join(LINKS);
    let target = |name: &str| format!("../../{RULES}/{name}.md");
    for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let rule = name.strip_suffix(".md").unwrap_or(&name);
        let is_ours = fs::read_link(entry.path()).is_ok_and(|to| to == Path::new(&target(rule)));
        if is_ours && !rules.iter().any(|known| known.name == rule) {
            fs::remove_file(entry.path()).map_err(|source| StoreError::Write {
                path: entry.path(),
                source,
            })?;
            built.changed.push(format!("{LINKS}/{name}"));
        }
    }
    for rule in rules {
        let name = format!("{LINKS}/{}.md", rule.name);
        match fs::symlink_metadata(top.join(&name)) {
            Ok(_)
                if fs::read_link(top.join(&name))
                    .is_ok_and(|to| to == Path::new(&target(&rule.name))) => {}
            Ok(_) => built.foreign.push(name),
            Err(_) => {
                let failed = |source| StoreError::Write {
                    path: top.join(&name),
                    source,
                };
                fs::create_dir_all(&folder)
                    .and_then(|()| symlink(&target(&rule.name), &top.join(&name)))
                    .map_err(failed)?;
                built.changed.push(name);
            }
        }
    }
    Ok(())
}

#[cfg(unix)]
fn symlink(target: &str, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn symlink(_: &str, _: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
