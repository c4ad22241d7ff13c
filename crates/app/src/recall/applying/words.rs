//! Records that the words of a file's path find, as if they were asked for.

use super::texts::{stem, telling};
use super::{Applier, Tie, Tied};
use crate::recall::answer::{Asked, rank};
use crate::recall::question::RecallQuestion;
use crate::records::reading::Indexed;
use crate::workspace::{Error, settings};
use git_memory_model::evidence::applying::FOUND_BY_WORDS;
use git_memory_recall::{Confidence, Query, exact};

/// Number of answers that are looked at.
const ANSWERS: usize = 3;

impl Applier<'_> {
    /// Adds the records that the words of the path find with high confidence. A title has to have
    /// one of them: words that are only in the text are often there for another reason.
    pub(super) fn add_found(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let stem_of_path = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let question = RecallQuestion {
            words: exact(stem_of_path),
            most: Some(ANSWERS),
            ..RecallQuestion::default()
        };
        let usual = settings::language(self.workspace, self.files.revision())?;
        let asked = Asked {
            question: &question,
            query: &Query::parse(&question.words, usual),
            days: None,
            usual,
        };
        let words: Vec<String> = telling(stem_of_path).collect();
        for hit in rank(self.sources, &self.parts, &asked)?.ranked {
            if hit.confidence != Confidence::Sure || hit.at.part >= self.tracked {
                continue;
            }
            let Some(Indexed { record, .. }) = self.read(hit.at)? else {
                continue;
            };
            let title: Vec<String> = telling(&record.header.title).map(|it| stem(&it)).collect();
            if let Some(word) = words.iter().find(|word| title.contains(&stem(word))) {
                let tie = Tie::Words(word.clone());
                tied.entry(hit.at).or_default().push((FOUND_BY_WORDS, tie));
            }
        }
        Ok(())
    }
}
