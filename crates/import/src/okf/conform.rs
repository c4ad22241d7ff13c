//! Checks if a file conforms to a bundle: sections 8, 9 and 11 of the specification. Choices that
//! they leave to the writer are not faults here either: unknown types and keys, broken links.

use serde_yaml::Value;

use super::nested::enclosed;
use super::type_name::says_type;
use super::{VERSION, VERSION_KEY};
use git_memory_model::record::fault::position;
use git_memory_model::record::{Code, Fault, front_matter};
use git_memory_text::date::Date;
use git_memory_text::markdown::Outline;
use git_memory_text::yaml;

/// The listing of a folder.
const INDEX: &str = "index.md";
/// The history of a folder.
const LOG: &str = "log.md";

/// True if a file of this name is not a concept, in whichever folder it is.
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    [INDEX, LOG].contains(&name)
}

/// Faults that keep a Markdown file from being one of a bundle; `path` is the one from the bundle's
/// root.
#[must_use]
pub fn faults(path: &str, text: &str) -> Vec<Fault> {
    match path.rsplit_once('/') {
        None if path == INDEX => root_index(text),
        Some((_, INDEX)) => index(text),
        Some((_, LOG)) => log(text),
        None if path == LOG => log(text),
        _ => concept(text).into_iter().collect(),
    }
}

fn concept(text: &str) -> Option<Fault> {
    match values(text) {
        Err(fault) if fault.code == Code::BadYaml => Some(fault),
        Err(_) => Some(at_top(
            Code::NoType,
            "it has no front matter, and so no 'type'",
        )),
        Ok(values) if says_type(&values) => None,
        Ok(_) => Some(at_top(
            Code::NoType,
            "its front matter has no 'type' that says something",
        )),
    }
}

fn at_top(code: Code, message: &str) -> Fault {
    Fault::at(code, (1, 1), message)
}

/// The keys and values of a text's front matter, which may be empty.
fn values(text: &str) -> Result<Value, Fault> {
    let parts = front_matter::split(text)?;
    // A text that has only comments is not a mapping, and not a fault of YAML's.
    match yaml::read(&text[parts.yaml.clone()]) {
        Ok(Value::Null) => Ok(Value::Null),
        _ => front_matter::mapping(text, &parts).map(Value::Mapping),
    }
}

fn root_index(text: &str) -> Vec<Fault> {
    let mut faults = sections(text);
    match values(text) {
        Err(fault) if fault.code == Code::BadYaml => faults.push(fault),
        // None is needed.
        Err(_) => {}
        Ok(values) => {
            if values.get(VERSION_KEY).is_none() {
                let what =
                    format!("its front matter may only declare '{VERSION_KEY}: \"{VERSION}\"'");
                faults.push(at_top(Code::Reserved, &what));
            }
        }
    }
    faults
}

fn index(text: &str) -> Vec<Fault> {
    let mut faults = sections(text);
    // That of a bundle inside of this one may stay: an export has it in a comment.
    if front_matter::split(text).is_ok() && enclosed(text).is_none() {
        let what = "only the listing of a bundle's root may have front matter";
        faults.push(at_top(Code::Reserved, what));
    }
    faults
}

/// A listing groups its entries below headings.
fn sections(text: &str) -> Vec<Fault> {
    let (_, body) = front_matter::front_matter_and_body(text);
    if Outline::of(body).headings.is_empty() {
        let what = "the listing of a folder needs a heading above its entries";
        return vec![at_top(Code::Reserved, what)];
    }
    Vec::new()
}

/// A history has days as headings of the second level, the newest first.
fn log(text: &str) -> Vec<Fault> {
    let (_, body) = front_matter::front_matter_and_body(text);
    let start = text.len() - body.len();
    let mut faults = Vec::new();
    let mut last: Option<Date> = None;
    for heading in Outline::of(body).headings {
        if heading.level != 2 {
            continue;
        }
        let place = position(text, start + heading.range.start);
        let Ok(day) = heading.title.parse::<Date>() else {
            let what = "a heading of a history is a day, as YYYY-MM-DD";
            faults.push(Fault::at(Code::Reserved, place, what));
            continue;
        };
        if last.is_some_and(|last| day > last) {
            let what = "the newest day of a history comes first";
            faults.push(Fault::at(Code::Reserved, place, what));
        }
        last = Some(day);
    }
    if last.is_none() && faults.is_empty() {
        let what = "a history needs a heading with the day, as YYYY-MM-DD";
        faults.push(at_top(Code::Reserved, what));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_needs_no_more_than_a_type() {
        for (text, expected) in [
            ("---\ntype: Metric\n---\n", None),
            ("\u{feff}---\r\ntype: 7\r\nx: y\r\n---\r\n", None),
            ("# T\n", Some(Code::NoType)),
            ("---\ntitle: T\n---\n", Some(Code::NoType)),
            ("---\n# only said\n---\n", Some(Code::NoType)),
            ("---\ntype: ' '\n---\n", Some(Code::NoType)),
            ("---\ntype: [a]\n---\n", Some(Code::NoType)),
            ("---\ntype: never closed\n", Some(Code::NoType)),
            ("---\ntype: [a\n---\n", Some(Code::BadYaml)),
        ] {
            let found = faults("a/b.md", text);
            let codes: Vec<Code> = found.iter().map(|fault| fault.code).collect();
            assert_eq!(codes, expected.into_iter().collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn reserved_names_have_their_structure() {
        let list = "# Tables\n\n* [Orders](orders.md) - All of them.\n";
        let dated = "# Log\n\n## 2026-05-22\n* x\n\n## 2026-05-15\n* y\n";
        let version = format!("---\nokf_version: \"0.2\"\n---\n{list}");
        for (path, text, expected) in [
            ("index.md", list, None),
            ("index.md", version.as_str(), None),
            ("index.md", "* [Orders](orders.md)\n", Some((1, 1))),
            (
                "index.md",
                &format!("---\nowner: x\n---\n{list}"),
                Some((1, 1)),
            ),
            ("tables/index.md", list, None),
            ("tables/index.md", version.as_str(), None),
            (
                "tables/index.md",
                &format!("---\nowner: x\n---\n{list}"),
                Some((1, 1)),
            ),
            ("log.md", dated, None),
            ("a/log.md", &format!("---\ntype: Log\n---\n{dated}"), None),
            ("log.md", "# Log\n", Some((1, 1))),
            ("log.md", "## May 22\n", Some((1, 1))),
            ("log.md", "## 2026-05-15\n\n## 2026-05-22\n", Some((3, 1))),
        ] {
            let found = faults(path, text);
            let places: Vec<_> = found
                .iter()
                .map(|fault| (fault.line, fault.column))
                .collect();
            assert_eq!(
                places,
                expected.into_iter().collect::<Vec<_>>(),
                "{path}: {text}"
            );
        }
    }
}
