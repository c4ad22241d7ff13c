//! Our section in a user's hook file: put in after the first line, taken out without a trace. Text
//! in, text out. Only the marker lines say what is ours, so that a section which an older version
//! wrote is replaced and taken out like one of this version.

/// The line that opens our section.
pub const OPENING: &str = "# >>> git-memory >>>";
/// The line that closes it.
pub const CLOSING: &str = "# <<< git-memory <<<";
/// The first line of a hook file that only holds our section.
const SHEBANG: &str = "#!/bin/sh\n";

/// Why our section cannot be put into a hook file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foreign {
    /// The first line names an interpreter that is not a POSIX shell.
    #[error("is not a shell script")]
    NotShell,
    /// The section's opening line has no closing line, or the other way round.
    #[error("has a damaged git-memory section")]
    Damaged,
}

/// A script as one line that does the same: programs that read `git config --list` line by line
/// stop at a value of several. `script` has a command or a comment on each line, and no text over
/// several.
#[must_use]
pub fn one_line(script: &str) -> String {
    let mut line = String::new();
    for command in script.lines().map(str::trim) {
        if command.is_empty() || command.starts_with('#') {
            continue;
        }
        if !line.is_empty() {
            // After these words a command goes on, and a semicolon is an error of syntax.
            let goes_on = ["then", "do", "else", "{", "&&", "||", "|"]
                .iter()
                .any(|word| line.ends_with(word));
            line.push_str(if goes_on { " " } else { "; " });
        }
        line.push_str(command);
    }
    line
}

/// True if a hook file holds our section.
#[must_use]
pub fn has_section(file: &str) -> bool {
    file.lines().any(|line| line == OPENING)
}

/// True if a script, as far as its text shows, runs the hook of this name that a repository keeps in
/// its git folder.
#[must_use]
pub fn hands_on(script: &str, hook: &str) -> bool {
    let lines = || {
        let lines = script.lines().map(str::trim_start);
        // This one names the folder that is in effect, which is the script's own.
        lines.filter(|line| !line.starts_with('#') && !line.contains("--git-path"))
    };
    let finds_folder = lines().any(|line| {
        let words = [
            "git-common-dir",
            "git-dir",
            "GIT_COMMON_DIR",
            "GIT_DIR",
            ".git/hooks/",
        ];
        words.iter().any(|word| line.contains(word))
    });
    finds_folder && lines().any(|line| names_hook(line, hook))
}

/// True if a line has `/hooks/` before the name of a hook, or before what stands for the name.
fn names_hook(line: &str, hook: &str) -> bool {
    line.split("/hooks/").skip(1).any(|rest| {
        let rest = rest.trim_start_matches(['"', '\'']);
        match rest.strip_prefix(hook) {
            Some(after) => !after.starts_with(|c: char| c.is_alphanumeric() || c == '-'),
            None => rest.starts_with(['$', '`']),
        }
    })
}

/// Our section of a hook file, where it is whole: complete lines.
#[must_use]
pub fn section(file: &str) -> Option<&str> {
    let start = line_start(file, OPENING)?;
    let end = line_start(file, CLOSING)?;
    file.get(start..line_end(file, end))
}

/// The file with `section` (complete lines, from [`OPENING`] to [`CLOSING`]) in it: after the
/// first line, so that an `exit` further down cannot skip it. A section that is there already is
/// replaced; an empty file becomes ours.
///
/// # Errors
/// [`Foreign`] where the file is not a shell script or the section in it is damaged.
pub fn with_section(file: &str, section: &str) -> Result<String, Foreign> {
    // Taken out first: an older section may be somewhere else, or have other lines.
    let file = without_section(file)?.unwrap_or_default();
    if file.is_empty() {
        return Ok(format!("{SHEBANG}{section}"));
    }
    if !is_shell(&file) {
        return Err(Foreign::NotShell);
    }
    let first_line = if file.starts_with("#!") {
        line_end(&file, 0)
    } else {
        0
    };
    let (head, tail) = file.split_at(first_line);
    if !head.is_empty() && !head.ends_with('\n') {
        // The missing line end tells `without_section` how the file ended.
        return Ok(format!("{head}\n{}", section.trim_end()));
    }
    Ok(format!("{head}{section}{tail}"))
}

