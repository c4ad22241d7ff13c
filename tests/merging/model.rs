//! Random histories against a model: whatever two branches do to a record and however they are
//! merged, nothing is lost that either side kept.
//!
//! Five hundred histories go through the merge itself, as the driver calls it; a few more through
//! the real git, which has to come to the same texts.

use std::collections::BTreeSet;

use git_memory_model::merging::{Texts, merge};
use git_memory_model::record::conflict::Conflict;
use git_memory_model::record::marks::{Marks, Merged};
use git_memory_model::record::reading::read;

use crate::common::{World, has};
use crate::records::{Note, PATH, commit};

const HISTORIES: u64 = 500;
const STEPS: usize = 6;

/// Numbers that look random and are the same in every run (Knuth's constants).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// A history in the making: numbers make each line and title one of its kind.
struct History {
    random: Random,
    made: usize,
}

impl History {
    fn new(seed: u64) -> Self {
        Self {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1),
            made: 0,
        }
    }

    fn word(&mut self, kind: &str) -> String {
        self.made += 1;
        format!("{kind}{}.", self.made)
    }

    fn begin(&mut self) -> Note {
        let mut note = Note::new("note-aaaaaa", &[]);
        note.lines = (0..8).map(|_| self.word("line")).collect();
        note.titled(&self.word("Title"))
    }

    /// Some changes of one branch.
    fn edit(&mut self, note: &Note) -> Note {
        let mut note = note.clone();
        for _ in 0..=self.random.below(3) {
            let at = self.random.below(note.lines.len() + 1);
            match self.random.below(6) {
                0 => note.title = self.word("Title"),
                1 => note.tags.push(self.word("tag")),
                2 if !note.tags.is_empty() => {
                    let at = self.random.below(note.tags.len());
                    note.tags.remove(at);
                }
                3 if at < note.lines.len() => drop(note.lines.remove(at)),
                4 if at < note.lines.len() => note.lines[at] = self.word("line"),
                _ => note.lines.insert(at, self.word("line")),
            }
        }
        note.day = (note.day + u32::try_from(self.random.below(2)).unwrap()).min(29);
        note
    }

    /// Resolves a merge: one of the titles, all of the lines.
    fn decide(&mut self, merged: &Merged, [ours, theirs]: [&Note; 2]) -> Note {
        let is_mark = |line: &&str| {
            !["<<<", "===", ">>>"]
                .iter()
                .any(|mark| line.starts_with(mark))
        };
        let (_, body) = merged.text[4..].split_once("---\n").unwrap();
        let lines = body.lines().filter(is_mark);
        let lines = lines.filter(|line| !line.starts_with("title: "));
        let mut decided = Note::new("note-aaaaaa", &[]);
        decided.lines = lines.map(str::to_owned).collect();
        decided.tags = tags(&merged.text);
        decided.day = ours.day.max(theirs.day);
        value(&merged.text, "title").clone_into(&mut decided.title);
        if !merged.is_clean && merged.text.contains(&theirs.title) && self.random.below(2) == 0 {
            decided.title.clone_from(&theirs.title);
        }
        decided
    }
}

/// Returns the value of a key in front matter.
fn value<'a>(text: &'a str, key: &str) -> &'a str {
    let (front_matter, _) = text[4..].split_once("---\n").unwrap();
    let mut values = front_matter
        .lines()
        .filter_map(|line| line.split_once(": "));
    values.find(|(name, _)| *name == key).unwrap().1
}

fn tags(text: &str) -> Vec<String> {
    let list = value(text, "tags").trim_matches(['[', ']']);
    let tags = list.split(", ").filter(|tag| !tag.is_empty());
    tags.map(str::to_owned).collect()
}

fn marks(size: usize) -> Marks {
    Marks::new(size, ["ours", "base", "theirs"])
}

fn merged(base: &str, ours: &Note, theirs: &Note, size: usize) -> Merged {
    let (ours, theirs) = (ours.text(), theirs.text());
    let texts = Texts {
        base,
        ours: &ours,
        theirs: &theirs,
    };
    merge(PATH, &texts, &marks(size)).unwrap()
}

