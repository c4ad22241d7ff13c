//! The table of hooks: git's name for each, what it is for, and the script that calls us.

use git_memory_agents::hook_file::one_line;
use git_memory_agents::hook_manager::Call;

/// Purpose of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Looks at the index that is being committed, and may stop git.
    Guard,
    /// Offers a commit's message what the commit is about, and never stops git.
    Message,
    /// Brings this work tree's state up to date, and never stops git.
    Follow,
    /// Carries notes to what commits became, brings this work tree's state up to date, and never
    /// stops git.
    Rewrite,
    /// Prints a warning before git begins, and never stops it.
    Tell,
    /// Looks at what is about to be pushed, and may stop git.
    Push,
    /// Looks at refs that are about to move, and may stop git. It runs at every move of every ref,
    /// which costs more than most want to pay: only with `memory.strict`.
    Transaction,
    /// The clean filter of files below `memory/`: not a hook by name, but put in and out like one.
    Filter,
    /// Merges files below `memory/`; likewise no hook by name.
    Merge,
}

impl Duty {
    /// True if the duty belongs to one of git's named hooks; the others exist only in git's
    /// settings.
    #[must_use]
    pub fn is_hook(self) -> bool {
        !matches!(self, Self::Filter | Self::Merge)
    }
}

/// A hook of git's that we take part in.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    /// git's name for it.
    pub name: &'static str,
    /// Its purpose.
    pub duty: Duty,
}

/// Every hook of ours.
pub const HOOKS: [Hook; 11] = [
    Hook {
        name: "pre-commit",
        duty: Duty::Guard,
    },
    Hook {
        name: "pre-merge-commit",
        duty: Duty::Guard,
    },
    Hook {
        name: "prepare-commit-msg",
        duty: Duty::Message,
    },
    Hook {
        name: "post-checkout",
        duty: Duty::Follow,
    },
    Hook {
        name: "post-merge",
        duty: Duty::Follow,
    },
    Hook {
        name: "post-rewrite",
        duty: Duty::Rewrite,
    },
    Hook {
        name: "pre-rebase",
        duty: Duty::Tell,
    },
    Hook {
        name: "pre-push",
        duty: Duty::Push,
    },
    Hook {
        name: "reference-transaction",
        duty: Duty::Transaction,
    },
    Hook {
        name: "clean-filter",
        duty: Duty::Filter,
    },
    Hook {
        name: "merge-driver",
        duty: Duty::Merge,
    },
];

/// Our section of a hook file, which contains the hook's name.
const HOOK_SCRIPT: &str = include_str!("../../../../hooks/hook.sh");
/// Pathspec of the folder of memory, which the shell takes from the line of `.gitattributes` that
/// names it, if it is another one than usual.
const FOLDER: &str = "\":$({ grep -s \"^/.* git-memory\" .gitattributes || \
                      echo \"/memory/**\"; } | cut -d\"*\" -f1)\"";
/// Script that git runs as the filter of files of memory.
const FILTER_SCRIPT: &str = include_str!("../../../../hooks/filter.sh");
/// Script that git runs to merge files of memory.
const MERGE_SCRIPT: &str = include_str!("../../../../hooks/merge.sh");

impl Hook {
    /// The hook of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Hook> {
        HOOKS
            .into_iter()
            .find(|hook| hook.name == name && hook.duty.is_hook())
    }

    /// Its script: our section of its hook file (complete lines of POSIX shell), or the command
    /// line of a duty that is not a named hook.
    #[must_use]
    pub fn section(self) -> String {
        match self.duty {
            Duty::Filter => one_line(FILTER_SCRIPT),
            Duty::Merge => one_line(MERGE_SCRIPT),
            _ => HOOK_SCRIPT.replace("@HOOK@", self.name),
        }
    }

    /// Its name in git's settings.
    #[must_use]
    pub fn setting_name(self) -> String {
        format!("git-memory-{}", self.name)
    }

    /// The command for a hook that is not a shell script.
    #[must_use]
    pub fn command(self) -> String {
        format!("git-memory hook {}", self.name)
    }

    /// The line that git's settings run: git appends `"$@"` to a hook's and hands it to the shell
    /// (git-hook(1)). It does what [`Hook::section`] does where the program is missing.
    #[must_use]
    pub fn setting(self) -> String {
        let command = self.command();
        match self.duty {
            Duty::Guard => format!(
                "if ! command -v git-memory >/dev/null 2>&1; then \
                 git diff --cached --quiet -- {FOLDER} 2>/dev/null && exit 0; \
                 echo 'git-memory is not on PATH, so memory is not checked: \
                 install it, or commit with --no-verify' >&2; exit 1; fi; {command}"
            ),
            Duty::Push => format!(
                "if ! command -v git-memory >/dev/null 2>&1; then \
                 echo 'git-memory is not on PATH, \
                 so this push is not checked for secrets in memory' >&2; \
                 exit 0; fi; {command}"
            ),
            // git would stop the commit where this fails.
            Duty::Message => {
                format!("! command -v git-memory >/dev/null 2>&1 || {command} \"$@\" || :; :")
            }
            Duty::Follow | Duty::Rewrite | Duty::Tell | Duty::Transaction => {
                format!("! command -v git-memory >/dev/null 2>&1 || {command}")
            }
            Duty::Filter | Duty::Merge => self.section(),
        }
    }

    /// Returns the call for a hook manager, in a configuration that a team shares.
    #[must_use]
    pub fn call(self) -> Call {
        let missing = match self.duty {
            Duty::Guard => &format!(
                "elif ! git diff --cached --quiet -- {FOLDER}; then \
                 echo \"git-memory is not on PATH, so memory is not checked\" >&2; fi"
            ),
            Duty::Push => {
                "else echo \"git-memory is not on PATH, \
                 so this push is not checked for secrets in memory\" >&2; fi"
            }
            _ => "fi",
        };
        let rest = match self.duty {
            Duty::Guard => "",
            Duty::Follow | Duty::Rewrite | Duty::Message | Duty::Tell => " \"$@\" || :",
            _ => " \"$@\"",
        };
        let called = |before: &str, after: &str| {
            let call = self.command();
            let call = format!("{before}{call}{rest}{after}");
            format!("if command -v git-memory >/dev/null 2>&1; then {call}; {missing}")
        };
        let command = called("", "");
        let reads_input = matches!(self.duty, Duty::Push | Duty::Rewrite | Duty::Transaction);
        Call {
            hook: self.name,
            script: if reads_input {
                // More follows, which must not hide that it fails.
                let stops = if self.duty == Duty::Rewrite {
                    ""
                } else {
                    " || exit $?"
                };
                let call = called("printf '%s\\n' \"$git_memory_input\" | ", stops);
                format!(
                    "git_memory_input=$(cat)\n{call}\nexec <<GIT_MEMORY_INPUT\n\
                     $git_memory_input\nGIT_MEMORY_INPUT\n"
                )
            } else {
                format!("{command}\n")
            },
            command,
            reads_input,
        }
    }
}
