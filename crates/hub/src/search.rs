//! The search over all repositories of a reader: the database finds candidates by stems, and the
//! scorer of every other search ranks them.

use std::collections::{BTreeSet, HashMap};

use deadpool_postgres::Transaction;
use serde_json::{Value, json};
use tokio_postgres::types::ToSql;

use crate::Error;
use crate::answers::Hit;
use crate::database::Database;
use crate::meaning::{Meaning, Near};
use crate::readers::Reader;
use git_memory_app::recall::MEANT;
use git_memory_app::recall::meaning::Retrieval;
use git_memory_recall::{
    Confidence, DocumentRef, Found, Language, Meaning as Cosines, Members, Neutral, Part, Query,
    Segment, Snippet, Totals, rarity, search, snippet,
};

/// Number of candidates that are ranked.
const POOL: i32 = 150;
/// Number of candidates that one word brings.
const EACH: i32 = 2_000;
/// Number of texts that the words of a question may be in before the more frequent ones bring no
/// candidates of their own.
const MANY: u64 = 8_000;

/// A question to all repositories.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is looked for.
    pub words: String,
    /// The greatest number of hits.
    pub most: usize,
}

/// The hits of a question, the best first.
#[derive(Debug, Default)]
pub struct Answer {
    /// The hits.
    pub hits: Vec<Hit>,
    /// Number of texts that were searched, of all readers.
    pub texts: u64,
    /// By what they were found.
    pub retrieval: Retrieval,
}

impl Answer {
    /// The answer in JSON, with the words of the server of one repository.
    #[must_use]
    pub fn document(&self) -> Value {
        json!({
            "hits": self.hits,
            "view": { "of": "everywhere", "revision": null, "texts": self.texts },
            "replaced": [],
            "near": [],
            "retrieval": self.retrieval.to_string(),
        })
    }
}

/// A form of a question.
struct Form {
    text: String,
    /// What it may be in a text of any language.
    stems: BTreeSet<String>,
    /// Number of texts that have one of them.
    documents: u64,
}

/// A candidate's row.
struct Candidate {
    repository: i32,
    version: i64,
    hit: Hit,
    segment: Segment<Vec<u8>>,
    /// The nearness of its vector to the question, where it has one.
    cosine: Option<i32>,
}

/// Finds what answers a question.
///
/// # Errors
/// If the database does not answer.
pub async fn recall(
    database: &Database,
    meaning: &Meaning,
    reader: &Reader,
    question: &Question,
) -> Result<Answer, Error> {
    let query = Query::parse(&question.words, Language::ENGLISH);
    let near = if query.is_empty() {
        Near::default()
    } else {
        meaning.near(database, reader, &question.words).await
    };
    let mut client = database.writer().await?;
    let reading = Database::reading(&mut client, reader.number).await?;
    let totals = totals(&reading).await?;
    let mut answer = Answer {
        texts: totals.documents,
        retrieval: near.retrieval.clone(),
        ..Answer::default()
    };
    if query.is_empty() {
        return Ok(answer);
    }
    let forms = forms(&reading, &query, totals).await?;
    let candidates = candidates(&reading, &query, &forms, totals, &near).await?;
    let counts = forms.into_iter().map(|form| (form.text, form.documents));
    let query = query.among(counts.collect());
    let found = ranked(&candidates, totals, &query, &near, question.most)?;
    let hits = found.ranked.iter().map(|hit| &candidates[hit.at.part]);
    let places = hits.map(|it| (it.repository, it.version)).unzip();
    let texts = texts(&reading, places).await?;
    reading.commit().await?;
    for ranked in &found.ranked {
        let candidate = &candidates[ranked.at.part];
        let text = texts.get(&candidate.version).map_or("", String::as_str);
        answer.hits.push(Hit {
            snippet: snippet_of(candidate, text, &found)?,
            score: (ranked.score().value() * 1000.0).round() / 1000.0,
            confidence: Some(Confidence::name(ranked.confidence)),
            why: ranked.is_guess().then_some(MEANT).into_iter().collect(),
            ..candidate.hit.clone()
        });
    }
    Ok(answer)
}

/// Versions, as their repositories and numbers.
type Places = (Vec<i32>, Vec<i64>);

