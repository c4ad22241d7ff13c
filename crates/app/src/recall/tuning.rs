//! Search for better weights: found in the older half of a project's questions, and accepted only
//! if they are better for the newer half, too.

use crate::recall::backtest::{Citing, Placed, Run, with_run};
use crate::workspace::{Error, Workspace, settings};
use git_memory_recall::Weights;

/// The fewest questions of a half for a result.
const FEWEST: usize = 10;
/// Number of times that each weight is tried.
const ROUNDS: usize = 2;

/// Results for one half of the questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Half {
    /// Number of questions.
    pub asked: usize,
    /// With the weights as they are.
    pub before: Placed,
    /// With those that are proposed.
    pub after: Placed,
}

impl Half {
    /// The number of a half's questions, and their results before any proposal.
    fn before((asked, before): (usize, Placed)) -> Self {
        Self {
            asked,
            before,
            after: before,
        }
    }
}

/// Result of the search for weights.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// The current weights.
    pub current: Weights,
    /// The best for the older half; the same where none is better.
    pub proposed: Weights,
    /// The older half of the questions.
    pub older: Half,
    /// The newer half.
    pub newer: Half,
}

impl Tuning {
    /// True if there are too few questions for a result.
    #[must_use]
    pub fn is_too_little(&self) -> bool {
        self.older.asked < FEWEST || self.newer.asked < FEWEST
    }

    /// True if the proposed weights are better for the questions that were not used to find them.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        !self.is_too_little() && self.newer.after.sum() > self.newer.before.sum()
    }
}

/// Searches better weights with the questions of [`backtest`](super::backtest::backtest); `None`
/// before the first commit. `progress` gets the number of questions asked, and of all.
///
/// # Errors
/// An unknown revision, or where memory or the history cannot be read.
pub fn tune(
    workspace: &Workspace,
    since: Option<&str>,
    progress: &dyn Fn(usize, usize),
) -> Result<Option<Tuning>, Error> {
    let current = settings::weights(workspace, None)?;
    with_run(workspace, since, |run, citing| {
        let mut halves = Halves::of(run, citing, progress);
        let mut tuning = Tuning {
            current,
            proposed: current,
            older: Half::before(halves.older(current)?),
            newer: Half::before(halves.newer(current)?),
        };
        if tuning.is_too_little() {
            return Ok(tuning);
        }
        for _ in 0..ROUNDS {
            let begun = tuning.proposed;
            for weights in begun.neighbours() {
                let (_, placed) = halves.older(weights)?;
                if placed.sum() > tuning.older.after.sum() {
                    tuning.older.after = placed;
                    tuning.proposed = weights;
                }
            }
            if tuning.proposed == begun {
                break;
            }
        }
        if tuning.proposed != current {
            tuning.newer.after = halves.newer(tuning.proposed)?.1;
        }
        Ok(tuning)
    })
}

/// The two halves of the questions, asked again and again.
struct Halves<'a, 'r> {
    run: &'a mut Run<'r>,
    citing: &'a [Citing],
    /// Start of the newer half.
    middle: usize,
    asked: usize,
    progress: &'a dyn Fn(usize, usize),
}

impl<'a, 'r> Halves<'a, 'r> {
    fn of(run: &'a mut Run<'r>, citing: &'a [Citing], progress: &'a dyn Fn(usize, usize)) -> Self {
        let asked: Vec<usize> = (0..citing.len())
            .filter(|nth| citing[*nth].is_asked)
            .collect();
        Self {
            run,
            citing,
            middle: asked.get(asked.len() / 2).copied().unwrap_or(0),
            asked: 0,
            progress,
        }
    }

    fn older(&mut self, weights: Weights) -> Result<(usize, Placed), Error> {
        self.placed(0, self.middle, weights)
    }

    fn newer(&mut self, weights: Weights) -> Result<(usize, Placed), Error> {
        self.placed(self.middle, self.citing.len(), weights)
    }

    /// Returns the number of records in front for the commits from one place to another, and the
    /// number of questions among them.
    fn placed(
        &mut self,
        from: usize,
        to: usize,
        weights: Weights,
    ) -> Result<(usize, Placed), Error> {
        let (mut asked, mut placed) = (0, Placed::default());
        self.run.begin();
        for (nth, commit) in self.citing[..to].iter().enumerate() {
            if nth >= from && commit.is_asked {
                self.asked += 1;
                // At most: a round that finds nothing better is the last one.
                let all = (ROUNDS * Weights::NEIGHBOURS + 3) * self.citing.len() / 2;
                (self.progress)(self.asked.min(all), all);
                asked += usize::from(self.run.weigh(commit, weights, &mut placed)?);
            }
            self.run.told(commit);
        }
        Ok((asked, placed))
    }
}
