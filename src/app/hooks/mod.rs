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

    /// The command that a hook which is no shell script has to run.
    #[must_use]
    pub fn command(self) -> String {
        format!("git-memory hook {}", self.name)
    }

    /// The line that git's settings run: git appends `"$@"` and hands it to the shell (git-hook(1)). It does what
    /// [`Hook::section`] does where the program is missing.
    #[must_use]
    pub fn setting(self) -> String {
        let command = self.command();
        match self.duty {
            Duty::Guard => format!(
                "if ! command -v git-memory >/dev/null 2>&1; then \
                 git diff --cached --quiet -- ':(top)memory' 2>/dev/null && exit 0; \
                 echo 'git-memory is not on PATH, so memory/ is not checked: \
                 install it, or commit with --no-verify' >&2; exit 1; fi; {command}"
            ),
            Duty::Follow => format!("! command -v git-memory >/dev/null 2>&1 || {command}"),
        }
    }
}
