//! Records that two branches change.

use crate::common::World;

pub const PATH: &str = "memory/notes/a.md";
pub const ID: &str = "note-aaaaaa";

/// A record as a test wants it.
#[derive(Clone)]
pub struct Note {
    pub id: String,
    pub title: String,
    pub tags: Vec<String>,
    pub day: u32,
    pub lines: Vec<String>,
}

impl Note {
    /// A record with a body of some lines.
    pub fn new(id: &str, lines: &[&str]) -> Self {
        Self {
            id: id.to_owned(),
            title: "One".to_owned(),
            tags: vec!["a".to_owned()],
            day: 20,
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        }
    }

    pub fn titled(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    pub fn tagged(mut self, tags: &[&str]) -> Self {
        self.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        self
    }

    pub fn on(mut self, day: u32) -> Self {
        self.day = day;
        self
    }

    /// Replaces one line.
    pub fn with(mut self, nth: usize, line: &str) -> Self {
        line.clone_into(&mut self.lines[nth]);
        self
    }

    pub fn text(&self) -> String {
        let lines: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        format!(
            "---\nid: {}\ntitle: {}\nstatus: active\nscope: project\ntags: [{}]\n\
             updated: 2026-11-{}\n---\n{lines}",
            self.id,
            self.title,
            self.tags.join(", "),
            self.day
        )
    }
}

/// The record that both branches come from.
pub fn base() -> Note {
    Note::new(ID, &["x", "1", "2", "y", "3", "4", "z"])
}

/// Returns both sides, and their merge: git without the driver has a conflict here.
pub fn sides() -> [Note; 3] {
    let ours = base().tagged(&["a", "b"]).on(21).with(0, "ours");
    let theirs = base().tagged(&["a", "c"]).on(22).with(6, "theirs");
    let both = theirs.clone().tagged(&["a", "b", "c"]).with(0, "ours");
    [ours, theirs, both]
}

/// Writes a text at a path and commits only that.
pub fn commit(world: &World, path: &str, text: &str, message: &str) {
    world.write(path, text);
    world.git(["add", path]).ok();
    world.git(["commit", "-q", "-m", message]).ok();
}

/// A repository on `main` with [`base`], `ours` committed on top; on the branch `topic`, `theirs`.
pub fn parted(ours: &str, theirs: &str) -> World {
    let world = World::with_memory();
    commit(&world, PATH, &base().text(), "Base");
    world.git("branch topic").ok();
    commit(&world, PATH, ours, "Ours");
    world.git("checkout -q topic").ok();
    commit(&world, PATH, theirs, "Theirs");
    world.git("checkout -q main").ok();
    world
}
