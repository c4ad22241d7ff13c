//! The verbs that servers offer: a question in JSON in, one document out. Every server answers by
//! this table, so that the same question gets the same bytes, whichever door it came through.
//!
//! A verb is a function of a family, `answer(call, question)`. Its question is a type with a schema,
//! and its result is one that other doors take as it is; the table names the JSON of the result.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::call::Call;
use crate::context::retrieval::workspace;
use crate::project::{check, policy};
use crate::recall::recalled::Recalled;
use crate::recall::{feedback, recalled, related, reviewed, why};
use crate::records::{adopt, covered, diff, graph, listing, log, publish, read, write};
use crate::wire::fit::within;
use crate::wire::{
    AdoptAnswer, Asked, CoveredAnswer, DiffAnswer, EntriesAnswer, EntryAnswer, FeedbackAnswer,
    FoundAnswer, GraphAnswer, HitsAnswer, JsonDocument, ListAnswer, LogAnswer, MapAnswer,
    PolicyAnswer, PolicyCheckAnswer, PublishedAnswer, RanAnswer, ReadAnswer, RetrievalAnswer,
    ReviewedAnswer, RunsAnswer, StatsAnswer, StatusAnswer, WhyAnswer, WriteAnswer, WrittenAnswer,
};
use crate::workspace::{Error, Workspace};
use crate::{care, map, private, served};
use git_memory_model::context::retrieval::Retrieval;

/// A verb.
pub struct Verb {
    /// True if it changes something.
    pub writes: bool,
    /// Its address; the last part may be a name in braces, which is a key of the question. With a
    /// star the name may hold slashes.
    pub path: &'static str,
    /// Its answer, in one line.
    pub about: &'static str,
    /// Makes the schema of its question.
    pub question: fn() -> Schema,
    /// Answers a question with a document. `asked` are the texts that may come back in it.
    pub run: fn(call: &Call, asked: &Asked, question: &Value) -> Result<String, Error>,
}

/// Makes the table. A row has a name, `GET` or `POST` with an address, one line about the answer,
/// the function that answers, and the JSON of its result; last, where that is special, the function
/// that writes it.
macro_rules! verbs {
    ($($name:ident: $method:ident $path:literal $about:literal,
        $answer:path => $json:ident $(, $document:path)?;)*) => {
        $(
            #[doc = concat!($about, ".")]
            pub static $name: Verb = Verb {
                writes: verbs!(@writes $method),
                path: $path,
                about: $about,
                question: || schema_of($answer),
                run: |call, asked, question| {
                    let result = $answer(call, &parsed(question)?)?;
                    verbs!(@document call, asked, $json, result $(, $document)?)
                },
            };
        )*

        /// Every verb.
        pub static VERBS: &[&Verb] = &[$(&$name),*];

        /// The schema of what each verb answers with, in the same order. They are a fiftieth of a
        /// program that has them, so only what makes descriptions calls this.
        pub fn answers(generator: &mut SchemaGenerator) -> Vec<Schema> {
            vec![$(generator.subschema_for::<JsonDocument<$json>>()),*]
        }
    };
    (@writes GET) => { false };
    (@writes POST) => { true };
    (@document $call:ident, $asked:ident, $json:ident, $result:ident) => {
        $asked.document(Some($call.workspace), $json::from(&$result))
    };
    (@document $call:ident, $asked:ident, $json:ident, $result:ident, $document:path) => {
        $document($call.workspace, $asked, &$result)
    };
}

