//! Which documents a question wants, and what besides their words raises or lowers them.

use std::ops::RangeInclusive;

use crate::app::recall::near::evidence;
use crate::app::recall::numbered::numbered;
use crate::app::recall::question::Question;
use crate::app::recall::sources::Sources;
use crate::app::workspace::Error;
use crate::domain::date::Date;
use crate::domain::recall::feedback::Effect;
use crate::domain::recall::{
    Attribute, Damaged, DocumentRef, Evidence, Feature, Members, Part, Pinned, Preference, Share,
    holders,
};
use crate::store::index::SegmentBytes;

/// What a record whose dates are those of the question has for them, as a share of what it has for
/// its words.
const DATE: f64 = 0.5;

/// What a question prefers, worked out for the parts of its sources.
pub(crate) struct Preferences<'a> {
    sources: &'a Sources,
    parts: &'a [Part<'a, SegmentBytes>],
    question: &'a Question,
    days: Option<RangeInclusive<Date>>,
    /// Per part, the documents that have what was asked for; `None` where any will do.
    wanted: Vec<Option<Members>>,
    /// Per part, the pages that leave what was asked for to their folder.
    left: Vec<LeftToFolder>,
    /// What ties documents to the paths that were named.
    evidence: Evidence,
    rated: Vec<Rated>,
    /// What the question names by a number.
    numbered: Vec<DocumentRef>,
}

/// Pages whose text does not say what a question asks for.
struct LeftToFolder {
    status: Members,
    scope: Members,
}

/// A document that was rated for questions like this one.
struct Rated {
    document: DocumentRef,
    /// What multiplies its score.
    share: f64,
    /// Its share of the best score, where it holds no word of the question.
    pinned: Option<f64>,
}

impl<'a> Preferences<'a> {
    pub(crate) fn new(
        sources: &'a Sources,
        parts: &'a [Part<'a, SegmentBytes>],
        question: &'a Question,
        days: Option<RangeInclusive<Date>>,
        effects: &[Effect],
    ) -> Result<Self, Error> {
        let mut wanted = Vec::new();
        let mut left = Vec::new();
        for part in parts {
            wanted.push(wanted_of(part, question)?);
            left.push(LeftToFolder {
                status: left_of(part, Attribute::Status, &question.statuses)?,
                scope: left_of(part, Attribute::Scope, &question.scopes)?,
            });
        }
        Ok(Self {
            sources,
            parts,
            question,
            days,
            wanted,
            left,
            evidence: evidence(sources, parts, &question.near)?,
            rated: rated(parts, effects)?,
            numbered: numbered(sources, parts, &question.words)?,
        })
    }

    fn is_of_kind(&self, part: usize, document: u32) -> bool {
        let kinds = &self.question.kinds;
        if kinds.is_empty() {
            return true;
        }
        // Damage is reported by the search, which reads the facts of every document that it ranks.
        match self.sources.kind_of(self.parts, part, document) {
            Ok(Some(kind)) => kinds.contains(&kind),
            Ok(None) | Err(Damaged) => false,
        }
    }

    /// Whether the folder of a page says what the question asks for and the page does not.
    fn is_of_folder(&self, part: usize, document: u32) -> bool {
        let left = &self.left[part];
        let asks_status = !self.question.statuses.is_empty() && left.status.contains(document);
        let asks_scope = !self.question.scopes.is_empty() && left.scope.contains(document);
        if !asks_status && !asks_scope {
            return true;
        }
        let Some(place) = self.sources.place_of(part, document) else {
            return false;
        };
        let status = place.kind_of_page().default_status();
        let has_status = !asks_status || self.question.statuses.iter().any(|it| it == status);
        let scopes = place.scope.ladder();
        let is_in = |asked: &String| scopes.iter().any(|scope| scope.as_str() == asked);
        has_status && (!asks_scope || self.question.scopes.iter().any(is_in))
    }

    fn is_known(&self, part: usize, document: u32) -> bool {
        let (known, refused) = (&self.sources.known, &self.sources.refused);
        if known.is_none() && refused.is_none() {
            return false;
        }
        let Some(source) = self.sources.of_part(part) else {
            return false;
        };
        let Ok(Some(id)) = source.view.id(source.part, document) else {
            return false;
        };
        let mut lists = [known, refused].into_iter().flatten();
        lists.any(|list| list.binary_search(&id).is_ok())
    }

    fn is_of_days(&self, part: usize, document: u32) -> bool {
        let Some(days) = &self.days else {
            return false;
        };
        // As for kinds.
        let Ok(facts) = self.parts[part].segment.facts(document) else {
            return false;
        };
        let mut dates = [facts.created, facts.updated].into_iter().flatten();
        dates.any(|day| days.contains(&day))
    }
}

impl Preference for Preferences<'_> {
    fn wants(&self, document: DocumentRef) -> bool {
        let DocumentRef { part, document } = document;
        let has_attributes = match &self.wanted[part] {
            Some(wanted) => wanted.contains(document),
            None => true,
        };
        has_attributes
            && self.is_of_kind(part, document)
            && self.is_of_folder(part, document)
            && !self.is_known(part, document)
    }

    fn shares(&self, document: DocumentRef) -> Vec<Share> {
        let mut shares = Vec::new();
        if self.is_of_days(document.part, document.document) {
            let (feature, share) = (Feature::Date, DATE);
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

/// The documents of a part that have every attribute that was asked for; `None` where none was.
fn wanted_of(
    part: &Part<'_, SegmentBytes>,
    question: &Question,
) -> Result<Option<Members>, Damaged> {
    let mut lists = vec![
        with_any(part, Attribute::Status, &question.statuses)?,
        with_any(part, Attribute::Scope, &question.scopes)?,
    ];
    // Of statuses and scopes any will do, of tags all are wanted.
    for tag in &question.tags {
        lists.push(Some(holders(part, Attribute::Tag, tag)?));
    }
    let asked = lists.into_iter().flatten();
    Ok(asked.reduce(|all, more| all.and(&more)))
}

/// The pages of a part that leave an attribute to their folder, where it is asked for.
fn left_of(
    part: &Part<'_, SegmentBytes>,
    attribute: Attribute,
    asked: &[String],
) -> Result<Members, Damaged> {
    if asked.is_empty() {
        Ok(Members::none_of(part.segment.documents()))
    } else {
        holders(part, attribute, "")
    }
}

/// The documents of a part that have an attribute with one of these values; `None` where no value
/// is asked for.
fn with_any(
    part: &Part<'_, SegmentBytes>,
    attribute: Attribute,
    values: &[String],
) -> Result<Option<Members>, Damaged> {
    let mut all: Option<Members> = None;
    // What a page leaves to its folder is looked up once its words have been found.
    let left = values.first().map(|_| String::new());
    for value in values.iter().chain(&left) {
        let found = holders(part, attribute, value)?;
        all = Some(match all {
            Some(all) => all.or(&found),
            None => found,
        });
    }
    Ok(all)
}
