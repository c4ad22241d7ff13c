//! Time limit of a hook. A person waits for it, so the clock ends it; but on a busy machine the clock
//! runs while the hook stands in line, and its own work is what tells that a history is long.

use std::time::{Duration, Instant};

use crate::workspace::Invocation;
use git_memory_agents::agent::event::AgentEvent;
use git_memory_git::processor_time;

/// The shortest time between two looks at the processor time, which threads share.
const LOOK: Duration = Duration::from_millis(5);

/// Time limit of the hook that this process is.
pub struct Patience {
    begun: Instant,
    work: Duration,
    /// `None` where the clock is fixed.
    clock: Option<Duration>,
}

impl Patience {
    /// The limit of a hook that begins now.
    #[must_use]
    pub fn of(invocation: &Invocation, event: AgentEvent) -> Self {
        let clock = Duration::from_millis(event.patience());
        Self {
            begun: Instant::now(),
            work: Duration::from_millis(event.work()),
            clock: (!invocation.is_clock_fixed()).then_some(clock),
        }
    }

    /// Returns how long to wait before the next look at the limit; `None` once it is reached.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        let passed = self.begun.elapsed();
        // A system that does not tell the processor time has only the clock.
        self.left_after(passed, processor_time().unwrap_or(passed))
    }

    fn left_after(&self, passed: Duration, used: Duration) -> Option<Duration> {
        let left =
            |limit: Duration, used| Some(limit.saturating_sub(used)).filter(|it| !it.is_zero());
        let work = left(self.work, used)?.max(LOOK);
        match self.clock {
            Some(clock) => Some(left(clock, passed)?.min(work)),
            None => Some(work),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_ends_by_its_work_or_by_the_clock() {
        let ms = Duration::from_millis;
        let mut patience = Patience {
            begun: Instant::now(),
            work: ms(900),
            clock: Some(ms(2500)),
        };
        for (passed, used, left) in [
            (0, 0, Some(900)),
            // In line behind other processes.
            (1700, 100, Some(800)),
            (2400, 100, Some(100)),
            (2500, 100, None),
            (600, 899, Some(5)),
            (600, 900, None),
            // Two threads at work.
            (600, 1200, None),
        ] {
            let found = patience.left_after(ms(passed), ms(used));
            assert_eq!(found, left.map(ms), "{passed} {used}");
        }
        patience.clock = None;
        assert_eq!(patience.left_after(ms(60_000), ms(100)), Some(ms(800)));
        assert_eq!(patience.left_after(ms(60_000), ms(900)), None);
    }
}