/// The file as it was before our section came in; `None` where nothing but our own file is left.
///
/// # Errors
/// [`Foreign::Damaged`] where one of the two marker lines is missing.
pub fn without_section(file: &str) -> Result<Option<String>, Foreign> {
    let (start, end) = match (line_start(file, OPENING), line_start(file, CLOSING)) {
        (Some(start), Some(end)) if start < end => (start, end),
        (None, None) if file.is_empty() => return Ok(None),
        (None, None) => return Ok(Some(file.to_owned())),
        _ => return Err(Foreign::Damaged),
    };
    let end = line_end(file, end);
    let (mut head, tail) = (&file[..start], &file[end..]);
    if !file[..end].ends_with('\n')
        && let Some(first_line) = head.strip_suffix('\n')
    {
        // Without a line end our section was added to a first line that had none.
        head = first_line;
    }
    let rest = format!("{head}{tail}");
    Ok((rest != SHEBANG).then_some(rest))
}

fn line_start(file: &str, wanted: &str) -> Option<usize> {
    let mut at = 0;
    for line in file.split_inclusive('\n') {
        // An editor on Windows may have rewritten all line ends of the file.
        if line.trim_end_matches(['\n', '\r']) == wanted {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Returns the end of the line that holds a byte, its line end included.
fn line_end(file: &str, at: usize) -> usize {
    match file[at..].find('\n') {
        Some(length) => at + length + 1,
        None => file.len(),
    }
}

fn is_shell(file: &str) -> bool {
    // git runs a file without such a line with sh.
    let Some(interpreter) = file.strip_prefix("#!") else {
        return true;
    };
    let line = &interpreter[..line_end(interpreter, 0)];
    // `#!/usr/bin/env -S sh` names the shell after others.
    for word in line.split_whitespace() {
        let name = match word.rsplit_once('/') {
            Some((_, name)) => name,
            None => word,
        };
        if name != "env" && !name.starts_with('-') {
            return matches!(name, "sh" | "bash" | "dash" | "ksh" | "zsh" | "ash");
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_becomes_one_line() {
        let script =
            "# why\nif a; then\n\texec b\nfi\n\nc() { d; }\nwhile e &&\n\tf; do\n\tg\ndone >>h\n";
        let line = "if a; then exec b; fi; c() { d; }; while e && f; do g; done >>h";
        assert_eq!(one_line(script), line);
        assert_eq!(one_line(""), "");
    }

    #[test]
    fn a_script_hands_on_what_it_runs_in_the_git_folder() {
        let begin = "#!/bin/sh\nd=$(git rev-parse --git-common-dir)\n";
        for (script, expected) in [
            (
                format!(
                    "{begin}[ -x $d/hooks/pre-commit ] && exec \"$d/hooks/pre-commit\" \"$@\"\n"
                ),
                true,
            ),
            (
                format!("{begin}exec \"$d/hooks/$(basename \"$0\")\"\n"),
                true,
            ),
            (format!("{begin}exec \"$d\"/hooks/\"${{0##*/}}\"\n"), true),
            ("exec .git/hooks/pre-commit".to_owned(), true),
            ("$GIT_DIR/hooks/pre-commit \"$@\"\n".to_owned(), true),
            (format!("{begin}exec $d/hooks/pre-commit-of-mine\n"), false),
            (format!("{begin}exec $d/hooks/pre-push\n"), false),
            (format!("{begin}# exec $d/hooks/pre-commit\n"), false),
            ("exec .githooks/pre-commit\n".to_owned(), false),
            (
                "exec \"$(git rev-parse --git-path hooks)/hooks/pre-commit\"\n".to_owned(),
                false,
            ),
            ("exec ~/hooks/pre-commit\n".to_owned(), false),
            (String::new(), false),
        ] {
            assert_eq!(hands_on(&script, "pre-commit"), expected, "{script}");
        }
    }

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