/// The texts that have all words of a name, at most so many.
///
/// # Errors
/// If the database does not answer.
pub(super) async fn having(
    reading: &Transaction<'_>,
    name: &str,
    most: i32,
) -> Result<Places, Error> {
    let query = Query::parse(name, Language::ENGLISH);
    let totals = totals(reading).await?;
    let forms = forms(reading, &query, totals).await?;
    // The last one is all of them.
    let (words, weights) = asked_words(&forms, totals);
    let (words, weights) = (words.last(), weights.last());
    let asked = "SELECT repository, version FROM candidates($1, $2, '', $3, $3)";
    let asked = reading.prepare_cached(asked).await?;
    let (words, weights) = (Vec::from_iter(words), Vec::from_iter(weights));
    let rows = reading.query(&asked, &[&words, &weights, &most]).await?;
    Ok(rows
        .iter()
        .map(|row| (row.get::<_, i32>(0), row.get::<_, i64>(1)))
        .unzip())
}

async fn totals(reading: &Transaction<'_>) -> Result<Totals, Error> {
    let asked = reading
        .prepare_cached("SELECT documents, length, languages FROM totals")
        .await?;
    let row = reading.query_one(&asked, &[]).await?;
    Ok(Totals {
        documents: whole(row.get(0)),
        length: whole(row.get(1)),
        languages: u32::try_from(row.get::<_, i32>(2)).unwrap_or_default(),
    })
}

/// The forms of a question, with their stems in the languages of the texts.
async fn forms(
    reading: &Transaction<'_>,
    query: &Query,
    totals: Totals,
) -> Result<Vec<Form>, Error> {
    let spoken = |language: &Language| totals.languages & (1 << language.number()) != 0;
    let languages: Vec<Language> = Language::all().filter(spoken).collect();
    let mut forms = Vec::new();
    for text in query.forms() {
        let stems = languages.iter().map(|it| it.stem(text).into_owned());
        forms.push(Form {
            text: text.to_owned(),
            stems: stems.filter(|stem| !stem.is_empty()).collect(),
            documents: 0,
        });
    }
    let all: Vec<&String> = forms.iter().flat_map(|form| &form.stems).collect();
    let asked = "SELECT word, documents FROM frequencies WHERE word = ANY ($1)";
    let asked = reading.prepare_cached(asked).await?;
    let mut found: HashMap<String, u64> = HashMap::new();
    for row in reading.query(&asked, &[&all]).await? {
        found.insert(row.get(0), whole(row.get(1)));
    }
    for form in &mut forms {
        form.documents = form.stems.iter().filter_map(|it| found.get(it)).sum();
    }
    Ok(forms)
}

