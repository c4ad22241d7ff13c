//! A decision's place in a series: its number, its label, the day in its name.

use super::fields;
use super::reference::{is_folder_page, is_label, label_of, labelled, number_of};
use super::source::Source;
use git_memory_text::date::Date;
use git_memory_text::dates;
use git_memory_text::plain::plain;

/// The place of a decision in its series.
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

/// The place of the decision at a path.
pub fn of(path: &str, source: &Source<'_>) -> Series {
    let name = name(path);
    let heading = source.document.headings.first();
    let in_title = heading.and_then(|heading| labelled(&plain(&heading.text)));
    let mut number = number_of(&name);
    // A file whose name has only words may have its number in the title.
    if let (None, Some((label, titled))) = (number, &in_title)
        && is_label(label)
    {
        number = Some(*titled);
    }
    let label = label_of(&name)
        .or_else(|| in_header(source, number))
        .or_else(|| {
            in_title
                .filter(|title| Some(title.1) == number)
                .map(|title| title.0)
        })
        .unwrap_or_else(|| of_folder(path, source).to_owned());
    Series {
        label,
        number,
        day: dates::in_file_name(&name),
    }
}

/// The label that the header gives: a field of that name with the number, or a field `Proposal`.
fn in_header(source: &Source<'_>, number: Option<u32>) -> Option<String> {
    let number = number?;
    for field in source.fields {
        let digits = field
            .value
            .trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let end = digits.find(|letter: char| !letter.is_ascii_digit());
        let own = digits[..end.unwrap_or(digits.len())].parse() == Ok(number);
        if own && is_label(&field.key) && field.key != "proposal" {
            return Some(field.key.clone());
        }
    }
    let proposal = plain(fields::value(source.fields, &["proposal"])?);
    let (label, own) = labelled(&proposal)?;
    (own == number).then_some(label)
}

/// The label that is usual in a folder of this name.
fn of_folder(path: &str, source: &Source<'_>) -> &'static str {
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
    let keys = ["rfc pr", "rfc pr #", "feature name"];
    if source
        .fields
        .iter()
        .any(|field| keys.contains(&field.key.as_str()))
    {
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

impl Series {
    /// Other names of the decision: label and number, its file's name without the ending, and the
    /// id that it had.
    pub fn aliases(&self, name: &str, id: Option<String>) -> Vec<String> {
        let mut aliases = Vec::new();
        if let Some(number) = self.number {
            aliases.push(format!("{}-{number}", self.label));
        }
        let stem = match name.rsplit_once('.') {
            Some((stem, _)) => stem,
            None => name,
        };
        for alias in std::iter::once(stem.to_owned()).chain(id) {
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
