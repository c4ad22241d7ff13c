//! Preferences of a question, which raise or lower documents independently of their words.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::recall::file_names;
use crate::recall::near::evidence;
use crate::recall::numbered::numbered;
use crate::recall::question::RecallQuestion;
use crate::recall::sources::Sources;
use crate::recall::wanted::Wanted;
use crate::workspace::Error;
use git_memory_recall::feedback::Effect;
use git_memory_recall::{
    Attribute, Damaged, DocumentRef, Evidence, Feature, Meaning, Part, Pinned, Preference, Share,
    holders,
};
use git_memory_store::index::SegmentBytes;
use git_memory_text::date::Date;

/// Score of a record for dates that match the question, as a share of its score for words: of the
/// day that it names, of the days after that one, in which people write down what happened, and of a
/// longer time.
const DAY: f64 = 2.0;
const AFTER_DAY: f64 = 1.0;
const TIME: f64 = 0.5;
/// The same of a record of a parent: one tier below the repository's own.
const OF_PARENT: f64 = -0.2;
/// Share of a page about its folder, which names the documents that answer.
const ABOUT: f64 = -0.2;
/// Number of days after a day that count.
const AFTER: u64 = 7;

/// Preferences of a question, computed for the parts of its sources.
pub(crate) struct Preferences<'a> {
    parts: &'a [Part<'a, SegmentBytes>],
    days: Option<RangeInclusive<Date>>,
    wanted: Wanted<'a>,
    /// Pages that are about their folder.
    about: HashSet<DocumentRef>,
    /// Ties of documents to the named paths, and to the words of the question by their names.
    evidence: Evidence,
    rated: Vec<Rated>,
    /// Records that the question names by a number.
    numbered: Vec<DocumentRef>,
    meaning: &'a Meaning,
    sources: &'a Sources,
}

/// A document that was rated for questions like this one.
struct Rated {
    document: DocumentRef,
    /// Factor of its score.
    share: f64,
    /// Its share of the best score, where it holds no word of the question.
    pinned: Option<f64>,
}

impl<'a> Preferences<'a> {
    pub(crate) fn new(
        sources: &'a Sources,
        parts: &'a [Part<'a, SegmentBytes>],
        question: &'a RecallQuestion,
        days: Option<RangeInclusive<Date>>,
        effects: &[Effect],
        meaning: &'a Meaning,
    ) -> Result<Self, Error> {
        let mut evidence = evidence(sources, parts, &question.near)?;
        let about = file_names::add_named(&mut evidence, sources, parts, &question.words)?;
        Ok(Self {
            about,
            parts,
            days,
            wanted: Wanted::of(sources, parts, question)?,
            evidence,
            rated: rated(parts, effects)?,
            numbered: numbered(sources, parts, &question.words)?,
            meaning,
            sources,
        })
    }

    /// The share for the dates of a document, 0 without any.
    fn of_days(&self, part: usize, document: u32) -> f64 {
        // Damage is reported elsewhere, as for kinds.
        let (Some(days), Ok(facts)) = (&self.days, self.parts[part].segment.facts(document)) else {
            return 0.0;
        };
        let dates = [facts.created, facts.updated].into_iter().flatten();
        let shares = dates.map(|date| of_date(days, date));
        shares.fold(0.0, f64::max)
    }
}

/// The share for a date, where a question names some days.
fn of_date(days: &RangeInclusive<Date>, date: Date) -> f64 {
    let is_one_day = days.start() == days.end();
    if days.contains(&date) {
        return if is_one_day { DAY } else { TIME };
    }
    let is_soon_after = date > *days.end() && date.minus(AFTER) <= *days.end();
    if is_one_day && is_soon_after {
        AFTER_DAY
    } else {
        0.0
    }
}

impl Preference for Preferences<'_> {
    fn wants(&self, document: DocumentRef) -> bool {
        self.wanted.has(document)
    }

    fn shares(&self, document: DocumentRef) -> Vec<Share> {
        let mut shares = Vec::new();
        let share = self.of_days(document.part, document.document);
        if share > 0.0 {
            let feature = Feature::Date;
            shares.push(Share { feature, share });
        }
        let source = self.sources.of_part(document.part);
        if source.is_some_and(|source| self.sources.parent(source.kind).is_some()) {
            let (feature, share) = (Feature::Parent, OF_PARENT);
            shares.push(Share { feature, share });
        }
        if self.about.contains(&document) {
            let (feature, share) = (Feature::Named, ABOUT);
            shares.push(Share { feature, share });
        }
        for rated in self.rated.iter().filter(|it| it.document == document) {
            let (feature, share) = (Feature::Feedback, rated.share - 1.0);
            shares.push(Share { feature, share });
        }
        shares
    }

    fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    fn pinned(&self) -> Vec<Pinned> {
        let mut pinned = Vec::new();
        for rated in &self.rated {
            if let Some(share) = rated.pinned {
                let document = rated.document;
                pinned.push(Pinned { document, share });
            }
        }
        pinned
    }

    fn named(&self) -> &[DocumentRef] {
        &self.numbered
    }

    fn meaning(&self) -> &Meaning {
        self.meaning
    }
}

/// The documents of the records that were rated.
fn rated(parts: &[Part<'_, SegmentBytes>], effects: &[Effect]) -> Result<Vec<Rated>, Damaged> {
    let mut rated = Vec::new();
    for effect in effects {
        // A record has a document in every view that holds it.
        for (nth, part) in parts.iter().enumerate() {
            for document in holders(part, Attribute::Id, effect.id.as_str())?.iter() {
                rated.push(Rated {
                    document: DocumentRef {
                        part: nth,
                        document,
                    },
                    share: effect.share,
                    pinned: effect.pinned,
                });
            }
        }
    }
    Ok(rated)
}