/// Checks a merge with a single base against the model.
#[track_caller]
fn assert_kept(base: &Note, ours: &Note, theirs: &Note, merged: &Merged) {
    let text = &merged.text;
    let set = |note: &Note| -> BTreeSet<String> { note.tags.iter().cloned().collect() };
    let (before, one, other) = (set(base), set(ours), set(theirs));
    let mut tags: BTreeSet<String> = one.intersection(&other).cloned().collect();
    tags.extend(
        one.symmetric_difference(&other)
            .filter(|tag| !before.contains(*tag))
            .cloned(),
    );
    let found: BTreeSet<String> = self::tags(text).into_iter().collect();
    assert_eq!(found, tags, "{text}");
    let day = format!("2026-11-{}", ours.day.max(theirs.day));
    assert_eq!(value(text, "updated"), day);
    let title = if ours.title == base.title {
        theirs
    } else {
        ours
    };
    assert_eq!(value(text, "title"), title.title, "{text}");
    if theirs.title != base.title {
        has(text, &format!("title: {}\n", theirs.title));
    }
    for (side, other) in [(ours, theirs), (theirs, ours)] {
        for line in &side.lines {
            let is_taken_out = base.lines.contains(line) && !other.lines.contains(line);
            let count = text.lines().filter(|own| own == line).count();
            assert!(is_taken_out || count > 0, "{line} is gone from\n{text}");
            // A line that only one side wrote is there once.
            assert!(
                other.lines.contains(line) || count <= 1,
                "{line} is twice in\n{text}"
            );
        }
        for line in &base.lines {
            // A line that one side removed comes back only in a conflict.
            let is_back = !side.lines.contains(line) && text.lines().any(|own| own == line);
            assert!(!is_back || !merged.is_clean, "{line} is back in\n{text}");
        }
    }
    assert_eq!(Conflict::of(text).is_none(), merged.is_clean);
}

#[test]
fn five_hundred_histories_lose_nothing() {
    let mut conflicts = 0;
    for seed in 0..HISTORIES {
        let mut history = History::new(seed);
        let mut base = history.begin();
        let (mut main, mut topic) = (base.clone(), base.clone());
        // git's base: for two merges, their own merge.
        let mut base_text = base.text();
        let mut is_single = true;
        for _ in 0..STEPS {
            main = history.edit(&main);
            topic = history.edit(&topic);
            let one = merged(&base_text, &main, &topic, 7);
            let other = merged(&base_text, &topic, &main, 7);
            assert_eq!(one.is_clean, other.is_clean, "{seed}");
            assert!(!one.is_clean || one.text == other.text, "{seed}");
            if is_single {
                assert_kept(&base, &main, &topic, &one);
                assert_kept(&base, &topic, &main, &other);
            }
            conflicts += usize::from(!one.is_clean);
            if seed % 20 == 0 {
                // Reading looks for secrets, too, which takes its time.
                assert!(read(one.text.as_bytes()).header.is_some(), "{}", one.text);
            }
            let decided = history.decide(&one, [&main, &topic]);
            if history.random.below(3) > 0 {
                base = decided;
                base_text = base.text();
                (main, topic) = (base.clone(), base.clone());
                is_single = true;
            } else {
                // Each branch merges the other one as it was, and decides for itself.
                base_text = merged(&base_text, &main, &topic, 9).text;
                let of_topic = history.decide(&other, [&topic, &main]);
                (main, topic) = (decided, of_topic);
                let titles = [&main.title, &topic.title];
                let again = merged(&base_text, &main, &topic, 7);
                for title in titles {
                    assert!(
                        again.text.contains(title.as_str()),
                        "{seed}: {}",
                        again.text
                    );
                }
                is_single = false;
            }
        }
    }
    // The model is useless if the sides never meet.
    assert!(conflicts > 200, "{conflicts}");
}

#[test]
fn git_comes_to_the_same_texts() {
    for seed in 0..4 {
        let world = World::with_memory();
        let mut history = History::new(1000 + seed);
        let base = history.begin();
        let (ours, theirs) = (history.edit(&base), history.edit(&base));
        let (ours, theirs) = (ours.with(0, "ours."), theirs.on(29));
        commit(&world, PATH, &base.text(), "Base");
        world.git("branch topic").ok();
        commit(&world, PATH, &ours.text(), "Ours");
        world.git("checkout -q topic").ok();
        commit(&world, PATH, &theirs.text(), "Theirs");
        world.git("checkout -q main").ok();
        let command: &[&str] = match seed % 4 {
            0 => &["merge", "-q", "--no-edit", "topic"],
            1 => &["cherry-pick", "topic"],
            2 => &["rebase", "-q", "main", "topic"],
            _ => &["rebase", "-q", "--apply", "main", "topic"],
        };
        let ended = world.git(command);
        let expected = merged(&base.text(), &ours, &theirs, 7);
        assert_eq!(
            ended.status == 0,
            expected.is_clean,
            "{seed}: {}",
            ended.err
        );
        let unnamed = |text: &str| -> Vec<String> {
            let cut = |line: &str| match line.get(..8) {
                Some(start @ ("<<<<<<< " | ">>>>>>> ")) => start.to_owned(),
                _ => line.to_owned(),
            };
            text.lines().map(cut).collect()
        };
        assert_eq!(
            unnamed(&world.read(PATH)),
            unnamed(&expected.text),
            "{seed}"
        );
    }
}
