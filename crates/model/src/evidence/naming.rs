//! Names in the texts of records: of a file, a folder, a module, a symbol.

use std::iter::successors;

use git_memory_text::path::{folder, is_below};
use git_memory_text::pathspec::Pathspec;

/// True if a text contains a path, or the end of one. A plain word in small letters is no name of a
/// file in a text: `bin/update` is not what "we update it" names.
pub fn names_path(text: &str, path: &str) -> bool {
    let is_plain = path.bytes().all(|byte| byte.is_ascii_lowercase());
    !is_plain && whole_words(text, path).next().is_some()
}

/// True if a text contains a path that is not the end of a longer one.
pub fn begins_path(text: &str, path: &str) -> bool {
    whole_words(text, path).any(|(before, _)| !before.trim_end_matches("./").ends_with('/'))
}

/// The folders below the top that hold all that some pathspecs are about, the nearest first.
pub fn homes(specs: &[impl AsRef<str>]) -> impl Iterator<Item = &str> {
    let included = specs.iter().map(AsRef::as_ref);
    let included = included.filter(|it| !Pathspec::parse(it).is_exclude());
    let homes = included.map(|spec| match Pathspec::parse(spec).literal_prefix() {
        // It may be that of a folder.
        whole if whole == spec => whole,
        prefix => folder(prefix),
    });
    let home = homes.reduce(|home, other| {
        let mut folders = above(home);
        let found = folders.find(|it| other == *it || is_below(other, it));
        found.unwrap_or_default()
    });
    above(home.unwrap_or_default())
}

/// A folder and those above it, without the top.
fn above(home: &str) -> impl Iterator<Item = &str> {
    let folders = successors(Some(home.trim_end_matches('/')), |it| Some(folder(it)));
    folders.take_while(|it| !it.is_empty())
}

/// True if a text contains the path of a folder from the top, and not only that of something in it.
/// A name without a slash is a word, unless one follows.
pub fn names_folder(text: &str, folder: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-/".contains(c);
    text.match_indices(folder).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + folder.len()..]);
        let before = before.trim_end_matches("./");
        let rest = after.strip_prefix('/');
        let is_whole = !before.ends_with(is_part) && !rest.unwrap_or(after).starts_with(is_part);
        let is_file = after.starts_with('.') && after[1..].starts_with(char::is_alphanumeric);
        is_whole && !is_file && (rest.is_some() || folder.contains('/'))
    })
}

/// True if a text contains the name of a module, and not only that of something in it.
pub fn names_module(text: &str, name: &str) -> bool {
    whole_words(text, name).any(|(before, after)| {
        let inside = after.trim_start_matches(['.', ':']);
        let is_whole = inside.len() == after.len() || !inside.starts_with(is_of_word);
        is_whole && !before.ends_with(['.', ':'])
    })
}

/// True if a text contains the name of a symbol as a whole word.
pub fn names_symbol(text: &str, name: &str) -> bool {
    whole_words(text, name).next().is_some()
}

/// Texts before and after each place where a name is a whole word.
fn whole_words<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    text.match_indices(name).filter_map(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let is_whole = !before.ends_with(is_of_word) && !after.starts_with(is_of_word);
        is_whole.then_some((before, after))
    })
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_by_its_whole_path() {
        for text in [
            "in app/io.",
            "`app/io/`",
            "./app/io",
            "app/io/**",
            "(app/io)",
            "src/ app/io",
        ] {
            assert!(names_folder(text, "app/io"), "{text}");
        }
        for text in [
            "app/io/send.rb",
            "app/ios",
            "lib/app/io",
            "app/io.rb",
            "app/io-x",
            "",
        ] {
            assert!(!names_folder(text, "app/io"), "{text}");
        }
        assert!(names_folder("in app/ only", "app"));
        assert!(!names_folder("the app starts", "app"));
    }

    #[test]
    fn a_file_is_named_by_an_end_that_is_no_plain_word() {
        for (text, path) in [
            ("see src/send.rb", "send.rb"),
            ("the Makefile", "Makefile"),
            ("`bin/update`", "bin/update"),
        ] {
            assert!(names_path(text, path), "{text}");
        }
        for (text, path) in [
            ("we update it", "update"),
            ("in resend.rb", "send.rb"),
            ("in bin/updates", "bin/update"),
        ] {
            assert!(!names_path(text, path), "{text}");
        }
    }

    #[test]
    fn a_record_is_at_home_where_all_of_its_paths_are() {
        for (specs, expected) in [
            (vec!["a/b/**"], vec!["a/b", "a"]),
            (vec!["a/b"], vec!["a/b", "a"]),
            (vec!["a/b/c.rs", "a/d*", ":!a/e"], vec!["a"]),
            (vec!["a/b", "a/bc/**"], vec!["a"]),
            (vec!["a/**", "b/**"], vec![]),
            (vec!["*.rs"], vec![]),
            (vec![], vec![]),
        ] {
            let found: Vec<&str> = homes(&specs).collect();
            assert_eq!(found, expected, "{specs:?}");
        }
    }

    #[test]
    fn a_module_is_named_without_what_it_holds() {
        for text in [
            "in `Net.Direct`",
            "Net.Direct.",
            "(Net.Direct: one)",
            "Net.Direct, too",
        ] {
            assert!(names_module(text, "Net.Direct"), "{text}");
        }
        for text in [
            "Net.Direct.Send",
            "My.Net.Direct",
            "Net.Directly",
            "net.direct",
            "",
        ] {
            assert!(!names_module(text, "Net.Direct"), "{text}");
        }
        assert!(!names_module("net::direct::send", "net::direct"));
    }

    #[test]
    fn a_symbol_is_a_word_by_itself() {
        for text in ["use Store", "`Store`", "Store::open", "xStore Store"] {
            assert!(names_symbol(text, "Store"), "{text}");
        }
        for text in ["Stores", "DataStore", "Store_2", "store", ""] {
            assert!(!names_symbol(text, "Store"), "{text}");
        }
    }
}
