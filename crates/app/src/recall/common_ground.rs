//! Common ground of a record with others: its words, its files, mentions in its text.

mod contested;

use std::cell::RefCell;
use std::sync::Arc;

use crate::context::digest::BUILD;
use crate::recall::numbered::{named_by, with_id};
use crate::recall::same_files::{Commons, SameFiles};
use crate::recall::sources::Sources;
use crate::records::reading::{Indexed, indexed};
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::evidence::{Citation, citations};
use git_memory_model::record::Record;
use git_memory_model::record::front_matter::front_matter_and_body;
use git_memory_model::record::successors::is_linked;
use git_memory_recall::contest::{Common, WORTH_SAYING, said_over};
use git_memory_recall::{
    Attribute, Document, DocumentRef, Lexicon, Part, Points, Query, Terms, Totals, WordPoints,
    exact, holders, likeness, share_of_titles,
};
use git_memory_store::KeptRivals;
use git_memory_store::index::SegmentBytes;
use git_memory_text::{Language, is_same_line};

pub use contested::Contested;
use contested::{NAMED, SAID_OVER, SAME_FILES, SAME_SUBJECT, likelier};
pub(crate) use contested::{REASONS, decides};

/// Maximum number of nearest texts.
const NEAREST: usize = 30;
/// The scope that all records have which name none.
const SCOPE_OF_ALL: &str = "project";

/// Search in one view, among its tracked records.
pub(crate) struct Look<'a> {
    workspace: &'a Workspace,
    sources: &'a Sources,
    parts: &'a [Part<'a, SegmentBytes>],
    terms: Terms<'a, 'a, SegmentBytes>,
    same_files: SameFiles<'a>,
    /// The words of the texts that were compared: many have the same ones.
    lexicon: RefCell<Lexicon>,
    /// The language of texts whose words do not identify one.
    usual: Language,
}

/// The records to compare.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// All of them.
    Everything,
    /// Only records that are known to be about the same files.
    SameFiles,
}

/// A record that another one is compared with.
struct Compared<'a> {
    record: &'a Record,
    document: &'a Document,
    /// True if the index knows both by one title.
    has_title: bool,
}

/// The records that are about the same files as one.
#[derive(Default)]
pub(crate) struct OnSameFiles {
    /// All of them.
    pub(crate) all: Vec<DocumentRef>,
    /// Records that may contradict the one.
    pub(crate) contested: Vec<(DocumentRef, Contested)>,
}

