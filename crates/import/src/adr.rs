//! One decision record that another tool made: MADR, Nygard's form, proposals with a list, a table
//! or mail headers on top; in Markdown, reStructuredText or AsciiDoc. Nothing is guessed that would
//! change the meaning of a decision; unreadable parts are left out or refused with a reason.
//!
//! The fields are those of [`Told`], as of a document that is read in place.

use std::borrow::Cow;

use super::{asciidoc, rst};
pub use git_memory_model::form::format::Format;
use git_memory_model::form::front::{Front, front};
use git_memory_model::form::front_matter;
pub use git_memory_model::form::reference::{
    Reference, labelled, target as reference_of, words_of,
};
pub use git_memory_model::form::refusal::Refusal;
use git_memory_model::form::refusal::other_than_decision;
use git_memory_model::form::series::Series;
pub use git_memory_model::form::status::StatusWords;
use git_memory_model::form::title;
use git_memory_model::form::told::{Placed, Told};
use git_memory_model::keys::{self, Key};
use git_memory_text::date::Date;
pub use git_memory_text::dates::{DateSource, Dated};
use git_memory_text::path;

/// A file that may be a decision.
#[derive(Clone, Copy, Debug)]
pub struct Original<'a> {
    /// Its path, parts joined by slashes: its name and its folders' names may tell its number, and
    /// its label.
    pub path: &'a str,
    /// Text of the file.
    pub text: &'a str,
    /// True if the file is taken even if nothing in it shows that it is a decision: the user asked
    /// for all files.
    pub is_wanted: bool,
    /// True if the file is taken whatever its name is: the user named it.
    pub is_named: bool,
    /// Meanings of words for a status.
    pub words: &'a StatusWords,
}

/// One foreign decision, as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adr {
    /// Its form.
    pub format: Format,
    /// One plain line of at most 200 characters, with no number in front; never empty.
    pub title: String,
    /// A decision's status here: active, proposed, superseded, rejected or archived; or one that
    /// the import was given.
    pub status: &'static str,
    /// The status as written, on one line, if it is more than that word.
    pub status_text: Option<String>,
    /// True if the record states a status.
    pub has_status: bool,
    /// True if the words of its status were understood.
    pub is_status_understood: bool,
    /// The day it was made, as the file states it.
    pub created: Option<Dated>,
    /// The day of its last change, as the text states it.
    pub updated: Option<Date>,
    /// One plain line of at most 200 characters.
    pub description: Option<String>,
    /// The number in the file name, or in its folder's.
    pub number: Option<u32>,
    /// Label of its numbered series, in lower case: `adr`.
    pub label: String,
    /// Other names that people call it by: `adr-32`, the file's name without its ending, and those
    /// that it gives itself.
    pub aliases: Vec<String>,
    /// The front matter's category.
    pub category: Option<String>,
    /// Its tags, in order.
    pub tags: Vec<String>,
    /// Its owner.
    pub owner: Option<String>,
    /// Decisions that it replaces, as far as it states them.
    pub supersedes: Vec<Reference>,
    /// Decisions that replace it; with one, the status is superseded.
    pub superseded_by: Vec<Reference>,
    /// The other decisions that it mentions, in order of the text, without itself and those it
    /// replaces.
    pub related: Vec<Reference>,
    /// Front matter that has no place in ours: the key, and the whole entry as written,
    /// `key: value`, `\n` between its lines and none at the end. Each is valid YAML without the
    /// others.
    pub extra: Vec<(String, String)>,
    /// The text after the front matter, as Markdown: original Markdown is kept byte for byte,
    /// without a byte order mark.
    pub body: String,
}

/// Keys of other tools that are read into ours, spelled without `_` and `-`.
const READ_TOO: [&str; 2] = ["replaces", "replacedby"];

/// True if a key of a foreign front matter has its place in ours, and is not carried over
/// unchanged. `name` is spelled without `_` and `-`, in lower case.
fn is_ours(name: &str) -> bool {
    // A foreign `type` is kept; ours is only written if the file has none.
    let ours = keys::KEYS.into_iter().flat_map(Key::names);
    let mut ours = ours.filter(|own| *own != keys::TYPE.name);
    READ_TOO.contains(&name) || ours.any(|own| front_matter::normal(own) == name)
}

