//! Filters of a question, independent of its words: all filters of `recall` in one place, so that
//! no hit gets around them.

use crate::recall::question::RecallQuestion;
use crate::recall::sources::{SourceKind, Sources};
use crate::workspace::Error;
use git_memory_model::trust::Trust;
use git_memory_recall::{Attribute, Damaged, DocumentRef, Members, Part, holders};
use git_memory_store::index::SegmentBytes;

/// The filters of a question, worked out for the parts of its sources.
pub(crate) struct Wanted<'a> {
    sources: &'a Sources,
    parts: &'a [Part<'a, SegmentBytes>],
    question: &'a RecallQuestion,
    /// Per part, the documents that have what was asked for; `None` where any will do.
    attributes: Vec<Option<Members>>,
    /// Per part, the pages that leave what was asked for to their folder.
    left: Vec<LeftToFolder>,
}

/// Pages that lack a value which the question asks for.
struct LeftToFolder {
    status: Members,
    scope: Members,
}

impl<'a> Wanted<'a> {
    pub(crate) fn of(
        sources: &'a Sources,
        parts: &'a [Part<'a, SegmentBytes>],
        question: &'a RecallQuestion,
    ) -> Result<Self, Error> {
        let mut attributes = Vec::new();
        let mut left = Vec::new();
        for part in parts {
            attributes.push(with_attributes(part, question)?);
            left.push(LeftToFolder {
                status: left_of(part, Attribute::Status, &question.statuses)?,
                scope: left_of(part, Attribute::Scope, &question.scopes)?,
            });
        }
        Ok(Self {
            sources,
            parts,
            question,
            attributes,
            left,
        })
    }

    /// True if a document passes every filter.
    pub(crate) fn has(&self, document: DocumentRef) -> bool {
        let DocumentRef { part, document } = document;
        let has_attributes = match &self.attributes[part] {
            Some(wanted) => wanted.contains(document),
            None => true,
        };
        has_attributes
            && self.is_of_kind(part, document)
            && self.is_of_folder(part, document)
            && self.may_be_trusted(part)
            && !self.is_known(part, document)
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

    /// True if the folder of a page has the requested status and scope, as far as the page leaves
    /// them open.
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

    /// True if texts of this part can have the requested trust: private texts have no commit that
    /// brought them, and a commit is not a record.
    fn may_be_trusted(&self, part: usize) -> bool {
        let least = self.question.trust.unwrap_or(Trust::Uncommitted);
        let source = self.sources.of_part(part);
        least == Trust::Uncommitted || source.is_some_and(|it| it.kind == SourceKind::Tracked)
    }
}

/// The documents of a part that have every attribute that was asked for; `None` where none was.
fn with_attributes(
    part: &Part<'_, SegmentBytes>,
    question: &RecallQuestion,
) -> Result<Option<Members>, Damaged> {
    let mut lists = vec![
        with_any(part, Attribute::Status, &question.statuses)?,
        with_any(part, Attribute::Scope, &question.scopes)?,
    ];
    // One of the statuses and scopes is enough, but all tags must match.
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
    // Values that a page inherits from its folder are checked after the search for words.
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