fn whole(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

/// The rows that may answer.
async fn candidates(
    reading: &Transaction<'_>,
    query: &Query,
    forms: &[Form],
    totals: Totals,
    near: &Near,
) -> Result<Vec<Candidate>, Error> {
    let (words, weights) = asked_words(forms, totals);
    let name = query.name().unwrap_or_default();
    let asked = "SELECT r.name, v.path, v.id, v.kind, v.status, v.scope, v.title, v.abstract,
                     v.superseded_by, v.entry, v.repository, v.version, x.vector
                 FROM (
                     SELECT repository, version FROM candidates($1, $2, $3, $4, $5)
                     UNION
                     SELECT v.repository, v.version
                     FROM unnest($6::integer[], $7::text[]) AS near (repository, blob)
                     JOIN versions v ON v.repository = near.repository AND v.blob = near.blob
                         AND v.until IS NULL
                 ) c
                 JOIN versions v ON v.repository = c.repository AND v.version = c.version
                 JOIN repositories r ON r.repository = v.repository
                 LEFT JOIN vectors x ON x.repository = v.repository AND x.blob = v.blob";
    let asked = reading.prepare_cached(asked).await?;
    let (repositories, blobs) = &near.nearest;
    let parameters: [&(dyn ToSql + Sync); 7] =
        [&words, &weights, &name, &EACH, &POOL, repositories, blobs];
    let rows = reading.query(&asked, &parameters).await?;
    let mut candidates = Vec::with_capacity(rows.len());
    for row in rows {
        let hit = Hit {
            workspace: row.get(0),
            record_path: row.get(1),
            id: row.get(2),
            kind: row.get(3),
            status: row.get(4),
            scope: row.get(5),
            title: row.get(6),
            snippet: row.get(7),
            superseded_by: row.get(8),
            source: "tracked",
            ..Hit::default()
        };
        candidates.push(Candidate {
            hit,
            segment: Segment::open(row.get::<_, Vec<u8>>(9))?,
            repository: row.get(10),
            version: row.get(11),
            cosine: cosine(near, row.get(12)),
        });
    }
    Ok(candidates)
}

fn cosine(near: &Near, vector: Option<&[u8]>) -> Option<i32> {
    Some(near.question.as_ref()?.cosine_to(vector?))
}

/// The words that bring candidates, as `tsquery`s, with their weights: rare ones each for itself,
/// and all of them together.
fn asked_words(forms: &[Form], totals: Totals) -> (Vec<String>, Vec<f32>) {
    let known = forms.iter().filter(|form| form.documents > 0);
    let mut known: Vec<(u64, &BTreeSet<String>)> =
        known.map(|form| (form.documents, &form.stems)).collect();
    known.sort();
    let (mut words, mut weights, mut sum) = (Vec::new(), Vec::new(), 0);
    let mut whole = 0.0;
    for (documents, stems) in &known {
        sum += documents;
        let weight = rarity(totals.documents, *documents);
        whole += weight;
        if sum > MANY && !words.is_empty() {
            continue;
        }
        words.push(any_of(stems));
        weights.push(single(weight));
    }
    if known.len() > 1 {
        let all: Vec<String> = known.iter().map(|(_, stems)| any_of(stems)).collect();
        words.push(all.join(" & "));
        weights.push(single(whole));
    }
    (words, weights)
}

fn any_of(stems: &BTreeSet<String>) -> String {
    let quoted = |stem: &String| format!("'{}'", stem.replace('\\', "\\\\").replace('\'', "''"));
    let all: Vec<String> = stems.iter().map(quoted).collect();
    format!("({})", all.join(" | "))
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "it orders candidates roughly"
)]
fn single(weight: f64) -> f32 {
    weight as f32
}

/// The best of the candidates, as every search ranks them.
fn ranked(
    candidates: &[Candidate],
    totals: Totals,
    query: &Query,
    near: &Near,
    most: usize,
) -> Result<Found, Error> {
    let one = Members::all_of(1);
    let parts: Vec<Part<'_, Vec<u8>>> = candidates
        .iter()
        .map(|candidate| Part {
            segment: &candidate.segment,
            members: &one,
        })
        .collect();
    let mut cosines = Vec::new();
    for (part, candidate) in candidates.iter().enumerate() {
        let at = DocumentRef { part, document: 0 };
        cosines.extend(candidate.cosine.map(|cosine| (at, cosine)));
    }
    let cosines = Cosines::above(near.floor, cosines).among(&near.usual);
    Ok(search(
        &parts,
        &totals,
        query,
        &Neutral::with(cosines),
        most,
    )?)
}

/// The texts of the hits, by their versions: those of all candidates would take longer than to find
/// them.
async fn texts(
    reading: &Transaction<'_>,
    (repositories, versions): Places,
) -> Result<HashMap<i64, String>, Error> {
    let asked = "SELECT version, text FROM versions
                 WHERE repository = ANY ($1) AND version = ANY ($2)";
    let asked = reading.prepare_cached(asked).await?;
    let rows = reading.query(&asked, &[&repositories, &versions]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// The piece of a text that answers; its first words where none does.
fn snippet_of(candidate: &Candidate, text: &str, found: &Found) -> Result<String, Error> {
    let language = candidate.segment.language(0)?;
    let piece = snippet(body_of(text), language, &found.terms);
    let piece = piece.unwrap_or_else(|| Snippet::whole(&candidate.hit.snippet));
    Ok(piece.marked("**", "**"))
}

/// A text without what stands before it for programs.
pub(crate) fn body_of(text: &str) -> &str {
    git_memory_model::record::front_matter::split(text).map_or(text, |parts| &text[parts.body])
}
