//! Counts of the hub's own work, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::time::Duration;

use crate::locked::locked;

/// The upper ends of the times that are counted together, in milliseconds.
const TIMES: [u64; 8] = [5, 10, 25, 50, 100, 250, 1_000, 10_000];

/// Counts since the hub began.
#[derive(Debug, Default)]
pub struct Measures {
    all: Mutex<BTreeMap<(&'static str, u16), Times>>,
    looks: Mutex<Looks>,
}

#[derive(Debug, Default)]
struct Times {
    within: [u64; TIMES.len()],
    count: u64,
    sum: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Looks {
    done: u64,
    failed: u64,
}

impl Measures {
    /// Counts an answer to a verb, with its status of HTTP.
    pub fn answered(&self, verb: &'static str, status: u16, took: Duration) {
        let mut all = locked(&self.all);
        let times = all.entry((verb, status)).or_default();
        for (within, end) in times.within.iter_mut().zip(TIMES) {
            *within += u64::from(took.as_millis() <= u128::from(end));
        }
        times.count += 1;
        times.sum += took.as_secs_f64();
    }

    /// Counts a look at a repository.
    pub fn looked(&self, has_failed: bool) {
        let mut looks = locked(&self.looks);
        looks.done += 1;
        looks.failed += u64::from(has_failed);
    }

    /// The counts as text.
    pub fn text(&self) -> String {
        let mut text = String::from(
            "# HELP git_memory_hub_answer_seconds Time of an answer.\n\
             # TYPE git_memory_hub_answer_seconds histogram\n",
        );
        for ((verb, status), times) in locked(&self.all).iter() {
            let labels = format!("verb=\"{verb}\",status=\"{status}\"");
            let name = "git_memory_hub_answer_seconds";
            for (within, end) in times.within.iter().zip(TIMES) {
                let end = Duration::from_millis(end).as_secs_f64();
                // Writing into a text cannot fail.
                let _ = writeln!(text, "{name}_bucket{{{labels},le=\"{end}\"}} {within}");
            }
            let Times { count, sum, .. } = times;
            let _ = writeln!(text, "{name}_bucket{{{labels},le=\"+Inf\"}} {count}");
            let _ = writeln!(text, "{name}_sum{{{labels}}} {sum}");
            let _ = writeln!(text, "{name}_count{{{labels}}} {count}");
        }
        let Looks { done, failed } = *locked(&self.looks);
        for (name, help, value) in [
            ("looks", "Looks at repositories.", done),
            ("failed_looks", "Those of them that failed.", failed),
        ] {
            let _ = writeln!(
                text,
                "# HELP git_memory_hub_{name}_total {help}\n\
                 # TYPE git_memory_hub_{name}_total counter\n\
                 git_memory_hub_{name}_total {value}"
            );
        }
        text
    }
}
