//! The table of answers: each command that answers with JSON, and the schema of its documents.
//!
//! A door publishes the schemas from here; a test holds every command to its own.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use super::document::JsonDocument;
use super::{
    AdoptAnswer, AdrImportAnswer, AgentsAnswer, AllowedAnswer, AppendedAnswer, BacktestAnswer,
    BlameAnswer, BriefingAnswer, BundleAnswer, CheckAnswer, ClearAnswer, CompactedAnswer,
    ConfigAnswer, ContestedAnswer, CountAnswer, CoveredAnswer, DiffAnswer, DoctorAnswer,
    EntriesAnswer, EntryAnswer, ErrorAnswer, ExportAnswer, ExpungeAnswer, FeedbackAnswer,
    FoldAnswer, ForgetAnswer, GcAnswer, GraphAnswer, HitsAnswer, HooksAnswer, IdentityAnswer,
    ImportAnswer, IncomingAnswer, InitAnswer, InstallManAnswer, ListAnswer, LogAnswer, MapAnswer,
    NotedAnswer, NotesAnswer, OrphansAnswer, PackAnswer, PathAnswer, PolicyAnswer,
    PolicyCheckAnswer, PublishedAnswer, RecallAnswer, RecordAnswer, RefreshAnswer, RetrievalAnswer,
    ReviewAnswer, RuleFindingsAnswer, RulesAnswer, RunsAnswer, ScanAnswer, ServeAnswer, SiteAnswer,
    StatusAnswer, SuggestAnswer, SupersededAnswer, SyncAnswer, TextAnswer, TopicTextAnswer,
    TopicsAnswer, TranscriptsAnswer, TrustAnswer, UserFilesAnswer, UserVersionsAnswer, WhyAnswer,
    WrittenAnswer,
};

/// A command's answer.
pub struct Answer {
    /// The command, without arguments: `summary append`. The commands that add a record, one for
    /// each kind, are `add`; what only an option asks for follows it: `notes --orphans`.
    pub command: &'static str,
    /// The JSON Schema (draft 2020-12) of the document that it answers with.
    pub schema: fn() -> Schema,
}

const fn answer<T: Serialize + JsonSchema>(command: &'static str) -> Answer {
    let schema = schema_of::<T>;
    Answer { command, schema }
}

fn schema_of<T: Serialize + JsonSchema>() -> Schema {
    let generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    generator.into_root_schema_for::<JsonDocument<T>>()
}

/// The schema of what any command answers when it fails.
#[must_use]
pub fn error_schema() -> Schema {
    schema_of::<ErrorAnswer>()
}

/// Every command that answers with a JSON document, by name.
pub static ANSWERS: [Answer; 79] = [
    answer::<WrittenAnswer>("add"),
    answer::<NotedAnswer>("add-note --commit"),
    answer::<AdoptAnswer>("adopt"),
    answer::<AgentsAnswer>("agents"),
    answer::<AllowedAnswer>("allow"),
    answer::<BacktestAnswer>("backtest"),
    answer::<BlameAnswer>("blame"),
    answer::<BriefingAnswer>("briefing"),
    answer::<CheckAnswer>("check"),
    answer::<ClearAnswer>("clear"),
    answer::<WrittenAnswer>("close"),
    answer::<ConfigAnswer>("config"),
    answer::<PackAnswer>("context"),
    answer::<CountAnswer>("count"),
    answer::<DiffAnswer>("diff"),
    answer::<DoctorAnswer>("doctor"),
    answer::<WrittenAnswer>("edit"),
    answer::<ExportAnswer>("export"),
    answer::<BundleAnswer>("export okf"),
    answer::<FeedbackAnswer>("feedback"),
    answer::<FoldAnswer>("fold"),
    answer::<ForgetAnswer>("forget"),
    answer::<GcAnswer>("gc"),
    answer::<ExpungeAnswer>("gc --expunge"),
    answer::<RetrievalAnswer>("get-context"),
    answer::<HooksAnswer>("hooks"),
    answer::<IdentityAnswer>("identity"),
    answer::<ImportAnswer>("import"),
    answer::<AdrImportAnswer>("import adr"),
    answer::<TranscriptsAnswer>("import transcripts"),
    answer::<IncomingAnswer>("incoming"),
    answer::<InitAnswer>("init"),
    answer::<InstallManAnswer>("install-man"),
    answer::<ListAnswer>("list"),
    answer::<LogAnswer>("log"),
    answer::<GraphAnswer>("log --graph"),
    answer::<MapAnswer>("map"),
    answer::<NotesAnswer>("notes"),
    answer::<OrphansAnswer>("notes --orphans"),
    answer::<OrphansAnswer>("notes reattach"),
    answer::<PolicyCheckAnswer>("policy check"),
    answer::<PathAnswer>("policy path"),
    answer::<PolicyAnswer>("policy show"),
    answer::<PublishedAnswer>("publish"),
    answer::<RecallAnswer>("recall"),
    answer::<RefreshAnswer>("refresh"),
    answer::<HitsAnswer>("related"),
    answer::<GraphAnswer>("related --graph"),
    answer::<ReviewAnswer>("review"),
    answer::<ContestedAnswer>("review --contested"),
    answer::<RulesAnswer>("rules build"),
    answer::<RuleFindingsAnswer>("rules check"),
    answer::<RunsAnswer>("runs"),
    answer::<ScanAnswer>("scan"),
    answer::<ServeAnswer>("serve"),
    answer::<WrittenAnswer>("set"),
    answer::<RecordAnswer>("show"),
    answer::<CoveredAnswer>("show --files"),
    answer::<TrustAnswer>("show --trust"),
    answer::<SiteAnswer>("site"),
    answer::<StatusAnswer>("status"),
    answer::<SuggestAnswer>("suggest"),
    answer::<AppendedAnswer>("summary append"),
    answer::<CompactedAnswer>("summary compact"),
    answer::<TextAnswer>("summary latest"),
    answer::<EntriesAnswer>("summary list"),
    answer::<EntryAnswer>("summary show"),
    answer::<SupersededAnswer>("supersede"),
    answer::<SyncAnswer>("sync"),
    answer::<TopicsAnswer>("topic list"),
    answer::<TopicTextAnswer>("topic read"),
    answer::<WrittenAnswer>("topic write"),
    answer::<UserFilesAnswer>("user list"),
    answer::<UserVersionsAnswer>("user log"),
    answer::<PathAnswer>("user path"),
    answer::<TextAnswer>("user read"),
    answer::<PathAnswer>("user restore"),
    answer::<PathAnswer>("user write"),
    answer::<WhyAnswer>("why"),
];
