//! Our section in somebody's hook file: put in behind the first line, taken out without a trace.
//! Text in, text out.

/// The line that opens our section.
pub const OPENING: &str = "# >>> git-memory >>>";
/// The line that closes it.
pub const CLOSING: &str = "# <<< git-memory <<<";
/// The first line of a hook file that only holds our section.
const SHEBANG: &str = "#!/bin/sh\n";

/// Why our section cannot be put into a hook file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foreign {
    /// The first line names an interpreter that is no POSIX shell.
    #[error("is not a shell script")]
    NotShell,
    /// The section's opening line has no closing line, or the other way round.
    #[error("has a damaged git-memory section")]
    Damaged,
}

/// Whether a hook file holds our section.
#[must_use]
pub fn has_section(file: &str) -> bool {
    file.lines().any(|line| line == OPENING)
}

/// Our section of a hook file, where it is whole: complete lines.
#[must_use]
pub fn section(file: &str) -> Option<&str> {
    let (start, end) = (line_start(file, OPENING)?, line_start(file, CLOSING)?);
    let end = file[end..].find('\n').map_or(file.len(), |at| end + at + 1);
    file.get(start..end)
}

/// The file with `section` (complete lines, from [`OPENING`] to [`CLOSING`]) in it: behind the
/// first line, so that an `exit` further down cannot skip it. A section that is there already is
/// replaced; an empty file becomes ours.
///
/// # Errors
/// [`Foreign`] where the file is no shell script or the section in it is damaged.
pub fn with_section(file: &str, section: &str) -> Result<String, Foreign> {
    let file = without_section(file)?.unwrap_or_default();
    if file.is_empty() {
        return Ok(format!("{SHEBANG}{section}"));
    }
    if !is_shell(&file) {
        return Err(Foreign::NotShell);
    }
    let first_line = if file.starts_with("#!") {
        file.find('\n').map_or(file.len(), |at| at + 1)
    } else {
        0
    };
    let (head, tail) = file.split_at(first_line);
    if !head.is_empty() && !head.ends_with('\n') {
        return Ok(format!("{head}\n{}", section.trim_end()));
    }
    Ok(format!("{head}{section}{tail}"))
}

/// The file as it was before our section came in; `None` where nothing but our own file is left.
///
/// # Errors
/// [`Foreign::Damaged`] where one of the two marker lines is missing.
pub fn without_section(file: &str) -> Result<Option<String>, Foreign> {
    let start = line_start(file, OPENING);
    let end = line_start(file, CLOSING);
    let (start, end) = match (start, end) {
        (None, None) => return Ok((!file.is_empty()).then(|| file.to_owned())),
        (Some(start), Some(end)) if start < end => (start, end),
        _ => return Err(Foreign::Damaged),
    };
    let (head, tail) = match file[end..].find('\n') {
        Some(newline) => (&file[..start], &file[end + newline + 1..]),
        // Without a line end our section was put behind a first line that had none.
        None => (
            file[..start].strip_suffix('\n').unwrap_or(&file[..start]),
            "",
        ),
    };
    let rest = format!("{head}{tail}");
    Ok((rest != SHEBANG).then_some(rest))
}

fn line_start(file: &str, wanted: &str) -> Option<usize> {
    let mut at = 0;
    for line in file.split_inclusive('\n') {
        if line.trim_end_matches(['\n', '\r']) == wanted {
            return Some(at);
        }
        at += line.len();
    }
    None
}

fn is_shell(file: &str) -> bool {
    let Some(interpreter) = file.strip_prefix("#!") else {
        return true;
    };
    let line = interpreter.lines().next().unwrap_or_default();
    line.split_whitespace()
        .filter_map(|word| word.rsplit('/').next())
        .find(|word| *word != "env" && !word.starts_with('-'))
        .is_some_and(|name| matches!(name, "sh" | "bash" | "dash" | "ksh" | "zsh" | "ash"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTION: &str = "# >>> git-memory >>>\ngit-memory hook x\n# <<< git-memory <<<\n";

    #[test]
    fn a_section_comes_and_goes_without_a_trace() {
        for file in [
            "#!/bin/sh\necho hi\nexit 0\n",
            "#!/usr/bin/env -S bash\nexit",
            "#!/bin/bash",
            "echo no shebang\n",
        ] {
            let with = with_section(file, SECTION).unwrap();
            assert!(has_section(&with), "{file:?}");
            assert_eq!(
                with_section(&with, SECTION).unwrap(),
                with,
                "twice is once: {file:?}"
            );
            assert_eq!(without_section(&with).unwrap().as_deref(), Some(file));
        }
        let own = with_section("", SECTION).unwrap();
        assert_eq!(own, format!("#!/bin/sh\n{SECTION}"));
        assert_eq!(without_section(&own), Ok(None));
    }

    #[test]
    fn our_section_stands_before_any_exit() {
        let with = with_section("#!/bin/sh\nexit 0\n", SECTION).unwrap();
        assert!(with.find("git-memory hook").unwrap() < with.find("exit 0").unwrap());
    }

    #[test]
    fn what_is_not_ours_to_edit_is_left() {
        assert_eq!(
            with_section("#!/usr/bin/env python3\nprint()\n", SECTION),
            Err(Foreign::NotShell)
        );
        assert_eq!(
            with_section("#!/bin/sh\n# >>> git-memory >>>\n", SECTION),
            Err(Foreign::Damaged)
        );
    }
}
