//! A simulator: a seed decides what ten clones and three remotes do, and what goes wrong. After each
//! step, nothing that was reported is lost or double, and every read answers or says why not.
//!
//! `GIT_MEMORY_TEST_SEED=7` runs another seed than the fixed one, `7..20` several of them, and
//! `GIT_MEMORY_TEST_STEPS` so many steps of each. A seed repeats a fault, as far as the system
//! starts its processes in the same order.

mod actions;
mod faults;
mod invariants;
mod model;
mod places;
mod random;
mod run;

use std::collections::BTreeMap;

use run::Run;

/// Seed and steps of the run that belongs to every change.
const SEED: u64 = 1;
const STEPS: usize = 40;

#[test]
#[ignore = "takes minutes"]
fn a_seed_finds_no_fault() {
    let steps = std::env::var("GIT_MEMORY_TEST_STEPS");
    let steps = steps.map_or(STEPS, |steps| steps.parse().expect("a number of steps"));
    let (seeds, mut faults) = (seeds(), Vec::new());
    let shown = if seeds.end - seeds.start == 1 {
        usize::MAX
    } else {
        12
    };
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in seeds {
        let mut run = Run::new(seed);
        if let Err(why) = run.go(steps) {
            let last = run.log.len().saturating_sub(shown);
            println!("seed {seed}: {why}\n{}\n", run.log[last..].join("\n"));
            faults.push(format!(
                "seed {seed}: {}",
                why.lines().next().unwrap_or_default()
            ));
        }
        for (what, times) in run.met {
            *met.entry(what).or_default() += times;
        }
        println!("seed {seed}: {} faults so far; {met:?}", faults.len());
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The seeds to run.
fn seeds() -> std::ops::Range<u64> {
    let Ok(given) = std::env::var("GIT_MEMORY_TEST_SEED") else {
        return SEED..SEED + 1;
    };
    let number = |text: &str| text.parse::<u64>().expect("a number");
    match given.split_once("..") {
        Some((first, end)) => number(first)..number(end),
        None => number(&given)..number(&given) + 1,
    }
}
