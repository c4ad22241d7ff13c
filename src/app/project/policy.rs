//! The policy in effect here.

use std::path::PathBuf;

use super::index::load;
use crate::app::workspace::settings::{NamedPath, policy_paths, table, team_policy_paths};
use crate::app::workspace::{Error, Workspace};
use crate::domain::layout::{ATTRIBUTES, CONFIG, DERIVED};
use crate::domain::project::policy::{Folding, LOGS, Named, Pattern, Policy, Sources};
use crate::domain::project::{Project, ProjectIndex};
use crate::git::Settings;
use crate::store::{AtPath, Store};

/// The policy with all that it is made from.
pub struct WholePolicy {
    /// The policy.
    pub policy: Policy,
    /// What the project index could not read or understand, and git's settings that are none of
    /// ours, one line each.
    pub faults: Vec<String>,
}

/// The policy of this work tree, and what nobody can say of it.
///
/// # Errors
/// As for [`policy`].
pub fn whole(workspace: &Workspace) -> Result<WholePolicy, Error> {
    must_be_readable(workspace)?;
    let mut project = load(workspace)?;
    let mut faults = std::mem::take(&mut project.profile.faults);
    // A block that is misspelt blocks nothing.
    faults.extend(workspace.settings()?.misspelt());
    let policy = of_work_tree(workspace)?.with_index(project.index, project.map);
    Ok(WholePolicy { policy, faults })
}

/// The policy of this work tree. What the project index says of searches is in it only where that
/// is asked for, as it costs a look at the top level.
///
/// # Errors
/// A setting of the user's own that cannot be read, or where git or the top of the work tree cannot
/// be read.
pub fn policy(workspace: &Workspace, searches: bool) -> Result<Policy, Error> {
    must_be_readable(workspace)?;
    let policy = of_work_tree(workspace)?;
    if searches {
        for_searches(workspace, policy)
    } else {
        Ok(policy)
    }
}

/// A policy with what the project index says of searches, for which the top level is looked at.
///
/// # Errors
/// Where the top of the work tree cannot be read.
pub(crate) fn for_searches(workspace: &Workspace, policy: Policy) -> Result<Policy, Error> {
    let Project { index, map, .. } = load(workspace)?;
    Ok(policy.with_index(index, map))
}

/// Makes sure that the user's own settings of the policy can be read.
///
/// # Errors
/// [`Error::Setting`] with the first one that cannot.
pub(crate) fn must_be_readable(workspace: &Workspace) -> Result<(), Error> {
    let settings = workspace.settings()?;
    for setting in [
        &table::POLICY_BLOCK,
        &table::POLICY_IGNORE,
        &table::POLICY_FOCUS,
    ] {
        settings.effective(setting)?;
    }
    Ok(())
}

/// All of the policy that can be read, without what the project index says of searches.
///
/// # Errors
/// As for [`readable_policy`] and [`lifted_blocks`].
pub(crate) fn of_work_tree(workspace: &Workspace) -> Result<Policy, Error> {
    Ok(readable_policy(workspace)?.with_blocks(lifted_blocks(workspace)?))
}

/// The policy of a revision: what the team's settings and the index of what is tracked say there, and
/// nothing that only this machine has.
///
/// # Errors
/// An unknown revision, or where the team's file cannot be read.
pub(crate) fn of_team(
    workspace: &Workspace,
    revision: &str,
    index: &ProjectIndex,
) -> Result<Policy, Error> {
    let named = |setting| -> Result<Vec<Named>, Error> {
        let patterns = team_policy_paths(workspace, revision, setting)?;
        Ok(from(patterns, CONFIG))
    };
    let is_tracked = |log: &&str| !index.blocked_top_level_dirs.iter().any(|name| name == log);
    Ok(Policy::new(Sources {
        block: named(&table::POLICY_BLOCK)?,
        ignore: named(&table::POLICY_IGNORE)?,
        focus: named(&table::POLICY_FOCUS)?,
        tracked: LOGS.into_iter().filter(is_tracked).collect(),
        ..Sources::default()
    }))
}

fn from(patterns: Vec<Pattern>, source: &str) -> Vec<Named> {
    let named = patterns.into_iter().map(|pattern| Named {
        pattern,
        source: source.to_owned(),
    });
    named.collect()
}

/// What the team's file blocks at HEAD and no longer in the work tree: an edit of the file, which any
/// tool may make, opens nothing before somebody has committed it.
///
/// # Errors
/// Where HEAD cannot be read. What nobody understands of the file there blocks nothing: that was so
/// when it was committed.
pub(crate) fn lifted_blocks(workspace: &Workspace) -> Result<Vec<Named>, Error> {
    let store = workspace.store();
    // In a bare repository HEAD's is the one that counts.
    if !store.has_work_tree() {
        return Ok(Vec::new());
    }
    let Some(head) = store.history().head_commit()? else {
        return Ok(Vec::new());
    };
    let kept = policy_paths(workspace, &table::POLICY_BLOCK)?;
    let mut lifted = team_policy_paths(workspace, &head.to_string(), &table::POLICY_BLOCK)?;
    lifted.retain(|pattern| kept.iter().all(|kept| kept.pattern != *pattern));
    Ok(from(lifted, &format!("HEAD:{CONFIG}")))
}

/// The policy without those of the user's own settings that cannot be read, as one of them must not
/// open what all the others block; without [`lifted_blocks`], and what the project index says of
/// searches.
///
/// # Errors
/// Where git or the work tree cannot be read.
pub(crate) fn readable_policy(workspace: &Workspace) -> Result<Policy, Error> {
    let store = workspace.store();
    let mut sources = Sources {
        block: named(policy_paths(workspace, &table::POLICY_BLOCK)?),
        ignore: named(policy_paths(workspace, &table::POLICY_IGNORE)?),
        focus: named(policy_paths(workspace, &table::POLICY_FOCUS)?),
        folding: folding(store)?,
        ..Sources::default()
    };
    if store.has_work_tree() {
        add_logs(store, &mut sources)?;
        // Whether that is ours is looked at once somebody wants to write there.
        if let AtPath::File(_) = store.work_files()?.find(ATTRIBUTES)? {
            sources.derived.extend(DERIVED);
        }
    }
    Ok(Policy::new(sources))
}

fn named(settings: Vec<NamedPath>) -> Vec<Named> {
    let mut named = Vec::new();
    for NamedPath { pattern, origin } in settings {
        let source = origin.name().to_owned();
        named.push(Named { pattern, source });
    }
    named
}

/// Which logs of agents are there, and which of them git tracks.
fn add_logs(store: Store, sources: &mut Sources) -> Result<(), Error> {
    let files = store.work_files()?;
    for log in LOGS {
        if files.find(log)? == AtPath::Nothing {
            continue;
        }
        sources.logs.push(log);
        if store.staging().tracks(log)? {
            sources.tracked.push(log);
        }
    }
    Ok(())
}

/// What git found out about the file system when it made the repository.
pub(crate) fn folding(store: Store) -> Result<Folding, Error> {
    let settings = store.configuration().settings()?;
    let is_on = |key| settings.get(key).and_then(Settings::is_true) == Some(true);
    Ok(Folding {
        case: is_on("core.ignorecase"),
        unicode: is_on("core.precomposeunicode"),
    })
}

/// The folder in which this work tree's project index is kept, brought up to date.
///
/// # Errors
/// Where the project index cannot be made.
pub fn folder(workspace: &Workspace) -> Result<PathBuf, Error> {
    load(workspace)?;
    Ok(workspace.store().project_folder())
}