impl<'a> Look<'a> {
    /// `parts` are those of the sources; of these, the ones of other views than that of the tracked
    /// records do not count.
    pub(crate) fn new(
        workspace: &'a Workspace,
        sources: &'a Sources,
        parts: &'a [Part<'a, SegmentBytes>],
        usual: Language,
    ) -> Self {
        let (count, totals) = match sources.tracked() {
            Some(view) => (view.parts().len(), view.totals),
            None => (0, Totals::default()),
        };
        let parts = &parts[..count];
        Self {
            workspace,
            sources,
            parts,
            terms: Terms::new(parts, totals),
            same_files: SameFiles::new(parts),
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
        let mut commons = self.same_files.few(record)?;
        self.add_words(&mut commons, record, &document, &own, Reach::Everything)?;
        let text = String::from_utf8_lossy(text);
        let (_, body) = front_matter_and_body(&text);
        for at in named_by(self.sources, self.parts, &citations(body))? {
            commons.entry(at).or_default().is_named = true;
        }
        for at in named_by(self.sources, self.parts, &said_over(body))? {
            commons.entry(at).or_default().is_said_over = true;
        }
        commons.retain(|at, _| !own.contains(at));
        self.same_files.mark(&mut commons, record)?;
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

    /// Returns the records around one, and those about the same files that this one contradicts
    /// from their point of view: the order in which two records were written makes no difference.
    pub(crate) fn around_both_ways(
        &self,
        record: &Record,
        text: &[u8],
    ) -> Result<Vec<Contested>, Error> {
        let mut all = self.around(record, text)?;
        let own = with_id(self.parts, record.header.id.as_str())?;
        for at in self.same_files.few(record)?.into_keys() {
            if own.contains(&at) {
                continue;
            }
            let Some(Indexed {
                record: other,
                text,
                ..
            }) = self.read(at)?
            else {
                continue;
            };
            let found = self.on_same_files(at, &other, &text)?.contested;
            let found = found.into_iter().find(|(at, _)| own.contains(at));
            let (Some((_, found)), Some(id)) = (found, other.id()) else {
                continue;
            };
            let is_said = |it: &Contested| it.id == *id && it.points >= found.points;
            if !all.iter().any(is_said) {
                all.retain(|it| it.id != *id);
                all.push(found.seen_from(id, &other));
            }
        }
        all.sort_by(likelier);
        Ok(all)
    }

    /// The records about the same files as one of the view, and those that may contradict it. The
    /// result for these equals that of [`Look::around`], for less work.
    pub(crate) fn on_same_files(
        &self,
        at: DocumentRef,
        record: &Record,
        text: &str,
    ) -> Result<OnSameFiles, Error> {
        let mut commons = self.same_files.few(record)?;
        let own = with_id(self.parts, record.header.id.as_str())?;
        commons.retain(|at, _| !own.contains(at));
        let all: Vec<DocumentRef> = commons.keys().copied().collect();
        if all.is_empty() {
            return Ok(OnSameFiles::default());
        }
        let (_, body) = front_matter_and_body(text);
        self.add_names(&mut commons, &citations(body), &said_over(body))?;
        let stream = self.stream(at)?;
        let mut kept = Commons::default();
        for (other, common) in commons {
            let theirs = self.stream(other)?;
            let title = share_of_titles(&stream, &theirs);
            let common = Common { title, ..common };
            // Most have too little in common, whatever their words are, and these take time.
            if common.most_points() >= WORTH_SAYING || likeness(&stream, &theirs).is_some() {
                kept.insert(other, common);
            }
        }
        let mut contested = Vec::new();
        if !kept.is_empty() {
            let document = self.document_of_text(text.as_bytes());
            self.add_words(&mut kept, record, &document, &own, Reach::SameFiles)?;
            self.add_attributes(&mut kept, record)?;
            contested = self.worth_saying(record, &document, &kept)?;
        }
        Ok(OnSameFiles { all, contested })
    }

    /// The records about the same files as one with this blob that may contradict it.
    pub(crate) fn contested_on_same_files(
        &self,
        record: &Record,
        blob: ObjectId,
        text: &[u8],
    ) -> Result<Vec<Contested>, Error> {
        let Some(at) = self.document_of(record.header.id.as_str(), blob)? else {
            return Ok(Vec::new());
        };
        let found = self.on_same_files(at, record, &String::from_utf8_lossy(text))?;
        Ok(found.contested.into_iter().map(|(_, it)| it).collect())
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

    /// Adds which of some records a text names, by what they are called.
    fn add_names(
        &self,
        commons: &mut Commons,
        named: &[Citation],
        said_over: &[Citation],
    ) -> Result<(), Error> {
        if named.is_empty() {
            return Ok(());
        }
        for (at, common) in commons {
            if let Some(Indexed { record, .. }) = self.read(*at)? {
                common.is_named = named.iter().any(|it| it.names(&record));
                common.is_said_over = said_over.iter().any(|it| it.names(&record));
            }
        }
        Ok(())
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
        reach: Reach,
    ) -> Result<(), Error> {
        let telling = self.terms.telling(document, &self.lexicon.borrow())?;
        let words = Shares::of(self.terms.points_of_terms(&telling)?, own);
        let title = Query::parse(&record.header.title, self.usual);
        let of_title = Shares::of(self.terms.points_of_query(&title)?, own);
        let most_words = words.share(words.points.most_beside(own));
        for at in self.nearest(&words.points, commons, reach) {
            let common = commons.entry(at).or_default();
            common.words = words.share(words.points.of(at));
            common.most_words = most_words;
        }
        for at in self.nearest(&of_title.points, commons, reach) {
            let common = commons.entry(at).or_default();
            common.title_in_text = of_title.share(of_title.points.of(at));
        }
        Ok(())
    }

    /// The nearest documents that come into question.
    fn nearest(&self, points: &WordPoints, commons: &Commons, reach: Reach) -> Vec<DocumentRef> {
        match reach {
            Reach::Everything => points.nearest(self.parts, NEAREST),
            Reach::SameFiles => {
                let mut near: Vec<DocumentRef> = commons.keys().copied().collect();
                near.retain(|at| points.is_among(self.parts, *at, NEAREST));
                near
            }
        }
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
            && (record.kind() == other.kind() || common.is_on_same_files());
        if is_linked(record, &other) || !(is_contested || is_namesake || share.is_some()) {
            return Ok(None);
        }
        let mut why = Vec::new();
        for (is_so, reason) in [
            (common.is_on_same_files(), SAME_FILES),
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
            points,
            is_replaceable,
        }))
    }

    /// Returns the cached rivals for the records of the view.
    pub(crate) fn kept_rivals(&self) -> Arc<KeptRivals> {
        let view = self.sources.tracked();
        let key = view.and_then(|view| view.key.as_deref());
        // Words are other ones in another language, and another build has other rules.
        let key = key.map(|key| format!("{}-{key}-{BUILD}", self.usual.code()));
        self.workspace.store().kept_rivals(key.as_deref())
    }

    /// The blob of a document.
    pub(crate) fn blob(&self, at: DocumentRef) -> Result<Option<ObjectId>, Error> {
        match self.sources.of_part(at.part) {
            Some(source) => Ok(source.view.id(source.part, at.document)?),
            None => Ok(None),
        }
    }

    /// The document of a blob that goes by an id.
    pub(crate) fn document_of(
        &self,
        id: &str,
        blob: ObjectId,
    ) -> Result<Option<DocumentRef>, Error> {
        for at in with_id(self.parts, id)? {
            if self.blob(at)? == Some(blob) {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The words of a document, in order.
    fn stream(&self, at: DocumentRef) -> Result<Vec<u8>, Error> {
        Ok(self.parts[at.part].segment.stream(at.document)?)
    }

    /// The record of a document; `None` where it was deleted in the meantime.
    pub fn read(&self, at: DocumentRef) -> Result<Option<Indexed>, Error> {
        let Some(source) = self.sources.of_part(at.part) else {
            return Ok(None);
        };
        let path = source.view.path(source.part, at.document)?;
        let Some(blob) = source.view.id(source.part, at.document)? else {
            return Ok(None);
        };
        let is_clean = self.parts[at.part].segment.is_clean(at.document)?;
        indexed(self.workspace, &path, blob, is_clean)
    }

    /// The document of a file of the view that goes by an id.
    pub fn document(&self, id: &str, path: &str) -> Result<Option<DocumentRef>, Error> {
        for at in with_id(self.parts, id)? {
            if let Some(source) = self.sources.of_part(at.part)
                && source.view.path(source.part, at.document)? == path
            {
                return Ok(Some(at));
            }
        }
        Ok(None)
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
