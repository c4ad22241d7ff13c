//! Chains whose branches are gone.

use super::chains::Private;
use crate::domain::private::Chain;
use crate::git::ObjectId;
use crate::git::reflog_words::renamed_from;
use crate::store::Error;

/// A chain whose branch is gone.
#[derive(Clone, Debug)]
pub struct Leftover {
    /// The chain.
    pub chain: Chain,
    /// How many of its commits no other chain has.
    pub alone: usize,
    /// Its newest commit.
    pub tip: ObjectId,
}

impl Private<'_> {
    /// The chains whose branches are gone, by name. A renamed branch takes its chain along first.
    ///
    /// # Errors
    /// Where refs cannot be read, or the chain of a renamed branch cannot be moved.
    pub fn leftovers(&self) -> Result<Vec<Leftover>, Error> {
        self.follow_renames()?;
        let current = self.current()?;
        let chains = self.chains()?;
        let mut found = Vec::new();
        for (chain, tip) in &chains {
            let Some(branch) = chain.branch() else {
                continue;
            };
            let is_here = self.repo.reference(&format!("refs/heads/{branch}"))?;
            if *chain == current || is_here.is_some() {
                continue;
            }
            let mut others = Vec::new();
            for (other, tip) in &chains {
                if other != chain {
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

    fn follow_renames(&self) -> Result<(), Error> {
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
