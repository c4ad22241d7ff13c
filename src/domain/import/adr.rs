//! One decision record that another tool made: MADR, Nygard's form, or RFCs with bullets as their
//! header. Nothing is guessed that would change what a decision means; what cannot be read is left
//! out or refused with a reason.

use serde_yaml::Mapping;

pub use super::format::Format;
use super::markdown::Document;
pub use super::reference::Reference;
use super::source::Source;
use super::{fields, front_matter, reference, title};
use crate::domain::keys::{self, Key};
use crate::domain::record::front_matter::without_bom;

/// One foreign decision, as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adr {
    /// How it is written.
    pub format: Format,
    /// One plain line of at most 200 characters, with no number in front; never empty.
    pub title: String,
    /// A decision's status here: active, proposed, superseded, rejected or archived.
    pub status: &'static str,
    /// The status as written, on one line, where it is not simply that word.
    pub status_text: Option<String>,
    /// `YYYY-MM-DD`, a real day.
    pub created: Option<String>,
    /// One plain line of at most 200 characters.
    pub description: Option<String>,
    /// The number in the file name.
    pub number: Option<u32>,
    /// The front matter's category.
    pub category: Option<String>,
    /// The front matter's tags, in order.
    pub tags: Vec<String>,
    /// What it replaces, as far as it says so directly.
    pub supersedes: Vec<Reference>,
    /// What replaces it; then the status is superseded.
    pub superseded_by: Vec<Reference>,
    /// The other decisions that it mentions, in order of the text; itself and those it replaces
    /// left out.
    pub related: Vec<Reference>,
    /// Front matter that has no place in ours: the key, and the whole entry as written, `key:
    /// value`, `\n` between its lines and none at the end. Each is valid YAML by itself.
    pub extra: Vec<(String, String)>,
    /// The text after the front matter, byte for byte; without a byte order mark.
    pub body: String,
}

/// Why a file is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nothing but white space, or front matter alone.
    #[error("'{0}' is empty")]
    Empty(String),
    /// No words in the text's head or in the file name.
    #[error("'{0}' has no title")]
    NoTitle(String),
    /// A README, a template, an index, a page of another kind.
    #[error("'{name}' is not a decision record: {reason}")]
    NotADecision {
        /// The file name.
        name: String,
        /// What it is instead.
        reason: &'static str,
    },
    /// The lines between its `---` are not a YAML mapping.
    #[error("'{name}' has front matter that cannot be read: {reason}")]
    FrontMatter {
        /// The file name.
        name: String,
        /// In the YAML library's words.
        reason: String,
    },
}

impl Refusal {
    fn because(file_name: &str, reason: &'static str) -> Self {
        Self::NotADecision {
            name: file_name.to_owned(),
            reason,
        }
    }
}

/// Keys of other tools that are read into ours, spelled without `_` and `-`.
const READ_TOO: [&str; 2] = ["replaces", "replacedby"];

/// Whether a key of a foreign front matter has its place in ours, and is not carried over as it
/// is written. `name` is spelled without `_` and `-`, in lower case.
fn is_ours(name: &str) -> bool {
    let mut ours = keys::KEYS.into_iter().flat_map(Key::names);
    READ_TOO.contains(&name) || ours.any(|own| front_matter::normal(own) == name)
}

