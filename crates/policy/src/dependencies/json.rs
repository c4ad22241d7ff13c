//! Manifests and lock files in JSON. No reader of JSON tells lines, so they are gone through letter by
//! letter: each key and text is handed out with the keys that lead to it.

use super::{Names, line_at};
use git_memory_text::limits;

/// A key or a text.
struct Item<'j> {
    /// Keys that lead to it; empty for a place in a list.
    path: &'j [String],
    /// The key, or the text.
    text: &'j str,
    is_key: bool,
    line: u32,
}

/// Reads `package.json` (npm's documentation, "package.json").
pub(super) fn package(text: &str, found: Names<'_>) {
    let lists = [
        "dependencies",
        "devDependencies",
        "peerDependencies",
        "optionalDependencies",
    ];
    items(text, &mut |item| match item.path {
        [list] if item.is_key && lists.contains(&list.as_str()) => found(item.text, item.line),
        [list, _] if !item.is_key && lists.contains(&list.as_str()) => {
            // Another name for a package: `npm:name@version`.
            if let Some(name) = item.text.strip_prefix("npm:") {
                found(before_version(name), item.line);
            }
        }
        _ => {}
    });
}

/// Reads `package-lock.json` of any version.
pub(super) fn package_lock(text: &str, found: Names<'_>) {
    items(text, &mut |item| match item.path {
        [packages] if item.is_key && packages == "packages" => {
            if let Some((_, name)) = item.text.rsplit_once("node_modules/") {
                found(name, item.line);
            }
        }
        // The first version nests them.
        [first, .., list] if item.is_key && list == "dependencies" && first == list => {
            found(item.text, item.line);
        }
        [list] if item.is_key && list == "dependencies" => found(item.text, item.line),
        // The real name of one that has another.
        [packages, _, key] if !item.is_key && packages == "packages" && key == "name" => {
            found(item.text, item.line);
        }
        _ => {}
    });
}

/// Reads `composer.json`.
pub(super) fn composer(text: &str, found: Names<'_>) {
    items(text, &mut |item| {
        if let [list] = item.path
            && item.is_key
            && (list == "require" || list == "require-dev")
        {
            found(item.text, item.line);
        }
    });
}

/// Reads `composer.lock`.
pub(super) fn composer_lock(text: &str, found: Names<'_>) {
    items(text, &mut |item| {
        if let [list, place, key] = item.path
            && !item.is_key
            && (list == "packages" || list == "packages-dev")
            && place.is_empty()
            && key == "name"
        {
            found(item.text, item.line);
        }
    });
}

/// Reads `Pipfile.lock`.
pub(super) fn pipfile_lock(text: &str, found: Names<'_>) {
    items(text, &mut |item| {
        if let [list] = item.path
            && item.is_key
            && (list == "default" || list == "develop")
        {
            found(item.text, item.line);
        }
    });
}

/// A name without the version behind its last `@`; one that it begins with belongs to the name.
pub(super) fn before_version(text: &str) -> &str {
    match text.rfind('@') {
        Some(at) if at > 0 => &text[..at],
        _ => text,
    }
}

/// Hands out every key and text of a document, in order.
fn items(text: &str, each: &mut dyn FnMut(&Item<'_>)) {
    let bytes = text.as_bytes();
    let mut path: Vec<String> = Vec::new();
    // For each open brace or bracket: true for an object.
    let mut open: Vec<bool> = Vec::new();
    let (mut at, mut line, mut counted) = (0, 1, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let end = end_of_text(bytes, at + 1);
                let inner = text.get(at + 1..end).unwrap_or_default();
                line += line_at(&text[counted..], at - counted) - 1;
                counted = at;
                at = end + 1;
                let is_key = open.last() == Some(&true) && is_before_colon(bytes, at);
                if is_key {
                    path.truncate(open.len() - 1);
                }
                let of_item = &path[..path.len().min(open.len())];
                each(&Item {
                    path: of_item,
                    text: inner,
                    is_key,
                    line,
                });
                if is_key {
                    path.push(inner.to_owned());
                }
                continue;
            }
            b'{' | b'[' if open.len() == limits::JSON_DEPTH => return,
            b'{' => open.push(true),
            b'[' => {
                open.push(false);
                path.truncate(open.len() - 1);
                path.resize(open.len(), String::new());
            }
            b'}' | b']' => {
                open.pop();
                path.truncate(open.len());
            }
            _ => {}
        }
        at += 1;
    }
}

/// The place of the quotation mark that ends a text.
fn end_of_text(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

fn is_before_colon(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}
