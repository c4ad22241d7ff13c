//! What deleted branches left of private memory: folded into the current chain or dropped, never
//! without being asked to.

use crate::app::private::fold::join;
use crate::app::workspace::{Error, Workspace};
use crate::domain::private::Chain;
use crate::git::ObjectId;
use crate::store::Private;

/// A chain whose branch is gone.
#[derive(Clone, Debug)]
pub struct Leftover {
    /// The chain.
    pub chain: Chain,
    /// How many of its commits no other chain has.
    pub alone: usize,
    tip: ObjectId,
}

/// What shall become of a leftover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It is joined into the current chain, and its ref goes.
    Fold,
    /// Its ref goes; what only it had is lost.
    Drop,
    /// It stays.
    Keep,
}

impl Choice {
    /// What became of it, in a word.
    #[must_use]
    pub fn outcome(self) -> &'static str {
        match self {
            Self::Fold => "folded",
            Self::Drop => "dropped",
            Self::Keep => "kept",
        }
    }
}

/// The chains whose branches are gone, by name.
///
/// # Errors
/// Where refs cannot be read.
pub fn leftovers(workspace: &Workspace) -> Result<Vec<Leftover>, Error> {
    let private = workspace.private()?;
    let current = private.current()?;
    // A renamed branch takes its chain along when it is first looked at; now, if not before.
    for (name, _) in workspace.repo.references("refs/heads/")? {
        let Some(branch) = name.strip_prefix("refs/heads/") else {
            continue;
        };
        if workspace
            .repo
            .reflog(&name)?
            .iter()
            .any(|line| line.message.starts_with("Branch: renamed "))
        {
            private.tip(&Chain::Branch(branch.to_owned()))?;
        }
    }
    let chains = private.chains()?;
    let mut found = Vec::new();
    for (chain, tip) in &chains {
        let Some(branch) = chain.branch().filter(|_| *chain != current) else {
            continue;
        };
        if workspace
            .repo
            .reference(&format!("refs/heads/{branch}"))?
            .is_some()
        {
            continue;
        }
        let others: Vec<ObjectId> = chains
            .iter()
            .filter(|(other, _)| other != chain)
            .map(|(_, tip)| *tip)
            .collect();
        let alone = workspace.repo.between(*tip, &others)?.len();
        found.push(Leftover {
            chain: chain.clone(),
            alone,
            tip: *tip,
        });
    }
    Ok(found)
}

/// Does with a leftover what was chosen.
///
/// # Errors
/// [`Error::NoPrivate`], or where a ref cannot be moved; somebody may have written to the chain
/// since.
pub fn settle(workspace: &Workspace, leftover: &Leftover, choice: Choice) -> Result<(), Error> {
    let private = workspace.private()?;
    match choice {
        Choice::Keep => Ok(()),
        Choice::Drop => drop_chain(&private, leftover),
        Choice::Fold => {
            let branch = leftover.chain.branch().unwrap_or_default();
            join(
                workspace,
                &private,
                &private.current()?,
                branch,
                leftover.tip,
                None,
            )?;
            drop_chain(&private, leftover)
        }
    }
}

fn drop_chain(private: &Private, leftover: &Leftover) -> Result<(), Error> {
    Ok(private.remove(&private.lock()?, &leftover.chain, leftover.tip)?)
}
