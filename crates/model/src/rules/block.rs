//! Our part of the files that agents read: a block, or all of a file.

use crate::layout::{self, SCOPES, scope_of_rules};
use crate::scope::Scope;
use git_memory_text::path::{MemoryFolder, folder, is_below, last};

/// Beginning of the first line of our block in another file; see [`begin`].
pub const BEGIN: &str = "<!-- git-memory rules: begin";
/// The last line of that block.
pub const END: &str = "<!-- git-memory rules: end -->";
/// The file that every agent reads, in the folder that it is about or above it.
pub const AGENTS: &str = "AGENTS.md";
/// The file that Claude reads in the same places.
pub const CLAUDE: &str = "CLAUDE.md";
/// The folder of Cursor's own rule files.
pub const CURSOR: &str = ".cursor/rules";
/// The folder of links to the rules, or of copies.
pub const LINKS: &str = ".agents/rules";
/// Beginning of the line that marks a file as made by this program as a whole; see [`made`].
pub const MADE: &str = "<!-- made by 'git memory rules build' from ";

/// A file of other people in which our block cannot be told.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("unbalanced git-memory markers")]
pub struct OddMarks;

/// The first line of a block that is made from the rules of a folder.
#[must_use]
pub fn begin(folder: &str) -> String {
    format!("{BEGIN}; 'git memory rules build' makes this from {folder}/ -->")
}

/// The line that marks a file as made from the rules of a folder.
#[must_use]
pub fn made(folder: &str) -> String {
    format!("{MADE}{folder}/; changes made here are lost -->")
}

/// True if a file has a block of this program.
#[must_use]
pub fn has_block(file: &str) -> bool {
    file.contains(BEGIN)
}

/// True if the block of a file at a path belongs to this project. Another project whose files were
/// copied into a folder of this one has blocks, too: those of its own rules.
#[must_use]
pub fn is_ours_at(path: &str, file: &str) -> bool {
    let Some(at) = file.find(BEGIN) else {
        return false;
    };
    let here = folder(path);
    if here.is_empty() {
        return true;
    }
    match scope_of(source(&file[at..])) {
        // A block that has moved with its folder names the old place.
        Some(scope) => !scope.is_project() && !is_end(here, scope.as_str()),
        // Not a line that we write.
        None => false,
    }
}

/// The scope whose rules a folder holds in a memory of any name: memory may have moved since the
/// block was made.
fn scope_of(source: &str) -> Option<Scope> {
    let memory = match source.split_once(&format!("/{SCOPES}/")) {
        Some((memory, _)) => memory,
        None => folder(source),
    };
    let memory: MemoryFolder = memory.parse().ok()?;
    scope_of_rules(&memory, source).ok()?
}

/// True if a folder is the end of a longer path.
fn is_end(path: &str, folder: &str) -> bool {
    match path.strip_suffix(folder) {
        Some(before) => before.ends_with('/'),
        None => false,
    }
}

/// The folder of the rules that a text is made from, by its mark, which it begins with; empty if
/// that names none.
fn source(text: &str) -> &str {
    let line = match text.split_once("-->") {
        Some((line, _)) => line,
        None => text,
    };
    match line.split_once(" from ") {
        Some((_, rest)) => match rest.rsplit_once('/') {
            Some((folder, _)) => folder,
            None => "",
        },
        None => "",
    }
}

/// Our part of a file at a path from the top: the block in a file of agents, or all of a generated
/// file; `None` for a file of other origin, and if the marks are unbalanced.
fn ours<'a>(path: &str, file: &'a str) -> Option<&'a str> {
    if is_of_agents(path) {
        if !is_ours_at(path, file) {
            return None;
        }
        let block = &file[file.find(BEGIN)?..];
        return Some(&block[..block.find(END)? + END.len()]);
    }
    (is_whole(path) && file.contains(MADE)).then_some(file)
}

/// True if a file at a path from the top may have a part of ours, by its name.
#[must_use]
pub fn may_be_ours(path: &str) -> bool {
    is_of_agents(path) || is_whole(path)
}

fn is_of_agents(path: &str) -> bool {
    let is_named = |known: &&str| last(path).eq_ignore_ascii_case(known);
    [AGENTS, CLAUDE].iter().any(is_named)
}

