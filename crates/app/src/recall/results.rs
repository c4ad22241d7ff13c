//! Results for a reader: each record once, with the piece that answers, and none before its
//! successor.

use crate::evidence::Subject;
use crate::recall::hit::{Hit, Origin};
use crate::recall::numbered::{named_by, with_id};
use crate::recall::question::RecallQuestion;
use crate::recall::sources::{SourceKind, Sources};
use crate::recall::wanted::Wanted;
use crate::records::Tier;
use crate::records::reading::Indexed;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::redact;
use git_memory_model::evidence::citations;
use git_memory_model::form::fields::after_header;
use git_memory_model::kind::Lifecycle;
use git_memory_model::private::Entry;
use git_memory_model::private::message::Message;
use git_memory_model::record::{Name, Record};
use git_memory_recall::{
    Confidence, DocumentRef, Feature, FieldTerms, Found, NearTerm, Part, Points, Query, Rank,
    Ranked, Snippet, as_written, near, snippet,
};
use git_memory_store::View;
use git_memory_store::index::SegmentBytes;
use git_memory_text as text;
use git_memory_text::plain::shorten;

/// Share of the best hit's score that another one has to have, if no number of hits was asked for:
/// agents read all that they get.
const CUT: f64 = 0.6;
/// Reason of a hit that only its vector found.
pub const MEANT: &str = "its meaning";

/// Everything that hits are made from.
#[derive(Clone, Copy)]
pub(crate) struct Results<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) sources: &'a Sources,
    pub(crate) parts: &'a [Part<'a, SegmentBytes>],
    pub(crate) question: &'a RecallQuestion,
    pub(crate) found: &'a Found,
    /// The part of each text to show beside its snippet.
    pub(crate) tier: Option<Tier>,
}

