//! What a reader sees of a ranked document.

use super::Question;
use crate::app::recall::sources::{Sources, What};
use crate::app::records::show::Indexed;
use crate::app::records::{Tier, show};
use crate::app::workspace::{Error, Workspace};
use crate::domain::private::Entry;
use crate::domain::recall::{
    Attribute, Found, Part, Query, Rank, Ranked, Snippet, Sought, holders, near, snippet,
};
use crate::domain::record::RecordId;
use crate::domain::secrets::{Clean, redact};
use crate::domain::text;
use crate::git::ObjectId;
use crate::store::index::Place as Bytes;

/// From which memory a hit comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A record of tracked memory.
    Tracked,
    /// An entry or a record of private memory.
    Private,
    /// A note on a commit.
    Note,
    /// A file of one's own memory.
    User,
}

impl Origin {
    /// Its name in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tracked => "tracked",
            Self::Private => "private",
            Self::Note => "note",
            Self::User => "user",
        }
    }
}

/// One answer. Every text in it is without secrets.
#[derive(Clone, Debug)]
pub struct Hit {
    /// From which memory it comes.
    pub origin: Origin,
    /// Its id; the path of a file of one's own memory.
    pub id: String,
    /// The name of its kind.
    pub kind: &'static str,
    /// Its title; of a note the subject of its commit.
    pub title: Clean,
    /// Its status; empty where it has none.
    pub status: Clean,
    /// The part of the project that it is about; empty where it says none.
    pub scope: String,
    /// Where it lies: a path from the top, or the commit that carries it.
    pub path: String,
    /// Where it stands before any score counts.
    pub rank: Rank,
    /// The higher, the better.
    pub score: f64,
    /// The piece that answers, or the abstract.
    pub snippet: Snippet,
    /// Why it was found.
    pub why: Vec<String>,
    /// The records that replaced it.
    pub superseded_by: Vec<RecordId>,
    /// Where all branches are asked: those that have it in this form.
    pub branches: Vec<String>,
    /// As much of it as was asked for, instead of a snippet.
    pub text: Option<Clean>,
}

/// All that hits are made from.
pub(super) struct Table<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) sources: &'a Sources,
    pub(super) parts: &'a [Part<'a, Bytes>],
    pub(super) question: &'a Question,
    pub(super) found: &'a Found,
}