fn is_whole(path: &str) -> bool {
    // A scope's rules for Cursor lie in a folder of the scope's name.
    is_below(path, CURSOR) || folder(path) == LINKS
}

/// The folder of the rules that our part of a file at a path is made from, if a change spoils that
/// part.
#[must_use]
pub fn spoiled(memory: &MemoryFolder, path: &str, before: &str, after: &str) -> Option<String> {
    let ours = ours(path, before)?;
    if let Some(kept) = self::ours(path, after)
        // A tool may write other line ends than it read.
        && kept.lines().eq(ours.lines())
    {
        return None;
    }
    let mark = match ours.find(MADE) {
        Some(at) => &ours[at..],
        None => ours,
    };
    Some(match scope_of(source(mark)) {
        Some(_) => source(mark).to_owned(),
        // A mark that was edited.
        None => layout::rules_folder(memory, &Scope::project()),
    })
}

/// A file with a block of ours that holds `content`, made from the rules of a folder, in the place
/// of the present one, else at the end, below an empty line; without both if `content` is empty.
/// Every other byte stays, and line ends are those of the file: if the last line has none, that of
/// the block has none, so that the file is restored when the block is removed.
///
/// # Errors
/// [`OddMarks`] if one mark is there without the other, or more than once.
pub fn with_block(file: &str, rules: &str, content: &str) -> Result<String, OddMarks> {
    let newline = if file.contains("\r\n") { "\r\n" } else { "\n" };
    let block = if content.is_empty() {
        String::new()
    } else {
        format!("{}\n{content}\n{END}", begin(rules)).replace('\n', newline)
    };
    let mut begins = file.match_indices(BEGIN);
    let mut ends = file.match_indices(END);
    let marks = (begins.next(), ends.next());
    // Of two blocks, ours cannot be told from a copy in other text.
    if begins.next().is_some() || ends.next().is_some() {
        return Err(OddMarks);
    }
    match marks {
        (None, None) if block.is_empty() => Ok(file.to_owned()),
        (None, None) if file.is_empty() => Ok(block + newline),
        (None, None) if file.ends_with('\n') => Ok([file, newline, &block, newline].concat()),
        (None, None) => Ok([file, newline, newline, &block].concat()),
        (Some((begin, _)), Some((end, mark))) if begin < end => {
            let (before, after) = (&file[..begin], &file[end + mark.len()..]);
            Ok(if block.is_empty() {
                around(before, after)
            } else {
                [before, &block, after].concat()
            })
        }
        _ => Err(OddMarks),
    }
}

/// The rest of a file without its block: the empty line above the block goes, too.
fn around(before: &str, after: &str) -> String {
    let without_end = |text| match str::strip_suffix(text, '\n') {
        Some(text) => str::strip_suffix(text, '\r').unwrap_or(text),
        None => text,
    };
    let shorter = without_end(before);
    let is_below_empty = shorter.is_empty() || shorter.ends_with('\n');
    match after.strip_prefix("\r\n").or(after.strip_prefix('\n')) {
        // The file's last line had no end.
        None if after.is_empty() && is_below_empty => without_end(shorter).to_owned(),
        None => [before, after].concat(),
        Some(after) if is_below_empty => [shorter, after].concat(),
        Some(after) => [before, after].concat(),
    }
}

