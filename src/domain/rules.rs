//! Hot memory: the rule files of `memory/rules/`, what is wrong with them, and what agents read of
//! them.

use super::budget::tokens;
use super::context::passable::without_comments;

/// The marks around the block of another file that is ours.
pub const BEGIN: &str =
    "<!-- git-memory rules: begin; 'git memory rules build' makes this from memory/rules/ -->";
/// Its end.
pub const END: &str = "<!-- git-memory rules: end -->";
/// How much all rules together may hold: what every conversation carries with it.
const MOST_LINES: usize = 500;
const MOST_TOKENS: usize = 5000;

/// A rule file.
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
    /// What it is.
    pub message: String,
}

/// A file that other people write in, whose block of ours cannot be told.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("the marks of git-memory's block do not fit together")]
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
    let inner = line
        .trim()
        .strip_prefix("<!--")?
        .strip_suffix("-->")?
        .trim();
    let number = inner
        .strip_prefix("budget:")?
        .trim()
        .strip_suffix("lines")?;
    number.trim().parse().ok()
}

/// Everything that is wrong with some rules.
#[must_use]
pub fn check(rules: &[Rule]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in rules {
        let mut say = |message: String| {
            findings.push(Finding {
                name: Some(rule.name.clone()),
                message,
            });
        };
        let lines = rule.text.lines().count();
        match rule.budget() {
            Some(budget) if lines > budget => {
                say(format!("it has {lines} lines, its budget is {budget}"));
            }
            Some(_) => {}
            None => say("it names no budget: begin it with '<!-- budget: 50 lines -->'".to_owned()),
        }
        if rule.text.contains(BEGIN) || rule.text.contains(END) {
            say("it holds a mark of git-memory's own block".to_owned());
        }
    }
    let lines: usize = rules.iter().map(|rule| rule.text.lines().count()).sum();
    let size: usize = rules.iter().map(|rule| tokens(&rule.text)).sum();
    let mut say = |message: String| {
        findings.push(Finding {
            name: None,
            message,
        });
    };
    if lines > MOST_LINES {
        say(format!(
            "all rules together have {lines} lines, {MOST_LINES} are the most"
        ));
    }
    if size > MOST_TOKENS {
        say(format!(
            "all rules together have about {size} tokens, {MOST_TOKENS} are the most"
        ));
    }
    findings
}

/// The rules one behind the other, in the order of their names.
#[must_use]
pub fn joined(rules: &[Rule]) -> String {
    rules
        .iter()
        .map(Rule::body)
        .filter(|body| !body.is_empty())
        .collect::<Vec<String>>()
        .join("\n\n")
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
    let places = |mark: &str| {
        file.match_indices(mark)
            .map(|(at, _)| at)
            .collect::<Vec<_>>()
    };
    match (places(BEGIN).as_slice(), places(END).as_slice()) {
        ([], []) if block.is_empty() || file.is_empty() => Ok(format!("{file}{block}")),
        ([], []) => {
            let gap = if file.ends_with('\n') {
                newline.to_owned()
            } else {
                newline.repeat(2)
            };
            Ok(format!("{file}{gap}{block}"))
        }
        ([begin], [end]) if begin < end => {
            let rest = &file[end + END.len()..];
            let rest = rest
                .strip_prefix("\r\n")
                .or_else(|| rest.strip_prefix('\n'))
                .unwrap_or(rest);
            Ok(format!("{}{block}{rest}", &file[..*begin]))
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
            all.contains("601 lines, 500 are the most")
                && all.contains("tokens, 5000 are the most"),
            "{all}"
        );
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
