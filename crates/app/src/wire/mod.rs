//! Floor 5: what all doors speak. Answers are made of a use case's results and borrow from them; a
//! change of one is a change of the contract (docs/contract.md, section 7), and tests freeze them.
//!
//! `…Answer` is what a command answers, `…Item` a part of one. [`JsonDocument`] frames every
//! answer.

mod agent_answer;
mod agent_input;
mod agents;
mod answers;
mod asked;
mod backtest;
mod blame;
mod care;
mod config;
mod contested;
mod context;
mod covered;
pub mod document;
mod documents;
mod entities;
mod error;
mod exchange;
pub mod fit;
mod followers;
mod graph;
mod ground;
mod history;
mod import_adr;
mod incoming;
mod map;
mod models;
mod parents;
mod place;
mod pr;
mod private;
mod project;
mod put;
mod read;
mod recall;
mod records;
mod review;
mod secrets;
mod serve;
pub mod settings;
mod status;
mod suggest;
pub(crate) mod text;
mod topics;
mod transcripts;
mod trust;
mod user;
mod verify;

pub use crate::records::adopt::AdoptAnswer;
pub use crate::records::publish::PublishedAnswer;
pub use agent_answer::AgentAnswer;
pub use agent_input::{AgentEvent, AgentForm, AgentInput};
pub use agents::{AgentItem, AgentsAnswer};
pub use answers::{Answered, answered, error_schema};
pub use asked::Asked;
pub use backtest::BacktestAnswer;
pub use blame::BlameAnswer;
pub use care::{
    CheckAnswer, DiagnosisItem, DoctorAnswer, FindingItem, HookItem, HooksAnswer, IdentityAnswer,
    InitAnswer, InstallManAnswer, OfferItem, RefreshAnswer,
};
pub use config::ConfigAnswer;
pub use contested::{ContestedItem, replacement};
pub use context::{BriefingAnswer, PackAnswer, RetrievalAnswer};
pub use covered::CoveredAnswer;
pub use document::{JsonDocument, Texts, document, escaped};
pub use documents::{DOCUMENTS, Document};
pub use error::{ErrorAnswer, error_details};
pub use exchange::{BundleAnswer, ExportAnswer, ImportAnswer};
pub use git_memory_agents::agent::Agent;
pub use graph::GraphAnswer;
pub use ground::{GroundItem, advice};
pub use history::{DiffAnswer, LogAnswer};
pub use import_adr::AdrImportAnswer;
pub use incoming::IncomingAnswer;
pub use map::MapAnswer;
pub use models::{IndexAnswer, ModelAnswer, ModelRemovedAnswer, ModelsAnswer};
pub use parents::ParentsAnswer;
pub use pr::PrAnswer;
pub use private::{
    AppendedAnswer, CompactedAnswer, EntriesAnswer, EntryAnswer, ExportLine, ExpungeAnswer,
    FoldAnswer, ForgetAnswer, GcAnswer, LeftoverItem, NextAnswer, NotedAnswer, NotesAnswer,
    OrphansAnswer, RanAnswer, RunsAnswer, SyncAnswer,
};
pub use project::{PolicyAnswer, PolicyCheckAnswer, VerdictItem};
pub use put::{PlannedAnswer, PutAnswer, WriteAnswer};
pub use read::ReadAnswer;
pub use recall::{FeedbackAnswer, FoundAnswer, HitsAnswer, RecallAnswer, WhyAnswer};
pub use records::{
    ClearAnswer, CountAnswer, ListAnswer, RecordAnswer, SupersededAnswer, WrittenAnswer,
};
pub use review::{
    ContestedAnswer, ReviewAnswer, ReviewedAnswer, RuleFindingItem, RuleFindingsAnswer, RulesAnswer,
};
pub use secrets::{AllowedAnswer, ScanAnswer};
pub use serve::{ServeAnswer, SiteAnswer, StatsAnswer};
pub use status::StatusAnswer;
pub use suggest::SuggestAnswer;
pub use text::When;
pub use topics::{TopicTextAnswer, TopicsAnswer};
pub use transcripts::TranscriptsAnswer;
pub use trust::TrustAnswer;
pub use user::{PathAnswer, TextAnswer, UserFilesAnswer, VersionsAnswer};
pub use verify::{BisectAnswer, VerifyAnswer};

/// The lists of paths in questions: an item of them may hold commas.
pub const OF_PATHS: [&str; 3] = ["for", "near", "paths"];