impl Table<'_> {
    /// The hits, the best first: each record once, and none before the one that replaced it.
    pub(super) fn hits(&self) -> Result<Vec<Hit>, Error> {
        let mut hits: Vec<Hit> = Vec::new();
        for ranked in &self.found.ranked {
            if hits.len() >= self.question.most {
                break;
            }
            let Some(hit) = self.hit(ranked)? else {
                continue;
            };
            if !hits
                .iter()
                .any(|known| (known.origin, &known.id) == (hit.origin, &hit.id))
            {
                hits.push(hit);
            }
        }
        self.put_successors_first(&mut hits)?;
        hits.truncate(self.question.most);
        Ok(hits)
    }

    /// Words of the texts, as they are written there, that begin like those of a question.
    pub(super) fn near(&self, query: &Query) -> Result<Vec<String>, Error> {
        const MOST: usize = 5;
        let mut words: Vec<String> = Vec::new();
        for (stem, part, document) in near(self.parts, query, MOST)? {
            let ranked = Ranked {
                part,
                document,
                score: 0.0,
                rank: Rank::Words,
                words: 0.0,
                factors: Vec::new(),
            };
            let terms = [Sought::stem(stem.clone())];
            let word = self.text_of(&ranked)?.and_then(|text| {
                let snippet = snippet(
                    &text,
                    self.parts[part].segment.language(document).ok()?,
                    &terms,
                )?;
                snippet
                    .marks
                    .first()
                    .map(|mark| snippet.text[mark.clone()].to_lowercase())
            });
            let word = word.unwrap_or(stem);
            words.extend((!words.contains(&word)).then_some(word));
        }
        Ok(words)
    }

    /// The title and text of a document.
    fn text_of(&self, ranked: &Ranked) -> Result<Option<String>, Error> {
        let with_text = Question {
            tier: Some(Tier::T2),
            ..self.question.clone()
        };
        let table = Table {
            question: &with_text,
            ..*self
        };
        Ok(table.hit(ranked)?.map(|hit| {
            format!(
                "{}\n{}",
                &*hit.title,
                hit.text.as_deref().unwrap_or_default()
            )
        }))
    }

    /// Puts what replaced a hit before it, also where the question does not find it: it is what
    /// holds now. Only a hit that was asked for by its own id or title keeps its place, and
    /// what replaced it follows.
    fn put_successors_first(&self, hits: &mut Vec<Hit>) -> Result<(), Error> {
        let mut at = 0;
        while at < hits.len() {
            let (successors, score, old) = (
                hits[at].superseded_by.clone(),
                hits[at].score,
                hits[at].id.clone(),
            );
            let is_exact = matches!(hits[at].rank, Rank::Id | Rank::Title);
            for successor in successors {
                let place = if is_exact { at + 1 } else { at };
                match hits.iter().position(|hit| hit.id == successor.as_str()) {
                    Some(before) if before <= at => continue,
                    Some(behind) => {
                        let hit = hits.remove(behind);
                        hits.insert(place, hit);
                    }
                    // Who asks for some records alone gets no others.
                    None if self.question.is_filtered() => continue,
                    None => match self.record_named(&successor)? {
                        Some(hit) => hits.insert(
                            place,
                            Hit {
                                score,
                                why: vec![format!("replaces {old}")],
                                ..hit
                            },
                        ),
                        None => continue,
                    },
                }
                at += usize::from(!is_exact);
            }
            at += 1;
        }
        Ok(())
    }

    pub(super) fn record_named(&self, id: &RecordId) -> Result<Option<Hit>, Error> {
        for (part, of) in self.parts.iter().enumerate() {
            if let Some(document) = holders(of, Attribute::Id, id.as_str())?.iter().next() {
                let ranked = Ranked {
                    part,
                    document,
                    score: 0.0,
                    rank: Rank::Words,
                    words: 0.0,
                    factors: Vec::new(),
                };
                return self.hit(&ranked);
            }
        }
        Ok(None)
    }

    /// What a reader sees of a document; `None` where it went away in the meantime.
    pub(super) fn hit(&self, ranked: &Ranked) -> Result<Option<Hit>, Error> {
        let &Ranked { part, document, .. } = ranked;
        let Some((what, view, nth)) = self.sources.view_of(part) else {
            return Ok(None);
        };
        let path = view.path(nth, document)?;
        match (what, view.id(nth, document)?) {
            (What::Tracked | What::PrivateRecords, Some(id)) => {
                self.record_hit(ranked, what, &path, id)
            }
            (What::Entries, Some(id)) => self.entry_hit(ranked, id).map(Some),
            (What::Notes, _) => Ok(self.note_hit(ranked, &path)),
            (What::User, _) => Ok(self.user_hit(ranked, &path)),
            _ => Ok(None),
        }
    }

    fn record_hit(
        &self,
        ranked: &Ranked,
        what: What,
        path: &str,
        id: ObjectId,
    ) -> Result<Option<Hit>, Error> {
        let is_clean = self.parts[ranked.part].segment.is_clean(ranked.document)?;
        let Some(Indexed {
            record, text, body, ..
        }) = show::indexed(self.workspace, path, id, is_clean)?
        else {
            return Ok(None);
        };
        let header = &record.header;
        let branches = self.sources.branches.iter();
        let has_it = |tip: ObjectId| {
            self.workspace
                .repo
                .file(tip, path)
                .is_ok_and(|found| found == Some(id))
        };
        Ok(Some(Hit {
            origin: if what == What::Tracked {
                Origin::Tracked
            } else {
                Origin::Private
            },
            id: header.id.to_string(),
            kind: record.kind_name(),
            title: header.title.clone(),
            status: header.status.clone(),
            scope: header.scope.to_string(),
            path: path.to_owned(),
            rank: ranked.rank,
            score: ranked.score,
            snippet: self
                .snippet(ranked, &text[body..])
                .unwrap_or_else(|| whole(&header.abstract_line)),
            why: self.why(ranked),
            superseded_by: header.superseded_by.clone(),
            branches: branches
                .filter(|branch| has_it(branch.tip))
                .map(|branch| branch.name.clone())
                .collect(),
            text: self
                .question
                .tier
                .map(|tier| redact(&tier.of(&record, &text))),
        }))
    }

    fn entry_hit(&self, ranked: &Ranked, id: ObjectId) -> Result<Hit, Error> {
        let commit = self.workspace.repo.commit(id)?;
        let entry = Entry::parse(&commit.message, commit.parents.len());
        let status = entry.status.map_or("", |status| status.name());
        let hit = Hit {
            kind: entry.kind.name(),
            status: redact(status),
            path: id.to_string(),
            ..Hit::plain(Origin::Private)
        };
        let name = entry
            .id
            .as_ref()
            .map_or_else(|| id.to_string(), ToString::to_string);
        Ok(self.told(ranked, Hit { id: name, ..hit }, &entry.title, &entry.body))
    }

    fn note_hit(&self, ranked: &Ranked, name: &str) -> Option<Hit> {
        let (title, text) = self.sources.texts.get(name)?;
        let (commit, id) = name.split_once(' ')?;
        let hit = Hit {
            kind: "note",
            id: id.to_owned(),
            path: commit.to_owned(),
            ..Hit::plain(Origin::Note)
        };
        Some(self.told(ranked, hit, title, text))
    }

    fn user_hit(&self, ranked: &Ranked, name: &str) -> Option<Hit> {
        let (title, text) = self.sources.texts.get(name)?;
        let hit = Hit {
            kind: "user",
            id: name.to_owned(),
            path: name.to_owned(),
            ..Hit::plain(Origin::User)
        };
        Some(self.told(ranked, hit, title, text))
    }

    /// A hit with its title, its piece of the text, and why it was found.
    fn told(&self, ranked: &Ranked, hit: Hit, title: &str, text: &str) -> Hit {
        let piece = self.snippet(ranked, text);
        let first = || {
            whole(&text::one_line(
                text::first_paragraph(text).as_ref(),
                text::ABSTRACT_LENGTH,
            ))
        };
        let snippet = piece.unwrap_or_else(first);
        let text = self.question.tier.map(|tier| {
            redact(if tier == Tier::T0 {
                &snippet.text
            } else {
                text
            })
        });
        Hit {
            title: redact(title),
            rank: ranked.rank,
            score: ranked.score,
            snippet,
            why: self.why(ranked),
            text,
            ..hit
        }
    }

    fn snippet(&self, ranked: &Ranked, text: &str) -> Option<Snippet> {
        snippet(
            text,
            self.parts[ranked.part]
                .segment
                .language(ranked.document)
                .ok()?,
            &self.found.terms,
        )
    }

    fn why(&self, ranked: &Ranked) -> Vec<String> {
        let mut why = Vec::new();
        match ranked.rank {
            Rank::Id => why.push("its id".to_owned()),
            Rank::Title => why.push("its title".to_owned()),
            Rank::Words | Rank::Archived => {}
        }
        let fields = self
            .found
            .fields(self.parts[ranked.part].segment, ranked.document);
        if self.question.words.is_empty() {
            // What is like a text shares words with it, wherever they stand.
            let mut shared: Vec<&str> = Vec::new();
            for form in fields.iter().flat_map(|(_, forms)| forms) {
                if !shared.contains(form) {
                    shared.push(form);
                }
            }
            return vec![format!("shares: {}", shared.join(", "))];
        }
        why.extend(
            fields
                .into_iter()
                .map(|(field, forms)| format!("{}: {}", field.name(), forms.join(", "))),
        );
        if self.question.is_explained {
            why.push(format!("words {:.3}", ranked.words));
            why.extend(
                ranked
                    .factors
                    .iter()
                    .map(|(factor, share)| format!("{} × {share:.3}", factor.name())),
            );
        }
        why
    }
}

impl Hit {
    /// A hit of which nothing is known but where it comes from.
    fn plain(origin: Origin) -> Self {
        Self {
            origin,
            id: String::new(),
            kind: "",
            title: Clean::default(),
            status: Clean::default(),
            scope: String::new(),
            path: String::new(),
            rank: Rank::Words,
            score: 0.0,
            snippet: Snippet::default(),
            why: Vec::new(),
            superseded_by: Vec::new(),
            branches: Vec::new(),
            text: None,
        }
    }
}

fn whole(text: &str) -> Snippet {
    Snippet {
        text: text.to_owned(),
        marks: Vec::new(),
    }
}
