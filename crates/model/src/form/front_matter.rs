//! Foreign front matter: its lines, its values, and the entries that can move unchanged into a
//! front matter of ours. YAML is read by a library and never written.

use serde_yaml::{Mapping, Value};

use crate::record::patch;
use git_memory_text::pattern::{Pattern, compiled};
use git_memory_text::yaml;

/// A text whose front matter has been taken off.
#[derive(Debug)]
pub struct Split<'a> {
    /// The YAML between the two `---` lines.
    pub yaml: Option<&'a str>,
    /// Everything after it, unchanged.
    pub body: &'a str,
}

/// Parts a text (with no byte order mark) at its front matter. A `---` that is never closed is a
/// rule of Markdown, and the text has none.
pub fn split(text: &str) -> Split<'_> {
    let none = Split {
        yaml: None,
        body: text,
    };
    let Some((first, rest)) = text.split_once('\n') else {
        return none;
    };
    if first.trim_end() != "---" {
        return none;
    }
    let mut start = 0;
    for line in rest.split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") {
            return Split {
                yaml: Some(&rest[..start]),
                body: &rest[start + line.len()..],
            };
        }
        start += line.len();
    }
    none
}

/// Reads YAML into its keys and values. The error gives the reason in words.
pub fn parse(yaml: &str) -> Result<Mapping, String> {
    let error = match yaml::read_as_written(yaml) {
        Ok(mapping) => return Ok(mapping),
        Err(error) => error,
    };
    // Other readers are less strict, so the mistake was not noticed.
    if let Ok(mapping) = yaml::read_as_written(&quoted_values(yaml)) {
        return Ok(mapping);
    }
    match yaml::read::<Value>(yaml) {
        Ok(Value::Null) => Ok(Mapping::new()),
        Ok(_) => Err("no keys in it".to_owned()),
        Err(_) => Err(error.to_string()),
    }
}

/// The lines `key: value` with quotes around values that are clearly meant as texts: with a colon
/// in them, as titles have it, or with a sign at the beginning that YAML keeps for itself.
fn quoted_values(yaml: &str) -> String {
    static VALUE: Pattern =
        compiled!(r#"^([A-Za-z][\w-]*):[ \t]+([^"'\[{>|&*!\s@`%#][^#]*:[ \t][^#]*|[@`%][^#]*)$"#);
    let mut quoted = String::with_capacity(yaml.len());
    for line in yaml.lines() {
        match VALUE.captures(line) {
            Some(parts) => quoted.push_str(&patch::line(
                &parts[1],
                &patch::Field::Text(parts[2].trim_end().to_owned()),
                "\n",
            )),
            None => quoted.extend([line, "\n"]),
        }
    }
    quoted
}

/// The value of the first of `keys` that is there and not empty; `-` and `_` in keys, and case,
/// make no difference.
pub fn value<'a>(mapping: &'a Mapping, keys: &[&str]) -> Option<&'a Value> {
    for wanted in keys {
        for (name, value) in mapping {
            if let Some(name) = name.as_str()
                && normal(name) == *wanted
                && !value.is_null()
            {
                return Some(value);
            }
        }
    }
    None
}

/// All texts of a value: itself, or the items of a list.
pub fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.trim().to_owned()],
        Value::Number(number) => vec![number.to_string()],
        Value::Sequence(items) => items.iter().flat_map(texts).collect(),
        // The braces of a template were left around a word: `status: {accepted}`.
        Value::Mapping(one) if one.len() == 1 && one.values().all(Value::is_null) => {
            one.keys().flat_map(texts).collect()
        }
        _ => Vec::new(),
    }
}

/// The first text under one of `keys` that is not empty.
pub fn text(mapping: &Mapping, keys: &[&str]) -> Option<String> {
    let texts = texts(value(mapping, keys)?);
    texts.into_iter().find(|text| !text.is_empty())
}

/// A key in the form for comparing: lower case, without `-`, `_` and spaces.
pub fn normal(key: &str) -> String {
    key.to_lowercase().replace(['-', '_', ' '], "")
}

