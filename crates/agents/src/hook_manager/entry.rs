//! The entry that a manager's configuration needs for one hook.

use super::Manager;
use crate::hook_file::{CLOSING, OPENING};

/// The name of our entries.
pub(crate) const NAME: &str = "git-memory";

/// A call of ours that a manager shall make.
#[derive(Clone, Debug)]
pub struct Call {
    /// The hook, as git calls it.
    pub hook: &'static str,
    /// A line of POSIX shell without single quotes; it passes where the program is missing.
    /// Arguments of git's follow the program's as `$@`.
    pub command: String,
    /// The lines that a shell script takes; what follows them there reads the same input.
    pub script: String,
    /// True if git writes to the hook's input.
    pub reads_input: bool,
}

impl Call {
    /// Returns the text that a person would add to a manager's configuration: for pre-commit and
    /// prek to the list under `repos`.
    #[must_use]
    pub fn text(&self, manager: Manager) -> String {
        match manager {
            Manager::Husky => self.script.clone(),
            Manager::Lefthook => {
                let entry = indented(&self.lefthook_lines("commands"), 4);
                format!("{}:\n  commands:\n{entry}", self.hook)
            }
            Manager::PreCommit | Manager::Prek => self.pre_commit_lines(),
        }
    }

    /// The section that a shell script takes: the same lines between the markers.
    #[must_use]
    pub fn section(&self) -> String {
        format!("{OPENING}\n{}{CLOSING}\n", self.script)
    }

    /// Its entry under a hook's `commands` or `jobs`, not indented.
    pub(crate) fn lefthook_lines(&self, list: &str) -> String {
        // lefthook puts git's arguments there.
        let run = self.command.replace("\"$@\"", "{0}");
        let (head, indent) = match list {
            "jobs" => (format!("- name: {NAME}\n"), "  "),
            _ => (format!("{NAME}:\n"), "  "),
        };
        let input = if self.reads_input {
            format!("{indent}use_stdin: true\n")
        } else {
            String::new()
        };
        format!("{head}{indent}run: {run}\n{input}")
    }

    /// Its entry under `repos`, not indented.
    pub(crate) fn pre_commit_lines(&self) -> String {
        let Self { hook, command, .. } = self;
        format!(
            "- repo: local\n  hooks:\n    - id: {NAME}-{hook}\n      name: {NAME}\n      \
             entry: sh -c '{command}'\n      language: system\n      always_run: true\n      \
             pass_filenames: false\n      stages: [{hook}]\n"
        )
    }
}

/// The lines, each with so many spaces before it.
pub(crate) fn indented(lines: &str, spaces: usize) -> String {
    let mut text = String::new();
    for line in lines.lines() {
        text.push_str(&" ".repeat(spaces));
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// True if a configuration, or a script, calls us for a hook in a line that is not a comment.
#[must_use]
pub fn calls(text: &str, hook: &str) -> bool {
    let call = format!("git-memory hook {hook}");
    let section = format!("git_memory_hook={hook}");
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with('#') {
            continue;
        }
        if line == section {
            return true;
        }
        if let Some((_, rest)) = line.split_once(&call) {
            // `pre-commit` begins no other hook's name, but who knows.
            let goes_on = rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
            if !goes_on {
                return true;
            }
        }
    }
    false
}
