//! The text of a rule that was made of a file: its budget, its origin, and the file's own text. A
//! rule has no front matter; its comments are not given to agents.

use git_memory_text as text;

const FROM: &str = "<!-- imported from: ";
const TEXT: &str = "; text: ";
const END: &str = " -->";

/// Origin of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The file.
    pub file: &'a str,
    /// git's id of its text.
    pub blob: &'a str,
}

/// A rule's text; `None` if the file's name cannot stand in a comment.
#[must_use]
pub fn rule_text(origin: Origin<'_>, body: &str) -> Option<String> {
    let Origin { file, blob } = origin;
    if file.contains(['<', '>', '\n', '\r']) || text::hidden(file).next().is_some() {
        return None;
    }
    let body = body.trim_end();
    // Three lines are ours; a little room, so that one more word is not a finding.
    let budget = (body.lines().count() + 3).next_multiple_of(10);
    Some(format!(
        "<!-- budget: {budget} lines -->\n{FROM}{file}{TEXT}{blob}{END}\n\n{body}\n"
    ))
}

/// Origin that a rule states.
#[must_use]
pub fn origin(rule: &str) -> Option<Origin<'_>> {
    // Further down it may be the text of a file about rules.
    let line = rule
        .lines()
        .take(2)
        .find_map(|line| line.strip_prefix(FROM))?;
    let (file, blob) = line.strip_suffix(END)?.rsplit_once(TEXT)?;
    Some(Origin { file, blob })
}

/// Text of a rule after its head.
#[must_use]
pub fn body(rule: &str) -> &str {
    let end = rule.find("\n\n").map_or(rule.len(), |at| at + 2);
    &rule[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_says_where_it_comes_from() {
        let from = Origin {
            file: ".cursor/rules/a; text: b.mdc",
            blob: "0a1b",
        };
        let rule = rule_text(from, "# A\n\nDo.\n\n").unwrap();
        assert_eq!(
            rule,
            "<!-- budget: 10 lines -->\n<!-- imported from: .cursor/rules/a; text: b.mdc; \
             text: 0a1b -->\n\n# A\n\nDo.\n"
        );
        assert_eq!(origin(&rule), Some(from));
        assert_eq!(body(&rule), "# A\n\nDo.\n");
        assert_eq!(origin("<!-- budget: 3 lines -->\n\n# A\n"), None);
        let odd = Origin {
            file: "a-->b",
            ..from
        };
        assert_eq!(rule_text(odd, "x"), None);
    }
}
