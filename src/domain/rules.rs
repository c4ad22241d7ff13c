//! Hot memory: the rule files of `memory/rules/`, what is wrong with them, and what agents read of
//! them.

use super::budget::tokens;
use super::context::sanitize::without_comments;

/// The marks around the block of another file that is ours.
pub const BEGIN: &str =
    "<!-- git-memory rules: begin; 'git memory rules build' makes this from memory/rules/ -->";
/// The last line of that block.
pub const END: &str = "<!-- git-memory rules: end -->";
/// The file that every agent reads.
pub const AGENTS: &str = "AGENTS.md";
/// The file that Claude reads.
pub const CLAUDE: &str = "CLAUDE.md";
/// The folder of Cursor's own rule files.
pub const CURSOR: &str = ".cursor/rules";
/// The folder of links to the rules, or of copies.
pub const LINKS: &str = ".agents/rules";
/// The line that marks a file as made by this program as a whole.
pub const MADE: &str =
    "<!-- made by 'git memory rules build' from memory/rules/; changes made here are lost -->";

// Maximum number of lines and tokens of all rules together: every conversation carries them with
// it, and what is too long is not followed.
const MOST_LINES: usize = 500;
const MOST_TOKENS: usize = 5000;

/// A file of `memory/rules/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name without `.md`.
    pub name: String,
    /// Its text, without secrets, control and invisible characters.
    pub text: String,
}

/// What is wrong with a rule file, or with all of them (no name).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file's name without `.md`; `None` for all together.
    pub name: Option<String>,
    /// What is wrong, in words, without the name.
    pub message: String,
}

/// A file that other people write in, whose block of ours cannot be told.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("unbalanced git-memory markers")]
pub struct OddMarks;

impl Rule {
    /// Its budget in lines, as `<!-- budget: 50 lines -->` says it.
    #[must_use]
    pub fn budget(&self) -> Option<usize> {
        self.text.lines().find_map(budget_of)
    }

    /// Its text as it is given to agents: without comments, which speak to its authors, or hide
    /// from its reviewers.
    #[must_use]
    pub fn body(&self) -> String {
        without_comments(&self.text).trim().to_owned()
    }
}

fn budget_of(line: &str) -> Option<usize> {
    let comment = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    let budget = comment.trim().strip_prefix("budget:")?;
    let number = budget.trim().strip_suffix("lines")?;
    // Of what is not a number `check` says that the file names no budget.
    number.trim().parse().ok()
}

/// Everything that is wrong with some rules.
#[must_use]
pub fn check(rules: &[Rule]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let (mut all_lines, mut all_tokens) = (0, 0);
    for rule in rules {
        let lines = rule.text.lines().count();
        all_lines += lines;
        all_tokens += tokens(&rule.text);
        let mut messages = Vec::new();
        match rule.budget() {
            Some(budget) if lines > budget => {
                messages.push(format!("it has {lines} lines, its budget is {budget}"));
            }
            Some(_) => {}
            None => messages
                .push("it names no budget: begin it with '<!-- budget: 50 lines -->'".to_owned()),
        }
        // In the block it would end it, and the next build could not find its place.
        if rule.text.contains(BEGIN) || rule.text.contains(END) {
            messages.push("it contains a marker of git-memory's own block".to_owned());
        }
        for message in messages {
            findings.push(Finding {
                name: Some(rule.name.clone()),
                message,
            });
        }
    }
    // One file may keep its own budget and be too many all the same.
    let mut of_all = |message| {
        findings.push(Finding {
            name: None,
            message,
        });
    };
    if all_lines > MOST_LINES {
        of_all(format!(
            "all rules together have {all_lines} lines; the limit is {MOST_LINES}"
        ));
    }
    if all_tokens > MOST_TOKENS {
        of_all(format!(
            "all rules together have about {all_tokens} tokens; the limit is {MOST_TOKENS}"
        ));
    }
    findings
}

/// The rules one after the other, in the order of their names.
#[must_use]
pub fn joined(rules: &[Rule]) -> String {
    let mut bodies: Vec<String> = rules.iter().map(Rule::body).collect();
    bodies.retain(|body| !body.is_empty());
    bodies.join("\n\n")
}

/// Whether a file has a block of ours.
#[must_use]
pub fn has_block(file: &str) -> bool {
    file.contains(BEGIN)
}

/// What of a file at a path from the top is ours: the block in a file of agents, all of one that
/// was made as a whole; `None` for a file of somebody else's, and where the marks are unbalanced.
#[must_use]
pub fn ours<'a>(path: &str, file: &'a str) -> Option<&'a str> {
    if [AGENTS, CLAUDE]
        .iter()
        .any(|name| path.eq_ignore_ascii_case(name))
    {
        let block = &file[file.find(BEGIN)?..];
        return Some(&block[..block.find(END)? + END.len()]);
    }
    let folder = path.rsplit_once('/')?.0;
    let is_whole = [CURSOR, LINKS].contains(&folder) && file.contains(MADE);
    is_whole.then_some(file)
}

/// Whether a file at a path still has what is ours of it after a change.
#[must_use]
pub fn keeps_ours(path: &str, before: &str, after: &str) -> bool {
    let Some(ours) = ours(path, before) else {
        return true;
    };
    match self::ours(path, after) {
        // A tool may write other line ends than it read.
        Some(kept) => kept.lines().eq(ours.lines()),
        None => false,
    }
}

