//! Common ground of a record with others: its words, and mentions in its text.

mod contested;

use std::cell::RefCell;
use std::collections::HashMap;

use crate::recall::numbered::{named_by, with_id};
use crate::recall::sources::Sources;
use crate::records::reading::Indexed;
use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::citations;
use git_memory_model::record::Record;
use git_memory_model::record::front_matter::front_matter_and_body;
use git_memory_model::record::successors::is_linked;
use git_memory_recall::contest::{Common, WORTH_SAYING, said_over};
use git_memory_recall::{
    Attribute, Document, DocumentRef, Lexicon, Part, Points, Query, Terms, WordPoints, exact,
    holders, likeness, share_of_titles,
};
use git_memory_store::index::SegmentBytes;
use git_memory_text::{Language, is_same_line};

pub use contested::Contested;
pub(crate) use contested::{BOTH_REPLACED, CONTRADICTS, decides, likelier};
use contested::{NAMED, SAID_OVER, SAME_SUBJECT};

/// Maximum number of nearest texts.
const NEAREST: usize = 30;
/// The scope that all records have which name none.
const SCOPE_OF_ALL: &str = "project";

/// Common ground of one record with the candidates.
type Commons = HashMap<DocumentRef, Common>;

/// Search in one view, among its tracked records.
pub(crate) struct Look<'a> {
    workspace: &'a Workspace,
    sources: &'a Sources,
    parts: &'a [Part<'a, SegmentBytes>],
    terms: Terms<'a, 'a, SegmentBytes>,
    /// The words of the texts that were compared: many have the same ones.
    lexicon: RefCell<Lexicon>,
    /// The language of texts whose words do not identify one.
    usual: Language,
}

/// A record that another one is compared with.
struct Compared<'a> {
    record: &'a Record,
    document: &'a Document,
    /// True if the index knows both by one title.
    has_title: bool,
}

