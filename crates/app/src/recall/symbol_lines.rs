//! The lines of a file that define a symbol.

use std::ops::RangeInclusive;

use crate::recall::location::Location;
use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::naming::names_symbol;
use git_memory_policy::map::Language;
use git_memory_store::View;

/// The maximum number of lines of a symbol.
const LINES: usize = 400;

/// The lines of a location: the one that is asked for, or those of its symbol; `None` for a whole
/// file, and for a symbol that is not found in it.
pub(crate) fn lines_of(
    workspace: &Workspace,
    view: &View,
    location: &Location,
    text: Option<&str>,
) -> Result<Option<RangeInclusive<u32>>, Error> {
    if let Some(line) = location.line {
        return Ok(Some(line..=line));
    }
    let (Some(symbol), Some(text)) = (&location.symbol, text) else {
        return Ok(None);
    };
    let Some(name) = names_in(symbol).last() else {
        return Ok(None);
    };
    let container = names_in(symbol).rev().nth(1);
    let first = match defined_in(workspace, view, &location.path, (container, name))? {
        Some(line) => Some(line),
        None => begun_in(text, name),
    };
    Ok(first.and_then(|first| range(text, first)))
}

/// The names in a symbol: `Store` and `open` of `Store::open`.
pub(crate) fn names_in(symbol: &str) -> impl DoubleEndedIterator<Item = &str> {
    let names = symbol.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    names.filter(|name| !name.is_empty())
}

/// Index of the line where a file defines a name, as far as its language is built in.
fn defined_in(
    workspace: &Workspace,
    view: &View,
    path: &str,
    (container, name): (Option<&str>, &str),
) -> Result<Option<usize>, Error> {
    if Language::of_path(path).is_none() {
        return Ok(None);
    }
    let store = workspace.store();
    let files: Vec<_> = store.source_file(view, path)?.into_iter().collect();
    let symbols = store.symbols_of(&files, workspace.guard()?)?;
    let mut named: Vec<_> = symbols.into_iter().flat_map(|it| it.definitions).collect();
    named.retain(|it| &*it.name == name);
    let in_container = named
        .iter()
        .find(|it| container.is_some() && it.container.as_deref() == container);
    let line = in_container.or(named.first()).map(|it| it.line);
    Ok(line.and_then(|line| usize::try_from(line).ok()?.checked_sub(1)))
}

/// Index of the line that seems to begin the definition of a name: of those that have it, the first
/// of the least indented; a line that ends a statement only mentions it.
fn begun_in(text: &str, name: &str) -> Option<usize> {
    let lines = text.lines().enumerate();
    let naming = lines.filter(|(_, line)| names_symbol(line, name));
    let found = naming.min_by_key(|(_, line)| (line.trim_end().ends_with(';'), indent(line)));
    found.map(|(at, _)| at)
}

/// The lines from one to the next that is not indented more, with that one if it only closes
/// something.
fn range(text: &str, first: usize) -> Option<RangeInclusive<u32>> {
    let mut lines = text.lines().enumerate().skip(first);
    let own = indent(lines.next()?.1);
    let mut last = first;
    for (at, line) in lines.take(LINES) {
        let rest = line.trim();
        // A preprocessor's line stands at the margin.
        if rest.is_empty() || rest.starts_with('#') {
            continue;
        }
        if indent(line) > own {
            last = at;
            continue;
        }
        let is_opening = rest.starts_with('{');
        if is_opening || rest.starts_with(['}', ')', ']']) || rest == "end" {
            last = at;
        }
        if !is_opening && !rest.ends_with('{') {
            break;
        }
    }
    Some(number(first)..=number(last))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A line's number, from 1.
fn number(at: usize) -> u32 {
    u32::try_from(at + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_has_the_lines_of_its_body() {
        for (text, name, expected) in [
            (
                "int a(void);\n\nint a(void) {\n#if X\n  b();\n#endif\n}\nint c;\n",
                "a",
                3..=7,
            ),
            (
                "int a(void)\n{\n  b();\n}\n\nint c(void)\n{\n}\n",
                "a",
                1..=4,
            ),
            (
                "class A:\n    def b(self):\n        c()\n\n    def d(self):\n        b()\n",
                "b",
                2..=3,
            ),
            ("x = 1\ndef b\n  c\nend\ny\n", "b", 2..=4),
            (
                "fn a(\n    b: B,\n) -> C {\n    d\n}\nfn e() {}\n",
                "a",
                1..=5,
            ),
            ("A = 1\nB = 2\n", "A", 1..=1),
        ] {
            let first = begun_in(text, name).unwrap();
            assert_eq!(range(text, first), Some(expected), "{text}");
        }
        assert_eq!(begun_in("int abc;\n", "ab"), None);
    }
}
