//! One run of the simulator: steps that a seed decides, each followed by what has to hold.

use std::collections::BTreeMap;
use std::thread;

use super::actions::{self, Done, Write};
use super::faults::{self, Fault};
use super::invariants as hold;
use super::model::Known;
use super::places::{CLONES, Places, REMOTES};
use super::random::Random;

pub struct Run {
    random: Random,
    places: Places,
    /// Description of each step.
    pub log: Vec<String>,
    /// Number of steps, commands and faults, by their kind.
    pub met: BTreeMap<&'static str, usize>,
    ids: u64,
}

impl Run {
    pub fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            places: Places::new(),
            log: Vec::new(),
            met: BTreeMap::new(),
            // Two seeds write no two records with one id.
            ids: seed.wrapping_mul(1_000_000) + 10_000,
        }
    }

    pub fn go(&mut self, steps: usize) -> Result<(), String> {
        for nth in 1..=steps {
            self.count("steps");
            let clone = self.random.below(CLONES);
            match self.random.below(13) {
                0..=5 => self.write(clone)?,
                6 => self.sync(&[clone])?,
                7 => self.commit(clone),
                8 => self.meet(clone),
                9 => self.branch(clone),
                10 => self.damage_cache(clone)?,
                11 => self.sync(&[clone, (clone + 1) % CLONES, (clone + 2) % CLONES])?,
                _ => self.damage_ref(clone)?,
            }
            let (first, place) = (&self.places.first, &self.places.clones[clone]);
            hold::whole(place, first)?;
            hold::shown(place)?;
            hold::reads(place, &mut self.random)?;
            hold::caches(place, &mut self.random)?;
            if nth % 10 == 0 {
                hold::sound(&self.places, place)?;
            }
        }
        Ok(())
    }

    fn count(&mut self, what: &'static str) {
        *self.met.entry(what).or_default() += 1;
    }

    fn say(&mut self, clone: usize, what: &str) {
        self.log
            .push(format!("{}: clone {clone}: {what}", self.log.len() + 1));
    }

    /// One to four writes at once.
    fn write(&mut self, clone: usize) -> Result<(), String> {
        let place = &self.places.clones[clone];
        let together = *self.random.of(&[1, 1, 1, 2, 4]);
        let mut writes = Vec::new();
        for _ in 0..together {
            self.ids += 1;
            let first = &self.places.first;
            writes.push(Write::any(&mut self.random, place, first, self.ids));
        }
        let done = at_once(&writes, |write| write.run(place));
        self.judge(clone, &writes, &done)
    }

    fn judge(&mut self, clone: usize, writes: &[Write], done: &[Done]) -> Result<(), String> {
        for (write, done) in writes.iter().zip(done) {
            self.count(match (done.status, done.is_reported()) {
                (None, _) => "killed",
                (_, true) => "done",
                _ => "refused",
            });
            let status = done.status;
            let (words, fault) = (write.arguments.join(" "), &write.fault);
            self.say(
                clone,
                &format!("{words} ({fault:?}, {}): {status:?}", write.clock),
            );
            hold::answers(write, done)?;
        }
        let is_harmed = writes
            .iter()
            .any(|write| !matches!(write.fault, Fault::None));
        let place = &mut self.places.clones[clone];
        if is_harmed {
            hold::pass_time(place);
        }
        // The next command finishes what was begun.
        let list = place.world.memory("list");
        if list.status != 0 {
            return Err(format!("list: {}", list.err));
        }
        hold::staged_whole(place)?;
        for (write, done) in writes.iter().zip(done) {
            let Some(kept) = write.kept else { continue };
            let text = place.text(kept, &self.places.first).unwrap_or_default();
            hold::refused(write, done, &text)?;
            // What was killed may be done or not, but stays so.
            if done.is_reported() || text.contains(&write.token) {
                place.known.add(kept, &write.token);
            }
        }
        Ok(())
    }

    /// Some clones sync with one remote at once.
    fn sync(&mut self, clones: &[usize]) -> Result<(), String> {
        let remote = self.random.below(REMOTES.len());
        let mut writes = Vec::new();
        for clone in clones {
            self.ids += 1;
            writes.push((*clone, Write::sync(&mut self.random, remote, self.ids)));
        }
        let places = &self.places.clones;
        let done = at_once(&writes, |(clone, write)| write.run(&places[*clone]));
        let mut synced = Vec::new();
        for ((clone, write), done) in writes.into_iter().zip(done) {
            if done.status == Some(0) {
                synced.push(clone);
            }
            self.judge(clone, &[write], &[done])?;
        }
        let there = &mut self.places.remotes[remote];
        let before = there.known.clone();
        for clone in synced {
            // Another clone may have pushed after this one fetched.
            let place = &mut self.places.clones[clone];
            there.known.receive_private(&place.known, |_, _| true);
            place.known.receive_private(&before, Known::has);
        }
        hold::received(there, &self.places.first)
    }

    fn commit(&mut self, clone: usize) {
        let is_done = actions::commit(&mut self.places.clones[clone]);
        self.say(clone, &format!("commit: {is_done}"));
    }

    /// Pulls from a remote, and pushes to it.
    fn meet(&mut self, clone: usize) {
        self.commit(clone);
        let nth = self.random.below(REMOTES.len());
        let (place, remote) = (
            &mut self.places.clones[clone],
            &mut self.places.remotes[nth],
        );
        if !place.known.loose.is_empty() || place.known.branch != "main" {
            return;
        }
        let pulled = actions::pull(place, nth, remote);
        let pushed = pulled && actions::push(place, nth, remote);
        self.say(clone, &format!("pull from {nth}: {pulled}, push: {pushed}"));
        self.count(if pulled { "merged" } else { "conflicts" });
    }

    fn branch(&mut self, clone: usize) {
        self.commit(clone);
        let place = &mut self.places.clones[clone];
        if place.known.loose.is_empty() {
            let is_done = actions::branch(place, &mut self.random);
            let branch = place.known.branch.clone();
            self.say(clone, &format!("switch to {branch}: {is_done}"));
        }
    }

    fn damage_cache(&mut self, clone: usize) -> Result<(), String> {
        let place = &self.places.clones[clone];
        let what = faults::damage_cache(place, &mut self.random);
        self.say(clone, &what);
        self.count("damaged caches");
        hold::reads(&self.places.clones[clone], &mut self.random)
    }

    fn damage_ref(&mut self, clone: usize) -> Result<(), String> {
        let place = &self.places.clones[clone];
        let what = faults::damage_ref(place, &mut self.random);
        self.say(clone, &what);
        self.count("damaged refs");
        let place = &self.places.clones[clone];
        hold::reads(place, &mut self.random)?;
        let fixed = place.world.memory("doctor --fix");
        if fixed.err.contains("panicked") {
            return Err(format!("doctor --fix: {}", fixed.err));
        }
        Ok(())
    }
}

/// Runs all of these at once; gives the answers in their order.
fn at_once<T: Sync, R: Send>(all: &[T], run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    thread::scope(|scope| {
        let run = &run;
        let started: Vec<_> = all
            .iter()
            .map(|one| scope.spawn(move || run(one)))
            .collect();
        started.into_iter().map(|one| one.join().unwrap()).collect()
    })
}
