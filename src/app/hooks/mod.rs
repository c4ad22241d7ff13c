//! Hooks: one table of them, putting them in and out ([`install`]), and what they do ([`guard`], [`follow`]).

mod follow;
mod guard;
mod install;

pub use follow::follow;
pub use guard::{Verdict, guard};
pub use install::{Installed, Place, install, status, uninstall};

/// What a hook is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Looks at the index that is being committed, and may stop git.
    Guard,
    /// Brings this work tree's state up to date, and never stops git.
    Follow,
}

/// A hook of git's that we take part in.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    /// git's name for it.
    pub name: &'static str,
    /// What it is for.
    pub duty: Duty,
}

/// Every hook of ours.
pub const HOOKS: [Hook; 5] = [
    Hook { name: "pre-commit", duty: Duty::Guard },
    Hook { name: "pre-merge-commit", duty: Duty::Guard },
    Hook { name: "post-checkout", duty: Duty::Follow },
    Hook { name: "post-merge", duty: Duty::Follow },
    Hook { name: "post-rewrite", duty: Duty::Follow },
];

impl Hook {
    /// The hook of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Hook> {
        HOOKS.into_iter().find(|hook| hook.name == name)
    }

    /// Our section of its hook file: complete lines of POSIX shell.
    #[must_use]
    pub fn section(self) -> String {
        let template = match self.duty {
            Duty::Guard => include_str!("../../../hooks/guard.sh"),
            Duty::Follow => include_str!("../../../hooks/follow.sh"),
        };
        template.replace("@HOOK@", self.name)
    }

    /// The command that git's settings run, or that a hook which is no shell script has to call.
    #[must_use]
    pub fn command(self) -> String {
        format!("git-memory hook {}", self.name)
    }
}