/// The entries whose keys are not `taken`, each as written from its key to its last line, with
/// `\n` ends and no last one. An entry that does not mean the same on its own (an alias, a flow
/// mapping) is left out. `taken` gets a key as [`normal`] spells it.
pub fn entries(yaml: &str, mapping: &Mapping, taken: fn(&str) -> bool) -> Vec<(String, String)> {
    let mut blocks: Vec<String> = Vec::new();
    // Comments at the margin stay behind: their entries cannot be told.
    for line in yaml.lines().filter(|line| !line.starts_with('#')) {
        let continues = line.starts_with([' ', '\t'])
            || line.is_empty()
            || line == "-"
            || line.starts_with("- ");
        match blocks.last_mut() {
            Some(block) if continues => block.extend(["\n", line]),
            _ => blocks.push(line.to_owned()),
        }
    }
    let mut entries = Vec::new();
    for block in blocks {
        let block = block.trim_end();
        if let Some(key) = key_alone(block, mapping)
            && !taken(&normal(&key))
        {
            entries.push((key, block.to_owned()));
        }
    }
    entries
}

/// Key of an entry that has the same value without the rest of the mapping, if that is not null.
fn key_alone(block: &str, mapping: &Mapping) -> Option<String> {
    let Ok(read) = parse(&format!("{block}\n")) else {
        // A block that is not valid YAML without the others cannot move.
        return None;
    };
    let mut pairs = read.iter();
    let (Some((key, value)), None) = (pairs.next(), pairs.next()) else {
        return None;
    };
    // An alias or an anchor means something else without the others, or nothing.
    if value.is_null() || mapping.get(key) != Some(value) {
        return None;
    }
    key.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_parts_at_its_front_matter() {
        for (text, yaml, body) in [
            ("---\na: 1\n---\n# T", Some("a: 1\n"), "# T"),
            ("--- \r\na: 1\r\n---\r\nT", Some("a: 1\r\n"), "T"),
            ("---\n---", Some(""), ""),
            ("---\na: 1\n...\n\nT", Some("a: 1\n"), "\nT"),
            ("---\na: 1\n", None, "---\na: 1\n"),
            ("# T\n---\na\n---\n", None, "# T\n---\na\n---\n"),
        ] {
            let found = split(text);
            assert_eq!((found.yaml, found.body), (yaml, body), "{text:?}");
        }
    }

    #[test]
    fn entries_move_as_they_are_written() {
        let yaml = "title: x\n# note\nparent: 'A  B'\ndeciders:\n- ann\n- bob # second\nuse: *a\nnav_order: 3\nempty:\nlong: |\n  one\n\n  two\n";
        let mapping = parse(&yaml.replace("*a", "1")).unwrap();
        let found = entries(yaml, &mapping, |key| key == "title");
        let expected = [
            ("parent", "parent: 'A  B'"),
            ("deciders", "deciders:\n- ann\n- bob # second"),
            ("nav_order", "nav_order: 3"),
            ("long", "long: |\n  one\n\n  two"),
        ];
        assert_eq!(
            found,
            expected.map(|(key, lines)| (key.to_owned(), lines.to_owned()))
        );
    }

    #[test]
    fn a_text_without_keys_is_not_front_matter() {
        assert!(parse("just words").is_err());
        assert!(parse("a: [1").is_err());
        let mapping = parse("title: ADR 3: Keep: it\nowner: @ann\ntags: [a]\n").unwrap();
        assert_eq!(
            text(&mapping, &["title"]).as_deref(),
            Some("ADR 3: Keep: it")
        );
        assert_eq!(text(&mapping, &["owner"]).as_deref(), Some("@ann"));
        assert!(parse("a: 1\na: 2").is_err());
        assert!(parse("\n").unwrap().is_empty());
    }

    #[test]
    fn keys_are_found_however_they_are_spelled() {
        let mapping = parse("Decision-Makers: [ann, 7]\ndate:\n").unwrap();
        assert_eq!(
            texts(value(&mapping, &["decisionmakers"]).unwrap()),
            ["ann", "7"]
        );
        assert_eq!(text(&mapping, &["date"]), None);
    }
}
