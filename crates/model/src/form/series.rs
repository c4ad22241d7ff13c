//! A decision's place in a series: its number, its label, the day in its name.

use super::fields;
use super::reference::{is_folder_page, is_label, label_of, labelled, leading_number, number_of};
use super::source::Source;
use git_memory_text::date::Date;
use git_memory_text::dates;
use git_memory_text::plain::plain;

/// The place of a decision in its series.
#[derive(Debug)]
pub struct Series {
    /// Label of the numbered series, in lower case: `adr`, `rfc`, `pep`.
    pub label: String,
    /// The number in its name.
    pub number: Option<u32>,
    /// The day in its name.
    pub day: Option<Date>,
}

/// The name by which a file is one of a series, with its ending: its own; the folder's, if the file
/// is the page of a folder with a number. `path` has its parts joined by slashes.
#[must_use]
pub fn name(path: &str) -> String {
    let mut parts = path.rsplit('/');
    let file = parts.next().unwrap_or(path);
    let (stem, ending) = match file.rsplit_once('.') {
        Some((stem, ending)) => (stem, ending),
        None => (file, "md"),
    };
    if is_folder_page(stem)
        && let Some(folder) = parts.next()
        && (number_of(folder).is_some() || dates::in_file_name(folder).is_some())
    {
        return format!("{folder}.{ending}");
    }
    file.to_owned()
}

/// Numbers that a document gives itself, by its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The label, in lower case and perhaps empty, and the number that its title begins with.
    title: Option<(String, u32)>,
    /// Those of the header: a field of that name with the number, or a field `Proposal`.
    header: Vec<(String, u32)>,
    /// True if its header is one of RFCs.
    is_rfc: bool,
}

impl Numbers {
    /// The numbers of a document.
    pub(super) fn of(source: &Source<'_>) -> Self {
        let heading = source.document.headings.first();
        let title = heading.and_then(|heading| in_title(&plain(&heading.text)));
        let mut header = Vec::new();
        for field in source.fields {
            let digits = field
                .value
                .trim_start_matches(|letter: char| !letter.is_ascii_digit());
            let end = digits.find(|letter: char| !letter.is_ascii_digit());
            if let Ok(number) = digits[..end.unwrap_or(digits.len())].parse()
                && field.key != "proposal"
                && is_label(&field.key)
            {
                header.push((field.key.clone(), number));
            }
        }
        let proposal = fields::value(source.fields, &["proposal"]);
        header.extend(proposal.and_then(|text| labelled(&plain(text))));
        let keys = ["rfc pr", "rfc pr #", "feature name"];
        let mut fields = source.fields.iter();
        Self {
            title,
            header,
            is_rfc: fields.any(|field| keys.contains(&field.key.as_str())),
        }
    }

    /// The place of the document at a path, by the name of its file or folder. The number of the
    /// name counts before that of its heading.
    #[must_use]
    pub fn at(&self, path: &str, name: &str) -> Series {
        let title = self.title.as_ref();
        if let Some(number) = leading_number(name) {
            let label = self.label(path, Some(number), None);
            return Series {
                label,
                number: Some(number),
                day: None,
            };
        }
        let number = number_of(name).or(title.map(|(_, number)| *number));
        Series {
            label: self.label(path, number, label_of(name)),
            number,
            day: dates::in_file_name(name),
        }
    }

    fn label(&self, path: &str, number: Option<u32>, of_name: Option<String>) -> String {
        let has_number = |named: &&(String, u32)| Some(named.1) == number && !named.0.is_empty();
        let of_header = self.header.iter().find(has_number);
        let said = of_header.or(self.title.as_ref().filter(has_number));
        match (of_name, said) {
            (Some(label), _) => label,
            (None, Some((label, _))) => label.clone(),
            (None, None) => self.of_folder(path).to_owned(),
        }
    }
}

/// The number that a title begins with, and the label before it: `ADR-12: Use X`, `12. Use X`.
fn in_title(title: &str) -> Option<(String, u32)> {
    if let Some((label, number)) = labelled(title) {
        return is_label(&label).then_some((label, number));
    }
    let digits = title.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = title.split_at(digits);
    let is_parted = [". ", ": ", ") "].iter().any(|mark| rest.starts_with(mark));
    let is_number = is_parted && (1..=5).contains(&digits.len());
    Some((String::new(), digits.parse().ok().filter(|_| is_number)?))
}

impl Numbers {
    /// The label that is usual in a folder of this name.
    fn of_folder(&self, path: &str) -> &'static str {
        const FOLDERS: [(&str, &str); 15] = [
            // A proposal may have a folder with decisions of its own.
            ("adr", "adr"),
            ("adrs", "adr"),
            ("decisions", "adr"),
            ("rfcs", "rfc"),
            ("rfc", "rfc"),
            ("text", "rfc"),
            ("peps", "pep"),
            ("keps", "kep"),
            ("oeps", "oep"),
            ("jep", "jep"),
            ("oteps", "otep"),
            ("eips", "eip"),
            ("proposals", "proposal"),
            ("design", "design"),
            ("designs", "design"),
        ];
        if self.is_rfc {
            return "rfc";
        }
        for folder in path.rsplit('/').skip(1) {
            let mut known = FOLDERS.iter();
            if let Some((_, label)) = known.find(|(name, _)| folder.eq_ignore_ascii_case(name)) {
                return label;
            }
        }
        "adr"
    }
}

impl Series {
    /// Other names of the decision: label and number, its file's name without the ending, and those
    /// that it gives itself.
    pub fn aliases(&self, name: &str, own: Vec<String>) -> Vec<String> {
        let mut aliases = Vec::new();
        if let Some(number) = self.number {
            aliases.push(format!("{}-{number}", self.label));
        }
        let stem = match name.rsplit_once('.') {
            Some((stem, _)) => stem,
            None => name,
        };
        for alias in std::iter::once(stem.to_owned()).chain(own) {
            // A number without a label may belong to anything.
            let is_number = alias.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number
                && !aliases
                    .iter()
                    .any(|known: &String| known.eq_ignore_ascii_case(&alias))
            {
                aliases.push(alias);
            }
        }
        aliases
    }
}
