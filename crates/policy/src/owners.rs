//! Owners of files, as a file named CODEOWNERS lists them for the reviews of a host: GitHub's form,
//! and the sections of GitLab's.

use git_memory_text::glob::{Dialect, Glob};
use git_memory_text::limits;

/// Where hosts look for the file, the first that is there.
pub const OWNERS_FILES: [&str; 4] = [
    ".github/CODEOWNERS",
    "CODEOWNERS",
    "docs/CODEOWNERS",
    ".gitlab/CODEOWNERS",
];

/// A line of the file.
#[derive(Debug)]
pub struct OwnersLine {
    /// Its number, from 1.
    pub line: u32,
    /// The pattern of its files, as it is written.
    pub pattern: String,
    /// Names with `@`, or mail addresses; none for files that no one owns.
    pub owners: Vec<String>,
    glob: Option<Glob>,
    section: usize,
}

/// Reads the first [`limits::OWNERS_LINES`] lines of the file; those that are no pattern are left out.
#[must_use]
pub fn owners_lines(text: &str) -> Vec<OwnersLine> {
    let mut lines = Vec::new();
    let (mut section, mut usual) = (0, Vec::new());
    for (number, line) in (1..).zip(text.lines().take(limits::OWNERS_LINES)) {
        let words = words(line);
        let Some((pattern, owners)) = words.split_first() else {
            continue;
        };
        if line.trim_start_matches('^').starts_with('[') {
            // A section has the owners of its lines that name none.
            let rest = line.rsplit_once(']').map_or("", |(_, rest)| rest);
            (section, usual) = (section + 1, self::words(rest));
            continue;
        }
        let owners = if owners.is_empty() { &*usual } else { owners };
        lines.push(OwnersLine {
            line: number,
            glob: glob(pattern),
            pattern: pattern.clone(),
            owners: owners.to_vec(),
            section,
        });
    }
    lines
}

/// The lines that tell the owners of a file: the last of each section whose pattern has the file.
#[must_use]
pub fn owning<'l>(lines: &'l [OwnersLine], path: &str) -> Vec<&'l OwnersLine> {
    let mut found: Vec<&OwnersLine> = Vec::new();
    for line in lines.iter().rev() {
        let is_told = found.iter().any(|it| it.section == line.section);
        if !is_told && line.glob.as_ref().is_some_and(|glob| glob.matches(path)) {
            found.push(line);
        }
    }
    found
}

/// The words of a line before its comment; a backslash keeps a space in a word.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_escaped = false;
    for letter in line.chars() {
        let is_space = letter.is_whitespace() && !is_escaped;
        let last = words
            .last_mut()
            .filter(|word| !is_space && !word.is_empty());
        match last {
            Some(word) => word.push(letter),
            None if is_space => words.push(String::new()),
            None if letter == '#' => break,
            None => words.push(letter.to_string()),
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A pattern of gitignore(5), which such a file has without `!` and `[`.
fn glob(pattern: &str) -> Option<Glob> {
    let folder = pattern.strip_suffix('/');
    let path = folder.unwrap_or(pattern);
    let is_anchored = path.contains('/');
    let path = path.trim_start_matches('/');
    let mut glob = match (path, is_anchored) {
        ("", _) => "**".to_owned(),
        (path, true) => path.to_owned(),
        (path, false) => format!("**/{path}"),
    };
    if folder.is_some() && !path.is_empty() {
        glob.push_str("/**");
    }
    // `docs/*` are the files in the folder; `docs` is what is below it, too.
    let dialect = if glob.ends_with('*') {
        Dialect::GIT
    } else {
        Dialect::PATHSPEC
    };
    Glob::new(&glob, dialect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(text: &str, path: &str) -> Vec<String> {
        let lines = owners_lines(text);
        let found = owning(&lines, path);
        found.into_iter().flat_map(|it| it.owners.clone()).collect()
    }

    #[test]
    fn the_last_line_that_has_a_file_names_its_owners() {
        let text = "# All\n*  @all # else\n*.rs @rust me@example.org\n/docs/* @docs\napps/ @apps\n\
                    /apps/old\n/a\\ b @spaced\nservices/billing @shop/billing\n";
        for (path, expected) in [
            ("x/README.md", "@all"),
            ("src/main.rs", "@rust me@example.org"),
            ("docs/a.md", "@docs"),
            ("docs/deep/a.md", "@all"),
            ("x/apps/y/z", "@apps"),
            ("apps/old/z", ""),
            ("a b", "@spaced"),
            ("services/billing/pay.c", "@shop/billing"),
            ("x/services/billing/pay.c", "@all"),
        ] {
            assert_eq!(owners(text, path).join(" "), expected, "{path}");
        }
    }

    #[test]
    fn each_section_names_owners() {
        let text = "* @all\n[Docs][2] @docs\nREADME.md\n^[Code]\n*.rs @rust\nREADME.md @second\n";
        assert_eq!(owners(text, "README.md").join(" "), "@second @docs @all");
        assert_eq!(owners("[a-z]/x @y\n# \n\\", "q/x"), [""; 0]);
    }
}