/// The endings of files that can be read.
pub const ENDINGS: [&str; 7] = ["md", "markdown", "mdx", "rst", "adoc", "asciidoc", "asc"];

/// Reads one file.
///
/// # Errors
///
/// A [`Refusal`] if the text is not a decision record, or one whose meaning cannot be read.
pub fn read(original: &Original<'_>) -> Result<Adr, Refusal> {
    let file_name = path::last(original.path);
    if let Some(reason) = other_than_decision(original.path, original.is_named) {
        return Err(Refusal::because(file_name, reason));
    }
    if original.text.contains('\0') {
        return Err(Refusal::because(file_name, "it is binary"));
    }
    let front = front(original.text);
    if front.body.trim().is_empty() {
        return Err(Refusal::Empty(file_name.to_owned()));
    }
    // Refused and not passed over: the status may be in there.
    if let Some(reason) = front.unread() {
        let name = file_name.to_owned();
        return Err(Refusal::FrontMatter { name, reason });
    }
    decision(original, &front, as_markdown(file_name, front.body))
}

/// A text as Markdown, by the ending of its file.
fn as_markdown<'a>(file_name: &str, text: &'a str) -> Cow<'a, str> {
    let ending = match file_name.rsplit_once('.') {
        Some((_, ending)) => ending.to_lowercase(),
        None => String::new(),
    };
    match ending.as_str() {
        "rst" => rst::to_markdown(text).into(),
        "adoc" | "asciidoc" | "asc" => asciidoc::to_markdown(text).into(),
        _ => text.into(),
    }
}

fn decision(
    original: &Original<'_>,
    front: &Front<'_>,
    body: Cow<'_, str>,
) -> Result<Adr, Refusal> {
    let told = Told::of(&front.values, &body, original.words);
    let Placed {
        title,
        series,
        name,
        links,
        related,
    } = told.at(original.path);
    let Some(title) = title else {
        return Err(Refusal::NoTitle(name));
    };
    // A template has every section of a decision: only the unfilled placeholders show that it is
    // one.
    let words = told.status.words.clone();
    if title::is_placeholder(&title) || words.as_deref().is_some_and(title::is_choice) {
        return Err(Refusal::because(&name, "it is a template"));
    }
    let Some(format) = format_of(original, &told, &series) else {
        let reason = "it has neither the header nor the sections of one";
        return Err(Refusal::because(&name, reason));
    };
    let in_name = series.day.map(|day| Dated::by(day, DateSource::Name));
    let yaml = front.yaml.iter();
    let extra = yaml.flat_map(|yaml| front_matter::entries(yaml, &front.values, is_ours));
    let extra = extra.collect();
    Ok(Adr {
        format,
        title,
        status: told.status.status,
        status_text: words,
        has_status: told.status.is_said,
        is_status_understood: told.status.is_understood,
        created: told.created.or(in_name),
        updated: told.updated,
        description: told.description,
        number: series.number,
        aliases: series.aliases(&name, own_names(front)),
        label: series.label,
        category: told.category,
        tags: told.tags,
        owner: told.owner,
        supersedes: links.supersedes,
        superseded_by: links.superseded_by,
        related,
        extra,
        body: body.into_owned(),
    })
}

/// The form of a decision; `None` for a text that neither its form nor the user takes for one.
fn format_of(original: &Original<'_>, told: &Told, series: &Series) -> Option<Format> {
    let is_in_series = series.number.is_some() || series.day.is_some();
    let format = if is_in_series {
        told.format_in_series
    } else {
        told.format
    };
    let is_asked_for = original.is_wanted || original.is_named;
    format.or(is_asked_for.then_some(Format::Plain))
}

/// Other names that front matter gives the decision, and the id that it had.
fn own_names(front: &Front<'_>) -> Vec<String> {
    let mut names = match front_matter::value(&front.values, &["alias", "aliases"]) {
        Some(value) => front_matter::texts(value),
        None => Vec::new(),
    };
    names.extend(front_matter::text(&front.values, &["id"]));
    names
}

#[cfg(test)]
mod tests {
    use git_memory_guard::Clean;
    use git_memory_model::kind::Kind;
    use git_memory_model::layout::RecordPlace;
    use git_memory_model::record::reading;
    use git_memory_model::scope::Scope;
    use proptest::prelude::*;

