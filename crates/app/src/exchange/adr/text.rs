//! Reading of a file to import, without characters that readers cannot see.

use std::path::Path;

use super::given::Given;
use super::report::{Fate, SecretFound};
use crate::secrets::scan::fingerprints;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::rules::{has_block, without_block};
use git_memory_store::given::{Content, is_there, read_at_most};
use git_memory_text::hidden;
use git_memory_text::limits;

/// The text of a file.
pub(crate) struct Original {
    /// Without hidden characters.
    pub(crate) text: String,
    /// The unchanged text.
    clean: Clean,
    /// git's id of it.
    id: ObjectId,
    /// Id of the text in the form that records keep.
    pub(crate) blob: String,
}

impl Original {
    /// Has git keep the text, which an update needs.
    pub(crate) fn keep(&self, workspace: &Workspace) -> Result<(), Error> {
        let objects = workspace.store().objects();
        // A commit holds most of them: to hash each once more takes as long as to scan it.
        if !objects.has(self.id)? {
            objects.write(&self.clean)?;
        }
        Ok(())
    }
}

/// The text of a file with notes about it, or the reason why it is not taken.
pub fn read(
    workspace: &Workspace,
    file: &Given,
) -> Result<Result<(Original, Vec<String>), Fate>, Error> {
    let text = match content(&file.file) {
        Ok(Some(text)) => text,
        Ok(None) => return Ok(Err(Fate::skipped("it is larger than 1 MiB"))),
        Err(error) => return Ok(Err(Fate::skipped(error))),
    };
    let (mut text, is_joined) = with_metadata(&file.file, text);
    // The block that 'rules build' writes is not part of the file's text.
    if has_block(&text) {
        text = without_block(&text);
    }
    let guard = workspace.writing_guard()?;
    let clean = match guard.admit(text.as_str()) {
        Ok(clean) => clean,
        Err(refusal) => {
            let mut secrets = Vec::new();
            let fingerprints = fingerprints(&file.origin, &text, &refusal.findings);
            for (finding, fingerprint) in refusal.findings.iter().zip(fingerprints) {
                let place = format!("{}:{}", file.origin, finding.line);
                // `allow` searches only single files of the work tree, so it needs an offer here.
                // Keeping one takes as long as reading a hundred files.
                if is_joined || !file.is_here {
                    let secret = &text[finding.span.clone()];
                    workspace.offer(&fingerprint, &place, finding.rule, secret);
                }
                secrets.push(SecretFound {
                    rule: finding.rule,
                    line: finding.line,
                    fingerprint,
                });
            }
            let reason = refusal.to_string().replace('\n', "; ");
            return Ok(Err(Fate::Skipped { reason, secrets }));
        }
    };
    let id = workspace.store().objects().id_of(&clean)?;
    let (text, notes) = without_hidden(text);
    let original = Original {
        text,
        clean,
        id,
        blob: id.to_string(),
    };
    Ok(Ok((original, notes)))
}

/// The text of a file; `None` where it is too large for a record.
fn content(file: &Path) -> Result<Option<String>, String> {
    match read_at_most(file, limits::RECORD_BYTES) {
        Ok(Content::Whole(bytes)) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err("it is not UTF-8".to_owned()),
        },
        Ok(Content::TooLarge) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// The text of a folder's page with the front matter that some keep in a file beside it, and
/// whether there was one.
fn with_metadata(file: &Path, text: String) -> (String, bool) {
    const NAMES: [&str; 3] = ["kep.yaml", "metadata.yaml", "metadata.yml"];
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    let is_page = stem.is_some_and(|stem| stem.eq_ignore_ascii_case("readme"));
    if !is_page || text.starts_with("---") {
        return (text, false);
    }
    for name in NAMES {
        let beside = file.with_file_name(name);
        // An unreadable metadata file counts as absent: the user named the page itself.
        if is_there(&beside)
            && let Ok(Some(yaml)) = content(&beside)
        {
            return (format!("---\n{}\n---\n{text}", yaml.trim_end()), true);
        }
    }
    (text, false)
}

/// Returns a text without invisible characters, and a note that lists them.
pub(crate) fn without_hidden(text: String) -> (String, Vec<String>) {
    // Removing one may bring two together that hide something only then; a text in which that
    // goes on is refused as any record would be.
    const ROUNDS: usize = 3;
    let mut text = text;
    let mut first = None;
    let mut number = 0;
    for _ in 0..ROUNDS {
        let content = text.trim_start_matches('\u{feff}');
        let start = text.len() - content.len();
        let found: Vec<(usize, char)> = hidden(content)
            .map(|(at, letter)| (start + at, letter))
            // Right-to-left prose cannot do without.
            .filter(|(_, letter)| !matches!(letter, '\u{200e}' | '\u{200f}' | '\u{61c}'))
            // A binary file gets its own message.
            .filter(|(_, letter)| *letter != '\0')
            .collect();
        let Some((at, letter)) = found.first().copied() else {
            break;
        };
        let line = text[..at].matches('\n').count() + 1;
        first.get_or_insert((line, letter));
        number += found.len();
        let mut kept = String::with_capacity(text.len());
        let mut from = 0;
        for (at, letter) in found {
            kept.push_str(&text[from..at]);
            // Both end a line for some readers: what is around them stays apart.
            if matches!(letter, '\u{2028}' | '\u{2029}' | '\u{85}' | '\u{b}') {
                kept.push(' ');
            }
            from = at + letter.len_utf8();
        }
        kept.push_str(&text[from..]);
        text = kept;
    }
    let mut notes = Vec::new();
    if let Some((line, letter)) = first {
        let noun = if number == 1 {
            "character"
        } else {
            "characters"
        };
        notes.push(format!(
            "removed {number} invisible {noun} (U+{:04X} in line {line})",
            u32::from(letter)
        ));
    }
    (text, notes)
}
