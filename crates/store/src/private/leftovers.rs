//! Chains whose branches are gone.

use super::chains::Private;
use crate::Error;
use git_memory_git::ObjectId;
use git_memory_git::reflog_words::renamed_from;
use git_memory_model::private::Chain;

/// A chain whose branch is gone.
#[derive(Clone, Debug)]
pub struct Leftover {
    /// The chain.
    pub chain: Chain,
    /// How many of its commits are lost if it is dropped after the leftovers before it: those that
    /// no chain of a branch has, and no leftover after it.
    pub alone: usize,
    /// Its newest commit.
    pub tip: ObjectId,
}

impl Private<'_> {
    /// The chains whose branches are gone, by name. A renamed branch takes its chain along first.
    pub fn leftovers(&self) -> Result<Vec<Leftover>, Error> {
        // A renamed branch whose memory was not asked for since would look deleted.
        self.follow_renames()?;
        let current = self.current()?;
        let chains = self.chains()?;
        let mut found: Vec<Leftover> = Vec::new();
        for (chain, tip) in &chains {
            let Some(branch) = chain.branch() else {
                continue;
            };
            let is_here = self.repo.reference(&format!("refs/heads/{branch}"))?;
            // A branch without a commit has no ref, and may still be the one we are on.
            if *chain == current || is_here.is_some() || chain.is_approximate() {
                continue;
            }
            let mut others = Vec::new();
            for (other, tip) in &chains {
                // Two deleted branches may have the same entries: once the first one is dropped,
                // the second has the only copy.
                let is_before = found.iter().any(|leftover| leftover.chain == *other);
                if other != chain && !is_before {
                    others.push(*tip);
                }
            }
            found.push(Leftover {
                chain: chain.clone(),
                alone: self.repo.between(*tip, &others)?.len(),
                tip: *tip,
            });
        }
        Ok(found)
    }

    /// Lets the chains of renamed branches go with them, also those that were not asked for since.
    pub fn follow_renames(&self) -> Result<(), Error> {
        for (name, _) in self.repo.references("refs/heads/")? {
            let Some(branch) = name.strip_prefix("refs/heads/") else {
                continue;
            };
            let lines = self.repo.reflog(&name)?;
            let is_renamed = lines
                .iter()
                .any(|line| renamed_from(&line.message).is_some());
            if is_renamed {
                self.begin(&Chain::Branch(branch.to_owned()))?;
            }
        }
        Ok(())
    }
}
