//! The table of what may be asked: each route is a request of the wire, with its question as query
//! parameters or, where something is written, as a body of JSON.

use std::sync::OnceLock;

use axum::http::Method;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::json;

use git_memory_app::wire::ask::{ReadQuestion, RecallQuestion, WorkspaceQuestion, WriteQuestion};
use git_memory_app::wire::request::{
    self, AdoptQuestion, ConfirmQuestion, DiffQuestion, EntriesQuestion, EntryQuestion,
    FeedbackQuestion, FilesQuestion, GraphQuestion, ListQuestion, LogQuestion, MapQuestion,
    NoQuestion, PathsQuestion, PublishQuestion, RelatedQuestion, Request, ReviewQuestion,
    WhyQuestion,
};
use git_memory_app::wire::{
    AdoptAnswer, CoveredAnswer, DiffAnswer, EntriesAnswer, EntryAnswer, FeedbackAnswer,
    FoundAnswer, GraphAnswer, HitsAnswer, ListAnswer, LogAnswer, MapAnswer, PolicyAnswer,
    PolicyCheckAnswer, PublishedAnswer, ReadAnswer, RetrievalAnswer, ReviewedAnswer, RunsAnswer,
    StatsAnswer, StatusAnswer, WhyAnswer, WriteAnswer, WrittenAnswer,
};
use git_memory_app::workspace::Error;

/// One row of the table.
pub(super) struct Route {
    pub(super) method: Method,
    /// The path; its last part may be a name in braces, which is a key of the question. With a star
    /// the name may hold slashes.
    pub(super) path: &'static str,
    /// What it answers, in one line.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for the description, which a test makes")
    )]
    pub(super) about: &'static str,
    /// What makes the schema of its question.
    question: fn() -> Schema,
    /// That schema, once somebody asked.
    schema: OnceLock<Schema>,
    /// The schema of its answer; what it is made of is left with the generator. The program itself
    /// has the description of all routes as a file.
    #[cfg(test)]
    pub(super) answer: fn(&mut schemars::SchemaGenerator) -> Schema,
    pub(super) run: fn(&Request) -> Result<String, Error>,
}

/// A row.
#[cfg_attr(
    not(test),
    expect(
        clippy::extra_unused_type_parameters,
        reason = "the answer is for the description, which a test makes"
    )
)]
const fn route<Q: JsonSchema, A: Serialize + JsonSchema>(
    method: Method,
    path: &'static str,
    about: &'static str,
    run: fn(&Request) -> Result<String, Error>,
) -> Route {
    Route {
        method,
        path,
        about,
        question: of_question::<Q>,
        schema: OnceLock::new(),
        #[cfg(test)]
        answer: |generator| generator.subschema_for::<git_memory_app::wire::JsonDocument<A>>(),
        run,
    }
}

fn of_question<Q: JsonSchema>() -> Schema {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    settings.into_generator().into_root_schema_for::<Q>()
}

/// The key of a question that names the repository that is meant, as tools do.
pub(super) const FOLDER: &str = "workspace";
/// Where clients ask for a context: it is counted who asks for what it has.
pub(super) const CONTEXT: &str = "/workspace/context";

/// Where a record is read by its name, and what the same question reads in the place of one.
const RECORD: &str = "/records/{*id}";
const INSTEAD: [&str; 2] = ["topic", "user"];

