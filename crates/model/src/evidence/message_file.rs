//! The file in which an editor shows a commit's message: lines that the author may use are added as
//! comments, before git's comments, and never as a part of the message.

/// Text of git's after a comment sign; everything below it is cut off (git-commit(1)).
const SCISSORS: &str = " ------------------------ >8 ------------------------";
/// The signs among which git chooses if it has to choose one.
const CHOICE: [&str; 10] = ["#", ";", "@", "!", "$", "%", "^", "&", "|", ":"];

/// The text of a message file with some lines in it as comments; `None` if git does not take
/// comments out of it, or if its comment lines cannot be told. `sign` begins a comment; `None` if
/// git has chosen the sign.
#[must_use]
pub fn with_comments(text: &str, sign: Option<&str>, lines: &[&str]) -> Option<String> {
    let head = &text[..scissors(text)];
    let signs = match &sign {
        Some(sign) => std::slice::from_ref(sign),
        None => &CHOICE,
    };
    let (sign, start) = signs
        .iter()
        .find_map(|sign| Some((*sign, comments(head, sign)?)))?;
    let (before, after) = text.split_at(start);
    let mut with = before.to_owned();
    // Text typed in the first line is a paragraph of its own.
    with.push('\n');
    for line in lines {
        with.extend([sign, " ", line, "\n"]);
    }
    with.extend([sign, "\n", after]);
    Some(with)
}

/// Start of the first line of scissors; the end of the text if there is none.
fn scissors(text: &str) -> usize {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        // The sign is short, and may be any.
        if line.trim_end().ends_with(SCISSORS) && line.trim_end().len() < SCISSORS.len() + 16 {
            return at;
        }
        at += line.len();
    }
    text.len()
}

/// Start of the comments at the end of a text; `None` if there are none.
fn comments(head: &str, sign: &str) -> Option<usize> {
    let text = head.trim_end_matches('\n');
    let mut start = None;
    let mut at = text.len();
    for line in text.rsplit('\n') {
        if !line.starts_with(sign) {
            break;
        }
        at -= line.len();
        start = Some(at);
        // The line feed before it.
        at = at.saturating_sub(1);
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str, sign: Option<&str>) -> Option<String> {
        with_comments(text, sign, &["Decision: dec-7k3m9q"])
    }

    #[test]
    fn lines_go_in_before_the_comments() {
        for (text, sign, expected) in [
            (
                "\n# Please\n#\n# On branch\n",
                Some("#"),
                "\n\n# Decision: dec-7k3m9q\n#\n# Please\n#\n# On branch\n",
            ),
            (
                "\n; Please\n",
                None,
                "\n\n; Decision: dec-7k3m9q\n;\n; Please\n",
            ),
            (
                "Template\n\n// Please\n",
                Some("//"),
                "Template\n\n\n// Decision: dec-7k3m9q\n//\n// Please\n",
            ),
            (
                "\n# Please\n# ------------------------ >8 ------------------------\n# x\ndiff\n",
                Some("#"),
                "\n\n# Decision: dec-7k3m9q\n#\n# Please\n\
                 # ------------------------ >8 ------------------------\n# x\ndiff\n",
            ),
        ] {
            assert_eq!(with(text, sign).as_deref(), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn nothing_is_added_if_git_keeps_comments() {
        for text in [
            "",
            "\n",
            "A message\n",
            // Above the scissors every line stays.
            "\n# ------------------------ >8 ------------------------\n# Please\n",
            "\n; Please\n",
        ] {
            assert_eq!(with(text, Some("#")), None, "{text:?}");
        }
    }
}