impl Results<'_> {
    /// The hits, the best first: each record once, and none before the one that replaced it.
    pub(crate) fn hits(&self) -> Result<Vec<Hit>, Error> {
        let mut hits: Vec<Hit> = Vec::new();
        let least = match self.found.ranked.first() {
            Some(best) if self.question.most.is_none() => Some(best.score().times(CUT)),
            _ => None,
        };
        let is_near = |ranked: &&Ranked| least.is_none_or(|least| ranked.score() >= least);
        for ranked in self.found.ranked.iter().filter(is_near) {
            if hits.len() >= self.question.most() {
                break;
            }
            let Some(hit) = self.hit(ranked)? else {
                continue;
            };
            if self.question.sure && !hit.is_sure() {
                continue;
            }
            let is_new = hits
                .iter()
                .all(|known| known.origin != hit.origin || known.id != hit.id);
            if is_new {
                hits.push(hit);
            }
        }
        // After the hits are chosen: a successor may push the last of them out, but not its
        // predecessor.
        let wanted = Wanted::of(self.sources, self.parts, self.question)?;
        self.put_cited_first(&mut hits, &wanted)?;
        self.put_successors_first(&mut hits, &wanted)?;
        hits.truncate(self.question.most());
        Ok(hits)
    }

    /// At most `most` words of the texts, as they are written there, that begin like those of a
    /// question.
    pub(crate) fn similar_words(&self, query: &Query, most: usize) -> Result<Vec<String>, Error> {
        let mut words: Vec<String> = Vec::new();
        for NearTerm { term, first } in near(self.parts, query, most)? {
            let ranked = Ranked::unasked(first);
            let written = self.written_form(&term, &ranked)?;
            let word = written.unwrap_or(term);
            if !words.contains(&word) {
                words.push(word);
            }
        }
        Ok(words)
    }

    /// The first word of a document that has this stem.
    fn written_form(&self, stem: &str, ranked: &Ranked) -> Result<Option<String>, Error> {
        let whole = Self {
            tier: Some(Tier::T2),
            ..*self
        };
        let Some(hit) = whole.hit(ranked)? else {
            return Ok(None);
        };
        let body = hit.text.as_deref().unwrap_or_default();
        let text = format!("{}\n{body}", &*hit.title);
        let language = self.parts[ranked.at.part]
            .segment
            .language(ranked.at.document)?;
        let written = as_written(&text, language, &[stem]);
        let mut words = written.into_iter().flatten();
        Ok(words.next().map(str::to_lowercase))
    }

    /// Puts what replaced a hit before it, even where the question does not find it: it is what
    /// holds now. Only a hit that was asked for by its own id or title keeps its place; what
    /// replaced it follows.
    fn put_successors_first(&self, hits: &mut Vec<Hit>, wanted: &Wanted<'_>) -> Result<(), Error> {
        // By position, as the list grows while it is gone through.
        let mut at = 0;
        while at < hits.len() {
            let is_exact = matches!(hits[at].rank, Rank::Id | Rank::Title);
            for successor in hits[at].superseded_by.clone() {
                // Most often it is there already, and need not be read.
                if hits[..at].iter().any(|hit| hit.id == successor.as_str()) {
                    continue;
                }
                let why = format!("replaces {}", hits[at].id);
                let successors = self.documents_named(&successor)?;
                let successor = self.chosen(&successors, wanted)?.into_iter().next();
                if let Some(successor) = successor {
                    let place = if is_exact { at + 1 } else { at };
                    let has_moved = put(hits, successor, &why, at, place);
                    // The record itself has moved on by one.
                    at += usize::from(has_moved && !is_exact);
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// Puts the records that a commit names before it, even if the question does not find them:
    /// records have the reason, the commit has only the change.
    fn put_cited_first(&self, hits: &mut Vec<Hit>, wanted: &Wanted<'_>) -> Result<(), Error> {
        let mut at = 0;
        while at < hits.len() {
            if hits[at].origin == Origin::Commit {
                let id: ObjectId = hits[at].path.parse()?;
                let commit = self.workspace.store().history().commit(id)?;
                let cited = named_by(self.sources, self.parts, &citations(&commit.message))?;
                let why = format!("named by {}", hits[at].id);
                for record in self.chosen(&cited, wanted)? {
                    at += usize::from(put(hits, record, &why, at, at));
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// The records of some documents that the question's filters let pass.
    fn chosen(&self, documents: &[DocumentRef], wanted: &Wanted<'_>) -> Result<Vec<Hit>, Error> {
        let mut chosen = Vec::new();
        for document in documents.iter().filter(|it| wanted.has(**it)) {
            chosen.extend(self.hit(&Ranked::unasked(*document))?);
        }
        Ok(chosen)
    }

    /// The record with this id as a hit; `None` where no source has it.
    pub(crate) fn record_named(&self, name: &Name) -> Result<Option<Hit>, Error> {
        match self.documents_named(name)?.first() {
            Some(document) => self.hit(&Ranked::unasked(*document)),
            None => Ok(None),
        }
    }

    /// The documents of a record, or of the page at a path.
    fn documents_named(&self, name: &Name) -> Result<Vec<DocumentRef>, Error> {
        match name {
            Name::Id(id) => Ok(with_id(self.parts, id.as_str())?),
            Name::Path(path) => self.sources.at_path(self.parts, path.as_str()),
        }
    }

    /// Returns the hit for a document; `None` if it was deleted in the meantime.
    pub(crate) fn hit(&self, ranked: &Ranked) -> Result<Option<Hit>, Error> {
        let Some(source) = self.sources.of_part(ranked.at.part) else {
            return Ok(None);
        };
        let path = source.view.path(source.part, ranked.at.document)?;
        match (
            source.kind,
            source.view.id(source.part, ranked.at.document)?,
        ) {
            (SourceKind::Tracked, Some(id)) => self.record_hit(ranked, Origin::Tracked, &path, id),
            (SourceKind::PrivateRecords, Some(id)) => {
                self.record_hit(ranked, Origin::Private, &path, id)
            }
            (SourceKind::Parent(_), Some(id)) => self.record_hit(ranked, Origin::Parent, &path, id),
            (SourceKind::Entries, Some(id)) => self.entry_hit(ranked, id).map(Some),
            (SourceKind::Commits, Some(id)) => self.commit_hit(ranked, id).map(Some),
            (SourceKind::Notes, _) => self.note_hit(ranked, &path),
            (SourceKind::User, _) => self.file_hit(ranked, Origin::User, &path),
            (SourceKind::Rules, _) => self.file_hit(ranked, Origin::Rule, &path),
            _ => Ok(None),
        }
    }

    /// Confidence of a document; a text found only by similarity answers nothing.
    fn confidence(&self, ranked: &Ranked) -> Option<Confidence> {
        let is_asked = !self.question.words.is_empty() || !self.question.near.is_empty();
        is_asked.then_some(ranked.confidence)
    }

    fn record_hit(
        &self,
        ranked: &Ranked,
        origin: Origin,
        path: &str,
        id: ObjectId,
    ) -> Result<Option<Hit>, Error> {
        let Some(Indexed {
            record, text, body, ..
        }) = self.sources.read(self.workspace, ranked.at)?
        else {
            return Ok(None);
        };
        let header = &record.header;
        // Words of the title or of the front matter are not worth a snippet.
        let told = if record.is_page() {
            after_header(&text[body..])
        } else {
            &text[body..]
        };
        let snippet = match self.snippet(ranked, told)? {
            Some(snippet) => snippet,
            None => Snippet::whole(&header.abstract_line),
        };
        Ok(Some(Hit {
            id: header.id.to_string(),
            kind: record.kind_name(),
            title: header.title.clone(),
            status: header.status.clone(),
            scope: header.scope.to_string(),
            path: path.to_owned(),
            rank: ranked.rank,
            score: ranked.score().value(),
            confidence: self.confidence(ranked),
            is_guess: ranked.is_guess(),
            snippet,
            why: self.why(ranked, "", &text)?,
            superseded_by: self.successors(&record)?,
            branches: self.branches_with(path, id)?,
            subject: (origin == Origin::Tracked).then(|| Subject::of(&record, Some(id)).into()),
            text: match self.tier {
                Some(tier) => Some(self.workspace.guard()?.redact(&tier.of(&record, &text))),
                None => None,
            },
            ..Hit::from(origin)
        }))
    }

    /// The records and pages that replaced a record: those of a page are known only beside others.
    fn successors(&self, record: &Record) -> Result<Vec<Name>, Error> {
        let header = &record.header;
        if !record.is_page() || record.lifecycle() != Lifecycle::Superseded {
            return Ok(header.superseded_by.clone());
        }
        let memory = self.workspace.memory(&View::WorkTree)?;
        let mut records = memory.records.iter();
        let found = records.find(|other| other.path == record.path);
        Ok(found.map_or_else(Vec::new, |found| found.header.superseded_by.clone()))
    }

    /// The branches that have this blob at this path, where all branches are searched.
    fn branches_with(&self, path: &str, id: ObjectId) -> Result<Vec<String>, Error> {
        let objects = self.workspace.store().objects();
        let mut names = Vec::new();
        for branch in &self.sources.branches {
            if objects.file(branch.tip, path)? == Some(id) {
                names.push(branch.name.clone());
            }
        }
        Ok(names)
    }

    fn entry_hit(&self, ranked: &Ranked, id: ObjectId) -> Result<Hit, Error> {
        let commit = self.workspace.store().history().commit(id)?;
        let guard = self.workspace.guard()?;
        let entry = Entry::parse_by(guard, &commit.message, commit.parents.len());
        let status = match entry.status {
            Some(status) => status.name(),
            None => "",
        };
        let hit = Hit {
            id: match &entry.id {
                Some(name) => name.to_string(),
                None => id.to_string(),
            },
            kind: entry.kind.name(),
            status: redact(status),
            path: id.to_string(),
            ..Hit::from(Origin::Private)
        };
        self.with_text(ranked, hit, &entry.title, &entry.body)
    }

    fn commit_hit(&self, ranked: &Ranked, id: ObjectId) -> Result<Hit, Error> {
        let commit = self.workspace.store().history().commit(id)?;
        // All of it, as a secret may reach over the end of the subject.
        let message = self.workspace.guard()?.redact(&commit.message);
        let Message { subject, body, .. } = Message::parse(&message);
        let hit = Hit {
            kind: "commit",
            id: id.short(),
            path: id.to_string(),
            ..Hit::from(Origin::Commit)
        };
        self.with_text(ranked, hit, &subject, &body)
    }

    fn note_hit(&self, ranked: &Ranked, name: &str) -> Result<Option<Hit>, Error> {
        let text = self.sources.texts.get(name);
        // A note is listed by its commit and its own id.
        let (Some(text), Some((commit, id))) = (text, name.split_once(' ')) else {
            return Ok(None);
        };
        let hit = Hit {
            kind: "note",
            id: id.to_owned(),
            path: commit.to_owned(),
            ..Hit::from(Origin::Note)
        };
        self.with_text(ranked, hit, &text.title, &text.body)
            .map(Some)
    }

    fn file_hit(&self, ranked: &Ranked, origin: Origin, name: &str) -> Result<Option<Hit>, Error> {
        let Some(text) = self.sources.texts.get(name) else {
            return Ok(None);
        };
        let hit = Hit {
            kind: origin.name(),
            id: name.to_owned(),
            path: name.to_owned(),
            ..Hit::from(origin)
        };
        self.with_text(ranked, hit, &text.title, &text.body)
            .map(Some)
    }

    /// A hit with its title, its piece of the text, and why it was found.
    fn with_text(&self, ranked: &Ranked, hit: Hit, title: &str, text: &str) -> Result<Hit, Error> {
        let snippet = if let Some(snippet) = self.snippet(ranked, text)? {
            snippet
        } else {
            let first = text::first_paragraph(text);
            let line = text::one_line(first.as_ref(), 2 * text::ABSTRACT_LENGTH);
            Snippet::whole(&shorten(&line, text::ABSTRACT_LENGTH))
        };
        let why = self.why(ranked, title, text)?;
        let guard = self.workspace.guard()?;
        let text = match self.tier {
            None => None,
            Some(Tier::T0) => Some(guard.redact(&snippet.text)),
            Some(Tier::T1 | Tier::T2) => Some(guard.redact(text)),
        };
        Ok(Hit {
            title: guard.redact(title),
            rank: ranked.rank,
            score: ranked.score().value(),
            confidence: self.confidence(ranked),
            is_guess: ranked.is_guess(),
            snippet,
            why,
            text,
            ..hit
        })
    }

    fn snippet(&self, ranked: &Ranked, text: &str) -> Result<Option<Snippet>, Error> {
        let language = self.parts[ranked.at.part]
            .segment
            .language(ranked.at.document)?;
        Ok(snippet(text, language, &self.found.terms))
    }

    /// Reasons why a document was found; `text` is all of it, except for a separate title.
    fn why(&self, ranked: &Ranked, title: &str, text: &str) -> Result<Vec<String>, Error> {
        let segment = self.parts[ranked.at.part].segment;
        let fields = self.found.fields(segment, ranked.at.document)?;
        if self.question.words.is_empty() {
            // A text like another one shares words with it, in whatever field they are.
            let mut stems: Vec<&str> = Vec::new();
            for form in fields.iter().flat_map(|terms| &terms.forms) {
                if !stems.contains(form) {
                    stems.push(form);
                }
            }
            let language = segment.language(ranked.at.document)?;
            let text = format!("{title}\n{text}");
            let words = words_of(&stems, &as_written(&text, language, &stems));
            // A hit that only files tie to the question shares no words.
            let shared = (!words.is_empty()).then(|| format!("shares: {}", words.join(", ")));
            let meant = ranked.is_guess().then(|| MEANT.to_owned());
            return Ok(shared.or(meant).into_iter().collect());
        }
        let mut why = Vec::new();
        match ranked.rank {
            Rank::Id => why.push("its id".to_owned()),
            Rank::Title => why.push("its title".to_owned()),
            Rank::Words | Rank::Archived => {}
        }
        if ranked.rank >= Rank::Words && ranked.features.of(Feature::Named) > Points::default() {
            why.push("its file's name".to_owned());
        }
        if ranked.is_guess() {
            why.push(MEANT.to_owned());
        }
        for FieldTerms { field, forms } in fields {
            why.push(format!("{}: {}", field.name(), forms.join(", ")));
        }
        if self.question.explain {
            why.push(format!("{:.0} % of the question", 100.0 * ranked.matched));
            let whole = ranked.score().value();
            for (feature, points) in ranked.features.each() {
                let (name, points) = (feature.name(), points.value());
                let percent = 100.0 * points / whole;
                why.push(format!("{name} {points:+.3} ({percent:.0} %)"));
            }
        }
        Ok(why)
    }
}

/// Puts a record to a place for the sake of the hit at `at`: it is as good an answer as that one.
/// False where it comes before that one already.
fn put(hits: &mut Vec<Hit>, record: Hit, why: &str, at: usize, place: usize) -> bool {
    let known = hits.iter().position(|hit| hit.id == record.id);
    let mut record = match known {
        Some(known) if known <= at => return false,
        Some(known) => hits.remove(known),
        None => Hit {
            why: Vec::new(),
            ..record
        },
    };
    record.score = record.score.max(hits[at].score);
    record.confidence = record.confidence.min(hits[at].confidence);
    record.why.push(why.to_owned());
    hits.insert(place, record);
    true
}

/// Stems as a text writes them, each word once.
fn words_of<'a>(stems: &[&'a str], written: &[Option<&'a str>]) -> Vec<&'a str> {
    let mut words: Vec<&str> = Vec::new();
    for (stem, written) in stems.iter().zip(written) {
        // A word of the path is in no text.
        let word = written.unwrap_or(stem);
        if !words.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            words.push(word);
        }
    }
    words
}
