//! What the rooms below call things: the types and the ways to show a text that answers are made
//! of. A door speaks to this floor and to `app` alone, so what it has to name comes through here.

pub use git_memory_text::advice::{Advice, Wording};
pub use crate::domain::agent_setup::{NO_POLICY, SERVER_TOOLS};
pub use git_memory_text::budget::Size;
pub use crate::domain::changes::What;
pub use crate::domain::context::briefing::Caps;
pub use git_memory_text::date::{Date, rfc3339};
pub use crate::domain::evidence::ground::{Ground, Verdict};
pub use crate::domain::graph;
pub use crate::domain::import::adr::DateSource;
pub use crate::domain::import::agents::form::Form;
pub use crate::domain::keys::SOURCES;
pub use crate::domain::kind::{Kind, Lifecycle, Part};
pub use crate::domain::layout::{RECORD_LIMIT, SUMMARY};
pub use git_memory_text::path::RepoPath;
pub use crate::domain::private::Status;
pub use crate::domain::private::entry::Label;
pub use crate::domain::private::runs::{Agent, Step};
pub use crate::domain::recall::feedback::Outcome;
pub use crate::domain::recall::{Snippet, Weights};
pub use crate::domain::record::check::Finding;
pub use crate::domain::record::front_matter::front_matter_and_body;
pub use crate::domain::record::template::{Template, UNTITLED};
pub use crate::domain::record::{Code, Record, RecordId, Severity};
pub use crate::domain::scope::Scope;
pub use git_memory_guard::{Assembly, Clean, redact};
pub use crate::domain::shell::quoted;
pub use git_memory_text::{cause, counted, hex, is_hidden, percent_encoded_path, visible, visible_line, without_halves};
pub use crate::domain::trust::Trust;
pub use git_memory_text::yaml::document as yaml_document;
pub use crate::store::{Expunged, Leftover, Logged, Memory, View};