impl<'a> Look<'a> {
    /// `parts` are those of the sources; of these, only the ones of tracked records and of a draft
    /// count.
    pub(crate) fn new(
        workspace: &'a Workspace,
        sources: &'a Sources,
        parts: &'a [Part<'a, SegmentBytes>],
        usual: Language,
    ) -> Self {
        let (count, totals) = sources.written();
        let parts = &parts[..count];
        Self {
            workspace,
            sources,
            parts,
            terms: Terms::new(parts, totals),
            lexicon: RefCell::default(),
            usual,
        }
    }

    fn document_of_text(&self, text: &[u8]) -> Document {
        Document::of_file(text, self.usual, &mut self.lexicon.borrow_mut())
    }

    /// The records that may contradict this one.
    pub(crate) fn around(&self, record: &Record, text: &[u8]) -> Result<Vec<Contested>, Error> {
        let document = self.document_of_text(text);
        let own = with_id(self.parts, record.header.id.as_str())?;
        let mut commons = Commons::default();
        self.add_words(&mut commons, record, &document, &own)?;
        let text = String::from_utf8_lossy(text);
        let (_, body) = front_matter_and_body(&text);
        for at in named_by(self.sources, self.parts, &citations(body))? {
            commons.entry(at).or_default().is_named = true;
        }
        for at in named_by(self.sources, self.parts, &said_over(body))? {
            commons.entry(at).or_default().is_said_over = true;
        }
        commons.retain(|at, _| !own.contains(at));
        self.add_attributes(&mut commons, record)?;
        for (at, common) in &mut commons {
            common.title = share_of_titles(&document.stream, &self.stream(*at)?);
        }
        let mut all = Vec::new();
        for (_, contested) in self.worth_saying(record, &document, &commons)? {
            all.push(contested);
        }
        Ok(all)
    }

    /// Returns the records that may contradict it, the likeliest first.
    fn worth_saying(
        &self,
        record: &Record,
        document: &Document,
        commons: &Commons,
    ) -> Result<Vec<(DocumentRef, Contested)>, Error> {
        let mut namesakes = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            namesakes.push(holders(
                part,
                Attribute::Title,
                &exact(&record.header.title),
            )?);
        }
        let mut all = Vec::new();
        for (at, common) in commons {
            let has_title = namesakes[at.part].contains(at.document);
            let new = Compared {
                record,
                document,
                has_title,
            };
            if let Some(contested) = self.compared(&new, *at, common)? {
                all.push((*at, contested));
            }
        }
        all.sort_by(|(_, one), (_, other)| likelier(one, other));
        Ok(all)
    }

    /// Adds the category and the scope. They count only for records that already share something.
    fn add_attributes(&self, commons: &mut Commons, record: &Record) -> Result<(), Error> {
        let header = &record.header;
        if let Some(category) = &header.category {
            self.mark(commons, Attribute::Category, category, |common| {
                common.has_category = true;
            })?;
        }
        if header.scope.as_str() != SCOPE_OF_ALL {
            self.mark(commons, Attribute::Scope, header.scope.as_str(), |common| {
                common.has_scope = true;
            })?;
        }
        Ok(())
    }

    /// Adds the common words: the shares of the points that the record has for its own words.
    fn add_words(
        &self,
        commons: &mut Commons,
        record: &Record,
        document: &Document,
        own: &[DocumentRef],
    ) -> Result<(), Error> {
        let telling = self.terms.telling(document, &self.lexicon.borrow())?;
        let words = Shares::of(self.terms.points_of_terms(&telling)?, own);
        let title = Query::parse(&record.header.title, self.usual);
        let of_title = Shares::of(self.terms.points_of_query(&title)?, own);
        let most_words = words.share(words.points.most_beside(own));
        for at in words.points.nearest(self.parts, NEAREST) {
            let common = commons.entry(at).or_default();
            common.words = words.share(words.points.of(at));
            common.most_words = most_words;
        }
        for at in of_title.points.nearest(self.parts, NEAREST) {
            let common = commons.entry(at).or_default();
            common.title_in_text = of_title.share(of_title.points.of(at));
        }
        Ok(())
    }

    /// Marks those that have an attribute.
    fn mark(
        &self,
        commons: &mut Commons,
        attribute: Attribute,
        value: &str,
        set: fn(&mut Common),
    ) -> Result<(), Error> {
        for (nth, part) in self.parts.iter().enumerate() {
            let members = holders(part, attribute, value)?;
            for (at, common) in &mut *commons {
                if at.part == nth && members.contains(at.document) {
                    set(common);
                }
            }
        }
        Ok(())
    }

    /// One of the records, if it is likely enough to contradict.
    fn compared(
        &self,
        new: &Compared<'_>,
        at: DocumentRef,
        common: &Common,
    ) -> Result<Option<Contested>, Error> {
        let Compared {
            record,
            document,
            has_title,
        } = *new;
        let part = &self.parts[at.part];
        if !part.segment.facts(at.document)?.is_current() {
            return Ok(None);
        }
        let share = likeness(&document.stream, &self.stream(at)?);
        let points = common.points();
        if points < WORTH_SAYING && share.is_none() && !has_title {
            return Ok(None);
        }
        let Some(Indexed { record: other, .. }) = self.read(at)? else {
            return Ok(None);
        };
        let header = &other.header;
        let Some(id) = header.id.id() else {
            return Ok(None);
        };
        // The index compares titles only by their words: 'TLS 1.2' is not 'TLS 1.3'.
        let is_namesake = has_title && is_same_line(&header.title, &record.header.title);
        let is_contested = points >= WORTH_SAYING
            && decides(record)
            && decides(&other)
            && record.kind() == other.kind();
        if is_linked(record, &other) || !(is_contested || is_namesake || share.is_some()) {
            return Ok(None);
        }
        let mut why = Vec::new();
        for (is_so, reason) in [
            (common.is_said_over, SAID_OVER),
            (common.is_named && !common.is_said_over, NAMED),
            (common.title + common.words >= 0.5, SAME_SUBJECT),
        ] {
            if is_so {
                why.push(reason);
            }
        }
        let is_replaceable = record.kind() == other.kind() && decides(&other);
        Ok(Some(Contested {
            id: id.clone(),
            title: header.title.to_string(),
            percent: share.map(percent),
            is_namesake,
            why,
            sentences: None,
            points,
            is_replaceable,
        }))
    }

    /// The words of a document, in order.
    fn stream(&self, at: DocumentRef) -> Result<Vec<u8>, Error> {
        Ok(self.parts[at.part].segment.stream(at.document)?)
    }

    /// The record of a document; `None` where it was deleted in the meantime.
    pub fn read(&self, at: DocumentRef) -> Result<Option<Indexed>, Error> {
        self.sources.read(self.workspace, at)
    }
}

/// Points of documents for some words.
struct Shares {
    points: WordPoints,
    /// Points of the record itself, whose words they are.
    whole: f64,
}

impl Shares {
    fn of(points: WordPoints, own: &[DocumentRef]) -> Self {
        let whole = own.iter().map(|at| points.of(*at).value());
        let whole = whole.fold(0.0, f64::max);
        Self { points, whole }
    }

    /// Points as a share of what the record itself has.
    fn share(&self, points: Points) -> f64 {
        if self.whole > 0.0 {
            (points.value() / self.whole).min(1.0)
        } else {
            0.0
        }
    }
}

/// A share between 0 and 1 in whole hundredths, rounded down.
// So that only the same words are 100 percent.
fn percent(share: f64) -> u32 {
    let mut hundredths = 0;
    while hundredths < 100 && f64::from(hundredths + 1) <= share * 100.0 {
        hundredths += 1;
    }
    hundredths
}
