//! What the rooms below call things: the types and the ways to show a text that answers are made
//! of. A door speaks to this floor and to `app` alone, so what it has to name comes through here.

pub use git_memory_agents::agent_setup::{NO_POLICY, SERVER_TOOLS};
pub use git_memory_guard::{Assembly, Clean, redact};
pub use git_memory_import::adr::DateSource;
pub use git_memory_import::agents::form::Form;
pub use git_memory_model::changes::What;
pub use git_memory_model::context::briefing::Caps;
pub use git_memory_model::evidence::ground::{Ground, Verdict};
pub use git_memory_model::graph;
pub use git_memory_model::keys::SOURCES;
pub use git_memory_model::kind::{Kind, Lifecycle, Part};
pub use git_memory_model::layout::{RECORD_LIMIT, SUMMARY};
pub use git_memory_model::private::Status;
pub use git_memory_model::private::entry::Label;
pub use git_memory_model::private::runs::{Agent, Step};
pub use git_memory_model::record::check::Finding;
pub use git_memory_model::record::front_matter::front_matter_and_body;
pub use git_memory_model::record::template::{Template, UNTITLED};
pub use git_memory_model::record::{Code, Record, RecordId, Severity};
pub use git_memory_model::scope::Scope;
pub use git_memory_model::trust::Trust;
pub use git_memory_policy::shell::quoted;
pub use git_memory_recall::feedback::Outcome;
pub use git_memory_recall::{Snippet, Weights};
pub use git_memory_store::{Expunged, Leftover, Logged, Memory, View};
pub use git_memory_text::advice::{Advice, Wording};
pub use git_memory_text::budget::Size;
pub use git_memory_text::date::{Date, rfc3339};
pub use git_memory_text::path::RepoPath;
pub use git_memory_text::yaml::document as yaml_document;
pub use git_memory_text::{
    cause, counted, hex, is_hidden, percent_encoded_path, visible, visible_line, without_halves,
};
