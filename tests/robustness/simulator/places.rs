//! Ten clones of one repository, and three remotes that they meet in.

use std::fs;

use super::model::{Kept, Known};
use super::random::Random;
use crate::common::{Answer, World};

pub const CLONES: usize = 10;
pub const REMOTES: [&str; 3] = ["one", "two", "three"];

/// A repository, and what it has to have.
pub struct Place {
    pub world: World,
    pub known: Known,
}

/// All repositories of a run.
pub struct Places {
    pub clones: Vec<Place>,
    /// Bare repositories, in the order of [`REMOTES`].
    pub remotes: Vec<Place>,
    /// The first commit, which is in all of them.
    pub first: String,
    /// Holds the folder.
    pub root: World,
}

impl Places {
    pub fn new() -> Self {
        let root = World::with_memory();
        let first = root.git("rev-parse HEAD").ok().trim().to_owned();
        for name in REMOTES {
            let remote = root.root().join(format!("{name}.git"));
            root.bare(remote.to_str().unwrap());
            root.git(["remote", "add", name, remote.to_str().unwrap()])
                .ok();
            root.git(["-c", "core.hooksPath=/dev/null", "push", "-q", name, "main"])
                .ok();
        }
        root.git("config gc.auto 0").ok();
        let place = |folder: String| Place {
            world: root.again(&root.root().join(folder)),
            known: Known::new(),
        };
        let remotes = REMOTES.map(|name| place(format!("{name}.git")));
        let clones: Vec<Place> = (0..CLONES)
            .map(|nth| place(format!("clone{nth}")))
            .collect();
        for clone in &clones {
            let to = clone.world.here.to_str().unwrap();
            let copied = root.command("cp").args(["-a", "."]).arg(to).status();
            assert!(copied.unwrap().success());
        }
        Self {
            clones,
            remotes: remotes.into(),
            first,
            root,
        }
    }
}

impl Place {
    /// The lines of what is kept in a place, in which tokens are looked for.
    pub fn text(&self, kept: Kept, first: &str) -> Result<String, String> {
        match kept {
            Kept::Tracked | Kept::Local => Ok(self.files("memory")),
            Kept::Entry => answer(
                self.world
                    .git("log --format=%s --glob=refs/memory/branches/*"),
            ),
            Kept::Note => answer(self.world.memory(["notes", first])),
        }
    }

    /// The texts of all files below a folder, without those that are derived from others.
    fn files(&self, folder: &str) -> String {
        let mut text = String::new();
        for path in self.paths(folder) {
            if !path.ends_with("/impressions.jsonl") && !path.ends_with("/index.md") {
                text += &fs::read_to_string(self.world.here.join(path)).unwrap_or_default();
            }
        }
        text
    }

    /// The paths of all files below a folder, sorted.
    pub fn paths(&self, folder: &str) -> Vec<String> {
        let found = self.world.shell(&format!("find {folder} -type f"));
        let mut paths: Vec<String> = found.out.lines().map(str::to_owned).collect();
        paths.sort_unstable();
        paths
    }

    /// The id of a decision that nothing has replaced; `None` where there is none.
    pub fn decision(&self, random: &mut Random) -> Option<String> {
        let found = self.world.shell(
            "grep -l '^status: active' memory/decisions/*.md | xargs -r grep -h '^id: dec-'",
        );
        let ids: Vec<&str> = found.out.lines().filter_map(|it| it.get(4..)).collect();
        (!ids.is_empty()).then(|| (*random.of(&ids)).to_owned())
    }
}

fn answer(answer: Answer) -> Result<String, String> {
    if answer.status == 0 {
        Ok(answer.out)
    } else {
        Err(answer.err)
    }
}
