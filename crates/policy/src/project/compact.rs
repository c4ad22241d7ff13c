//! The policy in a few lines, for readers who must follow it: the part of a context about the
//! project.

use super::stack_profile::{Command, Purpose};
use git_memory_text::{one_line, visible_line};

/// Maximum number of names in a line.
const NAMES: usize = 24;
/// Maximum length of a name, in characters.
const NAME: usize = 80;
/// Maximum number of commands of one purpose.
const COMMANDS: usize = 4;

/// Contents of the short policy.
#[derive(Clone, Copy, Debug)]
pub struct Compact<'a> {
    /// Folders with the project's own source and tests.
    pub focus: &'a [String],
    /// Entries that searches leave out.
    pub ignored: &'a [String],
    /// Entries that no tool may touch.
    pub blocked: &'a [String],
    /// Every command, in the order of the profile.
    pub commands: &'a [Command],
}

impl Compact<'_> {
    /// All lines, the most important first: lines are cut off at the end.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        lines.push(self.brief());
        lines.extend(names("Leave out of searches", self.ignored));
        lines.extend(names("Focus", self.focus));
        lines.extend(self.commands("Build", Purpose::Build));
        lines.join("\n")
    }

    /// The lines that matter most.
    #[must_use]
    pub fn brief(&self) -> String {
        let mut lines = Vec::new();
        lines.extend(names("Blocked for tools", self.blocked));
        lines.extend(self.commands("Test", Purpose::Test));
        lines.join("\n")
    }

    fn commands(&self, heading: &str, purpose: Purpose) -> Option<String> {
        let mut said: Vec<String> = Vec::new();
        for command in self.commands {
            // The commands of parts matter if the whole has none.
            let is_wanted = command.folder.is_empty() || said.is_empty();
            if command.purpose == purpose && is_wanted && said.len() < COMMANDS {
                said.push(if command.folder.is_empty() {
                    command.line.clone()
                } else {
                    format!("{} (in {})", command.line, shown(&command.folder))
                });
            }
        }
        (!said.is_empty()).then(|| format!("{heading}: {}", said.join(" | ")))
    }
}

fn names(heading: &str, names: &[String]) -> Option<String> {
    let mut said: Vec<String> = Vec::new();
    for name in names.iter().take(NAMES) {
        said.push(shown(name));
    }
    if let Some(more @ 1..) = names.len().checked_sub(NAMES) {
        said.push(format!("{more} more"));
    }
    (!said.is_empty()).then(|| format!("{heading}: {}", said.join(", ")))
}

/// A name on one line.
fn shown(name: &str) -> String {
    one_line(&visible_line(name), NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(purpose: Purpose, line: &str, folder: &str) -> Command {
        Command {
            purpose,
            line: line.to_owned(),
            folder: folder.to_owned(),
            source: String::new(),
        }
    }

    #[test]
    fn each_fact_has_its_line() {
        let names = ["a\nb".to_owned(), "c\u{202e}".to_owned()];
        let commands = [
            command(Purpose::Test, "make test", ""),
            command(Purpose::Test, "cargo test", "part"),
            command(Purpose::Build, "cargo build", "part"),
            command(Purpose::Lint, "cargo clippy", ""),
        ];
        let compact = Compact {
            focus: &names,
            ignored: &[],
            blocked: &names[..1],
            commands: &commands,
        };
        assert_eq!(
            compact.text(),
            "Blocked for tools: a\\nb\nTest: make test\nFocus: a\\nb, c\\u{202e}\n\
             Build: cargo build (in part)"
        );
        assert_eq!(compact.brief(), "Blocked for tools: a\\nb\nTest: make test");
        let many = vec!["x".repeat(200); 30];
        let compact = Compact {
            focus: &many,
            ..compact
        };
        let text = compact.text();
        assert!(text.lines().nth(2).unwrap().ends_with(", 6 more"), "{text}");
        assert!(text.len() < 3000, "{text}");
    }
}