/// Reads one file. `file_name` is its base name, used for its number and, where the text has none,
/// its title.
///
/// # Errors
///
/// A [`Refusal`] where the text is not a decision record, or one that cannot be read as it is
/// meant.
pub fn read(file_name: &str, text: &str) -> Result<Adr, Refusal> {
    if let Some(reason) = other_page(file_name) {
        return Err(Refusal::because(file_name, reason));
    }
    if text.contains('\0') {
        return Err(Refusal::because(file_name, "it is binary"));
    }
    let split = front_matter::split(without_bom(text));
    if split.body.trim().is_empty() {
        return Err(Refusal::Empty(file_name.to_owned()));
    }
    let front = match split.yaml {
        None => Mapping::new(),
        Some(yaml) => match front_matter::parse(yaml) {
            Ok(front) => front,
            // Refused and not passed over: the status may be in there.
            Err(reason) => {
                let name = file_name.to_owned();
                return Err(Refusal::FrontMatter { name, reason });
            }
        },
    };
    let document = Document::parse(split.body);
    let fields = fields::read(&document);
    let number = reference::number_of(file_name);
    let given = front_matter::text(&front, &["title", "name"]);
    let title = title::choose(file_name, given.as_deref(), &document, &fields);
    let Some(title) = title else {
        return Err(Refusal::NoTitle(file_name.to_owned()));
    };
    // A template has every section of a decision: only what nobody has filled in tells it.
    if title::is_placeholder(&title) {
        return Err(Refusal::because(file_name, "it is a template"));
    }
    let source = Source {
        front: &front,
        document: &document,
        fields: &fields,
    };
    let Some(format) = source.format(number) else {
        let reason = "it has neither the header nor the sections of one";
        return Err(Refusal::because(file_name, reason));
    };
    let mut declared = source.declared_status();
    let related = source.related(format, (file_name, number), &mut declared.links);
    let tags = match front_matter::value(&front, &["tags"]) {
        Some(tags) => front_matter::texts(tags),
        None => Vec::new(),
    };
    let extra = match split.yaml {
        Some(yaml) => front_matter::entries(yaml, &front, is_ours),
        None => Vec::new(),
    };
    Ok(Adr {
        format,
        title,
        status: declared.status,
        status_text: declared.words,
        created: source.created(),
        description: source.description(),
        number,
        category: front_matter::text(&front, &["category"]),
        tags,
        supersedes: declared.links.supersedes,
        superseded_by: declared.links.superseded_by,
        related,
        extra,
        body: split.body.to_owned(),
    })
}

/// What a file is by its name alone, where it is not a decision.
fn other_page(file_name: &str) -> Option<&'static str> {
    let stem = match file_name.rsplit_once('.') {
        Some((stem, _)) => stem.to_lowercase(),
        None => file_name.to_lowercase(),
    };
    match stem.as_str() {
        "readme" => return Some("it is a README"),
        "index" | "toc" | "summary" | "_index" => return Some("it is an index"),
        "changelog" | "contributing" | "license" | "code_of_conduct" => {
            return Some("it is a page about the project");
        }
        _ => {}
    }
    // A decision about templates has a number, and the template itself has none, or zero.
    let is_numbered = matches!(reference::number_of(&stem), Some(1..));
    if !is_numbered
        && stem
            .split(['-', '_', '.', ' '])
            .any(|word| word == "template")
    {
        return Some("it is a template");
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MADR: &str = "\u{feff}---\r\nparent: Choices\r\nstatus: superseded by [ADR-0005](0005-crates.md)\r\n\
        date: 2021-03-04\r\ntags: [build]\r\n---\r\n# Use **one** crate\r\n\r\n## Decision Outcome\r\n\r\nOne crate, as in ADR-0002.\r\n";

    #[test]
    fn a_madr_record_is_read_whole() {
        let found = read("0004-one-crate.md", MADR).unwrap();
        let expected = Adr {
            format: Format::Madr,
            title: "Use one crate".to_owned(),
            status: "superseded",
            status_text: Some("superseded by ADR-0005".to_owned()),
            created: Some("2021-03-04".to_owned()),
            description: Some("One crate, as in ADR-0002.".to_owned()),
            number: Some(4),
            category: None,
            tags: vec!["build".to_owned()],
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
            let found = read("0003-queue.md", text).unwrap();
            assert_eq!(
                (found.format, found.title.as_str(), found.status),
                (format, "Queue", "active"),
                "{text}"
            );
            assert_eq!(found.created.as_deref(), Some("2020-01-01"), "{text}");
        }
    }

    #[test]
    fn what_is_no_decision_is_refused_with_its_reason() {
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
            assert_eq!(read(name, text).unwrap_err().to_string(), expected);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(name in "\\PC{0,12}", text in any::<String>()) {
            let _ = read(&name, &text);
        }

        #[test]
        fn what_is_taken_keeps_the_promises(
            parts in prop::collection::vec(prop::sample::select(PARTS.as_slice()), 0..24),
            front in any::<bool>(),
        ) {
            let text = format!("{}{}", if front { "---\nstatus: accepted\n---\n" } else { "" }, parts.concat());
            if let Ok(found) = read("0007-seven.md", &text) {
                prop_assert!(text.ends_with(&found.body));
                prop_assert!(!found.title.is_empty() && found.title.chars().count() <= 200);
                prop_assert!(found.description.is_none_or(|said| said.chars().count() <= 200 && !said.contains('\n')));
                prop_assert!(!found.related.contains(&Reference::Number(7)));
                prop_assert!(found.superseded_by.is_empty() || found.status == "superseded");
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
