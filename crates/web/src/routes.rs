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
    /// The answer of the route, in one line.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for the description, which a test makes")
    )]
    pub(super) about: &'static str,
    /// Makes the schema of its question.
    question: fn() -> Schema,
    /// That schema, once it was asked for.
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
/// Path at which clients ask for a context; the contexts that each client gets are counted.
pub(super) const CONTEXT: &str = "/workspace/context";

/// Path at which a record is read by its name, and what the same question reads in the place of
/// one.
const RECORD: &str = "/records/{*id}";
const INSTEAD: [&str; 2] = ["topic", "user"];

/// Everything that may be asked.
pub(super) static ROUTES: [Route; 24] = [
    route::<WorkspaceQuestion, RetrievalAnswer>(
        Method::GET,
        CONTEXT,
        "Decisions, lessons and open questions of this project, as abstracts",
        request::context,
    ),
    route::<NoQuestion, StatusAnswer>(
        Method::GET,
        "/status",
        "Status of memory, and next steps",
        request::status,
    ),
    route::<NoQuestion, StatsAnswer>(
        Method::GET,
        "/stats",
        "How often clients request the defaults of a context again",
        request::stats,
    ),
    route::<ListQuestion, ListAnswer>(Method::GET, "/records", "Lists records", request::list),
    route::<WriteQuestion, WriteAnswer>(
        Method::POST,
        "/records",
        "Writes a record, a topic, a step of the work log, or a file of user memory",
        request::write,
    ),
    route::<AdoptQuestion, AdoptAnswer>(
        Method::POST,
        "/adopt",
        "Registers pages as records",
        request::adopt,
    ),
    route::<PublishQuestion, PublishedAnswer>(
        Method::POST,
        "/publish",
        "Turns a work-log entry into a shared record",
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
        "Records related to a record",
        request::related,
    ),
    route::<FilesQuestion, CoveredAnswer>(
        Method::GET,
        "/files/{*id}",
        "Tracked files that a record's paths cover",
        request::files,
    ),
    route::<GraphQuestion, GraphAnswer>(
        Method::GET,
        "/graph",
        "Records and their links",
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
        "Rates a search result",
        request::feedback,
    ),
    route::<WhyQuestion, WhyAnswer>(
        Method::GET,
        "/why",
        "Records that apply to files",
        request::why,
    ),
    route::<NoQuestion, PolicyAnswer>(
        Method::GET,
        "/policy",
        "Files that tools may not touch, or should not",
        request::policy,
    ),
    route::<PathsQuestion, PolicyCheckAnswer>(
        Method::GET,
        "/policy/check",
        "Checks whether a tool may touch paths",
        request::check_paths,
    ),
    route::<MapQuestion, MapAnswer>(
        Method::GET,
        "/map",
        "Source files and their symbols",
        request::map,
    ),
    route::<EntriesQuestion, EntriesAnswer>(
        Method::GET,
        "/summary",
        "This branch's work log, newest first",
        request::entries,
    ),
    route::<EntryQuestion, EntryAnswer>(
        Method::GET,
        "/summary/{id}",
        "One entry of the work log",
        request::entry,
    ),
    route::<NoQuestion, RunsAnswer>(
        Method::GET,
        "/runs",
        "Runs, and the state of each agent's steps",
        request::runs,
    ),
    route::<LogQuestion, LogAnswer>(
        Method::GET,
        "/log",
        "Commits that changed records",
        request::log,
    ),
    route::<DiffQuestion, DiffAnswer>(
        Method::GET,
        "/diff",
        "Changes of memory between two revisions",
        request::diff,
    ),
    route::<ReviewQuestion, ReviewedAnswer>(
        Method::GET,
        "/review",
        "Records that may be out of date",
        request::review,
    ),
    route::<ConfirmQuestion, WrittenAnswer>(
        Method::POST,
        "/review",
        "Confirms that a record is current",
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
                "description": "A folder of the served repository",
            });
            if let (RECORD, Some(properties)) = (self.path, properties.as_object_mut()) {
                properties.retain(|name, _| !INSTEAD.contains(&name.as_str()));
            }
            schema
        })
    }

    /// True if the route changes something.
    pub(super) fn writes(&self) -> bool {
        self.method != Method::GET
    }
}