verbs! {
    CONTEXT: GET "/workspace/context"
        "Decisions, lessons and open questions of this project, as abstracts",
        workspace::answer => RetrievalAnswer, clean;
    STATUS: GET "/status" "Status of memory, and next steps",
        care::status::answer => StatusAnswer;
    STATS: GET "/stats" "How often clients request the defaults of a context again",
        served::answer => StatsAnswer;
    LIST: GET "/records" "Lists records",
        listing::answer => ListAnswer;
    WRITE: POST "/records"
        "Writes a record, a topic, a rating, or a file of user memory",
        write::answer => WriteAnswer;
    ADOPT: POST "/adopt" "Registers pages as records",
        adopt::answer => AdoptAnswer;
    PUBLISH: POST "/publish" "Turns a work-log entry into a shared record",
        publish::answer => PublishedAnswer;
    READ: GET "/records/{*id}"
        "One record, by its id, a unique prefix of it, a path, or a number such as ADR 32",
        read::answer => ReadAnswer;
    RELATED: GET "/related/{*id}"
        "What is related to a record, file, scope, person, package or web address",
        related::answer => HitsAnswer;
    FILES: GET "/files/{*id}" "Tracked files that a record's paths cover",
        covered::answer => CoveredAnswer;
    GRAPH: GET "/graph" "Records and their links",
        graph::answer => GraphAnswer;
    RECALL: GET "/recall" "Searches memory",
        recalled::answer => FoundAnswer, fitting;
    FEEDBACK: POST "/feedback" "Rates a search result",
        feedback::answer => FeedbackAnswer;
    WHY: GET "/why" "Records that apply to files",
        why::answer => WhyAnswer;
    POLICY: GET "/policy" "Files that tools may not touch, or should not",
        policy::answer => PolicyAnswer;
    CHECK_PATHS: GET "/policy/check" "Checks whether a tool may touch paths",
        check::answer => PolicyCheckAnswer;
    MAP: GET "/map" "Source files and their symbols",
        map::answer => MapAnswer;
    ENTRIES: GET "/summary" "This branch's work log, newest first",
        private::summary::entries => EntriesAnswer;
    ENTRY: GET "/summary/{id}" "One entry of the work log",
        private::summary::entry => EntryAnswer;
    RUNS: GET "/runs" "Runs, and the state of their steps",
        private::runs::answer => RunsAnswer;
    RUN: POST "/runs" "Reports, plans or takes a step of a run",
        private::runs::run => RanAnswer;
    LOG: GET "/log" "Commits that changed records",
        log::answer => LogAnswer;
    DIFF: GET "/diff" "Changes of memory between two revisions",
        diff::answer => DiffAnswer;
    REVIEW: GET "/review" "Records that may be out of date",
        reviewed::answer => ReviewedAnswer;
    CONFIRM: POST "/review" "Confirms that a record is current",
        reviewed::confirm => WrittenAnswer;
}

/// The context of a workspace, whose texts are clean already.
fn clean(workspace: &Workspace, asked: &Asked, context: &Retrieval) -> Result<String, Error> {
    asked.clean_document(workspace, RetrievalAnswer::from(context))
}

/// What was found, in as many tokens as hits may have.
fn fitting(workspace: &Workspace, asked: &Asked, found: &Recalled) -> Result<String, Error> {
    let document = asked.document(Some(workspace), FoundAnswer::from(found))?;
    match found {
        Recalled::Hits(question, _) | Recalled::Related(question, _) => match question.max_tokens {
            Some(tokens) => within(&document, tokens),
            None => Ok(document),
        },
        Recalled::Context(_) => Ok(document),
    }
}

/// The schema of the question that a function answers.
fn schema_of<Q: JsonSchema, A>(_answer: fn(&Call, &Q) -> Result<A, Error>) -> Schema {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    settings.into_generator().into_root_schema_for::<Q>()
}

/// A question as its type.
///
/// # Errors
/// [`Error::BadValue`] for keys and values that it does not have.
pub fn parsed<Q: DeserializeOwned>(question: &Value) -> Result<Q, Error> {
    match Q::deserialize(question) {
        Ok(question) => Ok(question),
        Err(error) => {
            let why = error.to_string();
            let said = why.replace("expected usize", "expected a whole number");
            Err(Error::BadValue(match key_of_fault::<Q>(question, &why) {
                Some(key) => format!("'{key}': {said}"),
                None => said,
            }))
        }
    }
}

/// The key of a question whose value has this fault: the parser's message lacks it.
fn key_of_fault<'q, Q: DeserializeOwned>(question: &'q Value, why: &str) -> Option<&'q str> {
    let mut values = question.as_object()?.iter();
    let found = values.find(|(key, value)| {
        let alone = Value::Object([((*key).clone(), (*value).clone())].into_iter().collect());
        Q::deserialize(&alone).is_err_and(|error| error.to_string() == why)
    });
    // One that is not known is named by its fault.
    found
        .map(|(key, _)| key.as_str())
        .filter(|key| !why.contains(&format!("`{key}`")))
}