/// Everything that may be asked.
pub(super) static ROUTES: [Route; 24] = [
    route::<WorkspaceQuestion, RetrievalAnswer>(
        Method::GET,
        CONTEXT,
        "What this project has decided, learned and left open, as abstracts",
        request::context,
    ),
    route::<NoQuestion, StatusAnswer>(
        Method::GET,
        "/status",
        "How memory is, and what to do next",
        request::status,
    ),
    route::<NoQuestion, StatsAnswer>(
        Method::GET,
        "/stats",
        "How often clients ask for the defaults of a context again",
        request::stats,
    ),
    route::<ListQuestion, ListAnswer>(Method::GET, "/records", "Lists records", request::list),
    route::<WriteQuestion, WriteAnswer>(
        Method::POST,
        "/records",
        "Writes a record, a topic, a private summary, or a file of user memory",
        request::write,
    ),
    route::<AdoptQuestion, AdoptAnswer>(
        Method::POST,
        "/adopt",
        "Gives ids to pages",
        request::adopt,
    ),
    route::<PublishQuestion, PublishedAnswer>(
        Method::POST,
        "/publish",
        "Makes a tracked record of a private entry",
        request::publish,
    ),
    route::<ReadQuestion, ReadAnswer>(
        Method::GET,
        RECORD,
        "One record, by its id, a unique prefix of it, a path, or a number such as ADR 32",
        request::read,
    ),
    route::<RelatedQuestion, HitsAnswer>(
        Method::GET,
        "/related/{*id}",
        "The records that have most to do with one",
        request::related,
    ),
    route::<FilesQuestion, CoveredAnswer>(
        Method::GET,
        "/files/{*id}",
        "The tracked files that a record's paths cover",
        request::files,
    ),
    route::<GraphQuestion, GraphAnswer>(
        Method::GET,
        "/graph",
        "Records, and what each has to do with the others",
        request::graph,
    ),
    route::<RecallQuestion, FoundAnswer>(
        Method::GET,
        "/recall",
        "Searches memory",
        request::recall,
    ),
    route::<FeedbackQuestion, FeedbackAnswer>(
        Method::POST,
        "/feedback",
        "Rates what a search found",
        request::feedback,
    ),
    route::<WhyQuestion, WhyAnswer>(
        Method::GET,
        "/why",
        "The records that files are as they are for",
        request::why,
    ),
    route::<NoQuestion, PolicyAnswer>(
        Method::GET,
        "/policy",
        "What tools may not touch, and what they should leave alone",
        request::policy,
    ),
    route::<PathsQuestion, PolicyCheckAnswer>(
        Method::GET,
        "/policy/check",
        "Whether a tool may touch paths",
        request::check_paths,
    ),
    route::<MapQuestion, MapAnswer>(
        Method::GET,
        "/map",
        "The source files and what they define",
        request::map,
    ),
    route::<EntriesQuestion, EntriesAnswer>(
        Method::GET,
        "/summary",
        "This branch's private entries, newest first",
        request::entries,
    ),
    route::<EntryQuestion, EntryAnswer>(
        Method::GET,
        "/summary/{id}",
        "One private entry",
        request::entry,
    ),
    route::<NoQuestion, RunsAnswer>(
        Method::GET,
        "/runs",
        "What agents do, did, and tried again",
        request::runs,
    ),
    route::<LogQuestion, LogAnswer>(
        Method::GET,
        "/log",
        "The commits that changed records",
        request::log,
    ),
    route::<DiffQuestion, DiffAnswer>(
        Method::GET,
        "/diff",
        "What changed in memory between two revisions",
        request::diff,
    ),
    route::<ReviewQuestion, ReviewedAnswer>(
        Method::GET,
        "/review",
        "The records that may no longer hold",
        request::review,
    ),
    route::<ConfirmQuestion, WrittenAnswer>(
        Method::POST,
        "/review",
        "Says that a record is still current",
        request::confirm,
    ),
];

impl Route {
    /// The key of the question that the last part of the path is.
    pub(super) fn key(&self) -> Option<&'static str> {
        let (_, last) = self.path.rsplit_once('/')?;
        let name = last.strip_prefix('{')?.strip_suffix('}')?;
        Some(name.trim_start_matches('*'))
    }

    /// The schema of its question, with the folder that tools name beside it.
    pub(super) fn schema(&self) -> &Schema {
        self.schema.get_or_init(|| {
            let mut schema = (self.question)();
            let properties = schema.ensure_object().entry("properties");
            let properties = properties.or_insert_with(|| json!({}));
            properties[FOLDER] = json!({
                "type": "string",
                "description": "A folder of the repository that is served; no other answers",
            });
            if let (RECORD, Some(properties)) = (self.path, properties.as_object_mut()) {
                properties.retain(|name, _| !INSTEAD.contains(&name.as_str()));
            }
            schema
        })
    }

    /// Whether it changes something.
    pub(super) fn writes(&self) -> bool {
        self.method != Method::GET
    }
}