    use super::*;

    fn read_text(path: &str, text: &str) -> Result<Adr, Refusal> {
        read(&Original {
            path,
            text,
            is_wanted: false,
            is_named: false,
            words: &StatusWords::default(),
        })
    }

    const MADR: &str = "\u{feff}---\r\nparent: Choices\r\nstatus: superseded by [ADR-0005](0005-crates.md)\r\n\
        date: 2021-03-04\r\ntags: [build]\r\n---\r\n# Use **one** crate\r\n\r\n## Decision Outcome\r\n\r\nOne crate, as in ADR-0002.\r\n";

    #[test]
    fn a_madr_record_is_read_whole() {
        let found = read_text("0004-one-crate.md", MADR).unwrap();
        let expected = Adr {
            format: Format::Madr,
            title: "Use one crate".to_owned(),
            status: "superseded",
            status_text: Some("superseded by ADR-0005".to_owned()),
            has_status: true,
            is_status_understood: true,
            created: Some(Dated::by("2021-03-04".parse().unwrap(), DateSource::Header)),
            updated: None,
            description: Some("One crate, as in ADR-0002.".to_owned()),
            number: Some(4),
            label: "adr".to_owned(),
            aliases: vec!["adr-4".to_owned(), "0004-one-crate".to_owned()],
            category: None,
            tags: vec!["build".to_owned()],
            owner: None,
            supersedes: vec![],
            superseded_by: vec![Reference::File("0005-crates.md".to_owned())],
            related: vec![Reference::Number(2)],
            extra: vec![("parent".to_owned(), "parent: Choices".to_owned())],
            body: "# Use **one** crate\r\n\r\n## Decision Outcome\r\n\r\nOne crate, as in ADR-0002.\r\n".to_owned(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn each_form_is_known() {
        for (text, format) in [
            (
                "# 3. Queue\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n",
                Format::Nygard,
            ),
            (
                "- Feature Name: queue\n- Start Date: 2020-01-01\n\n## Summary\n",
                Format::Bullets,
            ),
            (
                "# Queue\n\n* Status: accepted\n* Date: 2020-01-01\n\n## Decision Outcome\n",
                Format::Madr,
            ),
        ] {
            let found = read_text("0003-queue.md", text).unwrap();
            assert_eq!(
                (found.format, found.title.as_str(), found.status),
                (format, "Queue", "active"),
                "{text}"
            );
            let created = found.created.unwrap().day.to_string();
            assert_eq!(created, "2020-01-01", "{text}");
        }
    }

    #[test]
    fn other_pages_are_refused_with_the_reason() {
        for (name, text, expected) in [
            ("a.md", " \n", "'a.md' is empty"),
            ("0001.md", "- Status: draft", "'0001.md' has no title"),
            (
                "README.md",
                "# Decisions",
                "'README.md' is not a decision record: it is a README",
            ),
            (
                "0000-template.md",
                "# T",
                "'0000-template.md' is not a decision record: it is a template",
            ),
            (
                "0002-a.md",
                "# {short title}\n",
                "'0002-a.md' is not a decision record: it is a template",
            ),
            (
                "0002-a.md",
                "Moved.",
                "'0002-a.md' is not a decision record: it has neither the header nor the sections of one",
            ),
            (
                "b.md",
                "---\nwords\n---\n# T",
                "'b.md' has front matter that cannot be read: no keys in it",
            ),
            (
                "c.md",
                "# T\0",
                "'c.md' is not a decision record: it is binary",
            ),
        ] {
            assert_eq!(read_text(name, text).unwrap_err().to_string(), expected);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(name in "\\PC{0,12}", text in any::<String>()) {
            let _ = read_text(&name, &text);
        }

        #[test]
        fn every_decision_that_is_read_keeps_the_promises(
            parts in prop::collection::vec(prop::sample::select(PARTS.as_slice()), 0..24),
            front in any::<bool>(),
        ) {
            let text = format!("{}{}", if front { "---\nstatus: accepted\n---\n" } else { "" }, parts.concat());
            if let Ok(found) = read_text("0007-seven.md", &text) {
                prop_assert!(text.ends_with(&found.body));
                prop_assert!(!found.title.is_empty() && found.title.chars().count() <= 200);
                prop_assert!(found.description.is_none_or(|said| said.chars().count() <= 200 && !said.contains('\n')));
                prop_assert!(!found.related.contains(&Reference::Number(7)));
                prop_assert!(found.superseded_by.is_empty() || found.status == "superseded");
            }
        }
    }

    /// The fields of a text as an import and as a page in its own folder have them.
    fn both_ways(path: &str, text: &str) -> Option<[Vec<String>; 2]> {
        let words = StatusWords::default();
        let (is_wanted, is_named) = (true, false);
        let adr = read(&Original {
            path,
            text,
            is_wanted,
            is_named,
            words: &words,
        })
        .ok()?;
        let place = RecordPlace {
            is_in_memory: false,
            scope: Scope::project(),
            kind: Some(Kind::DECISION),
            topic: "decisions".to_owned(),
        };
        let path = path.parse().unwrap();
        let page = reading::read(text.as_bytes()).page?;
        let header = page.header(&path, &place);
        let named = page.named(&path, Kind::DECISION)?;
        let day = |day: Option<Date>| day.map(|day| day.to_string()).unwrap_or_default();
        let all = |texts: &[Clean]| {
            texts
                .iter()
                .map(Clean::as_str)
                .collect::<Vec<_>>()
                .join("|")
        };
        let related = |found: &[Reference]| format!("{found:?}");
        let described = adr.description.clone();
        let one = vec![
            adr.title,
            described.clone().unwrap_or_default(),
            if adr.is_status_understood {
                adr.status
            } else {
                ""
            }
            .to_owned(),
            day(adr.created.map(|dated| dated.day)),
            adr.tags.join("|"),
            adr.aliases.join("|"),
            related(&adr.related),
            related(&adr.superseded_by),
        ];
        let status = header.status.to_string();
        let other = vec![
            header.title.to_string(),
            described
                .map(|_| header.abstract_line.to_string())
                .unwrap_or_default(),
            if adr.is_status_understood {
                status
            } else {
                String::new()
            },
            day(header.created),
            all(&header.tags),
            all(&header.aliases),
            related(&named.related),
            related(&named.links.superseded_by),
        ];
        Some([one, other])
    }

    #[test]
    fn a_document_reads_the_same_both_ways() {
        for (path, text) in [
            ("docs/adr/0004-one-crate.md", MADR),
            (
                "docs/adr/use-it.md",
                "# 12. Use it\n\nStatus: Parked\n\nDate: 2020-01-02\n",
            ),
            (
                "docs/adr/0020-x.md",
                "# ADR-21: X (superseded by ADR 22)\n\n## Decision\n\nX it\n",
            ),
            (
                "rfcs/0001-a.md",
                "- Feature Name: a_b\n- Start Date: 2020-01-02\n\n# Summary\n\nIt is a.\n",
            ),
            (
                "docs/adr/2020-01-02-a.md",
                "---\nstate: draft\nalias: [one]\n---\n# A\n\n#tag #other\n\nText of it.\n",
            ),
        ] {
            let [one, other] = both_ways(path, text).unwrap();
            assert_eq!(one, other, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_document_reads_the_same_both_ways(
            parts in prop::collection::vec(prop::sample::select(PARTS.as_slice()), 0..24),
            front in any::<bool>(),
        ) {
            let text = format!("{}{}", if front { "---\nstatus: accepted\n---\n" } else { "" }, parts.concat());
            if let Some([one, other]) = both_ways("docs/adr/0007-seven.md", &text) {
                prop_assert_eq!(one, other, "{}", text);
            }
        }
    }

    const PARTS: [&str; 24] = [
        "# ",
        "## ",
        "Status",
        "Summary",
        "\n",
        "\n\n",
        "\r\n",
        "```",
        "~~~",
        "<!--",
        "-->",
        "---\n",
        "===\n",
        "- Start Date: ",
        "2020-02-30",
        "[a](0007-b.md)",
        "[RFC 9]",
        "superseded by ",
        "This RFC supersedes ",
        "`",
        "**",
        "ADR-0003",
        "é",
        "\\",
    ];
}