/// A file without a block of ours; unchanged if the marks are unbalanced.
#[must_use]
pub fn without_block(file: &str) -> String {
    match with_block(file, "", "") {
        Ok(without) => without,
        Err(OddMarks) => file.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "memory/rules";
    use proptest::prelude::*;

    #[test]
    fn a_change_of_our_part_is_noticed() {
        let file = with_block("# Theirs\n", RULES, "Do it.").unwrap();
        let more = format!("{file}\nMore.\n");
        for (path, after, keeps) in [
            (AGENTS, more.as_str(), true),
            (AGENTS, &more.replace('\n', "\r\n"), true),
            (CLAUDE, &more.replace("it", "that"), false),
            (AGENTS, &more.replace(END, ""), false),
            (AGENTS, "# Theirs\n", false),
            ("docs/AGENTS.md", "# Theirs\n", true),
        ] {
            assert_eq!(
                spoiled(&MemoryFolder::default(), path, &file, after).is_none(),
                keeps,
                "{path} {after}"
            );
        }
        let made = format!("---\nalwaysApply: true\n---\n{}\n\nDo it.\n", made(RULES));
        for (path, before, keeps) in [
            (".cursor/rules/a.mdc", made.as_str(), false),
            (".agents/rules/a.md", &made, false),
            (".cursor/rules/a.mdc", "Do it.\n", true),
            (".cursor/rules/web/a.mdc", &made, false),
            ("docs/a.md", &made, true),
        ] {
            assert_eq!(
                spoiled(&MemoryFolder::default(), path, before, "Do that.\n").is_none(),
                keeps,
                "{path}"
            );
            assert!(
                spoiled(&MemoryFolder::default(), path, before, before).is_none(),
                "{path}"
            );
        }
    }

    #[test]
    fn a_folder_has_blocks_of_this_project_and_of_others() {
        let of = |folder: &str| with_block("", folder, "Do it.").unwrap();
        let billing = "memory/scopes/services/billing/rules";
        for (path, file, is_ours) in [
            ("AGENTS.md", of(RULES), true),
            ("services/billing/AGENTS.md", of(billing), true),
            ("services/pay/CLAUDE.md", of(billing), true),
            ("billing/AGENTS.md", of(billing), true),
            // Another project in a folder of this one.
            ("vendor/it/AGENTS.md", of(RULES), false),
            ("vendor/it/services/billing/AGENTS.md", of(billing), false),
            ("web/AGENTS.md", format!("{BEGIN} -->\n{END}\n"), false),
            ("web/AGENTS.md", "Text.\n".to_owned(), false),
        ] {
            assert_eq!(is_ours_at(path, &file), is_ours, "{path} {file}");
            let rules = spoiled(&MemoryFolder::default(), path, &file, "");
            assert_eq!(rules.is_some(), is_ours, "{path}");
            assert!(rules.is_none_or(|rules| file.contains(&rules)), "{path}");
        }
    }

    #[test]
    fn only_the_block_is_ours() {
        let begin = begin(RULES);
        let first = with_block("# Ours\n\nText.", RULES, "Do it.").unwrap();
        assert_eq!(first, format!("# Ours\n\nText.\n\n{begin}\nDo it.\n{END}"));
        assert_eq!(without_block(&first), "# Ours\n\nText.");
        assert_eq!(with_block(&first, RULES, "Do it.").unwrap(), first);
        let edited = format!("{first}\n\nMore.\n");
        assert_eq!(
            with_block(&edited, RULES, "Do that.").unwrap(),
            edited.replace("Do it.", "Do that.")
        );
        assert_eq!(
            with_block(&edited, RULES, "").unwrap(),
            "# Ours\n\nText.\n\nMore.\n"
        );
        assert_eq!(
            with_block("a\r\n", RULES, "b\nc").unwrap(),
            format!("a\r\n\r\n{begin}\r\nb\r\nc\r\n{END}\r\n")
        );
        for odd in [
            BEGIN.to_owned(),
            END.to_owned(),
            format!("{END}\n{BEGIN}"),
            format!("{BEGIN}{BEGIN}{END}"),
        ] {
            assert_eq!(with_block(&odd, RULES, "x"), Err(OddMarks), "{odd}");
        }
    }

    proptest! {
        #[test]
        fn a_second_run_changes_nothing(before in "[a-z\n]{0,30}", after in "[a-z\n]{0,30}", one in "[a-z\n]{0,20}[a-z]", two in "[a-z]{0,9}") {
            let file = format!("{}{after}", with_block(&before, RULES, &one).unwrap());
            let again = with_block(&file, RULES, &one).unwrap();
            prop_assert_eq!(&again, &file);
            let other = with_block(&file, RULES, &two).unwrap();
            prop_assert!(other.starts_with(&before) && other.ends_with(&after));
            let built = with_block(&before, RULES, &one).unwrap();
            prop_assert_eq!(without_block(&built), before);
        }
    }
}