/// A file with a block of ours that holds `content`, in the place of the one that is there, else at
/// the end; without one where `content` is empty. Every other byte stays, and line ends are those
/// of the file.
///
/// # Errors
/// [`OddMarks`] where one mark is there without the other, or more than once.
pub fn with_block(file: &str, content: &str) -> Result<String, OddMarks> {
    let newline = if file.contains("\r\n") { "\r\n" } else { "\n" };
    let block = if content.is_empty() {
        String::new()
    } else {
        format!("{BEGIN}\n{content}\n{END}\n").replace('\n', newline)
    };
    let mut begins = file.match_indices(BEGIN);
    let mut ends = file.match_indices(END);
    let marks = (begins.next(), ends.next());
    // Of two blocks nobody can say which one is ours, and which is a copy in somebody's text.
    if begins.next().is_some() || ends.next().is_some() {
        return Err(OddMarks);
    }
    match marks {
        (None, None) if block.is_empty() || file.is_empty() => Ok(format!("{file}{block}")),
        (None, None) => {
            let gap = if file.ends_with('\n') {
                newline.to_owned()
            } else {
                newline.repeat(2)
            };
            Ok(format!("{file}{gap}{block}"))
        }
        (Some((begin, _)), Some((end, mark))) if begin < end => {
            let mut rest = &file[end + mark.len()..];
            // The block brings a line end of its own.
            if let Some(after) = rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')) {
                rest = after;
            }
            Ok(format!("{}{block}{rest}", &file[..begin]))
        }
        _ => Err(OddMarks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rule(name: &str, text: &str) -> Rule {
        Rule {
            name: name.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn budgets_are_held() {
        let good = rule("a", "<!-- budget: 3 lines -->\n# A\nDo it.\n");
        assert_eq!(
            (good.budget(), good.body().as_str()),
            (Some(3), "# A\nDo it.")
        );
        assert_eq!(check(std::slice::from_ref(&good)), []);
        let messages = |rules: &[Rule]| {
            check(rules)
                .into_iter()
                .map(|it| it.message)
                .collect::<Vec<_>>()
                .join("; ")
        };
        assert_eq!(
            messages(&[rule("b", "<!--budget: 1 lines-->\none\n")]),
            "it has 2 lines, its budget is 1"
        );
        assert!(messages(&[rule("c", "one\n")]).contains("names no budget"));
        let long = rule(
            "d",
            &format!(
                "<!-- budget: 900 lines -->\n{}",
                "word word word word word word word word word\n".repeat(600)
            ),
        );
        let all = messages(&[long]);
        assert!(
            all.contains("601 lines; the limit is 500")
                && all.contains("tokens; the limit is 5000"),
            "{all}"
        );
    }

    #[test]
    fn what_is_ours_is_kept_or_not() {
        let file = with_block("# Theirs\n", "Do it.").unwrap();
        let more = format!("{file}\nMore.\n");
        for (path, after, keeps) in [
            (AGENTS, more.as_str(), true),
            (AGENTS, &more.replace('\n', "\r\n"), true),
            (CLAUDE, &more.replace("it", "that"), false),
            (AGENTS, &more.replace(END, ""), false),
            (AGENTS, "# Theirs\n", false),
            ("docs/AGENTS.md", "# Theirs\n", true),
        ] {
            assert_eq!(keeps_ours(path, &file, after), keeps, "{path} {after}");
        }
        let made = format!("---\nalwaysApply: true\n---\n{MADE}\n\nDo it.\n");
        for (path, before, keeps) in [
            (".cursor/rules/a.mdc", made.as_str(), false),
            (".agents/rules/a.md", &made, false),
            (".cursor/rules/a.mdc", "Do it.\n", true),
            ("docs/a.md", &made, true),
        ] {
            assert_eq!(keeps_ours(path, before, "Do that.\n"), keeps, "{path}");
            assert!(keeps_ours(path, before, before), "{path}");
        }
    }

    #[test]
    fn only_the_block_is_ours() {
        let first = with_block("# Ours\n\nText.", "Do it.").unwrap();
        assert_eq!(
            first,
            format!("# Ours\n\nText.\n\n{BEGIN}\nDo it.\n{END}\n")
        );
        assert_eq!(with_block(&first, "Do it.").unwrap(), first);
        let edited = format!("{first}\nMore.\n");
        assert_eq!(
            with_block(&edited, "Do that.").unwrap(),
            edited.replace("Do it.", "Do that.")
        );
        assert_eq!(
            with_block(&edited, "").unwrap(),
            "# Ours\n\nText.\n\n\nMore.\n"
        );
        assert_eq!(
            with_block("a\r\n", "b\nc").unwrap(),
            format!("a\r\n\r\n{BEGIN}\r\nb\r\nc\r\n{END}\r\n")
        );
        for odd in [
            BEGIN.to_owned(),
            END.to_owned(),
            format!("{END}\n{BEGIN}"),
            format!("{BEGIN}{BEGIN}{END}"),
        ] {
            assert_eq!(with_block(&odd, "x"), Err(OddMarks), "{odd}");
        }
    }

    proptest! {
        #[test]
        fn a_second_run_changes_nothing(before in "[a-z\n]{0,30}", after in "[a-z\n]{0,30}", one in "[a-z\n]{0,20}[a-z]", two in "[a-z]{0,9}") {
            let file = format!("{}{after}", with_block(&before, &one).unwrap());
            let again = with_block(&file, &one).unwrap();
            prop_assert_eq!(&again, &file);
            let other = with_block(&file, &two).unwrap();
            prop_assert!(other.starts_with(&before) && other.ends_with(&after));
        }
    }
}
