//! Records as a search without a server needs them: the words of each, as the index has them, and
//! the stems of all forms.

use std::collections::{BTreeMap, BTreeSet};

use crate::workspace::{Error, Workspace, settings};
use git_memory_model::form::fields::after_header;
use git_memory_model::record::front_matter::front_matter_and_body;
use git_memory_recall::{Document, Lexicon, Snippet};
use git_memory_text::{Language, tokens};

/// A record as it is searched.
pub struct Searched {
    /// Each word and compound, with the sum of its weighted occurrences.
    pub words: Vec<(String, u32)>,
    /// The sum of the weights of all words.
    pub length: u32,
    /// The words in order, three bytes each.
    pub stream: Vec<u8>,
    /// The text from which snippets are cut, on one line.
    pub plain: String,
}

/// Records as they are searched.
pub struct SearchedRecords {
    /// In the order of the given texts.
    pub records: Vec<Searched>,
    /// The stems of each form that is not its only stem.
    pub stems: BTreeMap<String, BTreeSet<String>>,
    /// Words that tell nothing in a question.
    pub small: BTreeSet<&'static str>,
}

/// Reads the texts of some records, which have no secrets, as the index of a revision would; of each
/// it is told if it is a page.
///
/// # Errors
/// A language setting without a stemmer.
pub fn searched<'t>(
    workspace: &Workspace,
    revision: Option<&str>,
    texts: impl Iterator<Item = (&'t str, bool)>,
) -> Result<SearchedRecords, Error> {
    let usual = settings::language(workspace, revision)?;
    let mut lexicon = Lexicon::default();
    let mut languages = BTreeSet::from([usual, Language::ENGLISH]);
    let small = languages.clone().into_iter().flat_map(Language::stop_words);
    let (mut records, mut forms) = (Vec::new(), BTreeSet::new());
    for (text, is_page) in texts {
        let document = Document::of_file(text.as_bytes(), usual, &mut lexicon);
        languages.insert(document.language());
        let words = document.words(&lexicon);
        let words = words.map(|(word, weight)| (word.to_owned(), weight));
        let body = front_matter_and_body(text).1;
        let told = if is_page { after_header(body) } else { body };
        records.push(Searched {
            words: words.collect(),
            length: document.length(),
            stream: document.stream,
            plain: Snippet::whole(told).text,
        });
        tokens(text, |token| {
            if !forms.contains(token.form) {
                forms.insert(token.form.to_owned());
            }
        });
    }
    Ok(SearchedRecords {
        records,
        stems: stems(forms, &languages),
        small: small.collect(),
    })
}

/// The stems of forms in some languages, without the forms that are their own stems.
fn stems(
    forms: BTreeSet<String>,
    languages: &BTreeSet<Language>,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for form in forms {
        let stems = languages.iter().map(|it| it.stem(&form).into_owned());
        let stems: BTreeSet<String> = stems.collect();
        if stems.iter().any(|stem| *stem != form) {
            all.insert(form, stems);
        }
    }
    all
}
